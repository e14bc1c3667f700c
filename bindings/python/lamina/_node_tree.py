"""Methods of Node about its place in the tree: children, parents, and finding nodes."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Callable, List, Optional, Union

from . import _callbacks, _ffi
from ._arguments import position
from ._handle import NODE, handle_of
from ._library import lib
from .errors import check
from .text_style import encode

if TYPE_CHECKING:
    from .node import Node


def add_child(node: Node, child: Node) -> None:
    """Appends a child, removing it from its current parent. A child of this node keeps its place."""
    check(lib.lamina_node_add_child(node.handle, handle_of(child, "child", NODE)))


def insert_child(node: Node, child: Node, index: int) -> None:
    """Inserts a child at `index`, counted back to front: child 0 is drawn first."""
    check(lib.lamina_node_insert_child(node.handle, handle_of(child, "child", NODE), _index(index)))


def insert_child_above(node: Node, child: Node, sibling: Node) -> None:
    """Inserts a child directly above `sibling`, so that it is drawn after it."""
    check(lib.lamina_node_insert_child_above(node.handle, handle_of(child, "child", NODE), handle_of(sibling, "sibling", NODE)))


def insert_child_below(node: Node, child: Node, sibling: Node) -> None:
    """Inserts a child directly below `sibling`, so that it is drawn before it."""
    check(lib.lamina_node_insert_child_below(node.handle, handle_of(child, "child", NODE), handle_of(sibling, "sibling", NODE)))


def replace_child(node: Node, child: Node, replacement: Node) -> None:
    """Replaces `child` with `replacement`."""
    check(lib.lamina_node_replace_child(node.handle, handle_of(child, "child", NODE), handle_of(replacement, "replacement", NODE)))


def move_child(node: Node, from_index: int, to_index: int) -> None:
    """Moves a child; `to_index` is its place afterwards."""
    check(lib.lamina_node_move_child(node.handle, _index(from_index), _index(to_index)))


def remove_from_parent(node: Node) -> None:
    """Removes the node from its parent, if it has one."""
    check(lib.lamina_node_remove_from_parent(node.handle))


def remove_children(node: Node) -> None:
    """Removes all children."""
    check(lib.lamina_node_remove_children(node.handle))


def child(node: Node, index: int) -> Node:
    """The child at `index`, counted back to front."""
    handle = ctypes.c_void_p()
    check(lib.lamina_node_copy_child(node.handle, _index(index), ctypes.byref(handle)))
    return node._context._node_for(handle.value, owned=True)


def parent(node: Node) -> Optional[Node]:
    """The parent, or None."""
    handle = ctypes.c_void_p()
    check(lib.lamina_node_copy_parent(node.handle, ctypes.byref(handle)))
    return _node_or_none(node, handle)


def child_index(node: Node, child: Node) -> Optional[int]:
    """The index of a child, or None if it is not a child."""
    index = lib.lamina_node_get_child_index(node.handle, handle_of(child, "child", NODE))
    return None if index == _ffi.SIZE_MAX else index


def find(node: Node, wanted: Union[str, Callable[[Node], bool]]) -> Optional[Node]:
    """The first node, among this one and its descendants, with the name `wanted`, or for which the function `wanted`
    returns True; or None."""
    handle = ctypes.c_void_p()
    if callable(wanted):
        _find_matching(node, wanted, handle)
    else:
        name = encode(wanted, "wanted")
        check(lib.lamina_node_find_named(node.handle, name, len(name), ctypes.byref(handle)))
    return _node_or_none(node, handle)


def _find_matching(node: Node, matches: Callable[[Node], bool], found: ctypes.c_void_p) -> None:
    raised: List[BaseException] = []

    def match(handle: Optional[int]) -> bool:
        try:
            return bool(matches(node._context._node_for(handle)))
        except BaseException as error:
            raised.append(error)
            return True  # which ends the search

    key = _callbacks.keep(match)
    try:
        check(lib.lamina_node_find_matching(node.handle, _callbacks.match, key, ctypes.byref(found)))
    finally:
        _callbacks.forget(key)
    if raised:
        _node_or_none(node, found)  # gives the reference back
        raise raised[0]


def common_ancestor(node: Node, other: Node) -> Optional[Node]:
    """The lowest common ancestor, which may be one of the two; None if they are in different trees."""
    handle = ctypes.c_void_p()
    check(lib.lamina_node_copy_common_ancestor(node.handle, handle_of(other, "other", NODE), ctypes.byref(handle)))
    return _node_or_none(node, handle)


def _node_or_none(node: Node, handle: ctypes.c_void_p) -> Optional[Node]:
    """The node of a handle whose reference is handed over."""
    return node._context._node_for(handle.value, owned=True) if handle.value else None


def _index(index: int) -> int:
    """An index that C can count to; the library knows which are beyond the end."""
    return min(position("index", index), _ffi.SIZE_MAX - 1)
