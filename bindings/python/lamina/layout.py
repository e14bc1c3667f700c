"""The result of one layout pass."""
from __future__ import annotations

import ctypes
from typing import Tuple, Union

from . import _ffi
from ._handle import Handle, handle_of
from ._library import lib
from .errors import check
from .geometry import Rect, Size, SizeLike, SizeRange, c_range, from_c_rect, from_c_size
from .node import Node


class Layout(Handle):
    """`Layout(root, SizeRange.with_width(400))` measures the tree below `root` on this thread, changing nothing."""

    _kind = "layout"

    def __init__(self, root: Node, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> None:
        handle = ctypes.c_void_p()
        check(lib.lamina_layout_create(handle_of(root), c_range(sizes), ctypes.byref(handle)))
        self._own(root.context, handle.value)

    @property
    def size(self) -> Size:
        """The size of the root."""
        return from_c_size(lib.lamina_layout_get_size(self.handle))

    def frame(self, node: Node) -> Rect:
        """The frame of a node in its parent, in this layout."""
        rect = _ffi.lamina_rect()
        check(lib.lamina_layout_get_frame(self.handle, handle_of(node), ctypes.byref(rect)))
        return from_c_rect(rect)

    def apply(self) -> None:
        """Gives the nodes these frames."""
        check(lib.lamina_layout_apply(self.handle))
