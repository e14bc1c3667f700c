/* Lamina: a thread-safe tree of display nodes, laid out and drawn on background threads, shown by your own loop.
 *
 * Read this file from top to bottom; it is the whole public API.
 *
 * Threads.   Each function carries one of three marks. LAMINA_ANY_THREAD: call it from anywhere, at any time.
 *            LAMINA_OWNER_THREAD: only from the thread that created the context. LAMINA_WORKER_THREAD (on callbacks):
 *            Lamina calls it on a background thread. Callbacks without that mark run on the owner thread, inside a call
 *            that you made. Nothing of Lamina runs on the owner thread outside a call.
 * Errors.    Functions that can fail return lamina_status; results come through `out_...` parameters, which are written
 *            only on LAMINA_OK. lamina_last_error() then holds a sentence that says what was wrong and what would be
 *            right. A `get` function that is given a bad handle returns the value named in its comment and leaves such
 *            a sentence too. No call crashes, whatever handle or number it is given, and what was there before stays.
 * Handles.   Pointer-typed but never addresses: a released (stale) handle, one of another kind or of another context is
 *            recognised and refused with LAMINA_ERROR_INVALID_HANDLE. NULL is refused likewise, and ignored by release.
 * Ownership. `create` and `copy` hand out a reference that you give back with `release`. `get` returns plain values.
 *            Parents keep their children, nodes their specs and texts, surfaces their root.
 * Strings.   UTF-8 as (pointer, length in bytes); LAMINA_NUL_TERMINATED as the length means "up to the first NUL".
 *            They are copied. Broken UTF-8 is refused with the offset of the bad byte.
 * Units.     Lengths are logical units, y points down. Names ending in _px count device pixels, _us microseconds.
 *            `scale` is device pixels per logical unit.
 * Growth.    Structs that begin with `struct_size` grow at the end; initialise them with their ..._INIT macro. Enum
 *            values never change. 0 is always the default or LAMINA_OK.
 * fork.      A context must not be used in a forked child; such calls answer LAMINA_ERROR_INVALID_STATE.
 */
#ifndef LAMINA_H
#define LAMINA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LAMINA_VERSION_MAJOR 0
#define LAMINA_VERSION_MINOR 1
#define LAMINA_VERSION_PATCH 0
/* The version of this header as one number: major * 65536 + minor * 256 + patch. */
#define LAMINA_VERSION ((LAMINA_VERSION_MAJOR << 16) | (LAMINA_VERSION_MINOR << 8) | LAMINA_VERSION_PATCH)

#if defined(__GNUC__)
#define LAMINA_API __attribute__((visibility("default")))
#else
#define LAMINA_API
#endif

#if defined(__clang__)
#if defined(LAMINA_SWIFT)
#define LAMINA_NULLABLE
#define LAMINA_NONNULL
#define LAMINA_ASSUME(x)
#else
#define LAMINA_NULLABLE _Nullable
#define LAMINA_NONNULL _Nonnull
#define LAMINA_ASSUME(x) _Pragma(x)
#endif
#define LAMINA_ENUM __attribute__((enum_extensibility(open)))
#define LAMINA_FLAGS __attribute__((enum_extensibility(open), flag_enum))
#define LAMINA_THREAD(name) __attribute__((annotate("lamina-thread:" name)))
#define LAMINA_BEGIN                                                                                      \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")        \
      LAMINA_ASSUME("clang assume_nonnull begin")
#define LAMINA_END LAMINA_ASSUME("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#else
#define LAMINA_NULLABLE
#define LAMINA_NONNULL
#define LAMINA_ENUM
#define LAMINA_FLAGS
#define LAMINA_THREAD(name)
#define LAMINA_BEGIN
#define LAMINA_END
#endif

/* Where a function may be called, or where a callback is called. Each carries exactly one. */
#define LAMINA_ANY_THREAD LAMINA_THREAD("any")
#define LAMINA_OWNER_THREAD LAMINA_THREAD("owner")
#define LAMINA_WORKER_THREAD /* documented mark on callback types, which take no attribute */

/* A pointer that the function fills on LAMINA_OK and leaves alone otherwise. */
#define LAMINA_OUT(type) type *LAMINA_NULLABLE *LAMINA_NONNULL

/* A string length meaning "up to the first NUL". */
#define LAMINA_NUL_TERMINATED SIZE_MAX

#ifdef __cplusplus
extern "C" {
#endif
LAMINA_BEGIN

/* ==== Base ================================================================ */

typedef enum LAMINA_ENUM lamina_status {
  LAMINA_OK = 0,
  LAMINA_ERROR_INVALID_ARGUMENT = 1, /* a number, enum value, string or NULL that the function does not take */
  LAMINA_ERROR_INVALID_HANDLE = 2,   /* NULL, released, or a handle of another kind */
  LAMINA_ERROR_WRONG_THREAD = 3,     /* an owner-thread function was called from another thread */
  LAMINA_ERROR_FOREIGN_CONTEXT = 4,  /* the handles belong to different contexts */
  LAMINA_ERROR_OUT_OF_RANGE = 5,     /* an index or text range beyond the end */
  LAMINA_ERROR_CYCLE = 6,            /* a node would come to stand below itself */
  LAMINA_ERROR_INVALID_STATE = 7,    /* not now: for instance a transaction that is already committed */
  LAMINA_ERROR_CANCELLED = 8,        /* the work was cancelled before it was done */
  LAMINA_ERROR_TIMED_OUT = 9,        /* the time given was not enough; nothing is lost, call again */
  LAMINA_ERROR_OUT_OF_MEMORY = 10,   /* memory, or a handle table, is exhausted */
  LAMINA_ERROR_IO = 11,              /* a file could not be read or written */
  LAMINA_ERROR_BACKEND = 12,         /* cairo, pango or the operating system reported an error */
  LAMINA_ERROR_UNSUPPORTED = 13      /* this build or machine cannot do it */
} lamina_status;

/* Called exactly once, when Lamina will not use `user_data` again, also when the call that took it fails. It runs on the
 * owner thread, or inside the call that dropped the last use; never on a worker. */
typedef void (*lamina_destroy_fn)(void *LAMINA_NULLABLE user_data);

/* The version of the library at run time: major * 65536 + minor * 256 + patch. Since 0.1. */
LAMINA_API uint32_t lamina_version(void) LAMINA_ANY_THREAD;

/* Whether a program compiled against a header of `header_version` (pass LAMINA_VERSION) may use this library: the same
 * major version, and, while that is 0, a library at least as new as the header. Since 0.1. */
LAMINA_API bool lamina_is_compatible(uint32_t header_version) LAMINA_ANY_THREAD;

/* The name of a status, such as "LAMINA_ERROR_CYCLE"; "LAMINA_ERROR_UNKNOWN" for a number that is none. Static. Since 0.1. */
LAMINA_API const char *lamina_status_name(lamina_status status) LAMINA_ANY_THREAD;

/* The sentence of this thread's last failure; "" when there was none. Never NULL. Valid until this thread's next failing
 * call into Lamina. Since 0.1. */
LAMINA_API const char *lamina_last_error(void) LAMINA_ANY_THREAD;

/* ==== Geometry ============================================================ */
/* Every number must be finite and at most 10,000,000 in size unless a comment allows infinity. */

typedef struct lamina_point { double x, y; } lamina_point;
typedef struct lamina_size { double width, height; } lamina_size;
typedef struct lamina_rect { lamina_point origin; lamina_size size; } lamina_rect;
typedef struct lamina_rect_px { int32_t x, y, width, height; } lamina_rect_px;
typedef struct lamina_insets { double top, left, bottom, right; } lamina_insets;

/* The sizes that are allowed, per axis; `max` may be INFINITY. Needs 0 <= min <= max. */
typedef struct lamina_size_range { lamina_size min, max; } lamina_size_range;

/* sRGB with straight (not premultiplied) alpha; components 0..1. */
typedef struct lamina_color { float red, green, blue, alpha; } lamina_color;

typedef enum LAMINA_ENUM lamina_unit {
  LAMINA_UNIT_AUTO = 0,    /* the content decides; `value` is ignored */
  LAMINA_UNIT_POINTS = 1,  /* logical units, >= 0 */
  LAMINA_UNIT_FRACTION = 2 /* share of the parent's size, 0..1 */
} lamina_unit;

typedef struct lamina_dimension { lamina_unit unit; double value; } lamina_dimension;

/* ==== Handles ============================================================= */

typedef struct lamina_context lamina_context;
typedef struct lamina_node lamina_node;
typedef struct lamina_spec lamina_spec;
typedef struct lamina_layout lamina_layout;
typedef struct lamina_text lamina_text;
typedef struct lamina_text_builder lamina_text_builder;
typedef struct lamina_canvas lamina_canvas;
typedef struct lamina_surface lamina_surface;
typedef struct lamina_transaction lamina_transaction;

/* cairo's drawing context: the same type as its cairo_t. */
struct _cairo;

/* What a layout spec arranges: a lamina_node* or a lamina_spec*, without a cast. Anything else is refused at run time. */
typedef void lamina_element;

/* ==== Context ============================================================= */
/* One engine: worker threads, fonts, caches, run queue. The thread that creates it is its owner. Contexts are
 * independent; a server makes one per request thread. */

#define LAMINA_THREADS_AUTO (-1)

typedef enum LAMINA_FLAGS lamina_context_flags {
  LAMINA_CONTEXT_FLAGS_NONE = 0,
  /* Work is committed in the order in which it was asked for, whatever worker finishes first. */
  LAMINA_CONTEXT_FLAGS_DETERMINISTIC = 1 << 0,
  /* Only `font_files` and lamina_context_add_font_file() supply fonts: the same text looks the same on every machine. */
  LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS = 1 << 1
} lamina_context_flags;

typedef enum LAMINA_ENUM lamina_log_level {
  LAMINA_LOG_INFO = 0,
  LAMINA_LOG_WARNING = 1,
  LAMINA_LOG_ERROR = 2
} lamina_log_level;

typedef enum LAMINA_ENUM lamina_antialias {
  LAMINA_ANTIALIAS_GRAY = 0,
  LAMINA_ANTIALIAS_NONE = 1
} lamina_antialias;

typedef enum LAMINA_ENUM lamina_hinting {
  LAMINA_HINTING_SLIGHT = 0,
  LAMINA_HINTING_NONE = 1,
  LAMINA_HINTING_MEDIUM = 2,
  LAMINA_HINTING_FULL = 3
} lamina_hinting;

/* Receives one message, UTF-8, without a newline. Runs on the owner thread. */
typedef void (*lamina_log_fn)(lamina_log_level level, const char *message, void *LAMINA_NULLABLE user_data);

typedef struct lamina_context_options {
  size_t struct_size;                 /* sizeof(lamina_context_options) */
  int32_t thread_count;               /* workers: LAMINA_THREADS_AUTO = one per core, 0 = all work is done inside
                                         lamina_context_process(), at most 64 */
  lamina_context_flags flags;
  lamina_log_fn LAMINA_NULLABLE log;  /* NULL: messages are dropped */
  void *LAMINA_NULLABLE log_user_data;
  const char *LAMINA_NULLABLE const *LAMINA_NULLABLE font_files; /* NUL-terminated paths; added before the first text */
  size_t font_file_count;
  const char *LAMINA_NULLABLE font_family; /* family of texts that name none; NULL = "Sans" */
  const char *LAMINA_NULLABLE language;    /* language tag for font choice; NULL = "en". The locale is never asked */
  lamina_antialias antialias;
  lamina_hinting hinting;
} lamina_context_options;

#define LAMINA_CONTEXT_OPTIONS_INIT                                                            \
  {                                                                                            \
    sizeof(lamina_context_options), LAMINA_THREADS_AUTO, LAMINA_CONTEXT_FLAGS_NONE, NULL, NULL, \
        NULL, 0, NULL, NULL, LAMINA_ANTIALIAS_GRAY, LAMINA_HINTING_SLIGHT                      \
  }

/* Counts since the context was made, and what is alive now. */
typedef struct lamina_statistics {
  size_t struct_size;       /* sizeof(lamina_statistics) */
  uint64_t owner_us;        /* time the owner thread spent in process and composite; sleeping in a wait is not counted */
  uint64_t worker_us;       /* time workers spent measuring and drawing */
  uint64_t layouts;         /* layout passes applied */
  uint64_t displays;        /* bitmaps that reached the screen */
  uint64_t stale_displays;  /* drawings thrown away because a newer one was wanted */
  uint64_t node_count;      /* nodes alive */
  uint64_t object_count;    /* specs, texts, layouts, surfaces, transactions and builders alive */
  uint64_t bitmap_bytes;    /* pixels held, the pool included */
} lamina_statistics;

#define LAMINA_STATISTICS_INIT { sizeof(lamina_statistics), 0, 0, 0, 0, 0, 0, 0, 0 }

/* Makes a context owned by the calling thread; `options` NULL takes the defaults. Starts the workers.
 * Fails with LAMINA_ERROR_INVALID_ARGUMENT for a bad option, LAMINA_ERROR_IO for a font file that cannot be read,
 * LAMINA_ERROR_OUT_OF_MEMORY beyond 1,024 contexts, LAMINA_ERROR_BACKEND when no thread or descriptor is to be had. Since 0.1. */
LAMINA_API lamina_status lamina_context_create(
    const lamina_context_options *LAMINA_NULLABLE options, LAMINA_OUT(lamina_context) out_context) LAMINA_ANY_THREAD;

/* Adds a reference and returns `context`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_context *LAMINA_NULLABLE lamina_context_retain(lamina_context *context) LAMINA_ANY_THREAD;

/* Drops a reference. The last one ends the context: running work is waited for, its results dropped, completions and
 * destroy notifies run, and every handle made from the context becomes stale. When the last reference is dropped on
 * another thread than the owner's, or from within a callback, the owner's next call into the context (or the end of the
 * one it is in) does this. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_context_release(lamina_context *LAMINA_NULLABLE context) LAMINA_ANY_THREAD;

/* A descriptor that is readable while lamina_context_process() has something to do; level-triggered, for poll(2) and
 * every event loop. Lamina owns it: do not read or close it. -1 for a bad handle. Since 0.1. */
LAMINA_API int lamina_context_get_fd(lamina_context *context) LAMINA_ANY_THREAD;

/* How long the loop may sleep if the descriptor stays quiet: 0 = process now, -1 = for ever. -1 for a bad handle. Since 0.1. */
LAMINA_API int64_t lamina_context_get_timeout_us(lamina_context *context) LAMINA_ANY_THREAD;

/* Does what is due on the owner thread: takes finished layouts and drawings, starts new ones, runs callbacks, and (when
 * the context has no workers) the work itself. Stops at the first pause after `budget_us`, 0 = no limit; what is left
 * keeps the descriptor readable. Fails with LAMINA_ERROR_INVALID_STATE when called from within itself. Since 0.1. */
LAMINA_API lamina_status lamina_context_process(lamina_context *context, uint64_t budget_us) LAMINA_OWNER_THREAD;

/* Processes and sleeps until nothing is left to do. LAMINA_ERROR_TIMED_OUT after `timeout_us`, UINT64_MAX = no limit.
 * For tools and tests; interactive hosts use the descriptor. Since 0.1. */
LAMINA_API lamina_status lamina_context_wait_idle(lamina_context *context, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Makes the fonts in a file available to texts that are measured from now on. Fails with LAMINA_ERROR_IO when the file
 * cannot be read or holds no font. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_file(
    lamina_context *context, const char *path, size_t length) LAMINA_ANY_THREAD;

/* Fills `statistics` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_statistics(
    lamina_context *context, lamina_statistics *statistics) LAMINA_ANY_THREAD;

/* The number of worker threads; 0 also for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_get_thread_count(lamina_context *context) LAMINA_ANY_THREAD;

/* ==== Style =============================================================== */
/* How an element takes part in its parent's layout; the fields of one struct, for nodes and specs alike. */

typedef enum LAMINA_ENUM lamina_align {
  LAMINA_ALIGN_AUTO = 0, /* stack: stretch; style: what the stack says */
  LAMINA_ALIGN_START = 1,
  LAMINA_ALIGN_END = 2,
  LAMINA_ALIGN_CENTER = 3,
  LAMINA_ALIGN_STRETCH = 4,
  LAMINA_ALIGN_BASELINE_FIRST = 5, /* stack only, horizontal */
  LAMINA_ALIGN_BASELINE_LAST = 6   /* stack only, horizontal */
} lamina_align;

typedef struct lamina_style {
  size_t struct_size; /* sizeof(lamina_style) */
  lamina_dimension width, height;
  lamina_dimension min_width, max_width, min_height, max_height;
  double flex_grow;            /* share of free space taken, 0 = none */
  double flex_shrink;          /* share of missing space given up, 0 = none (Texture's default, not CSS's) */
  lamina_dimension flex_basis; /* main-axis size before flexing */
  lamina_align align_self;     /* AUTO, START, END, CENTER or STRETCH */
  double spacing_before;       /* extra space before and after in a stack; may be negative */
  double spacing_after;
} lamina_style;

#define LAMINA_DIMENSION_AUTO { LAMINA_UNIT_AUTO, 0 }
#define LAMINA_STYLE_INIT                                                                                        \
  {                                                                                                              \
    sizeof(lamina_style), LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO,                   \
        LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, 0, 0, LAMINA_DIMENSION_AUTO,        \
        LAMINA_ALIGN_AUTO, 0, 0                                                                                  \
  }

/* ==== Node ================================================================ */
/* A node is the model: any thread may make, change and arrange nodes. Once a node stands on a surface, changes of its
 * properties are still welcome from any thread and show at the owner's next process; changes of its hierarchy
 * (children, spec) are then the owner thread's and answer LAMINA_ERROR_WRONG_THREAD elsewhere. */

typedef enum LAMINA_ENUM lamina_node_kind {
  LAMINA_NODE_KIND_DISPLAY = 0, /* a box with an optional drawing of your own */
  LAMINA_NODE_KIND_TEXT = 1
} lamina_node_kind;

/* Draws the contents of a node on a worker, in logical units, the node's top left corner at (0, 0), clipped to its
 * `size`, over transparent pixels. `scale` is pixels per unit (already applied to `cairo`). Ask
 * lamina_canvas_is_cancelled(canvas) now and then in long drawings. Everything drawn must come from `user_data`, which
 * other threads must not change meanwhile. Do not draw text with Pango or cairo here (cairo's font cache is not safe on
 * several threads): use text nodes. Allowed: cairo without text, any LAMINA_ANY_THREAD function. A status other than
 * LAMINA_OK leaves the old contents in place and is logged. */
typedef lamina_status (*lamina_node_draw_fn)(
    lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Owner thread: a drawing of `node` is about to start. Always followed by one lamina_node_did_display_fn. */
typedef void (*lamina_node_will_display_fn)(lamina_node *node, void *LAMINA_NULLABLE user_data);

/* Owner thread: the drawing ended. `finished` is false when it was cancelled, replaced by a newer one, or failed. */
typedef void (*lamina_node_did_display_fn)(lamina_node *node, bool finished, void *LAMINA_NULLABLE user_data);

/* Makes an empty display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_create(
    lamina_context *context, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Makes a text node; `text` may be NULL and be set later. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_text(
    lamina_context *context, lamina_text *LAMINA_NULLABLE text, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Adds a reference and returns `node`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_node *LAMINA_NULLABLE lamina_node_retain(lamina_node *node) LAMINA_ANY_THREAD;

/* Drops a reference; a node that nobody holds goes, with the children that only it holds. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_node_release(lamina_node *LAMINA_NULLABLE node) LAMINA_ANY_THREAD;

/* The kind of a node; LAMINA_NODE_KIND_DISPLAY also for a bad handle. Since 0.1. */
LAMINA_API lamina_node_kind lamina_node_get_kind(lamina_node *node) LAMINA_ANY_THREAD;

/* Keeps a pointer of yours with the node, replacing (and destroying) the one before. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_user_data(
    lamina_node *node, void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The pointer kept with the node; NULL when there is none or the handle is bad. Since 0.1. */
LAMINA_API void *LAMINA_NULLABLE lamina_node_get_user_data(lamina_node *node) LAMINA_ANY_THREAD;

/* Names the node, for messages and tools. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_name(
    lamina_node *node, const char *LAMINA_NULLABLE name, size_t length) LAMINA_ANY_THREAD;

/* Copies the name and a NUL into `buffer` as far as `capacity` goes (never splitting a character) and returns the whole
 * length in bytes without the NUL; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_copy_name(
    lamina_node *node, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Appends `child`; does nothing when it is a child of `node` already (it keeps its place). Takes it from its present
 * parent otherwise. Fails with LAMINA_ERROR_CYCLE when `node` is `child` or stands below it, LAMINA_ERROR_FOREIGN_CONTEXT,
 * LAMINA_ERROR_INVALID_STATE when `child` is the root of a surface, LAMINA_ERROR_WRONG_THREAD (see above). The tree is
 * then as it was. So for all functions of this group. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_child(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Puts `child` at `index` among the children of `node`, back to front. `index` is 0..child count; when `child` is already
 * a child of `node`, it must be below the child count, and is its place after the move. LAMINA_ERROR_OUT_OF_RANGE
 * otherwise. Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child(
    lamina_node *node, lamina_node *child, size_t index) LAMINA_ANY_THREAD;

/* Puts `child` right above (drawn after) `sibling`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT). Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_above(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Puts `child` right below (drawn before) `sibling`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT). Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_below(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Puts `replacement` in the place of `child`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT). A
 * replacement that is a child already moves into that place. Since 0.1. */
LAMINA_API lamina_status lamina_node_replace_child(
    lamina_node *node, lamina_node *child, lamina_node *replacement) LAMINA_ANY_THREAD;

/* Moves the child at `from` so that it stands at `to`; both below the child count (LAMINA_ERROR_OUT_OF_RANGE). Since 0.1. */
LAMINA_API lamina_status lamina_node_move_child(lamina_node *node, size_t from, size_t to) LAMINA_ANY_THREAD;

/* Takes the node out of its parent; nothing happens when it has none. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_from_parent(lamina_node *node) LAMINA_ANY_THREAD;

/* Takes all children out. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_children(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_count(lamina_node *node) LAMINA_ANY_THREAD;

/* Hands out a reference to the child at `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_child(
    lamina_node *node, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* Hands out a reference to the parent, or NULL when there is none. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_parent(lamina_node *node, LAMINA_OUT(lamina_node) out_parent) LAMINA_ANY_THREAD;

/* The place of `child` among the children of `node`; SIZE_MAX when it is not one, or for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_index(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Places the node in its parent; a parent's spec replaces the frame at the next layout. The size must be >= 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_frame(lamina_node *node, lamina_rect frame) LAMINA_ANY_THREAD;

/* The frame in the parent, as set or as the last applied layout left it; all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect lamina_node_get_frame(lamina_node *node) LAMINA_ANY_THREAD;

/* The fill behind the contents. Components 0..1. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_background(lamina_node *node, lamina_color color) LAMINA_ANY_THREAD;

/* The background; clear for a bad handle. Since 0.1. */
LAMINA_API lamina_color lamina_node_get_background(lamina_node *node) LAMINA_ANY_THREAD;

/* How much of the node and all below it shows, as one group: 0..1. Default: 1. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_opacity(lamina_node *node, double opacity) LAMINA_ANY_THREAD;

/* The opacity; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_opacity(lamina_node *node) LAMINA_ANY_THREAD;

/* Hides the node and all below it; hidden nodes are laid out but not drawn. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_hidden(lamina_node *node, bool hidden) LAMINA_ANY_THREAD;

/* Whether the node itself is hidden; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_hidden(lamina_node *node) LAMINA_ANY_THREAD;

/* Rounds the corners of the background, and of contents and children too when the node clips. >= 0, capped at half the
 * shorter side when drawn. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_corner_radius(lamina_node *node, double radius) LAMINA_ANY_THREAD;

/* The corner radius; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_corner_radius(lamina_node *node) LAMINA_ANY_THREAD;

/* Cuts children off at the node's bounds. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_clips(lamina_node *node, bool clips) LAMINA_ANY_THREAD;

/* Whether the node clips; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_get_clips(lamina_node *node) LAMINA_ANY_THREAD;

/* Replaces the whole style; NULL restores the defaults. Dirties the layouts that depend on it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_style(
    lamina_node *node, const lamina_style *LAMINA_NULLABLE style) LAMINA_ANY_THREAD;

/* Fills `style` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_style(lamina_node *node, lamina_style *style) LAMINA_ANY_THREAD;

/* Gives the style a width and height in points, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_preferred_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* Arranges the children by `spec`, and adopts its nodes: those that are not children of `node` yet are appended in the
 * spec's order, and children that an earlier spec brought and this one does not name are removed. NULL takes the spec
 * away (its nodes stay). Nodes that are children elsewhere move here. LAMINA_ERROR_CYCLE when the spec names `node` or a
 * node above it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_spec(
    lamina_node *node, lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

/* Sets the drawing of a display node; NULL takes it away. The old contents stay on screen until the new are drawn.
 * LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_drawer(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets who hears of the node's drawings; both may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_display_observer(
    lamina_node *node, lamina_node_will_display_fn LAMINA_NULLABLE will_display,
    lamina_node_did_display_fn LAMINA_NULLABLE did_display, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Asks for a new drawing; many calls before the next process are one. A drawing under way is dropped. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_display(lamina_node *node) LAMINA_ANY_THREAD;

/* Makes the contents of the node and of all below it appear in the same frame, when the last of them is drawn.
 * Default: false, each appears when it is ready. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displays_together(lamina_node *node, bool together) LAMINA_ANY_THREAD;

/* Gives a text node its text; NULL empties it. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text(
    lamina_node *node, lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* ==== Layout ============================================================== */
/* Specs say how elements are arranged. They are values: made once, kept by a node, replaced but never changed. They
 * follow Texture's layout specs, with its defaults. `style` may be NULL in all of them; it is copied. A spec keeps its
 * children. Each node has one place in a spec: LAMINA_ERROR_INVALID_ARGUMENT when it stands among the children twice, or,
 * from lamina_node_set_spec(), anywhere in it. */

typedef enum LAMINA_ENUM lamina_direction {
  LAMINA_DIRECTION_HORIZONTAL = 0,
  LAMINA_DIRECTION_VERTICAL = 1
} lamina_direction;

typedef enum LAMINA_ENUM lamina_justify {
  LAMINA_JUSTIFY_START = 0,
  LAMINA_JUSTIFY_CENTER = 1,
  LAMINA_JUSTIFY_END = 2,
  LAMINA_JUSTIFY_SPACE_BETWEEN = 3,
  LAMINA_JUSTIFY_SPACE_AROUND = 4
} lamina_justify;

typedef enum LAMINA_ENUM lamina_centering {
  LAMINA_CENTERING_XY = 0, /* both axes, the default */
  LAMINA_CENTERING_X = 1,
  LAMINA_CENTERING_Y = 2,
  LAMINA_CENTERING_NONE = 3
} lamina_centering;

typedef enum LAMINA_ENUM lamina_center_sizing {
  LAMINA_CENTER_SIZING_DEFAULT = 0, /* takes all the room there is */
  LAMINA_CENTER_SIZING_MINIMUM_X = 1,
  LAMINA_CENTER_SIZING_MINIMUM_Y = 2,
  LAMINA_CENTER_SIZING_MINIMUM_XY = 3
} lamina_center_sizing;

typedef struct lamina_stack_options {
  size_t struct_size; /* sizeof(lamina_stack_options) */
  lamina_direction direction;
  double spacing; /* between neighbours; may be negative */
  lamina_justify justify;
  lamina_align align_items; /* AUTO = STRETCH */
} lamina_stack_options;

#define LAMINA_STACK_OPTIONS_INIT \
  { sizeof(lamina_stack_options), LAMINA_DIRECTION_HORIZONTAL, 0, LAMINA_JUSTIFY_START, LAMINA_ALIGN_AUTO }

/* Places elements in a row or column. `options` NULL takes the defaults. Children may be none: with a style that grows,
 * that is a spacer. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_stack(
    lamina_context *context, const lamina_stack_options *LAMINA_NULLABLE options,
    const lamina_style *LAMINA_NULLABLE style, lamina_element *LAMINA_NONNULL const *LAMINA_NULLABLE children,
    size_t child_count, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts a margin around one element; each inset may be negative (bleeds) or INFINITY (pushes the child away). Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_inset(
    lamina_context *context, lamina_insets insets, const lamina_style *LAMINA_NULLABLE style, lamina_element *child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Stretches `overlay` over `child`, whose size decides. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_overlay(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, lamina_element *child,
    lamina_element *overlay, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Stretches `background` behind `child`, whose size decides. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_background(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, lamina_element *child,
    lamina_element *background, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Centres one element in the room there is. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_center(
    lamina_context *context, lamina_centering centering, lamina_center_sizing sizing,
    const lamina_style *LAMINA_NULLABLE style, lamina_element *child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Gives one element a height of `ratio` times its width; `ratio` > 0. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_ratio(
    lamina_context *context, double ratio, const lamina_style *LAMINA_NULLABLE style, lamina_element *child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Adds a reference and returns `spec`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_spec *LAMINA_NULLABLE lamina_spec_retain(lamina_spec *spec) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_spec_release(lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

/* Measures the tree below `root` on the calling thread and hands out the result, without changing any node. (Nodes on a
 * surface need no call: they are laid out on workers.) Since 0.1. */
LAMINA_API lamina_status lamina_layout_create(
    lamina_node *root, lamina_size_range range, LAMINA_OUT(lamina_layout) out_layout) LAMINA_ANY_THREAD;

/* The size of the root; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_layout_get_size(lamina_layout *layout) LAMINA_ANY_THREAD;

/* The frame of `node` relative to its parent in this layout. LAMINA_ERROR_OUT_OF_RANGE when it is not part of it. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* Gives the nodes the frames of the layout (the root: its size). Nodes that left the tree since are passed over.
 * LAMINA_ERROR_WRONG_THREAD off the owner thread when the root is on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_layout_apply(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Adds a reference and returns `layout`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_layout *LAMINA_NULLABLE lamina_layout_retain(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_layout_release(lamina_layout *LAMINA_NULLABLE layout) LAMINA_ANY_THREAD;

/* ==== Text ================================================================ */

typedef enum LAMINA_ENUM lamina_font_slant {
  LAMINA_FONT_SLANT_INHERIT = 0,
  LAMINA_FONT_SLANT_UPRIGHT = 1,
  LAMINA_FONT_SLANT_ITALIC = 2
} lamina_font_slant;

typedef enum LAMINA_ENUM lamina_underline {
  LAMINA_UNDERLINE_INHERIT = 0,
  LAMINA_UNDERLINE_NONE = 1,
  LAMINA_UNDERLINE_SINGLE = 2
} lamina_underline;

/* How characters look. Zero or NULL inherits: from the text's own attributes, then from the context's font options
 * (size 14, weight 400, upright, black, no underline). */
typedef struct lamina_text_attributes {
  size_t struct_size;                       /* sizeof(lamina_text_attributes) */
  const char *LAMINA_NULLABLE family;       /* NUL-terminated; a comma-separated list is a fallback order */
  double size;                              /* logical units per em, up to 2,000 */
  int32_t weight;                           /* 100..1000; 400 is regular, 700 bold */
  lamina_font_slant slant;
  lamina_underline underline;
  const lamina_color *LAMINA_NULLABLE color;
} lamina_text_attributes;

#define LAMINA_TEXT_ATTRIBUTES_INIT \
  { sizeof(lamina_text_attributes), NULL, 0, 0, LAMINA_FONT_SLANT_INHERIT, LAMINA_UNDERLINE_INHERIT, NULL }

typedef enum LAMINA_ENUM lamina_text_alignment {
  LAMINA_TEXT_ALIGNMENT_NATURAL = 0, /* left for left-to-right paragraphs, right for right-to-left ones */
  LAMINA_TEXT_ALIGNMENT_LEFT = 1,
  LAMINA_TEXT_ALIGNMENT_CENTER = 2,
  LAMINA_TEXT_ALIGNMENT_RIGHT = 3
} lamina_text_alignment;

typedef enum LAMINA_ENUM lamina_text_wrap {
  LAMINA_TEXT_WRAP_WORD_CHARACTER = 0, /* at words, inside a word that is wider than the line */
  LAMINA_TEXT_WRAP_WORD = 1,
  LAMINA_TEXT_WRAP_CHARACTER = 2
} lamina_text_wrap;

typedef enum LAMINA_ENUM lamina_truncation {
  LAMINA_TRUNCATION_END = 0, /* an ellipsis where text was cut */
  LAMINA_TRUNCATION_CLIP = 1 /* cut without a mark */
} lamina_truncation;

typedef struct lamina_text_options {
  size_t struct_size;     /* sizeof(lamina_text_options) */
  uint32_t maximum_lines; /* 0 = no limit */
  lamina_truncation truncation;
  lamina_text_alignment alignment;
  lamina_text_wrap wrap;
  double line_spacing;    /* baseline distance as a factor of the font's line height; 0 = the font's own */
} lamina_text_options;

#define LAMINA_TEXT_OPTIONS_INIT                                                                         \
  {                                                                                                      \
    sizeof(lamina_text_options), 0, LAMINA_TRUNCATION_END, LAMINA_TEXT_ALIGNMENT_NATURAL,                \
        LAMINA_TEXT_WRAP_WORD_CHARACTER, 0                                                               \
  }

/* Makes a text of one look. `attributes` NULL takes the defaults. Since 0.1. */
LAMINA_API lamina_status lamina_text_create(
    lamina_context *context, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Adds a reference and returns `text`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text *LAMINA_NULLABLE lamina_text_retain(lamina_text *text) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_release(lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* The length in bytes of UTF-8; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_get_length(lamina_text *text) LAMINA_ANY_THREAD;

/* Copies the string and a NUL into `buffer` as far as `capacity` goes (never splitting a character) and returns the whole
 * length in bytes without the NUL; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_copy_string(
    lamina_text *text, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* What measuring a text found. */
typedef struct lamina_text_metrics {
  size_t struct_size;    /* sizeof(lamina_text_metrics) */
  lamina_size size;      /* widest line, and height of all lines */
  double first_baseline; /* from the top */
  double last_baseline;
  size_t line_count;
  bool is_truncated;
} lamina_text_metrics;

#define LAMINA_TEXT_METRICS_INIT { sizeof(lamina_text_metrics), { 0, 0 }, 0, 0, 0, false }

/* Measures a text wrapped at `maximum_width` (INFINITY = only at line ends), on the calling thread, and fills `metrics`
 * up to its struct_size. `options` NULL takes the defaults. Since 0.1. */
LAMINA_API lamina_status lamina_text_measure(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, double maximum_width,
    lamina_text_metrics *metrics) LAMINA_ANY_THREAD;

/* Makes an empty builder whose text starts from `attributes` (NULL: the defaults). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_create(
    lamina_context *context, const lamina_text_attributes *LAMINA_NULLABLE attributes,
    LAMINA_OUT(lamina_text_builder) out_builder) LAMINA_ANY_THREAD;

/* Adds a reference and returns `builder`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text_builder *LAMINA_NULLABLE lamina_text_builder_retain(lamina_text_builder *builder) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_builder_release(lamina_text_builder *LAMINA_NULLABLE builder) LAMINA_ANY_THREAD;

/* Appends a string with `attributes` of its own (NULL: those of the builder). Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Sets what `attributes` names on the bytes begin..end-1, leaving the rest of their look. `end` SIZE_MAX means the end.
 * LAMINA_ERROR_OUT_OF_RANGE beyond the end, LAMINA_ERROR_INVALID_ARGUMENT inside a UTF-8 sequence. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_set_attributes(
    lamina_text_builder *builder, size_t begin, size_t end, const lamina_text_attributes *attributes) LAMINA_ANY_THREAD;

/* Hands out the text built so far; the builder can go on. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_copy_text(
    lamina_text_builder *builder, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* How a text node sets its text; NULL restores the defaults. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text_options(
    lamina_node *node, const lamina_text_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* ==== Display ============================================================= */

/* Whether the drawing that `canvas` belongs to is not wanted any more; true for a bad handle. For use in a
 * lamina_node_draw_fn or lamina_operation_execute_fn. Since 0.1. */
LAMINA_API bool lamina_canvas_is_cancelled(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Does the work of an operation on a worker. `canvas` answers lamina_canvas_is_cancelled(). */
typedef void (*lamina_operation_execute_fn)(
    lamina_canvas *canvas, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Owner thread: the operation is over; `cancelled` when the transaction was cancelled before or while it ran. */
typedef void (*lamina_operation_complete_fn)(bool cancelled, void *LAMINA_NULLABLE user_data);

/* Owner thread: all operations of the transaction are complete. */
typedef void (*lamina_transaction_done_fn)(
    lamina_transaction *transaction, bool cancelled, void *LAMINA_NULLABLE user_data);

/* Makes an open transaction: a group of background operations whose completions run in one go, in the order in which
 * the operations were added, each exactly once, on the owner thread, after commit. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_create(
    lamina_context *context, LAMINA_OUT(lamina_transaction) out_transaction) LAMINA_ANY_THREAD;

/* Adds a reference and returns `transaction`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_transaction *LAMINA_NULLABLE lamina_transaction_retain(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Drops a reference; an open transaction that nobody holds is cancelled and completes as such. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_transaction_release(lamina_transaction *LAMINA_NULLABLE transaction) LAMINA_ANY_THREAD;

/* Adds an operation, which starts at once on a worker; higher priority first. Then `complete` runs (either may be NULL).
 * LAMINA_ERROR_INVALID_STATE after commit or cancel. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_insert_operation(
    lamina_transaction *transaction, int32_t priority, lamina_operation_execute_fn LAMINA_NULLABLE execute,
    lamina_operation_complete_fn LAMINA_NULLABLE complete, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Closes the transaction; when all its operations have run, the completions and then `done` run inside the owner's
 * process. LAMINA_ERROR_INVALID_STATE when it is not open. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_commit(
    lamina_transaction *transaction, lamina_transaction_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Cancels the transaction, open or committed: operations that have not started are skipped, all completions still run,
 * with `cancelled` true. Does nothing when it is complete. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_cancel(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Processes until the transaction is complete, committing it when it is still open. LAMINA_ERROR_TIMED_OUT after
 * `timeout_us`, UINT64_MAX = no limit. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_wait(
    lamina_transaction *transaction, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* ==== Surface ============================================================= */
/* Where a root node is shown. The host owns the pixels. */

/* Pixels of the host: premultiplied ARGB32 in native byte order (cairo's CAIRO_FORMAT_ARGB32, SDL's ARGB8888). */
typedef struct lamina_bitmap {
  size_t struct_size; /* sizeof(lamina_bitmap) */
  void *LAMINA_NULLABLE data; /* 4-byte aligned */
  int32_t width, height;      /* pixels, 1..32767 */
  int32_t stride;             /* bytes from row to row, a multiple of 4, at least 4 * width */
} lamina_bitmap;

#define LAMINA_BITMAP_INIT { sizeof(lamina_bitmap), NULL, 0, 0, 0 }

/* Makes a surface of `size` logical units; size * scale rounds to 1..32767 pixels a side, scale is 0.1..16. Since 0.1. */
LAMINA_API lamina_status lamina_surface_create(
    lamina_context *context, lamina_size size, double scale, LAMINA_OUT(lamina_surface) out_surface) LAMINA_OWNER_THREAD;

/* Adds a reference and returns `surface`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_surface *LAMINA_NULLABLE lamina_surface_retain(lamina_surface *surface) LAMINA_ANY_THREAD;

/* Drops a reference; the last one lets the root go at the owner's next process. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_surface_release(lamina_surface *LAMINA_NULLABLE surface) LAMINA_ANY_THREAD;

/* Shows `root` (NULL: nothing), sized to the surface. LAMINA_ERROR_INVALID_STATE when it has a parent or is on another
 * surface. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_root(
    lamina_surface *surface, lamina_node *LAMINA_NULLABLE root) LAMINA_OWNER_THREAD;

/* Gives the surface another size or scale; layout and drawing follow, the old contents stay until then. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_size(
    lamina_surface *surface, lamina_size size, double scale) LAMINA_OWNER_THREAD;

/* The size in device pixels (x and y are 0); all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect_px lamina_surface_get_bounds_px(lamina_surface *surface) LAMINA_ANY_THREAD;

/* What the surface shows where no node draws. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_background(lamina_surface *surface, lamina_color color) LAMINA_OWNER_THREAD;

/* Brings `target`, which holds what the last composite left in it, up to date: redraws only what changed. Writes up to
 * `capacity` changed rectangles to `out_damage` (all of them within the last one when there are more) and their number
 * to `out_count`; both may be NULL. `target` must have the size of the surface in pixels. Since 0.1. */
LAMINA_API lamina_status lamina_surface_composite(
    lamina_surface *surface, const lamina_bitmap *target, lamina_rect_px *LAMINA_NULLABLE out_damage, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* Whether a composite would change anything; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_surface_has_damage(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Forgets what the target holds: the next composite redraws all, for a new or another buffer. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_needs_composite(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* ==== Render ============================================================== */
/* Pictures without a window: the tree is captured in the call, then measured and drawn as a whole on one worker,
 * straight into your pixels. Many at once keep all workers busy. */

/* Owner thread: the picture is done, or LAMINA_ERROR_CANCELLED or another status says why not. */
typedef void (*lamina_render_done_fn)(lamina_status status, void *LAMINA_NULLABLE user_data);

/* Renders the tree below `root`, laid out to exactly the size of `target` in logical units, over `background`, into
 * `target`, whose pixels must stay valid until `done` has run. `root` must not be on a surface
 * (LAMINA_ERROR_INVALID_STATE); it may be changed or released as soon as the call is back. Drawing callbacks run on the
 * worker. Since 0.1. */
LAMINA_API lamina_status lamina_node_render(
    lamina_node *root, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_render_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Writes pixels as a PNG file: RGB when all are opaque, RGBA otherwise. The file appears whole or not at all. The context
 * is not needed. LAMINA_ERROR_IO says which file and why. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_write_png(
    const lamina_bitmap *bitmap, const char *path, size_t length) LAMINA_ANY_THREAD;

LAMINA_END
#ifdef __cplusplus
}
#endif
#endif
