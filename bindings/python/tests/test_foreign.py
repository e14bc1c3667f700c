"""Drawing with other packages, and with raw pixels."""
from __future__ import annotations

import importlib.util
from typing import Any, List

import pytest

import lamina
from lamina import Bitmap, _foreign


def draw_left_half(drawing: Any, size: lamina.Size) -> None:
    drawing.set_source_rgb(1, 0, 0)
    drawing.rectangle(0, 0, size.width / 2, size.height)
    drawing.fill()


@pytest.mark.parametrize("copy", ["the same cairo", "another copy of cairo"])
@pytest.mark.parametrize("package", ["cairo", "cairocffi"])
def test_contexts_of_other_packages(
    context: lamina.Context, package: str, copy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    if copy != "the same cairo":
        monkeypatch.setattr(_foreign, "_our_copy", lambda: 1)
    kept: List[Any] = []

    def draw(canvas: lamina.Canvas) -> None:
        drawing = canvas.to_pycairo() if package == "cairo" else canvas.to_cairocffi()
        kept.append(drawing)
        draw_left_half(drawing, canvas.size)

    picture = context.picture(lamina.inset(5)[context.box(draw=draw, size=(20, 10))], scale=2)
    assert [picture.pixel(x, 20)[0] for x in (4, 12, 28, 32, 48)] == [0, 255, 255, 0, 0]
    for drawing in kept:  # after the function it draws on nothing
        try:
            drawing.paint()
        except Exception:
            pass
    assert picture.pixel(40, 20) == (0, 0, 0, 0)


def test_raw_pixels(context: lamina.Context) -> None:
    red_and_blue = bytes([0, 0, 255, 255, 255, 0, 0, 255])
    source = Bitmap(1, 1)
    source[:] = b"\0\xff\0\xff"

    def draw(canvas: lamina.Canvas) -> None:
        canvas.paint_pixels(red_and_blue, 2, 1)
        canvas.paint_pixels(source, rect=(0, 5, 20, 5))

    picture = context.picture(context.box(draw=draw), 20, 10)
    assert picture.pixel(1, 1)[:3] == (255, 0, 0) and picture.pixel(18, 1)[:3] == (0, 0, 255)
    assert picture.pixel(10, 8) == (0, 255, 0, 255)


def test_a_gradient_is_closed_by_its_first_use(context: lamina.Context) -> None:
    gradient = lamina.cairo.LinearGradient(0, 0, 10, 0)
    gradient.add_color_stop_rgb(0, 1, 0, 0)

    def draw(canvas: lamina.Canvas) -> None:
        canvas.cairo.set_source(gradient)
        canvas.cairo.paint()

    assert context.picture(context.box(draw=draw), 10, 10).pixel(5, 5) == (255, 0, 0, 255)
    with pytest.raises(lamina.InvalidStateError, match="cannot be added"):
        gradient.add_color_stop_rgb(1, 0, 0, 1)
