"""Nodes: what is shown. Any thread may make, change and arrange them, until they are on a surface."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, List, Optional, Tuple, Union

from . import _callbacks, _ffi
from ._ffi import Align, LayoutDirection, NodeKind
from ._handle import Handle
from ._library import lib
from .arranging import Arranging
from .bitmap import PixelBuffer
from .canvas import Canvas
from .context import Context
from .errors import InvalidArgumentError, LaminaError, check, last_error
from .geometry import (
    CLEAR,
    Color,
    ColorLike,
    DimensionLike,
    PointLike,
    Rect,
    RectLike,
    Size,
    SizeLike,
    SizeRange,
    c_color,
    c_dimension,
    c_range,
    c_rect,
    c_size,
    from_c_rect,
    from_c_size,
)
from .spec import Element, Spec
from .style import Style, enum_value, style_reference
from .text import encode


class Node(Arranging):
    """A box, with a drawing of your own if it has one.

    There is one Python object for each node: `node.child(0) is child`.
    """

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
        spec: Optional[Spec] = None,
        name: Optional[str] = None,
    ) -> None:
        handle = ctypes.c_void_p()
        check(lib.lamina_node_create(context.handle, ctypes.byref(handle)))
        self._own(context, handle.value)
        self._apply(background, corner_radius, clips, size, style, name)
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

    @property
    def kind(self) -> NodeKind:
        return NodeKind(lib.lamina_node_get_kind(self.handle))

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
        capacity = lib.lamina_node_copy_name(handle, None, 0) + 1
        buffer = ctypes.create_string_buffer(capacity)
        lib.lamina_node_copy_name(handle, buffer, capacity)
        return buffer.value.decode("utf-8", "replace")

    @name.setter
    def name(self, value: str) -> None:
        utf8 = encode(value)
        check(lib.lamina_node_set_name(self.handle, utf8, len(utf8)))

    # ---- Tree ----

    def add_child(self, child: "Node") -> None:
        check(lib.lamina_node_add_child(self.handle, child.handle))

    def insert_child(self, child: "Node", index: int) -> None:
        check(lib.lamina_node_insert_child(self.handle, child.handle, _index(index)))

    def insert_child_above(self, child: "Node", sibling: "Node") -> None:
        check(lib.lamina_node_insert_child_above(self.handle, child.handle, sibling.handle))

    def insert_child_below(self, child: "Node", sibling: "Node") -> None:
        check(lib.lamina_node_insert_child_below(self.handle, child.handle, sibling.handle))

    def replace_child(self, child: "Node", replacement: "Node") -> None:
        check(lib.lamina_node_replace_child(self.handle, child.handle, replacement.handle))

    def move_child(self, from_index: int, to_index: int) -> None:
        check(lib.lamina_node_move_child(self.handle, _index(from_index), _index(to_index)))

    def remove_from_parent(self) -> None:
        check(lib.lamina_node_remove_from_parent(self.handle))

    def remove_children(self) -> None:
        check(lib.lamina_node_remove_children(self.handle))

    @property
    def child_count(self) -> int:
        return lib.lamina_node_get_child_count(self.handle)

    def child(self, index: int) -> "Node":
        """The child at `index`, back to front."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_child(self.handle, _index(index), ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True)

    @property
    def children(self) -> List["Node"]:
        return [self.child(index) for index in range(self.child_count)]

    @property
    def parent(self) -> Optional["Node"]:
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_parent(self.handle, ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True) if handle.value else None

    def child_index(self, child: "Node") -> Optional[int]:
        """The place of a child; None when it is none."""
        index = lib.lamina_node_get_child_index(self.handle, child.handle)
        return None if index == _ffi.SIZE_MAX else index

    # ---- Look ----

    @property
    def frame(self) -> Rect:
        """The place in the parent, as set or as the last applied layout left it."""
        return from_c_rect(lib.lamina_node_get_frame(self.handle))

    @frame.setter
    def frame(self, frame: RectLike) -> None:
        check(lib.lamina_node_set_frame(self.handle, c_rect(frame)))

    @property
    def background(self) -> Color:
        color = lib.lamina_node_get_background(self.handle)
        return Color(color.red, color.green, color.blue, color.alpha)

    @background.setter
    def background(self, color: ColorLike) -> None:
        check(lib.lamina_node_set_background(self.handle, c_color(color)))

    @property
    def opacity(self) -> float:
        return lib.lamina_node_get_opacity(self.handle)

    @opacity.setter
    def opacity(self, opacity: float) -> None:
        check(lib.lamina_node_set_opacity(self.handle, opacity))

    @property
    def hidden(self) -> bool:
        return bool(lib.lamina_node_is_hidden(self.handle))

    @hidden.setter
    def hidden(self, hidden: bool) -> None:
        check(lib.lamina_node_set_hidden(self.handle, hidden))

    @property
    def corner_radius(self) -> float:
        return lib.lamina_node_get_corner_radius(self.handle)

    @corner_radius.setter
    def corner_radius(self, radius: float) -> None:
        check(lib.lamina_node_set_corner_radius(self.handle, radius))

    @property
    def clips(self) -> bool:
        return bool(lib.lamina_node_get_clips(self.handle))

    @clips.setter
    def clips(self, clips: bool) -> None:
        check(lib.lamina_node_set_clips(self.handle, clips))

    # ---- Layout ----

    @property
    def style(self) -> Style:
        style = _ffi.lamina_style()
        check(lib.lamina_node_get_style(self.handle, ctypes.byref(style)))
        return Style.from_c(style)

    @style.setter
    def style(self, style: Optional[Style]) -> None:
        check(lib.lamina_node_set_style(self.handle, style_reference(style)))

    def set_preferred_size(self, size: SizeLike) -> None:
        check(lib.lamina_node_set_preferred_size(self.handle, c_size(size)))

    @property
    def preferred_size(self) -> Size:
        """Width and height of the style in points, 0 for none; zero where one is a share of the parent."""
        return from_c_size(lib.lamina_node_get_preferred_size(self.handle))

    def set_min_size(self, size: SizeLike) -> None:
        check(lib.lamina_node_set_min_size(self.handle, c_size(size)))

    def set_max_size(self, size: SizeLike) -> None:
        """math.inf is no limit."""
        check(lib.lamina_node_set_max_size(self.handle, c_size(size)))

    def set_size(self, width: DimensionLike = None, height: DimensionLike = None) -> None:
        """Points, "50%" or None, leaving the other fields of the style."""
        check(lib.lamina_node_set_size(self.handle, c_dimension(width), c_dimension(height)))

    def set_spacing(self, before: float = 0.0, after: float = 0.0) -> None:
        check(lib.lamina_node_set_spacing(self.handle, before, after))

    def set_align_self(self, align: Union[Align, str]) -> None:
        check(lib.lamina_node_set_align_self(self.handle, enum_value(Align, align)))

    def set_layout_position(self, position: PointLike) -> None:
        """In an absolute spec."""
        check(lib.lamina_node_set_layout_position(self.handle, _ffi.lamina_point(*position)))

    def set_flex(self, grow: float, shrink: float = 0.0, basis: DimensionLike = None) -> None:
        """How the node takes part in a stack, leaving the other fields of its style."""
        check(lib.lamina_node_set_flex(self.handle, grow, shrink, c_dimension(basis)))

    def set_layout_direction(self, direction: Union[LayoutDirection, str]) -> None:
        """What is in the node and below it runs this way, other than what has a direction of its own."""
        check(lib.lamina_node_set_layout_direction(self.handle, enum_value(LayoutDirection, direction)))

    @property
    def is_right_to_left(self) -> bool:
        """Whether the children are arranged from right to left, by a direction here or above."""
        return bool(lib.lamina_node_is_right_to_left(self.handle))

    def description(self) -> str:
        """The node and all below it, one to a line, for people."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_node_copy_description(handle, buffer, capacity))

    def explain(self, sizes: Union[SizeRange, Tuple[SizeLike, SizeLike]], element: Optional[Element] = None) -> str:
        """Lays this tree out within `sizes`, changing nothing, and says how an element of it, a node or a spec, came to its
        size and place. Without an element, lists all of them."""
        handle, sizes_c, of = self.handle, c_range(sizes), None if element is None else element.handle
        text = self._copy_text(
            lambda buffer, capacity: lib.lamina_node_copy_explanation(handle, sizes_c, of, buffer, capacity))  # fmt: skip
        if not text:
            raise InvalidArgumentError(last_error())
        return text

    def set_spec(self, spec: Optional[Spec]) -> None:
        """Arranges the children by a spec, and adopts the nodes that it names. None takes the spec away."""
        check(lib.lamina_node_set_spec(self.handle, None if spec is None else spec.handle))

    # ---- Display ----

    def set_drawer(self, draw: Optional[Callable[[Canvas], Any]]) -> None:
        """Sets the drawing, which runs on a worker: see Canvas. None takes it away."""
        if draw is None:
            check(lib.lamina_node_set_drawer(self.handle, _callbacks.NO_DRAW, None, _callbacks.NO_DESTROY))
            return
        handle = self.handle
        key = _callbacks.keep(_callbacks.Entry(self._context, draw))
        check(lib.lamina_node_set_drawer(handle, _callbacks.draw, key, _callbacks.destroy))

    def set_display_observer(
        self,
        will_display: Optional[Callable[["Node"], Any]] = None,
        did_display: Optional[Callable[["Node", bool], Any]] = None,
    ) -> None:
        """Sets who hears, on the owner thread, of the beginning and the end (node, finished) of each drawing."""
        handle = self.handle
        if will_display is None and did_display is None:
            check(lib.lamina_node_set_display_observer(
                handle, _callbacks.NO_WILL_DISPLAY, _callbacks.NO_DID_DISPLAY, None, _callbacks.NO_DESTROY))  # fmt: skip
            return
        key = _callbacks.keep(_callbacks.Entry(self._context, will_display, did_display))
        check(lib.lamina_node_set_display_observer(
            handle, _callbacks.will_display, _callbacks.did_display, key, _callbacks.destroy))  # fmt: skip

    def set_needs_display(self) -> None:
        check(lib.lamina_node_set_needs_display(self.handle))

    def set_displays_together(self, together: bool) -> None:
        """Makes all contents from here down appear in the same frame."""
        check(lib.lamina_node_set_displays_together(self.handle, together))

    def render(
        self,
        target: PixelBuffer,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
        done: Optional[Callable[[Optional[LaminaError]], Any]] = None,
    ) -> None:
        """Draws the tree below this node into `target` on a worker, without a surface.

        `done` hears on the owner thread, in a process or wait, that it is finished (None) or what went wrong.
        """
        handle, bitmap = self.handle, target.to_c()
        key = _callbacks.keep(_callbacks.Entry(self._context, done, extra=(target, bitmap)))
        check(lib.lamina_node_render(
            handle, scale, c_color(background), ctypes.byref(bitmap), _callbacks.render_done, key,
            _callbacks.destroy))  # fmt: skip


def _index(index: int) -> int:
    """Negative positions are refused by the library as beyond the end, not wrapped around."""
    return index if index >= 0 else _ffi.SIZE_MAX - 1
