"""Methods of Node about what is shown of it in place of what it has: for what moves."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, Union

from . import _ffi
from ._arguments import number
from ._ffi import PresentedFields
from ._library import lib
from .errors import InvalidArgumentError, check
from .geometry import ColorLike, PointLike, SizeLike, c_color, c_point, c_size, from_c_color, from_c_point, from_c_size
from .looks import (
    BoxShadow, CornerRadii, Gradient, Matrix, c_corner_radii, c_gradient, c_matrix, c_shadow, gradient_from_c,
    matrix_from_c, radii_from_c, shadow_from_c,
)  # fmt: skip

if TYPE_CHECKING:
    from .context import Context
    from .node import Node
    from .presentation import PresentedValues

CONVERTERS: "Dict[str, Callable[[Any], Any]]" = {
    "position": c_point, "size": c_size, "bounds_origin": c_point, "opacity": lambda value: number("opacity", value),
    "transform": c_matrix, "corner_radii": c_corner_radii, "background": c_color, "border_color": c_color,
    "shadow": c_shadow, "gradient": c_gradient, "z_position": lambda value: number("z_position", value),
}  # fmt: skip
_MISSING: Any = object()  # a shadow or a gradient of None is one


def present(
    node: Node,
    *,
    position: Optional[PointLike] = None,
    size: Optional[SizeLike] = None,
    bounds_origin: Optional[PointLike] = None,
    opacity: Optional[float] = None,
    transform: Union[Matrix, Sequence[float], None] = None,
    corner_radii: Union[CornerRadii, Sequence[float], None] = None,
    background: Optional[ColorLike] = None,
    border_color: Optional[ColorLike] = None,
    shadow: Optional[BoxShadow] = _MISSING,
    gradient: Optional[Gradient] = _MISSING,
    z_position: Optional[float] = None,
    contents_anchor: Optional[PointLike] = None,
) -> None:
    """Shows these values in place of what the node has, from the next composite on: nothing is laid out or drawn for
    them. Values not given stay as they are; clear_presented() ends them. For the owner thread only.

    `position` is that of the anchor, `size` that of background, border, clip and hits, not of contents, which stay as
    large as they are: at the point `contents_anchor` of the size, 0 to 1, the upper left corner unless given. They stay
    with the node, which may be presented before it is shown.
    """
    values = c_given(
        position=position, size=size, bounds_origin=bounds_origin, opacity=opacity, transform=transform,
        corner_radii=corner_radii, background=background, border_color=border_color, shadow=shadow,
        gradient=gradient, z_position=z_position, contents_anchor=contents_anchor)  # fmt: skip
    check(lib.lamina_node_set_presented(node.handle, ctypes.byref(values)))


def c_given(*, shadow: Any = _MISSING, gradient: Any = _MISSING, **others: Any) -> _ffi.lamina_presented_values:
    """The C struct of the values that are not None, and of a shadow and a gradient that are not missing."""
    named = {name: value for name, value in others.items() if value is not None}
    for name, value in (("shadow", shadow), ("gradient", gradient)):
        if value is not _MISSING:
            named[name] = value
    return c_presented(named)


def c_presented(
    named: "Dict[str, Any]", values: Optional[_ffi.lamina_presented_values] = None
) -> _ffi.lamina_presented_values:
    """The C struct of these values, or `values` with them."""
    if values is None:
        values = _ffi.lamina_presented_values()
    fields = PresentedFields(values.fields)
    for name, value in named.items():
        if name == "contents_anchor":
            if "size" not in named:
                raise InvalidArgumentError("contents_anchor is given without a size, which it is a point of")
            values.contents_anchor = c_point(value, name)
            continue
        if name not in CONVERTERS:
            raise TypeError(f"{name!r} is no presented value; there are {', '.join(CONVERTERS)}")
        fields |= PresentedFields[name.upper()]
        setattr(values, name, CONVERTERS[name](value))
    values.fields = fields
    return values


def c_field(name: str) -> PresentedFields:
    """The flag of a presented value."""
    if name not in CONVERTERS:
        raise InvalidArgumentError(f"{name!r} is no presented value; there are {', '.join(CONVERTERS)}")
    return PresentedFields[name.upper()]


def clear_presented(node: Node, *names: str) -> None:
    """Shows again what the node has: of "position", "opacity" and so on, as present() names them, or of all without
    names. For the owner thread only."""
    fields = PresentedFields.NONE
    for name in names or CONVERTERS:
        fields |= c_field(name)
    check(lib.lamina_node_clear_presented(node.handle, fields))


class Exit:
    """What a node showed, which stays when the node leaves its parent until end(): for animations of what goes. For the
    owner thread only."""

    __slots__ = ("_context", "_number")

    def __init__(self, context: Context, number: int) -> None:
        self._context, self._number = context, number

    def present(self, **values: Any) -> None:
        """Shows other values of it, as Node.present() takes them. They are not the node's."""
        struct = c_presented(values)
        check(lib.lamina_context_set_exit_presented(self._context.handle, self._number, ctypes.byref(struct)))

    def end(self) -> None:
        """Ends the exit: if the node has left, what was kept goes."""
        check(lib.lamina_context_end_exit(self._context.handle, self._number))


def begin_exit(node: Node) -> Exit:
    """Has what is shown of the node, and of all below it, stay where it is when the node leaves its parent, until
    Exit.end(). Call it before the node is removed. For the owner thread only."""
    number = ctypes.c_uint64()
    check(lib.lamina_node_begin_exit(node.handle, ctypes.byref(number)))
    return Exit(node._context, number.value)


def presented(node: Node) -> PresentedValues:
    """What is shown of the node."""
    from .presentation import PresentedValues

    found = _ffi.lamina_presented_values()
    check(lib.lamina_node_get_presented(node.handle, ctypes.byref(found)))
    return PresentedValues(
        PresentedFields(found.fields), from_c_point(found.position), from_c_size(found.size), from_c_point(found.bounds_origin),
        found.opacity, matrix_from_c(found.transform), radii_from_c(found.corner_radii), from_c_color(found.background),
        from_c_color(found.border_color), shadow_from_c(found.shadow), gradient_from_c(found.gradient.contents) if found.gradient else None, found.z_position,
        from_c_point(found.contents_anchor))  # fmt: skip
