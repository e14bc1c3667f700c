"""The part of a node that says where it is in the tree."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Callable, List, Optional, Union

from . import _callbacks, _ffi
from ._arguments import position
from ._handle import Handle, handle_of
from ._library import lib
from .errors import check
from .text_style import encode

if TYPE_CHECKING:
    from .node import Node


class InTree(Handle):
    """Children, parents, and nodes that are found among them."""

    __slots__ = ()

    def add_child(self, child: "Node") -> None:
        """Appends a child, taking it from its present parent. It keeps its place when it is a child already."""
        check(lib.lamina_node_add_child(self.handle, handle_of(child)))

    def insert_child(self, child: "Node", index: int) -> None:
        """Puts a child at `index`, back to front: 0 is drawn first."""
        check(lib.lamina_node_insert_child(self.handle, handle_of(child), _index(index)))

    def insert_child_above(self, child: "Node", sibling: "Node") -> None:
        """Puts a child right above (drawn after) `sibling`."""
        check(lib.lamina_node_insert_child_above(self.handle, handle_of(child), handle_of(sibling)))

    def insert_child_below(self, child: "Node", sibling: "Node") -> None:
        """Puts a child right below (drawn before) `sibling`."""
        check(lib.lamina_node_insert_child_below(self.handle, handle_of(child), handle_of(sibling)))

    def replace_child(self, child: "Node", replacement: "Node") -> None:
        """Puts `replacement` in the place of `child`."""
        check(lib.lamina_node_replace_child(self.handle, handle_of(child), handle_of(replacement)))

    def move_child(self, from_index: int, to_index: int) -> None:
        """Moves a child; the second index is its place afterwards."""
        check(lib.lamina_node_move_child(self.handle, _index(from_index), _index(to_index)))

    def remove_from_parent(self) -> None:
        """Takes the node out of its parent, if it has one."""
        check(lib.lamina_node_remove_from_parent(self.handle))

    def remove_children(self) -> None:
        """Takes all children out."""
        check(lib.lamina_node_remove_children(self.handle))

    @property
    def child_count(self) -> int:
        """The number of children."""
        return lib.lamina_node_get_child_count(self.handle)

    def child(self, index: int) -> "Node":
        """The child at `index`, back to front."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_child(self.handle, _index(index), ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True)

    @property
    def children(self) -> List["Node"]:
        """The children, back to front."""
        return [self.child(index) for index in range(self.child_count)]

    @property
    def parent(self) -> Optional["Node"]:
        """The parent; None when there is none."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_parent(self.handle, ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True) if handle.value else None

    def child_index(self, child: "Node") -> Optional[int]:
        """The place of a child; None when it is none."""
        index = lib.lamina_node_get_child_index(self.handle, handle_of(child))
        return None if index == _ffi.SIZE_MAX else index

    def find(self, wanted: "Union[str, Callable[[Node], bool]]") -> Optional["Node"]:
        """The first node of this name, or that a function answers true for, among this one and what is below it; None when
        there is none."""
        if callable(wanted):
            return self._matching(wanted)
        data, handle = encode(wanted), ctypes.c_void_p()
        check(lib.lamina_node_find_named(self.handle, data, len(data), ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True) if handle.value else None

    def _matching(self, matches: "Callable[[Node], bool]") -> Optional["Node"]:
        handle, raised = ctypes.c_void_p(), []

        def ask(node: Optional[int]) -> bool:
            try:
                return bool(matches(self._context._node_for(node)))
            except BaseException as error:
                raised.append(error)
                return True  # which ends the search

        key = _callbacks.keep(ask)
        try:
            check(lib.lamina_node_find_matching(self.handle, _callbacks.match, key, ctypes.byref(handle)))
        finally:
            _callbacks.forget(key)
        found = self._context._node_for(handle.value, owned=True) if handle.value else None
        if raised:
            raise raised[0]
        return found

    def common_ancestor(self, other: "Node") -> Optional["Node"]:
        """The lowest node that both are below, or are; None when the two are not in one tree."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_common_ancestor(self.handle, handle_of(other), ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True) if handle.value else None


def _index(index: int) -> int:
    """A position that C can count to; the library knows which are beyond the end."""
    return min(position("index", index), _ffi.SIZE_MAX - 1)
