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
    with pytest.raises(lamina.InvalidStateError, match="context"):
        lamina.row()[[]].description()
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


def test_wrapping_and_shorthands(context: lamina.Context) -> None:
    a, b = boxes(context, (60, 10), (60, 10))
    root = Node(context, spec=row(a, b, wrap=True, line_spacing=5, align="start"))
    assert frames(root, [a, b], 100, 40) == [Rect(0, 0, 60, 10), Rect(0, 15, 60, 10)]
    root.set_spec(stack(a, b, wrap=True, align_content="end", horizontal_alignment="right", vertical_alignment="top"))
    assert frames(root, [a, b], 100, 40) == [Rect(40, 20, 60, 10), Rect(40, 30, 60, 10)]


def test_specs_that_place(context: lamina.Context) -> None:
    a, b = boxes(context, (20, 10), (10, 10))
    root = Node(context, spec=lamina.relative(a, "end", "center"))
    assert frames(root, [a], 100, 50) == [Rect(80, 20, 20, 10)]
    root.set_spec(lamina.wrapper(a, b))
    assert Layout(root, SizeRange.up_to(100, 100)).size == (20, 10)
    root.set_spec(lamina.corner(a, b, location="bottom_right", offset=(-2, 0)))
    assert Layout(root, SizeRange.up_to(100, 100)).frame(b) == Rect(13, 5, 10, 10)
    b.style = Style(width="50%", height=10, layout_position=(7, 8))
    root.set_spec(lamina.absolute(a, b, sizing="fit"))
    assert frames(root, [b], 100, 50) == [Rect(7, 8, 50, 10)]
    root.set_spec(lamina.padding(row(a, lamina.spacer(context), b), 3, 4))
    assert frames(root, [a], 100, 50) == [Rect(3, 4, 20, 10)]
    with pytest.raises(lamina.InvalidStateError, match="context"):
        lamina.wrapper()[[]].description()


def test_right_to_left(context: lamina.Context) -> None:
    a, b = boxes(context, (20, 10), (10, 10))
    root = Node(context, spec=row(a, b))
    assert not root.is_right_to_left
    context.layout_direction = "right_to_left"
    assert context.layout_direction == lamina.LayoutDirection.RIGHT_TO_LEFT and root.is_right_to_left
    assert frames(root, [a, b], 100, 10) == [Rect(80, 0, 20, 10), Rect(70, 0, 10, 10)]
    root.set_layout_direction("left_to_right")
    assert frames(root, [a, b], 100, 10)[1].x == 20
    assert root.style.layout_direction == lamina.LayoutDirection.LEFT_TO_RIGHT
    root.set_layout_direction("inherit")
    root.set_spec(lamina.directional_inset(a, (0, 7, 0, 80)))
    a.style = Style()
    assert frames(root, [a], 100, 10) == [Rect(80, 0, 13, 10)]


def test_style_fields_and_lengths(context: lamina.Context) -> None:
    node = Node(context, style=Style(width=6, ascender=1, descender=-2))
    node.set_flex(1, 2, "25%")
    node.set_min_size((1, 2))
    node.set_max_size((math.inf, 9))
    node.set_size(5, "auto")
    node.set_spacing(-1, 2)
    node.set_align_self("end")
    node.set_layout_position((3, 4))
    assert node.style == Style(
        width=5, ascender=1, descender=-2, layout_position=(3, 4), flex_grow=1, flex_shrink=2, flex_basis="25%",
        min_width=1, min_height=2, max_height=9, spacing_before=-1, spacing_after=2, align_self="end")  # fmt: skip
    assert node.preferred_size == (5, 0)
    assert lamina.Dimension.parse("12.5pt") == lamina.Dimension.of(12.5)
    assert [str(lamina.Dimension.of(each)) for each in (None, 3, "7%")] == ["auto", "3pt", "7%"]
    with pytest.raises(lamina.InvalidArgumentError, match="12px"):
        lamina.Dimension.parse("12px")


def test_descriptions(context: lamina.Context) -> None:
    a, b = Node(context, size=(10, 10), name="a"), lamina.TextNode(context, "words", name="b")
    spec = column(inset(a, 2), b)
    assert spec.description().splitlines()[0].strip("-") == " column "
    root = Node(context, spec=spec, name="root")
    assert root.description().splitlines()[1] == '  node "a" 0 x 0 at (0, 0) | width 10pt, height 10pt'
    why = root.explain(SizeRange.with_width(100), a)
    assert why.startswith('node "a": 96 x 10 at (2, 2)\n')
    assert "the style wants a width of 10 or less, but 96 is the least that is allowed; the parent wins" in why
    assert "column" in root.explain(SizeRange.with_width(100)) and "decided" in root.explain(SizeRange.with_width(9), spec)
    with pytest.raises(lamina.LaminaError, match="not part of the layout"):
        root.explain(SizeRange.with_width(100), Node(context))
