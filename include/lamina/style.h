/* Lamina: how an element takes part in its parent's layout. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_STYLE_H
#define LAMINA_STYLE_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Style ============================================================== */
/* How an element takes part in its parent's layout; the fields of one struct, for nodes and specs alike. */

typedef enum LAMINA_ENUM lamina_align {
  LAMINA_ALIGN_AUTO = 0, /* stack: stretch; style: what the stack says */
  LAMINA_ALIGN_START = 1,
  LAMINA_ALIGN_END = 2,
  LAMINA_ALIGN_CENTER = 3,
  LAMINA_ALIGN_STRETCH = 4,
  LAMINA_ALIGN_BASELINE_FIRST = 5, /* stack only, horizontal */
  LAMINA_ALIGN_BASELINE_LAST = 6   /* stack only, horizontal */
} lamina_align;

typedef struct lamina_style {
  size_t struct_size; /* sizeof(lamina_style) */
  lamina_dimension width, height;
  lamina_dimension min_width, max_width, min_height, max_height; /* in a stack, before flexing: growing and shrinking pass
                                                                    them, as in Texture; lamina_node_set_flex_style() has CSS's */
  double flex_grow;            /* share of free space taken, 0 = none */
  double flex_shrink;          /* share of missing space given up, 0 = none (Texture's default, not CSS's) */
  lamina_dimension flex_basis; /* main-axis size before flexing */
  lamina_align align_self;     /* AUTO, START, END, CENTER or STRETCH */
  double spacing_before;       /* extra space before and after in a stack; may be negative */
  double spacing_after;
  double ascender;              /* from the top to the first baseline; 0 = what the content measured */
  double descender;             /* from the bottom to the last baseline, negative upwards; 0 = what the content measured */
  lamina_point layout_position; /* in an absolute spec: from its start and top */
  lamina_layout_direction layout_direction; /* of what is in the element; nodes and specs below follow it */
} lamina_style;

#define LAMINA_DIMENSION_AUTO { LAMINA_UNIT_AUTO, 0 }
#define LAMINA_STYLE_INIT                                                                                        \
  {                                                                                                              \
    sizeof(lamina_style), LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO,                   \
        LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, 0, 0, LAMINA_DIMENSION_AUTO,        \
        LAMINA_ALIGN_AUTO, 0, 0, 0, 0, { 0, 0 }, LAMINA_LAYOUT_DIRECTION_INHERIT                                 \
  }

/* Replaces the whole style; NULL restores the defaults. Dirties the layouts that depend on it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_style(
    lamina_node *node, const lamina_style *LAMINA_NULLABLE style) LAMINA_ANY_THREAD;

/* Fills `out_style` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_style(lamina_node *node, lamina_style *out_style) LAMINA_ANY_THREAD;

/* Gives the style a width and height in points, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_preferred_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* The width and height of the style in points, 0 where it has none; zero, with a sentence, for a fraction, and for a
 * bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_node_get_preferred_size(lamina_node *node) LAMINA_ANY_THREAD;

/* Gives the style a least width and height in points, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_min_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* Gives the style a greatest width and height in points, INFINITY = no limit, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_max_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* Gives the style a width and a height in points, fractions or auto, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_size(
    lamina_node *node, lamina_dimension width, lamina_dimension height) LAMINA_ANY_THREAD;

/* Gives the style extra space before and after the node in a stack, leaving its other fields; both may be negative.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_spacing(lamina_node *node, double before, double after) LAMINA_ANY_THREAD;

/* Gives the style an alignment across a stack, leaving its other fields: AUTO, START, END, CENTER or STRETCH. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_align_self(lamina_node *node, lamina_align align) LAMINA_ANY_THREAD;

/* Gives the style a position in an absolute spec, from its start and top, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_position(lamina_node *node, lamina_point position) LAMINA_ANY_THREAD;

/* Gives the style these three fields for use in a stack, leaving its others; both factors >= 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex(
    lamina_node *node, double grow, double shrink, lamina_dimension basis) LAMINA_ANY_THREAD;

/* Gives the style a layout direction, leaving its other fields. It applies to what is in the node and to all below it
 * that has no direction of its own. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_direction(
    lamina_node *node, lamina_layout_direction direction) LAMINA_ANY_THREAD;

/* Whether the node arranges its children from right to left, by its own direction or by one above it, that of a flex
 * style included; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_right_to_left(lamina_node *node) LAMINA_ANY_THREAD;

LAMINA_END

#endif
