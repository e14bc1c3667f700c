/* Rows of templates in other surroundings: dark, with another tint, another scale, from right to left. */
#include "list_stage.h"

enum { WIDTH = 100, HEIGHT = 100, ROW = 20 };

/* A stencil in the tint, at the side where rows begin. */
static const char *const form =
    "{\"root\": {\"background\": \"#eeeeee\", \"children\": [{\"kind\": \"row\", \"children\": ["
    "{\"kind\": \"image\", \"image\": \"%s\", \"options\": {\"tinted\": true}, \"style\": {\"width\": 30, \"height\": "
    "20}}]}]}}";

static char url[4000];

static lamina_status take(const void *bytes, size_t count, void *user_data) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned *held = (unsigned *)user_data;
  size_t i, end = strlen(url);
  for (i = 0; i < count && end < sizeof url - 4; i++) {
    held[0] = held[0] << 8 | ((const unsigned char *)bytes)[i];
    for (held[1] += 8; held[1] >= 6; held[1] -= 6) url[end++] = digits[held[0] >> (held[1] - 6) & 63];
  }
  url[end] = 0;
  return LAMINA_OK;
}

/* A PNG that is opaque all over. */
static void make_url(void) {
  check_picture picture = check_make_picture(4, 4);
  unsigned held[2] = {0, 0};
  memset(picture.pixels, 255, 64);
  snprintf(url, sizeof url, "data:image/png;base64,");
  CHECK_OK(lamina_bitmap_write(&picture.bitmap, NULL, take, held));
  if (held[1] > 0) {
    size_t end = strlen(url), left = held[1];
    unsigned char zero = 0;
    take(&zero, 1, held);
    end += 1;
    snprintf(url + end, sizeof url - end, "%s", left == 2 ? "==" : "=");
  }
  free(picture.pixels);
}

static void no_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  (void)row, (void)identity;
  ++*(int *)user_data;
  CHECK_OK(lamina_list_set_values_json(list, "{}", LAMINA_NUL_TERMINATED));
}

static uint32_t pixel(list_stage *s, int x) { return check_pixel(&s->picture, x, 50) & 0xFFFFFF; }

/* Frames until the pixel is another: there is never anything but the row as it was, or as it is now. */
static void follow(list_stage *s, int x, uint32_t before, uint32_t after, int line) {
  int i;
  for (i = 0; i < 100 && pixel(s, x) != after; i++) {
    stage_frame(s);
    if (pixel(s, x) != before && pixel(s, x) != after) {
      printf("line %d: %06x\n", line, pixel(s, x));
      CHECK(!"something else shows meanwhile");
    }
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  }
  if (pixel(s, x) != after) {
    printf("line %d: %06x stays\n", line, pixel(s, x));
    CHECK(!"rows do not follow");
  }
}

static void test_traits(int threads) {
  char text[5000];
  int asked = 0;
  lamina_traits traits = LAMINA_TRAITS_INIT;
  lamina_template *template_ = NULL;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, threads);
  snprintf(text, sizeof text, form, url);
  CHECK_OK(lamina_template_create(s->context, text, LAMINA_NUL_TERMINATED, &template_));
  CHECK_OK(lamina_list_set_template(s->list, 0, template_));
  lamina_template_release(template_);
  CHECK_OK(lamina_list_set_values_callback(s->list, no_values, &asked, NULL));
  traits.tint = check_make_color(0x00FF00);
  CHECK_OK(lamina_context_set_traits(s->context, &traits));
  stage_fill(s, 30, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(pixel(s, 10), 0x00FF00);
  /* The context's, and those of a node above. */
  traits.tint = check_make_color(0xFF0000);
  CHECK_OK(lamina_context_set_traits(s->context, &traits));
  follow(s, 10, 0x00FF00, 0xFF0000, __LINE__);
  traits.tint = check_make_color(0x0000FF);
  CHECK_OK(lamina_node_set_traits(s->node, &traits));
  follow(s, 10, 0xFF0000, 0x0000FF, __LINE__);
  /* The same once more is nothing. */
  stage_settle(s);
  asked = 0;
  CHECK_OK(lamina_node_set_traits(s->node, &traits));
  stage_settle(s);
  CHECK_EQUAL(asked, 0);
  CHECK_OK(lamina_node_set_traits(s->node, NULL));
  follow(s, 10, 0x0000FF, 0xFF0000, __LINE__);
  /* From right to left. */
  CHECK_EQUAL(pixel(s, 90), 0xEEEEEE);
  CHECK_OK(lamina_context_set_layout_direction(s->context, LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
  follow(s, 90, 0xEEEEEE, 0xFF0000, __LINE__);
  CHECK_EQUAL(pixel(s, 10), 0xEEEEEE);
  CHECK_EQUAL(stage_state(s).measured_count > 4, true);
  stage_end(s);
}

static void text_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  const char *texts[] = {identity % 3 == 0 ? "one two three four five six seven" : "one"};
  (void)row, (void)user_data;
  CHECK_OK(lamina_list_set_values_texts(list, texts, 1));
}

/* Texts of rows grow with the factor that holds at the list, whether they are the template's or the row's, and the
 * first row in view stays. */
static void test_text_size(int threads) {
  static const char text_form[] =
      "{\"root\": {\"children\": [{\"kind\": \"column\", \"children\": ["
      "{\"kind\": \"text\", \"text\": \"fixed\", \"attributes\": {\"size\": 10}},"
      "{\"kind\": \"text\", \"text\": \"{t}\", \"attributes\": {\"size\": 10}}]}]}}";
  lamina_traits traits = LAMINA_TRAITS_INIT;
  lamina_template *template_ = NULL;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, threads);
  double small, large;
  int i;
  CHECK_OK(lamina_template_create(s->context, text_form, LAMINA_NUL_TERMINATED, &template_));
  CHECK_OK(lamina_list_set_template(s->list, 0, template_));
  lamina_template_release(template_);
  CHECK_OK(lamina_list_set_values_callback(s->list, text_values, NULL, NULL));
  stage_fill(s, 200, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  small = stage_place(s, 100).size.height;
  for (i = 0; i < 2; i++) {
    traits.text_size_factor = 2;
    if (i == 0) CHECK_OK(lamina_context_set_traits(s->context, &traits));
    if (i == 1) CHECK_OK(lamina_node_set_traits(s->node, &traits));
    stage_settle(s);
    CHECK_NEAR(stage_place(s, 100).origin.y, 0);
    large = stage_place(s, 100).size.height;
    CHECK(large > 1.8 * small && large < 2.2 * small);
    if (i == 0) CHECK_OK(lamina_context_set_traits(s->context, NULL));
    if (i == 1) CHECK_OK(lamina_node_set_traits(s->node, NULL));
    stage_settle(s);
    CHECK_NEAR(stage_place(s, 100).origin.y, 0);
    CHECK_NEAR(stage_place(s, 100).size.height, small);
  }
  stage_end(s);
}

/* Pixels twice as small: rows are drawn anew, where they were. */
static void test_scale(void) {
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  check_picture picture = check_make_picture(2 * WIDTH, 2 * HEIGHT);
  double height;
  int y;
  (s->width = WIDTH, s->height = 20);
  stage_fill(s, 200, 0);
  stage_give(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  height = stage_place(s, 100).size.height;
  CHECK_OK(lamina_surface_set_size(s->surface, check_make_size(WIDTH, HEIGHT), 2));
  free(s->picture.pixels);
  s->picture = picture;
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 100).origin.y, 0);
  CHECK_NEAR(stage_place(s, 100).size.height, height);
  for (y = 0; y < 2 * HEIGHT; y++) {
    CHECK_EQUAL(check_pixel(&s->picture, 20, y) >> 8 & 0xFFFF, stage_color(101 + (uint64_t)y / 40, 0) >> 8);
  }
  stage_end(s);
}

/* Another picture where it is dark. */
static void test_dark(int threads) {
  char text[10000];
  lamina_traits traits = LAMINA_TRAITS_INIT;
  lamina_template *template_ = NULL;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, threads);
  int asked = 0;
  snprintf(text, sizeof text,
           "{\"root\": {\"background\": \"#eeeeee\", \"children\": [{\"kind\": \"row\", \"children\": ["
           "{\"kind\": \"image\", \"image\": \"%s\", \"options\": {\"dark\": \"%s\"},"
           " \"style\": {\"width\": 30, \"height\": 20}}]}]}}",
           "data:image/qoi;base64,cW9pZgAAAAEAAAABBAD+/wAAAAAAAAAAAAAB", url);
  CHECK_OK(lamina_template_create(s->context, text, LAMINA_NUL_TERMINATED, &template_));
  CHECK_OK(lamina_list_set_template(s->list, 0, template_));
  lamina_template_release(template_);
  CHECK_OK(lamina_list_set_values_callback(s->list, no_values, &asked, NULL));
  stage_fill(s, 30, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(pixel(s, 10), 0xFF0000);
  traits.color_scheme = LAMINA_COLOR_SCHEME_DARK;
  CHECK_OK(lamina_context_set_traits(s->context, &traits));
  follow(s, 10, 0xFF0000, 0xFFFFFF, __LINE__);
  traits.color_scheme = LAMINA_COLOR_SCHEME_LIGHT;
  CHECK_OK(lamina_node_set_traits(s->node, &traits));
  follow(s, 10, 0xFFFFFF, 0xFF0000, __LINE__);
  stage_end(s);
}

int main(void) {
  make_url();
  test_text_size(0);
  test_text_size(2);
  test_scale();
  test_dark(0);
  test_dark(2);
  test_traits(0);
  test_traits(2);
  return check_done("test_list_traits.c");
}
