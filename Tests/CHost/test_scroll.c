/* Nodes whose content scrolls: laid out as long as it is, moved by commands, fingers, wheels and keys. */
#include "scroll_stage.h"

static void test_content(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 30);
  lamina_scroll_state state = state_of(s->node);
  CHECK_EQUAL(state.axes, LAMINA_AXES_VERTICAL);
  CHECK_NEAR(state.view.height, HEIGHT);
  CHECK_NEAR(state.min_offset.y, 0);
  /* The margin behind the last row counts. */
  CHECK_NEAR(state.max_offset.y, 30 * ROW + 10 - HEIGHT);
  CHECK_NEAR(state.max_offset.x, 0);
  CHECK_RECT(lamina_node_get_frame(s->node), 0, 0, WIDTH, HEIGHT);
  check_rows(s, __LINE__);
  CHECK_OK(lamina_node_scroll_to(s->node, at(50, 123.4), NULL));
  frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, 123.4);
  CHECK_NEAR(state_of(s->node).offset.x, 0);
  check_rows(s, __LINE__);
  CHECK_OK(lamina_node_scroll_by(s->node, at(0, 1e12), NULL));
  frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, 510);
  check_rows(s, __LINE__);
  /* Content that shrinks takes the offset along. */
  while (s->count > 10) lamina_node_release(s->rows[--s->count]);
  arrange(s);
  settle(s);
  CHECK_NEAR(state_of(s->node).offset.y, 110);
  check_rows(s, __LINE__);
  /* Shorter than the node: it fills it, and there is nothing to scroll. */
  while (s->count > 2) lamina_node_release(s->rows[--s->count]);
  arrange(s);
  settle(s);
  CHECK_NEAR(state_of(s->node).max_offset.y, 0);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  /* Insets, and a size set by hand beyond 10,000,000. */
  options.insets.bottom = 30;
  options.content_size.height = 1e12;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK_NEAR(state_of(s->node).max_offset.y, 1e12 + 30 - HEIGHT);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 123456789012.25), NULL));
  frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, 123456789012.25);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 50) & 0xFFFFFF, 0xFFFFFF);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 0), NULL));
  frame(s);
  check_rows(s, __LINE__);
  /* Over: the node is shown as it has itself. */
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 10), NULL));
  CHECK_OK(lamina_node_set_scroll(s->node, NULL));
  CHECK_STATUS(lamina_node_scroll_to(s->node, at(0, 0), NULL), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_node_set_scroll(s->node, NULL));
  settle(s);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 5) & 0xFFFFFF, color_of(0));
  end_stage(s);
}

/* Children that no layout places scroll, too, and so does what is left of the node. */
static void test_by_hand(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 0);
  lamina_node *child = check_node(s->context);
  options.axes = LAMINA_AXES_HORIZONTAL | LAMINA_AXES_VERTICAL;
  CHECK_OK(lamina_node_set_spec(s->node, NULL));
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK_OK(lamina_node_add_child(s->node, child));
  CHECK_OK(lamina_node_set_frame(child, check_make_rect(-30, 20, 400, 300)));
  CHECK_NEAR(state_of(s->node).min_offset.x, -30);
  CHECK_NEAR(state_of(s->node).max_offset.x, 270);
  CHECK_NEAR(state_of(s->node).max_offset.y, 220);
  CHECK_OK(lamina_node_scroll_to(s->node, at(-20, 220), NULL));
  CHECK_OK(lamina_node_remove_from_parent(child));
  CHECK_NEAR(state_of(s->node).offset.x, 0);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  lamina_node_release(child);
  end_stage(s);
}

/* What is seen stays when rows come and go above it; at the very beginning it gives way. */
static void test_place(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 40);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 203), NULL));
  frame(s);
  memmove(s->rows + 3, s->rows, 40 * sizeof s->rows[0]);
  s->rows[0] = make_row(s, 100, 7);
  s->rows[1] = make_row(s, 101, 8);
  s->rows[2] = make_row(s, 102, 9);
  s->count += 3;
  arrange(s);
  settle(s);
  CHECK_NEAR(state_of(s->node).offset.y, 203 + 24);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 3) & 0xFFFFFF, color_of(10));
  /* Going the other way. */
  lamina_node_release(s->rows[0]);
  memmove(s->rows, s->rows + 1, 42 * sizeof s->rows[0]);
  s->count--;
  arrange(s);
  settle(s);
  CHECK_NEAR(state_of(s->node).offset.y, 203 + 17);
  options.keeps_place = false;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  lamina_node_release(s->rows[0]);
  memmove(s->rows, s->rows + 1, 41 * sizeof s->rows[0]);
  s->count--;
  arrange(s);
  settle(s);
  CHECK_NEAR(state_of(s->node).offset.y, 203 + 17);
  end_stage(s);
}

static void test_wheel_and_keys(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 40);
  const lamina_event_modifiers none = LAMINA_EVENT_MODIFIERS_NONE, shift = LAMINA_EVENT_MODIFIERS_SHIFT;
  const double end = 40 * ROW + 10 - HEIGHT;
  CHECK_EQUAL(turn(s, at(50, 50), at(0, -1), LAMINA_WHEEL_UNIT_LOGICAL, none), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(turn(s, at(50, 50), at(0, 10.5), LAMINA_WHEEL_UNIT_LOGICAL, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 10.5);
  CHECK_EQUAL(turn(s, at(50, 50), at(0, 1), LAMINA_WHEEL_UNIT_LINE, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 50.5);
  CHECK_EQUAL(turn(s, at(50, 50), at(0, 60 / 120.0), LAMINA_WHEEL_UNIT_NOTCH, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 110.5);
  CHECK_EQUAL(turn(s, at(50, 50), at(0, 10), LAMINA_WHEEL_UNIT_LOGICAL, shift), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(turn(s, at(50, 50), at(0, 10), LAMINA_WHEEL_UNIT_LOGICAL, LAMINA_EVENT_MODIFIERS_CONTROL),
              LAMINA_EVENT_USE_NONE);
  CHECK_NEAR(state_of(s->node).offset.y, 110.5);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_SPACE, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 200.5);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_SPACE, shift), LAMINA_EVENT_USE_USED);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_UP, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 70.5);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_LEFT, none), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_END, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, end);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_DOWN, none), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_HOME, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  options.inputs = LAMINA_SCROLL_INPUTS_DRAG;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  s->time += 1000000;
  CHECK_EQUAL(turn(s, at(50, 50), at(0, 10), LAMINA_WHEEL_UNIT_LOGICAL, none), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_DOWN, none), LAMINA_EVENT_USE_NONE);
  end_stage(s);
}

/* A finger: a touch is none, a drag follows, a fling goes on to the same place whatever the frames. */
static double fling(int interval, bool bouncing) {
  lamina_scroll_options options = plain();
  stage *s;
  double offset, last = 0;
  char text[300];
  int i;
  if (bouncing) options.physics = LAMINA_SCROLL_PHYSICS_BOUNCING;
  s = make_stage(&options, 200);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 50, 90), LAMINA_EVENT_USE_USED);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, 80), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_UP, 50, 80), LAMINA_EVENT_USE_NONE);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  drag(s, 50, 95, 0, -10, 8);
  CHECK_NEAR(state_of(s->node).offset.y, 80 - 18);
  CHECK(state_of(s->node).is_moving && !state_of(s->node).is_dragged);
  CHECK_OK(lamina_context_read_animations(s->context, text, sizeof text, NULL));
  CHECK(strstr(text, ", scrolls y, ") != NULL);
  for (i = 0; i < 2000 && state_of(s->node).is_moving; i++) {
    s->time += (uint64_t)interval - 16000;
    frame(s);
    offset = state_of(s->node).offset.y;
    CHECK(offset >= last);
    last = offset;
    check_rows(s, __LINE__);
  }
  CHECK(last > 200);
  end_stage(s);
  return last;
}

static void test_fling(void) {
  double smooth = fling(16000, false);
  CHECK(fabs(fling(48000, false) - smooth) < 1);
  CHECK(fling(16000, true) > 200);
}

/* Past an end it resists, and comes back. */
static void test_bounce(void) {
  lamina_scroll_options options = plain();
  stage *s;
  int i;
  options.physics = LAMINA_SCROLL_PHYSICS_BOUNCING;
  s = make_stage(&options, 40);
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 50, 10);
  for (i = 1; i <= 8; i++) send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, 10 + 10 * i);
  CHECK(state_of(s->node).offset.y < -5 && state_of(s->node).offset.y > -62);
  CHECK(state_of(s->node).is_dragged);
  frame(s);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 3) & 0xFFFFFF, 0xFFFFFF);
  check_rows(s, __LINE__);
  send(s, LAMINA_EVENT_KIND_POINTER_CANCEL, 50, 90);
  for (i = 0; i < 200 && state_of(s->node).is_moving; i++) frame(s);
  CHECK(i > 5 && i < 200);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  end_stage(s);
}

/* A touch on what moves stops it. */
static void test_touch_stops(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 200);
  double offset;
  drag(s, 50, 95, 0, -10, 8);
  frame(s);
  frame(s);
  CHECK(state_of(s->node).is_moving);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 50, 50), LAMINA_EVENT_USE_USED);
  offset = state_of(s->node).offset.y;
  CHECK(!state_of(s->node).is_moving);
  frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, offset);
  /* It is a drag at once. */
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, 45), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, offset + 5);
  /* The scroller ends in the middle of that, and the node with it. */
  CHECK_OK(lamina_node_set_scroll(s->node, NULL));
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, 20), LAMINA_EVENT_USE_USED);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_UP, 50, 20), LAMINA_EVENT_USE_USED);
  frame(s);
  end_stage(s);
}

/* A row of boxes that scrolls across within rows that scroll down. */
typedef struct carousel {
  stage *s;
  lamina_node *inner, *boxes[10];
} carousel;

static carousel make_carousel(bool hands_over) {
  carousel c;
  lamina_scroll_options options = plain();
  lamina_spec *spec;
  int i;
  c.s = make_stage(&options, 40);
  c.inner = check_box(c.s->context, 90, 60);
  for (i = 0; i < 10; i++) c.boxes[i] = check_box(c.s->context, 50, 200);
  spec = stack_of(c.s, LAMINA_AXIS_HORIZONTAL, c.boxes, 10);
  CHECK_OK(lamina_node_set_spec(c.inner, spec));
  lamina_spec_release(spec);
  options.axes = LAMINA_AXES_HORIZONTAL | LAMINA_AXES_VERTICAL;
  options.hands_over = hands_over;
  CHECK_OK(lamina_node_set_scroll(c.inner, &options));
  lamina_node_release(c.s->rows[0]);
  c.s->rows[0] = c.inner;
  lamina_node_retain(c.inner);
  arrange(c.s);
  settle(c.s);
  CHECK_NEAR(state_of(c.inner).max_offset.x, 500 - 90);
  CHECK_NEAR(state_of(c.inner).max_offset.y, 140);
  return c;
}

static void end_carousel(carousel *c) {
  int i;
  for (i = 0; i < 10; i++) lamina_node_release(c->boxes[i]);
  lamina_node_release(c->inner);
  end_stage(c->s);
}

static void test_nested(void) {
  carousel c = make_carousel(true);
  stage *s = c.s;
  const lamina_event_modifiers none = LAMINA_EVENT_MODIFIERS_NONE;
  /* Across: the inner one, and only that axis, though the finger strays. */
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 80, 40);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, 37);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 30, 20);
  CHECK_NEAR(state_of(c.inner).offset.x, 32);
  CHECK_NEAR(state_of(c.inner).offset.y, 0);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  send(s, LAMINA_EVENT_KIND_POINTER_CANCEL, 30, 20);
  /* Down: the inner one to its end, and the rest of the same drag goes to the outer one. */
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 50, 60);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, 30);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, -110);
  CHECK_NEAR(state_of(c.inner).offset.y, 140);
  CHECK_NEAR(state_of(s->node).offset.y, 170 - 18 - 140);
  /* And back: the inner one can use it first. */
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, -100);
  CHECK_NEAR(state_of(c.inner).offset.y, 130);
  CHECK_NEAR(state_of(s->node).offset.y, 12);
  send(s, LAMINA_EVENT_KIND_POINTER_CANCEL, 50, -100);
  /* A wheel stays with what it moved first, until it pauses. */
  s->time += 1000000;
  turn(s, at(50, 30), at(0, 5), LAMINA_WHEEL_UNIT_LOGICAL, none);
  s->time += 100000;
  CHECK_EQUAL(turn(s, at(50, 30), at(0, 50), LAMINA_WHEEL_UNIT_LOGICAL, none), LAMINA_EVENT_USE_USED);
  s->time += 100000;
  CHECK_EQUAL(turn(s, at(50, 30), at(0, 50), LAMINA_WHEEL_UNIT_LOGICAL, none), LAMINA_EVENT_USE_NONE);
  CHECK_NEAR(state_of(c.inner).offset.y, 140);
  CHECK_NEAR(state_of(s->node).offset.y, 12);
  s->time += 400000;
  CHECK_EQUAL(turn(s, at(50, 30), at(0, 50), LAMINA_WHEEL_UNIT_LOGICAL, none), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 62);
  /* Into view: both do their part. */
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 300), NULL));
  CHECK_OK(lamina_node_scroll_into_view(c.boxes[9], NULL, LAMINA_SCROLL_ALIGNMENT_NEAREST, NULL));
  CHECK_NEAR(state_of(c.inner).offset.x, 410);
  CHECK(state_of(s->node).offset.y < 66);
  CHECK_OK(lamina_node_scroll_into_view(s->rows[20], NULL, LAMINA_SCROLL_ALIGNMENT_CENTER, NULL));
  CHECK_NEAR(state_of(s->node).offset.y, 5 + 60 + 19 * ROW + ROW / 2 - HEIGHT / 2);
  end_carousel(&c);
  c = make_carousel(false);
  s = c.s;
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 50, 60);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, -200);
  CHECK_NEAR(state_of(c.inner).offset.y, 140);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  /* The node that is dragged ends in the middle. */
  lamina_node_release(s->rows[0]);
  s->rows[0] = make_row(s, 0, ROW);
  arrange(s);
  settle(s);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 50, -220);
  send(s, LAMINA_EVENT_KIND_POINTER_UP, 50, -220);
  end_carousel(&c);
}

static void test_commands_in_time(void) {
  lamina_scroll_options options = plain();
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  stage *s = make_stage(&options, 40);
  double last = 0;
  int i;
  animation.duration_us = 160000;
  animation.curve = "linear";
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 400), &animation));
  CHECK(state_of(s->node).is_moving);
  frame(s); /* the first frame is its beginning */
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  for (i = 1; i <= 10; i++) {
    frame(s);
    CHECK_NEAR(state_of(s->node).offset.y, 40 * i);
    check_rows(s, __LINE__);
  }
  CHECK(!state_of(s->node).is_moving);
  animation.timing = LAMINA_ANIMATION_TIMING_SPRING;
  animation.curve = NULL;
  CHECK_OK(lamina_node_scroll_by(s->node, at(0, -300), &animation));
  for (i = 0; i < 200 && state_of(s->node).is_moving; i++) frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, 100);
  /* A row comes above in the middle: it ends as much farther. */
  animation.timing = LAMINA_ANIMATION_TIMING_CURVE;
  animation.curve = "linear";
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 300), &animation));
  frame(s);
  frame(s);
  last = state_of(s->node).offset.y;
  memmove(s->rows + 1, s->rows, 40 * sizeof s->rows[0]);
  s->rows[0] = make_row(s, 100, 30);
  s->count++;
  arrange(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  for (i = 0; i < 200 && state_of(s->node).is_moving; i++) {
    frame(s);
    CHECK(state_of(s->node).offset.y >= last);
    last = state_of(s->node).offset.y;
  }
  CHECK_NEAR(last, 330);
  animation.timing = LAMINA_ANIMATION_TIMING_DECAY;
  animation.curve = NULL;
  CHECK_STATUS(lamina_node_scroll_to(s->node, at(0, 0), &animation), LAMINA_ERROR_INVALID_ARGUMENT);
  end_stage(s);
}

static void observe(lamina_node *node, const lamina_scroll_state *state, void *user_data) {
  stage *s = (stage *)user_data;
  s->calls++;
  s->last = *state;
  /* The host may change everything from here. */
  if (s->calls == 3) CHECK_OK(lamina_node_scroll_to(node, at(0, 7), NULL));
  if (s->calls == 5) CHECK_OK(lamina_node_set_scroll(node, NULL));
}

static void destroyed(void *user_data) { ((stage *)user_data)->destroyed++; }

static void test_observers(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 40);
  uint64_t number = 0;
  CHECK_OK(lamina_node_add_scroll_observer(s->node, observe, s, destroyed, &number));
  frame(s);
  CHECK_EQUAL(s->calls, 1);
  frame(s);
  CHECK_EQUAL(s->calls, 1);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 50), NULL));
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 60), NULL));
  CHECK_EQUAL(s->calls, 1);
  frame(s);
  CHECK_EQUAL(s->calls, 2);
  CHECK_NEAR(s->last.offset.y, 60);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 70), NULL));
  frame(s);
  CHECK_EQUAL(s->calls, 3);
  CHECK_NEAR(state_of(s->node).offset.y, 7);
  frame(s);
  CHECK_EQUAL(s->calls, 4);
  CHECK_NEAR(s->last.offset.y, 7);
  CHECK_EQUAL(s->destroyed, 0);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 80), NULL));
  frame(s);
  CHECK_EQUAL(s->calls, 5);
  CHECK_EQUAL(s->destroyed, 1);
  CHECK_STATUS(lamina_node_remove_scroll_observer(s->node, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK_OK(lamina_node_add_scroll_observer(s->node, observe, s, destroyed, &number));
  CHECK_OK(lamina_node_remove_scroll_observer(s->node, number));
  CHECK_EQUAL(s->destroyed, 2);
  CHECK_STATUS(lamina_node_remove_scroll_observer(s->node, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_add_scroll_observer(s->node, NULL, s, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(s->destroyed, 3);
  /* The context ends in the middle of a fling, with an observer. */
  CHECK_OK(lamina_node_add_scroll_observer(s->node, observe, s, destroyed, &number));
  drag(s, 50, 95, 0, -10, 8);
  lamina_node_retain(s->node);
  {
    int i, *gone = &s->destroyed;
    for (i = 0; i < s->count; i++) lamina_node_release(s->rows[i]);
    lamina_surface_release(s->surface);
    lamina_context_release(s->context);
    CHECK_EQUAL(*gone, 4);
    CHECK_STATUS(lamina_node_scroll_to(s->node, at(0, 0), NULL), LAMINA_ERROR_INVALID_HANDLE);
  }
  free(s->picture.pixels);
  free(s);
}

/* Bars come with scrolling, fade by the clock of frames, and can be dragged. */
static void test_bars(void) {
  lamina_scroll_options options = LAMINA_SCROLL_OPTIONS_INIT;
  stage *s;
  unsigned ground, shown, later;
  int i;
  options.bar_color = check_make_color(0xFF0000);
  s = make_stage(&options, 40);
  ground = check_pixel(&s->picture, WIDTH - 5, 10);
  CHECK_OK(lamina_node_scroll_by(s->node, at(0, 0.6), NULL));
  frame(s);
  shown = check_pixel(&s->picture, WIDTH - 5, 10);
  CHECK_EQUAL(shown & 0xFFFFFF, 0xFF0000);
  CHECK_EQUAL(check_pixel(&s->picture, WIDTH - 5, 60), ground);
  for (i = 0; i < 45; i++) frame(s);
  CHECK_EQUAL(check_pixel(&s->picture, WIDTH - 5, 10), shown);
  for (i = 0; i < 10; i++) frame(s);
  later = check_pixel(&s->picture, WIDTH - 5, 10);
  CHECK(later != shown && later != ground);
  for (i = 0; i < 20; i++) frame(s);
  CHECK_EQUAL(check_pixel(&s->picture, WIDTH - 5, 10), ground);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 0), NULL));
  frame(s);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_DOWN, WIDTH - 4, 10), LAMINA_EVENT_USE_USED);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_MOVE, WIDTH - 4, 46), LAMINA_EVENT_USE_USED);
  /* Half of the way that the bar has. */
  CHECK_NEAR(state_of(s->node).offset.y, 710.0 / 2);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_UP, WIDTH - 4, 46), LAMINA_EVENT_USE_USED);
  frame(s);
  CHECK_EQUAL(check_pixel(&s->picture, WIDTH - 5, 50) & 0xFFFFFF, 0xFF0000);
  CHECK_EQUAL(check_pixel(&s->picture, WIDTH - 5, 10) & 0xFFFFFF, 0xFFFFFF);
  options.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  frame(s);
  CHECK_EQUAL(check_pixel(&s->picture, WIDTH - 5, 50) & 0xFFFFFF, 0xFFFFFF);
  end_stage(s);
}

static lamina_size size_of(lamina_node *node) { return lamina_node_get_frame(node).size; }

/* How large scrollers are: all that there is along their axes, else what they need. */
static void test_sizes(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 0);
  lamina_style style = LAMINA_STYLE_INIT;
  lamina_node *root = check_node(s->context), *boxes[4], *parts[3];
  lamina_spec *spec;
  int i;
  for (i = 0; i < 4; i++) boxes[i] = check_box(s->context, 60, 30);
  parts[0] = check_box(s->context, 100, 20);
  parts[1] = check_node(s->context);
  parts[2] = s->node;
  /* Across, in a column: as high as its boxes. */
  options.axes = LAMINA_AXES_HORIZONTAL;
  CHECK_OK(lamina_node_set_scroll(parts[1], &options));
  spec = stack_of(s, LAMINA_AXIS_HORIZONTAL, boxes, 4);
  CHECK_OK(lamina_node_set_spec(parts[1], spec));
  lamina_spec_release(spec);
  /* Down: what is left. */
  for (i = 0; i < 10; i++) s->rows[i] = make_row(s, i, ROW);
  s->count = 10;
  arrange(s);
  style.flex_grow = 1;
  style.flex_shrink = 1;
  CHECK_OK(lamina_node_set_style(s->node, &style));
  CHECK_OK(lamina_surface_set_root(s->surface, NULL));
  spec = stack_of(s, LAMINA_AXIS_VERTICAL, parts, 3);
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_OK(lamina_surface_set_root(s->surface, root));
  settle(s);
  CHECK_NEAR(size_of(parts[1]).height, 30);
  CHECK_NEAR(size_of(parts[1]).width, WIDTH);
  CHECK_NEAR(state_of(parts[1]).max_offset.x, 240 - WIDTH);
  CHECK_NEAR(size_of(s->node).height, HEIGHT - 50);
  CHECK_NEAR(state_of(s->node).max_offset.y, 210 - 50);
  /* From right to left it begins at the right, and goes on to the left. */
  CHECK_OK(check_set_direction(parts[1], LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
  settle(s);
  CHECK_NEAR(state_of(parts[1]).min_offset.x, WIDTH - 240);
  CHECK_NEAR(state_of(parts[1]).max_offset.x, 0);
  CHECK_RECT(lamina_node_get_frame(boxes[0]), WIDTH - 60, 0, 60, 30);
  CHECK_OK(lamina_node_scroll_into_view(boxes[3], NULL, LAMINA_SCROLL_ALIGNMENT_NEAREST, NULL));
  CHECK_NEAR(state_of(parts[1]).offset.x, WIDTH - 240);
  for (i = 0; i < 4; i++) lamina_node_release(boxes[i]);
  lamina_node_release(parts[0]);
  lamina_node_release(parts[1]);
  lamina_node_release(root);
  end_stage(s);
}

/* What is far from being seen is not displayed, wherever the node is scrolled to. */
static void test_ranges(void) {
  lamina_scroll_options options = plain();
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  stage *s = make_stage(&options, 100);
  ranges.mode = LAMINA_RANGE_MODE_VISIBLE_ONLY;
  CHECK_OK(lamina_node_set_ranges(s->node, &ranges));
  settle(s);
  CHECK(lamina_node_get_interface_state(s->rows[0]) & LAMINA_INTERFACE_STATE_VISIBLE);
  CHECK(!(lamina_node_get_interface_state(s->rows[60]) & LAMINA_INTERFACE_STATE_VISIBLE));
  CHECK_OK(lamina_node_scroll_into_view(s->rows[60], NULL, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  frame(s);
  CHECK(!(lamina_node_get_interface_state(s->rows[0]) & LAMINA_INTERFACE_STATE_VISIBLE));
  CHECK(lamina_node_get_interface_state(s->rows[60]) & LAMINA_INTERFACE_STATE_VISIBLE);
  check_rows(s, __LINE__);
  end_stage(s);
}

static void *elsewhere(void *node) {
  CHECK_STATUS(lamina_node_scroll_to((lamina_node *)node, at(0, 0), NULL), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_node_set_scroll((lamina_node *)node, NULL), LAMINA_ERROR_WRONG_THREAD);
  return NULL;
}

static void test_refused(void) {
  lamina_scroll_options options = plain(), wrong;
  stage *s = make_stage(&options, 40);
  lamina_node *other = check_node(s->context);
  lamina_scroll_state state = LAMINA_SCROLL_STATE_INIT;
  lamina_event event = LAMINA_EVENT_INIT;
  int kind;
#define REFUSED(field, value)                                                             \
  do {                                                                                    \
    wrong = options;                                                                      \
    wrong.field = value;                                                                  \
    CHECK_STATUS(lamina_node_set_scroll(s->node, &wrong), LAMINA_ERROR_INVALID_ARGUMENT); \
  } while (0)
  REFUSED(axes, LAMINA_AXES_NONE);
  REFUSED(axes, (lamina_axes)4);
  REFUSED(physics, (lamina_scroll_physics)9);
  REFUSED(insets.top, NAN);
  REFUSED(insets.left, -1);
  REFUSED(content_size.width, INFINITY);
  REFUSED(content_size.height, -1);
  REFUSED(snap, (lamina_scroll_snap)3);
  REFUSED(snap_alignment, LAMINA_SCROLL_ALIGNMENT_NEAREST);
  REFUSED(snap_point_count, 3);
  REFUSED(inputs, (lamina_scroll_inputs)8);
  REFUSED(bars, (lamina_scroll_bars)3);
  REFUSED(bar_color.red, 2);
  CHECK_STATUS(lamina_node_scroll_to(s->node, at(0, NAN), NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_scroll_by(s->node, at(INFINITY, 0), NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_scroll_into_view(s->rows[3], NULL, (lamina_scroll_alignment)7, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_get_scroll_state(other, &state), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_get_scroll_state(s->node, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_scroll_into_view(other, NULL, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  event.kind = LAMINA_EVENT_KIND_WHEEL;
  event.wheel_unit = (lamina_wheel_unit)3;
  CHECK_STATUS(lamina_surface_process_event(s->surface, &event, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  event.wheel_unit = LAMINA_WHEEL_UNIT_LOGICAL;
  event.modifiers = (lamina_event_modifiers)64;
  CHECK_STATUS(lamina_surface_process_event(s->surface, &event, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  check_elsewhere(elsewhere, s->node);
  CHECK_NEAR(state_of(s->node).offset.y, 0);
  /* A surface that shows nothing has nothing to scroll. */
  CHECK_OK(lamina_surface_set_root(s->surface, NULL));
  event.modifiers = LAMINA_EVENT_MODIFIERS_NONE;
  for (kind = LAMINA_EVENT_KIND_NONE + 1; kind <= LAMINA_EVENT_KIND_KEY_DOWN; kind++) {
    event.kind = (lamina_event_kind)kind;
    event.key = LAMINA_EVENT_KEY_DOWN;
    CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
  }
  lamina_node_release(other);
  CHECK_STATUS(lamina_node_get_scroll_state(other, &state), LAMINA_ERROR_INVALID_HANDLE);
  end_stage(s);
}

static void never(lamina_node *node, const lamina_scroll_state *state, void *user_data) {
  (void)node, (void)state, (void)user_data;
  CHECK(!"nobody is told of a node that is no more");
}

/* The last reference goes between what is to be told and the frame that tells it. */
static void test_released_with_news(void) {
  lamina_context *context = check_context(1);
  lamina_node *node = check_box(context, 50, 50);
  int destroyed = 0, i;
  lamina_scroll_options options = LAMINA_SCROLL_OPTIONS_INIT;
  CHECK_OK(lamina_node_set_scroll(node, &options));
  CHECK_OK(lamina_node_add_scroll_observer(node, never, &destroyed, check_count, NULL));
  lamina_node_release(node);
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_context_begin_frame(context, 1000000 + (uint64_t)i * 16000, 0));
    CHECK_OK(lamina_context_process(context, 0));
  }
  CHECK_EQUAL(destroyed, 1);
  lamina_context_release(context);
}

int main(void) {
  test_released_with_news();
  test_content();
  test_by_hand();
  test_place();
  test_wheel_and_keys();
  test_fling();
  test_bounce();
  test_touch_stops();
  test_nested();
  test_commands_in_time();
  test_observers();
  test_bars();
  test_sizes();
  test_ranges();
  test_refused();
  return check_done(__FILE__);
}
