/* A node that scrolls rows of 20 on a surface of 100 x 100; a frame at a time. */
#ifndef SCROLL_STAGE_H
#define SCROLL_STAGE_H

#include "check.h"

enum { WIDTH = 100, HEIGHT = 100, ROW = 20, MOST = 200 };

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *node; /* the scroller */
  lamina_node *rows[MOST];
  int count;
  check_picture picture;
  uint64_t time;
  int calls, destroyed;
  lamina_scroll_state last;
} stage;

static inline unsigned color_of(int row) { return (unsigned)((row + 1) << 8 | 0x20); }

static inline lamina_point at(double x, double y) {
  lamina_point point;
  point.x = x;
  point.y = y;
  return point;
}

static inline lamina_spec *stack_of(stage *s, lamina_axis axis, lamina_node **nodes, int count) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element children[MOST];
  lamina_spec *spec = NULL;
  int i;
  options.axis = axis;
  for (i = 0; i < count; i++) children[i].node = nodes[i];
  CHECK_OK(lamina_spec_create_stack(s->context, &options, NULL, children, (size_t)count, &spec));
  return spec;
}

/* Puts the rows below each other, with a margin of 5 around all. */
static inline void arrange(stage *s) {
  lamina_insets margin = {5, 5, 5, 5};
  lamina_spec *stack = stack_of(s, LAMINA_AXIS_VERTICAL, s->rows, s->count), *inset = NULL;
  CHECK_OK(lamina_spec_create_inset(s->context, margin, NULL, stack, &inset));
  CHECK_OK(lamina_node_set_spec(s->node, inset));
  lamina_spec_release(stack);
  lamina_spec_release(inset);
}

static inline void frame(stage *s) {
  s->time += 16000;
  CHECK_OK(lamina_context_begin_frame(s->context, s->time, 0));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static inline void settle(stage *s) {
  int i;
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    frame(s);
  }
}

static inline lamina_node *make_row(stage *s, int number, double height) {
  lamina_node *row = check_box(s->context, 90, height);
  CHECK_OK(lamina_node_set_background(row, check_make_color(color_of(number))));
  return row;
}

static inline stage *make_stage(const lamina_scroll_options *options, int count) {
  stage *s = (stage *)calloc(1, sizeof *s);
  int i;
  s->context = check_context(1);
  s->time = 1000000;
  s->picture = check_make_picture(WIDTH, HEIGHT);
  s->count = count;
  s->node = check_node(s->context);
  CHECK_OK(lamina_context_begin_frame(s->context, s->time, 0));
  CHECK_OK(lamina_surface_create(s->context, check_make_size(WIDTH, HEIGHT), 1, &s->surface));
  CHECK_OK(lamina_surface_set_background(s->surface, check_make_color(0xFFFFFF)));
  for (i = 0; i < count; i++) s->rows[i] = make_row(s, i, ROW);
  arrange(s);
  CHECK_OK(lamina_node_set_scroll(s->node, options));
  CHECK_OK(lamina_surface_set_root(s->surface, s->node));
  settle(s);
  return s;
}

static inline void end_stage(stage *s) {
  int i;
  for (i = 0; i < s->count; i++) lamina_node_release(s->rows[i]);
  lamina_node_release(s->node);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
  free(s);
}

static inline lamina_scroll_state state_of(lamina_node *node) {
  lamina_scroll_state state = LAMINA_SCROLL_STATE_INIT;
  CHECK_OK(lamina_node_get_scroll_state(node, &state));
  return state;
}

static inline lamina_scroll_options plain(void) {
  lamina_scroll_options options = LAMINA_SCROLL_OPTIONS_INIT;
  options.bars = LAMINA_SCROLL_BARS_NONE;
  return options;
}

/* Every line shows the row that stands there, white in the margins. */
static inline void check_rows(stage *s, int line) {
  double offset = floor(state_of(s->node).offset.y + 0.5);
  int y, wrong = 0;
  for (y = 0; y < HEIGHT; y++) {
    double place = y + offset - 5;
    int row = (int)floor(place / ROW);
    unsigned expected = place < 0 || row >= s->count ? 0xFFFFFF : color_of(row);
    unsigned pixel = check_pixel(&s->picture, 50, y) & 0xFFFFFF;
    if (pixel != expected && wrong++ < 3) printf("line %d, y %d: %06x, not %06x\n", line, y, pixel, expected);
  }
  CHECK_EQUAL(wrong, 0);
}

static inline lamina_event_use send(stage *s, lamina_event_kind kind, double x, double y) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = kind;
  event.time_us = s->time;
  event.position = at(x, y);
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use;
}

static inline lamina_event_use turn(stage *s, lamina_point place, lamina_point delta, lamina_wheel_unit unit,
                             lamina_event_modifiers modifiers) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = LAMINA_EVENT_KIND_WHEEL;
  event.time_us = s->time;
  event.position = place;
  event.delta = delta;
  event.wheel_unit = unit;
  event.modifiers = modifiers;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use;
}

static inline lamina_event_use press(stage *s, lamina_event_key key, lamina_event_modifiers modifiers) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  event.key = key;
  event.modifiers = modifiers;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use;
}

/* Down, `steps` moves of (x, y) in 8 ms each, and up. */
static inline void drag(stage *s, double x, double y, double step_x, double step_y, int steps) {
  int i;
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, x, y);
  for (i = 1; i <= steps; i++) {
    s->time += 8000;
    send(s, LAMINA_EVENT_KIND_POINTER_MOVE, x + step_x * i, y + step_y * i);
  }
  s->time += 1000;
  send(s, LAMINA_EVENT_KIND_POINTER_UP, x + step_x * steps, y + step_y * steps);
}

#endif
