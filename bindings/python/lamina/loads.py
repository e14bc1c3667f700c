"""Bytes by their URLs: files, data URLs, servers, and schemes that a program serves itself."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, List, Optional, Tuple, Union

from . import _callbacks, _ffi, _load_callbacks
from ._arguments import c_path, c_string, c_text, function, integer, microseconds, number, of_kind
from ._handle import Handle
from ._image_sources import load_flags
from ._library import lib
from ._loaded import LoadedData
from ._pending import Pending
from ._record import field_names, record
from .errors import InvalidArgumentError, InvalidStateError, check, error_for
from .style import enum_value

if TYPE_CHECKING:
    import asyncio

    from ._enum_names import LoadPriorityLike
    from ._ffi import LoadPriority, Status
    from .context import Context


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


@record(frozen=True)
class ImageStatistics:
    """Pictures since the context was created, and what is kept of them in memory."""

    #: Found in memory, and those that had to be loaded, of which so many waited for an equal one.
    hits: int
    misses: int
    joined: int
    #: Also those from files and bytes, and how long workers took for it, in microseconds.
    decoded: int
    decode_us: int
    cached_images: int
    cached_bytes: int


@record(frozen=True)
class CachedImage:
    """A picture in memory."""

    #: In bytes.
    size: int
    #: In pixels.
    width: int
    height: int
    url: str


def _text(value: Optional[bytes]) -> str:
    return (value or b"").decode("utf-8", "replace")


def _count(name: str, value: Optional[int]) -> int:
    """As options say it: 0 for the default, -1 for none."""
    return 0 if value is None else integer(name, value, 0, 100) or -1


class PendingLoad(Pending[LoadedData]):
    """A load that is under way. `await` it, or call `result()`.

    It ends inside process() of the context, whoever calls that: an asyncio loop, your own loop, or result(). An
    exception about a response of a server has that as its `response`: its status, and what came with it.
    """

    _what = "load"

    def __init__(self, context: "Context") -> None:
        super().__init__(context)
        self._number = 0
        self._futures: "List[asyncio.Future[None]]" = []

    def _finish(self, result: Any) -> None:
        """Takes the result, on the owner thread."""
        self._value = LoadedData(
            ctypes.string_at(result.content, result.byte_count) if result.byte_count else b"", _text(result.url),
            _text(result.content_type), result.http_status, _ffi.LoadSource(result.source), bool(result.is_stale))  # fmt: skip
        if result.status:
            self._error = error_for(result.status, _text(result.message))
            self._error.response = self._value
        self._is_done = True
        self._ended.set()
        for future in self._futures:
            if not future.done():
                future.set_result(None)

    def cancel(self) -> bool:
        """Ends it early: its result is a CancelledError. False if it has ended already."""
        context = self._reference()
        if self._is_done or context is None or context.closed:
            return False
        status = lib.lamina_context_cancel_load(context.handle, self._number)
        if status != _ffi.Status.ERROR_INVALID_STATE:
            check(status)
        return status == _ffi.Status.OK

    def set_priority(self, priority: LoadPriorityLike) -> None:
        """Changes which load goes first. InvalidStateError if it has ended."""
        value = enum_value("priority", _ffi.LoadPriority, priority)
        check(lib.lamina_context_set_load_priority(self._alive().handle, self._number, value))

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

    __slots__ = ()

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
        thread with all bytes so far and, if known, how many it will be; the last time with all of them.
        """
        if isinstance(url, os.PathLike):
            raise TypeError(f"url is a string, not {url!r}; Path(...).absolute().as_uri() is the URL of a file")
        context: Any = self
        options = _ffi.lamina_load_options()
        options.flags = load_flags(reload, only_cached, store)
        options.priority = enum_value("priority", _ffi.LoadPriority, priority)
        lines = [
            f"{of_kind('headers', str, name)}: {of_kind('headers', str, value)}"
            for name, value in of_kind("headers", dict, {} if headers is None else headers).items()
        ]
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
        timeout: Optional[float] = 0.0,
        user_agent: Optional[str] = None,
        ca_file: Union[str, "os.PathLike[str]", None] = None,
    ) -> None:
        """What all loads of the context are held to; before the first.

        `cache_folder` keeps responses on disk, for several processes; without it they are in memory. `files`,
        `plain_http` and `private_addresses` (of this machine and its own networks) can be refused. 0 and None stand for
        the defaults: 10 redirects, 2 retries, 64 MiB for a response, 60 seconds for a load, 256 MiB in a folder, 32 MiB
        in memory. `ca_file` has the certificates (PEM) that vouch for servers in place of the system's; FileError if it
        cannot be read.
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
        if timeout is not None and not 0 <= number("timeout", timeout):
            raise InvalidArgumentError(f"timeout is {timeout}; it must be 0 or more seconds")
        options.timeout_us = microseconds(timeout)
        options.cache_folder = None if cache_folder is None else c_path(cache_folder, "cache_folder")
        options.user_agent = None if user_agent is None else c_string("user_agent", user_agent)
        options.ca_file = None if ca_file is None else c_path(ca_file, "ca_file")
        check(lib.lamina_context_set_loader_options(self.handle, ctypes.byref(options)))

    def set_loader(
        self,
        scheme: str,
        start: Optional[Callable[[int, str, LoadPriority], Any]],
        cancel: Optional[Callable[[int], Any]] = None,
        set_priority: Optional[Callable[[int, LoadPriority], Any]] = None,
    ) -> None:
        """Serves a scheme in place of the library: `start` gets a request's number, its URL and priority, on the owner
        thread, and has append_load() and end_load() called for the number, from any thread, now or later; a load for
        which it raises has failed, with what that says. The timeout of set_loader_options() does not end what you
        serve. None for `start`: the library serves the scheme again, or nobody does."""
        handle, given = self.handle, c_text("scheme", scheme)
        if start is None:
            null = _callbacks.null
            check(lib.lamina_context_set_loader(
                handle, given, len(given), null(_load_callbacks.start), null(_load_callbacks.cancel),
                null(_load_callbacks.priority), None, null(_callbacks.destroy)))  # fmt: skip
            return
        for name, given_function in (("start", start), ("cancel", cancel), ("set_priority", set_priority)):
            if given_function is not None:
                function(name, given_function)
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

    def end_load(
        self,
        request: int,
        status: "Union[Status, str]" = "ok",
        content_type: Optional[str] = None,
        *,
        message: Optional[str] = None,
        http_status: int = 0,
    ) -> None:
        """Ends a request that you serve; `status` other than OK says that it failed, `message` why, in a sentence for
        people, and `http_status` is that of the response of the error. From any thread."""
        served = integer("request", request, 0, _ffi.UINT64_MAX)
        if message is not None or http_status:
            said = None if message is None else c_string("message", message)
            check(lib.lamina_context_end_failed_load(
                self.handle, served, enum_value("status", _ffi.Status, status), integer("http_status", http_status, 0, 999), said))  # fmt: skip
            return
        given = None if content_type is None else c_string("content_type", content_type)
        value = enum_value("status", _ffi.Status, status)
        check(lib.lamina_context_end_load(self.handle, served, value, given))

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

    def set_image_cache(self, size: int) -> None:
        """How many bytes of pictures that were loaded from URLs are kept for whoever wants them next; 64 MiB by
        default, 0 for none."""
        check(lib.lamina_context_set_image_cache(self.handle, integer("size", size, 0, _ffi.UINT64_MAX)))

    @property
    def image_statistics(self) -> ImageStatistics:
        """Pictures since the context was created, and what is kept of them in memory."""
        found = _ffi.lamina_image_statistics()
        check(lib.lamina_context_get_image_statistics(self.handle, ctypes.byref(found)))
        return ImageStatistics(*(getattr(found, name) for name in field_names(ImageStatistics)))

    def image_cache(self) -> List[CachedImage]:
        """The pictures that are kept in memory, those used last first."""
        rows = [line.split("\t") for line in self._image_lines()]
        return [CachedImage(int(row[0]), int(row[1]), int(row[2]), row[3]) for row in rows if len(row) == 4]

    def decode_times(self) -> "Dict[str, Tuple[int, int]]":
        """By format: how many pictures were decoded, and in how many microseconds of all workers together."""
        rows = [line.split("\t") for line in self._image_lines()]
        return {row[0]: (int(row[1]), int(row[2])) for row in rows if len(row) == 3}

    def _image_lines(self) -> List[str]:
        handle = self.handle
        return self._copy_text(lambda buffer, size: lib.lamina_context_read_image_cache(handle, buffer, size)).splitlines()
