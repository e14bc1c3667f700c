/* Nodes that come back while what they left still leaves: they go on from what is shown, as fast as that is. And those
 * that fade in over what they take the place of. */
#include "motion_stage.h"

typedef struct seen {
  int count; /* layers of the box: one, or what it left beside itself */
  double opacity, x;
} seen;

static void note_box(const lamina_layer *layer, void *user_data) {
  seen *found = (seen *)user_data;
  if (layer->background.red < 0.9f || layer->background.green > 0.1f) return;
  found->count++;
  found->opacity = layer->opacity;
  found->x = layer->bounds.x + layer->transform.x0;
}

static seen look_at(stage *s) {
  seen found = {0, 0, 0};
  CHECK_OK(lamina_surface_export_layers(s->surface, note_box, &found));
  return found;
}

static void begin(stage *s, lamina_transition_effect appears, lamina_transition_effect leaves) {
  lamina_animation_options spring = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  spring.timing = LAMINA_ANIMATION_TIMING_SPRING;
  spring.duration_us = 400000;
  options.animation = &spring;
  options.appears = appears;
  options.leaves = leaves;
  CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
}

static void end(stage *s) {
  CHECK_OK(lamina_context_end_transition(s->context, done, NULL, destroyed));
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
}

/* Leaves by one effect and comes back by another, at its place, at another one, or below another parent; and leaves
 * again. Frames of a millisecond: no step is larger than what moves. */
static void play(lamina_transition_effect leaves, lamina_transition_effect appears, double x, bool elsewhere) {
  stage s = make_stage(1);
  lamina_node *other = check_node(s.context);
  seen before = {1, 1, 2}, now;
  double fading = 0, moving = 0;
  int i;
  CHECK_OK(lamina_node_set_frame(other, check_make_rect(elsewhere ? 5 : 0, 0, 300, 200)));
  CHECK_OK(lamina_node_add_child(s.root, other));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  for (i = 0; i < 1600; i++) {
    if (i == 5 || i == 240) {
      begin(&s, appears, leaves);
      CHECK_OK(lamina_node_remove_from_parent(s.box));
      end(&s);
    }
    if (i == 100) {
      begin(&s, appears, leaves);
      CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(x, 2, 10, 10)));
      CHECK_OK(lamina_node_add_child(elsewhere ? other : s.root, s.box));
      end(&s);
    }
    frame(&s, (uint64_t)(i + 1) * 1000);
    now = look_at(&s);
    if (now.count == 0) break;
    CHECK_EQUAL(now.count, 1);
    CHECK(fabs(now.opacity - before.opacity) < 0.012);
    CHECK(fabs(now.x - before.x) < 1.6); /* positions are at whole pixels */
    if (i > 5) CHECK(fabs(now.opacity - before.opacity - fading) < 0.001);
    fading = now.opacity - before.opacity;
    moving = fmax(moving, fabs(now.x - before.x));
    before = now;
  }
  CHECK(i < 1600);
  CHECK(before.opacity < 0.01);
  CHECK((moving > 0) == (x != 2 || elsewhere || leaves == LAMINA_TRANSITION_EFFECT_RIGHT));
  frame(&s, 10000000);
  CHECK_EQUAL(ends, 3);
  CHECK_EQUAL(destroys, 3);
  CHECK_EQUAL(finishes, x == 2 ? 1 : 2); /* who leaves again on its way takes over what fades alone */
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
  lamina_node_release(other);
  end_stage(&s);
}

/* A box that is on its way out. */
static stage make_leaving_stage(lamina_transition_effect effect) {
  stage s = make_stage(1);
  begin(&s, LAMINA_TRANSITION_EFFECT_NONE, effect);
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  end(&s);
  frame(&s, 1000);
  frame(&s, 100000);
  CHECK(look_at(&s).opacity < 1);
  return s;
}

/* At once is at once; nothing of what left stays. */
static void test_at_once(void) {
  stage s = make_leaving_stage(LAMINA_TRANSITION_EFFECT_RIGHT);
  begin(&s, LAMINA_TRANSITION_EFFECT_NONE, LAMINA_TRANSITION_EFFECT_RIGHT);
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  end(&s);
  CHECK_EQUAL(look_at(&s).count, 1);
  CHECK(look_at(&s).opacity == 1 && look_at(&s).x == 2);
  frame(&s, 110000);
  CHECK_EQUAL(ends, 2);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* Outside of a transition a node that comes back is there, where it stands, and nothing of what left stays: also below
 * another parent, and with something else that leaves on. */
static void test_back_without(void) {
  int way;
  for (way = 0; way < 2; way++) {
    stage s = make_stage(2);
    lamina_node *other = check_node(s.context);
    CHECK_OK(lamina_node_set_background(other, check_make_color(0xFF0000)));
    CHECK_OK(lamina_node_set_frame(other, check_make_rect(50, 50, 10, 10)));
    CHECK_OK(lamina_node_add_child(s.root, other));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_EQUAL(look_at(&s).count, 2);
    begin(&s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
    CHECK_OK(lamina_node_remove_from_parent(s.box));
    CHECK_OK(lamina_node_remove_from_parent(other));
    end(&s);
    frame(&s, 1000);
    frame(&s, 50000);
    CHECK_EQUAL(look_at(&s).count, 2);
    if (way == 1) {
      lamina_node *parent = check_node(s.context);
      CHECK_OK(lamina_node_add_child(parent, s.box));
      CHECK_OK(lamina_node_add_child(s.root, parent));
      lamina_node_release(parent);
    } else {
      CHECK_OK(lamina_node_add_child(s.root, s.box));
    }
    CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(100, 2, 10, 10)));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_EQUAL(look_at(&s).count, 2); /* it, and the other one, which leaves */
    CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
    CHECK_EQUAL(ends, 0);
    frame(&s, 10000000);
    CHECK_EQUAL(look_at(&s).count, 1);
    CHECK_EQUAL(ends, 1);
    CHECK_EQUAL(finishes, 0);
    CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
    lamina_node_release(other);
    end_stage(&s);
  }
}

/* The node ends while what it left goes on, and another one takes its place in the store. */
static void test_gone(void) {
  stage s = make_leaving_stage(LAMINA_TRANSITION_EFFECT_FADE);
  lamina_node_release(s.box);
  s.box = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(2, 2, 10, 10)));
  begin(&s, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE);
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  end(&s);
  frame(&s, 110000);
  CHECK_EQUAL(look_at(&s).count, 1);
  CHECK(shown(s.box).opacity < 0.2);
  frame(&s, 10000000);
  CHECK_EQUAL(finishes, 2);
  end_stage(&s);
}

/* One of the same name takes the place of another, before or behind it in the tree: what shows is the mix of both in
 * every frame, however transparent they are; also when the first one comes back. */
static void test_cross_fade(double first, double second, int index) {
  lamina_animation_options even = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  check_picture picture = check_make_picture(400, 300);
  stage s = make_stage(1);
  lamina_node *other = check_node(s.context), *rest = check_node(s.context);
  double share, lightness, before = 0, step = 0;
  int i;
  CHECK_OK(lamina_node_set_name(s.box, "photo", 5));
  CHECK_OK(lamina_node_set_name(other, "photo", 5));
  CHECK_OK(lamina_node_set_background(s.box, check_make_color(0)));
  CHECK_OK(lamina_node_set_background(other, check_make_color(0)));
  CHECK_OK(lamina_node_set_frame(other, check_make_rect(2, 2, 10, 10)));
  CHECK_OK(lamina_node_set_opacity(s.box, first));
  CHECK_OK(lamina_node_set_opacity(other, second));
  CHECK_OK(lamina_node_set_frame(rest, check_make_rect(50, 2, 10, 10)));
  CHECK_OK(lamina_node_add_child(s.root, rest));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  rule.name = "photo";
  rule.matches = true;
  options.animation = &even;
  options.rules = &rule;
  options.rule_count = 1;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  CHECK_OK(lamina_node_insert_child(s.root, other, (size_t)index));
  end(&s);
  for (i = 0; i <= 20; i++) {
    frame(&s, 1000 + (uint64_t)i * 50000);
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    share = i / 20.0;
    lightness = 255 * (1 - first * (1 - share) - second * share);
    CHECK(fabs((check_pixel(&picture, 5, 5) & 255) - lightness) < 3);
  }
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(other));
  CHECK_OK(lamina_node_insert_child(s.root, s.box, (size_t)index));
  end(&s);
  for (i = 0; i < 80; i++) {
    if (i == 20) { /* the other one again, which still leaves */
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      CHECK_OK(lamina_node_remove_from_parent(s.box));
      CHECK_OK(lamina_node_insert_child(s.root, other, (size_t)index));
      end(&s);
    }
    frame(&s, 3000000 + (uint64_t)i * 20000);
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    lightness = check_pixel(&picture, 5, 5) & 255;
    if (i > 0) step = fmax(step, fabs(lightness - before));
    before = lightness;
  }
  CHECK(step < 255 * 0.05);
  CHECK(fabs(before - 255 * (1 - second)) < 3);
  CHECK_EQUAL(shown(other).fields, LAMINA_PRESENTED_FIELDS_NONE);
  CHECK_EQUAL(destroys, 3);
  lamina_node_release(other);
  lamina_node_release(rest);
  free(picture.pixels);
  end_stage(&s);
}

int main(void) {
  lamina_transition_effect effects[] = {LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_RIGHT};
  int leaves, appears;
  for (leaves = 0; leaves < 2; leaves++) {
    for (appears = 0; appears < 2; appears++) {
      play(effects[leaves], effects[appears], 2, false);
      play(effects[leaves], effects[appears], 60, false);
      play(effects[leaves], effects[appears], 60, true);
    }
  }
  test_at_once();
  test_back_without();
  test_gone();
  test_cross_fade(0.5, 0.5, 0);
  test_cross_fade(0.5, 0.5, 1);
  test_cross_fade(1, 1, 0);
  test_cross_fade(1, 0.3, 1);
  test_cross_fade(0.2, 0.9, 1);
  return check_done(__FILE__);
}
