"""One exception class for each failure that a C function's `lamina_status` can name; `Status` has the codes."""
from __future__ import annotations

import errno
import os
from typing import Dict, Optional, Type

from ._ffi import Status
from ._library import lib


class LaminaError(Exception):
    """A call that failed. The text is the library's sentence; `status` is the code that C programs see."""

    status: Status = Status.ERROR_INVALID_ARGUMENT
    row: Optional[int] = None  # of a Template's data, counted from 0, when that is what was wrong


class InvalidArgumentError(LaminaError, ValueError):
    status = Status.ERROR_INVALID_ARGUMENT


class InvalidHandleError(LaminaError):
    status = Status.ERROR_INVALID_HANDLE


class ClosedError(InvalidHandleError):
    """The object, or its context, was closed before."""


class WrongThreadError(LaminaError):
    status = Status.ERROR_WRONG_THREAD


class ForeignContextError(LaminaError, ValueError):
    status = Status.ERROR_FOREIGN_CONTEXT


class OutOfRangeError(LaminaError, IndexError):
    status = Status.ERROR_OUT_OF_RANGE


class CycleError(LaminaError, ValueError):
    status = Status.ERROR_CYCLE


class InvalidStateError(LaminaError):
    status = Status.ERROR_INVALID_STATE


class CancelledError(LaminaError):
    status = Status.ERROR_CANCELLED


class TimedOutError(LaminaError, TimeoutError):
    status = Status.ERROR_TIMED_OUT


class OutOfMemoryError(LaminaError, MemoryError):
    status = Status.ERROR_OUT_OF_MEMORY


class FileError(LaminaError, OSError):
    """A file that cannot be read, written or understood. `errno` and `filename` are set where the system said what is wrong."""

    status = Status.ERROR_IO

    def __str__(self) -> str:
        return str(self.args[0]) if len(self.args) == 1 else OSError.__str__(self)


class MissingFileError(FileError, FileNotFoundError):
    """A file that is not there."""


class BackendError(LaminaError):
    status = Status.ERROR_BACKEND


class UnsupportedError(LaminaError):
    status = Status.ERROR_UNSUPPORTED


_CLASSES: Dict[int, Type[LaminaError]] = {
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
    """The sentence of this thread's last failure; "" when there was none. Exceptions carry it already."""
    return (lib.lamina_last_error() or b"").decode("utf-8", "replace")


def error_for(status: int, message: str = "") -> LaminaError:
    """The exception for a status; the message is the name of the status when none is given."""
    error = _CLASSES.get(status, LaminaError)(message or status_name(status))
    if status in _CLASSES:
        error.status = Status(status)
    if isinstance(error, FileError):
        _take_system_error(error, message)
    return error


# As the library writes them; compiled when the first file cannot be read.
_ABOUT_FILE = r"""(?s)(?:The file '(.*)' cannot be \w+|cannot read the font file "(.*)"): (.*?)\.?$"""


def _take_system_error(error: FileError, message: str) -> None:
    """Takes the path and the number of the system's error out of a sentence."""
    import re

    found = re.match(_ABOUT_FILE, message)
    if found is not None:
        error.filename = found[1] or found[2]
        error.strerror = found[3]
        error.errno = next((number for number in errno.errorcode if os.strerror(number) == found[3]), None)


def file_error(error: OSError) -> FileError:
    """The same error as one that `except LaminaError` catches."""
    kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
    return kind(error.errno, error.strerror, error.filename)


def check(status: int) -> None:
    """Raises what a status other than OK stands for."""
    if status:
        raise error_for(status, last_error())
