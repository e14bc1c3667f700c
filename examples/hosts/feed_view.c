#include "feed_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OK(call) feed_view_require((call), #call)

void feed_view_require(lamina_status status, const char *what) {
  if (status == LAMINA_OK) return;
  fprintf(stderr, "%s: %s: %s\n", what, lamina_status_name(status), lamina_last_error());
  exit(1);
}

static lamina_size size(double width, double height) {
  lamina_size s;
  s.width = width;
  s.height = height;
  return s;
}

/* A card, as high as FEED_PITCH says: then the list knows all heights from the beginning, and "end" is the same place
 * in every host, however far it has come with its drawings. */
static const char card_form[] =
    "{\"root\": {\"style\": {\"height\": 128}, \"children\": [{\"kind\": \"inset\", \"insets\": [4, 8, 4, 8], \"children\": ["
    "{\"background\": \"white\", \"corner_radius\": 6, \"children\": [{\"kind\": \"inset\", \"insets\": 12, \"children\": ["
    "{\"kind\": \"row\", \"spacing\": 12, \"children\": ["
    "{\"background\": \"{color}\", \"corner_radius\": 36, \"style\": {\"width\": 72, \"height\": 72}},"
    "{\"kind\": \"column\", \"spacing\": 4, \"style\": {\"flex_shrink\": 1}, \"children\": ["
    "{\"kind\": \"text\", \"text\": \"Card {number}\", \"attributes\": {\"size\": 18}},"
    "{\"kind\": \"text\", \"text\": \"What card {number} has to say takes more than one line of its width.\","
    " \"attributes\": {\"size\": 13}}]}]}]}]}]}]}}";

static void give_card(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  char json[80];
  (void)identity, (void)user_data;
  snprintf(json, sizeof json, "{\"number\": %d, \"color\": \"#%06x\"}", (int)row + 1,
           (unsigned)((row + 1) * 2654435761u >> 8 & 0xFFFFFF));
  OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

void feed_view_open(feed_view *view, int width_px, int height_px, double scale, int threads) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_list_options list_options = LAMINA_LIST_OPTIONS_INIT;
  lamina_scroll_options scrolling = LAMINA_SCROLL_OPTIONS_INIT;
  lamina_template *form = NULL;
  lamina_node *node = NULL;
  lamina_color gray = {0.9f, 0.9f, 0.9f, 1};
  memset(view, 0, sizeof *view);
  view->scale = scale;
  options.thread_count = threads;
  options.font_family = "DejaVu Sans";
  OK(lamina_context_create(&options, &view->context));
  list_options.estimated_row_height = FEED_PITCH;
  OK(lamina_list_create(view->context, &list_options, &view->list));
  OK(lamina_template_create(view->context, card_form, LAMINA_NUL_TERMINATED, &form));
  OK(lamina_list_set_template(view->list, 0, form));
  OK(lamina_list_set_values_callback(view->list, give_card, NULL, NULL));
  OK(lamina_list_set_row_count(view->list, FEED_CARDS, 0));
  OK(lamina_list_copy_node(view->list, &node));
  scrolling.bars = LAMINA_SCROLL_BARS_NONE; /* they fade, and pictures of them would not be the same */
  OK(lamina_node_set_scroll(node, &scrolling));
  OK(lamina_surface_create(view->context, size(width_px / scale, height_px / scale), scale, &view->surface));
  OK(lamina_surface_set_background(view->surface, gray));
  OK(lamina_surface_set_root(view->surface, node));
  lamina_template_release(form);
  lamina_node_release(node);
}

void feed_view_close(feed_view *view) {
  lamina_list_release(view->list);
  lamina_surface_release(view->surface);
  lamina_context_release(view->context);
}

void feed_view_settle(feed_view *view) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  int quiet = 0;
  while (quiet < 2) {
    OK(lamina_context_wait_idle(view->context, 20000000));
    OK(lamina_context_process(view->context, 0));
    OK(lamina_list_get_state(view->list, &state));
    quiet = state.is_settled ? quiet + 1 : 0;
  }
}

/* Events go to the surface as they come, with the time of each: a drag that ends while it moves becomes a fling. */
static void send(feed_view *view, lamina_event_kind kind, double y_px, double delta, lamina_event_key key) {
  lamina_event event = LAMINA_EVENT_INIT;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  event.kind = kind;
  event.time_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000 + view->ahead_us;
  event.position.x = 160;
  event.position.y = y_px / view->scale;
  event.delta.y = delta;
  event.key = key;
  OK(lamina_surface_process_event(view->surface, &event, NULL));
}

void feed_view_wheel(feed_view *view, double turns) {
  send(view, LAMINA_EVENT_KIND_WHEEL, 10, -turns * 40, LAMINA_EVENT_KEY_NONE);
}

void feed_view_press(feed_view *view, double y_px) {
  view->is_dragging = 1;
  send(view, LAMINA_EVENT_KIND_POINTER_DOWN, y_px, 0, LAMINA_EVENT_KEY_NONE);
}

void feed_view_drag(feed_view *view, double y_px) {
  if (view->is_dragging) send(view, LAMINA_EVENT_KIND_POINTER_MOVE, y_px, 0, LAMINA_EVENT_KEY_NONE);
}

void feed_view_release(feed_view *view, double y_px) {
  view->is_dragging = 0;
  /* A finger of a script lets go when it has stood still: a fling would go as far as the machine is fast. */
  if (view->is_scripted) view->ahead_us += 1000000;
  send(view, LAMINA_EVENT_KIND_POINTER_UP, y_px, 0, LAMINA_EVENT_KEY_NONE);
}

void feed_view_key(feed_view *view, feed_key key) {
  static const lamina_event_key keys[] = {LAMINA_EVENT_KEY_UP, LAMINA_EVENT_KEY_DOWN, LAMINA_EVENT_KEY_PAGE_UP,
                                          LAMINA_EVENT_KEY_PAGE_DOWN, LAMINA_EVENT_KEY_HOME, LAMINA_EVENT_KEY_END};
  send(view, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, keys[key]);
}

void feed_view_resize(feed_view *view, int width_px, int height_px, double scale) {
  view->scale = scale;
  OK(lamina_surface_set_size(view->surface, size(width_px / scale, height_px / scale), scale));
}

const char *feed_script_next(feed_view *view, const char *script, feed_step *step) {
  static const struct { const char *name; feed_key key; } keys[] = {
      {"up", FEED_KEY_UP}, {"down", FEED_KEY_DOWN}, {"pageup", FEED_KEY_PAGE_UP},
      {"pagedown", FEED_KEY_PAGE_DOWN}, {"home", FEED_KEY_HOME}, {"end", FEED_KEY_END}};
  char word[64], name[32];
  size_t i;
  int length = 0;
  /* Before a list is laid out there is nothing to scroll; hands are slower than that, scripts are not. */
  view->is_scripted = 1;
  feed_view_settle(view);
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
    case FEED_STEP_WHEEL: feed_view_wheel(view, step->a); break;
    case FEED_STEP_DRAG:
      feed_view_press(view, step->a);
      feed_view_drag(view, step->b);
      feed_view_release(view, step->b);
      break;
    case FEED_STEP_KEY: feed_view_key(view, (feed_key)step->a); break;
    case FEED_STEP_RESIZE: feed_view_resize(view, (int)step->a, (int)step->b, view->scale); break;
    case FEED_STEP_SCALE: {
      lamina_rect_px bounds = lamina_surface_get_bounds_px(view->surface);
      feed_view_resize(view, bounds.width, bounds.height, step->a);
      break;
    }
    case FEED_STEP_WAIT: break;
  }
}
