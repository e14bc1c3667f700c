/* Rows that come in an order of the test's own: trees above the view that the only worker is held at, and, behind them
 * in one turn, the picture of a row in view. */
#include "list_stage.h"

#include <semaphore.h>

enum { FIRST = 50, COUNT = 100 };

static sem_t held, go, reached;
static int calls;

static void wait_for(sem_t *semaphore) {
  while (sem_wait(semaphore) != 0) {}
}

/* The trees of the rows above: the first one waits until the test lets it go. */
static lamina_node *make(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *node = cell->reused == NULL ? check_node(staged->context) : cell->reused;
  (void)list, (void)user_data;
  if (calls++ == 0) {
    sem_post(&held);
    wait_for(&go);
  }
  CHECK_OK(check_set_size(node, check_make_size(100, stage_height(cell->identity))));
  CHECK_OK(lamina_node_set_background(node, check_make_color(stage_color(cell->identity, cell->version))));
  return node;
}

static void reach(lamina_canvas *canvas, void *user_data) {
  (void)canvas, (void)user_data;
  sem_post(&reached);
}

/* `at`: the row in view whose picture comes last. */
static void test_a_picture_behind_trees_above(size_t at) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  list_stage *s;
  size_t i;
  options.keeps_top = true;
  s = stage_make(&options, 100, 200, 1);
  sem_init(&held, 0, 0);
  sem_init(&go, 0, 0);
  sem_init(&reached, 0, 0);
  calls = 0;
  for (i = 0; i < COUNT; i++) stage_add(s, i + 1, i < FIRST ? 1 : 0, LAMINA_LIST_ROW_ROLE_ITEM);
  CHECK_OK(lamina_list_set_cell_callback(s->list, 1, make, false, NULL, NULL));
  CHECK_OK(lamina_list_set_rows(s->list, s->rows + FIRST, COUNT - FIRST));
  stage_settle(s);
  /* The rows above are put in out of sight: what is in view stays, and the worker is held at the first of them. */
  CHECK_OK(lamina_list_insert_rows(s->list, 0, s->rows, FIRST));
  wait_for(&held);
  stage_frame(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  s->rows[FIRST + at].version = 1;
  CHECK_OK(lamina_list_set_row_version(s->list, FIRST + at, 1));
  CHECK_OK(lamina_context_run(s->context, 0, reach, NULL, NULL, NULL, NULL));
  sem_post(&go);
  wait_for(&reached);
  /* The first frame that has any of it. */
  stage_frame(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_NEAR(stage_place(s, FIRST).origin.y, 0);
  CHECK_EQUAL(check_pixel(&s->picture, 5, (int)stage_place(s, FIRST + at).origin.y + 3) & 0xFFFFFF,
              stage_color(s->rows[FIRST + at].identity, 1));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
  sem_destroy(&held);
  sem_destroy(&go);
  sem_destroy(&reached);
}

int main(void) {
  size_t at;
  for (at = 0; at < 3; at++) test_a_picture_behind_trees_above(at);
  return check_done(__FILE__);
}
