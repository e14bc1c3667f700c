/* Lamina: a text in a frame: lines, carets and hits. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_TEXT_LAYOUT_H
#define LAMINA_TEXT_LAYOUT_H

#include "text.h"

LAMINA_BEGIN

/* ==== Text layout ======================================================== */

/* Lays a text out in a frame of `size`; INFINITY on an axis gives it the size it wants. `options` NULL takes the
 * defaults. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_create(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, lamina_size size,
    LAMINA_OUT(lamina_text_layout) out_layout) LAMINA_ANY_THREAD;

/* Adds a reference and returns `layout`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text_layout *LAMINA_NULLABLE lamina_text_layout_retain(lamina_text_layout *layout) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_layout_release(lamina_text_layout *LAMINA_NULLABLE layout) LAMINA_ANY_THREAD;

/* Fills `out_metrics` up to its struct_size; `size` is the frame's. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_metrics(
    lamina_text_layout *layout, lamina_text_metrics *out_metrics) LAMINA_ANY_THREAD;

/* One line of a layout; positions from the frame's top left corner. */
typedef struct lamina_text_line {
  size_t struct_size; /* sizeof(lamina_text_line) */
  lamina_rect rect;   /* as wide as what stands in it */
  double baseline;    /* from the frame's top */
  double ascent;      /* of the line's letters, above the baseline */
  double descent;     /* and below it */
  size_t begin;       /* the bytes that it shows */
  size_t end;
  bool is_right_to_left;
} lamina_text_line;

#define LAMINA_TEXT_LINE_INIT { sizeof(lamina_text_line), { { 0, 0 }, { 0, 0 } }, 0, 0, 0, 0, 0, false }

/* Fills `out_line` with what is known of line `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_line(
    lamina_text_layout *layout, size_t index, lamina_text_line *out_line) LAMINA_ANY_THREAD;

/* Writes up to `capacity` rectangles that cover the bytes begin..end-1 as they are shown (line by line, left to right),
 * and their number to `out_count`, which may be larger. `end` SIZE_MAX means the end. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_read_rects(
    lamina_text_layout *layout, size_t begin, size_t end, lamina_rect *LAMINA_NULLABLE out_rects, size_t capacity,
    size_t *out_count) LAMINA_ANY_THREAD;

/* Where a caret stands. The two rectangles, 0 wide, differ where text changes direction. */
typedef struct lamina_text_caret {
  size_t struct_size; /* sizeof(lamina_text_caret) */
  lamina_rect strong; /* where text in the paragraph's direction goes in */
  lamina_rect weak;   /* where text in the other direction goes in */
  size_t line;
  bool is_right_to_left; /* the paragraph */
} lamina_text_caret;

#define LAMINA_TEXT_CARET_INIT \
  { sizeof(lamina_text_caret), { { 0, 0 }, { 0, 0 } }, { { 0, 0 }, { 0, 0 } }, 0, false }

/* Fills `out_caret` for a caret before the byte `index`; characters that share a glyph (a ligature) have equal parts of
 * its width, whatever carets its font gives it. LAMINA_ERROR_OUT_OF_RANGE beyond the end. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_caret(
    lamina_text_layout *layout, size_t index, lamina_text_caret *out_caret) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_caret_movement {
  LAMINA_CARET_MOVEMENT_LEFT = 0, /* as seen, whatever the direction of the text */
  LAMINA_CARET_MOVEMENT_RIGHT = 1,
  LAMINA_CARET_MOVEMENT_UP = 2,
  LAMINA_CARET_MOVEMENT_DOWN = 3,
  LAMINA_CARET_MOVEMENT_LINE_START = 4,
  LAMINA_CARET_MOVEMENT_LINE_END = 5
} lamina_caret_movement;

/* Where a caret before the byte `index` comes to stand. LEFT and RIGHT go on from line to line in the order of reading:
 * where lines of one direction meet those of the other, that of the first line decides which are next. At the first or
 * last position they return `index`. UP on the first line gives 0, DOWN on the last line its end. SIZE_MAX beyond the
 * end and for a bad handle. For words and sentences, see lamina_text_get_boundary(). Since 0.1. */
LAMINA_API size_t lamina_text_layout_move_caret(
    lamina_text_layout *layout, size_t index, lamina_caret_movement movement) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_text_part {
  LAMINA_TEXT_PART_TEXT = 0,
  LAMINA_TEXT_PART_TOKEN = 1,  /* what stands where text was cut */
  LAMINA_TEXT_PART_MESSAGE = 2 /* what follows it */
} lamina_text_part;

/* What is at a place. */
typedef struct lamina_text_hit {
  size_t struct_size; /* sizeof(lamina_text_hit) */
  lamina_text_part part;
  size_t begin;       /* the bytes of the character; none for token and message */
  size_t end;
  bool is_trailing;   /* the place is in the half of the character that is read last */
  bool is_inside;     /* the place is on the character, not only nearest to it */
  uint64_t link;      /* the link there or, at most 22 units away, nearest; 0 = none, also on token and message */
  size_t link_begin;  /* the bytes of that link which are shown */
  size_t link_end;
} lamina_text_hit;

#define LAMINA_TEXT_HIT_INIT { sizeof(lamina_text_hit), LAMINA_TEXT_PART_TEXT, 0, 0, false, false, 0, 0, 0 }

/* Fills `out_hit` for a point from the frame's top left corner. A click there puts a caret before the byte `end` of the
 * hit if `is_trailing`, before `begin` otherwise: it is false for the last character of a line that was wrapped, since
 * the position behind that belongs to the next line. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_hit_test(
    lamina_text_layout *layout, lamina_point point, lamina_text_hit *out_hit) LAMINA_ANY_THREAD;

/* Where the attachment number `index` stands, and the byte of the text that it belongs to; either may be NULL.
 * LAMINA_ERROR_OUT_OF_RANGE beyond the last one that is shown. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_attachment(
    lamina_text_layout *layout, size_t index, lamina_rect *LAMINA_NULLABLE out_rect,
    size_t *LAMINA_NULLABLE out_byte) LAMINA_ANY_THREAD;

/* Draws the layout with its top left corner at `origin`, as lamina_text_draw() does. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_draw(
    lamina_text_layout *layout, lamina_point origin, lamina_color color, double scale,
    const lamina_bitmap *target) LAMINA_ANY_THREAD;

LAMINA_END

#endif
