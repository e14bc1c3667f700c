/* Formats of libraries that are opened when they are needed. Where one is missing, the message names its package. */
#include "check.h"

static lamina_context *context;

static const char svg[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><rect width='2' height='2' fill='#f00'/></svg>";

/* 2 x 1, by cjxl. */
static const unsigned char jxl[] = {
    255, 10, 0, 112, 16, 80, 92, 8, 8, 2, 1, 0, 48, 0, 75, 24, 139, 21, 194, 73, 65, 30, 64, 132, 254, 0
};
/* 4 x 4, by avifenc. */
static const unsigned char avif[] = {
    0, 0, 0, 32, 102, 116, 121, 112, 97, 118, 105, 102, 0, 0, 0, 0, 97, 118, 105, 102, 109, 105, 102, 49, 109,
    105, 97, 102, 77, 65, 49, 65, 0, 0, 0, 242, 109, 101, 116, 97, 0, 0, 0, 0, 0, 0, 0, 40, 104, 100, 108, 114,
    0, 0, 0, 0, 0, 0, 0, 0, 112, 105, 99, 116, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 108, 105, 98, 97, 118, 105,
    102, 0, 0, 0, 0, 14, 112, 105, 116, 109, 0, 0, 0, 0, 0, 1, 0, 0, 0, 30, 105, 108, 111, 99, 0, 0, 0, 0, 68,
    0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 26, 0, 0, 0, 33, 0, 0, 0, 40, 105, 105, 110, 102, 0, 0, 0, 0, 0, 1, 0,
    0, 0, 26, 105, 110, 102, 101, 2, 0, 0, 0, 0, 1, 0, 0, 97, 118, 48, 49, 67, 111, 108, 111, 114, 0, 0, 0, 0,
    106, 105, 112, 114, 112, 0, 0, 0, 75, 105, 112, 99, 111, 0, 0, 0, 20, 105, 115, 112, 101, 0, 0, 0, 0, 0, 0,
    0, 4, 0, 0, 0, 4, 0, 0, 0, 16, 112, 105, 120, 105, 0, 0, 0, 0, 3, 8, 8, 8, 0, 0, 0, 12, 97, 118, 49, 67,
    129, 32, 0, 0, 0, 0, 0, 19, 99, 111, 108, 114, 110, 99, 108, 120, 0, 1, 0, 13, 0, 0, 128, 0, 0, 0, 23, 105,
    112, 109, 97, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 4, 1, 2, 131, 4, 0, 0, 0, 41, 109, 100, 97, 116, 18, 0, 10, 8,
    56, 4, 125, 132, 4, 52, 0, 128, 50, 19, 16, 0, 0, 0, 15, 248, 142, 171, 53, 203, 154, 195, 94, 227, 5, 83,
    35, 92, 208
};

/* Whether the library is there; if not, it has to be named. */
static bool has_library(lamina_status status, const char *package) {
  if (status != LAMINA_ERROR_UNSUPPORTED) return true;
  CHECK(strstr(lamina_last_error(), package) != NULL);
  printf("not tried, for want of %s: %s\n", package, lamina_last_error());
  return false;
}

static void check_file(
    const void *bytes, size_t length, lamina_image_format format, int width, int height, const char *package) {
  lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
  lamina_image *image = NULL;
  size_t cut;
  lamina_status status = lamina_bitmap_get_info((const char *)bytes, length, &info);
  if (!has_library(status, package)) return;
  CHECK_EQUAL(status, LAMINA_OK);
  CHECK_EQUAL(info.format, format);
  CHECK_EQUAL(info.width, width);
  CHECK_EQUAL(info.height, height);
  status = lamina_image_create_data(context, (const char *)bytes, length, &image);
  if (!has_library(status, package)) return; /* libheif without a plugin */
  CHECK_EQUAL(status, LAMINA_OK);
  CHECK_EQUAL((int)lamina_image_get_size(image).width, width);
  CHECK_EQUAL((int)lamina_image_get_size(image).height, height);
  lamina_image_release(image);
  for (cut = 0; cut < length; cut += 1 + length / 40) {
    image = NULL;
    status = lamina_image_create_data(context, (const char *)bytes, cut, &image);
    CHECK(status != LAMINA_OK || image != NULL);
    if (status == LAMINA_OK) lamina_image_release(image);
    else CHECK(lamina_last_error()[0] != 0);
  }
}

static void count(lamina_image *image, lamina_status status, void *loaded) {
  (void)image;
  CHECK_OK(status);
  ++*(int *)loaded;
}

/* It is drawn in the size that it is loaded for, also a larger one. */
static void test_svg_in_any_size(void) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
  lamina_image *image = NULL;
  int loaded = 0;
  if (!has_library(lamina_bitmap_get_info(svg, sizeof svg - 1, &info), "librsvg2-2")) return;
  options.width_px = options.height_px = 40;
  CHECK_OK(lamina_image_begin_data(context, svg, sizeof svg - 1, &options, count, &loaded, NULL, &image));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(loaded, 1);
  CHECK_EQUAL((int)lamina_image_get_size(image).width, 40);
  CHECK_EQUAL((int)lamina_image_get_size(image).height, 20);
  lamina_image_release(image);
}

/* None of these formats is written. */
static void test_read_only(void) {
  uint32_t pixel = 0;
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  int format;
  bitmap.data = &pixel;
  bitmap.width = bitmap.height = 1;
  bitmap.stride = 4;
  for (format = LAMINA_IMAGE_FORMAT_GIF; format <= LAMINA_IMAGE_FORMAT_LOTTIE; format++) {
    options.format = (lamina_image_format)format;
    CHECK_STATUS(lamina_bitmap_write_file(&bitmap, &options, "/dev/null", 9), LAMINA_ERROR_UNSUPPORTED);
  }
}

int main(void) {
  CHECK_OK(lamina_context_create(NULL, &context));
  check_file(svg, sizeof svg - 1, LAMINA_IMAGE_FORMAT_SVG, 4, 2, "librsvg2-2");
  check_file(jxl, sizeof jxl, LAMINA_IMAGE_FORMAT_JXL, 2, 1, "libjxl0");
  check_file(avif, sizeof avif, LAMINA_IMAGE_FORMAT_AVIF, 4, 4, "libheif");
  test_svg_in_any_size();
  test_read_only();
  lamina_context_release(context);
  return check_done(__FILE__);
}
