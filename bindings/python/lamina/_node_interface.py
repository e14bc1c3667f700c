"""The part of a node that says how near it is to being seen."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable

from . import _callbacks, _ffi
from ._arguments import integer
from ._handle import Handle
from ._library import lib
from .errors import check

if TYPE_CHECKING:
    from ._ffi import InterfaceEvent, InterfaceState
    from .node import Node


class Watched(Handle):
    """Interface states."""

    __slots__ = ()

    @property
    def interface_state(self) -> InterfaceState:
        """How near the node is to being seen: all states on a surface, other than visible where it is hidden, and none elsewhere."""
        return _ffi.InterfaceState(lib.lamina_node_get_interface_state(self.handle))

    def add_interface_observer(
        self, observer: "Callable[[Node, InterfaceEvent, InterfaceState, InterfaceState], Any]"
    ) -> int:
        """Has observer(node, event, state, before) told, on the owner thread, of changes from now on; returns its number."""
        number = ctypes.c_uint64()
        key = _callbacks.keep(_callbacks.Entry(self._context, observer))
        check(lib.lamina_node_add_interface_observer(
            self.handle, _callbacks.interface, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def remove_interface_observer(self, number: int) -> None:
        """Removes an observer by the number that adding it returned."""
        check(lib.lamina_node_remove_interface_observer(self.handle, integer("number", number, 0, 2**64 - 1)))
