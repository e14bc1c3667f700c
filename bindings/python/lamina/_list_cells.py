"""What lists ask for of their rows: values for templates, and nodes of cells."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional

from . import _callbacks, _ffi, _list_events
from ._arguments import of_kind
from ._ffi import ListRowMarks
from ._library import lib
from ._row_values import as_mapping, give_values, is_steps
from .errors import InvalidArgumentError, LaminaError, check
from .node import Node

if TYPE_CHECKING:
    from .lists import List


def give(this: "Optional[List]", index: int) -> None:
    """Gives the library the values of a row."""
    if this is None or this.closed:
        return
    row = this._rows[index]
    try:
        _give(this, index, row)
    except (LaminaError, TypeError, ValueError) as error:
        if len(error.args) == 1:
            setattr(error, _callbacks.SAME, str(error))  # row after row says it, and one is enough
            error.args = (f"rows[{index}]{_named(this, row)}: {error}",)
        raise
    this._rows._come_into_range(index, this)


def _named(this: "List", row: Any) -> str:
    """Which row it is, by its key."""
    keys = this._rows._keys
    if keys.key is None or not isinstance(row, Mapping):
        return ""
    return f", key {keys.of(row)!r:.100}"


def _give(this: "List", index: int, row: Any) -> None:
    row = as_mapping(row)
    given: Any
    if isinstance(row, Mapping):
        kinds = this._row_kinds
        reader = this._readers[0 if kinds is None else kinds[index] & 0xFFFF]
        assert reader is not None  # rows of other kinds are not asked for
        if reader.marks:
            marks = _list_events.marks(this, index)
            row = {"selected": bool(marks & _SELECTED), "highlighted": bool(marks & _HIGHLIGHTED), **row}
        given = reader.compact(row)
        if isinstance(given, dict) and any(is_steps(value) or slot in reader.repeated for slot, value in given.items()):
            raise InvalidArgumentError(
                f"it has a picture or a drawing beside steps of a drawing or parts that repeat: give these as drawings, "
                "or pictures as files"
            )
    elif isinstance(row, (str, bytes)):
        given = row if isinstance(row, bytes) else row.encode("utf-8", "surrogatepass")
    else:
        raise TypeError(f"a row is a mapping, a sequence of values or JSON text, not {type(row).__name__}")
    if isinstance(given, bytes):
        check(lib.lamina_list_set_values_json(this.handle, given, len(given)))
    else:
        check(give_values(given, this._context, lambda array, count: int(lib.lamina_list_set_values(this.handle, array, count))))


def _values(list_: Optional[int], row: int, identity: int, user_data: int) -> None:
    entry = _callbacks.kept(user_data)
    if entry is not None:
        entry.call(entry.first, row, once=True)


def make(this: "Optional[List]", form: Callable[..., Any], cell: Any) -> Optional[int]:
    """The tree of a row, with a reference for the library unless that has it."""
    if this is None:
        return None
    reused = this._context._node_for(cell.reused) if cell.reused else None
    node = form(this._rows[cell.row], reused, ListRowMarks(cell.marks))
    if node is None:
        return None
    handle = of_kind("the cell", Node, node).handle
    return handle if node is reused else lib.lamina_node_retain(handle)


def _cell(list_: Optional[int], cell: Any, user_data: int) -> Optional[int]:
    entry, made = _callbacks.kept(user_data), [None]
    if entry is not None:
        entry.call(lambda: made.__setitem__(0, entry.first(cell.contents)), once=True)
    return made[0]


_SELECTED, _HIGHLIGHTED = ListRowMarks.SELECTED, ListRowMarks.HIGHLIGHTED
CELL = _ffi.lamina_list_cell_fn(_cell)
VALUES = _ffi.lamina_list_values_fn(_values)
