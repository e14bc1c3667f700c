"""What surfaces can be told beside what they show: bands, overlays, drawings that wait."""
from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import List

import pytest

import lamina
from lamina import Bitmap, DebugOverlay, Node, RectPx, Surface
from lamina.pytest_plugin import Golden
from drawers import fill


def test_what_was_set_can_be_asked_for(context: lamina.Context) -> None:
    surface, root = lamina.Surface(context, (40, 20), 2), lamina.Node(context)
    assert (surface.size, surface.scale, surface.root) == ((40, 20), 2, None)
    surface.set_root(root)
    surface.set_size((30, 10), 1.5)
    assert (surface.size, surface.scale) == ((30, 10), 1.5)
    assert surface.root is root


@pytest.mark.parametrize("name", [
    "has_damage", "background", "grouping_limit", "replacement_limit", "debug_overlay", "displayed_together", "composited_in_bands"])  # fmt: skip
def test_other_threads_are_refused(context: lamina.Context, name: str) -> None:
    surface = lamina.Surface(context, (10, 10))
    found: List[object] = []

    def read() -> None:
        try:
            found.append(getattr(surface, name))
        except lamina.WrongThreadError as error:
            found.append(type(error))

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert found == [lamina.WrongThreadError]
    getattr(surface, name)  # here it has one


def test_a_replaced_node_stays_until_the_next_is_drawn(context: lamina.Context) -> None:
    may_draw = threading.Event()

    def draw(canvas: lamina.Canvas) -> None:
        may_draw.wait(10)
        fill(0, 1, 0)(canvas)

    root, old, new = Node(context), Node(context, background="red"), Node(context, draw=draw)
    old.frame = new.frame = (0, 0, 4, 4)
    root.add_child(old)
    surface, bitmap = Surface(context, (4, 4), root=root), Bitmap(4, 4)
    assert surface.replacement_limit == 0.5
    surface.replacement_limit = 1000
    context.wait_idle(10)
    root.replace_child(old, new)
    for _ in range(5):
        context.process()
        surface.composite(bitmap)
        assert bitmap.pixel(1, 1) == (255, 0, 0, 255)
        time.sleep(0.005)
    may_draw.set()
    context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(1, 1) == (0, 255, 0, 255)
    with pytest.raises(lamina.InvalidArgumentError):
        surface.replacement_limit = -1


def test_observers_of_completion(context: lamina.Context) -> None:
    surface, calls = Surface(context, (10, 10), root=Node(context, draw=fill(0, 1, 0))), []  # type: ignore[var-annotated]
    number = surface.add_complete_observer(lambda: calls.append(surface.is_complete))
    context.wait_idle(10)
    assert calls == [True]
    surface.remove_complete_observer(number)
    with pytest.raises(lamina.InvalidStateError):
        surface.remove_complete_observer(number)


def test_suspended_and_stretched(context: lamina.Context) -> None:
    draws: List[lamina.Size] = []

    def draw(canvas: lamina.Canvas) -> None:
        draws.append(canvas.size)
        fill(0, 1, 0)(canvas)

    child, root = Node(context, draw=draw), Node(context)
    child.frame = (0, 0, 4, 4)
    root.add_child(child)
    surface, bitmap = Surface(context, (10, 10), root=root), Bitmap(10, 10)
    assert not child.display_suspended and child.redrawn_on_resize
    child.display_suspended = True
    context.wait_idle(10)
    assert not draws and child.display_suspended
    child.display_suspended = False
    child.redrawn_on_resize = False
    context.wait_idle(10)
    child.frame = (0, 0, 8, 8)
    context.wait_idle(10)
    surface.composite(bitmap)
    assert len(draws) == 1 and not child.redrawn_on_resize
    assert bitmap.pixel(6, 6) == (0, 255, 0, 255)


def test_drawn_at_once(context: lamina.Context) -> None:
    child, root = Node(context, draw=fill(0, 1, 0)), Node(context)
    child.frame = (0, 0, 4, 4)
    assert child.displayed_asynchronously
    child.displayed_asynchronously = False
    root.add_child(child)
    surface, bitmap = Surface(context, (10, 10), root=root), Bitmap(10, 10)
    context.wait_idle(10)
    child.set_draw_callback(fill(0, 0, 1))
    context.process()
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == (0, 0, 255, 255) and not child.displayed_asynchronously


def overlaid(context: lamina.Context, overlay: DebugOverlay) -> "tuple[Surface, Bitmap, Node]":
    """A card with a drawing, a clipped list, a turned box and a photo that does not come."""
    root, card, drawn, turned, photo = (Node(context) for _ in range(5))
    root.background = (1, 1, 1)
    card.background = (0.9, 0.9, 0.92)
    card.frame, card.clips = (10, 10, 100, 80), True
    drawn.frame = (20, 60, 100, 12)
    drawn.set_draw_callback(fill(0.2, 0.3, 0.4))
    turned.frame = (70, 12, 24, 24)
    turned.background = (0.3, 0.6, 0.3)
    turned.transform = lamina.Matrix(0.8, 0.6, -0.6, 0.8, 0, 0)
    photo.frame = (18, 18, 40, 30)
    photo.set_draw_callback(fill(1, 0, 0))
    photo.set_placeholder((0.8, 0.8, 0.8))
    photo.display_suspended = True
    for node in (drawn, turned, photo):
        card.add_child(node)
    root.add_child(card)
    surface, bitmap = Surface(context, (120, 100), 2, root=root), Bitmap(240, 200)
    surface.debug_overlay = overlay
    assert surface.debug_overlay == overlay
    context.wait_idle(10)
    surface.composite(bitmap)
    return surface, bitmap, turned


def test_debug_overlay(context: lamina.Context, root: Path) -> None:
    golden = Golden(root / "Tests" / "Golden" / "overlay", os.environ.get("LAMINA_GOLDEN") == "accept")
    _, without, _ = overlaid(context, DebugOverlay.NONE)
    surface, bitmap, turned = overlaid(context, DebugOverlay.LAYERS | DebugOverlay.PLACEHOLDERS)
    golden(bitmap, "layers", tolerance=2)
    surface.debug_overlay = DebugOverlay.NONE
    assert surface.has_damage
    surface.composite(bitmap)
    assert bytes(bitmap) == bytes(without) and not surface.has_damage
    surface.debug_overlay = DebugOverlay.DAMAGE
    surface.composite(bitmap)
    assert bitmap.pixel(0, 0) != without.pixel(0, 0) and surface.has_damage
    surface.composite(bitmap)
    assert bytes(bitmap) == bytes(without), "shown once"
    assert not surface.has_damage and surface.composite(bitmap) == []
    turned.background = (0, 0, 1)
    context.wait_idle(10)
    surface.composite(bitmap)
    golden(bitmap, "damage", tolerance=2)
    # Of one box only: what is beside it is as it was.
    assert bitmap.pixel(0, 0) == without.pixel(0, 0) and bitmap.pixel(184, 68) not in ((0, 0, 255, 255), (76, 153, 76, 255))
    with pytest.raises(lamina.InvalidArgumentError, match="overlay is 32"):
        surface.debug_overlay = 32  # type: ignore[arg-type]


def test_composites_in_bands(context: lamina.Context) -> None:
    root = Node(context, background=(1, 0, 0))
    surface, bitmaps = Surface(context, (500, 400), root=root), [Bitmap(500, 400) for _ in range(2)]
    for in_bands, bitmap in zip((False, True), bitmaps):
        surface.composited_in_bands = in_bands
        surface.set_needs_composite()
        context.wait_idle(10)
        assert surface.composite(bitmap) == [RectPx(0, 0, 500, 400)]
    assert bytes(bitmaps[0]) == bytes(bitmaps[1])
