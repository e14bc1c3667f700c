"""The keywords of nodes, specs, texts and templates, for type checkers only; Style, TextAttributes, TextOptions and
Template.render() document them."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Optional, Sequence, Tuple, TypedDict, Union

from .geometry import ColorLike, DimensionLike, InsetsLike, PointLike, RectLike
from ._tree_fields import Slot
from .bitmap import PixelBuffer
from .drawing import Drawing
from .looks import Border, BoxShadow, CornerRadii, Gradient, ImageOptions, Matrix, Shadow
from .style import Style
from .text import Text
from .text_style import Paragraph

if TYPE_CHECKING:
    from .animation import Curve, Spring
    from ._enum_names import (
        AlignContentLike,
        AlignLike,
        AxisLike,
        FlexProfileLike,
        FontCapsLike,
        FontSlantLike,
        HorizontalAlignmentLike,
        JustifyLike,
        LayoutDirectionLike,
        RangeModeLike,
        TextAlignmentLike,
        TextPlacementLike,
        TextWrapLike,
        TruncationLike,
        UnderlineLike,
        VerticalAlignmentLike,
    )
    import concurrent.futures

    from ._node_ranges import Ranges
    from .context import Context, Limits
    from .image import Image
    from .scroll import ScrollOptions


class OneRenderKeywords(TypedDict, total=False):
    """The keywords of Template.render_one() that do not change the kind of its result."""

    scale: float
    background: Optional[ColorLike]
    image_folder: "Union[str, os.PathLike[str], None]"
    quality: int
    lossless: bool
    outside_images: bool
    urls: bool
    limits: "Optional[Limits]"
    context: "Optional[Context]"


class OtherAsyncRenderKeywords(OneRenderKeywords, total=False):
    """The keywords of Template.render_async() that do not change the kind of its results."""

    workers: Optional[int]
    look_ahead: int


class OtherRenderKeywords(OtherAsyncRenderKeywords, total=False):
    """The keywords of Template.render()."""

    executor: "Optional[concurrent.futures.Executor]"
    chunk_size: int


class PaceKeywords(TypedDict, total=False):
    """How something moves, without a curve and a velocity; Node.animate() documents it."""

    duration: float
    spring: "Spring"
    decay: float
    delay: float
    runs: float
    autoreverses: bool
    speed: float
    adds: bool


class HowKeywords(PaceKeywords, total=False):
    """The same with a curve."""

    curve: "Curve"


class AnimateKeywords(HowKeywords, total=False):
    """The same with a velocity."""

    velocity: PointLike


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
    align_self: AlignLike
    spacing_before: float
    spacing_after: float
    ascender: float
    descender: float
    layout_position: PointLike
    layout_direction: Union[LayoutDirectionLike, Slot]  # a slot in nodes of lamina.tree


class StackKeywords(StyleKeywords, total=False):
    """The less common keywords of a row or column."""

    wrap: bool
    line_spacing: float
    align_content: AlignContentLike
    horizontal_alignment: HorizontalAlignmentLike
    vertical_alignment: VerticalAlignmentLike


class TreeRowKeywords(StackKeywords, total=False):
    """The keywords of tree.row() and column(). `style` and the fields of Style are those of all specs."""

    spacing: float
    justify: JustifyLike
    align: AlignLike
    style: Optional[Style]


class TreeStackKeywords(StackKeywords, total=False):
    """The keywords of tree.stack()."""

    axis: AxisLike
    spacing: float
    justify: JustifyLike
    align: AlignLike


class RowKeywords(TreeRowKeywords, total=False):
    """The keywords of row() and column()."""

    context: "Optional[Context]"


class TextKeywords(TypedDict, total=False):
    """The fields of TextAttributes."""

    family: Optional[str]
    size: float
    weight: Union[int, str]
    slant: FontSlantLike
    underline: Union[UnderlineLike, bool]
    color: Optional[ColorLike]
    replaces: bool
    size_factor: float
    stretch: int
    caps: FontCapsLike
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
    border_color: Optional[ColorLike]
    border_width: float
    border_radius: float
    border_padding: InsetsLike
    inner_shadows: Sequence[Shadow]


class SettingKeywords(TypedDict, total=False):
    """The fields of TextOptions."""

    max_lines: int
    truncation: TruncationLike
    alignment: TextAlignmentLike
    wrap: TextWrapLike
    line_spacing: float
    truncates_at_words: bool
    balances: bool
    fits_height: bool
    includes_shadows: bool
    placement: TextPlacementLike
    insets: InsetsLike
    token: Optional[Text]
    message: Optional[Text]
    scale_factors: Sequence[float]
    exclusions: Sequence[RectLike]
    tint: Optional[ColorLike]
    placeholder: Optional[ColorLike]
    paragraph: Optional[Paragraph]
    exclusion_polygons: Sequence[Sequence[PointLike]]


class LookKeywords(StyleKeywords, total=False):
    """The appearance of a node of lamina.tree; values that come with rows are slots."""

    opacity: Union[float, Slot]
    corner_radius: Union[float, Slot]
    hidden: Union[bool, Slot]
    clips: bool
    frame: Optional[RectLike]
    flex_profile: FlexProfileLike
    flex_style: Optional[str]
    drawing: Union[Drawing, Slot, None]
    corner_radii: Union[CornerRadii, Tuple[float, float, float, float], None]
    border: Union[Border, Tuple[float, ColorLike], None]
    shadow: Optional[BoxShadow]
    transform: Union[Matrix, Tuple[float, float, float, float, float, float], None]
    anchor: Optional[PointLike]
    z_position: Optional[float]


class TreeImageKeywords(LookKeywords, total=False):
    """The keywords of tree.image()."""

    background: ColorLike
    gradient: Optional[Gradient]


class TreeNodeKeywords(TreeImageKeywords, total=False):
    """The keywords of tree.node()."""

    image: Optional[PixelBuffer]
    image_options: Optional[ImageOptions]


class TreeTextKeywords(LookKeywords, TextKeywords, SettingKeywords, total=False):
    """The keywords of tree.text(); `background` is the node's, `gradient` the letters'."""

    image: Optional[PixelBuffer]
    image_options: Optional[ImageOptions]


class AppearanceKeywords(StyleKeywords, total=False):
    """The appearance of a node, and its name."""

    opacity: Optional[float]
    hidden: Optional[bool]
    corner_radius: Optional[float]
    corner_radii: Union[CornerRadii, Tuple[float, float, float, float], None]
    clips: Optional[bool]
    border: Union[Border, Tuple[float, ColorLike], None]
    shadow: Optional[BoxShadow]
    transform: Union[Matrix, Tuple[float, float, float, float, float, float], None]
    anchor: Optional[PointLike]
    z_position: Optional[float]
    name: Optional[str]


class BoxKeywords(AppearanceKeywords, total=False):
    """The keywords of a box."""

    background: Optional[ColorLike]
    gradient: Optional[Gradient]
    drawing: Optional[Drawing]
    image: "Union[PixelBuffer, Image, None]"
    scroll: "Union[ScrollOptions, str, None]"
    ranges: "Union[RangeModeLike, Ranges, None]"


class TextNodeKeywords(AppearanceKeywords, TextKeywords, SettingKeywords, total=False):
    """The keywords of a text node. `background` is the node's, `gradient` the letters'."""
