/* Frames: their times, deadlines and callbacks, and what moves with them. */
#include "check.h"

typedef struct called {
  int count, destroyed;
  uint64_t time_us, remove;
  lamina_context *context;
  lamina_node *node;
} called;

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static void frame(lamina_context *sender, uint64_t time_us, void *user_data) {
  called *c = (called *)user_data;
  CHECK(lamina_context_is_owner_thread(sender));
  c->count++;
  c->time_us = time_us;
  /* Made now, it is part of the frame. */
  if (c->node != NULL) CHECK_OK(lamina_node_set_background(c->node, check_make_color((unsigned)time_us)));
  if (c->remove != 0) CHECK_OK(lamina_context_remove_frame_callback(c->context, c->remove));
  c->remove = 0;
}

static void destroyed(void *user_data) { ((called *)user_data)->destroyed++; }

static called make_called(lamina_context *context) {
  called c;
  memset(&c, 0, sizeof c);
  c.context = context;
  return c;
}

static uint64_t add(called *c) {
  uint64_t number = 0;
  CHECK_OK(lamina_context_add_frame_callback(c->context, frame, c, destroyed, &number));
  CHECK(number != 0);
  return number;
}

static void process(lamina_context *context) { CHECK_OK(lamina_context_process(context, 0)); }

/* The host's frames: each calls once, and nothing else does. */
static void test_begun_frames(void) {
  lamina_context *context = check_context(1);
  called first = make_called(context), second = make_called(context);
  lamina_surface *surface = NULL;
  check_picture picture = check_make_picture(4, 4);
  uint64_t number, other, time = now_us();
  int64_t timeout;
  int i;
  first.node = check_node(context);
  CHECK_OK(lamina_surface_create(context, check_make_size(4, 4), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, first.node));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_context_begin_frame(context, time, 0));
  number = add(&first);
  for (i = 1; i <= 5; i++) {
    process(context);
    CHECK_EQUAL(first.count, i);
    CHECK_EQUAL(first.time_us, time);
    CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 2, 2), 0xFF000000u | (time & 0xFFFFFF));
    process(context); /* no frame was begun */
    CHECK_EQUAL(first.count, i);
    timeout = lamina_context_get_timeout_us(context);
    CHECK(timeout >= 0 && timeout <= 20000);
    time += 20000;
    CHECK_OK(lamina_context_begin_frame(context, time, 0));
    CHECK_EQUAL(lamina_context_get_timeout_us(context), 0);
  }
  CHECK_STATUS(lamina_context_begin_frame(context, time - 1, 0), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "time_us") != NULL);

  /* One that is removed by an earlier one is not called any more. */
  other = add(&second);
  first.remove = other;
  process(context);
  CHECK_EQUAL(first.count, 6);
  CHECK_EQUAL(second.count, 0);
  CHECK_EQUAL(second.destroyed, 1);
  CHECK_OK(lamina_context_remove_frame_callback(context, number));
  CHECK_EQUAL(first.destroyed, 1);
  CHECK_STATUS(lamina_context_remove_frame_callback(context, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_context_begin_frame(context, time, 0));
  process(context);
  CHECK_EQUAL(first.count, 6);
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);

  CHECK_STATUS(lamina_context_add_frame_callback(context, NULL, &second, destroyed, NULL),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(second.destroyed, 2);
  add(&second);
  lamina_node_release(first.node);
  lamina_surface_release(surface);
  lamina_context_release(context);
  CHECK_EQUAL(second.destroyed, 3);
  free(picture.pixels);
}

/* Without frames of the host's, the context asks for them; where the host moves the clock, each move is one. */
static void test_own_frames(void) {
  lamina_context *context = check_context(1);
  called c = make_called(context);
  uint64_t number = add(&c), last = 0, i;
  int64_t timeout;
  while (c.count < 3) {
    process(context);
    timeout = lamina_context_get_timeout_us(context);
    CHECK(timeout >= 0 && timeout <= 100000);
    if (!CHECK(c.time_us >= last)) break;
    last = c.time_us;
    check_sleep_ms(1);
  }
  CHECK_OK(lamina_context_begin_frame(context, now_us() + 1000000, 0));
  process(context);
  CHECK_EQUAL(c.count, 4);
  CHECK_OK(lamina_context_begin_frame(context, LAMINA_TIME_SYSTEM, 0));
  process(context);
  CHECK_EQUAL(c.count, 5);
  c.count = 0;
  for (i = 1; i <= 10; i++) {
    CHECK_OK(lamina_context_set_time_us(context, i * 1000));
    process(context);
    process(context);
    CHECK_EQUAL(c.count, i);
    CHECK_EQUAL(c.time_us, i * 1000);
    CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);
  }
  CHECK_OK(lamina_context_remove_frame_callback(context, number));
  lamina_context_release(context);
}

/* No frame is seen before the time to which the host has set the clock. */
static void test_behind_the_clock(void) {
  lamina_context *context = check_context(1);
  called c = make_called(context);
  add(&c);
  CHECK_OK(lamina_context_set_time_us(context, 4000000));
  process(context);
  CHECK_STATUS(lamina_context_begin_frame(context, 3999999, 0), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(lamina_last_error(),
             "time_us is 3999999, earlier than the 4000000 that the clock was set to; a frame is seen then or later");
  process(context);
  CHECK_EQUAL(c.count, 1); /* it is not the host that begins frames */
  CHECK_OK(lamina_context_begin_frame(context, 4000000, 0));
  process(context);
  CHECK_EQUAL(c.count, 2);
  CHECK_OK(lamina_context_begin_frame(context, 4016000, 0));
  CHECK_OK(lamina_context_set_time_us(context, 4020000));
  CHECK_STATUS(lamina_context_begin_frame(context, 4017000, 0), LAMINA_ERROR_INVALID_ARGUMENT);
  process(context);
  CHECK_EQUAL(c.time_us, 4016000);
  CHECK_OK(lamina_context_begin_frame(context, 4020000, 0));
  lamina_context_release(context);
}

/* The first frame of a host's may be before those that the context has made: nothing that moves goes back. */
static void test_first_begun(void) {
  lamina_context *context = check_context(1);
  lamina_node *node = check_node(context);
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  double last = 0;
  int i;
  how.curve = "linear";
  how.duration_us = 1000000000;
  values.fields = LAMINA_PRESENTED_FIELDS_POSITION;
  values.position.x = 1000000;
  CHECK_OK(lamina_node_add_animation(node, &values, &how, NULL, NULL, NULL, NULL));
  while (last < 20) { /* by itself */
    process(context);
    CHECK_OK(lamina_node_get_presented(node, &values));
    CHECK(values.position.x >= last);
    last = values.position.x;
    check_sleep_ms(2);
  }
  for (i = 0; i < 10; i++) {
    CHECK_OK(lamina_context_begin_frame(context, 1000 + (uint64_t)i * 10000, 0));
    process(context);
    CHECK_OK(lamina_node_get_presented(node, &values));
    CHECK_NEAR(values.position.x, last + i * 10);
  }
  lamina_node_release(node);
  lamina_context_release(context);
}

static void pause_a_little(void *user_data) {
  check_sleep_ms(2);
  ++*(int *)user_data;
}

/* A frame that has no time left does the least. */
static void test_deadline(void) {
  lamina_context *context = check_context(1);
  int calls = 0, i;
  for (i = 0; i < 5; i++) CHECK_OK(lamina_context_post(context, pause_a_little, &calls, NULL));
  CHECK_OK(lamina_context_begin_frame(context, now_us() + 10000, now_us()));
  process(context);
  CHECK_EQUAL(calls, 1);
  process(context);
  CHECK_EQUAL(calls, 5);
  lamina_context_release(context);
}

static lamina_status draw_red(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                              void *user_data) {
  int x, y;
  (void)canvas;
  (void)size;
  (void)scale;
  (void)user_data;
  for (y = 0; y < target->height; y++) {
    for (x = 0; x < target->width; x++) ((uint32_t *)((char *)target->data + y * target->stride))[x] = 0xFFFF0000u;
  }
  return LAMINA_OK;
}

/* A fade is a function of the frames' times, however they come, and of the speed of all motion. */
static void test_fades(double speed) {
  static const uint64_t times[] = {1000, 26000, 51000, 52000, 101000};
  static const uint32_t pixels[] = {0xFF000000u, 0xFF400000u, 0xFF800000u, 0xFF820000u, 0xFFFF0000u};
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  lamina_context *context = check_context(1);
  lamina_surface *surface = NULL;
  check_picture picture = check_make_picture(4, 4);
  lamina_node *node = check_node(context);
  bool complete = false;
  int i;
  CHECK_OK(lamina_context_set_motion_speed(context, speed));
  placeholder.color = check_make_color(0);
  placeholder.fade_us = 100000;
  CHECK_OK(lamina_node_set_placeholder(node, &placeholder));
  CHECK_OK(lamina_node_set_draw_pixels_callback(node, draw_red, NULL, NULL));
  CHECK_OK(lamina_context_begin_frame(context, times[0], 0));
  CHECK_OK(lamina_surface_create(context, check_make_size(4, 4), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, node));
  while (!complete) { /* between frames nothing moves, however long it takes */
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_is_complete(surface, &complete));
  }
  check_sleep_ms(20);
  for (i = 0; i < 5; i++) {
    CHECK_OK(lamina_context_begin_frame(context, times[0] + (uint64_t)((double)(times[i] - times[0]) / speed), 0));
    process(context);
    process(context);
    CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
    CHECK_EQUAL(check_pixel(&picture, 2, 2), pixels[i]);
    CHECK(i == 4 || lamina_context_get_timeout_us(context) >= 0);
  }
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);
  lamina_node_release(node);
  lamina_surface_release(surface);
  lamina_context_release(context);
  free(picture.pixels);
}

int main(void) {
  test_begun_frames();
  test_own_frames();
  test_behind_the_clock();
  test_first_begun();
  test_deadline();
  test_fades(1);
  test_fades(0.5);
  test_fades(4);
  return check_done(__FILE__);
}
