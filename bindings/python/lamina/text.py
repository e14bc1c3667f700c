"""Text with its look: immutable, made at once or piece by piece."""
from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Sequence, Tuple, Union

from . import _ffi
from ._ffi import FontSlant, TextAlignment, TextWrap, Truncation, Underline
from ._arguments import c_string, integer
from ._handle import Handle, handle_of
from ._library import lib
from .context import Context
from .errors import InvalidArgumentError, check
from .geometry import ColorLike, Size, c_color, from_c_size
from .style import enum_value

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keywords import TextKeywords


def encode(string: str) -> bytes:
    """UTF-8; lone surrogates pass, and the library refuses them with a sentence."""
    return string.encode("utf-8", "surrogatepass")


_WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "normal": 400, "medium": 500, "semibold": 600,
    "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip


def font_weight(weight: Union[int, str]) -> int:
    """A weight, also from its name."""
    if not isinstance(weight, str):
        return integer("weight", weight, -(2**31), 2**31 - 1)
    if weight.lower() not in _WEIGHTS:
        raise InvalidArgumentError(f"{weight!r} is no weight: give 100..1000, or one of {', '.join(_WEIGHTS)}")
    return _WEIGHTS[weight.lower()]


@dataclass(frozen=True)
class TextAttributes:
    """How characters look. None or 0 inherits. `size` is in logical units per em, `weight` 100..1000 or a name such as
    "bold"."""

    family: Optional[str] = None
    size: float = 0.0
    weight: Union[int, str] = 0
    slant: Union[FontSlant, str] = FontSlant.INHERIT
    underline: Union[Underline, str] = Underline.INHERIT
    color: Optional[ColorLike] = None

    def to_c(self) -> _ffi.lamina_text_attributes:
        """The C struct. It keeps what it refers to."""
        attributes = _ffi.lamina_text_attributes()
        attributes.family = None if self.family is None else c_string("family", self.family)
        attributes.size = self.size
        attributes.weight = font_weight(self.weight)
        attributes.slant = enum_value(FontSlant, self.slant)
        attributes.underline = enum_value(Underline, self.underline)
        if self.color is not None:
            attributes.color = ctypes.pointer(c_color(self.color))
        return attributes


@dataclass(frozen=True)
class TextOptions:
    """How a text is set. `line_spacing` is a factor of the font's own line height; 0 keeps that."""

    maximum_lines: int = 0
    truncation: Union[Truncation, str] = Truncation.END
    alignment: Union[TextAlignment, str] = TextAlignment.NATURAL
    wrap: Union[TextWrap, str] = TextWrap.WORD_CHARACTER
    line_spacing: float = 0.0

    def to_c(self) -> _ffi.lamina_text_options:
        """The C struct. It keeps what it refers to."""
        options = _ffi.lamina_text_options()
        options.maximum_lines = integer("maximum_lines", self.maximum_lines, 0, 2**32 - 1)
        options.truncation = enum_value(Truncation, self.truncation)
        options.alignment = enum_value(TextAlignment, self.alignment)
        options.wrap = enum_value(TextWrap, self.wrap)
        options.line_spacing = self.line_spacing
        return options


class TextMetrics(NamedTuple):
    """What measuring found: the widest line and the height of all, baselines from the top."""

    size: Size
    first_baseline: float
    last_baseline: float
    line_count: int
    is_truncated: bool


def _reference(value: Union[TextAttributes, TextOptions, None]) -> Any:
    if value is not None and not isinstance(value, (TextAttributes, TextOptions)):
        raise TypeError(f"expected TextAttributes or TextOptions, not {type(value).__name__}")
    return None if value is None else ctypes.byref(value.to_c())


class Text(Handle):
    """`Text(context, "Hello", size=24, weight=700)`: a string of one look."""

    _kind = "text"

    def __init__(
        self, context: Context, string: str, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> None:
        if look:
            attributes = TextAttributes(**look)
        utf8 = encode(string)
        handle = ctypes.c_void_p()
        check(lib.lamina_text_create(handle_of(context), utf8, len(utf8), _reference(attributes), ctypes.byref(handle)))
        self._own(context, handle.value)

    @property
    def string(self) -> str:
        """The text without its look."""
        handle = self.handle
        capacity = lib.lamina_text_get_length(handle) + 1
        buffer = ctypes.create_string_buffer(capacity)
        length = lib.lamina_text_copy_string(handle, buffer, capacity)
        return buffer.raw[:length].decode("utf-8")

    def __str__(self) -> str:
        return self.string

    @property
    def byte_length(self) -> int:
        """The length in bytes of UTF-8."""
        return lib.lamina_text_get_length(self.handle)

    def measure(self, maximum_width: float = math.inf, options: Optional[TextOptions] = None) -> TextMetrics:
        """Measures the text wrapped at a width, on this thread."""
        found = _ffi.lamina_text_metrics()
        check(lib.lamina_text_measure(self.handle, _reference(options), float(maximum_width), ctypes.byref(found)))
        return TextMetrics(
            from_c_size(found.size), found.first_baseline, found.last_baseline, found.line_count, found.is_truncated
        )


class TextBuilder(Handle):
    """Builds a text of several looks. Positions count characters, as everywhere in Python."""

    _kind = "text_builder"

    def __init__(self, context: Context, attributes: Optional[TextAttributes] = None, **look: Any) -> None:
        if look:
            attributes = TextAttributes(**look)
        self._string = ""
        handle = ctypes.c_void_p()
        check(lib.lamina_text_builder_create(handle_of(context), _reference(attributes), ctypes.byref(handle)))
        self._own(context, handle.value)

    def retain(self) -> "TextBuilder":
        other = super().retain()
        other._string = self._string
        return other

    def append(self, string: str, attributes: Optional[TextAttributes] = None, **look: Any) -> "TextBuilder":
        """Appends a string, with a look of its own if one is given. Returns the builder."""
        if look:
            attributes = TextAttributes(**look)
        utf8 = encode(string)
        check(lib.lamina_text_builder_append(self.handle, utf8, len(utf8), _reference(attributes)))
        self._string += string
        return self

    def set_attributes(
        self, begin: int, end: Optional[int] = None, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Sets what is given on the characters begin..end-1 (None: to the end). Returns the builder."""
        if look or attributes is None:
            attributes = TextAttributes(**look)
        first, last = self._bytes(begin), _ffi.SIZE_MAX if end is None else self._bytes(end)
        check(lib.lamina_text_builder_set_attributes(self.handle, first, last, _reference(attributes)))
        return self

    def copy_text(self) -> Text:
        """The text built so far; the builder can go on."""
        handle = ctypes.c_void_p()
        check(lib.lamina_text_builder_copy_text(self.handle, ctypes.byref(handle)))
        return Text._adopt(self._context, handle.value)

    def _bytes(self, position: int) -> int:
        """The offset in UTF-8; beyond the end for positions that are outside, which the library refuses."""
        beyond = max(0, position - len(self._string))
        return len(encode(self._string[:position])) + beyond if position >= 0 else _ffi.SIZE_MAX - 1


@dataclass(frozen=True)
class Span:
    """A piece of a text with a look of its own; what the look leaves open is the text's."""

    string: str
    attributes: Optional[TextAttributes] = None


def span(string: str, **look: "Unpack[TextKeywords]") -> Span:
    """A piece of a text: family, size (logical units per em), weight (100..1000 or a name), slant, underline, color."""
    fields: Any = look
    return Span(string, TextAttributes(**fields) if look else None)


TextPiece = Union[str, Span, Text]
TextLike = Union[TextPiece, Sequence[Union[str, Span]]]


def as_text(context: Context, text: TextLike, attributes: Optional[TextAttributes]) -> Tuple[Text, bool]:
    """A text, and whether it was made here."""
    if isinstance(text, Text):
        return text, False
    if isinstance(text, str):
        return Text(context, text, attributes), True
    with TextBuilder(context, attributes) as builder:
        for piece in [text] if isinstance(text, Span) else text:
            if isinstance(piece, str):
                builder.append(piece)
            elif isinstance(piece, Span):
                builder.append(piece.string, piece.attributes)
            else:
                raise InvalidArgumentError(f"a text is made of strings and spans, or is one Text, not {piece!r}")
        return builder.copy_text(), True
