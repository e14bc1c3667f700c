"""The part of a node that few nodes have: borders, shadows, gradients, transforms and pictures."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import number, of_kind
from ._ffi import Gravity
from ._handle import Handle, handle_of
from ._library import lib
from ._record import record
from .bitmap import PixelBuffer, pixels_of
from .errors import InvalidArgumentError, LaminaError, check
from .geometry import (
    CLEAR, Color, ColorLike, Insets, InsetsLike, Point, PointLike, Rect, RectLike, c_color, c_insets, c_point, from_c_color,
    from_c_insets, from_c_point,
)  # fmt: skip
from .looks import (
    Border, BoxShadow, CornerRadii, Gradient, ImageOptions, Matrix, c_border, c_corner_radii, c_matrix, c_shadow,
)  # fmt: skip

if TYPE_CHECKING:
    from .drawing import Drawing
    from .shared_image import SharedImage


@record(frozen=True)
class Placeholder:
    """What a node shows while its contents are missing; `fade` in seconds."""

    color: Color
    fade: float
    persists: bool
    insets: Insets


class Looking(Handle):
    """What few nodes have of a look, and where points of nodes are."""

    __slots__ = ()

    @property
    def corner_radii(self) -> CornerRadii:
        """The radius of each corner by itself."""
        radii = lib.lamina_node_get_corner_radii(self.handle)
        return CornerRadii(radii.top_left, radii.top_right, radii.bottom_right, radii.bottom_left)

    @corner_radii.setter
    def corner_radii(self, radii: Union[CornerRadii, Tuple[float, float, float, float]]) -> None:
        check(lib.lamina_node_set_corner_radii(self.handle, c_corner_radii(radii)))

    @property
    def border(self) -> Optional[Border]:
        """The line along the inside of the edges, above contents and children; None for none."""
        border = lib.lamina_node_get_border(self.handle)
        return Border(border.width, from_c_color(border.color)) if border.width > 0 else None

    @border.setter
    def border(self, border: Union[Border, Tuple[float, ColorLike], None]) -> None:
        check(lib.lamina_node_set_border(self.handle, c_border(border)))

    @property
    def shadow(self) -> Optional[BoxShadow]:
        """The shadow of the box; None for none."""
        shadow = lib.lamina_node_get_shadow(self.handle)
        if shadow.color.alpha <= 0:
            return None
        return BoxShadow(from_c_color(shadow.color), shadow.x, shadow.y, shadow.blur, shadow.spread)

    @shadow.setter
    def shadow(self, shadow: Optional[BoxShadow]) -> None:
        check(lib.lamina_node_set_shadow(self.handle, c_shadow(shadow)))

    def set_gradient(self, gradient: Optional[Gradient]) -> None:
        """Draws a gradient over the background colour, below the contents. None takes it away."""
        if gradient is not None and not isinstance(gradient, Gradient):
            raise TypeError(f"a Gradient is needed, such as Gradient([(0, 'red'), (1, 'blue')]), not {gradient!r}")
        struct = None if gradient is None else ctypes.byref(gradient.to_c())
        check(lib.lamina_node_set_gradient(self.handle, struct))

    @property
    def transform(self) -> Matrix:
        """Moves, turns or scales the node and all below it about its anchor when it is shown; layout knows nothing of it."""
        m = lib.lamina_node_get_transform(self.handle)
        return Matrix(m.xx, m.yx, m.xy, m.yy, m.x0, m.y0)

    @transform.setter
    def transform(self, transform: Union[Matrix, Tuple[float, float, float, float, float, float]]) -> None:
        check(lib.lamina_node_set_transform(self.handle, c_matrix(transform)))

    @property
    def anchor(self) -> Point:
        """What stays where it is when the node is turned or scaled, as a share of its size; (0.5, 0.5) by default."""
        anchor = lib.lamina_node_get_anchor(self.handle)
        return from_c_point(anchor)

    @anchor.setter
    def anchor(self, anchor: PointLike) -> None:
        check(lib.lamina_node_set_anchor(self.handle, c_point(anchor)))

    @property
    def z_position(self) -> float:
        """Children of one node are painted from the lowest to the highest, among equals in their order."""
        return lib.lamina_node_get_z_position(self.handle)

    @z_position.setter
    def z_position(self, z_position: float) -> None:
        check(lib.lamina_node_set_z_position(self.handle, number("z_position", z_position)))

    def set_placeholder(
        self,
        color: Optional[ColorLike] = Color(0.95, 0.95, 0.95),
        *,
        fade: float = 0.0,
        persists: bool = False,
        insets: InsetsLike = Insets(1.0, 0.0, 1.0, 0.0),
    ) -> None:
        """What the node shows on a surface while its contents are missing: its box in a colour, of a text a bar for each line.

        The contents come in over `fade` seconds. One that `persists` stays although they are there, or where the node has
        none. `insets` are taken from each bar. None takes the placeholder away, with its drawing.
        """
        if color is None:
            check(lib.lamina_node_set_placeholder(self.handle, None))
            return
        if not 0 <= number("fade", fade) <= _ffi.UINT64_MAX / 2e6:
            raise InvalidArgumentError(f"fade is {fade}; it must be 0 or more seconds")
        struct = _ffi.lamina_placeholder(
            color=c_color(color), fade_us=round(number("fade", fade) * 1e6), persists=persists, insets=c_insets(insets))
        check(lib.lamina_node_set_placeholder(self.handle, ctypes.byref(struct)))

    @property
    def placeholder(self) -> Placeholder:
        """The placeholder; its colour is clear when there is none. None takes it away."""
        found = _ffi.lamina_placeholder()
        check(lib.lamina_node_get_placeholder(self.handle, ctypes.byref(found)))
        return Placeholder(from_c_color(found.color), found.fade_us / 1e6, bool(found.persists), from_c_insets(found.insets))

    @placeholder.setter
    def placeholder(self, placeholder: Optional[Placeholder]) -> None:
        if placeholder is None:
            self.set_placeholder(None)
        else:
            given = of_kind("placeholder", Placeholder, placeholder)
            self.set_placeholder(given.color, fade=given.fade, persists=given.persists, insets=given.insets)

    @property
    def rasterized(self) -> bool:
        """Whether the node and all below it are drawn into one bitmap on a surface, anew when anything in it changes.

        Opacity and transform of the node itself stay out of it. Best set before the node is shown.
        """
        return bool(lib.lamina_node_is_rasterized(self.handle))

    @rasterized.setter
    def rasterized(self, rasterized: bool) -> None:
        check(lib.lamina_node_set_rasterized(self.handle, rasterized))

    def render_snapshot(
        self,
        target: PixelBuffer,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
        done: "Optional[Callable[[Optional[LaminaError]], Any]]" = None,
    ) -> None:
        """Draws this node and what is below it as they stand, without layout, also when they are shown, as render() does."""
        handle, bitmap = self.handle, pixels_of(target)
        key = _callbacks.keep(_callbacks.Entry(self._context, done, extra=_callbacks.Rendering(target, bitmap)))
        check(lib.lamina_node_render_snapshot(
            handle, number("scale", scale), c_color(background), ctypes.byref(bitmap), _callbacks.render_done, key,
            _callbacks.destroy))  # fmt: skip

    def set_image(
        self,
        image: "Union[PixelBuffer, SharedImage, None]",
        *,
        gravity: Union[Gravity, str] = Gravity.RESIZE,
        scale: float = 1.0,
        source: RectLike = Rect(0.0, 0.0, 1.0, 1.0),
        stretch: InsetsLike = Insets(0.0, 0.0, 0.0, 0.0),
    ) -> None:
        """Shows a picture in the place of a drawing: pixels, which are copied, or one that other nodes may show too. None takes it away.

        `scale` is pixels of the picture per unit, for gravities that do not stretch; `source` is the part that is shown, in
        shares of the picture; `stretch` are pixels along its edges that keep their size (nine slices).

        Layout gives a node without a spec or children in a flex layout the size of the picture, or as much of it as fits, in
        the same proportions; a style says otherwise.
        """
        if image is None:
            check(lib.lamina_node_set_image(self.handle, None, None))
            return
        options = ImageOptions(gravity, scale, source, stretch).to_c()
        if isinstance(image, Handle):
            check(lib.lamina_node_set_shared_image(self.handle, image.handle, ctypes.byref(options)))
            return
        bitmap = pixels_of(image)
        check(lib.lamina_node_set_image(self.handle, ctypes.byref(bitmap), ctypes.byref(options)))

    def set_drawing(self, drawing: "Optional[Drawing]") -> None:
        """Shows a recorded drawing, which workers draw without Python, in the place of any other contents. None takes it
        away."""
        if drawing is not None and not hasattr(drawing, "for_context"):
            raise TypeError(f"a Drawing is needed, not {drawing!r}; set_draw_callback() takes a function")
        native = None if drawing is None else drawing.for_context(self._context).handle
        check(lib.lamina_node_set_drawing(self.handle, native))

    def convert_point(self, point: PointLike, to: "Optional[Looking]" = None) -> Point:
        """Where a point of this node is in another, transforms included; in the space of the root for None."""
        found = _ffi.lamina_point()
        target = None if to is None else handle_of(to)
        check(lib.lamina_node_convert_point(self.handle, c_point(point), target, ctypes.byref(found)))
        return from_c_point(found)
