/* Lamina: bytes by their URLs: files, data URLs and servers, through a cache. Part of lamina.h, whose conventions
 * apply. */
#ifndef LAMINA_LOADER_H
#define LAMINA_LOADER_H

#include "context.h"

LAMINA_BEGIN

/* ==== Loader ============================================================= */
/* Loads `file:`, `data:`, `http:` and `https:` URLs, and those of schemes that you serve. Threads of the loader's own
 * read files and speak to servers; neither workers nor the owner thread wait for a byte. Equal loads that are under way
 * are one. Each ends once, on the owner thread, also when it is cancelled or the context ends.
 *
 * Servers are asked through libcurl (Debian: libcurl4, libcurl4t64 since 13), which is opened when it is first needed;
 * proxies are those of curl's environment (https_proxy, no_proxy ...), certificates are checked, and servers that
 * speak HTTP/2 get all requests over one connection. Responses are kept as RFC 9111 says, in memory, or in a folder
 * (Debian: libsqlite3-0) that several processes may share. Requests to servers that fail for a reason that may pass go
 * out again, after 0.25 s and twice that each time; what was cut goes on where it ended if the server says that it has
 * not changed. If a server cannot be reached, a response that is too old stands in, unless the server forbade it. */

typedef enum LAMINA_ENUM lamina_load_priority {
  LAMINA_LOAD_PRIORITY_NORMAL = 0,
  LAMINA_LOAD_PRIORITY_LOW = 1,
  LAMINA_LOAD_PRIORITY_HIGH = 2
} lamina_load_priority;

typedef enum LAMINA_FLAGS lamina_load_flags {
  LAMINA_LOAD_FLAGS_NONE = 0,
  LAMINA_LOAD_FLAGS_RELOAD = 1 << 0,      /* asks the server whether what is in the cache is current */
  LAMINA_LOAD_FLAGS_ONLY_CACHED = 1 << 1, /* asks no server */
  LAMINA_LOAD_FLAGS_NO_STORE = 1 << 2     /* keeps nothing of the response */
} lamina_load_flags;
LAMINA_FLAGS_OPERATORS(lamina_load_flags)

/* Where the bytes are from. */
typedef enum LAMINA_ENUM lamina_load_source {
  LAMINA_LOAD_SOURCE_NETWORK = 0,
  LAMINA_LOAD_SOURCE_CACHE = 1,
  LAMINA_LOAD_SOURCE_VALIDATED = 2, /* from the cache, and the server said that they are current */
  LAMINA_LOAD_SOURCE_FILE = 3,
  LAMINA_LOAD_SOURCE_DATA = 4,      /* from the URL itself */
  LAMINA_LOAD_SOURCE_HOST = 5       /* from a loader of yours */
} lamina_load_source;

typedef struct lamina_load_options {
  size_t struct_size; /* sizeof(lamina_load_options) */
  lamina_load_flags flags;
  lamina_load_priority priority;
  const char *LAMINA_NULLABLE headers; /* more fields for servers, NUL-terminated: "Name: value" lines, each but the
                                          last with a newline. Authorization and Cookie go to the URL's own origin
                                          alone */
} lamina_load_options;

#define LAMINA_LOAD_OPTIONS_INIT { sizeof(lamina_load_options), LAMINA_LOAD_FLAGS_NONE, LAMINA_LOAD_PRIORITY_NORMAL, NULL }

/* What became of a load; valid during the call that hands it over. */
typedef struct lamina_load_result {
  size_t struct_size;
  lamina_status status;   /* LAMINA_OK: all is there. LAMINA_ERROR_IO: it cannot be read or reached, or the server
                             responded with an error; _TIMED_OUT; _OUT_OF_RANGE: beyond a limit; _UNSUPPORTED: not
                             allowed, or a library is missing; _CANCELLED; _INVALID_ARGUMENT: no such URL */
  lamina_load_source source;
  const uint8_t *LAMINA_NULLABLE content; /* NULL for none */
  size_t byte_count;
  const char *url;          /* where they came from, after redirects, NUL-terminated */
  const char *content_type; /* as the server said, "" for nothing, NUL-terminated */
  const char *message;      /* why it failed, "" otherwise, NUL-terminated */
  int32_t http_status;      /* 0: no server responded, and no loader of yours said one */
  int32_t is_stale;         /* 1: older than the server allows, but it could not be asked */
} lamina_load_result;

#define LAMINA_LOAD_RESULT_INIT                                                                              \
  { sizeof(lamina_load_result), LAMINA_OK, LAMINA_LOAD_SOURCE_NETWORK, NULL, 0, "", "", "", 0, 0 }

/* Some bytes of a load have come: all of them so far, which stay as they are while more come. `total` is 0 while it is
 * not known. Valid during the call. */
typedef void (*lamina_context_load_progress_fn)(
    const uint8_t *bytes, size_t byte_count, uint64_t total, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* A load has ended. */
typedef void (*lamina_context_load_end_fn)(
    const lamina_load_result *result, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Begins to load `url`. `progress` (may be NULL) is called as bytes come, as often as the owner thread processes, the
 * last time with all of them when the load succeeds; `end` once, after that. NULL `options`: the defaults. `out_load`
 * (may be NULL) receives a number for the functions below. lamina_context_wait_idle() waits for loads, too.
 * LAMINA_ERROR_INVALID_ARGUMENT for what is no URL, or fields that are none; LAMINA_ERROR_UNSUPPORTED for a scheme that
 * nobody serves or that is not allowed. Since 0.1. */
LAMINA_API lamina_status lamina_context_load(
    lamina_context *context, const char *url, size_t length, const lamina_load_options *LAMINA_NULLABLE options,
    lamina_context_load_progress_fn LAMINA_NULLABLE progress, lamina_context_load_end_fn end, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_load) LAMINA_ANY_THREAD;

/* Ends a load early: its end says LAMINA_ERROR_CANCELLED. LAMINA_ERROR_INVALID_STATE if it has ended, or the number was
 * never given out. Since 0.1. */
LAMINA_API lamina_status lamina_context_cancel_load(lamina_context *context, uint64_t load) LAMINA_ANY_THREAD;

/* Which load goes first when several wait for a server. What several loads wait for has the highest of their
 * priorities. LAMINA_ERROR_INVALID_STATE as above. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_load_priority(
    lamina_context *context, uint64_t load, lamina_load_priority priority) LAMINA_ANY_THREAD;

typedef enum LAMINA_FLAGS lamina_loader_flags {
  LAMINA_LOADER_FLAGS_NONE = 0,
  LAMINA_LOADER_FLAGS_NO_FILES = 1 << 0,      /* refuses `file:` */
  LAMINA_LOADER_FLAGS_NO_PLAIN_HTTP = 1 << 1, /* refuses `http:`, also when a server redirects there */
  /* Refuses addresses of this machine and of networks that are not the internet, whatever name leads there. Asked
     through a proxy, it is the proxy's address that counts. */
  LAMINA_LOADER_FLAGS_NO_PRIVATE_ADDRESSES = 1 << 2
} lamina_loader_flags;
LAMINA_FLAGS_OPERATORS(lamina_loader_flags)

/* What all loads of a context are held to. 0 in a number stands for its default. */
typedef struct lamina_loader_options {
  size_t struct_size; /* sizeof(lamina_loader_options) */
  lamina_loader_flags flags;
  int32_t max_redirects; /* 10; -1: none. Never from https to http, nor away from both */
  int32_t max_retries;   /* 2; -1: none */
  uint64_t max_bytes;    /* of one response; 67,108,864 */
  uint64_t timeout_us;   /* of one load, from its first request to its last byte; 60,000,000 */
  uint64_t cache_bytes;  /* that the cache holds; 33,554,432 in memory, 268,435,456 in a folder */
  const char *LAMINA_NULLABLE cache_folder; /* NUL-terminated; created if only its last part is missing. NULL: memory */
  const char *LAMINA_NULLABLE user_agent;   /* what servers see as the program's name; NULL: "Lamina" */
  const char *LAMINA_NULLABLE ca_file;      /* certificates (PEM) that vouch for servers in place of the system's,
                                               NUL-terminated; NULL: the system's */
} lamina_loader_options;

#define LAMINA_LOADER_OPTIONS_INIT { sizeof(lamina_loader_options), LAMINA_LOADER_FLAGS_NONE, 0, 0, 0, 0, 0, NULL, NULL, NULL }

/* Sets what loads are held to; NULL: the defaults. Call it before the first load: LAMINA_ERROR_INVALID_STATE after
 * that. LAMINA_ERROR_INVALID_ARGUMENT for a bad option, LAMINA_ERROR_IO for a `ca_file` that cannot be read (what is in
 * it is seen by the first load that needs it), LAMINA_ERROR_UNSUPPORTED for a cache folder without SQLite (Debian:
 * libsqlite3-0). If the folder cannot be used, the log says so, and nothing is kept; a damaged cache is set
 * aside in the folder, which the log says, too. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_loader_options(
    lamina_context *context, const lamina_loader_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* Serve a request of the loader's for `url`: hand over bytes with lamina_context_append_load() and end it with
 * lamina_context_end_load(), from any thread, now or later. */
typedef void (*lamina_context_load_start_fn)(
    lamina_context *context, uint64_t request, const char *url, lamina_load_priority priority,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Nobody waits for the request any more; what is handed over for it from now on is refused. */
typedef void (*lamina_context_load_cancel_fn)(
    lamina_context *context, uint64_t request, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* The request has another priority now. */
typedef void (*lamina_context_load_priority_fn)(
    lamina_context *context, uint64_t request, lamina_load_priority priority,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Serves a scheme from now on, in place of whoever did, which may be the library. `scheme` is without its colon and is
 * compared without case. `cancel` and `priority` may be NULL. NULL `start`: the library serves the scheme again, or
 * nobody does. Nothing of what you hand over is kept in the cache. LAMINA_ERROR_INVALID_ARGUMENT for what is no scheme.
 * Since 0.1. */
LAMINA_API lamina_status lamina_context_set_loader(
    lamina_context *context, const char *scheme, size_t length, lamina_context_load_start_fn LAMINA_NULLABLE start,
    lamina_context_load_cancel_fn LAMINA_NULLABLE cancel, lamina_context_load_priority_fn LAMINA_NULLABLE priority,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Hands over bytes of a request that you serve, which are copied, after those before. `total`, if not 0, is how many it
 * will be. LAMINA_ERROR_INVALID_STATE if there is no such request (any more), LAMINA_ERROR_OUT_OF_RANGE beyond the
 * loader's limit, which ends it. Since 0.1. */
LAMINA_API lamina_status lamina_context_append_load(
    lamina_context *context, uint64_t request, const char *LAMINA_NULLABLE bytes, size_t length, uint64_t total) LAMINA_ANY_THREAD;

/* Ends a request that you serve: `status` is LAMINA_OK when all its bytes were handed over. `content_type`
 * (NUL-terminated, may be NULL) is what the result says. LAMINA_ERROR_INVALID_STATE as above. Since 0.1. */
LAMINA_API lamina_status lamina_context_end_load(
    lamina_context *context, uint64_t request, lamina_status status, const char *LAMINA_NULLABLE content_type) LAMINA_ANY_THREAD;

/* Ends a request that you serve and that failed, as lamina_context_end_load() with a `status` other than LAMINA_OK, and
 * says why: `http_status`, 0 or 100 to 999, is that of the result, and of the picture of a node that loads it;
 * `message` (NUL-terminated, may be NULL) is a sentence for people, which stands after the URL in what the result and
 * lamina_last_error() say. LAMINA_ERROR_INVALID_ARGUMENT for LAMINA_OK, LAMINA_ERROR_INVALID_STATE as above. Since
 * 0.1. */
LAMINA_API lamina_status lamina_context_end_failed_load(
    lamina_context *context, uint64_t request, lamina_status status, int32_t http_status,
    const char *LAMINA_NULLABLE message) LAMINA_ANY_THREAD;

/* Loads since the context was created, and what the cache holds. */
typedef struct lamina_loader_statistics {
  size_t struct_size;       /* sizeof(lamina_loader_statistics) */
  uint64_t started;         /* loads */
  uint64_t joined;          /* of those: joined to an equal one that was under way */
  uint64_t failed;          /* requests, also of several loads, that ended with another status than LAMINA_OK */
  uint64_t hits;            /* served by the cache alone */
  uint64_t validated;       /* served by the cache after asking the server */
  uint64_t misses;          /* served by a server */
  uint64_t network_bytes;   /* of the contents of those */
  uint64_t cached_responses;
  uint64_t cached_bytes;
} lamina_loader_statistics;

#define LAMINA_LOADER_STATISTICS_INIT { sizeof(lamina_loader_statistics), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Fills `out_statistics` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_loader_statistics(
    lamina_context *context, lamina_loader_statistics *out_statistics) LAMINA_ANY_THREAD;

/* Drops what was used the longest time ago until the cache holds at most `bytes`. Waits for the disk if it is in a
 * folder. Since 0.1. */
LAMINA_API lamina_status lamina_context_trim_loader_cache(lamina_context *context, uint64_t bytes) LAMINA_ANY_THREAD;

/* Writes what the cache holds, those used last first, and returns the length: a line for each response, at most
 * 10,000, with its bytes, HTTP status, age in seconds, "fresh", "stale" or "part" (it was cut), and URL, a tab after
 * each but the last. Waits for the disk as above. 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_read_loader_cache(
    lamina_context *context, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
