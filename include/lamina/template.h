/* Lamina: trees as JSON, with slots. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TEMPLATE_H
#define LAMINA_TEMPLATE_H

#include "base.h"

LAMINA_BEGIN

/* ==== Template =========================================================== */
/* Pictures of many rows of data in the same form. A template is a tree as JSON, with slots. A job takes rows of values
 * for the slots and returns finished pictures in the order of the rows. Rows are read, laid out, drawn and encoded only
 * on the context's workers. docs/templates.md describes the JSON. */

/* Creates a template from JSON. LAMINA_ERROR_INVALID_ARGUMENT names the line and column of a syntax error, or the wrong
 * member, such as "template.root.children[0].style.width". LAMINA_ERROR_OUT_OF_RANGE beyond 16 MiB, 200 levels or
 * the limits of the context. Since 0.1. */
LAMINA_API lamina_status lamina_template_create(
    lamina_context *context, const char *LAMINA_NULLABLE json, size_t length,
    LAMINA_OUT(lamina_template) out_template) LAMINA_ANY_THREAD;

/* Adds a reference and returns the template; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_template *LAMINA_NULLABLE lamina_template_retain(lamina_template *template_) LAMINA_ANY_THREAD;

/* Drops a reference. Jobs keep their template. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_template_release(lamina_template *LAMINA_NULLABLE template_) LAMINA_ANY_THREAD;

/* The number of slots; 0 for a bad handle. Members of repeated parts ("lines.price") are none, but the name of their
 * array ("lines") is. Since 0.1. */
LAMINA_API size_t lamina_template_get_slot_count(lamina_template *template_) LAMINA_ANY_THREAD;

/* Writes the name of slot `index` (0..slot count - 1, in the order of the template) and returns its length; 0 if there
 * is no such slot. Since 0.1. */
LAMINA_API size_t lamina_template_read_slot_name(
    lamina_template *template_, size_t index, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
