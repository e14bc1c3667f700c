/* Pictures of trees that are on no surface, whose nodes load pictures: they are drawn when these have come. */
#include "image_stage.h"

/* Two pictures side by side, on no surface. */
typedef struct scene {
  stage s;
  lamina_node *root, *left, *right;
  check_picture picture;
  int ended;
  lamina_status status;
  char message[256];
} scene;

static lamina_node *add(scene *c, double x) {
  lamina_node *node = check_node(c->s.context);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(x, 0, SIDE, SIDE)));
  CHECK_OK(lamina_node_add_child(c->root, node));
  return node;
}

static void begin_scene(scene *c, int threads) {
  memset(c, 0, sizeof *c);
  begin_stage(&c->s, threads);
  c->root = check_node(c->s.context);
  c->left = add(c, 0);
  c->right = add(c, SIDE);
  c->picture = check_make_picture(SIDE * 2, SIDE);
}

static void end_scene(scene *c) {
  lamina_node_release(c->left);
  lamina_node_release(c->right);
  lamina_node_release(c->root);
  end_stage(&c->s);
  free(c->picture.pixels);
}

static void set_source(lamina_node *node, const char *url, lamina_image *fallback) {
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  source.url = url;
  source.fallback = fallback;
  CHECK_OK(lamina_node_set_image_source(node, &source, NULL, NULL, NULL));
}

static void drawn(lamina_status status, void *user_data) {
  scene *c = (scene *)user_data;
  c->ended++;
  c->status = status;
  snprintf(c->message, sizeof c->message, "%s", lamina_last_error());
}

static uint64_t render(scene *c) {
  uint64_t call = 0;
  c->ended = 0;
  CHECK_OK(lamina_node_render(c->root, 1, check_make_color(0xFFFFFF), &c->picture.bitmap, drawn, c, NULL, &call));
  return call;
}

static uint32_t left(scene *c) { return check_pixel(&c->picture, 3, 3); }
static uint32_t right(scene *c) { return check_pixel(&c->picture, SIDE + 3, 3); }

/* One that a node loads, and one that is loading and was given to a node; the tree may change meanwhile. */
static void test_awaited(int threads) {
  scene c;
  file red = make_file(16, RED), green = make_file(16, GREEN);
  lamina_image *image = NULL;
  begin_scene(&c, threads);
  set_source(c.left, "app:red", NULL);
  CHECK_OK(lamina_image_begin_url(c.s.context, "app:green", 9, NULL, NULL, NULL, NULL, &image));
  CHECK_OK(lamina_node_set_image(c.right, image, NULL));
  render(&c);
  CHECK_OK(lamina_node_set_image(c.right, NULL, NULL));
  lamina_image_release(image);
  settle(&c.s);
  CHECK_EQUAL(c.s.server.count, 2);
  CHECK_EQUAL(c.ended, 0);
  serve(&c.s, strcmp(c.s.server.urls[0], "app:red") == 0 ? 0 : 1, &red);
  settle(&c.s);
  CHECK_EQUAL(c.ended, 0);
  serve(&c.s, strcmp(c.s.server.urls[0], "app:red") == 0 ? 1 : 0, &green);
  finish(&c.s);
  CHECK_EQUAL(c.ended, 1);
  CHECK_EQUAL(c.status, LAMINA_OK);
  CHECK_EQUAL(left(&c), colors[RED]);
  CHECK_EQUAL(right(&c), colors[GREEN]);
  /* For the room that it has; in memory the picture is there for the next one. */
  CHECK_EQUAL(statistics(&c.s).cached_bytes, (8 * 8 + 16 * 16) * 4);
  end_scene(&c);
}

/* The next URL when one fails, the fallback when all do, else the failure, with the rest of the picture. */
static void test_failing(int threads) {
  scene c;
  file blue = make_file(8, BLUE);
  lamina_bitmap pixels = LAMINA_BITMAP_INIT;
  uint32_t green = colors[GREEN];
  lamina_image *fallback = NULL;
  begin_scene(&c, threads);
  pixels.width = pixels.height = 1;
  pixels.stride = 4;
  pixels.data = &green;
  CHECK_OK(lamina_image_create(c.s.context, &pixels, &fallback));
  set_source(c.left, "app:none\napp:blue", NULL);
  set_source(c.right, "app:gone", fallback);
  render(&c);
  settle(&c.s);
  CHECK_EQUAL(c.s.server.count, 2);
  refuse(&c.s, 0);
  refuse(&c.s, 1);
  settle(&c.s);
  CHECK_EQUAL(c.s.server.count, 3);
  CHECK_TEXT(c.s.server.urls[2], "app:blue");
  serve(&c.s, 2, &blue);
  finish(&c.s);
  CHECK_EQUAL(c.status, LAMINA_OK);
  CHECK_EQUAL(left(&c), colors[BLUE]);
  CHECK_EQUAL(right(&c), colors[GREEN]);
  set_source(c.right, "gopher://nobody", NULL);
  CHECK_OK(lamina_node_set_image_source(c.left, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_node_set_background(c.left, check_make_color(0xFF0000)));
  render(&c);
  finish(&c.s);
  CHECK_EQUAL(c.ended, 1);
  CHECK_EQUAL(c.status, LAMINA_ERROR_UNSUPPORTED);
  CHECK(strstr(c.message, "gopher") != NULL);
  CHECK_EQUAL(left(&c), colors[RED]);
  lamina_image_release(fallback);
  end_scene(&c);
}

/* Ended before they come: by its number, and with the context. */
static void test_ended(int threads) {
  scene c;
  file broken = { "qoif", 4 };
  begin_scene(&c, threads);
  set_source(c.left, "app:a", NULL);
  CHECK_OK(lamina_context_cancel_call(c.s.context, render(&c)));
  settle(&c.s);
  CHECK_EQUAL(c.ended, 1);
  CHECK_EQUAL(c.status, LAMINA_ERROR_CANCELLED);
  serve(&c.s, 0, &broken);
  settle(&c.s);
  render(&c);
  settle(&c.s);
  serve(&c.s, 1, &broken);
  finish(&c.s);
  CHECK_EQUAL(c.ended, 1);
  CHECK(c.status != LAMINA_OK);
  CHECK(strstr(c.message, "'app:a'") != NULL);
  set_source(c.right, "app:b", NULL);
  render(&c);
  settle(&c.s);
  CHECK_EQUAL(c.ended, 0);
  end_scene(&c);
  CHECK_EQUAL(c.ended, 1);
  CHECK_EQUAL(c.status, LAMINA_ERROR_CANCELLED);
}

int main(void) {
  int threads;
  for (threads = 0; threads <= 2; threads += 2) {
    test_awaited(threads);
    test_failing(threads);
    test_ended(threads);
  }
  return check_done(__FILE__);
}
