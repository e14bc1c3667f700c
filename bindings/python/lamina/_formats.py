"""Pixels for other packages, each of which is imported only when needed."""
from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, Iterable, Optional, Tuple, Union

from ._ffi import PixelFormat
from .errors import InvalidArgumentError

if TYPE_CHECKING:
    import tkinter

# What the ends of names say about files.
SUFFIXES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".qoi": "qoi"}
_CHANNELS = "BGRA" if sys.byteorder == "little" else "ARGB"


def checked_path(path: Any) -> Any:
    """A path to write to; TypeError for anything else."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"a picture is written to a path, not to {type(path).__name__}; into a file object write the bytes of "
                        "to_png() or encode(format)")  # fmt: skip
    return path


class PictureFormats:
    """Conversions of a bitmap. The pixels are premultiplied, and so are views; copies say what they are."""

    width: int
    height: int
    stride: int

    @property
    def data(self) -> memoryview:
        """The memory, as bytes."""
        raise NotImplementedError

    def write_png(self, path: Union[str, "os.PathLike[str]"]) -> None:
        raise NotImplementedError

    def write_file(self, path: Union[str, "os.PathLike[str]"], format: str = "png", *, quality: int = 85) -> None:
        raise NotImplementedError

    def encode(self, format: Any = "png", *, quality: int = 85) -> bytes:
        raise NotImplementedError

    @property
    def size(self) -> "tuple[int, int]":
        """Width and height in pixels."""
        return self.width, self.height

    # ---- Files ----

    def save(self, path: Union[str, "os.PathLike[str]"], *, quality: int = 85) -> None:
        """Writes a file in the format of its extension: .png, .jpg or .jpeg, .webp, .qoi. `quality` 1..100 is for JPEG
        and WebP, other formats take no notice of it; write_file() has more options and takes any name."""
        suffix = os.path.splitext(os.fsdecode(checked_path(path)))[1].lower()
        if suffix not in SUFFIXES:
            raise InvalidArgumentError(
                f"{os.fsdecode(path)!r} does not say how the picture is to be written: give it a name that ends with "
                f"{', '.join(SUFFIXES)}, or call write_file(path, format)"
            )
        self.write_file(path, SUFFIXES[suffix], quality=quality)

    def to_png(self) -> bytes:
        """The picture as the bytes of a PNG file."""
        return self.encode("png")

    def to_jpeg(self, *, quality: int = 85) -> bytes:
        """The picture as the bytes of a JPEG file, `quality` 1..100; what is clear becomes white."""
        return self.encode("jpeg", quality=quality)

    def _repr_png_(self) -> bytes:
        """Jupyter shows this."""
        return self.to_png()

    # ---- Views: the same memory, nothing is copied ----

    def to_numpy(self) -> Any:
        """A numpy array of (height, width, 4) bytes on the same memory: blue, green, red, alpha, premultiplied."""
        self._need_argb()
        numpy = importlib.import_module("numpy")
        rows = numpy.frombuffer(self.data, dtype=numpy.uint8, count=self.stride * (self.height - 1) + 4 * self.width)
        return numpy.lib.stride_tricks.as_strided(rows, (self.height, self.width, 4), (self.stride, 4, 1))

    def to_pygame(self) -> Any:
        """A pygame.Surface on the same memory (premultiplied: blit it with BLEND_PREMULTIPLIED)."""
        pygame = importlib.import_module("pygame")
        return pygame.image.frombuffer(self._packed(), self.size, _CHANNELS)

    def to_qimage(self, binding: str = "") -> Any:
        """A QImage on the same memory, of the Qt binding that is already imported, or of the named one."""
        self._need_argb()
        names = [binding] if binding else ["PySide6", "PyQt6", "PySide2", "PyQt5"]
        name = next((name for name in names if name in sys.modules), names[0])
        image = importlib.import_module(f"{name}.QtGui").QImage
        formats = getattr(image, "Format", image)
        made = image(self.data, self.width, self.height, self.stride, formats.Format_ARGB32_Premultiplied)
        made._lamina_pixels = self  # Qt does not keep the memory
        return made

    # ---- Copies ----

    def to_pil(self) -> Any:
        """A PIL.Image of mode RGBA, with straight alpha."""
        return importlib.import_module("PIL.Image").frombytes("RGBA", self.size, self.to_rgba())

    def to_tk(
        self, master: Any = None, *, into: "Optional[tkinter.PhotoImage]" = None,
        damage: "Optional[Iterable[Tuple[int, int, int, int]]]" = None,
    ) -> "tkinter.PhotoImage":  # fmt: skip
        """A tkinter.PhotoImage. Keep a reference while it is shown: tkinter does not.

        With `into`, an image of before with the same size, that one is updated and returned: where there is `damage`,
        the rectangles in pixels that Surface.composite() returned, or everywhere.
        """
        if into is None:
            return _tk_image(self, master)
        if (into.width(), into.height()) != self.size:
            raise InvalidArgumentError(f"the image is {into.width()} x {into.height()} pixels, and the bitmap {self.width} x {self.height}")
        for x, y, width, height in [(0, 0, *self.size)] if damage is None else damage:
            if not (0 <= x and 0 < width <= self.width - x and 0 <= y and 0 < height <= self.height - y):
                raise InvalidArgumentError(f"the damage ({x}, {y}, {width}, {height}) is not within {self.width} x {self.height} pixels")
            part = _tk_image(self._part(x, y, width, height), into)
            into.tk.call(into, "copy", part, "-to", x, y, "-compositingrule", "set")
        return into

    def _part(self, x: int, y: int, width: int, height: int) -> "PictureFormats":
        """A rectangle of the pixels, in the same memory."""
        raise NotImplementedError

    def to_rgba(self) -> bytes:
        """Straight (not premultiplied) red, green, blue, alpha, row after row."""
        self._need_argb()
        return self.encode("raw")

    def _need_argb(self) -> None:
        """Other pixel formats are for displays only."""
        if getattr(self, "format", PixelFormat.ARGB32) != PixelFormat.ARGB32:
            raise InvalidArgumentError("only pixels of PixelFormat.ARGB32 are supported")

    def _packed(self) -> memoryview:
        """The pixels without gaps between rows; the same memory if there are none."""
        self._need_argb()
        data, row = self.data, 4 * self.width
        if self.stride == row:
            return data[: row * self.height]
        rows = bytearray()
        for y in range(self.height):
            rows += data[y * self.stride : y * self.stride + row]
        return memoryview(rows)


def _tk_image(pixels: PictureFormats, master: Any) -> "tkinter.PhotoImage":
    """Pixels without transparency as a PPM file, which Tk reads in a fraction of the time of a PNG."""
    import base64
    from tkinter import PhotoImage

    rgba, count = pixels.to_rgba(), pixels.width * pixels.height
    if rgba.count(255) < count or rgba[3::4].count(255) < count:
        return PhotoImage(master=master, data=base64.b64encode(pixels.to_png()))
    rgb = bytearray(3 * count)
    for channel in range(3):
        rgb[channel::3] = rgba[channel::4]
    return PhotoImage(master=master, data=b"P6 %d %d 255\n" % pixels.size + rgb, format="ppm")


def premultiplied(pixels: bytes, channels: int) -> Any:
    """Pixels in the format of bitmaps, from straight red, green, blue and, with 4 channels, alpha."""
    order = (2, 1, 0, 3) if sys.byteorder == "little" else (1, 2, 3, 0)
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        made = bytearray()
        known: "dict[bytes, bytes]" = {}
        for offset in range(0, len(pixels), channels):
            pixel = pixels[offset : offset + channels]
            color = known.get(pixel)
            if color is None:
                alpha = pixel[3] if channels == 4 else 255
                values = [(channel * alpha + 127) // 255 for channel in pixel[:3]] + [alpha]
                color = known[pixel] = bytes(values[order.index(place)] for place in range(4))
            made += color
        return made
    rows = numpy.frombuffer(pixels, numpy.uint8).reshape(-1, channels)
    out = numpy.full((len(rows), 4), 255, numpy.uint8)
    for channel, place in enumerate(order[:channels]):
        out[:, place] = rows[:, channel]
        if channels == 4 and channel < 3:
            out[:, place] = (rows[:, channel].astype(numpy.uint16) * rows[:, 3] + 127) // 255
    return out.tobytes()
