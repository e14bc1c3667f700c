"""How near nodes are to being seen: ranges, states that are set, and observers. The members of Node are named in
node.py."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import integer, number
from ._ffi import InterfaceEvent, InterfaceState, RangeMode
from ._field import Kind
from ._library import lib
from .errors import InvalidArgumentError, InvalidStateError, check
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import RangeModeLike
    from .node import Node


class Ranges(NamedTuple):
    """How far beyond what is seen of a node its children are displayed, preloaded and measured: each (leading,
    trailing), in screenfuls, ahead in the direction of the last move and behind. A range reaches at least as far as the
    one before."""

    display: Tuple[float, float]
    preload: Tuple[float, float] = (0.0, 0.0)
    measured: Tuple[float, float] = (0.0, 0.0)


STATE: "Kind[InterfaceState, InterfaceState]" = Kind(
    lambda state: integer("interface_state", state, 0, 2**31 - 1), InterfaceState)  # fmt: skip
#: The description of Node.interface_state.
STATE_DOC = """How close the node is to being visible. What nobody manages has all flags on a surface, but not "visible" when
hidden, and none elsewhere. Setting it says so for the node and all below it, in place of the parent: for a manager that
decides by itself; DISPLAY includes PRELOAD and MEASURED. remove_interface_state() ends that."""
#: The description of Node.ranges.
RANGES = """How the node manages its children by their distance from what is seen of it: a RangeMode or its name, Ranges, or
None, the default. What is out of the display range is not drawn, and drops its contents. For the node of a list they
say which rows are measured, made and drawn; None leaves that to the list."""


def get_ranges(node: Node) -> Union[RangeMode, Ranges, None]:
    struct = _ffi.lamina_ranges()
    try:
        check(lib.lamina_node_get_ranges(node.handle, ctypes.byref(struct)))
    except InvalidStateError as error:
        if "has no ranges" not in str(error):  # in a forked child nothing is answered
            raise
        return None
    if struct.mode != RangeMode.CUSTOM:
        return RangeMode(struct.mode)
    return Ranges(
        (struct.display_leading_screens, struct.display_trailing_screens),
        (struct.preload_leading_screens, struct.preload_trailing_screens),
        (struct.measured_leading_screens, struct.measured_trailing_screens))  # fmt: skip


def set_ranges(node: Node, ranges: Union[RangeModeLike, Ranges, None]) -> None:
    if ranges is None:
        check(lib.lamina_node_set_ranges(node.handle, None))
        return
    struct = _ffi.lamina_ranges()
    if isinstance(ranges, tuple):
        struct.mode = RangeMode.CUSTOM
        for name, reach in zip(Ranges._fields, ranges):
            if len(reach) != 2:
                raise InvalidArgumentError(f"{name} is {reach!r}; two numbers are needed, (leading, trailing)")
            for end, value in zip(("leading", "trailing"), reach):
                setattr(struct, f"{name}_{end}_screens", number(f"{name} ({end})", value))
    else:
        struct.mode = enum_value("ranges", RangeMode, ranges)
    check(lib.lamina_node_set_ranges(node.handle, ctypes.byref(struct)))


def remove_interface_state(node: Node) -> None:
    """Leaves the node's interface state to its parent again."""
    check(lib.lamina_node_remove_interface_state(node.handle))


def add_interface_observer(
    node: Node, observer: Callable[[Node, InterfaceEvent, InterfaceState, InterfaceState], Any]
) -> int:
    """Adds a callback that is notified of changes with (node, event, state, before), on the owner thread. Returns its
    number."""
    number = ctypes.c_uint64()
    key = _callbacks.keep_observer(node._context, observer)
    check(lib.lamina_node_add_interface_observer(
        node.handle, _callbacks.interface, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
    return number.value


def remove_interface_observer(node: Node, number: int) -> None:
    """Removes an observer by the number that adding it returned."""
    check(lib.lamina_node_remove_interface_observer(node.handle, integer("number", number, 0, 2**64 - 1)))
