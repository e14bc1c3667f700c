/* Lamina: animations of what is presented. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_ANIMATION_H
#define LAMINA_ANIMATION_H

#include "presentation.h"

LAMINA_BEGIN

/* ==== Animation ========================================================== */
/* Animations move presented values (presentation.h): nothing is laid out or drawn because something moves, and the
 * model is already where they end, or knows nothing of them. They follow the clock of frames
 * (lamina_context_begin_frame(), lamina_context_set_time_us()): what a frame shows depends on its time alone, and on
 * that of the frame in which what moves began, not on the frames between nor on the workers. While nothing moves they
 * cost nothing; while something does, lamina_context_get_timeout_us() asks for frames.
 *
 * Which frame that is, a call says where it begins an animation. What a layout moves begins with the frame that takes
 * the layout over, which workers have ready sooner or later, as they do drawings: nodes that a transition has go
 * elsewhere, appear or leave, and default animations of their places and sizes. For frames that are the same to the bit
 * on any machine, with any number of workers, call lamina_context_wait_idle() in each before it is painted, with a
 * clock that you set (lamina_context_set_time_us()): that stands while it waits.
 *
 * An animation of a value that another one moves takes over from it, with its velocity: nothing jumps when an
 * animation is interrupted or turned back. The other one is over, unless it moves more. Behind a delay it goes on until
 * then. Those that add take nothing over. */

typedef enum LAMINA_ENUM lamina_animation_timing {
  LAMINA_ANIMATION_TIMING_CURVE = 0,  /* along a curve, in duration_us */
  LAMINA_ANIMATION_TIMING_SPRING = 1, /* a spring, until it rests */
  LAMINA_ANIMATION_TIMING_DECAY = 2   /* by the velocity alone, which friction slows: where that leads */
} lamina_animation_timing;

/* A curve of the host's own: which share of the way is over at a share `time` of 0..1, whatever the calls before. The
 * call that takes the options calls it, for 1,025 even places from 0 to 1, between which lines lead; no frame calls it.
 * What is not finite, or beyond +-1,000,000, is LAMINA_ERROR_INVALID_ARGUMENT. At the end values are where they go to,
 * whatever it returns for 1. */
typedef double (*lamina_context_curve_fn)(double time, void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */;

/* How an animation moves. */
typedef struct lamina_animation_options {
  size_t struct_size; /* sizeof(lamina_animation_options) */
  lamina_animation_timing timing;
  uint64_t duration_us; /* of a curve; of a spring without stiffness, whose period it is: 1,000 us to an hour. Up to
                           86,400,000,000, a day */
  const char *LAMINA_NULLABLE curve; /* an easing function as CSS writes it, NUL-terminated: "ease-out",
                                        "cubic-bezier(0.2, 0, 0, 1)", "steps(4)", "linear(0, 0.8 30%, 1)". NULL:
                                        "ease-in-out", and for a spring and a decay */
  double mass;      /* of a spring, 1e-6..1e9 */
  double stiffness; /* 0: from duration_us and bounce; else 1e-6..1e9 */
  double damping;   /* with stiffness; above 0, up to 1e9 */
  double bounce;    /* without: how much it goes beyond its end, 0 (not at all) to 0.99, or above -1 for a slower one */
  double drag;      /* of a decay: the share of the velocity that is left after a second, between 0 and 1 */
  uint64_t delay_us; /* up to a day */
  double run_count;  /* how often it runs, above 0; INFINITY: for ever */
  double speed;      /* 1; 0 stands still; -1000..1000 */
  lamina_point velocity; /* of position and bounds origin at the beginning, units a second: a finger's */
  bool has_velocity;     /* false: what moves goes on with its own velocity */
  bool autoreverses;     /* every other run goes back */
  bool ends_at_model;    /* it moves to what the node has, and follows when that changes; at its end nothing is
                            presented any more. Otherwise the values stay presented */
  bool adds;             /* the values are differences, added to what is shown otherwise: a shake on top of a move. They
                            go from what is given to none, or from none through keyframes; at the end nothing is added
                            any more. For position, bounds origin, transform and z position */
  lamina_context_curve_fn LAMINA_NULLABLE own_curve; /* instead of `curve`, which is NULL then */
  void *LAMINA_NULLABLE own_curve_user_data;
} lamina_animation_options;

#define LAMINA_ANIMATION_OPTIONS_INIT                                                                          \
  {                                                                                                           \
    sizeof(lamina_animation_options), LAMINA_ANIMATION_TIMING_CURVE, 250000, NULL, 1, 0, 0, 0, 0.135, 0, 1, 1, \
        { 0, 0 }, false, false, false, false, NULL, NULL                                                      \
  }

/* An animation is over. `finished` is false when it was cancelled, another one took all of its values over, or the
 * node or the context ended. Called exactly once, in a call that processes or in the one that ends the context;
 * animations may begin and end in it. */
typedef void (*lamina_context_did_animate_fn)(bool finished, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Animates the values that `values->fields` names, from what is shown to what `values` says. Its time begins with the
 * next frame, which shows the beginning; where it takes over from what moves, with the last one, as that showed it, so
 * that no frame stands still. The frame `duration_us` later is its end. With ends_at_model only the names count. NULL
 * `options`: 250 ms of "ease-in-out". Nodes may be on no surface. Angles of transforms take the shorter way; colours
 * mix premultiplied; what springs beyond its range is cut off there. Of gradients each stop goes to the one of its
 * place: one with fewer counts as if it repeated its last stop; another kind is there at once, and one that appears or
 * goes does so by its colours.
 * `done` may be NULL. `out_animation` (may be NULL) receives a number, never 0. LAMINA_ERROR_INVALID_ARGUMENT for no
 * fields, for values that lamina_node_set_presented() would refuse, and for options outside their ranges, as a spring
 * that would never rest; LAMINA_ERROR_OUT_OF_RANGE beyond 1,000,000 animations. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_animation(
    lamina_node *node, const lamina_presented_values *values, const lamina_animation_options *LAMINA_NULLABLE options,
    lamina_context_did_animate_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_animation) LAMINA_OWNER_THREAD;

/* Values that an animation passes. */
typedef struct lamina_keyframe {
  size_t struct_size; /* sizeof(lamina_keyframe), the same in all of an array */
  double at;          /* the share of duration_us at which it has them, above the one before and up to 1 */
  const char *LAMINA_NULLABLE curve; /* how it comes to them, as in lamina_animation_options. NULL: "linear" */
  const lamina_presented_values *LAMINA_NULLABLE values; /* what `fields` names; other values pass by to a later one */
  lamina_context_curve_fn LAMINA_NULLABLE own_curve; /* instead of `curve`, which is NULL then */
  void *LAMINA_NULLABLE own_curve_user_data;
} lamina_keyframe;

#define LAMINA_KEYFRAME_INIT { sizeof(lamina_keyframe), 1, NULL, NULL, NULL, NULL }

/* Animates the values that keyframes name, from what is shown through each of them in turn, in the duration that
 * `options` have for a curve; each has a curve of its own, and that of `options` counts for nothing. All else is as for
 * lamina_node_add_animation(). LAMINA_ERROR_INVALID_ARGUMENT for no keyframes, more than 4,096 of them, places that do
 * not rise, and a spring, a decay or ends_at_model in `options`. Since 0.1. */
LAMINA_API lamina_status lamina_node_add_keyframe_animation(
    lamina_node *node, const lamina_keyframe *LAMINA_NULLABLE keyframes, size_t keyframe_count,
    const lamina_animation_options *LAMINA_NULLABLE options, lamina_context_did_animate_fn LAMINA_NULLABLE done,
    void *LAMINA_NULLABLE user_data, lamina_destroy_fn LAMINA_NULLABLE destroy,
    uint64_t *LAMINA_NULLABLE out_animation) LAMINA_OWNER_THREAD;

/* The functions below take the number of an animation, or that of a transition (transition.h) for all that moves in it.
 *
 * Ends an animation where it is: what it shows stays presented (lamina_node_clear_presented() ends that), and what it
 * adds is gone. Rows of lists, which only their list places, go to where they belong. Its `done` is called in the next
 * process. LAMINA_ERROR_INVALID_STATE when it is not under way. Since 0.1. */
LAMINA_API lamina_status lamina_context_cancel_animation(
    lamina_context *context, uint64_t animation) LAMINA_OWNER_THREAD;

/* Numbers of the host's own that move together. */
typedef struct lamina_value_animation {
  size_t struct_size; /* sizeof(lamina_value_animation) */
  const double *LAMINA_NULLABLE start; /* not looked at with `replaces` */
  const double *LAMINA_NULLABLE end;
  const double *LAMINA_NULLABLE velocity; /* a second; NULL: none, or that of the replaced one */
  size_t count; /* of each array: 1..4,096 */
  uint64_t replaces; /* an animation of as many values, which ends; this one goes on from where it is. 0: none */
} lamina_value_animation;

#define LAMINA_VALUE_ANIMATION_INIT \
  { sizeof(lamina_value_animation), NULL, NULL, NULL, 0, 0 }

/* The values of a frame. They are valid during the call. */
typedef void (*lamina_context_move_fn)(
    const double *values, size_t count, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Moves numbers that no node has: `move` gets them in each frame, the last time at their end; `done` (may be NULL)
 * comes after it, with the same `user_data`. ends_at_model and velocity of `options` do not count. All else is as for
 * lamina_node_add_animation(). LAMINA_ERROR_INVALID_ARGUMENT for values that are not finite, or beyond +-1e12;
 * LAMINA_ERROR_INVALID_STATE when the animation to replace is not under way. Since 0.1. */
LAMINA_API lamina_status lamina_context_add_value_animation(
    lamina_context *context, const lamina_value_animation *values,
    const lamina_animation_options *LAMINA_NULLABLE options, lamina_context_move_fn move,
    lamina_context_did_animate_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_animation) LAMINA_OWNER_THREAD;

/* Goes on at another speed: 0 pauses; below 0 it goes back, and is over (finished) at its beginning, which stays
 * presented. -1000..1000; LAMINA_ERROR_INVALID_ARGUMENT beyond, and below 0 for one that repeats for ever.
 * LAMINA_ERROR_INVALID_STATE when it is not under way. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_animation_speed(
    lamina_context *context, uint64_t animation, double speed) LAMINA_OWNER_THREAD;

/* Shows the animation at a share of its duration, 0..1, from which it goes on; with a speed of 0 it follows a finger
 * this way. LAMINA_ERROR_INVALID_STATE when it is not under way. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_animation_progress(
    lamina_context *context, uint64_t animation, double progress) LAMINA_OWNER_THREAD;

/* Lets go of an animation that a finger has moved (speed 0, progress set by hand): its progress moves on to `progress`,
 * 0..1, as `options` say, with the velocity that it was moved with lately, or with velocity.x of `options`, shares a
 * second. At 0 and at 1 the animation is over (finished), and shows its beginning or its end. NULL `options`: 250 ms of
 * "ease-in-out". LAMINA_ERROR_INVALID_ARGUMENT for a decay and for an animation that repeats for ever;
 * LAMINA_ERROR_INVALID_STATE when it is not under way. Since 0.1. */
LAMINA_API lamina_status lamina_context_move_animation(
    lamina_context *context, uint64_t animation, double progress,
    const lamina_animation_options *LAMINA_NULLABLE options) LAMINA_OWNER_THREAD;

/* Where an animation is. */
typedef struct lamina_animation_state {
  size_t struct_size;   /* sizeof(lamina_animation_state) */
  double progress;      /* the share that is over, 0..1; of a run for one that repeats for ever */
  double speed;
  uint64_t duration_us; /* of all runs, without the delay; UINT64_MAX for one that repeats for ever */
} lamina_animation_state;

#define LAMINA_ANIMATION_STATE_INIT \
  { sizeof(lamina_animation_state), 0, 0, 0 }

/* LAMINA_ERROR_INVALID_STATE when the animation is not under way. Since 0.1. */
LAMINA_API lamina_status lamina_context_get_animation(
    lamina_context *context, uint64_t animation, lamina_animation_state *out_state) LAMINA_OWNER_THREAD;

/* Describes the animations that are under way, one to a line, and behind them what scrolls by itself, as UTF-8: for
 * logs and tests; the form may change. As
 * much as fits is written with a NUL; `out_count` (may be NULL) receives the whole length in bytes. Since 0.1. */
LAMINA_API lamina_status lamina_context_read_animations(
    lamina_context *context, char *LAMINA_NULLABLE out_buffer, size_t capacity,
    size_t *LAMINA_NULLABLE out_count) LAMINA_OWNER_THREAD;

/* With `reduced`, animations that begin from now on do not move anything over the screen: positions, sizes, bounds
 * origins and transforms are at their ends at once, and the node fades in. What follows a finger (a decay) goes on as
 * it is. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_reduced_motion(lamina_context *context, bool reduced) LAMINA_OWNER_THREAD;

/* How fast the clock goes of all animations of the context, of the pictures that play in its nodes, and of the fades in
 * which contents take the place of placeholders: 0.1 for slow motion, 0 stands still, up to 100. Other numbers are
 * LAMINA_ERROR_INVALID_ARGUMENT. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_motion_speed(lamina_context *context, double speed) LAMINA_OWNER_THREAD;

/* Has changes of a node show as movements without a transition: those of the values that `fields` names move from what
 * is shown to what the node has, as `options` say (NULL: 250 ms of "ease-in-out"), whoever makes them. Replaces the
 * ones set before; LAMINA_PRESENTED_FIELDS_NONE ends it. In a transition, what that moves counts.
 * LAMINA_ERROR_INVALID_ARGUMENT for a decay and for options outside their ranges. Since 0.1. */
LAMINA_API lamina_status lamina_node_set_default_animation(
    lamina_node *node, lamina_presented_fields fields,
    const lamina_animation_options *LAMINA_NULLABLE options) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
