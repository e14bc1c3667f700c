/* One paragraph of many changes: what the new text costs, in instructions (which valgrind counts), beside a text of as
 * many paragraphs that is laid out. `bench_text_change PARAGRAPHS CHANGES` does it and prints nothing: that is what
 * valgrind runs. */
#include "bench_instructions.h"

enum { WIDTH = 300, MANY = 100000, FEW = 1000, CHANGES = 20 };

static void lay_out(size_t paragraphs, int changes) {
  lamina_context *context = bench_context(0);
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL, *changed = NULL;
  char *string = malloc(paragraphs * 32);
  size_t length = 0, i;
  for (i = 0; i < paragraphs; i++) length += (size_t)sprintf(string + length, "Line %d of a document\n", (int)i % 1000);
  attributes.family = "DejaVu Sans";
  attributes.size = 14;
  BENCH_OK(lamina_text_create(context, string, length, &attributes, &text));
  BENCH_OK(lamina_text_measure(text, NULL, WIDTH, &metrics));
  for (; changes > 0; changes--) {
    /* A letter more each time, in the same paragraph. */
    BENCH_OK(lamina_text_create_replaced(text, length / 2, length / 2, "x", 1, NULL, &changed));
    BENCH_OK(lamina_text_measure(changed, NULL, WIDTH, &metrics));
    lamina_text_release(text);
    text = changed;
  }
  if (metrics.line_count < paragraphs) bench_require(LAMINA_ERROR_INVALID_STATE, "lines are missing");
  lamina_text_release(text);
  free(string);
  lamina_context_release(context);
}

int main(int argc, char **argv) {
  double few, many, all;
  if (argc > 2) {
    lay_out(strtoul(argv[1], NULL, 10), atoi(argv[2]));
    return 0;
  }
  few = bench_instructions(argv[0], FEW, 0);
  many = bench_instructions(argv[0], MANY, 0);
  if (isnan(many)) return 0;
  all = (many - few) / (MANY - FEW) * MANY;
  few = (bench_instructions(argv[0], FEW, 1 + CHANGES) - bench_instructions(argv[0], FEW, 1)) / CHANGES;
  many = (bench_instructions(argv[0], MANY, 1 + CHANGES) - bench_instructions(argv[0], MANY, 1)) / CHANGES;
  bench_print("text_change/of_1000_paragraphs", few, "instructions", NAN, NAN, true);
  bench_print("text_change/of_100000_paragraphs", many, "instructions", all, 0.001, true);
  return 0;
}
