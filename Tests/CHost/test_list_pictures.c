/* Pictures of rows: by URLs, by files and still loading. They are decoded at the size of their slot, fetched by how
 * near their rows are, and show when they are there, without a flash and without work for other rows. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "image_stage.h"

#include <unistd.h>

enum { ROW = 20, COUNT = 100, VIEW_ROWS = 5 };

static const char form[] =
    "{\"root\": {\"background\": \"#ffff00\", \"style\": {\"width\": 40, \"height\": 20}, \"children\": ["
    "{\"kind\": \"image\", \"image\": \"{picture}\", \"frame\": [0, 0, 8, 8]}]}}";
static const char natural_form[] = "{\"root\": {\"kind\": \"image\", \"image\": \"{picture}\"}}";

typedef struct list_of {
  stage s;
  lamina_list *list;
  lamina_node *node;
  int asked[COUNT];
  const char *names[COUNT]; /* what each row has in its slot; NULL: nothing */
  lamina_image *images[COUNT];
  char log[400];
} list_of;

static void keep_log(lamina_log_level level, const char *message, void *user_data) {
  list_of *l = (list_of *)user_data;
  (void)level;
  snprintf(l->log, sizeof l->log, "%s", message);
}

static void give(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  list_of *l = (list_of *)user_data;
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  (void)identity;
  l->asked[row]++;
  value.slot = "picture";
  value.kind = l->images[row] != NULL ? LAMINA_VALUE_KIND_IMAGE : LAMINA_VALUE_KIND_TEXT;
  value.image = l->images[row];
  value.text = l->names[row];
  if (l->images[row] == NULL && l->names[row] == NULL) value.text = "data:image/qoi;base64,cW9pZgAAAAEAAAABBAD+AAAAAAAAAAAAAAAB";
  value.text_length = LAMINA_NUL_TERMINATED;
  CHECK_OK(lamina_list_set_values(list, &value, 1));
}

static void give_nothing(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  (void)row, (void)identity, (void)user_data;
  CHECK_OK(lamina_list_set_values(list, NULL, 0));
}

static void set_rows(list_of *l, size_t count) {
  CHECK_OK(lamina_list_set_row_count(l->list, count, 0));
}

static int allows_outside; /* of the next list */

static list_of *begin(const char *template_text, const char *folder) {
  list_of *l = (list_of *)calloc(1, sizeof *l);
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_list_options list_options = LAMINA_LIST_OPTIONS_INIT;
  lamina_template *made = NULL;
  if (l == NULL) exit(1);
  options.thread_count = 1;
  options.log = keep_log;
  options.log_user_data = l;
  CHECK_OK(lamina_context_create(&options, &l->s.context));
  l->s.picture = check_make_picture(40, ROW * VIEW_ROWS);
  CHECK_OK(lamina_context_set_loader(l->s.context, "app", 3, asked, unasked, reprioritised, &l->s.server, NULL));
  CHECK_OK(lamina_surface_create(l->s.context, check_make_size(40, ROW * VIEW_ROWS), 1, &l->s.surface));
  list_options.estimated_row_height = ROW;
  list_options.image_folder = folder;
  list_options.allows_outside_images = allows_outside;
  CHECK_OK(lamina_list_create(l->s.context, &list_options, &l->list));
  CHECK_OK(lamina_list_copy_node(l->list, &l->node));
  CHECK_OK(lamina_template_create(l->s.context, template_text, LAMINA_NUL_TERMINATED, &made));
  CHECK_OK(lamina_list_set_template(l->list, 0, made));
  lamina_template_release(made);
  CHECK_OK(lamina_list_set_values_callback(l->list, give, l, NULL));
  CHECK_OK(lamina_surface_set_root(l->s.surface, l->node));
  return l;
}

static void end(list_of *l) {
  int i;
  for (i = 0; i < COUNT; i++) lamina_image_release(l->images[i]);
  lamina_list_release(l->list);
  lamina_node_release(l->node);
  lamina_surface_release(l->s.surface);
  lamina_context_release(l->s.context);
  free(l->s.picture.pixels);
  free(l);
}

/* What stands in row `row` at 3 pixels from its corner, and beside its slot. */
static uint32_t slot_pixel(list_of *l, int row) {
  CHECK_OK(lamina_surface_composite(l->s.surface, &l->s.picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&l->s.picture, 30, row * ROW + 3), 0xFFFFFF00u);
  return check_pixel(&l->s.picture, 3, row * ROW + 3);
}

/* A process, in which the row shows. */
static void turn_once(list_of *l, int row) {
  struct timespec pause = { 0, 1000000 };
  CHECK_OK(lamina_context_process(l->s.context, 0));
  if (row >= 0) slot_pixel(l, row);
  nanosleep(&pause, NULL);
}

/* Until something holds, while requests wait for the test. */
#define TURN_UNTIL(l, row, condition)                                 \
  do {                                                                \
    int left = 20000;                                                 \
    while (!(condition) && left-- > 0) turn_once((l), (row));         \
    CHECK(condition);                                                 \
  } while (0)

/* Long enough for what must not happen to be likely. */
static void turn(list_of *l, int row) {
  int i;
  for (i = 0; i < 30; i++) turn_once(l, row);
}

static int is_settled(list_of *l) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  CHECK_OK(lamina_list_get_state(l->list, &state));
  return state.is_settled;
}

static int request_for(list_of *l, const char *url) {
  int i;
  for (i = l->s.server.count - 1; i >= 0; i--) {
    if (strcmp(l->s.server.urls[i], url) == 0) return i;
  }
  CHECK(!"nobody asked for it");
  return 0;
}

static void test_urls(void) {
  list_of *l = begin(form, NULL);
  file large = make_file(200, RED);
  lamina_limits limits = LAMINA_LIMITS_INIT;
  char cache[2000];
  int i, before[COUNT];
  /* In its own size it could not be decoded at all. */
  limits.picture_pixels = 1000;
  CHECK_OK(lamina_context_set_limits(l->s.context, &limits));
  l->names[1] = "app:large";
  set_rows(l, VIEW_ROWS);
  TURN_UNTIL(l, -1, l->s.server.count == 1 && is_settled(l));
  CHECK_EQUAL(l->s.server.priorities[0], LAMINA_LOAD_PRIORITY_HIGH);
  CHECK_EQUAL(slot_pixel(l, 1), 0xFFFFFF00u);
  memcpy(before, l->asked, sizeof before);
  serve(&l->s, 0, &large);
  TURN_UNTIL(l, 1, slot_pixel(l, 1) == colors[RED]);
  for (i = 0; i < VIEW_ROWS; i++) CHECK_EQUAL(l->asked[i] - before[i], i == 1 ? 1 : 0);
  CHECK(lamina_context_read_image_cache(l->s.context, cache, sizeof cache) < sizeof cache);
  CHECK(strstr(cache, "\t8\t8\tapp:large") != NULL);
  CHECK_EQUAL(l->log[0], 0);
  /* The same picture in another row is in memory: it shows with the row. */
  l->names[VIEW_ROWS - 1] = "app:large";
  CHECK_OK(lamina_list_set_row_count(l->list, VIEW_ROWS, 1));
  TURN_UNTIL(l, VIEW_ROWS - 1, slot_pixel(l, VIEW_ROWS - 1) == colors[RED]);
  CHECK_EQUAL(l->s.server.count, 1);
  end(l);
}

static void test_ranges(void) {
  static const char *const names[] = { "app:0", "app:1", "app:2", "app:3", "app:4", "app:5", "app:6", "app:7" };
  list_of *l = begin(form, NULL);
  int i;
  for (i = 0; i < 8; i++) l->names[i] = names[i];
  set_rows(l, COUNT);
  TURN_UNTIL(l, -1, l->s.server.count == 8 && is_settled(l));
  CHECK_EQUAL(l->s.server.priorities[request_for(l, "app:0")], LAMINA_LOAD_PRIORITY_HIGH);
  CHECK_EQUAL(l->s.server.priorities[request_for(l, "app:4")], LAMINA_LOAD_PRIORITY_HIGH);
  CHECK(l->s.server.priorities[request_for(l, "app:7")] != LAMINA_LOAD_PRIORITY_HIGH);
  CHECK_OK(lamina_node_scroll_by(l->node, check_make_point(0, 3 * ROW), NULL));
  TURN_UNTIL(l, -1, l->s.server.priorities[request_for(l, "app:7")] == LAMINA_LOAD_PRIORITY_HIGH);
  CHECK(l->s.server.priorities[request_for(l, "app:0")] != LAMINA_LOAD_PRIORITY_HIGH);
  CHECK_EQUAL(l->s.server.cancelled, 0);
  CHECK_OK(lamina_node_scroll_to(l->node, check_make_point(0, 80 * ROW), NULL));
  TURN_UNTIL(l, -1, l->s.server.cancelled == 8);
  /* And back: asked for anew. */
  CHECK_OK(lamina_node_scroll_to(l->node, check_make_point(0, 0), NULL));
  TURN_UNTIL(l, -1, l->s.server.count == 16);
  end(l);
}

static void test_failing(void) {
  list_of *l = begin(form, NULL);
  file bad = make_file(8, RED);
  l->names[0] = "app:refused";
  l->names[1] = "app:bad";
  l->names[2] = "none.png";
  set_rows(l, VIEW_ROWS);
  TURN_UNTIL(l, -1, l->s.server.count == 2 && is_settled(l));
  CHECK(strstr(l->log, "row 2") != NULL && strstr(l->log, "image_folder") != NULL);
  l->log[0] = 0;
  refuse(&l->s, request_for(l, "app:refused"));
  TURN_UNTIL(l, 0, strstr(l->log, "row 0") != NULL);
  memset(bad.bytes + 14, 0, sizeof bad.bytes - 14);
  bad.size = 16;
  serve(&l->s, request_for(l, "app:bad"), &bad);
  TURN_UNTIL(l, 1, strstr(l->log, "row 1") != NULL && strstr(l->log, "app:bad") != NULL);
  CHECK_EQUAL(slot_pixel(l, 0), 0xFFFFFF00u);
  CHECK_EQUAL(slot_pixel(l, 1), 0xFFFFFF00u);
  CHECK_EQUAL(slot_pixel(l, 2), 0xFFFFFF00u);
  CHECK_EQUAL(slot_pixel(l, 3), 0xFF000000u);
  end(l);
}

static void test_files(void) {
  char folder[] = "/tmp/lamina-rows-XXXXXX", path[64];
  file large = make_file(200, BLUE);
  char name[80];
  int allowed;
  list_of *l;
  lamina_limits limits = LAMINA_LIMITS_INIT;
  FILE *out;
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  snprintf(path, sizeof path, "%s/a.qoi", folder);
  out = fopen(path, "wb");
  if (!CHECK(out != NULL)) return;
  CHECK(fwrite(large.bytes, 1, large.size, out) == large.size);
  fclose(out);
  l = begin(form, folder);
  limits.picture_pixels = 1000;
  CHECK_OK(lamina_context_set_limits(l->s.context, &limits));
  l->names[2] = "a.qoi";
  set_rows(l, VIEW_ROWS);
  TURN_UNTIL(l, -1, is_settled(l));
  CHECK_EQUAL(slot_pixel(l, 2), colors[BLUE]);
  CHECK_EQUAL(statistics(&l->s).decoded > 0, 1);
  CHECK_EQUAL(l->log[0], 0);
  end(l);
  /* By URLs of files, where the list allows them. */
  for (allowed = 0; allowed < 2; allowed++) {
    allows_outside = allowed;
    l = begin(form, NULL);
    allows_outside = 0;
    snprintf(name, sizeof name, "file://%s", path);
    l->names[2] = name;
    set_rows(l, VIEW_ROWS);
    TURN_UNTIL(l, -1, is_settled(l));
    if (allowed) TURN_UNTIL(l, -1, slot_pixel(l, 2) == colors[BLUE]);
    if (!allowed) CHECK(strstr(l->log, "allows_outside_images") != NULL);
    CHECK_EQUAL(slot_pixel(l, 2) == colors[BLUE], allowed);
    end(l);
  }
  unlink(path);
  rmdir(folder);
}

/* The template's own picture, which all rows share: decoded once, at the size of its slot. */
static void test_fixed_pictures(void) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static char text[8000];
  file large = make_file(200, GREEN);
  list_of *l;
  lamina_limits limits = LAMINA_LIMITS_INIT;
  lamina_template *made = NULL;
  char *out = text;
  size_t i;
  out += sprintf(
      out, "{\"root\": {\"background\": \"#ffff00\", \"style\": {\"width\": 40, \"height\": 20}, \"children\": ["
           "{\"kind\": \"image\", \"frame\": [0, 0, 8, 8], \"image\": \"data:image/qoi;base64,");
  for (i = 0; i < large.size; i += 3) {
    unsigned bits = (unsigned)(large.bytes[i] << 16 | large.bytes[i + 1] << 8 | large.bytes[i + 2]);
    int k;
    for (k = 18; k >= 0; k -= 6) *out++ = letters[bits >> k & 63];
  }
  out += sprintf(out, "\"}]}}");
  CHECK(out < text + sizeof text);
  l = begin(form, NULL);
  /* In its own size it could not be decoded at all. */
  limits.picture_pixels = 1000;
  CHECK_OK(lamina_context_set_limits(l->s.context, &limits));
  CHECK_OK(lamina_template_create(l->s.context, text, LAMINA_NUL_TERMINATED, &made));
  CHECK_OK(lamina_list_set_template(l->list, 0, made));
  lamina_template_release(made);
  CHECK_OK(lamina_list_set_values_callback(l->list, give_nothing, NULL, NULL));
  set_rows(l, VIEW_ROWS);
  TURN_UNTIL(l, -1, is_settled(l));
  for (i = 0; i < VIEW_ROWS; i++) CHECK_EQUAL(slot_pixel(l, (int)i), colors[GREEN]);
  CHECK_EQUAL(statistics(&l->s).decoded, 1);
  CHECK_EQUAL(l->log[0], 0);
  end(l);
}

static void test_loading_images(void) {
  list_of *l = begin(form, NULL);
  file f = make_file(8, GREEN);
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  int i, before[COUNT];
  CHECK_OK(lamina_image_begin_url(l->s.context, "app:later", LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL, &l->images[0]));
  CHECK_OK(lamina_image_begin_url(l->s.context, "app:never", LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL, &l->images[3]));
  l->images[1] = lamina_image_retain(l->images[0]);
  set_rows(l, VIEW_ROWS);
  TURN_UNTIL(l, -1, l->s.server.count == 2 && is_settled(l));
  memcpy(before, l->asked, sizeof before);
  serve(&l->s, request_for(l, "app:later"), &f);
  refuse(&l->s, request_for(l, "app:never"));
  TURN_UNTIL(l, 0, slot_pixel(l, 0) == colors[GREEN] && slot_pixel(l, 1) == colors[GREEN]);
  TURN_UNTIL(l, 0, l->asked[3] > before[3] && is_settled(l));
  turn(l, 0);
  CHECK_EQUAL(slot_pixel(l, 3), 0xFFFFFF00u);
  for (i = 0; i < VIEW_ROWS; i++) CHECK_EQUAL(l->asked[i] - before[i], i < 2 || i == 3 ? 1 : 0);
  /* Values belong to the moment in which the list asks for them. */
  CHECK_STATUS(lamina_list_set_values(l->list, &value, 1), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_list_set_values(NULL, &value, 1), LAMINA_ERROR_INVALID_HANDLE);
  end(l);
}

/* A row that is as large as its picture: it grows when that is there. */
static void test_natural_size(void) {
  list_of *l = begin(natural_form, NULL);
  file f = make_file(32, BLUE);
  lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
  l->names[0] = "app:natural";
  set_rows(l, 1);
  TURN_UNTIL(l, -1, l->s.server.count == 1 && is_settled(l));
  serve(&l->s, 0, &f);
  TURN_UNTIL(l, -1, lamina_list_get_row_place(l->list, 0, &place) == LAMINA_OK && place.frame.size.height >= 32);
  CHECK_OK(lamina_surface_composite(l->s.surface, &l->s.picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&l->s.picture, 20, 20), colors[BLUE]);
  end(l);
}

/* Requests of rows are open when their context ends. */
static void test_end(void) {
  list_of *l = begin(form, NULL);
  l->names[0] = "app:open";
  CHECK_OK(lamina_image_begin_url(l->s.context, "app:image", LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL, &l->images[1]));
  set_rows(l, VIEW_ROWS);
  TURN_UNTIL(l, -1, l->s.server.count == 2);
  end(l);
}

/* A row that is given anew sees what its file is now, and who waits until all is idle, sees that row. */
static void test_changed_files(void) {
  char path[] = "/tmp/lamina-row-XXXXXX", next[40], url[48];
  int number = mkstemp(path), round;
  list_of *l;
  CHECK(number >= 0);
  close(number);
  snprintf(url, sizeof url, "file://%s", path);
  snprintf(next, sizeof next, "%s.next", path);
  allows_outside = 1;
  l = begin(form, NULL);
  allows_outside = 0;
  l->names[0] = url;
  for (round = 0; round < 40; round++) {
    /* Every second time it is the same file. */
    file f = make_file(8, round / 2 % 2 ? RED : BLUE);
    FILE *out = fopen(next, "wb");
    if (!CHECK(out != NULL)) return;
    CHECK_EQUAL(fwrite(f.bytes, 1, f.size, out), f.size);
    CHECK_EQUAL(fclose(out), 0);
    if (round % 2 == 0) CHECK_EQUAL(rename(next, path), 0);
    if (round == 0) set_rows(l, 1);
    CHECK_OK(lamina_list_set_row_version(l->list, 0, (uint32_t)round));
    CHECK_OK(lamina_context_wait_idle(l->s.context, CHECK_PATIENCE_US));
    CHECK_EQUAL(slot_pixel(l, 0), colors[round / 2 % 2 ? RED : BLUE]);
  }
  /* One that is gone shows on. */
  unlink(path);
  CHECK_OK(lamina_list_set_row_version(l->list, 0, 100));
  CHECK_OK(lamina_context_wait_idle(l->s.context, CHECK_PATIENCE_US));
  CHECK_EQUAL(slot_pixel(l, 0), colors[RED]);
  unlink(next);
  end(l);
}

int main(void) {
  test_urls();
  test_changed_files();
  test_ranges();
  test_failing();
  test_files();
  test_fixed_pictures();
  test_loading_images();
  test_natural_size();
  test_end();
  return check_done(__FILE__);
}
