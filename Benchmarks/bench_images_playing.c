/* Twenty animations that play at once: the memory by which the process grows for them, their files included, at its
 * most in any frame; what the context counts of it; and the owner's CPU time of a frame. Each is a GIF of 480 x 360
 * with 12 frames, of which each changes a third of the picture, not compressed. It is loaded for the half of its size
 * in which it shows; with the argument `own`, in its own. */
#include "bench.h"

enum { ANIMATIONS = 20, WIDTH = 480, HEIGHT = 360, BAND = 120, FRAMES = 12, ACROSS = 5, SHOWN_FRAMES = 240 };

typedef struct file {
  unsigned char *bytes;
  size_t size;
  unsigned held, bits;
  unsigned char block[255];
  unsigned in_block;
} file;

static void put(file *f, unsigned byte) { f->bytes[f->size++] = (unsigned char)byte; }

static void put_two(file *f, unsigned value) {
  put(f, value & 255);
  put(f, value >> 8 & 255);
}

static void put_all(file *f, const char *bytes, size_t count) {
  memcpy(f->bytes + f->size, bytes, count);
  f->size += count;
}

static void end_block(file *f) {
  if (f->in_block == 0) return;
  put(f, f->in_block);
  put_all(f, (const char *)f->block, f->in_block);
  f->in_block = 0;
}

/* A code of 9 bits: a byte of the picture, or what begins the table anew. */
static void put_code(file *f, unsigned code) {
  f->held |= code << f->bits;
  for (f->bits += 9; f->bits >= 8; f->bits -= 8, f->held >>= 8) {
    f->block[f->in_block++] = (unsigned char)f->held;
    if (f->in_block == 255) end_block(f);
  }
}

static void put_frame(file *f, unsigned top, unsigned height, unsigned seed) {
  unsigned x, y, since = 0;
  put_all(f, "\x21\xF9\x04\x04\x04\x00\x00\x00\x2C\x00\x00", 11); /* 0.04 s; drawn over what is there */
  put_two(f, top);
  put_two(f, WIDTH);
  put_two(f, height);
  put_all(f, "\x00\x08", 2);
  put_code(f, 256);
  for (y = 0; y < height; y++) {
    for (x = 0; x < WIDTH; x++) {
      if (++since == 250) {
        put_code(f, 256);
        since = 0;
      }
      put_code(f, (x / 2 + y + seed * 29) & 255);
    }
  }
  put_code(f, 257);
  if (f->bits > 0) f->block[f->in_block++] = (unsigned char)f->held;
  f->held = f->bits = 0;
  end_block(f);
  put(f, 0);
}

static file make_file(unsigned number) {
  file f = {NULL, 0, 0, 0, {0}, 0};
  unsigned i;
  f.bytes = malloc((size_t)WIDTH * HEIGHT * 2 + (size_t)FRAMES * WIDTH * BAND * 2);
  if (f.bytes == NULL) exit(1);
  put_all(&f, "GIF89a", 6);
  put_two(&f, WIDTH);
  put_two(&f, HEIGHT);
  put_all(&f, "\xF7\x00\x00", 3);
  for (i = 0; i < 256; i++) {
    put(&f, i);
    put(&f, 255 - i);
    put(&f, number * 12);
  }
  put_all(&f, "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00", 19);
  put_frame(&f, 0, HEIGHT, number);
  for (i = 1; i < FRAMES; i++) put_frame(&f, i % (HEIGHT / BAND) * BAND, BAND, number + i);
  put(&f, 0x3B);
  return f;
}

static long status_kb(const char *name) {
  char line[256];
  long kb = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) kb = strtol(line + strlen(name), NULL, 10);
  }
  if (status != NULL) fclose(status);
  return kb;
}

int main(int count, char **arguments) {
  lamina_context *context = bench_context(2);
  lamina_size size = {ACROSS * 240, ANIMATIONS / ACROSS * 180};
  lamina_bitmap target = bench_bitmap((int)size.width, (int)size.height);
  lamina_surface *surface = NULL;
  lamina_node *root = NULL;
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  static double spent[SHOWN_FRAMES];
  lamina_node *nodes[ANIMATIONS];
  lamina_image *images[ANIMATIONS];
  double files = 0;
  long before, most = 0;
  uint64_t held = 0;
  uint64_t played = 0;
  int i, j;
  options.animated = true;
  if (count < 2 || strcmp(arguments[1], "own") != 0) {
    options.width_px = WIDTH / 2;
    options.height_px = HEIGHT / 2;
  }
  memset(target.data, 1, (size_t)target.stride * (size_t)target.height);
  BENCH_OK(lamina_node_create(context, &root));
  BENCH_OK(lamina_surface_create(context, size, 1, &surface));
  BENCH_OK(lamina_surface_set_root(surface, root));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  BENCH_OK(lamina_surface_composite(surface, &target, NULL, 0, NULL));
  before = status_kb("VmRSS:");
  for (i = 0; i < ANIMATIONS; i++) {
    file f = make_file((unsigned)i);
    BENCH_OK(lamina_image_begin_data(context, (const char *)f.bytes, f.size, &options, NULL, NULL, NULL, &images[i]));
    files += (double)f.size;
    free(f.bytes);
  }
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  for (i = 0; i < ANIMATIONS; i++) { /* from here on there is always a frame to decode */
    lamina_rect frame = {{(i % ACROSS) * 240.0, (i / ACROSS) * 180.0}, {240, 180}}; /* shown at half of their size */
    BENCH_OK(lamina_node_create(context, &nodes[i]));
    BENCH_OK(lamina_node_set_frame(nodes[i], frame));
    BENCH_OK(lamina_node_set_image(nodes[i], images[i], NULL));
    BENCH_OK(lamina_node_add_child(root, nodes[i]));
    lamina_image_release(images[i]);
  }
  for (i = 0; i < SHOWN_FRAMES; i++) {
    struct timespec pause = {0, 0};
    double start = bench_now(), cpu = bench_cpu_now(), left;
    BENCH_OK(lamina_context_process(context, 0));
    BENCH_OK(lamina_surface_composite(surface, &target, NULL, 0, NULL));
    spent[i] = bench_cpu_now() - cpu;
    {
      lamina_memory memory = LAMINA_MEMORY_INIT;
      long now = status_kb("VmRSS:");
      BENCH_OK(lamina_context_get_memory(context, &memory));
      if (now > most) most = now;
      if (memory.bitmap_bytes + memory.pool_bytes > held) held = memory.bitmap_bytes + memory.pool_bytes;
    }
    left = start + 1 / 60.0 - bench_now();
    pause.tv_nsec = left > 0 ? (long)(left * 1e9) : 0;
    nanosleep(&pause, NULL);
  }
  for (j = 0; j < ANIMATIONS; j++) {
    lamina_playback_state state = LAMINA_PLAYBACK_STATE_INIT;
    BENCH_OK(lamina_node_get_playback_state(nodes[j], &state));
    if (state.frame_count != FRAMES) bench_require(LAMINA_ERROR_BACKEND, "the frames");
    played += state.plays_done;
    lamina_node_release(nodes[j]);
  }
  if (played < ANIMATIONS) bench_require(LAMINA_ERROR_BACKEND, "they do not play");
  qsort(spent, SHOWN_FRAMES, sizeof *spent, bench_by_value);
  bench_print("images/20_animations_memory", (double)(most - before) / 1024, "MB", NAN, 64, true);
  bench_print("images/20_animations_bitmaps", (double)held / 1e6, "MB", NAN, NAN, true);
  bench_print("images/20_animations_files", files / 1e6, "MB", NAN, NAN, true);
  bench_print("images/20_animations_owner_median", spent[SHOWN_FRAMES / 2] * 1e3, "ms", NAN, NAN, true);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
  free(target.data);
  return 0;
}
