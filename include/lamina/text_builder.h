/* Lamina: texts with several attributes, and texts with attachments. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_TEXT_BUILDER_H
#define LAMINA_TEXT_BUILDER_H

#include "text.h"

LAMINA_BEGIN

/* ==== Text builder ======================================================= */

/* Makes an empty builder whose text starts from `attributes` (NULL: the defaults). Since 0.1. */
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

/* Appends what markup says, as in lamina_text_create_markup(). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_markup(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE markup, size_t length) LAMINA_ANY_THREAD;

/* Appends an attachment: space of `size` (0..10,000 a side) for your own drawing, standing `rise` (-10,000..10,000)
 * above the baseline; in the string it is U+FFFC. lamina_text_layout_get_attachment() tells where it ended up. Since
 * 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_attachment(
    lamina_text_builder *builder, lamina_size size, double rise,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends room for a child of the text node that will show the text, standing `rise` (-10,000..10,000) above the
 * baseline; in the string it is U+FFFC. The first such room is for the node's first child, and so on. Layout measures
 * the children, within the width that the text may have, gives them their room and their frames, and leaves out those
 * without room and those whose room is not shown; room without a child is empty. The size of a child is its own: what
 * scales the text leaves it alone. Such a text outside of a node, and in a node before its first layout, has no room
 * for anything. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_child(
    lamina_text_builder *builder, double rise, const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends a string whose characters all run in `direction`, whatever they are (HTML's bdo), or, with
 * LAMINA_TEXT_DIRECTION_NATURAL, one that runs by itself, whatever stands around it (bdi). Unicode's controls say so:
 * they become part of the text, 3 bytes each, around each paragraph of the string (U+202D or U+202E and U+202C; U+2068
 * and U+2069), so that every position counts them. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_directed(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE utf8, size_t length, lamina_text_direction direction,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Sets what `attributes` names on the bytes begin..end-1, leaving their other attributes. `end` SIZE_MAX means the end.
 * LAMINA_ERROR_OUT_OF_RANGE beyond the end, LAMINA_ERROR_INVALID_ARGUMENT inside a UTF-8 sequence. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_set_attributes(
    lamina_text_builder *builder, size_t begin, size_t end, const lamina_text_attributes *attributes) LAMINA_ANY_THREAD;

/* Sets the paragraphs that the bytes begin..end-1 touch, wholly, replacing what was said of them before. Otherwise as
 * lamina_text_builder_set_attributes(). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_set_paragraph(
    lamina_text_builder *builder, size_t begin, size_t end, const lamina_text_paragraph *paragraph) LAMINA_ANY_THREAD;

/* Hands out the text built so far; the builder can go on. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_copy_text(
    lamina_text_builder *builder, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

LAMINA_END

#endif
