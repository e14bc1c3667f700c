"""Rows of a template on their way to pictures: the C handles, and their results."""
from __future__ import annotations

import ctypes
import itertools
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _callbacks, _ffi, _lifetime
from ._arguments import c_path, integer, number, of_kind
from ._handle import Handle
from ._library import lib
from ._sentences import in_python
from ._row_values import RowReader, as_mapping, give_values, is_steps, read_value, row_json
from .bitmap import Bitmap, BitmapView, PixelBuffer, encode_options
from .context import Context, Limits
from .drawing import Drawing
from .errors import InvalidArgumentError, LaminaError, check, error_for
from .geometry import ColorLike, c_color
from .image import Image

Row = Union[Mapping[str, Any], Sequence[Any], str, bytes]
_TIMED_OUT = int(_ffi.Status.ERROR_TIMED_OUT)
_SLICE_US = 100_000  # a wait comes back to Python this often, so that Ctrl-C ends it


class Picture(BitmapView):
    """The picture of a row: pixels in memory of the library, which is released when this and all views of it are
    gone."""

    row: int

    # What a Bitmap has as a bytearray. There is no buffer protocol: rows may have gaps between them, which whoever took
    # the memory for pixels without gaps would show as a skewed picture, at some widths only. `data` and `stride` say
    # both.

    def __len__(self) -> int:
        return 4 * self.width * self.height

    def __bytes__(self) -> bytes:
        return self._packed().tobytes()

    def copy(self) -> Bitmap:
        """A bitmap with the same pixels."""
        bitmap = Bitmap(self.width, self.height)
        bitmap[:] = self._packed()
        return bitmap

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PixelBuffer) or other.format != self.format:
            return NotImplemented
        return self.size == other.size and bytes(self) == other._packed().tobytes()

    __hash__ = None  # type: ignore[assignment]  # as that of all whose contents may change

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _picture_again, (bytes(self), self.width, self.height, self.row)

    def __repr__(self) -> str:
        return f"<lamina.Picture of row {self.row}, {self.width} x {self.height}>"


def _picture_again(pixels: bytes, width: int, height: int, row: int) -> Picture:
    """A picture from another process, or a copy, in memory of its own."""
    picture = Picture(bytearray(pixels), width, height)
    picture.row = row
    return picture


class PictureFile(bytes):
    """The picture of a row as the bytes of a file."""

    row: int = -1
    width: int = 0
    height: int = 0

    def __repr__(self) -> str:
        return f"<lamina.{type(self).__name__} of row {self.row}, {self.width} x {self.height}, {len(self):,} bytes>"

    __str__ = __repr__  # print() would show every byte


class PngPicture(PictureFile):
    """The same of a PNG file."""

    def _repr_png_(self) -> bytes:
        return bytes(self)


class JpegPicture(PictureFile):
    """The same of a JPEG file."""

    def _repr_jpeg_(self) -> bytes:
        return bytes(self)


def picture_file(data: bytes) -> PictureFile:
    """The bytes of a file, with the class of its format."""
    kind = PngPicture if data.startswith(b"\x89PNG") else JpegPicture if data.startswith(b"\xff\xd8\xff") else PictureFile
    return kind(data)


class RowOptions(NamedTuple):
    """The options for drawing rows; the keywords of Template.render()."""

    format: str = "bitmap"
    scale: float = 1.0
    background: Optional[ColorLike] = None
    look_ahead: int = 0
    image_folder: "Union[str, os.PathLike[str], None]" = None
    quality: int = 85
    lossless: bool = False
    outside_images: bool = False
    urls: bool = False
    limits: Optional[Limits] = None


def wants_rows(rows: Any, are_async: bool = False) -> Any:
    """An iterable of rows, of all that a list takes; TypeError for what is none."""
    if type(rows).__module__.partition(".")[0] in ("lamina", "pandas", "polars", "pyarrow", "sqlite3"):
        from .row_sources import named_rows

        rows = named_rows(rows)
    if isinstance(rows, (str, bytes, Mapping)) or not (are_async or hasattr(rows, "__iter__")):
        raise TypeError(f"rows are a list or another iterable of rows, [row] for one, not {rows!r}")
    return rows


_lent_types: Dict[int, Any] = {}


def _lent_memory(size: int) -> Any:
    """A type of memory lent by the library: views keep it, and when all are gone it is released."""
    found = _lent_types.get(size)
    if found is None:

        def give_back(self: Any, release: Any = lib.lamina_picture_release) -> None:
            release(self.picture)

        found = type("LentMemory", (ctypes.c_char * size,), {"picture": None, "__del__": give_back})
        if len(_lent_types) >= 64:
            _lent_types.clear()
        _lent_types[size] = found
    return found


class NativeTemplate(Handle):
    _kind = "template"

    def __init__(self, context: Context, text: bytes) -> None:
        handle = ctypes.c_void_p()
        owner = of_kind("context", Context, context).handle
        check(lib.lamina_template_create(owner, text, len(text), ctypes.byref(handle)))
        self._own(context, handle.value)
        self.text = text

    @property
    def slots(self) -> "Tuple[str, ...]":
        count = lib.lamina_template_get_slot_count(self.handle)
        return tuple(self._slot(index) for index in range(count))

    def _slot(self, index: int) -> str:
        return self._copy_text(lambda buffer, size: lib.lamina_template_read_slot_name(self.handle, index, buffer, size))


class Job(Handle):
    _kind = "job"

    def __init__(self, template: NativeTemplate, given: RowOptions, workers: Optional[int]) -> None:
        options, color = _ffi.lamina_job_options(), None
        options.scale = number("scale", given.scale)
        if given.format != "bitmap":
            encoding = encode_options(given.format, given.quality, given.lossless)
            options.encoding = ctypes.pointer(encoding)
        options.look_ahead = integer("look_ahead", given.look_ahead, 0, 10_000)
        options.worker_limit = 0 if workers is None else integer("workers", workers, 1, 64)
        if given.background is not None:
            color = c_color(given.background, "background")
            options.background = ctypes.pointer(color)
        options.image_folder = None if given.image_folder is None else c_path(given.image_folder, "image_folder")
        options.allows_outside_images, options.allows_urls = given.outside_images, given.urls
        if given.limits is not None:
            options.limits = ctypes.pointer(given.limits.to_c())
        handle = ctypes.c_void_p()
        check(lib.lamina_job_create(template.handle, ctypes.byref(options), ctypes.byref(handle)))
        self._own(template.context, handle.value)
        threads = lib.lamina_context_get_thread_count(template.context.handle)
        self.ahead = options.look_ahead or 2 * max(8, 8 * threads)
        # Several rows at a time cost less than one after each picture; fewer than these, and a worker may find none.
        self._least = min(self.ahead, max((self.ahead + 1) // 2, 2 * threads))
        self._slots = template.slots
        self._reader = RowReader(self._slots, template.text)
        self.picture = _ffi.lamina_picture_info()
        self._picture_reference = ctypes.byref(self.picture)
        self.failures: Dict[int, LaminaError] = {}
        self.added = 0
        self.is_complete = False
        self._ending: Optional[Exception] = None

    def close(self) -> None:
        """Releases the reference. Pictures not drawn yet are cancelled."""
        if self._is_open:
            lib.lamina_job_cancel(self._handle)
        super().close()

    def fill(self, rows: "Iterator[Row]", taken: int) -> None:
        """Adds rows until there are `ahead` more than pictures requested, including the one after `taken`: a row must
        be ready when a worker is free, also while the last picture is in use."""
        asked = taken + 1
        if self.is_complete or self.added >= asked + self._least:
            return
        wanted = asked + self.ahead
        while not self.is_complete and self.added < wanted:
            # A few at a time, so that workers begin while rows that take their time are fetched.
            self._take(rows, min(8, wanted - self.added))

    def _take(self, rows: "Iterator[Row]", count: int) -> None:
        """Takes so many rows. Each is copied before the next one is taken, so that one dict or bitmap may be reused for
        all.

        Rows with a text for each slot, which nearly all are, wait here as lines of a table, and are added in one call.
        """
        slots, breaks, typed = self._slots, max(0, len(self._slots) - 1), self._reader.typed
        lines: List[str] = []
        wanted = self.added + count
        try:
            for row in itertools.islice(rows, count):
                if type(row) is dict and not typed:
                    try:
                        line = "\0".join(map(row.get, slots))  # type: ignore[arg-type]
                    except TypeError:
                        pass  # other values, or one that is missing
                    else:
                        if line.count("\0") == breaks:
                            lines.append(line)
                            continue
                self._add_lines(lines)
                lines = []
                self.add(row)
        except Exception as error:  # the pictures of the rows before it come first
            self._ending = error
        self._add_lines(lines)
        self.is_complete = self.added < wanted

    def end(self) -> None:
        """Raises the exception that ended the rows early."""
        ending, self._ending = self._ending, None
        if ending is not None:
            raise ending

    def add(self, row: Union[Row, LaminaError]) -> None:
        """Adds a row; errors in it are returned in its place."""
        try:
            check(self._add(row))
        except (LaminaError, TypeError, ValueError) as error:
            self.failures[self.added] = error if isinstance(error, LaminaError) else InvalidArgumentError(str(error))
            check(lib.lamina_job_add_row_json(self.handle, b"{}", 2))
        self.added += 1

    def _add_lines(self, lines: "List[str]") -> None:
        """Adds rows as lines, with a text for each slot, separated by NULs."""
        if not lines:
            return
        try:
            table = ("\0".join(lines) + "\0").encode() if self._slots else b""
            is_added = not lib.lamina_job_add_text_rows(self.handle, table, len(table), len(lines))
        except UnicodeEncodeError:  # a lone surrogate
            is_added = False
        if is_added:
            self.added += len(lines)
        else:
            for line in lines:
                self.add(dict(zip(self._slots, line.split("\0"))))

    def _add(self, row: Union[Row, LaminaError]) -> int:
        if isinstance(row, LaminaError):
            raise row  # what came out when the row was made ready to travel
        row = as_mapping(row)
        if isinstance(row, Mapping):
            values, is_native = self._reader.read(row)
            if is_native:
                return self._add_native(values)
            text = row_json(values)
        elif isinstance(row, (str, bytes)):
            text = row if isinstance(row, bytes) else row.encode("utf-8", "surrogatepass")
        else:
            raise TypeError(f"a row is a mapping, a sequence of values or JSON text, not {type(row).__name__}")
        return int(lib.lamina_job_add_row_json(self.handle, text, len(text)))

    def _add_native(self, values: Dict[str, Any]) -> int:
        """Bitmaps, drawings and images are passed directly: the library copies pixels here. Steps of a drawing exist
        only as JSON; a row with some is passed as JSON as a whole."""
        if any(is_steps(value) or slot in self._reader.repeated for slot, value in values.items()):
            images = [slot for slot, value in values.items() if isinstance(value, (PixelBuffer, Image))]
            if all(map(self._reader.is_image, images)):
                text = row_json({slot: self._json(value) for slot, value in values.items()})
                return int(lib.lamina_job_add_row_json(self.handle, text, len(text)))
            # Some image is where none can be: as JSON it would be text. The library says so, whatever the steps are.
            values = {slot: Drawing() if is_steps(value) else value for slot, value in values.items()}
        return give_values(values, self.context, lambda array, count: lib.lamina_job_add_row(self.handle, array, count))

    def _json(self, value: Any) -> Any:
        if isinstance(value, Drawing):
            return value.to_json()
        if isinstance(value, Image):  # its pixels are to be had as a picture
            with NativeTemplate(self.context, b'{"root":{"kind":"image","image":"{image}"}}') as template:
                with Job(template, RowOptions(), None) as job:
                    job.add({"image": value})
                    value = job.next()
            if isinstance(value, LaminaError):
                raise value
        return read_value("", value.encode("png"), lambda _: True) if isinstance(value, PixelBuffer) else value

    def next(self) -> Any:
        """The next picture, or the exception in its place."""
        status = _TIMED_OUT
        while status == _TIMED_OUT:
            status = lib.lamina_job_wait_picture(self.handle, _SLICE_US, self._picture_reference)
        check(status)
        return self._found()

    def poll(self) -> Any:
        """The same if it is ready; otherwise None."""
        status = lib.lamina_job_wait_picture(self.handle, 0, self._picture_reference)
        if status == _TIMED_OUT:
            return None
        check(status)
        return self._found()

    def on_ready(self, call: "Callable[[], Any]") -> None:
        """Calls `call` in the context's process when the next picture is ready."""
        key = _callbacks.keep(_callbacks.Entry(self.context, call))
        check(lib.lamina_job_add_observer(self.handle, _callbacks.job_ready, key, _callbacks.destroy, None))

    def _found(self) -> Any:
        found = self.picture
        failure = self.failures.pop(found.row, None)
        if failure is None and found.status:
            failure = error_for(found.status, in_python((found.message or b"").decode("utf-8", "replace")))
        if failure is not None:
            lib.lamina_picture_release(found.picture)
            _lifetime.end_thread_of(self.context)  # before what ended with the interpreter is called an error
            failure.row = found.row
            return failure
        address = found.data or 0
        if not found.stride:
            file = picture_file(ctypes.string_at(address, found.data_size))
            lib.lamina_picture_release(found.picture)
            file.row, file.width, file.height = found.row, found.width, found.height
            return file
        memory = _lent_memory(found.data_size).from_address(address)
        memory.picture = found.picture
        picture = Picture.__new__(Picture)  # nothing of it has to be checked
        picture._view = memoryview(memory).cast("B")
        picture.width, picture.height, picture.stride, picture.row = found.width, found.height, found.stride, found.row
        return picture


def job_pictures(
    context: Context, text: bytes, rows: Iterable[Row], options: RowOptions, workers: Optional[int]
) -> Iterator[Any]:
    with NativeTemplate(context, text) as template, Job(template, options, workers) as job:
        taken, waiting = 0, iter(rows)
        while True:
            job.fill(waiting, taken)
            if taken == job.added:
                return job.end()
            found = job.next()
            taken += 1
            yield found
