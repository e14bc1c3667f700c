"""Layouts that read like layouts, and what a context makes."""
from __future__ import annotations

import dataclasses
import typing

import pytest

import lamina
from lamina import Layout, Node, SizeRange, _keywords, center, column, inset, overlay, ratio, row, span
from lamina.style import Style
from lamina.text import TextAttributes, TextOptions


def frame(root: Node, node: Node, width: float, height: float) -> lamina.Rect:
    return Layout(root, SizeRange.exactly(width, height)).frame(node)


def test_brackets_and_arguments_say_the_same(context: lamina.Context) -> None:
    a, b = context.box(size=(10, 20)), context.box(size=(30, 5))
    for spec in (column(spacing=4)[a, b], column(a, b, spacing=4), column(spacing=4)[[a, None], (b,)]):
        root = Node(context, spec=inset(spec, (1, 2, 3, 4)))
        assert frame(root, b, 100, 100) == (2, 25, 30, 5)
    root = Node(context, spec=inset((1, 2))[row()[a, b]])
    assert frame(root, b, 100, 100)[:2] == (12, 1)


def test_specs_of_one_child(context: lamina.Context) -> None:
    a, b = context.box(size=(10, 20)), context.box()
    assert frame(Node(context, spec=center()[a]), a, 100, 100) == (45, 40, 10, 20)
    assert frame(Node(context, spec=center("x")[a]), a, 100, 100)[:2] == (45, 0)
    assert frame(Node(context, spec=column()[ratio(0.5)[b]]), b, 100, 100)[2:] == (100, 50)
    assert frame(Node(context, spec=row()[overlay(b)[a]]), b, 100, 20)[2:] == (10, 20)
    with pytest.raises(lamina.InvalidArgumentError, match="one child"):
        inset(4)[a, b]
    with pytest.raises(TypeError, match="ui.text"):
        column()["a string"]
    with pytest.raises(TypeError, match="besides its child"):
        inset(a, 1, 2)


def test_specs_of_several_and_of_places(context: lamina.Context) -> None:
    a, b = context.box(size=(10, 20)), context.box(size=(30, 5))
    assert frame(Node(context, spec=lamina.wrapper()[a, b]), b, 100, 100)[:2] == (0, 0)
    assert frame(Node(context, spec=lamina.absolute()[a, b]), b, 100, 100)[:2] == (0, 0)
    assert frame(Node(context, spec=lamina.relative("end", "end")[a]), a, 100, 100) == (90, 80, 10, 20)
    assert frame(Node(context, spec=column(align="start")[lamina.corner(b, location="top_start")[a]]), b, 100, 100)[2:] == (30, 5)
    assert frame(Node(context, spec=row(wrap=True, line_spacing=3)[a, b]), b, 30, 100)[:2] == (0, 23)
    with pytest.raises(TypeError, match="lines"):
        row(lines=3)[a]


def test_the_second_element_may_be_named(context: lamina.Context) -> None:
    a, b = context.box(size=(10, 20)), context.box()
    assert frame(Node(context, spec=row()[lamina.background(behind=b)[a]]), b, 100, 20)[2:] == (10, 20)
    assert frame(Node(context, spec=row()[overlay(over=b)[a]]), b, 100, 20)[2:] == (10, 20)
    for make in (overlay, lamina.background, lamina.corner):
        with pytest.raises(TypeError, match=make.__name__ + r"\(\) takes an element"):
            make()


def test_an_unfinished_spec_says_what_is_missing(context: lamina.Context) -> None:
    for use in (lambda: Node(context, spec=column()), lambda: column()[row()]):
        with pytest.raises(lamina.InvalidStateError, match=r"brackets, (row|column)\(\.\.\.\)\[a, b\]"):
            use()
    with pytest.raises(lamina.InvalidStateError, match="already"):
        column()[Node(context)][Node(context)]
    cell = inset(5)
    assert cell[Node(context)] != cell[Node(context)] and "inset" in repr(cell)


def test_style_keywords(context: lamina.Context) -> None:
    grows, fixed = context.box(flex_grow=1), context.text("", width=30, height=10)
    root = Node(context, spec=row(height="50%")[grows, fixed])
    assert frame(root, grows, 100, 20).width == 70
    assert Node(context, style=Style(flex_grow=2), width=5).style == Style(flex_grow=2, width=5)
    with pytest.raises(TypeError, match="flex_gorw"):
        context.box(flex_gorw=1)  # type: ignore[call-arg]


def test_spacer_and_box(context: lamina.Context) -> None:
    a, b = context.box(size=(10, 10)), context.box(size=(10, 10))
    root = context.box(background="white")[row()[a, context.spacer(), b]]
    assert frame(root, b, 100, 10).x == 90
    assert root.background == lamina.WHITE and root[a] is root
    with pytest.raises(TypeError, match="children"):
        root[0]  # type: ignore[index]


def test_spans(context: lamina.Context) -> None:
    plain = lamina.Text(context, "Total 12.50", size=18)
    big = context.text("Total ", span("12.50", weight="bold", size=30), size=18)
    assert Layout(big, SizeRange.up_to()).size.height > plain.measure().size.height
    node = lamina.TextNode(context, [span("a"), "b"])
    node.set_text(["c", span("d", color="red")], size=12)
    node.set_text(span("e", weight=300))
    with pytest.raises(lamina.InvalidArgumentError, match="extrabold"):
        span("x", weight="heavyish")
        context.text(span("x", weight="heavyish"))
    with pytest.raises(TypeError, match="strings and spans"):
        context.text("a", 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "keywords, kind",
    [
        (_keywords.StyleKeywords, Style),
        (_keywords.TextKeywords, TextAttributes),
        (_keywords.SettingKeywords, TextOptions),
    ],
)
def test_the_keywords_that_type_checkers_see_are_the_fields(keywords: type, kind: typing.Any) -> None:
    assert set(keywords.__annotations__) == {field.name for field in dataclasses.fields(kind)}


def test_colors() -> None:
    assert lamina.Color.hex("#f00") == lamina.Color.hex("red") == lamina.Color.hex("#FF0000FF") == (1, 0, 0, 1)
    assert lamina.Color.hex("transparent") == (0, 0, 0, 0)
    for wrong in ("#12", "#ggg", "reddish", "", "123456"):
        with pytest.raises(ValueError, match="#rrggbb"):
            lamina.Color.hex(wrong)


def test_a_list_may_be_empty(context: lamina.Context) -> None:
    """A list of rows is empty before there are any: the spec is made where it is used."""
    title, rows = context.text("title"), []  # type: ignore[var-annotated]
    for spec in (
        column(spacing=4)[rows], column(rows), inset(8)[column()[rows]], row()[column()[rows], [None]], lamina.wrapper()[rows],
        lamina.absolute()[rows], overlay(column()[rows])[row()[rows]], lamina.corner(column()[rows])[row()[rows]],
    ):  # fmt: skip
        node = context.box()[spec]
        assert node.child_count == 0 and "holds nothing" in repr(spec)
        assert context.picture(column()[spec], 5, 5).size == (5, 5)
        with pytest.raises(lamina.InvalidStateError, match="is empty, and has no context"):
            spec.description()
        assert frame(context.box()[column()[spec, title]], title, 100, 100).width == 100
    assert context.box()[overlay(column()[rows])[title]].child(0) is title
    with pytest.raises(lamina.InvalidArgumentError, match="one child"):
        inset(8)[rows]
