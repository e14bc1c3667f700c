"""Pictures of trees without a surface."""
from __future__ import annotations

import contextlib
import math
import threading
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterator, List, Optional, Tuple, Union

from . import _lifetime
from ._arguments import number
from ._ffi import Status
from ._library import lib
from ._node_drawing import start_rendering
from ._pending import Pending
from .bitmap import Bitmap
from .errors import ForeignContextError, InvalidArgumentError, InvalidStateError, LaminaError
from .geometry import ColorLike
from .layout import Layout
from .node import Node
from .spec import Spec

if TYPE_CHECKING:
    import concurrent.futures

    from .context import Context

_MAXIMUM_SIDE = 32767


class PendingPicture(Pending[Bitmap]):
    """A picture that is being drawn. `await` it, call `result()`, or pass on its `future`.

    It is finished inside process() of the context, whoever calls that: an asyncio loop, your own loop, or result().
    cancel() ends it early, and so does cancelling the task that awaits it when nobody else waits for it.
    """

    _what = "picture"
    _value: Bitmap

    def __init__(self, context: "Context", bitmap: Bitmap) -> None:
        super().__init__(context)
        self._value = bitmap
        self._call = 0  # for cancel_call(), once it has begun
        self._waiting = 0  # in await and result()
        self._is_watched = False  # by a callback or a future
        self._callbacks: "List[Callable[[PendingPicture], Any]]" = []
        self._lock = threading.Lock()

    def _finish(self, failure: Optional[LaminaError]) -> None:
        context = self._reference()
        if context is not None:
            context._pictures.discard(self)
        with self._lock:
            # What the drawing raised says more than its status.
            self._error, self._is_done = failure and (failure.__cause__ or failure), True
            callbacks, self._callbacks = self._callbacks, []
        self._ended.set()
        for callback in callbacks:
            callback(self)

    def _note_closed(self, context: "Context") -> None:
        _lifetime.check_process(context)
        _lifetime.end_thread_of(context)

    def _title(self) -> str:
        return f"PendingPicture {self._value.width} x {self._value.height}"

    def _process(self, context: "Context") -> None:
        context._process_for_picture()

    def cancel(self) -> bool:
        """Cancels the picture, from any thread: it is not begun, or ends early, and result() raises CancelledError.
        False when it is done already."""
        context = self._reference()
        if self._is_done or context is None or context.closed:
            return False
        return bool(lib.lamina_context_cancel_call(context.handle, self._call) == Status.OK)

    def add_done_callback(self, callback: "Callable[[PendingPicture], Any]") -> None:
        """Calls it with this object, on the owner thread when the picture is done; at once if it is done already."""
        if not callable(callback):
            raise TypeError(f"callback is a function, not {callback!r}")
        self._is_watched = True
        self._tell(callback)

    def _tell(self, callback: "Callable[[PendingPicture], Any]") -> None:
        with self._lock:
            if not self._is_done:
                self._callbacks.append(callback)
                return
        callback(self)

    @contextlib.contextmanager
    def _wait(self) -> Iterator[None]:
        """Counts somebody who waits."""
        with self._lock:
            self._waiting += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting -= 1

    @property
    def future(self) -> "concurrent.futures.Future[Bitmap]":
        """A concurrent.futures future with the same result. Something must process the context."""
        self._is_watched = True
        return self._make_future()

    def _make_future(self) -> "concurrent.futures.Future[Bitmap]":
        import concurrent.futures

        future: "concurrent.futures.Future[Bitmap]" = concurrent.futures.Future()
        future.set_running_or_notify_cancel()

        def finish(_: PendingPicture) -> None:
            if self._error is not None:
                future.set_exception(self._error)
            else:
                future.set_result(self._value)

        self._tell(finish)
        return future

    def __await__(self) -> Generator[Any, None, Bitmap]:
        if not self._is_done:
            import asyncio

            driver = self._alive()._driver_in(asyncio.get_running_loop())
            if driver is None:
                raise InvalidStateError(
                    "nothing drives the context: use `async with Context()`, or call its attach() in the asyncio loop"
                )
            try:
                with self._wait():
                    yield from driver.wait(asyncio.wrap_future(self._make_future())).__await__()
            except asyncio.CancelledError:
                # The task was cancelled, which is another exception than that of a context that leaves its loop.
                if not self._waiting and not self._is_watched:
                    self.cancel()
                raise
        return self.result()


def start_picture(
    context: "Context", root: "Union[Node, Spec]", width: Optional[float], height: Optional[float], scale: float,
    background: ColorLike,
) -> PendingPicture:  # fmt: skip
    if not isinstance(root, Node):
        if not isinstance(root, Spec):
            raise TypeError(f"a picture is of a node or a spec, not {root!r}")
        with Node(context, spec=root) as node:
            return start_picture(context, node, width, height, scale, background)
    if root.context != context:  # whose process() would never be called
        raise ForeignContextError("root belongs to another context than the one that draws the picture")
    size = pixel_size(root, width, height, scale)
    pending = PendingPicture(context, Bitmap(*size))
    context._pictures.add(pending)  # before it can be done: the owner may be another thread
    try:
        pending._call = start_rendering(
            root, lib.lamina_node_render, pending._value, scale, background, pending._finish, raises=False)
    except BaseException:
        context._pictures.discard(pending)
        raise
    return pending


def pixel_size(root: Node, width: Optional[float], height: Optional[float], scale: float) -> Tuple[int, int]:
    """The size of a picture in pixels; measures what is not given."""
    width = None if width is None else number("width", width)
    height = None if height is None else number("height", height)
    if not (math.isfinite(number("scale", scale)) and scale > 0):
        raise InvalidArgumentError(f"scale is {scale}; it must be a positive number of pixels per unit")
    if width is None or height is None:
        least = 0.0 if width is None else width, 0.0 if height is None else height
        most = math.inf if width is None else width, math.inf if height is None else height
        with Layout(root, (least, most)) as layout:
            found = layout.size
        width, height = found.width if width is None else width, found.height if height is None else height
    sides = [side * scale for side in (width, height)]
    if not all(math.isfinite(side) and side <= _MAXIMUM_SIDE for side in sides):
        raise InvalidArgumentError(f"a picture of {width} x {height} units at scale {scale} is beyond {_MAXIMUM_SIDE} pixels")
    # A hair less is none: 0.1 * 30 is not quite 3.
    columns, rows = (max(0, math.ceil(side - 1e-6)) for side in sides)
    if columns == 0 or rows == 0:
        raise InvalidArgumentError(f"the tree is {width} x {height} units: nothing to draw. Give a width or a height")
    return columns, rows
