"""Who rows are: the numbers by which the library knows them, made of what a program calls their keys."""
from __future__ import annotations

import array
import itertools
from typing import Any, Callable, Dict, Iterable, List, Sequence, Union

from .errors import InvalidArgumentError

MADE = 1 << 62  # numbers of rows without a key begin here,
_NAMED = 1 << 63  # and here those of keys that are no whole numbers


class Keys:
    """The keys of rows that are shown."""

    __slots__ = ("key", "_numbers", "_next")

    def __init__(self, key: "Union[None, str, Callable[[Any], Any]]") -> None:
        if key is not None and not isinstance(key, str) and not callable(key):
            raise TypeError(f"key is the name of a member or column, or a function of the row, not {key!r}")
        self.key = key
        self._numbers: "Dict[Any, int]" = {}
        self._next = itertools.count(_NAMED)

    def of(self, row: Any) -> Any:
        """The key of a row."""
        if callable(self.key):
            return self.key(row)
        try:
            return row[self.key]
        except (KeyError, TypeError, IndexError):
            raise InvalidArgumentError(f"key is {self.key!r}, which a row does not have: {row!r:.100}") from None

    def identities(self, keys: "List[Any]") -> "array.array[int]":
        """The numbers of keys."""
        try:
            found = array.array("Q", keys)
            if not found or max(found) < MADE:
                return found
        except (TypeError, OverflowError):
            pass
        return array.array("Q", map(self._number, keys))

    def _number(self, key: Any) -> int:
        if isinstance(key, int) and 0 <= key < MADE:
            return key
        try:
            found = self._numbers.get(key)
            return found if found is not None else self._numbers.setdefault(key, next(self._next))
        except TypeError:
            raise TypeError(f"the key of a row is a value that can be hashed, not {key!r:.100}") from None

    def forget_others(self, identities: "Iterable[int]", count: int) -> None:
        """Forgets the keys of rows that are gone, when these are most of all: only `count` are there."""
        if len(self._numbers) > 2 * count + 1000:
            known = set(identities)
            self._numbers = {key: number for key, number in self._numbers.items() if number in known}


def check_keys(keys: "Sequence[Any]", identities: "Sequence[int]") -> None:
    """InvalidArgumentError that names two rows of the same key."""
    if len(set(identities)) == len(identities):
        return
    seen: "Dict[int, int]" = {}
    for row, identity in enumerate(identities):
        if seen.setdefault(identity, row) != row:
            raise InvalidArgumentError(
                f"key is {keys[row]!r:.100} for rows {seen[identity]} and {row}; each row needs its own"
            )
