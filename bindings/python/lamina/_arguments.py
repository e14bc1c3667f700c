"""Conversion of Python values for C. ctypes alone would truncate numbers to their lowest bits and strings at a NUL."""
from __future__ import annotations

import errno
import operator
import os
import stat
from typing import Any, Optional, Type, TypeVar, Union

from . import _ffi
from .errors import InvalidArgumentError, OutOfRangeError, file_error


T = TypeVar("T")


def number(name: str, value: float) -> float:
    """A number. The message names the argument, which ctypes would not."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a number, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise InvalidArgumentError(f"{name} is {_shown(value)}, which is larger than any number that can be drawn") from None


def finite(name: str, value: float) -> float:
    """A number that is neither NaN nor infinite."""
    found = number(name, value)
    if found - found != 0:
        raise InvalidArgumentError(f"{name} is {value}; a finite number is needed")
    return found


def _shown(value: object) -> str:
    """A number that may have more digits than Python likes to write."""
    return f"a number of {value.bit_length()} bits" if isinstance(value, int) else repr(value)


def shortened(string: str, most: int = 40) -> str:
    """A string as repr() of an object shows it."""
    return repr(string if len(string) <= most else string[: most - 1] + "…")


def counted(count: int, noun: str) -> str:
    """"1 node", "2 nodes"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def of_kind(name: str, kind: Type[T], value: Any) -> T:
    """A value of a class of this package."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} has to be of the class {kind.__name__}, not {value!r}")
    return value


def function(name: str, value: Any) -> Any:
    """A function, or whatever can be called."""
    if not callable(value):
        raise TypeError(f"{name} is a function, not {value!r}")
    return value


def whole(name: str, value: int) -> int:
    """A whole number."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None


def integer(name: str, value: int, low: int, high: int) -> int:
    """A whole number within limits."""
    number = whole(name, value)
    if not low <= number <= high:
        raise InvalidArgumentError(f"{name} is {number}; it must be {low} to {high}")
    return number


def position(name: str, value: int) -> int:
    """An index. Negative ones do not count from the end here, and C would take them for very large ones."""
    number = whole(name, value)
    if number < 0:
        raise OutOfRangeError(f"{name} is {number}; positions count from 0")
    return number


def c_string(name: str, string: str) -> bytes:
    """A string without NUL. Lone surrogates pass; the library refuses them with a message."""
    if not isinstance(string, str):
        raise TypeError(f"{name} is a string, not {string!r}")
    if "\0" in string:
        raise InvalidArgumentError(f"{name} contains a NUL character")
    return string.encode("utf-8", "surrogatepass")


def c_text(name: str, string: str) -> bytes:
    """A string for a function without a status to refuse it with."""
    if not isinstance(string, str):
        raise TypeError(f"{name} is a string, not {string!r}")
    try:
        return string.encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidArgumentError(f"{name} is {string!r}, which is not text: it has half of a surrogate pair") from None


def c_path(path: Union[str, "os.PathLike[str]"], name: str = "path") -> bytes:
    """A path. The message about anything else names the argument."""
    try:
        encoded = os.fsencode(path)
    except TypeError:
        raise TypeError(f"{name} is a path, not {path!r}") from None
    except UnicodeEncodeError:
        raise InvalidArgumentError(f"the path {os.fspath(path)!r} has half of a surrogate pair in it") from None
    if b"\0" in encoded:
        raise InvalidArgumentError(f"the path {os.fspath(path)!r} contains a NUL character")
    return encoded


def file_bytes(path: "Union[str, os.PathLike[str]]", most: int) -> bytes:
    """The contents of a file, or its first `most` + 1 bytes if it has more, which the reader then refuses. FileError
    if it cannot be read, or is no regular file: a FIFO that nobody writes to would hang for ever."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            return file.read(most + 1)
    except OSError as error:
        if error.filename is None:  # reading does not say of what
            error.filename = os.fspath(path)
        raise file_error(error) from None
    except ValueError:  # a NUL, or half of a surrogate pair
        raise InvalidArgumentError(f"{os.fspath(path)!r} is not the path of a file") from None


def _open_at_once(path: str, flags: int) -> int:
    """Opens a regular file, without waiting for one that is not."""
    number = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)
    mode = os.fstat(number).st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # open() refuses folders, and says so
        return number
    os.close(number)
    raise OSError(errno.EINVAL, "it is not a regular file", path)


def duration(name: str, seconds: float) -> int:
    """A time that something takes, or a time of a clock, in microseconds."""
    found = number(name, seconds)
    if not 0 <= found * 1e6 < _ffi.UINT64_MAX:
        raise InvalidArgumentError(f"{name} is {seconds!r} s; a time from 0 is needed")
    return round(found * 1e6)


def truth(value: Any, name: str = "the value") -> bool:
    """True or False, also as 1 or 0, or as numpy has them: of anything else, either would be a guess."""
    if not isinstance(value, (bool, int)) and type(value).__name__ not in ("bool_", "bool") or value not in (0, 1):
        raise TypeError(f"{name} is True or False, not {value!r}")
    return bool(value)


def microseconds(seconds: Optional[float], name: str = "a time in seconds") -> int:
    """A time limit: of what is past, nothing is left. None means no limit."""
    if seconds is None:
        return _ffi.UINT64_MAX
    found = number(name, seconds) * 1e6
    if found != found:
        raise InvalidArgumentError(f"{name} is not a number (NaN)")
    return _ffi.UINT64_MAX if found >= _ffi.UINT64_MAX else round(found) if found > 0 else 0


def pair(name: str, keyword: str, child: Any, second: Any) -> "tuple[Any, Any]":
    """The child and the second element of `name(child, second)`, or of `name(second)[child]` and
    `name(keyword=second)[child]`, whose child follows in brackets."""
    if child is None and second is None:
        raise TypeError(f"{name}() takes an element: {name}({keyword})[child], or {name}(child, {keyword})")
    return (None, child) if second is None else (child, second)
