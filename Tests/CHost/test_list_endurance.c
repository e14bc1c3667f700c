/* Lists for a long time: reloads of which every frame is looked at, random changes against a plain array of the same
 * rows, and sequences in which what the reader looks at must stay to the bit. CHECK_LONG=1 in the environment: 1,000,
 * 10,000 and 300 of them; a part of that otherwise. CHECK_SEED=7 repeats one sequence. */
#include "check.h"

enum { WIDTH = 24, HEIGHT = 160, MOST = 600 };

static const char form[] = "{\"root\": {\"background\": \"{color}\", \"style\": {\"height\": \"{height}\"}}}";

typedef struct row {
  uint64_t identity, version;
} row;

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_list *list;
  lamina_node *node;
  check_picture picture;
  uint64_t time, random, next;
  row rows[MOST];
  size_t count;
  long asked;
} stage;

static stage *shown;

static int amount(int quick, int normal, int much) {
  if (getenv("CHECK_LONG") != NULL) return much;
  return getenv("CHECK_QUICK") != NULL ? quick : normal;
}

static size_t below(stage *s, size_t bound) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(s->random >> 33) % (bound > 0 ? bound : 1);
}

/* Another version has another height, too. */
static int height_of(row r) { return 9 + (int)((r.identity * 37 + r.version * 11) % 53); }

static unsigned color_of(row r) { return (unsigned)(((r.identity * 2 + 1) & 0xFFFF) << 8 | (r.version * 16 & 0xF0) | 1); }

static void values(lamina_list *list, size_t place, uint64_t identity, void *user_data) {
  char json[100];
  stage *s = shown;
  (void)user_data;
  s->asked++;
  CHECK(place < s->count && s->rows[place].identity == identity);
  snprintf(json, sizeof json, "{\"color\": \"#%06x\", \"height\": %d}", color_of(s->rows[place]), height_of(s->rows[place]));
  CHECK_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

static lamina_list_row *native(const row *rows, size_t count) {
  static lamina_list_row made[MOST];
  static const lamina_list_row empty = LAMINA_LIST_ROW_INIT;
  size_t i;
  for (i = 0; i < count; i++) {
    made[i] = empty;
    made[i].identity = rows[i].identity;
    made[i].version = rows[i].version;
  }
  return made;
}

static void give_all(stage *s) { CHECK_OK(lamina_list_set_rows(s->list, native(s->rows, s->count), s->count)); }

static stage *make_stage(size_t count, uint64_t seed, int threads) {
  stage *s = (stage *)calloc(1, sizeof *s);
  lamina_template *template_ = NULL;
  shown = s;
  s->context = check_context(threads);
  s->time = 1000000;
  s->random = seed;
  s->picture = check_make_picture(WIDTH, HEIGHT);
  for (s->next = 0; s->count < count; s->count++) s->rows[s->count].identity = ++s->next;
  CHECK_OK(lamina_surface_create(s->context, check_make_size(WIDTH, HEIGHT), 1, &s->surface));
  CHECK_OK(lamina_surface_set_background(s->surface, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_list_create(s->context, NULL, &s->list));
  CHECK_OK(lamina_list_copy_node(s->list, &s->node));
  CHECK_OK(lamina_template_create(s->context, form, LAMINA_NUL_TERMINATED, &template_));
  CHECK_OK(lamina_list_set_template(s->list, 0, template_));
  lamina_template_release(template_);
  CHECK_OK(lamina_list_set_values_callback(s->list, values, NULL, NULL));
  CHECK_OK(lamina_surface_set_root(s->surface, s->node));
  give_all(s);
  return s;
}

static void end_stage(stage *s) {
  lamina_list_release(s->list);
  lamina_node_release(s->node);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
  free(s);
}

static lamina_scroll_state scroll_of(stage *s) {
  lamina_scroll_state state = LAMINA_SCROLL_STATE_INIT;
  CHECK_OK(lamina_node_get_scroll_state(s->node, &state));
  return state;
}

static lamina_status scroll_by(stage *s, double distance) {
  return lamina_node_scroll_by(s->node, check_make_point(0, distance), NULL);
}

static lamina_status scroll_to(stage *s, double offset) {
  return lamina_node_scroll_to(s->node, check_make_point(0, offset), NULL);
}

static lamina_list_state state_of(stage *s) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  CHECK_OK(lamina_list_get_state(s->list, &state));
  return state;
}

static double top_of(stage *s, size_t place) {
  lamina_list_row_place found = LAMINA_LIST_ROW_PLACE_INIT;
  CHECK_OK(lamina_list_get_row_place(s->list, place, &found));
  return found.frame.origin.y;
}

static void frame(stage *s) {
  s->time += 16000;
  CHECK_OK(lamina_context_begin_frame(s->context, s->time, 0));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static void settle(stage *s) {
  int i;
  for (i = 0; i < 200; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    frame(s);
    if (state_of(s).is_settled && i > 1) return;
  }
  CHECK(!"it does not settle");
}

/* Lines in which nothing shows, where rows are to be. */
static int blank_lines(stage *s) {
  lamina_scroll_state state = scroll_of(s);
  int y, blank = 0, end = (int)fmin(HEIGHT, state.max_offset.y + state.view.height - state.offset.y);
  for (y = 0; y < end; y++) blank += (check_pixel(&s->picture, WIDTH / 2, y) & 0xFFFFFF) == 0xFFFFFF;
  return blank;
}

/* Every line shows the row that stands there by the model. */
static void check_pixels(stage *s) {
  lamina_list_state state = state_of(s);
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
  settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 90, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  settle(s);
  for (round = 1; round <= rounds; round++) {
    for (place = 0; place < s->count; place++) s->rows[place].version++;
    give_all(s);
    /* Some reloads come before the last one is drawn. */
    for (i = 0; i < (round % 3 ? 3 : 8); i++) {
      if (i > 3) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      frame(s);
      blank += blank_lines(s);
    }
  }
  CHECK_EQUAL(blank, 0);
  settle(s);
  check_pixels(s);
  printf("%d reloads, %d blank lines\n", rounds, blank);
  end_stage(s);
}

/* ---- Random changes, of the list and of a plain array ---- */

static void put_in(stage *s, size_t at, size_t count) {
  size_t i;
  memmove(s->rows + at + count, s->rows + at, (s->count - at) * sizeof *s->rows);
  for (i = 0; i < count; i++) {
    s->rows[at + i].identity = ++s->next;
    s->rows[at + i].version = 0;
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
  s->next--;
  s->rows[to] = moved;
}

/* Several changes at once, found by identity. `with_moves` also shuffles. */
static void batch(stage *s, bool with_moves) {
  size_t changes = 1 + below(s, 6);
  for (; changes > 0; changes--) {
    size_t at = below(s, s->count + 1), room = s->count - at;
    switch (below(s, with_moves ? 4 : 3)) {
      case 0: if (s->count < MOST - 20) put_in(s, at, 1 + below(s, 4)); break;
      case 1: take_out(s, at, room < 3 ? room : below(s, 4)); break;
      case 2: if (room > 0) s->rows[at].version++; break;
      default: if (room > 0) move(s, at, below(s, s->count)); break;
    }
  }
  give_all(s);
}

static void test_batches(void) {
  int i, batches = amount(300, 1500, 10000);
  stage *s = make_stage(60, 2, 2);
  for (i = 1; i <= batches; i++) {
    batch(s, true);
    if (below(s, 4) == 0) CHECK_OK(scroll_by(s, (double)below(s, 400) - 200));
    if (below(s, 50) == 0) CHECK_OK(scroll_to(s, 1e9));
    if (i % 3 == 0) frame(s);
    if (i % 100 == 0) {
      settle(s);
      check_pixels(s);
    }
  }
  CHECK(s->asked > batches / 10);
  printf("%d batches, %ld rows asked for\n", batches, s->asked);
  end_stage(s);
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
  lamina_scroll_state state = scroll_of(s);
  size_t place;
  /* At an end of the content it cannot stay. */
  if (!kept.is_there || state.offset.y <= 0 || state.offset.y >= state.max_offset.y) return;
  for (place = 0; place < s->count && s->rows[place].identity != kept.identity; place++) {}
  if (!CHECK(top_of(s, place) == kept.top)) {
    printf("seed %d, step %d: row %d is at %g, not %g\n", seed, step, (int)kept.identity, top_of(s, place), kept.top);
  }
}

static void one_step(stage *s, int seed, int step) {
  static row old[MOST];
  static double tops[MOST];
  size_t i, count = s->count, at = below(s, count), to = below(s, count);
  uint64_t moved = 0;
  lamina_list_state before = state_of(s);
  double offset = scroll_of(s).offset.y;
  keeper kept;
  int frames;
  memcpy(old, s->rows, sizeof old);
  for (i = 0; i < count; i++) tops[i] = top_of(s, i);
  switch (below(s, 6)) {
    case 0:
      if (count > MOST - 20) return;
      put_in(s, at, 3);
      CHECK_OK(lamina_list_insert_rows(s->list, at, native(s->rows + at, 3), 3));
      break;
    case 1:
      if (count < 60) return;
      i = below(s, count - at < 5 ? count - at : 5);
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
      CHECK_OK(scroll_by(s, (double)below(s, 900) - 450));
      settle(s);
      return;
  }
  kept = find_keeper(s, old, count, tops, before.first_row, moved, offset);
  /* In each frame, also while what came is measured. */
  for (frames = 0; frames < 3; frames++) {
    check_keeper(s, kept, seed, step);
    frame(s);
  }
  settle(s);
  check_keeper(s, kept, seed, step);
}

static void test_anchors(void) {
  int seed, step, seeds = amount(6, 30, 300);
  const char *one = getenv("CHECK_SEED");
  for (seed = one ? atoi(one) : 1; seed <= (one ? atoi(one) : seeds); seed++) {
    stage *s = make_stage(150, (uint64_t)seed, seed % 3);
    settle(s);
    CHECK_OK(lamina_list_scroll_to_row(s->list, below(s, 150), LAMINA_SCROLL_ALIGNMENT_CENTER, NULL));
    /* A row that was scrolled to would be the one that stays, until the reader scrolls. */
    CHECK_OK(scroll_by(s, 1));
    settle(s);
    for (step = 0; step < 30; step++) one_step(s, seed, step);
    check_pixels(s);
    end_stage(s);
  }
  printf("%d sequences of 30 steps\n", seeds);
}

int main(void) {
  test_reloads();
  test_batches();
  test_anchors();
  return check_done(__FILE__);
}
