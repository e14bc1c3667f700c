"""Bytes by their URLs: files, data URLs, servers, and schemes that a program serves itself."""
from __future__ import annotations

import ctypes
import os
import threading
import time
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, List, Optional, Union

from . import _callbacks, _ffi, _lifetime, _load_callbacks
from ._arguments import c_path, c_string, c_text, integer, microseconds, number, of_kind
from ._handle import Handle
from ._library import lib
from ._record import field_names, record
from .errors import CancelledError, InvalidStateError, TimedOutError, check, error_for
from .style import enum_value

if TYPE_CHECKING:
    import asyncio

    from ._enum_names import LoadPriorityLike
    from ._ffi import LoadPriority, LoadSource, Status
    from .context import Context


@record(frozen=True)
class LoadedData:
    """What a URL stands for."""

    data: bytes
    #: Where it came from, after redirects.
    url: str
    #: As the server said, "" for nothing.
    content_type: str
    #: 0 when no server responded.
    http_status: int
    source: LoadSource
    #: Older than the server allows, but it could not be asked.
    is_stale: bool


@record(frozen=True)
class LoaderStatistics:
    """Loads since the context was created, and what the cache holds."""

    started: int
    joined: int
    failed: int
    hits: int
    validated: int
    misses: int
    network_bytes: int
    cached_responses: int
    cached_bytes: int


@record(frozen=True)
class CachedResponse:
    """A response in the cache."""

    size: int
    http_status: int
    #: In seconds.
    age: int
    #: "fresh"; "stale": used after the server was asked; "part": it was cut.
    state: str
    url: str


def _text(value: Optional[bytes]) -> str:
    return (value or b"").decode("utf-8", "replace")


def _count(name: str, value: Optional[int]) -> int:
    """As options say it: 0 for the default, -1 for none."""
    return 0 if value is None else integer(name, value, 0, 100) or -1


class PendingLoad:
    """A load that is under way. `await` it, or call `result()`.

    It ends inside process() of the context, whoever calls that: an asyncio loop, your own loop, or result().
    """

    def __init__(self, context: "Context") -> None:
        # Weak: until the load ends C holds this object, which must not keep its context alive.
        self._reference = weakref.ref(context)
        self._number = 0
        self._is_done = False
        self._found: Optional[LoadedData] = None
        self._error: Optional[BaseException] = None
        self._ended = threading.Event()
        self._futures: "List[asyncio.Future[None]]" = []

    def _finish(self, result: Any) -> None:
        """Takes the result, on the owner thread."""
        self._found = LoadedData(
            ctypes.string_at(result.content, result.byte_count) if result.byte_count else b"", _text(result.url),
            _text(result.content_type), result.http_status, _ffi.LoadSource(result.source), bool(result.is_stale))  # fmt: skip
        if result.status:
            self._error = error_for(result.status, _text(result.message))
            self._error.__dict__["response"] = self._found
        self._is_done = True
        self._ended.set()
        for future in self._futures:
            if not future.done():
                future.set_result(None)

    def _alive(self) -> "Context":
        context = self._reference()
        if context is None or context.closed:
            raise CancelledError("the context was closed before the load ended")
        return context

    def __repr__(self) -> str:
        state = "under way" if not self._is_done else "failed" if self._error is not None else "done"
        return f"<lamina.PendingLoad {state}>"

    def done(self) -> bool:
        """Whether it has ended."""
        return self._is_done

    def cancel(self) -> bool:
        """Ends it early: its result is a CancelledError. False if it has ended already."""
        status = lib.lamina_context_cancel_load(self._alive().handle, self._number)
        if status != _ffi.Status.ERROR_INVALID_STATE:
            check(status)
        return status == _ffi.Status.OK

    def set_priority(self, priority: LoadPriorityLike) -> None:
        """Changes which load goes first. InvalidStateError if it has ended."""
        value = enum_value("priority", _ffi.LoadPriority, priority)
        check(lib.lamina_context_set_load_priority(self._alive().handle, self._number, value))

    def result(self, timeout: Optional[float] = None) -> LoadedData:
        """What was loaded, or the exception that says why not; TimedOutError after `timeout` seconds. On the owner
        thread it processes the context meanwhile; on another thread it waits for the owner to do so.

        An exception about a response of a server has that as its `response`: its status, and what came with it.
        """
        if not self._is_done and _lifetime.is_on_worker():
            raise InvalidStateError("a drawing or operation cannot wait for a load: workers wait for nobody")
        end = None if timeout is None else time.monotonic() + number("timeout", timeout)
        while not self._is_done:
            context = self._alive()
            left = 0.1 if end is None else min(0.1, end - time.monotonic())
            if left <= 0:
                raise TimedOutError(f"the load did not end within {timeout} seconds")
            if context._owner_thread == threading.get_ident():
                from .pictures import _sleep

                context.process()
                if not self._is_done:
                    _sleep(context, left)
            else:
                self._ended.wait(left)
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found

    def __await__(self) -> Generator[Any, None, LoadedData]:
        if not self._is_done:
            import asyncio

            driver = self._alive()._driver_in(asyncio.get_running_loop())
            if driver is None:
                raise InvalidStateError(
                    "nothing drives the context: use `async with Context()`, or call its attach() in the asyncio loop"
                )
            future = driver.loop.create_future()
            self._futures.append(future)
            try:
                yield from driver.wait(future).__await__()
            except asyncio.CancelledError:
                # A coroutine that gave up was the only one to want it.
                if self._futures == [future] and not self._is_done:
                    self.cancel()
                raise
            finally:
                self._futures.remove(future)
        return self.result()


class Loading(Handle):
    """The part of a Context that loads."""

    def load(
        self,
        url: str,
        *,
        reload: bool = False,
        only_cached: bool = False,
        store: bool = True,
        priority: LoadPriorityLike = "normal",
        headers: Optional[Dict[str, str]] = None,
        progress: Optional[Callable[[bytes, Optional[int]], Any]] = None,
    ) -> PendingLoad:
        """Loads a `file:`, `data:`, `http:` or `https:` URL, or one of a scheme that you serve; from any thread.

        `(await context.load("https://example.org/a.png")).data`. `reload` asks the server whether what is in the cache
        is current; `only_cached` asks no server; without `store` nothing of the response is kept. `headers` are more
        fields for servers; Authorization and Cookie go to the URL's own origin alone. `progress` is called on the owner
        thread with all bytes so far and, if known, how many it will be.
        """
        context: Any = self
        options = _ffi.lamina_load_options()
        flags = _ffi.LoadFlags
        options.flags = (flags.RELOAD if reload else 0) | (flags.ONLY_CACHED if only_cached else 0) | (0 if store else flags.NO_STORE)
        options.priority = enum_value("priority", _ffi.LoadPriority, priority)
        lines = [f"{name}: {value}" for name, value in of_kind("headers", dict, headers or {}).items()]
        if any("\n" in line for line in lines):
            raise ValueError("headers has a newline in a name or value")
        options.headers = c_string("headers", "\n".join(lines)) if lines else None
        given, pending, found = c_text("url", url), PendingLoad(context), ctypes.c_uint64()
        handle = self.handle
        key = _callbacks.keep(_callbacks.Entry(context, pending._finish, progress))
        check(lib.lamina_context_load(
            handle, given, len(given), ctypes.byref(options),
            _callbacks.null(_load_callbacks.progress) if progress is None else _load_callbacks.progress,
            _load_callbacks.end, key, _callbacks.destroy, ctypes.byref(found)))  # fmt: skip
        pending._number = found.value
        return pending

    def set_loader_options(
        self,
        *,
        cache_folder: Union[str, "os.PathLike[str]", None] = None,
        cache_bytes: int = 0,
        files: bool = True,
        plain_http: bool = True,
        private_addresses: bool = True,
        max_redirects: Optional[int] = None,
        max_retries: Optional[int] = None,
        max_bytes: int = 0,
        timeout: float = 0.0,
        user_agent: Optional[str] = None,
    ) -> None:
        """What all loads of the context are held to; before the first.

        `cache_folder` keeps responses on disk, for several processes; without it they are in memory. `files`,
        `plain_http` and `private_addresses` (of this machine and its own networks) can be refused. 0 and None stand for
        the defaults: 10 redirects, 2 retries, 64 MiB for a response, 60 seconds for a load, 256 MiB in a folder, 32 MiB
        in memory.
        """
        refused = _ffi.LoaderFlags
        options = _ffi.lamina_loader_options()
        options.flags = (
            (0 if files else refused.NO_FILES)
            | (0 if plain_http else refused.NO_PLAIN_HTTP)
            | (0 if private_addresses else refused.NO_PRIVATE_ADDRESSES)
        )
        options.max_redirects = _count("max_redirects", max_redirects)
        options.max_retries = _count("max_retries", max_retries)
        options.max_bytes = integer("max_bytes", max_bytes, 0, _ffi.UINT64_MAX)
        options.cache_bytes = integer("cache_bytes", cache_bytes, 0, _ffi.UINT64_MAX)
        options.timeout_us = microseconds(timeout)
        options.cache_folder = None if cache_folder is None else c_path(cache_folder, "cache_folder")
        options.user_agent = None if user_agent is None else c_string("user_agent", user_agent)
        check(lib.lamina_context_set_loader_options(self.handle, ctypes.byref(options)))

    def set_loader(
        self,
        scheme: str,
        start: Optional[Callable[[int, str, LoadPriority], Any]],
        cancel: Optional[Callable[[int], Any]] = None,
        set_priority: Optional[Callable[[int, LoadPriority], Any]] = None,
    ) -> None:
        """Serves a scheme in place of the library: `start` gets a request's number, its URL and priority, on the owner
        thread, and has append_load() and end_load() called for the number, from any thread, now or later. None for
        `start`: the library serves the scheme again, or nobody does."""
        handle, given = self.handle, c_text("scheme", scheme)
        if start is None:
            null = _callbacks.null
            check(lib.lamina_context_set_loader(
                handle, given, len(given), null(_load_callbacks.start), null(_load_callbacks.cancel),
                null(_load_callbacks.priority), None, null(_callbacks.destroy)))  # fmt: skip
            return
        if set_priority is not None and not callable(set_priority):
            raise TypeError(f"a function is needed, not {set_priority!r}")
        context: Any = self
        key = _callbacks.keep(_callbacks.Entry(context, start, cancel, extra=set_priority))
        check(lib.lamina_context_set_loader(
            handle, given, len(given), _load_callbacks.start, _load_callbacks.cancel, _load_callbacks.priority, key,
            _callbacks.destroy))  # fmt: skip

    def append_load(self, request: int, data: bytes, total: Optional[int] = None) -> None:
        """Hands over bytes of a request that you serve, after those before; from any thread. `total` is how many it
        will be. InvalidStateError if nobody waits for them any more."""
        given = of_kind("data", bytes, data)
        check(lib.lamina_context_append_load(
            self.handle, integer("request", request, 0, _ffi.UINT64_MAX), given, len(given),
            integer("total", total or 0, 0, _ffi.UINT64_MAX)))  # fmt: skip

    def end_load(self, request: int, status: "Union[Status, str]" = "ok", content_type: Optional[str] = None) -> None:
        """Ends a request that you serve; `status` other than OK says why it failed. From any thread."""
        given = None if content_type is None else c_string("content_type", content_type)
        value = enum_value("status", _ffi.Status, status)
        check(lib.lamina_context_end_load(self.handle, integer("request", request, 0, _ffi.UINT64_MAX), value, given))

    @property
    def loader_statistics(self) -> LoaderStatistics:
        """Loads since the context was created, and what the cache holds."""
        found = _ffi.lamina_loader_statistics()
        check(lib.lamina_context_get_loader_statistics(self.handle, ctypes.byref(found)))
        return LoaderStatistics(*(getattr(found, name) for name in field_names(LoaderStatistics)))

    def trim_loader_cache(self, size: int = 0) -> None:
        """Drops what was used the longest time ago until the cache holds at most so many bytes. Waits for the disk."""
        check(lib.lamina_context_trim_loader_cache(self.handle, integer("size", size, 0, _ffi.UINT64_MAX)))

    def loader_cache(self) -> List[CachedResponse]:
        """What the cache holds, those used last first, at most 10,000. Waits for the disk."""
        handle = self.handle
        text = self._copy_text(lambda buffer, capacity: lib.lamina_context_read_loader_cache(handle, buffer, capacity))
        rows = [line.split("\t") for line in text.splitlines()]
        return [CachedResponse(int(size), int(status), int(age), state, url) for size, status, age, state, url in rows]
