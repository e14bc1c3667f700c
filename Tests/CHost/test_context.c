/* Making and ending contexts, the descriptor, processing, waiting, statistics, threads and fork. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "check.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_readable(lamina_context *context, int timeout_ms) {
  struct pollfd entry;
  entry.fd = lamina_context_get_fd(context);
  entry.events = POLLIN;
  entry.revents = 0;
  return poll(&entry, 1, timeout_ms) == 1 && (entry.revents & POLLIN) != 0;
}

static void test_defaults(void) {
  lamina_context *context = NULL;
  CHECK_OK(lamina_context_create(NULL, &context));
  CHECK(lamina_context_get_thread_count(context) >= 1);
  CHECK(lamina_context_get_fd(context) >= 0);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);
  CHECK(!is_readable(context, 0));
  lamina_context_release(context);
  lamina_context_release(NULL);
}

static void test_options(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = (lamina_context *)(uintptr_t)0x5A5A;
  lamina_context *const untouched = context;
  const char *files[2];
  struct { lamina_context_options known; char later[64]; } newer;

  options.thread_count = 65;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_INVALID_ARGUMENT);
  options.thread_count = -2;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_INVALID_ARGUMENT);
  options.thread_count = 1;
  options.hinting = (lamina_hinting)9;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_INVALID_ARGUMENT);
  options.hinting = LAMINA_HINTING_SLIGHT;
  options.glyph_positions = (lamina_glyph_positions)2;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->glyph_positions") != NULL);
  options.glyph_positions = LAMINA_GLYPH_POSITIONS_SUBPIXEL;
  options.struct_size = 0;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_INVALID_ARGUMENT);
  options.struct_size = sizeof options;
  files[0] = "/nonexistent/font.ttf";
  files[1] = NULL;
  options.font_files = files;
  options.font_file_count = 1;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_IO);
  CHECK(strstr(lamina_last_error(), "/nonexistent/font.ttf") != NULL);
  options.font_file_count = 0;
  CHECK(context == untouched);
  CHECK_STATUS(lamina_context_create(&options, NULL), LAMINA_ERROR_INVALID_ARGUMENT);

  /* A program of a newer header needs a newer library: what it sets there could not be done. */
  memset(&newer, 0, sizeof newer);
  newer.known = options;
  newer.known.struct_size = sizeof newer;
  newer.known.thread_count = 3;
  CHECK_STATUS(lamina_context_create(&newer.known, &context), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->struct_size is ") != NULL);
  CHECK(strstr(lamina_last_error(), "compiled with a newer header") != NULL);
  CHECK(context == untouched);
}

static void test_bad_handles(void) {
  lamina_context *context = check_context(1);
  lamina_node *node = check_node(context);
  CHECK(lamina_context_retain(NULL) == NULL);
  CHECK_EQUAL(lamina_context_get_fd(NULL), -1);
  CHECK_EQUAL(lamina_context_get_timeout_us(NULL), -1);
  CHECK_EQUAL(lamina_context_get_thread_count(NULL), 0);
  CHECK_STATUS(lamina_context_wait_idle((lamina_context *)(void *)node, 0), LAMINA_ERROR_INVALID_HANDLE);
  lamina_node_release(node);
  CHECK(lamina_context_retain(context) == context);
  lamina_context_release(context);
  CHECK_EQUAL(lamina_context_get_thread_count(context), 1);
  lamina_context_release(context);
  CHECK_STATUS(lamina_context_process(context, 0), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(lamina_node_retain(node) == NULL);
  lamina_context_release(context); /* a second time: ignored */
}

static void *use_from_elsewhere(void *context_) {
  lamina_context *context = (lamina_context *)context_;
  CHECK_STATUS(lamina_context_process(context, 0), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_context_wait_idle(context, 0), LAMINA_ERROR_WRONG_THREAD);
  CHECK(lamina_context_get_fd(context) >= 0);
  return NULL;
}

static void test_wrong_thread(void) {
  lamina_context *context = check_context(1);
  check_elsewhere(use_from_elsewhere, context);
  lamina_context_release(context);
}

static void wait_at_gate(lamina_canvas *canvas, void *gate) {
  (void)canvas;
  check_gate_pass((check_gate *)gate);
}

static void test_waiting(void) {
  lamina_context *context = check_context(1);
  lamina_transaction *transaction = NULL;
  check_gate gate;
  check_gate_init(&gate);
  CHECK_OK(lamina_transaction_create(context, &transaction));
  CHECK_OK(lamina_transaction_add_operation(transaction, 0, wait_at_gate, NULL, &gate, NULL));
  CHECK_OK(lamina_transaction_commit(transaction, NULL, NULL, NULL));
  CHECK(check_wait_for(&gate.arrived, 1));
  CHECK_STATUS(lamina_context_wait_idle(context, 2000), LAMINA_ERROR_TIMED_OUT);
  check_gate_open(&gate);
  CHECK(is_readable(context, 10000)); /* the end of the work wakes the loop */
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK(!is_readable(context, 0));
  lamina_transaction_release(transaction);
  lamina_context_release(context);
}

static void process_inside(bool cancelled, void *context) {
  (void)cancelled;
  CHECK_STATUS(lamina_context_process((lamina_context *)context, 0), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_wait_idle((lamina_context *)context, 0), LAMINA_ERROR_INVALID_STATE);
}

static void test_process_within_itself(void) {
  lamina_context *context = check_context(0);
  lamina_transaction *transaction = NULL;
  CHECK_OK(lamina_transaction_create(context, &transaction));
  CHECK_OK(lamina_transaction_add_operation(transaction, 0, NULL, process_inside, context, NULL));
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  lamina_transaction_release(transaction);
  lamina_context_release(context);
}

static void release_inside(bool cancelled, void *context) {
  (void)cancelled;
  lamina_context_release((lamina_context *)context);
}

static void test_release_within_a_callback(void) {
  lamina_context *context = check_context(1);
  lamina_transaction *transaction = NULL;
  int destroyed = 0;
  lamina_node *node = check_node(context);
  CHECK_OK(lamina_node_set_user_data(node, &destroyed, check_count));
  CHECK_OK(lamina_transaction_create(context, &transaction));
  CHECK_OK(lamina_transaction_add_operation(transaction, 0, NULL, release_inside, context, NULL));
  lamina_transaction_wait(transaction, CHECK_PATIENCE_US);
  CHECK_EQUAL(destroyed, 1); /* the end of that call ended the context */
  CHECK_STATUS(lamina_context_process(context, 0), LAMINA_ERROR_INVALID_HANDLE);
}

static void *release_elsewhere(void *context) {
  lamina_context_release((lamina_context *)context);
  return NULL;
}

static void test_release_on_another_thread(void) {
  lamina_context *context = check_context(1);
  lamina_node *node = check_node(context);
  int destroyed = 0;
  CHECK_OK(lamina_node_set_user_data(node, &destroyed, check_count));
  check_elsewhere(release_elsewhere, context);
  CHECK_EQUAL(check_load(&destroyed), 0);
  lamina_context_process(context, 0); /* the owner's next call into it ends it */
  CHECK_EQUAL(check_load(&destroyed), 1);
  CHECK_STATUS(lamina_context_process(context, 0), LAMINA_ERROR_INVALID_HANDLE);
}

static void test_end_runs_destroy_notifies(void) {
  lamina_context *context = check_context(2);
  int destroyed = 0, i;
  for (i = 0; i < 10; i++) {
    lamina_node *node = check_node(context);
    CHECK_OK(lamina_node_set_user_data(node, &destroyed, check_count));
  }
  lamina_context_release(context); /* the nodes were never released */
  CHECK_EQUAL(destroyed, 10);
}

typedef struct ending {
  lamina_context *context;
  lamina_node *node, *child, *label;
  lamina_text *text;
  lamina_text_builder *builder;
  lamina_template *template_;
  int began, completed, destroyed;
} ending;

/* What exists works until the context has ended; nothing new is made. */
static void work_at_the_end(lamina_canvas *canvas, void *user_data) {
  ending *e = (ending *)user_data;
  lamina_size_range range = {{0, 0}, {100, 100}};
  lamina_insets insets = {1, 1, 1, 1};
  lamina_tree_record record = LAMINA_TREE_RECORD_INIT;
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  uint32_t pixel = 0;
  void *made = &pixel; /* stays as it is */
  (void)canvas;
  check_count(&e->began);
  for (;;) {
    lamina_node *node = NULL;
    if (lamina_node_create(e->context, &node) != LAMINA_OK) break;
    lamina_node_release(node);
    check_sleep_ms(1);
  }
  bitmap.data = &pixel;
  bitmap.width = bitmap.height = 1;
  bitmap.stride = 4;
#define CHECK_REFUSED(call) CHECK_STATUS(call, LAMINA_ERROR_INVALID_HANDLE)
#define OUT(type) (lamina_##type **)(void *)&made
  CHECK_REFUSED(lamina_node_create(e->context, OUT(node)));
  CHECK(strstr(lamina_last_error(), "the context is closed") != NULL);
  CHECK_REFUSED(lamina_node_create_text(e->context, NULL, OUT(node)));
  CHECK_REFUSED(lamina_node_create_tree(e->context, &record, 1, NULL, 0, OUT(node)));
  CHECK_REFUSED(lamina_spec_create_inset(e->context, insets, NULL, e->node, OUT(spec)));
  CHECK_REFUSED(lamina_text_create(e->context, "a", 1, NULL, OUT(text)));
  CHECK_REFUSED(lamina_text_builder_create(e->context, NULL, OUT(text_builder)));
  CHECK_REFUSED(lamina_text_builder_copy_text(e->builder, OUT(text)));
  CHECK_REFUSED(lamina_node_copy_text(e->label, OUT(text)));
  CHECK_REFUSED(lamina_text_layout_create(e->text, NULL, check_make_size(9, 9), OUT(text_layout)));
  CHECK_REFUSED(lamina_image_create(e->context, &bitmap, OUT(image)));
  CHECK_REFUSED(lamina_drawing_create(e->context, NULL, 0, OUT(drawing)));
  CHECK_REFUSED(lamina_template_create(e->context, "{\"root\":{}}", LAMINA_NUL_TERMINATED, OUT(template)));
  CHECK_REFUSED(lamina_job_create(e->template_, NULL, OUT(job)));
  CHECK_REFUSED(lamina_transaction_create(e->context, OUT(transaction)));
  CHECK_REFUSED(lamina_layout_create(e->node, range, OUT(layout)));
  CHECK(made == &pixel);
  CHECK(lamina_context_retain(e->context) == NULL);

  CHECK_OK(lamina_node_add_child(e->node, e->child));
  CHECK_OK(lamina_node_set_opacity(e->child, 0.5));
  CHECK_NEAR(lamina_node_get_opacity(e->child), 0.5);
  CHECK_OK(lamina_node_set_string(e->label, "later", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_node_set_text(e->label, e->text));
  CHECK_OK(lamina_text_builder_append(e->builder, "b", 1, NULL));
  CHECK_EQUAL(lamina_text_get_length(e->text), 4);
  CHECK(lamina_node_retain(e->child) == e->child);
  lamina_node_release(e->child);
  lamina_text_release(e->text);
  CHECK_EQUAL(lamina_text_get_length(e->text), 0);
#undef OUT
#undef CHECK_REFUSED
}

static void complete_at_the_end(bool cancelled, void *user_data) {
  ending *e = (ending *)user_data;
  lamina_node *node = NULL;
  (void)cancelled;
  e->completed++;
  CHECK_STATUS(lamina_node_create(e->context, &node), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(lamina_node_get_child_count(e->node), 1);
}

static void test_calls_while_a_context_ends(void) {
  ending e;
  memset(&e, 0, sizeof e);
  e.context = check_context(1);
  e.node = check_node(e.context);
  e.child = check_node(e.context);
  CHECK_OK(lamina_node_set_user_data(e.child, &e.destroyed, check_count));
  CHECK_OK(lamina_text_create(e.context, "text", 4, NULL, &e.text));
  CHECK_OK(lamina_node_create_text(e.context, e.text, &e.label));
  CHECK_OK(lamina_text_builder_create(e.context, NULL, &e.builder));
  CHECK_OK(lamina_template_create(e.context, "{\"root\":{}}", LAMINA_NUL_TERMINATED, &e.template_));
  CHECK_OK(lamina_context_run(e.context, 0, work_at_the_end, complete_at_the_end, &e, NULL, NULL));
  CHECK(check_wait_for(&e.began, 1));
  lamina_context_release(e.context);
  CHECK_EQUAL(e.completed, 1);
  CHECK_EQUAL(e.destroyed, 1);
  CHECK_STATUS(lamina_node_set_opacity(e.node, 1), LAMINA_ERROR_INVALID_HANDLE);
}

/* ---- Statistics ---- */

static uint64_t microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static void spend(void *user_data) {
  uint64_t end = microseconds() + 2000;
  (void)user_data;
  while (microseconds() < end) continue;
}

static void spend_complete(bool cancelled, void *user_data) {
  if (!cancelled) spend(user_data);
}

static lamina_transaction *open_operations(lamina_context *context, int count) {
  lamina_transaction *transaction = NULL;
  CHECK_OK(lamina_transaction_create(context, &transaction));
  while (count-- > 0) CHECK_OK(lamina_transaction_add_operation(transaction, 0, NULL, spend_complete, NULL, NULL));
  return transaction;
}

/* What a frame took: where the owner's time went, and what became of operations. */
static void test_frame_statistics(void) {
  lamina_context *context = check_context(0); /* nothing begins before it is processed */
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  lamina_transaction *kept = open_operations(context, 3), *dropped = open_operations(context, 2);
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.operations_waiting, 5);
  CHECK_EQUAL(s.operations_started, 0);
  CHECK_OK(lamina_transaction_cancel(dropped));
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.operations_waiting, 3);
  CHECK_EQUAL(s.operations_cancelled, 2);
  CHECK_OK(lamina_context_post(context, spend, NULL, NULL));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK(s.calls_us >= 1000);
  CHECK_EQUAL(s.operations_started, 3);
  CHECK_EQUAL(s.operations_finished, 3);
  CHECK_EQUAL(s.operations_waiting, 0);
  CHECK_EQUAL(s.operations_cancelled, 2);
  CHECK_OK(lamina_transaction_commit(kept, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK(s.completions_us >= 3000);
  CHECK(s.calls_us + s.completions_us + s.changes_us + s.composite_us <= s.owner_us);
  lamina_transaction_release(kept);
  lamina_transaction_release(dropped);
  lamina_context_release(context);
}

static void test_statistics(void) {
  lamina_context *context = check_context(1);
  lamina_statistics before = LAMINA_STATISTICS_INIT, after = LAMINA_STATISTICS_INIT;
  lamina_node *node;
  CHECK_OK(lamina_context_get_statistics(context, &before));
  node = check_node(context);
  CHECK_OK(lamina_context_get_statistics(context, &after));
  CHECK_EQUAL(after.node_count, before.node_count + 1);
  CHECK_EQUAL(after.struct_size, sizeof after);
  lamina_node_release(node);
  CHECK_OK(lamina_context_get_statistics(context, &after));
  CHECK_EQUAL(after.node_count, before.node_count);
  /* An older program's struct ends earlier; nothing is written beyond it. */
  after.node_count = 77;
  after.struct_size = offsetof(lamina_statistics, node_count);
  CHECK_OK(lamina_context_get_statistics(context, &after));
  CHECK_EQUAL(after.node_count, 77);
  CHECK_STATUS(lamina_context_get_statistics(context, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_context_release(context);
}

static void test_font_files(void) {
  char folder[] = "/tmp/lamina-fonts-XXXXXX", path[64];
  lamina_context *context = check_context(1);
  CHECK_STATUS(lamina_context_add_font_file(context, "/nonexistent", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_context_add_font_file(context, "/etc/passwd", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_context_add_font_file(context, NULL, 4), LAMINA_ERROR_INVALID_ARGUMENT);
  /* A FIFO that nobody writes to is refused, not waited for. */
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/pipe", folder);
  CHECK_EQUAL(mkfifo(path, 0600), 0);
  CHECK_STATUS(lamina_context_add_font_file(context, path, LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  CHECK(strstr(lamina_last_error(), "not a regular file") != NULL);
  CHECK_STATUS(lamina_context_add_font_file(context, folder, LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  unlink(path);
  rmdir(folder);
  CHECK_OK(lamina_context_add_font_file(context, "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", LAMINA_NUL_TERMINATED));
  lamina_context_release(context);
}

static void *own_context(void *unused) {
  int round;
  (void)unused;
  for (round = 0; round < 10; round++) {
    lamina_context *context = check_context(1);
    lamina_node *node = check_node(context);
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    lamina_node_release(node);
    lamina_context_release(context);
  }
  return NULL;
}

static void test_contexts_in_parallel(void) {
  pthread_t threads[4];
  int i;
  for (i = 0; i < 4; i++) pthread_create(&threads[i], NULL, own_context, NULL);
  for (i = 0; i < 4; i++) pthread_join(threads[i], NULL);
}

typedef struct ownerless {
  lamina_context *context;
  lamina_surface *surface;
  pthread_t thread;
  int destroyed;
} ownerless;

/* Leaves a context behind, with a surface and a call that was posted. */
static void *leave_context(void *data) {
  ownerless *o = (ownerless *)data;
  lamina_node *root;
  o->thread = pthread_self();
  o->context = check_context(2);
  root = check_box(o->context, 20, 20);
  CHECK_OK(lamina_surface_create(o->context, check_make_size(20, 20), 1, &o->surface));
  CHECK_OK(lamina_surface_set_root(o->surface, root));
  CHECK_OK(lamina_context_post(o->context, check_count, &o->destroyed, check_count));
  lamina_node_release(root);
  CHECK_OK(lamina_context_adopt(o->context)); /* its own already */
  return NULL;
}

static void *release_context(void *context) {
  lamina_context_release((lamina_context *)context);
  return NULL;
}

/* A thread that gets the number of one that has ended. */
static void *are_not_its(void *data) {
  ownerless *o = (ownerless *)data;
  if (pthread_equal(pthread_self(), o->thread)) {
    CHECK(!lamina_context_is_owner_thread(o->context));
    CHECK_STATUS(lamina_context_process(o->context, 0), LAMINA_ERROR_WRONG_THREAD);
    CHECK(strstr(lamina_last_error(), "lamina_context_adopt()") != NULL);
    o->thread = 0;
  }
  return NULL;
}

static void *adopt_that_of_another(void *context) {
  CHECK_STATUS(lamina_context_adopt((lamina_context *)context), LAMINA_ERROR_WRONG_THREAD);
  CHECK(strstr(lamina_last_error(), "has not ended") != NULL);
  return NULL;
}

/* The last reference is dropped elsewhere while the owner lives, and it makes no further call. */
static void *end_without_a_call(void *data) {
  ownerless *o = (ownerless *)data;
  leave_context(o);
  check_elsewhere(release_context, o->context);
  CHECK_EQUAL(o->destroyed, 0);
  return NULL;
}

static void test_owners_that_end(void) {
  ownerless o;
  int round;
  memset(&o, 0, sizeof o);
  check_elsewhere(end_without_a_call, &o);
  CHECK_EQUAL(o.destroyed, 1);
  for (round = 0; round < 3; round++) {
    memset(&o, 0, sizeof o);
    check_elsewhere(leave_context, &o);
    check_elsewhere(are_not_its, &o);
    if (o.thread != 0) printf("no thread got the number of one that had ended\n");
    CHECK(!lamina_context_is_owner_thread(o.context));
    CHECK_STATUS(lamina_context_wait_idle(o.context, 0), LAMINA_ERROR_WRONG_THREAD);
    if (round == 0) { /* taken over, and used on */
      CHECK_OK(lamina_context_adopt(o.context));
      CHECK(lamina_context_is_owner_thread(o.context));
      check_elsewhere(adopt_that_of_another, o.context);
      CHECK_OK(lamina_context_wait_idle(o.context, CHECK_PATIENCE_US));
      CHECK_EQUAL(o.destroyed, 2); /* called, and let go */
      CHECK(check_has_damage(o.surface));
      lamina_surface_release(o.surface);
      lamina_context_release(o.context);
    } else if (round == 1) { /* ended where the last reference goes */
      lamina_context_release(o.context);
      CHECK_EQUAL(o.destroyed, 1);
    } else { /* ended by the one that adopts it, of several references */
      CHECK(lamina_context_retain(o.context) == o.context);
      CHECK_OK(lamina_context_adopt(o.context));
      lamina_context_release(o.context);
      CHECK_EQUAL(o.destroyed, 0);
      lamina_context_release(o.context);
      CHECK_EQUAL(o.destroyed, 1);
    }
    CHECK_STATUS(lamina_context_adopt(o.context), LAMINA_ERROR_INVALID_HANDLE);
  }
}

static void test_objects_of_two_contexts(void) {
  lamina_context *a = check_context(0), *b = check_context(0);
  lamina_node *in_a = check_node(a), *in_b = check_node(b);
  CHECK_STATUS(lamina_node_add_child(in_a, in_b), LAMINA_ERROR_FOREIGN_CONTEXT);
  CHECK_EQUAL(lamina_node_get_child_count(in_a), 0);
  lamina_node_release(in_a);
  lamina_node_release(in_b);
  lamina_context_release(a);
  lamina_context_release(b);
}

static void test_fork(void) {
  lamina_context *context = check_context(1);
  lamina_node *node = check_node(context);
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    lamina_node *other = NULL;
    int wrong = 0;
    wrong |= lamina_context_process(context, 0) != LAMINA_ERROR_INVALID_STATE;
    wrong |= lamina_node_create(context, &other) != LAMINA_ERROR_INVALID_STATE;
    wrong |= lamina_node_set_opacity(node, 0.5) != LAMINA_ERROR_INVALID_STATE;
    /* Another program takes over, so that no leak checker looks at what the fork cut off. */
    execl(wrong ? "/bin/false" : "/bin/true", "child", (char *)NULL);
    _exit(1);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK_OK(lamina_node_set_opacity(node, 0.5)); /* the parent goes on */
  lamina_node_release(node);
  lamina_context_release(context);
}

static void note_niceness(lamina_canvas *canvas, void *user_data) {
  (void)canvas;
  *(int *)user_data = getpriority(PRIO_PROCESS, 0); /* on Linux the calling thread's */
}

static void test_niceness(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *own = NULL;
  lamina_transaction *transaction = NULL;
  int before = getpriority(PRIO_PROCESS, 0), found = -1;
  options.thread_count = 1;
  options.worker_niceness = 20;
  CHECK_STATUS(lamina_context_create(&options, &own), LAMINA_ERROR_INVALID_ARGUMENT);
  options.worker_niceness = -1;
  CHECK_STATUS(lamina_context_create(&options, &own), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "worker_niceness is -1") != NULL);
  options.worker_niceness = 19;
  CHECK_OK(lamina_context_create(&options, &own));
  CHECK_OK(lamina_transaction_create(own, &transaction));
  CHECK_OK(lamina_transaction_add_operation(transaction, 0, note_niceness, NULL, &found, NULL));
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  CHECK_EQUAL(found, 19);
  CHECK_EQUAL(getpriority(PRIO_PROCESS, 0), before);
  lamina_transaction_release(transaction);
  lamina_context_release(own);
}

/* The system takes what a program keeps for each thread from the stacks of threads. */
static __thread volatile char kept_for_each_thread[1 << 20];

static void test_many_variables_of_threads(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *own = NULL;
  int32_t count;
  kept_for_each_thread[0] = 1;
  for (count = 0; count < 2; count++) {
    options.thread_count = count;
    CHECK_OK(lamina_context_create(&options, &own));
    CHECK_OK(lamina_context_wait_idle(own, CHECK_PATIENCE_US));
    lamina_context_release(own);
  }
}

int main(void) {
  test_fork(); /* before other threads have run */
  test_defaults();
  test_options();
  test_niceness();
  test_many_variables_of_threads();
  test_bad_handles();
  test_wrong_thread();
  test_waiting();
  test_process_within_itself();
  test_release_within_a_callback();
  test_release_on_another_thread();
  test_end_runs_destroy_notifies();
  test_calls_while_a_context_ends();
  test_statistics();
  test_frame_statistics();
  test_font_files();
  test_owners_that_end();
  test_contexts_in_parallel();
  test_objects_of_two_contexts();
  return check_done(__FILE__);
}
