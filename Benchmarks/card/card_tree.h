/* The standard card as a tree of Lamina's nodes. */
#ifndef CARD_TREE_H
#define CARD_TREE_H

#include "card_floor.h"

#include <lamina.h>

/* Makes a card; the caller releases it. */
typedef lamina_node *(*card_tree_maker)(lamina_context *context, const card *c);

/* The pictures of variant `img`, for trees of one context. */
typedef struct card_images {
  lamina_image *photos[CARD_PHOTOS], *avatars[CARD_AVATARS];
} card_images;

void card_images_init(card_images *images, lamina_context *context, cairo_surface_t **photos, cairo_surface_t **avatars);
void card_images_clear(card_images *images);

/* Which pictures the trees made from now on show; NULL: flat fills, variant `rect`. */
void card_tree_use_images(const card_images *images);

/* Arranged by layout specs, as a user would write it. */
lamina_node *card_tree_with_specs(lamina_context *context, const card *c);

/* The same nodes at the positions of card_c.c, without any spec. */
lamina_node *card_tree_with_frames(lamina_context *context, const card *c);

/* The tree with specs as data: card.json in `folder`, with a slot for each string, or card_img.json, with two for
 * pictures as well. The caller releases it. */
lamina_template *card_template(lamina_context *context, const char *folder, const char *name);

/* Adds a card to a job of that template; `images` is NULL for card.json. */
void card_add_row(lamina_job *job, const card *c, const card_images *images);

#endif
