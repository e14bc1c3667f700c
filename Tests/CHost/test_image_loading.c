/* Pictures that are loaded by workers, and the nodes that wait for them: the last one that a node was given wins, what
 * it showed stays until then, every completion comes once. Animations on a scripted clock. */
#include "check.h"

enum { SIDE = 8, RED = 0, GREEN = 1, BLUE = 2, FRAMES = 3, FRAME_US = 100000 };

static const uint32_t colors[] = { 0xFFFF0000u, 0xFF00FF00u, 0xFF0000FFu, 0xFFFFFFFFu };

typedef struct file {
  unsigned char bytes[8192];
  size_t size;
} file;

typedef struct outcome {
  int count, destroyed;
  lamina_status status;
  lamina_image *image;
  char message[256];
} outcome;

static void put(file *f, unsigned byte) { f->bytes[f->size++] = (unsigned char)byte; }

static void put_all(file *f, const char *bytes, size_t count) {
  memcpy(f->bytes + f->size, bytes, count);
  f->size += count;
}

/* A frame of one colour: codes of 3 bits, a clear code before each two pixels. */
static void put_frame(file *f, int color, int hundredths) {
  unsigned held = 0, bits = 0, left = 0;
  unsigned char data[512];
  size_t count = 0, at;
  int pixel, i;
  put_all(f, "\x21\xF9\x04\x00", 4);
  put(f, (unsigned)hundredths & 255);
  put(f, (unsigned)hundredths >> 8);
  put_all(f, "\0\0\x2C\0\0\0\0", 7);
  put_all(f, "\x08\0\x08\0\0\x02", 6);
  for (pixel = 0; pixel <= SIDE * SIDE; pixel += 2) {
    unsigned codes[3];
    codes[0] = pixel == SIDE * SIDE ? 5 : 4;
    codes[1] = codes[2] = (unsigned)color;
    for (i = 0; i < (pixel == SIDE * SIDE ? 1 : 3); i++) {
      held |= codes[i] << bits;
      for (bits += 3; bits >= 8; bits -= 8, held >>= 8) data[count++] = (unsigned char)held;
    }
  }
  if (bits > 0) data[count++] = (unsigned char)held;
  for (at = 0; at < count; at += left) {
    left = count - at < 200 ? (unsigned)(count - at) : 200;
    put(f, left);
    put_all(f, (const char *)data + at, left);
  }
  put(f, 0);
}

static file make_gif(const int *shown, int count, int loops) {
  file f;
  int i;
  f.size = 0;
  put_all(&f, "GIF89a\x08\0\x08\0\x81\0\0", 13);
  for (i = 0; i < 4; i++) {
    put(&f, colors[i] >> 16 & 255);
    put(&f, colors[i] >> 8 & 255);
    put(&f, colors[i] & 255);
  }
  if (loops >= 0) {
    put_all(&f, "\x21\xFF\x0BNETSCAPE2.0\x03\x01", 16);
    put(&f, (unsigned)loops);
    put_all(&f, "\0\0", 2);
  }
  for (i = 0; i < count; i++) put_frame(&f, shown[i], 10);
  put(&f, 0x3B);
  return f;
}

static file make_still(int color) { return make_gif(&color, 1, -1); }

static void loaded(lamina_image *image, lamina_status status, void *user_data) {
  outcome *o = (outcome *)user_data;
  o->count++;
  o->image = image;
  o->status = status;
  strncpy(o->message, lamina_last_error(), sizeof o->message - 1);
  CHECK_EQUAL(lamina_image_get_state(image), status == LAMINA_OK                ? LAMINA_IMAGE_STATE_LOADED
                                             : status == LAMINA_ERROR_CANCELLED ? LAMINA_IMAGE_STATE_CANCELLED
                                                                                : LAMINA_IMAGE_STATE_FAILED);
}

static void destroyed(void *user_data) { ((outcome *)user_data)->destroyed++; }

static outcome make_outcome(void) {
  outcome o;
  memset(&o, 0, sizeof o);
  return o;
}

static lamina_image *begin(lamina_context *context, const file *f, int32_t priority, bool animated, outcome *o) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *image = NULL;
  options.priority = priority;
  options.animated = animated;
  CHECK_OK(lamina_image_begin_data(context, (const char *)f->bytes, f->size, &options, loaded, o, destroyed, &image));
  return image;
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *node;
  check_picture picture;
} stage;

static stage make_stage(int threads) {
  stage s;
  s.context = check_context(threads);
  s.surface = NULL;
  s.node = check_node(s.context);
  s.picture = check_make_picture(SIDE, SIDE);
  CHECK_OK(lamina_surface_create(s.context, check_make_size(SIDE, SIDE), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.node));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  return s;
}

static void end_stage(stage *s) {
  lamina_surface_release(s->surface);
  lamina_node_release(s->node);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static uint32_t pixel(stage *s) {
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
  return check_pixel(&s->picture, 3, 3);
}

static void settle(stage *s) { CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US)); }

/* A node shows what it did until the picture is there; a picture that is there shows in the same turn. */
static void test_waiting(int threads) {
  stage s = make_stage(threads);
  file red = make_still(RED), blue = make_still(BLUE);
  outcome first = make_outcome(), second = make_outcome();
  lamina_image *image = begin(s.context, &red, 0, false, &first), *other;
  lamina_size size;
  if (threads == 0) CHECK_EQUAL(lamina_image_get_state(image), LAMINA_IMAGE_STATE_LOADING);
  CHECK_OK(lamina_node_set_image(s.node, image, NULL));
  settle(&s);
  CHECK_EQUAL(first.count, 1);
  CHECK_EQUAL(first.destroyed, 1);
  CHECK_EQUAL(first.status, LAMINA_OK);
  CHECK(first.image == image);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  size = lamina_image_get_size(image);
  CHECK(size.width == SIDE && size.height == SIDE);
  other = begin(s.context, &blue, 0, false, &second);
  CHECK_OK(lamina_node_set_image(s.node, other, NULL));
  if (threads == 0) {
    /* Nothing has been decoded: the node shows what it did. */
    CHECK_EQUAL(lamina_image_get_state(other), LAMINA_IMAGE_STATE_LOADING);
    CHECK_EQUAL(pixel(&s), colors[RED]);
    CHECK(lamina_image_get_size(other).width == 0);
  }
  settle(&s);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_OK(lamina_node_set_image(s.node, image, NULL));
  CHECK_OK(lamina_context_process(s.context, 0));
  CHECK_EQUAL(pixel(&s), colors[RED]);
  lamina_image_release(image);
  lamina_image_release(other);
  end_stage(&s);
}

/* Whichever is loaded first, a node shows the last one that it was given, or what it was given since. */
static void test_late_results(void) {
  stage s = make_stage(0);
  file files[3];
  outcome done[3];
  lamina_image *images[3];
  int round, i;
  for (round = 0; round < 4; round++) {
    for (i = 0; i < 3; i++) {
      files[i] = make_still(i);
      done[i] = make_outcome();
      images[i] = begin(s.context, &files[i], round == 0 ? i : -i, false, &done[i]);
      CHECK_OK(lamina_node_set_image(s.node, images[i], NULL));
    }
    if (round == 2) CHECK_OK(lamina_node_set_image(s.node, NULL, NULL));
    if (round == 3) CHECK_OK(lamina_image_cancel(images[2]));
    settle(&s);
    CHECK_EQUAL(pixel(&s), round == 2 || round == 3 ? 0 : colors[2]);
    for (i = 0; i < 3; i++) {
      CHECK_EQUAL(done[i].count, 1);
      CHECK_EQUAL(done[i].destroyed, 1);
      CHECK_EQUAL(done[i].status, round == 3 && i == 2 ? LAMINA_ERROR_CANCELLED : LAMINA_OK);
      lamina_image_release(images[i]);
    }
    if (round == 1) CHECK_OK(lamina_node_set_image(s.node, NULL, NULL));
  }
  end_stage(&s);
}

static void test_failures(void) {
  stage s = make_stage(1);
  file good = make_still(GREEN), cut = good;
  outcome o = make_outcome(), missing = make_outcome(), ended = make_outcome();
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *image, *none = NULL;
  const char *data = (const char *)good.bytes;
  cut.size = 40;
  image = begin(s.context, &cut, 0, false, &o);
  settle(&s);
  CHECK_EQUAL(o.status, LAMINA_ERROR_IO);
  CHECK(strstr(o.message, "incomplete") != NULL);
  CHECK_STATUS(lamina_node_set_image(s.node, image, NULL), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_image_cancel(image), LAMINA_ERROR_INVALID_STATE);
  lamina_image_release(image);
  CHECK_OK(lamina_image_begin_file(s.context, "/nonexistent.png", 16, NULL, loaded, &missing, destroyed, &image));
  settle(&s);
  CHECK_EQUAL(missing.status, LAMINA_ERROR_IO);
  CHECK(strstr(missing.message, "/nonexistent.png") != NULL);
  lamina_image_release(image);

  options.width_px = 5;
  CHECK_STATUS(lamina_image_begin_data(s.context, data, good.size, &options, loaded, &ended, destroyed, &none),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(ended.destroyed, 1);
  CHECK_EQUAL(ended.count, 0);
  options.width_px = options.height_px = -1;
  CHECK_STATUS(lamina_image_begin_data(s.context, data, good.size, &options, NULL, NULL, NULL, &none),
               LAMINA_ERROR_INVALID_ARGUMENT);
  options.width_px = options.height_px = 4;
  options.fit = (lamina_image_fit)7;
  CHECK_STATUS(lamina_image_begin_data(s.context, data, good.size, &options, NULL, NULL, NULL, &none),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_begin_data(s.context, "GIF90a", 6, NULL, NULL, NULL, NULL, &none), LAMINA_ERROR_IO);
  CHECK_STATUS(lamina_image_begin_data(s.context, NULL, 3, NULL, NULL, NULL, NULL, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_begin_file(s.context, "", 0, NULL, NULL, NULL, NULL, &none), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_image_cancel(NULL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(lamina_image_get_state(NULL), LAMINA_IMAGE_STATE_FAILED);
  CHECK(none == NULL);
  options.fit = LAMINA_IMAGE_FIT_ASPECT_FILL;
  CHECK_OK(lamina_image_begin_data(s.context, data, good.size, &options, NULL, NULL, NULL, &image));
  settle(&s);
  CHECK(lamina_image_get_size(image).width == 4);
  lamina_image_release(image);
  end_stage(&s);
}

/* The context ends while pictures are loaded, with their handles released or not. */
static void test_end(void) {
  stage s = make_stage(0);
  file red = make_still(RED);
  outcome kept = make_outcome(), gone = make_outcome();
  lamina_image *image = begin(s.context, &red, 0, false, &kept);
  lamina_image_release(begin(s.context, &red, 0, false, &gone));
  CHECK_OK(lamina_node_set_image(s.node, image, NULL));
  end_stage(&s);
  CHECK_EQUAL(kept.count, 1);
  CHECK_EQUAL(gone.count, 1);
  CHECK_EQUAL(kept.destroyed, 1);
  CHECK_EQUAL(gone.destroyed, 1);
  CHECK_EQUAL(kept.status, LAMINA_ERROR_CANCELLED);
}

/* Moves the clock, and lets workers finish what that led to. */
static void move_to(stage *s, uint64_t milliseconds) {
  CHECK_OK(lamina_context_set_time_us(s->context, milliseconds * 1000));
  CHECK_OK(lamina_context_process(s->context, 0));
  settle(s);
}

static lamina_playback_state state_of(lamina_node *node) {
  lamina_playback_state state = LAMINA_PLAYBACK_STATE_INIT;
  CHECK_OK(lamina_node_get_playback_state(node, &state));
  return state;
}

static stage play(int threads, int loops) {
  static const int shown[] = { RED, GREEN, BLUE };
  stage s = make_stage(threads);
  file moving = make_gif(shown, FRAMES, loops);
  outcome o = make_outcome();
  lamina_image *image;
  CHECK_OK(lamina_context_set_time_us(s.context, 1000));
  image = begin(s.context, &moving, 0, true, &o);
  CHECK_OK(lamina_node_set_image(s.node, image, NULL));
  settle(&s);
  lamina_image_release(image);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(state_of(s.node).frame_count, FRAMES);
  return s;
}

static void test_playing(int threads) {
  stage s = play(threads, 1); /* played twice */
  lamina_playback playback = LAMINA_PLAYBACK_INIT;
  lamina_playback_state state;
  int i;
  /* The time of the frame that showed it first is 1 ms. */
  for (i = 1; i < 2 * FRAMES; i++) {
    move_to(&s, 100u * (unsigned)i);
    CHECK_EQUAL(pixel(&s), colors[(i - 1) % FRAMES]);
    move_to(&s, 1 + 100u * (unsigned)i);
    CHECK_EQUAL(pixel(&s), colors[i % FRAMES]);
    CHECK_EQUAL(state_of(s.node).frame, i % FRAMES);
    CHECK_EQUAL(state_of(s.node).plays_done, i / FRAMES);
  }
  move_to(&s, 700);
  state = state_of(s.node);
  CHECK(state.has_ended && state.plays_done == 2 && state.frame == FRAMES - 1);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  /* Played once more. */
  playback.plays = 3;
  CHECK_OK(lamina_node_set_playback(s.node, &playback));
  CHECK_OK(lamina_context_process(s.context, 0));
  settle(&s);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  move_to(&s, 800);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  move_to(&s, 1100);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK(state_of(s.node).has_ended);
  end_stage(&s);
}

static lamina_status invert(const lamina_bitmap *bitmap, void *data) {
  uint32_t *words = (uint32_t *)bitmap->data;
  int i;
  (void)data;
  for (i = 0; i < bitmap->stride / 4 * bitmap->height; i++) words[i] ^= 0xFFFFFFu;
  return LAMINA_OK;
}

/* Steps are made of each frame. */
static void test_steps_of_frames(int threads) {
  static const int shown[] = { RED, GREEN, BLUE };
  stage s = make_stage(threads);
  file moving = make_gif(shown, FRAMES, 0);
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image_step steps[2] = { LAMINA_IMAGE_STEP_INIT, LAMINA_IMAGE_STEP_INIT };
  lamina_image *image = NULL, *still = NULL;
  lamina_playback_state state = LAMINA_PLAYBACK_STATE_INIT;
  int i;
  steps[0].kind = LAMINA_IMAGE_STEP_KIND_CALL;
  steps[0].modify = invert;
  steps[1].kind = LAMINA_IMAGE_STEP_KIND_ROUND;
  steps[1].radius = SIDE / 2;
  options.animated = true;
  options.steps = steps;
  options.step_count = 2;
  CHECK_OK(lamina_context_set_time_us(s.context, 1000));
  CHECK_OK(lamina_image_begin_data(
      s.context, (const char *)moving.bytes, moving.size, &options, NULL, NULL, NULL, &image));
  CHECK_OK(lamina_node_set_image(s.node, image, NULL));
  settle(&s);
  for (i = 0; i < 2 * FRAMES; i++) {
    move_to(&s, 1 + 100u * (unsigned)i);
    CHECK_EQUAL(pixel(&s), colors[i % FRAMES] ^ 0xFFFFFFu);
    CHECK_EQUAL(check_pixel(&s.picture, 0, 0), 0);
  }
  /* What is made of a picture that is there is made of its first frame. */
  CHECK_OK(lamina_image_begin_modified(image, steps, 1, 0, NULL, NULL, NULL, &still));
  CHECK_OK(lamina_node_set_image(s.node, still, NULL));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 0, 0), 0);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_STATUS(lamina_node_get_playback_state(s.node, &state), LAMINA_ERROR_INVALID_STATE);
  lamina_image_release(still);
  lamina_image_release(image);
  end_stage(&s);
}

/* Paused, faster, hidden, late. */
static void test_playback(int threads) {
  stage s = play(threads, 0);
  lamina_playback playback = LAMINA_PLAYBACK_INIT;
  move_to(&s, 51);
  playback.paused = true;
  CHECK_OK(lamina_node_set_playback(s.node, &playback));
  move_to(&s, 5000);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  playback.paused = false;
  playback.speed = 2;
  CHECK_OK(lamina_node_set_playback(s.node, &playback));
  move_to(&s, 6000);
  move_to(&s, 6024);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  move_to(&s, 6025); /* of 100 ms 50 were over, the other 50 take 25 */
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  CHECK_OK(lamina_node_set_hidden(s.node, true));
  move_to(&s, 6030);
  move_to(&s, 9000);
  CHECK_OK(lamina_node_set_hidden(s.node, false));
  move_to(&s, 9001);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  move_to(&s, 9046);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  move_to(&s, 9051);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  CHECK_OK(lamina_context_trim_memory(s.context));
  move_to(&s, 9101);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_OK(lamina_context_trim_memory(s.context));
  move_to(&s, 9151 + 50);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  /* Frames that nobody saw are left out: 1,000 plays and a frame, at twice the speed. */
  playback.speed = 1;
  CHECK_OK(lamina_node_set_playback(s.node, &playback));
  move_to(&s, 9201 + 300 * 1000 + 100);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  CHECK_EQUAL(state_of(s.node).plays_done, 1002);
  /* Something else in its place ends it. */
  CHECK_OK(lamina_node_set_image(s.node, NULL, NULL));
  CHECK_STATUS(lamina_node_set_playback(s.node, &playback), LAMINA_ERROR_INVALID_STATE);
  move_to(&s, 400000);
  CHECK_EQUAL(pixel(&s), 0);
  end_stage(&s);
}

/* Slow motion is that of pictures, too, and what stands asks for no frames. */
static void test_motion_speed(void) {
  stage s = play(1, 0);
  CHECK_OK(lamina_context_set_motion_speed(s.context, 0.1));
  move_to(&s, 500);
  CHECK_EQUAL(pixel(&s), colors[RED]);
  move_to(&s, 1011);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  CHECK_OK(lamina_context_set_motion_speed(s.context, 0));
  move_to(&s, 50000);
  CHECK_EQUAL(pixel(&s), colors[GREEN]);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  CHECK_OK(lamina_context_set_motion_speed(s.context, 10));
  move_to(&s, 50010);
  CHECK_EQUAL(pixel(&s), colors[BLUE]);
  end_stage(&s);
}

/* The context asks for the frame in which the next one is due, as long as anybody sees it. */
static void test_timeouts(void) {
  static const int shown[] = { RED, GREEN };
  stage s = make_stage(1);
  file moving = make_gif(shown, 2, 0);
  outcome o = make_outcome();
  lamina_image *image = begin(s.context, &moving, 0, true, &o);
  int64_t timeout;
  uint32_t before;
  CHECK_OK(lamina_node_set_image(s.node, image, NULL));
  lamina_image_release(image);
  settle(&s);
  CHECK_OK(lamina_context_process(s.context, 0));
  settle(&s);
  timeout = lamina_context_get_timeout_us(s.context);
  CHECK(timeout >= 0 && timeout <= FRAME_US);
  before = pixel(&s);
  check_sleep_ms((int)(timeout / 1000 + 1));
  CHECK_OK(lamina_context_process(s.context, 0));
  settle(&s);
  CHECK(pixel(&s) != before || timeout < 20000);
  CHECK_OK(lamina_node_set_hidden(s.node, true));
  CHECK_OK(lamina_context_process(s.context, 0));
  settle(&s);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  end_stage(&s);
}

static void test_playback_failures(void) {
  stage s = play(1, 0);
  lamina_playback playback = LAMINA_PLAYBACK_INIT;
  lamina_node *other = check_node(s.context);
  lamina_playback_state state = LAMINA_PLAYBACK_STATE_INIT;
  playback.speed = NAN;
  CHECK_STATUS(lamina_node_set_playback(s.node, &playback), LAMINA_ERROR_INVALID_ARGUMENT);
  playback.speed = -1;
  CHECK_STATUS(lamina_node_set_playback(s.node, &playback), LAMINA_ERROR_INVALID_ARGUMENT);
  playback.speed = 1;
  playback.plays = -2;
  CHECK_STATUS(lamina_node_set_playback(s.node, &playback), LAMINA_ERROR_INVALID_ARGUMENT);
  playback.plays = 1;
  CHECK_STATUS(lamina_node_set_playback(other, &playback), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_get_playback_state(other, &state), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_set_playback(s.node, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_get_playback_state(s.node, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_node_release(other);
  CHECK_STATUS(lamina_node_set_playback(other, &playback), LAMINA_ERROR_INVALID_HANDLE);
  end_stage(&s);
}

int main(void) {
  int threads;
  for (threads = 0; threads <= 2; threads++) {
    test_waiting(threads);
    test_playing(threads);
    test_steps_of_frames(threads);
    test_playback(threads);
  }
  test_late_results();
  test_failures();
  test_timeouts();
  test_motion_speed();
  test_playback_failures();
  test_end();
  return check_done(__FILE__);
}
