/* Standard cards as PNG files: how many with photo a core renders and encodes, and how large flat ones become beside
 * libpng at zlib's level 6, which is how cairo calls it.
 *
 * usage: bench_png FOLDER_OF_CARDS */
#include "bench.h"
#include "card/card_floor.h"
#include "card/card_tree.h"

enum { ROUNDS = 3, CARDS = 200, SIZED = 100 };

static card cards[CARD_COUNT];
static int card_count;

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void done(lamina_status status, void *user_data) {
  (void)user_data;
  BENCH_OK(status);
}

/* Over white, so that all pixels are opaque. */
static void render(lamina_context *context, const card *c, lamina_bitmap *bitmap) {
  lamina_color white = {1, 1, 1, 1};
  lamina_node *root = card_tree_with_specs(context, c);
  BENCH_OK(lamina_node_render(root, 1, white, bitmap, done, NULL, NULL, NULL));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  lamina_node_release(root);
}

static lamina_status count_bytes(const void *bytes, size_t size, void *user_data) {
  (void)bytes;
  *(size_t *)user_data += size;
  return LAMINA_OK;
}

static cairo_status_t cairo_count_bytes(void *user_data, const unsigned char *bytes, unsigned size) {
  (void)bytes;
  *(size_t *)user_data += size;
  return CAIRO_STATUS_SUCCESS;
}

static size_t our_size(const lamina_bitmap *bitmap) {
  size_t size = 0;
  BENCH_OK(lamina_bitmap_write(bitmap, NULL, count_bytes, &size));
  return size;
}

static size_t libpng_size(const lamina_bitmap *bitmap) {
  size_t size = 0;
  cairo_surface_t *surface = cairo_image_surface_create_for_data(bitmap->data, CAIRO_FORMAT_RGB24, bitmap->width,
                                                                 bitmap->height, bitmap->stride);
  cairo_surface_write_to_png_stream(surface, cairo_count_bytes, &size);
  cairo_surface_destroy(surface);
  return size;
}

/* Cards for a second of CPU time of all threads together: making the tree, layout, drawing, and encoding if asked
 * for. */
static double rate(lamina_context *context, lamina_bitmap *bitmap, size_t (*encode)(const lamina_bitmap *)) {
  double best = 0;
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    double start = cpu_now(), each;
    size_t bytes = 0;
    for (i = 0; i < CARDS; i++) {
      render(context, &cards[i % card_count], bitmap);
      if (encode != NULL) bytes += encode(bitmap);
    }
    each = CARDS / (cpu_now() - start);
    if (encode != NULL && bytes == 0) exit(1);
    if (each > best) best = each;
  }
  return best;
}

static void measure_sizes(lamina_context *context, lamina_bitmap *bitmap) {
  size_t ours = 0, theirs = 0;
  int i;
  for (i = 0; i < SIZED; i++) {
    render(context, &cards[i % card_count], bitmap);
    ours += our_size(bitmap);
    theirs += libpng_size(bitmap);
  }
  bench_print("png/flat_card_bytes", (double)ours / SIZED, "bytes", (double)theirs / SIZED, 1.05, true);
}

int main(int argc, char **argv) {
  cairo_surface_t *photos[CARD_PHOTOS], *avatars[CARD_AVATARS];
  lamina_context *context = bench_context(1);
  lamina_bitmap bitmap = bench_bitmap(CARD_WIDTH, CARD_HEIGHT);
  card_images images;
  double with_libpng;
  int i;
  card_count = card_load(argc > 1 ? argv[1] : "Benchmarks/card", cards);
  if (card_count == 0) {
    fprintf(stderr, "no cards.tsv; usage: bench_png FOLDER_OF_CARDS\n");
    return 1;
  }
  measure_sizes(context, &bitmap);
  bench_print("png/flat_card_one_core", rate(context, &bitmap, our_size), "cards/s", NAN, NAN, false);
  card_make_pictures(photos, avatars);
  card_images_init(&images, context, photos, avatars);
  card_tree_use_images(&images);
  with_libpng = rate(context, &bitmap, libpng_size);
  bench_print("png/photo_card_one_core", rate(context, &bitmap, our_size), "cards/s", NAN, 200, false);
  bench_print("png/photo_card_one_core_beside_libpng", rate(context, &bitmap, our_size), "cards/s", with_libpng, NAN, false);
  card_tree_use_images(NULL);
  card_images_clear(&images);
  for (i = 0; i < CARD_PHOTOS; i++) cairo_surface_destroy(photos[i]);
  for (i = 0; i < CARD_AVATARS; i++) cairo_surface_destroy(avatars[i]);
  lamina_context_release(context);
  free(bitmap.data);
  return 0;
}
