"""Rows of a template in the tasks of an executor of concurrent.futures."""
from __future__ import annotations

import collections
import itertools
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Tuple, Union

from ._rows import Picture, PictureFile, Row, RowOptions, job_pictures, picture_file
from ._template_json import image_json
from .bitmap import PixelBuffer
from .context import Context
from .drawing import Drawing
from .errors import InvalidArgumentError, LaminaError, error_for
from .shared_image import SharedImage

if TYPE_CHECKING:
    import concurrent.futures

_elsewhere = threading.local()


def _render_chunk(text: bytes, rows: List[Row], options: RowOptions) -> List[Tuple[int, int, int, Any]]:
    """Runs in a task of an executor: (width, height, stride, bytes) of each row, or (0, 0, status, sentence)."""
    context = getattr(_elsewhere, "context", None)
    if context is None or context.closed or _elsewhere.process != os.getpid():
        context = _elsewhere.context = Context(0)  # the tasks are the threads
        _elsewhere.process = os.getpid()
    done: List[Tuple[int, int, int, Any]] = []
    for found in job_pictures(context, text, rows, options, None):
        if isinstance(found, LaminaError):
            done.append((0, 0, int(found.status), str(found)))
        elif isinstance(found, PictureFile):
            done.append((found.width, found.height, 0, bytes(found)))
        else:
            done.append((found.width, found.height, found.stride, bytearray(found.data)))
    return done


def _portable(row: Row) -> "Union[Row, LaminaError]":
    """A row that can be sent to another process: drawings and pictures as JSON says them. An error where that cannot be."""
    if not isinstance(row, Mapping):
        return row
    changed: Dict[str, Any] = {}
    try:
        for name, value in row.items():
            if isinstance(value, Drawing):
                changed[name] = value.to_json()
            elif isinstance(value, PixelBuffer):
                changed[name] = image_json(value.to_c())
            elif isinstance(value, SharedImage):
                return InvalidArgumentError(f"{name} is a SharedImage, which stays in its context; tasks of an executor take a bitmap")
    except LaminaError as error:
        return error
    return {**row, **changed} if changed else row


def _as_it_is(row: Row) -> Row:
    return row


def render_elsewhere(
    text: bytes, rows: Iterable[Row], options: RowOptions, executor: "concurrent.futures.Executor", chunk_size: int
) -> Iterator[Any]:
    from concurrent.futures import ThreadPoolExecutor

    waiting, number = iter(rows), 0
    # Threads take rows as they are; what other executors there are sends them who knows where.
    prepared: "Callable[[Row], Any]" = _as_it_is if isinstance(executor, ThreadPoolExecutor) else _portable
    # Enough that no task waits for this loop.
    limit = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    futures: "collections.deque[Any]" = collections.deque()
    try:
        while True:
            while len(futures) < limit:
                chunk = [prepared(row) for row in itertools.islice(waiting, chunk_size)]
                if not chunk:
                    break
                futures.append(executor.submit(_render_chunk, text, chunk, options))
            if not futures:
                return
            for width, height, stride, data in futures.popleft().result():
                yield _from_elsewhere(number, width, height, stride, data)
                number += 1
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
