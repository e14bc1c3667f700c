/* Large pictures for a small place: the file of one of 4000 x 3000 pixels, shown with 500 x 375, beside a decode of all
 * pixels by the format's own library and pixman's bilinear scaling of them; the JPEG, of which that is an eighth, also
 * beside the decode alone. Then a picture that is there, given to a node. Times of the calling thread, which does all
 * work here.
 *
 * With an argument (jpeg, png, webp) and `ours` or `theirs` only that is done, once; with `hit` only the pictures that
 * are there: for callgrind, which counts instructions whatever else the machine does. */
#include "bench.h"

#include <pixman.h>
#include <turbojpeg.h>
#include <webp/decode.h>

#include <cairo.h>

enum { WIDTH = 4000, HEIGHT = 3000, SHOWN_WIDTH = 500, SHOWN_HEIGHT = 375, ROUNDS = 3 };

typedef struct file {
  unsigned char *bytes;
  size_t size, read;
} file;

static lamina_context *context;
static uint32_t *pixels, *shown;

static lamina_status keep(const void *bytes, size_t size, void *user_data) {
  file *f = user_data;
  f->bytes = malloc(size);
  if (f->bytes == NULL) return LAMINA_ERROR_OUT_OF_MEMORY;
  memcpy(f->bytes, bytes, size);
  f->size = size;
  return LAMINA_OK;
}

/* Slopes with grain, as photos have. */
static file make_file(lamina_image_format format) {
  lamina_bitmap bitmap = bench_bitmap(WIDTH, HEIGHT);
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  uint32_t seed = 7, *words = bitmap.data;
  file f = {NULL, 0, 0};
  int x, y;
  for (y = 0; y < HEIGHT; y++) {
    for (x = 0; x < WIDTH; x++) {
      unsigned red, green, blue;
      seed = seed * 1664525u + 1013904223u;
      red = (unsigned)(x * 200 / WIDTH + (int)(seed >> 28));
      green = (unsigned)(y * 200 / HEIGHT + (int)(seed >> 24 & 15));
      blue = (unsigned)(((x / 100 + y / 80) % 2 ? 180 : 60) + (int)(seed >> 20 & 15));
      words[y * WIDTH + x] = 0xFF000000u | red << 16 | green << 8 | blue;
    }
  }
  options.format = format;
  BENCH_OK(lamina_bitmap_write(&bitmap, &options, keep, &f));
  free(bitmap.data);
  return f;
}

static void ours(const file *f) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *image = NULL;
  options.width_px = SHOWN_WIDTH;
  options.height_px = SHOWN_HEIGHT;
  BENCH_OK(lamina_image_begin_data(context, (const char *)f->bytes, f->size, &options, NULL, NULL, NULL, &image));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  if (lamina_image_get_size(image).width != SHOWN_WIDTH) bench_require(LAMINA_ERROR_BACKEND, "the size");
  lamina_image_release(image);
}

static void scale_all(uint32_t *from, int stride) {
  pixman_image_t *source = pixman_image_create_bits(PIXMAN_a8r8g8b8, WIDTH, HEIGHT, from, stride);
  pixman_image_t *target = pixman_image_create_bits(PIXMAN_a8r8g8b8, SHOWN_WIDTH, SHOWN_HEIGHT, shown, SHOWN_WIDTH * 4);
  pixman_transform_t transform;
  pixman_transform_init_scale(&transform, pixman_int_to_fixed(WIDTH / SHOWN_WIDTH), pixman_int_to_fixed(HEIGHT / SHOWN_HEIGHT));
  pixman_image_set_transform(source, &transform);
  pixman_image_set_filter(source, PIXMAN_FILTER_BILINEAR, NULL, 0);
  pixman_image_composite32(PIXMAN_OP_SRC, source, NULL, target, 0, 0, 0, 0, 0, 0, SHOWN_WIDTH, SHOWN_HEIGHT);
  pixman_image_unref(source);
  pixman_image_unref(target);
}

static cairo_status_t read_png(void *user_data, unsigned char *data, unsigned length) {
  file *f = user_data;
  if (length > f->size - f->read) return CAIRO_STATUS_READ_ERROR;
  memcpy(data, f->bytes + f->read, length);
  f->read += length;
  return CAIRO_STATUS_SUCCESS;
}

static void decode_jpeg(const file *f) {
  tjhandle decoder = tjInitDecompress();
  if (tjDecompress2(decoder, f->bytes, f->size, (unsigned char *)pixels, WIDTH, WIDTH * 4, HEIGHT, TJPF_BGRA, 0) != 0) exit(1);
  tjDestroy(decoder);
}

static void theirs(file *f, lamina_image_format format) {
  if (format == LAMINA_IMAGE_FORMAT_JPEG) {
    decode_jpeg(f);
    scale_all(pixels, WIDTH * 4);
  } else if (format == LAMINA_IMAGE_FORMAT_WEBP) {
    if (WebPDecodeBGRAInto(f->bytes, f->size, (uint8_t *)pixels, (size_t)WIDTH * HEIGHT * 4, WIDTH * 4) == NULL) exit(1);
    scale_all(pixels, WIDTH * 4);
  } else {
    cairo_surface_t *surface;
    f->read = 0;
    surface = cairo_image_surface_create_from_png_stream(read_png, f);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) exit(1);
    scale_all((uint32_t *)(void *)cairo_image_surface_get_data(surface), cairo_image_surface_get_stride(surface));
    cairo_surface_destroy(surface);
  }
}

static void measure(const char *name, lamina_image_format format, double goal) {
  file f = make_file(format);
  double best = INFINITY, other = INFINITY, full = INFINITY, start;
  char label[64];
  int round;
  for (round = 0; round < ROUNDS; round++) {
    start = bench_cpu_now();
    ours(&f);
    if (bench_cpu_now() - start < best) best = bench_cpu_now() - start;
    start = bench_cpu_now();
    theirs(&f, format);
    if (bench_cpu_now() - start < other) other = bench_cpu_now() - start;
    if (format != LAMINA_IMAGE_FORMAT_JPEG) continue;
    start = bench_cpu_now();
    decode_jpeg(&f);
    if (bench_cpu_now() - start < full) full = bench_cpu_now() - start;
  }
  snprintf(label, sizeof label, "images/%s_4000x3000_at_500x375", name);
  bench_print(label, best * 1e3, "ms", other * 1e3, goal, true);
  if (format == LAMINA_IMAGE_FORMAT_JPEG) {
    bench_print("images/jpeg_at_an_eighth_of_its_size", best * 1e3, "ms", full * 1e3, 0.5, true);
  }
  free(f.bytes);
}

/* The same picture in many nodes of a surface: what the owner does for each. */
static void measure_hit(void) {
  enum { NODES = 1000, SIDE = 32 };
  lamina_bitmap bitmap = bench_bitmap(SIDE, SIDE), target = bench_bitmap(SIDE, SIDE);
  lamina_node *root = NULL, *nodes[NODES];
  lamina_surface *surface = NULL;
  lamina_image *images[2];
  lamina_size size = {SIDE, SIDE};
  double best = INFINITY, set = INFINITY, start;
  int i, round;
  BENCH_OK(lamina_node_create(context, &root));
  for (i = 0; i < NODES; i++) {
    lamina_rect frame = {{0, 0}, {SIDE, SIDE}};
    BENCH_OK(lamina_node_create(context, &nodes[i]));
    BENCH_OK(lamina_node_set_frame(nodes[i], frame));
    BENCH_OK(lamina_node_add_child(root, nodes[i]));
  }
  for (i = 0; i < 2; i++) BENCH_OK(lamina_image_create(context, &bitmap, &images[i]));
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_root(surface, root));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  for (round = 0; round < 20; round++) {
    start = bench_cpu_now();
    for (i = 0; i < NODES; i++) BENCH_OK(lamina_node_set_image(nodes[i], images[round % 2], NULL));
    if (bench_cpu_now() - start < set) set = bench_cpu_now() - start;
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    if (bench_cpu_now() - start < best) best = bench_cpu_now() - start;
  }
  bench_print("images/hit_set", set / NODES * 1e6, "us", NAN, NAN, true);
  bench_print("images/hit_set_and_shown", best / NODES * 1e6, "us", NAN, 2, true);
  for (i = 0; i < NODES; i++) lamina_node_release(nodes[i]);
  lamina_image_release(images[0]);
  lamina_image_release(images[1]);
  lamina_surface_release(surface);
  lamina_node_release(root);
  free(bitmap.data);
  free(target.data);
}

int main(int count, char **arguments) {
  static const struct { const char *name; lamina_image_format format; double goal; } kinds[] = {
      {"jpeg", LAMINA_IMAGE_FORMAT_JPEG, 0.6}, {"png", LAMINA_IMAGE_FORMAT_PNG, 1.1}, {"webp", LAMINA_IMAGE_FORMAT_WEBP, 1.1}};
  int i;
  context = bench_context(0);
  pixels = malloc((size_t)WIDTH * HEIGHT * 4);
  shown = malloc((size_t)SHOWN_WIDTH * SHOWN_HEIGHT * 4);
  if (pixels == NULL || shown == NULL) return 1;
  for (i = 0; i < 3; i++) {
    if (count == 3 && strcmp(arguments[1], kinds[i].name) == 0) {
      file f = make_file(kinds[i].format);
      if (strcmp(arguments[2], "ours") == 0) ours(&f);
      else theirs(&f, kinds[i].format);
      free(f.bytes);
    } else if (count == 1) {
      measure(kinds[i].name, kinds[i].format, kinds[i].goal);
    }
  }
  if (count == 1 || (count == 2 && strcmp(arguments[1], "hit") == 0)) measure_hit();
  free(pixels);
  free(shown);
  lamina_context_release(context);
  return 0;
}
