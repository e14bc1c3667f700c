/* Eight threads build trees while the owner thread scrolls: each tree is whole, and nothing is left of those that
 * fail. usage: test_builders [SECONDS], to look for what is rare */
#include "check.h"

enum { BUILDERS = 8, TREE = 100, ROUNDS = 200, ROWS = 100 };

static lamina_context *context;
static volatile int building;
static double seconds;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void make_records(lamina_tree_record *records) {
  lamina_tree_record none = LAMINA_TREE_RECORD_INIT;
  int i;
  for (i = 0; i < TREE; i++) {
    records[i] = none;
    records[i].parent = i == 0 ? -1 : (i - 1) / 10;
    records[i].frame = check_make_rect(i, 0, 10, 10);
  }
}

static void *build(void *data) {
  lamina_tree_record records[TREE];
  double end = now() + seconds;
  int round;
  (void)data;
  make_records(records);
  for (round = 0; seconds > 0 ? now() < end : round < ROUNDS; round++) {
    lamina_node *nodes[TREE], *root = NULL, *parent = NULL;
    CHECK_OK(lamina_node_create_tree(context, records, TREE, nodes, TREE, &root));
    CHECK(nodes[0] == root);
    CHECK_EQUAL(lamina_node_get_child_count(root), 10);
    CHECK_EQUAL(lamina_node_get_child_count(nodes[9]), 9);
    CHECK_EQUAL(lamina_node_get_child_index(nodes[3], nodes[35]), 4);
    CHECK_OK(lamina_node_copy_parent(nodes[99], &parent));
    CHECK(parent == nodes[9]);
    lamina_node_release(parent);
    lamina_node_release(root);
    /* One that fails at its last record. */
    records[TREE - 1].opacity = 2;
    CHECK_STATUS(lamina_node_create_tree(context, records, TREE, NULL, 0, &root), LAMINA_ERROR_INVALID_ARGUMENT);
    records[TREE - 1].opacity = 1;
  }
  __atomic_sub_fetch(&building, 1, __ATOMIC_RELAXED);
  return NULL;
}

static uint64_t node_count(void) {
  lamina_statistics counts = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_get_statistics(context, &counts));
  return counts.node_count;
}

static void test_scrolling_owner(void) {
  lamina_node *list = check_node(context), *row;
  lamina_surface *surface = NULL;
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  lamina_tree_record records[TREE];
  lamina_point origin = { 0, 0 };
  pthread_t threads[BUILDERS];
  int i, started = 0, frames = 0;
  CHECK_OK(lamina_node_set_ranges(list, &ranges));
  for (i = 0; i < ROWS; i++) {
    row = check_node(context);
    CHECK_OK(lamina_node_set_frame(row, check_make_rect(0, 10 * i, 20, 10)));
    CHECK_OK(lamina_node_add_child(list, row));
    lamina_node_release(row);
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(20, 50), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, list));
  make_records(records);
  building = BUILDERS;
  while (started < BUILDERS && pthread_create(&threads[started], NULL, build, NULL) == 0) started++;
  CHECK_EQUAL(started, BUILDERS);
  while (__atomic_load_n(&building, __ATOMIC_RELAXED) > 0) {
    origin.y = frames++ * 3 % 900;
    CHECK_OK(lamina_node_set_bounds_origin(list, origin));
    CHECK_OK(lamina_context_process(context, 1000));
    /* The owner builds, too. */
    if (frames % 16 == 0) {
      CHECK_OK(lamina_node_create_tree(context, records, TREE, NULL, 0, &row));
      CHECK_EQUAL(lamina_node_get_child_count(row), 10);
      lamina_node_release(row);
    }
  }
  for (i = 0; i < started; i++) pthread_join(threads[i], NULL);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(node_count(), 1 + ROWS);
  lamina_surface_release(surface);
  lamina_node_release(list);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(node_count(), 0);
}

/* A context that ends while trees are built: they are made, or refused. */
static void *build_until_refused(void *data) {
  lamina_tree_record records[TREE];
  lamina_status status = LAMINA_OK;
  (void)data;
  make_records(records);
  while (status == LAMINA_OK) {
    lamina_node *root = NULL;
    status = lamina_node_create_tree(context, records, TREE, NULL, 0, &root);
    lamina_node_release(root);
    __atomic_add_fetch(&building, 1, __ATOMIC_RELAXED);
  }
  CHECK_EQUAL(status, LAMINA_ERROR_INVALID_HANDLE);
  return NULL;
}

static void test_end(void) {
  pthread_t threads[BUILDERS];
  int i, started = 0;
  building = 0;
  while (started < BUILDERS && pthread_create(&threads[started], NULL, build_until_refused, NULL) == 0) started++;
  while (__atomic_load_n(&building, __ATOMIC_RELAXED) < 100) check_sleep_ms(1);
  lamina_context_release(context);
  for (i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  seconds = argc > 1 ? atof(argv[1]) : 0;
  context = check_context(1);
  test_scrolling_owner();
  test_end();
  return check_done(__FILE__);
}
