/* Attributed texts made from bytes, and what must hold for all of them: the string comes back, measures are finite and
 * the same twice, and two drawings of a text are equal to the byte. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const texts[] = {"lamina_text_", NULL};
static int text, node;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  int k;
  (void)argc, (void)argv;
  calls_choose_from(texts);
  for (k = 0; k < kind_count; k++) {
    if (strcmp(kinds[k].name, "lamina_text") == 0) text = k;
    if (strcmp(kinds[k].name, "lamina_node") == 0) node = k;
  }
  return 0;
}

static void check_string(lamina_context *context, lamina_text *t) {
  size_t length = lamina_text_get_length(t);
  char *copy = malloc(length + 1);
  lamina_text *again = NULL;
  if (copy == NULL) abort();
  if (lamina_text_read_string(t, copy, length + 1) != length || copy[length] != 0) broken("a string has another length");
  if (lamina_text_create(context, copy, length, NULL, &again) != LAMINA_OK) broken("its own string: %s", lamina_last_error());
  lamina_text_release(again);
  free(copy);
}

static void check_measure(lamina_text *t, double width, uint32_t lines) {
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_metrics one = LAMINA_TEXT_METRICS_INIT, two = LAMINA_TEXT_METRICS_INIT;
  options.max_lines = lines;
  if (lamina_text_measure(t, &options, width, &one) != LAMINA_OK) broken("measure: %s", lamina_last_error());
  if (lamina_text_measure(t, &options, width, &two) != LAMINA_OK) broken("measure again: %s", lamina_last_error());
  if (memcmp(&one.size, &two.size, sizeof one.size) != 0 || one.line_count != two.line_count) broken("another measure");
  if (!isfinite(one.size.width) || !isfinite(one.size.height) || one.size.width < 0 || one.size.height < 0) {
    broken("size %g x %g", one.size.width, one.size.height);
  }
  if (!isfinite(one.first_baseline) || !isfinite(one.last_baseline)) broken("baselines");
  if (lines > 0 && one.line_count > lines) broken("%lu lines of %u", (unsigned long)one.line_count, lines);
}

static void check_drawing(lamina_context *context, lamina_text *t) {
  static uint32_t pixels[2][48 * 32];
  lamina_color white = {1, 1, 1, 1};
  lamina_node *label = NULL;
  int i;
  if (lamina_node_create_text(context, t, &label) != LAMINA_OK) broken("no node: %s", lamina_last_error());
  memset(pixels, 0, sizeof pixels);
  for (i = 0; i < 2; i++) {
    lamina_bitmap target = LAMINA_BITMAP_INIT;
    target.data = pixels[i];
    target.width = 48;
    target.height = 32;
    target.stride = 192;
    if (lamina_node_render(label, 1, white, &target, NULL, NULL, NULL, NULL) != LAMINA_OK) broken("render: %s", lamina_last_error());
  }
  if (lamina_context_wait_idle(context, 30000000) != LAMINA_OK) broken("wait: %s", lamina_last_error());
  if (memcmp(pixels[0], pixels[1], sizeof pixels[0]) != 0) broken("another picture the second time");
  lamina_node_release(label);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reader r = {data, data + size};
  lamina_context *context;
  lamina_text *t;
  int i;
  if (size < 2) return 0;
  context = world_begin();
  while (r.at < r.end) calls_perform(&r);
  for (i = 0; i < 3 && (t = objects_at(text, i)) != NULL; i++) {
    check_string(context, t);
    check_measure(t, INFINITY, 0);
    check_measure(t, data[0], data[1] % 4);
    check_measure(t, data[1] / 16.0, 0);
    check_drawing(context, t);
  }
  world_end(false);
  return 0;
}
