/* Random trees, changed in random ways, on several roads that must give the same picture: painted by damage, from
 * scratch, in bands, into other formats, with other numbers of workers, with more frames in between. A seed gives a
 * run; usage: test_same_pixels [FIRST LAST] */
#include "check.h"

#include <cairo.h>

enum { NODES = 22, WIDTH = 130, HEIGHT = 100, STEPS = 20, SETUP = 60, MOST = 5 };

/* ---- Changes: made once from the seed, so that all roads see the same ones ---- */

typedef enum kind {
  FRAME, BACKGROUND, OPACITY, RADIUS, RADII, HIDDEN, CLIPS, ADD, INSERT, REMOVE, SHIFT, SCROLL, BORDER, SHADOW, GRADIENT,
  TRANSFORM, ANCHOR, Z_POSITION, NEEDS_DISPLAY, PICTURE, SHARED_PICTURE, CONTENTS, SURFACE_COLOR, RESIZE, SUSPEND, TOGETHER,
  PLACEHOLDER, BOUNDS_CHANGE, AT_ONCE, PRIORITY, POSITION, BOUNDS_ORIGIN, KINDS
} kind;

typedef struct change {
  kind what;
  int node, other, number;
  double share[4];
  lamina_color color, second;
} change;

static uint64_t state;
static unsigned noise(void) {
  unsigned bits;
  state = state * 6364136223846793005u + 1442695040888963407u;
  bits = (unsigned)(state >> 33);
  return (bits ^ bits >> 15) * 2654435761u >> 4;
}
static int below(int limit) { return (int)(noise() % (unsigned)limit); }
static double share(void) { return noise() % 100003 / 100003.0; }

static lamina_color random_color(int opaque_of) {
  lamina_color color = check_make_color(noise() & 0xFFFFFF);
  if (below(opaque_of) == 0) color.alpha = (float)share();
  return color;
}

/* How contents came about before counts where drawings are stretched: such runs have no frames in between. */
static bool has_history;

static change make_change(void) {
  change c;
  int i;
  do c.what = (kind)below(KINDS);
  while (!has_history && (c.what == BOUNDS_CHANGE || c.what == SUSPEND));
  c.node = 1 + below(NODES - 1);
  c.other = below(NODES);
  c.number = below(1 << 20);
  for (i = 0; i < 4; i++) c.share[i] = share();
  c.color = random_color(3);
  c.second = random_color(2);
  return c;
}

/* ---- Roads ---- */

typedef struct road {
  const char *name;
  int threads;
  bool in_bands, from_scratch, by_steps;
  int tolerance; /* a group, and a lone box, round differently; which of the two it is may change without being seen */
  lamina_pixel_format format;
  lamina_context *context;
  lamina_surface *surface;
  lamina_image *image;
  lamina_node *nodes[NODES];
  lamina_size size;
  double scale;
  lamina_bitmap target;
} road;

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  cairo_t *cairo = (cairo_t *)cairo_;
  (void)canvas, (void)scale;
  if (user_data != NULL) {
    cairo_set_source_rgb(cairo, 0.1, 0.5, 0.3);
    cairo_paint(cairo);
  }
  cairo_set_source_rgba(cairo, 0.8, 0.2, 0.1, 0.7);
  cairo_arc(cairo, size.width / 2, size.height / 2, size.height / 2, 0, 6.3);
  cairo_fill(cairo);
  return LAMINA_OK;
}

static uint32_t picture_pixels[40 * 30];
static lamina_bitmap make_picture(void) {
  lamina_bitmap picture = LAMINA_BITMAP_INIT;
  unsigned i;
  for (i = 0; i < 40 * 30; i++) {
    uint32_t alpha = 255 - i * 5 % 200;
    picture_pixels[i] = alpha << 24 | alpha * (i % 11) / 10 << 16 | alpha * (i / 40 % 5) / 4 << 8 | alpha / 3;
  }
  picture.data = picture_pixels;
  picture.width = 40;
  picture.height = 30;
  picture.stride = 160;
  return picture;
}

/* Whole numbers most of the time: those are moved as they are. */
static lamina_rect frame_of(const change *c) {
  lamina_rect frame = check_make_rect(
      c->share[0] * WIDTH * 1.2 - 20, c->share[1] * HEIGHT * 1.2 - 20, c->share[2] * WIDTH, c->share[3] * HEIGHT);
  if (c->number % 3 == 0) return frame;
  return check_make_rect(rint(frame.origin.x), rint(frame.origin.y), rint(frame.size.width), rint(frame.size.height));
}

static void set_contents(lamina_node *node, int number) {
  char text[32];
  if (lamina_node_get_kind(node) == LAMINA_NODE_KIND_TEXT) {
    snprintf(text, sizeof text, "Word %d affine", number % 17);
    CHECK_OK(lamina_node_set_string(node, text, strlen(text)));
  } else {
    CHECK_OK(lamina_node_set_draw_callback(node, number % 5 ? draw : NULL, number % 2 ? picture_pixels : NULL, NULL));
  }
}

static void set_picture(road *r, lamina_node *node, const change *c) {
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  lamina_bitmap picture = make_picture();
  options.gravity = (lamina_gravity)(c->number % 12);
  if (c->number / 12 % 2) options.stretch.top = options.stretch.left = options.stretch.bottom = options.stretch.right = 3;
  if (c->number / 24 % 2) options.scale = 2;
  if (c->number / 48 % 2) options.source = check_make_rect(0.2, 0.1, 0.5, 0.8);
  if (lamina_node_get_kind(node) == LAMINA_NODE_KIND_TEXT) return;
  if (c->what == PICTURE) CHECK_OK(check_set_image(r->context, node, &picture, &options));
  else CHECK_OK(lamina_node_set_image(node, r->image, &options));
}

static void transform(lamina_node *node, const change *c) {
  lamina_matrix matrix = LAMINA_MATRIX_IDENTITY;
  double angle = c->share[0] * 6.3, factor = 0.4 + c->share[1] * 1.3;
  if (c->number % 4 == 0) {
    matrix.xx = cos(angle) * factor;
    matrix.yx = sin(angle) * factor;
    matrix.xy = -sin(angle);
    matrix.yy = cos(angle);
  } else if (c->number % 4 == 1) {
    matrix.x0 = rint(c->share[2] * 30 - 15);
    matrix.y0 = rint(c->share[3] * 30 - 15);
  }
  CHECK_OK(lamina_node_set_transform(node, matrix));
}

static void decorate(lamina_node *node, const change *c) {
  lamina_corner_radii radii = { c->share[0] * 20, c->share[1] * 9, 0, c->share[3] * 5 };
  lamina_border border = { c->number % 3 ? c->share[0] * 6 : 0, c->color };
  lamina_shadow shadow = { c->color, c->share[0] * 10 - 5, c->share[1] * 10 - 5, c->share[2] * 12, c->share[3] * 8 - 4 };
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stops[2];
  lamina_point anchor = { c->share[0], c->share[1] };
  stops[0].offset = 0;
  stops[0].color = c->color;
  stops[1].offset = 1;
  stops[1].color = c->second;
  gradient.end = anchor;
  gradient.stops = stops;
  gradient.stop_count = 2;
  if (c->number % 3 == 0) shadow.color.alpha = 0;
  switch (c->what) {
    case RADII: CHECK_OK(lamina_node_set_corner_radii(node, radii)); break;
    case BORDER: CHECK_OK(lamina_node_set_border(node, border)); break;
    case SHADOW: CHECK_OK(lamina_node_set_shadow(node, shadow)); break;
    case GRADIENT: CHECK_OK(lamina_node_set_gradient(node, c->number % 3 ? &gradient : NULL)); break;
    default: CHECK_OK(lamina_node_set_anchor(node, anchor)); break;
  }
}

/* Another buffer: what it holds is nothing yet. */
static void make_target(road *r) {
  static const lamina_bitmap empty = LAMINA_BITMAP_INIT;
  lamina_rect_px bounds = lamina_surface_get_bounds_px(r->surface);
  int bytes = r->format == LAMINA_PIXEL_FORMAT_RGB565 ? 2 : 4;
  size_t size;
  free(r->target.data);
  r->target = empty;
  r->target.width = bounds.width;
  r->target.height = bounds.height;
  r->target.stride = bounds.width * bytes + (r->in_bands ? 3 * bytes : 0);
  r->target.format = r->format;
  size = (size_t)r->target.stride * (size_t)r->target.height;
  r->target.data = malloc(size);
  memset(r->target.data, 0xA5, size);
  CHECK_OK(lamina_surface_set_needs_composite(r->surface));
}

static void resize(road *r, const change *c) {
  static const double scales[] = { 1, 1, 1.25, 1.5, 2, 0.75 };
  r->scale = scales[c->number % 6];
  if (c->number / 6 % 2) r->size = check_make_size(WIDTH - (int)(c->share[0] * 20), HEIGHT - (int)(c->share[1] * 20));
  CHECK_OK(lamina_surface_set_size(r->surface, r->size, r->scale));
  make_target(r);
}

/* Whole numbers but for one in `parts`. */
static lamina_point point_of(const change *c, int parts) {
  lamina_point point = { c->share[0] * WIDTH - 30, c->share[1] * HEIGHT - 30 };
  if (c->number % 4 == 0) point.x = 0;
  if (c->number % parts == 0) return point;
  point.x = rint(point.x);
  point.y = rint(point.y);
  return point;
}

static void place(road *r, const change *c) {
  lamina_node *node = r->nodes[c->node], *other = r->nodes[c->other];
  lamina_rect frame = lamina_node_get_frame(node);
  switch (c->what) { /* a cycle is refused */
    case FRAME: CHECK_OK(lamina_node_set_frame(node, frame_of(c))); break;
    case ADD: lamina_node_add_child(other, node); break;
    case INSERT: lamina_node_insert_child(other, node, 0); break;
    case POSITION: CHECK_OK(lamina_node_set_position(node, point_of(c, 2))); break;
    case BOUNDS_ORIGIN: CHECK_OK(lamina_node_set_bounds_origin(r->nodes[c->other], point_of(c, 3))); break;
    case REMOVE:
      CHECK_OK(lamina_node_remove_from_parent(node));
      if (c->number % 3) lamina_node_add_child(other, node);
      break;
    default:
      frame.origin.y += (int)(c->share[0] * 41) - 20;
      if (c->what == SHIFT) frame.origin.x += (int)(c->share[1] * 21) - 10;
      CHECK_OK(lamina_node_set_frame(node, frame));
      break;
  }
}

static void set_display(lamina_node *node, const change *c) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  placeholder.color = c->color;
  placeholder.persists = c->number % 3 == 0;
  switch (c->what) {
    case NEEDS_DISPLAY: CHECK_OK(lamina_node_set_needs_display(node)); break;
    case SUSPEND: CHECK_OK(lamina_node_set_display_suspended(node, c->number % 3 == 0)); break;
    case TOGETHER: CHECK_OK(lamina_node_set_displayed_together(node, c->number % 2)); break;
    case PLACEHOLDER: CHECK_OK(lamina_node_set_placeholder(node, c->number % 5 ? &placeholder : NULL)); break;
    case BOUNDS_CHANGE: CHECK_OK(lamina_node_set_redrawn_on_resize(node, c->number % 2)); break;
    case AT_ONCE: CHECK_OK(lamina_node_set_displayed_asynchronously(node, c->number % 3 == 0)); break;
    default: CHECK_OK(lamina_node_set_drawing_priority(node, c->number % 5)); break;
  }
}

static void apply(road *r, const change *c) {
  lamina_node *node = r->nodes[c->node];
  lamina_color clear = { 0, 0, 0, 0 };
  switch (c->what) {
    case BACKGROUND: CHECK_OK(lamina_node_set_background(node, c->number % 5 ? c->color : clear)); break;
    case OPACITY: CHECK_OK(lamina_node_set_opacity(node, c->number % 3 ? 1 : c->share[0] < 0.1 ? 0 : c->share[0])); break;
    case RADIUS: CHECK_OK(lamina_node_set_corner_radius(node, c->number % 2 ? 0 : c->share[0] * 20)); break;
    case HIDDEN: CHECK_OK(lamina_node_set_hidden(node, c->number % 4 == 0)); break;
    case CLIPS: CHECK_OK(lamina_node_set_clipping(node, c->number % 2)); break;
    case Z_POSITION: CHECK_OK(lamina_node_set_z_position(node, c->number % 3 ? 0 : c->number % 5 - 2)); break;
    case SURFACE_COLOR: CHECK_OK(lamina_surface_set_background(r->surface, c->color)); break;
    case RADII: case BORDER: case SHADOW: case GRADIENT: case ANCHOR: decorate(node, c); break;
    case TRANSFORM: transform(node, c); break;
    case PICTURE: case SHARED_PICTURE: set_picture(r, node, c); break;
    case CONTENTS: set_contents(node, c->number); break;
    case RESIZE: resize(r, c); break;
    case FRAME: case ADD: case INSERT: case REMOVE: case SHIFT: case SCROLL: case POSITION: case BOUNDS_ORIGIN:
      place(r, c);
      break;
    default: set_display(node, c); break;
  }
}

static void open_road(road *r, double scale, const change *setup) {
  lamina_bitmap picture = make_picture();
  int i;
  r->context = check_context(r->threads);
  r->size = check_make_size(WIDTH, HEIGHT);
  r->scale = scale;
  CHECK_OK(lamina_image_create(r->context, &picture, &r->image));
  for (i = 0; i < NODES; i++) {
    if (i % 6 == 5) CHECK_OK(lamina_node_create_text(r->context, NULL, &r->nodes[i]));
    else CHECK_OK(lamina_node_create(r->context, &r->nodes[i]));
    if (i % 3 == 2) set_contents(r->nodes[i], i);
    if (i > 0) CHECK_OK(lamina_node_add_child(r->nodes[setup[i].other % i], r->nodes[i]));
  }
  if (setup[0].number % 3) CHECK_OK(lamina_node_set_background(r->nodes[0], check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_surface_create(r->context, r->size, scale, &r->surface));
  CHECK_OK(lamina_surface_set_composited_in_bands(r->surface, r->in_bands));
  make_target(r);
  for (i = 0; i < SETUP; i++) apply(r, &setup[i]);
  CHECK_OK(lamina_surface_set_root(r->surface, r->nodes[0]));
}

static void close_road(road *r) {
  int i;
  lamina_surface_release(r->surface);
  for (i = 0; i < NODES; i++) lamina_node_release(r->nodes[i]);
  lamina_image_release(r->image);
  lamina_context_release(r->context);
  free(r->target.data);
}

static void composite(road *r) {
  CHECK_OK(lamina_context_wait_idle(r->context, 4 * CHECK_PATIENCE_US));
  if (r->from_scratch) CHECK_OK(lamina_surface_set_needs_composite(r->surface));
  CHECK_OK(lamina_surface_composite(r->surface, &r->target, NULL, 0, NULL));
}

static void play(road *r, const change *changes, int count) {
  int i;
  for (i = 0; i < count; i++) {
    apply(r, &changes[i]);
    if (r->by_steps) composite(r);
  }
  composite(r);
}

/* ---- Comparing with the first road, which is ARGB32 ---- */

static int channel_difference(uint32_t a, uint32_t b, int shift, unsigned mask) {
  return abs((int)(a >> shift & mask) - (int)(b >> shift & mask));
}

static int pixel_difference(uint32_t first, const road *r, const unsigned char *row, int x) {
  uint32_t pixel;
  int most = 0, shift;
  if (r->format == LAMINA_PIXEL_FORMAT_RGB565) {
    uint16_t shortened = (uint16_t)((first >> 19 & 31) << 11 | (first >> 10 & 63) << 5 | (first >> 3 & 31)), found;
    memcpy(&found, row + x * 2, 2);
    return found == shortened ? 0 : 255;
  }
  memcpy(&pixel, row + x * 4, 4);
  if (r->format == LAMINA_PIXEL_FORMAT_RGB24) first |= 0xFF000000u;
  for (shift = 0; shift < 32; shift += 8) {
    int difference = channel_difference(first, pixel, shift, 255);
    if (difference > most) most = difference;
  }
  return most;
}

static bool is_same(const road *first, const road *r, unsigned long seed, int step) {
  int x, y;
  if (!CHECK(first->target.width == r->target.width && first->target.height == r->target.height)) return false;
  for (y = 0; y < r->target.height; y++) {
    const unsigned char *from = (const unsigned char *)first->target.data + (size_t)y * (size_t)first->target.stride;
    const unsigned char *row = (const unsigned char *)r->target.data + (size_t)y * (size_t)r->target.stride;
    for (x = 0; x < r->target.width; x++) {
      uint32_t pixel;
      memcpy(&pixel, from + x * 4, 4);
      if (pixel_difference(pixel, r, row, x) > r->tolerance) {
        printf("seed %lu, step %d: %s differs at %d, %d\n", seed, step, r->name, x, y);
        return CHECK(false);
      }
    }
  }
  return CHECK(true);
}

/* ---- Layers: what is not said to have changed is as it was ---- */

typedef struct kept_layer {
  lamina_layer layer;
  uint64_t bitmap, gradient; /* what they hold, as a number */
  bool is_seen;
} kept_layer;

static kept_layer kept_layers[NODES];

static uint64_t sum(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *next = (const unsigned char *)bytes;
  for (; size > 0; size--) hash = (hash ^ *next++) * 1099511628211u;
  return hash;
}

static uint64_t sum_bitmap(const lamina_bitmap *bitmap) {
  uint64_t hash = 1;
  int y;
  if (bitmap == NULL) return 0;
  for (y = 0; y < bitmap->height; y++) {
    hash = sum(hash, (const unsigned char *)bitmap->data + (size_t)y * (size_t)bitmap->stride, (size_t)bitmap->width * 4);
  }
  return hash;
}

static uint64_t sum_gradient(const lamina_gradient *gradient) {
  uint64_t hash = 1;
  if (gradient == NULL) return 0;
  hash = sum(sum(hash, &gradient->start, sizeof gradient->start), &gradient->end, sizeof gradient->end);
  return sum(hash, gradient->stops, gradient->stop_count * sizeof *gradient->stops);
}

static kept_layer *find_layer(uint64_t id) {
  int i;
  for (i = 0; i < NODES; i++) {
    if (kept_layers[i].layer.id == id) return &kept_layers[i];
  }
  return NULL;
}

static bool has_same_look(const lamina_layer *a, const lamina_layer *b) {
  return a->parent == b->parent && a->opacity == b->opacity && a->clips == b->clips &&
         memcmp(&a->background, &b->background, sizeof a->background) == 0 &&
         memcmp(&a->corner_radii_px, &b->corner_radii_px, sizeof a->corner_radii_px) == 0 &&
         memcmp(&a->border, &b->border, sizeof a->border) == 0 && memcmp(&a->shadow, &b->shadow, sizeof a->shadow) == 0;
}

static bool has_same_place(const lamina_layer *a, const lamina_layer *b) {
  return memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0 && memcmp(&a->clip, &b->clip, sizeof a->clip) == 0 &&
         memcmp(&a->matrix, &b->matrix, sizeof a->matrix) == 0 &&
         memcmp(&a->transform, &b->transform, sizeof a->transform) == 0;
}

static void take_layer(const lamina_layer *layer, void *user_data) {
  kept_layer *kept = find_layer(layer->id);
  uint64_t bitmap = sum_bitmap(layer->bitmap), gradient = sum_gradient(layer->gradient);
  (void)user_data;
  if ((layer->changes & LAMINA_LAYER_CHANGES_REMOVED) != 0) {
    if (CHECK(kept != NULL)) memset(kept, 0, sizeof *kept);
    return;
  }
  CHECK_EQUAL((layer->changes & LAMINA_LAYER_CHANGES_ADDED) != 0, kept == NULL);
  if (kept != NULL) {
    bool is_same_bitmap = kept->layer.version == layer->version && kept->bitmap == bitmap;
    bool is_same_look = has_same_look(&kept->layer, layer) && kept->gradient == gradient;
    CHECK(!kept->is_seen); /* once in each call */
    CHECK(is_same_bitmap || (layer->changes & LAMINA_LAYER_CHANGES_CONTENTS) != 0);
    CHECK(is_same_look || (layer->changes & LAMINA_LAYER_CHANGES_APPEARANCE) != 0);
    CHECK(has_same_place(&kept->layer, layer) || (layer->changes & LAMINA_LAYER_CHANGES_GEOMETRY) != 0);
  } else if (!CHECK((kept = find_layer(0)) != NULL)) {
    return;
  }
  kept->layer = *layer;
  kept->bitmap = bitmap;
  kept->gradient = gradient;
  kept->is_seen = true;
}

static void take_layers(road *r) {
  int i;
  for (i = 0; i < NODES; i++) kept_layers[i].is_seen = false;
  CHECK_OK(lamina_surface_export_layers(r->surface, take_layer, NULL));
  /* or it was told that it went */
  for (i = 0; i < NODES; i++) CHECK(kept_layers[i].layer.id == 0 || kept_layers[i].is_seen);
}

static void run(unsigned long seed) {
  static const double scales[] = { 1, 1, 1.5, 1.25, 2, 0.8, 1.1 };
  road roads[] = {
    { "by damage", 1, false, false, false, 0, LAMINA_PIXEL_FORMAT_ARGB32, NULL, NULL, NULL, { NULL }, { 0, 0 }, 1, LAMINA_BITMAP_INIT },
    { "from scratch", 0, false, true, false, 2, LAMINA_PIXEL_FORMAT_ARGB32, NULL, NULL, NULL, { NULL }, { 0, 0 }, 1, LAMINA_BITMAP_INIT },
    { "from scratch in bands", 8, true, true, false, 2, LAMINA_PIXEL_FORMAT_ARGB32, NULL, NULL, NULL, { NULL }, { 0, 0 }, 1, LAMINA_BITMAP_INIT },
    { "RGB24 in bands", 2, true, false, false, 0, LAMINA_PIXEL_FORMAT_RGB24, NULL, NULL, NULL, { NULL }, { 0, 0 }, 1, LAMINA_BITMAP_INIT },
    { "RGB565 in bands", 2, true, false, false, 0, LAMINA_PIXEL_FORMAT_RGB565, NULL, NULL, NULL, { NULL }, { 0, 0 }, 1, LAMINA_BITMAP_INIT },
    { "by steps", 2, false, false, true, 3, LAMINA_PIXEL_FORMAT_ARGB32, NULL, NULL, NULL, { NULL }, { 0, 0 }, 1, LAMINA_BITMAP_INIT }
  };
  change setup[SETUP], changes[MOST];
  int i, step, count;
  bool is_right = true;
  state = seed * 0x9E3779B97F4A7C15u + 77;
  has_history = seed % 5 == 4;
  count = has_history ? 5 : 6;
  for (i = 0; i < SETUP; i++) {
    setup[i] = make_change();
    if (i < NODES - 1) setup[i].what = FRAME;
    else if (i < 2 * NODES - 2) setup[i].what = BACKGROUND;
    else if (setup[i].what == RESIZE) setup[i].what = CLIPS;
    if (i < 2 * NODES - 2) setup[i].node = 1 + i % (NODES - 1);
  }
  memset(kept_layers, 0, sizeof kept_layers);
  for (i = 0; i < count; i++) open_road(&roads[i], scales[seed % 7], setup);
  for (step = 0; step < STEPS && is_right; step++) {
    int made = step == 0 ? 0 : 1 + below(MOST), n;
    for (n = 0; n < made; n++) changes[n] = make_change();
    for (i = 0; i < count; i++) play(&roads[i], changes, made);
    take_layers(&roads[1]);
    for (i = 1; i < count; i++) is_right = is_same(&roads[0], &roads[i], seed, step) && is_right;
  }
  for (i = 0; i < count; i++) close_road(&roads[i]);
}

int main(int argc, char **argv) {
  unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, last = argc > 2 ? strtoul(argv[2], NULL, 10) : first + 9;
  for (; first <= last; first++) run(first);
  return check_done(__FILE__);
}
