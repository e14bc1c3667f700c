"""A context in an asyncio loop."""
from __future__ import annotations

import asyncio
import itertools
import threading
import time
from typing import Any, Dict, List

import pytest

import lamina
from lamina import Bitmap, Node, Surface


def run(main: Any) -> Any:
    return asyncio.run(asyncio.wait_for(main, 60))


def test_pictures() -> None:
    async def main() -> List[Bitmap]:
        async with lamina.Context(workers=2) as ui:
            pictures = [ui.start_picture(ui.text(f"number {i}"), width=60, background="white") for i in range(20)]
            found = await asyncio.gather(*map(as_coroutine, pictures))
            assert (await pictures[0]) is found[0]
            return list(found)

    async def as_coroutine(pending: lamina.PendingPicture) -> Bitmap:
        return await pending

    assert {picture.width for picture in run(main())} == {60}


def test_displayed() -> None:
    async def main() -> None:
        async with lamina.Context(workers=1) as ui:
            drawn, heard = [], []
            node = ui.box(draw=lambda canvas: drawn.append(canvas.size))
            observer = node.add_display_observer(did_display=lambda node, finished: heard.append(finished))
            surface, target = Surface(ui, (20, 10), root=node), Bitmap(20, 10)
            await node.displayed()
            assert drawn == [(20, 10)] and heard == [True] and surface.has_damage
            surface.composite(target)
            await node.displayed()  # nothing is left to draw
            node.set_needs_display()
            await asyncio.gather(node.displayed(), node.displayed(), ui.idle())
            assert len(drawn) == 2 and heard == [True, True]
            node.remove_display_observer(observer)
            node.set_needs_display()
            await node.displayed()
            assert len(drawn) == 3 and len(heard) == 2

    run(main())


def test_an_observer_set_while_somebody_waits() -> None:
    async def main() -> None:
        async with lamina.Context(workers=1) as ui:
            heard: List[bool] = []
            node = ui.box(draw=lambda canvas: None)
            surface = Surface(ui, (5, 5), root=node)
            waiting = asyncio.ensure_future(node.displayed())
            await asyncio.sleep(0)
            node.add_display_observer(did_display=lambda node, finished: heard.append(finished))
            await waiting
            await ui.idle()
            assert surface and len(heard) <= 1

    run(main())


def test_exceptions_go_to_the_loop() -> None:
    async def main() -> List[Dict[str, Any]]:
        caught: List[Dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, about: caught.append(about))
        async with lamina.Context(workers=1) as ui:
            surface = Surface(ui, (5, 5), root=Node(ui, draw=lambda canvas: 1 / 0))
            await ui.idle()
            await asyncio.sleep(0.01)
            assert surface
        return caught

    (about,) = run(main())
    assert isinstance(about["exception"], ZeroDivisionError) and "lamina" in about["message"]


def test_waiting_without_a_driver_is_explained(context: lamina.Context) -> None:
    async def main() -> None:
        pending = context.start_picture(Node(context), 5, 5)
        with pytest.raises(lamina.InvalidStateError, match="attach"):
            await pending
        context.attach()
        context.attach()
        assert (await pending).size == (5, 5)
        context.detach()

    run(main())


def test_closing_ends_who_waits() -> None:
    async def main() -> None:
        ui = lamina.Context(workers=1)
        ui.attach()
        node = ui.box(draw=lambda canvas: canvas.cairo.paint())
        surface = Surface(ui, (5, 5), root=node)
        waiting = asyncio.ensure_future(ui.idle())
        await asyncio.sleep(0)
        ui.close()
        with pytest.raises(lamina.CancelledError, match="detached from the loop"):
            await waiting
        assert surface.closed

    run(main())


def test_who_waits_can_be_cancelled() -> None:
    async def main() -> None:
        async with lamina.Context(workers=1) as ui:
            waiting = asyncio.ensure_future(awaited(ui.start_picture(ui.text("x"))))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting

    async def awaited(pending: lamina.PendingPicture) -> Bitmap:
        return await pending

    run(main())


def test_a_loop_that_has_ended_drives_nothing() -> None:
    context = lamina.Context(workers=1)

    async def picture() -> Bitmap:
        return await context.start_picture(context.text("x"))

    async def attached() -> Bitmap:
        context.attach()
        return await picture()

    run(context.idle())  # attaches
    with pytest.raises(lamina.InvalidStateError, match="nothing drives the context"):
        run(picture())
    assert run(attached()).width > 0
    assert run(attached()).width > 0

    async def elsewhere() -> None:
        other = asyncio.new_event_loop()
        context.attach(other)
        with pytest.raises(lamina.InvalidStateError, match="another asyncio loop"):
            await picture()
        context.detach()
        other.close()

    run(elsewhere())
    context.close()


def test_two_loops_one_after_the_other() -> None:
    context = lamina.Context(workers=1)

    async def main() -> None:
        context.attach()
        await context.start_picture(Node(context), 5, 5)
        context.detach()

    run(main())
    run(main())
    context.close()


def test_posted_calls_come_while_the_loop_sleeps() -> None:
    async def main() -> None:
        async with lamina.Context(workers=1) as ui:
            await ui.idle()
            for post in (ui.post, lambda call: ui.post_delayed(0.05, call)):
                called = asyncio.Event()
                post(called.set)
                await asyncio.wait_for(called.wait(), 10)

    run(main())


FORM = lamina.Template({"width": 40, "root": {"kind": "text", "text": "{n}"}})


@pytest.mark.parametrize("threads", (0, 2))
def test_rows_of_templates_in_a_loop(threads: int) -> None:
    async def rows(ui: lamina.Context, start: int) -> List[int]:
        taken = []
        async for picture in FORM.render_async(({"n": start + i} for i in range(60)), context=ui, look_ahead=5):
            assert picture.width == 40
            taken.append(picture.row)
        return taken

    async def main() -> None:
        before = threading.active_count()
        async with lamina.Context(threads) as ui:
            ticks, done = 0, asyncio.gather(rows(ui, 0), rows(ui, 100), rows(ui, 200))
            while not done.done():
                await asyncio.sleep(0)
                ticks += 1
            assert await done == [list(range(60))] * 3
            # No thread of Python waits for them, and the loop goes on meanwhile.
            assert threading.active_count() == before and ticks > 3
            assert [picture async for picture in FORM.render_async([], context=ui)] == []
            found = [p async for p in FORM.render_async([{"n": 1}, {}, {"n": 2}], context=ui, format="png", errors="return")]
            assert found[0][:4] == b"\x89PNG" and isinstance(found[1], lamina.LaminaError) and found[2].row == 2
            pictures = FORM.render_async([{"n": 1}] * 50, context=ui)
            assert (await pictures.__anext__()).row == 0
            await pictures.aclose()  # type: ignore[attr-defined]

    run(main())


def test_detaching_ends_who_waits() -> None:
    async def awaited(pending: lamina.PendingPicture) -> Bitmap:
        return await pending

    async def rows(ui: lamina.Context) -> int:
        return len([picture async for picture in FORM.render_async(({"n": n} for n in itertools.count()), context=ui)])

    async def main() -> None:
        for leave in (lamina.Context.detach, lamina.Context.close):
            begun, may_end = threading.Event(), threading.Event()

            def slow(canvas: lamina.Canvas, begun: threading.Event = begun, may_end: threading.Event = may_end) -> None:
                begun.set()
                may_end.wait(30)

            ui = lamina.Context(1)
            ui.attach()
            node = ui.box(draw=slow, size=(5, 5))
            surface = Surface(ui, (5, 5), root=node)
            pending = ui.start_picture(ui.box(draw=slow), 9, 9)
            waiting: List[Any] = [ui.idle(), node.displayed(), awaited(pending), rows(ui)]
            tasks = [asyncio.ensure_future(task) for task in waiting]
            # turns of the loop, in which each comes to where it waits: nothing ends while slow() holds the worker
            for _ in range(20):
                await asyncio.sleep(0.001)
            assert begun.wait(30)
            may_end.set()  # and nobody hears of an end before leave(): the loop does not turn
            leave(ui)
            await asyncio.wait(tasks, timeout=10)
            # exception() raises for a task that was cancelled
            assert all(isinstance(task.exception(), lamina.CancelledError) for task in tasks)
            if not ui.closed:  # and what it was drawn for goes on
                assert pending.result(10).size == (9, 9) and surface
                ui.close()

    run(main())


def test_nothing_is_kept_of_who_has_waited() -> None:
    """A context that animates is never idle, which alone had let go of it."""

    async def main() -> None:
        async with lamina.Context(1) as ui:
            node = ui.box(draw=lambda canvas: None, size=(5, 5))
            busy = ui.box(draw=lambda canvas: time.sleep(0.02), size=(5, 5))
            surfaces = [Surface(ui, (9, 9), root=root) for root in (node, busy)]
            for _ in range(10):
                busy.set_needs_display()
                node.set_needs_display()
                await node.displayed()
            driver: Any = ui._driver
            assert surfaces and not driver.waiting and not ui._observers[node.handle].waiting
            with pytest.raises(asyncio.TimeoutError):  # nor of who gave up
                busy.set_needs_display()
                await asyncio.wait_for(busy.displayed(), 0.001)
            assert not driver.waiting and not ui._observers[busy.handle].waiting and not driver.watched

    run(main())


def test_leaving_lets_the_loop_go_on_while_a_worker_is_busy() -> None:
    async def main() -> None:
        late: List[float] = []

        async def tick() -> None:
            while True:
                before = time.monotonic()
                await asyncio.sleep(0.01)
                late.append(time.monotonic() - before)

        ticker = asyncio.ensure_future(tick())
        drawn: List[int] = []

        def slow(canvas: lamina.Canvas) -> None:
            drawn.append(1)
            time.sleep(0.05)

        async with lamina.Context(workers=1) as ui:
            begun, released = threading.Event(), threading.Event()
            ui.start_picture(ui.box(draw=lambda canvas: begun.set() or released.wait(10), size=(5, 5)))
            for _ in range(50):
                ui.start_picture(ui.box(draw=slow, size=(5, 5)))
            await asyncio.to_thread(begun.wait)
            threading.Timer(0.4, released.set).start()
            late.clear()
        ticker.cancel()
        assert len(late) > 10 and max(late) < 0.3
        assert len(drawn) < 10

    run(main())
