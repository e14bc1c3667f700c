/* Lists whose cells are trees of nodes. */
#include "list_stage.h"

static int made, reused, destroyed, preloads, unloads, on_worker;
static pthread_t owner;

static void observe(lamina_node *node, lamina_interface_event event, lamina_interface_state state,
                    lamina_interface_state before, void *user_data) {
  (void)node, (void)state, (void)before, (void)user_data;
  if (event == LAMINA_INTERFACE_EVENT_ENTER_PRELOAD) preloads++;
  if (event == LAMINA_INTERFACE_EVENT_EXIT_PRELOAD) unloads++;
}

/* A box with a part that is drawn, both of the row's colour. */
static void dress(lamina_node *node, const lamina_list_cell *cell) {
  double height = stage_height(cell->identity);
  lamina_color color = check_make_color(stage_color(cell->identity, cell->version));
  lamina_node *part = NULL;
  CHECK_OK(check_set_size(node, check_make_size(100, height)));
  CHECK_OK(lamina_node_set_background(node, color));
  CHECK_OK(lamina_node_copy_child(node, 0, &part));
  CHECK_OK(lamina_node_set_frame(part, check_make_rect(0, 0, 100, height)));
  CHECK_OK(lamina_node_set_background(part, color));
  lamina_node_release(part);
}

static lamina_node *make(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *node = cell->reused, *part;
  CHECK(list == staged->list && user_data == staged && cell->struct_size == sizeof *cell);
  if (cell->identity == 13) return NULL;
  if (cell->identity == 17) return (lamina_node *)staged->surface;
  if (!pthread_equal(pthread_self(), owner)) __atomic_add_fetch(&on_worker, 1, __ATOMIC_SEQ_CST);
  if (node == NULL) {
    __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST);
    node = check_node(staged->context);
    part = check_node(staged->context);
    CHECK_OK(lamina_node_add_child(node, part));
    lamina_node_release(part);
    CHECK_OK(lamina_node_add_interface_observer(node, observe, NULL, NULL, NULL));
  } else {
    __atomic_add_fetch(&reused, 1, __ATOMIC_SEQ_CST);
  }
  dress(node, cell);
  return node;
}

static void gone(void *user_data) {
  (void)user_data;
  destroyed++;
}

static list_stage *make_stage(size_t count, int threads, bool on_owner) {
  list_stage *s = stage_make(NULL, 100, 200, threads);
  made = reused = destroyed = preloads = unloads = on_worker = 0;
  owner = pthread_self();
  stage_fill(s, count, 0);
  CHECK_OK(lamina_list_set_cell_callback(s->list, 0, make, on_owner, s, gone));
  stage_give(s);
  return s;
}

static void check_top(list_stage *s, size_t row, double top) { CHECK_NEAR(stage_place(s, row).origin.y, top); }

/* Workers make no tree any more: calls of theirs would be refused while the context ends. */
static void end(list_stage *s) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  stage_end(s);
}

static void test_shows(int threads, bool on_owner) {
  list_stage *s = make_stage(1000, threads, on_owner);
  int i;
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK(made > 4 && made < 60);
  CHECK_EQUAL(preloads > 4, 1);
  CHECK_EQUAL(on_worker > 0, threads > 0 && !on_owner);
  CHECK(lamina_node_get_child_count(s->node) < 60);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 500, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  check_top(s, 500, 0);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* Forward: trees go round, and none of the rows in view moves or shows another's colours. */
  made = 0;
  for (i = 0; i < 60; i++) {
    stage_scroll_by(s, 30);
    if (i > 5) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    stage_check(s, __LINE__);
  }
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK(reused > 20 && made < 40);
  CHECK(unloads > 10);
  end(s);
  CHECK_EQUAL(destroyed, 1);
}

/* Another version: what shows stays until the new tree is drawn. */
static void test_versions(void) {
  list_stage *s = make_stage(200, 2, false);
  int round, i;
  size_t row;
  for (row = 0; row < s->count; row++) s->rows[row].identity += 100;
  stage_give(s);
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 100, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  for (round = 1; round <= 20; round++) {
    for (row = 0; row < s->count; row++) s->rows[row].version = (uint64_t)(round & 3);
    stage_give(s);
    for (i = 0; i < 6; i++) {
      if (i > 2) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
      stage_frame(s);
      CHECK_EQUAL(stage_check(s, __LINE__), 0);
      check_top(s, 100, 0);
    }
  }
  stage_settle(s);
  CHECK_EQUAL(check_pixel(&s->picture, 50, 3) & 0xFFFFFF, stage_color(s->rows[100].identity, 20 & 3));
  end(s);
}

/* A point of the first row in view, in the space of the list's node. */
static lamina_point stage_bounds(list_stage *s) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  CHECK_OK(lamina_node_get_presented(s->node, &values));
  values.bounds_origin.x += 50;
  values.bounds_origin.y += 1;
  return values.bounds_origin;
}

/* A tree that grows by itself, above the view and in it; rows inserted and removed above. */
static void test_sizes(void) {
  list_stage *s = make_stage(300, 2, false);
  lamina_node *tree = NULL;
  lamina_rect before;
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 50, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  /* Names lead from data to trees. */
  CHECK_OK(lamina_node_hit_test(s->node, stage_bounds(s), &tree, NULL));
  CHECK(tree != NULL);
  before = stage_place(s, 51);
  {
    lamina_node *parent = NULL;
    CHECK_OK(lamina_node_copy_parent(tree, &parent));
    if (parent != s->node && parent != NULL) {
      lamina_node_release(tree);
      tree = parent;
    } else {
      lamina_node_release(parent);
    }
  }
  CHECK_OK(check_set_size(tree, check_make_size(100, stage_place(s, 50).size.height + 25)));
  stage_settle(s);
  check_top(s, 50, 0);
  check_top(s, 51, before.origin.y + 25);
  lamina_node_release(tree);
  CHECK_OK(lamina_list_remove_rows(s->list, 10, 20));
  stage_settle(s);
  check_top(s, 31, before.origin.y + 25);
  end(s);
}

static lamina_node *same(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  (void)list, (void)cell;
  return lamina_node_retain((lamina_node *)user_data);
}

static void test_bad(void) {
  list_stage *s = make_stage(40, 2, false);
  lamina_node *node;
  stage_settle(s);
  /* Rows without a tree, and with what is none: the others are there. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 14, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_frame(s);
  CHECK_STATUS(lamina_list_set_cell_callback(s->list, 32768, make, false, NULL, NULL), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_list_set_cell_callback(NULL, 0, make, false, NULL, NULL), LAMINA_ERROR_INVALID_HANDLE);
  /* The same tree for all rows shows one of them. */
  node = check_box(s->context, 100, 30);
  CHECK_OK(lamina_list_set_cell_callback(s->list, 0, same, true, node, NULL));
  stage_settle(s);
  CHECK_EQUAL(destroyed, 1);
  CHECK_OK(lamina_list_set_cell_callback(s->list, 0, NULL, true, NULL, NULL));
  stage_frame(s);
  lamina_node_release(node);
  end(s);
}

/* ---- Heights that are no whole pixels ---- */

static lamina_node *make_ratio(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *box = check_node(staged->context), *part = check_node(staged->context);
  lamina_spec *ratio = NULL;
  (void)list, (void)user_data;
  CHECK_OK(lamina_node_set_background(part, check_make_color(stage_color(cell->identity, 0))));
  CHECK_OK(lamina_spec_create_ratio(staged->context, 0.3 + (double)(cell->identity * 7 % 10) * 0.113, NULL, part, &ratio));
  CHECK_OK(lamina_node_set_spec(box, ratio));
  lamina_spec_release(ratio);
  lamina_node_release(part);
  return box;
}

/* Rows stand in the same pixels again when the list comes back to them, whatever has been measured elsewhere. */
static void test_comes_back(lamina_list_layout_kind kind) {
  static const double away[] = {9000, 300, 17.3, 2000.6};
  list_stage *s = stage_make(NULL, 200, 300, 2);
  lamina_scroll_options scroll = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  size_t size = 200 * 300 * 4, i;
  unsigned char *before = (unsigned char *)malloc(size);
  scroll.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &scroll));
  layout.kind = kind;
  if (kind == LAMINA_LIST_LAYOUT_KIND_MASONRY) {
    layout.lane_count = 3;
    layout.line_spacing = layout.lane_spacing = 8;
  }
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  CHECK_OK(lamina_list_set_cell_callback(s->list, 0, make_ratio, false, s, NULL));
  stage_fill(s, 200, 0);
  stage_give(s);
  stage_settle(s);
  memcpy(before, s->picture.pixels, size);
  for (i = 0; i < sizeof away / sizeof *away; i++) {
    CHECK_OK(lamina_node_scroll_to(s->node, check_make_point(0, away[i]), NULL));
    stage_settle(s);
    CHECK(memcmp(before, s->picture.pixels, size) != 0);
    CHECK_OK(lamina_node_scroll_to(s->node, check_make_point(0, 0), NULL));
    stage_settle(s);
    CHECK(memcmp(before, s->picture.pixels, size) == 0);
  }
  free(before);
  stage_end(s);
}

int main(void) {
  test_comes_back(LAMINA_LIST_LAYOUT_KIND_COLUMN);
  test_comes_back(LAMINA_LIST_LAYOUT_KIND_MASONRY);
  test_shows(2, false);
  test_shows(0, false);
  test_shows(2, true);
  test_versions();
  test_sizes();
  test_bad();
  return check_done(__FILE__);
}
