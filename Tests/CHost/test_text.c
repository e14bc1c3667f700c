/* Texts, builders, measuring and text nodes. */
#include "check.h"

static lamina_context *context;

static lamina_text *text_of(const char *string, double size) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  attributes.family = "DejaVu Sans";
  attributes.size = size;
  CHECK_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, &attributes, &text));
  return text;
}

static lamina_text_metrics measure(lamina_text *text, const lamina_text_options *options, double width) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  CHECK_OK(lamina_text_measure(text, options, width, &metrics));
  return metrics;
}

static void test_strings(void) {
  lamina_text *text = text_of("a\xc3\xa9z", 14), *refused = NULL;
  char buffer[8];
  CHECK_EQUAL(lamina_text_get_length(text), 4);
  CHECK_EQUAL(lamina_text_read_string(text, buffer, sizeof buffer), 4);
  CHECK_TEXT(buffer, "a\xc3\xa9z");
  CHECK_EQUAL(lamina_text_read_string(text, buffer, 3), 4);
  CHECK_TEXT(buffer, "a");
  CHECK_EQUAL(lamina_text_read_string(text, NULL, 0), 4);
  CHECK(lamina_text_retain(text) == text);
  lamina_text_release(text);
  lamina_text_release(text);
  lamina_text_release(NULL);
  CHECK_EQUAL(lamina_text_get_length(text), 0);
  CHECK_STATUS(lamina_text_create(context, "\xff", 1, NULL, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), " is not UTF-8: byte 0 (0xff) is wrong") != NULL);
  CHECK_STATUS(lamina_text_create_markup(context, "a\xff", 2, NULL, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), " is not UTF-8: byte 1 (0xff) is wrong") != NULL);
  CHECK_STATUS(lamina_text_create(context, NULL, 1, NULL, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_create(context, "a", 1, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(refused == NULL);
  CHECK_OK(lamina_text_create(context, "", 0, NULL, &text));
  CHECK_EQUAL(lamina_text_get_length(text), 0);
  CHECK(measure(text, NULL, INFINITY).size.height >= 0);
  lamina_text_release(text);
}

static void test_attributes_are_checked(void) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  lamina_color color = {0, 0, 2, 1};
  attributes.size = -1;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  attributes.size = 2001;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  attributes.size = NAN;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  attributes.size = 2000;
  attributes.weight = 50;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  attributes.weight = 1000;
  attributes.slant = (lamina_font_slant)99;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  attributes.slant = LAMINA_FONT_SLANT_ITALIC;
  attributes.underline = (lamina_underline)-1;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  attributes.underline = LAMINA_UNDERLINE_SINGLE;
  attributes.color = color;
  CHECK_STATUS(lamina_text_create(context, "a", 1, &attributes, &text), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(text == NULL);
  attributes.color.blue = 1;
  CHECK_OK(lamina_text_create(context, "a", 1, &attributes, &text));
  lamina_text_release(text);
}

static void test_measuring(void) {
  lamina_text *small = text_of("The quick brown fox jumps over the lazy dog", 12);
  lamina_text *large = text_of("The quick brown fox jumps over the lazy dog", 24);
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_metrics one = measure(small, NULL, INFINITY), wrapped, cut, spaced;
  lamina_text_metrics older;
  CHECK_EQUAL(one.line_count, 1);
  CHECK(one.size.width > 100 && one.size.height > 10 && one.size.height < 30);
  CHECK(one.first_baseline > 5 && one.first_baseline < one.size.height);
  CHECK_NEAR(one.first_baseline, one.last_baseline);
  CHECK(!one.is_truncated);
  CHECK(measure(large, NULL, INFINITY).size.width > 1.8 * one.size.width);

  wrapped = measure(small, NULL, 100);
  CHECK(wrapped.line_count >= 3);
  CHECK(wrapped.size.width <= 100);
  CHECK(wrapped.last_baseline > wrapped.first_baseline);
  options.max_lines = 2;
  cut = measure(small, &options, 100);
  CHECK_EQUAL(cut.line_count, 2);
  CHECK(cut.is_truncated);
  CHECK(cut.size.height < wrapped.size.height);
  options.max_lines = 0;
  options.line_spacing = 2;
  spaced = measure(small, &options, 100);
  CHECK(spaced.size.height > wrapped.size.height * 1.4);

  memset(&older, 0x5A, sizeof older);
  older.struct_size = offsetof(lamina_text_metrics, line_count);
  CHECK_OK(lamina_text_measure(small, NULL, INFINITY, &older));
  CHECK_NEAR(older.size.width, one.size.width);
  CHECK(older.line_count != 1); /* beyond its struct_size */

  CHECK_STATUS(lamina_text_measure(small, NULL, NAN, &one), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_measure(small, NULL, -1, &one), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_measure(small, NULL, 100, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  options.wrap = (lamina_text_wrap)99;
  CHECK_STATUS(lamina_text_measure(small, &options, 100, &one), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(one.line_count, 1);
  lamina_text_release(small);
  lamina_text_release(large);
}

static void test_many_scripts(void) {
  static const char *const strings[] = {
      "\xd8\xa7\xd9\x84\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 \xd8\xb9\xd9\x84\xd9\x8a\xd9\x83\xd9\x85", /* Arabic */
      "\xe6\xbc\xa2\xe5\xad\x97\xe3\x81\x8b\xe3\x81\xaa",                                          /* Japanese */
      "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7 family",            /* joined emoji */
      "line\nbreaks\r\nof\xe2\x80\xa8several\xe2\x80\xa9kinds\n", "\xe2\x80\xae reversed", "\t\t"};
  size_t i;
  for (i = 0; i < sizeof strings / sizeof strings[0]; i++) {
    lamina_text *text = text_of(strings[i], 16);
    lamina_text_metrics m = measure(text, NULL, 60);
    CHECK(m.line_count >= 1 && m.size.height > 0);
    lamina_text_release(text);
  }
}

static void test_builder(void) {
  lamina_text_builder *builder = NULL;
  lamina_text_attributes base = LAMINA_TEXT_ATTRIBUTES_INIT, large = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *first = NULL, *second = NULL;
  char buffer[32];
  base.family = "DejaVu Sans";
  large.size = 40;
  CHECK_OK(lamina_text_builder_create(context, &base, &builder));
  CHECK_OK(lamina_text_builder_append(builder, "caf\xc3\xa9 ", LAMINA_NUL_TERMINATED, NULL));
  CHECK_OK(lamina_text_builder_append(builder, "noir", 4, NULL));
  CHECK_OK(lamina_text_builder_copy_text(builder, &first));
  CHECK_EQUAL(lamina_text_read_string(first, buffer, sizeof buffer), 10);
  CHECK_TEXT(buffer, "caf\xc3\xa9 noir");

  /* inside the letter */
  CHECK_STATUS(lamina_text_builder_set_attributes(builder, 4, 6, &large), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_builder_set_attributes(builder, 0, 11, &large), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_builder_set_attributes(builder, 12, SIZE_MAX, &large), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_builder_set_attributes(builder, 0, 3, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_builder_append(builder, "\xc3", 1, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_text_builder_set_attributes(builder, 6, SIZE_MAX, &large));
  CHECK_OK(lamina_text_builder_append(builder, "!", 1, &large));
  CHECK_OK(lamina_text_builder_copy_text(builder, &second));
  CHECK_EQUAL(lamina_text_get_length(first), 10); /* a text is a value */
  CHECK_EQUAL(lamina_text_get_length(second), 11);
  CHECK(measure(second, NULL, INFINITY).size.height > measure(first, NULL, INFINITY).size.height * 1.5);
  CHECK(lamina_text_builder_retain(builder) == builder);
  lamina_text_builder_release(builder);
  lamina_text_builder_release(builder);
  lamina_text_builder_release(NULL);
  CHECK_STATUS(lamina_text_builder_append(builder, "a", 1, NULL), LAMINA_ERROR_INVALID_HANDLE);
  lamina_text_release(first);
  lamina_text_release(second);
}

static void test_text_node(void) {
  lamina_text *text = text_of("words that take room", 14), *other = text_of("more words that take more room", 14);
  lamina_node *node = NULL, *box = check_node(context);
  lamina_layout *layout = NULL;
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_size_range range = {{0, 0}, {INFINITY, INFINITY}};
  lamina_text_metrics m = measure(text, NULL, INFINITY);
  double narrow;
  CHECK_OK(lamina_node_create_text(context, text, &node));
  lamina_text_release(text); /* the node keeps it */
  CHECK_OK(lamina_layout_create(node, range, &layout));
  CHECK(fabs(lamina_layout_get_size(layout).width - m.size.width) <= 1);
  CHECK(fabs(lamina_layout_get_size(layout).height - m.size.height) <= 1);
  lamina_layout_release(layout);

  CHECK_OK(lamina_node_set_text(node, other));
  CHECK_OK(lamina_layout_create(node, range, &layout));
  CHECK(lamina_layout_get_size(layout).width > m.size.width + 10);
  lamina_layout_release(layout);

  range.max.width = 60;
  CHECK_OK(lamina_layout_create(node, range, &layout));
  narrow = lamina_layout_get_size(layout).height;
  CHECK(narrow > m.size.height * 1.5);
  lamina_layout_release(layout);
  options.max_lines = 1;
  CHECK_OK(lamina_node_set_text_options(node, &options));
  CHECK_OK(lamina_layout_create(node, range, &layout));
  CHECK(lamina_layout_get_size(layout).height < narrow);
  lamina_layout_release(layout);
  CHECK_OK(lamina_node_set_text_options(node, NULL));
  CHECK_OK(lamina_node_set_text(node, NULL));

  CHECK_STATUS(lamina_node_set_text(box, other), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_node_set_text_options(box, &options), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_node_set_draw_callback(node, NULL, NULL, NULL), LAMINA_ERROR_UNSUPPORTED);
  lamina_text_release(other);
  lamina_node_release(node);
  lamina_node_release(box);
}

/* A string alone keeps the look of the whole text, and drops those of its parts. */
static void test_strings_of_nodes(void) {
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT, part = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL, *expected = NULL, *found = NULL;
  lamina_node *node = NULL, *box = check_node(context);
  lamina_layout *layout = NULL;
  lamina_size_range any = {{0, 0}, {INFINITY, INFINITY}};
  look.size = 40;
  part.weight = 700;
  CHECK_OK(lamina_text_builder_create(context, &look, &builder));
  CHECK_OK(lamina_text_builder_append(builder, "12", LAMINA_NUL_TERMINATED, NULL));
  CHECK_OK(lamina_text_builder_append(builder, "%", LAMINA_NUL_TERMINATED, &part));
  CHECK_OK(lamina_text_builder_copy_text(builder, &text));
  lamina_text_builder_release(builder);
  CHECK_OK(lamina_node_create_text(context, text, &node));
  CHECK_OK(lamina_node_copy_text(node, &found));
  CHECK(lamina_text_is_equal(found, text));
  lamina_text_release(found);
  lamina_text_release(text);
  CHECK_OK(lamina_node_set_string(node, "12%", LAMINA_NUL_TERMINATED)); /* the same letters in one look */
  CHECK_OK(lamina_text_create(context, "12%", LAMINA_NUL_TERMINATED, &look, &expected));
  CHECK_OK(lamina_node_copy_text(node, &found));
  CHECK(lamina_text_is_equal(found, expected));
  lamina_text_release(found);
  lamina_text_release(expected);
  CHECK_OK(lamina_layout_create(node, any, &layout));
  CHECK(lamina_layout_get_size(layout).height >= 40);
  lamina_layout_release(layout);
  /* What is refused leaves what was there. */
  CHECK_STATUS(lamina_node_set_string(node, "a\xff", LAMINA_NUL_TERMINATED), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_string(node, NULL, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_string(node, "x", (size_t)1 << 40), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "the length of utf8 is 1099511627776; less than 2 GiB") != NULL);
  CHECK_STATUS(lamina_node_set_name(node, "x", (size_t)1 << 31), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_set_string(box, "x", 1), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_node_copy_text(box, &found), LAMINA_ERROR_UNSUPPORTED);
  CHECK_OK(lamina_node_copy_text(node, &found));
  CHECK_EQUAL(lamina_text_get_length(found), 3);
  lamina_text_release(found);
  /* The look of an empty string stays; that of no text is the default. */
  CHECK_OK(lamina_node_set_string(node, "", 0));
  CHECK_OK(lamina_node_set_string(node, "7", 1));
  CHECK_OK(lamina_layout_create(node, any, &layout));
  CHECK(lamina_layout_get_size(layout).height >= 40);
  lamina_layout_release(layout);
  CHECK_OK(lamina_node_set_text(node, NULL));
  found = text;
  CHECK_OK(lamina_node_copy_text(node, &found));
  CHECK(found == NULL);
  CHECK_OK(lamina_node_set_string(node, "7", 1));
  CHECK_OK(lamina_layout_create(node, any, &layout));
  CHECK(lamina_layout_get_size(layout).height < 40);
  lamina_layout_release(layout);
  lamina_node_release(node);
  lamina_node_release(box);
}

/* A text of many paragraphs that changes measures as one that was created so. */
static void test_replacing(void) {
  enum { LINES = 200 };
  char string[LINES * 8 + 1], found[LINES * 8 + 16];
  lamina_text_attributes bold = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text, *changed = NULL, *same, *refused = NULL;
  size_t length = 0;
  int i;
  for (i = 0; i < LINES; i++) length += (size_t)snprintf(string + length, sizeof string - length, "line%d\n", i % 90);
  text = text_of(string, 14);
  CHECK_EQUAL(measure(text, NULL, 300).line_count, LINES + 1);
  CHECK_OK(lamina_text_create_replaced(text, 0, 4, "a wider\nbegin", 13, NULL, &changed));
  CHECK_EQUAL(lamina_text_get_length(changed), length + 9);
  CHECK_EQUAL(lamina_text_read_string(changed, found, sizeof found), length + 9);
  CHECK(memcmp(found, "a wider\nbegin0\nline1\n", 21) == 0);
  same = text_of(found, 14);
  CHECK(lamina_text_is_equal(same, changed));
  CHECK_EQUAL(measure(changed, NULL, 300).line_count, LINES + 2);
  CHECK(measure(changed, NULL, 300).size.width == measure(same, NULL, 300).size.width);
  CHECK(measure(changed, NULL, 300).size.height == measure(same, NULL, 300).size.height);
  lamina_text_release(same);
  lamina_text_release(changed);
  bold.weight = 700;
  CHECK_OK(lamina_text_create_replaced(text, length, SIZE_MAX, "end", 3, &bold, &changed));
  CHECK_EQUAL(lamina_text_get_length(changed), length + 3);
  lamina_text_release(changed);
  CHECK_OK(lamina_text_create_replaced(text, 0, SIZE_MAX, NULL, 0, NULL, &changed));
  CHECK_EQUAL(lamina_text_get_length(changed), 0);
  lamina_text_release(changed);
  CHECK_STATUS(lamina_text_create_replaced(text, 3, 2, "", 0, NULL, &refused), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_create_replaced(text, 0, length + 1, "", 0, NULL, &refused), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_text_create_replaced(text, 0, 1, "\xff", 1, NULL, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_create_replaced(text, 0, 1, NULL, 1, NULL, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_create_replaced(text, 0, 1, "", 0, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_text_create_replaced(NULL, 0, 1, "", 0, NULL, &refused), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(refused == NULL);
  lamina_text_release(text);
  text = text_of("\xc3\xa9", 14);
  CHECK_STATUS(lamina_text_create_replaced(text, 1, 2, "", 0, NULL, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_text_release(text);
}

int main(void) {
  context = check_context(1);
  test_strings();
  test_attributes_are_checked();
  test_measuring();
  test_many_scripts();
  test_builder();
  test_text_node();
  test_strings_of_nodes();
  test_replacing();
  lamina_context_release(context);
  return check_done(__FILE__);
}
