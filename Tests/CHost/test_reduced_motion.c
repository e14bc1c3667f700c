/* Reduced motion: nothing crosses the screen, whoever would move it; what changes fades. */
#include "motion_stage.h"

static stage make_reduced(void) {
  stage s = make_stage(1);
  CHECK_OK(lamina_context_set_reduced_motion(s.context, true));
  return s;
}

/* The changed place is there in the frame after its layout, and fades in. */
static void check_fades_in(stage *s, double x) {
  uint64_t time_us;
  frame(s, 1000000);
  CHECK_NEAR(shown(s->box).position.x, x);
  CHECK_NEAR(shown(s->box).opacity, 0);
  for (time_us = 1000000; time_us <= 2000000; time_us += 100000) {
    frame(s, time_us);
    CHECK_NEAR(shown(s->box).position.x, x);
  }
  frame(s, 2000001);
  CHECK_NEAR(shown(s->box).opacity, 1);
  CHECK_EQUAL(shown(s->box).fields, LAMINA_PRESENTED_FIELDS_NONE);
}

static void test_default(void) {
  stage s = make_reduced();
  lamina_animation_options options = linear(1000000);
  CHECK_OK(lamina_node_set_default_animation(s.box, LAMINA_PRESENTED_FIELDS_ALL, &options));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(202, 2, 10, 10)));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  check_fades_in(&s, 207);
  end_stage(&s);
}

static void test_transition(void) {
  stage s = make_reduced();
  lamina_animation_options options = linear(1000000);
  lamina_transition_options transition = LAMINA_TRANSITION_OPTIONS_INIT;
  transition.animation = &options;
  CHECK_OK(lamina_context_begin_transition(s.context, &transition, NULL));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(202, 2, 20, 10)));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  check_fades_in(&s, 212);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* Effects that come from a side or grow are fades; those of the host's own keep what does not move. */
static void test_effects(void) {
  static const lamina_transition_effect effects[] = {LAMINA_TRANSITION_EFFECT_FADE,  LAMINA_TRANSITION_EFFECT_SCALE,
                                                     LAMINA_TRANSITION_EFFECT_LEFT,  LAMINA_TRANSITION_EFFECT_BOTTOM,
                                                     LAMINA_TRANSITION_EFFECT_OWN};
  size_t i;
  for (i = 0; i < sizeof effects / sizeof effects[0]; i++) {
    stage s = make_reduced();
    lamina_node *added = check_node(s.context);
    lamina_animation_options options = linear(1000000);
    lamina_transition_options transition = LAMINA_TRANSITION_OPTIONS_INIT;
    lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
    lamina_presented_values own = to_position(300, 200);
    own.fields |= LAMINA_PRESENTED_FIELDS_OPACITY;
    own.opacity = 0;
    transition.animation = &options;
    transition.rules = &rule;
    transition.rule_count = 1;
    rule.appears = rule.leaves = effects[i];
    rule.values = &own;
    CHECK_OK(lamina_context_begin_transition(s.context, &transition, NULL));
    CHECK_OK(lamina_node_set_frame(added, check_make_rect(100, 100, 40, 40)));
    CHECK_OK(lamina_node_add_child(s.root, added));
    CHECK_OK(lamina_context_end_transition(s.context, done, NULL, NULL));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    frame(&s, 1000000);
    frame(&s, 1500000);
    CHECK_NEAR(shown(added).opacity, 0.5);
    CHECK_NEAR(shown(added).position.x, 120);
    CHECK_NEAR(shown(added).position.y, 120);
    CHECK_NEAR(shown(added).transform.xx, 1);
    CHECK_NEAR(shown(added).transform.x0, 0);
    CHECK_NEAR(shown(added).transform.y0, 0);
    frame(&s, 2000000);
    CHECK_EQUAL(finishes, 1);
    lamina_node_release(added);
    end_stage(&s);
  }
}

/* What stands for the same thing does not fly from one place to the other: it fades in where it is now. */
static void test_matched(void) {
  stage s = make_reduced();
  lamina_node *page = check_node(s.context);
  lamina_animation_options options = linear(1000000);
  lamina_transition_options transition = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  transition.animation = &options;
  transition.rules = &rule;
  transition.rule_count = 1;
  rule.name = "photo";
  rule.matches = true;
  CHECK_OK(lamina_node_set_name(s.box, "photo", 5));
  CHECK_OK(lamina_node_set_name(page, "photo", 5));
  CHECK_OK(lamina_node_set_background(page, check_make_color(0x0000FF)));
  CHECK_OK(lamina_node_set_frame(page, check_make_rect(200, 100, 40, 40)));
  CHECK_OK(lamina_context_begin_transition(s.context, &transition, NULL));
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  CHECK_OK(lamina_node_add_child(s.root, page));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  frame(&s, 1000000);
  CHECK_NEAR(shown(page).position.x, 220);
  CHECK_NEAR(shown(page).size.width, 40);
  CHECK_NEAR(shown(page).opacity, 0);
  frame(&s, 1500000);
  CHECK_NEAR(shown(page).position.x, 220);
  CHECK_NEAR(shown(page).opacity, 0.5);
  frame(&s, 2000000);
  CHECK_EQUAL(finishes, 1);
  lamina_node_release(page);
  end_stage(&s);
}

/* Colours and opacity change as they would. */
static void test_colors(void) {
  stage s = make_reduced();
  lamina_animation_options options = linear(1000000);
  lamina_transition_options transition = LAMINA_TRANSITION_OPTIONS_INIT;
  transition.animation = &options;
  CHECK_OK(lamina_context_begin_transition(s.context, &transition, NULL));
  CHECK_OK(lamina_node_set_background(s.box, check_make_color(0x0000FF)));
  CHECK_OK(lamina_context_end_transition(s.context, done, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  frame(&s, 1000000);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).background.red, 0.5);
  CHECK_NEAR(shown(s.box).background.blue, 0.5);
  CHECK_NEAR(shown(s.box).opacity, 1);
  frame(&s, 2000000);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* A fade that is under way goes on; one of its own ends at the opacity of the node, or at the one presented. */
static void test_opacities(void) {
  int way;
  for (way = 0; way < 3; way++) {
    stage s = make_reduced();
    lamina_animation_options options = linear(1000000);
    lamina_presented_values there = to_position(200, 200), faint = LAMINA_PRESENTED_VALUES_INIT;
    double end = way == 2 ? 1 : 0.5;
    faint.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
    faint.opacity = 0.5;
    if (way == 0) CHECK_OK(lamina_node_set_opacity(s.box, 0.5));
    if (way == 1) CHECK_OK(lamina_node_set_presented(s.box, &faint));
    CHECK_OK(lamina_node_add_animation(s.box, &there, &options, done, NULL, destroyed, NULL));
    frame(&s, 1000000);
    frame(&s, 1500000);
    CHECK_NEAR(shown(s.box).opacity, end / 2);
    if (way == 2) {
      there = to_position(100, 100);
      CHECK_OK(lamina_node_add_animation(s.box, &there, &options, done, NULL, destroyed, NULL));
      CHECK_NEAR(shown(s.box).opacity, end / 2);
      CHECK_NEAR(shown(s.box).position.x, 100);
    }
    frame(&s, 1750000);
    CHECK_NEAR(shown(s.box).opacity, end * 3 / 4);
    frame(&s, 2000000);
    CHECK_NEAR(shown(s.box).opacity, end);
    frame(&s, 3000000);
    CHECK_NEAR(shown(s.box).opacity, end);
    CHECK_EQUAL((shown(s.box).fields & LAMINA_PRESENTED_FIELDS_OPACITY) != 0, way == 1);
    end_stage(&s);
  }
}

int main(void) {
  test_default();
  test_transition();
  test_effects();
  test_matched();
  test_colors();
  test_opacities();
  return check_done(__FILE__);
}
