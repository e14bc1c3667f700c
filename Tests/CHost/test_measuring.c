/* Callbacks that take part in layouts, and layouts that are walked. */
#include "check.h"

static lamina_context *context;

typedef struct host {
  int calls, destroyed;
  lamina_size size;
  lamina_node *children[3];
  lamina_status nested[4];
  size_t explained;
} host;

static void count_destroy(void *user_data) {
  host *h = (host *)user_data;
  __atomic_add_fetch(&h->destroyed, 1, __ATOMIC_SEQ_CST);
}

static lamina_layout *lay_out(lamina_node *root, double width) {
  lamina_layout *layout = NULL;
  lamina_size_range range;
  range.min = check_make_size(0, 0);
  range.max = check_make_size(width, INFINITY);
  CHECK_OK(lamina_layout_create(root, range, &layout));
  return layout;
}

static void measure(lamina_node *node, lamina_size_range range, lamina_measurement *measurement, void *user_data) {
  host *h = (host *)user_data;
  lamina_layout *layout = NULL;
  static uint32_t pixels[16];
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  bitmap.data = pixels;
  bitmap.width = bitmap.height = 4;
  bitmap.stride = 16;
  __atomic_add_fetch(&h->calls, 1, __ATOMIC_SEQ_CST);
  h->nested[0] = lamina_layout_create(node, range, &layout);
  h->nested[1] = lamina_node_apply_layout(node, range);
  h->nested[2] = lamina_node_render(node, 1, check_make_color(0), &bitmap, NULL, NULL, NULL, NULL);
  h->nested[3] = lamina_node_render_snapshot(node, 1, check_make_color(0), &bitmap, NULL, NULL, NULL, NULL);
  h->explained = lamina_node_read_explanation(node, range, (lamina_node *)NULL, NULL, 0);
  measurement->size = h->size;
}

static lamina_spec *make_spec(lamina_node *node, lamina_size_range range, void *user_data) {
  host *h = (host *)user_data;
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element children[3];
  lamina_spec *spec = NULL;
  int i;
  (void)node;
  for (i = 0; i < 3; i++) children[i].node = h->children[i];
  options.axis = range.max.width < 100 ? LAMINA_AXIS_VERTICAL : LAMINA_AXIS_HORIZONTAL;
  CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 3, &spec));
  return spec;
}

static void arrange(lamina_node *node, lamina_size_range range, lamina_layout_pass *arrangement, void *user_data) {
  size_t i, count = lamina_layout_pass_get_child_count(arrangement);
  double x = 0;
  (void)node;
  (void)user_data;
  for (i = 0; i < count; i++) {
    lamina_node *child = NULL;
    lamina_size size = {-1, -1};
    CHECK_OK(lamina_layout_pass_copy_child(arrangement, i, &child));
    CHECK_OK(lamina_layout_pass_measure_child(arrangement, child, range, &size));
    CHECK_OK(lamina_layout_pass_set_child_frame(arrangement, child, check_make_rect(x, 1, size.width, size.height)));
    x += size.width;
    lamina_node_release(child);
  }
  CHECK_OK(lamina_layout_pass_set_size(arrangement, check_make_size(x, 50)));
}

static void test_measurer(void) {
  host h;
  lamina_node *node = check_node(context);
  lamina_layout *layout;
  int calls, i;
  memset(&h, 0, sizeof h);
  h.explained = 1;
  h.size = check_make_size(12, 34);
  CHECK_OK(lamina_node_set_measure_callback(node, measure, &h, count_destroy));
  layout = lay_out(node, 100);
  CHECK_NEAR(lamina_layout_get_size(layout).height, 34);
  lamina_layout_release(layout);
  for (i = 0; i < 4; i++) CHECK_EQUAL(h.nested[i], LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(h.explained, 0);
  calls = h.calls;
  layout = lay_out(node, 100);
  CHECK_EQUAL(h.calls, calls);
  lamina_layout_release(layout);
  h.size = check_make_size(12, -34);
  CHECK_OK(lamina_node_set_needs_layout(node));
  layout = lay_out(node, 100);
  CHECK_NEAR(lamina_layout_get_size(layout).height, 0);
  lamina_layout_release(layout);
  CHECK_EQUAL(h.destroyed, 0);
  lamina_node_release(node);
  CHECK_EQUAL(h.destroyed, 1);
}

static void test_spec_maker(void) {
  host h;
  lamina_node *node = check_node(context);
  lamina_layout *layout;
  int i;
  memset(&h, 0, sizeof h);
  for (i = 0; i < 3; i++) h.children[i] = check_box(context, 10, 20);
  CHECK_OK(lamina_node_set_layout_spec_callback(node, make_spec, &h, count_destroy));
  layout = lay_out(node, 300);
  CHECK_OK(lamina_layout_apply(layout));
  lamina_layout_release(layout);
  CHECK_EQUAL(lamina_node_get_child_count(node), 3);
  CHECK_RECT(lamina_node_get_frame(h.children[2]), 20, 0, 10, 20);
  layout = lay_out(node, 50);
  CHECK_OK(lamina_layout_apply(layout));
  CHECK_RECT(lamina_node_get_frame(h.children[2]), 0, 40, 10, 20);
  lamina_layout_release(layout);
  for (i = 0; i < 3; i++) lamina_node_release(h.children[i]);
  lamina_node_release(node);
  CHECK_EQUAL(h.destroyed, 1);
}

static void test_arranger(void) {
  host h;
  lamina_node *node = check_node(context), *found = NULL;
  lamina_layout *layout;
  lamina_rect frame;
  lamina_point point = {15, 5}, nowhere = {-1, -1};
  int i;
  memset(&h, 0, sizeof h);
  for (i = 0; i < 3; i++) {
    h.children[i] = check_box(context, 10, 20);
    CHECK_OK(lamina_node_add_child(node, h.children[i]));
  }
  CHECK_OK(lamina_node_set_layout_callback(node, arrange, &h, count_destroy));
  CHECK_OK(lamina_node_set_concurrent(node, true));
  CHECK(lamina_node_is_concurrent(node));
  layout = lay_out(node, 300);
  CHECK_EQUAL(lamina_layout_get_node_count(layout), 4);
  CHECK_OK(lamina_layout_get_absolute_frame(layout, h.children[2], &frame));
  CHECK_RECT(frame, 20, 1, 10, 20);
  CHECK_OK(lamina_layout_hit_test(layout, point, &found));
  CHECK(found == h.children[1]);
  lamina_node_release(found);
  CHECK_OK(lamina_layout_hit_test(layout, nowhere, &found));
  CHECK(found == NULL);
  CHECK_OK(lamina_layout_copy_node(layout, 3, &found));
  CHECK(found == h.children[2]);
  lamina_node_release(found);
  CHECK_STATUS(lamina_layout_copy_node(layout, SIZE_MAX, &found), LAMINA_ERROR_OUT_OF_RANGE);
  lamina_layout_release(layout);
  /* The spec takes the callback's place. */
  CHECK_OK(lamina_node_set_layout_callback(node, NULL, NULL, NULL));
  CHECK_EQUAL(h.destroyed, 1);
  for (i = 0; i < 3; i++) lamina_node_release(h.children[i]);
  lamina_node_release(node);
}

/* On a surface, with two workers and a host that changes what is measured. */
static void test_surface(void) {
  lamina_context *two = check_context(2), *before = context;
  host h;
  lamina_surface *surface = NULL;
  lamina_node *root, *leaf;
  int i;
  memset(&h, 0, sizeof h);
  context = two;
  root = check_node(two);
  leaf = check_node(two);
  h.children[0] = leaf;
  h.children[1] = check_box(two, 5, 5);
  h.children[2] = check_box(two, 5, 5);
  CHECK_OK(lamina_node_set_measure_callback(leaf, measure, &h, count_destroy));
  CHECK_OK(lamina_node_set_layout_spec_callback(root, make_spec, &h, count_destroy));
  CHECK_OK(lamina_surface_create(two, check_make_size(90, 90), 1.5, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  for (i = 1; i < 20; i++) {
    h.size = check_make_size(i, i);
    CHECK_OK(lamina_node_set_needs_layout(leaf));
    CHECK_OK(lamina_context_wait_idle(two, CHECK_PATIENCE_US));
    /* Rounded up to whole pixels of the surface. */
    CHECK_NEAR(lamina_node_get_frame(h.children[1]).origin.y, ceil(i * 1.5) / 1.5);
  }
  for (i = 0; i < 3; i++) lamina_node_release(h.children[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(two);
  CHECK_EQUAL(h.destroyed, 2);
  context = before;
}

int main(void) {
  context = check_context(0);
  test_measurer();
  test_spec_maker();
  test_arranger();
  test_surface();
  lamina_context_release(context);
  return check_done(__FILE__);
}
