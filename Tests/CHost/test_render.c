/* Pictures without a window, and PNG files. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

static lamina_context *context;
static char folder[] = "/tmp/lamina-render-XXXXXX";

typedef struct outcome {
  int done, destroyed;
  lamina_status status;
} outcome;

static void done(lamina_status status, void *user_data) {
  outcome *o = (outcome *)user_data;
  o->done++;
  o->status = status;
}

static void outcome_destroy(void *user_data) { check_count(&((outcome *)user_data)->destroyed); }

static lamina_node *scene(void) {
  lamina_node *root = check_node(context), *box = check_node(context);
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(5, 5, 10, 10)));
  CHECK_OK(lamina_node_set_background(box, check_make_color(0xCC8844)));
  CHECK_OK(lamina_node_add_child(root, box));
  lamina_node_release(box);
  return root;
}

static void test_rendering(void) {
  lamina_node *root = scene();
  check_picture picture = check_make_picture(40, 20);
  outcome o;
  memset(&o, 0, sizeof o);
  CHECK_OK(lamina_node_render(root, 1, check_make_color(0xFFFFFF), &picture.bitmap, done, &o, outcome_destroy, NULL));
  CHECK_OK(lamina_node_remove_children(root)); /* the tree was captured in the call */
  lamina_node_release(root);
  CHECK_EQUAL(o.done, 0);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(o.done, 1);
  CHECK_EQUAL(o.status, LAMINA_OK);
  CHECK_EQUAL(o.destroyed, 1);
  CHECK_EQUAL(check_pixel(&picture, 0, 0), 0xFFFFFFFF);
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFFCC8844);
  CHECK_EQUAL(check_pixel(&picture, 14, 14), 0xFFCC8844);
  CHECK_EQUAL(check_pixel(&picture, 15, 15), 0xFFFFFFFF);
  free(picture.pixels);
}

static void test_scale_and_stride(void) {
  lamina_node *root = scene();
  check_picture picture = check_make_picture(50, 40); /* the target is the left 40 columns of it */
  lamina_color clear = {0, 0, 0, 0};
  picture.bitmap.width = 40;
  picture.pixels[45] = 0xFF123456;
  CHECK_OK(lamina_node_render(root, 2, clear, &picture.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(picture.pixels[0], 0);
  CHECK_EQUAL(picture.pixels[10 * 50 + 10], 0xFFCC8844);
  CHECK_EQUAL(picture.pixels[29 * 50 + 29], 0xFFCC8844);
  CHECK_EQUAL(picture.pixels[30 * 50 + 30], 0);
  CHECK_EQUAL(picture.pixels[45], 0xFF123456);
  lamina_node_release(root);
  free(picture.pixels);
}

static void test_many(void) {
  enum { COUNT = 64 };
  lamina_node *root = scene();
  check_picture pictures[COUNT];
  outcome outcomes[COUNT];
  int i;
  memset(outcomes, 0, sizeof outcomes);
  for (i = 0; i < COUNT; i++) {
    pictures[i] = check_make_picture(40, 20);
    CHECK_OK(lamina_node_set_background(root, check_make_color((unsigned)i)));
    CHECK_OK(lamina_node_render(root, 1, check_make_color(0), &pictures[i].bitmap, done, &outcomes[i], outcome_destroy, NULL));
  }
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (i = 0; i < COUNT; i++) {
    CHECK_EQUAL(outcomes[i].done, 1);
    CHECK_EQUAL(outcomes[i].destroyed, 1);
    CHECK_EQUAL(check_pixel(&pictures[i], 39, 19), 0xFF000000u | (unsigned)i);
    free(pictures[i].pixels);
  }
  lamina_node_release(root);
}

static void test_text(void) {
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  check_picture picture = check_make_picture(100, 30);
  int i, dark = 0;
  CHECK_OK(lamina_text_create(context, "Hamburgefonts", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_node_create_text(context, text, &node));
  CHECK_OK(lamina_node_render(node, 1, check_make_color(0xFFFFFF), &picture.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (i = 0; i < 100 * 30; i++) dark += (picture.pixels[i] & 255) < 64;
  CHECK(dark > 50 && dark < 1500);
  lamina_node_release(node);
  lamina_text_release(text);
  free(picture.pixels);
}

static void test_refusals(void) {
  lamina_node *root = scene();
  lamina_surface *surface = NULL;
  check_picture picture = check_make_picture(40, 20);
  lamina_bitmap bad = picture.bitmap;
  outcome o;
  memset(&o, 0, sizeof o);
  CHECK_STATUS(lamina_node_render(root, 0, check_make_color(0), &picture.bitmap, done, &o, outcome_destroy, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_render(root, NAN, check_make_color(0), &picture.bitmap, done, &o, outcome_destroy, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_render(root, 1, check_make_color(0), NULL, done, &o, outcome_destroy, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  bad.format = (lamina_pixel_format)77;
  CHECK_STATUS(lamina_node_render(root, 1, check_make_color(0), &bad, NULL, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "target->format is 77") != NULL);
  bad = picture.bitmap;
  bad.data = NULL;
  CHECK_STATUS(lamina_node_render(root, 1, check_make_color(0), &bad, done, &o, outcome_destroy, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_surface_create(context, check_make_size(40, 20), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_STATUS(lamina_node_render(root, 1, check_make_color(0), &picture.bitmap, done, &o, outcome_destroy, NULL),
               LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(o.done, 0);
  CHECK_EQUAL(o.destroyed, 5);
  lamina_surface_release(surface);
  lamina_node_release(root);
  free(picture.pixels);
}

static void test_context_ends_first(void) {
  lamina_context *other = check_context(1);
  lamina_node *root = check_node(other);
  check_picture picture = check_make_picture(40, 20);
  outcome o[20];
  int i;
  memset(o, 0, sizeof o);
  for (i = 0; i < 20; i++) {
    CHECK_OK(lamina_node_render(root, 1, check_make_color(0), &picture.bitmap, done, &o[i], outcome_destroy, NULL));
  }
  lamina_context_release(other);
  for (i = 0; i < 20; i++) {
    CHECK_EQUAL(o[i].done, 1);
    CHECK_EQUAL(o[i].destroyed, 1);
    CHECK(o[i].status == LAMINA_OK || o[i].status == LAMINA_ERROR_CANCELLED);
  }
  free(picture.pixels);
}

/* The colour type in the header of a PNG file: 2 is RGB, 6 RGBA; -1 when it is no PNG. */
static int png_color_type(const char *path) {
  unsigned char header[33];
  FILE *file = fopen(path, "rb");
  size_t n = file != NULL ? fread(header, 1, sizeof header, file) : 0;
  if (file != NULL) fclose(file);
  if (n != sizeof header || memcmp(header, "\x89PNG\r\n\x1a\n", 8) != 0 || memcmp(header + 12, "IHDR", 4) != 0) return -1;
  return header[25];
}

/* Draws until it is told that nobody wants it. */
static lamina_status draw_until_cancelled(
    lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  int turns;
  (void)cairo, (void)size, (void)scale;
  __atomic_add_fetch((int *)user_data, 1, __ATOMIC_SEQ_CST);
  for (turns = 0; turns < 20000 && !lamina_canvas_is_cancelled(canvas); turns++) check_sleep_ms(1);
  CHECK(lamina_canvas_is_cancelled(canvas));
  return LAMINA_OK;
}

/* By their numbers: one under way ends early, one that waits is skipped, one that is done stays. */
static void test_cancelling(void) {
  lamina_context *one = check_context(1);
  lamina_node *slow = check_node(one), *plain = check_node(one);
  check_picture pictures[3];
  lamina_color clear = { 0, 0, 0, 0 };
  uint64_t calls[3] = { 0, 0, 0 };
  outcome o[3];
  int begun = 0, i;
  memset(o, 0, sizeof o);
  for (i = 0; i < 3; i++) pictures[i] = check_make_picture(4, 4);
  CHECK_OK(lamina_node_set_draw_callback(slow, draw_until_cancelled, &begun, NULL));
  CHECK_OK(lamina_node_set_background(plain, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_render(slow, 1, clear, &pictures[0].bitmap, done, &o[0], outcome_destroy, &calls[0]));
  CHECK_OK(lamina_node_render_snapshot(plain, 1, clear, &pictures[1].bitmap, done, &o[1], outcome_destroy, &calls[1]));
  CHECK_OK(lamina_node_render(plain, 1, clear, &pictures[2].bitmap, done, &o[2], outcome_destroy, &calls[2]));
  CHECK(check_wait_for(&begun, 1));
  CHECK(calls[0] != 0 && calls[1] != 0 && calls[0] != calls[1]);
  CHECK_OK(lamina_context_cancel_call(one, calls[1]));
  CHECK_STATUS(lamina_context_cancel_call(one, calls[1]), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_cancel_call(one, calls[0]));
  CHECK_OK(lamina_context_wait_idle(one, CHECK_PATIENCE_US));
  for (i = 0; i < 3; i++) {
    CHECK_EQUAL(o[i].done, 1);
    CHECK_EQUAL(o[i].destroyed, 1);
    CHECK_EQUAL(o[i].status, i < 2 ? LAMINA_ERROR_CANCELLED : LAMINA_OK);
    CHECK_STATUS(lamina_context_cancel_call(one, calls[i]), LAMINA_ERROR_INVALID_STATE);
  }
  CHECK_EQUAL(check_pixel(&pictures[1], 1, 1), 0);
  CHECK_EQUAL(check_pixel(&pictures[2], 1, 1), 0xFFFF0000);
  for (i = 0; i < 3; i++) free(pictures[i].pixels);
  lamina_node_release(slow);
  lamina_node_release(plain);
  lamina_context_release(one);
}

static void test_png(void) {
  check_picture picture = check_make_picture(16, 16);
  char path[256];
  struct stat info;
  int i;
  for (i = 0; i < 256; i++) picture.pixels[i] = 0xFF000000u | (unsigned)i;
  snprintf(path, sizeof path, "%s/opaque.png", folder);
  CHECK_OK(lamina_bitmap_write_file(&picture.bitmap, NULL, path, LAMINA_NUL_TERMINATED));
  CHECK_EQUAL(png_color_type(path), 2);
  picture.pixels[7] = 0x80404040;
  CHECK_OK(lamina_bitmap_write_file(&picture.bitmap, NULL, path, strlen(path))); /* replaces the file */
  CHECK_EQUAL(png_color_type(path), 6);
  unlink(path);

  snprintf(path, sizeof path, "%s/none/picture.png", folder);
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, path, LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  CHECK(strstr(lamina_last_error(), path) != NULL);
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, folder, LAMINA_NUL_TERMINATED), LAMINA_ERROR_IO);
  CHECK(stat(folder, &info) == 0 && S_ISDIR(info.st_mode));
  CHECK_STATUS(lamina_bitmap_write_file(NULL, NULL, path, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, NULL, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  picture.bitmap.stride = 8;
  CHECK_STATUS(lamina_bitmap_write_file(&picture.bitmap, NULL, "x", 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(rmdir(folder), 0); /* no half-written file is left behind */
  free(picture.pixels);
}

typedef struct file_bytes {
  unsigned char bytes[4096];
  size_t size;
} file_bytes;

static lamina_status keep(const void *bytes, size_t size, void *user_data) {
  file_bytes *to = (file_bytes *)user_data;
  if (size > sizeof to->bytes - to->size) return LAMINA_ERROR_OUT_OF_MEMORY;
  memcpy(to->bytes + to->size, bytes, size);
  to->size += size;
  return LAMINA_OK;
}

/* Wherever the encoder's memory lies: the blocks that are kept have it find another place each time. */
static void test_same_bytes(void) {
  enum { TIMES = 1000, BLOCK = 160 << 10 };
  static file_bytes first, again;
  static void *kept[TIMES];
  check_picture picture = check_make_picture(3, 2);
  int i;
  for (i = 0; i < 6; i++) picture.pixels[i] = 0x4004080Cu;
  for (i = 0; i < TIMES; i++) {
    file_bytes *to = i == 0 ? &first : &again;
    to->size = 0;
    CHECK_OK(lamina_bitmap_write(&picture.bitmap, NULL, keep, to));
    CHECK(i == 0 || (first.size == again.size && memcmp(first.bytes, again.bytes, first.size) == 0));
    kept[i] = malloc(BLOCK);
  }
  for (i = 0; i < TIMES; i++) free(kept[i]);
  free(picture.pixels);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  context = check_context(2);
  test_rendering();
  test_scale_and_stride();
  test_many();
  test_text();
  test_refusals();
  lamina_context_release(context);
  test_context_ends_first();
  test_cancelling();
  test_png();
  test_same_bytes();
  return check_done(__FILE__);
}
