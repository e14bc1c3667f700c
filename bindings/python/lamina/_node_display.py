"""The part of a node that has its contents drawn, and says when."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from . import _callbacks, _ffi
from ._arguments import integer, number
from ._handle import Handle
from ._library import lib
from .bitmap import PixelBuffer, pixels_of
from .canvas import Canvas, ImageCanvas, PixelCanvas
from .errors import LaminaError, check
from .geometry import CLEAR, ColorLike, c_color

if TYPE_CHECKING:
    from .node import Node


class Displaying(Handle):
    """Drawings of yours, and what becomes of them."""

    __slots__ = ()

    def set_draw_callback(self, draw: Optional[Callable[[Canvas], Any]]) -> None:
        """Sets the drawing, which runs on a worker: see Canvas. None takes it away."""
        if draw is None:
            check(lib.lamina_node_set_draw_callback(self.handle, _callbacks.NO_DRAW, None, _callbacks.NO_DESTROY))
            return
        handle = self.handle
        key = _callbacks.keep(_callbacks.Entry(self._context, draw))
        check(lib.lamina_node_set_draw_callback(handle, _callbacks.draw, key, _callbacks.destroy))

    def set_draw_pixels_callback(self, draw: Callable[[PixelCanvas], Any]) -> None:
        """Sets a drawing that writes pixels, which runs on a worker: see PixelCanvas."""
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, draw))
        check(lib.lamina_node_set_draw_pixels_callback(handle, _callbacks.draw_pixels, key, _callbacks.destroy))

    def set_draw_image_callback(self, draw: Callable[[ImageCanvas], Optional[PixelBuffer]]) -> None:
        """Sets a drawing that returns a picture (or None), which is stretched to the node. It runs on a worker."""
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, draw))
        check(lib.lamina_node_set_draw_image_callback(handle, _callbacks.draw_image, key, _callbacks.destroy))

    def set_placeholder_draw_callback(self, draw: Optional[Callable[[Canvas], Any]]) -> None:
        """Gives the placeholder a drawing of its own, above its colour, which runs on a worker; None takes it away."""
        handle = self.handle
        if draw is None:
            check(lib.lamina_node_set_placeholder_draw_callback(handle, _callbacks.NO_DRAW, None, _callbacks.NO_DESTROY))
            return
        key = _callbacks.keep(_callbacks.Entry(self._context, draw))
        check(lib.lamina_node_set_placeholder_draw_callback(handle, _callbacks.draw, key, _callbacks.destroy))

    def set_draws_text(self, draws_text: bool) -> None:
        """Says that the drawing draws text with Pango or cairo by itself, which only one may do at a time."""
        check(lib.lamina_node_set_draws_text(self.handle, draws_text))

    def add_display_observer(
        self,
        will_display: Optional[Callable[["Node"], Any]] = None,
        did_display: Optional[Callable[["Node", bool], Any]] = None,
    ) -> int:
        """Calls these on the owner thread at the beginning and the end (node, finished) of each drawing from now on. Returns
        a number for remove_display_observer()."""
        return self._observe(_callbacks.Entry(self._context, will_display, did_display))

    def remove_display_observer(self, number: int) -> None:
        """Removes an observer. InvalidStateError when the node has none of that number."""
        check(lib.lamina_node_remove_display_observer(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    def _observe(self, entry: "_callbacks.Entry") -> int:
        number = ctypes.c_uint64()
        check(lib.lamina_node_add_display_observer(
            self.handle, _callbacks.will_display, _callbacks.did_display, _callbacks.keep(entry), _callbacks.destroy,
            ctypes.byref(number),
        ))  # fmt: skip
        return number.value

    async def displayed(self) -> None:
        """Waits, in an asyncio loop, until the node's next drawing is on its surface, or nothing is left to draw.

        Attaches the context to the running loop. A surface that shows the node must exist already.
        """
        context = self._context
        context.attach()
        if context._is_idle():
            return
        if self.handle not in context._observers:
            entry = _callbacks.Entry(context, None, None)
            entry.waiting = []
            context._observers[self.handle] = entry
            self._observe(entry)
        await context._wait_for(context._observers[self.handle].waiting)

    def set_needs_display(self) -> None:
        """Asks for a new drawing; what is there stays until it is done."""
        check(lib.lamina_node_set_needs_display(self.handle))

    @property
    def drawing_priority(self) -> int:
        """Drawings of nodes with a higher priority begin first; 0 by default."""
        return lib.lamina_node_get_drawing_priority(self.handle)

    @drawing_priority.setter
    def drawing_priority(self, priority: int) -> None:
        check(lib.lamina_node_set_drawing_priority(self.handle, integer("priority", priority, -(2**31), 2**31 - 1)))

    def wait_display(self, timeout: Optional[float] = None) -> None:
        """Processes until this node and all below it are displayed; TimedOutError after `timeout` seconds."""
        self._context._wait(lambda limit_us: lib.lamina_node_wait_display(self.handle, limit_us), timeout)

    @property
    def displayed_together(self) -> bool:
        """Whether all contents from here down appear in the same frame; else each when it is ready."""
        return bool(lib.lamina_node_is_displayed_together(self.handle))

    @displayed_together.setter
    def displayed_together(self, together: bool) -> None:
        check(lib.lamina_node_set_displayed_together(self.handle, together))

    @property
    def display_suspended(self) -> bool:
        """While it is set, nothing of the node's contents is drawn; what is shown stays. Taken back, it is drawn once."""
        return bool(lib.lamina_node_is_display_suspended(self.handle))

    @display_suspended.setter
    def display_suspended(self, suspended: bool) -> None:
        check(lib.lamina_node_set_display_suspended(self.handle, suspended))

    @property
    def displayed_asynchronously(self) -> bool:
        """Whether the node is drawn on a worker; when not, on the owner thread, in the process that takes its change over."""
        return bool(lib.lamina_node_is_displayed_asynchronously(self.handle))

    @displayed_asynchronously.setter
    def displayed_asynchronously(self, asynchronously: bool) -> None:
        check(lib.lamina_node_set_displayed_asynchronously(self.handle, asynchronously))

    @property
    def redrawn_on_resize(self) -> bool:
        """Whether another size asks for a drawing in that size; when not, what was drawn is stretched."""
        return bool(lib.lamina_node_is_redrawn_on_resize(self.handle))

    @redrawn_on_resize.setter
    def redrawn_on_resize(self, needs: bool) -> None:
        check(lib.lamina_node_set_redrawn_on_resize(self.handle, needs))

    def render(
        self,
        target: PixelBuffer,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
        done: Optional[Callable[[Optional[LaminaError]], Any]] = None,
    ) -> None:
        """Draws the tree below this node into `target` on a worker, without a surface.

        `done` hears on the owner thread, in a process or wait, that it is finished (None) or what went wrong.
        """
        self._render(target, scale, background, done)

    def _render(
        self, target: PixelBuffer, scale: float, background: ColorLike, done: Optional[Callable[[Optional[LaminaError]], Any]],
        raises: bool = True,
    ) -> None:  # fmt: skip
        """`raises`: process() raises what drawings raise; else only `done` hears of it, as the cause of the error."""
        handle, bitmap = self.handle, pixels_of(target)
        key = _callbacks.keep(_callbacks.Entry(self._context, done, extra=_callbacks.Rendering(target, bitmap, raises)))
        check(lib.lamina_node_render(
            handle, number("scale", scale), c_color(background), ctypes.byref(bitmap), _callbacks.render_done, key,
            _callbacks.destroy))  # fmt: skip
