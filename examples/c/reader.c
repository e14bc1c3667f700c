/* A feed reader in an SDL 2 window: 100,000 entries made of the feeds that it is given. Scroll by wheel, finger (let go
 * while you move) and keys; type to search; F5 reloads; Tab changes to a chat, where Return says what you have typed.
 *   reader [-n ENTRIES] FEED...
 *   reader [-n ENTRIES] -p picture.png "wheel:-3 key:end" FEED...
 * plays a script by a clock of its own, writes what it composited, says "ready" and waits for a line, so that the
 * window can be looked at. Steps: wheel:TURNS drag:FROM,TO key:up|down|pageup|pagedown|home|end type:TEXT erase reload
 * chat say row:NUMBER wait */
#define _POSIX_C_SOURCE 200809L
#include "reader_list.h"

#include <SDL.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) reader_require((call), #call)

enum { WIDTH = 480, HEIGHT = 800, WHEEL_STEP = 60 };

typedef struct app {
  reader reader;
  lamina_context *context;
  lamina_surface *surface;
  SDL_Window *window;
  Uint32 wake_event;
  SDL_sem *turned;
  SDL_atomic_t ends;
  uint64_t time_us; /* of the script's clock; 0: the system's */
  char typed[64];
  bool is_chat, is_dragging;
} app;

/* ---- Pixels ---- */

static void show(app *a) {
  enum { ROOM = 32 };
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  lamina_rect_px damage[ROOM];
  SDL_Rect rects[ROOM];
  size_t count = 0, i;
  bool has_damage;
  SDL_Surface *pixels = SDL_GetWindowSurface(a->window);
  lamina_rect_px bounds = lamina_surface_get_bounds_px(a->surface);
  if (pixels == NULL) reader_require(LAMINA_ERROR_BACKEND, SDL_GetError());
  if (pixels->w != bounds.width || pixels->h != bounds.height) {
    OK(lamina_surface_set_size(a->surface, (lamina_size){pixels->w, pixels->h}, 1));
    OK(lamina_surface_set_needs_composite(a->surface));
  }
  OK(lamina_surface_has_damage(a->surface, &has_damage));
  if (!has_damage) return;
  target.data = pixels->pixels;
  target.width = pixels->w;
  target.height = pixels->h;
  target.stride = pixels->pitch;
  target.format = LAMINA_PIXEL_FORMAT_RGB24;
  OK(lamina_surface_composite(a->surface, &target, damage, ROOM, &count));
  for (i = 0; i < count; i++) {
    rects[i] = (SDL_Rect){damage[i].x, damage[i].y, damage[i].width, damage[i].height};
  }
  SDL_UpdateWindowSurfaceRects(a->window, rects, (int)count);
}

/* ---- Input ---- */

static void send(app *a, lamina_event_kind kind, double x, double y, double delta, lamina_event_key key) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = kind;
  event.time_us = a->time_us ? a->time_us : SDL_GetTicks64() * 1000;
  event.position = (lamina_point){x, y};
  event.delta.y = delta;
  event.key = key;
  OK(lamina_surface_process_event(a->surface, &event, NULL));
}

/* What was typed is what is looked for, or what Return will say. */
static void type(app *a, const char *text) {
  size_t length = strlen(a->typed);
  if (length + strlen(text) < sizeof a->typed) strcpy(a->typed + length, text);
  SDL_SetWindowTitle(a->window, a->typed);
  if (!a->is_chat) reader_search(&a->reader, a->typed);
}

static void erase(app *a) {
  a->typed[0] = '\0';
  type(a, "");
}

static void change_mode(app *a) {
  a->is_chat = !a->is_chat;
  erase(a);
  OK(lamina_surface_set_root(a->surface, a->is_chat ? a->reader.chat_node : a->reader.entries_node));
}

static void press_key(app *a, SDL_Keycode code) {
  static const struct { SDL_Keycode code; lamina_event_key key; } keys[] = {
      {SDLK_UP, LAMINA_EVENT_KEY_UP}, {SDLK_DOWN, LAMINA_EVENT_KEY_DOWN}, {SDLK_PAGEUP, LAMINA_EVENT_KEY_PAGE_UP},
      {SDLK_PAGEDOWN, LAMINA_EVENT_KEY_PAGE_DOWN}, {SDLK_HOME, LAMINA_EVENT_KEY_HOME}, {SDLK_END, LAMINA_EVENT_KEY_END}};
  size_t i;
  for (i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (keys[i].code == code) send(a, LAMINA_EVENT_KIND_KEY_DOWN, 0, 0, 0, keys[i].key);
  }
  if (code == SDLK_F5) reader_reload(&a->reader);
  if (code == SDLK_TAB) change_mode(a);
  if (code == SDLK_BACKSPACE || code == SDLK_ESCAPE) erase(a);
  if (code == SDLK_RETURN && a->is_chat && a->typed[0] != '\0') {
    reader_say(&a->reader, a->typed);
    erase(a);
  }
}

/* Returns false when the window is closed. */
static bool take(app *a, const SDL_Event *event) {
  switch (event->type) {
    case SDL_QUIT: return false;
    case SDL_MOUSEWHEEL:
      send(a, LAMINA_EVENT_KIND_WHEEL, WIDTH / 2.0, HEIGHT / 2.0, (double)-event->wheel.preciseY * WHEEL_STEP,
           LAMINA_EVENT_KEY_NONE);
      break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      if (event->button.button != SDL_BUTTON_LEFT) break;
      a->is_dragging = event->type == SDL_MOUSEBUTTONDOWN;
      send(a, a->is_dragging ? LAMINA_EVENT_KIND_POINTER_DOWN : LAMINA_EVENT_KIND_POINTER_UP, event->button.x,
           event->button.y, 0, LAMINA_EVENT_KEY_NONE);
      break;
    case SDL_MOUSEMOTION:
      if (a->is_dragging) {
        send(a, LAMINA_EVENT_KIND_POINTER_MOVE, event->motion.x, event->motion.y, 0, LAMINA_EVENT_KEY_NONE);
      }
      break;
    case SDL_KEYDOWN: press_key(a, event->key.keysym.sym); break;
    case SDL_TEXTINPUT: type(a, event->text.text); break;
    default: break;
  }
  return true;
}

/* ---- The loop ---- */

/* SDL waits only for its own events: a thread notifies it when the context has work to do. */
static int watch(void *data) {
  app *a = data;
  struct pollfd entry = {lamina_context_get_fd(a->context), POLLIN, 0};
  while (!SDL_AtomicGet(&a->ends)) {
    if (poll(&entry, 1, 50) == 1) {
      SDL_Event event;
      memset(&event, 0, sizeof event);
      event.type = a->wake_event;
      SDL_PushEvent(&event);
      SDL_SemWaitTimeout(a->turned, 50); /* until it was processed */
    }
  }
  return 0;
}

static void turn(app *a, int timeout_ms) {
  SDL_Event event;
  if (SDL_WaitEventTimeout(&event, timeout_ms)) {
    do {
      if (!take(a, &event)) SDL_AtomicSet(&a->ends, 1);
    } while (SDL_PollEvent(&event));
  }
  OK(lamina_context_process(a->context, 8000));
  SDL_SemPost(a->turned);
  show(a);
}

/* A frame of the script's clock. */
static void frame(app *a) {
  a->time_us += 16667;
  OK(lamina_context_begin_frame(a->context, a->time_us, 0));
  turn(a, 1);
}

static void settle(app *a) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  int quiet;
  for (quiet = 0; quiet < 3; quiet = state.is_settled ? quiet + 1 : 0) {
    frame(a);
    OK(lamina_list_get_state(a->is_chat ? a->reader.chat : a->reader.entries, &state));
  }
}

/* ---- Scripts: each step as the events that a user's hand would make ---- */

static void push(Uint32 type, int value, int x, int y) {
  SDL_Event event;
  memset(&event, 0, sizeof event);
  event.type = type;
  if (type == SDL_MOUSEWHEEL) event.wheel.preciseY = (float)(event.wheel.y = value);
  if (type == SDL_KEYDOWN) event.key.keysym.sym = value;
  if (type == SDL_MOUSEMOTION) event.motion.x = x, event.motion.y = y;
  if (type == SDL_MOUSEBUTTONDOWN || type == SDL_MOUSEBUTTONUP) {
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = x;
    event.button.y = y;
  }
  SDL_PushEvent(&event);
}

/* A finger that moves 40 pixels a frame, and lets go while it moves. */
static void drag(app *a, int from, int to) {
  int y, step = to > from ? 40 : -40;
  push(SDL_MOUSEBUTTONDOWN, 0, 200, from);
  frame(a);
  for (y = from + step; (to - y) * step > 0; y += step) {
    push(SDL_MOUSEMOTION, 0, 200, y);
    frame(a);
  }
  push(SDL_MOUSEBUTTONUP, 0, 200, to);
}

static void step(app *a, const char *word) {
  static const struct { const char *name; SDL_Keycode code; } keys[] = {
      {"key:up", SDLK_UP}, {"key:down", SDLK_DOWN}, {"key:pageup", SDLK_PAGEUP}, {"key:pagedown", SDLK_PAGEDOWN},
      {"key:home", SDLK_HOME}, {"key:end", SDLK_END}, {"reload", SDLK_F5}, {"chat", SDLK_TAB}, {"erase", SDLK_ESCAPE},
      {"say", SDLK_RETURN}};
  int from, to;
  size_t i, row;
  for (i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (strcmp(word, keys[i].name) == 0) push(SDL_KEYDOWN, (int)keys[i].code, 0, 0);
  }
  if (sscanf(word, "wheel:%d", &to) == 1) push(SDL_MOUSEWHEEL, to, 0, 0);
  if (sscanf(word, "drag:%d,%d", &from, &to) == 2) drag(a, from, to);
  if (sscanf(word, "row:%zu", &row) == 1) OK(lamina_list_scroll_to_row(a->reader.entries, row, LAMINA_SCROLL_ALIGNMENT_START, NULL));
  if (strncmp(word, "type:", 5) == 0) {
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = SDL_TEXTINPUT;
    for (i = 5; word[i] != '\0'; i++) {
      event.text.text[0] = word[i] == '_' ? ' ' : word[i];
      SDL_PushEvent(&event);
      frame(a);
    }
  }
}

static void play(app *a, char *script, const char *path) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  SDL_Surface *copy;
  char *word, *rest = NULL;
  a->time_us = 1000000;
  settle(a);
  for (word = strtok_r(script, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    step(a, word);
    settle(a);
  }
  copy = SDL_ConvertSurfaceFormat(SDL_GetWindowSurface(a->window), SDL_PIXELFORMAT_ARGB8888, 0);
  bitmap.data = copy->pixels;
  bitmap.width = copy->w;
  bitmap.height = copy->h;
  bitmap.stride = copy->pitch;
  OK(lamina_bitmap_write_file(&bitmap, NULL, path, LAMINA_NUL_TERMINATED));
  SDL_FreeSurface(copy);
  puts("ready");
  fflush(stdout);
  getchar();
}

int main(int argc, char **argv) {
  app a;
  SDL_Thread *watcher;
  size_t count = 100000;
  char *picture = NULL, *script = NULL;
  int at = 1;
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  memset(&a, 0, sizeof a);
  if (at + 1 < argc && strcmp(argv[at], "-n") == 0) count = strtoul(argv[at + 1], NULL, 10), at += 2;
  if (at + 2 < argc && strcmp(argv[at], "-p") == 0) picture = argv[at + 1], script = argv[at + 2], at += 3;
  if (at >= argc || SDL_Init(SDL_INIT_VIDEO) != 0) {
    fprintf(stderr, at >= argc ? "use: reader [-n ENTRIES] [-p picture.png script] FEED...\n" : "no display\n");
    return 2;
  }
  a.window = SDL_CreateWindow("Reader", 0, 0, WIDTH, HEIGHT, picture ? SDL_WINDOW_BORDERLESS : SDL_WINDOW_RESIZABLE);
  if (a.window == NULL) reader_require(LAMINA_ERROR_BACKEND, SDL_GetError());
  options.font_family = "DejaVu Sans";
  OK(lamina_context_create(&options, &a.context));
  OK(lamina_surface_create(a.context, (lamina_size){WIDTH, HEIGHT}, 1, &a.surface));
  OK(lamina_surface_set_background(a.surface, (lamina_color){0.89f, 0.91f, 0.92f, 1}));
  reader_open(&a.reader, a.context, argv + at, argc - at, count);
  OK(lamina_surface_set_root(a.surface, a.reader.entries_node));
  a.wake_event = SDL_RegisterEvents(1);
  a.turned = SDL_CreateSemaphore(0);
  watcher = SDL_CreateThread(watch, "watch", &a);
  if (picture != NULL) play(&a, script, picture);
  while (picture == NULL && !SDL_AtomicGet(&a.ends)) {
    int64_t timeout_us = lamina_context_get_timeout_us(a.context);
    turn(&a, timeout_us < 0 ? 1000 : (int)SDL_min((timeout_us + 999) / 1000, 1000));
  }
  SDL_AtomicSet(&a.ends, 1);
  SDL_SemPost(a.turned);
  SDL_WaitThread(watcher, NULL);
  reader_close(&a.reader);
  lamina_surface_release(a.surface);
  lamina_context_release(a.context);
  SDL_DestroySemaphore(a.turned);
  SDL_DestroyWindow(a.window);
  SDL_Quit();
  return 0;
}
