/* Lamina: the part of an element in its parent's layout. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_STYLE_H
#define LAMINA_STYLE_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Style ============================================================== */
/* How an element takes part in its parent's layout: one struct, for nodes and specs. */

typedef enum LAMINA_ENUM lamina_align {
  LAMINA_ALIGN_AUTO = 0, /* of a stack: stretch; of a style: the stack's alignment */
  LAMINA_ALIGN_START = 1,
  LAMINA_ALIGN_END = 2,
  LAMINA_ALIGN_CENTER = 3,
  LAMINA_ALIGN_STRETCH = 4,
  LAMINA_ALIGN_BASELINE_FIRST = 5, /* stack only; in a vertical one as LAMINA_ALIGN_START */
  LAMINA_ALIGN_BASELINE_LAST = 6   /* the same */
} lamina_align;

/* The fields of lamina_style that are set. */
typedef enum LAMINA_FLAGS lamina_style_fields {
  LAMINA_STYLE_FIELDS_ALL = 0, /* every field of the struct, the default */
  LAMINA_STYLE_FIELDS_WIDTH = 1 << 0,
  LAMINA_STYLE_FIELDS_HEIGHT = 1 << 1,
  LAMINA_STYLE_FIELDS_MIN_WIDTH = 1 << 2,
  LAMINA_STYLE_FIELDS_MAX_WIDTH = 1 << 3,
  LAMINA_STYLE_FIELDS_MIN_HEIGHT = 1 << 4,
  LAMINA_STYLE_FIELDS_MAX_HEIGHT = 1 << 5,
  LAMINA_STYLE_FIELDS_FLEX_GROW = 1 << 6,
  LAMINA_STYLE_FIELDS_FLEX_SHRINK = 1 << 7,
  LAMINA_STYLE_FIELDS_FLEX_BASIS = 1 << 8,
  LAMINA_STYLE_FIELDS_ALIGN_SELF = 1 << 9,
  LAMINA_STYLE_FIELDS_SPACING_BEFORE = 1 << 10,
  LAMINA_STYLE_FIELDS_SPACING_AFTER = 1 << 11,
  LAMINA_STYLE_FIELDS_ASCENDER = 1 << 12,
  LAMINA_STYLE_FIELDS_DESCENDER = 1 << 13,
  LAMINA_STYLE_FIELDS_LAYOUT_POSITION = 1 << 14,
  LAMINA_STYLE_FIELDS_LAYOUT_DIRECTION = 1 << 15
} lamina_style_fields;
LAMINA_FLAGS_OPERATORS(lamina_style_fields)

/* Zero is the default of every field, so that compound literals need only the fields they set. */
typedef struct lamina_style {
  size_t struct_size; /* sizeof(lamina_style) */
  lamina_style_fields fields; /* fields not named keep their value, or their default in a spec or a new node */
  lamina_dimension width, height;
  lamina_dimension min_width, max_width, min_height, max_height; /* in a stack they apply before flexing, as in Texture;
                                                                    lamina_node_set_flex_style() has those of CSS */
  double flex_grow;            /* share of the free space to take, 0 = none */
  double flex_shrink;          /* share of the missing space to give up, 0 = none (Texture's default, not CSS's) */
  lamina_dimension flex_basis; /* main-axis size before flexing */
  lamina_align align_self;     /* AUTO, START, END, CENTER or STRETCH */
  double spacing_before;       /* extra space before and after in a stack; may be negative */
  double spacing_after;
  double ascender;              /* from the top to the first baseline; 0 = as measured */
  double descender;             /* from the bottom to the last baseline, negative upwards; 0 = as measured */
  lamina_point layout_position; /* in an absolute spec: from its start and top */
  lamina_layout_direction layout_direction; /* of the element's contents; inherited by the nodes and specs below */
} lamina_style;

#define LAMINA_STYLE_INIT                                                                                        \
  {                                                                                                              \
    sizeof(lamina_style), LAMINA_STYLE_FIELDS_ALL, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO,                 \
        LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, 0, 0,        \
        LAMINA_DIMENSION_AUTO,                                                                                   \
        LAMINA_ALIGN_AUTO, 0, 0, 0, 0, { 0, 0 }, LAMINA_LAYOUT_DIRECTION_INHERIT                                 \
  }

/* Sets the fields of the node's style that `style->fields` names and leaves the others unchanged. With
 * LAMINA_STYLE_FIELDS_ALL it replaces the whole style. NULL restores the defaults. Invalidates the layouts that depend
 * on it. A single field in C:
 *
 *   lamina_style width = { sizeof width, LAMINA_STYLE_FIELDS_WIDTH, .width = LAMINA_POINTS(200) };
 *   lamina_node_set_style(node, &width);
 *
 * LAMINA_ERROR_INVALID_ARGUMENT for a value out of range and for unknown flags; the style is then unchanged.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_style(
    lamina_node *node, const lamina_style *LAMINA_NULLABLE style) LAMINA_ANY_THREAD;

/* Fills `out_style` up to its struct_size with all fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_style(lamina_node *node, lamina_style *out_style) LAMINA_ANY_THREAD;

/* Whether the node lays out its children from right to left, by its own direction or an inherited one, including that
 * of a flex style; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_right_to_left(lamina_node *node) LAMINA_ANY_THREAD;

LAMINA_END

#endif
