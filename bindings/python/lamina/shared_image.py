"""Pictures that many nodes show."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ._handle import Handle, handle_of
from ._library import lib
from .bitmap import PixelBuffer, pixels_of
from .errors import check

if TYPE_CHECKING:
    from .context import Context


class SharedImage(Handle):
    """`SharedImage(context, pixels)`: a picture for any number of nodes, by `node.set_image(image)`.

    Its pixels are copied once, here, and scaled once for each size that it is shown in. Nodes keep what they show: close it, or let
    it go, when no other node is to have it.
    """

    _kind = "image"
    _size = (0, 0)

    def __init__(self, context: Context, pixels: PixelBuffer) -> None:
        handle = ctypes.c_void_p()
        bitmap = pixels_of(pixels)
        check(lib.lamina_image_create(handle_of(context), ctypes.byref(bitmap), ctypes.byref(handle)))
        self._own(context, handle.value)
        self._size = pixels.size

    def _summary(self) -> str:
        return "{} x {}".format(*self._size)

    def retain(self) -> SharedImage:
        other = super().retain()
        other._size = self._size
        return other
