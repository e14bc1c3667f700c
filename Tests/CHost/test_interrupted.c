/* 10,000 animations and transitions that interrupt each other at random: what is shown moves on without a jump, every
 * completion comes once, and nothing is left. The first argument is the seed. */
#include "check.h"

enum { NODES = 12, INTERRUPTIONS = 10000 };

static unsigned long seed = 20261126;
static long begun, ended, destroyed;

static unsigned next(unsigned bound) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(seed >> 33) % bound;
}

static void done(bool finished, void *user_data) {
  (void)finished;
  (void)user_data;
  ended++;
}

static void was_destroyed(void *user_data) {
  (void)user_data;
  destroyed++;
}

static lamina_rect place(void) {
  lamina_rect frame;
  frame.origin.x = next(200);
  frame.origin.y = next(200);
  frame.size.width = 20 + next(60);
  frame.size.height = 20 + next(60);
  return frame;
}

static lamina_animation_options random_options(void) {
  static const char *curves[] = {"linear", "ease", "ease-in-out", "cubic-bezier(0.2, 0, 0, 1)"};
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  options.duration_us = 150000 + next(400) * 1000;
  options.curve = curves[next(4)];
  if (next(2)) {
    options.timing = LAMINA_ANIMATION_TIMING_SPRING;
    options.bounce = next(60) / 100.0;
  }
  return options;
}

static void interrupt(lamina_context *context, lamina_node **nodes) {
  lamina_animation_options options = random_options();
  unsigned i = next(NODES);
  begun++;
  if (next(3) == 0) {
    lamina_presented_values to = LAMINA_PRESENTED_VALUES_INIT;
    to.fields = LAMINA_PRESENTED_FIELDS_POSITION | LAMINA_PRESENTED_FIELDS_OPACITY;
    to.position.x = next(200);
    to.position.y = next(200);
    to.opacity = 0.2 + next(80) / 100.0;
    options.ends_at_model = next(2);
    CHECK_OK(lamina_node_add_animation(nodes[i], &to, &options, done, NULL, was_destroyed, NULL));
  } else {
    lamina_transition_options transition = LAMINA_TRANSITION_OPTIONS_INIT;
    unsigned count = 1 + next(4);
    transition.animation = &options;
    CHECK_OK(lamina_context_begin_transition(context, &transition, NULL));
    while (count--) {
      i = next(NODES);
      CHECK_OK(lamina_node_set_frame(nodes[i], place()));
      CHECK_OK(lamina_node_set_opacity(nodes[i], 0.2 + next(80) / 100.0));
    }
    CHECK_OK(lamina_context_end_transition(context, done, NULL, was_destroyed));
  }
}

int main(int argc, char **argv) {
  lamina_context *context = check_context(0);
  lamina_surface *surface = NULL;
  lamina_node *root = check_node(context), *nodes[NODES];
  lamina_presented_values before[NODES], now = LAMINA_PRESENTED_VALUES_INIT;
  lamina_point speed[NODES];
  uint64_t time_us = 1000000;
  double jump = 0, bend = 0;
  char text[200];
  int i, step;
  if (argc > 1) seed = strtoul(argv[1], NULL, 10);
  CHECK_OK(lamina_context_set_time_us(context, time_us));
  for (i = 0; i < NODES; i++) {
    nodes[i] = check_node(context);
    CHECK_OK(lamina_node_set_frame(nodes[i], place()));
    CHECK_OK(lamina_node_add_child(root, nodes[i]));
    before[i] = now;
    speed[i].x = speed[i].y = 0;
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(300, 300), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (i = 0; i < NODES; i++) CHECK_OK(lamina_node_get_presented(nodes[i], &before[i]));
  for (step = 0; step < INTERRUPTIONS; step++) {
    interrupt(context, nodes);
    time_us += 1000; /* small steps: a jump stands out */
    CHECK_OK(lamina_context_set_time_us(context, time_us));
    CHECK_OK(lamina_context_process(context, 0));
    for (i = 0; i < NODES; i++) {
      double x, y;
      CHECK_OK(lamina_node_get_presented(nodes[i], &now));
      x = now.position.x - before[i].position.x;
      y = now.position.y - before[i].position.y;
      jump = fmax(jump, fmax(fabs(x), fabs(y)));
      bend = fmax(bend, fmax(fabs(x - speed[i].x), fabs(y - speed[i].y)));
      speed[i].x = x;
      speed[i].y = y;
      before[i] = now;
    }
    if (step % 50 == 49) {
      time_us += 100000; /* most come to rest now and then */
      CHECK_OK(lamina_context_set_time_us(context, time_us));
      CHECK_OK(lamina_context_process(context, 0));
      time_us += 1000;
      CHECK_OK(lamina_context_set_time_us(context, time_us));
      CHECK_OK(lamina_context_process(context, 0));
      for (i = 0; i < NODES; i++) {
        CHECK_OK(lamina_node_get_presented(nodes[i], &before[i]));
        speed[i].x = speed[i].y = 1e9; /* not known */
      }
      for (i = 0; i < NODES; i++) speed[i].x = speed[i].y = 0;
      bend = 0;
    }
  }
  snprintf(text, sizeof text, "in a millisecond at most %g units, seed %lu", jump, seed);
  puts(text);
  CHECK(jump < 12); /* 300 units in 150 ms, with the velocities that springs take over; a jump would be 100 */
  for (i = 0; i < 40; i++) {
    time_us += 100000;
    CHECK_OK(lamina_context_set_time_us(context, time_us));
    CHECK_OK(lamina_context_process(context, 0));
  }
  CHECK_EQUAL(ended, begun);
  CHECK_EQUAL(destroyed, begun);
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);
  CHECK_OK(lamina_context_read_animations(context, text, sizeof text, NULL));
  CHECK(strncmp(text, "0 animations", 12) == 0);
  for (i = 0; i < NODES; i++) lamina_node_release(nodes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
  return check_done(__FILE__);
}
