/* Drawings before and after the contents of a node, on a surface and in pictures without one. */
#include "check.h"

#include <cairo.h>

static lamina_context *context;
static lamina_surface *surface;
static lamina_node *root, *box;
static check_picture picture;
static int destroyed, failing;

typedef struct part {
  double x, y, width, height, red, green, blue;
} part;

static part all_blue = { 0, 0, 10, 10, 0, 0, 1 }, top_red = { 0, 0, 10, 5, 1, 0, 0 }, left_green = { 0, 0, 5, 10, 0, 1, 0 };

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  cairo_t *cairo = (cairo_t *)cairo_;
  const part *p = (const part *)user_data;
  (void)canvas, (void)scale;
  CHECK(size.width == 10 && size.height == 10);
  if (__atomic_load_n(&failing, __ATOMIC_RELAXED)) return LAMINA_ERROR_BACKEND;
  cairo_rectangle(cairo, p->x, p->y, p->width, p->height);
  cairo_set_source_rgb(cairo, p->red, p->green, p->blue);
  cairo_fill(cairo);
  return LAMINA_OK;
}

static void destroy(void *user_data) { (void)user_data, destroyed++; }

static void show(void) {
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
}

static void finished(lamina_status status, void *user_data) { *(lamina_status *)user_data = status; }

/* The pixels at the corners of the node: top left, top right, bottom left, bottom right. */
static void check_corners(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  check_picture alone = check_make_picture(10, 10);
  lamina_status status = LAMINA_ERROR_BACKEND;
  lamina_color clear = { 0, 0, 0, 0 };
  show();
  CHECK_EQUAL(check_pixel(&picture, 1, 1), a);
  CHECK_EQUAL(check_pixel(&picture, 8, 1), b);
  CHECK_EQUAL(check_pixel(&picture, 1, 8), c);
  CHECK_EQUAL(check_pixel(&picture, 8, 8), d);
  /* The same without a surface. */
  CHECK_OK(lamina_node_render_snapshot(box, 1, clear, &alone.bitmap, finished, &status, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(status);
  CHECK(memcmp(alone.pixels, picture.pixels, 400) == 0);
  free(alone.pixels);
}

static const uint32_t RED = 0xFFFF0000u, GREEN = 0xFF00FF00u, BLUE = 0xFF0000FFu;

int main(void) {
  uint32_t white = 0xFFFFFFFFu;
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  context = check_context(1);
  picture = check_make_picture(10, 10);
  root = check_node(context);
  box = check_node(context);
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(0, 0, 10, 10)));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_surface_create(context, check_make_size(10, 10), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_node_set_draw_callback(box, draw, &top_red, destroy));
  check_corners(RED, RED, 0, 0);
  CHECK_OK(lamina_node_set_draw_before_callback(box, draw, &all_blue, destroy));
  check_corners(RED, RED, BLUE, BLUE);
  CHECK_OK(lamina_node_set_draw_after_callback(box, draw, &left_green, destroy));
  check_corners(GREEN, RED, GREEN, BLUE);
  /* Contents of another kind keep them. */
  image.data = &white;
  image.width = image.height = 1;
  image.stride = 4;
  CHECK_OK(check_set_image(context, box, &image, NULL));
  check_corners(GREEN, white, GREEN, white);
  CHECK_EQUAL(destroyed, 1);
  CHECK_OK(lamina_node_set_draw_before_callback(box, NULL, NULL, NULL));
  check_corners(GREEN, white, GREEN, white);
  CHECK_EQUAL(destroyed, 2);
  /* One that fails leaves what is there. */
  __atomic_store_n(&failing, 1, __ATOMIC_RELAXED);
  CHECK_OK(lamina_node_set_needs_display(box));
  show();
  CHECK_EQUAL(check_pixel(&picture, 1, 1), GREEN);
  __atomic_store_n(&failing, 0, __ATOMIC_RELAXED);
  CHECK_OK(lamina_node_set_draw_after_callback(box, NULL, NULL, NULL));
  check_corners(white, white, white, white);
  CHECK_EQUAL(destroyed, 3);
  CHECK_STATUS(lamina_node_set_draw_after_callback(NULL, draw, NULL, destroy), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(destroyed, 4);
  /* A node without contents shows none of it. */
  CHECK_OK(lamina_node_set_image(box, NULL, NULL));
  CHECK_OK(lamina_node_set_draw_before_callback(box, draw, &all_blue, destroy));
  show();
  CHECK_EQUAL(check_pixel(&picture, 1, 1), 0);
  lamina_node_release(box);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
  CHECK_EQUAL(destroyed, 5);
  free(picture.pixels);
  return check_done(__FILE__);
}
