"""Python functions as C callbacks of loads; see _callbacks."""
from __future__ import annotations

import ctypes
from typing import Any, Optional

from . import _callbacks, _ffi
from ._callbacks import kept
from ._library import lib


def _progress(bytes_: int, count: int, total: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None and entry.second is not None:
        entry.call(entry.second, ctypes.string_at(bytes_, count), total or None)


def _end(result: Any, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.first, result.contents)


def _start(context: Optional[int], request: int, url: bytes, priority: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is None:
        return

    def begin() -> None:
        try:
            entry.first(request, url.decode(), _ffi.LoadPriority(priority))
        except BaseException as error:
            # Who raises has begun nothing: nobody else would end the load, whose failure says what was raised.
            said = f"{type(error).__name__}: {error}".replace("\0", " ").encode("utf-8", "replace")
            lib.lamina_context_end_failed_load(context, request, _ffi.Status.ERROR_BACKEND, 0, said)
            if not isinstance(error, Exception):  # Ctrl-C
                raise
            _callbacks._logger().debug("a loader raised", exc_info=error)

    entry.call(begin)


def _cancel(context: Optional[int], request: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None and entry.second is not None:
        entry.call(entry.second, request)


def _priority(context: Optional[int], request: int, priority: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None and entry.extra is not None:
        entry.call(entry.extra, request, _ffi.LoadPriority(priority))


progress = _ffi.lamina_context_load_progress_fn(_progress)
end = _ffi.lamina_context_load_end_fn(_end)
start = _ffi.lamina_context_load_start_fn(_start)
cancel = _ffi.lamina_context_load_cancel_fn(_cancel)
priority = _ffi.lamina_context_load_priority_fn(_priority)
