/* Lamina: life, hierarchy, place and hits of nodes. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_NODE_H
#define LAMINA_NODE_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Node =============================================================== */
/* A node is the model: any thread may make, change and arrange nodes. Once a node stands on a surface, changes of its
 * properties are still welcome from any thread and show at the owner's next process; changes of its hierarchy
 * (children, spec) then belong to the owner thread and fail with LAMINA_ERROR_WRONG_THREAD elsewhere. */

typedef enum LAMINA_ENUM lamina_node_kind {
  LAMINA_NODE_KIND_DISPLAY = 0, /* a box with an optional drawing of your own */
  LAMINA_NODE_KIND_TEXT = 1
} lamina_node_kind;

/* Makes an empty display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_create(
    lamina_context *context, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Adds a reference and returns `node`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_node *LAMINA_NULLABLE lamina_node_retain(lamina_node *node) LAMINA_ANY_THREAD;

/* Drops a reference; a node that nobody holds is freed, with the children that only it holds. The memory of large trees
 * is freed by a worker, or in the next processes of a context that has none. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_node_release(lamina_node *LAMINA_NULLABLE node) LAMINA_ANY_THREAD;

/* The kind of a node; LAMINA_NODE_KIND_DISPLAY also for a bad handle. Since 0.1. */
LAMINA_API lamina_node_kind lamina_node_get_kind(lamina_node *node) LAMINA_ANY_THREAD;

/* Keeps your pointer with the node, replacing (and destroying) the one before. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_user_data(
    lamina_node *node, void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The pointer kept with the node; NULL when there is none or the handle is bad. Since 0.1. */
LAMINA_API void *LAMINA_NULLABLE lamina_node_get_user_data(lamina_node *node) LAMINA_ANY_THREAD;

/* Names the node, for messages and tools. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_name(
    lamina_node *node, const char *LAMINA_NULLABLE name, size_t length) LAMINA_ANY_THREAD;

/* Copies the name and a NUL into `buffer` as far as `capacity` goes (never splitting a character) and returns the whole
 * length in bytes without the NUL; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_read_name(
    lamina_node *node, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Appends `child`; does nothing when it is a child of `node` already (it keeps its place). Takes it from its present
 * parent otherwise. Fails with LAMINA_ERROR_CYCLE when `node` is `child` or stands below it,
 * LAMINA_ERROR_FOREIGN_CONTEXT, LAMINA_ERROR_INVALID_STATE when `child` is the root of a surface,
 * LAMINA_ERROR_WRONG_THREAD (see above). The tree is then as it was. The same holds for all functions of this group.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_add_child(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Puts `child` at `index` among the children of `node`, back to front. `index` is 0..child count; when `child` is
 * already a child of `node`, it must be below the child count, and is its place after the move.
 * LAMINA_ERROR_OUT_OF_RANGE otherwise. Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child(
    lamina_node *node, lamina_node *child, size_t index) LAMINA_ANY_THREAD;

/* Puts `child` right above (drawn after) `sibling`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT).
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_above(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Puts `child` right below (drawn before) `sibling`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT).
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_below(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Puts `replacement` in the place of `child`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT). A
 * replacement that is a child already moves into that place. Since 0.1. */
LAMINA_API lamina_status lamina_node_replace_child(
    lamina_node *node, lamina_node *child, lamina_node *replacement) LAMINA_ANY_THREAD;

/* Moves the child at `from` so that it stands at `to`; both below the child count (LAMINA_ERROR_OUT_OF_RANGE). Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_move_child(lamina_node *node, size_t from, size_t to) LAMINA_ANY_THREAD;

/* Removes the node from its parent; does nothing when it has none. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_from_parent(lamina_node *node) LAMINA_ANY_THREAD;

/* Removes all children. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_children(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_count(lamina_node *node) LAMINA_ANY_THREAD;

/* Hands out a reference to the child at `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_child(
    lamina_node *node, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* Hands out a reference to the parent, or NULL when there is none. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_parent(lamina_node *node, LAMINA_OUT(lamina_node) out_parent) LAMINA_ANY_THREAD;

/* Hands out the first node of this name among `root` and what is below it, a node before its children and these in
 * their order; NULL when there is none. The name as for lamina_node_set_name(); an empty one matches nothing. Linear in
 * the number of nodes visited. Since 0.1. */
LAMINA_API lamina_status lamina_node_find_named(
    lamina_node *root, const char *LAMINA_NULLABLE name, size_t length, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Whether `node` matches. It may call any LAMINA_ANY_THREAD function, even one that changes the tree. */
typedef bool (*lamina_node_match_fn)(
    lamina_node *node, void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* Hands out the first node for which `match` returns true, in the same order; NULL when there is none. It is called for
 * the nodes that existed when the call began and still do. Since 0.1. */
LAMINA_API lamina_status lamina_node_find_matching(
    lamina_node *root, lamina_node_match_fn match, void *LAMINA_NULLABLE user_data,
    LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Hands out the lowest common ancestor (a node counts as its own); NULL when they are in different trees. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_common_ancestor(
    lamina_node *node, lamina_node *other, LAMINA_OUT(lamina_node) out_ancestor) LAMINA_ANY_THREAD;

/* The place of `child` among the children of `node`; SIZE_MAX when it is not one, or for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_index(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Places the node in its parent; a parent's spec replaces the frame at the next layout. The size must be >= 0. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_frame(lamina_node *node, lamina_rect frame) LAMINA_ANY_THREAD;

/* The frame in the parent, as set or as the last applied layout left it; all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect lamina_node_get_frame(lamina_node *node) LAMINA_ANY_THREAD;

/* Moves the node so that its anchor stands at `position` in its parent: the frame's origin changes, its size stays.
 * Each number is finite, and so is the origin that follows, up to 10,000,000 (LAMINA_ERROR_INVALID_ARGUMENT). Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_position(lamina_node *node, lamina_point position) LAMINA_ANY_THREAD;

/* Where the node's anchor stands in the parent, by its frame; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_position(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the point of the node's coordinate space that is shown at its top left corner (the scroll offset of a node that
 * clips). Frames, layout, and what the node itself draws stay as they are; hits and lamina_node_convert_point() follow.
 * Each number is finite and up to 10,000,000 in size. Default: (0, 0). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_bounds_origin(lamina_node *node, lamina_point origin) LAMINA_ANY_THREAD;

/* The bounds origin; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_bounds_origin(lamina_node *node) LAMINA_ANY_THREAD;

/* Where `point` of `node` is in `to`, transforms included; both in logical units of the node's own space, whose point
 * at the top left corner is its bounds origin. NULL: the space around the root (the surface's, if shown).
 * LAMINA_ERROR_INVALID_ARGUMENT when the two nodes are not in one tree, LAMINA_ERROR_INVALID_STATE when the transform
 * of `to` or of a node above it cannot be inverted. Since 0.1. */
LAMINA_API lamina_status lamina_node_convert_point(
    lamina_node *node, lamina_point point, lamina_node *LAMINA_NULLABLE to, lamina_point *out_point) LAMINA_ANY_THREAD;

/* Hands out the topmost node at `point` of `root`, among `root` and all below it, or NULL. Skips hidden and fully
 * transparent nodes with all below them, and points outside a clipping ancestor's hit area; round corners count.
 * `out_point` takes the point in that node's space; it may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_hit_test(
    lamina_node *root, lamina_point point, LAMINA_OUT(lamina_node) out_node,
    lamina_point *LAMINA_NULLABLE out_point) LAMINA_ANY_THREAD;

/* Insets the node's hit rectangle (negative: enlarges it, for a small button that is easy to hit), which then has no
 * round corners. A clipping node clips hits of its descendants to this rectangle, not to its visible box (as in
 * Texture). What is painted stays the same. Default: all 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_hit_slop(lamina_node *node, lamina_insets slop) LAMINA_ANY_THREAD;

/* The insets of the hit rectangle; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_insets lamina_node_get_hit_slop(lamina_node *node) LAMINA_ANY_THREAD;

/* Copies a listing of the node and all below it, one to a line, with kinds, names, frames and what is unusual about
 * them, and a NUL into `buffer` as far as `capacity` goes (never splitting a character), and returns the whole length
 * in bytes without the NUL; 0 for a bad handle. For people: its form may change. Since 0.1. */
LAMINA_API size_t lamina_node_read_description(
    lamina_node *node, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
