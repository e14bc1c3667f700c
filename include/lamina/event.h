/* Lamina: pointers, wheels and keys. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_EVENT_H
#define LAMINA_EVENT_H

#include "geometry.h"

LAMINA_BEGIN

/* ==== Event ============================================================== */
/* What a host gets from its window comes in through one call. What is shown decides whom an event is for, and a
 * pointer stays with the one that it went down on. Nodes that scroll (scroll.h), and lists, use events. */

typedef enum LAMINA_ENUM lamina_event_kind {
  LAMINA_EVENT_KIND_NONE = 0,
  LAMINA_EVENT_KIND_POINTER_DOWN = 1, /* a finger, or a button of a mouse */
  LAMINA_EVENT_KIND_POINTER_MOVE = 2,
  LAMINA_EVENT_KIND_POINTER_UP = 3,
  LAMINA_EVENT_KIND_POINTER_CANCEL = 4, /* the system took the pointer away */
  LAMINA_EVENT_KIND_WHEEL = 5,          /* a wheel, or two fingers on a touchpad */
  LAMINA_EVENT_KIND_KEY_DOWN = 6        /* also a repeated one */
} lamina_event_kind;

/* Keys that scroll: what a pointer or a wheel was used on last, else what stands in the middle of the surface. Arrows
 * go by a line of 40 units, pages by nine tenths of what is seen; where content rests at certain places, arrows go to
 * the next of them. In a list whose rows can be selected (list_events.h) they move the selection, which stays in view;
 * with shift held they extend it, where several rows can be selected. */
typedef enum LAMINA_ENUM lamina_event_key {
  LAMINA_EVENT_KEY_NONE = 0,
  LAMINA_EVENT_KEY_UP = 1,
  LAMINA_EVENT_KEY_DOWN = 2,
  LAMINA_EVENT_KEY_LEFT = 3,
  LAMINA_EVENT_KEY_RIGHT = 4,
  LAMINA_EVENT_KEY_PAGE_UP = 5,
  LAMINA_EVENT_KEY_PAGE_DOWN = 6,
  LAMINA_EVENT_KEY_HOME = 7,
  LAMINA_EVENT_KEY_END = 8,
  LAMINA_EVENT_KEY_SPACE = 9, /* a page on, with shift back; in a list that selects it does as a tap does */
  LAMINA_EVENT_KEY_A = 10     /* with control: selects all rows, where several can be selected; else it is yours */
} lamina_event_key;

/* What a wheel is counted in. */
typedef enum LAMINA_ENUM lamina_wheel_unit {
  LAMINA_WHEEL_UNIT_LOGICAL = 0, /* logical units, as touchpads have them */
  LAMINA_WHEEL_UNIT_LINE = 1,    /* 40 logical units */
  LAMINA_WHEEL_UNIT_NOTCH = 2    /* three lines; wheels of high resolution send parts of 1, of value120 a 120th */
} lamina_wheel_unit;

/* Keys that are held down. */
typedef enum LAMINA_FLAGS lamina_event_modifiers {
  LAMINA_EVENT_MODIFIERS_NONE = 0,
  LAMINA_EVENT_MODIFIERS_SHIFT = 1 << 0, /* turns a wheel to the other axis */
  LAMINA_EVENT_MODIFIERS_CONTROL = 1 << 1,
  LAMINA_EVENT_MODIFIERS_ALT = 1 << 2
} lamina_event_modifiers;
LAMINA_FLAGS_OPERATORS(lamina_event_modifiers)

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
  lamina_point delta;    /* of a wheel: how far the content is to move, in `wheel_unit`; positive towards its end */
  lamina_event_key key;
  lamina_wheel_unit wheel_unit;
  lamina_event_modifiers modifiers;
} lamina_event;

#define LAMINA_EVENT_INIT \
  { sizeof(lamina_event), LAMINA_EVENT_KIND_NONE, 0, 0, { 0, 0 }, { 0, 0 }, LAMINA_EVENT_KEY_NONE, \
    LAMINA_WHEEL_UNIT_LOGICAL, LAMINA_EVENT_MODIFIERS_NONE }

/* Takes an event. What it changes shows in the next frame. `out_use` says whether it did something. A wheel that turns
 * without a pause of 300 ms stays with what it moved first. A wheel with control held scrolls
 * nothing. LAMINA_ERROR_INVALID_ARGUMENT for NULL, a kind, key, unit or modifier that is none, and for numbers that are
 * not finite. Since 0.1. */
LAMINA_API lamina_status lamina_surface_process_event(
    lamina_surface *surface, const lamina_event *LAMINA_NULLABLE event,
    lamina_event_use *LAMINA_NULLABLE out_use) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
