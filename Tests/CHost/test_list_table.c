/* What lists of one column show beside their rows, and in the place of rows that are not drawn yet. */
#include "list_stage.h"

enum { WIDTH = 200, HEIGHT = 200, LINE = 0xFF0000, GREY = 0xCCCCCC };

static uint32_t pixel_at(list_stage *s, double x, double y) {
  return check_pixel(&s->picture, (int)x, (int)y) & 0xFFFFFF;
}

static lamina_list_table lines(double thickness, double leading, double trailing) {
  lamina_list_table table = LAMINA_LIST_TABLE_INIT;
  table.separator_color = check_make_color(LINE);
  table.separator_thickness = thickness;
  table.separator_leading = leading;
  table.separator_trailing = trailing;
  return table;
}

/* Whether the line that should end at `edge` is there, from `left` to `right`. */
static void check_line(list_stage *s, double edge, int thickness, int left, int right, bool is_there, int at) {
  int i;
  if (edge < thickness + 1 || edge > HEIGHT - 1) return;
  for (i = 1; i <= thickness; i++) {
    bool is_line = pixel_at(s, 40, edge - i) == LINE;
    if (is_line != is_there) {
      printf("line %d: %06x at %g\n", at, pixel_at(s, 40, edge - i), edge - i);
      CHECK(!"a line is not as it should be");
    }
    if (!is_there) continue;
    CHECK(pixel_at(s, left - 1, edge - i) != LINE && pixel_at(s, left, edge - i) == LINE);
    CHECK(pixel_at(s, right - 1, edge - i) == LINE && (right >= WIDTH || pixel_at(s, right, edge - i) != LINE));
  }
  CHECK(pixel_at(s, 40, edge - thickness - 1) != LINE);
  CHECK(pixel_at(s, 40, edge) != LINE);
}

/* All lines of a list that runs down. */
static void check_lines(list_stage *s, int thickness, int left, int right, int at) {
  lamina_list_state state = stage_state(s);
  size_t row;
  for (row = state.first_row; row < state.first_row + state.visible_count; row++) {
    lamina_rect place = stage_place(s, row);
    bool is_there = row + 1 < s->count && s->rows[row].role == LAMINA_LIST_ROW_ROLE_ITEM &&
                    s->rows[row + 1].role == LAMINA_LIST_ROW_ROLE_ITEM;
    check_line(s, place.origin.y + place.size.height, thickness, left, right, is_there, at);
  }
}

static void test_lines(void) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_table table = lines(2, 16, 30);
  list_stage *s;
  int i;
  options.headers_scroll = true;
  s = stage_make(&options, WIDTH, HEIGHT, 2);
  s->width = WIDTH;
  for (i = 0; i < 300; i++) {
    stage_add(s, (uint64_t)i + 1, 0, i % 9 == 0 ? LAMINA_LIST_ROW_ROLE_HEADER
                                   : i % 9 == 8 ? LAMINA_LIST_ROW_ROLE_FOOTER : LAMINA_LIST_ROW_ROLE_ITEM);
  }
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_give(s);
  stage_settle(s);
  check_lines(s, 2, 16, WIDTH - 30, __LINE__);
  for (i = 0; i < 60; i++) {
    stage_scroll_by(s, i % 7 == 6 ? -61 : 17);
    stage_settle(s);
    check_lines(s, 2, 16, WIDTH - 30, __LINE__);
  }
  /* Rows that go and come change what stands between others. */
  for (i = 0; i < 20; i++) {
    size_t first = stage_state(s).first_row, row = first + 1 + (size_t)i % 3;
    memmove(s->rows + row, s->rows + row + 1, (s->count - row - 1) * sizeof *s->rows);
    s->count--;
    if (i % 2 == 0) s->rows[first + 2].role = LAMINA_LIST_ROW_ROLE_HEADER, s->rows[first + 2].identity += 1000;
    stage_give(s);
    stage_settle(s);
    check_lines(s, 2, 16, WIDTH - 30, __LINE__);
  }
  /* Others at once, and none. */
  table = lines(0, 0, 0);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_settle(s);
  check_lines(s, 1, 0, WIDTH, __LINE__);
  CHECK_OK(lamina_list_set_table(s->list, NULL));
  stage_settle(s);
  for (i = 0; i < HEIGHT; i++) CHECK(pixel_at(s, 40, i) != LINE);
  stage_end(s);
}

/* Lines in the middle of the space between rows; from right to left; and in lists that run another way. */
static void test_ways(void) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_table table = lines(2, 16, 30);
  int way;
  for (way = 0; way < 5; way++) {
    list_stage *s;
    lamina_rect a, b;
    options.horizontal = way == 2;
    options.reversed = way == 3 || way == 4;
    s = stage_make(&options, WIDTH, HEIGHT, 2);
    (s->width = WIDTH, s->height = 50);
    if (way == 2) (s->width = 50, s->height = HEIGHT);
    layout.line_spacing = way == 0 || way == 4 ? 8 : 0;
    CHECK_OK(lamina_list_set_layout(s->list, &layout));
    CHECK_OK(lamina_list_set_table(s->list, &table));
    if (way == 1) CHECK_OK(lamina_context_set_layout_direction(s->context, LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
    stage_fill(s, 20, 0);
    stage_give(s);
    stage_settle(s);
    a = stage_place(s, 0), b = stage_place(s, 1);
    switch (way) {
      case 0: check_line(s, a.origin.y + 50 + 5, 2, 16, WIDTH - 30, true, __LINE__); break;
      case 1: check_line(s, a.origin.y + 50, 2, 30, WIDTH - 16, true, __LINE__); break;
      case 2:
        CHECK(pixel_at(s, 48, 40) == LINE && pixel_at(s, 49, 40) == LINE && pixel_at(s, 47, 40) != LINE);
        CHECK(pixel_at(s, 50, 40) != LINE && pixel_at(s, 48, 15) != LINE && pixel_at(s, 48, 16) == LINE);
        CHECK(pixel_at(s, 48, HEIGHT - 31) == LINE && pixel_at(s, 48, HEIGHT - 30) != LINE);
        break;
      case 3: check_line(s, a.origin.y + 2, 2, 16, WIDTH - 30, true, __LINE__); break;
      default:
        CHECK_NEAR(b.origin.y + 50 + 8, a.origin.y);
        check_line(s, a.origin.y - 3, 2, 16, WIDTH - 30, true, __LINE__);
    }
    layout.kind = LAMINA_LIST_LAYOUT_KIND_GRID;
    layout.lane_count = 2;
    CHECK_OK(lamina_list_set_layout(s->list, &layout));
    stage_settle(s);
    for (int i = 0; i < HEIGHT; i++) CHECK(pixel_at(s, 40, i) != LINE && pixel_at(s, i, 40) != LINE);
    layout.kind = LAMINA_LIST_LAYOUT_KIND_COLUMN;
    stage_end(s);
  }
}

/* In a transition the line goes along with its row. */
static void test_moving(void) {
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_list_table table = lines(2, 0, 0);
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  int i, moving = 0;
  (s->width = WIDTH, s->height = 40);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_fill(s, 20, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
  memmove(s->rows + 1, s->rows, 10 * sizeof *s->rows);
  s->rows[0].identity = 500;
  stage_give(s);
  CHECK_OK(lamina_context_end_transition(s->context, NULL, NULL, NULL));
  for (i = 0; i < 60; i++) {
    unsigned last = stage_color(3, 0) >> 8;
    int y, end = 0;
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    for (y = 0; y < HEIGHT - 3; y++) {
      if (pixel_at(s, 40, y) >> 8 == last) end = y + 1;
    }
    if (end == 0 || end > HEIGHT - 4) continue;
    moving += end > 120 && end < 157;
    CHECK_EQUAL(pixel_at(s, 40, end), LINE);
    CHECK_EQUAL(pixel_at(s, 40, end + 1), LINE);
    CHECK(pixel_at(s, 40, end + 2) != LINE);
  }
  CHECK(moving > 0);
  stage_end(s);
}

/* A line comes and goes as the row that follows it does: at once, with less and more of it in the frames between. */
static void test_coming_and_going(void) {
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_list_table table = lines(2, 0, 0);
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  int way, i;
  (s->width = WIDTH, s->height = 40);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_fill(s, 3, 0);
  stage_give(s);
  stage_settle(s);
  for (way = 0; way < 4; way++) {
    /* The last of three goes, and comes again; then that in the middle, of which the line goes along. */
    static const lamina_list_row empty = LAMINA_LIST_ROW_INIT;
    lamina_list_row row = empty;
    unsigned last = way % 2 == 0 ? 0x00 : 0xFF; /* of blue: of the line, of white */
    int between = 0;
    row.identity = (uint64_t)way + 40;
    CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
    if (way % 2 == 0) CHECK_OK(lamina_list_remove_rows(s->list, way == 0 ? 2 : 1, 1));
    if (way % 2 == 1) CHECK_OK(lamina_list_insert_rows(s->list, way == 1 ? 2 : 1, &row, 1));
    CHECK_OK(lamina_context_end_transition(s->context, NULL, NULL, NULL));
    for (i = 0; i < 40; i++) {
      uint32_t pixel, above;
      CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
      pixel = pixel_at(s, 40, 78), above = pixel_at(s, 40, 77);
      CHECK_EQUAL(pixel_at(s, 40, 38), LINE); /* behind the first row there is one all the time */
      if (way < 2) {
        between += pixel != LINE && pixel != above;
        CHECK(way == 0 ? (pixel & 0xFF) >= last : (pixel & 0xFF) <= last);
        last = pixel & 0xFF;
        CHECK_EQUAL(pixel, pixel_at(s, 40, 79));
      } else if (i == 0) {
        CHECK_EQUAL(pixel == LINE, way == 2);
      }
    }
    CHECK(way > 1 || between > 3);
    stage_settle(s);
    CHECK_EQUAL(pixel_at(s, 40, 78) == LINE, way % 2 == 1);
    CHECK_EQUAL(pixel_at(s, 40, 38), LINE);
    CHECK(pixel_at(s, 40, 118) != LINE);
  }
  stage_end(s);
}

/* Once all has come to rest after transitions each line is there, whatever has come, gone and moved, of more rows than
 * nodes are made for at once. */
static void test_behind_transitions(void) {
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_list_table table = lines(1, 0, 0);
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  int round, i;
  (s->width = WIDTH, s->height = 12);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_fill(s, 40, 0);
  s->rows[0].role = LAMINA_LIST_ROW_ROLE_HEADER;
  stage_give(s);
  stage_settle(s);
  for (round = 0; round < 6; round++) {
    CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
    for (i = 0; i < 6; i++) {
      /* The last ones come into view; in their place others come. */
      lamina_list_row row = s->rows[s->count - 1];
      memmove(s->rows + 3, s->rows + 2, (s->count - 3) * sizeof *s->rows);
      s->rows[2] = row;
    }
    s->rows[4 + round].identity = 100 + (uint64_t)round;
    /* And in the end all change places. */
    for (i = 1; i < 20 && round > 3; i++) {
      lamina_list_row row = s->rows[i];
      s->rows[i] = s->rows[40 - i];
      s->rows[40 - i] = row;
    }
    stage_give(s);
    CHECK_OK(lamina_context_end_transition(s->context, NULL, NULL, NULL));
    for (i = 0; i < 40; i++) {
      CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
    }
    stage_settle(s);
    CHECK_EQUAL(stage_check(s, __LINE__), 0);
    check_lines(s, 1, 0, WIDTH, __LINE__);
  }
  stage_end(s);
}

/* Below a header that stays, whatever its height, there is each line. */
static void test_below_headers(void) {
  lamina_list_table table = lines(1, 0, 0);
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  int i;
  s->width = WIDTH;
  for (i = 0; i < 2000; i++) stage_add(s, (uint64_t)i + 1, 0, i % 50 ? LAMINA_LIST_ROW_ROLE_ITEM : LAMINA_LIST_ROW_ROLE_HEADER);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_give(s);
  stage_settle(s);
  for (i = 0; i < 20; i++) {
    size_t row, first, header = (150 + (size_t)i * 517 % 1600) / 50 * 50;
    lamina_rect above;
    CHECK_OK(lamina_list_scroll_to_row(s->list, header + 1 + (size_t)i * 7 % 49, LAMINA_SCROLL_ALIGNMENT_START, NULL));
    stage_settle(s);
    above = stage_place(s, header);
    first = stage_state(s).first_row;
    for (row = first; row < first + stage_state(s).visible_count; row++) {
      lamina_rect place = stage_place(s, row);
      double edge = place.origin.y + place.size.height;
      if (row % 50 == 0 || row % 50 == 49 || edge - 1 < above.origin.y + above.size.height) continue;
      if (edge <= HEIGHT) CHECK_EQUAL(pixel_at(s, 40, edge - 1), LINE);
    }
  }
  stage_end(s);
}

/* ---- placeholders ---- */

static int held; /* cells wait as long as this is 1 */

static lamina_node *cell(lamina_list *list, const lamina_list_cell *given, void *user_data) {
  lamina_node *made = NULL;
  (void)list;
  while (__atomic_load_n(&held, __ATOMIC_SEQ_CST)) {
    struct timespec rest = {0, 1000000};
    nanosleep(&rest, NULL);
  }
  CHECK_OK(lamina_node_create((lamina_context *)user_data, &made));
  CHECK_OK(check_set_size(made, check_make_size(100, stage_height(given->identity))));
  CHECK_OK(lamina_node_set_background(made, check_make_color(stage_color(given->identity, 0))));
  return made;
}

/* Each row that is not drawn is as grey as its placeholder, over all of its place. */
static int check_places(list_stage *s, int at) {
  lamina_list_state state = stage_state(s);
  size_t row;
  int grey = 0;
  for (row = state.first_row; row < state.first_row + state.visible_count; row++) {
    lamina_rect place = stage_place(s, row);
    double y = place.origin.y + place.size.height / 2;
    uint32_t pixel;
    if (y < 0 || y >= HEIGHT) continue;
    pixel = pixel_at(s, 40, y);
    grey += pixel == GREY;
    if (pixel != GREY && pixel >> 8 != stage_color(s->rows[row].identity, 0) >> 8) {
      printf("line %d: row %d is %06x at %g, %g high\n", at, (int)row, pixel, place.origin.y, place.size.height);
      CHECK(!"there is neither the row nor its placeholder");
    }
  }
  return grey;
}

static void test_placeholders(bool by_cells) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  int i, grey = 0;
  s->width = WIDTH;
  placeholder.color = check_make_color(GREY);
  CHECK_OK(lamina_list_set_placeholder(s->list, 0, &placeholder));
  if (by_cells) CHECK_OK(lamina_list_set_cell_callback(s->list, 0, cell, false, s->context, NULL));
  stage_fill(s, 3000, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(check_places(s, __LINE__), 0);
  for (i = 0; i < 10; i++) {
    int k;
    __atomic_store_n(&held, by_cells, __ATOMIC_SEQ_CST);
    CHECK_OK(lamina_list_scroll_to_row(s->list, 100 + (size_t)i * 271, LAMINA_SCROLL_ALIGNMENT_START, NULL));
    for (k = 0; k < 3; k++) {
      stage_frame(s);
      grey += check_places(s, __LINE__);
      CHECK(!by_cells || stage_state(s).blank_count == stage_state(s).visible_count);
    }
    __atomic_store_n(&held, 0, __ATOMIC_SEQ_CST);
    for (k = 0; k < 4; k++) {
      stage_frame(s);
      check_places(s, __LINE__);
    }
    stage_settle(s);
    CHECK_EQUAL(check_places(s, __LINE__), 0);
    CHECK_EQUAL(stage_state(s).blank_count, 0);
  }
  CHECK(!by_cells || grey > 50);
  /* Taken away while it shows. */
  if (by_cells) {
    __atomic_store_n(&held, 1, __ATOMIC_SEQ_CST);
    CHECK_OK(lamina_list_scroll_to_row(s->list, 2000, LAMINA_SCROLL_ALIGNMENT_START, NULL));
    stage_frame(s);
    CHECK(pixel_at(s, 40, 20) == GREY);
    CHECK_OK(lamina_list_set_placeholder(s->list, 0, NULL));
    stage_frame(s);
    CHECK(pixel_at(s, 40, 20) == 0xFFFFFF);
    __atomic_store_n(&held, 0, __ATOMIC_SEQ_CST);
    stage_settle(s);
  }
  stage_end(s);
}

static void no_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  (void)list, (void)row, (void)identity, (void)user_data;
}

/* A row that cannot be shown does not pretend to be on its way. */
static void test_failures(void) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  placeholder.color = check_make_color(GREY);
  CHECK_OK(lamina_list_set_placeholder(s->list, 0, &placeholder));
  CHECK_OK(lamina_list_set_values_callback(s->list, no_values, NULL, NULL));
  stage_fill(s, 30, 0);
  stage_give(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_frame(s);
  CHECK(pixel_at(s, 40, 5) == 0xFFFFFF);
  stage_end(s);
}

/* Pictures fade in over placeholders that were seen. */
static void test_fades(void) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 0);
  int i, between = 0;
  s->width = WIDTH;
  placeholder.color = check_make_color(GREY);
  placeholder.fade_us = 200000;
  CHECK_OK(lamina_list_set_placeholder(s->list, 0, &placeholder));
  /* Rows without a template wait for one. */
  stage_fill(s, 100, 3);
  CHECK_OK(lamina_list_set_placeholder(s->list, 3, &placeholder));
  stage_give(s);
  stage_frame(s);
  stage_frame(s);
  CHECK(pixel_at(s, 40, 5) == GREY);
  {
    lamina_template *form = NULL;
    CHECK_OK(lamina_template_create(s->context, stage_form, LAMINA_NUL_TERMINATED, &form));
    CHECK_OK(lamina_list_set_template(s->list, 3, form));
    lamina_template_release(form);
  }
  for (i = 0; i < 30; i++) {
    uint32_t pixel;
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    pixel = pixel_at(s, 40, 5);
    CHECK(pixel != 0xFFFFFF);
    between += pixel != GREY && pixel >> 8 != stage_color(1, 0) >> 8;
  }
  CHECK(between > 5);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* ---- the index ---- */

static lamina_event_use send(list_stage *s, lamina_event_kind kind, double x, double y) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = kind;
  event.time_us = s->time;
  event.position = check_make_point(x, y);
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use;
}

/* How many pixels of the index, over rows of one colour, are titles. */
static int inked(list_stage *s, int left) {
  int x, y, count = 0;
  for (y = 0; y < HEIGHT; y++) {
    for (x = left; x < left + 22; x++) count += (pixel_at(s, x, y) & 0xFF8000) > 0x800000 && (pixel_at(s, x, y) & 0x8000) == 0;
  }
  return count;
}

static void test_index(bool is_right_to_left) {
  enum { SECTIONS = 26, ROWS = 40 };
  lamina_list_table table = LAMINA_LIST_TABLE_INIT;
  lamina_list_index_entry entries[SECTIONS + 1];
  char titles[SECTIONS][2];
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 2);
  int i, left = is_right_to_left ? 0 : WIDTH - 22, ink;
  double x = left + 11;
  size_t section;
  s->width = WIDTH, s->height = 30;
  if (is_right_to_left) CHECK_OK(lamina_context_set_layout_direction(s->context, LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
  for (i = 0; i < SECTIONS * ROWS; i++) {
    stage_add(s, (uint64_t)i + 1, 0, i % ROWS == 0 ? LAMINA_LIST_ROW_ROLE_HEADER : LAMINA_LIST_ROW_ROLE_ITEM);
  }
  for (i = 0; i < SECTIONS; i++) {
    static const lamina_list_index_entry empty = LAMINA_LIST_INDEX_ENTRY_INIT;
    entries[i] = empty;
    entries[i].identity = (uint64_t)i * ROWS + 1;
    titles[i][0] = (char)('A' + i), titles[i][1] = 0;
    entries[i].title = titles[i];
  }
  /* One of a row that begins no section does not count. */
  entries[SECTIONS] = entries[0];
  entries[SECTIONS].identity = 7;
  table.index = entries;
  table.index_count = SECTIONS + 1;
  table.index_color = check_make_color(LINE);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  memset(titles, 0, sizeof titles);
  stage_settle(s);
  CHECK_EQUAL(inked(s, left), 0); /* there are no sections yet */
  stage_give(s);
  stage_settle(s);
  ink = inked(s, left);
  CHECK(ink > 40);
  /* It stays in the view. */
  for (i = 0; i < 10; i++) {
    stage_scroll_by(s, 37);
    stage_settle(s);
    CHECK_EQUAL(inked(s, left), ink);
  }
  /* A press, and a drag: at the beginning of each section, also of those whose titles have no room. */
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_SINGLE));
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_DOWN, x, 1), LAMINA_EVENT_USE_USED);
  for (section = 0; section < SECTIONS; section++) {
    send(s, LAMINA_EVENT_KIND_POINTER_MOVE, section % 3 == 0 ? x : 100, (section + 0.5) * HEIGHT / SECTIONS);
    stage_frame(s);
    if (section < SECTIONS - 1) CHECK_NEAR(stage_place(s, section * ROWS).origin.y, 0);
    CHECK_EQUAL(stage_state(s).first_row, section * ROWS);
  }
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, x, -50);
  CHECK_EQUAL(stage_state(s).first_row, 0);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, x, 1e6);
  CHECK_EQUAL(stage_state(s).first_row, (SECTIONS - 1) * ROWS);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_UP, x, 1e6), LAMINA_EVENT_USE_USED);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  {
    size_t selected = 0;
    CHECK_OK(lamina_list_read_selected_rows(s->list, NULL, 0, &selected));
    CHECK_EQUAL(selected, 0); /* no tap on what lies below */
  }
  /* Beside it rows scroll as ever. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 100, 150);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 100, 50);
  stage_frame(s);
  CHECK(stage_place(s, 100).origin.y < 0);
  send(s, LAMINA_EVENT_KIND_POINTER_CANCEL, 100, 50);
  /* Rows without sections have no index. */
  for (i = 0; i < SECTIONS * ROWS; i++) s->rows[i].role = LAMINA_LIST_ROW_ROLE_ITEM, s->rows[i].identity += 5000;
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(inked(s, left), 0);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

static void test_bad_index(void) {
  lamina_list_table table = LAMINA_LIST_TABLE_INIT;
  lamina_list_index_entry entry = LAMINA_LIST_INDEX_ENTRY_INIT;
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  list_stage *s;
  double sizes[] = {0, 0.5, 201, NAN, -INFINITY};
  size_t i;
  options.horizontal = true;
  s = stage_make(&options, WIDTH, HEIGHT, 0);
  table.index = &entry;
  table.index_count = 1;
  CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
  entry.title = "\xff";
  CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "table->index[0]") != NULL);
  entry.title = "{t0} \"\\ \n";
  entry.identity = 1;
  table.index_count = 10001;
  CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
  table.index_count = 1;
  for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    table.index_text_size = sizes[i];
    CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
  }
  table.index_text_size = 200;
  CHECK_OK(lamina_list_set_table(s->list, &table));
  table.index = NULL;
  CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
  stage_fill(s, 30, 0);
  stage_give(s);
  stage_settle(s);
  stage_end(s);
  /* Titles of any text, and much larger than the view; the list ends while they are drawn. */
  s = stage_make(NULL, WIDTH, HEIGHT, 2);
  table.index = &entry;
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_fill(s, 30, 0);
  stage_give(s);
  stage_settle(s);
  table.index_text_size = 30;
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_end(s);
}

static void test_bad_input(void) {
  lamina_list_table table = lines(1, 0, 0);
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  list_stage *s = stage_make(NULL, WIDTH, HEIGHT, 0);
  double *lengths[] = {&table.separator_thickness, &table.separator_leading, &table.separator_trailing};
  double bad[] = {-1, NAN, INFINITY, 2e7};
  size_t i, k;
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 4; k++) {
      *lengths[i] = bad[k];
      CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
      *lengths[i] = 0;
    }
  }
  table.separator_color.red = NAN;
  CHECK_EQUAL(lamina_list_set_table(s->list, &table), LAMINA_ERROR_INVALID_ARGUMENT);
  table.separator_color.red = 0;
  /* Insets that leave nothing of a line. */
  table = lines(1e7, 1e7, 1e7);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_fill(s, 10, 0);
  stage_give(s);
  stage_settle(s);
  table = lines(1e7, 0, 0);
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_settle(s);
  CHECK_EQUAL(lamina_list_set_table(NULL, &table), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(lamina_list_set_placeholder(s->list, 32768, &placeholder), LAMINA_ERROR_OUT_OF_RANGE);
  placeholder.color.alpha = NAN;
  CHECK_EQUAL(lamina_list_set_placeholder(s->list, 0, &placeholder), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_list_set_placeholder(s->list, 5, NULL));
  stage_end(s);
}

int main(void) {
  test_lines();
  test_ways();
  test_moving();
  test_coming_and_going();
  test_behind_transitions();
  test_below_headers();
  test_placeholders(false);
  test_placeholders(true);
  test_failures();
  test_fades();
  test_index(false);
  test_index(true);
  test_bad_index();
  test_bad_input();
  return check_done("test_list_table.c");
}
