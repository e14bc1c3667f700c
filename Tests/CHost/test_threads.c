/* Several threads build, change and take apart trees of one context while its owner processes and composites. */
#include "check.h"

enum { THREADS = 3, ROUNDS = 60 };

static lamina_context *context;
static int finished, destroyed, made;

static void *build(void *argument) {
  unsigned seed = (unsigned)(uintptr_t)argument * 7919u + 1u;
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    lamina_node *root = check_node(context);
    lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
    lamina_size_range range = {{0, 0}, {200, INFINITY}};
    lamina_element *children[8];
    lamina_spec *spec = NULL;
    lamina_layout *layout = NULL;
    options.axis = LAMINA_AXIS_VERTICAL;
    for (i = 0; i < 8; i++) {
      lamina_node *node = NULL;
      if (i % 2 == 0) {
        node = check_box(context, 10 + i, 10);
      } else {
        lamina_text *text = NULL;
        CHECK_OK(lamina_text_create(context, "words from another thread", LAMINA_NUL_TERMINATED, NULL, &text));
        CHECK_OK(lamina_node_create_text(context, text, &node));
        lamina_text_release(text);
      }
      __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST);
      CHECK_OK(lamina_node_set_user_data(node, &destroyed, check_count));
      children[i] = node;
    }
    CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 8, &spec));
    CHECK_OK(lamina_node_set_spec(root, spec));
    lamina_spec_release(spec);
    CHECK_OK(lamina_layout_create(root, range, &layout));
    CHECK(lamina_layout_get_size(layout).height > 40);
    CHECK_OK(lamina_layout_apply(layout));
    lamina_layout_release(layout);
    CHECK_OK(lamina_node_set_spec(root, NULL));
    for (i = 0; i < 8; i++) {
      seed = seed * 1103515245u + 12345u;
      CHECK_OK(lamina_node_insert_child(root, (lamina_node *)children[i], (seed >> 16) % 8));
      lamina_node_release((lamina_node *)children[i]);
    }
    lamina_node_release(root);
  }
  __atomic_add_fetch(&finished, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

/* Changes properties of nodes that are on the surface, which any thread may. */
static void *recolour(void *node_) {
  lamina_node *node = (lamina_node *)node_;
  unsigned i;
  for (i = 0; i < 2000; i++) {
    CHECK_OK(lamina_node_set_background(node, check_make_color(i)));
    CHECK_OK(lamina_node_set_opacity(node, (i % 11) / 10.0));
    CHECK(lamina_node_get_opacity(node) >= 0);
  }
  CHECK_OK(lamina_node_set_opacity(node, 1));
  CHECK_OK(lamina_node_set_background(node, check_make_color(0xABCDEF)));
  __atomic_add_fetch(&finished, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS + 1];
  lamina_node *root, *box;
  lamina_surface *surface = NULL;
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  check_picture picture = check_make_picture(40, 20);
  int i;
  context = check_context(2);
  root = check_node(context);
  box = check_node(context);
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(0, 0, 20, 20)));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_surface_create(context, check_make_size(40, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  for (i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, build, (void *)(uintptr_t)i);
  pthread_create(&threads[THREADS], NULL, recolour, box);
  while (check_load(&finished) < THREADS + 1) {
    CHECK_OK(lamina_context_process(context, 1000));
    CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
    check_sleep_ms(1);
  }
  for (i = 0; i <= THREADS; i++) pthread_join(threads[i], NULL);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFFABCDEF);
  CHECK_EQUAL(check_load(&destroyed), check_load(&made));
  CHECK_OK(lamina_context_get_statistics(context, &statistics));
  CHECK_EQUAL(statistics.node_count, 2);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_context_release(context);
  free(picture.pixels);
  return check_done(__FILE__);
}
