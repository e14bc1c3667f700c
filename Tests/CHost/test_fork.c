/* Children of fork() that make contexts of their own: of a parent that has the library loaded and has not used it,
 * where what it remembers of the thread that forked is wrong in the child, and two threads then want the same for the
 * first time; and of one whose other threads work on fonts at that moment. */
#include "check.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __cplusplus /* which has it already, and wants the same promises */
/* GLib's threads call this one. They take their names late here, as on a busy machine: a fork cannot wait for those
 * that it does not know. */
int pthread_setname_np(pthread_t thread, const char *name);
int pthread_setname_np(pthread_t thread, const char *name) {
  (void)thread; /* a thread's own */
  check_sleep_ms(5);
  return prctl(PR_SET_NAME, name);
}
#endif

static pthread_barrier_t start;
static lamina_context *context;

static void *measure(void *unused) {
  lamina_text *text = NULL;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  (void)unused;
  pthread_barrier_wait(&start);
  CHECK_OK(lamina_text_create(context, "Some words", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_text_measure(text, NULL, 40, &metrics));
  CHECK(metrics.size.width > 0);
  lamina_text_release(text);
  return NULL;
}

/* Draws on workers while two threads of the host measure. */
static void live(void) {
  lamina_node *root, *label = NULL;
  lamina_surface *surface = NULL;
  lamina_text *text = NULL;
  pthread_t thread;
  context = check_context(2);
  pthread_barrier_init(&start, NULL, 2);
  CHECK_EQUAL(pthread_create(&thread, NULL, measure, NULL), 0);
  root = check_node(context);
  CHECK_OK(lamina_text_create(context, "a label", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_node_create_text(context, text, &label));
  CHECK_OK(lamina_node_set_frame(label, check_make_rect(0, 0, 40, 20)));
  CHECK_OK(lamina_node_add_child(root, label));
  CHECK_OK(lamina_surface_create(context, check_make_size(40, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_process(context, 0));
  measure(NULL);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  pthread_join(thread, NULL);
  lamina_surface_release(surface);
  lamina_text_release(text);
  lamina_node_release(label);
  lamina_node_release(root);
  lamina_context_release(context);
}

/* What a child does, and what is expected of it: 0, or 14 when it hung. */
static void check_child(pid_t child) {
  int status = -1;
  if (child == 0) {
    alarm(60);
    checks_failed = 0;
    live();
    fflush(stdout);
    /* Under valgrind, whatever the parent's other threads had on their stacks would be a leak of the child's. */
    if (getenv("CHECK_QUICK") != NULL) execl(checks_failed > 0 ? "/bin/false" : "/bin/true", "child", (char *)NULL);
    _exit(checks_failed > 0);
  }
  CHECK(child > 0);
  waitpid(child, &status, 0);
  CHECK_EQUAL(status, 0);
}

static int stops, measured;

/* Words that nobody has seen, in several scripts: most of the time somebody holds what all threads share of fonts. */
static void *measure_new_words(void *parent) {
  unsigned seed = (unsigned)(uintptr_t)&seed;
  while (!__atomic_load_n(&stops, __ATOMIC_SEQ_CST)) {
    lamina_text *text = NULL;
    lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
    lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
    char bytes[64];
    size_t length = 0;
    while (length < 60) {
      unsigned letter = 0xA1 + ((seed = seed * 1664525u + 1013904223u) >> 8) % 0x500;
      bytes[length++] = (char)(0xC0 | letter >> 6);
      bytes[length++] = (char)(0x80 | (letter & 63));
      if (length % 12 == 10) bytes[length++] = ' ', bytes[length++] = ' ';
    }
    attributes.size = 8 + seed % 40;
    CHECK_OK(lamina_text_create((lamina_context *)parent, bytes, length, &attributes, &text));
    CHECK_OK(lamina_text_measure(text, NULL, 100, &metrics));
    lamina_text_release(text);
    __atomic_add_fetch(&measured, 1, __ATOMIC_SEQ_CST);
  }
  return NULL;
}

static void test_while_others_measure(int rounds) {
  lamina_context *parent = check_context(1);
  pthread_t threads[2];
  int i;
  stops = 0;
  for (i = 0; i < 2; i++) CHECK_EQUAL(pthread_create(&threads[i], NULL, measure_new_words, parent), 0);
  /* Not the first ones, for which GLib makes types and names, with locks of its own that a child would find taken. */
  while (check_load(&measured) < 100) check_sleep_ms(1);
  for (i = 0; i < rounds; i++) {
    check_sleep_ms(i % 7);
    check_child(fork());
  }
  __atomic_store_n(&stops, 1, __ATOMIC_SEQ_CST);
  for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  lamina_context_release(parent);
}

static int drawing, may_end, forks_itself;

/* A drawing that draws text, so that it runs alone as far as fonts are concerned. */
static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *unused) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)unused;
  if (forks_itself) check_child(fork());
  __atomic_store_n(&drawing, 1, __ATOMIC_SEQ_CST);
  if (!forks_itself) check_wait_for(&may_end, 1); /* for the thread that forks, as an interpreter with one lock would */
  return LAMINA_OK;
}

static void test_beside_a_drawing(int forks_in_it) {
  lamina_context *parent = check_context(1);
  lamina_node *node = check_node(parent);
  lamina_surface *surface = NULL;
  int i;
  drawing = may_end = 0;
  forks_itself = forks_in_it;
  CHECK_OK(lamina_node_set_draw_callback(node, draw, NULL, NULL));
  CHECK_OK(lamina_node_set_draws_text(node, true));
  CHECK_OK(lamina_surface_create(parent, check_make_size(40, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, node));
  for (i = 0; i < 30000 && check_load(&drawing) == 0; i++) {
    CHECK_OK(lamina_context_process(parent, 0));
    check_sleep_ms(1);
  }
  CHECK_EQUAL(check_load(&drawing), 1);
  if (!forks_in_it) check_child(fork());
  __atomic_store_n(&may_end, 1, __ATOMIC_SEQ_CST);
  CHECK_OK(lamina_context_wait_idle(parent, CHECK_PATIENCE_US));
  lamina_surface_release(surface);
  lamina_node_release(node);
  lamina_context_release(parent);
}

int main(void) {
  int i, rounds = getenv("CHECK_QUICK") == NULL ? 150 : 5;
  for (i = 0; i < rounds; i++) check_child(fork());
  test_beside_a_drawing(1);
  test_beside_a_drawing(0);
  test_while_others_measure((rounds + 9) / 10); /* most of them hung */
  return check_done(__FILE__);
}
