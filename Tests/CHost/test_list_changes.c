/* Lists with sections, and changes that say what they do. */
#include "list_stage.h"

static int applied[20], applied_count, destroyed;
static lamina_status last_status;

static void note(lamina_list *list, lamina_status status, void *user_data) {
  CHECK(list == staged->list);
  last_status = status;
  if (applied_count < 20) applied[applied_count++] = (int)(intptr_t)user_data;
}

static void gone(void *user_data) {
  (void)user_data;
  __atomic_add_fetch(&destroyed, 1, __ATOMIC_SEQ_CST);
}

static lamina_list_change change(lamina_list_change_kind kind, size_t section, size_t item) {
  lamina_list_change made = LAMINA_LIST_CHANGE_INIT;
  made.kind = kind;
  made.section = section;
  made.item = item;
  return made;
}

/* Sections of a header, some items and a footer; identities by section. */
static void fill_sections(list_stage *s, int sections, int items) {
  int i, k;
  s->count = 0;
  for (i = 0; i < sections; i++) {
    stage_add(s, (uint64_t)(i * 100 + 1), 0, LAMINA_LIST_ROW_ROLE_HEADER);
    for (k = 0; k < items; k++) stage_add(s, (uint64_t)(i * 100 + 2 + k), 0, LAMINA_LIST_ROW_ROLE_ITEM);
    stage_add(s, (uint64_t)(i * 100 + 99), 0, LAMINA_LIST_ROW_ROLE_FOOTER);
  }
}

static void insert(list_stage *s, size_t at, uint64_t identity) {
  stage_add(s, identity, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  {
    lamina_list_row row = s->rows[s->count - 1];
    memmove(s->rows + at + 1, s->rows + at, (s->count - 1 - at) * sizeof *s->rows);
    s->rows[at] = row;
  }
}

static void take(list_stage *s, size_t at) {
  memmove(s->rows + at, s->rows + at + 1, (s->count - 1 - at) * sizeof *s->rows);
  s->count--;
}

static lamina_status apply(list_stage *s, const lamina_list_change *changes, size_t count, int number) {
  return lamina_list_apply_changes(s->list, changes, count, s->rows, s->count, note, (void *)(intptr_t)number, gone);
}

static list_stage *make_stage(int threads) {
  list_stage *s = stage_make(NULL, 40, 200, threads);
  applied_count = destroyed = 0;
  return s;
}

static void test_paths(void) {
  list_stage *s = make_stage(1);
  size_t section = 0, item = 0, row = 0;
  fill_sections(s, 5, 10);
  stage_add(s, 901, 0, LAMINA_LIST_ROW_ROLE_START);
  stage_add(s, 902, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  stage_give(s);
  CHECK_OK(lamina_list_get_row_path(s->list, 12, &section, &item));
  CHECK_EQUAL(section, 1);
  CHECK(item == SIZE_MAX);
  CHECK_OK(lamina_list_get_row_path(s->list, 15, &section, &item));
  CHECK_EQUAL(section, 1);
  CHECK_EQUAL(item, 2);
  CHECK_OK(lamina_list_get_row_path(s->list, 15, NULL, NULL));
  CHECK_STATUS(lamina_list_get_row_path(s->list, 62, &section, &item), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_OK(lamina_list_find_item(s->list, 4, 9, &row));
  CHECK_EQUAL(row, 58);
  CHECK_OK(lamina_list_find_item(s->list, 5, 0, &row));
  CHECK_EQUAL(row, 61);
  CHECK_STATUS(lamina_list_find_item(s->list, 5, 1, &row), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_find_item(s->list, 6, 0, &row), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_find_item(s->list, 0, SIZE_MAX, &row), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_find_item(s->list, 0, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(row, 61);
  /* A start shows nothing. */
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 61, LAMINA_SCROLL_ALIGNMENT_END, NULL));
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 60).size.height, 0);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* The header of the first row in view stays above it, until the next section pushes it out. */
static void test_sticky(int threads) {
  list_stage *s = make_stage(threads);
  int i, pushed = 0;
  fill_sections(s, 10, 12);
  stage_give(s);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 0).origin.y, 0);
  for (i = 0; i < 300; i++) {
    lamina_rect header, next;
    size_t section, at = 0;
    stage_scroll_by(s, 5);
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    if (i % 10 == 0) CHECK_EQUAL(stage_check(s, __LINE__), 0);
    /* The pixels at the top are those of the header. */
    CHECK_OK(lamina_list_get_row_path(s->list, stage_state(s).first_row, &section, NULL));
    header = stage_place(s, section * 14);
    CHECK(header.origin.y <= 0);
    if (section < 9) {
      next = stage_place(s, section * 14 + 14);
      CHECK_NEAR(header.origin.y, fmin(0, next.origin.y - header.size.height));
      if (header.origin.y < 0) pushed++;
    }
    if (header.origin.y + header.size.height > 2) {
      uint32_t pixel = check_pixel(&s->picture, 20, 0) & 0xFFFFFF;
      CHECK_EQUAL(pixel, stage_color(section * 100 + 1, 0));
      CHECK_OK(lamina_list_find_row(s->list, check_make_rect(20, 0.5, 0, 0).origin, &at));
      CHECK_EQUAL(at, section * 14);
    }
  }
  CHECK(pushed > 2);
  stage_end(s);
}

static void test_batches(void) {
  list_stage *s = make_stage(2);
  lamina_list_change changes[4];
  lamina_list_row taken;
  lamina_rect before;
  size_t count;
  fill_sections(s, 6, 10);
  CHECK_OK(apply(s, NULL, 0, 1));
  stage_settle(s);
  CHECK_EQUAL(applied_count, 1);
  CHECK_EQUAL(destroyed, 1);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 40, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  before = stage_place(s, 41);

  /* Above: one goes, two come; the section before moves to the beginning. What is looked at stays. */
  insert(s, 1, 5001);
  insert(s, 2, 5002);
  take(s, 6);
  changes[0] = change(LAMINA_LIST_CHANGE_KIND_INSERT_ITEM, 0, 0);
  changes[1] = change(LAMINA_LIST_CHANGE_KIND_INSERT_ITEM, 0, 1);
  changes[2] = change(LAMINA_LIST_CHANGE_KIND_DELETE_ITEM, 0, 3);
  CHECK_OK(apply(s, changes, 3, 2));
  CHECK_NEAR(stage_place(s, 42).origin.y, before.origin.y);
  stage_frame(s);
  CHECK_NEAR(stage_place(s, 42).origin.y, before.origin.y);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_EQUAL(applied_count, 2);

  /* Numbers that do not add up: the list is as it was. */
  count = s->count;
  CHECK_STATUS(apply(s, changes, 1, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "section 0 has 11 items after the update, not 12") != NULL);
  /* They add up, but another row is gone than they say. */
  taken = s->rows[3];
  take(s, 3);
  changes[0] = change(LAMINA_LIST_CHANGE_KIND_DELETE_ITEM, 0, 1);
  CHECK_STATUS(apply(s, changes, 1, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "item 2 of section 0 is still there after the update") != NULL);
  memmove(s->rows + 4, s->rows + 3, (s->count++ - 3) * sizeof *s->rows);
  s->rows[3] = taken;
  changes[0] = change(LAMINA_LIST_CHANGE_KIND_DELETE_ITEM, 9, 0);
  CHECK_STATUS(apply(s, changes, 1, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "item 0 of section 9") != NULL);
  changes[0] = change((lamina_list_change_kind)8, 0, 0);
  CHECK_STATUS(apply(s, changes, 1, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(apply(s, NULL, 1, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(stage_state(s).row_count, count);
  CHECK_EQUAL(destroyed, 7);
  CHECK_EQUAL(applied_count, 2);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);

  /* A reload: no frame is blank. */
  changes[0] = change(LAMINA_LIST_CHANGE_KIND_RELOAD_SECTION, 3, 0);
  changes[1] = change(LAMINA_LIST_CHANGE_KIND_RELOAD_ITEM, 4, 1);
  CHECK_OK(apply(s, changes, 2, 4));
  stage_frame(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

static void test_nested(void) {
  list_stage *s = make_stage(2);
  lamina_list_change first, second;
  stage_fill(s, 20, 0);
  stage_give(s);
  CHECK_STATUS(lamina_list_end_changes(s->list), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_list_begin_changes(s->list));
  CHECK_OK(lamina_list_begin_changes(s->list));
  insert(s, 0, 500);
  first = change(LAMINA_LIST_CHANGE_KIND_INSERT_ITEM, 0, 0);
  CHECK_OK(apply(s, &first, 1, 10));
  CHECK_STATUS(lamina_list_remove_rows(s->list, 0, 1), LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_list_end_changes(s->list));
  take(s, 5);
  second = change(LAMINA_LIST_CHANGE_KIND_DELETE_ITEM, 0, 4);
  CHECK_OK(apply(s, &second, 1, 11));
  CHECK_EQUAL(stage_state(s).row_count, 20);
  CHECK_EQUAL(applied_count, 0);
  CHECK_OK(lamina_list_end_changes(s->list));
  stage_settle(s);
  CHECK_EQUAL(applied_count, 2);
  CHECK_EQUAL(applied[0], 10);
  CHECK_EQUAL(applied[1], 11);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* What cannot be. */
  CHECK_OK(lamina_list_begin_changes(s->list));
  CHECK_OK(apply(s, &first, 1, 12));
  CHECK_STATUS(lamina_list_end_changes(s->list), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(applied_count, 3);
  CHECK_EQUAL(last_status, LAMINA_ERROR_INVALID_ARGUMENT);
  /* Its end in the middle. */
  CHECK_OK(lamina_list_begin_changes(s->list));
  insert(s, 3, 600);
  first = change(LAMINA_LIST_CHANGE_KIND_INSERT_ITEM, 0, 3);
  CHECK_OK(apply(s, &first, 1, 13));
  stage_end(s);
  CHECK_EQUAL(applied_count, 4);
  CHECK_EQUAL(last_status, LAMINA_ERROR_CANCELLED);
  CHECK_EQUAL(destroyed, 4);
}

static void *change_elsewhere(void *data) {
  list_stage *s = (list_stage *)data;
  lamina_list_change bad = change(LAMINA_LIST_CHANGE_KIND_INSERT_ITEM, 0, 0);
  CHECK_OK(apply(s, NULL, 0, 20));
  CHECK_OK(apply(s, &bad, 1, 21));
  CHECK_STATUS(lamina_list_begin_changes(s->list), LAMINA_ERROR_WRONG_THREAD);
  return NULL;
}

static void test_elsewhere(void) {
  list_stage *s = make_stage(2);
  stage_fill(s, 50, 0);
  check_elsewhere(change_elsewhere, s);
  CHECK_EQUAL(stage_state(s).row_count, 0);
  stage_settle(s);
  CHECK_EQUAL(stage_state(s).row_count, 50);
  CHECK_EQUAL(applied_count, 2);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
  CHECK_EQUAL(destroyed, 2);
}

/* ---- Much at once, which workers compare ------------------------------------------------------------------------ */

static void done(lamina_list *list, lamina_status status, void *user_data) {
  (void)list;
  CHECK_EQUAL(status, LAMINA_OK);
  ++*(int *)user_data;
}

/* What a worker finds is what is found at once; what is asked meanwhile is of the rows that were given last. */
static void test_large(void) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  size_t i, first, top;
  uint64_t seen;
  double y;
  int shown = 0, round;
  s->height = 20;
  stage_fill(s, 2300, 0);
  stage_give(s);
  stage_scroll_to(s, 20005);
  stage_settle(s);
  for (round = 0; round < 6; round++) {
    top = stage_state(s).first_row;
    seen = s->rows[top + 3].identity;
    y = stage_place(s, top + 3).origin.y;
    /* Every fifth goes, two are exchanged, others come at the end. */
    for (i = 0, first = 0; i < s->count; i++) {
      if (s->rows[i].identity % 5 == (uint64_t)round && (i < top || i > top + 3)) continue;
      s->rows[first++] = s->rows[i];
    }
    s->count = first;
    s->rows[10].identity ^= s->rows[1300].identity, s->rows[1300].identity ^= s->rows[10].identity;
    s->rows[10].identity ^= s->rows[1300].identity;
    while (s->count < 2300) stage_add(s, 100000 * (uint64_t)(round + 1) + s->count, 0, LAMINA_LIST_ROW_ROLE_ITEM);
    if (round % 3 == 0) {
      stage_give(s);
    } else {
      CHECK_OK(lamina_list_apply_changes(s->list, NULL, 0, s->rows, s->count, done, &shown, NULL));
    }
    /* Asked at once, in a later turn, or when all is there. */
    if (round % 2 == 0) CHECK_EQUAL(stage_state(s).row_count, s->count);
    if (round == 1) stage_frame(s);
    if (round == 3) CHECK_OK(lamina_list_remove_rows(s->list, s->count - 1, 1)), s->count--;
    if (round == 4) stage_give(s); /* the same again */
    stage_settle(s);
    CHECK_EQUAL(stage_state(s).row_count, s->count);
    CHECK_EQUAL(stage_check(s, __LINE__), 0);
    for (i = 0; i < s->count && s->rows[i].identity != seen; i++) {
    }
    CHECK(i < s->count);
    CHECK_NEAR(stage_place(s, i).origin.y, y);
  }
  CHECK_EQUAL(shown, 4);
  /* It ends in the middle. */
  stage_fill(s, 2200, 0);
  stage_give(s);
  stage_end(s);
}

int main(void) {
  test_paths();
  test_sticky(2);
  test_sticky(0);
  test_batches();
  test_nested();
  test_elsewhere();
  test_large();
  return check_done(__FILE__);
}
