/* What a context holds: by kind, within a budget, and when memory is low; and the statistics of frames. */
#include "check.h"

enum { NODES = 60, PITCH = 100 };

static int draws, returns;

static lamina_status fill(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale, void *user_data) {
  int x, y;
  (void)canvas, (void)size, (void)scale, (void)user_data;
  for (y = 0; y < target->height; y++) {
    uint32_t *row = (uint32_t *)(void *)((unsigned char *)target->data + y * target->stride);
    for (x = 0; x < target->width; x++) row[x] = 0xFF00FF00;
  }
  __atomic_add_fetch(&draws, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *column;
  check_picture picture;
} stage;

/* A column of nodes of 100 x 100 pixels, 40,000 bytes each; two of them show. */
static stage make_stage(int threads, size_t budget) {
  stage s;
  int i;
  s.context = check_context(threads);
  s.root = check_node(s.context);
  s.column = check_node(s.context);
  s.surface = NULL;
  s.picture = check_make_picture(100, 200);
  CHECK_OK(lamina_context_set_bitmap_budget(s.context, budget));
  CHECK_OK(lamina_node_set_frame(s.column, check_make_rect(0, 0, 100, NODES * PITCH)));
  for (i = 0; i < NODES; i++) {
    lamina_node *node = check_node(s.context);
    CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, i * PITCH, 100, PITCH)));
    CHECK_OK(lamina_node_set_draw_pixels_callback(node, fill, NULL, NULL));
    CHECK_OK(lamina_node_add_child(s.column, node));
    lamina_node_release(node);
  }
  CHECK_OK(lamina_node_add_child(s.root, s.column));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(100, 200), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  draws = 0;
  return s;
}

static void end_stage(stage *s) {
  lamina_node_release(s->column);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static void show(stage *s, int offset) {
  CHECK_OK(lamina_node_set_frame(s->column, check_make_rect(0, -offset, 100, NODES * PITCH)));
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&s->picture, 50, 10), 0xFF00FF00);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 190), 0xFF00FF00);
}

static lamina_memory memory_of(lamina_context *context) {
  lamina_memory memory = LAMINA_MEMORY_INIT;
  CHECK_OK(lamina_context_get_memory(context, &memory));
  return memory;
}

static lamina_statistics statistics_of(lamina_context *context) {
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_get_statistics(context, &statistics));
  return statistics;
}

static void test_without_a_budget(void) {
  stage s = make_stage(2, SIZE_MAX);
  lamina_memory memory;
  show(&s, 0);
  CHECK_EQUAL(draws, NODES);
  memory = memory_of(s.context);
  CHECK(memory.bitmap_bytes >= NODES * 40000u);
  CHECK(memory.node_bytes >= NODES * 64u && memory.layer_bytes >= NODES * 64u);
  CHECK_EQUAL(statistics_of(s.context).evictions, 0);
  /* What is far goes; what is near stays. */
  CHECK_OK(lamina_context_trim_memory(s.context));
  memory = memory_of(s.context);
  CHECK(memory.bitmap_bytes <= 6 * 50000u);
  CHECK_EQUAL(memory.pool_bytes, 0);
  CHECK(statistics_of(s.context).evictions >= NODES - 6);
  draws = 0;
  show(&s, 0);
  CHECK_EQUAL(draws, 0);
  show(&s, 3000); /* comes back when it is near */
  CHECK(draws >= 2 && draws <= 8);
  end_stage(&s);
}

static void test_budget(int threads) {
  const uint64_t budget = 500000;
  stage s = make_stage(threads, (size_t)budget);
  int offset;
  show(&s, 0);
  CHECK(draws < NODES); /* most were not even drawn */
  for (offset = 0; offset <= (NODES - 2) * PITCH; offset += 150) {
    show(&s, offset);
    CHECK(memory_of(s.context).bitmap_bytes <= budget);
  }
  for (; offset >= 0; offset -= 700) show(&s, offset > (NODES - 2) * PITCH ? (NODES - 2) * PITCH : offset);
  CHECK(statistics_of(s.context).evictions > 0);
  /* A budget that what shows exceeds: it shows all the same. */
  CHECK_OK(lamina_context_set_bitmap_budget(s.context, 0));
  show(&s, 2000);
  CHECK_OK(lamina_context_set_bitmap_budget(s.context, SIZE_MAX));
  show(&s, 0);
  end_stage(&s);
}

/* Ways to scroll. */
enum { FRAME, ORIGIN, PRESENTED_ORIGIN, PRESENTED_POSITION, WAYS };

static void scroll(stage *s, lamina_node *node, int way, int offset) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  values.bounds_origin = check_make_rect(0, offset, 0, 0).origin;
  values.position = check_make_rect(50, NODES * PITCH / 2 - offset, 0, 0).origin;
  switch (way) {
    case FRAME: CHECK_OK(lamina_node_set_frame(s->column, check_make_rect(0, -offset, 100, NODES * PITCH))); break;
    case ORIGIN: CHECK_OK(lamina_node_set_bounds_origin(node, values.bounds_origin)); break;
    case PRESENTED_ORIGIN: values.fields = LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN; break;
    default: values.fields = LAMINA_PRESENTED_FIELDS_POSITION; break;
  }
  if (way == PRESENTED_ORIGIN) CHECK_OK(lamina_node_set_presented(node, &values));
  if (way == PRESENTED_POSITION) CHECK_OK(lamina_node_set_presented(s->column, &values));
}

/* What comes into view is drawn, whatever brings it there: in far steps, each of which comes to rest, and in short ones
 * in every frame. */
static void test_what_is_scrolled_to_is_drawn(int way, int nested, int step) {
  stage s = make_stage(2, 500000);
  lamina_node *node = nested ? s.column : s.root;
  bool is_complete = false;
  int offset;
  CHECK_OK(lamina_node_set_clipping(s.root, true));
  show(&s, 0);
  if (nested) CHECK_OK(lamina_node_set_frame(s.column, check_make_rect(0, 0, 100, 200)));
  for (offset = 0; offset <= (NODES - 2) * PITCH; offset += step) {
    scroll(&s, node, way, offset);
    if (step < PITCH) {
      CHECK_OK(lamina_context_begin_frame(s.context, UINT64_MAX, 0));
      CHECK_OK(lamina_context_process(s.context, 0));
      CHECK_OK(lamina_surface_composite(s.surface, &s.picture.bitmap, NULL, 0, NULL));
      if (offset % 1000 != 0) continue;
    }
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_is_complete(s.surface, &is_complete));
    CHECK(is_complete);
    CHECK_OK(lamina_surface_composite(s.surface, &s.picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&s.picture, 50, 10), 0xFF00FF00);
    CHECK_EQUAL(check_pixel(&s.picture, 50, 190), 0xFF00FF00);
  }
  end_stage(&s);
}

/* Words and paragraphs that texts were made of are counted, bounded, and forgotten when memory is low. */
static void test_words(void) {
  lamina_context *context = check_context(2);
  lamina_text_metrics before = LAMINA_TEXT_METRICS_INIT, after = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  char string[600];
  uint64_t most = 0;
  unsigned seed = 5, round, n;
  CHECK_EQUAL(memory_of(context).word_bytes, 0);
  for (round = 0; round < 300; round++) {
    for (n = 0; n + 1 < sizeof string; n++) {
      seed = seed * 1103515245 + 12345;
      string[n] = n % 10 == 9 ? ' ' : (char)('a' + (seed >> 16) % 26);
    }
    string[n] = '\0';
    /* Words are kept when they come again. */
    CHECK_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
    CHECK_OK(lamina_text_measure(text, NULL, 200, &before));
    lamina_text_release(text);
    CHECK_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
    CHECK_OK(lamina_text_measure(text, NULL, 200, &before));
    if (memory_of(context).word_bytes > most) most = memory_of(context).word_bytes;
    if (round < 299) lamina_text_release(text);
  }
  CHECK(most > 100000 && most < (6u << 20) + 100000);
  lamina_text_release(text);
  CHECK_OK(lamina_context_trim_memory(context));
  CHECK_EQUAL(memory_of(context).word_bytes, 0);
  CHECK_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_text_measure(text, NULL, 200, &after));
  CHECK(before.size.width == after.size.width && before.size.height == after.size.height);
  lamina_text_release(text);
  lamina_context_release(context);
}

static void test_frames(void) {
  stage s = make_stage(1, SIZE_MAX);
  lamina_statistics before, after;
  show(&s, 0);
  before = statistics_of(s.context);
  CHECK_EQUAL(before.composites, 1);
  CHECK_EQUAL(before.painted_px, 100 * 200);
  CHECK_EQUAL(before.copied_px, 0);
  CHECK(before.longest_process_us > 0);
  show(&s, 20);
  after = statistics_of(s.context);
  CHECK_EQUAL(after.composites, 2);
  CHECK_EQUAL(after.painted_px - before.painted_px, 100 * 20);
  CHECK_EQUAL(after.copied_px, 100 * 200);
  end_stage(&s);
}

/* Stands in for that of glibc: the library asks for it by this name. */
#ifdef __cplusplus
extern "C"
#endif
    __attribute__((visibility("default"))) int
    malloc_trim(size_t pad);
int malloc_trim(size_t pad) {
  __atomic_add_fetch(&returns, 1, __ATOMIC_SEQ_CST);
  return (int)(pad & 0);
}

/* What is free goes back to the system: by the call, and by the last worker once more. */
static void test_free_memory_goes_back(int threads) {
  stage s;
  int round;
  if (getenv("CHECK_QUICK") != NULL) return; /* valgrind puts its own malloc_trim in the place of ours */
  s = make_stage(threads, SIZE_MAX);
  show(&s, 0);
  __atomic_store_n(&returns, 0, __ATOMIC_SEQ_CST);
  CHECK_OK(lamina_context_trim_memory(s.context));
  CHECK(__atomic_load_n(&returns, __ATOMIC_SEQ_CST) >= 1);
  /* A worker trims after what it does next, and before what it does then. */
  for (round = 0; round < 2; round++) {
    CHECK_OK(lamina_node_set_needs_display(s.column));
    show(&s, 400 * (round + 1));
  }
  CHECK_EQUAL(__atomic_load_n(&returns, __ATOMIC_SEQ_CST), threads + 1);
  end_stage(&s);
}

/* A surface that showed many layers keeps no room for them: none after a trim, and none without a root. */
static void test_room_for_layers(void) {
  stage s = make_stage(0, SIZE_MAX);
  size_t before;
  show(&s, 0);
  before = memory_of(s.context).layer_bytes;
  CHECK_OK(lamina_node_remove_children(s.column));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_EQUAL(memory_of(s.context).layer_bytes, before);
  CHECK_OK(lamina_context_trim_memory(s.context));
  CHECK(memory_of(s.context).layer_bytes <= before / NODES * 2);
  CHECK_OK(lamina_surface_set_root(s.surface, NULL));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_EQUAL(memory_of(s.context).layer_bytes, 0);
  /* And shows again. */
  CHECK_OK(lamina_node_set_background(s.column, check_make_color(0x00FF00)));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  show(&s, 0);
  end_stage(&s);
}

/* Workers take memory while it is given back. */
static void test_trimming_under_way(void) {
  enum { SMALL = 1500 };
  int rounds = getenv("CHECK_QUICK") != NULL ? 15 : 150;
  lamina_context *context = check_context(2);
  lamina_node *root = check_box(context, 400, 400), **nodes = (lamina_node **)calloc(SMALL, sizeof *nodes);
  lamina_surface *surface = NULL;
  lamina_size size = {400, 400};
  lamina_rect frame = {{0, 0}, {0, 20}};
  int i, round;
  CHECK_OK(lamina_surface_create(context, size, 1, &surface));
  for (i = 0; nodes != NULL && i < SMALL; i++) {
    nodes[i] = check_node(context);
    frame.origin.x = i % 40 * 10;
    frame.origin.y = i / 40 * 10;
    frame.size.width = 20 + i % 30;
    CHECK_OK(lamina_node_set_frame(nodes[i], frame));
    CHECK_OK(lamina_node_set_draw_pixels_callback(nodes[i], fill, NULL, NULL));
    CHECK_OK(lamina_node_add_child(root, nodes[i]));
  }
  CHECK_OK(lamina_surface_set_root(surface, root));
  for (round = 0; nodes != NULL && round < rounds; round++) {
    if (round % 3 == 0) {
      for (i = 0; i < SMALL; i++) CHECK_OK(lamina_node_set_needs_display(nodes[i]));
      CHECK_OK(lamina_context_process(context, 0));
    }
    CHECK_OK(lamina_context_trim_memory(context));
  }
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (i = 0; nodes != NULL && i < SMALL; i++) lamina_node_release(nodes[i]);
  free(nodes);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

int main(void) {
  int way;
  test_without_a_budget();
  test_budget(2);
  test_budget(0);
  for (way = 0; way < WAYS; way++) {
    test_what_is_scrolled_to_is_drawn(way, 0, 1000);
    test_what_is_scrolled_to_is_drawn(way, 0, 10);
  }
  test_what_is_scrolled_to_is_drawn(ORIGIN, 1, 1000);
  test_what_is_scrolled_to_is_drawn(PRESENTED_ORIGIN, 1, 10);
  test_words();
  test_frames();
  test_free_memory_goes_back(0);
  test_free_memory_goes_back(1);
  test_room_for_layers();
  test_trimming_under_way();
  return check_done(__FILE__);
}
