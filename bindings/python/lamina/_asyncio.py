"""A context driven by an asyncio loop: `async with lamina.Context() as ui:`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Set

from . import _ffi
from ._library import lib
from .errors import CancelledError

if TYPE_CHECKING:
    import asyncio

    from .context import Context

BUDGET_SECONDS = 0.004  # process() lets the loop go on after this time


class Driver:
    """Calls process() when the descriptor is readable, and wakes coroutines that wait for the context to be idle."""

    def __init__(self, context: "Context", loop: "asyncio.AbstractEventLoop") -> None:
        self.context, self.loop = context, loop
        self.timer: "Optional[asyncio.Handle]" = None
        self.waiting: "Set[asyncio.Future[None]]" = set()
        self.watched: "Set[asyncio.Future[Any]]" = set()
        #: Those that were watched when the context left the loop.
        self.left: "Set[asyncio.Future[Any]]" = set()
        self.descriptor = context.fileno()
        loop.add_reader(self.descriptor, self.turn)
        self.turn()

    def turn(self) -> None:
        try:
            self.context.process(BUDGET_SECONDS)
        except BaseException as error:
            if not isinstance(error, Exception):
                raise
            self.loop.call_exception_handler({"message": "a callback of lamina raised", "exception": error})
        if self.context.closed:
            return self.stop()
        is_idle = bool(self.waiting) and self.is_idle()
        if self.timer is not None:
            self.timer.cancel()
        timeout = 0.0 if self.context._has_exceptions else self.context.timeout
        self.timer = None if timeout is None else self.loop.call_later(timeout, self.turn)
        if is_idle:
            self.wake()

    def is_idle(self) -> bool:
        return bool(lib.lamina_context_wait_idle(self.context.handle, 0) == _ffi.Status.OK)

    def wake(self) -> None:
        waiting, self.waiting = self.waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self, future: "asyncio.Future[Any]") -> Any:
        """Awaits a future. Raises CancelledError when the context leaves the loop, since nothing would finish it any
        more: asyncio's own exception of this name would look as if the task had been cancelled."""
        import asyncio

        self.watched.add(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future not in self.left:
                raise
            raise CancelledError("the context was closed, or detached from the loop, before this was done") from None
        finally:
            self.watched.discard(future)
            self.left.discard(future)

    async def let_work_end(self) -> None:
        """Returns when closing the context would not wait for workers, or only for what one of them has just begun."""
        import asyncio

        handle, seconds, ended = self.context.handle, 0.001, -1
        while not self.context.closed:
            found = self.context.statistics
            running = found.operations_started - found.operations_finished
            if running == 0 or (found.operations_waiting and running == 1 and 0 <= ended < found.operations_finished):
                return
            if ended < 0 and found.operations_waiting:
                # One worker goes on with what waits, which closing cancels when that worker begins the next.
                lib.lamina_context_set_active_thread_count(handle, 1)
            ended = found.operations_finished
            await asyncio.sleep(seconds)
            seconds = min(2 * seconds, 0.02)

    def stop(self) -> None:
        if self.descriptor >= 0 and not self.loop.is_closed():
            self.loop.remove_reader(self.descriptor)
        self.descriptor = -1
        if self.timer is not None:
            self.timer.cancel()
        self.waiting.clear()
        self.left |= self.watched
        if not self.loop.is_closed():
            for future in list(self.watched):
                future.cancel()
