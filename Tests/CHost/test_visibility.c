/* Placeholders, interface states, subtrees in one bitmap, and traits: with the initial values of C. */
#include "check.h"

static lamina_context *context;
static lamina_node *root, *box;
static lamina_surface *surface;
static uint32_t pixels[16 * 16];
static int events[8], destroyed, drawn;

static lamina_color color(float red, float green, float blue) {
  lamina_color result;
  result.red = red;
  result.green = green;
  result.blue = blue;
  result.alpha = 1;
  return result;
}

static lamina_bitmap screen(void) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  bitmap.data = pixels;
  bitmap.width = bitmap.height = 16;
  bitmap.stride = 16 * 4;
  return bitmap;
}

static void show(void) {
  lamina_bitmap bitmap = screen();
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
}

static void destroy(void *user_data) {
  (void)user_data;
  destroyed++;
}

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  (void)cairo, (void)size, (void)scale, (void)user_data;
  if (lamina_canvas_is_dark(canvas)) drawn++;
  return LAMINA_OK;
}

static void changed(
    lamina_node *node, lamina_interface_event event, lamina_interface_state state, lamina_interface_state before,
    void *user_data) {
  (void)user_data;
  CHECK(node == box && state != before);
  events[event]++;
}

static void test_placeholders(void) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  uint32_t red = 0xFFFF0000u;
  lamina_bitmap picture = LAMINA_BITMAP_INIT;
  picture.data = &red;
  picture.width = picture.height = 1;
  picture.stride = 4;
  placeholder.persists = true;
  placeholder.fade_us = 100;
  CHECK_OK(lamina_context_set_time_us(context, 0));
  CHECK_OK(lamina_node_set_placeholder(box, &placeholder));
  CHECK_OK(lamina_node_set_placeholder_draw_callback(box, draw, NULL, destroy));
  CHECK_OK(lamina_node_set_placeholder_draw_callback(box, NULL, NULL, NULL));
  show();
  CHECK_EQUAL(destroyed, 1);
  CHECK_EQUAL(pixels[4 * 16 + 4], 0xFFF3F3F3u);
  CHECK_OK(check_set_image(context, box, &picture, NULL));
  show();
  CHECK_EQUAL(pixels[4 * 16 + 4], 0xFFF3F3F3u);
  CHECK_OK(lamina_context_set_time_us(context, 50));
  show();
  CHECK(pixels[4 * 16 + 4] != 0xFFF3F3F3u && pixels[4 * 16 + 4] != red);
  CHECK_OK(lamina_context_set_time_us(context, 100));
  show();
  CHECK_EQUAL(pixels[4 * 16 + 4], red);
  CHECK_OK(lamina_context_set_time_us(context, LAMINA_TIME_SYSTEM));
  CHECK_OK(lamina_node_get_placeholder(box, &placeholder));
  CHECK(placeholder.fade_us == 100 && placeholder.insets.top == 1);
  CHECK_OK(lamina_node_set_placeholder(box, NULL));
}

static void test_states(void) {
  uint64_t number = 0;
  CHECK_OK(lamina_node_add_interface_observer(box, changed, NULL, destroy, &number));
  CHECK_OK(lamina_node_remove_from_parent(box));
  CHECK(lamina_node_get_interface_state(box) == LAMINA_INTERFACE_STATE_NONE);
  show();
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_VISIBLE], 1);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_PRELOAD], 0);
  CHECK_OK(lamina_node_add_child(root, box));
  show();
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_ENTER_PRELOAD], 1);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_CHANGE], 2);
  CHECK_OK(lamina_node_remove_interface_observer(box, number));
  CHECK_EQUAL(destroyed, 2);
}

static void finished(lamina_status status, void *user_data) {
  CHECK_OK(status);
  *(bool *)user_data = true;
}

static void test_pictures_of_subtrees(void) {
  lamina_bitmap bitmap = screen();
  bool is_done = false;
  uint32_t before;
  show();
  before = pixels[4 * 16 + 4];
  CHECK_OK(lamina_node_set_rasterized(root, true));
  CHECK(lamina_node_is_rasterized(root));
  show();
  CHECK_EQUAL(pixels[4 * 16 + 4], before);
  CHECK_OK(lamina_node_render_snapshot(box, 1, color(0, 0, 1), &bitmap, finished, &is_done, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK(is_done);
  CHECK_EQUAL(pixels[0], before);
  CHECK_EQUAL(pixels[15 * 16 + 15], 0xFF0000FFu);
  CHECK_OK(lamina_node_set_rasterized(root, false));
  CHECK_OK(lamina_surface_set_needs_composite(surface));
}

static int log_count;

static void count_log(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)user_data;
  CHECK(strstr(message, "rasterized") != NULL);
  log_count++;
}

/* A surface of a red child at `place`, around which is one other node, `*group` (a borrowed reference) of the frame
 * `frame`. */
static lamina_surface *make_group(
    lamina_context *apart, lamina_rect frame, lamina_rect place, bool rasterized, lamina_size size, lamina_node **group) {
  lamina_node *top = check_node(apart), *child = check_node(apart);
  lamina_surface *made = NULL;
  *group = check_node(apart);
  CHECK_OK(lamina_node_set_frame(*group, frame));
  CHECK_OK(lamina_node_set_frame(child, place));
  CHECK_OK(lamina_node_set_background(child, color(1, 0, 0)));
  CHECK_OK(lamina_node_set_rasterized(*group, rasterized));
  CHECK_OK(lamina_node_add_child(top, *group));
  CHECK_OK(lamina_node_add_child(*group, child));
  CHECK_OK(lamina_surface_create(apart, size, 1, &made));
  CHECK_OK(lamina_surface_set_root(made, top));
  lamina_node_release(child);
  lamina_node_release(*group);
  lamina_node_release(top);
  return made;
}

/* How many of its pixels such a surface shows. */
static int red_pixels(lamina_rect frame, lamina_rect place, bool rasterized, bool is_short_of_memory) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *apart = NULL;
  lamina_surface *wide;
  lamina_node *group;
  check_picture picture = check_make_picture(6000, 40);
  int i, count = 0;
  options.thread_count = 1;
  options.log = count_log;
  CHECK_OK(lamina_context_create(&options, &apart));
  if (is_short_of_memory) CHECK_OK(lamina_context_set_bitmap_budget(apart, 1));
  wide = make_group(apart, frame, place, rasterized, check_make_size(6000, 40), &group);
  CHECK_OK(lamina_context_wait_idle(apart, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(wide, &picture.bitmap, NULL, 0, NULL));
  for (i = 0; i < 6000 * 40; i++) count += picture.pixels[i] == 0xFFFF0000u;
  free(picture.pixels);
  lamina_context_release(apart);
  return count;
}

/* Children stand around a node wherever they like, in one bitmap as well. */
static void test_pictures_that_stick_out(void) {
  const double sides[][2] = { { 0, 10 }, { 10, 0 }, { 0, 0 }, { 0.2, 10 }, { 10, 10 } };
  lamina_rect near = check_make_rect(0, 0, 20, 20), frame = check_make_rect(10, 10, 20, 20);
  size_t i;
  for (i = 0; i < sizeof sides / sizeof *sides; i++)
    CHECK_EQUAL(red_pixels(check_make_rect(5, 5, sides[i][0], sides[i][1]), near, true, false), 400);
  CHECK_EQUAL(red_pixels(frame, check_make_rect(4200, 0, 20, 20), true, false), 400);
  CHECK_EQUAL(red_pixels(frame, check_make_rect(-10, -10, 5980, 30), true, false), 5980 * 30);
  /* The node is far from the surface, so that there is no memory for it; what it shows is not. */
  CHECK_EQUAL(red_pixels(check_make_rect(-8000, 10, 20, 20), check_make_rect(8010, 0, 20, 20), true, true), 400);
  CHECK_EQUAL(log_count, 0);
  /* More than a bitmap holds: what is far is left out, and the log says so. */
  CHECK_EQUAL(red_pixels(frame, check_make_rect(-100000, 0, 200000, 20), false, false), 6000 * 20);
  CHECK_EQUAL(log_count, 0);
  CHECK_EQUAL(red_pixels(frame, check_make_rect(-100000, 0, 200000, 20), true, false), 6000 * 20);
  CHECK_EQUAL(log_count, 1);
}

/* What was dropped while it was far comes back with the part that shows, however far the node itself is. */
static void test_dropped_pictures_that_stick_out(void) {
  lamina_context *apart = check_context(1);
  lamina_node *group;
  check_picture picture = check_make_picture(64, 16);
  lamina_surface *small;
  lamina_statistics counts = LAMINA_STATISTICS_INIT;
  const double places[] = { -8000, -30000, -8000 };
  int i;
  small = make_group(
      apart, check_make_rect(0, 0, 20, 16), check_make_rect(8010, 0, 20, 16), true, check_make_size(64, 16), &group);
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_node_set_frame(group, check_make_rect(places[i], 0, 20, 16)));
    CHECK_OK(lamina_context_wait_idle(apart, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_composite(small, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 20, 8) == 0xFFFF0000u, i != 1);
    CHECK_OK(lamina_context_trim_memory(apart));
    CHECK_OK(lamina_context_get_statistics(apart, &counts));
    CHECK_EQUAL(counts.displays, i == 2 ? 2 : 1);
  }
  free(picture.pixels);
  lamina_context_release(apart);
}

static void test_traits(void) {
  lamina_traits traits = LAMINA_TRAITS_INIT;
  CHECK_OK(lamina_node_set_draw_callback(box, draw, NULL, NULL));
  CHECK_OK(lamina_node_set_dynamic_color(root, LAMINA_COLOR_ROLE_BACKGROUND, color(1, 1, 1), color(0, 0, 0)));
  show();
  CHECK_EQUAL(pixels[0], 0xFFFFFFFFu);
  CHECK_EQUAL(drawn, 0);
  traits.color_scheme = LAMINA_COLOR_SCHEME_DARK;
  CHECK_OK(lamina_context_set_traits(context, &traits));
  show();
  CHECK_EQUAL(pixels[0], 0xFF000000u);
  CHECK_EQUAL(drawn, 1);
  CHECK_OK(lamina_node_get_traits(box, &traits));
  CHECK(traits.color_scheme == LAMINA_COLOR_SCHEME_DARK && traits.text_size_factor == 1 && traits.scale == 1);
}

int main(void) {
  context = check_context(2);
  CHECK_OK(lamina_node_create(context, &root));
  CHECK_OK(lamina_node_create(context, &box));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_node_set_background(root, color(1, 1, 1)));
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(4, 4, 8, 8)));
  CHECK_OK(lamina_surface_create(context, check_make_size(16, 16), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  test_placeholders();
  test_states();
  test_pictures_of_subtrees();
  test_pictures_that_stick_out();
  test_dropped_pictures_that_stick_out();
  test_traits();
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_context_release(context);
  return check_done(__FILE__);
}
