"""A text in a frame, with the positions of its characters."""
from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, List, Optional, Tuple, Union

from . import _ffi
from ._arguments import counted, number, of_kind, position
from ._handle import Handle, handle_of
from ._library import lib
from ._record import field_names, record
from .bitmap import PixelBuffer, pixels_of
from .errors import check
from .geometry import ColorLike, PointLike, Rect, SizeLike, c_color, c_point, c_size, from_c_rect
from .style import enum_value
from .text import Text, _position
from .text_style import TextMetrics, TextOptions, _reference, metrics_from_c

if TYPE_CHECKING:
    from ._enum_names import CaretMovementLike
    from ._ffi import CaretMovement, TextPart


@record(frozen=True)
class TextLine:
    """One line; positions from the frame's top left corner."""

    rect: Rect
    baseline: float
    ascent: float
    descent: float
    begin: int
    end: int
    is_right_to_left: bool
    cap_height: float
    x_height: float


@record(frozen=True)
class Caret:
    """The place of a caret; the rectangles differ where text changes direction."""

    strong: Rect
    weak: Rect
    line: int
    is_right_to_left: bool


@record(frozen=True)
class TextHit:
    """The result of a hit test: the character's bytes, and a link there or near."""

    part: TextPart
    begin: int
    end: int
    is_trailing: bool
    is_inside: bool
    link: int
    link_begin: int
    link_end: int


class TextLayout(Handle):
    """`TextLayout(text, (300, math.inf))`: the positions of characters. Positions count bytes; see Text.position()."""

    __slots__ = ()

    _kind = "text_layout"

    def __init__(
        self, text: Text, size: SizeLike = (math.inf, math.inf), options: Optional[TextOptions] = None
    ) -> None:
        handle = ctypes.c_void_p()
        of_kind("text", Text, text)
        check(lib.lamina_text_layout_create(handle_of(text), _reference(TextOptions, options), c_size(size, "size"), ctypes.byref(handle)))
        self._own(text.context, handle.value)

    def _summary(self) -> str:
        metrics = self.metrics
        return f"of {counted(metrics.line_count, 'line')}, {metrics.size.width:g} x {metrics.size.height:g}"

    @property
    def metrics(self) -> TextMetrics:
        """The measurement of the text."""
        found = _ffi.lamina_text_metrics()
        check(lib.lamina_text_layout_get_metrics(self.handle, ctypes.byref(found)))
        return metrics_from_c(found)

    def line(self, index: int) -> TextLine:
        """A line by its number, from 0."""
        found = _ffi.lamina_text_line()
        check(lib.lamina_text_layout_get_line(self.handle, position("index", index), ctypes.byref(found)))
        rest = (getattr(found, name) for name in field_names(TextLine)[1:])
        return TextLine(from_c_rect(found.rect), *rest)

    @property
    def lines(self) -> List[TextLine]:
        """All lines, from the top. Of long texts, `metrics.line_count` and `line()` cost less."""
        return [self.line(index) for index in range(self.metrics.line_count)]

    def rects(self, begin: int = 0, end: int = _ffi.SIZE_MAX) -> List[Rect]:
        """Rectangles that cover the visible bytes of a range, line by line."""
        first, last, count = position("begin", begin), position("end", end), ctypes.c_size_t()
        check(lib.lamina_text_layout_read_rects(self.handle, first, last, None, 0, ctypes.byref(count)))
        found = (_ffi.lamina_rect * count.value)()
        check(lib.lamina_text_layout_read_rects(self.handle, first, last, found, count.value, ctypes.byref(count)))
        return [from_c_rect(rect) for rect in found]

    def caret(self, byte: int) -> Caret:
        """The place of a caret before a byte of the text."""
        found = _ffi.lamina_text_caret()
        check(lib.lamina_text_layout_get_caret(self.handle, position("byte", byte), ctypes.byref(found)))
        return Caret(from_c_rect(found.strong), from_c_rect(found.weak), found.line, found.is_right_to_left)

    def move_caret(self, byte: int, movement: CaretMovementLike) -> int:
        """The position of a caret after a movement; unchanged at the ends."""
        way = enum_value("movement", _ffi.CaretMovement, movement)
        return _position(lib.lamina_text_layout_move_caret(self.handle, position("byte", byte), way))

    def hit(self, point: PointLike) -> TextHit:
        """The character at a point, in logical units."""
        found = _ffi.lamina_text_hit()
        check(lib.lamina_text_layout_hit_test(self.handle, c_point(point, "point"), ctypes.byref(found)))
        rest = (getattr(found, name) for name in field_names(TextHit)[1:])
        return TextHit(_ffi.TextPart(found.part), *rest)

    def attachment(self, index: int) -> Tuple[Rect, int]:
        """The place of an attachment, and its byte."""
        rect, byte = _ffi.lamina_rect(), ctypes.c_size_t()
        check(lib.lamina_text_layout_get_attachment(self.handle, position("index", index), ctypes.byref(rect), ctypes.byref(byte)))
        return from_c_rect(rect), byte.value

    def draw(
        self, target: PixelBuffer, origin: PointLike = (0, 0), color: ColorLike = (0, 0, 0), scale: float = 1.0
    ) -> None:
        """Draws the layout into a bitmap, over the existing pixels, on this thread."""
        bitmap = pixels_of(target)
        check(lib.lamina_text_layout_draw(self.handle, c_point(origin, "origin"), c_color(color, "color"), number("scale", scale), ctypes.byref(bitmap)))
