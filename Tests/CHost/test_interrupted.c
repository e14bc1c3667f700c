/* Animations and transitions that interrupt each other at random, 2,500 or with CHECK_LONG=1 in the environment 10,000:
 * places move on without a jump and as fast as they were, every completion comes once, and nothing is left. The first
 * argument is the seed. */
#include "check.h"

enum { NODES = 12, STEP_US = 100, WAY = 20000 };

/* A spring of 150 ms that swings over the whole way gains some 6,000 units a second in a step of 100 us; what stands
 * still moves at up to 800,000 a moment later. */
static const double most_gained = 24000, fast = 60000;

typedef struct scene {
  lamina_context *context;
  lamina_node *nodes[NODES];
  uint64_t animations[NODES]; /* what moves a node alone; 0 for what moves many, and for none */
  bool began_at_rest[NODES], was_dragged[NODES];
  double factor[NODES];       /* how much faster it is to be after an interruption */
  lamina_presented_values now[NODES], before[NODES];
  lamina_point speed[NODES], speed_before[NODES]; /* units a second, in the last step and the one before */
  uint64_t time_us;
} scene;

static unsigned long seed = 20261126;
static long begun, ended, destroyed, were_fast;
static double worst_jump, worst_bend, worst_fade;

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

static lamina_point random_point(void) {
  lamina_point point;
  point.x = next(WAY);
  point.y = next(WAY);
  return point;
}

static lamina_rect random_frame(void) {
  lamina_rect frame;
  frame.origin = random_point();
  frame.size = check_make_size(20 + next(60), 20 + next(60));
  return frame;
}

/* Curves that begin and end at rest: what they begin with from rest is no jump either. */
static lamina_animation_options random_options(void) {
  static const char *curves[] = {"ease-in-out", "cubic-bezier(0.4, 0, 0.2, 1)", "cubic-bezier(0.3, 0, 0.1, 1)"};
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  options.duration_us = 150000 + next(400) * 1000;
  options.curve = curves[next(3)];
  if (next(2)) {
    options.timing = LAMINA_ANIMATION_TIMING_SPRING;
    options.curve = NULL;
    options.bounce = next(60) / 100.0;
  }
  if (next(4) == 0) options.delay_us = next(60) * 1000;
  if (next(4) == 0) options.speed = 0.5 + next(2);
  return options;
}

/* ---- Frames ---- */

static void frame(scene *s, uint64_t step_us) {
  int i;
  s->time_us += step_us;
  CHECK_OK(lamina_context_set_time_us(s->context, s->time_us));
  CHECK_OK(lamina_context_process(s->context, 0));
  for (i = 0; i < NODES; i++) {
    s->before[i] = s->now[i];
    s->now[i].struct_size = sizeof s->now[i];
    CHECK_OK(lamina_node_get_presented(s->nodes[i], &s->now[i]));
    s->speed_before[i] = s->speed[i];
    s->speed[i].x = (s->now[i].position.x - s->before[i].position.x) / (double)step_us * 1e6;
    s->speed[i].y = (s->now[i].position.y - s->before[i].position.y) / (double)step_us * 1e6;
  }
}

static double largest(double a, double b) { return fmax(fabs(a), fabs(b)); }

/* What is let go of ends its way at its beginning or its end, however fast it comes there. */
static bool is_at_stop(scene *s, int i) {
  lamina_animation_state state = LAMINA_ANIMATION_STATE_INIT;
  if (lamina_context_get_animation(s->context, s->animations[i], &state) != LAMINA_OK) return s->was_dragged[i];
  return state.speed == 0 && (state.progress == 0 || state.progress == 1);
}

/* The last step has the speed of the one before, times what was asked for. */
static void compare(scene *s, const char *what) {
  int i;
  for (i = 0; i < NODES; i++) {
    double before = largest(s->speed_before[i].x, s->speed_before[i].y);
    double bend = largest(s->speed[i].x - s->speed_before[i].x * s->factor[i],
                          s->speed[i].y - s->speed_before[i].y * s->factor[i]);
    double jump = largest(s->now[i].position.x - s->before[i].position.x, s->now[i].position.y - s->before[i].position.y);
    double fade = fabs(s->now[i].opacity - s->before[i].opacity);
    if (bend > most_gained * fmax(1, fabs(s->factor[i])) && bend > worst_bend && !is_at_stop(s, i)) {
      printf("seed %lu: after %s node %d goes from %g, %g to %g, %g\n", seed, what, i, s->speed_before[i].x,
             s->speed_before[i].y, s->speed[i].x, s->speed[i].y);
      worst_bend = bend;
    }
    if (before > fast && strcmp(what, "nothing") != 0) were_fast++;
    if (fade > 0.02 && fade > worst_fade) printf("seed %lu: after %s node %d fades by %g\n", seed, what, i, fade);
    worst_jump = fmax(worst_jump, jump);
    worst_fade = fmax(worst_fade, fade);
    s->factor[i] = 1;
  }
}

/* ---- What interrupts ---- */

static void note(scene *s, int i) {
  s->began_at_rest[i] = s->speed[i].x == 0 && s->speed[i].y == 0;
  s->was_dragged[i] = false;
}

static void animate(scene *s, int i) {
  lamina_animation_options options = random_options();
  lamina_presented_values to = LAMINA_PRESENTED_VALUES_INIT;
  to.fields = LAMINA_PRESENTED_FIELDS_POSITION | LAMINA_PRESENTED_FIELDS_OPACITY;
  to.position = random_point();
  to.opacity = 0.2 + next(80) / 100.0;
  options.ends_at_model = next(2);
  CHECK_OK(lamina_node_add_animation(s->nodes[i], &to, &options, done, NULL, was_destroyed, &s->animations[i]));
  note(s, i);
  begun++;
}

static void change(scene *s) {
  lamina_animation_options options = random_options();
  lamina_transition_options transition = LAMINA_TRANSITION_OPTIONS_INIT;
  unsigned count = 1 + next(4);
  transition.animation = &options;
  if (next(4) == 0) transition.stagger_us = next(20) * 1000;
  CHECK_OK(lamina_context_begin_transition(s->context, &transition, NULL));
  while (count--) {
    unsigned i = next(NODES);
    s->animations[i] = 0;
    s->was_dragged[i] = false;
    CHECK_OK(lamina_node_set_frame(s->nodes[i], random_frame()));
    CHECK_OK(lamina_node_set_opacity(s->nodes[i], 0.2 + next(80) / 100.0));
  }
  CHECK_OK(lamina_context_end_transition(s->context, done, NULL, was_destroyed));
  begun++;
}

/* Below 0 it goes back; what was not at rest at its beginning is not when it comes there again. */
static void change_speed(scene *s, int i) {
  static const double speeds[] = {0.5, 1, 2, -1};
  lamina_animation_state state = LAMINA_ANIMATION_STATE_INIT;
  double speed = speeds[next(4)];
  if (lamina_context_get_animation(s->context, s->animations[i], &state) != LAMINA_OK) return;
  if (state.speed == 0 || state.progress == 0 || (speed < 0 && !s->began_at_rest[i])) return;
  CHECK_OK(lamina_context_set_animation_speed(s->context, s->animations[i], speed));
  s->factor[i] = speed / state.speed;
}

/* Shows by the default animation, or is what animations follow. */
static void move_model(scene *s, int i) {
  s->animations[i] = 0;
  s->was_dragged[i] = false;
  CHECK_OK(lamina_node_set_frame(s->nodes[i], random_frame()));
}

/* A finger moves an animation, ever faster, and lets go of it; or something else takes over from the finger. */
static void drag(scene *s, int i) {
  lamina_animation_options options = random_options();
  lamina_presented_values to = LAMINA_PRESENTED_VALUES_INIT;
  double progress = 0.1 + next(20) / 100.0, speed = 1 + next(100) / 100.0;
  int step;
  to.fields = LAMINA_PRESENTED_FIELDS_POSITION;
  to.position = random_point();
  options.timing = LAMINA_ANIMATION_TIMING_CURVE;
  options.curve = "linear";
  options.delay_us = 0;
  options.speed = 0;
  CHECK_OK(lamina_node_add_animation(s->nodes[i], &to, &options, done, NULL, was_destroyed, &s->animations[i]));
  begun++;
  for (step = 0; step < 8; step++) {
    CHECK_OK(lamina_context_set_animation_progress(s->context, s->animations[i], progress));
    frame(s, STEP_US);
    progress += speed * STEP_US * 1e-6;
  }
  options = random_options();
  options.delay_us = 0;
  s->began_at_rest[i] = false;
  s->was_dragged[i] = next(2);
  if (s->was_dragged[i]) {
    CHECK_OK(lamina_context_move_animation(s->context, s->animations[i], next(2), &options));
  } else {
    to.position = random_point();
    CHECK_OK(lamina_node_add_animation(s->nodes[i], &to, &options, done, NULL, was_destroyed, &s->animations[i]));
    begun++;
  }
}

static const char *interrupt(scene *s) {
  int i = (int)next(NODES);
  switch (next(8)) {
  case 0: change_speed(s, i); return "another speed";
  case 1: move_model(s, i); return "a change of the model";
  case 2: drag(s, i); return "a finger";
  case 3:
  case 4: animate(s, i); return "an animation";
  default: change(s); return "a transition";
  }
}

int main(int argc, char **argv) {
  static scene s;
  lamina_surface *surface = NULL;
  lamina_node *root;
  char text[200];
  int i, step, count = getenv("CHECK_LONG") != NULL ? 10000 : 2500;
  if (argc > 1) seed = strtoul(argv[1], NULL, 10);
  s.context = check_context(0);
  root = check_node(s.context);
  s.time_us = 1000000;
  CHECK_OK(lamina_context_set_time_us(s.context, s.time_us));
  for (i = 0; i < NODES; i++) {
    s.nodes[i] = check_node(s.context);
    s.factor[i] = 1;
    CHECK_OK(lamina_node_set_frame(s.nodes[i], random_frame()));
    CHECK_OK(lamina_node_set_default_animation(s.nodes[i], LAMINA_PRESENTED_FIELDS_ALL, NULL));
    CHECK_OK(lamina_node_add_child(root, s.nodes[i]));
  }
  CHECK_OK(lamina_surface_create(s.context, check_make_size(300, 300), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  for (i = 0; i < 3; i++) frame(&s, STEP_US);
  for (step = 0; step < count; step++) {
    const char *what;
    frame(&s, STEP_US);
    what = interrupt(&s);
    frame(&s, STEP_US);
    compare(&s, what);
    frame(&s, STEP_US);
    compare(&s, "nothing");
    frame(&s, step % 50 == 49 ? 900000 : next(30) * 1000 + 1); /* most come to rest now and then */
  }
  printf("in a step of %d us at most %g of %d units and %g of opacity\n", STEP_US, worst_jump, WAY, worst_fade);
  CHECK(worst_jump < WAY * 0.01);
  CHECK(worst_fade < 0.02);
  CHECK(worst_bend == 0);
  CHECK(were_fast > count); /* or there was little to interrupt */
  for (i = 0; i < 40; i++) frame(&s, 100000);
  CHECK_EQUAL(ended, begun);
  CHECK_EQUAL(destroyed, begun);
  CHECK_EQUAL(lamina_context_get_timeout_us(s.context), -1);
  CHECK_OK(lamina_context_read_animations(s.context, text, sizeof text, NULL));
  CHECK(strncmp(text, "0 animations", 12) == 0);
  for (i = 0; i < NODES; i++) lamina_node_release(s.nodes[i]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(s.context);
  return check_done(__FILE__);
}
