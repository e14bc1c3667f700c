/* How nodes show another size in a transition, and a callback that says so. */
#include <cairo.h>

#include "motion_stage.h"

static lamina_transition_change asked[16];
static int asked_count;
static lamina_transition_rule answer;
static const lamina_transition_rule plain = LAMINA_TRANSITION_RULE_INIT;
static lamina_context *ending;

static void choose(const lamina_transition_change *change, lamina_transition_rule *rule, void *user_data) {
  (void)user_data;
  if (asked_count < 16) asked[asked_count++] = *change;
  CHECK_EQUAL(rule->struct_size, sizeof *rule);
  CHECK(rule->node == NULL && rule->name == NULL && rule->moves && rule->fades_contents && !rule->matches);
  *rule = answer;
}

static void begin(stage *s, const lamina_transition_rule *rule) {
  static lamina_animation_options animation;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  animation = linear(1000000);
  options.animation = &animation;
  options.rules = rule;
  options.rule_count = rule != NULL;
  CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
}

static void end(stage *s) {
  CHECK_OK(lamina_context_end_transition(s->context, done, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
}

static stage stage_with_callback(void) {
  stage s = make_stage(1);
  asked_count = 0;
  answer = plain;
  CHECK_OK(lamina_context_set_transition_callback(s.context, choose, &asked, destroyed));
  frame(&s, 900000);
  return s;
}

/* Of another size it is there at once, scaled from the one before; so is one that turns back in the middle. */
static void test_scales(void) {
  stage s = make_stage(1);
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  lamina_presented_values now;
  rule.scales = true;
  frame(&s, 900000);
  begin(&s, &rule);
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(100, 100, 100, 50)));
  end(&s);
  frame(&s, 1000000);
  frame(&s, 1000000);
  now = shown(s.box);
  CHECK_EQUAL(now.fields & LAMINA_PRESENTED_FIELDS_SIZE, 0);
  CHECK_NEAR(now.size.width, 100);
  CHECK_NEAR(now.transform.xx, 0.1);
  CHECK_NEAR(now.transform.yy, 0.2);
  CHECK_NEAR(now.position.x, 7);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).transform.xx, 0.55);
  CHECK_NEAR(shown(s.box).position.x, (7 + 150) / 2.0);
  begin(&s, &rule);
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(2, 2, 10, 10)));
  end(&s);
  frame(&s, 1500000);
  now = shown(s.box);
  CHECK_NEAR(now.transform.xx * now.size.width, 55); /* as large as before */
  CHECK_NEAR(now.transform.yy * now.size.height, 30);
  frame(&s, 4000000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(ends, 2);
  CHECK_EQUAL(shown(s.box).fields, 0);
  end_stage(&s);
}

/* A square at the upper right of what is drawn and at the lower right of a child. */
static lamina_status draw(lamina_canvas *canvas, cairo_t *cairo, lamina_size size, double scale, void *user_data) {
  (void)canvas;
  (void)scale;
  (void)user_data;
  cairo_set_source_rgb(cairo, 0, 0, 1);
  cairo_rectangle(cairo, size.width - 10, 0, 10, 10);
  cairo_fill(cairo);
  return LAMINA_OK;
}

/* Contents and children stay at the edge that is said, in pixels and for hits. */
static void test_contents_anchor(void) {
  stage s = make_stage(1);
  lamina_node *child = check_node(s.context), *hit = NULL;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  check_picture picture = check_make_picture(400, 300);
  CHECK_OK(lamina_node_set_draw_callback(s.box, draw, NULL, NULL));
  CHECK_OK(lamina_node_set_clipping(s.box, true));
  CHECK_OK(lamina_node_set_background(child, check_make_color(0x00FF00)));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(0, 0, 100, 50)));
  CHECK_OK(lamina_node_set_frame(child, check_make_rect(90, 40, 10, 10)));
  CHECK_OK(lamina_node_add_child(s.box, child));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  frame(&s, 900000);
  rule.contents_anchor = make_point(1, 1);
  rule.fades_contents = false;
  begin(&s, &rule);
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(0, 0, 200, 150)));
  CHECK_OK(lamina_node_set_frame(child, check_make_rect(190, 140, 10, 10)));
  end(&s);
  frame(&s, 1000000);
  frame(&s, 1500000);
  CHECK_NEAR(shown(s.box).size.width, 150);
  CHECK_NEAR(shown(s.box).contents_anchor.x, 1);
  CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 145, 0), 0xFFFF0000); /* its square is 50 above */
  frame(&s, 2100000);
  CHECK_EQUAL(shown(s.box).fields, 0);

  /* By hand: half as large as it is, and twice. */
  values.fields = LAMINA_PRESENTED_FIELDS_SIZE | LAMINA_PRESENTED_FIELDS_POSITION;
  values.position = make_point(50, 37.5);
  values.size = check_make_size(100, 75);
  values.contents_anchor = make_point(1, 0);
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 95, 5), 0xFF0000FF);
  CHECK_EQUAL(check_pixel(&picture, 85, 5), 0xFFFF0000);
  CHECK_EQUAL(check_pixel(&picture, 105, 5), 0xFFFFFFFF);
  values.contents_anchor = make_point(1, 1);
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 95, 5), 0xFFFF0000);
  CHECK_EQUAL(check_pixel(&picture, 95, 70), 0xFF00FF00); /* the child, at the lower right */
  CHECK_OK(lamina_node_hit_test(s.root, make_point(95, 70), &hit, NULL));
  CHECK(hit == child);
  lamina_node_release(hit);
  CHECK_NEAR(shown(s.box).contents_anchor.y, 1);
  /* With its own size again nothing is elsewhere. */
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_ALL));
  CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 195, 5), 0xFF0000FF);
  CHECK_EQUAL(check_pixel(&picture, 195, 145), 0xFF00FF00);
  values.contents_anchor = make_point(1, 1.5);
  CHECK_STATUS(lamina_node_set_presented(s.box, &values), LAMINA_ERROR_INVALID_ARGUMENT);
  values.contents_anchor = make_point(NAN, 0);
  CHECK_STATUS(lamina_node_set_presented(s.box, &values), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "contents_anchor") != NULL);
  lamina_node_release(child);
  end_stage(&s);
  free(picture.pixels);
}

/* A picture of a whole subtree is there in its new size at once: the point of it that is said stays where it is, also
 * in a transition that interrupts, and the picture before fades out over it. */
static void test_rasterized(void) {
  static const double anchors[] = {0, 1, 0.5};
  int way;
  for (way = 0; way < 3; way++) {
    stage s = make_stage(1);
    lamina_node *child = check_node(s.context);
    lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
    check_picture picture = check_make_picture(400, 300);
    double anchor = anchors[way], center;
    CHECK_OK(lamina_node_set_background(child, check_make_color(0x00FF00)));
    CHECK_OK(lamina_node_set_frame(child, check_make_rect(0, 0, 10, 10)));
    CHECK_OK(lamina_node_add_child(s.box, child));
    CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(100, 100, 100, 50)));
    CHECK_OK(lamina_node_set_rasterized(s.box, true));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    frame(&s, 900000);
    rule.contents_anchor = make_point(anchor, anchor);
    begin(&s, &rule);
    CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(100, 100, 200, 150)));
    CHECK_OK(lamina_node_set_frame(child, check_make_rect(100, 50, 10, 10)));
    end(&s);
    frame(&s, 1000000);
    /* The point stands where that of the smaller one did: its left edge at 100, its right one at 200, or its middle. */
    CHECK_NEAR(shown(s.box).position.x, 100 + 100 * anchor + 200 * (0.5 - anchor));
    CHECK_NEAR(shown(s.box).position.y, 100 + 50 * anchor + 150 * (0.5 - anchor));
    CHECK_EQUAL(shown(s.box).fields & LAMINA_PRESENTED_FIELDS_SIZE, 0);
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 105, 105), 0xFF00FF00); /* the one before is whole yet */
    frame(&s, 1500000);
    center = shown(s.box).position.x;
    CHECK_NEAR(center, 100 + 150 * anchor + 200 * (0.5 - anchor));
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 105 + (int)(50 * anchor), 105 + (int)(50 * anchor)), 0xFF7F8000);
    /* Half way it turns back; the point goes on from where it is shown. */
    begin(&s, &rule);
    CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(100, 100, 100, 50)));
    end(&s);
    CHECK_NEAR(shown(s.box).position.x, center + (200 - 100) * (anchor - 0.5));
    frame(&s, 2600000);
    CHECK_EQUAL(shown(s.box).fields, 0);
    frame(&s, 3700000); /* the fade began with that frame */
    CHECK_EQUAL(ends, 2);
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 105, 105), 0xFFFF0000);
    CHECK_EQUAL(check_pixel(&picture, 195, 145), 0xFFFF0000);
    CHECK_EQUAL(check_pixel(&picture, 205, 145), 0xFFFFFFFF);
    lamina_node_release(child);
    end_stage(&s);
    free(picture.pixels);
  }
}

/* It is asked once for what has changed, and its answer counts. */
static void test_callback(void) {
  stage s = stage_with_callback();
  lamina_node *other = check_node(s.context);
  lamina_animation_options quick = linear(500000);
  answer.animation = &quick;
  begin(&s, NULL);
  CHECK_OK(lamina_node_set_opacity(s.box, 0.5));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(102, 2, 10, 10)));
  CHECK_OK(lamina_node_set_frame(other, check_make_rect(0, 50, 10, 10)));
  CHECK_OK(lamina_node_add_child(s.root, other));
  end(&s);
  CHECK_EQUAL(asked_count, 3);
  CHECK(asked[0].kind == LAMINA_TRANSITION_CHANGE_KIND_VALUES && asked[0].node == s.box);
  CHECK(asked[1].kind == LAMINA_TRANSITION_CHANGE_KIND_MOVES && asked[1].node == s.box);
  CHECK_RECT(asked[1].before, 2, 2, 10, 10);
  CHECK_RECT(asked[1].after, 102, 2, 10, 10);
  CHECK(asked[2].kind == LAMINA_TRANSITION_CHANGE_KIND_APPEARS && asked[2].node == other);
  CHECK(asked[0].transition != 0 && asked[0].transition == asked[2].transition);
  frame(&s, 1000000);
  frame(&s, 1250000);
  CHECK_NEAR(shown(s.box).position.x, 57);
  CHECK_NEAR(shown(s.box).opacity, 0.75);
  CHECK_NEAR(shown(other).opacity, 0.5);
  frame(&s, 1600000);
  CHECK_EQUAL(finishes, 1);

  /* What leaves and ends is asked for without a node. */
  answer.animation = NULL;
  answer.leaves = LAMINA_TRANSITION_EFFECT_NONE;
  begin(&s, NULL);
  CHECK_OK(lamina_node_remove_from_parent(other));
  lamina_node_release(other);
  end(&s);
  CHECK_EQUAL(asked_count, 4);
  CHECK(asked[3].kind == LAMINA_TRANSITION_CHANGE_KIND_LEAVES && asked[3].node == NULL);
  frame(&s, 1700000);
  CHECK_EQUAL(finishes, 2); /* at once */

  /* Rules come first; a wrong answer counts for nothing; without a callback nobody is asked. */
  answer.appears = (lamina_transition_effect)99;
  begin(&s, NULL);
  CHECK_OK(lamina_node_set_opacity(s.box, 1));
  end(&s);
  CHECK_EQUAL(asked_count, 5);
  frame(&s, 2000000);
  frame(&s, 2500000);
  CHECK_NEAR(shown(s.box).opacity, 0.75);
  answer = plain;
  begin(&s, &answer);
  CHECK_OK(lamina_node_set_opacity(s.box, 0));
  end(&s);
  CHECK_EQUAL(asked_count, 5);
  CHECK_EQUAL(destroys, 0);
  CHECK_OK(lamina_context_set_transition_callback(s.context, NULL, NULL, NULL));
  CHECK_EQUAL(destroys, 1);
  begin(&s, NULL);
  CHECK_OK(lamina_node_set_opacity(s.box, 1));
  end(&s);
  CHECK_EQUAL(asked_count, 5);
  CHECK_STATUS(lamina_context_set_transition_callback(NULL, choose, NULL, destroyed), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(destroys, 2);
  end_stage(&s);
}

/* It may change what it is asked about, and end the context. */
static void meddle(const lamina_transition_change *change, lamina_transition_rule *rule, void *user_data) {
  stage *s = (stage *)user_data;
  (void)rule;
  if (asked_count++ > 5) return;
  CHECK_OK(lamina_context_begin_transition(s->context, NULL, NULL));
  CHECK_OK(lamina_node_set_opacity(change->node, 0.1 * asked_count));
  CHECK_OK(lamina_context_end_transition(s->context, done, NULL, NULL));
}

static void end_context(const lamina_transition_change *change, lamina_transition_rule *rule, void *user_data) {
  (void)change;
  (void)rule;
  (void)user_data;
  if (ending) lamina_context_release(ending);
  ending = NULL;
}

static void test_whatever_it_does(void) {
  stage s = make_stage(1);
  int i;
  asked_count = 0;
  CHECK_OK(lamina_context_set_transition_callback(s.context, meddle, &s, destroyed));
  frame(&s, 1000000);
  begin(&s, NULL);
  CHECK_OK(lamina_node_set_opacity(s.box, 0.9));
  end(&s);
  for (i = 1; i < 40; i++) frame(&s, 1000000 + (uint64_t)i * 100000);
  CHECK(asked_count > 5);
  CHECK_EQUAL(ends, asked_count < 7 ? asked_count : 7);
  CHECK_OK(lamina_context_set_transition_callback(s.context, end_context, &s, destroyed));
  CHECK_EQUAL(destroys, 1);
  ending = s.context;
  begin(&s, NULL);
  CHECK_OK(lamina_node_set_opacity(s.box, 1));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(102, 2, 10, 10)));
  lamina_context_end_transition(s.context, done, NULL, NULL);
  CHECK(ending == NULL);
  CHECK_EQUAL(destroys, 2);
  lamina_node_release(s.box);
  lamina_node_release(s.root);
  lamina_surface_release(s.surface);
}

int main(void) {
  test_scales();
  test_contents_anchor();
  test_rasterized();
  test_callback();
  test_whatever_it_does();
  return check_done(__FILE__);
}
