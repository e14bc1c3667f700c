/* Lists whose rows stand where the host says: by frames, and by a callback on workers. */
#include "list_stage.h"

enum { SIDE = 40 };

static lamina_rect frames[STAGE_MOST];

/* Rows in a spiral of columns: three beside each other, each column begins deeper than the one before. */
static lamina_rect stairs(size_t row) {
  return check_make_rect((double)(row % 3) * 60, (double)(row / 3) * 50 + (double)(row % 3) * 10, SIDE, SIDE);
}

static lamina_list_layout own_frames(list_stage *s) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  size_t row;
  for (row = 0; row < s->count; row++) frames[row] = stairs(row);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  layout.frames = frames;
  layout.frame_count = s->count;
  return layout;
}

static void test_frames(void) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  lamina_list_layout layout;
  size_t row;
  int i;
  stage_fill(s, 300, 0);
  stage_give(s);
  layout = own_frames(s);
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  for (row = 0; row < 9; row++) {
    CHECK_RECT(stage_place(s, row), stairs(row).origin.x, stairs(row).origin.y, SIDE, SIDE);
  }
  CHECK_EQUAL(stage_state(s).measured_count, 300);
  CHECK_NEAR(stage_scroll(s).max_offset.y, 99 * 50 + 20 + SIDE - 200);
  for (i = 0; i < 30; i++) {
    stage_scroll_by(s, i < 20 ? 37 : -37);
    stage_settle(s);
    CHECK_EQUAL(stage_check(s, __LINE__), 0);
  }
  CHECK_OK(lamina_list_scroll_to_row(s->list, 150, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 150).origin.y, 0);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* Longer content than the frames, and back to a column: the first row stays. */
  layout.content_length = 9000;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  CHECK_NEAR(stage_scroll(s).max_offset.y, 9000 - 200);
  CHECK_NEAR(stage_place(s, 150).origin.y, 0);
  CHECK_OK(lamina_list_set_layout(s->list, NULL));
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 150).origin.y, 0);
  CHECK_NEAR(stage_place(s, 150).size.width, 200);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* Rows in the order of nothing; of those that overlap the later one is seen and found. */
static void test_any_order(void) {
  list_stage *s = stage_make(NULL, 200, 200, 1);
  lamina_list_layout layout;
  size_t row, found = 0;
  stage_fill(s, 90, 0);
  stage_give(s);
  layout = own_frames(s);
  for (row = 0; row < 90; row++) frames[row] = stairs((row * 37) % 90);
  frames[89] = frames[0];
  frames[89].origin.x += 20;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_EQUAL(stage_state(s).blank_count, 0);
  CHECK_OK(lamina_list_find_row(s->list, check_make_point(30, 5), &found));
  CHECK_EQUAL(found, 89);
  CHECK_EQUAL(check_pixel(&s->picture, 30, 5) >> 8 & 0xFFFF, stage_color(s->rows[89].identity, 0) >> 8);
  CHECK_EQUAL(check_pixel(&s->picture, 10, 5) >> 8 & 0xFFFF, stage_color(s->rows[0].identity, 0) >> 8);
  stage_end(s);
}

/* Rows that come have no place until there are frames for all; those that stay keep theirs. */
static void test_changes(void) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  lamina_list_layout layout;
  lamina_rect kept;
  stage_fill(s, 60, 0);
  stage_give(s);
  layout = own_frames(s);
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_scroll_to(s, 300);
  stage_settle(s);
  kept = stage_place(s, 20);
  CHECK_OK(lamina_list_remove_rows(s->list, 2, 3));
  CHECK_RECT(stage_place(s, 17), kept.origin.x, kept.origin.y, SIDE, SIDE);
  stage_add(s, 1000, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  CHECK_OK(lamina_list_insert_rows(s->list, 18, s->rows + 60, 1));
  CHECK_NEAR(stage_place(s, 18).size.height, 0);
  stage_settle(s);
  CHECK_EQUAL(stage_state(s).blank_count, 0);
  CHECK_RECT(stage_place(s, 17), kept.origin.x, kept.origin.y, SIDE, SIDE);
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT); /* 60 frames for 58 rows */
  layout.frame_count = 58;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  /* The first row in view has stayed, wherever its frame is now. */
  CHECK_NEAR(stage_place(s, 18).size.height, SIDE);
  CHECK_OK(lamina_list_set_rows(s->list, NULL, 0));
  CHECK_NEAR(stage_scroll(s).max_offset.y, 0);
  stage_end(s);
}

/* ---- By a callback ---------------------------------------------------------------------------------------------- */

typedef struct placing {
  int calls, wrong, mode; /* 1: rows as long as they measure, 2: fails, 3 on: what cannot be */
} placing;

static lamina_status place(lamina_list_frames *given, void *user_data) {
  placing *p = (placing *)user_data;
  double ends[2] = {0, 0};
  size_t row;
  p->calls++;
  if (p->mode == 2) return LAMINA_ERROR_BACKEND;
  for (row = 0; row < given->row_count; row++) {
    size_t lane = ends[0] <= ends[1] ? 0 : 1;
    double height = p->mode == 1 ? given->lengths[row] : (double)SIDE;
    if (given->rows[row].identity == 0) p->wrong++;
    given->frames[row] = check_make_rect((double)lane * given->view.width / 2, ends[lane], given->view.width / 2, height);
    ends[lane] += height;
  }
  if (p->mode == 3 && given->row_count) given->frames[0].size.height = NAN;
  if (p->mode == 4 && given->row_count) given->frames[0].origin.y = -1;
  if (p->mode == 5 && given->row_count) given->frames[given->row_count - 1].size.width = 1e300;
  if (p->mode == 6) given->content_length = INFINITY;
  if (p->mode == 7) memset(given->frames, 0, given->row_count * sizeof *given->frames);
  return LAMINA_OK;
}

static list_stage *make_placed(placing *p, size_t count, bool measures) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s = stage_make(NULL, 200, 200, 2);
  CHECK_OK(lamina_list_set_layout_callback(s->list, place, p, NULL));
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  layout.measures_rows = measures;
  stage_fill(s, count, 0);
  stage_give(s);
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  return s;
}

static void test_callback(void) {
  placing p = {0, 0, 0};
  list_stage *s = make_placed(&p, 300, false);
  lamina_rect seen;
  size_t row;
  stage_settle(s);
  CHECK(p.calls > 0);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  for (row = 0; row < 6; row++) CHECK_RECT(stage_place(s, row), (double)(row % 2) * 100, (double)(row / 2) * (double)SIDE, 100, SIDE);
  stage_scroll_to(s, 1003);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* What is looked at stays while rows come before it and others are placed anew. */
  seen = stage_place(s, stage_state(s).first_row);
  row = stage_state(s).first_row;
  for (int i = 0; i < 4; i++) stage_add(s, 5000 + (uint64_t)i, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  CHECK_OK(lamina_list_insert_rows(s->list, 3, s->rows + 300, 4));
  memmove(s->rows + 7, s->rows + 3, 297 * sizeof *s->rows);
  for (int i = 0; i < 4; i++) s->rows[3 + i].identity = 5000 + (uint64_t)i;
  stage_settle(s);
  CHECK_NEAR(stage_place(s, row + 4).origin.y, seen.origin.y);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_NEAR(stage_scroll(s).max_offset.y, 152 * SIDE - 200);
  CHECK_OK(lamina_surface_set_size(s->surface, check_make_size(200, 150), 1));
  free(s->picture.pixels);
  s->picture = check_make_picture(200, 150);
  stage_settle(s);
  CHECK_NEAR(stage_scroll(s).view.height, 150);
  CHECK_EQUAL(p.wrong, 0);
  stage_end(s);
}

/* Rows that are as long as they measure: masonry of one's own. */
static void test_measured(void) {
  placing p = {0, 0, 1};
  list_stage *s = make_placed(&p, 200, true);
  int i;
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  for (i = 0; i < 12; i++) {
    lamina_list_state state = stage_state(s);
    size_t row;
    for (row = state.first_row; row < state.first_row + 4; row++) {
      CHECK_NEAR(stage_place(s, row).size.height, stage_height(s->rows[row].identity));
    }
    stage_scroll_by(s, 61);
    stage_settle(s);
    CHECK_EQUAL(stage_check(s, __LINE__), 0);
  }
  stage_end(s);
}

/* What cannot be used is logged with its name, and nothing moves. */
static void test_hostile(void) {
  static const char *const names[] = {"layout", "frames->frames[0].size.height", "frames->frames[0].origin.y",
                                      "frames->frames[59].size.width", "frames->content_length"};
  int mode;
  for (mode = 2; mode <= 7; mode++) {
    placing p = {0, 0, 0};
    list_stage *s = make_placed(&p, 60, false);
    lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
    stage_settle(s);
    stage_log[0] = 0;
    p.mode = mode;
    layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
    CHECK_OK(lamina_list_set_layout(s->list, &layout));
    stage_settle(s);
    if (mode < 7) {
      CHECK(strstr(stage_log, names[mode - 2]) != NULL);
      CHECK_RECT(stage_place(s, 3), 100, SIDE, 100, SIDE);
      CHECK_EQUAL(stage_check(s, __LINE__), 0);
    } else {
      CHECK_EQUAL(stage_state(s).visible_count, 0); /* nobody has a place */
    }
    stage_end(s);
  }
}

static void test_arguments(void) {
  static const double bad[] = {-1, 1e8, NAN, INFINITY};
  list_stage *s = stage_make(NULL, 200, 200, 1);
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  size_t i;
  stage_fill(s, 10, 0);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  CHECK_OK(lamina_list_set_layout(s->list, &layout)); /* no rows, no frames */
  stage_give(s);
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "layout->frames is NULL") != NULL);
  layout = own_frames(s);
  layout.frame_count = 3;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "layout->frame_count is 3; the list has 10 rows") != NULL);
  layout.kind = (lamina_list_layout_kind)44;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "layout->kind is 44") != NULL);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_COLUMN;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "frames go with LAMINA_LIST_LAYOUT_KIND_OWN") != NULL);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  layout.frame_count = SIZE_MAX;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.frame_count = 10;
  for (i = 0; i < 4; i++) {
    frames[4].size.width = bad[i];
    CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(lamina_last_error(), "layout->frames[4].size.width") != NULL);
    frames[4] = stairs(4);
    frames[5].origin.y = i == 1 ? 1e16 : bad[i];
    CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
    frames[5] = stairs(5);
  }
  layout.measures_rows = true;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.measures_rows = false;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_COLUMN;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* The list ends while its rows are being placed. */
static void test_ends(void) {
  int i;
  for (i = 0; i < 20; i++) {
    placing p = {0, 0, 0};
    list_stage *s = make_placed(&p, 3000, i % 2 == 0);
    if (i % 3) stage_frame(s);
    stage_end(s);
  }
}

int main(void) {
  test_frames();
  test_any_order();
  test_changes();
  test_callback();
  test_measured();
  test_hostile();
  test_arguments();
  test_ends();
  return check_done(__FILE__);
}
