/* Ranges of lists: what is measured, made and drawn of 1,000 rows of which 10 are seen. */
#include "list_stage.h"

enum { ROWS = 1000, SEEN = 10 };

static lamina_node *nodes[ROWS + 1];
static int asked[ROWS + 1], drawn[ROWS + 1];
static size_t refused;

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  (void)canvas, (void)cairo, (void)size, (void)scale;
  __atomic_add_fetch(&drawn[(size_t)user_data], 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static lamina_node *make(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *node = check_node(staged->context);
  (void)list, (void)user_data;
  CHECK_OK(check_set_size(node, check_make_size(100, 20)));
  CHECK_OK(lamina_node_set_background(node, check_make_color(stage_color(cell->identity, 0))));
  CHECK_OK(lamina_node_set_draw_callback(node, draw, (void *)(size_t)cell->identity, NULL));
  nodes[cell->identity] = node;
  asked[cell->identity]++;
  return node;
}

static void give_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  asked[identity]++;
  if (identity == refused) return;
  stage_values(list, row, identity, user_data);
}

static list_stage *make_stage(bool has_trees, int threads) {
  list_stage *s = stage_make(NULL, 100, 20 * SEEN, threads);
  s->height = 20;
  s->width = 100;
  refused = 0;
  memset(nodes, 0, sizeof nodes);
  memset(asked, 0, sizeof asked);
  memset(drawn, 0, sizeof drawn);
  CHECK_OK(lamina_list_set_values_callback(s->list, give_values, s, NULL));
  if (has_trees) CHECK_OK(lamina_list_set_cell_callback(s->list, 0, make, true, s, NULL));
  stage_fill(s, ROWS, 0);
  stage_give(s);
  return s;
}

static int total(const int *counts) {
  int i, found = 0;
  for (i = 0; i <= ROWS; i++) found += counts[i] > 0;
  return found;
}

static int count_state(lamina_interface_state flag) {
  int i, found = 0;
  for (i = 1; i <= ROWS; i++) {
    found += nodes[i] != NULL && (lamina_node_get_interface_state(nodes[i]) & flag) != 0;
  }
  return found;
}

static void check_trees(list_stage *s, int displayed, int preloaded, int line) {
  int visible = count_state(LAMINA_INTERFACE_STATE_VISIBLE), display = count_state(LAMINA_INTERFACE_STATE_DISPLAY);
  int preload = count_state(LAMINA_INTERFACE_STATE_PRELOAD);
  if (visible != SEEN || display != displayed || preload != preloaded) {
    printf("line %d: %d visible, %d displayed, %d preloaded\n", line, visible, display, preload);
    CHECK(!"other states");
  }
  CHECK_EQUAL(stage_check(s, line), 0);
}

static void set_mode(list_stage *s, lamina_range_mode mode) {
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  ranges.mode = mode;
  CHECK_OK(lamina_node_set_ranges(s->node, &ranges));
}

static void set_screens(list_stage *s, double display, double preload, double measured) {
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  ranges.mode = LAMINA_RANGE_MODE_CUSTOM;
  ranges.display_leading_screens = display;
  ranges.preload_leading_screens = preload;
  ranges.measured_leading_screens = measured;
  CHECK_OK(lamina_node_set_ranges(s->node, &ranges));
}

static uint64_t bitmap_bytes(list_stage *s) {
  lamina_memory memory = LAMINA_MEMORY_INIT;
  CHECK_OK(lamina_context_get_memory(s->context, &memory));
  return memory.bitmap_bytes;
}

static void test_trees(int threads) {
  list_stage *s = make_stage(true, threads);
  stage_settle(s);
  check_trees(s, 13, 15, __LINE__);
  CHECK_EQUAL(total(drawn), 13);
  CHECK_EQUAL(stage_state(s).measured_count, 15);
  set_mode(s, LAMINA_RANGE_MODE_FULL);
  stage_settle(s);
  check_trees(s, 20, 35, __LINE__);
  CHECK_EQUAL(total(drawn), 20);
  CHECK_EQUAL(total(asked), 35);
  /* Those that are measured only have a tree for as long as that takes. */
  set_screens(s, 2, 3, 5);
  stage_settle(s);
  check_trees(s, 30, 40, __LINE__);
  CHECK_EQUAL(total(drawn), 30);
  CHECK_EQUAL(total(asked), 60);
  CHECK_EQUAL(stage_state(s).measured_count, 60);
  set_mode(s, LAMINA_RANGE_MODE_VISIBLE_ONLY);
  stage_settle(s);
  check_trees(s, SEEN, SEEN, __LINE__);
  set_mode(s, LAMINA_RANGE_MODE_MIN);
  stage_settle(s);
  check_trees(s, 13, 15, __LINE__);
  /* Taken back before and after it was scrolled. */
  set_mode(s, LAMINA_RANGE_MODE_VISIBLE_ONLY);
  stage_settle(s);
  CHECK_OK(lamina_node_set_ranges(s->node, NULL));
  stage_settle(s);
  check_trees(s, 13, 15, __LINE__);
  set_mode(s, LAMINA_RANGE_MODE_MIN);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  check_trees(s, 10 + 3 + 3, 10 + 5 + 3, __LINE__);
  CHECK_OK(lamina_node_set_ranges(s->node, NULL));
  stage_settle(s);
  check_trees(s, 10 + 10 + 5, 10 + 25 + 15, __LINE__);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
}

static void test_pictures(int threads) {
  list_stage *s = make_stage(false, threads);
  uint64_t few, many;
  stage_settle(s);
  CHECK_EQUAL(total(asked), 15);
  few = bitmap_bytes(s);
  set_screens(s, 5, 0, 10);
  stage_settle(s);
  CHECK_EQUAL(total(asked), 110);
  CHECK_EQUAL(stage_state(s).measured_count, 110);
  many = bitmap_bytes(s);
  CHECK(many >= few * 3);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  set_mode(s, LAMINA_RANGE_MODE_VISIBLE_ONLY);
  stage_settle(s);
  CHECK(bitmap_bytes(s) <= few);
  CHECK_EQUAL(stage_state(s).measured_count, 110);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* The way back is drawn again, with values that are asked for again. */
  memset(asked, 0, sizeof asked);
  set_screens(s, 5, 0, 0);
  stage_settle(s);
  CHECK_EQUAL(total(asked), 50);
  CHECK_EQUAL(bitmap_bytes(s), many);
  stage_end(s);
}

/* A row that cannot be measured is asked for once. */
static void test_refused(void) {
  list_stage *s = make_stage(false, 2);
  refused = 50;
  set_screens(s, 0, 0, 5);
  stage_settle(s);
  stage_settle(s);
  CHECK_EQUAL(total(asked), 60);
  CHECK_EQUAL(asked[50], 1);
  CHECK_EQUAL(stage_state(s).measured_count, 59);
  stage_end(s);
}

static void test_hidden(int threads) {
  list_stage *s = make_stage(true, threads);
  uint64_t before;
  set_mode(s, LAMINA_RANGE_MODE_VISIBLE_ONLY);
  stage_settle(s);
  CHECK_OK(lamina_node_set_hidden(s->node, true));
  stage_settle(s);
  CHECK_EQUAL(lamina_node_get_interface_state(nodes[1]), 7);
  set_mode(s, LAMINA_RANGE_MODE_LOW_MEMORY);
  stage_settle(s);
  CHECK_EQUAL(lamina_node_get_interface_state(nodes[1]), 3);
  CHECK_OK(lamina_node_set_hidden(s->node, false));
  stage_settle(s);
  check_trees(s, SEEN, SEEN, __LINE__);
  stage_end(s);

  s = make_stage(false, threads);
  set_mode(s, LAMINA_RANGE_MODE_LOW_MEMORY);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  before = bitmap_bytes(s);
  CHECK_OK(lamina_node_set_hidden(s->node, true));
  stage_settle(s);
  CHECK(bitmap_bytes(s) + SEEN * 100 * 20 <= before);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_EQUAL(stage_state(s).first_row, 100);
  CHECK(bitmap_bytes(s) + SEEN * 100 * 20 <= before);
  CHECK_OK(lamina_node_set_hidden(s->node, false));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* When memory is short a list keeps what is seen, until it is scrolled. */
static void test_trim(bool has_trees, bool is_tuned) {
  list_stage *s = make_stage(has_trees, 2);
  uint64_t before;
  if (is_tuned) set_mode(s, LAMINA_RANGE_MODE_FULL);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  before = bitmap_bytes(s);
  CHECK_OK(lamina_context_trim_memory(s->context));
  stage_frame(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK(bitmap_bytes(s) < before);
  if (has_trees) check_trees(s, SEEN, SEEN, __LINE__);
  memset(asked, 0, sizeof asked);
  stage_scroll_by(s, 20);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  if (has_trees) check_trees(s, 10 + 10 + 5, 10 + 25 + 15, __LINE__);
  CHECK(total(asked) >= 10);
  CHECK_EQUAL(bitmap_bytes(s), before);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
}

static void trim_and_give(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  CHECK_OK(lamina_context_trim_memory(staged->context));
  CHECK_OK(lamina_node_set_ranges(staged->node, NULL));
  stage_values(list, row, identity, user_data);
}

static void trim_in_callback(lamina_node *node, lamina_layout_event event, lamina_size size, void *user_data) {
  const int before = total(asked);
  (void)node, (void)event, (void)size;
  ++*(int *)user_data;
  CHECK_OK(lamina_context_trim_memory(staged->context));
  CHECK_EQUAL(total(asked), before);
}

/* Whoever trims may be in a callback: he is asked for rows in the next turn. */
static void test_trim_asks_nothing(void) {
  list_stage *s = make_stage(false, 2);
  int trims = 0;
  CHECK_OK(lamina_node_add_layout_observer(s->node, trim_in_callback, &trims, NULL, NULL));
  CHECK_OK(lamina_node_set_needs_layout(s->node));
  stage_settle(s);
  CHECK(trims > 0);
  CHECK(total(asked) >= SEEN);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* While the list asks, between lists that end, and without rows. */
static void test_odd_times(void) {
  list_stage *s = make_stage(false, 2);
  int i;
  CHECK_OK(lamina_list_set_values_callback(s->list, trim_and_give, s, NULL));
  for (i = 0; i < 20; i++) {
    stage_scroll_by(s, 70);
    stage_frame(s);
  }
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_OK(lamina_list_set_rows(s->list, NULL, 0));
  set_mode(s, LAMINA_RANGE_MODE_FULL);
  stage_settle(s);
  CHECK_OK(lamina_context_trim_memory(s->context));
  stage_settle(s);
  lamina_list_release(s->list);
  s->list = NULL;
  set_mode(s, LAMINA_RANGE_MODE_LOW_MEMORY);
  stage_frame(s);
  CHECK_OK(lamina_context_trim_memory(s->context));
  CHECK_OK(lamina_node_set_ranges(s->node, NULL));
  stage_frame(s);
  stage_end(s);
}

/* Other ranges in each frame, and memory that runs short now and then: what shows is right, and nothing jumps. */
static void test_in_motion(bool has_trees, int threads) {
  list_stage *s = make_stage(has_trees, threads);
  int i;
  stage_settle(s);
  for (i = 1; i <= 60; i++) {
    stage_scroll_by(s, 30);
    if (i % 7 == 0) {
      set_screens(s, i % 3, i % 5, i % 11);
    } else if (i % 9 == 0) {
      CHECK_OK(lamina_node_set_ranges(s->node, NULL));
    } else {
      set_mode(s, (lamina_range_mode)(i % 4));
    }
    if (i % 13 == 0) CHECK_OK(lamina_context_trim_memory(s->context));
    stage_frame(s);
    stage_check(s, __LINE__);
    CHECK_NEAR(stage_scroll(s).offset.y, 30.0 * i);
  }
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
}

static void *set_elsewhere(void *node) {
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  CHECK_OK(lamina_node_set_ranges((lamina_node *)node, &ranges));
  return NULL;
}

static void test_arguments(void) {
  list_stage *s = make_stage(true, 1);
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  pthread_t thread;
  stage_settle(s);
  CHECK_STATUS(lamina_node_get_ranges(s->node, &ranges), LAMINA_ERROR_INVALID_STATE);
  ranges.mode = (lamina_range_mode)7;
  CHECK_STATUS(lamina_node_set_ranges(s->node, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  ranges.mode = LAMINA_RANGE_MODE_CUSTOM;
  ranges.measured_leading_screens = NAN;
  CHECK_STATUS(lamina_node_set_ranges(s->node, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  ranges.measured_leading_screens = 1001;
  CHECK_STATUS(lamina_node_set_ranges(s->node, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  stage_settle(s);
  check_trees(s, 13, 15, __LINE__);
  /* As far as one can reach: all rows are measured, and still few drawn. */
  ranges.measured_leading_screens = 1000;
  CHECK_OK(lamina_node_set_ranges(s->node, &ranges));
  stage_settle(s);
  CHECK_EQUAL(stage_state(s).measured_count, ROWS);
  check_trees(s, SEEN, SEEN, __LINE__);
  CHECK_OK(lamina_node_get_ranges(s->node, &ranges));
  CHECK_EQUAL(ranges.mode, LAMINA_RANGE_MODE_CUSTOM);
  CHECK_NEAR(ranges.measured_leading_screens, 1000);
  CHECK_EQUAL(pthread_create(&thread, NULL, set_elsewhere, s->node), 0);
  pthread_join(thread, NULL);
  stage_settle(s);
  check_trees(s, 20, 35, __LINE__);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
}

int main(void) {
  int threads;
  for (threads = 0; threads <= 2; threads += 2) {
    test_trees(threads);
    test_pictures(threads);
    test_hidden(threads);
    test_in_motion(false, threads);
    test_in_motion(true, threads);
  }
  test_refused();
  test_trim(false, false);
  test_trim(true, false);
  test_trim(true, true);
  test_trim_asks_nothing();
  test_odd_times();
  test_arguments();
  return check_done("list ranges");
}
