/* One rule for all buffers: what fits is written, and the whole length comes back whether or not it did. */
#include "check.h"

static lamina_context *context;
static lamina_node *node;
static lamina_spec *spec;
static lamina_text *text;
static lamina_template *form;
static lamina_text_layout *layout;

/* ---- Strings ---- */

typedef size_t (*reader)(char *buffer, size_t capacity);

static size_t read_dimension(char *buffer, size_t capacity) {
  lamina_dimension half = LAMINA_FRACTION(0.5);
  return lamina_dimension_read_text(half, buffer, capacity);
}
static size_t read_name(char *buffer, size_t capacity) { return lamina_node_read_name(node, buffer, capacity); }
static size_t read_node(char *buffer, size_t capacity) { return lamina_node_read_description(node, buffer, capacity); }
static size_t read_spec(char *buffer, size_t capacity) { return lamina_spec_read_description(spec, buffer, capacity); }
static size_t read_string(char *buffer, size_t capacity) { return lamina_text_read_string(text, buffer, capacity); }
static size_t read_slot(char *buffer, size_t capacity) { return lamina_template_read_slot_name(form, 0, buffer, capacity); }
static size_t read_families(char *buffer, size_t capacity) {
  return lamina_context_read_font_families(context, buffer, capacity);
}
static size_t read_match(char *buffer, size_t capacity) {
  return lamina_context_read_font_match(context, "Sans", LAMINA_NUL_TERMINATED, buffer, capacity);
}
static size_t read_explanation(char *buffer, size_t capacity) {
  lamina_size_range range = { { 0, 0 }, { 100, 100 } };
  lamina_element element = LAMINA_NODE(node);
  return lamina_node_read_explanation(node, range, element, buffer, capacity);
}

static const struct string_row {
  const char *name;
  reader read;
} strings[] = {
    { "lamina_dimension_read_text", read_dimension },
    { "lamina_node_read_name", read_name },
    { "lamina_node_read_description", read_node },
    { "lamina_node_read_explanation", read_explanation },
    { "lamina_spec_read_description", read_spec },
    { "lamina_text_read_string", read_string },
    { "lamina_template_read_slot_name", read_slot },
    { "lamina_context_read_font_families", read_families },
    { "lamina_context_read_font_match", read_match },
};

/* How much of `whole` goes into `capacity` bytes: whole characters, and a NUL. */
static size_t fitting(const char *whole, size_t length, size_t capacity) {
  size_t count = capacity - 1 < length ? capacity - 1 : length;
  while (count > 0 && count < length && ((unsigned char)whole[count] & 0xC0) == 0x80) count--;
  return count;
}

static void test_string(const struct string_row *row) {
  size_t length = row->read(NULL, 0), capacity, step;
  char *whole = (char *)malloc(length + 1), *buffer = (char *)malloc(length + 16);
  int passed = length > 0 && whole != NULL && buffer != NULL;
  passed = passed && row->read(NULL, 99) == length && row->read(whole, length + 1) == length && strlen(whole) == length;
  /* Every capacity of a short text, and some of a long one. */
  step = length / 200 + 1;
  for (capacity = 0; passed && capacity <= length + 2; capacity += step) {
    size_t count = capacity > 0 ? fitting(whole, length, capacity) : 0;
    memset(buffer, '#', length + 16);
    passed = row->read(buffer, capacity) == length;
    if (capacity > 0) passed = passed && memcmp(buffer, whole, count) == 0 && buffer[count] == 0;
    passed = passed && buffer[capacity] == '#' && buffer[length + 15] == '#';
  }
  memset(buffer, '#', length + 16);
  passed = passed && row->read(buffer, SIZE_MAX) == length && memcmp(buffer, whole, length + 1) == 0 && buffer[length + 1] == '#';
  if (!CHECK(passed)) printf("  %s, capacity %zu of %zu\n", row->name, capacity, length);
  free(whole);
  free(buffer);
}

/* ---- Arrays ---- */

enum { ROOM = 16 };

/* Reads into an array of `capacity` elements (NULL: none is given) and returns the whole count. */
typedef size_t (*array_reader)(void *array, size_t capacity);

static size_t read_rects(void *array, size_t capacity) {
  size_t count = SIZE_MAX;
  CHECK_OK(lamina_text_layout_read_rects(layout, 0, SIZE_MAX, (lamina_rect *)array, capacity, &count));
  return count;
}

static size_t read_nodes(void *array, size_t capacity) {
  lamina_tree_record records[3] = { LAMINA_TREE_RECORD_INIT, LAMINA_TREE_RECORD_INIT, LAMINA_TREE_RECORD_INIT };
  lamina_node *root = NULL;
  records[1].parent = records[2].parent = 0;
  CHECK_OK(lamina_node_create_tree(context, records, 3, (lamina_node **)array, capacity, &root));
  lamina_node_release(root);
  return 3;
}

static const struct array_row {
  const char *name;
  array_reader read;
  size_t size;
} arrays[] = {
    { "lamina_text_layout_read_rects", read_rects, sizeof(lamina_rect) },
    { "lamina_node_create_tree", read_nodes, sizeof(lamina_node *) },
};

static int is_untouched(const unsigned char *bytes, size_t begin, size_t end) {
  for (; begin < end; begin++) {
    if (bytes[begin] != '#') return 0;
  }
  return 1;
}

static void test_array(const struct array_row *row) {
  unsigned char bytes[ROOM * sizeof(lamina_rect)];
  size_t count = row->read(NULL, 0), capacity;
  int passed = count >= 2 && count < ROOM && row->read(NULL, 5) == count;
  for (capacity = 0; passed && capacity < ROOM; capacity++) {
    size_t written = capacity < count ? capacity : count;
    memset(bytes, '#', sizeof bytes);
    passed = row->read(bytes, capacity) == count;
    passed = passed && is_untouched(bytes, written * row->size, sizeof bytes);
    if (written > 0) passed = passed && !is_untouched(bytes, (written - 1) * row->size, written * row->size);
  }
  memset(bytes, '#', sizeof bytes);
  passed = passed && row->read(bytes, SIZE_MAX) == count && is_untouched(bytes, count * row->size, sizeof bytes);
  if (!CHECK(passed)) printf("  %s, capacity %zu of %zu\n", row->name, capacity, count);
}

int main(void) {
  lamina_node *child;
  const char *json = "{\"root\": {\"kind\": \"text\", \"text\": \"{m\xC3\xA4gic}\"}}";
  size_t i;
  context = check_context(0);
  node = check_box(context, 10, 10);
  child = check_node(context);
  CHECK_OK(lamina_node_set_name(node, "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8C\x8D", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_spec_create_center(context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, child, &spec));
  CHECK_OK(lamina_text_create(context, "\xE2\x82\xAC" "a\nb\nc", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_text_layout_create(text, NULL, check_make_size(100, 100), &layout));
  CHECK_OK(lamina_template_create(context, json, LAMINA_NUL_TERMINATED, &form));

  for (i = 0; i < sizeof strings / sizeof *strings; i++) test_string(&strings[i]);
  for (i = 0; i < sizeof arrays / sizeof *arrays; i++) test_array(&arrays[i]);

  lamina_template_release(form);
  lamina_text_layout_release(layout);
  lamina_text_release(text);
  lamina_spec_release(spec);
  lamina_node_release(child);
  lamina_node_release(node);
  lamina_context_release(context);
  return check_done(__FILE__);
}
