#include "card_tree.h"

#include "bench.h"

enum { BUTTONS = 4 };

/* ---- Nodes ---- */

static lamina_node *box(lamina_context *context, double radius, unsigned rgb) {
  lamina_node *node = NULL;
  BENCH_OK(lamina_node_create(context, &node));
  BENCH_OK(lamina_node_set_background(node, bench_color(rgb)));
  BENCH_OK(lamina_node_set_corner_radius(node, radius));
  return node;
}

static lamina_node *label(lamina_context *context, const char *string, double size, int weight, unsigned rgb,
                          unsigned lines, lamina_text_alignment alignment) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_color ink = bench_color(rgb);
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  attributes.family = "DejaVu Sans";
  attributes.size = size;
  attributes.weight = weight;
  attributes.color = ink;
  options.max_lines = lines;
  options.line_spacing = lines > 1 ? 1.2 : 0;
  options.alignment = alignment;
  BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, &attributes, &text));
  BENCH_OK(lamina_node_create_text(context, text, &node));
  BENCH_OK(lamina_node_set_text_options(node, &options));
  lamina_text_release(text);
  return node;
}

static lamina_node *name_label(lamina_context *context, const card *c) {
  return label(context, c->name, 15, 700, 0x111111, 1, LAMINA_TEXT_ALIGNMENT_LEFT);
}

static lamina_node *time_label(lamina_context *context, const card *c) {
  return label(context, c->time, 12, 400, 0x777777, 1, LAMINA_TEXT_ALIGNMENT_LEFT);
}

static lamina_node *body_label(lamina_context *context, const card *c) {
  return label(context, c->body, 14, 400, 0x222222, 3, LAMINA_TEXT_ALIGNMENT_LEFT);
}

static lamina_node *button_label(lamina_context *context, const card *c, int i) {
  return label(context, c->buttons[i], 13, 700, 0x333333, 1, LAMINA_TEXT_ALIGNMENT_CENTER);
}

/* ---- Pictures ---- */

static const card_images *images_in_use;

void card_tree_use_images(const card_images *images) { images_in_use = images; }

static lamina_image *make_image(lamina_context *context, cairo_surface_t *surface) {
  lamina_bitmap pixels = LAMINA_BITMAP_INIT;
  lamina_image *image = NULL;
  pixels.data = cairo_image_surface_get_data(surface);
  pixels.width = cairo_image_surface_get_width(surface);
  pixels.height = cairo_image_surface_get_height(surface);
  pixels.stride = cairo_image_surface_get_stride(surface);
  pixels.format = LAMINA_PIXEL_FORMAT_RGB24;
  BENCH_OK(lamina_image_create(context, &pixels, &image));
  return image;
}

void card_images_init(card_images *images, lamina_context *context, cairo_surface_t **photos, cairo_surface_t **avatars) {
  int i;
  for (i = 0; i < CARD_PHOTOS; i++) images->photos[i] = make_image(context, photos[i]);
  for (i = 0; i < CARD_AVATARS; i++) images->avatars[i] = make_image(context, avatars[i]);
}

void card_images_clear(card_images *images) {
  int i;
  for (i = 0; i < CARD_PHOTOS; i++) lamina_image_release(images->photos[i]);
  for (i = 0; i < CARD_AVATARS; i++) lamina_image_release(images->avatars[i]);
}

static lamina_node *picture(lamina_context *context, lamina_image *image, double radius) {
  lamina_node *node = NULL;
  BENCH_OK(lamina_node_create(context, &node));
  BENCH_OK(lamina_node_set_corner_radius(node, radius));
  BENCH_OK(lamina_node_set_clipping(node, true));
  BENCH_OK(lamina_node_set_image(node, image, NULL));
  return node;
}

static lamina_node *avatar_box(lamina_context *context, const card *c) {
  return images_in_use ? picture(context, images_in_use->avatars[c->avatar], 20) : box(context, 20, 0xcc8844);
}

static lamina_node *picture_box(lamina_context *context, const card *c) {
  return images_in_use ? picture(context, images_in_use->photos[c->photo], 8) : box(context, 8, 0x88aacc);
}

static lamina_node *sheet_box(lamina_context *context) { return box(context, 7, 0xffffff); }
static lamina_node *button_box(lamina_context *context) { return box(context, 6, 0xf0f2f5); }

/* What is left to see of it is the border, one unit wide. */
static lamina_node *border_box(lamina_context *context) { return box(context, 8, 0xdddddd); }

/* ---- With specs. A spec keeps its children, so what was made for it is released at once. ---- */

static lamina_spec *stack(lamina_context *context, lamina_axis axis, double spacing,
                          const lamina_style *style, const lamina_element *children, size_t count) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_spec *spec = NULL;
  options.axis = axis;
  options.spacing = spacing;
  BENCH_OK(lamina_spec_create_stack(context, &options, style, children, count, &spec));
  return spec;
}

static lamina_spec *inset(lamina_context *context, double margin, lamina_spec *child) {
  lamina_insets insets = {margin, margin, margin, margin};
  lamina_spec *spec = NULL;
  BENCH_OK(lamina_spec_create_inset(context, insets, NULL, child, &spec));
  lamina_spec_release(child);
  return spec;
}

static lamina_spec *background(lamina_context *context, const lamina_style *style, lamina_spec *child,
                               lamina_node *behind) {
  lamina_spec *spec = NULL;
  BENCH_OK(lamina_spec_create_background(context, style, child, behind, &spec));
  lamina_spec_release(child);
  lamina_node_release(behind);
  return spec;
}

/* The avatar, and beside it the name over the time. */
static lamina_spec *header(lamina_context *context, const card *c) {
  lamina_style lowered = LAMINA_STYLE_INIT, grows = LAMINA_STYLE_INIT;
  lamina_style square = {sizeof square, LAMINA_STYLE_FIELDS_ALL, .width = LAMINA_POINTS(40), .height = LAMINA_POINTS(40)};
  lamina_node *avatar = avatar_box(context, c), *name = name_label(context, c), *time = time_label(context, c);
  lamina_element texts[2], parts[2];
  lamina_spec *column, *row;
  lowered.spacing_before = 1;
  grows.flex_grow = 1; /* takes the room beside the avatar, and no more */
  grows.flex_shrink = 1;
  BENCH_OK(lamina_node_set_style(name, &lowered));
  BENCH_OK(lamina_node_set_style(avatar, &square));
  texts[0].node = name;
  texts[1].node = time;
  column = stack(context, LAMINA_AXIS_VERTICAL, 2, &grows, texts, 2);
  parts[0].node = avatar;
  parts[1].spec = column;
  row = stack(context, LAMINA_AXIS_HORIZONTAL, 8, NULL, parts, 2);
  lamina_node_release(name);
  lamina_node_release(time);
  lamina_node_release(avatar);
  lamina_spec_release(column);
  return row;
}

/* A label centred on its box; the four share the row equally, whatever their labels' widths. */
static lamina_spec *button(lamina_context *context, const card *c, int i) {
  lamina_style style = LAMINA_STYLE_INIT;
  lamina_node *word = button_label(context, c, i);
  lamina_spec *centered = NULL;
  style.height.unit = LAMINA_UNIT_POINTS;
  style.height.value = 32;
  style.flex_basis.unit = LAMINA_UNIT_POINTS; /* 0 */
  style.flex_grow = 1;
  BENCH_OK(
      lamina_spec_create_center(context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, word, &centered));
  lamina_node_release(word);
  return background(context, &style, centered, button_box(context));
}

static lamina_spec *buttons(lamina_context *context, const card *c) {
  lamina_element children[BUTTONS];
  lamina_spec *row;
  int i;
  for (i = 0; i < BUTTONS; i++) children[i].spec = button(context, c, i);
  row = stack(context, LAMINA_AXIS_HORIZONTAL, 8, NULL, children, BUTTONS);
  for (i = 0; i < BUTTONS; i++) lamina_spec_release(children[i].spec);
  return row;
}

lamina_node *card_tree_with_specs(lamina_context *context, const card *c) {
  lamina_style style = LAMINA_STYLE_INIT;
  lamina_node *root = border_box(context), *body = body_label(context, c), *image = picture_box(context, c);
  lamina_spec *top = header(context, c), *bottom = buttons(context, c), *picture = NULL, *content, *whole;
  lamina_element parts[4];
  style.height.unit = LAMINA_UNIT_POINTS;
  style.height.value = 60; /* room for three lines, also when there are fewer */
  BENCH_OK(lamina_node_set_style(body, &style));
  BENCH_OK(lamina_spec_create_ratio(context, 212.0 / 376, NULL, image, &picture));
  parts[0].spec = top;
  parts[1].node = body;
  parts[2].spec = picture;
  parts[3].spec = bottom;
  content = inset(context, 11, stack(context, LAMINA_AXIS_VERTICAL, 8, NULL, parts, 4));
  whole = inset(context, 1, background(context, NULL, content, sheet_box(context)));
  BENCH_OK(lamina_node_set_spec(root, whole));
  lamina_spec_release(top);
  lamina_spec_release(picture);
  lamina_spec_release(bottom);
  lamina_spec_release(whole);
  lamina_node_release(body);
  lamina_node_release(image);
  return root;
}

/* ---- With frames ---- */

static void place(lamina_node *parent, lamina_node *node, double x, double y, double width, double height) {
  lamina_rect frame = {{0, 0}, {0, 0}};
  frame.origin.x = x;
  frame.origin.y = y;
  frame.size.width = width;
  frame.size.height = height;
  BENCH_OK(lamina_node_set_frame(node, frame));
  BENCH_OK(lamina_node_add_child(parent, node));
  lamina_node_release(node);
}

lamina_node *card_tree_with_frames(lamina_context *context, const card *c) {
  lamina_node *root = border_box(context);
  int i;
  place(root, sheet_box(context), 1, 1, 398, 390);
  place(root, avatar_box(context, c), 12, 12, 40, 40);
  place(root, name_label(context, c), 60, 13, 328, 20);
  place(root, time_label(context, c), 60, 33, 328, 20);
  place(root, body_label(context, c), 12, 60, 376, 68);
  place(root, picture_box(context, c), 12, 128, 376, 212);
  for (i = 0; i < BUTTONS; i++) {
    double x = 12 + i * 96;
    place(root, button_box(context), x, 348, 88, 32);
    place(root, button_label(context, c, i), x, 356, 88, 20);
  }
  return root;
}
