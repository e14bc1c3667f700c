/* Lamina: layout specs: the layout of elements. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_SPEC_H
#define LAMINA_SPEC_H

#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#pragma GCC system_header /* else -Wpedantic complains where a node or spec is passed as a lamina_element */
#endif

#include "style.h"

LAMINA_BEGIN

/* ==== Spec =============================================================== */
/* Specs describe how elements are laid out. They are values: created once, kept by a node, replaced but never changed.
 * They follow Texture's layout specs and their defaults. `style` may be NULL in all of them; it is copied. A spec keeps
 * its children. A node can be in a spec only once: LAMINA_ERROR_INVALID_ARGUMENT if it is among the children twice or,
 * from lamina_node_set_spec(), anywhere in the spec. Specs are limited to 1,000 levels and 1,048,575 elements
 * (LAMINA_ERROR_OUT_OF_RANGE). In right-to-left layout start and end swap sides, in rows, alignments, positions and
 * directional insets; left and right do not. */

typedef enum LAMINA_ENUM lamina_axis {
  LAMINA_AXIS_HORIZONTAL = 0,
  LAMINA_AXIS_VERTICAL = 1
} lamina_axis;

typedef enum LAMINA_ENUM lamina_justify {
  LAMINA_JUSTIFY_START = 0,
  LAMINA_JUSTIFY_CENTER = 1,
  LAMINA_JUSTIFY_END = 2,
  LAMINA_JUSTIFY_SPACE_BETWEEN = 3,
  LAMINA_JUSTIFY_SPACE_AROUND = 4
} lamina_justify;

typedef enum LAMINA_ENUM lamina_centering {
  LAMINA_CENTERING_XY = 0, /* both axes, the default */
  LAMINA_CENTERING_X = 1,
  LAMINA_CENTERING_Y = 2,
  LAMINA_CENTERING_NONE = 3
} lamina_centering;

/* The axes on which a center or relative spec is only as large as its child. */
typedef enum LAMINA_ENUM lamina_center_sizing {
  LAMINA_CENTER_SIZING_DEFAULT = 0, /* takes all the available space */
  LAMINA_CENTER_SIZING_MIN_X = 1,
  LAMINA_CENTER_SIZING_MIN_Y = 2,
  LAMINA_CENTER_SIZING_MIN_XY = 3
} lamina_center_sizing;

typedef enum LAMINA_ENUM lamina_align_content {
  LAMINA_ALIGN_CONTENT_START = 0,
  LAMINA_ALIGN_CONTENT_CENTER = 1,
  LAMINA_ALIGN_CONTENT_END = 2,
  LAMINA_ALIGN_CONTENT_SPACE_BETWEEN = 3,
  LAMINA_ALIGN_CONTENT_SPACE_AROUND = 4,
  LAMINA_ALIGN_CONTENT_STRETCH = 5
} lamina_align_content;

typedef enum LAMINA_ENUM lamina_horizontal_alignment {
  LAMINA_HORIZONTAL_ALIGNMENT_NONE = 0,
  LAMINA_HORIZONTAL_ALIGNMENT_LEFT = 1,
  LAMINA_HORIZONTAL_ALIGNMENT_CENTER = 2,
  LAMINA_HORIZONTAL_ALIGNMENT_RIGHT = 3,
  LAMINA_HORIZONTAL_ALIGNMENT_START = 4,
  LAMINA_HORIZONTAL_ALIGNMENT_END = 5
} lamina_horizontal_alignment;

typedef enum LAMINA_ENUM lamina_vertical_alignment {
  LAMINA_VERTICAL_ALIGNMENT_NONE = 0,
  LAMINA_VERTICAL_ALIGNMENT_TOP = 1,
  LAMINA_VERTICAL_ALIGNMENT_CENTER = 2,
  LAMINA_VERTICAL_ALIGNMENT_BOTTOM = 3
} lamina_vertical_alignment;

/* Where a relative spec places its child on one axis. */
typedef enum LAMINA_ENUM lamina_placement {
  LAMINA_PLACEMENT_NONE = 0, /* as START, but the child fills the minimum length of the spec */
  LAMINA_PLACEMENT_START = 1,
  LAMINA_PLACEMENT_CENTER = 2,
  LAMINA_PLACEMENT_END = 3
} lamina_placement;

typedef enum LAMINA_ENUM lamina_absolute_sizing {
  LAMINA_ABSOLUTE_SIZING_DEFAULT = 0, /* takes all the available space; if that is unbounded, fits the children */
  LAMINA_ABSOLUTE_SIZING_FIT = 1      /* fits the children */
} lamina_absolute_sizing;

typedef enum LAMINA_ENUM lamina_corner_location {
  LAMINA_CORNER_LOCATION_TOP_START = 0,
  LAMINA_CORNER_LOCATION_TOP_END = 1,
  LAMINA_CORNER_LOCATION_BOTTOM_START = 2,
  LAMINA_CORNER_LOCATION_BOTTOM_END = 3,
  LAMINA_CORNER_LOCATION_TOP_LEFT = 4,
  LAMINA_CORNER_LOCATION_TOP_RIGHT = 5,
  LAMINA_CORNER_LOCATION_BOTTOM_LEFT = 6,
  LAMINA_CORNER_LOCATION_BOTTOM_RIGHT = 7
} lamina_corner_location;

typedef struct lamina_stack_options {
  size_t struct_size; /* sizeof(lamina_stack_options) */
  lamina_axis axis;
  double spacing; /* between neighbours; may be negative */
  lamina_justify justify;
  lamina_align align_items; /* AUTO = STRETCH */
  double line_spacing;      /* between lines; may be negative */
  bool wrap;                /* children that do not fit start a new line. As in Texture, children that STRETCH get the
                               minimum length of the whole stack in each line: if it has a fixed size, choose another
                               alignment */
  lamina_align_content align_content;               /* of several lines */
  lamina_horizontal_alignment horizontal_alignment; /* replaces a row's `justify`, a column's `align_items` */
  lamina_vertical_alignment vertical_alignment;     /* replaces a row's `align_items`, a column's `justify` */
} lamina_stack_options;

#define LAMINA_STACK_OPTIONS_INIT                                                                              \
  {                                                                                                            \
    sizeof(lamina_stack_options), LAMINA_AXIS_HORIZONTAL, 0, LAMINA_JUSTIFY_START, LAMINA_ALIGN_AUTO, 0,  \
        false, LAMINA_ALIGN_CONTENT_START, LAMINA_HORIZONTAL_ALIGNMENT_NONE, LAMINA_VERTICAL_ALIGNMENT_NONE    \
  }

typedef struct lamina_corner_options {
  size_t struct_size; /* sizeof(lamina_corner_options) */
  lamina_corner_location location;
  lamina_point offset; /* of the corner element from there; x towards the end for START and END, else to the right */
  bool wraps_corner;   /* the size includes the part beyond the child */
} lamina_corner_options;

#define LAMINA_CORNER_OPTIONS_INIT \
  { sizeof(lamina_corner_options), LAMINA_CORNER_LOCATION_TOP_START, { 0, 0 }, false }

/* Lays out elements in a row or column. NULL `options`: the defaults. May have no children: with a style that grows,
 * that is a spacer. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_stack(
    lamina_context *context, const lamina_stack_options *LAMINA_NULLABLE options,
    const lamina_style *LAMINA_NULLABLE style, const lamina_element *LAMINA_NULLABLE children,
    size_t child_count, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Lays out elements in a row, with `spacing` between them and the defaults of a stack otherwise. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_row(
    lamina_context *context, double spacing, lamina_align align_items,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Lays out elements in a column, with `spacing` between them and the defaults of a stack otherwise. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_column(
    lamina_context *context, double spacing, lamina_align align_items,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Creates a spec without children, as small as possible. With the default `style` (NULL) it grows and shrinks: in a
 * stack it takes the remaining space. A spacer may be used in several places. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_spacer(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts elements on top of each other at the start and top, each with all the available space. As large as the largest.
 * Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_wrapper(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts a margin around one element. An inset may be negative (bleeds) or INFINITY (pushes the child away from that
 * side). The spec's size depends only on the child: as in Texture, sizes in its own style have no effect, as in overlay
 * and background specs; set them on the child. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_inset(
    lamina_context *context, lamina_insets insets, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* The same with insets from start and end, which swap sides in right-to-left layout. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_directional_inset(
    lamina_context *context, lamina_directional_insets insets, const lamina_style *LAMINA_NULLABLE style,
    lamina_element child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* The same with one inset for left and right and one for top and bottom. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_padding(
    lamina_context *context, double horizontal, double vertical, lamina_element child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Stretches `overlay` over `child`, which determines the size. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_overlay(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    lamina_element overlay, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Stretches `background` behind `child`, which determines the size. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_background(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    lamina_element background, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Centres one element in the available space. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_center(
    lamina_context *context, lamina_centering centering, lamina_center_sizing sizing,
    const lamina_style *LAMINA_NULLABLE style, lamina_element child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places one element at an edge, in a corner or in the middle of the available space. `sizing` names the axes on which
 * the spec is only as large as the element. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_relative(
    lamina_context *context, lamina_placement horizontal, lamina_placement vertical, lamina_center_sizing sizing,
    const lamina_style *LAMINA_NULLABLE style, lamina_element child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements at the `layout_position` of their styles, measured from the start and top, each with at most the
 * space from there on. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_absolute(
    lamina_context *context, lamina_absolute_sizing sizing, const lamina_style *LAMINA_NULLABLE style,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Centres `corner` on a corner of `child`, as a badge. `child` determines the size unless the options include the
 * corner. NULL `options`: the defaults. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_corner(
    lamina_context *context, const lamina_corner_options *LAMINA_NULLABLE options,
    const lamina_style *LAMINA_NULLABLE style, lamina_element child, lamina_element corner,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Gives one element a height of `ratio` times its width; `ratio` > 0. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_ratio(
    lamina_context *context, double ratio, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Adds a reference and returns `spec`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_spec *LAMINA_NULLABLE lamina_spec_retain(lamina_spec *spec) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_spec_release(lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

/* Writes a drawing of the spec as nested boxes, in ASCII except for names of nodes, and returns its length; 0 for a bad
 * handle. Large specs are listed instead. For people: the format may change. Since 0.1. */
LAMINA_API size_t lamina_spec_read_description(
    lamina_spec *spec, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Lays out the children of `node` by `spec` and adopts its nodes: those that are not yet children are appended in the
 * spec's order, moving from other parents if needed; children that came with an earlier spec and are not in this one
 * are removed. NULL removes the spec but not its nodes. LAMINA_ERROR_CYCLE if the spec contains `node` or an ancestor
 * of it, LAMINA_ERROR_UNSUPPORTED for a text node, which is measured by its text and places the children that stand in
 * its lines. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_spec(
    lamina_node *node, lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

LAMINA_END

#endif
