"""Exceptions of drawings and of layout callbacks, until their picture, layout or node is known.

The library only sees the status of a failed drawing or layout callback, and names it in the message for the picture or
layout, or in the log for a node of a surface. So each failure has a status of its own, by which the exception is found
again: a picture raises its own first failure, a layout on the calling thread that of its callback, process() that of a
visible node.
"""
from __future__ import annotations

import itertools
import threading
from typing import Dict, List, Optional, Tuple

from ._ffi import Status
from .errors import error_for, last_error

# Beyond all statuses that the library knows; it takes others for LAMINA_ERROR_BACKEND.
_FIRST, _COUNT = 1_000_000_000, 1_000_000_000
# In the library's messages, before the number.
_NAMINGS = ("a draw callback returned status ", "a layout callback returned status ")
# Drawings that were stopped, and those that failed beside another one of their picture, are never asked for.
_MOST = 1000

_numbers = itertools.count()


class DrawingFailures:
    """The exceptions of one context's drawings, by the status that each drawing returned."""

    __slots__ = ("_kept", "of_nodes")

    def __init__(self) -> None:
        #: Of nodes on surfaces and of renderings: for the next process().
        self.of_nodes: List[BaseException] = []
        self._kept: Dict[int, Tuple[int, BaseException]] = {}  # single dict operations are atomic

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, error: BaseException) -> int:
        """Keeps an exception of a drawing on this thread. Returns its status."""
        status = _FIRST + next(_numbers) % _COUNT
        self._kept[status] = (threading.get_ident(), error)
        while len(self._kept) > _MOST:
            self._kept.pop(next(iter(self._kept.copy()), 0), None)
        return status

    def claim(self, message: str) -> Tuple[Optional[BaseException], str]:
        """The exception that a message of the library refers to, and the message with its text; None for another
        message."""
        for naming in _NAMINGS:
            before, named, number = message.rpartition(naming)
            if named and number.isdigit() and int(number) >= _FIRST:
                break
        else:
            return None, message
        status = int(number)
        thread, error = self._kept.pop(status, (0, None))
        said = f"{named}{int(Status.ERROR_BACKEND)}" if error is None else described(error)
        # A worker draws one thing after the other: what it raised before is of those that are done.
        for other, (where, _) in list(self._kept.copy().items()):
            if other < status and where == thread:
                self._kept.pop(other, None)
        return error, before + said

    def check(self, status: int) -> None:
        """Raises what a layout callback raised that failed a call on this thread, or the call's own error."""
        if status:
            raised, text = self.claim(last_error())
            if raised is not None:
                raise raised
            raise error_for(status, text)

    def first_of_nodes(self, exceptions_too: bool = True) -> Optional[BaseException]:
        """Removes and returns the first exception for process() to raise; without `exceptions_too`, only those that end
        programs, such as Ctrl-C."""
        for place, error in enumerate(self.of_nodes):
            if exceptions_too or not isinstance(error, Exception):
                return self.of_nodes.pop(place)
        return None

    @property
    def last(self) -> int:
        """The status of the last one."""
        return max(self._kept.copy(), default=0)

    def forget(self, last: int) -> None:
        """Drops the exceptions up to this one: their drawings are done, and failed beside others, or were cancelled."""
        for status in [status for status in self._kept.copy() if status <= last]:
            self._kept.pop(status, None)


def described(error: BaseException) -> str:
    """As the last line of a traceback."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
