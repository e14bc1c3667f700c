"""One exception class for each failing `lamina_status`; `Status` has the codes."""
from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Dict, Optional, Type

from ._ffi import Status
from ._library import lib
from ._sentences import in_python

if TYPE_CHECKING:
    from ._loaded import LoadedData


class LaminaError(Exception):
    """A failed call. The text is the library's message; `status` is the code that C programs see, or None if no code of
    the library applies."""

    status: Optional[Status] = None
    row: Optional[int] = None  # of a Template's data, counted from 0, when that is what was wrong
    response: "Optional[LoadedData]" = None  # what a server responded to a load that failed


class InvalidArgumentError(LaminaError, ValueError):
    """A value that the call does not accept; the message says what would be right."""

    status = Status.ERROR_INVALID_ARGUMENT


class InvalidHandleError(LaminaError):
    """An argument is not an object of the library, or no longer exists."""

    status = Status.ERROR_INVALID_HANDLE


class ClosedError(InvalidHandleError):
    """The object, or its context, is closed."""


class WrongThreadError(LaminaError):
    """The call belongs to another thread: usually the one that created the context."""

    status = Status.ERROR_WRONG_THREAD


class ForeignContextError(LaminaError, ValueError):
    """An object of one context was passed to another."""

    status = Status.ERROR_FOREIGN_CONTEXT


class OutOfRangeError(LaminaError, IndexError):
    """A position beyond the end."""

    status = Status.ERROR_OUT_OF_RANGE


class CycleError(LaminaError, ValueError):
    """A node or spec would become its own ancestor."""

    status = Status.ERROR_CYCLE


class InvalidStateError(LaminaError):
    """The call is not possible now: its object has ended, or has not begun."""

    status = Status.ERROR_INVALID_STATE


class CancelledError(LaminaError):
    """The work was cancelled before it was done."""

    status = Status.ERROR_CANCELLED


class TimedOutError(LaminaError, TimeoutError):
    """The work was not done within the timeout."""

    status = Status.ERROR_TIMED_OUT


class OutOfMemoryError(LaminaError, MemoryError):
    """There was not enough memory."""

    status = Status.ERROR_OUT_OF_MEMORY


class FileError(LaminaError, OSError):
    """A file that cannot be read, written or parsed. `errno` and `filename` are set if the system reported the
    error."""

    status = Status.ERROR_IO

    def __str__(self) -> str:
        return str(self.args[0]) if len(self.args) == 1 else OSError.__str__(self)


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""


class BackendError(LaminaError):
    """A draw callback failed, or a library that Lamina uses."""

    status = Status.ERROR_BACKEND


class UnsupportedError(LaminaError):
    """This build of the library, or this system, cannot do it."""

    status = Status.ERROR_UNSUPPORTED


# What a sentence is about: "a size is ...", "radius is ...", "insets.top is ...".
_SUBJECT = r"^(?:an? |the )?([a-z_]+)(?=(?:\.[a-z_]+)? (?:is|are)\b)"


def about(name: str, error: "Exception") -> "Exception":
    """The same error about the argument or property `name`, whatever the library or a conversion calls it."""
    import re

    return type(error)(re.sub(_SUBJECT, name, str(error), count=1))


_CLASSES: Dict[Optional[int], Type[LaminaError]] = {
    cls.status: cls
    for cls in (
        InvalidArgumentError, InvalidHandleError, WrongThreadError, ForeignContextError, OutOfRangeError, CycleError,
        InvalidStateError, CancelledError, TimedOutError, OutOfMemoryError, FileError, BackendError, UnsupportedError,
    )
}  # fmt: skip


def status_name(status: int) -> str:
    """The name of a status in C, such as "LAMINA_ERROR_CYCLE"."""
    return (lib.lamina_status_name(int(status)) or b"").decode("utf-8", "replace")


def last_error() -> str:
    """The message of this thread's last failure, or "". Exceptions contain it already."""
    return in_python((lib.lamina_last_error() or b"").decode("utf-8", "replace"))


def error_for(status: int, message: str = "") -> LaminaError:
    """The exception for a status. Without a message, it has the name of the status."""
    if status == Status.ERROR_IO:
        return _library_file_error(message or status_name(status))
    return _CLASSES.get(status, LaminaError)(message or status_name(status))


# The two ways in which the library writes it; compiled when the first file cannot be read. C has no call that returns
# the number of the system's error, so this depends on the message; test_errors.py fails when its wording changes.
_ABOUT_FILE = r"""(?s)(?:the file '(.*)' cannot be \w+|cannot read the font file "(.*)"): (.*?)\.?$"""


def _library_file_error(message: str) -> FileError:
    """An error with the path and the number of the system's error, as far as the message names them."""
    import re

    found = re.match(_ABOUT_FILE, message)
    if found is None:
        return FileError(message)
    number = next((number for number in errno.errorcode if os.strerror(number) == found[3]), None)
    error = (MissingFileError if number == errno.ENOENT else FileError)(message)
    error.errno, error.strerror, error.filename = number, found[3], found[1] or found[2]
    return error


def file_error(error: OSError) -> FileError:
    """The same error as one that `except LaminaError` catches."""
    kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
    return kind(error.errno, error.strerror, error.filename)


def check(status: int) -> None:
    """Raises the exception of a status other than OK."""
    if status:
        raise error_for(status, last_error())
