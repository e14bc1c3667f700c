"""Lists of any length: rows as data, of which those in view have pictures that native threads draw.

    form = lamina.Template({"root": {"kind": "inset", "insets": 8, "children": [{"kind": "text", "text": "{title}"}]}})
    entries = lamina.List(context, template=form, rows=rows)
    surface.set_root(entries.node)
"""
from __future__ import annotations

import array
import contextlib
import ctypes
import os
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping, Optional, Union

from . import _callbacks, _ffi, _list_cells, _list_changes, _list_events, _list_kinds, _list_layout, _list_table
from ._arguments import c_path, integer, number, of_kind, truth
from ._ffi import ListRowMarks, ScrollAlignment
from ._handle import Handle
from ._library import lib
from ._record import field_names, record
from ._row_values import RowReader
from ._rows import NativeTemplate
from .context import Context
from ._list_changes import ListChange
from ._list_events import ListEvent
from ._list_layout import ListFrames, ListPage
from .errors import InvalidArgumentError, check
from .list_rows import Rows
from .node import Node
from .row_sources import column_names
from .scroll import Scroll, _how
from .style import enum_value
from .template import Template

if TYPE_CHECKING:
    from ._enum_names import ScrollAlignmentLike

__all__ = ["List", "ListChange", "ListEvent", "ListFrames", "ListPage", "ListRowPlace", "ListState"]

#: How rows look: a template, or a function that makes a Node for each.
Form = Union[Template, Callable[[Any, Optional[Node], ListRowMarks], Optional[Node]]]


@record(frozen=True)
class ListState:
    """What is known of a list's rows, and which show. How far it is scrolled: `list.scroll.state`."""

    row_count: int
    measured_count: int
    first_row: int
    visible_count: int
    first_row_offset: float
    blank_count: int
    is_settled: bool


@record(frozen=True)
class ListRowPlace:
    """Where a row stands in the view; estimates unless it is measured."""

    left: float
    top: float
    width: float
    height: float
    is_measured: bool


class List(Handle):
    """Rows below each other that scroll; for the owner thread only.

    `rows` is what Rows takes: a sequence of mappings, a table of pandas, Arrow or polars, a query, anything that can be
    iterated; or Rows, which several lists can show. `list.rows` is the Rows: what is done to it shows. A row is asked
    for when it comes into view, and workers read, measure and draw it.

    `key` says who a row is, by a value that can be hashed: the name of a member, or a function of the row. Rows that
    go, come, move or change are then found when the list gets other rows, and what the reader looks at stays.
    `kind` says which of several `templates` a row takes, by its name there: the name of a member or column, which is
    read at once of a table or a query, or a function, for which all rows are read. In place of a template there may be
    a function `cell(row, reused, marks)` that returns a Node for a row: `reused`, brought up to date, unless that is
    None, or a new one. It runs on the owner thread when the row comes into range, and must not change the list; `marks`
    say whether the row is selected or a pointer is down on it.

    `role` says in the same ways which rows are the "header" or "footer" of a section; others are its items. A header
    stays in view as long as its section does, unless `headers_scroll`.

    `estimated_height` is that of rows of a kind of which none was measured yet. `stays_at_end`: at its end it stays
    there while the last row grows; `follows_end`: and goes along with rows that are added there. `keeps_top`: at the
    very top, rows inserted before the first do not come into view. `fetch_screens`: how many views of content ahead are
    enough, before more is loaded (set_fetch_state()). Rows of templates name pictures in `image_folder`,
    with `outside_images` any files and `file:` URLs. Changes within `with context.transition():` move.

    With `horizontal` rows stand beside each other; with `reversed` the first stands at the bottom, or right: a chat.
    """

    __slots__ = ("_kind_of", "_role_of", "_is_horizontal", "_is_reversed", "_kinds", "_readers", "_row_kinds", "_rows")

    _kind = "list"

    def __init__(
        self,
        context: Context,
        *,
        template: "Optional[Form]" = None,
        rows: Any = (),
        templates: "Optional[Mapping[Any, Form]]" = None,
        kind: Union[None, str, Callable[[Any], Any]] = None,
        key: Union[None, str, Callable[[Any], Any]] = None,
        role: Union[None, str, Callable[[Any], Optional[str]]] = None,
        estimated_height: float = 44,
        stays_at_end: bool = False,
        follows_end: bool = False,
        keeps_top: bool = False,
        horizontal: bool = False,
        reversed: bool = False,
        headers_scroll: bool = False,
        fetch_screens: float = 2,
        image_folder: "Union[str, os.PathLike[str], None]" = None,
        outside_images: bool = False,
    ) -> None:
        if templates and kind is None:
            raise TypeError("kind is missing: what says of a row which of the templates it takes")
        given = dict(templates or {})
        if template is not None:
            given[None] = template  # of rows whose kind is None
        if not given:
            raise TypeError("template is missing: how rows look")
        if isinstance(rows, Rows) and key is not None:
            raise TypeError("key belongs to the Rows that are given: Rows(..., key=...)")
        options, handle = _ffi.lamina_list_options(), ctypes.c_void_p()
        options.estimated_row_height = number("estimated_height", estimated_height)
        options.stays_at_end, options.follows_end = truth(stays_at_end, "stays_at_end"), truth(follows_end, "follows_end")
        options.keeps_top, options.horizontal = truth(keeps_top, "keeps_top"), truth(horizontal, "horizontal")
        options.reversed, options.headers_scroll = truth(reversed, "reversed"), truth(headers_scroll, "headers_scroll")
        options.fetch_screens = number("fetch_screens", fetch_screens)
        options.image_folder = None if image_folder is None else c_path(image_folder, "image_folder")
        options.allows_outside_images = truth(outside_images, "outside_images")
        owner = of_kind("context", Context, context).handle
        check(lib.lamina_list_create(owner, ctypes.byref(options), ctypes.byref(handle)))
        self._own(context, handle.value)
        self._kind_of, self._role_of = _list_kinds.checked("kind", kind), _list_kinds.checked("role", role)
        self._is_horizontal, self._is_reversed = bool(horizontal), bool(reversed)
        self._kinds: Dict[Any, int] = {}
        self._readers: "list[Optional[RowReader]]" = []
        self._row_kinds: "Optional[array.array[int]]" = None
        # The library keeps functions; they must not keep the list.
        this = weakref.ref(self)
        for name, form in given.items():
            self._set_form(len(self._kinds), form, this)
            self._kinds[name] = len(self._kinds)
        _callbacks.register(lib.lamina_list_set_values_callback, self, _list_cells.VALUES, lambda row: _list_cells.give(this(), row))
        self._rows = rows if isinstance(rows, Rows) else Rows(rows, key=key)
        self._show_rows()
        self._rows._lists.add(self)

    def _set_form(self, kind: int, form: "Form", this: "weakref.ref[List]") -> None:
        if not isinstance(form, Template) and callable(form):
            entry = _callbacks.Entry(self._context, lambda cell: _list_cells.make(this(), form, cell))
            key = _callbacks.keep(entry)
            check(lib.lamina_list_set_cell_callback(self.handle, kind, _list_cells.CELL, True, key, _callbacks.destroy))
            self._readers.append(None)
            return
        with NativeTemplate(self._context, of_kind("template", Template, form)._json) as native:
            check(lib.lamina_list_set_template(self.handle, kind, native.handle))
            self._readers.append(RowReader(native.slots, native.text))

    @property
    def node(self) -> Node:
        """The node that shows the list: a root of a surface, or a child, which takes the room that there is with
        `list.node.set_flex(1, 1)`: rows give it no size."""
        handle = ctypes.c_void_p()
        check(lib.lamina_list_copy_node(self.handle, ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True)

    @property
    def scroll(self) -> Scroll:
        """How the list is scrolled, as any node that scrolls: `list.scroll.by(y=60)`, `list.scroll.offset`. Bouncing,
        bars, paging and snapping (to rows) are set with `list.node.set_scroll(bouncing=True)`."""
        return Scroll(self.node)

    @property
    def rows(self) -> Rows:
        """The rows, a list of Python's: `list.rows[3] = row`, `del list.rows[5:]`, `list.rows.append(row)`. Setting it
        to other rows is `list.rows.update()`; to Rows, it shows those. What shows stays until the new is drawn."""
        return self._rows

    @rows.setter
    def rows(self, rows: object) -> None:  # not Any: what was assigned is read as Rows
        if not isinstance(rows, Rows):
            return self._rows.update(rows) if self.handle else None
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
        kinds = _list_kinds.kinds_of(self, 0, count)
        columns = column_names(rows.source) if count else None
        if columns is not None:
            for kind in {0} if kinds is None else {kind & 0xFFFF for kind in kinds}:
                reader = self._readers[kind]
                if reader is not None:
                    reader.check_columns(columns)
        with self._knowing(kinds):
            if kinds is None and rows._state.identities is None:
                check(lib.lamina_list_set_row_count(self.handle, count, rows._state.version))
            else:
                check(lib.lamina_list_set_rows(self.handle, rows._columns(0, count, kinds), count))

    @contextlib.contextmanager
    def _knowing(self, kinds: "Optional[array.array[int]]") -> "Iterator[None]":
        """Calls of the library in it, which may ask for values at once, are about rows of these kinds."""
        before, self._row_kinds = self._row_kinds, kinds
        try:
            yield
        except BaseException:
            self._row_kinds = before
            raise

    def _show_replaced(self, start: int, stop: int, end: int, is_same: bool) -> None:
        """Rows from `start` to `end` stand where others stood up to `stop`; `is_same`: they are the same ones."""
        kinds, known = _list_kinds.kinds_of(self, start, end), self._row_kinds
        is_version = is_same and stop - start == 1 and (kinds is None or known is None or kinds[0] == known[start])
        if not is_version and start < stop and start < end:
            return self._show_rows()
        columns = self._rows._columns(start, end, kinds)
        if kinds is not None and known is not None:  # before the call, which may ask for values at once
            old, known[start:stop] = known[start:stop], kinds
        try:
            if is_version:
                check(lib.lamina_list_set_row_version(self.handle, start, columns[0].version))
            elif start == stop:
                check(lib.lamina_list_insert_rows(self.handle, start, columns, end - start))
            else:
                check(lib.lamina_list_remove_rows(self.handle, start, stop - start))
        except BaseException:
            if kinds is not None and known is not None:
                known[start:end] = old
            raise

    def _show_moved(self, from_: int, to: int) -> None:
        """The row that was at `from_` stands at `to`."""
        kinds = self._row_kinds
        if kinds is not None:
            kinds.insert(to, kinds.pop(from_))
        try:
            check(lib.lamina_list_move_row(self.handle, from_, to))
        except BaseException:
            if kinds is not None:
                kinds.insert(from_, kinds.pop(to))
            raise

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
        row = self._rows._place(row)
        check(lib.lamina_list_get_row_place(self.handle, row, ctypes.byref(found)))
        place = found.frame
        return ListRowPlace(place.origin.x, place.origin.y, place.size.width, place.size.height, found.is_measured)

    def row_at(self, y: float, x: float = 0) -> Optional[int]:
        """The row at a point of the view; None where there is none."""
        found = ctypes.c_size_t()
        point = _ffi.lamina_point(number("x", x), number("y", y))
        status = lib.lamina_list_find_row(self.handle, point, ctypes.byref(found))
        if status == _ffi.Status.ERROR_OUT_OF_RANGE:
            return None
        check(status)
        return found.value

    def settle(self, timeout: float = 10) -> None:
        """Processes the context until the list does not move and all rows in view are drawn; for tests and pictures.
        Transitions and fades go on with frames. TimedOutError after `timeout` seconds."""
        self._context._wait(lambda limit_us: lib.lamina_list_wait_settled(self.handle, limit_us), timeout)

    apply_changes = _list_changes.apply_changes
    collect_changes = _list_changes.collect_changes
    set_layout = _list_layout.set_layout
    set_table = _list_table.set_table
    set_placeholder = _list_table.set_placeholder
    snapshot = _list_layout.snapshot
    row_path = _list_changes.row_path
    find_item = _list_changes.find_item
    set_selection = _list_events.set_selection
    select = _list_events.select
    move_selection = _list_events.move_selection
    selected_rows = _list_events.selected_rows
    add_observer = _list_events.add_observer
    remove_observer = _list_events.remove_observer
    set_fetch_state = _list_events.set_fetch_state
    fetch_state = _list_events.fetch_state

    def wants_more(self, leading_screens: float = 2, *, is_fetching: bool = False) -> bool:
        """Whether a program that loads its rows piece by piece is to load more: fewer than so many views of content lie
        ahead, and the last piece is there."""
        state, query, due = self.scroll.state, _ffi.lamina_fetch_query(), ctypes.c_bool()
        axis = 0 if self._is_horizontal else 1
        view, way = state.view[axis], state.maximum[axis]
        query.view, query.content = _ffi.lamina_size(1, view), _ffi.lamina_size(1, view + way)
        query.target = _ffi.lamina_point(0, way - state.offset[axis] if self._is_reversed else state.offset[axis])
        query.leading_screens, query.is_fetching = number("leading_screens", leading_screens), is_fetching
        check(lib.lamina_fetch_query_is_due(ctypes.byref(query), ctypes.byref(due)))
        return due.value

    def scroll_to_row(self, row: int, alignment: "ScrollAlignmentLike" = "start", **how: Any) -> None:
        """Scrolls to a row, exactly: to the "start", "center" or "end" of the view, or by the shortest way ("nearest").
        At once, or in time with `duration` (seconds), `curve` or `spring`, as for Node.animate()."""
        row = self._rows._place(row)
        place = enum_value("alignment", ScrollAlignment, alignment)
        self._context._finish(lib.lamina_list_scroll_to_row(self.handle, row, place, _how(how)))
