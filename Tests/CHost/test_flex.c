/* Flexbox: rows and columns, texts, a surface, and what is refused. */
#include "check.h"

static lamina_context *context;

static lamina_node *flex(const char *declarations, lamina_node *parent) {
  lamina_node *node = NULL;
  CHECK_OK(lamina_node_create(context, &node));
  CHECK_OK(lamina_node_set_flex_style(node, declarations, -1));
  if (parent != NULL) CHECK_OK(lamina_node_add_child(parent, node));
  return node;
}

static lamina_size_range exactly(double width, double height) {
  lamina_size_range range;
  range.min = range.max = check_make_size(width, height);
  return range;
}

static void rows_and_columns(void) {
  lamina_node *root = flex("padding: 2px; gap: 3px", NULL);
  lamina_node *a = flex("flex: 1", root), *b = flex("width: 20px; flex-direction: column", root);
  lamina_node *c = flex("height: 4px", b), *d = flex("flex: 1", b);
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 50)));
  CHECK_RECT(lamina_node_get_frame(a), 2, 2, 73, 46);
  CHECK_RECT(lamina_node_get_frame(b), 78, 2, 20, 46);
  CHECK_RECT(lamina_node_get_frame(c), 0, 0, 20, 4);
  CHECK_RECT(lamina_node_get_frame(d), 0, 4, 20, 42);
  CHECK_OK(lamina_node_set_flex_length(b, LAMINA_FLEX_LENGTH_WIDTH, 50, LAMINA_FLEX_UNIT_PERCENT));
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 50)));
  CHECK_RECT(lamina_node_get_frame(b), 50, 2, 48, 46);
  CHECK_RECT(lamina_node_get_frame(d), 0, 4, 48, 42);
  lamina_node_release(a);
  lamina_node_release(b);
  lamina_node_release(c);
  lamina_node_release(d);
  lamina_node_release(root);
}

/* The example of the guide. */
static void a_text_beside_a_button(void) {
  lamina_text *text = NULL;
  lamina_node *row = NULL, *label = NULL, *button = NULL;
  lamina_size_range range = {{320, 0}, {320, INFINITY}};
  CHECK_OK(lamina_text_create(context, "A label that fills what is left", -1, NULL, &text));
  CHECK_OK(lamina_node_create(context, &row));
  CHECK_OK(lamina_node_create_text(context, text, &label));
  CHECK_OK(lamina_node_create(context, &button));
  CHECK_OK(lamina_node_set_flex_profile(row, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_node_set_flex_style(row, "padding: 8px; gap: 8px; align-items: center", -1));
  CHECK_OK(lamina_node_set_flex_style(label, "flex: 1", -1));
  CHECK_OK(lamina_node_set_flex_style(button, "width: 80px; height: 32px", -1));
  CHECK_OK(lamina_node_add_child(row, label));
  CHECK_OK(lamina_node_add_child(row, button));
  CHECK_OK(lamina_node_apply_layout(row, range));
  CHECK_NEAR(lamina_node_get_frame(row).size.width, 320);
  CHECK_NEAR(lamina_node_get_frame(label).size.width, 216);
  CHECK_NEAR(lamina_node_get_frame(button).origin.x, 232);
  lamina_text_release(text);
  lamina_node_release(label);
  lamina_node_release(button);
  lamina_node_release(row);
}

static void on_a_surface(void) {
  uint32_t pixels[100 * 50];
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  lamina_surface *surface = NULL;
  lamina_color red = {1, 0, 0, 1};
  lamina_node *root = flex("", NULL), *a = flex("width: 30px", root), *b = flex("flex: 1", root);
  memset(pixels, 0, sizeof pixels);
  target.data = pixels;
  target.width = 100;
  target.height = 50;
  target.stride = 400;
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_node_set_background(b, red));
  CHECK_OK(lamina_surface_create(context, check_make_size(100, 50), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_OK(lamina_surface_composite(surface, &target, NULL, 0, NULL));
  CHECK_RECT(lamina_node_get_frame(b), 30, 0, 70, 50);
  CHECK_EQUAL(pixels[29], 0);
  CHECK_EQUAL(pixels[30], 0xFFFF0000u);
  CHECK_OK(lamina_node_set_flex_style(a, "width: 60px", -1));
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_OK(lamina_surface_composite(surface, &target, NULL, 0, NULL));
  CHECK_EQUAL(pixels[59], 0);
  CHECK_EQUAL(pixels[60], 0xFFFF0000u);
  /* The root goes while a pass is under way. */
  CHECK_OK(lamina_node_set_flex_style(a, "width: 10px", -1));
  CHECK_OK(lamina_context_process(context, 0));
  lamina_surface_release(surface);
  lamina_node_release(a);
  lamina_node_release(b);
  lamina_node_release(root);
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
}

/* The same tree is wanted by workers, by another thread and by the owner at once. */
static int wrong_layouts;

static void *lay_out_again_and_again(void *root) {
  int i;
  for (i = 0; i < 300; i++) {
    lamina_layout *layout = NULL;
    if (lamina_layout_create((lamina_node *)root, exactly(100 + i % 3, 50), &layout) != LAMINA_OK) wrong_layouts++;
    if (lamina_layout_get_size(layout).width != 100 + i % 3) wrong_layouts++;
    lamina_layout_release(layout);
  }
  return NULL;
}

static void several_at_once(void) {
  lamina_surface *surface = NULL;
  lamina_node *root = flex("", NULL), *leaf = flex("", root), *rest = flex("flex: 1", root);
  pthread_t thread;
  int i;
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_surface_create(context, check_make_size(200, 50), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  pthread_create(&thread, NULL, lay_out_again_and_again, root);
  for (i = 0; i < 300; i++) {
    lamina_node *more = flex("width: 1px; flex: none", root);
    CHECK_OK(lamina_node_set_flex_length(leaf, LAMINA_FLEX_LENGTH_WIDTH, 1 + i % 7, LAMINA_FLEX_UNIT_POINTS));
    CHECK_OK(lamina_context_process(context, 0));
    if (i % 5 == 0) CHECK_OK(lamina_node_apply_layout(root, exactly(150, 20)));
    if (i % 30 != 0) CHECK_OK(lamina_node_remove_from_parent(more));
    lamina_node_release(more);
  }
  pthread_join(thread, NULL);
  CHECK_EQUAL(wrong_layouts, 0);
  CHECK_OK(lamina_node_set_flex_length(leaf, LAMINA_FLEX_LENGTH_WIDTH, 20, LAMINA_FLEX_UNIT_POINTS));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_RECT(lamina_node_get_frame(rest), 20, 0, 170, 50);
  lamina_surface_release(surface);
  lamina_node_release(leaf);
  lamina_node_release(rest);
  lamina_node_release(root);
}

/* As wide as it likes 100 units, and 10 high; 30 high where its width is given, as what asks for shares of it may
 * be. */
static void arrange(lamina_node *node, lamina_size_range range, lamina_layout_pass *arrangement, void *user_data) {
  bool isOpen = isinf(range.max.width);
  (void)node, (void)user_data;
  CHECK_OK(lamina_layout_pass_set_size(arrangement, check_make_size(isOpen ? 100 : range.max.width, isOpen ? 10 : 30)));
}

/* The height is that at the width that was chosen, whichever way it was come by: asked for at once, or after another
 * layout. */
static void the_height_is_that_at_the_width(void) {
  int again;
  for (again = 0; again < 2; again++) {
    lamina_node *root = flex("align-items: flex-start", NULL), *leaf = flex("", root);
    CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
    CHECK_OK(lamina_node_set_layout_callback(leaf, arrange, NULL, NULL));
    if (again) CHECK_OK(lamina_node_apply_layout(root, exactly(60, 50)));
    CHECK_OK(lamina_node_apply_layout(root, exactly(300, 50)));
    CHECK_RECT(lamina_node_get_frame(leaf), 0, 0, 100, 30);
    lamina_node_release(leaf);
    lamina_node_release(root);
  }
}

/* Four items that would stand three and one in a row of 100: two and two, and one to a line where four lines are asked
 * for. */
static void balanced_lines(void) {
  static const double widths[4] = {31, 32, 33, 34};
  lamina_node *root = flex("flex-wrap: balance; align-content: flex-start", NULL), *items[4];
  int i;
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  CHECK_EQUAL(lamina_node_get_flex_keyword(root, LAMINA_FLEX_KEYWORD_WRAP), LAMINA_FLEX_WRAP_BALANCE);
  for (i = 0; i < 4; i++) {
    items[i] = flex("height: 10px; flex: none", root);
    CHECK_OK(lamina_node_set_flex_length(items[i], LAMINA_FLEX_LENGTH_WIDTH, widths[i], LAMINA_FLEX_UNIT_POINTS));
  }
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 100)));
  CHECK_RECT(lamina_node_get_frame(items[1]), 31, 0, 32, 10);
  CHECK_RECT(lamina_node_get_frame(items[2]), 0, 10, 33, 10);
  CHECK_RECT(lamina_node_get_frame(items[3]), 33, 10, 34, 10);
  CHECK_OK(lamina_node_set_flex_number(root, LAMINA_FLEX_NUMBER_LINE_COUNT, 4));
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 100)));
  for (i = 0; i < 4; i++) CHECK_RECT(lamina_node_get_frame(items[i]), 0, 10 * i, widths[i], 10);
  CHECK_OK(lamina_node_set_flex_keyword(root, LAMINA_FLEX_KEYWORD_WRAP, LAMINA_FLEX_WRAP_REVERSE_BALANCE));
  CHECK_OK(lamina_node_set_flex_number(root, LAMINA_FLEX_NUMBER_LINE_COUNT, -1));
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 100)));
  CHECK_RECT(lamina_node_get_frame(items[0]), 0, 90, 31, 10);
  CHECK_RECT(lamina_node_get_frame(items[2]), 0, 80, 33, 10);
  for (i = 0; i < 4; i++) lamina_node_release(items[i]);
  lamina_node_release(root);
}

/* A style that leaves nothing out, and says other things then. */
static void every_property_at_once(void) {
  lamina_node *root = flex("", NULL), *item = flex("", root);
  int i;
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  for (i = 0; i <= LAMINA_FLEX_LENGTH_BORDER; i++) {
    CHECK_OK(lamina_node_set_flex_length(item, (lamina_flex_length)i, 1, LAMINA_FLEX_UNIT_POINTS));
  }
  for (i = 0; i <= LAMINA_FLEX_NUMBER_LINE_COUNT; i++) {
    CHECK_OK(lamina_node_set_flex_number(item, (lamina_flex_number)i, 1));
  }
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 50)));
  CHECK_OK(lamina_node_set_flex_length(item, LAMINA_FLEX_LENGTH_WIDTH, 2, LAMINA_FLEX_UNIT_POINTS));
  CHECK_OK(lamina_node_apply_layout(root, exactly(100, 50)));
  lamina_node_release(item);
  lamina_node_release(root);
}

static void what_is_refused(void) {
  static const double no_counts[] = {0, -2, 1.5, 65536, 1e9, INFINITY, NAN};
  lamina_node *root = flex("", NULL);
  size_t i;
  for (i = 0; i < sizeof no_counts / sizeof *no_counts; i++) {
    CHECK_STATUS(
        lamina_node_set_flex_number(root, LAMINA_FLEX_NUMBER_LINE_COUNT, no_counts[i]), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(lamina_last_error(), "whole number from 1 to 65,535") != NULL);
  }
  CHECK_STATUS(lamina_node_set_flex_style(root, "flex-line-count: 0", -1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "whole number from 1 to 65,535") != NULL);
  CHECK_STATUS(lamina_node_set_flex_keyword(root, LAMINA_FLEX_KEYWORD_WRAP, 5), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_flex_style(root, "colour: red", -1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(
      lamina_node_set_flex_length(root, LAMINA_FLEX_LENGTH_WIDTH, NAN, LAMINA_FLEX_UNIT_POINTS), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_flex_profile(NULL, LAMINA_FLEX_PROFILE_CSS), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_apply_layout(root, exactly(-1, 5)), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(root);
  CHECK_STATUS(lamina_node_apply_layout(root, exactly(1, 5)), LAMINA_ERROR_INVALID_HANDLE);
}

int main(void) {
  context = check_context(2);
  rows_and_columns();
  a_text_beside_a_button();
  on_a_surface();
  several_at_once();
  the_height_is_that_at_the_width();
  every_property_at_once();
  balanced_lines();
  what_is_refused();
  lamina_context_release(context);
  return check_done(__FILE__);
}
