/* Placing specs, short forms, directions, and the texts that show what there is. */
#include "check.h"

#include <stdlib.h>

static lamina_context *context;
static lamina_node *root, *a, *b;

/* Gives the root the spec (and the caller's reference of it) and lays it out in 100 x 50. */
static void lay_out(lamina_spec *spec, bool exactly) {
  lamina_layout *layout = NULL;
  lamina_size_range range;
  range.max = check_make_size(100, 50);
  range.min = exactly ? range.max : check_make_size(0, 0);
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_OK(lamina_layout_create(root, range, &layout));
  CHECK_OK(lamina_layout_apply(layout));
  lamina_layout_release(layout);
}

static void begin(void) {
  root = check_node(context);
  a = check_box(context, 20, 10);
  b = check_box(context, 10, 30);
}

static void end(void) {
  lamina_node_release(root);
  lamina_node_release(a);
  lamina_node_release(b);
}

static void test_row_and_padding(void) {
  lamina_spec *row = NULL, *padding = NULL, *spacer = NULL;
  lamina_element *children[3];
  begin();
  CHECK_OK(lamina_spec_create_spacer(context, NULL, &spacer));
  children[0] = a;
  children[1] = spacer;
  children[2] = b;
  CHECK_OK(lamina_spec_create_row(context, 2, LAMINA_ALIGN_END, children, 3, &row));
  CHECK_OK(lamina_spec_create_padding(context, 5, 1, row, &padding));
  lamina_spec_release(spacer);
  lamina_spec_release(row);
  lay_out(padding, true);
  CHECK_RECT(lamina_node_get_frame(a), 5, 39, 20, 10);
  CHECK_RECT(lamina_node_get_frame(b), 85, 19, 10, 30);
  end();
}

static void test_wrapping_column(void) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element *children[2];
  lamina_spec *spec = NULL;
  begin();
  children[0] = a;
  children[1] = b;
  options.axis = LAMINA_AXIS_VERTICAL;
  options.align_items = LAMINA_ALIGN_START;
  options.spacing = 11;
  options.wrap = true;
  options.line_spacing = 7;
  CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 2, &spec));
  lay_out(spec, true);
  CHECK_RECT(lamina_node_get_frame(b), 27, 0, 10, 30);
  CHECK_OK(lamina_node_set_layout_direction(root, LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
  CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 2, &spec));
  lay_out(spec, true);
  CHECK_RECT(lamina_node_get_frame(a), 80, 0, 20, 10);
  CHECK_RECT(lamina_node_get_frame(b), 63, 0, 10, 30);
  end();
}

static void test_places(void) {
  lamina_spec *spec = NULL;
  lamina_corner_options badge = LAMINA_CORNER_OPTIONS_INIT;
  lamina_style placed = LAMINA_STYLE_INIT;
  lamina_directional_insets insets = {1, 2, 3, INFINITY};
  lamina_element *children[2];
  begin();
  children[0] = a;
  children[1] = b;
  CHECK_OK(lamina_spec_create_relative(context, LAMINA_PLACEMENT_CENTER, LAMINA_PLACEMENT_END, LAMINA_CENTER_SIZING_DEFAULT,
                                       NULL, a, &spec));
  lay_out(spec, true);
  CHECK_RECT(lamina_node_get_frame(a), 40, 40, 20, 10);
  CHECK_OK(lamina_spec_create_corner(context, &badge, NULL, a, b, &spec));
  lay_out(spec, false);
  CHECK_RECT(lamina_node_get_frame(b), -5, -15, 10, 30);
  CHECK_OK(lamina_spec_create_wrapper(context, NULL, children, 2, &spec));
  lay_out(spec, false);
  CHECK_RECT(lamina_node_get_frame(root), 0, 0, 20, 30);
  CHECK_OK(lamina_spec_create_directional_inset(context, insets, NULL, a, &spec));
  lay_out(spec, true);
  CHECK_NEAR(lamina_node_get_frame(a).origin.x, 2);
  placed.layout_position.x = 12;
  placed.layout_position.y = 3;
  CHECK_OK(lamina_node_set_style(b, &placed));
  CHECK_OK(lamina_spec_create_absolute(context, LAMINA_ABSOLUTE_SIZING_DEFAULT, NULL, children, 2, &spec));
  lay_out(spec, true);
  CHECK_RECT(lamina_node_get_frame(b), 12, 3, 88, 47); /* a box without a size fills the room from there on */
  end();
}

static void test_lengths(void) {
  lamina_dimension length = LAMINA_DIMENSION_AUTO;
  lamina_size size;
  char text[16];
  begin();
  CHECK_OK(lamina_dimension_parse("12.5%", LAMINA_NUL_TERMINATED, &length));
  CHECK_EQUAL(length.unit, LAMINA_UNIT_FRACTION);
  CHECK_NEAR(length.value, 0.125);
  CHECK_EQUAL(lamina_dimension_read_text(length, text, sizeof text), 5);
  CHECK_TEXT(text, "12.5%");
  CHECK_STATUS(lamina_dimension_parse("twelve", 6, &length), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_set_flex(a, 1, 2, length));
  CHECK_OK(lamina_node_set_min_size(a, check_make_size(1, 2)));
  CHECK_OK(lamina_node_set_max_size(a, check_make_size(INFINITY, 2)));
  size = lamina_node_get_preferred_size(a);
  CHECK_NEAR(size.width, 20);
  CHECK_EQUAL(lamina_node_is_right_to_left(a), false);
  CHECK_OK(lamina_context_set_layout_direction(context, LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
  CHECK_EQUAL(lamina_node_is_right_to_left(a), true);
  CHECK_EQUAL(lamina_context_get_layout_direction(context), LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT);
  CHECK_OK(lamina_context_set_layout_direction(context, LAMINA_LAYOUT_DIRECTION_INHERIT));
  end();
}

/* The text of a function that takes a buffer, in memory of its own. */
static char *explanation(lamina_element *element) {
  lamina_size_range range = {{0, 0}, {100, 50}};
  size_t length = lamina_node_read_explanation(root, range, element, NULL, 0);
  char *text = (char *)malloc(length + 1);
  if (text == NULL) abort();
  CHECK_EQUAL(lamina_node_read_explanation(root, range, element, text, length + 1), length);
  return text;
}

static void test_texts(void) {
  lamina_spec *row = NULL;
  lamina_element *children[2];
  char text[200], *why;
  begin();
  children[0] = a;
  children[1] = b;
  CHECK_OK(lamina_node_set_name(a, "a", 1));
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_AUTO, children, 2, &row));
  CHECK_EQUAL(lamina_spec_read_description(row, text, sizeof text), 63);
  CHECK_TEXT(text, "------- row --------\n|  node \"a\"  node  |\n--------------------\n");
  lay_out(row, false);
  CHECK(lamina_node_read_description(root, text, sizeof text) > 0);
  CHECK(strstr(text, "\n  node \"a\" 20 x 10 at (0, 0) | width 20pt, height 10pt\n") != NULL);
  why = explanation(a);
  CHECK(strncmp(why, "node \"a\": 20 x 10 at (0, 0)\n", 28) == 0);
  free(why);
  why = explanation(NULL);
  CHECK(strstr(why, "\n    node: 10 x 30 at (20, 0); allowed width 10, height 30\n") != NULL);
  free(why);
  CHECK_EQUAL(lamina_spec_read_description(row, text, sizeof text), 0); /* released, and replaced below */
  end();
}

int main(void) {
  context = check_context(1);
  test_row_and_padding();
  test_wrapping_column();
  test_places();
  test_lengths();
  test_texts();
  lamina_context_release(context);
  return check_done(__FILE__);
}
