/* Lamina: trees as JSON, with slots. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_TEMPLATE_H
#define LAMINA_TEMPLATE_H

#include "base.h"

LAMINA_BEGIN

/* ==== Template =========================================================== */
/* Pictures of many rows of data in one form. A template is a tree given as JSON, with slots; a job takes rows of values
 * for the slots and hands out finished pictures, in the order of the rows. Rows are read, laid out, drawn and encoded
 * on the context's workers and nowhere else. docs/templates.md describes the JSON. */

/* Reads a template. LAMINA_ERROR_INVALID_ARGUMENT names line and column of what is not JSON, and otherwise the member
 * that is wrong, such as "template.root.children[0].style.width"; LAMINA_ERROR_OUT_OF_RANGE beyond 16 MiB, 200 levels
 * or 100,000 elements. Since 0.1. */
LAMINA_API lamina_status lamina_template_create(
    lamina_context *context, const char *LAMINA_NULLABLE json, size_t length,
    LAMINA_OUT(lamina_template) out_template) LAMINA_ANY_THREAD;

/* Adds a reference and returns the template; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_template *LAMINA_NULLABLE lamina_template_retain(lamina_template *template_) LAMINA_ANY_THREAD;

/* Drops a reference; jobs keep their template. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_template_release(lamina_template *LAMINA_NULLABLE template_) LAMINA_ANY_THREAD;

/* The number of slots; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_template_get_slot_count(lamina_template *template_) LAMINA_ANY_THREAD;

/* Copies the name of a slot, 0..slot count - 1 in the order in which they come in the template, and a NUL into `buffer`
 * as far as `capacity` goes, and returns its whole length in bytes without the NUL; 0 when there is no such slot. Since
 * 0.1. */
LAMINA_API size_t lamina_template_read_slot_name(
    lamina_template *template_, size_t index, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
