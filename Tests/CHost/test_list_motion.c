/* Rows that come, go, move and change in a transition, frame by frame on a clock that is moved by hand. */
#include "list_stage.h"

enum { VIEW = 200, ROW = 40, STEPS = 10 };

#define CHECK_CLOSE(actual, expected, tolerance) \
  check_number((actual), (expected), (tolerance), __FILE__, __LINE__, #actual)

static int ended, finished;

static void did_end(bool is_finished, void *user_data) {
  (void)user_data;
  ended++;
  finished += is_finished;
}

static list_stage *make_stage(size_t count, int threads) {
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  list_stage *s = stage_make(NULL, VIEW, VIEW, threads);
  scroll.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
  s->height = ROW;
  stage_fill(s, count, 0);
  stage_give(s);
  stage_settle(s);
  ended = finished = 0;
  return s;
}

/* Ten frames along a straight line. */
static void begin(list_stage *s, lamina_transition_effect appears, lamina_transition_effect leaves) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  how.curve = "linear";
  how.duration_us = STEPS * 16000;
  options.animation = &how;
  options.appears = appears;
  options.leaves = leaves;
  CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
}

static void end(list_stage *s) { CHECK_OK(lamina_context_end_transition(s->context, did_end, NULL, NULL)); }

static void put_in(list_stage *s, size_t at, uint64_t identity) {
  memmove(s->rows + at + 1, s->rows + at, (s->count - at) * sizeof *s->rows);
  s->count++;
  s->rows[at].identity = identity;
  s->rows[at].version = 0;
  CHECK_OK(lamina_list_insert_rows(s->list, at, s->rows + at, 1));
}

static void take_out(list_stage *s, size_t at, size_t count) {
  memmove(s->rows + at, s->rows + at + count, (s->count - at - count) * sizeof *s->rows);
  s->count -= count;
  CHECK_OK(lamina_list_remove_rows(s->list, at, count));
}

static void move(list_stage *s, size_t from, size_t to) {
  lamina_list_row row = s->rows[from];
  memmove(s->rows + from, s->rows + from + 1, (s->count - from - 1) * sizeof *s->rows);
  memmove(s->rows + to + 1, s->rows + to, (s->count - to - 1) * sizeof *s->rows);
  s->rows[to] = row;
  CHECK_OK(lamina_list_move_row(s->list, from, to));
}

/* The first line that shows a row as it is; -1 for none. */
static int top_of(list_stage *s, uint64_t identity) {
  int y;
  for (y = 0; y < VIEW; y++) {
    if ((check_pixel(&s->picture, VIEW / 2, y) & 0xFFFFFF) >> 8 == stage_color(identity, 0) >> 8) return y;
  }
  return -1;
}

static uint32_t pixel_at(list_stage *s, int y) { return check_pixel(&s->picture, VIEW / 2, y) & 0xFFFFFF; }

/* How much of a row's green there is at a line above white, 0 to 1. */
static double shown_at(list_stage *s, int y, uint64_t identity) {
  double full = stage_color(identity, 0) & 0xFF, now = pixel_at(s, y) & 0xFF;
  return (255 - now) / (255 - full);
}

static void finish(list_stage *s) {
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
}

/* What is below makes room, step by step; what comes fades in where it stands, below the others. */
static void test_insert(int threads) {
  list_stage *s = make_stage(30, threads);
  int i;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  put_in(s, 1, 50);
  end(s);
  CHECK_NEAR(stage_place(s, 2).origin.y, 2 * ROW);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  for (i = 0; i <= STEPS; i++) {
    stage_frame(s);
    CHECK_EQUAL(top_of(s, 1), 0);
    CHECK_EQUAL(top_of(s, 2), ROW + i * ROW / STEPS);
    CHECK_EQUAL(top_of(s, 4), i == STEPS ? 4 * ROW : 3 * ROW + i * ROW / STEPS);
    if (i > 0) CHECK_CLOSE(shown_at(s, ROW + 1, 50), i / (double)STEPS, 0.02);
    CHECK_EQUAL(ended, i == STEPS);
  }
  CHECK_EQUAL(finished, 1);
  finish(s);
  CHECK_EQUAL(ended, 1);
  stage_end(s);
}

/* What goes fades out where it stood, below what closes up. */
static void test_remove(int threads) {
  list_stage *s = make_stage(30, threads);
  int i;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  take_out(s, 1, 2);
  end(s);
  for (i = 0; i <= STEPS; i++) {
    if (i > 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    CHECK_EQUAL(top_of(s, 1), 0);
    CHECK_EQUAL(top_of(s, 4), 3 * ROW - i * 2 * ROW / STEPS);
    if (i < STEPS / 2) CHECK_CLOSE(shown_at(s, ROW + 1, 2), 1 - i / (double)STEPS, 0.02);
  }
  finish(s);
  CHECK_EQUAL(ended, 1);
  CHECK_EQUAL(finished, 1);
  stage_end(s);
}

/* What moves goes from where it is shown; a second change takes over without a jump. */
static void test_move(int threads) {
  list_stage *s = make_stage(30, threads);
  int i, last, now;
  begin(s, LAMINA_TRANSITION_EFFECT_NONE, LAMINA_TRANSITION_EFFECT_NONE);
  move(s, 0, 3);
  end(s);
  for (i = 0; i <= STEPS; i++) {
    stage_frame(s);
    if (i == 1) {
      CHECK_EQUAL(top_of(s, 5), 4 * ROW);
      CHECK_EQUAL(top_of(s, 4) < 0 ? 3 * ROW - 4 : top_of(s, 4), 3 * ROW - 4);
    }
  }
  CHECK_EQUAL(top_of(s, 2), 0);
  CHECK_EQUAL(top_of(s, 1), 3 * ROW);
  finish(s);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  put_in(s, 0, 60);
  end(s);
  for (i = 0; i < 5; i++) stage_frame(s);
  last = top_of(s, 5);
  CHECK_EQUAL(last, 4 * ROW + 16);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  take_out(s, 0, 1);
  end(s);
  for (i = 0; i < 2 * STEPS; i++) {
    stage_frame(s);
    now = top_of(s, 5);
    CHECK(now < 0 || abs(now - last) <= 8);
    if (now >= 0) last = now;
  }
  CHECK_EQUAL(last, 4 * ROW);
  finish(s);
  CHECK_EQUAL(ended, 3);
  stage_end(s);
}

/* The row that the reader looks at stays, in every frame; so does all that is seen with it. */
static void test_anchor(void) {
  list_stage *s = make_stage(100, 2);
  uint32_t *before = (uint32_t *)malloc(VIEW * VIEW * 4);
  int i;
  CHECK_OK(lamina_list_scroll_to_row(s->list, 50, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_scroll_by(s, 13);
  stage_settle(s);
  memcpy(before, s->picture.pixels, VIEW * VIEW * 4);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  put_in(s, 3, 201);
  put_in(s, 48, 202);
  take_out(s, 10, 4);
  move(s, 5, 95);
  end(s);
  for (i = 0; i < STEPS + 5; i++) {
    stage_frame(s);
    CHECK(memcmp(before, s->picture.pixels, VIEW * VIEW * 4) == 0);
    if (i % 3 == 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  }
  finish(s);
  CHECK_EQUAL(ended, 1);
  free(before);
  stage_end(s);
}

/* Without a transition nothing moves, and with reduced motion nothing does, either: rows fade in at their places. */
static void test_at_once(bool reduced) {
  list_stage *s = make_stage(30, 2);
  int i;
  if (reduced) {
    CHECK_OK(lamina_context_set_reduced_motion(s->context, true));
    begin(s, LAMINA_TRANSITION_EFFECT_TOP, LAMINA_TRANSITION_EFFECT_TOP);
  }
  put_in(s, 1, 50);
  if (reduced) end(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_frame(s);
  CHECK_EQUAL(top_of(s, 1), 0);
  if (reduced) {
    CHECK_EQUAL(top_of(s, 2), -1);
    stage_frame(s), stage_frame(s);
    CHECK_CLOSE(shown_at(s, 2 * ROW + 1, 2), 0.2, 0.02);
  } else {
    CHECK_EQUAL(top_of(s, 2), 2 * ROW);
  }
  for (i = 0; i < STEPS; i++) stage_frame(s);
  finish(s);
  CHECK_EQUAL(ended, reduced);
  stage_end(s);
}

/* Rows that a fast scroll brings into view are there at once, whatever has come in a transition. */
static void test_fast_scroll(void) {
  list_stage *s = make_stage(100, 2);
  int i, y;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  for (i = 0; i < 3; i++) put_in(s, 2, 300 + (uint64_t)i);
  end(s);
  for (i = 0; i < STEPS; i++) {
    stage_scroll_by(s, 170);
    stage_frame(s);
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    for (y = 5; y < VIEW && i > 0; y += 10) {
      uint32_t green = pixel_at(s, y) & 0xFF;
      CHECK(green == 0x20 || green == 0xFF);
    }
  }
  finish(s);
  CHECK_EQUAL(ended, 1);
  stage_end(s);
}

/* Another look of a row fades in over the old one, at its place. */
static void test_update(void) {
  list_stage *s = make_stage(30, 2);
  uint32_t before, now;
  int i;
  before = pixel_at(s, ROW + 1) & 0xFF;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  s->rows[1].version = 3;
  CHECK_OK(lamina_list_set_row_version(s->list, 1, 3));
  end(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  for (i = 0; i < STEPS; i++) {
    stage_frame(s);
    now = pixel_at(s, ROW + 1) & 0xFF;
    CHECK_CLOSE((double)now - before, (0xC0) * i / (double)STEPS, 3);
    CHECK_EQUAL(top_of(s, 3), 2 * ROW);
  }
  stage_settle(s);
  CHECK_EQUAL(pixel_at(s, ROW + 1) & 0xFF, before + 0xC0);
  CHECK_EQUAL(ended, 1);
  stage_end(s);
}

/* A chat that follows its end moves up; a batch of changes is one movement. */
static void test_follows(void) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  list_stage *s;
  int i;
  options.follows_end = true;
  options.estimated_row_height = ROW;
  s = stage_make(&options, VIEW, VIEW, 2);
  scroll.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
  s->height = ROW;
  stage_fill(s, 30, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(top_of(s, 30), 4 * ROW);
  ended = 0;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  stage_add(s, 31, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  stage_add(s, 32, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  CHECK_OK(lamina_list_apply_changes(s->list, NULL, 0, s->rows, s->count, NULL, NULL, NULL));
  end(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  for (i = 0; i <= STEPS; i++) {
    stage_frame(s);
    CHECK_EQUAL(top_of(s, 30), 4 * ROW - 2 * i * ROW / STEPS);
  }
  finish(s);
  CHECK_EQUAL(ended, 1);
  stage_end(s);
}

static uint32_t below(uint64_t *seed, uint32_t limit) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % limit;
}

/* Several changes in one transition, of rows of all heights: its first frame is what was seen before, its last what is
 * to be seen, and all is told once. */
static void test_random(uint64_t seed, bool scrolled, int threads) {
  uint32_t *before = (uint32_t *)malloc(VIEW * VIEW * 4);
  list_stage *s = make_stage(60, threads);
  uint64_t random = seed;
  int i, step, round;
  s->height = 0;
  CHECK_OK(lamina_list_set_row_count(s->list, 0, 0));
  stage_give(s);
  if (scrolled) stage_scroll_by(s, 500);
  stage_settle(s);
  for (round = 0; round < 4; round++) {
    CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
    memcpy(before, s->picture.pixels, VIEW * VIEW * 4);
    ended = finished = 0;
    begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
    for (step = 0; step < 4; step++) {
      uint32_t at = (uint32_t)stage_state(s).first_row + below(&random, 6);
      switch (below(&random, 3)) {
        case 0: put_in(s, at, 1000 + seed * 100 + (uint64_t)round * 10 + (uint64_t)step); break;
        case 1: take_out(s, at, 1 + below(&random, 2)); break;
        default: move(s, at, (uint32_t)stage_state(s).first_row + below(&random, 8)); break;
      }
    }
    end(s);
    stage_frame(s);
    if (memcmp(before, s->picture.pixels, VIEW * VIEW * 4) != 0) {
      printf("seed %d, round %d: the first frame differs\n", (int)seed, round);
      CHECK(!"the first frame shows what was seen before");
    }
    for (i = 0; i < 2 * STEPS; i++) {
      CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
    }
    finish(s);
    CHECK_EQUAL(ended, 1);
  }
  free(before);
  stage_end(s);
}

/* ---- Trees ---- */

static lamina_node *make_cell(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  list_stage *s = (list_stage *)user_data;
  lamina_node *node = cell->reused != NULL ? cell->reused : check_node(s->context);
  (void)list;
  CHECK_OK(check_set_size(node, check_make_size(VIEW, ROW)));
  CHECK_OK(lamina_node_set_background(node, check_make_color(stage_color(cell->identity, 0))));
  return node;
}

/* Rows of trees move as others do; the tree of one that leaves may show another one meanwhile. */
static void test_trees(void) {
  list_stage *s = stage_make(NULL, VIEW, VIEW, 2);
  int i;
  CHECK_OK(lamina_list_set_cell_callback(s->list, 1, make_cell, false, s, NULL));
  s->height = ROW;
  stage_fill(s, 30, 1);
  stage_give(s);
  stage_settle(s);
  ended = 0;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  take_out(s, 1, 1);
  put_in(s, 3, 50);
  end(s);
  for (i = 0; i <= STEPS; i++) {
    if (i > 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    CHECK_EQUAL(top_of(s, 1), 0);
    CHECK_EQUAL(top_of(s, 3), 2 * ROW - i * ROW / STEPS);
    CHECK_EQUAL(top_of(s, 5), 4 * ROW);
  }
  finish(s);
  CHECK_EQUAL(ended, 1);
  /* Scrolled rows do not fade while a transition is under way. */
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  move(s, 0, 1);
  end(s);
  for (i = 0; i < STEPS; i++) {
    stage_scroll_by(s, 70);
    stage_frame(s);
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    if (i > 2) CHECK((pixel_at(s, 100) & 0xFF) == 0x20);
  }
  finish(s);
  stage_end(s);
}

/* Rows that change places with others far away leave the view, and those appear: there is something to be seen in each
 * frame, also of rows that were in view before. */
static void test_far(bool by_trees) {
  list_stage *s = stage_make(NULL, VIEW, VIEW, 2);
  size_t row;
  int i, y, round;
  if (by_trees) CHECK_OK(lamina_list_set_cell_callback(s->list, 1, make_cell, false, s, NULL));
  (s->width = VIEW, s->height = ROW);
  stage_fill(s, 1000, by_trees);
  stage_give(s);
  stage_settle(s);
  for (round = 0; round < 4; round++) {
    ended = finished = 0;
    begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
    for (row = 0; row < s->count / 2; row++) {
      lamina_list_row other = s->rows[s->count - 1 - row];
      s->rows[s->count - 1 - row] = s->rows[row];
      s->rows[row] = other;
    }
    stage_give(s);
    end(s);
    for (i = 0; i < 2 * STEPS; i++) {
      int blank = 0;
      CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
      for (y = 5; y < VIEW; y += 10) blank += pixel_at(s, y) == 0xFFFFFF;
      CHECK(blank <= 10);
    }
    finish(s);
    CHECK_EQUAL(ended, 1);
    CHECK_EQUAL(finished, 1);
    CHECK_EQUAL(top_of(s, round % 2 == 0 ? 1000 : 1), 0);
  }
  stage_end(s);
}

/* A row that is put far away goes to the edge of the view in all the time that there is; one that comes back appears,
 * whether it was in view before or not. */
static void test_far_row(void) {
  list_stage *s = make_stage(1000, 2);
  int i;
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  move(s, 1, 900);
  end(s);
  for (i = 0; i <= STEPS; i++) {
    int top = ROW + i * (VIEW + ROW) / STEPS;
    if (i > 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    CHECK_EQUAL(top_of(s, 2), top < VIEW ? top : -1);
    CHECK_EQUAL(top_of(s, 1), 0);
  }
  finish(s);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  move(s, 900, 1);
  end(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  for (i = 0; i <= STEPS; i++) {
    stage_frame(s);
    if (i > 0) CHECK_CLOSE(shown_at(s, ROW + 1, 2), i / (double)STEPS, 0.02);
    CHECK_EQUAL(top_of(s, 4), i == STEPS ? 3 * ROW : 2 * ROW + i * ROW / STEPS);
  }
  finish(s);
  CHECK_EQUAL(ended, 2);
  stage_end(s);
}

/* A header that is held at the top goes with its section: it fades where it stands, above what comes. */
static void test_held_header(int scrolled) {
  list_stage *s = make_stage(0, 2);
  uint32_t color = stage_color(1, 0) & 0xFFFFFF;
  int i;
  stage_fill(s, 30, 0);
  s->rows[0].role = s->rows[5].role = LAMINA_LIST_ROW_ROLE_HEADER;
  stage_give(s);
  stage_settle(s);
  stage_scroll_by(s, scrolled);
  stage_settle(s);
  CHECK_EQUAL(pixel_at(s, 2), color);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  take_out(s, 0, 5);
  end(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_frame(s);
  CHECK_EQUAL(pixel_at(s, 2), color);
  for (i = 0; i <= STEPS; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
  }
  finish(s);
  stage_end(s);
}

/* The context, or the list, ends in the middle: whoever waits is told once. */
static void test_ends(bool list_first) {
  list_stage *s = make_stage(30, 2);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  put_in(s, 1, 50);
  take_out(s, 3, 1);
  end(s);
  stage_frame(s);
  if (list_first) {
    lamina_list_release(lamina_list_retain(s->list));
    lamina_list_release(s->list);
    s->list = NULL;
    stage_frame(s), stage_frame(s);
  }
  stage_end(s);
  CHECK_EQUAL(ended, 1);
  CHECK_EQUAL(finished, 0);
}

/* Changes behind a transition, and in the completion of one that a finger has taken back, are there at once. */
static void put_back(bool is_finished, void *user_data) {
  did_end(is_finished, user_data);
  put_in((list_stage *)user_data, 2, 77);
}

static void test_behind(bool held) {
  list_stage *s = make_stage(30, 2);
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  char text[200];
  uint64_t number = 0;
  int i;
  options.animation = &how;
  if (held) how.speed = 0;
  CHECK_OK(lamina_context_begin_transition(s->context, &options, &number));
  take_out(s, 2, 1);
  CHECK_OK(lamina_context_end_transition(s->context, held ? put_back : did_end, s, NULL));
  stage_frame(s);
  if (held) {
    for (i = 1; i < 4; i++) {
      CHECK_OK(lamina_context_set_animation_progress(s->context, number, i * 0.1));
      stage_frame(s);
    }
    CHECK_OK(lamina_context_move_animation(s->context, number, 0, NULL));
  }
  for (i = 0; i < 60; i++) {
    /* It has begun once a worker has drawn the row that comes into view. */
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
  }
  CHECK_EQUAL(ended, 1);
  finish(s);
  take_out(s, 1, 1);
  put_in(s, 4, 78);
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_context_read_animations(s->context, text, sizeof text, NULL));
  CHECK_EQUAL(atoi(text), 0);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_frame(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* Rows of a transition that is cancelled in the middle stand where they belong. */
static void test_cancelled(void) {
  list_stage *s = make_stage(30, 2);
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  uint64_t number = 0;
  int i;
  options.animation = &how;
  CHECK_OK(lamina_context_begin_transition(s->context, &options, &number));
  take_out(s, 2, 1);
  put_in(s, 0, 70);
  CHECK_OK(lamina_context_end_transition(s->context, did_end, s, NULL));
  for (i = 0; i < 7; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
  }
  CHECK_OK(lamina_context_cancel_animation(s->context, number));
  stage_frame(s);
  CHECK_EQUAL(ended, 1);
  CHECK_EQUAL(finished, 0);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* ---- Layouts of ones own ---------------------------------------------------------------------------------------- */

static lamina_status pile(lamina_list_frames *given, void *user_data) {
  size_t row;
  (void)user_data;
  for (row = 0; row < given->row_count; row++) {
    given->frames[row] = check_make_rect(0, (double)row * ROW, given->view.width, ROW);
  }
  return LAMINA_OK;
}

/* Rows go from where they are shown to where the host puts them, by frames or when its callback has returned. */
static void test_own(bool by_callback) {
  static lamina_rect frames[STAGE_MOST];
  list_stage *s = make_stage(30, 2);
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  lamina_list_frames given = LAMINA_LIST_FRAMES_INIT;
  int i;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  given.view = check_make_size(VIEW, VIEW);
  given.frames = frames;
  given.row_count = 30;
  pile(&given, NULL);
  if (by_callback) {
    CHECK_OK(lamina_list_set_layout_callback(s->list, pile, NULL, NULL));
  } else {
    layout.frames = frames;
    layout.frame_count = 30;
  }
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  finish(s);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  put_in(s, 1, 50);
  if (!by_callback) {
    given.row_count = layout.frame_count = 31;
    pile(&given, NULL);
    CHECK_OK(lamina_list_set_layout(s->list, &layout));
  }
  end(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  CHECK_NEAR(stage_place(s, 2).origin.y, 2 * ROW);
  for (i = 0; i <= STEPS; i++) {
    stage_frame(s);
    CHECK_EQUAL(top_of(s, 1), 0);
    CHECK_EQUAL(top_of(s, 2), ROW + i * ROW / STEPS);
    CHECK_EQUAL(top_of(s, 4), i == STEPS ? 4 * ROW : 3 * ROW + i * ROW / STEPS);
  }
  finish(s);
  CHECK_EQUAL(ended, 1);
  stage_end(s);
}

/* A row that has appeared stands above the one before it, which it overlaps. */
static void test_own_order(void) {
  static lamina_rect frames[31];
  list_stage *s = make_stage(30, 2);
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  int i;
  s->width = VIEW;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  layout.frames = frames;
  for (i = 0; i < 31; i++) frames[i] = check_make_rect(0, i * ROW / 2, VIEW, ROW);
  layout.frame_count = 30;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  begin(s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  put_in(s, 2, 50);
  layout.frame_count = 31;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  end(s);
  for (i = 0; i < 2 * STEPS; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
  }
  stage_settle(s);
  for (i = 0; i < 8; i++) CHECK_EQUAL(top_of(s, s->rows[i].identity), i * ROW / 2);
  CHECK_EQUAL(ended, 1);
  stage_end(s);
}

int main(void) {
  int i;
  test_insert(2);
  test_insert(0);
  test_remove(2);
  test_remove(0);
  test_move(2);
  test_anchor();
  test_at_once(false);
  test_at_once(true);
  test_fast_scroll();
  test_update();
  test_follows();
  for (i = 1; i <= 40; i++) test_random((uint64_t)i, i % 2, i % 3);
  test_trees();
  test_far(false);
  test_far(true);
  test_far_row();
  test_cancelled();
  test_behind(false);
  test_behind(true);
  test_ends(false);
  test_ends(true);
  test_own(false);
  test_own(true);
  test_own_order();
  for (i = 0; i <= 130; i += 26) test_held_header(i);
  return check_done(__FILE__);
}
