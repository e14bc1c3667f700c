/* Lamina: many changes of nodes in one call. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_CHANGE_H
#define LAMINA_CHANGE_H

#include "appearance.h"

LAMINA_BEGIN

/* ==== Change ============================================================= */

typedef enum LAMINA_FLAGS lamina_node_fields {
  LAMINA_NODE_FIELDS_NONE = 0,
  LAMINA_NODE_FIELDS_FRAME = 1 << 0,
  LAMINA_NODE_FIELDS_BACKGROUND = 1 << 1,
  LAMINA_NODE_FIELDS_OPACITY = 1 << 2,
  LAMINA_NODE_FIELDS_CORNER_RADIUS = 1 << 3,
  LAMINA_NODE_FIELDS_HIDDEN = 1 << 4,
  LAMINA_NODE_FIELDS_CLIPS = 1 << 5,
  LAMINA_NODE_FIELDS_TEXT = 1 << 6, /* of a text node */
  LAMINA_NODE_FIELDS_CORNER_RADII = 1 << 7, /* from here to DRAWING: fields of `appearance` */
  LAMINA_NODE_FIELDS_BORDER = 1 << 8,
  LAMINA_NODE_FIELDS_SHADOW = 1 << 9,
  LAMINA_NODE_FIELDS_GRADIENT = 1 << 10,
  LAMINA_NODE_FIELDS_TRANSFORM = 1 << 11,
  LAMINA_NODE_FIELDS_ANCHOR = 1 << 12,
  LAMINA_NODE_FIELDS_Z_POSITION = 1 << 13,
  LAMINA_NODE_FIELDS_IMAGE = 1 << 14, /* of a display node, replacing any other contents; with `image_options` */
  LAMINA_NODE_FIELDS_DRAWING = 1 << 15, /* the same; with both fields, the drawing is used if `image` is NULL */
  LAMINA_NODE_FIELDS_POSITION = 1 << 16, /* with the size and the anchor that the node has after this change */
  LAMINA_NODE_FIELDS_BOUNDS_ORIGIN = 1 << 17
} lamina_node_fields;
LAMINA_FLAGS_OPERATORS(lamina_node_fields)

/* Changes of one node: the fields named by `fields`. The others are ignored. */
typedef struct lamina_node_change {
  size_t struct_size; /* sizeof(lamina_node_change), the same in all changes of an array */
  lamina_node *LAMINA_NULLABLE node;
  lamina_node_fields fields;
  bool hidden;
  bool clips;
  double opacity;
  double corner_radius;
  lamina_color background;
  lamina_rect frame;
  lamina_text *LAMINA_NULLABLE text; /* NULL removes it */
  const lamina_node_appearance *LAMINA_NULLABLE appearance; /* needed if `fields` names a field of it; may be shared */
  lamina_point position;
  lamina_point bounds_origin;
} lamina_node_change;

#define LAMINA_NODE_CHANGE_INIT                                                                            \
  {                                                                                                        \
    sizeof(lamina_node_change), NULL, LAMINA_NODE_FIELDS_NONE, false, false, 1, 0, { 0, 0, 0, 0 },         \
        { { 0, 0 }, { 0, 0 } }, NULL, NULL, { 0, 0 }, { 0, 0 }                                             \
  }

/* Changes many nodes in one call, atomically: no other thread, and no frame, sees only some of the changes. They are
 * made in order, like calls of lamina_node_set_frame() and so on: of several values for a field of one node, the last
 * one counts. If a change is wrong, none is made, and lamina_last_error() names the change by its index. Since 0.1. */
LAMINA_API lamina_status lamina_context_apply_changes(
    lamina_context *context, const lamina_node_change *LAMINA_NULLABLE changes, size_t change_count) LAMINA_ANY_THREAD;

LAMINA_END

#endif
