"""Observers of layout, and hits with their paths."""
from __future__ import annotations

from typing import List, Tuple

import pytest

import lamina
from lamina import LayoutEvent, Node, Size, Surface, column


def test_a_cell_asks_for_another_height(context: lamina.Context) -> None:
    events: List[Tuple[Node, LayoutEvent, Size]] = []
    box, cell, page = Node(context), Node(context), Node(context)
    box.set_preferred_size(10, 10)
    cell.set_spec(column(box))
    cell.frame = (0, 0, 50, 10)
    page.add_child(cell)
    surface = Surface(context, (100, 100), root=page)
    context.wait_idle()
    number = cell.add_layout_observer(lambda *event: events.append(event))
    box.add_layout_observer(lambda *event: events.append(event))
    box.set_preferred_size(10, 25)
    context.wait_idle()
    assert (cell, LayoutEvent.NATURAL_SIZE, Size(50, 10)) in events
    assert (box, LayoutEvent.SIZE, Size(10, 25)) in events
    assert (box, LayoutEvent.LAID_OUT, Size(10, 25)) in events
    assert not any(node is cell and event == LayoutEvent.SIZE for node, event, _ in events)
    events.clear()
    cell.frame = (0, 0, 50, cell.measure(lamina.SizeRange.with_width(50)).height)
    context.wait_idle()
    assert (cell, LayoutEvent.SIZE, Size(50, 25)) in events
    events.clear()
    cell.remove_layout_observer(number)
    cell.frame = (0, 0, 50, 50)
    context.wait_idle()
    assert not any(node is cell for node, _, _ in events)
    with pytest.raises(lamina.InvalidStateError):
        cell.remove_layout_observer(number)
    del surface


def test_a_natural_size_that_was_measured_is_exact(context: lamina.Context) -> None:
    events: List[LayoutEvent] = []
    first, second, cell, page = Node(context), Node(context), Node(context), Node(context)
    first.set_preferred_size(10, 20)
    second.set_preferred_size(10, 20)
    cell.set_spec(lamina.row(first, second))
    cell.frame = (0, 0, 50, 20)
    page.add_child(cell)
    surface = Surface(context, (100, 100), root=page)
    cell.add_layout_observer(lambda node, event, size: events.append(event))
    assert cell.measure(lamina.SizeRange.with_width(50)).height == 20
    context.wait_idle()
    events.clear()
    first.set_preferred_size(10, 15)
    context.wait_idle()
    assert LayoutEvent.NATURAL_SIZE not in events, "the other one is as high as it was"
    first.set_preferred_size(10, 25)
    context.wait_idle()
    assert events.count(LayoutEvent.NATURAL_SIZE) == 1
    assert cell.measure(lamina.SizeRange.with_width(50)).height == 25
    del surface


def test_hits_come_with_their_path(context: lamina.Context) -> None:
    root, group, leaf = Node(context), Node(context), Node(context)
    root.frame, group.frame, leaf.frame = (0, 0, 100, 100), (10, 10, 50, 50), (10, 10, 20, 20)
    root.add_child(group)
    group.add_child(leaf)
    assert root.hit_path((25, 25)) == [leaf, group, root]
    assert root.hit_path((500, 25)) == []
    group.interactive = False
    assert root.hit((25, 25)) == (root, (25, 25))
    assert leaf.interactive and not group.interactive
