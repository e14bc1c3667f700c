"""Descriptions of lamina.tree as the JSON of templates: the members have the names of the C structs' fields."""
from __future__ import annotations

import ctypes
import json
from typing import Any, Dict, List, Tuple

from . import _ffi
from ._ffi import FlexProfile, TreeKind
from ._json_fields import color_json, image_json, insets_json, struct_json
from ._library import lib
from ._specs import SPECS
from .context import Context
from .errors import InvalidArgumentError, check
from .looks import ImageOptions, c_look
from ._tree_fields import STYLE_SLOTS
from ._tree_item import Item


def read_template(text: bytes) -> Any:
    """Parses JSON text as the library does: what it refuses is refused here with its message, which names line and
    column."""
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        handle = ctypes.c_void_p()
        with Context(0) as context:
            check(lib.lamina_template_create(context.handle, text, len(text), ctypes.byref(handle)))
        raise InvalidArgumentError(f"the template is not JSON: {error}") from None


def _members(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):  # of which Python would take the last one
        raise ValueError("an object has a duplicate member")
    return found


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def item_json(item: Any) -> Dict[str, Any]:
    """An element of lamina.tree, with its contents."""
    if not isinstance(item, Item):
        raise InvalidArgumentError(
            f"a template describes what it draws: {type(item).__name__} is no description. Use the functions of lamina.tree"
        )
    record, kind = item._record, TreeKind(item.kind)
    if kind == TreeKind.TEXT and record.text is None and item.markup is None:  # nothing could fill it later
        named = "" if item.name is None else f"; text(name={item.name!r}) is a node of that name: text({item.name!r}) shows the words"
        raise InvalidArgumentError(f"a text of a template has no string{named}")
    found: Dict[str, Any] = {"kind": kind.name.lower()}
    if item.name is not None:
        found["name"] = item.name
    if record.style:
        found["style"] = struct_json(record.style.contents, _ffi.lamina_style())
    if kind in (TreeKind.NODE, TreeKind.TEXT):
        found.update(_look(record))
    if kind == TreeKind.TEXT:
        found.update(_text(item, record))
    elif kind > TreeKind.EXISTING_NODE:
        found.update(_settings(kind.name.lower(), record))
    if item.drawing is not None:
        found["drawing"] = item.drawing.to_json()
    if item.image is not None:
        found["image"] = image_json(item.image.to_c())
    for name, value in item.slots.items():
        _put(found, ["style", name] if name in STYLE_SLOTS else name.split("."), value)
    if "image" in found:
        found["kind"] = "image"
        if record.appearance and record.appearance.contents.image_options:
            options = record.appearance.contents.image_options.contents
            if options.dark:
                raise InvalidArgumentError(
                    "image_options.dark is an Image of a context, which no template has: write the dark picture of a "
                    'template in JSON, "options": {"dark": "{slot}"}')
            found["options"] = struct_json(options, ImageOptions().to_c())
    if item.children:
        found["children"] = [item_json(child) for child in item.children]
    return found


def _settings(spec: str, record: Any) -> Dict[str, Any]:
    shape = SPECS[spec]
    if shape.options is not None:
        options = getattr(record, spec)
        return struct_json(options.contents, getattr(_ffi, shape.options)()) if options else {}
    found = {}
    for field, kind, place in shape.fields:
        value = getattr(record, place)
        if kind.endswith("insets"):
            value = insets_json(value)
        elif kind[0].isupper():
            value = getattr(_ffi, kind)(value).name.lower()
        found[field] = value
    return found


def _put(found: Any, path: List[str], value: Any) -> None:
    """Puts a slot at its place, "gradient.stops.0.color"."""
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
        found.update(struct_json(record.appearance.contents, c_look(), skip=("image", "image_options")))
    return found


def _text(item: Item, record: Any) -> Dict[str, Any]:
    found: Dict[str, Any] = {"text": (record.text or b"").decode("utf-8", "surrogatepass")}
    if item.markup is not None:
        found = {"markup": item.markup.string}
    if record.attributes:
        found["attributes"] = struct_json(record.attributes.contents, _ffi.lamina_text_attributes())
    if record.text_options:
        found["options"] = struct_json(record.text_options.contents, _ffi.lamina_text_options())
    return found
