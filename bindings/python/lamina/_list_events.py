"""What the user does with the rows of a list, and what its program is told: functions of List's methods."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional

from . import _callbacks, _ffi
from ._arguments import integer, truth
from ._ffi import FetchState, ListEdge, ListEventKind, ListRowMarks, ListSelection
from ._library import lib
from ._record import record
from .errors import InvalidArgumentError, check

if TYPE_CHECKING:
    from .lists import List

_SELECTIONS = {mode.name.lower(): mode for mode in ListSelection}
_EDGES = {edge.name.lower(): edge for edge in ListEdge}
_STATES = {state.name.lower(): state for state in FetchState}
_EVENTS = {int(kind): kind.name.lower() for kind in ListEventKind}


@record(frozen=True)
class ListEvent:
    """Something that happened in a list.

    `kind`: "tap", "selection_change", "enter_visible", "exit_visible", "enter_preload", "exit_preload", "fetch_head" or
    "fetch_tail". `row`: where it was about one that is still there.
    """

    kind: str
    row: Optional[int]


def _one_of(name: str, value: Any, choices: "dict[str, Any]") -> Any:
    if value not in choices:
        raise InvalidArgumentError(f"{name} is {value!r}; one of {', '.join(choices)} is needed")
    return choices[value]


def set_selection(this: "List", mode: str) -> None:
    """Says which rows taps select: "none" (the default), a "single" one, or "multiple". Rows whose templates have the
    slots {selected} and {highlighted} get them, as true or false."""
    check(lib.lamina_list_set_selection(this.handle, _one_of("mode", mode, _SELECTIONS)))


def select(this: "List", row: int, selected: bool = True) -> None:
    """Selects a row, or ends that."""
    check(lib.lamina_list_set_row_selected(this.handle, this._rows._place(row), truth(selected, "selected")))


def move_selection(this: "List", distance: int, *, extends: bool = False) -> None:
    """Moves the selection by items, as arrow keys do, and scrolls it into view: from the row that was selected
    last, or what took its place; when there is none, to the first item, or with a negative distance to the last. With
    `extends` all items from where it began are selected."""
    distance = integer("distance", distance, -(1 << 62), 1 << 62)
    this._context._finish(lib.lamina_list_move_selection(this.handle, distance, truth(extends, "extends")))


def selected_rows(this: "List") -> "list[int]":
    """The rows that are selected, ascending."""
    count = ctypes.c_size_t()
    check(lib.lamina_list_read_selected_rows(this.handle, None, 0, ctypes.byref(count)))
    rows = (ctypes.c_size_t * count.value)()
    check(lib.lamina_list_read_selected_rows(this.handle, rows, count.value, ctypes.byref(count)))
    return list(rows)


def marks(this: "List", row: int) -> ListRowMarks:
    """What a row is to the user now."""
    found = ctypes.c_int()
    check(lib.lamina_list_get_row_marks(this.handle, row, ctypes.addressof(found)))
    return ListRowMarks(found.value)


def add_observer(this: "List", observer: Callable[[ListEvent], Any]) -> int:
    """Has a function called with what happens in the list, a `ListEvent`; it may change the list. Returns a number for
    remove_observer()."""
    number = ctypes.c_uint64()
    key = _callbacks.keep_observer(this._context, observer)
    check(lib.lamina_list_add_observer(this.handle, _EVENT, key, _callbacks.destroy, ctypes.byref(number)))
    return number.value


def remove_observer(this: "List", number: int) -> None:
    """Ends what add_observer() began."""
    check(lib.lamina_list_remove_observer(this.handle, integer("number", number, 0, _ffi.UINT64_MAX)))


def set_fetch_state(this: "List", edge: str, state: str) -> None:
    """Says how loading more rows goes at an edge, "head" or "tail": "off" (the default), "idle", "loading", "failed" or
    "no_more". While it is "idle", observers get a "fetch_head" or "fetch_tail" when rows run out, once: then it is
    "loading" until the program says how it went."""
    check(lib.lamina_list_set_fetch_state(this.handle, _one_of("edge", edge, _EDGES), _one_of("state", state, _STATES)))


def fetch_state(this: "List", edge: str) -> str:
    """How loading more rows goes at an edge."""
    state = ctypes.c_int()
    check(lib.lamina_list_get_fetch_state(this.handle, _one_of("edge", edge, _EDGES), ctypes.addressof(state)))
    return FetchState(state.value).name.lower()


def _event(list_: Optional[int], event: Any, user_data: int) -> None:
    entry = _callbacks.kept(user_data)
    if entry is not None:
        given = event.contents
        row = None if given.row == _ffi.SIZE_MAX else given.row
        entry.call(entry.first, ListEvent(_EVENTS.get(given.kind, ""), row))


_EVENT = _ffi.lamina_list_event_fn(_event)
