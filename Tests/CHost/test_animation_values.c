/* Animations of the host's own numbers, default animations of nodes, and slow motion. */
#include "check.h"

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *box;
  check_picture picture;
  uint64_t time_us;
} stage;

static int ends, finishes, destroys, calls;
static double last[20];
static size_t last_count;

static void done(bool finished, void *user_data) {
  (void)user_data;
  ends++;
  if (finished) finishes++;
}

static void destroyed(void *user_data) {
  (void)user_data;
  destroys++;
}

static void moved(const double *values, size_t count, void *user_data) {
  size_t i;
  (void)user_data;
  calls++;
  last_count = count;
  for (i = 0; i < count && i < 20; i++) last[i] = values[i];
}

static stage make_stage(void) {
  stage s;
  lamina_rect frame = {{0, 0}, {20, 20}};
  memset(&s, 0, sizeof s);
  ends = finishes = destroys = calls = 0;
  s.context = check_context(1);
  s.time_us = 1000000;
  CHECK_OK(lamina_context_set_time_us(s.context, s.time_us));
  s.root = check_node(s.context);
  s.box = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(s.box, frame));
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  s.picture = check_make_picture(60, 40);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(60, 40), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void end_stage(stage *s) {
  lamina_node_release(s->box);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static void frame(stage *s, uint64_t step_us) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  s->time_us += step_us;
  CHECK_OK(lamina_context_set_time_us(s->context, s->time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static lamina_animation_options linear(uint64_t duration_us) {
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  animation.curve = "linear";
  animation.duration_us = duration_us;
  return animation;
}

static lamina_presented_values shown(lamina_node *node) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  CHECK_OK(lamina_node_get_presented(node, &values));
  return values;
}

/* Ten numbers; another animation goes on from them with their velocities. */
static void test_values(void) {
  stage s = make_stage();
  lamina_animation_options options = linear(1000000), spring = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_value_animation values = LAMINA_VALUE_ANIMATION_INIT;
  double from[10], to[10], before;
  uint64_t first = 0, second = 0;
  int i;
  for (i = 0; i < 10; i++) {
    from[i] = i;
    to[i] = i + 100;
  }
  values.start = from;
  values.end = to;
  values.count = 10;
  frame(&s, 0);
  CHECK_OK(lamina_context_add_value_animation(s.context, &values, &options, moved, done, NULL, destroyed, &first));
  CHECK_EQUAL(calls, 0);
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_EQUAL(calls, 2);
  CHECK_EQUAL(last_count, 10);
  for (i = 0; i < 10; i++) CHECK_NEAR(last[i], i + 50);
  before = last[9];
  for (i = 0; i < 10; i++) to[i] = i;
  values.replaces = first;
  values.start = NULL;
  spring.timing = LAMINA_ANIMATION_TIMING_SPRING;
  spring.duration_us = 300000;
  CHECK_OK(lamina_context_add_value_animation(s.context, &values, &spring, moved, done, NULL, destroyed, &second));
  frame(&s, 1000);
  CHECK(last[9] > before + 0.05 && last[9] < before + 0.1); /* it was 100 a second */
  CHECK_EQUAL(ends, 1);
  CHECK_EQUAL(finishes, 0);
  for (i = 0; i < 200; i++) frame(&s, 16000);
  for (i = 0; i < 10; i++) CHECK_NEAR(last[i], i);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(destroys, 2);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  i = calls;
  frame(&s, 16000);
  CHECK_EQUAL(calls, i);
  end_stage(&s);
}

static lamina_context *ended_within;
static uint64_t cancelled_within;

static void cancels(const double *values, size_t count, void *user_data) {
  moved(values, count, user_data);
  CHECK_OK(lamina_context_cancel_animation(ended_within, cancelled_within));
}

static void test_bad_values(void) {
  stage s = make_stage();
  lamina_value_animation values = LAMINA_VALUE_ANIMATION_INIT;
  double one = 1, bad = NAN;
  uint64_t number = 0;
  int i;
  CHECK_STATUS(lamina_context_add_value_animation(s.context, NULL, NULL, moved, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_add_value_animation(s.context, &values, NULL, moved, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  values.count = 1;
  CHECK_STATUS(lamina_context_add_value_animation(s.context, &values, NULL, moved, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  values.end = &one;
  CHECK_STATUS(lamina_context_add_value_animation(s.context, &values, NULL, moved, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  values.start = &bad;
  CHECK_STATUS(lamina_context_add_value_animation(s.context, &values, NULL, moved, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  values.start = &one;
  CHECK_STATUS(lamina_context_add_value_animation(s.context, &values, NULL, NULL, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  values.replaces = 99;
  CHECK_STATUS(lamina_context_add_value_animation(s.context, &values, NULL, moved, done, NULL, destroyed, NULL), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(destroys, 7);
  values.replaces = 0;
  CHECK_OK(lamina_context_add_value_animation(s.context, &values, NULL, cancels, done, NULL, destroyed, &number));
  ended_within = s.context;
  cancelled_within = number;
  for (i = 0; i < 3; i++) frame(&s, 16000);
  CHECK_EQUAL(calls, 1);
  CHECK_EQUAL(ends, 1);
  CHECK_EQUAL(destroys, 8);
  /* still under way when the context ends */
  CHECK_OK(lamina_context_add_value_animation(s.context, &values, NULL, moved, done, NULL, destroyed, NULL));
  end_stage(&s);
  CHECK_EQUAL(ends, 2);
  CHECK_EQUAL(finishes, 0);
  CHECK_EQUAL(destroys, 9);
}

/* Changes move by themselves; those in a transition as that says. */
static void test_defaults(void) {
  stage s = make_stage();
  lamina_animation_options quick = linear(1000000), slow = linear(2000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_rect elsewhere = {{40, 0}, {20, 20}};
  lamina_context *other = NULL;
  frame(&s, 0);
  CHECK_OK(lamina_node_set_default_animation(
      s.box, LAMINA_PRESENTED_FIELDS_OPACITY | LAMINA_PRESENTED_FIELDS_POSITION, &quick));
  CHECK_OK(lamina_node_set_opacity(s.box, 0));
  CHECK_OK(lamina_node_set_background(s.box, check_make_color(0xFF0000))); /* at once */
  CHECK_OK(lamina_node_set_frame(s.box, elsewhere));
  frame(&s, 0);
  CHECK_NEAR(shown(s.box).opacity, 1);
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_NEAR(shown(s.box).opacity, 0.5);
  CHECK_NEAR(shown(s.box).position.x, 30);
  CHECK_EQUAL(shown(s.box).fields & LAMINA_PRESENTED_FIELDS_BACKGROUND, 0);
  options.animation = &slow;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_set_opacity(s.box, 1));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, NULL));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).opacity, 0.4375); /* on for a while as before, at -1 a second */
  frame(&s, 1100000);
  CHECK_EQUAL(shown(s.box).fields, 0);
  CHECK_EQUAL(finishes, 1);
  CHECK_OK(lamina_node_set_default_animation(s.box, LAMINA_PRESENTED_FIELDS_NONE, NULL));
  CHECK_OK(lamina_node_set_opacity(s.box, 0.5));
  frame(&s, 16000);
  CHECK_EQUAL(shown(s.box).fields, 0);
  quick.timing = LAMINA_ANIMATION_TIMING_DECAY;
  CHECK_STATUS(lamina_node_set_default_animation(s.box, LAMINA_PRESENTED_FIELDS_OPACITY, &quick), LAMINA_ERROR_INVALID_ARGUMENT);
  (void)other;
  end_stage(&s);
}

static void test_slow_motion(void) {
  stage s = make_stage();
  lamina_animation_options quick = linear(1000000);
  lamina_presented_values to = LAMINA_PRESENTED_VALUES_INIT;
  to.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
  to.opacity = 0;
  frame(&s, 0);
  CHECK_OK(lamina_node_add_animation(s.box, &to, &quick, done, NULL, NULL, NULL));
  frame(&s, 16000);
  frame(&s, 250000);
  CHECK_NEAR(shown(s.box).opacity, 0.75);
  CHECK_OK(lamina_context_set_motion_speed(s.context, 0.1));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).opacity, 0.65);
  CHECK_OK(lamina_context_set_motion_speed(s.context, 0));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).opacity, 0.65);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  CHECK_OK(lamina_context_set_motion_speed(s.context, 2));
  frame(&s, 16000);
  frame(&s, 400000);
  CHECK(finishes == 1 || shown(s.box).opacity < 0.65);
  frame(&s, 400000);
  CHECK_EQUAL(finishes, 1);
  CHECK_STATUS(lamina_context_set_motion_speed(s.context, NAN), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_set_motion_speed(s.context, -1), LAMINA_ERROR_INVALID_ARGUMENT);
  end_stage(&s);
}

int main(void) {
  test_values();
  test_bad_values();
  test_defaults();
  test_slow_motion();
  return check_done(__FILE__);
}
