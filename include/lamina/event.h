/* Lamina: pointers, wheels and keys. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_EVENT_H
#define LAMINA_EVENT_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Event ============================================================== */
/* What a host gets from its window comes in through one call. What is shown decides whom an event is for, and a
 * pointer stays with the one that it went down on. Lists use events to scroll. */

typedef enum LAMINA_ENUM lamina_event_kind {
  LAMINA_EVENT_KIND_NONE = 0,
  LAMINA_EVENT_KIND_POINTER_DOWN = 1, /* a finger, or a button of a mouse */
  LAMINA_EVENT_KIND_POINTER_MOVE = 2,
  LAMINA_EVENT_KIND_POINTER_UP = 3,
  LAMINA_EVENT_KIND_POINTER_CANCEL = 4, /* the system took the pointer away */
  LAMINA_EVENT_KIND_WHEEL = 5,          /* a wheel, or two fingers on a touchpad */
  LAMINA_EVENT_KIND_KEY_DOWN = 6        /* also a repeated one */
} lamina_event_kind;

/* Keys that scroll. */
typedef enum LAMINA_ENUM lamina_event_key {
  LAMINA_EVENT_KEY_NONE = 0,
  LAMINA_EVENT_KEY_UP = 1,
  LAMINA_EVENT_KEY_DOWN = 2,
  LAMINA_EVENT_KEY_LEFT = 3,
  LAMINA_EVENT_KEY_RIGHT = 4,
  LAMINA_EVENT_KEY_PAGE_UP = 5,
  LAMINA_EVENT_KEY_PAGE_DOWN = 6,
  LAMINA_EVENT_KEY_HOME = 7,
  LAMINA_EVENT_KEY_END = 8
} lamina_event_key;

/* Whether an event did something. */
typedef enum LAMINA_ENUM lamina_event_use {
  LAMINA_EVENT_USE_NONE = 0, /* it is yours */
  LAMINA_EVENT_USE_USED = 1
} lamina_event_use;

/* Fields that its kind does not use are ignored. */
typedef struct lamina_event {
  size_t struct_size; /* sizeof(lamina_event) */
  lamina_event_kind kind;
  int32_t pointer;       /* tells fingers apart; any number, 0 for a mouse */
  uint64_t time_us;      /* when it happened, on any clock that only grows: the speed of a fling comes from it */
  lamina_point position; /* on the surface, logical units: of pointers and wheels */
  lamina_point delta;    /* of a wheel: how far the content is to move, logical units; positive towards its end */
  lamina_event_key key;
} lamina_event;

#define LAMINA_EVENT_INIT \
  { sizeof(lamina_event), LAMINA_EVENT_KIND_NONE, 0, 0, { 0, 0 }, { 0, 0 }, LAMINA_EVENT_KEY_NONE }

/* Takes an event. What it changes shows in the next frame. `out_use` says whether it did something.
 * LAMINA_ERROR_INVALID_ARGUMENT for NULL, a kind or key that is none, and for numbers that are not finite. Since 0.1.
 * */
LAMINA_API lamina_status lamina_surface_process_event(
    lamina_surface *surface, const lamina_event *LAMINA_NULLABLE event,
    lamina_event_use *LAMINA_NULLABLE out_use) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
