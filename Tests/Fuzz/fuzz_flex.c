/* Flex trees made and edited by bytes. Every input is played twice, once with layouts between the edits, once without
 * any: what the last layout finds must be the same to the bit, finite, and explained the same way. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_NODES = 48, LONGEST_STYLE = 48 };

/* The nodes in the order in which they were made; the first is the root of the layout. */
typedef struct tree {
  lamina_node *nodes[MOST_NODES];
  bool holds[MOST_NODES]; /* a plain node, which may be given children */
  int count;
} tree;

static const char *const words[] = {
    "",     "some words", "one\ntwo lines", "a-word-that-is-as-long-as-a-line", "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85",
    "12:30"};

static lamina_node *pick(const tree *t, reader *r) { return t->nodes[take(r) % (unsigned)t->count]; }

static double number(reader *r) {
  static const double table[] = {0,   1,    2,    3,   8,   10, 20, 33,   50,  100,
                                 0.5, 1.25, 1e-9, 1e4, 1e7, -1, -8, -1e7, 0.1, 1.0 / 3};
  unsigned n = take(r);
  return n < 160 ? table[n % COUNT(table)] : (double)(int16_t)take_pair(r) / 128;
}

static lamina_size_range take_range(reader *r) {
  static const double sides[] = {INFINITY, 0, 20, 50, 100, 320, 0.5, 1e6};
  unsigned n = take(r), m = take(r);
  lamina_size_range range = {{0, 0}, {sides[n % 8], sides[n / 8 % 8]}};
  if (n & 64 && isfinite(range.max.width)) range.min.width = range.max.width;
  if (n & 128 && isfinite(range.max.height)) range.min.height = range.max.height;
  if (m < 128) range.max.width = fmax(range.min.width, m);
  return range;
}

static void must(lamina_status status, const char *what) {
  if (status != LAMINA_OK) broken("%s: %s", what, lamina_last_error());
}

/* ---- Edits ---- */

static void add_node(tree *t, lamina_context *context, reader *r) {
  unsigned kind = take(r), where = take(r);
  lamina_node *node = NULL, *parent = t->nodes[where % (unsigned)t->count];
  lamina_text *text = NULL;
  bool is_text = kind % 3 == 0;
  if (t->count == MOST_NODES) return;
  if (is_text) {
    must(lamina_text_create(context, words[kind / 3 % COUNT(words)], LAMINA_NUL_TERMINATED, NULL, &text), "a text");
    must(lamina_node_create_text(context, text, &node), "a text node");
    lamina_text_release(text);
  } else {
    must(lamina_node_create(context, &node), "a node");
  }
  t->holds[t->count] = !is_text;
  t->nodes[t->count++] = node;
  if (!t->holds[where % (unsigned)(t->count - 1)]) parent = t->nodes[0];
  if (lamina_node_insert_child(parent, node, take(r) % 4) != LAMINA_OK) lamina_node_add_child(parent, node);
}

static void move_node(const tree *t, reader *r) {
  unsigned to = take(r) % (unsigned)t->count;
  lamina_node *node = pick(t, r);
  if (t->holds[to] && node != t->nodes[0]) lamina_node_add_child(t->nodes[to], node); /* refused below itself */
}

/* A leaf that specs arrange, with texts that are in no tree of their own. */
static void set_spec(const tree *t, lamina_context *context, reader *r) {
  unsigned at = take(r) % (unsigned)t->count;
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element *children[2] = {NULL, NULL};
  lamina_spec *spec = NULL;
  int i;
  if (at == 0 || !t->holds[at] || lamina_node_get_child_count(t->nodes[at]) > 0) return;
  options.direction = take(r) % 2 ? LAMINA_AXIS_VERTICAL : LAMINA_AXIS_HORIZONTAL;
  options.spacing = take(r) % 16;
  for (i = 0; i < 2; i++) {
    lamina_text *text = NULL;
    lamina_node *node = NULL;
    must(lamina_text_create(context, words[take(r) % COUNT(words)], LAMINA_NUL_TERMINATED, NULL, &text), "a text");
    must(lamina_node_create_text(context, text, &node), "a text node");
    lamina_text_release(text);
    children[i] = node;
  }
  must(lamina_spec_create_stack(context, &options, NULL, children, 2, &spec), "a stack");
  must(lamina_node_set_spec(t->nodes[at], spec), "a spec");
  lamina_spec_release(spec);
  for (i = 0; i < 2; i++) lamina_node_release((lamina_node *)children[i]);
}

static void set_style(lamina_node *node, reader *r) {
  char text[LONGEST_STYLE];
  size_t length = take(r) % LONGEST_STYLE, left = (size_t)(r->end - r->at);
  if (length > left) length = left;
  memcpy(text, r->at, length);
  r->at += length;
  if (lamina_node_set_flex_style(node, text, length) != LAMINA_OK && lamina_last_error()[0] == 0) broken("no sentence");
}

static void edit(tree *t, lamina_context *context, reader *r, bool lays_out) {
  unsigned action = take(r) % 16;
  lamina_node *node;
  if (action < 3) return add_node(t, context, r);
  if (action == 3) return move_node(t, r);
  if (action == 4) return set_spec(t, context, r);
  if (action == 5) {
    lamina_size_range range = take_range(r);
    if (lays_out) must(lamina_node_apply_layout(t->nodes[0], range), "a layout between edits");
    return;
  }
  node = pick(t, r);
  if (action == 6 && node != t->nodes[0]) lamina_node_remove_from_parent(node);
  if (action == 7) lamina_node_set_string(node, words[take(r) % COUNT(words)], LAMINA_NUL_TERMINATED);
  if (action == 8) lamina_node_set_layout_direction(node, (lamina_layout_direction)(take(r) % 3));
  if (action == 9) set_style(node, r);
  if (action == 10) lamina_node_set_flex_number(node, (lamina_flex_number)(take(r) % 5), number(r));
  if (action == 11) lamina_node_set_flex_profile(t->nodes[0], (lamina_flex_profile)(1 + take(r) % 2));
  if (action == 12 || action == 13) {
    lamina_flex_keyword property = (lamina_flex_keyword)(take(r) % 11);
    lamina_node_set_flex_keyword(node, property, (int32_t)(take(r) % 17));
  }
  if (action > 13) {
    lamina_flex_length property = (lamina_flex_length)(take(r) % 46);
    lamina_flex_unit unit = (lamina_flex_unit)(take(r) % 9);
    lamina_node_set_flex_length(node, property, number(r), unit);
  }
}

static void play(tree *t, lamina_context *context, reader r, bool lays_out) {
  memset(t, 0, sizeof *t);
  must(lamina_node_create(context, &t->nodes[0]), "a root");
  t->holds[0] = true;
  t->count = 1;
  must(lamina_node_set_flex_profile(t->nodes[0], LAMINA_FLEX_PROFILE_CSS), "a profile");
  while (r.at < r.end) edit(t, context, &r, lays_out);
}

/* ---- What must hold ---- */

static void check_frame(const lamina_rect *a, const lamina_rect *b) {
  if (memcmp(a, b, sizeof *a) != 0) {
    broken("edited %.17g %.17g %.17g x %.17g, made as it is %.17g %.17g %.17g x %.17g", a->origin.x, a->origin.y,
           a->size.width, a->size.height, b->origin.x, b->origin.y, b->size.width, b->size.height);
  }
  if (!isfinite(a->origin.x) || !isfinite(a->origin.y) || !isfinite(a->size.width) || !isfinite(a->size.height)) {
    broken("frame %g %g %g x %g", a->origin.x, a->origin.y, a->size.width, a->size.height);
  }
  if (a->size.width < 0 || a->size.height < 0) broken("a frame of %g x %g", a->size.width, a->size.height);
}

static void compare(const tree *edited, const tree *made, lamina_size_range range) {
  static char one[20000], two[20000];
  lamina_layout *a = NULL, *b = NULL;
  int i;
  must(lamina_layout_create(edited->nodes[0], range, &a), "the layout of edits");
  must(lamina_layout_create(made->nodes[0], range, &b), "the layout");
  if (edited->count != made->count || lamina_layout_get_node_count(a) != lamina_layout_get_node_count(b))
    broken("another tree");
  for (i = 0; i < edited->count; i++) {
    lamina_rect x, y;
    lamina_status status;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    status = lamina_layout_get_frame(a, edited->nodes[i], &x);
    if (status != lamina_layout_get_frame(b, made->nodes[i], &y)) broken("node %d is in one layout only", i);
    if (status == LAMINA_OK) check_frame(&x, &y);
  }
  must(lamina_layout_apply(a), "applying");
  must(lamina_layout_apply(b), "applying");
  lamina_layout_release(a);
  lamina_layout_release(b);
  i = (int)(range.max.width < MOST_NODES ? range.max.width : 0) % edited->count;
  memset(one, 0, sizeof one);
  memset(two, 0, sizeof two);
  if (lamina_node_read_explanation(edited->nodes[0], range, edited->nodes[i], one, sizeof one) !=
          lamina_node_read_explanation(made->nodes[0], range, made->nodes[i], two, sizeof two) ||
      strcmp(one, two) != 0) {
    broken("explained as\n%s\nand as\n%s", one, two);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reader ends = {data, data + size};
  lamina_size_range range = take_range(&ends), second = take_range(&ends);
  lamina_context *context;
  tree edited, made;
  int i;
  if (size < 6) return 0;
  context = world_begin();
  play(&edited, context, ends, true);
  play(&made, context, ends, false);
  compare(&edited, &made, range);
  compare(&edited, &made, second);
  for (i = 0; i < edited.count; i++) lamina_node_release(edited.nodes[i]);
  for (i = 0; i < made.count; i++) lamina_node_release(made.nodes[i]);
  world_end(false);
  return 0;
}
