"""Python functions as C callbacks.

There is one C function for each callback type, created once and never freed; `user_data` is a number under which the
Python side is kept until Lamina's destroy notify. So nothing is freed too early, and nothing leaks.

Exceptions cannot pass through C. The context keeps them, and its next process or wait raises them; those of drawings
and layouts are raised by the picture or layout that they fail (see _failures).
"""
from __future__ import annotations

import itertools
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, TypeVar

from . import _arguments, _ffi, _lifetime
from ._handle import Handle
from ._library import lib
from ._sentences import in_python
from .canvas import Canvas, ImageCanvas, Operation, PixelCanvas
from .errors import check, error_for, last_error
from .geometry import from_c_size

if TYPE_CHECKING:
    import logging

    from .context import Context

T = TypeVar("T")

# INFO, WARNING and ERROR of the logging module, which is imported when there is something to say.
_LEVELS: Dict[int, int] = {_ffi.LogLevel.INFO: 20, _ffi.LogLevel.WARNING: 30, _ffi.LogLevel.ERROR: 40}


def _logger() -> "logging.Logger":
    import logging

    return logging.getLogger("lamina")


_COROUTINE = 0x80  # inspect.CO_COROUTINE, without the import

_entries: Dict[int, Any] = {}  # single dict operations are atomic
_numbers = itertools.count(1)


def keep(value: Any) -> int:
    """Keeps a value until its destroy notify, and returns its user data."""
    key = next(_numbers)
    _entries[key] = value
    return key


def kept(key: Optional[int]) -> Any:
    return _entries.get(key) if key else None


def forget(key: int) -> None:
    _entries.pop(key, None)


def kept_count() -> int:
    """The number of values that C holds now; for tests."""
    return len(_entries)


#: The member of an exception that is what it says, whatever it says it of.
SAME = "_lamina_same"


def _are_same(a: BaseException, b: BaseException) -> bool:
    """Whether two exceptions say the same."""
    return type(a) is type(b) and getattr(a, SAME, str(a)) == getattr(b, SAME, str(b))


def report(errors: List[BaseException]) -> None:
    """Reports an exception that can no longer be raised."""
    while errors:
        _logger().error("an exception in a callback of a context that was closed", exc_info=errors.pop(0))


def keep_observer(context: "Context", observer: Any) -> int:
    """Keeps an observer, which cannot be left out, until it is removed, and returns its user data."""
    return keep(Entry(context, _arguments.function("observer", observer)))


class Rendering(NamedTuple):
    """The data of a rendering without a surface, until it is done. `raises`: its drawings' errors are for process()."""

    target: Any
    bitmap: Any
    raises: bool = True


class Entry:
    """The functions of one registration. The context is held weakly: the registration must not keep it alive."""

    __slots__ = ("_context", "first", "second", "extra", "waiting", "__weakref__")

    def __init__(self, context: "Context", first: Any = None, second: Any = None, extra: Any = None) -> None:
        for function in (first, second):
            if function is not None and not callable(function):
                raise TypeError(f"a callback is a function, not {function!r}")
            code = getattr(function, "__code__", None)
            if code is not None and code.co_flags & _COROUTINE:
                raise TypeError(f"a callback cannot be async, as nothing would await it: {function!r}")
        self._context = weakref.ref(context)
        self.first = first
        self.second = second
        self.extra = extra
        self.waiting: List[Any] = []  # futures of asyncio that wait for a drawing

    @property
    def context(self) -> Optional["Context"]:
        return self._context()

    def call(self, function: Optional[Callable[..., Any]], *arguments: Any, once: bool = False) -> bool:
        """Calls it; False when it raised. With `once`, what is raised again and again is kept once: by row after row of
        a list."""
        if function is None:
            return True
        try:
            function(*arguments)
            return True
        except BaseException as error:
            context = self._context()
            if context is None:
                report([error])
            elif not once or not any(_are_same(error, other) for other in list(context._exceptions)):
                context._exceptions.append(error)
            return False

    def lay_out(self, node: int, function: Callable[[], Any]) -> None:
        """Calls it for the layout of a node, which fails with the exception."""
        status = self.draw(function)
        if status:
            lib.lamina_node_set_layout_failure(node, status)

    def draw(self, function: Callable[[], Any]) -> int:
        """Calls a drawing and returns its status. An exception is kept for its picture, layout or node."""
        try:
            function()
            return int(_ffi.Status.OK)
        except BaseException as error:
            context = self._context()
            if context is not None:
                return context._drawing_failures.add(error)
            report([error])
            return int(_ffi.Status.ERROR_BACKEND)


def _destroy(user_data: Optional[int]) -> None:
    if user_data:
        _entries.pop(user_data, None)


def _drawn(user_data: int, begin: Callable[[], Any], draw: Callable[[Callable[..., Any], Any], Any]) -> int:
    """Common to all kinds of drawing: calls `draw` with the function and the result of `begin`."""
    if not _lifetime.enter():
        return int(_ffi.Status.ERROR_CANCELLED)
    try:
        entry = kept(user_data)
        if entry is None:
            return int(_ffi.Status.ERROR_INVALID_STATE)

        def run() -> None:
            drawing = begin()
            try:
                draw(entry.first, drawing)
            finally:
                drawing._end()

        status: int = entry.draw(run)
        return status
    finally:
        _lifetime.leave()


def _draw(canvas: int, cairo: int, size: _ffi.lamina_size, scale: float, user_data: int) -> int:
    begin = lambda: Canvas._begin(canvas, cairo, (size.width, size.height), scale)
    return _drawn(user_data, begin, lambda function, drawing: function(drawing))


def _draw_pixels(canvas: int, target: Any, size: _ffi.lamina_size, scale: float, user_data: int) -> int:
    def write(function: Callable[..., Any], drawing: PixelCanvas) -> None:
        function(drawing)
        drawing._take()

    begin = lambda: PixelCanvas._begin(canvas, target.contents, (size.width, size.height), scale)
    return _drawn(user_data, begin, write)


def _draw_image(canvas: int, size: _ffi.lamina_size, scale: float, user_data: int) -> int:
    begin = lambda: ImageCanvas._begin(canvas, (size.width, size.height), scale)
    return _drawn(user_data, begin, lambda function, drawing: drawing._take(function(drawing), kept(user_data).context))


def _will_display(node: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None and entry.first is not None and entry.context is not None:
        entry.call(lambda: entry.first(entry.context._node_for(node)))


def _did_display(node: int, finished: bool, user_data: int) -> None:
    entry = kept(user_data)
    if entry is None or entry.context is None:
        return
    if entry.second is not None:
        entry.call(lambda: entry.second(entry.context._node_for(node), finished))
    if finished and entry.waiting:
        waiting, entry.waiting[:] = list(entry.waiting), []
        for future in waiting:
            if not future.done():
                future.set_result(None)


def _notify(user_data: int, node: int, *values: Any) -> None:
    entry = kept(user_data)
    if entry is not None and entry.context is not None:
        entry.call(lambda: entry.first(entry.context._node_for(node), *values))


def _interface(node: int, event: int, state: int, before: int, user_data: int) -> None:
    _notify(user_data, node, _ffi.InterfaceEvent(event), _ffi.InterfaceState(state), _ffi.InterfaceState(before))


def _layout_event(node: int, event: int, size: _ffi.lamina_size, user_data: int) -> None:
    _notify(user_data, node, _ffi.LayoutEvent(event), from_c_size(size))


def _subtree(node: int, event: int, user_data: int) -> None:
    _notify(user_data, node, _ffi.SubtreeEvent(event))


def _execute(canvas: int, user_data: int) -> None:
    if not _lifetime.enter():
        return
    try:
        entry = kept(user_data)
        if entry is not None:
            operation = Operation._begin(canvas)
            try:
                entry.call(entry.first, operation)
            finally:
                operation._end()
    finally:
        _lifetime.leave()


def _complete(cancelled: bool, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.second, cancelled)


def _done(transaction: int, cancelled: bool, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.first, entry.extra, cancelled)


def _call(user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.first)


def _commit(context: Optional[int], phase: int, user_data: int) -> None:
    _call(user_data)


def _frame(context: Optional[int], time_us: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.first, time_us / 1e6)


def _animation_done(finished: bool, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.first, finished)


def _values_moved(values: Any, count: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.second, values[:count])


def _complete_surface(surface: Optional[int], user_data: int) -> None:
    _call(user_data)


def _job_ready(job: Optional[int], user_data: int) -> None:
    _call(user_data)


def _match(node: Optional[int], user_data: int) -> bool:
    ask = kept(user_data)
    return ask is not None and bool(ask(node))


def _layer(layer: Any, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.call(entry.first, layer.contents)


def _render_done(status: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is None:
        return
    failure = error_for(status, last_error()) if status else None
    if failure is not None and entry.context is not None:
        failures = entry.context._drawing_failures
        raised, text = failures.claim(str(failure))
        if raised is not None:
            failure = error_for(status, text)
            failure.__cause__ = raised
            if entry.extra.raises:
                failures.of_nodes.append(raised)
    entry.call(entry.first, failure)


def _image_loaded(image: Optional[int], status: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        failure = error_for(status, last_error()) if status else None
        entry.extra.end(failure)
        entry.call(entry.first, failure)


def _log_message(level: int, message: Optional[bytes], user_data: int) -> None:
    entry = kept(user_data)
    text = in_python((message or b"").decode("utf-8", "replace"))
    if entry is not None:
        raised, text = entry.extra.claim(text)
        if raised is not None:
            entry.extra.of_nodes.append(raised)
    if entry is not None and entry.first is not None:
        entry.call(entry.first, level, text)
    else:
        _logger().log(_LEVELS.get(level, 20), "%s", text)


destroy = _ffi.lamina_destroy_fn(_destroy)
draw = _ffi.lamina_node_draw_fn(_draw)
draw_pixels = _ffi.lamina_node_draw_pixels_fn(_draw_pixels)
draw_image = _ffi.lamina_node_draw_image_fn(_draw_image)
will_display = _ffi.lamina_node_will_display_fn(_will_display)
did_display = _ffi.lamina_node_did_display_fn(_did_display)
interface = _ffi.lamina_node_interface_fn(_interface)
subtree = _ffi.lamina_node_subtree_fn(_subtree)
layout_event = _ffi.lamina_node_layout_event_fn(_layout_event)
execute = _ffi.lamina_transaction_execute_fn(_execute)
complete = _ffi.lamina_transaction_complete_fn(_complete)
done = _ffi.lamina_transaction_done_fn(_done)
call = _ffi.lamina_context_call_fn(_call)
commit = _ffi.lamina_context_commit_fn(_commit)
frame = _ffi.lamina_context_frame_fn(_frame)
animation_done = _ffi.lamina_context_did_animate_fn(_animation_done)
values_moved = _ffi.lamina_context_move_fn(_values_moved)
complete_surface = _ffi.lamina_surface_complete_fn(_complete_surface)
job_ready = _ffi.lamina_job_ready_fn(_job_ready)
match = _ffi.lamina_node_match_fn(_match)
layer = _ffi.lamina_surface_layer_fn(_layer)
image_loaded = _ffi.lamina_image_loaded_fn(_image_loaded)
render_done = _ffi.lamina_node_render_fn(_render_done)
log = _ffi.lamina_context_log_fn(_log_message)


def null(callback: T) -> T:
    """The NULL of a callback's type."""
    return type(callback)()


def register(
    set_c: Callable[..., int], owner: Handle, callback: Any, function: Optional[Callable[..., Any]], name: str = "a callback"
) -> None:
    """Sets a Python function, the argument `name`, as a callback of `owner`; None removes the callback."""
    handle = owner.handle
    if function is None:
        check(set_c(handle, null(callback), None, null(destroy)))
    else:
        check(set_c(handle, callback, keep(Entry(owner.context, _arguments.function(name, function))), destroy))
