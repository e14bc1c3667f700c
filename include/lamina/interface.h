/* Lamina: how close a node is to being visible. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_INTERFACE_H
#define LAMINA_INTERFACE_H

#include "base.h"

LAMINA_BEGIN

/* ==== Interface state ==================================================== */

/* How close a node is to being visible. Each flag implies those before it. */
typedef enum LAMINA_FLAGS lamina_interface_state {
  LAMINA_INTERFACE_STATE_NONE = 0,
  LAMINA_INTERFACE_STATE_MEASURED = 1 << 0,
  LAMINA_INTERFACE_STATE_PRELOAD = 1 << 1, /* time to load its contents */
  LAMINA_INTERFACE_STATE_DISPLAY = 1 << 2, /* its contents are drawn */
  LAMINA_INTERFACE_STATE_VISIBLE = 1 << 3
} lamina_interface_state;
LAMINA_FLAGS_OPERATORS(lamina_interface_state)

typedef enum LAMINA_ENUM lamina_interface_event {
  LAMINA_INTERFACE_EVENT_ENTER_PRELOAD = 0,
  LAMINA_INTERFACE_EVENT_EXIT_PRELOAD = 1, /* managed nodes only; one that leaves its surface keeps what it loaded */
  LAMINA_INTERFACE_EVENT_ENTER_DISPLAY = 2,
  LAMINA_INTERFACE_EVENT_EXIT_DISPLAY = 3,
  LAMINA_INTERFACE_EVENT_ENTER_VISIBLE = 4,
  LAMINA_INTERFACE_EVENT_EXIT_VISIBLE = 5,
  LAMINA_INTERFACE_EVENT_CHANGE = 6 /* the last event of each change */
} lamina_interface_event;

/* The interface state of `node` changed from `before` to `state`. Each change sends its events in the order of their
 * numbers, each to all observers in the order in which they were added. */
typedef void (*lamina_node_interface_fn)(
    lamina_node *node, lamina_interface_event event, lamina_interface_state state, lamina_interface_state before,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* The node's present interface state. What nobody manages has all flags on a surface, but not VISIBLE if the node or
 * an ancestor is hidden, and none elsewhere. Managed is what lamina_node_set_ranges() and
 * lamina_node_set_interface_state() say, with all below it. None for a bad handle. Since 0.1. */
LAMINA_API lamina_interface_state lamina_node_get_interface_state(lamina_node *node) LAMINA_ANY_THREAD;

/* Calls `observer` in the owner's process when the interface state has changed. Changes undone before that are not
 * reported, such as a move between two visible parents. A released node lives until its observers have been notified.
 * `out_observer` (may be NULL) receives a number for lamina_node_remove_interface_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_node_add_interface_observer(
    lamina_node *node, lamina_node_interface_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE if the node has none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_interface_observer(lamina_node *node, uint64_t observer) LAMINA_ANY_THREAD;

/* ==== Managed nodes ====================================================== */

/* How far ranges reach beyond what is seen, in screenfuls (the node's own size): in the direction in which its bounds
 * origin moved last (at first right and down) / behind. */
typedef enum LAMINA_ENUM lamina_range_mode {
  LAMINA_RANGE_MODE_FULL = 0,         /* display 1 / 0.5, preload 2.5 / 1.5, measured 2.5 / 2: for what is scrolled */
  LAMINA_RANGE_MODE_MIN = 1,          /* display 0.25 / 0.25, preload 0.5 / 0.25, measured 2 / 2: for a first screen */
  LAMINA_RANGE_MODE_VISIBLE_ONLY = 2, /* what is seen and no more */
  LAMINA_RANGE_MODE_LOW_MEMORY = 3,   /* the same; while the node is not visible, its children are at most preloaded */
  LAMINA_RANGE_MODE_CUSTOM = 4        /* the numbers of lamina_ranges */
} lamina_range_mode;

/* How near the children of a node are to being seen: by their frames, in the node's bounds. */
typedef struct lamina_ranges {
  size_t struct_size; /* sizeof(lamina_ranges) */
  lamina_range_mode mode;
  /* With LAMINA_RANGE_MODE_CUSTOM, 0 to 1,000 each. A range reaches at least as far as the one before. */
  double display_leading_screens;
  double display_trailing_screens;
  double preload_leading_screens;
  double preload_trailing_screens;
  double measured_leading_screens;
  double measured_trailing_screens;
} lamina_ranges;

#define LAMINA_RANGES_INIT { sizeof(lamina_ranges), LAMINA_RANGE_MODE_FULL, 0, 0, 0, 0, 0, 0 }

/* Has the node manage its children: one whose frame reaches into the node's bounds (its size, at its bounds origin, as
 * they are presented) is VISIBLE, and others are DISPLAY, PRELOAD and MEASURED by their distance from it, each with all
 * below it. A child without a size has no state. While the node itself is not visible, each child is one step farther,
 * and never nearer than the node (as in Texture). States follow when what is presented of the bounds changes, and the
 * frames and children, at a cost in proportion to what crosses the edge of a range.
 *
 * What is not DISPLAY is not drawn, and what ceases to be drops its contents at the next process, also its
 * placeholder; drawings of VISIBLE nodes go first, then the nearest, the direction of the last move before the other,
 * within each drawing priority. Below a rasterized node, all is drawn with it. MEASURED changes nothing by itself: it
 * tells observers what to prepare. Ranges do not limit layout.
 *
 * The node of a list (list.h) manages its rows so, along its axis, from the next process on: those in DISPLAY are
 * drawn, those in PRELOAD keep what was drawn and have their trees of nodes, and those in MEASURED are measured. While
 * its node is not visible, LOW_MEMORY also drops what is drawn of rows in view.
 *
 * NULL, the default: the node manages nothing, and a list decides by itself. LAMINA_ERROR_INVALID_ARGUMENT for an
 * unknown mode and a number that is not 0 to 1,000. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_ranges(
    lamina_node *node, const lamina_ranges *LAMINA_NULLABLE ranges) LAMINA_ANY_THREAD;

/* Fills `out_ranges` up to its struct_size, with the numbers of its mode, which is then LAMINA_RANGE_MODE_CUSTOM
 * unless it is one of the others. LAMINA_ERROR_INVALID_STATE if the node has no ranges. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_ranges(lamina_node *node, lamina_ranges *out_ranges) LAMINA_ANY_THREAD;

/* Sets how close the node, with all below it, is to being visible, in place of what its parent says: for a manager
 * that decides by itself. A flag sets those that it implies, too. On a surface, the node is never closer than its
 * parent, one step farther while that is not visible, and never VISIBLE when hidden; elsewhere it is PRELOAD at most.
 * Gates drawing as ranges do: PRELOAD clears the contents of all below it, NONE tells observers to let go of what they
 * loaded. LAMINA_ERROR_INVALID_ARGUMENT for unknown flags. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_interface_state(
    lamina_node *node, lamina_interface_state state) LAMINA_ANY_THREAD;

/* Leaves the node's state to its parent again. LAMINA_ERROR_INVALID_STATE if none was set. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_interface_state(lamina_node *node) LAMINA_ANY_THREAD;

LAMINA_END

#endif
