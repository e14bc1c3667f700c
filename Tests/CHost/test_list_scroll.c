/* Lists that are scrolled: to rows in time, to rows whose trees are not there yet, to rest at rows, and until they
 * rest. */
#include "list_stage.h"

static list_stage *make_stage(const lamina_list_options *options, size_t count, int threads) {
  list_stage *s = stage_make(options, 200, 200, threads);
  stage_fill(s, count, 0);
  stage_give(s);
  return s;
}

static void set_scroll(list_stage *s, lamina_scroll_snap snap, lamina_scroll_alignment alignment) {
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  scroll.bars = LAMINA_SCROLL_BARS_NONE;
  scroll.snap = snap;
  scroll.snap_alignment = alignment;
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
}

/* Where a row is to stand. */
static double aligned(list_stage *s, size_t row, lamina_scroll_alignment alignment) {
  double height = stage_place(s, row).size.height;
  return alignment == LAMINA_SCROLL_ALIGNMENT_START ? 0
       : alignment == LAMINA_SCROLL_ALIGNMENT_END   ? 200 - height
                                                    : (200 - height) / 2;
}

/* A frame, with all that workers have to do for it done. */
static void finished_frame(list_stage *s) {
  stage_frame(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
}

/* The rows that are passed have other heights than was thought, and some come before them meanwhile: what is seen moves
 * on without a jump, and ends exactly. */
static void to_row_in_time(lamina_scroll_alignment alignment, bool spring, int threads) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  list_stage *s = make_stage(NULL, 400, threads);
  size_t row = 120;
  double last = 0;
  int frames = 0;
  set_scroll(s, LAMINA_SCROLL_SNAP_NONE, LAMINA_SCROLL_ALIGNMENT_START);
  stage_settle(s);
  how.duration_us = 480000;
  if (spring) how.timing = LAMINA_ANIMATION_TIMING_SPRING;
  CHECK_OK(lamina_list_scroll_to_row(s->list, row, alignment, &how));
  CHECK(stage_scroll(s).is_moving && !stage_state(s).is_settled);
  CHECK_NEAR(stage_scroll(s).offset.y, 0);
  while (stage_scroll(s).is_moving && frames++ < 200) {
    lamina_rect seen = stage_place(s, stage_state(s).first_row + 1);
    size_t first = stage_state(s).first_row + 1;
    finished_frame(s);
    if (frames == 12) {
      memmove(s->rows + 5, s->rows, s->count * sizeof *s->rows);
      s->count += 5;
      s->rows[0].identity = 3001, s->rows[1].identity = 3002, s->rows[2].identity = 3003;
      s->rows[3].identity = 3004, s->rows[4].identity = 3005;
      CHECK_OK(lamina_list_insert_rows(s->list, 0, s->rows, 5));
      row += 5;
      continue;
    }
    /* What was seen has moved up, and no farther than a frame's share of the way. */
    last = seen.origin.y - stage_place(s, first).origin.y;
    if (!spring) CHECK(last > -0.01);
    CHECK(last < 800);
    stage_check(s, __LINE__);
  }
  CHECK(frames > 20 && frames < 200);
  CHECK_NEAR(stage_place(s, row).origin.y, aligned(s, row, alignment));
  stage_settle(s);
  CHECK_NEAR(stage_place(s, row).origin.y, aligned(s, row, alignment));
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

static void test_to_row(void) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  list_stage *s;
  to_row_in_time(LAMINA_SCROLL_ALIGNMENT_START, false, 2);
  to_row_in_time(LAMINA_SCROLL_ALIGNMENT_CENTER, false, 0);
  to_row_in_time(LAMINA_SCROLL_ALIGNMENT_END, true, 2);
  s = make_stage(NULL, 100, 2);
  stage_settle(s);
  /* By the shortest way: not at all for one that is seen. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 1, LAMINA_SCROLL_ALIGNMENT_NEAREST, NULL));
  CHECK_NEAR(stage_scroll(s).offset.y, 0);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 50, LAMINA_SCROLL_ALIGNMENT_NEAREST, NULL));
  CHECK_NEAR(stage_place(s, 50).origin.y, aligned(s, 50, LAMINA_SCROLL_ALIGNMENT_END));
  CHECK_OK(lamina_list_scroll_to_row(s->list, 20, LAMINA_SCROLL_ALIGNMENT_NEAREST, NULL));
  CHECK_NEAR(stage_place(s, 20).origin.y, 0);
  /* The row goes away on the way. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 80, LAMINA_SCROLL_ALIGNMENT_START, &how));
  stage_frame(s);
  CHECK_OK(lamina_list_remove_rows(s->list, 70, 20));
  stage_settle(s);
  CHECK(!stage_scroll(s).is_moving);
  /* A command takes over, and a finger. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 0, LAMINA_SCROLL_ALIGNMENT_START, &how));
  stage_frame(s);
  stage_scroll_by(s, 1);
  CHECK(!stage_scroll(s).is_moving);
  how.timing = LAMINA_ANIMATION_TIMING_DECAY;
  CHECK_STATUS(lamina_list_scroll_to_row(s->list, 0, LAMINA_SCROLL_ALIGNMENT_START, &how), LAMINA_ERROR_INVALID_ARGUMENT);
  how.timing = LAMINA_ANIMATION_TIMING_CURVE;
  how.curve = "steep";
  CHECK_STATUS(lamina_list_scroll_to_row(s->list, 0, LAMINA_SCROLL_ALIGNMENT_START, &how), LAMINA_ERROR_INVALID_ARGUMENT);
  stage_end(s);
}

static void pointer(list_stage *s, lamina_event_kind kind, double y) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = kind;
  event.time_us = s->time;
  event.position = check_make_point(50, y);
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
}

/* A finger moves the list by `distance` in six frames and lets go of it, at rest or in full motion. */
static void drag(list_stage *s, double distance, bool flicks) {
  double y = 190;
  int i;
  pointer(s, LAMINA_EVENT_KIND_POINTER_DOWN, y);
  for (i = 0; i < 6; i++) {
    stage_frame(s);
    y -= (distance + (i == 0 ? 18 : 0)) / 6;
    if (i == 0) y -= 18.0 * 5 / 6;
    pointer(s, LAMINA_EVENT_KIND_POINTER_MOVE, y);
  }
  for (i = 0; i < 12 && !flicks; i++) stage_frame(s);
  pointer(s, LAMINA_EVENT_KIND_POINTER_UP, y);
}

/* The row that stands as `alignment` says; SIZE_MAX for none. */
static size_t row_at_rest(list_stage *s, lamina_scroll_alignment alignment) {
  lamina_list_state state = stage_state(s);
  size_t row;
  for (row = state.first_row; row < state.first_row + state.visible_count; row++) {
    if (fabs(stage_place(s, row).origin.y - aligned(s, row, alignment)) < 0.01) return row;
  }
  return SIZE_MAX;
}

/* It comes to rest at rows, also at ones that are measured while it is on its way to them, and stays there. */
static void snaps(lamina_scroll_alignment alignment, int threads) {
  list_stage *s = make_stage(NULL, 500, threads);
  size_t row;
  int i;
  set_scroll(s, LAMINA_SCROLL_SNAP_MANDATORY, alignment);
  stage_settle(s);
  for (i = 0; i < 6; i++) {
    drag(s, i % 2 ? 40 : 130, i != 1);
    stage_settle(s);
    row = row_at_rest(s, alignment);
    CHECK(row != SIZE_MAX && row > 0);
    CHECK_EQUAL(stage_check(s, __LINE__), 0);
  }
  /* Rows that come and go leave it at the row. */
  row = row_at_rest(s, alignment);
  CHECK_OK(lamina_list_remove_rows(s->list, 0, 3));
  CHECK_EQUAL(row_at_rest(s, alignment), row - 3);
  CHECK_OK(lamina_list_remove_rows(s->list, row - 3, 1));
  stage_frame(s);
  CHECK(row_at_rest(s, alignment) != SIZE_MAX);
  stage_end(s);
}

static void test_snap(void) {
  list_stage *s;
  snaps(LAMINA_SCROLL_ALIGNMENT_START, 2);
  snaps(LAMINA_SCROLL_ALIGNMENT_CENTER, 0);
  snaps(LAMINA_SCROLL_ALIGNMENT_END, 2);
  /* Near one: within a third of the view. Rows longer than the view leave room for more. */
  s = stage_make(NULL, 200, 200, 2);
  s->height = 190;
  stage_fill(s, 50, 0);
  stage_give(s);
  set_scroll(s, LAMINA_SCROLL_SNAP_PROXIMITY, LAMINA_SCROLL_ALIGNMENT_START);
  stage_settle(s);
  drag(s, 170, false);
  stage_settle(s);
  CHECK_NEAR(stage_scroll(s).offset.y, 190);
  drag(s, 90, false);
  stage_settle(s);
  CHECK_NEAR(stage_scroll(s).offset.y, 190 + 90);
  stage_end(s);
}

static void test_reversed_snap(void) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  list_stage *s;
  options.reversed = true;
  s = make_stage(&options, 300, 2);
  set_scroll(s, LAMINA_SCROLL_SNAP_MANDATORY, LAMINA_SCROLL_ALIGNMENT_START);
  stage_settle(s);
  drag(s, -130, true);
  stage_settle(s);
  /* Where the view begins: at the bottom. */
  CHECK(row_at_rest(s, LAMINA_SCROLL_ALIGNMENT_END) != SIZE_MAX);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  CHECK_EQUAL(row_at_rest(s, LAMINA_SCROLL_ALIGNMENT_END), 100);
  stage_end(s);
}

/* ---- Trees ---- */

static lamina_node *make_cell(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  list_stage *s = (list_stage *)user_data;
  lamina_node *node = cell->reused != NULL ? cell->reused : check_node(s->context);
  (void)list;
  CHECK_OK(check_set_size(node, check_make_size(200, 12 + (double)(cell->identity * 37 % 61))));
  CHECK_OK(lamina_node_set_background(node, check_make_color(stage_color(cell->identity, 0))));
  return node;
}

/* A row of a tree that nobody has made yet comes into sight where it stays. */
static void tree_jump(lamina_scroll_alignment alignment, bool on_owner) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  int i;
  CHECK_OK(lamina_list_set_cell_callback(s->list, 1, make_cell, on_owner, s, NULL));
  stage_fill(s, 3000, 1);
  stage_give(s);
  set_scroll(s, LAMINA_SCROLL_SNAP_NONE, LAMINA_SCROLL_ALIGNMENT_START);
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 2000, alignment, NULL));
  for (i = 0; i < 60; i++) {
    lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
    stage_frame(s);
    CHECK_OK(lamina_list_get_row_place(s->list, 2000, &place));
    if (place.is_measured) {
      CHECK_EQUAL(place.frame.size.height, 12 + 2001 * 37 % 61);
      CHECK_NEAR(place.frame.origin.y, aligned(s, 2000, alignment));
    }
  }
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 2000).origin.y, aligned(s, 2000, alignment));
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* Faster than workers are: what they are given to reuse is nobody else's. */
static void test_fast_trees(void) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  int i;
  CHECK_OK(lamina_list_set_cell_callback(s->list, 1, make_cell, false, s, NULL));
  stage_fill(s, 3000, 1);
  stage_give(s);
  stage_settle(s);
  for (i = 0; i < 300; i++) {
    stage_scroll_by(s, (i % 40 < 20 ? 1 : -1) * (double)(i * 7919 % 700));
    stage_frame(s);
    if (i % 3 == 0) check_sleep_ms(1);
  }
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* What is scrolled to stands below the header that stays in view. */
static void test_below_header(bool animated) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  list_stage *s = stage_make(NULL, 200, 200, 2);
  size_t found = 0;
  double header;
  int i;
  for (i = 0; i < 300; i++) {
    stage_add(s, (uint64_t)i + 1, 0, i % 30 == 0 ? LAMINA_LIST_ROW_ROLE_HEADER : LAMINA_LIST_ROW_ROLE_ITEM);
  }
  stage_give(s);
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 200, LAMINA_SCROLL_ALIGNMENT_START, animated ? &how : NULL));
  stage_settle(s);
  header = stage_height(s->rows[180].identity);
  CHECK_NEAR(stage_place(s, 180).origin.y, 0);
  CHECK_NEAR(stage_place(s, 200).origin.y, header);
  CHECK_OK(lamina_list_find_row(s->list, check_make_point(3, header + 1), &found));
  CHECK_EQUAL(found, 200);
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_SINGLE));
  CHECK_OK(lamina_list_set_row_selected(s->list, 200, true));
  CHECK_OK(lamina_list_move_selection(s->list, -1, false));
  CHECK_NEAR(stage_place(s, 199).origin.y, header);
  /* A header itself stands at the beginning. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 90, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  CHECK_NEAR(stage_place(s, 90).origin.y, 0);
  stage_end(s);
}

static int begun;

static lamina_node *make_slowly(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *node = cell->reused;
  (void)list;
  __atomic_add_fetch(&begun, 1, __ATOMIC_SEQ_CST);
  check_sleep_ms(5);
  /* Refused once the context ends. */
  if (node == NULL && lamina_node_create(((list_stage *)user_data)->context, &node) != LAMINA_OK) return NULL;
  return node;
}

/* The context ends while rows are being made: that makes no more of them, and comes to an end. */
static void test_ends_while_making(int threads) {
  list_stage *s = stage_make(NULL, 200, 200, threads);
  int before, frames;
  CHECK_OK(lamina_list_set_cell_callback(s->list, 1, make_slowly, threads == 0, s, NULL));
  stage_fill(s, 3000, 1);
  stage_give(s);
  begun = 0;
  /* The frames that its layout on a worker takes are as many as the machine is busy. */
  for (frames = 0; frames < 20000 && (frames < 2 || check_load(&begun) == 0); frames++) {
    stage_frame(s);
    if (frames > 1) check_sleep_ms(1);
  }
  CHECK(check_load(&begun) > 0);
  before = check_load(&begun);
  stage_end(s);
  CHECK(check_load(&begun) <= before + 200);
}

/* ---- Until it rests ---- */

static void test_wait(void) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  list_stage *s = stage_make(NULL, 200, 200, 2);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_fill(s, 100, 0);
  stage_give(s);
  CHECK_OK(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US));
  CHECK(stage_state(s).is_settled && stage_state(s).blank_count == 0);
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* Only the host's frames move it. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 50, LAMINA_SCROLL_ALIGNMENT_START, &how));
  CHECK_STATUS(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US), LAMINA_ERROR_INVALID_STATE);
  /* Its own frames do. */
  CHECK_OK(lamina_context_begin_frame(s->context, LAMINA_TIME_SYSTEM, 0));
  CHECK_OK(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US));
  CHECK_NEAR(stage_place(s, 50).origin.y, 0);
  /* On no surface it never would be; with a new root it is after a layout. */
  CHECK_OK(lamina_surface_set_root(s->surface, NULL));
  CHECK_STATUS(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US), LAMINA_ERROR_INVALID_STATE);
  CHECK(!stage_state(s).is_settled);
  CHECK_OK(lamina_surface_set_root(s->surface, s->node));
  CHECK(!stage_state(s).is_settled);
  CHECK_OK(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US));
  stage_scroll_by(s, 3000);
  CHECK_STATUS(lamina_list_wait_settled(s->list, 0), LAMINA_ERROR_TIMED_OUT);
  CHECK_STATUS(lamina_list_wait_settled(NULL, 0), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_list_wait_settled(s->list, UINT64_MAX));
  stage_end(s);
}

int main(void) {
  test_to_row();
  test_snap();
  test_reversed_snap();
  tree_jump(LAMINA_SCROLL_ALIGNMENT_START, false);
  tree_jump(LAMINA_SCROLL_ALIGNMENT_CENTER, false);
  tree_jump(LAMINA_SCROLL_ALIGNMENT_END, false);
  tree_jump(LAMINA_SCROLL_ALIGNMENT_END, true);
  test_fast_trees();
  test_below_header(false);
  test_below_header(true);
  test_ends_while_making(2);
  test_ends_while_making(0);
  test_wait();
  return check_done(__FILE__);
}
