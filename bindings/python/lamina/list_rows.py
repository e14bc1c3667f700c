"""The rows that lists show, as a list of Python's that tells them what changes."""
from __future__ import annotations

import array
import ctypes
import itertools
import weakref
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _ffi
from ._arguments import counted, whole
from .errors import InvalidArgumentError, OutOfRangeError
from ._row_keys import MADE, Keys, check_keys
from ._row_versions import versions_of
from .row_sources import PIECE, QueryRows, read_source, take_piece

if TYPE_CHECKING:
    from .lists import List as RowList

__all__ = ["QueryRows", "Rows"]

_MARGIN = 64  # rows before the last one that was taken of an iterator, when the next piece is taken
_ROW = _ffi.lamina_list_row
# In words of eight bytes.
_WORDS = ctypes.sizeof(_ROW) // 8
_IDENTITY, _VERSION, _KIND = (getattr(_ROW, name).offset // 8 for name in ("identity", "version", "kind"))


class _State(NamedTuple):
    """Rows with who and how new they are. None: who they are by their places, and all as new as `version`."""

    rows: Any
    identities: "Optional[array.array[int]]"
    versions: "Optional[array.array[int]]"
    version: int


class Rows(MutableSequence[Any]):
    """Rows as a list of Python's: whatever is done to it shows in the lists that show it, and what has not changed
    keeps its picture and its place.

    `rows` is any of

    - a sequence of mappings or JSON texts, or of sequences, whose slots are then numbers;
    - a pandas DataFrame, an Arrow table or a polars DataFrame, whose values are read where they are;
    - a QueryRows: a query of SQLite, read page by page;
    - anything that can be iterated, such as a generator, a csv.DictReader or a cursor: it is taken piece by piece, as
      the list is scrolled.

    `key` says who a row is: the name of a member or column, or a function of the row, with values that can be hashed.
    `update()` then finds what went, came, moved and changed; InvalidArgumentError for two rows of the same key, also in
    edits of lists of up to 4,000 rows. Without it rows that are given anew are who they are by
    their places; those of a list that is edited remain themselves. A table or a query that is edited row by row becomes
    a list of its rows first.

    Its items are the rows, as they were given. Change it on the owner thread of the lists, and not while they ask for
    values.
    """

    __slots__ = ("_keys", "_lists", "_made", "_more", "_is_taking", "_state", "__weakref__")

    def __init__(self, rows: Any = (), *, key: "Union[None, str, Callable[[Any], Any]]" = None) -> None:
        self._keys = Keys(key)
        self._lists: "weakref.WeakSet[RowList]" = weakref.WeakSet()
        self._made = itertools.count(MADE)
        self._more: "Optional[Iterator[Any]]" = None
        self._is_taking = False
        self._state = _State([], None, None, 0)
        self.update(rows)

    # Reading

    def __len__(self) -> int:
        return len(self._state.rows)

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return self._state.rows[self._place(index)]
        rows = self._state.rows
        return rows[index] if isinstance(rows, list) else [rows[place] for place in range(len(rows))[index]]

    def _place(self, index: int, name: str = "row") -> int:
        """The row that an index names, counted from 0; negative ones count from the end. OutOfRangeError, an
        IndexError, if there is none."""
        count, found = len(self), whole(name, index)
        if -count <= found < count:
            return found % count
        more = "; take() reads more of them" if self._more is not None else ""
        raise OutOfRangeError(f"{name} is {found}; there are {counted(count, 'row')}{more}")

    def __iter__(self) -> "Iterator[Any]":
        return iter(self._state.rows)

    def __repr__(self) -> str:
        return f"<lamina.Rows: {len(self):,} rows{', and more to come' if self._more is not None else ''}>"

    @property
    def source(self) -> "Sequence[Any]":
        """What the rows are read from: the sequence that was given, a table, or a list of its own."""
        source: "Sequence[Any]" = self._state.rows
        return source

    @property
    def has_more(self) -> bool:
        """Whether an iterator may have rows that were not taken yet."""
        return self._more is not None

    def take(self, count: int = PIECE) -> int:
        """Takes up to `count` more rows of an iterator, as scrolling does by itself; returns how many there were."""
        if self._more is None:
            return 0
        more, self._more = self._more, None  # gone if it raises
        piece, failure = take_piece(more, count)
        if piece:
            self._replace(len(self), len(self), piece)
        if failure is not None:  # the rows before it show
            raise failure
        self._more = more if len(piece) == count else None
        return len(piece)

    # Changes

    def update(self, rows: Any) -> None:
        """Shows other rows, of any kind that the class takes."""
        self._update(rows, lambda shown: shown._show_rows())

    def _update(self, rows: Any, tell: "Callable[[RowList], None]") -> None:
        state = self._state
        source, more = read_source(list(rows) if isinstance(rows, Rows) else rows)
        version = state.version + 1
        key = getattr(source, "key", None) if self._keys.key is None else self._keys.key
        if key is None:
            new = _State(source, None, None, version)
        else:
            column = getattr(source, "column", None) if isinstance(key, str) else None
            keys = list(map(self._keys.of, source) if column is None else column(key))
            versions = source.versions() if hasattr(source, "versions") else versions_of(source)
            identities = self._keys.identities(keys)
            check_keys(keys, identities)
            new = _State(source, identities, versions, version)
        self._change(new, tell)
        self._more = more
        self._keys.forget_others(self._state.identities or (), len(self))

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step == 1:
                self._replace(start, max(start, stop), list(value))
                return
            places, rows = range(len(self))[index], list(value)
            if len(places) != len(rows):
                raise ValueError(f"a slice of {len(places)} rows takes as many, not {len(rows)}")
            for place, row in zip(places, rows):
                self._replace(place, place + 1, [row])
            return
        place = self._place(index)
        self._replace(place, place + 1, [value])

    def __delitem__(self, index: Any) -> None:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                gone = set(range(len(self))[index])
                self._permute([place for place in range(len(self)) if place not in gone])
            else:
                self._replace(start, max(start, stop), [])
            return
        place = self._place(index)
        self._replace(place, place + 1, [])

    def insert(self, index: int, row: Any) -> None:
        """Inserts a row before `index`, as list.insert() does."""
        place = slice(whole("index", index), None).indices(len(self))[0]
        self._replace(place, place, [row])

    def append(self, row: Any) -> None:
        """Adds a row behind the last one."""
        self._replace(len(self), len(self), [row])

    def extend(self, rows: "Iterable[Any]") -> None:
        """Adds rows behind the last one."""
        self._replace(len(self), len(self), list(rows))

    def remove(self, row: Any) -> None:
        """Removes the first row that equals this one; ValueError if there is none."""
        if row not in self:
            raise ValueError(f"no row is {row!r:.100}")
        del self[self.index(row)]

    def move(self, from_: int, to: int) -> None:
        """Moves a row to stand at `to`."""
        from_, to = self._place(from_, "from_"), self._place(to, "to")
        state = self._owned()

        def put(from_: int, to: int) -> None:
            for part in state[:3]:
                part.insert(to, part.pop(from_))  # type: ignore[union-attr]

        put(from_, to)
        self._tell(lambda shown: shown._show_moved(from_, to), lambda: put(to, from_))

    def sort(self, *, key: "Optional[Callable[[Any], Any]]" = None, reverse: bool = False) -> None:
        """Sorts the rows, as list.sort() does: in view they stay who they are, with their pictures."""
        rows = list(self)
        values = rows if key is None else [key(row) for row in rows]
        self._permute(sorted(range(len(rows)), key=values.__getitem__, reverse=reverse))

    def reverse(self) -> None:
        self._permute(range(len(self) - 1, -1, -1))

    def reload(self, index: Optional[int] = None) -> None:
        """Reads the values of a row anew, or without an index those of all rows that show: when they have changed
        where they stand, or could not be read. Rows whose reading failed are blank until then, or until they have been
        out of view."""
        forget = getattr(self._state.rows, "forget", None)
        if forget is not None:
            forget()
        if index is None:
            rows, identities, versions, version = self._state
            if versions is not None:
                versions = array.array("Q", map(self._another, versions))
            return self._change(_State(rows, identities, versions, version + 1), lambda shown: shown._show_rows())
        place, versions = self._place(index, "index"), self._owned(as_list=False).versions
        assert versions is not None
        before, versions[place] = versions[place], self._another(versions[place])
        self._tell(
            lambda shown: shown._show_replaced(place, place + 1, place + 1, True),
            lambda: versions.__setitem__(place, before),
        )

    # What changes do

    def _versions(
        self, rows: "List[Any]", before: "Mapping[int, int]", identities: "array.array[int]"
    ) -> "array.array[int]":
        """The versions of rows that are put where others were, which had those of `before`: all are new ones, also of
        rows in which no other values are seen."""
        if self._keys.key is None:
            return array.array("Q", [self._another(0) for _ in rows])
        versions = versions_of(rows)
        for place, identity in enumerate(identities):
            if before.get(identity) == versions[place]:
                versions[place] = self._another(versions[place])
        return versions

    def _another(self, version: int) -> int:
        """A version for what has another one."""
        if self._keys.key is not None:
            return (version + 1) & _ffi.UINT64_MAX
        self._state = self._state._replace(version=self._state.version + 1)
        return self._state.version

    def _owned(self, as_list: bool = True) -> _State:
        """The rows, as a list unless nobody changes it, each with an identity and a version."""
        rows, identities, versions, version = self._state
        count = len(rows)
        self._state = _State(
            rows if type(rows) is list or not as_list else list(rows),
            array.array("Q", range(count)) if identities is None else identities,
            array.array("Q", [version]) * count if versions is None else versions,
            version,
        )
        return self._state

    def _replace(self, start: int, stop: int, rows: "List[Any]") -> None:
        """Puts other rows in the place of some: what all edits are made of."""
        if start == stop and not rows:
            return
        state = self._owned()
        assert state.identities is not None and state.versions is not None
        if self._keys.key is not None:
            identities = self._keys.identities([*map(self._keys.of, rows)])
        elif len(rows) == stop - start:
            identities = state.identities[start:stop]  # other contents of the same rows
        else:
            identities = array.array("Q", itertools.islice(self._made, len(rows)))
        before = state.rows[start:stop], state.identities[start:stop], state.versions[start:stop]
        versions = self._versions(rows, dict(zip(before[1], before[2])), identities)
        end = start + len(rows)
        is_same = before[1] == identities

        def put(from_: int, to: int, parts: Any) -> None:
            for whole, part in zip(state[:3], parts):
                whole[from_:to] = part

        put(start, stop, (rows, identities, versions))
        try:
            self._tell(lambda shown: shown._show_replaced(start, stop, end, is_same), lambda: put(start, end, before))
        except InvalidArgumentError:
            if self._keys.key is not None:  # by their keys, if that was it
                after = state.identities[:start] + identities + state.identities[stop:]
                check_keys([*map(self._keys.of, [*state.rows[:start], *rows, *state.rows[stop:]])], after)
            raise
        self._keys.forget_others(self._state.identities or (), len(self))

    def _permute(self, places: "Sequence[int]", tell: "Optional[Callable[[RowList], None]]" = None) -> None:
        """Makes rows of some of those that are there."""
        state = self._owned()
        rows, identities, versions = ([part[place] for place in places] for part in state[:3])  # type: ignore[index]
        new = _State(rows, array.array("Q", identities), array.array("Q", versions), state.version)
        self._change(new, tell or (lambda shown: shown._show_rows()))

    def _change(self, new: _State, tell: "Callable[[RowList], None]") -> None:
        before, self._state = self._state, new

        def undo() -> None:
            self._state = before

        self._tell(tell, undo)

    def _tell(self, tell: "Callable[[RowList], None]", undo: "Callable[[], None]") -> None:
        """Lets all lists show a change, or none."""
        told = []
        try:
            for shown in list(self._lists):
                if not shown.closed:
                    tell(shown)
                    told.append(shown)
        except BaseException:
            undo()
            for shown in told:
                shown._show_rows()
            raise

    # For lists

    def _columns(self, start: int, stop: int, kinds: "Optional[array.array[int]]") -> Any:
        """Rows as the library takes them: an array of lamina_list_row. None for none."""
        count = stop - start
        if not count:
            return None
        words = array.array("Q", bytes(_ROW())) * count
        _, identities, versions, version = self._state
        words[_IDENTITY::_WORDS] = array.array("Q", range(start, stop)) if identities is None else identities[start:stop]
        words[_VERSION::_WORDS] = array.array("Q", [version]) * count if versions is None else versions[start:stop]
        if kinds is not None:
            words[_KIND::_WORDS] = kinds
        return (_ROW * count).from_buffer(words)

    def _come_into_range(self, index: int, shown: "RowList") -> None:
        """A list asks for the values of a row: the next piece is taken before the rows run out."""
        if self._more is None or self._is_taking or index < len(self) - _MARGIN:
            return
        self._is_taking = True
        this = weakref.ref(self)

        def take() -> None:
            rows = this()
            if rows is not None:
                rows._is_taking = False
                rows.take()

        shown.context.post(take)
