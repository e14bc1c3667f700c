"""Nodes that manage their children: what is drawn, dropped and reported of 300 rows of which 5 are seen."""
from __future__ import annotations

from typing import Iterator, List, Tuple

import pytest

import lamina
from lamina import InterfaceEvent, InterfaceState, RangeMode, Ranges

ALL = InterfaceState.MEASURED | InterfaceState.PRELOAD | InterfaceState.DISPLAY | InterfaceState.VISIBLE


Stage = Tuple[lamina.Context, lamina.Node, List[lamina.Node], lamina.Surface, List[int]]


@pytest.fixture
def stage() -> Iterator[Stage]:
    context = lamina.Context(workers=1)
    rows: List[lamina.Node] = []
    drawn: List[int] = []
    node = lamina.Node(context)
    for number in range(300):
        row = lamina.Node(context, draw=lambda canvas, number=number: drawn.append(number))
        row.frame = (0, 10 * number, 20, 10)
        node.add_child(row)
        rows.append(row)
    surface = lamina.Surface(context, (20, 50))
    yield context, node, rows, surface, drawn
    context.close()


def test_what_is_near_is_drawn_and_the_rest_is_not(stage: Stage) -> None:
    context, node, rows, surface, drawn = stage
    node.ranges = "full"
    assert node.ranges is RangeMode.FULL
    surface.root = node
    context.wait_idle()
    assert sorted(drawn) == list(range(10))
    assert rows[4].interface_state == ALL and rows[5].interface_state == ALL & ~InterfaceState.VISIBLE
    assert rows[299].interface_state == InterfaceState.NONE


def test_observers_are_notified_of_what_crosses_an_edge(stage: Stage) -> None:
    context, node, rows, surface, drawn = stage
    events = []
    for number, row in enumerate(rows):
        row.add_interface_observer(lambda node, event, state, before, number=number: events.append((number, event)))
    node.ranges = Ranges(display=(0, 0))
    surface.root = node
    context.wait_idle()
    events.clear()
    for step in range(1, 11):
        node.bounds_origin = (0, step * 10)
        context.wait_idle()
    assert [number for number, event in events if event == InterfaceEvent.EXIT_PRELOAD] == list(range(10))
    assert [number for number, event in events if event == InterfaceEvent.ENTER_VISIBLE] == list(range(5, 15))
    assert len(drawn) == 15
    # What comes back is drawn anew.
    node.bounds_origin = (0, 90)
    context.wait_idle()
    assert drawn[-1] == 9 and len(drawn) == 16


def test_a_presented_bounds_origin_is_what_counts(stage: Stage) -> None:
    context, node, rows, surface, drawn = stage
    node.ranges = Ranges(display=(0, 0))
    surface.root = node
    context.wait_idle()
    drawn.clear()
    node.present(bounds_origin=(0, 1000))
    assert rows[100].interface_state == ALL and rows[0].interface_state == InterfaceState.NONE
    context.wait_idle()
    assert drawn == [100, 101, 102, 103, 104]
    node.bounds_origin = (0, 500)
    assert rows[100].interface_state == ALL
    node.clear_presented("bounds_origin")
    assert rows[100].interface_state == InterfaceState.NONE and rows[50].interface_state == ALL


def test_ranges_are_what_was_set(stage: Stage) -> None:
    context, node, rows, surface, drawn = stage
    assert node.ranges is None
    node.ranges = Ranges((2, 1), measured=(3, 0))
    assert node.ranges == Ranges((2, 1), (2, 1), (3, 1))
    node.ranges = RangeMode.LOW_MEMORY
    assert node.ranges is RangeMode.LOW_MEMORY
    assert lamina.Node(context, ranges="visible_only").ranges is RangeMode.VISIBLE_ONLY
    node.ranges = None
    assert node.ranges is None
    with pytest.raises(lamina.InvalidArgumentError, match="ranges is 'huge'"):
        node.ranges = "huge"
    with pytest.raises(lamina.InvalidArgumentError, match="display_leading_screens is nan"):
        node.ranges = Ranges((float("nan"), 0))
    with pytest.raises(lamina.InvalidArgumentError, match="two numbers"):
        node.ranges = Ranges((1, 2, 3))
    with pytest.raises(TypeError):
        node.ranges = Ranges(("a", 0))


def test_a_manager_may_decide_by_itself(stage: Stage) -> None:
    context, node, rows, surface, drawn = stage
    surface.root = node
    rows[0].interface_state = InterfaceState.PRELOAD
    assert rows[0].interface_state == InterfaceState.MEASURED | InterfaceState.PRELOAD
    context.wait_idle()
    assert 0 not in drawn and 299 in drawn
    rows[0].interface_state = InterfaceState.DISPLAY
    context.wait_idle()
    assert drawn[-1] == 0
    rows[0].remove_interface_state()
    assert rows[0].interface_state == ALL
    with pytest.raises(lamina.InvalidStateError):
        rows[0].remove_interface_state()
    with pytest.raises(lamina.InvalidArgumentError):
        rows[0].interface_state = InterfaceState(64)
