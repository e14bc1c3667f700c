/* Lists of many rows, 480 x 800, each with a picture and texts: the owner thread's CPU time to open one, to jump, and
 * for frames of scrolling, beside pixman copying the same rows by hand; what is blank meanwhile; memory. The same job
 * in GTK and Qt is in rivals/list_gtk.c and rivals/list_qt.cpp. */
#include "rivals/list_job.h"

#include <pixman.h>

static const char form[] =
    "{\"background\": \"white\", \"root\": {\"children\": [{\"kind\": \"inset\", \"insets\": 14, \"children\": ["
    "{\"kind\": \"row\", \"spacing\": 12, \"children\": ["
    "{\"kind\": \"image\", \"image\": \"{picture}\", \"style\": {\"width\": 56, \"height\": 56}},"
    "{\"kind\": \"column\", \"spacing\": 4, \"align_items\": \"stretch\","
    " \"style\": {\"flex_grow\": 1, \"flex_shrink\": 1, \"flex_basis\": 0}, \"children\": ["
    "{\"kind\": \"text\", \"text\": \"{title}\", \"attributes\": {\"size\": 17, \"weight\": 700}},"
    "{\"kind\": \"text\", \"text\": \"{text}\", \"attributes\": {\"size\": 14}}]}]}]}]}}";

/* Pictures as rows have them: the bytes of a PNG in a data URL. */
typedef struct url { char text[12000]; size_t count; unsigned bits, held; } url;
static url pictures[LIST_PICTURES];

static void add_bits(url *u, unsigned byte) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  u->bits = u->bits << 8 | byte;
  for (u->held += 8; u->held >= 6; u->held -= 6) u->text[u->count++] = digits[u->bits >> (u->held - 6) & 63];
}

static lamina_status take(const void *bytes, size_t count, void *user_data) {
  url *u = (url *)user_data;
  size_t i;
  if (count > 8000) return LAMINA_ERROR_OUT_OF_RANGE;
  for (i = 0; i < count; i++) add_bits(u, ((const unsigned char *)bytes)[i]);
  return LAMINA_OK;
}

static void make_pictures(void) {
  int i;
  for (i = 0; i < LIST_PICTURES; i++) {
    lamina_bitmap bitmap = bench_bitmap(LIST_PICTURE, LIST_PICTURE);
    url *u = &pictures[i];
    list_picture(i, (uint32_t *)bitmap.data);
    u->count = (size_t)snprintf(u->text, sizeof u->text, "data:;base64,");
    BENCH_OK(lamina_bitmap_write(&bitmap, NULL, take, u));
    if (u->held > 0) {
      unsigned left = u->held;
      add_bits(u, 0);
      u->text[u->count++] = '=';
      if (left == 2) u->text[u->count++] = '=';
    }
    free(bitmap.data);
  }
}

static void values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  char json[13000], title[64];
  (void)row, (void)user_data;
  list_title((unsigned long)identity, title, sizeof title);
  snprintf(json, sizeof json, "{\"title\": \"%s\", \"text\": \"%.*s\", \"picture\": \"%s\"}", title,
           list_text_length((unsigned long)identity), list_words, pictures[identity % LIST_PICTURES].text);
  BENCH_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_list *list;
  lamina_node *node;
  lamina_bitmap target;
} stage;

static long resident_kb(void) {
  char line[256];
  long kb = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "VmRSS: %ld", &kb) == 1) break;
  }
  if (file != NULL) fclose(file);
  return kb;
}

static void frame(stage *s) {
  BENCH_OK(lamina_context_process(s->context, 0));
  BENCH_OK(lamina_surface_composite(s->surface, &s->target, NULL, 0, NULL));
}

static lamina_list_state state_of(stage *s) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  BENCH_OK(lamina_list_get_state(s->list, &state));
  return state;
}

static void settle(stage *s) {
  do {
    frame(s);
  } while (state_of(s).blank_count > 0 || state_of(s).visible_count == 0 || !state_of(s).is_settled);
}

static stage open_list(size_t count, const char *name) {
  stage s;
  char title[64];
  lamina_template *template_ = NULL;
  double cpu, wall;
  s.context = bench_context(2);
  s.node = NULL;
  s.target = bench_bitmap(LIST_WIDTH, LIST_HEIGHT);
  BENCH_OK(lamina_surface_create(s.context, (lamina_size){LIST_WIDTH, LIST_HEIGHT}, 1, &s.surface));
  BENCH_OK(lamina_template_create(s.context, form, LAMINA_NUL_TERMINATED, &template_));
  wall = bench_now();
  cpu = list_cpu();
  BENCH_OK(lamina_list_create(s.context, NULL, &s.list));
  BENCH_OK(lamina_list_set_template(s.list, 0, template_));
  BENCH_OK(lamina_list_set_values_callback(s.list, values, NULL, NULL));
  BENCH_OK(lamina_list_copy_node(s.list, &s.node));
  BENCH_OK(lamina_surface_set_root(s.surface, s.node));
  BENCH_OK(lamina_list_set_row_count(s.list, count, 0));
  snprintf(title, sizeof title, "open_%s_owner", name);
  list_print("", title, (list_cpu() - cpu) * 1e3, "ms", 5);
  do {
    frame(&s);
  } while (state_of(&s).blank_count > 0 || state_of(&s).visible_count == 0);
  snprintf(title, sizeof title, "open_%s_first_screen", name);
  list_print("", title, (bench_now() - wall) * 1e3, "ms", 60);
  settle(&s);
  lamina_template_release(template_);
  return s;
}

static void close_list(stage *s) {
  lamina_list_release(s->list);
  lamina_node_release(s->node);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->target.data);
}

/* Frames 16.7 ms apart, for the workers have that time, too. */
static void rest_until(double *next) {
  struct timespec rest = {0, 0};
  *next += 1 / 60.0;
  rest.tv_nsec = (long)(1e9 * (*next - bench_now()));
  if (rest.tv_nsec > 0) nanosleep(&rest, NULL);
}

/* Pixman copying the rows that are in view to where they stand: what any list has to do for a frame, at least. In
 * frames as far apart, after which less is in the caches than when the same is done again at once. */
static double floor_of(stage *s) {
  enum { ROOM = 64, FRAMES = 60 };
  double spent[FRAMES], next = bench_now();
  lamina_list_state state = state_of(s);
  pixman_image_t *rows[ROOM], *target = pixman_image_create_bits(PIXMAN_a8r8g8b8, LIST_WIDTH, LIST_HEIGHT,
                                                                 (uint32_t *)s->target.data, s->target.stride);
  int tops[ROOM], heights[ROOM], count = 0, i, round;
  for (; count < (int)state.visible_count && count < ROOM; count++) {
    lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
    BENCH_OK(lamina_list_get_row_place(s->list, state.first_row + (size_t)count, &place));
    tops[count] = (int)place.frame.origin.y;
    heights[count] = (int)place.frame.size.height;
    rows[count] = pixman_image_create_bits(PIXMAN_a8r8g8b8, LIST_WIDTH, heights[count], NULL, 0);
    /* Memory of its own, which untouched pages do not have. */
    memset(pixman_image_get_data(rows[count]), 255, (size_t)(pixman_image_get_stride(rows[count]) * heights[count]));
  }
  for (round = 0; round < FRAMES; round++) {
    double start = list_cpu();
    for (i = 0; i < count; i++) {
      pixman_image_composite32(PIXMAN_OP_SRC, rows[i], NULL, target, 0, 0, 0, 0, 0, tops[i], LIST_WIDTH, heights[i]);
    }
    spent[round] = list_cpu() - start;
    rest_until(&next);
  }
  for (i = 0; i < count; i++) pixman_image_unref(rows[i]);
  pixman_image_unref(target);
  qsort(spent, FRAMES, sizeof *spent, list_by_value);
  return spent[FRAMES / 2] * 1e3;
}

static void scroll(stage *s, const list_motion *motion) {
  static double spent[1024];
  double next, floor_;
  char title[64];
  int i, rows = 0, frames = 0, longest = 0, run = 0;
  BENCH_OK(lamina_list_scroll_to_row(s->list, 20000, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  settle(s);
  floor_ = floor_of(s);
  next = bench_now();
  for (i = 0; i < motion->frames; i++) {
    double start = list_cpu();
    size_t blank;
    BENCH_OK(lamina_node_scroll_by(s->node, (lamina_point){0, list_distance(motion, i)}, NULL));
    frame(s);
    spent[i] = list_cpu() - start;
    blank = state_of(s).blank_count;
    rows += (int)blank;
    frames += blank > 0;
    run = blank > 0 ? run + 1 : 0;
    if (run > longest) longest = run;
    rest_until(&next);
  }
  list_print_frames("", motion, spent, motion->frames, floor_, 0.5);
  snprintf(title, sizeof title, "scroll_%s_frames_with_blank", motion->name);
  list_print("", title, frames, "frames", motion->distance < 130 ? 0 : NAN);
  snprintf(title, sizeof title, "scroll_%s_blank_rows", motion->name);
  list_print("", title, (double)rows / motion->frames, "rows a frame", NAN);
  snprintf(title, sizeof title, "scroll_%s_longest_blank", motion->name);
  list_print("", title, longest, "frames", NAN);
}

static void jump(void) {
  stage s = open_list(10000, "10000");
  double cpu = list_cpu(), top;
  lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
  BENCH_OK(lamina_list_scroll_to_row(s.list, 9000, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  frame(&s);
  list_print("", "jump_in_10000_owner", (list_cpu() - cpu) * 1e3, "ms", 2);
  BENCH_OK(lamina_list_get_row_place(s.list, 9000, &place));
  top = place.frame.origin.y;
  settle(&s);
  BENCH_OK(lamina_list_get_row_place(s.list, 9000, &place));
  list_print("", "jump_in_10000_moves_later", fabs(place.frame.origin.y - top) + fabs(top), "units", 0);
  close_list(&s);
}

/* 100,000 rows of which 10,000 went, 10,000 came and 2,000 moved: what the owner thread spends until they show, and how
 * long that takes; the same rows once more; and one row behind all others. */
static void change(void) {
  stage s = open_list(100000, "100000_to_change");
  static lamina_list_row rows[100000];
  static const lamina_list_row empty = LAMINA_LIST_ROW_INIT;
  size_t i, count = 0;
  double cpu, wall, given;
  for (i = 0; i < 100000; i++) {
    if (i % 10 == 3) continue;
    rows[count] = empty;
    rows[count++].identity = i;
  }
  for (i = 0; i < 2000; i++) {
    lamina_list_row row = rows[i * 20];
    rows[i * 20] = rows[i * 20 + 10000];
    rows[i * 20 + 10000] = row;
  }
  for (i = 0; i < 10000; i++) {
    rows[count] = empty;
    rows[count++].identity = 1000000 + i;
  }
  wall = bench_now(), cpu = list_cpu();
  BENCH_OK(lamina_list_set_rows(s.list, rows, count));
  given = list_cpu() - cpu;
  BENCH_OK(lamina_context_wait_idle(s.context, 10000000));
  list_print("", "other_rows_call", given * 1e3, "ms", NAN);
  list_print("", "other_rows_owner", (list_cpu() - cpu) * 1e3, "ms", NAN);
  list_print("", "other_rows_shown", (bench_now() - wall) * 1e3, "ms", NAN);
  settle(&s);
  cpu = list_cpu();
  for (i = 0; i < 20; i++) BENCH_OK(lamina_list_set_rows(s.list, rows, count));
  list_print("", "same_rows", (list_cpu() - cpu) / 20 * 1e3, "ms", NAN);
  cpu = list_cpu();
  for (i = 0; i < 1000; i++) {
    rows[0] = empty;
    rows[0].identity = 2000000 + i;
    BENCH_OK(lamina_list_insert_rows(s.list, count + i, rows, 1));
  }
  list_print("", "one_row_more", (list_cpu() - cpu) / 1000 * 1e6, "us", NAN);
  close_list(&s);
}

int main(void) {
  long before;
  size_t i;
  stage s;
  double load = 0;
  FILE *file = fopen("/proc/loadavg", "r");
  if (file == NULL || fscanf(file, "%lf", &load) != 1) load = NAN;
  if (file != NULL) fclose(file);
  list_print("", "load_of_the_machine", load, "programs", NAN);
  make_pictures();
  jump();
  change();
  before = resident_kb();
  s = open_list(1000000, "1000000");
  list_print("", "memory_1000000", (double)(resident_kb() - before) / 1024, "MB", 100);
  close_list(&s);
  s = open_list(LIST_ROWS, "100000");
  for (i = 0; i < sizeof list_motions / sizeof *list_motions; i++) scroll(&s, &list_motions[i]);
  close_list(&s);
  return 0;
}
