"""Rows of a template in the tasks of an executor of concurrent.futures."""
from __future__ import annotations

import collections
import itertools
import os
import threading
from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, Tuple

from ._rows import Picture, PngPicture, Row, RowOptions, job_pictures
from .context import Context
from .errors import LaminaError, error_for

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
        elif isinstance(found, PngPicture):
            done.append((found.width, found.height, 0, bytes(found)))
        else:
            done.append((found.width, found.height, found.stride, bytearray(found.data)))
    return done


def render_elsewhere(
    text: bytes, rows: Iterable[Row], options: RowOptions, executor: "concurrent.futures.Executor", chunk_size: int
) -> Iterator[Any]:
    waiting, number = iter(rows), 0
    # Enough that no task waits for this loop.
    limit = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    futures: "collections.deque[Any]" = collections.deque()
    try:
        while True:
            while len(futures) < limit:
                chunk = list(itertools.islice(waiting, chunk_size))
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
        found = PngPicture(data)
        found.width, found.height = width, height
    else:
        found = Picture(data, width, height, stride)
    found.row = row
    return found
