"""The attributes and options of text nodes as properties: `label.color = "red"`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar, overload

from ._library import lib
from ._look_table import TextLook
from ._record import field_names
from .errors import InvalidStateError, check
from .style import merged
from .text import Span, Text, as_text
from .text_style import TextAttributes, TextOptions, _reference

if TYPE_CHECKING:
    from .context import Context
    from .text_node import TextNode

V = TypeVar("V")


def look_of(text: Any, attributes: Optional[TextAttributes], options: Optional[TextOptions]) -> TextLook:
    """The look of a node that shows a text, as as_text() takes it."""
    if isinstance(text, Text):
        if text._source is None:
            return TextLook(None, options, is_foreign=True)
        markup, attributes = text._source
        return TextLook(attributes, options, None, markup)
    if text is None or isinstance(text, str):
        return TextLook(attributes, options)
    return TextLook(attributes, options, (text,) if isinstance(text, Span) else tuple(text))


def _set(node: "TextNode", name: str, value: Any) -> None:
    context, handle = node._context, node.handle
    looks = context._text_looks
    look = looks.of(handle)
    if name in _OPTIONS:
        options = merged(TextOptions, look.options, {name: value})
        check(lib.lamina_node_set_text_options(handle, _reference(TextOptions, options)))
        looks.keep(handle, look._replace(options=options))
        return
    if look.is_foreign:
        raise InvalidStateError(_foreign(name))
    attributes = merged(TextAttributes, look.attributes, {name: value})
    text = _again(context, node, look, attributes)
    check(lib.lamina_node_set_text(handle, text.handle))
    text.close()
    looks.keep(handle, look._replace(attributes=attributes))


def _again(context: "Context", node: "TextNode", look: TextLook, attributes: Optional[TextAttributes]) -> Text:
    """The node's text with other attributes around it."""
    if look.markup is not None:
        return Text.from_markup(context, look.markup, attributes)
    if look.pieces is not None:
        return as_text(context, look.pieces, attributes)[0]
    shown = node.text
    return Text(context, "" if shown is None else shown.string, attributes)


def _foreign(name: str) -> str:
    return (
        f"{name} is not known: this node shows a Text that was built piece by piece, or did not get its text in Python. Set another text, "
        f"set_text(string, {name}=...)"
    )


_OPTIONS = frozenset(field_names(TextOptions))


class Look(Generic[V]):
    """A property of text nodes that is a field of TextAttributes or TextOptions."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, node: None, owner: Optional[type] = None, /) -> "Look[V]": ...

    @overload
    def __get__(self, node: "TextNode", owner: Optional[type] = None, /) -> V: ...

    def __get__(self, node: Any, owner: Optional[type] = None, /) -> Any:
        if node is None:
            return self
        look: TextLook = node._context._text_looks.of(node.handle)
        if self.name in _OPTIONS:
            return getattr(look.options or TextOptions(), self.name)
        if look.is_foreign:
            raise InvalidStateError(_foreign(self.name))
        return getattr(look.attributes or TextAttributes(), self.name)

    def __set__(self, node: "TextNode", value: V, /) -> None:
        _set(node, self.name, value)
