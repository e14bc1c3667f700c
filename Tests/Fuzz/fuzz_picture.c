/* Files of pictures: PNG, JPEG, WebP, GIF, QOI, SVG, AVIF, HEIF and JPEG XL from any bytes. What the header of a file
 * says holds for what is decoded, the same twice, within the pixels that are given; and what was decoded comes back
 * from a file of ours.
 * Checksums of a PNG are put right first, so that its decoder gets further. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_PIXELS = 1 << 16 };

typedef struct file {
  uint8_t *bytes;
  size_t size;
} file;

static uint32_t big(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t checksum(const uint8_t *at, size_t size) {
  uint32_t sum = 0xFFFFFFFFu;
  size_t i;
  int bit;
  for (i = 0; i < size; i++) {
    sum ^= at[i];
    for (bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
  }
  return ~sum;
}

/* Puts the checksum of each chunk of a PNG right, as far as they lie within the file. */
static void mend(uint8_t *bytes, size_t size) {
  size_t at = 8;
  int i;
  while (at + 12 <= size) {
    size_t length = big(bytes + at);
    uint32_t sum;
    if (length > size - at - 12) return;
    sum = checksum(bytes + at + 4, length + 4);
    for (i = 0; i < 4; i++) bytes[at + 8 + length + (size_t)i] = (uint8_t)(sum >> (24 - 8 * i));
    at += length + 12;
  }
}

static lamina_bitmap bitmap_over(uint32_t *pixels, const lamina_bitmap_info *info) {
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  target.data = pixels;
  target.width = info->width;
  target.height = info->height;
  target.stride = info->width * 4;
  return target;
}

static void check_pixels(const uint32_t *pixels, size_t count, bool has_alpha) {
  size_t i;
  for (i = 0; i < count; i++) {
    uint32_t p = pixels[i], alpha = p >> 24;
    if ((p >> 16 & 255) > alpha || (p >> 8 & 255) > alpha || (p & 255) > alpha) broken("pixel %08x is not premultiplied", p);
    if (!has_alpha && alpha != 255) broken("pixel %08x of an opaque picture", p);
  }
}

static lamina_status keep(const void *bytes, size_t size, void *user_data) {
  file *kept = user_data;
  kept->bytes = malloc(size);
  if (kept->bytes == NULL) abort();
  memcpy(kept->bytes, bytes, size);
  kept->size = size;
  return LAMINA_OK;
}

/* Straight alpha has less colours than premultiplied: what is clear may lose by that rounding, what is opaque
 * nothing. */
static void check_written(const lamina_bitmap *picture, const lamina_bitmap_info *info, lamina_image_format format) {
  size_t count = (size_t)info->width * (size_t)info->height, i;
  uint32_t *again = malloc(count * 4);
  const uint32_t *pixels = picture->data;
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  lamina_bitmap_info found = LAMINA_BITMAP_INFO_INIT;
  lamina_bitmap target = bitmap_over(again, info);
  file written = { NULL, 0 };
  if (again == NULL) abort();
  options.format = format;
  options.lossless = true;
  if (lamina_bitmap_write(picture, &options, keep, &written) != LAMINA_OK) broken("not written: %s", lamina_last_error());
  if (lamina_bitmap_get_info((const char *)written.bytes, written.size, &found) != LAMINA_OK || found.format != format) {
    broken("our file of format %d is not known: %s", (int)format, lamina_last_error());
  }
  if (found.width != info->width || found.height != info->height) broken("our file has other sides");
  if (lamina_bitmap_read(&target, (const char *)written.bytes, written.size) != LAMINA_OK) {
    broken("our file of format %d is not read: %s", (int)format, lamina_last_error());
  }
  for (i = 0; i < count; i++) {
    int shift;
    for (shift = 0; shift < 32; shift += 8) {
      int a = (int)(pixels[i] >> shift & 255), b = (int)(again[i] >> shift & 255);
      if (abs(a - b) > (pixels[i] >> 24 == 255 ? 0 : 1)) broken("pixel %08x became %08x", pixels[i], again[i]);
    }
  }
  free(again);
  free(written.bytes);
}

static void check_file(const char *bytes, size_t size) {
  lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT, again = LAMINA_BITMAP_INFO_INIT;
  lamina_status known = lamina_bitmap_get_info(bytes, size, &info);
  uint32_t *pixels, *other;
  lamina_bitmap target, second;
  size_t count;
  if (lamina_bitmap_get_info(bytes, size, &again) != known) broken("another answer");
  if (known != LAMINA_OK) {
    if (*lamina_last_error() == 0) broken("no sentence");
    return;
  }
  if (info.width < 1 || info.height < 1 || info.width > 32767 || info.height > 32767) broken("sides of %d x %d", info.width, info.height);
  if (info.format != again.format || info.width != again.width || info.height != again.height || info.has_alpha != again.has_alpha) {
    broken("another header"); /* field by field: the bytes between them may be any */
  }
  if ((int64_t)info.width * info.height > MOST_PIXELS) return;
  count = (size_t)info.width * (size_t)info.height;
  /* Just as large as they have to be: the sanitizer sees every step beyond. */
  pixels = calloc(count, 4);
  other = calloc(count, 4);
  if (pixels == NULL || other == NULL) abort();
  target = bitmap_over(pixels, &info);
  second = bitmap_over(other, &info);
  known = lamina_bitmap_read(&target, bytes, size);
  if (lamina_bitmap_read(&second, bytes, size) != known) broken("read once more with another answer");
  if (known == LAMINA_OK) {
    if (memcmp(pixels, other, count * 4) != 0) broken("other pixels");
    check_pixels(pixels, count, info.has_alpha);
    check_written(&target, &info, LAMINA_IMAGE_FORMAT_PNG);
    check_written(&target, &info, LAMINA_IMAGE_FORMAT_QOI);
    second.width++;
    second.stride += 4;
    if (lamina_bitmap_read(&second, bytes, size) == LAMINA_OK) broken("read into other sides");
  }
  free(pixels);
  free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t png[] = { 0x89, 'P', 'N', 'G' };
  uint8_t *copy = malloc(size + 1);
  if (copy == NULL) abort();
  memcpy(copy, data, size);
  if (size >= sizeof png && memcmp(data, png, sizeof png) == 0) mend(copy, size);
  check_file((const char *)copy, size);
  free(copy);
  return 0;
}
