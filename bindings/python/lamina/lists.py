"""Lists of any length: rows as data, of which those in view have pictures that native threads draw.

    form = lamina.Template({"root": {"kind": "inset", "insets": 8, "children": [{"kind": "text", "text": "{title}"}]}})
    entries = lamina.List(context, template=form, rows=rows)
    surface.set_root(entries.node)
"""
from __future__ import annotations

import array
import ctypes
import weakref
from typing import Any, Callable, Dict, Mapping, Optional, Union

from . import _callbacks, _ffi
from ._arguments import integer, number, of_kind
from ._ffi import ListAlignment
from ._handle import Handle
from ._library import lib
from ._record import field_names, record
from ._row_values import RowReader
from ._rows import NativeTemplate
from .context import Context
from .errors import InvalidArgumentError, check
from .list_rows import Rows
from .node import Node
from .template import Template

__all__ = ["List", "ListRowPlace", "ListState"]

_ALIGNMENTS = {"start": ListAlignment.START, "center": ListAlignment.CENTER, "end": ListAlignment.END}


@record(frozen=True)
class ListState:
    """Where a list stands, as far as heights are known."""

    offset: float
    content_height: float
    view_height: float
    row_count: int
    measured_count: int
    first_row: int
    visible_count: int
    first_row_offset: float
    blank_count: int
    is_moving: bool
    is_settled: bool


@record(frozen=True)
class ListRowPlace:
    """Where a row stands, counted from the top of the view; estimates unless it is measured."""

    top: float
    height: float
    is_measured: bool


class List(Handle):
    """Rows below each other that scroll; for the owner thread only.

    `rows` is what Rows takes: a sequence of mappings, a table of pandas, Arrow or polars, a query, anything that can be
    iterated; or Rows, which several lists can show. `list.rows` is the Rows: what is done to it shows. A row is asked
    for when it comes into view, and workers read, measure and draw it.

    `key` says who a row is, by a value that can be hashed: the name of a member, or a function of the row. Rows that go,
    come, move or change are then found when the list gets other rows, and what the reader looks at stays where it is.
    `kind` says which of several `templates` a row takes, by its name there.
    """

    _kind = "list"

    def __init__(
        self,
        context: Context,
        *,
        template: Optional[Template] = None,
        rows: Any = (),
        templates: Optional[Mapping[Any, Template]] = None,
        kind: Optional[Callable[[Any], Any]] = None,
        key: Union[None, str, Callable[[Any], Any]] = None,
        estimated_height: float = 44,
        stays_at_end: bool = False,
        follows_end: bool = False,
        keeps_top: bool = False,
        bounces: bool = False,
    ) -> None:
        given = dict(templates or {})
        if template is not None:
            given[None] = template
        if not given:
            raise TypeError("template is missing: how rows look")
        if isinstance(rows, Rows) and key is not None:
            raise TypeError("key belongs to the Rows that are given: Rows(..., key=...)")
        options, handle = _ffi.lamina_list_options(), ctypes.c_void_p()
        options.estimated_row_height = number("estimated_height", estimated_height)
        options.stays_at_end, options.follows_end = stays_at_end, follows_end
        options.keeps_top, options.bounces = keeps_top, bounces
        owner = of_kind("context", Context, context).handle
        check(lib.lamina_list_create(owner, ctypes.byref(options), ctypes.byref(handle)))
        self._own(context, handle.value)
        self._kind_of = kind
        self._kinds: Dict[Any, int] = {}
        self._readers: "list[RowReader]" = []
        self._row_kinds: "Optional[array.array[int]]" = None
        for name, form in given.items():
            with NativeTemplate(context, of_kind("template", Template, form)._json) as native:
                check(lib.lamina_list_set_template(self.handle, len(self._kinds), native.handle))
                self._readers.append(RowReader(native.slots, native.text))
            self._kinds[name] = len(self._kinds)
        # The library keeps the function; it must not keep the list.
        this = weakref.ref(self)
        _callbacks.register(lib.lamina_list_set_values_callback, self, _VALUES, lambda row: _give(this(), row))
        self._rows = rows if isinstance(rows, Rows) else Rows(rows, key=key)
        self._show_rows()
        self._rows._lists.add(self)

    @property
    def node(self) -> Node:
        """The node that shows the list: a root of a surface, or a child with a size of its own."""
        handle = ctypes.c_void_p()
        check(lib.lamina_list_copy_node(self.handle, ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True)

    # Rows

    @property
    def rows(self) -> Rows:
        """The rows, a list of Python's: `list.rows[3] = row`, `del list.rows[5:]`, `list.rows.append(row)`. Setting it
        to other rows is `list.rows.update()`; to Rows, it shows those. What shows stays until the new is drawn."""
        return self._rows

    @rows.setter
    def rows(self, rows: Any) -> None:
        if not isinstance(rows, Rows):
            return self._rows.update(rows)
        before, self._rows = self._rows, rows
        try:
            self._show_rows()
        except BaseException:
            self._rows = before
            raise
        before._lists.discard(self)
        rows._lists.add(self)

    def _show_rows(self) -> None:
        """Shows the rows as they are now."""
        rows, count = self._rows, len(self._rows)
        kinds = self._kinds_of(0, count)
        if kinds is None and rows._state.identities is None:
            check(lib.lamina_list_set_row_count(self.handle, count, rows._state.version))
        else:
            check(lib.lamina_list_set_rows(self.handle, rows._columns(0, count, kinds), count))
        self._row_kinds = kinds

    def _show_replaced(self, start: int, stop: int, end: int, is_same: bool) -> None:
        """Rows from `start` to `end` stand where others stood up to `stop`; `is_same`: they are the same ones."""
        kinds, before = self._kinds_of(start, end), self._row_kinds
        if is_same and stop - start == 1 and (kinds is None or before is None or kinds[0] == before[start]):
            version = self._rows._columns(start, end, kinds)[0].version
            check(lib.lamina_list_set_row_version(self.handle, start, version))
        elif start == stop:
            check(lib.lamina_list_insert_rows(self.handle, start, self._rows._columns(start, end, kinds), end - start))
        elif start == end:
            check(lib.lamina_list_remove_rows(self.handle, start, stop - start))
        else:
            return self._show_rows()
        if kinds is not None and before is not None:
            before[start:stop] = kinds

    def _kinds_of(self, start: int, stop: int) -> "Optional[array.array[int]]":
        if self._kind_of is None:
            return None
        return array.array("Q", [self._number_of(self._rows[place]) for place in range(start, stop)])

    def _number_of(self, row: Any) -> int:
        name = self._kind_of(row) if self._kind_of is not None else None
        if name not in self._kinds:
            raise InvalidArgumentError(f"kind is {name!r}; the templates are for {', '.join(map(repr, self._kinds))}")
        return self._kinds[name]

    # Where it stands

    @property
    def state(self) -> ListState:
        """Where the list stands."""
        found = _ffi.lamina_list_state()
        check(lib.lamina_list_get_state(self.handle, ctypes.byref(found)))
        return ListState(**{name: getattr(found, name) for name in field_names(ListState)})

    def row_place(self, row: int) -> ListRowPlace:
        """Where a row stands, counted from the top of the view."""
        found = _ffi.lamina_list_row_place()
        row = range(len(self._rows))[row]
        check(lib.lamina_list_get_row_place(self.handle, row, ctypes.byref(found)))
        return ListRowPlace(found.top, found.height, found.is_measured)

    def row_at(self, y: float) -> Optional[int]:
        """The row at `y`, counted from the top of the view; None where there is none."""
        found = ctypes.c_size_t()
        status = lib.lamina_list_find_row(self.handle, number("y", y), ctypes.byref(found))
        if status == _ffi.Status.ERROR_OUT_OF_RANGE:
            return None
        check(status)
        return found.value

    def wants_more(self, leading_screens: float = 2, *, is_fetching: bool = False) -> bool:
        """Whether a program that loads its rows piece by piece is to load more: fewer than so many views of content lie
        ahead, and the last piece is there."""
        state, query, due = self.state, _ffi.lamina_fetch_query(), ctypes.c_bool()
        query.view = _ffi.lamina_size(1, state.view_height)
        query.content = _ffi.lamina_size(1, state.content_height)
        query.target = _ffi.lamina_point(0, state.offset)
        query.leading_screens, query.is_fetching = number("leading_screens", leading_screens), is_fetching
        check(lib.lamina_fetch_query_is_due(ctypes.byref(query), ctypes.byref(due)))
        return due.value

    def scroll_by(self, distance: float) -> None:
        """Scrolls, positive towards the end."""
        self._context._finish(lib.lamina_list_scroll_by(self.handle, number("distance", distance)))

    def scroll_to(self, offset: float) -> None:
        """Scrolls to an offset of the content, as far as heights are known."""
        self._context._finish(lib.lamina_list_scroll_to(self.handle, number("offset", offset)))

    def scroll_to_row(self, row: int, alignment: str = "start") -> None:
        """Scrolls to a row, exactly: at the "start", "center" or "end" of the view."""
        if alignment not in _ALIGNMENTS:
            raise InvalidArgumentError(f"alignment is {alignment!r}; 'start', 'center' or 'end' is needed")
        row = range(len(self._rows))[integer("row", row, -(1 << 31), 1 << 31)]
        self._context._finish(lib.lamina_list_scroll_to_row(self.handle, row, _ALIGNMENTS[alignment]))


def _give(this: Optional[List], index: int) -> None:
    """Gives the library the values of a row."""
    if this is None or this.closed:
        return
    rows = this._rows
    row = rows[index]
    if isinstance(row, (list, tuple)):
        row = dict(enumerate(row))
    if isinstance(row, Mapping):
        kinds = this._row_kinds
        text = this._readers[0 if kinds is None else kinds[index]].json(index, row)
    elif isinstance(row, (str, bytes)):
        text = row if isinstance(row, bytes) else row.encode("utf-8", "surrogatepass")
    else:
        raise TypeError(f"a row is a mapping, a sequence of values or JSON text, not {type(row).__name__}")
    check(lib.lamina_list_set_values_json(this.handle, text, len(text)))
    rows._come_into_range(index, this)


def _values(list_: Optional[int], row: int, identity: int, user_data: int) -> None:
    entry = _callbacks.kept(user_data)
    if entry is not None:
        entry.call(entry.first, row)


_VALUES = _ffi.lamina_list_values_fn(_values)
