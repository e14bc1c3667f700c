/* What a flex leaf shows stands within its padding and border: it looks like a box with the padding around a leaf
 * without. */
#include "check.h"

enum { WIDTH = 220, HEIGHT = 160 };

typedef enum kind { TEXT, PICTURE, SPEC, CHILDREN, KINDS } kind;

static lamina_context *context;

static const char *const plain =
    "padding: 0; border-width: 0; width: auto; height: auto; box-sizing: border-box; align-self: auto; ";

static const char *const styles[] = {
    "padding: 8px",
    "padding: 4px 20px 12px 3px",
    "padding: 4px 3px 12px 20px", /* as large as before */
    "",
    "padding-left: 10%; border-width: 2px",
    "padding: 5%; width: 90px; height: 110px",
    "padding: 2px 9%; width: 90px; height: 110px",
    "padding: 0.7px 3.4px",
    "padding: 6px; width: 60px; box-sizing: content-box",
    "padding: 90px; width: 40px; height: 20px", /* nothing is left for the leaf */
    "padding: 0 7px 0 20px; width: 120px; align-self: center",
    "direction: rtl; padding-inline-start: 9px; padding-inline-end: 30px", /* as wide as in the other direction */
    "direction: ltr",
};

enum { STYLES = sizeof styles / sizeof *styles };

static void set_style(lamina_node *node, const char *style) {
  CHECK_OK(lamina_node_set_flex_style(node, style, LAMINA_NUL_TERMINATED));
}

static lamina_node *make_root(lamina_node *child) {
  lamina_node *root = check_node(context);
  CHECK_OK(lamina_node_set_flex_profile(root, LAMINA_FLEX_PROFILE_CSS));
  set_style(root, "flex-direction: column; padding: 10px 10px 0 10px");
  CHECK_OK(lamina_node_add_child(root, child));
  lamina_node_release(child);
  return root;
}

static lamina_node *make_text(bool has_child) {
  lamina_text_attributes look = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  look.family = "DejaVu Sans";
  look.size = 13;
  CHECK_OK(lamina_text_builder_create(context, &look, &builder));
  CHECK_OK(lamina_text_builder_append(builder, "Words that are ", LAMINA_NUL_TERMINATED, NULL));
  if (has_child) CHECK_OK(lamina_text_builder_append_child(builder, 0, NULL));
  CHECK_OK(lamina_text_builder_append(builder, " broken into lines", LAMINA_NUL_TERMINATED, NULL));
  CHECK_OK(lamina_text_builder_copy_text(builder, &text));
  CHECK_OK(lamina_node_create_text(context, text, &node));
  lamina_text_builder_release(builder);
  lamina_text_release(text);
  return node;
}

static lamina_node *make_dot(void) {
  lamina_node *dot = check_box(context, 12, 9);
  CHECK_OK(lamina_node_set_background(dot, check_make_color(0x336699)));
  return dot;
}

static lamina_node *make_leaf(kind what) {
  static uint32_t pixels[30 * 20];
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  lamina_node *leaf, *dot;
  lamina_spec *spec = NULL;
  int i;
  if (what == TEXT) return make_text(false);
  if (what == PICTURE) {
    for (i = 0; i < 30 * 20; i++) pixels[i] = 0xFF000000u | (uint32_t)(i * 7919) % 0xFFFFFFu;
    bitmap.data = pixels;
    bitmap.width = 30;
    bitmap.height = 20;
    bitmap.stride = 30 * 4;
    leaf = check_node(context);
    CHECK_OK(check_set_image(context, leaf, &bitmap, NULL));
    return leaf;
  }
  dot = make_dot();
  if (what == CHILDREN) {
    leaf = make_text(true);
    CHECK_OK(lamina_node_add_child(leaf, dot));
  } else {
    leaf = check_node(context);
    CHECK_OK(lamina_spec_create_relative(
        context, LAMINA_PLACEMENT_END, LAMINA_PLACEMENT_CENTER, LAMINA_CENTER_SIZING_MIN_Y, NULL, dot, &spec));
    CHECK_OK(lamina_node_set_spec(leaf, spec));
    lamina_spec_release(spec);
  }
  lamina_node_release(dot);
  return leaf;
}

static lamina_node *make_padded(lamina_node *node, const char *style) {
  CHECK_OK(lamina_node_set_background(node, check_make_color(0xFFEEDD)));
  set_style(node, plain);
  set_style(node, style);
  return node;
}

/* The padding in a box around the leaf, which takes all that the box has inside. */
static lamina_node *make_boxed(kind what, const char *style) {
  lamina_node *box = check_node(context), *leaf = make_leaf(what);
  set_style(box, "display: flex; flex-direction: column");
  set_style(leaf, "flex: 1 1 auto; min-height: 0");
  CHECK_OK(lamina_node_add_child(box, leaf));
  lamina_node_release(leaf);
  return make_padded(box, style);
}

static void render(lamina_node *root, check_picture *picture) {
  CHECK_OK(lamina_node_render(root, 1, check_make_color(0xFFFFFF), &picture->bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
}

static lamina_surface *show(lamina_node *root) {
  lamina_surface *surface = NULL;
  CHECK_OK(lamina_surface_create(context, check_make_size(WIDTH, HEIGHT), 1, &surface));
  CHECK_OK(lamina_surface_set_background(surface, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_surface_set_root(surface, root));
  return surface;
}

static void composite(lamina_surface *surface, check_picture *picture) {
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &picture->bitmap, NULL, 0, NULL));
}

static int same(const check_picture *a, const check_picture *b) {
  return memcmp(a->pixels, b->pixels, sizeof *a->pixels * WIDTH * HEIGHT) == 0;
}

/* A node whose spec arranges the flex layout. */
static lamina_node *make_host(lamina_node *root) {
  lamina_node *host = check_node(context);
  lamina_element parts[1];
  lamina_spec *spec = NULL;
  parts[0].node = root;
  CHECK_OK(lamina_spec_create_column(context, 0, LAMINA_ALIGN_STRETCH, parts, 1, &spec));
  CHECK_OK(lamina_node_set_spec(host, spec));
  lamina_spec_release(spec);
  lamina_node_release(root);
  return host;
}

/* All paddings one after the other, on a surface and in pictures of the same tree, against new trees with boxes. */
static void test_leaves(kind what, bool in_spec) {
  check_picture expected = check_make_picture(WIDTH, HEIGHT), shown = check_make_picture(WIDTH, HEIGHT);
  check_picture before = check_make_picture(WIDTH, HEIGHT);
  lamina_node *leaf = make_leaf(what), *root = make_root(leaf);
  lamina_surface *surface;
  int i;
  if (in_spec) root = make_host(root);
  surface = show(root);
  for (i = 0; i < STYLES; i++) {
    bool is_text = what == TEXT || what == CHILDREN, has_room = strstr(styles[i], "90px; width: 40px") == NULL;
    lamina_node *box, *reference;
    if (is_text && !has_room) continue; /* texts stick out of boxes that are too small */
    box = make_boxed(what, styles[i == STYLES - 1 ? i - 1 : i]);
    reference = make_root(box);
    if (in_spec) reference = make_host(reference);
    if (i == STYLES - 1) {
      set_style(box, styles[i]);
      set_style(leaf, styles[i]);
    } else {
      make_padded(leaf, styles[i]);
    }
    render(reference, &expected);
    CHECK(!same(&expected, &before)); /* each style looks otherwise */
    composite(surface, &shown);
    if (!CHECK(same(&shown, &expected))) printf("    of kind %d with \"%s\" on a surface\n", what, styles[i]);
    CHECK_OK(lamina_node_render_snapshot(root, 1, check_make_color(0xFFFFFF), &shown.bitmap, NULL, NULL, NULL, NULL));
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    if (!CHECK(same(&shown, &expected))) printf("    of kind %d with \"%s\" as it stands\n", what, styles[i]);
    lamina_node_release(reference);
    reference = make_root(make_padded(make_leaf(what), styles[i]));
    if (in_spec) reference = make_host(reference);
    render(reference, &shown);
    if (i < STYLES - 1 && !CHECK(same(&shown, &expected))) {
      printf("    of kind %d with \"%s\" in a picture\n", what, styles[i]);
    }
    memcpy(before.pixels, expected.pixels, sizeof *before.pixels * WIDTH * HEIGHT);
    lamina_node_release(reference);
  }
  lamina_surface_release(surface);
  lamina_node_release(root);
  free(expected.pixels);
  free(shown.pixels);
  free(before.pixels);
}

/* A percentage is one of the parent's width, also where the leaf stays as large as it was. */
static void test_parent_width(void) {
  check_picture shown = check_make_picture(WIDTH, HEIGHT);
  lamina_node *leaf = make_padded(make_leaf(PICTURE), "padding-left: 10%; width: 60px; height: 20px");
  lamina_node *row = check_node(context), *root;
  lamina_surface *surface;
  CHECK_OK(lamina_node_add_child(row, leaf));
  set_style(row, "width: 100px");
  root = make_root(row);
  surface = show(root);
  composite(surface, &shown);
  CHECK_EQUAL(check_pixel(&shown, 19, 12), 0xFFFFEEDDu);
  CHECK(check_pixel(&shown, 20, 12) != 0xFFFFEEDDu);
  set_style(row, "width: 180px");
  composite(surface, &shown);
  CHECK_EQUAL(check_pixel(&shown, 27, 12), 0xFFFFEEDDu);
  CHECK(check_pixel(&shown, 28, 12) != 0xFFFFEEDDu);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(leaf);
  free(shown.pixels);
}

static double caret_of(lamina_node *node) {
  lamina_text_caret caret = LAMINA_TEXT_CARET_INIT;
  lamina_text_layout *layout = NULL;
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_node_copy_text_layout(node, &layout));
  CHECK_OK(lamina_text_layout_get_caret(layout, 0, &caret));
  lamina_text_layout_release(layout);
  return caret.strong.origin.x;
}

/* A node that leaves the flex layout leaves its padding there. */
static void test_leaving(void) {
  check_picture shown = check_make_picture(WIDTH, HEIGHT);
  lamina_node *leaf = make_padded(make_leaf(PICTURE), "padding: 5px");
  lamina_node *root = make_root(lamina_node_retain(leaf)), *other = check_node(context);
  lamina_surface *surface;
  surface = show(root);
  composite(surface, &shown);
  CHECK_EQUAL(check_pixel(&shown, 14, 14), 0xFFFFEEDDu);
  CHECK(check_pixel(&shown, 15, 15) != 0xFFFFEEDDu);
  CHECK_OK(lamina_node_add_child(other, leaf));
  CHECK_OK(lamina_node_set_frame(leaf, check_make_rect(10, 10, 100, 60)));
  CHECK_OK(lamina_surface_set_root(surface, other));
  composite(surface, &shown);
  CHECK(check_pixel(&shown, 10, 10) != 0xFFFFEEDDu);
  lamina_surface_release(surface);
  lamina_node_release(other);
  lamina_node_release(root);
  lamina_node_release(leaf);
  free(shown.pixels);
}

/* Carets stand where the letters are drawn; also in a root that is a leaf itself, as long as it is one. */
static void test_texts(void) {
  lamina_node *leaf = make_padded(make_leaf(TEXT), "padding: 20px 0 0 50px");
  lamina_node *root = make_root(lamina_node_retain(leaf));
  lamina_surface *surface;
  surface = show(root);
  CHECK_NEAR(caret_of(leaf), 50);
  CHECK_OK(lamina_node_remove_from_parent(leaf));
  CHECK_NEAR(caret_of(leaf), 0);
  CHECK_OK(lamina_node_set_flex_profile(leaf, LAMINA_FLEX_PROFILE_CSS));
  CHECK_OK(lamina_surface_set_root(surface, leaf));
  CHECK_NEAR(caret_of(leaf), 50);
  CHECK_OK(lamina_node_set_flex_profile(leaf, LAMINA_FLEX_PROFILE_NONE));
  CHECK_NEAR(caret_of(leaf), 0);
  lamina_surface_release(surface);
  lamina_node_release(root);
  lamina_node_release(leaf);
}

int main(void) {
  int what;
  context = check_context(2);
  for (what = 0; what < KINDS; what++) {
    test_leaves((kind)what, false);
    test_leaves((kind)what, true);
  }
  test_parent_width();
  test_leaving();
  test_texts();
  lamina_context_release(context);
  return check_done(__FILE__);
}
