/* Lists of many rows of texts, 480 x 800: the owner thread's CPU time to open one, to jump, and for frames of
 * scrolling; what is blank meanwhile; memory. */
#include "bench.h"

enum { WIDTH = 480, HEIGHT = 800 };

static const char form[] =
    "{\"background\": \"white\", \"root\": {\"children\": [{\"kind\": \"inset\", \"insets\": 14, \"children\": ["
    "{\"kind\": \"column\", \"spacing\": 4, \"align_items\": \"stretch\", \"children\": ["
    "{\"kind\": \"text\", \"text\": \"{title}\", \"attributes\": {\"size\": 17, \"weight\": 700}},"
    "{\"kind\": \"text\", \"text\": \"{text}\", \"attributes\": {\"size\": 14}}]}]}]}}";

static const char words[] =
    "the harbour was quiet and the boats lay close together while the tide went out and left its marks on stones that "
    "had seen a good many tides before and would see as many again when nobody was there to count them any more";

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  char json[400];
  (void)row, (void)user_data;
  snprintf(json, sizeof json, "{\"title\": \"Entry number %llu\", \"text\": \"%.*s\"}", (unsigned long long)identity,
           (int)(20 + identity * 37 % 160), words);
  BENCH_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_list *list;
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

static stage open_list(size_t count, const char *name) {
  stage s;
  char title[64];
  lamina_template *template_ = NULL;
  lamina_node *node = NULL;
  double cpu, wall;
  s.context = bench_context(2);
  s.target = bench_bitmap(WIDTH, HEIGHT);
  BENCH_OK(lamina_surface_create(s.context, (lamina_size){WIDTH, HEIGHT}, 1, &s.surface));
  BENCH_OK(lamina_template_create(s.context, form, LAMINA_NUL_TERMINATED, &template_));
  wall = bench_now();
  cpu = cpu_now();
  BENCH_OK(lamina_list_create(s.context, NULL, &s.list));
  BENCH_OK(lamina_list_set_template(s.list, 0, template_));
  BENCH_OK(lamina_list_set_values_callback(s.list, values, NULL, NULL));
  BENCH_OK(lamina_list_copy_node(s.list, &node));
  BENCH_OK(lamina_surface_set_root(s.surface, node));
  BENCH_OK(lamina_list_set_row_count(s.list, count, 0));
  snprintf(title, sizeof title, "list/open_%s_owner", name);
  bench_print(title, (cpu_now() - cpu) * 1e3, "ms", NAN, 5, true);
  do {
    frame(&s);
  } while (state_of(&s).blank_count > 0 || state_of(&s).visible_count == 0 || !state_of(&s).is_settled);
  snprintf(title, sizeof title, "list/open_%s_first_screen", name);
  bench_print(title, (bench_now() - wall) * 1e3, "ms", NAN, 60, true);
  lamina_template_release(template_);
  lamina_node_release(node);
  return s;
}

static void close_list(stage *s) {
  lamina_list_release(s->list);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->target.data);
}

/* Frames 16.7 ms apart, for the workers have that time, too. */
static void scroll(stage *s, double distance, int frames) {
  double *spent = (double *)malloc((size_t)frames * sizeof *spent), next = bench_now();
  char title[64];
  int i, blank_rows = 0, blank_frames = 0;
  BENCH_OK(lamina_list_scroll_to_row(s->list, 20000, LAMINA_LIST_ALIGNMENT_START));
  do {
    frame(s);
  } while (!state_of(s).is_settled);
  for (i = 0; i < frames; i++) {
    double start = cpu_now();
    struct timespec rest = {0, 0};
    BENCH_OK(lamina_list_scroll_by(s->list, distance));
    frame(s);
    spent[i] = cpu_now() - start;
    blank_rows += (int)state_of(s).blank_count;
    blank_frames += state_of(s).blank_count > 0;
    next += 1 / 60.0;
    rest.tv_nsec = (long)(1e9 * (next - bench_now()));
    if (rest.tv_nsec > 0) nanosleep(&rest, NULL);
  }
  qsort(spent, (size_t)frames, sizeof *spent, by_value);
  snprintf(title, sizeof title, "list/scroll_%g_owner_median", distance);
  bench_print(title, spent[frames / 2] * 1e3, "ms", NAN, NAN, true);
  snprintf(title, sizeof title, "list/scroll_%g_owner_p99", distance);
  bench_print(title, spent[frames * 99 / 100] * 1e3, "ms", NAN, 0.5, true);
  snprintf(title, sizeof title, "list/scroll_%g_frames_with_blank", distance);
  bench_print(title, blank_frames, "frames", NAN, distance < 800 ? 0 : NAN, true);
  snprintf(title, sizeof title, "list/scroll_%g_blank_rows", distance);
  bench_print(title, (double)blank_rows / frames, "rows a frame", NAN, NAN, true);
  free(spent);
}

static void jump(void) {
  stage s = open_list(10000, "10000");
  double cpu = cpu_now(), top;
  lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
  BENCH_OK(lamina_list_scroll_to_row(s.list, 9000, LAMINA_LIST_ALIGNMENT_START));
  frame(&s);
  bench_print("list/jump_in_10000_owner", (cpu_now() - cpu) * 1e3, "ms", NAN, 2, true);
  BENCH_OK(lamina_list_get_row_place(s.list, 9000, &place));
  top = place.top;
  do {
    frame(&s);
  } while (!state_of(&s).is_settled);
  BENCH_OK(lamina_list_get_row_place(s.list, 9000, &place));
  bench_print("list/jump_in_10000_moves_later", fabs(place.top - top) + fabs(top), "units", NAN, 0, true);
  close_list(&s);
}

int main(void) {
  long before;
  stage s;
  jump();
  before = resident_kb();
  s = open_list(1000000, "1000000");
  bench_print("list/memory_1000000", (double)(resident_kb() - before) / 1024, "MB", NAN, 100, true);
  scroll(&s, 12, 300);
  scroll(&s, 120, 300);
  scroll(&s, 800, 120);
  close_list(&s);
  return 0;
}
