"""The display of a node with all below it."""
from __future__ import annotations

import math
import time
from typing import Callable, List, Tuple

import pytest

import lamina
from lamina import Bitmap, Canvas, Node, SubtreeEvent, Surface


def test_observers_and_suspension(context: lamina.Context) -> None:
    drawn: List[int] = []
    root = Node(context)
    for number in range(2):
        box = Node(context, draw=lambda canvas, number=number: drawn.append(number))
        box.frame = (10 * number, 0, 10, 10)
        root.add_child(box)
    events: List[SubtreeEvent] = []
    number = root.add_subtree_observer(lambda node, event: events.append(event))
    surface = Surface(context, (20, 10), root=root)
    context.wait_idle()
    assert events == [SubtreeEvent.BEGIN, SubtreeEvent.COMPLETE] and sorted(drawn) == [0, 1]
    root.set_subtree_suspended(True)
    root.child(0).set_needs_display()
    context.wait_idle()
    assert len(drawn) == 2 and root.child(1).display_suspended
    root.set_subtree_suspended(False)
    context.wait_idle()
    assert sorted(drawn) == [0, 0, 1, 1] and len(events) == 4
    root.remove_subtree_observer(number)
    with pytest.raises(lamina.InvalidStateError):
        root.remove_subtree_observer(number)
    del surface


def test_what_is_waited_for_is_there_in_the_same_frame(context: lamina.Context) -> None:
    def draw(canvas: Canvas) -> None:
        time.sleep(0.02)
        canvas.cairo.set_source_rgb(1, 0, 0)
        canvas.cairo.paint()

    root, box = Node(context), Node(context, draw=draw)
    box.frame = (0, 0, 10, 10)
    assert root.display_patience == 0
    root.display_patience = math.inf
    assert root.display_patience == math.inf
    surface = Surface(context, (10, 10), root=root)
    context.wait_idle()
    root.add_child(box)
    context.process()
    bitmap = Bitmap(10, 10)
    surface.composite(bitmap)
    assert bitmap.pixel(5, 5) == (255, 0, 0, 255)
    root.display_patience = 0.5
    assert root.display_patience == 0.5
    with pytest.raises(lamina.InvalidArgumentError, match="display_patience"):
        root.display_patience = -1


def test_drawings_before_and_after_the_contents(context: lamina.Context) -> None:
    def paint(color: Tuple[float, float, float], width: float) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            canvas.cairo.rectangle(0, 0, width, 10)
            canvas.cairo.set_source_rgb(*color)
            canvas.cairo.fill()

        return draw

    root, box = Node(context), Node(context, draw=paint((1, 0, 0), 6))
    box.frame = (0, 0, 10, 10)
    root.add_child(box)
    box.set_draw_before_callback(paint((0, 0, 1), 10))
    box.set_draw_after_callback(paint((0, 1, 0), 3))
    surface = Surface(context, (10, 10), root=root)
    context.wait_idle()
    bitmap = Bitmap(10, 10)
    surface.composite(bitmap)
    assert [bitmap.pixel(x, 5)[:3] for x in (1, 4, 8)] == [(0, 255, 0), (255, 0, 0), (0, 0, 255)]
    box.set_draw_after_callback(None)
    context.wait_idle()
    surface.composite(bitmap)
    assert bitmap.pixel(1, 5)[:3] == (255, 0, 0)
