"""Surfaces, which show the tree of a root node."""
from __future__ import annotations

import ctypes
from time import monotonic
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple, Type, TypeVar, Union

from . import _callbacks, _ffi
from ._arguments import integer, microseconds, number
from ._ffi import DebugOverlay, EventKey, EventKind, EventModifiers, EventUse, LayerChanges, WheelUnit
from ._field import BACKGROUND, TRUTH, Field, Kind
from ._handle import CONTEXT, NODE, Handle, handle_of
from ._library import lib
from ._record import record
from .bitmap import Bitmap, PixelBuffer, pixels_of
from .errors import InvalidArgumentError, check
from .geometry import (
    Color, ColorLike, PointLike, RectPx, Size, SizeLike, c_point, c_size, from_c_color, from_c_rect_px, from_c_size,
)  # fmt: skip
from .looks import (
    Border, BoxShadow, CornerRadii, Gradient, Matrix, border_from_c, gradient_from_c, matrix_from_c, radii_from_c,
    shadow_from_c,
)  # fmt: skip
from .node import Node

if TYPE_CHECKING:
    from ._enum_names import EventKeyLike, EventKindLike, WheelUnitLike
    from .context import Context

_Named = TypeVar("_Named", EventKind, EventKey, WheelUnit)


def _named(name: str, kind: "Type[_Named]", value: "Union[str, _Named]") -> "_Named":
    """The value of an enum, by itself or by its name in small letters."""
    try:
        return kind[value.upper()] if isinstance(value, str) else kind(value)
    except (KeyError, ValueError):
        names = ", ".join(repr(each.name.lower()) for each in kind)
        raise InvalidArgumentError(f"{name} is {value!r}; one of {names} is needed") from None


@record(frozen=True)
class Layer:
    """A layer, for programs that composite themselves. Rectangles are pixels of the surface."""

    id: int
    parent: int
    descendant_count: int
    changes: LayerChanges
    version: int
    bitmap: Optional[Bitmap]
    matrix: Tuple[float, float, float, float, float, float]
    bounds: RectPx
    clip: RectPx
    opacity: float
    background: Color
    clips: bool
    is_opaque: bool
    #: From the pixels in which bounds and clip are given to pixels of the surface.
    transform: Matrix = Matrix()
    #: In pixels, as border and shadow.
    corner_radii_px: CornerRadii = CornerRadii()
    border: Optional[Border] = None
    shadow: Optional[BoxShadow] = None
    gradient: Optional[Gradient] = None

    @classmethod
    def _from_c(cls, layer: _ffi.lamina_layer) -> "Layer":
        changes, bitmap = LayerChanges(layer.changes), None
        if layer.bitmap and changes & LayerChanges.CONTENTS:
            source = layer.bitmap.contents
            bitmap = Bitmap(source.width, source.height)
            for row in range(source.height):
                pixels = ctypes.string_at(source.data + row * source.stride, bitmap.stride)
                bitmap[row * bitmap.stride : (row + 1) * bitmap.stride] = pixels
        return cls(
            layer.id, layer.parent, layer.descendant_count, changes, layer.version, bitmap, (*matrix_from_c(layer.matrix),),
            from_c_rect_px(layer.bounds), from_c_rect_px(layer.clip), layer.opacity, from_c_color(layer.background),
            layer.clips, layer.is_opaque, matrix_from_c(layer.transform),
            radii_from_c(layer.corner_radii_px), border_from_c(layer.border), shadow_from_c(layer.shadow),
            gradient_from_c(layer.gradient.contents) if layer.gradient else None)  # fmt: skip


DEBUG_OVERLAY: "Kind[DebugOverlay, DebugOverlay]" = Kind(lambda value: integer("overlay", value, 0, 2**31 - 1), DebugOverlay)


class Surface(Handle):
    """Shows a tree in your pixels; `size` is in logical units, `scale` in pixels per unit. For the owner thread
    only."""

    __slots__ = ()

    _kind = "surface"

    def __init__(
        self,
        context: Context,
        size: SizeLike,
        scale: float = 1.0,
        *,
        root: Optional[Node] = None,
        background: Optional[ColorLike] = None,
    ) -> None:
        handle = ctypes.c_void_p()
        owner = handle_of(context, "context", CONTEXT)
        check(lib.lamina_surface_create(owner, c_size(size, "size"), number("scale", scale), ctypes.byref(handle)))
        self._own(context, handle.value)
        if background is not None:
            self.background = background
        if root is not None:
            self.set_root(root)

    def _summary(self) -> str:
        size = self.size
        return f"{size.width:g} x {size.height:g} at scale {self.scale:g}"

    def set_root(self, root: Optional[Node]) -> None:
        """Shows a node, sized to the surface; None shows nothing."""
        check(lib.lamina_surface_set_root(self.handle, None if root is None else handle_of(root, "root", NODE)))

    def set_size(self, size: SizeLike, scale: Optional[float] = None) -> None:
        """Changes the size, in logical units, and the scale, in pixels per unit (default: unchanged). The old contents
        stay until the new ones are drawn."""
        given = self.scale if scale is None else number("scale", scale)
        check(lib.lamina_surface_set_size(self.handle, c_size(size, "size"), given))

    @property
    def size(self) -> Size:
        """The size in logical units, as it was set."""
        return from_c_size(lib.lamina_surface_get_size(self.handle))

    @size.setter
    def size(self, size: SizeLike) -> None:
        self.set_size(size)

    @property
    def scale(self) -> float:
        """Pixels per unit, as they were set."""
        return float(lib.lamina_surface_get_scale(self.handle))

    @scale.setter
    def scale(self, scale: float) -> None:
        self.set_size(self.size, number("scale", scale))

    @property
    def root(self) -> Optional[Node]:
        """The root node, or None."""
        handle = ctypes.c_void_p()
        check(lib.lamina_surface_copy_root(self.handle, ctypes.byref(handle)))
        return self._context._node_for(handle.value, owned=True) if handle.value else None

    @root.setter
    def root(self, root: Optional[Node]) -> None:
        self.set_root(root)

    @property
    def bounds_px(self) -> RectPx:
        """The size in device pixels, which a target must have."""
        return from_c_rect_px(lib.lamina_surface_get_bounds_px(self.handle))

    displayed_together = Field(
        TRUTH, "lamina_surface_is_displayed_together", "lamina_surface_set_displayed_together",
        "Whether all drawings that one process starts appear in the same frame, however long one of them takes. "
        "Default: False, they wait for each other only for `grouping_limit`.", ctypes.c_bool)  # fmt: skip

    @property
    def grouping_limit(self) -> float:
        """The time in seconds, on the context's clock, that finished drawings wait for others that the same process
        started, so that they appear in the same frame. Default: 0.032. 0: each appears when it is ready."""
        limit = ctypes.c_uint64()
        check(lib.lamina_surface_get_grouping_limit_us(self.handle, ctypes.byref(limit)))
        return limit.value / 1e6

    @grouping_limit.setter
    def grouping_limit(self, seconds: float) -> None:
        if number("grouping_limit", seconds) < 0:
            raise InvalidArgumentError(f"grouping_limit is {seconds}; it must be 0 or more seconds")
        check(lib.lamina_surface_set_grouping_limit_us(self.handle, microseconds(seconds, "seconds")))

    @property
    def replacement_limit(self) -> float:
        """The time in seconds, on the context's clock, that the pixels of a replaced node stay until the node in its
        place is drawn, at most. Default: 0.5. 0: they go at once."""
        limit = ctypes.c_uint64()
        check(lib.lamina_surface_get_replacement_limit_us(self.handle, ctypes.byref(limit)))
        return limit.value / 1e6

    @replacement_limit.setter
    def replacement_limit(self, seconds: float) -> None:
        if number("replacement_limit", seconds) < 0:
            raise InvalidArgumentError(f"replacement_limit is {seconds}; it must be 0 or more seconds")
        check(lib.lamina_surface_set_replacement_limit_us(self.handle, microseconds(seconds, "seconds")))

    composited_in_bands = Field(
        TRUTH, "lamina_surface_is_composited_in_bands", "lamina_surface_set_composited_in_bands",
        "Whether idle workers take part in composites of large damage. The pixels are the same.", ctypes.c_bool)  # fmt: skip
    debug_overlay = Field(
        DEBUG_OVERLAY, "lamina_surface_get_debug_overlay", "lamina_surface_set_debug_overlay",
        "What is drawn over what the surface shows: damage, layers, placeholders, motion, any of them together. For "
        "developers.", ctypes.c_int)  # fmt: skip
    background = Field(
        BACKGROUND, "lamina_surface_get_background", "lamina_surface_set_background",
        "The colour shown where no node draws; clear by default.", _ffi.lamina_color)  # fmt: skip

    def composite(self, target: PixelBuffer, capacity: int = 16, *, age: Optional[int] = None) -> List[RectPx]:
        """Updates `target`, which must contain the result of the last composite. Returns the changed rectangles.

        With several buffers, `age` says how many composites ago the contents of `target` are from: 1 for the last one,
        2 for the one before; 0 if they are unknown.
        """
        bitmap, damage, count = pixels_of(target), (_ffi.lamina_rect_px * integer("capacity", capacity, 1, 65536))(), ctypes.c_size_t()
        place, rest = ctypes.byref(bitmap), (damage, len(damage), ctypes.byref(count))
        if age is None:
            status = lib.lamina_surface_composite(self.handle, place, *rest)
        else:
            status = lib.lamina_surface_composite_buffer(self.handle, place, integer("age", age, 0, 2**32 - 1), *rest)
        self._context._finish(status)
        return [from_c_rect_px(damage[index]) for index in range(count.value)]

    def process_event(
        self,
        kind: EventKindLike,
        position: PointLike = (0, 0),
        *,
        delta: PointLike = (0, 0),
        key: EventKeyLike = EventKey.NONE,
        pointer: int = 0,
        time: Optional[float] = None,
        wheel_unit: WheelUnitLike = WheelUnit.LOGICAL,
        shift: bool = False,
        control: bool = False,
        alt: bool = False,
    ) -> bool:
        """Takes a pointer, wheel or key event: `kind` is an EventKind or its name, such as "pointer_down" or "wheel".
        `time` is in seconds, by default time.monotonic(). `delta` of a wheel is in logical units, or in lines (40
        of these) or notches (120) by `wheel_unit`. `shift`, `control` and `alt` are held down. Whether it did
        something."""
        event, use = _ffi.lamina_event(), ctypes.c_int(0)
        event.kind, event.key = _named("kind", EventKind, kind), _named("key", EventKey, key)
        event.position, event.delta = c_point(position, "position"), c_point(delta, "delta")
        event.wheel_unit = _named("wheel_unit", WheelUnit, wheel_unit)
        held = ((shift, EventModifiers.SHIFT), (control, EventModifiers.CONTROL), (alt, EventModifiers.ALT))
        event.modifiers = sum(modifier for is_held, modifier in held if is_held)
        event.pointer = integer("pointer", pointer, -(2**31), 2**31 - 1)
        event.time_us = round((monotonic() if time is None else number("time", time)) * 1e6)
        self._context._finish(lib.lamina_surface_process_event(self.handle, ctypes.byref(event), ctypes.addressof(use)))
        return use.value == EventUse.USED

    def layers(self) -> List[Layer]:
        """First the layers that are no longer visible, then the visible ones from back to front, with their changes
        since the last call: for programs that composite themselves. Pixels are copied where the contents changed."""
        found: List[Layer] = []
        key = _callbacks.keep(_callbacks.Entry(self._context, lambda layer: found.append(Layer._from_c(layer))))
        try:
            status = lib.lamina_surface_export_layers(self.handle, _callbacks.layer, key)
        finally:
            _callbacks.forget(key)
        self._context._finish(status)
        return found

    @property
    def has_damage(self) -> bool:
        """Whether a composite would change anything."""
        found = ctypes.c_bool()
        check(lib.lamina_surface_has_damage(self.handle, ctypes.byref(found)))
        return found.value

    @property
    def is_complete(self) -> bool:
        """Whether the surface shows all that its tree asks for: no layout and no drawing is outstanding."""
        found = ctypes.c_bool()
        check(lib.lamina_surface_is_complete(self.handle, ctypes.byref(found)))
        return found.value

    def add_complete_observer(self, observer: Callable[[], Any]) -> int:
        """Calls `observer` at the end of each process() after which the surface is complete, and that ends a layout
        or a drawing. Returns a number for remove_complete_observer()."""
        key, number = _callbacks.keep_observer(self._context, observer), ctypes.c_uint64()
        check(lib.lamina_surface_add_complete_observer(
            self.handle, _callbacks.complete_surface, key, _callbacks.destroy, ctypes.byref(number)))  # fmt: skip
        return number.value

    def remove_complete_observer(self, number: int) -> None:
        """Removes an observer. InvalidStateError if the surface has none with this number."""
        check(lib.lamina_surface_remove_complete_observer(self.handle, integer("number", number, 0, _ffi.UINT64_MAX)))

    def set_needs_composite(self) -> None:
        """Makes the next composite redraw everything, for a new or different target."""
        check(lib.lamina_surface_set_needs_composite(self.handle))
