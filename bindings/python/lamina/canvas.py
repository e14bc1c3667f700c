"""The arguments of drawing callbacks and background operations. Both are valid only until the function returns."""
from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Type, TypeVar, Union

from . import _ffi, cairo
from ._foreign import Finisher, cairocffi_context, pycairo_context
from ._handle import Handle
from ._library import lib
from .bitmap import Bitmap, BitmapView, PixelBuffer, new_image
from .errors import InvalidArgumentError, InvalidStateError, check
from .geometry import Color, RectLike, Size, from_c_color

if TYPE_CHECKING:
    from .image import Image

O = TypeVar("O", bound="Operation")


class Operation:
    """A cancellable piece of work on a worker. Created by Lamina."""

    _canvas = 0

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} objects are created by Lamina, for the callbacks that it calls")

    @classmethod
    def _begin(cls: Type[O], canvas: int) -> O:
        self = cls.__new__(cls)
        self._canvas = canvas
        return self

    def __repr__(self) -> str:
        size = getattr(self, "size", None)  # of canvases
        extent = "" if size is None else f" {size.width:g} x {size.height:g}"
        return f"<lamina.{type(self).__name__}{extent}{'' if self._canvas else ' ended'}>"

    @property
    def is_cancelled(self) -> bool:
        """Whether the work is cancelled. Check it now and then in long work."""
        return bool(lib.lamina_canvas_is_cancelled(self._canvas))

    @property
    def is_dark(self) -> bool:
        """Whether the colour scheme of the drawn node is dark. A drawing is repeated when a trait that it has read
        changes."""
        return bool(lib.lamina_canvas_is_dark(self._canvas))

    @property
    def text_size_factor(self) -> float:
        """The factor for text sizes of the drawn node."""
        return lib.lamina_canvas_get_text_size_factor(self._canvas)

    @property
    def tint(self) -> Color:
        """The tint of the drawn node."""
        return from_c_color(lib.lamina_canvas_get_tint(self._canvas))

    def _end(self) -> None:
        self._canvas = 0


class Canvas(Operation):
    """The canvas of a node: logical units, with the node's top left corner at (0, 0), over transparent pixels.

    A drawing callback runs on a worker thread: others must not change its data meanwhile, and it must not draw text
    (text nodes do that). The canvas is valid on that thread only, until the function returns.
    """

    size: Size
    """Width and height of the node, in logical units."""
    scale: float
    """Pixels per logical unit; the drawing contexts are scaled by it already."""

    _pointer = 0
    _thread = 0
    _finishers: List[Finisher]

    @classmethod
    def _begin(  # type: ignore[override]
        cls, canvas: int, cairo_pointer: int, size: Tuple[float, float], scale: float
    ) -> "Canvas":
        self = cls.__new__(cls)
        self._canvas, self._pointer, self._thread = canvas, cairo_pointer, threading.get_ident()
        self.size, self.scale, self._finishers = Size(*size), scale, []
        return self

    @property
    def cairo_pointer(self) -> int:
        """The address of cairo's drawing context, a cairo_t. For C functions of your own; nothing checks their use."""
        if not self._pointer:
            raise InvalidStateError("the canvas was used after its drawing callback had returned")
        if self._thread != threading.get_ident():
            raise InvalidStateError("the canvas was used on another thread than that of its drawing callback")
        return self._pointer

    @property
    def cairo(self) -> cairo.Context:
        """The drawing context as an object of lamina.cairo, which needs no other package."""
        self.cairo_pointer
        return cairo.Context(self)

    def to_pycairo(self) -> Any:
        """The drawing context as a cairo.Context of pycairo. ImportError when pycairo is not installed."""
        return pycairo_context(self)

    def to_cairocffi(self) -> Any:
        """The drawing context as a cairocffi.Context. ImportError when cairocffi is not installed."""
        return cairocffi_context(self)

    def paint_pixels(self, pixels: Any, width: int = 0, height: int = 0, rect: Optional[RectLike] = None) -> None:
        """Paints premultiplied pixels of ARGB32 or RGB24 (a Bitmap, a BitmapView, or a buffer of `width` x `height`
        pixels without gaps) into `rect`, in logical units; without one, over the whole node. They are scaled
        smoothly."""
        source = pixels if isinstance(pixels, PixelBuffer) else BitmapView._reading(pixels, width, height)
        cairo.paint_pixels(self.cairo_pointer, source, (0, 0, *self.size) if rect is None else rect)

    def _end(self) -> None:
        try:
            for finish in self._finishers:
                finish(self._pointer)
        finally:
            super()._end()
            self._pointer, self._finishers = 0, []


class PixelCanvas(Operation):
    """The canvas of a node that writes pixels. The function may keep `pixels`: a copy is shown when the function
    returns."""

    size: Size
    """Width and height of the node, in logical units."""
    scale: float
    """Pixels per logical unit."""
    pixels: Bitmap
    """The pixels of the node, transparent at first: premultiplied ARGB32."""

    _target: _ffi.lamina_bitmap

    @classmethod
    def _begin(  # type: ignore[override]
        cls, canvas: int, target: _ffi.lamina_bitmap, size: Tuple[float, float], scale: float
    ) -> "PixelCanvas":
        self = cls.__new__(cls)
        self._canvas, self._target, self.size, self.scale = canvas, target, Size(*size), scale
        # Memory of Lamina's would be gone while a view of it is kept, and nothing can take a view back.
        self.pixels = Bitmap(target.width, target.height)
        return self

    def _take(self) -> None:
        """Passes on the written pixels."""
        if not isinstance(self.pixels, PixelBuffer):
            raise TypeError(f"pixels of a canvas are a Bitmap, not {type(self.pixels).__name__}")
        target, pixels = self._target, self.pixels.to_c()
        if (pixels.width, pixels.height, pixels.format) != (target.width, target.height, target.format):
            raise InvalidArgumentError(f"pixels must stay {target.width} x {target.height} of 32 bits each")
        to, source, row = target.data or 0, pixels.data or 0, 4 * target.width
        for y in range(target.height):
            ctypes.memmove(to + y * target.stride, source + y * pixels.stride, row)


class ImageCanvas(Operation):
    """The argument of a drawing callback that returns a picture."""

    size: Size
    """Width and height of the node, in logical units."""
    scale: float
    """Pixels per logical unit."""

    @classmethod
    def _begin(  # type: ignore[override]
        cls, canvas: int, size: Tuple[float, float], scale: float
    ) -> "ImageCanvas":
        self = cls.__new__(cls)
        self._canvas, self.size, self.scale = canvas, Size(*size), scale
        return self

    def _take(self, image: Union[PixelBuffer, Image, None], context: Any) -> None:
        """Passes on the picture; pixels are copied."""
        if image is None:
            return
        if isinstance(image, Handle) and image._kind == "image":
            check(lib.lamina_canvas_set_image(self._canvas, image.handle))
            return
        if not isinstance(image, PixelBuffer):
            raise TypeError(f"a draw callback for images returns a Bitmap, a BitmapView, an Image or None, not {type(image).__name__}")
        if context is None:
            return  # it is ending
        handle = new_image(context.handle, image.to_c())
        try:
            check(lib.lamina_canvas_set_image(self._canvas, handle))
        finally:
            lib.lamina_image_release(handle)
