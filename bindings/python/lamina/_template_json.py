"""Descriptions of lamina.tree as the JSON of templates: the members have the names of the C structs' fields."""
from __future__ import annotations

import base64
import ctypes
import json
import math
from typing import Any, Dict, List, Sequence, Tuple, Union

from . import _ffi
from ._ffi import (
    AbsoluteSizing,
    Align,
    AlignContent,
    CenterSizing,
    Centering,
    CornerLocation,
    Axis,
    FlexProfile,
    FontCaps,
    FontSlant,
    Gravity,
    HorizontalAlignment,
    Justify,
    LayoutDirection,
    Placement,
    TextAlignment,
    TextDirection,
    TextPlacement,
    TextWrap,
    TreeKind,
    Truncation,
    Underline,
    Unit,
    VerticalAlignment,
)
from ._library import lib
from .errors import InvalidArgumentError, check
from .looks import ImageOptions, c_look

_ENUMS: Dict[str, Any] = {
    "align_self": Align, "align_items": Align, "axis": Axis, "justify": Justify, "align_content": AlignContent,
    "horizontal_alignment": HorizontalAlignment, "vertical_alignment": VerticalAlignment, "location": CornerLocation,
    "layout_direction": LayoutDirection, "slant": FontSlant, "underline": Underline, "caps": FontCaps,
    "truncation": Truncation, "alignment": TextAlignment, "wrap": TextWrap, "placement": TextPlacement, "gravity": Gravity,
}  # fmt: skip
_RULES = ("strikethrough", "overline")
_ROUNDED = 1e-6  # colours are floats in C


def read_template(text: bytes) -> Any:
    """JSON text read as the library reads it: what it refuses is refused here, with its sentence, which names line and column."""
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        from .context import Context

        handle = ctypes.c_void_p()
        with Context(0) as context:
            check(lib.lamina_template_create(context.handle, text, len(text), ctypes.byref(handle)))
        raise InvalidArgumentError(f"the template is not JSON: {error}") from None


def _members(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):  # of which Python would take the last one
        raise ValueError("a member stands twice in an object")
    return found


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def item_json(item: Any) -> Dict[str, Any]:
    """An element of lamina.tree, and what is in it."""
    from .tree import Item

    if not isinstance(item, Item):
        raise InvalidArgumentError(
            f"a template describes what it draws: {type(item).__name__} is no description. Use the functions of lamina.tree"
        )
    record, kind = item._record, TreeKind(item.kind)
    if kind == TreeKind.TEXT and record.text is None:  # nothing could fill it later
        named = "" if item.name is None else f"; text({item.name!r}) is a node of that name: text(None, {item.name!r}) shows the words"
        raise InvalidArgumentError(f"a text of a template has no string{named}")
    found: Dict[str, Any] = {"kind": kind.name.lower()}
    if item.name is not None:
        found["name"] = item.name
    if record.style:
        found["style"] = struct_json(record.style.contents, _ffi.lamina_style())
    if kind in (TreeKind.NODE, TreeKind.TEXT):
        found.update(_look(record))
    if kind == TreeKind.TEXT:
        found.update(_text(record))
    elif kind == TreeKind.STACK and record.stack:
        found.update(struct_json(record.stack.contents, _ffi.lamina_stack_options()))
    elif kind in (TreeKind.INSET, TreeKind.DIRECTIONAL_INSET):
        found["insets"] = _insets(record.insets)
    elif kind == TreeKind.CENTER:
        found["centering"] = Centering(record.centering).name.lower()
        found["sizing"] = CenterSizing(record.sizing).name.lower()
    elif kind == TreeKind.RELATIVE:
        found["horizontal"] = Placement(record.horizontal).name.lower()
        found["vertical"] = Placement(record.vertical).name.lower()
        found["sizing"] = CenterSizing(record.sizing).name.lower()
    elif kind == TreeKind.ABSOLUTE:
        found["sizing"] = AbsoluteSizing(record.absolute_sizing).name.lower()
    elif kind == TreeKind.RATIO:
        found["ratio"] = record.ratio
    elif kind == TreeKind.CORNER and record.corner:
        found.update(struct_json(record.corner.contents, _ffi.lamina_corner_options()))
    if item.drawing is not None:
        found["drawing"] = item.drawing.to_json()
    for name, value in item.slots.items():
        _put(found, ["style", name] if name in ("width", "height") else name.split("."), value)
    if "image" in found:
        found["kind"] = "image"
        if record.appearance and record.appearance.contents.image_options:
            found["options"] = struct_json(record.appearance.contents.image_options.contents, ImageOptions().to_c())
    if item.children:
        found["children"] = [item_json(child) for child in item.children]
    return found


def _put(found: Any, path: List[str], value: Any) -> None:
    """Puts a slot where it stands, "gradient.stops.0.color"."""
    for name in path[:-1]:
        found = found[int(name)] if isinstance(found, list) else found.setdefault(name, {})
    found[path[-1]] = value


def _look(record: Any) -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    if record.background.alpha:
        found["background"] = color_json(record.background)
    if record.opacity != 1:
        found["opacity"] = record.opacity
    if record.corner_radius:
        found["corner_radius"] = record.corner_radius
    for name in ("hidden", "clips"):
        if getattr(record, name):
            found[name] = True
    frame = record.frame
    if frame.origin.x or frame.origin.y or frame.size.width or frame.size.height:
        found["frame"] = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
    if record.flex_profile:
        found["flex_profile"] = FlexProfile(record.flex_profile).name.lower()
    if record.flex_style is not None:
        found["flex_style"] = record.flex_style.decode("utf-8", "surrogatepass")
    if record.appearance:
        found.update(struct_json(record.appearance.contents, c_look(), skip=("image_options",)))
    return found


def _text(record: Any) -> Dict[str, Any]:
    found: Dict[str, Any] = {"text": (record.text or b"").decode("utf-8", "surrogatepass")}
    if record.attributes:
        found["attributes"] = struct_json(record.attributes.contents, _ffi.lamina_text_attributes())
    if record.text_options:
        found["options"] = struct_json(record.text_options.contents, _ffi.lamina_text_options())
    return found


def struct_json(given: Any, initial: Any, skip: Sequence[str] = ()) -> Dict[str, Any]:
    """The fields that are not as at first."""
    found: Dict[str, Any] = {}
    for field in type(given)._fields_:
        name = field[0]
        value, plain = getattr(given, name), getattr(initial, name)
        if name == "struct_size" or name.endswith("_count") or name in skip:
            continue
        said = _value(given, name, value, plain)
        if said is not None:
            found[name] = said
    return found


def _value(given: Any, name: str, value: Any, plain: Any) -> Any:
    """A field as JSON; None when it says nothing."""
    if name == "gradient" and isinstance(given, _ffi.lamina_node_appearance):
        return gradient_json(value.contents) if value else None
    if name == "image" and isinstance(given, _ffi.lamina_node_appearance):
        return image_json(value.contents) if value else None
    if name == "gradient" and value:
        raise InvalidArgumentError("the gradient of a text's letters cannot be part of a template; that of a node, behind them, can")
    if name in ("link", "replaces", "exclusions", "tab_stops", "decimal_point", "token", "message") and value:
        raise InvalidArgumentError(f"{name} cannot be part of a template")
    if isinstance(value, (ctypes.Structure, ctypes.Array)):
        return None if bytes(value) == bytes(plain) else nested_json(value)
    if isinstance(value, ctypes._Pointer):
        return _pointed(given, name, value) if value else None
    if value == plain:
        return None
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogatepass")
    if name in _RULES:
        return value == 2
    if name == "direction" and isinstance(given, _ffi.lamina_text_paragraph):
        return TextDirection(value).name.lower()
    if name == "wrap" and isinstance(given, _ffi.lamina_stack_options):
        return bool(value)
    return _ENUMS[name](value).name.lower() if name in _ENUMS else value


def nested_json(value: Any) -> Any:
    if isinstance(value, _ffi.lamina_dimension):
        return "auto" if value.unit == Unit.AUTO else f"{100 * value.value!r}%" if value.unit == Unit.FRACTION else value.value
    if isinstance(value, _ffi.lamina_point):
        return [value.x, value.y]
    if isinstance(value, _ffi.lamina_insets):
        return _insets(value)
    if isinstance(value, (_ffi.lamina_corner_radii, _ffi.lamina_matrix)):
        return [getattr(value, field[0]) for field in value._fields_]
    if isinstance(value, _ffi.lamina_rect):
        return [value.origin.x, value.origin.y, value.size.width, value.size.height]
    if isinstance(value, (_ffi.lamina_border, _ffi.lamina_shadow)):
        parts = {field[0]: getattr(value, field[0]) for field in value._fields_}
        return {**parts, "color": color_json(value.color)}
    raise InvalidArgumentError(f"{type(value).__name__} cannot be part of a template")


def _pointed(given: Any, name: str, value: Any) -> Any:
    if name == "paragraph":
        return struct_json(value.contents, _ffi.lamina_text_paragraph())
    if name == "shadows":
        return [
            {"color": color_json(value[i].color), "x": value[i].x, "y": value[i].y, "blur": value[i].blur}
            for i in range(given.shadow_count)
        ]
    if name == "scale_factors":
        return [value[i] for i in range(given.scale_factor_count)]
    return color_json(value.contents)


def gradient_json(gradient: Any) -> Dict[str, Any]:
    stops = [{"offset": stop.offset, "color": color_json(stop.color)} for stop in gradient.stops[: gradient.stop_count]]
    return {"start": nested_json(gradient.start), "end": nested_json(gradient.end), "stops": stops}


def image_json(bitmap: Any) -> str:
    """The picture as a file that stands in the template."""
    from .bitmap import Bitmap

    copy = Bitmap(bitmap.width, bitmap.height)
    for row in range(bitmap.height):
        copy[row * copy.stride : (row + 1) * copy.stride] = ctypes.string_at(bitmap.data + row * bitmap.stride, copy.stride)
    return "data:image/png;base64," + base64.b64encode(copy.encode("png")).decode()


def _insets(insets: Any) -> List[Union[float, str]]:
    sides = (insets.top, insets.left, insets.bottom, insets.right)
    return ["auto" if side == math.inf else side for side in sides]


def color_json(color: Any) -> Any:
    """As hexadecimal digits where that says the same."""
    parts = [color.red, color.green, color.blue, color.alpha]
    numbers = [round(255 * part) for part in parts]
    if all(abs(number / 255 - part) < _ROUNDED for number, part in zip(numbers, parts)):
        return "#" + "".join(f"{number:02x}" for number in numbers)
    return parts
