/* Lamina: pictures that nodes show. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_IMAGE_H
#define LAMINA_IMAGE_H

#include "bitmap.h"
#include "loader.h"

LAMINA_BEGIN

/* ==== Image ============================================================== */

/* Creates a picture from pixels (ARGB32, or RGB24 for an opaque one), which are copied. Pictures are immutable values.
 * Any number of nodes, drawings and rows may show one: its pixels exist once and are scaled once for each size in which
 * it is shown. The last eight sizes are kept. Since 0.1. */
LAMINA_API lamina_status lamina_image_create(
    lamina_context *context, const lamina_bitmap *pixels, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Creates a picture from the `length` bytes of a file in one of the formats of lamina_image_format but RAW, decoded on
 * the calling thread; to decode on a worker, call it in an operation of a transaction. It is turned upright as the file
 * says; of an animation it is the first frame, or the picture that a PNG has for readers without animations. Statuses
 * are those of lamina_bitmap_read(), and LAMINA_ERROR_OUT_OF_MEMORY. Since 0.1. */
LAMINA_API lamina_status lamina_image_create_data(
    lamina_context *context, const char *data, size_t length, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Creates a picture from such a file. LAMINA_ERROR_IO names the file and the reason; anything but a regular file is
 * refused. Since 0.1. */
LAMINA_API lamina_status lamina_image_create_file(
    lamina_context *context, const char *path, size_t length, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* How a picture becomes the size that it is loaded for. It is never enlarged, but an SVG is drawn in this size. */
typedef enum LAMINA_ENUM lamina_image_fit {
  LAMINA_IMAGE_FIT_ASPECT_FIT = 0, /* all of it within the size */
  LAMINA_IMAGE_FIT_ASPECT_FILL = 1 /* all of the size covered */
} lamina_image_fit;

/* What a step makes of a picture. */
typedef enum LAMINA_ENUM lamina_image_step_kind {
  LAMINA_IMAGE_STEP_KIND_CROP = 0,   /* the part `source` */
  LAMINA_IMAGE_STEP_KIND_RESIZE = 1, /* smaller: see `fit` */
  LAMINA_IMAGE_STEP_KIND_ROUND = 2,  /* corners of `radius`, and a border */
  LAMINA_IMAGE_STEP_KIND_TINT = 3,   /* a stencil: `color` where the picture is not clear */
  LAMINA_IMAGE_STEP_KIND_BLUR = 4,   /* a Gaussian blur of `radius`; edges go on as they are */
  LAMINA_IMAGE_STEP_KIND_CALL = 5    /* a function of yours */
} lamina_image_step_kind;

/* Changes the pixels of a picture (ARGB32) in place. They are valid until it returns. A status other than LAMINA_OK is
 * the one of loading. Equal pixels have to become equal ones: equal steps are not made twice. */
typedef lamina_status (*lamina_image_modify_fn)(
    const lamina_bitmap *pixels, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* A step from one picture to another. Only what its kind names counts. */
typedef struct lamina_image_step {
  size_t struct_size;          /* sizeof(lamina_image_step) */
  lamina_image_step_kind kind;
  lamina_rect source;          /* CROP: as in lamina_image_options */
  int32_t width_px, height_px; /* RESIZE: at least 1 */
  lamina_image_fit fit;        /* RESIZE: ASPECT_FIT fits all of the picture into the size; ASPECT_FILL makes it
                                  exactly this size, what is beyond on both sides being cut off. Never enlarged: of a
                                  smaller picture ASPECT_FILL is the largest part with these proportions */
  double radius;               /* ROUND: in pixels, >= 0; one beyond half of the shorter side is that half, which makes
                                  a circle of a square. BLUR: the standard deviation in pixels, 0..500 */
  double border;               /* ROUND: the width in pixels of a border within the edges, >= 0 */
  lamina_color color;          /* TINT; ROUND: that of the border */
  lamina_image_modify_fn LAMINA_NULLABLE modify; /* CALL */
  void *LAMINA_NULLABLE user_data; /* CALL: stays valid until the `destroy` of what the step is given with is called, in
                                      lamina_image_begin_modified() until `loaded` is. The same function with the same
                                      one is the same step */
} lamina_image_step;

#define LAMINA_IMAGE_STEP_INIT                                                                                 \
  { sizeof(lamina_image_step), LAMINA_IMAGE_STEP_KIND_CROP, { { 0, 0 }, { 1, 1 } }, 0, 0,                      \
    LAMINA_IMAGE_FIT_ASPECT_FIT, 0, 0, { 0, 0, 0, 0 }, NULL, NULL }

typedef struct lamina_image_load_options {
  size_t struct_size;          /* sizeof(lamina_image_load_options) */
  int32_t width_px, height_px; /* the size in which it will be shown, upright; both 0: its own. A large picture is
                                  decoded to a smaller size in little memory */
  lamina_image_fit fit;
  bool animated;               /* keeps the file of an animation, whose frames nodes play */
  int32_t priority;            /* as in lamina_context_run(); of a URL, above and below 0 also its load's */
  lamina_load_flags load_flags; /* of a URL; with LAMINA_LOAD_FLAGS_RELOAD it is not taken from memory, with
                                   LAMINA_LOAD_FLAGS_NO_STORE not kept there either */
  const lamina_image_step *LAMINA_NULLABLE steps; /* what the picture, decoded for its size, becomes, also each frame of
                                   an animation. Equal ones with equal steps are made once, and kept so */
  size_t step_count;               /* 0 to 64 */
} lamina_image_load_options;

#define LAMINA_IMAGE_LOAD_OPTIONS_INIT                                                                         \
  { sizeof(lamina_image_load_options), 0, 0, LAMINA_IMAGE_FIT_ASPECT_FIT, false, 0, LAMINA_LOAD_FLAGS_NONE, NULL, 0 }

/* A picture is loaded (LAMINA_OK), or will not be: the status says why, and lamina_last_error() in words. Called once,
 * after nodes that waited for it show it. LAMINA_ERROR_CANCELLED when it was cancelled, or the context ended. */
typedef void (*lamina_image_loaded_fn)(
    lamina_image *image, lamina_status status, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Begins to load a picture from the `length` bytes of a file, which are copied; a worker decodes it. `out_image` may be
 * given to nodes at once, and to anything else when it is loaded. NULL `options`: in its own size. `loaded` may be
 * NULL. LAMINA_ERROR_IO for bytes that do not begin as such a file; what is wrong with them farther on is said to
 * `loaded`: see lamina_image_create_data(). LAMINA_ERROR_INVALID_ARGUMENT for a size with only one side, or a negative
 * one. Since 0.1. */
LAMINA_API lamina_status lamina_image_begin_data(
    lamina_context *context, const char *data, size_t length, const lamina_image_load_options *LAMINA_NULLABLE options,
    lamina_image_loaded_fn LAMINA_NULLABLE loaded, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* The same from a file, which a worker reads; one that others have asked for and that is under way is read once.
 * Since 0.1. */
LAMINA_API lamina_status lamina_image_begin_file(
    lamina_context *context, const char *path, size_t length, const lamina_image_load_options *LAMINA_NULLABLE options,
    lamina_image_loaded_fn LAMINA_NULLABLE loaded, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* The same from a URL, which the context's loader fetches (see loader.h) before a worker decodes it. Equal ones that
 * are under way are fetched once, and those of the same size decoded once. What was decoded is kept in memory (see
 * lamina_context_set_image_cache()): a picture that is there is loaded when this returns, and `loaded` is called in the
 * next process. Of a file it is loaded when a thread has seen that the file was neither written anew nor replaced.
 * LAMINA_ERROR_INVALID_ARGUMENT for what is no URL, LAMINA_ERROR_UNSUPPORTED for a scheme that nobody serves or that is
 * not allowed. Since 0.1. */
LAMINA_API lamina_status lamina_image_begin_url(
    lamina_context *context, const char *url, size_t length, const lamina_image_load_options *LAMINA_NULLABLE options,
    lamina_image_loaded_fn LAMINA_NULLABLE loaded, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Begins to make a picture of another one by 1 to 64 steps, which follow each other on a worker; of one that is loading
 * when that is loaded, and if it fails, this one fails too. `out_image` is a picture that is loading, as in
 * lamina_image_begin_data(), which also says when `loaded` is called. The picture of the same image and equal steps is
 * the same, as long as somebody holds it: cancelling it cancels it for all, and `image` goes on. Of an animation it is
 * made of the first frame; `steps` in lamina_image_load_options are made of each. For one that failed,
 * the status is that of its loading. `priority` is as in lamina_context_run(). For a picture of a URL, steps in
 * lamina_image_load_options are kept in memory with it. Since 0.1. */
LAMINA_API lamina_status lamina_image_begin_modified(
    lamina_image *image, const lamina_image_step *steps, size_t step_count, int32_t priority,
    lamina_image_loaded_fn LAMINA_NULLABLE loaded, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, LAMINA_OUT(lamina_image) out_image) LAMINA_ANY_THREAD;

/* Ends the loading of a picture, between two of its rows if it has begun; nodes that wait for it keep what they show.
 * LAMINA_ERROR_INVALID_STATE when it is not loading. Since 0.1. */
LAMINA_API lamina_status lamina_image_cancel(lamina_image *image) LAMINA_ANY_THREAD;

/* What became of a picture. */
typedef enum LAMINA_ENUM lamina_image_state {
  LAMINA_IMAGE_STATE_LOADED = 0, /* there are pixels */
  LAMINA_IMAGE_STATE_LOADING = 1,
  LAMINA_IMAGE_STATE_FAILED = 2, /* also for a bad handle */
  LAMINA_IMAGE_STATE_CANCELLED = 3,
  LAMINA_IMAGE_STATE_WAITING = 4 /* of a node: not near enough to being seen (lamina_node_set_image_source()) */
} lamina_image_state;

/* Whether there are pixels, or will be. Since 0.1. */
LAMINA_API lamina_image_state lamina_image_get_state(lamina_image *image) LAMINA_ANY_THREAD;

/* Adds a reference and returns `image`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_image *LAMINA_NULLABLE lamina_image_retain(lamina_image *image) LAMINA_ANY_THREAD;

/* Drops a reference; nodes keep their picture. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_image_release(lamina_image *LAMINA_NULLABLE image) LAMINA_ANY_THREAD;

/* How a picture is placed in a node of a different size. */
typedef enum LAMINA_ENUM lamina_gravity {
  LAMINA_GRAVITY_RESIZE = 0,      /* stretched to the node */
  LAMINA_GRAVITY_ASPECT_FIT = 1,  /* scaled to fit in the node, centred */
  LAMINA_GRAVITY_ASPECT_FILL = 2, /* scaled to cover the node, centred */
  LAMINA_GRAVITY_CENTER = 3,      /* not scaled to the node, like all that follow */
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
  lamina_insets stretch; /* nine slices: pixels along the edges that keep their size when it is stretched, >= 0 */
  bool tinted;           /* a stencil: the node's tint (see lamina_traits) where the picture is not clear */
  lamina_image *LAMINA_NULLABLE dark; /* shown where the node's colour scheme is dark, in place of `image`; loaded. The
                                         node keeps it */
} lamina_image_options;

#define LAMINA_IMAGE_OPTIONS_INIT                                                                              \
  { sizeof(lamina_image_options), LAMINA_GRAVITY_RESIZE, 1, { { 0, 0 }, { 1, 1 } }, { 0, 0, 0, 0 }, false, NULL }

/* The width and height of the picture in pixels; zero for a bad handle, and as long as it is not loaded. Since 0.1. */
LAMINA_API lamina_size lamina_image_get_size(lamina_image *image) LAMINA_ANY_THREAD;

/* Shows a picture in a display node, replacing any drawing and clipped to the node. A picture with exactly the node's
 * pixels is shown without a copy. NULL removes it. NULL `options`: stretched. LAMINA_ERROR_UNSUPPORTED for a text node.
 *
 * A picture that is loading is shown when it is loaded; until then, and when it fails, the node shows what it did. One
 * that is set later wins, whichever is loaded first. For one that failed, the status is the one of its loading.
 *
 * The picture's intrinsic size is that of `source` in pixels, divided by `scale`. In layout a node without a spec, and
 * without children in a flex layout, has this size or, in less space, the largest with the same proportions. A style
 * overrides it; one that sets a length larger than the picture's must also set the other one, or an aspect ratio.
 * Since 0.1. */
LAMINA_API lamina_status lamina_node_set_image(
    lamina_node *node, lamina_image *LAMINA_NULLABLE image,
    const lamina_image_options *LAMINA_NULLABLE options) LAMINA_ANY_THREAD;

/* ==== Pictures that load themselves ====================================== */

typedef enum LAMINA_FLAGS lamina_image_source_flags {
  LAMINA_IMAGE_SOURCE_FLAGS_NONE = 0,
  LAMINA_IMAGE_SOURCE_FLAGS_ANIMATED = 1 << 0,    /* plays an animation */
  LAMINA_IMAGE_SOURCE_FLAGS_PROGRESSIVE = 1 << 1, /* shows a progressive JPEG in more detail with each of its scans that
                                                     has come, while the node is visible */
  LAMINA_IMAGE_SOURCE_FLAGS_WORST_FIRST = 1 << 2, /* of several URLs loads the last one first, and then better ones */
  LAMINA_IMAGE_SOURCE_FLAGS_EAGER = 1 << 3,       /* loads wherever the node is, also without a surface */
  LAMINA_IMAGE_SOURCE_FLAGS_RELOAD = 1 << 4       /* takes it not from memory this time, and asks the server whether
                                                     what is in the cache is current. The same source set again with it
                                                     is loaded once more; what shows stays until then */
} lamina_image_source_flags;
LAMINA_FLAGS_OPERATORS(lamina_image_source_flags)

/* From where a node loads its picture. */
typedef struct lamina_image_source {
  size_t struct_size; /* sizeof(lamina_image_source) */
  const char *LAMINA_NULLABLE url; /* NUL-terminated; of a file file:///folder/a.png, with %20 for a space. Several are
                                      the same picture, the best first, with a newline after each but the last; 16 at
                                      most */
  lamina_image *LAMINA_NULLABLE fallback; /* shown until another is there, and if none comes; it must be loaded */
  lamina_image_source_flags flags;
  const lamina_image_options *LAMINA_NULLABLE options; /* how it stands in the node; NULL: stretched. The size in layout
                                 is that of the picture as its file has it, whatever it is decoded to */
  const lamina_image_step *LAMINA_NULLABLE steps; /* as in lamina_image_load_options; the size is then the one that they
                                 leave of the file's */
  size_t step_count;           /* 0 to 64 */
  int32_t width_px, height_px; /* decoded for this size in place of the node's, and before it has one: nodes of several
                                 sizes then share one picture. Both 0: the node's size */
} lamina_image_source;

#define LAMINA_IMAGE_SOURCE_INIT                                                                               \
  { sizeof(lamina_image_source), NULL, NULL, LAMINA_IMAGE_SOURCE_FLAGS_NONE, NULL, NULL, 0, 0, 0 }

/* What became of the picture that a node loads. */
typedef struct lamina_image_status {
  size_t struct_size;       /* sizeof(lamina_image_status) */
  lamina_image_state state; /* LOADED: the best that there is shows. WAITING: it goes on when the node is nearer */
  lamina_status failure;    /* why the best URL failed, with the state FAILED: nothing shows but the fallback, or a
                               preview */
  int32_t shown;            /* which URL shows, from 0; -1: none */
  bool is_preview;          /* it shows with less detail than it will, or as it was before its file changed or it was
                               to be loaded once more */
  double progress;          /* 0 to 1, of the bytes of what is loaded, where the server says how many there are */
  int32_t loaded_from;      /* a lamina_load_source, of what shows; -1: none, or it was in memory */
  int32_t http_status;      /* with the state FAILED: of the response to the best URL; 0: no server responded */
} lamina_image_status;

#define LAMINA_IMAGE_STATUS_INIT                                                                               \
  { sizeof(lamina_image_status), LAMINA_IMAGE_STATE_WAITING, LAMINA_OK, -1, false, 0, -1, 0 }

/* Something of it has changed. With the state FAILED, lamina_last_error() says why. */
typedef void (*lamina_node_image_fn)(
    lamina_node *node, const lamina_image_status *status, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Has a display node load its picture: it is fetched in the range PRELOAD (see interface.h), and decoded in the node's
 * size in the range DISPLAY; out of that its pixels are dropped, which memory keeps for a while, and out of PRELOAD it
 * is cancelled. What is visible is fetched first. A picture that is in memory shows in the same process, others when
 * they are there; until then the node shows the picture in another size, as a preview, if memory has it so (without
 * `steps`), else what it did, or `fallback`. Of several URLs only the best is loaded, and
 * the next one when it fails; any that is in memory shows meanwhile. What failed is tried again when the node comes
 * near again, and when the same source is set again. So is a file: one that was written anew or replaced shows as it is
 * now, after what memory has of it. From when the same source is set again until it was looked at, tried or loaded
 * again, the state is LOADING, and then `changed` is called. A node without a size is given the picture's, which is
 * decoded as it is then; a layout that rounds otherwise decodes nothing anew. On no surface it is far from being seen;
 * what lamina_node_render() draws has its pictures all the same.
 *
 * `changed` (may be NULL) is called when the status has changed, in the owner's process. NULL `source`: the node loads
 * nothing more and keeps what it shows, which it also does when it is given anything else to show; what is under way is
 * cancelled, and `changed` is not called any more.
 *
 * LAMINA_ERROR_UNSUPPORTED for a text node, LAMINA_ERROR_INVALID_ARGUMENT for what are no URLs
 * (LAMINA_ERROR_UNSUPPORTED of a scheme is in the status), LAMINA_ERROR_INVALID_STATE for a fallback that is still
 * loading. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_image_source(
    lamina_node *node, const lamina_image_source *LAMINA_NULLABLE source, lamina_node_image_fn LAMINA_NULLABLE changed,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Fills `out_status` up to its struct_size. LAMINA_ERROR_INVALID_STATE for a node without a source. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_image_status(
    lamina_node *node, lamina_image_status *out_status) LAMINA_ANY_THREAD;

/* How a node plays the animation that it shows. */
typedef struct lamina_playback {
  size_t struct_size; /* sizeof(lamina_playback) */
  bool paused;
  double speed;       /* 1 is as the file says; 0..100 */
  int32_t plays;      /* how often; 0 is for ever, -1 as often as the file says */
} lamina_playback;

#define LAMINA_PLAYBACK_INIT { sizeof(lamina_playback), false, 1, -1 }

/* Sets how a node plays the animation that it shows: a picture that was loaded with `animated` and has more than one
 * frame. It plays by itself, by the times at which frames of the context are seen, as long as the node is visible (see
 * interface.h), and goes on where it was. Frames whose time has gone by are left out. Frames that are shown for 10 ms
 * or less take 100 ms, as in browsers. LAMINA_ERROR_INVALID_STATE for a node that shows no animation. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_playback(lamina_node *node, const lamina_playback *playback) LAMINA_ANY_THREAD;

/* Where an animation stands. */
typedef struct lamina_playback_state {
  size_t struct_size;  /* sizeof(lamina_playback_state) */
  size_t frame;        /* the one that is due, from 0 */
  size_t frame_count;
  uint64_t plays_done; /* how often it has been played to its end */
  bool has_ended;      /* its last frame stays */
} lamina_playback_state;

#define LAMINA_PLAYBACK_STATE_INIT { sizeof(lamina_playback_state), 0, 0, 0, false }

/* Fills `out_state` up to its struct_size. LAMINA_ERROR_INVALID_STATE for a node that shows no animation. Since 0.1. */
LAMINA_API lamina_status lamina_node_get_playback_state(
    lamina_node *node, lamina_playback_state *out_state) LAMINA_ANY_THREAD;

/* ==== Pictures in memory ================================================= */

/* How many bytes of pictures that were loaded from URLs are kept for whoever wants them next, beside what is shown;
 * 67,108,864 by default, 0 for none. Those used the longest time ago go first, and all of them with
 * lamina_context_trim_memory(); a budget of bitmaps (lamina_context_set_bitmap_budget()) counts them. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_image_cache(lamina_context *context, uint64_t bytes) LAMINA_ANY_THREAD;

/* Pictures since the context was created, and what is kept of them in memory. */
typedef struct lamina_image_statistics {
  size_t struct_size;     /* sizeof(lamina_image_statistics) */
  uint64_t hits;          /* found in memory */
  uint64_t misses;        /* had to be loaded */
  uint64_t joined;        /* of those: waited for an equal one that was being decoded */
  uint64_t decoded;       /* pictures, also those from files and data */
  uint64_t decode_us;     /* in which they were decoded, by all workers */
  uint64_t cached_images;
  uint64_t cached_bytes;
} lamina_image_statistics;

#define LAMINA_IMAGE_STATISTICS_INIT { sizeof(lamina_image_statistics), 0, 0, 0, 0, 0, 0, 0 }

/* Fills `out_statistics` up to its struct_size. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_image_statistics(
    lamina_context *context, lamina_image_statistics *out_statistics) LAMINA_ANY_THREAD;

/* Writes what there is in memory and how long decoding took, for debugging, and returns the length: a line for each
 * format with its name, the pictures that were decoded and their microseconds; then one for each picture that is kept,
 * those used last first, with its bytes, its width and height in pixels, and its URL. A tab stands after each but the
 * last. 0 for a bad handle. Since 0.1. */
LAMINA_API size_t lamina_context_read_image_cache(
    lamina_context *context, char *LAMINA_NULLABLE out_buffer, size_t capacity) LAMINA_ANY_THREAD;

LAMINA_END

#endif
