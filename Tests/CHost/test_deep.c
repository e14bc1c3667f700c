/* Trees far deeper than any real one: each call works or is refused with a status; none may exhaust the stack. */
#include "check.h"

static lamina_context *context;

/* Either is an answer; what counts is that there is one. */
static void check_answers(lamina_status status, int line) {
  check_report(status == LAMINA_OK || strlen(lamina_last_error()) > 0, __FILE__, line, "the call answers");
}

/* Shows a tree on a surface, then renders it, then lets it go. */
static void show(lamina_node *root) {
  lamina_surface *surface = NULL;
  lamina_color clear = {0, 0, 0, 0};
  check_picture picture = check_make_picture(64, 64);
  CHECK_OK(lamina_surface_create(context, check_make_size(64, 64), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  check_answers(lamina_context_wait_idle(context, CHECK_PATIENCE_US), __LINE__);
  check_answers(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL), __LINE__);
  lamina_surface_release(surface);
  CHECK_OK(lamina_context_process(context, 0));
  check_answers(lamina_node_render(root, 1, clear, &picture.bitmap, NULL, NULL, NULL, NULL), __LINE__);
  check_answers(lamina_context_wait_idle(context, CHECK_PATIENCE_US), __LINE__);
  lamina_node_release(root);
  CHECK_OK(lamina_context_process(context, 0));
  free(picture.pixels);
}

static lamina_node *tower(int depth, bool with_specs, double opacity) {
  lamina_node *root = check_node(context), *top = root;
  lamina_insets none = {0, 0, 0, 0};
  int i;
  lamina_node_retain(root);
  for (i = 0; i < depth; i++) {
    lamina_node *child = check_node(context);
    if (with_specs) {
      lamina_spec *spec = NULL;
      CHECK_OK(lamina_spec_create_inset(context, none, NULL, child, &spec));
      CHECK_OK(lamina_node_set_spec(top, spec));
      lamina_spec_release(spec);
    } else {
      CHECK_OK(lamina_node_set_frame(child, check_make_rect(0, 0, 60, 60)));
      CHECK_OK(lamina_node_add_child(top, child));
    }
    CHECK_OK(lamina_node_set_opacity(child, opacity));
    CHECK_OK(lamina_node_set_background(child, check_make_color(0x336699)));
    lamina_node_release(top);
    top = child;
  }
  lamina_node_release(top);
  return root;
}

static void *lay_out(void *root) {
  lamina_layout *layout = NULL;
  lamina_size_range range = {{0, 0}, {100, 100}};
  check_answers(lamina_layout_create((lamina_node *)root, range, &layout), __LINE__);
  if (layout != NULL) check_answers(lamina_layout_apply(layout), __LINE__);
  lamina_layout_release(layout);
  return NULL;
}

static void test_specs(void) {
  lamina_node *root = check_node(context), *leaf = check_box(context, 10, 10);
  lamina_element element = LAMINA_NODE(leaf);
  lamina_spec *outer = NULL;
  int i;
  for (i = 0; i < 20000; i++) {
    lamina_spec *spec = NULL;
    lamina_status status = lamina_spec_create_stack(context, NULL, NULL, &element, 1, &spec);
    check_answers(status, __LINE__);
    if (status != LAMINA_OK) break;
    lamina_spec_release(outer);
    element.spec = outer = spec;
  }
  check_answers(lamina_node_set_spec(root, outer), __LINE__);
  lamina_spec_release(outer);
  lay_out(root);
  lamina_node_release(root);
  lamina_node_release(leaf);
}

static void test_small_stack(void) {
  lamina_node *root = tower(5000, true, 1);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  if (CHECK_EQUAL(pthread_create(&thread, &attributes, lay_out, root), 0)) pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  lamina_node_release(root);
}

int main(void) {
  context = check_context(2);
  test_specs();
  test_small_stack();
  show(tower(20000, true, 1));
  show(tower(50000, false, 1));
  show(tower(20000, false, 0.99)); /* each a group of its own */
  lamina_context_release(context);
  return check_done(__FILE__);
}
