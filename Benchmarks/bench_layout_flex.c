/* The trees on which layout engines are compared, as flex containers through the C API: first layout, nothing changed,
 * one leaf changed, the root's width changed. Times are CPU time of the calling thread, the median of fresh trees.
 *
 * Baselines are Yoga's times on another machine (f6206ec, 2026-06, g++ -O2): they say what is usual, not what this
 * machine does. calibration, a loop of integer work, tells machines apart, so that runs can be compared.
 * checksum = sum over all nodes of left + 2 top + 3 width + 5 height; a wrong one ends the program. */
#include "bench.h"
#include "trees/flex_trees.h"

enum { ROUNDS = 7, MAXIMUM_CHANGES = 9 };

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare_doubles);
  return values[count / 2];
}

typedef struct measures {
  double build, first, change, same, resize, drop;
  long measured_first, measured_change;
} measures;

static void lay_out(flex_tree *tree) {
  BENCH_OK(lamina_node_apply_layout(tree->root, tree->range));
}

static void check(const flex_case *one, flex_tree *tree) {
  double sum;
  if (isnan(one->checksum)) return;
  sum = flex_tree_checksum(tree);
  if (fabs(sum - one->checksum) <= one->tolerance) return;
  fprintf(stderr, "%s: checksum %.10g, should be %.10g\n", one->name, sum, one->checksum);
  exit(1);
}

/* One fresh tree through everything that is measured. */
static void run_round(lamina_context *context, const flex_case *one, measures *out) {
  flex_tree tree;
  double start = cpu_now(), changes[MAXIMUM_CHANGES];
  long n;
  int i;
  flex_tree_build(&tree, context, one);
  out->build = cpu_now() - start;
  flex_measure_calls = 0;
  start = cpu_now();
  lay_out(&tree);
  out->first = cpu_now() - start;
  out->measured_first = flex_measure_calls;
  check(one, &tree);
  start = cpu_now();
  for (n = 0; n < 20000; n++) lay_out(&tree);
  out->same = (cpu_now() - start) / 20000;
  flex_measure_calls = 0;
  for (i = 0; i < MAXIMUM_CHANGES; i++) {
    start = cpu_now();
    flex_tree_change_leaf(&tree);
    lay_out(&tree);
    changes[i] = cpu_now() - start;
    if (i == 0) out->measured_change = flex_measure_calls;
  }
  out->change = median(changes, MAXIMUM_CHANGES);
  start = cpu_now();
  flex_tree_change_width(&tree);
  lay_out(&tree);
  out->resize = cpu_now() - start;
  start = cpu_now();
  flex_tree_drop(&tree);
  out->drop = cpu_now() - start;
}

static void print_times(const flex_case *one, const char *what, double seconds, double yoga_ms, double goal_ms) {
  char name[96];
  snprintf(name, sizeof name, "layout/%s_%s", one->name, what);
  bench_print(name, seconds * 1e3, "ms", NAN, goal_ms, true);
  if (isnan(yoga_ms)) return;
  snprintf(name, sizeof name, "layout/%s_%s_yoga", one->name, what);
  bench_print(name, seconds * 1e3, "ms", yoga_ms, 1, true);
}

static void run_case(lamina_context *context, const flex_case *one) {
  double values[6][ROUNDS];
  char name[96];
  measures m = {0, 0, 0, 0, 0, 0, 0, 0};
  int i, rounds = one->nodes > 50000 ? 3 : ROUNDS;
  for (i = 0; i < rounds; i++) {
    run_round(context, one, &m);
    values[0][i] = m.build;
    values[1][i] = m.first;
    values[2][i] = m.change;
    values[3][i] = m.same;
    values[4][i] = m.resize;
    values[5][i] = m.drop;
  }
  print_times(one, "first", median(values[1], rounds), one->yoga_first_ms, one->goal_first_ms);
  snprintf(name, sizeof name, "layout/%s_first_ns_per_node", one->name);
  bench_print(name, median(values[1], rounds) * 1e9 / one->nodes, "ns", NAN, NAN, true);
  print_times(one, "leaf_change", median(values[2], rounds), one->yoga_change_ms, one->goal_change_ms);
  print_times(one, "resize", median(values[4], rounds), NAN, one->goal_resize_ms);
  snprintf(name, sizeof name, "layout/%s_no_change", one->name);
  bench_print(name, median(values[3], rounds) * 1e9, "ns", NAN, 60, true);
  snprintf(name, sizeof name, "layout/%s_build_ns_per_node", one->name);
  bench_print(name, median(values[0], rounds) * 1e9 / one->nodes, "ns", NAN, 250, true);
  snprintf(name, sizeof name, "layout/%s_drop_ns_per_node", one->name);
  bench_print(name, median(values[5], rounds) * 1e9 / one->nodes, "ns", NAN, NAN, true);
  if (m.measured_first == 0) return;
  snprintf(name, sizeof name, "layout/%s_measured_first", one->name);
  bench_print(name, (double)m.measured_first, "calls", NAN, 7000, true);
  snprintf(name, sizeof name, "layout/%s_measured_leaf_change", one->name);
  bench_print(name, (double)m.measured_change, "calls", NAN, 1, true);
}

static double calibrate(void) {
  unsigned long x = 88172645463325252UL;
  double start = cpu_now(), seconds;
  long i;
  for (i = 0; i < 20000000; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  seconds = cpu_now() - start;
  return x == 0 ? NAN : seconds / 20000000 * 1e9;
}

int main(int argc, char **argv) {
  lamina_context *context = bench_context(0);
  int i;
  bench_print("layout/calibration", calibrate(), "ns", NAN, NAN, true);
  for (i = 0; i < flex_case_count; i++) {
    if (argc > 1 && strcmp(argv[1], flex_cases[i].name) != 0) continue;
    run_case(context, &flex_cases[i]);
  }
  lamina_context_release(context);
  return 0;
}
