/* What showing costs the owner thread: a process with nothing to do, one changed node, a whole surface, frames in
 * which texts change while two workers draw them, and letting a whole tree go. */
#include "bench.h"

enum {
  WIDTH = 1920,
  HEIGHT = 1080,
  ROUNDS = 7,
  COLUMNS = 40,
  ROWS = 25,
  BOXES = COLUMNS * ROWS,
  TEXT_COLUMNS = 4,
  TEXT_ROWS = 50,
  TEXTS = TEXT_COLUMNS * TEXT_ROWS,
  CHANGED_TEXTS = 20,
  FRAMES = 100,
  CARDS = 1000,
  CARD_ROWS = 4,
  CARD_CELLS = 4,
  CARD_NODES = 1 + CARD_ROWS * (1 + CARD_CELLS)
};

static lamina_surface *make_surface(lamina_context *context) {
  lamina_surface *surface = NULL;
  lamina_size size = {WIDTH, HEIGHT};
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_background(surface, bench_color(0xffffff)));
  return surface;
}

static void show(lamina_context *context, lamina_surface *surface, lamina_node *root, const lamina_bitmap *bitmap) {
  BENCH_OK(lamina_surface_set_root(surface, root));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  BENCH_OK(lamina_surface_composite(surface, bitmap, NULL, 0, NULL));
}

/* ---- Boxes ---- */

static lamina_node *boxes[BOXES];

/* A grid that covers nearly all of the surface; every box is opaque, with square corners. */
static lamina_node *make_boxes(lamina_context *context) {
  lamina_node *root = NULL;
  int i;
  BENCH_OK(lamina_node_create(context, &root));
  for (i = 0; i < BOXES; i++) {
    lamina_rect frame = {{0, 0}, {WIDTH / COLUMNS, HEIGHT / ROWS}};
    frame.origin.x = i % COLUMNS * frame.size.width;
    frame.origin.y = i / COLUMNS * frame.size.height;
    BENCH_OK(lamina_node_create(context, &boxes[i]));
    BENCH_OK(lamina_node_set_frame(boxes[i], frame));
    BENCH_OK(lamina_node_set_background(boxes[i], bench_color(0x123456u * (unsigned)(i + 1) & 0xffffff)));
    BENCH_OK(lamina_node_add_child(root, boxes[i]));
  }
  return root;
}

/* Each turn is one frame of a host: a change, process, composite. */
static void change_one(lamina_context *context, lamina_surface *surface, const lamina_bitmap *bitmap, long turn) {
  static unsigned rgb;
  lamina_rect_px damage = {0, 0, 0, 0};
  size_t count = 0;
  rgb = (rgb + 0x010305) & 0xffffff;
  BENCH_OK(lamina_node_set_background(boxes[turn % BOXES], bench_color(rgb)));
  BENCH_OK(lamina_context_process(context, 0));
  BENCH_OK(lamina_surface_composite(surface, bitmap, &damage, 1, &count));
  if (count == 1 && damage.width == WIDTH / COLUMNS && damage.height == HEIGHT / ROWS) return;
  fprintf(stderr, "a changed box redrew %zu rectangles, %d x %d\n", count, damage.width, damage.height);
  exit(1);
}

static void composite_all(lamina_surface *surface, const lamina_bitmap *bitmap) {
  BENCH_OK(lamina_surface_set_needs_composite(surface));
  BENCH_OK(lamina_surface_composite(surface, bitmap, NULL, 0, NULL));
}

/* As fast as these pixels can be written at all. The value differs from turn to turn, lest the compiler leave some out.
 */
static void fill(const lamina_bitmap *bitmap, long turn) {
  memset(bitmap->data, (int)turn & 255, (size_t)bitmap->stride * (size_t)bitmap->height);
}

static void measure_boxes(lamina_bitmap *bitmap) {
  lamina_context *context = bench_context(1);
  lamina_surface *surface = make_surface(context);
  lamina_node *root = make_boxes(context);
  double best, each, fastest_fill = INFINITY, fastest = INFINITY;
  int i, round;
  show(context, surface, root, bitmap);

  BENCH_BEST(best, ROUNDS, 100000, BENCH_OK(lamina_context_process(context, 0)));
  bench_print("display/process_idle_1000_nodes", best * 1e6, "us", NAN, NAN, true);
  BENCH_BEST(best, ROUNDS, 2000, change_one(context, surface, bitmap, i_));
  bench_print("display/change_one_of_1000_nodes", best * 1e6, "us", NAN, NAN, true);

  /* In alternation, best of each: what slows the machine for a while must not decide. */
  for (round = 0; round < 4 * ROUNDS; round++) {
    BENCH_BEST(each, 1, 5, fill(bitmap, i_));
    if (each < fastest_fill) fastest_fill = each;
    BENCH_BEST(each, 1, 5, composite_all(surface, bitmap));
    if (each < fastest) fastest = each;
  }
  bench_print("display/composite_1920x1080_1000_boxes", fastest * 1e3, "ms", fastest_fill * 1e3, NAN, true);

  for (i = 0; i < BOXES; i++) lamina_node_release(boxes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* The same boxes with round corners, half transparent: painted by the owner thread alone, and in bands with two
 * workers. */
static void measure_bands(lamina_bitmap *bitmap) {
  lamina_context *context = bench_context(2);
  lamina_surface *surface = make_surface(context);
  lamina_node *root = make_boxes(context);
  double best[2] = {INFINITY, INFINITY}, each;
  int i, round, in_bands;
  for (i = 0; i < BOXES; i++) {
    lamina_color color = bench_color(0x123456u * (unsigned)(i + 1) & 0xffffff);
    color.alpha = 0.5f;
    BENCH_OK(lamina_node_set_background(boxes[i], color));
    BENCH_OK(lamina_node_set_corner_radius(boxes[i], 8));
  }
  show(context, surface, root, bitmap);
  for (round = 0; round < 8 * ROUNDS; round++) {
    for (in_bands = 0; in_bands < 2; in_bands++) {
      BENCH_OK(lamina_surface_set_composited_in_bands(surface, in_bands != 0));
      BENCH_BEST(each, 1, 5, composite_all(surface, bitmap));
      if (each < best[in_bands]) best[in_bands] = each;
    }
  }
  bench_print("display/composite_1920x1080_serial", best[0] * 1e3, "ms", NAN, NAN, true);
  bench_print("display/composite_1920x1080_bands_2_workers", best[1] * 1e3, "ms", best[0] * 1e3, 0.7, true);
  for (i = 0; i < BOXES; i++) lamina_node_release(boxes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* ---- Texts ---- */

static lamina_text *make_text(lamina_context *context, long number) {
  lamina_text *text = NULL;
  char string[64];
  snprintf(string, sizeof string, "Line %ld of a page that goes on and on", number);
  BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
  return text;
}

static lamina_spec *make_stack(lamina_context *context, lamina_axis axis, const lamina_element *children,
                               size_t count) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_spec *spec = NULL;
  options.axis = axis;
  BENCH_OK(lamina_spec_create_stack(context, &options, NULL, children, count, &spec));
  return spec;
}

/* A column of rows, each of texts of equal width: a table. */
static lamina_node *make_table(lamina_context *context, lamina_node **texts) {
  lamina_style cell = LAMINA_STYLE_INIT;
  lamina_element rows[TEXT_ROWS], children[TEXTS];
  lamina_spec *column;
  lamina_node *root = NULL;
  int i;
  cell.width.unit = LAMINA_UNIT_POINTS;
  cell.width.value = (double)WIDTH / TEXT_COLUMNS;
  for (i = 0; i < TEXTS; i++) {
    lamina_text *text = make_text(context, i);
    BENCH_OK(lamina_node_create_text(context, text, &texts[i]));
    BENCH_OK(lamina_node_set_style(texts[i], &cell));
    children[i].node = texts[i];
    lamina_text_release(text);
  }
  for (i = 0; i < TEXT_ROWS; i++) {
    rows[i].spec = make_stack(context, LAMINA_AXIS_HORIZONTAL, &children[i * TEXT_COLUMNS], TEXT_COLUMNS);
  }
  column = make_stack(context, LAMINA_AXIS_VERTICAL, rows, TEXT_ROWS);
  BENCH_OK(lamina_node_create(context, &root));
  BENCH_OK(lamina_node_set_spec(root, column));
  for (i = 0; i < TEXT_ROWS; i++) lamina_spec_release(rows[i].spec);
  lamina_spec_release(column);
  return root;
}

static lamina_statistics statistics_of(lamina_context *context) {
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  BENCH_OK(lamina_context_get_statistics(context, &statistics));
  return statistics;
}

/* Frames in which other texts appear, are laid out and drawn by two workers, and are composited. What is printed is the
 * owner thread's share: making and setting the texts, by the clock, and what Lamina counts inside process and
 * composite. */
static void measure_texts(lamina_bitmap *bitmap) {
  lamina_context *context = bench_context(2);
  lamina_surface *surface = make_surface(context);
  lamina_node *texts[TEXTS], *root = make_table(context, texts);
  double setting = INFINITY, showing = INFINITY;
  long next = 0;
  int round, frame, i;
  show(context, surface, root, bitmap);
  for (round = 0; round < ROUNDS; round++) {
    lamina_statistics before = statistics_of(context), after;
    double set = 0, shown;
    for (frame = 0; frame < FRAMES; frame++) {
      double start = bench_now();
      for (i = 0; i < CHANGED_TEXTS; i++, next++) {
        lamina_text *text = make_text(context, TEXTS + next);
        BENCH_OK(lamina_node_set_text(texts[next % TEXTS], text));
        lamina_text_release(text);
      }
      set += bench_now() - start;
      BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
      BENCH_OK(lamina_surface_composite(surface, bitmap, NULL, 0, NULL));
    }
    after = statistics_of(context);
    if (after.displays - before.displays < (uint64_t)FRAMES * CHANGED_TEXTS) {
      fprintf(stderr, "only %llu drawings were shown\n", (unsigned long long)(after.displays - before.displays));
      exit(1);
    }
    shown = (double)(after.owner_us - before.owner_us) / FRAMES;
    setting = fmin(setting, set * 1e6 / FRAMES);
    showing = fmin(showing, shown);
  }
  bench_print("display/frame_20_texts_set", setting, "us", NAN, NAN, true);
  bench_print("display/frame_20_texts_owner_2_workers", showing, "us", NAN, NAN, true);
  for (i = 0; i < TEXTS; i++) lamina_node_release(texts[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* ---- Letting go ---- */

/* What this thread took of a processor, in seconds: others do not count. */
static double owner_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A node that arranges `children`, which it alone holds afterwards. */
static lamina_node *make_parent(lamina_context *context, lamina_axis axis, lamina_node *const *children,
                                size_t count) {
  lamina_spec *spec = make_stack(context, axis, (const lamina_element *)children, count);
  lamina_node *node = NULL;
  size_t i;
  BENCH_OK(lamina_node_create(context, &node));
  BENCH_OK(lamina_node_set_spec(node, spec));
  lamina_spec_release(spec);
  for (i = 0; i < count; i++) lamina_node_release(children[i]);
  return node;
}

/* Rows of boxes and texts by turns. */
static lamina_node *make_card(lamina_context *context, long number) {
  lamina_node *rows[CARD_ROWS], *cells[CARD_CELLS];
  lamina_style box = LAMINA_STYLE_INIT;
  int row, cell;
  box.width.unit = box.height.unit = LAMINA_UNIT_POINTS;
  box.width.value = 40;
  box.height.value = 20;
  for (row = 0; row < CARD_ROWS; row++) {
    for (cell = 0; cell < CARD_CELLS; cell++) {
      if (cell % 2 == 0) {
        BENCH_OK(lamina_node_create(context, &cells[cell]));
        BENCH_OK(lamina_node_set_style(cells[cell], &box));
        BENCH_OK(lamina_node_set_background(cells[cell], bench_color(0x3366aa)));
      } else {
        lamina_text *text = make_text(context, number * CARD_ROWS * CARD_CELLS + row * CARD_CELLS + cell);
        BENCH_OK(lamina_node_create_text(context, text, &cells[cell]));
        lamina_text_release(text);
      }
    }
    rows[row] = make_parent(context, LAMINA_AXIS_HORIZONTAL, cells, CARD_CELLS);
  }
  return make_parent(context, LAMINA_AXIS_VERTICAL, rows, CARD_ROWS);
}

/* What a program in C would have for the same tree, with nothing in it of layout, texts or pixels: for each node a
 * record as large as Lamina's, an array of children, and a string. */
typedef struct plain_node {
  struct plain_node **children;
  size_t count;
  char *string;
  char rest[144];
} plain_node;

static plain_node *make_plain(const int *counts) {
  plain_node *node = calloc(1, sizeof *node);
  size_t i;
  if (node == NULL) bench_require(LAMINA_ERROR_OUT_OF_MEMORY, "plain node");
  node->count = (size_t)counts[0];
  node->children = calloc(node->count + 1, sizeof *node->children);
  node->string = calloc(1, 64);
  if (node->children == NULL || node->string == NULL) bench_require(LAMINA_ERROR_OUT_OF_MEMORY, "plain node");
  for (i = 0; i < node->count; i++) node->children[i] = make_plain(counts + 1);
  return node;
}

static void free_plain(plain_node *node) {
  size_t i;
  for (i = 0; i < node->count; i++) free_plain(node->children[i]);
  free(node->children);
  free(node->string);
  free(node);
}

/* What the owner thread spends on a shown tree that it lets go, until nothing of it is left anywhere. */
static double release_shown_tree(const lamina_bitmap *bitmap) {
  lamina_context *context = bench_context(1);
  lamina_surface *surface = make_surface(context);
  lamina_node *cards[CARDS], *root;
  lamina_memory memory = LAMINA_MEMORY_INIT;
  double seconds;
  long i;
  for (i = 0; i < CARDS; i++) cards[i] = make_card(context, i);
  root = make_parent(context, LAMINA_AXIS_VERTICAL, cards, CARDS);
  show(context, surface, root, bitmap);
  seconds = owner_seconds();
  lamina_node_release(root);
  BENCH_OK(lamina_surface_set_root(surface, NULL));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  seconds = owner_seconds() - seconds;
  BENCH_OK(lamina_context_get_memory(context, &memory));
  if (memory.node_bytes > 0 || memory.bitmap_bytes > 0) {
    fprintf(stderr, "a released tree left %llu bytes of nodes and %llu of bitmaps\n",
            (unsigned long long)memory.node_bytes, (unsigned long long)memory.bitmap_bytes);
    exit(1);
  }
  lamina_surface_release(surface);
  lamina_context_release(context);
  return seconds;
}

static void measure_release(const lamina_bitmap *bitmap) {
  static const int counts[] = {CARDS, CARD_ROWS, CARD_CELLS, 0};
  double ours = INFINITY, plain = INFINITY;
  char name[64];
  int round;
  for (round = 0; round < ROUNDS; round++) {
    plain_node *tree = make_plain(counts);
    double start = owner_seconds();
    free_plain(tree);
    plain = fmin(plain, owner_seconds() - start);
    ours = fmin(ours, release_shown_tree(bitmap));
  }
  snprintf(name, sizeof name, "display/release_shown_tree_%d_nodes_owner", 1 + CARDS * CARD_NODES);
  bench_print(name, ours * 1e3, "ms", plain * 1e3, NAN, true);
}

int main(void) {
  lamina_bitmap bitmap = bench_bitmap(WIDTH, HEIGHT);
  measure_boxes(&bitmap);
  measure_bands(&bitmap);
  measure_texts(&bitmap);
  measure_release(&bitmap);
  free(bitmap.data);
  return 0;
}
