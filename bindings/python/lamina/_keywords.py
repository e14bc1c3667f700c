"""The keywords of nodes, specs and texts, for type checkers only: Style, TextAttributes and TextOptions say what they mean."""
from __future__ import annotations

from typing import Optional, TypedDict, Union

from ._ffi import Align, FontSlant, TextAlignment, TextWrap, Truncation, Underline
from .geometry import ColorLike, DimensionLike


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


class TextKeywords(TypedDict, total=False):
    """The fields of TextAttributes."""

    family: Optional[str]
    size: float
    weight: Union[int, str]
    slant: Union[FontSlant, str]
    underline: Union[Underline, str]
    color: Optional[ColorLike]


class SettingKeywords(TypedDict, total=False):
    """The fields of TextOptions."""

    maximum_lines: int
    truncation: Union[Truncation, str]
    alignment: Union[TextAlignment, str]
    wrap: Union[TextWrap, str]
    line_spacing: float


class TextNodeKeywords(StyleKeywords, TextKeywords, SettingKeywords, total=False):
    """What a text node takes."""

    background: Optional[ColorLike]
    corner_radius: float
    clips: bool
    name: Optional[str]
