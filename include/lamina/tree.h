/* Lamina: nodes, specs, styles and texts created from an array. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TREE_H
#define LAMINA_TREE_H

#include "drawing.h"
#include "flex.h"
#include "spec.h"

LAMINA_BEGIN

/* ==== Tree =============================================================== */
/* Creates nodes, specs, styles and texts in one call, from an array: for bindings, and for many similar trees. */

typedef enum LAMINA_ENUM lamina_tree_kind {
  LAMINA_TREE_KIND_NODE = 0,              /* a display node: its appearance, frame and name */
  LAMINA_TREE_KIND_TEXT = 1,              /* a text node: also `text`, `attributes`, `text_options` */
  LAMINA_TREE_KIND_EXISTING_NODE = 2,     /* `node` as it is; no other field is read, and nothing may be below it */
  LAMINA_TREE_KIND_STACK = 3,             /* `stack`; any number of elements below it */
  LAMINA_TREE_KIND_WRAPPER = 4,           /* any number */
  LAMINA_TREE_KIND_ABSOLUTE = 5,          /* `absolute_sizing`; any number */
  LAMINA_TREE_KIND_INSET = 6,             /* `insets`; one element below it */
  LAMINA_TREE_KIND_DIRECTIONAL_INSET = 7, /* `insets`, its left for the start and its right for the end; one */
  LAMINA_TREE_KIND_CENTER = 8,            /* `centering`, `sizing`; one */
  LAMINA_TREE_KIND_RELATIVE = 9,          /* `horizontal`, `vertical`, `sizing`; one */
  LAMINA_TREE_KIND_RATIO = 10,            /* `ratio`; one */
  LAMINA_TREE_KIND_OVERLAY = 11,          /* two: what is below, then what lies over it */
  LAMINA_TREE_KIND_BACKGROUND = 12,       /* two: what is in front, then what lies behind it */
  LAMINA_TREE_KIND_CORNER = 13            /* `corner`; two: the content, then what lies on its corner */
} lamina_tree_kind;

/* One element. Fields that its kind does not use are ignored. Pointers are read only during the call. */
typedef struct lamina_tree_record {
  size_t struct_size; /* sizeof(lamina_tree_record), the same in all records of an array */
  int32_t parent;     /* index of an earlier record; -1 in the first, and only there */
  lamina_tree_kind kind;
  const lamina_style *LAMINA_NULLABLE style; /* NULL: the defaults */
  lamina_node *LAMINA_NULLABLE node;
  const char *LAMINA_NULLABLE name; /* NUL-terminated */
  lamina_color background;
  double opacity;
  double corner_radius;
  lamina_rect frame; /* of a node directly below a node, which no spec places */
  bool hidden;
  bool clips;
  const char *LAMINA_NULLABLE text; /* NULL: none yet */
  size_t text_length;
  const lamina_text_attributes *LAMINA_NULLABLE attributes;
  const lamina_text_options *LAMINA_NULLABLE text_options;
  const lamina_stack_options *LAMINA_NULLABLE stack;
  const lamina_corner_options *LAMINA_NULLABLE corner;
  lamina_insets insets;
  double ratio;
  lamina_centering centering;
  lamina_center_sizing sizing;
  lamina_placement horizontal;
  lamina_placement vertical;
  lamina_absolute_sizing absolute_sizing;
  const lamina_node_appearance *LAMINA_NULLABLE appearance; /* of nodes, may be NULL. Corner radii other than all 0
                                                               replace `corner_radius` */
  lamina_flex_profile flex_profile;             /* of nodes, as lamina_node_set_flex_profile() */
  const char *LAMINA_NULLABLE flex_style;       /* of nodes, as lamina_node_set_flex_style(); NUL-terminated */
} lamina_tree_record;

#define LAMINA_TREE_RECORD_INIT                                                                                  \
  {                                                                                                              \
    sizeof(lamina_tree_record), -1, LAMINA_TREE_KIND_NODE, NULL, NULL, NULL, { 0, 0, 0, 0 }, 1, 0,               \
        { { 0, 0 }, { 0, 0 } }, false, false, NULL, LAMINA_NUL_TERMINATED, NULL, NULL, NULL, NULL,               \
        { 0, 0, 0, 0 }, 1, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, LAMINA_PLACEMENT_NONE,              \
        LAMINA_PLACEMENT_NONE, LAMINA_ABSOLUTE_SIZING_DEFAULT, NULL, LAMINA_FLEX_PROFILE_NONE, NULL               \
  }

/* Creates a node and its descendants. The first record is a node. Below a node there may be one spec, which lays out
 * its children, and nodes, which become its children in order; the records below a spec are its elements in order.
 * Existing nodes are moved. Writes the node of each record to `out_nodes` (NULL for specs), without a reference:
 * the tree keeps them; retain those that must outlive it. If a record is wrong, nothing is created or moved,
 * and lamina_last_error() names the record by its index. Statuses are those of the functions that create the same
 * things one by one. Since 0.1. */
LAMINA_API lamina_status lamina_node_create_tree(
    lamina_context *context, const lamina_tree_record *records, size_t record_count,
    lamina_node *LAMINA_NULLABLE *LAMINA_NULLABLE out_nodes, size_t capacity,
    LAMINA_OUT(lamina_node) out_node) LAMINA_ANY_THREAD;

/* The same with a spec as the first record, for instance to lay out existing nodes differently. Like any spec, it keeps
 * its nodes, created or existing. Since 0.1. */
LAMINA_API lamina_status lamina_spec_create_tree(
    lamina_context *context, const lamina_tree_record *records, size_t record_count,
    lamina_node *LAMINA_NULLABLE *LAMINA_NULLABLE out_nodes, size_t capacity,
    LAMINA_OUT(lamina_spec) out_spec) LAMINA_ANY_THREAD;

LAMINA_END

#endif
