/* Nodes that manage their children: what is drawn, dropped and reported of 300 rows of which 5 are seen. */
#include "check.h"

#include <cairo.h>

enum { ROWS = 300 };

static lamina_context *context;
static lamina_node *list, *rows[ROWS];
static lamina_surface *surface;
static check_picture picture;
static int order[ROWS], drawn, count[ROWS], events[8], destroyed;

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  int row = (int)(size_t)user_data;
  cairo_t *cairo = (cairo_t *)cairo_;
  (void)canvas, (void)size, (void)scale;
  cairo_set_source_rgb(cairo, 1, 0, 0);
  cairo_paint(cairo);
  count[row]++;
  if (drawn < ROWS) order[drawn++] = row;
  return LAMINA_OK;
}

static void changed(
    lamina_node *node, lamina_interface_event event, lamina_interface_state state, lamina_interface_state before,
    void *user_data) {
  CHECK(node == rows[(size_t)user_data] && state != before);
  events[event]++;
}

static void destroy(void *user_data) { (void)user_data, destroyed++; }

static void show(void) {
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
}

static void scroll(double y) {
  lamina_point origin;
  origin.x = 0;
  origin.y = y;
  CHECK_OK(lamina_node_set_bounds_origin(list, origin));
}

static lamina_interface_state state_of(int row) { return lamina_node_get_interface_state(rows[row]); }

static int forget_drawings(void) {
  int before = drawn;
  drawn = 0;
  memset(count, 0, sizeof count);
  memset(events, 0, sizeof events);
  return before;
}

static void make_list(void) {
  size_t i;
  list = check_node(context);
  CHECK_OK(lamina_node_set_ranges(list, NULL));
  for (i = 0; i < ROWS; i++) {
    rows[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(rows[i], check_make_rect(0, 10.0 * (double)i, 20, 10)));
    CHECK_OK(lamina_node_set_draw_callback(rows[i], draw, (void *)i, destroy));
    CHECK_OK(lamina_node_add_interface_observer(rows[i], changed, (void *)i, destroy, NULL));
    CHECK_OK(lamina_node_add_child(list, rows[i]));
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(20, 50), 1, &surface));
}

/* Five rows are seen, and five more drawn in advance; nothing is known of the last. */
static void test_few_drawings(void) {
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  int i;
  CHECK_OK(lamina_node_set_ranges(list, &ranges));
  CHECK_OK(lamina_surface_set_root(surface, list));
  show();
  CHECK_EQUAL(drawn, 10);
  CHECK_EQUAL(state_of(0), 15);
  CHECK_EQUAL(state_of(9), 7);
  CHECK_EQUAL(state_of(10), 3);
  CHECK_EQUAL(state_of(299), LAMINA_INTERFACE_STATE_NONE);
  CHECK_EQUAL(picture.pixels[49 * 20], 0xFFFF0000u);
  /* The visible ones first, then by distance: there is one worker. */
  for (i = 0; i < 5; i++) CHECK(order[i] < 5);
  for (i = 5; i < 10; i++) CHECK_EQUAL(order[i], i);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_ENTER_VISIBLE], 5);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_ENTER_DISPLAY], 10);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_ENTER_PRELOAD], 18);
}

/* What goes out of sight is dropped and drawn anew when it comes back, and observers hear of what crosses an edge. */
static void test_scrolling(void) {
  int i;
  forget_drawings();
  for (i = 1; i <= 100; i++) {
    scroll(10.0 * i);
    show();
    CHECK_EQUAL(picture.pixels[0], 0xFFFF0000u);
    CHECK_EQUAL(picture.pixels[49 * 20], 0xFFFF0000u);
  }
  CHECK_EQUAL(drawn, 100); /* each row that came in, once */
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_ENTER_VISIBLE], 100);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_VISIBLE], 100);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_DISPLAY], 97); /* half a screenful stays behind */
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_PRELOAD], 92);
  forget_drawings();
  scroll(0);
  show();
  CHECK_EQUAL(state_of(100), LAMINA_INTERFACE_STATE_NONE);
  CHECK_EQUAL(count[0], 1);
  /* Upwards half a screenful lies ahead below. */
  CHECK_EQUAL(drawn, 8);
  CHECK_EQUAL(picture.pixels[0], 0xFFFF0000u);
  /* There and back within one turn is nothing. */
  forget_drawings();
  scroll(1500);
  scroll(0);
  show();
  CHECK_EQUAL(drawn, 0);
  for (i = 0; i < 7; i++) CHECK_EQUAL(events[i], 0);
}

static void scroll_frame(lamina_context *frame_context, uint64_t time_us, void *user_data) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  double *y = (double *)user_data;
  (void)frame_context, (void)time_us;
  values.fields = LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN;
  values.bounds_origin.y = *y += 10;
  CHECK_OK(lamina_node_set_presented(list, &values));
}

/* The same for a bounds origin that is presented in every frame: the model's stays 0. */
static void test_presented_scrolling(void) {
  uint64_t callback;
  double y = 0;
  int i;
  forget_drawings();
  CHECK_OK(lamina_context_add_frame_callback(context, scroll_frame, &y, NULL, &callback));
  for (i = 1; i <= 100; i++) {
    CHECK_OK(lamina_context_set_time_us(context, 1000000 + 16000 * (uint64_t)i));
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_EQUAL((int)y, 10 * i);
    CHECK_EQUAL(state_of(i), 15);
    CHECK_EQUAL(state_of(i + 4), 15);
    CHECK_EQUAL(state_of(i + 5), 7);
  }
  CHECK_OK(lamina_context_remove_frame_callback(context, callback));
  show();
  CHECK_EQUAL(picture.pixels[0], 0xFFFF0000u);
  CHECK_EQUAL(picture.pixels[49 * 20], 0xFFFF0000u);
  CHECK_EQUAL(lamina_node_get_bounds_origin(list).y, 0);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_ENTER_VISIBLE], 100);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_VISIBLE], 100);
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_PRELOAD], 92);
  CHECK_EQUAL(state_of(0), LAMINA_INTERFACE_STATE_NONE);
  CHECK_OK(lamina_node_clear_presented(list, LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN));
  CHECK_EQUAL(state_of(0), 15);
  CHECK_EQUAL(state_of(104), LAMINA_INTERFACE_STATE_NONE);
  show();
  CHECK_EQUAL(picture.pixels[0], 0xFFFF0000u);
}

/* A list that is not visible keeps what it has loaded, one step farther; ranges end with NULL. */
static void test_other_ranges(void) {
  lamina_ranges ranges = LAMINA_RANGES_INIT, found = LAMINA_RANGES_INIT;
  ranges.mode = LAMINA_RANGE_MODE_CUSTOM;
  ranges.display_leading_screens = 2;
  ranges.preload_trailing_screens = 1;
  CHECK_OK(lamina_node_set_ranges(list, &ranges));
  CHECK_OK(lamina_node_get_ranges(list, &found));
  CHECK(found.mode == LAMINA_RANGE_MODE_CUSTOM && found.preload_leading_screens == 2 &&
        found.measured_trailing_screens == 1);
  scroll(1);
  CHECK_EQUAL(state_of(14), 7);
  CHECK_EQUAL(state_of(16), LAMINA_INTERFACE_STATE_NONE);
  ranges.mode = LAMINA_RANGE_MODE_LOW_MEMORY;
  CHECK_OK(lamina_node_set_ranges(list, &ranges));
  CHECK_OK(lamina_node_get_ranges(list, &found));
  CHECK_EQUAL(found.mode, LAMINA_RANGE_MODE_LOW_MEMORY);
  CHECK_EQUAL(state_of(0), 15);
  CHECK_OK(lamina_node_set_hidden(list, true));
  CHECK_EQUAL(state_of(0), 3);
  CHECK_OK(lamina_node_set_hidden(list, false));
  forget_drawings();
  CHECK_OK(lamina_node_set_ranges(list, NULL));
  CHECK_EQUAL(state_of(299), 15);
  CHECK_STATUS(lamina_node_get_ranges(list, &found), LAMINA_ERROR_INVALID_STATE);
  show();
  CHECK(drawn >= 290);
}

/* A manager that decides by itself. */
static void test_states_that_are_set(void) {
  forget_drawings();
  CHECK_OK(lamina_node_set_interface_state(rows[0], LAMINA_INTERFACE_STATE_PRELOAD));
  CHECK_EQUAL(state_of(0), 3);
  show();
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_DISPLAY], 1);
  CHECK(picture.pixels[0] != 0xFFFF0000u);
  CHECK_OK(lamina_node_set_interface_state(rows[0], LAMINA_INTERFACE_STATE_NONE));
  show();
  CHECK_EQUAL(events[LAMINA_INTERFACE_EVENT_EXIT_PRELOAD], 1);
  CHECK_OK(lamina_node_remove_from_parent(rows[0]));
  CHECK_OK(lamina_node_set_interface_state(rows[0], LAMINA_INTERFACE_STATE_VISIBLE));
  CHECK_EQUAL(state_of(0), 3); /* elsewhere it may be loaded */
  CHECK_OK(lamina_node_insert_child(list, rows[0], 0));
  CHECK_EQUAL(state_of(0), 15);
  CHECK_OK(lamina_node_remove_interface_state(rows[0]));
  CHECK_STATUS(lamina_node_remove_interface_state(rows[0]), LAMINA_ERROR_INVALID_STATE);
  show();
  CHECK_EQUAL(picture.pixels[0], 0xFFFF0000u);
}

static void test_wrong_calls(void) {
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  ranges.mode = (lamina_range_mode)5;
  CHECK_STATUS(lamina_node_set_ranges(list, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "ranges->mode is 5") != NULL);
  ranges.mode = LAMINA_RANGE_MODE_CUSTOM;
  ranges.preload_leading_screens = (double)NAN;
  CHECK_STATUS(lamina_node_set_ranges(list, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  ranges.preload_leading_screens = 1001;
  CHECK_STATUS(lamina_node_set_ranges(list, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "ranges->preload_leading_screens is 1001") != NULL);
  ranges.preload_leading_screens = -1;
  CHECK_STATUS(lamina_node_set_ranges(list, &ranges), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_ranges(NULL, NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_set_interface_state(list, (lamina_interface_state)16), LAMINA_ERROR_INVALID_ARGUMENT);
}

int main(void) {
  size_t i;
  context = check_context(1);
  picture = check_make_picture(20, 50);
  make_list();
  test_few_drawings();
  test_scrolling();
  test_presented_scrolling();
  test_other_ranges();
  test_states_that_are_set();
  test_wrong_calls();
  for (i = 0; i < ROWS; i++) lamina_node_release(rows[i]);
  lamina_node_release(list);
  lamina_surface_release(surface);
  lamina_context_release(context);
  CHECK_EQUAL(destroyed, 2 * ROWS);
  free(picture.pixels);
  return check_done(__FILE__);
}
