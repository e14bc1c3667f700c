"""Inherited settings: light or dark, text size, tint."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from . import _ffi
from ._ffi import ColorScheme, LayoutDirection
from ._arguments import number
from ._record import record
from .geometry import CLEAR, Color, ColorLike, c_color, from_c_color
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import ColorSchemeLike


@record(frozen=True)
class Traits:
    """The traits of a node; `scale` is that of its surface, 0 on none."""

    color_scheme: ColorScheme
    text_size_factor: float
    tint: Color
    layout_direction: LayoutDirection
    scale: float


def c_traits(
    color_scheme: ColorSchemeLike, text_size_factor: Optional[float], tint: Optional[ColorLike]
) -> _ffi.lamina_traits:
    return _ffi.lamina_traits(
        color_scheme=enum_value("color_scheme", ColorScheme, color_scheme), text_size_factor=number("text_size_factor", text_size_factor or 0.0),
        tint=c_color(CLEAR if tint is None else tint, "tint"))  # fmt: skip


def traits_from_c(found: _ffi.lamina_traits) -> Traits:
    return Traits(
        ColorScheme(found.color_scheme), found.text_size_factor, from_c_color(found.tint),
        LayoutDirection(found.layout_direction), found.scale)  # fmt: skip
