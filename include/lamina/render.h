/* Lamina: pictures without a window. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_RENDER_H
#define LAMINA_RENDER_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Render ============================================================= */
/* Pictures without a window. The call captures the tree; one worker then measures it and draws it directly into your
 * pixels. Start many at once to keep all workers busy. A picture that nobody wants any more is cancelled by its number:
 * lamina_context_cancel_call(). */

/* The picture is finished (LAMINA_OK), was cancelled (LAMINA_ERROR_CANCELLED) or failed. */
typedef void (*lamina_node_render_fn)(
    lamina_status status, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Renders the tree below `root` over `background` into `target`, laid out to exactly its size in logical units (pixels
 * divided by `scale`, 0.1..16). The pixels must stay valid until `done` has run. `root` must not be on a surface
 * (LAMINA_ERROR_INVALID_STATE); it may be changed or released as soon as the call returns. Drawing and layout callbacks
 * run on the worker. With a layout spec callback in the tree, the call itself lays it out as well, and the children
 * that the callback adds stay. `out_call` (may be NULL) receives a number for lamina_context_cancel_call(): a picture
 * that no worker has begun is skipped then, one under way ends early, and `done` runs with LAMINA_ERROR_CANCELLED.
 *
 * Nodes that load a picture (lamina_node_set_image_source()), or were given one that is loading, have it: the tree is
 * drawn when all have come, each decoded for the room that it has. Of several URLs it is the best that can be had, else
 * the fallback. With neither the status is that of the picture, and the rest is drawn all the same. Since 0.1. */
LAMINA_API lamina_status lamina_node_render(
    lamina_node *root, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_node_render_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_call) LAMINA_ANY_THREAD;

/* Renders `node` and its descendants with their current frames, without layout, on a surface or not. The node's top
 * left corner is at that of `target`; parts outside are clipped. The node's own opacity, transform and hidden property
 * are ignored; those of its descendants apply. Draws all contents, whether or not they are on the surface already, and
 * waits for no picture that is loading.
 * Where soft edges overlap, single pixels may differ from a composite of the same tree by some 8 of 255. Otherwise like
 * lamina_node_render(). Since 0.1. */
LAMINA_API lamina_status lamina_node_render_snapshot(
    lamina_node *node, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_node_render_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_call) LAMINA_ANY_THREAD;

LAMINA_END

#endif
