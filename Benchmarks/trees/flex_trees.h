/* The trees of bench_layout_flex.c: shapes that Yoga, Taffy and Clay are measured on. */
#ifndef BENCH_FLEX_TREES_H
#define BENCH_FLEX_TREES_H

#include <lamina.h>

typedef struct flex_tree {
  lamina_context *context;
  lamina_node *root;
  lamina_node *leaf; /* the one that is changed */
  lamina_size_range range;
  double resized_width;
  int changes;
  long changing_text; /* the number of the text that is changed, -1 for a box */
} flex_tree;

typedef struct flex_case {
  const char *name;
  long nodes;
  double checksum, tolerance; /* NAN: not known */
  double yoga_first_ms, yoga_change_ms;
  double goal_first_ms, goal_change_ms, goal_resize_ms;
  void (*build)(flex_tree *tree, long size);
  long size;
} flex_case;

extern const flex_case flex_cases[];
extern const int flex_case_count;

/* How often leaves were measured. */
extern long flex_measure_calls;

/* The case of that name; ends the program when there is none. Its `size` may be changed in a copy: 10,000 children in
 * wide, 1,000 cells in feed (42,000 at most), 500 levels in nested_alt. */
const flex_case *flex_case_named(const char *name);

void flex_tree_build(flex_tree *tree, lamina_context *context, const flex_case *one);
void flex_tree_drop(flex_tree *tree);
void flex_tree_change_leaf(flex_tree *tree);
void flex_tree_change_width(flex_tree *tree);
double flex_tree_checksum(flex_tree *tree);

#endif
