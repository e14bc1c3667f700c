/* Layout specs, their results and their rules. The sizes are Texture's for the same specs. */
#include "check.h"

static lamina_context *context;

static lamina_size_range range_to(double width, double height) {
  lamina_size_range range;
  range.min = check_make_size(0, 0);
  range.max = check_make_size(width, height);
  return range;
}

static lamina_size_range exactly(double width, double height) {
  lamina_size_range range;
  range.min = range.max = check_make_size(width, height);
  return range;
}

/* Gives `root` the spec (and the caller's reference of it), lays out and hands out the result. */
static lamina_layout *lay_out(lamina_node *root, lamina_spec *spec, lamina_size_range range) {
  lamina_layout *layout = NULL;
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_OK(lamina_layout_create(root, range, &layout));
  return layout;
}

static lamina_rect frame_in(lamina_layout *layout, lamina_node *node) {
  lamina_rect frame = check_make_rect(-1, -1, -1, -1);
  CHECK_OK(lamina_layout_get_frame(layout, node, &frame));
  return frame;
}

#define CHECK_SIZE(size, width_, height_)                                     \
  do {                                                                        \
    lamina_size check_size_ = (size);                                         \
    check_number(check_size_.width, (width_), 0.001, __FILE__, __LINE__, #size ".width");   \
    check_number(check_size_.height, (height_), 0.001, __FILE__, __LINE__, #size ".height"); \
  } while (0)

static void release3(lamina_node *a, lamina_node *b, lamina_node *c) {
  lamina_node_release(a);
  lamina_node_release(b);
  lamina_node_release(c);
}

static void test_column(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 20, 10), *b = check_box(context, 30, 15);
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element *children[2];
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  children[0] = a;
  children[1] = b;
  options.axis = LAMINA_AXIS_VERTICAL;
  options.spacing = 5;
  options.align_items = LAMINA_ALIGN_START;
  CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 2, &spec));
  layout = lay_out(root, spec, range_to(100, 100));
  CHECK_SIZE(lamina_layout_get_size(layout), 30, 30);
  CHECK_RECT(frame_in(layout, a), 0, 0, 20, 10);
  CHECK_RECT(frame_in(layout, b), 0, 15, 30, 15);
  CHECK_RECT(lamina_node_get_frame(b), 0, 0, 0, 0); /* measuring changes no node */
  CHECK_OK(lamina_layout_apply(layout));
  CHECK_RECT(lamina_node_get_frame(b), 0, 15, 30, 15);
  CHECK_NEAR(lamina_node_get_frame(root).size.width, 30);
  CHECK_EQUAL(lamina_node_get_child_count(root), 2); /* the spec's nodes were adopted, in its order */
  CHECK_EQUAL(lamina_node_get_child_index(root, b), 1);
  lamina_layout_release(layout);
  release3(root, a, b);
}

static void test_row_that_grows(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 20, 10), *b = check_node(context);
  lamina_style grows = LAMINA_STYLE_INIT;
  lamina_element *children[2];
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  children[0] = a;
  children[1] = b;
  grows.flex_grow = 1;
  CHECK_OK(lamina_node_set_style(b, &grows));
  CHECK_OK(lamina_spec_create_stack(context, NULL, NULL, children, 2, &spec));
  layout = lay_out(root, spec, exactly(100, 40));
  CHECK_SIZE(lamina_layout_get_size(layout), 100, 40);
  CHECK_RECT(frame_in(layout, a), 0, 0, 20, 10); /* a fixed size is not stretched */
  CHECK_RECT(frame_in(layout, b), 20, 0, 80, 40);
  lamina_layout_release(layout);
  release3(root, a, b);
}

static void test_spacer(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 20, 10), *b = check_box(context, 30, 10);
  lamina_style grows = LAMINA_STYLE_INIT;
  lamina_element *children[3];
  lamina_spec *spec = NULL, *spacer = NULL;
  lamina_layout *layout;
  grows.flex_grow = 1;
  CHECK_OK(lamina_spec_create_stack(context, NULL, &grows, NULL, 0, &spacer));
  children[0] = a;
  children[1] = spacer;
  children[2] = b;
  CHECK_OK(lamina_spec_create_stack(context, NULL, NULL, children, 3, &spec));
  lamina_spec_release(spacer); /* the stack keeps it */
  layout = lay_out(root, spec, exactly(100, 10));
  CHECK_RECT(frame_in(layout, b), 70, 0, 30, 10);
  lamina_layout_release(layout);
  release3(root, a, b);
}

static void test_justify(void) {
  static const struct { lamina_justify justify; double a, b; } cases[] = {
      {LAMINA_JUSTIFY_START, 0, 20}, {LAMINA_JUSTIFY_CENTER, 30, 50}, {LAMINA_JUSTIFY_END, 60, 80},
      {LAMINA_JUSTIFY_SPACE_BETWEEN, 0, 80}, {LAMINA_JUSTIFY_SPACE_AROUND, 15, 65}};
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    lamina_node *root = check_node(context), *a = check_box(context, 20, 10), *b = check_box(context, 20, 10);
    lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
    lamina_element *children[2];
    lamina_spec *spec = NULL;
    lamina_layout *layout;
    children[0] = a;
    children[1] = b;
    options.justify = cases[i].justify;
    CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 2, &spec));
    layout = lay_out(root, spec, exactly(100, 10));
    CHECK_NEAR(frame_in(layout, a).origin.x, cases[i].a);
    CHECK_NEAR(frame_in(layout, b).origin.x, cases[i].b);
    lamina_layout_release(layout);
    release3(root, a, b);
  }
}

static void test_inset(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 20, 10);
  lamina_insets insets = {1, 2, 4, 8};
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  CHECK_OK(lamina_spec_create_inset(context, insets, NULL, a, &spec));
  layout = lay_out(root, spec, range_to(100, 100));
  CHECK_SIZE(lamina_layout_get_size(layout), 30, 15);
  CHECK_RECT(frame_in(layout, a), 2, 1, 20, 10);
  lamina_layout_release(layout);
  insets.top = INFINITY; /* pushes the child down */
  insets.bottom = 0;
  CHECK_OK(lamina_node_set_spec(root, NULL));
  CHECK_OK(lamina_spec_create_inset(context, insets, NULL, a, &spec));
  layout = lay_out(root, spec, exactly(100, 100));
  CHECK_NEAR(frame_in(layout, a).origin.y, 90);
  lamina_layout_release(layout);
  insets.left = NAN;
  CHECK_STATUS(lamina_spec_create_inset(context, insets, NULL, root, &spec), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(root);
  lamina_node_release(a);
}

static void test_center(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 20, 10);
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  CHECK_OK(lamina_spec_create_center(context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, a, &spec));
  layout = lay_out(root, spec, range_to(100, 50));
  CHECK_SIZE(lamina_layout_get_size(layout), 100, 50);
  CHECK_RECT(frame_in(layout, a), 40, 20, 20, 10);
  lamina_layout_release(layout);
  CHECK_STATUS(lamina_spec_create_center(context, (lamina_centering)9, LAMINA_CENTER_SIZING_DEFAULT, NULL, root, &spec),
               LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(root);
  lamina_node_release(a);
}

static void test_overlay_and_background(void) {
  int which;
  for (which = 0; which < 2; which++) {
    lamina_node *root = check_node(context), *a = check_box(context, 20, 10), *other = check_node(context);
    lamina_spec *spec = NULL;
    lamina_layout *layout;
    CHECK_OK(which == 0 ? lamina_spec_create_overlay(context, NULL, a, other, &spec)
                        : lamina_spec_create_background(context, NULL, a, other, &spec));
    layout = lay_out(root, spec, range_to(100, 100));
    CHECK_SIZE(lamina_layout_get_size(layout), 20, 10);
    CHECK_RECT(frame_in(layout, other), 0, 0, 20, 10);
    CHECK_EQUAL(lamina_node_get_child_index(root, other), which == 0 ? 1 : 0); /* drawn above, or below */
    lamina_layout_release(layout);
    release3(root, a, other);
  }
}

static void test_ratio(void) {
  lamina_node *root = check_node(context), *a = check_node(context);
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  CHECK_OK(lamina_spec_create_ratio(context, 0.5, NULL, a, &spec));
  layout = lay_out(root, spec, range_to(100, INFINITY));
  CHECK_SIZE(lamina_layout_get_size(layout), 100, 50);
  lamina_layout_release(layout);
  CHECK_STATUS(lamina_spec_create_ratio(context, 0, NULL, root, &spec), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_spec_create_ratio(context, NAN, NULL, root, &spec), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(root);
  lamina_node_release(a);
}

static void test_one_place_for_each_node(void) {
  lamina_node *root = check_node(context), *other = check_node(context), *a = check_box(context, 20, 10);
  lamina_insets none = {0, 0, 0, 0};
  lamina_spec *spec = NULL, *second = NULL;
  lamina_element *twice[2];
  twice[0] = twice[1] = other;
  CHECK_STATUS(lamina_spec_create_stack(context, NULL, NULL, twice, 2, &second), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(second == NULL);

  /* Specs are values: a node may be named by several, and goes to the node that set one of them last. */
  CHECK_OK(lamina_spec_create_inset(context, none, NULL, a, &spec));
  CHECK_OK(lamina_spec_create_inset(context, none, NULL, a, &second));
  CHECK_OK(lamina_node_set_spec(root, spec));
  CHECK_EQUAL(lamina_node_get_child_count(root), 1);
  CHECK_OK(lamina_node_set_spec(other, second));
  CHECK_EQUAL(lamina_node_get_child_count(root), 0);
  CHECK_EQUAL(lamina_node_get_child_index(other, a), 0);
  lamina_spec_release(spec);
  lamina_spec_release(second);

  CHECK_OK(lamina_node_set_spec(other, NULL));
  CHECK_EQUAL(lamina_node_get_child_count(other), 1); /* "its nodes stay" */
  CHECK(lamina_spec_retain(second) == NULL);
  release3(root, other, a);
}

/* A node that went elsewhere leaves no room in the row that names it, and comes back to its place. */
static void test_gone_elsewhere(void) {
  lamina_node *root = check_node(context), *other = check_node(context);
  lamina_node *a = check_box(context, 20, 10), *b = check_box(context, 30, 15), *c = check_box(context, 10, 10);
  lamina_element *children[3];
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  int turn;
  children[0] = a;
  children[1] = b;
  children[2] = c;
  CHECK_OK(lamina_spec_create_row(context, 5, LAMINA_ALIGN_START, children, 3, &spec));
  layout = lay_out(root, lamina_spec_retain(spec), range_to(100, 100));
  CHECK_SIZE(lamina_layout_get_size(layout), 70, 15);
  lamina_layout_release(layout);
  for (turn = 0; turn < 2; turn++) {
    if (turn == 0) CHECK_OK(lamina_node_add_child(other, b));
    else CHECK_OK(lamina_node_remove_from_parent(b));
    CHECK_OK(lamina_layout_create(root, range_to(100, 100), &layout));
    CHECK_SIZE(lamina_layout_get_size(layout), 35, 10);
    CHECK_RECT(frame_in(layout, c), 25, 0, 10, 10);
    lamina_layout_release(layout);
  }
  layout = lay_out(root, spec, range_to(100, 100));
  CHECK_RECT(frame_in(layout, b), 25, 0, 30, 15);
  lamina_layout_release(layout);
  lamina_node_release(other);
  lamina_node_release(root);
  release3(a, b, c);
}

static void test_cycle(void) {
  lamina_node *root = check_node(context), *below = check_node(context);
  lamina_insets none = {0, 0, 0, 0};
  lamina_spec *spec = NULL;
  CHECK_OK(lamina_node_add_child(root, below));
  CHECK_OK(lamina_spec_create_inset(context, none, NULL, root, &spec));
  CHECK_STATUS(lamina_node_set_spec(root, spec), LAMINA_ERROR_CYCLE);
  CHECK_STATUS(lamina_node_set_spec(below, spec), LAMINA_ERROR_CYCLE);
  CHECK_EQUAL(lamina_node_get_child_count(below), 0);
  lamina_spec_release(spec);
  lamina_node_release(below);
  lamina_node_release(root);
}

static void test_replacing_a_spec(void) {
  lamina_node *root = check_node(context), *a = check_node(context), *b = check_node(context), *own = check_node(context);
  lamina_insets none = {0, 0, 0, 0};
  lamina_spec *first = NULL, *second = NULL;
  CHECK_OK(lamina_node_add_child(root, own));
  CHECK_OK(lamina_spec_create_inset(context, none, NULL, a, &first));
  CHECK_OK(lamina_spec_create_inset(context, none, NULL, b, &second));
  CHECK_OK(lamina_node_set_spec(root, first));
  CHECK_OK(lamina_node_set_spec(root, second));
  CHECK_EQUAL(lamina_node_get_child_index(root, own), 0); /* no spec brought it, so none takes it away */
  CHECK_EQUAL(lamina_node_get_child_index(root, a), SIZE_MAX);
  CHECK_EQUAL(lamina_node_get_child_index(root, b), 1);
  lamina_spec_release(first);
  lamina_spec_release(second);
  lamina_node_release(own);
  release3(root, a, b);
}

static void test_refused_arguments(void) {
  lamina_node *root = check_node(context), *stranger = check_node(context);
  lamina_layout *layout = NULL;
  lamina_spec *spec = NULL;
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element *children[1];
  lamina_rect frame = check_make_rect(7, 7, 7, 7);
  lamina_size_range backwards = range_to(10, 10);
  backwards.min.width = 20;
  CHECK_STATUS(lamina_layout_create(root, backwards, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_layout_create(root, range_to(NAN, 1), &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_layout_create(root, range_to(-1, 1), &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(layout == NULL);
  CHECK_OK(lamina_layout_create(root, range_to(INFINITY, INFINITY), &layout));
  CHECK_STATUS(lamina_layout_get_frame(layout, stranger, &frame), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_RECT(frame, 7, 7, 7, 7);
  CHECK_STATUS(lamina_layout_get_frame(layout, root, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(lamina_layout_retain(layout) == layout);
  lamina_layout_release(layout);
  lamina_layout_release(layout);
  CHECK_STATUS(lamina_layout_apply(layout), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_SIZE(lamina_layout_get_size(layout), 0, 0);
  lamina_layout_release(NULL);

  children[0] = (lamina_element *)context; /* neither a node nor a spec */
  CHECK_STATUS(lamina_spec_create_stack(context, NULL, NULL, children, 1, &spec), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_spec_create_stack(context, NULL, NULL, NULL, 3, &spec), LAMINA_ERROR_INVALID_ARGUMENT);
  options.axis = (lamina_axis)5;
  CHECK_STATUS(lamina_spec_create_stack(context, &options, NULL, NULL, 0, &spec), LAMINA_ERROR_INVALID_ARGUMENT);
  options.axis = LAMINA_AXIS_VERTICAL;
  options.spacing = NAN;
  CHECK_STATUS(lamina_spec_create_stack(context, &options, NULL, NULL, 0, &spec), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(spec == NULL);
  lamina_spec_release(NULL);
  release3(root, stranger, NULL);
}

static void test_layout_outlives_changes(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 20, 10);
  lamina_insets none = {0, 0, 0, 0};
  lamina_spec *spec = NULL;
  lamina_layout *layout;
  CHECK_OK(lamina_spec_create_inset(context, none, NULL, a, &spec));
  layout = lay_out(root, spec, range_to(100, 100));
  CHECK_OK(lamina_node_set_spec(root, NULL));
  CHECK_OK(lamina_node_remove_from_parent(a));
  lamina_node_release(a);
  CHECK_OK(lamina_layout_apply(layout)); /* a node that left is passed over */
  CHECK_RECT(lamina_node_get_frame(root), 0, 0, 20, 10);
  lamina_layout_release(layout);
  lamina_node_release(root);
}

int main(void) {
  context = check_context(1);
  test_column();
  test_row_that_grows();
  test_spacer();
  test_justify();
  test_inset();
  test_center();
  test_overlay_and_background();
  test_ratio();
  test_one_place_for_each_node();
  test_gone_elsewhere();
  test_cycle();
  test_replacing_a_spec();
  test_refused_arguments();
  test_layout_outlives_changes();
  lamina_context_release(context);
  return check_done(__FILE__);
}
