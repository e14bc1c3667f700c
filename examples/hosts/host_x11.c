/* A plain X11 window shows the feed through shared memory: wheel, drag, keys and resizing.
 *   host_x11                                  to use it
 *   host_x11 picture.png "wheel:-3 key:end"   plays a script of events, writes what it composited, and waits */
#include "feed_view.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/keysym.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

typedef struct host {
  feed_view view;
  Display *display;
  Window window;
  GC gc;
  XImage *image; /* in memory that the X server sees too */
  XShmSegmentInfo memory;
  int width, height;
  int is_open;
} host;

static void drop_image(host *h) {
  if (h->image == NULL) return;
  XShmDetach(h->display, &h->memory);
  XSync(h->display, False);
  XDestroyImage(h->image);
  shmdt(h->memory.shmaddr);
  h->image = NULL;
}

static void make_image(host *h) {
  int screen = DefaultScreen(h->display);
  drop_image(h);
  h->image = XShmCreateImage(h->display, DefaultVisual(h->display, screen),
                             (unsigned)DefaultDepth(h->display, screen), ZPixmap, NULL, &h->memory, (unsigned)h->width,
                             (unsigned)h->height);
  if (h->image == NULL || h->image->bits_per_pixel != 32) {
    fprintf(stderr, "no shared image of 32 bits\n");
    exit(1);
  }
  h->memory.shmid = shmget(IPC_PRIVATE, (size_t)(h->image->bytes_per_line * h->height), IPC_CREAT | 0600);
  h->memory.shmaddr = h->image->data = shmat(h->memory.shmid, NULL, 0);
  h->memory.readOnly = False;
  XShmAttach(h->display, &h->memory);
  XSync(h->display, False);
  shmctl(h->memory.shmid, IPC_RMID, NULL); /* it is freed with its last user */
}

static void show(host *h) {
  enum { ROOM = 32 };
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  lamina_rect_px damage[ROOM];
  size_t count = 0, i;
  bool has_damage;
  if (h->image == NULL || h->image->width != h->width || h->image->height != h->height) {
    make_image(h);
    feed_view_resize(&h->view, h->width, h->height, h->view.scale);
    feed_view_require(lamina_surface_set_needs_composite(h->view.surface), "new pixels");
  }
  feed_view_require(lamina_surface_has_damage(h->view.surface, &has_damage), "damage");
  if (!has_damage) return;
  target.data = h->image->data;
  target.width = h->width;
  target.height = h->height;
  target.stride = h->image->bytes_per_line;
  target.format = LAMINA_PIXEL_FORMAT_RGB24;
  feed_view_require(lamina_surface_composite(h->view.surface, &target, damage, ROOM, &count), "composite");
  for (i = 0; i < count; i++) {
    XShmPutImage(h->display, h->window, h->gc, h->image, damage[i].x, damage[i].y, damage[i].x, damage[i].y,
                 (unsigned)damage[i].width, (unsigned)damage[i].height, False);
  }
  XSync(h->display, False); /* before the pixels are written to again */
}

static void key(host *h, KeySym symbol) {
  static const KeySym symbols[] = {XK_Up, XK_Down, XK_Prior, XK_Next, XK_Home, XK_End};
  size_t i;
  for (i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    if (symbols[i] == symbol) feed_view_key(&h->view, (feed_key)i);
  }
  if (symbol == XK_q) h->is_open = 0;
}

static void take(host *h, XEvent *event) {
  switch (event->type) {
    case ConfigureNotify:
      h->width = event->xconfigure.width;
      h->height = event->xconfigure.height;
      break;
    case Expose:
      if (h->image != NULL) XShmPutImage(h->display, h->window, h->gc, h->image, 0, 0, 0, 0, (unsigned)h->image->width,
                                         (unsigned)h->image->height, False);
      break;
    case ButtonPress:
      if (event->xbutton.button == Button4) feed_view_wheel(&h->view, 1);
      if (event->xbutton.button == Button5) feed_view_wheel(&h->view, -1);
      if (event->xbutton.button == Button1) feed_view_press(&h->view, event->xbutton.y);
      break;
    case MotionNotify: feed_view_drag(&h->view, event->xmotion.y); break;
    case ButtonRelease:
      if (event->xbutton.button == Button1) feed_view_release(&h->view, event->xbutton.y);
      break;
    case KeyPress: key(h, XLookupKeysym(&event->xkey, 0)); break;
    default: break;
  }
}

static void turn(host *h, int timeout_ms) {
  struct pollfd entries[2];
  memset(entries, 0, sizeof entries);
  entries[0].fd = ConnectionNumber(h->display);
  entries[1].fd = lamina_context_get_fd(h->view.context);
  entries[0].events = entries[1].events = POLLIN;
  if (XPending(h->display) == 0) poll(entries, 2, timeout_ms);
  while (XPending(h->display) > 0) {
    XEvent event;
    XNextEvent(h->display, &event);
    take(h, &event);
  }
  lamina_context_process(h->view.context, 4000);
  show(h);
}

static void send(host *h, int type, long mask, unsigned button, int y, KeySym symbol) {
  XEvent event;
  memset(&event, 0, sizeof event);
  event.type = type;
  if (type == KeyPress) {
    event.xkey.display = h->display;
    event.xkey.keycode = XKeysymToKeycode(h->display, symbol);
  } else if (type == MotionNotify) {
    event.xmotion.y = y;
  } else {
    event.xbutton.button = button;
    event.xbutton.y = y;
  }
  XSendEvent(h->display, h->window, False, mask, &event);
}

/* A step of the script as the events that a user's hand would make. */
static void push(host *h, const feed_step *step) {
  static const KeySym symbols[] = {XK_Up, XK_Down, XK_Prior, XK_Next, XK_Home, XK_End};
  int i;
  switch (step->kind) {
    case FEED_STEP_WHEEL:
      for (i = 0; i < abs((int)step->a); i++) {
        send(h, ButtonPress, ButtonPressMask, step->a > 0 ? Button4 : Button5, 0, 0);
      }
      break;
    case FEED_STEP_DRAG:
      send(h, ButtonPress, ButtonPressMask, Button1, (int)step->a, 0);
      send(h, MotionNotify, PointerMotionMask, 0, (int)step->b, 0);
      send(h, ButtonRelease, ButtonReleaseMask, Button1, (int)step->b, 0);
      break;
    case FEED_STEP_KEY: send(h, KeyPress, KeyPressMask, 0, 0, symbols[(int)step->a]); break;
    case FEED_STEP_RESIZE: XResizeWindow(h->display, h->window, (unsigned)step->a, (unsigned)step->b); break;
    case FEED_STEP_SCALE: feed_view_resize(&h->view, h->width, h->height, step->a); break;
    case FEED_STEP_WAIT: break;
  }
  XSync(h->display, False);
}

static void play(host *h, const char *script, const char *path) {
  feed_step step;
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  int i;
  for (i = 0; i < 5; i++) turn(h, 10);
  while ((script = feed_script_next(&h->view, script, &step)) != NULL) {
    push(h, &step);
    turn(h, 10);
  }
  for (i = 0; i < 10; i++) turn(h, 10);
  feed_view_settle(&h->view);
  show(h);
  bitmap.data = h->image->data;
  bitmap.width = h->width;
  bitmap.height = h->height;
  bitmap.stride = h->image->bytes_per_line;
  feed_view_require(lamina_bitmap_write_file(&bitmap, NULL, path, LAMINA_NUL_TERMINATED), path);
  puts("ready");
  fflush(stdout);
  getchar();
}

int main(int argc, char **argv) {
  host h;
  XSetWindowAttributes attributes;
  memset(&h, 0, sizeof h);
  h.display = XOpenDisplay(NULL);
  if (h.display == NULL || !XShmQueryExtension(h.display)) {
    fprintf(stderr, "no X display with shared memory\n");
    return 1;
  }
  h.is_open = 1;
  h.width = 320;
  h.height = 480;
  memset(&attributes, 0, sizeof attributes);
  attributes.event_mask = StructureNotifyMask | ExposureMask | ButtonPressMask | ButtonReleaseMask | Button1MotionMask |
                          PointerMotionMask | KeyPressMask;
  h.window = XCreateWindow(h.display, DefaultRootWindow(h.display), 0, 0, 320, 480, 0, CopyFromParent, InputOutput,
                           CopyFromParent, CWEventMask, &attributes);
  h.gc = XCreateGC(h.display, h.window, 0, NULL);
  XStoreName(h.display, h.window, "Feed");
  XMapWindow(h.display, h.window);
  feed_view_open(&h.view, 320, 480, 1, LAMINA_THREADS_AUTO);
  if (argc >= 3) {
    play(&h, argv[2], argv[1]);
  } else {
    while (h.is_open) {
      int64_t timeout_us = lamina_context_get_timeout_us(h.view.context);
      turn(&h, timeout_us < 0 ? -1 : (int)((timeout_us + 999) / 1000));
    }
  }
  drop_image(&h);
  feed_view_close(&h.view);
  XFreeGC(h.display, h.gc);
  XCloseDisplay(h.display);
  return 0;
}
