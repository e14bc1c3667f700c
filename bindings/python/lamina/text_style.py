"""How characters, paragraphs and whole texts are set: plain values."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _ffi
from ._record import field_names, record
from ._ffi import FontCaps, FontSlant, TextAlignment, TextDirection, TextHyphens, TextPlacement, TextWrap, Truncation, Underline
from ._arguments import c_string, integer, number, of_kind
from .errors import InvalidArgumentError
from .geometry import (
    ColorLike, InsetsLike, PointLike, RectLike, Size, c_color, c_insets, c_point, c_rect, from_c_size,
)  # fmt: skip
from .looks import Gradient, Shadow
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import (
        FontCapsLike,
        FontSlantLike,
        TabAlignmentLike,
        TextAlignmentLike,
        TextDirectionLike,
        TextHyphensLike,
        TextPlacementLike,
        TextWrapLike,
        TruncationLike,
        UnderlineLike,
    )
    from ._ffi import TabAlignment
    from .text import Text


def encode(string: str, name: str = "text") -> bytes:
    """UTF-8. Lone surrogates pass; the library refuses them with a message."""
    if not isinstance(string, str):
        raise TypeError(f"{name} is a string, not {string!r}")
    return string.encode("utf-8", "surrogatepass")


def _string(value: Optional[str]) -> Optional[bytes]:
    """A string that is NUL-terminated in C, and so must not contain a NUL."""
    return None if value is None else c_string("a name in the look of a text", value)


def set_fields(struct: Any, value: Any, names: Sequence[str]) -> None:
    """Copies fields of a record into a C struct. ctypes alone would not name a field of a wrong type, and would
    truncate large numbers."""
    for name in names:
        given = getattr(value, name)
        try:
            setattr(struct, name, given)
            if isinstance(given, int) and getattr(struct, name) != given:
                raise InvalidArgumentError(f"{name} is {given}, which is more than the library accepts")
        except OverflowError:
            raise InvalidArgumentError(f"{name} is larger than any number that can be drawn") from None
        except TypeError:
            kind = "a number" if isinstance(getattr(struct, name), float) else "a whole number"
            more = ": your name for the link, whose address stays in a list of yours" if name == "link" else ""
            raise TypeError(f"{name} is {kind}, not {getattr(value, name)!r}{more}") from None


def _text_handle(name: str, text: "Optional[Text]") -> Optional[int]:
    if text is None:
        return None
    if not hasattr(text, "handle"):
        raise TypeError(f"{name} is a Text, which may have attributes of its own: Text(context, {text!r})")
    return text.handle


def _color(name: str, value: Optional[ColorLike]) -> Any:
    """A colour of a text; all zero stands for none, so that an invisible one is another."""
    color = _ffi.lamina_color() if value is None else c_color(value, name)
    return _ffi.lamina_color(1, 1, 1, 0) if value is not None and not any(bytes(color)) else color


def _array(ctype: Any, items: Sequence[Any]) -> Any:
    """An array that ctypes keeps alive with the struct."""
    return ctypes.cast((ctype * len(items))(*items), ctypes.POINTER(ctype)) if items else ctypes.POINTER(ctype)()


def _shadows(name: str, given: Sequence[Shadow]) -> Any:
    if isinstance(given, Shadow):
        raise TypeError(f"{name} are a list of Shadow, [shadow] for one")
    shadows = [of_kind(f"each of the {name}", Shadow, shadow) for shadow in given]
    return _array(_ffi.lamina_text_shadow, [shadow.to_c() for shadow in shadows])


def _polygon(points: "Sequence[PointLike]") -> _ffi.lamina_text_polygon:
    return _ffi.lamina_text_polygon(_array(_ffi.lamina_point, [c_point(point) for point in points]), len(points))


_WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "normal": 400, "medium": 500, "semibold": 600,
    "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip


def font_weight(weight: Union[int, str]) -> int:
    """A weight, also from its name."""
    if not isinstance(weight, str):
        return integer("weight", weight, -(2**31), 2**31 - 1)
    if weight.lower() not in _WEIGHTS:
        raise InvalidArgumentError(f"{weight!r} is not a weight: use 100..1000, or one of {', '.join(_WEIGHTS)}")
    return _WEIGHTS[weight.lower()]


@record(frozen=True)
class TextAttributes:
    """The attributes of characters: the keywords of a text. None, 0 and "inherit" inherit from the surrounding text.

    `family` is a name, or several in fallback order: "Lato, sans-serif". `size` is in logical units per em (default:
    14), `size_factor` multiplies the inherited size. `weight` is 100..1000 or a name such as "bold"; `slant` "italic"
    or "oblique"; `stretch` 1..9 (5 is normal); `caps` "small" or "all_small". `features` and `variations` are written
    as in CSS: "tnum, ss01=1", "wght=350". `language` is a tag such as "cs". `letter_spacing`, `word_spacing`, `rise`
    and `stroke_width` are logical units. `underline` is "single" (or True), "double", "low" or "wavy"; `strikethrough`
    and `overline` are booleans; each line may have a colour of its own. `link` is a whole number that identifies a
    link. `shadows` are of Shadow, the first on top, `inner_shadows` those that edges of letters cast into them. A
    border is a box around the text, one for each line, that `background` fills: `border_color`, `border_width`,
    `border_radius` and `border_padding`, in logical units; it moves no text. `gradient` replaces `color`. `replaces`
    inherits nothing.
    """

    family: Optional[str] = None
    size: float = 0.0
    weight: Union[int, str] = 0
    slant: FontSlantLike = FontSlant.INHERIT
    underline: Union[UnderlineLike, bool] = Underline.INHERIT
    color: Optional[ColorLike] = None
    replaces: bool = False
    size_factor: float = 0.0
    stretch: int = 0
    caps: FontCapsLike = FontCaps.INHERIT
    features: Optional[str] = None
    variations: Optional[str] = None
    language: Optional[str] = None
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    rise: float = 0.0
    background: Optional[ColorLike] = None
    underline_color: Optional[ColorLike] = None
    strikethrough: Optional[bool] = None
    strikethrough_color: Optional[ColorLike] = None
    overline: Optional[bool] = None
    overline_color: Optional[ColorLike] = None
    link: int = 0
    shadows: Sequence[Shadow] = ()
    stroke_color: Optional[ColorLike] = None
    stroke_width: float = 0.0
    gradient: Optional[Gradient] = None
    border_color: Optional[ColorLike] = None
    border_width: float = 0.0
    border_radius: float = 0.0
    border_padding: InsetsLike = 0.0
    inner_shadows: Sequence[Shadow] = ()

    def to_c(self) -> _ffi.lamina_text_attributes:
        """The C struct."""
        attributes = _ffi.lamina_text_attributes()
        for name in ("family", "features", "variations", "language"):
            setattr(attributes, name, _string(getattr(self, name)))
        set_fields(attributes, self, (
            "size", "replaces", "size_factor", "stretch", "letter_spacing", "word_spacing", "rise", "link",
            "stroke_width", "border_width", "border_radius",
        ))  # fmt: skip
        for name in (
            "color", "background", "underline_color", "strikethrough_color", "overline_color", "stroke_color",
            "border_color",
        ):
            setattr(attributes, name, _color(name, getattr(self, name)))
        attributes.weight = font_weight(self.weight)
        attributes.slant = enum_value("slant", FontSlant, self.slant)
        is_line = isinstance(self.underline, bool)  # as the other lines may be
        attributes.underline = enum_value("underline", Underline, self.underline) if not is_line else 2 if self.underline else 1
        attributes.caps = enum_value("caps", FontCaps, self.caps)
        for name in ("strikethrough", "overline"):
            value = getattr(self, name)
            setattr(attributes, name, 0 if value is None else 2 if value else 1)
        attributes.border_padding = c_insets(self.border_padding)
        attributes.shadows = _shadows("shadows", self.shadows)
        attributes.shadow_count = len(self.shadows)
        attributes.inner_shadows = _shadows("inner_shadows", self.inner_shadows)
        attributes.inner_shadow_count = len(self.inner_shadows)
        if self.gradient is not None:
            attributes.gradient = ctypes.pointer(of_kind("gradient", Gradient, self.gradient).to_c())
        return attributes


@record(frozen=True)
class Paragraph:
    """How a paragraph is set; zero inherits from the text's options. Lengths are logical units.

    `tab_stops` are positions from the start of the line, alone or with an alignment ("left", "right", "center",
    "decimal"): `[40, (120, "decimal")]`. Decimal stops align `decimal_point`, by default ".", whatever the locale.
    `hyphens` "none" breaks no word at soft hyphens and adds no hyphens. A justified line whose spaces would become
    more than `justify_limit` times as wide is not justified.
    """

    alignment: TextAlignmentLike = TextAlignment.NATURAL
    direction: TextDirectionLike = TextDirection.NATURAL
    line_height: float = 0.0
    line_height_factor: float = 0.0
    line_gap: float = 0.0
    space_before: float = 0.0
    space_after: float = 0.0
    first_line_indent: float = 0.0
    indent: float = 0.0
    tail_indent: float = 0.0
    tab_stops: Sequence[Union[float, Tuple[float, TabAlignmentLike]]] = ()
    decimal_point: str = "."
    hyphens: TextHyphensLike = TextHyphens.INHERIT
    justify_limit: float = 0.0

    def to_c(self) -> _ffi.lamina_text_paragraph:
        """The C struct."""
        paragraph = _ffi.lamina_text_paragraph()
        paragraph.alignment = enum_value("alignment", TextAlignment, self.alignment)
        paragraph.direction = enum_value("direction", TextDirection, self.direction)
        paragraph.hyphens = enum_value("hyphens", TextHyphens, self.hyphens)
        set_fields(paragraph, self, (
            "line_height", "line_height_factor", "line_gap", "space_before", "space_after", "first_line_indent",
            "indent", "tail_indent", "justify_limit",
        ))  # fmt: skip
        stops: List[Any] = []
        for stop in self.tab_stops:
            position, alignment = stop if isinstance(stop, tuple) else (stop, _ffi.TabAlignment.LEFT)
            stops.append(_ffi.lamina_tab_stop(number("a tab stop", position), enum_value("alignment", _ffi.TabAlignment, alignment)))
        paragraph.tab_stops = _array(_ffi.lamina_tab_stop, stops)
        paragraph.tab_stop_count = len(stops)
        if not isinstance(self.decimal_point, str) or len(self.decimal_point) != 1:
            raise InvalidArgumentError(f"decimal_point is one character, such as ',', not {self.decimal_point!r}")
        paragraph.decimal_point = 0 if self.decimal_point == "." else ord(self.decimal_point)
        return paragraph


@record(frozen=True)
class TextOptions:
    """How a text is set in lines: the other keywords of a text node. `max_lines` 0 is no limit; `truncation` is "end",
    "clip", "start" or "middle", between words with `truncates_at_words`; `token`, a Text, replaces the ellipsis, and
    `message`, another one, follows it. `fits_height` cuts lines that do not fit in the frame's height.

    `alignment` is "natural", "left", "center", "right", "justify" or "opposite"; `placement` "top", "center" or
    "bottom" in a higher frame; `wrap` "word_character", "word", "character" or "none". `line_spacing` is a factor of
    the font's own line height; 0 keeps that. `balances` makes up to 10 lines about equally long. `insets`, in logical
    units, and with `includes_shadows` the extent of shadows, are part of the size. `scale_factors` are factors to try,
    in descending order, until the text fits; `exclusions` are rectangles (x, y, width, height) that lines flow around,
    and `exclusion_polygons` lists of the points (x, y) of other shapes.
    `tint` colours text without a colour; `placeholder` draws bars in its colour in place of the lines. `paragraph` is a
    Paragraph that all paragraphs inherit.
    """

    max_lines: int = 0
    truncation: TruncationLike = Truncation.END
    alignment: TextAlignmentLike = TextAlignment.NATURAL
    wrap: TextWrapLike = TextWrap.WORD_CHARACTER
    line_spacing: float = 0.0
    truncates_at_words: bool = False
    balances: bool = False
    fits_height: bool = False
    includes_shadows: bool = False
    placement: TextPlacementLike = TextPlacement.TOP
    insets: InsetsLike = 0.0
    token: "Optional[Text]" = None
    message: "Optional[Text]" = None
    scale_factors: Sequence[float] = ()
    exclusions: Sequence[RectLike] = ()
    tint: Optional[ColorLike] = None
    placeholder: Optional[ColorLike] = None
    paragraph: Optional[Paragraph] = None
    exclusion_polygons: "Sequence[Sequence[PointLike]]" = ()

    def to_c(self) -> _ffi.lamina_text_options:
        """The C struct."""
        options = _ffi.lamina_text_options()
        options.max_lines = integer("max_lines", self.max_lines, 0, 2**32 - 1)
        options.truncation = enum_value("truncation", Truncation, self.truncation)
        options.alignment = enum_value("alignment", TextAlignment, self.alignment)
        options.wrap = enum_value("wrap", TextWrap, self.wrap)
        options.placement = enum_value("placement", TextPlacement, self.placement)
        set_fields(options, self, ("line_spacing", "truncates_at_words", "balances", "fits_height", "includes_shadows"))
        options.insets = c_insets(self.insets)
        options.token = _text_handle("token", self.token)
        options.message = _text_handle("message", self.message)
        options.scale_factors = _array(ctypes.c_double, list(self.scale_factors))
        options.scale_factor_count = len(self.scale_factors)
        for name in ("exclusions", "exclusion_polygons"):
            if not hasattr(getattr(self, name), "__len__"):
                raise TypeError(f"{name} is a list of shapes, not {getattr(self, name)!r}")
        options.exclusions = _array(_ffi.lamina_rect, [c_rect(rect) for rect in self.exclusions])
        options.exclusion_count = len(self.exclusions)
        options.exclusion_polygons = _array(_ffi.lamina_text_polygon, [_polygon(points) for points in self.exclusion_polygons])
        options.exclusion_polygon_count = len(self.exclusion_polygons)
        options.tint = _color("tint", self.tint)
        options.placeholder = _color("placeholder", self.placeholder)
        if self.paragraph is not None:
            options.paragraph = ctypes.pointer(of_kind("paragraph", Paragraph, self.paragraph).to_c())
        return options


@record(frozen=True)
class TextMetrics:
    """The measurement of a text, in logical units: `size` is the widest line and the height of all, baselines are
    measured from the top, and `hidden_begin` to `hidden_end` are the bytes of UTF-8 that are cut. `missing_glyphs`
    counts characters that no font contains; `scale_factor` is the value of `scale_factors` that was used."""

    size: Size
    first_baseline: float
    last_baseline: float
    line_count: int
    is_truncated: bool
    hidden_begin: int
    hidden_end: int
    missing_glyphs: int
    first_ascent: float
    last_descent: float
    scale_factor: float


def metrics_from_c(found: _ffi.lamina_text_metrics) -> TextMetrics:
    rest = (getattr(found, name) for name in field_names(TextMetrics)[1:])
    return TextMetrics(from_c_size(found.size), *rest)


V = TypeVar("V", TextAttributes, TextOptions, Paragraph)


def _reference(kind: Type[V], value: Optional[V]) -> Any:
    if value is not None and not isinstance(value, kind):
        raise TypeError(f"{kind.__name__} are needed, not {value!r}")
    return None if value is None else ctypes.byref(value.to_c())
