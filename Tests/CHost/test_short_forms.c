/* Short forms: labels, scopes that release, structs in place, measuring and running in one call, complete surfaces. */
#include "check.h"

#include <sched.h>

/* A struct with one or two fields set: in C in place, in C++ step by step. */
static lamina_text_attributes bold(double size) {
  lamina_text_attributes made = LAMINA_TEXT_ATTRIBUTES_INIT;
  made.size = size;
  made.weight = 700;
#ifndef __cplusplus
  lamina_text_attributes same = LAMINA_STRUCT(lamina_text_attributes, .size = size, .weight = 700);
  CHECK(same.struct_size == made.struct_size && same.size == size && same.weight == 700 && same.family == NULL);
#endif
  return made;
}

static lamina_size_range free_range(void) {
  lamina_size_range range = {{0, 0}, {INFINITY, INFINITY}};
  return range;
}

static void test_label(lamina_context *context) {
  lamina_text_attributes wrong = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_node *label = NULL, *same = NULL;
  lamina_text *text = NULL;
  lamina_text_attributes large = bold(24);
  lamina_size size = {0, 0}, other = {0, 0};
  CHECK_OK(lamina_node_create_label(context, "Hello", LAMINA_NUL_TERMINATED, &large, &label));
  CHECK(lamina_node_get_kind(label) == LAMINA_NODE_KIND_TEXT);
  CHECK_OK(lamina_node_copy_text(label, &text));
  CHECK(lamina_text_get_length(text) == 5);
  CHECK_OK(lamina_node_create_text(context, text, &same));
  CHECK_OK(lamina_node_measure(label, free_range(), &size));
  CHECK_OK(lamina_node_measure(same, free_range(), &other));
  CHECK(size.width > 0 && size.width == other.width && size.height == other.height);
  lamina_node_release(label);
  lamina_node_release(same);
  lamina_text_release(text);

  /* Bad input leaves the output alone. */
  label = NULL;
  CHECK_STATUS(lamina_node_create_label(context, "\xff", 1, NULL, &label), LAMINA_ERROR_INVALID_ARGUMENT);
  wrong.size = NAN;
  CHECK_STATUS(lamina_node_create_label(context, "x", 1, &wrong, &label), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_create_label(context, NULL, 3, NULL, &label), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_create_label(NULL, "x", 1, NULL, &label), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_create_label(context, "x", 1, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(label == NULL);
  CHECK_OK(lamina_node_create_label(context, NULL, 0, NULL, &label));
  lamina_node_release(label);
}

static void test_measure(lamina_context *context) {
  lamina_size_range wrong = {{5, 0}, {1, 10}};
  lamina_style style = LAMINA_STYLE_INIT;
  lamina_size size = {7, 7};
  lamina_node *node;
  CHECK_OK(lamina_node_create(context, &node));
  style.width.value = 30;
  style.height.value = 20;
  style.width.unit = style.height.unit = LAMINA_UNIT_POINTS;
  CHECK_OK(lamina_node_set_style(node, &style));
  CHECK_STATUS(lamina_node_measure(node, wrong, &size), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_measure(node, free_range(), NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(size.width == 7);
  CHECK_OK(lamina_node_measure(node, free_range(), &size));
  CHECK(size.width == 30 && size.height == 20);
  CHECK(lamina_node_get_frame(node).size.width == 0); /* nothing is changed */
  lamina_node_release(node);
  CHECK_STATUS(lamina_node_measure(node, free_range(), &size), LAMINA_ERROR_INVALID_HANDLE);
}

/* A tree without a single release; the surface keeps it. */
static void test_scope(lamina_context *context) {
  lamina_statistics before = LAMINA_STATISTICS_INIT, after = LAMINA_STATISTICS_INIT;
  lamina_node *root, *label, *kept;
  lamina_spec *margin, *column;
  lamina_text *text;
  lamina_surface *surface;
  lamina_element element;
  lamina_insets insets = {4, 4, 4, 4};
  lamina_size size = {100, 100};
  CHECK_OK(lamina_context_get_statistics(context, &before));
  CHECK_OK(lamina_surface_create(context, size, 1, &surface));

  CHECK_OK(lamina_context_begin_scope(context));
  CHECK_OK(lamina_node_create(context, &root));
  CHECK_OK(lamina_text_create(context, "a", 1, NULL, &text));
  CHECK_OK(lamina_node_create_text(context, text, &label));
  CHECK_OK(lamina_spec_create_inset(context, insets, NULL, label, &margin));
  CHECK_OK(lamina_context_begin_scope(context)); /* scopes nest */
  element.spec = margin;
  CHECK_OK(lamina_spec_create_stack(context, NULL, NULL, &element, 1, &column));
  CHECK_OK(lamina_node_set_spec(root, column));
  CHECK_OK(lamina_context_end_scope(context));
  CHECK_STATUS(lamina_node_set_spec(root, column), LAMINA_ERROR_INVALID_HANDLE); /* ended with the inner scope */
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_node_create(context, &kept));
  CHECK(lamina_node_retain(kept) == kept);
  lamina_text_release(text); /* what is released by hand is not released again */
  CHECK_OK(lamina_context_end_scope(context));

  CHECK(lamina_node_get_child_count(root) == 1); /* alive, as the surface keeps it */
  CHECK_STATUS(lamina_node_set_spec(root, margin), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_node_set_clipping(kept, true)); /* alive, as it was retained */
  lamina_node_release(kept);
  CHECK_STATUS(lamina_node_set_clipping(kept, true), LAMINA_ERROR_INVALID_HANDLE);

  lamina_surface_release(surface);
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_OK(lamina_context_get_statistics(context, &after));
  CHECK(after.node_count == before.node_count);
}

static void *scope_elsewhere(void *data) {
  lamina_context *context = (lamina_context *)data;
  lamina_node *node;
  CHECK_STATUS(lamina_context_end_scope(context), LAMINA_ERROR_INVALID_STATE); /* that of the other thread is not its */
  CHECK_OK(lamina_node_create(context, &node));
  lamina_node_release(node);
  CHECK_OK(lamina_context_begin_scope(context)); /* never ended */
  CHECK_OK(lamina_node_create(context, &node));
  return NULL;
}

static void test_scope_misuse(lamina_context *context) {
  lamina_context *other, *gone;
  lamina_node *node, *foreign;
  pthread_t thread;
  int i;
  CHECK_STATUS(lamina_context_begin_scope(NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_context_end_scope(NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_context_end_scope(context), LAMINA_ERROR_INVALID_STATE);

  CHECK_OK(lamina_context_begin_scope(context));
  CHECK(pthread_create(&thread, NULL, scope_elsewhere, context) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  /* Of another context: no part of this scope. */
  CHECK_OK(lamina_context_create(NULL, &other));
  CHECK_OK(lamina_node_create(other, &foreign));
  CHECK_OK(lamina_context_end_scope(context));
  CHECK_OK(lamina_node_set_clipping(foreign, true));
  CHECK_OK(lamina_context_begin_scope(other));
  CHECK_OK(lamina_node_create(context, &node));
  CHECK_OK(lamina_context_end_scope(other));
  CHECK_OK(lamina_node_set_clipping(node, true));
  lamina_node_release(node);
  lamina_context_release(other);

  /* A context that ends within its scope. */
  CHECK_OK(lamina_context_create(NULL, &gone));
  CHECK_OK(lamina_context_begin_scope(gone));
  CHECK_OK(lamina_node_create(gone, &node));
  lamina_context_release(gone);
  CHECK_STATUS(lamina_context_end_scope(gone), LAMINA_ERROR_INVALID_HANDLE);

  for (i = 0; i < 1000; i++) CHECK_OK(lamina_context_begin_scope(context));
  CHECK_STATUS(lamina_context_begin_scope(context), LAMINA_ERROR_INVALID_STATE);
  for (i = 0; i < 1000; i++) CHECK_OK(lamina_context_end_scope(context));
}

typedef struct run_log {
  int begun, may_go; /* between threads */
  int worked, completed, cancelled, destroyed;
} run_log;

static void work(lamina_canvas *canvas, void *data) {
  run_log *log = (run_log *)data;
  (void)canvas;
  __atomic_store_n(&log->begun, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(&log->may_go, __ATOMIC_SEQ_CST)) sched_yield();
  log->worked++;
}

static void skipped(lamina_canvas *canvas, void *data) {
  (void)canvas;
  ((run_log *)data)->worked++;
}

static void complete(bool cancelled, void *data) {
  run_log *log = (run_log *)data;
  log->completed++;
  log->cancelled += cancelled;
}

static void destroyed(void *data) { ((run_log *)data)->destroyed++; }

static void test_run(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context;
  run_log first = {0, 0, 0, 0, 0, 0}, second = {0, 0, 0, 0, 0, 0};
  uint64_t one = 0, two = 0;
  options.thread_count = 1;
  CHECK_OK(lamina_context_create(&options, &context));
  CHECK_OK(lamina_context_run(context, 0, work, complete, &first, destroyed, &one));
  CHECK_OK(lamina_context_run(context, 0, skipped, complete, &second, destroyed, &two));
  CHECK(one != two);
  while (!__atomic_load_n(&first.begun, __ATOMIC_SEQ_CST)) sched_yield();
  CHECK_OK(lamina_context_cancel_call(context, two)); /* the only worker is busy: it has not begun */
  CHECK_STATUS(lamina_context_cancel_call(context, two), LAMINA_ERROR_INVALID_STATE);
  __atomic_store_n(&first.may_go, 1, __ATOMIC_SEQ_CST);
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK(first.worked == 1 && first.completed == 1 && first.cancelled == 0 && first.destroyed == 1);
  CHECK(second.worked == 0 && second.completed == 1 && second.cancelled == 1 && second.destroyed == 1);
  CHECK_STATUS(lamina_context_cancel_call(context, one), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_run(context, 0, NULL, NULL, NULL, NULL, NULL)); /* nothing to do is no error */
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_STATUS(lamina_context_run(NULL, 0, skipped, complete, &second, destroyed, NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(second.destroyed == 2);
  lamina_context_release(context);
}

static int drawing_may_end; /* between threads */

static lamina_status draw_slowly(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)data;
  while (!__atomic_load_n(&drawing_may_end, __ATOMIC_SEQ_CST)) sched_yield();
  return LAMINA_OK;
}

static void test_complete(lamina_context *context) {
  lamina_surface *surface;
  lamina_node *root;
  lamina_size size = {20, 20};
  bool is_complete = false;
  int turns;
  CHECK_OK(lamina_surface_create(context, size, 1, &surface));
  CHECK_OK(lamina_surface_is_complete(surface, &is_complete));
  CHECK(lamina_context_process(context, 0) == LAMINA_OK);
  CHECK_OK(lamina_surface_is_complete(surface, &is_complete));
  CHECK(is_complete); /* shows nothing, and is to show nothing */
  CHECK_OK(lamina_node_create(context, &root));
  CHECK_OK(lamina_node_set_draw_callback(root, draw_slowly, NULL, NULL));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_surface_is_complete(surface, &is_complete));
  CHECK(!is_complete); /* not even laid out */
  for (turns = 0; turns < 20; turns++) {
    CHECK_OK(lamina_context_process(context, 0));
    sched_yield();
  }
  CHECK_OK(lamina_surface_is_complete(surface, &is_complete));
  CHECK(!is_complete);
  __atomic_store_n(&drawing_may_end, 1, __ATOMIC_SEQ_CST);
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_OK(lamina_surface_is_complete(surface, &is_complete));
  CHECK(is_complete);
  CHECK_STATUS(lamina_surface_is_complete(surface, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(root);
  lamina_surface_release(surface);
}

int main(void) {
  lamina_context *context;
  CHECK_OK(lamina_context_create(NULL, &context));
  test_label(context);
  test_measure(context);
  test_scope(context);
  test_scope_misuse(context);
  test_run();
  test_complete(context);
  lamina_context_release(context);
  return check_done(__FILE__);
}
