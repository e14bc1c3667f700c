/* Transactions: order, exactly once, cancelling and waiting. */
#include "check.h"

typedef struct record {
  char order[64];
  int length;
  int executed, completed, cancelled, done, done_cancelled, destroyed, on_owner;
  pthread_t owner;
} record;

typedef struct operation {
  record *all;
  char name;
} operation;

static void execute(lamina_canvas *canvas, void *user_data) {
  operation *o = (operation *)user_data;
  CHECK(!pthread_equal(pthread_self(), o->all->owner));
  lamina_canvas_is_cancelled(canvas);
  check_sleep_ms(o->name == 'a' ? 20 : 0); /* the first takes longest */
  __atomic_add_fetch(&o->all->executed, 1, __ATOMIC_SEQ_CST);
}

static void complete(bool cancelled, void *user_data) {
  operation *o = (operation *)user_data;
  o->all->on_owner += pthread_equal(pthread_self(), o->all->owner) ? 1 : 0;
  o->all->order[o->all->length++] = o->name;
  o->all->completed++;
  o->all->cancelled += cancelled ? 1 : 0;
}

static void destroy(void *user_data) { __atomic_add_fetch(&((operation *)user_data)->all->destroyed, 1, __ATOMIC_SEQ_CST); }

static void done(lamina_transaction *transaction, bool cancelled, void *user_data) {
  record *all = (record *)user_data;
  CHECK(transaction != NULL);
  all->done++;
  all->done_cancelled += cancelled ? 1 : 0;
}

static void fill(lamina_transaction *transaction, record *all, operation *operations, int count) {
  int i;
  memset(all, 0, sizeof *all);
  all->owner = pthread_self();
  for (i = 0; i < count; i++) {
    operations[i].all = all;
    operations[i].name = (char)('a' + i);
    CHECK_OK(lamina_transaction_add_operation(transaction, i % 3, execute, complete, &operations[i], destroy));
  }
}

static lamina_transaction *make(lamina_context *context) {
  lamina_transaction *transaction = NULL;
  CHECK_OK(lamina_transaction_create(context, &transaction));
  return transaction;
}

static void test_order(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  static record all; /* a notify that comes late must not find the stack of another test */
  static operation operations[6];
  fill(transaction, &all, operations, 6);
  CHECK(check_wait_for(&all.executed, 6)); /* operations start before the commit */
  CHECK_OK(lamina_context_process(context, 0));
  CHECK_EQUAL(all.completed, 0); /* completions wait for it */
  CHECK_OK(lamina_transaction_commit(transaction, done, &all, NULL));
  CHECK_STATUS(lamina_transaction_commit(transaction, NULL, NULL, NULL), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_transaction_add_operation(transaction, 0, execute, NULL, &operations[0], destroy),
               LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(all.destroyed, 1); /* of the call that failed */
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_TEXT(all.order, "abcdef");
  CHECK_EQUAL(all.cancelled, 0);
  CHECK_EQUAL(all.on_owner, 6);
  CHECK_EQUAL(all.done, 1);
  CHECK_EQUAL(all.done_cancelled, 0);
  CHECK_EQUAL(all.destroyed, 7);
  CHECK_OK(lamina_transaction_wait(transaction, 0)); /* complete already */
  CHECK_OK(lamina_transaction_cancel(transaction));  /* does nothing */
  CHECK_EQUAL(all.completed, 6);
  lamina_transaction_release(transaction);
}

static void test_wait_commits(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  static record all; /* a notify that comes late must not find the stack of another test */
  static operation operations[3];
  fill(transaction, &all, operations, 3);
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  CHECK_TEXT(all.order, "abc");
  CHECK_EQUAL(all.executed, 3);
  CHECK_EQUAL(all.destroyed, 3);
  lamina_transaction_release(transaction);
}

/* A call that is refused has not committed. */
static void wait_in_a_call(void *transaction) {
  lamina_transaction *open = (lamina_transaction *)transaction;
  CHECK_STATUS(lamina_transaction_wait(open, 1000), LAMINA_ERROR_INVALID_STATE);
  CHECK_EQUAL(lamina_transaction_get_state(open), LAMINA_TRANSACTION_STATE_OPEN);
}

static void test_wait_in_a_call(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  static record all;
  static operation operations[2];
  all.owner = pthread_self();
  CHECK_OK(lamina_context_post(context, wait_in_a_call, transaction, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  fill(transaction, &all, operations, 2);
  CHECK_OK(lamina_transaction_commit(transaction, done, &all, NULL));
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  CHECK_TEXT(all.order, "ab");
  CHECK_EQUAL(all.done, 1);
  lamina_transaction_release(transaction);
}

static void hold(lamina_canvas *canvas, void *user_data) {
  (void)canvas;
  check_gate_pass((check_gate *)user_data);
}

static void test_cancel(lamina_context *context) {
  lamina_transaction *blocker = make(context), *transaction = make(context);
  check_gate gate;
  static record all; /* a notify that comes late must not find the stack of another test */
  static operation operations[4];
  int i, workers = (int)lamina_context_get_thread_count(context);
  check_gate_init(&gate);
  for (i = 0; i < workers; i++) {
    CHECK_OK(lamina_transaction_add_operation(blocker, 0, hold, NULL, &gate, NULL));
  }
  CHECK(check_wait_for(&gate.arrived, workers)); /* all workers are busy, so nothing of the next starts */
  fill(transaction, &all, operations, 4);
  CHECK_OK(lamina_transaction_commit(transaction, done, &all, NULL));
  CHECK_OK(lamina_transaction_cancel(transaction));
  CHECK_STATUS(lamina_transaction_wait(blocker, 1000), LAMINA_ERROR_TIMED_OUT);
  check_gate_open(&gate);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(all.executed, 0);
  CHECK_TEXT(all.order, "abcd");
  CHECK_EQUAL(all.cancelled, 4);
  CHECK_EQUAL(all.done, 1);
  CHECK_EQUAL(all.done_cancelled, 1);
  CHECK_EQUAL(all.destroyed, 4);
  lamina_transaction_release(transaction);
  lamina_transaction_release(blocker);
}

static void watch(lamina_canvas *canvas, void *user_data) {
  int *state = (int *)user_data, i;
  __atomic_store_n(state, 1, __ATOMIC_SEQ_CST);
  for (i = 0; i < 20000 && !lamina_canvas_is_cancelled(canvas); i++) check_sleep_ms(1);
  __atomic_store_n(state, lamina_canvas_is_cancelled(canvas) ? 2 : 3, __ATOMIC_SEQ_CST);
}

static void test_running_operation_hears_of_cancel(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  int state = 0;
  CHECK_OK(lamina_transaction_add_operation(transaction, 0, watch, NULL, &state, NULL));
  CHECK(check_wait_for(&state, 1));
  CHECK_OK(lamina_transaction_cancel(transaction));
  CHECK(check_wait_for(&state, 2));
  CHECK_EQUAL(check_load(&state), 2);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  lamina_transaction_release(transaction);
  CHECK(lamina_canvas_is_cancelled(NULL));
}

static void test_release_while_open(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  static record all; /* a notify that comes late must not find the stack of another test */
  static operation operations[3];
  fill(transaction, &all, operations, 3);
  CHECK(lamina_transaction_retain(transaction) == transaction);
  lamina_transaction_release(transaction);
  CHECK_EQUAL(all.completed, 0);
  lamina_transaction_release(transaction);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_TEXT(all.order, "abc");
  CHECK_EQUAL(all.destroyed, 3);
  CHECK_EQUAL(all.cancelled, 3);
  lamina_transaction_release(NULL);
}

static void test_empty(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  static record all; /* a notify that comes late must not find the stack of another test */
  memset(&all, 0, sizeof all);
  CHECK_OK(lamina_transaction_add_operation(transaction, -5, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_transaction_commit(transaction, done, &all, NULL));
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  CHECK_EQUAL(all.done, 1);
  lamina_transaction_release(transaction);
  transaction = make(context);
  CHECK_OK(lamina_transaction_wait(transaction, CHECK_PATIENCE_US));
  lamina_transaction_release(transaction);
}

static void *wait_elsewhere(void *transaction) {
  CHECK_STATUS(lamina_transaction_wait((lamina_transaction *)transaction, 0), LAMINA_ERROR_WRONG_THREAD);
  return NULL;
}

static void *commit_elsewhere(void *transaction) {
  CHECK_OK(lamina_transaction_commit((lamina_transaction *)transaction, NULL, NULL, NULL));
  return NULL;
}

static void test_other_threads(lamina_context *context) {
  lamina_transaction *transaction = make(context);
  static record all; /* a notify that comes late must not find the stack of another test */
  static operation operations[2];
  fill(transaction, &all, operations, 2);
  check_elsewhere(wait_elsewhere, transaction);
  check_elsewhere(commit_elsewhere, transaction);
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(all.on_owner, 2);
  lamina_transaction_release(transaction);
}

typedef struct ordered {
  char order[8];
  int length;
} ordered;

typedef struct named {
  ordered *all;
  char name;
} named;

static void note_run(lamina_canvas *canvas, void *user_data) {
  named *n = (named *)user_data;
  (void)canvas;
  n->all->order[n->all->length++] = n->name; /* one worker: one at a time */
}

/* Three transactions wait behind a worker that is held up; what was last goes first by a change of priority. */
static void test_priorities(void) {
  lamina_context *context = check_context(2);
  lamina_transaction *blocker = make(context), *transactions[3];
  check_gate gate;
  static ordered all;
  static named names[3];
  int i;
  memset(&all, 0, sizeof all);
  check_gate_init(&gate);
  /* Both are held up: then one worker takes what waits, in order. */
  CHECK_OK(lamina_transaction_add_operation(blocker, 0, hold, NULL, &gate, NULL));
  CHECK_OK(lamina_transaction_add_operation(blocker, 0, hold, NULL, &gate, NULL));
  CHECK(check_wait_for(&gate.arrived, 2));
  CHECK_OK(lamina_context_set_active_thread_count(context, 1));
  for (i = 0; i < 3; i++) {
    transactions[i] = make(context);
    names[i].all = &all;
    names[i].name = (char)('a' + i);
    CHECK_OK(lamina_transaction_add_operation(transactions[i], 0, note_run, NULL, &names[i], NULL));
  }
  CHECK_OK(lamina_transaction_set_priority(transactions[2], 7));
  CHECK_OK(lamina_transaction_set_priority(transactions[0], -7));
  CHECK_EQUAL(lamina_transaction_get_state(transactions[0]), LAMINA_TRANSACTION_STATE_OPEN);
  CHECK_OK(lamina_transaction_cancel(transactions[1]));
  CHECK_EQUAL(lamina_transaction_get_state(transactions[1]), LAMINA_TRANSACTION_STATE_CANCELLED);
  CHECK_OK(lamina_transaction_commit(transactions[0], NULL, NULL, NULL));
  CHECK_EQUAL(lamina_transaction_get_state(transactions[0]), LAMINA_TRANSACTION_STATE_COMMITTED);
  CHECK_OK(lamina_transaction_commit(transactions[2], NULL, NULL, NULL));
  check_gate_open(&gate);
  CHECK_OK(lamina_transaction_commit(blocker, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(all.length, 2);
  CHECK_TEXT(all.order, "ca");
  for (i = 0; i < 3; i++) {
    CHECK_EQUAL(lamina_transaction_get_state(transactions[i]), LAMINA_TRANSACTION_STATE_COMPLETE);
    CHECK_OK(lamina_transaction_set_priority(transactions[i], 1)); /* does nothing */
    lamina_transaction_release(transactions[i]);
  }
  CHECK_EQUAL(lamina_transaction_get_state(NULL), LAMINA_TRANSACTION_STATE_COMPLETE);
  CHECK_STATUS(lamina_context_set_active_thread_count(context, 0), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_set_active_thread_count(context, -2), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_context_set_active_thread_count(context, 99));
  CHECK_OK(lamina_context_set_active_thread_count(context, LAMINA_THREADS_AUTO));
  lamina_transaction_release(blocker);
  lamina_context_release(context);
}

typedef struct counted {
  int transaction, number;
} counted;

static int many_completed, many_out_of_order, many_current, many_next;

static void complete_counted(bool cancelled, void *user_data) {
  counted *c = (counted *)user_data;
  (void)cancelled;
  if (c->transaction != many_current) {
    many_current = c->transaction;
    many_next = 0;
  }
  many_out_of_order += c->number != many_next++; /* in one go, in the order added */
  c->number = -1000000;                          /* a second completion would be out of order */
  many_completed++;
}

static void count_run(lamina_canvas *canvas, void *user_data) {
  (void)canvas, (void)user_data;
}

/* A million operations, with cancels and changes of priority at random, complete once each and in order. */
static void test_many(void) {
  enum { SIZE = 100, OPEN = 16 };
  int total = getenv("CHECK_QUICK") != NULL ? 10000 : 1000000, made = 0, i;
  lamina_context *context = check_context(2);
  lamina_transaction *recent[OPEN] = {NULL};
  counted *all = (counted *)calloc((size_t)total, sizeof *all);
  uint32_t seed = 12345;
  while (made < total) {
    lamina_transaction *transaction = make(context);
    int slot = made / SIZE % OPEN;
    for (i = 0; i < SIZE; i++, made++) {
      lamina_status status;
      all[made].transaction = made / SIZE + 1;
      all[made].number = i;
      seed = seed * 1664525u + 1013904223u;
      status = lamina_transaction_add_operation(transaction, (int32_t)(seed >> 30), count_run, complete_counted,
                                                   &all[made], NULL);
      if (status != LAMINA_OK) CHECK_OK(status);
    }
    CHECK_OK(lamina_transaction_commit(transaction, NULL, NULL, NULL));
    lamina_transaction_release(recent[slot]);
    recent[slot] = transaction;
    for (i = 0; i < 2; i++) {
      seed = seed * 1664525u + 1013904223u;
      transaction = recent[(seed >> 20) % OPEN];
      if (transaction == NULL || (seed >> 28) > 8) continue;
      if (i == 0) CHECK_OK(lamina_transaction_cancel(transaction));
      else CHECK_OK(lamina_transaction_set_priority(transaction, (int32_t)(seed >> 29)));
    }
    CHECK_OK(lamina_context_process(context, 1000));
  }
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(many_completed, total);
  CHECK_EQUAL(many_out_of_order, 0);
  for (i = 0; i < OPEN; i++) lamina_transaction_release(recent[i]);
  lamina_context_release(context);
  free(all);
}

static void test_end_of_the_context(void) {
  lamina_context *context = check_context(2);
  lamina_transaction *transaction = make(context);
  static record all; /* a notify that comes late must not find the stack of another test */
  static operation operations[6];
  fill(transaction, &all, operations, 6);
  lamina_context_release(context);
  CHECK_EQUAL(all.completed, 6);
  CHECK_EQUAL(all.destroyed, 6);
  CHECK_TEXT(all.order, "abcdef");
}

int main(void) {
  lamina_context *context = check_context(2);
  test_order(context);
  test_wait_commits(context);
  test_wait_in_a_call(context);
  test_cancel(context);
  test_running_operation_hears_of_cancel(context);
  test_release_while_open(context);
  test_empty(context);
  test_other_threads(context);
  lamina_context_release(context);
  test_end_of_the_context();
  test_priorities();
  test_many();
  return check_done(__FILE__);
}
