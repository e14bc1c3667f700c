/* Transitions: rules for single nodes, matched names, parents that change, transitions within others, and those that a
 * finger moves. */
#include "check.h"

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *left, *right;
  check_picture picture;
  uint64_t time_us;
} stage;

static int ends, finishes;

static void done(bool finished, void *user_data) {
  (void)user_data;
  ends++;
  if (finished) finishes++;
}

static lamina_node *make_at(stage *s, lamina_node *parent, double x, double y, double width, double height, unsigned rgb) {
  lamina_node *node = check_node(s->context);
  lamina_rect frame;
  frame.origin.x = x;
  frame.origin.y = y;
  frame.size.width = width;
  frame.size.height = height;
  CHECK_OK(lamina_node_set_frame(node, frame));
  CHECK_OK(lamina_node_set_background(node, check_make_color(rgb)));
  if (parent) CHECK_OK(lamina_node_add_child(parent, node));
  return node;
}

static void set_frame(lamina_node *node, double x, double y, double width, double height) {
  lamina_rect frame;
  frame.origin.x = x;
  frame.origin.y = y;
  frame.size.width = width;
  frame.size.height = height;
  CHECK_OK(lamina_node_set_frame(node, frame));
}

static void frame(stage *s, uint64_t step_us) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  s->time_us += step_us;
  CHECK_OK(lamina_context_set_time_us(s->context, s->time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

/* A root of 200 x 100 with two halves. */
static stage make_stage(void) {
  stage s;
  memset(&s, 0, sizeof s);
  ends = finishes = 0;
  s.context = check_context(1);
  s.time_us = 1000000;
  CHECK_OK(lamina_context_set_time_us(s.context, s.time_us));
  s.root = make_at(&s, NULL, 0, 0, 200, 100, 0xFFFFFF);
  s.left = make_at(&s, s.root, 0, 0, 100, 100, 0xEEEEEE);
  s.right = make_at(&s, s.root, 100, 0, 100, 100, 0xDDDDDD);
  s.picture = check_make_picture(200, 100);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(200, 100), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void end_stage(stage *s) {
  lamina_node_release(s->left);
  lamina_node_release(s->right);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static lamina_presented_values shown(lamina_node *node) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  CHECK_OK(lamina_node_get_presented(node, &values));
  return values;
}

static lamina_animation_options linear(uint64_t duration_us) {
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  animation.curve = "linear";
  animation.duration_us = duration_us;
  return animation;
}

static void end(stage *s) { CHECK_OK(lamina_context_end_transition(s->context, done, NULL, NULL)); }

/* A node that goes from one parent to another moves from where it was shown. */
static void test_other_parent(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_node *box = make_at(&s, s.left, 10, 10, 20, 20, 0xFF0000);
  options.animation = &animation;
  frame(&s, 0);
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_add_child(s.right, box));
  set_frame(box, 60, 60, 40, 20);
  end(&s);
  frame(&s, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 20), 0xFFFF0000u);
  CHECK_EQUAL(check_pixel(&s.picture, 165, 65), 0xFFDDDDDDu);
  frame(&s, 16000);
  frame(&s, 500000);
  /* from (-90, 10) of the right half to (60, 60), from 20 to 40 wide */
  CHECK_NEAR(shown(box).size.width, 30);
  CHECK_NEAR(shown(box).position.x, (-80 + 80) / 2.0);
  CHECK_NEAR(shown(box).position.y, (20 + 70) / 2.0);
  CHECK_NEAR(shown(box).opacity, 1);
  frame(&s, 600000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 165, 65), 0xFFFF0000u);
  lamina_node_release(box);
  end_stage(&s);
}

/* So does one that is presented elsewhere by hand, one that moves already, and one whose new parent is scrolled. */
static void test_other_parent_from_shown(void) {
  int way;
  for (way = 0; way < 3; way++) {
    stage s = make_stage();
    lamina_animation_options animation = linear(1000000);
    lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
    lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
    lamina_node *box = make_at(&s, s.left, 10, 10, 10, 10, 0xFF0000);
    double x = way == 2 ? 15 : 55, scrolled = way == 2 ? 60 : 0;
    options.animation = &animation;
    frame(&s, 0);
    values.fields = LAMINA_PRESENTED_FIELDS_POSITION;
    values.position.x = way == 0 ? 55 : 95;
    values.position.y = 15;
    values.bounds_origin.y = scrolled;
    if (way == 0) CHECK_OK(lamina_node_set_presented(box, &values));
    if (way == 1) CHECK_OK(lamina_node_add_animation(box, &values, &animation, NULL, NULL, NULL, NULL));
    values.fields = LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN;
    if (way == 2) CHECK_OK(lamina_node_set_presented(s.right, &values));
    frame(&s, 16000);
    frame(&s, 500000);
    CHECK_NEAR(shown(box).position.x, x);
    CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
    CHECK_OK(lamina_node_add_child(s.right, box));
    set_frame(box, 60, 10 + scrolled, 10, 10);
    end(&s);
    frame(&s, 0);
    CHECK(fabs(shown(box).position.x - (x - 100)) < 0.6); /* it was shown at a whole pixel */
    CHECK_NEAR(shown(box).position.y, 15 + scrolled);
    frame(&s, 16000);
    CHECK(shown(box).position.x < x - 95);
    frame(&s, 500000);
    if (way != 1) CHECK(fabs(shown(box).position.x - (x - 35) / 2) < 0.6);
    CHECK_NEAR(shown(box).position.y, 15 + scrolled);
    frame(&s, 600000);
    CHECK_EQUAL(shown(box).fields, 0);
    CHECK_EQUAL(finishes, 1);
    lamina_node_release(box);
    end_stage(&s);
  }
}

/* By name: one comes from the right, one at once, one by values of its own; another one leaves slowly. */
static void test_rules(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000), slow = linear(2000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule initial = LAMINA_TRANSITION_RULE_INIT, rules[4];
  lamina_presented_values own = LAMINA_PRESENTED_VALUES_INIT;
  lamina_node *slides, *sudden, *special, *goes = make_at(&s, s.right, 0, 0, 100, 100, 0x00FF00);
  int i;
  frame(&s, 0);
  for (i = 0; i < 4; i++) rules[i] = initial;
  rules[0].name = "slides";
  rules[0].appears = LAMINA_TRANSITION_EFFECT_RIGHT;
  rules[1].name = "sudden";
  rules[1].appears = LAMINA_TRANSITION_EFFECT_NONE;
  rules[2].name = "special";
  rules[2].appears = LAMINA_TRANSITION_EFFECT_OWN;
  own.fields = LAMINA_PRESENTED_FIELDS_CORNER_RADII | LAMINA_PRESENTED_FIELDS_OPACITY;
  own.corner_radii.top_left = 8;
  own.opacity = 0.5;
  rules[2].values = &own;
  slow.delay_us = 500000;
  rules[3].node = goes;
  rules[3].animation = &slow;
  options.animation = &animation;
  options.rules = rules;
  options.rule_count = 4;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  slides = make_at(&s, s.left, 0, 0, 10, 10, 0);
  sudden = make_at(&s, s.left, 0, 20, 10, 10, 0);
  special = make_at(&s, s.left, 0, 40, 10, 10, 0);
  CHECK_OK(lamina_node_set_name(slides, "slides", 6));
  CHECK_OK(lamina_node_set_name(sudden, "sudden", 6));
  CHECK_OK(lamina_node_set_name(special, "special", 7));
  CHECK_OK(lamina_node_remove_from_parent(goes));
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_NEAR(shown(slides).transform.x0, 5);
  CHECK_NEAR(shown(slides).opacity, 0.5);
  CHECK_EQUAL(shown(sudden).fields, 0);
  CHECK_NEAR(shown(special).opacity, 0.75);
  CHECK_NEAR(shown(special).corner_radii.top_left, 4);
  CHECK_EQUAL(check_pixel(&s.picture, 150, 50), 0xFF00FF00u); /* its delay is just over */
  frame(&s, 600000);
  CHECK(check_pixel(&s.picture, 150, 50) != 0xFF00FF00u && check_pixel(&s.picture, 150, 50) != 0xFFDDDDDDu);
  CHECK_EQUAL(ends, 0);
  frame(&s, 1600000);
  CHECK_EQUAL(check_pixel(&s.picture, 150, 50), 0xFFDDDDDDu);
  CHECK_EQUAL(finishes, 1);
  lamina_node_release(slides);
  lamina_node_release(sudden);
  lamina_node_release(special);
  lamina_node_release(goes);
  end_stage(&s);
}

/* A photo of a card and the one of its page: the page's comes from the card's place, and goes back there. */
static void test_matches(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  lamina_node *photo = make_at(&s, s.left, 10, 20, 20, 20, 0xFF0000), *page, *large;
  CHECK_OK(lamina_node_set_name(photo, "photo", 5));
  rule.name = "photo";
  rule.matches = true;
  options.animation = &animation;
  options.rules = &rule;
  options.rule_count = 1;
  options.appears = LAMINA_TRANSITION_EFFECT_NONE;
  frame(&s, 0);
  /* the card stays below the page */
  page = make_at(&s, NULL, 50, 0, 150, 100, 0xFFFFFF);
  large = make_at(&s, page, 0, 0, 100, 60, 0x0000FF);
  CHECK_OK(lamina_node_set_name(large, "photo", 5));
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_add_child(s.root, page));
  end(&s);
  frame(&s, 0);
  CHECK_NEAR(shown(large).position.x, 20 - 50);
  CHECK_NEAR(shown(large).position.y, 30);
  CHECK_NEAR(shown(large).size.width, 20);
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_NEAR(shown(large).size.width, 60);
  CHECK_NEAR(shown(large).position.x, (-30 + 50) / 2.0);
  frame(&s, 600000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(shown(large).fields, 0);
  /* instead of the page: the card's photo leaves, the one of another card comes */
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(page));
  CHECK_OK(lamina_node_remove_from_parent(photo));
  lamina_node_release(photo);
  photo = make_at(&s, s.right, 70, 70, 20, 20, 0x00FF00);
  CHECK_OK(lamina_node_set_name(photo, "photo", 5));
  end(&s);
  frame(&s, 0);
  CHECK_EQUAL(shown(photo).fields & LAMINA_PRESENTED_FIELDS_POSITION, 0); /* two leave: neither is matched */
  frame(&s, 16000);
  frame(&s, 1600000);
  CHECK_EQUAL(finishes, 2);
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(photo));
  lamina_node_release(photo); /* its name is known still */
  photo = make_at(&s, s.left, 10, 10, 20, 20, 0xFF0000);
  CHECK_OK(lamina_node_set_name(photo, "photo", 5));
  end(&s);
  frame(&s, 0);
  CHECK_NEAR(shown(photo).position.x, 180);
  CHECK_NEAR(shown(photo).position.y, 80);
  frame(&s, 16000);
  frame(&s, 1600000);
  CHECK_EQUAL(finishes, 3);
  CHECK_EQUAL(shown(photo).fields, 0);
  lamina_node_release(photo);
  lamina_node_release(page);
  lamina_node_release(large);
  end_stage(&s);
}

/* Transforms of the parents count, of the old one and of the new one: shown is what stays in its place. */
static void test_transformed_parents(void) {
  int way;
  for (way = 0; way < 3; way++) { /* another parent; one of the same name there; there, while the old one leaves */
    int into;
    for (into = 0; into < 2; into++) { /* out of a parent of half the size, or into it */
      stage s = make_stage();
      lamina_animation_options animation = linear(1000000);
      lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
      lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
      lamina_matrix half = {0.5, 0, 0, 0.5, 0, 0};
      lamina_node *from = into ? s.right : s.left, *to = into ? s.left : s.right;
      lamina_node *box = make_at(&s, from, 40, 10, 20, 20, 0xFF0000), *other = box;
      rule.name = "photo";
      rule.matches = true;
      options.animation = &animation;
      options.rules = &rule;
      options.rule_count = 1;
      CHECK_OK(lamina_node_set_name(box, "photo", 5));
      CHECK_OK(lamina_node_set_transform(s.left, half)); /* about (50, 50) */
      frame(&s, 0);
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      if (way > 0) {
        other = make_at(&s, NULL, 0, 0, 60, 60, 0x0000FF);
        CHECK_OK(lamina_node_set_name(other, "photo", 5));
      }
      if (way == 2) CHECK_OK(lamina_node_remove_from_parent(box));
      CHECK_OK(lamina_node_add_child(to, other));
      set_frame(other, 0, 0, 60, 60);
      end(&s);
      frame(&s, 0);
      /* Its middle is at (50, 35) of the surface, and it is 10 wide; or at (150, 20). */
      CHECK_NEAR(shown(other).position.x, into ? 250 : -50);
      CHECK_NEAR(shown(other).position.y, into ? -10 : 35);
      CHECK_NEAR(shown(other).size.width, into ? 40 : 10);
      CHECK_NEAR(shown(other).size.height, into ? 40 : 10);
      if (way > 0) lamina_node_release(other);
      lamina_node_release(box);
      end_stage(&s);
    }
  }
}

/* What a rule says of a matched photo counts for one that comes with its page, too: it is scaled, or there at once. */
static void test_match_below_new(void) {
  int way;
  for (way = 0; way < 2; way++) {
    stage s = make_stage();
    lamina_animation_options animation = linear(1000000);
    lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
    lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
    lamina_node *photo = make_at(&s, s.left, 10, 20, 20, 20, 0xFF0000), *page = make_at(&s, NULL, 0, 0, 200, 100, 0xFFFFFF);
    lamina_node *middle = make_at(&s, page, 0, 0, 200, 100, 0xFFFFFF), *large = make_at(&s, middle, 50, 20, 80, 60, 0x0000FF);
    /* Below the photo, as large as it: it is scaled with it. */
    lamina_node *detail = make_at(&s, large, 0, 0, 80, 60, 0x00FF00);
    CHECK_OK(lamina_node_set_name(photo, "photo", 5));
    CHECK_OK(lamina_node_set_name(large, "photo", 5));
    rule.name = "photo";
    rule.matches = true;
    rule.scales = way == 0;
    rule.moves = way == 0;
    options.animation = &animation;
    options.rules = &rule;
    options.rule_count = 1;
    options.appears = options.leaves = LAMINA_TRANSITION_EFFECT_NONE;
    frame(&s, 0);
    CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
    CHECK_OK(lamina_node_remove_from_parent(s.left));
    CHECK_OK(lamina_node_add_child(s.root, page));
    end(&s);
    frame(&s, 0);
    if (way == 0) {
      CHECK_NEAR(shown(large).size.width, 80);
      CHECK_NEAR(shown(large).transform.xx, 0.25);
      CHECK_NEAR(shown(large).transform.yy, 1 / 3.0);
      CHECK_NEAR(shown(large).position.x, 20);
      CHECK_EQUAL(check_pixel(&s.picture, 12, 22), 0xFF00FF00u);
      CHECK_EQUAL(check_pixel(&s.picture, 28, 38), 0xFF00FF00u);
      CHECK_EQUAL(check_pixel(&s.picture, 32, 30), 0xFFFFFFFFu); /* not in its own size */
      frame(&s, 16000);
      frame(&s, 500000);
      CHECK_NEAR(shown(large).transform.xx, 0.625); /* 50 x 40 about (55, 40) */
      CHECK_EQUAL(check_pixel(&s.picture, 32, 40), 0xFF00FF00u);
      CHECK_EQUAL(check_pixel(&s.picture, 78, 40), 0xFF00FF00u);
      CHECK_EQUAL(check_pixel(&s.picture, 82, 40), 0xFFFFFFFFu);
      frame(&s, 600000);
    } else {
      CHECK_EQUAL(shown(large).fields, 0);
    }
    CHECK_EQUAL(finishes, 1);
    CHECK_EQUAL(shown(large).fields, 0);
    if (way == 0) { /* and back, to the photo that comes with its view */
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      CHECK_OK(lamina_node_remove_from_parent(page));
      CHECK_OK(lamina_node_insert_child(s.root, s.left, 0));
      end(&s);
      frame(&s, 0);
      CHECK_NEAR(shown(photo).transform.xx, 4);
      CHECK_NEAR(shown(photo).transform.yy, 3);
      CHECK_EQUAL(check_pixel(&s.picture, 52, 22), 0xFF0000FFu); /* and in its colour */
      CHECK_EQUAL(check_pixel(&s.picture, 98, 78), 0xFF0000FFu);
      frame(&s, 16000);
      frame(&s, 1600000);
      CHECK_EQUAL(finishes, 2);
    }
    lamina_node_release(detail);
    lamina_node_release(large);
    lamina_node_release(middle);
    lamina_node_release(page);
    lamina_node_release(photo);
    end_stage(&s);
  }
}

/* How much redder than blue a pixel is. */
static int red(stage *s, int x, int y) {
  uint32_t pixel = check_pixel(&s->picture, x, y);
  return (int)(pixel >> 16 & 0xFF) - (int)(pixel & 0xFF);
}

static int red_pixels(stage *s) {
  int x, y, count = 0;
  for (y = 0; y < 100; y++)
    for (x = 0; x < 200; x++) count += red(s, x, y) > 20;
  return count;
}

/* Whether red is seen from 30 to 80 and from 20 to 60, and nowhere around that. */
static void check_half_way(stage *s) {
  CHECK(red(s, 32, 22) > 150);
  CHECK(red(s, 78, 58) > 150);
  CHECK_EQUAL(red(s, 28, 30), 0);
  CHECK_EQUAL(red(s, 84, 40), 0);
  CHECK_EQUAL(red(s, 70, 64), 0);
}

/* Two photos whose pages fade into each other are seen as one: the one that leaves goes along. */
static void test_match_leaves_along(void) {
  int stays, turn;
  for (stays = 0; stays < 2; stays++) { /* the view leaves for the page, or stays below it */
    stage s = make_stage();
    lamina_animation_options animation = linear(1000000);
    lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
    lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
    lamina_node *photo = make_at(&s, s.left, 10, 20, 20, 20, 0xFF0000), *page = make_at(&s, NULL, 0, 0, 200, 100, 0xFFFFFF);
    lamina_node *large = make_at(&s, page, 50, 20, 80, 60, 0xFF0000);
    CHECK_OK(lamina_node_set_name(photo, "photo", 5));
    CHECK_OK(lamina_node_set_name(large, "photo", 5));
    rule.name = "photo";
    rule.matches = rule.scales = true;
    options.animation = &animation;
    options.rules = &rule;
    options.rule_count = 1;
    frame(&s, 0);
    CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
    if (!stays) CHECK_OK(lamina_node_remove_from_parent(s.left));
    CHECK_OK(lamina_node_add_child(s.root, page));
    end(&s);
    frame(&s, 0);
    CHECK(red(&s, 12, 22) > 250);
    CHECK_EQUAL(red(&s, 34, 30), 0);
    frame(&s, 16000);
    frame(&s, 500000);
    if (!stays) {
      check_half_way(&s);
      /* Back, from there. */
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      CHECK_OK(lamina_node_remove_from_parent(page));
      CHECK_OK(lamina_node_insert_child(s.root, s.left, 0));
      end(&s);
      frame(&s, 0);
      check_half_way(&s);
      for (turn = 0; turn < 3; turn++) { /* and again, whatever was under way */
        int before, after;
        frame(&s, 16000);
        frame(&s, 300000);
        before = red_pixels(&s);
        CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
        CHECK_OK(lamina_node_remove_from_parent(turn % 2 ? page : s.left));
        CHECK_OK(lamina_node_insert_child(s.root, turn % 2 ? s.left : page, 0));
        end(&s);
        frame(&s, 0);
        after = red_pixels(&s);
        CHECK(abs(after - before) < before / 10);
      }
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      CHECK_OK(lamina_node_remove_from_parent(page));
      CHECK_OK(lamina_node_insert_child(s.root, s.left, 0));
      end(&s);
      frame(&s, 0);
      frame(&s, 16000);
      frame(&s, 1600000);
      CHECK_EQUAL(ends, 6);
      CHECK(red(&s, 12, 22) > 250);
      CHECK_EQUAL(red(&s, 34, 30), 0);
    } else {
      frame(&s, 1600000);
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      CHECK_OK(lamina_node_remove_from_parent(page));
      end(&s);
      frame(&s, 0);
      frame(&s, 16000);
      frame(&s, 500000);
      check_half_way(&s);
      frame(&s, 600000);
      CHECK_EQUAL(finishes, 2);
    }
    CHECK_EQUAL(shown(photo).fields, 0);
    CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
    lamina_node_release(large);
    lamina_node_release(page);
    lamina_node_release(photo);
    end_stage(&s);
  }
}

/* Nodes that come with their page appear by rules of their own, too; they fade once with what is around them. */
static void test_rules_below_new(void) {
  int way;
  for (way = 0; way < 4; way++) { /* the page is there at once; it fades in; a rule for all; it comes back */
    stage s = make_stage();
    lamina_animation_options animation = linear(1000000);
    lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
    lamina_transition_rule initial = LAMINA_TRANSITION_RULE_INIT, rules[3];
    lamina_node *page = make_at(&s, NULL, 0, 0, 200, 100, 0xFFFFFF), *middle = make_at(&s, page, 0, 0, 200, 100, 0xFFFFFF);
    lamina_node *bar = make_at(&s, middle, 0, 40, 100, 20, 0x0000FF), *label = make_at(&s, bar, 0, 0, 50, 20, 0x00FF00);
    lamina_node *seal = make_at(&s, middle, 150, 0, 20, 20, 0xFF0000), *plain = make_at(&s, middle, 150, 40, 20, 20, 0);
    int i;
    for (i = 0; i < 3; i++) rules[i] = initial;
    CHECK_OK(lamina_node_set_name(bar, "bar", 3));
    rules[0].name = "bar";
    rules[0].appears = LAMINA_TRANSITION_EFFECT_BOTTOM;
    rules[1].node = label;
    rules[2].node = seal;
    if (way == 2) rules[0].name = NULL;
    options.animation = &animation;
    options.rules = rules;
    options.rule_count = 3;
    options.appears = way == 0 ? LAMINA_TRANSITION_EFFECT_NONE : LAMINA_TRANSITION_EFFECT_FADE;
    if (way == 3) CHECK_OK(lamina_node_add_child(s.root, page));
    frame(&s, 0);
    if (way == 3) {
      CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
      CHECK_OK(lamina_node_remove_from_parent(page));
      end(&s);
      frame(&s, 0);
      frame(&s, 16000);
      frame(&s, 800000);
    }
    CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
    CHECK_OK(lamina_node_add_child(s.root, page));
    end(&s);
    frame(&s, 0);
    frame(&s, 16000);
    frame(&s, 500000);
    CHECK_EQUAL(shown(plain).fields, 0);
    CHECK_EQUAL(shown(label).fields, 0);
    CHECK_EQUAL(shown(page).fields & LAMINA_PRESENTED_FIELDS_OPACITY, way > 0 ? LAMINA_PRESENTED_FIELDS_OPACITY : 0);
    if (way < 2) {
      CHECK_NEAR(shown(bar).transform.y0, 10);
      CHECK_NEAR(shown(bar).opacity, way == 0 ? 0.5 : 1);
      CHECK_NEAR(shown(seal).opacity, way == 0 ? 0.5 : 1);
    } else {
      CHECK_EQUAL(shown(bar).fields, 0);
      CHECK_EQUAL(shown(seal).fields, 0);
    }
    if (way == 0) CHECK_EQUAL(check_pixel(&s.picture, 160, 10), 0xFFFF7F7Fu);
    if (way == 0) CHECK_EQUAL(check_pixel(&s.picture, 75, 48), 0xFFFFFFFFu); /* the bar comes from below */
    frame(&s, 600000);
    CHECK_EQUAL(shown(bar).fields, 0);
    CHECK_EQUAL(shown(page).fields, 0);
    CHECK_EQUAL(check_pixel(&s.picture, 75, 42), 0xFF0000FFu);
    CHECK_EQUAL(ends, way == 3 ? 2 : 1);
    lamina_node_release(plain);
    lamina_node_release(seal);
    lamina_node_release(label);
    lamina_node_release(bar);
    lamina_node_release(middle);
    lamina_node_release(page);
    end_stage(&s);
  }
}

/* A page takes the place of a view that is scrolled; when the view is back, its photo comes from that of the page. */
static void test_match_into_scrolled(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_node *content = make_at(&s, s.left, 0, 0, 100, 400, 0xEEEEEE), *row = make_at(&s, content, 0, 100, 100, 40, 0xFFFFFF);
  lamina_node *photo = make_at(&s, row, 10, 10, 20, 20, 0xFF0000), *page = make_at(&s, NULL, 0, 0, 200, 100, 0xFFFFFF);
  lamina_node *large = make_at(&s, page, 20, 0, 100, 60, 0x0000FF);
  lamina_point offset = {0, 80};
  CHECK_OK(lamina_node_set_name(photo, "photo", 5));
  CHECK_OK(lamina_node_set_name(large, "photo", 5));
  CHECK_OK(lamina_node_set_scroll(s.left, &scroll));
  rule.name = "photo";
  rule.matches = true;
  options.animation = &animation;
  options.rules = &rule;
  options.rule_count = 1;
  options.appears = options.leaves = LAMINA_TRANSITION_EFFECT_NONE;
  frame(&s, 0);
  CHECK_OK(lamina_node_scroll_to(s.left, offset, NULL));
  frame(&s, 16000);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 40), 0xFFFF0000u); /* 100 + 10 - 80 */
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(s.left));
  CHECK_OK(lamina_node_add_child(s.root, page));
  end(&s);
  frame(&s, 0);
  CHECK_NEAR(shown(large).position.x, 20);
  CHECK_NEAR(shown(large).position.y, 40);
  CHECK_NEAR(shown(large).size.width, 20);
  frame(&s, 16000);
  frame(&s, 1600000);
  CHECK_EQUAL(finishes, 1);
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_remove_from_parent(page));
  CHECK_OK(lamina_node_insert_child(s.root, s.left, 0));
  end(&s);
  frame(&s, 0);
  /* In the row, which begins at 20: from (20, 0), 100 x 60. */
  CHECK_NEAR(shown(photo).position.x, 70);
  CHECK_NEAR(shown(photo).position.y, 30 - 20);
  CHECK_NEAR(shown(photo).size.width, 100);
  frame(&s, 16000);
  frame(&s, 1600000);
  CHECK_EQUAL(finishes, 2);
  CHECK_EQUAL(shown(photo).fields, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 40), 0xFFFF0000u);
  lamina_node_release(large);
  lamina_node_release(page);
  lamina_node_release(photo);
  lamina_node_release(row);
  lamina_node_release(content);
  end_stage(&s);
}

/* Contents that were drawn for another size fade out over the new ones; with a rule they do not. */
static void test_contents(void) {
  int with_rule;
  for (with_rule = 0; with_rule < 2; with_rule++) {
    stage s = make_stage();
    lamina_animation_options animation = linear(1000000);
    lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
    lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
    lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
    lamina_node *label = NULL;
    attributes.size = 10;
    CHECK_OK(lamina_node_create_label(s.context, "one two three", 13, &attributes, &label));
    set_frame(label, 0, 0, 90, 20);
    CHECK_OK(lamina_node_add_child(s.left, label));
    frame(&s, 0);
    frame(&s, 16000);
    options.animation = &animation;
    if (with_rule) {
      rule.fades_contents = false;
      options.rules = &rule;
      options.rule_count = 1;
    }
    CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
    set_frame(label, 0, 0, 40, 60);
    end(&s);
    frame(&s, 0);
    {
      char text_of[2000];
      size_t length = 0;
      CHECK_OK(lamina_context_read_animations(s.context, text_of, sizeof text_of, &length));
      CHECK_EQUAL(strstr(text_of, "which left") != NULL, !with_rule);
    }
    frame(&s, 16000);
    frame(&s, 500000);
    CHECK_NEAR(shown(label).size.width, 65);
    frame(&s, 600000);
    CHECK_EQUAL(finishes, 1);
    lamina_node_release(label);
    end_stage(&s);
  }
}

/* What is done within the inner one moves as that says; each completion comes once. */
static void test_nested(void) {
  stage s = make_stage();
  lamina_animation_options slow = linear(2000000), quick = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  int i;
  frame(&s, 0);
  options.animation = &slow;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_set_opacity(s.left, 0.5));
  options.animation = &quick;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_set_opacity(s.right, 0.5));
  end(&s);
  CHECK_OK(lamina_node_set_background(s.right, check_make_color(0)));
  end(&s);
  CHECK_STATUS(lamina_context_end_transition(s.context, NULL, NULL, NULL), LAMINA_ERROR_INVALID_STATE);
  frame(&s, 0);
  frame(&s, 16000);
  frame(&s, 500000);
  CHECK_NEAR(shown(s.left).opacity, 0.875);
  CHECK_NEAR(shown(s.right).opacity, 0.75);
  CHECK_NEAR(shown(s.right).background.red, 0xDD / 255.0 * 0.75);
  frame(&s, 600000);
  CHECK_EQUAL(finishes, 1);
  frame(&s, 1600000);
  CHECK_EQUAL(finishes, 2);
  for (i = 0; i < 64; i++) CHECK_OK(lamina_context_begin_transition(s.context, NULL, NULL));
  CHECK_STATUS(lamina_context_begin_transition(s.context, NULL, NULL), LAMINA_ERROR_INVALID_STATE);
  for (i = 0; i < 64; i++) end(&s);
  frame(&s, 16000);
  CHECK_EQUAL(ends, 66);
  end_stage(&s);
}

/* What changed before a transition, and turns that take changes over within it. */
static void test_before_and_within(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  options.animation = &animation;
  frame(&s, 0);
  CHECK_OK(lamina_node_set_opacity(s.left, 0.2)); /* shows at once */
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  CHECK_OK(lamina_node_set_background(s.left, check_make_color(0)));
  CHECK_OK(lamina_node_set_opacity(s.right, 0.5));
  frame(&s, 16000); /* in the middle */
  CHECK_NEAR(shown(s.left).opacity, 0.2);
  CHECK_NEAR(shown(s.right).opacity, 1);
  CHECK_OK(lamina_node_set_corner_radius(s.right, 10));
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  CHECK(shown(s.right).opacity > 0.97);
  frame(&s, 500000);
  CHECK(fabs(shown(s.right).opacity - 0.75) < 0.02);
  CHECK_NEAR(shown(s.right).corner_radii.top_left, 5);
  frame(&s, 600000);
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* Each further one begins later. */
static void test_stagger(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000);
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_node *rows[3];
  int i;
  options.animation = &animation;
  options.stagger_us = 100000;
  for (i = 0; i < 3; i++) rows[i] = make_at(&s, s.left, 0, 40 - 20 * i, 20, 20, 0);
  frame(&s, 0);
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  for (i = 0; i < 3; i++) set_frame(rows[i], 50, 40 - 20 * i, 20, 20);
  end(&s);
  frame(&s, 0);
  frame(&s, 16000);
  frame(&s, 500000);
  for (i = 0; i < 3; i++) CHECK_NEAR(shown(rows[i]).position.x, 10 + 50 * (0.5 - 0.1 * (2 - i)));
  frame(&s, 800000);
  CHECK_EQUAL(finishes, 1);
  for (i = 0; i < 3; i++) lamina_node_release(rows[i]);
  end_stage(&s);
}

/* A finger moves all of it, lets go, and it goes on as fast; then another one goes back. */
static void test_finger(void) {
  stage s = make_stage();
  lamina_animation_options animation = linear(1000000), spring = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_animation_state state = LAMINA_ANIMATION_STATE_INIT;
  lamina_node *box = make_at(&s, s.left, 0, 0, 20, 20, 0);
  uint64_t number = 0;
  double last;
  int i;
  options.animation = &animation;
  animation.speed = 0;
  spring.timing = LAMINA_ANIMATION_TIMING_SPRING;
  spring.duration_us = 400000;
  frame(&s, 0);
  CHECK_OK(lamina_context_begin_transition(s.context, &options, &number));
  CHECK(number != 0);
  set_frame(box, 80, 0, 20, 20);
  CHECK_OK(lamina_node_set_opacity(s.right, 0));
  end(&s);
  CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.1)); /* before it is laid out */
  frame(&s, 16000);
  CHECK_NEAR(shown(box).position.x, 18);
  for (i = 1; i <= 6; i++) {
    CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.1 + 0.05 * i));
    frame(&s, 16000);
    CHECK_NEAR(shown(box).position.x, 10 + 80 * (0.1 + 0.05 * i));
    CHECK_NEAR(shown(s.right).opacity, 1 - (0.1 + 0.05 * i));
  }
  CHECK_OK(lamina_context_get_animation(s.context, number, &state));
  CHECK_NEAR(state.progress, 0.4);
  CHECK_OK(lamina_context_move_animation(s.context, number, 1, &spring));
  last = shown(box).position.x;
  frame(&s, 16000);
  CHECK(fabs(shown(box).position.x - last - 80 * 0.05) < 1); /* as fast as the finger was */
  for (i = 0; i < 80; i++) frame(&s, 16000);
  CHECK_EQUAL(finishes, 1);
  CHECK_EQUAL(shown(box).fields, 0);
  CHECK_STATUS(lamina_context_move_animation(s.context, number, 1, NULL), LAMINA_ERROR_INVALID_STATE);
  /* back to the beginning, which stays presented */
  CHECK_OK(lamina_context_begin_transition(s.context, &options, &number));
  set_frame(box, 0, 0, 20, 20);
  end(&s);
  frame(&s, 0);
  CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.5));
  frame(&s, 16000);
  CHECK_OK(lamina_context_move_animation(s.context, number, 0, NULL));
  for (i = 0; i < 40; i++) frame(&s, 16000);
  CHECK_EQUAL(finishes, 2);
  CHECK_NEAR(shown(box).position.x, 90);
  CHECK_OK(lamina_node_clear_presented(box, LAMINA_PRESENTED_FIELDS_ALL));
  /* held by a finger while another transition comes: that goes on with the finger's velocity */
  set_frame(box, 0, 0, 20, 20);
  frame(&s, 16000);
  CHECK_OK(lamina_context_begin_transition(s.context, &options, &number));
  set_frame(box, 80, 0, 20, 20);
  end(&s);
  frame(&s, 0);
  for (i = 1; i <= 6; i++) {
    CHECK_OK(lamina_context_set_animation_progress(s.context, number, 0.05 * i));
    frame(&s, 16000);
  }
  last = shown(box).position.x;
  options.animation = &spring;
  CHECK_OK(lamina_context_begin_transition(s.context, &options, NULL));
  set_frame(box, 0, 0, 20, 20);
  end(&s);
  frame(&s, 16000);
  CHECK(shown(box).position.x > last); /* on for a moment, then back */
  for (i = 0; i < 80; i++) frame(&s, 16000);
  CHECK_NEAR(shown(box).position.x, 10);
  CHECK_EQUAL(ends, 4);
  CHECK_EQUAL(finishes, 3);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  lamina_node_release(box);
  end_stage(&s);
}

static void test_refusals(void) {
  stage s = make_stage();
  lamina_animation_options animation = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_transition_rule rule = LAMINA_TRANSITION_RULE_INIT;
  lamina_context *other = check_context(0);
  lamina_node *foreign = check_node(other);
  options.rules = &rule;
  options.rule_count = 1;
  rule.matches = true;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->rules[0]") != NULL);
  rule.matches = false;
  rule.appears = LAMINA_TRANSITION_EFFECT_OWN;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  rule.appears = LAMINA_TRANSITION_EFFECT_FADE;
  rule.animation = &animation;
  animation.run_count = INFINITY;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->rules[0]: animation->run_count is infinite") != NULL);
  animation.run_count = 1;
  rule.node = foreign;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_FOREIGN_CONTEXT);
  rule.node = NULL;
  options.stagger_us = UINT64_MAX;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  options.stagger_us = 0;
  options.appears = LAMINA_TRANSITION_EFFECT_OWN;
  CHECK_STATUS(lamina_context_begin_transition(s.context, &options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(foreign);
  lamina_context_release(other);
  end_stage(&s);
}

int main(void) {
  test_other_parent();
  test_other_parent_from_shown();
  test_rules();
  test_matches();
  test_transformed_parents();
  test_match_below_new();
  test_rules_below_new();
  test_match_leaves_along();
  test_match_into_scrolled();
  test_contents();
  test_nested();
  test_before_and_within();
  test_stagger();
  test_finger();
  test_refusals();
  return check_done(__FILE__);
}
