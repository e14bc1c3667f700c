/* What stays in lists that change while they are looked at: searches, rows in another order; and frames of rows that
 * cross, which are the same with any number of workers. */
#include "list_stage.h"

enum { WIDTH = 100, HEIGHT = 200, FRAMES = 24 };

static list_stage *make_stage(size_t count, int threads) {
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, threads);
  lamina_scroll_options plain = LAMINA_SCROLL_OPTIONS_INIT;
  plain.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &plain));
  s->width = WIDTH;
  stage_fill(s, count, 0);
  stage_give(s);
  stage_settle(s);
  return s;
}

static void idle_frame(list_stage *s) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_frame(s);
}

/* ---- What is looked at ---- */

/* Rows that were never seen come into view above the one that stays when those before it go: it stays while they are
 * measured. */
static void test_search(void) {
  list_stage *s = make_stage(400, 2);
  size_t i, kept = 0;
  double top;
  int n;
  CHECK_OK(lamina_list_scroll_to_row(s->list, 200, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  stage_scroll_by(s, 5);
  stage_settle(s);
  /* Of the rows before, few; of those in view the third and later ones. */
  top = stage_place(s, 203).origin.y;
  for (s->count = i = 0; i < 400; i++) {
    if (i < 190 ? i % 7 == 0 : i >= 203) {
      if (i == 203) kept = s->count;
      s->rows[s->count++] = s->rows[i];
    }
  }
  stage_give(s);
  for (n = 0; n < 12; n++) {
    CHECK_NEAR(stage_place(s, kept).origin.y, top);
    stage_frame(s);
    if (n > 5) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  }
  stage_settle(s);
  CHECK_NEAR(stage_place(s, kept).origin.y, top);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* All rows in another order: the first one that was in view is where it was. */
static void test_reversed(void) {
  list_stage *s = make_stage(400, 2);
  size_t i, first;
  double top;
  CHECK_OK(lamina_list_scroll_to_row(s->list, 150, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  stage_scroll_by(s, 7);
  stage_settle(s);
  first = stage_state(s).first_row;
  top = stage_place(s, first).origin.y;
  for (i = 0; i < s->count / 2; i++) {
    lamina_list_row row = s->rows[i];
    s->rows[i] = s->rows[s->count - 1 - i];
    s->rows[s->count - 1 - i] = row;
  }
  stage_give(s);
  CHECK_NEAR(stage_place(s, s->count - 1 - first).origin.y, top);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, s->count - 1 - first).origin.y, top);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* ---- Rows that cross ---- */

static uint32_t *frames_of_crossing(int threads, int round) {
  list_stage *s = make_stage(40, threads);
  lamina_transition_options how = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_animation_options duration = LAMINA_ANIMATION_OPTIONS_INIT;
  uint32_t *frames = (uint32_t *)malloc(sizeof(uint32_t) * FRAMES * WIDTH * HEIGHT);
  int i;
  /* Another history of the nodes. */
  for (i = 0; i < round; i++) {
    stage_scroll_by(s, 60);
    idle_frame(s);
  }
  stage_scroll_to(s, 0);
  stage_settle(s);
  duration.duration_us = 16000 * (FRAMES - 4);
  how.animation = &duration;
  CHECK_OK(lamina_context_begin_transition(s->context, &how, NULL));
  CHECK_OK(lamina_list_move_row(s->list, 0, 3));
  CHECK_OK(lamina_context_end_transition(s->context, NULL, NULL, NULL));
  for (i = 0; i < FRAMES; i++) {
    idle_frame(s);
    memcpy(frames + i * WIDTH * HEIGHT, s->picture.pixels, sizeof(uint32_t) * WIDTH * HEIGHT);
    /* The row that is moved is whole: it lies above those that make room. */
    if (i > 1 && i < FRAMES - 6) {
      int y, seen = 0;
      for (y = 0; y < HEIGHT; y++) seen += (check_pixel(&s->picture, 50, y) & 0xFFFFFF) == stage_color(1, 0);
      CHECK(abs(seen - (int)stage_height(1)) <= 1);
    }
  }
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
  return frames;
}

static void test_crossing(void) {
  static const int threads[] = {2, 1, 0, 2};
  uint32_t *first = frames_of_crossing(2, 0);
  int run;
  for (run = 0; run < 4; run++) {
    uint32_t *other = frames_of_crossing(threads[run], run * 5);
    CHECK(memcmp(first, other, sizeof(uint32_t) * FRAMES * WIDTH * HEIGHT) == 0);
    free(other);
  }
  free(first);
}

int main(void) {
  test_search();
  test_reversed();
  test_crossing();
  return check_done(__FILE__);
}
