"""Lamina: a thread-safe tree of display nodes, laid out and drawn on background threads, shown by your own loop."""
from __future__ import annotations

from typing import TYPE_CHECKING

from . import cairo
from ._library import is_compatible, library_path, load, version
from .brackets import absolute, background, center, column, corner, inset, overlay, ratio, relative, row, stack, wrapper
from ._arrangement import LayoutPass
from .bitmap import Bitmap, BitmapView, PixelBuffer
from .canvas import Canvas, ImageCanvas, Operation, PixelCanvas
from .context import Context, Limits, Memory, Statistics
from .errors import (
    BackendError,
    CancelledError,
    ClosedError,
    CycleError,
    FileError,
    ForeignContextError,
    InvalidArgumentError,
    InvalidHandleError,
    InvalidStateError,
    LaminaError,
    MissingFileError,
    OutOfMemoryError,
    OutOfRangeError,
    TimedOutError,
    UnsupportedError,
    WrongThreadError,
    last_error,
    status_name,
)
from .geometry import (
    BLACK,
    CLEAR,
    WHITE,
    Color,
    Dimension,
    DirectionalInsets,
    Insets,
    Point,
    Rect,
    RectPx,
    Size,
    SizeRange,
)
from .looks import Border, BoxShadow, CornerRadii, Gradient, ImageOptions, Matrix, Placeholder, Shadow
from ._loaded import LoadedData
from .loads import CachedImage, CachedResponse, ImageStatistics, LoaderStatistics, PendingLoad
from .node import Node
from ._node_ranges import Ranges
from .scroll import Scroll, ScrollOptions, ScrollState
from .pictures import PendingPicture
from .spec import Element, Spec, directional_inset, padding, spacer
from .style import Style
from .text import Span, Text, TextBuilder, TextLink, span
from .text_node import TextNode
from .text_style import Paragraph, TextAttributes, TextMetrics, TextOptions

# What most programs do without is imported when it is first asked for: a fifth of the time that the package takes to
# come up.
if TYPE_CHECKING:
    from . import tree
    from ._ffi import (
        AbsoluteSizing, Align, AlignContent, AnimationTiming, Antialias, Axes, Axis, CaretMovement, CenterSizing,
        Centering, ColorRole, ColorScheme, CommitPhase, ContextFlags, CornerLocation, DebugOverlay, EventKey,
        EventKind, EventModifiers, EventUse, FetchState, FlexAlign, FlexBoxSizing, FlexDirection, FlexDisplay,
        FlexKeyword, FlexLength, FlexNumber, FlexOverflow, FlexPosition, FlexProfile, FlexUnit, FlexWrap, FontCaps,
        FontSlant, GlyphPositions, GradientKind, Gravity, Hinting, HorizontalAlignment, ImageFit, ImageFormat,
        ImageState, ImageStepKind, InterfaceEvent, InterfaceState, Justify, LayerChanges, LayoutDirection,
        LayoutEvent, LineCap, LineJoin, ListChangeKind, ListEdge, ListEventKind, ListLayoutKind, ListRowMarks,
        ListRowRole, ListSelection, LoadPriority, LoadSource, LogLevel, NodeKind, PixelFormat, Placement,
        PresentedFields, RangeMode, ScrollAlignment, ScrollBars, ScrollDirections, ScrollInputs, ScrollPhysics,
        ScrollSnap, Status, SubtreeEvent, TabAlignment, TextAlignment, TextDirection, TextHyphens, TextPart,
        TextPlacement, TextUnit, TextWrap, TransactionState, TransitionChangeKind, TransitionEffect, Truncation,
        Underline, Unit, ValueKind, VerticalAlignment, WheelUnit,
    )  # fmt: skip
    from .animation import Animation, Spring
    from .drawing import Drawing
    from .layout import Layout
    from .node_group import NodeGroup
    from .image import Image
    from .image_node import ImageNode, ImageStatus
    from ._image_step import ImageStep
    from .list_rows import QueryRows, Rows
    from .lists import List, ListChange, ListEvent, ListFrames, ListPage, ListRowPlace, ListState
    from .presentation import PresentedValues
    from .surface import Layer, Surface
    from .template import JpegPicture, Picture, PictureFile, PngPicture, Template
    from .text_layout import Caret, TextHit, TextLayout, TextLine
    from .threads import thread_context
    from .traits import Traits
    from .transaction import Transaction
    from .transition import Transition, TransitionChange, TransitionRule

_LATER = {
    "Animation": "animation",
    "Transition": "transition",
    "TransitionChange": "transition",
    "TransitionRule": "transition",
    "Spring": "animation",
    "Drawing": "drawing",
    "Layout": "layout",
    "NodeGroup": "node_group",
    "Image": "image",
    "ImageNode": "image_node",
    "ImageStatus": "image_node",
    "ImageStep": "_image_step",
    **dict.fromkeys(("List", "ListChange", "ListEvent", "ListFrames", "ListPage", "ListRowPlace", "ListState"), "lists"),
    "Rows": "list_rows",
    "QueryRows": "list_rows",
    "PresentedValues": "presentation",
    "Layer": "surface",
    "Surface": "surface",
    "JpegPicture": "template",
    "Picture": "template",
    "PictureFile": "template",
    "PngPicture": "template",
    "Template": "template",
    "Caret": "text_layout",
    "TextHit": "text_layout",
    "TextLayout": "text_layout",
    "TextLine": "text_layout",
    "thread_context": "threads",
    "Traits": "traits",
    "Transaction": "transaction",
}


# Type checkers are not to believe that any name is there.
if not TYPE_CHECKING:

    def __getattr__(name):
        import importlib

        if name in {"tree", *_LATER.values()}:
            return importlib.import_module(f"lamina.{name}")
        module = _LATER.get(name, "_ffi" if name in __all__ else None)  # the enums are made there
        if module is None:
            raise AttributeError(f"module 'lamina' has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(f"lamina.{module}"), name)
        return found


def __dir__() -> "list[str]":
    return sorted({*__all__, "tree"} | {name for name in globals() if name.startswith("__")})


__version__ = "0.1.0"
__all__ = [
    "AbsoluteSizing",
    "Align",
    "AlignContent",
    "Animation",
    "AnimationTiming",
    "Antialias",
    "LayoutPass",
    "BLACK",
    "BackendError",
    "Bitmap",
    "BitmapView",
    "Border",
    "BoxShadow",
    "CLEAR",
    "CachedResponse",
    "CancelledError",
    "Canvas",
    "Caret",
    "CaretMovement",
    "CenterSizing",
    "Centering",
    "ClosedError",
    "Color",
    "ColorRole",
    "ColorScheme",
    "CommitPhase",
    "Context",
    "ContextFlags",
    "CornerLocation",
    "CornerRadii",
    "CycleError",
    "DebugOverlay",
    "Dimension",
    "Axis",
    "DirectionalInsets",
    "Drawing",
    "Element",
    "FileError",
    "FlexAlign",
    "FlexBoxSizing",
    "FlexDirection",
    "FlexDisplay",
    "FlexKeyword",
    "FlexLength",
    "FlexNumber",
    "FlexOverflow",
    "FlexPosition",
    "FlexProfile",
    "LayoutDirection",
    "FlexUnit",
    "FlexWrap",
    "FontCaps",
    "FontSlant",
    "ForeignContextError",
    "GlyphPositions",
    "Gradient",
    "GradientKind",
    "Gravity",
    "Hinting",
    "HorizontalAlignment",
    "ImageCanvas",
    "ImageFit",
    "ImageFormat",
    "ImageState",
    "ImageOptions",
    "ImageStep",
    "ImageStepKind",
    "Insets",
    "InterfaceEvent",
    "InterfaceState",
    "InvalidArgumentError",
    "InvalidHandleError",
    "InvalidStateError",
    "JpegPicture",
    "Justify",
    "LaminaError",
    "Layer",
    "LayerChanges",
    "Layout",
    "LayoutDirection",
    "LayoutEvent",
    "Limits",
    "LineCap",
    "LineJoin",
    "LoadPriority",
    "LoadSource",
    "CachedImage",
    "ImageStatistics",
    "LoadedData",
    "LoaderStatistics",
    "LogLevel",
    "Matrix",
    "Memory",
    "MissingFileError",
    "Node",
    "NodeGroup",
    "NodeKind",
    "Operation",
    "OutOfMemoryError",
    "OutOfRangeError",
    "Paragraph",
    "PendingLoad",
    "PendingPicture",
    "Picture",
    "PictureFile",
    "PixelBuffer",
    "PixelCanvas",
    "PixelFormat",
    "Placeholder",
    "PngPicture",
    "Point",
    "Placement",
    "PresentedFields",
    "PresentedValues",
    "QueryRows",
    "RangeMode",
    "Ranges",
    "Rect",
    "RectPx",
    "Rows",
    "Shadow",
    "Image",
    "ImageNode",
    "ImageStatus",
    "Size",
    "SizeRange",
    "Span",
    "Spec",
    "Spring",
    "Statistics",
    "Status",
    "SubtreeEvent",
    "Style",
    "Surface",
    "TabAlignment",
    "Template",
    "Text",
    "TextAlignment",
    "TextAttributes",
    "TextBuilder",
    "TextDirection",
    "TextHit",
    "TextHyphens",
    "TextLayout",
    "TextLine",
    "TextLink",
    "TextMetrics",
    "TextNode",
    "TextOptions",
    "TextPart",
    "TextPlacement",
    "TextUnit",
    "TextWrap",
    "TimedOutError",
    "Traits",
    "Transaction",
    "TransactionState",
    "Transition",
    "TransitionChange",
    "TransitionChangeKind",
    "TransitionEffect",
    "TransitionRule",
    "Truncation",
    "Underline",
    "Unit",
    "UnsupportedError",
    "ValueKind",
    "VerticalAlignment",
    "WHITE",
    "WrongThreadError",
    "absolute",
    "background",
    "cairo",
    "center",
    "column",
    "corner",
    "directional_inset",
    "inset",
    "is_compatible",
    "last_error",
    "library_path",
    "load",
    "overlay",
    "padding",
    "ratio",
    "relative",
    "row",
    "spacer",
    "span",
    "stack",
    "status_name",
    "thread_context",
    "tree",
    "version",
    "wrapper",
    "EventKey",
    "EventKind",
    "EventUse",
    "List",
    "ListChange",
    "ListEvent",
    "ListFrames",
    "ListPage",
    "ListRowPlace",
    "ListState",
    "Scroll",
    "ScrollOptions",
    "ScrollState",
    "WheelUnit",
    "EventModifiers",
    "Axes",
    "ScrollPhysics",
    "ScrollSnap",
    "ScrollAlignment",
    "ScrollInputs",
    "ScrollBars",
    "ListRowRole",
    "ListRowMarks",
    "ListChangeKind",
    "ListLayoutKind",
    "ListSelection",
    "ListEventKind",
    "ListEdge",
    "FetchState",
    "ScrollDirections",
]
