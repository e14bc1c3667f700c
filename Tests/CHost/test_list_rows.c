/* What hosts may do wrong with rows, and what is right all the same. */
#include "list_stage.h"

/* Two rows of one identity: a sentence names both, and the list is as it was. */
static void test_equal_identities(void) {
  list_stage *s = stage_make(NULL, 100, 100, 2);
  size_t i;
  stage_fill(s, 40, 0);
  stage_give(s);
  s->rows[7].identity = 4;
  CHECK_EQUAL(lamina_list_set_rows(s->list, s->rows, 40), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "rows 3 and 7 have one identity, 4") != NULL);
  CHECK_EQUAL(lamina_list_apply_changes(s->list, NULL, 0, s->rows, 40, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(lamina_list_insert_rows(s->list, 2, s->rows + 7, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "rows[0] has the identity 4, as row 3 of the list") != NULL);
  s->rows[7].identity = s->rows[8].identity = 1000;
  CHECK_EQUAL(lamina_list_insert_rows(s->list, 2, s->rows + 7, 2), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(stage_state(s).row_count, 40);
  stage_fill(s, 40, 0);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* In long lists nobody looks for them, and they show in order. */
  s->count = 0;
  for (i = 0; i < STAGE_MOST; i++) stage_add(s, i / 2 + 1, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  CHECK_OK(lamina_list_set_row_count(s->list, 1, 0));
  CHECK_EQUAL(lamina_list_set_rows(s->list, s->rows, STAGE_MOST), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(stage_state(s).row_count, 1);
  stage_end(s);
}

static int asked;

static void release_in_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  list_stage *s = (list_stage *)user_data;
  (void)row, (void)identity;
  asked++;
  CHECK_OK(lamina_list_set_values_json(list, "{\"color\": \"red\", \"width\": 9, \"height\": 9}", LAMINA_NUL_TERMINATED));
  s->list = NULL;
  lamina_list_release(list);
}

static lamina_node *release_in_cell(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *made = NULL;
  list_stage *s = (list_stage *)user_data;
  (void)cell;
  asked++;
  CHECK_OK(lamina_node_create(s->context, &made));
  s->list = NULL;
  lamina_list_release(list);
  return made;
}

/* A list that is released as it asks for a row asks for no other, and ends without a word. */
static void test_released_while_asking(bool by_cells, int threads) {
  list_stage *s = stage_make(NULL, 100, 100, threads);
  asked = 0;
  if (by_cells) CHECK_OK(lamina_list_set_cell_callback(s->list, 0, release_in_cell, true, s, NULL));
  if (!by_cells) CHECK_OK(lamina_list_set_values_callback(s->list, release_in_values, s, NULL));
  stage_fill(s, 40, 0);
  stage_give(s);
  stage_frame(s);
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_frame(s);
  stage_frame(s);
  CHECK(s->list == NULL);
  CHECK_EQUAL(asked, 1);
  CHECK_EQUAL(stage_log[0], 0);
  CHECK_EQUAL(lamina_node_get_child_count(s->node), 0);
  stage_end(s);
}

/* A row whose content changes out of sight is measured again before it comes into view. */
static void test_changed_out_of_sight(void) {
  list_stage *s = stage_make(NULL, 100, 200, 2);
  size_t row, first;
  s->height = 20;
  stage_fill(s, 300, 0);
  stage_give(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 150, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  s->height = 31;
  for (row = 0; row < s->count; row++) s->rows[row].version = 1;
  stage_give(s);
  stage_settle(s);
  first = stage_state(s).first_row;
  for (row = first - 6; row < first + 13; row++) CHECK_NEAR(stage_place(s, row).size.height, 31);
  stage_end(s);
}

/* Nobody says what rows show: the log does, once for each kind. */
static void test_nobody_says(void) {
  list_stage *s = stage_make(NULL, 100, 200, 2);
  CHECK_OK(lamina_list_set_values_callback(s->list, NULL, NULL, NULL));
  stage_fill(s, 30, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_TEXT(stage_log, "rows of a list without a name (100 x 200) stay empty: it has not got a values callback");
  CHECK_OK(lamina_node_set_name(s->node, "inbox", LAMINA_NUL_TERMINATED));
  stage_log[0] = 0;
  stage_fill(s, 30, 3);
  stage_give(s);
  stage_settle(s);
  CHECK_TEXT(stage_log, "rows of list \"inbox\" stay empty: it has not got a template or a cell callback for kind 3");
  stage_log[0] = 0;
  stage_scroll_by(s, 500);
  stage_settle(s);
  CHECK_EQUAL(stage_log[0], 0);
  CHECK(stage_state(s).blank_count > 0);
  stage_end(s);
}

static int empty_asked;

static void empty_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  (void)row, (void)identity, (void)user_data;
  empty_asked++;
  CHECK_OK(lamina_list_set_values_json(
      list, "{\"color\": \"#000\", \"width\": 20, \"height\": 0}", LAMINA_NUL_TERMINATED));
}

/* Rows without a height bring ever more into view: the list stops at some time, and says so once. */
static void test_no_height(void) {
  list_stage *s = stage_make(NULL, 100, 40, 2);
  int before;
  empty_asked = 0;
  CHECK_OK(lamina_list_set_values_callback(s->list, empty_values, s, NULL));
  stage_fill(s, 3, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_EQUAL(empty_asked, 3);
  CHECK_EQUAL(stage_state(s).measured_count, 3);
  CHECK_EQUAL(stage_log[0], 0);
  stage_fill(s, STAGE_MOST, 0);
  stage_give(s);
  stage_settle(s);
  stage_settle(s);
  CHECK(empty_asked >= 1000 && empty_asked < 1050); /* those that were under way come, too */
  CHECK_TEXT(stage_log, "1000 rows of a list without a name (100 x 40) have no length: until it is scrolled, or "
                        "its rows change, it asks for no more");
  before = empty_asked;
  stage_scroll_by(s, 60);
  CHECK(empty_asked > before);
  stage_end(s);
}

static lamina_status typed_status;
static const char *typed_text;
static char typed_error[300];
static lamina_value_kind typed_kind;

static void typed_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  (void)row, (void)identity, (void)user_data;
  value.slot = "title";
  value.kind = typed_kind;
  value.text = typed_text;
  typed_status = lamina_list_set_values(list, &value, 1);
  snprintf(typed_error, sizeof typed_error, "%s", typed_status == LAMINA_OK ? "" : lamina_last_error());
}

static void check_typed(lamina_value_kind kind, const char *text, const char *error, const char *log) {
  list_stage *s = stage_make(NULL, 100, 200, 2);
  lamina_template *form = NULL;
  typed_kind = kind;
  typed_text = text;
  CHECK_OK(lamina_template_create(
      s->context, "{\"root\": {\"kind\": \"text\", \"text\": \"{title}\"}}", LAMINA_NUL_TERMINATED, &form));
  CHECK_OK(lamina_list_set_template(s->list, 0, form));
  lamina_template_release(form);
  CHECK_OK(lamina_list_set_values_callback(s->list, typed_values, s, NULL));
  CHECK_OK(lamina_node_set_name(s->node, "inbox", LAMINA_NUL_TERMINATED));
  stage_add(s, 7000, 0, LAMINA_LIST_ROW_ROLE_ITEM);
  stage_give(s);
  stage_settle(s);
  CHECK_TEXT(typed_error, error);
  CHECK_EQUAL(typed_status, error[0] == 0 ? LAMINA_OK : LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(stage_log, log);
  stage_end(s);
}

/* A value that its slot cannot take is refused where it is given; the log says which row stays empty. */
static void test_typed(void) {
  const char *empty = "row 0 (identity 7000) of list \"inbox\" cannot be shown: the values callback gave it no values";
  check_typed(LAMINA_VALUE_KIND_TEXT, "x", "", "");
  check_typed(LAMINA_VALUE_KIND_TEXT, "", "", "");
  check_typed(LAMINA_VALUE_KIND_NUMBER, NULL, "", "");
  check_typed(LAMINA_VALUE_KIND_TEXT, NULL,
              "values[0]: text is NULL, of the slot \"title\"; a text is needed, or the kind NONE for the default", empty);
  check_typed(LAMINA_VALUE_KIND_COLOR, NULL, "the slot \"title\" is a colour; text or a number is needed", empty);
}

int main(void) {
  test_no_height();
  test_typed();
  test_nobody_says();
  test_equal_identities();
  test_released_while_asking(false, 0);
  test_released_while_asking(false, 2);
  test_released_while_asking(true, 2);
  test_changed_out_of_sight();
  return check_done("test_list_rows.c");
}
