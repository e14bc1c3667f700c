/* Borders, shadows, corners and gradients, with the numbers at the ends of what is allowed; pictures to the bytes of
 * files and back. */
#include "check.h"

static lamina_context *context;
static lamina_node *root, *box, *inner;
static lamina_surface *surface;
static uint32_t pixels[64 * 48];

static lamina_color color(float red, float green, float blue, float alpha) {
  lamina_color result;
  result.red = red;
  result.green = green;
  result.blue = blue;
  result.alpha = alpha;
  return result;
}

static lamina_bitmap screen(void) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  bitmap.data = pixels;
  bitmap.width = 64;
  bitmap.height = 48;
  bitmap.stride = 64 * 4;
  return bitmap;
}

static void show(void) {
  lamina_bitmap bitmap = screen();
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &bitmap, NULL, 0, NULL));
}

static void test_extremes(void) {
  const double ends[] = { 0, 1e-7, 1, 3.7, 1000, 1e7 };
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stops[2];
  size_t i, j;
  stops[0].offset = 0.5;
  stops[0].color = color(1, 0, 0, 0.5f);
  stops[1].offset = 0.5;
  stops[1].color = color(0, 0, 1, 1);
  gradient.stops = stops;
  gradient.stop_count = 2;
  for (i = 0; i < sizeof ends / sizeof *ends; i++) {
    for (j = 0; j < sizeof ends / sizeof *ends; j++) {
      lamina_shadow shadow = { { 0, 0, 0, 1 }, 0, 0, 0, 0 };
      lamina_border border = { 0, { 0, 1, 0, 1 } };
      lamina_matrix matrix = LAMINA_MATRIX_IDENTITY;
      lamina_corner_radii radii = { 0, 3, 0, 0 };
      lamina_point point = { 1, 1 }, found = { 0, 0 };
      lamina_node *hit = NULL;
      shadow.x = -ends[i];
      shadow.blur = ends[j];
      shadow.spread = i % 2 ? ends[j] : -ends[j];
      border.width = ends[j];
      radii.top_left = ends[i];
      radii.bottom_right = ends[j];
      matrix.xx = ends[i];
      matrix.yx = -ends[j];
      matrix.xy = ends[j];
      matrix.x0 = ends[i];
      gradient.kind = (lamina_gradient_kind)((i + j) % 3);
      gradient.end.x = gradient.radii.width = ends[j] > 1000 ? 1000 : ends[j];
      gradient.center.y = ends[i] > 1000 ? -1000 : ends[i];
      gradient.angle = -ends[i];
      CHECK_OK(lamina_node_set_shadow(box, shadow));
      CHECK_OK(lamina_node_set_border(box, border));
      CHECK_OK(lamina_node_set_corner_radii(box, radii));
      CHECK_OK(lamina_node_set_gradient(box, &gradient));
      CHECK_OK(lamina_node_set_transform(inner, matrix));
      CHECK_OK(lamina_node_set_z_position(inner, -ends[i]));
      CHECK_OK(lamina_node_set_frame(inner, check_make_rect(1, 1, ends[i], ends[j])));
      show();
      CHECK_OK(lamina_node_hit_test(root, point, &hit, &found));
      CHECK(hit != NULL);
      lamina_node_release(hit);
      matrix.yx = 0;
      matrix.xy = 0;
      CHECK_OK(lamina_node_set_transform(box, matrix));
      show();
    }
  }
}

/* In which direction colours go, and what is refused. */
static void test_kinds_of_gradients(void) {
  check_picture picture = check_make_picture(40, 20);
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stops[4];
  lamina_surface *own = NULL;
  lamina_node *node = check_node(context);
  stops[0].offset = 0;
  stops[1].offset = stops[2].offset = 0.5;
  stops[3].offset = 1;
  stops[0].color = stops[1].color = color(1, 0, 0, 1);
  stops[2].color = stops[3].color = color(0, 0, 1, 1);
  gradient.stops = stops;
  gradient.stop_count = 4;
  CHECK_OK(lamina_surface_create(context, check_make_size(40, 20), 1, &own));
  CHECK_OK(lamina_surface_set_root(own, node));

#define CHECK_ROW(y, a, b, c, d)                                         \
  do {                                                                   \
    CHECK_OK(lamina_node_set_gradient(node, &gradient));                 \
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));      \
    CHECK_OK(lamina_surface_composite(own, &picture.bitmap, NULL, 0, NULL)); \
    CHECK_EQUAL(check_pixel(&picture, 2, y), a);                         \
    CHECK_EQUAL(check_pixel(&picture, 15, y), b);                        \
    CHECK_EQUAL(check_pixel(&picture, 25, y), c);                        \
    CHECK_EQUAL(check_pixel(&picture, 37, y), d);                        \
  } while (0)
  gradient.kind = LAMINA_GRADIENT_KIND_CONIC; /* the first half is the right one */
  CHECK_ROW(2, 0xFF0000FFu, 0xFF0000FFu, 0xFFFF0000u, 0xFFFF0000u);
  gradient.angle = 3.14159265358979;
  CHECK_ROW(17, 0xFFFF0000u, 0xFFFF0000u, 0xFF0000FFu, 0xFF0000FFu);
  gradient.center.x = 0.9;
  CHECK_ROW(10, 0xFFFF0000u, 0xFFFF0000u, 0xFFFF0000u, 0xFF0000FFu);
  gradient.center.x = 0.5;
  gradient.kind = LAMINA_GRADIENT_KIND_RADIAL; /* half way to the sides, 10 units left and right and 5 above */
  CHECK_ROW(10, 0xFF0000FFu, 0xFFFF0000u, 0xFFFF0000u, 0xFF0000FFu);
  CHECK_ROW(3, 0xFF0000FFu, 0xFF0000FFu, 0xFF0000FFu, 0xFF0000FFu);
  gradient.radii.height = 0; /* a circle of 20 units */
  CHECK_ROW(3, 0xFF0000FFu, 0xFFFF0000u, 0xFFFF0000u, 0xFF0000FFu);
#undef CHECK_ROW

  gradient.radii.width = 1001;
  CHECK_STATUS(lamina_node_set_gradient(node, &gradient), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "gradient->radii.width is 1001") != NULL);
  gradient.kind = LAMINA_GRADIENT_KIND_CONIC; /* radii do not matter now */
  gradient.angle = INFINITY;
  CHECK_STATUS(lamina_node_set_gradient(node, &gradient), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "gradient->angle is inf") != NULL);
  gradient.kind = (lamina_gradient_kind)3;
  CHECK_STATUS(lamina_node_set_gradient(node, &gradient), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "gradient->kind is 3") != NULL);
  lamina_node_release(node);
  lamina_surface_release(own);
  free(picture.pixels);
}

static void test_pictures_as_contents(void) {
  uint32_t picture[4] = { 0xFFFF0000u, 0xFF00FF00u, 0xFF0000FFu, 0x00000000u };
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  lamina_matrix identity = LAMINA_MATRIX_IDENTITY;
  lamina_border none = { 0, { 0, 0, 0, 0 } };
  lamina_shadow dark = { { 0, 0, 0, 0 }, 0, 0, 0, 0 };
  int gravity;
  image.data = picture;
  image.width = image.height = 2;
  image.stride = 8;
  CHECK_OK(lamina_node_set_transform(box, identity));
  CHECK_OK(lamina_node_set_shadow(box, dark));
  CHECK_OK(lamina_node_set_border(box, none));
  CHECK_OK(lamina_node_set_gradient(box, NULL));
  CHECK_OK(lamina_node_set_corner_radius(box, 0));
  CHECK_OK(lamina_node_set_hidden(inner, true));
  for (gravity = 0; gravity <= (int)LAMINA_GRAVITY_BOTTOM_RIGHT; gravity++) {
    options.gravity = (lamina_gravity)gravity;
    options.stretch.left = gravity;
    CHECK_OK(check_set_image(context, box, &image, &options));
    show();
  }
  CHECK_EQUAL(pixels[(10 + 19) * 64 + 10 + 18], 0xFF0000FFu); /* bottom right of 20 x 20 at (10, 10) */
  options.gravity = (lamina_gravity)12;
  CHECK_STATUS(check_set_image(context, box, &image, &options), LAMINA_ERROR_INVALID_ARGUMENT);
  options.gravity = LAMINA_GRAVITY_CENTER;
  options.source.size.width = 1.5;
  CHECK_STATUS(check_set_image(context, box, &image, &options), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_set_image(box, NULL, NULL));
  show();
}

/* ---- Files' bytes, on a worker ---- */

typedef struct encoded {
  char bytes[32768];
  size_t size;
  lamina_encode_options options;
  lamina_status status;
} encoded;

static lamina_status keep(const void *bytes, size_t size, void *user_data) {
  encoded *to = (encoded *)user_data;
  if (size > sizeof to->bytes) return LAMINA_ERROR_OUT_OF_MEMORY;
  memcpy(to->bytes, bytes, size);
  to->size = size;
  return LAMINA_OK;
}

static void encode(lamina_canvas *canvas, void *user_data) {
  encoded *to = (encoded *)user_data;
  lamina_bitmap bitmap = screen();
  (void)canvas;
  to->status = lamina_bitmap_write(&bitmap, &to->options, keep, to);
}

static void test_files_on_a_worker(void) {
  static const lamina_image_format formats[] = { LAMINA_IMAGE_FORMAT_PNG, LAMINA_IMAGE_FORMAT_JPEG, LAMINA_IMAGE_FORMAT_WEBP,
                                                 LAMINA_IMAGE_FORMAT_QOI };
  static encoded results[4];
  static uint32_t again[64 * 48];
  lamina_encode_options defaults = LAMINA_ENCODE_OPTIONS_INIT;
  lamina_transaction *transaction = NULL;
  size_t i, cut;
  CHECK_OK(lamina_transaction_create(context, &transaction));
  for (i = 0; i < 4; i++) {
    results[i].options = defaults;
    results[i].options.format = formats[i];
    results[i].options.lossless = true;
    CHECK_OK(lamina_transaction_add_operation(transaction, 0, encode, NULL, &results[i], NULL));
  }
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  lamina_transaction_release(transaction);
  for (i = 0; i < 4; i++) {
    lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
    lamina_bitmap target = screen();
    target.data = again;
    CHECK_OK(results[i].status);
    CHECK_OK(lamina_bitmap_get_info(results[i].bytes, results[i].size, &info));
    CHECK(info.format == formats[i] && info.width == 64 && info.height == 48);
    CHECK_OK(lamina_bitmap_read(&target, results[i].bytes, results[i].size));
    if (formats[i] != LAMINA_IMAGE_FORMAT_JPEG) CHECK(memcmp(again, pixels, sizeof pixels) == 0);
    /* However much of it is missing, that is an error and not the end. Behind the pixels of a PNG there is only its end
     * mark, which is not missed. */
    for (cut = 0; cut < results[i].size - (formats[i] == LAMINA_IMAGE_FORMAT_PNG ? 12 : 0); cut += results[i].size / 16 + 1)
      CHECK(lamina_bitmap_read(&target, results[i].bytes, cut) != LAMINA_OK);
  }
}

/* However small a blur is, it is the Gaussian of half its length (CSS Backgrounds 6.1): alphas from the edge outwards
 * and inwards. */
static void test_small_blurs(void) {
  const struct {
    double blur;
    int out[4], in[4];
  } blurs[] = {
    { 0.25, { 0, 0, 0, 0 }, { 255, 255, 255, 255 } }, { 0.5, { 6, 0, 0, 0 }, { 249, 255, 255, 255 } },
    { 1, { 40, 0, 0, 0 }, { 215, 255, 255, 255 } },   { 1.5, { 64, 6, 0, 0 }, { 191, 249, 255, 255 } },
    { 1.6, { 68, 8, 0, 0 }, { 187, 247, 255, 255 } }, { 2, { 79, 17, 2, 0 }, { 176, 238, 253, 255 } },
    { 3, { 94, 40, 12, 3 }, { 161, 215, 243, 252 } }, { 3.9, { 102, 56, 25, 9 }, { 153, 199, 230, 246 } },
  };
  lamina_shadow shadow = { { 0, 0, 0, 1 }, 0, 0, 0, 0 };
  lamina_node *caster = check_node(context);
  size_t i;
  int x;
  CHECK_OK(lamina_node_set_frame(caster, check_make_rect(12, 8, 32, 32)));
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  CHECK_OK(lamina_node_remove_from_parent(box));
  CHECK_OK(lamina_node_set_background(root, color(0, 0, 0, 0)));
  CHECK_OK(lamina_node_add_child(root, caster));
  CHECK_OK(lamina_surface_set_root(surface, root));
  for (i = 0; i < sizeof blurs / sizeof *blurs; i++) {
    shadow.blur = blurs[i].blur;
    CHECK_OK(lamina_node_set_shadow(caster, shadow));
    memset(pixels, 0, sizeof pixels);
    show();
    for (x = 0; x < 4; x++) {
      const uint32_t *row = pixels + 24 * 64, *column = pixels + 28;
      CHECK(abs((int)(row[11 - x] >> 24) - blurs[i].out[x]) <= 1 && abs((int)(row[12 + x] >> 24) - blurs[i].in[x]) <= 1);
      CHECK(row[44 + x] == row[11 - x] && row[43 - x] == row[12 + x]);
      CHECK(column[(7 - x) * 64] == row[11 - x] && column[(8 + x) * 64] == row[12 + x]);
    }
  }
  CHECK_OK(lamina_node_remove_from_parent(caster));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_node_set_background(root, color(1, 1, 1, 1)));
  lamina_node_release(caster);
}

static lamina_node *hit_at(double x, double y) {
  lamina_point point;
  lamina_node *hit = NULL;
  point.x = x;
  point.y = y;
  CHECK_OK(lamina_node_hit_test(root, point, &hit, NULL));
  lamina_node_release(hit);
  return hit;
}

/* A node is met around itself, or only within; a clip lets through what meets it (as in Texture). */
static void test_hit_slop(void) {
  lamina_insets slop = { -4, -6, -4, -6 }, none = { 0, 0, 0, 0 }, found;
  lamina_node *button = check_node(context);
  lamina_matrix identity = LAMINA_MATRIX_IDENTITY;
  CHECK_OK(lamina_node_set_transform(box, identity));
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(10, 10, 20, 20)));
  CHECK_OK(lamina_node_set_corner_radius(box, 0));
  CHECK_OK(lamina_node_set_hidden(inner, true));
  CHECK_OK(lamina_node_set_frame(button, check_make_rect(14, 4, 4, 4)));
  CHECK_OK(lamina_node_set_corner_radius(button, 2));
  CHECK_OK(lamina_node_add_child(box, button));
  CHECK(hit_at(25, 15) == button && hit_at(31, 15) == root && hit_at(20, 15) == box);
  CHECK_OK(lamina_node_set_hit_slop(button, slop));
  found = lamina_node_get_hit_slop(button);
  CHECK(found.top == -4 && found.left == -6 && found.bottom == -4 && found.right == -6);
  CHECK(hit_at(18, 15) == button && hit_at(17.9, 15) == box && hit_at(33.9, 15) == button && hit_at(34, 15) == root);
  CHECK(hit_at(24, 10) == button && hit_at(24, 9.9) == root && hit_at(24, 21.9) == button && hit_at(24, 22) == box);
  CHECK_OK(lamina_node_set_clipping(box, true));
  CHECK(hit_at(31, 15) == root);
  slop.right = -2;
  CHECK_OK(lamina_node_set_hit_slop(box, slop));
  CHECK(hit_at(31, 15) == button && hit_at(33, 15) == root && hit_at(31, 25) == box);
  slop.right = 4; /* children are met where the node may be, though more or less of them shows */
  CHECK_OK(lamina_node_set_hit_slop(box, slop));
  CHECK(hit_at(25.9, 15) == button && hit_at(26, 15) == root);
  slop.right = -2;
  CHECK_OK(lamina_node_set_hit_slop(box, slop));
  slop.top = slop.left = slop.bottom = slop.right = 3; /* smaller, down to nothing */
  CHECK_OK(lamina_node_set_hit_slop(button, slop));
  CHECK(hit_at(25, 15) == box);
  slop.left = NAN;
  CHECK_STATUS(lamina_node_set_hit_slop(button, slop), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_set_hit_slop(button, none));
  CHECK(hit_at(26, 15) == button && hit_at(24, 14) == box); /* its round corner */
  CHECK_STATUS(lamina_node_set_hit_slop(NULL, none), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_NEAR(lamina_node_get_hit_slop(NULL).left, 0);
  lamina_node_release(button);
}

int main(void) {
  context = check_context(2);
  CHECK_OK(lamina_node_create(context, &root));
  CHECK_OK(lamina_node_create(context, &box));
  CHECK_OK(lamina_node_create(context, &inner));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_node_add_child(box, inner));
  CHECK_OK(lamina_node_set_background(root, color(1, 1, 1, 1)));
  CHECK_OK(lamina_node_set_background(inner, color(0, 0.5f, 0.5f, 0.5f)));
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(10, 10, 20, 20)));
  CHECK_OK(lamina_surface_create(context, check_make_size(64, 48), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  test_extremes();
  test_kinds_of_gradients();
  test_pictures_as_contents();
  test_files_on_a_worker();
  test_small_blurs();
  test_hit_slop();
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_node_release(inner);
  lamina_context_release(context);
  return check_done(__FILE__);
}
