/* A surface with a box on it that animations move, for tests. */
#ifndef MOTION_STAGE_H
#define MOTION_STAGE_H

#include "check.h"

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *box;
} stage;

static int ends, finishes, destroys;

static inline void done(bool finished, void *user_data) {
  (void)user_data;
  ends++;
  if (finished) finishes++;
}

static inline void destroyed(void *user_data) {
  (void)user_data;
  destroys++;
}

static inline lamina_point make_point(double x, double y) {
  lamina_point point;
  point.x = x;
  point.y = y;
  return point;
}

/* A red box at (2, 2) of a surface, with a clock that only the test moves. */
static inline stage make_stage(int threads) {
  stage s;
  ends = finishes = destroys = 0;
  s.context = check_context(threads);
  s.root = check_node(s.context);
  s.box = check_node(s.context);
  s.surface = NULL;
  CHECK_OK(lamina_context_set_time_us(s.context, 0));
  CHECK_OK(lamina_node_set_background(s.root, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_node_set_background(s.box, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(2, 2, 10, 10)));
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(400, 300), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  return s;
}

static inline void end_stage(stage *s) {
  lamina_node_release(s->box);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
}

static inline void frame(stage *s, uint64_t time_us) {
  CHECK_OK(lamina_context_set_time_us(s->context, time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
}

static inline lamina_presented_values shown(lamina_node *node) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  CHECK_OK(lamina_node_get_presented(node, &values));
  return values;
}

static inline lamina_presented_values to_position(double x, double y) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  values.fields = LAMINA_PRESENTED_FIELDS_POSITION;
  values.position = make_point(x, y);
  return values;
}

static inline lamina_animation_options linear(uint64_t duration_us) {
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  options.curve = "linear";
  options.duration_us = duration_us;
  return options;
}

#endif
