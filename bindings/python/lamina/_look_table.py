"""What text nodes were given: kept so that one attribute of a text can be set, since a text itself never changes."""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Sequence, Union

from ._ffi import NodeKind
from ._library import lib

if TYPE_CHECKING:
    from .text import Span
    from .text_style import TextAttributes, TextOptions


class TextLook(NamedTuple):
    """What a text node was given, from which its text can be created again with other attributes."""

    attributes: Optional[TextAttributes] = None
    options: Optional[TextOptions] = None
    #: Strings and spans, or markup; neither for a string alone.
    pieces: Optional[Sequence[Union[str, Span]]] = None
    markup: Optional[str] = None
    #: A Text that was built piece by piece has attributes that nobody knows here.
    is_foreign: bool = False


PLAIN = TextLook()
_LEAST = 1000  # looks that are kept before the first search for nodes that have ended


class TextLooks:
    """The looks of one context's text nodes, by their handles. Those of nodes that have ended go now and then, so that
    at most twice as many are kept as there are nodes."""

    __slots__ = ("kept", "most")

    def __init__(self) -> None:
        self.kept: "dict[int, TextLook]" = {}
        self.most = _LEAST

    def of(self, handle: int) -> TextLook:
        return self.kept.get(handle, PLAIN)

    def keep(self, handle: int, look: TextLook) -> None:
        if look == PLAIN:
            self.kept.pop(handle, None)
            return
        self.kept[handle] = look
        if len(self.kept) > self.most:
            for other in list(self.kept):
                if lib.lamina_node_get_kind(other) != NodeKind.TEXT:
                    self.kept.pop(other, None)
            self.most = max(_LEAST, 2 * len(self.kept))
