/* Curves that are functions of the host's. */
#include "motion_stage.h"

static int asked;

/* Goes back before it goes, and beyond its end. */
static double swing(double time, void *user_data) {
  asked++;
  return time + *(const double *)user_data * sin(time * 2 * 3.14159265358979);
}

static double never(double time, void *user_data) {
  (void)time;
  (void)user_data;
  asked++;
  return 0;
}

/* Answers what is wrong, in the middle. */
static double wrong(double time, void *user_data) { return time == 0.5 ? *(const double *)user_data : time; }

/* Ends what it is asked for. */
static double release_node(double time, void *user_data) {
  if (time == 0) lamina_node_release(*(lamina_node **)user_data);
  return time;
}

static double release_context(double time, void *user_data) {
  stage *s = (stage *)user_data;
  if (time == 0) end_stage(s);
  return time;
}

/* Animates from within: nothing has begun yet. */
static double animate(double time, void *user_data) {
  stage *s = (stage *)user_data;
  lamina_presented_values values = to_position(7, 107);
  if (time == 0) CHECK_OK(lamina_node_add_animation(s->box, &values, NULL, done, NULL, destroyed, NULL));
  return time;
}

static lamina_animation_options own(lamina_context_curve_fn curve, void *data) {
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  options.duration_us = 1000000;
  options.own_curve = curve;
  options.own_curve_user_data = data;
  return options;
}

static void test_follows(void) {
  stage s = make_stage(1);
  double strength = -0.5;
  lamina_presented_values values = to_position(1007, 7);
  lamina_animation_options options = own(swing, &strength);
  int time;
  asked = 0;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL));
  CHECK_EQUAL(asked, 1025);
  for (time = 0; time < 1000; time += 7) {
    double share = time / 1000.0;
    frame(&s, 1000000 + (uint64_t)time * 1000);
    CHECK(fabs(shown(s.box).position.x - 7 - 1000 * (share - 0.5 * sin(share * 2 * 3.14159265358979))) < 0.01);
  }
  frame(&s, 2000000);
  CHECK_NEAR(shown(s.box).position.x, 1007);
  CHECK_EQUAL(asked, 1025); /* no frame asks */
  CHECK_EQUAL(finishes, 1);
  /* At the end it is there, whatever the curve says. */
  options = own(never, NULL);
  values = to_position(7, 7);
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL));
  frame(&s, 3000000);
  frame(&s, 3999000);
  CHECK_NEAR(shown(s.box).position.x, 1007);
  frame(&s, 4000000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  end_stage(&s);
}

/* Wherever options are taken. */
static void test_everywhere(void) {
  stage s = make_stage(1);
  double strength = -0.5;
  lamina_presented_values values = to_position(107, 7);
  lamina_keyframe keyframe = LAMINA_KEYFRAME_INIT;
  lamina_animation_options options = own(swing, &strength), line = linear(1000000);
  lamina_transition_options how = LAMINA_TRANSITION_OPTIONS_INIT;
  uint64_t number = 0;
  keyframe.own_curve = swing;
  keyframe.own_curve_user_data = &strength;
  keyframe.values = &values;
  CHECK_OK(lamina_node_add_keyframe_animation(s.box, &keyframe, 1, &line, done, NULL, NULL, &number));
  frame(&s, 1000000);
  frame(&s, 1250000);
  CHECK_NEAR(shown(s.box).position.x, 7 + 100 * (0.25 - 0.5));
  CHECK_OK(lamina_context_cancel_animation(s.context, number));
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_ALL));

  how.animation = &options;
  CHECK_OK(lamina_context_begin_transition(s.context, &how, &number));
  CHECK_OK(lamina_node_set_opacity(s.box, 0.5));
  CHECK_OK(lamina_context_end_transition(s.context, NULL, NULL, NULL));
  frame(&s, 2000000);
  frame(&s, 2750000);
  CHECK_NEAR(shown(s.box).opacity, 1 - 0.5 * (0.75 + 0.5));
  /* Let go of, its progress moves along the curve. */
  CHECK_OK(lamina_context_set_animation_speed(s.context, number, 0));
  asked = 0;
  CHECK_OK(lamina_context_move_animation(s.context, number, 1, &options));
  CHECK_EQUAL(asked, 1025);
  CHECK_OK(lamina_node_set_default_animation(s.box, LAMINA_PRESENTED_FIELDS_OPACITY, &options));
  CHECK_EQUAL(asked, 2050);
  end_stage(&s);
}

static void test_refusals(void) {
  static const double answers[] = {NAN, INFINITY, -INFINITY, 1000001, -1e300};
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 7);
  lamina_animation_options options;
  lamina_keyframe keyframe = LAMINA_KEYFRAME_INIT;
  uint64_t number = 77;
  size_t i;
  for (i = 0; i < sizeof answers / sizeof *answers; i++) {
    double answer = answers[i];
    options = own(wrong, &answer);
    CHECK_STATUS(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, &number),
                 LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(lamina_last_error(), "options->own_curve is") && strstr(lamina_last_error(), "at 0.5"));
  }
  CHECK_EQUAL(number, 77);
  CHECK_EQUAL(destroys, 5);
  options = own(never, NULL);
  options.curve = "linear";
  CHECK_STATUS(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &number),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "both"));
  options.own_curve = NULL;
  options.curve = "";
  CHECK_STATUS(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &number),
               LAMINA_ERROR_INVALID_ARGUMENT);
  options.curve = NULL;
  keyframe.curve = "";
  keyframe.values = &values;
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, &keyframe, 1, &options, done, NULL, NULL, &number),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(ends, 0);
  end_stage(&s);
}

/* It may do what it wants: handles are looked up behind it. */
static void test_whatever_it_does(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 7);
  lamina_node *other = check_node(s.context);
  lamina_animation_options options = own(animate, &s);
  lamina_transition_options how = LAMINA_TRANSITION_OPTIONS_INIT;
  uint64_t number = 0;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, &number));
  frame(&s, 1000000);
  CHECK_EQUAL(ends, 1); /* the one from within was taken over */
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).position.x, 57);
  options = own(release_node, &other);
  CHECK_STATUS(lamina_node_add_animation(other, &values, &options, done, NULL, destroyed, &number),
               LAMINA_ERROR_INVALID_HANDLE);
  options = own(release_context, &s);
  how.animation = &options;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &how, &number), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(destroys, 3);
}

int main(void) {
  test_follows();
  test_everywhere();
  test_refusals();
  test_whatever_it_does();
  return check_done(__FILE__);
}
