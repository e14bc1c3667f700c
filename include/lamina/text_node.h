/* Lamina: nodes that show a text. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_TEXT_NODE_H
#define LAMINA_TEXT_NODE_H

#include "text.h"

LAMINA_BEGIN

/* ==== Text node ========================================================== */

/* Makes a text node; `text` may be NULL and be set later. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_text(
    lamina_context *context, lamina_text *LAMINA_NULLABLE text, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Gives a text node its text; NULL empties it. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text(
    lamina_node *node, lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* Gives a text node another string with the attributes with which its text was made, or the defaults without one;
 * attributes of parts of it go. For labels that count or show the time. LAMINA_ERROR_UNSUPPORTED for a display node.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_string(
    lamina_node *node, const char *LAMINA_NULLABLE utf8, size_t length) LAMINA_ANY_THREAD;

/* Hands out a reference to the text that a text node was given, or NULL when it has none. LAMINA_ERROR_UNSUPPORTED for
 * a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_text(lamina_node *node, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* How a text node sets its text; NULL restores the defaults. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text_options(
    lamina_node *node, const lamina_text_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* Highlights the bytes begin..end-1 of a text node, such as a link that is pressed, with round boxes behind the
 * letters; NULL removes the highlight. Draws the node anew but lays nothing out. Ends beyond the text count as its end.
 * LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text_highlight(
    lamina_node *node, size_t begin, size_t end, const lamina_color *LAMINA_NULLABLE color) LAMINA_ANY_THREAD;

/* The same for a text node in its present frame: what it shows once it is drawn. LAMINA_ERROR_UNSUPPORTED for a display
 * node, LAMINA_ERROR_INVALID_STATE for a node without text. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_text_layout(
    lamina_node *node, LAMINA_OUT(lamina_text_layout) out_layout) LAMINA_ANY_THREAD;

LAMINA_END

#endif
