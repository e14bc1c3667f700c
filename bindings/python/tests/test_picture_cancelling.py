"""Pictures that nobody wants any more."""
from __future__ import annotations

import asyncio
import threading
from typing import List

import pytest

import lamina
from lamina import Context


class Slow:
    """Draws until it is let go, or cancelled if it listens."""

    def __init__(self, listens: bool = True) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.listens = listens
        self.count = 0

    def __call__(self, canvas: lamina.Canvas) -> None:
        self.count += 1
        self.begun.set()
        while not self.go_on.wait(0.001) and not (self.listens and canvas.is_cancelled):
            pass


def test_waiting_and_under_way() -> None:
    with Context(1) as ui:
        slow = Slow()
        pictures = [ui.start_picture(ui.box(draw=slow), 5, 5) for _ in range(3)]
        assert slow.begun.wait(30)
        # The one that waits goes first: the other one would leave its worker to it.
        assert pictures[1].cancel() and pictures[0].cancel()
        assert not pictures[1].cancel()
        for picture in pictures[:2]:
            with pytest.raises(lamina.CancelledError):
                picture.result(30)
            assert picture.done() and not picture.cancel()
        slow.go_on.set()
        assert pictures[2].result(30).size == (5, 5) and not pictures[2].cancel()
        assert slow.count == 2
    assert not pictures[2].cancel()


def test_renderings_have_numbers(context: Context) -> None:
    told: List[object] = []
    slow = Slow()
    number = context.box(draw=slow).render(lamina.Bitmap(5, 5), done=told.append)
    assert slow.begun.wait(30)
    context.cancel_call(number)
    context.wait_idle(30)
    assert [type(error) for error in told] == [lamina.CancelledError]


def test_a_cancelled_task_cancels_its_picture() -> None:
    async def main() -> None:
        async with Context(1) as ui:
            # The worker is kept until all tasks are cancelled: else it might have drawn the last picture before.
            slow, other = Slow(listens=False), Slow()
            other.go_on.set()
            alone = ui.start_picture(ui.box(draw=slow), 5, 5)
            shared = ui.start_picture(ui.box(draw=other), 5, 5)
            watched = ui.start_picture(ui.box(draw=other), 5, 5)
            dropped = ui.start_picture(ui.box(draw=other), 5, 5)
            future = watched.future

            async def wait(picture: lamina.PendingPicture) -> lamina.Bitmap:
                return await picture

            tasks = [asyncio.ensure_future(wait(picture)) for picture in (alone, shared, watched, dropped)]
            second = asyncio.ensure_future(wait(shared))
            await asyncio.sleep(0.01)  # the tasks begin: one that is cancelled before never awaits its picture
            while not slow.begun.is_set():
                await asyncio.sleep(0.001)
            for task in tasks:
                task.cancel()
            assert {type(end) for end in await asyncio.gather(*tasks, return_exceptions=True)} == {asyncio.CancelledError}
            slow.go_on.set()
            # Nobody else waited for the first, which was under way, and for the last, which was not.
            assert (await second).size == (5, 5)
            assert (await asyncio.wrap_future(future)).size == (5, 5)
            for picture in (alone, dropped):
                with pytest.raises(lamina.CancelledError):
                    await picture
            assert other.count == 2

    asyncio.run(main())
