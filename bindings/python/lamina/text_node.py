"""Nodes that show a text."""
from __future__ import annotations

import ctypes
from typing import Any, Optional

from ._library import lib
from .context import Context
from .errors import check
from .geometry import ColorLike, c_color
from .node import Node
from .style import Style
from .text import TextLike, as_text
from .text_layout import TextLayout
from .text_style import TextAttributes, TextOptions, _reference


class TextNode(Node):
    """`TextNode(context, "Hello", size=24, maximum_lines=2)`: a node that shows a text.

    The fields of TextAttributes and of TextOptions may be given as keywords, those of the look only together with a str.
    """

    def __init__(
        self,
        context: Context,
        text: Optional[TextLike] = None,
        *,
        attributes: Optional[TextAttributes] = None,
        options: Optional[TextOptions] = None,
        background: Optional[ColorLike] = None,
        corner_radius: float = 0.0,
        clips: bool = False,
        style: Optional[Style] = None,
        name: Optional[str] = None,
        **keywords: Any,
    ) -> None:
        setting = {key: keywords.pop(key) for key in list(keywords) if key in TextOptions.__dataclass_fields__}
        if keywords:
            attributes = TextAttributes(**keywords)
        if setting:
            options = TextOptions(**setting)
        handle = ctypes.c_void_p()
        if text is None:
            check(lib.lamina_node_create_text(context.handle, None, ctypes.byref(handle)))
        else:
            value, is_mine = as_text(context, text, attributes)
            check(lib.lamina_node_create_text(context.handle, value.handle, ctypes.byref(handle)))
            if is_mine:
                value.close()
        self._own(context, handle.value)
        self._apply(background, corner_radius, clips, None, style, name)
        if options is not None:
            self.set_text_options(options)

    def set_text(self, text: Optional[TextLike], attributes: Optional[TextAttributes] = None) -> None:
        """Shows another text; None empties the node."""
        if text is None:
            check(lib.lamina_node_set_text(self.handle, None))
            return
        value, is_mine = as_text(self._context, text, attributes)
        check(lib.lamina_node_set_text(self.handle, value.handle))
        if is_mine:
            value.close()

    def set_text_options(self, options: Optional[TextOptions]) -> None:
        check(lib.lamina_node_set_text_options(self.handle, _reference(options)))

    def set_highlight(self, begin: int = 0, end: int = 0, color: Optional[ColorLike] = None) -> None:
        """Marks bytes of the text with round boxes; without a colour takes the mark away. Lays nothing out."""
        pointer = None if color is None else ctypes.byref(c_color(color))
        check(lib.lamina_node_set_text_highlight(self.handle, begin, end, pointer))

    def text_layout(self) -> TextLayout:
        """The text in the node's present frame."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_text_layout(self.handle, ctypes.byref(handle)))
        return TextLayout._adopt(self._context, handle.value)
