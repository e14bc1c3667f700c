/* The three forms of drawings: with cairo, into pixels, and as a picture; and drawings that draw text by themselves. */
#include "check.h"

#include <cairo.h>

static lamina_context *context;

typedef struct notes {
  int draws, will, did, finished, destroyed, inside, overlaps;
  uint32_t color;
  int width, height; /* of the picture that is handed over; 0 for none */
  lamina_status answer, handed;
  lamina_pixel_format format;
} notes;

static void destroy(void *user_data) { ((notes *)user_data)->destroyed++; }

static lamina_status write_pixels(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                                  void *user_data) {
  notes *n = (notes *)user_data;
  int x, y;
  n->draws++;
  n->width = target->width;
  n->height = target->height;
  CHECK_NEAR(size.width * scale, target->width);
  CHECK_EQUAL(target->format, LAMINA_PIXEL_FORMAT_ARGB32);
  CHECK_STATUS(lamina_canvas_set_image(canvas, NULL), LAMINA_ERROR_INVALID_STATE);
  for (y = 0; y < target->height; y++) {
    uint32_t *row = (uint32_t *)(void *)((unsigned char *)target->data + y * target->stride);
    for (x = 0; x < target->width; x++) {
      CHECK_EQUAL(row[x], 0);
      if (x > 0) row[x] = n->color;
    }
  }
  return n->answer;
}

static lamina_status hand_over(lamina_canvas *canvas, lamina_size size, double scale, void *user_data) {
  notes *n = (notes *)user_data;
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  int i;
  (void)size, (void)scale;
  n->draws++;
  if (n->width > 0) {
    uint32_t *pixels = (uint32_t *)malloc((size_t)(n->width * n->height) * 4);
    for (i = 0; i < n->width * n->height; i++) pixels[i] = n->color;
    image.data = pixels;
    image.width = n->width;
    image.height = n->height;
    image.stride = n->width * 4;
    image.format = n->format;
    lamina_image *picture = NULL;
    n->handed = lamina_image_create(context, &image, &picture);
    free(pixels); /* they were copied */
    if (n->handed == LAMINA_OK) n->handed = lamina_canvas_set_image(canvas, picture);
    lamina_image_release(picture);
  }
  return n->answer;
}

static void will_display(lamina_node *node, void *user_data) {
  (void)node;
  ((notes *)user_data)->will++;
}

static void did_display(lamina_node *node, bool finished, void *user_data) {
  (void)node;
  ((notes *)user_data)->did++;
  ((notes *)user_data)->finished += finished;
}

typedef struct stage {
  lamina_surface *surface;
  lamina_node *root, *node;
  check_picture picture;
} stage;

static stage make_stage(notes *n) {
  stage s;
  s.surface = NULL;
  s.root = check_node(context);
  s.node = check_node(context);
  s.picture = check_make_picture(20, 10);
  CHECK_OK(lamina_node_set_frame(s.node, check_make_rect(2, 1, 4, 3)));
  CHECK_OK(lamina_node_add_display_observer(s.node, will_display, did_display, n, NULL, NULL));
  CHECK_OK(lamina_node_add_child(s.root, s.node));
  CHECK_OK(lamina_surface_create(context, check_make_size(10, 5), 2, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void settle(stage *s) {
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static void end_stage(stage *s) {
  lamina_node_release(s->node);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  free(s->picture.pixels);
}

static void test_pixels(void) {
  notes n;
  stage s;
  memset(&n, 0, sizeof n);
  n.color = 0xFF123456;
  s = make_stage(&n);
  CHECK_OK(lamina_node_set_draw_pixels_callback(s.node, write_pixels, &n, destroy));
  settle(&s);
  CHECK_EQUAL(n.width, 8);
  CHECK_EQUAL(n.height, 6);
  CHECK_EQUAL(check_pixel(&s.picture, 4, 2), 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 2), 0xFF123456);
  CHECK_EQUAL(check_pixel(&s.picture, 11, 7), 0xFF123456);
  CHECK_EQUAL(check_pixel(&s.picture, 12, 7), 0);
  n.answer = LAMINA_ERROR_IO; /* the old contents stay */
  n.color = 0xFF00FF00;
  CHECK_OK(lamina_node_set_needs_display(s.node));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 2), 0xFF123456);
  CHECK_EQUAL(n.will, 2);
  CHECK_EQUAL(n.did, 2);
  CHECK_EQUAL(n.finished, 1);
  CHECK_OK(lamina_node_set_draw_pixels_callback(s.node, NULL, NULL, NULL));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 2), 0);
  CHECK_EQUAL(n.destroyed, 1);
  end_stage(&s);
}

static void test_image(void) {
  notes n;
  stage s;
  memset(&n, 0, sizeof n);
  n.color = 0xFF123456;
  n.width = 8;
  n.height = 6;
  s = make_stage(&n);
  CHECK_OK(lamina_node_set_draw_image_callback(s.node, hand_over, &n, destroy));
  settle(&s);
  CHECK_EQUAL(n.handed, LAMINA_OK);
  CHECK_EQUAL(check_pixel(&s.picture, 4, 2), 0xFF123456);
  CHECK_EQUAL(check_pixel(&s.picture, 12, 7), 0);
  n.width = n.height = 1; /* stretched */
  n.color = 0x000000FF;
  n.format = LAMINA_PIXEL_FORMAT_RGB24;
  CHECK_OK(lamina_node_set_needs_display(s.node));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 4, 2), 0xFF0000FF);
  CHECK_EQUAL(check_pixel(&s.picture, 11, 7), 0xFF0000FF);
  n.format = LAMINA_PIXEL_FORMAT_RGB565;
  n.answer = LAMINA_ERROR_UNSUPPORTED;
  CHECK_OK(lamina_node_set_needs_display(s.node));
  settle(&s);
  CHECK_EQUAL(n.handed, LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(check_pixel(&s.picture, 4, 2), 0xFF0000FF);
  n.width = 0; /* no picture: nothing to show */
  n.answer = LAMINA_OK;
  CHECK_OK(lamina_node_set_needs_display(s.node));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 4, 2), 0);
  CHECK_EQUAL(n.will, n.did);
  CHECK_EQUAL(n.draws, 4);
  CHECK_STATUS(lamina_canvas_set_image(NULL, NULL), LAMINA_ERROR_INVALID_HANDLE);
  end_stage(&s);
  CHECK_OK(lamina_context_process(context, 0)); /* lets the root go */
  CHECK_EQUAL(n.destroyed, 1);
}

/* Without a surface as well. */
static void test_render(void) {
  notes n;
  lamina_node *root = check_node(context), *node = check_node(context);
  check_picture picture = check_make_picture(10, 10);
  memset(&n, 0, sizeof n);
  n.color = 0xFF123456;
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(-2, -2, 6, 6))); /* cut off by the edge */
  CHECK_OK(lamina_node_set_draw_pixels_callback(node, write_pixels, &n, destroy));
  CHECK_OK(lamina_node_add_child(root, node));
  CHECK_OK(lamina_node_render(root, 1, check_make_color(0), &picture.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(n.width, 6);
  CHECK_EQUAL(check_pixel(&picture, 3, 3), 0xFF123456);
  CHECK_EQUAL(check_pixel(&picture, 4, 4), 0xFF000000);
  n.width = 2;
  n.height = 2;
  CHECK_OK(lamina_node_set_draw_image_callback(node, hand_over, &n, destroy));
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(6, 6, 8, 8)));
  CHECK_OK(lamina_node_render(root, 1, check_make_color(0), &picture.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(check_pixel(&picture, 9, 9), 0xFF123456);
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFF000000);
  lamina_node_release(root);
  lamina_node_release(node);
  free(picture.pixels);
  CHECK_OK(lamina_context_process(context, 0)); /* what let go of the notes on a worker says so here */
  CHECK_EQUAL(n.destroyed, 2);
}

/* Cairo's own text, which only one thread may draw at a time, and a measure from within. */
static lamina_status draw_text(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  notes *n = (notes *)user_data;
  cairo_t *cairo = (cairo_t *)cairo_;
  lamina_text *text = NULL;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  (void)canvas, (void)size, (void)scale;
  if (__atomic_add_fetch(&n->inside, 1, __ATOMIC_SEQ_CST) > 1) __atomic_add_fetch(&n->overlaps, 1, __ATOMIC_SEQ_CST);
  cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, 10);
  cairo_move_to(cairo, 0, 10);
  cairo_show_text(cairo, "text");
  CHECK_OK(lamina_text_create(context, "measured here", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_text_measure(text, NULL, INFINITY, &metrics));
  CHECK(metrics.size.width > 0);
  lamina_text_release(text);
  __atomic_sub_fetch(&n->inside, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&n->draws, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static void test_drawings_of_text(void) {
  enum { COUNT = 40 };
  notes n;
  lamina_node *root = check_node(context), *nodes[COUNT], *text = NULL;
  lamina_surface *surface = NULL;
  int i;
  memset(&n, 0, sizeof n);
  for (i = 0; i < COUNT; i++) {
    nodes[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(nodes[i], check_make_rect(i, i, 50, 20)));
    CHECK_OK(lamina_node_set_draw_callback(nodes[i], draw_text, &n, destroy));
    CHECK_OK(lamina_node_set_draws_text(nodes[i], true));
    CHECK_OK(lamina_node_add_child(root, nodes[i]));
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(100, 100), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(n.draws, COUNT);
  CHECK_EQUAL(n.overlaps, 0);
  CHECK_OK(lamina_node_create_text(context, NULL, &text));
  CHECK_STATUS(lamina_node_set_draws_text(text, true), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_node_set_draw_pixels_callback(text, write_pixels, &n, NULL), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_node_set_draw_image_callback(text, hand_over, &n, NULL), LAMINA_ERROR_UNSUPPORTED);
  lamina_node_release(text);
  for (i = 0; i < COUNT; i++) lamina_node_release(nodes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(n.destroyed, COUNT);
}

typedef struct long_drawing {
  int begun, told, is_short;
} long_drawing;

/* Draws until it is told to stop, and then answers as one would expect of it. */
static lamina_status draw_long(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  long_drawing *d = (long_drawing *)user_data;
  (void)cairo, (void)size, (void)scale;
  __atomic_add_fetch(&d->begun, 1, __ATOMIC_SEQ_CST);
  while (!check_load(&d->is_short)) {
    if (lamina_canvas_is_cancelled(canvas)) {
      __atomic_add_fetch(&d->told, 1, __ATOMIC_SEQ_CST);
      return LAMINA_ERROR_CANCELLED;
    }
    check_sleep_ms(1);
  }
  return LAMINA_OK;
}

static lamina_status draw_badly(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)user_data;
  return LAMINA_ERROR_CANCELLED; /* which nobody asked for */
}

static void note_log(lamina_log_level level, const char *message, void *user_data) {
  (void)level;
  snprintf((char *)user_data, 200, "%s", message);
}

/* A drawing that stops when it is told to is no failure: nothing is logged, and it is drawn when it is wanted again. */
static void test_stopping(void) {
  char said[200] = "";
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *own = NULL;
  lamina_surface *surface = NULL;
  lamina_node *node;
  long_drawing d = {0, 0, 0};
  options.thread_count = 1;
  options.log = note_log;
  options.log_user_data = said;
  CHECK_OK(lamina_context_create(&options, &own));
  node = check_node(own);
  CHECK_OK(lamina_node_set_name(node, "slow", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_node_set_draw_callback(node, draw_long, &d, NULL));
  CHECK_OK(lamina_surface_create(own, check_make_size(20, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, node));
  while (check_load(&d.begun) < 1) CHECK_OK(lamina_context_process(own, 0));
  CHECK_OK(lamina_node_set_display_suspended(node, true));
  while (check_load(&d.told) < 1) CHECK_OK(lamina_context_process(own, 0));
  CHECK_OK(lamina_context_wait_idle(own, CHECK_PATIENCE_US));
  __atomic_store_n(&d.is_short, 1, __ATOMIC_SEQ_CST);
  CHECK_OK(lamina_node_set_display_suspended(node, false));
  CHECK_OK(lamina_context_wait_idle(own, CHECK_PATIENCE_US));
  CHECK_EQUAL(d.begun, 2);
  CHECK_TEXT(said, "");
  CHECK_OK(lamina_node_set_draw_callback(node, draw_badly, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(own, CHECK_PATIENCE_US));
  CHECK_TEXT(said, "drawing of node \"slow\" failed: a draw callback returned LAMINA_ERROR_CANCELLED");
  lamina_node_release(node);
  lamina_context_release(own);
}

int main(void) {
  int threads;
  test_stopping();
  for (threads = 0; threads <= 2; threads += 2) {
    context = check_context(threads);
    test_pixels();
    test_image();
    test_render();
    test_drawings_of_text();
    lamina_context_release(context);
  }
  return check_done(__FILE__);
}
