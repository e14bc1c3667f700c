/* Surfaces: their size, their root, damage and compositing. */
#include "check.h"

static lamina_context *context;

static lamina_surface *make_surface(double width, double height, double scale) {
  lamina_surface *surface = NULL;
  CHECK_OK(lamina_surface_create(context, check_make_size(width, height), scale, &surface));
  return surface;
}

static void settle(void) { CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US)); }

static void check_bounds(lamina_surface *surface, int width, int height, int line) {
  lamina_rect_px bounds = lamina_surface_get_bounds_px(surface);
  check_integer(bounds.x, 0, __FILE__, line, "x");
  check_integer(bounds.y, 0, __FILE__, line, "y");
  check_integer(bounds.width, width, __FILE__, line, "width");
  check_integer(bounds.height, height, __FILE__, line, "height");
}

static void test_size(void) {
  bool has_damage = true;
  lamina_surface *surface = make_surface(40, 20, 1.5), *refused = NULL;
  check_bounds(surface, 60, 30, __LINE__);
  CHECK_OK(lamina_surface_set_size(surface, check_make_size(10, 10), 2));
  check_bounds(surface, 20, 20, __LINE__);
  CHECK_NEAR(lamina_surface_get_size(surface).width, 10);
  CHECK_NEAR(lamina_surface_get_size(surface).height, 10);
  CHECK_NEAR(lamina_surface_get_scale(surface), 2);
  CHECK_STATUS(lamina_surface_set_size(surface, check_make_size(0, 10), 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_set_size(surface, check_make_size(32768, 10), 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_set_size(surface, check_make_size(NAN, 10), 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_set_size(surface, check_make_size(INFINITY, 5), 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(lamina_last_error(),
             "size inf x 5.0 at scale 1.0 makes inf x 5.0 pixels; each side must be 1 to 32767");
  CHECK_STATUS(lamina_surface_set_size(surface, check_make_size(10, 10), 0), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_set_size(surface, check_make_size(10, 10), 17), LAMINA_ERROR_INVALID_ARGUMENT);
  check_bounds(surface, 20, 20, __LINE__);
  CHECK_NEAR(lamina_surface_get_scale(surface), 2);
  check_bounds(NULL, 0, 0, __LINE__);
  CHECK_NEAR(lamina_surface_get_size(NULL).width, 0);
  CHECK_NEAR(lamina_surface_get_scale(NULL), 0);
  CHECK_STATUS(lamina_surface_create(context, check_make_size(-1, 1), 1, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(refused == NULL);
  CHECK(lamina_surface_retain(surface) == surface);
  lamina_surface_release(surface);
  lamina_surface_release(surface);
  lamina_surface_release(NULL);
  CHECK_STATUS(lamina_surface_set_needs_composite(surface), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_surface_has_damage(surface, &has_damage), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(has_damage);
}

/* What belongs to the owner thread says so on another one, and does not write a value. */
static void *ask_elsewhere(void *surface_) {
  lamina_surface *surface = (lamina_surface *)surface_;
  lamina_debug_overlay overlay = LAMINA_DEBUG_OVERLAY_LAYERS;
  lamina_color background = check_make_color(0x123456);
  uint64_t limit_us = 7;
  bool value = true;
  CHECK_STATUS(lamina_surface_has_damage(surface, &value), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_surface_is_displayed_together(surface, &value), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_surface_is_composited_in_bands(surface, &value), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_surface_get_grouping_limit_us(surface, &limit_us), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_surface_get_debug_overlay(surface, &overlay), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_surface_get_background(surface, &background), LAMINA_ERROR_WRONG_THREAD);
  CHECK(value && limit_us == 7 && overlay == LAMINA_DEBUG_OVERLAY_LAYERS && background.blue > 0);
  return NULL;
}

static void test_getters_elsewhere(void) {
  lamina_surface *surface = make_surface(10, 10, 1);
  check_elsewhere(ask_elsewhere, surface);
  CHECK_STATUS(lamina_surface_has_damage(surface, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_surface_release(surface);
}

static void test_root(void) {
  lamina_surface *a = make_surface(40, 20, 1), *b = make_surface(40, 20, 1);
  lamina_node *root = check_node(context), *parent = check_node(context), *child = check_node(context), *shown = root;
  CHECK_OK(lamina_node_add_child(parent, child));
  CHECK_OK(lamina_surface_copy_root(a, &shown));
  CHECK(shown == NULL);
  CHECK_STATUS(lamina_surface_set_root(a, child), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_surface_set_root(a, root));
  CHECK_OK(lamina_surface_copy_root(a, &shown));
  CHECK(shown == root);
  lamina_node_release(shown);
  CHECK_STATUS(lamina_surface_copy_root(a, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_copy_root(NULL, &shown), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_surface_set_root(b, root), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_add_child(parent, root), LAMINA_ERROR_INVALID_STATE);
  settle();
  CHECK_RECT(lamina_node_get_frame(root), 0, 0, 40, 20); /* sized to the surface */
  CHECK_OK(lamina_surface_set_size(a, check_make_size(50, 30), 1));
  settle();
  CHECK_RECT(lamina_node_get_frame(root), 0, 0, 50, 30);
  CHECK_OK(lamina_surface_set_root(a, NULL));
  CHECK_OK(lamina_surface_set_root(b, root));
  lamina_surface_release(b); /* lets the root go at the next process */
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_surface_set_root(a, root));
  CHECK_OK(lamina_surface_set_root(a, NULL));
  lamina_node_release(root);
  lamina_node_release(parent);
  lamina_node_release(child);
  lamina_surface_release(a);
}

static void test_compositing(void) {
  lamina_surface *surface = make_surface(40, 20, 1);
  lamina_node *root = check_node(context), *box = check_node(context);
  check_picture picture = check_make_picture(40, 20), smaller = check_make_picture(39, 20);
  lamina_rect_px damage[4];
  size_t count = 99, i;
  CHECK_OK(lamina_surface_set_background(surface, check_make_color(0x202020)));
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(10, 5, 10, 10)));
  CHECK_OK(lamina_node_set_background(box, check_make_color(0x00FF00)));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  CHECK(check_has_damage(surface));
  CHECK_STATUS(lamina_surface_composite(surface, &smaller.bitmap, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_composite(surface, NULL, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(check_has_damage(surface));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, damage, 4, &count));
  CHECK_EQUAL(count, 1);
  CHECK(damage[0].x == 0 && damage[0].y == 0 && damage[0].width == 40 && damage[0].height == 20);
  CHECK_EQUAL(check_pixel(&picture, 0, 0), 0xFF202020);
  CHECK_EQUAL(check_pixel(&picture, 10, 5), 0xFF00FF00);
  CHECK_EQUAL(check_pixel(&picture, 19, 14), 0xFF00FF00);
  CHECK_EQUAL(check_pixel(&picture, 20, 14), 0xFF202020);

  CHECK(!check_has_damage(surface));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, damage, 4, &count));
  CHECK_EQUAL(count, 0);

  /* Only what changed is redrawn: a mark outside it survives. */
  picture.pixels[0] = 0xFF123456;
  CHECK_OK(lamina_node_set_background(box, check_make_color(0x0000FF)));
  settle();
  CHECK(check_has_damage(surface));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, damage, 4, &count));
  CHECK(count >= 1 && count <= 4);
  for (i = 0; i < count && i < 4; i++) {
    CHECK(damage[i].x >= 10 && damage[i].y >= 5 && damage[i].x + damage[i].width <= 20 && damage[i].y + damage[i].height <= 15);
  }
  CHECK_EQUAL(check_pixel(&picture, 10, 5), 0xFF0000FF);
  CHECK_EQUAL(check_pixel(&picture, 0, 0), 0xFF123456);

  /* A move damages where it was and where it is; with room for one rectangle, that one covers both. */
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(30, 5, 10, 10)));
  settle();
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, damage, 1, &count));
  CHECK_EQUAL(count, 1);
  CHECK(damage[0].x <= 10 && damage[0].x + damage[0].width >= 40);
  CHECK_EQUAL(check_pixel(&picture, 10, 5), 0xFF202020);
  CHECK_EQUAL(check_pixel(&picture, 35, 10), 0xFF0000FF);

  CHECK_OK(lamina_surface_set_needs_composite(surface));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 0, 0), 0xFF202020);

  picture.bitmap.stride = 4 * 39;
  CHECK_STATUS(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  picture.bitmap.stride = 4 * 40;
  picture.bitmap.data = (unsigned char *)picture.bitmap.data + 1;
  CHECK_STATUS(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  free(picture.pixels);
  free(smaller.pixels);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_surface_release(surface);
}

/* The same picture in every format; rows may be longer than they need be. */
static void test_formats(void) {
  lamina_surface *surface = make_surface(40, 20, 1);
  lamina_node *root = check_node(context), *box = check_node(context);
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  static uint32_t words[20 * 43];
  static uint16_t halves[20 * 41];
  lamina_color half = check_make_color(0xFF0000);
  half.alpha = 0.5f;
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(10, 5, 10, 10)));
  CHECK_OK(lamina_node_set_background(box, half));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  bitmap.data = words;
  bitmap.width = 40;
  bitmap.height = 20;
  bitmap.stride = 43 * 4;
  bitmap.format = LAMINA_PIXEL_FORMAT_RGB24;
  words[40] = 0x12345678;
  CHECK_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
  CHECK_EQUAL(words[0], 0xFF000000); /* clear is black */
  CHECK_EQUAL(words[5 * 43 + 10], 0xFF800000);
  CHECK_EQUAL(words[40], 0x12345678); /* beyond the row */
  bitmap.data = halves;
  bitmap.stride = 41 * 2;
  bitmap.format = LAMINA_PIXEL_FORMAT_RGB565;
  halves[40] = 0x1234;
  CHECK_OK(lamina_surface_set_needs_composite(surface));
  CHECK_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
  CHECK_EQUAL(halves[0], 0);
  CHECK_EQUAL(halves[5 * 41 + 10], 16 << 11);
  CHECK_EQUAL(halves[14 * 41 + 19], 16 << 11);
  CHECK_EQUAL(halves[15 * 41 + 19], 0);
  CHECK_EQUAL(halves[40], 0x1234);

  CHECK_OK(lamina_surface_set_needs_composite(surface));
  bitmap.stride = 41 * 2 + 1;
  CHECK_STATUS(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  bitmap.stride = 41 * 2;
  bitmap.format = (lamina_pixel_format)3;
  CHECK_STATUS(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  bitmap.format = LAMINA_PIXEL_FORMAT_RGB565;
  CHECK_STATUS(lamina_bitmap_write_file(&bitmap, NULL, "no.png", 6), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_surface_release(surface);
}

static void test_scale(void) {
  lamina_surface *surface = make_surface(20, 10, 2);
  lamina_node *root = check_node(context), *box = check_node(context);
  check_picture picture = check_make_picture(40, 20);
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(5, 2.5, 5, 5)));
  CHECK_OK(lamina_node_set_background(box, check_make_color(0x00FF00)));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 9, 10), 0);
  CHECK_EQUAL(check_pixel(&picture, 10, 5), 0xFF00FF00);
  CHECK_EQUAL(check_pixel(&picture, 19, 14), 0xFF00FF00);
  CHECK_EQUAL(check_pixel(&picture, 20, 10), 0);
  free(picture.pixels);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_surface_release(surface);
}

typedef struct elsewhere {
  lamina_surface *surface;
  lamina_node *root, *child, *loose;
} elsewhere;

static void *change_from_elsewhere(void *user_data) {
  elsewhere *e = (elsewhere *)user_data;
  check_picture picture = check_make_picture(40, 20);
  CHECK_STATUS(lamina_surface_set_root(e->surface, NULL), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_surface_composite(e->surface, &picture.bitmap, NULL, 0, NULL), LAMINA_ERROR_WRONG_THREAD);
  /* On a surface the hierarchy is the owner's; properties are anyone's. */
  CHECK_STATUS(lamina_node_add_child(e->root, e->loose), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_node_remove_from_parent(e->child), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_node_remove_children(e->root), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_node_add_child(e->loose, e->child), LAMINA_ERROR_WRONG_THREAD);
  CHECK_OK(lamina_node_set_background(e->child, check_make_color(0xFF0000)));
  free(picture.pixels);
  return NULL;
}

static void test_other_threads(void) {
  elsewhere e;
  check_picture picture = check_make_picture(40, 20);
  e.surface = make_surface(40, 20, 1);
  e.root = check_node(context);
  e.child = check_node(context);
  e.loose = check_node(context);
  CHECK_OK(lamina_node_set_frame(e.child, check_make_rect(0, 0, 10, 10)));
  CHECK_OK(lamina_node_add_child(e.root, e.child));
  CHECK_OK(lamina_surface_set_root(e.surface, e.root));
  settle();
  check_elsewhere(change_from_elsewhere, &e);
  CHECK_EQUAL(lamina_node_get_child_count(e.root), 1);
  settle();
  CHECK_OK(lamina_surface_composite(e.surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFFFF0000);
  free(picture.pixels);
  lamina_surface_release(e.surface);
  lamina_node_release(e.root);
  lamina_node_release(e.child);
  lamina_node_release(e.loose);
}

static void test_spec_on_a_surface(void) {
  lamina_surface *surface = make_surface(40, 20, 1);
  lamina_node *root = check_node(context), *box = check_box(context, 10, 10);
  lamina_spec *spec = NULL;
  CHECK_OK(lamina_spec_create_center(context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, box, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  CHECK_RECT(lamina_node_get_frame(box), 15, 5, 10, 10);
  CHECK_OK(check_set_size(box, check_make_size(20, 10))); /* a style change lays out anew */
  settle();
  CHECK_RECT(lamina_node_get_frame(box), 10, 5, 20, 10);
  lamina_spec_release(spec);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(box);
}

/* What the overlay shows is gone without it, and with the next composite what it showed of damage. */
static void test_debug_overlay(void) {
  lamina_surface *surface = make_surface(30, 20, 1);
  lamina_node *root = check_node(context), *child = check_node(context);
  check_picture picture = check_make_picture(30, 20);
  lamina_debug_overlay all = (lamina_debug_overlay)(LAMINA_DEBUG_OVERLAY_DAMAGE | LAMINA_DEBUG_OVERLAY_LAYERS |
                                                    LAMINA_DEBUG_OVERLAY_PLACEHOLDERS);
  lamina_debug_overlay overlay = all;
  lamina_color background;
  bool in_bands = true;
  CHECK_OK(lamina_node_set_background(root, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_node_set_background(child, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_node_set_frame(child, check_make_rect(10, 5, 10, 10)));
  CHECK_OK(lamina_node_add_child(root, child));
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  CHECK_OK(lamina_surface_get_debug_overlay(surface, &overlay));
  CHECK_EQUAL(overlay, LAMINA_DEBUG_OVERLAY_NONE);
  CHECK_OK(lamina_surface_set_debug_overlay(surface, all));
  CHECK_OK(lamina_surface_get_debug_overlay(surface, &overlay));
  CHECK_EQUAL(overlay, all);
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK(check_pixel(&picture, 25, 15) != 0xFFFFFFFF); /* all of it was painted */
  CHECK(check_has_damage(surface));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK(!check_has_damage(surface));
  CHECK_EQUAL(check_pixel(&picture, 25, 15), 0xFFFFFFFF);
  CHECK(check_pixel(&picture, 10, 10) != 0xFFFFFFFF); /* the line around the child */
  CHECK_EQUAL(check_pixel(&picture, 12, 10), 0xFFFFFFFF);
  CHECK_OK(lamina_surface_set_debug_overlay(surface, LAMINA_DEBUG_OVERLAY_NONE));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 10, 10), 0xFFFFFFFF);
  CHECK_STATUS(lamina_surface_set_debug_overlay(surface, (lamina_debug_overlay)64), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "overlay is 64") != NULL && strstr(lamina_last_error(), "_DAMAGE (1)") != NULL);
  CHECK_STATUS(lamina_surface_set_debug_overlay(NULL, all), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_surface_get_debug_overlay(surface, &overlay));
  CHECK_EQUAL(overlay, LAMINA_DEBUG_OVERLAY_NONE);
  CHECK_STATUS(lamina_surface_get_debug_overlay(NULL, &overlay), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_surface_set_background(surface, check_make_color(0x336699)));
  CHECK_OK(lamina_surface_get_background(surface, &background));
  CHECK(background.blue > 0.59f && background.alpha == 1);
  CHECK_STATUS(lamina_surface_get_background(NULL, &background), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_surface_is_composited_in_bands(surface, &in_bands));
  CHECK(!in_bands);
  CHECK_OK(lamina_surface_set_composited_in_bands(surface, true)); /* more of it in BandTests.swift */
  CHECK_OK(lamina_surface_is_composited_in_bands(surface, &in_bands));
  CHECK(in_bands);
  CHECK_STATUS(lamina_surface_is_composited_in_bands(NULL, &in_bands), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_surface_set_composited_in_bands(NULL, true), LAMINA_ERROR_INVALID_HANDLE);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(child);
  free(picture.pixels);
}

static lamina_status draw_at_gate(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                                  void *gate) {
  (void)canvas, (void)target, (void)size, (void)scale;
  check_gate_pass((check_gate *)gate);
  return LAMINA_OK;
}

typedef struct completions {
  int count, destroyed;
  uint64_t remove;
} completions;

static void completed(lamina_surface *sender, void *user_data) {
  completions *c = (completions *)user_data;
  bool complete = false;
  CHECK_OK(lamina_surface_is_complete(sender, &complete));
  CHECK(complete);
  c->count++;
  if (c->remove != 0) CHECK_OK(lamina_surface_remove_complete_observer(sender, c->remove));
  c->remove = 0;
}

static void completed_end(void *user_data) { ((completions *)user_data)->destroyed++; }

/* Drawings under way are counted whatever becomes of their nodes. */
static void test_completion(void) {
  enum { COUNT = 12, ROUNDS = 40 };
  lamina_surface *surface = make_surface(100, 20, 1);
  lamina_node *root = check_node(context), *nodes[COUNT];
  completions first = {0, 0, 0}, second = {0, 0, 0};
  uint64_t number = 0, other = 0;
  check_gate gate;
  bool complete = true;
  unsigned random = 1;
  int i, round, before;
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_surface_add_complete_observer(surface, completed, &first, completed_end, &number));
  CHECK_OK(lamina_surface_add_complete_observer(surface, completed, &second, completed_end, &other));
  CHECK_STATUS(lamina_surface_add_complete_observer(surface, NULL, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  first.remove = other;
  settle();
  CHECK_EQUAL(first.count, 1);
  CHECK_EQUAL(second.count, 0);
  CHECK_EQUAL(second.destroyed, 1);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(first.count, 1);
  check_gate_init(&gate);
  for (i = 0; i < COUNT; i++) {
    nodes[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(nodes[i], check_make_rect(8 * i, 0, 8, 20)));
    CHECK_OK(lamina_node_set_draw_pixels_callback(nodes[i], draw_at_gate, &gate, NULL));
  }
  for (round = 0; round < ROUNDS; round++) {
    before = first.count;
    gate.is_open = 0;
    for (i = 0; i < COUNT; i++) CHECK_OK(lamina_node_add_child(root, nodes[i]));
    CHECK_OK(lamina_node_set_needs_display(nodes[0]));
    for (i = 0; i < 3; i++) {
      CHECK_OK(lamina_context_process(context, 0));
      check_sleep_ms(1);
    }
    for (i = 1; i < COUNT; i++) { /* the first one is drawn in any case */
      random = random * 1103515245u + 12345u;
      if ((random >> 16) % 3 == 0) CHECK_OK(lamina_node_remove_from_parent(nodes[i]));
      if ((random >> 16) % 3 == 1) CHECK_OK(lamina_node_set_needs_display(nodes[i]));
    }
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_OK(lamina_surface_is_complete(surface, &complete));
    CHECK(!complete && first.count == before);
    check_gate_open(&gate);
    settle();
    CHECK_OK(lamina_surface_is_complete(surface, &complete));
    CHECK(complete && first.count > before);
  }
  CHECK_OK(lamina_surface_remove_complete_observer(surface, number));
  CHECK_STATUS(lamina_surface_remove_complete_observer(surface, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(first.destroyed, 1);
  CHECK_OK(lamina_surface_add_complete_observer(surface, completed, &first, completed_end, NULL));
  for (i = 0; i < COUNT; i++) lamina_node_release(nodes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  settle();
  CHECK_EQUAL(first.destroyed, 2);
}

int main(void) {
  context = check_context(2);
  test_getters_elsewhere();
  test_size();
  test_root();
  test_compositing();
  test_formats();
  test_scale();
  test_other_threads();
  test_spec_on_a_surface();
  test_debug_overlay();
  test_completion();
  lamina_context_release(context);
  return check_done(__FILE__);
}
