/* Texts on several threads, fonts that are met for the first time, memory, drawing, and texts that are very long. */
#include "bench.h"
#include "bench_pango.h"

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 15, WIDTH = 300, HEIGHT = 120, STRINGS = 200, LENGTH = 200 };

static lamina_context *context;
static char *strings[STRINGS];

static const char *const words[] = {"quick",  "the",      "lazy",  "morning", "over",  "tower", "an",     "garden",
                                    "silver", "question", "trade", "of",      "boats", "engine", "summer", "window",
                                    "kites",  "seven",    "coffee", "today"};

static unsigned next_random(void) {
  static unsigned seed = 1;
  seed = seed * 1103515245 + 12345;
  return seed >> 16;
}

/* Words, each followed by `separator`, `length` bytes in all. */
static char *make_string(size_t length, char separator) {
  char *string = malloc(length + 32);
  size_t n = 0;
  while (n < length) {
    const char *word = words[next_random() % (sizeof words / sizeof *words)];
    size_t count = strlen(word);
    memcpy(string + n, word, count);
    n += count;
    if (separator != '\0') string[n++] = separator;
  }
  string[length] = '\0';
  if (string[length - 1] == separator) string[length - 1] = 's';
  return string;
}

static lamina_text *make_text(const char *string, double size) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  attributes.family = "DejaVu Sans";
  attributes.size = size;
  BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, &attributes, &text));
  return text;
}

static double measure_new(const char *string, double size) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  double start = bench_now();
  lamina_text *text = make_text(string, size);
  BENCH_OK(lamina_text_measure(text, NULL, WIDTH, &metrics));
  start = bench_now() - start;
  lamina_text_release(text);
  return start;
}

/* Of several rounds: noise only ever adds. */
static double least(const double *values) {
  double found = INFINITY;
  int i;
  for (i = 0; i < ROUNDS; i++) found = fmin(found, values[i]);
  return found;
}

/* ---- A size that was not met before ---- */

typedef struct busy_thread {
  const char *string;
  double size, longest;
  atomic_bool stop;
} busy_thread;

/* Measures texts of a size that is known, and notes the longest time that one took. */
static void *measure_known(void *data) {
  busy_thread *busy = data;
  while (!atomic_load(&busy->stop)) {
    double each = measure_new(busy->string, busy->size);
    if (each > busy->longest) busy->longest = each;
  }
  return NULL;
}

/* Holds one worker for a while, beginning with a size that is new. */
static void *measure_long(void *data) {
  busy_thread *busy = data;
  measure_new(busy->string, busy->size);
  return NULL;
}

static void new_sizes(void) {
  PangoLayout *layout = bench_pango_layout(WIDTH);
  char *page = make_string(60000, ' '), *known = make_string(LENGTH, ' ');
  double ours[ROUNDS], theirs[ROUNDS], next[ROUNDS], stalls[ROUNDS], first;
  int round, width, height;
  *strrchr(known, ' ') = '\0'; /* what make_string() cut off is no word */
  for (round = 0; round < ROUNDS; round++) {
    double size = 20 + round * 0.25, start;
    busy_thread busy;
    pthread_t thread;
    struct timespec pause = {0, 3000000};
    /* Pango goes on sorting fonts, in a thread of its own, after it has answered: neither waits for the other's. */
    nanosleep(&pause, NULL);
    start = bench_now();
    bench_pango_set_size(layout, size);
    pango_layout_set_text(layout, strings[0], -1);
    pango_layout_get_pixel_size(layout, &width, &height);
    theirs[round] = bench_now() - start;
    nanosleep(&pause, NULL);
    ours[round] = measure_new(strings[0], size);
    /* Another worker goes on with a size that it knows. */
    memset(&busy, 0, sizeof busy);
    busy.string = strings[1];
    busy.size = 14;
    BENCH_OK(pthread_create(&thread, NULL, measure_known, &busy) == 0 ? LAMINA_OK : LAMINA_ERROR_OUT_OF_MEMORY);
    nanosleep(&pause, NULL);
    busy.longest = 0;
    measure_new(strings[0], size + 100);
    atomic_store(&busy.stop, true);
    pthread_join(thread, NULL);
    /* On a busy machine it may not have had its turn. */
    stalls[round] = busy.longest > 0 ? busy.longest : INFINITY;
    /* While one worker has the size and is busy with a page, the next one meets it: words that the first has met, in
     * another text. */
    busy.string = page;
    busy.size = size + 5;
    BENCH_OK(pthread_create(&thread, NULL, measure_long, &busy) == 0 ? LAMINA_OK : LAMINA_ERROR_OUT_OF_MEMORY);
    nanosleep(&pause, NULL);
    next[round] = measure_new(known, size + 5);
    pthread_join(thread, NULL);
  }
  first = least(ours);
  bench_print("text/new_size_first_worker", first * 1e6, "us", least(theirs) * 1e6, 1.1, true);
  bench_print("text/new_size_next_worker", least(next) * 1e6, "us", first * 1e6, 1, true);
  bench_print("text/new_size_other_worker_longest", least(stalls) * 1e3, "ms", NAN, 5, true);
  free(page);
  free(known);
  g_object_unref(layout);
}

/* ---- Threads ---- */

typedef struct share {
  lamina_bitmap bitmap;
  pthread_barrier_t *start;
  bool measures;
} share;

static lamina_text *texts[STRINGS];

/* Every text once; each thread has all of them. */
static void *draw_all(void *data) {
  share *mine = data;
  lamina_rect frame = {{0, 0}, {WIDTH, HEIGHT}};
  lamina_color black = {0, 0, 0, 1};
  int i;
  pthread_barrier_wait(mine->start);
  for (i = 0; i < STRINGS; i++) {
    if (mine->measures) {
      lamina_text *text = make_text(strings[i], 14);
      BENCH_OK(lamina_text_draw(text, NULL, frame, black, 1, &mine->bitmap));
      lamina_text_release(text);
    } else {
      BENCH_OK(lamina_text_draw(texts[i], NULL, frame, black, 1, &mine->bitmap));
    }
  }
  return NULL;
}

/* Texts a second that `threads` threads draw in one round; making the threads is not counted. */
static double rate(int threads, share *shares) {
  pthread_barrier_t barrier;
  pthread_t started[2];
  double start;
  int i;
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  for (i = 0; i < threads; i++) shares[i].start = &barrier;
  for (i = 1; i < threads; i++) {
    BENCH_OK(pthread_create(&started[i], NULL, draw_all, &shares[i]) == 0 ? LAMINA_OK : LAMINA_ERROR_OUT_OF_MEMORY);
  }
  start = bench_now();
  draw_all(&shares[0]);
  for (i = 1; i < threads; i++) pthread_join(started[i], NULL);
  start = bench_now() - start;
  pthread_barrier_destroy(&barrier);
  return threads * STRINGS / start;
}

/* The best of alternating rounds: noise only ever takes away. */
static void two_threads(const char *name, bool measures) {
  share shares[2];
  double one = 0, two = 0;
  int round, i;
  for (i = 0; i < 2; i++) {
    shares[i].bitmap = bench_bitmap(WIDTH, HEIGHT);
    shares[i].measures = measures;
  }
  for (round = 0; round < 3 * ROUNDS; round++) {
    one = fmax(one, rate(1, shares));
    two = fmax(two, rate(2, shares));
  }
  bench_print(name, two, "1/s", one, 1.9, false);
  for (i = 0; i < 2; i++) free(shares[i].bitmap.data);
}

/* The best of alternating rounds, on one thread; Pango's layouts are made before. */
static void draw_against_cairo(void) {
  lamina_bitmap bitmap = bench_bitmap(WIDTH, HEIGHT);
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data(bitmap.data, CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT, bitmap.stride);
  cairo_t *cairo = cairo_create(surface);
  PangoLayout *layouts[STRINGS];
  lamina_rect frame = {{0, 0}, {WIDTH, HEIGHT}};
  lamina_color black = {0, 0, 0, 1};
  double ours = INFINITY, theirs = INFINITY, each;
  int i, round;
  for (i = 0; i < STRINGS; i++) {
    layouts[i] = bench_pango_layout(WIDTH);
    bench_pango_set_size(layouts[i], 14);
    pango_layout_set_text(layouts[i], strings[i], -1);
  }
  for (round = 0; round < ROUNDS; round++) {
    BENCH_BEST(each, 1, STRINGS, {
      cairo_move_to(cairo, 0, 0);
      pango_cairo_show_layout(cairo, layouts[i_]);
    });
    if (each < theirs) theirs = each;
    BENCH_BEST(each, 1, STRINGS, BENCH_OK(lamina_text_draw(texts[i_], NULL, frame, black, 1, &bitmap)));
    if (each < ours) ours = each;
  }
  bench_print("text/draw_200_characters", ours * 1e6, "us", theirs * 1e6, 0.85, true);
  for (i = 0; i < STRINGS; i++) g_object_unref(layouts[i]);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  free(bitmap.data);
}

static void threads(void) {
  two_threads("text/draw_200_characters_2_threads", false);
  two_threads("text/measure_and_draw_2_threads", true);
}

/* ---- Memory ---- */

static void memory(void) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *kept[STRINGS];
  size_t before, after;
  int i;
  /* What the first texts of all leave with the context is not a text's. */
  for (i = 0; i < STRINGS; i++) measure_new(strings[i], 14);
  before = mallinfo2().uordblks;
  for (i = 0; i < STRINGS; i++) {
    kept[i] = make_text(strings[i], 14);
    BENCH_OK(lamina_text_measure(kept[i], NULL, WIDTH, &metrics));
  }
  after = mallinfo2().uordblks;
  bench_print("text/memory_200_characters", (double)(after - before) / STRINGS, "bytes", NAN, 6144, true);
  for (i = 0; i < STRINGS; i++) lamina_text_release(kept[i]);
}

/* ---- Very long texts: a fourth of each takes a fourth of the time ---- */

static double measure_once(lamina_text *text, double *height) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  double start = bench_now();
  BENCH_OK(lamina_text_measure(text, NULL, WIDTH, &metrics));
  *height = metrics.size.height;
  lamina_text_release(text);
  return bench_now() - start;
}

static lamina_text *text_of(const char *string, size_t ranges) {
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  size_t i, length = strlen(string);
  if (ranges == 0) return make_text(string, 14);
  look.family = "DejaVu Sans";
  look.size = 14;
  BENCH_OK(lamina_text_builder_create(context, &look, &builder));
  BENCH_OK(lamina_text_builder_append(builder, string, length, NULL));
  for (i = 0; i < ranges; i++) {
    lamina_text_attributes color = {0};
    lamina_color own = {(float)(i % 7) / 7, (float)(i % 5) / 5, (float)(i % 3) / 3, 1};
    color.struct_size = sizeof color;
    color.color = own;
    BENCH_OK(lamina_text_builder_set_attributes(builder, i * length / ranges, (i + 1) * length / ranges, &color));
  }
  BENCH_OK(lamina_text_builder_copy_text(builder, &text));
  lamina_text_builder_release(builder);
  return text;
}

/* Whether four times as much takes four times as long: seconds for each fourth of the whole, held against a fourth.
 * Quadratic time would be 4; memory that is new, and more than the caches hold, is what makes it more than 1. */
static void growth(const char *name, size_t length, char separator, size_t ranges) {
  char *whole = make_string(length, separator), *part = make_string(length / 4, separator);
  double large = INFINITY, small = INFINITY, each, height = 0, part_height = 0;
  int round;
  for (round = 0; round < 3; round++) {
    each = measure_once(text_of(part, ranges / 4), &part_height);
    if (each < small) small = each;
    each = measure_once(text_of(whole, ranges), &height);
    if (each < large) large = each;
  }
  if (!(height > 3.5 * part_height)) bench_require(LAMINA_ERROR_INVALID_STATE, "lines are missing");
  bench_print(name, large / 4 * 1e3, "ms", small * 1e3, 2, true);
  free(whole);
  free(part);
}

/* Lays out `count` nodes in one text, with a word after each. */
static double lay_out_nodes(int count) {
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  lamina_size_range range = {{0, 0}, {WIDTH, INFINITY}};
  lamina_style style = {sizeof style, LAMINA_STYLE_FIELDS_ALL, .width = LAMINA_POINTS(10), .height = LAMINA_POINTS(10)};
  double start;
  int i;
  look.family = "DejaVu Sans";
  look.size = 14;
  BENCH_OK(lamina_text_builder_create(context, &look, &builder));
  for (i = 0; i < count; i++) {
    BENCH_OK(lamina_text_builder_append_child(builder, 0, NULL));
    BENCH_OK(lamina_text_builder_append(builder, " word ", 6, NULL));
  }
  BENCH_OK(lamina_text_builder_copy_text(builder, &text));
  lamina_text_builder_release(builder);
  BENCH_OK(lamina_node_create_text(context, text, &node));
  lamina_text_release(text);
  for (i = 0; i < count; i++) {
    lamina_node *child = NULL;
    BENCH_OK(lamina_node_create(context, &child));
    BENCH_OK(lamina_node_set_style(child, &style));
    BENCH_OK(lamina_node_add_child(node, child));
    lamina_node_release(child);
  }
  start = bench_now();
  BENCH_OK(lamina_node_apply_layout(node, range));
  start = bench_now() - start;
  lamina_node_release(node);
  return start;
}

static void nodes_in_a_text(void) {
  double large = INFINITY, small = INFINITY;
  int round;
  for (round = 0; round < 5; round++) {
    small = fmin(small, lay_out_nodes(2000));
    large = fmin(large, lay_out_nodes(8000));
  }
  bench_print("text/lay_out_8000_nodes", large / 4 * 1e3, "ms", small * 1e3, 2, true);
}

/* Twenty lines in the middle of 100,000, against twenty lines. */
static void draw_part(void) {
  char *document = make_string(100000 * 8, '\n'), *page = make_string(20 * 8, '\n');
  lamina_text *all = make_text(document, 14), *some = make_text(page, 14);
  lamina_text_layout *whole = NULL, *part = NULL;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_bitmap bitmap = bench_bitmap(WIDTH, 320);
  lamina_color black = {0, 0, 0, 1};
  lamina_size size = {WIDTH, INFINITY};
  lamina_point middle = {0, 0}, top = {0, 0};
  double ours = INFINITY, theirs = INFINITY, each;
  int round;
  BENCH_OK(lamina_text_layout_create(all, NULL, size, &whole));
  BENCH_OK(lamina_text_layout_create(some, NULL, size, &part));
  BENCH_OK(lamina_text_layout_get_metrics(whole, &metrics));
  middle.y = -floor(metrics.size.height / 2);
  for (round = 0; round < ROUNDS; round++) {
    BENCH_BEST(each, 1, 50, BENCH_OK(lamina_text_layout_draw(part, top, black, 1, &bitmap)));
    if (each < theirs) theirs = each;
    BENCH_BEST(each, 1, 50, BENCH_OK(lamina_text_layout_draw(whole, middle, black, 1, &bitmap)));
    if (each < ours) ours = each;
  }
  bench_print("text/draw_20_of_100000_lines", ours * 1e6, "us", theirs * 1e6, 1.25, true);
  lamina_text_layout_release(whole);
  lamina_text_layout_release(part);
  lamina_text_release(all);
  lamina_text_release(some);
  free(bitmap.data);
  free(document);
  free(page);
}

int main(void) {
  int i;
  context = bench_context(2);
  for (i = 0; i < STRINGS; i++) {
    strings[i] = make_string(LENGTH, ' ');
    texts[i] = make_text(strings[i], 14);
    measure_new(strings[i], 14);
  }
  draw_against_cairo();
  threads();
  new_sizes();
  memory();
  growth("text/measure_1_MB_without_a_break", 1 << 20, '\0', 0);
  growth("text/measure_100000_lines", 100000 * 7, '\n', 0);
  growth("text/measure_10000_ranges", 10000 * 16, ' ', 10000);
  growth("text/measure_1000000_characters", 1000000, ' ', 0);
  nodes_in_a_text();
  draw_part();
  for (i = 0; i < STRINGS; i++) {
    lamina_text_release(texts[i]);
    free(strings[i]);
  }
  lamina_context_release(context);
  return 0;
}
