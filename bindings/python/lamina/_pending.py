"""What is under way in a context, and how its result is waited for."""
from __future__ import annotations

import contextlib
import select
import threading
import time
import weakref
from typing import TYPE_CHECKING, ContextManager, Generic, Optional, TypeVar

from . import _lifetime
from ._arguments import number
from .errors import CancelledError, InvalidStateError, TimedOutError

if TYPE_CHECKING:
    from .context import Context

T = TypeVar("T")


class Pending(Generic[T]):
    """A result that comes inside process() of a context."""

    _what = "result"

    def __init__(self, context: "Context") -> None:
        # Weak: until the end C holds this object, which must not keep its context alive.
        self._reference = weakref.ref(context)
        self._is_done = False
        self._value: Optional[T] = None
        self._error: Optional[BaseException] = None
        self._ended = threading.Event()

    def _alive(self) -> "Context":
        context = self._reference()
        if context is None or context.closed:
            if context is not None:
                self._note_closed(context)
            raise CancelledError(f"the context was closed before the {self._what} was done")
        return context

    def _note_closed(self, context: "Context") -> None:
        pass

    def _title(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        state = "under way" if not self._is_done else "failed" if self._error is not None else "done"
        return f"<lamina.{self._title()} {state}>"

    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return self._is_done

    def _wait(self) -> "ContextManager[None]":
        """Entered by who waits."""
        return contextlib.nullcontext()

    def _process(self, context: "Context") -> None:
        context.process()

    def result(self, timeout: Optional[float] = None) -> T:
        """The result, or the exception that says why there is none; TimedOutError after `timeout` seconds. On the owner
        thread it processes the context meanwhile; on another thread it waits for the owner to do so."""
        if not self._is_done and _lifetime.is_on_worker():
            raise InvalidStateError(f"a drawing or operation cannot wait for a {self._what}: the two would wait for each other")
        end = None if timeout is None else time.monotonic() + number("timeout", timeout)
        with self._wait():
            while not self._is_done:
                context = self._alive()
                left = 0.1 if end is None else min(0.1, end - time.monotonic())
                if left <= 0:
                    raise TimedOutError(f"the {self._what} was not done within {timeout} seconds")
                if context._owner_thread == threading.get_ident():
                    self._process(context)
                    if not self._is_done:
                        _sleep(context, left)
                else:
                    self._ended.wait(left)
        if self._error is not None:
            raise self._error
        assert self._value is not None
        return self._value


def _sleep(context: "Context", seconds: float) -> None:
    """Sleeps until the context has work to do."""
    due = context.timeout
    poll = select.poll()
    poll.register(context.fileno(), select.POLLIN)
    poll.poll(1000 * (seconds if due is None else min(seconds, due)))
