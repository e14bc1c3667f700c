/* The few macros of the C tests: each check counts, a failure prints its place and goes on. Compiles as C99 and as
 * C++. */
#ifndef CHECK_H
#define CHECK_H

#include <lamina.h>

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The tests pass NULL where the header asks for a pointer, to see it refused. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wnonnull"
#endif

static int checks_passed, checks_failed;

static inline int check_report(int passed, const char *file, int line, const char *text) {
  if (passed) {
    __atomic_add_fetch(&checks_passed, 1, __ATOMIC_RELAXED); /* callbacks check on other threads */
  } else {
    __atomic_add_fetch(&checks_failed, 1, __ATOMIC_RELAXED);
    printf("%s:%d: failed: %s\n", file, line, text);
    fflush(stdout);
  }
  return passed;
}

static inline int check_status(lamina_status actual, lamina_status expected, const char *file, int line, const char *text) {
  char message[512];
  if (actual == expected) return check_report(1, file, line, text);
  snprintf(message, sizeof message, "%s\n    returns %s, not %s; last error: %s", text, lamina_status_name(actual),
           lamina_status_name(expected), lamina_last_error());
  return check_report(0, file, line, message);
}

static inline int check_integer(long long actual, long long expected, const char *file, int line, const char *text) {
  char message[512];
  if (actual == expected) return check_report(1, file, line, text);
  snprintf(message, sizeof message, "%s is %lld (0x%llx), not %lld (0x%llx)", text, actual, (unsigned long long)actual,
           expected, (unsigned long long)expected);
  return check_report(0, file, line, message);
}

static inline int check_number(double actual, double expected, double tolerance, const char *file, int line, const char *text) {
  char message[512];
  if (fabs(actual - expected) <= tolerance) return check_report(1, file, line, text);
  snprintf(message, sizeof message, "%s is %g, not %g", text, actual, expected);
  return check_report(0, file, line, message);
}

static inline int check_text(const char *actual, const char *expected, const char *file, int line, const char *text) {
  char message[512];
  if (actual != NULL && strcmp(actual, expected) == 0) return check_report(1, file, line, text);
  snprintf(message, sizeof message, "%s is \"%s\", not \"%s\"", text, actual ? actual : "(NULL)", expected);
  return check_report(0, file, line, message);
}

#define CHECK(condition) check_report((condition) ? 1 : 0, __FILE__, __LINE__, #condition)
#define CHECK_OK(call) check_status((call), LAMINA_OK, __FILE__, __LINE__, #call)
#define CHECK_STATUS(call, expected) check_status((call), (expected), __FILE__, __LINE__, #call)
#define CHECK_EQUAL(actual, expected) \
  check_integer((long long)(actual), (long long)(expected), __FILE__, __LINE__, #actual)
#define CHECK_NEAR(actual, expected) check_number((actual), (expected), 0.001, __FILE__, __LINE__, #actual)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_RECT(rect, x_, y_, width_, height_)                                                \
  do {                                                                                           \
    lamina_rect check_rect_ = (rect);                                                            \
    check_number(check_rect_.origin.x, (x_), 0.001, __FILE__, __LINE__, #rect ".origin.x");        \
    check_number(check_rect_.origin.y, (y_), 0.001, __FILE__, __LINE__, #rect ".origin.y");        \
    check_number(check_rect_.size.width, (width_), 0.001, __FILE__, __LINE__, #rect ".size.width"); \
    check_number(check_rect_.size.height, (height_), 0.001, __FILE__, __LINE__, #rect ".size.height"); \
  } while (0)

/* The last line of every test program; its value is the exit status. */
static inline int check_done(const char *file) {
  const char *slash = strrchr(file, '/');
  printf("%s: %d passed, %d failed\n", slash ? slash + 1 : file, checks_passed, checks_failed);
  return checks_failed > 0;
}

/* ---- What most tests need ---- */

/* Long enough for a busy machine and for valgrind; a test that needs it all has failed. */
#ifndef CHECK_PATIENCE_US
#define CHECK_PATIENCE_US 30000000u
#endif

static inline lamina_size check_make_size(double width, double height) {
  lamina_size size;
  size.width = width;
  size.height = height;
  return size;
}

static inline lamina_point check_make_point(double x, double y) {
  lamina_point point;
  point.x = x;
  point.y = y;
  return point;
}

static inline lamina_rect check_make_rect(double x, double y, double width, double height) {
  lamina_rect rect;
  rect.origin.x = x;
  rect.origin.y = y;
  rect.size = check_make_size(width, height);
  return rect;
}

static inline lamina_color check_make_color(unsigned rgb) {
  lamina_color color;
  color.red = (float)((rgb >> 16) & 255) / 255.0f;
  color.green = (float)((rgb >> 8) & 255) / 255.0f;
  color.blue = (float)(rgb & 255) / 255.0f;
  color.alpha = 1.0f;
  return color;
}

static inline lamina_context *check_context(int threads) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.thread_count = threads;
  if (!CHECK_OK(lamina_context_create(&options, &context))) exit(check_done("no context"));
  return context;
}

static inline lamina_node *check_node(lamina_context *context) {
  lamina_node *node = NULL;
  CHECK_OK(lamina_node_create(context, &node));
  return node;
}

/* Gives a node's style a width and a height, leaving its other fields. */
static inline lamina_status check_set_size(lamina_node *node, lamina_size size) {
  lamina_style style = LAMINA_STYLE_INIT;
  style.fields = LAMINA_STYLE_FIELDS_WIDTH | LAMINA_STYLE_FIELDS_HEIGHT;
  style.width.unit = style.height.unit = LAMINA_UNIT_POINTS;
  style.width.value = size.width;
  style.height.value = size.height;
  return lamina_node_set_style(node, &style);
}

static inline lamina_status check_set_direction(lamina_node *node, lamina_layout_direction direction) {
  lamina_style style = LAMINA_STYLE_INIT;
  style.fields = LAMINA_STYLE_FIELDS_LAYOUT_DIRECTION;
  style.layout_direction = direction;
  return lamina_node_set_style(node, &style);
}

/* A node with a preferred size. */
static inline lamina_node *check_box(lamina_context *context, double width, double height) {
  lamina_node *node = check_node(context);
  CHECK_OK(check_set_size(node, check_make_size(width, height)));
  return node;
}

/* A picture of these pixels; NULL where that is refused. */
static inline lamina_image *check_image(lamina_context *context, const lamina_bitmap *pixels) {
  lamina_image *image = NULL;
  lamina_image_create(context, pixels, &image);
  return image;
}

/* Shows pixels in a node that alone holds them. */
static inline lamina_status check_set_image(lamina_context *context, lamina_node *node, const lamina_bitmap *pixels,
                                            const lamina_image_options *options) {
  lamina_image *image = NULL;
  lamina_status status = lamina_image_create(context, pixels, &image);
  if (status == LAMINA_OK) status = lamina_node_set_image(node, image, options);
  lamina_image_release(image);
  return status;
}

/* A destroy notify that counts in an int; from any thread, since the last use may end on any. */
static inline void check_count(void *user_data) { __atomic_add_fetch((int *)user_data, 1, __ATOMIC_SEQ_CST); }

static inline int check_load(int *counter) { return __atomic_load_n(counter, __ATOMIC_SEQ_CST); }

static inline void check_sleep_ms(long ms) {
  struct timespec t;
  t.tv_sec = ms / 1000;
  t.tv_nsec = (ms % 1000) * 1000000;
  nanosleep(&t, NULL);
}

/* Waits until a counter that another thread raises has reached `least`. */
static inline int check_wait_for(int *counter, int least) {
  int i;
  for (i = 0; i < 30000; i++) {
    if (check_load(counter) >= least) return 1;
    check_sleep_ms(1);
  }
  return 0;
}

/* Runs a function on a thread of its own and waits for it. */
static inline void check_elsewhere(void *(*function)(void *), void *argument) {
  pthread_t thread;
  if (CHECK_EQUAL(pthread_create(&thread, NULL, function, argument), 0)) pthread_join(thread, NULL);
}

/* Pixels to draw into. */
typedef struct check_picture {
  lamina_bitmap bitmap;
  uint32_t *pixels;
} check_picture;

static inline check_picture check_make_picture(int width, int height) {
  lamina_bitmap empty = LAMINA_BITMAP_INIT;
  check_picture picture;
  picture.pixels = (uint32_t *)calloc((size_t)width * (size_t)height, sizeof(uint32_t));
  picture.bitmap = empty;
  picture.bitmap.data = picture.pixels;
  picture.bitmap.width = width;
  picture.bitmap.height = height;
  picture.bitmap.stride = width * 4;
  return picture;
}

static inline uint32_t check_pixel(const check_picture *picture, int x, int y) {
  return picture->pixels[y * picture->bitmap.width + x];
}

/* Whether a surface has damage; false where that is refused, which counts as a failure. */
static inline bool check_has_damage(lamina_surface *surface) {
  bool has_damage = false;
  CHECK_OK(lamina_surface_has_damage(surface, &has_damage));
  return has_damage;
}

/* A gate that a worker callback waits at until the test opens it. */
typedef struct check_gate {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  int is_open;
  int arrived;
} check_gate;

static inline void check_gate_init(check_gate *gate) {
  pthread_mutex_init(&gate->mutex, NULL);
  pthread_cond_init(&gate->condition, NULL);
  gate->is_open = 0;
  gate->arrived = 0;
}

static inline void check_gate_pass(check_gate *gate) {
  pthread_mutex_lock(&gate->mutex);
  __atomic_add_fetch(&gate->arrived, 1, __ATOMIC_SEQ_CST);
  while (!gate->is_open) pthread_cond_wait(&gate->condition, &gate->mutex);
  pthread_mutex_unlock(&gate->mutex);
}

static inline void check_gate_open(check_gate *gate) {
  pthread_mutex_lock(&gate->mutex);
  gate->is_open = 1;
  pthread_cond_broadcast(&gate->condition);
  pthread_mutex_unlock(&gate->mutex);
}

#endif
