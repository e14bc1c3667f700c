"""What holds around a node: light or dark, the size of texts, the tint."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Optional, Union

from . import _ffi
from ._ffi import ColorScheme, LayoutDirection
from ._arguments import number, of_kind
from ._handle import Handle
from ._library import lib
from ._record import record
from .errors import check
from .geometry import CLEAR, Color, ColorLike, c_color, from_c_color
from .style import enum_value

if TYPE_CHECKING:
    from ._ffi import ColorRole


@record(frozen=True)
class Traits:
    """What holds at a node; `scale` is that of its surface, 0 on none."""

    color_scheme: ColorScheme
    text_size_factor: float
    tint: Color
    layout_direction: LayoutDirection
    scale: float


def c_traits(
    color_scheme: Union[ColorScheme, str], text_size_factor: Optional[float], tint: Optional[ColorLike]
) -> _ffi.lamina_traits:
    return _ffi.lamina_traits(
        color_scheme=enum_value(ColorScheme, color_scheme), text_size_factor=number("text_size_factor", text_size_factor or 0.0),
        tint=c_color(CLEAR if tint is None else tint))  # fmt: skip


class Traited(Handle):
    """Traits and dynamic colours."""

    __slots__ = ()

    @property
    def traits(self) -> Traits:
        """What holds at the node, by what is said at it, above it or in its context. Setting it says the colour scheme, the
        size of texts and the tint, as set_traits() does; None takes back what the node says."""
        found = _ffi.lamina_traits()
        check(lib.lamina_node_get_traits(self.handle, ctypes.byref(found)))
        return Traits(
            ColorScheme(found.color_scheme), found.text_size_factor, from_c_color(found.tint),
            LayoutDirection(found.layout_direction), found.scale)  # fmt: skip

    @traits.setter
    def traits(self, traits: Optional[Traits]) -> None:
        if traits is None:
            check(lib.lamina_node_set_traits(self.handle, None))
            return
        given = of_kind("traits", Traits, traits)
        self.set_traits(color_scheme=given.color_scheme, text_size_factor=given.text_size_factor, tint=given.tint)

    def set_traits(
        self,
        *,
        color_scheme: Union[ColorScheme, str] = ColorScheme.INHERIT,
        text_size_factor: Optional[float] = None,
        tint: Optional[ColorLike] = None,
    ) -> None:
        """Says what holds for the node and all below it; what is not given is what holds above."""
        given = c_traits(color_scheme, text_size_factor, tint)
        check(lib.lamina_node_set_traits(self.handle, ctypes.byref(given)))

    def set_dynamic_color(self, role: Union[ColorRole, str], light: ColorLike, dark: ColorLike) -> None:
        """Gives a part of the node two colours, of which the color scheme chooses; setting the part alone ends that."""
        check(lib.lamina_node_set_dynamic_color(self.handle, enum_value(_ffi.ColorRole, role), c_color(light), c_color(dark)))
