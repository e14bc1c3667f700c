/* A layout is what the tree says, whatever was laid out before: for flex layouts, which keep what their leaves
 * answered. */
#include "check.h"

static lamina_context *context;

static lamina_node *make_node(void) { return check_node(context); }

static lamina_node *make_flex(const char *style, lamina_node *child) {
  lamina_node *node = make_node();
  CHECK_OK(lamina_node_set_flex_profile(node, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_node_set_flex_style(node, style, LAMINA_NUL_TERMINATED));
  if (child != NULL) CHECK_OK(lamina_node_add_child(node, child));
  return node;
}

static lamina_size_range range(double least_width, double most_width, double least_height, double most_height) {
  lamina_size_range made = {{0, 0}, {0, 0}};
  made.min.width = least_width;
  made.max.width = most_width;
  made.min.height = least_height;
  made.max.height = most_height;
  return made;
}

static lamina_size size_of(lamina_node *node, lamina_node *root, lamina_size_range within) {
  lamina_layout *layout = NULL;
  lamina_rect frame = {{-1, -1}, {-1, -1}};
  CHECK_OK(lamina_layout_create(root, within, &layout));
  if (node == root) {
    frame.size = lamina_layout_get_size(layout);
  } else {
    CHECK_OK(lamina_layout_get_frame(layout, node, &frame));
  }
  lamina_layout_release(layout);
  return frame.size;
}

static void measure_what_there_is(
    lamina_node *node, lamina_size_range within, lamina_measurement *measurement, void *user_data) {
  (void)node;
  (void)user_data;
  measurement->size.width = within.max.width < INFINITY ? within.max.width : 50;
  measurement->size.height = 10;
}

/* Leaves that take what there is: what they would like without limits says nothing. */
static void test_leaves_that_fill(void) {
  static const double heights[3] = {20, 180, 10};
  int kind, before;
  for (kind = 0; kind < 3; kind++) {
    for (before = 0; before < 2; before++) {
      lamina_node *leaf = make_node(), *dot = make_node();
      lamina_node *root = make_flex("flex-direction: column; align-items: flex-start", leaf);
      lamina_size twenty = {20, 20}, found;
      lamina_spec *spec = NULL;
      if (kind == 0) {
        CHECK_OK(check_set_size(dot, twenty));
        CHECK_OK(lamina_spec_create_center(
            context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, dot, &spec));
      } else if (kind == 1) {
        CHECK_OK(lamina_spec_create_ratio(context, 9 / 16.0, NULL, dot, &spec));
      }
      if (kind < 2) {
        CHECK_OK(lamina_node_set_spec(leaf, spec));
      } else {
        CHECK_OK(lamina_node_set_measure_callback(leaf, measure_what_there_is, NULL, NULL));
      }
      if (before) size_of(leaf, root, range(0, INFINITY, 0, INFINITY));
      found = size_of(leaf, root, range(320, 320, 0, INFINITY));
      CHECK_NEAR(found.width, 320);
      CHECK_NEAR(found.height, heights[kind]);
      lamina_spec_release(spec);
      lamina_node_release(root);
      lamina_node_release(leaf);
      lamina_node_release(dot);
    }
  }
}

/* As wide as it likes to be at its height, whether or not another height was asked for. */
static void test_widths_by_heights(void) {
  lamina_size first = {0, 0}, found;
  int before;
  for (before = 0; before < 2; before++) {
    lamina_node *leaf = make_node(), *dot = make_node(), *inner, *root;
    lamina_spec *spec = NULL;
    CHECK_OK(lamina_spec_create_ratio(context, 0.5, NULL, dot, &spec));
    CHECK_OK(lamina_node_set_spec(leaf, spec));
    CHECK_OK(lamina_node_set_flex_style(leaf, "width: max-content; height: 39px", LAMINA_NUL_TERMINATED));
    inner = make_flex("", leaf);
    root = make_flex("", inner);
    if (before) size_of(leaf, root, range(200, 200, 0, INFINITY));
    found = size_of(leaf, root, range(200, 200, 160, 160));
    if (!before) first = found;
    CHECK_NEAR(found.width, first.width);
    CHECK_NEAR(found.height, 39);
    lamina_spec_release(spec);
    lamina_node_release(root);
    lamina_node_release(inner);
    lamina_node_release(leaf);
    lamina_node_release(dot);
  }
}

static lamina_spec *give_spec(lamina_node *node, lamina_size_range within, void *user_data) {
  (void)node;
  (void)within;
  return lamina_spec_retain((lamina_spec *)user_data);
}

/* Nodes that only a layout spec callback names tell nobody when they change. */
static void test_nodes_of_spec_makers(void) {
  static const lamina_size sizes[4] = {{20, 20}, {70, 30}, {0, 0}, {90, 40}};
  lamina_node *card = make_node(), *dot = make_node(), *root;
  lamina_element parts[1];
  lamina_surface *surface = NULL;
  lamina_spec *spec = NULL;
  lamina_size window = {200, 200}, large = {50, 60}, found;
  lamina_rect frame;
  int i;
  parts[0].node = dot;
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, parts, 1, &spec));
  CHECK_OK(lamina_node_set_layout_spec_callback(card, give_spec, spec, NULL));
  root = make_flex("align-items: flex-start", card);
  for (i = 0; i < 4; i++) {
    CHECK_OK(check_set_size(dot, sizes[i]));
    found = size_of(card, root, range(200, 200, 200, 200));
    CHECK_NEAR(found.width, sizes[i].width);
    CHECK_NEAR(found.height, sizes[i].height);
  }
  CHECK_OK(check_set_size(dot, large));
  CHECK_OK(lamina_surface_create(context, window, 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  frame = lamina_node_get_frame(dot);
  CHECK_NEAR(frame.size.width, 50);
  CHECK_NEAR(frame.size.height, 60);
  lamina_surface_release(surface);
  lamina_spec_release(spec);
  lamina_node_release(root);
  lamina_node_release(card);
  lamina_node_release(dot);
}

static void test_heights_below_the_padding(void) {
  int before;
  for (before = 0; before < 2; before++) {
    lamina_node *root = make_flex("padding: 20px", NULL);
    lamina_size low = {200, 5}, found;
    if (before) size_of(root, root, range(200, 200, 0, INFINITY));
    CHECK_OK(check_set_size(root, low));
    found = size_of(root, root, range(200, 200, 0, INFINITY));
    CHECK_NEAR(found.height, 5);
    lamina_node_release(root);
  }
}

int main(void) {
  context = check_context(0);
  test_leaves_that_fill();
  test_widths_by_heights();
  test_nodes_of_spec_makers();
  test_heights_below_the_padding();
  lamina_context_release(context);
  return check_done(__FILE__);
}
