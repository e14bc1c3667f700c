/* One entry as a card: nodes for the contents, specs for the layout. */
#ifndef FEED_CARD_H
#define FEED_CARD_H

#include <lamina.h>

#include "feed_entry.h"

/* Observes the drawings of every node with contents to draw; see feed_page.c. */
typedef struct card_observer {
  lamina_node_will_display_fn will_display;
  lamina_node_did_display_fn did_display;
  void *user_data;
} card_observer;

/* The numbers of nodes. */
typedef struct card_counts {
  size_t nodes;   /* all nodes */
  size_t drawing; /* those with contents to draw, each of which has the observer */
} card_counts;

/* Creates the card; the caller owns the node. Ends the program with a message if the library fails. */
lamina_node *feed_card_create(lamina_context *context, const feed_entry *entry, const card_observer *observer,
                              card_counts *counts);

/* Ends the program with the library's message unless `status` is LAMINA_OK. */
void feed_must(lamina_status status, const char *doing);

#endif
