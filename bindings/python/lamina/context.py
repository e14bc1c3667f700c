"""The engine: workers, fonts, caches. The thread that makes a context is its owner."""
from __future__ import annotations

import ctypes
import os
import threading
import time
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Set, Union

from . import _callbacks, _ffi, _lifetime
from ._arguments import c_path, c_string, c_text, integer, microseconds, number, of_kind
from ._asyncio import Driven
from ._failures import DrawingFailures
from ._ffi import Antialias, ColorScheme, ContextFlags, Hinting, LayoutDirection
from ._handle import Handle
from ._library import lib
from ._making import Making
from ._record import field_names, record
from .errors import InvalidHandleError, TimedOutError, check, last_error
from .style import enum_value

if TYPE_CHECKING:
    from ._ffi import CommitPhase
    from .geometry import ColorLike
    from .node import Node
    from .pictures import PendingPicture
    from .transaction import Transaction


_SLICE_US = 100_000  # a wait comes back to Python this often, so that Ctrl-C ends it


@record(frozen=True)
class Statistics:
    """Counts since the context was made, and what is alive now."""

    owner_us: int
    worker_us: int
    layouts: int
    displays: int
    stale_displays: int
    node_count: int
    object_count: int
    bitmap_bytes: int
    composites: int
    painted_px: int
    copied_px: int
    longest_process_us: int
    evictions: int
    #: Parts of `owner_us`: posted calls, results of workers taken over, changed nodes taken over, and composites.
    calls_us: int = 0
    completions_us: int = 0
    changes_us: int = 0
    composite_us: int = 0
    #: Layouts, drawings and operations of transactions.
    operations_started: int = 0
    operations_finished: int = 0
    operations_cancelled: int = 0
    operations_waiting: int = 0


@record(frozen=True)
class Memory:
    """What a context holds, in bytes; fonts and what Pango keeps are not counted."""

    bitmap_bytes: int
    pool_bytes: int
    node_bytes: int
    layer_bytes: int
    #: Of the bitmaps, what shared images keep in other sizes than their own.
    image_copy_bytes: int = 0
    #: Shaped words that the workers share.
    word_bytes: int = 0


class Context(Making, Driven, Handle):
    """One engine. The thread that makes it is its owner: it alone calls process(), the waits, and surfaces.

    `workers` counts the threads that work: None is one for each core, 0 does all work inside process().
    `log` hears of messages as (level, text); without it they go to the logger "lamina" of the logging module.
    `worker_niceness`, up to 19, says how far workers give way to other threads, such as that of a user interface.
    `font_files` are paths of fonts to use beside the system's; `font_family` is for texts that name none.
    Close it, or use it in a `with` statement, on the thread that made it. `async with` also drives it from the running
    asyncio loop.
    """

    _kind = "context"
    _is_of_parent = False  # made before a fork(), in the child

    def __init__(
        self,
        workers: Optional[int] = None,
        *,
        flags: ContextFlags = ContextFlags.NONE,
        log: Optional[Callable[[int, str], Any]] = None,
        font_files: Sequence[Union[str, "os.PathLike[str]"]] = (),
        font_family: Optional[str] = None,
        language: Optional[str] = None,
        antialias: Union[Antialias, str] = Antialias.GRAY,
        hinting: Union[Hinting, str] = Hinting.SLIGHT,
        worker_niceness: int = 0,
    ) -> None:
        self._exceptions: List[BaseException] = []
        self._drawing_failures = DrawingFailures()
        self._pictures: "Set[PendingPicture]" = set()  # those under way
        self._nodes: "weakref.WeakValueDictionary[int, Node]" = weakref.WeakValueDictionary()
        self._observers: "weakref.WeakValueDictionary[int, _callbacks.Entry]" = weakref.WeakValueDictionary()
        self._drawings: "weakref.WeakKeyDictionary[Any, Any]" = weakref.WeakKeyDictionary()
        self._log_key = _callbacks.keep(_callbacks.Entry(self, log, extra=self._drawing_failures))
        options = _ffi.lamina_context_options()
        options.thread_count = _ffi.THREADS_AUTO if workers is None else integer("workers", workers, 0, 64)
        options.flags = int(flags)
        options.log = _callbacks.log
        options.log_user_data = self._log_key
        if isinstance(font_files, (str, bytes, os.PathLike)):
            raise TypeError(f"font_files is a list of paths, not {font_files!r}")
        paths = (ctypes.c_char_p * len(font_files))(*(c_path(path) for path in font_files))
        options.font_files = ctypes.cast(paths, ctypes.POINTER(ctypes.c_char_p)) if font_files else None
        options.font_file_count = len(font_files)
        options.font_family = None if font_family is None else c_string("font_family", font_family)
        options.language = None if language is None else c_string("language", language)
        options.antialias = enum_value(Antialias, antialias)
        options.hinting = enum_value(Hinting, hinting)
        options.worker_niceness = integer("worker_niceness", worker_niceness, 0, 19)
        _lifetime.finish()
        handle = ctypes.c_void_p()
        status = lib.lamina_context_create(ctypes.byref(options), ctypes.byref(handle))
        if status:
            _callbacks.forget(self._log_key)
            check(status)
        self._own(self, handle.value)
        self._owner_thread = threading.get_ident()
        _lifetime.add(self, self._handle)

    def _own(self, context: Context, handle: Optional[int]) -> None:
        self._handle = handle or 0
        self._is_open = True

    @property
    def _context(self) -> Context:  # type: ignore[override]
        return self

    def close(self) -> None:
        """Ends the context: running work is waited for, and every object made from it becomes unusable. On another thread than
        the owner's it is only unusable, with a ResourceWarning, and ends when the owner makes or processes a context."""
        if self._is_open:
            self._stop_driving()
            super().close()
            waits_for_owner = _lifetime.dropped(self._handle)
            if not _lifetime.owner(self._handle):
                _callbacks.report(self._exceptions)  # no process will raise them any more
                _callbacks.report(self._drawing_failures.of_nodes)
            if waits_for_owner or not _lifetime.owner(self._handle):
                _callbacks.forget(self._log_key)
            if waits_for_owner:  # last, as a warning may be an exception
                warnings.warn(
                    "a Context was closed or collected on another thread than the one that made it: it ends when that one "
                    "makes or processes a context; one that ends without doing so leaves the workers waiting",
                    ResourceWarning, stacklevel=2,
                )  # fmt: skip

    def retain(self) -> "Context":
        """Adds a reference and returns the context itself; each further close() takes one back. For sharing by count."""
        if not lib.lamina_context_retain(self.handle):
            raise InvalidHandleError(last_error())
        shared = type(self).__new__(type(self))
        shared._exceptions, shared._nodes, shared._observers = self._exceptions, self._nodes, self._observers
        shared._drawing_failures, shared._pictures = self._drawing_failures, self._pictures
        shared._log_key = self._log_key
        shared._drawings = self._drawings
        shared._own(shared, self._handle)
        shared._owner_thread = self._owner_thread
        _lifetime.add(shared, self._handle)
        return shared

    # ---- The loop ----

    def fileno(self) -> int:
        """A descriptor that is readable while process() has something to do: give it, or the context, to poll or select."""
        return lib.lamina_context_get_fd(self.handle)

    @property
    def timeout(self) -> Optional[float]:
        """How many seconds the loop may sleep if the descriptor stays quiet: 0.0 = process now, None = for ever."""
        timeout_us = lib.lamina_context_get_timeout_us(self.handle)
        return None if timeout_us < 0 else timeout_us / 1e6

    def process(self, budget: float = 0.0) -> None:
        """Does what is due, for about `budget` seconds (0: without limit). Raises what a callback raised meanwhile."""
        _lifetime.finish()
        self._finish(lib.lamina_context_process(self.handle, microseconds(budget)))

    def _process_for_picture(self) -> None:
        """process() for one who waits for a picture: what drawings of other nodes raised is left for the next process()."""
        _lifetime.finish()
        self._finish(lib.lamina_context_process(self.handle, 0), of_nodes=False)

    def wait_idle(self, timeout: Optional[float] = None) -> None:
        """Processes and sleeps until nothing is left to do; TimedOutError after `timeout` seconds."""
        last = self._drawing_failures.last
        self._wait(lambda limit_us: lib.lamina_context_wait_idle(self.handle, limit_us), timeout)
        self._drawing_failures.forget(last)

    def _wait(self, wait: Callable[[int], int], timeout: Optional[float]) -> None:
        """Waits in slices; `wait` takes a limit in microseconds."""
        end = None if timeout is None else time.monotonic() + number("timeout", timeout)
        while True:
            left = _SLICE_US if end is None else min(_SLICE_US, microseconds(end - time.monotonic()))
            status = wait(left)
            if not status and len(self._drawing_failures):
                lib.lamina_context_process(self.handle, 1)  # says which of them were of shown nodes
            if status != _ffi.Status.ERROR_TIMED_OUT or self._has_exceptions:
                return self._finish(status)
            if end is not None and time.monotonic() >= end:
                raise TimedOutError(f"the work was not done within {timeout} seconds")

    def _finish(self, status: int, of_nodes: bool = True) -> None:
        """Ends a call in which callbacks may have run."""
        error = self._exceptions.pop(0) if self._exceptions else self._drawing_failures.first_of_nodes(of_nodes)
        if error is not None:
            raise error
        check(status)

    @property
    def _has_exceptions(self) -> bool:
        return bool(self._exceptions or self._drawing_failures.of_nodes)

    # ---- Calls on the owner thread ----

    def _keep(self, call: Callable[[], Any]) -> int:
        if call is None:
            raise TypeError("a function is needed, not None")
        return _callbacks.keep(_callbacks.Entry(self, call))

    def post(self, call: Callable[[], Any]) -> None:
        """Has the owner thread call `call` in its next process; from any thread."""
        handle, key = self.handle, self._keep(call)
        check(lib.lamina_context_post(handle, _callbacks.call, key, _callbacks.destroy))

    def post_delayed(self, delay: float, call: Callable[[], Any]) -> int:
        """The same, `delay` seconds from now at the earliest. Returns a number for cancel_call()."""
        handle, key, number = self.handle, self._keep(call), ctypes.c_uint64()
        check(lib.lamina_context_post_delayed(
            handle, microseconds(delay), _callbacks.call, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def cancel_call(self, number: int) -> None:
        """Takes a call back. InvalidStateError when it has run."""
        check(lib.lamina_context_cancel_call(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    def set_time(self, seconds: Optional[float]) -> None:
        """Makes delays count on a clock of yours, which moves with each of these calls; None: on the system's."""
        check(lib.lamina_context_set_time_us(self.handle, microseconds(seconds)))

    @property
    def is_owner_thread(self) -> bool:
        """Whether the calling thread is the one that made the context."""
        return bool(lib.lamina_context_is_owner_thread(self.handle))

    def add_commit_observer(self, phase: Union[CommitPhase, str], call: Callable[[], Any]) -> int:
        """Has `call` run in each process that takes something over, before or after that. Returns a number for removal."""
        handle, value = self.handle, enum_value(_ffi.CommitPhase, phase)
        key, number = self._keep(call), ctypes.c_uint64()
        check(lib.lamina_context_add_commit_observer(
            handle, value, _callbacks.commit, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def remove_commit_observer(self, number: int) -> None:
        """Takes an observer away. InvalidStateError when there is none of that number."""
        check(lib.lamina_context_remove_commit_observer(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    # ---- The rest ----

    def add_font_file(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Makes the fonts of a file available to texts that are measured from now on. Slow: give files to Context() if you can."""
        encoded = c_path(path)
        check(lib.lamina_context_add_font_file(self.handle, encoded, len(encoded)))

    def add_font_data(self, data: bytes) -> None:
        """Makes the fonts of a file's contents available to texts that are measured from now on."""
        check(lib.lamina_context_add_font_data(self.handle, of_kind("data", bytes, data), len(data)))

    @property
    def font_families(self) -> List[str]:
        """The names of all font families, sorted."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_context_read_font_families(handle, buffer, capacity)).splitlines()

    def has_font_family(self, family: str) -> bool:
        """Whether there is a font family of this name."""
        name = c_text("family", family)
        return lib.lamina_context_has_font_family(self.handle, name, len(name))

    def font_match(self, family: str = "") -> str:
        """The family that a list of families is set in; "" without any font."""
        handle, name = self.handle, c_text("family", family)
        return self._copy_text(
            lambda buffer, capacity: lib.lamina_context_read_font_match(handle, name, len(name), buffer, capacity))  # fmt: skip

    @property
    def statistics(self) -> Statistics:
        """What was done since the context was made, and what is alive now."""
        found = _ffi.lamina_statistics()
        check(lib.lamina_context_get_statistics(self.handle, ctypes.byref(found)))
        return Statistics(*(getattr(found, name) for name in field_names(Statistics)))

    @property
    def memory(self) -> Memory:
        """What the context holds at the moment."""
        found = _ffi.lamina_memory()
        check(lib.lamina_context_get_memory(self.handle, ctypes.byref(found)))
        return Memory(*(getattr(found, name) for name in field_names(Memory)))

    def set_bitmap_budget(self, size: Optional[int]) -> None:
        """Keeps bitmaps to so many bytes, as far as what shows allows; None: no limit."""
        budget = _ffi.SIZE_MAX if size is None else integer("size", size, 0, _ffi.SIZE_MAX)
        check(lib.lamina_context_set_bitmap_budget(self.handle, budget))

    def trim_memory(self) -> None:
        """Gives back to the system what can be made again."""
        check(lib.lamina_context_trim_memory(self.handle))

    @property
    def worker_count(self) -> int:
        """The number of workers."""
        return lib.lamina_context_get_thread_count(self.handle)

    def set_active_worker_count(self, count: Optional[int]) -> None:
        """Lets only so many workers begin work; None: all of them."""
        number = _ffi.THREADS_AUTO if count is None else integer("count", count, 1, 2**31 - 1)
        check(lib.lamina_context_set_active_thread_count(self.handle, number))

    def transaction(self) -> "Transaction":
        """A new transaction: `with context.transaction() as t:` commits it at the end."""
        from .transaction import Transaction

        return Transaction(self)

    @property
    def layout_direction(self) -> LayoutDirection:
        """The direction of nodes that have none of their own, nor above them."""
        return LayoutDirection(lib.lamina_context_get_layout_direction(self.handle))

    @layout_direction.setter
    def layout_direction(self, direction: Union[LayoutDirection, str]) -> None:
        check(lib.lamina_context_set_layout_direction(self.handle, enum_value(LayoutDirection, direction)))

    def set_traits(
        self,
        *,
        color_scheme: Union[ColorScheme, str] = ColorScheme.INHERIT,
        text_size_factor: Optional[float] = None,
        tint: "Optional[ColorLike]" = None,
    ) -> None:
        """Says what holds where no node says anything; what is not given goes back to its default."""
        from .traits import c_traits

        given = c_traits(color_scheme, text_size_factor, tint)
        check(lib.lamina_context_set_traits(self.handle, ctypes.byref(given)))

    def _node_for(self, handle: Optional[int], owned: bool = False) -> "Node":
        """The Python object of a node; there is one for each. `owned`: the caller hands over a reference."""
        from .node import Node
        from .text_node import TextNode

        handle = handle or 0
        node = self._nodes.get(handle)
        if node is not None and node._is_open:
            if owned:
                lib.lamina_node_release(handle)
            return node
        if not owned and not lib.lamina_node_retain(handle):
            raise InvalidHandleError(last_error())
        kind = TextNode if lib.lamina_node_get_kind(handle) == _ffi.NodeKind.TEXT else Node
        return kind._adopt(self, handle)
