/* Lamina: layers for hosts that composite by themselves. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_LAYER_H
#define LAMINA_LAYER_H

#include "appearance.h"

LAMINA_BEGIN

/* ==== Layer ============================================================== */

/* What is different in a layer since the last lamina_surface_export_layers(). */
typedef enum LAMINA_FLAGS lamina_layer_changes {
  LAMINA_LAYER_CHANGES_NONE = 0,
  LAMINA_LAYER_CHANGES_ADDED = 1 << 0,    /* it did not show at the last call; the other flags are set as well */
  LAMINA_LAYER_CHANGES_REMOVED = 1 << 1,  /* it does not show any more: only `id` counts */
  LAMINA_LAYER_CHANGES_CONTENTS = 1 << 2, /* another bitmap */
  LAMINA_LAYER_CHANGES_APPEARANCE = 1 << 3,     /* background, opacity, corners, border, clipping or order among the layers */
  LAMINA_LAYER_CHANGES_GEOMETRY = 1 << 4  /* bounds, clip, matrix or transform */
} lamina_layer_changes;
LAMINA_FLAGS_OPERATORS(lamina_layer_changes)

/* A layer of a surface as a host sees it that composites by itself, with a GPU for instance. */
typedef struct lamina_layer {
  size_t struct_size;      /* the size that the library knows: fields beyond it are absent */
  uint64_t id;             /* the same as long as the node is on a surface; never used for another */
  uint64_t parent;         /* the id of the layer it belongs to, 0 for the root */
  size_t descendant_count; /* so many of the layers that follow are below it */
  lamina_layer_changes changes;
  uint64_t version;        /* of the bitmap: another one has another, whatever layer it is on */
  const lamina_bitmap *LAMINA_NULLABLE bitmap; /* premultiplied ARGB32, valid until the callback returns; NULL for none */
  lamina_matrix matrix;    /* from pixels of the bitmap to pixels of the surface */
  lamina_rect_px bounds;   /* of the node: what its background fills; the bitmap may reach beyond */
  lamina_rect_px clip;     /* what it and the layers above let show of background and bitmap; once one of them is
                              transformed, no more than holds all of that */
  double opacity;          /* of the layer and all below it as a group */
  lamina_color background; /* behind the bitmap */
  double corner_radius_px; /* of the background, and of all below when it clips */
  bool clips;              /* cuts what is below it at `bounds` */
  bool is_opaque;          /* the bitmap has no transparent pixel */
  lamina_matrix transform; /* from the pixels in which bounds and clip are given to pixels of the surface */
  lamina_corner_radii corner_radii_px; /* as corner_radius_px, the largest of them */
  lamina_border border;    /* in pixels; above the bitmap and all layers below this one */
  lamina_shadow shadow;    /* in pixels; behind the background, not cut by the layer's own clip */
  const lamina_gradient *LAMINA_NULLABLE gradient; /* over the background colour; NULL for none */
} lamina_layer;

#define LAMINA_LAYER_INIT                                                                                               \
  {                                                                                                                     \
    sizeof(lamina_layer), 0, 0, 0, LAMINA_LAYER_CHANGES_NONE, 0, NULL, { 1, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, \
        1, { 0, 0, 0, 0 }, 0, false, false, { 1, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0 }, { 0, { 0, 0, 0, 0 } },                 \
        { { 0, 0, 0, 0 }, 0, 0, 0, 0 }, NULL                                                                            \
  }

/* Takes one layer; `layer` is valid until it returns. */
typedef void (*lamina_surface_layer_fn)(
    const lamina_layer *layer, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `layer` for each layer that shows, back to front, before that for those that do not show any more, and says of
 * each what changed since the last call. Use it instead of lamina_surface_composite(): it counts as one. Since 0.1. */
LAMINA_API lamina_status lamina_surface_export_layers(
    lamina_surface *surface, lamina_surface_layer_fn layer, void *LAMINA_NULLABLE user_data) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
