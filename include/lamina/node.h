/* Lamina: creation, hierarchy, geometry and hit testing of nodes. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_NODE_H
#define LAMINA_NODE_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Node =============================================================== */
/* Nodes are the model. Any thread may create them, change them and build trees. Once a node is on a surface, any thread
 * may still change its properties, which shows at the owner's next process; but only the owner thread may change its
 * hierarchy (children, spec): LAMINA_ERROR_WRONG_THREAD on other threads. */

typedef enum LAMINA_ENUM lamina_node_kind {
  LAMINA_NODE_KIND_DISPLAY = 0, /* a box with an optional drawing of your own */
  LAMINA_NODE_KIND_TEXT = 1
} lamina_node_kind;

/* Creates an empty display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_create(
    lamina_context *context, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Adds a reference and returns `node`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_node *LAMINA_NULLABLE lamina_node_retain(lamina_node *node) LAMINA_ANY_THREAD;

/* Drops a reference. A node that nothing else holds is freed, with the children that only it holds. A worker frees the
 * memory of large trees; in a context without workers, the next processes do. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_node_release(lamina_node *LAMINA_NULLABLE node) LAMINA_ANY_THREAD;

/* The kind of a node; LAMINA_NODE_KIND_DISPLAY also for a bad handle. Since 0.1. */
LAMINA_API lamina_node_kind lamina_node_get_kind(lamina_node *node) LAMINA_ANY_THREAD;

/* Stores a pointer of yours with the node, replacing (and destroying) the previous one. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_user_data(
    lamina_node *node, void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The pointer stored with the node; NULL if there is none, and for a bad handle. Since 0.1. */
LAMINA_API void *LAMINA_NULLABLE lamina_node_get_user_data(lamina_node *node) LAMINA_ANY_THREAD;

/* Names the node, for messages and tools. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_name(
    lamina_node *node, const char *LAMINA_NULLABLE name, size_t length) LAMINA_ANY_THREAD;

/* Writes the name and returns its length; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_read_name(
    lamina_node *node, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Appends `child`, after removing it from its parent if it has one. A child of `node` keeps its place. Fails with
 * LAMINA_ERROR_CYCLE if `node` is `child` or a descendant of it, LAMINA_ERROR_FOREIGN_CONTEXT,
 * LAMINA_ERROR_INVALID_STATE if `child` is the root of a surface, LAMINA_ERROR_WRONG_THREAD (see above). The tree is
 * then unchanged. The same errors apply to all functions of this group. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_child(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Inserts `child` at `index` among the children of `node`, which are ordered back to front. `index` is 0..child count.
 * If `child` is already a child of `node`, `index` is its place after the move and must be below the child count.
 * LAMINA_ERROR_OUT_OF_RANGE otherwise. Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child(
    lamina_node *node, lamina_node *child, size_t index) LAMINA_ANY_THREAD;

/* Inserts `child` directly above (drawn after) `sibling`, which must be a child of `node`
 * (LAMINA_ERROR_INVALID_ARGUMENT). Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_above(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Inserts `child` directly below (drawn before) `sibling`, which must be a child of `node`
 * (LAMINA_ERROR_INVALID_ARGUMENT). Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_below(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Replaces `child`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT), with `replacement`. A replacement
 * that is already a child moves to that place. Since 0.1. */
LAMINA_API lamina_status lamina_node_replace_child(
    lamina_node *node, lamina_node *child, lamina_node *replacement) LAMINA_ANY_THREAD;

/* Moves the child at index `from` to index `to`; both below the child count (LAMINA_ERROR_OUT_OF_RANGE). Since 0.1. */
LAMINA_API lamina_status lamina_node_move_child(lamina_node *node, size_t from, size_t to) LAMINA_ANY_THREAD;

/* Removes the node from its parent, if it has one. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_from_parent(lamina_node *node) LAMINA_ANY_THREAD;

/* Removes all children. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_children(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_count(lamina_node *node) LAMINA_ANY_THREAD;

/* Returns a reference to the child at `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_child(
    lamina_node *node, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* Returns a reference to the parent, or NULL if there is none. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_parent(lamina_node *node, LAMINA_OUT(lamina_node) out_parent) LAMINA_ANY_THREAD;

/* Returns a reference to the first node with this name among `root` and its descendants, in depth-first order; NULL if
 * there is none. An empty name matches nothing. Linear in the number of nodes visited. Since 0.1. */
LAMINA_API lamina_status lamina_node_find_named(
    lamina_node *root, const char *LAMINA_NULLABLE name, size_t length, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Returns whether `node` matches. May call any LAMINA_ANY_THREAD function, even one that changes the tree. */
typedef bool (*lamina_node_match_fn)(
    lamina_node *node, void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* Returns a reference to the first node for which `match` returns true, in the same order; NULL if there is none.
 * `match` is called for nodes that existed when the call began and still exist. Since 0.1. */
LAMINA_API lamina_status lamina_node_find_matching(
    lamina_node *root, lamina_node_match_fn match, void *LAMINA_NULLABLE user_data,
    LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Returns a reference to the lowest common ancestor (a node is an ancestor of itself); NULL if they are in different
 * trees. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_common_ancestor(
    lamina_node *node, lamina_node *other, LAMINA_OUT(lamina_node) out_ancestor) LAMINA_ANY_THREAD;

/* The index of `child` among the children of `node`; SIZE_MAX if it is not a child, and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_index(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Sets the node's frame in its parent. A parent's spec replaces it at the next layout. The size must be >= 0. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_frame(lamina_node *node, lamina_rect frame) LAMINA_ANY_THREAD;

/* The frame in the parent, as set or as applied by the last layout; all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect lamina_node_get_frame(lamina_node *node) LAMINA_ANY_THREAD;

/* Moves the node so that its anchor is at `position` in its parent: changes the frame's origin, but not its size.
 * LAMINA_ERROR_INVALID_ARGUMENT unless both numbers and the resulting origin are finite and at most 10,000,000 in
 * absolute value. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_position(lamina_node *node, lamina_point position) LAMINA_ANY_THREAD;

/* The position of the node's anchor in its parent, computed from the frame; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_position(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the point of the node's coordinate space that is shown at its top left corner (the scroll offset of a clipping
 * node). Frames, layout and the node's own drawing do not change; hit tests and lamina_node_convert_point() follow.
 * Default: (0, 0). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_bounds_origin(lamina_node *node, lamina_point origin) LAMINA_ANY_THREAD;

/* The bounds origin; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_bounds_origin(lamina_node *node) LAMINA_ANY_THREAD;

/* Converts `point` from the space of `node` to that of `to`, including transforms. A node's space has its bounds origin
 * at the top left corner. `to` NULL: the space around the root (the surface's, if it is shown).
 * LAMINA_ERROR_INVALID_ARGUMENT if the nodes are in different trees, LAMINA_ERROR_INVALID_STATE if the transform of
 * `to` or of an ancestor cannot be inverted. Since 0.1. */
LAMINA_API lamina_status lamina_node_convert_point(
    lamina_node *node, lamina_point point, lamina_node *LAMINA_NULLABLE to, lamina_point *out_point) LAMINA_ANY_THREAD;

/* Returns a reference to the topmost node at `point` of `root`, among `root` and its descendants, or NULL. Skips
 * hidden, fully transparent and not interactive nodes with their descendants, and points outside a clipping ancestor's
 * hit area, including its rounded corners. `point` is in the space of `root`: the top left corner of a root that is
 * scrolled is its bounds origin, which is added to a point of the surface or window first. `out_point` (may be NULL)
 * receives the point in the space of the node that was hit. Since 0.1. */
LAMINA_API lamina_status lamina_node_hit_test(
    lamina_node *root, lamina_point point, LAMINA_OUT(lamina_node) out_node,
    lamina_point *LAMINA_NULLABLE out_point) LAMINA_ANY_THREAD;

/* The same with all ancestors: writes the topmost node at `point` first and `root` last, each with a reference. Without
 * a hit the count is 0. Either output may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_hit_test_path(
    lamina_node *root, lamina_point point, lamina_node *LAMINA_NULLABLE *LAMINA_NULLABLE out_nodes, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_ANY_THREAD;

/* Sets whether hit tests find the node and its descendants; points there find what lies behind them. Default: true.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_interactive(lamina_node *node, bool interactive) LAMINA_ANY_THREAD;

/* Whether hit tests find the node, unless an ancestor is not interactive; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_interactive(lamina_node *node) LAMINA_ANY_THREAD;

/* Insets the node's hit rectangle; negative insets enlarge it, which makes small buttons easy to hit. The rectangle
 * then has no rounded corners. A clipping node clips hits of its descendants to this rectangle, not to its visible box
 * (as in Texture). Painting does not change. Default: all 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_hit_slop(lamina_node *node, lamina_insets slop) LAMINA_ANY_THREAD;

/* The insets of the hit rectangle; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_insets lamina_node_get_hit_slop(lamina_node *node) LAMINA_ANY_THREAD;

/* Writes a listing of the node and its descendants, one on each line, with kinds, names, frames and properties that are
 * not at their defaults, and returns its length; 0 for a bad handle. For people: the format may change. Since 0.1. */
LAMINA_API size_t lamina_node_read_description(
    lamina_node *node, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
