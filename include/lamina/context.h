/* Lamina: the engine: workers, fonts, posted calls, time and memory. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_CONTEXT_H
#define LAMINA_CONTEXT_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Context ============================================================ */
/* An engine: worker threads, fonts, caches, run queue. The thread that creates it owns it. Contexts are independent; a
 * server can have one for each request thread. */

#define LAMINA_THREADS_AUTO (-1)

typedef enum LAMINA_FLAGS lamina_context_flags {
  LAMINA_CONTEXT_FLAGS_NONE = 0,
  /* Finished work is applied in the order in which it was requested, whichever worker finishes first. */
  LAMINA_CONTEXT_FLAGS_DETERMINISTIC = 1 << 0,
  /* Fonts come only from `font_files` and lamina_context_add_font_file(): texts look the same on every machine. */
  LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS = 1 << 1
} lamina_context_flags;
LAMINA_FLAGS_OPERATORS(lamina_context_flags)

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

/* Where glyphs stand sideways, in device pixels; vertically they stand on whole ones. Halves go to the right. Colour
 * glyphs and bitmaps stand on whole pixels always. Layout does not depend on it: letters are as wide, and lines as
 * high, as their fonts have them at every scale. */
typedef enum LAMINA_ENUM lamina_glyph_positions {
  /* On the nearest quarter of a pixel, so that letters are spaced evenly; on whole pixels if hinting is medium or full,
     or without antialiasing. */
  LAMINA_GLYPH_POSITIONS_SUBPIXEL = 0,
  /* On the nearest whole pixel: each letter looks the same everywhere, and takes a quarter of the memory. */
  LAMINA_GLYPH_POSITIONS_WHOLE_PIXELS = 1
} lamina_glyph_positions;

/* Receives one message, UTF-8, without a newline. */
typedef void (*lamina_context_log_fn)(
    lamina_log_level level, const char *message, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

typedef struct lamina_context_options {
  size_t struct_size;                 /* sizeof(lamina_context_options) */
  int32_t thread_count;               /* workers: LAMINA_THREADS_AUTO = one per core, 0 = all work is done inside
                                         lamina_context_process(), at most 64 */
  lamina_context_flags flags;
  lamina_context_log_fn LAMINA_NULLABLE log;  /* NULL: messages are dropped */
  void *LAMINA_NULLABLE log_user_data;
  const char *LAMINA_NULLABLE const *LAMINA_NULLABLE font_files; /* NUL-terminated paths; added before the first text */
  size_t font_file_count;
  const char *LAMINA_NULLABLE font_family; /* family of texts that name none; NULL = "Sans" */
  const char *LAMINA_NULLABLE language;    /* language tag (BCP 47) for font choice; NULL = "en", whatever the locale */
  lamina_antialias antialias;
  lamina_hinting hinting;
  lamina_glyph_positions glyph_positions;
  int32_t worker_niceness; /* 0..19, as in nice(1): how far workers yield to all other threads, including the owner;
                              above 0, pictures take longer on a busy machine */
} lamina_context_options;

#define LAMINA_CONTEXT_OPTIONS_INIT                                                            \
  {                                                                                            \
    sizeof(lamina_context_options), LAMINA_THREADS_AUTO, LAMINA_CONTEXT_FLAGS_NONE, NULL, NULL, \
        NULL, 0, NULL, NULL, LAMINA_ANTIALIAS_GRAY, LAMINA_HINTING_SLIGHT,                     \
        LAMINA_GLYPH_POSITIONS_SUBPIXEL, 0                                                     \
  }

/* Counters since the context was created, and the objects alive now. */
typedef struct lamina_statistics {
  size_t struct_size;       /* sizeof(lamina_statistics) */
  uint64_t owner_us;        /* time of the owner thread in process and composite, without sleeping in waits */
  uint64_t worker_us;       /* time of workers in measuring and drawing */
  uint64_t layouts;         /* layout passes applied */
  uint64_t displays;        /* bitmaps that reached the screen */
  uint64_t stale_displays;  /* drawings dropped for a newer one */
  uint64_t node_count;      /* nodes alive */
  uint64_t object_count;    /* all other objects alive: specs, texts, layouts, surfaces, images, jobs ... */
  uint64_t bitmap_bytes;    /* pixels held, the pool included */
  uint64_t composites;      /* composites that changed something */
  uint64_t painted_px;      /* pixels painted by them */
  uint64_t copied_px;       /* pixels moved instead of painted */
  uint64_t longest_process_us; /* of all calls of lamina_context_process() */
  uint64_t evictions;       /* bitmaps dropped to keep the budget */
  uint64_t calls_us;        /* of owner_us: your posted calls */
  uint64_t completions_us;  /* of owner_us: applying finished work, with the callbacks that this runs */
  uint64_t changes_us;      /* of owner_us: applying changes of nodes, and starting drawings */
  uint64_t composite_us;    /* of owner_us: composites */
  uint64_t operations_started;   /* layouts, drawings and your operations that workers began */
  uint64_t operations_finished;  /* of those: finished */
  uint64_t operations_cancelled; /* cancelled before they began */
  uint64_t operations_waiting;   /* waiting for a worker now */
} lamina_statistics;

#define LAMINA_STATISTICS_INIT { sizeof(lamina_statistics), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* The memory of a context in bytes, without fonts and Pango's own caches. */
typedef struct lamina_memory {
  size_t struct_size;    /* sizeof(lamina_memory) */
  uint64_t bitmap_bytes; /* pixels of contents */
  uint64_t pool_bytes;   /* pixels kept for reuse */
  uint64_t node_bytes;
  uint64_t layer_bytes;
  uint64_t image_copy_bytes; /* of bitmap_bytes: scaled copies of images */
  uint64_t word_bytes;       /* shaped words and paragraphs that the workers keep, at most 3 MiB each */
} lamina_memory;

#define LAMINA_MEMORY_INIT { sizeof(lamina_memory), 0, 0, 0, 0, 0, 0 }

/* Creates a context, owned by the calling thread, and starts its workers. NULL `options`: the defaults. Fails with
 * LAMINA_ERROR_INVALID_ARGUMENT for a bad option, LAMINA_ERROR_IO for a font file that cannot be read,
 * LAMINA_ERROR_OUT_OF_MEMORY beyond 1,024 contexts, LAMINA_ERROR_BACKEND if the system has no thread or descriptor
 * left. Since 0.1. */
LAMINA_API lamina_status lamina_context_create(
    const lamina_context_options *LAMINA_NULLABLE options, LAMINA_OUT(lamina_context) out_context) LAMINA_ANY_THREAD;

/* Adds a reference and returns `context`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_context *LAMINA_NULLABLE lamina_context_retain(lamina_context *context) LAMINA_ANY_THREAD;

/* Drops a reference. The last one ends the context: waits for running work and drops its results, runs completions and
 * destroy notifies, and makes every handle created from the context stale. While a callback of yours on a worker does
 * not return, the log reports it every few seconds. If the last reference is dropped on another thread, or in a
 * callback, the owner's next call into the context (or the end of the current one, or of the owner thread) does all
 * this; until then the workers wait. When the owner thread has ended, the last release does it on any thread. While a
 * context ends, callbacks that still run can read, change, retain and release the objects that exist; functions that
 * take the context, create an object, copy a text or lay anything out fail with LAMINA_ERROR_INVALID_HANDLE. Ignores
 * NULL. Since 0.1. */
LAMINA_API void lamina_context_release(lamina_context *LAMINA_NULLABLE context) LAMINA_ANY_THREAD;

/* A descriptor for poll(2) or any event loop: readable while lamina_context_process() has work to do, level-triggered.
 * Lamina owns it: do not read or close it. -1 for a bad handle. Since 0.1. */
LAMINA_API int lamina_context_get_fd(lamina_context *context) LAMINA_ANY_THREAD;

/* How long the loop may sleep while the descriptor is not readable: 0 = process now, -1 = no limit, and for a bad
 * handle; at most 2,147,483,000,000, so that it fits an int in milliseconds. Call it after each process: a delayed call
 * may be due before the descriptor becomes readable. Also 0 after calls that need a process, such as posting a delayed
 * call. Since 0.1. */
LAMINA_API int64_t lamina_context_get_timeout_us(lamina_context *context) LAMINA_ANY_THREAD;

/* Does the work of the owner thread: applies finished layouts and drawings, starts new ones, and runs callbacks; in a
 * context without workers, does their work too. Returns at the first opportunity after `budget_us` (0 = no limit).
 * Remaining work keeps the descriptor readable and follows in order. If posted calls, finished work and changes use up
 * the budget, they take turns in going first, so that none starves the others. Fails with LAMINA_ERROR_INVALID_STATE
 * inside a call of itself. Since 0.1. */
LAMINA_API lamina_status lamina_context_process(lamina_context *context, uint64_t budget_us) LAMINA_OWNER_THREAD;

/* A posted call, run by the owner thread inside a call that processes. */
typedef void (*lamina_context_call_fn)(void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Queues `call` for the owner thread's next process. Calls run once, in the order in which they were posted, as many as
 * the budget allows; the rest, and calls posted by calls, wait for the next process. After a process in which calls
 * left no time for changes, the next one begins with the changes. If the context ends first, only `destroy` runs. Since
 * 0.1. */
LAMINA_API lamina_status lamina_context_post(
    lamina_context *context, lamina_context_call_fn call, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* The same, at least `delay_us` from now. The descriptor does not become readable when the call is due: sleep no longer
 * than lamina_context_get_timeout_us(). `out_call` (may be NULL) receives a number for lamina_context_cancel_call().
 * Since 0.1. */
LAMINA_API lamina_status lamina_context_post_delayed(
    lamina_context *context, uint64_t delay_us, lamina_context_call_fn call, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_call) LAMINA_ANY_THREAD;

/* Cancels a posted call, work of lamina_context_run(), or a picture of lamina_node_render() or
 * lamina_node_render_snapshot(). LAMINA_ERROR_INVALID_STATE if it has run or was cancelled, or the number was never
 * given out. Since 0.1. */
LAMINA_API lamina_status lamina_context_cancel_call(lamina_context *context, uint64_t call) LAMINA_ANY_THREAD;

#define LAMINA_TIME_SYSTEM UINT64_MAX

/* Measures delays with a clock of yours, in microseconds, which advances only with these calls: for tests, games and
 * recordings. LAMINA_TIME_SYSTEM returns to the system's clock. Waiting calls keep their remaining time. The clock is
 * monotonic: LAMINA_ERROR_INVALID_ARGUMENT for an earlier time, and for one beyond 2^52 us, 142 years. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_time_us(lamina_context *context, uint64_t time_us) LAMINA_OWNER_THREAD;

/* Says that the next process makes a frame, which will be seen at `time_us`, and that it should return by `deadline_us`
 * as it does for its budget (0: no limit of its own). Both are on the context's clock: CLOCK_MONOTONIC, unless you set
 * the time. What moves is where it is at `time_us`, and moves in such frames alone from now on; a process without a
 * frame before it takes over changes and finished work. While something moves, lamina_context_get_timeout_us() says
 * when to begin the next frame. LAMINA_TIME_SYSTEM for `time_us` ends this: the context's own clock makes frames, as
 * before the first call. LAMINA_ERROR_INVALID_ARGUMENT for a time before that of the last frame that was begun, or
 * before the one that lamina_context_set_time_us() has set, or beyond 2^52 us. The first may be before frames that the
 * context made by itself: what moves goes on from where it is. Since 0.1. */
LAMINA_API lamina_status lamina_context_begin_frame(
    lamina_context *context, uint64_t time_us, uint64_t deadline_us) LAMINA_OWNER_THREAD;

/* A frame begins that will be seen at `time_us` of the context's clock. */
typedef void (*lamina_context_frame_fn)(
    lamina_context *context, uint64_t time_us, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `callback` once in each frame from the next one on, before changes are applied: those made in it are part of
 * the frame. A frame is a process after lamina_context_begin_frame(). Without that, it is one that comes long enough
 * after the last frame, or when you have moved the clock; lamina_context_get_timeout_us() then asks for frames.
 * `out_callback` (may be NULL) receives a number for lamina_context_remove_frame_callback(). Since 0.1. */
LAMINA_API lamina_status lamina_context_add_frame_callback(
    lamina_context *context, lamina_context_frame_fn callback, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_callback) LAMINA_OWNER_THREAD;

/* Removes a frame callback. LAMINA_ERROR_INVALID_STATE if there is none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_context_remove_frame_callback(
    lamina_context *context, uint64_t callback) LAMINA_OWNER_THREAD;

typedef enum LAMINA_ENUM lamina_commit_phase {
  LAMINA_COMMIT_PHASE_BEFORE = 0, /* before changes and finished work are applied; changes made now are included */
  LAMINA_COMMIT_PHASE_AFTER = 1   /* after that: the surfaces can be composited */
} lamina_commit_phase;

/* The context is about to apply changes and finished work, or has done so. */
typedef void (*lamina_context_commit_fn)(
    lamina_context *context, lamina_commit_phase phase, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `observer` once in each process that applies something, after the observers added before it. `out_observer`
 * (may be NULL) receives a number for lamina_context_remove_commit_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_context_add_commit_observer(
    lamina_context *context, lamina_commit_phase phase, lamina_context_commit_fn observer,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy,
    uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE if there is none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_context_remove_commit_observer(
    lamina_context *context, uint64_t observer) LAMINA_OWNER_THREAD;

/* Whether the calling thread is the owner; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_context_is_owner_thread(lamina_context *context) LAMINA_ANY_THREAD;

/* Begins a scope on the calling thread: the references to objects of the context that functions hand out to this
 * thread through `out_` parameters belong to the scope, and end with it. Code that builds a tree then needs no
 * releases: parents keep their children, nodes their specs and texts, surfaces their root. To keep a reference for
 * longer, retain it: references from `retain` and pictures of jobs belong to no scope. Scopes nest, up to 1,000 on one
 * thread: a reference belongs to the innermost. LAMINA_ERROR_INVALID_STATE beyond that. Since 0.1. */
LAMINA_API lamina_status lamina_context_begin_scope(lamina_context *context) LAMINA_ANY_THREAD;

/* Ends the innermost scope of the context on the calling thread and releases its references, except those that you
 * released already. A scope that is still open when its thread ends keeps its references until the context ends.
 * LAMINA_ERROR_INVALID_STATE if the thread has no open scope of the context. Since 0.1. */
LAMINA_API lamina_status lamina_context_end_scope(lamina_context *context) LAMINA_ANY_THREAD;

/* Makes the calling thread the owner of a context whose owner thread has ended (pthread_join() has returned); nothing
 * happens if it is the owner already. LAMINA_ERROR_WRONG_THREAD while another owner lives, LAMINA_ERROR_INVALID_STATE
 * if it ended within a callback of the context. Since 0.1. */
LAMINA_API lamina_status lamina_context_adopt(lamina_context *context) LAMINA_ANY_THREAD;

/* Processes and sleeps until no work is left. LAMINA_ERROR_TIMED_OUT after `timeout_us` (UINT64_MAX = no limit). Does
 * not wait for delayed calls that are not due. For tools and tests; interactive hosts use the descriptor. Since 0.1. */
LAMINA_API lamina_status lamina_context_wait_idle(lamina_context *context, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Adds the fonts in a file, for texts measured from now on. LAMINA_ERROR_IO if the file cannot be read, contains no
 * font, or is not a regular file. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_file(
    lamina_context *context, const char *path, size_t length) LAMINA_ANY_THREAD;

/* The same for a font in memory, which is copied and kept until the process ends. LAMINA_ERROR_IO if it contains no
 * font. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_data(
    lamina_context *context, const char *data, size_t length) LAMINA_ANY_THREAD;

/* Whether the context has a font family of exactly this name, ignoring case; false for a bad handle. Text in a missing
 * family is set in another one: see lamina_context_read_font_match(). Since 0.1. */
LAMINA_API bool lamina_context_has_font_family(
    lamina_context *context, const char *family, size_t length) LAMINA_ANY_THREAD;

/* Writes the names of all font families, sorted, each followed by a newline, and returns their length; 0 without any
 * font and for a bad handle. Without any font, texts are measured and drawn as empty boxes, and lamina_text_metrics
 * counts their glyphs as missing. Since 0.1. */
LAMINA_API size_t lamina_context_read_font_families(
    lamina_context *context, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Writes the name of the family that is used for a family list (as in lamina_text_attributes) and returns its length; 0
 * without any font and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_read_font_match(
    lamina_context *context, const char *LAMINA_NULLABLE family, size_t length, char *LAMINA_NULLABLE out_buffer,
    size_t capacity) LAMINA_ANY_THREAD;

/* Fills `out_statistics` up to its struct_size. Counters accumulate; subtract two readings. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_statistics(
    lamina_context *context, lamina_statistics *out_statistics) LAMINA_ANY_THREAD;

/* Fills `out_memory` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_memory(lamina_context *context, lamina_memory *out_memory) LAMINA_OWNER_THREAD;

/* Limits the memory of bitmaps. Beyond `bytes`, contents of nodes more than a screen away from the visible area of
 * their surface are dropped, the farthest first, or not drawn until they come near. Visible contents are always kept.
 * Default: SIZE_MAX, no limit. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_bitmap_budget(lamina_context *context, size_t bytes) LAMINA_OWNER_THREAD;

/* Frees everything that can be created again: pools, fonts, glyphs, shaped words, scaled copies of images, and contents
 * as above; texts are measured again where needed. Lists let go of rows out of sight in the next process, and have
 * them again when they are scrolled. Call under memory pressure, and again afterwards to retry fonts and
 * glyphs that failed. Since 0.1. */
LAMINA_API lamina_status lamina_context_trim_memory(lamina_context *context) LAMINA_OWNER_THREAD;

/* How much work data may cause. 0 in a field stands for its default, UINT64_MAX for no limit but those of the library
 * (docs/limits.md). Beyond a limit, the template, the picture or the row fails with LAMINA_ERROR_OUT_OF_RANGE, and with
 * LAMINA_ERROR_TIMED_OUT beyond one of time. */
typedef struct lamina_limits {
  size_t struct_size;       /* sizeof(lamina_limits) */
  uint64_t text_characters; /* of one text of a row, with its values; 100,000 */
  uint64_t text_lines;      /* of one text of a row, as newlines separate them; 10,000 */
  uint64_t picture_pixels;  /* of a picture that is decoded, read from its header before; 67,108,864 */
  uint64_t elements;        /* of a template, and of a row when its parts have been repeated; 100,000 */
  uint64_t depth;           /* levels of elements; 1,000 */
  uint64_t row_time_us;     /* from the time a worker begins a row; looked at between the stages of its work and the
                               pieces of its texts; 30,000,000 */
  uint64_t picture_source_pixels; /* of the file of a picture that is decoded smaller; 134,217,728 */
  uint64_t picture_frames;        /* of an animated picture; 10,000 */
  uint64_t picture_time_us;       /* of decoding a picture, looked at between its rows; 10,000,000 */
} lamina_limits;

#define LAMINA_LIMITS_INIT { sizeof(lamina_limits), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Limits the work of templates, jobs and images (from files or their bytes) that are created from now on. NULL: the
 * defaults. What the program builds itself from nodes and texts is not limited. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_limits(
    lamina_context *context, const lamina_limits *LAMINA_NULLABLE limits) LAMINA_ANY_THREAD;

/* Fills `out_limits` up to its struct_size, with the defaults in place of 0. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_limits(
    lamina_context *context, lamina_limits *out_limits) LAMINA_ANY_THREAD;

/* The number of worker threads; 0 also for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_get_thread_count(lamina_context *context) LAMINA_ANY_THREAD;

/* Sets the layout direction of nodes that neither have nor inherit one. Visible trees are laid out again. Default: left
 * to right. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_layout_direction(
    lamina_context *context, lamina_layout_direction direction) LAMINA_ANY_THREAD;

/* The context's layout direction; LAMINA_LAYOUT_DIRECTION_INHERIT for a bad handle. Since 0.1. */
LAMINA_API lamina_layout_direction lamina_context_get_layout_direction(lamina_context *context) LAMINA_ANY_THREAD;

/* Limits the workers that take work to `count` (at least 1), to leave more of the machine to the owner, for instance
 * while the user scrolls. Default: LAMINA_THREADS_AUTO, all of them, as is any number above theirs. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_active_thread_count(
    lamina_context *context, int32_t count) LAMINA_ANY_THREAD;

LAMINA_END

#endif
