/* A scenario that uses what the library has, run again and again while one allocation after the other fails: see
 * failing_malloc.c, which has to be preloaded. Each run is a process of its own. A failure may only show as a status with a
 * sentence, as a line in the log, or as something that is not drawn; afterwards the same context must work as ever.
 *
 * usage: memory [--runs N]: at most so many runs, evenly spread; --only K: the K-th allocation, in this process. */
#define _GNU_SOURCE
#include "check.h"

#include <cairo.h>
#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void (*begin)(long);
static long (*end)(void);
static int statuses, logged;

static void note(lamina_status status) {
  if (status == LAMINA_OK) return;
  statuses++;
  CHECK(strlen(lamina_last_error()) > 15);
  /* What the machine has no more of must not be blamed on the caller. */
  CHECK(status == LAMINA_ERROR_OUT_OF_MEMORY || status == LAMINA_ERROR_BACKEND || status == LAMINA_ERROR_IO);
}

static void note_log(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)message, (void)user_data;
  logged++;
}

/* No curves and lines: cairo 1.16 and pixman crash when memory fails while they fill or stroke a path, without a call of ours. */
static lamina_status draw(lamina_canvas *canvas, struct _cairo *target, lamina_size size, double scale, void *user_data) {
  cairo_t *cairo = (cairo_t *)target;
  (void)canvas, (void)scale, (void)user_data;
  cairo_push_group(cairo);
  cairo_rectangle(cairo, 5, 5, size.width / 2, size.height / 2);
  cairo_set_source_rgba(cairo, 0, 0, 1, 0.5);
  cairo_fill(cairo);
  cairo_pop_group_to_source(cairo);
  cairo_paint(cairo);
  return LAMINA_OK;
}

static int rendered;
static lamina_status render_status;
static void render_done(lamina_status status, void *user_data) {
  (void)user_data;
  render_status = status;
  rendered++;
}

static void make_text(lamina_context *context, lamina_node *root, double y, const char *utf8, double size) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  attributes.size = size;
  attributes.underline = LAMINA_UNDERLINE_SINGLE;
  note(lamina_text_create(context, utf8, LAMINA_NUL_TERMINATED, &attributes, &text));
  if (text == NULL) return;
  note(lamina_text_measure(text, NULL, 80, &metrics));
  note(lamina_node_create_text(context, text, &node));
  if (node != NULL) {
    note(lamina_node_set_frame(node, check_make_rect(2, y, 90, 40)));
    note(lamina_node_add_child(root, node));
  }
  lamina_node_release(node);
  lamina_text_release(text);
}

/* Everything that allocates: texts of two scripts, a drawing, groups, rounded clips, a picture, a file. */
static void scenario(lamina_context *context, check_picture *picture) {
  lamina_node *root = NULL, *drawing = NULL;
  lamina_surface *surface = NULL;
  note(lamina_node_create(context, &root));
  note(lamina_node_create(context, &drawing));
  note(lamina_node_set_frame(drawing, check_make_rect(20, 20, 50, 50)));
  note(lamina_node_set_drawer(drawing, draw, NULL, NULL));
  note(lamina_node_set_opacity(drawing, 0.5));
  /* Corners are filled by cairo, which then crashes as it does for the host. */
  if (strcmp(getenv("FAILING_FROM"), "cairo") != 0) {
    note(lamina_node_set_corner_radius(drawing, 9));
    note(lamina_node_set_clips(drawing, true));
  }
  note(lamina_node_set_background(drawing, check_make_color(0x336699)));
  note(lamina_node_add_child(root, drawing));
  make_text(context, root, 0, "Words and words", 14);
  make_text(context, root, 40, "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 \xe4\xb8\x96\xe7\x95\x8c", 21);
  note(lamina_surface_create(context, check_make_size(100, 100), 1, &surface));
  if (surface != NULL) {
    note(lamina_surface_set_root(surface, root));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    note(lamina_surface_composite(surface, &picture->bitmap, NULL, 0, NULL));
    lamina_surface_release(surface);
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  }
  rendered = 0;
  if (lamina_node_render(root, 1, check_make_color(0xffffff), &picture->bitmap, render_done, NULL, NULL) == LAMINA_OK) {
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_EQUAL(rendered, 1);
    if (render_status != LAMINA_OK) statuses++;
  } else {
    note(LAMINA_ERROR_BACKEND);
  }
  note(lamina_bitmap_write_png(&picture->bitmap, "memory.png", LAMINA_NUL_TERMINATED));
  lamina_node_release(drawing);
  lamina_node_release(root);
}

static void check_nothing_left(lamina_context *context) {
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.node_count, 0);
  CHECK_EQUAL(s.object_count, 0);
}

/* The scenario with the `at`-th allocation failing, and without. Returns how many allocations there were. */
static long run(long at, int *shown) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  check_picture broken = check_make_picture(100, 100), whole = check_make_picture(100, 100), again = check_make_picture(100, 100);
  long count;
  options.thread_count = 1;
  options.log = note_log;
  begin(at);
  note(lamina_context_create(&options, &context));
  if (context != NULL) scenario(context, &broken);
  count = end();
  *shown = statuses + logged;
  if (context == NULL) {
    CHECK_OK(lamina_context_create(&options, &context));
    scenario(context, &broken);
  }
  check_nothing_left(context);
  statuses = logged = 0;
  scenario(context, &whole);
  scenario(context, &again);
  CHECK_EQUAL(statuses, 0);
  CHECK_EQUAL(logged, 0);
  CHECK_EQUAL(memcmp(whole.pixels, again.pixels, 40000), 0);
  check_nothing_left(context);
  lamina_context_release(context);
  free(broken.pixels);
  free(whole.pixels);
  free(again.pixels);
  return count;
}

int main(int argc, char **argv) {
  long total = 0, at, most = 400, only = -1, step;
  int failed = 0, shown = 0, runs = 0, seen = 0, i, report[2];
  for (i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--runs") == 0) most = atol(argv[i + 1]);
    if (strcmp(argv[i], "--only") == 0) only = atol(argv[i + 1]);
  }
  begin = (void (*)(long))(uintptr_t)dlsym(RTLD_DEFAULT, "failing_malloc_begin");
  end = (long (*)(void))(uintptr_t)dlsym(RTLD_DEFAULT, "failing_malloc_end");
  if (begin == NULL || end == NULL || getenv("FAILING_FROM") == NULL) {
    fprintf(stderr, "failing_malloc.so has to be preloaded, and FAILING_FROM set\n");
    return 2;
  }
  if (only >= 0) {
    run(only, &shown);
    return check_done(__FILE__);
  }
  for (at = 0, step = 1; at <= total; at += at == 0 ? 1 : step) {
    pid_t child;
    int status = 0;
    long count = 0;
    if (pipe(report) != 0) return 2;
    fflush(stdout);
    child = fork();
    if (child == 0) {
      alarm(60);
      count = run(at, &shown);
      if (write(report[1], &count, sizeof count) != sizeof count || write(report[1], &shown, sizeof shown) < 0) exit(3);
      fflush(stdout);
      _exit(checks_failed > 0);
    }
    close(report[1]);
    waitpid(child, &status, 0);
    shown = 0;
    if (read(report[0], &count, sizeof count) < 0 || read(report[0], &shown, sizeof shown) < 0) return 2;
    close(report[0]);
    if (at == 0) {
      total = count;
      step = total > most ? (total + most - 1) / most : 1;
      if (status != 0) total = 0;
    }
    runs++;
    seen += shown > 0;
    if (status != 0) {
      failed++;
      if (failed <= 20) {
        printf("allocation %ld: %s %d\n", at, WIFSIGNALED(status) ? "killed by signal" : "failed with status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
      }
    }
  }
  printf("memory.c: %ld allocations, %d of them failed in turn, %d told of, %d runs failed\n", total, runs - 1, seen, failed);
  return failed > 0 || total == 0;
}
