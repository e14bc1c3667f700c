/* Texts without a place to break, and of one character: what a byte of each costs, in instructions (which valgrind
 * counts), and whether twice as much takes twice as long. `bench_text_bounds CASE BYTES` lays out one text and prints
 * nothing: that is what valgrind runs. */
#include "bench_instructions.h"

enum { WIDTH = 300 };

typedef struct text_case {
  const char *name;
  /* Repeated up to the length. */
  const char *part;
  /* Appended to the first character only. */
  bool is_mark;
} text_case;

static const text_case cases[] = {
    {"one_character", "a", false},
    {"blanks", " ", false},
    {"combining_marks", "\xcc\x81", true},
    {"arabic_letters", "\xd8\xa8\xd8\xb3\xd9\x85", false},
    {"latin_without_a_break", "thequickbrownfox", false},
    {"ideographs", "\xe4\xb8\x96\xe7\x95\x8c", false},
    {"thai_without_a_blank", "\xe0\xb8\x81\xe0\xb8\xb2\xe0\xb8\xa3", false},
    {"emoji", "\xf0\x9f\x98\x80", false},
    {"both_directions", "a\xd7\xa9", false},
};

enum { CASES = sizeof cases / sizeof *cases };

static void lay_out(const text_case *one, size_t bytes) {
  lamina_context *context = bench_context(0);
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  char *string = malloc(bytes + 32);
  size_t part = strlen(one->part), length = 0;
  if (one->is_mark) string[length++] = 'e';
  while (length + part <= bytes) {
    memcpy(string + length, one->part, part);
    length += part;
  }
  attributes.family = "DejaVu Sans";
  attributes.size = 14;
  BENCH_OK(lamina_text_create(context, string, length, &attributes, &text));
  BENCH_OK(lamina_text_measure(text, NULL, WIDTH, &metrics));
  if (metrics.line_count == 0) bench_require(LAMINA_ERROR_INVALID_STATE, "lines are missing");
  lamina_text_release(text);
  free(string);
  lamina_context_release(context);
}

static void measure(const char *program, int number) {
  char name[128];
  size_t bytes = 10000;
  double few = bench_instructions(program, (size_t)number, bytes);
  double some = bench_instructions(program, (size_t)number, 2 * bytes);
  double many = bench_instructions(program, (size_t)number, 4 * bytes);
  double more = bench_instructions(program, (size_t)number, 8 * bytes);
  if (isnan(more)) return;
  /* Some 3,000 instructions take a microsecond; 20 microseconds a byte are the limit. */
  snprintf(name, sizeof name, "text_bounds/%s_each_byte", cases[number].name);
  bench_print(name, (more - some) / (6.0 * (double)bytes), "instructions", NAN, 60000, true);
  snprintf(name, sizeof name, "text_bounds/%s_growth", cases[number].name);
  bench_print(name, (more - many) / 4, "instructions", (some - few), 1.5, true);
}

int main(int argc, char **argv) {
  int i;
  if (argc > 2) {
    lay_out(&cases[atoi(argv[1]) % CASES], strtoul(argv[2], NULL, 10));
    return 0;
  }
  for (i = 0; i < CASES; i++) measure(argv[0], argc > 1 ? atoi(argv[1]) : i);
  return 0;
}
