/* Lamina: points, sizes, rectangles, colours and lengths. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_GEOMETRY_H
#define LAMINA_GEOMETRY_H

#include "base.h"

LAMINA_BEGIN

/* ==== Geometry =========================================================== */
/* Numbers must be finite and at most 10,000,000 in absolute value unless a comment allows infinity. */

typedef struct lamina_point { double x, y; } lamina_point;
typedef struct lamina_size { double width, height; } lamina_size;
typedef struct lamina_rect { lamina_point origin; lamina_size size; } lamina_rect;
typedef struct lamina_rect_px { int32_t x, y, width, height; } lamina_rect_px;
typedef struct lamina_insets { double top, left, bottom, right; } lamina_insets;

/* Insets that follow the layout direction: `start` is the left side in left-to-right layout. */
typedef struct lamina_directional_insets { double top, start, bottom, end; } lamina_directional_insets;

/* The allowed sizes on each axis; `max` may be INFINITY. 0 <= min <= max. */
typedef struct lamina_size_range { lamina_size min, max; } lamina_size_range;

/* sRGB with straight (not premultiplied) alpha; components 0..1. */
typedef struct lamina_color { float red, green, blue, alpha; } lamina_color;

/* Maps positions: x' = xx * x + xy * y + x0, y' = yx * x + yy * y + y0. */
typedef struct lamina_matrix { double xx, yx, xy, yy, x0, y0; } lamina_matrix;

/* Initialises an opaque colour from its hexadecimal form: lamina_color teal = LAMINA_COLOR_RGB(0x008080). */
#define LAMINA_COLOR_RGB(rgb) \
  { (float)(((rgb) >> 16) & 255) / 255, (float)(((rgb) >> 8) & 255) / 255, (float)((rgb) & 255) / 255, 1 }

#define LAMINA_MATRIX_IDENTITY { 1, 0, 0, 1, 0, 0 }

typedef enum LAMINA_ENUM lamina_unit {
  LAMINA_UNIT_AUTO = 0,    /* the content decides; `value` is ignored */
  LAMINA_UNIT_POINTS = 1,  /* logical units, >= 0 */
  LAMINA_UNIT_FRACTION = 2 /* share of the parent's size, 0..1. Where that is unbounded, a width or height is the
                              greatest that the element's own style allows, and auto if that is unbounded, too */
} lamina_unit;

typedef struct lamina_dimension { lamina_unit unit; double value; } lamina_dimension;

/* Initialise a length. */
#define LAMINA_DIMENSION_AUTO { LAMINA_UNIT_AUTO, 0 }
#define LAMINA_POINTS(points) { LAMINA_UNIT_POINTS, (points) }
#define LAMINA_FRACTION(share) { LAMINA_UNIT_FRACTION, (share) }

/* Parses a length: "auto" or "", "12" or "12pt" (points), "50%" (a fraction). LAMINA_ERROR_INVALID_ARGUMENT for
 * anything else (Texture reads that as "auto"). Since 0.1. */
LAMINA_API lamina_status lamina_dimension_parse(
    const char *LAMINA_NULLABLE text, size_t length, lamina_dimension *out_dimension) LAMINA_ANY_THREAD;

/* Writes the dimension as text that lamina_dimension_parse() reads back and returns the text's length; 0 for a value
 * that no style accepts. Since 0.1. */
LAMINA_API size_t lamina_dimension_read_text(
    lamina_dimension dimension, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

/* The sides that `start` and `end` mean. `left` and `right` never change sides. */
typedef enum LAMINA_ENUM lamina_layout_direction {
  LAMINA_LAYOUT_DIRECTION_INHERIT = 0, /* the parent's; for the context: left to right */
  LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT = 1,
  LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT = 2
} lamina_layout_direction;

LAMINA_END

#endif
