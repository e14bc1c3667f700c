/* A libuv loop drives the feed: a poll handle on the context's descriptor, a timer for its timeout, and one for the
 * script.
 *   host_uv picture.png "wheel:-3 key:end drag:100,300" */
#include "feed_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

typedef struct host {
  feed_view view;
  uv_loop_t loop;
  uv_poll_t poll;
  uv_timer_t due, player;
  lamina_bitmap bitmap;
  const char *script;
} host;

static void composite(host *h) {
  lamina_rect_px bounds = lamina_surface_get_bounds_px(h->view.surface);
  bool has_damage;
  if (bounds.width != h->bitmap.width || bounds.height != h->bitmap.height) {
    free(h->bitmap.data);
    h->bitmap.width = bounds.width;
    h->bitmap.height = bounds.height;
    h->bitmap.stride = bounds.width * 4;
    h->bitmap.data = calloc((size_t)h->bitmap.stride, (size_t)bounds.height);
    feed_view_require(lamina_surface_set_needs_composite(h->view.surface), "a new buffer");
  }
  feed_view_require(lamina_surface_has_damage(h->view.surface, &has_damage), "damage");
  if (has_damage) {
    feed_view_require(lamina_surface_composite(h->view.surface, &h->bitmap, NULL, 0, NULL), "composite");
  }
}

static void on_due(uv_timer_t *timer);

static void turn(host *h) {
  int64_t timeout_us;
  lamina_context_process(h->view.context, 4000);
  composite(h);
  timeout_us = lamina_context_get_timeout_us(h->view.context);
  uv_timer_stop(&h->due);
  if (timeout_us >= 0) uv_timer_start(&h->due, on_due, (uint64_t)(timeout_us + 999) / 1000, 0);
}

static void on_due(uv_timer_t *timer) { turn((host *)timer->data); }

static void on_readable(uv_poll_t *poll, int status, int events) {
  (void)status, (void)events;
  turn((host *)poll->data);
}

static void play(uv_timer_t *timer) {
  host *h = timer->data;
  feed_step step;
  h->script = feed_script_next(&h->view, h->script, &step);
  if (h->script != NULL) {
    feed_view_apply(&h->view, &step);
    return;
  }
  feed_view_settle(&h->view);
  composite(h);
  uv_stop(&h->loop);
}

static void close_handle(uv_handle_t *handle, void *argument) {
  (void)argument;
  uv_close(handle, NULL);
}

int main(int argc, char **argv) {
  host h;
  if (argc < 3) {
    fprintf(stderr, "use: host_uv picture.png script\n");
    return 2;
  }
  memset(&h, 0, sizeof h);
  h.bitmap.struct_size = sizeof h.bitmap;
  h.script = argv[2];
  feed_view_open(&h.view, 320, 480, 1, LAMINA_THREADS_AUTO);
  uv_loop_init(&h.loop);
  uv_poll_init(&h.loop, &h.poll, lamina_context_get_fd(h.view.context));
  uv_timer_init(&h.loop, &h.due);
  uv_timer_init(&h.loop, &h.player);
  h.poll.data = h.due.data = h.player.data = &h;
  uv_poll_start(&h.poll, UV_READABLE, on_readable);
  uv_timer_start(&h.player, play, 8, 8);
  turn(&h);
  uv_run(&h.loop, UV_RUN_DEFAULT);
  feed_view_require(lamina_bitmap_write_file(&h.bitmap, NULL, argv[1], LAMINA_NUL_TERMINATED), argv[1]);
  uv_walk(&h.loop, close_handle, NULL);
  uv_run(&h.loop, UV_RUN_DEFAULT);
  uv_loop_close(&h.loop);
  feed_view_close(&h.view);
  free(h.bitmap.data);
  return 0;
}
