"""Functions of yours that take part in layouts, instead of a spec. They run on any thread: see Node.set_measure_callback()."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Tuple, Union

from . import _callbacks, _ffi
from ._handle import Handle, handle_of
from ._library import lib
from .errors import InvalidStateError, check
from .geometry import RectLike, Size, SizeLike, SizeRange, c_range, c_rect, c_size, from_c_size

if TYPE_CHECKING:
    from .context import Context
    from .node import Node
    from .spec import Spec

# A size, or (width, height, first baseline, last baseline), those from the top.
MeasurementLike = Union[SizeLike, Tuple[float, float, float, float]]


class LayoutPass:
    """The children of a node while a function of yours places them; good only until that returns, on its thread."""

    def __init__(self, context: "Context", handle: int) -> None:
        self._context = context
        self._handle = handle

    @property
    def handle(self) -> int:
        """The C handle. InvalidStateError when the function has returned."""
        if not self._handle:
            raise InvalidStateError("the arrangement was used after its function had returned")
        return self._handle

    def __len__(self) -> int:
        return lib.lamina_layout_pass_get_child_count(self.handle)

    def __iter__(self) -> "Iterator[Node]":
        """The children, back to front."""
        for index in range(len(self)):
            child = ctypes.c_void_p()
            check(lib.lamina_layout_pass_copy_child(self.handle, index, ctypes.byref(child)))
            yield self._context._node_for(child.value, owned=True)

    def measure(self, child: "Node", sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> Size:
        """How large a child is within a range of sizes."""
        size = _ffi.lamina_size()
        check(lib.lamina_layout_pass_measure_child(self.handle, handle_of(child), c_range(sizes), ctypes.byref(size)))
        return from_c_size(size)

    def place(self, child: "Node", frame: RectLike) -> None:
        """Gives a child its frame; one that gets none is empty."""
        check(lib.lamina_layout_pass_set_child_frame(self.handle, handle_of(child), c_rect(frame)))

    def set_size(self, size: SizeLike) -> None:
        """Says how large the node itself is."""
        check(lib.lamina_layout_pass_set_size(self.handle, c_size(size)))

    def _end(self) -> None:
        self._handle = 0


class Arranging(Handle):
    """The part of a node that says how it is laid out by functions of yours."""

    __slots__ = ()

    def set_measure_callback(self, measure: Optional[Callable[[SizeRange], MeasurementLike]]) -> None:
        """Sets a function that says how large the node is. None takes it away.

        Like all layout functions it may run on any thread, and its answer is kept: it must depend on its argument and on
        data that does not change without set_needs_layout().
        """
        if measure is None:
            check(lib.lamina_node_set_measure_callback(self.handle, _callbacks.NO_MEASURE, None, _callbacks.NO_DESTROY))
            return
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, measure))
        check(lib.lamina_node_set_measure_callback(handle, _callbacks.measure, key, _callbacks.destroy))

    def set_layout_spec_callback(self, make_spec: Optional[Callable[[SizeRange], Optional["Spec"]]]) -> None:
        """Sets a function that returns the spec for a range of sizes. Its nodes become children when the layout is applied."""
        if make_spec is None:
            check(lib.lamina_node_set_layout_spec_callback(self.handle, _callbacks.NO_MAKE_SPEC, None, _callbacks.NO_DESTROY))
            return
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, make_spec))
        check(lib.lamina_node_set_layout_spec_callback(handle, _callbacks.make_spec, key, _callbacks.destroy))

    def set_layout_callback(self, arrange: Optional[Callable[[LayoutPass, SizeRange], Any]]) -> None:
        """Sets a function that measures and places the children itself."""
        if arrange is None:
            check(lib.lamina_node_set_layout_callback(self.handle, _callbacks.NO_ARRANGE, None, _callbacks.NO_DESTROY))
            return
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, arrange))
        check(lib.lamina_node_set_layout_callback(handle, _callbacks.arrange, key, _callbacks.destroy))

    def set_needs_layout(self) -> None:
        """Forgets what is known of the node's layout: its function is asked again."""
        check(lib.lamina_node_set_needs_layout(self.handle))

    @property
    def concurrent(self) -> bool:
        """Whether the children are measured on all workers at once."""
        return lib.lamina_node_is_concurrent(self.handle)

    @concurrent.setter
    def concurrent(self, value: bool) -> None:
        check(lib.lamina_node_set_concurrent(self.handle, value))
