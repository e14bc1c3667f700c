/* Nodes that stand in the lines of a text, and stretches of text that run in a direction of their own. */
#include "check.h"

static lamina_context *context;

static const lamina_size_range free_range = {{0, 0}, {400, INFINITY}};

static void set_size(lamina_node *node, double width, double height) {
  lamina_style style = LAMINA_STYLE_INIT;
  style.width.unit = style.height.unit = LAMINA_UNIT_POINTS;
  style.width.value = width;
  style.height.value = height;
  CHECK_OK(lamina_node_set_style(node, &style));
}

/* "one [child] two [child] three" in DejaVu Sans 16. */
static lamina_text *make_text(void) {
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  look.family = "DejaVu Sans";
  look.size = 16;
  CHECK_OK(lamina_text_builder_create(context, &look, &builder));
  CHECK_OK(lamina_text_builder_append(builder, "one ", LAMINA_NUL_TERMINATED, NULL));
  CHECK_OK(lamina_text_builder_append_child(builder, 0, NULL));
  CHECK_OK(lamina_text_builder_append(builder, " two ", LAMINA_NUL_TERMINATED, NULL));
  CHECK_OK(lamina_text_builder_append_child(builder, -4, NULL));
  CHECK_OK(lamina_text_builder_append(builder, " three", LAMINA_NUL_TERMINATED, NULL));
  CHECK_EQUAL(lamina_text_builder_get_length(builder), 21);
  /* A look for all of it takes no room away. */
  memset(&look, 0, sizeof look);
  look.struct_size = sizeof look;
  look.weight = 700;
  CHECK_OK(lamina_text_builder_set_attributes(builder, 0, SIZE_MAX, &look));
  look.replaces = true;
  look.size = 16;
  look.family = "DejaVu Sans";
  CHECK_OK(lamina_text_builder_set_attributes(builder, 0, 7, &look));
  CHECK_STATUS(lamina_text_builder_append_child(builder, NAN, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_builder_append_child(NULL, 0, NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_text_builder_copy_text(builder, &text));
  lamina_text_builder_release(builder);
  return text;
}

static lamina_node *make_node(lamina_node **box, lamina_node **label) {
  lamina_text *text = make_text(), *inner = NULL;
  lamina_node *node = NULL;
  CHECK_OK(lamina_node_create_text(context, text, &node));
  CHECK_OK(lamina_text_create(context, "in", 2, NULL, &inner));
  CHECK_OK(lamina_node_create_text(context, inner, label));
  *box = check_node(context);
  set_size(*box, 20, 30);
  CHECK_OK(lamina_node_set_background(*box, check_make_color(0xCC8844)));
  CHECK_OK(lamina_node_add_child(node, *box));
  CHECK_OK(lamina_node_add_child(node, *label));
  lamina_text_release(text);
  lamina_text_release(inner);
  return node;
}

/* The children stand where the layout of the text has their room. */
static void check_places(lamina_node *node, lamina_node *first, lamina_node *second) {
  lamina_text_layout *layout = NULL;
  lamina_rect rect, frame = lamina_node_get_frame(first);
  size_t byte = 0;
  CHECK_OK(lamina_node_copy_text_layout(node, &layout));
  CHECK_OK(lamina_text_layout_get_attachment(layout, 0, &rect, &byte));
  CHECK_RECT(rect, frame.origin.x, frame.origin.y, frame.size.width, frame.size.height);
  CHECK_EQUAL(byte, 4);
  if (second != NULL) {
    frame = lamina_node_get_frame(second);
    CHECK_OK(lamina_text_layout_get_attachment(layout, 1, &rect, &byte));
    CHECK_RECT(rect, frame.origin.x, frame.origin.y, frame.size.width, frame.size.height);
    CHECK_EQUAL(byte, 12);
  }
  lamina_text_layout_release(layout);
}

static void test_places(void) {
  lamina_node *box, *label, *node = make_node(&box, &label);
  lamina_text_layout *layout = NULL;
  lamina_text_line line = LAMINA_TEXT_LINE_INIT;
  lamina_rect before, after;
  CHECK_OK(lamina_node_apply_layout(node, free_range));
  before = lamina_node_get_frame(box);
  CHECK(before.size.width == 20 && before.size.height == 30);
  CHECK(before.origin.x > 20 && before.origin.y == 0);
  CHECK(lamina_node_get_frame(label).size.width > 5);
  CHECK(lamina_node_get_frame(label).origin.x > before.origin.x + 20);
  check_places(node, box, label);
  CHECK_OK(lamina_node_copy_text_layout(node, &layout));
  CHECK_OK(lamina_text_layout_get_line(layout, 0, &line));
  CHECK_NEAR(before.origin.y + 30, line.baseline); /* it stands on the line */
  lamina_text_layout_release(layout);
  /* A child that grows pushes what follows, and makes the text larger. */
  after = lamina_node_get_frame(node);
  set_size(box, 50, 44);
  CHECK_OK(lamina_node_apply_layout(node, free_range));
  CHECK_NEAR(lamina_node_get_frame(node).size.height, after.size.height + 14);
  CHECK_NEAR(lamina_node_get_frame(node).size.width, after.size.width + 30);
  check_places(node, box, label);
  /* The first child has the first room. */
  CHECK_OK(lamina_node_move_child(node, 0, 1));
  CHECK_OK(lamina_node_apply_layout(node, free_range));
  check_places(node, label, box);
  CHECK_OK(lamina_node_remove_from_parent(label));
  CHECK_OK(lamina_node_apply_layout(node, free_range));
  CHECK_NEAR(lamina_node_get_frame(box).origin.x, before.origin.x);
  lamina_node_release(label);
  lamina_node_release(box);
  lamina_node_release(node);
}

/* Children whose room is cut off are left out; a text without room leaves children to themselves. */
static void test_hidden(void) {
  lamina_node *box, *label, *node = make_node(&box, &label);
  lamina_size_range narrow = {{0, 0}, {90, INFINITY}};
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text *plain = NULL;
  CHECK_OK(lamina_node_apply_layout(node, narrow));
  CHECK(lamina_node_get_frame(label).origin.y > 20); /* in a later line */
  check_places(node, box, label);
  options.max_lines = 1;
  CHECK_OK(lamina_node_set_text_options(node, &options));
  CHECK_OK(lamina_node_apply_layout(node, narrow));
  CHECK_RECT(lamina_node_get_frame(label), 0, 0, 0, 0);
  check_places(node, box, NULL);
  CHECK_OK(lamina_text_create(context, "plain", 5, NULL, &plain));
  CHECK_OK(lamina_node_set_text(node, plain));
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(1, 2, 3, 4)));
  CHECK_OK(lamina_node_apply_layout(node, narrow));
  CHECK_RECT(lamina_node_get_frame(box), 1, 2, 3, 4);
  lamina_text_release(plain);
  lamina_node_release(label);
  lamina_node_release(box);
  lamina_node_release(node);
}

/* The size of a child is its own, whatever scales the text, and whatever stands around the node. */
static void test_inside(void) {
  lamina_node *box, *label, *node = make_node(&box, &label), *root = check_node(context);
  lamina_spec *spec = NULL;
  lamina_insets insets = {7, 5, 7, 5};
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  double factor = 0.5;
  lamina_size_range range = {{0, 0}, {110, INFINITY}};
  check_picture picture = check_make_picture(110, 120);
  CHECK_OK(lamina_spec_create_inset(context, insets, NULL, node, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  options.scale_factors = &factor;
  options.scale_factor_count = 1;
  options.max_lines = 1;
  CHECK_OK(lamina_node_set_text_options(node, &options));
  CHECK_OK(lamina_node_apply_layout(root, range));
  CHECK_NEAR(lamina_node_get_frame(box).size.width, 20);
  CHECK_NEAR(lamina_node_get_frame(box).size.height, 30);
  check_places(node, box, NULL);
  /* A picture lays out by itself; the child is where it was, and its colour is not under letters. */
  {
    lamina_rect text = lamina_node_get_frame(node), child = lamina_node_get_frame(box);
    int x = (int)(text.origin.x + child.origin.x) + 1, y = (int)(text.origin.y + child.origin.y) + 1, i;
    lamina_style style = LAMINA_STYLE_INIT;
    style.width.unit = LAMINA_UNIT_POINTS;
    style.width.value = 110;
    CHECK_OK(lamina_node_set_style(root, &style));
    CHECK_OK(lamina_node_render(root, 1, check_make_color(0xFFFFFF), &picture.bitmap, NULL, NULL, NULL, NULL));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    for (i = 0; i < 18; i++) CHECK_EQUAL(check_pixel(&picture, x + i, y + 10), 0xFFCC8844);
  }
  free(picture.pixels);
  lamina_node_release(label);
  lamina_node_release(box);
  lamina_node_release(node);
  lamina_node_release(root);
}

/* What a surface shows after a change is what a picture of the tree as it stands shows, and what a fresh picture lays
 * out. */
static void check_shown(lamina_surface *surface, lamina_node *root) {
  check_picture shown = check_make_picture(220, 90), standing = check_make_picture(220, 90), fresh = check_make_picture(220, 90);
  size_t size = 220 * 90 * 4;
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_set_needs_composite(surface));
  CHECK_OK(lamina_surface_composite(surface, &shown.bitmap, NULL, 0, NULL));
  CHECK_OK(lamina_node_render_snapshot(root, 1, check_make_color(0xFFFFFF), &standing.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  CHECK_OK(lamina_node_render(root, 1, check_make_color(0xFFFFFF), &fresh.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK(memcmp(shown.pixels, standing.pixels, size) == 0);
  CHECK(memcmp(standing.pixels, fresh.pixels, size) == 0);
  free(shown.pixels);
  free(standing.pixels);
  free(fresh.pixels);
}

static void test_shown(void) {
  lamina_node *box, *label, *node = make_node(&box, &label), *root = check_node(context);
  lamina_surface *surface = NULL;
  lamina_spec *spec = NULL;
  lamina_insets insets = {3, 3, 3, 3};
  lamina_text *other = NULL;
  CHECK_OK(lamina_node_set_background(root, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_spec_create_inset(context, insets, NULL, node, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_OK(lamina_surface_create(context, check_make_size(220, 90), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  check_shown(surface, root);
  /* The node's own frame stays, but its words move. */
  set_size(box, 60, 30);
  check_shown(surface, root);
  set_size(box, 10, 50);
  check_shown(surface, root);
  CHECK_OK(lamina_text_create(context, "another label", 13, NULL, &other));
  CHECK_OK(lamina_node_set_text(label, other));
  check_shown(surface, root);
  CHECK_OK(lamina_node_remove_from_parent(box));
  check_shown(surface, root);
  CHECK_OK(lamina_node_add_child(node, box));
  check_shown(surface, root);
  lamina_text_release(other);
  lamina_surface_release(surface);
  lamina_node_release(label);
  lamina_node_release(box);
  lamina_node_release(node);
  lamina_node_release(root);
}

static void test_directed(void) {
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  lamina_text_layout *layout = NULL;
  lamina_size size = {INFINITY, INFINITY};
  lamina_rect first, second;
  char string[64];
  size_t count = 0;
  CHECK_OK(lamina_text_builder_create(context, NULL, &builder));
  CHECK_OK(lamina_text_builder_append(builder, "see ", 4, NULL));
  CHECK_OK(lamina_text_builder_append_directed(builder, "ab\ncd", 5, LAMINA_TEXT_DIRECTION_RIGHT_TO_LEFT, NULL));
  CHECK_OK(lamina_text_builder_append_directed(builder, "x", 1, LAMINA_TEXT_DIRECTION_NATURAL, NULL));
  CHECK_OK(lamina_text_builder_append_directed(builder, NULL, 0, LAMINA_TEXT_DIRECTION_LEFT_TO_RIGHT, NULL));
  CHECK_STATUS(lamina_text_builder_append_directed(builder, "x", 1, (lamina_text_direction)7, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_builder_append_directed(builder, "a\xff", 2, LAMINA_TEXT_DIRECTION_NATURAL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_text_builder_copy_text(builder, &text));
  CHECK_EQUAL(lamina_text_read_string(text, string, sizeof string), 28);
  CHECK_TEXT(string, "see \xE2\x80\xAE" "ab\xE2\x80\xAC\n\xE2\x80\xAE" "cd\xE2\x80\xAC\xE2\x81\xA8x\xE2\x81\xA9");
  CHECK_OK(lamina_text_layout_create(text, NULL, size, &layout));
  CHECK_OK(lamina_text_layout_read_rects(layout, 7, 8, &first, 1, &count));
  CHECK_EQUAL(count, 1);
  CHECK_OK(lamina_text_layout_read_rects(layout, 8, 9, &second, 1, &count));
  CHECK_EQUAL(count, 1);
  CHECK(first.origin.x > second.origin.x); /* "see ba" */
  lamina_text_layout_release(layout);
  lamina_text_release(text);
  lamina_text_builder_release(builder);
}

int main(void) {
  context = check_context(1);
  test_places();
  test_hidden();
  test_inside();
  test_shown();
  test_directed();
  lamina_context_release(context);
  return check_done(__FILE__);
}
