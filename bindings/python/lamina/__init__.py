"""Lamina: a thread-safe tree of display nodes, laid out and drawn on background threads, shown by your own loop."""
from __future__ import annotations

from ._ffi import (
    Align,
    Antialias,
    CenterSizing,
    Centering,
    ContextFlags,
    Direction,
    FontSlant,
    Hinting,
    Justify,
    LogLevel,
    NodeKind,
    Status,
    TextAlignment,
    TextWrap,
    Truncation,
    Underline,
    Unit,
)
from ._library import is_compatible, library_path, load, version
from .bitmap import Bitmap, BitmapView, PixelBuffer
from .canvas import Canvas, Operation
from .context import Context, Statistics
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
    OutOfMemoryError,
    OutOfRangeError,
    TimedOutError,
    UnsupportedError,
    WrongThreadError,
    last_error,
    status_name,
)
from .geometry import BLACK, CLEAR, WHITE, Color, Dimension, Insets, Point, Rect, RectPx, Size, SizeRange
from .layout import Layout
from .node import Node, TextNode
from .spec import Element, Spec, background, center, column, inset, overlay, ratio, row, stack
from .style import Style
from .surface import Surface
from .text import Text, TextAttributes, TextBuilder, TextMetrics, TextOptions
from .transaction import Transaction

__version__ = "0.1.0"
__all__ = [name for name in dir() if not name.startswith("_") and name not in ("annotations",)]
