#include "feed_art.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>

/* A drawing callback runs on a worker, at any time, perhaps twice at once: what it needs is copied here and never
 * changed, and Lamina calls `free` when it will not draw this any more. */
typedef struct art {
  uint32_t seed;
} art;

static const double TURN = 6.283185307179586;

uint32_t feed_art_seed(const feed_entry *entry) { /* FNV-1a over the title */
  uint32_t hash = 2166136261u;
  for (const char *c = entry->title; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  return hash;
}

/* Numbers from a seed: the next one, 0..1. */
static double next(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

typedef struct rgb {
  double red, green, blue;
} rgb;

static double channel(double hue, double offset) { return 0.5 + 0.5 * cos(TURN * (hue + offset)); }

static rgb color(double hue, double saturation, double lightness) {
  rgb c = {channel(hue, 0), channel(hue, 2.0 / 3), channel(hue, 1.0 / 3)};
  c.red = lightness + saturation * (c.red - 0.5);
  c.green = lightness + saturation * (c.green - 0.5);
  c.blue = lightness + saturation * (c.blue - 0.5);
  return c;
}

static void set_gradient(cairo_t *cairo, double height, rgb top, rgb bottom) {
  cairo_pattern_t *gradient = cairo_pattern_create_linear(0, 0, 0, height);
  cairo_pattern_add_color_stop_rgb(gradient, 0, top.red, top.green, top.blue);
  cairo_pattern_add_color_stop_rgb(gradient, 1, bottom.red, bottom.green, bottom.blue);
  cairo_set_source(cairo, gradient);
  cairo_pattern_destroy(gradient);
}

static void fill_disc(cairo_t *cairo, double x, double y, double radius) {
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, x, y, radius, 0, TURN);
  cairo_fill(cairo);
}

/* A coloured disc with a ring of petals. */
static lamina_status draw_avatar(lamina_canvas *canvas, cairo_t *cairo, lamina_size size, double scale,
                                 void *user_data) {
  uint32_t state = ((const art *)user_data)->seed;
  double radius = fmin(size.width, size.height) / 2, x = size.width / 2, y = size.height / 2;
  double hue = next(&state);
  int petals = 5 + (int)(5 * next(&state));
  (void)canvas, (void)scale;

  set_gradient(cairo, size.height, color(hue, 0.7, 0.62), color(hue + 0.12, 0.7, 0.42));
  fill_disc(cairo, x, y, radius);
  cairo_set_source_rgba(cairo, 1, 1, 1, 0.75);
  for (int i = 0; i < petals; i++) {
    double angle = TURN * i / petals;
    fill_disc(cairo, x + 0.48 * radius * cos(angle), y + 0.48 * radius * sin(angle), 0.2 * radius);
  }
  rgb heart = color(hue + 0.5, 0.8, 0.6);
  cairo_set_source_rgb(cairo, heart.red, heart.green, heart.blue);
  fill_disc(cairo, x, y, 0.22 * radius);
  return LAMINA_OK;
}

/* One ridge of hills across the picture. */
static void draw_ridge(cairo_t *cairo, lamina_size size, double base, double roughness, uint32_t *state) {
  enum { PEAKS = 7 };
  double step = size.width / PEAKS, x = 0, y = base + roughness * (next(state) - 0.5);
  cairo_move_to(cairo, 0, size.height);
  cairo_line_to(cairo, 0, y);
  for (int i = 0; i < PEAKS; i++) {
    double to = base + roughness * (next(state) - 0.5);
    cairo_curve_to(cairo, x + step / 2, y, x + step / 2, to, x + step, to);
    x += step;
    y = to;
  }
  cairo_line_to(cairo, size.width, size.height);
  cairo_close_path(cairo);
  cairo_fill(cairo);
}

/* A sky, a sun and ridges that grow darker towards the viewer. */
static lamina_status draw_picture(lamina_canvas *canvas, cairo_t *cairo, lamina_size size, double scale,
                                  void *user_data) {
  uint32_t state = ((const art *)user_data)->seed;
  double hue = next(&state);
  (void)scale;

  set_gradient(cairo, size.height, color(hue, 0.5, 0.55), color(hue + 0.15, 0.35, 0.85));
  cairo_paint(cairo);
  cairo_set_source_rgba(cairo, 1, 0.97, 0.85, 0.9);
  double x = size.width * (0.15 + 0.7 * next(&state)), y = size.height * (0.2 + 0.2 * next(&state));
  fill_disc(cairo, x, y, size.height * 0.09);
  for (int ridge = 0; ridge < 4; ridge++) {
    if (lamina_canvas_is_cancelled(canvas)) return LAMINA_OK; /* nobody will see it */
    rgb c = color(hue + 0.04 * ridge, 0.45, 0.6 - 0.13 * ridge);
    cairo_set_source_rgb(cairo, c.red, c.green, c.blue);
    draw_ridge(cairo, size, size.height * (0.5 + 0.13 * ridge), size.height * 0.28, &state);
  }
  return LAMINA_OK;
}

static lamina_status set_draw_callback(lamina_node *node, lamina_node_draw_fn draw, uint32_t seed) {
  art *copy = malloc(sizeof *copy);
  if (!copy) return LAMINA_ERROR_OUT_OF_MEMORY;
  copy->seed = seed;
  return lamina_node_set_draw_callback(node, draw, copy, free);
}

lamina_status feed_art_set_avatar(lamina_node *node, uint32_t seed) { return set_draw_callback(node, draw_avatar, seed); }

lamina_status feed_art_set_picture(lamina_node *node, uint32_t seed) {
  return set_draw_callback(node, draw_picture, seed ^ 0x9E3779B9u);
}
