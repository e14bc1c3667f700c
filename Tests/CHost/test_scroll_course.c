/* What moves by itself while its content becomes another: it stays within the ends that there are, or comes back to them
 * as smoothly as if nothing had changed. */
#include "list_stage.h"

static list_stage *make(lamina_scroll_physics physics, size_t count, int threads) {
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  list_stage *s = stage_make(NULL, 200, 200, threads);
  scroll.physics = physics;
  scroll.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
  stage_fill(s, count, 0);
  stage_give(s);
  stage_settle(s);
  return s;
}

static void frame_of(list_stage *s) {
  stage_frame(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
}

static void send(list_stage *s, lamina_event_kind kind, double y) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = kind;
  event.position = check_make_point(100, y);
  event.time_us = s->time;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
}

/* ---- Beyond an end ---- */

/* How far the list is scrolled beyond one of its ends. */
static double excess(list_stage *s, bool end) {
  lamina_scroll_state scroll = stage_scroll(s);
  return end ? scroll.offset.y - scroll.max_offset.y : -scroll.offset.y;
}

/* A finger pulls beyond an end and lets go: it comes back, frame by frame, while rows come into view that were never
 * measured; `grows`: and rows come at the other end. */
static void bounce(bool end, bool grows, int threads) {
  list_stage *s = make(LAMINA_SCROLL_PHYSICS_BOUNCING, 300, threads);
  double y = 100, before, now;
  int i, back = 0;
  if (end) {
    CHECK_OK(lamina_list_scroll_to_row(s->list, 299, LAMINA_SCROLL_ALIGNMENT_END, NULL));
    stage_settle(s);
  }
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, y);
  for (i = 0; i < 6; i++) {
    frame_of(s);
    y += end ? -15 : 15;
    send(s, LAMINA_EVENT_KIND_POINTER_MOVE, y);
  }
  send(s, LAMINA_EVENT_KIND_POINTER_UP, y);
  before = excess(s, end);
  CHECK(before > 20);
  for (i = 0; i < 200 && stage_scroll(s).is_moving; i++) {
    if (grows && i == 4) {
      if (end) {
        s->rows[0].version++;
      } else {
        stage_add(s, 5000, 0, LAMINA_LIST_ROW_ROLE_ITEM);
      }
      stage_give(s);
      frame_of(s);
      before = excess(s, end);
      continue;
    }
    frame_of(s);
    now = excess(s, end);
    CHECK(now > -1 && now < before + 12);
    if (now < before) back++;
    before = now;
  }
  CHECK(back > 8 && i < 200);
  CHECK_NEAR(excess(s, end), 0);
  stage_end(s);
}

/* What comes above the first row while the list is pulled down comes into view. */
static void test_refresh(void) {
  list_stage *s = make(LAMINA_SCROLL_PHYSICS_BOUNCING, 100, 2);
  double y = 50;
  int i;
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, y);
  for (i = 0; i < 4; i++) {
    frame_of(s);
    y += 20;
    send(s, LAMINA_EVENT_KIND_POINTER_MOVE, y);
  }
  CHECK(excess(s, false) > 10);
  memmove(s->rows + 1, s->rows, s->count * sizeof *s->rows);
  s->count++;
  s->rows[0].identity = 3001;
  stage_give(s);
  frame_of(s);
  CHECK(excess(s, false) > 10);
  CHECK(stage_place(s, 0).origin.y > 10);
  send(s, LAMINA_EVENT_KIND_POINTER_UP, y);
  for (i = 0; i < 200 && stage_scroll(s).is_moving; i++) frame_of(s);
  CHECK_NEAR(stage_place(s, 0).origin.y, 0);
  stage_end(s);
}

/* ---- Commands that take their time ---- */

/* Most rows go while the list is on its way to one of them. */
static void to_row_of_fewer(size_t from, size_t to, size_t kept, bool spring) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  list_stage *s = make(LAMINA_SCROLL_PHYSICS_CLAMPING, 600, 2);
  size_t i, row = to;
  int frames = 0;
  if (spring) how.timing = LAMINA_ANIMATION_TIMING_SPRING;
  how.duration_us = 400000;
  CHECK_OK(lamina_list_scroll_to_row(s->list, from, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, to, LAMINA_SCROLL_ALIGNMENT_START, &how));
  while (stage_scroll(s).is_moving && frames++ < 200) {
    frame_of(s);
    if (frames == 7) {
      lamina_list_row rows[STAGE_MOST];
      size_t count = 0;
      memcpy(rows, s->rows, s->count * sizeof *rows);
      for (i = 0; i < s->count; i++) {
        if (i == to) row = count;
        if (i == to || i % 600 < kept / 2 || i % 600 >= 600 - kept / 2) s->rows[count++] = rows[i];
      }
      s->count = count;
      stage_give(s);
    }
    CHECK(stage_scroll(s).offset.y > -1 && stage_scroll(s).offset.y < stage_scroll(s).max_offset.y + 1);
    CHECK(stage_state(s).visible_count > 0);
  }
  CHECK(frames > 15 && frames < 200);
  CHECK_NEAR(stage_place(s, row).origin.y, 0);
  stage_end(s);
}

/* The content becomes shorter than where the command goes to. */
static void test_to_offset(void) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  list_stage *s = make(LAMINA_SCROLL_PHYSICS_CLAMPING, 1000, 2);
  int frames = 0;
  how.duration_us = 300000;
  CHECK_OK(lamina_node_scroll_to(s->node, check_make_point(0, 30000), &how));
  while (stage_scroll(s).is_moving && frames++ < 100) {
    frame_of(s);
    if (frames == 6) {
      s->count = 100;
      stage_give(s);
    }
    CHECK(stage_scroll(s).offset.y < stage_scroll(s).max_offset.y + 1);
  }
  CHECK(frames < 100);
  CHECK_NEAR(excess(s, true), 0);
  stage_end(s);
}

/* The same of a node that scrolls what is below it. */
static void test_node_to_offset(void) {
  lamina_context *context = check_context(1);
  lamina_node *root = check_node(context), *child = check_box(context, 200, 40000);
  lamina_surface *surface = NULL;
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_scroll_state state = LAMINA_SCROLL_STATE_INIT;
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_rect frame = {{0, 0}, {200, 40000}};
  uint64_t time = 1000000;
  int i;
  CHECK_OK(lamina_context_begin_frame(context, time, 0));
  CHECK_OK(lamina_surface_create(context, check_make_size(200, 400), 1, &surface));
  CHECK_OK(lamina_node_set_frame(child, frame));
  CHECK_OK(lamina_node_add_child(root, child));
  CHECK_OK(lamina_node_set_scroll(root, &scroll));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  how.duration_us = 300000;
  CHECK_OK(lamina_node_scroll_to(root, check_make_point(0, 30000), &how));
  for (i = 0; i < 40; i++) {
    CHECK_OK(lamina_context_begin_frame(context, time += 16667, 0));
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_node_get_scroll_state(root, &state));
    if (i == 6) {
      CHECK(state.offset.y > 4000);
      frame.size.height = 4000;
      CHECK_OK(lamina_node_set_frame(child, frame));
    }
    if (i > 7) CHECK(state.offset.y <= state.max_offset.y);
  }
  CHECK_NEAR(state.offset.y, 3600);
  CHECK(!state.is_moving);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(child);
  lamina_context_release(context);
}

int main(void) {
  bounce(false, false, 2);
  bounce(true, false, 2);
  bounce(false, true, 0);
  bounce(true, true, 2);
  test_refresh();
  to_row_of_fewer(450, 100, 200, false);
  to_row_of_fewer(500, 300, 100, false);
  to_row_of_fewer(20, 580, 60, true);
  test_to_offset();
  test_node_to_offset();
  return check_done(__FILE__);
}
