/* Lamina: selection in lists, and what happens in them. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_LIST_EVENTS_H
#define LAMINA_LIST_EVENTS_H

#include "list.h"

LAMINA_BEGIN

/* ==== List events ======================================================== */
/* What taps select. */
typedef enum LAMINA_ENUM lamina_list_selection {
  LAMINA_LIST_SELECTION_NONE = 0,
  LAMINA_LIST_SELECTION_SINGLE = 1,  /* a tap selects its row in place of another */
  LAMINA_LIST_SELECTION_MULTIPLE = 2 /* a tap selects its row, or ends that */
} lamina_list_selection;

/* Which rows taps select. Rows stay selected wherever their identities go. A row that is selected, or that a pointer is
 * down on, is drawn anew: ask lamina_list_get_row_marks() in the values callback; cell callbacks get the marks.
 * Default: NONE. LAMINA_ERROR_INVALID_ARGUMENT for an unknown one. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_selection(
    lamina_list *list, lamina_list_selection selection) LAMINA_OWNER_THREAD;

/* Selects a row, or ends that. LAMINA_ERROR_INVALID_STATE with LAMINA_LIST_SELECTION_NONE, LAMINA_ERROR_OUT_OF_RANGE
 * for a row that is not there. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_row_selected(
    lamina_list *list, size_t row, bool selected) LAMINA_OWNER_THREAD;

/* Moves the selection by `distance` items, as arrow keys do, no further than to the first or last one, and scrolls it
 * into view. It sets out from the row that was selected last; when that has been removed from the item that took its
 * place, or the one before where none did (a distance of 0 selects that item itself, as mail programs do after a
 * deletion); before any was selected, and when no row of before is left, it selects the first item, or with a negative
 * distance the last one. With `extends`, all items from where the selection began are
 * selected, where several can be. Keys that lamina_surface_process_event() gets do this, too. Nothing happens in a list
 * without items. LAMINA_ERROR_INVALID_STATE with LAMINA_LIST_SELECTION_NONE. Since 0.1. */
LAMINA_API lamina_status lamina_list_move_selection(
    lamina_list *list, int64_t distance, bool extends) LAMINA_OWNER_THREAD;

/* Writes the selected rows, ascending, as many as `capacity`; `out_count` (may be NULL) receives the number of all.
 * Takes time in the number of rows. Since 0.1. */
LAMINA_API lamina_status lamina_list_read_selected_rows(
    lamina_list *list, size_t *LAMINA_NULLABLE out_rows, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* What a row is to the user now. LAMINA_ERROR_OUT_OF_RANGE for a row that is not there. Since 0.1. */
LAMINA_API lamina_status lamina_list_get_row_marks(
    lamina_list *list, size_t row, lamina_list_row_marks *out_marks) LAMINA_OWNER_THREAD;

typedef enum LAMINA_ENUM lamina_list_event_kind {
  LAMINA_LIST_EVENT_KIND_TAP = 0, /* a pointer went down on a row and up again */
  LAMINA_LIST_EVENT_KIND_SELECTION_CHANGE = 1, /* other rows are selected: also when one that was is removed */
  LAMINA_LIST_EVENT_KIND_ENTER_VISIBLE = 2,
  LAMINA_LIST_EVENT_KIND_EXIT_VISIBLE = 3, /* also when the list leaves its surface, or ends */
  LAMINA_LIST_EVENT_KIND_ENTER_PRELOAD = 4, /* time to load what the row shows: some views before it comes into view */
  LAMINA_LIST_EVENT_KIND_EXIT_PRELOAD = 5, /* also when the list ends; off its surface it keeps what it loaded */
  LAMINA_LIST_EVENT_KIND_FETCH_HEAD = 6, /* load rows before the first: lamina_list_set_fetch_state() */
  LAMINA_LIST_EVENT_KIND_FETCH_TAIL = 7  /* load rows behind the last */
} lamina_list_event_kind;

typedef struct lamina_list_event {
  size_t struct_size; /* sizeof(lamina_list_event) */
  lamina_list_event_kind kind;
  size_t row; /* when it happened; SIZE_MAX where it is about none, and for a row that is gone */
  uint64_t identity;
} lamina_list_event;

#define LAMINA_LIST_EVENT_INIT { sizeof(lamina_list_event), LAMINA_LIST_EVENT_KIND_TAP, 0, 0 }

/* Something happened in the list, which may be changed. */
typedef void (*lamina_list_event_fn)(
    lamina_list *list, const lamina_list_event *event, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Has `observer` notified of what happens in the list, in order, in the owner's next process after it. When the list
 * ends, `list` is no longer valid in the last calls; nobody is notified of what ends with the context.
 * `out_observer` (may be NULL) receives a number for lamina_list_remove_observer(). Since 0.1. */
LAMINA_API lamina_status lamina_list_add_observer(
    lamina_list *list, lamina_list_event_fn observer, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_observer) LAMINA_OWNER_THREAD;

/* Removes an observer. LAMINA_ERROR_INVALID_STATE if the list has none with this number. Since 0.1. */
LAMINA_API lamina_status lamina_list_remove_observer(lamina_list *list, uint64_t observer) LAMINA_OWNER_THREAD;

typedef enum LAMINA_ENUM lamina_list_edge { LAMINA_LIST_EDGE_HEAD = 0, LAMINA_LIST_EDGE_TAIL = 1 } lamina_list_edge;

/* Whether more rows are to be loaded at an edge. */
typedef enum LAMINA_ENUM lamina_fetch_state {
  LAMINA_FETCH_STATE_OFF = 0,     /* nothing is loaded there: the default */
  LAMINA_FETCH_STATE_IDLE = 1,    /* an observer is notified when more is to be loaded (lamina_fetch_query_is_due()) */
  LAMINA_FETCH_STATE_LOADING = 2, /* it was notified */
  LAMINA_FETCH_STATE_FAILED = 3,  /* set IDLE to try again */
  LAMINA_FETCH_STATE_NO_MORE = 4
} lamina_fetch_state;

/* Says how loading at an edge goes. IDLE begins it; the list itself makes LOADING of it when it notifies observers, and
 * does so no more until the host sets IDLE again, and then only when rows or offset are others, unless loading had
 * failed. LAMINA_ERROR_INVALID_ARGUMENT for an unknown edge or state. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_fetch_state(
    lamina_list *list, lamina_list_edge edge, lamina_fetch_state state) LAMINA_OWNER_THREAD;

/* How loading at an edge goes. Since 0.1. */
LAMINA_API lamina_status lamina_list_get_fetch_state(
    lamina_list *list, lamina_list_edge edge, lamina_fetch_state *out_state) LAMINA_OWNER_THREAD;

/* Where content moves to. */
typedef enum LAMINA_FLAGS lamina_scroll_directions {
  LAMINA_SCROLL_DIRECTIONS_NONE = 0,
  LAMINA_SCROLL_DIRECTIONS_UP = 1 << 0,
  LAMINA_SCROLL_DIRECTIONS_DOWN = 1 << 1,
  LAMINA_SCROLL_DIRECTIONS_LEFT = 1 << 2,
  LAMINA_SCROLL_DIRECTIONS_RIGHT = 1 << 3
} lamina_scroll_directions;
LAMINA_FLAGS_OPERATORS(lamina_scroll_directions)

/* What a host that loads its data piece by piece knows when it decides whether to load more. */
typedef struct lamina_fetch_query {
  size_t struct_size; /* sizeof(lamina_fetch_query) */
  lamina_scroll_directions direction;
  bool is_horizontal; /* the axis that scrolls */
  bool is_right_to_left;
  bool layout_flips; /* from right to left, content begins at offset 0 all the same */
  bool is_fetching;  /* the last piece is still on its way */
  bool is_visible;
  lamina_size view;
  lamina_size content;
  lamina_point target;    /* the offset where the scroll will come to rest */
  double leading_screens; /* how much content ahead is enough, in views; 0 and less: never load */
} lamina_fetch_query;

#define LAMINA_FETCH_QUERY_INIT                                                                                       \
  {                                                                                                                   \
    sizeof(lamina_fetch_query), LAMINA_SCROLL_DIRECTIONS_NONE, false, false, false, false, true, { 0, 0 }, { 0, 0 },   \
        { 0, 0 }, 2                                                                                                   \
  }

/* Whether more is to be loaded now (as in Texture): not while a piece is on its way; always while the content is
 * smaller than the view; else when the list is visible, does not move towards its head, and at most `leading_screens`
 * views of content lie ahead. Depends on nothing else. LAMINA_ERROR_INVALID_ARGUMENT for NULL and for numbers that are
 * not finite. Since 0.1. */
LAMINA_API lamina_status lamina_fetch_query_is_due(
    const lamina_fetch_query *LAMINA_NULLABLE query, bool *out_due) LAMINA_ANY_THREAD;

LAMINA_END

#endif
