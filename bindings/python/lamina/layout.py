"""The result of one layout pass."""
from __future__ import annotations

import ctypes
from typing import Iterator, Optional, Tuple, Union

from . import _ffi
from ._arguments import counted
from ._handle import ELEMENT, NODE, Handle, handle_of
from ._library import lib
from .errors import check
from .geometry import PointLike, Rect, Size, SizeLike, SizeRange, c_point, c_range, from_c_rect, from_c_size
from .node import Node


class Layout(Handle):
    """`Layout(root, SizeRange.with_width(400))` lays out the tree below `root` on this thread, without changing it."""

    __slots__ = ()

    _kind = "layout"

    def __init__(self, root: Node, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]]) -> None:
        handle = ctypes.c_void_p()
        status = lib.lamina_layout_create(handle_of(root, "root", ELEMENT), c_range(sizes), ctypes.byref(handle))
        root.context._drawing_failures.check(status)
        self._own(root.context, handle.value)

    def _summary(self) -> str:
        return f"of {counted(len(self), 'node')}, {self.size.width:g} x {self.size.height:g}"

    @property
    def size(self) -> Size:
        """The size of the root."""
        return from_c_size(lib.lamina_layout_get_size(self.handle))

    def frame(self, node: Node) -> Rect:
        """The frame of a node in its parent, in this layout."""
        rect = _ffi.lamina_rect()
        check(lib.lamina_layout_get_frame(self.handle, handle_of(node, "node", NODE), ctypes.byref(rect)))
        return from_c_rect(rect)

    def absolute_frame(self, node: Node) -> Rect:
        """The frame of a node in the root, in this layout."""
        rect = _ffi.lamina_rect()
        check(lib.lamina_layout_get_absolute_frame(self.handle, handle_of(node, "node", NODE), ctypes.byref(rect)))
        return from_c_rect(rect)

    def __len__(self) -> int:
        """The number of nodes that the layout places, including the root."""
        return lib.lamina_layout_get_node_count(self.handle)

    def __iter__(self) -> Iterator[Node]:
        """The nodes in painting order, each before its descendants."""
        for index in range(len(self)):
            node = ctypes.c_void_p()
            check(lib.lamina_layout_copy_node(self.handle, index, ctypes.byref(node)))
            yield self._context._node_for(node.value, owned=True)

    def node_at(self, point: PointLike) -> Optional[Node]:
        """The frontmost node whose frame contains a point, in the root's coordinates."""
        node = ctypes.c_void_p()
        check(lib.lamina_layout_hit_test(self.handle, c_point(point, "point"), ctypes.byref(node)))
        return self._context._node_for(node.value, owned=True) if node.value else None

    def apply(self) -> None:
        """Gives the nodes their frames."""
        check(lib.lamina_layout_apply(self.handle))
