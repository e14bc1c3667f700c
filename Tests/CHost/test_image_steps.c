/* Pictures made of others by steps, on workers; equal steps give the same picture. */
#include <unistd.h>

#include "check.h"

enum { SIDE = 40 };

static lamina_context *context;
static uint32_t pixels[SIDE * SIDE];

static lamina_image *square(uint32_t color) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  lamina_image *image = NULL;
  int i;
  for (i = 0; i < SIDE * SIDE; i++) pixels[i] = color;
  bitmap.data = pixels;
  bitmap.width = bitmap.height = SIDE;
  bitmap.stride = SIDE * 4;
  CHECK_OK(lamina_image_create(context, &bitmap, &image));
  return image;
}

static lamina_image_step step(lamina_image_step_kind kind) {
  lamina_image_step result = LAMINA_IMAGE_STEP_INIT;
  result.kind = kind;
  return result;
}

typedef struct news { int count; lamina_status status; } news;

static void hear(lamina_image *image, lamina_status status, void *heard) {
  CHECK(image != NULL);
  ((news *)heard)->count++;
  ((news *)heard)->status = status;
}

/* What `image` becomes; NULL when that fails. */
static lamina_image *make(lamina_image *image, const lamina_image_step *steps, size_t count, lamina_status expected) {
  news heard = {0, LAMINA_OK};
  lamina_image *made = NULL;
  CHECK_OK(lamina_image_begin_modified(image, steps, count, 0, hear, &heard, NULL, &made));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(heard.count, 1);
  CHECK_EQUAL(heard.status, expected);
  if (expected == LAMINA_OK) return made;
  lamina_image_release(made);
  return NULL;
}

/* The pixels of a picture, each as it is. */
static check_picture look(lamina_image *image) {
  lamina_size size = lamina_image_get_size(image);
  check_picture seen = check_make_picture((int)size.width, (int)size.height);
  lamina_node *node = check_node(context);
  lamina_color nothing = {0, 0, 0, 0};
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, size.width, size.height)));
  CHECK_OK(lamina_node_set_image(node, image, NULL));
  CHECK_OK(lamina_node_render(node, 1, nothing, &seen.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  lamina_node_release(node);
  return seen;
}

static uint32_t at(const check_picture *picture, int x, int y) { return picture->pixels[y * picture->bitmap.width + x]; }

static int calls;

static lamina_status invert(const lamina_bitmap *bitmap, void *data) {
  uint32_t *words = (uint32_t *)bitmap->data;
  int i;
  CHECK_EQUAL(bitmap->format, LAMINA_PIXEL_FORMAT_ARGB32);
  for (i = 0; i < bitmap->stride / 4 * bitmap->height; i++) words[i] ^= 0xffffffu;
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  return data != NULL ? LAMINA_ERROR_BACKEND : LAMINA_OK;
}

static void test_each_step(void) {
  lamina_image *image = square(0xff204060u), *made;
  lamina_image_step steps[4];
  check_picture seen;
  /* A circle with a border. */
  steps[0] = step(LAMINA_IMAGE_STEP_KIND_ROUND);
  steps[0].radius = 1e6;
  steps[0].border = 4;
  steps[0].color = check_make_color(0xff0000);
  made = make(image, steps, 1, LAMINA_OK);
  seen = look(made);
  CHECK_EQUAL(at(&seen, 0, 0), 0);
  CHECK_EQUAL(at(&seen, SIDE / 2, 1), 0xffff0000u);
  CHECK_EQUAL(at(&seen, SIDE / 2, SIDE / 2), 0xff204060u);
  CHECK_EQUAL(at(&seen, SIDE - 1, SIDE - 1), 0);
  CHECK_EQUAL(at(&seen, 5, 5) >> 24, at(&seen, SIDE - 6, 5) >> 24);
  free(seen.pixels);
  /* Then half of it, smaller, as a stencil. */
  steps[1] = step(LAMINA_IMAGE_STEP_KIND_CROP);
  steps[1].source = check_make_rect(0, 0, 1, 0.5);
  steps[2] = step(LAMINA_IMAGE_STEP_KIND_RESIZE);
  steps[2].width_px = steps[2].height_px = 20;
  steps[3] = step(LAMINA_IMAGE_STEP_KIND_TINT);
  steps[3].color = check_make_color(0x0000ff);
  lamina_image_release(made);
  made = make(image, steps, 4, LAMINA_OK);
  seen = look(made);
  CHECK_EQUAL(seen.bitmap.width, 20);
  CHECK_EQUAL(seen.bitmap.height, 10);
  CHECK_EQUAL(at(&seen, 10, 5), 0xff0000ffu);
  CHECK_EQUAL(at(&seen, 0, 0), 0);
  free(seen.pixels);
  lamina_image_release(made);
  /* To cover a size is to have it: the middle, or of a smaller picture the largest part with its proportions. */
  steps[0] = step(LAMINA_IMAGE_STEP_KIND_RESIZE);
  steps[0].fit = LAMINA_IMAGE_FIT_ASPECT_FILL;
  steps[0].width_px = 20;
  steps[0].height_px = 10;
  made = make(image, steps, 1, LAMINA_OK);
  CHECK_EQUAL(lamina_image_get_size(made).width, 20);
  CHECK_EQUAL(lamina_image_get_size(made).height, 10);
  lamina_image_release(made);
  steps[0].width_px = 100;
  steps[0].height_px = 300;
  made = make(image, steps, 1, LAMINA_OK);
  CHECK_EQUAL(lamina_image_get_size(made).width, 13);
  CHECK_EQUAL(lamina_image_get_size(made).height, 40);
  lamina_image_release(made);
  steps[0].width_px = INT32_MAX;
  steps[0].height_px = 1;
  made = make(image, steps, 1, LAMINA_OK);
  CHECK_EQUAL(lamina_image_get_size(made).width, 40);
  CHECK_EQUAL(lamina_image_get_size(made).height, 1);
  lamina_image_release(made);
  /* A blur keeps what is even, and the sum of what is not. */
  steps[0] = step(LAMINA_IMAGE_STEP_KIND_BLUR);
  steps[0].radius = 3;
  made = make(image, steps, 1, LAMINA_OK);
  seen = look(made);
  CHECK_EQUAL(at(&seen, 0, 0), 0xff204060u);
  CHECK_EQUAL(at(&seen, 20, 20), 0xff204060u);
  free(seen.pixels);
  lamina_image_release(made);
  steps[0].radius = 500;
  made = make(image, steps, 1, LAMINA_OK);
  lamina_image_release(made);
  /* One of the host's own. */
  steps[0] = step(LAMINA_IMAGE_STEP_KIND_CALL);
  steps[0].modify = invert;
  made = make(image, steps, 1, LAMINA_OK);
  seen = look(made);
  CHECK_EQUAL(at(&seen, 3, 3), 0xffdfbf9fu);
  free(seen.pixels);
  lamina_image_release(made);
  steps[0].user_data = &calls;
  CHECK(make(image, steps, 1, LAMINA_ERROR_BACKEND) == NULL);
  lamina_image_release(image);
}

static void test_equal_ones_are_made_once(void) {
  lamina_image *image = square(0xff123456u), *one, *two, *other;
  lamina_image_step steps[2];
  int before;
  steps[0] = step(LAMINA_IMAGE_STEP_KIND_CALL);
  steps[0].modify = invert;
  steps[1] = step(LAMINA_IMAGE_STEP_KIND_BLUR);
  steps[1].radius = 2;
  before = calls;
  one = make(image, steps, 2, LAMINA_OK);
  two = make(image, steps, 2, LAMINA_OK);
  CHECK_EQUAL(calls, before + 1);
  steps[1].radius = 4;
  other = make(image, steps, 2, LAMINA_OK);
  CHECK_EQUAL(calls, before + 2);
  lamina_image_release(one);
  lamina_image_release(two);
  lamina_image_release(other);
  /* Nobody holds it any more. */
  one = make(image, steps, 2, LAMINA_OK);
  CHECK_EQUAL(calls, before + 3);
  lamina_image_release(one);
  lamina_image_release(image);
}

/* A node is given it before it is there. */
static void test_nodes_wait(void) {
  lamina_image *image = square(0xff00ff00u), *made = NULL;
  lamina_image_step tint = step(LAMINA_IMAGE_STEP_KIND_TINT);
  lamina_node *node = check_node(context);
  check_picture seen = check_make_picture(SIDE, SIDE);
  tint.color = check_make_color(0xff00ff);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, SIDE, SIDE)));
  CHECK_OK(lamina_image_begin_modified(image, &tint, 1, 0, NULL, NULL, NULL, &made));
  CHECK_OK(lamina_node_set_image(node, made, NULL));
  lamina_image_release(made);
  lamina_image_release(image);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_node_render(node, 1, check_make_color(0), &seen.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(at(&seen, 7, 9), 0xffff00ffu);
  free(seen.pixels);
  lamina_node_release(node);
}

static void test_misuse(void) {
  lamina_image *image = square(0xffffffffu), *made = NULL;
  lamina_image_step wrong = step(LAMINA_IMAGE_STEP_KIND_BLUR);
  wrong.radius = 501;
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 1, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  wrong.radius = NAN;
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 1, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 0, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_begin_modified(image, NULL, 2, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  wrong = step(LAMINA_IMAGE_STEP_KIND_RESIZE);
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 1, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  wrong = step(LAMINA_IMAGE_STEP_KIND_CALL);
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 1, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  wrong = step(LAMINA_IMAGE_STEP_KIND_CROP);
  wrong.source = check_make_rect(0.5, 0, 0.6, 1);
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 1, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "steps[0]") != NULL);
  wrong.kind = (lamina_image_step_kind)77;
  CHECK_STATUS(lamina_image_begin_modified(image, &wrong, 1, 0, NULL, NULL, NULL, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(made == NULL);
  lamina_image_release(image);
}

/* Its context ends while it is made: it is told, once. */
static void test_ending(void) {
  int round;
  for (round = 0; round < 20; round++) {
    lamina_image_step blur = step(LAMINA_IMAGE_STEP_KIND_BLUR);
    lamina_image *image, *made = NULL;
    news heard = {0, LAMINA_OK};
    context = check_context(2);
    image = square(0xffffffffu);
    blur.radius = 20;
    CHECK_OK(lamina_image_begin_modified(image, &blur, 1, 0, hear, &heard, NULL, &made));
    if (round % 2) lamina_image_cancel(made);
    lamina_image_release(image);
    lamina_image_release(made);
    lamina_context_release(context);
    CHECK_EQUAL(heard.count, 1);
  }
}

int main(void) {
  context = check_context(2);
  test_each_step();
  test_equal_ones_are_made_once();
  test_nodes_wait();
  test_misuse();
  lamina_context_release(context);
  test_ending();
  return check_done(__FILE__);
}
