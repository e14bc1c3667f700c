/* Lamina: drawings as data. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_DRAWING_H
#define LAMINA_DRAWING_H

#include "text.h"

LAMINA_BEGIN

/* ==== Drawing ============================================================ */
/* A drawing as data: paths, lines, pictures and texts that are recorded once and drawn by workers whenever needed,
 * without a callback. A drawing is an immutable value: any number of nodes and threads may use it at once. */

typedef enum LAMINA_ENUM lamina_drawing_kind {
  /* Steps that make up the path. */
  LAMINA_DRAWING_KIND_MOVE = 0,  /* begins a subpath at `point` */
  LAMINA_DRAWING_KIND_LINE = 1,  /* to each of `points`; without any, to `point` */
  LAMINA_DRAWING_KIND_CURVE = 2, /* a cubic Bézier curve to `point`, with `control1` and `control2` */
  LAMINA_DRAWING_KIND_ARC = 3,   /* around `point` with `radius`, from `start_angle` to `end_angle`, at most a turn; in
                                    radians, from the right clockwise, or counter-clockwise to a smaller angle */
  LAMINA_DRAWING_KIND_RECT = 4,  /* `rect`, with `corner_radii` */
  LAMINA_DRAWING_KIND_CLOSE = 5, /* back to the start of the subpath */
  /* Steps that draw or clip, and then clear the path unless `keeps_path`. */
  LAMINA_DRAWING_KIND_FILL = 6,   /* with `color` or `gradient`; `even_odd` */
  LAMINA_DRAWING_KIND_STROKE = 7, /* with `color` or `gradient`, and `line_width` to `dash_offset` */
  LAMINA_DRAWING_KIND_CLIP = 8,   /* until the next RESTORE; `even_odd`; clears the path */
  LAMINA_DRAWING_KIND_IMAGE = 9,  /* `image`, stretched to `rect`; clears the path. One that is loading shows as soon as
                                     it is loaded, in nodes on surfaces; elsewhere it is left out until then */
  LAMINA_DRAWING_KIND_TEXT = 10,  /* `text` with `text_options` in `rect` (of size 0: as large as the text); `color` is
                                     for text without a colour of its own; clears the path */
  /* Steps that enclose or transform others. */
  LAMINA_DRAWING_KIND_SAVE = 11,     /* begins a group that is drawn with `opacity`, up to the matching RESTORE */
  LAMINA_DRAWING_KIND_RESTORE = 12,  /* undoes clips and transforms since the SAVE */
  LAMINA_DRAWING_KIND_TRANSFORM = 13 /* applies `transform` to the following steps, before earlier transforms */
} lamina_drawing_kind;

typedef enum LAMINA_ENUM lamina_line_cap {
  LAMINA_LINE_CAP_BUTT = 0,
  LAMINA_LINE_CAP_ROUND = 1,
  LAMINA_LINE_CAP_SQUARE = 2
} lamina_line_cap;

typedef enum LAMINA_ENUM lamina_line_join {
  LAMINA_LINE_JOIN_MITER = 0,
  LAMINA_LINE_JOIN_ROUND = 1,
  LAMINA_LINE_JOIN_BEVEL = 2
} lamina_line_join;

/* One step. Fields that its kind does not use are ignored. Lengths are logical units from the drawing's top left
 * corner. */
typedef struct lamina_drawing_step {
  size_t struct_size; /* sizeof(lamina_drawing_step), the same in all steps of an array */
  lamina_drawing_kind kind;
  bool keeps_path;
  bool even_odd; /* the even-odd rule instead of the winding rule */
  lamina_point point, control1, control2;
  const lamina_point *LAMINA_NULLABLE points;
  size_t point_count;
  double radius, start_angle, end_angle;
  lamina_rect rect;
  lamina_corner_radii corner_radii;
  lamina_color color;
  const lamina_gradient *LAMINA_NULLABLE gradient; /* replaces `color`; its ends are fractions of the path's bounds */
  double line_width;                               /* 0..10,000 */
  lamina_line_cap line_cap;
  lamina_line_join line_join;
  double miter_limit;                     /* in line widths; longer points are cut off; 1..1,000 */
  const double *LAMINA_NULLABLE dashes;   /* alternating lengths of dashes and gaps, at most 64; none: a solid line */
  size_t dash_count;
  double dash_offset;
  double opacity;
  lamina_matrix transform;
  lamina_image *LAMINA_NULLABLE image;
  lamina_text *LAMINA_NULLABLE text;
  const lamina_text_options *LAMINA_NULLABLE text_options;
} lamina_drawing_step;

#define LAMINA_DRAWING_STEP_INIT                                                                                  \
  {                                                                                                               \
    sizeof(lamina_drawing_step), LAMINA_DRAWING_KIND_MOVE, false, false, { 0, 0 }, { 0, 0 }, { 0, 0 }, NULL, 0, 0, 0, 0, \
        { { 0, 0 }, { 0, 0 } }, { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, NULL, 1, LAMINA_LINE_CAP_BUTT,                    \
        LAMINA_LINE_JOIN_MITER, 10, NULL, 0, 0, 1, LAMINA_MATRIX_IDENTITY, NULL, NULL, NULL                       \
  }

/* Creates a drawing from steps, which are checked and copied. A step that could not be drawn is refused here, and
 * lamina_last_error() names it by its index. LAMINA_ERROR_OUT_OF_RANGE beyond 100,000 steps, 1,000,000 points, 64
 * nested saves, 64 active clips, 1,000,000 dashes along a path, or 100,000 units from the corner;
 * LAMINA_ERROR_INVALID_ARGUMENT for a RESTORE without a SAVE and vice versa. Since 0.1. */
LAMINA_API lamina_status lamina_drawing_create(
    lamina_context *context, const lamina_drawing_step *LAMINA_NULLABLE steps, size_t step_count,
    LAMINA_OUT(lamina_drawing) out_drawing) LAMINA_ANY_THREAD;

/* Adds a reference and returns `drawing`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_drawing *LAMINA_NULLABLE lamina_drawing_retain(lamina_drawing *drawing) LAMINA_ANY_THREAD;

/* Drops a reference; nodes keep their drawing. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_drawing_release(lamina_drawing *LAMINA_NULLABLE drawing) LAMINA_ANY_THREAD;

/* Draws with the top left corner at `origin` (logical units of `target`), over the existing pixels, on the calling
 * thread. `scale` 0.1..16. Since 0.1. */
LAMINA_API lamina_status lamina_drawing_draw(
    lamina_drawing *drawing, lamina_point origin, double scale, const lamina_bitmap *target) LAMINA_ANY_THREAD;

/* Shows a drawing in a display node, clipped to its bounds and replacing any other contents; NULL removes them. A
 * drawing has no intrinsic size: style and spec determine the node's. LAMINA_ERROR_UNSUPPORTED for a text node. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_drawing(
    lamina_node *node, lamina_drawing *LAMINA_NULLABLE drawing) LAMINA_ANY_THREAD;

LAMINA_END

#endif
