/* Lamina: how close a node is to being visible. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_INTERFACE_H
#define LAMINA_INTERFACE_H

#include "base.h"

LAMINA_BEGIN

/* ==== Interface state ==================================================== */

/* How close a node is to being visible. */
typedef enum LAMINA_FLAGS lamina_interface_state {
  LAMINA_INTERFACE_STATE_NONE = 0,
  LAMINA_INTERFACE_STATE_MEASURED = 1 << 0,
  LAMINA_INTERFACE_STATE_PRELOAD = 1 << 1, /* time to load its contents */
  LAMINA_INTERFACE_STATE_DISPLAY = 1 << 2, /* it is drawn */
  LAMINA_INTERFACE_STATE_VISIBLE = 1 << 3
} lamina_interface_state;
LAMINA_FLAGS_OPERATORS(lamina_interface_state)

typedef enum LAMINA_ENUM lamina_interface_event {
  LAMINA_INTERFACE_EVENT_ENTER_PRELOAD = 0,
  LAMINA_INTERFACE_EVENT_EXIT_PRELOAD = 1, /* reserved, not sent yet: nodes keep what they loaded */
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

/* The node's present interface state: all flags on a surface, but not VISIBLE if the node or an ancestor is hidden;
 * none otherwise and for a bad handle. Since 0.1. */
LAMINA_API lamina_interface_state lamina_node_get_interface_state(lamina_node *node) LAMINA_ANY_THREAD;

/* Calls `observer` in the owner's process when the interface state has changed. Changes undone before that are not
 * reported, such as a move between two visible parents. A released node lives until its observers have been notified.
 * `out_observer` (may be NULL) receives a number for lamina_node_remove_interface_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_node_add_interface_observer(
    lamina_node *node, lamina_node_interface_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE if the node has none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_interface_observer(lamina_node *node, uint64_t observer) LAMINA_ANY_THREAD;

LAMINA_END

#endif
