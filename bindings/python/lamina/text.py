"""Text with attributes: immutable, created at once, from markup or piece by piece."""
from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _arguments, _ffi
from ._record import record
from ._handle import CONTEXT, Handle, handle_of
from ._library import lib
from .bitmap import PixelBuffer, pixels_of
from .canvas import Canvas
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
    from ._enum_names import TextDirectionLike, TextUnitLike
    from .context import Context
    from ._ffi import TextDirection, TextUnit
    from typing_extensions import Unpack

    from ._keywords import TextKeywords


def _position(value: int) -> int:
    """SIZE_MAX means "nowhere"."""
    if value == _ffi.SIZE_MAX:
        raise OutOfRangeError(last_error())
    return value


class TextLink(NamedTuple):
    """A link of a text: the number that you gave it, and its bytes begin..end-1."""

    link: int
    begin: int
    end: int


class Text(Handle):
    """`Text(context, "Hello", size=24, weight=700)`: an immutable string with attributes.

    Keywords are the fields of TextAttributes. For different attributes on parts, use markup (`Text.from_markup`) or a
    TextBuilder; a text node also takes spans. Positions in a text and its layouts are bytes of UTF-8; `position()`
    converts positions of a string.
    """

    __slots__ = ("_hash", "_source")

    _kind = "text"
    _hash: Optional[int]
    #: The markup, or None for a string, and the attributes that it was created from, unless it was built.
    _source: "Optional[Tuple[Optional[str], Optional[TextAttributes]]]"

    def _own(self, context: Context, handle: Optional[int]) -> None:
        super()._own(context, handle)
        self._hash = None
        self._source = None

    def __init__(
        self, context: Context, string: str, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> None:
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        handle = ctypes.c_void_p()
        owner, look = handle_of(context, "context", CONTEXT), _reference(TextAttributes, attributes)
        check(lib.lamina_text_create(owner, utf8, len(utf8), look, ctypes.byref(handle)))
        self._own(context, handle.value)
        self._source = None, attributes

    @classmethod
    def from_markup(
        cls, context: Context, markup: str, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "Text":
        """A text from markup: `Text.from_markup(context, "one <b>two</b>")`. The library's header lists the tags."""
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(markup, "markup")
        handle = ctypes.c_void_p()
        check(
            lib.lamina_text_create_markup(
                handle_of(context, "context", CONTEXT), utf8, len(utf8), _reference(TextAttributes, attributes), ctypes.byref(handle)
            )
        )
        text = cls._adopt(context, handle.value)
        text._source = markup, attributes
        return text

    def replaced(
        self, begin: int, end: Optional[int], string: str, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "Text":
        """A text like this one, with a string in place of the bytes begin..end-1 (None: to the end).

        Bytes are of UTF-8; `text.position(5)` is the byte of a Python string's index 5. Without attributes, the
        string takes over those of the first character that it replaces, or of the one before `begin` if it replaces
        none. Of a long text, only the changed paragraphs are laid out again. Raises OutOfRangeError beyond the end,
        InvalidArgumentError inside a character.
        """
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        first = _arguments.position("begin", begin)
        last = _ffi.SIZE_MAX if end is None else _arguments.position("end", end)
        handle = ctypes.c_void_p()
        check(
            lib.lamina_text_create_replaced(
                self.handle, first, last, utf8, len(utf8), _reference(TextAttributes, attributes), ctypes.byref(handle)
            )
        )
        return type(self)._adopt(self._context, handle.value)

    @property
    def string(self) -> str:
        """The text without attributes."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_text_read_string(handle, buffer, capacity))

    def __str__(self) -> str:
        return self.string

    def __repr__(self) -> str:
        if self.closed:
            return super().__repr__()
        string = self.string
        return f"<lamina.Text {_arguments.shortened(string)} {_arguments.counted(len(string), 'character')}>"

    def _repr_png_(self) -> Optional[bytes]:
        """Jupyter shows this."""
        try:
            return self._context.text(self)._repr_png_()
        except Exception:
            return None

    @property
    def byte_length(self) -> int:
        """The length in bytes of UTF-8."""
        return lib.lamina_text_get_length(self.handle)

    def measure(self, max_width: float = math.inf, options: Optional[TextOptions] = None) -> TextMetrics:
        """Measures the text wrapped at a width in logical units (math.inf: only at line breaks). On any thread."""
        found = _ffi.lamina_text_metrics()
        check(lib.lamina_text_measure(self.handle, _reference(TextOptions, options), _arguments.number("max_width", max_width), ctypes.byref(found)))
        return metrics_from_c(found)

    def content_widths(self, options: Optional[TextOptions] = None) -> Tuple[float, float]:
        """The width of the longest unbreakable part, and the width without wrapping."""
        least, most = ctypes.c_double(), ctypes.c_double()
        check(
            lib.lamina_text_get_content_widths(
                self.handle, _reference(TextOptions, options), ctypes.byref(least), ctypes.byref(most)
            )
        )
        return least.value, most.value

    def __eq__(self, other: object) -> bool:
        """Whether both have the same string and attributes. A closed text equals only itself."""
        if self is other or not isinstance(other, Text):
            return self is other
        if self.closed or other.closed:
            return False
        return lib.lamina_text_is_equal(self._handle, other._handle)

    def __hash__(self) -> int:
        # Kept, as the hash of what lies in a set must not change when it is closed.
        if self._hash is None:
            self._hash = object.__hash__(self) if self.closed else hash(lib.lamina_text_get_hash(self._handle))
        return self._hash

    @property
    def links(self) -> "List[TextLink]":
        """The links, in the order of the text, with their bytes, for `TextLayout.rects()`.

        (A builder counts characters: pass it `text.position(link.begin, "byte", "code_point")`.)
        """
        found: List[TextLink] = []
        each = _ffi.lamina_text_link()
        while True:
            status = lib.lamina_text_get_link(self.handle, each.end, ctypes.byref(each))
            if status == _ffi.Status.ERROR_OUT_OF_RANGE:
                return found
            check(status)
            found.append(TextLink(each.link, each.begin, each.end))

    def position(self, position: int, unit: TextUnitLike = "code_point", to: TextUnitLike = "byte") -> int:
        """Converts a position from one unit to another. Python's strings count code points."""
        start, have, want = _arguments.position("position", position), enum_value("unit", _ffi.TextUnit, unit), enum_value("to", _ffi.TextUnit, to)
        return _position(lib.lamina_text_convert_position(self.handle, have, start, want))

    def boundary(self, byte: int, unit: TextUnitLike, forward: bool = True) -> int:
        """The next boundary of a unit ("character", "word", "sentence", "line") after a byte, or the last one before
        it."""
        start = _arguments.position("byte", byte)
        return _position(lib.lamina_text_get_boundary(self.handle, start, enum_value("unit", _ffi.TextUnit, unit), forward))

    def draw(
        self, target: PixelBuffer, frame: RectLike, color: ColorLike = (0, 0, 0), scale: float = 1.0,
        options: Optional[TextOptions] = None,
    ) -> None:
        """Draws the text into a frame (x, y, width, height) of a bitmap, over the existing pixels, on any thread. The
        frame is in logical units of `scale` pixels; `color` is for text without one."""
        bitmap, pixels_per_unit = pixels_of(target), _arguments.number("scale", scale)
        check(
            lib.lamina_text_draw(
                self.handle, _reference(TextOptions, options), c_rect(frame), c_color(color, "color"), pixels_per_unit,
                ctypes.byref(bitmap)
            )
        )

    def draw_cairo(
        self, canvas: Canvas, frame: RectLike, color: ColorLike = (0, 0, 0), options: Optional[TextOptions] = None
    ) -> None:
        """The same on the canvas of a drawing callback."""
        on = _arguments.of_kind("canvas", Canvas, canvas)
        check(lib.lamina_text_draw_cairo(self.handle, _reference(TextOptions, options), c_rect(frame), c_color(color, "color"), on.cairo_pointer))


class TextBuilder(Handle):
    """Builds a text with different attributes. Positions count characters, as everywhere in Python."""

    _kind = "text_builder"

    def __init__(self, context: Context, attributes: Optional[TextAttributes] = None, **look: Any) -> None:
        attributes = merged(TextAttributes, attributes, look)
        # What was appended; None for what only the library knows the characters of. Shared by all objects for one
        # builder.
        self._pieces: List[Optional[str]] = []
        handle = ctypes.c_void_p()
        owner, look = handle_of(context, "context", CONTEXT), _reference(TextAttributes, attributes)
        check(lib.lamina_text_builder_create(owner, look, ctypes.byref(handle)))
        self._own(context, handle.value)

    def _summary(self) -> str:
        return f"of {_arguments.counted(self.byte_length, 'byte')}"

    def retain(self) -> "TextBuilder":
        other = super().retain()
        other._pieces = self._pieces
        return other

    def append(self, string: str, attributes: Optional[TextAttributes] = None, **look: Any) -> "TextBuilder":
        """Appends a string, with attributes of its own if given. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        check(lib.lamina_text_builder_append(self.handle, utf8, len(utf8), _reference(TextAttributes, attributes)))
        self._pieces.append(string)
        return self

    def set_attributes(
        self, begin: int, end: Optional[int] = None, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Sets attributes on the characters begin..end-1 (None: to the end). Returns the builder."""
        attributes = merged(TextAttributes, attributes, look) or TextAttributes()
        first, last = self._bytes(begin), _ffi.SIZE_MAX if end is None else self._bytes(end)
        check(lib.lamina_text_builder_set_attributes(self.handle, first, last, _reference(TextAttributes, attributes)))
        return self

    def append_markup(self, markup: str) -> "TextBuilder":
        """Appends markup. Returns the builder."""
        utf8 = encode(markup, "markup")
        check(lib.lamina_text_builder_append_markup(self.handle, utf8, len(utf8)))
        self._pieces.append(None)
        return self

    def append_attachment(
        self, size: SizeLike, rise: float = 0.0, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Appends space for an attachment of yours; in the string it is U+FFFC. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        check(lib.lamina_text_builder_append_attachment(self.handle, c_size(size, "size"), _arguments.number("rise", rise), _reference(TextAttributes, attributes)))
        self._pieces.append("\ufffc")
        return self

    def append_child(
        self, rise: float = 0.0, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Appends space for a child of the node that shows the text: the first space is for its first child, and so on.
        In the string it is U+FFFC. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        check(lib.lamina_text_builder_append_child(self.handle, _arguments.number("rise", rise), _reference(TextAttributes, attributes)))
        self._pieces.append("\ufffc")
        return self

    def append_directed(
        self, string: str, direction: TextDirectionLike, attributes: Optional[TextAttributes] = None, **look: Any
    ) -> "TextBuilder":
        """Appends a string with a fixed direction, whatever its characters, or an isolated one ("natural"); the control
        characters become part of the text. Returns the builder."""
        attributes = merged(TextAttributes, attributes, look)
        utf8 = encode(string)
        way = enum_value("direction", _ffi.TextDirection, direction)
        check(lib.lamina_text_builder_append_directed(self.handle, utf8, len(utf8), way, _reference(TextAttributes, attributes)))
        self._pieces.append(None)
        return self

    def set_paragraph(self, begin: int, end: Optional[int], paragraph: Paragraph) -> "TextBuilder":
        """Sets the style of the paragraphs that contain characters of begin..end-1 (None: to the end). Returns the
        builder."""
        first, last = self._bytes(begin), _ffi.SIZE_MAX if end is None else self._bytes(end)
        check(lib.lamina_text_builder_set_paragraph(self.handle, first, last, _reference(Paragraph, paragraph)))
        return self

    @property
    def byte_length(self) -> int:
        """The length so far, in bytes of UTF-8."""
        return lib.lamina_text_builder_get_length(self.handle)

    def copy_text(self) -> Text:
        """The text built so far. The builder can be used further."""
        handle = ctypes.c_void_p()
        check(lib.lamina_text_builder_copy_text(self.handle, ctypes.byref(handle)))
        return Text._adopt(self._context, handle.value)

    def _string(self) -> str:
        """The text so far. It is copied from the library only where positions are asked for: copied after each piece of
        markup, texts of many pieces would take time by the square of their number."""
        if None in self._pieces:
            with self.copy_text() as text:
                self._pieces[:] = [text.string]
        elif len(self._pieces) > 1:
            self._pieces[:] = ["".join(piece for piece in self._pieces if piece is not None)]
        return self._pieces[0] or "" if self._pieces else ""

    def _bytes(self, position: int) -> int:
        """The offset in UTF-8; beyond the end for invalid positions, which the library refuses."""
        place, string = _arguments.whole("a position", position), self._string()
        beyond = max(0, place - len(string))
        return len(encode(string[:place])) + beyond if place >= 0 else _ffi.SIZE_MAX - 1


@record(frozen=True)
class Span:
    """A piece of a text with attributes of its own; others are inherited from the text."""

    string: str
    attributes: Optional[TextAttributes] = None


def span(string: str, **look: "Unpack[TextKeywords]") -> Span:
    """A piece of a text: family, size (logical units per em), weight (100..1000 or a name), slant, underline, color."""
    if not isinstance(string, str):
        raise TypeError(f"a span is of a string, not {string!r}")
    if look.get("link") == 0:
        raise InvalidArgumentError("link is 0, which means no link: number your links from 1")
    return Span(string, merged(TextAttributes, None, look))


TextPiece = Union[str, Span, Text]
TextLike = Union[TextPiece, Sequence[Union[str, Span]]]


def as_text(context: Context, text: TextLike, attributes: Optional[TextAttributes]) -> Tuple[Text, bool]:
    """A text, and whether it was created here."""
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
