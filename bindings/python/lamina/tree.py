"""Whole trees in one call: described with the functions here, created by build().

    card = tree.build(context, tree.node(
        "card",
        tree.inset(tree.row(tree.node("avatar", size=(40, 40)), tree.text("title", "Hello", size=18), spacing=10), 8),
        background="#ffffff"))
    card.root, card["title"]

A description is a plain value: it can be built any number of times, on any thread.
"""
from __future__ import annotations

import base64
import ctypes
from copy import copy
import struct
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union, cast

from . import _ffi
from ._arguments import counted, of_kind, shortened
from ._record import field_names
from ._ffi import AbsoluteSizing, CenterSizing, Centering, CornerLocation, Axis, Placement, TreeKind
from ._library import lib
from ._specs import SPECS
from .bitmap import PixelBuffer
from .drawing import Drawing
from .errors import InvalidArgumentError, check
from ._tree_fields import Slot, SlottedSize, c_spec_options, c_style, look_fields, sides_and_slots, slot, styled
from .geometry import DirectionalInsetsLike, InsetsLike, PointLike, SizeLike, c_directional_insets
from .image import Image
from .looks import ImageOptions, c_look
from .node import Node
from .spec import Spec, c_settings
from .style import Style, merged, merged_style
from .text_style import TextAttributes, TextOptions, encode


if TYPE_CHECKING:
    from .context import Context
    from typing_extensions import Unpack

    from ._keywords import (
        StyleKeywords, TreeImageKeywords, TreeNodeKeywords, TreeRowKeywords, TreeStackKeywords, TreeTextKeywords,
    )  # fmt: skip
    from .text_node import TextNode

__all__ = [
    "Item", "ItemLike", "Slot", "Tree", "absolute", "background", "build", "center", "column", "corner", "directional_inset", "image",
    "inset", "node", "overlay", "ratio", "relative", "repeat", "row", "slot", "spacer", "stack", "text", "unless", "when", "wrapper",
]  # fmt: skip

_INITIAL = bytes(_ffi.lamina_tree_record())
_SIZE = ctypes.sizeof(_ffi.lamina_tree_record)
_PARENT: int = getattr(_ffi.lamina_tree_record.parent, "offset")


class Item:
    """One element of a description, with its contents."""

    __slots__ = ("kind", "name", "children", "slots", "drawing", "image", "_record", "_bytes")

    def __init__(
        self, kind: TreeKind, children: "Tuple[ItemLike, ...]" = (), style: Optional[Style] = None,
        name: Optional[str] = None, size: Optional[SizeLike] = None, slotted: "Optional[Dict[str, str]]" = None,
        **fields: Any,
    ) -> None:  # fmt: skip
        for child in children:
            if not isinstance(child, (Item, Node)):
                children = tuple(_flat(children))
                break
        self.kind = kind
        self.name = name
        self.children = children
        self.slots: Dict[str, str] = dict(slotted or {})
        self.drawing: Optional[Drawing] = None
        self.image: Optional[PixelBuffer] = None
        record = _ffi.lamina_tree_record.from_buffer_copy(_INITIAL)
        record.kind = kind
        if style is not None or size is not None:
            if style is not None:
                of_kind("style", Style, style)
            record.style = c_style(style, None if size is None else (size[0], size[1]))
        if name is not None:
            record.name = encode(name)
        for field, value in fields.items():
            if isinstance(value, Slot):
                self.slots[field] = str(value)
            elif field == "drawing":
                self.drawing = value
            elif field == "image":
                self.image = value
            else:
                setattr(record, field, value)
        # The record keeps alive what its bytes point to.
        self._record = record
        self._bytes = bytes(record)


    def __repr__(self) -> str:
        named = "" if self.name is None else f" {self.name!r}"
        string = self._record.text
        shown = "" if string is None else f" of {shortened(string.decode('utf-8', 'replace'))}"
        within = f" with {counted(len(self.children), 'element')}" if self.children else ""
        return f"<lamina.tree.Item {self.kind.name.lower()}{named}{shown}{within}>"


ItemLike = Union[Item, Node]


def _flat(children: Iterable[Any]) -> "Iterator[ItemLike]":
    """As in the brackets of specs: lists are flattened, and None is skipped."""
    for child in children:
        if isinstance(child, (Item, Node)):
            yield child
        elif isinstance(child, (list, tuple)):
            yield from _flat(child)
        elif child is not None:
            raise TypeError(f"a description holds items of lamina.tree, nodes, lists of them and None, not {child!r}")


class Tree:
    """The result of build(). `tree["name"]` is the node with that name; `root` the outermost node or spec."""

    def __init__(self, root: Union[Node, Spec], nodes: Dict[str, Node]) -> None:
        self.root = root
        self.nodes = nodes

    def __repr__(self) -> str:
        return f"<lamina.tree.Tree of {self.root!r} with {counted(len(self.nodes), 'named node')}>"

    def __getitem__(self, name: str) -> TextNode:
        """The node with this name. Type checkers cannot know whether it has a text, and assume that it has."""
        return cast("TextNode", self.nodes[name])


def node(
    name: Optional[str] = None, *children: ItemLike, style: Optional[Style] = None, size: Optional[SlottedSize] = None,
    **look: Unpack[TreeNodeKeywords],
) -> Item:  # fmt: skip
    """A display node, with the fields of Style as keywords. `children` are one spec, which lays out its nodes, or nodes
    with frames of their own.

    `look`: background, opacity, corner_radius, hidden, clips, frame; corner_radii, border, shadow, gradient, transform,
    anchor, z_position, drawing, image (a bitmap) with image_options, as for the properties and setters of Node. With
    `flex_profile`, "css" or "yoga", flexbox lays out the children; `flex_style` are the node's properties for it,
    "flex-direction: row; gap: 8px", here and in its contents.
    """
    fields = cast(Dict[str, Any], look)
    style = styled(style, fields)
    return Item(TreeKind.NODE, children, style, name, *sides_and_slots(size), **look_fields(**fields))


def image(
    source: "Union[str, bytes, PixelBuffer]", name: Optional[str] = None, *, options: Optional[ImageOptions] = None,
    style: Optional[Style] = None, size: Optional[SlottedSize] = None, **look: Unpack[TreeImageKeywords],
) -> Item:  # fmt: skip
    """A picture in a template: `source` is a slot, tree.slot("photo"), the path of a file, which may contain slots, the
    bytes of a file (PNG, JPEG, WebP, QOI), or a bitmap. Without `size` it has the picture's intrinsic size, or as much
    of it as fits."""
    item = node(name, style=style, size=size, image_options=options, **look)
    if not isinstance(source, str):
        if not isinstance(source, (bytes, PixelBuffer)):
            raise TypeError(f"the source of a picture is a slot, a path, the bytes of a file or a bitmap, not {source!r}")
        file = source if isinstance(source, bytes) else source.encode("png")
        source = "data:;base64," + base64.b64encode(file).decode()
    item.slots["image"] = source
    return item


def text(
    name: Optional[str] = None,
    string: Optional[str] = None,
    *,
    style: Optional[Style] = None,
    attributes: Optional[TextAttributes] = None,
    options: Optional[TextOptions] = None,
    **options_and_look: Unpack[TreeTextKeywords],
) -> Item:
    """A text node that shows `string`; text(None, "Hello") has no name. Keywords as for TextNode (size, weight,
    max_lines, flex_grow, the node's background ...) and for node()."""
    keywords = cast(Dict[str, Any], options_and_look)
    style = styled(style, keywords)
    setting = {key: keywords.pop(key) for key in list(keywords) if key in field_names(TextOptions)}
    letters = {key: keywords.pop(key) for key in field_names(TextAttributes) if key in keywords and key != "background"}
    fields = look_fields(**keywords)
    attributes = merged(TextAttributes, attributes, letters)
    options = merged(TextOptions, options, setting)
    if string is not None:
        utf8 = encode(string)
        fields.update(text=utf8, text_length=len(utf8))
    if attributes is not None:
        fields["attributes"] = ctypes.pointer(attributes.to_c())
    if options is not None:
        fields["text_options"] = ctypes.pointer(options.to_c())
    return Item(TreeKind.TEXT, (), style, name, **fields)


def _spec(name: str, children: "Tuple[ItemLike, ...]", style: Optional[Style], fields: Any, **settings: Any) -> Item:
    """An element that is a spec, by its name in SPECS."""
    shape = SPECS[name]
    if shape.options is not None:
        # The options of like specs are made once: they are found by their values, which a list could not be.
        values = {name: c_spec_options(name, tuple((key, _frozen(value)) for key, value in settings.items()))}
    else:
        given = c_settings(name, settings)
        values = {place: given[field] for field, _, place in shape.fields if field in given}
    return Item(TreeKind[name.upper()], children, merged_style(style, fields), **values)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def stack(*children: ItemLike, style: Optional[Style] = None, **options: Unpack[TreeStackKeywords]) -> Item:
    """Like lamina.stack(), with its options, and the fields of Style as in all specs."""
    given = cast(Dict[str, Any], options)
    style = styled(style, given)
    return _spec("stack", children, style, {}, **given)


def row(*children: ItemLike, **options: Unpack[TreeRowKeywords]) -> Item:
    """Like lamina.row()."""
    return stack(*children, axis=Axis.HORIZONTAL, **options)


def column(*children: ItemLike, **options: Unpack[TreeRowKeywords]) -> Item:
    """Like lamina.column()."""
    return stack(*children, axis=Axis.VERTICAL, **options)


def _depending(member: str, value: str, item: Item) -> Item:
    of_kind("item", Item, item)
    found = copy(item)
    found.slots = {**item.slots, member: value}
    return found


def repeat(slot: str, item: Item) -> Item:
    """In a template: the item once for each element of the list that a row has for the slot. Members of the elements
    are slots of the item, "{lines.price}"; elements that are values themselves are "{lines}"."""
    return _depending("repeat", "{%s}" % slot, item)


def when(slot: str, item: Item) -> Item:
    """In a template: the item if a row has a value for the slot that is not false, 0, empty or None."""
    return _depending("if", "{%s}" % slot, item)


def unless(slot: str, item: Item) -> Item:
    """In a template: the item if a row has no such value."""
    return _depending("if", "!{%s}" % slot, item)


def spacer(style: Style = Style(flex_grow=1, flex_shrink=1)) -> Item:
    """Takes the remaining space in a stack."""
    return _spec("wrapper", (), style, {})


def wrapper(*children: ItemLike, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    return _spec("wrapper", children, style, fields)


def absolute(
    *children: ItemLike, sizing: Union[AbsoluteSizing, str] = AbsoluteSizing.DEFAULT, style: Optional[Style] = None,
    **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    return _spec("absolute", children, style, fields, sizing=sizing)


def inset(child: ItemLike, insets: InsetsLike = 0.0, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    return _spec("inset", (child,), style, fields, insets=insets)


def directional_inset(
    child: ItemLike, insets: DirectionalInsetsLike, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]
) -> Item:
    sides = c_directional_insets(insets)
    # A record has them as lamina_insets, its left for the start and its right for the end.
    margin = _ffi.lamina_insets(sides.top, sides.start, sides.bottom, sides.end)
    return Item(TreeKind.DIRECTIONAL_INSET, (child,), merged_style(style, fields), insets=margin)


def center(
    child: ItemLike, centering: Union[Centering, str] = Centering.XY,
    sizing: Union[CenterSizing, str] = CenterSizing.DEFAULT, *, style: Optional[Style] = None,
    **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    return _spec("center", (child,), style, fields, centering=centering, sizing=sizing)


def relative(
    child: ItemLike, horizontal: Union[Placement, str] = Placement.NONE, vertical: Union[Placement, str] = Placement.NONE,
    sizing: Union[CenterSizing, str] = CenterSizing.DEFAULT, *, style: Optional[Style] = None,
    **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    return _spec("relative", (child,), style, fields, horizontal=horizontal, vertical=vertical, sizing=sizing)


def ratio(child: ItemLike, ratio: float, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    return _spec("ratio", (child,), style, fields, ratio=ratio)


def overlay(child: ItemLike, over: ItemLike, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    return _spec("overlay", (child, over), style, fields)


def background(child: ItemLike, behind: ItemLike, *, style: Optional[Style] = None, **fields: Unpack[StyleKeywords]) -> Item:
    return _spec("background", (child, behind), style, fields)


def corner(
    child: ItemLike, badge: ItemLike, *, location: Union[CornerLocation, str] = CornerLocation.TOP_START,
    offset: PointLike = (0.0, 0.0), wraps: bool = False, style: Optional[Style] = None, **fields: Unpack[StyleKeywords],
) -> Item:  # fmt: skip
    return _spec("corner", (child, badge), style, fields, location=location, offset=offset, wraps=wraps)


def build(context: Context, item: Item) -> Tree:
    """Creates everything or nothing: an error names the wrong record by its index in the description."""
    records, names, kept = _records(of_kind("a tree of lamina.tree", Item, item), context)
    nodes = (ctypes.c_void_p * len(records))()
    root = ctypes.c_void_p()
    create = lib.lamina_node_create_tree if item.kind <= TreeKind.EXISTING_NODE else lib.lamina_spec_create_tree
    check(create(context.handle, records, len(records), nodes, len(records), ctypes.byref(root)))
    del kept
    outermost: Union[Node, Spec]
    if item.kind > TreeKind.EXISTING_NODE:
        outermost = Spec._adopt(context, root.value)
        outermost._name = item.kind.name.lower()
    else:
        outermost = context._node_for(root.value, owned=True)
    return Tree(outermost, {name: context._node_for(nodes[index]) for name, index in names.items()})


def _records(root: Item, context: Context) -> "Tuple[Any, Dict[str, int], List[Any]]":
    """The description as records, parents before their contents, the indices of names, and what must live meanwhile."""
    kept: List[Any] = []
    pieces: List[bytes] = []
    parents: List[int] = []
    names: Dict[str, int] = {}
    waiting: "List[Tuple[ItemLike, int]]" = [(root, -1)]
    while waiting:
        item, parent = waiting.pop()
        index = len(pieces)
        parents.append(parent)
        if isinstance(item, Node):
            record = _ffi.lamina_tree_record(kind=TreeKind.EXISTING_NODE, node=item.handle)
            pieces.append(bytes(record))
            continue
        if item.slots:
            raise InvalidArgumentError(f"the slots {', '.join(item.slots.values())} get values only in a lamina.Template")
        pieces.append(item._bytes if item.drawing is None and item.image is None else _shown(item, context, kept))
        if item.name is not None:
            names[item.name] = index
        for child in reversed(item.children):
            waiting.append((child, index))
    buffer = bytearray(b"".join(pieces))
    for index, parent in enumerate(parents):
        struct.pack_into("=i", buffer, index * _SIZE + _PARENT, parent)
    return (_ffi.lamina_tree_record * len(pieces)).from_buffer(buffer), names, kept


def _shown(item: Item, context: Context, kept: List[Any]) -> bytes:
    """The record of an item with a drawing or a picture, which differs in each context."""
    record = _ffi.lamina_tree_record.from_buffer_copy(item._bytes)
    look = _ffi.lamina_node_appearance.from_buffer_copy(record.appearance.contents) if record.appearance else c_look()
    if item.drawing is not None:
        native = item.drawing.for_context(context)
        look.drawing = native.handle
        kept.append(native)
    if item.image is not None:
        image = Image(context, item.image)
        look.image = image.handle
        kept.append(image)
    record.appearance = ctypes.pointer(look)
    kept += (record, look)
    return bytes(record)
