/* Lists for a long time: reloads of which every frame is looked at, random changes against a plain array of the same
 * rows, and sequences in which what the reader looks at must stay to the bit. CHECK_LONG=1 in the environment: 1,000,
 * 10,000 and 300 of them; a part of that otherwise. CHECK_SEED=7 repeats one sequence. */
#include "list_stage.h"

enum { WIDTH = 24, HEIGHT = 160, MOST = 600 };

typedef list_stage stage;
typedef lamina_list_row row;

static uint64_t random_state, last_identity;
static long asked;

static int amount(int quick, int normal, int much) {
  if (getenv("CHECK_LONG") != NULL) return much;
  return getenv("CHECK_QUICK") != NULL ? quick : normal;
}

static size_t below(size_t bound) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(random_state >> 33) % (bound > 0 ? bound : 1);
}

/* Another version has another height, too. */
static int height_of(row r) { return 9 + (int)((r.identity * 37 + r.version * 11) % 53); }

static unsigned color_of(row r) { return (unsigned)(((r.identity * 2 + 1) & 0xFFFF) << 8 | (r.version * 16 & 0xF0) | 1); }

static void values(lamina_list *list, size_t place, uint64_t identity, void *user_data) {
  char json[100];
  stage *s = (stage *)user_data;
  asked++;
  CHECK(place < s->count && s->rows[place].identity == identity);
  snprintf(json, sizeof json, "{\"color\": \"#%06x\", \"width\": %d, \"height\": %d}", color_of(s->rows[place]), WIDTH,
           height_of(s->rows[place]));
  CHECK_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

static stage *make_stage(size_t count, uint64_t seed, int threads) {
  stage *s = stage_make(NULL, WIDTH, HEIGHT, threads);
  random_state = seed;
  asked = 0;
  CHECK_OK(lamina_list_set_values_callback(s->list, values, s, NULL));
  stage_fill(s, count, 0);
  last_identity = count;
  stage_give(s);
  return s;
}

/* Lines in which nothing shows, where rows are to be. */
static int blank_lines(stage *s) {
  lamina_scroll_state state = stage_scroll(s);
  int y, blank = 0, end = (int)fmin(HEIGHT, state.max_offset.y + state.view.height - state.offset.y);
  for (y = 0; y < end; y++) blank += (check_pixel(&s->picture, WIDTH / 2, y) & 0xFFFFFF) == 0xFFFFFF;
  return blank;
}

/* Every line shows the row that stands there by the model. */
static void check_pixels(stage *s) {
  lamina_list_state state = stage_state(s);
  double top = state.first_row_offset;
  size_t place = state.first_row;
  int y, wrong = 0;
  CHECK_EQUAL(state.row_count, s->count);
  for (y = 0; y < HEIGHT; y++) {
    while (place < s->count && top + height_of(s->rows[place]) <= y + 0.5) top += height_of(s->rows[place++]);
    if (place >= s->count) break;
    wrong += (check_pixel(&s->picture, WIDTH / 2, y) & 0xFFFFFF) != color_of(s->rows[place]);
  }
  CHECK_EQUAL(wrong, 0);
}

/* ---- Reloads ---- */

static void test_reloads(void) {
  stage *s = make_stage(200, 1, 2);
  int round, i, blank = 0, rounds = amount(30, 200, 1000);
  size_t place;
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 90, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  for (round = 1; round <= rounds; round++) {
    for (place = 0; place < s->count; place++) s->rows[place].version++;
    stage_give(s);
    /* Some reloads come before the last one is drawn. */
    for (i = 0; i < (round % 3 ? 3 : 8); i++) {
      if (i > 3) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
      blank += blank_lines(s);
    }
  }
  CHECK_EQUAL(blank, 0);
  stage_settle(s);
  check_pixels(s);
  printf("%d reloads, %d blank lines\n", rounds, blank);
  stage_end(s);
}

/* ---- Random changes, of the list and of a plain array ---- */

static void put_in(stage *s, size_t at, size_t count) {
  static const row empty = LAMINA_LIST_ROW_INIT;
  size_t i;
  memmove(s->rows + at + count, s->rows + at, (s->count - at) * sizeof *s->rows);
  for (i = 0; i < count; i++) {
    s->rows[at + i] = empty;
    s->rows[at + i].identity = ++last_identity;
  }
  s->count += count;
}

static void take_out(stage *s, size_t at, size_t count) {
  s->count -= count;
  memmove(s->rows + at, s->rows + at + count, (s->count - at) * sizeof *s->rows);
}

static void move(stage *s, size_t from, size_t to) {
  row moved = s->rows[from];
  take_out(s, from, 1);
  put_in(s, to, 1);
  last_identity--;
  s->rows[to] = moved;
}

/* Several changes at once, found by identity. `with_moves` also shuffles. */
static void batch(stage *s, bool with_moves) {
  size_t changes = 1 + below(6);
  for (; changes > 0; changes--) {
    size_t at = below(s->count + 1), room = s->count - at;
    switch (below(with_moves ? 4 : 3)) {
      case 0: if (s->count < MOST - 20) put_in(s, at, 1 + below(4)); break;
      case 1: take_out(s, at, room < 3 ? room : below(4)); break;
      case 2: if (room > 0) s->rows[at].version++; break;
      default: if (room > 0) move(s, at, below(s->count)); break;
    }
  }
  stage_give(s);
}

static void test_batches(void) {
  int i, batches = amount(300, 1500, 10000);
  stage *s = make_stage(60, 2, 2);
  for (i = 1; i <= batches; i++) {
    batch(s, true);
    if (below(4) == 0) stage_scroll_by(s, (double)below(400) - 200);
    if (below(50) == 0) stage_scroll_to(s, 1e9);
    if (i % 3 == 0) stage_frame(s);
    if (i % 100 == 0) {
      stage_settle(s);
      check_pixels(s);
    }
  }
  CHECK(asked > batches / 10);
  printf("%d batches, %ld rows asked for\n", batches, asked);
  stage_end(s);
}

/* ---- What the reader looks at stays ---- */

/* The row that has to keep its place, and where: the first in view, or the next one that stays. */
typedef struct keeper {
  uint64_t identity;
  double top;
  bool is_there;
} keeper;

static keeper find_keeper(stage *s, const row *old, size_t old_count, const double *tops, size_t first, uint64_t moved, double offset) {
  keeper found = {0, 0, false};
  size_t i, j;
  if (offset == 0) return found; /* at the very top new rows come into view */
  for (i = first; i < old_count; i++) {
    if (old[i].identity == moved) continue;
    for (j = 0; j < s->count; j++) {
      if (s->rows[j].identity == old[i].identity) {
        found.identity = old[i].identity;
        found.top = tops[i];
        found.is_there = true;
        return found;
      }
    }
  }
  return found;
}

static void check_keeper(stage *s, keeper kept, int seed, int step) {
  lamina_scroll_state state = stage_scroll(s);
  size_t place;
  /* At an end of the content it cannot stay. */
  if (!kept.is_there || state.offset.y <= 0 || state.offset.y >= state.max_offset.y) return;
  for (place = 0; place < s->count && s->rows[place].identity != kept.identity; place++) {}
  if (!CHECK(stage_place(s, place).origin.y == kept.top)) {
    printf("seed %d, step %d: row %d is at %g, not %g\n", seed, step, (int)kept.identity, stage_place(s, place).origin.y, kept.top);
  }
}

static void one_step(stage *s, int seed, int step) {
  static row old[MOST];
  static double tops[MOST];
  size_t i, count = s->count, at = below(count), to = below(count);
  uint64_t moved = 0;
  lamina_list_state before = stage_state(s);
  double offset = stage_scroll(s).offset.y;
  keeper kept;
  int frames;
  memcpy(old, s->rows, count * sizeof *old);
  for (i = 0; i < count; i++) tops[i] = stage_place(s, i).origin.y;
  switch (below(6)) {
    case 0:
      if (count > MOST - 20) return;
      put_in(s, at, 3);
      CHECK_OK(lamina_list_insert_rows(s->list, at, s->rows + at, 3));
      break;
    case 1:
      if (count < 60) return;
      i = below(count - at < 5 ? count - at : 5);
      take_out(s, at, i);
      CHECK_OK(lamina_list_remove_rows(s->list, at, i));
      break;
    case 2:
      if (at == to) return;
      moved = s->rows[at].identity;
      move(s, at, to);
      CHECK_OK(lamina_list_move_row(s->list, at, to));
      break;
    case 3:
      s->rows[at].version++;
      CHECK_OK(lamina_list_set_row_version(s->list, at, s->rows[at].version));
      break;
    case 4:
      if (count < 60 || count > MOST - 40) return;
      batch(s, false);
      break;
    default:
      stage_scroll_by(s, (double)below(900) - 450);
      stage_settle(s);
      return;
  }
  kept = find_keeper(s, old, count, tops, before.first_row, moved, offset);
  /* In each frame, also while what came is measured. */
  for (frames = 0; frames < 3; frames++) {
    check_keeper(s, kept, seed, step);
    stage_frame(s);
  }
  stage_settle(s);
  check_keeper(s, kept, seed, step);
}

static void test_anchors(void) {
  int seed, step, seeds = amount(6, 30, 300);
  const char *one = getenv("CHECK_SEED");
  for (seed = one ? atoi(one) : 1; seed <= (one ? atoi(one) : seeds); seed++) {
    stage *s = make_stage(150, (uint64_t)seed, seed % 3);
    stage_settle(s);
    CHECK_OK(lamina_list_scroll_to_row(s->list, below(150), LAMINA_SCROLL_ALIGNMENT_CENTER, NULL));
    /* A row that was scrolled to would be the one that stays, until the reader scrolls. */
    stage_scroll_by(s, 1);
    stage_settle(s);
    for (step = 0; step < 30; step++) one_step(s, seed, step);
    check_pixels(s);
    stage_end(s);
  }
  printf("%d sequences of 30 steps\n", seeds);
}

int main(void) {
  test_reloads();
  test_batches();
  test_anchors();
  return check_done(__FILE__);
}
