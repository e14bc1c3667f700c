"""The elements of a description by lamina.tree: plain values with the record that the library reads."""
from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Tuple, TypeVar, Union, cast

from . import _ffi
from ._arguments import c_string, counted, of_kind, shortened
from ._ffi import TreeKind
from ._specs import SPECS
from ._tree_fields import Markup, Slot, c_style, without_slot
from ._look_table import TextLook
from .bitmap import PixelBuffer
from .drawing import Drawing
from .errors import InvalidArgumentError, InvalidStateError
from .geometry import SizeLike
from .node import Node
from .style import Style

D = TypeVar("D", bound=Callable[..., Any])
_INITIAL = bytes(_ffi.lamina_tree_record())


class Item:
    """One element of a description, with its contents."""

    __module__ = "lamina.tree"
    __slots__ = ("kind", "name", "children", "slots", "drawing", "image", "markup", "look", "_recipe", "_record", "_second", "_bytes")

    def __init__(
        self, kind: TreeKind, children: "Tuple[ItemLike, ...]" = (), style: Optional[Style] = None,
        name: Optional[str] = None, size: Optional[SizeLike] = None, slotted: "Optional[Dict[str, str]]" = None,
        markup: "Optional[Markup]" = None, second: "Optional[ItemLike]" = None,
        look: "Optional[TextLook]" = None, **fields: Any,
    ) -> None:  # fmt: skip
        self.kind = kind
        self.name = name
        self.children = flat(children)
        self.slots: Dict[str, str] = dict(slotted or {})
        self.drawing: Optional[Drawing] = None
        self.image: Optional[PixelBuffer] = None
        self.markup = markup
        self.look = look
        #: The function that described it, and what it was given.
        self._recipe: Tuple[Any, ...] = ()
        #: What lies over or behind the content that is still to come in brackets.
        self._second = second
        record = _ffi.lamina_tree_record.from_buffer_copy(_INITIAL)
        record.kind = kind
        if style is not None or size is not None:
            if style is not None:
                of_kind("style", Style, style)
            record.style = c_style(style, None if size is None else (size[0], size[1]))
        if name is not None:
            record.name = c_string("name", without_slot("name", name))
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

    def __getitem__(self, children: Any) -> "Item":
        """The same element with contents: `tree.column(spacing=8)[a, b]`."""
        if self.kind in (TreeKind.TEXT, TreeKind.EXISTING_NODE):
            raise InvalidStateError("a text of a description has no contents: put it into a row or column, or overlay it")
        if self.children:
            raise InvalidStateError(f"this {self.kind.name.lower()} has its contents already")
        found = flat(children if isinstance(children, tuple) else (children,))
        shape = SPECS.get(self.kind.name.lower())
        if shape is not None and shape.elements is not None:
            if len(found) != 1:
                raise InvalidArgumentError(
                    f"{self.kind.name.lower()}(...) takes one element, not {len(found)}: put them into a row or column"
                )
            found = found if self._second is None else (*found, self._second)
        filled = self._copy()
        filled.children = found
        filled._recipe = (*self._recipe, children)
        return filled

    def with_slot(self, member: str, value: str) -> "Item":
        """The same element with another slot."""
        found = self._copy()
        found.slots = {**self.slots, member: value}
        return found

    def _copy(self) -> "Item":
        found = Item.__new__(Item)
        for field in Item.__slots__:
            setattr(found, field, getattr(self, field))
        return found

    def __reduce__(self) -> Any:
        return described_again, self._recipe

    def __repr__(self) -> str:
        named = "" if self.name is None else f" {self.name!r}"
        string = self._record.text if self.markup is None else self.markup.string.encode()
        shown = "" if string is None else f" of {shortened(string.decode('utf-8', 'replace'))}"
        within = f" with {counted(len(self.children), 'element')}" if self.children else ""
        return f"<lamina.tree.Item {self.kind.name.lower()}{named}{shown}{within}>"


ItemLike = Union[Item, Node]


def flat(children: "Tuple[Any, ...]") -> "Tuple[ItemLike, ...]":
    """As in the brackets of specs: lists are flattened, and None is skipped."""
    for child in children:
        if not isinstance(child, (Item, Node)):
            return tuple(_each(children))
    return children


def _each(children: Iterable[Any]) -> "Iterator[ItemLike]":
    for child in children:
        if isinstance(child, (Item, Node)):
            yield child
        elif isinstance(child, (list, tuple)):
            yield from _each(child)
        elif child is not None:
            raise TypeError(f"a description holds items of lamina.tree, nodes, lists of them and None, not {child!r}")


def described(function: D) -> D:
    """Notes in an item which call described it: copies and pickles repeat the call, since records hold addresses."""

    @functools.wraps(function)
    def describe(*arguments: Any, **keywords: Any) -> Item:
        item: Item = function(*arguments, **keywords)
        item._recipe = (describe, arguments, keywords)
        return item

    return cast(D, describe)


def described_again(function: "Callable[..., Item]", arguments: Any, keywords: Any, *contents: Any) -> Item:
    """An item from its recipe."""
    item = function(*arguments, **keywords)
    return item[contents[0]] if contents else item
