/* What happens when the machine has nothing to give, and when callbacks of the host misbehave. Each fault is met in a
 * process of its own. After each: a status and a sentence, the context still works, nothing is lost and nothing is left
 * over.
 *
 * usage: faults [NAME ...]; scripts/test-faults.sh runs all, with files that some need in the working directory. */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <dirent.h>

/* ---- What every fault is followed by ---- */

static lamina_status wait_idle(lamina_context *context) { return lamina_context_wait_idle(context, CHECK_PATIENCE_US); }

/* A failure has a sentence, which ends as one and says more than a number. */
static void check_sentence(void) {
  const char *sentence = lamina_last_error();
  CHECK(strlen(sentence) > 15 && strchr(sentence, ' ') != NULL);
  printf("    says: %s\n", sentence);
}

/* The whole way from a tree to pixels. */
static void check_works(lamina_context *context) {
  lamina_node *root = check_node(context), *box = check_box(context, 10, 10), *label = NULL;
  lamina_surface *surface = NULL;
  lamina_text *text = NULL;
  check_picture picture = check_make_picture(40, 20);
  CHECK_OK(lamina_node_set_background(root, check_make_color(0x00ff00)));
  CHECK_OK(lamina_node_set_background(box, check_make_color(0xff0000)));
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(0, 0, 10, 10)));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_text_create(context, "still here", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_node_create_text(context, text, &label));
  CHECK_OK(lamina_node_set_frame(label, check_make_rect(12, 0, 28, 20)));
  CHECK_OK(lamina_node_add_child(root, label));
  CHECK_OK(lamina_surface_create(context, check_make_size(40, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(wait_idle(context));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xffff0000u);
  CHECK_EQUAL(check_pixel(&picture, 5, 15), 0xff00ff00u);
  lamina_surface_release(surface);
  lamina_text_release(text);
  lamina_node_release(label);
  lamina_node_release(box);
  lamina_node_release(root);
  free(picture.pixels);
  CHECK_OK(wait_idle(context));
}

static void check_nothing_left(lamina_context *context) {
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.node_count, 0);
  CHECK_EQUAL(s.object_count, 0);
}

static int open_descriptors(void) {
  int n = 0;
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return -1;
  while (readdir(folder) != NULL) n++;
  closedir(folder);
  return n;
}

static void close_context(lamina_context *context) {
  check_nothing_left(context);
  lamina_context_release(context);
}

/* ---- Fonts ---- */

static void measures_somehow(lamina_context *context) {
  lamina_text *text = NULL;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_status status = lamina_text_create(context, "words", 5, NULL, &text);
  if (status == LAMINA_OK) status = lamina_text_measure(text, NULL, INFINITY, &metrics);
  if (status == LAMINA_OK) {
    CHECK(metrics.size.width >= 0 && isfinite(metrics.size.width) && metrics.line_count == 1);
    printf("    a text without fonts is %g x %g\n", metrics.size.width, metrics.size.height);
  } else {
    check_sentence();
  }
  lamina_text_release(text);
}

/* A system without a single font. */
static void no_fonts(void) {
  lamina_context *context;
  CHECK_EQUAL(setenv("FONTCONFIG_FILE", "empty-fonts.conf", 1), 0);
  context = check_context(2);
  measures_somehow(context);
  check_works(context);
  close_context(context);
}

/* A context that is to use its own fonts only, and has none. */
static void no_font_files(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.thread_count = 2;
  options.flags = LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS;
  CHECK_OK(lamina_context_create(&options, &context));
  measures_somehow(context);
  check_works(context);
  CHECK_STATUS(lamina_context_add_font_file(context, "nowhere.ttf", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  check_sentence();
  check_works(context);
  close_context(context);
}

/* fontconfig's cache is a folder that nobody may read or write. */
static void unreadable_font_cache(void) {
  lamina_context *context;
  CHECK_EQUAL(setenv("FONTCONFIG_FILE", "unreadable-cache.conf", 1), 0);
  CHECK_EQUAL(mkdir("unreadable-cache", 0), errno == EEXIST ? -1 : 0);
  if (geteuid() == 0) CHECK_EQUAL(setuid(65534), 0);
  context = check_context(2);
  measures_somehow(context);
  check_works(context);
  close_context(context);
}

/* fontconfig's configuration cannot be read at all. */
static void broken_font_configuration(void) {
  lamina_context *context;
  CHECK_EQUAL(setenv("FONTCONFIG_FILE", "broken-fonts.conf", 1), 0);
  context = check_context(2);
  measures_somehow(context);
  check_works(context);
  close_context(context);
}

/* ---- What the system has no more of ---- */

static void no_threads(void) {
  struct rlimit limit, none;
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  int before, i;
  if (geteuid() == 0) CHECK_EQUAL(setuid(65534), 0); /* the limit does not count for root */
  getrlimit(RLIMIT_NPROC, &limit);
  none = limit;
  none.rlim_cur = 1;
  CHECK_EQUAL(setrlimit(RLIMIT_NPROC, &none), 0);
  before = open_descriptors();
  options.thread_count = 4;
  for (i = 0; i < 20; i++) {
    CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_BACKEND);
    CHECK(context == NULL);
  }
  check_sentence();
  CHECK_EQUAL(open_descriptors(), before);
  /* Pango starts threads of its own, also for a context without workers. */
  options.thread_count = 0;
  CHECK_STATUS(lamina_context_create(&options, &context), LAMINA_ERROR_BACKEND);
  check_sentence();
  CHECK_EQUAL(setrlimit(RLIMIT_NPROC, &limit), 0);
  CHECK_OK(lamina_context_create(&options, &context));
  check_works(context);
  close_context(context);
}

static void no_descriptors(void) {
  struct rlimit limit, none;
  lamina_context *context = check_context(2), *second = NULL;
  check_picture picture = check_make_picture(4, 4);
  int before = open_descriptors();
  check_works(context);
  getrlimit(RLIMIT_NOFILE, &limit);
  none = limit;
  none.rlim_cur = 0;
  CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &none), 0);
  CHECK_STATUS(lamina_context_create(NULL, &second), LAMINA_ERROR_BACKEND);
  check_sentence();
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, "never.png", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  check_sentence();
  CHECK_STATUS(lamina_context_add_font_file(context, "other.ttf", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  check_sentence();
  check_works(context); /* the fonts are mapped already */
  CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &limit), 0);
  CHECK_OK(lamina_bitmap_write_file(&picture.bitmap, NULL, "now.png", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_context_add_font_file(context, "other.ttf", LAMINA_NUL_TERMINATED));
  check_works(context);
  CHECK(access("never.png", F_OK) != 0 && access("now.png", F_OK) == 0);
  CHECK(open_descriptors() <= before);
  unlink("now.png");
  free(picture.pixels);
  close_context(context);
}

/* Words in two scripts, which need two fonts that nothing else has opened. */
static check_picture draw_words(lamina_context *context) {
  static const char words[] = "Words \xd8\xb3\xd9\x84\xd8\xa7\xd9\x85";
  check_picture picture = check_make_picture(120, 30);
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  attributes.family = "Serif";
  CHECK_OK(lamina_text_create(context, words, sizeof words - 1, &attributes, &text));
  CHECK_OK(lamina_text_draw(text, NULL, check_make_rect(0, 0, 120, 30), check_make_color(0), 1, &picture.bitmap));
  lamina_text_release(text);
  return picture;
}

static check_picture draw_word(lamina_context *context, const char *word, double size) {
  check_picture picture = check_make_picture(120, 30);
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  attributes.size = (float)size;
  CHECK_OK(lamina_text_create(context, word, LAMINA_NUL_TERMINATED, &attributes, &text));
  CHECK_OK(lamina_text_draw(text, NULL, check_make_rect(0, 0, 120, 30), check_make_color(0), 1, &picture.bitmap));
  lamina_text_release(text);
  return picture;
}

/* Fonts that cannot be opened are boxes for as long as that lasts, and not a moment longer. */
static void no_descriptor_for_a_font(void) {
  struct rlimit limit, none;
  lamina_context *context = check_context(1), *fresh;
  check_picture boxes, after, right;
  getrlimit(RLIMIT_NOFILE, &limit);
  none = limit;
  none.rlim_cur = 0;
  CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &none), 0);
  boxes = draw_words(context);
  CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &limit), 0);
  after = draw_words(context);
  fresh = check_context(1);
  right = draw_words(fresh);
  CHECK(memcmp(boxes.pixels, right.pixels, 120 * 30 * 4) != 0);
  CHECK(memcmp(after.pixels, right.pixels, 120 * 30 * 4) == 0);
  free(boxes.pixels);
  free(after.pixels);
  free(right.pixels);
  close_context(fresh);
  check_works(context);
  close_context(context);
}

/* How many threads the user of this process may have; the limit does not count for root, so this becomes somebody
 * else. */
static int threads_now(void) {
  int n = 0;
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return -1;
  while (readdir(folder) != NULL) n++;
  closedir(folder);
  return n - 2;
}

static void allow_threads(int count) {
  struct rlimit limit;
  getrlimit(RLIMIT_NPROC, &limit);
  limit.rlim_cur = count < 0 ? limit.rlim_max : (rlim_t)count;
  CHECK_EQUAL(setrlimit(RLIMIT_NPROC, &limit), 0);
}

/* Threads run out after the context was made: Pango starts some for each font that it has not met. Texts in those are
 * boxes for as long as that lasts, what was known before goes on, and the process lives. */
static void no_thread_for_a_font(void) {
  lamina_context *context, *fresh;
  check_picture boxes, known, again, after, right;
  if (geteuid() == 0) CHECK_EQUAL(setuid(65534), 0);
  context = check_context(1);
  known = draw_word(context, "known", 11);
  allow_threads(1);
  boxes = draw_words(context);
  again = draw_word(context, "known", 11);
  CHECK(memcmp(known.pixels, again.pixels, 120 * 30 * 4) == 0);
  check_works(context); /* on the worker, in another font */
  CHECK_OK(lamina_context_trim_memory(context));
  free(again.pixels);
  again = draw_word(context, "known", 11);
  CHECK(memcmp(known.pixels, again.pixels, 120 * 30 * 4) != 0);
  allow_threads(-1);
  after = draw_words(context);
  fresh = check_context(1);
  right = draw_words(fresh);
  CHECK(memcmp(boxes.pixels, right.pixels, 120 * 30 * 4) != 0);
  CHECK(memcmp(after.pixels, right.pixels, 120 * 30 * 4) == 0);
  free(again.pixels);
  again = draw_word(context, "known", 11);
  CHECK(memcmp(known.pixels, again.pixels, 120 * 30 * 4) == 0);
  free(boxes.pixels);
  free(known.pixels);
  free(again.pixels);
  free(after.pixels);
  free(right.pixels);
  close_context(fresh);
  check_works(context);
  close_context(context);
}

/* Just as many threads as Pango needs, for many fonts one after the other: those of the one before may not have
 * ended. */
static void few_threads_for_fonts(void) {
  lamina_context *context;
  check_picture picture;
  int i;
  if (geteuid() == 0) CHECK_EQUAL(setuid(54321), 0); /* nobody else is that */
  context = check_context(1);
  for (i = 0; i < 40; i++) {
    allow_threads(threads_now() + 2 + i % 2);
    picture = draw_word(context, "Words", 8 + i * 0.25);
    free(picture.pixels);
  }
  allow_threads(-1);
  check_works(context);
  close_context(context);
}

static int files_here(void) {
  int n = 0;
  DIR *folder = opendir(".");
  if (folder == NULL) return -1;
  while (readdir(folder) != NULL) n++;
  closedir(folder);
  return n;
}

/* No room on the disk: by a device that is always full, and by a limit in the middle of a file. */
static void disk_full(void) {
  struct rlimit limit, small;
  lamina_context *context = check_context(1);
  check_picture picture = check_make_picture(300, 300);
  int before = files_here(), descriptors = open_descriptors(), i;
  struct stat old, now;
  lamina_encode_options encoding = LAMINA_ENCODE_OPTIONS_INIT;
  for (i = 0; i < 90000; i++) picture.pixels[i] = 0xff000000u | (uint32_t)i * 2654435761u >> 8;
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, "/dev/full", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  check_sentence();
  CHECK_OK(lamina_bitmap_write_file(&picture.bitmap, NULL, "kept.png", LAMINA_NUL_TERMINATED));
  CHECK_EQUAL(stat("kept.png", &old), 0);
  getrlimit(RLIMIT_FSIZE, &limit);
  small = limit;
  small.rlim_cur = 10000;
  signal(SIGXFSZ, SIG_IGN);
  CHECK_EQUAL(setrlimit(RLIMIT_FSIZE, &small), 0);
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, "kept.png", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  check_sentence();
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, "new.png", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  for (encoding.quality = 100, i = LAMINA_IMAGE_FORMAT_PNG; i <= LAMINA_IMAGE_FORMAT_RAW; i++) {
    encoding.format = (lamina_image_format)i;
    CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, &encoding, "new.picture", LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
    CHECK(strstr(lamina_last_error(), "new.picture") != NULL);
  }
  CHECK_EQUAL(setrlimit(RLIMIT_FSIZE, &limit), 0);
  /* The file of before is whole, and no piece of a new one lies about. */
  CHECK_EQUAL(stat("kept.png", &now), 0);
  CHECK(now.st_size == old.st_size && now.st_ino == old.st_ino);
  CHECK_EQUAL(files_here(), before + 1);
  CHECK_EQUAL(open_descriptors(), descriptors);
  CHECK_OK(lamina_bitmap_write_file(&picture.bitmap, NULL, "new.png", LAMINA_NUL_TERMINATED));
  unlink("new.png");
  unlink("kept.png");
  free(picture.pixels);
  check_works(context);
  close_context(context);
}

/* ---- Callbacks that take their time ---- */

static check_gate gate;
static int drawn, finished, cancelled, warned;

static lamina_status draw_at_gate(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)data;
  check_gate_pass(&gate);
  return LAMINA_OK;
}

static lamina_status draw_for_a_second(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)data;
  check_sleep_ms(1000);
  return LAMINA_OK;
}

static lamina_status draw_at_once(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)data;
  __atomic_add_fetch(&drawn, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static void did_display(lamina_node *node, bool is_finished, void *user_data) {
  (void)node, (void)user_data;
  finished += is_finished;
  cancelled += !is_finished;
}

static void note_warning(lamina_log_level level, const char *message, void *user_data) {
  (void)user_data;
  printf("    log: %s\n", message);
  if (level >= LAMINA_LOG_LEVEL_WARNING && strstr(message, "continues to wait") != NULL) check_count(&warned);
}

typedef struct scene {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *slow, *quick[5];
} scene;

/* One node with a drawing that keeps its worker, five with quick ones, and a second worker. */
static scene make_scene(lamina_node_draw_fn slow) {
  scene s;
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  int i;
  options.thread_count = 2;
  options.log = note_warning;
  CHECK_OK(lamina_context_create(&options, &s.context));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(100, 20), 1, &s.surface));
  s.root = check_node(s.context);
  s.slow = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(s.slow, check_make_rect(0, 0, 10, 10)));
  CHECK_OK(lamina_node_set_draw_callback(s.slow, slow, NULL, NULL));
  CHECK_OK(lamina_node_add_display_observer(s.slow, NULL, did_display, NULL, NULL, NULL));
  CHECK_OK(lamina_node_add_child(s.root, s.slow));
  for (i = 0; i < 5; i++) {
    s.quick[i] = check_node(s.context);
    CHECK_OK(lamina_node_set_frame(s.quick[i], check_make_rect(12 + 12 * i, 0, 10, 10)));
    CHECK_OK(lamina_node_set_draw_callback(s.quick[i], draw_at_once, NULL, NULL));
    CHECK_OK(lamina_node_add_display_observer(s.quick[i], NULL, did_display, NULL, NULL, NULL));
    CHECK_OK(lamina_node_add_child(s.root, s.quick[i]));
  }
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void let_go(scene *s) {
  int i;
  for (i = 0; i < 5; i++) lamina_node_release(s->quick[i]);
  lamina_node_release(s->slow);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
}

/* Until all the quick ones are there; the slow one must not hold them up. */
static void process_until_finished(lamina_context *context, int count) {
  int i;
  for (i = 0; i < 5000 && finished < count; i++) {
    CHECK_OK(lamina_context_process(context, 0));
    check_sleep_ms(1);
  }
  CHECK_EQUAL(finished, count);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void drawing_takes_a_second(void) {
  double longest = 0, begin;
  int i;
  scene s = make_scene(draw_for_a_second);
  for (i = 0; i < 5000 && finished < 6; i++) {
    begin = now();
    CHECK_OK(lamina_context_process(s.context, 0));
    if (now() - begin > longest) longest = now() - begin;
    if (finished == 5) CHECK_OK(lamina_node_set_needs_display(s.quick[0])); /* the others go on */
    check_sleep_ms(1);
  }
  CHECK(finished >= 6 && drawn > 5);
  CHECK(longest < 0.5); /* the owner thread never waits for it */
  CHECK_OK(wait_idle(s.context));
  let_go(&s);
  CHECK_OK(wait_idle(s.context));
  check_works(s.context);
  close_context(s.context);
}

static void *open_gate_later(void *unused) {
  (void)unused;
  check_sleep_ms(5000);
  check_gate_open(&gate);
  return NULL;
}

/* The drawing does not return; others go on, the context can be used, and its end says why it does not come. */
static void drawing_never_returns(void) {
  pthread_t thread;
  scene s;
  check_gate_init(&gate);
  s = make_scene(draw_at_gate);
  process_until_finished(s.context, 5);
  CHECK_EQUAL(check_load(&gate.arrived), 1);
  CHECK_STATUS(lamina_context_wait_idle(s.context, 100000), LAMINA_ERROR_TIMED_OUT);
  check_sentence();
  CHECK_OK(lamina_node_set_needs_display(s.quick[0]));
  process_until_finished(s.context, 6);
  /* The node and the surface may go while the drawing is under way. */
  let_go(&s);
  CHECK_OK(lamina_context_process(s.context, 0));
  check_sleep_ms(20);
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK_EQUAL(pthread_create(&thread, NULL, open_gate_later, NULL), 0);
  lamina_context_release(s.context);
  CHECK(check_load(&warned) >= 1 && check_load(&warned) <= 4);
  CHECK_EQUAL(finished + cancelled, 7);
  pthread_join(thread, NULL);
}

/* ---- The program ---- */

static const struct {
  const char *name;
  void (*function)(void);
} faults[] = {{"no-fonts", no_fonts},
              {"no-font-files", no_font_files},
              {"unreadable-font-cache", unreadable_font_cache},
              {"broken-font-configuration", broken_font_configuration},
              {"no-threads", no_threads},
              {"no-descriptors", no_descriptors},
              {"no-descriptor-for-a-font", no_descriptor_for_a_font},
              {"no-thread-for-a-font", no_thread_for_a_font},
              {"few-threads-for-fonts", few_threads_for_fonts},
              {"disk-full", disk_full},
              {"drawing-takes-a-second", drawing_takes_a_second},
              {"drawing-never-returns", drawing_never_returns}};

static int run(int i) {
  pid_t child;
  int status = 0;
  printf("%s\n", faults[i].name);
  fflush(stdout);
  child = fork();
  if (child == 0) {
    alarm(60);
    checks_failed = 0;
    faults[i].function();
    fflush(stdout);
    exit(checks_failed > 0);
  }
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) printf("    killed by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return CHECK(status == 0);
}

int main(int argc, char **argv) {
  int i, k;
  for (i = 0; i < (int)(sizeof faults / sizeof faults[0]); i++) {
    int wanted = argc == 1;
    for (k = 1; k < argc; k++) wanted |= strcmp(argv[k], faults[i].name) == 0;
    if (wanted) run(i);
  }
  return check_done(__FILE__);
}
