/* Scrolling a feed of 1,000 cards that are ready, 480 x 800 pixels and four cards side by side in 1920 x 1080: the CPU
 * time of the owner thread for each frame, held against the same layers blitted by pixman by hand, in alternation. And
 * one changed label on a screen of 1,000. */
#include "bench.h"

#include <cairo.h>
#include <pixman.h>
#include <poll.h>
#include <pthread.h>

enum {
  CARD_WIDTH = 480,
  CARDS = 1000,
  CARD_HEIGHT = 120,
  PITCH = 128,
  PARTS = 4,
  LABELS = 1000,
  LABEL_COLUMNS = 20
};

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* How the feed is seen. */
typedef struct view {
  int columns, width, height, length;
} view;

static lamina_rect rect(double x, double y, double width, double height) {
  lamina_rect r = {{x, y}, {width, height}};
  return r;
}

/* ---- The feed ---- */

static lamina_status draw_picture(lamina_canvas *canvas, cairo_t *cairo, lamina_size size, double scale, void *data) {
  double hue = (double)(intptr_t)data / CARDS;
  (void)canvas, (void)scale;
  cairo_set_source_rgb(cairo, hue, 0.5, 1 - hue);
  cairo_paint(cairo);
  cairo_set_source_rgb(cairo, 1, hue, 0.4);
  cairo_rectangle(cairo, size.width / 4, size.height / 4, size.width / 2, size.height / 2);
  cairo_fill(cairo);
  return LAMINA_OK;
}

/* Where the parts stand in their card: a picture, a small one, a title and two lines. */
static const double part_frames[PARTS][4] = {{364, 12, 96, 96}, {12, 12, 40, 40}, {64, 12, 280, 20}, {12, 60, 330, 40}};

static void add_part(lamina_context *context, lamina_node *card, int number, int part) {
  const double *f = part_frames[part];
  lamina_node *node = NULL;
  if (part < 2) {
    BENCH_OK(lamina_node_create(context, &node));
    BENCH_OK(lamina_node_set_draw_callback(node, draw_picture, (void *)(intptr_t)number, NULL));
  } else {
    lamina_text *text = NULL;
    char string[128];
    snprintf(string, sizeof string,
             part == 2 ? "Card number %d has a title"
                       : "And then card %d says something that takes more than one line of it, in all likelihood two",
             number);
    BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
    BENCH_OK(lamina_node_create_text(context, text, &node));
    lamina_text_release(text);
  }
  BENCH_OK(lamina_node_set_frame(node, rect(f[0], f[1], f[2], f[3])));
  BENCH_OK(lamina_node_add_child(card, node));
  lamina_node_release(node);
}

static lamina_node *make_feed(lamina_context *context, const view *v, lamina_node **out_column) {
  lamina_node *root = NULL, *column = NULL;
  int i, part;
  BENCH_OK(lamina_node_create(context, &root));
  BENCH_OK(lamina_node_create(context, &column));
  BENCH_OK(lamina_node_set_frame(column, rect(0, 0, v->width, v->length)));
  for (i = 0; i < CARDS; i++) {
    lamina_node *card = NULL;
    BENCH_OK(lamina_node_create(context, &card));
    BENCH_OK(lamina_node_set_frame(card, rect(i % v->columns * CARD_WIDTH, i / v->columns * PITCH, CARD_WIDTH, CARD_HEIGHT)));
    BENCH_OK(lamina_node_set_background(card, bench_color(0xffffff)));
    for (part = 0; part < PARTS; part++) add_part(context, card, i, part);
    BENCH_OK(lamina_node_add_child(column, card));
    lamina_node_release(card);
  }
  BENCH_OK(lamina_node_add_child(root, column));
  *out_column = column;
  return root;
}

/* ---- By hand ---- */

static pixman_image_t *layers[CARDS][PARTS];

/* The same layers, as pixman has them: pictures without alpha, texts with. */
static void make_layers(void) {
  int i, part;
  for (i = 0; i < CARDS; i++) {
    for (part = 0; part < PARTS; part++) {
      int width = (int)part_frames[part][2], height = (int)part_frames[part][3];
      layers[i][part] = pixman_image_create_bits(part < 2 ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, width, height, NULL, 0);
      uint32_t *bits = pixman_image_get_data(layers[i][part]);
      int n;
      for (n = 0; n < width * height; n++) bits[n] = part < 2 ? 0xff345678u * (unsigned)n : n % 5 ? 0 : 0x80202020u;
    }
  }
}

static void blit_frame(const view *v, pixman_image_t *target, const lamina_bitmap *bitmap, int offset) {
  int i, part;
  pixman_fill(bitmap->data, v->width, 32, 0, 0, v->width, v->height, 0xffeeeeee);
  for (i = offset / PITCH * v->columns; i < CARDS && i / v->columns * PITCH - offset < v->height; i++) {
    int x = i % v->columns * CARD_WIDTH, y = i / v->columns * PITCH - offset, top = y < 0 ? 0 : y;
    int bottom = y + CARD_HEIGHT > v->height ? v->height : y + CARD_HEIGHT;
    if (bottom > top) pixman_fill(bitmap->data, v->width, 32, x, top, CARD_WIDTH, bottom - top, 0xffffffff);
    for (part = 0; part < PARTS; part++) {
      const double *f = part_frames[part];
      pixman_image_composite32(part < 2 ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, layers[i][part], NULL, target, 0, 0, 0, 0,
                               x + (int)f[0], y + (int)f[1], (int)f[2], (int)f[3]);
    }
  }
}

/* ---- Frames ---- */

typedef struct scene {
  view view;
  const char *name;
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *column;
  lamina_bitmap bitmap, by_hand;
  pixman_image_t *target;
} scene;

static void show_frame(const scene *s, int offset) {
  BENCH_OK(lamina_node_set_frame(s->column, rect(0, -offset, s->view.width, s->view.length)));
  BENCH_OK(lamina_context_process(s->context, 0));
  BENCH_OK(lamina_surface_composite(s->surface, &s->bitmap, NULL, 0, NULL));
}

static void measure_scrolling(const scene *s, int step) {
  enum { FRAMES = 1500 };
  static double ours[FRAMES], floor_[FRAMES];
  char name[64];
  int frame, offset = 0, direction = 1;
  for (frame = 0; frame < FRAMES; frame++) {
    double start;
    if (offset + direction * step < 0 || offset + direction * step > s->view.length - s->view.height) direction = -direction;
    offset += direction * step;
    start = cpu_now();
    show_frame(s, offset);
    ours[frame] = cpu_now() - start;
    start = cpu_now();
    blit_frame(&s->view, s->target, &s->by_hand, offset);
    floor_[frame] = cpu_now() - start;
  }
  qsort(ours, FRAMES, sizeof *ours, by_value);
  qsort(floor_, FRAMES, sizeof *floor_, by_value);
  snprintf(name, sizeof name, "scroll/%s_%d_px_median", s->name, step);
  bench_print(name, ours[FRAMES / 2] * 1e6, "us", floor_[FRAMES / 2] * 1e6, 2, true);
  snprintf(name, sizeof name, "scroll/%s_%d_px_p99", s->name, step);
  bench_print(name, ours[FRAMES * 99 / 100] * 1e6, "us", floor_[FRAMES * 99 / 100] * 1e6, 2, true);
}

static void measure_feed(const char *name, int columns, int width, int height) {
  scene s;
  lamina_size size = {width, height};
  lamina_node *root;
  double best, start = bench_now();
  char figure[64];
  s.name = name;
  s.view.columns = columns;
  s.view.width = width;
  s.view.height = height;
  s.view.length = CARDS / columns * PITCH;
  s.context = bench_context(2);
  s.bitmap = bench_bitmap(width, height);
  s.by_hand = bench_bitmap(width, height);
  s.target = pixman_image_create_bits(PIXMAN_a8r8g8b8, width, height, s.by_hand.data, width * 4);
  root = make_feed(s.context, &s.view, &s.column);
  BENCH_OK(lamina_surface_create(s.context, size, 1, &s.surface));
  BENCH_OK(lamina_surface_set_background(s.surface, bench_color(0xeeeeee)));
  BENCH_OK(lamina_surface_set_root(s.surface, root));
  snprintf(figure, sizeof figure, "scroll/%s_of_1000_cards_made", name);
  bench_print(figure, (bench_now() - start) * 1e3, "ms", NAN, NAN, true);
  start = bench_now();
  BENCH_OK(lamina_context_wait_idle(s.context, UINT64_MAX));
  snprintf(figure, sizeof figure, "scroll/%s_of_1000_cards_drawn", name);
  bench_print(figure, (bench_now() - start) * 1e3, "ms", NAN, NAN, true);
  BENCH_OK(lamina_surface_composite(s.surface, &s.bitmap, NULL, 0, NULL));
  measure_scrolling(&s, 12);
  measure_scrolling(&s, 120);
  measure_scrolling(&s, 800);
  if (columns == 1) {
    BENCH_BEST(best, 7, 10000, {
      BENCH_OK(lamina_context_process(s.context, 0));
      BENCH_OK(lamina_surface_composite(s.surface, &s.bitmap, NULL, 0, NULL));
    });
    bench_print("scroll/unchanged_frame", best * 1e6, "us", NAN, 2, true);
  }
  lamina_node_release(s.column);
  lamina_node_release(root);
  lamina_surface_release(s.surface);
  lamina_context_release(s.context);
  pixman_image_unref(s.target);
  free(s.bitmap.data);
  free(s.by_hand.data);
}

/* ---- A thread that is woken ---- */

typedef struct errand {
  pthread_mutex_t lock;
  pthread_cond_t given, done;
  bool is_given, is_done, is_over;
} errand;

/* As long as drawing a label takes. */
static void *run_errands(void *data) {
  errand *e = data;
  pthread_mutex_lock(&e->lock);
  while (true) {
    double start;
    while (!e->is_given && !e->is_over) pthread_cond_wait(&e->given, &e->lock);
    if (e->is_over) break;
    e->is_given = false;
    pthread_mutex_unlock(&e->lock);
    for (start = bench_now(); bench_now() - start < 60e-6;) continue;
    pthread_mutex_lock(&e->lock);
    e->is_done = true;
    pthread_cond_signal(&e->done);
  }
  pthread_mutex_unlock(&e->lock);
  return NULL;
}

/* The least that a change can cost where a worker draws: handing something over, sleeping until it is done, and
 * waking. */
static void measure_wake(void) {
  enum { TURNS = 1000 };
  static double times[TURNS];
  errand e = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false, false};
  pthread_t worker;
  int i;
  if (pthread_create(&worker, NULL, run_errands, &e) != 0) exit(1);
  for (i = 0; i < TURNS; i++) {
    double start = cpu_now();
    pthread_mutex_lock(&e.lock);
    e.is_given = true;
    pthread_cond_signal(&e.given);
    while (!e.is_done) pthread_cond_wait(&e.done, &e.lock);
    e.is_done = false;
    pthread_mutex_unlock(&e.lock);
    times[i] = cpu_now() - start;
  }
  pthread_mutex_lock(&e.lock);
  e.is_over = true;
  pthread_cond_signal(&e.given);
  pthread_mutex_unlock(&e.lock);
  pthread_join(worker, NULL);
  qsort(times, TURNS, sizeof *times, by_value);
  bench_print("scroll/sleep_and_wake_median", times[TURNS / 2] * 1e6, "us", NAN, NAN, true);
  bench_print("scroll/sleep_and_wake_p99", times[TURNS * 99 / 100] * 1e6, "us", NAN, NAN, true);
}

/* ---- One label of many ---- */

/* What a row of labels is arranged by. */
typedef enum { BY_FRAMES, BY_ONE_SPEC } arrangement;

static void arrange_labels(lamina_context *context, lamina_node *root, const lamina_element *labels, arrangement by) {
  lamina_element rows[LABELS / LABEL_COLUMNS];
  lamina_spec *column = NULL;
  int i;
  if (by == BY_FRAMES) {
    for (i = 0; i < LABELS; i++) {
      BENCH_OK(lamina_node_set_frame(labels[i].node, rect(i % LABEL_COLUMNS * 96, i / LABEL_COLUMNS * 21, 90, 20)));
      BENCH_OK(lamina_node_add_child(root, labels[i].node));
    }
    return;
  }
  for (i = 0; i < LABELS / LABEL_COLUMNS; i++) {
    lamina_spec *row = NULL;
    BENCH_OK(lamina_spec_create_row(context, 8, LAMINA_ALIGN_START, labels + i * LABEL_COLUMNS, LABEL_COLUMNS, &row));
    rows[i].spec = row;
  }
  BENCH_OK(lamina_spec_create_column(context, 0, LAMINA_ALIGN_START, rows, LABELS / LABEL_COLUMNS, &column));
  BENCH_OK(lamina_node_set_spec(root, column));
}

static void print_times(const char *name, const char *of, double *times, int count, double goal) {
  char row[96];
  qsort(times, (size_t)count, sizeof *times, by_value);
  snprintf(row, sizeof row, "scroll/%s%s_median", name, of);
  bench_print(row, times[count / 2] * 1e6, "us", NAN, goal, true);
  snprintf(row, sizeof row, "scroll/%s%s_p99", name, of);
  bench_print(row, times[count * 99 / 100] * 1e6, "us", NAN, goal, true);
}

/* Each turn another label gets a text; a worker draws it, and the owner thread waits for that in poll(), as its main
 * loop would. Only the owner thread's share counts: all of it, and what it spends in Lamina, without the sleep and what
 * waking from it costs. */
static void measure_label(const char *name, arrangement by, double goal) {
  enum { TURNS = 1000 };
  static lamina_element labels[LABELS];
  static double times[TURNS], calls[TURNS];
  lamina_context *context = bench_context(2);
  lamina_bitmap bitmap = bench_bitmap(1920, 1080);
  lamina_surface *surface = NULL;
  lamina_node *root = NULL;
  lamina_size size = {1920, 1080};
  struct pollfd wake = {lamina_context_get_fd(context), POLLIN, 0};
  int i;
  BENCH_OK(lamina_node_create(context, &root));
  for (i = 0; i < LABELS; i++) {
    lamina_text *text = NULL;
    lamina_node *label = NULL;
    BENCH_OK(lamina_text_create(context, "0000", LAMINA_NUL_TERMINATED, NULL, &text));
    BENCH_OK(lamina_node_create_text(context, text, &label));
    labels[i].node = label;
    lamina_text_release(text);
  }
  arrange_labels(context, root, labels, by);
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_background(surface, bench_color(0xffffff)));
  BENCH_OK(lamina_surface_set_root(surface, root));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  BENCH_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
  for (i = 0; i < TURNS; i++) {
    lamina_text *text = NULL;
    lamina_rect_px damage = {0, 0, 0, 0};
    size_t count = 0;
    char string[32];
    double start, asleep = 0;
    snprintf(string, sizeof string, "%d", 1000 + i);
    BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
    start = cpu_now();
    BENCH_OK(lamina_node_set_text(labels[i % LABELS].node, text));
    while (count == 0) {
      double before = cpu_now();
      if (poll(&wake, 1, 10000) != 1) exit(1);
      asleep += cpu_now() - before;
      BENCH_OK(lamina_context_process(context, 0));
      BENCH_OK(lamina_surface_composite(surface, &bitmap, &damage, 1, &count));
    }
    times[i] = cpu_now() - start;
    calls[i] = times[i] - asleep;
    lamina_text_release(text);
    if (count != 1 || damage.width > 90 || damage.height > 26) {
      fprintf(stderr, "a changed label redrew %zu rectangles, %d x %d\n", count, damage.width, damage.height);
      exit(1);
    }
  }
  print_times(name, "", times, TURNS, goal);
  print_times(name, "_calls", calls, TURNS, goal);
}

int main(void) {
  measure_wake();
  measure_label("change_one_label_of_1000", BY_FRAMES, 50);
  measure_label("change_one_label_of_1000_in_one_spec", BY_ONE_SPEC, NAN);
  make_layers();
  measure_feed("feed", 1, 480, 800);
  measure_feed("feed_1080", 4, 1920, 1080);
  return 0;
}
