"""How new the rows of lists are: numbers that are others for other values, by which a row is drawn anew or not.

They are of 64 bits, made of all that a value is. Python's own hashes would not do: those of -1 and -2 are equal.
Values that count as equal may have different numbers, as 1 and 1.0 do, which are drawn differently.
"""
from __future__ import annotations

import array
import itertools
import marshal
import weakref
from typing import Any, Mapping, Sequence

from . import _ffi
from ._handle import Handle
from .bitmap import PixelBuffer
from .drawing import Drawing

# What marshal writes as what it is. It would also write pictures, as bytes without a size.
_PLAIN = {str, int, float, bool, type(None)}

#: Objects that say nothing of themselves are those that they are.
_serials: "weakref.WeakKeyDictionary[Any, int]" = weakref.WeakKeyDictionary()
_next_serial = itertools.count(1)


def versions_of(rows: "Sequence[Any]") -> "array.array[int]":
    """The numbers of rows."""
    kinds = {*map(type, rows)} if type(rows) is list else {object}
    members = itertools.chain.from_iterable(map(dict.values, rows)) if kinds == {dict} else None
    if kinds <= _PLAIN or members is not None and _PLAIN.issuperset(map(type, members)):
        return array.array("Q", map(_plain_version, rows))  # of nearly all: half the time of looking at each
    return array.array("Q", map(version_of, rows))


def column_versions(columns: "Mapping[Any, Sequence[Any]]") -> "array.array[int]":
    """The numbers of the rows of columns."""
    is_plain = all(_PLAIN.issuperset(map(type, values)) for values in columns.values())
    number, names = _plain_version if is_plain else version_of, version_of(tuple(columns))
    return array.array("Q", [number(row) ^ names for row in zip(*columns.values())])


def version_of(value: Any) -> int:
    """The number of a value."""
    try:
        return _plain_version(_plain(value))
    except (ValueError, RecursionError):  # nested too deeply
        return next(_next_serial)


def _plain_version(value: Any) -> int:
    # Of version 2: later ones write what is in memory once in another way.
    return hash(marshal.dumps(value, 2)) & _ffi.UINT64_MAX


def _plain(value: Any) -> Any:
    """A value as one of those that marshal writes, with another one for another."""
    kind: Any = type(value)
    if kind in _PLAIN or kind is bytes:
        return value
    if isinstance(value, Mapping):
        return [(_plain(name), _plain(inner)) for name, inner in value.items()]
    if kind is list or kind is tuple:
        return [*map(_plain, value)]
    if isinstance(value, PixelBuffer):
        return "pixels", value.width, value.height, int(value.format), value.data[: value.stride * value.height].tobytes()
    if isinstance(value, Drawing):  # steps are added to it, and none is changed
        return "drawing", _serial(value), len(value)
    if isinstance(value, Handle) or kind.__repr__ is object.__repr__:
        return kind.__qualname__, _serial(value)
    if hasattr(value, "tobytes"):  # of numpy and PIL, whose repr() is shortened
        return kind.__qualname__, repr(getattr(value, "shape", getattr(value, "size", None))), value.tobytes()
    return kind.__qualname__, repr(value)


def _serial(value: Any) -> int:
    """A number of an object that no other one will have, as an address might be."""
    try:
        return _serials.setdefault(value, next(_next_serial))
    except TypeError:  # it cannot be hashed, or referred to weakly
        return next(_next_serial)
