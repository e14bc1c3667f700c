"""A context that any thread may close: its owner is a thread that only creates and closes it."""
from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Optional, Type

from . import _lifetime
from .context import Context


class KeptContext:
    """`with KeptContext(workers) as context:`, which may end on another thread than it began on.

    Takes the arguments of Context(). Only functions for any thread may be called on the context: it has no process().
    """

    def __init__(self, workers: Optional[int] = None, **options: Any) -> None:
        self._workers, self._options = workers, options
        self._made, self._over = threading.Event(), threading.Event()
        self._error: Optional[BaseException] = None
        self._thread: Optional[threading.Thread] = None
        self.context: Optional[Context] = None

    def _keep(self) -> None:
        try:
            with Context(self._workers, **self._options) as self.context:
                self._made.set()
                self._over.wait()
        except BaseException as error:
            self._error = error
            self._made.set()

    def __enter__(self) -> Context:
        _lifetime.finish()
        # A daemon: an iteration that nobody ends must not keep the interpreter from ending. What is left then ends at
        # exit.
        self._thread = threading.Thread(target=self._keep, name="lamina context", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # there is no thread to be had, as while the interpreter ends: this one is the owner
            self._thread = None
            self.context = Context(self._workers, **self._options)
            return self.context
        try:
            self._made.wait()
        except BaseException:  # Ctrl-C
            self._over.set()
            raise
        if self._error is not None:
            raise self._error
        _lifetime.keepers.append(self)
        assert self.context is not None
        return self.context

    def end(self, timeout: Optional[float] = None) -> None:
        """Closes the context and waits for running work, at most so many seconds (None: no limit)."""
        self._over.set()
        if self._thread is not None:
            self._thread.join(timeout)
        elif self.context is not None:
            self.context.close()

    def __exit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self in _lifetime.keepers:
            _lifetime.keepers.remove(self)
        self.end()
