"""Pixels of the host: premultiplied ARGB, 32 bits each, in native byte order (blue first on little-endian machines).
A surface can be composited into other formats too."""
from __future__ import annotations

import ctypes
import os
import sys
from typing import Any, Optional, Union

from . import _ffi
from ._ffi import PixelFormat
from ._library import lib
from .errors import InvalidArgumentError, check


class PixelBuffer:
    """Something to draw into. `data` is its memory."""

    width: int
    height: int
    stride: int
    format: PixelFormat = PixelFormat.ARGB32

    @property
    def bytes_per_pixel(self) -> int:
        return 2 if self.format == PixelFormat.RGB565 else 4

    @property
    def data(self) -> memoryview:
        raise NotImplementedError

    def to_c(self) -> _ffi.lamina_bitmap:
        """The C struct. The memory stays where it is while the struct is alive."""
        data = self.data
        needed = self.stride * (self.height - 1) + self.bytes_per_pixel * self.width
        if data.nbytes < needed:
            raise InvalidArgumentError(f"{self.width} x {self.height} pixels need {needed} bytes, not {data.nbytes}")
        anchor = (ctypes.c_char * data.nbytes).from_buffer(data)
        bitmap = _ffi.lamina_bitmap()
        bitmap.data = ctypes.addressof(anchor)
        bitmap.width, bitmap.height, bitmap.stride = self.width, self.height, self.stride
        bitmap.format = int(self.format)
        bitmap.anchor = anchor  # keeps the memory
        return bitmap

    def pixel(self, x: int, y: int) -> "tuple[int, int, int, int]":
        """One pixel as (red, green, blue, alpha), 0..255, premultiplied."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"({x}, {y}) is outside {self.width} x {self.height}")
        if self.format == PixelFormat.RGB565:
            raise InvalidArgumentError("pixel() reads pixels of 32 bits")
        offset = y * self.stride + 4 * x
        value = int.from_bytes(self.data[offset : offset + 4], sys.byteorder)
        return value >> 16 & 255, value >> 8 & 255, value & 255, value >> 24

    def write_png(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a PNG file. It appears whole or not at all."""
        encoded, bitmap = os.fsencode(path), self.to_c()
        check(lib.lamina_bitmap_write_png(ctypes.byref(bitmap), encoded, len(encoded)))


class Bitmap(bytearray, PixelBuffer):
    """Pixels of its own, cleared at first. It is a bytearray, so memoryview(), numpy.frombuffer() and sockets take it as it
    is; `data` gives the same memory."""

    def __new__(cls, width: int, height: int) -> "Bitmap":
        return super().__new__(cls)

    def __init__(self, width: int, height: int) -> None:
        if not (1 <= width <= 32767 and 1 <= height <= 32767):
            raise InvalidArgumentError(f"a bitmap has 1..32767 pixels a side, not {width} x {height}")
        super().__init__(4 * width * height)
        self.width, self.height, self.stride = width, height, 4 * width

    @property
    def data(self) -> memoryview:
        return memoryview(self)

    def __repr__(self) -> str:
        return f"<lamina.Bitmap {self.width} x {self.height}>"


class BitmapView(PixelBuffer):
    """Pixels in memory of another owner (an array, a shared memory, a window's surface); nothing is copied."""

    def __init__(
        self,
        buffer: Any,
        width: int,
        height: int,
        stride: Optional[int] = None,
        format: PixelFormat = PixelFormat.ARGB32,
    ) -> None:
        view = memoryview(buffer).cast("B")
        if view.readonly:
            raise InvalidArgumentError("the buffer is read-only")
        self._view = view
        self.width, self.height = width, height
        self.format = format
        self.stride = self.bytes_per_pixel * width if stride is None else stride

    @property
    def data(self) -> memoryview:
        return self._view
