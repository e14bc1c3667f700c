"""The part of a node that says how it takes part in its parent's layout, and how it came to its size."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional, Tuple, Union

from . import _ffi
from ._arguments import number
from ._ffi import Align, LayoutDirection
from ._handle import Handle, handle_of
from ._library import lib
from ._style_fields import points, set_fields
from .errors import InvalidArgumentError, check, last_error
from .geometry import (
    Dimension, DimensionLike, PointLike, Size, SizeLike, SizeRange, c_dimension, c_point, c_range, c_size,
)  # fmt: skip
from .style import Style, enum_value, style_reference

if TYPE_CHECKING:
    from .spec import Element


class Styled(Handle):
    """Lengths are in logical units; "50%" is a share of the parent."""

    __slots__ = ()

    @property
    def style(self) -> Style:
        """How the node takes part in its parent's layout. Setting None restores the defaults."""
        style = _ffi.lamina_style()
        check(lib.lamina_node_get_style(self.handle, ctypes.byref(style)))
        return Style.from_c(style)

    @style.setter
    def style(self, style: Optional[Style]) -> None:
        check(lib.lamina_node_set_style(self.handle, style_reference(style)))

    def set_preferred_size(self, width: Union[float, SizeLike], height: Optional[float] = None) -> None:
        """Gives the style a width and a height in logical units, as one size or as two numbers."""
        size = _one_size(width, height)
        set_fields(self.handle, width=c_dimension(size.width), height=c_dimension(size.height))

    @property
    def preferred_size(self) -> Size:
        """Width and height of the style in points, 0 for none; zero where one is a share of the parent."""
        style = _ffi.lamina_style()
        check(lib.lamina_node_get_style(self.handle, ctypes.byref(style)))
        if _ffi.Unit.FRACTION in (style.width.unit, style.height.unit):
            return Size(0.0, 0.0)
        return Size(style.width.value, style.height.value)

    @preferred_size.setter
    def preferred_size(self, size: SizeLike) -> None:
        self.set_preferred_size(size)

    def set_min_size(self, width: Union[float, SizeLike], height: Optional[float] = None) -> None:
        """Gives the style a least width and height in logical units, as one size or as two numbers."""
        size = _one_size(width, height)
        set_fields(self.handle, min_width=c_dimension(size.width), min_height=c_dimension(size.height))

    def set_max_size(self, width: Union[float, SizeLike], height: Optional[float] = None) -> None:
        """Gives the style a greatest width and height in logical units, as one size or as two numbers; math.inf is no limit."""
        size = _one_size(width, height)
        set_fields(self.handle, max_width=points(size.width), max_height=points(size.height))

    def set_size(
        self, width: Union[DimensionLike, Tuple[DimensionLike, DimensionLike]] = None, height: DimensionLike = None
    ) -> None:
        """Points, "50%" or None, as a pair or one by one, leaving the other fields of the style."""
        if isinstance(width, (tuple, list)) and not isinstance(width, Dimension):
            if len(width) != 2 or height is not None:
                raise InvalidArgumentError(f"a size is a width and a height, two lengths or one pair of them, not {width!r}")
            width, height = width
        set_fields(self.handle, width=c_dimension(width), height=c_dimension(height))

    def set_spacing(self, before: float = 0.0, after: float = 0.0) -> None:
        """The room before and after the node in a stack, in logical units."""
        set_fields(self.handle, spacing_before=number("before", before), spacing_after=number("after", after))

    def set_align_self(self, align: Union[Align, str]) -> None:
        """How the node stands across a stack, other than the stack's own alignment says."""
        set_fields(self.handle, align_self=enum_value(Align, align))

    def set_layout_position(self, position: PointLike) -> None:
        """The place in an absolute spec, from its start and top: its left, or its right where layout runs from there."""
        set_fields(self.handle, layout_position=c_point(position))

    def set_flex(self, grow: float, shrink: float = 0.0, basis: DimensionLike = None) -> None:
        """How the node takes part in a stack, leaving the other fields of its style."""
        grows, shrinks = number("grow", grow), number("shrink", shrink)
        set_fields(self.handle, flex_grow=grows, flex_shrink=shrinks, flex_basis=c_dimension(basis))

    @property
    def layout_direction(self) -> LayoutDirection:
        """The direction of the node's own style, that of what is in the node and below it; "inherit" where it has none."""
        return self.style.layout_direction  # type: ignore[return-value]  # a Style from C has the member

    @layout_direction.setter
    def layout_direction(self, direction: Union[LayoutDirection, str]) -> None:
        self.set_layout_direction(direction)

    def set_layout_direction(self, direction: Union[LayoutDirection, str]) -> None:
        """What is in the node and below it runs this way, other than what has a direction of its own."""
        set_fields(self.handle, layout_direction=enum_value(LayoutDirection, direction))

    @property
    def is_right_to_left(self) -> bool:
        """Whether the children are arranged from right to left, by a direction here or above."""
        return bool(lib.lamina_node_is_right_to_left(self.handle))

    def description(self) -> str:
        """The node and all below it, one to a line, for people."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_node_read_description(handle, buffer, capacity))

    def explain(self, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]], element: Optional[Element] = None) -> str:
        """Lays this tree out within `sizes`, changing nothing, and says how an element of it, a node or a spec, came to its
        size and place. Without an element, lists all of them."""
        handle, sizes_c, of = self.handle, c_range(sizes), None if element is None else handle_of(element)
        text = self._copy_text(
            lambda buffer, capacity: lib.lamina_node_read_explanation(handle, sizes_c, of, buffer, capacity))  # fmt: skip
        if not text:
            raise InvalidArgumentError(last_error())
        return text


def _one_size(width: Any, height: Optional[float]) -> _ffi.lamina_size:
    """A size that came whole, or as two numbers."""
    return c_size(width if height is None else (width, height))
