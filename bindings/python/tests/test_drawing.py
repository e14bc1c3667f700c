"""Recorded drawings."""
from __future__ import annotations

import gc
import importlib.util
import math
import os
import pickle
import threading
from pathlib import Path
from typing import Any, Callable, List

import pytest

import lamina
from lamina import Drawing, Gradient, Node, Template, tree
from lamina.pytest_plugin import Golden

POINTS = [(20, 100), (60, 40), (110, 80), (160, 30), (220, 60)]


def everything(photo: lamina.Bitmap) -> Drawing:
    """A step of every kind."""
    drawing = Drawing()
    drawing.rect(0, 0, 240, 160, radius=(12, 12, 0, 24)).fill("#f4f4f0", keeps_path=True).stroke("#3b6ea5", 2)
    drawing.lines(POINTS).line_to(220, 120).line_to(20, 120).close()
    drawing.fill(Gradient([(0, "#2f7ed880"), (1, "#2f7ed800")]))
    drawing.lines(POINTS).stroke("#2f7ed8", 3, line_cap="round", line_join="round")
    drawing.lines([(20, 120), (220, 120)]).stroke("#7b8794", 1, dashes=(4, 3))
    drawing.text("visits", (20, 8), size=14, weight="bold", color="#1f2933")
    drawing.text("to the right", (120, 8, 100, 20), size=12, alignment="right", color="#c0392b")
    drawing.circle(60, 40, 5).fill("white", keeps_path=True).stroke("#2f7ed8", 2)
    drawing.move_to(20, 140).curve_to(60, 110, 100, 170, 140, 140).stroke("#27ae60", 4, line_cap="square")
    drawing.image(photo, (150, 126, 30, 26))
    with drawing.group(0.5):
        drawing.translate(205, 138).rotate(30).rect(-14, -10, 28, 20).fill("#e67e22").rect(-4, -16, 28, 20).fill("#8e44ad")
        drawing.text("turned", (-14, -8), size=9, color="white")
    with drawing.group():
        drawing.circle(210, 40, 16).clip().rect(190, 20, 40, 20).fill("#16a085").rect(190, 40, 40, 20).fill("#f1c40f")
    drawing.arc(100, 140, 8, 0, 180).stroke("black", 2)
    return drawing.rect(84, 60, 20, 20).rect(88, 64, 12, 12).fill("#00000060", even_odd=True)


def photograph() -> lamina.Bitmap:
    photo = lamina.Bitmap(4, 4)
    for place in range(16):
        photo[4 * place : 4 * place + 4] = bytes(((place * 50) % 256, (place * 90) % 256, (place * 30) % 256, 255))
    return photo


def test_a_drawing_looks_as_it_did(root: Path) -> None:
    with lamina.Context(1, font_family="Noto Sans") as own:
        if not own.has_font_family("Noto Sans"):
            pytest.skip("Noto Sans is not installed")
        picture = everything(photograph()).picture(own, (240, 160), scale=2)
    golden = Golden(root / "Tests" / "Golden" / "drawing", os.environ.get("LAMINA_GOLDEN") == "accept")
    # Another cairo may smooth edges by a little.
    golden(picture, "everything", tolerance=3)


@pytest.mark.parametrize("scale", (1, 1.5, 3))
def test_it_is_the_same_everywhere(context: lamina.Context, scale: float) -> None:
    drawing = everything(photograph())
    alone = bytes(drawing.picture(context, (240, 160), scale))
    node = Node(context, size=(240, 160))
    node.set_drawing(drawing)
    assert bytes(context.picture(node, 240, 160, scale=scale)) == alone
    shown = lamina.Bitmap(round(240 * scale), round(160 * scale))
    surface = lamina.Surface(context, (240, 160), scale, root=node)
    context.wait_idle(10)
    surface.composite(shown)
    assert bytes(shown) == alone
    item = tree.node("chart", drawing=drawing, size=(240, 160), clips=True)
    assert bytes(context.picture(tree.build(context, item).root, 240, 160, scale=scale)) == alone
    form = Template(tree.node(None, drawing=tree.slot("chart"), size=(240, 160)))
    assert [bytes(picture.data) for picture in form.render([{"chart": drawing}] * 3, scale=scale, workers=2)] == [alone] * 3
    node.set_drawing(None)
    assert not any(bytes(context.picture(Node(context, size=(5, 5)), 5, 5)))


def test_python_is_not_called(context: lamina.Context) -> None:
    """While this thread waits for the workers, it holds the interpreter's lock: no other thread of Python runs."""
    node = Node(context, size=(50, 50))
    node.set_drawing(Drawing().rect(0, 0, 50, 50).fill("red"))
    bitmap = lamina.Bitmap(50, 50)
    count = threading.active_count()
    node.render(bitmap)
    context.wait_idle(10)
    assert bitmap.pixel(25, 25) == (255, 0, 0, 255) and threading.active_count() == count


WRONG: "List[tuple[Callable[[Drawing], Any], str]]" = [
    (lambda drawing: drawing.restore(), r"steps\[1\].*without a save before it"),
    (lambda drawing: drawing.save(), "after 1 of the saves"),
    (lambda drawing: drawing.save(2), r"steps\[1\]: opacity is 2"),
    (lambda drawing: drawing.move_to(math.nan, 1), r"steps\[1\]: point\.x is nan"),
    (lambda drawing: drawing.rect(0, 0, 1e6, 1), "100000"),
    (lambda drawing: drawing.rect(0, 0, 1, 1, radius=-1), "radii.top_left is -1"),
    (lambda drawing: drawing.scale(0), "scales by 0"),
    (lambda drawing: drawing.stroke("red", -1), "line_width is -1"),
    (lambda drawing: drawing.lines([(0, 0), (100, 0)]).stroke("red", dashes=[1e-6]), "along this path"),
    (lambda drawing: drawing.lines([(0, 0)] * 1_000_001), "at most 1000000"),
]


@pytest.mark.parametrize("make, words", WRONG)
def test_what_is_wrong_is_said(context: lamina.Context, make: "Callable[[Drawing], Any]", words: str) -> None:
    drawing = Drawing().close()
    make(drawing)
    with pytest.raises(lamina.LaminaError, match=words):
        drawing.for_context(context)


def test_a_gradient_says_at_once_what_it_is_not_made_of() -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="stops is empty"):
        Gradient([])
    with pytest.raises(TypeError, match="stops are pairs"):
        Gradient.conic([0, 1])  # type: ignore[list-item]


def test_a_picture_that_is_loading_shows_when_it_is_loaded(context: lamina.Context, tmp_path: Path) -> None:
    lamina.Bitmap.from_rgba(bytes((255, 0, 0, 255)) * 16, 4, 4).write_file(tmp_path / "red.png")
    image = lamina.Image.begin(context, tmp_path / "red.png")
    node = Node(context, size=(4, 4))
    node.set_drawing(Drawing().rect(0, 0, 4, 4).fill("blue").image(image, (0, 0, 4, 4)))
    with lamina.Surface(context, (4, 4), root=node) as surface:
        context.wait_idle()
        pixels = lamina.Bitmap(4, 4)
        surface.composite(pixels)
        assert pixels.pixel(1, 1) == (255, 0, 0, 255)
    with lamina.Context(0) as other, pytest.raises(lamina.ForeignContextError, match=r"steps\[0\]"):
        Drawing().image(image, (0, 0, 4, 4)).for_context(other)
    with pytest.raises(lamina.InvalidArgumentError, match="bitmap"):
        Drawing().image(image, (0, 0, 4, 4)).to_json()


def test_lifetimes(context: lamina.Context) -> None:
    drawing = Drawing().rect(0, 0, 4, 4).fill("red")
    first = drawing.for_context(context)
    assert drawing.for_context(context) is first and len(drawing) == 2
    assert first.retain().handle == first.handle and first.handle
    drawing.rect(0, 0, 2, 2).fill("blue")
    assert drawing.for_context(context) is not first
    node = Node(context, size=(4, 4))
    node.set_drawing(drawing)
    with lamina.Context(0) as other:
        text = lamina.Text(other, "x")
        with pytest.raises(lamina.ForeignContextError, match=r"steps\[0\]"):
            Drawing().text(text, (0, 0)).for_context(context)
        drawing.for_context(other)
    before = context.statistics.object_count
    del drawing, first
    gc.collect()
    assert context.statistics.object_count < before
    assert context.picture(node, 4, 4).pixel(1, 1) == (0, 0, 255, 255)
    with pytest.raises(TypeError, match="belongs to its process"):
        pickle.dumps(Drawing())
    good, bad = Template(tree.node(None, drawing=tree.slot("d"), size=(4, 4))).render(
        [{"d": Drawing().rect(0, 0, 4, 4).fill("red")}, {"d": 3}], errors="return")  # fmt: skip
    assert good.pixel(1, 1) == (255, 0, 0, 255) and "a drawing is needed" in str(bad)


@pytest.mark.skipif(importlib.util.find_spec("numpy") is None, reason="numpy is not installed")
def test_points_from_numpy(context: lamina.Context) -> None:
    numpy: Any = importlib.import_module("numpy")
    array = numpy.array(POINTS, float)
    same = [Drawing().lines(points).stroke("red", 2).picture(context, (240, 120)) for points in (POINTS, array)]
    assert bytes(same[0]) == bytes(same[1])
    with pytest.raises(lamina.InvalidArgumentError, match="2 columns"):
        Drawing().lines(numpy.zeros((2, 3)))
    assert len(Drawing().lines([])) == 0
