/* Children of fork() that make contexts of their own. The parent has the library loaded and has not used it: what it remembers of the
 * thread that forked is wrong in the child, where two threads then want the same for the first time. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

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

int main(void) {
  int i, rounds = getenv("CHECK_QUICK") == NULL ? 150 : 5;
  for (i = 0; i < rounds; i++) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      live();
      fflush(stdout);
      _exit(checks_failed > 0);
    }
    waitpid(child, &status, 0);
    CHECK_EQUAL(status, 0); /* 14 when it hung */
  }
  return check_done(__FILE__);
}
