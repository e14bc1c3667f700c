from __future__ import annotations

import math

import pytest

import lamina
from lamina import Layout, Node, Rect, SizeRange, Style, background, center, column, inset, overlay, ratio, row, stack


def boxes(context: lamina.Context, *sizes: "tuple[float, float]") -> "list[Node]":
    return [Node(context, size=size) for size in sizes]


def frames(root: Node, nodes: "list[Node]", width: float, height: float) -> "list[Rect]":
    layout = Layout(root, SizeRange.exactly(width, height))
    return [layout.frame(node) for node in nodes]


def test_row_and_column(context: lamina.Context) -> None:
    a, b = boxes(context, (10, 20), (30, 5))
    root = Node(context, spec=row(a, b, spacing=4, align="center"))
    assert frames(root, [a, b], 100, 40) == [Rect(0, 10, 10, 20), Rect(14, 17.5, 30, 5)] or frames(
        root, [a, b], 100, 40
    ) == [Rect(0, 10, 10, 20), Rect(14, 18, 30, 5)]
    c, d = boxes(context, (10, 20), (30, 5))
    root = Node(context, spec=column(c, d, justify="end", align="end"))
    assert frames(root, [c, d], 100, 40) == [Rect(90, 15, 10, 20), Rect(70, 35, 30, 5)]


def test_flex(context: lamina.Context) -> None:
    a, b = Node(context, style=Style(flex_grow=1, height=5)), Node(context, style=Style(flex_grow=3, height=5))
    root = Node(context, spec=row(a, b))
    assert frames(root, [a, b], 100, 5) == [Rect(0, 0, 25, 5), Rect(25, 0, 75, 5)]


def test_inset_ratio_overlay_background_center(context: lamina.Context) -> None:
    a = Node(context)
    assert frames(Node(context, spec=inset(a, (1, 2, 3, 4))), [a], 50, 40) == [Rect(2, 1, 44, 36)]
    b = Node(context, size=(10, 10))
    pushed = inset(b, (math.inf, math.inf, 5, 5))
    assert frames(Node(context, spec=pushed), [b], 50, 40) == [Rect(35, 25, 10, 10)]
    c = Node(context)
    root = Node(context, spec=ratio(c, 0.5))
    assert Layout(root, SizeRange.with_width(80)).size == (80, 40)
    d, over, behind = Node(context, size=(20, 10)), Node(context), Node(context)
    root = Node(context, spec=background(overlay(d, over), behind))
    layout = Layout(root, SizeRange.up_to(100, 100))
    assert layout.size == (20, 10) and layout.frame(over) == layout.frame(behind) == Rect(0, 0, 20, 10)
    e = Node(context, size=(10, 10))
    assert frames(Node(context, spec=center(e)), [e], 50, 40) == [Rect(20, 15, 10, 10)]


def test_spacer(context: lamina.Context) -> None:
    a, b = boxes(context, (10, 10), (10, 10))
    with pytest.raises(lamina.InvalidArgumentError, match="context"):
        lamina.row()[[]]
    with pytest.raises(lamina.InvalidStateError, match="brackets"):
        Node(context).set_spec(lamina.row())
    spacer = stack(style=Style(flex_grow=1), context=context)
    root = Node(context, spec=row(a, spacer, b))
    assert frames(root, [b], 100, 10) == [Rect(90, 0, 10, 10)]


def test_a_spec_adopts_and_drops_nodes(context: lamina.Context) -> None:
    a, b = boxes(context, (1, 1), (1, 1))
    root = Node(context, spec=row(a, b))
    assert root.children == [a, b]
    other = column(Node(context))
    root.set_spec(other)
    assert a.parent is None and root.child_count == 1
    root.set_spec(None)
    assert root.child_count == 1


def test_an_element_stands_once_in_a_spec_and_goes_with_the_last(context: lamina.Context) -> None:
    a = Node(context)
    with pytest.raises(lamina.InvalidArgumentError):
        row(a, a)
    first, second = row(a), row(a)
    root = Node(context, spec=first)
    other = Node(context, spec=second)
    assert root.children == [] and other.children == [a]


def test_cycles_through_specs(context: lamina.Context) -> None:
    root, inner = Node(context), Node(context)
    root.set_spec(row(inner))
    with pytest.raises(lamina.CycleError):
        inner.set_spec(row(root))


def test_layout_results(context: lamina.Context) -> None:
    a = Node(context, size=(10, 10))
    root = Node(context, spec=inset(a, 5))
    with Layout(root, SizeRange.up_to()) as layout:
        assert layout.size == (20, 20) and a.frame == Rect(0, 0, 0, 0)
        layout.apply()
        assert a.frame == Rect(5, 5, 10, 10) and root.frame.size == (20, 20)
        with pytest.raises(lamina.OutOfRangeError):
            layout.frame(Node(context))
    with pytest.raises(lamina.ClosedError):
        layout.size
    with pytest.raises(lamina.InvalidArgumentError):
        Layout(root, SizeRange((10, 10), (5, 5)))
    with pytest.raises(lamina.InvalidArgumentError):
        ratio(Node(context), 0)
