"""Changes of a list that say what they do: functions of List's methods."""
from __future__ import annotations

import contextlib
import ctypes
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Sequence, Tuple

from . import _callbacks, _ffi
from ._arguments import function, integer, of_kind
from ._ffi import ListChangeKind
from ._library import lib
from ._list_kinds import kinds_of
from ._record import record
from .errors import InvalidArgumentError, LaminaError, check, error_for, last_error

if TYPE_CHECKING:
    from .lists import List

_KINDS = {kind.name.lower(): kind for kind in ListChangeKind}
_MOST = 1 << 31


@record(frozen=True)
class ListChange:
    """A change of a section, or of an item of one.

    `kind`: "delete_item", "insert_item", "reload_item", "move_item", and the same with "section". What goes, is moved
    from or reloaded counts in the numbering of before; what comes, or is moved to, in that of after.
    """

    kind: str
    section: int = 0
    item: int = 0
    to_section: int = 0
    to_item: int = 0


def _c_change(change: ListChange) -> _ffi.lamina_list_change:
    of_kind("a change", ListChange, change)
    if change.kind not in _KINDS:
        raise InvalidArgumentError(f"kind is {change.kind!r}; one of {', '.join(_KINDS)} is needed")
    made = _ffi.lamina_list_change()
    made.kind = _KINDS[change.kind]
    for name in ("section", "item", "to_section", "to_item"):
        setattr(made, name, integer(name, getattr(change, name), 0, _MOST))
    return made


def apply_changes(
    this: "List",
    rows: Any,
    changes: Sequence[ListChange] = (),
    applied: Optional[Callable[[Optional[LaminaError]], Any]] = None,
) -> None:
    """Gives the list other `rows`, which `changes` say how to reach, in any order; without any they are found as when
    `rows` is set. InvalidArgumentError, with section and item, when numbers do not add up: the list is then as it was.

    `applied(error)` is called when the change shows: with None, or what went wrong.
    """
    if applied is not None:
        function("applied", applied)
    if not isinstance(changes, (list, tuple)):
        raise TypeError(f"changes is a list of ListChange, not {changes!r}")
    given = (_ffi.lamina_list_change * len(changes))(*map(_c_change, changes))

    def tell(shown: "List") -> None:
        if shown is not this:
            return shown._show_rows()
        count = len(this._rows)
        kinds = kinds_of(this, 0, count)
        entry = _callbacks.Entry(this._context, applied or _nothing)
        columns = this._rows._columns(0, count, kinds)
        with this._knowing(kinds):
            check(
                lib.lamina_list_apply_changes(
                    this.handle, given, len(changes), columns, count, _APPLIED, _callbacks.keep(entry), _callbacks.destroy
                )
            )

    this._rows._update(rows, tell)


@contextlib.contextmanager
def collect_changes(this: "List") -> "Iterator[None]":
    """Makes all that apply_changes() is given within one change, to the rows that were given last:

        with entries.collect_changes():
            entries.apply_changes(...)
    """
    check(lib.lamina_list_begin_changes(this.handle))
    try:
        yield
    finally:
        check(lib.lamina_list_end_changes(this.handle))


def _nothing(error: Optional[LaminaError]) -> None:
    """Nobody wants to know."""


def _applied(list_: Optional[int], status: int, user_data: int) -> None:
    entry = _callbacks.kept(user_data)
    if entry is not None:
        entry.call(entry.first, error_for(status, last_error()) if status else None)


_APPLIED = _ffi.lamina_list_applied_fn(_applied)


def row_path(this: "List", row: int) -> "Tuple[int, Optional[int]]":
    """The section that a row stands in, and its number among the items there; None for headers and footers."""
    section, item = ctypes.c_size_t(), ctypes.c_size_t()
    row = this._rows._place(row)
    check(lib.lamina_list_get_row_path(this.handle, row, ctypes.byref(section), ctypes.byref(item)))
    return section.value, None if item.value == _ffi.SIZE_MAX else item.value


def find_item(this: "List", section: int, item: int) -> int:
    """The row of an item of a section."""
    row = ctypes.c_size_t()
    section, item = integer("section", section, 0, _MOST), integer("item", item, 0, _MOST)
    check(lib.lamina_list_find_item(this.handle, section, item, ctypes.byref(row)))
    return row.value
