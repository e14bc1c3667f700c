"""A small part of cairo, through ctypes: enough for shapes, gradients and clips in drawing callbacks.

Names and arguments are pycairo's. Numbers must be finite (cairo aborts the process or hangs on others).
"""
from __future__ import annotations

import contextlib
import ctypes
import threading
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Iterator, List, Tuple, Union

from ._arguments import integer
from ._ffi import PixelFormat
from ._library import lib
from .errors import InvalidArgumentError, InvalidStateError
from .geometry import c_rect

if TYPE_CHECKING:
    from .bitmap import PixelBuffer
    from .canvas import Canvas
    from .geometry import RectLike

_D = ctypes.c_double
_P = ctypes.c_void_p
_I = ctypes.c_int

FILL_RULE_WINDING, FILL_RULE_EVEN_ODD = 0, 1
LINE_CAP_BUTT, LINE_CAP_ROUND, LINE_CAP_SQUARE = 0, 1, 2
LINE_JOIN_MITER, LINE_JOIN_ROUND, LINE_JOIN_BEVEL = 0, 1, 2
OPERATOR_CLEAR, OPERATOR_SOURCE, OPERATOR_OVER = 0, 1, 2

_LAST_OPERATOR = 28  # CAIRO_OPERATOR_HSL_LUMINOSITY
_LIMIT = 10_000_000.0  # as everywhere in Lamina; cairo's own numbers end not far beyond
_EXTEND_PAD = 3
#: Formats of pixels that cairo reads as they are: its CAIRO_FORMAT_ARGB32 and CAIRO_FORMAT_RGB24 have the same numbers.
_READABLE = (PixelFormat.ARGB32, PixelFormat.RGB24)

_functions: Dict[str, Any] = {}


def _function(name: str, result: Any, arguments: List[Any]) -> Any:
    """A function of the copy of cairo that liblamina uses. Each name is always used with the same types."""
    function = _functions.get(name)
    if function is None:
        function = getattr(lib.library, name)
        function.restype, function.argtypes = result, arguments
        _functions[name] = function
    return function


def reference(pointer: int) -> int:
    """Adds a reference to a cairo_t and returns it."""
    return int(_function("cairo_reference", _P, [_P])(pointer))


def _checked(*numbers: float) -> Tuple[float, ...]:
    for number in numbers:
        if not -_LIMIT <= number <= _LIMIT:
            raise InvalidArgumentError(f"cairo takes finite numbers, here up to {_LIMIT:,.0f}, not {number}")
    return numbers


def paint_pixels(pointer: int, source: "PixelBuffer", rect: "RectLike") -> None:
    """Paints premultiplied pixels of 32 bits into a rectangle of a drawing context. InvalidArgumentError for other
    pixels."""
    bitmap = source.to_c()  # which has compared the memory with the rows of this format
    if bitmap.format not in _READABLE:
        bits = "16 bits" if bitmap.format == PixelFormat.RGB565 else f"the unknown format {bitmap.format}"
        raise InvalidArgumentError(f"the pixels have {bits}; ARGB32 or RGB24 is needed")
    if bitmap.stride % 4:  # of which cairo would make a surface without pixels
        least = 4 * bitmap.width
        raise InvalidArgumentError(
            f"the stride is {bitmap.stride} bytes; it must be a multiple of 4 and at least {least}, the width in bytes")
    place = c_rect(rect)
    x, y, width, height = _checked(place.origin.x, place.origin.y, place.size.width, place.size.height)
    if width <= 0 or height <= 0:
        return
    make, arguments = "cairo_image_surface_create_for_data", [_P, _I, _I, _I, _I]
    surface = _function(make, _P, arguments)(bitmap.data, bitmap.format, bitmap.width, bitmap.height, bitmap.stride)
    try:
        _function("cairo_save", None, [_P])(pointer)
        _function("cairo_rectangle", None, [_P] + [_D] * 4)(pointer, x, y, width, height)
        _function("cairo_clip", None, [_P])(pointer)
        _function("cairo_translate", None, [_P, _D, _D])(pointer, x, y)
        _function("cairo_scale", None, [_P, _D, _D])(pointer, width / bitmap.width, height / bitmap.height)
        _function("cairo_set_source_surface", None, [_P, _P, _D, _D])(pointer, surface, 0.0, 0.0)
        # Beyond the edge there is more of the edge, or smooth scaling would mix it with nothing.
        _function("cairo_pattern_set_extend", None, [_P, _I])(_function("cairo_get_source", _P, [_P])(pointer), _EXTEND_PAD)
        _function("cairo_paint", None, [_P])(pointer)
        _function("cairo_restore", None, [_P])(pointer)
    finally:
        _function("cairo_surface_finish", None, [_P])(surface)  # whoever still refers to it finds no pixels
        _function("cairo_surface_destroy", None, [_P])(surface)


class Pattern:
    """A gradient. Colours can be added until it is used for the first time."""

    _create: ClassVar[str] = ""
    _pointer: int = 0

    def __init__(self, *numbers: float) -> None:
        if not self._create:
            raise TypeError("make a LinearGradient or a RadialGradient")
        self._lock, self._is_used = threading.Lock(), False
        self._pointer = _function(self._create, _P, [_D] * len(numbers))(*_checked(*numbers))

    def add_color_stop_rgb(self, offset: float, red: float, green: float, blue: float) -> None:
        self.add_color_stop_rgba(offset, red, green, blue, 1)

    def add_color_stop_rgba(self, offset: float, red: float, green: float, blue: float, alpha: float) -> None:
        numbers = _checked(offset, red, green, blue, alpha)
        with self._lock:  # other threads may be drawing with it
            if self._is_used:
                raise InvalidStateError("colours cannot be added to a gradient after its first use")
            _function("cairo_pattern_add_color_stop_rgba", None, [_P, _D, _D, _D, _D, _D])(self._pointer, *numbers)

    def _use(self) -> int:
        with self._lock:
            self._is_used = True
        return self._pointer

    def __del__(self) -> None:
        if self._pointer:
            _function("cairo_pattern_destroy", None, [_P])(self._pointer)


class LinearGradient(Pattern):
    _create = "cairo_pattern_create_linear"

    def __init__(self, x0: float, y0: float, x1: float, y1: float) -> None:
        super().__init__(x0, y0, x1, y1)


class RadialGradient(Pattern):
    _create = "cairo_pattern_create_radial"

    def __init__(self, cx0: float, cy0: float, radius0: float, cx1: float, cy1: float, radius1: float) -> None:
        super().__init__(cx0, cy0, radius0, cx1, cy1, radius1)


class Context:
    """The drawing context of a canvas. Valid on its worker thread, until the drawing callback returns."""

    def __init__(self, canvas: "Canvas") -> None:
        if not hasattr(type(canvas), "cairo_pointer"):
            raise TypeError(f"a drawing context belongs to a Canvas, not to {canvas!r}: use canvas.cairo")
        self._canvas = canvas

    def _call(self, name: str, *numbers: float) -> None:
        _function(name, None, [_P] + [_D] * len(numbers))(self._canvas.cairo_pointer, *_checked(*numbers))

    def _set(self, name: str, value: Union[int, bool], last: int) -> None:
        number = integer(name.replace("cairo_set_", ""), value, 0, last)
        _function(name, None, [_P, _I])(self._canvas.cairo_pointer, number)

    # ---- Source ----

    def set_source_rgb(self, red: float, green: float, blue: float) -> None:
        self._call("cairo_set_source_rgb", red, green, blue)

    def set_source_rgba(self, red: float, green: float, blue: float, alpha: float = 1.0) -> None:
        self._call("cairo_set_source_rgba", red, green, blue, alpha)

    def set_source(self, pattern: Pattern) -> None:
        if not isinstance(pattern, Pattern):
            raise TypeError(f"set_source() takes a gradient of lamina.cairo, not {type(pattern).__name__}")
        _function("cairo_set_source", None, [_P, _P])(self._canvas.cairo_pointer, pattern._use())

    def set_operator(self, operator: int) -> None:
        self._set("cairo_set_operator", operator, _LAST_OPERATOR)

    # ---- Path ----

    def new_path(self) -> None:
        self._call("cairo_new_path")

    def new_sub_path(self) -> None:
        self._call("cairo_new_sub_path")

    def close_path(self) -> None:
        self._call("cairo_close_path")

    def move_to(self, x: float, y: float) -> None:
        self._call("cairo_move_to", x, y)

    def line_to(self, x: float, y: float) -> None:
        self._call("cairo_line_to", x, y)

    def curve_to(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        self._call("cairo_curve_to", x1, y1, x2, y2, x3, y3)

    def arc(self, xc: float, yc: float, radius: float, angle1: float, angle2: float) -> None:
        self._call("cairo_arc", xc, yc, radius, angle1, angle2)

    def arc_negative(self, xc: float, yc: float, radius: float, angle1: float, angle2: float) -> None:
        self._call("cairo_arc_negative", xc, yc, radius, angle1, angle2)

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        self._call("cairo_rectangle", x, y, width, height)

    # ---- Drawing ----

    def fill(self) -> None:
        self._call("cairo_fill")

    def fill_preserve(self) -> None:
        self._call("cairo_fill_preserve")

    def stroke(self) -> None:
        self._call("cairo_stroke")

    def stroke_preserve(self) -> None:
        self._call("cairo_stroke_preserve")

    def paint(self) -> None:
        self._call("cairo_paint")

    def paint_with_alpha(self, alpha: float) -> None:
        self._call("cairo_paint_with_alpha", alpha)

    def clip(self) -> None:
        self._call("cairo_clip")

    def reset_clip(self) -> None:
        self._call("cairo_reset_clip")

    def set_line_width(self, width: float) -> None:
        self._call("cairo_set_line_width", width)

    def set_line_cap(self, cap: int) -> None:
        self._set("cairo_set_line_cap", cap, 2)

    def set_line_join(self, join: int) -> None:
        self._set("cairo_set_line_join", join, 2)

    def set_fill_rule(self, rule: int) -> None:
        self._set("cairo_set_fill_rule", rule, 1)

    # ---- Transformation and state ----

    def translate(self, tx: float, ty: float) -> None:
        self._call("cairo_translate", tx, ty)

    def scale(self, sx: float, sy: float) -> None:
        self._call("cairo_scale", sx, sy)

    def rotate(self, angle: float) -> None:
        self._call("cairo_rotate", angle)

    def save(self) -> None:
        self._call("cairo_save")

    def restore(self) -> None:
        self._call("cairo_restore")

    @contextlib.contextmanager
    def saved(self) -> Iterator[None]:
        """`with context.saved():` restores the state at the end of the block."""
        self.save()
        try:
            yield
        finally:
            self.restore()
