/* Lamina: CSS flexbox. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_FLEX_H
#define LAMINA_FLEX_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Flex =============================================================== */
/* CSS flexbox, as an alternative to specs. A node with a flex profile lays out its children by flexbox, and so does
 * every descendant with children, down to the leaves: nodes with a text, a spec or a layout callback. The contents of a
 * leaf are laid out to exactly its frame without padding and border. A flex root may be the root of a surface, be in a
 * spec, or keep a frame that you set. Like a spec, it obeys its constraints: an exact size overrides its own, a range
 * limits it. Unset lengths have the defaults of CSS or Yoga. From lamina_style, the sizes, flex_grow, flex_shrink,
 * flex_basis, align_self and layout_direction apply where the flex property is not set; a flex_shrink of 0 counts as
 * unset, as it is the default of every style. Margins and flex properties of a root have no effect: it is not an item.
 * A leaf sized by its contents is measured within the available space. A text or picture that determines the size of a
 * leaf is inside its padding and border, as in CSS; a drawing of your own, and a picture behind children, fill the
 * whole frame. At most 12,000 levels are laid out. Of the edges, the most specific one that is set applies, in whatever
 * order they were set: start and end, then left and right, then horizontal and vertical, then all. Lengths are at most
 * 10,000,000. */

typedef enum LAMINA_ENUM lamina_flex_profile {
  LAMINA_FLEX_PROFILE_NONE = 0, /* specs, or frames set by hand */
  LAMINA_FLEX_PROFILE_CSS = 1,  /* rows, shrink 1, lines stretched, items not smaller than their content */
  LAMINA_FLEX_PROFILE_YOGA = 2  /* columns, shrink 0, lines at the start, items smaller than their content */
} lamina_flex_profile;

typedef enum LAMINA_ENUM lamina_flex_unit {
  LAMINA_FLEX_UNIT_UNDEFINED = 0, /* not set */
  LAMINA_FLEX_UNIT_POINTS = 1,
  LAMINA_FLEX_UNIT_PERCENT = 2,     /* of the parent's width or height; of its width for margins and paddings */
  LAMINA_FLEX_UNIT_AUTO = 3,        /* sizes, basis, margins, insets */
  LAMINA_FLEX_UNIT_MIN_CONTENT = 4, /* this and the next three: sizes and basis */
  LAMINA_FLEX_UNIT_MAX_CONTENT = 5,
  LAMINA_FLEX_UNIT_FIT_CONTENT = 6,
  LAMINA_FLEX_UNIT_STRETCH = 7,
  LAMINA_FLEX_UNIT_CONTENT = 8 /* basis: the content's size, whatever the width or height */
} lamina_flex_unit;

typedef enum LAMINA_ENUM lamina_flex_length {
  LAMINA_FLEX_LENGTH_WIDTH = 0,
  LAMINA_FLEX_LENGTH_HEIGHT = 1,
  LAMINA_FLEX_LENGTH_MIN_WIDTH = 2, /* beats the maximum */
  LAMINA_FLEX_LENGTH_MIN_HEIGHT = 3,
  LAMINA_FLEX_LENGTH_MAX_WIDTH = 4,
  LAMINA_FLEX_LENGTH_MAX_HEIGHT = 5,
  LAMINA_FLEX_LENGTH_BASIS = 6, /* the main size before flexing */
  LAMINA_FLEX_LENGTH_GAP = 7, /* both gaps */
  LAMINA_FLEX_LENGTH_ROW_GAP = 8,
  LAMINA_FLEX_LENGTH_COLUMN_GAP = 9,
  LAMINA_FLEX_LENGTH_MARGIN_LEFT = 10,
  LAMINA_FLEX_LENGTH_MARGIN_TOP = 11,
  LAMINA_FLEX_LENGTH_MARGIN_RIGHT = 12,
  LAMINA_FLEX_LENGTH_MARGIN_BOTTOM = 13,
  LAMINA_FLEX_LENGTH_MARGIN_START = 14,
  LAMINA_FLEX_LENGTH_MARGIN_END = 15,
  LAMINA_FLEX_LENGTH_MARGIN_HORIZONTAL = 16,
  LAMINA_FLEX_LENGTH_MARGIN_VERTICAL = 17,
  LAMINA_FLEX_LENGTH_MARGIN = 18, /* all four edges, where nothing more specific is set */
  LAMINA_FLEX_LENGTH_PADDING_LEFT = 19,
  LAMINA_FLEX_LENGTH_PADDING_TOP = 20,
  LAMINA_FLEX_LENGTH_PADDING_RIGHT = 21,
  LAMINA_FLEX_LENGTH_PADDING_BOTTOM = 22,
  LAMINA_FLEX_LENGTH_PADDING_START = 23,
  LAMINA_FLEX_LENGTH_PADDING_END = 24,
  LAMINA_FLEX_LENGTH_PADDING_HORIZONTAL = 25,
  LAMINA_FLEX_LENGTH_PADDING_VERTICAL = 26,
  LAMINA_FLEX_LENGTH_PADDING = 27,
  LAMINA_FLEX_LENGTH_INSET_LEFT = 28, /* how far inside the parent (absolute), or moved by (relative) */
  LAMINA_FLEX_LENGTH_INSET_TOP = 29,
  LAMINA_FLEX_LENGTH_INSET_RIGHT = 30,
  LAMINA_FLEX_LENGTH_INSET_BOTTOM = 31,
  LAMINA_FLEX_LENGTH_INSET_START = 32,
  LAMINA_FLEX_LENGTH_INSET_END = 33,
  LAMINA_FLEX_LENGTH_INSET_HORIZONTAL = 34,
  LAMINA_FLEX_LENGTH_INSET_VERTICAL = 35,
  LAMINA_FLEX_LENGTH_INSET = 36,
  LAMINA_FLEX_LENGTH_BORDER_LEFT = 37, /* room for a border; points only */
  LAMINA_FLEX_LENGTH_BORDER_TOP = 38,
  LAMINA_FLEX_LENGTH_BORDER_RIGHT = 39,
  LAMINA_FLEX_LENGTH_BORDER_BOTTOM = 40,
  LAMINA_FLEX_LENGTH_BORDER_START = 41,
  LAMINA_FLEX_LENGTH_BORDER_END = 42,
  LAMINA_FLEX_LENGTH_BORDER_HORIZONTAL = 43,
  LAMINA_FLEX_LENGTH_BORDER_VERTICAL = 44,
  LAMINA_FLEX_LENGTH_BORDER = 45
} lamina_flex_length;

typedef enum LAMINA_ENUM lamina_flex_number {
  LAMINA_FLEX_NUMBER_GROW = 0,            /* share of the free space to take; default: 0 */
  LAMINA_FLEX_NUMBER_SHRINK = 1,          /* share of the missing space to give up, weighted by the basis; default: 1,
                                             in Yoga 0 */
  LAMINA_FLEX_NUMBER_ASPECT_RATIO = 2,    /* width divided by height; default: none */
  LAMINA_FLEX_NUMBER_SCROLLBAR_WIDTH = 3, /* space for a scroll bar inside the border, if it scrolls; default: 0 */
  LAMINA_FLEX_NUMBER_LINE_COUNT = 4       /* minimum number of balanced lines; an integer, 1..65,535; default: 1 */
} lamina_flex_number;

/* Properties whose values are those of the enum named beside them; 0 is always the default. */
typedef enum LAMINA_ENUM lamina_flex_keyword {
  LAMINA_FLEX_KEYWORD_DIRECTION = 0,       /* lamina_flex_direction */
  LAMINA_FLEX_KEYWORD_WRAP = 1,            /* lamina_flex_wrap */
  LAMINA_FLEX_KEYWORD_JUSTIFY_CONTENT = 2, /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_ALIGN_ITEMS = 3,     /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_ALIGN_SELF = 4,      /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_ALIGN_CONTENT = 5,   /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_DISPLAY = 6,         /* lamina_flex_display */
  LAMINA_FLEX_KEYWORD_POSITION = 7,        /* lamina_flex_position */
  LAMINA_FLEX_KEYWORD_BOX_SIZING = 8,      /* lamina_flex_box_sizing */
  LAMINA_FLEX_KEYWORD_OVERFLOW = 9,        /* lamina_flex_overflow */
  LAMINA_FLEX_KEYWORD_LAYOUT_DIRECTION = 10  /* lamina_layout_direction */
} lamina_flex_keyword;

typedef enum LAMINA_ENUM lamina_flex_direction {
  LAMINA_FLEX_DIRECTION_DEFAULT = 0, /* the profile's */
  LAMINA_FLEX_DIRECTION_ROW = 1,
  LAMINA_FLEX_DIRECTION_ROW_REVERSE = 2,
  LAMINA_FLEX_DIRECTION_COLUMN = 3,
  LAMINA_FLEX_DIRECTION_COLUMN_REVERSE = 4
} lamina_flex_direction;

typedef enum LAMINA_ENUM lamina_flex_wrap {
  LAMINA_FLEX_WRAP_OFF = 0,
  LAMINA_FLEX_WRAP_ON = 1,
  LAMINA_FLEX_WRAP_REVERSE = 2,
  LAMINA_FLEX_WRAP_BALANCE = 3, /* into LAMINA_FLEX_NUMBER_LINE_COUNT or more lines of nearly the same size */
  LAMINA_FLEX_WRAP_REVERSE_BALANCE = 4
} lamina_flex_wrap;

typedef enum LAMINA_ENUM lamina_flex_align {
  LAMINA_FLEX_ALIGN_AUTO = 0, /* align-self: the container's; otherwise the default */
  LAMINA_FLEX_ALIGN_FLEX_START = 1,
  LAMINA_FLEX_ALIGN_CENTER = 2,
  LAMINA_FLEX_ALIGN_FLEX_END = 3,
  LAMINA_FLEX_ALIGN_STRETCH = 4,
  LAMINA_FLEX_ALIGN_BASELINE = 5,
  LAMINA_FLEX_ALIGN_SPACE_BETWEEN = 6,
  LAMINA_FLEX_ALIGN_SPACE_AROUND = 7,
  LAMINA_FLEX_ALIGN_SPACE_EVENLY = 8,
  LAMINA_FLEX_ALIGN_START = 9,
  LAMINA_FLEX_ALIGN_END = 10,
  LAMINA_FLEX_ALIGN_SELF_START = 11,
  LAMINA_FLEX_ALIGN_SELF_END = 12,
  LAMINA_FLEX_ALIGN_SAFE_CENTER = 13, /* safe: at the start if there is not enough space */
  LAMINA_FLEX_ALIGN_SAFE_FLEX_END = 14,
  LAMINA_FLEX_ALIGN_SAFE_END = 15
} lamina_flex_align;

typedef enum LAMINA_ENUM lamina_flex_display {
  LAMINA_FLEX_DISPLAY_FLEX = 0,
  LAMINA_FLEX_DISPLAY_NONE = 1, /* takes no space, nor do its descendants */
  LAMINA_FLEX_DISPLAY_CONTENTS = 2 /* its children are laid out as its parent's */
} lamina_flex_display;

typedef enum LAMINA_ENUM lamina_flex_position {
  LAMINA_FLEX_POSITION_RELATIVE = 0,
  LAMINA_FLEX_POSITION_STATIC = 1, /* insets have no effect; no containing block for absolute descendants */
  LAMINA_FLEX_POSITION_ABSOLUTE = 2 /* out of the flow */
} lamina_flex_position;

typedef enum LAMINA_ENUM lamina_flex_box_sizing {
  LAMINA_FLEX_BOX_SIZING_BORDER = 0, /* sizes include border and padding */
  LAMINA_FLEX_BOX_SIZING_CONTENT = 1
} lamina_flex_box_sizing;

typedef enum LAMINA_ENUM lamina_flex_overflow {
  LAMINA_FLEX_OVERFLOW_VISIBLE = 0,
  LAMINA_FLEX_OVERFLOW_HIDDEN = 1,
  LAMINA_FLEX_OVERFLOW_SCROLL = 2,
  LAMINA_FLEX_OVERFLOW_SCROLL_X = 3, /* horizontally; hidden vertically */
  LAMINA_FLEX_OVERFLOW_SCROLL_Y = 4  /* vertically; hidden horizontally */
} lamina_flex_overflow;

/* Makes `node` the root of a flex layout; LAMINA_FLEX_PROFILE_NONE, the default, ends that. Inside another flex layout,
 * that root's profile applies. A spec of the node takes precedence. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_profile(
    lamina_node *node, lamina_flex_profile profile) LAMINA_ANY_THREAD;

/* The flex profile that was set; NONE for a bad handle. Since 0.1. */
LAMINA_API lamina_flex_profile lamina_node_get_flex_profile(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets a length. `value` is used with LAMINA_FLEX_UNIT_POINTS and _PERCENT (50 = half) only; it may be negative for
 * margins and insets. LAMINA_ERROR_INVALID_ARGUMENT for a unit that the property does not support. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_length(
    lamina_node *node, lamina_flex_length property, double value, lamina_flex_unit unit) LAMINA_ANY_THREAD;

/* Returns a length as it was set; the value is 0 for units without one. Either may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_flex_length(
    lamina_node *node, lamina_flex_length property, double *LAMINA_NULLABLE out_value,
    lamina_flex_unit *LAMINA_NULLABLE out_unit) LAMINA_ANY_THREAD;

/* Sets a number, 0 or more; -1 restores the default. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_number(
    lamina_node *node, lamina_flex_number property, double value) LAMINA_ANY_THREAD;

/* A number as it was set; -1 if it was not, and for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_flex_number(lamina_node *node, lamina_flex_number property) LAMINA_ANY_THREAD;

/* Sets a keyword: `value` is a value of the enum that belongs to `property`. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_keyword(
    lamina_node *node, lamina_flex_keyword property, int32_t value) LAMINA_ANY_THREAD;

/* A keyword; 0, the default, for a bad handle. Since 0.1. */
LAMINA_API int32_t lamina_node_get_flex_keyword(lamina_node *node, lamina_flex_keyword property) LAMINA_ANY_THREAD;

/* Sets flex properties in CSS syntax, for instance "flex-direction: row; padding: 4px 8px; width: 50%". If a
 * declaration is wrong, sets none, and lamina_last_error() names it. Lengths are in px or %, or have no unit. The
 * properties are those of lamina_flex_length, lamina_flex_number and lamina_flex_keyword under their CSS names, and the
 * shorthands margin, padding, border-width, inset, gap and flex. Other properties do not change. UTF-8 of `length`
 * bytes, or LAMINA_NUL_TERMINATED. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_style(
    lamina_node *node, const char *declarations, size_t length) LAMINA_ANY_THREAD;

LAMINA_END

#endif
