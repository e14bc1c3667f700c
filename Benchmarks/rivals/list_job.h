/* The job that lists of all libraries are given: a feed of 480 x 800 whose rows have a picture, a bold title of one
 * line and a text of up to three, each of its own length. What a figure is, and how it is printed. C99 and C++. */
#ifndef LIST_JOB_H
#define LIST_JOB_H

#include "../bench.h"

enum { LIST_WIDTH = 480, LIST_HEIGHT = 800, LIST_PADDING = 14, LIST_PICTURE = 56, LIST_PICTURES = 16, LIST_ROWS = 100000 };

static const char list_words[] =
    "the harbour was quiet and the boats lay close together while the tide went out and left its marks on stones that "
    "had seen a good many tides before and would see as many again when nobody was there to count them any more";

static inline void list_title(unsigned long row, char *room, size_t size) { snprintf(room, size, "Entry number %lu", row); }

static inline int list_text_length(unsigned long row) { return (int)(20 + row * 37 % 160); }

/* A picture, of premultiplied pixels as Lamina, cairo and Qt have them. */
static inline void list_picture(int number, uint32_t *pixels) {
  uint32_t x, y, n = (uint32_t)number;
  for (y = 0; y < LIST_PICTURE; y++) {
    for (x = 0; x < LIST_PICTURE; x++) {
      pixels[y * LIST_PICTURE + x] = 0xFF000000u | (x * 4) << 16 | (y * 4) << 8 | ((n * 16 + x * y / 64) & 255);
    }
  }
}

/* How far a list moves in each frame. The last is a flick: 8,000 units a second at first, and slower with each
 * frame. */
typedef struct list_motion {
  const char *name;
  double distance, decay;
  int frames;
} list_motion;

static const list_motion list_motions[] = {{"12", 12, 1, 300}, {"120", 120, 1, 300}, {"800", 800, 1, 120}, {"fling", 133, 0.985, 240}};

static inline double list_distance(const list_motion *motion, int frame) {
  return round(motion->distance * pow(motion->decay, frame));
}

/* The CPU time of this thread: what counts on a machine that does other things, too. */
static inline double list_cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline int list_by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Prints the median and the 99th of 100 of a motion's frames, in seconds. */
static inline void list_print_frames(const char *who, const list_motion *motion, double *spent, int count, double floor_, double goal) {
  char title[96];
  qsort(spent, (size_t)count, sizeof *spent, list_by_value);
  snprintf(title, sizeof title, "lists/%sscroll_%s_owner_median", who, motion->name);
  bench_print(title, spent[count / 2] * 1e3, "ms", floor_, isnan(floor_) ? NAN : 2, true);
  snprintf(title, sizeof title, "lists/%sscroll_%s_owner_p99", who, motion->name);
  bench_print(title, spent[count * 99 / 100] * 1e3, "ms", NAN, goal, true);
}

static inline void list_print(const char *who, const char *name, double value, const char *unit, double goal) {
  char title[96];
  snprintf(title, sizeof title, "lists/%s%s", who, name);
  bench_print(title, value, unit, NAN, goal, true);
}

#endif
