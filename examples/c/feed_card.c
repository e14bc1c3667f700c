#include "feed_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "feed_art.h"

#define HEX(rgb, opacity) {((rgb) >> 16) / 255.0, ((rgb) >> 8 & 255) / 255.0, ((rgb) & 255) / 255.0, (opacity) / 255.0}

static const lamina_color WHITE = HEX(0xFFFFFF, 255);
static const lamina_color BORDER = HEX(0xDEDEDE, 255);
static const lamina_color BUTTON = HEX(0xF0F2F5, 255);
static const lamina_color SHADE = HEX(0x000000, 140);
static const lamina_color INK = HEX(0x121212, 255);
static const lamina_color BODY_INK = HEX(0x212121, 255);
static const lamina_color FAINT_INK = HEX(0x6B6B6B, 255);

void feed_must(lamina_status status, const char *doing) {
  if (status == LAMINA_OK) return;
  fprintf(stderr, "feed: %s: %s\n", doing, lamina_last_error());
  exit(3);
}

/* ---- Nodes ---- */

static lamina_node *box(lamina_context *context, lamina_color background, double corner_radius) {
  lamina_node *node;
  feed_must(lamina_node_create(context, &node), "box");
  feed_must(lamina_node_set_background(node, background), "background");
  feed_must(lamina_node_set_corner_radius(node, corner_radius), "corner radius");
  return node;
}

static lamina_node *label(lamina_context *context, const char *string, double size, int weight, lamina_color color,
                          uint32_t max_lines) {
  lamina_text_attributes attributes = LAMINA_STRUCT(lamina_text_attributes, .size = size, .weight = weight, .color = color);
  lamina_text_options options =
      LAMINA_STRUCT(lamina_text_options, .max_lines = max_lines, .line_spacing = max_lines > 1 ? 1.15 : 0);
  lamina_node *node;
  feed_must(lamina_node_create_label(context, string, LAMINA_NUL_TERMINATED, &attributes, &node), "label");
  feed_must(lamina_node_set_text_options(node, &options), "text options");
  return node;
}

/* ---- Specs ---- */

static lamina_spec *stack(lamina_context *context, lamina_stack_options options, const lamina_style *style, const lamina_element *children,
                          size_t count) {
  lamina_spec *spec;
  feed_must(lamina_spec_create_stack(context, &options, style, children, count, &spec), "stack");
  return spec;
}

static lamina_spec *inset(lamina_context *context, double top, double left, double bottom, double right, lamina_spec *child) {
  lamina_insets insets = {top, left, bottom, right};
  lamina_spec *spec;
  feed_must(lamina_spec_create_inset(context, insets, NULL, child, &spec), "inset");
  return spec;
}

static lamina_spec *padding(lamina_context *context, double horizontal, double vertical, lamina_node *child) {
  lamina_spec *spec;
  feed_must(lamina_spec_create_padding(context, horizontal, vertical, child, &spec), "padding");
  return spec;
}

static lamina_spec *background(lamina_context *context, const lamina_style *style, lamina_spec *child, lamina_node *behind) {
  lamina_spec *spec;
  feed_must(lamina_spec_create_background(context, style, child, behind, &spec), "background");
  return spec;
}

/* ---- The parts of a card ---- */

/* The disc, and beside it the title over author and time. */
static lamina_spec *header(lamina_context *context, const feed_entry *entry) {
  lamina_stack_options row = LAMINA_STRUCT(lamina_stack_options, .spacing = 10, .align_items = LAMINA_ALIGN_CENTER);
  lamina_stack_options column = LAMINA_STRUCT(lamina_stack_options, .axis = LAMINA_AXIS_VERTICAL, .spacing = 2);
  /* The texts take the space beside the disc, and shrink for it. */
  lamina_style grows = LAMINA_STRUCT(lamina_style, .flex_grow = 1, .flex_shrink = 1);
  char line[512];
  size_t lines = 1;

  lamina_node *avatar = box(context, (lamina_color){0, 0, 0, 0}, 0);
  lamina_style square = LAMINA_STRUCT(lamina_style, .width = LAMINA_POINTS(40), .height = LAMINA_POINTS(40));
  feed_must(lamina_node_set_style(avatar, &square), "avatar");
  feed_must(feed_art_set_avatar(avatar, feed_art_seed(entry)), "avatar");

  lamina_element texts[2] = {LAMINA_NODE(label(context, entry->title, 15, 700, INK, 1))};
  if (entry->author || entry->time) {
    /* U+2068 .. U+2069 isolate the time: the two are not mixed, whatever their directions. */
    const char *separator = entry->author && entry->time ? " · \xE2\x81\xA8" : "";
    snprintf(line, sizeof line, "%s%s%s%s", entry->author ? entry->author : "", separator,
             entry->time ? entry->time : "", separator[0] ? "\xE2\x81\xA9" : "");
    line[feed_utf8_check(line, sizeof line)] = '\0'; /* no half character, should the line have been cut */
    texts[lines++].node = label(context, line, 12, 400, FAINT_INK, 1);
  }
  lamina_element parts[2] = {LAMINA_NODE(avatar), LAMINA_SPEC(stack(context, column, &grows, texts, lines))};
  return stack(context, row, NULL, parts, 2);
}

/* 16:9, with the category on a dark chip over its lower right corner. */
static lamina_spec *picture(lamina_context *context, const feed_entry *entry) {
  lamina_node *image = box(context, (lamina_color){0, 0, 0, 0}, 8);
  lamina_spec *frame, *spec;
  feed_must(lamina_node_set_clipping(image, true), "picture");
  feed_must(feed_art_set_picture(image, feed_art_seed(entry)), "picture");
  feed_must(lamina_spec_create_ratio(context, 9.0 / 16, NULL, image, &frame), "ratio");
  if (!entry->category) return frame;

  lamina_node *word = label(context, entry->category, 12, 700, WHITE, 1);
  lamina_spec *chip = background(context, NULL, padding(context, 8, 3, word), box(context, SHADE, 6));
  lamina_spec *corner = inset(context, INFINITY, INFINITY, 8, 8, chip); /* infinite margins push the chip away */
  feed_must(lamina_spec_create_overlay(context, NULL, frame, corner, &spec), "overlay");
  return spec;
}

/* A label centred on a rounded box. */
static lamina_spec *button(lamina_context *context, const char *title) {
  /* Four equal shares, whatever the labels. */
  lamina_style share =
      LAMINA_STRUCT(lamina_style, .height = LAMINA_POINTS(32), .flex_grow = 1, .flex_basis = LAMINA_POINTS(0));
  lamina_spec *middle;
  lamina_node *text = label(context, title, 13, 700, BODY_INK, 1);
  lamina_spec *padded = padding(context, 6, 0, text);
  feed_must(
      lamina_spec_create_center(context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, padded, &middle),
      "center");
  return background(context, &share, middle, box(context, BUTTON, 6));
}

static lamina_spec *buttons(lamina_context *context, const feed_entry *entry) {
  static const char *const usual[FEED_ACTION_COUNT] = {"Like", "Reply", "Share", "Save"};
  lamina_stack_options row = LAMINA_STRUCT(lamina_stack_options, .spacing = 8);
  lamina_element all[FEED_ACTION_COUNT];
  for (int i = 0; i < FEED_ACTION_COUNT; i++) all[i].spec = button(context, entry->actions[i] ? entry->actions[i] : usual[i]);
  return stack(context, row, NULL, all, FEED_ACTION_COUNT);
}

lamina_node *feed_card_create(lamina_context *context, const feed_entry *entry) {
  lamina_stack_options column = LAMINA_STRUCT(lamina_stack_options, .axis = LAMINA_AXIS_VERTICAL, .spacing = 10);
  lamina_element parts[4];
  size_t count = 0;
  feed_must(lamina_context_begin_scope(context), "scope"); /* releases all that is made here */

  /* A one-unit border: a grey card with a white face inset by one. */
  lamina_node *card = box(context, BORDER, 8);
  lamina_node *summary = entry->summary ? label(context, entry->summary, 14, 400, BODY_INK, 3) : NULL;
  parts[count++].spec = header(context, entry);
  if (summary) parts[count++].node = summary;
  parts[count++].spec = picture(context, entry);
  parts[count++].spec = buttons(context, entry);

  lamina_spec *content = stack(context, column, NULL, parts, count);
  lamina_spec *padded = inset(context, 11, 11, 11, 11, content);
  lamina_spec *face = background(context, NULL, padded, box(context, WHITE, 7));
  lamina_spec *border = inset(context, 1, 1, 1, 1, face);
  feed_must(lamina_node_set_spec(card, border), "card");
  feed_must(lamina_node_set_displayed_together(card, true), "card"); /* a card appears whole */

  lamina_node_retain(card); /* for the caller; it keeps all the rest */
  feed_must(lamina_context_end_scope(context), "scope");
  return card;
}
