/* The cache in a folder, with 10,000 responses of 10 kB from a server on the loopback: opening it, and a load that it
 * serves, from the call to its end. */
#include "bench.h"

#include "../Tests/CHost/server.h"

enum { RESPONSES = 10000, BYTES = 10240, AT_ONCE = 64 };

static int port, ended;
static lamina_load_source expected;

static void end(const lamina_load_result *result, void *user_data) {
  (void)user_data;
  bench_require(result->status, result->message);
  if (result->source != expected || result->byte_count != BYTES) bench_require(LAMINA_ERROR_BACKEND, "the response");
  ended++;
}

static void load(lamina_context *context, int number) {
  char url[64];
  snprintf(url, sizeof url, "http://127.0.0.1:%d/%d", port, number * 4 + 1); /* these have 10 kB */
  BENCH_OK(lamina_context_load(context, url, LAMINA_NUL_TERMINATED, NULL, NULL, end, NULL, NULL, NULL));
}

static lamina_context *open_cache(const char *folder) {
  lamina_loader_options options = LAMINA_LOADER_OPTIONS_INIT;
  lamina_context *context = bench_context(0);
  options.cache_folder = folder;
  BENCH_OK(lamina_context_set_loader_options(context, &options));
  return context;
}

static void fill(const char *folder) {
  lamina_context *context = open_cache(folder);
  int i, j;
  expected = LAMINA_LOAD_SOURCE_NETWORK;
  for (i = 0; i < RESPONSES; i += AT_ONCE) {
    for (j = i; j < i + AT_ONCE && j < RESPONSES; j++) load(context, j);
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  }
  lamina_context_release(context);
}

static void empty(const char *folder) {
  char command[256];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command) != 0) exit(1);
}

int main(void) {
  enum { ROUNDS = 5, HITS = 2000 };
  char folder[] = "build/bench/cache-XXXXXX";
  double opened = INFINITY, hit = INFINITY, several = INFINITY;
  int round, i;
  port = server_begin();
  if (port == 0 || mkdtemp(folder) == NULL) return 1;
  fill(folder);
  expected = LAMINA_LOAD_SOURCE_CACHE;
  for (round = 0; round < ROUNDS; round++) {
    lamina_context *context = open_cache(folder);
    lamina_loader_statistics statistics = LAMINA_LOADER_STATISTICS_INIT;
    double start = bench_now();
    /* What makes it open. */
    BENCH_OK(lamina_context_trim_loader_cache(context, UINT64_MAX));
    if (bench_now() - start < opened) opened = bench_now() - start;
    BENCH_OK(lamina_context_get_loader_statistics(context, &statistics));
    if (statistics.cached_responses != RESPONSES) bench_require(LAMINA_ERROR_BACKEND, "the responses");
    start = bench_now();
    for (i = 0; i < HITS; i++) {
      load(context, i * 7919 % RESPONSES);
      BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    }
    if (bench_now() - start < hit) hit = bench_now() - start;
    start = bench_now();
    for (i = 0; i < HITS; i++) load(context, (i + HITS) * 7919 % RESPONSES);
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    if (bench_now() - start < several) several = bench_now() - start;
    lamina_context_release(context);
  }
  bench_print("images/disk_cache_of_10000_opened", opened * 1e3, "ms", NAN, 20, true);
  bench_print("images/disk_cache_hit", hit / HITS * 1e6, "us", NAN, 100, true);
  bench_print("images/disk_cache_hit_of_2000_at_once", several / HITS * 1e6, "us", NAN, NAN, true);
  empty(folder);
  return ended == RESPONSES + ROUNDS * HITS * 2 ? 0 : 1;
}
