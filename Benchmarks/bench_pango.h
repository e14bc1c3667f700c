/* Pango as the benchmarks of text use it by hand: with the options of card/card_c.c, which are Lamina's defaults. */
#ifndef BENCH_PANGO_H
#define BENCH_PANGO_H

#include <pango/pangocairo.h>

/* A layout without a font, lines `width` pixels wide; g_object_unref() ends it. */
static PangoLayout *bench_pango_layout(int width) {
  PangoFontMap *map = pango_cairo_font_map_new();
  PangoContext *pango = pango_font_map_create_context(map);
  cairo_font_options_t *options = cairo_font_options_create();
  PangoLayout *made;
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(pango, options);
  pango_context_set_round_glyph_positions(pango, FALSE);
  pango_context_set_language(pango, pango_language_from_string("en"));
  made = pango_layout_new(pango);
  pango_layout_set_width(made, width * PANGO_SCALE);
  pango_layout_set_wrap(made, PANGO_WRAP_WORD_CHAR);
  cairo_font_options_destroy(options);
  g_object_unref(pango);
  g_object_unref(map);
  return made;
}

/* Sets the font of all that follows. */
static void bench_pango_set_size(PangoLayout *layout, double size) {
  PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans");
  pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
}

#endif
