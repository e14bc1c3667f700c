/* Springs against numbers that were computed in another way, at any rate of frames. */
#include "motion_stage.h"
#include "spring_series.h"

#define COUNT(array) (sizeof array / sizeof *array)

/* Where spring `number` stands at a time, behind frames that are `interval_us` apart, or at random for 0. */
static void compare(stage *s, size_t number, size_t sample, uint64_t interval_us) {
  static uint32_t random = 1;
  static uint64_t begin; /* time goes on from stage to stage */
  const uint64_t end = (begin += 2000000) + (uint64_t)(spring_times[sample] * 1e6 + 0.5);
  lamina_presented_values from = to_position(spring_series[number].from, 7);
  lamina_presented_values to = to_position(spring_series[number].to, 7);
  lamina_animation_options options = LAMINA_ANIMATION_OPTIONS_INIT;
  uint64_t time_us, animation = 0;
  double difference;
  options.timing = LAMINA_ANIMATION_TIMING_SPRING;
  options.mass = spring_series[number].mass;
  options.stiffness = spring_series[number].stiffness;
  options.damping = spring_series[number].damping;
  options.has_velocity = true;
  options.velocity.x = spring_series[number].velocity;
  CHECK_OK(lamina_node_set_presented(s->box, &from));
  finishes = 0;
  CHECK_OK(lamina_node_add_animation(s->box, &to, &options, done, NULL, NULL, &animation));
  for (time_us = begin; time_us < end;) {
    frame(s, time_us);
    random = random * 1664525 + 1013904223;
    time_us += interval_us ? interval_us : 1000 + random % 40000;
  }
  frame(s, end);
  difference = fabs(shown(s->box).position.x - spring_series[number].places[sample]);
  /* A spring rests as soon as it stays within a twentieth of a unit. */
  CHECK(difference < (finishes ? 0.05 : 0.001));
  if (!finishes) CHECK_OK(lamina_context_cancel_animation(s->context, animation));
  frame(s, end);
}

int main(void) {
  static const uint64_t intervals[] = {16667, 11111, 8333, 0};
  size_t number, sample, rate;
  for (rate = 0; rate < COUNT(intervals); rate++) {
    stage s = make_stage(1);
    for (number = 0; number < COUNT(spring_series); number++) {
      for (sample = 0; sample < COUNT(spring_times); sample++) compare(&s, number, sample, intervals[rate]);
    }
    end_stage(&s);
  }
  return check_done(__FILE__);
}
