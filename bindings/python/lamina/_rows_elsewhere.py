"""Rows of a template in the tasks of an executor of concurrent.futures."""
from __future__ import annotations

import collections
import itertools
import json
import os
import threading
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from ._row_values import RowReader, as_mapping, dumps, is_steps
from ._rows import Picture, PictureFile, Row, RowOptions, job_pictures, picture_file
from .bitmap import BitmapView, PixelBuffer
from .context import Context
from .drawing import Drawing
from .errors import InvalidArgumentError, LaminaError, error_for
from .image import Image

if TYPE_CHECKING:
    import concurrent.futures

_elsewhere = threading.local()


def _render_chunk(text: bytes, rows: List[Any], options: RowOptions) -> List[Tuple[int, int, int, Any]]:
    """Runs in a task of an executor: (width, height, stride, bytes) of each row, or (0, 0, status, sentence)."""
    context = getattr(_elsewhere, "context", None)
    if context is None or context.closed or _elsewhere.process != os.getpid():
        context = _elsewhere.context = Context(0)  # the tasks are the threads
        _elsewhere.process = os.getpid()
    done: List[Tuple[int, int, int, Any]] = []
    for found in job_pictures(context, text, rows, options, None):
        if isinstance(found, LaminaError):
            done.append((0, 0, int(found.status or 0), str(found)))
        elif isinstance(found, PictureFile):
            done.append((found.width, found.height, 0, bytes(found)))
        else:
            done.append((found.width, found.height, found.stride, bytearray(found.data)))
    return done


class _Pixels(BitmapView):
    """A copy of pixels from the time when their row was taken, to be sent."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _Pixels, (bytearray(self.data), self.width, self.height, self.stride, self.format)


class _Packer:
    """Prepares rows for other threads or processes: each is copied when it is taken, and shares nothing with its
    producer.

    A chunk of rows has one copy of a bitmap, or drawing, that several of them show unchanged.
    """

    def __init__(self, reader: RowReader, stays: bool) -> None:
        self._reader, self._stays = reader, stays
        # of an object by its id: the object, which so keeps it, the copy, its memory
        self._copies: Dict[int, Tuple[Any, Any, Any]] = {}

    def chunk(self, rows: "Iterator[Row]", size: int) -> "Tuple[List[Union[Row, LaminaError]], Optional[Exception]]":
        """The next rows, and the exception that ended them early."""
        found: "List[Union[Row, LaminaError]]" = []
        self._copies.clear()
        try:
            for row in itertools.islice(rows, size):
                found.append(self._packed(row))
        except Exception as error:
            return found, error
        return found, None

    def _packed(self, row: Row) -> "Union[Row, LaminaError]":
        if isinstance(row, str):
            return str.__str__(row)
        if isinstance(row, bytes):
            return bytes(row)
        row = as_mapping(row)
        if not isinstance(row, Mapping):
            return InvalidArgumentError(f"a row is a mapping, a sequence of values or JSON text, not {type(row).__name__}")
        try:
            values, _ = self._reader.read(row)
            return {slot: self._portable(slot, value) for slot, value in values.items()}
        except (LaminaError, TypeError, ValueError) as error:
            return error if isinstance(error, LaminaError) else InvalidArgumentError(str(error))

    def _portable(self, slot: str, value: Any) -> Any:
        """A value in the form in which it is sent."""
        if isinstance(value, PixelBuffer):
            return self._pixels(value)
        if isinstance(value, Image):
            raise InvalidArgumentError(f"{slot} is an Image, which stays in its context; tasks of an executor take a bitmap")
        if isinstance(value, Drawing):
            return self._drawing(value) if self._stays else value.to_json()
        if is_steps(value):
            try:
                return json.loads(dumps(value))
            except (TypeError, ValueError) as error:
                raise InvalidArgumentError(f"the slot {slot!r}: {error}") from None
        return value

    def _pixels(self, value: PixelBuffer) -> _Pixels:
        data = bytes(value.data[: value.stride * (value.height - 1) + value.bytes_per_pixel * value.width])
        known = self._copies.get(id(value))
        if known is None or known[2] != data or known[1].size != value.size:
            memory = bytearray(data)
            known = self._copies[id(value)] = (value, _Pixels(memory, value.width, value.height, value.stride, value.format), memory)
        found: _Pixels = known[1]
        return found

    def _drawing(self, value: Drawing) -> Drawing:
        """Steps are added to a drawing, and none is changed."""
        known = self._copies.get(id(value))
        if known is None or len(known[1]._steps) != len(value._steps):
            copy = Drawing()
            copy._steps = list(value._steps)
            known = self._copies[id(value)] = (value, copy, None)
        found: Drawing = known[1]
        return found


def render_elsewhere(
    text: bytes, slots: "Tuple[str, ...]", rows: Iterable[Row], options: RowOptions, executor: "concurrent.futures.Executor",
    chunk_size: int,
) -> Iterator[Any]:  # fmt: skip
    from concurrent.futures import ThreadPoolExecutor

    waiting, number = iter(rows), 0
    # What other executors there are sends rows who knows where.
    packer = _Packer(RowReader(slots, text), isinstance(executor, ThreadPoolExecutor))
    # Enough that no task waits for this loop.
    limit = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    futures: "collections.deque[Any]" = collections.deque()
    is_complete, ending = False, None
    try:
        while True:
            while len(futures) < limit and not is_complete:
                chunk, ending = packer.chunk(waiting, chunk_size)
                is_complete = len(chunk) < chunk_size
                if chunk:
                    futures.append(executor.submit(_render_chunk, text, chunk, options))
            if not futures:
                break
            for width, height, stride, data in futures.popleft().result():
                yield _from_elsewhere(number, width, height, stride, data)
                number += 1
        if ending is not None:  # the pictures of the rows before it came first
            raise ending
    finally:
        for future in futures:
            future.cancel()


def _from_elsewhere(row: int, width: int, height: int, stride: int, data: Any) -> Any:
    found: Any
    if not width:
        found = error_for(stride, data)
    elif not stride:
        found = picture_file(data)
        found.width, found.height = width, height
    else:
        found = Picture(data, width, height, stride)
    found.row = row
    return found
