/* What a message names: the argument, which of several, its value, and what would be right. */
#include "check.h"

static lamina_context *context;
static char said[1024];

static void note(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)user_data;
  snprintf(said, sizeof said, "%s", message);
}

static void check_says(lamina_status status, lamina_status expected, const char *words) {
  CHECK_STATUS(status, expected);
  if (!CHECK(strstr(lamina_last_error(), words) != NULL)) printf("    \"%s\" is not in: %s\n", words, lamina_last_error());
}

#define WRONG(call, words) check_says((call), LAMINA_ERROR_INVALID_ARGUMENT, (words))

static void test_options(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *made = NULL;
  const char *files[2] = { "/nonexistent/font.ttf", NULL };
  const char *languages[] = { "not a language", "-", "en-", "12", "averylongsubtag", "pt--BR", "d\xC3\xA9" };
  size_t i;
  options.font_files = files;
  options.font_file_count = 2;
  WRONG(lamina_context_create(&options, &made), "options->font_files[1] is NULL; a path is needed");
  files[1] = "";
  WRONG(lamina_context_create(&options, &made), "options->font_files[1] is empty");
  options.font_files = NULL;
  WRONG(lamina_context_create(&options, &made), "options->font_files is NULL, but its count is 2");
  options.font_files = files;
  options.font_file_count = 5000;
  WRONG(lamina_context_create(&options, &made), "options->font_files has 5000 elements; at most 4096 are allowed");
  options.font_file_count = 0;
  for (i = 0; i < sizeof languages / sizeof *languages; i++) {
    options.language = languages[i];
    WRONG(lamina_context_create(&options, &made), "options->language is \"");
  }
  options.language = "zh-Hant-TW";
  if (CHECK_OK(lamina_context_create(&options, &made))) lamina_context_release(made);
}

static void test_struct_sizes(void) {
  lamina_stack_options stack = LAMINA_STACK_OPTIONS_INIT;
  lamina_drawing_step steps[2] = { LAMINA_DRAWING_STEP_INIT, LAMINA_DRAWING_STEP_INIT };
  lamina_node_change changes[2] = { LAMINA_NODE_CHANGE_INIT, LAMINA_NODE_CHANGE_INIT };
  lamina_tree_record records[2] = { LAMINA_TREE_RECORD_INIT, LAMINA_TREE_RECORD_INIT };
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_spec *spec = NULL;
  lamina_drawing *drawing = NULL;
  lamina_node *root = NULL;
  stack.struct_size = SIZE_MAX;
  WRONG(lamina_spec_create_stack(context, &stack, NULL, NULL, 0, &spec), "options->struct_size is 18446744073709551615");
  stack.struct_size = sizeof stack + 8;
  WRONG(lamina_spec_create_stack(context, &stack, NULL, NULL, 0, &spec), "compiled with a newer header");
  /* In an array the size is the distance: a larger one would read beyond the end. */
  steps[0].struct_size = 2 * sizeof steps[0];
  WRONG(lamina_drawing_create(context, steps, 2, &drawing), "steps[0].struct_size is");
  steps[0].struct_size = (size_t)1 << 40;
  WRONG(lamina_drawing_create(context, steps, 2, &drawing), "steps[0].struct_size is 1099511627776");
  changes[0].struct_size = sizeof changes[0] + 8;
  WRONG(lamina_context_apply_changes(context, changes, 2), "changes[0].struct_size is");
  records[0].struct_size = sizeof records[0] + 8;
  WRONG(lamina_node_create_tree(context, records, 2, NULL, 0, &root), "records[0].struct_size is");
  statistics.struct_size = sizeof statistics + 8;
  WRONG(lamina_context_get_statistics(context, &statistics), "statistics->struct_size is");
}

static void test_specs(void) {
  lamina_node *node = check_node(context), *child = check_node(context), *label = NULL, *other;
  lamina_element elements[4];
  lamina_spec *spec = NULL;
  lamina_style style = LAMINA_STYLE_INIT;
  CHECK_OK(lamina_node_set_name(child, "twin", LAMINA_NUL_TERMINATED));
  elements[0].node = elements[3].node = child;
  elements[1].node = NULL;
  WRONG(lamina_spec_create_overlay(context, NULL, elements[0], elements[3], &spec), "child and overlay are the same node");
  check_says(lamina_spec_create_overlay(context, NULL, elements[0], elements[1], &spec), LAMINA_ERROR_INVALID_HANDLE,
             "overlay is NULL");
  elements[1].node = other = check_node(context);
  elements[2].node = check_node(context);
  WRONG(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 4, &spec),
        "children[0] and children[3] are the same node; each node has one place");
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 3, &spec));
  elements[0].spec = spec;
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 1, &spec));
  lamina_spec_release(elements[0].spec);
  elements[0].spec = spec;
  elements[1].node = child;
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 2, &spec));
  lamina_spec_release(elements[0].spec);
  elements[0].node = child;
  WRONG(lamina_node_set_spec(node, spec), "node \"twin\" is in the spec twice");
  CHECK(strstr(lamina_last_error(), "these are 0 and 3") != NULL);
  lamina_spec_release(spec);
  elements[1].node = other;
  WRONG(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, NULL, 2, &spec), "children is NULL, but its count is 2");
  lamina_node_release(elements[2].node);
  check_says(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 3, &spec), LAMINA_ERROR_INVALID_HANDLE,
             "children[2] is a lamina_node that no longer exists: it was released");

  CHECK_OK(lamina_node_add_child(node, child));
  elements[0].node = node;
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 1, &spec));
  check_says(lamina_node_set_spec(child, spec), LAMINA_ERROR_CYCLE, "spec contains an ancestor of node");
  check_says(lamina_node_set_spec(node, spec), LAMINA_ERROR_CYCLE, "spec contains node itself");
  lamina_spec_release(spec);

  /* A text node is measured by its text, whatever is tried. */
  CHECK_OK(lamina_node_create_label(context, "text", LAMINA_NUL_TERMINATED, NULL, &label));
  elements[0].node = elements[1].node;
  CHECK_OK(lamina_spec_create_row(context, 0, LAMINA_ALIGN_START, elements, 1, &spec));
  check_says(lamina_node_set_spec(label, spec), LAMINA_ERROR_UNSUPPORTED, "node is a text node");
  CHECK_OK(lamina_node_set_spec(label, NULL));
  lamina_spec_release(spec);

  style.width.unit = (lamina_unit)7;
  WRONG(lamina_node_set_style(node, &style), "style->width.unit is 7; LAMINA_UNIT_AUTO (0)");
  lamina_node_release(elements[1].node);
  lamina_node_release(label);
  lamina_node_release(child);
  lamina_node_release(node);
}

static void test_others(void) {
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stops[2];
  lamina_text *text = NULL;
  lamina_node *node = check_node(context);
  lamina_tree_record records[3] = { LAMINA_TREE_RECORD_INIT, LAMINA_TREE_RECORD_INIT, LAMINA_TREE_RECORD_INIT };
  lamina_node *root = NULL;
  memset(stops, 0, sizeof stops);
  stops[0].offset = 1;
  gradient.stops = stops;
  gradient.stop_count = 2;
  WRONG(lamina_node_set_gradient(node, &gradient),
        "gradient->stops[1].offset is 0.0, less than the 1.0 of the stop before; they ascend");
  CHECK_OK(lamina_text_create(context, "text", LAMINA_NUL_TERMINATED, NULL, &text));
  WRONG(lamina_text_measure(text, NULL, 100, NULL), "out_metrics is NULL");
  lamina_text_release(text);
  records[1].parent = 5;
  WRONG(lamina_node_create_tree(context, records, 3, NULL, 0, &root), "records[1]: parent is 5");
  records[0].kind = LAMINA_TREE_KIND_TEXT;
  records[0].text = "text";
  records[1].kind = LAMINA_TREE_KIND_CENTER;
  records[1].parent = 0;
  records[2].parent = 1;
  check_says(lamina_node_create_tree(context, records, 3, NULL, 0, &root), LAMINA_ERROR_UNSUPPORTED,
             "records[1]: it is a spec below records[0], a text node");
  lamina_node_release(node);
}

/* A drawing that fails names its node, also one without a name, and says what to do. */
static void test_failed_drawings(void) {
  enum { LINES = 4000 };
  static char lines[2 * LINES];
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *own = NULL;
  lamina_node *list, *view, *label = NULL;
  lamina_surface *surface = NULL;
  lamina_size_range range;
  bool is_complete = false;
  int i;
  for (i = 0; i + 1 < LINES; i++) memcpy(lines + 2 * i, "a\n", 2);
  options.thread_count = 1;
  options.log = note;
  CHECK_OK(lamina_context_create(&options, &own));
  list = check_node(own);
  view = check_node(own);
  CHECK_OK(lamina_node_set_name(list, "list", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_node_create_label(own, lines, LAMINA_NUL_TERMINATED, NULL, &label));
  CHECK_OK(lamina_node_add_child(view, label));
  CHECK_OK(lamina_node_add_child(list, view));
  range.min = check_make_size(100, 0);
  range.max = check_make_size(100, INFINITY);
  CHECK_OK(lamina_node_apply_layout(label, range));
  CHECK(lamina_node_get_frame(label).size.height > 32767);
  CHECK_OK(lamina_surface_create(own, check_make_size(100, 100), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, list));
  CHECK_OK(lamina_context_wait_idle(own, CHECK_PATIENCE_US));
  CHECK(strncmp(said, "drawing of a text node without a name (100 x ", 45) == 0);
  CHECK(strstr(said, ", in \"list\") failed: ") != NULL && strstr(said, "divide the text among several nodes") != NULL);
  CHECK_OK(lamina_surface_is_complete(surface, &is_complete));
  CHECK(is_complete); /* nothing is outstanding */
  lamina_surface_release(surface);
  lamina_node_release(label);
  lamina_node_release(view);
  lamina_node_release(list);
  lamina_context_release(own);
}

int main(void) {
  context = check_context(1);
  test_options();
  test_struct_sizes();
  test_specs();
  test_others();
  lamina_context_release(context);
  test_failed_drawings();
  return check_done(__FILE__);
}
