"""Nodes whose content scrolls."""
from __future__ import annotations

import gc
import weakref
from typing import Any, Iterator, List

import pytest

import lamina


class Stage:
    def __init__(self, **options: Any) -> None:
        self.context = lamina.Context(1)
        self.time = 1.0
        self.context.begin_frame(self.time)
        self.rows = [
            lamina.Node(self.context, size=(90, 20), background="red" if number % 2 else "blue") for number in range(40)
        ]
        self.node = lamina.Node(self.context, spec=lamina.column(*self.rows), scroll=lamina.ScrollOptions(**options))
        self.surface = lamina.Surface(self.context, (100, 100), background="white", root=self.node)
        self.pixels = lamina.Bitmap(100, 100)
        self.frames(3)

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.context.wait_idle(10)
            self.time += 0.016
            self.context.begin_frame(self.time)
            self.context.process()
            self.surface.composite(self.pixels)

    def is_red(self, y: int) -> bool:
        place = y * self.pixels.stride + 50 * 4
        return bytes(self.pixels[place : place + 3]) == b"\x00\x00\xff"


@pytest.fixture
def stage() -> "Iterator[Stage]":
    made = Stage()
    yield made
    made.context.close()


def test_stands_where_it_is_scrolled_to(stage: Stage) -> None:
    scroll = stage.node.scroll
    assert scroll is not None
    assert (scroll.state.minimum, scroll.state.maximum) == ((0, 0), (0, 700))
    assert scroll.state.view == (100, 100)
    assert stage.is_red(30) and not stage.is_red(10)
    scroll.offset = (0, 20)
    stage.frames()
    assert scroll.offset == (0, 20) and stage.is_red(10)
    scroll.by(y=5.5)
    scroll.to(y=1e9)
    assert scroll.offset == (0, 700)
    scroll.to(0, 0, duration=0.16, curve="linear")
    assert scroll.state.is_moving
    stage.frames(6)
    assert scroll.offset.y == pytest.approx(350)
    stage.frames(6)
    assert scroll.offset == (0, 0) and not scroll.state.is_moving
    scroll.to(y=100, spring=lamina.Spring(0.1))
    stage.frames(60)
    assert scroll.offset.y == pytest.approx(100)


def test_into_view(stage: Stage) -> None:
    scroll = stage.node.scroll
    assert scroll is not None
    stage.rows[20].scroll_into_view()
    assert scroll.offset.y == 21 * 20 - 100
    stage.rows[20].scroll_into_view(alignment="start")
    assert scroll.offset.y == 400
    stage.rows[20].scroll_into_view((0, 5, 10, 10), alignment="center", duration=0.1)
    stage.frames(10)
    assert scroll.offset.y == 360


def test_events(stage: Stage) -> None:
    scroll = stage.node.scroll
    assert scroll is not None
    assert stage.surface.process_event("wheel", (50, 50), delta=(0, 0.5), wheel_unit="notch", time=1)
    assert scroll.offset.y == 60
    assert not stage.surface.process_event("wheel", (50, 50), delta=(0, 1), control=True, time=1)
    assert stage.surface.process_event("key_down", key="space")
    assert scroll.offset.y == 150
    assert stage.surface.process_event("key_down", key="space", shift=True)
    assert scroll.offset.y == 60
    assert stage.surface.process_event("pointer_down", (50, 90), time=2)
    for step in range(1, 9):
        stage.surface.process_event("pointer_move", (50, 90 - 10 * step), time=2 + 0.008 * step)
    assert scroll.offset.y == 60 + 80 - 18
    assert scroll.state.is_dragged
    stage.surface.process_event("pointer_up", (50, 10), time=2.07)
    assert scroll.state.is_moving and scroll.state.velocity.y > 500


def test_observers(stage: Stage) -> None:
    scroll = stage.node.scroll
    assert scroll is not None
    seen: "List[float]" = []

    def observe(node: lamina.Node, state: lamina.ScrollState) -> None:
        assert node is stage.node
        seen.append(state.offset.y)

    number = scroll.add_observer(observe)
    stage.frames()
    scroll.to(y=10)
    scroll.to(y=30)
    stage.frames(2)
    assert seen == [0, 30]
    scroll.remove_observer(number)
    with pytest.raises(lamina.InvalidStateError):
        scroll.remove_observer(number)
    scroll.to(y=50)
    stage.frames()
    assert seen == [0, 30]
    kept = weakref.ref(observe)
    del observe
    gc.collect()
    assert kept() is None


def test_begins_and_ends(stage: Stage) -> None:
    node = lamina.Node(stage.context)
    assert node.scroll is None
    node.set_scroll("both", bouncing=True, snap="mandatory", snap_points=[0, 50], inputs=["wheel"], insets=4)
    assert node.scroll is not None and repr(node.scroll).startswith("<Scroll of <lamina.Node")
    node.scroll = None
    assert node.scroll is None
    node.scroll = "horizontal"
    assert node.scroll is not None
    with pytest.raises(lamina.InvalidStateError, match="does not scroll"):
        lamina.Scroll(stage.rows[0]).offset


def test_mistakes(stage: Stage) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="axes is 'sideways'; it must be one of vertical"):
        stage.node.set_scroll("sideways")
    with pytest.raises(lamina.InvalidArgumentError, match="inputs is 'nose'"):
        stage.node.set_scroll(inputs=["nose"])
    with pytest.raises(TypeError, match="not both"):
        stage.node.set_scroll(lamina.ScrollOptions(), paging=True)
    with pytest.raises(lamina.InvalidArgumentError, match="offset"):
        lamina.Scroll(stage.node).to(y=float("nan"))
    with pytest.raises(lamina.InvalidArgumentError, match="decay"):
        lamina.Scroll(stage.node).to(y=1, decay=0.5)


def test_lists_scroll_the_same_way() -> None:
    with lamina.Context(1) as context:
        form = lamina.Template({"root": {"background": "#00f", "style": {"height": 20}}})
        rows = lamina.List(context, template=form, rows=[{}] * 100)
        surface = lamina.Surface(context, (30, 100), root=rows.node)
        for _ in range(3):
            context.wait_idle(10)
            context.process()
        scroll = rows.node.scroll
        assert scroll is not None
        scroll.to(y=200)
        assert rows.scroll.offset == (0, 200)
        rows.node.set_scroll(bouncing=True)
        with pytest.raises(lamina.InvalidStateError, match="list's"):
            rows.node.scroll = None
        assert surface.root is rows.node
