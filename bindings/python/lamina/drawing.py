"""Drawings that are recorded once and drawn on native threads, without Python.

    chart = (
        lamina.Drawing()
        .rect(0, 0, 200, 80, radius=8).fill("#f4f4f0")
        .lines([(10, 60), (60, 20), (120, 45), (190, 12)]).stroke("#2f7ed8", 3, line_cap="round", line_join="round")
        .text("visits", (10, 6), size=12, color="#7b8794")
    )
    node.set_drawing(chart)
"""
from __future__ import annotations

import array
import contextlib
import ctypes
import itertools
import math
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _ffi
from ._arguments import counted, finite, number
from ._record import field_names
from ._ffi import DrawingKind, LineCap, LineJoin
from ._handle import CONTEXT, Handle, checked_context, handle_of
from ._library import lib
from .bitmap import Bitmap, PixelBuffer, new_image, pixels_of
from .errors import InvalidArgumentError, InvalidHandleError, check, last_error
from .geometry import BLACK, ColorLike, PointLike, RectLike, SizeLike, c_color, c_point, c_rect, c_size, refusal
from .image import Image
from .looks import Gradient, Matrix, c_corner_radii, c_matrix
from .style import enum_value, merged
from .text import TextLike, as_text
from .text_style import TextAttributes, TextOptions

if TYPE_CHECKING:
    from ._enum_names import LineCapLike, LineJoinLike
    from .context import Context

#: What paths are painted with. The ends of a gradient are shares of the path's bounds.
Paint = Union[ColorLike, Gradient]


class NativeDrawing:
    """A reference to a context's copy of a drawing. It does not keep the context alive; the context keeps it."""

    __slots__ = ("count", "handle")

    def __init__(self, context: Context, steps: "Sequence[_Step]") -> None:
        self.handle = 0
        self.count = len(steps)
        kept: List[Handle] = []
        images: List[int] = []
        records = (_ffi.lamina_drawing_step * len(steps))()
        handle = ctypes.c_void_p()
        try:
            for record, step in zip(records, steps):
                step.fill(record, context, kept, images)
            check(lib.lamina_drawing_create(handle_of(context, "context", CONTEXT), records, len(steps), ctypes.byref(handle)))
        finally:
            for text in kept:
                text.close()
            for image in images:
                lib.lamina_image_release(image)
        self.handle = handle.value or 0

    def retain(self) -> "NativeDrawing":
        """A second reference to the same drawing, for an owner of its own."""
        handle = lib.lamina_drawing_retain(self.handle)
        if not handle:
            raise InvalidHandleError(last_error())
        other = NativeDrawing.__new__(NativeDrawing)
        other.handle, other.count = handle, self.count
        return other

    def __del__(self) -> None:
        try:
            if self.handle:
                lib.lamina_drawing_release(self.handle)
        except Exception:  # the interpreter may be half gone
            pass


class _Step:
    """One step: the fields of the struct, and its text and picture before they have a context."""

    __slots__ = ("kind", "fields", "text", "pixels")

    def __init__(
        self, kind: DrawingKind, text: "Optional[Tuple[TextLike, Optional[TextAttributes]]]" = None, pixels: Any = None,
        **fields: Any,
    ) -> None:  # fmt: skip
        self.kind, self.fields, self.text, self.pixels = kind, fields, text, pixels

    def fill(self, record: Any, context: Context, kept: List[Handle], images: List[int]) -> None:
        ctypes.memmove(ctypes.addressof(record), _INITIAL, ctypes.sizeof(record))
        record.kind = self.kind
        for name, value in self.fields.items():
            try:
                setattr(record, name, value)
            except OverflowError:
                raise InvalidArgumentError(f"{name} of a step {self.kind.name} is larger than any number that can be drawn") from None
            except TypeError:
                raise TypeError(f"{name} of a step {self.kind.name} must not be {value!r}") from None
        if isinstance(self.pixels, Image):
            record.image = handle_of(self.pixels)
        elif self.pixels is not None:
            record.image = new_image(handle_of(context, "context", CONTEXT), self.pixels)
            images.append(record.image)
        if self.text is not None:
            text, is_mine = as_text(context, self.text[0], self.text[1])
            record.text = handle_of(text)
            if is_mine:
                kept.append(text)


def _initial() -> bytes:
    step = _ffi.lamina_drawing_step()
    step.color, step.transform = c_color(BLACK), _ffi.lamina_matrix(*Matrix())
    return bytes(step)


_INITIAL = _initial()


class Drawing:
    """Steps of a drawing, in logical units from its top left corner. Every method adds one and returns the drawing.

    A drawing belongs to no context: nodes of any context, and rows of templates, may show it. Errors in a step are
    reported when the drawing is first shown, with the step's number.
    """

    def __init__(self) -> None:
        self._steps: List[_Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def _add(self, kind: DrawingKind, **fields: Any) -> "Drawing":
        self._steps.append(_Step(kind, **fields))
        return self

    # ---- Paths ----

    def move_to(self, x: float, y: float) -> "Drawing":
        """Begins a subpath."""
        return self._add(DrawingKind.MOVE, point=c_point((x, y)))

    def line_to(self, x: float, y: float) -> "Drawing":
        """A line to (x, y)."""
        return self._add(DrawingKind.LINE, point=c_point((x, y)))

    def lines(self, points: Iterable[PointLike], *, start: bool = True) -> "Drawing":
        """Lines from point to point, in one step, from pairs or a numpy array of them. The first point begins a
        subpath; with start=False, a line leads to it."""
        flat = _flat(points)
        count = len(flat) // 2
        if count == 0:
            return self
        if start:
            self.move_to(flat[0], flat[1])
        array = (_ffi.lamina_point * count).from_buffer(flat)
        return self._add(DrawingKind.LINE, points=ctypes.cast(array, ctypes.POINTER(_ffi.lamina_point)), point_count=count)

    def curve_to(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> "Drawing":
        """A cubic curve to (x, y)."""
        return self._add(
            DrawingKind.CURVE, control1=c_point((x1, y1)), control2=c_point((x2, y2)), point=c_point((x, y)))  # fmt: skip

    def arc(self, x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0) -> "Drawing":
        """Part of a circle around (x, y), between two angles in degrees, from the right clockwise, or counter-clockwise
        to a smaller angle; a line joins it to the path."""
        first, last = math.radians(number("start", start)), math.radians(number("end", end))
        return self._add(DrawingKind.ARC, point=c_point((x, y)), radius=radius, start_angle=first, end_angle=last)

    def circle(self, x: float, y: float, radius: float) -> "Drawing":
        """A circle, as a subpath of its own."""
        return self.move_to(number("x", x) + number("radius", radius), y).arc(x, y, radius).close()

    def rect(
        self, x: float, y: float, width: float, height: float, radius: "Union[float, Sequence[float]]" = 0.0
    ) -> "Drawing":
        """A rectangle, with corners rounded by one radius or by four (CornerRadii)."""
        each = [number("radius", radius)] * 4 if isinstance(radius, (int, float)) else radius
        return self._add(DrawingKind.RECT, rect=c_rect((x, y, width, height)), corner_radii=c_corner_radii(each, "the radii"))

    def close(self) -> "Drawing":
        """A line back to the start of the subpath."""
        return self._add(DrawingKind.CLOSE)

    # ---- Painting ----

    def fill(self, paint: Paint = BLACK, *, even_odd: bool = False, keeps_path: bool = False) -> "Drawing":
        """Fills the path and clears it, unless `keeps_path`."""
        return self._add(DrawingKind.FILL, even_odd=even_odd, keeps_path=keeps_path, **_paint(paint))

    def stroke(
        self, paint: Paint = BLACK, line_width: float = 1.0, *, line_cap: LineCapLike = LineCap.BUTT,
        line_join: LineJoinLike = LineJoin.MITER, dashes: Sequence[float] = (), dash_offset: float = 0.0,
        miter_limit: float = 10.0, keeps_path: bool = False,
    ) -> "Drawing":  # fmt: skip
        """Strokes the path and clears it, unless `keeps_path`. `dashes`: alternating lengths of dashes and gaps."""
        fields = _paint(paint)
        if isinstance(dashes, (int, float)):
            raise TypeError(f"dashes are alternating lengths of dashes and gaps, such as (4, 3), not {dashes!r}")
        if len(dashes):
            fields.update(dashes=(ctypes.c_double * len(dashes))(*dashes), dash_count=len(dashes), dash_offset=dash_offset)
        return self._add(
            DrawingKind.STROKE, line_width=line_width, line_cap=enum_value("line_cap", LineCap, line_cap),
            line_join=enum_value("line_join", LineJoin, line_join), miter_limit=miter_limit, keeps_path=keeps_path, **fields)  # fmt: skip

    def clip(self, *, even_odd: bool = False) -> "Drawing":
        """Clips the following steps to the path until the next restore(), and clears the path."""
        return self._add(DrawingKind.CLIP, even_odd=even_odd)

    def image(self, image: "Union[PixelBuffer, Image]", rect: RectLike) -> "Drawing":
        """A picture, stretched to a rectangle. The pixels of a bitmap are read when the drawing is first shown; an
        Image belongs to its context, and nodes show it as soon as it is loaded."""
        return self._add(DrawingKind.IMAGE, pixels=image if isinstance(image, Image) else pixels_of(image), rect=c_rect(rect))

    def text(
        self, text: TextLike, place: "Union[PointLike, RectLike]", attributes: Optional[TextAttributes] = None,
        options: Optional[TextOptions] = None, **keywords: Any,
    ) -> "Drawing":  # fmt: skip
        """A text with its top left corner at a point, or within a rectangle.

        `text` is a string, a span, a sequence of both, or a Text; keywords are the fields of TextAttributes and
        TextOptions (size, weight, color, alignment, placement ...).
        """
        setting = {key: keywords.pop(key) for key in list(keywords) if key in field_names(TextOptions)}
        attributes = merged(TextAttributes, attributes, keywords, field_names(TextOptions))
        options = merged(TextOptions, options, setting)
        try:
            numbers: Any = tuple(place)
        except TypeError as error:
            raise refusal(error, "the place of a text is (x, y) or (x, y, width, height)", place) from None
        rect: Any = (*numbers, 0.0, 0.0) if len(numbers) == 2 else numbers
        fields: Dict[str, Any] = {"rect": c_rect(rect)}
        if options is not None:
            fields["text_options"] = ctypes.pointer(options.to_c())
        return self._add(DrawingKind.TEXT, text=(text, attributes), **fields)

    # ---- Groups and transforms ----

    def save(self, opacity: float = 1.0) -> "Drawing":
        """Begins a group that restore() ends: it limits clips and transforms, and is drawn with this opacity."""
        return self._add(DrawingKind.SAVE, opacity=opacity)

    def restore(self) -> "Drawing":
        """Ends the group of the last save()."""
        return self._add(DrawingKind.RESTORE)

    @contextlib.contextmanager
    def group(self, opacity: float = 1.0) -> "Iterator[Drawing]":
        """save() and restore() around a block: `with drawing.group(0.5): drawing.rect(...).fill(...)`."""
        self.save(opacity)
        try:
            yield self
        finally:
            self.restore()

    def transform(self, matrix: "Union[Matrix, Sequence[float]]") -> "Drawing":
        """Applies a transform to the following steps, before earlier transforms."""
        return self._add(DrawingKind.TRANSFORM, transform=c_matrix(matrix))

    def translate(self, x: float, y: float) -> "Drawing":
        """Moves the following steps."""
        return self.transform(Matrix.translation(x, y))

    def scale(self, x: float, y: Optional[float] = None) -> "Drawing":
        """Scales the following steps; uniformly without `y`."""
        return self.transform(Matrix.scale(x, y))

    def rotate(self, degrees: float) -> "Drawing":
        """Rotates the following steps clockwise, about the current origin."""
        return self.transform(Matrix.rotation(degrees))

    # ---- Using it ----

    def for_context(self, context: Context) -> NativeDrawing:
        """The drawing for a context, created when first needed and kept until steps are added."""
        made = checked_context(context)._drawings
        known: Optional[NativeDrawing] = made.get(self)
        if known is None or known.count != len(self._steps):
            known = made[self] = NativeDrawing(context, self._steps)
        return known

    def draw(
        self, context: Context, target: PixelBuffer, origin: PointLike = (0.0, 0.0), scale: float = 1.0
    ) -> None:
        """Draws into pixels, over the existing ones, on this thread."""
        bitmap = pixels_of(target)
        native = self.for_context(context)
        check(lib.lamina_drawing_draw(native.handle, c_point(origin, "origin"), number("scale", scale), ctypes.byref(bitmap)))

    def picture(self, context: Context, size: SizeLike, scale: float = 1.0) -> Bitmap:
        """A bitmap of this size in logical units with the drawing in it."""
        sides, scale = c_size(size, "size"), finite("scale", scale)
        width, height = finite("the width", sides.width), finite("the height", sides.height)
        bitmap = Bitmap(max(1, round(width * scale)), max(1, round(height * scale)))
        self.draw(context, bitmap, scale=scale)
        return bitmap

    def to_json(self) -> List[Dict[str, Any]]:
        """The steps as JSON for templates: for `"drawing": [...]` of a node, and for rows that are sent elsewhere.

        Pictures in it become PNG files in base64; a Text belongs to its context and cannot be included.
        """
        from ._drawing_json import steps_json

        return steps_json(self._steps)

    def __reduce__(self) -> Any:
        raise TypeError("a drawing belongs to its process: its steps hold memory. Send to_json(), or what it is made from")

    def __repr__(self) -> str:
        return f"<lamina.Drawing of {counted(len(self._steps), 'step')}>"


def _paint(paint: Paint) -> Dict[str, Any]:
    return {"gradient": ctypes.pointer(paint.to_c())} if isinstance(paint, Gradient) else {"color": c_color(paint, "the paint")}


def _flat(points: Any) -> Any:
    """Alternating x and y, as doubles."""
    try:
        view = memoryview(points)
    except TypeError:
        points = list(points)
    else:
        if view.ndim != 2 or view.shape is None or view.shape[1] != 2:
            raise InvalidArgumentError("points are pairs, or an array of n rows and 2 columns")
        if view.format == "d" and view.c_contiguous:
            return array.array("d", view.tobytes())
        points = points.tolist() if hasattr(points, "tolist") else view.tolist()
    try:
        flat = array.array("d", list(itertools.chain.from_iterable(points)))
        if set(map(len, points)) <= {2}:
            return flat
    except (TypeError, ValueError):
        pass
    error, point = next((error, point) for point in points if (error := _pair_error(point)))
    raise refusal(error, "points are pairs, [(x, y), (x, y) ...]", point) from None


def _pair_error(point: Any) -> Optional[Exception]:
    """What is wrong with a point, or None."""
    try:
        x, y = point
        array.array("d", (x, y))
    except (TypeError, ValueError) as error:
        return error
    return None

