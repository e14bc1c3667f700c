/* The tree and the properties of nodes. */
#include "check.h"

static lamina_context *context;

/* Checks the children of a node against a string of their names, such as "abc". */
static void check_children(lamina_node *node, const char *names, int line) {
  char found[32] = "";
  size_t i, count = lamina_node_get_child_count(node);
  for (i = 0; i < count && i < sizeof found - 1; i++) {
    lamina_node *child = NULL;
    char name[8] = "?";
    if (lamina_node_copy_child(node, i, &child) == LAMINA_OK) lamina_node_read_name(child, name, sizeof name);
    found[i] = name[0];
    check_integer((long long)lamina_node_get_child_index(node, child), (long long)i, __FILE__, line, "index of child");
    lamina_node_release(child);
  }
  check_text(found, names, __FILE__, line, "children");
}
#define CHECK_CHILDREN(node, names) check_children(node, names, __LINE__)

/* A parent with children a, b, c ...; the caller keeps a reference to each. */
static lamina_node *family(lamina_node **children, int count) {
  lamina_node *parent = check_node(context);
  int i;
  for (i = 0; i < count; i++) {
    char name = (char)('a' + i);
    children[i] = check_node(context);
    CHECK_OK(lamina_node_set_name(children[i], &name, 1));
    CHECK_OK(lamina_node_add_child(parent, children[i]));
  }
  return parent;
}

static void disband(lamina_node *parent, lamina_node **children, int count) {
  int i;
  for (i = 0; i < count; i++) lamina_node_release(children[i]);
  lamina_node_release(parent);
}

static void test_adding(void) {
  lamina_node *c[3], *parent = family(c, 3), *other = check_node(context), *up = NULL;
  CHECK_CHILDREN(parent, "abc");
  CHECK_OK(lamina_node_add_child(parent, c[0])); /* keeps its place */
  CHECK_CHILDREN(parent, "abc");
  CHECK_OK(lamina_node_add_child(other, c[1])); /* leaves its present parent */
  CHECK_CHILDREN(parent, "ac");
  CHECK_CHILDREN(other, "b");
  CHECK_OK(lamina_node_copy_parent(c[1], &up));
  CHECK(up == other);
  lamina_node_release(up);
  CHECK_STATUS(lamina_node_add_child(parent, parent), LAMINA_ERROR_CYCLE);
  CHECK_STATUS(lamina_node_add_child(c[1], other), LAMINA_ERROR_CYCLE);
  CHECK_STATUS(lamina_node_add_child(parent, NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_CHILDREN(other, "b");
  lamina_node_release(other);
  disband(parent, c, 3);
}

static void test_inserting(void) {
  lamina_node *c[4], *parent = family(c, 3);
  c[3] = check_node(context);
  CHECK_OK(lamina_node_set_name(c[3], "d", 1));
  CHECK_STATUS(lamina_node_insert_child(parent, c[3], 4), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_node_insert_child(parent, c[3], SIZE_MAX), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_CHILDREN(parent, "abc");
  CHECK_OK(lamina_node_insert_child(parent, c[3], 3)); /* the count is legal for a new child */
  CHECK_CHILDREN(parent, "abcd");
  CHECK_STATUS(lamina_node_insert_child(parent, c[0], 4), LAMINA_ERROR_OUT_OF_RANGE); /* not for one that is here */
  CHECK_OK(lamina_node_insert_child(parent, c[0], 3)); /* its place after the move */
  CHECK_CHILDREN(parent, "bcda");
  CHECK_OK(lamina_node_insert_child(parent, c[0], 0));
  CHECK_CHILDREN(parent, "abcd");
  CHECK_OK(lamina_node_insert_child(parent, c[1], 2));
  CHECK_CHILDREN(parent, "acbd");
  disband(parent, c, 4);
}

static void test_inserting_beside(void) {
  lamina_node *c[5], *parent = family(c, 4);
  c[4] = check_node(context);
  CHECK_OK(lamina_node_set_name(c[4], "e", 1));
  CHECK_OK(lamina_node_insert_child_above(parent, c[4], c[1]));
  CHECK_CHILDREN(parent, "abecd");
  CHECK_OK(lamina_node_insert_child_below(parent, c[4], c[0]));
  CHECK_CHILDREN(parent, "eabcd");
  CHECK_OK(lamina_node_insert_child_above(parent, c[0], c[2])); /* from below the sibling */
  CHECK_CHILDREN(parent, "ebcad");
  CHECK_OK(lamina_node_insert_child_below(parent, c[4], c[3]));
  CHECK_CHILDREN(parent, "bcaed");
  CHECK_OK(lamina_node_insert_child_above(parent, c[3], c[1])); /* from above the sibling */
  CHECK_CHILDREN(parent, "bdcae");
  CHECK_OK(lamina_node_insert_child_below(parent, c[0], c[1]));
  CHECK_CHILDREN(parent, "abdce");
  {
    lamina_node *stranger = check_node(context);
    CHECK_STATUS(lamina_node_insert_child_above(parent, c[0], stranger), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(lamina_node_insert_child_below(parent, stranger, stranger), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK_CHILDREN(parent, "abdce");
    lamina_node_release(stranger);
  }
  disband(parent, c, 5);
}

static void test_replacing_and_moving(void) {
  lamina_node *c[5], *parent = family(c, 4);
  c[4] = check_node(context);
  CHECK_OK(lamina_node_set_name(c[4], "e", 1));
  CHECK_OK(lamina_node_replace_child(parent, c[1], c[4]));
  CHECK_CHILDREN(parent, "aecd");
  CHECK_OK(lamina_node_replace_child(parent, c[4], c[3])); /* already a child: moves into the place */
  CHECK_CHILDREN(parent, "adc");
  CHECK_OK(lamina_node_replace_child(parent, c[2], c[0]));
  CHECK_CHILDREN(parent, "da");
  CHECK_STATUS(lamina_node_replace_child(parent, c[2], c[1]), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_replace_child(parent, c[3], NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_CHILDREN(parent, "da");
  CHECK_OK(lamina_node_add_child(parent, c[1]));
  CHECK_OK(lamina_node_move_child(parent, 0, 2));
  CHECK_CHILDREN(parent, "abd");
  CHECK_OK(lamina_node_move_child(parent, 2, 0));
  CHECK_CHILDREN(parent, "dab");
  CHECK_OK(lamina_node_move_child(parent, 1, 1));
  CHECK_STATUS(lamina_node_move_child(parent, 3, 0), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_node_move_child(parent, 0, 3), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_CHILDREN(parent, "dab");
  disband(parent, c, 5);
}

static void test_removing(void) {
  lamina_node *c[3], *parent = family(c, 3), *up = parent;
  CHECK_OK(lamina_node_remove_from_parent(c[1]));
  CHECK_CHILDREN(parent, "ac");
  CHECK_OK(lamina_node_remove_from_parent(c[1])); /* nothing happens */
  CHECK_OK(lamina_node_copy_parent(c[1], &up));
  CHECK(up == NULL);
  CHECK_EQUAL(lamina_node_get_child_index(parent, c[1]), SIZE_MAX);
  CHECK_OK(lamina_node_remove_children(parent));
  CHECK_CHILDREN(parent, "");
  CHECK_STATUS(lamina_node_copy_child(parent, 0, &up), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(up == NULL);
  disband(parent, c, 3);
}

static void test_lifetime(void) {
  lamina_node *c[2], *parent = family(c, 2);
  int destroyed = 0;
  CHECK_OK(lamina_node_set_user_data(c[0], &destroyed, check_count));
  lamina_node_release(c[0]); /* the parent keeps it */
  CHECK_EQUAL(destroyed, 0);
  CHECK(lamina_node_retain(c[1]) == c[1]);
  lamina_node_release(c[1]);
  lamina_node_release(parent); /* takes along what only it held */
  lamina_context_process(context, 0);
  CHECK_EQUAL(destroyed, 1);
  CHECK_STATUS(lamina_node_set_opacity(c[0], 1), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_node_set_opacity(c[1], 1));
  lamina_node_release(c[1]);
  CHECK_EQUAL(lamina_node_get_child_count(c[1]), 0);
  lamina_node_release(c[1]); /* a second time: ignored */
  lamina_node_release(NULL);
  CHECK(lamina_node_retain(NULL) == NULL);
}

static void test_deep_tree(void) {
  lamina_node *root = check_node(context), *below = root;
  int i, destroyed = 0;
  lamina_node_retain(root);
  for (i = 0; i < 10000; i++) { /* its end must not recurse over the stack */
    lamina_node *child = NULL;
    if (lamina_node_create(context, &child) != LAMINA_OK || lamina_node_add_child(below, child) != LAMINA_OK) break;
    lamina_node_release(below);
    below = child;
  }
  CHECK_EQUAL(i, 10000);
  CHECK_OK(lamina_node_set_user_data(below, &destroyed, check_count));
  CHECK_STATUS(lamina_node_add_child(below, root), LAMINA_ERROR_CYCLE);
  lamina_node_release(below);
  lamina_node_release(root);
  lamina_context_process(context, 0);
  CHECK_EQUAL(destroyed, 1);
}

static void test_user_data(void) {
  lamina_node *node = check_node(context);
  int first = 0, second = 0, refused = 0;
  CHECK(lamina_node_get_user_data(node) == NULL);
  CHECK_OK(lamina_node_set_user_data(node, &first, check_count));
  CHECK(lamina_node_get_user_data(node) == &first);
  CHECK_OK(lamina_node_set_user_data(node, &second, check_count));
  CHECK_EQUAL(first, 1);
  CHECK_EQUAL(second, 0);
  CHECK_OK(lamina_node_set_user_data(node, NULL, NULL));
  CHECK_EQUAL(second, 1);
  CHECK_STATUS(lamina_node_set_user_data(NULL, &refused, check_count), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(refused, 1); /* also when the call fails */
  CHECK(lamina_node_get_user_data(NULL) == NULL);
  lamina_node_release(node);
  CHECK_EQUAL(first, 1);
  CHECK_EQUAL(second, 1);
}

static void test_names(void) {
  lamina_node *node = check_node(context);
  char buffer[16] = "untouched";
  CHECK_EQUAL(lamina_node_read_name(node, buffer, sizeof buffer), 0);
  CHECK_TEXT(buffer, "");
  CHECK_OK(lamina_node_set_name(node, "caf\xc3\xa9!", LAMINA_NUL_TERMINATED));
  CHECK_EQUAL(lamina_node_read_name(node, buffer, sizeof buffer), 6);
  CHECK_TEXT(buffer, "caf\xc3\xa9!");
  CHECK_EQUAL(lamina_node_read_name(node, buffer, 5), 6); /* the accented letter does not fit with the NUL */
  CHECK_TEXT(buffer, "caf");
  CHECK_EQUAL(lamina_node_read_name(node, buffer, 6), 6);
  CHECK_TEXT(buffer, "caf\xc3\xa9");
  CHECK_EQUAL(lamina_node_read_name(node, buffer, 1), 6);
  CHECK_TEXT(buffer, "");
  CHECK_EQUAL(lamina_node_read_name(node, NULL, 0), 6);
  CHECK_EQUAL(lamina_node_read_name(NULL, buffer, sizeof buffer), 0);
  CHECK_STATUS(lamina_node_set_name(node, "\xc3", 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(lamina_node_read_name(node, NULL, 0), 6);
  CHECK_OK(lamina_node_set_name(node, "longer", 4));
  lamina_node_read_name(node, buffer, sizeof buffer);
  CHECK_TEXT(buffer, "long");
  CHECK_OK(lamina_node_set_name(node, NULL, 0));
  CHECK_EQUAL(lamina_node_read_name(node, buffer, sizeof buffer), 0);
  lamina_node_release(node);
}

static void test_properties(void) {
  const lamina_color teal = LAMINA_COLOR_RGB(0x008081);
  lamina_node *node = check_node(context), *text_node = NULL;
  lamina_color color = check_make_color(0x336699), broken = color, read;
  CHECK_EQUAL(lamina_node_get_kind(node), LAMINA_NODE_KIND_DISPLAY);
  CHECK_OK(lamina_node_create_text(context, NULL, &text_node));
  CHECK_EQUAL(lamina_node_get_kind(text_node), LAMINA_NODE_KIND_TEXT);
  lamina_node_release(text_node);

  CHECK_RECT(lamina_node_get_frame(node), 0, 0, 0, 0);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(1, -2, 3.5, 4)));
  CHECK_RECT(lamina_node_get_frame(node), 1, -2, 3.5, 4);
  CHECK_STATUS(lamina_node_set_frame(node, check_make_rect(0, 0, -1, 0)), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_frame(node, check_make_rect(NAN, 0, 1, 0)), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_frame(node, check_make_rect(0, INFINITY, 1, 0)), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_frame(node, check_make_rect(10000001, 0, 1, 0)), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_RECT(lamina_node_get_frame(node), 1, -2, 3.5, 4);
  CHECK_RECT(lamina_node_get_frame(NULL), 0, 0, 0, 0);

  CHECK_NEAR(lamina_node_get_background(node).alpha, 0);
  CHECK_OK(lamina_node_set_background(node, color));
  broken.green = 1.5f;
  CHECK_STATUS(lamina_node_set_background(node, broken), LAMINA_ERROR_INVALID_ARGUMENT);
  read = lamina_node_get_background(node);
  CHECK(read.red == color.red && read.green == color.green && read.blue == color.blue && read.alpha == color.alpha);
  CHECK_NEAR(lamina_node_get_background(NULL).alpha, 0);
  CHECK(teal.red == 0 && teal.alpha == 1);
  CHECK_NEAR(teal.green * 255, 128);
  CHECK_NEAR(teal.blue * 255, 129);

  CHECK_NEAR(lamina_node_get_opacity(node), 1);
  CHECK_OK(lamina_node_set_opacity(node, 0.25));
  CHECK_STATUS(lamina_node_set_opacity(node, 1.01), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_opacity(node, NAN), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_NEAR(lamina_node_get_opacity(node), 0.25);
  CHECK_NEAR(lamina_node_get_opacity(NULL), 0);

  CHECK(!lamina_node_is_hidden(node));
  CHECK_OK(lamina_node_set_hidden(node, true));
  CHECK(lamina_node_is_hidden(node));
  CHECK(!lamina_node_is_hidden(NULL));

  CHECK_NEAR(lamina_node_get_corner_radius(node), 0);
  CHECK_OK(lamina_node_set_corner_radius(node, 8));
  CHECK_STATUS(lamina_node_set_corner_radius(node, -1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_NEAR(lamina_node_get_corner_radius(node), 8);
  CHECK_NEAR(lamina_node_get_corner_radius(NULL), 0);

  CHECK(!lamina_node_is_clipping(node));
  CHECK_OK(lamina_node_set_clipping(node, true));
  CHECK(lamina_node_is_clipping(node));
  CHECK(!lamina_node_is_clipping(NULL));
  lamina_node_release(node);
}

/* A node with nothing unusual but what `set` made of it. */
static void check_described(lamina_node *node, const char *words) {
  char text[400];
  CHECK(lamina_node_read_description(node, text, sizeof text) > 0);
  if (!CHECK(strstr(text, words) != NULL)) printf("    %s is not in: %s", words, text);
}

static void test_descriptions(void) {
  lamina_node *node = check_node(context);
  lamina_corner_radii radii = {1, 2, 3, 4};
  lamina_matrix matrix = {2, 0, 0, 2, 5, 0};
  lamina_border border = {3, {1, 0, 0, 1}};
  lamina_shadow shadow = {{0, 0, 0, 1}, 1, 1, 4, 0};
  lamina_insets slop = {-9, -9, -9, -9};
  lamina_point anchor = {0, 1};
  lamina_gradient_stop stop = {0, {0, 0, 1, 1}};
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  lamina_traits traits = LAMINA_TRAITS_INIT;
  char plain[100], text[100];
  lamina_node_read_description(node, plain, sizeof plain);
  CHECK(strchr(plain, '|') == NULL);
  gradient.stops = &stop;
  gradient.stop_count = 1;
  traits.color_scheme = LAMINA_COLOR_SCHEME_DARK;
  CHECK_OK(lamina_node_set_rasterized(node, true));
  CHECK_OK(lamina_node_set_z_position(node, 5));
  CHECK_OK(lamina_node_set_transform(node, matrix));
  CHECK_OK(lamina_node_set_border(node, border));
  CHECK_OK(lamina_node_set_shadow(node, shadow));
  CHECK_OK(lamina_node_set_gradient(node, &gradient));
  CHECK_OK(lamina_node_set_corner_radii(node, radii));
  CHECK_OK(lamina_node_set_display_suspended(node, true));
  CHECK_OK(lamina_node_set_displayed_asynchronously(node, false));
  CHECK_OK(lamina_node_set_displayed_together(node, true));
  CHECK_OK(lamina_node_set_redrawn_on_resize(node, false));
  CHECK_OK(lamina_node_set_placeholder(node, &placeholder));
  CHECK_OK(lamina_node_set_hit_slop(node, slop));
  CHECK_OK(lamina_node_set_anchor(node, anchor));
  CHECK_OK(lamina_node_set_drawing_priority(node, 9));
  CHECK_OK(lamina_node_set_traits(node, &traits));
  check_described(node, " | rasterized");
  check_described(node, " | z 5");
  check_described(node, " | transform 2 0 0 2 5 0");
  check_described(node, " | border 3 #ff0000");
  check_described(node, " | shadow #000000");
  check_described(node, " | gradient #0000ff");
  check_described(node, " | corner radii 1 2 3 4");
  check_described(node, " | display suspended");
  check_described(node, " | drawn at once");
  check_described(node, " | displays together");
  check_described(node, " | keeps its drawing");
  check_described(node, " | placeholder");
  check_described(node, " | hit slop -9 -9 -9 -9");
  check_described(node, " | anchor 0, 1");
  check_described(node, " | drawing priority 9");
  check_described(node, " | dark");
  lamina_node_release(node);
  node = check_node(context);
  lamina_node_read_description(node, text, sizeof text);
  CHECK_TEXT(text, plain); /* nothing of it stays with the place */
  lamina_node_release(node);
}

static void test_style(void) {
  lamina_node *node = check_node(context);
  lamina_style style = LAMINA_STYLE_INIT, read = LAMINA_STYLE_INIT;
  style.width.unit = LAMINA_UNIT_POINTS;
  style.width.value = 40;
  style.max_height.unit = LAMINA_UNIT_FRACTION;
  style.max_height.value = 0.5;
  style.flex_grow = 2;
  style.align_self = LAMINA_ALIGN_END;
  style.spacing_before = -3;
  CHECK_OK(lamina_node_set_style(node, &style));
  CHECK_OK(lamina_node_set_preferred_size(node, check_make_size(50, 60)));
  CHECK_OK(lamina_node_get_style(node, &read));
  CHECK_EQUAL(read.width.unit, LAMINA_UNIT_POINTS);
  CHECK_NEAR(read.width.value, 50);
  CHECK_NEAR(read.height.value, 60);
  CHECK_EQUAL(read.max_height.unit, LAMINA_UNIT_FRACTION);
  CHECK_NEAR(read.max_height.value, 0.5);
  CHECK_NEAR(read.flex_grow, 2);
  CHECK_EQUAL(read.align_self, LAMINA_ALIGN_END);
  CHECK_NEAR(read.spacing_before, -3);

  style.flex_grow = -1;
  CHECK_STATUS(lamina_node_set_style(node, &style), LAMINA_ERROR_INVALID_ARGUMENT);
  style.flex_grow = 0;
  style.width.value = -1;
  CHECK_STATUS(lamina_node_set_style(node, &style), LAMINA_ERROR_INVALID_ARGUMENT);
  style.width.value = 1;
  style.align_self = LAMINA_ALIGN_BASELINE_FIRST;
  CHECK_STATUS(lamina_node_set_style(node, &style), LAMINA_ERROR_INVALID_ARGUMENT);
  style.align_self = (lamina_align)77;
  CHECK_STATUS(lamina_node_set_style(node, &style), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_preferred_size(node, check_make_size(-1, 0)), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_get_style(node, &read));
  CHECK_NEAR(read.width.value, 50);

  CHECK_OK(lamina_node_set_style(node, NULL));
  CHECK_OK(lamina_node_get_style(node, &read));
  CHECK_EQUAL(read.width.unit, LAMINA_UNIT_AUTO);
  CHECK_NEAR(read.flex_grow, 0);
  CHECK_STATUS(lamina_node_get_style(node, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(node);
}

int main(void) {
  context = check_context(1);
  test_adding();
  test_inserting();
  test_inserting_beside();
  test_replacing_and_moving();
  test_removing();
  test_lifetime();
  test_deep_tree();
  test_user_data();
  test_names();
  test_properties();
  test_descriptions();
  test_style();
  lamina_context_release(context);
  return check_done(__FILE__);
}
