/* See bench_flex_trees.h. CSS defaults: rows, shrink 1, stretched. Available space is unbounded unless the root says otherwise. */
#include "bench_flex_trees.h"

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
  BENCH_OK(lamina_node_set_flex_keyword(node, LAMINA_FLEX_DIRECTION, LAMINA_FLEX_COLUMN));
}

static void size(lamina_node *node, double width, double height) {
  length(node, LAMINA_FLEX_WIDTH, width);
  length(node, LAMINA_FLEX_HEIGHT, height);
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
    number(cell, LAMINA_FLEX_GROW, 1);
    add(cell, box(tree, 10, 10));
    mark(tree, last);
    add(cell, last);
    add(tree->root, cell);
  }
}

static void fill_deep(flex_tree *tree, lamina_node *node, int level, int levels) {
  int i;
  if (level % 2 == 1) column(node);
  number(node, LAMINA_FLEX_GROW, 1);
  length(node, LAMINA_FLEX_PADDING, 1);
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
    if (!is_auto) number(node, LAMINA_FLEX_GROW, 1);
    length(node, LAMINA_FLEX_PADDING, 1);
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
  random_length(node, LAMINA_FLEX_WIDTH);
  random_length(node, LAMINA_FLEX_HEIGHT);
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
  number(node, LAMINA_FLEX_GROW, 1);
  length(node, LAMINA_FLEX_MARGIN, 10);
}

static void style_small(lamina_node *node) {
  size(node, 10, 10);
  number(node, LAMINA_FLEX_GROW, 1);
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

/* A text of so many characters, 7 x 16 each. */
typedef struct text_length {
  long characters;
} text_length;

static text_length text_of[4000 * 2];
static long text_count;
static text_length *changed_text;

static lamina_size measure_text(lamina_size_range range, void *user_data) {
  double full = 7.0 * (double)((const text_length *)user_data)->characters;
  double width = range.max.width;
  lamina_size result = {0, 16};
  flex_measure_calls++;
  if (full <= width) {
    result.width = full;
  } else {
    double per_line = floor(width / 7) < 1 ? 1 : floor(width / 7);
    result.width = 7 * per_line;
    result.height = 16 * ceil((double)((const text_length *)user_data)->characters / per_line);
  }
  return result;
}
