/* Pictures that three threads load from URLs and files, make of others that are loading, and cancel at random while the
 * owner goes on: each completion comes once, whatever happens, and memory stays as it is. LAMINA_IMAGE_LOADS=100000
 * makes so many. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "check.h"

#include <unistd.h>

enum { THREADS = 3, FILES = 24, HELD = 16, SIDE = 40, MOST = 300 };

typedef struct load {
  int done, destroyed;
  lamina_image *image;
} load;

typedef struct thread {
  lamina_context *context;
  load *loads;
  int count, seed, over;
} thread;

static char folder[] = "/tmp/lamina-storm-XXXXXX";
static int begun, completions, cancelled, failed;

static void loaded(lamina_image *image, lamina_status status, void *user_data) {
  load *l = (load *)user_data;
  (void)image;
  CHECK_EQUAL(__atomic_add_fetch(&l->done, 1, __ATOMIC_RELAXED), 1);
  __atomic_add_fetch(&completions, 1, __ATOMIC_RELAXED);
  if (status == LAMINA_ERROR_CANCELLED) cancelled++;
  else if (status != LAMINA_OK) failed++;
}

static void destroyed(void *user_data) {
  CHECK_EQUAL(__atomic_add_fetch(&((load *)user_data)->destroyed, 1, __ATOMIC_RELAXED), 1);
}

static unsigned next(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

static void write_files(void) {
  check_picture picture = check_make_picture(SIDE, SIDE);
  char path[64];
  int i;
  CHECK(mkdtemp(folder) != NULL);
  for (i = 0; i < FILES; i++) {
    memset(picture.pixels, 16 + i * 8, SIDE * SIDE * 4);
    snprintf(path, sizeof path, "%s/%d.png", folder, i);
    CHECK_OK(lamina_bitmap_write_file(&picture.bitmap, NULL, path, LAMINA_NUL_TERMINATED));
  }
  free(picture.pixels);
}

static void remove_files(void) {
  char path[64];
  int i;
  for (i = 0; i < FILES; i++) {
    snprintf(path, sizeof path, "%s/%d.png", folder, i);
    unlink(path);
  }
  rmdir(folder);
}

static lamina_status invert(const lamina_bitmap *bitmap, void *user_data) {
  uint32_t *words = (uint32_t *)bitmap->data;
  int i;
  (void)user_data;
  for (i = 0; i < bitmap->stride / 4 * bitmap->height; i++) words[i] ^= 0xFFFFFFu;
  return LAMINA_OK;
}

/* Begins a load, with steps or without, of a URL, of a file, or of the picture of the load before. */
static void begin(thread *t, load *l, lamina_image *before, unsigned *seed) {
  static const char *const scheme = "file://";
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image_step steps[2] = {LAMINA_IMAGE_STEP_INIT, LAMINA_IMAGE_STEP_INIT};
  char url[96];
  unsigned kind = next(seed) % 8;
  steps[0].kind = LAMINA_IMAGE_STEP_KIND_CALL;
  steps[0].modify = invert;
  steps[1].kind = LAMINA_IMAGE_STEP_KIND_ROUND;
  steps[1].radius = 3;
  /* One in fifty is not there. */
  snprintf(url, sizeof url, "%s%s/%d.png", scheme, folder, (int)(next(seed) % 50 == 0 ? 999 : next(seed) % FILES));
  if (next(seed) % 2) options.width_px = options.height_px = 4 + (int)(next(seed) % 3) * 8;
  if (next(seed) % 4 == 0) options.load_flags = LAMINA_LOAD_FLAGS_RELOAD;
  options.steps = steps;
  options.step_count = next(seed) % 3;
  /* A picture that has failed by now is refused, and loaded in another way. */
  if (kind == 0 && before != NULL && lamina_image_get_state(before) != LAMINA_IMAGE_STATE_FAILED &&
      lamina_image_begin_modified(before, steps, 2, 0, loaded, l, NULL, &l->image) == LAMINA_OK) {
    l->destroyed = 1;
    return;
  }
  if (kind == 1) {
    CHECK_OK(lamina_image_begin_file(
        t->context, url + strlen(scheme), LAMINA_NUL_TERMINATED, &options, loaded, l, destroyed, &l->image));
  } else {
    CHECK_OK(lamina_image_begin_url(
        t->context, url, LAMINA_NUL_TERMINATED, &options, loaded, l, destroyed, &l->image));
  }
}

static void *run(void *argument) {
  thread *t = (thread *)argument;
  unsigned seed = (unsigned)t->seed;
  int i, held = 0;
  for (i = 0; i < t->count; i++) {
    while (__atomic_load_n(&begun, __ATOMIC_RELAXED) - __atomic_load_n(&completions, __ATOMIC_RELAXED) > MOST) usleep(200);
    __atomic_add_fetch(&begun, 1, __ATOMIC_RELAXED);
    begin(t, &t->loads[i], held < i ? t->loads[i - 1].image : NULL, &seed);
    /* Some that were begun a while ago are cancelled, others only let go of. */
    for (; held < i - (int)(next(&seed) % HELD); held++) {
      if (next(&seed) % 3 == 0) (void)lamina_image_cancel(t->loads[held].image);
      lamina_image_release(t->loads[held].image);
    }
  }
  for (; held < t->count; held++) lamina_image_release(t->loads[held].image);
  __atomic_store_n(&t->over, 1, __ATOMIC_RELEASE);
  return NULL;
}

static uint64_t bitmaps(lamina_context *context) {
  lamina_memory memory = LAMINA_MEMORY_INIT;
  CHECK_OK(lamina_context_get_memory(context, &memory));
  return memory.bitmap_bytes;
}

int main(void) {
  const char *wanted = getenv("LAMINA_IMAGE_LOADS");
  int total = wanted != NULL ? atoi(wanted) : 3000, each = total / THREADS, i, k, running = THREADS;
  lamina_context *context = check_context(2);
  thread threads[THREADS];
  pthread_t numbers[THREADS];
  uint64_t most = 0;
  lamina_image_statistics found = LAMINA_IMAGE_STATISTICS_INIT;
  write_files();
  CHECK_OK(lamina_context_set_image_cache(context, 40 * 1024));
  for (i = 0; i < THREADS; i++) {
    threads[i].context = context;
    threads[i].count = each;
    threads[i].seed = i + 1;
    threads[i].over = 0;
    threads[i].loads = (load *)calloc((size_t)each, sizeof(load));
    CHECK_EQUAL(pthread_create(&numbers[i], NULL, run, &threads[i]), 0);
  }
  while (running > 0) {
    CHECK_OK(lamina_context_process(context, 0));
    check_sleep_ms(1);
    running = THREADS;
    for (i = 0; i < THREADS; i++) running -= __atomic_load_n(&threads[i].over, __ATOMIC_ACQUIRE);
  }
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  most = bitmaps(context);
  for (i = 0; i < THREADS; i++) {
    pthread_join(numbers[i], NULL);
    for (k = 0; k < each; k++) {
      CHECK_EQUAL(threads[i].loads[k].done, 1);
      CHECK_EQUAL(threads[i].loads[k].destroyed, 1);
    }
    free(threads[i].loads);
  }
  CHECK_EQUAL(completions, each * THREADS);
  CHECK(failed > 0 && cancelled >= 0);
  CHECK_OK(lamina_context_get_image_statistics(context, &found));
  CHECK(found.cached_bytes <= 40 * 1024);
  /* Nothing but what is kept. */
  CHECK(most <= 200 * 1024);
  printf("%d loads: %d cancelled, %d failed; hits %llu, joined %llu, decoded %llu; %llu bytes of bitmaps\n", completions,
         cancelled, failed, (unsigned long long)found.hits, (unsigned long long)found.joined,
         (unsigned long long)found.decoded, (unsigned long long)most);
  lamina_context_release(context);
  remove_files();
  return check_done(__FILE__);
}
