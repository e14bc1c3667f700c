/* A day of a feed that scrolls and changes, as fast as it goes: the host's clock is simulated, one step for each second
 * of it. Cells are built by operations on workers and inserted by their completions; times are updated from another
 * thread; avatars are drawn by callbacks and often redrawn before they are done. A list is scrolled beside it, whose
 * rows go, come and change. After two hours of warming up nothing may grow: memory stays within half a megabyte,
 * handles and descriptors stay the same, and every callback is accounted for at the end.
 *
 * usage: soak [HOURS]: simulated hours, 24 unless told */
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <malloc.h>
#include <unistd.h>

enum { CELLS = 24, WIDTH = 320, HEIGHT = 480, CELL_HEIGHT = 60 };

typedef struct cell {
  lamina_node *root, *avatar, *title, *time;
  long number;
} cell;

static lamina_context *context;
static lamina_node *feed;
static cell cells[CELLS]; /* the oldest at `first` */
static int first, count;
static long built, inserted, operations, completions, transactions, dones, will, did, unfinished, given, destroyed, drawn;

static void destroy(void *user_data) {
  __atomic_add_fetch(&destroyed, 1, __ATOMIC_RELAXED);
  free(user_data);
}

static void *note_given(void *user_data) {
  __atomic_add_fetch(&given, 1, __ATOMIC_RELAXED);
  return user_data;
}

/* ---- A cell ---- */

static lamina_status draw_avatar(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *user_data) {
  volatile long work = 0;
  int i;
  (void)cairo, (void)size, (void)scale, (void)user_data;
  for (i = 0; i < 200 && !lamina_canvas_is_cancelled(canvas); i++) work += i;
  __atomic_add_fetch(&drawn, 1, __ATOMIC_RELAXED);
  return LAMINA_OK;
}

static void will_display(lamina_node *node, void *user_data) { (void)node, (void)user_data, will++; }
static void did_display(lamina_node *node, bool finished, void *user_data) {
  (void)node, (void)user_data;
  did++;
  unfinished += !finished;
}

static lamina_text *make_text(const char *utf8, double size) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  attributes.size = size;
  CHECK_OK(lamina_text_create(context, utf8, LAMINA_NUL_TERMINATED, &attributes, &text));
  return text;
}

static lamina_node *make_label(const char *utf8, double size) {
  lamina_text *text = make_text(utf8, size);
  lamina_node *node = NULL;
  CHECK_OK(lamina_node_create_text(context, text, &node));
  lamina_text_release(text);
  return node;
}

/* On a worker. */
static void build(cell *c) {
  lamina_stack_options row = LAMINA_STACK_OPTIONS_INIT, column = LAMINA_STACK_OPTIONS_INIT;
  lamina_style grows = LAMINA_STYLE_INIT;
  lamina_spec *words = NULL, *line = NULL, *whole = NULL;
  lamina_insets margin = {8, 8, 8, 8};
  lamina_element two[2];
  char title[80];
  /* Numbers come again after two hours: words that were never seen before fill caches, of 4 MiB at most, for days. */
  snprintf(title, sizeof title, "Entry %ld of the feed, with a title of two lines", c->number % 240);
  c->root = check_node(context);
  c->avatar = check_box(context, 40, 40);
  c->title = make_label(title, 13);
  c->time = make_label("now", 11);
  CHECK_OK(lamina_node_set_corner_radius(c->avatar, 20));
  CHECK_OK(lamina_node_set_draw_callback(c->avatar, draw_avatar, note_given(malloc(16)), destroy));
  CHECK_OK(lamina_node_add_display_observer(c->avatar, will_display, did_display, note_given(malloc(16)), destroy, NULL));
  CHECK_OK(lamina_node_set_user_data(c->root, note_given(malloc(16)), destroy));
  CHECK_OK(lamina_node_set_background(c->root, check_make_color(c->number % 2 ? 0xffffff : 0xf4f4f8)));
  grows.flex_grow = grows.flex_shrink = 1;
  column.axis = LAMINA_AXIS_VERTICAL;
  row.spacing = 8;
  two[0].node = c->title;
  two[1].node = c->time;
  CHECK_OK(lamina_spec_create_stack(context, &column, &grows, two, 2, &words));
  two[0].node = c->avatar;
  two[1].spec = words;
  CHECK_OK(lamina_spec_create_stack(context, &row, NULL, two, 2, &line));
  CHECK_OK(lamina_spec_create_inset(context, margin, NULL, line, &whole));
  CHECK_OK(lamina_node_set_spec(c->root, whole));
  lamina_spec_release(words);
  lamina_spec_release(line);
  lamina_spec_release(whole);
  __atomic_add_fetch(&built, 1, __ATOMIC_RELAXED);
}

static void execute(lamina_canvas *canvas, void *user_data) {
  (void)canvas;
  build((cell *)user_data);
}

static void drop_cell(cell *c) {
  CHECK_OK(lamina_node_remove_from_parent(c->root));
  lamina_node_release(c->root);
  lamina_node_release(c->avatar);
  lamina_node_release(c->title);
  lamina_node_release(c->time);
}

/* Completions change `cells` while another thread goes through them: that is this program's to order. */
static pthread_mutex_t cells_lock = PTHREAD_MUTEX_INITIALIZER;

static void complete(bool cancelled, void *user_data) {
  cell *c = (cell *)user_data;
  completions++;
  CHECK(!cancelled);
  pthread_mutex_lock(&cells_lock);
  if (count == CELLS) {
    drop_cell(&cells[first]);
    first = (first + 1) % CELLS;
    count--;
  }
  CHECK_OK(lamina_node_add_child(feed, c->root));
  cells[(first + count++) % CELLS] = *c;
  pthread_mutex_unlock(&cells_lock);
  inserted++;
}

static void done(lamina_transaction *transaction, bool cancelled, void *user_data) {
  (void)transaction, (void)cancelled, (void)user_data;
  dones++;
}

static void new_entry(long number) {
  lamina_transaction *transaction = NULL;
  cell *c = (cell *)calloc(1, sizeof *c);
  if (c == NULL) exit(1);
  c->number = number;
  CHECK_OK(lamina_transaction_create(context, &transaction));
  CHECK_OK(lamina_transaction_add_operation(transaction, (int32_t)(number % 3), execute, complete, note_given(c), destroy));
  CHECK_OK(lamina_transaction_commit(transaction, done, NULL, NULL));
  lamina_transaction_release(transaction);
  operations++;
  transactions++;
}

/* ---- What a second of the feed is ---- */

static void lay_cells_out(double scroll) {
  int i;
  for (i = 0; i < count; i++) {
    cell *c = &cells[(first + i) % CELLS];
    CHECK_OK(lamina_node_set_frame(c->root, check_make_rect(0, (count - 1 - i) * CELL_HEIGHT - scroll, WIDTH, CELL_HEIGHT)));
  }
}

static long simulated; /* seconds */

/* Another thread that changes what is shown, as a network thread would. */
static void *update_times(void *unused) {
  int i;
  (void)unused;
  pthread_mutex_lock(&cells_lock);
  for (i = 0; i < count; i++) {
    cell *c = &cells[(first + i) % CELLS];
    char words[40];
    lamina_text *text;
    snprintf(words, sizeof words, "%ld min ago", simulated / 60 - c->number / 2);
    text = make_text(words, 11);
    CHECK_OK(lamina_node_set_text(c->time, text));
    lamina_text_release(text);
  }
  pthread_mutex_unlock(&cells_lock);
  return NULL;
}

static void second(lamina_surface *surface, check_picture *picture) {
  pthread_t thread;
  simulated++;
  if (simulated % 30 == 0) new_entry(simulated / 30);
  if (simulated % 60 == 0 && count > 0 && pthread_create(&thread, NULL, update_times, NULL) == 0) {
    CHECK_OK(lamina_context_process(context, 1000)); /* completions run here */
    pthread_join(thread, NULL);
  }
  lay_cells_out((double)(simulated * 7 % (CELLS * CELL_HEIGHT / 2)));
  if (count > 0 && simulated % 5 == 0) CHECK_OK(lamina_node_set_needs_display(cells[(first + (int)(simulated / 5) % count) % CELLS].avatar));
  if (simulated % 900 == 0) CHECK_OK(lamina_surface_set_size(surface, check_make_size(WIDTH, HEIGHT), simulated % 1800 ? 1.5 : 1));
  CHECK_OK(lamina_context_process(context, 2000));
  /* A simulated second is shorter than a drawing. Twice a minute the workers may catch up: each avatar is drawn, and
   * what is held at either scale is there before the third hour, however busy the machine is. */
  if (simulated % 30 == 15) CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  if (lamina_surface_get_bounds_px(surface).width == WIDTH && check_has_damage(surface)) {
    CHECK_OK(lamina_surface_composite(surface, &picture->bitmap, NULL, 0, NULL));
  }
}

/* ---- A list beside it: rows go at its top and come at its end, change, and are scrolled through ---- */

enum { ROWS = 500, LIST_WIDTH = 160, LIST_HEIGHT = 200 };

static lamina_list *list;
static lamina_surface *list_surface;
static long list_first, list_version, rows_asked;

static void give_values(lamina_list *of, size_t row, uint64_t identity, void *user_data) {
  char json[160];
  (void)row, (void)user_data;
  rows_asked++;
  /* Not endlessly many texts: what is kept of them has its own limit. */
  snprintf(json, sizeof json, "{\"text\": \"Row %lu of so many%s\"}", (unsigned long)identity % 240,
           identity % 3 ? "" : ", with a text of more than one line");
  CHECK_OK(lamina_list_set_values_json(of, json, LAMINA_NUL_TERMINATED));
}

static void give_rows(void) {
  static lamina_list_row rows[ROWS];
  static const lamina_list_row empty = LAMINA_LIST_ROW_INIT;
  long i;
  for (i = 0; i < ROWS; i++) {
    rows[i] = empty;
    rows[i].identity = (uint64_t)(list_first + i);
    rows[i].version = (uint64_t)(list_version + i) / ROWS; /* a few change at a time */
  }
  CHECK_OK(lamina_list_set_rows(list, rows, ROWS));
}

static lamina_node *list_node;

static void make_list(void) {
  static const char form[] =
      "{\"background\": \"white\", \"root\": {\"children\": [{\"kind\": \"inset\", \"insets\": 4,"
      " \"children\": [{\"kind\": \"text\", \"text\": \"{text}\"}]}]}}";
  lamina_template *template_ = NULL;
  CHECK_OK(lamina_list_create(context, NULL, &list));
  CHECK_OK(lamina_template_create(context, form, LAMINA_NUL_TERMINATED, &template_));
  CHECK_OK(lamina_list_set_template(list, 0, template_));
  lamina_template_release(template_);
  CHECK_OK(lamina_list_set_values_callback(list, give_values, note_given(malloc(1)), destroy));
  CHECK_OK(lamina_list_copy_node(list, &list_node));
  CHECK_OK(lamina_surface_create(context, check_make_size(LIST_WIDTH, LIST_HEIGHT), 1, &list_surface));
  CHECK_OK(lamina_surface_set_root(list_surface, list_node));
  give_rows();
}

static void scroll_list(check_picture *picture) {
  if (simulated % 20 == 0) {
    list_first += 3;
    list_version += 7;
    give_rows();
  }
  if (simulated % 500 == 0) CHECK_OK(lamina_list_scroll_to_row(list, (size_t)(simulated / 500 * 97 % ROWS), LAMINA_SCROLL_ALIGNMENT_CENTER, NULL));
  CHECK_OK(lamina_node_scroll_by(list_node, check_make_point(0, simulated / 500 % 2 ? 90 : -90), NULL));
  if (check_has_damage(list_surface)) CHECK_OK(lamina_surface_composite(list_surface, &picture->bitmap, NULL, 0, NULL));
}

static void drop_list(void) {
  lamina_list_release(list);
  lamina_node_release(list_node);
  lamina_surface_release(list_surface);
  CHECK_OK(lamina_context_process(context, 0));
}

/* ---- What must not grow ---- */

typedef struct held {
  long bytes, resident, descriptors;
  lamina_statistics statistics;
} held;

static held measure(void) {
  held h;
  lamina_statistics empty = LAMINA_STATISTICS_INIT;
  lamina_memory memory = LAMINA_MEMORY_INIT;
  DIR *folder = opendir("/proc/self/fd");
  FILE *file = fopen("/proc/self/statm", "r");
  long pages = 0;
  memset(&h, 0, sizeof h);
  h.statistics = empty;
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_context_get_statistics(context, &h.statistics));
  while (folder != NULL && readdir(folder) != NULL) h.descriptors++;
  if (folder != NULL) closedir(folder);
  malloc_trim(0);
  h.bytes = (long)mallinfo2().uordblks + (long)mallinfo2().hblkhd;
  if (file != NULL && fscanf(file, "%*s %ld", &pages) == 1) h.resident = pages * sysconf(_SC_PAGESIZE);
  if (file != NULL) fclose(file);
  /* Words and paragraphs that are kept for the next time fill up to their limit over the hours. */
  CHECK_OK(lamina_context_get_memory(context, &memory));
  h.bytes -= (long)memory.word_bytes;
  h.resident -= (long)memory.word_bytes;
  return h;
}

int main(int argc, char **argv) {
  long hours = argc > 1 ? atol(argv[1]) : 24, warm_hour = hours > 6 ? hours / 3 : 2, hour;
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_surface *surface = NULL;
  check_picture picture = check_make_picture(WIDTH, HEIGHT), list_picture = check_make_picture(LIST_WIDTH, LIST_HEIGHT);
  held warm = {0, 0, 0, LAMINA_STATISTICS_INIT}, now;
  options.thread_count = 2;
  CHECK_OK(lamina_context_create(&options, &context));
  feed = check_node(context);
  CHECK_OK(lamina_surface_create(context, check_make_size(WIDTH, HEIGHT), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, feed));
  make_list();
  for (hour = 1; hour <= hours; hour++) {
    while (simulated < hour * 3600) {
      second(surface, &picture);
      scroll_list(&list_picture);
    }
    now = measure();
    printf("hour %2ld: %6.2f MB allocated, %6.2f MB resident, %ld descriptors, %lu nodes, %lu objects, %.2f MB of bitmaps\n", hour,
           (double)now.bytes / 1e6, (double)now.resident / 1e6, now.descriptors, (unsigned long)now.statistics.node_count,
           (unsigned long)now.statistics.object_count, (double)now.statistics.bitmap_bytes / 1e6);
    fflush(stdout);
    /* By then the pool of bitmaps has met its largest demand, and the list all of its forms. */
    if (hour == warm_hour) warm = now;
    if (hour > warm_hour) {
      /* The tables that find kept words are not among word_bytes. They double, 0.2 MB at a time and seldom in the same
       * hour of two runs; what is lost for each of the cells or seconds of these hours is more than that. */
      CHECK(now.bytes - warm.bytes < 1000000);
      CHECK(now.resident - warm.resident < 1000000);
      CHECK_EQUAL(now.descriptors, warm.descriptors);
      CHECK_EQUAL(now.statistics.node_count, warm.statistics.node_count);
      CHECK_EQUAL(now.statistics.object_count, warm.statistics.object_count);
    }
  }
  for (; count > 0; count--, first = (first + 1) % CELLS) drop_cell(&cells[first]);
  lamina_surface_release(surface);
  lamina_node_release(feed);
  drop_list();
  now = measure();
  CHECK_EQUAL(now.statistics.node_count, 0);
  CHECK_EQUAL(now.statistics.object_count, 0);
  lamina_context_release(context);
  CHECK_EQUAL(simulated, hours * 3600);
  CHECK_EQUAL(operations, simulated / 30);
  CHECK_EQUAL(built, operations);
  CHECK_EQUAL(completions, operations);
  CHECK_EQUAL(inserted, operations);
  CHECK_EQUAL(dones, transactions);
  CHECK_EQUAL(did, will);
  CHECK(did - unfinished > operations); /* each avatar was seen, many more than once */
  CHECK_EQUAL(destroyed, given);
  printf("%ld hours: %ld cells built, inserted and dropped; %ld of %ld drawings shown; %ld destroy notifies\n", hours, inserted,
         did - unfinished, will, destroyed);
  CHECK(rows_asked > simulated / 10);
  free(picture.pixels);
  free(list_picture.pixels);
  return check_done(__FILE__);
}
