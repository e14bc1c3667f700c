/* Lamina: pictures without a window. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_RENDER_H
#define LAMINA_RENDER_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Render ============================================================= */
/* Pictures without a window: the tree is captured in the call, then measured and drawn as a whole on one worker,
 * straight into your pixels. Many at once keep all workers busy. */

/* The picture is done, or LAMINA_ERROR_CANCELLED or another status says why not. */
typedef void (*lamina_render_done_fn)(
    lamina_status status, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Renders the tree below `root`, laid out to exactly the size of `target` in logical units (its pixels by `scale`,
 * 0.1..16), over `background`, into `target`, whose pixels must stay valid until `done` has run. `root` must not be on
 * a surface (LAMINA_ERROR_INVALID_STATE); it may be changed or released as soon as the call is back. Drawing and layout
 * callbacks run on the worker; with a layout spec callback in the tree it is laid out within the call, too, and the
 * children that it makes stay. Since 0.1. */
LAMINA_API lamina_status lamina_node_render(
    lamina_node *root, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_render_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Renders `node` and what is below it as they stand, with the frames that they have and without layout, also when they
 * are shown on a surface: the top left corner of the node in that of `target`, what does not fit is cut off. Opacity
 * and transform of the node itself, and whether it is hidden, do not count; those of nodes below do. All contents are
 * drawn for it, whether they are on the surface already or not. Where soft edges lie over each other, single pixels may
 * differ from a composite of the same tree by some 8 of 255. The rest is as for lamina_node_render(). Since 0.1. */
LAMINA_API lamina_status lamina_node_render_snapshot(
    lamina_node *node, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_render_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

LAMINA_END

#endif
