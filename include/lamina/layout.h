/* Lamina: layout callbacks, and layouts as values. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_LAYOUT_H
#define LAMINA_LAYOUT_H

#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#pragma GCC system_header /* else -Wpedantic complains where a node or spec is passed as a lamina_element */
#endif

#include "geometry.h"

LAMINA_BEGIN

/* ==== Layout ============================================================= */
/* Callbacks in place of a spec. A node is laid out by one of: a spec, a measure callback, a layout spec callback, a
 * layout callback. Setting one replaces the others; setting NULL removes only what the same function set. Text nodes
 * measure themselves (LAMINA_ERROR_UNSUPPORTED).
 *
 * The callbacks run during a layout pass: on a worker, or inside lamina_layout_create(), lamina_node_apply_layout(),
 * lamina_node_read_explanation() and, with a layout spec callback in the tree, lamina_node_render(). They may run on
 * several threads at once, even for one node, and no lock is held. `node` is borrowed until they return. Their results
 * are cached: they may depend only on their arguments and on data that does not change without
 * lamina_node_set_needs_layout(). They may call any LAMINA_ANY_THREAD function except lamina_layout_create(),
 * lamina_node_apply_layout(), lamina_node_render() and lamina_node_render_snapshot(), which fail with
 * LAMINA_ERROR_INVALID_STATE on that thread, and lamina_node_read_explanation(), which returns 0. They may make nodes
 * and set them up. Changing a node of the same tree invalidates the layout, and another pass follows; when 100 passes
 * in a row are due to nothing else, this is logged with the node's name, and the layout stays as it is until something
 * else changes.
 *
 * Sizes that are negative, not finite or above 10,000,000 count as 0 x 0 and are logged. A callback that fails says so
 * with lamina_node_set_layout_failure(). */

/* The result of a measure callback. Baselines are distances from the top; -1 = none, which means the top (first) or the
 * bottom (last). */
typedef struct lamina_measurement {
  size_t struct_size; /* sizeof(lamina_measurement) */
  lamina_size size;
  double first_baseline;
  double last_baseline;
} lamina_measurement;

#define LAMINA_MEASUREMENT_INIT { sizeof(lamina_measurement), { 0, 0 }, -1, -1 }

/* Measures a node without children. `range` includes the limits of the node's style; its maximum may be INFINITY. Fill
 * `out_measurement`, which is initialised with its INIT macro. The size is clamped to `range` and rounded up to whole
 * pixels. */
typedef void (*lamina_node_measure_fn)(
    lamina_node *node, lamina_size_range range, lamina_measurement *out_measurement,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Returns the spec to use within `range`, as a reference that Lamina takes over, or NULL for none. Its nodes become
 * children when the layout is applied, by the rules of lamina_node_set_spec(). Nodes that cannot (an ancestor of
 * `node`, the root of a surface) take no space. */
typedef lamina_spec *LAMINA_NULLABLE (*lamina_node_layout_spec_fn)(
    lamina_node *node, lamina_size_range range, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Measures and places the children through `pass`, which is valid until the callback returns, on its thread. Children
 * that get no frame, and their descendants, have a zero frame. */
typedef void (*lamina_node_layout_fn)(
    lamina_node *node, lamina_size_range range, lamina_layout_pass *pass,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Sets the callback that measures a node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_measure_callback(
    lamina_node *node, lamina_node_measure_fn LAMINA_NULLABLE measure, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the callback that creates the node's spec for the available space. LAMINA_ERROR_WRONG_THREAD on other threads
 * than the owner's if the node is on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_spec_callback(
    lamina_node *node, lamina_node_layout_spec_fn LAMINA_NULLABLE make_spec, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the callback that places the node's children, which you add yourself. LAMINA_ERROR_WRONG_THREAD on other threads
 * than the owner's if the node is on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_callback(
    lamina_node *node, lamina_node_layout_fn LAMINA_NULLABLE layout, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Says, within a measure, layout spec or layout callback of the node and on its thread, that the callback failed, with
 * a status that is not LAMINA_OK; numbers of your own are allowed. The layout goes on with what the callback returns.
 * lamina_layout_create(), lamina_node_apply_layout() and lamina_node_measure(), when they called it, fail with the
 * status; a picture gives it to `done`; the layout of a surface is logged, with the node's name. The first failure of a
 * layout counts, and a status of your own arrives as LAMINA_ERROR_BACKEND, with its number in the message.
 * LAMINA_ERROR_INVALID_STATE when no callback of the node is running on this thread. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_failure(lamina_node *node, lamina_status status) LAMINA_ANY_THREAD;

/* Invalidates the node's cached layout: its callback will run again. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_layout(lamina_node *node) LAMINA_ANY_THREAD;

/* Measures children with layouts of their own on all workers in parallel. The result is identical. Worthwhile for some
 * tens of children that take 20 us or more each. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_concurrent(lamina_node *node, bool concurrent) LAMINA_ANY_THREAD;

/* Whether children are measured in parallel; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_concurrent(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children to place; 0 for a bad handle. Functions of a layout pass work only inside its
 * lamina_node_layout_fn: LAMINA_ERROR_INVALID_HANDLE afterwards, LAMINA_ERROR_WRONG_THREAD on other threads. Since
 * 0.1. */
LAMINA_API size_t lamina_layout_pass_get_child_count(lamina_layout_pass *pass) LAMINA_ANY_THREAD;

/* Returns a reference to the child at `index`, back to front. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_copy_child(
    lamina_layout_pass *pass, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* Measures `child` within `range`, to which its style is applied. LAMINA_ERROR_INVALID_ARGUMENT if it is not a child of
 * the node. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_measure_child(
    lamina_layout_pass *pass, lamina_node *child, lamina_size_range range, lamina_size *out_size) LAMINA_ANY_THREAD;

/* Sets the frame of `child` in the node. The child's own layout is that of its last measurement with this size, or one
 * for exactly this size. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_set_child_frame(
    lamina_layout_pass *pass, lamina_node *child, lamina_rect frame) LAMINA_ANY_THREAD;

/* Sets the size of the node, clamped to its range. Default: zero. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_set_size(lamina_layout_pass *pass, lamina_size size) LAMINA_ANY_THREAD;

/* Lays out the tree below `root` on the calling thread and returns the result, without changing any node. (Trees on a
 * surface need no call: workers lay them out.) Visits only what changed since the last layout for the same range.
 * Layouts are immutable; several trees may be laid out at once. LAMINA_ERROR_OUT_OF_RANGE for elements nested more than
 * 20,000 levels deep, LAMINA_ERROR_INVALID_STATE inside a layout callback. Since 0.1. */
LAMINA_API lamina_status lamina_layout_create(
    lamina_node *root, lamina_size_range range, LAMINA_OUT(lamina_layout) out_layout) LAMINA_ANY_THREAD;

/* The size of the root; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_layout_get_size(lamina_layout *layout) LAMINA_ANY_THREAD;

/* The frame of `node` in its parent, in this layout. LAMINA_ERROR_OUT_OF_RANGE if the layout does not place it, or it
 * is below a node for which there was no space. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* The frame of `node` relative to the root or, below a node placed by hand, relative to that node.
 * LAMINA_ERROR_OUT_OF_RANGE as above. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_absolute_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* The number of nodes that the layout places, including the root but not the nodes below nodes placed by hand; 0 for a
 * bad handle. Since 0.1. */
LAMINA_API size_t lamina_layout_get_node_count(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Returns a reference to the node at `index` in painting order: 0 is the root, and each node comes before its
 * descendants. LAMINA_ERROR_OUT_OF_RANGE beyond the last, LAMINA_ERROR_INVALID_HANDLE if the node no longer exists.
 * Since 0.1. */
LAMINA_API lamina_status lamina_layout_copy_node(
    lamina_layout *layout, size_t index, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Returns a reference to the frontmost node of the layout whose frame contains `point`, in the root's coordinates; NULL
 * if there is none, or it no longer exists. Ignores clipping, opacity and hidden. Since 0.1. */
LAMINA_API lamina_status lamina_layout_hit_test(
    lamina_layout *layout, lamina_point point, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Gives the nodes their frames (the root: its size), and makes the nodes of specs from callbacks children. Skips nodes
 * that have left the tree, and frames that are already in place. LAMINA_ERROR_WRONG_THREAD on other threads than the
 * owner's if the root is on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_layout_apply(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Lays out the tree below `root` within `range`, on the calling thread, and gives its nodes their frames; the root
 * keeps its origin. Equivalent to creating a layout and applying it. Visits only what changed since the last time.
 * LAMINA_ERROR_WRONG_THREAD on other threads than the owner's if the root is on a surface, LAMINA_ERROR_INVALID_STATE
 * inside a layout callback, LAMINA_ERROR_OUT_OF_RANGE for a tree that is too deep. Since 0.1. */
LAMINA_API lamina_status lamina_node_apply_layout(lamina_node *root, lamina_size_range range) LAMINA_ANY_THREAD;

/* The size that `root` has within `range`, on the calling thread and without changing any node. Visits only what
 * changed since the last time. LAMINA_ERROR_OUT_OF_RANGE if the tree is too deep, LAMINA_ERROR_INVALID_STATE inside a
 * layout callback. Since 0.1. */
LAMINA_API lamina_status lamina_node_measure(
    lamina_node *root, lamina_size_range range, lamina_size *out_size) LAMINA_ANY_THREAD;

/* What happened to the layout of a node. */
typedef enum LAMINA_ENUM lamina_layout_event {
  LAMINA_LAYOUT_EVENT_LAID_OUT = 0,    /* an applied layout gave it another frame or arranged its children anew */
  LAMINA_LAYOUT_EVENT_SIZE = 1,        /* it has another size than the observer knows, by a layout or by hand */
  LAMINA_LAYOUT_EVENT_NATURAL_SIZE = 2 /* what its size would be is another, and nothing lays it out: see below */
} lamina_layout_event;

/* Something happened to the layout of `node`, whose size is `size` now. May call any function, also remove the node or
 * the observer. */
typedef void (*lamina_node_layout_event_fn)(
    lamina_node *node, lamina_layout_event event, lamina_size size,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `observer` in the owner's process when something has happened to the node's layout, after it was applied: the
 * events of a node in the order of their numbers, each to all observers in the order in which they were added, nodes
 * in the order in which something happened to them, and each event once for all that happened since the last time.
 *
 * LAMINA_LAYOUT_EVENT_NATURAL_SIZE is for nodes whose frame is set by hand, such as the cells of a list: in the range
 * in which the node was measured last (by lamina_node_measure(), or laid out by itself, where that left it a choice),
 * it has another size than it had then, or than the last such event was sent for. When something changes that the
 * measurement depends on (the style, the contents, something below that is not of a fixed size), a worker measures it
 * anew, and the event comes in a later process, without the others; lamina_node_measure() then gives that size at once.
 * Of a node that was never measured, and of one that cannot be, nobody knows: each change sends the event. A node on no
 * surface has the last two events. A released node lives until its observers have been notified.
 * `out_observer` (may be NULL) receives a number for lamina_node_remove_layout_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_node_add_layout_observer(
    lamina_node *node, lamina_node_layout_event_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer, which is not called any more. LAMINA_ERROR_INVALID_STATE if the node has none with this number.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_layout_observer(lamina_node *node, uint64_t observer) LAMINA_ANY_THREAD;

/* Adds a reference and returns `layout`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_layout *LAMINA_NULLABLE lamina_layout_retain(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_layout_release(lamina_layout *LAMINA_NULLABLE layout) LAMINA_ANY_THREAD;

/* Lays out the tree below `root` within `range`, on the calling thread and without changing it, and describes how
 * `element` got its size and place: its constraints, the effects of its style and its parent, and what was clamped; in
 * a flex layout the base size, growing and shrinking, minimums and alignment, with the sections of CSS Flexbox.
 * `element` is a node or spec of the tree, also in nested layouts; NULL (in C++ lamina_element()) lists all elements
 * with their sizes. Returns the length of the text; 0 for a bad handle, for an element that is not part of
 * the layout (such as a node in one that a callback lays out), for one that another thread removes meanwhile, and
 * inside a layout callback. For people: the format may change. Since 0.1. */
LAMINA_API size_t lamina_node_read_explanation(
    lamina_node *root, lamina_size_range range, lamina_element element, char *LAMINA_NULLABLE out_buffer,
    size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
