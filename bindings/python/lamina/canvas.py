"""What a drawing function and a background operation are given. Both are good only until the function returns."""
from __future__ import annotations

import ctypes
import importlib
from typing import Any, Optional

from . import _ffi, cairo
from ._library import lib
from .bitmap import BitmapView, PixelBuffer
from .errors import InvalidStateError, check
from .geometry import Size


class Operation:
    """Work on a worker, that can be told to stop."""

    def __init__(self, canvas: int) -> None:
        self._canvas = canvas

    def is_cancelled(self) -> bool:
        """Whether nobody waits for the result any more. For use in long work, now and then."""
        return bool(lib.lamina_canvas_is_cancelled(self._canvas))

    def _end(self) -> None:
        self._canvas = 0


class Canvas(Operation):
    """Where a node draws: logical units, the node's top left corner at (0, 0), over transparent pixels.

    A drawing function runs on a worker thread: what it uses must not be changed by others meanwhile, and it must not draw
    text (text nodes do that).
    """

    def __init__(self, canvas: int, cairo_pointer: int, size: "tuple[float, float]", scale: float) -> None:
        super().__init__(canvas)
        self._cairo_pointer = cairo_pointer
        self.size = Size(*size)
        self.scale = scale

    @property
    def cairo_pointer(self) -> int:
        """The address of cairo's drawing context, a cairo_t."""
        if not self._canvas:
            raise InvalidStateError("the canvas was used after its drawing function had returned")
        return self._cairo_pointer

    @property
    def cairo(self) -> cairo.Context:
        """The drawing context as an object of lamina.cairo, which needs no other package."""
        return cairo.Context(self.cairo_pointer)

    def to_pycairo(self) -> Any:
        """The drawing context as a cairo.Context of pycairo. ImportError when pycairo is not installed."""
        module = importlib.import_module("cairo")
        get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
        get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        # The first two members of pycairo's Pycairo_CAPI_t: the Context type, and Context_FromContext.
        table = ctypes.cast(get_pointer(module.CAPI, b"cairo.CAPI"), ctypes.POINTER(ctypes.c_void_p))
        prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
        pointer = cairo.reference(self.cairo_pointer)  # pycairo takes over a reference
        return prototype(table[1])(pointer, module.Context, None)

    def to_cairocffi(self) -> Any:
        """The drawing context as a cairocffi.Context. ImportError when cairocffi is not installed."""
        module = importlib.import_module("cairocffi")
        pointer = module.ffi.cast("cairo_t *", self.cairo_pointer)
        return module.Context._from_pointer(pointer, incref=True)

    def _end(self) -> None:
        super()._end()
        self._cairo_pointer = 0


class PixelCanvas(Operation):
    """Where a node writes pixels: transparent ones at first, valid until the drawing function returns."""

    def __init__(self, canvas: int, target: _ffi.lamina_bitmap, size: "tuple[float, float]", scale: float) -> None:
        super().__init__(canvas)
        self.size = Size(*size)
        self.scale = scale
        memory = (ctypes.c_char * (target.stride * target.height)).from_address(target.data)
        self._pixels: Optional[BitmapView] = BitmapView(memory, target.width, target.height, target.stride)

    @property
    def pixels(self) -> BitmapView:
        if self._pixels is None:
            raise InvalidStateError("the canvas was used after its drawing function had returned")
        return self._pixels

    def _end(self) -> None:
        super()._end()
        self._pixels = None


class ImageCanvas(Operation):
    """What a drawing function that returns a picture is told."""

    def __init__(self, canvas: int, size: "tuple[float, float]", scale: float) -> None:
        super().__init__(canvas)
        self.size = Size(*size)
        self.scale = scale

    def _take(self, image: Optional[PixelBuffer]) -> None:
        if image is not None:
            bitmap = image.to_c()
            check(lib.lamina_canvas_set_image(self._canvas, ctypes.byref(bitmap)))
