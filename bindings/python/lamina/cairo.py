"""A small part of cairo, through ctypes: enough for shapes, gradients and clips in drawing functions.

Names and arguments are pycairo's. Numbers must be finite (cairo aborts the process or hangs on others).
"""
from __future__ import annotations

import contextlib
import ctypes
import math
from typing import Any, Iterator, List, Tuple, Union

_D = ctypes.c_double
_P = ctypes.c_void_p
_I = ctypes.c_int

FILL_RULE_WINDING, FILL_RULE_EVEN_ODD = 0, 1
LINE_CAP_BUTT, LINE_CAP_ROUND, LINE_CAP_SQUARE = 0, 1, 2
LINE_JOIN_MITER, LINE_JOIN_ROUND, LINE_JOIN_BEVEL = 0, 1, 2
OPERATOR_CLEAR, OPERATOR_SOURCE, OPERATOR_OVER = 0, 1, 2

_library: Any = None


def _cairo() -> Any:
    global _library
    if _library is None:
        _library = ctypes.CDLL("libcairo.so.2")  # the copy that liblamina uses: it is loaded already
    return _library


_functions: "dict[Tuple[str, Any], Any]" = {}


def _function(name: str, result: Any, arguments: List[Any]) -> Any:
    key = (name, result)
    function = _functions.get(key)
    if function is None:
        function = getattr(_cairo(), name)
        function.restype, function.argtypes = result, arguments
        _functions[key] = function
    return function


def reference(pointer: int) -> int:
    """Adds a reference to a cairo_t and returns it."""
    return int(_function("cairo_reference", _P, [_P])(pointer))


def _finite(*numbers: float) -> Tuple[float, ...]:
    for number in numbers:
        if not math.isfinite(number):
            raise ValueError(f"cairo takes finite numbers only, not {number}")
    return numbers


class Pattern:
    """A gradient."""

    def __init__(self, name: str, *numbers: float) -> None:
        self._pointer = _function(name, _P, [_D] * len(numbers))(*_finite(*numbers))

    def add_color_stop_rgb(self, offset: float, red: float, green: float, blue: float) -> None:
        self.add_color_stop_rgba(offset, red, green, blue, 1)

    def add_color_stop_rgba(self, offset: float, red: float, green: float, blue: float, alpha: float) -> None:
        numbers = _finite(offset, red, green, blue, alpha)
        _function("cairo_pattern_add_color_stop_rgba", None, [_P, _D, _D, _D, _D, _D])(self._pointer, *numbers)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            _function("cairo_pattern_destroy", None, [_P])(self._pointer)


class LinearGradient(Pattern):
    def __init__(self, x0: float, y0: float, x1: float, y1: float) -> None:
        super().__init__("cairo_pattern_create_linear", x0, y0, x1, y1)


class RadialGradient(Pattern):
    def __init__(self, cx0: float, cy0: float, radius0: float, cx1: float, cy1: float, radius1: float) -> None:
        super().__init__("cairo_pattern_create_radial", cx0, cy0, radius0, cx1, cy1, radius1)


class Context:
    """A drawing context that somebody else owns. Keep it no longer than the drawing function runs."""

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer

    def _call(self, name: str, *numbers: float) -> None:
        _function(name, None, [_P] + [_D] * len(numbers))(self._pointer, *_finite(*numbers))

    def _set(self, name: str, value: Union[int, bool]) -> None:
        _function(name, None, [_P, _I])(self._pointer, int(value))

    # ---- Source ----

    def set_source_rgb(self, red: float, green: float, blue: float) -> None:
        self._call("cairo_set_source_rgb", red, green, blue)

    def set_source_rgba(self, red: float, green: float, blue: float, alpha: float = 1.0) -> None:
        self._call("cairo_set_source_rgba", red, green, blue, alpha)

    def set_source(self, pattern: Pattern) -> None:
        _function("cairo_set_source", None, [_P, _P])(self._pointer, pattern._pointer)

    def set_operator(self, operator: int) -> None:
        self._set("cairo_set_operator", operator)

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
        self._set("cairo_set_line_cap", cap)

    def set_line_join(self, join: int) -> None:
        self._set("cairo_set_line_join", join)

    def set_fill_rule(self, rule: int) -> None:
        self._set("cairo_set_fill_rule", rule)

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
