/* See card_floor.h. Deliberately straightforward: a layout for each string, made, shown and dropped. */
#include "card_floor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

int card_load(const char *folder, card *cards) {
  char path[1024], *line = NULL;
  size_t capacity = 0;
  int count = 0, i;
  FILE *file;
  snprintf(path, sizeof path, "%s/cards.tsv", folder);
  file = fopen(path, "r");
  if (file == NULL) return 0;
  while (count < CARD_COUNT && getline(&line, &capacity, file) > 0) {
    char *fields = strdup(line);
    card *c = &cards[count];
    c->name = strtok(fields, "\t");
    c->time = strtok(NULL, "\t");
    c->body = strtok(NULL, "\t");
    for (i = 0; i < 4; i++) c->buttons[i] = strtok(NULL, "\t");
    if (c->buttons[3] == NULL) continue;
    c->photo = count % CARD_PHOTOS;
    c->avatar = count % CARD_AVATARS;
    count++;
  }
  free(line);
  fclose(file);
  return count;
}

static cairo_surface_t *make_picture(int width, int height, unsigned seed, double amplitude) {
  cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  unsigned char *data = cairo_image_surface_get_data(picture);
  int stride = cairo_image_surface_get_stride(picture), x, y, channel;
  double phase = seed * 1.7;
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      double u = (double)x / width, v = (double)y / height;
      double waves[3] = {sin(phase + 4 * u + 2 * v), sin(2 * phase + 3 * v - 2 * u), sin(3 * phase + 5 * u * v)};
      for (channel = 0; channel < 3; channel++) {
        seed = seed * 1664525u + 1013904223u;
        data[y * stride + x * 4 + channel] = (unsigned char)(128 + amplitude * waves[channel] + (int)(seed >> 24) % 13 - 6);
      }
      data[y * stride + x * 4 + 3] = 255;
    }
  }
  cairo_surface_mark_dirty(picture);
  return picture;
}

void card_make_pictures(cairo_surface_t **photos, cairo_surface_t **avatars) {
  int i;
  for (i = 0; i < CARD_PHOTOS; i++) photos[i] = make_picture(752, 424, (unsigned)i + 1, 100);
  for (i = 0; i < CARD_AVATARS; i++) avatars[i] = make_picture(80, 80, (unsigned)i + 100, 60);
}

void card_floor_init(card_floor *floor) {
  cairo_font_options_t *options = cairo_font_options_create();
  floor->photos = floor->avatars = NULL;
  floor->map = pango_cairo_font_map_new();
  floor->context = pango_font_map_create_context(floor->map);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(floor->context, options);
  pango_context_set_round_glyph_positions(floor->context, FALSE);
  cairo_font_options_destroy(options);
  floor->name = pango_font_description_from_string("DejaVu Sans Bold 15px");
  floor->time = pango_font_description_from_string("DejaVu Sans 12px");
  floor->body = pango_font_description_from_string("DejaVu Sans 14px");
  floor->button = pango_font_description_from_string("DejaVu Sans Bold 13px");
}

void card_floor_clear(card_floor *floor) {
  pango_font_description_free(floor->name);
  pango_font_description_free(floor->time);
  pango_font_description_free(floor->body);
  pango_font_description_free(floor->button);
  g_object_unref(floor->context);
  g_object_unref(floor->map);
}

static void rounded(cairo_t *cr, double x, double y, double width, double height, double radius) {
  cairo_new_sub_path(cr);
  cairo_arc(cr, x + width - radius, y + radius, radius, -M_PI / 2, 0);
  cairo_arc(cr, x + width - radius, y + height - radius, radius, 0, M_PI / 2);
  cairo_arc(cr, x + radius, y + height - radius, radius, M_PI / 2, M_PI);
  cairo_arc(cr, x + radius, y + radius, radius, M_PI, 1.5 * M_PI);
  cairo_close_path(cr);
}

static void set_color(cairo_t *cr, unsigned rgb) {
  cairo_set_source_rgb(cr, ((rgb >> 16) & 255) / 255.0, ((rgb >> 8) & 255) / 255.0, (rgb & 255) / 255.0);
}

static void fill_rounded(cairo_t *cr, double x, double y, double width, double height, double radius, unsigned rgb) {
  rounded(cr, x, y, width, height, radius);
  set_color(cr, rgb);
  cairo_fill(cr);
}

/* A flat fill, or a picture in its place. */
static void picture_or_fill(cairo_t *cr, cairo_surface_t *picture, double x, double y, double width, double height,
                            double radius, unsigned rgb) {
  if (picture == NULL) {
    fill_rounded(cr, x, y, width, height, radius, rgb);
    return;
  }
  rounded(cr, x, y, width, height, radius);
  cairo_save(cr);
  cairo_clip(cr);
  cairo_translate(cr, x, y);
  cairo_scale(cr, width / cairo_image_surface_get_width(picture), height / cairo_image_surface_get_height(picture));
  cairo_set_source_surface(cr, picture, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
  cairo_paint(cr);
  cairo_restore(cr);
}

/* A layout of one string; `lines` 0 leaves it on one line, `centered` is for the labels of the buttons. */
static PangoLayout *layout_of(card_floor *floor, PangoFontDescription *font, const char *string, int width, int lines,
                              int centered) {
  PangoLayout *layout = pango_layout_new(floor->context);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_text(layout, string, -1);
  pango_layout_set_width(layout, width * PANGO_SCALE);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  if (lines > 0) {
    pango_layout_set_height(layout, -lines);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(layout, 1.2f);
  }
  if (centered) pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
  return layout;
}

static void show(cairo_t *cr, PangoLayout *layout, double x, double y, unsigned rgb) {
  set_color(cr, rgb);
  cairo_move_to(cr, x, y);
  pango_cairo_show_layout(cr, layout);
  g_object_unref(layout);
}

cairo_surface_t *card_floor_render(card_floor *floor, const card *c) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CARD_WIDTH, CARD_HEIGHT);
  cairo_t *cr = cairo_create(surface);
  int i;
  fill_rounded(cr, 0, 0, 400, 392, 8, 0xdddddd); /* the border */
  fill_rounded(cr, 1, 1, 398, 390, 7, 0xffffff);
  picture_or_fill(cr, floor->avatars ? floor->avatars[c->avatar] : NULL, 12, 12, 40, 40, 20, 0xcc8844);
  show(cr, layout_of(floor, floor->name, c->name, 328, 0, 0), 60, 13, 0x111111);
  show(cr, layout_of(floor, floor->time, c->time, 328, 0, 0), 60, 33, 0x777777);
  show(cr, layout_of(floor, floor->body, c->body, 376, 3, 0), 12, 60, 0x222222);
  picture_or_fill(cr, floor->photos ? floor->photos[c->photo] : NULL, 12, 128, 376, 212, 8, 0x88aacc);
  for (i = 0; i < 4; i++) {
    double x = 12 + i * 96;
    fill_rounded(cr, x, 348, 88, 32, 6, 0xf0f2f5);
    show(cr, layout_of(floor, floor->button, c->buttons[i], 88, 0, 1), x, 356, 0x333333);
  }
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  return surface;
}
