/* Hosts that show another root in every frame: each frame is a whole one, and newer ones follow. */
#include "check.h"

enum { SIDE = 20, FRAMES = 60, MOST_FRAMES = 3000 };

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  check_picture picture;
  uint64_t time_us;
} stage;

static check_gate gate;
static int draw_ms, measure_ms;

static lamina_status draw(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                          void *user_data) {
  int x, y;
  (void)canvas, (void)size, (void)scale;
  check_sleep_ms(check_load(&draw_ms));
  check_gate_pass(&gate);
  for (y = 0; y < target->height; y++) {
    for (x = 0; x < target->width; x++) {
      ((uint32_t *)((char *)target->data + y * target->stride))[x] = (uint32_t)(uintptr_t)user_data;
    }
  }
  return LAMINA_OK;
}

static void measure(lamina_node *node, lamina_size_range range, lamina_measurement *out, void *user_data) {
  (void)node, (void)range, (void)user_data;
  check_sleep_ms(check_load(&measure_ms));
  out->size = check_make_size(SIDE, SIDE / 2);
}

static uint32_t color_of(int number) { return 0xFF000001u + (uint32_t)number; }

/* A white root with two drawings, one below the other. The caller releases it. */
static lamina_node *make_root(stage *s, int number) {
  lamina_element parts[2];
  lamina_spec *spec = NULL;
  lamina_node *root = check_node(s->context);
  int i;
  CHECK_OK(lamina_node_set_background(root, check_make_color(0xFFFFFF)));
  for (i = 0; i < 2; i++) {
    parts[i].node = check_node(s->context);
    CHECK_OK(lamina_node_set_measure_callback(parts[i].node, measure, NULL, NULL));
    CHECK_OK(lamina_node_set_draw_pixels_callback(parts[i].node, draw, (void *)(uintptr_t)color_of(number), NULL));
  }
  CHECK_OK(lamina_spec_create_column(s->context, 0, LAMINA_ALIGN_STRETCH, parts, 2, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  for (i = 0; i < 2; i++) lamina_node_release(parts[i].node);
  return root;
}

static stage make_stage(int workers) {
  stage s;
  s.context = check_context(workers);
  s.surface = NULL;
  s.picture = check_make_picture(SIDE, SIDE);
  s.time_us = 0;
  CHECK_OK(lamina_context_set_time_us(s.context, 0));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(SIDE, SIDE), 1, &s.surface));
  CHECK_OK(lamina_surface_set_background(s.surface, check_make_color(0x0000FF)));
  __atomic_store_n(&draw_ms, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&measure_ms, 0, __ATOMIC_SEQ_CST);
  return s;
}

static void end_stage(stage *s) {
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static void composite(stage *s) { CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL)); }

static void frame(stage *s) {
  s->time_us += 1000;
  CHECK_OK(lamina_context_set_time_us(s->context, s->time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
  composite(s);
}

static void settle(stage *s) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  composite(s);
}

/* The colour of both halves; 0 where they differ. */
static uint32_t shown(const stage *s) {
  uint32_t above = check_pixel(&s->picture, 3, 3);
  return above == check_pixel(&s->picture, 3, SIDE - 3) ? above : 0;
}

static void show(stage *s, int number) {
  lamina_node *root = make_root(s, number);
  CHECK_OK(lamina_surface_set_root(s->surface, root));
  lamina_node_release(root);
}

/* The same host, with layouts and drawings that take none of a frame, or several. */
static void test_another_in_every_frame(int workers, int measuring, int drawing) {
  stage s = make_stage(workers);
  int number, last = 0, newer = 0, wrong = 0;
  bool complete = true;
  lamina_node *found = NULL;
  show(&s, 0);
  settle(&s);
  CHECK_EQUAL(shown(&s), color_of(0));
  __atomic_store_n(&measure_ms, measuring, __ATOMIC_SEQ_CST);
  __atomic_store_n(&draw_ms, drawing, __ATOMIC_SEQ_CST);
  for (number = 1; number <= FRAMES || (newer < 8 && number < MOST_FRAMES); number++) {
    int now;
    show(&s, number);
    frame(&s);
    now = (int)(shown(&s) - color_of(0));
    if (now < last || now > number) {
      wrong++;
    } else {
      newer += now > last;
      last = now;
    }
    check_sleep_ms(2);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(newer >= 8);
  if (drawing > 2) {
    CHECK_OK(lamina_surface_is_complete(s.surface, &complete));
    CHECK(!complete);
  }
  settle(&s);
  CHECK_EQUAL(shown(&s), color_of(number - 1));
  CHECK_OK(lamina_surface_copy_root(s.surface, &found));
  CHECK_OK(lamina_surface_is_complete(s.surface, &complete));
  CHECK(complete);
  lamina_node_release(found);
  end_stage(&s);
}

/* Also from the first frame on, where there is nothing to stay in sight. */
static void test_from_the_first(void) {
  stage s = make_stage(2);
  int number, newer = 0;
  uint32_t last = 0;
  __atomic_store_n(&draw_ms, 5, __ATOMIC_SEQ_CST);
  for (number = 0; newer < 4 && number < MOST_FRAMES; number++) {
    show(&s, number);
    frame(&s);
    if (shown(&s) >= color_of(0) && shown(&s) < 0xFF0000FFu && shown(&s) != last) {
      last = shown(&s);
      newer++;
    }
    check_sleep_ms(2);
  }
  CHECK_EQUAL(newer, 4);
  end_stage(&s);
}

static void close_gate(void) {
  pthread_mutex_lock(&gate.mutex);
  gate.is_open = 0;
  gate.arrived = 0;
  pthread_mutex_unlock(&gate.mutex);
}

/* Sets a root, and processes until it is laid out, the clock standing: nothing but its drawings is missing then. */
static void show_laid_out(stage *s, lamina_node *root) {
  int i;
  CHECK_OK(lamina_node_set_frame(root, check_make_rect(0, 0, 1, 1)));
  CHECK_OK(lamina_surface_set_root(s->surface, root));
  for (i = 0; i < 30000 && lamina_node_get_frame(root).size.width != SIDE; i++) {
    CHECK_OK(lamina_context_process(s->context, 0));
    check_sleep_ms(1);
  }
  CHECK_EQUAL((int)lamina_node_get_frame(root).size.width, SIDE);
}

/* What waits is the last one that was set; it lives and stands nowhere else; the limit ends the waiting. */
static void test_waiting(void) {
  stage s = make_stage(12); /* some wait at the gate */
  lamina_node *roots[4], *other = NULL, *found = NULL;
  lamina_surface *second = NULL;
  int i;
  other = check_node(s.context);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(SIDE, SIDE), 1, &second));
  CHECK_OK(lamina_surface_set_replacement_limit_us(s.surface, 100000));
  show(&s, 0);
  settle(&s);
  close_gate();
  for (i = 0; i < 4; i++) roots[i] = make_root(&s, i + 1);
  /* Of those that come in one frame the last counts. */
  for (i = 3; i >= 0; i--) CHECK_OK(lamina_surface_set_root(s.surface, roots[i]));
  CHECK_EQUAL(lamina_node_get_interface_state(roots[0]), 15);
  show_laid_out(&s, roots[0]);
  show_laid_out(&s, roots[1]); /* in place of the first, which nobody has seen */
  CHECK_EQUAL(lamina_node_get_interface_state(roots[0]), LAMINA_INTERFACE_STATE_NONE);
  CHECK_OK(lamina_surface_set_root(s.surface, roots[2]));
  CHECK_OK(lamina_surface_set_root(s.surface, roots[3]));
  CHECK_EQUAL(lamina_node_get_interface_state(roots[1]), 15);
  CHECK_EQUAL(lamina_node_get_interface_state(roots[3]), LAMINA_INTERFACE_STATE_NONE);
  CHECK_OK(lamina_surface_copy_root(s.surface, &found));
  CHECK(found == roots[3]);
  lamina_node_release(found);
  CHECK_STATUS(lamina_node_add_child(other, roots[3]), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_surface_set_root(second, roots[3]), LAMINA_ERROR_INVALID_STATE);
  CHECK(strstr(lamina_last_error(), "another surface") != NULL);
  CHECK_OK(lamina_node_add_child(other, roots[2])); /* it waits no more */
  for (i = 0; i < 20; i++) frame(&s);
  CHECK_EQUAL(shown(&s), color_of(0));
  for (i = 0; i < 300 && lamina_node_get_interface_state(roots[3]) != 15; i++) frame(&s);
  CHECK(i < 90); /* milliseconds */
  CHECK_EQUAL(lamina_node_get_interface_state(roots[1]), LAMINA_INTERFACE_STATE_NONE);
  CHECK_EQUAL(shown(&s), 0xFFFFFFFFu); /* old pixels have stayed long enough, too */
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(shown(&s), color_of(4));
  /* Nothing is shown at once, and what waits is forgotten. */
  close_gate();
  show_laid_out(&s, roots[0]);
  show_laid_out(&s, roots[1]);
  CHECK_OK(lamina_surface_set_root(s.surface, roots[3]));
  CHECK_EQUAL(lamina_node_get_interface_state(roots[3]), LAMINA_INTERFACE_STATE_NONE);
  CHECK_OK(lamina_surface_set_root(s.surface, NULL));
  CHECK_OK(lamina_node_add_child(other, roots[3]));
  frame(&s);
  CHECK_EQUAL(shown(&s), 0xFF0000FFu);
  /* Setting the present root again calls off what waits. */
  show_laid_out(&s, roots[0]);
  show_laid_out(&s, roots[1]);
  CHECK_OK(lamina_node_remove_from_parent(roots[2]));
  CHECK_OK(lamina_surface_set_root(s.surface, roots[2]));
  CHECK_EQUAL(lamina_node_get_interface_state(roots[2]), LAMINA_INTERFACE_STATE_NONE);
  CHECK_OK(lamina_surface_set_root(s.surface, roots[1]));
  CHECK_OK(lamina_node_add_child(other, roots[2]));
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(shown(&s), color_of(2));
  /* A surface that ends lets go of both, and of what it still shows. */
  close_gate();
  for (i = 0; i < 3; i++) {
    show(&s, 5 + i);
    CHECK_OK(lamina_context_process(s.context, 0));
  }
  lamina_surface_release(s.surface);
  CHECK_OK(lamina_context_process(s.context, 0));
  check_gate_open(&gate);
  s.surface = second;
  for (i = 0; i < 4; i++) lamina_node_release(roots[i]);
  lamina_node_release(other);
  for (i = 0; i < 3; i++) show(&s, 9 + i);
  end_stage(&s); /* in the middle of it */
}

/* Without a limit a root is shown as it comes, and replaced at once. */
static void test_without_waiting(void) {
  stage s = make_stage(2);
  int i;
  CHECK_OK(lamina_surface_set_replacement_limit_us(s.surface, 0));
  for (i = 0; i < 4; i++) show(&s, i);
  settle(&s);
  CHECK_EQUAL(shown(&s), color_of(3));
  close_gate();
  show(&s, 4);
  for (i = 0; i < 3000 && shown(&s) != 0xFFFFFFFFu; i++) {
    frame(&s);
    check_sleep_ms(1);
  }
  CHECK_EQUAL(shown(&s), 0xFFFFFFFFu);
  check_gate_open(&gate);
  settle(&s);
  CHECK_EQUAL(shown(&s), color_of(4));
  end_stage(&s);
}

int main(void) {
  int i;
  check_gate_open(&gate);
  for (i = 0; i < 3; i++) test_another_in_every_frame(i, 0, 0);
  test_another_in_every_frame(2, 3, 0);
  test_another_in_every_frame(2, 0, 5);
  test_another_in_every_frame(1, 1, 3);
  test_another_in_every_frame(0, 0, 1);
  test_from_the_first();
  test_waiting();
  test_without_waiting();
  return check_done(__FILE__);
}
