"""Fields of C structs as the JSON of templates: members have the names of the fields, and only values other than the
defaults are written."""
from __future__ import annotations

import base64
import ctypes
import math
from typing import Any, Dict, List, Sequence, Union

from . import _ffi
from ._ffi import (
    Align, AlignContent, CornerLocation, Axis, FontCaps, FontSlant, Gravity, HorizontalAlignment, Justify,
    LayoutDirection, TextAlignment, TextDirection, TextHyphens, TextPlacement, TextWrap, Truncation, Underline, Unit,
    VerticalAlignment,
)  # fmt: skip
from .bitmap import Bitmap
from .errors import InvalidArgumentError

_ENUMS: Dict[str, Any] = {
    "align_self": Align, "align_items": Align, "axis": Axis, "justify": Justify, "align_content": AlignContent,
    "horizontal_alignment": HorizontalAlignment, "vertical_alignment": VerticalAlignment, "location": CornerLocation,
    "layout_direction": LayoutDirection, "slant": FontSlant, "underline": Underline, "caps": FontCaps,
    "truncation": Truncation, "alignment": TextAlignment, "wrap": TextWrap, "placement": TextPlacement, "gravity": Gravity,
    "hyphens": TextHyphens,
}  # fmt: skip
_RULES = ("strikethrough", "overline")
_ROUNDED = 1e-6  # colours are floats in C


def struct_json(given: Any, initial: Any, skip: Sequence[str] = ()) -> Dict[str, Any]:
    """The fields that are not at their defaults."""
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
    """A field as JSON; None for a default."""
    if name == "gradient":
        return gradient_json(value.contents) if value else None
    if name in ("link", "replaces", "exclusions", "exclusion_polygons", "tab_stops", "decimal_point", "token", "message") and value:
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
    if isinstance(value, _ffi.lamina_color):
        return color_json(value)
    if isinstance(value, _ffi.lamina_dimension):
        return "auto" if value.unit == Unit.AUTO else f"{100 * value.value!r}%" if value.unit == Unit.FRACTION else value.value
    if isinstance(value, _ffi.lamina_point):
        return [value.x, value.y]
    if isinstance(value, _ffi.lamina_size):
        return [value.width, value.height]
    if isinstance(value, _ffi.lamina_insets):
        return insets_json(value)
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
    if name in ("shadows", "inner_shadows"):
        return [
            {"color": color_json(value[i].color), "x": value[i].x, "y": value[i].y, "blur": value[i].blur}
            for i in range(getattr(given, name[:-1] + "_count"))
        ]
    if name == "scale_factors":
        return [value[i] for i in range(given.scale_factor_count)]
    return color_json(value.contents)


def gradient_json(gradient: Any) -> Dict[str, Any]:
    stops = [{"offset": stop.offset, "color": color_json(stop.color)} for stop in gradient.stops[: gradient.stop_count]]
    center = nested_json(gradient.center)
    if gradient.kind == _ffi.GradientKind.RADIAL:
        return {"kind": "radial", "center": center, "radii": nested_json(gradient.radii), "stops": stops}
    if gradient.kind == _ffi.GradientKind.CONIC:
        return {"kind": "conic", "center": center, "angle": gradient.angle, "stops": stops}
    return {"start": nested_json(gradient.start), "end": nested_json(gradient.end), "stops": stops}


def image_json(bitmap: Any) -> str:
    """The picture as a file inside the template."""
    copy = Bitmap(bitmap.width, bitmap.height)
    for row in range(bitmap.height):
        copy[row * copy.stride : (row + 1) * copy.stride] = ctypes.string_at(bitmap.data + row * bitmap.stride, copy.stride)
    return "data:image/png;base64," + base64.b64encode(copy.encode("png")).decode()


def insets_json(insets: Any) -> List[Union[float, str]]:
    sides = (insets.top, insets.left, insets.bottom, insets.right)
    return ["auto" if side == math.inf else side for side in sides]


def color_json(color: Any) -> Any:
    """As hexadecimal digits if that is exact."""
    parts = [color.red, color.green, color.blue, color.alpha]
    numbers = [round(255 * part) for part in parts]
    if all(abs(number / 255 - part) < _ROUNDED for number, part in zip(numbers, parts)):
        return "#" + "".join(f"{number:02x}" for number in numbers)
    return parts
