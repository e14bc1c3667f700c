/* Placeholders, pictures that arrive and highlights are on the clock of frames and have curves: what each frame shows
 * is a function of its time alone, the same to the bit with any number of workers. */
#include "motion_stage.h"

enum { SIDE = 40, FRAMES = 16, FRAME_US = 10000, FADE_US = 100000 };

static lamina_status draw_red(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                              void *user_data) {
  int x, y;
  (void)canvas, (void)size, (void)scale, (void)user_data;
  for (y = 0; y < target->height; y++) {
    for (x = 0; x < target->width; x++) ((uint32_t *)((char *)target->data + y * target->stride))[x] = 0xFFFF0000u;
  }
  return LAMINA_OK;
}

static lamina_placeholder make_placeholder(const char *curve) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  placeholder.color = check_make_color(0x000000);
  placeholder.fade_us = FADE_US;
  placeholder.fade_curve = curve;
  placeholder.persists = true;
  placeholder.fades_changes = true;
  return placeholder;
}

static lamina_image *make_picture_of(lamina_context *context, uint32_t pixel) {
  uint32_t pixels[4];
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  int i;
  for (i = 0; i < 4; i++) pixels[i] = pixel;
  bitmap.data = pixels;
  bitmap.width = bitmap.height = 2;
  bitmap.stride = 8;
  return check_image(context, &bitmap);
}

static lamina_node *make_label(lamina_context *context) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_node *label = NULL;
  attributes.family = "DejaVu Sans";
  attributes.size = 12;
  CHECK_OK(lamina_node_create_label(context, "press", LAMINA_NUL_TERMINATED, &attributes, &label));
  return label;
}

typedef struct record {
  uint32_t first[FRAMES], second[FRAMES], third[FRAMES];
  uint64_t all[FRAMES];
} record;

/* Beside each other a drawing that comes over its placeholder, a picture that arrives late and is replaced, and a text
 * of which a part is highlighted, and not any more before that is over. */
static void play(record *found, int workers, const char *curve) {
  lamina_context *context = check_context(workers);
  lamina_placeholder placeholder = make_placeholder(curve);
  lamina_node *root = check_node(context), *drawn = check_node(context), *photo = check_node(context);
  lamina_node *label = make_label(context);
  lamina_image *blue = make_picture_of(context, 0xFF0000FFu), *green = make_picture_of(context, 0xFF00FF00u);
  lamina_color yellow = check_make_color(0xFFFF00);
  check_picture picture = check_make_picture(3 * SIDE, SIDE);
  lamina_surface *surface = NULL;
  int number, x, y;
  CHECK_OK(lamina_context_set_time_us(context, 0));
  CHECK_OK(lamina_node_set_background(root, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_node_set_frame(drawn, check_make_rect(0, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_set_frame(photo, check_make_rect(SIDE, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_set_frame(label, check_make_rect(2 * SIDE, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_set_placeholder(drawn, &placeholder));
  CHECK_OK(lamina_node_set_placeholder(photo, &placeholder));
  CHECK_OK(lamina_node_add_child(root, drawn));
  CHECK_OK(lamina_node_add_child(root, photo));
  CHECK_OK(lamina_node_add_child(root, label));
  CHECK_OK(lamina_surface_create(context, check_make_size(3 * SIDE, SIDE), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_node_set_placeholder(label, &placeholder));
  for (number = 0; number < FRAMES; number++) {
    if (number == 1) {
      CHECK_OK(lamina_node_set_draw_pixels_callback(drawn, draw_red, NULL, NULL));
      CHECK_OK(lamina_node_set_image(photo, blue, NULL));
      CHECK_OK(lamina_node_set_text_highlight(label, 0, 5, &yellow));
    }
    if (number == 6) {
      CHECK_OK(lamina_node_set_image(photo, green, NULL));
      CHECK_OK(lamina_node_set_text_highlight(label, 0, 0, NULL));
    }
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_context_set_time_us(context, (uint64_t)(number + 1) * FRAME_US));
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
    found->all[number] = 0;
    for (y = 0; y < SIDE; y++) {
      for (x = 0; x < 3 * SIDE; x++) {
        found->all[number] = (found->all[number] ^ check_pixel(&picture, x, y)) * 1099511628211u;
      }
    }
    found->first[number] = check_pixel(&picture, 5, 5);
    found->second[number] = check_pixel(&picture, SIDE + 5, 5);
    found->third[number] = check_pixel(&picture, 2 * SIDE, 8); /* beside the first letter */
  }
  lamina_image_release(blue);
  lamina_image_release(green);
  lamina_node_release(label);
  lamina_node_release(photo);
  lamina_node_release(drawn);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
  free(picture.pixels);
}

static int part(uint32_t pixel, int shift) { return (int)(pixel >> shift & 255); }

static bool is_near(double actual, double expected, double tolerance) {
  return actual >= expected - tolerance && actual <= expected + tolerance;
}

static void test_what_frames_show(void) {
  record found;
  int number, blue;
  play(&found, 1, NULL);
  CHECK_EQUAL(found.first[0], 0xFF000000u);
  for (number = 1; number <= 10; number++) { /* linear, from the time at which the drawing is there */
    CHECK(is_near(part(found.first[number], 16), 255 * number / 10.0, 1.5));
  }
  CHECK_EQUAL(found.first[11], 0xFFFF0000u);
  /* The second picture takes over from what is shown: half of the first one, then less and less. */
  blue = part(found.second[5], 0);
  CHECK(is_near(blue, 127, 2));
  for (number = 6; number < FRAMES; number++) {
    CHECK(is_near(part(found.second[number], 0), blue * (1 - (number - 5) / 10.0), 2));
    CHECK(is_near(part(found.second[number], 8), 255 * (number - 5) / 10.0, 2));
  }
  /* A highlight comes and, taken away, goes back from where it is. */
  CHECK_EQUAL(found.third[0], 0xFFFFFFFFu);
  for (number = 1; number <= 5; number++) CHECK(part(found.third[number], 0) < part(found.third[number - 1], 0));
  CHECK(is_near(part(found.third[5], 0), 127, 3));
  for (number = 6; number < FRAMES; number++) CHECK(part(found.third[number], 0) > part(found.third[number - 1], 0));
}

static void test_curves(void) {
  record linear, steps, out;
  int number;
  play(&linear, 1, "linear");
  play(&steps, 1, "steps(2)");
  play(&out, 1, "cubic-bezier(0, 1, 0, 1)");
  for (number = 1; number <= 10; number++) {
    CHECK_EQUAL(part(steps.first[number], 16), number < 5 ? 0 : number < 10 ? 128 : 255);
    CHECK(part(out.first[number], 16) > part(linear.first[number], 16) || number > 9);
  }
  CHECK_EQUAL(steps.first[11], 0xFFFF0000u);
}

static void test_workers(void) {
  static const int workers[] = {1, 2, 4, 0};
  static record found[4];
  int way, number;
  for (way = 0; way < 4; way++) {
    play(&found[way], workers[way], "ease-in-out");
    for (number = 0; number < FRAMES; number++) CHECK_EQUAL(found[way].all[number], found[0].all[number]);
  }
}

/* While its size moves, a placeholder fills what is presented, in the fade as before it; the contents stay at the edge
 * that is said. */
static void test_sizes(void) {
  int way, number;
  for (way = 0; way < 2; way++) {
    stage s = make_stage(1);
    check_picture picture = check_make_picture(400, 300);
    lamina_placeholder placeholder = make_placeholder(NULL);
    lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
    lamina_animation_options how = linear(100000);
    CHECK_OK(lamina_node_set_placeholder(s.box, &placeholder));
    CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(100, 100, 100, 100)));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    frame(&s, 1000000);
    values.fields = LAMINA_PRESENTED_FIELDS_SIZE | LAMINA_PRESENTED_FIELDS_POSITION;
    values.position = make_point(200, 150);
    values.size = check_make_size(200, 100);
    values.contents_anchor = make_point(way, 0);
    CHECK_OK(lamina_node_add_animation(s.box, &values, &how, NULL, NULL, NULL, NULL));
    CHECK_OK(lamina_node_set_draw_pixels_callback(s.box, draw_red, NULL, NULL));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    for (number = 1; number <= 10; number++) {
      int right = 200 + number * 10 - 10, edge = way == 0 ? 200 : right;
      frame(&s, 1000000 + (uint64_t)number * 10000);
      CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
      CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
      CHECK_EQUAL(check_pixel(&picture, right + 1, 150), 0xFFFFFFFFu);
      CHECK_EQUAL(check_pixel(&picture, 98, 150), 0xFFFFFFFFu);
      if (number > 1) {
        int share = part(check_pixel(&picture, edge - 2, 150), 16);
        CHECK(is_near(share, 255 * number / 10.0, 1.5));
        /* Where only the placeholder is, it gives way to the node's own red. */
        CHECK(is_near(part(check_pixel(&picture, way == 0 ? right - 2 : 102, 150), 16), share, 1.5));
      }
    }
    free(picture.pixels);
    end_stage(&s);
  }
}

/* A finished drawing of another size, and one whose placeholder does not say so, are there at once. */
static void test_at_once(void) {
  stage s = make_stage(1);
  lamina_placeholder placeholder = make_placeholder(NULL);
  check_picture picture = check_make_picture(20, 20);
  lamina_image *blue = make_picture_of(s.context, 0xFF0000FFu), *green = make_picture_of(s.context, 0xFF00FF00u);
  int way;
  CHECK_OK(lamina_surface_set_size(s.surface, check_make_size(20, 20), 1));
  for (way = 0; way < 2; way++) {
    placeholder.fades_changes = way == 1;
    CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(2, 2, 10, 10)));
    CHECK_OK(lamina_node_set_image(s.box, blue, NULL));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_node_set_placeholder(s.box, &placeholder));
    frame(&s, (uint64_t)(way + 1) * 1000000);
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    if (way == 1) CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(2, 2, 12, 12)));
    CHECK_OK(lamina_node_set_image(s.box, green, NULL));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFF00FF00u);
  }
  lamina_image_release(blue);
  lamina_image_release(green);
  free(picture.pixels);
  end_stage(&s);
}

/* The node, its placeholder, the surface or the context goes in the middle of a fade of a change. */
static void test_ends(void) {
  int way;
  for (way = 0; way < 5; way++) {
    stage s = make_stage(1);
    lamina_placeholder placeholder = make_placeholder("ease");
    lamina_image *blue = make_picture_of(s.context, 0xFF0000FFu), *green = make_picture_of(s.context, 0xFF00FF00u);
    CHECK_OK(lamina_node_set_image(s.box, blue, NULL));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_node_set_placeholder(s.box, &placeholder));
    frame(&s, 1000);
    CHECK_OK(lamina_node_set_image(s.box, green, NULL));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    frame(&s, 50000);
    CHECK(lamina_context_get_timeout_us(s.context) != 0);
    switch (way) {
      case 0: CHECK_OK(lamina_node_remove_from_parent(s.box)); break;
      case 1: CHECK_OK(lamina_node_set_placeholder(s.box, NULL)); break;
      case 2: CHECK_OK(lamina_surface_set_root(s.surface, NULL)); break;
      case 3: CHECK_OK(lamina_node_set_image(s.box, NULL, NULL)); break;
      default: break;
    }
    if (way < 4) {
      frame(&s, 60000);
      frame(&s, 400000);
      CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
      CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
    }
    lamina_image_release(blue);
    lamina_image_release(green);
    end_stage(&s);
  }
}

static void test_wrong_curves(void) {
  static const char *const wrong[] = {"ease-", "cubic-bezier(2, 0, 0, 1)", "steps(0)", "linear()", "", "\xFF"};
  stage s = make_stage(0);
  lamina_placeholder placeholder = make_placeholder("steps(3, jump-both)");
  size_t i;
  CHECK_OK(lamina_node_set_placeholder(s.box, &placeholder));
  for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    lamina_placeholder given = make_placeholder(wrong[i]);
    CHECK_STATUS(lamina_node_set_placeholder(s.box, &given), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(lamina_last_error(), "fade_curve") != NULL);
  }
  placeholder = make_placeholder(NULL);
  CHECK_OK(lamina_node_get_placeholder(s.box, &placeholder));
  CHECK_TEXT(placeholder.fade_curve, "steps(3, jump-both)");
  CHECK(placeholder.fades_changes);
  CHECK_OK(lamina_node_set_placeholder(s.box, NULL));
  CHECK_OK(lamina_node_get_placeholder(s.box, &placeholder));
  CHECK(placeholder.fade_curve == NULL && !placeholder.fades_changes);
  end_stage(&s);
}

int main(void) {
  test_what_frames_show();
  test_curves();
  test_workers();
  test_sizes();
  test_at_once();
  test_ends();
  test_wrong_curves();
  return check_done(__FILE__);
}
