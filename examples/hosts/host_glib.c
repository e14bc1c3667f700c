/* A GLib main loop drives the feed: a source of its own for the context, and a timer that plays the script.
 *   host_glib picture.png "wheel:-3 key:end drag:100,300" */
#include "feed_view.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct host {
  feed_view view;
  GMainLoop *loop;
  lamina_bitmap bitmap;
  const char *script;
  int quiet_turns;
} host;

/* ---- The context as a source ---- */

typedef struct context_source {
  GSource base;
  lamina_context *context;
  gpointer tag;
} context_source;

static gboolean source_prepare(GSource *source, gint *timeout_ms) {
  int64_t timeout_us = lamina_context_get_timeout_us(((context_source *)source)->context);
  *timeout_ms = timeout_us < 0 ? -1 : (gint)((timeout_us + 999) / 1000);
  return timeout_us == 0;
}

static gboolean source_check(GSource *source) {
  context_source *self = (context_source *)source;
  return g_source_query_unix_fd(source, self->tag) != 0 || lamina_context_get_timeout_us(self->context) == 0;
}

static gboolean source_dispatch(GSource *source, GSourceFunc after, gpointer user_data) {
  lamina_context_process(((context_source *)source)->context, 4000);
  return after != NULL ? after(user_data) : G_SOURCE_CONTINUE;
}

static GSourceFuncs source_functions = {source_prepare, source_check, source_dispatch, NULL, NULL, NULL};

static GSource *context_source_new(lamina_context *context) {
  GSource *source = g_source_new(&source_functions, sizeof(context_source));
  context_source *self = (context_source *)source;
  self->context = context;
  self->tag = g_source_add_unix_fd(source, lamina_context_get_fd(context), G_IO_IN);
  return source;
}

/* ---- The host ---- */

static gboolean composite(gpointer user_data) {
  host *h = user_data;
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
  return G_SOURCE_CONTINUE;
}

/* One step every 8 ms; at the end, continues until all visible drawings are ready. */
static gboolean play(gpointer user_data) {
  host *h = user_data;
  feed_step step;
  h->script = feed_script_next(&h->view, h->script, &step);
  if (h->script != NULL) {
    feed_view_apply(&h->view, &step);
    return G_SOURCE_CONTINUE;
  }
  feed_view_settle(&h->view);
  composite(h);
  g_main_loop_quit(h->loop);
  return G_SOURCE_REMOVE;
}

int main(int argc, char **argv) {
  host h;
  GSource *source;
  if (argc < 3) {
    fprintf(stderr, "use: host_glib picture.png script\n");
    return 2;
  }
  memset(&h, 0, sizeof h);
  h.bitmap.struct_size = sizeof h.bitmap;
  h.script = argv[2];
  h.loop = g_main_loop_new(NULL, FALSE);
  feed_view_open(&h.view, 320, 480, 1, LAMINA_THREADS_AUTO);
  source = context_source_new(h.view.context);
  g_source_set_callback(source, composite, &h, NULL);
  g_source_attach(source, NULL);
  g_timeout_add(8, play, &h);
  g_main_loop_run(h.loop);
  feed_view_require(lamina_bitmap_write_file(&h.bitmap, NULL, argv[1], LAMINA_NUL_TERMINATED), argv[1]);
  g_source_destroy(source);
  g_source_unref(source);
  g_main_loop_unref(h.loop);
  feed_view_close(&h.view);
  free(h.bitmap.data);
  return 0;
}
