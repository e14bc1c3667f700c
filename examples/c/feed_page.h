/* One page of cards: measured on a worker, shown on a surface, written as a PNG file by a worker. */
#ifndef FEED_PAGE_H
#define FEED_PAGE_H

#include <lamina.h>

#include "feed_card.h"
#include "feed_entry.h"

typedef struct feed_page {
  lamina_context *context;
  lamina_node *root;
  double width;  /* logical units */
  double height; /* set by measuring */
  size_t nodes;  /* set by measuring */
  bool is_measured;
  lamina_surface *surface; /* while it is shown */
  lamina_bitmap bitmap;
  const char *path;
  bool is_written;
  char error[512]; /* the library's message if measuring or writing failed */
} feed_page;

/* Builds the nodes of a page. The page must not move in memory from now on. */
void feed_page_build(feed_page *page, lamina_context *context, const feed_entry *entries, size_t count, double width);
void feed_page_free(feed_page *page);

/* Starts measuring on a worker; `is_measured` becomes true in a later process. */
void feed_page_measure(feed_page *page);

/* Starts encoding and writing on a worker; `is_written` becomes true in a later process. `path` is not copied. */
void feed_page_write(feed_page *page, const char *path);

#endif
