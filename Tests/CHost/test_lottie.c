/* Lottie files: shapes that move, by rlottie. Where that is missing, the message names its package. */
#include "check.h"

/* A red square of 20 x 20 that goes from the left to the right of 100 x 50 in ten frames, ten a second. */
static const char square[] =
    "{\"v\":\"5.5.7\",\"fr\":10,\"ip\":0,\"op\":10,\"w\":100,\"h\":50,\"layers\":[{\"ty\":4,\"ip\":0,\"op\":10,\"st\":0,"
    "\"ks\":{\"o\":{\"a\":0,\"k\":100},\"r\":{\"a\":0,\"k\":0},\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[10,25,0],"
    "\"e\":[90,25,0],\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}},{\"t\":9}]},\"a\":{\"a\":0,\"k\":[0,0,0]},"
    "\"s\":{\"a\":0,\"k\":[100,100,100]}},\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"d\":1,"
    "\"s\":{\"a\":0,\"k\":[20,20]},\"p\":{\"a\":0,\"k\":[0,0]},\"r\":{\"a\":0,\"k\":0}},{\"ty\":\"fl\","
    "\"c\":{\"a\":0,\"k\":[1,0,0,1]},\"o\":{\"a\":0,\"k\":100}},{\"ty\":\"tr\",\"p\":{\"a\":0,\"k\":[0,0]},"
    "\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[100,100]},\"r\":{\"a\":0,\"k\":0},\"o\":{\"a\":0,\"k\":100}}]}]}]}";

static lamina_context *context;

/* Without the library there is nothing to try, but its name. */
static bool has_library(void) {
  lamina_bitmap_info info = LAMINA_BITMAP_INFO_INIT;
  lamina_status status = lamina_bitmap_get_info(square, sizeof square - 1, &info);
  if (status == LAMINA_ERROR_UNSUPPORTED) {
    CHECK(strstr(lamina_last_error(), "librlottie0-1") != NULL);
    printf("not tried: %s\n", lamina_last_error());
    return false;
  }
  CHECK_EQUAL(status, LAMINA_OK);
  CHECK_EQUAL(info.format, LAMINA_IMAGE_FORMAT_LOTTIE);
  CHECK_EQUAL(info.width, 100);
  CHECK_EQUAL(info.height, 50);
  return true;
}

static void settle(void) { CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US)); }

static void move_to(uint64_t ms) {
  CHECK_OK(lamina_context_set_time_us(context, ms * 1000));
  CHECK_OK(lamina_context_process(context, 0));
  settle();
  CHECK_OK(lamina_context_process(context, 0));
  settle();
}

static void count(lamina_image *image, lamina_status status, void *loaded) {
  (void)image;
  CHECK_OK(status);
  ++*(int *)loaded;
}

/* It plays on the clock of frames, for ever; in any size, as it has no pixels of its own. */
static void test_plays(void) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_playback playback = LAMINA_PLAYBACK_INIT;
  lamina_playback_state state = LAMINA_PLAYBACK_STATE_INIT;
  lamina_image *image = NULL;
  lamina_surface *surface = NULL;
  lamina_node *node = check_node(context);
  check_picture picture = check_make_picture(200, 100);
  int loaded = 0, i;
  options.animated = true;
  options.width_px = 200;
  options.height_px = 100;
  CHECK_OK(lamina_context_set_time_us(context, 1000));
  CHECK_OK(lamina_image_begin_data(context, square, sizeof square - 1, &options, count, &loaded, NULL, &image));
  settle();
  CHECK_EQUAL(loaded, 1);
  CHECK_EQUAL((int)lamina_image_get_size(image).width, 200);
  CHECK_OK(lamina_node_set_image(node, image, NULL));
  CHECK_OK(lamina_surface_create(context, check_make_size(200, 100), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, node));
  settle();
  move_to(1);
  CHECK_OK(lamina_node_get_playback_state(node, &state));
  CHECK_EQUAL(state.frame_count, 10);
  for (i = 0; i < 25; i++) {
    int at = i % 10, x = 20 + at * 160 / 9;
    move_to(1 + 100u * (unsigned)i);
    CHECK_OK(lamina_node_get_playback_state(node, &state));
    CHECK_EQUAL(state.frame, at);
    CHECK_EQUAL(state.plays_done, i / 10);
    CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, x, 50), 0xFFFF0000);
    CHECK_EQUAL(check_pixel(&picture, (x + 100) % 200, 50), 0);
  }
  playback.paused = true;
  CHECK_OK(lamina_node_set_playback(node, &playback));
  move_to(60000);
  CHECK_OK(lamina_node_get_playback_state(node, &state));
  CHECK_EQUAL(state.frame, 4);
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);
  lamina_node_release(node);
  lamina_surface_release(surface);
  lamina_image_release(image);
  free(picture.pixels);
}

static char made[600000];

/* The square with something else in one place. */
static size_t with(const char *what, const char *instead) {
  const char *place = strstr(square, what);
  size_t before;
  CHECK(place != NULL);
  before = (size_t)(place - square);
  memcpy(made, square, before);
  strcpy(made + before, instead);
  strcat(made, place + strlen(what));
  return strlen(made);
}

static void refuse(size_t length, lamina_status expected, const char *word) {
  lamina_image *image = NULL;
  lamina_status status = lamina_image_create_data(context, made, length, &image);
  CHECK_EQUAL(status, expected);
  CHECK(strstr(lamina_last_error(), word) != NULL);
  if (status != expected || !strstr(lamina_last_error(), word)) printf("for %s: %s\n", word, lamina_last_error());
  lamina_image_release(image);
}

static void test_hostile_files(void) {
  size_t i, length;
  /* ends early, anywhere */
  for (i = 1; i < sizeof square - 1; i += 7) {
    lamina_image *image = NULL;
    CHECK_STATUS(lamina_image_create_data(context, square, i, &image), LAMINA_ERROR_IO);
  }
  refuse(with("\"w\":100", "\"w\":1e9"), LAMINA_ERROR_IO, "\"w\"");
  refuse(with("\"h\":50", "\"h\":\"x\""), LAMINA_ERROR_IO, "\"h\"");
  refuse(with("\"fr\":10", "\"fr\":0"), LAMINA_ERROR_IO, "\"fr\"");
  refuse(with("\"op\":10", "\"op\":1000000"), LAMINA_ERROR_OUT_OF_RANGE, "picture_frames");
  refuse(with("\"w\":100", "\"w\":100,\"w\":200"), LAMINA_ERROR_IO, "duplicate");
  refuse(with("[10,25,0]", "[1e300,25,0]"), LAMINA_ERROR_OUT_OF_RANGE, "number");
  refuse(with("\"layers\":[", "\"assets\":[{\"id\":\"a\",\"w\":1,\"h\":1,\"u\":\"/etc/\",\"p\":\"passwd\"}],\"layers\":["),
         LAMINA_ERROR_UNSUPPORTED, "picture");
  /* a composition in itself, and one that grows with each level */
  refuse(with("\"layers\":[",
              "\"assets\":[{\"id\":\"a\",\"layers\":[{\"ty\":0,\"refId\":\"a\"}]}],\"layers\":[{\"ty\":0,\"refId\":\"a\"},"),
         LAMINA_ERROR_IO, "itself");
  {
    char assets[20000] = "\"assets\":[{\"id\":\"0\",\"layers\":[{\"ty\":4}]}";
    for (i = 1; i < 30; i++) {
      sprintf(assets + strlen(assets), ",{\"id\":\"%d\",\"layers\":[{\"ty\":0,\"refId\":\"%d\"},{\"ty\":0,\"refId\":\"%d\"}]}",
              (int)i, (int)i - 1, (int)i - 1);
    }
    strcat(assets, "],\"layers\":[{\"ty\":0,\"refId\":\"29\"},");
    refuse(with("\"layers\":[", assets), LAMINA_ERROR_OUT_OF_RANGE, "layers and shapes");
  }
  refuse(with("{\"ty\":\"tr\"", "{\"ty\":\"rp\",\"c\":{\"a\":0,\"k\":1000000}},{\"ty\":\"tr\""), LAMINA_ERROR_OUT_OF_RANGE,
         "layers and shapes");
  refuse(with("{\"ty\":\"tr\"", "{\"ty\":\"st\",\"w\":{\"k\":1},\"d\":[{\"n\":\"d\",\"v\":{\"k\":1e-9}}]},{\"ty\":\"tr\""),
         LAMINA_ERROR_OUT_OF_RANGE, "dashes");
  refuse(with("{\"ty\":\"tr\"", "{\"ty\":\"sr\",\"pt\":{\"k\":1000000}},{\"ty\":\"tr\""), LAMINA_ERROR_OUT_OF_RANGE, "star");
  /* deep */
  strcpy(made, "{\"fr\":1,\"layers\":");
  length = strlen(made);
  memset(made + length, '[', 1000);
  memset(made + length + 1000, ']', 1000);
  strcpy(made + length + 2000, "}");
  refuse(length + 2001, LAMINA_ERROR_OUT_OF_RANGE, "levels");
}

int main(void) {
  CHECK_OK(lamina_context_create(NULL, &context));
  if (has_library()) {
    test_plays();
    test_hostile_files();
  }
  lamina_context_release(context);
  return check_done(__FILE__);
}
