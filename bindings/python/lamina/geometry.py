"""Points, sizes, rectangles, colours and lengths: named tuples. Tuples of numbers are accepted wherever one is
expected."""
from __future__ import annotations

import ctypes
import functools
import math
from typing import Any, NamedTuple, Sequence, Tuple, Union

from . import _ffi
from ._ffi import Unit
from ._library import lib
from .errors import InvalidArgumentError


class Point(NamedTuple):
    """A point; y points down."""

    x: float
    y: float


class Size(NamedTuple):
    """Width and height."""

    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle by its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def origin(self) -> Point:
        """The upper left corner."""
        return Point(self.x, self.y)

    @property
    def size(self) -> Size:
        """Width and height."""
        return Size(self.width, self.height)


class RectPx(NamedTuple):
    """A rectangle in device pixels."""

    x: int
    y: int
    width: int
    height: int


class Insets(NamedTuple):
    """Distances from the edges of a rectangle, inwards."""

    top: float
    left: float
    bottom: float
    right: float


class DirectionalInsets(NamedTuple):
    """Insets that swap sides in right-to-left layout."""

    top: float
    start: float
    bottom: float
    end: float


class SizeRange(NamedTuple):
    """The allowed sizes; the maximum may be `math.inf`."""

    min: Size
    max: Size

    @classmethod
    def exactly(cls, width: float, height: float) -> "SizeRange":
        """This size and no other."""
        return cls(Size(width, height), Size(width, height))

    @classmethod
    def with_width(cls, width: float) -> "SizeRange":
        """This width and any height."""
        return cls(Size(width, 0), Size(width, math.inf))

    @classmethod
    def up_to(cls, width: float = math.inf, height: float = math.inf) -> "SizeRange":
        """Any size up to these; without limit by default."""
        return cls(Size(0, 0), Size(width, height))


_HEX_DIGITS = set("0123456789abcdefABCDEF")
_NAMED_COLORS = {
    "transparent": "00000000", "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080",
    "white": "ffffff", "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000",
    "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "orange": "ffa500", "navy": "000080", "blue": "0000ff",
    "teal": "008080", "aqua": "00ffff",
}  # fmt: skip


class Color(NamedTuple):
    """sRGB with straight alpha; components 0..1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @classmethod
    def hex(cls, code: str) -> "Color":
        """From "#rrggbb", "#rrggbbaa", "#rgb", "#rgba", or a name of CSS's basic colours."""
        return cls(*_components(code))


@functools.lru_cache(maxsize=256)  # a program has few colours, and names them over and over
def _components(code: str, name: str = "the value") -> Tuple[float, ...]:
    digits = _NAMED_COLORS.get(code.lower(), code[1:] if code.startswith("#") else "")
    if len(digits) in (3, 4):
        digits = "".join(2 * digit for digit in digits)
    if len(digits) not in (6, 8) or not set(digits) <= _HEX_DIGITS:
        raise InvalidArgumentError(
            f"{name} is {code!r}; a colour is written #rgb, #rrggbb or #rrggbbaa, or is one of {', '.join(_NAMED_COLORS)}"
        )
    return tuple(int(digits[i : i + 2] or "ff", 16) / 255 for i in range(0, 8, 2))


class Dimension(NamedTuple):
    """A length in a style: points, a fraction of the parent (0..1), or the size of the content."""

    unit: Unit = Unit.AUTO
    value: float = 0.0

    @classmethod
    def of(cls, value: "DimensionLike") -> "Dimension":
        """From a number (points), text for parse(), or None, which is "auto"."""
        if isinstance(value, Dimension):
            return value
        if value is None:
            return cls()
        if isinstance(value, str):
            return _parsed(value)
        if isinstance(value, (bytes, bytearray)) or not hasattr(value, "__float__") and not hasattr(value, "__index__"):
            raise TypeError(f'a length is a number, a percentage such as "50%", "auto" or None, not {value!r}')
        try:
            return cls(Unit.POINTS, float(value))
        except OverflowError:
            raise InvalidArgumentError("a length is larger than any number that can be drawn") from None

    @classmethod
    def parse(cls, text: str) -> "Dimension":
        """From "auto", "12", "12pt" or "50%"."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a length is a string, not {text!r}")
        return _parsed(text)

    def __str__(self) -> str:
        """Text from which parse() returns the same length."""
        buffer = ctypes.create_string_buffer(64)
        lib.lamina_dimension_read_text(_ffi.lamina_dimension(self.unit, self.value), buffer, 64)
        return buffer.value.decode("ascii")


@functools.lru_cache(maxsize=256)  # a program has few lengths that are texts, and gives them over and over
def _parsed(text: str) -> Dimension:
    utf8, dimension = text.encode("utf-8", "surrogatepass"), _ffi.lamina_dimension()
    if lib.lamina_dimension_parse(utf8, len(utf8), ctypes.byref(dimension)):
        raise InvalidArgumentError(f'a length is a number, "12", "12pt", a percentage from "0%" to "100%", or "auto", not {text!r}')
    return from_c_dimension(dimension)


PointLike = Union[Point, Tuple[float, float]]
SizeLike = Union[Size, Tuple[float, float]]
RectLike = Union[Rect, Tuple[float, float, float, float]]
#: One number for all sides, two for (top and bottom, left and right), or each by itself.
InsetsLike = Union[Insets, float, Tuple[float, float], Tuple[float, float, float, float]]
ColorLike = Union[Color, str, Sequence[float]]
DirectionalInsetsLike = Union[DirectionalInsets, float, Tuple[float, float], Tuple[float, float, float, float]]
DimensionLike = Union[Dimension, float, str, None]

CLEAR = Color(0, 0, 0, 0)
BLACK = Color(0, 0, 0)
WHITE = Color(1, 1, 1)


# ---- To and from C ----


# Trying costs nothing where all is well, as it is in loops over thousands of nodes.

#: What taking apart and converting a value raises that is none of the numbers that are needed.
WRONG_NUMBERS = (TypeError, ValueError, OverflowError)


def c_point(point: PointLike, name: str = "a point") -> _ffi.lamina_point:
    try:
        x, y = point
        return _ffi.lamina_point(x, y)
    except WRONG_NUMBERS as error:
        raise refusal(error, f"{name} is two numbers, (x, y)", point) from None


def c_size(size: SizeLike, name: str = "a size") -> _ffi.lamina_size:
    try:
        width, height = size
        return _ffi.lamina_size(width, height)
    except WRONG_NUMBERS as error:
        raise refusal(error, f"{name} is two numbers, (width, height)", size) from None


def c_rect(rect: RectLike) -> _ffi.lamina_rect:
    try:
        x, y, width, height = rect
        return _ffi.lamina_rect(_ffi.lamina_point(x, y), _ffi.lamina_size(width, height))
    except WRONG_NUMBERS as error:
        raise refusal(error, "a rectangle is four numbers, (x, y, width, height)", rect) from None


def c_insets(insets: InsetsLike, name: str = "insets") -> _ffi.lamina_insets:
    try:
        return _ffi.lamina_insets(*_four_sides(insets))
    except WRONG_NUMBERS as error:
        wanted = f"{name} are one number, two, (vertical, horizontal), or four, (top, left, bottom, right)"
        raise refusal(error, wanted, insets) from None


def c_directional_insets(insets: DirectionalInsetsLike) -> _ffi.lamina_directional_insets:
    try:
        return _ffi.lamina_directional_insets(*_four_sides(insets))
    except WRONG_NUMBERS as error:
        wanted = "insets are one number, two, (vertical, horizontal), or four, (top, start, bottom, end)"
        raise refusal(error, wanted, insets) from None


def _four_sides(insets: Any) -> Tuple[float, float, float, float]:
    if isinstance(insets, (int, float)):
        return insets, insets, insets, insets
    if isinstance(insets, (str, bytes, bytearray)):
        raise TypeError("letters are not numbers")
    if len(insets) == 2:
        vertical, horizontal = insets
        return vertical, horizontal, vertical, horizontal
    top, left, bottom, right = insets
    return top, left, bottom, right


def c_range(sizes: "SizeRange | Tuple[SizeLike, SizeLike]") -> _ffi.lamina_size_range:
    try:
        smallest, largest = sizes
        return _ffi.lamina_size_range(c_size(smallest), c_size(largest))
    except WRONG_NUMBERS as error:
        wanted = "a range is two sizes, ((width, height), (width, height)), or SizeRange.exactly(width, height), with_width() or up_to()"
        raise refusal(error, wanted, sizes) from None


def c_color(color: ColorLike, name: str = "the value") -> _ffi.lamina_color:
    if isinstance(color, str):
        return _ffi.lamina_color(*_components(color, name))
    try:
        return _ffi.lamina_color(*Color(*color))
    except WRONG_NUMBERS as error:
        wanted = f'{name} is a colour, such as "#2f7ed8", "white" or (red, green, blue, alpha) from 0 to 1'
        raise refusal(error, wanted, color) from None


def refusal(error: Exception, wanted: str, given: object) -> Exception:
    """An error of the same kind with a message that says what would be right."""
    sentence = f"{wanted}, not {given!r}"
    return TypeError(sentence) if isinstance(error, TypeError) else InvalidArgumentError(sentence)


def c_dimension(value: DimensionLike) -> _ffi.lamina_dimension:
    dimension = Dimension.of(value)
    return _ffi.lamina_dimension(dimension.unit, dimension.value)


def from_c_color(color: _ffi.lamina_color) -> Color:
    return Color(color.red, color.green, color.blue, color.alpha)


def from_c_point(point: _ffi.lamina_point) -> Point:
    return Point(point.x, point.y)


def from_c_insets(insets: _ffi.lamina_insets) -> Insets:
    return Insets(insets.top, insets.left, insets.bottom, insets.right)


def from_c_rect(rect: _ffi.lamina_rect) -> Rect:
    return Rect(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)


def from_c_size(size: _ffi.lamina_size) -> Size:
    return Size(size.width, size.height)


def from_c_rect_px(rect: _ffi.lamina_rect_px) -> RectPx:
    return RectPx(rect.x, rect.y, rect.width, rect.height)


def from_c_dimension(dimension: _ffi.lamina_dimension) -> Dimension:
    return Dimension(Unit(dimension.unit), dimension.value)
