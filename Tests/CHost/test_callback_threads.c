/* On which thread callbacks run: what the marks of lamina.h and the table of the README say. */
#include <pthread.h>

#include "check.h"

static lamina_context *context;

typedef struct seen {
  int calls;
  pthread_t thread;
} seen;

static seen nothing; /* all zero */

static void note(void *user_data) {
  seen *s = (seen *)user_data;
  s->thread = pthread_self();
  __atomic_add_fetch(&s->calls, 1, __ATOMIC_SEQ_CST);
}

static bool ran_here(const seen *s) { return s->calls > 0 && pthread_equal(s->thread, pthread_self()); }

static bool match(lamina_node *node, void *user_data) {
  (void)node;
  note(user_data);
  return true;
}

static lamina_status write_bytes(const void *bytes, size_t size, void *user_data) {
  (void)bytes;
  (void)size;
  note(user_data);
  return LAMINA_OK;
}

static void measure(lamina_node *node, lamina_size_range range, lamina_measurement *measurement, void *user_data) {
  (void)node;
  (void)range;
  (void)measurement;
  note(user_data);
}

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  (void)canvas;
  (void)cairo;
  (void)size;
  (void)scale;
  note(user_data);
  return LAMINA_OK;
}

/* Those that serve a call run on its thread, whoever owns the context. */
static void *serve(void *unused) {
  seen asked = nothing, written = nothing, measured = nothing, destroyed = nothing;
  lamina_node *node = check_node(context), *found = NULL;
  lamina_size_range range = {{0, 0}, {100, 100}};
  lamina_layout *layout = NULL;
  static uint32_t pixels[1];
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  (void)unused;
  bitmap.data = pixels;
  bitmap.width = bitmap.height = 1;
  bitmap.stride = 4;
  CHECK_OK(lamina_node_find_matching(node, match, &asked, &found));
  lamina_node_release(found);
  CHECK(ran_here(&asked));
  CHECK_OK(lamina_bitmap_write(&bitmap, NULL, write_bytes, &written));
  CHECK(ran_here(&written));
  CHECK_OK(lamina_node_set_measure_callback(node, measure, &measured, NULL));
  CHECK_OK(lamina_layout_create(node, range, &layout));
  CHECK(ran_here(&measured));
  lamina_layout_release(layout);
  measured.calls = 0;
  CHECK_OK(lamina_node_set_needs_layout(node));
  CHECK_OK(lamina_node_apply_layout(node, range));
  CHECK(ran_here(&measured));
  measured.calls = 0;
  CHECK_OK(lamina_node_set_needs_layout(node));
  CHECK(lamina_node_read_explanation(node, range, (lamina_node *)NULL, NULL, 0) > 0);
  CHECK(ran_here(&measured));
  CHECK_OK(lamina_node_set_user_data(node, &destroyed, note));
  CHECK_EQUAL(destroyed.calls, 0);
  CHECK_OK(lamina_node_set_user_data(node, NULL, NULL));
  CHECK(ran_here(&destroyed));
  lamina_node_release(node);
  return NULL;
}

/* A drawing function runs on a worker, or on the owner thread where the node says so. */
static void test_draw_callbacks(void) {
  lamina_node *root = check_node(context), *late = check_box(context, 10, 10), *soon = check_box(context, 10, 10);
  lamina_surface *surface = NULL;
  seen of_late = nothing, of_soon = nothing;
  CHECK_OK(lamina_node_add_child(root, late));
  CHECK_OK(lamina_node_add_child(root, soon));
  CHECK_OK(lamina_node_set_frame(late, check_make_rect(0, 0, 10, 10)));
  CHECK_OK(lamina_node_set_frame(soon, check_make_rect(20, 0, 10, 10)));
  CHECK_OK(lamina_node_set_draw_callback(late, draw, &of_late, NULL));
  CHECK_OK(lamina_node_set_draw_callback(soon, draw, &of_soon, NULL));
  CHECK_OK(lamina_node_set_displayed_asynchronously(soon, false));
  CHECK_OK(lamina_surface_create(context, check_make_size(40, 40), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  CHECK_EQUAL(of_late.calls, 1);
  CHECK(!ran_here(&of_late));
  CHECK_EQUAL(of_soon.calls, 1);
  CHECK(ran_here(&of_soon));
  lamina_surface_release(surface);
  lamina_node_release(late);
  lamina_node_release(soon);
  lamina_node_release(root);
}

int main(void) {
  pthread_t thread;
  context = check_context(2);
  CHECK_EQUAL(pthread_create(&thread, NULL, serve, NULL), 0);
  CHECK_EQUAL(pthread_join(thread, NULL), 0);
  test_draw_callbacks();
  lamina_context_release(context);
  return check_done(__FILE__);
}
