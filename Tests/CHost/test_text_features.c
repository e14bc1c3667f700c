/* Markup, builders with paragraphs and attachments, every attribute, fonts, and drawing without nodes. */
#include "check.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lamina_context *context;

static lamina_text_metrics measure(lamina_text *text, const lamina_text_options *options, double width) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  CHECK_OK(lamina_text_measure(text, options, width, &metrics));
  return metrics;
}

static void test_markup(void) {
  lamina_text *text = NULL;
  char buffer[32];
  CHECK_OK(lamina_text_create_markup(context, "a <b>b</b> &lt;c&gt;", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_EQUAL(lamina_text_read_string(text, buffer, sizeof buffer), 7);
  CHECK_TEXT(buffer, "a b <c>");
  lamina_text_release(text);
  text = NULL;
  CHECK_STATUS(lamina_text_create_markup(context, "a\n <b>b", LAMINA_NUL_TERMINATED, NULL, &text),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "line 2, column 6") != NULL);
  CHECK(text == NULL);
}

static void test_builder(void) {
  lamina_text_builder *builder = NULL, *other = NULL;
  lamina_text *text = NULL;
  lamina_text_layout *layout = NULL;
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_paragraph paragraph = LAMINA_TEXT_PARAGRAPH_INIT;
  lamina_text_line line = LAMINA_TEXT_LINE_INIT;
  lamina_tab_stop stops[2] = {{40, LAMINA_TAB_ALIGNMENT_LEFT}, {90, LAMINA_TAB_ALIGNMENT_RIGHT}};
  lamina_size size = {200, INFINITY}, icon = {12, 12};
  lamina_rect rect;
  size_t byte = 0;
  look.family = "DejaVu Sans";
  CHECK_OK(lamina_text_builder_create(context, &look, &builder));
  CHECK_OK(lamina_text_builder_append_markup(builder, "one\t<i>two</i>\n", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_text_builder_append_attachment(builder, icon, -2, NULL));
  CHECK_OK(lamina_text_builder_create(context, &look, &other));
  CHECK_EQUAL(lamina_text_builder_get_length(builder), 11);
  paragraph.line_height = 30;
  paragraph.indent = 10;
  paragraph.first_line_indent = 20;
  paragraph.tab_stops = stops;
  paragraph.tab_stop_count = 2;
  CHECK_OK(lamina_text_builder_set_paragraph(builder, 0, 3, &paragraph));
  CHECK_STATUS(lamina_text_builder_set_paragraph(builder, 0, 99, &paragraph), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_builder_set_paragraph(builder, 9, 11, &paragraph), LAMINA_ERROR_INVALID_ARGUMENT);
  paragraph.hyphens = LAMINA_TEXT_HYPHENS_NONE;
  paragraph.justify_limit = 1.5;
  CHECK_OK(lamina_text_builder_set_paragraph(builder, 0, 3, &paragraph));
  paragraph.hyphens = (lamina_text_hyphens)3;
  CHECK_STATUS(lamina_text_builder_set_paragraph(builder, 0, 3, &paragraph), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "paragraph->hyphens") != NULL);
  paragraph.hyphens = LAMINA_TEXT_HYPHENS_INHERIT;
  paragraph.justify_limit = 0.5;
  CHECK_STATUS(lamina_text_builder_set_paragraph(builder, 0, 3, &paragraph), LAMINA_ERROR_INVALID_ARGUMENT);
  paragraph.justify_limit = NAN;
  CHECK_STATUS(lamina_text_builder_set_paragraph(builder, 0, 3, &paragraph), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "paragraph->justify_limit") != NULL);
  paragraph.justify_limit = 0;
  paragraph.indent = -1;
  CHECK_STATUS(lamina_text_builder_set_paragraph(builder, 0, 3, &paragraph), LAMINA_ERROR_INVALID_ARGUMENT);
  icon.width = 10000;
  CHECK_OK(lamina_text_builder_append_attachment(other, icon, -10000, NULL));
  CHECK_STATUS(lamina_text_builder_append_attachment(other, icon, 10001, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  icon.width = 10001;
  CHECK_STATUS(lamina_text_builder_append_attachment(other, icon, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_text_builder_release(other);
  icon.width = NAN;
  CHECK_STATUS(lamina_text_builder_append_attachment(builder, icon, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_text_builder_copy_text(builder, &text));
  CHECK_OK(lamina_text_layout_create(text, NULL, size, &layout));
  CHECK_OK(lamina_text_layout_get_line(layout, 0, &line));
  CHECK(line.rect.size.height == 30 && line.rect.origin.x == 20);
  CHECK_OK(lamina_text_layout_get_attachment(layout, 0, &rect, &byte));
  CHECK(rect.size.width == 12 && rect.origin.y >= 30);
  CHECK_EQUAL(byte, 8);
  byte = 0;
  CHECK_OK(lamina_text_layout_get_attachment(layout, 0, NULL, &byte));
  CHECK_EQUAL(byte, 8);
  lamina_text_layout_release(layout);
  lamina_text_release(text);
  lamina_text_builder_release(builder);
}

/* Nonsense is refused, and names its field. */
/* A link of markup has no look: its bytes say what to underline, and where it stands. */
static void test_links(void) {
  static const char markup[] = "See <a href=\"7\">one <b>or</b> two</a>, <a href=\"8\">three</a><a href=\"9\">four</a>.";
  lamina_text *text = NULL;
  lamina_text_layout *layout = NULL;
  lamina_text_link link = LAMINA_TEXT_LINK_INIT, found[3];
  lamina_text_hit hit = LAMINA_TEXT_HIT_INIT;
  lamina_size size = {INFINITY, INFINITY};
  lamina_rect rect;
  lamina_point middle;
  size_t count = 0, total = 0;
  CHECK_OK(lamina_text_create_markup(context, markup, LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_text_layout_create(text, NULL, size, &layout));
  while (total < 3 && lamina_text_get_link(text, link.end, &link) == LAMINA_OK) {
    found[total++] = link;
    CHECK_OK(lamina_text_layout_read_rects(layout, link.begin, link.end, &rect, 1, &count));
    CHECK_EQUAL(count, 1);
    middle.x = rect.origin.x + rect.size.width / 2;
    middle.y = rect.origin.y + rect.size.height / 2;
    CHECK_OK(lamina_text_layout_hit_test(layout, middle, &hit));
    CHECK(hit.link == link.link && hit.link_begin == link.begin && hit.link_end == link.end);
  }
  CHECK_EQUAL(total, 3);
  CHECK(found[0].link == 7 && found[0].begin == 4 && found[0].end == 14);
  CHECK(found[1].link == 8 && found[1].begin == 16 && found[1].end == 21);
  CHECK(found[2].link == 9 && found[2].begin == 21 && found[2].end == 25);
  CHECK_OK(lamina_text_get_link(text, 9, &link));
  CHECK_EQUAL(link.begin, 4);
  CHECK_STATUS(lamina_text_get_link(text, 25, &link), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_get_link(text, SIZE_MAX, &link), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_get_link(text, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(link.begin, 4);
  lamina_text_layout_release(layout);
  lamina_text_release(text);
  CHECK_STATUS(lamina_text_get_link(text, 0, &link), LAMINA_ERROR_INVALID_HANDLE);
}

/* Where the character `byte` of "\t1.480,50" begins when `point` stands at a stop 80 away. */
static double place_of_digit(uint32_t point, size_t byte) {
  lamina_tab_stop stop = {80, LAMINA_TAB_ALIGNMENT_DECIMAL};
  lamina_text_paragraph paragraph = LAMINA_TEXT_PARAGRAPH_INIT;
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_layout *layout = NULL;
  lamina_text *text = NULL;
  lamina_size size = {INFINITY, INFINITY};
  lamina_rect rect = {{0, 0}, {0, 0}};
  size_t count = 0;
  paragraph.tab_stops = &stop;
  paragraph.tab_stop_count = 1;
  paragraph.decimal_point = point;
  options.paragraph = &paragraph;
  CHECK_OK(lamina_text_create(context, "\t1.480,50", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_text_layout_create(text, &options, size, &layout));
  CHECK_OK(lamina_text_layout_read_rects(layout, byte, byte + 1, &rect, 1, &count));
  lamina_text_layout_release(layout);
  lamina_text_release(text);
  return rect.origin.x;
}

static void test_decimal_stops(void) {
  lamina_text_paragraph paragraph = LAMINA_TEXT_PARAGRAPH_INIT;
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  const double comma = place_of_digit(',', 6), point = place_of_digit(0, 2);
  CHECK(comma > 70 && comma < 81 && point > 70 && point < 81);
  CHECK(place_of_digit('.', 2) == point && place_of_digit(',', 2) < 60);
  CHECK_OK(lamina_text_create(context, "1", LAMINA_NUL_TERMINATED, NULL, &text));
  paragraph.line_height = 1e6;
  options.paragraph = &paragraph;
  CHECK_STATUS(lamina_text_measure(text, &options, 100, &metrics), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "line_height is 1000000.0; a number from 0 to 100,000 is needed") != NULL);
  paragraph.line_height = 0;
  paragraph.decimal_point = 0xD800;
  CHECK_STATUS(lamina_text_measure(text, &options, 100, &metrics), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "decimal_point is 55296") != NULL);
  lamina_text_release(text);
}

static void test_refusals(void) {
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stops[2] = {{0.6, {0, 0, 0, 1}}, {0.4, {1, 1, 1, 1}}};
  lamina_text_shadow shadow = {{0, 0, 0, 1}, 0, 0, -1};
  lamina_text *text = NULL;
#define REFUSED(field, value, word)                                                                              \
  do {                                                                                                           \
    lamina_text_attributes fresh = LAMINA_TEXT_ATTRIBUTES_INIT;                                                  \
    look = fresh;                                                                                                \
    look.field = value;                                                                                          \
    CHECK_STATUS(lamina_text_create(context, "x", 1, &look, &text), LAMINA_ERROR_INVALID_ARGUMENT);              \
    CHECK(strstr(lamina_last_error(), word) != NULL);                                                            \
  } while (0)
  REFUSED(size_factor, 1e9, "size_factor");
  REFUSED(stretch, 10, "stretch");
  REFUSED(features, "nonsense!", "features");
  REFUSED(variations, "wght", "variations");
  REFUSED(language, "not a tag", "language");
  REFUSED(letter_spacing, NAN, "letter_spacing");
  REFUSED(letter_spacing, 1001, "letter_spacing is 1001.0; a number from -1000 to 1000 is needed");
  REFUSED(rise, INFINITY, "rise");
  REFUSED(stroke_width, -1, "stroke_width");
  REFUSED(border_width, -1, "border_width");
  REFUSED(border_radius, NAN, "border_radius");
  REFUSED(border_padding.left, 1001, "border_padding.left is 1001.0; a number from 0 to 1000 is needed");
  REFUSED(inner_shadow_count, 17, "inner_shadows");
  REFUSED(shadow_count, 3, "shadows");
  look.shadow_count = 1;
  look.shadows = &shadow;
  CHECK_STATUS(lamina_text_create(context, "x", 1, &look, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  REFUSED(gradient, &gradient, "stop_count");
  gradient.stops = stops;
  gradient.stop_count = 2;
  CHECK_STATUS(lamina_text_create(context, "x", 1, &look, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "attributes->gradient->stops[1].offset is 0.4, less than the 0.6 of the stop before") != NULL);
  gradient.stop_count = 65;
  CHECK_STATUS(lamina_text_create(context, "x", 1, &look, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "attributes->gradient->stops has 65 elements; at most 64") != NULL);
  gradient.stop_count = 1;
  gradient.end.y = 1001;
  CHECK_STATUS(lamina_text_create(context, "x", 1, &look, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "attributes->gradient->end.y is 1001.0; a number from -1000 to 1000 is") != NULL);
  CHECK(text == NULL);
}

static int logged;
static void count_log(lamina_log_level level, const char *message, void *user_data) {
  (void)user_data;
  CHECK_EQUAL(level, LAMINA_LOG_LEVEL_WARNING);
  CHECK(strstr(message, "has no fonts") != NULL);
  logged++;
}

static void test_fonts(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *bare = NULL;
  lamina_text *text = NULL;
  char name[64];
  char *data = (char *)malloc(1 << 20);
  FILE *file = fopen("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", "rb");
  size_t length = file != NULL && data != NULL ? fread(data, 1, 1 << 20, file) : 0;
  CHECK(length > 1000);
  if (file != NULL) fclose(file);
  options.flags = (lamina_context_flags)66;
  CHECK_STATUS(lamina_context_create(&options, &bare), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->flags is 66, which has flags") != NULL);
  CHECK(strstr(lamina_last_error(), "LAMINA_CONTEXT_FLAGS_DETERMINISTIC (1)") != NULL);
  options.flags = LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS;
  options.log = count_log;
  CHECK_OK(lamina_context_create(&options, &bare));
  CHECK_OK(lamina_context_process(bare, 0));
  CHECK_EQUAL(logged, 0);
  CHECK_EQUAL(lamina_context_read_font_families(bare, NULL, 0), 0);
  CHECK_OK(lamina_text_create(bare, "abc", 3, NULL, &text));
  CHECK_EQUAL(measure(text, NULL, INFINITY).missing_glyphs, 3);
  /* Said once, when there is a text to be seen. */
  CHECK_OK(lamina_context_process(bare, 0));
  CHECK_OK(lamina_context_process(bare, 0));
  CHECK_EQUAL(logged, 1);
  CHECK_STATUS(lamina_context_add_font_data(bare, "no font", 7), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_context_add_font_data(bare, data, 3000), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_context_add_font_data(bare, data, SIZE_MAX), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_add_font_data(bare, data, length));
  CHECK_OK(lamina_context_add_font_data(bare, data, length));
  memset(data, 0, length);
  CHECK(lamina_context_has_font_family(bare, "dejavu sans mono", LAMINA_NUL_TERMINATED));
  CHECK(!lamina_context_has_font_family(bare, "Sans", 4));
  CHECK_EQUAL(lamina_context_read_font_families(bare, name, sizeof name), 17);
  CHECK_TEXT(name, "DejaVu Sans Mono\n");
  CHECK_EQUAL(lamina_context_read_font_match(bare, "Nothing", 7, name, sizeof name), 16);
  CHECK_TEXT(name, "DejaVu Sans Mono");
  CHECK_EQUAL(measure(text, NULL, INFINITY).missing_glyphs, 0);
  free(data);
  lamina_text_release(text);
  lamina_context_release(bare);
}

static int inked(const uint32_t *pixels, int count) {
  int found = 0;
  while (count-- > 0) found += *pixels++ != 0;
  return found;
}

static void test_cairo(void) {
  static uint32_t pixels[100 * 40], ours[100 * 40];
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  lamina_rect frame = {{5, 5}, {90, 30}};
  lamina_color red = {1, 0, 0, 1};
  lamina_text *text = NULL;
  cairo_surface_t *surface = cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_ARGB32, 100, 40, 400);
  cairo_t *cairo = cairo_create(surface);
  double minimum = 0, maximum = 0;
  bitmap.data = ours;
  bitmap.width = 100;
  bitmap.height = 40;
  bitmap.stride = 400;
  CHECK_OK(lamina_text_create(context, "cairo", 5, NULL, &text));
  CHECK_OK(lamina_text_get_content_widths(text, NULL, &minimum, &maximum));
  CHECK(minimum > 0 && minimum == maximum);
  minimum = maximum = 0;
  CHECK_OK(lamina_text_get_content_widths(text, NULL, &minimum, NULL));
  CHECK_OK(lamina_text_get_content_widths(text, NULL, NULL, &maximum));
  CHECK(minimum > 0 && minimum == maximum);
  CHECK_OK(lamina_text_draw(text, NULL, frame, red, 1, &bitmap));
  CHECK_OK(lamina_text_draw_cairo(text, NULL, frame, red, cairo));
  cairo_surface_flush(surface);
  CHECK(inked(pixels, 4000) > 50);
  CHECK(memcmp(pixels, ours, sizeof ours) == 0);
  /* Turned, it stands elsewhere, but it is there. */
  memset(pixels, 0, sizeof pixels);
  cairo_surface_mark_dirty(surface);
  cairo_translate(cairo, 0, 20);
  cairo_rotate(cairo, -0.3);
  CHECK_OK(lamina_text_draw_cairo(text, NULL, frame, red, cairo));
  cairo_surface_flush(surface);
  CHECK(inked(pixels, 4000) > 50);
  CHECK_STATUS(lamina_text_draw_cairo(text, NULL, frame, red, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  cairo_restore(cairo); /* without a save: an error that stays */
  CHECK_STATUS(lamina_text_draw_cairo(text, NULL, frame, red, cairo), LAMINA_ERROR_BACKEND);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  lamina_text_release(text);
}

/* Lines beside a triangle are as long as it leaves them room. */
static void test_polygons(void) {
  lamina_point corner[] = {{0, 0}, {200, 0}, {0, 200}}, broken[] = {{0, 0}, {NAN, 0}, {0, 1}};
  lamina_text_polygon polygons[] = {{corner, 3}};
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_size size = {300, 400};
  lamina_text *text = NULL;
  lamina_text_layout *layout = NULL;
  size_t i;
  double before = INFINITY;
  const char *words = "one two three four five six seven eight nine ten eleven twelve one two three four five six seven "
                      "eight nine ten eleven twelve one two three four five six seven eight nine ten eleven twelve";
  CHECK_OK(lamina_text_create(context, words, LAMINA_NUL_TERMINATED, NULL, &text));
  options.exclusion_polygons = polygons;
  options.exclusion_polygon_count = 1;
  CHECK_OK(lamina_text_layout_create(text, &options, size, &layout));
  CHECK_OK(lamina_text_layout_get_metrics(layout, &metrics));
  CHECK(metrics.line_count > 6);
  for (i = 0; i < metrics.line_count; i++) {
    lamina_text_line line = LAMINA_TEXT_LINE_INIT;
    double top, edge;
    CHECK_OK(lamina_text_layout_get_line(layout, i, &line));
    top = line.rect.origin.y;
    edge = top < 200 ? 200 - top : 0;
    /* The widest part of the triangle beside the line is at its top. */
    CHECK(line.rect.origin.x >= edge - 0.01 && line.rect.origin.x <= edge + 0.01);
    CHECK(line.rect.origin.x < before || edge == 0);
    before = line.rect.origin.x;
  }
  lamina_text_layout_release(layout);
  polygons[0].point_count = 2;
  CHECK_STATUS(lamina_text_measure(text, &options, 300, &metrics), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "exclusion_polygons[0].point_count is 2; 3 to 1,024 are needed") != NULL);
  polygons[0].points = broken;
  polygons[0].point_count = 3;
  CHECK_STATUS(lamina_text_measure(text, &options, 300, &metrics), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "exclusion_polygons[0].points[1] is (nan, 0.0)") != NULL);
  polygons[0].points = NULL;
  CHECK_STATUS(lamina_text_measure(text, &options, 300, &metrics), LAMINA_ERROR_INVALID_ARGUMENT);
  /* An enormous one. */
  corner[1].x = 1e7;
  corner[2].y = 1e7;
  polygons[0].points = corner;
  CHECK_OK(lamina_text_measure(text, &options, 300, &metrics));
  lamina_text_release(text);
}

int main(void) {
  context = check_context(1);
  test_markup();
  test_links();
  test_decimal_stops();
  test_builder();
  test_refusals();
  test_fonts();
  test_cairo();
  test_polygons();
  lamina_context_release(context);
  return check_done(__FILE__);
}
