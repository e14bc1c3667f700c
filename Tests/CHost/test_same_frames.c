/* What moves is the same in each frame, to the bit, with any number of workers, where a frame is painted once all is
 * done that workers have to do for it: transitions that move, resize, show and hide rows with contents of their own,
 * interrupt each other, and have animations, additions and fades beside them. */
#include "motion_stage.h"

enum { ROWS = 8, FRAMES = 90, WIDTH = 120, HEIGHT = 200 };

typedef struct record {
  uint64_t pixels[FRAMES];
  lamina_presented_values values[FRAMES][ROWS];
  int ends[FRAMES];
} record;

static uint64_t state;

static unsigned next(unsigned bound) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % bound;
}

/* Takes longer for some than for others. */
static lamina_status draw(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                          void *user_data) {
  int x, y;
  (void)canvas, (void)size, (void)scale;
  check_sleep_ms((long)((uintptr_t)user_data % 3));
  for (y = 0; y < target->height; y++) {
    for (x = 0; x < target->width; x++) {
      ((uint32_t *)((char *)target->data + y * target->stride))[x] = 0xFF000000u | (uint32_t)(x * 9 + y * 2563);
    }
  }
  return LAMINA_OK;
}

static lamina_animation_options some_movement(void) {
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  options.duration_us = 100000 + next(300) * 1000;
  if (next(2)) {
    options.timing = LAMINA_ANIMATION_TIMING_SPRING;
    options.bounce = next(60) / 100.0;
  } else {
    options.curve = next(2) ? "cubic-bezier(0.2, 0, 0, 1)" : "steps(5)";
  }
  return options;
}

static void set_rows(stage *s, lamina_node *const *rows) {
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_spec *spec = NULL;
  lamina_element elements[ROWS];
  size_t count = 0, i, first = next(ROWS);
  for (i = 0; i < ROWS; i++) {
    if (next(4) == 0) continue;
    elements[count].node = rows[(first + i * 3) % ROWS];
    count++;
  }
  options.axis = LAMINA_AXIS_VERTICAL;
  options.align_items = LAMINA_ALIGN_START;
  options.spacing = next(6);
  CHECK_OK(lamina_spec_create_stack(s->context, &options, NULL, elements, count, &spec));
  CHECK_OK(lamina_node_set_spec(s->root, spec));
  lamina_spec_release(spec);
}

static void change(stage *s, lamina_node *const *rows) {
  static const lamina_transition_effect effects[] = {LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_LEFT,
                                                     LAMINA_TRANSITION_EFFECT_SCALE};
  lamina_animation_options how = some_movement();
  lamina_transition_options options = LAMINA_TRANSITION_OPTIONS_INIT;
  lamina_presented_values values = to_position(next(20), next(20));
  lamina_node *row = rows[next(ROWS)];
  options.animation = &how;
  options.appears = effects[next(3)];
  options.leaves = effects[next(3)];
  options.stagger_us = next(3) * 10000;
  switch (next(4)) {
    case 0:
      how.adds = true;
      CHECK_OK(lamina_node_add_animation(row, &values, &how, done, NULL, NULL, NULL));
      break;
    case 1:
      values.fields = LAMINA_PRESENTED_FIELDS_BACKGROUND | LAMINA_PRESENTED_FIELDS_TRANSFORM;
      how.ends_at_model = true;
      CHECK_OK(lamina_node_add_animation(row, &values, &how, done, NULL, NULL, NULL));
      CHECK_OK(lamina_node_set_background(row, check_make_color(next(0xFFFFFF))));
      break;
    default:
      CHECK_OK(lamina_context_begin_transition(s->context, &options, NULL));
      CHECK_OK(check_set_size(row, check_make_size(30 + next(80), 8 + next(20))));
      set_rows(s, rows);
      CHECK_OK(lamina_context_end_transition(s->context, done, NULL, NULL));
      break;
  }
}

static void play(record *found, int workers, uint64_t seed) {
  stage s = make_stage(workers);
  check_picture picture = check_make_picture(WIDTH, HEIGHT);
  lamina_placeholder placeholder = LAMINA_PLACEHOLDER_INIT;
  lamina_node *rows[ROWS];
  size_t i;
  int number;
  state = seed;
  memset(found, 0, sizeof *found);
  placeholder.fade_us = 50000;
  for (i = 0; i < ROWS; i++) {
    rows[i] = check_box(s.context, 60, 15);
    CHECK_OK(lamina_node_set_background(rows[i], check_make_color(0x203040 * (unsigned)(i + 1) & 0xFFFFFF)));
    CHECK_OK(lamina_node_set_placeholder(rows[i], &placeholder));
    if (i % 2) CHECK_OK(lamina_node_set_draw_pixels_callback(rows[i], draw, (void *)(uintptr_t)i, NULL));
  }
  set_rows(&s, rows);
  CHECK_OK(lamina_surface_set_size(s.surface, check_make_size(WIDTH, HEIGHT), 1));
  for (number = 0; number < FRAMES; number++) {
    int y;
    if (number % 7 == 3) change(&s, rows);
    frame(&s, (uint64_t)(number + 1) * 16667);
    CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
    CHECK_OK(lamina_surface_composite(s.surface, &picture.bitmap, NULL, 0, NULL));
    for (y = 0; y < HEIGHT; y++) {
      int x;
      for (x = 0; x < WIDTH; x++) {
        found->pixels[number] = (found->pixels[number] ^ check_pixel(&picture, x, y)) * 1099511628211u;
      }
    }
    for (i = 0; i < ROWS; i++) {
      found->values[number][i] = shown(rows[i]);
      found->values[number][i].gradient = NULL;
    }
    found->ends[number] = ends;
  }
  for (i = 0; i < ROWS; i++) lamina_node_release(rows[i]);
  free(picture.pixels);
  end_stage(&s);
}

int main(void) {
  static const int workers[] = {1, 2, 4, 0};
  static record first, other;
  uint64_t seed;
  size_t way;
  for (seed = 1; seed <= 4; seed++) {
    int number, changed = 0;
    play(&first, workers[0], seed);
    for (number = 1; number < FRAMES; number++) changed += first.pixels[number] != first.pixels[number - 1];
    CHECK(changed > FRAMES / 2);
    CHECK(first.ends[FRAMES - 1] > 3);
    for (way = 1; way < sizeof workers / sizeof *workers; way++) {
      play(&other, workers[way], seed);
      for (number = 0; number < FRAMES; number++) {
        bool isSame = other.pixels[number] == first.pixels[number] && other.ends[number] == first.ends[number] &&
                      memcmp(other.values[number], first.values[number], sizeof first.values[number]) == 0;
        if (!CHECK(isSame)) {
          printf("    seed %d: frame %d differs with %d workers\n", (int)seed, number, workers[way]);
          break;
        }
      }
    }
  }
  return check_done(__FILE__);
}
