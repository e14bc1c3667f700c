/* A list on a surface, whose rows are colours by their identities; a frame at a time. */
#ifndef LIST_STAGE_H
#define LIST_STAGE_H

#include "check.h"

enum { STAGE_MOST = 4000 };

static const char stage_form[] =
    "{\"root\": {\"background\": \"{color}\", \"style\": {\"width\": \"{width}\", \"height\": \"{height}\"}}}";

typedef struct list_stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_list *list;
  lamina_node *node;
  check_picture picture;
  uint64_t time;
  lamina_list_row rows[STAGE_MOST];
  size_t count;
  double width, height; /* of rows; 0: by identity */
} list_stage;

/* What callbacks look at. */
static list_stage *staged;

static inline double stage_height(uint64_t identity) {
  return staged->height > 0 ? staged->height : 12 + (double)(identity * 37 % 61);
}

static inline unsigned stage_color(uint64_t identity, uint64_t version) {
  return (unsigned)(((identity * 2 + 1) & 0xFFFF) << 8 | (version * 64 & 0xC0) | 0x20);
}

static inline uint64_t stage_version(uint64_t identity) {
  size_t i;
  for (i = 0; i < staged->count; i++) {
    if (staged->rows[i].identity == identity) return staged->rows[i].version;
  }
  return 0;
}

static inline void stage_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  char json[120];
  (void)row, (void)user_data;
  snprintf(json, sizeof json, "{\"color\": \"#%06x\", \"width\": %g, \"height\": %g}",
           stage_color(identity, stage_version(identity)), staged->width > 0 ? staged->width : 20, stage_height(identity));
  CHECK_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

/* The last message of the library's log. */
static char stage_log[1000];

static inline void stage_keep_log(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)user_data;
  snprintf(stage_log, sizeof stage_log, "%s", message);
}

static inline lamina_context *stage_context(int threads) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.thread_count = threads;
  options.log = stage_keep_log;
  stage_log[0] = 0;
  if (!CHECK_OK(lamina_context_create(&options, &context))) exit(check_done("no context"));
  return context;
}

static inline list_stage *stage_make(const lamina_list_options *options, int width, int height, int threads) {
  list_stage *s = (list_stage *)calloc(1, sizeof *s);
  lamina_template *form = NULL;
  staged = s;
  s->context = stage_context(threads);
  s->time = 1000000;
  s->picture = check_make_picture(width, height);
  CHECK_OK(lamina_context_begin_frame(s->context, s->time, 0));
  CHECK_OK(lamina_surface_create(s->context, check_make_size(width, height), 1, &s->surface));
  CHECK_OK(lamina_surface_set_background(s->surface, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_list_create(s->context, options, &s->list));
  CHECK_OK(lamina_list_copy_node(s->list, &s->node));
  CHECK_OK(lamina_template_create(s->context, stage_form, LAMINA_NUL_TERMINATED, &form));
  CHECK_OK(lamina_list_set_template(s->list, 0, form));
  lamina_template_release(form);
  CHECK_OK(lamina_list_set_values_callback(s->list, stage_values, s, NULL));
  CHECK_OK(lamina_surface_set_root(s->surface, s->node));
  return s;
}

static inline void stage_end(list_stage *s) {
  lamina_list_release(s->list);
  lamina_node_release(s->node);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
  free(s);
}

/* Adds a row to those that stage_give() gives. */
static inline void stage_add(list_stage *s, uint64_t identity, uint32_t kind, lamina_list_row_role role) {
  static const lamina_list_row empty = LAMINA_LIST_ROW_INIT;
  lamina_list_row *row = s->rows + s->count++;
  *row = empty;
  row->identity = identity;
  row->kind = kind;
  row->role = role;
}

static inline void stage_fill(list_stage *s, size_t count, uint32_t kind) {
  s->count = 0;
  while (s->count < count) stage_add(s, s->count + 1, kind, LAMINA_LIST_ROW_ROLE_ITEM);
}

static inline void stage_give(list_stage *s) { CHECK_OK(lamina_list_set_rows(s->list, s->rows, s->count)); }

static inline lamina_list_state stage_state(list_stage *s) {
  lamina_list_state state = LAMINA_LIST_STATE_INIT;
  CHECK_OK(lamina_list_get_state(s->list, &state));
  return state;
}

static inline lamina_scroll_state stage_scroll(list_stage *s) {
  lamina_scroll_state state = LAMINA_SCROLL_STATE_INIT;
  CHECK_OK(lamina_node_get_scroll_state(s->node, &state));
  return state;
}

/* Along the axis that it has. */
static inline void stage_scroll_by(list_stage *s, double distance) {
  CHECK_OK(lamina_node_scroll_by(s->node, check_make_point(distance, distance), NULL));
}

static inline void stage_scroll_to(list_stage *s, double offset) {
  CHECK_OK(lamina_node_scroll_to(s->node, check_make_point(offset, offset), NULL));
}

static inline lamina_rect stage_place(list_stage *s, size_t row) {
  lamina_list_row_place place = LAMINA_LIST_ROW_PLACE_INIT;
  CHECK_OK(lamina_list_get_row_place(s->list, row, &place));
  return place.frame;
}

/* A frame, 16 ms after the last. */
static inline void stage_frame(list_stage *s) {
  s->time += 16000;
  CHECK_OK(lamina_context_begin_frame(s->context, s->time, 0));
  CHECK_OK(lamina_context_process(s->context, 0));
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

/* Until a frame has begun with all as it should be, so that it shows that. */
static inline void stage_settle(list_stage *s) {
  int i, quiet = 0;
  for (i = 0; i < 200; i++) {
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    quiet = stage_state(s).is_settled ? quiet + 1 : 0;
    if (quiet > 1 && i > 2) return;
  }
  CHECK(!"it does not settle");
}

/* What has to be at the middle of each row in view: its colour, or white where a row may be blank. Returns how many are
 * blank. */
static inline int stage_check(list_stage *s, int line) {
  size_t row;
  int blank = 0, wrong = 0, seen = 0;
  for (row = 0; row < s->count; row++) {
    lamina_rect place = stage_place(s, row);
    int x = (int)(place.origin.x + place.size.width / 2), y = (int)(place.origin.y + place.size.height / 2);
    uint32_t pixel;
    size_t found = SIZE_MAX;
    if (s->rows[row].role == LAMINA_LIST_ROW_ROLE_START || x < 0 || y < 0 || x >= s->picture.bitmap.width ||
        y >= s->picture.bitmap.height) {
      continue;
    }
    /* Below a header that stays. */
    CHECK_OK(lamina_list_find_row(s->list, check_make_rect(x, y, 0, 0).origin, &found));
    if (found != row) continue;
    seen++;
    pixel = check_pixel(&s->picture, x, y) & 0xFFFFFF;
    if (pixel == 0xFFFFFF) {
      blank++;
    } else if (pixel >> 8 != stage_color(s->rows[row].identity, 0) >> 8) {
      if (wrong++ < 3) {
        printf("line %d, (%d, %d): %06x, not that of row %d: %06x\n", line, x, y, pixel, (int)row,
               stage_color(s->rows[row].identity, 0));
      }
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(seen > 0);
  return blank;
}

#endif
