/* What a layout pass costs, for each node. The texts have been measured before, as in a feed that is laid out again:
 * this is about the solver and what is around it, not about Pango. lamina_layout_create takes the tree, solves it and
 * hands out frames; dropping these belongs to the time, too. */
#include "bench.h"

enum { CELLS = 1000, CELL_NODES = 12, BUTTONS = 3, ROW = 10000, ROUNDS = 9 };

static lamina_context *context;

static const lamina_style growing = {sizeof(lamina_style), LAMINA_STYLE_FIELDS_FLEX_GROW | LAMINA_STYLE_FIELDS_FLEX_SHRINK,
                                     .flex_grow = 1, .flex_shrink = 1};

/* ---- Elements. A spec keeps its children, so what was made for it is released at once. ---- */

static lamina_node *box(double width, double height) {
  lamina_node *node = NULL;
  lamina_style style = {sizeof style, LAMINA_STYLE_FIELDS_ALL, .width = LAMINA_POINTS(width), .height = LAMINA_POINTS(height)};
  BENCH_OK(lamina_node_create(context, &node));
  BENCH_OK(lamina_node_set_style(node, &style));
  return node;
}

static lamina_node *label(const char *what, int number) {
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  char string[256];
  snprintf(string, sizeof string, "%s %d", what, number);
  BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, NULL, &text));
  BENCH_OK(lamina_node_create_text(context, text, &node));
  lamina_text_release(text);
  return node;
}

static lamina_spec *stack(lamina_axis axis, double spacing, const lamina_style *style,
                          const lamina_element *children, size_t count) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_spec *spec = NULL;
  options.axis = axis;
  options.spacing = spacing;
  BENCH_OK(lamina_spec_create_stack(context, &options, style, children, count, &spec));
  return spec;
}

static lamina_spec *inset(double margin, lamina_element child) {
  lamina_insets insets = {0, 0, 0, 0};
  lamina_spec *spec = NULL;
  insets.top = insets.left = insets.bottom = insets.right = margin;
  BENCH_OK(lamina_spec_create_inset(context, insets, NULL, child, &spec));
  return spec;
}

/* An avatar, and beside it a name over a time: three nodes. */
static lamina_spec *header(int number) {
  lamina_node *name = label("A name", number), *time = label("minutes ago", number), *avatar = box(40, 40);
  lamina_element texts[2], parts[2];
  lamina_spec *column, *row;
  texts[0].node = name;
  texts[1].node = time;
  column = stack(LAMINA_AXIS_VERTICAL, 2, &growing, texts, 2);
  parts[0].node = avatar;
  parts[1].spec = column;
  row = stack(LAMINA_AXIS_HORIZONTAL, 8, NULL, parts, 2);
  lamina_node_release(name);
  lamina_node_release(time);
  lamina_node_release(avatar);
  lamina_spec_release(column);
  return row;
}

/* Three labels, each in the middle of a box: six nodes. */
static lamina_spec *buttons(int number) {
  lamina_element children[BUTTONS];
  lamina_spec *row;
  int i;
  for (i = 0; i < BUTTONS; i++) {
    lamina_node *word = label("Like", number + i), *behind = box(0, 0);
    lamina_spec *padded = inset(8, (lamina_element){.node = word}), *button = NULL;
    BENCH_OK(lamina_node_set_style(behind, NULL));
    BENCH_OK(lamina_spec_create_background(context, &growing, padded, behind, &button));
    children[i].spec = button;
    lamina_node_release(word);
    lamina_node_release(behind);
    lamina_spec_release(padded);
  }
  row = stack(LAMINA_AXIS_HORIZONTAL, 8, NULL, children, BUTTONS);
  for (i = 0; i < BUTTONS; i++) lamina_spec_release(children[i].spec);
  return row;
}

/* With the node itself, a body and a picture, twelve nodes. */
static lamina_node *make_cell(int number) {
  lamina_node *cell = NULL, *picture = box(200, 120);
  lamina_node *body = label(
      "Some body text that is long enough to be broken into several lines in a cell of a feed,"
      " as most of them are",
      number);
  lamina_spec *top = header(number), *bottom = buttons(number), *column, *whole;
  lamina_element parts[4];
  parts[0].spec = top;
  parts[1].node = body;
  parts[2].node = picture;
  parts[3].spec = bottom;
  column = stack(LAMINA_AXIS_VERTICAL, 8, NULL, parts, 4);
  whole = inset(12, (lamina_element){.spec = column});
  BENCH_OK(lamina_node_create(context, &cell));
  BENCH_OK(lamina_node_set_spec(cell, whole));
  lamina_node_release(body);
  lamina_node_release(picture);
  lamina_spec_release(top);
  lamina_spec_release(bottom);
  lamina_spec_release(column);
  lamina_spec_release(whole);
  return cell;
}

/* ---- Trees ---- */

static lamina_node *make_parent(lamina_axis axis, double spacing, const lamina_element *children, size_t count) {
  lamina_spec *spec = stack(axis, spacing, NULL, children, count);
  lamina_node *root = NULL;
  size_t i;
  BENCH_OK(lamina_node_create(context, &root));
  BENCH_OK(lamina_node_set_spec(root, spec));
  for (i = 0; i < count; i++) lamina_node_release(children[i].node);
  lamina_spec_release(spec);
  return root;
}

static void lay_out(lamina_node *root, lamina_size_range range) {
  lamina_layout *layout = NULL;
  BENCH_OK(lamina_layout_create(root, range, &layout));
  lamina_layout_release(layout);
}

/* A range that was not asked for yet: nothing that is known is of use. */
static void lay_out_anew(lamina_node *root, lamina_size_range *range) {
  range->min.height += 0.001;
  lay_out(root, *range);
}

/* What a label says changes, and with it its width: the cell, the column and nothing else are laid out again. */
static void change_and_lay_out(lamina_node *root, lamina_size_range range, lamina_node *time, lamina_text **texts, long i) {
  BENCH_OK(lamina_node_set_text(time, texts[i % 2]));
  lay_out(root, range);
}

/* A surface's pass is a layout that is applied. */
static void apply(lamina_node *root, lamina_size_range range) {
  lamina_layout *layout = NULL;
  BENCH_OK(lamina_layout_create(root, range, &layout));
  BENCH_OK(lamina_layout_apply(layout));
  lamina_layout_release(layout);
}

/* Makes every cell's layout out of date. */
static void touch(const lamina_element *cells) {
  int i;
  for (i = 0; i < CELLS; i++) BENCH_OK(lamina_node_set_needs_layout(cells[i].node));
}

static void touch_and_lay_out(lamina_node *root, lamina_size_range range, const lamina_element *cells) {
  touch(cells);
  lay_out(root, range);
}

/* The feed that is there already: one leaf changes, nothing changes, everything changes. */
static void bench_again(lamina_node *root, lamina_size_range range, const lamina_element *cells) {
  lamina_node *some = NULL;
  lamina_text *texts[2] = {NULL, NULL};
  double best;
  BENCH_OK(lamina_node_copy_child(cells[CELLS / 2].node, 1, &some));
  BENCH_OK(lamina_text_create(context, "Now", LAMINA_NUL_TERMINATED, NULL, &texts[0]));
  BENCH_OK(lamina_text_create(context, "An hour ago", LAMINA_NUL_TERMINATED, NULL, &texts[1]));
  change_and_lay_out(root, range, some, texts, 1);
  BENCH_BEST(best, ROUNDS, 50, change_and_lay_out(root, range, some, texts, i_));
  bench_print("layout/feed_1000_cells_leaf_change", best * 1e6, "us", NAN, NAN, true);
  lay_out(root, range);
  BENCH_BEST(best, ROUNDS, 20000, lay_out(root, range));
  bench_print("layout/feed_1000_cells_no_change", best * 1e9, "ns", NAN, 60, true);
  BENCH_BEST(best, ROUNDS, 20000, apply(root, range));
  bench_print("layout/feed_1000_cells_no_change_applied", best * 1e9, "ns", NAN, NAN, true);
  BENCH_BEST(best, ROUNDS, 1, touch_and_lay_out(root, range, cells));
  bench_print("layout/feed_1000_cells_all_cells_change_per_node", best * 1e6 / (CELLS * CELL_NODES + 1), "us", NAN, NAN, true);
  BENCH_OK(lamina_node_set_concurrent(root, true));
  BENCH_BEST(best, ROUNDS, 1, touch_and_lay_out(root, range, cells));
  bench_print("layout/feed_1000_cells_all_concurrent_per_node", best * 1e6 / (CELLS * CELL_NODES + 1), "us", NAN, NAN, true);
  lamina_text_release(texts[0]);
  lamina_text_release(texts[1]);
  lamina_node_release(some);
}

/* A layout of another size than expected would be one of another tree. */
static void expect_size(lamina_node *root, lamina_size_range range, double width, double least_height) {
  lamina_layout *layout = NULL;
  lamina_size size;
  BENCH_OK(lamina_layout_create(root, range, &layout));
  size = lamina_layout_get_size(layout);
  lamina_layout_release(layout);
  if (size.width == width && size.height >= least_height) return;
  fprintf(stderr, "layout of %g x %g instead of %g x at least %g\n", size.width, size.height, width, least_height);
  exit(1);
}

int main(void) {
  static lamina_element children[ROW];
  lamina_size_range column = {{400, 0}, {400, INFINITY}}, row = {{0, 0}, {INFINITY, 100}};
  lamina_node *root;
  double best, width = 0;
  int i;
  context = bench_context(1);

  for (i = 0; i < CELLS; i++) children[i].node = make_cell(i);
  root = make_parent(LAMINA_AXIS_VERTICAL, 8, children, CELLS);
  expect_size(root, column, 400, CELLS * 250.0); /* and measures the texts */
  BENCH_BEST(best, ROUNDS, 1, lay_out_anew(root, &column));
  bench_print("layout/feed_1000_cells_per_node", best * 1e6 / (CELLS * CELL_NODES + 1), "us", NAN, NAN, true);
  bench_again(root, column, children);
  lamina_node_release(root);

  for (i = 0; i < ROW; i++) {
    double side = 10 + i % 7;
    children[i].node = box(side, 20);
    width += side + (i > 0 ? 2 : 0);
  }
  root = make_parent(LAMINA_AXIS_HORIZONTAL, 2, children, ROW);
  expect_size(root, row, width, 20);
  BENCH_BEST(best, ROUNDS, 1, lay_out_anew(root, &row));
  bench_print("layout/row_10000_nodes_per_node", best * 1e6 / (ROW + 1), "us", NAN, NAN, true);
  lamina_node_release(root);

  lamina_context_release(context);
  return 0;
}
