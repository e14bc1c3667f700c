"""Text with its look: immutable, made at once, from markup or piece by piece."""
from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _arguments, _ffi
from ._record import record
from ._handle import Handle, handle_of
from ._library import lib
from .bitmap import PixelBuffer, pixels_of
from .canvas import Canvas
from .context import Context
from .errors import InvalidArgumentError, OutOfRangeError, check, last_error
from .geometry import ColorLike, RectLike, SizeLike, c_color, c_rect, c_size
from .style import enum_value, merged
from .text_style import (
    Paragraph,
    TextAttributes,
    TextMetrics,
    TextOptions,
    _reference,
    encode,
    metrics_from_c,
)

if TYPE_CHECKING:
    from ._ffi import TextDirection, TextUnit
    from typing_extensions import Unpack

    from ._keywords import TextKeywords


def _position(value: int) -> int:
    """SIZE_MAX is the library's word for "nowhere"."""
    if value == _ffi.SIZE_MAX:
        raise OutOfRangeError(last_error())
    return value


class TextLink(NamedTuple):
    """A link of a text: the number that is your name for it, and the bytes begin..end-1 that belong to it."""

    link: int
    begin: int
    end: int


class Text(Handle):
    """`Text(context, "Hello", size=24, weight=700)`: a string of one look, which never changes.

    Keywords are the fields of TextAttributes. Several looks come from markup (`Text.from_markup`) or a TextBuilder; a text
    node also takes spans. Positions in a text and its layouts are bytes of UTF-8; `position()` turns those of a string into them.
    """

    __slots__ = ()

    _kind = "text"

    def __init__(
        self, context: Context, string: str, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> None:
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        handle = ctypes.c_void_p()
        check(lib.lamina_text_create(handle_of(context), utf8, len(utf8), _reference(attributes), ctypes.byref(handle)))
        self._own(context, handle.value)

    @classmethod
    def from_markup(
        cls, context: Context, markup: str, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "Text":
        """A text from markup: `Text.from_markup(context, "one <b>two</b>")`. The library's header lists the tags."""
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(markup)
        handle = ctypes.c_void_p()
        check(
            lib.lamina_text_create_markup(
                context.handle, utf8, len(utf8), _reference(attributes), ctypes.byref(handle)
            )
        )
        return cls._adopt(context, handle.value)

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
        """Measures the text wrapped at a width in logical units (math.inf: only where it has line breaks). Any thread may."""
        found = _ffi.lamina_text_metrics()
        check(lib.lamina_text_measure(self.handle, _reference(options), _arguments.number("maximum_width", maximum_width), ctypes.byref(found)))
        return metrics_from_c(found)

    def content_widths(self, options: Optional[TextOptions] = None) -> Tuple[float, float]:
        """The width of what cannot be broken, and the width at which nothing is wrapped."""
        least, most = ctypes.c_double(), ctypes.c_double()
        check(
            lib.lamina_text_get_content_widths(
                self.handle, _reference(options), ctypes.byref(least), ctypes.byref(most)
            )
        )
        return least.value, most.value

    def equals(self, other: "Text") -> bool:
        """Whether both have the same string and looks. (`==` asks whether both are the same object of the library.)"""
        return lib.lamina_text_is_equal(self.handle, handle_of(other))

    @property
    def content_hash(self) -> int:
        """The same for texts that are `equals`."""
        return lib.lamina_text_get_hash(self.handle)

    @property
    def links(self) -> "List[TextLink]":
        """The links, in the order of the text, with their bytes, for `TextLayout.rects()`. (A builder, which counts characters,
        takes `text.position(link.begin, "byte", "code_point")`.)"""
        found: List[TextLink] = []
        each = _ffi.lamina_text_link()
        while True:
            status = lib.lamina_text_get_link(self.handle, each.end, ctypes.byref(each))
            if status == _ffi.Status.ERROR_OUT_OF_RANGE:
                return found
            check(status)
            found.append(TextLink(each.link, each.begin, each.end))

    def position(self, position: int, unit: Union[TextUnit, str] = "code_point", to: Union[TextUnit, str] = "byte") -> int:
        """Turns a position that counts one thing into one that counts another. Python's strings count code points."""
        start, have, want = _arguments.position("position", position), enum_value(_ffi.TextUnit, unit), enum_value(_ffi.TextUnit, to)
        return _position(lib.lamina_text_get_position(self.handle, have, start, want))

    def boundary(self, byte: int, unit: Union[TextUnit, str], forward: bool = True) -> int:
        """The next boundary of a unit ("character", "word", "sentence", "line") after a byte, or the last one before it."""
        start = _arguments.position("byte", byte)
        return _position(lib.lamina_text_get_boundary(self.handle, start, enum_value(_ffi.TextUnit, unit), forward))

    def draw(
        self, target: PixelBuffer, frame: RectLike, color: ColorLike = (0, 0, 0), scale: float = 1.0,
        options: Optional[TextOptions] = None,
    ) -> None:
        """Draws the text into a frame (x, y, width, height) of a bitmap, over what is there. Any thread may. The frame is in
        logical units, `scale` pixels to each; `color` is for text without one."""
        bitmap = pixels_of(target)
        check(
            lib.lamina_text_draw(
                self.handle, _reference(options), c_rect(frame), c_color(color), scale, ctypes.byref(bitmap)
            )
        )

    def draw_cairo(
        self, canvas: Canvas, frame: RectLike, color: ColorLike = (0, 0, 0), options: Optional[TextOptions] = None
    ) -> None:
        """The same onto the canvas of a drawing function."""
        check(lib.lamina_text_draw_cairo(self.handle, _reference(options), c_rect(frame), c_color(color), canvas.cairo_pointer))


class TextBuilder(Handle):
    """Builds a text of several looks. Positions count characters, as everywhere in Python."""

    _kind = "text_builder"

    def __init__(self, context: Context, attributes: Optional[TextAttributes] = None, **look: Any) -> None:
        attributes = merged(TextAttributes, attributes, look)
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
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        check(lib.lamina_text_builder_append(self.handle, utf8, len(utf8), _reference(attributes)))
        self._string += string
        return self

    def set_attributes(
        self, begin: int, end: Optional[int] = None, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Sets what is given on the characters begin..end-1 (None: to the end). Returns the builder."""
        attributes = merged(TextAttributes, attributes, look) or TextAttributes()
        first, last = self._bytes(begin), _ffi.SIZE_MAX if end is None else self._bytes(end)
        check(lib.lamina_text_builder_set_attributes(self.handle, first, last, _reference(attributes)))
        return self

    def append_markup(self, markup: str) -> "TextBuilder":
        """Appends what markup says. Returns the builder."""
        utf8 = encode(markup)
        check(lib.lamina_text_builder_append_markup(self.handle, utf8, len(utf8)))
        # What was appended is as long in characters as the text is now, less what was there.
        text = self.copy_text()
        self._string = text.string
        text.close()
        return self

    def append_attachment(
        self, size: SizeLike, rise: float = 0.0, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Appends room for something of yours; in the string it is U+FFFC. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        check(lib.lamina_text_builder_append_attachment(self.handle, c_size(size), _arguments.number("rise", rise), _reference(attributes)))
        self._string += "\ufffc"
        return self

    def append_child(
        self, rise: float = 0.0, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Appends room for a child of the node that will show the text: the first such room is for its first child, and
        so on. In the string it is U+FFFC. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        check(lib.lamina_text_builder_append_child(self.handle, _arguments.number("rise", rise), _reference(attributes)))
        self._string += "\ufffc"
        return self

    def append_directed(
        self, string: str, direction: Union[TextDirection, str], attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Appends a string that runs in a direction, whatever its characters are, or by itself ("natural"); the controls
        that say so become part of the text. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        way = enum_value(_ffi.TextDirection, direction)
        check(lib.lamina_text_builder_append_directed(self.handle, utf8, len(utf8), way, _reference(attributes)))
        text = self.copy_text()
        self._string = text.string
        text.close()
        return self

    def set_paragraph(self, begin: int, end: Optional[int], paragraph: Paragraph) -> "TextBuilder":
        """Sets the paragraphs that the characters begin..end-1 touch (None: to the end). Returns the builder."""
        first, last = self._bytes(begin), _ffi.SIZE_MAX if end is None else self._bytes(end)
        check(lib.lamina_text_builder_set_paragraph(self.handle, first, last, _reference(paragraph)))
        return self

    @property
    def byte_length(self) -> int:
        """The length so far, in bytes of UTF-8."""
        return lib.lamina_text_builder_get_length(self.handle)

    def copy_text(self) -> Text:
        """The text built so far; the builder can go on."""
        handle = ctypes.c_void_p()
        check(lib.lamina_text_builder_copy_text(self.handle, ctypes.byref(handle)))
        return Text._adopt(self._context, handle.value)

    def _bytes(self, position: int) -> int:
        """The offset in UTF-8; beyond the end for positions that are outside, which the library refuses."""
        beyond = max(0, position - len(self._string))
        return len(encode(self._string[:position])) + beyond if position >= 0 else _ffi.SIZE_MAX - 1


@record(frozen=True)
class Span:
    """A piece of a text with a look of its own; what the look leaves open is the text's."""

    string: str
    attributes: Optional[TextAttributes] = None


def span(string: str, **look: "Unpack[TextKeywords]") -> Span:
    """A piece of a text: family, size (logical units per em), weight (100..1000 or a name), slant, underline, color."""
    return Span(string, merged(TextAttributes, None, look))


TextPiece = Union[str, Span, Text]
TextLike = Union[TextPiece, Sequence[Union[str, Span]]]


def as_text(context: Context, text: TextLike, attributes: Optional[TextAttributes]) -> Tuple[Text, bool]:
    """A text, and whether it was made here."""
    if isinstance(text, Text):
        return text, False
    if isinstance(text, str):
        return Text(context, text, attributes), True
    with TextBuilder(context, attributes) as builder:
        if isinstance(text, bytes) or not isinstance(text, (Span, Iterable)):
            raise TypeError(f"a text is made of strings and spans, or is one Text, not {text!r}")
        for piece in [text] if isinstance(text, Span) else text:
            if isinstance(piece, str):
                builder.append(piece)
            elif isinstance(piece, Span):
                builder.append(piece.string, piece.attributes)
            else:
                raise TypeError(f"a text is made of strings and spans, or is one Text, not {piece!r}")
        return builder.copy_text(), True
