/* Lamina: a thread-safe tree of display nodes, laid out and drawn on background threads, shown by your own loop.
 *
 * Read this file from top to bottom; it is the whole public API.
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

/* Where a function may be called, or where a callback is called. Each carries exactly one; on callback types, which take no
 * attribute, it stands in a comment. */
#define LAMINA_ANY_THREAD LAMINA_THREAD("any")
#define LAMINA_OWNER_THREAD LAMINA_THREAD("owner")
#define LAMINA_CALLING_THREAD /* of callbacks: the thread of the call that the callback serves */
#define LAMINA_WORKER_THREAD  /* of callbacks: a worker, or the thread of a call that does the work itself */

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
  LAMINA_ERROR_CYCLE = 6,            /* a node would become its own descendant */
  LAMINA_ERROR_INVALID_STATE = 7,    /* not now: for instance a transaction that is already committed */
  LAMINA_ERROR_CANCELLED = 8,        /* the work was cancelled before it was done */
  LAMINA_ERROR_TIMED_OUT = 9,        /* the time given was not enough; nothing is lost, call again */
  LAMINA_ERROR_OUT_OF_MEMORY = 10,   /* memory, or a handle table, is exhausted */
  LAMINA_ERROR_IO = 11,              /* a file could not be read or written */
  LAMINA_ERROR_BACKEND = 12,         /* cairo, pango or the operating system reported an error */
  LAMINA_ERROR_UNSUPPORTED = 13      /* this kind of object, build or machine does not support it */
} lamina_status;

/* Called exactly once, when Lamina will not use `user_data` again, also when the call that took it fails. It runs inside
 * the call that dropped the last use, or on the owner thread in one that processes; never on a worker. */
typedef void (*lamina_destroy_fn)(void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* The version of the library at run time: major * 65536 + minor * 256 + patch. Since 0.1. */
LAMINA_API uint32_t lamina_version(void) LAMINA_ANY_THREAD;

/* Whether a program compiled against a header of `header_version` (pass LAMINA_VERSION) may use this library: the header
 * has the same major version and is not newer. Since 0.1. */
LAMINA_API bool lamina_is_compatible(uint32_t header_version) LAMINA_ANY_THREAD;

/* The name of a status, such as "LAMINA_ERROR_CYCLE"; "LAMINA_ERROR_UNKNOWN" for a number that is none. Static. Since
 * 0.1. */
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

/* Insets that follow the direction of layout: `start` is the left where it runs from left to right. */
typedef struct lamina_directional_insets { double top, start, bottom, end; } lamina_directional_insets;

/* The sizes that are allowed, per axis; `max` may be INFINITY. Needs 0 <= min <= max. */
typedef struct lamina_size_range { lamina_size min, max; } lamina_size_range;

/* sRGB with straight (not premultiplied) alpha; components 0..1. */
typedef struct lamina_color { float red, green, blue, alpha; } lamina_color;

/* Maps positions: x' = xx * x + xy * y + x0, y' = yx * x + yy * y + y0. */
typedef struct lamina_matrix { double xx, yx, xy, yy, x0, y0; } lamina_matrix;

/* Initialises an opaque colour as it is written elsewhere: lamina_color teal = LAMINA_COLOR_RGB(0x008080). */
#define LAMINA_COLOR_RGB(rgb) \
  { (float)(((rgb) >> 16) & 255) / 255, (float)(((rgb) >> 8) & 255) / 255, (float)((rgb) & 255) / 255, 1 }

#define LAMINA_MATRIX_IDENTITY { 1, 0, 0, 1, 0, 0 }

typedef enum LAMINA_ENUM lamina_unit {
  LAMINA_UNIT_AUTO = 0,    /* the content decides; `value` is ignored */
  LAMINA_UNIT_POINTS = 1,  /* logical units, >= 0 */
  LAMINA_UNIT_FRACTION = 2 /* share of the parent's size, 0..1 */
} lamina_unit;

typedef struct lamina_dimension { lamina_unit unit; double value; } lamina_dimension;

/* Reads a length: "auto" or "", "12" or "12pt" (points), "50%" (a fraction). LAMINA_ERROR_INVALID_ARGUMENT for anything
 * else, which Texture would take for "auto". Since 0.1. */
LAMINA_API lamina_status lamina_dimension_parse(
    const char *LAMINA_NULLABLE text, size_t length, lamina_dimension *out_dimension) LAMINA_ANY_THREAD;

/* Copies the length as text from which lamina_dimension_parse() reads the same length, and a NUL, into `buffer` as far as
 * `capacity` goes, and returns the whole length in bytes without the NUL; 0 for a value that no style takes. Since 0.1. */
LAMINA_API size_t lamina_dimension_read_text(
    lamina_dimension dimension, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Where `start` and `end` are; `left` and `right` mean what they say in both. */
typedef enum LAMINA_ENUM lamina_layout_direction {
  LAMINA_LAYOUT_DIRECTION_INHERIT = 0, /* that of the element above; of the context: left to right */
  LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT = 1,
  LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT = 2
} lamina_layout_direction;

/* How pixels lie in memory, always in native byte order. */
typedef enum LAMINA_ENUM lamina_pixel_format {
  LAMINA_PIXEL_FORMAT_ARGB32 = 0, /* premultiplied (cairo's CAIRO_FORMAT_ARGB32, SDL's ARGB8888); taken everywhere */
  LAMINA_PIXEL_FORMAT_RGB24 = 1,  /* as ARGB32 without transparency: the highest byte is written as 255 (XRGB8888) */
  LAMINA_PIXEL_FORMAT_RGB565 = 2  /* 16 bits, red highest */
} lamina_pixel_format;

/* Pixels of the host. RGB24 and RGB565 are for lamina_surface_composite() only; what is clear is black in them. */
typedef struct lamina_bitmap {
  size_t struct_size; /* sizeof(lamina_bitmap) */
  void *LAMINA_NULLABLE data; /* aligned to 4 bytes, to 2 for RGB565 */
  int32_t width, height;      /* pixels, 1..32767 */
  int32_t stride;             /* bytes from row to row: whole pixels, at least `width` of them */
  int32_t reserved;           /* ignored: programs from before `format` may have any value here */
  lamina_pixel_format format;
} lamina_bitmap;

#define LAMINA_BITMAP_INIT { sizeof(lamina_bitmap), NULL, 0, 0, 0, 0, LAMINA_PIXEL_FORMAT_ARGB32 }

/* ==== Handles ============================================================= */

typedef struct lamina_context lamina_context;
typedef struct lamina_node lamina_node;
typedef struct lamina_spec lamina_spec;
typedef struct lamina_layout lamina_layout;
typedef struct lamina_layout_pass lamina_layout_pass;
typedef struct lamina_text lamina_text;
typedef struct lamina_text_builder lamina_text_builder;
typedef struct lamina_text_layout lamina_text_layout;
typedef struct lamina_canvas lamina_canvas;
typedef struct lamina_surface lamina_surface;
typedef struct lamina_transaction lamina_transaction;
typedef struct lamina_template lamina_template;
typedef struct lamina_job lamina_job;
typedef struct lamina_drawing lamina_drawing;
typedef struct lamina_image lamina_image;

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
  LAMINA_LOG_LEVEL_INFO = 0,
  LAMINA_LOG_LEVEL_WARNING = 1,
  LAMINA_LOG_LEVEL_ERROR = 2
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

/* Receives one message, UTF-8, without a newline. */
typedef void (*lamina_log_fn)(
    lamina_log_level level, const char *message, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

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
  int32_t worker_niceness; /* 0..19, as of nice(1): how far workers yield to all other threads of the machine, the owner's
                              among them; above 0, pictures take longer where something else runs */
} lamina_context_options;

#define LAMINA_CONTEXT_OPTIONS_INIT                                                            \
  {                                                                                            \
    sizeof(lamina_context_options), LAMINA_THREADS_AUTO, LAMINA_CONTEXT_FLAGS_NONE, NULL, NULL, \
        NULL, 0, NULL, NULL, LAMINA_ANTIALIAS_GRAY, LAMINA_HINTING_SLIGHT, 0                   \
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
  uint64_t object_count;    /* all other objects alive: specs, texts, layouts, surfaces, images, jobs ... */
  uint64_t bitmap_bytes;    /* pixels held, the pool included */
  uint64_t composites;      /* composites that changed something */
  uint64_t painted_px;      /* pixels that they painted */
  uint64_t copied_px;       /* pixels that they moved instead */
  uint64_t longest_process_us; /* of all calls of lamina_context_process() */
  uint64_t evictions;       /* bitmaps dropped to keep the budget */
  uint64_t calls_us;        /* of owner_us: your posted calls */
  uint64_t completions_us;  /* of owner_us: results of workers taken over, and the callbacks that this runs */
  uint64_t changes_us;      /* of owner_us: changed nodes taken over, and drawings begun */
  uint64_t composite_us;    /* of owner_us: composites */
  uint64_t operations_started;   /* layouts, drawings and your operations that workers began */
  uint64_t operations_finished;  /* those of them that are over */
  uint64_t operations_cancelled; /* those that were taken back before they began */
  uint64_t operations_waiting;   /* those that wait for a worker now */
} lamina_statistics;

#define LAMINA_STATISTICS_INIT { sizeof(lamina_statistics), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* What a context holds, in bytes; fonts and what Pango keeps are not counted. */
typedef struct lamina_memory {
  size_t struct_size;    /* sizeof(lamina_memory) */
  uint64_t bitmap_bytes; /* pixels of contents */
  uint64_t pool_bytes;   /* pixels kept for the next bitmap */
  uint64_t node_bytes;
  uint64_t layer_bytes;
  uint64_t image_copy_bytes; /* of bitmap_bytes: what shared images keep in other sizes than their own */
  uint64_t word_bytes;       /* shaped words that the workers share, 2 MiB at most; each keeps up to 1 MiB beside them */
} lamina_memory;

#define LAMINA_MEMORY_INIT { sizeof(lamina_memory), 0, 0, 0, 0, 0, 0 }

/* Makes a context owned by the calling thread; `options` NULL takes the defaults. Starts the workers. Fails with
 * LAMINA_ERROR_INVALID_ARGUMENT for a bad option, LAMINA_ERROR_IO for a font file that cannot be read,
 * LAMINA_ERROR_OUT_OF_MEMORY beyond 1,024 contexts, LAMINA_ERROR_BACKEND when no thread or descriptor is to be had. Since
 * 0.1. */
LAMINA_API lamina_status lamina_context_create(
    const lamina_context_options *LAMINA_NULLABLE options, LAMINA_OUT(lamina_context) out_context) LAMINA_ANY_THREAD;

/* Adds a reference and returns `context`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_context *LAMINA_NULLABLE lamina_context_retain(lamina_context *context) LAMINA_ANY_THREAD;

/* Drops a reference. The last one ends the context: running work is waited for, its results dropped, completions and
 * destroy notifies run, and every handle made from the context becomes stale. While a callback of yours on a worker
 * does not return, the log says so every few seconds. When the last reference is dropped on another thread than the
 * owner's, or from within a callback, the owner's next call into the context (or the end of the one it is in) does this; an
 * owner that ends without one leaves the workers waiting. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_context_release(lamina_context *LAMINA_NULLABLE context) LAMINA_ANY_THREAD;

/* A descriptor that is readable while lamina_context_process() has something to do; level-triggered, for poll(2) and
 * every event loop. Lamina owns it: do not read or close it. -1 for a bad handle. Since 0.1. */
LAMINA_API int lamina_context_get_fd(lamina_context *context) LAMINA_ANY_THREAD;

/* How long the loop may sleep if the descriptor stays quiet: 0 = process now, -1 = no limit. -1 for a bad handle. Ask
 * after each process: a delayed call may come up before anything else. 0 also after calls that leave a process something to
 * note, such as a delayed call. Since 0.1. */
LAMINA_API int64_t lamina_context_get_timeout_us(lamina_context *context) LAMINA_ANY_THREAD;

/* Does what is due on the owner thread: takes finished layouts and drawings, starts new ones, runs callbacks, and (when
 * the context has no workers) the work itself. Returns at the first opportunity after `budget_us`, 0 = no limit; what is
 * left keeps the descriptor readable and follows in order. When posted calls, finished work and changes use up the budget,
 * they take turns in going first, so that none of them holds the others back for ever. Fails with
 * LAMINA_ERROR_INVALID_STATE when called from within itself. Since 0.1. */
LAMINA_API lamina_status lamina_context_process(lamina_context *context, uint64_t budget_us) LAMINA_OWNER_THREAD;

/* A function of yours that the owner thread runs, inside a call that processes. */
typedef void (*lamina_context_call_fn)(void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Queues `call` for the owner thread's next process. Calls run once, in the order posted, as many as the budget allows;
 * the others wait for the process after it, as do calls that are posted by calls. A process in which calls left no time for
 * changes is followed by one that begins with the changes. What has not run when the context ends is only destroyed.
 * Since 0.1. */
LAMINA_API lamina_status lamina_context_post(
    lamina_context *context, lamina_context_call_fn call, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The same, `delay_us` from now at the earliest. The descriptor does not become readable when the time has come:
 * lamina_context_get_timeout_us() says how long the loop may sleep. `out_call`, which may be NULL, gets a number for
 * lamina_context_cancel_call(). Since 0.1. */
LAMINA_API lamina_status lamina_context_post_delayed(
    lamina_context *context, uint64_t delay_us, lamina_context_call_fn call, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_call) LAMINA_ANY_THREAD;

/* Cancels a posted call. LAMINA_ERROR_INVALID_STATE when it has run already, or there never was one. Since 0.1. */
LAMINA_API lamina_status lamina_context_cancel_call(lamina_context *context, uint64_t call) LAMINA_ANY_THREAD;

#define LAMINA_TIME_SYSTEM UINT64_MAX

/* Makes delays count on a clock of yours, in microseconds, which moves with each of these calls and never by itself: for
 * tests, games and recordings. LAMINA_TIME_SYSTEM goes back to the system's clock. Calls that wait keep the time that is
 * left to them. LAMINA_ERROR_INVALID_ARGUMENT for a step back. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_time_us(lamina_context *context, uint64_t time_us) LAMINA_OWNER_THREAD;

typedef enum LAMINA_ENUM lamina_commit_phase {
  LAMINA_COMMIT_PHASE_BEFORE = 0, /* changes and finished work are about to be taken over: changes made now belong to them */
  LAMINA_COMMIT_PHASE_AFTER = 1   /* they were: the surfaces can be composited */
} lamina_commit_phase;

/* Runs `call` in each process that takes something over, at most once in each, after the observers added before.
 * `out_observer`, which may be NULL, gets a number for lamina_context_remove_commit_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_context_add_commit_observer(
    lamina_context *context, lamina_commit_phase phase, lamina_context_call_fn call, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE when there is none of this number. Since 0.1. */
LAMINA_API lamina_status lamina_context_remove_commit_observer(
    lamina_context *context, uint64_t observer) LAMINA_OWNER_THREAD;

/* Processes and sleeps until nothing is left to do. LAMINA_ERROR_TIMED_OUT after `timeout_us`, UINT64_MAX = no limit.
 * Delayed calls that are not due do not count. For tools and tests; interactive hosts use the descriptor. Since 0.1. */
LAMINA_API lamina_status lamina_context_wait_idle(lamina_context *context, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Makes the fonts in a file available to texts that are measured from now on. Fails with LAMINA_ERROR_IO when the file
 * cannot be read or holds no font. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_file(
    lamina_context *context, const char *path, size_t length) LAMINA_ANY_THREAD;

/* The same for a font in memory, which is copied and kept as long as the process lives. Fails with LAMINA_ERROR_IO when it
 * holds no font. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_data(
    lamina_context *context, const char *data, size_t length) LAMINA_ANY_THREAD;

/* Whether the context has a font family of exactly this name (upper and lower case count as the same); false for a bad
 * handle. Text in a family that is not there is set in one that is: see lamina_context_read_font_match(). Since 0.1. */
LAMINA_API bool lamina_context_has_font_family(
    lamina_context *context, const char *family, size_t length) LAMINA_ANY_THREAD;

/* Copies the names of all font families, sorted, each followed by a newline, and a NUL into `buffer` as far as `capacity`
 * goes, and returns the whole length in bytes without the NUL; 0 without any font and for a bad handle. Without any font
 * texts are measured and drawn as empty boxes, and lamina_text_metrics counts them as missing. Since 0.1. */
LAMINA_API size_t lamina_context_read_font_families(
    lamina_context *context, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Copies the name of the family that a family list (as in lamina_text_attributes) is set in, as the function above does;
 * 0 without any font and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_read_font_match(
    lamina_context *context, const char *LAMINA_NULLABLE family, size_t length, char *LAMINA_NULLABLE buffer,
    size_t capacity) LAMINA_ANY_THREAD;

/* Fills `statistics` up to its struct_size. Counters accumulate; subtract two readings. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_statistics(
    lamina_context *context, lamina_statistics *statistics) LAMINA_ANY_THREAD;

/* Fills `memory` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_memory(lamina_context *context, lamina_memory *memory) LAMINA_OWNER_THREAD;

/* Limits the memory of bitmaps: beyond `bytes`, contents of nodes that are more than a screen away from what their surface
 * shows are dropped, the farthest first, or not drawn, until they come near. What shows is kept whatever it takes. SIZE_MAX
 * is no limit, the default. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_bitmap_budget(lamina_context *context, size_t bytes) LAMINA_OWNER_THREAD;

/* Gives back to the system what can be made again: pools, fonts, glyphs, shaped words, shared images in other sizes, and
 * contents as above; texts are measured anew where it matters. For when memory is low, and when it was: a font that could
 * not be opened or a letter that there was no memory for is tried again. Since 0.1. */
LAMINA_API lamina_status lamina_context_trim_memory(lamina_context *context) LAMINA_OWNER_THREAD;

/* The number of worker threads; 0 also for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_get_thread_count(lamina_context *context) LAMINA_ANY_THREAD;

/* Sets the layout direction of nodes for which neither they nor an ancestor set one. What is shown is laid out anew.
 * Default: left to right. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_layout_direction(
    lamina_context *context, lamina_layout_direction direction) LAMINA_ANY_THREAD;

/* The context's layout direction; LAMINA_LAYOUT_DIRECTION_INHERIT for a bad handle. Since 0.1. */
LAMINA_API lamina_layout_direction lamina_context_get_layout_direction(lamina_context *context) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_color_scheme {
  LAMINA_COLOR_SCHEME_INHERIT = 0,
  LAMINA_COLOR_SCHEME_LIGHT = 1,
  LAMINA_COLOR_SCHEME_DARK = 2
} lamina_color_scheme;

/* Settings that a node and all below it inherit. */
typedef struct lamina_traits {
  size_t struct_size;                       /* sizeof(lamina_traits) */
  lamina_color_scheme color_scheme;         /* default: light */
  lamina_layout_direction layout_direction; /* told only; lamina_node_set_layout_direction() sets it */
  double text_size_factor;                  /* multiplies text sizes, 0.1..10; 0: what holds above; default: 1 */
  lamina_color tint;                        /* for drawings of yours; clear: what holds above; default: (0, 0.478, 1) */
  double scale;                             /* told only: pixels per unit of the node's surface, 0 on none */
} lamina_traits;

#define LAMINA_TRAITS_INIT \
  { sizeof(lamina_traits), LAMINA_COLOR_SCHEME_INHERIT, LAMINA_LAYOUT_DIRECTION_INHERIT, 0, { 0, 0, 0, 0 }, 0 }

/* Sets the traits of nodes for which neither they nor an ancestor set any; NULL restores the defaults. Texts are laid out
 * anew when their size changes; what is drawn anew is what depends on what changed, and nothing else. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_traits(
    lamina_context *context, const lamina_traits *LAMINA_NULLABLE traits) LAMINA_ANY_THREAD;

/* Lets only `count` workers (at least 1) begin work, and the others rest: fewer leave more of the machine to the owner
 * while the user scrolls. LAMINA_THREADS_AUTO: all of them, the default; more than there are is the same. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_active_thread_count(
    lamina_context *context, int32_t count) LAMINA_ANY_THREAD;

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
  lamina_dimension min_width, max_width, min_height, max_height; /* in a stack, before flexing: growing and shrinking pass
                                                                    them, as in Texture; lamina_node_set_flex_style() has CSS's */
  double flex_grow;            /* share of free space taken, 0 = none */
  double flex_shrink;          /* share of missing space given up, 0 = none (Texture's default, not CSS's) */
  lamina_dimension flex_basis; /* main-axis size before flexing */
  lamina_align align_self;     /* AUTO, START, END, CENTER or STRETCH */
  double spacing_before;       /* extra space before and after in a stack; may be negative */
  double spacing_after;
  double ascender;              /* from the top to the first baseline; 0 = what the content measured */
  double descender;             /* from the bottom to the last baseline, negative upwards; 0 = what the content measured */
  lamina_point layout_position; /* in an absolute spec: from its start and top */
  lamina_layout_direction layout_direction; /* of what is in the element; nodes and specs below follow it */
} lamina_style;

#define LAMINA_DIMENSION_AUTO { LAMINA_UNIT_AUTO, 0 }
#define LAMINA_STYLE_INIT                                                                                        \
  {                                                                                                              \
    sizeof(lamina_style), LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO,                   \
        LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, LAMINA_DIMENSION_AUTO, 0, 0, LAMINA_DIMENSION_AUTO,        \
        LAMINA_ALIGN_AUTO, 0, 0, 0, 0, { 0, 0 }, LAMINA_LAYOUT_DIRECTION_INHERIT                                 \
  }

/* ==== Node ================================================================ */
/* A node is the model: any thread may make, change and arrange nodes. Once a node stands on a surface, changes of its
 * properties are still welcome from any thread and show at the owner's next process; changes of its hierarchy
 * (children, spec) are then the owner thread's and answer LAMINA_ERROR_WRONG_THREAD elsewhere. */

typedef enum LAMINA_ENUM lamina_node_kind {
  LAMINA_NODE_KIND_DISPLAY = 0, /* a box with an optional drawing of your own */
  LAMINA_NODE_KIND_TEXT = 1
} lamina_node_kind;

/* Draws the contents of a node, in logical units, the node's top left corner at (0, 0), clipped to its
 * `size`, over transparent pixels. `scale` is pixels per unit (already applied to `cairo`). Ask
 * lamina_canvas_is_cancelled(canvas) now and then in long drawings. Everything drawn must come from `user_data`, which
 * other threads must not change meanwhile. Do not draw text with Pango or cairo here (cairo's font cache is not safe on
 * several threads): use text nodes, or lamina_node_set_draws_text(). Allowed: cairo without text, any LAMINA_ANY_THREAD
 * function. A status other than LAMINA_OK leaves the old contents in place and is logged. If the drawing was
 * cancelled, its status is ignored. A cancelled drawing may overlap with the node's next one; they must not share writable
 * data. It runs on the owner thread where lamina_node_set_displayed_asynchronously() says so. */
typedef lamina_status (*lamina_node_draw_fn)(
    lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The same for drawings that write pixels: `target` has the size of the node in pixels, ARGB32, and is transparent at
 * first. It is valid until the callback returns. */
typedef lamina_status (*lamina_node_draw_pixels_fn)(
    lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The same for drawings that are pictures already: hand one over with lamina_canvas_set_image(), or none. */
typedef lamina_status (*lamina_node_draw_image_fn)(
    lamina_canvas *canvas, lamina_size size, double scale, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* A drawing of `node` is about to start. Always followed by one lamina_node_did_display_fn. That may belong to an earlier,
 * cancelled drawing; keep a counter, not a flag. */
typedef void (*lamina_node_will_display_fn)(
    lamina_node *node, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* The drawing ended. `finished` says that it is shown; false when it was dropped or failed. */
typedef void (*lamina_node_did_display_fn)(
    lamina_node *node, bool finished, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* How near a node is to being seen. */
typedef enum LAMINA_FLAGS lamina_interface_state {
  LAMINA_INTERFACE_STATE_NONE = 0,
  LAMINA_INTERFACE_STATE_MEASURED = 1 << 0,
  LAMINA_INTERFACE_STATE_PRELOAD = 1 << 1, /* what it shows is to be loaded */
  LAMINA_INTERFACE_STATE_DISPLAY = 1 << 2, /* it is drawn */
  LAMINA_INTERFACE_STATE_VISIBLE = 1 << 3
} lamina_interface_state;

typedef enum LAMINA_ENUM lamina_interface_event {
  LAMINA_INTERFACE_EVENT_ENTER_PRELOAD = 0,
  LAMINA_INTERFACE_EVENT_EXIT_PRELOAD = 1, /* reserved, not told yet: nodes keep what they loaded */
  LAMINA_INTERFACE_EVENT_ENTER_DISPLAY = 2,
  LAMINA_INTERFACE_EVENT_EXIT_DISPLAY = 3,
  LAMINA_INTERFACE_EVENT_ENTER_VISIBLE = 4,
  LAMINA_INTERFACE_EVENT_EXIT_VISIBLE = 5,
  LAMINA_INTERFACE_EVENT_CHANGE = 6 /* the last of each change */
} lamina_interface_event;

/* The interface state of `node` went from `before` to `state`. For each change the events that apply are
 * told in the order of their numbers, each to all observers in the order in which they were added. */
typedef void (*lamina_node_interface_fn)(
    lamina_node *node, lamina_interface_event event, lamina_interface_state state, lamina_interface_state before,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Radii of the corners, in logical units, >= 0. Where two do not fit an edge, all are reduced in proportion. */
typedef struct lamina_corner_radii { double top_left, top_right, bottom_right, bottom_left; } lamina_corner_radii;

/* A line along the inside of a node's edges: `width` in logical units, >= 0, whole pixels and at least one when drawn. */
typedef struct lamina_border { double width; lamina_color color; } lamina_border;

/* A soft copy of a node's box below it, `x`, `y` away and `spread` larger on each side (or smaller). `blur` is CSS's blur
 * radius, >= 0; more than 256 pixels are drawn as 256. All in logical units. */
typedef struct lamina_shadow { lamina_color color; double x, y, blur, spread; } lamina_shadow;

/* A colour at a share 0..1 of the way. */
typedef struct lamina_gradient_stop { double offset; lamina_color color; } lamina_gradient_stop;

/* Colours along a line from `start` to `end`, which are shares of the size of the node (or text, or path) that it colours,
 * -1,000..1,000: (0, 0) is its top left corner, (1, 1) its bottom right one. Beyond the ends the end colours continue. */
typedef struct lamina_gradient {
  size_t struct_size; /* sizeof(lamina_gradient) */
  lamina_point start, end;
  const lamina_gradient_stop *LAMINA_NULLABLE stops; /* in order of their offsets, 1 to 64 of them */
  size_t stop_count;
} lamina_gradient;

#define LAMINA_GRADIENT_INIT { sizeof(lamina_gradient), { 0, 0 }, { 0, 1 }, NULL, 0 }

/* Where a picture stands in its node when they differ in size. */
typedef enum LAMINA_ENUM lamina_gravity {
  LAMINA_GRAVITY_RESIZE = 0,      /* stretched to the node */
  LAMINA_GRAVITY_ASPECT_FIT = 1,  /* as large as fits, in the middle */
  LAMINA_GRAVITY_ASPECT_FILL = 2, /* as small as covers the node, in the middle */
  LAMINA_GRAVITY_CENTER = 3,      /* not scaled to the node, as all that follow */
  LAMINA_GRAVITY_TOP = 4,
  LAMINA_GRAVITY_BOTTOM = 5,
  LAMINA_GRAVITY_LEFT = 6,
  LAMINA_GRAVITY_RIGHT = 7,
  LAMINA_GRAVITY_TOP_LEFT = 8,
  LAMINA_GRAVITY_TOP_RIGHT = 9,
  LAMINA_GRAVITY_BOTTOM_LEFT = 10,
  LAMINA_GRAVITY_BOTTOM_RIGHT = 11
} lamina_gravity;

typedef struct lamina_image_options {
  size_t struct_size; /* sizeof(lamina_image_options) */
  lamina_gravity gravity;
  double scale;          /* pixels of the picture per logical unit, 0.1..16 */
  lamina_rect source;    /* the part that is shown, in shares 0..1 of the picture; its edges are rounded to whole pixels
                            of the picture, in layout as well, and it has one pixel at least */
  lamina_insets stretch; /* pixels along the edges of the part that keep their size when it is stretched, >= 0: nine slices */
} lamina_image_options;

#define LAMINA_IMAGE_OPTIONS_INIT                                                                              \
  { sizeof(lamina_image_options), LAMINA_GRAVITY_RESIZE, 1, { { 0, 0 }, { 1, 1 } }, { 0, 0, 0, 0 } }

/* What a node shows while its contents are missing. */
typedef struct lamina_placeholder {
  size_t struct_size;   /* sizeof(lamina_placeholder) */
  lamina_color color;   /* fills the node's box; of a text node a bar for each line */
  uint64_t fade_us;     /* how long the contents take to fade in; 0: they appear at once */
  bool persists;        /* it stays although the contents are there, or where the node has none; not in the place of a whole
                           subtree's bitmap (lamina_node_set_rasterized) */
  lamina_insets insets; /* taken from each bar of a text, in logical units */
} lamina_placeholder;

#define LAMINA_PLACEHOLDER_INIT \
  { sizeof(lamina_placeholder), { 0.95f, 0.95f, 0.95f, 1 }, 0, false, { 1, 0, 1, 0 } }

/* Parts of a node that may have one colour for light surroundings and another for dark ones. */
typedef enum LAMINA_ENUM lamina_color_role {
  LAMINA_COLOR_ROLE_BACKGROUND = 0,
  LAMINA_COLOR_ROLE_BORDER = 1,
  LAMINA_COLOR_ROLE_SHADOW = 2,
  LAMINA_COLOR_ROLE_TEXT = 3 /* of a text node, for text without a colour of its own */
} lamina_color_role;

/* Properties that few nodes have, for calls that make or change many nodes; each field is what the setter of its name
 * takes. */
typedef struct lamina_node_appearance {
  size_t struct_size; /* sizeof(lamina_node_appearance) */
  lamina_corner_radii corner_radii;
  lamina_border border;
  lamina_shadow shadow;
  const lamina_gradient *LAMINA_NULLABLE gradient;
  lamina_matrix transform;
  lamina_point anchor;
  double z_position;
  const lamina_bitmap *LAMINA_NULLABLE image; /* copied */
  const lamina_image_options *LAMINA_NULLABLE image_options;
  lamina_drawing *LAMINA_NULLABLE drawing; /* when there is no image, or that is not asked for */
} lamina_node_appearance;

#define LAMINA_NODE_APPEARANCE_INIT                                                                                      \
  {                                                                                                                \
    sizeof(lamina_node_appearance), { 0, 0, 0, 0 }, { 0, { 0, 0, 0, 0 } }, { { 0, 0, 0, 0 }, 0, 0, 0, 0 }, NULL,         \
        LAMINA_MATRIX_IDENTITY, { 0.5, 0.5 }, 0, NULL, NULL, NULL                                                  \
  }

/* Makes an empty display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_create(
    lamina_context *context, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Makes a text node; `text` may be NULL and be set later. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_text(
    lamina_context *context, lamina_text *LAMINA_NULLABLE text, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Adds a reference and returns `node`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_node *LAMINA_NULLABLE lamina_node_retain(lamina_node *node) LAMINA_ANY_THREAD;

/* Drops a reference; a node that nobody holds is freed, with the children that only it holds. The memory of large trees is
 * freed by a worker, or in the next processes of a context that has none. Ignores NULL. Since 0.1. */
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
LAMINA_API size_t lamina_node_read_name(
    lamina_node *node, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Appends `child`; does nothing when it is a child of `node` already (it keeps its place). Takes it from its present
 * parent otherwise. Fails with LAMINA_ERROR_CYCLE when `node` is `child` or stands below it, LAMINA_ERROR_FOREIGN_CONTEXT,
 * LAMINA_ERROR_INVALID_STATE when `child` is the root of a surface, LAMINA_ERROR_WRONG_THREAD (see above). The tree is
 * then as it was. The same holds for all functions of this group. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_child(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Puts `child` at `index` among the children of `node`, back to front. `index` is 0..child count; when `child` is already
 * a child of `node`, it must be below the child count, and is its place after the move. LAMINA_ERROR_OUT_OF_RANGE
 * otherwise. Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child(
    lamina_node *node, lamina_node *child, size_t index) LAMINA_ANY_THREAD;

/* Puts `child` right above (drawn after) `sibling`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT). Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_above(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Puts `child` right below (drawn before) `sibling`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT).
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_insert_child_below(
    lamina_node *node, lamina_node *child, lamina_node *sibling) LAMINA_ANY_THREAD;

/* Puts `replacement` in the place of `child`, which must be a child of `node` (LAMINA_ERROR_INVALID_ARGUMENT). A
 * replacement that is a child already moves into that place. Since 0.1. */
LAMINA_API lamina_status lamina_node_replace_child(
    lamina_node *node, lamina_node *child, lamina_node *replacement) LAMINA_ANY_THREAD;

/* Moves the child at `from` so that it stands at `to`; both below the child count (LAMINA_ERROR_OUT_OF_RANGE). Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_move_child(lamina_node *node, size_t from, size_t to) LAMINA_ANY_THREAD;

/* Removes the node from its parent; does nothing when it has none. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_from_parent(lamina_node *node) LAMINA_ANY_THREAD;

/* Removes all children. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_children(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_count(lamina_node *node) LAMINA_ANY_THREAD;

/* Hands out a reference to the child at `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_child(
    lamina_node *node, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* Hands out a reference to the parent, or NULL when there is none. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_parent(lamina_node *node, LAMINA_OUT(lamina_node) out_parent) LAMINA_ANY_THREAD;

/* Hands out the first node of this name among `root` and what is below it, a node before its children and these in their
 * order; NULL when there is none. The name as for lamina_node_set_name(); an empty one names nothing. Linear in the number
 * of nodes visited. Since 0.1. */
LAMINA_API lamina_status lamina_node_find_named(
    lamina_node *root, const char *LAMINA_NULLABLE name, size_t length, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Whether `node` is one that you look for. It may call any LAMINA_ANY_THREAD function, even one that changes the tree. */
typedef bool (*lamina_node_match_fn)(
    lamina_node *node, void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* Hands out the first node that `match` answers true for, in the same order; NULL when there is none. It is asked for the
 * nodes that were there when the call began and have not ended meanwhile. Since 0.1. */
LAMINA_API lamina_status lamina_node_find_matching(
    lamina_node *root, lamina_node_match_fn match, void *LAMINA_NULLABLE user_data,
    LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Hands out the lowest common ancestor (a node counts as its own); NULL when they are in different trees. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_common_ancestor(
    lamina_node *node, lamina_node *other, LAMINA_OUT(lamina_node) out_ancestor) LAMINA_ANY_THREAD;

/* The place of `child` among the children of `node`; SIZE_MAX when it is not one, or for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_node_get_child_index(lamina_node *node, lamina_node *child) LAMINA_ANY_THREAD;

/* Places the node in its parent; a parent's spec replaces the frame at the next layout. The size must be >= 0. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_frame(lamina_node *node, lamina_rect frame) LAMINA_ANY_THREAD;

/* The frame in the parent, as set or as the last applied layout left it; all zero for a bad handle. Since 0.1. */
LAMINA_API lamina_rect lamina_node_get_frame(lamina_node *node) LAMINA_ANY_THREAD;

/* Moves the node so that its anchor stands at `position` in its parent: the frame's origin changes, its size stays. Each
 * number is finite, and so is the origin that follows, up to 10,000,000 (LAMINA_ERROR_INVALID_ARGUMENT). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_position(lamina_node *node, lamina_point position) LAMINA_ANY_THREAD;

/* Where the node's anchor stands in the parent, by its frame; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_position(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets the point of the node's coordinate space that is shown at its top left corner (the scroll offset of a node that
 * clips). Frames, layout, and what the node itself draws stay as they are; hits and lamina_node_convert_point() follow.
 * Each number is finite and up to 10,000,000 in size. Default: (0, 0). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_bounds_origin(lamina_node *node, lamina_point origin) LAMINA_ANY_THREAD;

/* The bounds origin; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_bounds_origin(lamina_node *node) LAMINA_ANY_THREAD;

/* The fill behind the contents. Components 0..1. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_background(lamina_node *node, lamina_color color) LAMINA_ANY_THREAD;

/* The background; clear for a bad handle. Since 0.1. */
LAMINA_API lamina_color lamina_node_get_background(lamina_node *node) LAMINA_ANY_THREAD;

/* The opacity of the node and all below it, as one group: 0..1. Default: 1. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_opacity(lamina_node *node, double opacity) LAMINA_ANY_THREAD;

/* The opacity; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_opacity(lamina_node *node) LAMINA_ANY_THREAD;

/* Hides the node and all below it; hidden nodes are laid out but not drawn. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_hidden(lamina_node *node, bool hidden) LAMINA_ANY_THREAD;

/* Whether the node itself is hidden; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_hidden(lamina_node *node) LAMINA_ANY_THREAD;

/* Rounds the corners of the background, and of contents and children too when the node clips. >= 0, limited to half the
 * shorter side when drawn. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_corner_radius(lamina_node *node, double radius) LAMINA_ANY_THREAD;

/* The corner radius, the largest where they differ; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_corner_radius(lamina_node *node) LAMINA_ANY_THREAD;

/* The same for each corner by itself. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_corner_radii(lamina_node *node, lamina_corner_radii radii) LAMINA_ANY_THREAD;

/* The corner radii; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_corner_radii lamina_node_get_corner_radii(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws a line along the inside of the node's edges, above its contents and children; layout ignores it. Width 0,
 * the default, or a clear colour: none. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_border(lamina_node *node, lamina_border border) LAMINA_ANY_THREAD;

/* The border; width 0 when there is none and for a bad handle. Since 0.1. */
LAMINA_API lamina_border lamina_node_get_border(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws a shadow of the node's box, with its corners, below it: also where the box is clear, and also when the node clips.
 * A clear colour, the default: none. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_shadow(lamina_node *node, lamina_shadow shadow) LAMINA_ANY_THREAD;

/* The shadow; its colour is clear when there is none and for a bad handle. Since 0.1. */
LAMINA_API lamina_shadow lamina_node_get_shadow(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws a gradient over the background colour, below the contents. NULL, the default: none. The stops are copied. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_gradient(
    lamina_node *node, const lamina_gradient *LAMINA_NULLABLE gradient) LAMINA_ANY_THREAD;

/* Moves, turns or scales the node and all below it when it is shown; frames and layout ignore it. It applies about
 * the node's anchor, in logical units. Each number is finite and up to 10,000,000 in size; a transform that collapses the
 * node to a line or point draws nothing. The node is drawn as it stands in its frame, and that is transformed, edges
 * smoothed. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_transform(lamina_node *node, lamina_matrix transform) LAMINA_ANY_THREAD;

/* The transform; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_matrix lamina_node_get_transform(lamina_node *node) LAMINA_ANY_THREAD;

/* The point that stays where it is when the node is turned or scaled, as a share of its size. Default: (0.5, 0.5). Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_anchor(lamina_node *node, lamina_point anchor) LAMINA_ANY_THREAD;

/* The anchor; (0, 0) for a bad handle. Since 0.1. */
LAMINA_API lamina_point lamina_node_get_anchor(lamina_node *node) LAMINA_ANY_THREAD;

/* Children of one node are painted from the lowest to the highest position, among equals in their order. The order itself
 * does not change. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_z_position(lamina_node *node, double z_position) LAMINA_ANY_THREAD;

/* The z position; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_z_position(lamina_node *node) LAMINA_ANY_THREAD;

/* Where `point` of `node` is in `to`, transforms included; both in logical units of the node's own space, whose point at
 * the top left corner is its bounds origin. NULL: the space around the root (the surface's, if shown).
 * LAMINA_ERROR_INVALID_ARGUMENT when the two nodes are not in one tree, LAMINA_ERROR_INVALID_STATE when the transform of
 * `to` or of a node above it cannot be inverted. Since 0.1. */
LAMINA_API lamina_status lamina_node_convert_point(
    lamina_node *node, lamina_point point, lamina_node *LAMINA_NULLABLE to, lamina_point *out_point) LAMINA_ANY_THREAD;

/* Hands out the topmost node at `point` of `root`, among `root` and all below it, or NULL. Skips hidden and fully
 * transparent nodes with all below them, and points outside a clipping ancestor's hit area; round corners count.
 * `out_point` takes the point in that node's space; it may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_hit_test(
    lamina_node *root, lamina_point point, LAMINA_OUT(lamina_node) out_node,
    lamina_point *LAMINA_NULLABLE out_point) LAMINA_ANY_THREAD;

/* Insets the node's hit rectangle (negative: enlarges, for a small button that is easy to meet), which then has no round
 * corners. A clipping node clips hits of its descendants to this rectangle, not to its visible box (as in Texture). What is
 * painted stays the same. Default: all 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_hit_slop(lamina_node *node, lamina_insets slop) LAMINA_ANY_THREAD;

/* The insets of the hit rectangle; all 0 for a bad handle. Since 0.1. */
LAMINA_API lamina_insets lamina_node_get_hit_slop(lamina_node *node) LAMINA_ANY_THREAD;

/* Cuts children off at the node's bounds. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_clipping(lamina_node *node, bool clips) LAMINA_ANY_THREAD;

/* Whether the node clips; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_clipping(lamina_node *node) LAMINA_ANY_THREAD;

/* Replaces the whole style; NULL restores the defaults. Dirties the layouts that depend on it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_style(
    lamina_node *node, const lamina_style *LAMINA_NULLABLE style) LAMINA_ANY_THREAD;

/* Fills `style` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_style(lamina_node *node, lamina_style *style) LAMINA_ANY_THREAD;

/* Gives the style a width and height in points, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_preferred_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* The width and height of the style in points, 0 where it has none; zero, with a sentence, for a fraction, and for a bad
 * handle. Since 0.1. */
LAMINA_API lamina_size lamina_node_get_preferred_size(lamina_node *node) LAMINA_ANY_THREAD;

/* Gives the style a least width and height in points, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_min_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* Gives the style a greatest width and height in points, INFINITY = no limit, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_max_size(lamina_node *node, lamina_size size) LAMINA_ANY_THREAD;

/* Gives the style a width and a height in points, fractions or auto, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_size(
    lamina_node *node, lamina_dimension width, lamina_dimension height) LAMINA_ANY_THREAD;

/* Gives the style extra space before and after the node in a stack, leaving its other fields; both may be negative. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_spacing(lamina_node *node, double before, double after) LAMINA_ANY_THREAD;

/* Gives the style an alignment across a stack, leaving its other fields: AUTO, START, END, CENTER or STRETCH. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_align_self(lamina_node *node, lamina_align align) LAMINA_ANY_THREAD;

/* Gives the style a position in an absolute spec, from its start and top, leaving its other fields. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_position(lamina_node *node, lamina_point position) LAMINA_ANY_THREAD;

/* Gives the style these three fields for use in a stack, leaving its others; both factors >= 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex(
    lamina_node *node, double grow, double shrink, lamina_dimension basis) LAMINA_ANY_THREAD;

/* Gives the style a layout direction, leaving its other fields. It applies to what is in the node and to all below it
 * that has no direction of its own. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_direction(
    lamina_node *node, lamina_layout_direction direction) LAMINA_ANY_THREAD;

/* Whether the node arranges its children from right to left, by its own direction or by one above it, that of a flex style
 * included; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_right_to_left(lamina_node *node) LAMINA_ANY_THREAD;

/* Arranges the children by `spec`, and adopts its nodes: those that are not children of `node` yet are appended in the
 * spec's order, and children that an earlier spec brought and this one does not name are removed. NULL takes the spec
 * away (its nodes stay). Nodes that are children elsewhere move here. LAMINA_ERROR_CYCLE when the spec names `node` or a
 * node above it. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_spec(
    lamina_node *node, lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

/* Sets the drawing of a display node; NULL takes it away. The old contents stay on screen until the new are drawn.
 * LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that writes pixels, in the place of any other. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_pixels_callback(
    lamina_node *node, lamina_node_draw_pixels_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets a drawing that hands over a picture, in the place of any other. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draw_image_callback(
    lamina_node *node, lamina_node_draw_image_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Shows a picture in a display node, in the place of a drawing. The pixels (ARGB32, or RGB24 for an opaque picture) are
 * copied in the call. What does not fit the node is cut off; a picture of just the node's pixels is shown without another
 * copy. NULL takes it away. `options` NULL: stretched. LAMINA_ERROR_UNSUPPORTED for a text node.
 *
 * Layout gives a node that has no spec, and no children in a flex layout, the size of the picture: the pixels of `source`
 * by `scale`, or where there is less room as much as fits, in the same proportions. A style says otherwise: one with a
 * length that is larger than the picture's must set the other one, too, or an aspect ratio. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_image(
    lamina_node *node, const lamina_bitmap *LAMINA_NULLABLE image,
    const lamina_image_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* Makes a picture that any number of nodes may show: its pixels (ARGB32 or RGB24) are copied once, here, and scaled once
 * for each size that it is shown in; the last eight of these are kept. An immutable value. Since 0.1. */
LAMINA_API lamina_status lamina_image_create(
    lamina_context *context, const lamina_bitmap *pixels, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Adds a reference and returns `image`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_image *LAMINA_NULLABLE lamina_image_retain(lamina_image *image) LAMINA_ANY_THREAD;

/* Drops a reference; nodes keep their picture. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_image_release(lamina_image *LAMINA_NULLABLE image) LAMINA_ANY_THREAD;

/* Shows a picture of lamina_image_create() as lamina_node_set_image() shows one of the node's own. NULL takes it away.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_shared_image(
    lamina_node *node, lamina_image *LAMINA_NULLABLE image,
    const lamina_image_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* Says that the node's drawing draws text with Pango or cairo by itself: no other thread of Lamina makes or drops fonts
 * meanwhile. Such drawings wait for one another, in all contexts: use text nodes where you can. Default: false.
 * LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_draws_text(lamina_node *node, bool draws_text) LAMINA_ANY_THREAD;

/* Sets what the node shows on a surface from the moment it is there until its drawing, picture or text is drawn for the
 * first time, and when that was dropped to keep a memory budget; not while contents that it shows are drawn anew. Contents
 * and placeholder are never shown both, but for the mix of a fade, which counts on the clock of
 * lamina_context_set_time_us(). NULL, the default: nothing, and no drawing of its own either. Pictures without a surface
 * have no placeholders. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_placeholder(
    lamina_node *node, const lamina_placeholder *LAMINA_NULLABLE placeholder) LAMINA_ANY_THREAD;

/* Fills `placeholder` up to its struct_size; without one its colour is clear. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_placeholder(
    lamina_node *node, lamina_placeholder *placeholder) LAMINA_ANY_THREAD;

/* Gives the placeholder a drawing of its own, above its colour, or with NULL takes it away; a node without a placeholder
 * gets one without a colour. It runs on a worker before all other drawings, and again when the node's size changes. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_set_placeholder_draw_callback(
    lamina_node *node, lamina_node_draw_fn LAMINA_NULLABLE draw, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the observers of the node's drawings; either may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_display_observer(
    lamina_node *node, lamina_node_will_display_fn LAMINA_NULLABLE will_display,
    lamina_node_did_display_fn LAMINA_NULLABLE did_display, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The interface state of a node as it is now: on a surface it has all of them, other than visible when it or a node above
 * it is hidden, and elsewhere none; none for a bad handle. Since 0.1. */
LAMINA_API lamina_interface_state lamina_node_get_interface_state(lamina_node *node) LAMINA_ANY_THREAD;

/* Calls `observer` for changes of the interface state from now on, in the owner's process. Changes undone before that are
 * not reported, such as those of a node that moves between two shown parents. A released node lives until its observers
 * are told. `out_observer`, which may be NULL, gets a number for lamina_node_remove_interface_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_node_add_interface_observer(
    lamina_node *node, lamina_node_interface_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE when the node has none of this number. Since 0.1. */
LAMINA_API lamina_status lamina_node_remove_interface_observer(lamina_node *node, uint64_t observer) LAMINA_ANY_THREAD;

/* Sets traits for the node and all below it, in place of those that it inherits; NULL removes them. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_traits(
    lamina_node *node, const lamina_traits *LAMINA_NULLABLE traits) LAMINA_ANY_THREAD;

/* Fills `traits` up to its struct_size with what holds at the node. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_traits(lamina_node *node, lamina_traits *traits) LAMINA_ANY_THREAD;

/* Gives a part of the node a colour for light surroundings and one for dark ones, of which the colour scheme that holds
 * chooses; the getters answer with that. Setting the part alone (lamina_node_set_background() and so on) ends it.
 * LAMINA_ERROR_INVALID_STATE for a border or shadow that is not there, LAMINA_ERROR_UNSUPPORTED for the text of a
 * display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_dynamic_color(
    lamina_node *node, lamina_color_role role, lamina_color light, lamina_color dark) LAMINA_ANY_THREAD;

/* Asks for a new drawing; many calls before the next process count as one. A drawing under way is told to stop, but not
 * twice in a row, and what is whole is shown until the new one is there: a node asked for faster than it draws shows
 * progress. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_display(lamina_node *node) LAMINA_ANY_THREAD;

/* Drawings of nodes with a higher priority begin first; applies to queued drawings, too. Layouts begin before all drawings,
 * operations of transactions after the drawings of their priority. So that nothing starves, every eighth that the first
 * worker takes while several priorities wait is the oldest. Default: 0. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_drawing_priority(lamina_node *node, int32_t priority) LAMINA_ANY_THREAD;

/* The drawing priority; 0 for a bad handle. Since 0.1. */
LAMINA_API int32_t lamina_node_get_drawing_priority(lamina_node *node) LAMINA_ANY_THREAD;

/* Processes until the node and all below it show what they want to show, their drawings before all others; what has failed,
 * is suspended, or was left out to keep to a budget is not waited for.
 * LAMINA_ERROR_TIMED_OUT after `timeout_us` (UINT64_MAX = no limit): what is not there yet follows as usual.
 * LAMINA_ERROR_INVALID_STATE when the node is on no surface. Since 0.1. */
LAMINA_API lamina_status lamina_node_wait_display(lamina_node *node, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Makes the contents of the node and of all below it appear in the same frame, when the last of them is drawn.
 * Default: false, the surface's grouping applies (lamina_surface_set_grouping_limit_us()). Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displayed_together(lamina_node *node, bool together) LAMINA_ANY_THREAD;

/* Whether lamina_node_set_displayed_together() is set on this node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_displayed_together(lamina_node *node) LAMINA_ANY_THREAD;

/* While set, the node's contents are not redrawn: a drawing under way is dropped, and what is shown stays. When it is taken
 * back, they are drawn once. Descendants, lamina_node_render() and rasterized bitmaps are not affected. Default: false.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_display_suspended(lamina_node *node, bool suspended) LAMINA_ANY_THREAD;

/* Whether display is suspended by this node; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_display_suspended(lamina_node *node) LAMINA_ANY_THREAD;

/* Whether the node is drawn on a worker. When not, it is drawn on the owner thread, within the process that takes its
 * change over, so that both are seen in one frame, without a placeholder: for the few small things that must never be
 * late. Its drawing callback then runs there, and counts against the budget; one is drawn in each process at least. It
 * displays together with no others. Default: true. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_displayed_asynchronously(
    lamina_node *node, bool asynchronously) LAMINA_ANY_THREAD;

/* Whether the node is drawn on a worker; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_displayed_asynchronously(lamina_node *node) LAMINA_ANY_THREAD;

/* Whether a size change triggers a redraw; if not, the old bitmap is stretched, on a worker, and no drawing callback runs:
 * for nodes that change their size in every frame. Contents that change are drawn in any case. Default: true. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_redrawn_on_resize(lamina_node *node, bool needs) LAMINA_ANY_THREAD;

/* Whether a size change triggers a redraw; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_redrawn_on_resize(lamina_node *node) LAMINA_ANY_THREAD;

/* Draws the node and all that is below it into one bitmap on a surface: one layer instead of many, drawn anew when
 * anything in it changes. Opacity and transform of the node itself, and whether it is hidden, stay its layer's, so that
 * moving, turning and fading it draws nothing. It looks the same but for edges that do not lie on whole pixels, which are
 * rounded from the node's corner. The bitmap covers all that is drawn below, however far from the node; of more than
 * 32,767 pixels a side or 256 MiB (or the node's own box, if that is larger) what is nearest to the node, and the log says
 * so. Events, layout and hits know no difference; observers of drawings below hear of those of the bitmap. Best set before
 * the node is shown, as it shows nothing until the bitmap is there. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_rasterized(lamina_node *node, bool rasterized) LAMINA_ANY_THREAD;

/* Whether the node is rasterized; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_rasterized(lamina_node *node) LAMINA_ANY_THREAD;

/* Gives a text node its text; NULL empties it. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text(
    lamina_node *node, lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* Gives a text node another string in the look that its text has as a whole: the attributes with which that was made, or
 * the defaults without one; looks of parts of it go. For labels that count or tell the time. LAMINA_ERROR_UNSUPPORTED for
 * a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_string(
    lamina_node *node, const char *LAMINA_NULLABLE utf8, size_t length) LAMINA_ANY_THREAD;

/* Hands out a reference to the text that a text node was given, or NULL when it has none. LAMINA_ERROR_UNSUPPORTED for a
 * display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_text(lamina_node *node, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Copies a listing of the node and all below it, one to a line, with kinds, names, frames and what is unusual about them,
 * and a NUL into `buffer` as far as `capacity` goes (never splitting a character), and returns the whole length in bytes
 * without the NUL; 0 for a bad handle. For people: its form may change. Since 0.1. */
LAMINA_API size_t lamina_node_read_description(
    lamina_node *node, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

typedef enum LAMINA_FLAGS lamina_node_fields {
  LAMINA_NODE_FIELDS_NONE = 0,
  LAMINA_NODE_FIELDS_FRAME = 1 << 0,
  LAMINA_NODE_FIELDS_BACKGROUND = 1 << 1,
  LAMINA_NODE_FIELDS_OPACITY = 1 << 2,
  LAMINA_NODE_FIELDS_CORNER_RADIUS = 1 << 3,
  LAMINA_NODE_FIELDS_HIDDEN = 1 << 4,
  LAMINA_NODE_FIELDS_CLIPS = 1 << 5,
  LAMINA_NODE_FIELDS_TEXT = 1 << 6, /* of a text node */
  LAMINA_NODE_FIELDS_CORNER_RADII = 1 << 7, /* this and all up to DRAWING are fields of `look` */
  LAMINA_NODE_FIELDS_BORDER = 1 << 8,
  LAMINA_NODE_FIELDS_SHADOW = 1 << 9,
  LAMINA_NODE_FIELDS_GRADIENT = 1 << 10,
  LAMINA_NODE_FIELDS_TRANSFORM = 1 << 11,
  LAMINA_NODE_FIELDS_ANCHOR = 1 << 12,
  LAMINA_NODE_FIELDS_Z_POSITION = 1 << 13,
  LAMINA_NODE_FIELDS_IMAGE = 1 << 14, /* of a display node, in the place of any other contents; with `image_options` */
  LAMINA_NODE_FIELDS_DRAWING = 1 << 15, /* the same; where a change names both, the drawing counts when `image` is NULL */
  LAMINA_NODE_FIELDS_POSITION = 1 << 16, /* for the size and the anchor that the node has with this change */
  LAMINA_NODE_FIELDS_BOUNDS_ORIGIN = 1 << 17
} lamina_node_fields;

/* What changes in one node: the fields that `fields` names. The others are not read. */
typedef struct lamina_node_change {
  size_t struct_size; /* sizeof(lamina_node_change), the same in all changes of an array */
  lamina_node *LAMINA_NULLABLE node;
  lamina_node_fields fields;
  bool hidden;
  bool clips;
  double opacity;
  double corner_radius;
  lamina_color background;
  lamina_rect frame;
  lamina_text *LAMINA_NULLABLE text; /* NULL takes it away */
  const lamina_node_appearance *LAMINA_NULLABLE look; /* needed when `fields` names a part of it; changes may share one */
  lamina_point position;
  lamina_point bounds_origin;
} lamina_node_change;

#define LAMINA_NODE_CHANGE_INIT                                                                            \
  {                                                                                                        \
    sizeof(lamina_node_change), NULL, LAMINA_NODE_FIELDS_NONE, false, false, 1, 0, { 0, 0, 0, 0 },         \
        { { 0, 0 }, { 0, 0 } }, NULL, NULL, { 0, 0 }, { 0, 0 }                                             \
  }

/* Changes many nodes in one call and at one moment: no other thread, and no frame, sees some of the changes without the
 * others. They are made one after the other, and the fields of one as by lamina_node_set_frame() and so on: of several
 * changes of a node the last one that says something counts. When one is wrong none is made, and the thread's last sentence
 * names it by its index. Since 0.1. */
LAMINA_API lamina_status lamina_context_apply_changes(
    lamina_context *context, const lamina_node_change *LAMINA_NULLABLE changes, size_t change_count) LAMINA_ANY_THREAD;

/* ==== Layout ============================================================== */
/* Specs say how elements are arranged. They are values: made once, kept by a node, replaced but never changed. They
 * follow Texture's layout specs, with its defaults. `style` may be NULL in all of them; it is copied. A spec keeps its
 * children. Each node has one place in a spec: LAMINA_ERROR_INVALID_ARGUMENT when it stands among the children twice, or,
 * from lamina_node_set_spec(), anywhere in it. Specs go 1,000 levels deep and hold 1,048,575 elements
 * (LAMINA_ERROR_OUT_OF_RANGE).
 * Where layout runs from right to left, start and end swap sides: in rows, alignments, positions and directional insets.
 * Left and right do not. */

typedef enum LAMINA_ENUM lamina_axis {
  LAMINA_AXIS_HORIZONTAL = 0,
  LAMINA_AXIS_VERTICAL = 1
} lamina_axis;

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

/* On which axes a center or relative spec is only as large as its child. */
typedef enum LAMINA_ENUM lamina_center_sizing {
  LAMINA_CENTER_SIZING_DEFAULT = 0, /* takes all the room there is */
  LAMINA_CENTER_SIZING_MIN_X = 1,
  LAMINA_CENTER_SIZING_MIN_Y = 2,
  LAMINA_CENTER_SIZING_MIN_XY = 3
} lamina_center_sizing;

typedef enum LAMINA_ENUM lamina_align_content {
  LAMINA_ALIGN_CONTENT_START = 0,
  LAMINA_ALIGN_CONTENT_CENTER = 1,
  LAMINA_ALIGN_CONTENT_END = 2,
  LAMINA_ALIGN_CONTENT_SPACE_BETWEEN = 3,
  LAMINA_ALIGN_CONTENT_SPACE_AROUND = 4,
  LAMINA_ALIGN_CONTENT_STRETCH = 5
} lamina_align_content;

typedef enum LAMINA_ENUM lamina_horizontal_alignment {
  LAMINA_HORIZONTAL_ALIGNMENT_NONE = 0,
  LAMINA_HORIZONTAL_ALIGNMENT_LEFT = 1,
  LAMINA_HORIZONTAL_ALIGNMENT_MIDDLE = 2,
  LAMINA_HORIZONTAL_ALIGNMENT_RIGHT = 3,
  LAMINA_HORIZONTAL_ALIGNMENT_START = 4,
  LAMINA_HORIZONTAL_ALIGNMENT_END = 5
} lamina_horizontal_alignment;

typedef enum LAMINA_ENUM lamina_vertical_alignment {
  LAMINA_VERTICAL_ALIGNMENT_NONE = 0,
  LAMINA_VERTICAL_ALIGNMENT_TOP = 1,
  LAMINA_VERTICAL_ALIGNMENT_CENTER = 2,
  LAMINA_VERTICAL_ALIGNMENT_BOTTOM = 3
} lamina_vertical_alignment;

/* Where a relative spec places its child on one axis. */
typedef enum LAMINA_ENUM lamina_placement {
  LAMINA_PLACEMENT_NONE = 0, /* as START, but the child fills the least length that the spec may have */
  LAMINA_PLACEMENT_START = 1,
  LAMINA_PLACEMENT_CENTER = 2,
  LAMINA_PLACEMENT_END = 3
} lamina_placement;

typedef enum LAMINA_ENUM lamina_absolute_sizing {
  LAMINA_ABSOLUTE_SIZING_DEFAULT = 0, /* takes all the room there is; where that is boundless, as far as the children reach */
  LAMINA_ABSOLUTE_SIZING_FIT = 1      /* as far as the children reach */
} lamina_absolute_sizing;

typedef enum LAMINA_ENUM lamina_corner_location {
  LAMINA_CORNER_LOCATION_TOP_START = 0,
  LAMINA_CORNER_LOCATION_TOP_END = 1,
  LAMINA_CORNER_LOCATION_BOTTOM_START = 2,
  LAMINA_CORNER_LOCATION_BOTTOM_END = 3,
  LAMINA_CORNER_LOCATION_TOP_LEFT = 4,
  LAMINA_CORNER_LOCATION_TOP_RIGHT = 5,
  LAMINA_CORNER_LOCATION_BOTTOM_LEFT = 6,
  LAMINA_CORNER_LOCATION_BOTTOM_RIGHT = 7
} lamina_corner_location;

typedef struct lamina_stack_options {
  size_t struct_size; /* sizeof(lamina_stack_options) */
  lamina_axis axis;
  double spacing; /* between neighbours; may be negative */
  lamina_justify justify;
  lamina_align align_items; /* AUTO = STRETCH */
  double line_spacing;      /* between lines; may be negative */
  bool wrap;                /* children that do not fit start a new line. As in Texture, those that STRETCH are in every line as
                               large as the whole stack must at least be: where its size is given, choose another alignment */
  lamina_align_content align_content;               /* of the lines, when there are several */
  lamina_horizontal_alignment horizontal_alignment; /* unless NONE, replaces `justify` in a row, `align_items` in a column */
  lamina_vertical_alignment vertical_alignment;     /* unless NONE, replaces `align_items` in a row, `justify` in a column */
} lamina_stack_options;

#define LAMINA_STACK_OPTIONS_INIT                                                                              \
  {                                                                                                            \
    sizeof(lamina_stack_options), LAMINA_AXIS_HORIZONTAL, 0, LAMINA_JUSTIFY_START, LAMINA_ALIGN_AUTO, 0,  \
        false, LAMINA_ALIGN_CONTENT_START, LAMINA_HORIZONTAL_ALIGNMENT_NONE, LAMINA_VERTICAL_ALIGNMENT_NONE    \
  }

typedef struct lamina_corner_options {
  size_t struct_size; /* sizeof(lamina_corner_options) */
  lamina_corner_location location;
  lamina_point offset; /* of the corner element from there; x towards the end for START and END, to the right otherwise */
  bool wraps_corner;   /* the size includes what sticks out */
} lamina_corner_options;

#define LAMINA_CORNER_OPTIONS_INIT \
  { sizeof(lamina_corner_options), LAMINA_CORNER_LOCATION_TOP_START, { 0, 0 }, false }

/* Places elements in a row or column. `options` NULL takes the defaults. Children may be none: with a style that grows,
 * that is a spacer. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_stack(
    lamina_context *context, const lamina_stack_options *LAMINA_NULLABLE options,
    const lamina_style *LAMINA_NULLABLE style, lamina_element *LAMINA_NONNULL const *LAMINA_NULLABLE children,
    size_t child_count, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements in a row, with `spacing` between them. The rest of a stack's options are defaults. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_row(
    lamina_context *context, double spacing, lamina_align align_items,
    lamina_element *LAMINA_NONNULL const *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements in a column, with `spacing` between them. The rest of a stack's options are defaults. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_column(
    lamina_context *context, double spacing, lamina_align align_items,
    lamina_element *LAMINA_NONNULL const *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Makes a spec without children, as small as it may be: with the default `style` (NULL) it grows and shrinks, and takes the
 * room that is left in a stack. A spacer may stand in several places. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_spacer(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts elements on top of each other at the start and top, each with all the room there is; as large as the largest. Since
 * 0.1. */
LAMINA_API lamina_status lamina_spec_create_wrapper(
    lamina_context *context, const lamina_style *LAMINA_NULLABLE style,
    lamina_element *LAMINA_NONNULL const *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Puts a margin around one element; each inset may be negative (bleeds) or INFINITY (pushes the child away). How large the
 * spec is depends on the child alone: sizes in its own style do nothing, nor do those of an overlay or background spec, as
 * in Texture; give them to the child. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_inset(
    lamina_context *context, lamina_insets insets, const lamina_style *LAMINA_NULLABLE style, lamina_element *child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* The same with insets from start and end, which change sides where layout runs from right to left. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_directional_inset(
    lamina_context *context, lamina_directional_insets insets, const lamina_style *LAMINA_NULLABLE style,
    lamina_element *child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* The same with one inset left and right and one at the top and bottom. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_padding(
    lamina_context *context, double horizontal, double vertical, lamina_element *child,
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

/* Places one element at an edge, in a corner or in the middle of the room there is; `sizing` says on which axes the spec is
 * only as large as the element. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_relative(
    lamina_context *context, lamina_placement horizontal, lamina_placement vertical, lamina_center_sizing sizing,
    const lamina_style *LAMINA_NULLABLE style, lamina_element *child, LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places elements at the `layout_position` of their styles, counted from the start and top, each with at most the room
 * from there on. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_absolute(
    lamina_context *context, lamina_absolute_sizing sizing, const lamina_style *LAMINA_NULLABLE style,
    lamina_element *LAMINA_NONNULL const *LAMINA_NULLABLE children, size_t child_count,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Places the middle of `corner` on a corner of `child`, whose size decides unless the options say otherwise: a badge.
 * `options` NULL takes the defaults. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_corner(
    lamina_context *context, const lamina_corner_options *LAMINA_NULLABLE options,
    const lamina_style *LAMINA_NULLABLE style, lamina_element *child, lamina_element *corner,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Gives one element a height of `ratio` times its width; `ratio` > 0. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_ratio(
    lamina_context *context, double ratio, const lamina_style *LAMINA_NULLABLE style, lamina_element *child,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* Adds a reference and returns `spec`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_spec *LAMINA_NULLABLE lamina_spec_retain(lamina_spec *spec) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_spec_release(lamina_spec *LAMINA_NULLABLE spec) LAMINA_ANY_THREAD;

/* Copies a drawing of the spec as boxes in boxes, in ASCII but for the names of nodes, and a NUL into `buffer` as far as
 * `capacity` goes (never splitting a character), and returns the whole length in bytes without the NUL; 0 for a bad
 * handle. A large spec is listed instead. For people: its form may change. Since 0.1. */
LAMINA_API size_t lamina_spec_read_description(
    lamina_spec *spec, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Lays out the tree below `root` within `range`, on the calling thread and without changing it, and copies how `element`
 * came to its size and place: what it was asked, what its style and its parent decided, what was limited; in a flex layout
 * the base size, what was shared out, minimums and alignment, with the sections of CSS Flexbox that say so. `element` is a
 * node or spec of the tree, of the layouts inside of others too; NULL lists all elements with their sizes. Copies and
 * returns as lamina_node_read_description() does; 0 also for an element that is not part of the layout, as are nodes inside
 * of one that a spec maker or an arranger lays out, for one that another thread takes out meanwhile, and inside of a layout
 * callback. For people: its form may change. Since 0.1. */
LAMINA_API size_t lamina_node_read_explanation(
    lamina_node *root, lamina_size_range range, lamina_element *LAMINA_NULLABLE element, char *LAMINA_NULLABLE buffer,
    size_t capacity) LAMINA_ANY_THREAD;

/* Callbacks instead of a spec. A node is laid out by one of: a spec, a measurer, a spec maker, an arranger. Setting one
 * takes another away; setting NULL takes away only what was set by the same function. Text nodes measure themselves
 * (LAMINA_ERROR_UNSUPPORTED).
 *
 * The callbacks run while a layout is found: on a worker, or inside lamina_layout_create(), lamina_node_apply_layout(),
 * lamina_node_read_explanation() and, with a spec maker in the tree, lamina_node_render(). They may run on several threads
 * at once, for one node too, and no lock is held. `node` is on loan until they return. Their answers are kept and used
 * again: they must depend on their arguments and on data that does not change without lamina_node_set_needs_layout(). They
 * may call every LAMINA_ANY_THREAD function but, on that thread, lamina_layout_create(), lamina_node_apply_layout(),
 * lamina_node_render() and lamina_node_render_snapshot(), which answer LAMINA_ERROR_INVALID_STATE there, and
 * lamina_node_read_explanation(), which returns 0. A change that they make to a node of the same tree makes the layout out
 * of date, and another one follows.
 *
 * Numbers that are not finite, negative sizes and sizes above 10,000,000 are taken as 0 x 0, and the log says so. */

/* What a measurer answers. Baselines are distances from the top; -1 = none, which counts as the top (first) or the bottom
 * (last). */
typedef struct lamina_measurement {
  size_t struct_size; /* sizeof(lamina_measurement) */
  lamina_size size;
  double first_baseline;
  double last_baseline;
} lamina_measurement;

#define LAMINA_MEASUREMENT_INIT { sizeof(lamina_measurement), { 0, 0 }, -1, -1 }

/* Says how large a node without children of its own wants to be. `range` includes the node's style; its maximum may be
 * INFINITY. Fill `measurement`, which holds the values of its INIT macro; the size is moved into `range` and rounded up
 * to whole pixels. */
typedef void (*lamina_node_measure_fn)(
    lamina_node *node, lamina_size_range range, lamina_measurement *measurement,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Returns the spec to use within `range`, a reference that Lamina takes over, or NULL for none. The spec's nodes become
 * children when the layout is applied, by the rules of lamina_node_set_spec(); those that cannot (a node above this one,
 * the root of a surface) take no room. */
typedef lamina_spec *LAMINA_NULLABLE (*lamina_node_layout_spec_fn)(
    lamina_node *node, lamina_size_range range, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Measures the children and places them itself, through `arrangement`, which is of use until the callback returns, on its
 * thread. A child that is given no frame gets a zero frame, as do all below it. */
typedef void (*lamina_node_layout_fn)(
    lamina_node *node, lamina_size_range range, lamina_layout_pass *arrangement,
    void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Sets the callback that measures a node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_measure_callback(
    lamina_node *node, lamina_node_measure_fn LAMINA_NULLABLE measure, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the callback that makes a node's spec for the room there is. LAMINA_ERROR_WRONG_THREAD for a node on a surface off
 * the owner thread. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_spec_callback(
    lamina_node *node, lamina_node_layout_spec_fn LAMINA_NULLABLE make_spec, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Sets the callback that places a node's children, which are put in by hand. LAMINA_ERROR_WRONG_THREAD for a node on a
 * surface off the owner thread. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_layout_callback(
    lamina_node *node, lamina_node_layout_fn LAMINA_NULLABLE arrange, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Discards what is kept of the node's layout: its callback will be called again. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_needs_layout(lamina_node *node) LAMINA_ANY_THREAD;

/* Measures children that arrange something themselves on all workers at once. The result is the same to the
 * bit; worthwhile for some tens of children that take 20 us and more each. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_concurrent(lamina_node *node, bool concurrent) LAMINA_ANY_THREAD;

/* Whether the children are measured concurrently; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_node_is_concurrent(lamina_node *node) LAMINA_ANY_THREAD;

/* The number of children to arrange; 0 for a bad handle. Like all functions of an arrangement, for use inside of a
 * lamina_node_layout_fn: LAMINA_ERROR_INVALID_HANDLE after it, LAMINA_ERROR_WRONG_THREAD on other threads. Since 0.1. */
LAMINA_API size_t lamina_layout_pass_get_child_count(lamina_layout_pass *arrangement) LAMINA_ANY_THREAD;

/* Hands out a reference to the child at `index`, back to front. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_copy_child(
    lamina_layout_pass *arrangement, size_t index, LAMINA_OUT(lamina_node) out_child) LAMINA_ANY_THREAD;

/* How large `child` is within `range`, which its style is applied to. LAMINA_ERROR_INVALID_ARGUMENT when it is no child
 * of the node that is arranged. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_measure_child(
    lamina_layout_pass *arrangement, lamina_node *child, lamina_size_range range, lamina_size *out_size) LAMINA_ANY_THREAD;

/* Gives `child` its frame in the node. What is below it is laid out as when it was measured with this size last, else for
 * exactly this size. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_set_child_frame(
    lamina_layout_pass *arrangement, lamina_node *child, lamina_rect frame) LAMINA_ANY_THREAD;

/* Says how large the node itself is; it is moved into the range. Zero when nothing is said. Since 0.1. */
LAMINA_API lamina_status lamina_layout_pass_set_size(lamina_layout_pass *arrangement, lamina_size size) LAMINA_ANY_THREAD;

/* Lays the tree below `root` out on the calling thread and hands out the result, without changing any node. (Nodes on a
 * surface need no call: they are laid out on workers.) Only what has changed since the last layout for the same range is
 * looked at: without a change that takes no time. Layouts are immutable; several trees may be laid out at once.
 * LAMINA_ERROR_OUT_OF_RANGE for more than 20,000 elements in one another, LAMINA_ERROR_INVALID_STATE inside of a layout
 * callback. Since 0.1. */
LAMINA_API lamina_status lamina_layout_create(
    lamina_node *root, lamina_size_range range, LAMINA_OUT(lamina_layout) out_layout) LAMINA_ANY_THREAD;

/* The size of the root; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_layout_get_size(lamina_layout *layout) LAMINA_ANY_THREAD;

/* The frame of `node` relative to its parent in this layout. LAMINA_ERROR_OUT_OF_RANGE when it is not part of it: nothing
 * places it, or it is below a node for which there was no room. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* The frame of `node` relative to the root; for what stands below a node that was placed by hand, relative to that.
 * LAMINA_ERROR_OUT_OF_RANGE as above. Since 0.1. */
LAMINA_API lamina_status lamina_layout_get_absolute_frame(
    lamina_layout *layout, lamina_node *node, lamina_rect *out_frame) LAMINA_ANY_THREAD;

/* The number of nodes that the layout places, the root included, those below nodes placed by hand not; 0 for a bad
 * handle. Since 0.1. */
LAMINA_API size_t lamina_layout_get_node_count(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Hands out a reference to the node at `index` in painting order: the root is 0, each node comes before what is in it.
 * LAMINA_ERROR_OUT_OF_RANGE beyond the last, LAMINA_ERROR_INVALID_HANDLE when the node has gone since. Since 0.1. */
LAMINA_API lamina_status lamina_layout_copy_node(
    lamina_layout *layout, size_t index, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Hands out a reference to the frontmost node of the layout whose frame holds `point`, in the root's coordinates; NULL
 * when there is none, or it has gone since. Clips, opacity and hiding are not looked at. Since 0.1. */
LAMINA_API lamina_status lamina_layout_hit_test(
    lamina_layout *layout, lamina_point point, LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* Gives the nodes the frames of the layout (the root: its size), and makes the nodes of specs that callbacks made children.
 * Nodes that left the tree since are passed over, and frames that are in place already. LAMINA_ERROR_WRONG_THREAD off the
 * owner thread when the root is on a surface. Since 0.1. */
LAMINA_API lamina_status lamina_layout_apply(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Lays the tree below `root` out on the calling thread, within `range`, and gives its nodes their frames; the root keeps
 * its origin. The same as creating a layout and applying it, without one to keep. What did not change since the last time
 * is not looked at. LAMINA_ERROR_WRONG_THREAD off the owner thread when the root is on a surface,
 * LAMINA_ERROR_INVALID_STATE from within a layout callback, LAMINA_ERROR_OUT_OF_RANGE for a tree that is too deep. Since
 * 0.1. */
LAMINA_API lamina_status lamina_node_apply_layout(lamina_node *root, lamina_size_range range) LAMINA_ANY_THREAD;

/* Adds a reference and returns `layout`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_layout *LAMINA_NULLABLE lamina_layout_retain(lamina_layout *layout) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_layout_release(lamina_layout *LAMINA_NULLABLE layout) LAMINA_ANY_THREAD;

/* ==== Flex ================================================================ */
/* CSS flexbox, as an alternative to specs. A node with a flex profile arranges its children by it, and so does every node
 * below it that has children, up to the leaves: nodes with a text, a spec or a callback that lays them out. What is inside
 * of a leaf is laid out within exactly its frame without padding and border. A flex root may be a surface's root, stand in
 * a spec, or keep the frame that it was given by hand; as a spec would, it takes what it is allowed: an exact size takes
 * precedence over its own, a range limits it. Lengths that nobody set count as CSS says, or as Yoga does. Of a node's
 * lamina_style, the sizes, flex_grow, flex_shrink, flex_basis, align_self and layout_direction hold where the flex
 * property is not set; a flex_shrink of 0 there is treated as unset, as it is what every style begins with. Margins and
 * the flex properties of a root do nothing: it is no item. A leaf whose size its content decides is asked what it wants
 * within the room there is. A text or a picture that gives a leaf its size stands within its padding and border, as in
 * CSS; a drawing of your own, and a picture behind children, take all of the frame. At most 12,000 levels are laid out. Of
 * the edges, the most specific that is set holds, whatever the order of setting: start and end, then left and right, then
 * horizontal and vertical, then all. Lengths are at most 10,000,000 in value. */

typedef enum LAMINA_ENUM lamina_flex_profile {
  LAMINA_FLEX_PROFILE_NONE = 0, /* specs, or frames set by hand */
  LAMINA_FLEX_PROFILE_CSS = 1,  /* rows, shrink 1, lines stretched, items not smaller than their content */
  LAMINA_FLEX_PROFILE_YOGA = 2  /* columns, shrink 0, lines at the start, items smaller than their content */
} lamina_flex_profile;

typedef enum LAMINA_ENUM lamina_flex_unit {
  LAMINA_FLEX_UNIT_UNDEFINED = 0, /* not set */
  LAMINA_FLEX_UNIT_POINTS = 1,
  LAMINA_FLEX_UNIT_PERCENT = 2,     /* of the parent's width or height; of its width for margins and paddings */
  LAMINA_FLEX_UNIT_AUTO = 3,        /* sizes, basis, margins, insets */
  LAMINA_FLEX_UNIT_MIN_CONTENT = 4, /* this and the next three: sizes and basis */
  LAMINA_FLEX_UNIT_MAX_CONTENT = 5,
  LAMINA_FLEX_UNIT_FIT_CONTENT = 6,
  LAMINA_FLEX_UNIT_STRETCH = 7,
  LAMINA_FLEX_UNIT_CONTENT = 8 /* basis: the content's size, whatever the width or height */
} lamina_flex_unit;

typedef enum LAMINA_ENUM lamina_flex_length {
  LAMINA_FLEX_LENGTH_WIDTH = 0,
  LAMINA_FLEX_LENGTH_HEIGHT = 1,
  LAMINA_FLEX_LENGTH_MIN_WIDTH = 2, /* beats the maximum */
  LAMINA_FLEX_LENGTH_MIN_HEIGHT = 3,
  LAMINA_FLEX_LENGTH_MAX_WIDTH = 4,
  LAMINA_FLEX_LENGTH_MAX_HEIGHT = 5,
  LAMINA_FLEX_LENGTH_BASIS = 6, /* the main size before flexing */
  LAMINA_FLEX_LENGTH_GAP = 7, /* both gaps */
  LAMINA_FLEX_LENGTH_ROW_GAP = 8,
  LAMINA_FLEX_LENGTH_COLUMN_GAP = 9,
  LAMINA_FLEX_LENGTH_MARGIN_LEFT = 10,
  LAMINA_FLEX_LENGTH_MARGIN_TOP = 11,
  LAMINA_FLEX_LENGTH_MARGIN_RIGHT = 12,
  LAMINA_FLEX_LENGTH_MARGIN_BOTTOM = 13,
  LAMINA_FLEX_LENGTH_MARGIN_START = 14,
  LAMINA_FLEX_LENGTH_MARGIN_END = 15,
  LAMINA_FLEX_LENGTH_MARGIN_HORIZONTAL = 16,
  LAMINA_FLEX_LENGTH_MARGIN_VERTICAL = 17,
  LAMINA_FLEX_LENGTH_MARGIN = 18, /* all four edges, where nothing more specific is set */
  LAMINA_FLEX_LENGTH_PADDING_LEFT = 19,
  LAMINA_FLEX_LENGTH_PADDING_TOP = 20,
  LAMINA_FLEX_LENGTH_PADDING_RIGHT = 21,
  LAMINA_FLEX_LENGTH_PADDING_BOTTOM = 22,
  LAMINA_FLEX_LENGTH_PADDING_START = 23,
  LAMINA_FLEX_LENGTH_PADDING_END = 24,
  LAMINA_FLEX_LENGTH_PADDING_HORIZONTAL = 25,
  LAMINA_FLEX_LENGTH_PADDING_VERTICAL = 26,
  LAMINA_FLEX_LENGTH_PADDING = 27,
  LAMINA_FLEX_LENGTH_INSET_LEFT = 28, /* how far inside the parent (absolute), or moved by (relative) */
  LAMINA_FLEX_LENGTH_INSET_TOP = 29,
  LAMINA_FLEX_LENGTH_INSET_RIGHT = 30,
  LAMINA_FLEX_LENGTH_INSET_BOTTOM = 31,
  LAMINA_FLEX_LENGTH_INSET_START = 32,
  LAMINA_FLEX_LENGTH_INSET_END = 33,
  LAMINA_FLEX_LENGTH_INSET_HORIZONTAL = 34,
  LAMINA_FLEX_LENGTH_INSET_VERTICAL = 35,
  LAMINA_FLEX_LENGTH_INSET = 36,
  LAMINA_FLEX_LENGTH_BORDER_LEFT = 37, /* room for a border; points only */
  LAMINA_FLEX_LENGTH_BORDER_TOP = 38,
  LAMINA_FLEX_LENGTH_BORDER_RIGHT = 39,
  LAMINA_FLEX_LENGTH_BORDER_BOTTOM = 40,
  LAMINA_FLEX_LENGTH_BORDER_START = 41,
  LAMINA_FLEX_LENGTH_BORDER_END = 42,
  LAMINA_FLEX_LENGTH_BORDER_HORIZONTAL = 43,
  LAMINA_FLEX_LENGTH_BORDER_VERTICAL = 44,
  LAMINA_FLEX_LENGTH_BORDER = 45
} lamina_flex_length;

typedef enum LAMINA_ENUM lamina_flex_number {
  LAMINA_FLEX_NUMBER_GROW = 0,            /* share of the free space taken; 0 */
  LAMINA_FLEX_NUMBER_SHRINK = 1,          /* share of the missing space given up, weighted by the basis; CSS 1, Yoga 0 */
  LAMINA_FLEX_NUMBER_ASPECT_RATIO = 2,    /* width divided by height; none */
  LAMINA_FLEX_NUMBER_SCROLLBAR_WIDTH = 3, /* room for a scroll bar inside the border, where LAMINA_FLEX_KEYWORD_OVERFLOW scrolls; 0 */
  LAMINA_FLEX_NUMBER_LINE_COUNT = 4       /* lines at least where they are balanced; a whole number, 1..65,535; 1 */
} lamina_flex_number;

/* Properties whose value is one of the enum that stands beside them; 0 is always the default. */
typedef enum LAMINA_ENUM lamina_flex_keyword {
  LAMINA_FLEX_KEYWORD_DIRECTION = 0,       /* lamina_flex_direction */
  LAMINA_FLEX_KEYWORD_WRAP = 1,            /* lamina_flex_wrap */
  LAMINA_FLEX_KEYWORD_JUSTIFY_CONTENT = 2, /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_ALIGN_ITEMS = 3,     /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_ALIGN_SELF = 4,      /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_ALIGN_CONTENT = 5,   /* lamina_flex_align */
  LAMINA_FLEX_KEYWORD_DISPLAY = 6,         /* lamina_flex_display */
  LAMINA_FLEX_KEYWORD_POSITION = 7,        /* lamina_flex_position */
  LAMINA_FLEX_KEYWORD_BOX_SIZING = 8,      /* lamina_flex_box_sizing */
  LAMINA_FLEX_KEYWORD_OVERFLOW = 9,        /* lamina_flex_overflow */
  LAMINA_FLEX_KEYWORD_LAYOUT_DIRECTION = 10  /* lamina_layout_direction */
} lamina_flex_keyword;

typedef enum LAMINA_ENUM lamina_flex_direction {
  LAMINA_FLEX_DIRECTION_DEFAULT = 0, /* the profile's */
  LAMINA_FLEX_DIRECTION_ROW = 1,
  LAMINA_FLEX_DIRECTION_ROW_REVERSE = 2,
  LAMINA_FLEX_DIRECTION_COLUMN = 3,
  LAMINA_FLEX_DIRECTION_COLUMN_REVERSE = 4
} lamina_flex_direction;

typedef enum LAMINA_ENUM lamina_flex_wrap {
  LAMINA_FLEX_WRAP_OFF = 0,
  LAMINA_FLEX_WRAP_ON = 1,
  LAMINA_FLEX_WRAP_REVERSE = 2,
  LAMINA_FLEX_WRAP_BALANCE = 3, /* as ON, into lines of nearly the same size: LAMINA_FLEX_NUMBER_LINE_COUNT or more of them */
  LAMINA_FLEX_WRAP_REVERSE_BALANCE = 4
} lamina_flex_wrap;

typedef enum LAMINA_ENUM lamina_flex_align {
  LAMINA_FLEX_ALIGN_AUTO = 0, /* align-self: what the container says; else the default */
  LAMINA_FLEX_ALIGN_FLEX_START = 1,
  LAMINA_FLEX_ALIGN_CENTER = 2,
  LAMINA_FLEX_ALIGN_FLEX_END = 3,
  LAMINA_FLEX_ALIGN_STRETCH = 4,
  LAMINA_FLEX_ALIGN_BASELINE = 5,
  LAMINA_FLEX_ALIGN_SPACE_BETWEEN = 6,
  LAMINA_FLEX_ALIGN_SPACE_AROUND = 7,
  LAMINA_FLEX_ALIGN_SPACE_EVENLY = 8,
  LAMINA_FLEX_ALIGN_START = 9,
  LAMINA_FLEX_ALIGN_END = 10,
  LAMINA_FLEX_ALIGN_SELF_START = 11,
  LAMINA_FLEX_ALIGN_SELF_END = 12,
  LAMINA_FLEX_ALIGN_SAFE_CENTER = 13, /* safe: at the start where there is not enough room */
  LAMINA_FLEX_ALIGN_SAFE_FLEX_END = 14,
  LAMINA_FLEX_ALIGN_SAFE_END = 15
} lamina_flex_align;

typedef enum LAMINA_ENUM lamina_flex_display {
  LAMINA_FLEX_DISPLAY_FLEX = 0,
  LAMINA_FLEX_DISPLAY_NONE = 1, /* takes no room, nor does what is below */
  LAMINA_FLEX_DISPLAY_CONTENTS = 2 /* its children count as its parent's */
} lamina_flex_display;

typedef enum LAMINA_ENUM lamina_flex_position {
  LAMINA_FLEX_POSITION_RELATIVE = 0,
  LAMINA_FLEX_POSITION_STATIC = 1, /* insets do nothing; absolute nodes below relate farther up */
  LAMINA_FLEX_POSITION_ABSOLUTE = 2 /* out of the flow */
} lamina_flex_position;

typedef enum LAMINA_ENUM lamina_flex_box_sizing {
  LAMINA_FLEX_BOX_SIZING_BORDER = 0, /* sizes include border and padding */
  LAMINA_FLEX_BOX_SIZING_CONTENT = 1
} lamina_flex_box_sizing;

typedef enum LAMINA_ENUM lamina_flex_overflow {
  LAMINA_FLEX_OVERFLOW_VISIBLE = 0,
  LAMINA_FLEX_OVERFLOW_HIDDEN = 1,
  LAMINA_FLEX_OVERFLOW_SCROLL = 2,
  LAMINA_FLEX_OVERFLOW_SCROLL_X = 3, /* from side to side; hidden up and down */
  LAMINA_FLEX_OVERFLOW_SCROLL_Y = 4  /* up and down; hidden from side to side */
} lamina_flex_overflow;

typedef enum LAMINA_ENUM lamina_layout_direction {
  LAMINA_LAYOUT_DIRECTION_INHERIT = 0,
  LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT = 1,
  LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT = 2
} lamina_layout_direction;

/* Makes `node` the root of a flex layout, or with LAMINA_FLEX_PROFILE_NONE no more. Inside another flex layout the
 * profile of the root above holds. A spec of the node takes precedence. Default: NONE. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_profile(
    lamina_node *node, lamina_flex_profile profile) LAMINA_ANY_THREAD;

/* NONE for a bad handle. Since 0.1. */
LAMINA_API lamina_flex_profile lamina_node_get_flex_profile(lamina_node *node) LAMINA_ANY_THREAD;

/* Sets a length. `value` counts for LAMINA_FLEX_UNIT_POINTS and _PERCENT (50 = half) only; it may be negative for margins
 * and insets. LAMINA_ERROR_INVALID_ARGUMENT for a unit that the property does not take. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_length(
    lamina_node *node, lamina_flex_length property, double value, lamina_flex_unit unit) LAMINA_ANY_THREAD;

/* Reads a length as it was set; the value is 0 for units that have none. Either may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_flex_length(
    lamina_node *node, lamina_flex_length property, double *LAMINA_NULLABLE out_value,
    lamina_flex_unit *LAMINA_NULLABLE out_unit) LAMINA_ANY_THREAD;

/* Sets a number, 0 or more; -1 sets it back to its default. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_number(
    lamina_node *node, lamina_flex_number property, double value) LAMINA_ANY_THREAD;

/* A number as it was set; -1 when it was not, and for a bad handle. Since 0.1. */
LAMINA_API double lamina_node_get_flex_number(lamina_node *node, lamina_flex_number property) LAMINA_ANY_THREAD;

/* Sets a keyword: `value` is one of the enum that belongs to `property`. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_keyword(
    lamina_node *node, lamina_flex_keyword property, int32_t value) LAMINA_ANY_THREAD;

/* A keyword; 0, the default, for a bad handle. Since 0.1. */
LAMINA_API int32_t lamina_node_get_flex_keyword(lamina_node *node, lamina_flex_keyword property) LAMINA_ANY_THREAD;

/* Sets flex properties as CSS writes them, for instance "flex-direction: row; padding: 4px 8px; width: 50%": all of the
 * string or, when something in it is wrong, nothing; the message names the declaration. Lengths are in px, %, or without a
 * unit. The properties are those of lamina_flex_length, lamina_flex_number and lamina_flex_keyword by their names in CSS,
 * and the shorthands margin, padding, border-width, inset, gap and flex. Properties that are not named stay. UTF-8 of
 * `length` bytes, or LAMINA_NUL_TERMINATED. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_flex_style(
    lamina_node *node, const char *declarations, size_t length) LAMINA_ANY_THREAD;

/* ==== Text ================================================================ */
/* A text is an immutable value: a string with looks on ranges of its bytes. Options say how it is set in lines. A text
 * layout is both in a frame: it answers where characters stand. All of it works on any thread. Positions are bytes of the
 * UTF-8 unless a comment says otherwise. NUL bytes in a string become spaces. */

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
  LAMINA_FONT_CAPS_ALL_SMALL = 3 /* all letters do */
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

/* A copy of the text beneath it. `x` and `y` are -1,000..1,000, `blur` is CSS's blur radius, 0..250; all in logical
 * units. */
typedef struct lamina_text_shadow { lamina_color color; double x, y, blur; } lamina_text_shadow;

/* A size in typographic points (1/72 inch, at 96 logical units per inch). */
#define LAMINA_FONT_POINTS(points) ((points) * 96.0 / 72.0)

/* How characters look. Zero or NULL inherits: from the text's own attributes, then from the context's font options
 * (size 14, weight 400, upright, black, no lines). */
typedef struct lamina_text_attributes {
  size_t struct_size;                       /* sizeof(lamina_text_attributes) */
  const char *LAMINA_NULLABLE family;       /* NUL-terminated; a comma-separated list is a fallback order */
  double size;                              /* logical units per em, up to 2,000 */
  int32_t weight;                           /* 100..1000; 400 is regular, 700 bold */
  lamina_font_slant slant;
  lamina_underline underline;
  const lamina_color *LAMINA_NULLABLE color;
  bool replaces;                            /* inherits nothing: what is not named here is as by default */
  double size_factor;                       /* multiplies the size that is inherited, or given above; 0.01..100 */
  int32_t stretch;                          /* width class 1 (ultra condensed) .. 9 (ultra expanded); 5 is normal */
  lamina_font_caps caps;
  const char *LAMINA_NULLABLE features;     /* OpenType features as in CSS: "tnum, ss01=1" */
  const char *LAMINA_NULLABLE variations;   /* axes of a variable font: "wght=350, wdth=90" */
  const char *LAMINA_NULLABLE language;     /* language tag, for shaping and choice of fonts */
  double letter_spacing;                    /* added after each character, logical units, -1,000..1,000 */
  double word_spacing;                      /* added to each space, logical units, -1,000..1,000 */
  double rise;                              /* above the baseline, logical units, -1,000..1,000; negative below it */
  const lamina_color *LAMINA_NULLABLE background;
  const lamina_color *LAMINA_NULLABLE underline_color;
  lamina_text_rule strikethrough;
  const lamina_color *LAMINA_NULLABLE strikethrough_color;
  lamina_text_rule overline;
  const lamina_color *LAMINA_NULLABLE overline_color;
  uint64_t link;                            /* your name for a link, such as an index or a pointer */
  const lamina_text_shadow *LAMINA_NULLABLE shadows; /* the first lies on top; at most 16 */
  size_t shadow_count;
  const lamina_color *LAMINA_NULLABLE stroke_color;  /* an outline behind the letters; with stroke_width */
  double stroke_width;                      /* logical units, 0..250; half of it lies outside the letters */
  const lamina_gradient *LAMINA_NULLABLE gradient; /* in place of `color`, whose alpha still counts; its ends are shares of the
                                                      text's size */
} lamina_text_attributes;

#define LAMINA_TEXT_ATTRIBUTES_INIT                                                                            \
  {                                                                                                            \
    sizeof(lamina_text_attributes), NULL, 0, 0, LAMINA_FONT_SLANT_INHERIT, LAMINA_UNDERLINE_INHERIT, NULL,     \
        false, 0, 0, LAMINA_FONT_CAPS_INHERIT, NULL, NULL, NULL, 0, 0, 0, NULL, NULL, LAMINA_TEXT_RULE_INHERIT, \
        NULL, LAMINA_TEXT_RULE_INHERIT, NULL, 0, NULL, 0, NULL, 0, NULL                                        \
  }

typedef enum LAMINA_ENUM lamina_text_alignment {
  LAMINA_TEXT_ALIGNMENT_NATURAL = 0, /* left for left-to-right paragraphs, right for right-to-left ones */
  LAMINA_TEXT_ALIGNMENT_LEFT = 1,
  LAMINA_TEXT_ALIGNMENT_CENTER = 2,
  LAMINA_TEXT_ALIGNMENT_RIGHT = 3,
  LAMINA_TEXT_ALIGNMENT_JUSTIFY = 4, /* wider spaces, but for a paragraph's last line; in a line of one word letters apart,
                                        as Pango does it */
  LAMINA_TEXT_ALIGNMENT_OPPOSITE = 5 /* right for left-to-right paragraphs, left for right-to-left ones */
} lamina_text_alignment;

typedef enum LAMINA_ENUM lamina_text_direction {
  LAMINA_TEXT_DIRECTION_NATURAL = 0, /* as the first strong character has it; without one, as the paragraph before, then as
                                        the node's layout runs */
  LAMINA_TEXT_DIRECTION_LEFT_TO_RIGHT = 1,
  LAMINA_TEXT_DIRECTION_RIGHT_TO_LEFT = 2
} lamina_text_direction;

typedef enum LAMINA_ENUM lamina_text_wrap {
  LAMINA_TEXT_WRAP_WORD_CHARACTER = 0, /* at words, inside a word that is wider than the line: with a hyphen in scripts that
                                          have one, as Pango sets it, and in lines of at least 3 em */
  LAMINA_TEXT_WRAP_WORD = 1,
  LAMINA_TEXT_WRAP_CHARACTER = 2,      /* lines are at least 3 em wide: Pango may abort below that */
  LAMINA_TEXT_WRAP_NONE = 3            /* a paragraph is one line: it is not cut at the width, only after some
                                          500,000 / size bytes (37,000 at 14). To cut a single line, set
                                          max_lines to 1 and leave this out */
} lamina_text_wrap;

typedef enum LAMINA_ENUM lamina_truncation {
  LAMINA_TRUNCATION_END = 0,   /* an ellipsis where text was cut */
  LAMINA_TRUNCATION_CLIP = 1,  /* cut without a mark */
  LAMINA_TRUNCATION_START = 2, /* the last line is an ellipsis and the end of the text */
  LAMINA_TRUNCATION_MIDDLE = 3 /* the last line has an ellipsis in its middle, then the end of the text */
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
  LAMINA_TAB_ALIGNMENT_DECIMAL = 3 /* the decimal point stands at the stop; a number without one ends there */
} lamina_tab_alignment;

/* Where text goes on after a tab, from the start of the line. */
typedef struct lamina_tab_stop { double position; lamina_tab_alignment alignment; } lamina_tab_stop;

/* How a paragraph is set: what lies between line breaks of the author's. Lengths are logical units, at most 100,000. Zero
 * takes what the options of the text say; there it is the default. Soft hyphens (U+00AD) show where a word was broken. */
typedef struct lamina_text_paragraph {
  size_t struct_size;  /* sizeof(lamina_text_paragraph) */
  lamina_text_alignment alignment;
  lamina_text_direction direction;
  double line_height;        /* of every line, whatever stands in it */
  double line_height_factor; /* multiplies what the fonts of a line ask for, 0..100; only where line_height is 0 */
  double line_gap;           /* between lines, never after the last; may be negative */
  double space_before;       /* above the paragraph, unless it is the first */
  double space_after;        /* below it, unless it is the last */
  double first_line_indent;  /* from the start side, of the first line */
  double indent;             /* from the start side, of the other lines */
  double tail_indent;        /* from the end side, of all lines */
  const lamina_tab_stop *LAMINA_NULLABLE tab_stops; /* in order; the last interval repeats; at most 64 */
  size_t tab_stop_count;
  uint32_t decimal_point; /* the character (Unicode) that stands at decimal stops, such as ','; 0 = '.', in every locale */
} lamina_text_paragraph;

#define LAMINA_TEXT_PARAGRAPH_INIT                                                                          \
  {                                                                                                         \
    sizeof(lamina_text_paragraph), LAMINA_TEXT_ALIGNMENT_NATURAL, LAMINA_TEXT_DIRECTION_NATURAL, 0, 0, 0, 0, \
        0, 0, 0, 0, NULL, 0, 0                                                                              \
  }

/* How a text is set in lines. What the pointers lead to is copied. */
typedef struct lamina_text_options {
  size_t struct_size;     /* sizeof(lamina_text_options) */
  uint32_t max_lines; /* 0 = no limit */
  lamina_truncation truncation;
  lamina_text_alignment alignment;
  lamina_text_wrap wrap;
  double line_spacing;    /* baseline distance as a factor of the font's line height, 0..100; 0 = the font's own */
  bool truncates_at_words; /* cuts between words where there is one to keep */
  bool balances;           /* makes up to 10 lines about equally long, without becoming more */
  bool fits_height;        /* cuts lines that the frame is too low for, as with max_lines */
  bool includes_shadows;   /* shadows and outlines count as part of the size */
  lamina_text_placement placement; /* in a frame that is higher than the lines */
  lamina_insets insets;    /* around the lines, part of the size */
  lamina_text *LAMINA_NULLABLE token;   /* in place of the ellipsis; its looks inherit from the text before it */
  lamina_text *LAMINA_NULLABLE message; /* follows the token, such as "Read more"; see lamina_text_hit */
  const double *LAMINA_NULLABLE scale_factors; /* sizes to try after 1, none larger than the one before, until the longest word,
                                                  the lines and the height fit; 0.01..1, at most 64 */
  size_t scale_factor_count;
  const lamina_rect *LAMINA_NULLABLE exclusions; /* rectangles that lines go around, on the side with more room, from the
                                                    corner inside the insets; at most 64. Text is then clipped at
                                                    max_lines, without a mark */
  size_t exclusion_count;
  const lamina_color *LAMINA_NULLABLE tint; /* for text without a colour of its own; NULL = black, or what a call says */
  const lamina_color *LAMINA_NULLABLE placeholder; /* draws bars in this colour in place of the lines */
  const lamina_text_paragraph *LAMINA_NULLABLE paragraph; /* under every paragraph of the text */
} lamina_text_options;

#define LAMINA_TEXT_OPTIONS_INIT                                                                              \
  {                                                                                                           \
    sizeof(lamina_text_options), 0, LAMINA_TRUNCATION_END, LAMINA_TEXT_ALIGNMENT_NATURAL,                     \
        LAMINA_TEXT_WRAP_WORD_CHARACTER, 0, false, false, false, false, LAMINA_TEXT_PLACEMENT_TOP,            \
        { 0, 0, 0, 0 }, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, NULL                                        \
  }

/* Makes a text of one look. `attributes` NULL takes the defaults. Since 0.1. */
LAMINA_API lamina_status lamina_text_create(
    lamina_context *context, const char *LAMINA_NULLABLE utf8, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Makes a text from markup, a subset of Pango's: <b> <i> <u> <s> <big> <small> <sub> <sup> <tt>, <a href="7"> (a link; the
 * number is its name), and <span> with any of: font_family, size (a number of points, or of units as in "18px", or
 * "120%"), weight (a number, "normal", "bold", "light"), style (normal, italic, oblique), variant (normal, small-caps,
 * all-small-caps), stretch (1..9), foreground or color, background (#rgb, #rgba, #rrggbb, #rrggbbaa, or one of CSS's basic
 * names), underline (none, single, double, low, error), underline_color, strikethrough (true, false), strikethrough_color,
 * overline (none, single), overline_color, letter_spacing, word_spacing, rise (logical units), font_features,
 * font_variations, lang, link. &amp; &lt; &gt; &quot; &apos; and &#number; stand for characters.
 * LAMINA_ERROR_INVALID_ARGUMENT names line and column. Since 0.1. */
LAMINA_API lamina_status lamina_text_create_markup(
    lamina_context *context, const char *LAMINA_NULLABLE markup, size_t length,
    const lamina_text_attributes *LAMINA_NULLABLE attributes, LAMINA_OUT(lamina_text) out_text) LAMINA_ANY_THREAD;

/* Adds a reference and returns `text`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text *LAMINA_NULLABLE lamina_text_retain(lamina_text *text) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_release(lamina_text *LAMINA_NULLABLE text) LAMINA_ANY_THREAD;

/* The length in bytes of UTF-8; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_get_length(lamina_text *text) LAMINA_ANY_THREAD;

/* Copies the string and a NUL into `buffer` as far as `capacity` goes (never splitting a character) and returns the whole
 * length in bytes without the NUL; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_read_string(
    lamina_text *text, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Whether two texts have the same string and looks; quick when they do not. False for a bad handle. Since 0.1. */
LAMINA_API bool lamina_text_is_equal(lamina_text *text, lamina_text *other) LAMINA_ANY_THREAD;

/* A hash: the same for equal texts within a process, and seldom for others; computed once. 0 for a bad handle.
 * Since 0.1. */
LAMINA_API uint64_t lamina_text_get_hash(lamina_text *text) LAMINA_ANY_THREAD;

/* A link of a text. */
typedef struct lamina_text_link {
  size_t struct_size; /* sizeof(lamina_text_link) */
  uint64_t link;      /* your name for it */
  size_t begin;       /* the bytes that belong to it, whatever their looks are */
  size_t end;
} lamina_text_link;

#define LAMINA_TEXT_LINK_INIT { sizeof(lamina_text_link), 0, 0, 0 }

/* Fills `link` with the link at the byte `from`, or the first one after it: begin with 0 and go on from `end` to see them
 * all. LAMINA_ERROR_OUT_OF_RANGE when none follows. A link has no look of its own: this tells where to underline those of
 * markup, and what to ask lamina_text_layout_read_rects() for. Since 0.1. */
LAMINA_API lamina_status lamina_text_get_link(
    lamina_text *text, size_t from, lamina_text_link *link) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_text_unit {
  LAMINA_TEXT_UNIT_BYTE = 0, /* of UTF-8 */
  LAMINA_TEXT_UNIT_CODE_POINT = 1,
  LAMINA_TEXT_UNIT_CHARACTER = 2, /* grapheme clusters, as readers see them */
  LAMINA_TEXT_UNIT_UTF16 = 3,
  LAMINA_TEXT_UNIT_WORD = 4,
  LAMINA_TEXT_UNIT_SENTENCE = 5,
  LAMINA_TEXT_UNIT_LINE = 6 /* where a line may be broken */
} lamina_text_unit;

/* Turns a position that counts `from` into one that counts `to`; inside a unit, that unit's start counts. SIZE_MAX beyond
 * the end and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_get_position(
    lamina_text *text, lamina_text_unit from, size_t position, lamina_text_unit to) LAMINA_ANY_THREAD;

/* The next boundary of a unit after the byte `index`, or, not `forward`, the last one before it: starts of words backward,
 * their ends forward. The end, or 0, when there is none. SIZE_MAX beyond the end and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_text_get_boundary(
    lamina_text *text, size_t index, lamina_text_unit unit, bool forward) LAMINA_ANY_THREAD;

/* What measuring a text found. */
typedef struct lamina_text_metrics {
  size_t struct_size;    /* sizeof(lamina_text_metrics) */
  lamina_size size;      /* widest line, and height of all lines; with insets */
  double first_baseline; /* from the top */
  double last_baseline;
  size_t line_count;
  bool is_truncated;
  size_t hidden_begin;   /* the bytes that are not shown because of max_lines; equal when all are */
  size_t hidden_end;
  size_t missing_glyphs; /* characters that no font has, shown as boxes */
  double first_ascent;   /* of the first line's letters, above its baseline */
  double last_descent;   /* of the last line's, below its baseline */
  double scale_factor;   /* the one of scale_factors that was needed; 1 = none */
} lamina_text_metrics;

#define LAMINA_TEXT_METRICS_INIT { sizeof(lamina_text_metrics), { 0, 0 }, 0, 0, 0, false, 0, 0, 0, 0, 0, 1 }

/* Measures a text wrapped at `max_width` (logical units; INFINITY = only at line ends), on the calling thread, and
 * fills `metrics` up to its struct_size. `options` NULL takes the defaults. A text that is given the width it reported
 * breaks its lines in the same places, unless a word stood out of it; with LAMINA_TEXT_WRAP_CHARACTER a line of several
 * scripts may be broken elsewhere. Since 0.1. */
LAMINA_API lamina_status lamina_text_measure(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, double max_width,
    lamina_text_metrics *metrics) LAMINA_ANY_THREAD;

/* The width of what cannot be broken (CSS min-content) and the width at which nothing is wrapped (max-content). Either
 * may be NULL. Since 0.1. */
LAMINA_API lamina_status lamina_text_get_content_widths(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, double *LAMINA_NULLABLE out_minimum,
    double *LAMINA_NULLABLE out_maximum) LAMINA_ANY_THREAD;

/* Draws a text into `frame` (logical units of `target`), over what is there, on the calling thread; `color` is for text
 * without a colour of its own, `scale` 0.1..16. Ink may reach out of the frame. Since 0.1. */
LAMINA_API lamina_status lamina_text_draw(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, lamina_rect frame, lamina_color color,
    double scale, const lamina_bitmap *target) LAMINA_ANY_THREAD;

/* The same through a cairo context, in its user space: letters stand on whole pixels where it only scales and moves.
 * Cairo's own font functions are not used, so that several threads may draw, and so may a lamina_node_draw_fn.
 * LAMINA_ERROR_BACKEND when `cairo` is in an error state. Since 0.1. */
LAMINA_API lamina_status lamina_text_draw_cairo(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, lamina_rect frame, lamina_color color,
    struct _cairo *cairo) LAMINA_ANY_THREAD;

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

/* Appends room of `size` (0..10,000 a side) for something of yours, standing `rise` (-10,000..10,000) above the baseline;
 * in the string it is U+FFFC. lamina_text_layout_get_attachment() tells where it came to stand. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_attachment(
    lamina_text_builder *builder, lamina_size size, double rise,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends room for a child of the text node that will show the text, standing `rise` (-10,000..10,000) above the baseline;
 * in the string it is U+FFFC. The first such room is for the node's first child, and so on. Layout measures the children,
 * within the width that the text may have, gives them their room and their frames, and leaves out those without room and
 * those whose room is not shown; room without a child is empty. The size of a child is its own: what scales the text
 * leaves it alone. Such a text outside of a node, and in a node before its first layout, has no room for anything. Since
 * 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_child(
    lamina_text_builder *builder, double rise, const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Appends a string whose characters all run in `direction`, whatever they are (HTML's bdo), or, with
 * LAMINA_TEXT_DIRECTION_NATURAL, one that runs by itself, whatever stands around it (bdi). Unicode's controls say so: they
 * become part of the text, 3 bytes each, around each paragraph of the string (U+202D or U+202E and U+202C; U+2068 and
 * U+2069), so that every position counts them. Since 0.1. */
LAMINA_API lamina_status lamina_text_builder_append_directed(
    lamina_text_builder *builder, const char *LAMINA_NULLABLE utf8, size_t length, lamina_text_direction direction,
    const lamina_text_attributes *LAMINA_NULLABLE attributes) LAMINA_ANY_THREAD;

/* Sets what `attributes` names on the bytes begin..end-1, leaving the rest of their look. `end` SIZE_MAX means the end.
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

/* How a text node sets its text; NULL restores the defaults. LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text_options(
    lamina_node *node, const lamina_text_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* Highlights the bytes begin..end-1 of a text node, such as a link that is pressed, with round boxes behind the letters;
 * NULL removes the highlight. Draws the node anew but lays nothing out. Ends beyond the text count as its end.
 * LAMINA_ERROR_UNSUPPORTED for a display node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_text_highlight(
    lamina_node *node, size_t begin, size_t end, const lamina_color *LAMINA_NULLABLE color) LAMINA_ANY_THREAD;

/* Lays a text out in a frame of `size`; INFINITY on an axis gives it the size it wants. `options` NULL takes the defaults.
 * Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_create(
    lamina_text *text, const lamina_text_options *LAMINA_NULLABLE options, lamina_size size,
    LAMINA_OUT(lamina_text_layout) out_layout) LAMINA_ANY_THREAD;

/* The same for a text node in its present frame: what it shows once it is drawn. LAMINA_ERROR_UNSUPPORTED for a display
 * node, LAMINA_ERROR_INVALID_STATE for a node without text. Since 0.1. */
LAMINA_API lamina_status lamina_node_copy_text_layout(
    lamina_node *node, LAMINA_OUT(lamina_text_layout) out_layout) LAMINA_ANY_THREAD;

/* Adds a reference and returns `layout`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_text_layout *LAMINA_NULLABLE lamina_text_layout_retain(lamina_text_layout *layout) LAMINA_ANY_THREAD;

/* Drops a reference. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_text_layout_release(lamina_text_layout *LAMINA_NULLABLE layout) LAMINA_ANY_THREAD;

/* Fills `metrics` up to its struct_size; `size` is the frame's. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_metrics(
    lamina_text_layout *layout, lamina_text_metrics *metrics) LAMINA_ANY_THREAD;

/* One line of a layout; positions from the frame's top left corner. */
typedef struct lamina_text_line {
  size_t struct_size; /* sizeof(lamina_text_line) */
  lamina_rect rect;   /* as wide as what stands in it */
  double baseline;    /* from the frame's top */
  double ascent;      /* of the line's letters, above the baseline */
  double descent;     /* and below it */
  size_t begin;       /* the bytes that it shows */
  size_t end;
  bool is_right_to_left;
} lamina_text_line;

#define LAMINA_TEXT_LINE_INIT { sizeof(lamina_text_line), { { 0, 0 }, { 0, 0 } }, 0, 0, 0, 0, 0, false }

/* Fills `line` with what is known of line `index`. LAMINA_ERROR_OUT_OF_RANGE beyond the last. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_line(
    lamina_text_layout *layout, size_t index, lamina_text_line *line) LAMINA_ANY_THREAD;

/* Writes up to `capacity` rectangles that cover the bytes begin..end-1 as they are shown (line by line, left to right), and
 * their number to `out_count`, which may be larger. `end` SIZE_MAX means the end. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_read_rects(
    lamina_text_layout *layout, size_t begin, size_t end, lamina_rect *LAMINA_NULLABLE out_rects, size_t capacity,
    size_t *out_count) LAMINA_ANY_THREAD;

/* Where a caret stands. The two rectangles, 0 wide, differ where text changes direction. */
typedef struct lamina_text_caret {
  size_t struct_size; /* sizeof(lamina_text_caret) */
  lamina_rect strong; /* where text in the paragraph's direction goes in */
  lamina_rect weak;   /* where text in the other direction goes in */
  size_t line;
  bool is_right_to_left; /* the paragraph */
} lamina_text_caret;

#define LAMINA_TEXT_CARET_INIT \
  { sizeof(lamina_text_caret), { { 0, 0 }, { 0, 0 } }, { { 0, 0 }, { 0, 0 } }, 0, false }

/* Fills `caret` for a caret before the byte `index`; characters that share a glyph (a ligature) have equal parts of its width, whatever
 * carets its font gives it. LAMINA_ERROR_OUT_OF_RANGE beyond the end. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_caret(
    lamina_text_layout *layout, size_t index, lamina_text_caret *caret) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_caret_movement {
  LAMINA_CARET_MOVEMENT_LEFT = 0, /* as seen, whatever the direction of the text */
  LAMINA_CARET_MOVEMENT_RIGHT = 1,
  LAMINA_CARET_MOVEMENT_UP = 2,
  LAMINA_CARET_MOVEMENT_DOWN = 3,
  LAMINA_CARET_MOVEMENT_LINE_START = 4,
  LAMINA_CARET_MOVEMENT_LINE_END = 5
} lamina_caret_movement;

/* Where a caret before the byte `index` comes to stand. LEFT and RIGHT go on from line to line in the order of reading:
 * where lines of one direction meet those of the other, that of the first line decides which are next. At the first or
 * last position they return `index`. UP on the first line gives 0, DOWN on the last line its end. SIZE_MAX beyond the end
 * and for a bad handle. For words and sentences, see lamina_text_get_boundary(). Since 0.1. */
LAMINA_API size_t lamina_text_layout_move_caret(
    lamina_text_layout *layout, size_t index, lamina_caret_movement movement) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_text_part {
  LAMINA_TEXT_PART_TEXT = 0,
  LAMINA_TEXT_PART_TOKEN = 1,  /* what stands where text was cut */
  LAMINA_TEXT_PART_MESSAGE = 2 /* what follows it */
} lamina_text_part;

/* What is at a place. */
typedef struct lamina_text_hit {
  size_t struct_size; /* sizeof(lamina_text_hit) */
  lamina_text_part part;
  size_t begin;       /* the bytes of the character; none for token and message */
  size_t end;
  bool is_trailing;   /* the place is in the half of the character that is read last */
  bool is_inside;     /* the place is on the character, not only nearest to it */
  uint64_t link;      /* the link there or, at most 22 units away, nearest; 0 = none, also on token and message */
  size_t link_begin;  /* the bytes of that link which are shown */
  size_t link_end;
} lamina_text_hit;

#define LAMINA_TEXT_HIT_INIT { sizeof(lamina_text_hit), LAMINA_TEXT_PART_TEXT, 0, 0, false, false, 0, 0, 0 }

/* Fills `hit` for a point from the frame's top left corner. A click there puts a caret before the byte `end` of the hit if
 * `is_trailing`, before `begin` otherwise: it is false for the last character of a line that was wrapped, since the
 * position behind that belongs to the next line. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_hit_test(
    lamina_text_layout *layout, lamina_point point, lamina_text_hit *hit) LAMINA_ANY_THREAD;

/* Where the attachment number `index` stands, and the byte of the text that it belongs to; either may be NULL.
 * LAMINA_ERROR_OUT_OF_RANGE beyond the last one that is shown. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_get_attachment(
    lamina_text_layout *layout, size_t index, lamina_rect *LAMINA_NULLABLE out_rect,
    size_t *LAMINA_NULLABLE out_byte) LAMINA_ANY_THREAD;

/* Draws the layout with its top left corner at `origin`, as lamina_text_draw() does. Since 0.1. */
LAMINA_API lamina_status lamina_text_layout_draw(
    lamina_text_layout *layout, lamina_point origin, lamina_color color, double scale,
    const lamina_bitmap *target) LAMINA_ANY_THREAD;

/* ==== Drawing ============================================================= */
/* A drawing as data: paths, lines, pictures and texts that are recorded once and drawn by workers whenever they are
 * wanted, without calling you. A drawing is an immutable value: any number of nodes, contexts' workers and threads use it
 * at a time. */

typedef enum LAMINA_ENUM lamina_drawing_kind {
  /* Steps that make up the path. */
  LAMINA_DRAWING_KIND_MOVE = 0,  /* begins a part of it at `point` */
  LAMINA_DRAWING_KIND_LINE = 1,  /* to each of `points`, or, when there are none, to `point` */
  LAMINA_DRAWING_KIND_CURVE = 2, /* a cubic one to `point`, by `control1` and `control2` */
  LAMINA_DRAWING_KIND_ARC = 3,   /* around `point`, `radius` away, from `start_angle` to `end_angle`, at most once around: in
                                    radians, from the right to the bottom, or backwards to a smaller angle */
  LAMINA_DRAWING_KIND_RECT = 4,  /* `rect`, with `corner_radii` */
  LAMINA_DRAWING_KIND_CLOSE = 5, /* back to where this part began */
  /* Steps that draw or cut, and then forget the path unless `keeps_path`. */
  LAMINA_DRAWING_KIND_FILL = 6,   /* with `color` or `gradient`; `even_odd` */
  LAMINA_DRAWING_KIND_STROKE = 7, /* with `color` or `gradient`, and `line_width` to `dash_offset` */
  LAMINA_DRAWING_KIND_CLIP = 8,   /* until the RESTORE after; `even_odd`; forgets the path */
  LAMINA_DRAWING_KIND_IMAGE = 9,  /* `image`, stretched to `rect`; forgets the path */
  LAMINA_DRAWING_KIND_TEXT = 10,  /* `text` with `text_options` in `rect`, which of size 0 is as large as the text; `color` for
                                     text without one; forgets the path */
  /* Steps that enclose or transform others. */
  LAMINA_DRAWING_KIND_SAVE = 11,     /* up to the RESTORE that belongs to it, shown as a group with `opacity` */
  LAMINA_DRAWING_KIND_RESTORE = 12,  /* takes back clips and transforms since the SAVE */
  LAMINA_DRAWING_KIND_TRANSFORM = 13 /* `transform` for all that follows, before those there are */
} lamina_drawing_kind;

typedef enum LAMINA_ENUM lamina_line_cap {
  LAMINA_LINE_CAP_BUTT = 0,
  LAMINA_LINE_CAP_ROUND = 1,
  LAMINA_LINE_CAP_SQUARE = 2
} lamina_line_cap;

typedef enum LAMINA_ENUM lamina_line_join {
  LAMINA_LINE_JOIN_MITER = 0,
  LAMINA_LINE_JOIN_ROUND = 1,
  LAMINA_LINE_JOIN_BEVEL = 2
} lamina_line_join;

/* One step. What its kind does not name is not read. Lengths are logical units from the drawing's top left corner. */
typedef struct lamina_drawing_step {
  size_t struct_size; /* sizeof(lamina_drawing_step), the same in all steps of an array */
  lamina_drawing_kind kind;
  bool keeps_path;
  bool even_odd; /* what is inside: by counting lines crossed, not by their directions */
  lamina_point point, control1, control2;
  const lamina_point *LAMINA_NULLABLE points;
  size_t point_count;
  double radius, start_angle, end_angle;
  lamina_rect rect;
  lamina_corner_radii corner_radii;
  lamina_color color;
  const lamina_gradient *LAMINA_NULLABLE gradient; /* in place of `color`; its ends are shares of the path's bounds */
  double line_width;                               /* 0..10,000 */
  lamina_line_cap line_cap;
  lamina_line_join line_join;
  double miter_limit;                     /* longer points than so many line widths are cut off; 1..1,000 */
  const double *LAMINA_NULLABLE dashes;   /* lengths drawn and left out by turns; none: a whole line; at most 64 */
  size_t dash_count;
  double dash_offset;
  double opacity;
  lamina_matrix transform;
  const lamina_bitmap *LAMINA_NULLABLE image; /* ARGB32 or RGB24; copied */
  lamina_text *LAMINA_NULLABLE text;
  const lamina_text_options *LAMINA_NULLABLE text_options;
} lamina_drawing_step;

#define LAMINA_DRAWING_STEP_INIT                                                                                  \
  {                                                                                                               \
    sizeof(lamina_drawing_step), LAMINA_DRAWING_KIND_MOVE, false, false, { 0, 0 }, { 0, 0 }, { 0, 0 }, NULL, 0, 0, 0, 0, \
        { { 0, 0 }, { 0, 0 } }, { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, NULL, 1, LAMINA_LINE_CAP_BUTT,                    \
        LAMINA_LINE_JOIN_MITER, 10, NULL, 0, 0, 1, LAMINA_MATRIX_IDENTITY, NULL, NULL, NULL                       \
  }

/* Makes a drawing of steps, which are looked through and copied: what a worker could not draw is refused here, and the
 * thread's last sentence names the step by its index. LAMINA_ERROR_OUT_OF_RANGE beyond 100,000 steps, 1,000,000 points, 64
 * saves in one another, 64 clips in force, 1,000,000 dashes along a path, or 100,000 units from the corner;
 * LAMINA_ERROR_INVALID_ARGUMENT for a RESTORE without a SAVE and the other way round. Since 0.1. */
LAMINA_API lamina_status lamina_drawing_create(
    lamina_context *context, const lamina_drawing_step *LAMINA_NULLABLE steps, size_t step_count,
    LAMINA_OUT(lamina_drawing) out_drawing) LAMINA_ANY_THREAD;

/* Adds a reference and returns `drawing`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_drawing *LAMINA_NULLABLE lamina_drawing_retain(lamina_drawing *drawing) LAMINA_ANY_THREAD;

/* Drops a reference; nodes keep their drawing. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_drawing_release(lamina_drawing *LAMINA_NULLABLE drawing) LAMINA_ANY_THREAD;

/* Draws with the drawing's corner at `origin` (logical units of `target`), over what is there, on the calling thread;
 * `scale` 0.1..16. Since 0.1. */
LAMINA_API lamina_status lamina_drawing_draw(
    lamina_drawing *drawing, lamina_point origin, double scale, const lamina_bitmap *target) LAMINA_ANY_THREAD;

/* Shows a drawing in a display node, cut off at its bounds, in the place of any other contents. NULL takes them away. Its
 * size comes from the style and the spec. LAMINA_ERROR_UNSUPPORTED for a text node. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_drawing(
    lamina_node *node, lamina_drawing *LAMINA_NULLABLE drawing) LAMINA_ANY_THREAD;

/* ==== Tree ================================================================ */
/* Nodes, specs, styles and texts in one call, from an array: for bindings, and for programs that make many alike. */

typedef enum LAMINA_ENUM lamina_tree_kind {
  LAMINA_TREE_KIND_NODE = 0,              /* a display node: its look, frame and name */
  LAMINA_TREE_KIND_TEXT = 1,              /* a text node: also `text`, `attributes`, `text_options` */
  LAMINA_TREE_KIND_EXISTING_NODE = 2,     /* `node` as it is; nothing else is read, and nothing may stand below it */
  LAMINA_TREE_KIND_STACK = 3,             /* `stack`; any number of elements below it */
  LAMINA_TREE_KIND_WRAPPER = 4,           /* any number */
  LAMINA_TREE_KIND_ABSOLUTE = 5,          /* `absolute_sizing`; any number */
  LAMINA_TREE_KIND_INSET = 6,             /* `insets`; one element below it */
  LAMINA_TREE_KIND_DIRECTIONAL_INSET = 7, /* `insets`, its left for the start and its right for the end; one */
  LAMINA_TREE_KIND_CENTER = 8,            /* `centering`, `sizing`; one */
  LAMINA_TREE_KIND_RELATIVE = 9,          /* `horizontal`, `vertical`, `sizing`; one */
  LAMINA_TREE_KIND_RATIO = 10,            /* `ratio`; one */
  LAMINA_TREE_KIND_OVERLAY = 11,          /* two: what is below, then what lies over it */
  LAMINA_TREE_KIND_BACKGROUND = 12,       /* two: what is in front, then what lies behind it */
  LAMINA_TREE_KIND_CORNER = 13            /* `corner`; two: the content, then what lies on its corner */
} lamina_tree_kind;

/* One element. What its kind does not name is not read. Pointers are read during the call only. */
typedef struct lamina_tree_record {
  size_t struct_size; /* sizeof(lamina_tree_record), the same in all records of an array */
  int32_t parent;     /* index of an earlier record; -1 in the first, and only there */
  lamina_tree_kind kind;
  const lamina_style *LAMINA_NULLABLE style; /* NULL takes the defaults */
  lamina_node *LAMINA_NULLABLE node;
  const char *LAMINA_NULLABLE name; /* NUL-terminated */
  lamina_color background;
  double opacity;
  double corner_radius;
  lamina_rect frame; /* for a node right below a node, which no spec places */
  bool hidden;
  bool clips;
  const char *LAMINA_NULLABLE text; /* NULL: none yet */
  size_t text_length;
  const lamina_text_attributes *LAMINA_NULLABLE attributes;
  const lamina_text_options *LAMINA_NULLABLE text_options;
  const lamina_stack_options *LAMINA_NULLABLE stack;
  const lamina_corner_options *LAMINA_NULLABLE corner;
  lamina_insets insets;
  double ratio;
  lamina_centering centering;
  lamina_center_sizing sizing;
  lamina_placement horizontal;
  lamina_placement vertical;
  lamina_absolute_sizing absolute_sizing;
  const lamina_node_appearance *LAMINA_NULLABLE look; /* of nodes; NULL: none of it. Corner radii that are not all 0 replace
                                                   `corner_radius` */
  lamina_flex_profile flex_profile;             /* of nodes, as lamina_node_set_flex_profile() */
  const char *LAMINA_NULLABLE flex_style;       /* of nodes, as lamina_node_set_flex_style(); NUL-terminated */
} lamina_tree_record;

#define LAMINA_TREE_RECORD_INIT                                                                                  \
  {                                                                                                              \
    sizeof(lamina_tree_record), -1, LAMINA_TREE_KIND_NODE, NULL, NULL, NULL, { 0, 0, 0, 0 }, 1, 0,               \
        { { 0, 0 }, { 0, 0 } }, false, false, NULL, LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL,               \
        { 0, 0, 0, 0 }, 1, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, LAMINA_PLACEMENT_NONE,              \
        LAMINA_PLACEMENT_NONE, LAMINA_ABSOLUTE_SIZING_DEFAULT, NULL, LAMINA_FLEX_PROFILE_NONE, NULL               \
  }

/* Makes a node and all that is in it. The first record is a node; the records below a node are at most one spec, which
 * arranges it, and nodes, which become its children in their order; those below a spec are its elements in theirs.
 * Existing nodes move here from wherever they are. Writes the nodes of the first `capacity` records to `out_nodes`
 * (NULL for specs), without a reference: the tree keeps them; retain those that must outlive it.
 * When a record is wrong nothing is made or moved, and the thread's last sentence names it by its index. Statuses are
 * those of the functions that make and join the same things one by one. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_tree(
    lamina_context *context, const lamina_tree_record *records, size_t record_count,
    lamina_node *LAMINA_NULLABLE *LAMINA_NULLABLE out_nodes, size_t capacity,
    LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* The same for a spec, which is the first record: to arrange nodes that there are already in another way. It keeps the
 * nodes that it made, and those it names, as any spec does. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_tree(
    lamina_context *context, const lamina_tree_record *records, size_t record_count,
    lamina_node *LAMINA_NULLABLE *LAMINA_NULLABLE out_nodes, size_t capacity,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

/* ==== Display ============================================================= */

/* Whether the drawing that `canvas` belongs to is no longer wanted; true for a bad handle. For use in a
 * lamina_node_draw_fn or lamina_operation_execute_fn. Since 0.1. */
LAMINA_API bool lamina_canvas_is_cancelled(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Whether the surroundings of the node that is drawn are dark. A drawing is done anew when something changes that it asked
 * for, here or with the two functions below; what it never asks for leaves it as it is. false outside a drawing. Since
 * 0.1. */
LAMINA_API bool lamina_canvas_is_dark(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* The factor that multiplies text sizes at the node that is drawn; 1 outside a drawing. Since 0.1. */
LAMINA_API double lamina_canvas_get_text_size_factor(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* The tint that holds at the node that is drawn; clear outside a drawing. Since 0.1. */
LAMINA_API lamina_color lamina_canvas_get_tint(lamina_canvas *canvas) LAMINA_ANY_THREAD;

/* Hands over the picture of a lamina_node_draw_image_fn. The pixels (ARGB32, or RGB24 for an opaque picture) are copied in
 * the call, and stretched to the node when they have another size, as the image of a node is. The last picture counts; NULL takes
 * it back.
 * LAMINA_ERROR_INVALID_STATE outside such a callback. Since 0.1. */
LAMINA_API lamina_status lamina_canvas_set_image(
    lamina_canvas *canvas, const lamina_bitmap *LAMINA_NULLABLE image) LAMINA_ANY_THREAD;

/* Does the work of an operation on a worker. `canvas` answers lamina_canvas_is_cancelled(). */
typedef void (*lamina_operation_execute_fn)(
    lamina_canvas *canvas, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The operation is over; `cancelled` when the transaction was cancelled before or while it ran. */
typedef void (*lamina_operation_complete_fn)(
    bool cancelled, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* All operations of the transaction are complete. */
typedef void (*lamina_transaction_done_fn)(
    lamina_transaction *transaction, bool cancelled, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Makes an open transaction: a group of background operations whose completions run in one go, in the order in which
 * the operations were added, each exactly once, on the owner thread, after commit. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_create(
    lamina_context *context, LAMINA_OUT(lamina_transaction) out_transaction) LAMINA_ANY_THREAD;

/* Adds a reference and returns `transaction`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_transaction *LAMINA_NULLABLE lamina_transaction_retain(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Drops a reference; an open transaction that nobody holds is cancelled and completes as such. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_transaction_release(lamina_transaction *LAMINA_NULLABLE transaction) LAMINA_ANY_THREAD;

/* Adds an operation, which starts at once on a worker; higher priority first. It stands in one queue with layouts and
 * drawings (lamina_node_set_drawing_priority()): after drawings of the same priority, before those of a lower one. So that
 * nothing waits for ever, of every eight that the first worker takes while others of another priority wait, one is the oldest.
 * Then `complete` runs (either may be NULL). LAMINA_ERROR_INVALID_STATE after commit or cancel. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_add_operation(
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

/* Gives all operations of the transaction that no worker has begun another priority. They stand behind those that have it
 * already. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_set_priority(
    lamina_transaction *transaction, int32_t priority) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_transaction_state {
  LAMINA_TRANSACTION_STATE_OPEN = 0,
  LAMINA_TRANSACTION_STATE_COMMITTED = 1,
  LAMINA_TRANSACTION_STATE_CANCELLED = 2, /* and not complete yet */
  LAMINA_TRANSACTION_STATE_COMPLETE = 3   /* all completions and `done` have run, or are running */
} lamina_transaction_state;

/* How far the transaction is; LAMINA_TRANSACTION_STATE_COMPLETE also for a bad handle. Since 0.1. */
LAMINA_API lamina_transaction_state lamina_transaction_get_state(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Processes until the transaction is complete, committing it when it is still open. LAMINA_ERROR_TIMED_OUT after
 * `timeout_us`, UINT64_MAX = no limit. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_wait(
    lamina_transaction *transaction, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* ==== Surface ============================================================= */
/* Where a root node is shown. The host owns the pixels. */

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

/* The size in logical units, as it was set; zero for a bad handle. Since 0.1. */
LAMINA_API lamina_size lamina_surface_get_size(lamina_surface *surface) LAMINA_ANY_THREAD;

/* The device pixels per logical unit, as they were set; 0 for a bad handle. Since 0.1. */
LAMINA_API double lamina_surface_get_scale(lamina_surface *surface) LAMINA_ANY_THREAD;

/* Hands out a reference to the root, or NULL when the surface shows nothing. Since 0.1. */
LAMINA_API lamina_status lamina_surface_copy_root(
    lamina_surface *surface, LAMINA_OUT(lamina_node) out_root) LAMINA_ANY_THREAD;

/* Makes all drawings that one process starts on the surface appear in the same frame, when the last of them is there.
 * Nodes that display together make groups of their own. Default: false, they wait for each other for a while only
 * (lamina_surface_set_grouping_limit_us()). Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_displayed_together(
    lamina_surface *surface, bool together) LAMINA_OWNER_THREAD;

/* Whether the surface's drawings appear together; false for a bad handle and on other threads. Since 0.1. */
LAMINA_API bool lamina_surface_is_displayed_together(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Drawings that one process starts of nodes that stand on the surface appear in the same frame: one that is ready waits
 * for the others, for at most `limit_us` microseconds on the context's clock since the first began, so that no slow one
 * holds the rest back for long. One whose node changes again meanwhile, or that lamina_node_wait_display() waits for,
 * appears at once. Your loop has to ask lamina_context_get_timeout_us(). Default: 32,000, two frames of most screens; 0:
 * each appears when it is ready, as it always does with LAMINA_CONTEXT_FLAGS_DETERMINISTIC. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_grouping_limit_us(
    lamina_surface *surface, uint64_t limit_us) LAMINA_OWNER_THREAD;

/* The grouping limit; 0 for a bad handle and on other threads. Since 0.1. */
LAMINA_API uint64_t lamina_surface_get_grouping_limit_us(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Sets the colour that the surface shows where no node draws. Default: clear. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_background(lamina_surface *surface, lamina_color color) LAMINA_OWNER_THREAD;

/* The background; clear for a bad handle and on other threads. Since 0.1. */
LAMINA_API lamina_color lamina_surface_get_background(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Brings `target`, which holds what the last composite left in it, up to date: redraws only what changed. Writes up to
 * `capacity` changed rectangles to `out_damage` and the number of those written to `out_count`; when there are more, the
 * last one holds all that are left, and when `capacity` is 0, `out_count` says how many there were. Both may be NULL.
 * `target` must have the size of the surface in pixels. Since 0.1. */
LAMINA_API lamina_status lamina_surface_composite(
    lamina_surface *surface, const lamina_bitmap *target, lamina_rect_px *LAMINA_NULLABLE out_damage, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* Composites much damage in bands, by the workers that are free and the calling thread together. It never waits for a
 * worker that is busy with anything else: the caller paints bands that no worker takes. The pixels are the same. Worth it
 * for large surfaces where much changes at once. Default: false. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_composited_in_bands(
    lamina_surface *surface, bool in_bands) LAMINA_OWNER_THREAD;

/* Whether composites are done in bands; false for a bad handle and on other threads. Since 0.1. */
LAMINA_API bool lamina_surface_is_composited_in_bands(lamina_surface *surface) LAMINA_OWNER_THREAD;

typedef enum LAMINA_FLAGS lamina_debug_overlay {
  LAMINA_DEBUG_OVERLAY_NONE = 0,
  LAMINA_DEBUG_OVERLAY_DAMAGE = 1 << 0,      /* yellow: what was painted or copied; gone with the next composite */
  LAMINA_DEBUG_OVERLAY_LAYERS = 1 << 1,      /* a line around each layer that shows: blue with a bitmap, grey without, violet for the
                                                outline of one that is transformed */
  LAMINA_DEBUG_OVERLAY_PLACEHOLDERS = 1 << 2 /* pink: a placeholder stands in for contents */
} lamina_debug_overlay;

/* Draws diagnostics over what the surface shows, in composites. Each composite then paints all, and one that showed damage
 * leaves damage behind, so that the next one removes it. LAMINA_ERROR_INVALID_ARGUMENT for other flags. Default: none,
 * which costs nothing. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_debug_overlay(
    lamina_surface *surface, lamina_debug_overlay overlay) LAMINA_OWNER_THREAD;

/* The overlay's flags; none for a bad handle and on other threads. Since 0.1. */
LAMINA_API lamina_debug_overlay lamina_surface_get_debug_overlay(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* What is different in a layer since the last lamina_surface_export_layers(). */
typedef enum LAMINA_FLAGS lamina_layer_changes {
  LAMINA_LAYER_CHANGES_NONE = 0,
  LAMINA_LAYER_CHANGES_ADDED = 1 << 0,    /* it did not show at the last call; the other flags are set as well */
  LAMINA_LAYER_CHANGES_REMOVED = 1 << 1,  /* it does not show any more: only `id` counts */
  LAMINA_LAYER_CHANGES_CONTENTS = 1 << 2, /* another bitmap */
  LAMINA_LAYER_CHANGES_APPEARANCE = 1 << 3,     /* background, opacity, corners, border, clipping or place among the layers */
  LAMINA_LAYER_CHANGES_GEOMETRY = 1 << 4  /* bounds, clip, matrix or transform */
} lamina_layer_changes;

/* A layer of a surface as a host sees it that composites by itself, with a GPU for instance. */
typedef struct lamina_layer {
  size_t struct_size;      /* as the library knows it: what is beyond is not there */
  uint64_t id;             /* the same as long as the node is on a surface; never used for another */
  uint64_t parent;         /* the id of the layer it belongs to, 0 for the root */
  size_t descendant_count; /* so many of the layers that follow are below it */
  lamina_layer_changes changes;
  uint64_t version;        /* of the bitmap: another one has another, whatever layer it is on */
  const lamina_bitmap *LAMINA_NULLABLE bitmap; /* premultiplied ARGB32, valid until the callback returns; NULL for none */
  lamina_matrix matrix;    /* from pixels of the bitmap to pixels of the surface */
  lamina_rect_px bounds;   /* of the node: what its background fills; the bitmap may reach beyond */
  lamina_rect_px clip;     /* what it and the layers above let show of background and bitmap; once one of them is
                              transformed, no more than holds all of that */
  double opacity;          /* of the layer and all below it as a group */
  lamina_color background; /* behind the bitmap */
  double corner_radius_px; /* of the background, and of all below when it clips */
  bool clips;              /* cuts what is below it at `bounds` */
  bool is_opaque;          /* the bitmap has no transparent pixel */
  lamina_matrix transform; /* from the pixels in which bounds and clip are given to pixels of the surface */
  lamina_corner_radii corner_radii_px; /* as corner_radius_px, the largest of them */
  lamina_border border;    /* in pixels; above the bitmap and all layers below this one */
  lamina_shadow shadow;    /* in pixels; behind the background, not cut by the layer's own clip */
  const lamina_gradient *LAMINA_NULLABLE gradient; /* over the background colour; NULL for none */
} lamina_layer;

#define LAMINA_LAYER_INIT                                                                                               \
  {                                                                                                                     \
    sizeof(lamina_layer), 0, 0, 0, LAMINA_LAYER_CHANGES_NONE, 0, NULL, { 1, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, \
        1, { 0, 0, 0, 0 }, 0, false, false, { 1, 0, 0, 1, 0, 0 }, { 0, 0, 0, 0 }, { 0, { 0, 0, 0, 0 } },                 \
        { { 0, 0, 0, 0 }, 0, 0, 0, 0 }, NULL                                                                            \
  }

/* Takes one layer; `layer` is valid until it returns. */
typedef void (*lamina_surface_layer_fn)(
    const lamina_layer *layer, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `layer` for each layer that shows, back to front, before that for those that do not show any more, and says of each
 * what changed since the last call. Use it instead of lamina_surface_composite(): it counts as one. Since 0.1. */
LAMINA_API lamina_status lamina_surface_export_layers(
    lamina_surface *surface, lamina_surface_layer_fn layer, void *LAMINA_NULLABLE user_data) LAMINA_OWNER_THREAD;

/* Whether a composite would change anything; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_surface_has_damage(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* Forgets what the target holds: the next composite redraws all, for a new or another buffer. Since 0.1. */
LAMINA_API lamina_status lamina_surface_set_needs_composite(lamina_surface *surface) LAMINA_OWNER_THREAD;

/* ==== Render ============================================================== */
/* Pictures without a window: the tree is captured in the call, then measured and drawn as a whole on one worker,
 * straight into your pixels. Many at once keep all workers busy. */

/* The picture is done, or LAMINA_ERROR_CANCELLED or another status says why not. */
typedef void (*lamina_render_done_fn)(
    lamina_status status, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Renders the tree below `root`, laid out to exactly the size of `target` in logical units (its pixels by `scale`,
 * 0.1..16), over `background`, into `target`, whose pixels must stay valid until `done` has run. `root` must not be on a
 * surface (LAMINA_ERROR_INVALID_STATE); it may be changed or released as soon as the call is back. Drawing and layout
 * callbacks run on the worker; with a spec maker in the tree it is laid out within the call, too, and the children that
 * it makes stay. Since 0.1. */
LAMINA_API lamina_status lamina_node_render(
    lamina_node *root, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_render_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Renders `node` and what is below it as they stand, with the frames that they have and without layout, also when they are
 * shown on a surface: the top left corner of the node in that of `target`, what does not fit is cut off. Opacity and
 * transform of the node itself, and whether it is hidden, do not count; those of nodes below do. All contents are drawn for
 * it, whether they are on the surface already or not. Where soft edges lie over each other, single pixels may differ from a
 * composite of the same tree by some 8 of 255. The rest is as for lamina_node_render(). Since 0.1. */
LAMINA_API lamina_status lamina_node_render_snapshot(
    lamina_node *node, double scale, lamina_color background, const lamina_bitmap *target,
    lamina_render_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* How a picture is written. */
typedef enum LAMINA_ENUM lamina_image_format {
  LAMINA_IMAGE_FORMAT_PNG = 0,
  LAMINA_IMAGE_FORMAT_JPEG = 1,
  LAMINA_IMAGE_FORMAT_WEBP = 2, /* up to 16383 pixels a side */
  LAMINA_IMAGE_FORMAT_QOI = 3,  /* qoiformat.org: large files, written fast */
  LAMINA_IMAGE_FORMAT_RAW = 4   /* rows of red, green, blue and straight alpha, a byte each, and nothing else */
} lamina_image_format;

typedef struct lamina_encode_options {
  size_t struct_size; /* sizeof(lamina_encode_options) */
  lamina_image_format format;
  int32_t quality;         /* 1..100, of JPEG and WebP; JPEG keeps colour at full resolution from 90 on */
  bool lossless;           /* WebP: exactly these pixels; `quality` is not looked at */
  lamina_color background; /* JPEG: what shows where the picture is clear; its own alpha is not looked at */
} lamina_encode_options;

#define LAMINA_ENCODE_OPTIONS_INIT                                                                             \
  { sizeof(lamina_encode_options), LAMINA_IMAGE_FORMAT_PNG, 85, false, { 1, 1, 1, 1 } }

/* Takes the bytes of a file, all in one call. They are valid until it returns. A status
 * other than LAMINA_OK is handed on to the caller. */
typedef lamina_status (*lamina_write_fn)(
    const void *bytes, size_t size, void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* Hands a picture (ARGB32 or RGB24) to `write` as the bytes of a file, in the format that `options` name (NULL: PNG).
 * The context is not needed; for a worker, call it in an operation of a transaction. LAMINA_ERROR_OUT_OF_RANGE for more
 * pixels than the format takes, LAMINA_ERROR_BACKEND when the format's library refuses. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_write(
    const lamina_bitmap *bitmap, const lamina_encode_options *LAMINA_NULLABLE options, lamina_write_fn write,
    void *LAMINA_NULLABLE user_data) LAMINA_ANY_THREAD;

/* The same into a file, which appears whole or not at all. LAMINA_ERROR_IO says which file and why. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_write_file(
    const lamina_bitmap *bitmap, const lamina_encode_options *LAMINA_NULLABLE options, const char *path,
    size_t length) LAMINA_ANY_THREAD;

/* What the beginning of a picture's file says. */
typedef struct lamina_bitmap_info {
  size_t struct_size; /* sizeof(lamina_bitmap_info) */
  lamina_image_format format;
  int32_t width, height; /* pixels */
  bool has_alpha;        /* some pixels may be transparent */
} lamina_bitmap_info;

#define LAMINA_BITMAP_INFO_INIT { sizeof(lamina_bitmap_info), LAMINA_IMAGE_FORMAT_PNG, 0, 0, false }

/* Fills `info` up to its struct_size from the `length` bytes of a PNG, JPEG, WebP or QOI file, of which the beginning is
 * enough; nothing is decoded. Size and pixels are those of the file: the EXIF orientation of a JPEG is ignored. The
 * context is not needed. LAMINA_ERROR_IO for what is none of these or ends before its size, LAMINA_ERROR_UNSUPPORTED for
 * an animated WebP and a CMYK JPEG, LAMINA_ERROR_OUT_OF_RANGE for more than 32767 pixels a side or 1 GiB decoded. Since
 * 0.1. */
LAMINA_API lamina_status lamina_bitmap_get_info(
    const char *data, size_t length, lamina_bitmap_info *info) LAMINA_ANY_THREAD;

/* Decodes such a file into `target` (ARGB32), which must have the size of the picture: for lamina_node_set_image(), for
 * instance. Pixels are not rotated (see lamina_bitmap_get_info()); of PNGs with 16 bits a channel the upper 8 count. For a
 * worker, call it in an operation of a transaction. A damaged or incomplete file is LAMINA_ERROR_IO; `target` may then
 * hold a part. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_read(
    const lamina_bitmap *target, const char *data, size_t length) LAMINA_ANY_THREAD;

/* Writes pixels (ARGB32 or RGB24) as a PNG file: RGB when all are opaque, RGBA otherwise. The file appears whole or not at
 * all. The context is not needed. LAMINA_ERROR_IO says which file and why. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_write_png(
    const lamina_bitmap *bitmap, const char *path, size_t length) LAMINA_ANY_THREAD;

/* ==== Template ============================================================ */
/* Pictures of many rows of data in one form. A template is a tree given as JSON, with slots; a job takes rows of values for
 * the slots and hands out finished pictures, in the order of the rows. Rows are read, laid out, drawn and encoded on the
 * context's workers and nowhere else. docs/templates.md describes the JSON. */

/* Reads a template. LAMINA_ERROR_INVALID_ARGUMENT names line and column of what is not JSON, and otherwise the member that
 * is wrong, such as "template.root.children[0].style.width"; LAMINA_ERROR_OUT_OF_RANGE beyond 16 MiB, 200 levels or
 * 100,000 elements. Since 0.1. */
LAMINA_API lamina_status lamina_template_create(
    lamina_context *context, const char *LAMINA_NULLABLE json, size_t length,
    LAMINA_OUT(lamina_template) out_template) LAMINA_ANY_THREAD;

/* Adds a reference and returns the template; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_template *LAMINA_NULLABLE lamina_template_retain(lamina_template *template_) LAMINA_ANY_THREAD;

/* Drops a reference; jobs keep their template. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_template_release(lamina_template *LAMINA_NULLABLE template_) LAMINA_ANY_THREAD;

/* The number of slots; 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_template_get_slot_count(lamina_template *template_) LAMINA_ANY_THREAD;

/* Copies the name of a slot, 0..slot count - 1 in the order in which they come in the template, and a NUL into `buffer` as
 * far as `capacity` goes, and returns its whole length in bytes without the NUL; 0 when there is no such slot. Since
 * 0.1. */
LAMINA_API size_t lamina_template_read_slot_name(
    lamina_template *template_, size_t index, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_value_kind {
  LAMINA_VALUE_KIND_NONE = 0, /* the template's default */
  LAMINA_VALUE_KIND_TEXT = 1, /* `text`; also for a colour ("#rrggbb"), a length ("50%") or the path of a picture */
  LAMINA_VALUE_KIND_NUMBER = 2,
  LAMINA_VALUE_KIND_COLOR = 3,
  LAMINA_VALUE_KIND_BOOLEAN = 4,
  LAMINA_VALUE_KIND_IMAGE = 5, /* `image`, ARGB32 or RGB24; copied */
  LAMINA_VALUE_KIND_DRAWING = 6, /* `drawing`, of the job's context */
  LAMINA_VALUE_KIND_SHARED_IMAGE = 7 /* `shared_image`, of the job's context: not copied, and scaled once for all rows */
} lamina_value_kind;

/* What a row has for one slot. What its kind does not name is not read. */
typedef struct lamina_slot_value {
  size_t struct_size; /* sizeof(lamina_slot_value), the same in all values of an array */
  const char *LAMINA_NULLABLE slot; /* its name, NUL-terminated */
  lamina_value_kind kind;
  bool boolean;
  const char *LAMINA_NULLABLE text;
  size_t text_length;
  double number;
  lamina_color color;
  const lamina_bitmap *LAMINA_NULLABLE image;
  lamina_drawing *LAMINA_NULLABLE drawing;
  lamina_image *LAMINA_NULLABLE shared_image;
} lamina_slot_value;

#define LAMINA_SLOT_VALUE_INIT                                                                                    \
  {                                                                                                               \
    sizeof(lamina_slot_value), NULL, LAMINA_VALUE_KIND_NONE, false, NULL, LAMINA_NUL_TERMINATED, 0, { 0, 0, 0, 0 }, \
        NULL, NULL, NULL                                                                                          \
  }

typedef enum LAMINA_ENUM lamina_picture_format {
  LAMINA_PICTURE_FORMAT_PIXELS = 0, /* ARGB32 */
  LAMINA_PICTURE_FORMAT_PNG = 1     /* a file, as lamina_bitmap_write_png() writes it */
} lamina_picture_format;

typedef struct lamina_job_options {
  size_t struct_size; /* sizeof(lamina_job_options) */
  double scale;
  lamina_picture_format format;
  uint32_t look_ahead; /* pictures that are begun or ready before they are asked for, up to 10,000; 0 = 8 for each worker,
                          at least 8 */
  uint32_t worker_limit; /* workers that draw at a time; 0 = all there are */
  const lamina_color *LAMINA_NULLABLE background; /* NULL = the template's */
  const char *LAMINA_NULLABLE image_folder; /* NUL-terminated: where paths of pictures begin that are not absolute. NULL:
                                               no files are read */
  const lamina_encode_options *LAMINA_NULLABLE encoding; /* the pictures are files, as lamina_bitmap_write() writes them;
                                                            NULL: as `format` says */
} lamina_job_options;

#define LAMINA_JOB_OPTIONS_INIT { sizeof(lamina_job_options), 1, LAMINA_PICTURE_FORMAT_PIXELS, 0, 0, NULL, NULL, NULL }

/* One row's picture, or why there is none. */
typedef struct lamina_picture {
  size_t struct_size;   /* sizeof(lamina_picture) */
  uint64_t row;         /* counted from 0 in the order in which rows were added */
  lamina_status status; /* of this row; unless LAMINA_OK, `data` is NULL */
  const char *LAMINA_NULLABLE message; /* a sentence that says what is wrong with the row; NULL when nothing is */
  void *LAMINA_NULLABLE data;          /* pixels, or the bytes of a file; not to be written to */
  int32_t width, height;               /* pixels */
  int32_t stride;                      /* bytes from row to row of the pixels; 0 for a file */
  size_t data_size;                    /* bytes */
  uint64_t number; /* for lamina_job_release_picture(); 0 when there is no picture */
} lamina_picture;

#define LAMINA_PICTURE_INIT { sizeof(lamina_picture), 0, LAMINA_OK, NULL, NULL, 0, 0, 0, 0, 0 }

/* Makes a job without rows; `options` NULL takes the defaults. `scale` is 0.1..16. Nothing waits for a job but
 * lamina_job_wait_picture(): lamina_context_wait_idle() does not, and the context ends without it. Since 0.1. */
LAMINA_API lamina_status lamina_job_create(
    lamina_template *template_, const lamina_job_options *LAMINA_NULLABLE options,
    LAMINA_OUT(lamina_job) out_job) LAMINA_ANY_THREAD;

/* Adds a reference and returns `job`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_job *LAMINA_NULLABLE lamina_job_retain(lamina_job *job) LAMINA_ANY_THREAD;

/* Drops a reference; the last one cancels the job. Pictures that it handed out stay. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_job_release(lamina_job *LAMINA_NULLABLE job) LAMINA_ANY_THREAD;

/* Adds a row. Workers begin with it at once when there is room in the job's look-ahead; otherwise its values wait, copied.
 * LAMINA_ERROR_INVALID_ARGUMENT for a slot that the template does not have, or one twice; an invalid value is reported as
 * the status of the row's picture. LAMINA_ERROR_INVALID_STATE after lamina_job_cancel(). Since 0.1. */
LAMINA_API lamina_status lamina_job_add_row(
    lamina_job *job, const lamina_slot_value *LAMINA_NULLABLE values, size_t value_count) LAMINA_ANY_THREAD;

/* The same for a row of JSON: an object with strings, numbers, booleans, colours ("#rrggbb" or [red, green, blue, alpha])
 * and drawings (an array of steps). Members that name no slot are passed over, and null stands for the default. It is read
 * on a worker: what is wrong with it shows as the status of the row's picture. Since 0.1. */
LAMINA_API lamina_status lamina_job_add_row_json(
    lamina_job *job, const char *LAMINA_NULLABLE json, size_t length) LAMINA_ANY_THREAD;

/* The same for a row of texts, as of a table: those of the first `text_count` slots, in the order of
 * lamina_template_read_slot_name(), each UTF-8 up to its NUL. NULL stands for the default, as does what is not given. The
 * fastest way for slots that take texts, colours ("#rrggbb") and lengths ("50%", "auto"). LAMINA_ERROR_INVALID_ARGUMENT
 * for more texts than slots and for what is not UTF-8. Since 0.1. */
LAMINA_API lamina_status lamina_job_add_row_texts(
    lamina_job *job, const char *LAMINA_NULLABLE const *LAMINA_NULLABLE texts, size_t text_count) LAMINA_ANY_THREAD;

/* The same for several rows at once, for languages to which a call costs more than a row: `texts` holds all slots' texts
 * in that order, row after row, each UTF-8 and ended by a NUL; `length` counts the bytes, with the NULs. All rows are
 * added, or none: LAMINA_ERROR_INVALID_ARGUMENT unless there are exactly `row_count` (at most 100,000) times as many texts
 * as slots. Since 0.1. */
LAMINA_API lamina_status lamina_job_add_text_rows(
    lamina_job *job, const char *LAMINA_NULLABLE texts, size_t length, size_t row_count) LAMINA_ANY_THREAD;

/* Waits for the picture of the next row, in the order in which they were added, and hands it out. Its memory stays as it
 * is until lamina_job_release_picture(), also when job and context are gone. A row that could not be drawn answers
 * LAMINA_OK here, and says so in `picture->status`; its message stays until this thread's next such call.
 * LAMINA_ERROR_TIMED_OUT after `timeout_us`, UINT64_MAX = no limit; LAMINA_ERROR_INVALID_STATE when all rows that were
 * added are handed out, and in callbacks on workers. In a context without workers the calling thread does the work. Since
 * 0.1. */
LAMINA_API lamina_status lamina_job_wait_picture(
    lamina_job *job, uint64_t timeout_us, lamina_picture *picture) LAMINA_ANY_THREAD;

/* Calls `ready` in the owner's process when the next picture is ready, so that an event loop need not wait: take pictures
 * then with a timeout of 0, one or all that are there. Called once per transition to ready, and again while pictures
 * remain after you took one; not after the last release of the job. In a context without workers it is called for rows to
 * be drawn. NULL takes it away. Since 0.1. */
LAMINA_API lamina_status lamina_job_set_observer(
    lamina_job *job, lamina_context_call_fn LAMINA_NULLABLE ready, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Gives a picture's memory back for reuse, by the picture's number, which is unique in the process.
 * LAMINA_ERROR_OUT_OF_RANGE when it was given back already, or never handed out. 0 is ignored. Since 0.1. */
LAMINA_API lamina_status lamina_job_release_picture(uint64_t number) LAMINA_ANY_THREAD;

/* Ends the job early: each row that was added still comes out once, those not drawn yet with LAMINA_ERROR_CANCELLED.
 * Since 0.1. */
LAMINA_API lamina_status lamina_job_cancel(lamina_job *job) LAMINA_ANY_THREAD;

LAMINA_END
#ifdef __cplusplus
}
#endif
#endif
