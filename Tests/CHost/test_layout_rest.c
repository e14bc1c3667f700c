/* Layouts come to rest: callbacks that make their nodes are called once for what is asked, and those that never agree
 * with themselves are noticed. */
#include "check.h"

static char logged[4096];
static int messages;

static void keep_log(lamina_log_level level, const char *message, void *user_data) {
  (void)level, (void)user_data;
  messages++;
  snprintf(logged, sizeof logged, "%s", message);
}

static lamina_context *make_context(int threads) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.thread_count = threads;
  options.log = keep_log;
  messages = 0;
  logged[0] = 0;
  CHECK_OK(lamina_context_create(&options, &context));
  return context;
}

typedef struct maker {
  lamina_context *context;
  int calls, ranges;
  lamina_size_range seen[64];
  struct maker *inner;      /* makes the spec of the node that this one makes */
  lamina_node *sets[2][2];  /* named by turns, if there are any */
  bool is_text;
  int changes; /* what to change in each call: 1 the text of a child, 2 the node itself */
  lamina_node *child;
} maker;

static bool same(lamina_size_range a, lamina_size_range b) {
  return a.min.width == b.min.width && a.min.height == b.min.height && a.max.width == b.max.width &&
         a.max.height == b.max.height;
}

static lamina_spec *make_spec(lamina_node *node, lamina_size_range range, void *user_data) {
  maker *m = (maker *)user_data;
  lamina_spec *spec = NULL;
  lamina_node *made = NULL;
  int i, number = m->calls++;
  for (i = 0; i < m->ranges && !same(m->seen[i], range); i++) {
  }
  if (i == m->ranges && i < 64) m->seen[m->ranges++] = range;
  if (m->sets[0][0]) {
    lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
    lamina_element both[2];
    both[0].node = m->sets[number % 2][0], both[1].node = m->sets[number % 2][1];
    CHECK_OK(lamina_spec_create_stack(m->context, &options, NULL, both, 2, &spec));
    return spec;
  }
  if (m->changes) {
    char text[40];
    lamina_text *label = NULL;
    snprintf(text, sizeof text, "call %d", number);
    if (m->changes == 1) {
      CHECK_OK(lamina_text_create(m->context, text, -1, NULL, &label));
      CHECK_OK(lamina_node_set_text(m->child, label));
      lamina_text_release(label);
    } else {
      CHECK_OK(lamina_node_set_needs_layout(node));
    }
    CHECK_OK(lamina_spec_create_padding(m->context, 3, 3, m->child, &spec));
    return spec;
  }
  if (m->is_text && !m->inner) {
    lamina_text *label = NULL;
    CHECK_OK(lamina_text_create(m->context, "some words in a label", -1, NULL, &label));
    CHECK_OK(lamina_node_create_text(m->context, label, &made));
    lamina_text_release(label);
  } else {
    made = check_box(m->context, 30, 20);
  }
  if (m->inner) CHECK_OK(lamina_node_set_layout_spec_callback(made, make_spec, m->inner, NULL));
  CHECK_OK(lamina_spec_create_padding(m->context, 5, 5, made, &spec));
  lamina_node_release(made);
  return spec;
}

static void forget(maker *m) { m->calls = m->ranges = 0; }

/* Resizes and waits: each question is asked once. */
static void check_rest(lamina_surface *surface, maker *m, const char *what) {
  int i;
  for (i = 0; i < 6; i++) {
    forget(m);
    if (m->inner) forget(m->inner);
    CHECK_OK(lamina_surface_set_size(surface, check_make_size(300 - 20 * i, 200 + 10 * i), 1));
    if (!CHECK_OK(lamina_context_wait_idle(m->context, 3000000))) printf("%s: %d calls\n", what, m->calls);
    if (!CHECK(m->calls == m->ranges)) printf("%s: %d calls for %d ranges\n", what, m->calls, m->ranges);
  }
  forget(m);
  CHECK_OK(lamina_context_wait_idle(m->context, 3000000));
  CHECK_EQUAL(m->calls, 0);
  CHECK_EQUAL(messages, 0);
}

typedef enum { ROOT, STACK, FLEX, FLEX_ROOT } place;

static void check_place(place where, int threads, bool nested, bool right_to_left, bool is_text, double factor,
                        const char *what) {
  maker m, inner;
  lamina_context *context = make_context(threads);
  lamina_node *root = check_node(context), *node = root, *other = check_box(context, 40, 30);
  lamina_surface *surface = NULL;
  memset(&m, 0, sizeof m);
  memset(&inner, 0, sizeof inner);
  m.context = inner.context = context;
  if (nested) m.inner = &inner;
  m.is_text = inner.is_text = is_text;
  if (right_to_left) CHECK_OK(check_set_direction(root, LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT));
  if (factor != 1) {
    lamina_traits traits = LAMINA_TRAITS_INIT;
    traits.text_size_factor = factor;
    CHECK_OK(lamina_node_set_traits(root, &traits));
  }
  if (where != ROOT) node = check_node(context);
  CHECK_OK(lamina_node_set_layout_spec_callback(node, make_spec, &m, NULL));
  if (where == STACK) {
    lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
    lamina_style style = LAMINA_STYLE_INIT;
    lamina_element both[2];
    lamina_spec *spec = NULL;
    style.flex_grow = style.flex_shrink = 1;
    CHECK_OK(lamina_node_set_style(node, &style));
    both[0].node = node, both[1].node = other;
    CHECK_OK(lamina_spec_create_stack(context, &options, NULL, both, 2, &spec));
    CHECK_OK(lamina_node_set_spec(root, spec));
    lamina_spec_release(spec);
  } else if (where == FLEX || where == FLEX_ROOT) {
    lamina_node *flex = root;
    if (where == FLEX) {
      lamina_spec *spec = NULL;
      flex = check_node(context);
      CHECK_OK(lamina_spec_create_padding(context, 7, 7, flex, &spec));
      CHECK_OK(lamina_node_set_spec(root, spec));
      lamina_spec_release(spec);
    }
    CHECK_OK(lamina_node_set_flex_profile(flex, LAMINA_FLEX_PROFILE_CSS));
    CHECK_OK(lamina_node_set_flex_style(flex, "flex-direction: row", SIZE_MAX));
    CHECK_OK(lamina_node_set_flex_style(node, "flex: 1 1 auto", SIZE_MAX));
    CHECK_OK(lamina_node_add_child(flex, node));
    CHECK_OK(lamina_node_add_child(flex, other));
    if (flex != root) lamina_node_release(flex);
  }
  CHECK_OK(lamina_surface_create(context, check_make_size(320, 200), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, 3000000));
  check_rest(surface, &m, what);
  CHECK_EQUAL(lamina_node_get_child_count(node), 1);
  if (node != root) lamina_node_release(node);
  lamina_node_release(other);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* Two sets of nodes by turns: those that left are forgotten, and what they become later is seen when they come back. */
static void check_turns(int threads) {
  maker m;
  lamina_context *context = make_context(threads);
  lamina_node *root = check_node(context);
  lamina_surface *surface = NULL;
  int i, set, calls;
  memset(&m, 0, sizeof m);
  m.context = context;
  for (i = 0; i < 4; i++) m.sets[i / 2][i % 2] = check_box(context, 10, 10);
  CHECK_OK(lamina_node_set_layout_spec_callback(root, make_spec, &m, NULL));
  CHECK_OK(lamina_surface_create(context, check_make_size(320, 200), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, 3000000));
  CHECK_EQUAL(m.calls, 1);
  for (i = 0; i < 8; i++) {
    CHECK_OK(lamina_surface_set_size(surface, check_make_size(300 + 10 * (i % 2), 200), 1));
    calls = m.calls;
    CHECK_OK(lamina_context_wait_idle(context, 3000000));
    CHECK_EQUAL(m.calls - calls, 1);
    set = (m.calls - 1) % 2;
    CHECK(lamina_node_get_child_count(root) == 2);
    CHECK(lamina_node_get_frame(m.sets[set][1]).origin.x == 10 + i);
    /* Those that are not shown change: nobody shows them, until they are named again. */
    CHECK_OK(check_set_size(m.sets[1 - set][0], check_make_size(11 + i, 10)));
    CHECK_OK(lamina_context_wait_idle(context, 3000000));
  }
  for (i = 0; i < 4; i++) lamina_node_release(m.sets[i / 2][i % 2]);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* A callback that changes in each call what its layout depends on: ended, and named in the log, once. */
static void check_loop(int threads, int changes) {
  maker m;
  lamina_context *context = make_context(threads);
  lamina_node *root = check_node(context), *beside = check_box(context, 5, 5);
  lamina_surface *surface = NULL;
  int i, calls;
  memset(&m, 0, sizeof m);
  m.context = context;
  m.changes = changes;
  CHECK_OK(lamina_node_create_text(context, NULL, &m.child));
  CHECK_OK(lamina_node_set_name(root, "restless", SIZE_MAX));
  CHECK_OK(lamina_node_set_layout_spec_callback(root, make_spec, &m, NULL));
  CHECK_OK(lamina_surface_create(context, check_make_size(320, 200), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  if (changes == 1) {
    /* As long as the child is none yet, it is the callback's own matter what it does with it. */
    CHECK_OK(lamina_context_wait_idle(context, 10000000));
    CHECK_EQUAL(m.calls, 1);
    CHECK_OK(lamina_surface_set_size(surface, check_make_size(310, 200), 1));
  }
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_EQUAL(messages, 1);
  CHECK(strstr(logged, "node \"restless\" does not come to rest") != NULL);
  CHECK(m.calls >= 100 && m.calls < 250);
  /* The last pass is what is shown. */
  CHECK_EQUAL(lamina_node_get_child_count(root), 1);
  CHECK(lamina_node_get_frame(m.child).origin.x == 3);
  calls = m.calls;
  CHECK_OK(lamina_context_wait_idle(context, 3000000));
  CHECK_EQUAL(m.calls, calls);
  /* A change from elsewhere lays out again, and the loop is ended again. */
  CHECK_OK(lamina_surface_set_size(surface, check_make_size(300, 200), 1));
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK(m.calls > calls);
  CHECK_EQUAL(messages, 2);
  /* Mended, it rests. */
  m.changes = 0;
  CHECK_OK(lamina_node_set_needs_layout(root));
  CHECK_OK(lamina_context_wait_idle(context, 3000000));
  CHECK_EQUAL(messages, 2);
  calls = m.calls;
  /* A host that changes something in every frame is no loop. */
  for (i = 0; i < 300; i++) {
    CHECK_OK(lamina_node_set_needs_layout(root));
    CHECK_OK(lamina_context_wait_idle(context, 3000000));
  }
  CHECK_EQUAL(m.calls, calls + 300);
  CHECK_EQUAL(messages, 2);
  lamina_node_release(m.child);
  lamina_node_release(beside);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

/* Two callbacks that both name one node take it from one another for ever. */
static void check_quarrel(int threads) {
  maker makers[2];
  lamina_context *context = make_context(threads);
  lamina_node *root = check_node(context), *nodes[2], *shared = check_box(context, 10, 10);
  lamina_stack_options options = LAMINA_STACK_OPTIONS_INIT;
  lamina_element both[2];
  lamina_spec *spec = NULL;
  lamina_surface *surface = NULL;
  int i;
  memset(makers, 0, sizeof makers);
  for (i = 0; i < 2; i++) {
    int j;
    nodes[i] = check_node(context);
    CHECK_OK(lamina_node_set_name(nodes[i], i ? "second" : "first", SIZE_MAX));
    makers[i].context = context;
    for (j = 0; j < 2; j++) makers[i].sets[j][0] = shared, makers[i].sets[j][1] = check_box(context, 3, 3);
    CHECK_OK(lamina_node_set_layout_spec_callback(nodes[i], make_spec, &makers[i], NULL));
    both[i].node = nodes[i];
  }
  CHECK_OK(lamina_spec_create_stack(context, &options, NULL, both, 2, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  lamina_spec_release(spec);
  CHECK_OK(lamina_surface_create(context, check_make_size(320, 200), 1, &surface));
  CHECK_OK(lamina_surface_set_root(surface, root));
  CHECK_OK(lamina_context_wait_idle(context, 10000000));
  CHECK_EQUAL(messages, 1);
  CHECK(strstr(logged, "does not come to rest") != NULL);
  for (i = 0; i < 2; i++) {
    int j;
    for (j = 0; j < 2; j++) lamina_node_release(makers[i].sets[j][1]);
    lamina_node_release(nodes[i]);
  }
  lamina_node_release(shared);
  lamina_node_release(root);
  lamina_surface_release(surface);
  lamina_context_release(context);
}

int main(void) {
  int threads;
  for (threads = 0; threads <= 2; threads++) {
    check_place(ROOT, threads, false, false, false, 1, "root");
    check_place(ROOT, threads, false, false, true, 1, "root of text");
    check_place(ROOT, threads, false, true, true, 1, "root, right to left");
    check_place(ROOT, threads, true, false, false, 1, "root, nested");
    check_place(ROOT, threads, false, false, true, 1.5, "root, larger text");
    check_place(STACK, threads, false, false, false, 1, "stack");
    check_place(STACK, threads, true, false, true, 1, "stack, nested");
    check_place(STACK, threads, false, true, true, 1.5, "stack, right to left");
    check_place(FLEX_ROOT, threads, false, false, false, 1, "flex root");
    check_place(FLEX, threads, false, false, true, 1, "flex");
    check_place(FLEX, threads, true, false, false, 1, "flex, nested");
    check_place(FLEX, threads, true, true, true, 1.5, "flex, right to left");
    check_turns(threads);
    check_loop(threads, 1);
    check_loop(threads, 2);
    check_quarrel(threads);
  }
  return check_done(__FILE__);
}
