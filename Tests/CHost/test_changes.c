/* Changes of many nodes in one call. */
#include "check.h"

static lamina_context *context;

static void test_changes(void) {
  enum { COUNT = 200 };
  lamina_node *nodes[COUNT];
  lamina_node_change changes[COUNT], initial = LAMINA_NODE_CHANGE_INIT;
  int i;
  for (i = 0; i < COUNT; i++) {
    nodes[i] = check_node(context);
    changes[i] = initial;
    changes[i].node = nodes[i];
    changes[i].fields = (lamina_node_fields)(LAMINA_NODE_FIELDS_OPACITY | LAMINA_NODE_FIELDS_FRAME | LAMINA_NODE_FIELDS_HIDDEN |
                                             LAMINA_NODE_FIELDS_CLIPS | LAMINA_NODE_FIELDS_BACKGROUND |
                                             LAMINA_NODE_FIELDS_CORNER_RADIUS);
    changes[i].opacity = i / 200.0;
    changes[i].frame = check_make_rect(i, 1, 2, 3);
    changes[i].hidden = i % 2 == 0;
    changes[i].clips = true;
    changes[i].corner_radius = 4;
    changes[i].background = check_make_color(0x102030);
  }
  CHECK_OK(lamina_context_apply_changes(context, changes, COUNT));
  CHECK_NEAR(lamina_node_get_opacity(nodes[100]), 0.5);
  CHECK_RECT(lamina_node_get_frame(nodes[7]), 7, 1, 2, 3);
  CHECK(lamina_node_is_hidden(nodes[8]) && !lamina_node_is_hidden(nodes[9]) && lamina_node_is_clipping(nodes[9]));
  CHECK_NEAR(lamina_node_get_corner_radius(nodes[3]), 4);
  CHECK_NEAR(lamina_node_get_background(nodes[3]).blue, 0x30 / 255.0);

  /* Only what is named; nothing when anything is wrong. */
  for (i = 0; i < COUNT; i++) {
    changes[i].fields = LAMINA_NODE_FIELDS_OPACITY;
    changes[i].opacity = 1;
    changes[i].frame.size.width = NAN;
  }
  changes[150].opacity = NAN;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, COUNT), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "changes[150]") != NULL);
  CHECK_NEAR(lamina_node_get_opacity(nodes[100]), 0.5);
  changes[150].opacity = 1;
  lamina_node_release(nodes[170]);
  CHECK_STATUS(lamina_context_apply_changes(context, changes, COUNT), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(strstr(lamina_last_error(), "changes[170]") != NULL);
  CHECK_NEAR(lamina_node_get_opacity(nodes[100]), 0.5);
  CHECK_OK(lamina_context_apply_changes(context, changes, 170));
  CHECK_NEAR(lamina_node_get_opacity(nodes[100]), 1);
  CHECK_RECT(lamina_node_get_frame(nodes[7]), 7, 1, 2, 3);

  CHECK_OK(lamina_context_apply_changes(context, NULL, 0));
  CHECK_STATUS(lamina_context_apply_changes(context, NULL, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_apply_changes(context, changes, SIZE_MAX), LAMINA_ERROR_INVALID_ARGUMENT);
  changes[0].fields = (lamina_node_fields)(1 << 20);
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  changes[0].struct_size = 0;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  for (i = 0; i < COUNT; i++) {
    if (i != 170) lamina_node_release(nodes[i]);
  }
}

/* Positions are for the sizes and anchors that the same call gives, and are checked before anything changes. */
static void test_places(void) {
  lamina_node_change changes[3], initial = LAMINA_NODE_CHANGE_INIT;
  lamina_node_appearance look = LAMINA_NODE_APPEARANCE_INIT;
  lamina_node *nodes[3];
  lamina_point read;
  int i;
  look.anchor.x = 1;
  look.anchor.y = 0;
  for (i = 0; i < 3; i++) {
    nodes[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(nodes[i], check_make_rect(0, 0, 10, 20)));
    changes[i] = initial;
    changes[i].node = nodes[i];
    changes[i].fields = (lamina_node_fields)(LAMINA_NODE_FIELDS_POSITION | LAMINA_NODE_FIELDS_BOUNDS_ORIGIN);
    changes[i].position.x = 100;
    changes[i].position.y = 50 + i;
    changes[i].bounds_origin.y = 7;
  }
  changes[1].fields = (lamina_node_fields)(LAMINA_NODE_FIELDS_POSITION | LAMINA_NODE_FIELDS_ANCHOR);
  changes[1].appearance = &look;
  changes[2].fields = (lamina_node_fields)(LAMINA_NODE_FIELDS_POSITION | LAMINA_NODE_FIELDS_FRAME);
  changes[2].frame = check_make_rect(1, 2, 40, 60);
  CHECK_OK(lamina_context_apply_changes(context, changes, 3));
  CHECK_RECT(lamina_node_get_frame(nodes[0]), 95, 40, 10, 20);
  CHECK_RECT(lamina_node_get_frame(nodes[1]), 90, 51, 10, 20);
  CHECK_RECT(lamina_node_get_frame(nodes[2]), 80, 22, 40, 60);
  CHECK_NEAR(lamina_node_get_bounds_origin(nodes[0]).y, 7);
  CHECK_NEAR(lamina_node_get_bounds_origin(nodes[1]).y, 0);
  read = lamina_node_get_position(nodes[1]);
  CHECK_NEAR(read.x, 100);
  CHECK_NEAR(read.y, 51);

  /* The last corner would be too far out, for the size that the node is given in the same call. */
  for (i = 0; i < 3; i++) changes[i].position.x = -9999990;
  changes[2].frame.size.width = 1000;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "changes[2]: position") != NULL);
  CHECK_RECT(lamina_node_get_frame(nodes[0]), 95, 40, 10, 20);
  CHECK_RECT(lamina_node_get_frame(nodes[2]), 80, 22, 40, 60);
  changes[2].frame.size.width = 20;
  changes[0].bounds_origin.x = INFINITY;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "bounds_origin") != NULL);
  changes[0].bounds_origin.x = 0;
  CHECK_OK(lamina_context_apply_changes(context, changes, 3));
  CHECK_RECT(lamina_node_get_frame(nodes[2]), -10000000, 22, 20, 60);
  for (i = 0; i < 3; i++) lamina_node_release(nodes[i]);
}

static void test_appearances(void) {
  enum { COUNT = 20 };
  lamina_node *nodes[COUNT], *label = NULL;
  lamina_node_change changes[COUNT], initial = LAMINA_NODE_CHANGE_INIT;
  lamina_node_appearance look = LAMINA_NODE_APPEARANCE_INIT, other;
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stop = {0.5, {1, 0, 0, 1}};
  uint32_t pixels[4] = {0xFF102030, 0xFF102030, 0xFF102030, 0xFF102030};
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  lamina_image_options options = LAMINA_IMAGE_OPTIONS_INIT;
  int i;
  gradient.stops = &stop;
  gradient.stop_count = 1;
  image.data = pixels;
  image.width = image.height = 2;
  image.stride = 8;
  look.border.width = 2;
  look.border.color = check_make_color(0x102030);
  look.shadow.color = check_make_color(0);
  look.shadow.blur = 3;
  look.gradient = &gradient;
  look.transform.x0 = 5;
  look.z_position = 4;
  look.anchor.x = 0;
  look.corner_radii.top_left = 7;
  look.image = check_image(context, &image);
  for (i = 0; i < COUNT; i++) {
    nodes[i] = check_node(context);
    changes[i] = initial;
    changes[i].node = nodes[i];
    changes[i].appearance = &look;
    changes[i].fields = LAMINA_NODE_FIELDS_TRANSFORM;
  }
  /* Only what is named: the image of a text node is not even looked at. */
  CHECK_OK(lamina_node_create_text(context, NULL, &label));
  changes[3].node = label;
  CHECK_OK(lamina_context_apply_changes(context, changes, COUNT));
  CHECK_NEAR(lamina_node_get_transform(nodes[4]).x0, 5);
  CHECK_NEAR(lamina_node_get_border(nodes[4]).width, 0);
  CHECK_NEAR(lamina_node_get_corner_radius(nodes[4]), 0);
  for (i = 0; i < COUNT; i++) changes[i].fields = (lamina_node_fields)0x7f80;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, COUNT), LAMINA_ERROR_UNSUPPORTED);
  CHECK(strstr(lamina_last_error(), "changes[3]") != NULL);
  CHECK_NEAR(lamina_node_get_border(nodes[2]).width, 0);
  changes[3].node = nodes[3];
  CHECK_OK(lamina_context_apply_changes(context, changes, COUNT));
  for (i = 0; i < COUNT; i++) {
    CHECK_NEAR(lamina_node_get_border(nodes[i]).width, 2);
    CHECK_NEAR(lamina_node_get_shadow(nodes[i]).blur, 3);
    CHECK_NEAR(lamina_node_get_z_position(nodes[i]), 4);
    CHECK_NEAR(lamina_node_get_anchor(nodes[i]).x, 0);
    CHECK_NEAR(lamina_node_get_corner_radii(nodes[i]).top_left, 7);
    CHECK_NEAR(lamina_node_get_corner_radii(nodes[i]).top_right, 0);
  }
  /* And taken away. */
  other = look;
  other.shadow.color.alpha = 0;
  other.gradient = NULL;
  other.image = NULL;
  changes[0].appearance = &other;
  changes[0].fields = (lamina_node_fields)(LAMINA_NODE_FIELDS_SHADOW | LAMINA_NODE_FIELDS_GRADIENT | LAMINA_NODE_FIELDS_IMAGE);
  CHECK_OK(lamina_context_apply_changes(context, changes, 1));
  CHECK_NEAR(lamina_node_get_shadow(nodes[0]).color.alpha, 0);
  CHECK_NEAR(lamina_node_get_border(nodes[0]).width, 2);
  /* What is wrong is named. */
  changes[0].appearance = NULL;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "appearance is NULL") != NULL);
  changes[0].appearance = &other;
  changes[0].fields = (lamina_node_fields)0x7f80;
  other.border.width = -1;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "changes[0]: appearance->border.width is -1") != NULL);
  other = look;
  other.corner_radii.bottom_left = NAN;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "appearance->corner_radii.bottom_left") != NULL);
  other = look;
  other.image_options = &options;
  options.scale = 0;
  CHECK_STATUS(lamina_context_apply_changes(context, changes, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "appearance->image_options->scale") != NULL);
  for (i = 0; i < COUNT; i++) lamina_node_release(nodes[i]);
  lamina_node_release(label);
}

static void test_texts(void) {
  lamina_node_change change = LAMINA_NODE_CHANGE_INIT;
  lamina_node *label = NULL, *box = check_node(context);
  lamina_text *text = NULL;
  lamina_layout *layout = NULL;
  lamina_size_range any = {{0, 0}, {INFINITY, INFINITY}};
  CHECK_OK(lamina_text_create(context, "words", LAMINA_NUL_TERMINATED, NULL, &text));
  CHECK_OK(lamina_node_create_text(context, NULL, &label));
  change.node = label;
  change.fields = LAMINA_NODE_FIELDS_TEXT;
  change.text = text;
  CHECK_OK(lamina_context_apply_changes(context, &change, 1));
  CHECK_OK(lamina_layout_create(label, any, &layout));
  CHECK(lamina_layout_get_size(layout).width > 10);
  change.node = box;
  CHECK_STATUS(lamina_context_apply_changes(context, &change, 1), LAMINA_ERROR_UNSUPPORTED);
  lamina_layout_release(layout);
  lamina_text_release(text);
  lamina_node_release(label);
  lamina_node_release(box);
}

static void check_listed(lamina_node *node, const char *words, int is_listed) {
  char text[400];
  lamina_node_read_description(node, text, sizeof text);
  if (!CHECK((strstr(text, words) != NULL) == is_listed)) printf("    %s: %s", words, text);
}

/* Several changes of one node are made in their order. */
static void test_order(void) {
  lamina_node *node = check_node(context);
  lamina_node_change changes[3], initial = LAMINA_NODE_CHANGE_INIT;
  lamina_node_appearance look = LAMINA_NODE_APPEARANCE_INIT;
  lamina_drawing_step steps[2] = {LAMINA_DRAWING_STEP_INIT, LAMINA_DRAWING_STEP_INIT};
  uint32_t pixel = 0xFF102030;
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  int i;
  steps[0].kind = LAMINA_DRAWING_KIND_RECT;
  steps[1].kind = LAMINA_DRAWING_KIND_FILL;
  CHECK_OK(lamina_drawing_create(context, steps, 2, &look.drawing));
  image.data = &pixel;
  image.width = image.height = 1;
  image.stride = 4;
  look.image = check_image(context, &image);
  look.corner_radii.top_left = 7;
  look.anchor.x = look.anchor.y = 0;
  for (i = 0; i < 3; i++) {
    changes[i] = initial;
    changes[i].node = node;
    changes[i].appearance = &look;
  }
  changes[0].fields = LAMINA_NODE_FIELDS_CORNER_RADII;
  changes[1].fields = LAMINA_NODE_FIELDS_CORNER_RADIUS;
  changes[1].corner_radius = 2;
  CHECK_OK(lamina_context_apply_changes(context, changes, 2));
  CHECK_NEAR(lamina_node_get_corner_radii(node).top_left, 2);
  CHECK_NEAR(lamina_node_get_corner_radii(node).bottom_right, 2);

  changes[0].fields = LAMINA_NODE_FIELDS_POSITION;
  changes[0].position.x = changes[0].position.y = 50;
  changes[1].fields = LAMINA_NODE_FIELDS_FRAME;
  changes[1].frame = check_make_rect(0, 0, 10, 10);
  CHECK_OK(lamina_context_apply_changes(context, changes, 2));
  CHECK_RECT(lamina_node_get_frame(node), 0, 0, 10, 10);
  /* A position is for the size and the anchor that the node has by then. */
  changes[2] = changes[1];
  changes[2].fields = LAMINA_NODE_FIELDS_ANCHOR;
  changes[1] = changes[0];
  changes[0] = changes[2];
  changes[0].fields = LAMINA_NODE_FIELDS_FRAME;
  changes[0].frame.size.width = 40;
  CHECK_OK(lamina_context_apply_changes(context, changes, 3));
  CHECK_RECT(lamina_node_get_frame(node), 30, 45, 40, 10);
  CHECK_NEAR(lamina_node_get_anchor(node).x, 0);

  changes[0].fields = LAMINA_NODE_FIELDS_IMAGE;
  changes[1].fields = LAMINA_NODE_FIELDS_DRAWING;
  CHECK_OK(lamina_context_apply_changes(context, changes, 2));
  check_listed(node, "drawing", 1);
  changes[0].fields = LAMINA_NODE_FIELDS_DRAWING;
  changes[1].fields = LAMINA_NODE_FIELDS_IMAGE;
  CHECK_OK(lamina_context_apply_changes(context, changes, 2));
  check_listed(node, "drawing", 0);
  /* Both in one: the drawing where there is no picture. */
  changes[0].fields = (lamina_node_fields)(LAMINA_NODE_FIELDS_DRAWING | LAMINA_NODE_FIELDS_IMAGE);
  CHECK_OK(lamina_context_apply_changes(context, changes, 1));
  check_listed(node, "drawing", 0);
  look.image = NULL;
  CHECK_OK(lamina_context_apply_changes(context, changes, 1));
  check_listed(node, "drawing", 1);
  lamina_drawing_release(look.drawing);
  lamina_node_release(node);
}

/* On a surface all of them come with one frame. */
static void test_shown(void) {
  lamina_node *root = check_node(context), *boxes[2];
  lamina_node_change changes[2], initial = LAMINA_NODE_CHANGE_INIT;
  lamina_surface *surface = NULL;
  check_picture picture = check_make_picture(20, 10);
  int i;
  for (i = 0; i < 2; i++) {
    boxes[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(boxes[i], check_make_rect(i * 10, 0, 10, 10)));
    CHECK_OK(lamina_node_add_child(root, boxes[i]));
    changes[i] = initial;
    changes[i].node = boxes[i];
    changes[i].fields = LAMINA_NODE_FIELDS_BACKGROUND;
    changes[i].background = check_make_color(i == 0 ? 0xFF0000 : 0x0000FF);
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(20, 10), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_OK(lamina_context_apply_changes(context, changes, 2));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 5, 5), 0xFFFF0000);
  CHECK_EQUAL(check_pixel(&picture, 15, 5), 0xFF0000FF);
  lamina_surface_release(surface);
  for (i = 0; i < 2; i++) lamina_node_release(boxes[i]);
  lamina_node_release(root);
  free(picture.pixels);
}

int main(void) {
  context = check_context(1);
  test_changes();
  test_places();
  test_appearances();
  test_texts();
  test_order();
  test_shown();
  lamina_context_release(context);
  return check_done(__FILE__);
}
