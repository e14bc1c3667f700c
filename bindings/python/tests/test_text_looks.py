"""The attributes and options of text nodes as properties, and the appearance of nodes as keywords."""
from __future__ import annotations

import gc
import re
from typing import Any

import pytest

import lamina
from lamina import BoxShadow, Gradient, span, tree


def same(context: lamina.Context, node: lamina.Node, other: lamina.Node) -> bool:
    return context.picture(node, scale=2) == context.picture(other, scale=2)


def test_one_attribute_keeps_the_others(context: lamina.Context) -> None:
    label = context.text("Hello", size=30, weight="bold")
    label.color = "red"
    assert (label.color, label.size, label.weight, label.slant) == ("red", 30, "bold", lamina.FontSlant.INHERIT)
    assert same(context, label, context.text("Hello", size=30, weight="bold", color="red"))
    label.text = "Goodbye"  # type: ignore[assignment]
    label.size = 12
    assert same(context, label, context.text("Goodbye", size=12, weight="bold", color="red"))
    label.set_text("Again", color="blue")  # which dropped the size
    assert same(context, label, context.text("Again", size=12, weight="bold", color="blue"))
    label.set_text("Again", lamina.TextAttributes(size=9))
    assert same(context, label, context.text("Again", size=9)) and label.color is None


def test_spans_and_markup_keep_their_own(context: lamina.Context) -> None:
    words = ("Total ", span("12", weight="bold"))
    label = context.text(*words, size=20)
    label.color = "teal"
    assert same(context, label, context.text(*words, size=20, color="teal"))
    label.text = ["Sum ", span("13", weight="bold")]  # type: ignore[assignment]
    assert same(context, label, context.text("Sum ", span("13", weight="bold"), size=20, color="teal"))
    label.text = "Sum 13"  # type: ignore[assignment]
    label.slant = "italic"
    assert same(context, label, context.text("Sum 13", size=20, color="teal", slant="italic"))
    marked = context.text(markup="Read <b>this</b>", size=20)
    assert str(marked.text) == "Read this" and same(context, marked, context.text("Read ", span("this", weight="bold"), size=20))
    marked.color = "red"
    assert same(context, marked, context.text(markup="Read <b>this</b>", size=20, color="red"))
    given = context.text(lamina.Text(context, "Hi", size=40))
    given.color = "red"
    assert same(context, given, context.text("Hi", size=40, color="red"))


def test_one_option_keeps_the_others(context: lamina.Context) -> None:
    label = context.text("some words in two lines", size=20, max_lines=3, alignment="center", width=90)
    label.max_lines = 1
    assert (label.max_lines, label.alignment) == (1, "center")
    assert same(context, label, context.text("some words in two lines", size=20, max_lines=1, alignment="center", width=90))


def test_nodes_that_are_found_again(context: lamina.Context) -> None:
    root = context.box()[lamina.column()[context.text("a", size=30)]]
    gc.collect()
    child: Any = root.child(0)
    child.color = "red"
    assert same(context, child, context.text("a", size=30, color="red"))
    made = tree.build(context, tree.node(None, tree.column(tree.text("a", "t", size=30, max_lines=2), tree.text(markup="<b>b</b>", name="m"))))
    made["t"].color = "red"
    made["m"].size = 30
    assert same(context, made["t"], context.text("a", size=30, color="red")) and made["t"].max_lines == 2
    assert same(context, made["m"], context.text("b", size=30, weight="bold"))


def test_a_text_that_was_built_has_its_own(context: lamina.Context) -> None:
    label = context.text(lamina.TextBuilder(context).append("a", size=30).append("b").copy_text())
    with pytest.raises(lamina.InvalidStateError, match=r"color is not known: .* set_text\(string, color=...\)"):
        label.color = "red"
    label.set_text("ab", color="red")
    assert label.color == "red"


def test_looks_of_nodes_that_ended_go(context: lamina.Context) -> None:
    kept = context.text("x", size=5)
    for _ in range(5000):
        context.text("x", size=5)
    gc.collect()
    assert len(context._text_looks.kept) < 2000 and kept.size == 5


def test_wrong_values(context: lamina.Context) -> None:
    label = context.text("x", size=20)
    for name, value, words in (("size", "big", "size is a number"), ("slant", "x", "slant is 'x'; it must be one of"), ("color", "x", "a colour is written")):
        with pytest.raises((TypeError, lamina.InvalidArgumentError), match=words):
            setattr(label, name, value)
        assert getattr(label, name) == getattr(context.text("x", size=20), name)
    with pytest.raises(AttributeError):
        label.colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(lamina.InvalidArgumentError, match="a text node shows a text or markup, not both"):
        context.text("a", markup="b")


def test_the_appearance_is_keywords(context: lamina.Context) -> None:
    shadow, fading = BoxShadow("#0008", y=4, blur=12), Gradient([(0, "red"), (1, "blue")])
    drawing, photo = lamina.Drawing().rect(0, 0, 9, 9).fill("teal"), lamina.Bitmap(3, 3)
    box = context.box(
        size=(40, 30), border=(2, "black"), shadow=shadow, gradient=fading, opacity=0.5, corner_radii=(1, 2, 3, 4), hidden=False,
        transform=lamina.Matrix.rotation(5), anchor=(0, 0), z_position=3,
    )  # fmt: skip
    other = context.box(size=(40, 30))
    other.border, other.shadow, other.opacity, other.corner_radii = (2, "black"), shadow, 0.5, (1, 2, 3, 4)  # type: ignore[assignment]
    other.transform, other.anchor, other.z_position = lamina.Matrix.rotation(5), (0, 0), 3  # type: ignore[assignment]
    other.set_gradient(fading)
    assert same(context, lamina.inset(20)[box], lamina.inset(20)[other])  # type: ignore[arg-type]
    drawn = context.box(size=(9, 9))
    drawn.set_drawing(drawing)
    assert same(context, context.box(size=(9, 9), drawing=drawing), drawn) and context.picture(context.box(image=photo)).size == (3, 3)
    label = context.text("x", border=(2, "red"), opacity=0.5, gradient=fading, background="white", name="n")
    assert label.border == (2, lamina.Color(1, 0, 0)) and label.opacity == 0.5 and label.name == "n" and label.gradient == fading
    with pytest.raises(TypeError, match=re.escape("there is no keyword 'opacty'; did you mean 'opacity'?")):
        context.box(opacty=1)  # type: ignore[call-arg]
