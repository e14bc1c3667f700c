/* Lamina: what is shown in place of what nodes have. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_PRESENTATION_H
#define LAMINA_PRESENTATION_H

#include "appearance.h"

LAMINA_BEGIN

/* ==== Presentation ======================================================= */
/* What is shown of a node is its model, which any thread changes, laid out and drawn by workers, unless the owner
 * thread presents other values in its place. Presented values are for what moves: animations, scrolling, gestures. They
 * change what the next composite paints, and where. They never cause a layout, and do not wait for one, nor a drawing
 * but of what a presented bounds origin or size brings into a range (lamina_node_set_ranges()).
 *
 * The model neither knows nor loses anything: its getters return what was set, and changes of a presented value show
 * when it is cleared. Values stay with the node until they are cleared or the node ends, also while it is on no
 * surface: they may be set before it is shown for the first time. Hit tests, lamina_node_convert_point() and
 * lamina_surface_export_layers() use what is presented, lamina_node_render() what nodes have.
 *
 * Positions and bounds origins are shown at the nearest device pixel, so that what moves keeps its bitmaps, and what
 * scrolls is copied; a transform moves by parts of pixels. A node below one that is rasterized is part of its picture,
 * where nothing is presented; of the rasterized node itself only position, opacity, transform and z position are, and
 * in transitions a point of it stays where it is while its size changes (contents_anchor of a rule).
 *
 * What is said last holds: a value that is presented or cleared while an animation moves it is taken away from that, as
 * by another animation. */

/* Values of a lamina_presented_values. */
typedef enum LAMINA_FLAGS lamina_presented_fields {
  LAMINA_PRESENTED_FIELDS_NONE = 0,
  LAMINA_PRESENTED_FIELDS_POSITION = 1 << 0,
  LAMINA_PRESENTED_FIELDS_SIZE = 1 << 1,
  LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN = 1 << 2,
  LAMINA_PRESENTED_FIELDS_OPACITY = 1 << 3,
  LAMINA_PRESENTED_FIELDS_TRANSFORM = 1 << 4,
  LAMINA_PRESENTED_FIELDS_CORNER_RADII = 1 << 5,
  LAMINA_PRESENTED_FIELDS_BACKGROUND = 1 << 6,
  LAMINA_PRESENTED_FIELDS_BORDER_COLOR = 1 << 7,
  LAMINA_PRESENTED_FIELDS_SHADOW = 1 << 8,
  LAMINA_PRESENTED_FIELDS_Z_POSITION = 1 << 9,
  LAMINA_PRESENTED_FIELDS_GRADIENT = 1 << 10
} lamina_presented_fields;
LAMINA_FLAGS_OPERATORS(lamina_presented_fields)

/* All values that this header knows. */
#define LAMINA_PRESENTED_FIELDS_ALL ((lamina_presented_fields)0x7FF)

/* What is shown of a node. Each value is as its setter takes it. */
typedef struct lamina_presented_values {
  size_t struct_size;             /* sizeof(lamina_presented_values) */
  lamina_presented_fields fields; /* the values that are presented; others are not looked at */
  lamina_point position;          /* of the anchor, which stands there whatever the size */
  lamina_size size;               /* of background, border, clip and hits; contents and children stay as large as they
                                     are, at contents_anchor */
  lamina_point bounds_origin;
  double opacity;
  lamina_matrix transform;
  lamina_corner_radii corner_radii;
  lamina_color background;
  lamina_color border_color; /* the node's border has the width */
  lamina_shadow shadow;
  double z_position;
  lamina_point contents_anchor; /* with a size: the point of it, 0..1, at which that of contents and children stays:
                                   (0, 0) the upper left corner, (1, 1) the lower right one */
  const lamina_gradient *LAMINA_NULLABLE gradient; /* NULL: none. Is copied */
} lamina_presented_values;

#define LAMINA_PRESENTED_VALUES_INIT                                                                                    \
  {                                                                                                                     \
    sizeof(lamina_presented_values), LAMINA_PRESENTED_FIELDS_NONE, { 0, 0 }, { 0, 0 }, { 0, 0 }, 1,                       \
        LAMINA_MATRIX_IDENTITY, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { { 0, 0, 0, 0 }, 0, 0, 0, 0 }, 0, { 0, 0 },  \
        NULL                                                                                                            \
  }

/* Presents the values that `values->fields` names; values presented before stay. NULL and no fields change nothing.
 * Works for nodes on no surface. LAMINA_ERROR_INVALID_ARGUMENT for a value that its setter would refuse, and for
 * unknown fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_presented(
    lamina_node *node, const lamina_presented_values *LAMINA_NULLABLE values) LAMINA_OWNER_THREAD;

/* What is to be presented of one node. */
typedef struct lamina_presented_change {
  size_t struct_size; /* sizeof(lamina_presented_change), the same in all changes of an array */
  lamina_node *LAMINA_NULLABLE node;
  const lamina_presented_values *LAMINA_NULLABLE values;
} lamina_presented_change;

#define LAMINA_PRESENTED_CHANGE_INIT { sizeof(lamina_presented_change), NULL, NULL }

/* The same for many nodes in one call, in order: for what moves much in each frame. If a change is wrong, none is made,
 * and lamina_last_error() names the change by its index. Since 0.1. */
LAMINA_API lamina_status lamina_context_apply_presented(
    lamina_context *context, const lamina_presented_change *LAMINA_NULLABLE changes,
    size_t change_count) LAMINA_OWNER_THREAD;

/* Shows of `fields` what the node has again. Fields that are not presented are ignored. LAMINA_ERROR_INVALID_ARGUMENT
 * for unknown fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_clear_presented(
    lamina_node *node, lamina_presented_fields fields) LAMINA_OWNER_THREAD;

/* What is shown of the node: the presented values, named in `fields`, and for the others what is on screen, which is
 * older than the node's own until a process takes that over. Of a node on no surface they are its own. `gradient` is
 * NULL for none, and valid until this thread's next such call. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_presented(
    lamina_node *node, lamina_presented_values *out_values) LAMINA_OWNER_THREAD;

/* Has what is shown of the node, and of all below it, stay where it is when the node leaves its parent, until
 * lamina_context_end_exit(): for animations of what goes. It takes no hits then, is drawn no more, scrolls with what it
 * stands in, and ends with that: when the node above it leaves, another root is shown, or the scale changes. Call this
 * before the node is removed; until then it changes nothing. The node may be released, and may come back while its
 * former picture still goes. `out_exit` receives the number of the exit. LAMINA_ERROR_INVALID_STATE if nothing is shown
 * of the node, if it is a root, or if it has an exit already. Since 0.1. */
LAMINA_API lamina_status lamina_node_begin_exit(lamina_node *node, uint64_t *out_exit) LAMINA_OWNER_THREAD;

/* Ends an exit: if its node has left, what was kept goes; else the node is as if it had had none.
 * LAMINA_ERROR_INVALID_STATE if there is none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_context_end_exit(lamina_context *context, uint64_t exit) LAMINA_OWNER_THREAD;

/* Presents values of what an exit keeps, as lamina_node_set_presented() does of a node, before and after that leaves.
 * They are not the node's: if it comes back, it has none of them. Does nothing if what was kept has ended with what it
 * stood in. LAMINA_ERROR_INVALID_STATE if there is no exit with this number. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_exit_presented(
    lamina_context *context, uint64_t exit, const lamina_presented_values *LAMINA_NULLABLE values) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
