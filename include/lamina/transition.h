/* Lamina: transitions, changes that show as movements. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TRANSITION_H
#define LAMINA_TRANSITION_H

#include "animation.h"

LAMINA_BEGIN

/* ==== Transition ========================================================= */

/* How a node appears in a transition, or leaves: at once, or fading. */
typedef enum LAMINA_ENUM lamina_transition_effect {
  LAMINA_TRANSITION_EFFECT_NONE = 0,
  LAMINA_TRANSITION_EFFECT_FADE = 1,
  LAMINA_TRANSITION_EFFECT_SCALE = 2, /* fades, and comes from four fifths of its size */
  LAMINA_TRANSITION_EFFECT_LEFT = 3,  /* fades, and comes from the left, by its width; likewise the others */
  LAMINA_TRANSITION_EFFECT_RIGHT = 4,
  LAMINA_TRANSITION_EFFECT_TOP = 5,
  LAMINA_TRANSITION_EFFECT_BOTTOM = 6,
  LAMINA_TRANSITION_EFFECT_OWN = 7    /* comes from the `values` of its rule, or goes to them */
} lamina_transition_effect;

/* How one node, or those of a name, show what changes of them. */
typedef struct lamina_transition_rule {
  size_t struct_size; /* sizeof(lamina_transition_rule), the same in all of an array */
  lamina_node *LAMINA_NULLABLE node;
  const char *LAMINA_NULLABLE name; /* without a node: of lamina_node_set_name(), NUL-terminated. Neither: all nodes */
  const lamina_animation_options *LAMINA_NULLABLE animation; /* as in lamina_transition_options; NULL: that */
  const lamina_presented_values *LAMINA_NULLABLE values;     /* for LAMINA_TRANSITION_EFFECT_OWN */
  lamina_transition_effect appears;
  lamina_transition_effect leaves;
  bool moves;          /* false: another place, size or value is there at once */
  bool fades_contents; /* with another size, what was drawn for the old one fades out over the new contents */
  bool matches; /* with a name, of which one node appears and another one leaves or stays: the one moves from the place
                   of the other, and of two with one parent the new one fades in over the other, as opaque together
                   as their mix. One that leaves with what is around it goes along while that fades. Where several on a
                   side have the name, none does */
  bool scales; /* with another size, it is there in the new one, with all below it, and scaled from the one before: for
                  pictures, which are not cut on their way. Texts are stretched by that. Nothing of before fades out */
  lamina_point contents_anchor; /* without: where contents stay while the size moves (lamina_presented_values); a
                                   rasterized node has its new size at once, and this point of it stays */
} lamina_transition_rule;

#define LAMINA_TRANSITION_RULE_INIT                                                                      \
  {                                                                                                      \
    sizeof(lamina_transition_rule), NULL, NULL, NULL, NULL, LAMINA_TRANSITION_EFFECT_FADE,               \
        LAMINA_TRANSITION_EFFECT_FADE, true, true, false, false, { 0, 0 }                                \
  }

/* How changes show. */
typedef struct lamina_transition_options {
  size_t struct_size; /* sizeof(lamina_transition_options) */
  const lamina_animation_options *LAMINA_NULLABLE animation; /* NULL: 250 ms of "ease-in-out". ends_at_model and the
                                                                velocity do not count; run_count is finite. With a speed
                                                                of 0 all stands at its beginning, for a finger, which
                                                                it follows evenly, whatever the curve or spring */
  lamina_transition_effect appears; /* of nodes that are new on their surface */
  lamina_transition_effect leaves;  /* of nodes that are on it no more */
  const lamina_transition_rule *LAMINA_NULLABLE rules; /* the first that concerns a node counts for it */
  size_t rule_count;   /* up to 4,096 */
  uint64_t stagger_us; /* by which each further node that moves, appears or leaves begins later, from the top to the
                          bottom; up to a minute */
} lamina_transition_options;

#define LAMINA_TRANSITION_OPTIONS_INIT \
  { sizeof(lamina_transition_options), NULL, LAMINA_TRANSITION_EFFECT_FADE, LAMINA_TRANSITION_EFFECT_FADE, NULL, 0, 0 }

/* Begins a transition: what changes before lamina_context_end_transition() shows as a movement. Colours, opacity,
 * corners, borders' colours, shadows, transforms and bounds origins go from what is shown to what nodes have now.
 * After the next layout each node that it puts elsewhere, makes larger or smaller, or that has another parent, moves
 * from where it is shown; contents are drawn for the new size at once, and those of before fade out. What is new
 * appears, what is gone leaves with what was drawn of it last. Below a node that appears or leaves all goes with it;
 * what has a rule of its own, by node or name, appears by that, too, but fades in once, with what is around it.
 * Changes by other threads meanwhile count, too. Animations that begin in it belong to it, and go at its speed, unless
 * they repeat for ever: it is a group, with one completion.
 *
 * Rows of lists move, appear and leave, too (list.h).
 *
 * A transition that comes while another one is under way goes on from what is shown, with its velocities. A node that
 * comes back while it still leaves does so, too, whatever the effects, unless it is to appear at once. Transitions
 * may stand within others, up to 64 deep: the innermost counts; what one layout arranges for several moves as the one
 * says that ended last. Costs the number of nodes that change, and with rules by name that of those that surfaces
 * show.
 *
 * In one, default animations (lamina_node_set_default_animation()) do not count: what a rule or a duration of 0 puts
 * there at once is there. One that went back to its beginning, or was cancelled, leaves what it showed presented, while
 * nodes have what was changed: to undo it, change them back in `done`, where what has left is gone in the next frame
 * otherwise, and call lamina_node_clear_presented() on each node that moved, also the one that matched what left. Rows
 * of lists are put back in `done`, and need nothing else.
 *
 * `out_animation` (may be NULL) receives a number by which lamina_context_set_animation_speed(), _progress(),
 * lamina_context_move_animation() and lamina_context_cancel_animation() move all of the transition at once.
 * LAMINA_ERROR_INVALID_STATE too deep, LAMINA_ERROR_INVALID_ARGUMENT for options outside their ranges. Since 0.1. */
LAMINA_API lamina_status lamina_context_begin_transition(
    lamina_context *context, const lamina_transition_options *LAMINA_NULLABLE options,
    uint64_t *LAMINA_NULLABLE out_animation) LAMINA_OWNER_THREAD;

/* Ends what changes in the transition that began last. `done` (may be NULL) is called once when all its movements are
 * over, or if none begins; with false when one of them was interrupted. LAMINA_ERROR_INVALID_STATE when none is open.
 * Since 0.1. */
LAMINA_API lamina_status lamina_context_end_transition(
    lamina_context *context, lamina_context_did_animate_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_OWNER_THREAD;

/* What a node is about to show in a transition. */
typedef enum LAMINA_ENUM lamina_transition_change_kind {
  LAMINA_TRANSITION_CHANGE_KIND_VALUES = 0, /* colours, opacity and the like are others */
  LAMINA_TRANSITION_CHANGE_KIND_MOVES = 1,  /* it has another place, size or parent */
  LAMINA_TRANSITION_CHANGE_KIND_APPEARS = 2,
  LAMINA_TRANSITION_CHANGE_KIND_LEAVES = 3
} lamina_transition_change_kind;

typedef struct lamina_transition_change {
  size_t struct_size;  /* sizeof(lamina_transition_change) */
  uint64_t transition; /* its number */
  lamina_transition_change_kind kind;
  lamina_node *LAMINA_NULLABLE node; /* NULL: it left, and has ended */
  lamina_rect before, after; /* its frames, in the space of its parent; the same for what appears or leaves */
} lamina_transition_change;

#define LAMINA_TRANSITION_CHANGE_INIT                                                                 \
  {                                                                                                   \
    sizeof(lamina_transition_change), 0, LAMINA_TRANSITION_CHANGE_KIND_VALUES, NULL,                  \
        { { 0, 0 }, { 0, 0 } }, { { 0, 0 }, { 0, 0 } }                                                \
  }

/* Says how a node shows what changes of it, in `rule`, which has what holds otherwise. Its node, name and `matches` are
 * not looked at, what it points to is read once the callback has returned. A rule that a transition would refuse
 * changes nothing, and is logged. The callback may change nodes and animations, and end the context. */
typedef void (*lamina_context_transition_fn)(
    const lamina_transition_change *change, lamina_transition_rule *rule,
    void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Has `callback` asked how nodes show what changes of them in transitions: those that no rule of the transition
 * concerns, rows of lists aside. It is asked before anything of that moves: of values in the calls that begin or end a
 * transition and in the process, of all else in the process that has laid it out; what is said of a node last counts.
 * NULL, the default, ends it. Since 0.1. */
LAMINA_API lamina_status lamina_context_set_transition_callback(
    lamina_context *context, lamina_context_transition_fn LAMINA_NULLABLE callback, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
