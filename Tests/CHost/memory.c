/* A scenario that uses what the library has, run again and again while one allocation after the other fails: see
 * failing_malloc.c, which has to be preloaded. Each run is a process of its own. A failure may only show as a status
 * with a sentence, as a line in the log, or as something that is not drawn; afterwards the same context must work as
 * ever, to the pixel: at once for what Lamina itself asks for, and after lamina_context_trim_memory() at the latest
 * where a library keeps what it could not finish. A library that crashes in its own code when it gets no memory is
 * counted, and may seldom do so; FreeType and HarfBuzz moreover stay without what they had no memory for when they set
 * it up for the whole process or font.
 *
 * usage: memory [--runs N]: at most so many runs, evenly spread; --only K: the K-th allocation, in this process. */
#define _GNU_SOURCE
#include "check.h"

#include <cairo.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static void (*begin)(long);
static long (*end)(void);
static int statuses, logged;
static uint64_t expected; /* what the scenario shows without any failure; 0: not known yet */

/* What a run tells of itself, over a pipe. */
typedef struct outcome {
  long allocations; /* while one was to fail */
  int shown;        /* statuses and lines of the log */
  uint64_t picture; /* of the scenario after that, which must be what it is without any failure */
  bool trimmed;     /* which took lamina_context_trim_memory() */
  bool kept;        /* and not even then */
} outcome;

static uint64_t files; /* what was written and read in the last scenario, mixed */

static uint64_t hash(const check_picture *picture) {
  uint64_t h = 14695981039346656037u ^ files;
  int i;
  for (i = 0; i < 100 * 100; i++) h = (h ^ picture->pixels[i]) * 1099511628211u;
  return h;
}

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

/* No curves and lines: cairo 1.16 and pixman crash when memory fails while they fill or stroke a path, without a call
 * of ours. */
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

/* ---- Pictures: shown, written, read, and made of a template ---- */

static void mix(const void *bytes, size_t size) {
  const unsigned char *byte = (const unsigned char *)bytes;
  size_t i;
  for (i = 0; i < size; i++) files = (files ^ byte[i]) * 1099511628211u;
}

typedef struct written {
  char bytes[40000];
  size_t size;
} written;

static lamina_status take(const void *bytes, size_t size, void *user_data) {
  written *file = (written *)user_data;
  if (size > sizeof file->bytes) return LAMINA_ERROR_UNSUPPORTED;
  memcpy(file->bytes, bytes, size);
  file->size = size;
  return LAMINA_OK;
}

static void write_and_read(void) {
  static written file;
  check_picture from = check_make_picture(60, 40), to = check_make_picture(60, 40);
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
  int i;
  for (i = 0; i < 60 * 40; i++) from.pixels[i] = 0xff000000u | (uint32_t)(i * 2654435761u) >> 9;
  for (i = LAMINA_IMAGE_FORMAT_PNG; i <= LAMINA_IMAGE_FORMAT_RAW; i++) {
    options.format = (lamina_image_format)i;
    options.lossless = i == LAMINA_IMAGE_FORMAT_WEBP;
    file.size = 0;
    note(lamina_bitmap_write(&from.bitmap, &options, take, &file));
    mix(file.bytes, file.size);
    if (i == LAMINA_IMAGE_FORMAT_RAW || file.size == 0) continue;
    note(lamina_bitmap_get_info(file.bytes, file.size, &info));
    note(lamina_bitmap_read(&to.bitmap, file.bytes, file.size));
    mix(to.pixels, 60 * 40 * 4);
  }
  free(from.pixels);
  free(to.pixels);
}

/* A look, a shared picture in another size than its own, and a recorded drawing. */
static void add_pictures(lamina_context *context, lamina_node *root) {
  check_picture pixels = check_make_picture(16, 16);
  lamina_drawing_step steps[2] = {LAMINA_DRAWING_STEP_INIT, LAMINA_DRAWING_STEP_INIT};
  lamina_gradient_stop stops[2] = {{0, LAMINA_COLOR_RGB(0xff8800)}, {1, LAMINA_COLOR_RGB(0x0088ff)}};
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_shadow shadow = {LAMINA_COLOR_RGB(0x000000), 1, 1, 3, 0};
  lamina_border border = {1, LAMINA_COLOR_RGB(0x333333)};
  lamina_drawing *drawing = NULL;
  lamina_image *image = NULL;
  lamina_node *shown = NULL, *drawn = NULL;
  int i;
  for (i = 0; i < 256; i++) pixels.pixels[i] = 0xff000000u | (uint32_t)i * 65793u;
  steps[0].kind = LAMINA_DRAWING_KIND_RECT;
  steps[0].rect = check_make_rect(2, 2, 12, 12);
  steps[1].kind = LAMINA_DRAWING_KIND_FILL;
  steps[1].color = check_make_color(0x884400);
  gradient.stops = stops;
  gradient.stop_count = 2;
  note(lamina_image_create(context, &pixels.bitmap, &image));
  note(lamina_drawing_create(context, steps, 2, &drawing));
  note(lamina_node_create(context, &shown));
  note(lamina_node_create(context, &drawn));
  note(lamina_node_set_frame(shown, check_make_rect(60, 4, 30, 20)));
  note(lamina_node_set_border(shown, border));
  note(lamina_node_set_shadow(shown, shadow));
  note(lamina_node_set_gradient(shown, &gradient));
  note(lamina_node_set_frame(drawn, check_make_rect(4, 70, 16, 16)));
  if (image != NULL) note(lamina_node_set_image(shown, image, NULL));
  if (drawing != NULL) note(lamina_node_set_drawing(drawn, drawing));
  note(lamina_node_add_child(root, shown));
  note(lamina_node_add_child(root, drawn));
  lamina_node_release(shown);
  lamina_node_release(drawn);
  lamina_image_release(image);
  lamina_drawing_release(drawing);
  free(pixels.pixels);
}

static void make_rows(lamina_context *context) {
  static const char json[] =
      "{\"width\": 60, \"root\": {\"background\": \"#ffeedd\", \"children\": [{\"kind\": \"inset\", \"insets\": 4, \"children\":"
      " [{\"kind\": \"text\", \"text\": \"{name}\"}]}]}}";
  static const char row[] = "{\"name\": \"Ada\"}";
  lamina_template *form = NULL;
  lamina_job *job = NULL;
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_encode_options png = LAMINA_ENCODE_OPTIONS_INIT;
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  int i, rows = 0;
  options.encoding = &png;
  value.slot = "name";
  value.kind = LAMINA_VALUE_KIND_TEXT;
  value.text = "Words";
  note(lamina_template_create(context, json, LAMINA_NUL_TERMINATED, &form));
  if (form == NULL) return;
  note(lamina_job_create(form, &options, &job));
  if (job != NULL) {
    if (lamina_job_add_row(job, &value, 1) == LAMINA_OK) rows++;
    if (lamina_job_add_row_json(job, row, LAMINA_NUL_TERMINATED) == LAMINA_OK) rows++;
    for (i = 0; i < rows; i++) {
      if (!CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &picture))) break;
      CHECK((picture.status == LAMINA_OK) == (picture.data != NULL) && (picture.status == LAMINA_OK) == (picture.message == NULL));
      if (picture.status != LAMINA_OK) statuses++;
      mix(picture.data, picture.status == LAMINA_OK ? picture.data_size : 0);
      lamina_picture_release(picture.picture);
    }
    CHECK_STATUS(lamina_job_wait_picture(job, 0, &picture), LAMINA_ERROR_INVALID_STATE);
  }
  lamina_job_release(job);
  lamina_template_release(form);
}

/* Everything that allocates: texts of two scripts, a drawing, groups, rounded clips, looks, pictures, files, rows. */
static void scenario(lamina_context *context, check_picture *picture) {
  lamina_node *root = NULL, *drawing = NULL;
  lamina_surface *surface = NULL;
  files = 0;
  note(lamina_node_create(context, &root));
  note(lamina_node_create(context, &drawing));
  note(lamina_node_set_frame(drawing, check_make_rect(20, 20, 50, 50)));
  note(lamina_node_set_draw_callback(drawing, draw, NULL, NULL));
  note(lamina_node_set_opacity(drawing, 0.5));
  /* Corners are filled by cairo, which then crashes as it does for the host. */
  if (strcmp(getenv("FAILING_FROM"), "cairo") != 0) {
    note(lamina_node_set_corner_radius(drawing, 9));
    note(lamina_node_set_clipping(drawing, true));
  }
  note(lamina_node_set_background(drawing, check_make_color(0x336699)));
  note(lamina_node_add_child(root, drawing));
  make_text(context, root, 0, "Words and words", 14);
  make_text(context, root, 40, "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 \xe4\xb8\x96\xe7\x95\x8c", 21);
  add_pictures(context, root);
  note(lamina_surface_create(context, check_make_size(100, 100), 1, &surface));
  if (surface != NULL) {
    note(lamina_surface_set_root(surface, root));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    note(lamina_surface_composite(surface, &picture->bitmap, NULL, 0, NULL));
    lamina_surface_release(surface);
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  }
  rendered = 0;
  if (lamina_node_render(root, 1, check_make_color(0xffffff), &picture->bitmap, render_done, NULL, NULL, NULL) == LAMINA_OK) {
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_EQUAL(rendered, 1);
    if (render_status != LAMINA_OK) statuses++;
  } else {
    note(LAMINA_ERROR_BACKEND);
  }
  note(lamina_bitmap_write_file(&picture->bitmap, NULL, "memory.png", LAMINA_NUL_TERMINATED));
  lamina_node_release(drawing);
  lamina_node_release(root);
  write_and_read();
  make_rows(context);
}

static void check_nothing_left(lamina_context *context) {
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.node_count, 0);
  CHECK_EQUAL(s.object_count, 0);
}

/* The scenario with the `at`-th allocation failing, and without. */
static outcome run(long at) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  check_picture broken = check_make_picture(100, 100), whole = check_make_picture(100, 100), again = check_make_picture(100, 100);
  outcome result = {0, 0, 0, false, false};
  options.thread_count = 1;
  options.log = note_log;
  begin(at);
  note(lamina_context_create(&options, &context));
  if (context != NULL) scenario(context, &broken);
  result.allocations = end();
  result.shown = statuses + logged;
  if (context == NULL) {
    CHECK_OK(lamina_context_create(&options, &context));
    scenario(context, &broken);
  }
  check_nothing_left(context);
  statuses = logged = 0;
  for (;;) {
    scenario(context, &whole);
    result.picture = hash(&whole);
    scenario(context, &again);
    if (hash(&again) != result.picture) result.picture = 0; /* something wrong was kept between the two */
    if (expected == 0 || result.picture == expected || result.trimmed) break;
    result.trimmed = true;
    CHECK_OK(lamina_context_trim_memory(context));
  }
  result.kept = expected != 0 && result.picture != expected && strstr("freetype harfbuzz", getenv("FAILING_FROM")) != NULL;
  CHECK(!result.trimmed || strcmp(getenv("FAILING_FROM"), "lamina") != 0);
  CHECK_EQUAL(statuses, 0);
  CHECK_EQUAL(logged, 0);
  check_nothing_left(context);
  lamina_context_release(context);
  free(broken.pixels);
  free(whole.pixels);
  free(again.pixels);
  return result;
}

static const int crashed_by_itself = 70;

/* A crash in the library that got no memory, or in the C library at its call, is its own. */
static void crash(int number) {
  void *frames[32];
  Dl_info place;
  int i, count = backtrace(frames, 32);
  /* From behind this function and what called it: the first that is not of the C library. */
  for (i = 1; i < count && dladdr(frames[i], &place) != 0; i++) {
    if (strstr(place.dli_fname, "/libc.so") != NULL) continue;
    if (strstr(place.dli_fname, "liblamina") == NULL && strstr(place.dli_fname, getenv("FAILING_FROM")) != NULL) {
      _exit(crashed_by_itself);
    }
    break;
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void watch_for_crashes(void) {
  struct sigaction action;
  void *frame;
  backtrace(&frame, 1); /* loads what it needs, which a handler must not */
  memset(&action, 0, sizeof action);
  action.sa_handler = crash;
  action.sa_flags = (int)SA_RESETHAND;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGABRT, &action, NULL); /* the C library's, when it is given a pointer that it did not hand out */
}

int main(int argc, char **argv) {
  long total = 0, at, most = 100000, only = -1, step;
  int failed = 0, runs = 0, seen = 0, trimmed = 0, kept = 0, crashes = 0, i, report[2];
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
    printf("picture %llx\n", (unsigned long long)run(only).picture);
    return check_done(__FILE__);
  }
  for (at = 0, step = 1; at <= total; at += at == 0 ? 1 : step) {
    pid_t child;
    int status = 0;
    outcome result = {0, 0, 0, false, false};
    if (pipe(report) != 0) return 2;
    fflush(stdout);
    child = fork();
    if (child == 0) {
      alarm(60);
      watch_for_crashes();
      result = run(at);
      if (write(report[1], &result, sizeof result) != sizeof result) exit(3);
      fflush(stdout);
      _exit(checks_failed > 0);
    }
    close(report[1]);
    waitpid(child, &status, 0);
    if (read(report[0], &result, sizeof result) < 0) return 2;
    close(report[0]);
    if (at == 0) {
      total = result.allocations;
      expected = result.picture;
      step = total > most ? (total + most - 1) / most : 1;
      if (status != 0 || expected == 0) total = 0;
    }
    runs++;
    seen += result.shown > 0;
    trimmed += result.trimmed && !result.kept;
    kept += result.kept;
    if (WIFEXITED(status) && WEXITSTATUS(status) == crashed_by_itself) {
      crashes++;
      continue;
    }
    if (status != 0 || (result.picture != expected && !result.kept)) {
      failed++;
      if (failed <= 20) {
        printf("allocation %ld: %s %d\n", at,
               WIFSIGNALED(status) ? "killed by signal" : status != 0 ? "failed with status" : "later drawings are wrong",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
      }
    }
  }
  printf("memory.c: %ld allocations, %d of them failed in turn, %d told of, %d made good by trimming, %d not, %d crashes in the "
         "library itself, %d runs failed\n", total, runs - 1, seen, trimmed, kept, crashes, failed);
  return failed > 0 || total == 0 || crashes * 50 > runs || kept * 20 > runs;
}
