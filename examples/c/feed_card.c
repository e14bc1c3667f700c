#include "feed_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "feed_art.h"

/* Shared by the builders below while one card is created. */
typedef struct maker {
  lamina_context *context;
  const card_observer *observer;
  card_counts *counts;
} maker;

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

static lamina_node *box(maker *m, lamina_color background, double corner_radius) {
  lamina_node *node;
  feed_must(lamina_node_create(m->context, &node), "box");
  feed_must(lamina_node_set_background(node, background), "background");
  feed_must(lamina_node_set_corner_radius(node, corner_radius), "corner radius");
  m->counts->nodes++;
  return node;
}

static void observe(maker *m, lamina_node *node) {
  const card_observer *o = m->observer;
  feed_must(lamina_node_add_display_observer(node, o->will_display, o->did_display, o->user_data, NULL, NULL), "observer");
  m->counts->drawing++;
}

static lamina_node *label(maker *m, const char *string, double size, int weight, lamina_color color,
                          uint32_t max_lines) {
  lamina_text_attributes attributes = LAMINA_STRUCT(lamina_text_attributes, .size = size, .weight = weight, .color = color);
  lamina_text_options options =
      LAMINA_STRUCT(lamina_text_options, .max_lines = max_lines, .line_spacing = max_lines > 1 ? 1.15 : 0);
  lamina_node *node;
  feed_must(lamina_node_create_label(m->context, string, LAMINA_NUL_TERMINATED, &attributes, &node), "label");
  feed_must(lamina_node_set_text_options(node, &options), "text options");
  m->counts->nodes++;
  observe(m, node);
  return node;
}

/* ---- Specs ---- */

static lamina_spec *stack(maker *m, lamina_stack_options options, const lamina_style *style, const lamina_element *children,
                          size_t count) {
  lamina_spec *spec;
  feed_must(lamina_spec_create_stack(m->context, &options, style, children, count, &spec), "stack");
  return spec;
}

static lamina_spec *inset(maker *m, double top, double left, double bottom, double right, lamina_spec *child) {
  lamina_insets insets = {top, left, bottom, right};
  lamina_spec *spec;
  feed_must(lamina_spec_create_inset(m->context, insets, NULL, child, &spec), "inset");
  return spec;
}

static lamina_spec *padding(maker *m, double horizontal, double vertical, lamina_node *child) {
  lamina_spec *spec;
  feed_must(lamina_spec_create_padding(m->context, horizontal, vertical, child, &spec), "padding");
  return spec;
}

static lamina_spec *background(maker *m, const lamina_style *style, lamina_spec *child, lamina_node *behind) {
  lamina_spec *spec;
  feed_must(lamina_spec_create_background(m->context, style, child, behind, &spec), "background");
  return spec;
}

/* ---- The parts of a card ---- */

/* The disc, and beside it the title over author and time. */
static lamina_spec *header(maker *m, const feed_entry *entry) {
  lamina_stack_options row = LAMINA_STRUCT(lamina_stack_options, .spacing = 10, .align_items = LAMINA_ALIGN_CENTER);
  lamina_stack_options column = LAMINA_STRUCT(lamina_stack_options, .axis = LAMINA_AXIS_VERTICAL, .spacing = 2);
  /* The texts take the space beside the disc, and shrink for it. */
  lamina_style grows = LAMINA_STRUCT(lamina_style, .flex_grow = 1, .flex_shrink = 1);
  char line[512];
  size_t lines = 1;

  lamina_node *avatar = box(m, (lamina_color){0, 0, 0, 0}, 0);
  lamina_style square = LAMINA_STRUCT(lamina_style, .width = LAMINA_POINTS(40), .height = LAMINA_POINTS(40));
  feed_must(lamina_node_set_style(avatar, &square), "avatar");
  feed_must(feed_art_set_avatar(avatar, feed_art_seed(entry)), "avatar");
  observe(m, avatar);

  lamina_element texts[2] = {LAMINA_NODE(label(m, entry->title, 15, 700, INK, 1))};
  if (entry->author || entry->time) {
    /* U+2068 .. U+2069 isolate the time: the two are not mixed, whatever their directions. */
    const char *separator = entry->author && entry->time ? " · \xE2\x81\xA8" : "";
    snprintf(line, sizeof line, "%s%s%s%s", entry->author ? entry->author : "", separator,
             entry->time ? entry->time : "", separator[0] ? "\xE2\x81\xA9" : "");
    line[feed_utf8_check(line, sizeof line)] = '\0'; /* no half character, should the line have been cut */
    texts[lines++].node = label(m, line, 12, 400, FAINT_INK, 1);
  }
  lamina_element parts[2] = {LAMINA_NODE(avatar), LAMINA_SPEC(stack(m, column, &grows, texts, lines))};
  return stack(m, row, NULL, parts, 2);
}

/* 16:9, with the category on a dark chip over its lower right corner. */
static lamina_spec *picture(maker *m, const feed_entry *entry) {
  lamina_node *image = box(m, (lamina_color){0, 0, 0, 0}, 8);
  lamina_spec *frame, *spec;
  feed_must(lamina_node_set_clipping(image, true), "picture");
  feed_must(feed_art_set_picture(image, feed_art_seed(entry)), "picture");
  observe(m, image);
  feed_must(lamina_spec_create_ratio(m->context, 9.0 / 16, NULL, image, &frame), "ratio");
  if (!entry->category) return frame;

  lamina_node *word = label(m, entry->category, 12, 700, WHITE, 1);
  lamina_spec *chip = background(m, NULL, padding(m, 8, 3, word), box(m, SHADE, 6));
  lamina_spec *corner = inset(m, INFINITY, INFINITY, 8, 8, chip); /* infinite margins push the chip away */
  feed_must(lamina_spec_create_overlay(m->context, NULL, frame, corner, &spec), "overlay");
  return spec;
}

/* A label centred on a rounded box. */
static lamina_spec *button(maker *m, const char *title) {
  /* Four equal shares, whatever the labels. */
  lamina_style share =
      LAMINA_STRUCT(lamina_style, .height = LAMINA_POINTS(32), .flex_grow = 1, .flex_basis = LAMINA_POINTS(0));
  lamina_spec *middle;
  lamina_node *text = label(m, title, 13, 700, BODY_INK, 1);
  lamina_spec *padded = padding(m, 6, 0, text);
  feed_must(
      lamina_spec_create_center(m->context, LAMINA_CENTERING_XY, LAMINA_CENTER_SIZING_DEFAULT, NULL, padded, &middle),
      "center");
  return background(m, &share, middle, box(m, BUTTON, 6));
}

static lamina_spec *buttons(maker *m, const feed_entry *entry) {
  static const char *const usual[FEED_ACTION_COUNT] = {"Like", "Reply", "Share", "Save"};
  lamina_stack_options row = LAMINA_STRUCT(lamina_stack_options, .spacing = 8);
  lamina_element all[FEED_ACTION_COUNT];
  for (int i = 0; i < FEED_ACTION_COUNT; i++) all[i].spec = button(m, entry->actions[i] ? entry->actions[i] : usual[i]);
  return stack(m, row, NULL, all, FEED_ACTION_COUNT);
}

lamina_node *feed_card_create(lamina_context *context, const feed_entry *entry, const card_observer *observer,
                              card_counts *counts) {
  maker m = {context, observer, counts};
  lamina_stack_options column = LAMINA_STRUCT(lamina_stack_options, .axis = LAMINA_AXIS_VERTICAL, .spacing = 10);
  lamina_element parts[4];
  size_t count = 0;
  feed_must(lamina_context_begin_scope(context), "scope"); /* releases all that is made here */

  /* A one-unit border: a grey card with a white face inset by one. */
  lamina_node *card = box(&m, BORDER, 8);
  lamina_node *summary = entry->summary ? label(&m, entry->summary, 14, 400, BODY_INK, 3) : NULL;
  parts[count++].spec = header(&m, entry);
  if (summary) parts[count++].node = summary;
  parts[count++].spec = picture(&m, entry);
  parts[count++].spec = buttons(&m, entry);

  lamina_spec *content = stack(&m, column, NULL, parts, count);
  lamina_spec *padded = inset(&m, 11, 11, 11, 11, content);
  lamina_spec *face = background(&m, NULL, padded, box(&m, WHITE, 7));
  lamina_spec *border = inset(&m, 1, 1, 1, 1, face);
  feed_must(lamina_node_set_spec(card, border), "card");
  feed_must(lamina_node_set_displayed_together(card, true), "card"); /* a card appears whole */

  lamina_node_retain(card); /* for the caller; it keeps all the rest */
  feed_must(lamina_context_end_scope(context), "scope");
  return card;
}
