/* Lamina: background work that completes together. Part of lamina.h, whose conventions apply. */
#ifndef LAMINA_TRANSACTION_H
#define LAMINA_TRANSACTION_H

#include "base.h"

LAMINA_BEGIN

/* ==== Transaction ======================================================== */

/* Does the work of an operation on a worker. `canvas` is for lamina_canvas_is_cancelled(). */
typedef void (*lamina_transaction_execute_fn)(
    lamina_canvas *canvas, void *LAMINA_NULLABLE user_data) /* LAMINA_WORKER_THREAD */;

/* The operation has ended. `cancelled` is true if the transaction was cancelled before or while it ran. */
typedef void (*lamina_transaction_complete_fn)(
    bool cancelled, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* All operations of the transaction are complete. */
typedef void (*lamina_transaction_done_fn)(
    lamina_transaction *transaction, bool cancelled, void *LAMINA_NULLABLE user_data) /* LAMINA_OWNER_THREAD */;

/* Runs `work` on a worker and then `complete` on the owner thread, in a call that processes: a transaction of one
 * operation. Higher priorities first, as in lamina_transaction_add_operation(). Either function may be NULL. `out_call`
 * (may be NULL) receives a number for lamina_context_cancel_call(): work that has not begun is skipped then, work under
 * way learns it from lamina_canvas_is_cancelled(), and `complete` runs with `cancelled` true. The end of the context
 * cancels all work. Since 0.1. */
LAMINA_API lamina_status lamina_context_run(
    lamina_context *context, int32_t priority, lamina_transaction_execute_fn LAMINA_NULLABLE work,
    lamina_transaction_complete_fn LAMINA_NULLABLE complete, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy, uint64_t *LAMINA_NULLABLE out_call) LAMINA_ANY_THREAD;

/* Creates an open transaction: a group of background operations whose completions run together on the owner thread
 * after commit, each exactly once, in the order in which the operations were added. To be notified when all of a group
 * is over, pass `done` to lamina_transaction_commit(); to wait for it, call lamina_transaction_wait(). Since 0.1. */
LAMINA_API lamina_status lamina_transaction_create(
    lamina_context *context, LAMINA_OUT(lamina_transaction) out_transaction) LAMINA_ANY_THREAD;

/* Adds a reference and returns `transaction`; NULL for a bad handle. Since 0.1. */
LAMINA_API lamina_transaction *LAMINA_NULLABLE lamina_transaction_retain(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Drops a reference. An open transaction without references is cancelled. Ignores NULL. Since 0.1. */
LAMINA_API void lamina_transaction_release(lamina_transaction *LAMINA_NULLABLE transaction) LAMINA_ANY_THREAD;

/* Adds an operation, which starts on a worker at once, higher priorities first. Operations share a queue with layouts
 * and drawings (lamina_node_set_drawing_priority()): after drawings of the same priority, before those of a lower one.
 * To prevent starvation, while several priorities wait, one in eight pieces of work that the first worker takes is the
 * oldest. `complete` runs after commit (either may be NULL). LAMINA_ERROR_INVALID_STATE after commit or cancel. Since
 * 0.1. */
LAMINA_API lamina_status lamina_transaction_add_operation(
    lamina_transaction *transaction, int32_t priority, lamina_transaction_execute_fn LAMINA_NULLABLE execute,
    lamina_transaction_complete_fn LAMINA_NULLABLE complete, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Closes the transaction. When all its operations have run, the completions and then `done` run in the owner's process.
 * LAMINA_ERROR_INVALID_STATE if it is not open. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_commit(
    lamina_transaction *transaction, lamina_transaction_done_fn LAMINA_NULLABLE done, void *LAMINA_NULLABLE user_data,
    lamina_destroy_fn LAMINA_NULLABLE destroy) LAMINA_ANY_THREAD;

/* Cancels the transaction, open or committed. Operations that have not started are skipped; all completions still run,
 * with `cancelled` true. Does nothing if it is complete. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_cancel(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Changes the priority of all operations of the transaction that have not started. They follow others that already have
 * this priority. Since 0.1. */
LAMINA_API lamina_status lamina_transaction_set_priority(
    lamina_transaction *transaction, int32_t priority) LAMINA_ANY_THREAD;

typedef enum LAMINA_ENUM lamina_transaction_state {
  LAMINA_TRANSACTION_STATE_OPEN = 0,
  LAMINA_TRANSACTION_STATE_COMMITTED = 1,
  LAMINA_TRANSACTION_STATE_CANCELLED = 2, /* but not complete yet */
  LAMINA_TRANSACTION_STATE_COMPLETE = 3   /* all completions and `done` have run or are running */
} lamina_transaction_state;

/* The state of the transaction; LAMINA_TRANSACTION_STATE_COMPLETE also for a bad handle. Since 0.1. */
LAMINA_API lamina_transaction_state lamina_transaction_get_state(lamina_transaction *transaction) LAMINA_ANY_THREAD;

/* Commits the transaction if it is open, and processes until it is complete. LAMINA_ERROR_TIMED_OUT after `timeout_us`
 * (UINT64_MAX = no limit). Since 0.1. */
LAMINA_API lamina_status lamina_transaction_wait(
    lamina_transaction *transaction, uint64_t timeout_us) LAMINA_OWNER_THREAD;

LAMINA_END

#endif
