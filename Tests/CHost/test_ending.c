/* What threads hand over while the context ends: what was accepted is completed, and all user data goes, exactly
 * once. */
#include "check.h"

enum { THREADS = 3, CALLS = 4000 };
typedef enum kind { RUN, RUN_WITHOUT_WORK, RENDER, OPERATION, POST, KINDS } kind;

typedef struct handed {
  lamina_status status;
  int completed, destroyed;
} handed;

typedef struct hand {
  lamina_context *context;
  kind what;
  handed calls[CALLS];
  int count, stop;
} hand;

static hand hands[THREADS];

static void work(lamina_canvas *canvas, void *user_data) { (void)canvas, (void)user_data; }

static void complete(bool cancelled, void *user_data) {
  (void)cancelled;
  __atomic_add_fetch(&((handed *)user_data)->completed, 1, __ATOMIC_SEQ_CST);
}

static void rendered(lamina_status status, void *user_data) {
  (void)status;
  __atomic_add_fetch(&((handed *)user_data)->completed, 1, __ATOMIC_SEQ_CST);
}

static void called(void *user_data) { __atomic_add_fetch(&((handed *)user_data)->completed, 1, __ATOMIC_SEQ_CST); }
static void destroy(void *user_data) { __atomic_add_fetch(&((handed *)user_data)->destroyed, 1, __ATOMIC_SEQ_CST); }

static lamina_status render(lamina_context *context, handed *call) {
  static uint32_t pixels[4]; /* nothing is drawn */
  lamina_bitmap target = { sizeof target, pixels, 2, 2, 8, LAMINA_PIXEL_FORMAT_ARGB32 };
  lamina_color clear = { 0, 0, 0, 0 };
  lamina_node *node = NULL;
  lamina_status status = lamina_node_create(context, &node);
  if (status != LAMINA_OK) {
    destroy(call); /* was not handed over */
    return status;
  }
  status = lamina_node_render(node, 1, clear, &target, rendered, call, destroy, NULL);
  lamina_node_release(node);
  return status;
}

static lamina_status add_operation(lamina_context *context, handed *call) {
  lamina_transaction *transaction = NULL;
  lamina_status status = lamina_transaction_create(context, &transaction);
  if (status != LAMINA_OK) {
    destroy(call);
    return status;
  }
  status = lamina_transaction_add_operation(transaction, 0, work, complete, call, destroy);
  /* Releasing an open one cancels it. */
  if (status == LAMINA_OK && (call - hands[0].calls) % 2 == 0) lamina_transaction_commit(transaction, NULL, NULL, NULL);
  lamina_transaction_release(transaction);
  return status;
}

static void *hand_over(void *user_data) {
  hand *h = (hand *)user_data;
  while (h->count < CALLS && !__atomic_load_n(&h->stop, __ATOMIC_SEQ_CST)) {
    handed *call = &h->calls[h->count++];
    switch (h->what) {
      case RUN: call->status = lamina_context_run(h->context, 0, work, complete, call, destroy, NULL); break;
      case RUN_WITHOUT_WORK: call->status = lamina_context_run(h->context, 0, NULL, complete, call, destroy, NULL); break;
      case RENDER: call->status = render(h->context, call); break;
      case OPERATION: call->status = add_operation(h->context, call); break;
      default: call->status = lamina_context_post(h->context, called, call, destroy); break;
    }
  }
  return NULL;
}

static int check_calls(const hand *h) {
  int number, failed = 0;
  for (number = 0; number < h->count; number++) {
    const handed *call = &h->calls[number];
    /* A posted call that the end came before is not run. */
    if (call->status == LAMINA_OK ? h->what != POST && call->completed != 1 : call->completed != 0) failed++;
    if (call->destroyed != 1) failed++;
    /* The end cancels a transaction that is open. */
    if (call->status == LAMINA_ERROR_INVALID_STATE && h->what == OPERATION) continue;
    if (call->status != LAMINA_OK && call->status != LAMINA_ERROR_INVALID_HANDLE) failed++;
  }
  return failed;
}

static void test_kind(kind what, int round) {
  lamina_context *context = check_context(2);
  pthread_t threads[THREADS];
  int thread, failed = 0, turn;
  memset(hands, 0, sizeof hands);
  for (thread = 0; thread < THREADS; thread++) {
    hands[thread].context = context;
    hands[thread].what = what;
    pthread_create(&threads[thread], NULL, hand_over, &hands[thread]);
  }
  for (turn = 0; turn <= round % 3; turn++) CHECK_OK(lamina_context_process(context, 200));
  lamina_context_release(context);
  for (thread = 0; thread < THREADS; thread++) __atomic_store_n(&hands[thread].stop, 1, __ATOMIC_SEQ_CST);
  for (thread = 0; thread < THREADS; thread++) pthread_join(threads[thread], NULL);
  for (thread = 0; thread < THREADS; thread++) failed += check_calls(&hands[thread]);
  CHECK_EQUAL(failed, 0);
}

int main(void) {
  const int rounds = getenv("CHECK_QUICK") != NULL ? 3 : 60;
  int what, round;
  for (what = 0; what < KINDS; what++)
    for (round = 0; round < rounds; round++) test_kind((kind)what, round);
  return check_done(__FILE__);
}
