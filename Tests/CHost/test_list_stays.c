/* What stays and what comes back in lists that change while they are looked at or move: bounces, scrolls in time,
 * searches, rows in another order; and frames of rows that cross, which are the same with any number of workers. */
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

/* ---- Bounces ---- */

static void point(list_stage *s, lamina_event_kind kind, double y) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = kind;
  event.time_us = s->time;
  event.position = check_make_point(50, y);
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
}

/* Pulled past an end it comes back bit by bit, also though rows are measured on the way. */
static void test_bounce(bool at_end) {
  list_stage *s = make_stage(300, 2);
  lamina_scroll_options options = LAMINA_SCROLL_OPTIONS_INIT;
  double y = at_end ? 180 : 20, step = at_end ? -25 : 25, past = 0, last, side = at_end ? 1 : -1;
  int i;
  options.physics = LAMINA_SCROLL_PHYSICS_BOUNCING;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  if (at_end) CHECK_OK(lamina_list_scroll_to_row(s->list, 299, LAMINA_SCROLL_ALIGNMENT_END, NULL));
  stage_settle(s);
  point(s, LAMINA_EVENT_KIND_POINTER_DOWN, y);
  for (i = 0; i < 6; i++) {
    idle_frame(s);
    point(s, LAMINA_EVENT_KIND_POINTER_MOVE, y += step);
  }
  point(s, LAMINA_EVENT_KIND_POINTER_UP, y);
  for (i = 0; i < 100; i++) {
    lamina_scroll_state state;
    idle_frame(s);
    state = stage_scroll(s);
    last = past;
    past = side * (at_end ? state.offset.y - state.max_offset.y : state.offset.y);
    if (i == 0) CHECK(past > 30);
    /* It never runs on into the content, and is back by small steps. */
    CHECK(past > -0.5);
    if (i > 0) CHECK(fabs(past - last) < 25);
  }
  CHECK_NEAR(past, 0);
  stage_end(s);
}

/* ---- Scrolls in time ---- */

static lamina_animation_options in_time(void) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  how.duration_us = 400000;
  return how;
}

/* On its way to a row, 400 rows that it would have come by go, and with `goes` that row, too: it stays within the
 * content, and does not turn round. */
static void test_flight(bool goes) {
  list_stage *s = make_stage(1000, 2);
  lamina_animation_options how = in_time();
  double last, offset = 0;
  size_t target = goes ? 500 : 900, i;
  int n;
  CHECK_OK(lamina_list_scroll_to_row(s->list, target, LAMINA_SCROLL_ALIGNMENT_START, &how));
  for (n = 0; n < 6; n++) idle_frame(s);
  for (s->count = i = 0; i < 1000; i++) {
    if (i < 200 || i >= 800 || (!goes && i == target)) s->rows[s->count++] = s->rows[i];
  }
  stage_give(s);
  last = stage_scroll(s).offset.y;
  for (n = 0; n < 40; n++) {
    lamina_scroll_state state;
    idle_frame(s);
    state = stage_scroll(s);
    offset = state.offset.y;
    CHECK(offset >= 0 && offset <= state.max_offset.y + 0.01);
    CHECK(stage_state(s).visible_count > 0);
    if (!goes) CHECK(offset > last - 60);
    last = offset;
  }
  if (!goes) CHECK_NEAR(stage_place(s, 300).origin.y, 0);
  CHECK(!stage_scroll(s).is_moving);
  stage_end(s);
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
  test_bounce(false);
  test_bounce(true);
  test_flight(false);
  test_flight(true);
  test_search();
  test_reversed();
  test_crossing();
  return check_done(__FILE__);
}
