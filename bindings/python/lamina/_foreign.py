"""Drawing contexts of pycairo and cairocffi for a canvas.

A cairo_t can be shared only within one copy of cairo. If the package uses another copy than liblamina (a wheel with
bundled libraries, for instance), the drawing goes to an image of that copy, which is painted when the function returns.
"""
from __future__ import annotations

import ctypes
import importlib
import math
from typing import TYPE_CHECKING, Any, Callable, Tuple

from . import cairo
from ._library import lib
from .bitmap import BitmapView

if TYPE_CHECKING:
    from .canvas import Canvas

Finisher = Callable[[int], None]


def _address(function: Any) -> int:
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def _our_copy() -> int:
    return _address(getattr(lib.library, "cairo_reference"))


def pycairo_context(canvas: "Canvas") -> Any:
    pointer, module = canvas.cairo_pointer, importlib.import_module("cairo")
    theirs = ctypes.CDLL(importlib.import_module("cairo._cairo").__file__)
    if _address(theirs.cairo_reference) != _our_copy():
        surface = module.ImageSurface(module.FORMAT_ARGB32, *_pixels(canvas))
        surface.set_device_scale(canvas.scale, canvas.scale)
        canvas._finishers.append(lambda pointer: _paint(canvas, pointer, surface))
        return module.Context(surface)
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    # The first two members of pycairo's Pycairo_CAPI_t: the Context type, and Context_FromContext.
    table = ctypes.cast(get_pointer(module.CAPI, b"cairo.CAPI"), ctypes.POINTER(ctypes.c_void_p))
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return prototype(table[1])(cairo.reference(pointer), module.Context, None)  # pycairo takes over a reference


def cairocffi_context(canvas: "Canvas") -> Any:
    pointer, module = canvas.cairo_pointer, importlib.import_module("cairocffi")
    theirs = int(module.ffi.cast("uintptr_t", module.ffi.addressof(module.cairo, "cairo_reference")))
    if theirs != _our_copy():
        surface = module.ImageSurface(module.FORMAT_ARGB32, *_pixels(canvas))
        surface.set_device_scale(canvas.scale, canvas.scale)
        canvas._finishers.append(lambda pointer: _paint(canvas, pointer, surface))
        return module.Context(surface)
    return module.Context._from_pointer(module.ffi.cast("cairo_t *", pointer), incref=True)


def _pixels(canvas: "Canvas") -> Tuple[int, int]:
    width, height = (max(1, min(32767, math.ceil(side * canvas.scale - 1e-6))) for side in canvas.size)
    return width, height


def _paint(canvas: "Canvas", pointer: int, surface: Any) -> None:
    surface.flush()
    width, height, stride = surface.get_width(), surface.get_height(), surface.get_stride()
    view = BitmapView(surface.get_data(), width, height, stride)
    cairo.paint_pixels(pointer, view, (0, 0, width / canvas.scale, height / canvas.scale))
