/* Animations that add to what is shown otherwise, and those that belong to a transition. */
#include "motion_stage.h"

static lamina_animation_options adding(uint64_t duration_us) {
  lamina_animation_options options = linear(duration_us);
  options.adds = true;
  return options;
}

/* A shake across a move: both show, and each is over by itself. */
static void test_shake(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 7), up = to_position(0, 20), down = to_position(0, -10);
  lamina_animation_options options = linear(1000000);
  lamina_keyframe keyframes[2] = {LAMINA_KEYFRAME_INIT, LAMINA_KEYFRAME_INIT};
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL));
  options = adding(500000);
  keyframes[0].at = 0.4;
  keyframes[0].values = &up;
  keyframes[1].values = &down;
  CHECK_OK(lamina_node_add_keyframe_animation(s.box, keyframes, 2, &options, done, NULL, destroyed, NULL));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  CHECK_NEAR(shown(s.box).position.y, 7);
  frame(&s, 1100000);
  CHECK_NEAR(shown(s.box).position.x, 17);
  CHECK_NEAR(shown(s.box).position.y, 17);
  frame(&s, 1200000);
  CHECK_NEAR(shown(s.box).position.x, 27);
  CHECK_NEAR(shown(s.box).position.y, 27);
  frame(&s, 1350000);
  CHECK_NEAR(shown(s.box).position.y, 12);
  CHECK_EQUAL(ends, 0);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).position.x, 57);
  CHECK_NEAR(shown(s.box).position.y, 7);
  CHECK_EQUAL(finishes, 1);
  frame(&s, 2000000);
  CHECK_NEAR(shown(s.box).position.x, 107);
  CHECK_EQUAL(finishes, 2);
  CHECK_EQUAL(destroys, 2);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  end_stage(&s);
}

/* Over what a node has, and follows when that changes; two at once add up, and nothing is left. */
static void test_over_model(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(20, 0), more = to_position(0, 8);
  lamina_animation_options options = adding(1000000);
  char text[256];
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  CHECK_OK(lamina_node_add_animation(s.box, &more, &options, done, NULL, NULL, NULL));
  CHECK_OK(lamina_context_read_animations(s.context, text, sizeof text, NULL));
  CHECK(strstr(text, "adds position") != NULL);
  CHECK_NEAR(shown(s.box).position.x, 27); /* at once */
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 27);
  CHECK_NEAR(shown(s.box).position.y, 15);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).position.x, 17);
  CHECK_NEAR(shown(s.box).position.y, 11);
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(52, 2, 10, 10)));
  frame(&s, 1750000);
  frame(&s, 1750001);
  CHECK(fabs(shown(s.box).position.x - 62) < 0.01);
  CHECK(fabs(shown(s.box).position.y - 9) < 0.01);
  frame(&s, 2000000);
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
  CHECK_NEAR(shown(s.box).position.x, 57);
  CHECK_EQUAL(finishes, 2);
  end_stage(&s);
}

/* Over what the host presents, which it may change meanwhile; cancelled, what was added is gone at once. */
static void test_over_presented(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(20, 0), host = to_position(50, 50);
  lamina_animation_options options = adding(1000000);
  uint64_t number = 0;
  CHECK_OK(lamina_node_set_presented(s.box, &host));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &number));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 70);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).position.x, 60);
  host = to_position(100, 50);
  CHECK_OK(lamina_node_set_presented(s.box, &host));
  frame(&s, 1750000);
  CHECK_NEAR(shown(s.box).position.x, 105);
  CHECK_OK(lamina_context_cancel_animation(s.context, number));
  CHECK_NEAR(shown(s.box).position.x, 100);
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_POSITION);
  frame(&s, 1800000);
  CHECK_EQUAL(ends, 1);
  CHECK_EQUAL(finishes, 0);
  end_stage(&s);
}

/* What begins meanwhile goes on from where the value is without what is added: nothing is added twice. */
static void test_begins_below(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(20, 0), to = to_position(107, 7);
  lamina_animation_options options = adding(1000000);
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 1000000);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).position.x, 17);
  options = linear(1000000);
  CHECK_OK(lamina_node_add_animation(s.box, &to, &options, done, NULL, NULL, NULL));
  CHECK_NEAR(shown(s.box).position.x, 17);
  frame(&s, 1600000);
  CHECK_NEAR(shown(s.box).position.x, 15);
  frame(&s, 1850000);
  CHECK_NEAR(shown(s.box).position.x, 7 + 25 + 3);
  frame(&s, 2600000);
  CHECK_NEAR(shown(s.box).position.x, 107);
  end_stage(&s);
}

/* A turn is added to a turn. A spring with a velocity swings around where the node is. */
static void test_turn_and_push(void) {
  stage s = make_stage(1);
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  lamina_animation_options options = adding(1000000);
  lamina_matrix turned = LAMINA_MATRIX_IDENTITY;
  double c = cos(0.5), sn = sin(0.5);
  turned.xx = turned.yy = c;
  turned.yx = sn;
  turned.xy = -sn;
  CHECK_OK(lamina_node_set_transform(s.box, turned));
  values.fields = LAMINA_PRESENTED_FIELDS_TRANSFORM;
  values.transform = turned;
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).transform.xx, cos(1.0));
  CHECK_NEAR(shown(s.box).transform.yx, sin(1.0));
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).transform.yx, sin(0.75));
  frame(&s, 2000000);
  values = to_position(0, 0);
  options = adding(300000);
  options.timing = LAMINA_ANIMATION_TIMING_SPRING;
  options.curve = NULL;
  options.has_velocity = true;
  options.velocity.x = 1000;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 3000000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  frame(&s, 3001000);
  CHECK(fabs(shown(s.box).position.x - 8) < 0.05);
  frame(&s, 9000000);
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
  CHECK_EQUAL(finishes, 2);
  end_stage(&s);
}

static void test_refused(void) {
  stage s = make_stage(1);
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  lamina_animation_options options = adding(1000000);
  values.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
  CHECK_STATUS(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "add up") != NULL);
  values = to_position(1, 1);
  options.ends_at_model = true;
  CHECK_STATUS(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  options = adding(1000000);
  options.timing = LAMINA_ANIMATION_TIMING_DECAY;
  CHECK_STATUS(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(destroys, 3);
  /* With reduced motion nothing is shaken. */
  options = adding(1000000);
  CHECK_OK(lamina_context_set_reduced_motion(s.context, true));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  CHECK_NEAR(shown(s.box).position.x, 7);
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  CHECK_EQUAL(finishes, 1);
  CHECK_OK(lamina_context_set_reduced_motion(s.context, false));
  /* The node ends in the middle. */
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 1100000);
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  lamina_node_release(s.box);
  frame(&s, 1200000);
  CHECK_EQUAL(ends, 2);
  CHECK_EQUAL(finishes, 1);
  s.box = check_node(s.context);
  end_stage(&s);
}

static void ignore_values(const double *values, size_t count, void *user_data) {
  (void)values;
  (void)count;
  (void)user_data;
}

/* What begins in a transition is moved by its number, and over with it; what never ends stays outside. */
static void test_group(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 7);
  lamina_animation_options options = linear(1000000), endless = linear(100000);
  lamina_value_animation numbers = LAMINA_VALUE_ANIMATION_INIT;
  double from = 0, to = 1;
  uint64_t group = 0;
  char text[256];
  endless.run_count = INFINITY;
  numbers.start = &from;
  numbers.end = &to;
  numbers.count = 1;
  CHECK_OK(lamina_context_begin_transition(s.context, NULL, &group));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, NULL, NULL, NULL, NULL));
  options.delay_us = 500000;
  CHECK_OK(lamina_context_add_value_animation(s.context, &numbers, &options, ignore_values, NULL, NULL, NULL, NULL));
  values.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &endless, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, destroyed));
  frame(&s, 1000000);
  frame(&s, 1250000);
  CHECK_NEAR(shown(s.box).position.x, 32);
  CHECK_OK(lamina_context_set_animation_speed(s.context, group, 0));
  CHECK_OK(lamina_context_set_animation_progress(s.context, group, 1.0 / 3));
  frame(&s, 1300000);
  CHECK_NEAR(shown(s.box).position.x, 57);
  CHECK_OK(lamina_context_set_animation_speed(s.context, group, 1));
  frame(&s, 1400000);
  frame(&s, 2100000);
  CHECK_NEAR(shown(s.box).position.x, 107);
  CHECK_EQUAL(ends, 0);
  frame(&s, 2500000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(ends, 1);
  CHECK_OK(lamina_context_read_animations(s.context, text, sizeof text, NULL));
  CHECK(strncmp(text, "1 animations", 12) == 0); /* what repeats for ever goes on */
  end_stage(&s);
}

int main(void) {
  test_shake();
  test_over_model();
  test_over_presented();
  test_begins_below();
  test_turn_and_push();
  test_refused();
  test_group();
  return check_done(__FILE__);
}
