"""Values of an appearance that few nodes have: borders, shadows, gradients, transforms, and how pictures are placed."""
from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _ffi
from ._arguments import finite, number, of_kind
from ._ffi import GradientKind, Gravity
from ._handle import handle_of
from ._record import record
from .bitmap import PixelBuffer
from .errors import InvalidArgumentError
from .geometry import (
    BLACK, CLEAR, WRONG_NUMBERS, Color, ColorLike, Insets, InsetsLike, PointLike, Rect, RectLike, SizeLike, c_color, c_insets,
    c_point, c_rect, c_size, from_c_color, from_c_point, from_c_size, refusal,
)  # fmt: skip
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import GradientKindLike, GravityLike
    from .image import Image


class CornerRadii(NamedTuple):
    """The radius of each corner, in logical units."""

    top_left: float = 0.0
    top_right: float = 0.0
    bottom_right: float = 0.0
    bottom_left: float = 0.0


class Border(NamedTuple):
    """A line along the inside of a node's edges."""

    width: float
    color: ColorLike = BLACK


class BoxShadow(NamedTuple):
    """A shadow of a node's box; lengths in logical units, `blur` as in CSS."""

    color: ColorLike
    x: float = 0.0
    y: float = 0.0
    blur: float = 0.0
    spread: float = 0.0


@record(frozen=True)
class Shadow:
    """A shadow of a text; lengths in logical units."""

    color: ColorLike
    x: float = 0.0
    y: float = 0.0
    blur: float = 0.0

    def to_c(self) -> _ffi.lamina_text_shadow:
        """The C struct."""
        return _ffi.lamina_text_shadow(c_color(self.color, "color"), number("x", self.x), number("y", self.y), number("blur", self.blur))


class Matrix(NamedTuple):
    """Maps positions: x' = xx * x + xy * y + x0, y' = yx * x + yy * y + y0."""

    xx: float = 1.0
    yx: float = 0.0
    xy: float = 0.0
    yy: float = 1.0
    x0: float = 0.0
    y0: float = 0.0

    @classmethod
    def rotation(cls, degrees: float) -> "Matrix":
        """A clockwise rotation."""
        angle = math.radians(finite("degrees", degrees))
        return cls(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))

    @classmethod
    def scale(cls, x: float, y: Optional[float] = None) -> "Matrix":
        """A scaling; uniform without `y`."""
        return cls(xx=x, yy=x if y is None else y)

    @classmethod
    def translation(cls, x: float, y: float) -> "Matrix":
        """A translation."""
        return cls(x0=x, y0=y)


@record(frozen=True)
class Gradient:
    """Colours along a line, or as `Gradient.radial()` and `Gradient.conic()` make them; stops are (position, colour).
    Points are fractions of the size of the node, text or path."""

    stops: Sequence[Tuple[float, ColorLike]]
    start: PointLike = (0.0, 0.0)
    end: PointLike = (0.0, 1.0)
    kind: GradientKindLike = GradientKind.LINEAR
    center: PointLike = (0.5, 0.5)
    radii: SizeLike = (0.5, 0.5)
    angle: float = 0.0

    def __post_init__(self) -> None:
        if not self._pairs():
            raise InvalidArgumentError("stops is empty; a gradient has one at least, such as [(0, 'red'), (1, 'blue')]")

    def _pairs(self) -> "List[Tuple[float, Any]]":
        try:
            return [(number("the offset of a stop", offset), color) for offset, color in self.stops]
        except (TypeError, ValueError) as error:
            raise refusal(error, "stops are pairs, [(0, 'red'), (1, 'blue')]", self.stops) from None

    @classmethod
    def radial(
        cls, stops: Sequence[Tuple[float, ColorLike]], center: PointLike = (0.5, 0.5),
        radii: "Union[float, SizeLike]" = (0.5, 0.5),
    ) -> "Gradient":  # fmt: skip
        """From `center` in all directions, to an ellipse of `radii`, in fractions of width and height; one number makes
        a circle, whose radius is a fraction of the width."""
        return cls(stops, kind=GradientKind.RADIAL, center=center, radii=(radii, 0.0) if isinstance(radii, (int, float)) else radii)

    @classmethod
    def conic(
        cls, stops: Sequence[Tuple[float, ColorLike]], center: PointLike = (0.5, 0.5), angle: float = 0.0
    ) -> "Gradient":
        """Around `center`, a turn clockwise from `angle`, in degrees from the top."""
        return cls(stops, kind=GradientKind.CONIC, center=center, angle=angle)

    def to_c(self) -> _ffi.lamina_gradient:
        """The C struct."""
        stops = [_ffi.lamina_gradient_stop(offset, c_color(color)) for offset, color in self._pairs()]
        array = (_ffi.lamina_gradient_stop * len(stops))(*stops)
        return _ffi.lamina_gradient(
            struct_size=ctypes.sizeof(_ffi.lamina_gradient), start=c_point(self.start, "start"), end=c_point(self.end, "end"),
            stops=array, stop_count=len(stops), kind=enum_value("kind", GradientKind, self.kind),
            center=c_point(self.center, "center"), radii=c_size(self.radii, "radii"), angle=math.radians(number("angle", self.angle)))  # fmt: skip


@record(frozen=True)
class ImageOptions:
    """How a picture is placed in its node.

    `scale` is pixels of the picture per unit, for gravities that do not stretch; `source` is the visible part, in
    fractions of the picture; `stretch` is the pixels along its edges that keep their size (nine slices). `tinted` makes
    it a stencil for the node's tint (:class:`Traits`); `dark` is an Image for dark surroundings, which the node keeps.
    """

    gravity: GravityLike = Gravity.RESIZE
    scale: float = 1.0
    source: RectLike = Rect(0.0, 0.0, 1.0, 1.0)
    stretch: InsetsLike = Insets(0.0, 0.0, 0.0, 0.0)
    tinted: bool = False
    dark: "Optional[Image]" = None

    def to_c(self) -> _ffi.lamina_image_options:
        """The C struct."""
        return _ffi.lamina_image_options(
            struct_size=ctypes.sizeof(_ffi.lamina_image_options), gravity=enum_value("gravity", Gravity, self.gravity),
            scale=number("scale", self.scale), source=c_rect(self.source), stretch=c_insets(self.stretch, "stretch"),
            tinted=bool(self.tinted), dark=None if self.dark is None else handle_of(self.dark))  # fmt: skip


@record(frozen=True)
class Placeholder:
    """Shown by a node while its contents are missing; `fade` in seconds, `curve` as CSS writes it, or None, which is
    "linear"."""

    color: Color
    fade: float
    persists: bool
    insets: Insets
    curve: Optional[str] = None
    fades_changes: bool = False


#: The fields of a lamina_node_appearance.
# and "drawing", which needs a context
LOOK_FIELDS = ("corner_radii", "border", "shadow", "gradient", "transform", "anchor", "z_position", "image", "image_options")


# ---- To C ----


def c_corner_radii(radii: "Union[CornerRadii, Sequence[float]]", name: str = "corner_radii") -> _ffi.lamina_corner_radii:
    try:
        if isinstance(radii, (str, bytes, bytearray)):
            raise TypeError("letters are not numbers")
        top_left, top_right, bottom_right, bottom_left = radii
        return _ffi.lamina_corner_radii(top_left, top_right, bottom_right, bottom_left)
    except WRONG_NUMBERS as error:
        wanted = f"{name} are CornerRadii, or four numbers, (top_left, top_right, bottom_right, bottom_left)"
        raise refusal(error, wanted, radii) from None


def c_matrix(matrix: "Union[Matrix, Sequence[float]]") -> _ffi.lamina_matrix:
    try:
        xx, yx, xy, yy, x0, y0 = matrix
        return _ffi.lamina_matrix(xx, yx, xy, yy, x0, y0)
    except WRONG_NUMBERS as error:
        raise refusal(error, "a transform is a Matrix, or its six numbers", matrix) from None


def c_border(border: "Union[Border, Tuple[float, ColorLike], None]") -> _ffi.lamina_border:
    try:
        width, color = border or (0.0, CLEAR)
        struct = _ffi.lamina_border(width)
    except WRONG_NUMBERS as error:
        raise refusal(error, "a border is a width and a colour, such as (1, 'black'), or None", border) from None
    struct.color = c_color(color, "border.color")
    return struct


def c_gradient(gradient: Optional[Gradient]) -> Any:
    """A pointer to the C struct; None for none."""
    if gradient is not None and not isinstance(gradient, Gradient):
        raise TypeError(f"a Gradient is needed, such as Gradient([(0, 'red'), (1, 'blue')]), not {gradient!r}")
    return None if gradient is None else ctypes.pointer(gradient.to_c())


def c_shadow(shadow: Optional[BoxShadow]) -> _ffi.lamina_shadow:
    if isinstance(shadow, Shadow):
        raise TypeError(f"a node's shadow is a BoxShadow(color, x, y, blur, spread), or None; {shadow!r} is one of a text's letters")
    try:
        color, x, y, blur, spread = BoxShadow(*shadow) if shadow is not None else BoxShadow(CLEAR)
        struct = _ffi.lamina_shadow(_ffi.lamina_color(), x, y, blur, spread)
    except WRONG_NUMBERS as error:
        raise refusal(error, "a shadow is a BoxShadow(color, x, y, blur, spread), or None", shadow) from None
    if isinstance(color, (int, float)):  # a tuple of lengths, as of nothing else
        raise TypeError(f"a shadow is a BoxShadow(color, x, y, blur, spread), or None, not {shadow!r}")
    struct.color = c_color(color, "shadow.color")
    return struct


_CONVERTERS: "Dict[str, Callable[[Any], Any]]" = {
    "border": c_border, "shadow": c_shadow, "corner_radii": c_corner_radii, "transform": c_matrix, "anchor": c_point,
    "z_position": lambda value: number("z_position", value),
}  # fmt: skip


_KINDS: "Dict[str, Any]" = {"gradient": Gradient, "image": PixelBuffer, "image_options": ImageOptions}


def c_look(**fields: Any) -> _ffi.lamina_node_appearance:
    """The appearance struct of these fields, as setters take them. It keeps alive what it points to."""
    look = _ffi.lamina_node_appearance(transform=_ffi.lamina_matrix(*Matrix()), anchor=_ffi.lamina_point(0.5, 0.5))
    for name, value in fields.items():
        if name in _CONVERTERS:
            value = _CONVERTERS[name](value)
        elif value is not None and name in _KINDS:
            value = ctypes.pointer(of_kind(name, _KINDS[name], value).to_c())
        setattr(look, name, value)
    return look


# ---- From C ----


def radii_from_c(radii: _ffi.lamina_corner_radii) -> CornerRadii:
    return CornerRadii(radii.top_left, radii.top_right, radii.bottom_right, radii.bottom_left)


def matrix_from_c(m: _ffi.lamina_matrix) -> Matrix:
    return Matrix(m.xx, m.yx, m.xy, m.yy, m.x0, m.y0)


def border_from_c(border: _ffi.lamina_border) -> Optional[Border]:
    return Border(border.width, from_c_color(border.color)) if border.width > 0 else None


def shadow_from_c(shadow: _ffi.lamina_shadow) -> Optional[BoxShadow]:
    if shadow.color.alpha <= 0:
        return None
    return BoxShadow(from_c_color(shadow.color), shadow.x, shadow.y, shadow.blur, shadow.spread)


def gradient_from_c(gradient: _ffi.lamina_gradient) -> Gradient:
    """Reads what a call lends, while that goes on."""
    stops = [(stop.offset, from_c_color(stop.color)) for stop in gradient.stops[: gradient.stop_count]]
    return Gradient(
        tuple(stops), from_c_point(gradient.start), from_c_point(gradient.end), GradientKind(gradient.kind),
        from_c_point(gradient.center), from_c_size(gradient.radii), math.degrees(gradient.angle))  # fmt: skip
