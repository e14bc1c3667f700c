"""Groups of background operations whose completions run together."""
from __future__ import annotations

import ctypes
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Optional, Type

from . import _callbacks
from ._arguments import integer
from ._ffi import TransactionState
from ._handle import CONTEXT, Handle, handle_of
from ._library import lib
from .canvas import Operation
from .errors import check

if TYPE_CHECKING:
    from .context import Context


class Transaction(Handle):
    """Completions run together on the owner thread after commit, in the order in which the operations were added.

    `with Transaction(context) as t:` commits it at the end of the block, or cancels it if the block raises.
    """

    _kind = "transaction"

    def __init__(self, context: Context) -> None:
        handle = ctypes.c_void_p()
        check(lib.lamina_transaction_create(handle_of(context, "context", CONTEXT), ctypes.byref(handle)))
        self._own(context, handle.value)
        self._is_ended = False

    def _summary(self) -> str:
        return self.state.name.lower()

    def retain(self) -> "Transaction":
        other = super().retain()
        other._is_ended = self._is_ended
        return other

    def add_operation(
        self,
        execute: Optional[Callable[[Operation], Any]] = None,
        complete: Optional[Callable[[bool], Any]] = None,
        priority: int = 0,
    ) -> None:
        """Runs `execute` on a worker at once, and `complete` (with whether it was cancelled) with the others after
        commit."""
        handle = self.handle
        key = _callbacks.keep(_callbacks.Entry(self._context, execute, complete))
        check(lib.lamina_transaction_add_operation(
            handle, integer("priority", priority, -(2**31), 2**31 - 1),
            _callbacks.null(_callbacks.execute) if execute is None else _callbacks.execute,
            _callbacks.null(_callbacks.complete) if complete is None else _callbacks.complete,
            key, _callbacks.destroy,
        ))  # fmt: skip

    def commit(self, done: Optional[Callable[["Transaction", bool], Any]] = None) -> None:
        """Closes the transaction. `done` receives (transaction, cancelled) after the completions."""
        handle = self.handle
        if done is None:
            check(lib.lamina_transaction_commit(handle, _callbacks.null(_callbacks.done), None, _callbacks.null(_callbacks.destroy)))
        else:
            key = _callbacks.keep(_callbacks.Entry(self._context, done, extra=self))
            check(lib.lamina_transaction_commit(handle, _callbacks.done, key, _callbacks.destroy))
        self._is_ended = True

    def cancel(self) -> None:
        """Skips operations that have not started; completions still run, with True."""
        check(lib.lamina_transaction_cancel(self.handle))
        self._is_ended = True

    def set_priority(self, priority: int) -> None:
        """Changes the priority of operations that have not started: higher ones first."""
        check(lib.lamina_transaction_set_priority(self.handle, integer("priority", priority, -(2**31), 2**31 - 1)))

    @property
    def state(self) -> TransactionState:
        """Open, committed, cancelled or complete."""
        return TransactionState(lib.lamina_transaction_get_state(self.handle))

    def wait(self, timeout: Optional[float] = None) -> None:
        """Commits the transaction if it is open, and processes until it is complete; TimedOutError after `timeout`
        seconds."""
        self._is_ended = True
        self._context._wait(lambda limit_us: lib.lamina_transaction_wait(self.handle, limit_us), timeout)

    def __exit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self._is_ended or self.closed:
            return
        if kind is None:
            self.commit()
        else:
            self.cancel()
