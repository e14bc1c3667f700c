"""The keywords of nodes, specs, texts and templates, for type checkers only: Style, TextAttributes, TextOptions and
Template.render() say what they mean."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Optional, Sequence, TypedDict, Union

from ._ffi import (
    Align,
    AlignContent,
    FontCaps,
    FontSlant,
    HorizontalAlignment,
    LayoutDirection,
    TextAlignment,
    TextPlacement,
    TextWrap,
    Truncation,
    Underline,
    VerticalAlignment,
)
from .geometry import ColorLike, DimensionLike, InsetsLike, PointLike, RectLike
from .looks import Gradient
from .text import Text
from .text_style import Paragraph, Shadow

if TYPE_CHECKING:
    import concurrent.futures

    from .context import Context


class OtherAsyncRenderKeywords(TypedDict, total=False):
    """Those of Template.render_async() that do not change what comes out."""

    workers: Optional[int]
    scale: float
    background: Optional[ColorLike]
    look_ahead: int
    image_folder: "Union[str, os.PathLike[str], None]"
    quality: int
    context: "Optional[Context]"


class OtherRenderKeywords(OtherAsyncRenderKeywords, total=False):
    """Those of Template.render()."""

    executor: "Optional[concurrent.futures.Executor]"
    chunk_size: int


class StyleKeywords(TypedDict, total=False):
    """The fields of Style."""

    width: DimensionLike
    height: DimensionLike
    min_width: DimensionLike
    max_width: DimensionLike
    min_height: DimensionLike
    max_height: DimensionLike
    flex_grow: float
    flex_shrink: float
    flex_basis: DimensionLike
    align_self: Union[Align, str]
    spacing_before: float
    spacing_after: float
    ascender: float
    descender: float
    layout_position: PointLike
    layout_direction: Union[LayoutDirection, str]


class StackKeywords(StyleKeywords, total=False):
    """What is less common in a row or column."""

    wrap: bool
    line_spacing: float
    align_content: Union[AlignContent, str]
    horizontal_alignment: Union[HorizontalAlignment, str]
    vertical_alignment: Union[VerticalAlignment, str]


class TextKeywords(TypedDict, total=False):
    """The fields of TextAttributes."""

    family: Optional[str]
    size: float
    weight: Union[int, str]
    slant: Union[FontSlant, str]
    underline: Union[Underline, str, bool]
    color: Optional[ColorLike]
    replaces: bool
    size_factor: float
    stretch: int
    caps: Union[FontCaps, str]
    features: Optional[str]
    variations: Optional[str]
    language: Optional[str]
    letter_spacing: float
    word_spacing: float
    rise: float
    background: Optional[ColorLike]
    underline_color: Optional[ColorLike]
    strikethrough: Optional[bool]
    strikethrough_color: Optional[ColorLike]
    overline: Optional[bool]
    overline_color: Optional[ColorLike]
    link: int
    shadows: Sequence[Shadow]
    stroke_color: Optional[ColorLike]
    stroke_width: float
    gradient: Optional[Gradient]


class SettingKeywords(TypedDict, total=False):
    """The fields of TextOptions."""

    maximum_lines: int
    truncation: Union[Truncation, str]
    alignment: Union[TextAlignment, str]
    wrap: Union[TextWrap, str]
    line_spacing: float
    truncates_at_words: bool
    balances: bool
    fits_height: bool
    includes_shadows: bool
    placement: Union[TextPlacement, str]
    insets: InsetsLike
    token: Optional[Text]
    message: Optional[Text]
    scale_factors: Sequence[float]
    exclusions: Sequence[RectLike]
    tint: Optional[ColorLike]
    placeholder: Optional[ColorLike]
    paragraph: Optional[Paragraph]


class TextNodeKeywords(StyleKeywords, TextKeywords, SettingKeywords, total=False):
    """What a text node takes. `background` is the node's."""

    corner_radius: float
    clips: bool
    name: Optional[str]
