/* Pictures of 100 megapixels for a box of 300 x 300 pixels: by how much the process that loads each from a file grows
 * at its most, with the file, its threads and all that it needs for the format, after a small one of the same
 * format. */
#include "bench.h"

#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 10000, SMALL = 64, SHOWN = 300 };

static FILE *out;

static lamina_status write_out(const void *bytes, size_t size, void *user_data) {
  (void)user_data;
  return fwrite(bytes, 1, size, out) == size ? LAMINA_OK : LAMINA_ERROR_IO;
}

/* Slopes in steps, so that the files stay small. */
static void write_file(const char *path, int side, lamina_image_format format) {
  lamina_bitmap bitmap = bench_bitmap(side, side);
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  uint32_t *words = bitmap.data;
  int x, y;
  for (y = 0; y < side; y++) {
    for (x = 0; x < side; x++) {
      words[(size_t)y * (size_t)side + (size_t)x] =
          0xFF000000u | (uint32_t)(x * 16 / side * 15) << 16 | (uint32_t)(y * 16 / side * 15) << 8 | 0x40u;
    }
  }
  options.format = format;
  out = fopen(path, "wb");
  if (out == NULL) exit(1);
  BENCH_OK(lamina_bitmap_write(&bitmap, &options, write_out, NULL));
  fclose(out);
  free(bitmap.data);
}

/* The most memory that the process has had. */
static double most_megabytes(void) {
  char line[200];
  double kilobytes = NAN;
  FILE *status = fopen("/proc/self/status", "r");
  if (status == NULL) return NAN;
  while (fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "VmHWM:", 6) == 0) kilobytes = strtod(line + 6, NULL);
  }
  fclose(status);
  return kilobytes / 1024;
}

static void load(lamina_context *context, const char *path) {
  lamina_image_load_options options = LAMINA_IMAGE_LOAD_OPTIONS_INIT;
  lamina_image *image = NULL;
  options.width_px = options.height_px = SHOWN;
  BENCH_OK(lamina_image_begin_file(context, path, LAMINA_NUL_TERMINATED, &options, NULL, NULL, NULL, &image));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  if (lamina_image_get_state(image) != LAMINA_IMAGE_STATE_LOADED) bench_require(LAMINA_ERROR_BACKEND, path);
  lamina_image_release(image);
}

/* In a process of its own; true when it was one without failures. */
static bool apart(void (*work)(const char *, const char *, int), const char *path, const char *name, int format) {
  int status = 1;
  pid_t child = fork();
  if (child == 0) {
    work(path, name, format);
    exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void make_files(const char *path, const char *name, int format) {
  char small[300];
  (void)name;
  snprintf(small, sizeof small, "%s.small", path);
  write_file(small, SMALL, (lamina_image_format)format);
  write_file(path, SIDE, (lamina_image_format)format);
}

static void measure(const char *path, const char *name, int format) {
  char small[300], label[100];
  lamina_context *context = bench_context(1);
  double before;
  (void)format;
  snprintf(small, sizeof small, "%s.small", path);
  load(context, small);
  before = most_megabytes();
  load(context, path);
  snprintf(label, sizeof label, "images/%s_10000x10000_for_300", name);
  bench_print(label, most_megabytes() - before, "MB", NAN, 8, true);
  lamina_context_release(context);
}

int main(void) {
  static const struct { const char *name; lamina_image_format format; } kinds[] = {
      {"png", LAMINA_IMAGE_FORMAT_PNG}, {"jpeg", LAMINA_IMAGE_FORMAT_JPEG}, {"webp", LAMINA_IMAGE_FORMAT_WEBP},
      {"qoi", LAMINA_IMAGE_FORMAT_QOI}};
  char folder[] = "/tmp/lamina-bench-XXXXXX", path[200], small[300];
  size_t i;
  int failed = 0;
  if (mkdtemp(folder) == NULL) return 1;
  for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    snprintf(path, sizeof path, "%s/a", folder);
    snprintf(small, sizeof small, "%s.small", path);
    if (!apart(make_files, path, kinds[i].name, (int)kinds[i].format) ||
        !apart(measure, path, kinds[i].name, (int)kinds[i].format)) failed = 1;
    unlink(path);
    unlink(small);
  }
  rmdir(folder);
  return failed;
}
