/* Lists: rows as data, of which those in view have pictures. Frame by frame: nothing jumps, and nothing flashes. */
#include "list_stage.h"

enum { WIDTH = 40, HEIGHT = 200 };

typedef list_stage stage;

static int asked, ended;

static void values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  stage *s = (stage *)user_data;
  asked++;
  CHECK(s == staged && row < s->count && s->rows[row].identity == identity);
  CHECK_STATUS(lamina_list_remove_rows(list, 0, 1), LAMINA_ERROR_INVALID_STATE);
  stage_values(list, row, identity, NULL);
}

static void destroyed(void *user_data) {
  CHECK(user_data == staged);
  ended++;
}

static void give_inserted(stage *s, size_t at, size_t count) {
  CHECK_OK(lamina_list_insert_rows(s->list, at, s->rows + at, count));
}

static stage *make_stage(const lamina_list_options *options, size_t count, int threads) {
  stage *s = stage_make(options, WIDTH, HEIGHT, threads);
  asked = ended = 0;
  CHECK_OK(lamina_list_set_values_callback(s->list, values, s, destroyed));
  stage_fill(s, count, 0);
  stage_give(s);
  return s;
}

static void end_stage(stage *s) {
  stage_end(s);
  CHECK_EQUAL(ended, 1);
}

static lamina_status scroll_by(stage *s, double distance) {
  return lamina_node_scroll_by(s->node, check_make_point(0, distance), NULL);
}

static lamina_status scroll_to(stage *s, double offset) {
  return lamina_node_scroll_to(s->node, check_make_point(0, offset), NULL);
}

static lamina_list_row_place place_of(stage *s, size_t row) {
  lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
  CHECK_OK(lamina_list_get_row_place(s->list, row, &place));
  return place;
}

/* Where rows are by their heights, from the first in view on: what has to be there, or white where a row may be blank.
 * Returns how many lines are blank. */
static int check_lines(stage *s, int line) {
  lamina_list_state state = stage_state(s);
  double top = state.first_row_offset;
  size_t row = state.first_row;
  int y, blank = 0, wrong = 0;
  for (y = 0; y < HEIGHT; y++) {
    uint32_t pixel = check_pixel(&s->picture, WIDTH / 2, y) & 0xFFFFFF;
    while (row < s->count && top + place_of(s, row).frame.size.height <= y + 0.5) top += place_of(s, row++).frame.size.height;
    if (row >= s->count) break;
    if (pixel == 0xFFFFFF) {
      blank++;
    } else if (pixel >> 8 != stage_color(s->rows[row].identity, 0) >> 8) {
      if (wrong++ < 3) printf("line %d, y %d: %06x, not row %d\n", line, y, pixel, (int)s->rows[row].identity);
    }
  }
  CHECK_EQUAL(wrong, 0);
  return blank;
}

static void test_shows_rows(int threads) {
  stage *s = make_stage(NULL, 1000, threads);
  int i;
  double sum = 0;
  stage_settle(s);
  CHECK_EQUAL(check_lines(s, __LINE__), 0);
  CHECK_EQUAL(stage_scroll(s).offset.y, 0);
  CHECK_EQUAL(stage_state(s).row_count, 1000);
  CHECK_EQUAL(stage_state(s).blank_count, 0);
  for (i = 0; i < 5; i++) {
    CHECK(place_of(s, (size_t)i).is_measured);
    CHECK_NEAR(place_of(s, (size_t)i).frame.origin.y, sum);
    CHECK_NEAR(place_of(s, (size_t)i).frame.size.height, stage_height(s->rows[i].identity));
    sum += stage_height(s->rows[i].identity);
  }
  /* Rows far away cost nothing. */
  CHECK(asked < 60);
  CHECK(!place_of(s, 900).is_measured);
  end_stage(s);
}

/* Frames until all is done: each shows what the first does. */
static void check_stays(stage *s, const uint32_t *before, int line) {
  int i, differ = 0;
  for (i = 0; i < 12; i++) {
    if (i > 3) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    if (memcmp(s->picture.pixels, before, WIDTH * HEIGHT * 4) != 0 && differ++ == 0) {
      int at = 0;
      while (s->picture.pixels[at] == before[at]) at++;
      printf("line %d, frame %d: (%d, %d) is %08x and was %08x, at the offset %g\n", line, i, at % WIDTH, at / WIDTH,
             s->picture.pixels[at], before[at], stage_scroll(s).offset.y);
    }
  }
  CHECK_EQUAL(differ, 0);
}

static void insert(stage *s, size_t at, const uint64_t *identities, size_t count) {
  size_t i, before = s->count;
  for (i = 0; i < count; i++) stage_add(s, identities[i], 0, LAMINA_LIST_ROW_ROLE_ITEM);
  memmove(s->rows + at + count, s->rows + at, (before - at) * sizeof *s->rows);
  s->count = at;
  for (i = 0; i < count; i++) stage_add(s, identities[i], 0, LAMINA_LIST_ROW_ROLE_ITEM);
  s->count = before + count;
}

static void take_out(stage *s, size_t at, size_t count) {
  memmove(s->rows + at, s->rows + at + count, (s->count - at - count) * sizeof *s->rows);
  s->count -= count;
}

/* What the reader looks at stays where it is, to the pixel, in every frame. */
static void test_stays(void) {
  static const uint64_t added[] = {5001, 5002, 5003};
  stage *s = make_stage(NULL, 1000, 2);
  uint32_t *before = (uint32_t *)malloc(WIDTH * HEIGHT * 4);
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  uint64_t moved;
  size_t i;
  scroll.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 500, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  CHECK_OK(scroll_by(s, 7));
  stage_settle(s);
  CHECK_EQUAL(check_lines(s, __LINE__), 0);
  memcpy(before, s->picture.pixels, WIDTH * HEIGHT * 4);

  insert(s, 0, added, 3);
  give_inserted(s, 0, 3);
  check_stays(s, before, __LINE__);
  CHECK_EQUAL(stage_state(s).first_row, 503);

  take_out(s, 490, 9);
  CHECK_OK(lamina_list_remove_rows(s->list, 490, 9));
  check_stays(s, before, __LINE__);

  /* From above the view to far below it, and close to the view, where it is measured later. */
  moved = s->rows[3].identity;
  take_out(s, 3, 1);
  insert(s, 800, &moved, 1);
  CHECK_OK(lamina_list_move_row(s->list, 3, 800));
  check_stays(s, before, __LINE__);
  insert(s, 489, added + 0, 1);
  s->rows[489].identity = 6001;
  give_inserted(s, 489, 1);
  check_stays(s, before, __LINE__);

  /* Another state of the data: the half above backwards, some of it gone. */
  for (i = 0; i < 200; i++) {
    moved = s->rows[i].identity;
    s->rows[i].identity = s->rows[400 - i].identity;
    s->rows[400 - i].identity = moved;
  }
  take_out(s, 50, 37);
  insert(s, 20, added, 2);
  s->rows[20].identity = 7001, s->rows[21].identity = 7002;
  stage_give(s);
  check_stays(s, before, __LINE__);
  /* The same once more is nothing. */
  asked = 0;
  stage_give(s);
  check_stays(s, before, __LINE__);
  CHECK_EQUAL(asked, 0);
  free(before);
  end_stage(s);
}

/* A row of thousands that nobody has measured stands in the next frame where it will stay. */
static void test_jump(lamina_scroll_alignment alignment) {
  stage *s = make_stage(NULL, 4000, 2);
  lamina_list_row_place place;
  double top = 0;
  int i;
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 3600, alignment, NULL));
  place = place_of(s, 3600);
  CHECK(place.is_measured);
  if (alignment == LAMINA_SCROLL_ALIGNMENT_CENTER) top = (HEIGHT - place.frame.size.height) / 2;
  if (alignment == LAMINA_SCROLL_ALIGNMENT_END) top = HEIGHT - place.frame.size.height;
  CHECK_NEAR(place.frame.origin.y, top);
  for (i = 0; i < 20; i++) {
    stage_frame(s);
    CHECK_NEAR(place_of(s, 3600).frame.origin.y, top);
    check_lines(s, __LINE__);
  }
  stage_settle(s);
  CHECK_NEAR(place_of(s, 3600).frame.origin.y, top);
  CHECK_EQUAL(check_lines(s, __LINE__), 0);
  /* The last row. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 3999, LAMINA_SCROLL_ALIGNMENT_END, NULL));
  for (i = 0; i < 20; i++) {
    stage_frame(s);
    place = place_of(s, 3999);
    CHECK_NEAR(place.frame.origin.y + place.frame.size.height, HEIGHT);
  }
  stage_settle(s);
  CHECK_EQUAL(check_lines(s, __LINE__), 0);
  end_stage(s);
}

/* A reload: what shows stays until the new is there. */
static void test_reload(void) {
  stage *s = make_stage(NULL, 300, 2);
  int round, i;
  size_t row;
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 120, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  for (round = 1; round <= 50; round++) {
    for (row = 0; row < s->count; row++) s->rows[row].version = (uint64_t)(round & 3);
    stage_give(s);
    for (i = 0; i < 6; i++) {
      if (i > 2) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
      CHECK_EQUAL(check_lines(s, __LINE__), 0);
    }
  }
  stage_settle(s);
  CHECK_EQUAL(check_pixel(&s->picture, 3, 3) & 0xFFFFFF, stage_color(s->rows[120].identity, 50 & 3));
  /* One row. */
  s->rows[120].version = 1;
  CHECK_OK(lamina_list_set_row_version(s->list, 120, 1));
  stage_settle(s);
  CHECK_EQUAL(check_pixel(&s->picture, 3, 3) & 0xFFFFFF, stage_color(s->rows[120].identity, 1));
  CHECK_EQUAL(stage_version(s->rows[120].identity), 1);
  end_stage(s);
}

static lamina_event_use send(stage *s, lamina_event_kind kind, double y, double delta, lamina_event_key key) {
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use = LAMINA_EVENT_USE_NONE;
  event.kind = kind;
  event.time_us = s->time;
  event.position.x = 10;
  event.position.y = y;
  event.delta.y = delta;
  event.key = key;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, &use));
  return use;
}

/* A finger flicks the list; rows that come up are measured meanwhile, and others inserted. Returns where it ends. */
static double fling(int insertion, int threads) {
  stage *s = make_stage(NULL, 3000, threads);
  lamina_list_state last, now;
  int i, frames = 0;
  double y = 180, moved = 0;
  stage_settle(s);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_DOWN, y, 0, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_USED);
  for (i = 0; i < 6; i++) {
    stage_frame(s);
    y -= 25;
    send(s, LAMINA_EVENT_KIND_POINTER_MOVE, y, 0, LAMINA_EVENT_KEY_NONE);
  }
  last = stage_state(s);
  CHECK_NEAR(stage_scroll(s).offset.y, 6 * 25 - 18);
  send(s, LAMINA_EVENT_KIND_POINTER_UP, y, 0, LAMINA_EVENT_KEY_NONE);
  CHECK(stage_scroll(s).is_moving);
  while (stage_scroll(s).is_moving && frames++ < 1000) {
    uint64_t row = s->rows[last.first_row].identity;
    size_t index = last.first_row;
    double before = place_of(s, index).frame.origin.y;
    if (insertion && frames % 10 == 5) {
      uint64_t added = 8000 + (uint64_t)frames;
      insert(s, 1, &added, 1);
      give_inserted(s, 1, 1);
      index++;
      /* Nothing moves but the fling. */
      CHECK_NEAR(place_of(s, index).frame.origin.y, before);
    }
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    now = stage_state(s);
    CHECK_EQUAL(s->rows[index].identity, row);
    /* Always on, and never faster than it began. */
    CHECK(place_of(s, index).frame.origin.y <= before + 0.001 && place_of(s, index).frame.origin.y > before - 60);
    moved += before - place_of(s, index).frame.origin.y;
    CHECK_EQUAL(check_lines(s, __LINE__), 0);
    last = now;
  }
  CHECK(frames > 20 && frames < 1000);
  CHECK(moved > 300);
  end_stage(s);
  return moved;
}

static void test_fling(void) {
  double plain = fling(0, 2);
  /* The same on any number of threads, and to a frame's way the same through insertions. */
  CHECK(fabs(fling(0, 1) - plain) < 0.001);
  CHECK(fabs(fling(1, 2) - plain) < 5);
}

static void test_wheel_and_keys(void) {
  static const uint64_t added[] = {5001, 5002, 5003};
  stage *s = make_stage(NULL, 500, 2);
  lamina_list_state state;
  stage_settle(s);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, LAMINA_EVENT_KEY_UP), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_WHEEL, 50, -30, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_WHEEL, 50, 30.5, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(stage_scroll(s).offset.y, 30.5);
  stage_settle(s);
  check_lines(s, __LINE__);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, LAMINA_EVENT_KEY_PAGE_DOWN), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(stage_scroll(s).offset.y, 30.5 + 180);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, LAMINA_EVENT_KEY_END), LAMINA_EVENT_USE_USED);
  stage_settle(s);
  state = stage_state(s);
  CHECK_EQUAL(check_lines(s, __LINE__), 0);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, LAMINA_EVENT_KEY_HOME), LAMINA_EVENT_USE_USED);
  CHECK_NEAR(stage_scroll(s).offset.y, 0);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, LAMINA_EVENT_KEY_HOME), LAMINA_EVENT_USE_NONE);
  /* Rows that come in above, whose pictures are not there yet: events find the list wherever its content stands. */
  insert(s, 0, added, 3);
  give_inserted(s, 0, 3);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_WHEEL, HEIGHT - 1, 5, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_USED);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_WHEEL, 0, -50, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_USED);
  stage_settle(s);
  CHECK_EQUAL(check_lines(s, __LINE__), 0);
  /* A touch that does not move far is none of the list's. */
  send(s, LAMINA_EVENT_KIND_POINTER_DOWN, 100, 0, LAMINA_EVENT_KEY_NONE);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_MOVE, 90, 0, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_NONE);
  CHECK_EQUAL(send(s, LAMINA_EVENT_KIND_POINTER_UP, 90, 0, LAMINA_EVENT_KEY_NONE), LAMINA_EVENT_USE_NONE);
  CHECK_NEAR(stage_scroll(s).offset.y, 0);
  (void)state;
  end_stage(s);
}

/* A chat: it stays at its end while rows are added, and where the reader is when that is elsewhere. */
static void test_follows_end(void) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  stage *s;
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_list_row_place place;
  uint64_t added = 9000;
  uint32_t *before = (uint32_t *)malloc(WIDTH * HEIGHT * 4);
  int i;
  options.follows_end = true;
  s = make_stage(&options, 100, 2);
  scroll.bars = LAMINA_SCROLL_BARS_NONE; /* they fade, and frames are compared */
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 99, LAMINA_SCROLL_ALIGNMENT_END, NULL));
  stage_settle(s);
  for (i = 0; i < 5; i++, added++) {
    insert(s, s->count, &added, 1);
    give_inserted(s, s->count - 1, 1);
    stage_settle(s);
    place = place_of(s, s->count - 1);
    CHECK_NEAR(place.frame.origin.y + place.frame.size.height, HEIGHT);
    CHECK_EQUAL(check_lines(s, __LINE__), 0);
  }
  CHECK_OK(scroll_by(s, -150));
  stage_settle(s);
  memcpy(before, s->picture.pixels, WIDTH * HEIGHT * 4);
  insert(s, s->count, &added, 1);
  give_inserted(s, s->count - 1, 1);
  check_stays(s, before, __LINE__);
  free(before);
  end_stage(s);
}

static void resize(stage *s, int width, int height) {
  s->picture.bitmap.width = width;
  s->picture.bitmap.height = height;
  CHECK_OK(lamina_surface_set_size(s->surface, check_make_size(width, height), 1));
}

/* Another width: rows are measured anew, and the first in view stays. */
static void test_width(void) {
  stage *s = make_stage(NULL, 400, 2);
  double top;
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 200, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  resize(s, WIDTH, HEIGHT - 40);
  stage_settle(s);
  top = place_of(s, 200).frame.origin.y;
  CHECK_NEAR(top, 0);
  CHECK_NEAR(stage_scroll(s).view.height, HEIGHT - 40);
  resize(s, WIDTH - 10, HEIGHT);
  stage_settle(s);
  CHECK_NEAR(place_of(s, 200).frame.origin.y, 0);
  end_stage(s);
}

static void test_arguments(void) {
  static const double bad[] = {0, -1, 1e9, NAN, INFINITY};
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
  lamina_event event = LAMINA_EVENT_INIT;
  lamina_event_use use;
  lamina_list *list = NULL;
  lamina_template *template_ = NULL;
  stage *s = make_stage(NULL, 10, 1);
  lamina_context *other = check_context(0);
  lamina_list_row kind = LAMINA_LIST_ROW_INIT;
  size_t i, row = 77;
  for (i = 0; i < sizeof bad / sizeof *bad; i++) {
    options.estimated_row_height = bad[i];
    CHECK_STATUS(lamina_list_create(s->context, &options, &list), LAMINA_ERROR_INVALID_ARGUMENT);
  }
  CHECK_STATUS(lamina_list_create(NULL, NULL, &list), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_list_create(s->context, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(list == NULL);
  CHECK_STATUS(lamina_list_insert_rows(s->list, 11, &kind, 1), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_insert_rows(s->list, SIZE_MAX, &kind, 1), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_insert_rows(s->list, 0, NULL, SIZE_MAX), LAMINA_ERROR_OUT_OF_RANGE);
  kind.kind = 0x8000;
  CHECK_STATUS(lamina_list_insert_rows(s->list, 0, &kind, 1), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_insert_rows(s->list, 0, NULL, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_set_rows(s->list, &kind, 4000001), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_set_row_count(s->list, 4000001, 0), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_remove_rows(s->list, 5, 6), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_remove_rows(s->list, 5, SIZE_MAX), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_remove_rows(s->list, SIZE_MAX, 1), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_move_row(s->list, 0, 10), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_move_row(s->list, 10, 0), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_set_row_version(s->list, 10, 1), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_get_row_place(s->list, 10, &place), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_get_row_place(s->list, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_get_state(s->list, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_find_row(s->list, check_make_rect(0, NAN, 0, 0).origin, &row), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_find_row(s->list, check_make_rect(0, -5, 0, 0).origin, &row), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_EQUAL(row, 77);
  CHECK_STATUS(scroll_by(s, NAN), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(scroll_to(s, INFINITY), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(scroll_to(s, 1e300));
  CHECK_OK(scroll_by(s, -1e300));
  CHECK_STATUS(lamina_list_scroll_to_row(s->list, 10, LAMINA_SCROLL_ALIGNMENT_START, NULL), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_scroll_to_row(s->list, 0, (lamina_scroll_alignment)9, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_set_values_json(s->list, "{}", 2), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_list_set_values_texts(s->list, NULL, 0), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_template_create(other, stage_form, LAMINA_NUL_TERMINATED, &template_));
  CHECK_STATUS(lamina_list_set_template(s->list, 0, template_), LAMINA_ERROR_FOREIGN_CONTEXT);
  CHECK_STATUS(lamina_list_set_template(s->list, 0, NULL), LAMINA_ERROR_INVALID_HANDLE);
  lamina_template_release(template_);
  template_ = NULL;
  CHECK_OK(lamina_template_create(s->context, stage_form, LAMINA_NUL_TERMINATED, &template_));
  CHECK_STATUS(lamina_list_set_template(s->list, 0x8000, template_), LAMINA_ERROR_OUT_OF_RANGE);
  lamina_template_release(template_);
  CHECK_STATUS(lamina_surface_process_event(s->surface, NULL, &use), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_surface_process_event(s->surface, &event, &use), LAMINA_ERROR_INVALID_ARGUMENT);
  event.kind = LAMINA_EVENT_KIND_WHEEL;
  event.delta.y = NAN;
  CHECK_STATUS(lamina_surface_process_event(s->surface, &event, &use), LAMINA_ERROR_INVALID_ARGUMENT);
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  CHECK_STATUS(lamina_surface_process_event(s->surface, &event, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_list_get_state(s->list, &state));
  CHECK_EQUAL(state.row_count, 10);
  CHECK(lamina_list_retain(NULL) == NULL);
  CHECK(lamina_list_retain(s->list) == s->list);
  lamina_list_release(s->list);
  lamina_context_release(other);
  end_stage(s);
}

/* A list that ends before its rows are drawn, and rows that cannot be. */
static void silent(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  (void)row, (void)identity, (void)user_data;
  CHECK_STATUS(lamina_list_set_values_json(list, NULL, LAMINA_NUL_TERMINATED), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_list_set_values_json(list, "", 0), LAMINA_ERROR_INVALID_ARGUMENT);
  if (row % 2 == 0) CHECK_OK(lamina_list_set_values_json(list, "{\"color\": 5}", LAMINA_NUL_TERMINATED));
}

static void *release_list(void *list) {
  lamina_list_release((lamina_list *)list);
  return NULL;
}

/* Released elsewhere it ends in the owner's turn; a million rows that are who they are by their place. */
static void test_released_elsewhere(void) {
  stage *s = make_stage(NULL, 10, 2);
  stage_settle(s);
  CHECK_OK(lamina_list_set_values_callback(s->list, silent, NULL, NULL));
  CHECK_OK(lamina_list_set_row_count(s->list, 1000000, 1));
  CHECK_EQUAL(stage_state(s).row_count, 1000000);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 999999, LAMINA_SCROLL_ALIGNMENT_END, NULL));
  CHECK_OK(lamina_list_set_row_count(s->list, 0, 1));
  CHECK_EQUAL(stage_scroll(s).offset.y, 0);
  CHECK_OK(lamina_list_retain(s->list) == s->list ? LAMINA_OK : LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(lamina_node_get_child_count(s->node) > 0, 1);
  check_elsewhere(release_list, s->list);
  lamina_list_release(s->list);
  stage_frame(s);
  stage_frame(s);
  CHECK_EQUAL(lamina_node_get_child_count(s->node), 0);
  s->list = NULL;
  end_stage(s);
}

static void test_ends(void) {
  stage *s = make_stage(NULL, 1000, 2);
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_list_set_values_callback(s->list, silent, NULL, NULL));
  CHECK_EQUAL(ended, 1);
  stage_settle(s);
  CHECK_EQUAL(check_pixel(&s->picture, 5, 5) & 0xFFFFFF, 0xFFFFFF);
  CHECK_OK(scroll_to(s, 5000));
  end_stage(s);
}

static int is_due(const lamina_fetch_query *query) {
  bool due = false;
  CHECK_OK(lamina_fetch_query_is_due(query, &due));
  return due;
}

static void test_fetching(void) {
  lamina_fetch_query query = LAMINA_FETCH_QUERY_INIT;
  bool due = false;
  CHECK(!is_due(&query)); /* nothing shows */
  query.view = check_make_size(320, 480);
  CHECK(is_due(&query)); /* nothing there */
  query.content = check_make_size(320, 4800);
  query.target.y = 3359;
  CHECK(!is_due(&query));
  query.target.y = 3360;
  CHECK(is_due(&query));
  query.direction = LAMINA_SCROLL_DIRECTIONS_UP;
  CHECK(!is_due(&query));
  query.direction = LAMINA_SCROLL_DIRECTIONS_DOWN;
  query.is_fetching = true;
  CHECK(!is_due(&query));
  query.is_fetching = false;
  query.is_visible = false;
  CHECK(!is_due(&query));
  CHECK_STATUS(lamina_fetch_query_is_due(NULL, &due), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_fetch_query_is_due(&query, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  query.leading_screens = NAN;
  CHECK_STATUS(lamina_fetch_query_is_due(&query, &due), LAMINA_ERROR_INVALID_ARGUMENT);
  query.leading_screens = 2;
  query.direction = (lamina_scroll_directions)16;
  CHECK_STATUS(lamina_fetch_query_is_due(&query, &due), LAMINA_ERROR_INVALID_ARGUMENT);
}

int main(void) {
  test_fetching();
  test_shows_rows(2);
  test_shows_rows(0);
  test_stays();
  test_jump(LAMINA_SCROLL_ALIGNMENT_START);
  test_jump(LAMINA_SCROLL_ALIGNMENT_CENTER);
  test_jump(LAMINA_SCROLL_ALIGNMENT_END);
  test_reload();
  test_fling();
  test_wheel_and_keys();
  test_follows_end();
  test_width();
  test_arguments();
  test_ends();
  test_released_elsewhere();
  return check_done(__FILE__);
}
