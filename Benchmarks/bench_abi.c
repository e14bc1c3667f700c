/* What crossing the C boundary costs: a setter, a node's life, its memory, and a process with nothing to do. */
#include "bench.h"

#include <malloc.h>

enum { NODES = 100000, ROUNDS = 7 };

/* As a program builds a tree: nodes of three flexbox properties each, handed over to their parent; the last round's go
 * first. */
static double build_children(lamina_context *context, lamina_node *parent) {
  double start;
  int i;
  BENCH_OK(lamina_node_remove_children(parent));
  start = bench_now();
  for (i = 0; i < NODES; i++) {
    lamina_node *made = NULL;
    BENCH_OK(lamina_node_create(context, &made));
    BENCH_OK(lamina_node_set_flex_length(made, LAMINA_FLEX_LENGTH_WIDTH, 10, LAMINA_FLEX_UNIT_POINTS));
    BENCH_OK(lamina_node_set_flex_length(made, LAMINA_FLEX_LENGTH_HEIGHT, 10, LAMINA_FLEX_UNIT_POINTS));
    BENCH_OK(lamina_node_set_flex_number(made, LAMINA_FLEX_NUMBER_GROW, 1));
    BENCH_OK(lamina_node_add_child(parent, made));
    lamina_node_release(made);
  }
  return (bench_now() - start) / NODES;
}

int main(void) {
  lamina_context *context = bench_context(1);
  lamina_node *node = NULL, **nodes = calloc(NODES, sizeof *nodes);
  double best;
  size_t before, after;
  int i;
  BENCH_OK(lamina_node_create(context, &node));

  BENCH_BEST(best, ROUNDS, 1000000, lamina_node_set_opacity(node, (double)(i_ & 1)));
  bench_print("abi/setter", best * 1e9, "ns", NAN, 25, true);
  BENCH_BEST(best, ROUNDS, 1000000, lamina_node_get_opacity(node));
  bench_print("abi/getter", best * 1e9, "ns", NAN, 25, true);

  BENCH_BEST(best, ROUNDS, 200000, {
    lamina_node *made = NULL;
    lamina_node_create(context, &made);
    lamina_node_release(made);
  });
  bench_print("abi/node_create_release", best * 1e9, "ns", NAN, 300, true);

  before = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (i = 0; i < NODES; i++) BENCH_OK(lamina_node_create(context, &nodes[i]));
  after = mallinfo2().uordblks + mallinfo2().hblkhd;
  bench_print("abi/node_memory", (double)(after - before) / NODES, "bytes", NAN, 400, true);
  for (i = 0; i < NODES; i++) lamina_node_release(nodes[i]);

  best = INFINITY;
  for (i = 0; i < ROUNDS; i++) {
    double each = build_children(context, node);
    if (each < best) best = each;
  }
  bench_print("abi/node_with_three_flex_properties", best * 1e9, "ns", NAN, 250, true);
  BENCH_OK(lamina_node_remove_children(node));

  BENCH_OK(lamina_context_wait_idle(context, 10000000));
  BENCH_BEST(best, ROUNDS, 100000, lamina_context_process(context, 0));
  bench_print("abi/process_idle", best * 1e6, "us", NAN, 1, true);

  lamina_node_release(node);
  lamina_context_release(context);

  /* In a new context, so that nothing is reused. */
  context = bench_context(1);
  BENCH_OK(lamina_node_create(context, &node));
  before = mallinfo2().uordblks + mallinfo2().hblkhd;
  build_children(context, node);
  after = mallinfo2().uordblks + mallinfo2().hblkhd;
  bench_print("abi/flex_node_memory", (double)(after - before) / NODES, "bytes", NAN, NAN, true);
  lamina_node_release(node);
  lamina_context_release(context);
  free(nodes);
  return 0;
}
