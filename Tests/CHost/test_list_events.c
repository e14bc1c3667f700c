/* What lists tell hosts: taps, selection, rows that come into view, and when to load more. */
#include "list_stage.h"

enum { KINDS = 8, MOST = 4000 };

static lamina_list_event events[MOST];
static int event_count, destroyed;

static void note(lamina_list *list, const lamina_list_event *event, void *user_data) {
  CHECK(list == staged->list && user_data == staged && event->struct_size == sizeof *event);
  if (event_count < MOST) events[event_count++] = *event;
}

static void gone(void *user_data) {
  (void)user_data;
  destroyed++;
}

static int count_of(lamina_list_event_kind kind) {
  int i, found = 0;
  for (i = 0; i < event_count; i++) found += events[i].kind == kind;
  return found;
}

static const lamina_list_event *last_of(lamina_list_event_kind kind) {
  int i;
  for (i = event_count - 1; i >= 0; i--) {
    if (events[i].kind == kind) return &events[i];
  }
  return NULL;
}

static list_stage *make_stage(size_t count, uint64_t *number) {
  list_stage *s = stage_make(NULL, 40, 200, 2);
  s->height = 20;
  event_count = destroyed = 0;
  stage_fill(s, count, 0);
  CHECK_OK(lamina_list_add_observer(s->list, note, s, gone, number));
  return s;
}

static lamina_event_use send(list_stage *s, lamina_event_kind kind, double y) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = kind;
  event.time_us = s->time;
  event.position.x = 10;
  event.position.y = y;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use;
}

static lamina_list_row_marks marks_of(list_stage *s, size_t row) {
  lamina_list_row_marks marks = LAMINA_LIST_ROW_MARKS_NONE;
  CHECK_OK(lamina_list_get_row_marks(s->list, row, &marks));
  return marks;
}

static size_t selected(list_stage *s, size_t *rows) {
  size_t count = 0;
  CHECK_OK(lamina_list_read_selected_rows(s->list, rows, 20, &count));
  return count;
}

static void tap(list_stage *s, double y) {
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, y);
  stage_frame(s);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_UP, y + 3), LAMINA_EVENT_USE_USED);
  stage_frame(s);
}

static void test_taps(void) {
  uint64_t number = 0;
  list_stage *s = make_stage(100, &number);
  size_t rows[20];
  stage_give(s);
  stage_settle(s);
  tap(s, 45);
  CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_TAP), 1);
  CHECK_EQUAL(last_of(LAMINA_LIST_EVENT_KIND_TAP)->row, 2);
  CHECK_EQUAL(last_of(LAMINA_LIST_EVENT_KIND_TAP)->identity, 3);
  CHECK_EQUAL(selected(s, rows), 0);
  CHECK_STATUS(lamina_list_set_row_selected(s->list, 2, true), LAMINA_ERROR_INVALID_STATE);
  /* A drag is no tap, and ends the highlight. */
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_SINGLE));
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 100);
  CHECK_EQUAL(marks_of(s, 5), LAMINA_LIST_ROW_MARKS_HIGHLIGHTED);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 95);
  CHECK_EQUAL(marks_of(s, 5), LAMINA_LIST_ROW_MARKS_HIGHLIGHTED);
  send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 70);
  CHECK_EQUAL(marks_of(s, 5), LAMINA_LIST_ROW_MARKS_NONE);
  stage_frame(s);
  send(s, LAMINA_EVENT_KIND_POINTER_UP, 70);
  stage_settle(s);
  CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_TAP), 1);
  stage_scroll_to(s, 0);
  stage_settle(s);
  /* One row, then another in its place; by its identity, wherever that goes. */
  tap(s, 45);
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 2);
  CHECK_EQUAL(marks_of(s, 2), LAMINA_LIST_ROW_MARKS_SELECTED);
  tap(s, 65);
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 3);
  CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_SELECTION_CHANGE), 2);
  CHECK_OK(lamina_list_move_row(s->list, 3, 9));
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 9);
  CHECK_OK(lamina_list_remove_rows(s->list, 9, 1));
  CHECK_EQUAL(selected(s, rows), 0);
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_MULTIPLE));
  tap(s, 5);
  tap(s, 85);
  CHECK_EQUAL(selected(s, rows), 2);
  tap(s, 5);
  CHECK_EQUAL(selected(s, rows), 1);
  /* By keys, over what is not in view. */
  CHECK_OK(lamina_list_move_selection(s->list, -1, false));
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 0);
  CHECK_OK(lamina_list_move_selection(s->list, 12, true));
  CHECK_EQUAL(selected(s, rows), 13);
  CHECK_EQUAL(rows[12], 12);
  CHECK(stage_place(s, 12).origin.y + 20 <= 200.001);
  CHECK_OK(lamina_list_move_selection(s->list, -2, true));
  CHECK_EQUAL(selected(s, rows), 11);
  CHECK_OK(lamina_list_move_selection(s->list, INT64_MAX, false));
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 98);
  CHECK_OK(lamina_list_move_selection(s->list, INT64_MIN, false));
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 0);
  CHECK_OK(lamina_list_read_selected_rows(s->list, NULL, 0, NULL));
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_NONE));
  CHECK_EQUAL(selected(s, rows), 0);
  CHECK_STATUS(lamina_list_set_selection(s->list, (lamina_list_selection)3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_get_row_marks(s->list, 99, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_list_remove_observer(s->list, number));
  CHECK_EQUAL(destroyed, 1);
  CHECK_STATUS(lamina_list_remove_observer(s->list, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_list_add_observer(s->list, NULL, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  stage_settle(s);
  stage_end(s);
}

static void key(list_stage *s, lamina_event_key key) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  event.key = key;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
}

/* A selected row goes: the host hears of it, and keys go on from the item in its place, or from the last one. */
static void test_selected_gone(void) {
  list_stage *s = make_stage(10, NULL);
  size_t rows[20];
  stage_give(s);
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_MULTIPLE));
  stage_settle(s);
  tap(s, 45);
  tap(s, 65);
  event_count = 0;
  CHECK_OK(lamina_list_remove_rows(s->list, 2, 2));
  CHECK_EQUAL(selected(s, rows), 0);
  stage_frame(s);
  CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_SELECTION_CHANGE), 1);
  key(s, LAMINA_EVENT_KEY_DOWN);
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 3);
  /* One that is not selected is nobody's news. */
  stage_frame(s);
  event_count = 0;
  CHECK_OK(lamina_list_remove_rows(s->list, 0, 1));
  stage_frame(s);
  CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_SELECTION_CHANGE), 0);
  key(s, LAMINA_EVENT_KEY_END);
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 6);
  CHECK_OK(lamina_list_remove_rows(s->list, 6, 1));
  key(s, LAMINA_EVENT_KEY_UP);
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 4);
  /* All others are other rows: there is nothing to go on from. */
  for (s->count = 0; s->count < 5;) stage_add(s, 100 + s->count, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  stage_give(s);
  key(s, LAMINA_EVENT_KEY_DOWN);
  CHECK_EQUAL(selected(s, rows), 1);
  CHECK_EQUAL(rows[0], 0);
  stage_end(s);
}

/* What was told to be visible is told not to be, once, when its list leaves its surface, and when the list ends. */
static void test_leaving(bool ends) {
  list_stage *s = make_stage(100, NULL);
  int i, in_view;
  stage_give(s);
  stage_settle(s);
  in_view = count_of(LAMINA_LIST_EVENT_KIND_ENTER_VISIBLE);
  CHECK_EQUAL(in_view, 10);
  event_count = 0;
  if (ends) {
    lamina_list_release(s->list);
  } else {
    CHECK_OK(lamina_surface_set_root(s->surface, NULL));
  }
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
  }
  CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_EXIT_VISIBLE), in_view);
  CHECK_EQUAL(events[0].identity, 1);
  CHECK_EQUAL(events[9].identity, 10);
  CHECK_EQUAL(destroyed, ends);
  if (ends) {
    /* What was loaded for them is nobody's any more. */
    CHECK(count_of(LAMINA_LIST_EVENT_KIND_EXIT_PRELOAD) > in_view);
    s->list = NULL;
  } else {
    CHECK_EQUAL(event_count, in_view);
    /* Changes there bring nothing into view. */
    CHECK_OK(lamina_list_remove_rows(s->list, 0, 1));
    stage_frame(s);
    CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_ENTER_VISIBLE), 0);
    event_count = 0;
    CHECK_OK(lamina_surface_set_root(s->surface, s->node));
    stage_settle(s);
    CHECK_EQUAL(count_of(LAMINA_LIST_EVENT_KIND_ENTER_VISIBLE), in_view);
  }
  stage_end(s);
}

/* Each row that comes into view leaves it again, once each. */
static void test_visible(void) {
  list_stage *s = make_stage(300, NULL);
  static int shown[301], near[301];
  int i, wrong = 0, in_view = 0;
  stage_give(s);
  for (i = 0; i < 40; i++) {
    stage_scroll_by(s, i < 25 ? 37 : -61);
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
  }
  stage_settle(s);
  stage_frame(s);
  memset(shown, 0, sizeof shown);
  memset(near, 0, sizeof near);
  for (i = 0; i < event_count; i++) {
    const lamina_list_event *event = &events[i];
    switch (event->kind) {
      case LAMINA_LIST_EVENT_KIND_ENTER_VISIBLE: wrong += shown[event->identity]++ != 0 || near[event->identity] != 1; break;
      case LAMINA_LIST_EVENT_KIND_EXIT_VISIBLE: wrong += shown[event->identity]-- != 1; break;
      case LAMINA_LIST_EVENT_KIND_ENTER_PRELOAD: wrong += near[event->identity]++ != 0; break;
      case LAMINA_LIST_EVENT_KIND_EXIT_PRELOAD: wrong += near[event->identity]-- != 1 || shown[event->identity] != 0; break;
      default: break;
    }
  }
  CHECK_EQUAL(wrong, 0);
  for (i = 1; i <= 300; i++) in_view += shown[i];
  CHECK_EQUAL(in_view, (int)stage_state(s).visible_count);
  CHECK(count_of(LAMINA_LIST_EVENT_KIND_EXIT_VISIBLE) > 20);
  stage_end(s);
}

static lamina_fetch_state state_at(list_stage *s, lamina_list_edge edge) {
  lamina_fetch_state state = LAMINA_FETCH_STATE_OFF;
  CHECK_OK(lamina_list_get_fetch_state(s->list, edge, &state));
  return state;
}

static void set_state(list_stage *s, lamina_list_edge edge, lamina_fetch_state state) {
  CHECK_OK(lamina_list_set_fetch_state(s->list, edge, state));
  stage_settle(s);
  stage_frame(s);
}

static void test_fetching(void) {
  list_stage *s = make_stage(10, NULL);
  int tail = LAMINA_LIST_EVENT_KIND_FETCH_TAIL, head = LAMINA_LIST_EVENT_KIND_FETCH_HEAD;
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 0);
  /* Once, until the host says how it went. */
  set_state(s, LAMINA_LIST_EDGE_TAIL, LAMINA_FETCH_STATE_IDLE);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 1);
  CHECK_EQUAL(state_at(s, LAMINA_LIST_EDGE_TAIL), LAMINA_FETCH_STATE_LOADING);
  stage_settle(s);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 1);
  /* Nothing came: not again. It failed: again. */
  set_state(s, LAMINA_LIST_EDGE_TAIL, LAMINA_FETCH_STATE_IDLE);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 1);
  set_state(s, LAMINA_LIST_EDGE_TAIL, LAMINA_FETCH_STATE_FAILED);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 1);
  set_state(s, LAMINA_LIST_EDGE_TAIL, LAMINA_FETCH_STATE_IDLE);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 2);
  /* Enough for now. */
  stage_fill(s, 60, 0);
  stage_give(s);
  set_state(s, LAMINA_LIST_EDGE_TAIL, LAMINA_FETCH_STATE_IDLE);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 2);
  stage_scroll_to(s, 700);
  stage_settle(s);
  stage_frame(s);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 3);
  set_state(s, LAMINA_LIST_EDGE_TAIL, LAMINA_FETCH_STATE_NO_MORE);
  stage_scroll_to(s, 1000);
  stage_settle(s);
  stage_frame(s);
  CHECK_EQUAL(count_of((lamina_list_event_kind)tail), 3);
  /* The other end, when that comes near. */
  set_state(s, LAMINA_LIST_EDGE_HEAD, LAMINA_FETCH_STATE_IDLE);
  CHECK_EQUAL(count_of((lamina_list_event_kind)head), 0);
  stage_scroll_to(s, 300);
  stage_settle(s);
  stage_frame(s);
  CHECK_EQUAL(count_of((lamina_list_event_kind)head), 1);
  CHECK_STATUS(lamina_list_set_fetch_state(s->list, (lamina_list_edge)2, LAMINA_FETCH_STATE_IDLE), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_set_fetch_state(s->list, LAMINA_LIST_EDGE_HEAD, (lamina_fetch_state)5), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_get_fetch_state(s->list, LAMINA_LIST_EDGE_HEAD, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  stage_end(s);
  CHECK_EQUAL(destroyed, 1);
}

static int released;

static void release_list(void *user_data) {
  lamina_list_release((lamina_list *)user_data);
  released++;
}

static void no_event(lamina_list *list, const lamina_list_event *event, void *user_data) {
  (void)list, (void)event, (void)user_data;
}

/* What is destroyed with the context may call the library, about what goes just then, too. */
static void test_end(void) {
  lamina_context *context = NULL;
  lamina_list *list = NULL;
  CHECK_OK(lamina_context_create(NULL, &context));
  CHECK_OK(lamina_list_create(context, NULL, &list));
  CHECK_OK(lamina_list_add_observer(list, no_event, list, release_list, NULL));
  lamina_context_release(context);
  CHECK_EQUAL(released, 1);
}

int main(void) {
  test_end();
  test_taps();
  test_selected_gone();
  test_visible();
  test_leaving(false);
  test_leaving(true);
  test_fetching();
  return check_done(__FILE__);
}
