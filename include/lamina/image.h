/* Lamina: pictures that nodes show. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_IMAGE_H
#define LAMINA_IMAGE_H

#include "bitmap.h"

LAMINA_BEGIN

/* ==== Image ============================================================== */

/* Creates a picture from pixels (ARGB32, or RGB24 for an opaque one), which are copied. Pictures are immutable values.
 * Any number of nodes, drawings and rows may show one: its pixels exist once and are scaled once for each size in which
 * it is shown. The last eight sizes are kept. Since 0.1. */
LAMINA_API lamina_status lamina_image_create(
    lamina_context *context, const lamina_bitmap *pixels, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Creates a picture from the `length` bytes of a PNG, JPEG, WebP, GIF or QOI file, decoded on the calling thread; to
 * decode on a worker, call it in an operation of a transaction. It is turned as its Exif block says; of an animation it
 * is the first frame, or the picture that a PNG has for readers without animations. Statuses are those of
 * lamina_bitmap_read(), and LAMINA_ERROR_OUT_OF_MEMORY. Since 0.1. */
LAMINA_API lamina_status lamina_image_create_data(
    lamina_context *context, const char *data, size_t length, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Creates a picture from such a file. LAMINA_ERROR_IO names the file and the reason; anything but a regular file is
 * refused. Since 0.1. */
LAMINA_API lamina_status lamina_image_create_file(
    lamina_context *context, const char *path, size_t length, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Adds a reference and returns `image`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_image *LAMINA_NULLABLE lamina_image_retain(lamina_image *image) LAMINA_ANY_THREAD;

/* Drops a reference; nodes keep their picture. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_image_release(lamina_image *LAMINA_NULLABLE image) LAMINA_ANY_THREAD;

/* How a picture is placed in a node of a different size. */
typedef enum LAMINA_ENUM lamina_gravity {
  LAMINA_GRAVITY_RESIZE = 0,      /* stretched to the node */
  LAMINA_GRAVITY_ASPECT_FIT = 1,  /* scaled to fit in the node, centred */
  LAMINA_GRAVITY_ASPECT_FILL = 2, /* scaled to cover the node, centred */
  LAMINA_GRAVITY_CENTER = 3,      /* not scaled to the node, like all that follow */
  LAMINA_GRAVITY_TOP = 4,
  LAMINA_GRAVITY_BOTTOM = 5,
  LAMINA_GRAVITY_LEFT = 6,
  LAMINA_GRAVITY_RIGHT = 7,
  LAMINA_GRAVITY_TOP_LEFT = 8,
  LAMINA_GRAVITY_TOP_RIGHT = 9,
  LAMINA_GRAVITY_BOTTOM_LEFT = 10,
  LAMINA_GRAVITY_BOTTOM_RIGHT = 11
} lamina_gravity;

typedef struct lamina_image_options {
  size_t struct_size; /* sizeof(lamina_image_options) */
  lamina_gravity gravity;
  double scale;          /* pixels of the picture per logical unit, 0.1..16 */
  lamina_rect source;    /* the part that is shown, in shares 0..1 of the picture; its edges are rounded to whole pixels
                            of the picture, in layout as well, and it has one pixel at least */
  lamina_insets stretch; /* nine slices: pixels along the edges that keep their size when it is stretched, >= 0 */
} lamina_image_options;

#define LAMINA_IMAGE_OPTIONS_INIT                                                                              \
  { sizeof(lamina_image_options), LAMINA_GRAVITY_RESIZE, 1, { { 0, 0 }, { 1, 1 } }, { 0, 0, 0, 0 } }

/* The width and height of the picture in pixels; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_image_get_size(lamina_image *image) LAMINA_ANY_THREAD;

/* Shows a picture in a display node, replacing any drawing and clipped to the node. A picture with exactly the node's
 * pixels is shown without a copy. NULL removes it. NULL `options`: stretched. LAMINA_ERROR_UNSUPPORTED for a text node.
 *
 * The picture's intrinsic size is that of `source` in pixels, divided by `scale`. In layout a node without a spec, and
 * without children in a flex layout, has this size or, in less space, the largest with the same proportions. A style
 * overrides it; one that sets a length larger than the picture's must also set the other one, or an aspect ratio.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_image(
    lamina_node *node, lamina_image *LAMINA_NULLABLE image,
    const lamina_image_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

LAMINA_END

#endif
