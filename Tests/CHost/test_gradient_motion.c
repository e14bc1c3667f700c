/* Gradients that are presented and animated: what is shown of them, layer by layer, without a drawing. */
#include "motion_stage.h"

enum { MOST = 8 };

typedef struct look {
  bool has_gradient;
  lamina_gradient gradient;
  lamina_gradient_stop stops[MOST];
} look;

static int drawn;

static lamina_status draw(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                          void *user_data) {
  (void)canvas, (void)target, (void)size, (void)scale, (void)user_data;
  __atomic_add_fetch(&drawn, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static void note_look(const lamina_layer *layer, void *user_data) {
  look *found = (look *)user_data;
  if (layer->bounds.width != 10) return;
  found->has_gradient = layer->gradient != NULL;
  if (layer->gradient == NULL) return;
  found->gradient = *layer->gradient;
  CHECK(layer->gradient->stop_count <= MOST);
  memcpy(found->stops, layer->gradient->stops, layer->gradient->stop_count * sizeof *found->stops);
}

static look look_at(stage *s) {
  look found;
  memset(&found, 0, sizeof found);
  CHECK_OK(lamina_surface_export_layers(s->surface, note_look, &found));
  return found;
}

static lamina_gradient_stop stop(double offset, uint32_t rgb, double alpha) {
  lamina_gradient_stop made;
  made.offset = offset;
  made.color = check_make_color(rgb);
  made.color.alpha = (float)alpha;
  return made;
}

static lamina_gradient gradient_of(const lamina_gradient_stop *stops, size_t count) {
  lamina_gradient made = LAMINA_GRADIENT_INIT;
  made.stops = stops;
  made.stop_count = count;
  return made;
}

static lamina_presented_values to_gradient(const lamina_gradient *gradient) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  values.fields = LAMINA_PRESENTED_FIELDS_GRADIENT;
  values.gradient = gradient;
  return values;
}

static void check_stop(int line, const look *found, int number, double offset, double red, double blue, double alpha) {
  const lamina_gradient_stop *at = &found->stops[number];
  bool is_right = found->has_gradient && fabs(at->offset - offset) < 1e-5 && fabs(at->color.red - red) < 1e-5 &&
                  fabs(at->color.blue - blue) < 1e-5 && fabs(at->color.alpha - alpha) < 1e-5;
  if (!is_right) {
    printf("line %d: a stop is at %g, red %g, blue %g, alpha %g\n", line, at->offset, at->color.red, at->color.blue,
           at->color.alpha);
  }
  CHECK(is_right);
}

#define CHECK_STOP(...) check_stop(__LINE__, __VA_ARGS__)

static uint64_t now_us;

/* A frame so much later. */
static void after(stage *s, uint64_t us) { frame(s, now_us += us); }

static look look_after(stage *s, uint64_t us) {
  after(s, us);
  return look_at(s);
}

static void animate(stage *s, const lamina_gradient *to, lamina_animation_options options) {
  lamina_presented_values values = to_gradient(to);
  CHECK_OK(lamina_node_add_animation(s->box, &values, &options, done, NULL, destroyed, NULL));
}

static stage make_drawn_stage(const lamina_gradient *gradient) {
  stage s = make_stage(1);
  now_us = 0;
  CHECK_OK(lamina_node_set_draw_pixels_callback(s.box, draw, NULL, NULL));
  CHECK_OK(lamina_node_set_gradient(s.box, gradient));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  return s;
}

/* Presented, with and without one of the node's own; what stands presented is painted, not drawn. */
static void test_presented(void) {
  static lamina_gradient_stop stops[2];
  lamina_gradient gradient = gradient_of(stops, 2);
  lamina_presented_values values = to_gradient(&gradient), none = to_gradient(NULL);
  check_picture picture = check_make_picture(400, 300);
  look found;
  int before;
  stage s;
  stops[0] = stop(0, 0x0000FF, 1);
  stops[1] = stop(1, 0x0000FF, 1);
  s = make_drawn_stage(NULL);
  before = check_load(&drawn);
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  memset(stops, 0x7F, sizeof stops); /* they are copied */
  CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFF0000FFu);
  found = look_at(&s);
  CHECK_STOP(&found, 1, 1, 0, 1, 1);
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_GRADIENT);
  if (CHECK(shown(s.box).gradient != NULL)) {
    CHECK_EQUAL(shown(s.box).gradient->stop_count, 2);
    CHECK_NEAR(shown(s.box).gradient->stops[1].offset, 1);
    CHECK_NEAR(shown(s.box).gradient->stops[1].color.blue, 1);
  }
  CHECK(shown(s.root).gradient == NULL);
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_GRADIENT));
  CHECK(!look_at(&s).has_gradient);
  stops[0] = stop(0, 0x0000FF, 1);
  stops[1] = stop(1, 0x0000FF, 1);
  CHECK_OK(lamina_node_set_gradient(s.box, &gradient));
  CHECK_OK(lamina_node_set_presented(s.box, &none));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFFFF0000u);
  CHECK_EQUAL(check_load(&drawn), before);
  free(picture.pixels);
  end_stage(&s);
}

/* Stops go to those of their place: colours premultiplied, offsets and the line evenly. */
static void test_stops(void) {
  static lamina_gradient_stop from[2], to[2];
  lamina_gradient start = gradient_of(from, 2), end = gradient_of(to, 2);
  look found;
  int before;
  stage s;
  from[0] = stop(0, 0xFF0000, 1);
  from[1] = stop(0.5, 0xFF0000, 0.5);
  to[0] = stop(0.5, 0x0000FF, 1);
  to[1] = stop(1, 0x0000FF, 1);
  end.start = make_point(1, 0);
  s = make_drawn_stage(&start);
  before = check_load(&drawn);
  animate(&s, &end, linear(1000000));
  found = look_after(&s, 1);
  CHECK_STOP(&found, 0, 0, 1, 0, 1);
  found = look_after(&s, 500000);
  CHECK_STOP(&found, 0, 0.25, 0.5, 0.5, 1);
  /* Half of 0.5 red beside half of 1 blue: a third of what is there is red. */
  CHECK_STOP(&found, 1, 0.75, 1.0 / 3, 2.0 / 3, 0.75);
  CHECK_NEAR(found.gradient.start.x, 0.5);
  found = look_after(&s, 500000);
  CHECK_STOP(&found, 1, 1, 0, 1, 1);
  CHECK_NEAR(found.gradient.start.x, 1);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(check_load(&drawn), before);
  end_stage(&s);
}

/* One with fewer stops counts as if it repeated its last; one that comes or goes does so by its colours; another kind
 * is there at once, with the colours on their way. */
static void test_others(void) {
  static lamina_gradient_stop one[1], three[3];
  lamina_gradient small = gradient_of(one, 1), large = gradient_of(three, 3);
  look found;
  stage s;
  one[0] = stop(0.5, 0xFF0000, 1);
  three[0] = stop(0, 0x0000FF, 1);
  three[1] = stop(0.5, 0x0000FF, 1);
  three[2] = stop(1, 0x0000FF, 1);
  s = make_drawn_stage(&small);
  animate(&s, &large, linear(1000000));
  after(&s, 1);
  found = look_after(&s, 500000);
  CHECK_EQUAL(found.gradient.stop_count, 3);
  CHECK_STOP(&found, 0, 0.25, 0.5, 0.5, 1);
  CHECK_STOP(&found, 2, 0.75, 0.5, 0.5, 1);
  /* Back from there to one of another kind. */
  small.kind = LAMINA_GRADIENT_KIND_RADIAL;
  small.radii = check_make_size(0.25, 0);
  animate(&s, &small, linear(1000000));
  found = look_after(&s, 1);
  CHECK_EQUAL(found.gradient.kind, LAMINA_GRADIENT_KIND_RADIAL);
  CHECK_NEAR(found.gradient.radii.width, 0.25);
  CHECK(fabs(found.stops[0].offset - 0.25) < 1e-3);
  found = look_after(&s, 999999);
  CHECK_STOP(&found, 0, 0.5, 1, 0, 1);
  CHECK_STOP(&found, 2, 0.5, 1, 0, 1);
  /* And away. */
  animate(&s, NULL, linear(1000000));
  after(&s, 1);
  found = look_after(&s, 500000);
  CHECK_EQUAL(found.gradient.kind, LAMINA_GRADIENT_KIND_RADIAL);
  CHECK_STOP(&found, 0, 0.5, 1, 0, 0.5);
  found = look_after(&s, 500000);
  CHECK_STOP(&found, 0, 0.5, 0, 0, 0);
  /* It comes where it is going to stand. */
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_GRADIENT));
  CHECK_OK(lamina_node_set_gradient(s.box, NULL));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  animate(&s, &large, linear(1000000));
  after(&s, 1);
  found = look_after(&s, 250000);
  CHECK_EQUAL(found.gradient.kind, LAMINA_GRADIENT_KIND_LINEAR);
  CHECK_STOP(&found, 1, 0.5, 0, 1, 0.25);
  CHECK_EQUAL(finishes, ends - 1);
  end_stage(&s);
}

/* A transition moves to what nodes have, and follows when that becomes another, also one with more stops. */
static void test_model(void) {
  static lamina_gradient_stop from[2], to[4];
  lamina_gradient start = gradient_of(from, 2), end = gradient_of(to, 2), more = gradient_of(to, 4);
  lamina_animation_options even = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  look found;
  stage s;
  int i;
  from[0] = stop(0, 0xFF0000, 1);
  from[1] = stop(1, 0xFF0000, 1);
  for (i = 0; i < 4; i++) to[i] = stop(i / 4.0, 0x0000FF, 1);
  s = make_drawn_stage(&start);
  options.animation = &even;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_set_gradient(s.box, &end));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, destroyed));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  after(&s, 1);
  found = look_after(&s, 500000);
  CHECK_EQUAL(found.gradient.stop_count, 2);
  CHECK_STOP(&found, 1, 0.625, 0.5, 0.5, 1);
  more.kind = LAMINA_GRADIENT_KIND_CONIC;
  CHECK_OK(lamina_node_set_gradient(s.box, &more));
  found = look_after(&s, 1);
  CHECK_EQUAL(found.gradient.stop_count, 4);
  CHECK_EQUAL(found.gradient.kind, LAMINA_GRADIENT_KIND_CONIC);
  CHECK_STOP(&found, 3, 0.625, 0.5, 0.5, 1);
  after(&s, 2000000);
  found = look_after(&s, 1);
  CHECK_STOP(&found, 3, 0.75, 0, 1, 1);
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(destroys, 1);
  end_stage(&s);
}

/* Springs that interrupt each other: stops move on without a jump, as fast as they were, and stay in their order. */
static void test_interrupted(void) {
  static lamina_gradient_stop stops[5];
  lamina_gradient gradient = gradient_of(stops, 2);
  lamina_animation_options spring = LAMINA_ANIMATION_OPTIONS_INIT;
  static double before[MOST], speed[MOST];
  static int steady[MOST];
  unsigned random = 7;
  uint64_t time_us = 0;
  look found;
  stage s;
  int i, step, count = 0;
  stops[0] = stop(0, 0xFF0000, 1);
  stops[1] = stop(1, 0x00FF00, 1);
  s = make_drawn_stage(&gradient);
  spring.timing = LAMINA_ANIMATION_TIMING_SPRING;
  spring.duration_us = 400000;
  spring.bounce = 0.6;
  for (step = 0; step < 4000; step++) {
    bool begins = step % 97 == 5;
    if (begins) {
      gradient.stop_count = 1 + (size_t)(step / 97) % 5;
      for (i = 0; i < 5; i++) {
        random = random * 1664525u + 1013904223u;
        stops[i] = stop((i + (double)(random >> 8) / (1 << 24)) / 5, random >> 8, 1);
      }
      animate(&s, &gradient, spring);
    }
    time_us += 500;
    frame(&s, time_us);
    found = look_at(&s);
    for (i = 0; i < (int)found.gradient.stop_count; i++) {
      double now = found.stops[i].color.green, gained = (now - before[i]) / 500e-6 - speed[i];
      if (i > 0) CHECK(found.stops[i].offset >= found.stops[i - 1].offset);
      CHECK(now >= 0 && now <= 1);
      /* At either end of the range colours are cut off; and it takes two steps before to tell. */
      steady[i] = (int)found.gradient.stop_count == count && now > 0 && now < 1 ? steady[i] + 1 : 0;
      if (steady[i] > 2) CHECK(fabs(gained) < 1);
      speed[i] = (now - before[i]) / 500e-6;
      before[i] = now;
    }
    count = (int)found.gradient.stop_count;
  }
  CHECK_EQUAL(count, 5);
  CHECK_EQUAL(ends, 41); /* all but the last, which is in its rest */
  CHECK_EQUAL(destroys, 41);
  end_stage(&s);
}

/* Through keyframes, of which one has none; and what leaves takes it along. */
static void test_keyframes_and_exits(void) {
  static lamina_gradient_stop blue[2], red[1];
  lamina_gradient first = gradient_of(blue, 2), last = gradient_of(red, 1);
  lamina_presented_values passed[3];
  lamina_keyframe keyframes[3];
  lamina_animation_options even = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  look found;
  stage s = make_stage(1);
  int i;
  now_us = 0;
  blue[0] = stop(0, 0x0000FF, 1);
  blue[1] = stop(1, 0x0000FF, 1);
  red[0] = stop(0.5, 0xFF0000, 1);
  passed[0] = to_gradient(&first);
  passed[1] = to_gradient(NULL);
  passed[2] = to_gradient(&last);
  for (i = 0; i < 3; i++) {
    lamina_keyframe keyframe = LAMINA_KEYFRAME_INIT;
    keyframe.at = i == 2 ? 1 : 0.25 * (i + 1);
    keyframe.values = &passed[i];
    keyframes[i] = keyframe;
  }
  CHECK_OK(lamina_node_add_keyframe_animation(s.box, keyframes, 3, &even, done, NULL, destroyed, NULL));
  after(&s, 1);
  found = look_after(&s, 125000);
  CHECK_STOP(&found, 1, 1, 0, 1, 0.5);
  found = look_after(&s, 125000);
  CHECK_STOP(&found, 1, 1, 0, 1, 1);
  found = look_after(&s, 125000);
  CHECK_STOP(&found, 0, 0, 0, 1, 0.5);
  found = look_after(&s, 375000);
  CHECK(fabs(found.stops[1].color.alpha - 0.5) < 1e-5);
  found = look_after(&s, 250000);
  CHECK_STOP(&found, 1, 0.5, 1, 0, 1);
  options.animation = &even;
  options.rules = &rule;
  options.rule_count = 1;
  rule.leaves = LAMINA_TRANSITION_EFFECT_OWN;
  rule.values = &passed[0];
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, destroyed));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  after(&s, 1);
  found = look_after(&s, 500000);
  CHECK_STOP(&found, 0, 0.25, 0.5, 0.5, 1);
  after(&s, 500000);
  CHECK_EQUAL(finishes, 2);
  CHECK(!look_at(&s).has_gradient);
  end_stage(&s);
}

static void test_refused(void) {
  static lamina_gradient_stop stops[2];
  lamina_gradient gradient = gradient_of(stops, 2);
  lamina_presented_values values = to_gradient(&gradient);
  stage s = make_stage(1);
  stops[0] = stop(0.5, 0, 1);
  stops[1] = stop(0.25, 0, 1);
  CHECK_STATUS(lamina_node_add_animation(s.box, &values, NULL, done, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "gradient->stops[1]") != NULL);
  stops[1].offset = NAN;
  CHECK_STATUS(lamina_node_set_presented(s.box, &values), LAMINA_ERROR_INVALID_ARGUMENT);
  gradient.stop_count = 0;
  CHECK_STATUS(lamina_node_set_presented(s.box, &values), LAMINA_ERROR_INVALID_ARGUMENT);
  gradient.stop_count = 65;
  CHECK_STATUS(lamina_node_set_presented(s.box, &values), LAMINA_ERROR_INVALID_ARGUMENT);
  /* What is not named is not looked at. */
  values.fields = LAMINA_PRESENTED_FIELDS_NONE;
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  CHECK(!look_at(&s).has_gradient);
  end_stage(&s);
}

int main(void) {
  test_presented();
  test_stops();
  test_others();
  test_model();
  test_interrupted();
  test_keyframes_and_exits();
  test_refused();
  return check_done(__FILE__);
}
