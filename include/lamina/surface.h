/* Lamina: shows the tree of a root node. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_SURFACE_H
#define LAMINA_SURFACE_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Surface ============================================================ */
/* A surface shows the tree of a root node. The host owns the pixels.
 *
 * Layout follows changes on workers. Each layout that ends is shown in the next process, also when the tree has changed
 * since, and the next one follows: a program that changes something in every frame sees a slightly older arrangement in
 * each of them. That is a whole one: what a node arranges stands where one layout puts it, also nodes that have left
 * their parent since; those that came since appear with the next layout. Bounds origins, transforms, opacity, hidden,
 * colours and contents wait for no layout. Nothing is shown of a new root before it is laid out and drawn: until then
 * the pixels of the one before stay, no longer than the replacement limit. */

/* The highest age of a buffer for which lamina_surface_composite_buffer() knows what changed. */
#define LAMINA_SURFACE_MAX_AGE 8

/* Creates a surface of `size` logical units. size * scale must round to 1..32767 pixels a side, scale is 0.1..16. Since
 * 0.1. */
LAMINA_API lamina_status lamina_surface_create(
    lamina_context *context, lamina_size size, double scale, LAMINA_OUT(lamina_surface) out_surface) LAMINA_OWNER_THREAD;

/* Adds a reference and returns `surface`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_surface *LAMINA_NULLABLE lamina_surface_retain(lamina_surface *surface) LAMINA_ANY_THREAD;

/* Drops a reference. The last one releases the root in the owner's next process. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_surface_release(lamina_surface *LAMINA_NULLABLE surface) LAMINA_ANY_THREAD;

/* Shows `root`, sized to the surface; NULL shows nothing, at once. A root that comes before the last one was shown
 * takes its place at once, but not twice in a row: the next one then waits, within the replacement limit, so that a
 * program that shows another root in every frame sees each time a whole one that is a little older. What waits is held,
 * and on the surface when its turn comes; one that is set meanwhile takes its place. Of several that are set before a
 * layout begins, the last counts. LAMINA_ERROR_INVALID_STATE if `root` has a parent or is on another surface. Since
 * 0.1. */
LAMINA_API lamina_status lamina_surface_set_root(
    lamina_surface *surface, lamina_node *LAMINA_NULLABLE root) LAMINA_OWNER_THREAD;

/* Changes the size and scale. Layout and drawing follow; until then the old contents stay where they are. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_size(
    lamina_surface *surface, lamina_size size, double scale) LAMINA_OWNER_THREAD;

/* The size in device pixels (x and y are 0); all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect_px lamina_surface_get_bounds_px(lamina_surface *surface) LAMINA_ANY_THREAD;

/* The size in logical units, as it was set; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_surface_get_size(lamina_surface *surface) LAMINA_ANY_THREAD;

/* The device pixels per logical unit, as they were set; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_surface_get_scale(lamina_surface *surface) LAMINA_ANY_THREAD;

/* Returns a reference to the root, or NULL when the surface shows nothing. Since 0.1. */
LAMINA_API lamina_status lamina_surface_copy_root(
    lamina_surface *surface, LAMINA_OUT(lamina_node) out_root) LAMINA_ANY_THREAD;

/* Makes all drawings that one process starts on the surface appear in the same frame, when the last one is ready. Nodes
 * that display together form groups of their own. Default: false: drawings wait for each other for a limited time
 * (lamina_surface_set_grouping_limit_us()). Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_displayed_together(
    lamina_surface *surface, bool together) LAMINA_OWNER_THREAD;

/* Whether the surface's drawings appear together. Since 0.1. */
LAMINA_API lamina_status lamina_surface_is_displayed_together(
    lamina_surface *surface, bool *out_together) LAMINA_OWNER_THREAD;

/* Limits how long the drawings that one process starts on the surface wait for each other in order to appear in the
 * same frame: `limit_us` microseconds on the context's clock since the first began, so that a slow one does not hold
 * back the rest. A drawing whose node changes again meanwhile, or that lamina_node_wait_display() waits for, appears at
 * once. Your loop must use lamina_context_get_timeout_us(). Default: 32,000, two frames of most screens. 0: each
 * appears when it is ready, as always with LAMINA_CONTEXT_FLAGS_DETERMINISTIC. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_grouping_limit_us(
    lamina_surface *surface, uint64_t limit_us) LAMINA_OWNER_THREAD;

/* The grouping limit. Since 0.1. */
LAMINA_API lamina_status lamina_surface_get_grouping_limit_us(
    lamina_surface *surface, uint64_t *out_limit_us) LAMINA_OWNER_THREAD;

/* Limits how long the pixels of a replaced node stay. When another node comes between the same neighbours, as by
 * lamina_node_replace_child() or a spec that names another node there, the old pixels stay in its place until it and
 * all below it have been drawn, but no longer than `limit_us` microseconds on the context's clock. The new node's
 * background and placeholder wait with it. So do the pixels of a root that another one replaces. Where bitmaps exceed
 * the bitmap budget, the place may be empty meanwhile.
 * Your loop must use lamina_context_get_timeout_us(). Default: 500,000. 0: old pixels go at once. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_replacement_limit_us(
    lamina_surface *surface, uint64_t limit_us) LAMINA_OWNER_THREAD;

/* The replacement limit. Since 0.1. */
LAMINA_API lamina_status lamina_surface_get_replacement_limit_us(
    lamina_surface *surface, uint64_t *out_limit_us) LAMINA_OWNER_THREAD;

/* Sets the colour that the surface shows where no node draws. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_background(lamina_surface *surface, lamina_color color) LAMINA_OWNER_THREAD;

/* The background. Since 0.1. */
LAMINA_API lamina_status lamina_surface_get_background(
    lamina_surface *surface, lamina_color *out_color) LAMINA_OWNER_THREAD;

/* Updates `target`, which must contain the result of the last composite and have the surface's size in pixels: redraws
 * only what changed. Writes the changed rectangles to `out_damage` and their number to `out_count`: never more than
 * `capacity`, as the last one covers what does not fit. Both may be NULL; without an array the number is that of all.
 * Since 0.1. */
LAMINA_API lamina_status lamina_surface_composite(
    lamina_surface *surface, const lamina_bitmap *target, lamina_rect_px *LAMINA_NULLABLE out_damage, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* The same for hosts with several buffers: `target` contains the result of an earlier composite, and `age` says which:
 * 1 the last one, 2 the one before, and so on; 0 if its contents are unknown. All calls of lamina_surface_composite(),
 * this function and lamina_surface_export_layers() count, also those that changed nothing, but not those that failed:
 * the contents of their targets are unknown. This is the age that EGL_EXT_buffer_age and wl_buffer hosts count. Redraws
 * what changed since then, and writes those rectangles to `out_damage`. What scrolled is copied within the target. An
 * age above LAMINA_SURFACE_MAX_AGE, or from before the first call of this function, is taken for 0.
 * lamina_surface_has_damage() speaks of the last composite: an older buffer may need this call even without damage.
 * Since 0.1. */
LAMINA_API lamina_status lamina_surface_composite_buffer(
    lamina_surface *surface, const lamina_bitmap *target, uint32_t age, lamina_rect_px *LAMINA_NULLABLE out_damage,
    size_t capacity, size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* Composites large damage in bands, on the calling thread and idle workers together. Never waits for a worker that is
 * busy with other work: the calling thread paints the bands that no worker takes. The pixels are the same. Worthwhile
 * for large surfaces where much changes at once. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_composited_in_bands(
    lamina_surface *surface, bool in_bands) LAMINA_OWNER_THREAD;

/* Whether composites are done in bands. Since 0.1. */
LAMINA_API lamina_status lamina_surface_is_composited_in_bands(
    lamina_surface *surface, bool *out_in_bands) LAMINA_OWNER_THREAD;

typedef enum LAMINA_FLAGS lamina_debug_overlay {
  LAMINA_DEBUG_OVERLAY_NONE = 0,
  LAMINA_DEBUG_OVERLAY_DAMAGE = 1 << 0,      /* yellow: painted or copied; removed by the next composite */
  LAMINA_DEBUG_OVERLAY_LAYERS = 1 << 1,      /* outlines of visible layers: blue with a bitmap, grey without, violet if
                                                transformed */
  LAMINA_DEBUG_OVERLAY_PLACEHOLDERS = 1 << 2, /* pink: a placeholder stands in for contents */
  LAMINA_DEBUG_OVERLAY_SCALED_IMAGES = 1 << 3, /* pictures of nodes that are not shown pixel by pixel, with how many of
                                                  their pixels, along a side, stand for one on screen: red below 1.00x,
                                                  where they are enlarged, and green above, where more was decoded than
                                                  is seen */
  LAMINA_DEBUG_OVERLAY_MOTION = 1 << 4 /* orange: layers of which something moves; at the lower left a table of all
                                          animations and of what scrolls by itself, with their curves and how far they
                                          are over */
} lamina_debug_overlay;
LAMINA_FLAGS_OPERATORS(lamina_debug_overlay)

/* Draws diagnostics over the surface's contents. Each composite then paints everything, and one that showed damage
 * leaves damage behind, so that the next one removes it. LAMINA_ERROR_INVALID_ARGUMENT for unknown flags. Default:
 * none, which costs nothing. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_debug_overlay(
    lamina_surface *surface, lamina_debug_overlay overlay) LAMINA_OWNER_THREAD;

/* The overlay's flags. Since 0.1. */
LAMINA_API lamina_status lamina_surface_get_debug_overlay(
    lamina_surface *surface, lamina_debug_overlay *out_overlay) LAMINA_OWNER_THREAD;

/* Whether a composite would change anything. Since 0.1. */
LAMINA_API lamina_status lamina_surface_has_damage(lamina_surface *surface, bool *out_has_damage) LAMINA_OWNER_THREAD;

/* Whether the surface shows all that its tree asks for: no layout and no drawing is outstanding. A drawing that failed
 * is none: it is logged with the node's name, and lamina_node_did_display_fn gets `finished` false. Costs the same
 * however large the tree is. Since 0.1. */
LAMINA_API lamina_status lamina_surface_is_complete(lamina_surface *surface, bool *out_complete) LAMINA_OWNER_THREAD;

/* The surface shows all that its tree asks for, after a layout or a drawing. */
typedef void (*lamina_surface_complete_fn)(
    lamina_surface *surface, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `observer` at the end of each process after which the surface is complete, and that ends a layout or a drawing,
 * after the observers added before it. `out_observer` (may be NULL) receives a number for
 * lamina_surface_remove_complete_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_surface_add_complete_observer(
    lamina_surface *surface, lamina_surface_complete_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE if the surface has none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_surface_remove_complete_observer(
    lamina_surface *surface, uint64_t observer) LAMINA_OWNER_THREAD;

/* Makes the next composite redraw everything, for a new or different target. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_needs_composite(lamina_surface *surface) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
