/* Pictures with steps: made once for all who ask for the same, kept so, also by nodes; of pictures that are on their
 * way; what shows where one is missing. */
#include <unistd.h>

#include "image_stage.h"

static int calls;

static lamina_status invert(const lamina_bitmap *bitmap, void *data) {
  uint32_t *words = (uint32_t *)bitmap->data;
  int i;
  for (i = 0; i < bitmap->stride / 4 * bitmap->height; i++) words[i] ^= 0xFFFFFFu;
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  return data != NULL ? LAMINA_ERROR_BACKEND : LAMINA_OK;
}

static lamina_image_step make_step(lamina_image_step_kind kind) {
  lamina_image_step made = LAMINA_IMAGE_STEP_INIT;
  made.kind = kind;
  return made;
}

/* The left half, inverted. */
static size_t half(lamina_image_step *steps) {
  steps[0] = make_step(LAMINA_IMAGE_STEP_KIND_CROP);
  steps[0].source = check_make_rect(0, 0, 0.5, 1);
  steps[1] = make_step(LAMINA_IMAGE_STEP_KIND_CALL);
  steps[1].modify = invert;
  return 2;
}

static lamina_image *begin_with(
    stage *s, const char *url, const lamina_image_step *steps, size_t count, int side, outcome *o) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *image = NULL;
  memset(o, 0, sizeof *o);
  options.width_px = options.height_px = side;
  options.steps = steps;
  options.step_count = count;
  CHECK_OK(lamina_image_begin_url(s->context, url, LAMINA_NUL_TERMINATED, &options, loaded, o, destroyed, &image));
  return image;
}

static void check_size(lamina_image *image, int width, int height) {
  CHECK_EQUAL(lamina_image_get_size(image).width, width);
  CHECK_EQUAL(lamina_image_get_size(image).height, height);
}

/* Equal URLs with equal steps are made once, and there at once then; others are others. */
static void test_kept(int threads) {
  stage s;
  file red = make_file(32, RED);
  lamina_image_step steps[2];
  size_t count = half(steps);
  outcome first, second, third, plain;
  lamina_image *a, *b, *c, *d;
  begin_stage(&s, threads);
  calls = 0;
  a = begin_with(&s, "app:red", steps, count, 0, &first);
  b = begin_with(&s, "app:red", steps, count, 0, &second);
  d = begin_with(&s, "app:red", NULL, 0, 0, &plain);
  settle(&s);
  CHECK_EQUAL(s.server.count, 1);
  serve(&s, 0, &red);
  finish(&s);
  CHECK_EQUAL(first.count, 1);
  CHECK_OK(first.status);
  CHECK_EQUAL(second.count, 1);
  CHECK_EQUAL(plain.count, 1);
  CHECK_EQUAL(calls, 1);
  CHECK_EQUAL(statistics(&s).decoded, 2);
  check_size(a, 16, 32);
  check_size(b, 16, 32);
  check_size(d, 32, 32);
  c = begin_with(&s, "app:red", steps, count, 0, &third);
  CHECK_EQUAL(lamina_image_get_state(c), LAMINA_IMAGE_STATE_LOADED);
  finish(&s);
  CHECK_EQUAL(third.count, 1);
  CHECK_EQUAL(calls, 1);
  CHECK_OK(lamina_node_set_image(s.node, c, NULL));
  finish(&s);
  CHECK_EQUAL(pixel(&s), 0xFF00FFFFu);
  lamina_image_release(c);
  /* Another size, another step. */
  c = begin_with(&s, "app:red", steps, count, 8, &third);
  settle(&s);
  serve(&s, 1, &red);
  finish(&s);
  CHECK_EQUAL(calls, 2);
  /* Half of what is decoded fills the room. */
  check_size(c, 4, 8);
  lamina_image_release(c);
  /* A step that fails is what loading fails with; nothing of it is kept. */
  steps[1].user_data = &calls;
  c = begin_with(&s, "app:red", steps, count, 0, &third);
  settle(&s);
  serve(&s, 2, &red);
  finish(&s);
  CHECK_STATUS(third.status, LAMINA_ERROR_BACKEND);
  CHECK_EQUAL(lamina_image_get_state(c), LAMINA_IMAGE_STATE_FAILED);
  lamina_image_release(c);
  lamina_image_release(a);
  lamina_image_release(b);
  lamina_image_release(d);
  end_stage(&s);
  CHECK_EQUAL(first.destroyed + second.destroyed + third.destroyed + plain.destroyed, 4);
}

static void test_refusals(void) {
  stage s;
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  lamina_image_step step = LAMINA_IMAGE_STEP_INIT;
  lamina_image *image = NULL;
  begin_stage(&s, 0);
  options.step_count = 1;
  CHECK_STATUS(lamina_image_begin_url(s.context, "app:a", 5, &options, NULL, NULL, NULL, &image), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->steps") != NULL);
  options.steps = &step;
  options.step_count = 65;
  CHECK_STATUS(lamina_image_begin_file(s.context, "a", 1, &options, NULL, NULL, NULL, &image), LAMINA_ERROR_INVALID_ARGUMENT);
  options.step_count = 1;
  step.kind = LAMINA_IMAGE_STEP_KIND_CALL;
  CHECK_STATUS(lamina_image_begin_url(s.context, "app:a", 5, &options, NULL, NULL, NULL, &image), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "modify") != NULL);
  source.url = "app:a";
  source.steps = &step;
  source.step_count = 1;
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  source.step_count = 0;
  source.width_px = 3;
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  source.height_px = -3;
  CHECK_STATUS(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(image == NULL);
  settle(&s);
  CHECK_EQUAL(s.server.count, 0);
  end_stage(&s);
}

/* Nodes with equal steps share what is made; the size in layout is what the steps leave of the file's. */
static void test_nodes(int threads) {
  stage s;
  file red = make_file(32, RED);
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  lamina_image_step steps[2];
  lamina_node *other, *box;
  lamina_rect frame;
  int ended = 0;
  begin_stage(&s, threads);
  calls = 0;
  source.url = "app:red";
  source.steps = steps;
  source.step_count = half(steps);
  source.width_px = 16;
  source.height_px = 32;
  CHECK_OK(lamina_node_set_image_source(s.node, &source, NULL, &ended, check_count));
  settle(&s);
  serve(&s, 0, &red);
  finish(&s);
  CHECK_EQUAL(pixel(&s), 0xFF00FFFFu);
  CHECK_EQUAL(calls, 1);
  /* A node of another size shows the same one, at once. */
  other = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(other, check_make_rect(2, 2, 4, 4)));
  CHECK_OK(lamina_node_add_child(s.root, other));
  CHECK_OK(lamina_node_set_image_source(other, &source, NULL, NULL, NULL));
  finish(&s);
  CHECK_EQUAL(calls, 1);
  CHECK_EQUAL(s.server.count, 1);
  CHECK_EQUAL(statistics(&s).hits, 1);
  /* Other steps of the same picture are other pictures. */
  source.step_count = 1;
  CHECK_OK(lamina_node_set_image_source(other, &source, NULL, NULL, NULL));
  settle(&s);
  serve(&s, 1, &red);
  finish(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  /* In layout as large as half of the file. */
  box = check_node(s.context);
  CHECK_OK(lamina_node_set_flex_profile(box, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_node_set_flex_style(box, "align-items: flex-start", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_node_remove_from_parent(other));
  CHECK_OK(lamina_node_add_child(box, other));
  CHECK_OK(lamina_surface_set_size(s.surface, check_make_size(64, 64), 1));
  CHECK_OK(lamina_surface_set_root(s.surface, box));
  finish(&s);
  frame = lamina_node_get_frame(other);
  CHECK_EQUAL(frame.size.width, 16);
  CHECK_EQUAL(frame.size.height, 32);
  CHECK_OK(lamina_node_set_image_source(s.node, NULL, NULL, NULL, NULL));
  finish(&s);
  CHECK_EQUAL(ended, 1);
  lamina_node_release(box);
  lamina_node_release(other);
  end_stage(&s);
}

/* Of a picture that is loading: made when that is loaded, failed when it fails, and cancelled by itself. */
static void test_of_loading(int threads) {
  stage s;
  file red = make_file(32, RED);
  lamina_image_step steps[2];
  size_t count = half(steps);
  outcome whole, made, same, gone;
  lamina_image *image, *first, *second, *third;
  begin_stage(&s, threads);
  calls = 0;
  image = begin_with(&s, "app:red", NULL, 0, 0, &whole);
  memset(&made, 0, sizeof made);
  memset(&same, 0, sizeof same);
  memset(&gone, 0, sizeof gone);
  CHECK_OK(lamina_image_begin_modified(image, steps, count, 0, loaded, &made, destroyed, &first));
  CHECK_OK(lamina_image_begin_modified(image, steps, count, 0, loaded, &same, destroyed, &second));
  CHECK_OK(lamina_image_begin_modified(image, steps, 1, 0, loaded, &gone, destroyed, &third));
  CHECK_EQUAL(lamina_image_get_state(first), LAMINA_IMAGE_STATE_LOADING);
  CHECK_OK(lamina_node_set_image(s.node, first, NULL));
  CHECK_OK(lamina_image_cancel(third));
  settle(&s);
  /* Told without waiting for the one that it was to be made of. */
  CHECK_EQUAL(gone.count, 1);
  CHECK_STATUS(gone.status, LAMINA_ERROR_CANCELLED);
  CHECK_EQUAL(made.count, 0);
  serve(&s, 0, &red);
  finish(&s);
  CHECK_EQUAL(whole.count, 1);
  CHECK_EQUAL(made.count, 1);
  CHECK_OK(made.status);
  CHECK_EQUAL(same.count, 1);
  CHECK_EQUAL(gone.count, 1);
  CHECK_EQUAL(pixel(&s), 0xFF00FFFFu);
  check_size(second, 16, 32);
  lamina_image_release(first);
  lamina_image_release(second);
  lamina_image_release(third);
  lamina_image_release(image);
  /* One that fails, and one that is cancelled, take what is made of them along. */
  image = begin_with(&s, "app:blue", NULL, 0, 0, &whole);
  memset(&made, 0, sizeof made);
  CHECK_OK(lamina_image_begin_modified(image, steps, count, 0, loaded, &made, destroyed, &first));
  settle(&s);
  refuse(&s, 1);
  finish(&s);
  CHECK_EQUAL(made.count, 1);
  CHECK_STATUS(made.status, LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_image_begin_modified(image, steps, count, 0, loaded, &made, NULL, &second), LAMINA_ERROR_IO);
  lamina_image_release(first);
  lamina_image_release(image);
  image = begin_with(&s, "app:blue", NULL, 0, 0, &whole);
  memset(&made, 0, sizeof made);
  CHECK_OK(lamina_image_begin_modified(image, steps, count, 0, loaded, &made, destroyed, &first));
  CHECK_OK(lamina_image_cancel(image));
  finish(&s);
  CHECK_EQUAL(made.count, 1);
  CHECK_STATUS(made.status, LAMINA_ERROR_CANCELLED);
  lamina_image_release(first);
  lamina_image_release(image);
  /* The context ends meanwhile. */
  image = begin_with(&s, "app:green", NULL, 0, 0, &whole);
  memset(&made, 0, sizeof made);
  CHECK_OK(lamina_image_begin_modified(image, steps, count, 0, loaded, &made, destroyed, &first));
  settle(&s);
  end_stage(&s);
  CHECK_EQUAL(made.count, 1);
  CHECK_STATUS(made.status, LAMINA_ERROR_CANCELLED);
  CHECK_EQUAL(made.destroyed, 1);
}

/* A file that several ask for while it is under way is read once. */
static void test_equal_files(int threads) {
  stage s;
  file red = make_file(32, RED);
  char path[] = "/tmp/lamina-image-XXXXXX";
  int descriptor = mkstemp(path), i;
  outcome outcomes[4];
  lamina_image *images[4];
  begin_stage(&s, threads);
  CHECK(write(descriptor, red.bytes, red.size) == (ssize_t)red.size);
  close(descriptor);
  memset(outcomes, 0, sizeof outcomes);
  for (i = 0; i < 4; i++) {
    CHECK_OK(lamina_image_begin_file(s.context, path, LAMINA_NUL_TERMINATED, NULL, loaded, &outcomes[i], destroyed, &images[i]));
  }
  CHECK_OK(lamina_image_cancel(images[1]));
  finish(&s);
  for (i = 0; i < 4; i++) {
    CHECK_EQUAL(outcomes[i].count, 1);
    CHECK_STATUS(outcomes[i].status, i == 1 ? LAMINA_ERROR_CANCELLED : LAMINA_OK);
    lamina_image_release(images[i]);
  }
  if (threads == 0) CHECK_EQUAL(statistics(&s).decoded, 1);
  end_stage(&s);
  unlink(path);
  for (i = 0; i < 4; i++) CHECK_EQUAL(outcomes[i].destroyed, 1);
}

/* A drawing shows a picture that was loading as soon as it is loaded. */
static void test_in_drawing(int threads) {
  stage s;
  file red = make_file(32, RED);
  lamina_drawing_step steps[3] = { LAMINA_DRAWING_STEP_INIT, LAMINA_DRAWING_STEP_INIT, LAMINA_DRAWING_STEP_INIT };
  lamina_drawing *drawing = NULL;
  outcome whole;
  lamina_image *image;
  int rasterized;
  for (rasterized = 0; rasterized < 2; rasterized++) {
    begin_stage(&s, threads);
    image = begin_with(&s, "app:red", NULL, 0, 0, &whole);
    steps[0].kind = LAMINA_DRAWING_KIND_RECT;
    steps[0].rect = check_make_rect(0, 0, SIDE, SIDE);
    steps[1].kind = LAMINA_DRAWING_KIND_FILL;
    steps[1].color = check_make_color(0x0000FF);
    steps[2].kind = LAMINA_DRAWING_KIND_IMAGE;
    steps[2].image = image;
    steps[2].rect = check_make_rect(0, 0, SIDE, SIDE);
    CHECK_OK(lamina_drawing_create(s.context, steps, 3, &drawing));
    CHECK_OK(lamina_node_set_drawing(s.node, drawing));
    if (rasterized) CHECK_OK(lamina_node_set_rasterized(s.root, true));
    settle(&s);
    CHECK_EQUAL(pixel(&s), colors[BLUE]);
    CHECK_OK(lamina_node_set_needs_display(s.node));
    settle(&s);
    serve(&s, 0, &red);
    finish(&s);
    CHECK_EQUAL(pixel(&s), colors[RED]);
    lamina_drawing_release(drawing);
    lamina_image_release(image);
    /* One that fails stays out, and a failed one is refused. */
    image = begin_with(&s, "app:none", NULL, 0, 0, &whole);
    steps[2].image = image;
    CHECK_OK(lamina_drawing_create(s.context, steps, 3, &drawing));
    CHECK_OK(lamina_node_set_drawing(s.node, drawing));
    lamina_drawing_release(drawing);
    settle(&s);
    refuse(&s, 1);
    finish(&s);
    CHECK_EQUAL(pixel(&s), colors[BLUE]);
    CHECK_STATUS(lamina_drawing_create(s.context, steps, 3, &drawing), LAMINA_ERROR_IO);
    lamina_image_release(image);
    end_stage(&s);
  }
}

/* A picture that was dropped and is gone from memory, too: the node shows its placeholder until it is back, or the
 * fallback, and stays as large. */
static void test_back_from_far(int threads) {
  stage s;
  file red = make_file(32, RED);
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  lamina_image *fallback = NULL;
  file blue = make_file(4, BLUE);
  int with_fallback;
  bool complete = false;
  for (with_fallback = 0; with_fallback < 2; with_fallback++) {
    begin_stage(&s, threads);
    CHECK_OK(lamina_context_set_image_cache(s.context, 0));
    placeholder.color = check_make_color(0x00FF00);
    placeholder.persists = true;
    CHECK_OK(lamina_node_set_placeholder(s.node, &placeholder));
    CHECK_OK(lamina_image_create_data(s.context, (const char *)blue.bytes, blue.size, &fallback));
    source.url = "app:red";
    source.fallback = with_fallback ? fallback : NULL;
    CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_VISIBLE));
    CHECK_OK(lamina_node_set_image_source(s.node, &source, NULL, NULL, NULL));
    settle(&s);
    CHECK_EQUAL(pixel(&s), colors[with_fallback ? BLUE : GREEN]);
    serve(&s, 0, &red);
    finish(&s);
    CHECK_EQUAL(pixel(&s), colors[RED]);
    CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_NONE));
    finish(&s);
    CHECK_EQUAL(status_of(s.node).shown, -1);
    CHECK_OK(lamina_node_set_interface_state(s.node, LAMINA_INTERFACE_STATE_VISIBLE));
    settle(&s);
    CHECK_EQUAL(s.server.count, 2);
    CHECK_EQUAL(pixel(&s), colors[with_fallback ? BLUE : GREEN]);
    CHECK_OK(lamina_surface_is_complete(s.surface, &complete));
    CHECK(complete);
    serve(&s, 1, &red);
    finish(&s);
    CHECK_EQUAL(pixel(&s), colors[RED]);
    lamina_image_release(fallback);
    end_stage(&s);
  }
}

/* The overlay says where pictures are larger or smaller than their pixels. */
static void test_overlay(void) {
  stage s;
  file small = make_file(4, WHITE), large = make_file(16, WHITE), same = make_file(SIDE, WHITE);
  const file *files[3];
  static const uint32_t edges[] = { 0xFFD91900u, 0xFF008040u, 0xFFFFFFFFu };
  lamina_image *image;
  int i;
  files[0] = &small;
  files[1] = &large;
  files[2] = &same;
  begin_stage(&s, 0);
  CHECK_OK(lamina_surface_set_debug_overlay(s.surface, LAMINA_DEBUG_OVERLAY_SCALED_IMAGES));
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_image_create_data(s.context, (const char *)files[i]->bytes, files[i]->size, &image));
    CHECK_OK(lamina_node_set_image(s.node, image, NULL));
    lamina_image_release(image);
    finish(&s);
    pixel(&s);
    CHECK_EQUAL(check_pixel(&s.picture, 0, 0), edges[i]);
  }
  end_stage(&s);
}

/* A picture without pixels of its own is drawn anew in each size: its edges stay sharp. */
static void test_svg(void) {
  static const char svg[] =
      "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><rect width='2' height='4' fill='#f00'/>"
      "<rect x='2' width='2' height='4' fill='#00f'/></svg>";
  stage s;
  lamina_image *image = NULL;
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  int begun;
  for (begun = 0; begun < 2; begun++) {
    begin_stage(&s, 0);
    if (begun) {
      CHECK_OK(lamina_image_begin_data(s.context, svg, sizeof svg - 1, NULL, NULL, NULL, NULL, &image));
    } else if (lamina_image_create_data(s.context, svg, sizeof svg - 1, &image) == LAMINA_ERROR_UNSUPPORTED) {
      CHECK(strstr(lamina_last_error(), "librsvg2-2") != NULL);
      end_stage(&s);
      return;
    }
    CHECK_OK(lamina_node_set_image(s.node, image, NULL));
    finish(&s);
    CHECK_EQUAL(pixel(&s), colors[RED]);
    CHECK_EQUAL(check_pixel(&s.picture, 4, 4), colors[BLUE]);
    check_size(image, 4, 4);
    /* The right half of it. */
    options.source = check_make_rect(0.5, 0, 0.5, 1);
    CHECK_OK(lamina_node_set_image(s.node, image, &options));
    finish(&s);
    CHECK_EQUAL(pixel(&s), colors[BLUE]);
    CHECK_EQUAL(check_pixel(&s.picture, 0, 0), colors[BLUE]);
    lamina_image_release(image);
    end_stage(&s);
  }
}

int main(void) {
  int threads;
  for (threads = 0; threads < 3; threads += 2) {
    test_kept(threads);
    test_nodes(threads);
    test_of_loading(threads);
    test_equal_files(threads);
    test_in_drawing(threads);
    test_back_from_far(threads);
  }
  test_refusals();
  test_overlay();
  test_svg();
  return check_done("image recipes");
}
