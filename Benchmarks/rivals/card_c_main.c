/* The floor as a rival: card_c_main FOLDER SECONDS prints what engines.py prints. PNG is cairo's. */
#include "../card/card_floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static cairo_status_t count_bytes(void *total, const unsigned char *data, unsigned length) {
  (void)data;
  *(size_t *)total += length;
  return CAIRO_STATUS_SUCCESS;
}

int main(int argc, char **argv) {
  static card cards[CARD_COUNT];
  card_floor floor;
  int count, n = 0, png = argc > 3 && strcmp(argv[3], "png") == 0;
  double wall, cpu, limit = argc > 2 ? atof(argv[2]) : 1;
  size_t bytes = 0;
  if (argc < 3 || (count = card_load(argv[1], cards)) == 0) return 1;
  card_floor_init(&floor);
  for (n = 0; n < 3; n++) cairo_surface_destroy(card_floor_render(&floor, &cards[n]));
  wall = seconds_of(CLOCK_MONOTONIC);
  cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  for (n = 0; n < 3 || seconds_of(CLOCK_MONOTONIC) - wall < limit; n++) {
    cairo_surface_t *surface = card_floor_render(&floor, &cards[n % count]);
    if (png) cairo_surface_write_to_png_stream(surface, count_bytes, &bytes);
    cairo_surface_destroy(surface);
  }
  printf("{\"cards\": %d, \"cpu_ms\": %.6f, \"wall_ms\": %.6f, \"growth_mb\": 0}\n", n,
         1e3 * (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu) / n, 1e3 * (seconds_of(CLOCK_MONOTONIC) - wall) / n);
  card_floor_clear(&floor);
  return 0;
}
