/* The job of lists of pictures: 1,000 rows of 480 x 100, each with a JPEG file of 800 x 600 of its own, shown with
 * 120 x 90, that nobody has decoded before; scrolled by 120 in each frame, 60 frames a second. When a row comes into
 * view and when its picture shows is told by the frames that show both. */
#ifndef PICTURES_JOB_H
#define PICTURES_JOB_H

#include "list_job.h"

#include <sys/stat.h>
#include <unistd.h>

enum {
  PICTURES_COUNT = 1000, PICTURES_ROW = 100, PICTURES_WIDTH = 120, PICTURES_HEIGHT = 90, PICTURES_STEP = 120,
  PICTURES_FRAMES = (PICTURES_COUNT * PICTURES_ROW - LIST_HEIGHT) / PICTURES_STEP
};

typedef struct pictures_times {
  double visible[PICTURES_COUNT], shown[PICTURES_COUNT]; /* 0: not yet */
  bool is_there[PICTURES_COUNT];                         /* will show in the next frame that has its row */
  double owner[PICTURES_FRAMES];
} pictures_times;

static inline void pictures_path(int number, char *room, size_t size) {
  snprintf(room, size, "build/bench/pictures/%d.jpg", number);
}

/* A frame was drawn that shows the rows from `offset` on. */
static inline void pictures_note_frame(pictures_times *times, double offset) {
  double now = bench_now();
  int row;
  for (row = 0; row < PICTURES_COUNT; row++) {
    double top = row * PICTURES_ROW - offset;
    if (top <= -PICTURES_ROW || top >= LIST_HEIGHT) {
      /* It left without its picture: that is as late as can be told. */
      if (times->visible[row] > 0 && times->shown[row] <= 0) times->shown[row] = now;
      continue;
    }
    if (times->visible[row] <= 0) times->visible[row] = now;
    if (times->is_there[row] && times->shown[row] <= 0) times->shown[row] = now;
  }
}

/* Waits for the next 60th of a second after `start`. */
static inline void pictures_wait(double start, int frame) {
  double left = start + (frame + 1) / 60.0 - bench_now();
  struct timespec t;
  if (left <= 0) return;
  t.tv_sec = 0;
  t.tv_nsec = (long)(left * 1e9);
  nanosleep(&t, NULL);
}

static inline void pictures_print(const char *who, pictures_times *times, double owner_goal) {
  static double waited[PICTURES_COUNT];
  char title[96];
  int row, count = 0, late = 0;
  for (row = 0; row < PICTURES_COUNT; row++) {
    if (times->visible[row] <= 0 || times->shown[row] <= 0) continue;
    waited[count] = times->shown[row] - times->visible[row];
    if (waited[count] > 0) late++;
    count++;
  }
  if (count < PICTURES_COUNT - 10) {
    fprintf(stderr, "%d rows were seen\n", count);
    exit(1);
  }
  qsort(waited, (size_t)count, sizeof *waited, list_by_value);
  qsort(times->owner, PICTURES_FRAMES, sizeof *times->owner, list_by_value);
  snprintf(title, sizeof title, "images/%slist_owner_median", who);
  bench_print(title, times->owner[PICTURES_FRAMES / 2] * 1e3, "ms", NAN, NAN, true);
  snprintf(title, sizeof title, "images/%slist_owner_p99", who);
  bench_print(title, times->owner[PICTURES_FRAMES * 99 / 100] * 1e3, "ms", NAN, owner_goal, true);
  snprintf(title, sizeof title, "images/%slist_visible_to_shown_p95", who);
  bench_print(title, waited[count * 95 / 100] * 1e3, "ms", NAN, NAN, true);
  snprintf(title, sizeof title, "images/%slist_rows_that_waited", who);
  bench_print(title, late, "of 1000", NAN, NAN, true);
}

#endif
