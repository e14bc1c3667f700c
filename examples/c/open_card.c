/* A card that opens to a page, and closes under a finger that drags it and lets go. Writes twelve frames side by side
 * as open_card.png. */
#include <lamina.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 240, HEIGHT = 320, FRAMES = 12 };

static lamina_context *context;
static lamina_node *root, *card, *photo, *title, *story;
static bool is_open;

static void must(lamina_status status) {
  if (status == LAMINA_OK) return;
  fprintf(stderr, "open_card: %s\n", lamina_last_error());
  exit(1);
}

static lamina_color rgb(unsigned value) {
  lamina_color color = {(float)(value >> 16 & 255) / 255, (float)(value >> 8 & 255) / 255, (float)(value & 255) / 255, 1};
  return color;
}

static lamina_node *make_box(unsigned color, double radius) {
  lamina_node *node;
  must(lamina_node_create(context, &node));
  must(lamina_node_set_background(node, rgb(color)));
  must(lamina_node_set_corner_radius(node, radius));
  return node;
}

static lamina_node *make_label(const char *text, double size, unsigned color) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_node *node;
  attributes.size = size;
  attributes.color = rgb(color);
  must(lamina_node_create_label(context, text, LAMINA_NUL_TERMINATED, &attributes, &node));
  return node;
}

static void place(lamina_node *node, double x, double y, double width, double height) {
  lamina_rect frame = {{x, y}, {width, height}};
  must(lamina_node_set_frame(node, frame));
}

/* The model: where everything is when nothing moves. */
static void arrange(void) {
  if (is_open) {
    place(card, 0, 0, WIDTH, HEIGHT);
    place(photo, 0, 0, WIDTH, 180);
    place(title, 12, 192, WIDTH - 24, 26);
    place(story, 12, 224, WIDTH - 24, 80);
    must(lamina_node_add_child(card, story));
  } else {
    place(card, 48, 96, 144, 128);
    place(photo, 12, 12, 72, 72);
    place(title, 12, 92, 120, 26);
    must(lamina_node_remove_from_parent(story));
  }
  must(lamina_node_set_corner_radius(card, is_open ? 0 : 16));
}

static lamina_animation_options soft(void) {
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  options.timing = LAMINA_ANIMATION_TIMING_SPRING;
  options.duration_us = 450000;
  options.bounce = 0.15;
  return options;
}

/* To the other state, in which the model is at once; returns the number of what moves. speed: 1, or 0 for a finger. */
static uint64_t toggle(double speed) {
  lamina_animation_options animation = soft();
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  uint64_t transition;
  animation.speed = speed;
  options.animation = &animation;
  is_open = !is_open;
  must(lamina_context_begin_transition(context, &options, &transition));
  arrange();
  must(lamina_context_end_transition(context, NULL, NULL, NULL));
  return transition;
}

int main(void) {
  static uint32_t pixels[HEIGHT * WIDTH * FRAMES];
  lamina_size size = {WIDTH, HEIGHT};
  lamina_bitmap all = {sizeof all, pixels, WIDTH * FRAMES, HEIGHT, WIDTH * FRAMES * 4, LAMINA_PIXEL_FORMAT_ARGB32};
  lamina_animation_options spring = soft();
  lamina_surface *surface;
  uint64_t held = 0;
  int i;
  must(lamina_context_create(NULL, &context));
  must(lamina_context_set_time_us(context, 0)); /* a clock of our own: the same frames each time */
  root = make_box(0xDFE5EC, 0);
  card = make_box(0xFFFFFF, 16);
  must(lamina_node_set_clipping(card, true));
  photo = make_box(0x3A6EA5, 8);
  title = make_label("A quiet bay", 18, 0x000000);
  story = make_label("Boats lie on the sand until the water comes back for them, twice a day.", 14, 0x5B6472);
  must(lamina_node_add_child(root, card));
  must(lamina_node_add_child(card, photo));
  must(lamina_node_add_child(card, title));
  arrange();
  must(lamina_surface_create(context, size, 1, &surface));
  must(lamina_surface_set_root(surface, root));
  for (i = 0; i < FRAMES; i++) {
    lamina_bitmap screen = {sizeof screen, pixels + i * WIDTH, WIDTH, HEIGHT, WIDTH * FRAMES * 4, LAMINA_PIXEL_FORMAT_ARGB32};
    must(lamina_context_set_time_us(context, 1000000 + (uint64_t)i * 60000));
    if (i == 1) toggle(1);                                                                     /* a tap opens it */
    if (i == 6) held = toggle(0);                                                              /* a finger closes it, */
    if (i >= 6 && i <= 8) must(lamina_context_set_animation_progress(context, held, (i - 5) * 0.125)); /* drags, */
    if (i == 9) must(lamina_context_move_animation(context, held, 1, &spring));                /* and lets go */
    must(lamina_context_wait_idle(context, UINT64_MAX)); /* all work of the frame is done before it is painted */
    /* Each frame has pixels of its own: all of it is painted. */
    must(lamina_surface_composite_buffer(surface, &screen, 0, NULL, 0, NULL));
  }
  must(lamina_bitmap_write_file(&all, NULL, "open_card.png", LAMINA_NUL_TERMINATED));
  lamina_context_release(context); /* every handle made from it goes with it */
  return 0;
}
