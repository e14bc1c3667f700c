/* A screen with a node in its corner, and a scheme "app" that the test serves: what comes when is the test's word. */
#ifndef IMAGE_STAGE_H
#define IMAGE_STAGE_H

#include "check.h"

enum { SIDE = 8, RED = 0, GREEN = 1, BLUE = 2, WHITE = 3, REQUESTS = 64 };

static const uint32_t colors[] = { 0xFFFF0000u, 0xFF00FF00u, 0xFF0000FFu, 0xFFFFFFFFu };

typedef struct file {
  unsigned char bytes[4096];
  size_t size;
} file;

/* A QOI picture of one colour. */
static inline file make_file(int side, int color) {
  file f;
  int left = side * side - 1, i;
  memset(&f, 0, sizeof f);
  memcpy(f.bytes, "qoif\0\0\0\0\0\0\0\0\3\0", 14);
  f.bytes[7] = f.bytes[11] = (unsigned char)side;
  f.bytes[14] = 0xFE;
  for (i = 0; i < 3; i++) f.bytes[15 + i] = (unsigned char)(colors[color] >> (16 - 8 * i) & 255);
  for (f.size = 18; left > 0; left -= i) {
    i = left < 62 ? left : 62;
    f.bytes[f.size++] = (unsigned char)(0xC0 | (i - 1));
  }
  f.bytes[f.size + 7] = 1;
  f.size += 8;
  return f;
}

/* What was asked of the scheme "app", and what of it was cancelled. */
typedef struct app_server {
  int count, cancelled;
  uint64_t requests[REQUESTS];
  char urls[REQUESTS][32];
  lamina_load_priority priorities[REQUESTS];
} app_server;

static inline void asked(
    lamina_context *context, uint64_t request, const char *url, lamina_load_priority priority, void *user_data) {
  app_server *s = (app_server *)user_data;
  (void)context;
  if (s->count >= REQUESTS) return;
  s->requests[s->count] = request;
  s->priorities[s->count] = priority;
  snprintf(s->urls[s->count++], sizeof s->urls[0], "%s", url);
}

static inline void unasked(lamina_context *context, uint64_t request, void *user_data) {
  (void)context;
  (void)request;
  ((app_server *)user_data)->cancelled++;
}

static inline void reprioritised(lamina_context *context, uint64_t request, lamina_load_priority priority, void *user_data) {
  app_server *s = (app_server *)user_data;
  int i;
  (void)context;
  for (i = 0; i < s->count; i++) {
    if (s->requests[i] == request) s->priorities[i] = priority;
  }
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *node;
  check_picture picture;
  app_server server;
} stage;

/* A process for each step: a request reaches the test in the one after that which made it. */
static inline void settle(stage *s) {
  lamina_status status;
  int i;
  for (i = 0; i < 6; i++) CHECK_OK(lamina_context_process(s->context, 0));
  /* Workers draw at their own pace; a root that is on no surface has nothing to wait for. */
  status = lamina_node_wait_display(s->root, CHECK_PATIENCE_US);
  CHECK(status == LAMINA_OK || status == LAMINA_ERROR_INVALID_STATE);
}

static inline void step(stage *s) { CHECK_OK(lamina_context_process(s->context, 0)); }

/* Without a request that waits for the test, everything comes to an end. */
static inline void finish(stage *s) { CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US)); }

/* A root of a screen with the node in its corner. */
static inline void begin_stage(stage *s, int threads) {
  memset(s, 0, sizeof *s);
  s->context = check_context(threads);
  s->root = check_node(s->context);
  s->node = check_node(s->context);
  s->picture = check_make_picture(SIDE, SIDE);
  CHECK_OK(lamina_context_set_loader(
      s->context, "app", 3, asked, unasked, reprioritised, &s->server, NULL));
  CHECK_OK(lamina_node_set_frame(s->node, check_make_rect(0, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_add_child(s->root, s->node));
  CHECK_OK(lamina_surface_create(s->context, check_make_size(SIDE, SIDE), 1, &s->surface));
  CHECK_OK(lamina_surface_set_root(s->surface, s->root));
  finish(s);
}

static inline void end_stage(stage *s) {
  lamina_surface_release(s->surface);
  lamina_node_release(s->node);
  lamina_node_release(s->root);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static inline uint32_t pixel(stage *s) {
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
  return check_pixel(&s->picture, 3, 3);
}

/* Serves a request, counted from the first. */
static inline void serve(stage *s, int number, const file *f) {
  if (!CHECK(number < s->server.count)) return;
  CHECK_OK(lamina_context_append_load(s->context, s->server.requests[number], (const char *)f->bytes, f->size, f->size));
  CHECK_OK(lamina_context_end_load(s->context, s->server.requests[number], LAMINA_OK, "image/qoi"));
}

static inline void refuse(stage *s, int number) {
  if (!CHECK(number < s->server.count)) return;
  CHECK_OK(lamina_context_end_load(s->context, s->server.requests[number], LAMINA_ERROR_IO, NULL));
}

static inline lamina_image_statistics statistics(stage *s) {
  lamina_image_statistics found = LAMINA_IMAGE_STATISTICS_INIT;
  CHECK_OK(lamina_context_get_image_statistics(s->context, &found));
  return found;
}

typedef struct outcome {
  int count, destroyed;
  lamina_status status;
  char message[256];
} outcome;

static inline void loaded(lamina_image *image, lamina_status status, void *user_data) {
  outcome *o = (outcome *)user_data;
  CHECK(image != NULL);
  o->count++;
  o->status = status;
  snprintf(o->message, sizeof o->message, "%s", lamina_last_error());
}

static inline void destroyed(void *user_data) { ((outcome *)user_data)->destroyed++; }

static inline lamina_image_status status_of(lamina_node *node) {
  lamina_image_status found = LAMINA_IMAGE_STATUS_INIT;
  CHECK_OK(lamina_node_get_image_status(node, &found));
  return found;
}

static inline lamina_image *plain(stage *s, int side, int color) {
  file f = make_file(side, color);
  lamina_image *image = NULL;
  CHECK_OK(lamina_image_create_data(s->context, (const char *)f.bytes, f.size, &image));
  return image;
}

#endif
