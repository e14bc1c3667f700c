/* 1,000 layers that move, fade and grow at once: the CPU time of the owner thread for a frame, alone and with its
 * composite, held against pixman doing the same blits by hand; and what transitions of 1,000 nodes cost to begin. */
#include "bench.h"

#include <pixman.h>

enum { LAYERS = 1000, SIDE = 24, FRAMES = 60, ROUNDS = 5 };

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *boxes[LAYERS];
  lamina_bitmap bitmap;
  int width, height;
  uint64_t time_us;
} stage;

static lamina_point corner(const stage *s, int i, int shift) {
  lamina_point p = {(double)((i * 37 + shift * 11) % (s->width - SIDE)), (double)((i * 53 + shift * 7) % (s->height - SIDE))};
  return p;
}

static stage make_stage(int width, int height) {
  stage s;
  lamina_size size = {width, height};
  int i;
  memset(&s, 0, sizeof s);
  s.width = width;
  s.height = height;
  s.time_us = 1000000;
  s.context = bench_context(1);
  BENCH_OK(lamina_context_set_time_us(s.context, s.time_us));
  BENCH_OK(lamina_node_create(s.context, &s.root));
  BENCH_OK(lamina_node_set_background(s.root, bench_color(0xFFFFFF)));
  for (i = 0; i < LAYERS; i++) {
    lamina_rect frame = {corner(&s, i, 0), {SIDE, SIDE}};
    BENCH_OK(lamina_node_create(s.context, &s.boxes[i]));
    BENCH_OK(lamina_node_set_frame(s.boxes[i], frame));
    BENCH_OK(lamina_node_set_background(s.boxes[i], bench_color(0x3366CCu + (unsigned)i * 977)));
    BENCH_OK(lamina_node_add_child(s.root, s.boxes[i]));
  }
  BENCH_OK(lamina_surface_create(s.context, size, 1, &s.surface));
  BENCH_OK(lamina_surface_set_root(s.surface, s.root));
  s.bitmap = bench_bitmap(width, height);
  BENCH_OK(lamina_context_wait_idle(s.context, 60000000));
  BENCH_OK(lamina_surface_composite(s.surface, &s.bitmap, NULL, 0, NULL));
  return s;
}

static void end_stage(stage *s) {
  int i;
  for (i = 0; i < LAYERS; i++) lamina_node_release(s->boxes[i]);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->bitmap.data);
}

static void frame(stage *s) {
  s->time_us += 16667;
  BENCH_OK(lamina_context_set_time_us(s->context, s->time_us));
  BENCH_OK(lamina_context_process(s->context, 0));
}

static void animate(stage *s, int shift, bool springs) {
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  int i;
  if (springs) {
    options.timing = LAMINA_ANIMATION_TIMING_SPRING;
    options.stiffness = 40;
    options.damping = 4;
  } else {
    options.duration_us = 4000000;
    options.curve = "cubic-bezier(0.2, 0, 0, 1)";
  }
  values.fields = LAMINA_PRESENTED_FIELDS_POSITION | LAMINA_PRESENTED_FIELDS_OPACITY | LAMINA_PRESENTED_FIELDS_TRANSFORM;
  values.opacity = shift % 2 ? 0.3 : 0.9;
  values.transform.xx = values.transform.yy = shift % 2 ? 1.2 : 0.8;
  for (i = 0; i < LAYERS; i++) {
    values.position = corner(s, i, shift);
    values.position.x += SIDE / 2;
    values.position.y += SIDE / 2;
    BENCH_OK(lamina_node_add_animation(s->boxes[i], &values, &options, NULL, NULL, NULL, NULL));
  }
}

/* The best of some rounds: CPU seconds for a process, and for one with its composite. */
static void measure(stage *s, bool springs, double *process, double *whole, double *begin) {
  int round, i;
  *process = *whole = *begin = INFINITY;
  for (round = 0; round < ROUNDS; round++) {
    double start = cpu_now(), all = 0, alone = 0, each;
    animate(s, round + 1, springs);
    each = (cpu_now() - start) / LAYERS;
    if (each < *begin) *begin = each;
    frame(s);
    for (i = 0; i < FRAMES; i++) {
      double before = cpu_now(), after;
      frame(s);
      after = cpu_now();
      BENCH_OK(lamina_surface_composite(s->surface, &s->bitmap, NULL, 0, NULL));
      alone += after - before;
      all += cpu_now() - before;
    }
    if (alone / FRAMES < *process) *process = alone / FRAMES;
    if (all / FRAMES < *whole) *whole = all / FRAMES;
  }
}

/* The same boxes by hand: the background, and each box, a bitmap, scaled and with its opacity over it. */
static double by_hand(stage *s) {
  pixman_image_t *target = pixman_image_create_bits(
      PIXMAN_a8r8g8b8, s->width, s->height, (uint32_t *)s->bitmap.data, (int)s->bitmap.stride);
  pixman_color_t white = {0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF};
  pixman_image_t *box = pixman_image_create_bits(PIXMAN_a8r8g8b8, SIDE, SIDE, NULL, 0);
  double best = INFINITY;
  int round, i, f;
  for (round = 0; round < ROUNDS; round++) {
    double start = cpu_now(), each;
    for (f = 0; f < FRAMES / 4; f++) {
      pixman_image_t *ground = pixman_image_create_solid_fill(&white);
      pixman_image_composite32(PIXMAN_OP_SRC, ground, NULL, target, 0, 0, 0, 0, 0, 0, s->width, s->height);
      pixman_image_unref(ground);
      for (i = 0; i < LAYERS; i++) {
        lamina_point p = corner(s, i, f);
        uint16_t alpha = (uint16_t)(0x4000 + f * 1000);
        pixman_color_t share = {0, 0, 0, alpha};
        pixman_image_t *opacity = pixman_image_create_solid_fill(&share);
        pixman_transform_t scaled;
        double factor = 0.8 + 0.02 * f;
        pixman_transform_init_scale(&scaled, pixman_double_to_fixed(1 / factor), pixman_double_to_fixed(1 / factor));
        pixman_image_set_transform(box, &scaled);
        pixman_image_set_filter(box, PIXMAN_FILTER_BILINEAR, NULL, 0);
        pixman_image_composite32(PIXMAN_OP_OVER, box, opacity, target, 0, 0, 0, 0, (int)p.x, (int)p.y,
                                 (int)(SIDE * factor), (int)(SIDE * factor));
        pixman_image_unref(opacity);
      }
    }
    each = (cpu_now() - start) / (FRAMES / 4);
    if (each < best) best = each;
  }
  pixman_image_unref(box);
  pixman_image_unref(target);
  return best;
}

static void measure_stage(int width, int height, const char *name) {
  stage s = make_stage(width, height);
  double process, whole, begin, hand = by_hand(&s);
  char text[100];
  measure(&s, false, &process, &whole, &begin);
  snprintf(text, sizeof text, "motion/%s_1000_layers_curves", name);
  bench_print(text, process * 1e6, "us", NAN, NAN, true);
  snprintf(text, sizeof text, "motion/%s_1000_layers_whole_frame", name);
  bench_print(text, whole * 1e6, "us", hand * 1e6, 2, true);
  measure(&s, true, &process, &whole, &begin);
  snprintf(text, sizeof text, "motion/%s_1000_layers_springs", name);
  bench_print(text, process * 1e6, "us", NAN, NAN, true);
  snprintf(text, sizeof text, "motion/%s_begin_an_animation", name);
  bench_print(text, begin * 1e6, "us", NAN, NAN, true);
  end_stage(&s);
}

/* All 1,000 nodes move by one changed frame each: the owner's time at the ends of the scope and in the first frame. */
static void measure_transition(void) {
  stage s = make_stage(1920, 1080);
  double best = INFINITY, nothing = INFINITY;
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    double spent = 0, start = cpu_now();
    BENCH_OK(lamina_context_begin_transition(s.context, NULL, NULL));
    spent += cpu_now() - start;
    for (i = 0; i < LAYERS; i++) BENCH_OK(lamina_node_set_opacity(s.boxes[i], round % 2 ? 1 : 0.5));
    start = cpu_now();
    BENCH_OK(lamina_context_end_transition(s.context, NULL, NULL, NULL));
    spent += cpu_now() - start;
    if (spent / LAYERS < best) best = spent / LAYERS;
    for (i = 0; i < 40; i++) frame(&s);
    start = cpu_now();
    for (i = 0; i < 1000; i++) BENCH_OK(lamina_context_process(s.context, 0));
    if ((cpu_now() - start) / 1000 < nothing) nothing = (cpu_now() - start) / 1000;
    if (lamina_context_get_timeout_us(s.context) != -1) bench_require(LAMINA_ERROR_INVALID_STATE, "what rests asks for frames");
  }
  bench_print("motion/begin_transition_of_1000_nodes_each", best * 1e6, "us", NAN, 0.3, true);
  bench_print("motion/process_when_nothing_moves", nothing * 1e6, "us", NAN, NAN, true);
  end_stage(&s);
}

int main(void) {
  measure_stage(480, 800, "480x800");
  measure_stage(1920, 1080, "1920x1080");
  measure_transition();
  return 0;
}
