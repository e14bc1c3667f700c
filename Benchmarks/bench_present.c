/* 1,000 layers on 1920 x 1080 pixels that move, fade and scale by presented values, all in each frame: the CPU time of
 * the owner thread for setting them, and for compositing, held against pixman doing the same blits by hand, in
 * alternation. */
#include "bench.h"

#include <cairo.h>
#include <pixman.h>

enum { LAYERS = 1000, SIDE = 32, WIDTH = 1920, HEIGHT = 1080, COLUMNS = 40 };

/* A disc, so that the pixels have all degrees of transparency. */
static void draw_disc(cairo_t *cairo, int number) {
  cairo_set_source_rgb(cairo, number % 7 / 6.0, 0.4, number % 11 / 10.0);
  cairo_arc(cairo, SIDE / 2.0, SIDE / 2.0, SIDE / 2.0 - 1, 0, 6.283185307);
  cairo_fill(cairo);
}

static lamina_status draw(lamina_canvas *canvas, cairo_t *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)size, (void)scale;
  draw_disc(cairo, (int)(intptr_t)data);
  return LAMINA_OK;
}

typedef enum motion { MOVE = 1, FADE = 2, SCALE = 4 } motion;

/* Where layer `number` is in frame `frame`. */
typedef struct pose {
  int x, y;
  double opacity, factor;
} pose;

static pose pose_of(int number, int frame, int motions) {
  pose p;
  int step = (frame + number) % 48;
  int distance = step < 24 ? step : 48 - step;
  p.x = number % COLUMNS * 46 + 4 + (motions & MOVE ? distance : 0);
  p.y = number / COLUMNS * 42 + 2 + (motions & MOVE ? distance / 3 : 0);
  p.opacity = motions & FADE ? 0.2 + distance / 30.0 : 1;
  p.factor = motions & SCALE ? 0.75 + distance / 50.0 : 1;
  return p;
}

typedef struct scene {
  lamina_context *context;
  lamina_surface *surface;
  lamina_bitmap bitmap, by_hand;
  pixman_image_t *target, *discs[LAYERS];
  lamina_node *nodes[LAYERS];
} scene;

static scene make_scene(void) {
  scene s;
  lamina_node *root = NULL;
  lamina_size size = {WIDTH, HEIGHT};
  int i;
  s.context = bench_context(1);
  s.surface = NULL;
  s.bitmap = bench_bitmap(WIDTH, HEIGHT);
  s.by_hand = bench_bitmap(WIDTH, HEIGHT);
  s.target = pixman_image_create_bits(PIXMAN_x8r8g8b8, WIDTH, HEIGHT, s.by_hand.data, WIDTH * 4);
  BENCH_OK(lamina_node_create(s.context, &root));
  for (i = 0; i < LAYERS; i++) {
    pose p = pose_of(i, 0, 0);
    lamina_rect frame = {{p.x, p.y}, {SIDE, SIDE}};
    cairo_surface_t *disc = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(disc);
    draw_disc(cairo, i);
    cairo_destroy(cairo);
    cairo_surface_flush(disc);
    s.discs[i] = pixman_image_create_bits(PIXMAN_a8r8g8b8, SIDE, SIDE, NULL, 0);
    memcpy(pixman_image_get_data(s.discs[i]), cairo_image_surface_get_data(disc), SIDE * SIDE * 4);
    cairo_surface_destroy(disc);
    BENCH_OK(lamina_node_create(s.context, &s.nodes[i]));
    BENCH_OK(lamina_node_set_frame(s.nodes[i], frame));
    BENCH_OK(lamina_node_set_draw_callback(s.nodes[i], draw, (void *)(intptr_t)i, NULL));
    BENCH_OK(lamina_node_add_child(root, s.nodes[i]));
  }
  BENCH_OK(lamina_surface_create(s.context, size, 1, &s.surface));
  BENCH_OK(lamina_surface_set_background(s.surface, bench_color(0xeeeeee)));
  BENCH_OK(lamina_surface_set_root(s.surface, root));
  BENCH_OK(lamina_context_wait_idle(s.context, UINT64_MAX));
  BENCH_OK(lamina_surface_composite(s.surface, &s.bitmap, NULL, 0, NULL));
  lamina_node_release(root);
  return s;
}

static void end_scene(scene *s) {
  int i;
  for (i = 0; i < LAYERS; i++) {
    lamina_node_release(s->nodes[i]);
    pixman_image_unref(s->discs[i]);
  }
  pixman_image_unref(s->target);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->bitmap.data);
  free(s->by_hand.data);
}

/* The values of each layer, in one call. */
static void present(const scene *s, int frame, int motions) {
  static lamina_presented_change changes[LAYERS];
  static lamina_presented_values values[LAYERS];
  int i;
  for (i = 0; i < LAYERS; i++) {
    lamina_presented_change change = LAMINA_PRESENTED_CHANGE_INIT;
    lamina_presented_values value = LAMINA_PRESENTED_VALUES_INIT;
    pose p = pose_of(i, frame, motions);
    change.node = s->nodes[i];
    if (motions & MOVE) {
      value.fields |= LAMINA_PRESENTED_FIELDS_POSITION;
      value.position.x = p.x + SIDE / 2.0;
      value.position.y = p.y + SIDE / 2.0;
    }
    if (motions & FADE) {
      value.fields |= LAMINA_PRESENTED_FIELDS_OPACITY;
      value.opacity = p.opacity;
    }
    if (motions & SCALE) {
      value.fields |= LAMINA_PRESENTED_FIELDS_TRANSFORM;
      value.transform.xx = value.transform.yy = p.factor;
    }
    values[i] = value;
    change.values = &values[i];
    changes[i] = change;
  }
  BENCH_OK(lamina_context_apply_presented(s->context, changes, LAYERS));
}

/* The whole picture, as all of it changes. */
static void blit(const scene *s, int frame, int motions) {
  int i;
  pixman_fill(s->by_hand.data, WIDTH, 32, 0, 0, WIDTH, HEIGHT, 0xffeeeeee);
  for (i = 0; i < LAYERS; i++) {
    pose p = pose_of(i, frame, motions);
    pixman_image_t *mask = NULL;
    if (p.opacity < 1) {
      pixman_color_t color = {0, 0, 0, (uint16_t)(p.opacity * 65535)};
      mask = pixman_image_create_solid_fill(&color);
    }
    if (motions & SCALE) {
      int side = (int)ceil(SIDE * p.factor), offset = (SIDE - side) / 2;
      pixman_transform_t back;
      pixman_transform_init_scale(&back, pixman_double_to_fixed(1 / p.factor), pixman_double_to_fixed(1 / p.factor));
      pixman_image_set_transform(s->discs[i], &back);
      pixman_image_set_filter(s->discs[i], PIXMAN_FILTER_BILINEAR, NULL, 0);
      pixman_image_composite32(PIXMAN_OP_OVER, s->discs[i], mask, s->target, 0, 0, 0, 0, p.x + offset, p.y + offset, side, side);
    } else {
      pixman_image_set_transform(s->discs[i], NULL);
      pixman_image_composite32(PIXMAN_OP_OVER, s->discs[i], mask, s->target, 0, 0, 0, 0, p.x, p.y, SIDE, SIDE);
    }
    if (mask != NULL) pixman_image_unref(mask);
  }
}

static void measure(const char *name, int motions) {
  enum { FRAMES = 200 };
  static double setting[FRAMES], whole[FRAMES], by_hand[FRAMES];
  scene s = make_scene();
  char row[96];
  int frame;
  for (frame = 0; frame < FRAMES; frame++) {
    double start = bench_cpu_now();
    present(&s, frame, motions);
    setting[frame] = bench_cpu_now() - start;
    BENCH_OK(lamina_context_process(s.context, 0));
    BENCH_OK(lamina_surface_composite(s.surface, &s.bitmap, NULL, 0, NULL));
    whole[frame] = bench_cpu_now() - start;
    start = bench_cpu_now();
    blit(&s, frame, motions);
    by_hand[frame] = bench_cpu_now() - start;
  }
  qsort(setting, FRAMES, sizeof *setting, bench_by_value);
  qsort(whole, FRAMES, sizeof *whole, bench_by_value);
  qsort(by_hand, FRAMES, sizeof *by_hand, bench_by_value);
  snprintf(row, sizeof row, "present/1000_layers_%s_set", name);
  bench_print(row, setting[FRAMES / 2] * 1e6, "us", NAN, 302, true);
  snprintf(row, sizeof row, "present/1000_layers_%s_frame", name);
  bench_print(row, whole[FRAMES / 2] * 1e6, "us", by_hand[FRAMES / 2] * 1e6, 2, true);
  end_scene(&s);
}

/* With arguments, only one kind of frame and so many of them: for counting instructions. */
int main(int argc, char **argv) {
  if (argc == 3) {
    scene s = make_scene();
    int frame, motions = atoi(argv[1]), frames = atoi(argv[2]);
    for (frame = 0; frame < frames; frame++) {
      present(&s, frame, motions);
      BENCH_OK(lamina_context_process(s.context, 0));
    }
    end_scene(&s);
    return 0;
  }
  measure("move", MOVE);
  measure("fade", FADE);
  measure("scale", SCALE);
  measure("move_fade_scale", MOVE | FADE | SCALE);
  return 0;
}
