"""What lists show beside their rows and in their places: functions of List's methods."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Tuple, Union

from . import _ffi
from ._arguments import c_string, number, whole
from ._library import lib
from ._node_appearance import c_placeholder
from .animation import Curve
from .errors import InvalidArgumentError, OutOfRangeError, check
from .geometry import Color, ColorLike, c_color

if TYPE_CHECKING:
    from .lists import List


def set_table(
    this: "List",
    *,
    separator_color: Optional[ColorLike] = None,
    separator_thickness: float = 1,
    separator_insets: "Tuple[float, float]" = (0, 0),
    index: "Union[Mapping[int, str], Iterable[Tuple[int, str]]]" = (),
    index_color: ColorLike = Color(0.4, 0.4, 0.4),
    index_text_size: float = 11,
) -> None:
    """Says what a list of one column shows beside its rows, in place of what was set before.

    Lines of `separator_color` stand between items, `separator_thickness` thick (logical units, a pixel at least), and
    keep off the sides where text begins and ends by `separator_insets`. None: there are no lines.

    `index` names sections: by the numbers of the rows that begin them, their titles. It stands at the side where text
    ends, and a pointer on it goes from section to section. It is to be set again when other rows begin sections; those
    that stay keep their entries wherever they go, if the rows have a `key`. InvalidArgumentError for lengths that are
    not 0 to 10,000,000 and a text size that is not 1 to 200; OutOfRangeError for rows that are not there.

        contacts.set_table(separator_color="#ddd", separator_insets=(16, 0), index={0: "A", 14: "B", 31: "C"})
    """
    table = _ffi.lamina_list_table()
    if separator_color is not None:
        table.separator_color = c_color(separator_color, "separator_color")
    table.separator_thickness = number("separator_thickness", separator_thickness)
    if not isinstance(separator_insets, (tuple, list)) or len(separator_insets) != 2:
        raise TypeError(f"separator_insets is two numbers, (leading, trailing), not {separator_insets!r}")
    table.separator_leading = number("separator_insets[0]", separator_insets[0])
    table.separator_trailing = number("separator_insets[1]", separator_insets[1])
    given = _index_entries(index)
    entries = (_ffi.lamina_list_index_entry * len(given))()
    titles = [c_string("a title of index", title) for _, title in given]
    for at, ((row, _), title) in enumerate(zip(given, titles)):
        entries[at] = _ffi.lamina_list_index_entry(identity=_identity(this, row), title=title)
    if given:
        table.index = ctypes.cast(entries, ctypes.POINTER(_ffi.lamina_list_index_entry))
        table.index_count = len(given)
    table.index_color, table.index_text_size = c_color(index_color, "index_color"), number("index_text_size", index_text_size)
    check(lib.lamina_list_set_table(this.handle, ctypes.byref(table)))


def _index_entries(index: Any) -> "list[Tuple[Any, Any]]":
    try:
        return [(row, title) for row, title in (index.items() if isinstance(index, Mapping) else index)]
    except (TypeError, ValueError):
        raise TypeError(f"index has titles by rows, as {{0: 'A', 14: 'B'}}, or pairs of both, not {index!r}") from None


def _identity(this: "List", row: int) -> int:
    count, row = len(this._rows), whole("a row of index", row)
    if not 0 <= row < count:
        raise OutOfRangeError(f"index names row {row}; the list has {count} rows")
    return int(this._rows._columns(row, row + 1, None)[0].identity)


def set_placeholder(
    this: "List",
    color: Optional[ColorLike] = Color(0.95, 0.95, 0.95),
    *,
    fade: float = 0.0,
    curve: Optional[Curve] = None,
    fades_changes: bool = False,
    kind: Any = None,
) -> None:
    """Sets what rows in view show until they are drawn, as after a jump: their places in a colour, over which their
    pictures fade in for `fade` seconds, along a `curve` as animate() takes it (None: "linear"). With `fades_changes`
    the other pictures of a row, when it is highlighted or selected or has other values, fade in over those before, as
    long as they are as large. `kind` is one of `templates`; None: all rows. No colour: nothing shows there.
    """
    names = list(this._kinds) if kind is None else [kind]
    for name in names:
        if name not in this._kinds:
            raise no_kind(this, name)
        struct = None if color is None else ctypes.byref(c_placeholder(color, fade, curve, fades_changes))
        check(lib.lamina_list_set_placeholder(this.handle, this._kinds[name], struct))


def no_kind(this: "List", name: Any) -> Exception:
    """The error about a kind of rows that no template is for."""
    if list(this._kinds) == [None]:
        return InvalidArgumentError(f"kind is {name!r}; the list has one template, for all rows, and no `templates` by kind")
    return InvalidArgumentError(f"kind is {name!r}; the templates are for {', '.join(map(repr, this._kinds))}")
