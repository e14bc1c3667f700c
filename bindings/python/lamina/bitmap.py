"""Pixels of the host: premultiplied ARGB, 32 bits each, in native byte order (blue first on little-endian machines).
A surface can be composited into other formats too."""
from __future__ import annotations

import ctypes
import os
import stat
import sys
from typing import Any, Optional, Union

from . import _ffi
from ._arguments import c_path, file_bytes, integer, whole
from ._ffi import ImageFormat, PixelFormat
from ._formats import PictureFormats, checked_path, premultiplied
from ._library import lib
from .errors import FileError, InvalidArgumentError, InvalidStateError, OutOfRangeError, check
from .geometry import WHITE, ColorLike, c_color
from .style import enum_value


MAXIMUM_SIDE = 32767
_LONGEST_FILE = 1 << 30


class PixelBuffer(PictureFormats):
    """Pixels to draw into. `data` is the memory; `width` and `height` are in pixels, `stride` in bytes from row to
    row."""

    width: int
    height: int
    stride: int
    format: PixelFormat = PixelFormat.ARGB32

    @property
    def bytes_per_pixel(self) -> int:
        """2 of RGB565, 4 of the other formats."""
        return 2 if self.format == PixelFormat.RGB565 else 4

    @property
    def data(self) -> memoryview:
        """The memory, as bytes."""
        raise NotImplementedError

    def __repr__(self) -> str:
        unusual = "" if self.format == PixelFormat.ARGB32 else f" {getattr(self.format, 'name', self.format)}"
        return f"<lamina.{type(self).__name__} {self.width} x {self.height}{unusual}>"

    def to_c(self) -> _ffi.lamina_bitmap:
        """The C struct. The memory stays where it is while the struct is alive."""
        # Python's numbers are not those of C: what would be cut must be refused before memory is compared with it.
        width = integer("width", self.width, 1, MAXIMUM_SIDE)
        height = integer("height", self.height, 1, MAXIMUM_SIDE)
        format = integer("format", self.format, 0, 2**31 - 1)
        bytes_per_pixel = 2 if format == PixelFormat.RGB565 else 4
        stride = integer("stride", self.stride, bytes_per_pixel * width, 2**31 - 1)
        data = self.data
        needed = stride * (height - 1) + bytes_per_pixel * width
        if data.nbytes < needed:
            raise InvalidArgumentError(f"{width} x {height} pixels need {needed} bytes, not {data.nbytes}")
        anchor = (ctypes.c_char * data.nbytes).from_buffer(data)
        bitmap = _ffi.lamina_bitmap()
        bitmap.data = ctypes.addressof(anchor)
        bitmap.width, bitmap.height, bitmap.stride = width, height, stride
        bitmap.format = format
        bitmap.anchor = anchor  # keeps the memory
        return bitmap

    def _part(self, x: int, y: int, width: int, height: int) -> "BitmapView":
        begin = y * self.stride + self.bytes_per_pixel * x
        return BitmapView(self.data[begin:], width, height, self.stride, self.format)

    def pixel(self, x: int, y: int) -> "tuple[int, int, int, int]":
        """One pixel as (red, green, blue, alpha), 0..255, premultiplied."""
        if not (0 <= whole("x", x) < self.width and 0 <= whole("y", y) < self.height):
            raise OutOfRangeError(f"({x}, {y}) is outside {self.width} x {self.height}")
        if self.format == PixelFormat.RGB565:
            raise InvalidArgumentError("pixel() reads only pixels of 32 bits")
        offset = y * self.stride + 4 * x
        value = int.from_bytes(self.data[offset : offset + 4], sys.byteorder)
        return value >> 16 & 255, value >> 8 & 255, value & 255, value >> 24

    def write_png(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a PNG file, completely or not at all."""
        encoded, bitmap = c_path(checked_path(path)), self.to_c()
        check(lib.lamina_bitmap_write_file(ctypes.byref(bitmap), None, encoded, len(encoded)))

    def encode(
        self,
        format: Union[ImageFormat, str] = ImageFormat.PNG,
        *,
        quality: int = 85,
        lossless: bool = False,
        background: ColorLike = WHITE,
    ) -> bytes:
        """The picture as the bytes of a file: "png", "jpeg" or "jpg", "webp", "qoi", or "raw" (rows of RGBA, straight
        alpha).

        `quality` 1..100 is for JPEG and WebP, `lossless` for WebP; `background` is shown where a JPEG is clear. Other
        formats take no notice of them.
        """
        options = encode_options(format, quality, lossless, background)
        bitmap, encoded = self.to_c(), b""

        def take(data: int, size: int, _: Any) -> int:
            nonlocal encoded
            encoded = ctypes.string_at(data, size)
            return 0

        write = _ffi.lamina_bitmap_write_fn(take)
        check(lib.lamina_bitmap_write(ctypes.byref(bitmap), ctypes.byref(options), write, None))
        return encoded

    def write_file(
        self,
        path: Union[str, "os.PathLike[str]"],
        format: Union[ImageFormat, str] = ImageFormat.PNG,
        *,
        quality: int = 85,
        lossless: bool = False,
        background: ColorLike = WHITE,
    ) -> None:
        """Writes the result of encode() to a file, completely or not at all."""
        options = encode_options(format, quality, lossless, background)
        encoded, bitmap = c_path(checked_path(path)), self.to_c()
        check(lib.lamina_bitmap_write_file(ctypes.byref(bitmap), ctypes.byref(options), encoded, len(encoded)))


def _picture_file(path: "Union[str, os.PathLike[str]]") -> bytes:
    """As the library reads files that rows name: others, as pipes and devices, may have no end."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        pass  # opening says what is wrong
    else:
        if not stat.S_ISDIR(status.st_mode) and not (stat.S_ISREG(status.st_mode) and status.st_size <= _LONGEST_FILE):
            raise FileError(f"'{os.fspath(path)}' is not a regular file of at most 1 GiB.")
    return file_bytes(path, _LONGEST_FILE)


def pixels_of(target: PixelBuffer) -> _ffi.lamina_bitmap:
    """The C struct of a caller's bitmap."""
    if not isinstance(target, PixelBuffer):
        raise TypeError(
            f"a Bitmap is needed, not {type(target).__name__}: Bitmap.read(path), Bitmap.from_rgba(array), Bitmap.from_pil(image), "
            "BitmapView(memory, width, height) of memory that you have, or for nodes Image(context, path)"
        )
    return target.to_c()


def encode_options(
    format: Union[ImageFormat, str], quality: int = 85, lossless: bool = False, background: ColorLike = WHITE
) -> _ffi.lamina_encode_options:
    """The C struct."""
    return _ffi.lamina_encode_options(
        struct_size=ctypes.sizeof(_ffi.lamina_encode_options), format=_file_format(format),
        quality=integer("quality", quality, -(2**31), 2**31 - 1), lossless=lossless, background=c_color(background, "background"))  # fmt: skip


def _file_format(format: Union[ImageFormat, str]) -> int:
    if isinstance(format, str) and format.lower() == "jpg":
        return ImageFormat.JPEG
    return enum_value("format", ImageFormat, format)


class Bitmap(bytearray, PixelBuffer):
    """`Bitmap(width, height)`: pixels in its own memory, 1 to 32767 a side, initially clear.

    It is a bytearray with four bytes a pixel, premultiplied (blue, green, red, alpha on little-endian machines), row
    after row without gaps, so that memoryview(), numpy.frombuffer() and sockets take it directly; `data` is the same
    memory.
    """

    def __new__(cls, width: int, height: int) -> "Bitmap":
        return super().__new__(cls)

    def __init__(self, width: int, height: int) -> None:
        width, height = whole("width", width), whole("height", height)
        if not (1 <= width <= MAXIMUM_SIDE and 1 <= height <= MAXIMUM_SIDE):
            raise InvalidArgumentError(f"a bitmap has 1..{MAXIMUM_SIDE} pixels a side, not {width} x {height}")
        super().__init__(4 * width * height)
        self.width, self.height, self.stride = width, height, 4 * width

    @classmethod
    def read(cls, source: "Union[bytes, bytearray, memoryview, str, os.PathLike[str]]") -> "Bitmap":
        """From the bytes or the path of a picture file (:class:`ImageFormat`), turned upright as its EXIF
        orientation says. FileError if it cannot be read."""
        info = _ffi.lamina_bitmap_info(struct_size=ctypes.sizeof(_ffi.lamina_bitmap_info))
        if isinstance(source, (str, os.PathLike)):
            data = _picture_file(source)
        elif isinstance(source, (bytes, bytearray, memoryview)):
            data = bytes(source)
        else:
            instead = "; of a file object give the bytes, file.read()" if hasattr(source, "read") else ""
            raise TypeError(f"a picture is read from bytes or from a path, not from {type(source).__name__}{instead}")
        check(lib.lamina_bitmap_get_info(data, len(data), ctypes.byref(info)))
        bitmap = cls(info.width, info.height)
        target = bitmap.to_c()
        check(lib.lamina_bitmap_read(ctypes.byref(target), data, len(data)))
        return bitmap

    @classmethod
    def from_rgba(cls, pixels: Any, width: Optional[int] = None, height: Optional[int] = None) -> "Bitmap":
        """From straight (not premultiplied) red, green, blue and alpha, a byte each, row after row, as from to_rgba(),
        or from an array of (rows, columns, 4) or, without alpha, (rows, columns, 3). Slow without numpy."""
        view = _memory("pixels", pixels)
        if width is None or height is None:
            if view.ndim != 3 or view.shape is None or view.shape[2] not in (3, 4) or view.itemsize != 1:
                raise InvalidArgumentError(
                    "without width and height, pixels are an array of bytes in (rows, columns, 4) or (rows, columns, 3), "
                    f"not {view.format!r} in {view.shape}"
                )
            height, width = view.shape[:2]
        bitmap, data = cls(width, height), view.tobytes()
        width, height = bitmap.size
        channels = 3 if len(data) == 3 * width * height else 4
        if len(data) != channels * width * height:
            raise InvalidArgumentError(f"{width} x {height} pixels are {4 * width * height} bytes, or without alpha "
                                       f"{3 * width * height}, not {len(data)}")  # fmt: skip
        bitmap[:] = premultiplied(data, channels)
        return bitmap

    @classmethod
    def from_pil(cls, image: Any) -> "Bitmap":
        """From a PIL.Image of any mode."""
        if not hasattr(image, "convert") or not hasattr(image, "size"):
            raise TypeError(f"image is a PIL.Image, not {image!r}; Bitmap.read() reads the path or the bytes of a file")
        return cls.from_rgba(image.convert("RGBA").tobytes(), *image.size)

    def copy(self) -> "Bitmap":
        """A copy of the bitmap."""
        other = Bitmap(self.width, self.height)
        other[:] = self
        return other

    __copy__ = copy

    def __deepcopy__(self, known: Any) -> "Bitmap":
        return self.copy()

    # ---- What would change the number of bytes ----

    def __setitem__(self, key: Any, value: Any) -> None:
        """Sets bytes; a slice gets as many as it has."""
        if isinstance(key, slice):
            count = len(range(*key.indices(len(self))))
            try:
                value = memoryview(value).cast("B") if not isinstance(value, (bytes, bytearray)) else value
            except TypeError:
                value = bytes(value)
            if len(value) != count:
                raise InvalidArgumentError(f"this slice of the bitmap has {count} bytes, not {len(value)}: its size is fixed")
        super().__setitem__(key, value)

    def _refuse_to_resize(self, *arguments: Any, **keywords: Any) -> Any:
        """A bitmap has as many bytes as its pixels need: raises InvalidStateError. bytearray(bitmap) is a copy that may
        grow and shrink."""
        raise InvalidStateError(
            f"a bitmap of {self.width} x {self.height} pixels always has {4 * self.width * self.height} bytes; "
            "bytearray(bitmap) is a copy that may grow and shrink"
        )

    __delitem__ = __iadd__ = __imul__ = _refuse_to_resize
    append = clear = extend = insert = pop = remove = _refuse_to_resize

    def __eq__(self, other: object) -> bool:
        """Equal size and pixels; other objects must have the same bytes."""
        if isinstance(other, Bitmap) and (self.size, self.format) != (other.size, other.format):
            return False
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _again, (self.width, self.height, bytes(self))

    @property
    def data(self) -> memoryview:
        """The memory, as bytes."""
        return memoryview(self)

    __repr__ = PixelBuffer.__repr__
    __str__ = __repr__  # print() would show every byte


def _again(width: int, height: int, pixels: bytes) -> Bitmap:
    """A bitmap from another process."""
    bitmap = Bitmap(width, height)
    bitmap[:] = pixels
    return bitmap


class BitmapView(PixelBuffer):
    """Pixels in memory of another owner (an array, shared memory, a window's surface), without a copy.

    Without a `stride`, rows are contiguous or, in an array of (rows, columns) or (rows, columns, 4), those of the
    array, of which the view is the upper left corner.
    """

    def __init__(
        self,
        buffer: Any,
        width: int,
        height: int,
        stride: Optional[int] = None,
        format: PixelFormat = PixelFormat.ARGB32,
    ) -> None:
        view = _bytes_of(buffer)
        if view.readonly:
            raise InvalidArgumentError("the buffer is read-only")
        self._view = view
        self.width, self.height = width, height
        self.format = format
        own = _row_of(buffer, width, height, self.bytes_per_pixel) if stride is None else None
        self.stride = stride if stride is not None else self.bytes_per_pixel * width if own is None else own
        self.to_c()  # says now what is too small

    @property
    def data(self) -> memoryview:
        """The memory, as bytes: the one that was given."""
        return self._view

    @classmethod
    def _reading(cls, buffer: Any, width: int, height: int) -> "BitmapView":
        """A view to read from: read-only memory is copied."""
        view = _bytes_of(buffer)
        return cls(bytearray(view) if view.readonly else view, width, height)


def _memory(name: str, value: Any) -> memoryview:
    try:
        return memoryview(value)
    except TypeError:
        raise TypeError(f"{name} is an array, bytes or another object with a buffer, not {value!r}") from None


def _bytes_of(buffer: Any) -> memoryview:
    view = _memory("buffer", buffer)
    if not view.c_contiguous:
        raise InvalidArgumentError("the rows of the buffer are not contiguous: use a contiguous buffer, and pass its stride")
    return view.cast("B")


def _row_of(buffer: Any, width: int, height: int, pixel: int) -> Optional[int]:
    """The bytes from row to row of a two-dimensional array; None for other memory."""
    view = memoryview(buffer)
    shape = view.shape or ()
    if len(shape) != 3 and (len(shape) != 2 or view.itemsize == 1):
        return None
    rows, columns = shape[:2]
    found = view.itemsize * (shape[2] if len(shape) == 3 else 1)
    if found != pixel or view.itemsize not in (1, pixel) or view.format in ("f", "e"):
        raise InvalidArgumentError(
            f"an array of pixels has {pixel} bytes a pixel, uint8 of (rows, columns, {pixel}) or uint{8 * pixel} of (rows, columns), "
            f"not {view.format!r} of {shape}; Bitmap.from_rgba() copies others"
        )
    if width > columns or height > rows:
        raise InvalidArgumentError(f"the array has {columns} x {rows} pixels, too few for {width} x {height}")
    return pixel * columns


def new_image(context: int, bitmap: Any) -> int:
    """A reference to a picture of these pixels, which the caller releases."""
    handle = ctypes.c_void_p()
    check(lib.lamina_image_create(context, ctypes.byref(bitmap), ctypes.byref(handle)))
    return handle.value or 0
