"""Nodes that show a text."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional, cast

from . import _ffi
from ._arguments import integer, shortened
from ._record import field_names
from ._handle import handle_of
from ._library import lib
from .errors import check
from .geometry import ColorLike, c_color
from .node import Node
from .style import Style, merged, merged_style
from .text import Text, TextLike, as_text
from .text_layout import TextLayout
from .text_style import TextAttributes, TextOptions, _reference, encode

if TYPE_CHECKING:
    from .context import Context
    from typing_extensions import Unpack

    from ._keywords import TextKeywords, TextNodeKeywords


class TextNode(Node):
    """`TextNode(context, "Hello", size=24, max_lines=2)`: a node that shows a text.

    The text is a string, a span, a sequence of both, or a Text. The fields of TextAttributes, TextOptions and Style are
    keywords; a Text has its attributes already.
    """

    __slots__ = ()

    def __init__(
        self,
        context: Context,
        text: Optional[TextLike] = None,
        *,
        attributes: Optional[TextAttributes] = None,
        options: Optional[TextOptions] = None,
        style: Optional[Style] = None,
        **keywords: "Unpack[TextNodeKeywords]",
    ) -> None:
        rest = cast("dict[str, Any]", keywords)
        background, corner_radius = rest.pop("background", None), rest.pop("corner_radius", 0.0)
        clips, name = rest.pop("clips", False), rest.pop("name", None)
        setting = {key: rest.pop(key) for key in list(rest) if key in field_names(TextOptions)}
        fields = merged_style(style, {key: rest.pop(key) for key in list(rest) if key in field_names(Style)})
        known = (*field_names(TextOptions), *field_names(Style), "background", "corner_radius", "clips", "name")
        attributes = merged(TextAttributes, attributes, rest, known, TextNode)
        options = merged(TextOptions, options, setting)
        handle = ctypes.c_void_p()
        if text is None and attributes is not None:
            text = ""  # with a look, which strings that come later keep
        if text is None:
            check(lib.lamina_node_create_text(handle_of(context), None, ctypes.byref(handle)))
        else:
            value, is_mine = as_text(context, text, attributes)
            check(lib.lamina_node_create_text(handle_of(context), handle_of(value), ctypes.byref(handle)))
            if is_mine:
                value.close()
        self._own(context, handle.value)
        self._apply(background, corner_radius, clips, None, fields, name)
        if options is not None:
            self.set_text_options(options)

    def _summary(self) -> str:
        return f"{super()._summary()} of {shortened(str(self.text or ''))}".lstrip()

    def set_text(
        self, text: Optional[TextLike], attributes: Optional[TextAttributes] = None, **look: "Unpack[TextKeywords]"
    ) -> None:
        """Shows another text. A string alone keeps the attributes of the node's text as a whole; anything else has the
        given attributes. None removes the text."""
        if text is None:
            check(lib.lamina_node_set_text(self.handle, None))
            return
        if isinstance(text, str) and attributes is None and not look:
            utf8 = encode(text)
            check(lib.lamina_node_set_string(self.handle, utf8, len(utf8)))
            return
        value, is_mine = as_text(self._context, text, merged(TextAttributes, attributes, look))
        check(lib.lamina_node_set_text(self.handle, handle_of(value)))
        if is_mine:
            value.close()

    @property
    def text(self) -> Optional[Text]:
        """The node's text, or None. str() of it is the string. Setting it is set_text()."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_text(self.handle, ctypes.byref(handle)))
        return Text._adopt(self._context, handle.value) if handle.value else None

    @text.setter
    def text(self, text: Optional[TextLike]) -> None:
        self.set_text(text)

    def set_text_options(self, options: Optional[TextOptions]) -> None:
        """Sets the text options: lines, alignment, wrapping. None restores the defaults."""
        check(lib.lamina_node_set_text_options(self.handle, _reference(TextOptions, options)))

    def set_highlight(self, begin: int = 0, end: int = 0, color: Optional[ColorLike] = None) -> None:
        """Highlights bytes of the text with rounded boxes; without a colour, removes the highlight. Needs no layout."""
        pointer = None if color is None else ctypes.byref(c_color(color))
        first, last = integer("begin", begin, 0, _ffi.SIZE_MAX), integer("end", end, 0, _ffi.SIZE_MAX)
        check(lib.lamina_node_set_text_highlight(self.handle, first, last, pointer))

    def text_layout(self) -> TextLayout:
        """The layout of the text in the node's current frame."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_text_layout(self.handle, ctypes.byref(handle)))
        return TextLayout._adopt(self._context, handle.value)
