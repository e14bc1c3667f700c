"""Methods of Node about its contents: draw callbacks, when they run, and who is notified."""
from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from . import _callbacks, _ffi
from ._arguments import integer, number
from ._library import lib
from .bitmap import PixelBuffer, pixels_of
from .canvas import Canvas, ImageCanvas, PixelCanvas
from .errors import InvalidArgumentError, LaminaError, check
from .geometry import CLEAR, ColorLike, c_color

if TYPE_CHECKING:
    from ._ffi import SubtreeEvent
    from .node import Node

Done = Optional[Callable[[Optional[LaminaError]], Any]]

# ---- Draw callbacks ----


def set_draw_callback(node: Node, draw: Optional[Callable[[Canvas], Any]]) -> None:
    """Sets a callback that draws the node on a worker: see Canvas. None removes it."""
    _callbacks.register(lib.lamina_node_set_draw_callback, node, _callbacks.draw, draw, "draw")


def set_draw_before_callback(node: Node, draw: Optional[Callable[[Canvas], Any]]) -> None:
    """Sets a callback that draws on a worker before the node's contents, below them. None removes it."""
    _callbacks.register(lib.lamina_node_set_draw_before_callback, node, _callbacks.draw, draw, "draw")


def set_draw_after_callback(node: Node, draw: Optional[Callable[[Canvas], Any]]) -> None:
    """Sets a callback that draws on a worker after the node's contents, above them. None removes it."""
    _callbacks.register(lib.lamina_node_set_draw_after_callback, node, _callbacks.draw, draw, "draw")


def set_draw_pixels_callback(node: Node, draw: Optional[Callable[[PixelCanvas], Any]]) -> None:
    """Sets a callback that writes the node's pixels on a worker: see PixelCanvas. None removes it."""
    _callbacks.register(lib.lamina_node_set_draw_pixels_callback, node, _callbacks.draw_pixels, draw)


def set_draw_image_callback(node: Node, draw: Optional[Callable[[ImageCanvas], Optional[PixelBuffer]]]) -> None:
    """Sets a callback that runs on a worker and returns a picture, which is stretched to the node, or None. None
    removes the callback."""
    _callbacks.register(lib.lamina_node_set_draw_image_callback, node, _callbacks.draw_image, draw)


def set_placeholder_draw_callback(node: Node, draw: Optional[Callable[[Canvas], Any]]) -> None:
    """Sets a callback that draws the placeholder, above its colour, on a worker. None removes it."""
    _callbacks.register(lib.lamina_node_set_placeholder_draw_callback, node, _callbacks.draw, draw, "draw")


def set_draws_text(node: Node, draws_text: bool) -> None:
    """Declares that the draw callback draws text with Pango or cairo, which only one callback may do at a time."""
    check(lib.lamina_node_set_draws_text(node.handle, draws_text))


# ---- When it is drawn ----


def set_needs_display(node: Node) -> None:
    """Invalidates the drawing. The old one stays until the new one is ready."""
    check(lib.lamina_node_set_needs_display(node.handle))


def wait_display(node: Node, timeout: Optional[float] = None) -> None:
    """Processes until this node and its descendants are displayed; TimedOutError after `timeout` seconds."""
    node._context._wait(lambda limit_us: lib.lamina_node_wait_display(node.handle, limit_us), timeout)


async def displayed(node: Node) -> None:
    """Waits, in an asyncio loop, until the node's next drawing is on its surface, or nothing is left to draw.

    Attaches the context to the running loop. The node must already be on a surface.
    """
    context = node._context
    context.attach()
    if context._is_idle():
        return
    if node.handle not in context._observers:
        entry = _callbacks.Entry(context, None, None)
        context._observers[node.handle] = entry
        _observe(node, entry)
    await context._wait_for(context._observers[node.handle].waiting)


# ---- Notifications ----


def add_display_observer(
    node: Node,
    will_display: Optional[Callable[[Node], Any]] = None,
    did_display: Optional[Callable[[Node, bool], Any]] = None,
) -> int:
    """Adds callbacks that are notified, on the owner thread, when a drawing of the node begins (node) and ends (node,
    finished). Returns a number for remove_display_observer()."""
    return _observe(node, _callbacks.Entry(node._context, will_display, did_display))


def remove_display_observer(node: Node, number: int) -> None:
    """Removes an observer by the number that adding it returned."""
    check(lib.lamina_node_remove_display_observer(node.handle, integer("number", number, 0, 2**64 - 1)))


def _observe(node: Node, entry: Any) -> int:
    number = ctypes.c_uint64()
    check(lib.lamina_node_add_display_observer(
        node.handle, _callbacks.will_display, _callbacks.did_display, _callbacks.keep(entry), _callbacks.destroy,
        ctypes.byref(number),
    ))  # fmt: skip
    return number.value


# ---- Whole subtrees ----


def set_subtree_suspended(node: Node, suspended: bool) -> None:
    """Sets display_suspended for the node and all descendants that it has now."""
    check(lib.lamina_node_set_subtree_suspended(node.handle, suspended))


def add_subtree_observer(node: Node, observer: Callable[[Node, SubtreeEvent], Any]) -> int:
    """Adds a callback that is notified with (node, event) when drawings of the node or its descendants have begun, and
    when none is left. Returns its number."""
    added = ctypes.c_uint64()
    key = _callbacks.keep_observer(node._context, observer)
    check(lib.lamina_node_add_subtree_observer(
        node.handle, _callbacks.subtree, key, _callbacks.destroy, ctypes.byref(added)))  # fmt: skip
    return added.value


def remove_subtree_observer(node: Node, number: int) -> None:
    """Removes an observer by the number that adding it returned."""
    check(lib.lamina_node_remove_subtree_observer(node.handle, integer("number", number, 0, 2**64 - 1)))


def get_display_patience(node: Node) -> float:
    """How long, in seconds, a process waits for the first contents of the node and its descendants while they are
    visible, so that they are never seen as placeholders; 0 by default, math.inf for as long as it takes."""
    found = int(lib.lamina_node_get_display_patience_us(node.handle))
    return math.inf if found == _ffi.UINT64_MAX else found / 1e6


def set_display_patience(node: Node, seconds: float) -> None:
    given = number("display_patience", seconds)
    if not given >= 0:
        raise InvalidArgumentError(f"display_patience is {given}; seconds from 0 are needed")
    microseconds = _ffi.UINT64_MAX if given == math.inf else int(min(given * 1e6, 2.0**63))
    check(lib.lamina_node_set_display_patience_us(node.handle, microseconds))


# ---- Pictures without a surface ----


def render(
    node: Node, target: PixelBuffer, *, scale: float = 1.0, background: ColorLike = CLEAR, done: Done = None
) -> int:
    """Lays out the tree below this node and draws it into `target` on a worker, without a surface.

    `done` is called on the owner thread, in a process or wait: with None, or with the error that ended the drawing.
    Returns a number for cancel_call() of the context.
    """
    return start_rendering(node, lib.lamina_node_render, target, scale, background, done)


def render_snapshot(
    node: Node, target: PixelBuffer, *, scale: float = 1.0, background: ColorLike = CLEAR, done: Done = None
) -> int:
    """Draws this node and its descendants with their current frames, without layout, on a surface or not. Otherwise
    like render()."""
    return start_rendering(node, lib.lamina_node_render_snapshot, target, scale, background, done)


def start_rendering(
    node: Node, start: Callable[..., int], target: PixelBuffer, scale: float, background: ColorLike, done: Done,
    raises: bool = True,
) -> int:  # fmt: skip
    """`raises`: process() raises what draw callbacks raise; else only `done` receives it, as the cause of its error.
    Returns a number for cancel_call()."""
    handle, bitmap = node.handle, pixels_of(target)
    key = _callbacks.keep(_callbacks.Entry(node._context, done, extra=_callbacks.Rendering(target, bitmap, raises)))
    call = ctypes.c_uint64()
    status = start(
        handle, number("scale", scale), c_color(background, "background"), ctypes.byref(bitmap), _callbacks.render_done, key,
        _callbacks.destroy, ctypes.byref(call))  # fmt: skip
    node._context._drawing_failures.check(status)  # a layout spec callback may have run
    return call.value
