"""Whole trees in one call: described with the functions here, created by build().

    card = tree.build(context, tree.node("card", background="#ffffff")[
        tree.inset(8)[tree.row(spacing=10)[
            tree.node("avatar", size=(40, 40)),
            tree.text("Hello", name="title", size=18),
        ]],
    ])
    card.root, card["title"]

Contents follow in brackets, as in lamina.column() and its like, or come first in the parentheses:
`tree.row(avatar, title, spacing=10)`. In brackets, lists are flattened and None is skipped.

A description is a plain value: it can be built any number of times, on any thread, copied, and pickled.
"""
from __future__ import annotations

import base64
import ctypes
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union, cast

from . import _ffi
from ._arguments import of_kind, pair
from ._ffi import AbsoluteSizing, Axis, CenterSizing, Centering, CornerLocation, Placement, TreeKind
from ._record import field_names
from ._specs import SPECS
from ._look_table import PLAIN, TextLook
from ._tree_build import Tree, build
from ._tree_fields import (
    Markup, Slot, SlottedSize, c_spec_options, look_fields, sides_and_slots, slot, styled, without_slot,
)  # fmt: skip
from ._tree_item import Item, ItemLike, described
from .bitmap import PixelBuffer
from .errors import InvalidArgumentError
from .geometry import DirectionalInsetsLike, InsetsLike, PointLike, c_directional_insets
from .looks import ImageOptions
from .node import Node
from .spec import c_settings
from .style import Style, merged, merged_style
from .text_style import TextAttributes, TextOptions, encode

if TYPE_CHECKING:
    from ._enum_names import (
        AbsoluteSizingLike,
        CenterSizingLike,
        CenteringLike,
        CornerLocationLike,
        PlacementLike,
    )
    from typing_extensions import Unpack

    from ._keywords import (
        StyleKeywords, TreeImageKeywords, TreeNodeKeywords, TreeRowKeywords, TreeStackKeywords, TreeTextKeywords,
    )  # fmt: skip

__all__ = [
    "Item", "ItemLike", "Slot", "Tree", "absolute", "background", "build", "center", "column", "corner", "directional_inset", "image",
    "inset", "node", "overlay", "ratio", "relative", "repeat", "row", "slot", "spacer", "stack", "text", "unless", "when", "wrapper",
]  # fmt: skip



@described
def node(
    name: Optional[str] = None, *children: ItemLike, style: Optional[Style] = None, size: Optional[SlottedSize] = None,
    **look: Unpack[TreeNodeKeywords],
) -> Item:  # fmt: skip
    """A display node, with the fields of Style as keywords. Its contents are one spec, which lays out its nodes, or
    nodes with frames of their own.

    `look`: background, opacity, corner_radius, hidden, clips, frame; corner_radii, border, shadow, gradient, transform,
    anchor, z_position, drawing, image (a bitmap) with image_options, as for the properties and setters of Node. With
    `flex_profile`, "css" or "yoga", flexbox lays out the children; `flex_style` are the node's properties for it,
    "flex-direction: row; gap: 8px", here and in its contents.
    """
    fields = cast(Dict[str, Any], look)
    style, slotted = styled(style, fields)
    sides, more = sides_and_slots(size)
    return Item(TreeKind.NODE, children, style, name, sides, {**slotted, **more}, **look_fields(**fields))


@described
def image(
    source: "Union[str, bytes, PixelBuffer]", name: Optional[str] = None, *, options: Optional[ImageOptions] = None,
    style: Optional[Style] = None, size: Optional[SlottedSize] = None, **look: Unpack[TreeImageKeywords],
) -> Item:  # fmt: skip
    """A picture: `source` is a bitmap or, in a template, a slot, tree.slot("photo"), the path of a file, which may
    contain slots, or the bytes of a file (PNG, JPEG, WebP, QOI). Without `size` it has the picture's intrinsic size, or
    as much of it as fits."""
    item = node(name, style=style, size=size, image_options=options, **look)
    if isinstance(source, PixelBuffer):
        item.image = source
        return item
    if not isinstance(source, str):
        if not isinstance(source, bytes):
            raise TypeError(f"the source of a picture is a slot, a path, the bytes of a file or a bitmap, not {source!r}")
        source = "data:;base64," + base64.b64encode(source).decode()
    item.slots["image"] = source
    return item


@described
def text(
    string: Optional[str] = None,
    name: Optional[str] = None,
    *,
    markup: Optional[str] = None,
    style: Optional[Style] = None,
    attributes: Optional[TextAttributes] = None,
    options: Optional[TextOptions] = None,
    **options_and_look: Unpack[TreeTextKeywords],
) -> Item:
    """A text node that shows `string`, or `markup`. Keywords as for TextNode (size, weight, max_lines, flex_grow, the
    node's background ...) and for node().

    In a template, words in braces are slots, "{name}: {price}", and so may be the values of color, family, size,
    weight, slant, language, stretch, features, variations, letter_spacing, word_spacing, rise, and of the colours of
    lines: `tree.text("{name}", color=tree.slot("tint"))`. Rows give these as markup has them: a size is a number of
    logical units, a weight 100 to 1000 or "bold".
    """
    if markup is not None and string is not None:
        raise InvalidArgumentError("a text shows a string or markup, not both")
    keywords = cast(Dict[str, Any], options_and_look)
    style, slotted = styled(style, keywords)
    setting = {key: keywords.pop(key) for key in list(keywords) if key in field_names(TextOptions)}
    letters = {key: keywords.pop(key) for key in field_names(TextAttributes) if key in keywords and key != "background"}
    slots = {key: letters.pop(key) for key in list(letters) if isinstance(letters[key], Slot)}
    fields = look_fields(text=True, **keywords)
    for key, value in setting.items():
        without_slot(key, value)
    attributes = merged(TextAttributes, attributes, letters)
    options = merged(TextOptions, options, setting)
    marked = None
    if markup is not None or slots:
        if string is None and markup is None:
            raise InvalidArgumentError(f"a text with a slot for {', '.join(slots)} has a string or markup")
        marked = Markup.of(string, markup, slots)
    elif string is not None:
        utf8 = encode(string)
        fields.update(text=utf8, text_length=len(utf8))
    if attributes is not None:
        fields["attributes"] = ctypes.pointer(attributes.to_c())
    if options is not None:
        fields["text_options"] = ctypes.pointer(options.to_c())
    look = TextLook(attributes, options, None, None if marked is None else marked.string)
    return Item(TreeKind.TEXT, (), style, name, None, slotted, marked, look=None if look == PLAIN else look, **fields)


def _spec(
    name: str, children: "Tuple[Any, ...]", style: Optional[Style], fields: Any, second: "Optional[ItemLike]" = None,
    **settings: Any,
) -> Item:  # fmt: skip
    """An element that is a spec, by its name in SPECS. Its one child may be None, which comes in brackets."""
    shape = SPECS[name]
    for key, value in (*settings.items(), *fields.items()):
        without_slot(key, value)
    if shape.options is not None:
        # The options of like specs are made once: they are found by their values, which a list could not be.
        values = {name: c_spec_options(name, tuple((key, _frozen(value)) for key, value in settings.items()))}
    else:
        given = c_settings(name, settings)
        values = {place: given[field] for field, _, place in shape.fields if field in given}
    if second is not None and children and children[0] is not None:
        children, second = (children[0], second), None
    return Item(TreeKind[name.upper()], children, merged_style(style, fields), second=second, **values)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _split(name: str, arguments: Any, most: int) -> Any:
    """The child, if the first argument is one, and the values after it."""
    given = bool(arguments) and (arguments[0] is None or isinstance(arguments[0], (Item, Node)))
    child, values = (arguments[0], arguments[1:]) if given else (None, arguments)
    if len(values) > most:
        raise TypeError(f"{name}() takes {most} value{'s' if most > 1 else ''} besides its element, not {len(values)}")
    return child, (*values, *[None] * (most - len(values)))


def _chosen(positional: Any, keyword: Any, default: Any) -> Any:
    """A value that is given in its place or by its name."""
    return positional if positional is not None else keyword if keyword is not None else default


@described
def stack(*children: ItemLike, style: Optional[Style] = None, **options: Unpack[TreeStackKeywords]) -> Item:
    """Elements in a line, `axis` "horizontal" or "vertical", as by lamina.stack(): spacing, justify, align, wrap ...,
    and the fields of Style."""
    given = cast(Dict[str, Any], options)
    style, slotted = styled(style, given)
    for side, name in slotted.items():
        without_slot(side, Slot(name))
    return _spec("stack", children, style, {}, **given)


@described
def row(*children: ItemLike, **options: Unpack[TreeRowKeywords]) -> Item:
    """Elements beside each other, as by lamina.row(): `tree.row(spacing=8, align="center")[a, b]`."""
    return stack(*children, axis=Axis.HORIZONTAL, **options)


@described
def column(*children: ItemLike, **options: Unpack[TreeRowKeywords]) -> Item:
    """Elements below each other, as by lamina.column(): `tree.column(spacing=8)[a, b]`."""
    return stack(*children, axis=Axis.VERTICAL, **options)


def _depending(member: str, value: str, item: Item) -> Item:
    of_kind("item", Item, item)
    return item.with_slot(member, value)


@described
def repeat(slot: str, item: Item) -> Item:
    """In a template: the item once for each element of the list that a row has for the slot. Members of the elements
    are slots of the item, "{lines.price}"; elements that are values themselves are "{lines}"."""
    return _depending("repeat", "{%s}" % slot, item)


@described
def when(slot: str, item: Item) -> Item:
    """In a template: the item if a row has a value for the slot that is not false, 0, empty or None."""
    return _depending("if", "{%s}" % slot, item)


@described
def unless(slot: str, item: Item) -> Item:
    """In a template: the item if a row has no such value."""
    return _depending("if", "!{%s}" % slot, item)


@described
def spacer(style: Style = Style(flex_grow=1, flex_shrink=1)) -> Item:
    """Takes the remaining space in a row or column."""
    return _spec("wrapper", (), style, {})


@described
def wrapper(*children: ItemLike, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    """Elements on top of each other, each with all the available space; as large as the largest."""
    return _spec("wrapper", children, style, fields)


@described
def absolute(
    *children: ItemLike, sizing: AbsoluteSizingLike = AbsoluteSizing.DEFAULT, style: Optional[Style] = None,
    **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    """Places elements at the `layout_position` of their styles, in logical units."""
    return _spec("absolute", children, style, fields, sizing=sizing)


@described
def inset(
    *arguments: Any, insets: Optional[InsetsLike] = None, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]
) -> Item:
    """A margin around one element: `tree.inset(16)[x]` or `tree.inset(x, 16)`. One number for all sides, two for
    (vertical, horizontal), or (top, left, bottom, right), in logical units."""
    child, (margin,) = _split("inset", arguments, 1)
    return _spec("inset", (child,), style, fields, insets=_chosen(margin, insets, 0.0))


@described
def directional_inset(
    *arguments: Any, insets: Optional[DirectionalInsetsLike] = None, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]
) -> Item:
    """A margin whose sides swap in right-to-left layout: one number, (vertical, horizontal), or (top, start, bottom,
    end), in logical units."""
    child, (given,) = _split("directional_inset", arguments, 1)
    sides = c_directional_insets(without_slot("insets", _chosen(given, insets, 0.0)))
    # A record has them as lamina_insets, its left for the start and its right for the end.
    margin = _ffi.lamina_insets(sides.top, sides.start, sides.bottom, sides.end)
    return Item(TreeKind.DIRECTIONAL_INSET, (child,), merged_style(style, fields), insets=margin)


@described
def center(
    *arguments: Any, centering: Optional[CenteringLike] = None, sizing: Optional[CenterSizingLike] = None,
    style: Optional[Style] = None, **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    """Centres one element in the available space: `tree.center()[x]`, `tree.center("x")[x]` for one axis,
    `sizing="min_y"` to be no larger than the element."""
    child, (axes, takes) = _split("center", arguments, 2)
    axes, takes = _chosen(axes, centering, Centering.XY), _chosen(takes, sizing, CenterSizing.DEFAULT)
    return _spec("center", (child,), style, fields, centering=axes, sizing=takes)


@described
def relative(
    *arguments: Any, horizontal: Optional[PlacementLike] = None, vertical: Optional[PlacementLike] = None,
    sizing: CenterSizingLike = CenterSizing.DEFAULT, style: Optional[Style] = None, **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    """Places one element at an edge, in a corner or in the middle: `tree.relative("end", "start")[x]`."""
    child, (across, down, takes) = _split("relative", arguments, 3)
    across, down = _chosen(across, horizontal, Placement.NONE), _chosen(down, vertical, Placement.NONE)
    return _spec(
        "relative", (child,), style, fields, horizontal=across, vertical=down, sizing=_chosen(takes, None, sizing)
    )


@described
def ratio(*arguments: Any, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    """Gives one element a height that is a multiple of its width: `tree.ratio(9 / 16)[photo]`."""
    child, (factor,) = _split("ratio", arguments, 1)
    return _spec("ratio", (child,), style, fields, ratio=_chosen(factor, None, 1.0))


@described
def overlay(
    child: Optional[ItemLike] = None, over: Optional[ItemLike] = None, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]
) -> Item:
    """Stretches an element over another, which determines the size: `tree.overlay(badge)[photo]`,
    `tree.overlay(over=badge)[photo]` or `tree.overlay(photo, badge)`."""
    first, second = pair("overlay", "over", child, over)
    return _spec("overlay", (first,), style, fields, second)


@described
def background(
    child: Optional[ItemLike] = None, behind: Optional[ItemLike] = None, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]
) -> Item:
    """Stretches an element behind another, which determines the size: `tree.background(panel)[content]`,
    `tree.background(behind=panel)[content]` or `tree.background(content, panel)`."""
    first, second = pair("background", "behind", child, behind)
    return _spec("background", (first,), style, fields, second)


@described
def corner(
    child: Optional[ItemLike] = None, badge: Optional[ItemLike] = None, *, location: CornerLocationLike = CornerLocation.TOP_START,
    offset: PointLike = (0.0, 0.0), wraps: bool = False, style: Optional[Style] = None, **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    """Centres a badge on a corner of an element: `tree.corner(badge, location="top_end")[photo]` or `tree.corner(photo,
    badge)`. With `wraps` the size includes the badge."""
    first, second = pair("corner", "badge", child, badge)
    return _spec("corner", (first,), style, fields, second, location=location, offset=offset, wraps=wraps)
