/* Lamina: background, corners, border, shadow, gradient, transform. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_APPEARANCE_H
#define LAMINA_APPEARANCE_H

#include "image.h"

LAMINA_BEGIN

/* ==== Appearance ========================================================= */

/* Corner radii in logical units, >= 0. If two do not fit on an edge, all are reduced in proportion. */
typedef struct lamina_corner_radii { double top_left, top_right, bottom_right, bottom_left; } lamina_corner_radii;

/* A line along the inside of a node's edges. `width` is in logical units, >= 0; it is drawn as whole pixels, at least
 * one. */
typedef struct lamina_border { double width; lamina_color color; } lamina_border;

/* A shadow of a node's box, offset by `x`, `y`, and `spread` larger on each side (or smaller, if negative). `blur` is
 * CSS's blur radius, >= 0; above 256 pixels it is drawn as 256. All in logical units. */
typedef struct lamina_shadow { lamina_color color; double x, y, blur, spread; } lamina_shadow;

/* A colour at a position 0..1 along the gradient. */
typedef struct lamina_gradient_stop { double offset; lamina_color color; } lamina_gradient_stop;

typedef enum LAMINA_ENUM lamina_gradient_kind {
  LAMINA_GRADIENT_KIND_LINEAR = 0, /* along a line from `start` to `end` */
  LAMINA_GRADIENT_KIND_RADIAL = 1, /* from `center` in all directions to an ellipse of `radii` */
  LAMINA_GRADIENT_KIND_CONIC = 2   /* around `center`, a turn clockwise from `angle` */
} lamina_gradient_kind;

/* Colours of a node, text or path, as in CSS. Points and radii are fractions of its size, -1,000..1,000: (0, 0) is the
 * top left corner, (1, 1) the bottom right one. The end colours continue beyond the ends. */
typedef struct lamina_gradient {
  size_t struct_size; /* sizeof(lamina_gradient) */
  lamina_point start, end;
  const lamina_gradient_stop *LAMINA_NULLABLE stops; /* in order of their offsets, 1 to 64 of them */
  size_t stop_count;
  lamina_gradient_kind kind;
  lamina_point center;
  lamina_size radii; /* 0..1,000; a height of 0 makes a circle, whose radius is a fraction of the width. 0.5 reaches the
                        sides, 0.70711 the corners, which is the default of CSS */
  double angle;      /* in radians, clockwise from the top */
} lamina_gradient;

#define LAMINA_GRADIENT_INIT                                                                                             \
  {                                                                                                                \
    sizeof(lamina_gradient), { 0, 0 }, { 0, 1 }, NULL, 0, LAMINA_GRADIENT_KIND_LINEAR, { 0.5, 0.5 }, { 0.5, 0.5 }, 0 \
  }

/* Properties that few nodes have, for calls that create or change many nodes. Each field takes what its setter
 * takes. */
typedef struct lamina_node_appearance {
  size_t struct_size; /* sizeof(lamina_node_appearance) */
  lamina_corner_radii corner_radii;
  lamina_border border;
  lamina_shadow shadow;
  const lamina_gradient *LAMINA_NULLABLE gradient;
  lamina_matrix transform;
  lamina_point anchor;
  double z_position;
  lamina_image *LAMINA_NULLABLE image;
  const lamina_image_options *LAMINA_NULLABLE image_options;
  lamina_drawing *LAMINA_NULLABLE drawing; /* used if there is no image, or `fields` does not name it */
} lamina_node_appearance;

#define LAMINA_NODE_APPEARANCE_INIT                                                                                      \
  {                                                                                                                \
    sizeof(lamina_node_appearance), { 0, 0, 0, 0 }, { 0, { 0, 0, 0, 0 } }, { { 0, 0, 0, 0 }, 0, 0, 0, 0 }, NULL,         \
        LAMINA_MATRIX_IDENTITY, { 0.5, 0.5 }, 0, NULL, NULL, NULL                                                  \
  }

/* Sets the colour behind the contents. Components 0..1. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_background(lamina_node *node, lamina_color color) LAMINA_ANY_THREAD;

/* The background; clear for a bad handle. Since 0.1. */
LAMINA_API lamina_color lamina_node_get_background(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the opacity of the node and its descendants as one group, 0..1. Default: 1. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_opacity(lamina_node *node, double opacity) LAMINA_ANY_THREAD;

/* The opacity; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_opacity(lamina_node *node) LAMINA_ANY_THREAD;

/* Hides the node and its descendants. Hidden nodes are laid out but not drawn. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_hidden(lamina_node *node, bool hidden) LAMINA_ANY_THREAD;

/* Whether the node itself is hidden; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_hidden(lamina_node *node) LAMINA_ANY_THREAD;

/* Rounds the corners of the background and, if the node clips, of contents and children. >= 0, drawn with at most half
 * the shorter side. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_corner_radius(lamina_node *node, double radius) LAMINA_ANY_THREAD;

/* The corner radius, the largest where they differ; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_corner_radius(lamina_node *node) LAMINA_ANY_THREAD;

/* The same for each corner separately. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_corner_radii(lamina_node *node, lamina_corner_radii radii) LAMINA_ANY_THREAD;

/* The corner radii; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_corner_radii lamina_node_get_corner_radii(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws a line along the inside of the node's edges, above its contents and children; layout ignores it. Width 0, the
 * default, or a clear colour: none. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_border(lamina_node *node, lamina_border border) LAMINA_ANY_THREAD;

/* The border; width 0 when there is none and for a bad handle. Since 0.1. */
LAMINA_API lamina_border lamina_node_get_border(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws a shadow of the node's box, with its corners, below it, even where the box is clear and if the node clips. A
 * clear colour, the default: none. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_shadow(lamina_node *node, lamina_shadow shadow) LAMINA_ANY_THREAD;

/* The shadow; its colour is clear when there is none and for a bad handle. Since 0.1. */
LAMINA_API lamina_shadow lamina_node_get_shadow(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws a gradient over the background colour, below the contents. NULL, the default: none. The stops are copied. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_gradient(
    lamina_node *node, const lamina_gradient *LAMINA_NULLABLE gradient) LAMINA_ANY_THREAD;

/* Moves, rotates or scales the node and its descendants on screen, about the node's anchor, in logical units. Frames
 * and layout ignore it. The node is drawn at its frame, and the result is transformed with smooth edges. A transform
 * that collapses the node to a line or a point draws nothing. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_transform(lamina_node *node, lamina_matrix transform) LAMINA_ANY_THREAD;

/* The transform; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_matrix lamina_node_get_transform(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the fixed point of the node's transform, in fractions of its size. Default: (0.5, 0.5). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_anchor(lamina_node *node, lamina_point anchor) LAMINA_ANY_THREAD;

/* The anchor; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_anchor(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the painting order among the children of one parent: from the lowest to the highest z position, equal ones in
 * child order. The child order does not change. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_z_position(lamina_node *node, double z_position) LAMINA_ANY_THREAD;

/* The z position; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_z_position(lamina_node *node) LAMINA_ANY_THREAD;

/* Clips children to the node's bounds. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_clipping(lamina_node *node, bool clips) LAMINA_ANY_THREAD;

/* Whether the node clips; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_clipping(lamina_node *node) LAMINA_ANY_THREAD;

LAMINA_END

#endif
