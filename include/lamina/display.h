/* Lamina: drawing callbacks, and how nodes are drawn. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_DISPLAY_H
#define LAMINA_DISPLAY_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Display ============================================================ */

/* Draws the contents of a node over transparent pixels, in logical units, with the node's top left corner at (0, 0) and
 * clipped to `size`. `scale` is pixels per unit and already applied to `cairo`. Check
 * lamina_canvas_is_cancelled(canvas) now and then in long drawings. Draw only from `user_data`, which other threads
 * must not change meanwhile. Allowed are cairo without text and any LAMINA_ANY_THREAD function. Do not draw text with
 * Pango or cairo, whose font cache is not thread-safe: use text nodes, or lamina_node_set_draws_text(). A status other
 * than LAMINA_OK leaves the old contents in place and is logged; the status of a cancelled drawing is ignored. A
 * cancelled drawing may overlap with the node's next one; they must not share writable data. Runs on the owner thread
 * for nodes that are not drawn asynchronously (lamina_node_set_displayed_asynchronously()). */
typedef lamina_status (*lamina_node_draw_fn)(
    lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The same for drawings that write pixels. `target` has the size of the node in pixels, ARGB32, initially transparent.
 * It is valid until the callback returns. */
typedef lamina_status (*lamina_node_draw_pixels_fn)(
    lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The same for drawings that provide a picture: pass it to lamina_canvas_set_image(), or call nothing for no
 * picture. */
typedef lamina_status (*lamina_node_draw_image_fn)(
    lamina_canvas *canvas, lamina_size size, double scale, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* A drawing of `node` is about to start. Each call is followed by one of lamina_node_did_display_fn, but possibly first
 * by that of an earlier, cancelled drawing: keep a counter, not a flag. */
typedef void (*lamina_node_will_display_fn)(
    lamina_node *node, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* The drawing ended. `finished` is true if it is shown, false if it was dropped (another one follows) or failed, which
 * is logged and leaves the node with what it showed before, or blank. */
typedef void (*lamina_node_did_display_fn)(
    lamina_node *node, bool finished, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Shown by a node while its contents are missing. */
typedef struct lamina_placeholder {
  size_t struct_size;   /* sizeof(lamina_placeholder) */
  lamina_color color;   /* fills the node's box; in a text node, a bar for each line */
  uint64_t fade_us;     /* how long the contents take to fade in; 0: they appear at once */
  bool persists;        /* shows also while the node has no contents, such as a picture that is still to come; not in
                           place of the bitmap of a rasterized subtree (lamina_node_set_rasterized()) */
  lamina_insets insets; /* of the bars of a text, in logical units */
  const char *LAMINA_NULLABLE fade_curve; /* how they fade: an easing function as in lamina_animation_options. NULL:
                                             "linear" */
  bool fades_changes;   /* contents that are drawn later fade in over those before, too, from what is shown: a text's
                           highlight, another picture. Not in another size, nor the frames of a picture that plays */
} lamina_placeholder;

#define LAMINA_PLACEHOLDER_INIT \
  { sizeof(lamina_placeholder), { 0.95f, 0.95f, 0.95f, 1 }, 0, false, { 1, 0, 1, 0 }, NULL, false }

/* Sets the drawing of a display node; NULL removes it. The old contents stay on screen until the new ones are drawn.
 * LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that writes pixels, replacing any other. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_pixels_callback(
    lamina_node *node, lamina_node_draw_pixels_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that provides a picture, replacing any other. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_image_callback(
    lamina_node *node, lamina_node_draw_image_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that is called on a worker before the node's contents are drawn, into the same pixels: below a text, a
 * picture or a drawing of any kind, redrawn with it. A node without contents shows none of it. Its canvas knows no
 * traits. It must not draw text (lamina_text_draw_cairo() does). NULL removes it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_before_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The same after the contents, above them. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_after_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Declares that the node's drawing draws text with Pango or cairo: no other thread of Lamina then creates or drops
 * fonts while it runs. Such drawings wait for one another, across all contexts: use text nodes where you can. Default:
 * false. LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draws_text(lamina_node *node, bool draws_text) LAMINA_ANY_THREAD;

/* Sets what the node shows on a surface until its drawing, picture or text has been drawn for the first time, and after
 * a memory budget has dropped it; not while contents on screen are redrawn. Contents and placeholder are never shown
 * together, except during a fade, on the clock of animations (lamina_context_set_motion_speed()), which begins when the
 * contents are there. NULL, the default, removes the placeholder and its drawing. Pictures without a surface have
 * no placeholders. LAMINA_ERROR_INVALID_ARGUMENT for a colour, insets or a curve that cannot be. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_placeholder(
    lamina_node *node, const lamina_placeholder *LAMINA_NULLABLE placeholder) LAMINA_ANY_THREAD;

/* Fills `out_placeholder` up to its struct_size. Without a placeholder, its colour is clear. `fade_curve` is valid
 * until this thread's next such call. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_placeholder(
    lamina_node *node, lamina_placeholder *out_placeholder) LAMINA_ANY_THREAD;

/* Gives the placeholder a drawing, above its colour; NULL removes it. A node without a placeholder gets one without a
 * colour. Runs on a worker before all other drawings, and again when the node's size changes. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_placeholder_draw_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Calls `will_display` before and `did_display` after each drawing of the node from now on, in the order in which
 * observers were added. One of the two may be NULL (LAMINA_ERROR_INVALID_ARGUMENT for both). `out_observer` (may be
 * NULL) receives a number for lamina_node_remove_display_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_node_add_display_observer(
    lamina_node *node, lamina_node_will_display_fn LAMINA_NULLABLE will_display,
    lamina_node_did_display_fn LAMINA_NULLABLE did_display, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer, which is not called any more. May be called in an observer. LAMINA_ERROR_INVALID_STATE if the
 * node has none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_display_observer(lamina_node *node, uint64_t observer) LAMINA_ANY_THREAD;

/* Invalidates the drawing. Several calls before the next process count as one. A running drawing is cancelled, but not
 * twice in a row, and finished contents are shown until newer ones are ready, so that a node that is invalidated faster
 * than it draws shows progress. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_display(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the priority of the node's drawings, including queued ones: higher ones begin first. Layouts begin before all
 * drawings, operations of transactions after the drawings of their priority. To prevent starvation, while several
 * priorities wait, one in eight pieces of work that the first worker takes is the oldest. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_drawing_priority(lamina_node *node, int32_t priority) LAMINA_ANY_THREAD;

/* The drawing priority; 0 for a bad handle. Since 0.1. */
LAMINA_API int32_t lamina_node_get_drawing_priority(lamina_node *node) LAMINA_ANY_THREAD;

/* Processes until the node and its descendants show their current contents, and draws these before all others. Does not
 * wait for contents that failed, are suspended, or were left out to keep to a budget. LAMINA_ERROR_TIMED_OUT after
 * `timeout_us` (UINT64_MAX = no limit); the missing contents follow as usual. LAMINA_ERROR_INVALID_STATE if the node is
 * not on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_node_wait_display(lamina_node *node, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Makes the contents of the node and its descendants appear in the same frame, when the last of them is ready. Default:
 * false, the surface's grouping applies (lamina_surface_set_grouping_limit_us()). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displayed_together(lamina_node *node, bool together) LAMINA_ANY_THREAD;

/* Whether lamina_node_set_displayed_together() is set on this node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_displayed_together(lamina_node *node) LAMINA_ANY_THREAD;

/* While true, the node's contents are not redrawn: a running drawing is dropped, and the contents on screen stay. When
 * it becomes false, they are drawn once. Does not affect descendants, lamina_node_render() and rasterized bitmaps.
 * Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_display_suspended(lamina_node *node, bool suspended) LAMINA_ANY_THREAD;

/* Whether display is suspended for this node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_display_suspended(lamina_node *node) LAMINA_ANY_THREAD;

/* The same for `root` and all descendants that it has now. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_subtree_suspended(lamina_node *root, bool suspended) LAMINA_ANY_THREAD;

/* What became of the drawings of a node and its descendants. */
typedef enum LAMINA_ENUM lamina_subtree_event {
  LAMINA_SUBTREE_EVENT_BEGIN = 0,   /* the first begins */
  LAMINA_SUBTREE_EVENT_COMPLETE = 1 /* none is running or waiting any more: all that could be drawn is shown */
} lamina_subtree_event;

/* The drawings of `root` and its descendants began or are complete. May call any function. */
typedef void (*lamina_node_subtree_fn)(
    lamina_node *root, lamina_subtree_event event, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `observer` at the end of a process in which drawings of `root` or its descendants began when none was running,
 * or the last of them ended; both, in this order, if all of it was in one process. With
 * lamina_node_set_displayed_together() that is when a group is about to change, and when it has. Ends with the node.
 * `out_observer` (may be NULL) receives a number for lamina_node_remove_subtree_observer(). See also
 * lamina_surface_add_complete_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_node_add_subtree_observer(
    lamina_node *root, lamina_node_subtree_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer, which is not called any more. LAMINA_ERROR_INVALID_STATE if the node has none with this number.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_subtree_observer(lamina_node *root, uint64_t observer) LAMINA_OWNER_THREAD;

/* Sets how long a process waits for the first contents of `root` and its descendants while it is visible
 * (lamina_node_get_interface_state()), so that they appear in the frame in which they come into sight, and never as
 * placeholders. Workers draw them before all others meanwhile. UINT64_MAX: as long as it takes. Also waits for layouts
 * of the surface that are due, but not for contents that are drawn anew, failed or are suspended. For the few nodes
 * that must never be seen empty: the owner thread does nothing else. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_display_patience_us(lamina_node *root, uint64_t patience_us) LAMINA_ANY_THREAD;

/* That time; 0 for a bad handle. Since 0.1. */
LAMINA_API uint64_t lamina_node_get_display_patience_us(lamina_node *root) LAMINA_ANY_THREAD;

/* Sets whether the node is drawn on a worker. If false, the owner thread draws it in the process that applies its
 * change, so that the change appears in the same frame and without a placeholder: for the few small nodes that must
 * never be late. Its drawing callback then runs on the owner thread and counts against the budget; each process draws
 * at least one. Such nodes do not display together with others. Default: true. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displayed_asynchronously(
    lamina_node *node, bool asynchronously) LAMINA_ANY_THREAD;

/* Whether the node is drawn on a worker; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_displayed_asynchronously(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets whether a change of size redraws the node. If false, a worker stretches the old bitmap and no drawing callback
 * runs: for nodes that change their size in every frame. Changed contents are drawn in any case. Default: true. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_redrawn_on_resize(lamina_node *node, bool needs) LAMINA_ANY_THREAD;

/* Whether a change of size redraws the node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_redrawn_on_resize(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws the node and its descendants into one bitmap on a surface: one layer instead of many, redrawn when anything in
 * it changes. The node's own opacity, transform and hidden property apply to that layer, so that moving, rotating and
 * fading it draws nothing. It looks the same except for edges between pixels, which are rounded from the node's corner.
 * The bitmap covers everything drawn below, however far from the node, up to 32,767 pixels a side and 256 MiB (or the
 * node's own box, if that is larger); beyond that it covers the part nearest to the node, and the limit is logged.
 * Events, layout and hit tests do not change; observers of descendants observe the drawings of the bitmap. Best set
 * before the node is shown, as it shows nothing until the bitmap is ready. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_rasterized(lamina_node *node, bool rasterized) LAMINA_ANY_THREAD;

/* Whether the node is rasterized; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_rasterized(lamina_node *node) LAMINA_ANY_THREAD;

/* Whether the drawing or operation of `canvas` is cancelled; true for a bad handle. For use in a lamina_node_draw_fn or
 * lamina_transaction_execute_fn. Since 0.1. */
LAMINA_API bool lamina_canvas_is_cancelled(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Whether the colour scheme of the drawn node is dark; false outside a drawing. A drawing is repeated when a trait
 * changes that it has read, here or with the two functions below. Since 0.1. */
LAMINA_API bool lamina_canvas_is_dark(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* The factor for text sizes of the drawn node; 1 outside a drawing. Since 0.1. */
LAMINA_API double lamina_canvas_get_text_size_factor(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* The tint of the drawn node; clear outside a drawing. Since 0.1. */
LAMINA_API lamina_color lamina_canvas_get_tint(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Sets the picture of a lamina_node_draw_image_fn, from the node's context. A picture of another size is stretched to
 * the node. The last call counts; NULL removes the picture. LAMINA_ERROR_INVALID_STATE outside such a callback. Since
 * 0.1. */
LAMINA_API lamina_status lamina_canvas_set_image(
    lamina_canvas *canvas, lamina_image *LAMINA_NULLABLE image) LAMINA_ANY_THREAD;

LAMINA_END

#endif
