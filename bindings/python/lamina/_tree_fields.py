"""The keywords of lamina.tree as fields of records and slots."""
from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional, Tuple, Union, cast

from ._arguments import c_string, number, of_kind
from ._ffi import FlexProfile
from ._record import field_names, replaced
from .bitmap import PixelBuffer
from .drawing import Drawing
from .geometry import BLACK, CLEAR, ColorLike, RectLike, Size, SizeLike, c_color, c_rect, refusal
from .looks import LOOK_FIELDS, Gradient, c_look
from .spec import c_options
from .errors import InvalidArgumentError
from .style import Style, enum_value, merged_style, unknown_keyword
from .text_style import TextAttributes, TextOptions, encode

if TYPE_CHECKING:
    from ._enum_names import FlexProfileLike


class Slot(str):
    """The place of a value that comes with each row of a lamina.Template: Slot("{tint}"). Created by slot()."""


def slot(name: str) -> Slot:
    """A place for a value of a row, in the appearance of a node: `tree.node(background=tree.slot("tint"))`.

    For background, opacity, corner_radius, hidden, drawing, width, height and layout_direction of a node, the colours
    of border, shadow and gradient, and for the letters of a text: see tree.text(). Among words, write "{name}".
    """
    return Slot("{" + c_string("name", name).decode("utf-8", "surrogatepass") + "}")


def without_slot(name: str, value: Any) -> Any:
    """A value for something that is the same in all rows."""
    if isinstance(value, Slot):
        raise InvalidArgumentError(
            f"{name} cannot be a slot, {value}: it is the same in all rows. Slots are for background, opacity, corner_radius, hidden, "
            "drawing, image, width, height and layout_direction of a node, the colours of border, shadow and gradient, and the letters of a text"
        )
    return value


#: The attributes of texts that may be slots: what they are in markup.
_IN_MARKUP = {
    "color": 'foreground="{}"', "family": 'font_family="{}"', "size": 'size="{}px"', "weight": 'weight="{}"',
    "slant": 'style="{}"', "language": 'lang="{}"', "stretch": 'stretch="{}"', "features": 'font_features="{}"',
    "variations": 'font_variations="{}"', "letter_spacing": 'letter_spacing="{}"', "word_spacing": 'word_spacing="{}"',
    "rise": 'rise="{}"', "underline_color": 'underline_color="{}"', "strikethrough_color": 'strikethrough_color="{}"',
    "overline_color": 'overline_color="{}"',
}  # fmt: skip


class Markup(NamedTuple):
    """The markup of a text, and the slots that are not in its words."""

    string: str
    slots: "Tuple[str, ...]"

    @classmethod
    def of(cls, string: Optional[str], markup: Optional[str], slots: "Dict[str, Slot]") -> "Markup":
        """A string, or markup, whose letters are as slots say."""
        inside = c_string("markup", markup) if markup is not None else c_string("string", string or "")
        shown = inside.decode("utf-8", "surrogatepass")
        if markup is None:
            shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        for name, value in slots.items():
            if name not in _IN_MARKUP:
                without_slot(name, value)
        if slots:
            shown = f"<span {' '.join(_IN_MARKUP[name].format(value) for name, value in slots.items())}>{shown}</span>"
        return cls(shown, tuple(map(str, slots.values())))


#: What look_fields() takes besides LOOK_FIELDS, and what texts have besides.
_LOOK = ("background", "opacity", "corner_radius", "hidden", "clips", "frame", "flex_profile", "flex_style", "drawing")
_TEXT = ("name", "markup", *field_names(TextAttributes), *field_names(TextOptions))
#: The fields of the style of a node or text that may be slots.
STYLE_SLOTS = ("width", "height", "layout_direction")
#: Width and height, of which either may be a slot.
SlottedSize = Union[Size, Tuple[Union[float, Slot], Union[float, Slot]]]


def styled(style: Optional[Style], keywords: Dict[str, Any]) -> "Tuple[Optional[Style], Dict[str, str]]":
    """A style from the fields of Style among the keywords, which are removed from these, and those that are slots."""
    slots: Dict[str, str] = {}
    if not keywords:
        return style, slots
    fields = {key: keywords.pop(key) for key in field_names(Style) if key in keywords}
    for name in [name for name, value in fields.items() if isinstance(value, Slot)]:
        if name not in STYLE_SLOTS:
            without_slot(name, fields[name])
        slots[name] = str(fields.pop(name))
    return merged_style(style, fields), slots


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
    clips: bool = False, frame: Optional[RectLike] = None, flex_profile: "FlexProfileLike" = FlexProfile.NONE,
    flex_style: Optional[str] = None, drawing: "Union[Drawing, Slot, None]" = None, text: bool = False, **look: Any,
) -> Dict[str, Any]:  # fmt: skip
    """The fields of a record for the appearance of a node, or of a text, without defaults."""
    fields: Dict[str, Any] = {}
    if background is not CLEAR:
        fields["background"] = background if isinstance(background, Slot) else c_color(background, "background")
    if opacity != 1.0:
        fields["opacity"] = opacity if isinstance(opacity, Slot) else number("opacity", opacity)
    if corner_radius:
        fields["corner_radius"] = corner_radius if isinstance(corner_radius, Slot) else number("corner_radius", corner_radius)
    if hidden:
        fields["hidden"] = hidden
    if without_slot("clips", clips):
        fields["clips"] = True
    if frame is not None:
        fields["frame"] = c_rect(frame)
    if flex_profile:
        fields["flex_profile"] = enum_value("flex_profile", FlexProfile, without_slot("flex_profile", flex_profile))
    if flex_style is not None:
        fields["flex_style"] = encode(without_slot("flex_style", flex_style), "flex_style")
    if drawing is not None:
        fields["drawing"] = drawing if isinstance(drawing, Slot) else of_kind("drawing", Drawing, drawing)
    image = look.pop("image", None)
    if image is not None:
        fields["image"] = image if isinstance(image, Slot) else of_kind("image", PixelBuffer, image)
    given = {name: value for name, value in look.items() if value is not None}
    for name in given:
        if name not in LOOK_FIELDS:
            known = (*_LOOK, *LOOK_FIELDS, *field_names(Style), *(_TEXT if text else ("size",)))
            raise unknown_keyword(name, known, None)
    if given:
        for name, value in given.items():
            without_slot(name, value)
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
