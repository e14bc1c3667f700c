"""Changes of many nodes in one call."""
from __future__ import annotations

import array
import ctypes
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _ffi
from ._ffi import NodeFields
from ._arguments import counted, number, of_kind
from ._handle import NODE, handle_of
from ._library import lib
from ._presented import c_presented
from .bitmap import PixelBuffer
from .errors import InvalidArgumentError, check
from .geometry import ColorLike, PointLike, RectLike, c_color, refusal
from .image import Image
from .looks import LOOK_FIELDS, c_look
from .node import Node

_SIZE = ctypes.sizeof(_ffi.lamina_node_change)
_INITIAL = bytes(_ffi.lamina_node_change())


def _offset(name: str) -> int:
    return int(getattr(_ffi.lamina_node_change, name).offset)


class NodeGroup:
    """Nodes that change together: `NodeGroup(bars).set(opacity=0.5, background=colors)`.

    A call of set() costs little more than one setter, and each node a fraction of one: the group keeps the records that
    C reads. The changes are atomic, all or none. The nodes belong to one context; any thread may call, one at a time
    for a group.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes: Tuple[Node, ...] = tuple(nodes)
        self._buffer = bytearray(_INITIAL * len(self.nodes))
        self._records = (ctypes.c_char * len(self._buffer)).from_buffer(self._buffer)
        self._put("Q", _offset("node"), [handle_of(node, f"nodes[{place}]", NODE) for place, node in enumerate(self.nodes)])

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<lamina.NodeGroup of {counted(len(self.nodes), 'node')}>"

    def set(
        self,
        *,
        opacity: Union[float, Sequence[float], None] = None,
        corner_radius: Union[float, Sequence[float], None] = None,
        background: Union[ColorLike, List[ColorLike], None] = None,
        frame: Optional[Sequence[RectLike]] = None,
        position: Optional[Sequence[PointLike]] = None,
        bounds_origin: Optional[Sequence[PointLike]] = None,
        hidden: Union[bool, Sequence[bool], None] = None,
        clips: Union[bool, Sequence[bool], None] = None,
        **look: Any,
    ) -> None:
        """Sets properties: one value for all nodes, or a list or array with one for each.

        Colours are one colour or a list of them; frames are (x, y, width, height) for each node; positions (of anchors)
        and bounds origins are (x, y) for each. `look` is corner_radii, border, shadow, gradient, transform, anchor,
        z_position and image with image_options, as for the properties and setters of Node: one for all, or a list with
        one for each; None removes a gradient, shadow, border or image.
        """
        fields = NodeFields.NONE
        kept = self._put_looks(look)
        for name in look:
            if name != "image_options":
                fields |= NodeFields[name.upper()]
        for name, numbers in (("opacity", opacity), ("corner_radius", corner_radius)):
            if numbers is not None:
                self._put("d", _offset(name), numbers)
                fields |= NodeFields[name.upper()]
        for name, truths in (("hidden", hidden), ("clips", clips)):
            if truths is not None:
                self._put("B", _offset(name), truths if isinstance(truths, bool) else [bool(value) for value in truths])
                fields |= NodeFields[name.upper()]
        if background is not None:
            colors = [c_color(color, "background") for color in background] if isinstance(background, list) else c_color(background, "background")
            for part, name in enumerate(("red", "green", "blue", "alpha")):
                values: Any = [getattr(color, name) for color in colors] if isinstance(colors, list) else getattr(colors, name)
                self._put("f", _offset("background") + 4 * part, values)
            fields |= NodeFields.BACKGROUND
        for name, width, tuples in (("frame", 4, frame), ("position", 2, position), ("bounds_origin", 2, bounds_origin)):
            if tuples is not None:
                for part in range(width):
                    self._put("d", _offset(name) + 8 * part, _column(name, part, width, tuples))
                fields |= NodeFields[name.upper()]
        self._put("i", _offset("fields"), int(fields))
        if self.nodes:
            records = ctypes.cast(self._records, ctypes.POINTER(_ffi.lamina_node_change))
            check(lib.lamina_context_apply_changes(self.nodes[0].context.handle, records, len(self.nodes)))
        del kept

    def present(self, **values: Any) -> None:
        """Shows other values of the nodes than they have, as Node.present() does: one for all nodes, or a list with one
        for each. For the owner thread only."""
        lists = {name: given for name, given in values.items() if isinstance(given, list)}
        for given in lists.values():
            if len(given) != len(self.nodes):
                raise InvalidArgumentError(f"{len(given)} values are given for {len(self.nodes)} nodes")
        common = c_presented({name: value for name, value in values.items() if name not in lists})
        changes = (_ffi.lamina_presented_change * len(self.nodes))()
        kept = []
        for index, node in enumerate(self.nodes):
            own = common
            if lists:
                own = _ffi.lamina_presented_values.from_buffer_copy(common)
                c_presented({name: given[index] for name, given in lists.items()}, own)
                kept.append(own)
            changes[index].struct_size = ctypes.sizeof(_ffi.lamina_presented_change)
            changes[index].node = handle_of(node, "node", NODE)
            changes[index].values = ctypes.pointer(own)
        if self.nodes:
            check(lib.lamina_context_apply_presented(self.nodes[0].context.handle, changes, len(self.nodes)))
        del kept

    def _put_looks(self, look: Dict[str, Any]) -> Any:
        """Writes the addresses of the appearances; returns what must live until they are read."""
        for name in look:
            if name not in LOOK_FIELDS:
                raise TypeError(f"set() takes no {name!r}")
        if not look:
            return None
        lists = {name: values for name, values in look.items() if isinstance(values, list)}
        for values in lists.values():
            if len(values) != len(self.nodes):
                raise InvalidArgumentError(f"{len(values)} values are given for {len(self.nodes)} nodes")
        images: Dict[int, Image] = {}  # by the pixels that they are made of
        if not lists:
            single = self._look(look, images)
            self._put("Q", _offset("appearance"), [ctypes.addressof(single)] * len(self.nodes))
            return single, images
        looks = [
            self._look({name: lists[name][index] if name in lists else value for name, value in look.items()}, images)
            for index in range(len(self.nodes))
        ]
        self._put("Q", _offset("appearance"), [ctypes.addressof(one) for one in looks])
        return looks, images

    def _look(self, look: Dict[str, Any], images: Dict[int, Image]) -> Any:
        """One appearance, with a picture of the nodes' context."""
        pixels = look.get("image")
        made = c_look(**{name: value for name, value in look.items() if name != "image"})
        if pixels is not None and self.nodes:
            if isinstance(pixels, Image):
                images[id(pixels)] = pixels
            elif id(pixels) not in images:
                images[id(pixels)] = Image(self.nodes[0].context, of_kind("image", PixelBuffer, pixels))
            made.image = images[id(pixels)].handle
        return made

    def _put(self, code: str, offset: int, values: Any) -> None:
        """Writes a field of all records."""
        count = len(self.nodes)
        if isinstance(values, (int, float)):
            values = number("a value", values) if code in "df" else values
            column: Any = array.array(code, [values]) * count
        else:
            column = _same_memory(code, values)
            if column is None:
                try:
                    column = array.array(code, values)
                except OverflowError:
                    raise InvalidArgumentError("a value is larger than any number that can be drawn") from None
        if len(column) != count:
            raise InvalidArgumentError(f"{len(column)} values are given for {count} nodes")
        if count:
            width = _width(code)
            field: Any = memoryview(self._buffer).cast(code)  # type: ignore[call-overload]
            field[offset // width :: _SIZE // width] = memoryview(column)


def _column(name: str, part: int, width: int, tuples: Any) -> "array.array[float]":
    """One number of each of several tuples."""
    try:
        return array.array("d", [numbers[part] for numbers in tuples])
    except (TypeError, ValueError, OverflowError, LookupError) as error:
        raise refusal(error, f"{name} is a list with {width} numbers for each node", tuples) from None


def _width(code: str) -> int:
    """Bytes of a value of array.array."""
    return array.array(code).itemsize


def _same_memory(code: str, values: Any) -> "Optional[memoryview]":
    """The values as they lie in an array of numpy or alike; None when they have to be converted."""
    try:
        view = memoryview(values)
    except TypeError:
        return None
    return view if view.format == code and view.ndim == 1 else None
