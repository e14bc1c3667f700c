"""The part of a node that is arranged as CSS arranges flex boxes, instead of by a spec."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Tuple, Union

from . import _arguments, _ffi
from ._arguments import integer
from ._ffi import FlexUnit
from ._handle import Handle
from ._library import lib
from .errors import check
from .geometry import SizeLike, SizeRange, c_range
from .style import enum_value
from .text_style import encode

if TYPE_CHECKING:
    from ._ffi import FlexKeyword, FlexLength, FlexNumber, FlexProfile


class Flexed(Handle):
    """Flex properties of a node. They count once the node, or one above it, has a profile."""

    __slots__ = ()

    @property
    def flex_profile(self) -> FlexProfile:
        """Whether the children are arranged as CSS or as Yoga does, or by specs."""
        return _ffi.FlexProfile(lib.lamina_node_get_flex_profile(self.handle))

    @flex_profile.setter
    def flex_profile(self, profile: Union[FlexProfile, str]) -> None:
        check(lib.lamina_node_set_flex_profile(self.handle, enum_value(_ffi.FlexProfile, profile)))

    def set_flex_style(self, declarations: str) -> None:
        """Sets properties from text: `node.set_flex_style("flex-direction: row; gap: 8px; padding: 4px 8px")`."""
        utf8 = encode(declarations)
        check(lib.lamina_node_set_flex_style(self.handle, utf8, len(utf8)))

    def flex_length(self, length: Union[FlexLength, str]) -> Tuple[float, FlexUnit]:
        """A length and its unit, as set."""
        value, unit = ctypes.c_double(), ctypes.c_int()
        which = enum_value(_ffi.FlexLength, length)
        check(lib.lamina_node_get_flex_length(self.handle, which, ctypes.byref(value), ctypes.addressof(unit)))
        return value.value, FlexUnit(unit.value)

    def set_flex_length(
        self, length: Union[FlexLength, str], value: float = 0.0, unit: Union[FlexUnit, str] = FlexUnit.POINTS
    ) -> None:
        """Sets a length: `node.set_flex_length("width", 50, "percent")`. Points are logical units."""
        which, of = enum_value(_ffi.FlexLength, length), enum_value(FlexUnit, unit)
        check(lib.lamina_node_set_flex_length(self.handle, which, _arguments.number("value", value), of))

    def flex_number(self, number: Union[FlexNumber, str]) -> float:
        """A factor or ratio, as set; -1 for one that is not."""
        return lib.lamina_node_get_flex_number(self.handle, enum_value(_ffi.FlexNumber, number))

    def set_flex_number(self, number: Union[FlexNumber, str], value: float) -> None:
        """Sets a factor or ratio: `node.set_flex_number("grow", 1)`; -1 for its default."""
        check(lib.lamina_node_set_flex_number(self.handle, enum_value(_ffi.FlexNumber, number), _arguments.number("value", value)))

    def flex_keyword(self, keyword: Union[FlexKeyword, str]) -> int:
        """A value of the enum that stands beside the keyword in FlexKeyword."""
        return lib.lamina_node_get_flex_keyword(self.handle, enum_value(_ffi.FlexKeyword, keyword))

    def set_flex_keyword(self, keyword: Union[FlexKeyword, str], value: int) -> None:
        """Sets one: `node.set_flex_keyword("direction", lamina.FlexDirection.ROW)`."""
        number = integer("value", value, -(2**31), 2**31 - 1)
        check(lib.lamina_node_set_flex_keyword(self.handle, enum_value(_ffi.FlexKeyword, keyword), number))

    def apply_layout(self, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> None:
        """Lays the tree below this node out within `sizes`, on this thread, and gives its nodes their frames."""
        check(lib.lamina_node_apply_layout(self.handle, c_range(sizes)))
