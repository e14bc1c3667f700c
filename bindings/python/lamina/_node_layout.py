"""Methods of Node about layout: its style in its parent's layout, flexbox, and layout callbacks."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple, Union

from . import _arguments, _callbacks, _ffi, _layout_callbacks
from ._arguments import integer, number
from ._arrangement import LayoutPass
from ._ffi import Align, FlexUnit, LayoutDirection
from ._handle import ELEMENT, handle_of
from ._library import lib
from ._style_fields import points, set_fields
from .errors import InvalidArgumentError, check, last_error
from .geometry import Dimension, DimensionLike, PointLike, Size, SizeLike, SizeRange, c_dimension, c_point, c_range, c_size, from_c_size
from .style import enum_value
from .text_style import encode

if TYPE_CHECKING:
    from ._enum_names import (
        AlignLike,
        FlexKeywordLike,
        FlexLengthLike,
        FlexNumberLike,
        FlexUnitLike,
        LayoutDirectionLike,
    )
    from ._ffi import FlexKeyword, FlexLength, FlexNumber, LayoutEvent
    from .node import Node
    from .spec import Element, Spec

# A size, or (width, height, first baseline, last baseline), with the baselines counted from the top.
MeasurementLike = Union[SizeLike, Tuple[float, float, float, float]]

# ---- Style ----


def set_preferred_size(node: Node, width: Union[float, SizeLike], height: Optional[float] = None) -> None:
    """Gives the style a width and a height in logical units, as one size or as two numbers."""
    size = _one_size(width, height)
    set_fields(node.handle, width=c_dimension(size.width), height=c_dimension(size.height))


def preferred_size(node: Node) -> Size:
    """Width and height of the style in points; zero where one is a fraction of the parent."""
    style = _ffi.lamina_style()
    check(lib.lamina_node_get_style(node.handle, ctypes.byref(style)))
    if _ffi.Unit.FRACTION in (style.width.unit, style.height.unit):
        return Size(0.0, 0.0)
    return Size(style.width.value, style.height.value)


def set_min_size(node: Node, width: Union[float, SizeLike], height: Optional[float] = None) -> None:
    """Gives the style a minimum width and height in logical units, as one size or as two numbers."""
    size = _one_size(width, height)
    set_fields(node.handle, min_width=c_dimension(size.width), min_height=c_dimension(size.height))


def set_max_size(node: Node, width: Union[float, SizeLike], height: Optional[float] = None) -> None:
    """Gives the style a maximum width and height in logical units, as one size or as two numbers; math.inf is no
    limit."""
    size = _one_size(width, height)
    set_fields(node.handle, max_width=points(size.width), max_height=points(size.height))


def set_size(
    node: Node, width: Union[DimensionLike, Tuple[DimensionLike, DimensionLike]] = None, height: DimensionLike = None
) -> None:
    """Sets points, "50%" or None, as one pair or as two values, and keeps the other fields of the style."""
    if isinstance(width, (tuple, list)) and not isinstance(width, Dimension):
        if len(width) != 2 or height is not None:
            raise InvalidArgumentError(f"a size is a width and a height, two lengths or one pair of them, not {width!r}")
        width, height = width
    set_fields(node.handle, width=c_dimension(width), height=c_dimension(height))


def set_spacing(node: Node, before: float = 0.0, after: float = 0.0) -> None:
    """Sets the space before and after the node in a stack, in logical units."""
    set_fields(node.handle, spacing_before=number("before", before), spacing_after=number("after", after))


def set_align_self(node: Node, align: AlignLike) -> None:
    """Aligns the node across a stack, in place of the stack's own alignment."""
    set_fields(node.handle, align_self=enum_value("align", Align, align))


def set_layout_position(node: Node, position: PointLike) -> None:
    """Sets the position in an absolute spec, from its top and its start."""
    set_fields(node.handle, layout_position=c_point(position, "layout_position"))


def set_flex(node: Node, grow: float, shrink: float = 0.0, basis: DimensionLike = None) -> None:
    """Sets how the node grows and shrinks in a stack, and keeps the other fields of its style."""
    grows, shrinks = number("grow", grow), number("shrink", shrink)
    set_fields(node.handle, flex_grow=grows, flex_shrink=shrinks, flex_basis=c_dimension(basis))


def set_layout_direction(node: Node, direction: LayoutDirectionLike) -> None:
    """Sets the layout direction of the node's contents, and of descendants that have none of their own."""
    set_fields(node.handle, layout_direction=enum_value("layout_direction", LayoutDirection, direction))


def _one_size(width: Any, height: Optional[float]) -> _ffi.lamina_size:
    """A size given as one value or as two numbers."""
    return c_size(width if height is None else (width, height), "size")


# ---- Flexbox ----


def set_flex_style(node: Node, declarations: str) -> None:
    """Sets properties from text: `node.set_flex_style("flex-direction: row; gap: 8px; padding: 4px 8px")`."""
    utf8 = encode(declarations, "declarations")
    check(lib.lamina_node_set_flex_style(node.handle, utf8, len(utf8)))


def flex_length(node: Node, length: FlexLengthLike) -> Tuple[float, FlexUnit]:
    """A length and its unit, as set."""
    value, unit = ctypes.c_double(), ctypes.c_int()
    which = enum_value("length", _ffi.FlexLength, length)
    check(lib.lamina_node_get_flex_length(node.handle, which, ctypes.byref(value), ctypes.addressof(unit)))
    return value.value, FlexUnit(unit.value)


def set_flex_length(
    node: Node, length: FlexLengthLike, value: float = 0.0, unit: FlexUnitLike = FlexUnit.POINTS
) -> None:
    """Sets a length: `node.set_flex_length("width", 50, "percent")`. Points are logical units."""
    which, of = enum_value("length", _ffi.FlexLength, length), enum_value("unit", FlexUnit, unit)
    check(lib.lamina_node_set_flex_length(node.handle, which, number("value", value), of))


def flex_number(node: Node, number: FlexNumberLike) -> float:
    """A factor or ratio, as set; -1 where none is set."""
    return lib.lamina_node_get_flex_number(node.handle, enum_value("number", _ffi.FlexNumber, number))


def set_flex_number(node: Node, number: FlexNumberLike, value: float) -> None:
    """Sets a factor or ratio: `node.set_flex_number("grow", 1)`; -1 for its default."""
    which = enum_value("number", _ffi.FlexNumber, number)
    check(lib.lamina_node_set_flex_number(node.handle, which, _arguments.number("value", value)))


def flex_keyword(node: Node, keyword: FlexKeywordLike) -> int:
    """A keyword's value, from the enum that FlexKeyword names beside the keyword."""
    return lib.lamina_node_get_flex_keyword(node.handle, enum_value("keyword", _ffi.FlexKeyword, keyword))


def set_flex_keyword(node: Node, keyword: FlexKeywordLike, value: int) -> None:
    """Sets a keyword: `node.set_flex_keyword("direction", lamina.FlexDirection.ROW)`."""
    chosen = integer("value", value, -(2**31), 2**31 - 1)
    check(lib.lamina_node_set_flex_keyword(node.handle, enum_value("keyword", _ffi.FlexKeyword, keyword), chosen))


# ---- Callbacks ----


def set_measure_callback(node: Node, measure: Optional[Callable[[SizeRange], MeasurementLike]]) -> None:
    """Sets a callback that returns the size of the node.

    None removes it. Like all layout callbacks it may run on any thread, and its result is cached: it may depend only on
    its arguments, and on data that does not change without set_needs_layout().
    """
    _callbacks.register(lib.lamina_node_set_measure_callback, node, _layout_callbacks.measure, measure)


def set_layout_spec_callback(node: Node, make_spec: Optional[Callable[[SizeRange], Optional[Spec]]]) -> None:
    """Sets a callback that returns the spec for a range of sizes; None removes it. The nodes of the spec become
    children when the layout is applied."""
    _callbacks.register(lib.lamina_node_set_layout_spec_callback, node, _layout_callbacks.make_spec, make_spec)


def set_layout_callback(node: Node, arrange: Optional[Callable[[LayoutPass, SizeRange], Any]]) -> None:
    """Sets a callback that measures and places the children itself. None removes it."""
    _callbacks.register(lib.lamina_node_set_layout_callback, node, _layout_callbacks.arrange, arrange)


def set_needs_layout(node: Node) -> None:
    """Invalidates the layout of the node, so that its layout callback runs again."""
    check(lib.lamina_node_set_needs_layout(node.handle))


# ---- Layout ----


def measure(node: Node, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> Size:
    """The size that this node has within `sizes`, on this thread and without changing any node."""
    size = _ffi.lamina_size()
    status = lib.lamina_node_measure(node.handle, c_range(sizes), ctypes.byref(size))
    node._context._drawing_failures.check(status)
    return from_c_size(size)


def apply_layout(node: Node, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> None:
    """Lays out the tree below this node within `sizes`, on this thread, and gives its nodes their frames."""
    node._context._drawing_failures.check(lib.lamina_node_apply_layout(node.handle, c_range(sizes)))


def description(node: Node) -> str:
    """The node and its descendants, one on each line, for people to read."""
    handle = node.handle
    return node._copy_text(lambda buffer, capacity: lib.lamina_node_read_description(handle, buffer, capacity))


def explain(
    node: Node, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]], element: Optional[Element] = None
) -> str:
    """Lays out this tree within `sizes`, without changing it, and explains how one of its nodes or specs got its size
    and place. Without an `element`, lists all of them."""
    handle, sizes_c, of = node.handle, c_range(sizes), None if element is None else handle_of(element, "element", ELEMENT)
    text = node._copy_text(
        lambda buffer, capacity: lib.lamina_node_read_explanation(handle, sizes_c, of, buffer, capacity))  # fmt: skip
    if not text:
        raise InvalidArgumentError(last_error())
    return text


# ---- Events ----


def add_layout_observer(node: Node, observer: Callable[[Node, LayoutEvent, Size], Any]) -> int:
    """Adds a callback that is notified of layouts with (node, event, size), on the owner thread. Returns its number.

    LayoutEvent.LAID_OUT: a layout gave the node another frame or arranged its children anew. SIZE: its size is another.
    NATURAL_SIZE: its frame is set by hand, and what measure() said last, in the range of then, is another now; of a
    node that was not measured, it may be."""
    added = ctypes.c_uint64()
    key = _callbacks.keep_observer(node._context, observer)
    check(lib.lamina_node_add_layout_observer(
        node.handle, _callbacks.layout_event, key, _callbacks.destroy, ctypes.byref(added)))  # fmt: skip
    return added.value


def remove_layout_observer(node: Node, number: int) -> None:
    """Removes an observer by the number that adding it returned."""
    check(lib.lamina_node_remove_layout_observer(node.handle, integer("number", number, 0, 2**64 - 1)))
