"""Methods of Node about its appearance: gradients, pictures, recorded drawings, placeholders, traits."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, List, Optional, Tuple, Union

from . import _ffi
from ._arguments import number
from ._ffi import ColorScheme, Gravity
from ._handle import NODE, Handle, handle_of
from ._library import lib
from .animation import Curve, c_curve
from .bitmap import PixelBuffer, new_image, pixels_of
from .errors import InvalidArgumentError, check
from .geometry import (
    Color, ColorLike, Insets, InsetsLike, Point, PointLike, Rect, RectLike, c_color, c_insets, c_point, from_c_color,
    from_c_insets, from_c_point,
)  # fmt: skip
from .looks import Gradient, ImageOptions, Placeholder, c_gradient
from .style import enum_value
from .traits import c_traits

if TYPE_CHECKING:
    from ._enum_names import ColorRoleLike, ColorSchemeLike, GravityLike
    from ._ffi import ColorRole
    from .drawing import Drawing
    from .node import Node
    from .image import Image


def set_gradient(node: Node, gradient: Optional[Gradient]) -> None:
    """Draws a gradient over the background colour, below the contents. None removes it."""
    check(lib.lamina_node_set_gradient(node.handle, c_gradient(gradient)))


def set_image(
    node: Node,
    image: Union[PixelBuffer, Image, None],
    *,
    gravity: GravityLike = Gravity.RESIZE,
    scale: float = 1.0,
    source: RectLike = Rect(0.0, 0.0, 1.0, 1.0),
    stretch: InsetsLike = Insets(0.0, 0.0, 0.0, 0.0),
    tinted: bool = False,
    dark: Optional[Image] = None,
) -> None:
    """Shows a picture in place of a drawing: pixels, which are copied, or an Image. None removes it.

    `scale` is pixels of the picture per unit, for gravities that do not stretch; `source` is the part that is shown, in
    fractions of the picture; `stretch` are the pixels along its edges that keep their size (nine slices). `tinted`
    makes it a stencil: the node's tint where the picture is not clear. `dark` is shown where the node's colour scheme
    is dark.

    Layout gives a node without a spec or children in a flex layout the size of the picture, or as much of it as fits,
    in the same proportions, unless its style says otherwise.
    """
    if image is None:
        check(lib.lamina_node_set_image(node.handle, None, None))
        return
    options = ImageOptions(gravity, scale, source, stretch, tinted, dark).to_c()
    if isinstance(image, Handle):
        check(lib.lamina_node_set_image(node.handle, image.handle, ctypes.byref(options)))
        return
    handle = new_image(node.context.handle, pixels_of(image))
    try:
        check(lib.lamina_node_set_image(node.handle, handle, ctypes.byref(options)))
    finally:
        lib.lamina_image_release(handle)


def set_drawing(node: Node, drawing: Optional[Drawing]) -> None:
    """Shows a recorded drawing, which workers draw without Python, replacing any other contents. None removes it."""
    if drawing is not None and not hasattr(drawing, "for_context"):
        raise TypeError(f"a Drawing is needed, not {drawing!r}; set_draw_callback() takes a function")
    native = None if drawing is None else drawing.for_context(node._context).handle
    check(lib.lamina_node_set_drawing(node.handle, native))


def set_placeholder(
    node: Node,
    color: Optional[ColorLike] = Color(0.95, 0.95, 0.95),
    *,
    fade: float = 0.0,
    curve: Optional[Curve] = None,
    fades_changes: bool = False,
    persists: bool = False,
    insets: InsetsLike = Insets(1.0, 0.0, 1.0, 0.0),
) -> None:
    """Sets what the node shows on a surface while its contents are missing: its box in a colour or, for a text, a bar
    for each line.

    The contents fade in over `fade` seconds, along a `curve` as animate() takes it; None is "linear". With
    `fades_changes` contents that are drawn later fade in over those before, too: a highlight, another picture; not in
    another size, nor the frames of a picture that plays. A placeholder that `persists` also shows while the node has no
    contents, such as a picture that is still to come. `insets` make each bar smaller than its line. None removes the
    placeholder and its draw callback.
    """
    if color is None:
        check(lib.lamina_node_set_placeholder(node.handle, None))
        return
    struct = c_placeholder(color, fade, curve, fades_changes)
    struct.persists, struct.insets = persists, c_insets(insets)
    check(lib.lamina_node_set_placeholder(node.handle, ctypes.byref(struct)))


def placeholder_of(node: Node) -> Placeholder:
    """The node's placeholder."""
    found = _ffi.lamina_placeholder()
    check(lib.lamina_node_get_placeholder(node.handle, ctypes.byref(found)))
    curve = None if found.fade_curve is None else found.fade_curve.decode()
    return Placeholder(
        from_c_color(found.color), found.fade_us / 1e6, bool(found.persists), from_c_insets(found.insets), curve,
        bool(found.fades_changes))  # fmt: skip


def c_placeholder(color: ColorLike, fade: float, curve: Optional[Curve], fades_changes: bool) -> _ffi.lamina_placeholder:
    """A placeholder whose contents fade in over `fade` seconds."""
    seconds = number("fade", fade)
    if not 0 <= seconds <= _ffi.UINT64_MAX / 2e6:
        raise InvalidArgumentError(f"fade is {fade}; it must be 0 or more seconds")
    return _ffi.lamina_placeholder(
        color=c_color(color, "color"), fade_us=round(seconds * 1e6), fade_curve=None if curve is None else c_curve(curve),
        fades_changes=bool(fades_changes))  # fmt: skip


def set_traits(
    node: Node,
    *,
    color_scheme: ColorSchemeLike = ColorScheme.INHERIT,
    text_size_factor: Optional[float] = None,
    tint: Optional[ColorLike] = None,
) -> None:
    """Sets traits of the node and its descendants. Traits not given are inherited."""
    given = c_traits(color_scheme, text_size_factor, tint)
    check(lib.lamina_node_set_traits(node.handle, ctypes.byref(given)))


def set_dynamic_color(node: Node, role: ColorRoleLike, light: ColorLike, dark: ColorLike) -> None:
    """Sets a part's colours for light and for dark surroundings. Setting the part directly ends this."""
    check(lib.lamina_node_set_dynamic_color(node.handle, enum_value("role", _ffi.ColorRole, role), c_color(light, "light"), c_color(dark, "dark")))


# ---- Points ----


def hit(node: Node, point: PointLike) -> Optional[Tuple[Node, Point]]:
    """The topmost node at a point of this one, among itself and its descendants, and the point in that node; or
    None."""
    handle, found = ctypes.c_void_p(), _ffi.lamina_point()
    check(lib.lamina_node_hit_test(node.handle, c_point(point, "point"), ctypes.byref(handle), ctypes.byref(found)))
    if not handle.value:
        return None
    return node._context._node_for(handle.value, owned=True), from_c_point(found)


def hit_path(node: Node, point: PointLike) -> List[Node]:
    """The topmost node at a point of this one, and all its ancestors, this one last; empty without a hit."""
    count = ctypes.c_size_t()
    check(lib.lamina_node_hit_test_path(node.handle, c_point(point, "point"), None, 0, ctypes.byref(count)))
    handles = (ctypes.c_void_p * count.value)()
    room = len(handles)  # another thread may have changed the tree since
    check(lib.lamina_node_hit_test_path(node.handle, c_point(point, "point"), handles, room, ctypes.byref(count)))
    return [node._context._node_for(handle, owned=True) for handle in handles[: min(room, count.value)] if handle]


def convert_point(node: Node, point: PointLike, to: Optional[Node] = None) -> Point:
    """Converts a point from this node to another one or, for None, to the space of the root. Includes transforms."""
    found = _ffi.lamina_point()
    target = None if to is None else handle_of(to, "to", NODE)
    check(lib.lamina_node_convert_point(node.handle, c_point(point, "point"), target, ctypes.byref(found)))
    return from_c_point(found)
