/* The display of a node with all below it: when its drawings begin and are complete, that they are suspended, and that
 * the first of them are waited for. */
#include "check.h"

#include <cairo.h>

enum { BOXES = 3 };

static lamina_context *context;
static lamina_surface *surface;
static lamina_node *root, *group, *boxes[BOXES];
static check_picture picture;
static int drawn[BOXES], pause_ms, destroyed;
static int events[16], event_count;

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  cairo_t *cairo = (cairo_t *)cairo_;
  (void)canvas, (void)size, (void)scale;
  if (pause_ms > 0) check_sleep_ms(pause_ms);
  cairo_set_source_rgb(cairo, 1, 0, 0);
  cairo_paint(cairo);
  __atomic_add_fetch((int *)user_data, 1, __ATOMIC_RELAXED);
  return LAMINA_OK;
}

static void observe(lamina_node *node, lamina_subtree_event event, void *user_data) {
  (void)user_data;
  CHECK(node == group);
  if (event_count < 16) events[event_count++] = (int)event;
}

static void destroy(void *user_data) { (void)user_data, destroyed++; }

static void settle(void) {
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
}

static void make_tree(void) {
  int i;
  root = check_node(context);
  group = check_node(context);
  CHECK_OK(lamina_node_set_frame(group, check_make_rect(0, 0, 20, 10)));
  CHECK_OK(lamina_node_add_child(root, group));
  for (i = 0; i < BOXES; i++) {
    boxes[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(boxes[i], check_make_rect(10 * i, 0, 10, 10)));
    CHECK_OK(lamina_node_set_draw_callback(boxes[i], draw, &drawn[i], NULL));
    CHECK_OK(lamina_node_add_child(i < 2 ? group : root, boxes[i])); /* the last stands outside */
  }
}

static void test_events(void) {
  uint64_t number = 0, other = 0;
  CHECK_OK(lamina_node_add_subtree_observer(group, observe, NULL, destroy, &number));
  CHECK_OK(lamina_node_add_subtree_observer(group, observe, NULL, destroy, &other));
  CHECK_OK(lamina_node_remove_subtree_observer(group, other));
  CHECK_EQUAL(destroyed, 1);
  CHECK_STATUS(lamina_node_remove_subtree_observer(group, other), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_add_subtree_observer(group, NULL, NULL, destroy, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(destroyed, 2);
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  CHECK_EQUAL(event_count, 2);
  CHECK(events[0] == LAMINA_SUBTREE_EVENT_BEGIN && events[1] == LAMINA_SUBTREE_EVENT_COMPLETE);
  CHECK_EQUAL(picture.pixels[0], 0xFFFF0000u);
  /* What is drawn elsewhere is no event of the group. */
  CHECK_OK(lamina_node_set_needs_display(boxes[2]));
  settle();
  CHECK_EQUAL(event_count, 2);
  CHECK_OK(lamina_node_set_displayed_together(group, true));
  CHECK_OK(lamina_node_set_needs_display(boxes[0]));
  CHECK_OK(lamina_node_set_needs_display(boxes[1]));
  settle();
  CHECK_EQUAL(event_count, 4);
  CHECK(events[2] == LAMINA_SUBTREE_EVENT_BEGIN && events[3] == LAMINA_SUBTREE_EVENT_COMPLETE);
  CHECK_OK(lamina_node_set_displayed_together(group, false));
  /* A group that goes while it is drawn has nothing left to draw. */
  pause_ms = 20;
  CHECK_OK(lamina_node_set_needs_display(boxes[0]));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_node_remove_from_parent(group));
  pause_ms = 0;
  settle();
  CHECK_EQUAL(event_count, 6);
  CHECK_EQUAL(events[5], LAMINA_SUBTREE_EVENT_COMPLETE);
  CHECK_OK(lamina_node_add_child(root, group));
  settle();
  CHECK_OK(lamina_node_remove_subtree_observer(group, number));
  CHECK_EQUAL(destroyed, 3);
}

static void test_suspension(void) {
  int i;
  CHECK_OK(lamina_node_set_subtree_suspended(root, true));
  CHECK(lamina_node_is_display_suspended(boxes[0]) && lamina_node_is_display_suspended(boxes[2]));
  memset(drawn, 0, sizeof drawn);
  for (i = 0; i < BOXES; i++) CHECK_OK(lamina_node_set_needs_display(boxes[i]));
  settle();
  for (i = 0; i < BOXES; i++) CHECK_EQUAL(drawn[i], 0);
  CHECK_OK(lamina_node_set_subtree_suspended(root, false));
  settle();
  for (i = 0; i < BOXES; i++) CHECK_EQUAL(drawn[i], 1);
}

/* The pixel of a node that came into sight in this process. */
static uint32_t shown_at_once(void) {
  uint32_t pixel;
  CHECK_OK(lamina_node_insert_child(group, boxes[0], 0));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  pixel = picture.pixels[0];
  settle();
  return pixel;
}

static void hide_anew(void) {
  CHECK_OK(lamina_node_remove_from_parent(boxes[0]));
  settle();
}

static void test_patience(void) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  int i;
  CHECK_OK(lamina_node_set_placeholder(boxes[0], &placeholder));
  pause_ms = 30;
  hide_anew();
  CHECK(shown_at_once() != 0xFFFF0000u);
  CHECK_EQUAL(lamina_node_get_display_patience_us(group), 0);
  CHECK_OK(lamina_node_set_display_patience_us(group, UINT64_MAX));
  CHECK(lamina_node_get_display_patience_us(group) == UINT64_MAX);
  for (i = 0; i < 3; i++) {
    hide_anew();
    CHECK_EQUAL(shown_at_once(), 0xFFFF0000u);
  }
  /* Within limits. */
  pause_ms = 300;
  CHECK_OK(lamina_node_set_display_patience_us(group, 1000));
  hide_anew();
  CHECK(shown_at_once() != 0xFFFF0000u);
  pause_ms = 0;
  CHECK_OK(lamina_node_set_display_patience_us(group, 0));
  CHECK_STATUS(lamina_node_set_display_patience_us(NULL, 1), LAMINA_ERROR_INVALID_HANDLE);
}

int main(void) {
  int i;
  context = check_context(2);
  picture = check_make_picture(30, 10);
  CHECK_OK(lamina_surface_create(context, check_make_size(30, 10), 1, &surface));
  make_tree();
  test_events();
  test_suspension();
  test_patience();
  /* The observers of a node end with it. */
  CHECK_OK(lamina_node_add_subtree_observer(group, observe, NULL, destroy, NULL));
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  for (i = 0; i < BOXES; i++) lamina_node_release(boxes[i]);
  lamina_node_release(group);
  lamina_node_release(root);
  settle();
  CHECK_EQUAL(destroyed, 4);
  lamina_surface_release(surface);
  lamina_context_release(context);
  free(picture.pixels);
  return check_done(__FILE__);
}
