/* Lamina: texts with several attributes, and texts with attachments. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TEXT_BUILDER_H
#define LAMINA_TEXT_BUILDER_H

#include "text.h"

LAMINA_BEGIN

/* ==== Text builder ======================================================= */

/* Creates an empty builder for a text with `attributes` (NULL: the defaults). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_create(
    lamina_context *context, const lamina_text_attributes *LAMINA_NULLABLE attributes,
    LAMINA_OUT(lamina_text_builder) out_builder) LAMINA_ANY_THREAD;

/* Adds a reference and returns `builder`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text_builder *LAMINA_NULLABLE lamina_text_builder_retain(lamina_text_builder *builder) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_builder_release(lamina_text_builder *LAMINA_NULLABLE builder) LAMINA_ANY_THREAD;

/* The length so far, in bytes of UTF-8; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_builder_get_length(lamina_text_builder *builder) LAMINA_ANY_THREAD;

/* Appends a string with `attributes` of its own (NULL: those of the builder). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends markup, as for lamina_text_create_markup(). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_markup(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE markup, size_t length) LAMINA_ANY_THREAD;

/* Appends an attachment: space of `size` (0..10,000 a side) for your own drawing, `rise` (-10,000..10,000) above the
 * baseline. In the string it is U+FFFC. lamina_text_layout_get_attachment() returns its place. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_attachment(
    lamina_text_builder *builder, lamina_size size, double rise,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends space for a child of the text node that shows the text, `rise` (-10,000..10,000) above the baseline. In the
 * string it is U+FFFC. The first such space is for the node's first child, and so on. Layout measures the children
 * within the text's available width, and sets their frames; it leaves out children without a space and those whose
 * space is not shown. A space without a child is empty. Scaling the text does not scale its children. Without a node,
 * and before the node's first layout, all such spaces are empty. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_child(
    lamina_text_builder *builder, double rise, const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends a string whose characters all run in `direction` (like HTML's bdo) or, with LAMINA_TEXT_DIRECTION_NATURAL,
 * one whose direction is isolated from the surrounding text (bdi). This inserts Unicode control characters, 3 bytes
 * each, around each paragraph of the string (U+202D or U+202E and U+202C; U+2068 and U+2069), which positions count.
 * Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_directed(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE utf8, size_t length, lamina_text_direction direction,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Sets the fields given in `attributes` on the bytes begin..end-1 and keeps their other attributes. `end` SIZE_MAX
 * means the end. LAMINA_ERROR_OUT_OF_RANGE beyond the end, LAMINA_ERROR_INVALID_ARGUMENT inside a UTF-8 sequence. Since
 * 0.1. */
LAMINA_API lamina_status lamina_text_builder_set_attributes(
    lamina_text_builder *builder, size_t begin, size_t end, const lamina_text_attributes *attributes) LAMINA_ANY_THREAD;

/* Sets the style of all paragraphs that contain bytes of begin..end-1, replacing earlier ones. Otherwise like
 * lamina_text_builder_set_attributes(). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_set_paragraph(
    lamina_text_builder *builder, size_t begin, size_t end, const lamina_text_paragraph *paragraph) LAMINA_ANY_THREAD;

/* Returns the text built so far. The builder can be used further. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_copy_text(
    lamina_text_builder *builder, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

LAMINA_END

#endif
