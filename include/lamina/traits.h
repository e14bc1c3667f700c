/* Lamina: inherited settings: colour scheme, text size, tint. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TRAITS_H
#define LAMINA_TRAITS_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Traits ============================================================= */

typedef enum LAMINA_ENUM lamina_color_scheme {
  LAMINA_COLOR_SCHEME_INHERIT = 0,
  LAMINA_COLOR_SCHEME_LIGHT = 1,
  LAMINA_COLOR_SCHEME_DARK = 2
} lamina_color_scheme;

/* Settings that a node passes on to its descendants. */
typedef struct lamina_traits {
  size_t struct_size;                       /* sizeof(lamina_traits) */
  lamina_color_scheme color_scheme;         /* default: light */
  lamina_layout_direction layout_direction; /* output only; a node's style sets it */
  double text_size_factor;                  /* factor for text sizes, 0.1..10; 0: inherited; default: 1 */
  lamina_color tint;                        /* for your drawings; clear: inherited; default: (0, 0.478, 1) */
  double scale;                             /* output only: pixels per unit of the node's surface, 0 on none */
} lamina_traits;

#define LAMINA_TRAITS_INIT \
  { sizeof(lamina_traits), LAMINA_COLOR_SCHEME_INHERIT, LAMINA_LAYOUT_DIRECTION_INHERIT, 0, { 0, 0, 0, 0 }, 0 }

/* Sets the traits of nodes that neither have nor inherit any; NULL restores the defaults. Texts whose size changes are
 * laid out again; only what depends on the change is drawn again. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_traits(
    lamina_context *context, const lamina_traits *LAMINA_NULLABLE traits) LAMINA_ANY_THREAD;

/* Parts of a node that can have different colours in light and dark surroundings. */
typedef enum LAMINA_ENUM lamina_color_role {
  LAMINA_COLOR_ROLE_BACKGROUND = 0,
  LAMINA_COLOR_ROLE_BORDER = 1,
  LAMINA_COLOR_ROLE_SHADOW = 2,
  LAMINA_COLOR_ROLE_TEXT = 3 /* text without a colour of its own, in a text node */
} lamina_color_role;

/* Sets the traits of the node and its descendants, in place of inherited ones; NULL removes them. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_traits(
    lamina_node *node, const lamina_traits *LAMINA_NULLABLE traits) LAMINA_ANY_THREAD;

/* Fills `out_traits` up to its struct_size with the node's effective traits. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_traits(lamina_node *node, lamina_traits *out_traits) LAMINA_ANY_THREAD;

/* Sets the colour of a part for light and for dark surroundings. The effective colour scheme selects one, which getters
 * return. Setting the part directly (lamina_node_set_background() and so on) ends this. LAMINA_ERROR_INVALID_STATE if
 * the node has no such border or shadow, LAMINA_ERROR_UNSUPPORTED for the text of a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_dynamic_color(
    lamina_node *node, lamina_color_role role, lamina_color light, lamina_color dark) LAMINA_ANY_THREAD;

LAMINA_END

#endif
