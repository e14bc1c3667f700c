/* Lamina: pictures of many rows of data. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_JOB_H
#define LAMINA_JOB_H

#include "bitmap.h"
#include "context.h"

LAMINA_BEGIN

/* ==== Job ================================================================ */

typedef enum LAMINA_ENUM lamina_value_kind {
  LAMINA_VALUE_KIND_NONE = 0, /* the template's default */
  LAMINA_VALUE_KIND_TEXT = 1, /* `text`; also a colour ("#rrggbb"), a length ("50%") or the path of a picture */
  LAMINA_VALUE_KIND_NUMBER = 2,
  LAMINA_VALUE_KIND_COLOR = 3,
  LAMINA_VALUE_KIND_BOOLEAN = 4,
  LAMINA_VALUE_KIND_IMAGE = 5,  /* `image`, of the job's context */
  LAMINA_VALUE_KIND_DRAWING = 6 /* `drawing`, of the job's context */
} lamina_value_kind;

/* The value of a row for one slot. Fields that its kind does not use are ignored. */
typedef struct lamina_slot_value {
  size_t struct_size; /* sizeof(lamina_slot_value), the same in all values of an array */
  const char *LAMINA_NULLABLE slot; /* its name, NUL-terminated */
  lamina_value_kind kind;
  bool boolean;
  const char *LAMINA_NULLABLE text;
  size_t text_length;
  double number;
  lamina_color color;
  lamina_image *LAMINA_NULLABLE image;
  lamina_drawing *LAMINA_NULLABLE drawing;
} lamina_slot_value;

#define LAMINA_SLOT_VALUE_INIT                                                                                    \
  {                                                                                                               \
    sizeof(lamina_slot_value), NULL, LAMINA_VALUE_KIND_NONE, false, NULL, LAMINA_NUL_TERMINATED, 0, { 0, 0, 0, 0 }, \
        NULL, NULL                                                                                                \
  }

typedef struct lamina_job_options {
  size_t struct_size; /* sizeof(lamina_job_options) */
  double scale;
  uint32_t look_ahead; /* pictures begun or ready before you take them, up to 10,000; 0 = 8 a worker, at least 8 */
  uint32_t worker_limit; /* workers that draw at the same time; 0 = all */
  const lamina_color *LAMINA_NULLABLE background; /* NULL = the template's */
  const char *LAMINA_NULLABLE image_folder; /* NUL-terminated; pictures are named by paths relative to it. NULL: no
                                               files are read */
  const lamina_encode_options *LAMINA_NULLABLE encoding; /* pictures are files, as from lamina_bitmap_write(). NULL:
                                                            ARGB32 pixels */
  bool allows_outside_images; /* rows may name any file: absolute paths, "..", links out of `image_folder`; otherwise
                                 these are refused, whether or not the file exists */
  const lamina_limits *LAMINA_NULLABLE limits; /* of its rows; NULL = the context's when the job is created */
  bool allows_urls; /* rows may name pictures by URLs, which the context's loader fetches before they are drawn (see
                       loader.h for what it is held to); otherwise no URL but `data:` is read */
} lamina_job_options;

#define LAMINA_JOB_OPTIONS_INIT { sizeof(lamina_job_options), 1, 0, 0, NULL, NULL, NULL, false, NULL, false }

/* The picture of a row, or the reason why there is none. */
typedef struct lamina_picture_info {
  size_t struct_size;   /* sizeof(lamina_picture_info) */
  uint64_t row;         /* the index of the row, from 0 in the order in which rows were added */
  lamina_status status; /* of this row; unless LAMINA_OK, `data` is NULL */
  const char *LAMINA_NULLABLE message; /* what is wrong with the row; NULL if nothing is */
  void *LAMINA_NULLABLE data;          /* pixels, or the bytes of a file; read-only */
  int32_t width, height;               /* pixels */
  int32_t stride;                      /* bytes from row to row of the pixels; 0 for a file */
  size_t data_size;                    /* bytes */
  lamina_picture *LAMINA_NULLABLE picture; /* a reference that you release; NULL if there is no picture */
} lamina_picture_info;

#define LAMINA_PICTURE_INFO_INIT { sizeof(lamina_picture_info), 0, LAMINA_OK, NULL, NULL, 0, 0, 0, 0, NULL }

/* Creates a job without rows. NULL `options`: the defaults. `scale` is 0.1..16. Only lamina_job_wait_picture() waits
 * for a job; lamina_context_wait_idle() and the end of the context do not. Since 0.1. */
LAMINA_API lamina_status lamina_job_create(
    lamina_template *template_, const lamina_job_options *LAMINA_NULLABLE options,
    LAMINA_OUT(lamina_job) out_job) LAMINA_ANY_THREAD;

/* Adds a reference and returns `job`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_job *LAMINA_NULLABLE lamina_job_retain(lamina_job *job) LAMINA_ANY_THREAD;

/* Drops a reference. The last one cancels the job; pictures already taken stay valid. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_job_release(lamina_job *LAMINA_NULLABLE job) LAMINA_ANY_THREAD;

/* Adds a row. Its values are copied, and it starts on a worker as soon as the job's look-ahead allows.
 * LAMINA_ERROR_INVALID_ARGUMENT for a slot that the template does not have, or one given twice; an invalid value is
 * reported as the status of the row's picture. LAMINA_ERROR_INVALID_STATE after lamina_job_cancel(). Since 0.1. */
LAMINA_API lamina_status lamina_job_add_row(
    lamina_job *job, const lamina_slot_value *LAMINA_NULLABLE values, size_t value_count) LAMINA_ANY_THREAD;

/* The same for a row as JSON: an object with strings, numbers, booleans, colours ("#rrggbb" or [red, green, blue,
 * alpha]), drawings (an array of steps) and, for elements that repeat, arrays. Members that name no slot are ignored,
 * and null means the default. A worker parses it: errors in it are reported as the status of the row's picture. Since
 * 0.1. */
LAMINA_API lamina_status lamina_job_add_row_json(
    lamina_job *job, const char *LAMINA_NULLABLE json, size_t length) LAMINA_ANY_THREAD;

/* The same for a row of texts, as in a table: for the first `text_count` slots in the order of
 * lamina_template_read_slot_name(), each NUL-terminated UTF-8. NULL and missing texts mean the default. The fastest way
 * for slots that take texts, colours ("#rrggbb") and lengths ("50%", "auto"). LAMINA_ERROR_INVALID_ARGUMENT for more
 * texts than slots and for invalid UTF-8. Since 0.1. */
LAMINA_API lamina_status lamina_job_add_row_texts(
    lamina_job *job, const char *LAMINA_NULLABLE const *LAMINA_NULLABLE texts, size_t text_count) LAMINA_ANY_THREAD;

/* The same for several rows in one call, for languages in which a call costs more than a row. `texts` contains the
 * texts of all slots in that order, row after row, each NUL-terminated UTF-8; `length` is the number of bytes with the
 * NULs. Adds all rows or none: LAMINA_ERROR_INVALID_ARGUMENT unless there are exactly `row_count` (at most 100,000)
 * times as many texts as slots. Since 0.1. */
LAMINA_API lamina_status lamina_job_add_text_rows(
    lamina_job *job, const char *LAMINA_NULLABLE texts, size_t length, size_t row_count) LAMINA_ANY_THREAD;

/* Waits for the picture of the next row, in the order in which rows were added, and returns it. Its memory does not
 * change until lamina_picture_release(), even if job and context end. For a row that could not be drawn, the call
 * returns LAMINA_OK and `out_info->status` has the error; the message is valid until this thread's next such call.
 * LAMINA_ERROR_TIMED_OUT after `timeout_us` (UINT64_MAX = no limit); LAMINA_ERROR_INVALID_STATE if the pictures of all
 * rows have been taken, and in callbacks on workers. In a context without workers, the calling thread does the work.
 * Since 0.1. */
LAMINA_API lamina_status lamina_job_wait_picture(
    lamina_job *job, uint64_t timeout_us, lamina_picture_info *out_info) LAMINA_ANY_THREAD;

/* The next picture of `job` is ready. */
typedef void (*lamina_job_ready_fn)(lamina_job *job, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Calls `ready` in the owner's process when the next picture is ready, for event loops: take one or all pictures with a
 * timeout of 0. Called once when a picture becomes ready, and again while pictures remain after you took one, for all
 * observers in the order in which they were added; not after the last release of the job. In a context without workers
 * it is called when rows are waiting to be drawn. `out_observer` (may be NULL) receives a number for
 * lamina_job_remove_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_job_add_observer(
    lamina_job *job, lamina_job_ready_fn ready, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_ANY_THREAD;

/* Removes an observer, which is not called any more. LAMINA_ERROR_INVALID_STATE if the job has none with this number.
 * Since 0.1. */
LAMINA_API lamina_status lamina_job_remove_observer(lamina_job *job, uint64_t observer) LAMINA_ANY_THREAD;

/* Adds a reference and returns `picture`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_picture *LAMINA_NULLABLE lamina_picture_retain(lamina_picture *picture) LAMINA_ANY_THREAD;

/* Drops a reference. The last one returns the picture's memory for reuse. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_picture_release(lamina_picture *LAMINA_NULLABLE picture) LAMINA_ANY_THREAD;

/* Ends the job early. Each added row is still returned once; those not drawn have LAMINA_ERROR_CANCELLED. Rows that are
 * being drawn stop at the next stage of their work, or piece of a text. Since 0.1. */
LAMINA_API lamina_status lamina_job_cancel(lamina_job *job) LAMINA_ANY_THREAD;

LAMINA_END

#endif
