/* Lists whose rows stand otherwise than in a column: lanes, lines, pages; and lists that run another way. */
#include "list_stage.h"

static list_stage *make_stage(const lamina_list_options *options, const lamina_list_layout *layout, size_t count) {
  list_stage *s = stage_make(options, 200, 200, 2);
  CHECK_OK(lamina_list_set_layout(s->list, layout));
  stage_fill(s, count, 0);
  return s;
}

static int overlap(lamina_rect a, lamina_rect b) {
  return a.origin.x + 0.01 < b.origin.x + b.size.width && b.origin.x + 0.01 < a.origin.x + a.size.width &&
         a.origin.y + 0.01 < b.origin.y + b.size.height && b.origin.y + 0.01 < a.origin.y + a.size.height;
}

/* Scrolls through: what is there has its colours and nothing overlaps; what is looked at does not move by itself. */
static void check_scrolling(list_stage *s, double step) {
  int i;
  size_t row, other;
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  for (i = 0; i < 40; i++) {
    lamina_list_state state = stage_state(s);
    lamina_rect before = stage_place(s, state.first_row + 2);
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    stage_check(s, __LINE__);
    if (i < 15) {
      CHECK_NEAR(stage_place(s, state.first_row + 2).origin.y, before.origin.y);
      CHECK_NEAR(stage_place(s, state.first_row + 2).origin.x, before.origin.x);
    }
    stage_scroll_by(s, i < 25 ? step : -step);
  }
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  for (row = 0; row < 60 && row < s->count; row++) {
    if (s->rows[row].role != LAMINA_LIST_ROW_ROLE_ITEM) continue; /* it may stand above the others */
    for (other = 0; other < row; other++) {
      if (s->rows[other].role == LAMINA_LIST_ROW_ROLE_ITEM && overlap(stage_place(s, row), stage_place(s, other))) CHECK(!"rows overlap");
    }
  }
}

static void test_grid(void) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  double longest;
  int i;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_GRID;
  layout.lane_count = 3;
  layout.lane_spacing = 10;
  layout.line_spacing = 4;
  layout.insets.left = layout.insets.right = 15;
  layout.insets.top = 7;
  s = make_stage(NULL, &layout, 300);
  stage_give(s);
  stage_settle(s);
  for (i = 0; i < 3; i++) {
    CHECK_NEAR(stage_place(s, (size_t)i).origin.x, 15 + i * 60);
    CHECK_NEAR(stage_place(s, (size_t)i).size.width, 50);
    CHECK_NEAR(stage_place(s, (size_t)i).origin.y, 7);
  }
  longest = fmax(stage_place(s, 0).size.height, fmax(stage_place(s, 1).size.height, stage_place(s, 2).size.height));
  CHECK_NEAR(stage_place(s, 3).origin.y, 7 + longest + 4);
  check_scrolling(s, 33);
  /* As many lanes as there is room for. */
  layout.lane_count = 0;
  layout.item_size.width = 30;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_NEAR(stage_place(s, 0).size.width, (170 - 3 * 10) / 4.0);
  CHECK_OK(lamina_list_set_layout(s->list, NULL));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_NEAR(stage_place(s, 0).size.width, 200);
  stage_end(s);
}

static void test_masonry(void) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  lamina_rect a, b, c;
  size_t row;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_MASONRY;
  layout.lane_count = 2;
  s = make_stage(NULL, &layout, 300);
  s->rows[6].role = LAMINA_LIST_ROW_ROLE_HEADER;
  stage_give(s);
  stage_settle(s);
  a = stage_place(s, 0), b = stage_place(s, 1), c = stage_place(s, 2);
  CHECK_NEAR(c.origin.y, fmin(a.size.height, b.size.height));
  CHECK_NEAR(c.origin.x, a.size.height <= b.size.height ? 0 : 100);
  CHECK_NEAR(stage_place(s, 6).size.width, 200);
  for (row = 0; row < 6; row++) {
    CHECK(stage_place(s, row).origin.y + stage_place(s, row).size.height <= stage_place(s, 6).origin.y + 0.001);
  }
  check_scrolling(s, 29);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 250, LAMINA_SCROLL_ALIGNMENT_CENTER, NULL));
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 250).origin.y + stage_place(s, 250).size.height / 2,
             (200 + stage_place(s, 6).size.height) / 2); /* of what the header leaves */
  stage_end(s);
}

static void test_flow(void) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_FLOW;
  layout.lane_spacing = layout.line_spacing = 5;
  s = make_stage(NULL, &layout, 200);
  s->width = 45;
  stage_give(s);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 0).size.width, 45);
  CHECK_NEAR(stage_place(s, 3).origin.x, 150);
  CHECK_NEAR(stage_place(s, 4).origin.x, 0);
  CHECK_NEAR(stage_place(s, 4).origin.y, 5 + fmax(fmax(stage_height(1), stage_height(2)), fmax(stage_height(3), stage_height(4))));
  check_scrolling(s, 21);
  stage_end(s);
}

static void test_gallery_and_pages(void) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_GALLERY;
  layout.item_size = check_make_size(40, 30);
  s = make_stage(NULL, &layout, 200);
  s->height = 30;
  stage_give(s);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 7).origin.x, 80);
  CHECK_NEAR(stage_place(s, 7).origin.y, 30);
  CHECK_NEAR(stage_place(s, 150).size.height, 30);
  CHECK_NEAR(stage_scroll(s).view.height + stage_scroll(s).max_offset.y, 40 * 30);
  check_scrolling(s, 21);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_PAGES;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  s->height = 200;
  stage_settle(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 4, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_RECT(stage_place(s, 4), 0, 0, 200, 200);
  CHECK_RECT(stage_place(s, 5), 0, 200, 200, 200);
  stage_end(s);
}

/* The page that is seen goes: the next one takes its place, and behind the last one the one before. */
static void test_page_gone(bool reversed) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  options.reversed = reversed;
  options.horizontal = true;
  layout.kind = LAMINA_LIST_LAYOUT_KIND_PAGES;
  s = make_stage(&options, &layout, 10);
  stage_give(s);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 4, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_OK(lamina_list_remove_rows(s->list, 4, 1));
  stage_settle(s);
  CHECK_RECT(stage_place(s, 4), 0, 0, 200, 200);
  CHECK_EQUAL(check_pixel(&s->picture, 100, 100) >> 8 & 0xFFFF, stage_color(6, 0) >> 8);
  CHECK_OK(lamina_list_remove_rows(s->list, 3, 3)); /* with some around it */
  CHECK_RECT(stage_place(s, 3), 0, 0, 200, 200);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 5, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  CHECK_OK(lamina_list_remove_rows(s->list, 5, 1));
  CHECK_RECT(stage_place(s, 4), 0, 0, 200, 200);
  stage_end(s);
}

/* A chat that stands on its end: row 0 is the newest, at the bottom. */
static void test_reversed(void) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  list_stage *s;
  lamina_rect before;
  options.reversed = true;
  s = make_stage(&options, NULL, 3);
  stage_give(s);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 0).origin.y + stage_place(s, 0).size.height, 200);
  CHECK_NEAR(stage_place(s, 1).origin.y + stage_place(s, 1).size.height, stage_place(s, 0).origin.y);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_fill(s, 200, 0);
  stage_give(s);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 0).origin.y + stage_place(s, 0).size.height, 200);
  check_scrolling(s, -33);
  /* Older rows come behind the last, newer ones before the first; neither moves what is read. */
  before = stage_place(s, 20);
  s->rows[190].identity += 1000;
  CHECK_OK(lamina_list_insert_rows(s->list, 0, s->rows + 190, 1));
  CHECK_NEAR(stage_place(s, 21).origin.y, before.origin.y);
  stage_end(s);
}

static void test_horizontal(bool reversed) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  options.horizontal = true;
  options.reversed = reversed;
  s = make_stage(&options, NULL, 300);
  s->width = 37;
  s->height = 200;
  stage_give(s);
  stage_settle(s);
  CHECK_NEAR(stage_place(s, 0).origin.x, reversed ? 200 - 37 : 0);
  CHECK_NEAR(stage_place(s, 1).origin.x, reversed ? 200 - 2 * 37 : 37);
  CHECK_NEAR(stage_place(s, 1).size.width, 37);
  check_scrolling(s, reversed ? -33 : 33);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_PAGES;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  CHECK_OK(lamina_list_scroll_to_row(s->list, 7, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_RECT(stage_place(s, 7), 0, 0, 200, 200);
  CHECK_RECT(stage_place(s, 8), reversed ? -200 : 200, 0, 200, 200);
  stage_end(s);
}

/* Rows of templates fill what they are given, whatever they say, and have their places before they are measured. */
static void test_templates_in_room(bool horizontal) {
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s;
  int side;
  options.horizontal = horizontal;
  s = make_stage(&options, NULL, 60);
  s->width = 30;
  s->height = 25;
  stage_give(s);
  stage_settle(s);
  CHECK_RECT(stage_place(s, 2), horizontal ? 60 : 0, horizontal ? 0 : 50, horizontal ? 30 : 200, horizontal ? 200 : 25);
  CHECK_EQUAL(check_pixel(&s->picture, horizontal ? 65 : 195, horizontal ? 195 : 55) >> 8 & 0xFFFF, stage_color(3, 0) >> 8);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_PAGES;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  CHECK_RECT(stage_place(s, 50), horizontal ? 10000 : 0, horizontal ? 0 : 10000, 200, 200);
  stage_settle(s);
  CHECK_EQUAL(check_pixel(&s->picture, 199, 199) >> 8 & 0xFFFF, stage_color(1, 0) >> 8);
  CHECK_OK(lamina_list_scroll_to_row(s->list, 7, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  stage_settle(s);
  CHECK_RECT(stage_place(s, 7), 0, 0, 200, 200);
  CHECK_EQUAL(check_pixel(&s->picture, 199, 199) >> 8 & 0xFFFF, stage_color(8, 0) >> 8);
  CHECK_EQUAL(check_pixel(&s->picture, 0, 0) >> 8 & 0xFFFF, stage_color(8, 0) >> 8);
  /* The page that shows does so in a view of another size: the last one, too. */
  CHECK_OK(lamina_list_scroll_to_row(s->list, 59, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  for (side = 160; side <= 240; side += 80) {
    CHECK_OK(lamina_surface_set_size(s->surface, check_make_size(side, side), 1));
    CHECK_OK(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US));
    CHECK_EQUAL(stage_state(s).first_row, 59);
    CHECK_RECT(stage_place(s, 59), 0, 0, side, side);
  }
  CHECK_OK(lamina_surface_set_size(s->surface, check_make_size(200, 200), 1));
  CHECK_OK(lamina_list_wait_settled(s->list, CHECK_PATIENCE_US));
  CHECK_RECT(stage_place(s, 59), 0, 0, 200, 200);
  /* A gallery of sizes of its own. */
  layout.kind = LAMINA_LIST_LAYOUT_KIND_GALLERY;
  layout.item_size = check_make_size(50, 40);
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  CHECK_NEAR(stage_place(s, 8).size.width, 50);
  stage_end(s);
}

/* A list has the bars of any scroller, which a pointer moves. */
static void test_bars(void) {
  lamina_scroll_options options = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_event event = LAMINA_EVENT_INIT;
  list_stage *s = make_stage(NULL, NULL, 100);
  int x, dark = 0;
  s->height = 20;
  stage_give(s);
  options.bars = LAMINA_SCROLL_BARS_ALWAYS;
  options.bar_color.red = options.bar_color.green = options.bar_color.blue = 0;
  options.bar_color.alpha = 1;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  stage_settle(s);
  for (x = 180; x < 200; x++) dark += (check_pixel(&s->picture, x, 10) & 0xFFFFFF) == 0;
  CHECK(dark >= 4);
  event.kind = LAMINA_EVENT_KIND_POINTER_DOWN;
  event.position = check_make_point(195, 10);
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
  event.kind = LAMINA_EVENT_KIND_POINTER_MOVE;
  event.position.y = 500;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
  event.kind = LAMINA_EVENT_KIND_POINTER_UP;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
  stage_settle(s);
  CHECK_NEAR(stage_scroll(s).offset.y, 100 * 20 - 200);
  CHECK_RECT(stage_place(s, 99), 0, 180, 200, 20);
  options.bars = LAMINA_SCROLL_BARS_NONE;
  CHECK_OK(lamina_node_set_scroll(s->node, &options));
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  for (x = 180, dark = 0; x < 200; x++) dark += (check_pixel(&s->picture, x, 190) & 0xFFFFFF) == 0;
  CHECK_EQUAL(dark, 0);
  stage_end(s);
}

/* What a list's node has below it is the list's. */
static void test_node(void) {
  list_stage *s = make_stage(NULL, NULL, 30);
  lamina_node *node = check_node(s->context);
  stage_give(s);
  stage_settle(s);
  CHECK_STATUS(lamina_node_add_child(s->node, node), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_insert_child(s->node, node, 0), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_remove_children(s->node), LAMINA_ERROR_INVALID_STATE);
  CHECK(strstr(lamina_last_error(), "node is a list's") != NULL);
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  lamina_node_release(node);
  stage_end(s);
}

static void test_arguments(void) {
  static const double bad[] = {-1, 1e8, NAN, INFINITY};
  list_stage *s = make_stage(NULL, NULL, 30);
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  size_t i;
  layout.kind = (lamina_list_layout_kind)7;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_GALLERY;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_MASONRY; /* in how many lanes? */
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_GRID;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.lane_count = SIZE_MAX;
  CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
  layout.lane_count = 2;
  for (i = 0; i < sizeof bad / sizeof *bad; i++) {
    layout.line_spacing = bad[i];
    CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
    layout.line_spacing = 0;
    layout.insets.left = bad[i];
    CHECK_STATUS(lamina_list_set_layout(s->list, &layout), LAMINA_ERROR_INVALID_ARGUMENT);
    layout.insets.left = 0;
  }
  /* No room at all. */
  layout.insets.left = layout.lane_spacing = 10000;
  layout.lane_count = 10000;
  CHECK_OK(lamina_list_set_layout(s->list, &layout));
  stage_give(s);
  stage_frame(s);
  stage_frame(s);
  stage_end(s);
}

int main(void) {
  test_grid();
  test_masonry();
  test_flow();
  test_gallery_and_pages();
  test_page_gone(false);
  test_page_gone(true);
  test_reversed();
  test_horizontal(false);
  test_horizontal(true);
  test_templates_in_room(false);
  test_templates_in_room(true);
  test_bars();
  test_node();
  test_arguments();
  return check_done(__FILE__);
}
