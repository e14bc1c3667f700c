from __future__ import annotations

import gc
import logging
import select
import subprocess
import sys
import threading
import time
import warnings
from typing import Any, Callable, Dict, List

import pytest

import lamina
from lamina import _callbacks, _lifetime


def test_context_closes_once_and_then_says_so() -> None:
    context = lamina.Context(workers=1)
    node = lamina.Node(context)
    assert context.worker_count == 1
    context.close()
    context.close()
    assert context.closed and node.closed
    for use in (lambda: context.process(), lambda: context.statistics, lambda: node.frame, lambda: node.add_child(node)):
        with pytest.raises(lamina.ClosedError, match="closed"):
            use()
    node.close()


@pytest.mark.parametrize("threads", [65, -2])
def test_bad_options(threads: int) -> None:
    with pytest.raises(lamina.InvalidArgumentError) as info:
        lamina.Context(workers=threads)
    assert info.value.status == lamina.Status.ERROR_INVALID_ARGUMENT
    assert str(threads) in str(info.value)


def test_glyph_positions() -> None:
    def picture(x: float, **options: Any) -> bytes:
        with lamina.Context(0, font_family="DejaVu Sans", **options) as ui:
            return bytes(lamina.Drawing().text("H", (x, 4)).picture(ui, (60, 24)).data)

    assert picture(4) != picture(4.25) == picture(4.2)
    on_whole_pixels: List[Dict[str, Any]] = [
        {"glyph_positions": "whole_pixels"}, {"hinting": "full"}, {"hinting": "medium"}, {"antialias": "none"}
    ]  # fmt: skip
    for options in on_whole_pixels:
        assert picture(4, **options) == picture(4.25, **options) != picture(5, **options)
    assert picture(4, glyph_positions=lamina.GlyphPositions.WHOLE_PIXELS) == picture(4)
    with pytest.raises(lamina.InvalidArgumentError, match="glyph_positions is 'half'; it must be one of subpixel"):
        lamina.Context(0, glyph_positions="half")  # type: ignore[arg-type]


def test_missing_font_file(context: lamina.Context) -> None:
    with pytest.raises(lamina.FileError, match="nowhere.ttf"):
        context.add_font_file("/nowhere.ttf")
    with pytest.raises(lamina.FileError, match="nowhere.ttf"):
        lamina.Context(font_files=["/nowhere.ttf"])
    assert isinstance(lamina.FileError("x"), OSError)


def test_descriptor_and_timeout(context: lamina.Context) -> None:
    context.wait_idle(10)
    poller = select.poll()
    poller.register(context, select.POLLIN)
    assert context.timeout is None and poller.poll(0) == []
    surface = lamina.Surface(context, (20, 20), root=lamina.TextNode(context, "x"))
    assert context.timeout == 0 or poller.poll(1000)
    deadline = 200
    while not surface.has_damage and deadline:
        poller.poll(50 if context.timeout is None else context.timeout * 1000)
        context.process(0.01)
        deadline -= 1
    assert surface.has_damage


def test_owner_calls_from_another_thread_are_refused(context: lamina.Context) -> None:
    caught = []

    def run() -> None:
        for call in (context.process, context.wait_idle, lambda: lamina.Surface(context, (10, 10))):
            try:
                call()
            except lamina.WrongThreadError as error:
                caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert [error.status for error in caught] == [lamina.Status.ERROR_WRONG_THREAD] * 3


def test_statistics_count(context: lamina.Context) -> None:
    before = context.statistics
    nodes = [lamina.Node(context) for _ in range(5)]
    text = lamina.Text(context, "x")
    assert context.statistics.node_count == before.node_count + 5
    assert context.statistics.object_count == before.object_count + 1
    del nodes
    text.close()
    gc.collect()
    context.process()
    assert context.statistics.node_count == before.node_count
    assert context.statistics.object_count == before.object_count


def test_statistics_of_operations() -> None:
    with lamina.Context(workers=0) as context:
        transaction = lamina.Transaction(context)
        transaction.add_operation(lambda operation: None)
        assert context.statistics.operations_waiting == 1
        transaction.commit()
        context.wait_idle(10)
        found = context.statistics
        assert (found.operations_started, found.operations_finished, found.operations_waiting) == (1, 1, 0)
        assert found.calls_us + found.completions_us + found.changes_us + found.composite_us <= found.owner_us


def test_collected_contexts_leave_nothing() -> None:
    gc.collect()
    before = _callbacks.kept_count()
    for _ in range(20):
        context = lamina.Context(workers=1)
        lamina.Node(context, draw=lambda canvas: None).user_data = object()
    del context
    gc.collect()
    assert _callbacks.kept_count() == before


def test_contexts_that_another_thread_drops_end_with_the_next_one(context: lamina.Context) -> None:
    def on_another_thread(call: "Callable[[], object]") -> None:
        with pytest.warns(ResourceWarning, match="another thread"):
            thread = threading.Thread(target=call)
            thread.start()
            thread.join()

    before = _callbacks.kept_count()
    dropped, lost = [lamina.Context(workers=1)], [lamina.Context(workers=1)]
    on_another_thread(lost.clear)
    on_another_thread(dropped.clear)
    handles = [handle for _, handle in _lifetime._unfinished]
    assert len(handles) == 2 and all(_lifetime.owner(handle) for handle in handles)
    context.process()
    assert not _lifetime._unfinished and not any(_lifetime.owner(handle) for handle in handles)
    assert _callbacks.kept_count() == before


def test_a_context_dropped_elsewhere_is_forgotten_also_where_warnings_are_errors(context: lamina.Context) -> None:
    before = _callbacks.kept_count()
    other, raised = lamina.Context(workers=0, log=print), []

    def close() -> None:
        try:
            other._end()
        except ResourceWarning as warning:
            raised.append(warning)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        thread = threading.Thread(target=close)
        thread.start()
        thread.join()
    assert len(raised) == 1 and _callbacks.kept_count() == before
    context.process()
    assert not _lifetime._unfinished


def test_times_and_functions_are_checked(context: lamina.Context) -> None:
    for call in (context.process, context.wait_idle, lambda time: context.post_delayed(time, print)):
        with pytest.raises(lamina.InvalidArgumentError, match="NaN"):
            call(float("nan"))
    with pytest.raises(TypeError, match="call is a function, not None"):
        context.post(None)  # type: ignore[arg-type]


def test_messages_go_to_logging(caplog: pytest.LogCaptureFixture) -> None:
    def fail(canvas: lamina.Canvas) -> None:
        raise RuntimeError("no")

    with caplog.at_level(logging.INFO, "lamina"), lamina.Context(workers=1) as context:
        surface = lamina.Surface(context, (8, 8), root=lamina.Node(context, draw=fail))
        with pytest.raises(RuntimeError):
            context.wait_idle(10)
        del surface
    assert [record for record in caplog.records if record.name == "lamina" and record.levelno >= logging.WARNING]


def test_messages_go_to_a_function() -> None:
    heard = []
    with lamina.Context(workers=1, log=lambda level, text: heard.append((level, text))) as context:
        node = lamina.Node(context, name="the culprit", draw=lambda canvas: 1 / 0)
        surface = lamina.Surface(context, (8, 8), root=node)
        with pytest.raises(ZeroDivisionError):
            context.wait_idle(10)
        assert surface
    assert heard and all(isinstance(text, str) and text for _, text in heard)


def test_shared_by_count() -> None:
    context = lamina.Context(workers=1)
    shared = context.retain()
    context.close()
    assert shared.worker_count == 1
    shared.close()
    assert shared.closed


def test_interpreter_exit_with_work_under_way(environment: "dict[str, str]") -> None:
    code = """
import lamina, time
context = lamina.Context()
def draw(canvas):
    while not canvas.is_cancelled: time.sleep(0.001)
nodes = [lamina.Node(context, draw=draw, size=(9, 9)) for _ in range(8)]
root = lamina.Node(context)
root.set_spec(lamina.row(*nodes))
surface = lamina.Surface(context, (100, 20), root=root)
for _ in range(20): context.process(); time.sleep(0.002)
print("leaving")
"""
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (0, "leaving\n", "")


def test_calls_on_the_owner_thread(context: lamina.Context) -> None:
    heard: "list[object]" = []
    context.post(lambda: heard.append(1))
    thread = threading.Thread(target=lambda: context.post(lambda: heard.append(threading.current_thread())))
    thread.start()
    thread.join()
    context.process()
    assert heard == [1, threading.current_thread()]
    context.post(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        context.process()


def test_delays_on_a_clock_of_ones_own(context: lamina.Context) -> None:
    heard: "list[str]" = []
    context.set_time(10)
    context.post_delayed(2, lambda: heard.append("late"))
    context.post_delayed(1, lambda: heard.append("early"))
    never = context.post_delayed(1, lambda: heard.append("never"))
    context.cancel_call(never)
    with pytest.raises(lamina.InvalidStateError):
        context.cancel_call(never)
    context.process()
    assert heard == [] and context.timeout is None
    context.set_time(12)
    assert context.timeout == 0
    context.process()
    assert heard == ["early", "late"]
    with pytest.raises(lamina.InvalidArgumentError):
        context.set_time(11)
    context.set_time(None)
    context.post_delayed(100, lambda: None)
    context.process()
    assert context.timeout is not None and 90 < context.timeout <= 100


def test_frames(context: lamina.Context) -> None:
    seen: List[float] = []
    number = context.add_frame_callback(seen.append)
    for frame in range(1, 4):
        context.begin_frame(frame / 64, deadline=1)
        context.process()
        context.process()
    assert seen == [1 / 64, 2 / 64, 3 / 64]
    with pytest.raises(lamina.InvalidArgumentError, match="time_us"):
        context.begin_frame(0)
    context.remove_frame_callback(number)
    with pytest.raises(lamina.InvalidStateError):
        context.remove_frame_callback(number)
    context.begin_frame(1)
    context.process()
    assert len(seen) == 3
    context.begin_frame(None)


def test_commit_observers(context: lamina.Context) -> None:
    heard: "list[str]" = []
    root = lamina.Node(context, background="#ff0000")
    surface = lamina.Surface(context, (10, 10), root=root)
    before = context.add_commit_observer("before", lambda: heard.append("before"))
    context.add_commit_observer(lamina.CommitPhase.AFTER, lambda: heard.append(str(surface.has_damage)))
    context.process()
    assert heard[:2] == ["before", "True"]
    context.wait_idle(10)
    heard.clear()
    context.process()
    assert heard == []
    context.remove_commit_observer(before)
    with pytest.raises(lamina.InvalidStateError):
        context.remove_commit_observer(before)
    root.background = "#00ff00"
    context.process()
    assert heard == ["True"]


def test_memory(context: lamina.Context) -> None:
    node = lamina.Node(context)
    assert context.memory.node_bytes > 0 and context.memory.bitmap_bytes == 0 and node
    context.set_bitmap_budget(1000)
    context.set_bitmap_budget(None)
    for string in ("some words of some text", "text of words some of"):
        # A font without kerning: of others, newer versions of HarfBuzz say that hardly a word stands for itself.
        lamina.Text(context, string, family="DejaVu Sans Mono").measure(100)
    assert context.memory.word_bytes > 0
    context.trim_memory()
    assert context.memory.word_bytes == 0 and context.memory.pool_bytes == 0 and context.statistics.evictions == 0


def test_exceptions_that_nobody_raised_are_logged_at_the_end(caplog: pytest.LogCaptureFixture) -> None:
    context = lamina.Context(workers=1, log=lambda level, text: None)
    transaction = context.transaction()
    transaction.add_operation(None, lambda cancelled: {}["missing"])
    transaction.cancel()
    with caplog.at_level(logging.ERROR, "lamina"):
        context.close()
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [KeyError]


def test_each_name_of_the_package_may_be_the_first_that_is_used(environment: "dict[str, str]") -> None:
    code = """
import importlib, sys, lamina
later = {}  # a name of each module that is imported when it is asked for
for name in [*lamina.__all__, "template", "surface"]:
    if name not in vars(lamina): later.setdefault(lamina._LATER.get(name, name if name in ("template", "surface") else "_ffi"), name)
for name in later.values():
    for module in [each for each in sys.modules if each.split(".")[0] == "lamina"]: del sys.modules[module]
    fresh = importlib.import_module("lamina")
    assert getattr(fresh, name) is not None, name
"""
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stderr) == (0, "")


def test_closing_says_what_it_waits_for() -> None:
    """It may be a text, too, and not only what the program has written."""
    said: "list[str]" = []
    context = lamina.Context(workers=1, log=lambda level, text: said.append(text))
    begun = threading.Event()
    context.start_picture(context.box(draw=lambda canvas: begun.set() or time.sleep(2.6), size=(5, 5)))
    begun.wait(10)
    context.close()
    assert len(said) == 1 and "for what a worker is doing, a callback of yours or a long text; it continues to wait" in said[0]


def test_a_context_whose_owner_has_ended() -> None:
    made: "list[lamina.Context]" = []
    for adopts in (True, False):
        thread = threading.Thread(target=lambda: made.append(lamina.Context(1)))
        thread.start()
        thread.join()
        context = made.pop()
        assert not context.is_owner_thread
        with pytest.raises(lamina.WrongThreadError):
            context.process()
        if adopts:
            context.adopt()
            assert context.is_owner_thread
            context.wait_idle()
        context.close()
    with lamina.Context(1) as context:
        failures: "list[type]" = []

        def adopt() -> None:
            try:
                context.adopt()
            except lamina.LaminaError as error:
                failures.append(type(error))

        thread = threading.Thread(target=adopt)
        thread.start()
        thread.join()
        assert failures == [lamina.WrongThreadError]
