/* Calls on the owner thread: their order, budgets, delays, clocks of the host's, and observers of commits. */
#include "check.h"

enum { MANY = 300 };

typedef struct journal {
  int entries[MANY * 4];
  int count;
  int destroyed;
  pthread_t owner;
  lamina_context *context;
} journal;

static journal notes;

static void note(int entry) {
  if (notes.count < MANY * 4) notes.entries[notes.count++] = entry;
}

typedef struct ticket {
  int number;
  int pause_us;
} ticket;

static ticket *make_ticket(int number, int pause_us) {
  ticket *t = (ticket *)malloc(sizeof *t);
  t->number = number;
  t->pause_us = pause_us;
  return t;
}

static void run_ticket(void *user_data) {
  ticket *t = (ticket *)user_data;
  struct timespec pause;
  CHECK(pthread_equal(pthread_self(), notes.owner));
  pause.tv_sec = 0;
  pause.tv_nsec = t->pause_us * 1000;
  if (t->pause_us > 0) nanosleep(&pause, NULL);
  note(t->number);
}

static void run_observer(lamina_context *sender, lamina_commit_phase phase, void *user_data) {
  (void)sender;
  (void)phase;
  run_ticket(user_data);
}

static void end_ticket(void *user_data) {
  notes.destroyed++;
  free(user_data);
}

static void post(lamina_context *context, int number, int pause_us) {
  CHECK_OK(lamina_context_post(context, run_ticket, make_ticket(number, pause_us), end_ticket));
}

static void forget(void) {
  notes.count = 0;
  notes.destroyed = 0;
}

static void *post_many(void *user_data) {
  int i;
  for (i = 0; i < MANY; i++) post((lamina_context *)user_data, i, 0);
  return NULL;
}

static void test_order(lamina_context *context) {
  int i;
  forget();
  check_elsewhere(post_many, context);
  CHECK_EQUAL(notes.count, 0);
  CHECK_EQUAL(lamina_context_get_timeout_us(context), 0);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, MANY);
  CHECK_EQUAL(notes.destroyed, MANY);
  for (i = 0; i < notes.count; i++) CHECK_EQUAL(notes.entries[i], i);
  CHECK_STATUS(lamina_context_post(context, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_post(NULL, run_ticket, make_ticket(0, 0), end_ticket), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(notes.destroyed, MANY + 1); /* also when the call fails */
}

/* What does not fit into the budget follows, in order. */
static void test_budget(lamina_context *context) {
  int i, turns = 0;
  forget();
  for (i = 0; i < 20; i++) post(context, i, 1000);
  while (notes.count < 20 && turns < 100) {
    int before = notes.count;
    CHECK_OK(lamina_context_process(context, 3000));
    CHECK(notes.count > before);
    CHECK(notes.count - before <= 4);
    turns++;
    if (notes.count < 20) CHECK_EQUAL(lamina_context_get_timeout_us(context), 0);
  }
  for (i = 0; i < 20; i++) CHECK_EQUAL(notes.entries[i], i);
  CHECK(turns >= 5);
}

static void post_again(void *user_data) {
  note(7);
  if (notes.count < 3) {
    CHECK_OK(lamina_context_post((lamina_context *)user_data, post_again, user_data, NULL));
  }
}

/* A call that posts itself runs once a turn: no process goes on for ever. */
static void test_calls_of_calls(lamina_context *context) {
  forget();
  CHECK_OK(lamina_context_post(context, post_again, context, NULL));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 1);
  CHECK_EQUAL(lamina_context_get_timeout_us(context), 0);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 2);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(notes.count, 3);
}

static void end_and_post(void *user_data) {
  notes.destroyed++;
  post((lamina_context *)user_data, 8, 0);
}

static void nothing(void *user_data) { (void)user_data; }

/* Destroy notifies run as soon as their call has run, and may post calls. */
static void test_notifies_that_post(lamina_context *context) {
  int i;
  forget();
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_context_post(context, i == 2 ? run_ticket : nothing, i == 2 ? (void *)make_ticket(1, 0) : (void *)context,
                                 i == 2 ? end_ticket : end_and_post));
  }
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 1);
  CHECK_EQUAL(notes.destroyed, 3);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 3);
  CHECK_EQUAL(notes.destroyed, 5);
}

static void test_delays(lamina_context *context) {
  uint64_t call = 0, other = 0;
  int64_t timeout;
  forget();
  CHECK_OK(lamina_context_post_delayed(context, 300000, run_ticket, make_ticket(2, 0), end_ticket, NULL));
  CHECK_OK(lamina_context_post_delayed(context, 5000, run_ticket, make_ticket(1, 0), end_ticket, &call));
  CHECK_OK(lamina_context_post_delayed(context, UINT64_MAX, run_ticket, make_ticket(3, 0), end_ticket, &other));
  CHECK(call != 0 && other != call);
  CHECK_OK(lamina_context_process(context, 0));
  timeout = lamina_context_get_timeout_us(context);
  /* On a slow machine the time of the first call may have come already. */
  CHECK(notes.count >= 2 || (timeout >= 0 && timeout <= (notes.count == 0 ? 5000 : 300000)));
  while (notes.count < 2) {
    check_sleep_ms(1);
    CHECK_OK(lamina_context_process(context, 0));
  }
  CHECK_EQUAL(notes.entries[0], 1);
  CHECK_EQUAL(notes.entries[1], 2);
  CHECK_STATUS(lamina_context_cancel_call(context, call), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(notes.destroyed, 2);
  CHECK_OK(lamina_context_cancel_call(context, other));
  CHECK_EQUAL(notes.destroyed, 3);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
}

static void test_clock(lamina_context *context) {
  forget();
  CHECK_OK(lamina_context_set_time_us(context, 1000000));
  CHECK_OK(lamina_context_post_delayed(context, 500, run_ticket, make_ticket(2, 0), end_ticket, NULL));
  CHECK_OK(lamina_context_post_delayed(context, 400, run_ticket, make_ticket(1, 0), end_ticket, NULL));
  CHECK_OK(lamina_context_post_delayed(context, 500, run_ticket, make_ticket(3, 0), end_ticket, NULL));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(lamina_context_get_timeout_us(context), -1); /* nobody but the host knows */
  check_sleep_ms(2);
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 0);
  CHECK_OK(lamina_context_set_time_us(context, 1000400));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 1);
  CHECK_STATUS(lamina_context_set_time_us(context, 1000399), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_set_time_us(context, 2000000));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 3);
  CHECK_EQUAL(notes.entries[0], 1);
  CHECK_EQUAL(notes.entries[1], 2);
  CHECK_EQUAL(notes.entries[2], 3);
  CHECK_OK(lamina_context_set_time_us(context, LAMINA_TIME_SYSTEM));
}

typedef struct observed {
  lamina_node *root;
  lamina_surface *surface;
} observed;

static void before_commit(lamina_context *sender, lamina_commit_phase phase, void *user_data) {
  observed *o = (observed *)user_data;
  CHECK(lamina_context_is_owner_thread(sender) && phase == LAMINA_COMMIT_PHASE_BEFORE);
  note(10);
  /* Made now, it belongs to what is taken over. */
  CHECK_OK(lamina_node_set_background(o->root, check_make_color(0x0000FF)));
}

static void after_commit(lamina_context *sender, lamina_commit_phase phase, void *user_data) {
  observed *o = (observed *)user_data;
  check_picture picture = check_make_picture(8, 8);
  CHECK(lamina_context_is_owner_thread(sender) && phase == LAMINA_COMMIT_PHASE_AFTER);
  note(20);
  CHECK_OK(lamina_surface_composite(o->surface, &picture.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(check_pixel(&picture, 4, 4), 0xFF0000FF);
  free(picture.pixels);
}

static void test_observers(lamina_context *context) {
  observed o;
  uint64_t before = 0, after = 0;
  o.root = check_node(context);
  CHECK_OK(lamina_surface_create(context, check_make_size(8, 8), 1, &o.surface));
  CHECK_OK(lamina_surface_set_root(o.surface, o.root));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_STATUS(lamina_context_add_commit_observer(context, (lamina_commit_phase)2, before_commit, &o, NULL, &before),
               LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_add_commit_observer(context, LAMINA_COMMIT_PHASE_BEFORE, before_commit, &o, NULL, &before));
  CHECK_OK(lamina_context_add_commit_observer(context, LAMINA_COMMIT_PHASE_AFTER, after_commit, &o, NULL, &after));
  forget();
  CHECK_OK(lamina_context_process(context, 0)); /* nothing to take over: nobody is told */
  CHECK_EQUAL(notes.count, 0);
  CHECK_OK(lamina_node_set_background(o.root, check_make_color(0x00FF00)));
  CHECK_OK(lamina_surface_set_needs_composite(o.surface));
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(notes.count, 2);
  CHECK_EQUAL(notes.entries[0], 10);
  CHECK_EQUAL(notes.entries[1], 20);
  CHECK_OK(lamina_context_remove_commit_observer(context, before));
  CHECK_OK(lamina_context_remove_commit_observer(context, after));
  CHECK_STATUS(lamina_context_remove_commit_observer(context, after), LAMINA_ERROR_INVALID_STATE);
  lamina_node_release(o.root);
  lamina_surface_release(o.surface);
}

static void test_end(lamina_context *context) {
  forget();
  post(context, 1, 0);
  CHECK_OK(lamina_context_post_delayed(context, 1000000, run_ticket, make_ticket(2, 0), end_ticket, NULL));
  CHECK_OK(lamina_context_add_commit_observer(context, LAMINA_COMMIT_PHASE_AFTER, run_observer, make_ticket(3, 0),
                                              end_ticket, NULL));
  lamina_context_release(context);
  CHECK_EQUAL(notes.count, 0);
  CHECK_EQUAL(notes.destroyed, 3);
}

/* The usual loop hands the timeout to poll(2), in milliseconds: it fits. */
static void test_far_away(void) {
  lamina_context *context = check_context(0);
  uint64_t call = 0;
  int64_t timeout;
  CHECK_OK(lamina_context_post_delayed(context, UINT64_MAX, check_count, NULL, NULL, &call));
  CHECK_OK(lamina_context_process(context, 0));
  timeout = lamina_context_get_timeout_us(context);
  CHECK(timeout > 0 && (timeout + 999) / 1000 <= INT32_MAX);
  CHECK_OK(lamina_context_cancel_call(context, call));
  lamina_context_release(context);
}

int main(void) {
  int threads;
  notes.owner = pthread_self();
  test_far_away();
  for (threads = 0; threads <= 1; threads++) {
    lamina_context *context = check_context(threads);
    test_order(context);
    test_budget(context);
    test_calls_of_calls(context);
    test_notifies_that_post(context);
    test_delays(context);
    test_clock(context);
    test_observers(context);
    test_end(context);
  }
  return check_done(__FILE__);
}
