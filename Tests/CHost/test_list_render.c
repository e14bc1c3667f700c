/* Rows of a list as pictures: all in one, and pages, in view or not. */
#include "list_stage.h"

typedef struct pages {
  list_stage *s;
  int count, ends, stop_after;
  lamina_status status;
  char sentence[300];
  size_t next_row;        /* that no page had yet */
  double height;          /* of all pages' rows */
  int width_px, height_px; /* of the last page */
  int wrong;
} pages;

static uint32_t pixel_of(const lamina_bitmap *bitmap, int x, int y) {
  uint32_t pixel;
  memcpy(&pixel, (const unsigned char *)bitmap->data + (size_t)y * (size_t)bitmap->stride + 4 * (size_t)x, 4);
  return pixel & 0xFFFFFF;
}

/* Each row of a page is there, whole, in its colour, below the one before. */
static bool take(lamina_list *list, lamina_status status, const lamina_list_page *page, void *user_data) {
  pages *p = (pages *)user_data;
  size_t row;
  double y = 0;
  CHECK(list == p->s->list);
  if (page == NULL) {
    p->ends++;
    p->status = status;
    if (status) snprintf(p->sentence, sizeof p->sentence, "%s", lamina_last_error());
    return false;
  }
  CHECK_EQUAL(page->index, (size_t)p->count);
  CHECK_EQUAL(page->first_row, p->next_row);
  p->count++;
  p->width_px = page->bitmap->width, p->height_px = page->bitmap->height;
  for (row = page->first_row; row < page->first_row + page->row_count; row++) {
    uint64_t identity = p->s->rows[row].identity;
    double height = stage_height(identity);
    if (y + height / 2 < page->bitmap->height &&
        pixel_of(page->bitmap, 5, (int)(y + height / 2)) >> 8 != stage_color(identity, 0) >> 8) {
      if (p->wrong++ < 3) printf("page %d, row %d: %06x\n", p->count, (int)row, pixel_of(page->bitmap, 5, (int)(y + height / 2)));
    }
    y += height;
  }
  p->next_row = page->first_row + page->row_count;
  return p->stop_after == 0 || p->count < p->stop_after;
}

static pages render(list_stage *s, const lamina_list_render_options *options) {
  pages p;
  memset(&p, 0, sizeof p);
  p.s = s;
  p.next_row = options->first_row;
  CHECK_OK(lamina_list_render(s->list, options, take, &p, NULL));
  CHECK_EQUAL(p.ends, 0); /* nobody is called before it returns */
  while (p.ends == 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  CHECK_EQUAL(p.ends, 1);
  CHECK_EQUAL(p.wrong, 0);
  return p;
}

static void test_one_picture(int threads) {
  list_stage *s = stage_make(NULL, 200, 200, threads);
  lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
  pages p;
  double height = 0;
  size_t row;
  stage_fill(s, 100, 0);
  stage_give(s);
  options.breadth = 120; /* before it has a size of its own */
  for (row = 0; row < 100; row++) height += stage_height(s->rows[row].identity);
  p = render(s, &options);
  CHECK_EQUAL(p.status, LAMINA_OK);
  CHECK_EQUAL(p.count, 1);
  CHECK_EQUAL(p.width_px, 120);
  CHECK_EQUAL(p.height_px, (int)height);
  CHECK_EQUAL(p.next_row, 100);
  /* What shows is as it was. */
  stage_settle(s);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  options.breadth = 0;
  options.first_row = 40;
  options.row_count = 3;
  p = render(s, &options);
  CHECK_EQUAL(p.width_px, 200);
  CHECK_EQUAL(p.height_px, (int)(stage_height(41) + stage_height(42) + stage_height(43)));
  CHECK_EQUAL(p.next_row, 43);
  options.row_count = 0;
  p = render(s, &options);
  CHECK_EQUAL(p.status, LAMINA_OK);
  CHECK_EQUAL(p.count, 0); /* no rows, no picture */
  stage_end(s);
}

static int line_count;

static bool count_lines(lamina_list *list, lamina_status status, const lamina_list_page *page, void *user_data) {
  int y;
  (void)list, (void)user_data;
  if (page == NULL) {
    CHECK_EQUAL(status, LAMINA_OK);
    line_count = line_count < 0 ? -line_count : line_count;
    return false;
  }
  for (y = 0; y < page->bitmap->height; y++) {
    if (pixel_of(page->bitmap, 20, y) != 0x0000FF) continue;
    line_count--;
    CHECK(pixel_of(page->bitmap, 9, y) != 0x0000FF && pixel_of(page->bitmap, 10, y) == 0x0000FF);
  }
  return true;
}

/* Lines between items are drawn, too: the same as on screen. */
static void test_lines(void) {
  lamina_list_table table = LAMINA_LIST_TABLE_INIT;
  lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  list_stage *s = stage_make(NULL, 200, 200, 2);
  int way, i;
  s->width = 200;
  for (i = 0; i < 60; i++) stage_add(s, (uint64_t)i + 1, 0, i % 20 ? LAMINA_LIST_ROW_ROLE_ITEM : LAMINA_LIST_ROW_ROLE_HEADER);
  table.separator_color = check_make_color(0x0000FF);
  table.separator_leading = 10;
  CHECK_OK(lamina_list_set_table(s->list, &table));
  stage_give(s);
  options.breadth = 200;
  for (way = 0; way < 4; way++) {
    layout.line_spacing = way % 2 ? 6 : 0;
    CHECK_OK(lamina_list_set_layout(s->list, &layout));
    options.page_length = way < 2 ? 0 : 300;
    options.row_count = 50; /* of which the last has no line behind it */
    line_count = 0;
    CHECK_OK(lamina_list_render(s->list, &options, count_lines, NULL, NULL));
    while (line_count <= 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    CHECK_EQUAL(line_count, 18 + 18 + 8);
  }
  stage_end(s);
}

static void test_pages(void) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
  pages p;
  stage_fill(s, 3000, 0);
  stage_give(s);
  stage_settle(s);
  options.page_length = 400;
  p = render(s, &options);
  CHECK_EQUAL(p.status, LAMINA_OK);
  CHECK_EQUAL(p.height_px, 400);
  CHECK_EQUAL(p.next_row, 3000);
  CHECK(p.count > 3000 * 30 / 400);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  /* It can be ended by the answer, by other rows, by the end of the list. */
  memset(&p, 0, sizeof p);
  p.s = s, p.stop_after = 2;
  CHECK_OK(lamina_list_render(s->list, &options, take, &p, NULL));
  while (p.ends == 0) CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  CHECK_EQUAL(p.count, 2);
  CHECK_EQUAL(p.status, LAMINA_ERROR_CANCELLED);
  memset(&p, 0, sizeof p);
  p.s = s;
  CHECK_OK(lamina_list_render(s->list, &options, take, &p, NULL));
  CHECK_OK(lamina_list_remove_rows(s->list, 0, 1));
  CHECK_EQUAL(p.ends, 0); /* not in the middle of a change */
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_EQUAL(p.ends, 1);
  CHECK_EQUAL(p.status, LAMINA_ERROR_CANCELLED);
  stage_end(s);
}

static void test_sizes(void) {
  static const double bad[] = {-1, 0.5, 1e8, NAN, INFINITY};
  list_stage *s = stage_make(NULL, 200, 200, 1);
  lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
  pages p;
  size_t i;
  memset(&p, 0, sizeof p);
  stage_fill(s, 2000, 0);
  stage_give(s);
  CHECK_STATUS(lamina_list_render(s->list, NULL, take, &p, NULL), LAMINA_ERROR_INVALID_STATE); /* no size */
  stage_settle(s);
  p = render(s, &options);
  CHECK_EQUAL(p.status, LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(strstr(p.sentence, "set options->page_length") != NULL);
  CHECK_STATUS(lamina_list_render(s->list, NULL, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  options.first_row = 2000; /* one behind the last */
  CHECK_STATUS(lamina_list_render(s->list, &options, take, &p, NULL), LAMINA_ERROR_OUT_OF_RANGE);
  options.first_row = 0;
  for (i = 0; i < sizeof bad / sizeof *bad; i++) {
    options.page_length = bad[i];
    CHECK_STATUS(lamina_list_render(s->list, &options, take, &p, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
    options.page_length = 300;
    options.breadth = bad[i];
    CHECK_STATUS(lamina_list_render(s->list, &options, take, &p, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
    options.breadth = 0;
    options.scale = bad[i] == 0.5 ? 0.01 : bad[i];
    CHECK_STATUS(lamina_list_render(s->list, &options, take, &p, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
    options.scale = 1;
  }
  stage_end(s);
}

/* Trees of nodes, made on workers and on the owner thread. */
static lamina_node *make_cell(lamina_list *list, const lamina_list_cell *cell, void *user_data) {
  lamina_node *node = cell->reused;
  (void)list;
  if (node == NULL && lamina_node_create((lamina_context *)user_data, &node)) return NULL;
  lamina_node_set_background(node, check_make_color(stage_color(cell->identity, 0)));
  check_set_size(node, check_make_size(60, stage_height(cell->identity)));
  return node;
}

static void test_trees(bool on_owner) {
  list_stage *s = stage_make(NULL, 200, 200, 2);
  lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
  pages p;
  CHECK_OK(lamina_list_set_cell_callback(s->list, 0, make_cell, on_owner, s->context, NULL));
  stage_fill(s, 150, 0);
  stage_give(s);
  stage_settle(s);
  options.page_length = 300;
  p = render(s, &options);
  CHECK_EQUAL(p.status, LAMINA_OK);
  CHECK_EQUAL(p.next_row, 150);
  CHECK_EQUAL(stage_check(s, __LINE__), 0);
  stage_end(s);
}

/* The list, or the context, ends in the middle: one last call, cancelled. */
static void test_ends(void) {
  int i;
  for (i = 0; i < 6; i++) {
    list_stage *s = stage_make(NULL, 200, 200, i % 3);
    lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
    pages p;
    memset(&p, 0, sizeof p);
    p.s = s;
    stage_fill(s, 1000, 0);
    stage_give(s);
    options.breadth = 100;
    options.page_length = 500;
    CHECK_OK(lamina_list_render(s->list, &options, take, &p, NULL));
    if (i >= 3) CHECK_OK(lamina_context_process(s->context, 0));
    if (p.count == 0) {
      stage_end(s);
      CHECK_EQUAL(p.ends, 1);
      CHECK_EQUAL(p.status, LAMINA_ERROR_CANCELLED);
    } else {
      stage_end(s);
    }
  }
}

int main(void) {
  test_one_picture(2);
  test_one_picture(0);
  test_lines();
  test_pages();
  test_sizes();
  test_trees(false);
  test_trees(true);
  test_ends();
  return check_done(__FILE__);
}
