/* Changes of thousands of rows, which a worker makes while the list scrolls and measures: the same as changes that are
 * made at once. */
#include "check.h"

enum { MOST = 14000, WIDTH = 60, HEIGHT = 200 };

static const char form[] =
    "{\"root\": {\"background\": \"{color}\", \"style\": {\"height\": \"{height}\"}}}";

typedef struct list_of {
  lamina_surface *surface;
  lamina_list *list;
  lamina_node *node;
  check_picture picture;
} list_of;

static lamina_context *context;
static list_of lists[2]; /* changes of the second are made at once */
static lamina_list_row rows[MOST];
static size_t count;
static uint64_t random_state = 1, next_identity = 1, now = 1000000;

static size_t below(size_t bound) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(random_state >> 33) % bound;
}

static unsigned color(uint64_t identity) { return (unsigned)((identity * 2 + 1) & 0xFFFF) << 8 | 0x20; }

static void values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  char json[100];
  (void)row, (void)user_data;
  snprintf(json, sizeof json, "{\"color\": \"#%06x\", \"height\": %d}", color(identity), 12 + (int)(identity * 37 % 61));
  CHECK_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

static lamina_list_row new_row(void) {
  lamina_list_row row = LAMINA_LIST_ROW_INIT;
  row.identity = next_identity++;
  row.kind = (uint32_t)below(2);
  row.role = below(9) == 0 ? LAMINA_LIST_ROW_ROLE_HEADER : below(19) == 0 ? LAMINA_LIST_ROW_ROLE_FOOTER
                                                                          : LAMINA_LIST_ROW_ROLE_ITEM;
  return row;
}

/* Some thousand rows go, come, move and change. */
static void change(void) {
  static lamina_list_row kept[MOST];
  size_t i, found = 0;
  for (i = 0; i < count; i++) {
    if (below(3) == 0) continue;
    kept[found] = rows[i];
    if (below(20) == 0) kept[found].version++;
    if (below(40) == 0) kept[found].kind ^= 1;
    found++;
  }
  for (i = 0; i < 200 && found > 1; i++) {
    size_t a = below(found), b = below(found);
    lamina_list_row row = kept[a];
    kept[a] = kept[b], kept[b] = row;
  }
  count = 0;
  for (i = 0; i < found; i++) {
    while (count < MOST - found && below(3) == 0) rows[count++] = new_row();
    rows[count++] = kept[i];
  }
}

static void frame(list_of *l) {
  CHECK_OK(lamina_surface_composite(l->surface, &l->picture.bitmap, NULL, 0, NULL));
}

static void step(void) {
  now += 16000;
  CHECK_OK(lamina_context_begin_frame(context, now, 0));
  CHECK_OK(lamina_context_process(context, 0));
  frame(&lists[0]);
  frame(&lists[1]);
}

static lamina_list_state state_of(list_of *l) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  CHECK_OK(lamina_list_get_state(l->list, &state));
  return state;
}

static void settle(void) {
  int i;
  for (i = 0; i < 100; i++) {
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    step();
    if (state_of(&lists[0]).is_settled && state_of(&lists[1]).is_settled) return;
  }
  CHECK(!"it does not settle");
}

static void check_rows(list_of *l, int line) {
  lamina_list_state state = state_of(l);
  size_t row;
  CHECK_EQUAL(state.row_count, count);
  CHECK_EQUAL(state.blank_count, 0);
  for (row = state.first_row; row < state.first_row + state.visible_count; row++) {
    lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
    size_t found = 0;
    int x, y;
    CHECK_OK(lamina_list_get_row_place(l->list, row, &place));
    x = (int)(place.frame.origin.x + place.frame.size.width / 2), y = (int)(place.frame.origin.y + place.frame.size.height / 2);
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
    if (lamina_list_find_row(l->list, check_make_point(x, y), &found) != LAMINA_OK || found != row) continue;
    if ((check_pixel(&l->picture, x, y) & 0xFFFFFF) != color(rows[row].identity)) {
      printf("line %d, row %d: %06x, not %06x\n", line, (int)row, check_pixel(&l->picture, x, y) & 0xFFFFFF,
             color(rows[row].identity));
      CHECK(!"a row is not what it should be");
    }
  }
}

static void test_layout(lamina_list_layout_kind kind) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  lamina_template *template_ = NULL;
  int i, k;
  layout.kind = kind;
  layout.lane_count = 2;
  context = check_context(2);
  CHECK_OK(lamina_context_begin_frame(context, now, 0));
  CHECK_OK(lamina_template_create(context, form, LAMINA_NUL_TERMINATED, &template_));
  count = 0;
  while (count < 9000) rows[count++] = new_row();
  for (i = 0; i < 2; i++) {
    list_of *l = &lists[i];
    l->picture = check_make_picture(WIDTH, HEIGHT);
    CHECK_OK(lamina_surface_create(context, check_make_size(WIDTH, HEIGHT), 1, &l->surface));
    CHECK_OK(lamina_list_create(context, NULL, &l->list));
    CHECK_OK(lamina_list_copy_node(l->list, &l->node));
    for (k = 0; k < 2; k++) CHECK_OK(lamina_list_set_template(l->list, (uint32_t)k, template_));
    CHECK_OK(lamina_list_set_values_callback(l->list, values, NULL, NULL));
    CHECK_OK(lamina_list_set_layout(l->list, &layout));
    CHECK_OK(lamina_surface_set_root(l->surface, l->node));
    CHECK_OK(lamina_list_set_rows(l->list, rows, count));
  }
  settle();
  for (i = 0; i < 9; i++) {
    size_t target = below(count);
    for (k = 0; k < 2; k++) {
      CHECK_OK(lamina_list_scroll_to_row(lists[k].list, target, LAMINA_SCROLL_ALIGNMENT_START, NULL));
    }
    if (i % 3 != 0) settle();
    change();
    /* Rows that are on their way are replaced by others, and so on. */
    for (k = 0; k < 2; k++) CHECK_OK(lamina_list_set_rows(lists[k].list, rows, count));
    CHECK_EQUAL(state_of(&lists[1]).row_count, count);
    if (i % 4 == 1) {
      change();
      for (k = 0; k < 2; k++) CHECK_OK(lamina_list_set_rows(lists[k].list, rows, count));
      CHECK_EQUAL(state_of(&lists[1]).row_count, count);
    }
    for (k = 0; k < 3; k++) {
      step();
      CHECK_OK(lamina_node_scroll_by(lists[0].node, check_make_point(0, 3), NULL));
      CHECK_OK(lamina_node_scroll_by(lists[1].node, check_make_point(0, 3), NULL));
    }
    settle();
    check_rows(&lists[0], __LINE__);
    check_rows(&lists[1], __LINE__);
    for (k = 0; k < 40; k++) {
      size_t row = below(count), a[2] = {0, 0}, b[2] = {0, 0};
      CHECK_OK(lamina_list_get_row_path(lists[0].list, row, &a[0], &a[1]));
      CHECK_OK(lamina_list_get_row_path(lists[1].list, row, &b[0], &b[1]));
      CHECK_EQUAL(a[0], b[0]);
      CHECK_EQUAL(a[1], b[1]);
    }
  }
  for (i = 0; i < 2; i++) {
    lamina_list_release(lists[i].list);
    lamina_node_release(lists[i].node);
    lamina_surface_release(lists[i].surface);
    free(lists[i].picture.pixels);
  }
  lamina_template_release(template_);
  lamina_context_release(context);
}

int main(void) {
  test_layout(LAMINA_LIST_LAYOUT_KIND_COLUMN);
  test_layout(LAMINA_LIST_LAYOUT_KIND_GRID);
  return check_done("test_list_many.c");
}
