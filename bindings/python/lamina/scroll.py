"""Nodes whose content scrolls.

    page = lamina.Node(context, spec=lamina.column(*rows), scroll="vertical")
    page.scroll.to(y=400, duration=0.3)
    rows[7].scroll_into_view()
"""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import integer, number, of_kind
from ._ffi import Axes, ScrollAlignment, ScrollBars, ScrollInputs, ScrollPhysics, ScrollSnap
from ._library import lib
from .animation import c_options
from ._record import record
from .errors import InvalidArgumentError, InvalidStateError, check
from .geometry import ColorLike, Point, RectLike, Size, c_color, c_insets, c_point, c_rect, c_size, from_c_point, from_c_size
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import ScrollAlignmentLike, ScrollBarsLike, ScrollSnapLike
    from .geometry import InsetsLike, SizeLike
    from .node import Node

__all__ = ["Scroll", "ScrollOptions", "ScrollState"]

_AXES = {"vertical": Axes.VERTICAL, "horizontal": Axes.HORIZONTAL, "both": Axes.VERTICAL | Axes.HORIZONTAL}
_INPUTS = {"drag": ScrollInputs.DRAG, "wheel": ScrollInputs.WHEEL, "keys": ScrollInputs.KEYS}


@record(frozen=True)
class ScrollOptions:
    """How a node scrolls: along "vertical", "horizontal" or "both" axes. Lengths are logical units.

    `bouncing` runs past its ends and comes back. `insets` are scrolled beyond the content. `content_size` takes the
    place of what the layout finds, where it is not 0. `snap` ("proximity", "mandatory") comes to rest where children,
    or `snap_points` (offsets), have their `snap_alignment` ("start", "center", "end"); `paging` at multiples of the
    node's size. `bars` show where it stands: "auto" while it scrolls, "always" or "none". `inputs` are those that it
    takes of "drag", "wheel" and "keys". `hands_over` gives what it cannot use to the scroller around it, `locks_axis`
    keeps a finger on the axis that it sets out along, `keeps_place` keeps what is seen where it is when something
    before it changes.
    """

    axes: str = "vertical"
    bouncing: bool = False
    insets: "InsetsLike" = 0.0
    content_size: "SizeLike" = (0.0, 0.0)
    snap: "ScrollSnapLike" = ScrollSnap.NONE
    snap_alignment: "ScrollAlignmentLike" = ScrollAlignment.START
    snap_points: Sequence[float] = ()
    paging: bool = False
    inputs: Sequence[str] = ("drag", "wheel", "keys")
    bars: "ScrollBarsLike" = ScrollBars.AUTO
    bar_color: ColorLike = (0.5, 0.5, 0.5, 0.7)
    hands_over: bool = True
    locks_axis: bool = True
    keeps_place: bool = True

    def _to_c(self) -> _ffi.lamina_scroll_options:
        """For C. The struct holds what it points to."""
        struct = _ffi.lamina_scroll_options()
        struct.axes = _named("axes", _AXES, self.axes)
        struct.physics = ScrollPhysics.BOUNCING if self.bouncing else ScrollPhysics.CLAMPING
        struct.insets, struct.content_size = c_insets(self.insets), c_size(self.content_size, "content_size")
        struct.snap = enum_value("snap", ScrollSnap, self.snap)
        struct.snap_alignment = enum_value("snap_alignment", ScrollAlignment, self.snap_alignment)
        points = [number("snap_points", point) for point in self.snap_points]
        struct.snap_points = (ctypes.c_double * len(points))(*points) if points else None
        struct.snap_point_count = len(points)
        struct.inputs = sum(_named("inputs", _INPUTS, name) for name in set(self.inputs))
        struct.bars, struct.bar_color = enum_value("bars", ScrollBars, self.bars), c_color(self.bar_color, "bar_color")
        struct.is_paging, struct.hands_over = bool(self.paging), bool(self.hands_over)
        struct.locks_axis, struct.keeps_place = bool(self.locks_axis), bool(self.keeps_place)
        return struct


@record(frozen=True)
class ScrollState:
    """Where a node stands: `offset` is the point of its content at its corner, `minimum` and `maximum` those that it
    can be scrolled to, `view` how much is seen; `velocity` in units a second, of what moves by itself."""

    offset: Point
    minimum: Point
    maximum: Point
    view: Size
    velocity: Point
    is_dragged: bool
    is_moving: bool


class Scroll:
    """How a node scrolls, and where it stands: `node.scroll`. For the owner thread only."""

    __slots__ = ("_node",)

    def __init__(self, node: Node) -> None:
        self._node = node

    def __repr__(self) -> str:
        return f"<Scroll of {self._node!r}>"

    @property
    def state(self) -> ScrollState:
        """Where the node stands. InvalidStateError for one that does not scroll."""
        struct = _ffi.lamina_scroll_state()
        check(lib.lamina_node_get_scroll_state(self._node.handle, ctypes.byref(struct)))
        return _state(struct)

    @property
    def offset(self) -> Point:
        """The point of the content at the node's corner. Setting it scrolls there at once, as far as content goes."""
        return self.state.offset

    @offset.setter
    def offset(self, offset: Tuple[float, float]) -> None:
        found = c_point(offset, "offset")
        self.to(found.x, found.y)

    def to(self, x: Optional[float] = None, y: Optional[float] = None, **how: Any) -> None:
        """Scrolls to an offset, as far as there is content; None leaves an axis as it is. At once, or in time with
        `duration` (seconds), `curve` or `spring`, as for Node.animate()."""
        now = self.offset if x is None or y is None else Point(0.0, 0.0)
        point = _ffi.lamina_point(
            number("x", now.x if x is None else x), number("y", now.y if y is None else y))  # fmt: skip
        self._finish(lib.lamina_node_scroll_to(self._node.handle, point, _how(how)))

    def by(self, x: float = 0.0, y: float = 0.0, **how: Any) -> None:
        """Scrolls by a distance from where the node stands; how: as for to()."""
        point = _ffi.lamina_point(number("x", x), number("y", y))
        self._finish(lib.lamina_node_scroll_by(self._node.handle, point, _how(how)))

    def _finish(self, status: int) -> None:
        self._node._context._finish(status)  # a list asks for rows

    def add_observer(self, observer: Callable[[Node, ScrollState], Any]) -> int:
        """Calls `observer(node, state)` in each frame in which the node stands elsewhere, can scroll elsewhere, or has
        begun or ceased to move. Returns its number."""
        found = ctypes.c_uint64()
        key = _callbacks.keep_observer(self._node._context, observer)
        check(lib.lamina_node_add_scroll_observer(
            self._node.handle, _SCROLLED, key, _callbacks.destroy, ctypes.byref(found)))  # fmt: skip
        return found.value

    def remove_observer(self, number: int) -> None:
        """Removes an observer by the number that adding it returned."""
        check(lib.lamina_node_remove_scroll_observer(self._node.handle, integer("number", number, 0, 2**64 - 1)))


def get_scroll(node: Node) -> Optional[Scroll]:
    found = Scroll(node)
    try:
        found.state
    except InvalidStateError as error:
        if "does not scroll" not in str(error):  # in a forked child nothing is answered
            raise
        return None
    return found


def set_scroll(node: Node, options: Union[ScrollOptions, str, None] = "vertical", **fields: Any) -> None:
    """Has the node scroll what is below it, and clip it: along an axis ("vertical", "horizontal", "both"), or as
    ScrollOptions say, with their fields as keywords; None ends it. `node.scroll` is then how it is scrolled."""
    if options is None:
        check(lib.lamina_node_set_scroll(node.handle, None))
        return
    if isinstance(options, str):
        options = ScrollOptions(axes=options, **fields)
    elif fields:
        raise TypeError("give ScrollOptions, or their fields as keywords, not both")
    check(lib.lamina_node_set_scroll(node.handle, ctypes.byref(of_kind("options", ScrollOptions, options)._to_c())))


def scroll_into_view(
    node: Node, rect: Optional[RectLike] = None, *, alignment: ScrollAlignmentLike = "nearest", **how: Any
) -> None:
    """Scrolls what stands above the node until a rectangle of it (None: all of it) is seen, each scroller as far as it
    has to: by the shortest way, or at the "start", "center" or "end" of the view. How: as for Scroll.to()."""
    struct = None if rect is None else ctypes.byref(c_rect(rect))
    value = enum_value("alignment", ScrollAlignment, alignment)
    node._context._finish(lib.lamina_node_scroll_into_view(node.handle, struct, value, _how(how)))


#: The description of Node.scroll.
SCROLL = """How the node is scrolled, a Scroll; None for a node that does not scroll. Setting an axis ("vertical",
"horizontal", "both") or ScrollOptions is set_scroll()."""


def _named(name: str, table: "dict[str, Any]", value: str) -> int:
    if value not in table:
        raise InvalidArgumentError(f"{name} is {value!r}; it must be one of {', '.join(table)}")
    return int(table[value])


def _how(how: "dict[str, Any]") -> Any:
    """NULL for at once."""
    return ctypes.byref(c_options(**how)) if how else None


def _state(struct: _ffi.lamina_scroll_state) -> ScrollState:
    return ScrollState(
        from_c_point(struct.offset), from_c_point(struct.min_offset), from_c_point(struct.max_offset),
        from_c_size(struct.view), from_c_point(struct.velocity), struct.is_dragged, struct.is_moving)  # fmt: skip


def _scrolled(node: int, state: Any, user_data: int) -> None:
    _callbacks._notify(user_data, node, _state(state[0]))


_SCROLLED = _ffi.lamina_node_scroll_fn(_scrolled)
