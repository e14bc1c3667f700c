/* The floor: the standard card as a C programmer would write it by hand with Pango and cairo. Lamina is held against
 * it, in one run on one machine. Variant `rect`: the avatar and the picture are flat fills; variant `img`: photos,
 * scaled to half. */
#ifndef CARD_FLOOR_H
#define CARD_FLOOR_H

#include <cairo.h>
#include <pango/pangocairo.h>

enum { CARD_WIDTH = 400, CARD_HEIGHT = 392, CARD_COUNT = 500 };

typedef struct card {
  char *name, *time, *body, *buttons[4];
  int photo, avatar; /* 0..CARD_PHOTOS - 1, 0..CARD_AVATARS - 1 */
} card;

/* Photos are 752 x 424 and shown in 376 x 212; avatars are 80 x 80 and shown in 40 x 40. */
enum { CARD_PHOTOS = 4, CARD_AVATARS = 8 };

/* Makes pictures that look like photos: smooth fields of colour with some noise; opaque, the same in every run. */
void card_make_pictures(cairo_surface_t **photos, cairo_surface_t **avatars);

/* Reads cards.tsv from `folder`; returns the number of cards read, 0 when it cannot be read. */
int card_load(const char *folder, card *cards);

/* What each thread of the floor keeps between cards. */
typedef struct card_floor {
  PangoFontMap *map;
  PangoContext *context;
  PangoFontDescription *name, *time, *body, *button;
  cairo_surface_t **photos, **avatars; /* NULL: variant `rect` */
} card_floor;

void card_floor_init(card_floor *floor);
void card_floor_clear(card_floor *floor);

/* Draws a card into a new image surface. */
cairo_surface_t *card_floor_render(card_floor *floor, const card *c);

#endif
