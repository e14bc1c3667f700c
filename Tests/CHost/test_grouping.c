/* Drawings of one turn appear in one frame, but no slow one holds the others back for long:
 * lamina_surface_set_grouping_limit_us. */
#include "check.h"

#include <cairo.h>

enum { WIDTH = 40, HEIGHT = 20, RED = 0xFF0000, GREEN = 0x00FF00, BLUE = 0x0000FF };

typedef struct drawing {
  unsigned color;
  check_gate *gate; /* waits there when it is set */
  int draws, will, finished, unfinished;
  lamina_node *node;
} drawing;

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root;
  check_picture picture;
  check_gate gate;
  drawing quick, slow; /* at the left and at the right; the slow one waits at the gate */
} stage;

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  drawing *d = (drawing *)user_data;
  cairo_t *cairo = (cairo_t *)cairo_;
  lamina_color color = check_make_color(d->color);
  (void)canvas, (void)size, (void)scale;
  if (d->gate != NULL) check_gate_pass(d->gate);
  cairo_set_source_rgb(cairo, (double)color.red, (double)color.green, (double)color.blue);
  cairo_paint(cairo);
  __atomic_add_fetch(&d->draws, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static void will_display(lamina_node *node, void *user_data) {
  (void)node;
  ((drawing *)user_data)->will++;
}

static void did_display(lamina_node *node, bool finished, void *user_data) {
  drawing *d = (drawing *)user_data;
  (void)node;
  if (finished) d->finished++;
  else d->unfinished++;
}

static void add(stage *s, drawing *d, unsigned color, double x) {
  d->color = color;
  d->node = check_node(s->context);
  CHECK_OK(lamina_node_set_frame(d->node, check_make_rect(x, 0, 20, HEIGHT)));
  CHECK_OK(lamina_node_set_draw_callback(d->node, draw, d, NULL));
  CHECK_OK(lamina_node_add_display_observer(d->node, will_display, did_display, d, NULL, NULL));
  CHECK_OK(lamina_node_add_child(s->root, d->node));
}

/* Two nodes that begin to be drawn in the same turn, of a context whose clock stands at 0. */
static void begin_with(stage *s, double slow_x, lamina_context_flags flags) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  memset(s, 0, sizeof *s);
  options.thread_count = 2;
  options.flags = flags;
  CHECK_OK(lamina_context_create(&options, &s->context));
  CHECK_OK(lamina_context_set_time_us(s->context, 0));
  s->root = check_node(s->context);
  s->picture = check_make_picture(WIDTH, HEIGHT);
  check_gate_init(&s->gate);
  CHECK_OK(lamina_surface_create(s->context, check_make_size(WIDTH, HEIGHT), 1, &s->surface));
  CHECK_OK(lamina_surface_set_root(s->surface, s->root));
  s->slow.gate = &s->gate;
  add(s, &s->quick, GREEN, 0);
  add(s, &s->slow, BLUE, slow_x);
}

static void begin(stage *s, double slow_x) { begin_with(s, slow_x, LAMINA_CONTEXT_FLAGS_NONE); }

static void end(stage *s) {
  lamina_node_release(s->quick.node);
  lamina_node_release(s->slow.node);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  CHECK_EQUAL(s->quick.will, s->quick.finished + s->quick.unfinished);
  CHECK_EQUAL(s->slow.will, s->slow.finished + s->slow.unfinished);
  free(s->picture.pixels);
}

/* Until the quick drawing is made `draws` times, the slow one has begun, and the context has had the time to see it. */
static void process_until(stage *s, int draws) {
  int i;
  for (i = 0; i < 30000 && (check_load(&s->gate.arrived) == 0 || check_load(&s->quick.draws) < draws); i++) {
    CHECK_OK(lamina_context_process(s->context, 0));
    check_sleep_ms(1);
  }
  CHECK_EQUAL(check_load(&s->quick.draws), draws);
  for (i = 0; i < 20; i++) {
    CHECK_OK(lamina_context_process(s->context, 0));
    check_sleep_ms(1);
  }
}

static unsigned shown(stage *s, int x) {
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
  return check_pixel(&s->picture, x, 5) & 0xFFFFFF;
}

static void finish(stage *s) {
  check_gate_open(&s->gate);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
}

static void test_same_frame(void) {
  stage s;
  int i;
  begin(&s, 20);
  process_until(&s, 1);
  CHECK_EQUAL(shown(&s, 5), 0);
  CHECK_EQUAL(s.quick.finished, 0);
  check_gate_open(&s.gate);
  for (i = 0; i < 30000 && shown(&s, 25) == 0; i++) { /* whenever the slow one is there, so is the quick one */
    CHECK_EQUAL(shown(&s, 5), 0);
    check_sleep_ms(1);
    CHECK_OK(lamina_context_process(s.context, 0));
  }
  CHECK_EQUAL(shown(&s, 5), GREEN);
  CHECK_EQUAL(shown(&s, 25), BLUE);
  end(&s);
}

static void test_limit(void) {
  uint64_t limit_us = 1;
  stage s;
  begin(&s, 20);
  CHECK_OK(lamina_surface_get_grouping_limit_us(s.surface, &limit_us));
  CHECK_EQUAL(limit_us, 32000);
  process_until(&s, 1);
  CHECK_OK(lamina_context_set_time_us(s.context, 31999));
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK_EQUAL(shown(&s, 5), 0);
  CHECK_OK(lamina_context_set_time_us(s.context, 32000));
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK_EQUAL(shown(&s, 5), GREEN);
  CHECK_EQUAL(shown(&s, 25), 0);
  finish(&s);
  CHECK_EQUAL(shown(&s, 25), BLUE);
  CHECK_EQUAL(s.quick.finished, 1);
  CHECK_EQUAL(s.slow.finished, 1);
  end(&s);
}

/* By the system's clock the loop is told when to look, though no descriptor becomes readable for it. */
static void test_loop_is_told(void) {
  stage s;
  int i;
  begin(&s, 20);
  CHECK_OK(lamina_context_set_time_us(s.context, LAMINA_TIME_SYSTEM));
  for (i = 0; i < 30000 && shown(&s, 5) == 0; i++) {
    int64_t left = lamina_context_get_timeout_us(s.context);
    if (check_load(&s.gate.arrived) == 1 && check_load(&s.quick.draws) == 1) CHECK(left <= 32000);
    check_sleep_ms(1);
    CHECK_OK(lamina_context_process(s.context, 0));
  }
  CHECK_EQUAL(shown(&s, 5), GREEN);
  CHECK_EQUAL(shown(&s, 25), 0);
  finish(&s);
  end(&s);
}

static void test_without(void) {
  uint64_t limit_us = 1;
  stage s;
  begin(&s, 20);
  CHECK_OK(lamina_surface_set_grouping_limit_us(s.surface, 0));
  CHECK_OK(lamina_surface_get_grouping_limit_us(s.surface, &limit_us));
  CHECK_EQUAL(limit_us, 0);
  process_until(&s, 1);
  CHECK_EQUAL(shown(&s, 5), GREEN);
  finish(&s);
  end(&s);
}

/* What nobody sees holds nothing back. */
static void test_out_of_sight(void) {
  stage s;
  begin(&s, WIDTH);
  process_until(&s, 1);
  CHECK_EQUAL(shown(&s, 5), GREEN);
  finish(&s);
  CHECK_EQUAL(s.slow.finished, 1);
  end(&s);
}

/* A node that changes again shows what it has: one that changes in each frame is as fast as it would be alone. */
static void test_changed_again(void) {
  stage s;
  begin(&s, 20);
  process_until(&s, 1);
  s.quick.color = RED;
  CHECK_OK(lamina_node_set_needs_display(s.quick.node));
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK(shown(&s, 5) != 0); /* green, or red already */
  process_until(&s, 2);
  CHECK_EQUAL(shown(&s, 5), RED); /* in a group of its own */
  finish(&s);
  CHECK_EQUAL(shown(&s, 25), BLUE);
  CHECK_EQUAL(s.quick.finished, 2);
  end(&s);
}

static void test_waited_for(void) {
  stage s;
  begin(&s, 20);
  process_until(&s, 1);
  CHECK_EQUAL(shown(&s, 5), 0);
  CHECK_OK(lamina_node_wait_display(s.quick.node, CHECK_PATIENCE_US));
  CHECK_EQUAL(shown(&s, 5), GREEN);
  finish(&s);
  end(&s);
}

/* The slow node, or the quick one, goes while the other waits for it. */
static void test_removed(bool slow) {
  stage s;
  begin(&s, 20);
  process_until(&s, 1);
  CHECK_OK(lamina_node_remove_from_parent(slow ? s.slow.node : s.quick.node));
  CHECK_OK(lamina_context_process(s.context, 0));
  finish(&s);
  CHECK_EQUAL(shown(&s, 5), slow ? GREEN : 0);
  CHECK_EQUAL(shown(&s, 25), slow ? 0 : BLUE);
  CHECK_EQUAL(slow ? s.slow.unfinished : s.quick.unfinished, 1);
  end(&s);
}

/* Cards that display together wait for each other as one. */
static void test_cards(void) {
  stage s;
  begin(&s, 20);
  CHECK_OK(lamina_node_set_displayed_together(s.quick.node, true));
  process_until(&s, 1);
  CHECK_EQUAL(shown(&s, 5), 0);
  CHECK_OK(lamina_context_set_time_us(s.context, 32000));
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK_EQUAL(shown(&s, 5), GREEN);
  finish(&s);
  end(&s);
}

/* Everything goes while one waits: each told of its drawing is told of its end. */
static void test_end_while_one_waits(void) {
  stage s;
  begin(&s, 20);
  process_until(&s, 1);
  check_gate_open(&s.gate);
  end(&s);
}

/* The first that begins is the first that appears, whatever the time. */
static void test_deterministic(void) {
  stage s;
  begin_with(&s, 20, LAMINA_CONTEXT_FLAGS_DETERMINISTIC);
  process_until(&s, 1);
  CHECK_EQUAL(shown(&s, 5), GREEN);
  finish(&s);
  end(&s);
}

int main(void) {
  uint64_t limit_us = 1;
  CHECK_EQUAL(lamina_surface_set_grouping_limit_us(NULL, 1), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_surface_get_grouping_limit_us(NULL, &limit_us), LAMINA_ERROR_INVALID_HANDLE);
  test_same_frame();
  test_limit();
  test_loop_is_told();
  test_without();
  test_out_of_sight();
  test_changed_again();
  test_waited_for();
  test_removed(true);
  test_removed(false);
  test_cards();
  test_end_while_one_waits();
  test_deterministic();
  return check_done(__FILE__);
}
