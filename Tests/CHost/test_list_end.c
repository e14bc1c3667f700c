/* The end of a list whose rows are not measured yet: who goes there is there, however the workers come along. */
#include "list_stage.h"

enum { ROWS = 1000, VIEW = 800, RUNS = 24 };

typedef struct journey {
  size_t row;
  double offset;
} journey;

/* Frames that come before, between and behind what workers do. */
static void settle_unevenly(list_stage *s, unsigned *seed) {
  int quiet = 0, i;
  for (i = 0; i < 20000 && quiet < 3; i++) {
    *seed = *seed * 1103515245u + 12345u;
    if ((*seed >> 16 & 3) == 0) check_sleep_ms(1);
    stage_frame(s);
    quiet = stage_state(s).is_settled ? quiet + 1 : 0;
  }
  CHECK_EQUAL(quiet, 3);
}

static void press(list_stage *s, lamina_event_key key) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  event.key = key;
  event.time_us = s->time;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
}

static void check_at_end(list_stage *s, const char *way, int run) {
  lamina_rect last = stage_place(s, s->count - 1);
  double end = last.origin.y + last.size.height;
  if (!(end > VIEW - 0.01 && end < VIEW + 0.01)) printf("%s, run %d: the last row ends at %g\n", way, run, end);
  CHECK(end > VIEW - 0.01 && end < VIEW + 0.01);
}

static journey play(int run, double estimate) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_state state;
  journey journey;
  unsigned seed = (unsigned)run * 77 + 1;
  list_stage *s;
  options.estimated_row_height = estimate;
  s = stage_make(&options, 40, VIEW, run % 4);
  stage_fill(s, ROWS, 0);
  stage_give(s);
  settle_unevenly(s, &seed);
  press(s, LAMINA_EVENT_KEY_END);
  settle_unevenly(s, &seed);
  check_at_end(s, "key", run);
  /* Every row of the view is another one and needs another height. */
  s->height = 30;
  while (s->count > 0) s->rows[--s->count].version++;
  s->count = ROWS;
  stage_give(s);
  settle_unevenly(s, &seed);
  press(s, LAMINA_EVENT_KEY_PAGE_UP);
  settle_unevenly(s, &seed);
  state = stage_state(s);
  journey.row = state.first_row;
  journey.offset = state.first_row_offset;
  stage_scroll_by(s, 1e9);
  settle_unevenly(s, &seed);
  check_at_end(s, "command", run);
  stage_end(s);
  return journey;
}

int main(void) {
  const double estimates[] = {120, 44, 10};
  size_t e;
  int run;
  for (e = 0; e < sizeof estimates / sizeof *estimates; e++) {
    journey first = play(0, estimates[e]);
    for (run = 1; run < RUNS / 3; run++) {
      journey other = play(run, estimates[e]);
      if (other.row != first.row || other.offset != first.offset) {
        printf("estimate %g, run %d: row %d at %g, not %d at %g\n", estimates[e], run, (int)other.row, other.offset,
               (int)first.row, first.offset);
      }
      CHECK(other.row == first.row && other.offset == first.offset);
    }
  }
  return check_done("test_list_end.c");
}
