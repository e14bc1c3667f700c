/* An SDL 2 window shows the feed: wheel, drag, keys, resizing, and + and - for the scale. The surface is composited
 * straight into the window's pixels, and only what changed is sent.
 *   host_sdl                                  to use it
 *   host_sdl picture.png "wheel:-3 key:end"   plays a script of events, writes what it composited, and waits for a
 *                                             line on its input, so that the window can be inspected meanwhile */
#include "feed_view.h"

#include <SDL.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct host {
  feed_view view;
  SDL_Window *window;
  Uint32 wake_event;
  SDL_sem *turned;
  SDL_atomic_t ends;
  int width, height; /* of the pixels that hold the last composite */
} host;

/* SDL waits only for its own events: a thread notifies it when the context has work to do. */
static int watch(void *data) {
  host *h = data;
  struct pollfd entry;
  entry.fd = lamina_context_get_fd(h->view.context);
  entry.events = POLLIN;
  while (!SDL_AtomicGet(&h->ends)) {
    if (poll(&entry, 1, 50) == 1) {
      SDL_Event event;
      memset(&event, 0, sizeof event);
      event.type = h->wake_event;
      SDL_PushEvent(&event);
      SDL_SemWaitTimeout(h->turned, 50); /* until it was processed */
    }
  }
  return 0;
}

static void show(host *h) {
  enum { ROOM = 32 };
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  lamina_rect_px damage[ROOM];
  SDL_Rect rects[ROOM];
  size_t count = 0, i;
  bool has_damage;
  SDL_Surface *pixels = SDL_GetWindowSurface(h->window);
  if (pixels == NULL || pixels->format->BytesPerPixel != 4) {
    fprintf(stderr, "no window surface of 32 bits: %s\n", SDL_GetError());
    exit(1);
  }
  if (pixels->w != h->width || pixels->h != h->height) {
    h->width = pixels->w;
    h->height = pixels->h;
    feed_view_resize(&h->view, h->width, h->height, h->view.scale);
    feed_view_require(lamina_surface_set_needs_composite(h->view.surface), "new pixels");
  }
  feed_view_require(lamina_surface_has_damage(h->view.surface, &has_damage), "damage");
  if (!has_damage) return;
  target.data = pixels->pixels;
  target.width = pixels->w;
  target.height = pixels->h;
  target.stride = pixels->pitch;
  target.format = LAMINA_PIXEL_FORMAT_RGB24;
  feed_view_require(lamina_surface_composite(h->view.surface, &target, damage, ROOM, &count), "composite");
  for (i = 0; i < count; i++) {
    rects[i].x = damage[i].x;
    rects[i].y = damage[i].y;
    rects[i].w = damage[i].width;
    rects[i].h = damage[i].height;
  }
  SDL_UpdateWindowSurfaceRects(h->window, rects, (int)count);
}

static void key(host *h, SDL_Keycode code) {
  feed_view *view = &h->view;
  switch (code) {
    case SDLK_UP: feed_view_key(view, FEED_KEY_UP); break;
    case SDLK_DOWN: feed_view_key(view, FEED_KEY_DOWN); break;
    case SDLK_PAGEUP: feed_view_key(view, FEED_KEY_PAGE_UP); break;
    case SDLK_PAGEDOWN: feed_view_key(view, FEED_KEY_PAGE_DOWN); break;
    case SDLK_HOME: feed_view_key(view, FEED_KEY_HOME); break;
    case SDLK_END: feed_view_key(view, FEED_KEY_END); break;
    case SDLK_PLUS: feed_view_resize(view, h->width, h->height, SDL_min(view->scale + 0.5, 4)); break;
    case SDLK_MINUS: feed_view_resize(view, h->width, h->height, SDL_max(view->scale - 0.5, 0.5)); break;
    default: break;
  }
}

/* Returns 0 when the window is closed. */
static int take(host *h, const SDL_Event *event) {
  switch (event->type) {
    case SDL_QUIT: return 0;
    case SDL_MOUSEWHEEL: feed_view_wheel(&h->view, event->wheel.y); break;
    case SDL_MOUSEBUTTONDOWN: feed_view_press(&h->view, event->button.y); break;
    case SDL_MOUSEMOTION: feed_view_drag(&h->view, event->motion.y); break;
    case SDL_MOUSEBUTTONUP: feed_view_release(&h->view, event->button.y); break;
    case SDL_KEYDOWN: key(h, event->key.keysym.sym); break;
    default: break; /* a resize is complete when the pixels have another size */
  }
  return 1;
}

/* A step of the script as the events that a user's hand would make. */
static void push(host *h, const feed_step *step) {
  static const SDL_Keycode codes[] = {SDLK_UP, SDLK_DOWN, SDLK_PAGEUP, SDLK_PAGEDOWN, SDLK_HOME, SDLK_END};
  SDL_Event event;
  memset(&event, 0, sizeof event);
  switch (step->kind) {
    case FEED_STEP_WHEEL:
      event.type = SDL_MOUSEWHEEL;
      event.wheel.y = (Sint32)step->a;
      break;
    case FEED_STEP_DRAG:
      event.type = SDL_MOUSEBUTTONDOWN;
      event.button.y = (Sint32)step->a;
      SDL_PushEvent(&event);
      event.type = SDL_MOUSEMOTION;
      event.motion.y = (Sint32)step->b;
      SDL_PushEvent(&event);
      event.type = SDL_MOUSEBUTTONUP;
      event.button.y = (Sint32)step->b;
      break;
    case FEED_STEP_KEY:
      event.type = SDL_KEYDOWN;
      event.key.keysym.sym = codes[(int)step->a];
      break;
    case FEED_STEP_RESIZE: SDL_SetWindowSize(h->window, (int)step->a, (int)step->b); return;
    case FEED_STEP_SCALE: feed_view_resize(&h->view, h->width, h->height, step->a); return;
    case FEED_STEP_WAIT: return;
  }
  SDL_PushEvent(&event);
}

static void turn(host *h, int timeout_ms) {
  SDL_Event event;
  if (SDL_WaitEventTimeout(&event, timeout_ms)) {
    do {
      if (!take(h, &event)) SDL_AtomicSet(&h->ends, 1);
    } while (SDL_PollEvent(&event));
  }
  lamina_context_process(h->view.context, 4000);
  SDL_SemPost(h->turned);
  show(h);
}

static void play(host *h, const char *script, const char *path) {
  feed_step step;
  int i;
  SDL_Surface *pixels;
  SDL_Surface *copy;
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  for (i = 0; i < 5; i++) turn(h, 10);
  while ((script = feed_script_next(&h->view, script, &step)) != NULL) {
    push(h, &step);
    turn(h, 10);
  }
  for (i = 0; i < 10; i++) turn(h, 10); /* the window manager's response */
  feed_view_settle(&h->view);
  show(h);
  pixels = SDL_GetWindowSurface(h->window);
  copy = SDL_ConvertSurfaceFormat(pixels, SDL_PIXELFORMAT_ARGB8888, 0);
  bitmap.data = copy->pixels;
  bitmap.width = copy->w;
  bitmap.height = copy->h;
  bitmap.stride = copy->pitch;
  feed_view_require(lamina_bitmap_write_file(&bitmap, NULL, path, LAMINA_NUL_TERMINATED), path);
  SDL_FreeSurface(copy);
  puts("ready");
  fflush(stdout);
  getchar();
}

int main(int argc, char **argv) {
  host h;
  SDL_Thread *watcher;
  memset(&h, 0, sizeof h);
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    fprintf(stderr, "no display: %s\n", SDL_GetError());
    return 1;
  }
  h.window = SDL_CreateWindow("Feed", 0, 0, 320, 480, SDL_WINDOW_RESIZABLE | (argc >= 3 ? SDL_WINDOW_BORDERLESS : 0));
  if (h.window == NULL) {
    fprintf(stderr, "no window: %s\n", SDL_GetError());
    return 1;
  }
  feed_view_open(&h.view, 320, 480, 1, LAMINA_THREADS_AUTO);
  h.wake_event = SDL_RegisterEvents(1);
  h.turned = SDL_CreateSemaphore(0);
  watcher = SDL_CreateThread(watch, "watch", &h);
  if (argc >= 3) {
    play(&h, argv[2], argv[1]);
  } else {
    while (!SDL_AtomicGet(&h.ends)) {
      int64_t timeout_us = lamina_context_get_timeout_us(h.view.context);
      turn(&h, timeout_us < 0 ? 1000 : (int)SDL_min((timeout_us + 999) / 1000, 1000));
    }
  }
  SDL_AtomicSet(&h.ends, 1);
  SDL_SemPost(h.turned);
  SDL_WaitThread(watcher, NULL);
  feed_view_close(&h.view);
  SDL_DestroySemaphore(h.turned);
  SDL_DestroyWindow(h.window);
  SDL_Quit();
  return 0;
}
