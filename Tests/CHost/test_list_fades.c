/* Rows that are highlighted and let go of fade over, where the placeholder of their kind says so: by the clock of
 * frames, the same to the bit with any number of workers. */
#include "list_stage.h"

enum { FRAMES = 20 };

static void marked_values(lamina_list *list, size_t row, uint64_t identity, void *user_data) {
  lamina_list_row_marks marks = LAMINA_LIST_ROW_MARKS_NONE;
  char json[120];
  (void)identity, (void)user_data;
  CHECK_OK(lamina_list_get_row_marks(list, row, &marks));
  snprintf(json, sizeof json, "{\"color\": \"%s\", \"width\": 40, \"height\": 20}",
           (marks & LAMINA_LIST_ROW_MARKS_HIGHLIGHTED) ? "#ff0000" : "#0000ff");
  CHECK_OK(lamina_list_set_values_json(list, json, LAMINA_NUL_TERMINATED));
}

static void send(list_stage *s, lamina_event_kind kind) {
  lamina_event event = LAMINA_EVENT_INIT;
  event.kind = kind;
  event.time_us = s->time;
  event.position.x = 10;
  event.position.y = 45;
  CHECK_OK(lamina_surface_process_event(s->surface, &event, NULL));
}

/* How red the row is under the pointer, which is down from the first frame to the eighth. */
static void play(int *red, int workers, uint64_t fade_us, bool fades_changes) {
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  list_stage *s = stage_make(NULL, 40, 200, workers);
  int i;
  placeholder.fade_us = fade_us;
  placeholder.fade_curve = "ease-out";
  placeholder.fades_changes = fades_changes;
  CHECK_OK(lamina_list_set_values_callback(s->list, marked_values, s, NULL));
  CHECK_OK(lamina_list_set_placeholder(s->list, 0, &placeholder));
  CHECK_OK(lamina_list_set_selection(s->list, LAMINA_LIST_SELECTION_SINGLE));
  stage_fill(s, 50, 0);
  stage_give(s);
  stage_settle(s);
  for (i = 0; i < 20; i++) stage_frame(s); /* what faded in first is whole */
  for (i = 0; i < FRAMES; i++) {
    uint32_t pixel;
    if (i == 0) send(s, LAMINA_EVENT_KIND_POINTER_DOWN);
    if (i == 8) send(s, LAMINA_EVENT_KIND_POINTER_UP);
    CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
    stage_frame(s);
    pixel = check_pixel(&s->picture, 10, 50);
    red[i] = (int)(pixel >> 16 & 255);
    CHECK(red[i] + (int)(pixel & 255) >= 254 && red[i] + (int)(pixel & 255) <= 256);
    CHECK_EQUAL(check_pixel(&s->picture, 10, 70), 0xFF0000FFu); /* no other row does */
  }
  stage_end(s);
}

int main(void) {
  static const int workers[] = {1, 2, 4, 0};
  static int red[4][FRAMES], at_once[FRAMES];
  int way, i;
  for (way = 0; way < 4; way++) {
    play(red[way], workers[way], 160000, true);
    for (i = 0; i < FRAMES; i++) CHECK_EQUAL(red[way][i], red[0][i]);
  }
  for (i = 1; i < 8; i++) CHECK(red[0][i] > red[0][i - 1]);
  CHECK(red[0][7] > 128 && red[0][7] < 255); /* let go of before it is whole */
  for (i = 10; i < FRAMES; i++) CHECK(red[0][i] < red[0][i - 1] || red[0][i] == 0);
  CHECK_EQUAL(red[0][FRAMES - 1], 0);
  play(at_once, 1, 160000, false);
  for (i = 0; i < FRAMES; i++) CHECK(at_once[i] == 0 || at_once[i] == 255);
  CHECK(at_once[4] == 255);
  return check_done(__FILE__);
}
