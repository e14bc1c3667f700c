/* A list of 1,000 cards, the common part of its hosts: input in, pixels out. Each host adds a loop and a window of its
 * own. */
#ifndef FEED_VIEW_H
#define FEED_VIEW_H

#include <lamina.h>

enum { FEED_CARDS = 1000, FEED_PITCH = 128 };

typedef enum feed_key { FEED_KEY_UP, FEED_KEY_DOWN, FEED_KEY_PAGE_UP, FEED_KEY_PAGE_DOWN, FEED_KEY_HOME, FEED_KEY_END } feed_key;

typedef struct feed_view {
  lamina_context *context;
  lamina_surface *surface;
  lamina_list *list;
  double scale; /* pixels of a logical unit */
  int is_dragging, is_scripted;
  uint64_t ahead_us; /* of the clock, where a script has waited */
} feed_view;

/* Creates the feed for a window of this size in pixels. Ends the program with a message if that fails. */
void feed_view_open(feed_view *view, int width_px, int height_px, double scale, int threads);
void feed_view_close(feed_view *view);

/* Input. Positions are pixels of the window; a positive wheel turn scrolls towards the start. */
void feed_view_wheel(feed_view *view, double turns);
void feed_view_press(feed_view *view, double y_px);
void feed_view_drag(feed_view *view, double y_px);
void feed_view_release(feed_view *view, double y_px);
void feed_view_key(feed_view *view, feed_key key);
void feed_view_resize(feed_view *view, int width_px, int height_px, double scale);

/* Waits until all that is in view is drawn. */
void feed_view_settle(feed_view *view);

/* Ends the program if a call failed. */
void feed_view_require(lamina_status status, const char *what);

/* One step of a script: "wheel:-3", "drag:400,100" (from y to y), "key:end", "resize:320x480" (pixels), "scale:1.5" or
 * "wait". Returns the rest of the script, NULL at its end. A host translates steps into events of its window system. */
typedef struct feed_step {
  enum { FEED_STEP_WHEEL, FEED_STEP_DRAG, FEED_STEP_KEY, FEED_STEP_RESIZE, FEED_STEP_SCALE, FEED_STEP_WAIT } kind;
  double a, b;
} feed_step;
const char *feed_script_next(feed_view *view, const char *script, feed_step *step);

/* Executes a step without a window system. */
void feed_view_apply(feed_view *view, const feed_step *step);

#endif
