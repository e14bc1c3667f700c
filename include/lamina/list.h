/* Lamina: lists of any length. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_LIST_H
#define LAMINA_LIST_H

#include "bitmap.h"
#include "display.h"
#include "job.h"
#include "scroll.h"

LAMINA_BEGIN

/* ==== List =============================================================== */
/* A list shows rows of data below or beside each other and scrolls. You give it who its rows are, and a template; it
 * asks for the values of the rows that come into range, and workers measure and draw those. A row out of range costs
 * some tens of bytes.
 *
 * Heights come out exact where you look and are estimated elsewhere, from what was measured of rows of the same kind.
 * The row that the reader looks at stays where it is, to the pixel, whatever is measured, inserted, removed or moved
 * around it: the first one in view, or the next one there that keeps its order. Where all in view are moved, as when
 * rows are sorted, the first of them is followed. A first row that the edge of the view cuts keeps its end, and so all
 * below it, when it is measured for the first time, also in another width or text size; later its beginning stays.
 * What shows of a row stays until its new picture is there.
 *
 * Rows around the view are kept ready as LAMINA_RANGE_MODE_MIN says until the list is scrolled, and then as FULL, but
 * none is measured before it is in PRELOAD; in pages PRELOAD reaches one page, and then DISPLAY one and PRELOAD two.
 * lamina_node_set_ranges() for the list's node (interface.h) says otherwise, at a cost in proportion to the rows that
 * ranges reach. lamina_context_trim_memory() has the list keep what is visible, and no more until it is scrolled.
 *
 * Changes of rows in a transition (transition.h) show as it says: rows that stay in view move from where they are
 * shown, those that go leave, those that come appear once they are drawn, and other contents of a row fade in. A row
 * that is put farther away than the view is long goes to the edge of that, and one that comes from so far appears. The
 * row that the reader looks at stays as ever, and what is scrolled into view fast is there at once. A rule of the
 * transition for the list's node is for its rows, unless one before it is for a row's tree. Rows that are moved lie
 * above those that make room for them, and of both later ones above earlier ones. The transition callback is
 * not asked about rows: they move while the list places them, and most have no node that you know.
 *
 * A list has a node that clips. Place it as any other: it has no size of its own, and its children are its own. That
 * node scrolls (scroll.h): its physics, bars, paging and snapping, to rows, are set with lamina_node_set_scroll(), and
 * lamina_node_scroll_to() and lamina_node_scroll_by() scroll it, as far as heights are known. Functions are called
 * on the owner thread, except where they say otherwise; none waits for workers but lamina_list_wait_settled(). */

typedef struct lamina_list_options {
  size_t struct_size;          /* sizeof(lamina_list_options) */
  double estimated_row_height; /* of rows of a kind of which none was measured yet */
  bool stays_at_end; /* once it is at its end it stays there while the last row grows, or something above changes */
  bool follows_end;  /* and goes along with rows that are added behind the last one, as chats do; such a list begins at
                        its end */
  bool keeps_top;              /* at the very top, rows inserted before the first do not come into view */
  bool horizontal;             /* rows stand beside each other, from left to right */
  bool reversed;               /* from the bottom up, or from right to left: row 0 stands at the bottom, or right. What
                                  is inserted before it there comes into view as at any beginning, so that this goes
                                  without the two for the end */
  bool headers_scroll;         /* headers scroll as other rows do; else that of the first row in view stays in view */
  double fetch_screens;        /* how much content ahead is enough, in views, before more is loaded */
  const char *LAMINA_NULLABLE image_folder; /* NUL-terminated, copied; rows of templates name pictures by paths in it.
                                               NULL: no files are read */
  bool allows_outside_images; /* rows may name any file: paths out of `image_folder`, and `file:` URLs; otherwise these
                                 are refused, and the log says so. URLs of servers are always allowed */
} lamina_list_options;

#define LAMINA_LIST_OPTIONS_INIT                                                                                      \
  { sizeof(lamina_list_options), 44, false, false, false, false, false, false, 2, NULL, false }

/* What a row is to its section. Sections are not given apart from rows: they are what these say. */
typedef enum LAMINA_ENUM lamina_list_row_role {
  LAMINA_LIST_ROW_ROLE_ITEM = 0,
  LAMINA_LIST_ROW_ROLE_HEADER = 1, /* begins a section */
  LAMINA_LIST_ROW_ROLE_FOOTER = 2, /* ends a section */
  LAMINA_LIST_ROW_ROLE_START = 3   /* begins a section without a header, and shows nothing */
} lamina_list_row_role;

/* A row as data: who it is, and how it looks. */
typedef struct lamina_list_row {
  size_t struct_size; /* sizeof(lamina_list_row), the same in all rows of an array */
  uint64_t identity;  /* the same for the same thing in every state of your data */
  uint64_t version;   /* another one when its content has changed */
  uint32_t kind;      /* which template or cell callback it takes, 0 to 32,767 */
  lamina_list_row_role role;
} lamina_list_row;

#define LAMINA_LIST_ROW_INIT { sizeof(lamina_list_row), 0, 0, 0, LAMINA_LIST_ROW_ROLE_ITEM }

/* What is known of a list's rows, and which show. How far it is scrolled: lamina_node_get_scroll_state(). */
typedef struct lamina_list_state {
  size_t struct_size; /* sizeof(lamina_list_state) */
  size_t row_count;
  size_t measured_count;   /* rows whose height is known */
  size_t first_row;        /* the first that shows */
  size_t visible_count;    /* rows that show, in whole or in part */
  double first_row_offset; /* where `first_row` begins, counted from the top of the view: 0 or less */
  size_t blank_count;      /* visible rows that have no picture yet */
  bool is_settled;         /* it has a size on a surface, is not scrolling, and nothing is being measured or drawn;
                              transitions and fades of rows may still be under way */
} lamina_list_state;

#define LAMINA_LIST_STATE_INIT { sizeof(lamina_list_state), 0, 0, 0, 0, 0, 0, false }

/* Where a row stands. */
typedef struct lamina_list_row_place {
  size_t struct_size; /* sizeof(lamina_list_row_place) */
  lamina_rect frame;  /* in the view, whose top left corner is (0, 0) */
  bool is_measured;   /* otherwise it is an estimate */
} lamina_list_row_place;

#define LAMINA_LIST_ROW_PLACE_INIT { sizeof(lamina_list_row_place), { { 0, 0 }, { 0, 0 } }, false }

/* Creates a list without rows. NULL for `options` means the defaults. LAMINA_ERROR_INVALID_ARGUMENT for an
 * `estimated_row_height` that is not 1 to 100,000, and for a reversed list that stays at its end. Since 0.1. */
LAMINA_API lamina_status lamina_list_create(
    lamina_context *context, const lamina_list_options *LAMINA_NULLABLE options,
    LAMINA_OUT(lamina_list) out_list) LAMINA_OWNER_THREAD;

/* Adds a reference and returns the list; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_list *LAMINA_NULLABLE lamina_list_retain(lamina_list *list) LAMINA_ANY_THREAD;

/* Drops a reference. The last one ends the list in the owner's next process: its node stays as long as you or its
 * parent hold it, and shows nothing any more. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_list_release(lamina_list *LAMINA_NULLABLE list) LAMINA_ANY_THREAD;

/* The node that shows the list. Put it into your tree. Since 0.1. */
LAMINA_API lamina_status lamina_list_copy_node(lamina_list *list, LAMINA_OUT(lamina_node) out_node) LAMINA_OWNER_THREAD;

/* How rows of `kind` look. The width is the list's, whatever the template says; without a "height" a row is as high as
 * its content. A row without a height shows nothing; after 1,000 of them the list asks for no more rows until it is
 * scrolled or its rows change, and the log says so. LAMINA_ERROR_OUT_OF_RANGE for a kind above 32,767,
 * LAMINA_ERROR_FOREIGN_CONTEXT for a template of another context. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_template(
    lamina_list *list, uint32_t kind, lamina_template *template_) LAMINA_OWNER_THREAD;

/* What a row is to the user now, beside its data. */
typedef enum LAMINA_FLAGS lamina_list_row_marks {
  LAMINA_LIST_ROW_MARKS_NONE = 0,
  LAMINA_LIST_ROW_MARKS_SELECTED = 1 << 0,
  LAMINA_LIST_ROW_MARKS_HIGHLIGHTED = 1 << 1 /* a pointer is down on it */
} lamina_list_row_marks;
LAMINA_FLAGS_OPERATORS(lamina_list_row_marks)

/* A row that is to be shown by a tree of nodes. */
typedef struct lamina_list_cell {
  size_t struct_size; /* sizeof(lamina_list_cell) */
  size_t row;         /* where it stood when it came into range: on workers it may stand elsewhere by now */
  uint64_t identity;
  uint64_t version;
  uint32_t kind;
  lamina_list_row_marks marks;
  lamina_node *LAMINA_NULLABLE reused; /* a tree of this kind that shows no row now, or NULL */
} lamina_list_cell;

#define LAMINA_LIST_CELL_INIT { sizeof(lamina_list_cell), 0, 0, 0, 0, LAMINA_LIST_ROW_MARKS_NONE, NULL }

/* Returns the root of the tree that shows a row: `cell->reused`, brought up to date, or another node, whose reference
 * the list takes over. NULL: the row stays empty until its version changes. The tree is the row's as long as it is in
 * the list: use it for no other row, and put it nowhere. Its size is the list's affair; the row is as long as the tree
 * in whole pixels. */
typedef lamina_node *LAMINA_NULLABLE (*lamina_list_cell_fn)(
    lamina_list *list, const lamina_list_cell *cell, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Has rows of `kind` shown by trees of nodes, in place of a template. `make` is called when a row comes into range: on
 * the owner thread with `on_owner`, where it must not change the list; else on workers, for several rows at a time.
 * Trees are measured on workers. They get interface states by their distance from the view (lamina_interface_state), so
 * that observers know when to load what they show, and a tree that changes its size by itself has the list make room.
 * Trees of rows that go out of range, and of earlier versions of rows, are offered for reuse. What a row showed before
 * stays until its new tree is drawn. NULL takes the callback back. LAMINA_ERROR_OUT_OF_RANGE for a kind above 32,767.
 * Since 0.1. */
LAMINA_API lamina_status lamina_list_set_cell_callback(
    lamina_list *list, uint32_t kind, lamina_list_cell_fn LAMINA_NULLABLE make, bool on_owner,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_OWNER_THREAD;

/* What rows of `kind` show while they are in view and not drawn yet, as after a jump: the colour fills the place that
 * the row has, as far as known, and its picture fades in over it (`fade_us`); with `fades_changes` another picture of
 * the row does so over the one before, as when it is highlighted or selected. Trees of nodes have placeholders of their
 * own once they are there. `persists` and `insets` mean nothing here. NULL, the default: the list's node shows its
 * background there. LAMINA_ERROR_OUT_OF_RANGE for a kind above 32,767, LAMINA_ERROR_INVALID_ARGUMENT for a colour
 * outside of its range. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_placeholder(
    lamina_list *list, uint32_t kind, const lamina_placeholder *LAMINA_NULLABLE placeholder) LAMINA_OWNER_THREAD;

/* An entry of the index of a list. */
typedef struct lamina_list_index_entry {
  size_t struct_size; /* sizeof(lamina_list_index_entry), the same in all entries of an array */
  uint64_t identity;  /* of the row that begins a section: its header, its start, or its first item */
  const char *LAMINA_NULLABLE title; /* UTF-8, NUL-terminated, copied */
} lamina_list_index_entry;

#define LAMINA_LIST_INDEX_ENTRY_INIT { sizeof(lamina_list_index_entry), 0, NULL }

/* What a list of one column shows beside its rows. */
typedef struct lamina_list_table {
  size_t struct_size;            /* sizeof(lamina_list_table) */
  lamina_color separator_color;  /* of lines between items; clear: there are none */
  double separator_thickness;    /* a pixel at least */
  double separator_leading;      /* how far lines keep off the side where text begins */
  double separator_trailing;     /* and off the other one */
  const lamina_list_index_entry *LAMINA_NULLABLE index; /* NULL: no index */
  size_t index_count;            /* at most 10,000 */
  lamina_color index_color;      /* of its titles */
  double index_text_size;        /* of its titles, 1 to 200; the index is twice as broad */
} lamina_list_table;

#define LAMINA_LIST_TABLE_INIT \
  { sizeof(lamina_list_table), { 0, 0, 0, 0 }, 1, 0, 0, NULL, 0, { 0.4f, 0.4f, 0.4f, 1 }, 11 }

/* Sets what a list of one column shows beside its rows. A line covers the last pixels of its row, or stands in the
 * middle of the `line_spacing` of the layout; there is none next to headers and footers, and none behind the last item.
 * In a transition lines come, move and go as their rows do; pages of lamina_list_render() have them, and no index.
 *
 * The index is a column of titles, over the rows at the side where text ends, in place of the bar there: keep rows off
 * it with the `insets` of the layout. A pointer on it goes to the beginning of a section, and, dragged, to those of
 * others. Entries whose rows begin no section do not show; without any, there is no index, and none in lists that are
 * horizontal. Where there is no room for all titles some are left out; a pointer finds their sections.
 *
 * Other layouts show nothing of this. NULL, the default: nothing. LAMINA_ERROR_INVALID_ARGUMENT for lengths that are
 * not 0 to 10,000,000, a text size that is not 1 to 200, a colour outside of its range, and titles that are NULL or not
 * UTF-8. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_table(
    lamina_list *list, const lamina_list_table *LAMINA_NULLABLE table) LAMINA_OWNER_THREAD;

/* A row has come into range: give its values with lamina_list_set_values() or one of the two that follow it. The list
 * asks in a process, and also within functions that bring rows into range: those that change or scroll it. So change
 * your data first, then tell the list: what is given counts as the row's until its version is another one.
 * Nothing else of the list may be changed. A row that gets no values shows nothing until its version changes. */
typedef void (*lamina_list_values_fn)(
    lamina_list *list, size_t row, uint64_t identity, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Who is asked for values of rows; NULL takes it back. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_values_callback(
    lamina_list *list, lamina_list_values_fn LAMINA_NULLABLE values, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_OWNER_THREAD;

/* In a lamina_list_values_fn: the values of the row, as lamina_job_add_row() takes them. An image may still be loading:
 * the row shows without it, and is drawn anew when it is there; other rows are not. A row shows without one that
 * failed, and the log says why. LAMINA_ERROR_INVALID_ARGUMENT for a slot that the template does not have, or one given
 * twice, and for a value that its slot cannot take; in a template with parts that repeat, such a row shows nothing, and
 * the log says why. LAMINA_ERROR_INVALID_STATE outside of one. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_values(
    lamina_list *list, const lamina_slot_value *LAMINA_NULLABLE values, size_t value_count) LAMINA_OWNER_THREAD;

/* In a lamina_list_values_fn: the values of the row as a JSON object, as lamina_job_add_row_json() takes them. A
 * worker reads them. LAMINA_ERROR_INVALID_STATE outside of one. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_values_json(
    lamina_list *list, const char *LAMINA_NULLABLE json, size_t length) LAMINA_OWNER_THREAD;

/* The same as texts for the first `text_count` slots of the template, as lamina_job_add_row_texts() takes them.
 * Since 0.1. */
LAMINA_API lamina_status lamina_list_set_values_texts(
    lamina_list *list, const char *LAMINA_NULLABLE const *LAMINA_NULLABLE texts, size_t text_count) LAMINA_OWNER_THREAD;

/* Gives the list another state of its data. Rows that were there before are found by their identity: they keep their
 * heights and pictures, one with another version is drawn anew, and what goes, comes or moves is found in linear time:
 * on a worker where that is much, which one of the owner's next processes takes over. What you ask of the list or do
 * with it meanwhile is about the new rows, and finds the rest at once.
 *
 * Each row needs an identity of its own. LAMINA_ERROR_INVALID_ARGUMENT with a sentence that names both for two that
 * have the same, in lists of up to 4,000 rows; in longer ones, where looking for them would take time that matters,
 * rows of equal identity are matched in order. The same for NULL with a `count`, LAMINA_ERROR_OUT_OF_RANGE for more
 * than 4,000,000 rows, or a kind above 32,767; the list is then as it was. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_rows(
    lamina_list *list, const lamina_list_row *LAMINA_NULLABLE rows, size_t count) LAMINA_OWNER_THREAD;

/* The same for `count` rows of identities 0 to `count` - 1 and of kind 0: rows are who they are by their place.
 * Those that show are all drawn anew for another `version`. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_row_count(
    lamina_list *list, size_t count, uint64_t version) LAMINA_OWNER_THREAD;

/* Inserts rows before `index`, 0 to the number of rows. LAMINA_ERROR_OUT_OF_RANGE beyond that, and as above. Since
 * 0.1. */
LAMINA_API lamina_status lamina_list_insert_rows(
    lamina_list *list, size_t index, const lamina_list_row *LAMINA_NULLABLE rows, size_t count) LAMINA_OWNER_THREAD;

/* Removes `count` rows from `index` on. LAMINA_ERROR_OUT_OF_RANGE when there are not so many. Since 0.1. */
LAMINA_API lamina_status lamina_list_remove_rows(lamina_list *list, size_t index, size_t count) LAMINA_OWNER_THREAD;

/* Moves the row at `from` to stand at `to`. LAMINA_ERROR_OUT_OF_RANGE for rows that are not there. Since 0.1. */
LAMINA_API lamina_status lamina_list_move_row(lamina_list *list, size_t from, size_t to) LAMINA_OWNER_THREAD;

/* The content of a row is another one: it is drawn anew when it is in range. The same version changes nothing.
 * LAMINA_ERROR_OUT_OF_RANGE for a row that is not there. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_row_version(
    lamina_list *list, size_t row, uint64_t version) LAMINA_OWNER_THREAD;

/* A change of rows that says what it does. Sections and items that go, are moved from or reloaded count in the
 * numbering of before, those that come or are moved to in that of after; items by their section and among its items,
 * as lamina_list_get_row_path() does. The order of changes means nothing (as in Texture). */
typedef enum LAMINA_ENUM lamina_list_change_kind {
  LAMINA_LIST_CHANGE_KIND_DELETE_ITEM = 0,
  LAMINA_LIST_CHANGE_KIND_INSERT_ITEM = 1,
  LAMINA_LIST_CHANGE_KIND_RELOAD_ITEM = 2, /* it is made anew, also with the same version, and shows until then */
  LAMINA_LIST_CHANGE_KIND_MOVE_ITEM = 3,
  LAMINA_LIST_CHANGE_KIND_DELETE_SECTION = 4, /* with all of its rows, header and footer */
  LAMINA_LIST_CHANGE_KIND_INSERT_SECTION = 5,
  LAMINA_LIST_CHANGE_KIND_RELOAD_SECTION = 6,
  LAMINA_LIST_CHANGE_KIND_MOVE_SECTION = 7
} lamina_list_change_kind;

typedef struct lamina_list_change {
  size_t struct_size; /* sizeof(lamina_list_change), the same in all changes of an array */
  lamina_list_change_kind kind;
  size_t section;
  size_t item;       /* its number in the section; not looked at in changes of sections */
  size_t to_section; /* of moves */
  size_t to_item;
} lamina_list_change;

#define LAMINA_LIST_CHANGE_INIT { sizeof(lamina_list_change), LAMINA_LIST_CHANGE_KIND_DELETE_ITEM, 0, 0, 0, 0 }

/* A change shows: all rows in view are as it says. `status` is not LAMINA_OK for one that could not be made:
 * LAMINA_ERROR_CANCELLED when the list has ended. */
typedef void (*lamina_list_applied_fn)(
    lamina_list *list, lamina_status status, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Gives the list another state of its data, `rows` with all rows, which `changes` say how to reach; none: by identity,
 * as lamina_list_set_rows(). On the owner thread it is made at once; if it cannot be, for example because numbers do
 * not add up or a row that stays has another identity, LAMINA_ERROR_INVALID_ARGUMENT with a sentence that names section
 * and item, and the list is as it was. On other threads it is made by the owner's next process, and the call waits for
 * nothing; `applied` gets a status. `applied` (may be NULL) is called once, in the order of changes, unless this fails.
 * Since 0.1. */
LAMINA_API lamina_status lamina_list_apply_changes(
    lamina_list *list, const lamina_list_change *LAMINA_NULLABLE changes, size_t change_count,
    const lamina_list_row *LAMINA_NULLABLE rows, size_t row_count, lamina_list_applied_fn LAMINA_NULLABLE applied,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Collects what lamina_list_apply_changes() is given until lamina_list_end_changes(), and makes it one change then, to
 * the rows that were given last. May be nested: the outermost end counts. Other calls that change the list fail with
 * LAMINA_ERROR_INVALID_STATE meanwhile. Since 0.1. */
LAMINA_API lamina_status lamina_list_begin_changes(lamina_list *list) LAMINA_OWNER_THREAD;

/* Fails as lamina_list_apply_changes() does; their `applied` get the status, too. LAMINA_ERROR_INVALID_STATE when
 * nothing has begun. Since 0.1. */
LAMINA_API lamina_status lamina_list_end_changes(lamina_list *list) LAMINA_OWNER_THREAD;

/* The section that a row stands in, and its number among the items of that: SIZE_MAX for others. Either output may be
 * NULL. LAMINA_ERROR_OUT_OF_RANGE for a row that is not there. Since 0.1. */
LAMINA_API lamina_status lamina_list_get_row_path(
    lamina_list *list, size_t row, size_t *LAMINA_NULLABLE out_section,
    size_t *LAMINA_NULLABLE out_item) LAMINA_OWNER_THREAD;

/* The row of an item of a section. LAMINA_ERROR_OUT_OF_RANGE where there is none. Since 0.1. */
LAMINA_API lamina_status lamina_list_find_item(
    lamina_list *list, size_t section, size_t item, size_t *out_row) LAMINA_OWNER_THREAD;

/* How rows stand to each other. Lines follow each other along the axis that scrolls, lanes stand side by side. */
typedef enum LAMINA_ENUM lamina_list_layout_kind {
  LAMINA_LIST_LAYOUT_KIND_COLUMN = 0,  /* one behind the other, as broad as there is room */
  LAMINA_LIST_LAYOUT_KIND_GRID = 1,    /* in lanes of equal breadth; a line is as long as its longest row */
  LAMINA_LIST_LAYOUT_KIND_MASONRY = 2, /* in lanes of equal breadth, each row in the lane that is shortest */
  LAMINA_LIST_LAYOUT_KIND_FLOW = 3,    /* as broad as they are, line by line */
  LAMINA_LIST_LAYOUT_KIND_GALLERY = 4, /* all of one size, as many beside each other as there is room for */
  LAMINA_LIST_LAYOUT_KIND_PAGES = 5,   /* each as large as the view; the next one takes the place of one that goes */
  LAMINA_LIST_LAYOUT_KIND_OWN = 6      /* where you say: by `frames`, or by a lamina_list_layout_fn */
} lamina_list_layout_kind;

typedef struct lamina_list_layout {
  size_t struct_size; /* sizeof(lamina_list_layout) */
  lamina_list_layout_kind kind;
  size_t lane_count;     /* of a grid, masonry or gallery; 0: as many as there is room for of `item_size` */
  lamina_size item_size; /* of a gallery's rows; of others the least breadth of a lane, or a guess at that of a row */
  double line_spacing;
  double lane_spacing;
  lamina_insets insets; /* around all rows */
  const lamina_rect *LAMINA_NULLABLE frames; /* of OWN: of each row, in the content, which begins at (0, 0); they are
                                                copied. NULL: the layout callback is asked */
  size_t frame_count;    /* the number of rows, with `frames` */
  double content_length; /* of OWN with `frames`: how far the content reaches, where that is more than they do */
  bool measures_rows;    /* of OWN with a callback: rows are as long as they measure in the breadth of their frames */
} lamina_list_layout;

#define LAMINA_LIST_LAYOUT_INIT                                                                                       \
  { sizeof(lamina_list_layout), LAMINA_LIST_LAYOUT_KIND_COLUMN, 0, { 0, 0 }, 0, 0, { 0, 0, 0, 0 }, NULL, 0, 0, false }

/* Sets the layout; headers and footers are as broad as there is room in each but OWN. NULL: the default, a column. The
 * first row in view stays. In a transition rows move to their new places. Layouts with lanes or lines take time in the
 * number of rows with each change, and whenever rows are measured, so also while they are scrolled into range for the
 * first time: some ten thousand rows are no trouble there, a million are for columns, pages and galleries.
 *
 * In OWN rows have the sizes of their frames, and stand there whatever their order; of rows that overlap later ones are
 * above. In a list that runs the other way frames count from where that begins. Rows that come later have no place, and
 * do not show, until the layout is set again with frames for all; others keep theirs. Rows that stand in about the
 * order of their numbers take least time to find.
 *
 * LAMINA_ERROR_INVALID_ARGUMENT for an unknown kind, lengths that are not 0 to 10,000,000, a gallery without
 * `item_size`, a grid or masonry without `lane_count` and `item_size`, more than 10,000 lanes, frames that are not
 * finite, negative or not as many as rows, and OWN without `frames` when no callback was set. Since 0.1. */
LAMINA_API lamina_status lamina_list_set_layout(
    lamina_list *list, const lamina_list_layout *LAMINA_NULLABLE layout) LAMINA_OWNER_THREAD;

/* What there is to place, and where the rows stand. */
typedef struct lamina_list_frames {
  size_t struct_size; /* sizeof(lamina_list_frames) */
  lamina_size view;   /* of the list's node */
  const lamina_list_row *rows;
  const double *lengths; /* by row: along the axis that scrolls, as measured or estimated */
  size_t row_count;
  lamina_rect *frames;   /* to be written, by row; all zero at first. A row without an area does not show */
  double content_length; /* to be written: how far the content reaches, where that is more than the frames do */
} lamina_list_frames;

#define LAMINA_LIST_FRAMES_INIT { sizeof(lamina_list_frames), { 0, 0 }, NULL, NULL, 0, NULL, 0 }

/* Writes where rows stand. LAMINA_OK, or a status that leaves them where they are, which the log says unless it is
 * LAMINA_ERROR_CANCELLED. Use nothing of the list: it goes on meanwhile. */
typedef lamina_status (*lamina_list_layout_fn)(
    lamina_list_frames *frames, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* Who says where rows stand in a layout of LAMINA_LIST_LAYOUT_KIND_OWN without `frames`. Called on a worker, one at a
 * time, when rows, the view or, with `measures_rows`, lengths have changed; until it has returned, rows stand where
 * they stood, and new ones do not show. What cannot be used (frames as lamina_list_set_layout() refuses them) is logged
 * with its name, and nothing moves. Setting the layout again asks again. NULL takes the callback back, and rows stay.
 * Since 0.1. */
LAMINA_API lamina_status lamina_list_set_layout_callback(
    lamina_list *list, lamina_list_layout_fn LAMINA_NULLABLE layout, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_OWNER_THREAD;

/* Where the list stands; nothing is measured for it. Since 0.1. */
LAMINA_API lamina_status lamina_list_get_state(lamina_list *list, lamina_list_state *out_state) LAMINA_OWNER_THREAD;

/* Where a row stands; nothing is measured for it. LAMINA_ERROR_OUT_OF_RANGE for a row that is not there. Since 0.1. */
LAMINA_API lamina_status lamina_list_get_row_place(
    lamina_list *list, size_t row, lamina_list_row_place *out_place) LAMINA_OWNER_THREAD;

/* The row at a point of the view. LAMINA_ERROR_OUT_OF_RANGE where there is none. Since 0.1. */
LAMINA_API lamina_status lamina_list_find_row(
    lamina_list *list, lamina_point point, size_t *out_row) LAMINA_OWNER_THREAD;

/* Scrolls to a row: it stands in the next frame where it will stay, whatever is measured around it later, and a header
 * that stays in view covers nothing of it. A row of a template whose height is not known is measured at once; one of a
 * tree of nodes comes into sight where it stays. What comes into view shows once workers have drawn it, and is blank
 * until then (`blank_count`): there is its placeholder (lamina_list_set_placeholder()), or the background of the list's
 * node. NULL for `animation`: at once. Else in the time of frames, as lamina_node_scroll_to() does, and exact at its
 * end, for what comes to be known on the way counts.
 * LAMINA_ERROR_OUT_OF_RANGE for a row that is not there, LAMINA_ERROR_INVALID_ARGUMENT for an unknown alignment and for
 * options out of range. Since 0.1. */
LAMINA_API lamina_status lamina_list_scroll_to_row(
    lamina_list *list, size_t row, lamina_scroll_alignment alignment,
    const lamina_animation_options *LAMINA_NULLABLE animation) LAMINA_OWNER_THREAD;

/* How rows are drawn as pictures. */
typedef struct lamina_list_render_options {
  size_t struct_size;     /* sizeof(lamina_list_render_options) */
  size_t first_row;
  size_t row_count;       /* SIZE_MAX, or any number that is too large: all up to the last; 0: no page */
  double breadth;         /* of the pages across the axis that scrolls, logical units, 1 to 10,000,000; 0: the list's */
  double page_length;     /* along it, 1 to 10,000,000: a page ends before a row that it would cut, unless more than
                             half of it stayed empty. 0: one picture of all rows */
  double scale;           /* pixels to a logical unit, 0.1 to 16 */
  lamina_color background;
} lamina_list_render_options;

#define LAMINA_LIST_RENDER_OPTIONS_INIT \
  { sizeof(lamina_list_render_options), 0, SIZE_MAX, 0, 0, 1, { 0, 0, 0, 0 } }

/* A page with rows. */
typedef struct lamina_list_page {
  size_t struct_size; /* sizeof(lamina_list_page) */
  size_t index;
  size_t page_count;
  size_t first_row; /* that stands on it, in whole or in part */
  size_t row_count;
  const lamina_bitmap *bitmap; /* valid during the call: write it to a file, or copy it */
} lamina_list_page;

#define LAMINA_LIST_PAGE_INIT { sizeof(lamina_list_page), 0, 0, 0, 0, NULL }

/* A page is drawn; return whether to go on. `page` is NULL in the last call: all pages were drawn (LAMINA_OK), or why
 * there are no more. The list may be changed. */
typedef bool (*lamina_list_page_fn)(
    lamina_list *list, lamina_status status, const lamina_list_page *LAMINA_NULLABLE page,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Draws rows as pictures, in the layout that the list has, whether they are in view or not. The list need not be on a
 * surface, if `breadth` is given. Values are asked for on the owner thread, some rows at a time, cell callbacks are
 * called as ever, and workers measure and draw; pictures that rows name by URLs show as far as they are there. All rows
 * are measured first, then there is one page at a time in memory. Rows that cannot be drawn are left out, and logged.
 * `page` is called for each page in order, from the top or left, and once more: with LAMINA_ERROR_OUT_OF_RANGE when a
 * picture would have more than 32,767 pixels in a row or column, and LAMINA_ERROR_CANCELLED when it returned false, the
 * rows or the layout have changed, or list or context have ended. NULL for `options` means the defaults.
 * LAMINA_ERROR_OUT_OF_RANGE for a first row that is not there, but for row 0 of a list without rows,
 * LAMINA_ERROR_INVALID_ARGUMENT for numbers outside their ranges and for a `breadth` with a layout of your own,
 * LAMINA_ERROR_INVALID_STATE for a list without a size. Since 0.1. */
LAMINA_API lamina_status lamina_list_render(
    lamina_list *list, const lamina_list_render_options *LAMINA_NULLABLE options, lamina_list_page_fn page,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_OWNER_THREAD;

/* Processes, as lamina_context_wait_idle() does, until the list is settled (lamina_list_state): for tests and pictures.
 * Transitions and fades of rows go on with frames, which it does not wait for.
 * LAMINA_ERROR_TIMED_OUT after `timeout_us` (UINT64_MAX = no limit). LAMINA_ERROR_INVALID_STATE when it moves by itself
 * and only you can make frames, or when its node is on no surface: it would never be. Since 0.1. */
LAMINA_API lamina_status lamina_list_wait_settled(lamina_list *list, uint64_t timeout_us) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
