/* Lamina: layout callbacks, and layouts as values. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_LAYOUT_H
#define LAMINA_LAYOUT_H

#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#pragma GCC system_header /* else -Wpedantic complains where a node or spec is passed as a lamina_element */
#endif

#include "geometry.h"

LAMINA_BEGIN

/* ==== Layout ============================================================= */
/* Callbacks instead of a spec. A node is laid out by one of: a spec, a measure callback, a layout spec callback, a
 * layout callback. Setting one replaces the others; setting NULL removes only what the same function set. Text nodes
 * measure themselves (LAMINA_ERROR_UNSUPPORTED).
 *
 * The callbacks run during a layout pass: on a worker, or inside lamina_layout_create(), lamina_node_apply_layout(),
 * lamina_node_read_explanation() and, with a layout spec callback in the tree, lamina_node_render(). They may run on
 * several threads at once, for one node too, and no lock is held. `node` is borrowed until they return. Their results
 * are cached: they must depend on nothing but their arguments and on data that does not change without
 * lamina_node_set_needs_layout(). They may call every LAMINA_ANY_THREAD function but, on that thread,
 * lamina_layout_create(), lamina_node_apply_layout(), lamina_node_render() and lamina_node_render_snapshot(), which
 * fail with LAMINA_ERROR_INVALID_STATE there, and lamina_node_read_explanation(), which returns 0. A change that they
 * make to a node of the same tree invalidates the layout, and another pass follows.
 *
 * Numbers that are not finite, negative sizes and sizes above 10,000,000 are taken as 0 x 0, and the log says so. */

/* The result of a measure callback. Baselines are distances from the top; -1 = none, which counts as the top (first) or
 * the bottom (last). */
typedef struct lamina_measurement {
  size_t struct_size; /* sizeof(lamina_measurement) */
  lamina_size size;
  double first_baseline;
  double last_baseline;
} lamina_measurement;

#define LAMINA_MEASUREMENT_INIT { sizeof(lamina_measurement), { 0, 0 }, -1, -1 }

/* Measures a node without children of its own. `range` includes the node's style; its maximum may be INFINITY. Fill
 * `out_measurement`, which holds the values of its INIT macro; the size is moved into `range` and rounded up to whole
 * pixels. */
typedef void (*lamina_node_measure_fn)(
    lamina_node *node, lamina_size_range range, lamina_measurement *out_measurement,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Returns the spec to use within `range`, a reference that Lamina takes over, or NULL for none. The spec's nodes become
 * children when the layout is applied, by the rules of lamina_node_set_spec(); those that cannot (a node above this
 * one, the root of a surface) take no room. */
typedef lamina_spec *LAMINA_NULLABLE (*lamina_node_layout_spec_fn)(
    lamina_node *node, lamina_size_range range, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Measures the children and places them itself through `pass`, which is valid until the callback returns, on its
 * thread. A child that is given no frame gets a zero frame, as do all below it. */
typedef void (*lamina_node_layout_fn)(
    lamina_node *node, lamina_size_range range, lamina_layout_pass *pass,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Sets the callback that measures a node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_measure_callback(
    lamina_node *node, lamina_node_measure_fn LAMINA_NULLABLE measure, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the callback that makes a node's spec for the available space. LAMINA_ERROR_WRONG_THREAD for a node on a surface
 * off the owner thread. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_spec_callback(
    lamina_node *node, lamina_node_layout_spec_fn LAMINA_NULLABLE make_spec, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the callback that places a node's children, which are put in by hand. LAMINA_ERROR_WRONG_THREAD for a node on a
 * surface off the owner thread. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_callback(
    lamina_node *node, lamina_node_layout_fn LAMINA_NULLABLE arrange, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Invalidates the cached layout of the node: its callback will be called again. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_layout(lamina_node *node) LAMINA_ANY_THREAD;

/* Measures children that have layouts of their own on all workers at once. The result is the same to the bit;
 * worthwhile for some tens of children that take 20 us and more each. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_concurrent(lamina_node *node, bool concurrent) LAMINA_ANY_THREAD;

/* Whether the children are measured concurrently; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_concurrent(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children to place; 0 for a bad handle. Like all functions of a layout pass, for use inside a
 * lamina_node_layout_fn: LAMINA_ERROR_INVALID_HANDLE after it, LAMINA_ERROR_WRONG_THREAD on other threads. Since 0.1. */
LAMINA_API size_t lamina_layout_pass_get_child_count(lamina_layout_pass *pass) LAMINA_ANY_THREAD;

/* Hands out a reference to the child at `index`, back to front. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_copy_child(
    lamina_layout_pass *pass, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* How large `child` is within `range`, which its style is applied to. LAMINA_ERROR_INVALID_ARGUMENT when it is no child
 * of the node that is laid out. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_measure_child(
    lamina_layout_pass *pass, lamina_node *child, lamina_size_range range, lamina_size *out_size) LAMINA_ANY_THREAD;

/* Gives `child` its frame in the node. What is below it is laid out as when it was measured with this size last, else
 * for exactly this size. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_set_child_frame(
    lamina_layout_pass *pass, lamina_node *child, lamina_rect frame) LAMINA_ANY_THREAD;

/* Sets the size of the node itself, which is clamped to the range. Default: zero. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_set_size(lamina_layout_pass *pass, lamina_size size) LAMINA_ANY_THREAD;

/* Lays the tree below `root` out on the calling thread and hands out the result, without changing any node. (Nodes on a
 * surface need no call: they are laid out on workers.) Only what changed since the last layout for the same range is
 * visited: without a change that takes no time. Layouts are immutable; several trees may be laid out at once.
 * LAMINA_ERROR_OUT_OF_RANGE for elements nested more than 20,000 deep, LAMINA_ERROR_INVALID_STATE inside a layout
 * callback. Since 0.1. */
LAMINA_API lamina_status lamina_layout_create(
    lamina_node *root, lamina_size_range range, LAMINA_OUT(lamina_layout) out_layout) LAMINA_ANY_THREAD;

/* The size of the root; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_layout_get_size(lamina_layout *layout) LAMINA_ANY_THREAD;

/* The frame of `node` relative to its parent in this layout. LAMINA_ERROR_OUT_OF_RANGE when it is not part of it:
 * nothing places it, or it is below a node for which there was no room. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* The frame of `node` relative to the root; for what stands below a node that was placed by hand, relative to that.
 * LAMINA_ERROR_OUT_OF_RANGE as above. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_absolute_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* The number of nodes that the layout places, the root included, those below nodes placed by hand not; 0 for a bad
 * handle. Since 0.1. */
LAMINA_API size_t lamina_layout_get_node_count(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Hands out a reference to the node at `index` in painting order: the root is 0, each node comes before what is in it.
 * LAMINA_ERROR_OUT_OF_RANGE beyond the last, LAMINA_ERROR_INVALID_HANDLE when the node has gone since. Since 0.1. */
LAMINA_API lamina_status lamina_layout_copy_node(
    lamina_layout *layout, size_t index, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Hands out a reference to the frontmost node of the layout whose frame holds `point`, in the root's coordinates; NULL
 * when there is none, or it has gone since. Clips, opacity and hiding are not looked at. Since 0.1. */
LAMINA_API lamina_status lamina_layout_hit_test(
    lamina_layout *layout, lamina_point point, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Gives the nodes the frames of the layout (the root: its size), and makes the nodes of specs that callbacks made
 * children. Nodes that left the tree since are passed over, and frames that are in place already.
 * LAMINA_ERROR_WRONG_THREAD off the owner thread when the root is on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_layout_apply(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Lays the tree below `root` out on the calling thread, within `range`, and gives its nodes their frames; the root
 * keeps its origin. The same as creating a layout and applying it, without one to keep. What did not change since the
 * last time is not visited. LAMINA_ERROR_WRONG_THREAD off the owner thread when the root is on a surface,
 * LAMINA_ERROR_INVALID_STATE from within a layout callback, LAMINA_ERROR_OUT_OF_RANGE for a tree that is too deep.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_apply_layout(lamina_node *root, lamina_size_range range) LAMINA_ANY_THREAD;

/* Adds a reference and returns `layout`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_layout *LAMINA_NULLABLE lamina_layout_retain(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_layout_release(lamina_layout *LAMINA_NULLABLE layout) LAMINA_ANY_THREAD;

/* Lays out the tree below `root` within `range`, on the calling thread and without changing it, and copies how
 * `element` came to its size and place: its constraints, what its style and its parent decided, what was clamped; in a
 * flex layout the base size, what was shared out, minimums and alignment, with the sections of CSS Flexbox that say so.
 * `element` is a node or spec of the tree, of the layouts inside of others too; NULL (in C++ lamina_element()) lists
 * all elements with their sizes. Copies and returns as lamina_node_read_description() does; 0 also for an element that
 * is not part of the layout, such as nodes inside one that a callback lays out, for one that another thread removes
 * meanwhile, and inside a layout callback. For people: its form may change. Since 0.1. */
LAMINA_API size_t lamina_node_read_explanation(
    lamina_node *root, lamina_size_range range, lamina_element element, char *LAMINA_NULLABLE buffer,
    size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
