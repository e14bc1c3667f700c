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

/* Prints a figure. `baseline` is what it is held against (NAN: nothing) and `ratio` how many times better than that it is;
 * `goal` is the value, or the ratio when there is a baseline, that it should reach (NAN: none). */
static inline void bench_print(const char *name, double value, const char *unit, double baseline, double goal, bool less_is_better) {
  double ratio = less_is_better ? baseline / value : value / baseline;
  double judged = isnan(baseline) ? value : ratio;
  bool met = isnan(baseline) && less_is_better ? judged <= goal : judged >= goal;
  printf("{\"name\":\"%s\",\"value\":%.4g,\"unit\":\"%s\"", name, value, unit);
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

#endif
