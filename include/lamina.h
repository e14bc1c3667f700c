/* Lamina: a thread-safe tree of display nodes, laid out and drawn on background threads, shown by your own loop.
 *
 * This file and the headers that it includes, in this order, are the whole public API: one header for each object. A header
 * may be included by itself.
 *
 * Threads.   A function carries one of two marks. LAMINA_ANY_THREAD: call it from anywhere, at any time.
 *            LAMINA_OWNER_THREAD: only from the thread that created the context. A callback carries one of three.
 *            LAMINA_OWNER_THREAD: it runs on the owner thread, inside a call that processes. LAMINA_CALLING_THREAD: inside
 *            the call that it serves, on the thread of that call. LAMINA_WORKER_THREAD: on a worker, or inside a call that
 *            does the work itself: in a context without workers, when a layout is asked for by a call, and for nodes that
 *            are not drawn asynchronously. Nothing of Lamina runs on the owner thread outside a call.
 * Errors.    Functions that can fail return lamina_status; results come through `out_...` parameters, which are written
 *            only on LAMINA_OK. lamina_last_error() then holds a sentence that says what was wrong and what would be
 *            right. A `get` function that is given a bad handle returns the value named in its comment and leaves such
 *            a sentence too. No call crashes, whatever handle or number it is given, and a failed call changes nothing
 *            unless its comment says so.
 * Handles.   Pointer-typed but never addresses: a released (stale) handle or one of another kind is recognised and refused
 *            with LAMINA_ERROR_INVALID_HANDLE, as is NULL (which release ignores); handles of different contexts in one
 *            call with LAMINA_ERROR_FOREIGN_CONTEXT.
 * Ownership. `create` and `copy` hand out a reference that you give back with `release`. `get` returns plain values.
 *            Parents keep their children, nodes their specs and texts, surfaces their root.
 * Strings.   UTF-8 as (pointer, length in bytes, below 2 GiB); LAMINA_NUL_TERMINATED as the length means "up to the
 *            first NUL". They are copied. Broken UTF-8 is refused with the offset of the bad byte; for what comes from
 *            elsewhere, GLib's g_utf8_make_valid() puts U+FFFD in its place.
 * Units.     Lengths are logical units, y points down. Names ending in _px count device pixels, _us microseconds.
 *            `scale` is device pixels per logical unit.
 * Growth.    The interface of one soname (liblamina.so.0) only grows. Structs that begin with `struct_size` grow at the
 *            end; initialise them with their ..._INIT macro. Enum values never change. 0 is always the default or LAMINA_OK.
 * fork.      A forked child must not use contexts of its parent (LAMINA_ERROR_INVALID_STATE), but may make its own. fork()
 *            waits until no other thread holds the font lock (milliseconds where texts are new), at most 0.1 s while a
 *            drawing that draws text runs (lamina_node_set_draws_text()). Do not fork while the process measures its first
 *            texts on another thread: GLib's own locks may be held then, and the child would hang.
 */
#ifndef LAMINA_H
#define LAMINA_H

#include "lamina/base.h"         /* status, errors, version and handles: what every other header needs */
#include "lamina/geometry.h"     /* points, sizes, rectangles, colours and lengths */
#include "lamina/context.h"      /* the engine: workers, fonts, posted calls, time and memory */
#include "lamina/bitmap.h"       /* pixels in your memory, and pictures as the bytes of files */
#include "lamina/image.h"        /* pictures that nodes show */
#include "lamina/style.h"        /* how an element takes part in its parent's layout */
#include "lamina/node.h"         /* life, hierarchy, place and hits of nodes */
#include "lamina/appearance.h"   /* how a box looks: background, corners, border, shadow, gradient, transform */
#include "lamina/traits.h"       /* what a node and all below it inherit: colour scheme, text size, tint */
#include "lamina/display.h"      /* drawing callbacks, and when and how a node is drawn */
#include "lamina/interface.h"    /* how near a node is to being seen */
#include "lamina/spec.h"         /* layout specs: how elements are arranged */
#include "lamina/layout.h"       /* layout callbacks, and layouts as values */
#include "lamina/flex.h"         /* CSS flexbox */
#include "lamina/text.h"         /* attributed strings, measured and drawn */
#include "lamina/text_builder.h" /* texts with several attributes, and texts with attachments */
#include "lamina/text_layout.h"  /* a text in a frame: lines, carets and hits */
#include "lamina/text_node.h"    /* nodes that show a text */
#include "lamina/drawing.h"      /* drawings as data */
#include "lamina/change.h"       /* many changes of nodes in one call */
#include "lamina/tree.h"         /* nodes, specs, styles and texts from an array */
#include "lamina/transaction.h"  /* background work that completes together */
#include "lamina/surface.h"      /* where a root node is shown */
#include "lamina/layer.h"        /* layers for hosts that composite by themselves */
#include "lamina/render.h"       /* pictures without a window */
#include "lamina/template.h"     /* trees as JSON, with slots */
#include "lamina/job.h"          /* pictures of many rows of data */

#endif
