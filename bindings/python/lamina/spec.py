"""Layout specs: how elements are arranged. Elements are nodes and other specs; a node stands in a
spec once, and goes to the node whose spec was set last."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _ffi
from ._ffi import Align, CenterSizing, Centering, Direction, Justify
from ._handle import Handle
from ._library import lib
from .errors import InvalidArgumentError, InvalidStateError, check
from .geometry import InsetsLike, c_insets
from .style import Style, enum_value, style_reference

if TYPE_CHECKING:
    from .context import Context
    from .node import Node


class Spec(Handle):
    """Made by column(), row(), inset() and the other functions of this module."""

    _kind = "spec"

    def __getitem__(self, children: Any) -> "Spec":
        """For `column(spacing=8)[a, b]`: see the module brackets. A spec that is made never changes."""
        raise InvalidStateError("this spec has its children already")


Element = Union["Node", Spec]


def _make(context: "Context", create: Callable[[Any], int]) -> Spec:
    """Makes a spec; create() is given the place for the result."""
    handle = ctypes.c_void_p()
    check(create(ctypes.byref(handle)))
    return Spec._adopt(context, handle.value)


def stack(
    *children: Element,
    direction: Union[Direction, str] = Direction.HORIZONTAL,
    spacing: float = 0.0,
    justify: Union[Justify, str] = Justify.START,
    align: Union[Align, str] = Align.AUTO,
    style: Optional[Style] = None,
    context: Optional["Context"] = None,
) -> Spec:
    """Places elements in a line. Without children it needs `context`; with a style that grows, that is a spacer."""
    owner = children[0].context if children else context
    if owner is None:
        raise InvalidArgumentError("a stack without children needs context=...")
    options = _ffi.lamina_stack_options()
    options.direction = enum_value(Direction, direction)
    options.spacing = spacing
    options.justify = enum_value(Justify, justify)
    options.align_items = enum_value(Align, align)
    handles = (ctypes.c_void_p * len(children))(*(child.handle for child in children))
    return _make(owner, lambda out: lib.lamina_spec_create_stack(
        owner.handle, ctypes.byref(options), style_reference(style), handles, len(children), out))  # fmt: skip


def row(*children: Element, **options: Any) -> Spec:
    """A horizontal stack; the options are those of stack()."""
    return stack(*children, direction=Direction.HORIZONTAL, **options)


def column(*children: Element, **options: Any) -> Spec:
    """A vertical stack; the options are those of stack()."""
    return stack(*children, direction=Direction.VERTICAL, **options)


def inset(child: Element, insets: InsetsLike = 0.0, *, style: Optional[Style] = None) -> Spec:
    """A margin around one element: one number, or (top, left, bottom, right). math.inf pushes the child away."""
    margin = c_insets(insets)
    return _make(child.context, lambda out: lib.lamina_spec_create_inset(
        child.context.handle, margin, style_reference(style), child.handle, out))  # fmt: skip


def overlay(child: Element, over: Element, *, style: Optional[Style] = None) -> Spec:
    """Stretches `over` over `child`, whose size decides."""
    return _make(child.context, lambda out: lib.lamina_spec_create_overlay(
        child.context.handle, style_reference(style), child.handle, over.handle, out))  # fmt: skip


def background(child: Element, behind: Element, *, style: Optional[Style] = None) -> Spec:
    """Stretches `behind` behind `child`, whose size decides."""
    return _make(child.context, lambda out: lib.lamina_spec_create_background(
        child.context.handle, style_reference(style), child.handle, behind.handle, out))  # fmt: skip


def center(
    child: Element,
    centering: Union[Centering, str] = Centering.XY,
    sizing: Union[CenterSizing, str] = CenterSizing.DEFAULT,
    *,
    style: Optional[Style] = None,
) -> Spec:
    """Centres one element in the room there is."""
    axes, takes = enum_value(Centering, centering), enum_value(CenterSizing, sizing)
    return _make(child.context, lambda out: lib.lamina_spec_create_center(
        child.context.handle, axes, takes, style_reference(style), child.handle, out))  # fmt: skip


def ratio(child: Element, ratio: float, *, style: Optional[Style] = None) -> Spec:
    """Gives one element a height of `ratio` times its width."""
    return _make(child.context, lambda out: lib.lamina_spec_create_ratio(
        child.context.handle, ratio, style_reference(style), child.handle, out))  # fmt: skip
