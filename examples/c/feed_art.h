/* The pictures of a card, drawn with cairo on Lamina's workers. */
#ifndef FEED_ART_H
#define FEED_ART_H

#include <lamina.h>

#include "feed_entry.h"

/* A number that is the same for the same entry wherever it is drawn. */
uint32_t feed_art_seed(const feed_entry *entry);

/* Make `node` draw a disc, or a landscape, determined by `seed`. */
lamina_status feed_art_set_avatar(lamina_node *node, uint32_t seed);
lamina_status feed_art_set_picture(lamina_node *node, uint32_t seed);

#endif
