/* Nodes that take the place of others: no frame has a hole while they are drawn. */
#include "check.h"

enum { CELLS = 4, CELL = 12, WIDTH = CELLS * CELL, HEIGHT = 20 };

/* Of one cell: both parts are drawn in its colour. */
typedef struct cell {
  lamina_node *node;
  unsigned color;
} cell;

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root;
  check_picture picture;
  uint64_t time_us;
} stage;

static check_gate gate;
static int pause_ms;

static lamina_status draw(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                          void *user_data) {
  int x, y;
  (void)canvas, (void)size, (void)scale;
  check_sleep_ms(check_load(&pause_ms));
  check_gate_pass(&gate);
  for (y = 0; y < target->height; y++) {
    for (x = 0; x < target->width; x++) {
      ((uint32_t *)((char *)target->data + y * target->stride))[x] = (uint32_t)(uintptr_t)user_data;
    }
  }
  return LAMINA_OK;
}

static stage make_stage(void) {
  stage s;
  s.context = check_context(4); /* two may wait at the gate */
  s.root = check_node(s.context);
  s.surface = NULL;
  s.picture = check_make_picture(WIDTH, HEIGHT);
  s.time_us = 0;
  CHECK_OK(lamina_context_set_time_us(s.context, 0));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(WIDTH, HEIGHT), 1, &s.surface));
  CHECK_OK(lamina_surface_set_background(s.surface, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void end_stage(stage *s) {
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

/* Two drawings, one below the other, over a background that must not be seen by itself. */
static cell make_cell(stage *s, unsigned color, int place) {
  cell made;
  int i;
  made.color = 0xFF000000u | color;
  made.node = check_box(s->context, CELL, HEIGHT);
  CHECK_OK(lamina_node_set_frame(made.node, check_make_rect(place * CELL, 0, CELL, HEIGHT)));
  CHECK_OK(lamina_node_set_background(made.node, check_make_color(0xFFFFFF)));
  for (i = 0; i < 2; i++) {
    lamina_node *part = check_node(s->context);
    CHECK_OK(lamina_node_set_frame(part, check_make_rect(0, i * HEIGHT / 2, CELL, HEIGHT / 2)));
    CHECK_OK(lamina_node_set_draw_pixels_callback(part, draw, (void *)(uintptr_t)made.color, NULL));
    CHECK_OK(lamina_node_add_child(made.node, part));
    lamina_node_release(part);
  }
  return made;
}

static void frame(stage *s) {
  s->time_us += 1000;
  CHECK_OK(lamina_context_set_time_us(s->context, s->time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static void settle(stage *s) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

/* The colour of a place; white where there is a hole, or where halves of two cells show. */
static uint32_t shown(const stage *s, int place) {
  uint32_t above = check_pixel(&s->picture, place * CELL + 3, 3);
  return above == check_pixel(&s->picture, place * CELL + 3, HEIGHT - 3) ? above : 0xFFFFFFFFu;
}

/* Frames until a place shows a colour. */
static void frames_until(stage *s, int place, uint32_t color) {
  int i;
  for (i = 0; i < 5000; i++) {
    frame(s);
    if (shown(s, place) == color) break;
    check_sleep_ms(1);
  }
  CHECK_EQUAL(shown(s, place), color);
}

static void close_gate(void) {
  pthread_mutex_lock(&gate.mutex);
  gate.is_open = 0;
  gate.arrived = 0;
  pthread_mutex_unlock(&gate.mutex);
}

typedef enum way { REPLACE, SPEC } way;

static void put(stage *s, way how, cell *cells, int place, cell next) {
  if (how == REPLACE) {
    CHECK_OK(lamina_node_replace_child(s->root, cells[place].node, next.node));
  }
  lamina_node_release(cells[place].node);
  cells[place] = next;
  if (how == SPEC) {
    lamina_element elements[CELLS];
    lamina_spec *spec = NULL;
    int i;
    for (i = 0; i < CELLS; i++) elements[i].node = cells[i].node;
    CHECK_OK(lamina_spec_create_row(s->context, 0, LAMINA_ALIGN_START, elements, CELLS, &spec));
    CHECK_OK(lamina_node_set_spec(s->root, spec));
    lamina_spec_release(spec);
  }
}

/* Every `interval` frames one cell, or all of them, is another one. */
static void test_frames(way how, int all, int interval) {
  stage s = make_stage();
  cell cells[CELLS];
  uint32_t before[CELLS];
  int i, number, holes = 0, changes = 0;
  check_gate_open(&gate);
  __atomic_store_n(&pause_ms, 0, __ATOMIC_SEQ_CST);
  for (i = 0; i < CELLS; i++) {
    cells[i] = make_cell(&s, (unsigned)i + 1, i);
    if (how == REPLACE) CHECK_OK(lamina_node_add_child(s.root, cells[i].node));
  }
  if (how == SPEC) put(&s, how, cells, 0, make_cell(&s, 0x50, 0));
  settle(&s);
  for (i = 0; i < CELLS; i++) before[i] = shown(&s, i);
  __atomic_store_n(&pause_ms, 5, __ATOMIC_SEQ_CST);
  for (number = 0; number < 40; number++) {
    for (i = 0; i < CELLS; i++) {
      if (number % interval == 0 && (all || number / interval % CELLS == i)) {
        put(&s, how, cells, i, make_cell(&s, (unsigned)((number + 1) * 256 + i), i));
      }
    }
    frame(&s);
    for (i = 0; i < CELLS; i++) {
      uint32_t now = shown(&s, i);
      if (now == 0xFFFFFFFFu) holes++;
      if (now != before[i]) changes++;
      before[i] = now;
    }
    check_sleep_ms(2);
  }
  CHECK_EQUAL(holes, 0);
  CHECK(interval == 1 || changes > 0);
  settle(&s);
  for (i = 0; i < CELLS; i++) {
    CHECK_EQUAL(shown(&s, i), cells[i].color);
    lamina_node_release(cells[i].node);
  }
  end_stage(&s);
}

static void test_limit(void) {
  stage s = make_stage();
  cell one, two;
  uint64_t limit_us = 0;
  bool complete = true;
  int i;
  CHECK_OK(lamina_surface_get_replacement_limit_us(s.surface, &limit_us));
  CHECK_EQUAL(limit_us, 500000);
  CHECK_OK(lamina_surface_set_replacement_limit_us(s.surface, 5000));
  CHECK_OK(lamina_surface_get_replacement_limit_us(s.surface, &limit_us));
  CHECK_EQUAL(limit_us, 5000);
  __atomic_store_n(&pause_ms, 0, __ATOMIC_SEQ_CST);
  check_gate_open(&gate);
  one = make_cell(&s, 1, 0);
  CHECK_OK(lamina_node_add_child(s.root, one.node));
  settle(&s);
  CHECK_EQUAL(shown(&s, 0), one.color);
  close_gate();
  two = make_cell(&s, 2, 1); /* elsewhere: the old pixels go along */
  CHECK_OK(lamina_node_replace_child(s.root, one.node, two.node));
  for (i = 0; i < 30000 && check_load(&gate.arrived) == 0; i++) { /* the clock stands until the drawings begin */
    CHECK_OK(lamina_context_process(s.context, 0));
    check_sleep_ms(1);
  }
  for (i = 0; i < 4; i++) {
    frame(&s);
    CHECK_EQUAL(shown(&s, 1), one.color);
    CHECK_EQUAL(shown(&s, 0), 0xFFFFFFFFu);
  }
  frame(&s);
  CHECK_EQUAL(shown(&s, 1), 0xFFFFFFFFu); /* the limit is over */
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(shown(&s, 1), two.color);

  /* What is held stands where the new node does, and ends with it. */
  close_gate();
  CHECK_OK(lamina_node_set_frame(one.node, check_make_rect(2 * CELL, 0, CELL, HEIGHT)));
  CHECK_OK(lamina_node_remove_from_parent(one.node));
  CHECK_OK(lamina_node_set_needs_display(one.node));
  CHECK_OK(lamina_surface_set_replacement_limit_us(s.surface, UINT64_MAX));
  lamina_node_release(one.node);
  one = make_cell(&s, 3, 2);
  CHECK_OK(lamina_node_replace_child(s.root, two.node, one.node));
  frames_until(&s, 2, two.color);
  CHECK_EQUAL(shown(&s, 1), 0xFFFFFFFFu);
  CHECK_OK(lamina_surface_is_complete(s.surface, &complete));
  CHECK(!complete);
  CHECK_OK(lamina_node_remove_from_parent(one.node));
  frames_until(&s, 2, 0xFFFFFFFFu);

  /* Without a limit the old pixels go at once. */
  check_gate_open(&gate);
  CHECK_OK(lamina_node_add_child(s.root, one.node));
  settle(&s);
  CHECK_EQUAL(shown(&s, 2), one.color);
  CHECK_OK(lamina_surface_set_replacement_limit_us(s.surface, 0));
  close_gate();
  lamina_node_release(two.node);
  two = make_cell(&s, 4, 2);
  CHECK_OK(lamina_node_replace_child(s.root, one.node, two.node));
  frames_until(&s, 2, 0xFFFFFFFFu);
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(shown(&s, 2), two.color);
  CHECK_STATUS(lamina_surface_get_replacement_limit_us(s.surface, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(one.node);
  lamina_node_release(two.node);
  end_stage(&s);
}

int main(void) {
  check_gate_init(&gate);
  test_frames(REPLACE, 0, 1);
  test_frames(REPLACE, 0, 4);
  test_frames(REPLACE, 1, 1);
  test_frames(REPLACE, 1, 10);
  test_frames(SPEC, 0, 1);
  test_frames(SPEC, 0, 4);
  test_frames(SPEC, 1, 10);
  test_limit();
  return check_done(__FILE__);
}
