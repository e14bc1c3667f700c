"""A context driven by an asyncio loop: `async with lamina.Context() as ui:`."""
from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, List, Optional, Set, Type, TypeVar, cast

from . import _ffi
from ._library import lib
from .errors import InvalidStateError, WrongThreadError

if TYPE_CHECKING:
    import asyncio

    from .context import Context

D = TypeVar("D", bound="Driven")

BUDGET_SECONDS = 0.004  # process() lets the loop go on after this time


class _Driver:
    """Calls process() when the descriptor says so, and wakes those who wait for the context to be idle."""

    def __init__(self, context: "Context", loop: "asyncio.AbstractEventLoop") -> None:
        self.context, self.loop = context, loop
        self.timer: "Optional[asyncio.Handle]" = None
        self.waiting: "Set[asyncio.Future[None]]" = set()
        self.watched: "Set[asyncio.Future[Any]]" = set()
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

    def watch(self, future: "asyncio.Future[Any]") -> "asyncio.Future[Any]":
        """Has a future cancelled that nobody would finish any more when the context leaves the loop. Returns it."""
        self.watched.add(future)
        future.add_done_callback(self.watched.discard)
        return future

    def stop(self) -> None:
        if self.descriptor >= 0 and not self.loop.is_closed():
            self.loop.remove_reader(self.descriptor)
        self.descriptor = -1
        if self.timer is not None:
            self.timer.cancel()
        waiting, self.waiting = self.waiting, set()
        for future in [*waiting, *self.watched]:
            future.cancel()


class Driven:
    """What a context can do in an asyncio loop."""

    _driver: Optional[_Driver] = None

    def attach(self, loop: "Optional[asyncio.AbstractEventLoop]" = None) -> None:
        """Lets an asyncio loop (None: the running one) drive the context, on the context's owner thread.

        Exceptions of callbacks go to the loop's exception handler from then on.
        """
        import asyncio
        import threading

        context = cast("Context", self)
        loop = asyncio.get_running_loop() if loop is None else loop
        if not hasattr(loop, "add_reader"):
            raise TypeError(f"an asyncio loop is needed, not {loop!r}")
        if context._owner_thread != threading.get_ident():
            raise WrongThreadError("attach() must be called on the thread that made the context")
        if self._driver is not None and self._driver.loop is not loop:
            raise InvalidStateError("the context is attached to another asyncio loop: detach() it first")
        if self._driver is None:
            self._driver = _Driver(context, loop)

    def detach(self) -> None:
        """Takes the context off the loop. What waits for it is cancelled: idle(), displayed(), pictures that are awaited, and
        Template.render_async()."""
        self._stop_driving()

    async def idle(self) -> None:
        """Waits, in an asyncio loop, until nothing is left to do. Attaches the context to the running loop."""
        self.attach()
        if not self._is_idle():
            await self._wait_for([])

    def _is_idle(self) -> bool:
        return self._driver is not None and self._driver.is_idle()

    async def _wait_for(self, waiting: "List[asyncio.Future[None]]") -> None:
        """Until whoever has the list wakes what is in it, or the context is idle."""
        driver = cast(_Driver, self._driver)
        future = driver.loop.create_future()
        waiting.append(future)
        driver.waiting.add(future)
        driver.loop.call_soon(driver.turn)  # is_idle() may have taken what made the descriptor readable
        try:
            await future
        finally:  # whichever of the two did not wake it still has it
            driver.waiting.discard(future)
            if future in waiting:
                waiting.remove(future)

    def _stop_driving(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.stop()

    async def __aenter__(self: D) -> D:
        self.attach()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        cast(Any, self).close()
