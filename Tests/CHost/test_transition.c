/* Transitions: what changes shows as a movement. */
#include "check.h"

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *rows[3];
  check_picture picture;
  uint64_t time_us;
} stage;

static int ends, finishes, destroys;

static void done(bool finished, void *user_data) {
  (void)user_data;
  ends++;
  if (finished) finishes++;
}

static void destroyed(void *user_data) {
  (void)user_data;
  destroys++;
}

static lamina_node *make_row(lamina_context *context, unsigned rgb) {
  lamina_node *row = check_box(context, 40, 20);
  CHECK_OK(lamina_node_set_background(row, check_make_color(rgb)));
  return row;
}

/* The rows one below the other, at 0, 20, 40. */
static void set_rows(stage *s, lamina_node *a, lamina_node *b, lamina_node *c) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_spec *spec = NULL;
  lamina_element elements[3];
  size_t count = 0;
  if (a) elements[count++].node = a;
  if (b) elements[count++].node = b;
  if (c) elements[count++].node = c;
  options.axis = LAMINA_AXIS_VERTICAL;
  options.align_items = LAMINA_ALIGN_START;
  CHECK_OK(lamina_spec_create_stack(s->context, &options, NULL, elements, count, &spec));
  CHECK_OK(lamina_node_set_spec(s->root, spec));
  lamina_spec_release(spec);
}

static stage make_stage(void) {
  stage s;
  ends = finishes = destroys = 0;
  s.context = check_context(1);
  s.time_us = 1000000;
  CHECK_OK(lamina_context_set_time_us(s.context, s.time_us));
  s.root = check_node(s.context);
  CHECK_OK(lamina_node_set_background(s.root, check_make_color(0xFFFFFF)));
  s.rows[0] = make_row(s.context, 0xFF0000);
  s.rows[1] = make_row(s.context, 0x00FF00);
  s.rows[2] = make_row(s.context, 0x0000FF);
  s.surface = NULL;
  s.picture = check_make_picture(60, 80);
  set_rows(&s, s.rows[0], s.rows[1], NULL);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(60, 80), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(s.surface, &s.picture.bitmap, NULL, 0, NULL));
  return s;
}

static void end_stage(stage *s) {
  int i;
  for (i = 0; i < 3; i++) lamina_node_release(s->rows[i]);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

/* All that workers have to do is done, at the same time of the clock; then the clock moves on to the next frame. */
static void frame(stage *s, uint64_t step_us) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  s->time_us += step_us;
  CHECK_OK(lamina_context_set_time_us(s->context, s->time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static lamina_presented_values shown(lamina_node *node) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  CHECK_OK(lamina_node_get_presented(node, &values));
  return values;
}

static void begin(stage *s) {
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  animation.curve = "linear";
  animation.duration_us = 1000000;
  options.animation = &animation;
  CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
}

static void end(stage *s) { CHECK_OK(lamina_context_end_transition(s->context, done, NULL, destroyed)); }

/* The second row goes before the first. */
static void test_moves(void) {
  stage s = make_stage();
  begin(&s);
  set_rows(&s, s.rows[1], s.rows[0], NULL);
  end(&s);
  frame(&s, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFF0000u); /* as before */
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_NEAR(shown(s.rows[0]).position.y, 10 + 20 * 0.5);
  CHECK_NEAR(shown(s.rows[1]).position.y, 30 - 20 * 0.5);
  CHECK_RECT(lamina_node_get_frame(s.rows[0]), 0, 20, 40, 20); /* the model is there already */
  CHECK_EQUAL(ends, 0);
  frame(&s, 600000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(destroys, 1);
  CHECK_EQUAL(shown(s.rows[0]).fields, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF00FF00u);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  end_stage(&s);
}

/* One leaves, one appears, one moves up. */
static void test_appears_and_leaves(void) {
  stage s = make_stage();
  uint32_t pixel;
  begin(&s);
  set_rows(&s, s.rows[1], s.rows[2], NULL);
  lamina_node_release(s.rows[0]); /* what was drawn of it goes on */
  s.rows[0] = NULL;
  end(&s);
  frame(&s, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFF0000u);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 35), 0xFF00FF00u);
  frame(&s, 16000);
  frame(&s, 250000);
  CHECK_NEAR(shown(s.rows[1]).position.y, 25);
  CHECK_NEAR(shown(s.rows[2]).opacity, 0.25);
  pixel = check_pixel(&s.picture, 5, 5); /* red over white */
  CHECK((pixel >> 16) == 0xFFFF && (pixel & 0xFF) > 0x38 && (pixel & 0xFF) < 0x50);
  frame(&s, 800000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF00FF00u);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 25), 0xFF0000FFu);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 45), 0xFFFFFFFFu);
  end_stage(&s);
}

/* Values that no layout has to do with move at once; sizes with the next layout. */
static void test_values(void) {
  stage s = make_stage();
  begin(&s);
  CHECK_OK(lamina_node_set_opacity(s.rows[0], 0.5));
  CHECK_OK(lamina_node_set_background(s.rows[0], check_make_color(0x000000)));
  CHECK_OK(lamina_node_set_corner_radius(s.rows[1], 8));
  CHECK_OK(check_set_size(s.rows[1], check_make_size(60, 40)));
  end(&s);
  frame(&s, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFF0000u);
  CHECK_EQUAL(check_pixel(&s.picture, 50, 35), 0xFFFFFFFFu);
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_NEAR(shown(s.rows[0]).opacity, 0.75);
  CHECK_NEAR(shown(s.rows[0]).background.red, 0.5);
  CHECK_NEAR(shown(s.rows[1]).corner_radii.top_left, 4);
  CHECK_NEAR(shown(s.rows[1]).size.width, 50);
  CHECK_NEAR(shown(s.rows[1]).size.height, 30);
  CHECK_NEAR(shown(s.rows[1]).position.y - 15, 20); /* its top stays where it is */
  frame(&s, 600000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(shown(s.rows[1]).fields, 0);
  end_stage(&s);
}

/* A second transition in the middle goes on from what is shown, a third one back; nothing jumps and each is told. */
static void test_interruptions(void) {
  stage s = make_stage();
  double last;
  int i;
  begin(&s);
  set_rows(&s, s.rows[1], s.rows[0], NULL);
  end(&s);
  frame(&s, 0);
  last = shown(s.rows[0]).position.y;
  CHECK_NEAR(last, 10);
  for (i = 1; i < 120; i++) {
    double y;
    if (i % 10 == 0) {
      begin(&s);
      if (i % 20) {
        set_rows(&s, s.rows[0], s.rows[1], NULL);
      } else {
        set_rows(&s, s.rows[1], s.rows[2], s.rows[0]);
      }
      end(&s);
    }
    frame(&s, 16000);
    y = shown(s.rows[0]).position.y;
    CHECK(fabs(y - last) < 2.5);
    last = y;
  }
  for (i = 0; i < 100; i++) frame(&s, 16000);
  CHECK_EQUAL(ends, 12);
  CHECK_EQUAL(destroys, 12);
  CHECK(finishes >= 1 && finishes < 12);
  CHECK_EQUAL(shown(s.rows[0]).fields | shown(s.rows[1]).fields | shown(s.rows[2]).fields, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFF0000u);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 45), 0xFFFFFFFFu);
  end_stage(&s);
}

/* The parent, the surface and the context go in the middle. */
static void test_removals(void) {
  stage s = make_stage();
  begin(&s);
  set_rows(&s, s.rows[1], NULL, NULL);
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  CHECK_OK(lamina_surface_set_root(s.surface, NULL));
  frame(&s, 16000);
  for (; s.time_us < 4000000;) frame(&s, 100000);
  CHECK_EQUAL(ends, 1);
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  frame(&s, 16000);
  begin(&s);
  set_rows(&s, s.rows[0], NULL, NULL);
  end(&s);
  begin(&s); /* open when the context ends */
  lamina_surface_release(s.surface);
  s.surface = NULL;
  end_stage(&s);
  CHECK_EQUAL(ends, 2);
  CHECK_EQUAL(destroys, 2);
}

static void test_refusals(void) {
  stage s = make_stage();
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  CHECK_STATUS(lamina_context_end_transition(s.context, done, NULL, destroyed), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(destroys, 1);
  options.animation = &animation;
  animation.run_count = INFINITY;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->animation->run_count is infinite") != NULL);
  animation.run_count = 1;
  animation.duration_us = UINT64_MAX;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->animation->duration_us is 18446744073709551615;") != NULL);
  animation.duration_us = 250000;
  animation.curve = "wobble";
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  animation.curve = NULL;
  animation.timing = LAMINA_ANIMATION_TIMING_DECAY;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  animation.timing = LAMINA_ANIMATION_TIMING_CURVE;
  options.leaves = (lamina_transition_effect)77;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->leaves") != NULL);
  CHECK_OK(lamina_context_begin_transition(s.context, NULL, NULL));
  CHECK_OK(lamina_context_begin_transition(s.context, NULL, NULL)); /* within the other */
  CHECK_OK(lamina_context_end_transition(s.context, NULL, NULL, NULL));
  /* With nothing changed it is over at once. */
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, destroyed));
  CHECK_EQUAL(ends, 0);
  frame(&s, 0);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* Held by a finger, it goes as far as the finger says, whatever the spring. */
static void test_held(void) {
  stage s = make_stage();
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  uint64_t number = 0;
  animation.timing = LAMINA_ANIMATION_TIMING_SPRING;
  animation.bounce = 0.3;
  animation.speed = 0;
  options.animation = &animation;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, &number));
  set_rows(&s, s.rows[1], s.rows[0], NULL);
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.25));
  frame(&s, 16000);
  CHECK_NEAR(shown(s.rows[0]).position.y, 10 + 20 * 0.25);
  CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.6));
  frame(&s, 16000);
  CHECK_NEAR(shown(s.rows[0]).position.y, 10 + 20 * 0.6);
  CHECK_OK(lamina_context_move_animation(s.context, number, 0, NULL));
  frame(&s, 16000);
  frame(&s, 1000000);
  frame(&s, 16000);
  CHECK_EQUAL(finishes, 1);
  /* It is back: what is shown is to be undone. */
  CHECK_NEAR(shown(s.rows[0]).position.y, 10);
  CHECK_RECT(lamina_node_get_frame(s.rows[0]), 0, 20, 40, 20);
  set_rows(&s, s.rows[0], s.rows[1], NULL);
  CHECK_OK(lamina_node_clear_presented(s.rows[0], LAMINA_PRESENTED_FIELDS_ALL));
  CHECK_OK(lamina_node_clear_presented(s.rows[1], LAMINA_PRESENTED_FIELDS_ALL));
  frame(&s, 16000);
  frame(&s, 16000);
  CHECK_NEAR(shown(s.rows[0]).position.y, 10);
  CHECK_EQUAL(shown(s.rows[0]).fields, 0);
  end_stage(&s);
}

/* In a transition default animations do not count: at once is at once. */
static void test_over_defaults(void) {
  stage s = make_stage();
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT, usual = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  int way;
  usual.duration_us = 1000000;
  CHECK_OK(lamina_node_set_default_animation(s.rows[0], LAMINA_PRESENTED_FIELDS_ALL, &usual));
  rule.moves = false;
  rule.node = s.rows[0];
  for (way = 0; way < 2; way++) {
    double opacity = way ? 0.25 : 0.75;
    animation.duration_us = way ? 1000000 : 0;
    options.animation = &animation;
    options.rules = way ? &rule : NULL;
    options.rule_count = way ? 1 : 0;
    CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
    CHECK_OK(lamina_node_set_opacity(s.rows[0], opacity));
    end(&s);
    frame(&s, 16000);
    frame(&s, 16000);
    CHECK_NEAR(shown(s.rows[0]).opacity, opacity);
    CHECK_EQUAL(finishes, way + 1);
  }
  CHECK_OK(lamina_node_set_opacity(s.rows[0], 1)); /* outside of it, it moves */
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK(shown(s.rows[0]).opacity > 0.3 && shown(s.rows[0]).opacity < 0.95);
  end_stage(&s);
}

/* Of two that leave, the lower one goes later. */
static void test_leaves_in_turn(void) {
  stage s = make_stage();
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  animation.curve = "linear";
  animation.duration_us = 100000;
  options.animation = &animation;
  options.stagger_us = 500000;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  set_rows(&s, NULL, NULL, NULL);
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  frame(&s, 300000);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFFFFFFu);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 25), 0xFF00FF00u);
  frame(&s, 400000);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 25), 0xFFFFFFFFu);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* A photo that leaves with its page: the card's photo of the same name comes back from its place. */
static void test_comes_back(void) {
  stage s = make_stage();
  lamina_node *page = check_box(s.context, 60, 80), *photo = check_node(s.context);
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  CHECK_OK(lamina_node_set_name(s.rows[0], "photo", 5));
  CHECK_OK(lamina_node_set_name(photo, "photo", 5));
  CHECK_OK(lamina_node_set_background(photo, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_set_frame(photo, check_make_rect(10, 10, 40, 40)));
  CHECK_OK(lamina_node_add_child(page, photo));
  set_rows(&s, s.rows[0], page, NULL);
  frame(&s, 0);
  frame(&s, 16000);
  animation.curve = "linear";
  animation.duration_us = 1000000;
  rule.name = "photo";
  rule.matches = true;
  options.animation = &animation;
  options.rules = &rule;
  options.rule_count = 1;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  set_rows(&s, s.rows[0], NULL, NULL);
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  CHECK_NEAR(shown(s.rows[0]).position.y, 20 + 10 + 20); /* the photo's, below the row */
  CHECK_NEAR(shown(s.rows[0]).size.height, 40);
  frame(&s, 500000);
  CHECK_NEAR(shown(s.rows[0]).position.y, (50 + 10) / 2.0);
  frame(&s, 600000);
  CHECK_EQUAL(shown(s.rows[0]).fields, 0);
  CHECK_EQUAL(finishes, 1);
  lamina_node_release(photo);
  lamina_node_release(page);
  end_stage(&s);
}

int main(void) {
  test_held();
  test_over_defaults();
  test_leaves_in_turn();
  test_comes_back();
  test_moves();
  test_appears_and_leaves();
  test_values();
  test_interruptions();
  test_removals();
  test_refusals();
  return check_done(__FILE__);
}
