/* Lamina: a thread-safe tree of display nodes, laid out and drawn on background threads, shown by your own loop.
 *
 * This header includes the whole public API, one header for each object. Each can also be included on its own.
 *
 * Threads.   Each function is marked with the threads that may call it. LAMINA_ANY_THREAD: any thread, at any time.
 *            LAMINA_OWNER_THREAD: only the thread that created the context. Each callback is marked with the thread it
 *            runs on. LAMINA_OWNER_THREAD: the owner thread, inside a call that processes. LAMINA_CALLING_THREAD: the
 *            thread of the call that needs it, before that call returns. LAMINA_WORKER_THREAD: a worker, or the thread
 *            of a call that does the work itself: in a context without workers, in a call that lays out, and for nodes
 *            that are not drawn asynchronously. Lamina runs nothing on the owner thread outside a call.
 *            Callbacks must return: a C++ exception or a longjmp() out of one ends the process or corrupts it. Catch
 *            what may be thrown inside the callback.
 * Errors.    Functions that can fail return lamina_status. They write their `out_...` parameters only on LAMINA_OK.
 *            After a failure lamina_last_error() describes what was wrong and what would be right. Given a bad handle,
 *            a function that returns a plain value returns the one named in its comment and sets lamina_last_error()
 *            too; functions for the owner thread always return a status. No handle or number crashes a call, and a
 *            failed call changes nothing unless its comment says otherwise.
 * Handles.   Pointers in type, but never addresses. NULL, a released handle and a handle of another kind are refused
 *            with LAMINA_ERROR_INVALID_HANDLE (release ignores NULL), handles of different contexts in one call with
 *            LAMINA_ERROR_FOREIGN_CONTEXT.
 * Ownership. `create` and `copy` return a reference that you give back with `release`, or that a scope gives back for
 *            you (lamina_context_begin_scope()). `get` returns plain values. Parents keep their children, nodes their
 *            specs and texts, surfaces their root.
 * Strings.   UTF-8 as (pointer, length in bytes, below 2 GiB); LAMINA_NUL_TERMINATED as the length means "up to the
 *            first NUL". They are copied. Invalid UTF-8 is refused with the offset of the bad byte; GLib's
 *            g_utf8_make_valid() repairs text from other sources.
 * Buffers.   Functions that fill a buffer of yours take it as (out_..., capacity). A buffer that is too small is no
 *            error: what fits is written, and the whole length is returned or written to `out_count` all the same.
 *            NULL or a capacity of 0 asks for the length alone. A string ends with a NUL and is never cut within a
 *            character; its length is in bytes, without the NUL.
 * Units.     Lengths are logical units, y points down. Names ending in _px count device pixels, _us microseconds.
 *            `scale` is device pixels per logical unit.
 * Growth.    The interface of one soname (liblamina.so.0) only grows. Structs that begin with `struct_size` grow at the
 *            end; initialise them with their ..._INIT macro. A library takes smaller structs than it knows, of programs
 *            that were compiled with an older header, and refuses larger ones. Enum values never change. 0 is always
 *            the default or LAMINA_OK.
 * fork.      A forked child must not use its parent's contexts (LAMINA_ERROR_INVALID_STATE), but may create its own.
 *            fork() waits until no other thread holds the font lock: milliseconds where texts are new, at most 0.1 s
 *            while a drawing that draws text runs (lamina_node_set_draws_text()). Do not fork while another thread
 *            measures the first texts of the process: GLib's locks may be held, and the child would hang.
 */
#ifndef LAMINA_H
#define LAMINA_H

#include "lamina/base.h"         /* status, errors, version and handles, for all other headers */
#include "lamina/geometry.h"     /* points, sizes, rectangles, colours and lengths */
#include "lamina/context.h"      /* the engine: workers, fonts, posted calls, time and memory */
#include "lamina/bitmap.h"       /* pixels in your memory, and picture files */
#include "lamina/image.h"        /* pictures that nodes show */
#include "lamina/loader.h"       /* bytes by their URLs */
#include "lamina/style.h"        /* the part of an element in its parent's layout */
#include "lamina/node.h"         /* creation, hierarchy, geometry and hit testing of nodes */
#include "lamina/appearance.h"   /* background, corners, border, shadow, gradient, transform */
#include "lamina/traits.h"       /* inherited settings: colour scheme, text size, tint */
#include "lamina/display.h"      /* drawing callbacks, and how nodes are drawn */
#include "lamina/interface.h"    /* how close a node is to being visible */
#include "lamina/spec.h"         /* layout specs: the layout of elements */
#include "lamina/layout.h"       /* layout callbacks, and layouts as values */
#include "lamina/flex.h"         /* CSS flexbox */
#include "lamina/text.h"         /* attributed strings, measured and drawn */
#include "lamina/text_builder.h" /* texts with several attributes, and texts with attachments */
#include "lamina/text_layout.h"  /* a text in a frame: lines, carets and hits */
#include "lamina/text_node.h"    /* nodes that show a text */
#include "lamina/drawing.h"      /* drawings as data */
#include "lamina/change.h"       /* many changes of nodes in one call */
#include "lamina/tree.h"         /* nodes, specs, styles and texts created from an array */
#include "lamina/transaction.h"  /* background work that completes together */
#include "lamina/surface.h"      /* shows the tree of a root node */
#include "lamina/layer.h"        /* layers for hosts that composite themselves */
#include "lamina/presentation.h" /* what is shown in place of what nodes have */
#include "lamina/animation.h"    /* what moves, and how */
#include "lamina/transition.h"   /* changes that show as movements */
#include "lamina/render.h"       /* pictures without a window */
#include "lamina/template.h"     /* trees as JSON, with slots */
#include "lamina/job.h"          /* pictures of many rows of data */
#include "lamina/event.h"        /* pointers, wheels and keys */
#include "lamina/scroll.h"       /* nodes whose content scrolls */
#include "lamina/list.h"         /* lists of any length */
#include "lamina/list_events.h"  /* selection, and what happens in lists */

#endif
