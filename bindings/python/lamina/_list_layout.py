"""How the rows of a list stand, and pictures of them: functions of List's methods."""
from __future__ import annotations

import contextlib
import ctypes
from typing import TYPE_CHECKING, Any, Callable, List as ListOf, Optional, Sequence, Tuple

from . import _callbacks, _ffi, _lifetime
from ._arguments import counted, function, integer, number, truth
from ._ffi import ListLayoutKind
from ._library import lib
from ._record import record
from .bitmap import Bitmap
from .errors import InvalidArgumentError, OutOfRangeError, TimedOutError, check, error_for, last_error
from .geometry import ColorLike, InsetsLike, SizeLike, c_color, c_insets, c_size

if TYPE_CHECKING:
    from ._enum_names import ListLayoutKindLike
    from .lists import List

_LAYOUTS = {kind.name.lower(): kind for kind in ListLayoutKind}
_MOST = 1 << 31

#: Left, top, width and height.
Frame = Sequence[float]


@record(frozen=True)
class ListFrames:
    """What a layout of one's own is made from: the size of the view, `(width, height)`, and by row how long it is along
    the axis that scrolls, as measured or estimated, and its kind, a number in the order of `templates`."""

    view: Tuple[float, float]
    lengths: "ListOf[float]"
    kinds: "ListOf[int]"


def set_layout(
    this: "List",
    kind: "ListLayoutKindLike" = "column",
    *,
    lanes: int = 0,
    item_size: SizeLike = (0, 0),
    line_spacing: float = 0,
    lane_spacing: float = 0,
    insets: InsetsLike = 0,
    frames: Optional[Sequence[Frame]] = None,
    content_length: float = 0,
    place: Optional[Callable[[ListFrames], Sequence[Frame]]] = None,
    measures_rows: bool = False,
) -> None:
    """Says how rows stand to each other: in a "column", a "grid" of `lanes`, "masonry" (each row in the lane that is
    shortest), "flow" (as broad as they are, line by line), a "gallery" of rows of `item_size`, or as "pages" of the
    size of the view. 0 `lanes`: as many as there is room for of `item_size`. The first row in view stays; within
    `with context.transition():` rows move to their new places.

    "own": where you say. `frames` has the left, top, width and height of each row in the content, which begins at
    (0, 0) and reaches as far as they do, or as `content_length`. Rows that come later do not show until the layout is
    set again. Or `place(ListFrames)` returns such frames whenever rows or the view have changed; it runs on a worker,
    must not use the list, and what it raises leaves rows where they were, as the next process() raises. With
    `measures_rows` rows are as long as they measure in the width of their frames, and `place` is asked again when one
    turns out to be otherwise. InvalidArgumentError names a frame that cannot be.
    """
    if kind not in _LAYOUTS and not isinstance(kind, ListLayoutKind):
        raise InvalidArgumentError(f"kind is {kind!r}; one of {', '.join(_LAYOUTS)} is needed")
    chosen = kind if isinstance(kind, ListLayoutKind) else _LAYOUTS[kind]
    layout = _ffi.lamina_list_layout()
    layout.kind, layout.lane_count = chosen, integer("lanes", lanes, 0, _MOST)
    layout.item_size, layout.insets = c_size(item_size, "item_size"), c_insets(insets)
    layout.line_spacing = number("line_spacing", line_spacing)
    layout.lane_spacing = number("lane_spacing", lane_spacing)
    layout.content_length = number("content_length", content_length)
    layout.measures_rows = truth(measures_rows, "measures_rows")
    if frames is not None and place is not None:
        raise InvalidArgumentError("frames and place are given; one of them says where rows stand")
    if place is not None:
        if chosen != ListLayoutKind.OWN:
            raise InvalidArgumentError(f'place goes with the layout "own", not {kind!r}')
        key = _callbacks.keep(_callbacks.Entry(this._context, function("place", place), extra=this._is_horizontal))
        check(lib.lamina_list_set_layout_callback(this.handle, _PLACE, key, _callbacks.destroy))
    if frames is not None:
        given = (_ffi.lamina_rect * len(this._rows))()
        _fill(given, frames, this._is_horizontal)
        # An array of none is NULL to a reader of pointers, but not here.
        layout.frames, layout.frame_count = ctypes.cast(given, ctypes.POINTER(_ffi.lamina_rect)), len(frames)
    check(lib.lamina_list_set_layout(this.handle, ctypes.byref(layout)))


def _fill(target: Any, frames: Sequence[Frame], is_horizontal: bool) -> None:
    if len(frames) != len(target):
        raise InvalidArgumentError(f"frames has {len(frames)}; the list has {len(target)} rows, and each needs one")
    for row, frame in enumerate(frames):
        try:
            left, top, width, height = map(float, frame)
        except (TypeError, ValueError):
            raise TypeError(f"frames[{row}] is {frame!r}; left, top, width and height are needed") from None
        # In a callback the library could only log it.
        along, across, way = (left, top, "left") if is_horizontal else (top, left, "top")
        if not (0 <= along <= 1e15 and abs(across) <= 1e7 and 0 <= width <= 1e7 and 0 <= height <= 1e7):
            raise InvalidArgumentError(
                f"frames[{row}] is {frame!r}; numbers are needed, of which {way}, width and height are 0 or more, "
                "up to 10,000,000"
            )
        target[row] = _ffi.lamina_rect(_ffi.lamina_point(left, top), _ffi.lamina_size(width, height))


def _place(frames: Any, user_data: int) -> int:
    # Not while the interpreter exits.
    if not _lifetime.enter():
        return int(_ffi.Status.ERROR_CANCELLED)
    try:
        entry, given = _callbacks.kept(user_data), frames.contents
        if entry is None:
            return int(_ffi.Status.ERROR_INVALID_STATE)

        def run() -> None:
            count = given.row_count
            asked = ListFrames(
                (given.view.width, given.view.height), given.lengths[:count], [given.rows[i].kind for i in range(count)]
            )
            frames = ctypes.cast(given.frames, ctypes.POINTER(_ffi.lamina_rect * count)).contents
            _fill(frames, entry.first(asked), entry.extra)

        return int(_ffi.Status.OK) if entry.call(run, once=True) else int(_ffi.Status.ERROR_CANCELLED)
    finally:
        _lifetime.leave()


_PLACE = _ffi.lamina_list_layout_fn(_place)


@record(frozen=True)
class ListPage:
    """A picture of rows: its number, how many there are, and the rows that stand on it, in whole or in part."""

    index: int
    count: int
    rows: range
    bitmap: Bitmap


def snapshot(
    this: "List",
    *,
    first: int = 0,
    count: Optional[int] = None,
    breadth: float = 0,
    page_length: float = 0,
    scale: float = 1,
    background: Optional[ColorLike] = None,
    each: Optional[Callable[[ListPage], Any]] = None,
) -> "ListOf[ListPage]":
    """Draws rows as pictures, whether they are in view or not, and returns them: one of all rows, or pages of
    `page_length` (logical units, along the axis that scrolls), which end before a row that they would cut. `breadth` is
    that of the pages across the axis, by default the list's; both are 1 to 10,000,000, or 0 for what is said before.
    Rows from `first` on, `count` of them or as many as there are. `scale` is 0.1 to 16 pixels to a unit.

    Processes the context until all is drawn, on workers. With `each`, a function, nothing is returned: it is called
    with each page, and one page at a time is in memory; it ends the work by returning False.
    OutOfRangeError when a picture would have more than 32,767 pixels a side, CancelledError when rows change meanwhile.

        for page in entries.snapshot(page_length=842, breadth=595, scale=2, background="white"):
            page.bitmap.save(f"page{page.index + 1}.png")
    """
    if each is not None:
        function("each", each)
    options = _ffi.lamina_list_render_options()
    options.first_row = integer("first", first, 0, _MOST)
    options.row_count = _ffi.SIZE_MAX if count is None else integer("count", count, 0, _MOST)
    options.breadth, options.page_length = number("breadth", breadth), number("page_length", page_length)
    options.scale = number("scale", scale)
    if background is not None:
        options.background = c_color(background, "background")
    pages: "ListOf[ListPage]" = []
    outcome: "ListOf[int]" = []
    stopped: "ListOf[bool]" = []

    def take(page: Optional[ListPage], status: int) -> bool:
        if page is None:
            outcome.append(status)
            return False
        if each is None:
            pages.append(page)
            return True
        goes_on = each(page) is not False
        stopped.append(not goes_on)
        return goes_on

    entry = _callbacks.Entry(this._context, take)
    key = _callbacks.keep(entry)
    if options.first_row > len(this._rows):
        raise OutOfRangeError(f"first is {first}; the list has {counted(len(this._rows), 'row')}")
    check(lib.lamina_list_render(this.handle, ctypes.byref(options), _PAGE, key, _callbacks.destroy))
    while not outcome:
        # In slices: other work may go on for ever.
        with contextlib.suppress(TimedOutError):
            this._context.wait_idle(0.05)
    if outcome[0] and not any(stopped):
        raise entry.extra or error_for(outcome[0], last_error())
    return pages


def _page(list_: Optional[int], status: int, page: Any, user_data: int) -> bool:
    entry, answer = _callbacks.kept(user_data), [False]
    if entry is None:
        return False

    def run() -> None:
        made = None
        if page:
            given, picture = page.contents, page.contents.bitmap.contents
            bitmap = Bitmap(picture.width, picture.height)
            row = 4 * picture.width
            for y in range(picture.height):
                bitmap[y * row : (y + 1) * row] = ctypes.string_at(picture.data + y * picture.stride, row)
            rows = range(given.first_row, given.first_row + given.row_count)
            made = ListPage(given.index, given.page_count, rows, bitmap)
        elif status:
            entry.extra = error_for(status, last_error())
        answer[0] = entry.first(made, status)

    entry.call(run)
    return answer[0]


_PAGE = _ffi.lamina_list_page_fn(_page)
