#include "feed_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Building ---- */

void feed_page_build(feed_page *page, lamina_context *context, const feed_entry *entries, size_t count, double width) {
  lamina_stack_options column = LAMINA_STRUCT(lamina_stack_options, .axis = LAMINA_AXIS_VERTICAL, .spacing = 12);
  lamina_color background = {245 / 255.0f, 245 / 255.0f, 247 / 255.0f, 1};
  lamina_insets margin = {12, 12, 12, 12};
  lamina_spec *list, *spec;
  lamina_element *cards = malloc(count * sizeof *cards);
  if (!cards) {
    fputs("feed: out of memory\n", stderr);
    exit(3);
  }
  memset(page, 0, sizeof *page);
  page->context = context;
  page->width = width;
  feed_must(lamina_node_create(context, &page->root), "page"); /* the page releases it */
  feed_must(lamina_node_set_background(page->root, background), "page");

  feed_must(lamina_context_begin_scope(context), "scope");
  for (size_t i = 0; i < count; i++) cards[i].node = feed_card_create(context, &entries[i]);
  feed_must(lamina_spec_create_stack(context, &column, NULL, cards, count, &list), "page");
  feed_must(lamina_spec_create_inset(context, margin, NULL, list, &spec), "page");
  feed_must(lamina_node_set_spec(page->root, spec), "page");
  feed_must(lamina_context_end_scope(context), "scope");
  for (size_t i = 0; i < count; i++) lamina_node_release(cards[i].node); /* which were retained for their creator */
  free(cards);
}

void feed_page_free(feed_page *page) {
  lamina_node_release(page->root);
  free(page->bitmap.data);
  page->root = NULL;
  page->bitmap.data = NULL;
}

/* ---- Work on workers ---- */

/* The message belongs to the thread that failed, so it is copied there. */
static void keep_error(feed_page *page) { snprintf(page->error, sizeof page->error, "%s", lamina_last_error()); }

static void measure(lamina_canvas *canvas, void *user_data) { /* on a worker */
  feed_page *page = user_data;
  lamina_size_range range = {{page->width, 0}, {page->width, INFINITY}};
  lamina_layout *layout;
  (void)canvas;
  if (lamina_layout_create(page->root, range, &layout) != LAMINA_OK) {
    keep_error(page);
    return;
  }
  page->height = ceil(lamina_layout_get_size(layout).height);
  page->nodes = lamina_layout_get_node_count(layout);
  lamina_layout_release(layout);
}

static void measured(bool cancelled, void *user_data) {
  (void)cancelled;
  ((feed_page *)user_data)->is_measured = true;
}

static void write_png(lamina_canvas *canvas, void *user_data) { /* on a worker */
  feed_page *page = user_data;
  (void)canvas;
  if (lamina_bitmap_write_file(&page->bitmap, NULL, page->path, LAMINA_NUL_TERMINATED) != LAMINA_OK) keep_error(page);
}

static void written(bool cancelled, void *user_data) {
  (void)cancelled;
  ((feed_page *)user_data)->is_written = true;
}

void feed_page_measure(feed_page *page) {
  feed_must(lamina_context_run(page->context, 0, measure, measured, page, NULL, NULL), "measuring");
}

void feed_page_write(feed_page *page, const char *path) {
  page->path = path;
  feed_must(lamina_context_run(page->context, 0, write_png, written, page, NULL, NULL), "writing");
}
