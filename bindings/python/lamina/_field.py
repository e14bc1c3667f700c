"""Properties that are a getter and a setter of the library, and the conversions between their values and C's."""
from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, Type, TypeVar, Union, overload

from ._arguments import integer, number, truth
from ._handle import Handle
from ._library import lib
from .errors import InvalidArgumentError, about, check
from .geometry import (
    Color, ColorLike, Insets, InsetsLike, Point, PointLike, Rect, RectLike, Size, SizeLike, c_color, c_insets, c_point,
    c_rect, c_size, from_c_color, from_c_insets, from_c_point, from_c_rect, from_c_size,
)  # fmt: skip

G = TypeVar("G")  # what is got
S = TypeVar("S")  # what may be set


class Kind(Generic[G, S]):
    """The conversion of a value; None if ctypes does it."""

    def __init__(self, to_c: Optional[Callable[[S], Any]] = None, from_c: Optional[Callable[[Any], G]] = None) -> None:
        self.to_c, self.from_c = to_c, from_c


TRUTH: "Kind[bool, bool]" = Kind(truth)
BACKGROUND: "Kind[Color, ColorLike]" = Kind(c_color, from_c_color)
INSETS: "Kind[Insets, InsetsLike]" = Kind(c_insets, from_c_insets)
POINT: "Kind[Point, PointLike]" = Kind(c_point, from_c_point)
RECT: "Kind[Rect, RectLike]" = Kind(c_rect, from_c_rect)
SIZE: "Kind[Size, SizeLike]" = Kind(c_size, from_c_size)


def a_number(name: str) -> "Kind[float, float]":
    """A number; the message about another value names the property."""
    return Kind(functools.partial(number, name))


def an_int32(name: str) -> "Kind[int, int]":
    """A whole number of 32 bits; the message about another value names the property."""
    return Kind(lambda value: integer(name, value, -(2**31), 2**31 - 1))


class TypedProperty(property, Generic[G, S]):
    """A property of functions that stand elsewhere, whose types type checkers know."""

    def __init__(self, get: "Callable[[Any], G]", put: "Callable[[Any, S], None]", doc: Optional[str] = None) -> None:
        super().__init__(get, put)
        self.__doc__ = doc or get.__doc__  # which before Python 3.12 `doc=` does not set in a subclass

    if TYPE_CHECKING:  # what property leaves open

        @overload
        def __get__(self, instance: None, owner: Optional[type] = None, /) -> "TypedProperty[G, S]": ...

        @overload
        def __get__(self, instance: object, owner: Optional[type] = None, /) -> G: ...

        def __get__(self, instance: Any, owner: Optional[type] = None, /) -> Any: ...

        def __set__(self, instance: Any, value: S, /) -> None: ...


class Field(TypedProperty[G, S]):
    """`opacity = Field(a_number("opacity"), "lamina_node_get_opacity", "lamina_node_set_opacity", "How much
    shows.")`"""

    def __init__(self, kind: "Kind[G, S]", getter: str, setter: str, doc: str, out: Any = None) -> None:
        """With `out`, a type of ctypes, the getter returns a status and writes its value through a pointer to one."""
        to_c, from_c = kind.to_c, kind.from_c
        get_c: Any = None
        set_c: Any = None

        def get(owner: Handle) -> G:
            nonlocal get_c
            get_c = get_c or getattr(lib, getter)  # the first use loads the library
            if out is None:
                found = get_c(owner.handle)
            else:
                place = out()
                check(get_c(owner.handle, ctypes.byref(place)))
                found = getattr(place, "value", place)  # of a simple type; a struct is itself the value
            result: G = from_c(found) if from_c else found
            return result

        def put(owner: Handle, value: S) -> None:
            nonlocal set_c
            set_c = set_c or getattr(lib, setter)
            try:
                check(set_c(owner.handle, to_c(value) if to_c else value))
            except (TypeError, InvalidArgumentError) as error:
                raise about(self._name, error) from None

        super().__init__(get, put, doc)
        self._name = setter

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
