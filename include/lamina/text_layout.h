/* Lamina: a text in a frame: lines, carets and hits. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TEXT_LAYOUT_H
#define LAMINA_TEXT_LAYOUT_H

#include "text.h"

LAMINA_BEGIN

/* ==== Text layout ======================================================== */

/* Lays out a text in a frame of `size`; INFINITY on an axis means the text's own size. NULL `options`: the defaults.
 * Since 0.1. */
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
  lamina_rect rect;   /* as wide as its contents */
  double baseline;    /* from the frame's top */
  double ascent;      /* of the line's letters, above the baseline */
  double descent;     /* of the line's letters, below the baseline */
  size_t begin;       /* its bytes */
  size_t end;
  bool is_right_to_left;
  double cap_height;  /* of capitals and of small letters without ascenders, above the baseline, in the font that the */
  double x_height;    /* line begins with; 0 without a font */
} lamina_text_line;

#define LAMINA_TEXT_LINE_INIT { sizeof(lamina_text_line), { { 0, 0 }, { 0, 0 } }, 0, 0, 0, 0, 0, false, 0, 0 }

/* Fills `out_line` with line `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_line(
    lamina_text_layout *layout, size_t index, lamina_text_line *out_line) LAMINA_ANY_THREAD;

/* Writes the rectangles that cover the visible bytes of begin..end-1, line by line and left to right. `end` SIZE_MAX
 * means the end. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_read_rects(
    lamina_text_layout *layout, size_t begin, size_t end, lamina_rect *LAMINA_NULLABLE out_rects, size_t capacity,
    size_t *out_count) LAMINA_ANY_THREAD;

/* The place of a caret. The two rectangles, 0 wide, differ where text changes direction. */
typedef struct lamina_text_caret {
  size_t struct_size; /* sizeof(lamina_text_caret) */
  lamina_rect strong; /* where text in the paragraph's direction is inserted */
  lamina_rect weak;   /* where text in the other direction is inserted */
  size_t line;
  bool is_right_to_left; /* of the paragraph */
} lamina_text_caret;

#define LAMINA_TEXT_CARET_INIT \
  { sizeof(lamina_text_caret), { { 0, 0 }, { 0, 0 } }, { { 0, 0 }, { 0, 0 } }, 0, false }

/* Fills `out_caret` for a caret before byte `index`. Characters that share a glyph (a ligature) get equal parts of its
 * width, whatever carets the font defines. LAMINA_ERROR_OUT_OF_RANGE beyond the end. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_caret(
    lamina_text_layout *layout, size_t index, lamina_text_caret *out_caret) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_caret_movement {
  LAMINA_CARET_MOVEMENT_LEFT = 0, /* visually, whatever the direction of the text */
  LAMINA_CARET_MOVEMENT_RIGHT = 1,
  LAMINA_CARET_MOVEMENT_UP = 2,
  LAMINA_CARET_MOVEMENT_DOWN = 3,
  LAMINA_CARET_MOVEMENT_LINE_START = 4,
  LAMINA_CARET_MOVEMENT_LINE_END = 5
} lamina_caret_movement;

/* The position of a caret before byte `index` after a movement. LEFT and RIGHT continue from line to line in reading
 * order; between lines of different directions, the direction of the first line decides which line is next. At the
 * first or last position they return `index`. UP on the first line returns 0, DOWN on the last line its end. SIZE_MAX
 * beyond the end and for a bad handle. For words and sentences, see lamina_text_get_boundary(). Since 0.1. */
LAMINA_API size_t lamina_text_layout_move_caret(
    lamina_text_layout *layout, size_t index, lamina_caret_movement movement) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_text_part {
  LAMINA_TEXT_PART_TEXT = 0,
  LAMINA_TEXT_PART_TOKEN = 1,  /* the ellipsis or token of truncated text */
  LAMINA_TEXT_PART_MESSAGE = 2 /* the message after the token */
} lamina_text_part;

/* The result of a hit test. */
typedef struct lamina_text_hit {
  size_t struct_size; /* sizeof(lamina_text_hit) */
  lamina_text_part part;
  size_t begin;       /* the bytes of the character; none for token and message */
  size_t end;
  bool is_trailing;   /* the point is in the half of the character that is read last */
  bool is_inside;     /* the point is on the character, not only nearest to it */
  uint64_t link;      /* the link at the point, or the nearest within 22 units; 0 = none, also on token and message */
  size_t link_begin;  /* the visible bytes of that link */
  size_t link_end;
} lamina_text_hit;

#define LAMINA_TEXT_HIT_INIT { sizeof(lamina_text_hit), LAMINA_TEXT_PART_TEXT, 0, 0, false, false, 0, 0, 0 }

/* Fills `out_hit` for a point relative to the frame's top left corner. A click there places a caret before byte `end`
 * if `is_trailing`, and before `begin` otherwise. `is_trailing` is false for the last character of a wrapped line,
 * since the position after it belongs to the next line. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_hit_test(
    lamina_text_layout *layout, lamina_point point, lamina_text_hit *out_hit) LAMINA_ANY_THREAD;

/* The place of attachment `index`, and its byte in the text; either may be NULL. LAMINA_ERROR_OUT_OF_RANGE beyond the
 * last visible one. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_attachment(
    lamina_text_layout *layout, size_t index, lamina_rect *LAMINA_NULLABLE out_rect,
    size_t *LAMINA_NULLABLE out_byte) LAMINA_ANY_THREAD;

/* Draws the layout with its top left corner at `origin`, like lamina_text_draw(). Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_draw(
    lamina_text_layout *layout, lamina_point origin, lamina_color color, double scale,
    const lamina_bitmap *target) LAMINA_ANY_THREAD;

LAMINA_END

#endif
