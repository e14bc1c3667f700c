"""Messages name the argument or property as Python does, whatever the library or a conversion calls it."""
from __future__ import annotations

import re
from typing import Any, Callable, Dict

import pytest

import lamina
from lamina import Gravity, ImageState, InterfaceState


def refused(call: Callable[[], Any], words: str) -> None:
    with pytest.raises((TypeError, lamina.InvalidArgumentError), match=re.escape(words)):
        call()


def test_properties(context: lamina.Context) -> None:
    node = context.box()
    wrong: "Dict[str, Any]" = {
        "corner_radius is -1.0; a number from 0": ("corner_radius", -1),
        "frame is four numbers, (x, y, width, height), not 5": ("frame", 5),
        "anchor is two numbers, (x, y), not (1,)": ("anchor", (1,)),
        "clips is True or False, not 5": ("clips", 5),
        "hidden is True or False, not None": ("hidden", None),
        "interactive is True or False, not 'no'": ("interactive", "no"),
        "transform is a Matrix, or its six numbers, not 5": ("transform", 5),
        "background is (300.0, 0.0, 0.0, 1.0); each component": ("background", (300, 0, 0)),
        "background is 'rde'; a colour is written": ("background", "rde"),
        "border.width is -1.0": ("border", (-1, "red")),
        "border.color is 'rd'; a colour is written": ("border", (1, "rd")),
        "shadow.color is 'rd'; a colour is written": ("shadow", lamina.BoxShadow("rd")),
        "hit_slop.top is nan": ("hit_slop", float("nan")),
        "name is a string, not 5": ("name", 5),
    }
    for words, (name, value) in wrong.items():
        refused(lambda: setattr(node, name, value), words)
    refused(lambda: context.box(corner_radius=-1), "corner_radius is -1.0")
    node.clips = 1  # type: ignore[assignment]
    assert node.clips


def test_arguments(context: lamina.Context) -> None:
    node, label = context.box(), context.text("a")
    refused(lambda: context.box(draw=5), "draw is a function, not 5")
    refused(lambda: node.set_draw_callback(5), "draw is a function, not 5")  # type: ignore[arg-type]
    refused(lambda: context.set_loader("a", 5), "start is a function, not 5")  # type: ignore[arg-type]
    refused(lambda: context.set_loader("a", print, 5), "cancel is a function, not 5")  # type: ignore[arg-type]
    refused(lambda: node.set_placeholder(5), "color is a colour, such as")  # type: ignore[arg-type]
    refused(lambda: label.set_highlight(0, 1, "rd"), "color is 'rd'")


def test_closed_objects_are_not_entered() -> None:
    context = lamina.Context(workers=0)
    node = context.box()
    node.close()
    with pytest.raises(lamina.ClosedError, match="this Node is closed"):
        with node:
            pass
    context.close()
    with pytest.raises(lamina.ClosedError, match="this Context is closed"):
        with context:
            pass


def test_enums_say_their_names() -> None:
    assert str(ImageState.LOADED) == f"{ImageState.LOADED}" == "ImageState.LOADED"
    assert f"{Gravity.TOP:>12}|" == " Gravity.TOP|" and f"{Gravity.TOP:d}" == "4" and "%d" % Gravity.TOP == "4"
    both = str(InterfaceState.VISIBLE | InterfaceState.DISPLAY)
    assert both.startswith("InterfaceState.") and "VISIBLE" in both and "DISPLAY" in both


def test_more_arguments(context: lamina.Context) -> None:
    node = context.box()
    refused(lambda: lamina.corner("x")[node], "the second element has to be a Node or a Spec, not ")  # type: ignore[arg-type]
    refused(lambda: node.find(5), "wanted is a string, not 5")  # type: ignore[arg-type]
    refused(lambda: context.text("a", size=(5, 5)), "size of a text node is that of the font")  # type: ignore[arg-type]
    rows = lamina.List(context, template=lamina.Template({"root": {}}))
    refused(lambda: rows.rows.insert("x", {}), "index is a whole number, not 'x'")  # type: ignore[arg-type]
    form = lamina.Template({"root": {}})
    refused(lambda: list(form.render([{}], urls="no")), "urls is True or False, not 'no'")  # type: ignore[arg-type]
    refused(lambda: rows.apply_changes([], 5), "changes is a list of ListChange, not 5")  # type: ignore[arg-type]
