/* Lamina: nodes whose content scrolls. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_SCROLL_H
#define LAMINA_SCROLL_H

#include "animation.h"

LAMINA_BEGIN

/* ==== Scroll ============================================================= */
/* Any node can scroll what is below it. Its spec, or the one that its layout spec callback returns, may then be longer
 * than the node along the axes that scroll: it is laid out without a limit there, and made as long as the node if it is
 * shorter. The node itself takes all the room that it may along these axes; where there is no end to that, as in a
 * stack, what its content needs, and no more than its parent has. Children placed by hand, or by another layout, scroll
 * as far as their frames reach. From right to left, content reaches out of the node on the left, and offsets are 0 or
 * less.
 *
 * The offset is the point of the content at the node's corner. It is presented (presentation.h), in place of the
 * node's own bounds origin: nothing is laid out or drawn because something scrolls, hit tests follow, and it is shown
 * at the nearest device pixel. Events (event.h) scroll, and commands; what goes on by itself is where it is at the time
 * of each frame. Scrollers within each other hand over what they cannot use. The node of a list (list.h) is one, too.
 *
 * When a layout changes what is above or left of what is seen, the first child in view keeps its place; a fling goes
 * on. At the very beginning nothing is kept: what is put before comes into view. */

/* Axes of a plane. */
typedef enum LAMINA_FLAGS lamina_axes {
  LAMINA_AXES_NONE = 0,
  LAMINA_AXES_HORIZONTAL = 1 << 0,
  LAMINA_AXES_VERTICAL = 1 << 1
} lamina_axes;
LAMINA_FLAGS_OPERATORS(lamina_axes)

/* What happens at the ends of the content. */
typedef enum LAMINA_ENUM lamina_scroll_physics {
  LAMINA_SCROLL_PHYSICS_CLAMPING = 0, /* it stops there */
  LAMINA_SCROLL_PHYSICS_BOUNCING = 1  /* it runs past them and comes back */
} lamina_scroll_physics;

/* Where a scroller comes to rest (as in CSS Scroll Snap). */
typedef enum LAMINA_ENUM lamina_scroll_snap {
  LAMINA_SCROLL_SNAP_NONE = 0,
  LAMINA_SCROLL_SNAP_PROXIMITY = 1, /* where a child or point is aligned, if one is near: within a third of the node */
  LAMINA_SCROLL_SNAP_MANDATORY = 2  /* always where one is */
} lamina_scroll_snap;

/* Where something lies in what is seen. */
typedef enum LAMINA_ENUM lamina_scroll_alignment {
  LAMINA_SCROLL_ALIGNMENT_START = 0, /* it begins where the view begins */
  LAMINA_SCROLL_ALIGNMENT_CENTER = 1,
  LAMINA_SCROLL_ALIGNMENT_END = 2,    /* it ends where the view ends */
  LAMINA_SCROLL_ALIGNMENT_NEAREST = 3 /* where it comes by the shortest way; not for snapping */
} lamina_scroll_alignment;

/* What of a host's input a scroller takes. */
typedef enum LAMINA_FLAGS lamina_scroll_inputs {
  LAMINA_SCROLL_INPUTS_NONE = 0,
  LAMINA_SCROLL_INPUTS_DRAG = 1 << 0,
  LAMINA_SCROLL_INPUTS_WHEEL = 1 << 1,
  LAMINA_SCROLL_INPUTS_KEYS = 1 << 2
} lamina_scroll_inputs;
LAMINA_FLAGS_OPERATORS(lamina_scroll_inputs)

/* Bars at the edges that say where a scroller stands; a pointer moves them. Lamina paints them in
 * lamina_surface_composite(). A host with bars of its own has what it needs in lamina_scroll_state. */
typedef enum LAMINA_ENUM lamina_scroll_bars {
  LAMINA_SCROLL_BARS_AUTO = 0,   /* while it scrolls, and for a second after that; none while all is seen */
  LAMINA_SCROLL_BARS_ALWAYS = 1, /* as long as not all is seen */
  LAMINA_SCROLL_BARS_NONE = 2
} lamina_scroll_bars;

/* How a node scrolls. */
typedef struct lamina_scroll_options {
  size_t struct_size; /* sizeof(lamina_scroll_options) */
  lamina_axes axes;
  lamina_scroll_physics physics;
  lamina_insets insets;     /* more to scroll beyond the content; what is brought into view, and snaps, keeps off them.
                               Each 0 to 10,000,000 */
  lamina_size content_size; /* in place of what the layout finds, where it is not 0. Up to 1e15 */
  lamina_scroll_snap snap;
  lamina_scroll_alignment snap_alignment;      /* of children, or points */
  const double *LAMINA_NULLABLE snap_points;   /* offsets from the beginning of the content, copied; NULL: children */
  size_t snap_point_count;                     /* up to 100,000 */
  lamina_scroll_inputs inputs;
  lamina_scroll_bars bars;
  lamina_color bar_color;
  bool is_paging;  /* comes to rest at multiples of the node's size */
  bool hands_over; /* what it cannot use scrolls the scroller around it */
  bool locks_axis; /* with two axes, a finger that sets out along one of them stays on it */
  bool keeps_place; /* what is seen stays where it is when something before it changes */
} lamina_scroll_options;

#define LAMINA_SCROLL_OPTIONS_INIT                                                                                      \
  {                                                                                                                     \
    sizeof(lamina_scroll_options), LAMINA_AXES_VERTICAL, LAMINA_SCROLL_PHYSICS_CLAMPING, { 0, 0, 0, 0 }, { 0, 0 },             \
        LAMINA_SCROLL_SNAP_NONE, LAMINA_SCROLL_ALIGNMENT_START, NULL, 0,                                                \
        LAMINA_SCROLL_INPUTS_DRAG | LAMINA_SCROLL_INPUTS_WHEEL | LAMINA_SCROLL_INPUTS_KEYS, LAMINA_SCROLL_BARS_AUTO,    \
        { 0.5f, 0.5f, 0.5f, 0.7f }, false, true, true, true                                                             \
  }

/* Where a scroller stands. */
typedef struct lamina_scroll_state {
  size_t struct_size; /* sizeof(lamina_scroll_state) */
  lamina_axes axes;
  lamina_point offset; /* not limited to 10,000,000, and beyond the ends while it bounces */
  lamina_point min_offset;
  lamina_point max_offset;
  lamina_size view;      /* how much is seen */
  lamina_point velocity; /* of what moves by itself, units a second */
  bool is_dragged;       /* a pointer moves it */
  bool is_moving;        /* it moves by itself */
} lamina_scroll_state;

#define LAMINA_SCROLL_STATE_INIT                                                                              \
  {                                                                                                           \
    sizeof(lamina_scroll_state), LAMINA_AXES_NONE, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, false, false \
  }

/* Has the node scroll what is below it, and clip it. A node that scrolls already does so otherwise from now on, where
 * it stands. NULL ends it: the offset and observers go. The node of a list takes all but `axes`, `insets`,
 * `content_size`, `snap_points` and `keeps_place`, which the list has its own of, and snaps to its rows;
 * LAMINA_ERROR_INVALID_STATE for NULL there.
 * LAMINA_ERROR_INVALID_ARGUMENT for no axes, unknown flags and enums, and numbers outside their ranges. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_scroll(
    lamina_node *node, const lamina_scroll_options *LAMINA_NULLABLE options) LAMINA_OWNER_THREAD;

/* Where the node stands; what layouts have changed so far counts. LAMINA_ERROR_INVALID_STATE for a node that does not
 * scroll, here and below. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_scroll_state(
    lamina_node *node, lamina_scroll_state *out_state) LAMINA_OWNER_THREAD;

/* Scrolls to an offset, as far as there is content. NULL for `animation`: at once. Else in the time of frames, by a
 * curve or a spring, whose other options do not count; what moves already goes on from its velocity. What is scrolled
 * to before there is a layout ends at the beginning. LAMINA_ERROR_INVALID_ARGUMENT for an offset that is not finite,
 * options out of range, and a decay. Since 0.1. */
LAMINA_API lamina_status lamina_node_scroll_to(
    lamina_node *node, lamina_point offset,
    const lamina_animation_options *LAMINA_NULLABLE animation) LAMINA_OWNER_THREAD;

/* The same by a distance from where it stands. Since 0.1. */
LAMINA_API lamina_status lamina_node_scroll_by(
    lamina_node *node, lamina_point distance,
    const lamina_animation_options *LAMINA_NULLABLE animation) LAMINA_OWNER_THREAD;

/* Scrolls what stands above `node`, each scroller as far as it has to, until a rectangle of the node (NULL: all of it)
 * is seen. Places are those of frames: transforms do not count. A node that no scroller stands above is left as it is.
 * LAMINA_ERROR_INVALID_ARGUMENT for an unknown alignment, and as above. Since 0.1. */
LAMINA_API lamina_status lamina_node_scroll_into_view(
    lamina_node *node, const lamina_rect *LAMINA_NULLABLE rect, lamina_scroll_alignment alignment,
    const lamina_animation_options *LAMINA_NULLABLE animation) LAMINA_OWNER_THREAD;

/* A node stands elsewhere than in the last call, can scroll elsewhere, or has begun or ceased to move. */
typedef void (*lamina_node_scroll_fn)(
    lamina_node *node, const lamina_scroll_state *state, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `observer` at most once in each frame in which that is so, before changes are taken over: what it changes is
 * part of the frame. `out_observer` (may be NULL) receives a number for lamina_node_remove_scroll_observer(). Observers
 * go when the node ceases to scroll. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_scroll_observer(
    lamina_node *node, lamina_node_scroll_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer, which is not called any more. LAMINA_ERROR_INVALID_STATE if the node has none with this number.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_scroll_observer(lamina_node *node, uint64_t observer) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
