/* The limits that docs/limits.md names: that they are reached, and what is said beyond them. Each runs in a process of
 * its own and prints what it cost. usage: limits [NAME ...] */
#define _GNU_SOURCE
#include "check.h"

#include <cairo.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double began;
static void lap(const char *what) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("    %-34s %7.3f s, %5ld MB at most\n", what, now() - began, usage.ru_maxrss / 1024);
  fflush(stdout);
  began = now();
}

static void finish(lamina_context *context) {
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.node_count, 0);
  CHECK_EQUAL(s.object_count, 0);
  lamina_context_release(context);
  lap("released");
}

/* Whether the machine has so much memory to spare; what needs more than small machines have says so and is left out
 * there. */
static int has_memory(long megabytes) {
  char line[200];
  long available = 0;
  FILE *file = fopen("/proc/meminfo", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) sscanf(line, "MemAvailable: %ld", &available);
  if (file != NULL) fclose(file);
  if (available / 1024 >= megabytes) return 1;
  printf("    left out: it needs %ld MB of memory, and %ld are free\n", megabytes, available / 1024);
  return 0;
}

/* 32,767 pixels a side; as high as 4 GiB of pixels in all, the host's, are not needed to see it. */
static void largest_surface(void) {
  lamina_context *context = check_context(2);
  lamina_surface *surface = NULL;
  lamina_node *root = check_node(context), *end = check_node(context);
  check_picture picture = check_make_picture(32767, 1000);
  CHECK_STATUS(lamina_surface_create(context, check_make_size(32768, 10), 1, &surface), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strlen(lamina_last_error()) > 20);
  CHECK_STATUS(lamina_surface_create(context, check_make_size(10, 32768), 1, &surface), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_surface_create(context, check_make_size(32767, 32767), 1, &surface));
  CHECK_EQUAL(lamina_surface_get_bounds_px(surface).height, 32767);
  CHECK_OK(lamina_surface_set_size(surface, check_make_size(32767, 1000), 1));
  CHECK_OK(lamina_node_set_background(root, check_make_color(0xffffff)));
  CHECK_OK(lamina_node_set_background(end, check_make_color(0xff0000)));
  CHECK_OK(lamina_node_set_frame(end, check_make_rect(32757, 990, 10, 10)));
  CHECK_OK(lamina_node_add_child(root, end));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 32766, 999), 0xffff0000u);
  CHECK_EQUAL(check_pixel(&picture, 32756, 999), 0xffffffffu);
  lap("32,767 x 1,000 pixels");
  lamina_surface_release(surface);
  lamina_node_release(end);
  lamina_node_release(root);
  finish(context);
}

/* `count` nodes in rows of 1,000 below one root, laid out and shown. */
static void largest_tree(void) {
  lamina_context *context = check_context(2);
  lamina_node *root = check_node(context), *row = NULL, *leaf = NULL, *last = NULL;
  lamina_surface *surface = NULL;
  lamina_statistics s = LAMINA_STATISTICS_INIT;
  check_picture picture = check_make_picture(1000, 999);
  int i, k;
  lap("context");
  for (i = 0; i < 999; i++) {
    row = check_node(context);
    lamina_node_set_frame(row, check_make_rect(0, i, 1000, 1));
    for (k = 0; k < 1000; k++) {
      lamina_node_create(context, &leaf);
      lamina_node_set_frame(leaf, check_make_rect(k, 0, 1, 1));
      lamina_node_add_child(row, leaf);
      if (i == 998 && k == 999) last = lamina_node_retain(leaf);
      lamina_node_release(leaf);
    }
    CHECK_OK(lamina_node_add_child(root, row));
    lamina_node_release(row);
  }
  CHECK_OK(lamina_context_get_statistics(context, &s));
  CHECK_EQUAL(s.node_count, 1000000);
  lap("1,000,000 nodes made");
  CHECK_OK(lamina_node_set_background(last, check_make_color(0xff0000)));
  CHECK_OK(lamina_surface_create(context, check_make_size(1000, 999), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  lap("shown");
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 999, 998), 0xffff0000u);
  lap("composited");
  CHECK_OK(lamina_node_set_background(last, check_make_color(0x00ff00)));
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 999, 998), 0xff00ff00u);
  lap("one node changed");
  lamina_surface_release(surface);
  lamina_node_release(last);
  lamina_node_release(root);
  finish(context);
}

enum { HANDLES = 1 << 24 };

/* As many nodes as a handle can name, and as many specs. */
static void most_nodes(void) {
  lamina_context *context;
  lamina_node **nodes, *more = NULL;
  size_t i, made = 0;
  if (!has_memory(4000)) return;
  context = check_context(0);
  nodes = (lamina_node **)calloc(HANDLES, sizeof *nodes);
  if (nodes == NULL) return;
  for (i = 0; i < HANDLES; i++) made += lamina_node_create(context, &nodes[i]) == LAMINA_OK;
  CHECK_EQUAL(made, HANDLES);
  lap("16,777,216 nodes");
  CHECK_STATUS(lamina_node_create(context, &more), LAMINA_ERROR_OUT_OF_MEMORY);
  CHECK(strstr(lamina_last_error(), "16777216") != NULL);
  lamina_node_release(nodes[0]);
  CHECK_OK(lamina_node_create(context, &nodes[0]));
  CHECK_OK(lamina_node_add_child(nodes[HANDLES - 1], nodes[0]));
  for (i = 0; i < HANDLES; i++) lamina_node_release(nodes[i]);
  free(nodes);
  finish(context);
}

static void most_objects(void) {
  lamina_context *context;
  lamina_spec **specs, *more = NULL;
  size_t i, made = 0;
  if (!has_memory(8000)) return;
  context = check_context(0);
  specs = (lamina_spec **)calloc(HANDLES, sizeof *specs);
  if (specs == NULL) return;
  for (i = 0; i < HANDLES; i++) made += lamina_spec_create_spacer(context, NULL, &specs[i]) == LAMINA_OK;
  CHECK_EQUAL(made, HANDLES);
  lap("16,777,216 specs");
  CHECK_STATUS(lamina_spec_create_spacer(context, NULL, &more), LAMINA_ERROR_OUT_OF_MEMORY);
  CHECK(strstr(lamina_last_error(), "16777216") != NULL);
  lamina_spec_release(specs[0]);
  CHECK_OK(lamina_spec_create_spacer(context, NULL, &specs[0]));
  for (i = 0; i < HANDLES; i++) lamina_spec_release(specs[i]);
  free(specs);
  finish(context);
}

static void set_inset(lamina_context *context, lamina_node *node, lamina_node *child) {
  lamina_insets one = {1, 1, 0, 0};
  lamina_spec *spec = NULL;
  CHECK_OK(lamina_spec_create_inset(context, one, NULL, child, &spec));
  CHECK_OK(lamina_node_set_spec(node, spec));
  lamina_spec_release(spec);
}

/* Nodes in one another, each with a spec: 20,000 levels of layout. */
static void deepest_tree(void) {
  lamina_context *context = check_context(2);
  lamina_node *root = check_node(context), *node = lamina_node_retain(root), *child = NULL;
  lamina_surface *surface = NULL;
  lamina_layout *layout = NULL;
  lamina_size_range range = {{0, 0}, {30000, 30000}};
  check_picture picture = check_make_picture(20, 20);
  int i;
  for (i = 0; i < 9999; i++) {
    child = check_node(context);
    set_inset(context, node, child);
    lamina_node_release(node);
    node = child;
  }
  CHECK_OK(check_set_size(node, check_make_size(5, 5)));
  CHECK_OK(lamina_node_set_background(node, check_make_color(0xff0000)));
  lap("10,000 nodes in one another");
  CHECK_OK(lamina_layout_create(root, range, &layout));
  CHECK_NEAR(lamina_layout_get_size(layout).width, 9999 + 5);
  CHECK_OK(lamina_layout_apply(layout));
  lamina_layout_release(layout);
  lap("laid out on the host's thread");
  CHECK_OK(lamina_surface_create(context, check_make_size(20, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  lap("shown");
  lamina_surface_release(surface);
  child = check_node(context);
  set_inset(context, node, child);
  CHECK_STATUS(lamina_layout_create(root, range, &layout), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(strstr(lamina_last_error(), "20000") != NULL);
  lamina_node_release(child);
  lamina_node_release(node);
  lamina_node_release(root);
  finish(context);
}

static void most_children(void) {
  lamina_context *context = check_context(2);
  lamina_node *root = check_node(context), *child = NULL, **children;
  lamina_spec *spec = NULL;
  lamina_layout *layout = NULL;
  lamina_stack_options stack = LAMINA_STACK_OPTIONS_INIT;
  lamina_size_range range = {{0, 0}, {100, INFINITY}};
  lamina_rect frame;
  int i;
  children = (lamina_node **)calloc(100000, sizeof *children);
  if (children == NULL) return;
  for (i = 0; i < 100000; i++) children[i] = check_box(context, 10, 2);
  lap("100,000 nodes made");
  stack.axis = LAMINA_AXIS_VERTICAL;
  CHECK_OK(lamina_spec_create_stack(context, &stack, NULL, (const lamina_element *)children, 100000, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_EQUAL(lamina_node_get_child_count(root), 100000);
  lap("one spec of them");
  CHECK_OK(lamina_layout_create(root, range, &layout));
  CHECK_NEAR(lamina_layout_get_size(layout).height, 200000);
  CHECK_OK(lamina_layout_get_frame(layout, children[99999], &frame));
  CHECK_NEAR(frame.origin.y, 199998);
  CHECK_OK(lamina_layout_apply(layout));
  lamina_layout_release(layout);
  lap("laid out");
  /* From the middle, one after the other. */
  CHECK_OK(lamina_node_set_spec(root, NULL));
  for (i = 0; i < 1000; i++) {
    CHECK_OK(lamina_node_copy_child(root, 50000, &child));
    CHECK_OK(lamina_node_remove_from_parent(child));
    lamina_node_release(child);
  }
  CHECK_EQUAL(lamina_node_get_child_count(root), 99000);
  lap("1,000 removed from the middle");
  for (i = 0; i < 100000; i++) lamina_node_release(children[i]);
  lamina_node_release(root);
  free(children);
  finish(context);
}

static void longest_text(void) {
  static const char words[] = "A line of words, \xd8\xb3\xd9\x84\xd8\xa7\xd9\x85, \xe4\xb8\x96\xe7\x95\x8c and more of them.\n";
  size_t length = sizeof words - 1, count = 10000000 / length, total = length * count, i;
  lamina_context *context = check_context(2);
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_surface *surface = NULL;
  check_picture picture = check_make_picture(300, 200);
  char *utf8 = (char *)malloc(total);
  if (utf8 == NULL) return;
  for (i = 0; i < count; i++) memcpy(utf8 + i * length, words, length);
  CHECK_OK(lamina_text_create(context, utf8, total, NULL, &text));
  free(utf8);
  CHECK_EQUAL(lamina_text_get_length(text), total);
  lap("a text of 10 MB");
  CHECK_OK(lamina_text_measure(text, NULL, 600, &metrics));
  CHECK(metrics.line_count >= count && metrics.size.height > 1000000);
  lap("measured");
  CHECK_OK(lamina_node_create_text(context, text, &node));
  CHECK_OK(lamina_surface_create(context, check_make_size(300, 200), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, node));
  CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  lap("its beginning shown");
  lamina_surface_release(surface);
  lamina_node_release(node);
  lamina_text_release(text);
  finish(context);
}

/* One beyond what a context or a process has room for. */
static void most_contexts(void) {
  lamina_context *contexts[1025];
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  struct rlimit limit;
  int i, made = 0;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
  setrlimit(RLIMIT_NOFILE, &limit);
  options.thread_count = 0;
  for (i = 0; i < 1024; i++) made += lamina_context_create(&options, &contexts[i]) == LAMINA_OK;
  CHECK_EQUAL(made, 1024);
  CHECK_STATUS(lamina_context_create(&options, &contexts[1024]), LAMINA_ERROR_OUT_OF_MEMORY);
  CHECK(strstr(lamina_last_error(), "1,024") != NULL || strstr(lamina_last_error(), "1024") != NULL);
  lap("1,024 contexts");
  for (i = 0; i < 1024; i++) lamina_context_release(contexts[i]);
  CHECK_OK(lamina_context_create(&options, &contexts[0]));
  finish(contexts[0]);
}

/* Specs in one another, and elements in all: each wrapper has its element twice. */
static void largest_spec(void) {
  lamina_context *context = check_context(0);
  lamina_insets none = {0, 0, 0, 0};
  lamina_element twice[2];
  lamina_spec *spec = NULL, *outer = NULL;
  int i;
  CHECK_OK(lamina_spec_create_spacer(context, NULL, &spec));
  for (i = 1; i < 1000; i++) {
    CHECK_OK(lamina_spec_create_inset(context, none, NULL, spec, &outer));
    lamina_spec_release(spec);
    spec = outer;
  }
  lap("1,000 specs in one another");
  CHECK_STATUS(lamina_spec_create_inset(context, none, NULL, spec, &outer), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(strstr(lamina_last_error(), "1000") != NULL || strstr(lamina_last_error(), "1,000") != NULL);
  lamina_spec_release(spec);
  CHECK_OK(lamina_spec_create_spacer(context, NULL, &spec));
  for (i = 1; i < 20; i++) {
    twice[0].spec = twice[1].spec = spec;
    CHECK_OK(lamina_spec_create_wrapper(context, NULL, twice, 2, &outer));
    lamina_spec_release(spec);
    spec = outer;
  }
  lap("1,048,575 elements");
  CHECK_STATUS(lamina_spec_create_inset(context, none, NULL, spec, &outer), LAMINA_ERROR_OUT_OF_RANGE);
  lamina_spec_release(spec);
  finish(context);
}

/* Flex elements in one another. */
static void deepest_flex(void) {
  lamina_context *context = check_context(0);
  lamina_size_range range = {{0, 0}, {100, 100}};
  lamina_node *root = check_node(context), *node = lamina_node_retain(root), *child = NULL;
  int i;
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  for (i = 1; i <= 12000; i++) {
    if (i == 12000) CHECK_OK(lamina_node_apply_layout(root, range));
    child = check_node(context);
    CHECK_OK(lamina_node_add_child(node, child));
    lamina_node_release(node);
    node = child;
  }
  lap("12,000 flex elements in one another");
  CHECK_STATUS(lamina_node_apply_layout(root, range), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(strlen(lamina_last_error()) > 20);
  lamina_node_release(node);
  lamina_node_release(root);
  finish(context);
}

static lamina_status draw_row(lamina_template *form, const char *json, size_t length) {
  lamina_job *job = NULL;
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  lamina_status status;
  CHECK_OK(lamina_job_create(form, NULL, &job));
  status = lamina_job_add_row_json(job, json, length);
  if (status == LAMINA_OK) {
    CHECK_OK(lamina_job_wait_picture(job, UINT64_MAX, &picture));
    status = picture.status;
    CHECK((status == LAMINA_OK) == (picture.message == NULL));
    lamina_picture_release(picture.picture);
  }
  lamina_job_release(job);
  return status;
}

/* JSON of 16 MiB and of 200 levels. */
static void largest_json(void) {
  static const char form_json[] = "{\"width\": 4, \"root\": {\"style\": {\"height\": 4}}}";
  size_t limit = (size_t)16 << 20, levels, i;
  lamina_context *context = check_context(1);
  lamina_template *form = NULL;
  char nested[1000], *json = (char *)malloc(limit + 1);
  if (json == NULL) return;
  CHECK_OK(lamina_template_create(context, form_json, LAMINA_NUL_TERMINATED, &form));
  memset(json, ' ', limit + 1);
  memcpy(json, "{}", 2);
  CHECK_OK(draw_row(form, json, limit));
  CHECK_STATUS(draw_row(form, json, limit + 1), LAMINA_ERROR_OUT_OF_RANGE);
  lap("a row of 16 MiB");
  memcpy(json, form_json, sizeof form_json - 1);
  lamina_template_release(form);
  CHECK_OK(lamina_template_create(context, json, limit, &form));
  CHECK_STATUS(lamina_template_create(context, json, limit + 1, &form), LAMINA_ERROR_OUT_OF_RANGE);
  lap("a template of 16 MiB");
  for (levels = 200; levels <= 201; levels++) {
    strcpy(nested, "{\"more\": ");
    for (i = 1; i < levels; i++) strcat(nested, "[");
    for (i = 1; i < levels; i++) strcat(nested, "]");
    strcat(nested, "}");
    CHECK_STATUS(draw_row(form, nested, LAMINA_NUL_TERMINATED), levels == 200 ? LAMINA_OK : LAMINA_ERROR_OUT_OF_RANGE);
  }
  lamina_template_release(form);
  free(json);
  finish(context);
}

/* A template of `count` elements beside one another, or of a text with `count` slots. */
static char *template_json(size_t count, int has_slots) {
  char *json = (char *)malloc(100 + 12 * count), *end = json;
  size_t i;
  if (json == NULL) exit(1);
  if (has_slots) {
    end += sprintf(end, "{\"width\": 400, \"root\": {\"kind\": \"text\", \"text\": \"");
    for (i = 0; i < count; i++) end += sprintf(end, "{s%d}", (int)i);
    strcpy(end, "\"}}");
  } else {
    end += sprintf(end, "{\"width\": 4, \"root\": {\"style\": {\"height\": 4}, \"children\": [");
    for (i = 1; i < count; i++) end += sprintf(end, i > 1 ? ", {}" : "{}");
    strcpy(end, "]}}");
  }
  return json;
}

/* A row with a letter in each slot. */
static char *row_json(size_t count) {
  char *json = (char *)malloc(100 + 20 * count), *end = json;
  size_t i;
  if (json == NULL) exit(1);
  end += sprintf(end, "{");
  for (i = 0; i < count; i++) end += sprintf(end, "%s\"s%d\": \"a\"", i > 0 ? ", " : "", (int)i);
  strcpy(end, "}");
  return json;
}

/* 100,000 elements and 10,000 slots. */
static void largest_template(void) {
  lamina_context *context = check_context(1);
  lamina_template *form = NULL, *refused = NULL;
  int has_slots;
  for (has_slots = 0; has_slots < 2; has_slots++) {
    size_t count = has_slots ? 10000 : 100000;
    char *json = template_json(count, has_slots), *larger = template_json(count + 1, has_slots);
    char *row = row_json(has_slots ? count : 0);
    CHECK_OK(lamina_template_create(context, json, LAMINA_NUL_TERMINATED, &form));
    CHECK_EQUAL(lamina_template_get_slot_count(form), has_slots ? count : 0);
    CHECK_OK(draw_row(form, row, LAMINA_NUL_TERMINATED));
    lamina_template_release(form);
    CHECK_STATUS(lamina_template_create(context, larger, LAMINA_NUL_TERMINATED, &refused),
                 has_slots ? LAMINA_ERROR_INVALID_ARGUMENT : LAMINA_ERROR_OUT_OF_RANGE);
    CHECK(strstr(lamina_last_error(), has_slots ? "10000" : "100,000") != NULL);
    free(json);
    free(larger);
    free(row);
    lap(has_slots ? "10,000 slots in a row" : "100,000 elements in a row");
  }
  finish(context);
}

typedef struct file_bytes {
  char *bytes;
  size_t size;
} file_bytes;

static lamina_status take_file(const void *bytes, size_t size, void *user_data) {
  file_bytes *file = (file_bytes *)user_data;
  file->bytes = (char *)malloc(size);
  if (file->bytes == NULL) return LAMINA_ERROR_OUT_OF_MEMORY;
  memcpy(file->bytes, bytes, size);
  file->size = size;
  return LAMINA_OK;
}

/* Files of 16,384 x 16,384 pixels, 1 GiB decoded, and of a row more. */
static void largest_picture(void) {
  int side = 16384, height;
  if (!has_memory(3500)) return;
  for (height = side; height <= side + 1; height++) {
    check_picture written = check_make_picture(side, height), read = check_make_picture(side, height);
    lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
    file_bytes file = {NULL, 0};
    lamina_status wanted = height == side ? LAMINA_OK : LAMINA_ERROR_OUT_OF_RANGE;
    written.pixels[(size_t)side * (size_t)height - 1] = 0xff123456;
    CHECK_OK(lamina_bitmap_write(&written.bitmap, NULL, take_file, &file));
    lap("written as PNG");
    CHECK_STATUS(lamina_bitmap_get_info(file.bytes, file.size, &info), wanted);
    CHECK_STATUS(lamina_bitmap_read(&read.bitmap, file.bytes, file.size), wanted);
    if (wanted == LAMINA_OK) {
      CHECK_EQUAL(info.height, side);
      CHECK_EQUAL(read.pixels[(size_t)side * (size_t)side - 1], 0xff123456u);
    } else {
      CHECK(strstr(lamina_last_error(), "1 GiB") != NULL);
    }
    lap("read");
    free(written.pixels);
    free(read.pixels);
    free(file.bytes);
  }
}

static int refusals;
static void note_refusal(lamina_log_level level, const char *message, void *user_data) {
  (void)user_data;
  if (level >= LAMINA_LOG_LEVEL_WARNING && strstr(message, "1 GiB") != NULL) check_count(&refusals);
}

static lamina_status fill_red(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)size, (void)scale, (void)data;
  cairo_set_source_rgb(cairo, 1, 0, 0);
  cairo_rectangle(cairo, 0, 0, 2, 2);
  cairo_fill(cairo);
  return LAMINA_OK;
}

/* A drawing of 16,384 x 16,384 pixels, and of a row more. */
static void largest_node(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  int height;
  if (!has_memory(3500)) return;
  options.thread_count = 1;
  options.log = note_refusal;
  CHECK_OK(lamina_context_create(&options, &context));
  for (height = 16384; height <= 16385; height++) {
    lamina_node *root = check_node(context), *node = check_node(context);
    lamina_surface *surface = NULL;
    check_picture picture = check_make_picture(4, 4);
    CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 16384, height)));
    CHECK_OK(lamina_node_add_child(root, node));
    CHECK_OK(lamina_node_set_draw_callback(node, fill_red, NULL, NULL));
    CHECK_OK(lamina_surface_create(context, check_make_size(16384, height), 1, &surface));
    CHECK_OK(lamina_surface_set_root(surface, root));
    CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
    CHECK_OK(lamina_surface_set_size(surface, check_make_size(4, 4), 1)); /* to see its corner by */
    CHECK_OK(lamina_context_wait_idle(context, UINT64_MAX));
    CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 1, 1), height == 16384 ? 0xffff0000u : 0u);
    CHECK_EQUAL(refusals, height - 16384);
    lap(height == 16384 ? "a drawing of 1 GiB" : "a row more");
    free(picture.pixels);
    lamina_surface_release(surface);
    lamina_node_release(node);
    lamina_node_release(root);
  }
  finish(context);
}

static lamina_status draw_steps(lamina_context *context, lamina_drawing_step *steps, size_t count) {
  lamina_drawing *drawing = NULL;
  lamina_status status = lamina_drawing_create(context, steps, count, &drawing);
  lamina_drawing_release(drawing);
  return status;
}

/* Recorded drawings: steps, saves in one another, and how far they reach. */
static void largest_drawing(void) {
  lamina_context *context = check_context(0);
  lamina_drawing_step step = LAMINA_DRAWING_STEP_INIT, *steps = (lamina_drawing_step *)calloc(100001, sizeof *steps);
  size_t i, saves;
  if (steps == NULL) return;
  for (i = 0; i <= 100000; i++) steps[i] = step;
  CHECK_OK(draw_steps(context, steps, 100000));
  CHECK_STATUS(draw_steps(context, steps, 100001), LAMINA_ERROR_OUT_OF_RANGE);
  for (saves = 64; saves <= 65; saves++) {
    for (i = 0; i < 2 * saves; i++) steps[i].kind = i < saves ? LAMINA_DRAWING_KIND_SAVE : LAMINA_DRAWING_KIND_RESTORE;
    CHECK_STATUS(draw_steps(context, steps, 2 * saves), saves == 64 ? LAMINA_OK : LAMINA_ERROR_OUT_OF_RANGE);
  }
  /* A restore ends the clips since its save, so that only those of the second half count. */
  steps[0].kind = LAMINA_DRAWING_KIND_SAVE;
  for (i = 1; i < 129; i++) steps[i].kind = i == 64 ? LAMINA_DRAWING_KIND_RESTORE : LAMINA_DRAWING_KIND_CLIP;
  CHECK_OK(draw_steps(context, steps, 129));
  steps[129].kind = LAMINA_DRAWING_KIND_CLIP;
  CHECK_STATUS(draw_steps(context, steps, 130), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(strstr(lamina_last_error(), "steps[129]: more than 64 clips") != NULL);
  step.point.x = 100000;
  CHECK_OK(draw_steps(context, &step, 1));
  step.point.x = 100001;
  CHECK_STATUS(draw_steps(context, &step, 1), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(strlen(lamina_last_error()) > 20);
  lap("100,000 steps");
  free(steps);
  finish(context);
}

static lamina_status take_nothing(const void *bytes, size_t size, void *user_data) {
  (void)bytes, (void)user_data;
  return size > 0 ? LAMINA_OK : LAMINA_ERROR_IO;
}

/* Numbers that need no time: coordinates, workers, pictures. */
static void largest_numbers(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL, *refused = NULL;
  lamina_encode_options encoding = LAMINA_ENCODE_OPTIONS_INIT;
  check_picture picture = check_make_picture(32767, 1);
  lamina_node *node;
  int i;
  options.thread_count = 64;
  CHECK_OK(lamina_context_create(&options, &context));
  CHECK_EQUAL(lamina_context_get_thread_count(context), 64);
  options.thread_count = 65;
  CHECK_STATUS(lamina_context_create(&options, &refused), LAMINA_ERROR_INVALID_ARGUMENT);
  node = check_node(context);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(10000000, -10000000, 10000000, 1)));
  CHECK_STATUS(lamina_node_set_frame(node, check_make_rect(10000001, 0, 1, 1)), LAMINA_ERROR_INVALID_ARGUMENT);
  for (i = LAMINA_IMAGE_FORMAT_PNG; i <= LAMINA_IMAGE_FORMAT_RAW; i++) {
    encoding.format = (lamina_image_format)i;
    picture.bitmap.width = i == LAMINA_IMAGE_FORMAT_WEBP ? 16383 : 32767;
    CHECK_OK(lamina_bitmap_write(&picture.bitmap, &encoding, take_nothing, NULL));
  }
  encoding.format = LAMINA_IMAGE_FORMAT_WEBP;
  picture.bitmap.width = 16384;
  CHECK_STATUS(lamina_bitmap_write(&picture.bitmap, &encoding, take_nothing, NULL), LAMINA_ERROR_OUT_OF_RANGE);
  picture.bitmap.width = 32768;
  CHECK_STATUS(lamina_bitmap_write(&picture.bitmap, NULL, take_nothing, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lap("64 workers, 32,767 pixels");
  free(picture.pixels);
  lamina_node_release(node);
  finish(context);
}

static const struct {
  const char *name;
  void (*function)(void);
} limits[] = {{"surface", largest_surface}, {"tree", largest_tree}, {"depth", deepest_tree},
              {"children", most_children},  {"text", longest_text}, {"contexts", most_contexts}, {"spec", largest_spec},
              {"flex", deepest_flex},       {"json", largest_json}, {"template", largest_template},
              {"nodes", most_nodes},        {"objects", most_objects}, {"picture", largest_picture}, {"node", largest_node},
              {"drawing", largest_drawing},  {"numbers", largest_numbers}};

int main(int argc, char **argv) {
  int i, k, status;
  for (i = 0; i < (int)(sizeof limits / sizeof limits[0]); i++) {
    pid_t child;
    int wanted = argc == 1;
    for (k = 1; k < argc; k++) wanted |= strcmp(argv[k], limits[i].name) == 0;
    if (!wanted) continue;
    printf("%s\n", limits[i].name);
    fflush(stdout);
    child = fork();
    if (child == 0) {
      alarm(300);
      began = now();
      checks_failed = 0;
      limits[i].function();
      fflush(stdout);
      exit(checks_failed > 0);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) printf("    killed by signal %d\n", WTERMSIG(status));
    CHECK(status == 0);
  }
  return check_done(__FILE__);
}
