/* Lamina: layout specs: how elements are arranged. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_SPEC_H
#define LAMINA_SPEC_H

#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#pragma GCC system_header /* else -Wpedantic complains where a node or spec is passed as a lamina_element */
#endif

#include "style.h"

LAMINA_BEGIN

/* ==== Spec =============================================================== */
/* Specs say how elements are arranged. They are values: made once, kept by a node, replaced but never changed. They
 * follow Texture's layout specs, with its defaults. `style` may be NULL in all of them; it is copied. A spec keeps its
 * children. Each node has one place in a spec: LAMINA_ERROR_INVALID_ARGUMENT when it stands among the children twice,
 * or, from lamina_node_set_spec(), anywhere in it. Specs go 1,000 levels deep and hold 1,048,575 elements
 * (LAMINA_ERROR_OUT_OF_RANGE). Where layout runs from right to left, start and end swap sides: in rows, alignments,
 * positions and directional insets. Left and right do not. */

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

/* On which axes a center or relative spec is only as large as its child. */
typedef enum LAMINA_ENUM lamina_center_sizing {
  LAMINA_CENTER_SIZING_DEFAULT = 0, /* takes all the room there is */
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
  LAMINA_HORIZONTAL_ALIGNMENT_MIDDLE = 2,
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
  LAMINA_PLACEMENT_NONE = 0, /* as START, but the child fills the least length that the spec may have */
  LAMINA_PLACEMENT_START = 1,
  LAMINA_PLACEMENT_CENTER = 2,
  LAMINA_PLACEMENT_END = 3
} lamina_placement;

typedef enum LAMINA_ENUM lamina_absolute_sizing {
  LAMINA_ABSOLUTE_SIZING_DEFAULT = 0, /* takes all the room there is; where that is boundless, as far as the children reach */
  LAMINA_ABSOLUTE_SIZING_FIT = 1      /* as far as the children reach */
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
  bool wrap;                /* children that do not fit start a new line. As in Texture, those that STRETCH are in every line as
                               large as the whole stack must at least be: where its size is given, choose another alignment */
  lamina_align_content align_content;               /* of the lines, when there are several */
  lamina_horizontal_alignment horizontal_alignment; /* unless NONE, replaces `justify` in a row, `align_items` in a column */
  lamina_vertical_alignment vertical_alignment;     /* unless NONE, replaces `align_items` in a row, `justify` in a column */
} lamina_stack_options;

#define LAMINA_STACK_OPTIONS_INIT                                                                              \
  {                                                                                                            \
    sizeof(lamina_stack_options), LAMINA_AXIS_HORIZONTAL, 0, LAMINA_JUSTIFY_START, LAMINA_ALIGN_AUTO, 0,  \
        false, LAMINA_ALIGN_CONTENT_START, LAMINA_HORIZONTAL_ALIGNMENT_NONE, LAMINA_VERTICAL_ALIGNMENT_NONE    \
  }

typedef struct lamina_corner_options {
  size_t struct_size; /* sizeof(lamina_corner_options) */
  lamina_corner_location location;
  lamina_point offset; /* of the corner element from there; x towards the end for START and END, to the right otherwise */
  bool wraps_corner;   /* the size includes what sticks out */
} lamina_corner_options;

#define LAMINA_CORNER_OPTIONS_INIT \
  { sizeof(lamina_corner_options), LAMINA_CORNER_LOCATION_TOP_START, { 0, 0 }, false }

/* Places elements in a row or column. `options` NULL takes the defaults. Children may be none: with a style that grows,
 * that is a spacer. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_stack(
    lamina_context *context, const lamina_stack_options *LAMINA_NULLABLE options,
    const lamina_style *LAMINA_NULLABLE style, const lamina_element *LAMINA_NULLABLE children,
    size_t child_count, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements in a row, with `spacing` between them. The rest of a stack's options are defaults. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_row(
    lamina_context *context, double spacing, lamina_align align_items,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements in a column, with `spacing` between them. The rest of a stack's options are defaults. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_column(
    lamina_context *context, double spacing, lamina_align align_items,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Makes a spec without children, as small as it may be: with the default `style` (NULL) it grows and shrinks, and takes
 * the room that is left in a stack. A spacer may stand in several places. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_spacer(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts elements on top of each other at the start and top, each with all the room there is; as large as the largest.
 * Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_wrapper(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts a margin around one element; each inset may be negative (bleeds) or INFINITY (pushes the child away). How large
 * the spec is depends on the child alone: sizes in its own style do nothing, nor do those of an overlay or background
 * spec, as in Texture; give them to the child. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_inset(
    lamina_context *context, lamina_insets insets, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* The same with insets from start and end, which change sides where layout runs from right to left. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_directional_inset(
    lamina_context *context, lamina_directional_insets insets, const lamina_style *LAMINA_NULLABLE style,
    lamina_element child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* The same with one inset left and right and one at the top and bottom. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_padding(
    lamina_context *context, double horizontal, double vertical, lamina_element child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Stretches `overlay` over `child`, whose size decides. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_overlay(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    lamina_element overlay, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Stretches `background` behind `child`, whose size decides. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_background(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, lamina_element child,
    lamina_element background, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Centres one element in the room there is. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_center(
    lamina_context *context, lamina_centering centering, lamina_center_sizing sizing,
    const lamina_style *LAMINA_NULLABLE style, lamina_element child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places one element at an edge, in a corner or in the middle of the room there is; `sizing` says on which axes the
 * spec is only as large as the element. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_relative(
    lamina_context *context, lamina_placement horizontal, lamina_placement vertical, lamina_center_sizing sizing,
    const lamina_style *LAMINA_NULLABLE style, lamina_element child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements at the `layout_position` of their styles, counted from the start and top, each with at most the room
 * from there on. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_absolute(
    lamina_context *context, lamina_absolute_sizing sizing, const lamina_style *LAMINA_NULLABLE style,
    const lamina_element *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places the middle of `corner` on a corner of `child`, whose size decides unless the options say otherwise: a badge.
 * `options` NULL takes the defaults. Since 0.1. */
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

/* Copies a drawing of the spec as boxes in boxes, in ASCII but for the names of nodes, and a NUL into `buffer` as far
 * as `capacity` goes (never splitting a character), and returns the whole length in bytes without the NUL; 0 for a bad
 * handle. A large spec is listed instead. For people: its form may change. Since 0.1. */
LAMINA_API size_t lamina_spec_read_description(
    lamina_spec *spec, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Arranges the children by `spec`, and adopts its nodes: those that are not children of `node` yet are appended in the
 * spec's order, and children that an earlier spec brought and this one does not name are removed. NULL takes the spec
 * away (its nodes stay). Nodes that are children elsewhere move here. LAMINA_ERROR_CYCLE when the spec names `node` or
 * a node above it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_spec(
    lamina_node *node, lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

LAMINA_END

#endif
