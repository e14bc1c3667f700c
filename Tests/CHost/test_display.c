/* Drawing on workers: coalescing, observers, stale results, displayed_together, and ends with work in flight. */
#include "check.h"

#include <cairo.h>

typedef struct drawing {
  int draws, destroyed, on_worker, refused;
  unsigned color;
  lamina_status answer;
  check_gate *gate; /* waits there when it is set */
  pthread_t owner;
  double width, scale;
} drawing;

static lamina_status draw(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  drawing *d = (drawing *)user_data;
  cairo_t *cairo = (cairo_t *)cairo_;
  lamina_color color = check_make_color(d->color);
  d->width = size.width;
  d->scale = scale;
  if (!pthread_equal(pthread_self(), d->owner)) __atomic_add_fetch(&d->on_worker, 1, __ATOMIC_SEQ_CST);
  if (d->gate != NULL) check_gate_pass(d->gate);
  lamina_canvas_is_cancelled(canvas);
  cairo_set_source_rgb(cairo, (double)color.red, (double)color.green, (double)color.blue);
  cairo_rectangle(cairo, -10, -10, 1000, 1000); /* clipped to the node */
  cairo_fill(cairo);
  __atomic_add_fetch(&d->draws, 1, __ATOMIC_SEQ_CST);
  return d->answer;
}

static void drawing_destroy(void *user_data) { check_count(&((drawing *)user_data)->destroyed); }

static drawing make_drawing(unsigned color) {
  drawing d;
  memset(&d, 0, sizeof d);
  d.color = color;
  d.owner = pthread_self();
  return d;
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root;
  check_picture picture;
} stage;

static stage make_stage(int threads) {
  stage s;
  s.context = check_context(threads);
  s.root = check_node(s.context);
  s.surface = NULL;
  s.picture = check_make_picture(40, 20);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(40, 20), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void end_stage(stage *s) {
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static lamina_node *add_drawn(stage *s, lamina_node *parent, drawing *d, double x, double width) {
  lamina_node *node = check_node(s->context);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(x, 0, width, 20)));
  CHECK_OK(lamina_node_set_draw_callback(node, draw, d, drawing_destroy));
  CHECK_OK(lamina_node_add_child(parent, node));
  return node;
}

static void composite(stage *s) {
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static void settle(stage *s) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  composite(s);
}

static void test_drawing(int threads) {
  stage s = make_stage(threads);
  drawing d = make_drawing(0x336699);
  lamina_node *node = add_drawn(&s, s.root, &d, 10, 20);
  settle(&s);
  CHECK_EQUAL(d.draws, 1);
  CHECK_EQUAL(d.on_worker, threads > 0 ? 1 : 0);
  CHECK_NEAR(d.width, 20);
  CHECK_NEAR(d.scale, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 9, 10), 0);
  CHECK_EQUAL(check_pixel(&s.picture, 10, 10), 0xFF336699);
  CHECK_EQUAL(check_pixel(&s.picture, 29, 19), 0xFF336699);
  CHECK_EQUAL(check_pixel(&s.picture, 30, 10), 0);

  /* Moving it, or changing its background, draws nothing anew. */
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 20, 20)));
  CHECK_OK(lamina_node_set_background(node, check_make_color(0xFF0000)));
  settle(&s);
  CHECK_EQUAL(d.draws, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 0, 0), 0xFF336699);
  CHECK_EQUAL(check_pixel(&s.picture, 25, 0), 0);

  CHECK_OK(lamina_node_set_draw_callback(node, NULL, NULL, NULL)); /* the background comes out */
  settle(&s);
  CHECK_EQUAL(d.destroyed, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFF0000);
  lamina_node_release(node);
  end_stage(&s);
}

static void test_coalescing(void) {
  stage s = make_stage(2);
  drawing d = make_drawing(0x00FF00);
  lamina_node *node = add_drawn(&s, s.root, &d, 0, 40);
  lamina_statistics before = LAMINA_STATISTICS_INIT, after = LAMINA_STATISTICS_INIT;
  int i;
  settle(&s);
  CHECK_EQUAL(d.draws, 1);
  CHECK_OK(lamina_context_get_statistics(s.context, &before));
  for (i = 0; i < 1000; i++) lamina_node_set_needs_display(node);
  settle(&s);
  CHECK_EQUAL(d.draws, 2);
  CHECK_OK(lamina_context_get_statistics(s.context, &after));
  CHECK_EQUAL(after.displays, before.displays + 1);
  lamina_node_release(node);
  end_stage(&s);
}

typedef struct observer {
  int will, finished, unfinished, destroyed, unpaired;
} observer;

static void will_display(lamina_node *node, void *user_data) {
  observer *o = (observer *)user_data;
  (void)node;
  o->will++;
}

static void did_display(lamina_node *node, bool finished, void *user_data) {
  observer *o = (observer *)user_data;
  (void)node;
  if (finished) o->finished++;
  else o->unfinished++;
  if (o->finished + o->unfinished > o->will) o->unpaired++;
}

static void observer_destroy(void *user_data) { check_count(&((observer *)user_data)->destroyed); }

static void test_observer(void) {
  stage s = make_stage(2);
  drawing d = make_drawing(0x0000FF);
  observer o;
  int i;
  lamina_node *node = add_drawn(&s, s.root, &d, 0, 40);
  uint64_t number = 0;
  memset(&o, 0, sizeof o);
  CHECK_OK(lamina_node_add_display_observer(node, will_display, did_display, &o, observer_destroy, &number));
  for (i = 0; i < 50; i++) {
    CHECK_OK(lamina_node_set_needs_display(node));
    CHECK_OK(lamina_context_process(s.context, 0));
  }
  settle(&s);
  CHECK(o.will >= 1);
  CHECK_EQUAL(o.will, o.finished + o.unfinished);
  CHECK(o.finished >= 1);
  CHECK_EQUAL(o.unpaired, 0);
  CHECK_STATUS(lamina_node_add_display_observer(node, NULL, NULL, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_remove_display_observer(node, number));
  CHECK_STATUS(lamina_node_remove_display_observer(node, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK_EQUAL(o.destroyed, 1);
  lamina_node_release(node);
  end_stage(&s);
}

/* The first of three observers removes the second one and itself. */
typedef struct remover {
  uint64_t numbers[3];
  int calls[3];
} remover;

static void remove_two(lamina_node *node, void *user_data) {
  remover *r = (remover *)user_data;
  r->calls[0]++;
  CHECK_OK(lamina_node_remove_display_observer(node, r->numbers[1]));
  CHECK_OK(lamina_node_remove_display_observer(node, r->numbers[0]));
}

static void count_second(lamina_node *node, void *user_data) {
  (void)node;
  ((remover *)user_data)->calls[1]++;
}

static void count_third(lamina_node *node, void *user_data) {
  (void)node;
  ((remover *)user_data)->calls[2]++;
}

static void test_several_observers(void) {
  stage s = make_stage(1);
  drawing d = make_drawing(0x0000FF);
  remover r;
  lamina_node *node = add_drawn(&s, s.root, &d, 0, 40);
  settle(&s);
  memset(&r, 0, sizeof r);
  CHECK_OK(lamina_node_add_display_observer(node, remove_two, NULL, &r, NULL, &r.numbers[0]));
  CHECK_OK(lamina_node_add_display_observer(node, count_second, NULL, &r, NULL, &r.numbers[1]));
  CHECK_OK(lamina_node_add_display_observer(node, count_third, NULL, &r, NULL, &r.numbers[2]));
  CHECK_OK(lamina_node_set_needs_display(node));
  settle(&s);
  CHECK_OK(lamina_node_set_needs_display(node));
  settle(&s);
  CHECK_EQUAL(r.calls[0], 1);
  CHECK_EQUAL(r.calls[1], 0);
  CHECK_EQUAL(r.calls[2], 2);
  lamina_node_release(node);
  end_stage(&s);
}

static void test_stale_results_are_dropped(void) {
  stage s = make_stage(2);
  drawing slow = make_drawing(0xFF0000), newer = make_drawing(0x00FF00);
  observer o;
  check_gate gate;
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_node *node;
  check_gate_init(&gate);
  memset(&o, 0, sizeof o);
  slow.gate = &gate;
  node = add_drawn(&s, s.root, &slow, 0, 40);
  CHECK_OK(lamina_node_add_display_observer(node, will_display, did_display, &o, NULL, NULL));
  for (;;) { /* layout may come first, on a worker */
    CHECK_OK(lamina_context_process(s.context, 0));
    if (check_load(&gate.arrived) > 0) break;
    check_sleep_ms(1);
  }
  CHECK_OK(lamina_node_set_draw_callback(node, draw, &newer, drawing_destroy));
  CHECK_EQUAL(check_load(&slow.destroyed), 0); /* it is still running */
  CHECK_OK(lamina_context_process(s.context, 0));
  check_gate_open(&gate);
  CHECK(check_wait_for(&slow.draws, 1));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF00FF00);
  CHECK_EQUAL(check_load(&slow.destroyed), 1);
  CHECK_EQUAL(o.will, 2);
  CHECK_EQUAL(o.finished, 1);
  CHECK_EQUAL(o.unfinished, 1);
  CHECK_OK(lamina_context_get_statistics(s.context, &statistics));
  CHECK_EQUAL(statistics.stale_displays, 1);
  lamina_node_release(node);
  end_stage(&s);
  CHECK_EQUAL(newer.destroyed, 1);
}

static void test_old_contents_stay(void) {
  stage s = make_stage(1);
  drawing first = make_drawing(0x111111), second = make_drawing(0x222222);
  check_gate gate;
  lamina_node *node = add_drawn(&s, s.root, &first, 0, 40);
  settle(&s);
  check_gate_init(&gate);
  second.gate = &gate;
  CHECK_OK(lamina_node_set_draw_callback(node, draw, &second, drawing_destroy));
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK(check_wait_for(&gate.arrived, 1));
  CHECK_OK(lamina_surface_set_needs_composite(s.surface));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF111111); /* no flash */
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF222222);
  lamina_node_release(node);
  end_stage(&s);
}

static int logged;
static void count_log(lamina_log_level level, const char *message, void *user_data) {
  (void)level;
  (void)user_data;
  CHECK(message != NULL && message[0] != 0);
  logged++;
}

static void test_failing_drawing(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *plain;
  stage s = make_stage(1);
  drawing d = make_drawing(0x777777);
  observer o;
  lamina_node *node;
  memset(&o, 0, sizeof o);
  plain = s.context;
  lamina_node_release(s.root);
  lamina_surface_release(s.surface);
  lamina_context_release(plain);
  options.thread_count = 1;
  options.log = count_log;
  CHECK_OK(lamina_context_create(&options, &s.context));
  s.root = check_node(s.context);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(40, 20), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  node = add_drawn(&s, s.root, &d, 0, 40);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF777777);
  CHECK_OK(lamina_node_add_display_observer(node, will_display, did_display, &o, NULL, NULL));
  d.color = 0x999999;
  d.answer = LAMINA_ERROR_BACKEND;
  CHECK_OK(lamina_node_set_needs_display(node));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF777777);
  CHECK_EQUAL(o.unfinished, 1);
  CHECK_EQUAL(o.finished, 0);
  CHECK(logged >= 1);
  lamina_node_release(node);
  end_stage(&s);
}

static void test_displays_together(int together) {
  stage s = make_stage(2);
  drawing fast = make_drawing(0x0000FF), slow = make_drawing(0xFF0000);
  check_gate gate;
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_node *left, *right;
  int i;
  check_gate_init(&gate);
  slow.gate = &gate;
  CHECK_OK(lamina_surface_set_grouping_limit_us(s.surface, 0));
  CHECK_OK(lamina_node_set_displayed_together(s.root, together != 0));
  CHECK_EQUAL(lamina_node_is_displayed_together(s.root), together != 0);
  left = add_drawn(&s, s.root, &fast, 0, 20);
  right = add_drawn(&s, s.root, &slow, 20, 20);
  for (i = 0; i < 30000 && (check_load(&fast.draws) < 1 || check_load(&gate.arrived) < 1); i++) {
    CHECK_OK(lamina_context_process(s.context, 0));
    check_sleep_ms(1);
  }
  /* Until the fast one is over, and the slow one alone is under way; and then until that reaches the surface, if it
   * may. */
  for (i = 0; i < 30000; i++) {
    CHECK_OK(lamina_context_process(s.context, 0));
    CHECK_OK(lamina_context_get_statistics(s.context, &statistics));
    composite(&s);
    if (statistics.operations_waiting == 0 && statistics.operations_started == statistics.operations_finished + 1 &&
        (together || check_pixel(&s.picture, 5, 5) != 0)) {
      break;
    }
    check_sleep_ms(1);
  }
  CHECK_OK(lamina_context_process(s.context, 0));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), together ? 0 : 0xFF0000FF);
  CHECK_EQUAL(check_pixel(&s.picture, 25, 5), 0);
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF0000FF);
  CHECK_EQUAL(check_pixel(&s.picture, 25, 5), 0xFFFF0000);
  lamina_node_release(left);
  lamina_node_release(right);
  end_stage(&s);
}

static void *open_later(void *gate) {
  check_sleep_ms(50);
  check_gate_open((check_gate *)gate);
  return NULL;
}

/* Everything goes while a worker draws: the context waits for it, and each notify runs once. */
static void test_end_with_work_in_flight(void) {
  stage s = make_stage(2);
  drawing slow = make_drawing(0xFF0000), waiting[8];
  check_gate gate;
  pthread_t thread;
  lamina_node *node;
  int i;
  check_gate_init(&gate);
  slow.gate = &gate;
  node = add_drawn(&s, s.root, &slow, 0, 40);
  lamina_node_release(node);
  for (i = 0; i < 8; i++) {
    waiting[i] = make_drawing(0);
    waiting[i].gate = &gate;
    lamina_node_release(add_drawn(&s, s.root, &waiting[i], i, 10));
  }
  for (i = 0; i < 30000 && check_load(&gate.arrived) < 2; i++) {
    CHECK_OK(lamina_context_process(s.context, 0));
    check_sleep_ms(1);
  }
  CHECK_EQUAL(pthread_create(&thread, NULL, open_later, &gate), 0);
  end_stage(&s);
  pthread_join(thread, NULL);
  CHECK_EQUAL(slow.destroyed, 1);
  for (i = 0; i < 8; i++) CHECK_EQUAL(waiting[i].destroyed, 1);
}

static void test_removing_while_drawing(void) {
  stage s = make_stage(1);
  drawing slow = make_drawing(0xFF0000);
  observer o;
  check_gate gate;
  lamina_node *node;
  check_gate_init(&gate);
  memset(&o, 0, sizeof o);
  slow.gate = &gate;
  node = add_drawn(&s, s.root, &slow, 0, 40);
  CHECK_OK(lamina_node_add_display_observer(node, will_display, did_display, &o, observer_destroy, NULL));
  for (;;) {
    CHECK_OK(lamina_context_process(s.context, 0));
    if (check_load(&gate.arrived) > 0) break;
    check_sleep_ms(1);
  }
  CHECK_OK(lamina_node_remove_from_parent(node));
  lamina_node_release(node);
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0);
  CHECK_EQUAL(o.will, o.finished + o.unfinished);
  CHECK_EQUAL(o.destroyed, 1);
  CHECK_EQUAL(slow.destroyed, 1);
  end_stage(&s);
}

static void test_appearance(void) {
  stage s = make_stage(1);
  lamina_node *parent = check_node(s.context), *child = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(parent, check_make_rect(0, 0, 20, 20)));
  CHECK_OK(lamina_node_set_background(parent, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_set_frame(child, check_make_rect(10, 0, 20, 10)));
  CHECK_OK(lamina_node_set_background(child, check_make_color(0x0000FF)));
  CHECK_OK(lamina_node_add_child(parent, child));
  CHECK_OK(lamina_node_add_child(s.root, parent));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 25, 5), 0xFF0000FF); /* reaches beyond its parent */
  CHECK_OK(lamina_node_set_clipping(parent, true));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 25, 5), 0);
  CHECK_EQUAL(check_pixel(&s.picture, 15, 5), 0xFF0000FF);
  CHECK_OK(lamina_node_set_hidden(child, true));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 15, 5), 0xFFFF0000);
  CHECK_OK(lamina_node_set_hidden(child, false));
  CHECK_OK(lamina_node_set_opacity(parent, 0.5)); /* as one group: the parent does not shine through the child */
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 15, 5) & 0x00FF0000, 0);
  CHECK(((check_pixel(&s.picture, 15, 5) >> 24) & 255) >= 127 && ((check_pixel(&s.picture, 15, 5) >> 24) & 255) <= 128);
  CHECK_OK(lamina_node_set_opacity(parent, 1));
  CHECK_OK(lamina_node_set_corner_radius(parent, 8));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 0, 0), 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 15), 0xFFFF0000);
  lamina_node_release(parent);
  lamina_node_release(child);
  end_stage(&s);
}

/* The drawing that is waited for goes before those that were asked for earlier; the others follow. */
static void test_waiting_for_a_node(void) {
  stage s = make_stage(1);
  drawing others[8], mine = make_drawing(0x00FF00), late = make_drawing(0x0000FF);
  lamina_node *nodes[8], *node, *loose = check_node(s.context), *slow;
  check_gate gate;
  int i;
  for (i = 0; i < 8; i++) {
    others[i] = make_drawing(0xFF0000);
    nodes[i] = add_drawn(&s, s.root, &others[i], i * 2, 2);
  }
  node = add_drawn(&s, s.root, &mine, 20, 10);
  CHECK_OK(lamina_node_wait_display(node, CHECK_PATIENCE_US));
  CHECK_EQUAL(mine.draws, 1);
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 22, 2), 0xFF00FF00);
  CHECK_OK(lamina_node_wait_display(s.root, CHECK_PATIENCE_US));
  for (i = 0; i < 8; i++) CHECK_EQUAL(others[i].draws, 1);
  CHECK_STATUS(lamina_node_wait_display(loose, 1000), LAMINA_ERROR_INVALID_STATE);
  check_gate_init(&gate);
  late.gate = &gate;
  slow = add_drawn(&s, s.root, &late, 30, 10);
  CHECK_STATUS(lamina_node_wait_display(slow, 10000), LAMINA_ERROR_TIMED_OUT);
  check_gate_open(&gate);
  CHECK_OK(lamina_node_wait_display(slow, CHECK_PATIENCE_US));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 35, 2), 0xFF0000FF);
  for (i = 0; i < 8; i++) lamina_node_release(nodes[i]);
  lamina_node_release(node);
  lamina_node_release(slow);
  lamina_node_release(loose);
  end_stage(&s);
}

/* Without time, with no end of it, and for nodes that want to show nothing at the moment. */
static void test_deadlines(int threads) {
  stage s = make_stage(threads);
  drawing d = make_drawing(0x00FF00);
  lamina_node *node = add_drawn(&s, s.root, &d, 0, 10);
  CHECK_STATUS(lamina_node_wait_display(node, 0), LAMINA_ERROR_TIMED_OUT);
  CHECK_OK(lamina_node_wait_display(node, UINT64_MAX));
  CHECK_OK(lamina_node_wait_display(node, 0));
  CHECK_EQUAL(d.draws, 1);
  CHECK_OK(lamina_node_set_display_suspended(node, true));
  CHECK_OK(lamina_node_set_needs_display(node));
  CHECK_OK(lamina_node_wait_display(node, UINT64_MAX));
  CHECK_EQUAL(d.draws, 1);
  CHECK_OK(lamina_node_set_display_suspended(node, false));
  CHECK_OK(lamina_node_set_hidden(node, true));
  CHECK_OK(lamina_node_wait_display(s.root, UINT64_MAX - 1));
  CHECK_OK(lamina_node_set_hidden(node, false));
  CHECK_OK(lamina_node_wait_display(s.root, UINT64_MAX));
  CHECK_EQUAL(d.draws, 2);
  CHECK_OK(lamina_context_set_bitmap_budget(s.context, 0)); /* far away nothing is drawn then */
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(5000, 5000, 20, 20)));
  CHECK_OK(lamina_node_set_needs_display(node));
  CHECK_OK(lamina_node_wait_display(node, UINT64_MAX));
  lamina_node_release(node);
  end_stage(&s);
}

static int draw_sequence;

static lamina_status draw_in_order(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  (void)canvas, (void)cairo, (void)size, (void)scale;
  *(int *)user_data = ++draw_sequence;
  return LAMINA_OK;
}

static void test_drawing_priority(void) {
  stage s = make_stage(0);
  lamina_node *nodes[4];
  int order[4] = {0, 0, 0, 0}, i;
  for (i = 0; i < 4; i++) {
    nodes[i] = check_node(s.context);
    CHECK_OK(lamina_node_set_frame(nodes[i], check_make_rect(i * 5, 0, 5, 5)));
    CHECK_OK(lamina_node_set_draw_callback(nodes[i], draw_in_order, &order[i], NULL));
    CHECK_OK(lamina_node_set_drawing_priority(nodes[i], i == 2 ? 10 : 0));
    CHECK_OK(lamina_node_add_child(s.root, nodes[i]));
  }
  while (draw_sequence == 0) CHECK_OK(lamina_context_process(s.context, 1));
  CHECK_EQUAL(order[2], 1);
  CHECK_OK(lamina_node_set_drawing_priority(nodes[3], 20)); /* it waits already */
  CHECK_EQUAL(lamina_node_get_drawing_priority(nodes[3]), 20);
  CHECK_EQUAL(lamina_node_get_drawing_priority(NULL), 0);
  settle(&s);
  CHECK_EQUAL(order[3], 2);
  CHECK_EQUAL(order[0], 3);
  CHECK_EQUAL(order[1], 4);
  for (i = 0; i < 4; i++) lamina_node_release(nodes[i]);
  end_stage(&s);
}

/* Two drawings that one process starts: the quick one waits for the slow one when the surface says so. */
static void test_surface_displays_together(bool together) {
  stage s = make_stage(2);
  drawing quick = make_drawing(0x00FF00), slow = make_drawing(0x0000FF);
  lamina_node *a, *b;
  check_gate gate;
  bool is_together;
  int i;
  check_gate_init(&gate);
  slow.gate = &gate;
  CHECK_OK(lamina_surface_set_grouping_limit_us(s.surface, 0));
  CHECK_OK(lamina_surface_set_displayed_together(s.surface, together));
  CHECK_OK(lamina_surface_is_displayed_together(s.surface, &is_together));
  CHECK_EQUAL(is_together, together);
  a = add_drawn(&s, s.root, &quick, 0, 10);
  b = add_drawn(&s, s.root, &slow, 10, 10);
  for (i = 0; i < 200 && (check_load(&gate.arrived) == 0 || check_load(&quick.draws) == 0); i++) {
    CHECK_OK(lamina_context_process(s.context, 0));
    check_sleep_ms(5);
  }
  for (i = 0; i < 5; i++) CHECK_OK(lamina_context_process(s.context, 0));
  check_sleep_ms(20);
  CHECK_OK(lamina_context_process(s.context, 0));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), together ? 0 : 0xFF00FF00);
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF00FF00);
  CHECK_EQUAL(check_pixel(&s.picture, 15, 5), 0xFF0000FF);
  lamina_node_release(a);
  lamina_node_release(b);
  end_stage(&s);
}

static void test_suspension(void) {
  stage s = make_stage(1);
  drawing d = make_drawing(0x0000FF);
  check_gate gate;
  lamina_node *node = add_drawn(&s, s.root, &d, 0, 20);
  CHECK(!lamina_node_is_display_suspended(node));
  CHECK_OK(lamina_node_set_display_suspended(node, true)); /* before it was ever drawn */
  settle(&s);
  CHECK(lamina_node_is_display_suspended(node));
  CHECK_EQUAL(d.draws, 0);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0);
  CHECK_OK(lamina_node_set_display_suspended(node, false));
  settle(&s);
  CHECK_EQUAL(d.draws, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF0000FF);

  CHECK_OK(lamina_node_set_display_suspended(node, true)); /* what is shown stays, whatever is asked for */
  d.color = 0x00FF00;
  CHECK_OK(lamina_node_set_needs_display(node));
  CHECK_OK(lamina_node_set_needs_display(node));
  CHECK_OK(lamina_node_wait_display(node, CHECK_PATIENCE_US));
  settle(&s);
  CHECK_EQUAL(d.draws, 1);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF0000FF);
  CHECK_OK(lamina_node_set_display_suspended(node, false));
  settle(&s);
  CHECK_EQUAL(d.draws, 2);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF00FF00);

  check_gate_init(&gate); /* a drawing under way is dropped, also one that does not hear of it */
  d.gate = &gate;
  d.color = 0xFF0000;
  CHECK_OK(lamina_node_set_needs_display(node));
  CHECK_OK(lamina_context_process(s.context, 0));
  while (check_load(&gate.arrived) == 0) check_sleep_ms(1);
  CHECK_OK(lamina_node_set_display_suspended(node, true));
  CHECK_OK(lamina_context_process(s.context, 0));
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFF00FF00);
  d.gate = NULL;
  CHECK_OK(lamina_node_set_display_suspended(node, false));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 5, 5), 0xFFFF0000);
  CHECK_STATUS(lamina_node_set_display_suspended(NULL, true), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(!lamina_node_is_display_suspended(NULL));
  lamina_node_release(node);
  end_stage(&s);
}

static lamina_status draw_left_half(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale,
                                    void *user_data) {
  cairo_t *cairo = (cairo_t *)cairo_;
  (void)canvas;
  (void)scale;
  cairo_set_source_rgb(cairo, 1, 0, 0);
  cairo_rectangle(cairo, 0, 0, size.width / 2, size.height);
  cairo_fill(cairo);
  __atomic_add_fetch(&((drawing *)user_data)->draws, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

/* Left is red, right is not, for a node of `width` at the left edge. */
static void check_halves(const stage *s, double width) {
  CHECK_EQUAL(check_pixel(&s->picture, 1, 10), 0xFFFF0000);
  CHECK_EQUAL(check_pixel(&s->picture, (int)(width / 2) - 3, 10), 0xFFFF0000);
  CHECK_EQUAL(check_pixel(&s->picture, (int)(width / 2) + 3, 10), 0);
  CHECK_EQUAL(check_pixel(&s->picture, (int)width - 1, 10), 0);
}

static void test_bounds_change(void) {
  stage s = make_stage(2);
  drawing d = make_drawing(0);
  lamina_node *node = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 20, 20)));
  CHECK_OK(lamina_node_set_draw_callback(node, draw_left_half, &d, drawing_destroy));
  CHECK_OK(lamina_node_add_child(s.root, node));
  CHECK(lamina_node_is_redrawn_on_resize(node));
  settle(&s);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 30, 20)));
  settle(&s);
  CHECK_EQUAL(d.draws, 2);
  check_halves(&s, 30);

  CHECK_OK(lamina_node_set_redrawn_on_resize(node, false));
  CHECK(!lamina_node_is_redrawn_on_resize(node));
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 16, 20)));
  settle(&s);
  check_halves(&s, 16);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 40, 20)));
  settle(&s);
  check_halves(&s, 40);
  CHECK_EQUAL(d.draws, 2); /* stretched, both times from what was drawn */

  CHECK_OK(lamina_node_set_needs_display(node)); /* other contents are drawn */
  settle(&s);
  CHECK_EQUAL(d.draws, 3);
  /* nothing, and then what there was (as in Texture) */
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 0, 20)));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 1, 10), 0);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 40, 20)));
  settle(&s);
  CHECK_EQUAL(d.draws, 4);
  check_halves(&s, 40);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 20, 20)));
  settle(&s);
  CHECK_EQUAL(d.draws, 4);
  CHECK_OK(lamina_node_set_redrawn_on_resize(node, true)); /* what was stretched is drawn */
  settle(&s);
  CHECK_EQUAL(d.draws, 5);
  check_halves(&s, 20);
  CHECK_STATUS(lamina_node_set_redrawn_on_resize(NULL, true), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(!lamina_node_is_redrawn_on_resize(NULL));
  lamina_node_release(node);
  end_stage(&s);
}

/* Drawings are asked for in sizes of one scale, also when it changes together with something else. */
static lamina_status check_scale(
    lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale, void *user_data) {
  (void)canvas;
  CHECK_EQUAL(target->width, lround(size.width * scale));
  CHECK_EQUAL(target->height, lround(size.height * scale));
  __atomic_add_fetch((int *)user_data, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static void test_scale_changes(int threads) {
  static const double scales[] = { 1.5, 1, 2, 0.5 };
  stage s = make_stage(threads);
  lamina_node *node = check_node(s.context), *other = check_node(s.context);
  int draws = 0, i;
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(2, 2, 20, 10)));
  CHECK_OK(lamina_node_set_draw_pixels_callback(node, check_scale, &draws, NULL));
  CHECK_OK(lamina_node_add_child(s.root, node));
  CHECK_OK(lamina_node_add_child(s.root, other));
  settle(&s);
  for (i = 0; i < 4; i++) {
    CHECK_OK(lamina_node_set_redrawn_on_resize(node, i % 2));
    CHECK_OK(lamina_node_set_needs_display(node));
    CHECK_OK(lamina_node_set_frame(other, check_make_rect(0, 0, 5 + i, 5)));
    CHECK_OK(lamina_surface_set_size(s.surface, check_make_size(40, 30), scales[i]));
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  }
  CHECK_EQUAL(draws, 5);
  lamina_node_release(node);
  lamina_node_release(other);
  end_stage(&s);
}

/* Drawn in the process that takes the change over, on the owner thread, whatever the workers do. */
static pthread_t drawn_on;

static lamina_status draw_at_once(lamina_canvas *canvas, struct _cairo *cairo_, lamina_size size, double scale, void *user_data) {
  drawn_on = pthread_self();
  return draw_left_half(canvas, cairo_, size, scale, user_data);
}

static void test_at_once(int threads) {
  stage s = make_stage(threads);
  drawing d = make_drawing(0);
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  lamina_statistics before = LAMINA_STATISTICS_INIT, after = LAMINA_STATISTICS_INIT;
  lamina_node *node = check_node(s.context);
  int step;
  settle(&s);
  CHECK(lamina_node_is_displayed_asynchronously(node));
  CHECK_OK(lamina_node_set_displayed_asynchronously(node, false));
  CHECK(!lamina_node_is_displayed_asynchronously(node));
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 20, 20)));
  CHECK_OK(lamina_node_set_placeholder(node, &placeholder)); /* never seen */
  CHECK_OK(lamina_node_set_draw_callback(node, draw_at_once, &d, drawing_destroy));
  CHECK_OK(lamina_node_add_child(s.root, node));
  settle(&s); /* the layout that a new child brings is a worker's */
  CHECK_EQUAL(d.draws, 1);
  CHECK(pthread_equal(drawn_on, pthread_self()));
  check_halves(&s, 20);
  for (step = 1; step <= 3; step++) {
    CHECK_OK(lamina_context_get_statistics(s.context, &before));
    CHECK_OK(lamina_node_set_needs_display(node));
    CHECK_OK(lamina_context_process(s.context, 0));
    CHECK_EQUAL(d.draws, 1 + step);
    CHECK_OK(lamina_context_get_statistics(s.context, &after));
    CHECK_EQUAL(after.displays, before.displays + 1); /* shown already */
    CHECK_EQUAL(after.operations_started, before.operations_started);
  }
  CHECK_OK(lamina_node_set_displayed_asynchronously(node, true));
  CHECK_OK(lamina_node_set_needs_display(node));
  settle(&s);
  CHECK_EQUAL(d.draws, 5);
  CHECK(threads == 0 || !pthread_equal(drawn_on, pthread_self()));
  CHECK_STATUS(lamina_node_set_displayed_asynchronously(NULL, true), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(!lamina_node_is_displayed_asynchronously(NULL));
  lamina_node_release(node);
  end_stage(&s);
}

int main(void) {
  test_deadlines(2);
  test_deadlines(0);
  test_scale_changes(1);
  test_scale_changes(0);
  test_at_once(2);
  test_at_once(0);
  test_suspension();
  test_bounds_change();
  test_drawing(2);
  test_drawing(0);
  test_coalescing();
  test_observer();
  test_several_observers();
  test_stale_results_are_dropped();
  test_old_contents_stay();
  test_failing_drawing();
  test_displays_together(1);
  test_displays_together(0);
  test_end_with_work_in_flight();
  test_removing_while_drawing();
  test_appearance();
  test_waiting_for_a_node();
  test_drawing_priority();
  test_surface_displays_together(true);
  test_surface_displays_together(false);
  return check_done(__FILE__);
}
