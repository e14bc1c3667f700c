"""Nodes: what is shown. Any thread may make, change and arrange them, until they are on a surface."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple, TypeVar

from . import _callbacks, _ffi
from ._arguments import number
from ._handle import Handle, handle_of
from ._library import lib
from ._node_layout import Arranging
from .brackets import EmptySpec
from .canvas import Canvas
from ._node_display import Displaying
from .errors import check
from ._node_flex import Flexed
from .geometry import (
    Color,
    ColorLike,
    Insets,
    InsetsLike,
    Point,
    PointLike,
    Rect,
    RectLike,
    SizeLike,
    c_color,
    c_insets,
    c_point,
    c_rect,
    from_c_color,
    from_c_insets,
    from_c_point,
    from_c_rect,
)
from ._node_tree import InTree
from ._node_looks import Looking
from .spec import Element, inset
from ._node_style import Styled
from .style import Style, merged_style
from .text_style import encode
from .traits import Traited
from ._node_interface import Watched

if TYPE_CHECKING:
    from .context import Context
    from ._ffi import NodeKind
    from typing_extensions import Unpack

    from ._keywords import StyleKeywords

N = TypeVar("N", bound="Node")


class Node(InTree, Arranging, Styled, Flexed, Looking, Displaying, Watched, Traited):
    """A box, with a drawing of your own if it has one. Keywords that are not named below are the fields of Style.

    There is one Python object for each node: `node.child(0) is child`. `node[spec]` sets its spec and gives the node back.
    """

    __slots__ = ()

    _kind = "node"

    def __init__(
        self,
        context: Context,
        *,
        background: Optional[ColorLike] = None,
        corner_radius: float = 0.0,
        clips: bool = False,
        size: Optional[SizeLike] = None,
        style: Optional[Style] = None,
        draw: Optional[Callable[[Canvas], Any]] = None,
        spec: "Optional[Element]" = None,
        name: Optional[str] = None,
        **style_fields: "Unpack[StyleKeywords]",
    ) -> None:
        fields = merged_style(style, style_fields, ("background", "corner_radius", "clips", "size", "draw", "spec", "name"), type(self))
        handle = ctypes.c_void_p()
        check(lib.lamina_node_create(handle_of(context), ctypes.byref(handle)))
        self._own(context, handle.value)
        self._apply(background, corner_radius, clips, size, fields, name)
        if draw is not None:
            self.set_drawer(draw)
        if spec is not None:
            self.set_spec(spec)

    def _apply(
        self, background: Optional[ColorLike], corner_radius: float, clips: bool, size: Optional[SizeLike],
        style: Optional[Style], name: Optional[str],
    ) -> None:  # fmt: skip
        if style is not None:
            self.style = style
        if size is not None:
            self.set_preferred_size(size)
        if background is not None:
            self.background = background
        if corner_radius:
            self.corner_radius = corner_radius
        if clips:
            self.clips = True
        if name is not None:
            self.name = name

    def _own(self, context: Context, handle: Optional[int]) -> None:
        super()._own(context, handle)
        context._nodes.setdefault(self._handle, self)

    def close(self) -> None:
        if self._is_open and self._context._nodes.get(self._handle) is self:
            self._context._nodes.pop(self._handle, None)
        super().close()

    def _told(self) -> str:
        return f" {self.name!r}" if self.name else ""

    @property
    def kind(self) -> NodeKind:
        """Display or text."""
        return _ffi.NodeKind(lib.lamina_node_get_kind(self.handle))

    # ---- Yours ----

    @property
    def user_data(self) -> Any:
        """Anything of yours, kept with the node itself (not with this Python object)."""
        return _callbacks.kept(lib.lamina_node_get_user_data(self.handle))

    @user_data.setter
    def user_data(self, value: Any) -> None:
        handle = self.handle
        key = None if value is None else _callbacks.keep(value)
        destroy = _callbacks.NO_DESTROY if value is None else _callbacks.destroy
        check(lib.lamina_node_set_user_data(handle, key, destroy))

    @property
    def name(self) -> str:
        """Names the node, for messages and tools."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_node_copy_name(handle, buffer, capacity))

    @name.setter
    def name(self, value: str) -> None:
        utf8 = encode(value)
        check(lib.lamina_node_set_name(self.handle, utf8, len(utf8)))

    # ---- Look ----

    @property
    def frame(self) -> Rect:
        """The place in the parent in logical units, as set or as the last applied layout left it."""
        return from_c_rect(lib.lamina_node_get_frame(self.handle))

    @frame.setter
    def frame(self, frame: RectLike) -> None:
        check(lib.lamina_node_set_frame(self.handle, c_rect(frame)))

    @property
    def position(self) -> Point:
        """Where the anchor stands in the parent; setting it moves the frame and leaves its size."""
        return from_c_point(lib.lamina_node_get_position(self.handle))

    @position.setter
    def position(self, position: PointLike) -> None:
        check(lib.lamina_node_set_position(self.handle, c_point(position)))

    @property
    def bounds_origin(self) -> Point:
        """The point of the node's own space that stands at its top left corner: what is below it moves the other way. (0, 0) by default."""
        return from_c_point(lib.lamina_node_get_bounds_origin(self.handle))

    @bounds_origin.setter
    def bounds_origin(self, origin: PointLike) -> None:
        check(lib.lamina_node_set_bounds_origin(self.handle, c_point(origin)))

    @property
    def background(self) -> Color:
        """The fill behind the contents; clear by default."""
        return from_c_color(lib.lamina_node_get_background(self.handle))

    @background.setter
    def background(self, color: ColorLike) -> None:
        check(lib.lamina_node_set_background(self.handle, c_color(color)))

    @property
    def opacity(self) -> float:
        """How much of the node and all below it shows, as one group: 0..1."""
        return lib.lamina_node_get_opacity(self.handle)

    @opacity.setter
    def opacity(self, opacity: float) -> None:
        check(lib.lamina_node_set_opacity(self.handle, number("opacity", opacity)))

    @property
    def hidden(self) -> bool:
        """Whether the node and all below it is hidden; it is laid out all the same."""
        return bool(lib.lamina_node_is_hidden(self.handle))

    @hidden.setter
    def hidden(self, hidden: bool) -> None:
        check(lib.lamina_node_set_hidden(self.handle, hidden))

    @property
    def corner_radius(self) -> float:
        """Rounds the corners of the background, and of contents and children when the node clips. In logical units."""
        return lib.lamina_node_get_corner_radius(self.handle)

    @corner_radius.setter
    def corner_radius(self, radius: float) -> None:
        check(lib.lamina_node_set_corner_radius(self.handle, number("corner_radius", radius)))

    @property
    def clips(self) -> bool:
        """Whether children are cut off at the node's bounds."""
        return bool(lib.lamina_node_get_clips(self.handle))

    @clips.setter
    def clips(self, clips: bool) -> None:
        check(lib.lamina_node_set_clips(self.handle, clips))

    def hit(self, point: PointLike) -> "Optional[Tuple[Node, Point]]":
        """The topmost node that a point of this one meets, this and what is below it, and the point in that; None for none."""
        handle, found = ctypes.c_void_p(), _ffi.lamina_point()
        check(lib.lamina_node_copy_hit(self.handle, c_point(point), ctypes.byref(handle), ctypes.byref(found)))
        if not handle.value:
            return None
        return self._context._node_for(handle.value, owned=True), from_c_point(found)

    @property
    def hit_slop(self) -> Insets:
        """How far inside of its edges the node is hit; negative numbers are outside. One number is taken for all sides."""
        return from_c_insets(lib.lamina_node_get_hit_slop(self.handle))

    @hit_slop.setter
    def hit_slop(self, slop: InsetsLike) -> None:
        check(lib.lamina_node_set_hit_slop(self.handle, c_insets(slop)))

    # ---- Layout ----

    def set_spec(self, spec: "Optional[Element]") -> None:
        """Arranges the children by a spec, and adopts the nodes that it names. None takes the spec away; a node fills the
        whole of this one."""
        if isinstance(spec, Node):
            with inset(spec) as whole:
                return self.set_spec(whole)
        if isinstance(spec, EmptySpec):
            spec = spec.within(self._context)
        check(lib.lamina_node_set_spec(self.handle, None if spec is None else handle_of(spec)))

    def __getitem__(self: N, spec: "Element") -> N:
        """`box[spec]` reads like the layout: set_spec(), and the node itself."""
        if not isinstance(spec, Handle):
            raise TypeError(f"node[...] takes a spec or a node, not {type(spec).__name__}; its children are in node.children")
        self.set_spec(spec)
        return self
