/* Lamina: drawing callbacks, and when and how a node is drawn. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_DISPLAY_H
#define LAMINA_DISPLAY_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Display ============================================================ */

/* Draws the contents of a node, in logical units, the node's top left corner at (0, 0), clipped to its `size`, over
 * transparent pixels. `scale` is pixels per unit (already applied to `cairo`). Ask lamina_canvas_is_cancelled(canvas)
 * now and then in long drawings. Everything drawn must come from `user_data`, which other threads must not change
 * meanwhile. Do not draw text with Pango or cairo here (cairo's font cache is not safe on several threads): use text
 * nodes, or lamina_node_set_draws_text(). Allowed: cairo without text, any LAMINA_ANY_THREAD function. A status other
 * than LAMINA_OK leaves the old contents in place and is logged. If the drawing was cancelled, its status is ignored. A
 * cancelled drawing may overlap with the node's next one; they must not share writable data. It runs on the owner
 * thread where lamina_node_set_displayed_asynchronously() says so. */
typedef lamina_status (*lamina_node_draw_fn)(
    lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The same for drawings that write pixels: `target` has the size of the node in pixels, ARGB32, and is transparent at
 * first. It is valid until the callback returns. */
typedef lamina_status (*lamina_node_draw_pixels_fn)(
    lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The same for drawings that are pictures already: hand one over with lamina_canvas_set_image(), or none. */
typedef lamina_status (*lamina_node_draw_image_fn)(
    lamina_canvas *canvas, lamina_size size, double scale, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* A drawing of `node` is about to start. Always followed by one lamina_node_did_display_fn. That may belong to an
 * earlier, cancelled drawing; keep a counter, not a flag. */
typedef void (*lamina_node_will_display_fn)(
    lamina_node *node, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* The drawing ended. `finished` says that it is shown; false when it was dropped or failed. */
typedef void (*lamina_node_did_display_fn)(
    lamina_node *node, bool finished, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* What a node shows while its contents are missing. */
typedef struct lamina_placeholder {
  size_t struct_size;   /* sizeof(lamina_placeholder) */
  lamina_color color;   /* fills the node's box; of a text node a bar for each line */
  uint64_t fade_us;     /* how long the contents take to fade in; 0: they appear at once */
  bool persists;        /* it stays although the contents are there, or where the node has none; not in the place of a whole
                           subtree's bitmap (lamina_node_set_rasterized) */
  lamina_insets insets; /* taken from each bar of a text, in logical units */
} lamina_placeholder;

#define LAMINA_PLACEHOLDER_INIT \
  { sizeof(lamina_placeholder), { 0.95f, 0.95f, 0.95f, 1 }, 0, false, { 1, 0, 1, 0 } }

/* Sets the drawing of a display node; NULL removes it. The old contents stay on screen until the new are drawn.
 * LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that writes pixels, in the place of any other. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_pixels_callback(
    lamina_node *node, lamina_node_draw_pixels_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that hands over a picture, in the place of any other. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_image_callback(
    lamina_node *node, lamina_node_draw_image_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Says that the node's drawing draws text with Pango or cairo by itself: no other thread of Lamina makes or drops fonts
 * meanwhile. Such drawings wait for one another, in all contexts: use text nodes where you can. Default: false.
 * LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draws_text(lamina_node *node, bool draws_text) LAMINA_ANY_THREAD;

/* Sets what the node shows on a surface from the moment it is there until its drawing, picture or text is drawn for the
 * first time, and when that was dropped to keep a memory budget; not while contents that it shows are drawn anew.
 * Contents and placeholder are never shown both, but for the mix of a fade, which counts on the clock of
 * lamina_context_set_time_us(). NULL, the default: nothing, and no drawing of its own either. Pictures without a
 * surface have no placeholders. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_placeholder(
    lamina_node *node, const lamina_placeholder *LAMINA_NULLABLE placeholder) LAMINA_ANY_THREAD;

/* Fills `out_placeholder` up to its struct_size; without one its colour is clear. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_placeholder(
    lamina_node *node, lamina_placeholder *out_placeholder) LAMINA_ANY_THREAD;

/* Gives the placeholder a drawing of its own, above its colour, or with NULL removes it; a node without a placeholder
 * gets one without a colour. It runs on a worker before all other drawings, and again when the node's size changes.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_placeholder_draw_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Calls `will_display` before each drawing of the node from now on and `did_display` after it, in the order in which
 * observers were added; either may be NULL. `out_observer`, which may be NULL, gets a number for
 * lamina_node_remove_display_observer(). LAMINA_ERROR_INVALID_ARGUMENT when both are NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_display_observer(
    lamina_node *node, lamina_node_will_display_fn LAMINA_NULLABLE will_display,
    lamina_node_did_display_fn LAMINA_NULLABLE did_display, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer, which is not called any more; also from within an observer. LAMINA_ERROR_INVALID_STATE when the
 * node has none of this number. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_display_observer(lamina_node *node, uint64_t observer) LAMINA_ANY_THREAD;

/* Invalidates the drawing; many calls before the next process count as one. A drawing under way is cancelled, but not
 * twice in a row, and finished contents are shown until newer ones are there: a node that is invalidated faster than it
 * draws shows progress. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_display(lamina_node *node) LAMINA_ANY_THREAD;

/* Drawings of nodes with a higher priority begin first; applies to queued drawings, too. Layouts begin before all
 * drawings, operations of transactions after the drawings of their priority. So that nothing starves, every eighth that
 * the first worker takes while several priorities wait is the oldest. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_drawing_priority(lamina_node *node, int32_t priority) LAMINA_ANY_THREAD;

/* The drawing priority; 0 for a bad handle. Since 0.1. */
LAMINA_API int32_t lamina_node_get_drawing_priority(lamina_node *node) LAMINA_ANY_THREAD;

/* Processes until the node and all below it show what they want to show, their drawings before all others; what has
 * failed, is suspended, or was left out to keep to a budget is not waited for. LAMINA_ERROR_TIMED_OUT after
 * `timeout_us` (UINT64_MAX = no limit): what is not there yet follows as usual. LAMINA_ERROR_INVALID_STATE when the
 * node is on no surface. Since 0.1. */
LAMINA_API lamina_status lamina_node_wait_display(lamina_node *node, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Makes the contents of the node and of all below it appear in the same frame, when the last of them is drawn. Default:
 * false, the surface's grouping applies (lamina_surface_set_grouping_limit_us()). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displayed_together(lamina_node *node, bool together) LAMINA_ANY_THREAD;

/* Whether lamina_node_set_displayed_together() is set on this node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_displayed_together(lamina_node *node) LAMINA_ANY_THREAD;

/* While set, the node's contents are not redrawn: a drawing under way is dropped, and what is shown stays. When it is
 * taken back, they are drawn once. Descendants, lamina_node_render() and rasterized bitmaps are not affected. Default:
 * false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_display_suspended(lamina_node *node, bool suspended) LAMINA_ANY_THREAD;

/* Whether display is suspended by this node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_display_suspended(lamina_node *node) LAMINA_ANY_THREAD;

/* Whether the node is drawn on a worker. When not, it is drawn on the owner thread, within the process that takes its
 * change over, so that both are seen in one frame, without a placeholder: for the few small things that must never be
 * late. Its drawing callback then runs there, and counts against the budget; one is drawn in each process at least. It
 * displays together with no others. Default: true. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displayed_asynchronously(
    lamina_node *node, bool asynchronously) LAMINA_ANY_THREAD;

/* Whether the node is drawn on a worker; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_displayed_asynchronously(lamina_node *node) LAMINA_ANY_THREAD;

/* Whether a size change triggers a redraw; if not, the old bitmap is stretched, on a worker, and no drawing callback
 * runs: for nodes that change their size in every frame. Contents that change are drawn in any case. Default: true.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_redrawn_on_resize(lamina_node *node, bool needs) LAMINA_ANY_THREAD;

/* Whether a size change triggers a redraw; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_redrawn_on_resize(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws the node and all that is below it into one bitmap on a surface: one layer instead of many, drawn anew when
 * anything in it changes. Opacity and transform of the node itself, and whether it is hidden, stay its layer's, so that
 * moving, rotating and fading it needs no drawing. It looks the same but for edges that do not lie on whole pixels,
 * which are rounded from the node's corner. The bitmap covers all that is drawn below, however far from the node; of
 * more than 32,767 pixels a side or 256 MiB (or the node's own box, if that is larger) what is nearest to the node, and
 * the log says so. Events, layout and hits know no difference; observers of drawings below hear of those of the bitmap.
 * Best set before the node is shown, as it shows nothing until the bitmap is there. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_rasterized(lamina_node *node, bool rasterized) LAMINA_ANY_THREAD;

/* Whether the node is rasterized; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_rasterized(lamina_node *node) LAMINA_ANY_THREAD;

/* Whether the drawing that `canvas` belongs to is no longer wanted; true for a bad handle. For use in a
 * lamina_node_draw_fn or lamina_operation_execute_fn. Since 0.1. */
LAMINA_API bool lamina_canvas_is_cancelled(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Whether the surroundings of the node that is drawn are dark. A drawing is repeated when something changes that it has
 * read, here or with the two functions below; what it never reads does not matter to it. false outside a drawing. Since
 * 0.1. */
LAMINA_API bool lamina_canvas_is_dark(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* The factor that multiplies text sizes at the node that is drawn; 1 outside a drawing. Since 0.1. */
LAMINA_API double lamina_canvas_get_text_size_factor(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* The tint in force at the node that is drawn; clear outside a drawing. Since 0.1. */
LAMINA_API lamina_color lamina_canvas_get_tint(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Hands over the picture of a lamina_node_draw_image_fn, of the node's context. It is stretched to the node when it has
 * another size, as the image of a node is. The last picture counts; NULL removes it. LAMINA_ERROR_INVALID_STATE outside
 * such a callback. Since 0.1. */
LAMINA_API lamina_status lamina_canvas_set_image(
    lamina_canvas *canvas, lamina_image *LAMINA_NULLABLE image) LAMINA_ANY_THREAD;

LAMINA_END

#endif
