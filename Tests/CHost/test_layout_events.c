/* Observers of layout: which events come, in which order, and what observers may do; and hits with their paths. */
#include "check.h"

enum { MOST = 64 };

typedef struct note {
  lamina_node *node;
  lamina_layout_event event;
  lamina_size size;
} note;

static lamina_context *context;
static lamina_surface *surface;
static note notes[MOST];
static int note_count, destroyed;

static void observe(lamina_node *node, lamina_layout_event event, lamina_size size, void *user_data) {
  (void)user_data;
  CHECK(lamina_context_is_owner_thread(context));
  if (note_count == MOST) return;
  notes[note_count].node = node;
  notes[note_count].event = event;
  notes[note_count++].size = size;
}

static void destroy(void *user_data) { (void)user_data, destroyed++; }

static void settle(void) {
  note_count = 0;
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
}

static uint64_t add(lamina_node *node) {
  uint64_t number = 0;
  CHECK_OK(lamina_node_add_layout_observer(node, observe, NULL, destroy, &number));
  return number;
}

static void set_size(lamina_node *node, double width, double height) {
  lamina_style style = LAMINA_STYLE_INIT;
  style.width.unit = style.height.unit = LAMINA_UNIT_POINTS;
  style.width.value = width;
  style.height.value = height;
  CHECK_OK(lamina_node_set_style(node, &style));
}

static int count_of(lamina_node *node, lamina_layout_event event) {
  int i, count = 0;
  for (i = 0; i < note_count; i++) count += notes[i].node == node && notes[i].event == event;
  return count;
}

/* A column of two boxes: who is laid out anew, and who changes size. */
static void test_layouts(void) {
  lamina_node *root = check_node(context), *first = check_node(context), *second = check_node(context);
  lamina_element children[] = { LAMINA_NODE(first), LAMINA_NODE(second) };
  lamina_spec *stack = NULL;
  uint64_t number;
  int i;
  set_size(first, 10, 10);
  set_size(second, 10, 10);
  CHECK_OK(lamina_spec_create_stack(context, NULL, NULL, children, 2, &stack));
  CHECK_OK(lamina_node_set_spec(root, stack));
  lamina_spec_release(stack);
  add(root);
  add(first);
  number = add(second);
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_EQUAL(note_count, 0);
  settle();
  for (i = 0; i < 3; i++) {
    lamina_node *node = i == 0 ? root : i == 1 ? first : second;
    CHECK_EQUAL(count_of(node, LAMINA_LAYOUT_EVENT_LAID_OUT), 1);
    CHECK_EQUAL(count_of(node, LAMINA_LAYOUT_EVENT_SIZE), 1);
  }
  CHECK_EQUAL(notes[0].event, LAMINA_LAYOUT_EVENT_LAID_OUT);
  CHECK_EQUAL(notes[1].event, LAMINA_LAYOUT_EVENT_SIZE);
  /* The second is moved by the first one's size, which it does not share. */
  set_size(first, 30, 30);
  settle();
  CHECK_EQUAL(count_of(first, LAMINA_LAYOUT_EVENT_SIZE), 1);
  CHECK_EQUAL(count_of(second, LAMINA_LAYOUT_EVENT_SIZE), 0);
  CHECK_EQUAL(count_of(second, LAMINA_LAYOUT_EVENT_LAID_OUT), 1);
  CHECK_EQUAL(count_of(root, LAMINA_LAYOUT_EVENT_LAID_OUT), 1);
  CHECK_EQUAL(count_of(root, LAMINA_LAYOUT_EVENT_SIZE), 0);
  for (i = 0; i < note_count; i++)
    if (notes[i].event == LAMINA_LAYOUT_EVENT_SIZE) CHECK(notes[i].size.width == 30 && notes[i].size.height == 30);
  /* What nothing depends on tells nobody. */
  CHECK_OK(lamina_node_set_opacity(first, 0.5));
  settle();
  CHECK_EQUAL(note_count, 0);
  CHECK_OK(lamina_node_remove_layout_observer(second, number));
  CHECK_STATUS(lamina_node_remove_layout_observer(second, number), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(destroyed, 1);
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  lamina_node_release(first);
  lamina_node_release(second);
  lamina_node_release(root);
  settle();
  CHECK_EQUAL(destroyed, 3);
}

/* A cell is placed by hand, and asks for another height when something in it changes. */
static void test_natural_sizes(void) {
  lamina_node *list = check_node(context), *cell = check_node(context), *box = check_node(context);
  lamina_element child = LAMINA_NODE(box);
  lamina_spec *column = NULL;
  lamina_size size;
  lamina_size_range range;
  set_size(box, 10, 10);
  CHECK_OK(lamina_spec_create_stack(context, NULL, NULL, &child, 1, &column));
  CHECK_OK(lamina_node_set_spec(cell, column));
  lamina_spec_release(column);
  CHECK_OK(lamina_node_set_frame(cell, check_make_rect(0, 0, 50, 10)));
  CHECK_OK(lamina_node_add_child(list, cell));
  CHECK_OK(lamina_surface_set_root(surface, list));
  settle();
  add(cell);
  add(box);
  set_size(box, 10, 25);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 1);
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_SIZE), 0);
  CHECK_EQUAL(count_of(box, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 0);
  range.min = check_make_size(50, 0);
  range.max = check_make_size(50, (double)INFINITY);
  CHECK_OK(lamina_node_measure(cell, range, &size));
  CHECK_EQUAL(size.height, 25);
  /* The list places it, which is an event of its own. */
  CHECK_OK(lamina_node_set_frame(cell, check_make_rect(0, 0, 50, 25)));
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 0);
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_SIZE), 1);
  set_size(box, 10, 26);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 1);
  /* Back before anybody was notified: no other size. */
  CHECK_OK(lamina_node_set_frame(cell, check_make_rect(0, 0, 60, 25)));
  CHECK_OK(lamina_node_set_frame(cell, check_make_rect(0, 0, 50, 25)));
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_SIZE), 0);
  /* A size that the style fixes depends on nothing inside. */
  set_size(cell, 50, 25);
  settle();
  set_size(box, 10, 5);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 0);
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  lamina_node_release(box);
  lamina_node_release(cell);
  lamina_node_release(list);
}

/* What a cell says of its natural size is exact once it was measured: a change that comes to the same says nothing. */
static void test_exact_natural_sizes(void) {
  lamina_node *list = check_node(context), *cell = check_node(context);
  lamina_node *boxes[2];
  lamina_element children[2];
  lamina_spec *line = NULL;
  lamina_size size;
  lamina_size_range range, exact;
  int i;
  for (i = 0; i < 2; i++) {
    lamina_node *box = boxes[i] = check_node(context);
    lamina_element child = LAMINA_NODE(box);
    set_size(box, 10, 20);
    children[i] = child;
  }
  {
    lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
    options.axis = LAMINA_AXIS_HORIZONTAL;
    CHECK_OK(lamina_spec_create_stack(context, &options, NULL, children, 2, &line));
  }
  CHECK_OK(lamina_node_set_spec(cell, line));
  lamina_spec_release(line);
  CHECK_OK(lamina_node_set_frame(cell, check_make_rect(0, 0, 50, 20)));
  CHECK_OK(lamina_node_add_child(list, cell));
  CHECK_OK(lamina_surface_set_root(surface, list));
  range.min = check_make_size(50, 0);
  range.max = check_make_size(50, (double)INFINITY);
  exact.min = exact.max = check_make_size(50, 20);
  /* Measured before anybody observes it, and in a range without a choice after that. */
  CHECK_OK(lamina_node_measure(cell, range, &size));
  CHECK_EQUAL(size.height, 20);
  add(cell);
  settle();
  /* The lower of two boxes does not count; and the other way round, at once. */
  set_size(boxes[0], 10, 15);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 0);
  set_size(boxes[0], 10, 20);
  set_size(boxes[1], 10, 5);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 0);
  CHECK_OK(lamina_node_measure(cell, exact, &size));
  set_size(boxes[0], 10, 30);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 1);
  /* It counts from what the event was sent for, also where nobody measured since. */
  set_size(boxes[1], 10, 30);
  settle();
  CHECK_EQUAL(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE), 0);
  CHECK_OK(lamina_node_measure(cell, range, &size));
  CHECK_EQUAL(size.height, 30);
  /* Many changes are one event; that of the style, and of what is below, too. */
  note_count = 0;
  for (i = 0; i < 10; i++) {
    set_size(boxes[i % 2], 10, 40 + i);
    CHECK_OK(lamina_context_process(context, 0));
  }
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK(count_of(cell, LAMINA_LAYOUT_EVENT_NATURAL_SIZE) >= 1);
  CHECK_OK(lamina_node_measure(cell, range, &size));
  CHECK_EQUAL(size.height, 49);
  /* The node may go while it is measured, and so may its observer. */
  set_size(boxes[0], 10, 70);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_OK(lamina_node_remove_from_parent(cell));
  lamina_node_release(cell);
  settle();
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  lamina_node_release(boxes[0]);
  lamina_node_release(boxes[1]);
  lamina_node_release(list);
  settle();
}

static uint64_t other;

static void remove_all(lamina_node *node, lamina_layout_event event, lamina_size size, void *user_data) {
  int *calls = (int *)user_data;
  (void)event, (void)size;
  ++*calls;
  CHECK_OK(lamina_node_remove_layout_observer(node, other));
  CHECK_OK(lamina_node_remove_from_parent(node));
  lamina_node_release(node); /* the last reference but the one that is held for this call */
}

/* An observer may remove another, its node, and itself with it. */
static void test_reentry(void) {
  lamina_node *root = check_node(context), *node = check_node(context);
  int calls = 0, before = destroyed;
  CHECK_OK(lamina_node_add_child(root, node));
  CHECK_OK(lamina_surface_set_root(surface, root));
  settle();
  CHECK_OK(lamina_node_add_layout_observer(node, remove_all, &calls, destroy, NULL));
  other = add(node);
  CHECK_OK(lamina_node_set_frame(node, check_make_rect(0, 0, 3, 3)));
  settle();
  CHECK_EQUAL(calls, 1);
  CHECK_EQUAL(note_count, 0);
  CHECK_EQUAL(destroyed, before + 2);
  CHECK_STATUS(lamina_node_set_hidden(node, true), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_add_layout_observer(root, NULL, NULL, destroy, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_EQUAL(destroyed, before + 3);
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  lamina_node_release(root);
}

static void test_hits(void) {
  lamina_node *root = check_node(context), *group = check_node(context), *leaf = check_node(context), *found = NULL;
  lamina_node *hits[3];
  lamina_point point = { 25, 25 };
  size_t count = 9;
  CHECK_OK(lamina_node_set_frame(root, check_make_rect(0, 0, 100, 100)));
  CHECK_OK(lamina_node_set_frame(group, check_make_rect(10, 10, 50, 50)));
  CHECK_OK(lamina_node_set_frame(leaf, check_make_rect(10, 10, 20, 20)));
  CHECK_OK(lamina_node_add_child(root, group));
  CHECK_OK(lamina_node_add_child(group, leaf));
  CHECK_OK(lamina_node_hit_test_path(root, point, hits, 3, &count));
  CHECK_EQUAL(count, 3);
  CHECK(hits[0] == leaf && hits[1] == group && hits[2] == root);
  for (; count > 0; count--) lamina_node_release(hits[count - 1]);
  CHECK_OK(lamina_node_hit_test_path(root, point, hits, 1, &count));
  CHECK_EQUAL(count, 3);
  CHECK(hits[0] == leaf);
  lamina_node_release(leaf);
  CHECK(lamina_node_is_interactive(group));
  CHECK_OK(lamina_node_set_interactive(group, false));
  CHECK(!lamina_node_is_interactive(group) && lamina_node_is_interactive(leaf));
  CHECK_OK(lamina_node_hit_test(root, point, &found, NULL));
  CHECK(found == root);
  lamina_node_release(found);
  CHECK_OK(lamina_node_set_interactive(group, true));
  CHECK_OK(lamina_node_hit_test_path(root, point, NULL, 0, &count));
  CHECK_EQUAL(count, 3);
  point.x = 1000;
  CHECK_OK(lamina_node_hit_test_path(root, point, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  point.x = (double)NAN;
  CHECK_STATUS(lamina_node_hit_test_path(root, point, NULL, 0, &count), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(!lamina_node_is_interactive(NULL));
  lamina_node_release(leaf);
  lamina_node_release(group);
  lamina_node_release(root);
}

int main(void) {
  context = check_context(1);
  CHECK_OK(lamina_surface_create(context, check_make_size(100, 100), 1, &surface));
  test_layouts();
  test_natural_sizes();
  test_exact_natural_sizes();
  test_reentry();
  test_hits();
  lamina_surface_release(surface);
  lamina_context_release(context);
  return check_done(__FILE__);
}
