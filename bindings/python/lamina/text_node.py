"""Nodes that show a text."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union, cast

from . import _ffi
from ._arguments import integer, shortened
from ._record import field_names
from ._handle import CONTEXT, handle_of
from ._library import lib
from ._look_table import TextLook
from ._text_look import Look, look_of
from .errors import InvalidArgumentError, check
from .geometry import ColorLike, InsetsLike, PointLike, RectLike, c_color
from .looks import Gradient, Shadow
from .node import APPEARANCE, Node
from .style import Style, merged, merged_style
from .text import Text, TextLike, as_text
from .text_layout import TextLayout
from .text_style import Paragraph, TextAttributes, TextOptions, _reference, encode

if TYPE_CHECKING:
    from ._enum_names import (
        FontCapsLike,
        FontSlantLike,
        TextAlignmentLike,
        TextPlacementLike,
        TextWrapLike,
        TruncationLike,
        UnderlineLike,
    )
    from .context import Context
    from typing_extensions import Unpack

    from ._keywords import TextKeywords, TextNodeKeywords


_OPTIONS, _STYLE = frozenset(field_names(TextOptions)), frozenset(field_names(Style))


class TextNode(Node):
    """`TextNode(context, "Hello", size=24, max_lines=2)`: a node that shows a text.

    The text is a string, a span, a sequence of both, or a Text; or `markup`. The fields of TextAttributes, TextOptions
    and Style are keywords, and so is the node's appearance, as for Node; a Text has its attributes already. Attributes
    and options are properties, too: `label.color = "red"`.

    Four names mean what they do for texts: `size` is that of the font (that of the node is `width` and `height`),
    `gradient` colours the letters (set_gradient() the node), `border_color`, `border_width` and `border_radius` are of
    a box around each line (`border` and `corner_radius` of the node), and the keyword `placeholder` is the colour of
    bars in place of lines (the property is what the node shows until it is drawn). `background` is the node's; that of
    letters is in `attributes`.

    A node is drawn as one picture, of at most 32,767 pixels on a side: show longer documents as a List of paragraphs.
    """

    __slots__ = ()

    # ---- Attributes of the whole text; spans have their own ----

    family: "Look[Optional[str]]" = Look('The font family, or several in fallback order.')
    size: "Look[float]" = Look('The font size, in logical units per em.')
    weight: "Look[Union[int, str]]" = Look('100 to 1000, or a name such as "bold".')
    slant: "Look[FontSlantLike]" = Look('"upright", "italic" or "oblique".')
    underline: "Look[Union[UnderlineLike, bool]]" = Look('"none", "single" (or True), "double", "low" or "wavy".')
    color: "Look[Optional[ColorLike]]" = Look('The colour of the letters.')
    size_factor: "Look[float]" = Look('Multiplies the inherited font size.')
    stretch: "Look[int]" = Look('The width of the letters, 1 to 9; 5 is normal.')
    caps: "Look[FontCapsLike]" = Look('"small" or "all_small" capitals.')
    features: "Look[Optional[str]]" = Look('OpenType features as in CSS: "tnum, ss01=1".')
    variations: "Look[Optional[str]]" = Look('Axes of a variable font as in CSS: "wght=350".')
    language: "Look[Optional[str]]" = Look('A language tag such as "cs".')
    letter_spacing: "Look[float]" = Look('Additional space between letters, in logical units.')
    word_spacing: "Look[float]" = Look('Additional space between words, in logical units.')
    rise: "Look[float]" = Look('Raises the letters above the baseline, in logical units.')
    underline_color: "Look[Optional[ColorLike]]" = Look('The colour of the underline, if it has one of its own.')
    strikethrough: "Look[Optional[bool]]" = Look('Whether a line goes through the letters.')
    strikethrough_color: "Look[Optional[ColorLike]]" = Look('The colour of that line, if it has one of its own.')
    overline: "Look[Optional[bool]]" = Look('Whether a line is above the letters.')
    overline_color: "Look[Optional[ColorLike]]" = Look('The colour of that line, if it has one of its own.')
    link: "Look[int]" = Look('Your number for the link that the whole text is.')
    shadows: "Look[Sequence[Shadow]]" = Look('The shadows of the letters, the first on top.')
    stroke_color: "Look[Optional[ColorLike]]" = Look('The colour of the outlines of letters.')
    stroke_width: "Look[float]" = Look('The width of the outlines of letters, in logical units.')
    gradient: "Look[Optional[Gradient]]" = Look('The gradient of the letters, in place of a colour.')
    border_color: "Look[Optional[ColorLike]]" = Look('The colour of a box around the text, one for each line.')
    border_width: "Look[float]" = Look('The width of its border, in logical units.')
    border_radius: "Look[float]" = Look('The radius of its corners, in logical units.')
    border_padding: "Look[InsetsLike]" = Look('The space between text and border, in logical units.')
    inner_shadows: "Look[Sequence[Shadow]]" = Look('The shadows that edges of letters cast into them, the first on top.')

    # ---- Options ----

    max_lines: "Look[int]" = Look('At most so many lines; 0 is no limit.')
    truncation: "Look[TruncationLike]" = Look('Where a text that is too long is cut: "end", "start", "middle" or "clip".')
    alignment: "Look[TextAlignmentLike]" = Look('"natural", "left", "center", "right", "justify" or "opposite".')
    wrap: "Look[TextWrapLike]" = Look('"word_character", "word", "character" or "none".')
    line_spacing: "Look[float]" = Look('A factor of the height of lines; 0 keeps that of the font.')
    truncates_at_words: "Look[bool]" = Look('Whether a text is cut between words only.')
    balances: "Look[bool]" = Look('Whether up to 10 lines become about equally long.')
    fits_height: "Look[bool]" = Look("Whether lines that do not fit in the frame's height are cut.")
    includes_shadows: "Look[bool]" = Look('Whether the size includes the extent of shadows.')
    placement: "Look[TextPlacementLike]" = Look('"top", "center" or "bottom" in a higher frame.')
    insets: "Look[InsetsLike]" = Look('Margins within the node, in logical units.')
    token: "Look[Optional[Text]]" = Look('What replaces the ellipsis.')
    message: "Look[Optional[Text]]" = Look('What follows the ellipsis.')
    scale_factors: "Look[Sequence[float]]" = Look('Factors to try, in descending order, until the text fits.')
    exclusions: "Look[Sequence[RectLike]]" = Look('Rectangles that lines flow around, (x, y, width, height).')
    tint: "Look[Optional[ColorLike]]" = Look('The colour of letters that have none of their own.')
    paragraph: "Look[Optional[Paragraph]]" = Look('What all paragraphs inherit.')
    exclusion_polygons: "Look[Sequence[Sequence[PointLike]]]" = Look('Other shapes that lines flow around, each a list of points (x, y).')

    def __init__(
        self,
        context: Context,
        text: Optional[TextLike] = None,
        *,
        markup: Optional[str] = None,
        attributes: Optional[TextAttributes] = None,
        options: Optional[TextOptions] = None,
        style: Optional[Style] = None,
        **keywords: "Unpack[TextNodeKeywords]",
    ) -> None:
        rest = cast("dict[str, Any]", keywords)
        if isinstance(rest.get("size"), (tuple, list)):
            raise TypeError(f"size of a text node is that of the font, a number, not {rest['size']!r}; the node has width and height")
        look = {key: rest.pop(key) for key in (*APPEARANCE, "name") if key in rest and key != "gradient"}
        setting = {key: rest.pop(key) for key in list(rest) if key in _OPTIONS}
        fields = merged_style(style, {key: rest.pop(key) for key in list(rest) if key in _STYLE})
        known = (*field_names(TextOptions), *field_names(Style), *APPEARANCE, "name", "markup")
        attributes = merged(TextAttributes, attributes, rest, known, TextNode)
        options = merged(TextOptions, options, setting)
        if markup is not None:
            if text is not None:
                raise InvalidArgumentError("a text node shows a text or markup, not both")
            text = Text.from_markup(context, markup, attributes)
        handle = ctypes.c_void_p()
        if text is None and attributes is not None:
            text = ""  # with attributes, which strings that come later keep
        if text is None:
            check(lib.lamina_node_create_text(handle_of(context, "context", CONTEXT), None, ctypes.byref(handle)))
        else:
            value, is_mine = as_text(context, text, attributes)
            check(lib.lamina_node_create_text(handle_of(context, "context", CONTEXT), handle_of(value), ctypes.byref(handle)))
            if is_mine:
                value.close()
        self._own(context, handle.value)
        context._text_looks.keep(self._handle, look_of(text, attributes, options))
        self._apply(None, fields, look)
        if options is not None:
            check(lib.lamina_node_set_text_options(self._handle, _reference(TextOptions, options)))

    def _summary(self) -> str:
        return f"{super()._summary()} of {shortened(str(self.text or ''))}".lstrip()

    def set_text(
        self, text: Optional[TextLike], attributes: Optional[TextAttributes] = None, **look: "Unpack[TextKeywords]"
    ) -> None:
        """Shows another text with the node's attributes, of which keywords change some, or with other `attributes`. A
        Text has its own. None removes the text."""
        looks, handle = self._context._text_looks, self.handle
        known = looks.of(handle)
        if text is None:
            check(lib.lamina_node_set_text(handle, None))
            looks.keep(handle, TextLook(None, known.options))
            return
        if isinstance(text, str) and attributes is None and not look:
            utf8 = encode(text)
            check(lib.lamina_node_set_string(handle, utf8, len(utf8)))
            looks.keep(handle, known._replace(pieces=None, markup=None))
            return
        attributes = merged(TextAttributes, attributes or known.attributes, look)
        value, is_mine = as_text(self._context, text, attributes)
        check(lib.lamina_node_set_text(handle, handle_of(value)))
        looks.keep(handle, look_of(text, attributes, known.options))
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
        looks = self._context._text_looks
        looks.keep(self._handle, looks.of(self._handle)._replace(options=options))

    def set_highlight(self, begin: int = 0, end: int = 0, color: Optional[ColorLike] = None) -> None:
        """Highlights the bytes begin..end-1 of the text with rounded boxes; without a colour, removes the highlight.

        Positions beyond the text count as its end. Needs no layout."""
        pointer = None if color is None else ctypes.byref(c_color(color, "color"))
        first, last = integer("begin", begin, 0, _ffi.SIZE_MAX), integer("end", end, 0, _ffi.SIZE_MAX)
        check(lib.lamina_node_set_text_highlight(self.handle, first, last, pointer))

    def text_layout(self) -> TextLayout:
        """The layout of the text in the node's current frame."""
        handle = ctypes.c_void_p()
        check(lib.lamina_node_copy_text_layout(self.handle, ctypes.byref(handle)))
        return TextLayout._adopt(self._context, handle.value)
