/* Lamina: the engine: workers, fonts, posted calls, time and memory. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_CONTEXT_H
#define LAMINA_CONTEXT_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Context ============================================================ */
/* One engine: worker threads, fonts, caches, run queue. The thread that creates it is its owner. Contexts are
 * independent; a server makes one per request thread. */

#define LAMINA_THREADS_AUTO (-1)

typedef enum LAMINA_FLAGS lamina_context_flags {
  LAMINA_CONTEXT_FLAGS_NONE = 0,
  /* Work is committed in the order of its requests, whichever worker finishes first. */
  LAMINA_CONTEXT_FLAGS_DETERMINISTIC = 1 << 0,
  /* Only `font_files` and lamina_context_add_font_file() supply fonts: the same text looks the same on every machine. */
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
  const char *LAMINA_NULLABLE language;    /* language tag for font choice; NULL = "en". The locale does not matter */
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
  uint64_t completions_us;  /* of owner_us: applying finished work, with the callbacks that this runs */
  uint64_t changes_us;      /* of owner_us: applying changes of nodes, and starting drawings */
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
 * LAMINA_ERROR_OUT_OF_MEMORY beyond 1,024 contexts, LAMINA_ERROR_BACKEND when no thread or descriptor is to be had.
 * Since 0.1. */
LAMINA_API lamina_status lamina_context_create(
    const lamina_context_options *LAMINA_NULLABLE options, LAMINA_OUT(lamina_context) out_context) LAMINA_ANY_THREAD;

/* Adds a reference and returns `context`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_context *LAMINA_NULLABLE lamina_context_retain(lamina_context *context) LAMINA_ANY_THREAD;

/* Drops a reference. The last one ends the context: running work is waited for, its results dropped, completions and
 * destroy notifies run, and every handle made from the context becomes stale. While one of your callbacks runs on a
 * worker and does not return, the log says so every few seconds. When the last reference is dropped on another thread
 * than the owner's, or from within a callback, the owner's next call into the context (or the end of the one it is in)
 * does this; an owner that ends without one leaves the workers waiting. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_context_release(lamina_context *LAMINA_NULLABLE context) LAMINA_ANY_THREAD;

/* A descriptor that is readable while lamina_context_process() has something to do; level-triggered, for poll(2) and
 * every event loop. Lamina owns it: do not read or close it. -1 for a bad handle. Since 0.1. */
LAMINA_API int lamina_context_get_fd(lamina_context *context) LAMINA_ANY_THREAD;

/* How long the loop may sleep if the descriptor stays quiet: 0 = process now, -1 = no limit. -1 for a bad handle. Ask
 * after each process: a delayed call may come up before anything else. 0 also after calls that leave a process
 * something to note, such as a delayed call. Since 0.1. */
LAMINA_API int64_t lamina_context_get_timeout_us(lamina_context *context) LAMINA_ANY_THREAD;

/* Does what is due on the owner thread: applies finished layouts and drawings, starts new ones, runs callbacks, and
 * does the work itself when the context has no workers. Returns at the first opportunity after `budget_us`, 0 = no
 * limit; what is left keeps the descriptor readable and follows in order. When posted calls, finished work and changes
 * use up the budget, they take turns in going first, so that none of them starves the others. Fails with
 * LAMINA_ERROR_INVALID_STATE when called from within itself. Since 0.1. */
LAMINA_API lamina_status lamina_context_process(lamina_context *context, uint64_t budget_us) LAMINA_OWNER_THREAD;

/* A function that the owner thread runs for you, inside a call that processes. */
typedef void (*lamina_context_call_fn)(void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Queues `call` for the owner thread's next process. Calls run once, in the order posted, as many as the budget allows;
 * the others wait for the process after it, as do calls that are posted by calls. A process in which calls left no time
 * for changes is followed by one that begins with the changes. What has not run when the context ends is only
 * destroyed. Since 0.1. */
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

/* Makes delays count on your own clock, in microseconds, which moves with each of these calls and never by itself: for
 * tests, games and recordings. LAMINA_TIME_SYSTEM goes back to the system's clock. Calls that wait keep the time that
 * is left to them. LAMINA_ERROR_INVALID_ARGUMENT for a step back. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_time_us(lamina_context *context, uint64_t time_us) LAMINA_OWNER_THREAD;

typedef enum LAMINA_ENUM lamina_commit_phase {
  LAMINA_COMMIT_PHASE_BEFORE = 0, /* changes and finished work are about to be applied: changes made now are applied with them */
  LAMINA_COMMIT_PHASE_AFTER = 1   /* they were: the surfaces can be composited */
} lamina_commit_phase;

/* The context is about to apply changes and finished work, or has done so. */
typedef void (*lamina_context_commit_fn)(
    lamina_context *context, lamina_commit_phase phase, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Runs `observer` in each process that applies something, at most once in each, after the observers added before it.
 * `out_observer`, which may be NULL, gets a number for lamina_context_remove_commit_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_context_add_commit_observer(
    lamina_context *context, lamina_commit_phase phase, lamina_context_commit_fn observer,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy,
    uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE when there is none of this number. Since 0.1. */
LAMINA_API lamina_status lamina_context_remove_commit_observer(
    lamina_context *context, uint64_t observer) LAMINA_OWNER_THREAD;

/* Whether the calling thread is the owner; false for a bad handle. Since 0.1. */
LAMINA_API bool lamina_context_is_owner_thread(lamina_context *context) LAMINA_ANY_THREAD;

/* Processes and sleeps until nothing is left to do. LAMINA_ERROR_TIMED_OUT after `timeout_us`, UINT64_MAX = no limit.
 * Delayed calls that are not due do not count. For tools and tests; interactive hosts use the descriptor. Since 0.1. */
LAMINA_API lamina_status lamina_context_wait_idle(lamina_context *context, uint64_t timeout_us) LAMINA_OWNER_THREAD;

/* Makes the fonts in a file available to texts that are measured from now on. Fails with LAMINA_ERROR_IO when the file
 * cannot be read or holds no font. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_file(
    lamina_context *context, const char *path, size_t length) LAMINA_ANY_THREAD;

/* The same for a font in memory, which is copied and kept as long as the process lives. Fails with LAMINA_ERROR_IO when
 * it holds no font. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_font_data(
    lamina_context *context, const char *data, size_t length) LAMINA_ANY_THREAD;

/* Whether the context has a font family of exactly this name (upper and lower case count as the same); false for a bad
 * handle. Text in a family that is not there is set in one that is: see lamina_context_read_font_match(). Since 0.1. */
LAMINA_API bool lamina_context_has_font_family(
    lamina_context *context, const char *family, size_t length) LAMINA_ANY_THREAD;

/* Copies the names of all font families, sorted, each followed by a newline, and a NUL into `buffer` as far as
 * `capacity` goes, and returns the whole length in bytes without the NUL; 0 without any font and for a bad handle.
 * Without any font texts are measured and drawn as empty boxes, and lamina_text_metrics counts them as missing. Since
 * 0.1. */
LAMINA_API size_t lamina_context_read_font_families(
    lamina_context *context, char *LAMINA_NULLABLE buffer, size_t capacity) LAMINA_ANY_THREAD;

/* Copies the name of the family that a family list (as in lamina_text_attributes) is set in, as the function above
 * does; 0 without any font and for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_read_font_match(
    lamina_context *context, const char *LAMINA_NULLABLE family, size_t length, char *LAMINA_NULLABLE buffer,
    size_t capacity) LAMINA_ANY_THREAD;

/* Fills `out_statistics` up to its struct_size. Counters accumulate; subtract two readings. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_statistics(
    lamina_context *context, lamina_statistics *out_statistics) LAMINA_ANY_THREAD;

/* Fills `out_memory` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_memory(lamina_context *context, lamina_memory *out_memory) LAMINA_OWNER_THREAD;

/* Limits the memory of bitmaps: beyond `bytes`, contents of nodes that are more than a screen away from what their
 * surface shows are dropped, the farthest first, or not drawn, until they come near. What shows is kept whatever it
 * takes. SIZE_MAX is no limit, the default. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_bitmap_budget(lamina_context *context, size_t bytes) LAMINA_OWNER_THREAD;

/* Returns to the system what can be made again: pools, fonts, glyphs, shaped words, shared images in other sizes, and
 * contents as above; texts are measured again where that matters. Call it under memory pressure, and again afterwards:
 * fonts and glyphs that failed for want of memory are then retried. Since 0.1. */
LAMINA_API lamina_status lamina_context_trim_memory(lamina_context *context) LAMINA_OWNER_THREAD;

/* The number of worker threads; 0 also for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_get_thread_count(lamina_context *context) LAMINA_ANY_THREAD;

/* Sets the layout direction of nodes for which neither they nor an ancestor set one. What is shown is laid out anew.
 * Default: left to right. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_layout_direction(
    lamina_context *context, lamina_layout_direction direction) LAMINA_ANY_THREAD;

/* The context's layout direction; LAMINA_LAYOUT_DIRECTION_INHERIT for a bad handle. Since 0.1. */
LAMINA_API lamina_layout_direction lamina_context_get_layout_direction(lamina_context *context) LAMINA_ANY_THREAD;

/* Lets only `count` workers (at least 1) begin work, and the others rest: fewer leave more of the machine to the owner
 * while the user scrolls. LAMINA_THREADS_AUTO: all of them, the default; more than there are is the same. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_active_thread_count(
    lamina_context *context, int32_t count) LAMINA_ANY_THREAD;

LAMINA_END

#endif
