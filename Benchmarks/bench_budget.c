/* Whether a call holds the owner thread longer than its budget while the workers are saturated: 10,000 frames in which
 * drawings finish and calls are posted faster than a budget of one millisecond allows, and as many of a feed that
 * scrolls while its cards are being drawn; and what posting and completing an empty operation costs. */
#include "card/card_tree.h"

#include "bench.h"

#include <dlfcn.h>
#include <pthread.h>

enum { WIDTH = 800, HEIGHT = 600, NODES = 400, FRAMES = 10000, BUDGET_US = 1000, OTHER_US = 200, EMPTY = 100000 };

static double cpu_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static lamina_status draw(lamina_canvas *canvas, cairo_t *cairo, lamina_size size, double scale, void *data) {
  int i;
  (void)canvas, (void)scale, (void)data;
  for (i = 0; i < 4; i++) {
    cairo_set_source_rgba(cairo, 0.2 * i, 0.5, 0.7, 0.5);
    cairo_arc(cairo, size.width / 2, size.height / 2, size.height / 2 - i, 0, 6.3);
    cairo_fill(cairo);
  }
  return LAMINA_OK;
}

static void spin(void *data) {
  double end = bench_now() + 20e-6;
  (void)data;
  while (bench_now() < end) {}
}

/* CPU time of one call, in microseconds. */
#define CPU_US(result, call)                                    \
  do {                                                          \
    double from_ = cpu_of(CLOCK_THREAD_CPUTIME_ID);             \
    BENCH_OK(call);                                             \
    (result) = (cpu_of(CLOCK_THREAD_CPUTIME_ID) - from_) * 1e6; \
  } while (0)

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_sorted(const char *what, double *times, double goal) {
  char name[64];
  qsort(times, FRAMES, sizeof *times, by_value);
  snprintf(name, sizeof name, "budget/%s_p99", what);
  bench_print(name, times[FRAMES * 99 / 100], "us", NAN, goal, true);
  snprintf(name, sizeof name, "budget/%s_max", what);
  bench_print(name, times[FRAMES - 1], "us", NAN, goal, true);
}

static void print_histogram(const char *what, const double *sorted) {
  static const double limits[] = {100, 250, 500, 750, 1000, 1100, 1200, 1500, 2000, 1e9};
  size_t bucket;
  int previous = 0;
  for (bucket = 0; bucket < sizeof limits / sizeof *limits; bucket++) {
    char name[64];
    int count = 0;
    while (previous + count < FRAMES && sorted[previous + count] <= limits[bucket]) count++;
    previous += count;
    snprintf(name, sizeof name, "budget/%s_up_to_%g_us", what, limits[bucket]);
    bench_print(name, count, "frames", NAN, NAN, false);
  }
}

static void print_waits(const char *what, const double *sorted) {
  static const double limits[] = {1, 5, 10, 25, 50, 100, 250, 1000, 5000, 1e9};
  size_t bucket;
  int previous = 0;
  for (bucket = 0; bucket < sizeof limits / sizeof *limits; bucket++) {
    char name[80];
    int count = 0;
    while (previous + count < FRAMES && sorted[previous + count] <= limits[bucket]) count++;
    previous += count;
    snprintf(name, sizeof name, "budget/%s_up_to_%g_us", what, limits[bucket]);
    bench_print(name, count, "frames", NAN, NAN, false);
  }
}

/* ---- What the machine adds ---- */

static unsigned arithmetic(unsigned seed, int steps) {
  while (steps-- > 0) seed = seed * 1103515245 + 12345;
  return seed;
}

static volatile bool is_over;

static void *keep_busy(void *data) {
  volatile unsigned seed = 1;
  (void)data;
  while (!is_over) seed = arithmetic(seed, 10000);
  return NULL;
}

/* Arithmetic in steps of some microseconds until the budget is spent, beside two threads that never rest: what is above
 * the budget is interrupts, and what the host of a virtual machine took. */
static void measure_machine(void) {
  static double times[FRAMES];
  volatile unsigned seed = 1;
  pthread_t busy[2];
  int i, frame, started = 0;
  while (started < 2 && pthread_create(&busy[started], NULL, keep_busy, NULL) == 0) started++;
  for (frame = 0; frame < FRAMES; frame++) {
    double end = bench_now() + BUDGET_US * 1e-6, cpu = cpu_of(CLOCK_THREAD_CPUTIME_ID);
    while (bench_now() < end) seed = arithmetic(seed, 2000);
    times[frame] = (cpu_of(CLOCK_THREAD_CPUTIME_ID) - cpu) * 1e6;
  }
  is_over = true;
  for (i = 0; i < started; i++) pthread_join(busy[i], NULL);
  print_sorted("arithmetic_1000_us_cpu", times, NAN);
}

static void measure_budget(void) {
  static double times[FRAMES], wall[FRAMES];
  static lamina_node *nodes[NODES];
  lamina_context *context = bench_context(2);
  lamina_surface *surface = NULL;
  lamina_node *root = NULL;
  lamina_size size = {WIDTH, HEIGHT};
  lamina_bitmap bitmap = bench_bitmap(WIDTH, HEIGHT);
  int i, frame;
  BENCH_OK(lamina_node_create(context, &root));
  for (i = 0; i < NODES; i++) {
    lamina_rect frame_ = {{i % 20 * 40, i / 20 * 30}, {38, 28}};
    BENCH_OK(lamina_node_create(context, &nodes[i]));
    BENCH_OK(lamina_node_set_frame(nodes[i], frame_));
    BENCH_OK(lamina_node_set_draw_callback(nodes[i], draw, NULL, NULL));
    BENCH_OK(lamina_node_add_child(root, nodes[i]));
  }
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_root(surface, root));
  for (frame = 0; frame < FRAMES; frame++) {
    double start, cpu;
    for (i = 0; i < 40; i++) BENCH_OK(lamina_node_set_needs_display(nodes[(frame * 37 + i) % NODES]));
    for (i = 0; i < 60 && frame % 2 == 0; i++) BENCH_OK(lamina_context_post(context, spin, NULL, NULL));
    start = bench_now();
    cpu = cpu_of(CLOCK_THREAD_CPUTIME_ID);
    BENCH_OK(lamina_context_process(context, BUDGET_US));
    times[frame] = (cpu_of(CLOCK_THREAD_CPUTIME_ID) - cpu) * 1e6;
    wall[frame] = (bench_now() - start) * 1e6;
    if (frame % 16 == 0) BENCH_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
  }
  print_sorted("process_1000_us_cpu", times, BUDGET_US + 200);
  /* By the clock, other programs and the workers count too where cores are few. */
  print_sorted("process_1000_us_wall", wall, NAN);
  print_histogram("frames", times);
  for (i = 0; i < NODES; i++) lamina_node_release(nodes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* ---- A feed that scrolls while its cards are drawn ---- */

enum { SCREEN = 800, GAP = 12, STEP = 120 };

/* What a frame of a host does, each call by itself; `others` is the longest of those that have no budget. */
typedef struct frame_times {
  double process[FRAMES], others[FRAMES], composite[FRAMES];
} frame_times;

static void longer(double *longest, double time) {
  if (time > *longest) *longest = time;
}

static void measure_feed(const char *folder) {
  static card cards[CARD_COUNT];
  static frame_times t;
  lamina_context *context = bench_context(2);
  lamina_surface *surface = NULL;
  lamina_node *root = NULL;
  lamina_size size = {CARD_WIDTH, SCREEN};
  lamina_bitmap bitmap = bench_bitmap(CARD_WIDTH, SCREEN);
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_memory memory = LAMINA_MEMORY_INIT;
  int count = card_load(folder, cards), i, frame, direction = 1;
  double offset = 0, shown = 0;
  BENCH_OK(lamina_node_create(context, &root));
  for (i = 0; i < count; i++) {
    lamina_rect place = {{0, i * (CARD_HEIGHT + GAP)}, {CARD_WIDTH, CARD_HEIGHT}};
    lamina_node *node = card_tree_with_specs(context, &cards[i]);
    BENCH_OK(lamina_node_set_frame(node, place));
    BENCH_OK(lamina_node_add_child(root, node));
    lamina_node_release(node);
  }
  BENCH_OK(lamina_context_set_bitmap_budget(context, 4 << 20)); /* so that what comes into sight has to be drawn */
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_root(surface, root));
  /* Until the tree is laid out and the first cards are there: it is captured, and read, in one go each. */
  while (statistics.displays == 0) {
    double time;
    CPU_US(time, lamina_context_process(context, BUDGET_US));
    longer(&shown, time);
    BENCH_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
    BENCH_OK(lamina_context_get_statistics(context, &statistics));
  }
  bench_print("budget/feed_shown_nodes", (double)statistics.node_count, "nodes", NAN, NAN, false);
  bench_print("budget/feed_shown_process_1000_us_cpu_max", shown, "us", NAN, BUDGET_US + 200, true);
  for (frame = 0; frame < FRAMES; frame++) {
    double time, last = count * (CARD_HEIGHT + GAP) - SCREEN;
    lamina_point origin;
    offset += direction * STEP;
    if (offset < 0 || offset > last) direction = -direction, offset = offset < 0 ? 0 : last;
    origin.x = 0;
    origin.y = offset;
    t.others[frame] = 0;
    CPU_US(time, lamina_node_set_bounds_origin(root, origin));
    longer(&t.others[frame], time);
    CPU_US(time, lamina_context_post(context, spin, NULL, NULL));
    longer(&t.others[frame], time);
    CPU_US(t.process[frame], lamina_context_process(context, BUDGET_US));
    CPU_US(time, lamina_context_get_statistics(context, &statistics));
    longer(&t.others[frame], time);
    CPU_US(time, lamina_context_get_memory(context, &memory));
    longer(&t.others[frame], time);
    CPU_US(t.composite[frame], lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
  }
  bench_print("budget/feed_drawings_a_frame", (double)statistics.displays / FRAMES, "drawings", NAN, NAN, false);
  print_sorted("feed_process_1000_us_cpu", t.process, BUDGET_US + 200);
  print_sorted("feed_calls_without_budget_cpu", t.others, OTHER_US);
  print_sorted("feed_composite_cpu", t.composite, NAN);
  print_histogram("feed_frames", t.process);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* ---- A list that scrolls while trees are built ---- */

enum { BUILDERS = 8, TREE = 100, ROWS = 1000, LOCK_US = 50 };

/* ---- Who holds the lock that the owner thread waits for ---- */

/* The library's mutexes pass through here: how long builders hold each of them, in CPU time of their own, and how long
 * the owner thread waits for each. What a builder spends without a core while it holds a lock is in the wait, and no
 * library can give that back; so beside each wait stands how much of it were holds. */
typedef struct watched {
  pthread_mutex_t *mutex;
  uint64_t since, held; /* changed by who holds the mutex; CPU nanoseconds, the second of all builders' holds */
  long waits;           /* changed by the owner thread */
} watched;

static watched mutexes[256];
static bool is_watching;
static __thread bool is_builder, is_in_call;
/* In this frame, in microseconds: by the clock, and the holds meanwhile. */
static double waited, waited_for_holds;
/* Of all builders; the last are holds of nothing, as long as others are as a rule. */
static long holds[16], nothing_held[16];
static const double hold_limits[] = {1, 2, 5, 10, 25, 50, 100, 250, 1e9};

static uint64_t own_cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void note_hold(long *counts, uint64_t ns) {
  size_t bucket = 0;
  while ((double)ns > hold_limits[bucket] * 1e3) bucket++;
  __atomic_add_fetch(&counts[bucket], 1, __ATOMIC_RELAXED);
}

static watched *find_mutex(pthread_mutex_t *mutex) {
  size_t i, start = ((size_t)mutex >> 4) % 256;
  for (i = 0; i < 256; i++) {
    watched *found = &mutexes[(start + i) % 256];
    pthread_mutex_t *none = NULL;
    if (__atomic_load_n(&found->mutex, __ATOMIC_ACQUIRE) == mutex) return found;
    if (__atomic_compare_exchange_n(&found->mutex, &none, mutex, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ||
        none == mutex) {
      return found;
    }
  }
  return NULL;
}

static void note_taken(pthread_mutex_t *mutex) {
  watched *found = is_builder && is_watching ? find_mutex(mutex) : NULL;
  if (found != NULL) found->since = own_cpu_ns();
}

typedef int (*mutex_fn)(pthread_mutex_t *);

static mutex_fn real_function(const char *name) {
  mutex_fn found;
  void *symbol = dlsym(RTLD_NEXT, name);
  memcpy(&found, &symbol, sizeof found);
  return found;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  static mutex_fn real;
  int result;
  if (real == NULL) real = real_function("pthread_mutex_trylock");
  result = real(mutex);
  if (result == 0) note_taken(mutex);
  return result;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static mutex_fn real;
  watched *found = is_in_call && is_watching ? find_mutex(mutex) : NULL;
  double start = is_in_call ? bench_now() : 0;
  uint64_t before = found != NULL ? __atomic_load_n(&found->held, __ATOMIC_RELAXED) : 0;
  int result;
  if (real == NULL) real = real_function("pthread_mutex_lock");
  result = real(mutex);
  if (is_in_call) waited += (bench_now() - start) * 1e6;
  if (found != NULL) {
    found->waits++;
    waited_for_holds += (double)(__atomic_load_n(&found->held, __ATOMIC_RELAXED) - before) * 1e-3;
  }
  note_taken(mutex);
  return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  static mutex_fn real;
  watched *found = is_builder && is_watching ? find_mutex(mutex) : NULL;
  if (real == NULL) real = real_function("pthread_mutex_unlock");
  if (found != NULL && found->since > 0) {
    uint64_t held = own_cpu_ns() - found->since;
    __atomic_store_n(&found->held, found->held + held, __ATOMIC_RELAXED);
    /* Those that the owner thread takes, too. */
    if (found->waits > 0) note_hold(holds, held);
    found->since = 0;
  }
  return real(mutex);
}

/* What a builder would count that held a lock for some microseconds of arithmetic: what is long of these is the
 * machine's, which counts interrupts and what its own host took as CPU time. */
static void hold_nothing(void) {
  static __thread volatile unsigned seed = 1;
  int i;
  for (i = 0; i < 25; i++) {
    uint64_t start = own_cpu_ns();
    seed = arithmetic(seed, 2000);
    note_hold(nothing_held, own_cpu_ns() - start);
  }
}

static void print_holds(const char *what, const long *counts) {
  size_t bucket;
  for (bucket = 0; bucket < sizeof hold_limits / sizeof *hold_limits; bucket++) {
    char name[80];
    snprintf(name, sizeof name, "budget/%s_up_to_%g_us_cpu", what, hold_limits[bucket]);
    bench_print(name, (double)counts[bucket], "holds", NAN, NAN, false);
  }
}

typedef struct builders {
  lamina_context *context;
  volatile bool is_over;
  unsigned long built;
} builders;

/* Trees of a column with 99 boxes, each let go when the next is there. */
static void *build_trees(void *data) {
  builders *all = data;
  lamina_tree_record records[TREE], none = LAMINA_TREE_RECORD_INIT;
  lamina_node *before = NULL;
  int i;
  for (i = 0; i < TREE; i++) {
    records[i] = none;
    records[i].parent = i == 0 ? -1 : (i - 1) / 10;
    records[i].frame.size.width = records[i].frame.size.height = 10;
    records[i].background.alpha = 1;
  }
  is_builder = true;
  while (!all->is_over) {
    lamina_node *root = NULL;
    BENCH_OK(lamina_node_create_tree(all->context, records, TREE, NULL, 0, &root));
    lamina_node_release(before);
    before = root;
    hold_nothing();
    __atomic_add_fetch(&all->built, 1, __ATOMIC_RELAXED);
  }
  lamina_node_release(before);
  return NULL;
}

/* How long the owner thread is off its core in a call that takes the tree lock and does next to nothing, by itself and
 * beside eight threads that build: what is longer with them is waiting for the lock, and waiting for a core, where
 * there are fewer cores than threads. */
static void measure_waits(int count) {
  static double off_core[FRAMES], for_lock[FRAMES], for_holds[FRAMES];
  static lamina_node *rows[ROWS];
  builders all = {bench_context(2), false, 0};
  lamina_surface *surface = NULL;
  lamina_node *list = NULL;
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  lamina_size size = {WIDTH, HEIGHT};
  pthread_t threads[BUILDERS];
  char name[64];
  int i, frame, started = 0;
  BENCH_OK(lamina_node_create(all.context, &list));
  BENCH_OK(lamina_node_set_ranges(list, &ranges));
  for (i = 0; i < ROWS; i++) {
    lamina_rect place = {{0, i * 40}, {WIDTH, 38}};
    BENCH_OK(lamina_node_create(all.context, &rows[i]));
    BENCH_OK(lamina_node_set_frame(rows[i], place));
    BENCH_OK(lamina_node_add_child(list, rows[i]));
  }
  BENCH_OK(lamina_surface_create(all.context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_root(surface, list));
  BENCH_OK(lamina_context_wait_idle(all.context, UINT64_MAX));
  is_watching = count > 0;
  while (started < count && pthread_create(&threads[started], NULL, build_trees, &all) == 0) started++;
  for (frame = 0; frame < FRAMES; frame++) {
    lamina_point origin = {0, frame * 7 % (ROWS * 40 - HEIGHT)};
    double start = bench_now(), cpu = cpu_of(CLOCK_THREAD_CPUTIME_ID);
    waited = waited_for_holds = 0;
    is_in_call = true;
    BENCH_OK(lamina_node_set_bounds_origin(list, origin));
    is_in_call = false;
    off_core[frame] = (bench_now() - start - (cpu_of(CLOCK_THREAD_CPUTIME_ID) - cpu)) * 1e6;
    for_lock[frame] = waited;
    for_holds[frame] = waited_for_holds;
    BENCH_OK(lamina_context_process(all.context, BUDGET_US));
  }
  all.is_over = true;
  for (i = 0; i < started; i++) pthread_join(threads[i], NULL);
  is_watching = false;
  snprintf(name, sizeof name, "scroll_beside_%d_builders_off_core", count);
  print_sorted(name, off_core, NAN);
  print_waits(name, off_core);
  snprintf(name, sizeof name, "scroll_beside_%d_builders_for_lock_wall", count);
  print_sorted(name, for_lock, NAN);
  print_waits(name, for_lock);
  if (count > 0) {
    snprintf(name, sizeof name, "scroll_beside_%d_builders_for_holds_cpu", count);
    print_sorted(name, for_holds, LOCK_US);
    print_waits(name, for_holds);
    print_holds("holds_of_builders", holds);
    print_holds("holds_of_nothing", nothing_held);
  }
  if (count > 0) bench_print("budget/trees_of_100_built", (double)all.built, "trees", NAN, NAN, false);
  for (i = 0; i < ROWS; i++) lamina_node_release(rows[i]);
  lamina_node_release(list);
  lamina_surface_release(surface);
  lamina_context_release(all.context);
}

static void nothing(lamina_canvas *canvas, void *data) { (void)canvas, (void)data; }
static int completed;
static void complete(bool cancelled, void *data) { completed++, (void)cancelled, (void)data; }

/* CPU time of both threads for posting an operation that does nothing, running it and completing it. */
static void measure_operations(void) {
  double best = INFINITY, single = INFINITY;
  int round, i, group;
  for (round = 0; round < 7; round++) {
    lamina_context *context = bench_context(1);
    double start = cpu_of(CLOCK_PROCESS_CPUTIME_ID), each;
    completed = 0;
    for (group = 0; group < EMPTY / 1000; group++) {
      lamina_transaction *transaction = NULL;
      BENCH_OK(lamina_transaction_create(context, &transaction));
      for (i = 0; i < 1000; i++) {
        BENCH_OK(lamina_transaction_add_operation(transaction, 0, nothing, complete, NULL, NULL));
      }
      BENCH_OK(lamina_transaction_commit(transaction, NULL, NULL, NULL));
      lamina_transaction_release(transaction);
      BENCH_OK(lamina_context_process(context, 0));
    }
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    each = (cpu_of(CLOCK_PROCESS_CPUTIME_ID) - start) / EMPTY;
    if (completed != EMPTY) exit(1);
    if (each < best) best = each;
    start = cpu_of(CLOCK_PROCESS_CPUTIME_ID);
    for (i = 0; i < EMPTY; i++) {
      lamina_transaction *transaction = NULL;
      BENCH_OK(lamina_transaction_create(context, &transaction));
      BENCH_OK(lamina_transaction_add_operation(transaction, 0, nothing, complete, NULL, NULL));
      BENCH_OK(lamina_transaction_commit(transaction, NULL, NULL, NULL));
      lamina_transaction_release(transaction);
      if (i % 100 == 99) BENCH_OK(lamina_context_process(context, 0));
    }
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    each = (cpu_of(CLOCK_PROCESS_CPUTIME_ID) - start) / EMPTY;
    if (each < single) single = each;
    lamina_context_release(context);
  }
  bench_print("budget/empty_operation_cpu", best * 1e6, "us", NAN, 2, true);
  bench_print("budget/empty_transaction_of_one_cpu", single * 1e6, "us", NAN, NAN, true);
}

/* Many children of one node, in turns of 4 ms and in one go. */
static double show_children(uint64_t budget_us, double *longest) {
  enum { CHILDREN = 200000 };
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_size size = {1000, 1000};
  lamina_color color = {1, 0, 0, 1};
  lamina_context *context = NULL;
  lamina_surface *surface = NULL;
  lamina_node *root = NULL;
  double sum = 0;
  int i;
  options.thread_count = 0; /* so that all of it is in the calls */
  BENCH_OK(lamina_context_create(&options, &context));
  BENCH_OK(lamina_node_create(context, &root));
  for (i = 0; i < CHILDREN; i++) {
    lamina_rect frame = {{i % 1000, i / 1000}, {1, 1}};
    lamina_node *node = NULL;
    BENCH_OK(lamina_node_create(context, &node));
    BENCH_OK(lamina_node_set_frame(node, frame));
    BENCH_OK(lamina_node_set_background(node, color));
    BENCH_OK(lamina_node_add_child(root, node));
    lamina_node_release(node);
  }
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_root(surface, root));
  *longest = 0;
  do {
    double time;
    CPU_US(time, lamina_context_process(context, budget_us));
    longer(longest, time);
    sum += time;
  } while (lamina_context_get_timeout_us(context) == 0);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_context_release(context);
  return sum;
}

static void measure_children(void) {
  double longest, all;
  all = show_children(0, &longest);
  bench_print("budget/children_200000_cpu", all / 1000, "ms", NAN, NAN, false);
  all = show_children(4000, &longest);
  bench_print("budget/children_200000_process_4000_us_cpu", all / 1000, "ms", NAN, NAN, false);
  bench_print("budget/children_200000_process_4000_us_cpu_max", longest, "us", NAN, 8000, false);
}

int main(int argc, char **argv) {
  measure_operations();
  measure_children();
  measure_waits(0);
  measure_waits(BUILDERS);
  measure_machine();
  measure_budget();
  measure_feed(argc > 1 ? argv[1] : "Benchmarks/card");
  return 0;
}
