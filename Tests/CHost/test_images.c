/* Pictures that several nodes show: they look as pictures of a node's own do, whichever worker scaled them and however
 * often, and live as long as somebody shows them. */
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

enum { WIDTH = 61, HEIGHT = 37, SIDE = 80, NODES = 24 };

static lamina_context *context;
static uint32_t pixels[WIDTH * HEIGHT];

static lamina_bitmap picture(void) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  bitmap.data = pixels;
  bitmap.width = WIDTH;
  bitmap.height = HEIGHT;
  bitmap.stride = WIDTH * 4;
  return bitmap;
}

/* Premultiplied; some pixels clear, some half, most opaque. */
static void fill_pixels(bool opaque) {
  unsigned seed = 7;
  int i;
  for (i = 0; i < WIDTH * HEIGHT; i++) {
    unsigned alpha, red, green;
    seed = seed * 1664525u + 1013904223u;
    alpha = opaque || i % 3 ? 255 : (seed >> 24) % 256;
    red = (seed >> 8) % (alpha + 1);
    green = (seed >> 16) % (alpha + 1);
    pixels[i] = alpha << 24 | red << 16 | green << 8 | (alpha / 2);
  }
}

static void done(lamina_status status, void *busy) {
  CHECK_EQUAL(status, LAMINA_OK);
  --*(int *)busy;
}

/* A node of this size, over a ground, with round corners that clip. */
static lamina_node *frame(double width, double height) {
  lamina_node *root = check_node(context), *node = check_node(context);
  CHECK_OK(lamina_node_set_background(root, check_make_color(0x336699)));
  CHECK_OK(lamina_node_set_frame(root, check_make_rect(0, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(3, 5, width, height)));
  CHECK_OK(lamina_node_add_child(root, node));
  lamina_node_release(node);
  return root;
}

static void render(lamina_node *root, double scale, check_picture *into) {
  int busy = 1;
  CHECK_OK(lamina_node_render(root, scale, check_make_color(0), &into->bitmap, done, &busy, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(busy, 0);
}

/* How far apart two pictures are, at worst. */
static int difference(const check_picture *a, const check_picture *b) {
  const unsigned char *left = (const unsigned char *)a->pixels, *right = (const unsigned char *)b->pixels;
  int i, worst = 0;
  for (i = 0; i < a->bitmap.stride * a->bitmap.height; i++) {
    int d = left[i] - right[i];
    if (d < 0) d = -d;
    if (d > worst) worst = d;
  }
  return worst;
}

static void test_same_as_its_own(void) {
  check_picture own = check_make_picture(SIDE * 2, SIDE * 2), shared = own, again = own;
  shared = check_make_picture(SIDE * 2, SIDE * 2);
  again = check_make_picture(SIDE * 2, SIDE * 2);
  int round;
  for (round = 0; round < 96; round++) {
    lamina_bitmap bitmap = picture();
    lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
    lamina_node *root = frame(7 + round % 60, 5 + round * 7 % 50), *node = NULL;
    lamina_image *image = NULL;
    double scale = round % 2 ? 2 : 1.25;
    fill_pixels(round % 3 == 0);
    options.gravity = (lamina_gravity)(round % 12);
    if (round % 5 == 1) options.source = check_make_rect(0.25, 0.125, 0.5, 0.75);
    if (round % 7 == 1) options.stretch.left = options.stretch.top = 4;
    CHECK_OK(lamina_node_copy_child(root, 0, &node));
    CHECK_OK(check_set_image(context, node, &bitmap, &options));
    render(root, scale, &own);
    CHECK_OK(lamina_image_create(context, &bitmap, &image));
    CHECK_OK(lamina_node_set_image(node, image, &options));
    lamina_image_release(image);
    render(root, scale, &shared);
    /* Where only a part of a scaled picture shows, pixman begins elsewhere, which moves its samples by a 65,536th of a
     * pixel. */
    CHECK(difference(&own, &shared) <= 2);
    render(root, scale, &again); /* from what is there by now */
    CHECK_EQUAL(difference(&shared, &again), 0);
    lamina_node_release(node);
    lamina_node_release(root);
  }
  free(own.pixels);
  free(shared.pixels);
  free(again.pixels);
}

/* More sizes than are kept, on all workers, on a surface and beside it. */
static void test_many_nodes(void) {
  lamina_bitmap bitmap = picture();
  lamina_image *image = NULL;
  lamina_node *feed = check_node(context);
  lamina_surface *surface = NULL;
  check_picture first = check_make_picture(SIDE, SIDE), second = check_make_picture(SIDE, SIDE);
  int i, round;
  fill_pixels(true);
  CHECK_OK(lamina_image_create(context, &bitmap, &image));
  for (i = 0; i < NODES; i++) {
    lamina_node *node = check_node(context);
    CHECK_OK(lamina_node_set_frame(node, check_make_rect(i * 2, i * 2, 10 + i % 12, 10 + i % 12)));
    CHECK_OK(lamina_node_set_image(node, image, NULL));
    CHECK_OK(lamina_node_add_child(feed, node));
    lamina_node_release(node);
  }
  lamina_image_release(image); /* the nodes keep it */
  CHECK_OK(lamina_surface_create(context, check_make_size(SIDE, SIDE), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, feed));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &first.bitmap, NULL, 0, NULL));
  for (round = 0; round < 3; round++) {
    for (i = 0; i < NODES; i++) {
      lamina_node *node = NULL;
      CHECK_OK(lamina_node_copy_child(feed, (size_t)i, &node));
      CHECK_OK(lamina_node_set_needs_display(node));
      lamina_node_release(node);
    }
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_set_needs_composite(surface));
    CHECK_OK(lamina_surface_composite(surface, &second.bitmap, NULL, 0, NULL));
    CHECK(memcmp(first.pixels, second.pixels, SIDE * SIDE * 4) == 0);
  }
  CHECK(check_pixel(&first, 5, 5) != 0);
  lamina_surface_release(surface);
  lamina_node_release(feed);
  free(first.pixels);
  free(second.pixels);
}

/* What was scaled is counted, goes when memory is low, and is made again. */
static void test_copies(void) {
  lamina_bitmap bitmap = picture();
  lamina_memory memory = LAMINA_MEMORY_INIT;
  lamina_image *image = NULL;
  lamina_node *root = frame(20, 30), *node = NULL;
  check_picture first = check_make_picture(SIDE, SIDE), second = check_make_picture(SIDE, SIDE);
  fill_pixels(false);
  CHECK_OK(lamina_image_create(context, &bitmap, &image));
  CHECK_OK(lamina_node_copy_child(root, 0, &node));
  CHECK_OK(lamina_node_set_image(node, image, NULL));
  render(root, 1, &first);
  CHECK_OK(lamina_context_get_memory(context, &memory));
  CHECK(memory.image_copy_bytes >= 20 * 30 * 4);
  CHECK(memory.bitmap_bytes >= memory.image_copy_bytes);
  lamina_image_release(image); /* the node keeps it, and so it is still counted */
  CHECK_OK(lamina_context_trim_memory(context));
  CHECK_OK(lamina_context_get_memory(context, &memory));
  CHECK_EQUAL(memory.image_copy_bytes, 0);
  render(root, 1, &second);
  CHECK_EQUAL(difference(&first, &second), 0);
  CHECK_OK(lamina_context_get_memory(context, &memory));
  CHECK(memory.image_copy_bytes >= 20 * 30 * 4);
  lamina_node_release(node);
  lamina_node_release(root);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_context_get_memory(context, &memory));
  CHECK_EQUAL(memory.image_copy_bytes, 0); /* nobody holds it any more */
  free(first.pixels);
  free(second.pixels);
}

static void test_misuse(void) {
  lamina_bitmap bitmap = picture();
  lamina_image *image = NULL;
  lamina_context *other = check_context(0);
  lamina_text *text = NULL;
  lamina_node *node = check_node(other), *label = NULL;
  CHECK_OK(lamina_image_create(context, &bitmap, &image));
  CHECK_STATUS(lamina_node_set_image(node, image, NULL), LAMINA_ERROR_FOREIGN_CONTEXT);
  CHECK_TEXT(lamina_last_error(), "image belongs to another context");
  CHECK_OK(lamina_text_create(context, "words", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_node_create_text(context, text, &label));
  CHECK_STATUS(lamina_node_set_image(label, image, NULL), LAMINA_ERROR_UNSUPPORTED);
  CHECK(lamina_image_retain(image) == image);
  lamina_image_release(image);
  lamina_image_release(image);
  CHECK_STATUS(lamina_node_set_image(label, image, NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(lamina_image_retain(image) == NULL);
  bitmap.format = LAMINA_PIXEL_FORMAT_RGB565;
  bitmap.stride = WIDTH * 2 + 2;
  CHECK_STATUS(lamina_image_create(context, &bitmap, &image), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_set_image(node, NULL, NULL));
  lamina_node_release(label);
  lamina_node_release(node);
  lamina_text_release(text);
  lamina_context_release(other);
}

static void check_says(lamina_status status, const char *words) {
  CHECK(status != LAMINA_OK);
  if (!CHECK(strstr(lamina_last_error(), words) != NULL)) printf("    %s is not in: %s\n", words, lamina_last_error());
}

/* Sentences about bitmaps name the argument, and what is wrong with it. */
static void test_sentences(void) {
  lamina_bitmap bitmap = picture();
  lamina_node *node = check_node(context);
  lamina_rect frame = check_make_rect(0, 1e9, 1, 1);
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  options.gravity = (lamina_gravity)99;
  check_says(check_set_image(context, node, &bitmap, &options), "options->gravity is 99; it must be one of lamina_gravity");
  bitmap.stride = WIDTH * 4 - 4;
  check_says(check_set_image(context, node, &bitmap, NULL), "pixels->stride is ");
  bitmap.stride = WIDTH * 4 + 2;
  check_says(lamina_bitmap_read(&bitmap, "", 0), "target->stride is ");
  bitmap = picture();
  bitmap.data = (char *)bitmap.data + 1;
  check_says(check_set_image(context, node, &bitmap, NULL), "pixels->data is 0x");
  bitmap.data = NULL;
  check_says(check_set_image(context, node, &bitmap, NULL), "pixels->data is NULL");
  bitmap = picture();
  bitmap.struct_size = 8;
  check_says(check_set_image(context, node, &bitmap, NULL), "pixels->struct_size is 8");
  check_says(lamina_node_set_frame(node, frame), "frame.origin.y is 1");
  frame = check_make_rect(0, 0, 1, NAN);
  check_says(lamina_node_set_frame(node, frame), "frame.size is 1");
  lamina_node_release(node);
}

/* Files that end too early say so; the beginning is enough for their size. */
static void test_cut_files(void) {
  static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x06\0\0\0\x04\x08\x06\0\0\0\0\0\0\0";
  static const char qoi[] = "qoif\0\0\0\x06\0\0\0\x04\x04\0";
  static const char jpeg[] = "\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x0b\x08\0\x04\0\x06\x01\x01\x11\0";
  lamina_bitmap target = picture();
  lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
  size_t length;
  for (length = 4; length < 33; length++) check_says(lamina_bitmap_get_info(png, length, &info), "the PNG is incomplete");
  for (length = 8; length < 34; length++) check_says(lamina_bitmap_read(&target, png, length > 32 ? 32 : length), "incomplete");
  for (length = 4; length < 14; length++) check_says(lamina_bitmap_get_info(qoi, length, &info), "the QOI picture is incomplete");
  CHECK_OK(lamina_bitmap_get_info(qoi, 14, &info));
  CHECK(info.format == LAMINA_IMAGE_FORMAT_QOI && info.width == 6 && info.height == 4 && info.has_alpha);
  target.width = 6;
  target.height = 4;
  check_says(lamina_bitmap_read(&target, qoi, 14), "the QOI picture is incomplete");
  for (length = 3; length < sizeof jpeg - 1; length++) {
    check_says(lamina_bitmap_get_info(jpeg, length, &info), "the JPEG is incomplete");
  }
  check_says(lamina_bitmap_get_info("\xff\xd8\xff\xd9\0\0\0\0", 8, &info), "incomplete or damaged");
}

/* The bytes that a picture was written as. */
typedef struct encoded {
  char bytes[16384];
  size_t size;
} encoded;

static lamina_status keep(const void *bytes, size_t size, void *user_data) {
  encoded *file = (encoded *)user_data;
  if (!CHECK(size <= sizeof file->bytes)) return LAMINA_ERROR_OUT_OF_RANGE;
  memcpy(file->bytes, bytes, size);
  file->size = size;
  return LAMINA_OK;
}

/* What a node of the picture's size shows. */
static void show_image(lamina_image *image, check_picture *target) {
  lamina_node *root = frame(WIDTH, HEIGHT), *node = NULL;
  CHECK_OK(lamina_node_copy_child(root, 0, &node));
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, WIDTH, HEIGHT)));
  CHECK_OK(lamina_node_set_image(node, image, NULL));
  render(root, 1, target);
  lamina_node_release(node);
  lamina_node_release(root);
}

/* Pictures from pixels, from the bytes of a file and from a file look alike; what is no picture is refused at once. */
static void test_sources(void) {
  static const lamina_image_format formats[] = {LAMINA_IMAGE_FORMAT_PNG, LAMINA_IMAGE_FORMAT_QOI};
  char folder[] = "/tmp/lamina-images-XXXXXX", path[64];
  check_picture shown = check_make_picture(SIDE, SIDE), other = check_make_picture(SIDE, SIDE);
  lamina_bitmap bitmap = picture();
  lamina_image *image = NULL, *none = NULL;
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  encoded *file = (encoded *)malloc(sizeof *file);
  int i;
  if (file == NULL || mkdtemp(folder) == NULL) abort();
  fill_pixels(true);
  CHECK_OK(lamina_image_create(context, &bitmap, &image));
  CHECK_NEAR(lamina_image_get_size(image).width, WIDTH);
  CHECK_NEAR(lamina_image_get_size(image).height, HEIGHT);
  show_image(image, &shown);
  lamina_image_release(image);
  CHECK_NEAR(lamina_image_get_size(image).width, 0); /* stale */
  for (i = 0; i < 2; i++) {
    options.format = formats[i];
    CHECK_OK(lamina_bitmap_write(&bitmap, &options, keep, file));
    CHECK_OK(lamina_image_create_data(context, file->bytes, file->size, &image));
    show_image(image, &other);
    CHECK(memcmp(shown.pixels, other.pixels, SIDE * SIDE * 4) == 0);
    lamina_image_release(image);
    snprintf(path, sizeof path, "%s/picture", folder);
    CHECK_OK(lamina_bitmap_write_file(&bitmap, &options, path, LAMINA_NUL_TERMINATED));
    CHECK_OK(lamina_image_create_file(context, path, LAMINA_NUL_TERMINATED, &image));
    show_image(image, &other);
    CHECK(memcmp(shown.pixels, other.pixels, SIDE * SIDE * 4) == 0);
    lamina_image_release(image);
    /* Cut in the middle. */
    CHECK_STATUS(lamina_image_create_data(context, file->bytes, file->size / 2, &none), LAMINA_ERROR_IO);
  }
  CHECK_STATUS(lamina_image_create_data(context, "no picture", 10, &none), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_image_create_data(context, NULL, 10, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_create_file(context, folder, LAMINA_NUL_TERMINATED, &none), LAMINA_ERROR_IO);
  CHECK_OK(unlink(path) == 0 ? LAMINA_OK : LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_image_create_file(context, path, LAMINA_NUL_TERMINATED, &none), LAMINA_ERROR_IO);
  /* A FIFO that nobody writes to is refused, not waited for. */
  CHECK_EQUAL(mkfifo(path, 0600), 0);
  CHECK_STATUS(lamina_image_create_file(context, path, LAMINA_NUL_TERMINATED, &none), LAMINA_ERROR_IO);
  CHECK(strstr(lamina_last_error(), "not a regular file") != NULL);
  CHECK(none == NULL);
  unlink(path);
  rmdir(folder);
  free(file);
  free(shown.pixels);
  free(other.pixels);
}

/* The pixel in the middle of what a node shows. */
static uint32_t middle(lamina_node *root, check_picture *into) {
  render(root, 1, into);
  return into->pixels[SIDE / 2 * SIDE + SIDE / 2];
}

/* A stencil for the tint of its node, in place, scaled, too large to be kept and in nine slices; another picture where
 * it is dark; both follow the traits, also those of the context. */
static void test_surroundings(void) {
  static const struct { double width, height; lamina_gravity gravity; double stretch; } ways[] = {
      {SIDE, SIDE, LAMINA_GRAVITY_RESIZE, 0}, {WIDTH, HEIGHT, LAMINA_GRAVITY_RESIZE, 0},
      {SIDE, SIDE, LAMINA_GRAVITY_RESIZE, 3}, {4000, 3000, LAMINA_GRAVITY_RESIZE, 0}};
  check_picture seen = check_make_picture(SIDE, SIDE), again = check_make_picture(SIDE, SIDE);
  lamina_bitmap bitmap = picture();
  lamina_image *light = NULL, *dark = NULL, *loading = NULL;
  size_t way;
  int i;
  for (i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = 0xff204060u;
  CHECK_OK(lamina_image_create(context, &bitmap, &light));
  for (i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = 0x80000000u;
  CHECK_OK(lamina_image_create(context, &bitmap, &dark));
  for (way = 0; way < sizeof ways / sizeof *ways; way++) {
    lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
    lamina_node *root = check_node(context), *node = check_node(context);
    lamina_traits traits = LAMINA_TRAITS_INIT;
    CHECK_OK(lamina_node_set_background(root, check_make_color(0xffffff)));
    CHECK_OK(lamina_node_set_frame(root, check_make_rect(0, 0, SIDE, SIDE)));
    CHECK_OK(lamina_node_set_frame(node, check_make_rect(10, 20, ways[way].width, ways[way].height)));
    CHECK_OK(lamina_node_add_child(root, node));
    options.gravity = ways[way].gravity;
    options.stretch.left = options.stretch.top = ways[way].stretch;
    options.dark = dark;
    CHECK_OK(lamina_node_set_image(node, light, &options));
    CHECK_EQUAL(middle(root, &seen), 0xff204060u);
    traits.color_scheme = LAMINA_COLOR_SCHEME_DARK;
    CHECK_OK(lamina_node_set_traits(root, &traits));
    CHECK_EQUAL(middle(root, &seen), 0xff7f7f7fu);
    options.tinted = true;
    CHECK_OK(lamina_node_set_image(node, light, &options));
    traits.tint = check_make_color(0x00ff00);
    CHECK_OK(lamina_node_set_traits(root, &traits));
    CHECK_EQUAL(middle(root, &seen), 0xff7fff7fu);
    CHECK_OK(lamina_node_set_traits(root, NULL));
    CHECK_EQUAL(middle(root, &seen), 0xff007affu); /* the default tint */
    traits.color_scheme = LAMINA_COLOR_SCHEME_LIGHT;
    traits.tint = check_make_color(0xff0000);
    CHECK_OK(lamina_context_set_traits(context, &traits));
    CHECK_EQUAL(middle(root, &seen), 0xffff0000u);
    render(root, 1, &again);
    CHECK_EQUAL(difference(&seen, &again), 0);
    CHECK_OK(lamina_context_set_traits(context, NULL));
    lamina_node_release(node);
    lamina_node_release(root);
  }
  {
    lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
    lamina_node *node = check_node(context);
    CHECK_OK(lamina_image_begin_file(context, "/nowhere", LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL, &loading));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    options.dark = loading;
    CHECK_STATUS(lamina_node_set_image(node, light, &options), LAMINA_ERROR_IO);
    CHECK(strstr(lamina_last_error(), "options->dark") != NULL);
    lamina_node_release(node);
  }
  lamina_image_release(loading);
  lamina_image_release(light);
  lamina_image_release(dark);
  free(seen.pixels);
  free(again.pixels);
}

int main(void) {
  context = check_context(2);
  test_same_as_its_own();
  test_many_nodes();
  test_copies();
  test_misuse();
  test_sentences();
  test_cut_files();
  test_sources();
  test_surroundings();
  lamina_context_release(context);
  return check_done(__FILE__);
}
