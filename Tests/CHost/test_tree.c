/* Trees in one call: what the header's example promises, and records at random. */
#include "check.h"

static lamina_context *context;

static lamina_tree_record record(lamina_tree_kind kind, int32_t parent) {
  lamina_tree_record made = LAMINA_TREE_RECORD_INIT;
  made.kind = kind;
  made.parent = parent;
  return made;
}

static uint64_t live(void) {
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  CHECK_OK(lamina_context_get_statistics(context, &statistics));
  return statistics.node_count + statistics.object_count;
}

static void test_card(void) {
  lamina_tree_record records[5];
  lamina_node *nodes[5] = {NULL, NULL, NULL, NULL, NULL}, *root = NULL;
  lamina_stack_options column = LAMINA_STACK_OPTIONS_INIT;
  lamina_text_attributes large = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_layout *layout = NULL;
  lamina_size_range range = {{0, 0}, {200, INFINITY}};
  lamina_rect frame = {{0, 0}, {0, 0}};
  uint64_t before = live();
  column.axis = LAMINA_AXIS_VERTICAL;
  column.spacing = 4;
  large.size = 30;
  records[0] = record(LAMINA_TREE_KIND_NODE, -1);
  records[1] = record(LAMINA_TREE_KIND_INSET, 0);
  records[1].insets.left = records[1].insets.top = 8;
  records[2] = record(LAMINA_TREE_KIND_STACK, 1);
  records[2].stack = &column;
  records[3] = record(LAMINA_TREE_KIND_TEXT, 2);
  records[3].text = "Title";
  records[3].attributes = &large;
  records[4] = record(LAMINA_TREE_KIND_TEXT, 2);
  records[4].text = "and words";
  CHECK_OK(lamina_node_create_tree(context, records, 5, nodes, 5, &root));
  CHECK(nodes[0] == root && nodes[1] == NULL && nodes[2] == NULL);
  CHECK_OK(lamina_layout_create(root, range, &layout));
  CHECK_OK(lamina_layout_get_frame(layout, nodes[3], &frame));
  CHECK_NEAR(frame.origin.x, 8);
  CHECK(frame.size.height > 30);
  CHECK_OK(lamina_layout_get_frame(layout, nodes[4], &frame));
  CHECK(frame.origin.y > 42 && frame.size.height < 30);
  lamina_layout_release(layout);
  lamina_node_release(root);
  CHECK_EQUAL(live(), before);

  records[4].parent = 3; /* a text takes children: frames of their own, as everywhere */
  CHECK_OK(lamina_node_create_tree(context, records, 5, NULL, 0, &root));
  lamina_node_release(root);
  records[4].parent = 4;
  root = NULL;
  CHECK_STATUS(lamina_node_create_tree(context, records, 5, nodes, 5, &root), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "records[4]: parent is 4") != NULL);
  CHECK(root == NULL);
  CHECK_EQUAL(live(), before);
}

static void test_rearranging(void) {
  lamina_node *root = check_node(context), *a = check_box(context, 10, 10), *b = check_box(context, 20, 20), *nodes[3];
  lamina_tree_record records[3];
  lamina_spec *spec = NULL;
  uint64_t before = live();
  records[0] = record(LAMINA_TREE_KIND_OVERLAY, -1);
  records[1] = record(LAMINA_TREE_KIND_EXISTING_NODE, 0);
  records[1].node = b;
  records[2] = record(LAMINA_TREE_KIND_EXISTING_NODE, 0);
  records[2].node = a;
  nodes[2] = NULL;
  CHECK_OK(lamina_spec_create_tree(context, records, 3, nodes, 2, &spec));
  CHECK(nodes[0] == NULL && nodes[1] == b && nodes[2] == NULL);
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_EQUAL(lamina_node_get_child_index(root, a), 1);
  CHECK_EQUAL(live(), before);
  lamina_node_release(root);
  lamina_node_release(a);
  lamina_node_release(b);
}

static lamina_node *shown;

/* Moving a node that is shown belongs to the owner. */
static void *steal(void *unused) {
  lamina_tree_record records[2];
  lamina_node *root = NULL;
  (void)unused;
  records[0] = record(LAMINA_TREE_KIND_NODE, -1);
  records[1] = record(LAMINA_TREE_KIND_EXISTING_NODE, 0);
  records[1].node = shown;
  CHECK_STATUS(lamina_node_create_tree(context, records, 2, NULL, 0, &root), LAMINA_ERROR_WRONG_THREAD);
  CHECK(strstr(lamina_last_error(), "records[1]: node is on a surface") != NULL);
  CHECK(root == NULL);
  return NULL;
}

static void test_nodes_that_are_shown(void) {
  lamina_surface *surface = NULL;
  lamina_tree_record records[3];
  lamina_node *nodes[3], *root = NULL;
  lamina_layout_direction rtl = LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT;
  records[0] = record(LAMINA_TREE_KIND_NODE, -1);
  records[1] = record(LAMINA_TREE_KIND_STACK, 0);
  records[2] = record(LAMINA_TREE_KIND_TEXT, 1);
  records[2].text = "shown";
  CHECK_OK(lamina_node_create_tree(context, records, 3, nodes, 3, &root));
  CHECK_OK(lamina_surface_create(context, check_make_size(200, 40), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_NEAR(lamina_node_get_frame(nodes[2]).origin.x, 0);
  CHECK_OK(lamina_context_set_layout_direction(context, rtl)); /* what is shown is laid out anew */
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_NEAR(lamina_node_get_frame(nodes[2]).origin.x, 200 - lamina_node_get_frame(nodes[2]).size.width);
  CHECK_OK(check_set_direction(root, LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_NEAR(lamina_node_get_frame(nodes[2]).origin.x, 0);
  CHECK_OK(lamina_context_set_layout_direction(context, LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT));
  shown = nodes[2];
  check_elsewhere(steal, NULL);
  CHECK_OK(lamina_surface_set_root(surface, NULL));
  lamina_surface_release(surface);
  lamina_node_release(root);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
}

static uint32_t state = 1;
static uint32_t next(uint32_t below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

/* Records at random: each call succeeds or leaves nothing behind, and what succeeds can be laid out. */
static void test_random_records(void) {
  enum { COUNT = 12 };
  static const double numbers[] = {0, 1, -1, 50, 1e7, 1e300, INFINITY, NAN};
  lamina_node *existing = check_node(context);
  uint64_t before = live();
  int round, i, made = 0, refused = 0;
  lamina_node_appearance look = LAMINA_NODE_APPEARANCE_INIT, wrong = LAMINA_NODE_APPEARANCE_INIT;
  look.border.width = 2;
  look.transform.xx = 0.5;
  look.z_position = 3;
  wrong.shadow.blur = NAN;
  for (round = 0; round < 4000; round++) {
    lamina_tree_record records[COUNT];
    lamina_style styles[COUNT];
    lamina_node *root = NULL;
    lamina_layout *layout = NULL;
    lamina_size_range range = {{0, 0}, {100, INFINITY}};
    bool wild = next(2) == 0;
    size_t count = 1 + next(COUNT);
    for (i = 0; i < COUNT; i++) {
      lamina_style style = LAMINA_STYLE_INIT;
      styles[i] = style;
      styles[i].width.unit = (lamina_unit)next(3);
      styles[i].width.value = 0.5;
      styles[i].flex_grow = next(3);
      styles[i].layout_direction = (lamina_layout_direction)next(3);
      /* Kinds that take any number of elements, more often than those that are particular. */
      records[i] = record(next(3) ? (lamina_tree_kind)next(6) : (lamina_tree_kind)next(14), i == 0 ? -1 : (int32_t)next((uint32_t)i));
      if (i == 0) records[i].kind = LAMINA_TREE_KIND_NODE;
      if (records[i].kind == LAMINA_TREE_KIND_EXISTING_NODE) records[i].node = next(8) ? existing : NULL;
      if (next(2)) records[i].style = &styles[i];
      if (wild && next(6) == 0) records[i].parent = (int32_t)next(40) - 20;
      if (wild && next(6) == 0) records[i].insets.top = numbers[next(8)];
      if (wild && next(6) == 0) records[i].ratio = numbers[next(8)];
      if (wild && next(6) == 0) styles[i].layout_position.x = numbers[next(8)];
      if (next(4) == 0) records[i].text = "words";
      if (next(3) == 0) records[i].appearance = &look;
      if (wild && next(6) == 0) records[i].appearance = &wrong;
      if (next(5) == 0) records[i].flex_profile = LAMINA_FLEX_PROFILE_CSS;
      if (next(3) == 0) records[i].flex_style = "flex-grow: 1; padding: 2px";
      if (wild && next(9) == 0) records[i].flex_style = "flex-grow: red";
    }
    if (lamina_node_create_tree(context, records, count, NULL, 0, &root) == LAMINA_OK) {
      made++;
      CHECK_OK(lamina_layout_create(root, range, &layout));
      lamina_layout_release(layout);
      CHECK(lamina_node_read_explanation(root, range, (lamina_node *)NULL, NULL, 0) > 0);
      lamina_node_release(root);
    } else {
      refused++;
      if (root != NULL || strncmp(lamina_last_error(), "records[", 8) != 0) CHECK(!"a sentence that names a record");
    }
  }
  CHECK(made > 200 && refused > 200);
  CHECK_EQUAL(live(), before);
  lamina_node_release(existing);
}

/* Looks and flex properties of records are those that the setters make. */
static void test_appearances(void) {
  lamina_tree_record records[3];
  lamina_node *nodes[3] = {NULL, NULL, NULL}, *root = NULL;
  lamina_node_appearance look = LAMINA_NODE_APPEARANCE_INIT;
  uint32_t pixel = 0xFFFF0000;
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  check_picture drawn = check_make_picture(40, 20);
  image.data = &pixel;
  image.width = image.height = 1;
  image.stride = 4;
  look.border.width = 1;
  look.border.color = check_make_color(0x0000FF);
  look.image = check_image(context, &image);
  records[0] = record(LAMINA_TREE_KIND_NODE, -1);
  records[0].flex_profile = LAMINA_FLEX_PROFILE_CSS;
  records[0].flex_style = "flex-direction: row-reverse; padding: 4px";
  records[0].frame = check_make_rect(0, 0, 40, 20);
  records[1] = record(LAMINA_TREE_KIND_NODE, 0);
  records[1].appearance = &look;
  records[1].flex_style = "width: 10px; align-self: stretch";
  records[2] = record(LAMINA_TREE_KIND_NODE, 0);
  records[2].background = check_make_color(0x00FF00);
  records[2].flex_style = "flex-grow: 1";
  CHECK_OK(lamina_node_create_tree(context, records, 3, nodes, 3, &root));
  CHECK_NEAR(lamina_node_get_border(nodes[1]).width, 1);
  CHECK_NEAR(lamina_node_get_anchor(nodes[1]).x, 0.5);
  CHECK(lamina_node_get_flex_profile(root) == LAMINA_FLEX_PROFILE_CSS);
  CHECK_OK(lamina_node_render(root, 1, check_make_color(0xFFFFFF), &drawn.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK(drawn.pixels[0] == 0xFFFFFFFF && drawn.pixels[40 * 10 + 10] == 0xFF00FF00);
  CHECK(drawn.pixels[40 * 10 + 30] == 0xFFFF0000 && drawn.pixels[40 * 10 + 26] == 0xFF0000FF);
  free(drawn.pixels);
  lamina_node_release(root);
  root = NULL;
  records[1].kind = LAMINA_TREE_KIND_TEXT;
  CHECK_STATUS(lamina_node_create_tree(context, records, 3, NULL, 0, &root), LAMINA_ERROR_UNSUPPORTED);
  CHECK(strstr(lamina_last_error(), "records[1]: appearance->image") != NULL);
  records[1].flex_style = "width: wide";
  records[1].appearance = NULL;
  CHECK_STATUS(lamina_node_create_tree(context, records, 3, NULL, 0, &root), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "records[1]:") != NULL && strstr(lamina_last_error(), "width: wide") != NULL);
  records[0].flex_profile = (lamina_flex_profile)7;
  CHECK_STATUS(lamina_node_create_tree(context, records, 3, NULL, 0, &root), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "records[0]: flex_profile is 7") != NULL);
  CHECK(root == NULL);
}

int main(void) {
  context = check_context(1);
  test_card();
  test_appearances();
  test_rearranging();
  test_nodes_that_are_shown();
  test_random_records();
  lamina_context_release(context);
  return check_done(__FILE__);
}
