/* Hosts that change something in every frame: each frame shows one whole arrangement, and newer ones follow. */
#include "check.h"

enum { POOL = 10, MOST_ROWS = 6, MOST_FRAMES = 3000, HEIGHT = 130, LEAST_WIDTH = 60, MOST_LINES = 4 };

/* What a frame asks for. */
typedef struct arrangement {
  int count, rows[MOST_ROWS], heights[MOST_ROWS], lines, width;
  unsigned colors[MOST_ROWS];
} arrangement;

typedef enum what { SIZE = 1, TEXT = 2, CHILDREN = 4, EVERYTHING = 7 } what;

typedef struct host {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *label, *slow, *rows[POOL];
  unsigned colors[POOL];
  int line_heights[MOST_LINES + 1], pause_ms;
  unsigned random;
  arrangement now;
} host;

static arrangement history[MOST_FRAMES];

static int random_below(host *h, int limit) {
  h->random = h->random * 1103515245u + 12345u;
  return (int)((h->random >> 16) % (unsigned)limit);
}

/* A text, say, that takes its time. */
static void measure_slowly(lamina_node *node, lamina_size_range range, lamina_measurement *out, void *user_data) {
  (void)node;
  (void)range;
  check_sleep_ms(check_load((int *)user_data));
  out->size = check_make_size(1, 1);
}

static void set_lines(host *h, lamina_node *label, int lines) {
  (void)h;
  CHECK_OK(lamina_node_set_string(label, "a\na\na\na", (size_t)(2 * lines - 1)));
}

static void make_row(host *h, int row) {
  lamina_node_release(h->rows[row]);
  h->colors[row] = 0xFF000000u | (unsigned)(random_below(h, 200) << 16) | (unsigned)(random_below(h, 200) << 8) |
                   (unsigned)row;
  h->rows[row] = check_node(h->context);
  CHECK_OK(lamina_node_set_background(h->rows[row], check_make_color(h->colors[row])));
}

static void set_height(host *h, int row, double height) {
  lamina_style style = LAMINA_STYLE_INIT;
  style.fields = LAMINA_STYLE_FIELDS_HEIGHT;
  style.height.unit = LAMINA_UNIT_POINTS;
  style.height.value = height;
  CHECK_OK(lamina_node_set_style(h->rows[row], &style));
}

/* Hands the arrangement over. */
static void arrange(host *h, what changes) {
  lamina_element elements[MOST_ROWS + 2];
  lamina_spec *spec = NULL;
  int i;
  for (i = 0; i < h->now.count; i++) {
    elements[i].node = h->rows[h->now.rows[i]];
    h->now.colors[i] = h->colors[h->now.rows[i]];
    set_height(h, h->now.rows[i], h->now.heights[i]);
  }
  elements[i].node = h->label;
  elements[i + 1].node = h->slow;
  if (changes & CHILDREN) {
    CHECK_OK(lamina_spec_create_column(h->context, 0, LAMINA_ALIGN_STRETCH, elements, (size_t)(i + 2), &spec));
    CHECK_OK(lamina_node_set_spec(h->root, spec));
    lamina_spec_release(spec);
  }
  if (changes & TEXT) set_lines(h, h->label, h->now.lines);
  if (changes & SIZE) CHECK_OK(lamina_surface_set_size(h->surface, check_make_size(h->now.width, HEIGHT), 1));
  CHECK_OK(lamina_node_set_needs_layout(h->slow));
}

static int is_in(const arrangement *a, int row) {
  int i;
  for (i = 0; i < a->count; i++) {
    if (a->rows[i] == row) return 1;
  }
  return 0;
}

/* The next frame's. Rows come, go, come again, are others of the same place, and change their order and height. */
static void change(host *h, what changes) {
  arrangement *a = &h->now;
  int row = random_below(h, POOL), at = random_below(h, a->count), other = random_below(h, a->count), kept;
  if (changes & SIZE) a->width = LEAST_WIDTH + 2 * random_below(h, 20);
  if (changes & TEXT) a->lines = 1 + random_below(h, MOST_LINES);
  if (changes & CHILDREN) {
    kept = a->rows[at];
    a->rows[at] = a->rows[other];
    a->rows[other] = kept;
    a->heights[at] = 5 + random_below(h, 8);
    if (!is_in(a, row)) {
      if (random_below(h, 2) == 0) make_row(h, row);
      if (a->count < MOST_ROWS && random_below(h, 2) == 0) {
        memmove(a->rows + at + 1, a->rows + at, sizeof(int) * (size_t)(a->count - at));
        memmove(a->heights + at + 1, a->heights + at, sizeof(int) * (size_t)(a->count - at));
        a->count++;
        a->heights[at] = 7;
      }
      a->rows[at] = row;
    } else if (a->count > 2) {
      memmove(a->rows + at, a->rows + at + 1, sizeof(int) * (size_t)(a->count - at - 1));
      memmove(a->heights + at, a->heights + at + 1, sizeof(int) * (size_t)(a->count - at - 1));
      a->count--;
    }
  }
  arrange(h, changes);
}

static uint32_t expected_pixel(const host *h, const arrangement *a, int x, int y) {
  int i;
  if (x >= a->width) return 0xFFFFFFFFu;
  for (i = 0; i < a->count; i++) {
    if (y < a->heights[i]) return a->colors[i];
    y -= a->heights[i];
  }
  return y < h->line_heights[a->lines] ? 0xFF0000FFu : 0xFFFFFFFFu;
}

/* Whether a picture is that of an arrangement, right of where letters are. */
static int shows(const host *h, const check_picture *picture, const arrangement *a) {
  int x, y;
  for (y = 0; y < HEIGHT; y++) {
    for (x = 30; x < picture->bitmap.width; x++) {
      if (check_pixel(picture, x, y) != expected_pixel(h, a, x, y)) return 0;
    }
  }
  return 1;
}

static check_picture composite(host *h) {
  check_picture picture = check_make_picture(h->now.width, HEIGHT);
  CHECK_OK(lamina_surface_set_needs_composite(h->surface));
  CHECK_OK(lamina_surface_composite(h->surface, &picture.bitmap, NULL, 0, NULL));
  return picture;
}

static host make_host(int pause_ms, unsigned seed) {
  lamina_size_range range = {{0, 0}, {LEAST_WIDTH, 1000}};
  lamina_size size;
  host h;
  int i;
  memset(&h, 0, sizeof h);
  h.random = seed;
  h.context = check_context(2);
  h.root = check_node(h.context);
  h.slow = check_node(h.context);
  CHECK_OK(lamina_node_create_label(h.context, "a", 1, NULL, &h.label));
  CHECK_OK(lamina_node_set_background(h.label, check_make_color(0x0000FF)));
  for (i = 1; i <= MOST_LINES; i++) {
    set_lines(&h, h.label, i);
    CHECK_OK(lamina_node_measure(h.label, range, &size));
    h.line_heights[i] = (int)size.height;
  }
  for (i = 0; i < POOL; i++) make_row(&h, i);
  h.now.count = 3;
  h.now.lines = 1;
  h.now.width = LEAST_WIDTH;
  for (i = 0; i < h.now.count; i++) {
    h.now.rows[i] = i;
    h.now.heights[i] = 8;
  }
  CHECK_OK(lamina_surface_create(h.context, check_make_size(LEAST_WIDTH, HEIGHT), 1, &h.surface));
  CHECK_OK(lamina_surface_set_background(h.surface, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_surface_set_root(h.surface, h.root));
  h.pause_ms = pause_ms;
  return h;
}

static void end_host(host *h) {
  int i;
  for (i = 0; i < POOL; i++) lamina_node_release(h->rows[i]);
  lamina_node_release(h->label);
  lamina_node_release(h->slow);
  lamina_node_release(h->root);
  lamina_surface_release(h->surface);
  lamina_context_release(h->context);
}

/* Plays frames, in each of which something changes. `pause_ms` is what measuring takes: many passes are overtaken, or
 * each of them several times. */
static void play(what changes, int pause_ms, unsigned seed) {
  host h = make_host(0, seed);
  check_picture picture;
  int frame, shown = 0, newer = 0, lost = 0;
  CHECK_OK(lamina_node_set_measure_callback(h.slow, measure_slowly, &h.pause_ms, NULL));
  arrange(&h, EVERYTHING);
  history[0] = h.now;
  CHECK_OK(lamina_context_set_time_us(h.context, 0));
  CHECK_OK(lamina_context_wait_idle(h.context, CHECK_PATIENCE_US));
  picture = composite(&h);
  CHECK(shows(&h, &picture, &history[0]));
  free(picture.pixels);
  __atomic_store_n(&h.pause_ms, pause_ms, __ATOMIC_SEQ_CST);
  for (frame = 1; frame < 80 || (newer < 8 && frame < MOST_FRAMES); frame++) {
    int found;
    change(&h, changes);
    history[frame] = h.now;
    CHECK_OK(lamina_context_set_time_us(h.context, (uint64_t)frame * 16000));
    CHECK_OK(lamina_context_process(h.context, 0));
    picture = composite(&h);
    for (found = shown; found <= frame && !shows(&h, &picture, &history[found]); found++) {}
    free(picture.pixels);
    if (found > frame) {
      lost++;
    } else if (found > shown) {
      shown = found;
      newer++;
    }
    check_sleep_ms(2);
  }
  CHECK_EQUAL(lost, 0);
  CHECK(newer >= 8);
  CHECK_OK(lamina_context_wait_idle(h.context, CHECK_PATIENCE_US));
  picture = composite(&h);
  CHECK(shows(&h, &picture, &h.now));
  free(picture.pixels);
  end_host(&h);
}

/* Where a space begins does not wait for the layout of what comes into it. */
static void test_scrolling_while_rows_come(int pause_ms) {
  enum { FRAMES = 60, SHOWN = 40, ROW = 10 };
  lamina_element elements[FRAMES + SHOWN + 1];
  host h = make_host(0, 5);
  check_picture picture;
  lamina_point origin = {0, 0};
  int frame, i, wrong = 0;
  CHECK_OK(lamina_node_set_measure_callback(h.slow, measure_slowly, &h.pause_ms, NULL));
  elements[0].node = h.slow;
  for (i = 0; i < FRAMES + SHOWN; i++) {
    lamina_node *row = check_box(h.context, LEAST_WIDTH, ROW);
    CHECK_OK(lamina_node_set_background(row, check_make_color((unsigned)(i + 1) * 0x010203)));
    elements[i + 1].node = row;
  }
  for (frame = 0; frame < FRAMES; frame++) {
    lamina_spec *spec = NULL;
    CHECK_OK(lamina_spec_create_column(h.context, 0, LAMINA_ALIGN_START, elements, (size_t)(SHOWN + frame + 1), &spec));
    CHECK_OK(lamina_node_set_spec(h.root, spec));
    lamina_spec_release(spec);
    CHECK_OK(lamina_node_set_needs_layout(h.slow));
    if (frame == 0) CHECK_OK(lamina_context_wait_idle(h.context, CHECK_PATIENCE_US));
    __atomic_store_n(&h.pause_ms, pause_ms, __ATOMIC_SEQ_CST);
    origin.y = 1 + frame * 7 % 250; /* the slow node stands above the rows */
    CHECK_OK(lamina_node_set_bounds_origin(h.root, origin));
    CHECK_OK(lamina_context_set_time_us(h.context, (uint64_t)frame * 16000));
    CHECK_OK(lamina_context_process(h.context, 0));
    picture = composite(&h);
    for (i = 0; i < 100; i++) {
      unsigned row = (unsigned)(i + origin.y - 1) / ROW;
      if (check_pixel(&picture, 30, i) != (0xFF000000u | (row + 1) * 0x010203u)) wrong++;
    }
    free(picture.pixels);
    check_sleep_ms(2);
  }
  CHECK_EQUAL(wrong, 0);
  for (i = 0; i < FRAMES + SHOWN; i++) lamina_node_release(elements[i + 1].node);
  end_host(&h);
}

int main(void) {
  int pause;
  for (pause = 0; pause <= 9; pause += 9) {
    play(SIZE, pause, 1);
    play(TEXT, pause, 2);
    play(CHILDREN, pause, 3);
    play(EVERYTHING, pause, 4);
    test_scrolling_while_rows_come(pause);
  }
  return check_done(__FILE__);
}
