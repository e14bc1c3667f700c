"""Functions of Python that take part in layouts, and layouts that are walked."""
from __future__ import annotations

import gc

import pytest

import lamina
from lamina import _callbacks


def test_a_measurer_is_asked_and_its_answer_kept(context: lamina.Context) -> None:
    asked = []

    def measure(sizes: lamina.SizeRange) -> tuple:
        asked.append(sizes)
        return (50, 20, 15, 15)

    node, other = lamina.Node(context), lamina.Node(context, size=(5, 5))
    node.set_measure_callback(measure)
    root = lamina.Node(context, spec=lamina.row(node, other, align="baseline_first"))
    layout = lamina.Layout(root, lamina.SizeRange.up_to(width=300))
    assert layout.frame(node).size == (50, 20)
    assert layout.frame(other).y == 15
    count = len(asked)
    other.set_preferred_size((6, 6))
    assert lamina.Layout(root, lamina.SizeRange.up_to(width=300)).frame(other).size == (6, 6)
    assert len(asked) == count
    node.set_needs_layout()
    lamina.Layout(root, lamina.SizeRange.up_to(width=300))
    assert len(asked) > count


def test_a_spec_maker_follows_the_room(context: lamina.Context) -> None:
    children = [lamina.Node(context, size=(40, 10)) for _ in range(3)]
    root = lamina.Node(context)
    root.set_layout_spec_callback(lambda sizes: (lamina.row if sizes.max.width >= 120 else lamina.column)(*children))
    lamina.Layout(root, lamina.SizeRange.up_to(width=200)).apply()
    assert [child.frame.x for child in children] == [0, 40, 80]
    assert root.children == children
    lamina.Layout(root, lamina.SizeRange.up_to(width=100)).apply()
    assert [child.frame.y for child in children] == [0, 10, 20]


def test_an_arranger_places_children(context: lamina.Context) -> None:
    kept = []

    def staircase(children: lamina.LayoutPass, sizes: lamina.SizeRange) -> None:
        x = y = 0.0
        for child in children:
            size = children.measure(child, sizes)
            children.place(child, (x, y, *size))
            x, y = x + size.width, y + size.height
        children.set_size((x, y))
        kept.append(children)

    root = lamina.Node(context)
    boxes = [lamina.Node(context, size=(10, 20)) for _ in range(3)]
    for box in boxes:
        root.add_child(box)
    root.set_layout_callback(staircase)
    layout = lamina.Layout(root, lamina.SizeRange.up_to(100, 100))
    assert layout.size == (30, 60)
    assert layout.frame(boxes[2]) == (20, 40, 10, 20)
    with pytest.raises(lamina.InvalidStateError):
        len(kept[0])


def test_functions_are_let_go(context: lamina.Context) -> None:
    before = _callbacks.kept_count()
    node = lamina.Node(context)
    node.set_measure_callback(lambda sizes: (1, 1))
    node.set_layout_spec_callback(lambda sizes: None)
    node.set_layout_callback(lambda children, sizes: None)
    assert _callbacks.kept_count() == before + 1
    node.set_measure_callback(None)
    assert _callbacks.kept_count() == before + 1
    del node
    gc.collect()
    assert _callbacks.kept_count() == before


def test_a_layout_is_walked_and_hit(context: lamina.Context) -> None:
    inner = lamina.Node(context, size=(10, 10))
    cell = lamina.Node(context, spec=lamina.inset(inner, 5))
    root = lamina.Node(context, spec=lamina.column(lamina.Node(context, size=(10, 30)), cell))
    root.concurrent = True
    assert root.concurrent
    layout = lamina.Layout(root, lamina.SizeRange.exactly(100, 100))
    assert len(layout) == 4 and list(layout)[2:] == [cell, inner]
    assert layout.absolute_frame(inner) == (5, 35, 90, 10)
    assert layout.node_at((7, 40)) is inner
    assert layout.node_at((7, 400)) is None
