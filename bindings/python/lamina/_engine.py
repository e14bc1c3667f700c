"""The lifetime and the loop of a context: creating, processing, waiting and closing, from your own loop or asyncio."""
from __future__ import annotations

import ctypes
import threading
import time
import warnings
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Set, Type, TypeVar, Union, cast

from . import _callbacks, _ffi, _lifetime
from ._arguments import duration, function, integer, microseconds, number, truth
from ._asyncio import Driver
from ._failures import DrawingFailures
from ._handle import Handle
from ._library import lib
from ._look_table import TextLooks
from .errors import InvalidHandleError, InvalidStateError, TimedOutError, WrongThreadError, check, last_error
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import CommitPhaseLike
    import asyncio

    from ._ffi import CommitPhase
    from .context import Context
    from .node import Node
    from .pictures import PendingPicture

E = TypeVar("E", bound="Engine")

_SLICE_US = 100_000  # a wait comes back to Python this often, so that Ctrl-C ends it


class Engine(Handle):
    """The part of a Context that its objects, and the loop that drives it, use."""

    __slots__ = (
        "_exceptions", "_drawing_failures", "_pictures", "_nodes", "_observers", "_drawings", "_text_looks", "_owner_thread",
        "_log_key", "_is_of_parent", "_driver",
    )  # fmt: skip

    _kind = "context"

    def _start(self, options: _ffi.lamina_context_options, log: Optional[Callable[[int, str], Any]]) -> None:
        """Creates the context; this thread is its owner."""
        #: What callbacks raised, for the next process().
        self._exceptions: List[BaseException] = []
        self._drawing_failures = DrawingFailures()
        #: Pictures that are being drawn.
        self._pictures: "Set[PendingPicture]" = set()
        #: The one Python object of each node, and its display observer, by its handle.
        self._nodes: "weakref.WeakValueDictionary[int, Node]" = weakref.WeakValueDictionary()
        self._observers: "weakref.WeakValueDictionary[int, _callbacks.Entry]" = weakref.WeakValueDictionary()
        #: What recorded drawings are in this context.
        self._drawings: "weakref.WeakKeyDictionary[Any, Any]" = weakref.WeakKeyDictionary()
        #: What text nodes were given, by their handles.
        self._text_looks = TextLooks()
        self._owner_thread = threading.get_ident()
        if log is not None:
            function("log", log)
        self._log_key = _callbacks.keep(_callbacks.Entry(self._context, log, extra=self._drawing_failures))
        options.log, options.log_user_data = _callbacks.log, self._log_key
        _lifetime.finish()
        handle = ctypes.c_void_p()
        lib.library  # loads it, which says where the fonts of a wheel are
        with lib.fonts:
            status = lib.lamina_context_create(ctypes.byref(options), ctypes.byref(handle))
        if status:
            _callbacks.forget(self._log_key)
            check(status)
        self._own(self._context, handle.value)
        _lifetime.add(self._context, self._handle)

    def _own(self, context: Context, handle: Optional[int]) -> None:
        self._handle = handle or 0
        self._is_open = True
        self._is_of_parent = False  # made before a fork(), in the child
        self._driver: Optional[Driver] = None

    @property
    def _context(self) -> Context:  # type: ignore[override]
        return cast("Context", self)

    def close(self) -> None:
        """Waits for running work and ends the context; every object created from it becomes unusable.

        The last reference is closed on the owner thread, as only there nothing waits for the owner: WrongThreadError on
        another thread, and the context stays as it was. A context that is collected on another thread becomes unusable,
        with a ResourceWarning, and ends when the owner next creates or processes a context.
        """
        if self._is_open and _lifetime.is_last_of_another_thread(self._handle):
            raise WrongThreadError(
                "the context belongs to the thread that created or adopted it, which still runs: close it there"
            )
        self._end()

    def __del__(self) -> None:
        try:
            self._end()
        except Exception:  # the interpreter may be half gone
            pass

    def _end(self) -> None:
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

    def retain(self: E) -> E:
        """Adds a reference and returns the context; each needs its own close(). For shared ownership."""
        if not lib.lamina_context_retain(self.handle):
            raise InvalidHandleError(last_error())
        shared = type(self).__new__(type(self))
        for name in ("_exceptions", "_drawing_failures", "_pictures", "_nodes", "_observers", "_drawings", "_text_looks", "_owner_thread", "_log_key"):
            setattr(shared, name, getattr(self, name))
        shared._own(shared._context, self._handle)
        _lifetime.add(shared._context, shared._handle)
        return shared

    # ---- The loop ----

    def fileno(self) -> int:
        """A descriptor that is readable while process() has work to do. Pass it, or the context, to poll or select."""
        return lib.lamina_context_get_fd(self.handle)

    @property
    def timeout(self) -> Optional[float]:
        """The seconds that the loop may sleep while the descriptor is not readable: 0.0 = process now, None = no
        limit."""
        timeout_us = lib.lamina_context_get_timeout_us(self.handle)
        return None if timeout_us < 0 else timeout_us / 1e6

    def process(self, budget: float = 0.0) -> None:
        """Does the work of the owner thread for about `budget` seconds (0: no limit). Raises exceptions from
        callbacks."""
        _lifetime.finish()
        self._finish(lib.lamina_context_process(self.handle, microseconds(budget, "budget")))

    def _process_for_picture(self) -> None:
        """process() while waiting for a picture: exceptions from other nodes' drawings are left for the next
        process()."""
        _lifetime.finish()
        self._finish(lib.lamina_context_process(self.handle, 0), of_nodes=False)

    def wait_idle(self, timeout: Optional[float] = None) -> None:
        """Processes and sleeps until no work is left; TimedOutError after `timeout` seconds."""
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

    def _keep(self, call: Callable[..., Any]) -> int:
        return _callbacks.keep(_callbacks.Entry(self._context, function("call", call)))

    def post(self, call: Callable[[], Any]) -> None:
        """Runs `call` on the owner thread, in its next process; from any thread."""
        handle, key = self.handle, self._keep(call)
        check(lib.lamina_context_post(handle, _callbacks.call, key, _callbacks.destroy))

    def post_delayed(self, delay: float, call: Callable[[], Any]) -> int:
        """The same, at least `delay` seconds from now. Returns a number for cancel_call()."""
        handle, key, number = self.handle, self._keep(call), ctypes.c_uint64()
        check(lib.lamina_context_post_delayed(
            handle, microseconds(delay, "delay"), _callbacks.call, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def run(
        self,
        work: Optional[Callable[[Any], Any]] = None,
        complete: Optional[Callable[[bool], Any]] = None,
        priority: int = 0,
    ) -> int:
        """Runs `work` on a worker, with an Operation, then `complete` on the owner thread, with whether it was
        cancelled. Returns a number for cancel_call()."""
        handle, number = self.handle, ctypes.c_uint64()
        for name, given in (("work", work), ("complete", complete)):
            if given is not None:
                function(name, given)
        key = _callbacks.keep(_callbacks.Entry(self._context, work, complete))
        check(lib.lamina_context_run(
            handle, integer("priority", priority, -(2**31), 2**31 - 1),
            _callbacks.null(_callbacks.execute) if work is None else _callbacks.execute,
            _callbacks.null(_callbacks.complete) if complete is None else _callbacks.complete,
            key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def cancel_call(self, number: int) -> None:
        """Cancels a call, or work of run(). InvalidStateError if it has run."""
        check(lib.lamina_context_cancel_call(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    def set_time(self, seconds: Optional[float]) -> None:
        """Measures delays with a clock of yours, which advances only with these calls; None: with the system's
        clock."""
        check(lib.lamina_context_set_time_us(
            self.handle, _ffi.UINT64_MAX if seconds is None else duration("seconds", seconds)))  # fmt: skip

    def begin_frame(self, time: Optional[float], deadline: float = 0) -> None:
        """Says that the next process() makes a frame, which will be seen at `time`, and should return by `deadline` (0:
        no limit), in seconds of time.monotonic(), or of the clock that you set. What moves is where it is then. None:
        frames are made by the context's own clock again."""
        check(lib.lamina_context_begin_frame(
            self.handle, _ffi.UINT64_MAX if time is None else duration("time", time), duration("deadline", deadline)))

    def add_frame_callback(self, call: Callable[[float], Any]) -> int:
        """Calls `call` with the time of the frame, in seconds, once in each frame, before changes are applied. Returns
        a number for remove_frame_callback()."""
        handle = self.handle
        key, number = self._keep(call), ctypes.c_uint64()
        check(lib.lamina_context_add_frame_callback(
            handle, _callbacks.frame, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def remove_frame_callback(self, number: int) -> None:
        """Removes a frame callback. InvalidStateError if there is none with this number."""
        check(lib.lamina_context_remove_frame_callback(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    @property
    def animations(self) -> str:
        """The animations that are under way, one to a line, and behind them what scrolls by itself: for logs and tests;
        the form may change."""
        length = ctypes.c_size_t()
        check(lib.lamina_context_read_animations(self.handle, None, 0, ctypes.byref(length)))
        buffer = ctypes.create_string_buffer(length.value + 1)
        check(lib.lamina_context_read_animations(self.handle, buffer, len(buffer), None))
        return buffer.value.decode()

    def set_motion_speed(self, speed: float) -> None:
        """How fast the clock of all animations goes: 0.1 for slow motion, 0 stands still, up to 100."""
        check(lib.lamina_context_set_motion_speed(self.handle, number("speed", speed)))

    def set_reduced_motion(self, reduced: bool) -> None:
        """With True, animations that begin from now on move nothing over the screen: what would move is there at once,
        and fades in."""
        check(lib.lamina_context_set_reduced_motion(self.handle, truth(reduced, "reduced")))

    @property
    def is_owner_thread(self) -> bool:
        """Whether the calling thread owns the context: it created or adopted it."""
        return bool(lib.lamina_context_is_owner_thread(self.handle))

    def adopt(self) -> None:
        """Makes the calling thread the owner of a context whose owner thread has ended. WrongThreadError while another
        owner lives, InvalidStateError if it ended within a callback of the context."""
        for pause in (0.001, 0.01, 0.1):  # Thread.join() returns a moment before the thread has ended
            if lib.lamina_context_adopt(self.handle) != _ffi.Status.ERROR_WRONG_THREAD:
                break
            time.sleep(pause)
        check(lib.lamina_context_adopt(self.handle))
        self._owner_thread = threading.get_ident()

    def add_commit_observer(self, phase: CommitPhaseLike, call: Callable[[], Any]) -> int:
        """Calls `call` in each process that applies something, before or after it. Returns a number for
        remove_commit_observer()."""
        handle, value = self.handle, enum_value("phase", _ffi.CommitPhase, phase)
        key, number = self._keep(call), ctypes.c_uint64()
        check(lib.lamina_context_add_commit_observer(
            handle, value, _callbacks.commit, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def remove_commit_observer(self, number: int) -> None:
        """Removes an observer. InvalidStateError if there is none with this number."""
        check(lib.lamina_context_remove_commit_observer(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    # ---- In an asyncio loop ----

    def attach(self, loop: "Optional[asyncio.AbstractEventLoop]" = None) -> None:
        """Lets an asyncio loop (None: the running one) drive the context, on the context's owner thread.

        From then on, exceptions in callbacks go to the loop's exception handler.
        """
        import asyncio

        loop = asyncio.get_running_loop() if loop is None else loop
        if not hasattr(loop, "add_reader"):
            raise TypeError(f"an asyncio loop is needed, not {loop!r}")
        if not self.is_owner_thread:
            raise WrongThreadError("attach() must be called on the thread that created or adopted the context")
        if self._driver_in(loop) is None:
            self._driver = Driver(self._context, loop)

    def _driver_in(self, loop: "asyncio.AbstractEventLoop") -> Optional[Driver]:
        """What drives the context in this loop, if anything does. A loop that has ended drives nothing."""
        if self._driver is not None and self._driver.loop.is_closed():
            self._stop_driving()
        if self._driver is not None and self._driver.loop is not loop:
            raise InvalidStateError("the context is attached to another asyncio loop: detach() it first")
        return self._driver

    def detach(self) -> None:
        """Detaches the context from the loop. Coroutines that wait for it raise CancelledError: idle(), displayed(),
        awaited pictures, and Template.render_async()."""
        self._stop_driving()

    async def idle(self) -> None:
        """Waits, in an asyncio loop, until no work is left. Attaches the context to the running loop."""
        self.attach()
        if not self._is_idle():
            await self._wait_for([])

    def _is_idle(self) -> bool:
        return self._driver is not None and self._driver.is_idle()

    async def _wait_for(self, waiting: "List[asyncio.Future[None]]") -> None:
        """Waits until an entry of the list is woken, or the context is idle."""
        driver = cast(Driver, self._driver)
        future = driver.loop.create_future()
        waiting.append(future)
        driver.waiting.add(future)
        driver.loop.call_soon(driver.turn)  # is_idle() may have taken what made the descriptor readable
        try:
            await driver.wait(future)
        finally:  # whichever of the two did not wake it still has it
            driver.waiting.discard(future)
            if future in waiting:
                waiting.remove(future)

    def _stop_driving(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.stop()

    async def __aenter__(self: E) -> E:
        self.attach()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        """Closes the context. Until what workers have begun has ended, the loop goes on; what they have not begun by
        then is cancelled."""
        try:
            if self._is_open and self._driver is not None:
                await self._driver.let_work_end()
        finally:
            self.close()
