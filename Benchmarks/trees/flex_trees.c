/* See flex_trees.h. CSS defaults: rows, shrink 1, stretched. Available space is unbounded unless the root says
 * otherwise. */
#include "flex_trees.h"

#include "bench.h"

#include <stdint.h>

long flex_measure_calls;

/* ---- Elements ---- */

static lamina_node *element(flex_tree *tree) {
  lamina_node *node = NULL;
  BENCH_OK(lamina_node_create(tree->context, &node));
  return node;
}

static void length(lamina_node *node, lamina_flex_length property, double points) {
  BENCH_OK(lamina_node_set_flex_length(node, property, points, LAMINA_FLEX_UNIT_POINTS));
}

static void percent(lamina_node *node, lamina_flex_length property, double value) {
  BENCH_OK(lamina_node_set_flex_length(node, property, value, LAMINA_FLEX_UNIT_PERCENT));
}

static void number(lamina_node *node, lamina_flex_number property, double value) {
  BENCH_OK(lamina_node_set_flex_number(node, property, value));
}

static void column(lamina_node *node) {
  BENCH_OK(lamina_node_set_flex_keyword(node, LAMINA_FLEX_KEYWORD_DIRECTION, LAMINA_FLEX_DIRECTION_COLUMN));
}

static void size(lamina_node *node, double width, double height) {
  length(node, LAMINA_FLEX_LENGTH_WIDTH, width);
  length(node, LAMINA_FLEX_LENGTH_HEIGHT, height);
}

/* Hands the child over. */
static void add(lamina_node *parent, lamina_node *child) {
  BENCH_OK(lamina_node_add_child(parent, child));
  lamina_node_release(child);
}

static lamina_node *box(flex_tree *tree, double width, double height) {
  lamina_node *node = element(tree);
  size(node, width, height);
  return node;
}

/* The node that is changed is kept apart from the tree's own references. */
static void mark(flex_tree *tree, lamina_node *node) {
  lamina_node_release(tree->leaf);
  tree->leaf = lamina_node_retain(node);
}

/* ---- Trees, as the shared definitions name them ---- */

static void build_wide(flex_tree *tree, long children) {
  long i;
  size(tree->root, 400000, 1000);
  for (i = 0; i < children; i++) {
    lamina_node *cell = element(tree), *last = box(tree, 10, 10);
    number(cell, LAMINA_FLEX_NUMBER_GROW, 1);
    add(cell, box(tree, 10, 10));
    mark(tree, last);
    add(cell, last);
    add(tree->root, cell);
  }
}

static void fill_deep(flex_tree *tree, lamina_node *node, int level, int levels) {
  int i;
  if (level % 2 == 1) column(node);
  number(node, LAMINA_FLEX_NUMBER_GROW, 1);
  length(node, LAMINA_FLEX_LENGTH_PADDING, 1);
  for (i = 0; i < 2; i++) {
    lamina_node *child = level == levels - 2 ? box(tree, 10, 10) : element(tree);
    if (level < levels - 2) fill_deep(tree, child, level + 1, levels);
    else mark(tree, child);
    add(node, child);
  }
}

static void build_deep(flex_tree *tree, long levels) {
  size(tree->root, 4000, 4000);
  fill_deep(tree, tree->root, 0, (int)levels);
}

/* A chain of `count` nodes, the innermost a box; built from the inside, so that adding stays cheap. */
static void build_chain(flex_tree *tree, long count, bool alternates, bool is_auto) {
  lamina_node *inner = box(tree, 10, 10);
  long i;
  mark(tree, inner);
  for (i = count - 2; i >= 0; i--) {
    lamina_node *node = i == 0 ? tree->root : element(tree);
    if (!alternates || i % 2 == 0) column(node);
    if (!is_auto) number(node, LAMINA_FLEX_NUMBER_GROW, 1);
    length(node, LAMINA_FLEX_LENGTH_PADDING, 1);
    add(node, inner);
    inner = node;
  }
  if (!is_auto) size(tree->root, 2000, 2000);
}

static void build_nested(flex_tree *tree, long count) { build_chain(tree, count, false, false); }
static void build_nested_alt(flex_tree *tree, long count) { build_chain(tree, count, true, false); }
static void build_nested_auto(flex_tree *tree, long count) { build_chain(tree, count, true, true); }

static uint64_t random_state;

static uint64_t next_random(void) {
  uint64_t z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double random_share(void) { return (double)(next_random() >> 40) / 16777216.0; }

static void random_length(lamina_node *node, lamina_flex_length property) {
  double r = random_share();
  if (r < 0.2) return;
  if (r < 0.8) length(node, property, random_share() * 500);
  else percent(node, property, random_share() * 100);
}

static lamina_node *random_box(flex_tree *tree) {
  lamina_node *node = element(tree);
  random_length(node, LAMINA_FLEX_LENGTH_WIDTH);
  random_length(node, LAMINA_FLEX_LENGTH_HEIGHT);
  return node;
}

static void build_huge_wide(flex_tree *tree, long least) {
  long total = 0;
  random_state = 12345;
  while (total < least) {
    long leaves = 1 + (long)(next_random() % 4), i;
    lamina_node *children[4], *container;
    for (i = 0; i < leaves; i++) children[i] = random_box(tree);
    container = random_box(tree);
    for (i = 0; i < leaves; i++) {
      mark(tree, children[i]);
      add(container, children[i]);
    }
    add(tree->root, container);
    total += leaves + 1;
  }
}

typedef void (*styler)(lamina_node *node);

static void style_auto(lamina_node *node) {
  number(node, LAMINA_FLEX_NUMBER_GROW, 1);
  length(node, LAMINA_FLEX_LENGTH_MARGIN, 10);
}

/* Items here are a tenth as large as their children would have them, so that CSS's automatic minimum size must not
 * hold. */
static void style_small(lamina_node *node) {
  length(node, LAMINA_FLEX_LENGTH_MIN_WIDTH, 0);
  length(node, LAMINA_FLEX_LENGTH_MIN_HEIGHT, 0);
  size(node, 10, 10);
  number(node, LAMINA_FLEX_NUMBER_GROW, 1);
}

static void fill_hierarchy(flex_tree *tree, lamina_node *node, long maximum, long branching, styler style) {
  bool leaves = maximum <= branching;
  long i, count = leaves ? maximum : branching;
  for (i = 0; i < count; i++) {
    lamina_node *child = element(tree);
    style(child);
    if (leaves) mark(tree, child);
    else fill_hierarchy(tree, child, (maximum - branching) / branching, branching, style);
    add(node, child);
  }
}

static void build_huge_deep_auto(flex_tree *tree, long maximum) {
  fill_hierarchy(tree, tree->root, maximum, 2, style_auto);
}

static void build_huge_nested10(flex_tree *tree, long maximum) {
  fill_hierarchy(tree, tree->root, maximum, 10, style_small);
}

/* Each level is a container and two leaves beside it. */
static void build_super_deep(flex_tree *tree, long depth) {
  lamina_node *node = tree->root;
  long i;
  int leaf;
  for (i = 0; i < depth; i++) {
    lamina_node *inner = element(tree);
    style_auto(inner);
    add(node, lamina_node_retain(inner));
    for (leaf = 0; leaf < 2; leaf++) {
      lamina_node *child = element(tree);
      style_auto(child);
      mark(tree, child);
      add(node, child);
    }
    lamina_node_release(inner); /* its parent keeps it */
    node = inner;
  }
}

/* ---- The feed ---- */

enum { CELLS = 1000, MAXIMUM_CELLS = 42000, TEXTS_OF_A_CELL = 7 };

/* Texts of so many characters, 7 x 16 each. */
static long characters[MAXIMUM_CELLS * TEXTS_OF_A_CELL];
static long text_count;

static void measure_text(lamina_node *node, lamina_size_range range, lamina_measurement *measurement, void *user_data) {
  double length = (double)*(const long *)user_data, full = 7 * length, width = range.max.width;
  (void)node;
  flex_measure_calls++;
  measurement->size.width = full;
  measurement->size.height = 16;
  if (full > width) {
    double per_line = floor(width / 7) < 1 ? 1 : floor(width / 7);
    measurement->size.width = 7 * per_line;
    measurement->size.height = 16 * ceil(length / per_line);
  }
}

static lamina_node *text(flex_tree *tree, long length) {
  lamina_node *node = element(tree);
  long *place = &characters[text_count++];
  *place = length;
  BENCH_OK(lamina_node_set_measure_callback(node, measure_text, place, NULL));
  return node;
}

static lamina_node *header(flex_tree *tree, long i) {
  lamina_node *row = element(tree), *avatar = box(tree, 48, 48), *texts = element(tree), *third;
  length(avatar, LAMINA_FLEX_LENGTH_MARGIN_RIGHT, 12);
  add(row, avatar);
  column(texts);
  number(texts, LAMINA_FLEX_NUMBER_GROW, 1);
  number(texts, LAMINA_FLEX_NUMBER_SHRINK, 1);
  length(texts, LAMINA_FLEX_LENGTH_BASIS, 0);
  add(texts, text(tree, 24));
  add(texts, text(tree, 120));
  third = text(tree, 40 + 7 * i % 80);
  if (i == CELLS / 2) {
    mark(tree, third);
    tree->changing_text = text_count - 1;
  }
  add(texts, third);
  add(row, texts);
  return row;
}

static lamina_node *picture(flex_tree *tree) {
  lamina_node *wrap = element(tree), *image = element(tree), *badge = box(tree, 40, 20);
  column(wrap);
  length(wrap, LAMINA_FLEX_LENGTH_MARGIN_TOP, 8);
  percent(image, LAMINA_FLEX_LENGTH_WIDTH, 100);
  number(image, LAMINA_FLEX_NUMBER_ASPECT_RATIO, 16.0 / 9);
  add(wrap, image);
  BENCH_OK(lamina_node_set_flex_keyword(badge, LAMINA_FLEX_KEYWORD_POSITION, LAMINA_FLEX_POSITION_ABSOLUTE));
  length(badge, LAMINA_FLEX_LENGTH_INSET_RIGHT, 8);
  length(badge, LAMINA_FLEX_LENGTH_INSET_BOTTOM, 8);
  add(wrap, badge);
  return wrap;
}

static lamina_node *actions(flex_tree *tree) {
  static const long lengths[4] = {4, 7, 5, 4};
  lamina_node *row = element(tree);
  int i;
  BENCH_OK(lamina_node_set_flex_keyword(row, LAMINA_FLEX_KEYWORD_JUSTIFY_CONTENT, LAMINA_FLEX_ALIGN_SPACE_BETWEEN));
  length(row, LAMINA_FLEX_LENGTH_MARGIN_TOP, 8);
  for (i = 0; i < 4; i++) {
    lamina_node *button = element(tree), *icon = box(tree, 16, 16);
    BENCH_OK(lamina_node_set_flex_keyword(button, LAMINA_FLEX_KEYWORD_ALIGN_ITEMS, LAMINA_FLEX_ALIGN_CENTER));
    length(button, LAMINA_FLEX_LENGTH_PADDING, 4);
    length(icon, LAMINA_FLEX_LENGTH_MARGIN_RIGHT, 4);
    add(button, icon);
    add(button, text(tree, lengths[i]));
    add(row, button);
  }
  return row;
}

static void build_feed(flex_tree *tree, long cells) {
  long i;
  text_count = 0;
  column(tree->root);
  length(tree->root, LAMINA_FLEX_LENGTH_WIDTH, 375);
  tree->resized_width = 414;
  for (i = 0; i < cells; i++) {
    lamina_node *cell = element(tree), *separator = element(tree);
    column(cell);
    length(cell, LAMINA_FLEX_LENGTH_PADDING, 12);
    length(cell, LAMINA_FLEX_LENGTH_MARGIN_BOTTOM, 8);
    add(cell, header(tree, i));
    add(cell, picture(tree));
    add(cell, actions(tree));
    length(separator, LAMINA_FLEX_LENGTH_HEIGHT, 1);
    length(separator, LAMINA_FLEX_LENGTH_MARGIN_TOP, 8);
    add(cell, separator);
    add(tree->root, cell);
  }
}

/* ---- The cases ---- */

const flex_case flex_cases[] = {
    /* name, nodes, checksum, tolerance; Yoga first, change; goals first, change, resize */
    {"wide", 30001, 2053905000, 0, 53.02, 23.24, 12, 0.5, NAN, build_wide, 10000},
    {"deep", 16383, 8377143, 0, 1858, 768.3, 12, NAN, NAN, build_deep, 14},
    {"nested", 500, 5997561, 0, 0.618, 0.586, 0.25, NAN, NAN, build_nested, 500},
    {"nested_alt", 500, 5997561, 0, 0.607, 0.609, 0.25, NAN, NAN, build_nested_alt, 500},
    {"nested_auto", 500, 2037497, 0, 3.973, 3.976, 0.25, NAN, NAN, build_nested_auto, 500},
    {"huge_wide", 100003, 1.2251e11, 2e7, 183.1, 71.84, 50, NAN, NAN, build_huge_wide, 100000},
    {"huge_deep_auto", 98303, 116652360, 0, 3074, 741.6, 80, NAN, NAN, build_huge_deep_auto, 100000},
    {"huge_nested10", 91111, 4558750, 500, 84.15, 17.94, 30, NAN, NAN, build_huge_nested10, 100000},
    {"super_deep_50", 151, 756500, 0, 51.37, 49.84, 0.15, NAN, NAN, build_super_deep, 50},
    {"super_deep_100", 301, 3013000, 0, NAN, NAN, 0.3, NAN, NAN, build_super_deep, 100},
    {"feed", 24001, 404687641, 0, 72.45, 9.587, 15, 0.1, 15, build_feed, CELLS},
};
const int flex_case_count = (int)(sizeof flex_cases / sizeof *flex_cases);

const flex_case *flex_case_named(const char *name) {
  int i;
  for (i = 0; i < flex_case_count; i++) {
    if (strcmp(flex_cases[i].name, name) == 0) return &flex_cases[i];
  }
  fprintf(stderr, "there is no tree %s\n", name);
  exit(1);
}

void flex_tree_build(flex_tree *tree, lamina_context *context, const flex_case *one) {
  memset(tree, 0, sizeof *tree);
  tree->context = context;
  tree->range.max.width = tree->range.max.height = INFINITY;
  tree->resized_width = 3000;
  tree->changing_text = -1;
  tree->root = element(tree);
  BENCH_OK(lamina_node_set_flex_profile(tree->root, LAMINA_FLEX_PROFILE_CSS));
  one->build(tree, one->size);
}

void flex_tree_drop(flex_tree *tree) {
  lamina_node_release(tree->leaf);
  lamina_node_release(tree->root);
}

void flex_tree_change_leaf(flex_tree *tree) {
  bool odd = tree->changes++ % 2 == 0;
  if (tree->changing_text < 0) {
    length(tree->leaf, LAMINA_FLEX_LENGTH_WIDTH, odd ? 11 : 10);
    return;
  }
  characters[tree->changing_text] = odd ? 100 : 60;
  BENCH_OK(lamina_node_set_needs_layout(tree->leaf));
}

void flex_tree_change_width(flex_tree *tree) { length(tree->root, LAMINA_FLEX_LENGTH_WIDTH, tree->resized_width); }

/* Frames are exact numbers; what engines compare are whole pixels, by the absolute edges. */
static double checksum_below(lamina_node *node, double x, double y) {
  lamina_rect frame = lamina_node_get_frame(node);
  double left = x + frame.origin.x, top = y + frame.origin.y, sum;
  size_t i, count = lamina_node_get_child_count(node);
  double width = floor(left + frame.size.width + 0.5) - floor(left + 0.5);
  double height = floor(top + frame.size.height + 0.5) - floor(top + 0.5);
  sum = floor(frame.origin.x + 0.5) + 2 * floor(frame.origin.y + 0.5) + 3 * width + 5 * height;
  for (i = 0; i < count; i++) {
    lamina_node *child = NULL;
    BENCH_OK(lamina_node_copy_child(node, i, &child));
    sum += checksum_below(child, left, top);
    lamina_node_release(child);
  }
  return sum;
}

double flex_tree_checksum(flex_tree *tree) { return checksum_below(tree->root, 0, 0); }
