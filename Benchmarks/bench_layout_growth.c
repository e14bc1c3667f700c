/* How the cost of flex layout grows with the number of nodes and with depth, and what a second thread brings to two
 * trees.
 *
 * Growth: nanoseconds of CPU time a node for a first layout, and how often each measured leaf was asked. Two trees:
 * each is given new widths again and again, one after the other on one thread, then side by side on two; the rounds
 * alternate. */
#include "bench.h"
#include "trees/flex_trees.h"

#include <pthread.h>

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t count_nodes(lamina_node *node) {
  size_t i, count = lamina_node_get_child_count(node), sum = 1;
  for (i = 0; i < count; i++) {
    lamina_node *child = NULL;
    BENCH_OK(lamina_node_copy_child(node, i, &child));
    sum += count_nodes(child);
    lamina_node_release(child);
  }
  return sum;
}

static void print_growth(const char *name, double value, const char *unit, double first, double goal) {
  bench_print(name, value, unit, first, goal, true);
}

/* Trees of one shape in growing sizes; the smallest is what the others are held against. */
static void grow(lamina_context *context, const char *shape, const long *sizes, int count) {
  double smallest = NAN;
  int i;
  for (i = 0; i < count; i++) {
    flex_case one = *flex_case_named(shape);
    flex_tree tree;
    double start, best = INFINITY;
    size_t nodes = 0;
    long measured = 0;
    int round;
    char name[96];
    one.size = sizes[i];
    for (round = 0; round < (sizes[i] > 10000 ? 2 : 5); round++) {
      flex_tree_build(&tree, context, &one);
      nodes = count_nodes(tree.root);
      flex_measure_calls = 0;
      start = cpu_now();
      BENCH_OK(lamina_node_apply_layout(tree.root, tree.range));
      if (cpu_now() - start < best) best = cpu_now() - start;
      measured = flex_measure_calls;
      flex_tree_drop(&tree);
    }
    snprintf(name, sizeof name, "layout_growth/%s_%zu_nodes", shape, nodes);
    print_growth(name, best * 1e9 / (double)nodes, "ns", smallest, i == 0 ? NAN : 2);
    if (i == 0) smallest = best * 1e9 / (double)nodes;
    if (measured == 0) continue;
    snprintf(name, sizeof name, "layout_growth/%s_%zu_measures_of_a_leaf", shape, nodes);
    bench_print(name, (double)measured / (double)(sizes[i] * 7), "calls", NAN, 1, true);
  }
}

/* ---- Two trees ---- */

/* Many, so that the system has time to give each thread a core of its own. */
enum { WIDTHS = 100 };

static void *resize(void *user_data) {
  flex_tree *tree = (flex_tree *)user_data;
  int i;
  for (i = 0; i < WIDTHS; i++) {
    BENCH_OK(lamina_node_set_flex_length(tree->root, LAMINA_FLEX_LENGTH_WIDTH, 300000 + 1000 * (i % 7), LAMINA_FLEX_UNIT_POINTS));
    BENCH_OK(lamina_node_apply_layout(tree->root, tree->range));
  }
  return NULL;
}

static void compare_threads(const char *name, lamina_context *first, lamina_context *second) {
  double one = INFINITY, two = INFINITY, start;
  flex_tree trees[2];
  pthread_t thread;
  int round;
  flex_tree_build(&trees[0], first, flex_case_named("wide"));
  flex_tree_build(&trees[1], second, flex_case_named("wide"));
  for (round = 0; round < 7; round++) {
    start = bench_now();
    resize(&trees[0]);
    resize(&trees[1]);
    if (round > 0 && bench_now() - start < one) one = bench_now() - start;
    start = bench_now();
    if (pthread_create(&thread, NULL, resize, &trees[1]) != 0) exit(1);
    resize(&trees[0]);
    pthread_join(thread, NULL);
    if (round > 0 && bench_now() - start < two) two = bench_now() - start;
  }
  /* Rates, so that more is better. */
  bench_print(name, 2 * WIDTHS / two, "layouts/s", 2 * WIDTHS / one, 1.9, false);
  flex_tree_drop(&trees[0]);
  flex_tree_drop(&trees[1]);
}

int main(void) {
  static const long cells[] = {42, 417, 4167, 41667}, children[] = {333, 3333, 33333, 333333}, depths[] = {5, 50, 500, 1000};
  lamina_context *context = bench_context(0), *other = bench_context(0);
  compare_threads("layout_growth/two_trees_two_threads", context, context);
  compare_threads("layout_growth/two_contexts_two_threads", context, other);
  grow(context, "feed", cells, 4);
  grow(context, "wide", children, 4);
  grow(context, "nested_alt", depths, 4);
  lamina_context_release(other);
  lamina_context_release(context);
  return 0;
}
