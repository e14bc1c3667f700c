/* Keys in lists whose rows can be selected, and in those whose cannot. */
#include "list_stage.h"

static int press(list_stage *s, lamina_event_key key, lamina_event_modifiers modifiers) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  event.key = key;
  event.modifiers = modifiers;
  event.time_us = s->time;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use == LAMINA_EVENT_USE_USED;
}

/* Whether the rows from `first` to `last` are selected and no others. */
static int selected(list_stage *s, size_t first, size_t last) {
  static size_t rows[STAGE_MOST];
  size_t count = 0, i;
  CHECK_OK(lamina_list_read_selected_rows(s->list, rows, STAGE_MOST, &count));
  if (count != last - first + 1) return printf("%d rows are selected, the first is %d\n", (int)count, (int)rows[0]), 0;
  for (i = 0; i < count; i++) {
    if (rows[i] != first + i) return printf("row %d is selected\n", (int)rows[i]), 0;
  }
  return 1;
}

static int in_view(list_stage *s, size_t row) {
  lamina_rect place = stage_place(s, row);
  return place.origin.y > -0.01 && place.origin.y + place.size.height < 200.01 && place.origin.x > -0.01 &&
         place.origin.x + place.size.width < 200.01;
}

static list_stage *make_stage(const lamina_list_options *options, lamina_list_selection selection, size_t count) {
  list_stage *s = stage_make(options, 200, 200, 2);
  s->height = 25;
  CHECK_OK(lamina_list_set_selection(s->list, selection));
  stage_fill(s, count, 0);
  stage_give(s);
  stage_settle(s);
  return s;
}

static void test_single(void) {
  list_stage *s = make_stage(NULL, LAMINA_LIST_SELECTION_SINGLE, 100);
  CHECK(!press(s, LAMINA_EVENT_KEY_A, LAMINA_EVENT_MODIFIERS_CONTROL));
  CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 0, 0));
  CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_SHIFT)); /* one at a time */
  CHECK(selected(s, 1, 1));
  CHECK(press(s, LAMINA_EVENT_KEY_PAGE_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 9, 9) && in_view(s, 9));
  CHECK(press(s, LAMINA_EVENT_KEY_END, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 99, 99) && in_view(s, 99));
  CHECK(!press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE)); /* there is nothing */
  CHECK(press(s, LAMINA_EVENT_KEY_PAGE_UP, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 91, 91) && in_view(s, 91));
  CHECK(press(s, LAMINA_EVENT_KEY_UP, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 90, 90));
  CHECK(press(s, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 0, 0) && in_view(s, 0));
  CHECK(press(s, LAMINA_EVENT_KEY_SPACE, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 0, 0));
  /* Sideways there is nothing in a column; it is the host's. */
  CHECK(!press(s, LAMINA_EVENT_KEY_RIGHT, LAMINA_EVENT_MODIFIERS_NONE));
  /* The current row keeps being that wherever it goes. */
  CHECK_OK(lamina_list_move_row(s->list, 0, 50));
  CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 51, 51) && in_view(s, 51));
  stage_end(s);
}

static void test_multiple(void) {
  list_stage *s = make_stage(NULL, LAMINA_LIST_SELECTION_MULTIPLE, 60);
  int i;
  CHECK_OK(lamina_list_set_row_selected(s->list, 10, true));
  for (i = 0; i < 4; i++) CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_SHIFT));
  CHECK(selected(s, 10, 14) && in_view(s, 14));
  for (i = 0; i < 7; i++) CHECK(press(s, LAMINA_EVENT_KEY_UP, LAMINA_EVENT_MODIFIERS_SHIFT));
  CHECK(selected(s, 7, 10));
  CHECK(press(s, LAMINA_EVENT_KEY_END, LAMINA_EVENT_MODIFIERS_SHIFT));
  CHECK(selected(s, 10, 59) && in_view(s, 59));
  CHECK(press(s, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_MODIFIERS_SHIFT));
  CHECK(selected(s, 0, 10));
  CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 1, 1));
  CHECK(press(s, LAMINA_EVENT_KEY_SPACE, LAMINA_EVENT_MODIFIERS_NONE)); /* as a tap */
  CHECK_OK(lamina_list_set_row_selected(s->list, 1, true));
  CHECK(selected(s, 1, 1));
  CHECK(press(s, LAMINA_EVENT_KEY_A, LAMINA_EVENT_MODIFIERS_CONTROL));
  CHECK(selected(s, 0, 59));
  CHECK(!press(s, LAMINA_EVENT_KEY_A, LAMINA_EVENT_MODIFIERS_NONE));
  stage_end(s);
}

/* In lanes arrows go where they point. */
static void test_grid(void) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s = make_stage(NULL, LAMINA_LIST_SELECTION_SINGLE, 32);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_GRID;
  layout.lane_count = 3;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  CHECK(press(s, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 3, 3));
  CHECK(press(s, LAMINA_EVENT_KEY_RIGHT, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 4, 4));
  CHECK(press(s, LAMINA_EVENT_KEY_RIGHT, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(press(s, LAMINA_EVENT_KEY_RIGHT, LAMINA_EVENT_MODIFIERS_NONE)); /* into the next line */
  CHECK(selected(s, 6, 6));
  CHECK(press(s, LAMINA_EVENT_KEY_LEFT, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(press(s, LAMINA_EVENT_KEY_UP, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 2, 2));
  while (press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE)) stage_frame(s);
  CHECK(selected(s, 31, 31) && in_view(s, 31)); /* the last line has two */
  stage_end(s);
}

static void test_directions(void) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  list_stage *s;
  options.reversed = true;
  s = make_stage(&options, LAMINA_LIST_SELECTION_SINGLE, 50);
  CHECK(press(s, LAMINA_EVENT_KEY_END, LAMINA_EVENT_MODIFIERS_NONE)); /* at the bottom, as it is seen */
  CHECK(selected(s, 0, 0));
  CHECK(press(s, LAMINA_EVENT_KEY_UP, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 1, 1));
  CHECK(press(s, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 49, 49) && in_view(s, 49));
  stage_end(s);
  options.reversed = false;
  options.horizontal = true;
  s = make_stage(&options, LAMINA_LIST_SELECTION_SINGLE, 50);
  CHECK(press(s, LAMINA_EVENT_KEY_RIGHT, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(press(s, LAMINA_EVENT_KEY_RIGHT, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 1, 1));
  CHECK(!press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  stage_end(s);
}

/* Headers are no rows to be selected. */
static void test_headers(void) {
  list_stage *s = stage_make(NULL, 200, 200, 1);
  size_t i;
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_MULTIPLE));
  for (i = 0; i < 20; i++) {
    stage_add(s, i + 1, 0, i % 5 == 0 ? LAMINA_LIST_ROW_ROLE_HEADER : LAMINA_LIST_ROW_ROLE_ITEM);
  }
  stage_give(s);
  stage_settle(s);
  CHECK(press(s, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 1, 1));
  for (i = 0; i < 4; i++) CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK(selected(s, 6, 6));
  stage_end(s);
}

/* A list that selects nothing scrolls. */
static void test_none(void) {
  list_stage *s = make_stage(NULL, LAMINA_LIST_SELECTION_NONE, 100);
  CHECK(press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK_NEAR(stage_scroll(s).offset.y, 40);
  CHECK(press(s, LAMINA_EVENT_KEY_SPACE, LAMINA_EVENT_MODIFIERS_NONE));
  CHECK_NEAR(stage_scroll(s).offset.y, 40 + 180);
  CHECK(!press(s, LAMINA_EVENT_KEY_A, LAMINA_EVENT_MODIFIERS_CONTROL));
  CHECK_STATUS(lamina_list_move_selection(s->list, 1, false), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_list_set_rows(s->list, NULL, 0));
  CHECK(!press(s, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_MODIFIERS_NONE));
  stage_end(s);
}

int main(void) {
  test_single();
  test_multiple();
  test_grid();
  test_directions();
  test_headers();
  test_none();
  return check_done(__FILE__);
}
