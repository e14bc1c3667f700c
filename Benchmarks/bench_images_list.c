/* A list whose pictures are files that nobody has decoded before: the owner's CPU time of a frame, and from when a row
 * is visible until its picture shows. The same in Qt Quick is in rivals/pictures_qt.cpp. */
#include "rivals/pictures_job.h"

static pictures_times times;
static int rows[PICTURES_COUNT];

static lamina_status put(const void *bytes, size_t count, void *user_data) {
  return fwrite(bytes, 1, count, user_data) == count ? LAMINA_OK : LAMINA_ERROR_IO;
}

/* Slopes with grain, as photos have, each with a colour of its own. */
static void make_pictures(void) {
  enum { WIDTH = 800, HEIGHT = 600 };
  lamina_bitmap bitmap = bench_bitmap(WIDTH, HEIGHT);
  lamina_encode_options options = LAMINA_ENCODE_OPTIONS_INIT;
  uint32_t *words = bitmap.data, seed = 11;
  char path[64];
  int i, x, y;
  options.format = LAMINA_IMAGE_FORMAT_JPEG;
  if (mkdir("build/bench/pictures", 0755) != 0 && access("build/bench/pictures", W_OK) != 0) exit(1);
  for (i = 0; i < PICTURES_COUNT; i++) {
    FILE *file;
    pictures_path(i, path, sizeof path);
    if (access(path, R_OK) == 0) continue;
    for (y = 0; y < HEIGHT; y++) {
      for (x = 0; x < WIDTH; x++) {
        seed = seed * 1664525u + 1013904223u;
        words[y * WIDTH + x] = 0xFF000000u | (uint32_t)(x * 200 / WIDTH + (int)(seed >> 28)) << 16 |
                               (uint32_t)(y * 200 / HEIGHT + (int)(seed >> 24 & 15)) << 8 | (uint32_t)(i * 37 % 240);
      }
    }
    file = fopen(path, "wb");
    if (file == NULL) exit(1);
    BENCH_OK(lamina_bitmap_write(&bitmap, &options, put, file));
    if (fclose(file) != 0) exit(1);
  }
  free(bitmap.data);
}

static void changed(lamina_node *node, const lamina_image_status *status, void *user_data) {
  int row = *(int *)user_data;
  (void)node;
  times.is_there[row] = status->shown >= 0;
}

static lamina_node *make(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_context *context = user_data;
  lamina_node *node = cell->reused, *picture = NULL;
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  lamina_style style = LAMINA_STYLE_INIT;
  char folder[512], url[640], path[64];
  (void)list;
  if (node == NULL) {
    BENCH_OK(lamina_node_create(context, &node));
    style.fields = LAMINA_STYLE_FIELDS_WIDTH | LAMINA_STYLE_FIELDS_HEIGHT;
    style.width.unit = style.height.unit = LAMINA_UNIT_POINTS;
    style.width.value = LIST_WIDTH;
    style.height.value = PICTURES_ROW;
    BENCH_OK(lamina_node_set_style(node, &style));
    BENCH_OK(lamina_node_create(context, &picture));
    BENCH_OK(lamina_node_set_frame(picture, (lamina_rect){{14, 5}, {PICTURES_WIDTH, PICTURES_HEIGHT}}));
    BENCH_OK(lamina_node_add_child(node, picture));
  } else {
    BENCH_OK(lamina_node_copy_child(node, 0, &picture));
  }
  if (getcwd(folder, sizeof folder) == NULL) exit(1);
  pictures_path((int)cell->identity, path, sizeof path);
  snprintf(url, sizeof url, "file://%s/%s", folder, path);
  source.url = url;
  options.gravity = LAMINA_GRAVITY_ASPECT_FILL;
  source.options = &options;
  BENCH_OK(lamina_node_set_image_source(picture, &source, changed, &rows[cell->identity], NULL));
  lamina_node_release(picture);
  return node;
}

int main(void) {
  lamina_context *context = bench_context(2);
  lamina_bitmap target = bench_bitmap(LIST_WIDTH, LIST_HEIGHT);
  lamina_surface *surface = NULL;
  lamina_list *list = NULL;
  lamina_node *node = NULL;
  double start;
  int i;
  for (i = 0; i < PICTURES_COUNT; i++) rows[i] = i;
  make_pictures();
  BENCH_OK(lamina_surface_create(context, (lamina_size){LIST_WIDTH, LIST_HEIGHT}, 1, &surface));
  BENCH_OK(lamina_list_create(context, NULL, &list));
  BENCH_OK(lamina_list_set_cell_callback(list, 0, make, true, context, NULL));
  BENCH_OK(lamina_list_copy_node(list, &node));
  BENCH_OK(lamina_surface_set_root(surface, node));
  BENCH_OK(lamina_list_set_row_count(list, PICTURES_COUNT, 0));
  for (i = 0; i < 60; i++) {
    BENCH_OK(lamina_context_process(context, 0));
    BENCH_OK(lamina_surface_composite(surface, &target, NULL, 0, NULL));
    pictures_wait(bench_now(), 0);
  }
  start = bench_now();
  for (i = 0; i < PICTURES_FRAMES; i++) {
    double spent = list_cpu();
    lamina_list_state state = LAMINA_LIST_STATE_INIT;
    BENCH_OK(lamina_node_scroll_by(node, (lamina_point){0, PICTURES_STEP}, NULL));
    BENCH_OK(lamina_context_process(context, 0));
    BENCH_OK(lamina_surface_composite(surface, &target, NULL, 0, NULL));
    times.owner[i] = list_cpu() - spent;
    BENCH_OK(lamina_list_get_state(list, &state));
    pictures_note_frame(&times, (double)state.first_row * PICTURES_ROW - state.first_row_offset);
    pictures_wait(start, i);
  }
  pictures_print("", &times, 0.5);
  lamina_list_release(list);
  lamina_node_release(node);
  lamina_surface_release(surface);
  lamina_context_release(context);
  free(target.data);
  return 0;
}
