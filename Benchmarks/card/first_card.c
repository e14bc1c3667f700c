// The first card of bench_python_start.py with Pango and cairo by hand: the cost of loading them and finding fonts.
#include <pango/pangocairo.h>

static void show_text(cairo_t *cairo, PangoContext *context, const char *text, const char *font, double y) {
  PangoLayout *layout = pango_layout_new(context);
  PangoFontDescription *description = pango_font_description_from_string(font);
  pango_layout_set_font_description(layout, description);
  pango_layout_set_text(layout, text, -1);
  cairo_move_to(cairo, 24, y);
  pango_cairo_show_layout(cairo, layout);
  pango_font_description_free(description);
  g_object_unref(layout);
}

int main(void) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 360, 106);
  cairo_t *cairo = cairo_create(surface);
  PangoContext *context = pango_cairo_create_context(cairo);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_set_source_rgb(cairo, 0, 0, 0);
  show_text(cairo, context, "Title", "Sans Bold 28px", 24);
  show_text(cairo, context, "A card.", "Sans 14px", 65);
  cairo_surface_flush(surface);
  g_object_unref(context);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return 0;
}
