/* Lamina: layers for hosts that composite themselves. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_LAYER_H
#define LAMINA_LAYER_H

#include "appearance.h"

LAMINA_BEGIN

/* ==== Layer ============================================================== */

/* What changed in a layer since the last lamina_surface_export_layers(). */
typedef enum LAMINA_FLAGS lamina_layer_changes {
  LAMINA_LAYER_CHANGES_NONE = 0,
  LAMINA_LAYER_CHANGES_ADDED = 1 << 0,    /* it was not visible at the last call; the other flags are set as well */
  LAMINA_LAYER_CHANGES_REMOVED = 1 << 1,  /* it is no longer visible: only `id` is set */
  LAMINA_LAYER_CHANGES_CONTENTS = 1 << 2, /* another bitmap */
  LAMINA_LAYER_CHANGES_APPEARANCE = 1 << 3,     /* background, opacity, corners, border, clipping or order of layers */
  LAMINA_LAYER_CHANGES_GEOMETRY = 1 << 4  /* bounds, clip, matrix or transform */
} lamina_layer_changes;
LAMINA_FLAGS_OPERATORS(lamina_layer_changes)

/* A layer of a surface, for hosts that composite themselves, for instance with a GPU. */
typedef struct lamina_layer {
  size_t struct_size;      /* the size in the library: fields beyond it do not exist */
  uint64_t id;             /* constant while the node is on a surface; never reused */
  uint64_t parent;         /* the id of the parent layer, 0 for the root */
  size_t descendant_count; /* the number of following layers that are descendants */
  lamina_layer_changes changes;
  uint64_t version;        /* of the bitmap; different for every bitmap, across layers */
  const lamina_bitmap *LAMINA_NULLABLE bitmap; /* premultiplied ARGB32, valid until the callback returns; may be NULL */
  lamina_matrix matrix;    /* from pixels of the bitmap to pixels of the surface */
  lamina_rect_px bounds;   /* of the node: its background's area; the bitmap may be larger */
  lamina_rect_px clip;     /* the part of background and bitmap that it and its ancestors leave visible; if one of them
                              is transformed, the bounds of that part */
  double opacity;          /* of the layer and its descendants as a group */
  lamina_color background; /* behind the bitmap */
  bool clips;              /* clips its descendants to `bounds` */
  bool is_opaque;          /* the bitmap has no transparent pixels */
  lamina_matrix transform; /* from the pixels in which bounds and clip are given to pixels of the surface */
  lamina_corner_radii corner_radii_px; /* of the background and, if it clips, of its descendants */
  lamina_border border;    /* in pixels; above the bitmap and all descendants */
  lamina_shadow shadow;    /* in pixels; behind the background, not cut by the layer's own clip */
  const lamina_gradient *LAMINA_NULLABLE gradient; /* over the background colour; NULL for none */
} lamina_layer;

#define LAMINA_LAYER_INIT                                                                                               \
  {                                                                                                                     \
    sizeof(lamina_layer), 0, 0, 0, LAMINA_LAYER_CHANGES_NONE, 0, NULL, { 1, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, \
        1, { 0, 0, 0, 0 }, false, false,    { 1, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0 }, { 0, { 0, 0, 0, 0 } },                 \
        { { 0, 0, 0, 0 }, 0, 0, 0, 0 }, NULL                                                                            \
  }

/* Takes one layer; `layer` is valid until it returns. */
typedef void (*lamina_surface_layer_fn)(
    const lamina_layer *layer, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `layer` first for layers that are no longer visible, then for each visible layer from back to front, with its
 * changes since the last call. Use it in place of lamina_surface_composite(); it counts as a composite. Since 0.1. */
LAMINA_API lamina_status lamina_surface_export_layers(
    lamina_surface *surface, lamina_surface_layer_fn layer, void *LAMINA_NULLABLE user_data) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
