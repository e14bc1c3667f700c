/* What the C benchmarks share: a clock, and one JSON line for each figure. */
#ifndef BENCH_H
#define BENCH_H

#include <lamina.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* CPU time of the calling thread. */
static inline double bench_cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* For qsort(), of doubles. */
static inline int bench_by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Prints a figure. `baseline` is what it is held against (NAN: nothing) and `ratio` the figure divided by it, so that
 * for rates more than 1 is better and for times less. `goal` is what the ratio, or without a baseline the figure
 * itself, should reach or, when less is better, not exceed (NAN: none). */
static inline void bench_print(const char *name, double value, const char *unit, double baseline, double goal,
                               bool less_is_better) {
  double ratio = value / baseline;
  double judged = isnan(baseline) ? value : ratio;
  bool met = less_is_better ? judged <= goal : judged >= goal;
  printf("{\"name\":\"%s\",\"value\":%.4g,\"unit\":\"%s\",\"less_is_better\":%s", name, value, unit,
         less_is_better ? "true" : "false");
  if (isnan(baseline)) printf(",\"baseline\":null,\"ratio\":null");
  else printf(",\"baseline\":%.4g,\"ratio\":%.3f", baseline, ratio);
  if (isnan(goal)) printf(",\"goal\":null,\"met\":null}\n");
  else printf(",\"goal\":%g,\"met\":%s}\n", goal, met ? "true" : "false");
  fflush(stdout);
}

/* A benchmark that measured something that failed must not print a figure. */
static inline void bench_require(lamina_status status, const char *what) {
  if (status == LAMINA_OK) return;
  fprintf(stderr, "%s: %s: %s\n", what, lamina_status_name(status), lamina_last_error());
  exit(1);
}
#define BENCH_OK(call) bench_require((call), #call)

/* Seconds for each of `count` operations, the best of `rounds`: noise only ever adds. i_ is an operation's number. */
#define BENCH_BEST(result, rounds, count, operation)    \
  do {                                                  \
    int round_;                                         \
    (result) = INFINITY;                                \
    for (round_ = 0; round_ < (rounds); round_++) {     \
      double start_ = bench_now(), each_;               \
      long i_;                                          \
      for (i_ = 0; i_ < (count); i_++) operation;       \
      each_ = (bench_now() - start_) / (double)(count); \
      if (each_ < (result)) (result) = each_;           \
    }                                                   \
  } while (0)

static inline lamina_context *bench_context(int threads) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.thread_count = threads;
  BENCH_OK(lamina_context_create(&options, &context));
  return context;
}

static inline lamina_color bench_color(unsigned rgb) {
  lamina_color color = {0, 0, 0, 1};
  color.red = (float)((rgb >> 16) & 255) / 255.0f;
  color.green = (float)((rgb >> 8) & 255) / 255.0f;
  color.blue = (float)(rgb & 255) / 255.0f;
  return color;
}

static inline lamina_bitmap bench_bitmap(int width, int height) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  bitmap.width = width;
  bitmap.height = height;
  bitmap.stride = width * 4;
  bitmap.data = calloc((size_t)bitmap.stride, (size_t)bitmap.height);
  if (bitmap.data == NULL) bench_require(LAMINA_ERROR_OUT_OF_MEMORY, "bitmap");
  return bitmap;
}

#endif
