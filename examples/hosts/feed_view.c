#include "feed_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) feed_view_require((call), #call)

void feed_view_require(lamina_status status, const char *what) {
  if (status == LAMINA_OK) return;
  fprintf(stderr, "%s: %s: %s\n", what, lamina_status_name(status), lamina_last_error());
  exit(1);
}

static lamina_rect rect(double x, double y, double width, double height) {
  lamina_rect r;
  r.origin.x = x;
  r.origin.y = y;
  r.size.width = width;
  r.size.height = height;
  return r;
}

static lamina_size size(double width, double height) { return rect(0, 0, width, height).size; }

static lamina_color gray(double value) {
  lamina_color color;
  color.red = color.green = color.blue = (float)value;
  color.alpha = 1;
  return color;
}

/* A separate picture for each card: stripes, written as pixels on a worker. */
static lamina_status draw_stripes(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size room, double scale,
                                  void *user_data) {
  uint32_t color = 0xFF000000u | ((uint32_t)(uintptr_t)user_data * 2654435761u >> 8);
  int x, y;
  (void)canvas, (void)room, (void)scale;
  for (y = 0; y < target->height; y++) {
    uint32_t *row = (uint32_t *)(void *)((unsigned char *)target->data + y * target->stride);
    for (x = 0; x < target->width; x++) row[x] = (x + y) / 8 % 2 ? color : 0xFFFFFFFFu;
  }
  return LAMINA_OK;
}

static void add_text(feed_view *view, lamina_node *card, const char *string, double font_size, lamina_rect frame) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  attributes.size = font_size;
  OK(lamina_text_create(view->context, string, LAMINA_NUL_TERMINATED, &attributes, &text));
  OK(lamina_node_create_text(view->context, text, &node));
  OK(lamina_node_set_frame(node, frame));
  OK(lamina_node_add_child(card, node));
  lamina_node_release(node);
  lamina_text_release(text);
}

static void add_card(feed_view *view, int number) {
  lamina_node *card = NULL, *picture = NULL;
  char title[64], body[128];
  OK(lamina_node_create(view->context, &card));
  OK(lamina_node_set_frame(card, rect(FEED_MARGIN, FEED_MARGIN + number * FEED_PITCH, 304, FEED_PITCH - FEED_MARGIN)));
  OK(lamina_node_set_background(card, gray(1)));
  OK(lamina_node_set_corner_radius(card, 6));
  OK(lamina_node_create(view->context, &picture));
  OK(lamina_node_set_frame(picture, rect(12, 12, 72, 72)));
  OK(lamina_node_set_draw_pixels_callback(picture, draw_stripes, (void *)(uintptr_t)(number + 1), NULL));
  OK(lamina_node_add_child(card, picture));
  lamina_node_release(picture);
  snprintf(title, sizeof title, "Card %d", number + 1);
  snprintf(body, sizeof body, "What card %d has to say takes more than one line of its width.", number + 1);
  add_text(view, card, title, 18, rect(96, 10, 200, 26));
  add_text(view, card, body, 13, rect(96, 40, 200, 60));
  OK(lamina_node_add_child(view->root, card));
  lamina_node_release(card);
}

void feed_view_open(feed_view *view, int width_px, int height_px, double scale, int threads) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_scroll_options scrolling = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_ranges ranges = LAMINA_RANGES_INIT;
  int i;
  memset(view, 0, sizeof *view);
  view->scale = scale;
  view->width = width_px / scale;
  view->height = height_px / scale;
  options.thread_count = threads;
  options.font_family = "DejaVu Sans";
  OK(lamina_context_create(&options, &view->context));
  OK(lamina_node_create(view->context, &view->root));
  for (i = 0; i < FEED_CARDS; i++) add_card(view, i);
  scrolling.bars = LAMINA_SCROLL_BARS_NONE; /* they fade, and pictures of them would not be the same */
  scrolling.insets.bottom = FEED_MARGIN;
  OK(lamina_node_set_scroll(view->root, &scrolling));
  OK(lamina_node_set_ranges(view->root, &ranges)); /* cards that are far from being seen are not drawn */
  OK(lamina_surface_create(view->context, size(view->width, view->height), scale, &view->surface));
  OK(lamina_surface_set_background(view->surface, gray(0.9)));
  OK(lamina_surface_set_root(view->surface, view->root));
  /* A script may begin at once, and before the first layout there is nothing that its events could meet. */
  OK(lamina_node_wait_display(view->root, 20000000));
}

void feed_view_close(feed_view *view) {
  lamina_node_release(view->root);
  lamina_surface_release(view->surface);
  lamina_context_release(view->context);
}

/* One event of the window system. Its time is left at 0: what a script plays is the same however fast that goes. */
static void send(feed_view *view, lamina_event *event) {
  event->position.x = view->width / 2;
  OK(lamina_surface_process_event(view->surface, event, NULL));
}

static void point(feed_view *view, lamina_event_kind kind, double y_px) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = kind;
  event.position.y = view->pointer_y = y_px / view->scale;
  send(view, &event);
}

void feed_view_wheel(feed_view *view, double turns) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = LAMINA_EVENT_KIND_WHEEL;
  event.wheel_unit = LAMINA_WHEEL_UNIT_LINE;
  event.delta.y = -turns;
  event.position.y = view->height / 2;
  send(view, &event);
}

void feed_view_press(feed_view *view, double y_px) { point(view, LAMINA_EVENT_KIND_POINTER_DOWN, y_px); }
void feed_view_drag(feed_view *view, double y_px) { point(view, LAMINA_EVENT_KIND_POINTER_MOVE, y_px); }
void feed_view_release(feed_view *view) { point(view, LAMINA_EVENT_KIND_POINTER_UP, view->pointer_y * view->scale); }

void feed_view_key(feed_view *view, feed_key key) {
  static const lamina_event_key keys[] = {LAMINA_EVENT_KEY_UP,        LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_KEY_PAGE_UP,
                                          LAMINA_EVENT_KEY_PAGE_DOWN, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_KEY_END};
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = LAMINA_EVENT_KIND_KEY_DOWN;
  event.key = keys[key];
  send(view, &event);
}

void feed_view_resize(feed_view *view, int width_px, int height_px, double scale) {
  view->scale = scale;
  view->width = width_px / scale;
  view->height = height_px / scale;
  OK(lamina_surface_set_size(view->surface, size(view->width, view->height), scale));
}

const char *feed_script_next(const char *script, feed_step *step) {
  static const struct {
    const char *name;
    feed_key key;
  } keys[] = {{"up", FEED_KEY_UP},          {"down", FEED_KEY_DOWN},
              {"pageup", FEED_KEY_PAGE_UP}, {"pagedown", FEED_KEY_PAGE_DOWN},
              {"home", FEED_KEY_HOME},      {"end", FEED_KEY_END}};
  char word[64], name[32];
  size_t i;
  int length = 0;
  if (script == NULL || sscanf(script, " %63s%n", word, &length) != 1) return NULL;
  step->a = step->b = 0;
  if (sscanf(word, "wheel:%lf", &step->a) == 1) {
    step->kind = FEED_STEP_WHEEL;
  } else if (sscanf(word, "drag:%lf,%lf", &step->a, &step->b) == 2) {
    step->kind = FEED_STEP_DRAG;
  } else if (sscanf(word, "resize:%lfx%lf", &step->a, &step->b) == 2) {
    step->kind = FEED_STEP_RESIZE;
  } else if (sscanf(word, "scale:%lf", &step->a) == 1) {
    step->kind = FEED_STEP_SCALE;
  } else if (strcmp(word, "wait") == 0) {
    step->kind = FEED_STEP_WAIT;
  } else if (sscanf(word, "key:%31s", name) == 1) {
    step->kind = FEED_STEP_KEY;
    for (i = 0; i < sizeof keys / sizeof *keys && strcmp(keys[i].name, name) != 0; i++) {}
    if (i == sizeof keys / sizeof *keys) {
      fprintf(stderr, "no key '%s'\n", name);
      exit(2);
    }
    step->a = keys[i].key;
  } else {
    fprintf(stderr, "no such step: '%s'\n", word);
    exit(2);
  }
  return script + length;
}

void feed_view_apply(feed_view *view, const feed_step *step) {
  switch (step->kind) {
    case FEED_STEP_WHEEL:
      feed_view_wheel(view, step->a);
      break;
    case FEED_STEP_DRAG:
      feed_view_press(view, step->a);
      feed_view_drag(view, step->b);
      feed_view_release(view);
      break;
    case FEED_STEP_KEY:
      feed_view_key(view, (feed_key)step->a);
      break;
    case FEED_STEP_RESIZE:
      feed_view_resize(view, (int)step->a, (int)step->b, view->scale);
      break;
    case FEED_STEP_SCALE: {
      lamina_rect_px bounds = lamina_surface_get_bounds_px(view->surface);
      feed_view_resize(view, bounds.width, bounds.height, step->a);
      break;
    }
    case FEED_STEP_WAIT:
      break;
  }
}
