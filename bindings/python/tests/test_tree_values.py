"""Descriptions are plain values: contents in brackets, slots in texts, copies and pickles."""
from __future__ import annotations

import copy
import json
import pickle
import re
from typing import Any, Callable, Dict

import pytest

import lamina
from lamina import Template, tree

PHOTO = lamina.Bitmap(2, 2)


def described(title: str = "Hello") -> tree.Item:
    return tree.node("card", background="white", border=(1, "red"))[
        tree.inset((4, 8))[tree.column(spacing=6, align="start")[
            tree.text(title, "title", size=18, weight="bold"), None,
            tree.text(markup="a <b>b</b>", name="marked"),
            tree.row(spacing=2)[[tree.node(size=(9, 9), background="red"), tree.spacer()], tree.image(PHOTO, size=(8, 8))],
            tree.overlay(tree.node("badge", size=(4, 4)))[tree.ratio(0.5)[tree.node(width=20)]],
            tree.background(tree.node())[tree.center("y")[tree.relative("end")[tree.text("x")]]],
            tree.corner(tree.node(size=(3, 3)), location="top_end")[tree.wrapper()[tree.absolute()[tree.node(size=(5, 5))]]],
            tree.directional_inset((1, 2, 3, 4))[tree.node()],
        ]],
    ]


def test_brackets_say_what_parentheses_say() -> None:
    a, b = tree.node("a"), tree.node("b")
    pairs = [
        (tree.column(spacing=6)[a, b], tree.column(a, b, spacing=6)), (tree.inset(4)[a], tree.inset(a, 4)),
        (tree.center("x")[a], tree.center(a, "x")), (tree.ratio(2)[a], tree.ratio(a, 2)),
        (tree.relative("end", "start")[a], tree.relative(a, "end", "start")), (tree.overlay(b)[a], tree.overlay(a, b)),
        (tree.background(b)[a], tree.background(a, b)), (tree.corner(b, wraps=True)[a], tree.corner(a, b, wraps=True)),
        (tree.node("c")[a, b], tree.node("c", a, b)), (tree.directional_inset(3)[a], tree.directional_inset(a, 3)),
    ]  # fmt: skip
    for bracketed, plain in pairs:
        assert Template(bracketed).json == Template(plain).json


def test_an_element_is_not_changed_by_its_brackets() -> None:
    column, shared = tree.column(spacing=6), tree.node("a")
    assert column[shared] is not column and column.children == () and column[shared].children == (shared,)


def test_copies_and_pickles(context: lamina.Context) -> None:
    item = described()
    for other in (copy.copy(item), copy.deepcopy(item), pickle.loads(pickle.dumps(item))):
        assert Template(other).json == Template(item).json and repr(other) == repr(item)
        made = tree.build(context, other)
        assert str(made["title"].text) == "Hello" and list(made) == ["card", "title", "marked", "badge"]
    slotted = tree.text("{a}", color=tree.slot("c"))
    assert Template(pickle.loads(pickle.dumps(slotted))).slots == Template(slotted).slots


def test_wrong_brackets() -> None:
    node, wrong = tree.node(), lamina.LaminaError
    calls: Dict[str, Callable[[], Any]] = {
        "this stack has its contents already": lambda: tree.column(node)[node],
        "a text of a description has no contents": lambda: tree.text("x")[node],
        "inset(...) takes one element, not 2": lambda: tree.inset(4)[node, node],
        "a text shows a string or markup, not both": lambda: tree.text("x", markup="x"),
    }
    for words, call in calls.items():
        with pytest.raises(wrong, match=re.escape(words)):
            call()
    with pytest.raises(TypeError, match="a description holds items of lamina.tree"):
        tree.column()["words"]


def test_markup(context: lamina.Context) -> None:
    made = tree.build(context, tree.text(markup="Read <span link='7'>this</span>", size=20)).root
    assert str(made.text) == "Read this" and [link.link for link in made.text.links] == [7]  # type: ignore[union-attr]
    form = Template(tree.text(markup="<b>{name}</b> &amp; {other}", size=20), background="white")
    same = Template({"kind": "text", "markup": "<b>{name}</b> &amp; {other}", "attributes": {"size": 20}}, background="white")
    row = {"name": "<A>", "other": "B"}
    assert next(form.render([row], workers=0)) == next(same.render([row], workers=0))


def test_slots_in_the_letters_of_a_text() -> None:
    form = Template(
        tree.text(
            "{name} <&>", color=tree.slot("tint"), family=tree.slot("font"), size=tree.slot("size"), weight=tree.slot("weight"),
            language=tree.slot("language"), slant="italic",
        ),
        background="white", defaults={"weight": 400},
    )  # fmt: skip
    assert set(form.slots) == {"name", "tint", "font", "size", "weight", "language"}
    row = {"name": "a", "tint": "#2f7ed8", "font": "DejaVu Sans", "size": 24, "language": "cs"}
    plain = tree.text("{name} <&>", color="#2f7ed8", family="DejaVu Sans", size=24, language="cs", slant="italic", weight="bold")
    found, same = next(form.render([{**row, "weight": "bold"}], workers=0)), next(Template(plain, background="white").render([row], workers=0))
    assert found == same != next(form.render([row], workers=0))
    red = next(form.render([{**row, "tint": "#ff0000"}], workers=0))
    for tint in ([1, 0, 0], (1, 0, 0, 1), lamina.Color(1, 0, 0)):
        assert next(form.render([{**row, "tint": tint}], workers=0)) == red
    with pytest.raises(lamina.InvalidArgumentError, match="the slots {tint} get values only in a lamina.Template"):
        with lamina.Context(0) as ui:
            tree.build(ui, tree.text("x", color=tree.slot("tint")))


def test_sides_that_are_keywords_may_be_slots() -> None:
    form = Template(tree.node(width=tree.slot("w"), height=4, background="red"))
    assert json.loads(form.json)["root"]["style"] == {"width": "{w}", "height": 4.0}
    assert next(form.render([{"w": 7}], workers=0)).size == (7, 4)


def test_what_cannot_be_a_slot_says_so() -> None:
    slot, node = tree.slot("s"), tree.node()
    calls: Dict[str, Callable[[], Any]] = {
        "flex_grow": lambda: tree.node(flex_grow=slot),  # type: ignore[arg-type]
        "alignment": lambda: tree.text("x", alignment=slot),
        "max_lines": lambda: tree.text("x", max_lines=slot),  # type: ignore[arg-type]
        "underline": lambda: tree.text("x", underline=slot),
        "name": lambda: tree.node(slot),
        "clips": lambda: tree.node(clips=slot),  # type: ignore[arg-type]
        "flex_style": lambda: tree.node(flex_style=slot),
        "spacing": lambda: tree.row(node, spacing=slot),  # type: ignore[arg-type]
        "width": lambda: tree.row(node, width=slot),
        "insets": lambda: tree.inset(node, slot),
    }
    for name, call in calls.items():
        with pytest.raises(lamina.InvalidArgumentError, match=rf"^{name} cannot be a slot, \{{s\}}: it is the same in all rows\. Slots are for"):
            call()
