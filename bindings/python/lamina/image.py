"""Pictures that nodes show."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Union

from ._arguments import c_path
from ._formats import checked_path
from ._handle import Handle, handle_of
from ._library import lib
from .bitmap import PixelBuffer, pixels_of
from .errors import check

if TYPE_CHECKING:
    from .context import Context

ImageSource = Union[PixelBuffer, bytes, str, "os.PathLike[str]"]


class Image(Handle):
    """`Image(context, source)`: a picture for any number of nodes, rows and drawings, set with `node.set_image(image)`.

    The source is a bitmap, or the bytes or the path of a PNG, JPEG, WebP or QOI file. Its pixels exist once, and are
    scaled once for each size in which the picture is shown. Nodes keep their picture: close it when no other node needs
    it.
    """

    _kind = "image"

    def __init__(self, context: Context, source: ImageSource) -> None:
        handle = ctypes.c_void_p()
        if isinstance(source, (bytes, bytearray)) and not isinstance(source, PixelBuffer):
            check(lib.lamina_image_create_data(handle_of(context), bytes(source), len(source), ctypes.byref(handle)))
        elif isinstance(source, (str, os.PathLike)):
            path = c_path(checked_path(source))
            check(lib.lamina_image_create_file(handle_of(context), path, len(path), ctypes.byref(handle)))
        else:
            handle.value = new_image(handle_of(context), pixels_of(source))
        self._own(context, handle.value)

    @property
    def size(self) -> "tuple[int, int]":
        """Width and height in pixels."""
        size = lib.lamina_image_get_size(self.handle)
        return int(size.width), int(size.height)

    def _summary(self) -> str:
        return "{} x {}".format(*self.size)


def new_image(context: int, bitmap: Any) -> int:
    """A reference to a picture of these pixels, which the caller releases."""
    handle = ctypes.c_void_p()
    check(lib.lamina_image_create(context, ctypes.byref(bitmap), ctypes.byref(handle)))
    return handle.value or 0
