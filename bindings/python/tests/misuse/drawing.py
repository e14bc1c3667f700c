"""Drawing contexts: hostile numbers, kept too long, used elsewhere, exceptions within."""
from __future__ import annotations

import gc
import inspect
import math
import threading
from typing import Any, Callable, List

import lamina
from lamina import Bitmap, BitmapView, Context, Node

from world import PLAIN, case


def add_drawing() -> None:
    methods = [name for name in dir(lamina.cairo.Context) if not name.startswith("_")]
    numbers = [math.nan, math.inf, -math.inf, 1e308, 1e7, -1e7, 0.0, 1e-300, "x", None, 2**70, -1, 99]
    for name in methods:
        case(f"cairo {name} with hostile numbers", _drawn(lambda canvas, n=name: _hostile_cairo(canvas, n, numbers)))
        case(f"cairo {name} after the drawing", lambda n=name: _kept_cairo(n))
    for name in [name for name in dir(lamina.Drawing) if not name.startswith("_")]:
        case(f"recorded {name} with hostile numbers", lambda n=name: _hostile_recording(n, numbers))
    case("canvas kept", _kept_canvas)
    case("canvas on another thread", _drawn(_canvas_elsewhere))
    for value in (None, 5, b"", b"1234", bytearray(3), "x", math.nan, Bitmap(3, 3), memoryview(bytes(64))):
        for sides in ((0, 0), (4, 4), (-1, 4), (2**32 + 1, 1), (1, 1)):
            case(f"paint_pixels {type(value).__name__} {sides}", _drawn(lambda c, v=value, s=sides: c.paint_pixels(v, *s)))
    for format in (*lamina.PixelFormat, 5):
        view = BitmapView(bytearray(160), 4, 2, 80, format)
        for stride in (16, 18, 80, 152, 2**31):
            case(f"paint_pixels of {format!r} {stride}", _drawn(lambda c, v=view, s=stride: (setattr(v, "stride", s), c.paint_pixels(v))))
    for rect in ((0, 0, 0, 0), (0, 0, -5, 5), (math.nan,) * 4, (1e9,) * 4, (0, 0, 1e-9, 1e-9), "rect", (1, 2)):
        case(f"paint_pixels into {rect}", _drawn(lambda c, r=rect: c.paint_pixels(Bitmap(2, 2), rect=r)))
    for value in (None, 5, b"1234", bytearray(3), "x", Node, Bitmap(3, 3), BitmapView(bytearray(64), 2, 2, 32), math.nan):
        case(f"image drawer returns {type(value).__name__}", _given("set_draw_image_callback", lambda canvas, v=value: v))
        case(f"pixels replaced by {type(value).__name__}", _given("set_draw_pixels_callback", lambda c, v=value: setattr(c, "pixels", v)))
    for action in ("clear", "pop"):
        case(f"pixels {action}", _given("set_draw_pixels_callback", lambda canvas, a=action: getattr(canvas.pixels, a)()))
    for field in ("width", "height", "stride", "format"):
        case(f"pixels with another {field}", _given("set_draw_pixels_callback", lambda c, f=field: setattr(c.pixels, f, 2**20)))
    case("a shared picture that shrinks while it is handed over", _shrinking_image)
    for name in ("set_draw_pixels_callback", "set_draw_image_callback"):
        case(f"{name} kept", lambda n=name: _kept_form(n))
        case(f"{name} fails", _given(name, lambda canvas: [][1]))
        for value in (None, 5, "x", Node):
            case(f"{name} given {value}", lambda n=name, v=value: _given(n, v)())
    for error in (RuntimeError, SystemExit, KeyboardInterrupt, MemoryError, RecursionError, GeneratorExit, StopIteration):
        case(f"{error.__name__} in a drawing", _raising_drawing(error))
    case("recursion in a drawing", _drawn(lambda canvas: _recurse()))
    for package in ("pycairo", "cairocffi"):
        case(f"{package} context kept", lambda p=package: _kept_foreign(p))


def _hostile_recording(name: str, numbers: List[Any]) -> None:
    """Each number in each place of a step, before one that is right."""
    method = getattr(lamina.Drawing, name)
    places = [p for p in inspect.signature(method).parameters.values() if p.name != "self" and p.kind != p.VAR_KEYWORD]
    with Context(0, log=lambda level, text: None) as context:
        for number in numbers:
            for hostile in places:
                drawing = lamina.Drawing().rect(0, 0, 9, 9)
                try:
                    positional = [number if p is hostile else 1.0 for p in places if p.kind != p.KEYWORD_ONLY]
                    getattr(drawing, name)(*positional, **({hostile.name: number} if hostile.kind == hostile.KEYWORD_ONLY else {}))
                    drawing.fill("red").picture(context, (9, 9), 2)
                except PLAIN:
                    pass


def _drawn(draw: Callable[[Any], Any]) -> Callable[[], Any]:
    def run() -> None:
        with Context(workers=2, log=lambda level, text: None) as context:
            context.picture(Node(context, draw=draw), 20, 20, scale=2)

    return run


def _given(setter: str, draw: Any) -> Callable[[], Any]:
    """A node with another form of drawing."""

    def run() -> None:
        with Context(workers=2, log=lambda level, text: None) as context:
            node = Node(context)
            getattr(node, setter)(draw)
            context.picture(node, 20, 20, scale=2)

    return run


def _kept_form(setter: str) -> None:
    kept: List[Any] = []
    _given(setter, lambda canvas: kept.append(canvas))()
    kept[0].is_cancelled
    if setter == "set_draw_pixels_callback":
        kept[0].pixels[:4] = b"kept"
        memoryview(kept[0].pixels)[-1] = 1


def _shrinking_image() -> None:
    picture = Bitmap(64, 64)

    def shrink() -> None:
        for _ in range(2_000):
            try:
                del picture[8:]
            except BufferError:
                pass

    thread = threading.Thread(target=shrink)
    thread.start()
    try:
        for _ in range(20):
            try:
                _given("set_draw_image_callback", lambda canvas: picture)()
            except lamina.InvalidArgumentError:
                pass
    finally:
        thread.join()


def _hostile_cairo(canvas: Any, name: str, numbers: List[Any]) -> None:
    count = len(inspect.signature(getattr(lamina.cairo.Context, name)).parameters) - 1
    for number in numbers:
        try:
            canvas.cairo.rectangle(1, 1, 5, 5)
            result = getattr(canvas.cairo, name)(*[number] * count)
            if hasattr(result, "__enter__"):
                with result:
                    pass
            canvas.cairo.stroke()
        except PLAIN:
            pass


def _kept_cairo(name: str) -> None:
    kept: List[Any] = []
    _drawn(lambda canvas: kept.append(canvas.cairo))()
    count = len(inspect.signature(getattr(lamina.cairo.Context, name)).parameters) - 1
    gradient = lamina.cairo.LinearGradient(0, 0, 1, 1)
    try:
        result = getattr(kept[0], name)(*[gradient if name == "set_source" else 1] * count)
        if hasattr(result, "__enter__"):
            result.__enter__()
    except lamina.InvalidStateError:
        return
    raise SystemError("accepted")


def _kept_canvas() -> None:
    kept: List[Any] = []
    _drawn(kept.append)()
    canvas = kept[0]
    canvas.is_cancelled
    for use in (lambda: canvas.cairo, lambda: canvas.cairo_pointer, canvas.to_pycairo, canvas.to_cairocffi,
                lambda: canvas.paint_pixels(Bitmap(1, 1))):  # fmt: skip
        try:
            use()
        except (lamina.InvalidStateError, ImportError):
            continue
        raise SystemError("accepted")


def _canvas_elsewhere(canvas: Any) -> None:
    caught: List[BaseException] = []

    def run() -> None:
        try:
            canvas.cairo.paint()
        except lamina.InvalidStateError as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if not caught:
        raise SystemError("accepted")


def _kept_foreign(package: str) -> None:
    kept: List[Any] = []

    def draw(canvas: Any) -> None:
        try:
            kept.append(getattr(canvas, f"to_{package}")())
        except ImportError:
            pass

    for _ in range(3):
        _drawn(draw)()
    gc.collect()
    for drawing in kept:
        try:
            drawing.set_source_rgb(1, 0, 0)
            drawing.paint()
        except Exception:
            pass


def _raising_drawing(error: Any) -> Callable[[], None]:
    def draw(canvas: Any) -> None:
        raise error("on purpose")

    def run() -> None:
        try:
            _drawn(draw)()
        except error:
            return
        raise SystemError("the exception was lost")

    return run


def _recurse() -> None:
    _recurse()
