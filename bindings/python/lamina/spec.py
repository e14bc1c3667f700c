"""Layout specs describe the layout of elements, which are nodes and other specs. A node can be in a spec only once, and
moves to the node whose spec was set last."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple, Union

from . import _ffi
from ._ffi import (
    AbsoluteSizing,
    Align,
    AlignContent,
    CenterSizing,
    Centering,
    CornerLocation,
    Axis,
    HorizontalAlignment,
    Justify,
    Placement,
    VerticalAlignment,
)
from ._handle import Handle, checked_context, handle_of
from ._arguments import number
from ._library import lib
from .errors import InvalidArgumentError, InvalidStateError, check
from .geometry import DirectionalInsetsLike, InsetsLike, PointLike, c_directional_insets, c_insets, c_point
from .style import Style, enum_value, style_reference

if TYPE_CHECKING:
    from .context import Context
    from .node import Node


class Spec(Handle):
    """Created by column(), row(), inset() and the other functions of this module."""

    _kind = "spec"
    _name = ""

    def _summary(self) -> str:
        return self._name

    def __getitem__(self, children: Any) -> "Spec":
        """For `column(spacing=8)[a, b]`: see the module brackets. An existing spec never changes."""
        raise InvalidStateError("this spec has its children already")

    def description(self) -> str:
        """A drawing of the spec as nested boxes, for people."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_spec_read_description(handle, buffer, capacity))


Element = Union["Node", Spec]


def _make(name: str, context: Context, create: Callable[..., int], *arguments: Any) -> Spec:
    """Creates a spec by a function of the library, which takes the arguments between the context and the output."""
    handle = ctypes.c_void_p()
    check(create(context.handle, *arguments, ctypes.byref(handle)))
    spec = Spec._adopt(context, handle.value)
    spec._name = name
    return spec


def _elements(children: "Tuple[Element, ...]") -> Any:
    return (ctypes.c_void_p * len(children))(*map(handle_of, children))


def _owner(children: "Tuple[Element, ...]", context: Optional[Context]) -> Context:
    if children:
        return _context_of(children[0])
    if context is None:
        raise InvalidArgumentError("a spec without children needs context=...")
    return checked_context(context)


def _context_of(child: Element) -> Context:
    handle_of(child)  # refuses what is no element, and what is closed
    return child.context


def stack_options(
    axis: Union[Axis, str] = Axis.HORIZONTAL,
    spacing: float = 0.0,
    justify: Union[Justify, str] = Justify.START,
    align: Union[Align, str] = Align.AUTO,
    wrap: bool = False,
    line_spacing: float = 0.0,
    align_content: Union[AlignContent, str] = AlignContent.START,
    horizontal_alignment: Union[HorizontalAlignment, str] = HorizontalAlignment.NONE,
    vertical_alignment: Union[VerticalAlignment, str] = VerticalAlignment.NONE,
) -> _ffi.lamina_stack_options:
    """The C options of stack()."""
    options = _ffi.lamina_stack_options()
    options.axis = enum_value(Axis, axis)
    options.spacing = number("spacing", spacing)
    options.justify = enum_value(Justify, justify)
    options.align_items = enum_value(Align, align)
    options.wrap = wrap
    options.line_spacing = number("line_spacing", line_spacing)
    options.align_content = enum_value(AlignContent, align_content)
    options.horizontal_alignment = enum_value(HorizontalAlignment, horizontal_alignment)
    options.vertical_alignment = enum_value(VerticalAlignment, vertical_alignment)
    return options


def stack(
    *children: Element, style: Optional[Style] = None, context: Optional[Context] = None, **options: Any
) -> Spec:
    """Lays out elements in a line, or in several with `wrap`.

    Without children it needs `context`. Options: axis, spacing, justify, align, wrap, line_spacing, align_content,
    horizontal_alignment, vertical_alignment.
    """
    owner, c_options = _owner(children, context), stack_options(**options)
    return _make(
        "stack", owner, lib.lamina_spec_create_stack, ctypes.byref(c_options), style_reference(style),
        _elements(children), len(children))  # fmt: skip


def row(*children: Element, **options: Any) -> Spec:
    """A horizontal stack; the options are those of stack()."""
    if not children or not options.keys() <= _LINE:
        return stack(*children, axis=Axis.HORIZONTAL, **options)
    return _line(lib.lamina_spec_create_row, children, **options)


def column(*children: Element, **options: Any) -> Spec:
    """A vertical stack; the options are those of stack()."""
    if not children or not options.keys() <= _LINE:
        return stack(*children, axis=Axis.VERTICAL, **options)
    return _line(lib.lamina_spec_create_column, children, **options)


_LINE = {"spacing", "align"}


def _line(
    create: Callable[..., int], children: "Tuple[Element, ...]", spacing: float = 0.0, align: Union[Align, str] = Align.AUTO
) -> Spec:
    owner, alignment = _context_of(children[0]), enum_value(Align, align)
    return _make("stack", owner, create, number("spacing", spacing), alignment, _elements(children), len(children))


def spacer(context: Context, style: Optional[Style] = None) -> Spec:
    """Takes the remaining space in a stack, or what a style says. It may be used in several places."""
    owner = checked_context(context)
    return _make("spacer", owner, lib.lamina_spec_create_spacer, style_reference(style))


def wrapper(*children: Element, style: Optional[Style] = None, context: Optional[Context] = None) -> Spec:
    """Elements on top of each other, each with all the available space; as large as the largest."""
    owner = _owner(children, context)
    return _make(
        "wrapper", owner, lib.lamina_spec_create_wrapper, style_reference(style), _elements(children),
        len(children))  # fmt: skip


def inset(child: Element, insets: InsetsLike = 0.0, *, style: Optional[Style] = None) -> Spec:
    """A margin around one element: one number, (vertical, horizontal), or (top, left, bottom, right). math.inf pushes
    the child away."""
    margin = c_insets(insets)
    return _make(
        "inset", _context_of(child), lib.lamina_spec_create_inset, margin, style_reference(style), child.handle)  # fmt: skip


def directional_inset(child: Element, insets: DirectionalInsetsLike, *, style: Optional[Style] = None) -> Spec:
    """A margin whose sides swap in right-to-left layout: one number, (vertical, horizontal), or (top, start, bottom,
    end)."""
    margin = c_directional_insets(insets)
    return _make(
        "directional_inset", _context_of(child), lib.lamina_spec_create_directional_inset, margin,
        style_reference(style), child.handle)  # fmt: skip


def padding(child: Element, horizontal: float = 0.0, vertical: float = 0.0) -> Spec:
    """A margin with one value for left and right and one for top and bottom."""
    across, down = number("horizontal", horizontal), number("vertical", vertical)
    return _make("padding", _context_of(child), lib.lamina_spec_create_padding, across, down, child.handle)


def overlay(child: Element, over: Element, *, style: Optional[Style] = None) -> Spec:
    """Stretches `over` over `child`, which determines the size."""
    return _make(
        "overlay", _context_of(child), lib.lamina_spec_create_overlay, style_reference(style), child.handle,
        handle_of(over))  # fmt: skip


def background(child: Element, behind: Element, *, style: Optional[Style] = None) -> Spec:
    """Stretches `behind` behind `child`, which determines the size."""
    return _make(
        "background", _context_of(child), lib.lamina_spec_create_background, style_reference(style),
        child.handle, handle_of(behind))  # fmt: skip


def center(
    child: Element,
    centering: Union[Centering, str] = Centering.XY,
    sizing: Union[CenterSizing, str] = CenterSizing.DEFAULT,
    *,
    style: Optional[Style] = None,
) -> Spec:
    """Centres one element in the available space."""
    axes, takes = enum_value(Centering, centering), enum_value(CenterSizing, sizing)
    return _make(
        "center", _context_of(child), lib.lamina_spec_create_center, axes, takes, style_reference(style),
        child.handle)  # fmt: skip


def ratio(child: Element, ratio: float, *, style: Optional[Style] = None) -> Spec:
    """Gives one element a height of `ratio` times its width."""
    factor = number("ratio", ratio)
    return _make(
        "ratio", _context_of(child), lib.lamina_spec_create_ratio, factor, style_reference(style), child.handle)  # fmt: skip


def relative(
    child: Element,
    horizontal: Union[Placement, str] = Placement.NONE,
    vertical: Union[Placement, str] = Placement.NONE,
    sizing: Union[CenterSizing, str] = CenterSizing.DEFAULT,
    *,
    style: Optional[Style] = None,
) -> Spec:
    """Places one element at an edge, in a corner or in the middle: "start", "center", "end"."""
    across, down = enum_value(Placement, horizontal), enum_value(Placement, vertical)
    takes = enum_value(CenterSizing, sizing)
    return _make(
        "relative", _context_of(child), lib.lamina_spec_create_relative, across, down, takes,
        style_reference(style), child.handle)  # fmt: skip


def absolute(
    *children: Element,
    sizing: Union[AbsoluteSizing, str] = AbsoluteSizing.DEFAULT,
    style: Optional[Style] = None,
    context: Optional[Context] = None,
) -> Spec:
    """Places elements at the `layout_position` of their styles."""
    owner, takes = _owner(children, context), enum_value(AbsoluteSizing, sizing)
    return _make(
        "absolute", owner, lib.lamina_spec_create_absolute, takes, style_reference(style), _elements(children),
        len(children))  # fmt: skip


def corner_options(
    location: Union[CornerLocation, str] = CornerLocation.TOP_START, offset: PointLike = (0.0, 0.0), wraps: bool = False
) -> _ffi.lamina_corner_options:
    """The C options of corner()."""
    options = _ffi.lamina_corner_options()
    options.location = enum_value(CornerLocation, location)
    options.offset = c_point(offset)
    options.wraps_corner = wraps
    return options


def corner(child: Element, badge: Element, *, style: Optional[Style] = None, **options: Any) -> Spec:
    """Centres `badge` on a corner of `child`. Options: location ("top_end"), offset, wraps (the size includes the
    badge)."""
    c_options = corner_options(**options)
    return _make(
        "corner", _context_of(child), lib.lamina_spec_create_corner, ctypes.byref(c_options),
        style_reference(style), child.handle, handle_of(badge))  # fmt: skip
