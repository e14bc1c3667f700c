/* Lamina: attributed strings, measured and drawn. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TEXT_H
#define LAMINA_TEXT_H

#include "appearance.h"

LAMINA_BEGIN

/* ==== Text =============================================================== */
/* A text is an immutable value: a string with attributes on ranges of its bytes. Options control how it is set in
 * lines. A text layout is a text with options in a frame: it knows the positions of characters. All functions work on
 * any thread. Positions count bytes of UTF-8 unless a comment says otherwise. NUL bytes in a string become spaces. */

typedef enum LAMINA_ENUM lamina_font_slant {
  LAMINA_FONT_SLANT_INHERIT = 0,
  LAMINA_FONT_SLANT_UPRIGHT = 1,
  LAMINA_FONT_SLANT_ITALIC = 2,
  LAMINA_FONT_SLANT_OBLIQUE = 3
} lamina_font_slant;

typedef enum LAMINA_ENUM lamina_font_caps {
  LAMINA_FONT_CAPS_INHERIT = 0,
  LAMINA_FONT_CAPS_NORMAL = 1,
  LAMINA_FONT_CAPS_SMALL = 2,    /* lower case letters become small capitals */
  LAMINA_FONT_CAPS_ALL_SMALL = 3 /* all letters become small capitals */
} lamina_font_caps;

typedef enum LAMINA_ENUM lamina_underline {
  LAMINA_UNDERLINE_INHERIT = 0,
  LAMINA_UNDERLINE_NONE = 1,
  LAMINA_UNDERLINE_SINGLE = 2,
  LAMINA_UNDERLINE_DOUBLE = 3,
  LAMINA_UNDERLINE_LOW = 4, /* below the descenders */
  LAMINA_UNDERLINE_WAVY = 5
} lamina_underline;

typedef enum LAMINA_ENUM lamina_text_rule {
  LAMINA_TEXT_RULE_INHERIT = 0,
  LAMINA_TEXT_RULE_NONE = 1,
  LAMINA_TEXT_RULE_SINGLE = 2
} lamina_text_rule;

/* A shadow of the text. `x` and `y` are -1,000..1,000, `blur` is CSS's blur radius, 0..250; all in logical units. */
typedef struct lamina_text_shadow { lamina_color color; double x, y, blur; } lamina_text_shadow;

/* A font size in typographic points (1/72 inch, at 96 logical units per inch). */
#define LAMINA_FONT_POINTS(points) ((points) * 96.0 / 72.0)

/* The appearance of characters. Zero or NULL inherits: from the text's own attributes, then from the context's font
 * options (size 14, weight 400, upright, black, no lines). A colour inherits if all of it is zero: for invisible
 * letters, give another one an alpha of 0. */
typedef struct lamina_text_attributes {
  size_t struct_size;                       /* sizeof(lamina_text_attributes) */
  const char *LAMINA_NULLABLE family;       /* NUL-terminated; a comma-separated list is a fallback order */
  double size;                              /* logical units per em, up to 2,000 */
  int32_t weight;                           /* 100..1000; 400 is regular, 700 bold */
  lamina_font_slant slant;
  lamina_underline underline;
  lamina_color color;
  bool replaces;                            /* inherits nothing: fields not set here have their defaults */
  double size_factor;                       /* multiplies the inherited size, or `size`; 0.01..100 */
  int32_t stretch;                          /* width class 1 (ultra condensed) .. 9 (ultra expanded); 5 is normal */
  lamina_font_caps caps;
  const char *LAMINA_NULLABLE features;     /* OpenType features as in CSS: "tnum, ss01=1" */
  const char *LAMINA_NULLABLE variations;   /* axes of a variable font: "wght=350, wdth=90" */
  const char *LAMINA_NULLABLE language;     /* language tag, for shaping and choice of fonts */
  double letter_spacing;                    /* added after each character, logical units, -1,000..1,000 */
  double word_spacing;                      /* added to each space, logical units, -1,000..1,000 */
  double rise;                              /* above the baseline, logical units, -1,000..1,000; negative below it */
  lamina_color background;
  lamina_color underline_color;
  lamina_text_rule strikethrough;
  lamina_color strikethrough_color;
  lamina_text_rule overline;
  lamina_color overline_color;
  uint64_t link;                            /* your identifier of a link, such as an index or a pointer */
  const lamina_text_shadow *LAMINA_NULLABLE shadows; /* the first lies on top; at most 16 */
  size_t shadow_count;
  lamina_color stroke_color;                /* an outline behind the letters; with stroke_width */
  double stroke_width;                      /* logical units, 0..250; half of it is outside the letters */
  const lamina_gradient *LAMINA_NULLABLE gradient; /* replaces `color`, but for its alpha; its ends are fractions of the
                                                      text's size */
  lamina_color border_color;                /* a box around the text, one for each line, which `background` fills; it
                                               moves no text. With border_width */
  double border_width;                      /* logical units, 0..250 */
  double border_radius;                     /* of the box's corners, logical units, 0..1,000 */
  lamina_insets border_padding;             /* between text and border, logical units, 0..1,000 */
  const lamina_text_shadow *LAMINA_NULLABLE inner_shadows; /* cast by the edges of letters into them; at most 16 */
  size_t inner_shadow_count;
} lamina_text_attributes;

#define LAMINA_TEXT_ATTRIBUTES_INIT                                                                             \
  {                                                                                                             \
    sizeof(lamina_text_attributes), NULL, 0, 0, LAMINA_FONT_SLANT_INHERIT, LAMINA_UNDERLINE_INHERIT,            \
        { 0, 0, 0, 0 }, false, 0, 0, LAMINA_FONT_CAPS_INHERIT, NULL, NULL, NULL, 0, 0, 0, { 0, 0, 0, 0 },        \
        { 0, 0, 0, 0 }, LAMINA_TEXT_RULE_INHERIT, { 0, 0, 0, 0 }, LAMINA_TEXT_RULE_INHERIT, { 0, 0, 0, 0 }, 0,   \
        NULL, 0, { 0, 0, 0, 0 }, 0, NULL, { 0, 0, 0, 0 }, 0, 0, { 0, 0, 0, 0 }, NULL, 0                          \
  }

typedef enum LAMINA_ENUM lamina_text_alignment {
  LAMINA_TEXT_ALIGNMENT_NATURAL = 0, /* left for left-to-right paragraphs, right for right-to-left ones */
  LAMINA_TEXT_ALIGNMENT_LEFT = 1,
  LAMINA_TEXT_ALIGNMENT_CENTER = 2,
  LAMINA_TEXT_ALIGNMENT_RIGHT = 3,
  LAMINA_TEXT_ALIGNMENT_JUSTIFY = 4, /* widens spaces except in a paragraph's last line; in a line of one word, spaces
                                        its letters, as Pango does */
  LAMINA_TEXT_ALIGNMENT_OPPOSITE = 5 /* right for left-to-right paragraphs, left for right-to-left ones */
} lamina_text_alignment;

typedef enum LAMINA_ENUM lamina_text_direction {
  LAMINA_TEXT_DIRECTION_NATURAL = 0, /* of the first strong character; without one, of the previous paragraph, then the
                                        node's layout direction */
  LAMINA_TEXT_DIRECTION_LEFT_TO_RIGHT = 1,
  LAMINA_TEXT_DIRECTION_RIGHT_TO_LEFT = 2
} lamina_text_direction;

typedef enum LAMINA_ENUM lamina_text_wrap {
  LAMINA_TEXT_WRAP_WORD_CHARACTER = 0, /* between words; inside a word wider than the line: with a hyphen in scripts
                                          that have one, as in Pango */
  LAMINA_TEXT_WRAP_WORD = 1,
  LAMINA_TEXT_WRAP_CHARACTER = 2,      /* between any two characters */
  LAMINA_TEXT_WRAP_NONE = 3            /* a paragraph is one line, cut only after some 500,000 / size bytes (37,000 at
                                          size 14). To truncate a single line at the width, set max_lines to 1 and
                                          do not use this */
} lamina_text_wrap;

typedef enum LAMINA_ENUM lamina_truncation {
  LAMINA_TRUNCATION_END = 0,   /* an ellipsis at the end */
  LAMINA_TRUNCATION_CLIP = 1,  /* no ellipsis */
  LAMINA_TRUNCATION_START = 2, /* the last line is an ellipsis, then the end of the text */
  LAMINA_TRUNCATION_MIDDLE = 3 /* the last line has an ellipsis in the middle, then the end of the text */
} lamina_truncation;

typedef enum LAMINA_ENUM lamina_text_placement {
  LAMINA_TEXT_PLACEMENT_TOP = 0,
  LAMINA_TEXT_PLACEMENT_CENTER = 1,
  LAMINA_TEXT_PLACEMENT_BOTTOM = 2
} lamina_text_placement;

typedef enum LAMINA_ENUM lamina_tab_alignment {
  LAMINA_TAB_ALIGNMENT_LEFT = 0, /* text starts at the stop */
  LAMINA_TAB_ALIGNMENT_RIGHT = 1,
  LAMINA_TAB_ALIGNMENT_CENTER = 2,
  LAMINA_TAB_ALIGNMENT_DECIMAL = 3 /* the decimal point is at the stop; a number without one ends there */
} lamina_tab_alignment;

/* Where lines may end within words. */
typedef enum LAMINA_ENUM lamina_text_hyphens {
  LAMINA_TEXT_HYPHENS_INHERIT = 0, /* MANUAL by default */
  LAMINA_TEXT_HYPHENS_MANUAL = 1,  /* at soft hyphens (U+00AD), and anywhere in a word wider than the line: with a
                                      hyphen in scripts that have one */
  LAMINA_TEXT_HYPHENS_NONE = 2     /* not at soft hyphens, and never with a hyphen that is not in the text */
} lamina_text_hyphens;

/* A tab stop, measured from the start of the line. */
typedef struct lamina_tab_stop { double position; lamina_tab_alignment alignment; } lamina_tab_stop;

/* How a paragraph, the text between two line breaks of the string, is set. Lengths are logical units, at most 100,000.
 * Zero inherits from the text's options; there it is the default. */
typedef struct lamina_text_paragraph {
  size_t struct_size;  /* sizeof(lamina_text_paragraph) */
  lamina_text_alignment alignment;
  lamina_text_direction direction;
  double line_height;        /* of every line, whatever it contains */
  double line_height_factor; /* multiplies the height of a line's fonts, 0..100; only if line_height is 0 */
  double line_gap;           /* between lines, never after the last; may be negative */
  double space_before;       /* above the paragraph, unless it is the first */
  double space_after;        /* below it, unless it is the last */
  double first_line_indent;  /* from the start side, of the first line */
  double indent;             /* from the start side, of the other lines */
  double tail_indent;        /* from the end side, of all lines */
  const lamina_tab_stop *LAMINA_NULLABLE tab_stops; /* in order; the last interval repeats; at most 64 */
  size_t tab_stop_count;
  uint32_t decimal_point; /* the Unicode character aligned at decimal stops, such as ','; 0 = '.', in every locale */
  lamina_text_hyphens hyphens;
  double justify_limit; /* how many times as wide the spaces of a justified line may become, 1..100; a line that needs
                           more is not justified. 0 = no limit */
} lamina_text_paragraph;

#define LAMINA_TEXT_PARAGRAPH_INIT                                                                          \
  {                                                                                                         \
    sizeof(lamina_text_paragraph), LAMINA_TEXT_ALIGNMENT_NATURAL, LAMINA_TEXT_DIRECTION_NATURAL, 0, 0, 0, 0, \
        0, 0, 0, 0, NULL, 0, 0, LAMINA_TEXT_HYPHENS_INHERIT, 0                                              \
  }

/* A closed shape: its points in order, logical units; what lies within by the even-odd rule. */
typedef struct lamina_text_polygon {
  const lamina_point *points;
  size_t point_count; /* 3..1,024 */
} lamina_text_polygon;

/* How a text is set in lines. The values behind the pointers are copied. */
typedef struct lamina_text_options {
  size_t struct_size;     /* sizeof(lamina_text_options) */
  uint32_t max_lines; /* 0 = no limit */
  lamina_truncation truncation;
  lamina_text_alignment alignment;
  lamina_text_wrap wrap;
  double line_spacing;    /* baseline distance as a factor of the font's line height, 0..100; 0 = the font's own */
  bool truncates_at_words; /* truncates between words, if at least one remains */
  bool balances;           /* makes up to 10 lines about equally long, without adding lines */
  bool fits_height;        /* cuts lines that do not fit in the frame's height, as with max_lines */
  bool includes_shadows;   /* shadows and outlines count as part of the size */
  lamina_text_placement placement; /* in a frame higher than the lines */
  lamina_insets insets;    /* around the lines, part of the size */
  lamina_text *LAMINA_NULLABLE token;   /* replaces the ellipsis; its attributes inherit from the text before it */
  lamina_text *LAMINA_NULLABLE message; /* follows the token, such as "Read more"; see lamina_text_hit */
  const double *LAMINA_NULLABLE scale_factors; /* factors to try after 1, in descending order, until the longest word,
                                                  the lines and the height fit; 0.01..1, at most 64 */
  size_t scale_factor_count;
  const lamina_rect *LAMINA_NULLABLE exclusions; /* rectangles that lines flow around, on the side with more space; from
                                                    the corner inside the insets; at most 64 */
  size_t exclusion_count;
  lamina_color tint;        /* of text without a colour of its own; zero: black, or the call's */
  lamina_color placeholder; /* draws bars in this colour in place of the lines; zero: draws the lines */
  const lamina_text_paragraph *LAMINA_NULLABLE paragraph; /* inherited by every paragraph of the text */
  const lamina_text_polygon *LAMINA_NULLABLE exclusion_polygons; /* exclusions of other shapes; at most 64 */
  size_t exclusion_polygon_count;
} lamina_text_options;

#define LAMINA_TEXT_OPTIONS_INIT                                                                              \
  {                                                                                                           \
    sizeof(lamina_text_options), 0, LAMINA_TRUNCATION_END, LAMINA_TEXT_ALIGNMENT_NATURAL,                     \
        LAMINA_TEXT_WRAP_WORD_CHARACTER, 0, false, false, false, false, LAMINA_TEXT_PLACEMENT_TOP,            \
        { 0, 0, 0, 0 }, NULL, NULL, NULL, 0, NULL, 0, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, NULL, NULL, 0           \
  }

/* Creates a text with the same attributes throughout. NULL `attributes`: the defaults. Since 0.1. */
LAMINA_API lamina_status lamina_text_create(
    lamina_context *context, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Creates a text from markup, a subset of Pango's: <b> <i> <u> <s> <big> <small> <sub> <sup> <tt>, <a href="7"> (a link
 * with that identifier), and <span> with any of: font_family, size (a number of points, or of units as in "18px", or
 * "120%"), weight (a number, "normal", "bold", "light"), style (normal, italic, oblique), variant (normal, small-caps,
 * all-small-caps), stretch (1..9), foreground or color, background (#rgb, #rgba, #rrggbb, #rrggbbaa, or one of CSS's
 * basic names), underline (none, single, double, low, error), underline_color, strikethrough (true, false),
 * strikethrough_color, overline (none, single), overline_color, letter_spacing, word_spacing, rise (logical units),
 * font_features, font_variations, lang, link. Entities: &amp; &lt; &gt; &quot; &apos; and &#number;.
 * LAMINA_ERROR_INVALID_ARGUMENT names the line and column. Since 0.1. */
LAMINA_API lamina_status lamina_text_create_markup(
    lamina_context *context, const char *LAMINA_NULLABLE markup, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Creates a text like `text`, with a string in place of the bytes begin..end-1; `end` SIZE_MAX means the end. NULL
 * `attributes`: those of the first character replaced, or of the one before `begin` if none is; otherwise they inherit
 * from the text's own. New paragraphs are set like the one that `begin` is in. Measuring the new text with options and
 * a width that `text` was measured with lays out the changed paragraphs only, if the text has 64 lines or more,
 * max_lines is 0 and there are no exclusions. LAMINA_ERROR_OUT_OF_RANGE beyond the end, LAMINA_ERROR_INVALID_ARGUMENT
 * inside a UTF-8 sequence. Since 0.1. */
LAMINA_API lamina_status lamina_text_create_replaced(
    lamina_text *text, size_t begin, size_t end, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Adds a reference and returns `text`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text *LAMINA_NULLABLE lamina_text_retain(lamina_text *text) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_release(lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* The length in bytes of UTF-8; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_get_length(lamina_text *text) LAMINA_ANY_THREAD;

/* Writes the string and returns its length; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_read_string(
    lamina_text *text, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Whether two texts have the same string and attributes; false for a bad handle. Fast if they differ. Since 0.1. */
LAMINA_API bool lamina_text_is_equal(lamina_text *text, lamina_text *other) LAMINA_ANY_THREAD;

/* A hash of the text, computed once: the same for equal texts within a process. 0 for a bad handle. Since 0.1. */
LAMINA_API uint64_t lamina_text_get_hash(lamina_text *text) LAMINA_ANY_THREAD;

/* A link of a text. */
typedef struct lamina_text_link {
  size_t struct_size; /* sizeof(lamina_text_link) */
  uint64_t link;      /* your identifier */
  size_t begin;       /* its bytes, whatever their attributes */
  size_t end;
} lamina_text_link;

#define LAMINA_TEXT_LINK_INIT { sizeof(lamina_text_link), 0, 0, 0 }

/* Fills `out_link` with the link at byte `from`, or the first one after it. To list all, begin with 0 and continue from
 * `end`. LAMINA_ERROR_OUT_OF_RANGE if there are no more. Links do not change the appearance of text: use this to
 * underline links of markup, or with lamina_text_layout_read_rects(). Since 0.1. */
LAMINA_API lamina_status lamina_text_get_link(
    lamina_text *text, size_t from, lamina_text_link *out_link) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_text_unit {
  LAMINA_TEXT_UNIT_BYTE = 0, /* of UTF-8 */
  LAMINA_TEXT_UNIT_CODE_POINT = 1,
  LAMINA_TEXT_UNIT_CHARACTER = 2, /* grapheme clusters, the characters that readers perceive */
  LAMINA_TEXT_UNIT_UTF16 = 3,
  LAMINA_TEXT_UNIT_WORD = 4,
  LAMINA_TEXT_UNIT_SENTENCE = 5,
  LAMINA_TEXT_UNIT_LINE = 6 /* between line break opportunities */
} lamina_text_unit;

/* Converts a position counted in `from` to one counted in `to`; a position inside a unit counts as its start. SIZE_MAX
 * beyond the end and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_convert_position(
    lamina_text *text, lamina_text_unit from, size_t position, lamina_text_unit to) LAMINA_ANY_THREAD;

/* The next boundary of a unit after byte `index` or, if not `forward`, the previous one before it: for words, their
 * ends forward and their starts backward. Without one, the end of the text, or 0. SIZE_MAX beyond the end and for a bad
 * handle. Since 0.1. */
LAMINA_API size_t lamina_text_get_boundary(
    lamina_text *text, size_t index, lamina_text_unit unit, bool forward) LAMINA_ANY_THREAD;

/* The measurement of a text. */
typedef struct lamina_text_metrics {
  size_t struct_size;    /* sizeof(lamina_text_metrics) */
  lamina_size size;      /* the widest line and the height of all lines, with insets */
  double first_baseline; /* from the top */
  double last_baseline;
  size_t line_count;
  bool is_truncated;
  size_t hidden_begin;   /* the bytes cut by max_lines; equal to hidden_end if none are */
  size_t hidden_end;
  size_t missing_glyphs; /* characters that no font contains, shown as boxes */
  double first_ascent;   /* of the first line's letters, above its baseline */
  double last_descent;   /* of the last line's, below its baseline */
  double scale_factor;   /* the value of scale_factors that was used; 1 = none */
} lamina_text_metrics;

#define LAMINA_TEXT_METRICS_INIT { sizeof(lamina_text_metrics), { 0, 0 }, 0, 0, 0, false, 0, 0, 0, 0, 0, 1 }

/* Measures a text wrapped at `max_width` (logical units; INFINITY = only at line breaks), on the calling thread, and
 * fills `out_metrics` up to its struct_size. NULL `options`: the defaults. In the measured width, the text breaks its
 * lines in the same places, unless a word is wider; with LAMINA_TEXT_WRAP_CHARACTER, lines in several scripts may break
 * elsewhere. Since 0.1. */
LAMINA_API lamina_status lamina_text_measure(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, double max_width,
    lamina_text_metrics *out_metrics) LAMINA_ANY_THREAD;

/* The width of the longest unbreakable part (CSS min-content) and the width without wrapping (max-content). Either may
 * be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_text_get_content_widths(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, double *LAMINA_NULLABLE out_min,
    double *LAMINA_NULLABLE out_max) LAMINA_ANY_THREAD;

/* Draws a text in `frame` (logical units of `target`), over the existing pixels, on the calling thread. `color` is for
 * text without a colour of its own; `scale` 0.1..16. Letters stand as lamina_glyph_positions says. Ink may extend
 * beyond the frame. Since 0.1. */
LAMINA_API lamina_status lamina_text_draw(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, lamina_rect frame, lamina_color color,
    double scale, const lamina_bitmap *target) LAMINA_ANY_THREAD;

/* The same through a cairo context, in its user space; letters stand as there if it only scales and translates.
 * Does not use cairo's font functions, so that several threads may draw at once, also in a lamina_node_draw_fn.
 * LAMINA_ERROR_BACKEND if `cairo` is in an error state. Since 0.1. */
LAMINA_API lamina_status lamina_text_draw_cairo(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, lamina_rect frame, lamina_color color,
    struct _cairo *cairo) LAMINA_ANY_THREAD;

LAMINA_END

#endif
