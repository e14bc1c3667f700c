/* Lamina: pixels in your memory, and picture files. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_BITMAP_H
#define LAMINA_BITMAP_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Bitmap ============================================================= */

/* The layout of pixels in memory, in native byte order. */
typedef enum LAMINA_ENUM lamina_pixel_format {
  LAMINA_PIXEL_FORMAT_ARGB32 = 0, /* premultiplied (cairo's CAIRO_FORMAT_ARGB32, SDL's ARGB8888); always supported */
  LAMINA_PIXEL_FORMAT_RGB24 = 1,  /* as ARGB32 without transparency: the highest byte is written as 255 (XRGB8888) */
  LAMINA_PIXEL_FORMAT_RGB565 = 2  /* 16 bits, red highest */
} lamina_pixel_format;

/* Pixels in the host's memory. RGB24 and RGB565 are for lamina_surface_composite() only; clear areas are black in
 * them. */
typedef struct lamina_bitmap {
  size_t struct_size; /* sizeof(lamina_bitmap) */
  void *LAMINA_NULLABLE data; /* aligned to 4 bytes, to 2 for RGB565 */
  int32_t width, height;      /* pixels, 1..32767 */
  int32_t stride;             /* bytes from row to row: whole pixels, at least `width` of them */
  lamina_pixel_format format;
} lamina_bitmap;

#define LAMINA_BITMAP_INIT { sizeof(lamina_bitmap), NULL, 0, 0, 0, LAMINA_PIXEL_FORMAT_ARGB32 }

/* File formats for pictures. */
typedef enum LAMINA_ENUM lamina_image_format {
  LAMINA_IMAGE_FORMAT_PNG = 0,
  LAMINA_IMAGE_FORMAT_JPEG = 1,
  LAMINA_IMAGE_FORMAT_WEBP = 2, /* up to 16383 pixels a side */
  LAMINA_IMAGE_FORMAT_QOI = 3,  /* qoiformat.org: large files, fast to write */
  LAMINA_IMAGE_FORMAT_RAW = 4,  /* only the rows: red, green, blue and straight alpha, a byte each */
  LAMINA_IMAGE_FORMAT_GIF = 5,  /* read only, like all that follow */
  /* Read by libraries that are opened when such a file comes; without one, reading is LAMINA_ERROR_UNSUPPORTED, and the
   * message names its Debian package. */
  LAMINA_IMAGE_FORMAT_SVG = 6,  /* librsvg; nothing that the file refers to is read */
  LAMINA_IMAGE_FORMAT_AVIF = 7, /* libheif, turned and cut as the file says; of a sequence the still picture */
  LAMINA_IMAGE_FORMAT_HEIF = 8, /* the same */
  LAMINA_IMAGE_FORMAT_JXL = 9,  /* libjxl, turned as the file says, also animated */
  LAMINA_IMAGE_FORMAT_LOTTIE = 10 /* rlottie; shapes, no pictures nor texts. With `animated` it plays, for ever */
} lamina_image_format;

typedef struct lamina_encode_options {
  size_t struct_size; /* sizeof(lamina_encode_options) */
  lamina_image_format format;
  int32_t quality;         /* 1..100, of JPEG and WebP; JPEG keeps colour at full resolution from 90 on */
  bool lossless;           /* WebP: exactly these pixels, ignoring `quality` */
  lamina_color background; /* JPEG: shown where the picture is clear; its alpha is ignored */
} lamina_encode_options;

#define LAMINA_ENCODE_OPTIONS_INIT                                                                             \
  { sizeof(lamina_encode_options), LAMINA_IMAGE_FORMAT_PNG, 85, false, { 1, 1, 1, 1 } }

/* Receives the bytes of a file, all in one call. They are valid until it returns. A status other than LAMINA_OK is
 * returned to the caller. */
typedef lamina_status (*lamina_bitmap_write_fn)(
    const void *bytes, size_t size, void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* Encodes a picture (ARGB32 or RGB24) as a file and passes its bytes to `write`. NULL `options`: PNG. Needs no context;
 * to encode on a worker, call it in an operation of a transaction. LAMINA_ERROR_OUT_OF_RANGE for more pixels than the
 * format supports, LAMINA_ERROR_BACKEND if the format's library fails. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_write(
    const lamina_bitmap *bitmap, const lamina_encode_options *LAMINA_NULLABLE options, lamina_bitmap_write_fn write,
    void *LAMINA_NULLABLE user_data) LAMINA_ANY_THREAD;

/* The same to a file, which is written completely or not at all. LAMINA_ERROR_IO names the file and the reason. Since
 * 0.1. */
LAMINA_API lamina_status lamina_bitmap_write_file(
    const lamina_bitmap *bitmap, const lamina_encode_options *LAMINA_NULLABLE options, const char *path,
    size_t length) LAMINA_ANY_THREAD;

/* The properties of a picture file. */
typedef struct lamina_bitmap_info {
  size_t struct_size; /* sizeof(lamina_bitmap_info) */
  lamina_image_format format;
  int32_t width, height; /* pixels */
  bool has_alpha;        /* some pixels may be transparent */
} lamina_bitmap_info;

#define LAMINA_BITMAP_INFO_INIT { sizeof(lamina_bitmap_info), LAMINA_IMAGE_FORMAT_PNG, 0, 0, false }

/* Fills `out_info` up to its struct_size from the first `length` bytes of a file in one of the formats above but RAW,
 * without decoding it. The size is that of the picture turned upright, as its Exif block says; of an SVG the one that
 * it gives itself. Needs no context. An SVG, AVIF, HEIF or Lottie file has to be there as a whole.
 * LAMINA_ERROR_IO for other data and for data that ends before the size, LAMINA_ERROR_UNSUPPORTED for a PNG of the kind
 * that Xcode makes and without the format's library, LAMINA_ERROR_OUT_OF_RANGE for more than 32767 pixels a side or
 * 1 GiB decoded. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_get_info(
    const char *data, size_t length, lamina_bitmap_info *out_info) LAMINA_ANY_THREAD;

/* Decodes such a file into `target` (ARGB32), which must have the size of the picture (see lamina_bitmap_get_info()).
 * It is turned upright as the file says. Of an animation it is the first frame, or the picture that a PNG has for
 * readers without animations. PNGs with 16 bits a channel are reduced to 8. To decode on a worker, call it in an
 * operation of a transaction. LAMINA_ERROR_IO for a damaged or incomplete file; `target` may then contain a part of it.
 * Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_read(
    const lamina_bitmap *target, const char *data, size_t length) LAMINA_ANY_THREAD;

LAMINA_END

#endif
