"""What is shown of nodes in place of what they have."""
from __future__ import annotations

import threading
from typing import Any, Dict, Tuple

import pytest

import lamina
from lamina import Bitmap, BoxShadow, Color, CornerRadii, Gradient, Matrix, Node, PresentedFields, Surface

RED, WHITE = (255, 0, 0, 255), (255, 255, 255, 255)


@pytest.fixture
def stage(context: lamina.Context) -> "Tuple[Surface, Node, Bitmap]":
    root, box = Node(context, background="white"), Node(context, background="red")
    root.add_child(box)
    box.frame = (2, 2, 10, 10)
    surface = Surface(context, (40, 30), root=root)
    context.wait_idle(10)
    bitmap = Bitmap(40, 30)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == RED
    return surface, box, bitmap


def test_what_is_presented_shows_until_it_is_cleared(stage: "Tuple[Surface, Node, Bitmap]") -> None:
    surface, box, bitmap = stage
    box.present(position=(25, 15), opacity=1.0)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == WHITE and bitmap.pixel(20, 10) == RED
    assert box.frame == (2, 2, 10, 10)
    shown = box.presented
    assert shown.fields == PresentedFields.POSITION | PresentedFields.OPACITY
    assert shown.position == (25, 15) and shown.size == (10, 10)
    box.clear_presented("opacity")
    assert box.presented.fields == PresentedFields.POSITION
    box.clear_presented()
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == RED and bitmap.pixel(20, 10) == WHITE


VALUES: "Dict[str, Any]" = {
    "position": (1.5, 2.0), "size": (3.0, 4.0), "bounds_origin": (5.0, 6.0), "opacity": 0.5,
    "transform": Matrix(2.0, 0.0, 0.0, 3.0, 1.0, 1.0), "corner_radii": CornerRadii(1.0, 2.0, 3.0, 4.0),
    "background": Color(0.0, 1.0, 0.0), "border_color": Color(0.0, 0.0, 1.0), "shadow": BoxShadow(Color(0.0, 0.0, 0.0), 1.0, 2.0, 3.0, 4.0),
    "z_position": 2.5,
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_each_value(stage: "Tuple[Surface, Node, Bitmap]", name: str) -> None:
    _, box, _ = stage
    before = getattr(box.presented, name)
    assert before != VALUES[name]
    box.present(**{name: VALUES[name]})
    assert getattr(box.presented, name) == VALUES[name]
    assert box.presented.fields == PresentedFields[name.upper()]
    box.clear_presented(name)
    assert getattr(box.presented, name) == before


def test_a_gradient_is_presented_and_animated(stage: "Tuple[Surface, Node, Bitmap]") -> None:
    surface, box, picture = stage
    context = box.context
    context.wait_idle(10)
    box.present(gradient=Gradient([(0, "#00f"), (1, "#00f")]))
    surface.composite(picture)
    assert picture.pixel(5, 5) == (0, 0, 255, 255)
    context.set_time(1)
    box.animate(gradient=Gradient([(0, "#0f0")]), duration=1, curve="linear")
    for time, green in ((2, 0), (2.5, 128), (3, 255)):
        context.set_time(time)
        context.process()
        surface.composite(picture)
        assert abs(picture.pixel(5, 5)[1] - green) <= 1
    box.present(gradient=None)
    surface.composite(picture)
    assert picture.pixel(5, 5) == RED
    assert box.presented.fields == PresentedFields.GRADIENT
    box.clear_presented("gradient")
    assert not box.presented.fields
    with pytest.raises(TypeError, match="a Gradient is needed"):
        box.present(gradient=["red"])  # type: ignore[arg-type]


def test_a_shadow_may_be_none(stage: "Tuple[Surface, Node, Bitmap]") -> None:
    _, box, _ = stage
    box.shadow = BoxShadow("black", 1, 1, 2)
    box.present(opacity=0.5)
    box.context.wait_idle(10)
    assert box.presented.shadow is not None
    box.present(shadow=None)
    assert box.presented.shadow is None and box.presented.fields & PresentedFields.SHADOW


def test_mistakes(stage: "Tuple[Surface, Node, Bitmap]") -> None:
    _, box, _ = stage
    with pytest.raises(lamina.InvalidArgumentError, match="opacity"):
        box.present(opacity=2)
    with pytest.raises(lamina.InvalidArgumentError, match="transform"):
        box.present(transform=(1, 2))
    with pytest.raises(lamina.InvalidArgumentError, match="'colour' is no presented value; there are position"):
        box.clear_presented("colour")
    errors = []

    def elsewhere() -> None:
        try:
            box.present(opacity=0.5)
        except lamina.WrongThreadError as error:
            errors.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert len(errors) == 1 and box.presented.fields == PresentedFields.NONE


def test_what_a_node_showed_stays_until_its_exit_ends(stage: "Tuple[Surface, Node, Bitmap]", context: lamina.Context) -> None:
    surface, box, bitmap = stage
    leaving = box.begin_exit()
    with pytest.raises(lamina.InvalidStateError, match="exit already"):
        box.begin_exit()
    box.remove_from_parent()
    context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == RED
    leaving.present(position=(25, 15), opacity=1.0)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == WHITE and bitmap.pixel(20, 10) == RED
    assert box.presented.fields == PresentedFields.NONE
    with pytest.raises(TypeError, match="'colour' is no presented value"):
        leaving.present(colour="red")
    leaving.end()
    surface.composite(bitmap)
    assert bitmap.pixel(20, 10) == WHITE
    with pytest.raises(lamina.InvalidStateError, match="no exit"):
        leaving.end()


def test_many_nodes_at_once(stage: "Tuple[Surface, Node, Bitmap]", context: lamina.Context) -> None:
    surface, box, bitmap = stage
    root = surface.root
    assert root is not None
    group = lamina.NodeGroup([box, root])
    group.present(opacity=[0.25, 1.0], background="blue")
    assert box.presented.opacity == 0.25 and root.presented.opacity == 1
    assert box.presented.background == root.presented.background == (0, 0, 1, 1)
    assert root.presented.fields == PresentedFields.OPACITY | PresentedFields.BACKGROUND
    surface.composite(bitmap)
    assert bitmap.pixel(3, 3) == (0, 0, 255, 255)
    with pytest.raises(lamina.InvalidArgumentError, match=r"nodes\[1\]: opacity is 3"):
        group.present(opacity=[0.5, 3.0])
    assert box.presented.opacity == 0.25
    with pytest.raises(lamina.InvalidArgumentError, match="1 values are given for 2 nodes"):
        group.present(opacity=[0.5])
    with pytest.raises(TypeError, match="'colour'"):
        group.present(colour="red")
    lamina.NodeGroup([]).present(opacity=0.5)


@pytest.mark.parametrize("count", [2, 3])
def test_buffers_in_turn(stage: "Tuple[Surface, Node, Bitmap]", count: int) -> None:
    surface, box, _ = stage
    buffers = [Bitmap(40, 30) for _ in range(count)]
    for frame in range(20):
        box.present(position=(5 + frame, 5 + frame % 3 * 4))
        damage = surface.composite(buffers[frame % count], age=0 if frame < count else count)
        assert frame < count or sum(rect.width * rect.height for rect in damage) < 40 * 30
        latest = buffers[frame % count]
        for y in range(30):
            for x in range(40):
                inside = frame <= x < frame + 10 and frame % 3 * 4 <= y < frame % 3 * 4 + 10
                assert latest.pixel(x, y) == (RED if inside else WHITE), (frame, x, y)
    with pytest.raises(lamina.InvalidArgumentError, match="age"):
        surface.composite(buffers[0], age=-1)
