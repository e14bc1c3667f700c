"""What is shown of nodes in place of what they have."""
from __future__ import annotations

import threading
from typing import Any, Dict, Tuple

import pytest

import lamina
from lamina import Bitmap, BoxShadow, Color, CornerRadii, Matrix, Node, PresentedFields, Surface

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


def test_a_shadow_may_be_none(stage: "Tuple[Surface, Node, Bitmap]") -> None:
    _, box, _ = stage
    box.shadow = BoxShadow("black", 1, 1, 2)
    box.present(opacity=0.5)
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
