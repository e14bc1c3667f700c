"""Creates what lamina.tree describes: all of it, or nothing."""
from __future__ import annotations

import ctypes
import struct
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple, Union, cast

from . import _ffi
from ._arguments import counted, of_kind
from ._ffi import TreeKind
from ._handle import checked_context
from ._library import lib
from ._look_table import TextLook
from ._tree_item import Item, ItemLike
from .errors import InvalidArgumentError, check
from .image import Image
from .looks import c_look
from .node import Node
from .spec import Spec
from .text import Text

if TYPE_CHECKING:
    from .context import Context
    from .text_node import TextNode

_SIZE = ctypes.sizeof(_ffi.lamina_tree_record)
_PARENT: int = getattr(_ffi.lamina_tree_record.parent, "offset")


class Tree:
    """The result of build(). `tree["name"]` is the node with that name; `root` the outermost node or spec."""

    __module__ = "lamina.tree"

    def __init__(self, root: Union[Node, Spec], nodes: Dict[str, Node]) -> None:
        self.root = root
        self.nodes = nodes

    def __repr__(self) -> str:
        return f"<lamina.tree.Tree of {self.root!r} with {counted(len(self.nodes), 'named node')}>"

    def __getitem__(self, name: str) -> TextNode:
        """The node with this name. Type checkers cannot know whether it has a text, and assume that it has."""
        if name not in self.nodes:
            raise KeyError(f"no node of the tree is called {name!r}; there are {', '.join(map(repr, self.nodes)) or 'none with a name'}")
        return cast("TextNode", self.nodes[name])

    def _repr_png_(self) -> "Optional[bytes]":
        """Jupyter shows this."""
        return self.root._png_or_none()

    def __contains__(self, name: object) -> bool:
        return name in self.nodes

    def __iter__(self) -> "Iterator[str]":
        return iter(self.nodes)


def build(context: Context, item: Item) -> Tree:
    """Creates everything or nothing: an error names the wrong record by its index in the description."""
    checked_context(context)
    records, names, kept, texts = _records(of_kind("item", Item, item), context)
    nodes = (ctypes.c_void_p * len(records))()
    root = ctypes.c_void_p()
    create = lib.lamina_node_create_tree if item.kind <= TreeKind.EXISTING_NODE else lib.lamina_spec_create_tree
    check(create(context.handle, records, len(records), nodes, len(records), ctypes.byref(root)))
    del kept
    _keep_looks(context, texts, nodes)
    outermost: Union[Node, Spec]
    if item.kind > TreeKind.EXISTING_NODE:
        outermost = Spec._adopt(context, root.value)
        outermost._name = item.kind.name.lower()
    else:
        outermost = context._node_for(root.value, owned=True)
    return Tree(outermost, {name: context._node_for(nodes[index]) for name, index in names.items()})


def _records(root: Item, context: Context) -> "Tuple[Any, Dict[str, int], List[Any], List[Tuple[int, TextLook]]]":
    """The description as records, parents before their contents, the indices of names, what must live meanwhile, and
    what text nodes are given."""
    texts: "List[Tuple[int, TextLook]]" = []
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
        slots = [value for name, value in item.slots.items() if name != "image"]
        if len(slots) < len(item.slots):
            raise InvalidArgumentError("tree.build() takes pictures as bitmaps, tree.image(Bitmap.read(source)); slots, paths and the "
                                       "bytes of files are for a lamina.Template")  # fmt: skip
        if item.markup is not None:
            slots += item.markup.slots
        if item.look is not None:
            texts.append((index, item.look))
        if slots:
            raise InvalidArgumentError(f"the slots {', '.join(slots)} get values only in a lamina.Template")
        pieces.append(item._bytes if item.drawing is None and item.image is None else _shown(item, context, kept))
        if item.name is not None:
            names[item.name] = index
        for child in reversed(item.children):
            waiting.append((child, index))
    buffer = bytearray(b"".join(pieces))
    for index, parent in enumerate(parents):
        struct.pack_into("=i", buffer, index * _SIZE + _PARENT, parent)
    return (_ffi.lamina_tree_record * len(pieces)).from_buffer(buffer), names, kept, texts


def _keep_looks(context: Context, texts: "List[Tuple[int, TextLook]]", nodes: Any) -> None:
    """Notes what text nodes were given, and sets the texts that records cannot hold."""
    for index, look in texts:
        context._text_looks.keep(nodes[index], look)
        if look.markup is not None:
            with Text.from_markup(context, look.markup, look.attributes) as shown:
                check(lib.lamina_node_set_text(nodes[index], shown.handle))


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
