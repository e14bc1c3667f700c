"""The keywords of lamina.tree as fields of records and slots."""
from __future__ import annotations

import ctypes
import functools
from typing import Any, Dict, Optional, Tuple, Union, cast

from ._arguments import number, of_kind
from ._ffi import FlexProfile
from ._record import field_names, replaced
from .bitmap import PixelBuffer
from .drawing import Drawing
from .geometry import BLACK, CLEAR, ColorLike, RectLike, Size, SizeLike, c_color, c_rect, refusal
from .looks import LOOK_FIELDS, Gradient, c_look
from .spec import c_options
from .style import Style, enum_value, merged_style
from .text_style import encode


class Slot(str):
    """The place of a value that comes with each row of a lamina.Template: Slot("{tint}"). Created by slot()."""


def slot(name: str) -> Slot:
    """A place for a value of a row, in the appearance of a node: `tree.node(background=tree.slot("tint"))`.

    For background, opacity, corner_radius, hidden, drawing, the width and height of `size`, and the colours of border,
    shadow and gradient. In texts, write "{name}".
    """
    return Slot("{" + name + "}")


#: Width and height, of which either may be a slot.
SlottedSize = Union[Size, Tuple[Union[float, Slot], Union[float, Slot]]]


def styled(style: Optional[Style], keywords: Dict[str, Any]) -> Optional[Style]:
    """A style from the fields of Style among the keywords, which are removed from these."""
    if not keywords:
        return style
    return merged_style(style, {key: keywords.pop(key) for key in field_names(Style) if key in keywords})


def sides_and_slots(size: "Optional[SlottedSize]") -> "Tuple[Optional[SizeLike], Dict[str, str]]":
    """A size without the sides that are slots, and those slots."""
    if size is None:
        return None, {}
    try:
        width, height = size
    except (TypeError, ValueError) as error:
        raise refusal(error, "a size is two numbers or slots, (width, height)", size) from None
    sides = {"width": width, "height": height}
    slotted = {name: str(side) for name, side in sides.items() if isinstance(side, Slot)}
    if not slotted:
        return cast(Optional[SizeLike], size), slotted
    plain: Any = tuple(None if name in slotted else side for name, side in sides.items())
    return plain, slotted


def look_fields(
    background: ColorLike = CLEAR, opacity: float = 1.0, corner_radius: float = 0.0, hidden: bool = False,
    clips: bool = False, frame: Optional[RectLike] = None, flex_profile: "Union[FlexProfile, str]" = FlexProfile.NONE,
    flex_style: Optional[str] = None, drawing: "Union[Drawing, Slot, None]" = None, **look: Any,
) -> Dict[str, Any]:  # fmt: skip
    """The fields of a record for a node's appearance, without defaults."""
    fields: Dict[str, Any] = {}
    if background is not CLEAR:
        fields["background"] = background if isinstance(background, Slot) else c_color(background)
    if opacity != 1.0:
        fields["opacity"] = opacity if isinstance(opacity, Slot) else number("opacity", opacity)
    if corner_radius:
        fields["corner_radius"] = corner_radius if isinstance(corner_radius, Slot) else number("corner_radius", corner_radius)
    if hidden:
        fields["hidden"] = hidden
    if clips:
        fields["clips"] = True
    if frame is not None:
        fields["frame"] = c_rect(frame)
    if flex_profile:
        fields["flex_profile"] = enum_value(FlexProfile, flex_profile)
    if flex_style is not None:
        fields["flex_style"] = encode(flex_style)
    if drawing is not None:
        fields["drawing"] = drawing if isinstance(drawing, Slot) else of_kind("drawing", Drawing, drawing)
    image = look.pop("image", None)
    if image is not None:
        fields["image"] = image if isinstance(image, Slot) else of_kind("image", PixelBuffer, image)
    given = {name: value for name, value in look.items() if value is not None}
    for name in given:
        if name not in LOOK_FIELDS:
            raise TypeError(f"a node has no {name!r} in its appearance")
    if given:
        plain = {name: _without_slots(name, value, fields) for name, value in given.items()}
        fields["appearance"] = ctypes.pointer(c_look(**plain))
    return fields


def _without_slots(name: str, value: Any, fields: Dict[str, Any]) -> Any:
    """A part of a look, with what is no slot in it; the slots are noted by their place, "border.color"."""
    if name in ("border", "shadow"):
        place = 1 if name == "border" else 0
        if hasattr(value, "__len__") and len(value) > place and isinstance(value[place], Slot):
            fields[f"{name}.color"] = value[place]
            # A colour that shows, so that the part is described.
            return (*value[:place], BLACK, *value[place + 1 :])
    elif name == "gradient":
        stops = list(of_kind("gradient", Gradient, value).stops)
        for place, (offset, color) in enumerate(stops):
            if isinstance(color, Slot):
                fields[f"gradient.stops.{place}.color"] = color
                stops[place] = (offset, BLACK)
        return replaced(value, stops=stops)
    return value


# Descriptions name few styles many times, and what is made here is only read.
@functools.lru_cache(maxsize=1024)
def c_style(style: Optional[Style], size: Optional[SizeLike]) -> Any:
    if size is not None:
        style = replaced(style or Style(), width=size[0], height=size[1])
    assert style is not None
    return ctypes.pointer(style.to_c())


@functools.lru_cache(maxsize=1024)
def c_spec_options(spec: str, options: "Tuple[Tuple[str, Any], ...]") -> Any:
    return ctypes.pointer(c_options(spec, dict(options)))
