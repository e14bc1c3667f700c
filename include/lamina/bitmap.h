/* Lamina: pixels in your memory, and pictures as the bytes of files. Part of lamina.h, whose rules hold here. */
#ifndef LAMINA_BITMAP_H
#define LAMINA_BITMAP_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Bitmap ============================================================= */

/* How pixels lie in memory, always in native byte order. */
typedef enum LAMINA_ENUM lamina_pixel_format {
  LAMINA_PIXEL_FORMAT_ARGB32 = 0, /* premultiplied (cairo's CAIRO_FORMAT_ARGB32, SDL's ARGB8888); taken everywhere */
  LAMINA_PIXEL_FORMAT_RGB24 = 1,  /* as ARGB32 without transparency: the highest byte is written as 255 (XRGB8888) */
  LAMINA_PIXEL_FORMAT_RGB565 = 2  /* 16 bits, red highest */
} lamina_pixel_format;

/* Pixels in the host's memory. RGB24 and RGB565 are for lamina_surface_composite() only; what is clear is black in
 * them. */
typedef struct lamina_bitmap {
  size_t struct_size; /* sizeof(lamina_bitmap) */
  void *LAMINA_NULLABLE data; /* aligned to 4 bytes, to 2 for RGB565 */
  int32_t width, height;      /* pixels, 1..32767 */
  int32_t stride;             /* bytes from row to row: whole pixels, at least `width` of them */
  lamina_pixel_format format;
} lamina_bitmap;

#define LAMINA_BITMAP_INIT { sizeof(lamina_bitmap), NULL, 0, 0, 0, LAMINA_PIXEL_FORMAT_ARGB32 }

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

/* Takes the bytes of a file, all in one call. They are valid until it returns. A status other than LAMINA_OK is handed
 * on to the caller. */
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

/* Fills `out_info` up to its struct_size from the `length` bytes of a PNG, JPEG, WebP or QOI file, of which the
 * beginning is enough; nothing is decoded. Size and pixels are those of the file: the EXIF orientation of a JPEG is
 * ignored. The context is not needed. LAMINA_ERROR_IO for what is none of these or ends before its size,
 * LAMINA_ERROR_UNSUPPORTED for an animated WebP and a CMYK JPEG, LAMINA_ERROR_OUT_OF_RANGE for more than 32767 pixels a
 * side or 1 GiB decoded. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_get_info(
    const char *data, size_t length, lamina_bitmap_info *out_info) LAMINA_ANY_THREAD;

/* Decodes such a file into `target` (ARGB32), which must have the size of the picture. Pixels are not rotated (see lamina_bitmap_get_info()); of PNGs with 16 bits a channel the upper 8 count.
 * For a worker, call it in an operation of a transaction. A damaged or incomplete file is LAMINA_ERROR_IO; `target` may
 * then hold a part. Since 0.1. */
LAMINA_API lamina_status lamina_bitmap_read(
    const lamina_bitmap *target, const char *data, size_t length) LAMINA_ANY_THREAD;

LAMINA_END

#endif
