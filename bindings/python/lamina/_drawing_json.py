"""Recorded drawings as the JSON of templates: steps whose members have the names of the C struct's fields."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, List, Optional, Sequence

from . import _ffi
from ._ffi import LineCap, LineJoin
from ._json_fields import color_json, gradient_json, image_json, nested_json, struct_json
from .errors import InvalidArgumentError
from .image import Image
from .text import Span, Text
from .text_style import TextAttributes

_WORDS: Dict[str, Any] = {"line_cap": LineCap, "line_join": LineJoin}


def steps_json(steps: Sequence[Any]) -> List[Dict[str, Any]]:
    """The equivalent for a template, or for a row of one."""
    return [_step(number, step) for number, step in enumerate(steps)]


def _step(number: int, step: Any) -> Dict[str, Any]:
    found: Dict[str, Any] = {"kind": step.kind.name.lower()}
    for name, value in step.fields.items():
        if name == "text_options":
            found["options"] = struct_json(value.contents, _ffi.lamina_text_options())
        elif not name.endswith("_count"):
            found[name] = _field(name, value, step.fields)
    if isinstance(step.pixels, Image):
        raise InvalidArgumentError(f"steps[{number}] shows an Image, which belongs to its context; give a bitmap in its place")
    if step.pixels is not None:
        found["image"] = image_json(step.pixels)
    if step.text is not None:
        text, attributes = step.text
        if isinstance(text, Text):
            raise InvalidArgumentError(
                f"steps[{number}] shows a Text, which belongs to its context; give a string or spans in its place")
        if attributes is not None:
            found["attributes"] = _attributes(attributes)
        if isinstance(text, str):
            found["text"] = text
        else:
            found["runs"] = [_run(piece) for piece in ([text] if isinstance(text, Span) else text)]
    return found


def _field(name: str, value: Any, fields: Dict[str, Any]) -> Any:
    if name in _WORDS:
        return _WORDS[name](value).name.lower()
    if name == "points":
        return [number for point in value[: fields["point_count"]] for number in (point.x, point.y)]
    if name == "dashes":
        return list(value)
    if name == "gradient":
        return gradient_json(value.contents)
    if isinstance(value, _ffi.lamina_color):
        return color_json(value)
    return nested_json(value) if isinstance(value, ctypes.Structure) else value


def _run(piece: Any) -> Dict[str, Any]:
    if isinstance(piece, str):
        return {"text": piece}
    if isinstance(piece, Span):
        looks = None if piece.attributes is None else _attributes(piece.attributes)
        return {"text": piece.string, **({"attributes": looks} if looks else {})}
    raise TypeError(f"a text is made of strings and spans, or is one Text, not {piece!r}")


def _attributes(attributes: Optional[TextAttributes]) -> Dict[str, Any]:
    assert attributes is not None
    return struct_json(attributes.to_c(), _ffi.lamina_text_attributes())
