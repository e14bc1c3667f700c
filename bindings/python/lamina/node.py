"""Nodes. Any thread may create, change and lay out nodes until a surface shows them."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple, TypeVar, Union, cast

from . import _animate, _callbacks, _ffi, _node_appearance, _node_drawing, _node_layout, _node_playback, _node_ranges
from . import _node_tree, _presented, scroll as _scroll
from ._arguments import function, of_kind, shortened
from ._ffi import FlexProfile, LayoutDirection, NodeKind
from ._field import BACKGROUND, INSETS, POINT, RECT, SIZE, TRUTH, Field, Kind, TypedProperty, a_number, an_int32
from ._handle import ELEMENT, Handle, checked_context, handle_of
from ._library import lib
from .brackets import EmptySpec
from .canvas import Canvas
from .errors import check
from .geometry import ColorLike, Size, SizeLike
from .looks import (
    Border, BoxShadow, CornerRadii, Matrix, Placeholder, border_from_c, c_border, c_corner_radii, c_matrix, c_shadow,
    radii_from_c, shadow_from_c, matrix_from_c,
)  # fmt: skip
from .spec import Element, make as make_spec
from .style import Style, enum_value, merged_style, style_reference
from .text_style import encode
from .traits import Traits, traits_from_c

if TYPE_CHECKING:
    from ._enum_names import FlexProfileLike, LayoutDirectionLike
    from typing_extensions import Unpack
    from ._keywords import BoxKeywords
    from .context import Context
    from .presentation import PresentedValues

N = TypeVar("N", bound="Node")

CORNER_RADII: "Kind[CornerRadii, Union[CornerRadii, Tuple[float, float, float, float]]]" = Kind(c_corner_radii, radii_from_c)
BORDER: "Kind[Optional[Border], Union[Border, Tuple[float, ColorLike], None]]" = Kind(c_border, border_from_c)
SHADOW: "Kind[Optional[BoxShadow], Optional[BoxShadow]]" = Kind(c_shadow, shadow_from_c)
MATRIX: "Kind[Matrix, Union[Matrix, Tuple[float, float, float, float, float, float]]]" = Kind(c_matrix, matrix_from_c)
FLEX_PROFILE: "Kind[FlexProfile, FlexProfileLike]" = Kind(lambda value: enum_value("flex_profile", FlexProfile, value), FlexProfile)

#: The appearance of nodes, as keywords.
APPEARANCE = (
    "background", "opacity", "hidden", "corner_radius", "corner_radii", "clips", "border", "shadow", "gradient", "transform",
    "anchor", "z_position", "drawing", "image",
)  # fmt: skip


class Node(Handle):
    """A box, optionally with a drawing of yours.

    Keywords are the fields of Style, and the appearance: background, opacity, hidden, corner_radius, corner_radii,
    clips, border, shadow, gradient, transform, anchor, z_position, drawing, image, scroll and ranges, as for what is
    below. `size` is (width, height) in logical units, `draw` a drawing callback, `spec` lays out the children.

    Each node has one Python object: `node.child(0) is child`. `node[spec]` sets its spec and returns the node.
    """

    # Every member is named here. Methods that are assigned are functions of the module after the dot.

    __slots__ = ()

    _kind = "node"

    def __init__(
        self,
        context: Context,
        *,
        size: Optional[SizeLike] = None,
        style: Optional[Style] = None,
        draw: Optional[Callable[[Canvas], Any]] = None,
        spec: Optional[Element] = None,
        **look: Unpack[BoxKeywords],
    ) -> None:
        rest = cast("dict[str, Any]", look)
        appearance = {key: rest.pop(key) for key in (*APPEARANCE, "name", "scroll", "ranges") if key in rest}
        fields = merged_style(style, rest, (*APPEARANCE, "size", "draw", "spec", "scroll", "ranges", "name"), type(self))
        handle = ctypes.c_void_p()
        check(lib.lamina_node_create(checked_context(context).handle, ctypes.byref(handle)))
        self._own(context, handle.value)
        self._apply(size, fields, appearance)
        if draw is not None:
            self.set_draw_callback(function("draw", draw))
        if spec is not None:
            self.set_spec(spec)

    def _apply(self, size: Optional[SizeLike], style: Optional[Style], look: "dict[str, Any]") -> None:
        if style is not None:
            self.style = style
        if size is not None:
            self.set_preferred_size(size)
        for name, value in look.items():
            if value is not None:
                setter = getattr(self, f"set_{name}", None) if name in ("gradient", "drawing", "image") else None
                setter(value) if setter else setattr(self, name, value)

    def _own(self, context: Context, handle: Optional[int]) -> None:
        super()._own(context, handle)
        context._nodes.setdefault(self._handle, self)

    def close(self) -> None:
        if self._is_open and self._context._nodes.get(self._handle) is self:
            self._context._nodes.pop(self._handle, None)
        super().close()

    def _summary(self) -> str:
        return shortened(self.name) if self.name else ""

    def _repr_png_(self) -> Optional[bytes]:
        return self._png_or_none()  # shown by Jupyter

    @property
    def kind(self) -> NodeKind:
        """Display or text."""
        return NodeKind(lib.lamina_node_get_kind(self.handle))

    @property
    def name(self) -> str:
        """Names the node, for find(), messages and tools."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_node_read_name(handle, buffer, capacity))

    @name.setter
    def name(self, value: str) -> None:
        utf8 = encode(value, "name")
        check(lib.lamina_node_set_name(self.handle, utf8, len(utf8)))

    @property
    def user_data(self) -> Any:
        """Any object, kept with the node itself (not with this Python object)."""
        return _callbacks.kept(lib.lamina_node_get_user_data(self.handle))

    @user_data.setter
    def user_data(self, value: Any) -> None:
        handle, destroy = self.handle, _callbacks.destroy
        if value is None:
            check(lib.lamina_node_set_user_data(handle, None, _callbacks.null(destroy)))
        else:
            check(lib.lamina_node_set_user_data(handle, _callbacks.keep(value), destroy))

    # ---- The tree: _node_tree.py ----

    @property
    def child_count(self) -> int:
        """The number of children."""
        return lib.lamina_node_get_child_count(self.handle)

    @property
    def children(self) -> List[Node]:
        """The children, back to front."""
        return [self.child(index) for index in range(self.child_count)]

    @property
    def parent(self) -> Optional[Node]:
        """The parent, or None."""
        return _node_tree.parent(self)

    add_child = _node_tree.add_child
    insert_child = _node_tree.insert_child
    insert_child_above = _node_tree.insert_child_above
    insert_child_below = _node_tree.insert_child_below
    replace_child = _node_tree.replace_child
    move_child = _node_tree.move_child
    remove_from_parent = _node_tree.remove_from_parent
    remove_children = _node_tree.remove_children
    child = _node_tree.child
    child_index = _node_tree.child_index
    find = _node_tree.find
    common_ancestor = _node_tree.common_ancestor

    # ---- Geometry ----

    frame = Field(
        RECT, "lamina_node_get_frame", "lamina_node_set_frame",
        "The frame in the parent in logical units, as set or as applied by the last layout.")  # fmt: skip
    position = Field(
        POINT, "lamina_node_get_position", "lamina_node_set_position",
        "The position of the anchor in the parent. Setting it moves the frame and keeps its size.")  # fmt: skip
    anchor = Field(
        POINT, "lamina_node_get_anchor", "lamina_node_set_anchor",
        "The fixed point of the transform, in fractions of the node's size; (0.5, 0.5) by default.")  # fmt: skip
    transform = Field(
        MATRIX, "lamina_node_get_transform", "lamina_node_set_transform",
        "Moves, rotates or scales the node and its descendants on screen, about its anchor. Layout ignores it.")  # fmt: skip
    bounds_origin = Field(
        POINT, "lamina_node_get_bounds_origin", "lamina_node_set_bounds_origin",
        "The point of the node's own space that stands at its top left corner; the children move the other way. (0, 0) by "
        "default.")  # fmt: skip
    z_position = Field(
        a_number("z_position"), "lamina_node_get_z_position", "lamina_node_set_z_position",
        "The children of one node are painted from the lowest to the highest, equal ones in child order.")  # fmt: skip
    interactive = Field(TRUTH, "lamina_node_is_interactive", "lamina_node_set_interactive", "Whether hit tests find it and all below.")
    hit_slop = Field(
        INSETS, "lamina_node_get_hit_slop", "lamina_node_set_hit_slop",
        "Insets of the hit area; negative ones enlarge it. One number is for all sides.")  # fmt: skip

    hit = _node_appearance.hit
    hit_path = _node_appearance.hit_path
    convert_point = _node_appearance.convert_point

    # ---- Appearance: _node_appearance.py ----

    background = Field(
        BACKGROUND, "lamina_node_get_background", "lamina_node_set_background",
        "The colour behind the contents; clear by default.")  # fmt: skip
    opacity = Field(
        a_number("opacity"), "lamina_node_get_opacity", "lamina_node_set_opacity",
        "The opacity of the node and its descendants as one group, 0..1.")  # fmt: skip
    hidden = Field(
        TRUTH, "lamina_node_is_hidden", "lamina_node_set_hidden",
        "Whether the node and its descendants are hidden. Hidden nodes are laid out but not drawn.")  # fmt: skip
    corner_radius = Field(
        a_number("corner_radius"), "lamina_node_get_corner_radius", "lamina_node_set_corner_radius",
        "Rounds the corners of the background, and of contents and children when the node clips. In logical units.")  # fmt: skip
    corner_radii = Field(
        CORNER_RADII, "lamina_node_get_corner_radii", "lamina_node_set_corner_radii",
        "The radius of each corner.")  # fmt: skip
    clips = Field(
        TRUTH, "lamina_node_is_clipping", "lamina_node_set_clipping",
        "Whether children are clipped to the node's bounds.")  # fmt: skip
    border = Field(
        BORDER, "lamina_node_get_border", "lamina_node_set_border",
        "The line along the inside of the edges, above contents and children, or None.")  # fmt: skip
    shadow = Field(
        SHADOW, "lamina_node_get_shadow", "lamina_node_set_shadow",
        "The shadow of the box, or None.")  # fmt: skip

    @property
    def placeholder(self) -> Placeholder:
        """The placeholder; without one, its colour is clear. Setting None removes it."""
        return _node_appearance.placeholder_of(self)

    @placeholder.setter
    def placeholder(self, placeholder: Optional[Placeholder]) -> None:
        if placeholder is None:
            self.set_placeholder(None)
        else:
            given = of_kind("placeholder", Placeholder, placeholder)
            self.set_placeholder(
                given.color, fade=given.fade, curve=given.curve, fades_changes=given.fades_changes,
                persists=given.persists, insets=given.insets)  # fmt: skip

    @property
    def traits(self) -> Traits:
        """The node's effective traits: its own, or inherited from a node above or its context. Setting them sets the
        colour scheme, the text size and the tint, like set_traits(); None removes those of the node."""
        found = _ffi.lamina_traits()
        check(lib.lamina_node_get_traits(self.handle, ctypes.byref(found)))
        return traits_from_c(found)

    @traits.setter
    def traits(self, traits: Optional[Traits]) -> None:
        if traits is None:
            check(lib.lamina_node_set_traits(self.handle, None))
        else:
            given = of_kind("traits", Traits, traits)
            self.set_traits(color_scheme=given.color_scheme, text_size_factor=given.text_size_factor, tint=given.tint)

    @property
    def presented(self) -> "PresentedValues":
        """What is shown of the node: the values that present() named, in `fields`, and for the others what it has.
        For the owner thread only."""
        return _presented.presented(self)

    present, clear_presented = _presented.present, _presented.clear_presented
    animate, animate_to_model, animate_keyframes = _animate.animate, _animate.animate_to_model, _animate.animate_keyframes
    set_default_animation = _animate.set_default_animation
    begin_exit = _presented.begin_exit

    set_gradient = _node_appearance.set_gradient
    set_image = _node_appearance.set_image
    set_playback = _node_playback.set_playback
    playback_state = _node_playback.playback_state
    set_drawing = _node_appearance.set_drawing
    set_placeholder = _node_appearance.set_placeholder
    set_traits = _node_appearance.set_traits
    set_dynamic_color = _node_appearance.set_dynamic_color

    # ---- Layout: _node_layout.py ----

    def set_spec(self, spec: Optional[Element]) -> None:
        """Lays out the children by a spec, and adopts its nodes. None removes the spec; a node in place of a spec fills
        this one."""
        if isinstance(spec, Node):
            with make_spec("inset", [spec], None, insets=0.0) as whole:
                return self.set_spec(whole)
        if isinstance(spec, EmptySpec):
            spec = spec.within(self._context)
        check(lib.lamina_node_set_spec(self.handle, None if spec is None else handle_of(spec, "spec", ELEMENT)))

    def __getitem__(self: N, spec: Element) -> N:
        """`box[spec]` reads like the layout: set_spec(), and the node itself."""
        if not isinstance(spec, Handle):
            raise TypeError(f"node[...] takes a spec or a node, not {type(spec).__name__}; its children are in node.children")
        self.set_spec(spec)
        return self

    @property
    def style(self) -> Style:
        """The node's part in its parent's layout. Setting None restores the defaults."""
        style = _ffi.lamina_style()
        check(lib.lamina_node_get_style(self.handle, ctypes.byref(style)))
        return Style.from_c(style)

    @style.setter
    def style(self, style: Optional[Style]) -> None:
        check(lib.lamina_node_set_style(self.handle, style_reference(style)))

    @property
    def layout_direction(self) -> LayoutDirection:
        """The layout direction in the node's own style, inherited by its descendants; "inherit" without one."""
        return self.style.layout_direction  # type: ignore[return-value]  # a Style from C has the member

    @layout_direction.setter
    def layout_direction(self, direction: LayoutDirectionLike) -> None:
        self.set_layout_direction(direction)

    @property
    def is_right_to_left(self) -> bool:
        """Whether the children are laid out from right to left, by this node's direction or an inherited one."""
        return bool(lib.lamina_node_is_right_to_left(self.handle))

    @property
    def preferred_size(self) -> Size:
        """Width and height of the style in points; 0 where none is set, or where one is a fraction of the parent."""
        return _node_layout.preferred_size(self)

    @preferred_size.setter
    def preferred_size(self, size: SizeLike) -> None:
        self.set_preferred_size(size)

    concurrent = Field(
        TRUTH, "lamina_node_is_concurrent", "lamina_node_set_concurrent",
        "Whether the children are measured on all workers in parallel.")  # fmt: skip
    flex_profile = Field(
        FLEX_PROFILE, "lamina_node_get_flex_profile", "lamina_node_set_flex_profile",
        "Whether the children are laid out by flexbox, like CSS or like Yoga, or by specs.")  # fmt: skip

    set_preferred_size = _node_layout.set_preferred_size
    set_min_size, set_max_size = _node_layout.set_min_size, _node_layout.set_max_size
    set_size, set_spacing = _node_layout.set_size, _node_layout.set_spacing
    set_align_self = _node_layout.set_align_self
    set_layout_position = _node_layout.set_layout_position
    set_flex = _node_layout.set_flex
    set_layout_direction = _node_layout.set_layout_direction
    set_flex_style = _node_layout.set_flex_style
    flex_length, set_flex_length = _node_layout.flex_length, _node_layout.set_flex_length
    flex_number, set_flex_number = _node_layout.flex_number, _node_layout.set_flex_number
    flex_keyword, set_flex_keyword = _node_layout.flex_keyword, _node_layout.set_flex_keyword
    set_measure_callback = _node_layout.set_measure_callback
    set_layout_spec_callback = _node_layout.set_layout_spec_callback
    set_layout_callback = _node_layout.set_layout_callback
    set_needs_layout = _node_layout.set_needs_layout
    measure, apply_layout = _node_layout.measure, _node_layout.apply_layout
    add_layout_observer, remove_layout_observer = _node_layout.add_layout_observer, _node_layout.remove_layout_observer
    description, explain = _node_layout.description, _node_layout.explain
    interface_state = Field(
        _node_ranges.STATE, "lamina_node_get_interface_state", "lamina_node_set_interface_state", _node_ranges.STATE_DOC)
    ranges = TypedProperty(_node_ranges.get_ranges, _node_ranges.set_ranges, _node_ranges.RANGES)
    remove_interface_state = _node_ranges.remove_interface_state
    add_interface_observer, remove_interface_observer = _node_ranges.add_interface_observer, _node_ranges.remove_interface_observer
    scroll = TypedProperty(_scroll.get_scroll, _scroll.set_scroll, _scroll.SCROLL)
    set_scroll, scroll_into_view = _scroll.set_scroll, _scroll.scroll_into_view

    # ---- Drawing: _node_drawing.py ----

    drawing_priority = Field(
        an_int32("priority"), "lamina_node_get_drawing_priority", "lamina_node_set_drawing_priority",
        "Drawings of nodes with a higher priority begin first; 0 by default.")  # fmt: skip
    displayed_together = Field(
        TRUTH, "lamina_node_is_displayed_together", "lamina_node_set_displayed_together",
        "Whether the contents of the node and its descendants appear in the same frame.")  # fmt: skip
    display_suspended = Field(
        TRUTH, "lamina_node_is_display_suspended", "lamina_node_set_display_suspended",
        "While set, the node's contents are not redrawn, and those on screen stay. Unsetting it draws them once.")  # fmt: skip
    displayed_asynchronously = Field(
        TRUTH, "lamina_node_is_displayed_asynchronously", "lamina_node_set_displayed_asynchronously",
        "Whether a worker draws the node; if not, the owner thread does, in the process that applies the change.")  # fmt: skip
    redrawn_on_resize = Field(
        TRUTH, "lamina_node_is_redrawn_on_resize", "lamina_node_set_redrawn_on_resize",
        "Whether a change of size redraws the node; if not, the old bitmap is stretched.")  # fmt: skip
    rasterized = Field(
        TRUTH, "lamina_node_is_rasterized", "lamina_node_set_rasterized",
        "Whether a surface draws the node and all below it into one bitmap, again whenever anything in it changes.\n\n"
        "The node's own opacity and transform are left out of the bitmap. Best set before the node is shown.")  # fmt: skip

    set_draw_callback = _node_drawing.set_draw_callback
    set_draw_before_callback = _node_drawing.set_draw_before_callback
    set_draw_after_callback = _node_drawing.set_draw_after_callback
    set_draw_pixels_callback = _node_drawing.set_draw_pixels_callback
    set_draw_image_callback = _node_drawing.set_draw_image_callback
    set_placeholder_draw_callback = _node_drawing.set_placeholder_draw_callback
    set_draws_text = _node_drawing.set_draws_text
    set_needs_display = _node_drawing.set_needs_display
    wait_display, displayed = _node_drawing.wait_display, _node_drawing.displayed
    display_patience = TypedProperty(_node_drawing.get_display_patience, _node_drawing.set_display_patience)
    set_subtree_suspended = _node_drawing.set_subtree_suspended
    add_subtree_observer, remove_subtree_observer = _node_drawing.add_subtree_observer, _node_drawing.remove_subtree_observer
    add_display_observer, remove_display_observer = _node_drawing.add_display_observer, _node_drawing.remove_display_observer
    render, render_snapshot = _node_drawing.render, _node_drawing.render_snapshot
