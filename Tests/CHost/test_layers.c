/* A host that composites the layers of a surface by itself, as one with a GPU would: the same picture, and what
 * changed. */
#include "check.h"

#include <cairo.h>

enum { WIDTH = 120, HEIGHT = 90, ROOM = 64 };

/* ---- The host's own copies, kept from call to call ---- */

typedef struct texture {
  uint64_t id, version;
  int width, height;
  uint32_t *pixels;
} texture;

static texture textures[ROOM];
static lamina_layer layers[ROOM];
static int layer_count, removed_count, uploads;
static lamina_layer_changes seen;

static texture *find_texture(uint64_t id) {
  int i;
  for (i = 0; i < ROOM; i++) {
    if (textures[i].id == id) return &textures[i];
  }
  return NULL;
}

static void take_layer(const lamina_layer *layer, void *user_data) {
  texture *t = find_texture(layer->id);
  int row;
  (void)user_data;
  CHECK_EQUAL(layer->struct_size, sizeof *layer);
  seen = (lamina_layer_changes)((int)seen | (int)layer->changes);
  if ((layer->changes & LAMINA_LAYER_CHANGES_REMOVED) != 0) {
    removed_count++;
    CHECK_EQUAL(layer_count, 0); /* before the others */
    if (t != NULL) {
      free(t->pixels);
      memset(t, 0, sizeof *t);
    }
    return;
  }
  CHECK_EQUAL((layer->changes & LAMINA_LAYER_CHANGES_ADDED) != 0, t == NULL);
  if (t == NULL) t = find_texture(0);
  if ((layer->changes & LAMINA_LAYER_CHANGES_CONTENTS) != 0) {
    free(t->pixels);
    memset(t, 0, sizeof *t);
    if (layer->bitmap != NULL) {
      uploads++;
      t->width = layer->bitmap->width;
      t->height = layer->bitmap->height;
      t->pixels = (uint32_t *)malloc((size_t)(t->width * t->height) * 4);
      for (row = 0; row < t->height; row++) {
        memcpy(t->pixels + row * t->width, (unsigned char *)layer->bitmap->data + row * layer->bitmap->stride,
               (size_t)t->width * 4);
      }
    }
  }
  t->id = layer->id;
  t->version = layer->version;
  if (layer_count < ROOM) layers[layer_count++] = *layer;
}

static void take_layers(lamina_surface *surface) {
  layer_count = removed_count = uploads = 0;
  seen = LAMINA_LAYER_CHANGES_NONE;
  CHECK_OK(lamina_surface_export_layers(surface, take_layer, NULL));
}

/* ---- Compositing with floats ---- */

typedef struct plane { float p[HEIGHT][WIDTH][4]; } plane;

static void over(float *target, const float *source, double opacity) {
  int c;
  for (c = 0; c < 4; c++) target[c] = (float)(source[c] * opacity + target[c] * (1 - source[3] * opacity));
}

static void paint_own(plane *target, const lamina_layer *layer, double opacity) {
  const texture *t = find_texture(layer->id);
  float fill[4];
  int x, y;
  fill[0] = layer->background.red * layer->background.alpha;
  fill[1] = layer->background.green * layer->background.alpha;
  fill[2] = layer->background.blue * layer->background.alpha;
  fill[3] = layer->background.alpha;
  for (y = layer->clip.y; y < layer->clip.y + layer->clip.height; y++) {
    for (x = layer->clip.x; x < layer->clip.x + layer->clip.width; x++) {
      int u = x - (int)layer->matrix.x0, v = y - (int)layer->matrix.y0;
      if (x >= layer->bounds.x && x < layer->bounds.x + layer->bounds.width && y >= layer->bounds.y &&
          y < layer->bounds.y + layer->bounds.height) {
        over(target->p[y][x], fill, opacity);
      }
      if (t->pixels != NULL && u >= 0 && v >= 0 && u < t->width && v < t->height) {
        uint32_t pixel = t->pixels[v * t->width + u];
        float color[4];
        color[0] = (float)(pixel >> 16 & 255) / 255;
        color[1] = (float)(pixel >> 8 & 255) / 255;
        color[2] = (float)(pixel & 255) / 255;
        color[3] = (float)(pixel >> 24) / 255;
        over(target->p[y][x], color, opacity);
      }
    }
  }
}

static void paint(plane *target, int first, int end) {
  int i = first, x, y;
  while (i < end) {
    const lamina_layer *layer = &layers[i];
    int below = i + 1 + (int)layer->descendant_count;
    if (layer->opacity < 1) { /* a group */
      plane *group = (plane *)calloc(1, sizeof *group);
      paint_own(group, layer, 1);
      paint(group, i + 1, below);
      for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) over(target->p[y][x], group->p[y][x], layer->opacity);
      }
      free(group);
      i = below;
    } else {
      paint_own(target, layer, 1);
      i++;
    }
  }
}

static int largest_difference(lamina_surface *surface) {
  check_picture picture = check_make_picture(WIDTH, HEIGHT);
  plane *target = (plane *)calloc(1, sizeof *target);
  int x, y, largest = 0;
  paint(target, 0, layer_count);
  CHECK_OK(lamina_surface_set_needs_composite(surface));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  for (y = 0; y < HEIGHT; y++) {
    for (x = 0; x < WIDTH; x++) {
      uint32_t pixel = check_pixel(&picture, x, y);
      int c;
      for (c = 0; c < 4; c++) {
        int ours = (int)(target->p[y][x][c] * 255 + 0.5f), shift = c == 3 ? 24 : 16 - 8 * c;
        int difference = abs(ours - (int)(pixel >> shift & 255));
        if (difference > largest) largest = difference;
      }
    }
  }
  free(target);
  free(picture.pixels);
  return largest;
}

/* ---- The scene ---- */

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  cairo_t *cairo = (cairo_t *)cairo_;
  (void)canvas, (void)scale, (void)user_data;
  cairo_set_source_rgba(cairo, 0.8, 0.2, 0.1, 0.7);
  cairo_arc(cairo, size.width / 2, size.height / 2, size.height / 2, 0, 6.3);
  cairo_fill(cairo);
  return LAMINA_OK;
}

static uint32_t seed = 4711;
static int below(int limit) {
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (uint32_t)limit);
}

static void change(lamina_node *node, lamina_node *other, int kind) {
  lamina_color color = check_make_color((unsigned)below(0x1000000));
  switch (kind) {
    case 0: CHECK_OK(lamina_node_set_frame(node, check_make_rect(below(90) - 20, below(70) - 20, 20 + below(60), 15 + below(40)))); break;
    case 1:
      color.alpha = below(2) ? 1.0f : 0.5f;
      CHECK_OK(lamina_node_set_background(node, color));
      break;
    case 2: CHECK_OK(lamina_node_set_opacity(node, below(2) ? 1 : 0.25 * below(5))); break;
    case 3: CHECK_OK(lamina_node_set_hidden(node, below(4) == 0)); break;
    case 4: CHECK_OK(lamina_node_set_clipping(node, below(2) == 0)); break;
    case 5: CHECK_OK(lamina_node_set_needs_display(node)); break;
    default: lamina_node_add_child(other, node); break; /* a cycle is refused */
  }
}

static void test_same_picture(lamina_context *context) {
  enum { NODES = 14 };
  lamina_node *nodes[NODES];
  lamina_surface *surface = NULL;
  int i, step, worst = 0;
  for (i = 0; i < NODES; i++) {
    nodes[i] = check_node(context);
    if (i % 3 == 2) CHECK_OK(lamina_node_set_draw_callback(nodes[i], draw, NULL, NULL));
    if (i > 0) {
      change(nodes[i], NULL, 0);
      change(nodes[i], NULL, 1);
      CHECK_OK(lamina_node_add_child(nodes[below(i)], nodes[i]));
    }
  }
  CHECK_OK(lamina_node_set_background(nodes[0], check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_surface_create(context, check_make_size(WIDTH, HEIGHT), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, nodes[0]));
  for (step = 0; step < 60; step++) {
    int difference;
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    take_layers(surface);
    CHECK(!check_has_damage(surface));
    difference = largest_difference(surface);
    if (difference > worst) worst = difference;
    change(nodes[1 + below(NODES - 1)], nodes[below(NODES)], below(7));
  }
  CHECK(worst <= 3); /* groups in groups round more than once */
  lamina_surface_release(surface);
  for (i = 0; i < NODES; i++) lamina_node_release(nodes[i]);
}

static void test_changes(lamina_context *context) {
  lamina_node *root = check_node(context), *box = check_node(context), *drawn = check_node(context);
  lamina_surface *surface = NULL;
  uint64_t id, version;
  memset(textures, 0, sizeof textures);
  CHECK_OK(lamina_node_set_frame(box, check_make_rect(10, 10, 20, 20)));
  CHECK_OK(lamina_node_set_background(box, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_set_frame(drawn, check_make_rect(50, 10, 20, 20)));
  CHECK_OK(lamina_node_set_draw_callback(drawn, draw, NULL, NULL));
  CHECK_OK(lamina_node_add_child(root, box));
  CHECK_OK(lamina_node_add_child(root, drawn));
  CHECK_OK(lamina_surface_create(context, check_make_size(WIDTH, HEIGHT), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  take_layers(surface);
  CHECK_EQUAL(layer_count, 3);
  CHECK_EQUAL(layers[0].parent, 0);
  CHECK_EQUAL(layers[0].descendant_count, 2);
  CHECK(layers[1].parent == layers[0].id && layers[2].parent == layers[0].id);
  CHECK_EQUAL(uploads, 1);
  CHECK_NEAR(layers[2].matrix.x0, 50);
  CHECK(!layers[2].is_opaque);
  id = layers[2].id;
  version = layers[2].version;
  take_layers(surface);
  CHECK_EQUAL(seen, LAMINA_LAYER_CHANGES_NONE);
  CHECK_OK(lamina_node_set_frame(drawn, check_make_rect(51, 12, 20, 20)));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  take_layers(surface);
  CHECK_EQUAL(layers[2].changes, LAMINA_LAYER_CHANGES_GEOMETRY);
  CHECK(layers[2].id == id && layers[2].version == version);
  CHECK_OK(lamina_node_set_needs_display(drawn));
  CHECK_OK(lamina_node_set_opacity(box, 0.5));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  take_layers(surface);
  CHECK_EQUAL(layers[1].changes, LAMINA_LAYER_CHANGES_APPEARANCE);
  CHECK_EQUAL(layers[2].changes, LAMINA_LAYER_CHANGES_CONTENTS);
  CHECK(layers[2].version > version);
  CHECK_OK(lamina_node_set_hidden(box, true));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  take_layers(surface);
  CHECK_EQUAL(removed_count, 1);
  CHECK_EQUAL(layer_count, 2);
  CHECK_EQUAL(layers[1].changes, LAMINA_LAYER_CHANGES_APPEARANCE); /* another stands behind it now */
  CHECK_STATUS(lamina_surface_export_layers(surface, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_export_layers(NULL, take_layer, NULL), LAMINA_ERROR_INVALID_HANDLE);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(box);
  lamina_node_release(drawn);
}

int main(void) {
  lamina_context *context = check_context(2);
  int i;
  test_same_picture(context);
  for (i = 0; i < ROOM; i++) free(textures[i].pixels);
  test_changes(context);
  for (i = 0; i < ROOM; i++) free(textures[i].pixels);
  lamina_context_release(context);
  return check_done(__FILE__);
}
