/* Lamina: nodes that show a text. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TEXT_NODE_H
#define LAMINA_TEXT_NODE_H

#include "text.h"

LAMINA_BEGIN

/* ==== Text node ========================================================== */

/* Creates a text node. `text` may be NULL and set later. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_text(
    lamina_context *context, lamina_text *LAMINA_NULLABLE text, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Creates a text node with a text of its own: lamina_text_create() and lamina_node_create_text() in one call. NULL
 * `attributes`: the defaults. lamina_node_set_string() changes the string. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_label(
    lamina_context *context, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Sets the text of a text node; NULL removes it. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text(
    lamina_node *node, lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* Sets another string, with the attributes from which the node's text was created (without a text, the defaults);
 * attributes of ranges are dropped. For counters and clocks. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_string(
    lamina_node *node, const char *LAMINA_NULLABLE utf8, size_t length) LAMINA_ANY_THREAD;

/* Returns a reference to the text of a text node, or NULL if it has none. LAMINA_ERROR_UNSUPPORTED for a display node.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_text(lamina_node *node, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Sets the options of a text node; NULL restores the defaults. LAMINA_ERROR_UNSUPPORTED for a display node. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_text_options(
    lamina_node *node, const lamina_text_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* Highlights the bytes begin..end-1 of a text node, for instance a pressed link, with rounded boxes behind the letters;
 * NULL removes the highlight. Redraws the node without layout. Positions beyond the text count as its end.
 * LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text_highlight(
    lamina_node *node, size_t begin, size_t end, const lamina_color *LAMINA_NULLABLE color) LAMINA_ANY_THREAD;

/* Returns the layout of a text node's text in its current frame: what the node shows once it is drawn.
 * LAMINA_ERROR_UNSUPPORTED for a display node, LAMINA_ERROR_INVALID_STATE for a node without text. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_text_layout(
    lamina_node *node, LAMINA_OUT(lamina_text_layout) out_layout) LAMINA_ANY_THREAD;

LAMINA_END

#endif
