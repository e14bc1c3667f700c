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
    CHECK_OK(lamina_transaction_insert_operation(transaction, i % 3, execute, complete, &operations[i], destroy));
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
  CHECK_STATUS(lamina_transaction_insert_operation(transaction, 0, execute, NULL, &operations[0], destroy),
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
    CHECK_OK(lamina_transaction_insert_operation(blocker, 0, hold, NULL, &gate, NULL));
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
  CHECK_OK(lamina_transaction_insert_operation(transaction, 0, watch, NULL, &state, NULL));
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
  CHECK_OK(lamina_transaction_insert_operation(transaction, -5, NULL, NULL, NULL, NULL));
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
  test_cancel(context);
  test_running_operation_hears_of_cancel(context);
  test_release_while_open(context);
  test_empty(context);
  test_other_threads(context);
  lamina_context_release(context);
  test_end_of_the_context();
  return check_done(__FILE__);
}
