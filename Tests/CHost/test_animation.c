/* Animations of presented values. */
#include "motion_stage.h"

/* The box's centre stands at (7, 7) and goes to (107, 57) in a second. */
static void test_moves(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 57);
  lamina_animation_options options = linear(1000000);
  lamina_animation_state state = LAMINA_ANIMATION_STATE_INIT;
  uint64_t number = 0;
  char text[256];
  size_t length = 0;
  int tries;
  /* A worker may still be reporting what it drew. */
  for (tries = 0; tries < 100000 && lamina_context_get_timeout_us(s.context) == 0; tries++) {
    CHECK_OK(lamina_context_process(s.context, 0));
  }
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  values.fields |= LAMINA_PRESENTED_FIELDS_OPACITY;
  values.opacity = 0.5;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, &number));
  CHECK(number != 0);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), 0);
  frame(&s, 1000000); /* the first frame shows the beginning */
  CHECK_NEAR(shown(s.box).position.x, 7);
  frame(&s, 1250000);
  CHECK_NEAR(shown(s.box).position.x, 32);
  CHECK_NEAR(shown(s.box).position.y, 19.5);
  CHECK_NEAR(shown(s.box).opacity, 0.875);
  CHECK_OK(lamina_context_get_animation(s.context, number, &state));
  CHECK_NEAR(state.progress, 0.25);
  CHECK_NEAR(state.speed, 1);
  CHECK_EQUAL(state.duration_us, 1000000);
  CHECK_OK(lamina_context_read_animations(s.context, text, sizeof text, &length));
  CHECK(length == strlen(text) && strstr(text, "position, opacity") != NULL && strstr(text, "25%") != NULL);
  frame(&s, 1900000);
  CHECK_NEAR(shown(s.box).position.x, 97);
  CHECK_EQUAL(ends, 0);
  /* The model knows nothing of it. */
  CHECK_RECT(lamina_node_get_frame(s.box), 2, 2, 10, 10);
  frame(&s, 2100000);
  CHECK_NEAR(shown(s.box).position.x, 107);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(destroys, 1);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  frame(&s, 3000000);
  CHECK_NEAR(shown(s.box).position.x, 107); /* it stays */
  CHECK_EQUAL(ends, 1);
  CHECK_STATUS(lamina_context_get_animation(s.context, number, &state), LAMINA_ERROR_INVALID_STATE);
  end_stage(&s);
}

/* To what the node has: it follows when that changes, and nothing is presented at the end. */
static void test_to_model(void) {
  stage s = make_stage(1);
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  lamina_animation_options options = linear(1000000);
  double before;
  options.ends_at_model = true;
  values.fields = LAMINA_PRESENTED_FIELDS_POSITION | LAMINA_PRESENTED_FIELDS_BACKGROUND;
  CHECK_OK(lamina_node_set_position(s.box, make_point(207, 7)));
  CHECK_OK(lamina_node_set_background(s.box, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).position.x, 107);
  /* The model turns back in the middle: the box goes on for a moment, and comes to it. */
  CHECK_OK(lamina_node_set_position(s.box, make_point(7, 7)));
  frame(&s, 1510000);
  before = shown(s.box).position.x;
  CHECK(before > 107 && before < 112);
  frame(&s, 1520000);
  CHECK(fabs(shown(s.box).position.x - before) < 3);
  CHECK_EQUAL(ends, 0);
  frame(&s, 2600000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  CHECK_EQUAL(shown(s.box).fields, 0);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* A spring takes over from another with its velocity, whatever the frames. */
static void test_retargets(void) {
  stage s = make_stage(1);
  lamina_presented_values there = to_position(307, 7), back = to_position(7, 7);
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  double last, speed, x;
  uint64_t time_us = 1000000;
  int round;
  options.timing = LAMINA_ANIMATION_TIMING_SPRING;
  options.stiffness = 200;
  options.damping = 20;
  CHECK_OK(lamina_node_add_animation(s.box, &there, &options, done, NULL, NULL, NULL));
  frame(&s, time_us);
  last = shown(s.box).position.x;
  speed = 0;
  for (round = 1; round < 400; round++) {
    time_us += 4000;
    if (round % 7 == 0 && round <= 392) {
      CHECK_OK(lamina_node_add_animation(s.box, round % 14 ? &back : &there, &options, done, NULL, NULL, NULL));
    }
    frame(&s, time_us);
    x = shown(s.box).position.x;
    /* In 4 ms the velocity changes by what the spring pulls, 200 * 300 at most, and damps. */
    CHECK(fabs((x - last) / 0.004 - speed) < 0.004 * (200 * 400 + 20 * 3000));
    speed = (x - last) / 0.004;
    last = x;
  }
  CHECK_EQUAL(finishes, 0);
  CHECK(ends > 50);
  for (round = 0; round < 1000 && finishes == 0; round++) frame(&s, time_us += 16000);
  CHECK_EQUAL(finishes, 1);
  CHECK_NEAR(shown(s.box).position.x, 307);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  end_stage(&s);
}

/* What is presented or cleared by hand is taken away from what moves it. */
static void test_gives_way(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 57), hand = to_position(30, 40);
  lamina_presented_change change = LAMINA_PRESENTED_CHANGE_INIT;
  lamina_animation_options options = linear(1000000);
  int way;
  values.fields |= LAMINA_PRESENTED_FIELDS_OPACITY;
  for (way = 0; way < 3; way++) {
    uint64_t start = 1000000 + (uint64_t)way * 4000000;
    CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_ALL));
    ends = finishes = 0;
    values.opacity = 0.5;
    CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
    frame(&s, start);
    frame(&s, start + 500000);
    CHECK_NEAR(shown(s.box).position.x, 57);
    change.node = s.box;
    change.values = &hand;
    if (way == 0) CHECK_OK(lamina_node_set_presented(s.box, &hand));
    if (way == 1) CHECK_OK(lamina_context_apply_presented(s.context, &change, 1));
    if (way == 2) CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_POSITION));
    frame(&s, start + 750000);
    CHECK_NEAR(shown(s.box).position.x, way == 2 ? 7 : 30);
    CHECK_NEAR(shown(s.box).opacity, 0.625); /* it moves that still */
    CHECK_EQUAL(ends, 0);
    if (way == 1) { /* nothing is left of it */
      hand.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
      CHECK_OK(lamina_node_set_presented(s.box, &hand));
      hand.fields = LAMINA_PRESENTED_FIELDS_POSITION;
      frame(&s, start + 760000);
      CHECK_EQUAL(ends, 1);
    }
    frame(&s, start + 2000000);
    CHECK_NEAR(shown(s.box).position.x, way == 2 ? 7 : 30);
    CHECK_EQUAL(ends, 1);
    CHECK_EQUAL(finishes, way != 1);
  }
  end_stage(&s);
}

/* Pause, scrub, back and faster. */
static void test_control(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 7);
  lamina_animation_options options = linear(1000000);
  uint64_t number = 0;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &number));
  frame(&s, 1000000);
  frame(&s, 1200000);
  CHECK_OK(lamina_context_set_animation_speed(s.context, number, 0));
  frame(&s, 1300000);
  CHECK_NEAR(shown(s.box).position.x, 27);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1); /* what stands asks for no frames */
  CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.75));
  CHECK(lamina_context_get_timeout_us(s.context) >= 0);
  frame(&s, 5000000);
  CHECK_NEAR(shown(s.box).position.x, 82);
  /* Long after the last frame it goes on from where it stood. */
  CHECK_OK(lamina_context_set_animation_speed(s.context, number, -2));
  frame(&s, 9000000);
  CHECK_NEAR(shown(s.box).position.x, 82);
  frame(&s, 9100000);
  CHECK_NEAR(shown(s.box).position.x, 62);
  CHECK_OK(lamina_context_set_animation_speed(s.context, number, 1));
  frame(&s, 9200000);
  CHECK_NEAR(shown(s.box).position.x, 72);
  CHECK_OK(lamina_context_set_animation_speed(s.context, number, -1));
  frame(&s, 9900000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  CHECK_EQUAL(finishes, 1);
  CHECK_STATUS(lamina_context_set_animation_speed(s.context, number, 1), LAMINA_ERROR_INVALID_STATE);

  /* There and back, twice and a half, with a delay. */
  options.autoreverses = true;
  options.run_count = 2.5;
  options.delay_us = 500000;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &number));
  frame(&s, 10000000);
  frame(&s, 10400000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  frame(&s, 11400000);
  CHECK_NEAR(shown(s.box).position.x, 97);
  frame(&s, 11700000);
  CHECK_NEAR(shown(s.box).position.x, 87);
  frame(&s, 12600000);
  CHECK_NEAR(shown(s.box).position.x, 17);
  frame(&s, 13500000);
  CHECK_NEAR(shown(s.box).position.x, 57);
  CHECK_EQUAL(finishes, 2);

  /* For ever, until it is cancelled; it stays where it is. */
  options = linear(1000000);
  options.run_count = INFINITY;
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_ALL));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &number));
  frame(&s, 20000000);
  frame(&s, 3620250000u);
  CHECK_NEAR(shown(s.box).position.x, 32);
  CHECK_STATUS(lamina_context_set_animation_speed(s.context, number, -1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_cancel_animation(s.context, number));
  CHECK_STATUS(lamina_context_cancel_animation(s.context, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(ends, 2); /* not within the call */
  frame(&s, 3620300000u);
  CHECK_EQUAL(ends, 3);
  CHECK_EQUAL(finishes, 2);
  CHECK_NEAR(shown(s.box).position.x, 32);
  end_stage(&s);
}

/* Right in a quarter of the time, back to the middle; opacity goes once, the whole way. */
static void test_keyframes(void) {
  stage s = make_stage(1);
  lamina_presented_values there = to_position(107, 7), middle = to_position(57, 7);
  lamina_keyframe keyframes[2] = {LAMINA_KEYFRAME_INIT, LAMINA_KEYFRAME_INIT};
  lamina_animation_options options = linear(1000000);
  uint64_t number = 0;
  middle.fields |= LAMINA_PRESENTED_FIELDS_OPACITY;
  middle.opacity = 0;
  keyframes[0].at = 0.25;
  keyframes[0].values = &there;
  keyframes[1].curve = "steps(2)";
  keyframes[1].values = &middle;
  options.run_count = 2;
  options.autoreverses = true;
  CHECK_OK(lamina_node_add_keyframe_animation(s.box, keyframes, 2, &options, done, NULL, NULL, &number));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  frame(&s, 1125000);
  CHECK_NEAR(shown(s.box).position.x, 57);
  CHECK_NEAR(shown(s.box).opacity, 1);
  frame(&s, 1700000);
  CHECK_NEAR(shown(s.box).position.x, 82);
  CHECK_NEAR(shown(s.box).opacity, 0.5);
  frame(&s, 2900000); /* back, a tenth before the beginning */
  CHECK_NEAR(shown(s.box).position.x, 47);
  frame(&s, 3100000);
  CHECK_NEAR(shown(s.box).position.x, 7);
  CHECK_EQUAL(finishes, 1);
  /* Interrupted in the first part it goes on from there. */
  CHECK_OK(lamina_node_add_keyframe_animation(s.box, keyframes, 1, NULL, done, NULL, NULL, NULL));
  frame(&s, 4000000);
  frame(&s, 4040000);
  options = linear(1000000);
  CHECK_OK(lamina_node_add_animation(s.box, &middle, &options, done, NULL, NULL, NULL));
  frame(&s, 4040001);
  CHECK(fabs(shown(s.box).position.x - 71) < 1); /* 4 tenths of the first quarter of 250 ms: 64 % of the way */
  CHECK_EQUAL(ends, 2);

  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 0, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, NULL, 2, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 5000, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  keyframes[1].at = 0.25;
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 2, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  keyframes[1].at = NAN;
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 2, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  keyframes[1].at = 1;
  keyframes[1].curve = "hop";
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 2, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "keyframes[1]") != NULL);
  keyframes[1].curve = NULL;
  options.timing = LAMINA_ANIMATION_TIMING_SPRING;
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 2, &options, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  options = linear(1000);
  options.ends_at_model = true;
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 2, &options, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  keyframes[0].values = keyframes[1].values = NULL;
  CHECK_STATUS(lamina_node_add_keyframe_animation(s.box, keyframes, 2, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  end_stage(&s);
}

/* The finger's velocity goes on by itself. */
static void test_decay(void) {
  stage s = make_stage(1);
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  values.fields = LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN;
  options.timing = LAMINA_ANIMATION_TIMING_DECAY;
  options.has_velocity = true;
  options.velocity = make_point(0, 1000);
  CHECK_OK(lamina_node_add_animation(s.root, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 1000000);
  frame(&s, 2000000);
  CHECK_NEAR(shown(s.root).bounds_origin.y, 1000 * (1 - 0.135) / -log(0.135));
  frame(&s, 12000000);
  CHECK_NEAR(shown(s.root).bounds_origin.y, 1000 / -log(0.135));
  CHECK_EQUAL(finishes, 1);
  options.ends_at_model = true;
  CHECK_STATUS(lamina_node_add_animation(s.root, &values, &options, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  end_stage(&s);
}

/* With reduced motion nothing crosses the screen: it is there, and fades in. */
static void test_reduced_motion(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 57);
  lamina_animation_options options = linear(1000000);
  CHECK_OK(lamina_context_set_reduced_motion(s.context, true));
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, NULL));
  frame(&s, 1000000);
  CHECK_NEAR(shown(s.box).position.x, 107);
  CHECK_NEAR(shown(s.box).opacity, 0);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).opacity, 0.5);
  frame(&s, 2000000);
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_POSITION);
  CHECK_NEAR(shown(s.box).opacity, 1);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

static stage *chained;
static int links;

/* Begins the next one, and ends itself and its node. */
static void chain(bool finished, void *user_data) {
  lamina_presented_values values = to_position(50 + links, 7);
  lamina_animation_options options = linear(10000);
  (void)user_data;
  ends++;
  if (!finished) return;
  if (++links < 5) CHECK_OK(lamina_node_add_animation(chained->box, &values, &options, chain, NULL, destroyed, NULL));
  if (links == 5) {
    CHECK_OK(lamina_node_remove_from_parent(chained->box));
    lamina_node_release(chained->box);
    chained->box = NULL;
  }
}

/* The node, its parent and the surface go in the middle, and within a completion. */
static void test_removals(void) {
  stage s = make_stage(1);
  lamina_presented_values values = to_position(107, 57);
  lamina_animation_options options = linear(10000);
  uint64_t time_us = 1000000;
  int round;
  chained = &s;
  links = 0;
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, chain, NULL, destroyed, NULL));
  for (round = 0; round < 40; round++) frame(&s, time_us += 4000);
  CHECK_EQUAL(links, 5);
  CHECK_EQUAL(ends, 5);
  CHECK_EQUAL(destroys, 5);

  s.box = check_node(s.context);
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  options = linear(1000000);
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL));
  frame(&s, time_us += 4000);
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  frame(&s, time_us += 4000); /* it moves on, off the surface */
  CHECK_EQUAL(ends, 5);
  lamina_node_release(s.box);
  s.box = NULL;
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US)); /* its surface lets go of it */
  frame(&s, time_us += 4000);
  CHECK_EQUAL(ends, 6);
  CHECK_EQUAL(destroys, 6);

  /* The context ends with one under way, and one whose end has not been told. */
  s.box = check_node(s.context);
  CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, destroyed, NULL));
  CHECK_OK(lamina_node_add_animation(s.root, &values, &options, done, NULL, destroyed, NULL));
  CHECK_OK(lamina_node_add_animation(s.root, &values, &options, done, NULL, destroyed, NULL));
  finishes = 0;
  lamina_surface_release(s.surface);
  s.surface = NULL;
  end_stage(&s);
  CHECK_EQUAL(ends, 9);
  CHECK_EQUAL(destroys, 9);
  CHECK_EQUAL(finishes, 0);
}

static double even(double time, void *user_data) {
  (void)user_data;
  return time;
}

static void test_refusals(void) {
  stage s = make_stage(1);
  lamina_presented_values good = to_position(107, 57), none = LAMINA_PRESENTED_VALUES_INIT, bad = to_position(NAN, 0);
  lamina_animation_options options;
  lamina_animation_state state = LAMINA_ANIMATION_STATE_INIT;
  uint64_t number = 42;
  size_t length = 0;
  CHECK_STATUS(lamina_node_add_animation(s.box, NULL, NULL, done, NULL, destroyed, &number), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_add_animation(s.box, &none, NULL, done, NULL, destroyed, &number), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_add_animation(s.box, &bad, NULL, done, NULL, destroyed, &number), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "values->position") != NULL);
  CHECK_EQUAL(destroys, 3);
#define REFUSED(name, change)                                                                                         \
  options = linear(1000);                                                                                             \
  change;                                                                                                             \
  CHECK_STATUS(lamina_node_add_animation(s.box, &good, &options, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT); \
  CHECK(strstr(lamina_last_error(), name) != NULL);
  REFUSED("timing", options.timing = (lamina_animation_timing)9)
  REFUSED("easing", options.curve = "swoosh")
  REFUSED("control point", options.curve = "cubic-bezier(3, 0, 1, 1)")
  REFUSED("options->duration_us is 86400000001;", options.duration_us = 86400000001u)
  REFUSED("options->delay_us is 18446744073709551615;", options.delay_us = UINT64_MAX)
  REFUSED("run_count", options.run_count = 0)
  REFUSED("run_count", options.run_count = NAN)
  REFUSED("speed", options.speed = NAN)
  REFUSED("speed", options.speed = 1e9)
  REFUSED("velocity", (options.has_velocity = true, options.velocity.x = INFINITY))
#define SPRING \
  options.curve = NULL, options.timing = LAMINA_ANIMATION_TIMING_SPRING, options.stiffness = 100, options.damping = 10
#define DECAY options.curve = NULL, options.timing = LAMINA_ANIMATION_TIMING_DECAY
  REFUSED("mass", (SPRING, options.mass = 0))
  REFUSED("stiffness", (SPRING, options.stiffness = -1))
  REFUSED("stiffness", (SPRING, options.stiffness = NAN))
  REFUSED("damping", (SPRING, options.damping = 0)) /* it would swing for ever */
  REFUSED("damping", (SPRING, options.damping = -2))
  REFUSED("duration", (SPRING, options.stiffness = 0, options.duration_us = 31536000000000u)) /* a year */
  REFUSED("duration_us is 999;", (SPRING, options.stiffness = 0, options.duration_us = 999))
  REFUSED("bounce is -1.0;", (SPRING, options.stiffness = 0, options.bounce = -1))
  REFUSED("bounce is 1.0;", (SPRING, options.stiffness = 0, options.bounce = 1))
  REFUSED("bounce is 0.995;", (SPRING, options.stiffness = 0, options.bounce = 0.995))
  REFUSED("bounce is nan;", (SPRING, options.stiffness = 0, options.bounce = NAN))
  REFUSED("options->curve does not go with a spring", (SPRING, options.curve = "linear"))
  REFUSED("options->own_curve does not go with a spring", (SPRING, options.own_curve = even))
  REFUSED("options->own_curve does not go with a decay", (DECAY, options.own_curve = even))
  REFUSED("drag", (DECAY, options.drag = 1))
  options = linear(1000);
  options.struct_size = 3;
  CHECK_STATUS(lamina_node_add_animation(s.box, &good, &options, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(number, 42);
  CHECK_STATUS(lamina_context_cancel_animation(s.context, 0), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_set_animation_speed(s.context, 7, 1), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_set_animation_progress(s.context, 7, 1), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_get_animation(s.context, UINT64_MAX, &state), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_node_add_animation(s.box, &good, NULL, NULL, NULL, NULL, &number));
  CHECK_STATUS(lamina_context_set_animation_progress(s.context, number, NAN), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_set_animation_progress(s.context, number, 1.1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_set_animation_speed(s.context, number, NAN), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_get_animation(s.context, number, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_read_animations(s.context, NULL, 0, &length));
  CHECK(length > 20);
  CHECK_EQUAL(ends, 0);
  end_stage(&s);
}

/* The same frames show the same to the bit, whoever draws. */
static void test_replay(void) {
  double first[60];
  int threads, i;
  for (threads = 1; threads <= 4; threads += 3) {
    stage s = make_stage(threads);
    lamina_presented_values values = to_position(307, 207), back = to_position(0, 100);
    lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
    options.timing = LAMINA_ANIMATION_TIMING_SPRING;
    options.duration_us = 400000;
    options.bounce = 0.3;
    values.fields |= LAMINA_PRESENTED_FIELDS_TRANSFORM;
    values.transform.xx = 0;
    values.transform.yx = 2;
    values.transform.xy = -2;
    values.transform.yy = 0;
    CHECK_OK(lamina_node_add_animation(s.box, &values, &options, NULL, NULL, NULL, NULL));
    for (i = 0; i < 60; i++) {
      double sum;
      lamina_presented_values now;
      frame(&s, 1000000 + (uint64_t)i * 7321);
      if (i == 20) CHECK_OK(lamina_node_add_animation(s.box, &back, &options, NULL, NULL, NULL, NULL));
      now = shown(s.box);
      sum = now.position.x + 3 * now.position.y + 7 * now.transform.xx + 11 * now.transform.xy;
      if (threads == 1) first[i] = sum;
      CHECK(sum == first[i]);
    }
    end_stage(&s);
  }
}

/* At the end of the time that a clock may show, everything that moves comes to its end. */
static void test_latest_time(void) {
  static const uint64_t latest = (uint64_t)1 << 52;
  int kind;
  for (kind = 0; kind < 6; kind++) {
    stage s = make_stage(1);
    lamina_presented_values values = to_position(100, 100);
    lamina_animation_options options = linear(100000);
    lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
    uint64_t begun = 0;
    if (kind == 2 || kind == 3) options.curve = NULL;
    if (kind == 1) options.run_count = INFINITY;
    if (kind == 2) options.timing = LAMINA_ANIMATION_TIMING_SPRING;
    if (kind == 3) {
      options.timing = LAMINA_ANIMATION_TIMING_DECAY;
      options.has_velocity = true;
      options.velocity = make_point(500, 0);
    }
    if (kind < 4) CHECK_OK(lamina_node_add_animation(s.box, &values, &options, done, NULL, NULL, &begun));
    if (kind == 4) {
      CHECK_OK(lamina_context_begin_transition(s.context, NULL, NULL));
      CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(20, 0, 100, 50)));
      CHECK_OK(lamina_context_end_transition(s.context, done, NULL, NULL));
    }
    if (kind == 5) {
      CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(0, 0, 100, 9000)));
      CHECK_OK(lamina_node_set_scroll(s.root, &scroll));
      CHECK_OK(lamina_node_scroll_to(s.root, make_point(0, 5000), &options));
    }
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US)); /* a transition begins after its layout */
    frame(&s, 20000);
    frame(&s, latest);
    CHECK_STATUS(lamina_context_set_time_us(s.context, latest + 1), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(lamina_last_error(), "142 years") != NULL);
    CHECK_STATUS(lamina_context_begin_frame(s.context, UINT64_MAX - 1, 0), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK_OK(lamina_context_begin_frame(s.context, latest, UINT64_MAX));
    CHECK_OK(lamina_context_process(s.context, 0));
    CHECK(ends == (kind != 1 && kind != 5));
    end_stage(&s);
  }
}

int main(void) {
  test_latest_time();
  test_moves();
  test_to_model();
  test_retargets();
  test_gives_way();
  test_control();
  test_keyframes();
  test_decay();
  test_reduced_motion();
  test_removals();
  test_refusals();
  test_replay();
  return check_done(__FILE__);
}
