/* What crossing the C boundary costs: a setter, a node's life, its memory, and a process with nothing to do. */
#include "bench.h"

#include <malloc.h>

enum { NODES = 100000, ROUNDS = 7 };

/* The best of several rounds, in nanoseconds for each of `count` operations: noise only ever adds. */
#define BEST(result, count, operation)                                  \
  do {                                                                  \
    int round_;                                                         \
    (result) = INFINITY;                                                \
    for (round_ = 0; round_ < ROUNDS; round_++) {                       \
      double start_ = bench_now(), each_;                               \
      long i_;                                                          \
      for (i_ = 0; i_ < (count); i_++) { operation; }                   \
      each_ = (bench_now() - start_) * 1e9 / (double)(count);           \
      if (each_ < (result)) (result) = each_;                           \
    }                                                                   \
  } while (0)

int main(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  lamina_node *node = NULL, **nodes = calloc(NODES, sizeof *nodes);
  double ns;
  size_t before, after;
  int i;
  options.thread_count = 1;
  BENCH_OK(lamina_context_create(&options, &context));
  BENCH_OK(lamina_node_create(context, &node));

  BEST(ns, 1000000, lamina_node_set_opacity(node, (double)(i_ & 1)));
  bench_print("abi/setter", ns, "ns", NAN, 25, true);
  BEST(ns, 1000000, lamina_node_get_opacity(node));
  bench_print("abi/getter", ns, "ns", NAN, 25, true);

  BEST(ns, 200000, {
    lamina_node *made = NULL;
    lamina_node_create(context, &made);
    lamina_node_release(made);
  });
  bench_print("abi/node_create_release", ns, "ns", NAN, 300, true);

  before = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (i = 0; i < NODES; i++) BENCH_OK(lamina_node_create(context, &nodes[i]));
  after = mallinfo2().uordblks + mallinfo2().hblkhd;
  bench_print("abi/node_memory", (double)(after - before) / NODES, "bytes", NAN, 400, true);
  for (i = 0; i < NODES; i++) lamina_node_release(nodes[i]);

  BENCH_OK(lamina_context_wait_idle(context, 10000000));
  BEST(ns, 100000, lamina_context_process(context, 0));
  bench_print("abi/process_idle", ns / 1000, "us", NAN, 1, true);

  lamina_node_release(node);
  lamina_context_release(context);
  free(nodes);
  return 0;
}
