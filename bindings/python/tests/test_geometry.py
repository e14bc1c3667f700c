"""Lengths and colours are read as the library reads them, and sizes are written in either form."""
from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina import Dimension, Unit, geometry


def test_a_length_is_read_by_the_library() -> None:
    for text in ("33.3%", "7%", "50%", "0%", "100%", "1e1%", "auto", "AUTO", "Auto", "", "12", "12pt", "12.5", "0.1pt"):
        assert Dimension.of(text) == Dimension.parse(text) == Dimension.parse(str(Dimension.of(text))), text
    assert Dimension.of("33.3%") == (Unit.FRACTION, 0.333) and Dimension.of("12") == (Unit.POINTS, 12)
    assert lamina.Style(width="AUTO", height="12pt") == lamina.Style(height=12)
    for wrong in ("1_0%", " 50%", "50 %", "12px", "150%", "-5%", "-1", "nan", "inf", "0x10", "½", "\ud800", "5\0%"):
        with pytest.raises(lamina.InvalidArgumentError, match="a length is a number"):
            Dimension.of(wrong)
        with pytest.raises(lamina.InvalidArgumentError, match="a length is a number"):
            Dimension.parse(wrong)
    for unfit in (b"12", bytearray(b"12"), object(), [1], (1, 2)):
        with pytest.raises(TypeError, match="a length is a number"):
            Dimension.of(unfit)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a string"):
        Dimension.parse(5)  # type: ignore[arg-type]


def test_a_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from lamina._library import lib

    asked = []
    parse = lib.lamina_dimension_parse
    monkeypatch.setattr(lib, "lamina_dimension_parse", lambda *given: (asked.append(given[0]), parse(*given))[1])
    for _ in range(1000):
        lamina.Style(width="12.34%")
    assert len(asked) <= 1


def test_the_names_of_colors_are_those_of_the_library(context: lamina.Context, root: Path) -> None:
    """C has no call that reads a colour, so that Python has the names a second time."""
    for name in geometry._NAMED_COLORS:
        form = lamina.Template({"root": {"background": name.title()}, "width": 1, "height": 1})
        (drawn,) = form.render([{}], context=context)
        assert drawn.pixel(0, 0) == context.picture(context.box(background=name), 1, 1).pixel(0, 0), name
    source = next(root.glob("Sources/*/Color+Text.swift"), None)
    if source is not None:
        known = set(re.findall(r'"([a-z]+)"(?=: 0x| \{)', source.read_text(encoding="utf-8")))
        assert known | {"transparent"} == set(geometry._NAMED_COLORS)


def test_a_size_is_one_value_or_two(context: lamina.Context) -> None:
    one, two = context.box(), context.box()
    one.set_preferred_size(60, 8), two.set_preferred_size((60, 8))
    assert one.preferred_size == two.preferred_size == (60, 8)
    one.set_min_size(5, 6), two.set_min_size((5, 6))
    one.set_max_size(70, math.inf), two.set_max_size(lamina.Size(70, math.inf))
    assert one.style == two.style == lamina.Style(60, 8, min_width=5, min_height=6, max_width=70)
    one.set_size("50%", None), two.set_size(("50%", None))
    assert one.style == two.style and one.style.width == Dimension.of("50%") and one.style.height == Dimension()
    one.set_size(Dimension.of(3), 4), two.set_size([3, 4])  # type: ignore[arg-type]
    assert one.style == two.style and one.preferred_size == (3, 4)
    one.set_size(height=9, width="auto")
    assert one.style.height == Dimension.of(9)
    wrong: Any = (lambda: one.set_min_size(5), lambda: one.set_size((1, 2, 3)), lambda: one.set_size((1, 2), 3), lambda: one.set_max_size((1, 2), 3))  # type: ignore
    for call in wrong:
        with pytest.raises((TypeError, lamina.InvalidArgumentError), match="size is"):
            call()


def test_what_can_be_read_can_be_assigned(context: lamina.Context) -> None:
    box, other = context.box(), context.box()
    box.preferred_size = (10, 20)
    assert box.preferred_size == (10, 20) and box.style.width == Dimension.of(10)
    box.layout_direction = "right_to_left"
    assert box.layout_direction is lamina.LayoutDirection.RIGHT_TO_LEFT and box.is_right_to_left
    assert other.layout_direction is lamina.LayoutDirection.INHERIT
    box.set_traits(color_scheme="dark", text_size_factor=1.5, tint="red")
    other.traits = box.traits
    assert (other.traits.color_scheme, other.traits.text_size_factor) == (lamina.ColorScheme.DARK, 1.5)
    other.traits = None
    assert other.traits == context.box().traits
    box.set_placeholder("red", fade=0.5, persists=True, insets=2)
    other.placeholder = box.placeholder
    assert other.placeholder == box.placeholder
    other.placeholder = None
    assert other.placeholder.color.alpha == 0
    for name in ("traits", "placeholder"):
        with pytest.raises(TypeError, match=name):
            setattr(box, name, (1, 2))
    surface = lamina.Surface(context, (5, 5))
    surface.size, surface.scale, surface.root = (7, 8), 2, box
    assert (surface.size, surface.scale, surface.root, surface.bounds_px) == ((7, 8), 2, box, (0, 0, 14, 16))
    surface.root = None
    assert surface.root is None


def test_what_grows_with_the_library_is_not_unpacked(context: lamina.Context) -> None:
    surface = lamina.Surface(context, (5, 5), root=context.box(background="red"))
    context.wait_idle(30)
    layout = lamina.TextLayout(lamina.Text(context, "x"))
    found = (context.statistics, context.memory, surface.layers()[0], context.box().traits, context.box().placeholder,
             layout.metrics, layout.line(0), layout.caret(0), layout.hit((0, 0)))  # fmt: skip
    for value in found:
        assert not isinstance(value, tuple) and value == value and repr(value).startswith(type(value).__name__)
        with pytest.raises(TypeError):
            iter(value)  # type: ignore[call-overload]
        with pytest.raises(AttributeError):
            setattr(value, next(iter(type(value).__annotations__)), 1)
