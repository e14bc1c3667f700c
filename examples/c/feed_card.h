/* One entry as a card: nodes for the contents, specs for the layout. */
#ifndef FEED_CARD_H
#define FEED_CARD_H

#include <lamina.h>

#include "feed_entry.h"

/* Creates the card; the caller owns the node. Ends the program with a message if the library fails. */
lamina_node *feed_card_create(lamina_context *context, const feed_entry *entry);

/* Ends the program with the library's message unless `status` is LAMINA_OK. */
void feed_must(lamina_status status, const char *doing);

#endif
