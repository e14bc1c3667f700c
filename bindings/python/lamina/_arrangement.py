"""The argument of a layout callback: the children of its node, to be measured and placed."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Iterator, Tuple, Union

from . import _ffi
from ._arguments import counted
from ._handle import NODE, handle_of
from ._library import lib
from .errors import InvalidStateError, check
from .geometry import RectLike, Size, SizeLike, SizeRange, c_range, c_rect, c_size, from_c_size

if TYPE_CHECKING:
    from .context import Context
    from .node import Node


class LayoutPass:
    """The children of a node while a layout callback places them. Valid until the callback returns, on its thread."""

    def __init__(self, context: "Context", handle: int) -> None:
        self._context = context
        self._handle = handle

    @property
    def handle(self) -> int:
        """The C handle. InvalidStateError after the callback has returned."""
        if not self._handle:
            raise InvalidStateError("the layout pass was used after its callback had returned")
        return self._handle

    def __repr__(self) -> str:
        return f"<lamina.LayoutPass of {counted(len(self), 'child node')}>" if self._handle else "<lamina.LayoutPass ended>"

    def __len__(self) -> int:
        return lib.lamina_layout_pass_get_child_count(self.handle)

    def __iter__(self) -> "Iterator[Node]":
        """The children, back to front."""
        for index in range(len(self)):
            child = ctypes.c_void_p()
            check(lib.lamina_layout_pass_copy_child(self.handle, index, ctypes.byref(child)))
            yield self._context._node_for(child.value, owned=True)

    def measure(self, child: "Node", sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> Size:
        """Measures a child within a range of sizes."""
        size = _ffi.lamina_size()
        node = handle_of(child, "child", NODE)
        check(lib.lamina_layout_pass_measure_child(self.handle, node, c_range(sizes), ctypes.byref(size)))
        return from_c_size(size)

    def place(self, child: "Node", frame: RectLike) -> None:
        """Sets the frame of a child. A child without one has an empty frame."""
        check(lib.lamina_layout_pass_set_child_frame(self.handle, handle_of(child, "child", NODE), c_rect(frame)))

    def set_size(self, size: SizeLike) -> None:
        """Sets the size of the node."""
        check(lib.lamina_layout_pass_set_size(self.handle, c_size(size)))

    def _end(self) -> None:
        self._handle = 0
