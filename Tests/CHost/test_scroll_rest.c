/* Where scrollers come to rest: snapping and pages, by fingers, wheels, keys and commands; which keys go where. */
#include "scroll_stage.h"

static void rest(stage *s) {
  int i;
  for (i = 0; i < 400; i++) {
    frame(s);
    if (!state_of(s->node).is_moving) return;
  }
  CHECK(!"it does not come to rest");
}

static double offset(stage *s) { return state_of(s->node).offset.y; }

static int used(stage *s, lamina_event_key key) {
  return press(s, key, LAMINA_EVENT_MODIFIERS_NONE) == LAMINA_EVENT_USE_USED;
}

static void test_snapping(void) {
  static const double points[] = {0, 70, 150, 400};
  lamina_scroll_options options = plain();
  stage *s;
  int i;
  options.snap = LAMINA_SCROLL_SNAP_MANDATORY;
  s = make_stage(&options, 40);
  drag(s, 50, 90, 0, -11, 5); /* 55 - 18 = 37 and a fling */
  for (i = 0; i < 400 && state_of(s->node).is_moving; i++) frame(s);
  CHECK(i < 400);
  CHECK_NEAR(fmod(state_of(s->node).offset.y - 5, ROW), 0);
  CHECK(state_of(s->node).offset.y > 37);
  options.snap_points = points;
  options.snap_point_count = 4;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  s->time += 1000000;
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 0), NULL));
  /* A wheel: when it has been still for long enough. */
  turn(s, at(50, 50), at(0, 60), LAMINA_WHEEL_UNIT_LOGICAL, LAMINA_EVENT_MODIFIERS_NONE);
  frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, 60);
  for (i = 0; i < 100; i++) frame(s);
  CHECK_NEAR(state_of(s->node).offset.y, 70);
  CHECK_EQUAL(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(state_of(s->node).offset.y, 150);
  options.snap = LAMINA_SCROLL_SNAP_NONE;
  options.is_paging = true;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK_NEAR(state_of(s->node).offset.y, 200); /* where it rests from now on */
  drag(s, 50, 90, 0, -10, 4);
  rest(s);
  CHECK_NEAR(state_of(s->node).offset.y, 300);
  end_stage(s);
}

/* Home and end go all the way, pages about as far as without places to rest; arrows to the next one. */
static void test_keys_and_rests(void) {
  static const double points[] = {0, 100, 333, 640};
  lamina_scroll_options options = plain();
  stage *s;
  options.snap = LAMINA_SCROLL_SNAP_MANDATORY;
  s = make_stage(&options, 40); /* 810 long: as far as 710 */
  CHECK(used(s, LAMINA_EVENT_KEY_END));
  CHECK(offset(s) > 680);
  CHECK(used(s, LAMINA_EVENT_KEY_HOME));
  CHECK(offset(s) < 10);
  CHECK(used(s, LAMINA_EVENT_KEY_PAGE_DOWN));
  CHECK(offset(s) > 80 && offset(s) < 110);
  CHECK_NEAR(fmod(offset(s) - 5, ROW), 0);
  options.snap_points = points;
  options.snap_point_count = 4;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK(used(s, LAMINA_EVENT_KEY_END));
  CHECK_NEAR(offset(s), 640);
  CHECK(used(s, LAMINA_EVENT_KEY_UP));
  CHECK_NEAR(offset(s), 333);
  CHECK(used(s, LAMINA_EVENT_KEY_HOME));
  CHECK_NEAR(offset(s), 0);
  options = plain();
  options.is_paging = true;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK(used(s, LAMINA_EVENT_KEY_SPACE));
  CHECK_NEAR(offset(s), 100);
  CHECK(used(s, LAMINA_EVENT_KEY_END));
  CHECK_NEAR(offset(s), 710);
  CHECK(used(s, LAMINA_EVENT_KEY_HOME));
  CHECK_NEAR(offset(s), 0);
  end_stage(s);
}

/* A single click of a wheel turns a page; a touchpad's slip does not. It moves until it rests. */
static void test_wheel_in_pages(void) {
  lamina_scroll_options options = plain();
  stage *s;
  options.is_paging = true;
  s = make_stage(&options, 100);
  options.content_size.height = 2010;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  turn(s, at(50, 50), at(0, 0.6), LAMINA_WHEEL_UNIT_NOTCH, LAMINA_EVENT_MODIFIERS_NONE); /* 72 */
  CHECK(state_of(s->node).is_moving);
  rest(s);
  CHECK_NEAR(offset(s), 100);
  s->time += 1000000;
  turn(s, at(50, 50), at(0, -0.5), LAMINA_WHEEL_UNIT_NOTCH, LAMINA_EVENT_MODIFIERS_NONE); /* 60 of 100 back */
  rest(s);
  CHECK_NEAR(offset(s), 0);
  s->time += 1000000;
  turn(s, at(50, 50), at(0, 30), LAMINA_WHEEL_UNIT_LOGICAL, LAMINA_EVENT_MODIFIERS_NONE);
  CHECK(state_of(s->node).is_moving);
  rest(s);
  CHECK_NEAR(offset(s), 0);
  end_stage(s);
}

/* With places to rest that are far from each other a notch goes to the next. */
static void test_wheel_and_points(void) {
  static const double points[] = {0, 300, 600};
  lamina_scroll_options options = plain();
  stage *s;
  options.snap = LAMINA_SCROLL_SNAP_MANDATORY;
  options.snap_points = points;
  options.snap_point_count = 3;
  s = make_stage(&options, 40);
  turn(s, at(50, 50), at(0, 1), LAMINA_WHEEL_UNIT_NOTCH, LAMINA_EVENT_MODIFIERS_NONE);
  rest(s);
  CHECK_NEAR(offset(s), 300);
  s->time += 1000000;
  turn(s, at(50, 50), at(0, 40), LAMINA_WHEEL_UNIT_LOGICAL, LAMINA_EVENT_MODIFIERS_NONE);
  rest(s);
  CHECK_NEAR(offset(s), 300);
  end_stage(s);
}

/* Commands go where it rests, too, and what is set to rest does so at once. */
static void test_commands_and_rests(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 40);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 130), NULL));
  CHECK_NEAR(offset(s), 130);
  options.is_paging = true;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK_NEAR(offset(s), 100);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 260), NULL));
  CHECK_NEAR(offset(s), 300);
  CHECK_OK(lamina_node_scroll_by(s->node, at(0, -60), NULL));
  CHECK_NEAR(offset(s), 200);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 1e9), NULL));
  CHECK_NEAR(offset(s), 700); /* the last page that begins at a multiple */
  options.is_paging = false;
  options.snap = LAMINA_SCROLL_SNAP_MANDATORY;
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 0), NULL));
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  CHECK_NEAR(fmod(offset(s) + 15, ROW), 0); /* at a row's beginning, 5 below that of the content */
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 133), NULL));
  CHECK_NEAR(fmod(offset(s) - 5, ROW), 0);
  end_stage(s);
}

/* An axis that scrolls no more stands at its beginning. */
static void test_other_axes(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 40);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 60), NULL));
  options.axes = LAMINA_AXES_HORIZONTAL;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  settle(s);
  CHECK_NEAR(offset(s), 0);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 10) & 0xFFFFFF, color_of(0));
  end_stage(s);
}

/* Keys go to what was used last, also where that takes keys alone. */
static void test_focus(void) {
  lamina_scroll_options options = plain();
  stage *s;
  options.inputs = LAMINA_SCROLL_INPUTS_KEYS;
  s = make_stage(&options, 40);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 300), NULL));
  drag(s, 50, 90, 0, -10, 4);
  turn(s, at(50, 50), at(0, 60), LAMINA_WHEEL_UNIT_LOGICAL, LAMINA_EVENT_MODIFIERS_NONE);
  CHECK_NEAR(offset(s), 300);
  CHECK(used(s, LAMINA_EVENT_KEY_HOME));
  CHECK_NEAR(offset(s), 0);
  end_stage(s);
}

/* Two surfaces of one context: keys of one scroll nothing on the other. */
static void test_two_surfaces(void) {
  lamina_scroll_options options = plain();
  stage *s = make_stage(&options, 40);
  lamina_surface *second = NULL;
  lamina_node *plain_root = check_box(s->context, 50, 50);
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_USED;
  CHECK_OK(lamina_surface_create(s->context, check_make_size(50, 50), 1, &second));
  CHECK_OK(lamina_surface_set_root(second, plain_root));
  settle(s);
  drag(s, 50, 90, 0, -10, 4);
  rest(s);
  CHECK_OK(lamina_node_scroll_to(s->node, at(0, 100), NULL));
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  event.key = LAMINA_EVENT_KEY_HOME;
  CHECK_OK(lamina_surface_process_event(second, &event, &use));
  CHECK_EQUAL(use, LAMINA_EVENT_USE_NONE);
  CHECK_NEAR(offset(s), 100);
  CHECK(used(s, LAMINA_EVENT_KEY_HOME));
  CHECK_NEAR(offset(s), 0);
  lamina_node_release(plain_root);
  lamina_surface_release(second);
  end_stage(s);
}

/* A finger that sets out along one axis stays on it, unless it may not. */
static void test_locked_axis(void) {
  int locks;
  for (locks = 0; locks <= 1; locks++) {
    lamina_scroll_options options = plain();
    stage *s;
    options.axes = LAMINA_AXES_HORIZONTAL | LAMINA_AXES_VERTICAL;
    options.locks_axis = locks != 0;
    options.content_size = check_make_size(500, 0);
    s = make_stage(&options, 40);
    drag(s, 90, 90, -3, -10, 8);
    rest(s);
    CHECK(state_of(s->node).offset.y > 20);
    if (locks) {
      CHECK_NEAR(state_of(s->node).offset.x, 0);
    } else {
      CHECK(state_of(s->node).offset.x > 5);
    }
    end_stage(s);
  }
}

int main(void) {
  test_snapping();
  test_keys_and_rests();
  test_wheel_in_pages();
  test_wheel_and_points();
  test_commands_and_rests();
  test_other_axes();
  test_focus();
  test_two_surfaces();
  test_locked_axis();
  return check_done(__FILE__);
}
