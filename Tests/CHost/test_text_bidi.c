/* Bidirectional controls of unadopted nodes. fribidi before 1.0.10 reads and writes freed memory for some of these
 * texts; that it is never given those shows when this test runs under valgrind. */
#include "check.h"

#include <stdlib.h>

static lamina_context *context;

/* Measures on both roads: the first time Pango lays the text out, then it is put together from words that are known. */
static void measure(const char *string, size_t length) {
  static const double widths[] = {INFINITY, 120, 1};
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  size_t i;
  int round;
  look.family = "DejaVu Sans";
  look.size = 14;
  for (round = 0; round < 2; round++) {
    lamina_text *text;
    CHECK_OK(lamina_text_create(context, string, length, &look, &text));
    for (i = 0; i < sizeof widths / sizeof *widths; i++) {
      lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
      CHECK_OK(lamina_text_measure(text, NULL, widths[i], &metrics));
      CHECK(metrics.line_count >= 1);
    }
    lamina_text_release(text);
  }
}

static void test_separators_in_isolates(void) {
  static const char *texts[] = {
    "\xE2\x81\xA7!\xC2\x85(",               /* U+2067 ! U+0085 ( */
    "\xE2\x81\xA6x\x1C y\x1D\x1E \xD7\x90", /* U+2066 x U+001C y U+001D U+001E U+05D0 */
    "\xD7\x90 \xE2\x81\xA8 12\xC2\x85 . \xE2\x81\xA9 x",
    "one \xE2\x81\xA7\xD7\x90\xD7\x91 two\xC2\x85 three",
  };
  size_t i;
  for (i = 0; i < sizeof texts / sizeof *texts; i++) measure(texts[i], LAMINA_NUL_TERMINATED);
}

static void test_depth(void) {
  /* RLO, PDI, LRI, PDI, LRI: 60 of each in turn */
  static const char *controls[] = {"\xE2\x80\xAE", "\xE2\x81\xA9", "\xE2\x81\xA6", "\xE2\x81\xA9", "\xE2\x81\xA6"};
  char text[5 * 60 * 3 + 8];
  size_t length = 0, i, j;
  memcpy(text, "\xD8\xA7", 2);
  length = 2;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 60; j++, length += 3) memcpy(text + length, controls[i], 3);
  measure(text, length);
}

static void test_random(void) {
  static const char *alphabet[] = {"a", "\xD7\x90", "1", " ", "!", "(", ")", "\xC2\x85", "\x1C", "\xCC\x80", "\xE2\x81\xA6", "\xE2\x81\xA7",
                                   "\xE2\x81\xA8", "\xE2\x81\xA9", "\xE2\x80\xAA", "\xE2\x80\xAB", "\xE2\x80\xAE", "\xE2\x80\xAC"};
  char text[400 * 3];
  unsigned seed = 1;
  int round, rounds = getenv("CHECK_QUICK") != NULL ? 100 : 400;
  for (round = 0; round < rounds; round++) {
    size_t length = 0, i, count;
    seed = seed * 1664525u + 1013904223u;
    count = seed >> 16 & 31;
    for (i = 0; i < count; i++) {
      const char *part;
      int times;
      seed = seed * 1664525u + 1013904223u;
      part = alphabet[(seed >> 16) % (sizeof alphabet / sizeof *alphabet)];
      for (times = seed >> 30 ? 1 : 12; times > 0 && length + 3 <= sizeof text; times--) {
        memcpy(text + length, part, strlen(part));
        length += strlen(part);
      }
    }
    measure(text, length);
  }
}

int main(void) {
  context = check_context(1);
  test_separators_in_isolates();
  test_depth();
  test_random();
  lamina_context_release(context);
  return check_done(__FILE__);
}
