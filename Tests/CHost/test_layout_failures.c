/* Layout callbacks that fail: the layout or the picture that asked learns it, and no other. */
#include "check.h"

static char said[256];
static lamina_status fails; /* what the callbacks fail with */
static int calls;

static void note(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)user_data;
  snprintf(said, sizeof said, "%s", message);
}

static void fail(lamina_node *node) {
  calls++;
  if (fails != LAMINA_OK) CHECK_OK(lamina_node_set_layout_failure(node, fails));
}

static void measure(lamina_node *node, lamina_size_range range, lamina_measurement *out, void *user_data) {
  lamina_node *other = (lamina_node *)user_data;
  (void)range;
  CHECK_STATUS(lamina_node_set_layout_failure(other, LAMINA_ERROR_IO), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_set_layout_failure(node, LAMINA_OK), LAMINA_ERROR_INVALID_ARGUMENT);
  fail(node);
  out->size = check_make_size(7, 5);
}

static lamina_spec *make_spec(lamina_node *node, lamina_size_range range, void *user_data) {
  (void)range, (void)user_data;
  fail(node);
  return NULL;
}

static void place(lamina_node *node, lamina_size_range range, lamina_layout_pass *pass, void *user_data) {
  (void)range, (void)user_data;
  CHECK_OK(lamina_layout_pass_set_size(pass, check_make_size(7, 5)));
  fail(node);
}

static void rendered(lamina_status status, void *user_data) { *(lamina_status *)user_data = status; }

static lamina_status render(lamina_context *context, lamina_node *root) {
  check_picture picture = check_make_picture(20, 20);
  lamina_status status = LAMINA_ERROR_TIMED_OUT, started;
  started = lamina_node_render(root, 1, check_make_color(0xFFFFFF), &picture.bitmap, rendered, &status, NULL, NULL);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  free(picture.pixels);
  return started == LAMINA_OK ? status : started;
}

/* `way`: which callback; `flex`: below a flex container. */
static void test_way(int threads, int way, int flex) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  lamina_node *root, *box, *fine;
  lamina_layout *layout = NULL;
  lamina_surface *surface = NULL;
  lamina_element element;
  lamina_spec *spec = NULL;
  lamina_size size;
  lamina_size_range range;
  range.min = check_make_size(0, 0);
  range.max = check_make_size(50, 50);
  options.thread_count = threads;
  options.log = note;
  said[0] = '\0';
  calls = 0;
  CHECK_OK(lamina_context_create(&options, &context));
  root = check_node(context);
  box = check_node(context);
  fine = check_node(context);
  CHECK_OK(lamina_node_set_name(box, "broken", LAMINA_NUL_TERMINATED));
  if (way == 0) CHECK_OK(lamina_node_set_measure_callback(box, measure, root, NULL));
  if (way == 1) CHECK_OK(lamina_node_set_layout_spec_callback(box, make_spec, NULL, NULL));
  if (way == 2) CHECK_OK(lamina_node_set_layout_callback(box, place, NULL, NULL));
  if (flex) {
    CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
    CHECK_OK(lamina_node_add_child(root, box));
  } else {
    element.node = box;
    CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, &element, 1, &spec));
    CHECK_OK(lamina_node_set_spec(root, spec));
    lamina_spec_release(spec);
  }
  CHECK_STATUS(lamina_node_set_layout_failure(box, LAMINA_ERROR_IO), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_set_layout_failure(NULL, LAMINA_ERROR_IO), LAMINA_ERROR_INVALID_HANDLE);

  fails = LAMINA_ERROR_IO;
  CHECK_STATUS(lamina_layout_create(root, range, &layout), LAMINA_ERROR_IO);
  CHECK_TEXT(lamina_last_error(),
             "the layout of node \"broken\" failed: a layout callback returned LAMINA_ERROR_IO");
  CHECK_STATUS(lamina_node_measure(root, range, &size), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_node_apply_layout(root, range), LAMINA_ERROR_IO);
  CHECK(calls > 0);
  CHECK_STATUS(render(context, root), LAMINA_ERROR_IO);
  CHECK_OK(render(context, fine)); /* another picture has nothing to do with it */
  fails = (lamina_status)1234567;
  CHECK_STATUS(render(context, root), LAMINA_ERROR_BACKEND);
  CHECK(strstr(lamina_last_error(), "status 1234567") != NULL);
  CHECK_TEXT(said, "");

  CHECK_OK(lamina_surface_create(context, check_make_size(30, 30), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_TEXT(said, "the layout of node \"broken\" failed: a layout callback returned status 1234567");
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));

  fails = LAMINA_OK;
  CHECK_OK(lamina_node_set_needs_layout(box));
  CHECK_OK(lamina_node_apply_layout(root, range));
  if (way != 1) CHECK_NEAR(lamina_node_get_frame(box).size.width, 7);
  CHECK_OK(render(context, root));
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_node_release(fine);
  lamina_context_release(context);
}

int main(void) {
  int threads, way, flex;
  for (threads = 0; threads < 2; threads++)
    for (way = 0; way < 3; way++)
      for (flex = 0; flex < 2; flex++) test_way(threads, way, flex);
  return check_done(__FILE__);
}
