/* What crossing the C boundary costs: a setter, a node's life, its memory, and a process with nothing to do. */
#include "bench.h"

#include <malloc.h>

enum { NODES = 100000, ROUNDS = 7 };

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

  BENCH_OK(lamina_context_wait_idle(context, 10000000));
  BENCH_BEST(best, ROUNDS, 100000, lamina_context_process(context, 0));
  bench_print("abi/process_idle", best * 1e6, "us", NAN, 1, true);

  lamina_node_release(node);
  lamina_context_release(context);
  free(nodes);
  return 0;
}
