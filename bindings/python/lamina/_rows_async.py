"""Rows of a template on their way to pictures, in an asyncio loop."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterable, AsyncIterator, Callable, Iterable, Optional, Union, cast

from ._rows import Job, NativeTemplate, Row, RowOptions
from .errors import CancelledError

if TYPE_CHECKING:
    import asyncio

    from .context import Context


async def job_pictures_async(
    context: Context, text: bytes, rows: "Union[Iterable[Row], AsyncIterable[Row]]", options: RowOptions, workers: Optional[int]
) -> "AsyncIterator[Any]":
    """The pictures, in an asyncio loop that drives the context: no thread is added, and none waits."""
    import asyncio

    loop = asyncio.get_running_loop()
    with NativeTemplate(context, text) as template, Job(template, options, workers) as job:
        ready: "Optional[asyncio.Future[None]]" = None

        def wake() -> None:
            if ready is not None and not ready.done():
                ready.set_result(None)

        job.on_ready(wake)
        feeder = _Feeder(job, cast("AsyncIterable[Row]", rows), wake) if hasattr(rows, "__aiter__") else None
        taken, waiting = 0, iter(() if feeder is not None else cast("Iterable[Row]", rows))
        try:
            while True:
                if feeder is None:
                    job.fill(waiting, taken)
                else:
                    feeder.let_in(taken)
                if taken == job.added and job.is_complete:
                    job.end()
                    return
                ready = loop.create_future()
                found = job.poll() if taken < job.added else None
                if found is None:
                    driver = context._driver
                    if driver is None:
                        raise CancelledError("the context was detached from the loop before all rows were drawn")
                    await driver.wait(ready)
                    continue
                taken += 1
                yield found
                if taken % job.ahead == 0:
                    await asyncio.sleep(0)  # pictures that are all there must not keep the loop from others
        finally:
            if feeder is not None:
                await feeder.stop()


class _Feeder:
    """Adds rows of an asynchronous iterable as they come, so that pictures need not wait for the next row."""

    def __init__(self, job: Job, rows: "AsyncIterable[Row]", wake: "Callable[[], None]") -> None:
        import asyncio

        self._job, self._rows, self._wake, self._wanted = job, rows.__aiter__(), wake, 0
        self._room = asyncio.Event()
        self._task = asyncio.ensure_future(self._feed())

    def let_in(self, taken: int) -> None:
        """Allows so many rows more than pictures were taken."""
        self._wanted = taken + 1 + self._job.ahead
        self._room.set()

    async def _feed(self) -> None:
        job = self._job
        try:
            while True:
                while job.added >= self._wanted:
                    self._room.clear()
                    await self._room.wait()
                job.add(await self._rows.__anext__())
                self._wake()
        except StopAsyncIteration:
            pass
        except Exception as error:  # the pictures of the rows before it come first
            job._ending = error
        job.is_complete = True
        self._wake()

    async def stop(self) -> None:
        """Ends the iteration, and closes a generator."""
        import asyncio

        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        close = getattr(self._rows, "aclose", None)
        if close is not None:
            await close()
