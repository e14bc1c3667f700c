/* Lamina: status, errors, version and handles, for all other headers. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_BASE_H
#define LAMINA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LAMINA_VERSION_MAJOR 0
#define LAMINA_VERSION_MINOR 1
#define LAMINA_VERSION_PATCH 0
/* The version of this header as one number: major * 65536 + minor * 256 + patch. */
#define LAMINA_VERSION ((LAMINA_VERSION_MAJOR << 16) | (LAMINA_VERSION_MINOR << 8) | LAMINA_VERSION_PATCH)

#ifdef __cplusplus
#define LAMINA_EXTERN_C_BEGIN extern "C" {
#define LAMINA_EXTERN_C_END }
#else
#define LAMINA_EXTERN_C_BEGIN
#define LAMINA_EXTERN_C_END
#endif

#if defined(__GNUC__)
#define LAMINA_API __attribute__((visibility("default")))
#define LAMINA_TRANSPARENT __attribute__((transparent_union))
#else
#define LAMINA_API
#define LAMINA_TRANSPARENT
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
      LAMINA_EXTERN_C_BEGIN LAMINA_ASSUME("clang assume_nonnull begin")
#define LAMINA_END LAMINA_ASSUME("clang assume_nonnull end") LAMINA_EXTERN_C_END _Pragma("clang diagnostic pop")
#else
#define LAMINA_NULLABLE
#define LAMINA_NONNULL
#define LAMINA_ENUM
#define LAMINA_FLAGS
#define LAMINA_THREAD(name)
#define LAMINA_BEGIN LAMINA_EXTERN_C_BEGIN
#define LAMINA_END LAMINA_EXTERN_C_END
#endif

/* Lets C++ write flags as C does: fields = A | B. */
#ifdef __cplusplus
#define LAMINA_FLAGS_OPERATORS(type)                                                                        \
  extern "C++" {                                                                                            \
  inline type operator|(type a, type b) { return static_cast<type>(static_cast<unsigned>(a) | static_cast<unsigned>(b)); } \
  inline type operator&(type a, type b) { return static_cast<type>(static_cast<unsigned>(a) & static_cast<unsigned>(b)); } \
  inline type operator~(type a) { return static_cast<type>(~static_cast<unsigned>(a)); }                    \
  inline type &operator|=(type &a, type b) { return a = a | b; }                                            \
  inline type &operator&=(type &a, type b) { return a = a & b; }                                            \
  }
#else
#define LAMINA_FLAGS_OPERATORS(type)
#endif

/* The threads on which a function may be called, or on which a callback runs. Each has exactly one; callback types take
 * no attribute, so theirs is in a comment. No function may be called in a signal handler: it may wait for a lock that
 * the interrupted code holds. */
#define LAMINA_ANY_THREAD LAMINA_THREAD("any")
#define LAMINA_OWNER_THREAD LAMINA_THREAD("owner")
#define LAMINA_CALLING_THREAD /* of callbacks: the thread of the call that the callback serves */
#define LAMINA_WORKER_THREAD  /* of callbacks: a worker, or the thread of a call that does the work itself */

/* A pointer that the function sets on LAMINA_OK and does not touch otherwise. */
#define LAMINA_OUT(type) type *LAMINA_NULLABLE *LAMINA_NONNULL

/* A struct made in place, for those whose fields are all zero by default: lamina_style, lamina_text_attributes,
 * lamina_text_paragraph, lamina_text_options, lamina_stack_options and lamina_corner_options.
 *
 *   lamina_node_create_label(context, "Hi", 2, &LAMINA_STRUCT(lamina_text_attributes, .size = 24), &label); */
#ifndef __cplusplus
#define LAMINA_STRUCT(type, ...) ((type){sizeof(type), __VA_ARGS__})
#endif

/* A string length meaning "up to the first NUL". */
#define LAMINA_NUL_TERMINATED SIZE_MAX

LAMINA_BEGIN

/* ==== Base =============================================================== */

typedef enum LAMINA_ENUM lamina_status {
  LAMINA_OK = 0,
  LAMINA_ERROR_INVALID_ARGUMENT = 1, /* the function does not accept this number, enum value, string or NULL */
  LAMINA_ERROR_INVALID_HANDLE = 2,   /* NULL, released, or a handle of another kind */
  LAMINA_ERROR_WRONG_THREAD = 3,     /* an owner-thread function was called from another thread */
  LAMINA_ERROR_FOREIGN_CONTEXT = 4,  /* the handles belong to different contexts */
  LAMINA_ERROR_OUT_OF_RANGE = 5,     /* an index or text range beyond the end */
  LAMINA_ERROR_CYCLE = 6,            /* a node would become its own descendant */
  LAMINA_ERROR_INVALID_STATE = 7,    /* not possible now: for instance, the transaction is already committed */
  LAMINA_ERROR_CANCELLED = 8,        /* the work was cancelled before it was done */
  LAMINA_ERROR_TIMED_OUT = 9,        /* the timeout passed; nothing is lost, call again */
  LAMINA_ERROR_OUT_OF_MEMORY = 10,   /* memory, or a handle table, is exhausted */
  LAMINA_ERROR_IO = 11,              /* a file could not be read or written */
  LAMINA_ERROR_BACKEND = 12,         /* cairo, pango or the operating system reported an error */
  LAMINA_ERROR_UNSUPPORTED = 13      /* this kind of object, build or machine does not support it */
} lamina_status;

/* Called exactly once, when Lamina no longer needs `user_data`, even if the call that took it fails, and whatever other
 * threads do meanwhile: a call that returns LAMINA_OK while the context ends has handed its work over, which is
 * completed before the context has ended; one that comes too late fails. Runs inside the call that dropped the last
 * use, or on the owner thread in a call that processes; never on a worker. */
typedef void (*lamina_destroy_fn)(void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* The version of the library at run time: major * 65536 + minor * 256 + patch. Since 0.1. */
LAMINA_API uint32_t lamina_version(void) LAMINA_ANY_THREAD;

/* Whether this library supports programs compiled against header version `header_version` (pass LAMINA_VERSION): the
 * same major version, and not newer than the library. Since 0.1. */
LAMINA_API bool lamina_is_compatible(uint32_t header_version) LAMINA_ANY_THREAD;

/* The name of a status, such as "LAMINA_ERROR_CYCLE"; "LAMINA_ERROR_UNKNOWN" for any other number. Static. Since
 * 0.1. */
LAMINA_API const char *lamina_status_name(lamina_status status) LAMINA_ANY_THREAD;

/* The message of this thread's last failure; "" if there was none. Never NULL. The pointer is valid as long as the
 * thread lives; the next failing call writes another message there, cut after 4,095 bytes. Since 0.1. */
LAMINA_API const char *lamina_last_error(void) LAMINA_ANY_THREAD;

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
typedef struct lamina_list lamina_list;
typedef struct lamina_picture lamina_picture;
typedef struct lamina_drawing lamina_drawing;
typedef struct lamina_image lamina_image;

/* cairo's drawing context: the same type as its cairo_t. */
struct _cairo;

/* A child of a layout spec: a node or a spec. Pass a lamina_node* or a lamina_spec* directly; compilers refuse anything
 * else. Arrays name the kind of each element, in C and C++:
 *   lamina_element children[] = { LAMINA_NODE(icon), LAMINA_SPEC(column) }; */
#if defined(LAMINA_SWIFT)
typedef void *lamina_element;
#elif defined(__cplusplus)
} /* extern "C" */
struct lamina_element {
  union { lamina_node *LAMINA_NULLABLE node; lamina_spec *LAMINA_NULLABLE spec; };
  lamina_element() : node() {}
  lamina_element(lamina_node *LAMINA_NULLABLE given) : node(given) {}
  lamina_element(lamina_spec *LAMINA_NULLABLE given) : spec(given) {}
};
extern "C" {
#else
typedef union lamina_element {
  lamina_node *LAMINA_NULLABLE node;
  lamina_spec *LAMINA_NULLABLE spec;
} lamina_element LAMINA_TRANSPARENT;
#endif

#if defined(__cplusplus)
#define LAMINA_NODE(given) lamina_element(static_cast<lamina_node *>(given))
#define LAMINA_SPEC(given) lamina_element(static_cast<lamina_spec *>(given))
#else
#define LAMINA_NODE(given) { .node = (given) }
#define LAMINA_SPEC(given) { .spec = (given) }
#endif

LAMINA_END

#endif
