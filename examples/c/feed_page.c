#include "feed_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- When is a page complete? ----
 * Each node that draws reports the beginning and the end of every drawing, on the owner thread. A drawing may end
 * unfinished, because a newer one replaced it: the newer one reports too. So a page is complete when every such node
 * has finished once and no drawing is under way. The node's user data remembers that it was counted. */

static void will_display(lamina_node *node, void *user_data) {
  feed_page *page = user_data;
  (void)node;
  page->under_way++;
}

static void did_display(lamina_node *node, bool finished, void *user_data) {
  feed_page *page = user_data;
  page->under_way--;
  if (!finished || lamina_node_get_user_data(node) == page) return;
  feed_must(lamina_node_set_user_data(node, page, NULL), "user data");
  page->shown++;
}

bool feed_page_is_complete(const feed_page *page) {
  return page->under_way == 0 && page->shown == page->counts.drawing;
}

/* ---- Building ---- */

void feed_page_build(feed_page *page, lamina_context *context, const feed_entry *entries, size_t count, double width) {
  card_observer observer = {will_display, did_display, page};
  lamina_stack_options column = LAMINA_STACK_OPTIONS_INIT;
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
  feed_must(lamina_node_create(context, &page->root), "page");
  feed_must(lamina_node_set_background(page->root, (lamina_color){245 / 255.0f, 245 / 255.0f, 247 / 255.0f, 1}),
            "page");
  page->counts.nodes = 1;
  for (size_t i = 0; i < count; i++) cards[i].node = feed_card_create(context, &entries[i], &observer, &page->counts);

  column.axis = LAMINA_AXIS_VERTICAL;
  column.spacing = 12;
  feed_must(lamina_spec_create_stack(context, &column, NULL, cards, count, &list), "page");
  feed_must(lamina_spec_create_inset(context, margin, NULL, list, &spec), "page");
  feed_must(lamina_node_set_spec(page->root, spec), "page");
  for (size_t i = 0; i < count; i++) lamina_node_release(cards[i].node);
  lamina_spec_release(list);
  lamina_spec_release(spec);
  free(cards);
}

void feed_page_free(feed_page *page) {
  lamina_node_release(page->root);
  free(page->bitmap.data);
  page->root = NULL;
  page->bitmap.data = NULL;
}

/* ---- Work on workers: operations of a transaction ---- */

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

static void run_on_worker(feed_page *page, lamina_transaction_execute_fn execute, lamina_transaction_complete_fn complete) {
  lamina_transaction *transaction;
  feed_must(lamina_transaction_create(page->context, &transaction), "transaction");
  feed_must(lamina_transaction_add_operation(transaction, 0, execute, complete, page, NULL), "operation");
  feed_must(lamina_transaction_commit(transaction, NULL, NULL, NULL), "commit");
  lamina_transaction_release(transaction); /* committed: it still completes */
}

void feed_page_measure(feed_page *page) { run_on_worker(page, measure, measured); }

void feed_page_write(feed_page *page, const char *path) {
  page->path = path;
  run_on_worker(page, write_png, written);
}
