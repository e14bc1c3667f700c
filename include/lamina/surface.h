/* Lamina: where a root node is shown. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_SURFACE_H
#define LAMINA_SURFACE_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Surface ============================================================ */
/* Where a root node is shown. The host owns the pixels. */

/* Makes a surface of `size` logical units; size * scale rounds to 1..32767 pixels a side, scale is 0.1..16. Since 0.1. */
LAMINA_API lamina_status lamina_surface_create(
    lamina_context *context, lamina_size size, double scale, LAMINA_OUT(lamina_surface) out_surface) LAMINA_OWNER_THREAD;

/* Adds a reference and returns `surface`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_surface *LAMINA_NULLABLE lamina_surface_retain(lamina_surface *surface) LAMINA_ANY_THREAD;

/* Drops a reference; the last one releases the root at the owner's next process. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_surface_release(lamina_surface *LAMINA_NULLABLE surface) LAMINA_ANY_THREAD;

/* Shows `root` (NULL: nothing), sized to the surface. LAMINA_ERROR_INVALID_STATE when it has a parent or is on another
 * surface. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_root(
    lamina_surface *surface, lamina_node *LAMINA_NULLABLE root) LAMINA_OWNER_THREAD;

/* Gives the surface another size or scale; layout and drawing follow, the old contents stay until then. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_size(
    lamina_surface *surface, lamina_size size, double scale) LAMINA_OWNER_THREAD;

/* The size in device pixels (x and y are 0); all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect_px lamina_surface_get_bounds_px(lamina_surface *surface) LAMINA_ANY_THREAD;

/* The size in logical units, as it was set; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_surface_get_size(lamina_surface *surface) LAMINA_ANY_THREAD;

/* The device pixels per logical unit, as they were set; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_surface_get_scale(lamina_surface *surface) LAMINA_ANY_THREAD;

/* Hands out a reference to the root, or NULL when the surface shows nothing. Since 0.1. */
LAMINA_API lamina_status lamina_surface_copy_root(
    lamina_surface *surface, LAMINA_OUT(lamina_node) out_root) LAMINA_ANY_THREAD;

/* Makes all drawings that one process starts on the surface appear in the same frame, when the last of them is there.
 * Nodes that display together make groups of their own. Default: false, they wait for each other for a while only
 * (lamina_surface_set_grouping_limit_us()). Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_displayed_together(
    lamina_surface *surface, bool together) LAMINA_OWNER_THREAD;

/* Whether the surface's drawings appear together; false for a bad handle and on other threads. Since 0.1. */
LAMINA_API bool lamina_surface_is_displayed_together(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Drawings that one process starts of nodes that stand on the surface appear in the same frame: one that is ready waits
 * for the others, for at most `limit_us` microseconds on the context's clock since the first began, so that no slow one
 * holds the rest back for long. One whose node changes again meanwhile, or that lamina_node_wait_display() waits for,
 * appears at once. Your loop has to ask lamina_context_get_timeout_us(). Default: 32,000, two frames of most screens;
 * 0: each appears when it is ready, as it always does with LAMINA_CONTEXT_FLAGS_DETERMINISTIC. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_grouping_limit_us(
    lamina_surface *surface, uint64_t limit_us) LAMINA_OWNER_THREAD;

/* The grouping limit; 0 for a bad handle and on other threads. Since 0.1. */
LAMINA_API uint64_t lamina_surface_get_grouping_limit_us(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Sets the colour that the surface shows where no node draws. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_background(lamina_surface *surface, lamina_color color) LAMINA_OWNER_THREAD;

/* The background; clear for a bad handle and on other threads. Since 0.1. */
LAMINA_API lamina_color lamina_surface_get_background(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Brings `target`, which holds what the last composite left in it, up to date: redraws only what changed. Writes up to
 * `capacity` changed rectangles to `out_damage` and the number of those written to `out_count`; when there are more,
 * the last one holds all that are left, and when `capacity` is 0, `out_count` says how many there were. Both may be
 * NULL. `target` must have the size of the surface in pixels. Since 0.1. */
LAMINA_API lamina_status lamina_surface_composite(
    lamina_surface *surface, const lamina_bitmap *target, lamina_rect_px *LAMINA_NULLABLE out_damage, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* Composites much damage in bands, by the workers that are free and the calling thread together. It never waits for a
 * worker that is busy with anything else: the caller paints bands that no worker takes. The pixels are the same. Worth
 * it for large surfaces where much changes at once. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_composited_in_bands(
    lamina_surface *surface, bool in_bands) LAMINA_OWNER_THREAD;

/* Whether composites are done in bands; false for a bad handle and on other threads. Since 0.1. */
LAMINA_API bool lamina_surface_is_composited_in_bands(lamina_surface *surface) LAMINA_OWNER_THREAD;

typedef enum LAMINA_FLAGS lamina_debug_overlay {
  LAMINA_DEBUG_OVERLAY_NONE = 0,
  LAMINA_DEBUG_OVERLAY_DAMAGE = 1 << 0,      /* yellow: what was painted or copied; gone with the next composite */
  LAMINA_DEBUG_OVERLAY_LAYERS = 1 << 1,      /* a line around each layer that shows: blue with a bitmap, grey without, violet for the
                                                outline of one that is transformed */
  LAMINA_DEBUG_OVERLAY_PLACEHOLDERS = 1 << 2 /* pink: a placeholder stands in for contents */
} lamina_debug_overlay;
LAMINA_FLAGS_OPERATORS(lamina_debug_overlay)

/* Draws diagnostics over what the surface shows, in composites. Each composite then paints all, and one that showed
 * damage leaves damage behind, so that the next one removes it. LAMINA_ERROR_INVALID_ARGUMENT for other flags. Default:
 * none, which costs nothing. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_debug_overlay(
    lamina_surface *surface, lamina_debug_overlay overlay) LAMINA_OWNER_THREAD;

/* The overlay's flags; none for a bad handle and on other threads. Since 0.1. */
LAMINA_API lamina_debug_overlay lamina_surface_get_debug_overlay(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Whether a composite would change anything; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_surface_has_damage(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Forgets what the target holds: the next composite redraws everything, for a new or another buffer. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_needs_composite(lamina_surface *surface) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
