from __future__ import annotations

import threading
import time

import pytest

import lamina
from lamina import Transaction


def test_completions_run_in_order_after_commit(context: lamina.Context) -> None:
    heard, threads = [], set()
    transaction = Transaction(context)
    for index in range(10):

        def execute(operation: lamina.Operation, index: int = index) -> None:
            threads.add(threading.current_thread() is threading.main_thread())
            time.sleep(0.002 * (10 - index))

        transaction.add_operation(execute, lambda cancelled, index=index: heard.append((index, cancelled)))
    time.sleep(0.05)
    context.process()
    assert heard == []
    transaction.commit(lambda transaction, cancelled: heard.append((transaction, cancelled)))
    transaction.wait(10)
    assert heard == [*((index, False) for index in range(10)), (transaction, False)] and threads == {False}
    with pytest.raises(lamina.InvalidStateError):
        transaction.add_operation()


def test_cancel(context: lamina.Context) -> None:
    heard, stopped = [], []
    transaction = Transaction(context)

    def execute(operation: lamina.Operation) -> None:
        while not operation.is_cancelled:
            time.sleep(0.001)
        stopped.append(True)

    transaction.add_operation(execute, heard.append, priority=5)
    transaction.add_operation(None, heard.append)
    time.sleep(0.02)
    transaction.cancel()
    context.wait_idle(10)
    assert heard == [True, True] and len(stopped) <= 1


def test_with_commits_or_cancels(context: lamina.Context) -> None:
    heard = []
    with context.transaction() as transaction:
        transaction.add_operation(lambda operation: None, heard.append)
    with pytest.raises(KeyError), context.transaction() as second:
        second.add_operation(None, heard.append)
        raise KeyError
    context.wait_idle(10)
    assert sorted(heard) == [False, True]


def test_dropped_transactions_are_cancelled(context: lamina.Context) -> None:
    heard = []
    transaction = Transaction(context)
    transaction.add_operation(None, heard.append)
    transaction.close()
    context.wait_idle(10)
    assert heard == [True]


def test_wait_times_out(context: lamina.Context) -> None:
    transaction = Transaction(context)
    transaction.add_operation(lambda operation: time.sleep(0.2))
    with pytest.raises(TimeoutError):
        transaction.wait(0.01)
    transaction.wait(10)


def test_exceptions_come_out_of_wait(context: lamina.Context) -> None:
    def fail(operation: lamina.Operation) -> None:
        raise KeyError("on a worker")

    transaction = Transaction(context)
    transaction.add_operation(fail, lambda cancelled: [][0])
    with pytest.raises((KeyError, IndexError)):
        transaction.wait(10)
    with pytest.raises((KeyError, IndexError)):
        context.process()
    context.wait_idle(10)


def test_states_and_priorities(context: lamina.Context) -> None:
    transaction = lamina.Transaction(context)
    transaction.add_operation(lambda operation: None)
    transaction.set_priority(5)
    assert transaction.state == lamina.TransactionState.OPEN
    transaction.wait(10)
    assert transaction.state == lamina.TransactionState.COMPLETE
    context.set_active_worker_count(1)
    context.set_active_worker_count(None)
    with pytest.raises(lamina.InvalidArgumentError):
        context.set_active_worker_count(0)


def test_work_runs_without_a_transaction(context: lamina.Context) -> None:
    seen = []
    number = context.run(lambda operation: seen.append("work"), lambda cancelled: seen.append(cancelled))
    context.wait_idle(10)
    assert seen == ["work", False]
    with pytest.raises(lamina.InvalidStateError):
        context.cancel_call(number)
    with pytest.raises((TypeError, lamina.InvalidArgumentError)):
        context.run(priority="high")  # type: ignore[arg-type]


def test_a_node_is_measured_in_one_call(context: lamina.Context) -> None:
    node = lamina.Node(context)
    node.set_preferred_size(30, 20)
    assert node.measure(((0, 0), (100, 100))) == (30, 20)
    assert node.frame.size == (0, 0)


def test_a_surface_says_when_it_is_complete(context: lamina.Context) -> None:
    surface = lamina.Surface(context, (20, 20))
    surface.root = lamina.TextNode(context, "hi")
    assert not surface.is_complete
    context.wait_idle(10)
    assert surface.is_complete
