"""Transitions with rules, under a finger, and animations of one's own numbers."""
from __future__ import annotations

import os
from pathlib import Path
from typing import List, Optional, Tuple

import pytest

import lamina
from lamina import Matrix, Node, Spring, Surface, TransitionChangeKind, TransitionRule
from lamina.pytest_plugin import Golden


@pytest.fixture
def stage(context: lamina.Context) -> "Tuple[Surface, Node]":
    context.set_time(0)
    root = Node(context, background="white")
    surface = Surface(context, (400, 300), root=root)
    context.wait_idle(10)
    return surface, root


def frame(context: lamina.Context, time: float) -> None:
    context.wait_idle(10)
    context.set_time(time)
    context.process()


def box(context: lamina.Context, parent: Node, x: float, y: float) -> Node:
    node = Node(context, background="red")
    node.frame = (x, y, 20, 20)
    parent.add_child(node)
    return node


def test_rules(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, root = stage
    moved, sudden, old = box(context, root, 0, 0), box(context, root, 0, 30), box(context, root, 100, 100)
    old.name = "photo"
    frame(context, 1)
    ends: List[bool] = []
    rules = [
        TransitionRule(sudden, moves=False),
        TransitionRule("photo", matches=True),
        TransitionRule("own", appears="own", values={"opacity": 0.5, "corner_radii": (8, 8, 8, 8)}, how={"duration": 2, "curve": "linear"}),
    ]
    with context.transition(duration=1, curve="linear", rules=rules, done=ends.append):
        moved.frame = sudden.frame = (50, 0, 20, 20)
        old.remove_from_parent()
        new = box(context, root, 200, 200)
        new.name = "photo"
        own = box(context, root, 0, 200)
        own.name = "own"
    frame(context, 2)
    assert new.presented.position == (110, 110)
    frame(context, 2.5)
    assert moved.presented.position == (35, 10)
    assert not sudden.presented.fields
    assert new.presented.position == (160, 160)
    assert own.presented.opacity == 0.625
    frame(context, 4.5)
    assert ends == [True]


def test_a_transition_is_entered_once(context: lamina.Context) -> None:
    once = context.transition()
    with once:
        pass
    with pytest.raises(lamina.InvalidStateError, match="entered once"):
        with once:
            pass


def test_a_finger(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, root = stage
    node = box(context, root, 0, 0)
    frame(context, 1)
    with context.transition(duration=1, curve="linear", speed=0, stagger=0.1) as transition:
        node.frame = (100, 0, 20, 20)
    frame(context, 1.016)
    for i in range(1, 6):
        transition.progress = i * 0.05
        frame(context, 1.016 + i * 0.016)
    assert node.presented.position.x == pytest.approx(10 + 25)
    assert transition.progress == pytest.approx(0.25) and transition.duration == 1
    transition.move(1, spring=Spring(0.4))
    frame(context, 1.112)
    assert 38 < node.presented.position.x < 41
    frame(context, 3)
    assert transition.finished is True
    with pytest.raises(lamina.InvalidStateError):
        transition.move(0)


def test_own_numbers(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    seen: List[List[float]] = []
    ends: List[bool] = []
    first = context.animate_values([0, 10], [1, 20], seen.append, duration=1, curve="linear", done=ends.append)
    frame(context, 1)
    frame(context, 1.5)
    assert seen == [[0, 10], [0.5, 15]]
    context.animate_values([0, 0], [0, 0], seen.append, replaces=first, velocity=[0, 0], duration=1, curve="linear")
    frame(context, 2)
    assert seen[-1] == [0.25, 7.5] and ends == [False] and first.finished is False
    with pytest.raises(lamina.InvalidArgumentError, match="velocity has 1"):
        context.animate_values([0, 0], [0, 0], seen.append, velocity=[1])
    with pytest.raises(lamina.InvalidStateError):
        context.animate_values([0], [0], seen.append, replaces=first)
    with pytest.raises(TypeError):
        context.animate_values([0], [0], None)  # type: ignore[arg-type]


def test_defaults_and_slow_motion(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, root = stage
    node = box(context, root, 0, 0)
    frame(context, 1)
    node.set_default_animation("opacity", duration=1, curve="linear")
    node.opacity = 0
    frame(context, 1.016)
    context.set_motion_speed(0.5)
    frame(context, 2.016)
    assert node.presented.opacity == pytest.approx(0.5)
    node.set_default_animation()
    with pytest.raises(lamina.InvalidArgumentError):
        context.set_motion_speed(float("nan"))


def test_contents_stay_at_an_edge(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    surface, root = stage
    node, child = box(context, root, 0, 0), Node(context, background="lime")
    child.frame = (10, 10, 10, 10)
    node.add_child(child)
    frame(context, 0.9)
    node.present(size=(50, 40), contents_anchor=(1, 1))
    assert node.presented.contents_anchor == (1, 1)
    screen = lamina.Bitmap(400, 300)
    surface.composite(screen)
    assert screen.pixel(30, 20)[:3] == (0, 255, 0)  # 20 x 20 about (10, 10) became 50 x 40
    with pytest.raises(lamina.InvalidArgumentError, match="without a size"):
        node.present(contents_anchor=(1, 1))
    with pytest.raises(lamina.InvalidArgumentError):
        node.present(size=(1, 1), contents_anchor=(2, 1))
    node.clear_presented()
    rules = [TransitionRule(node, scales=True), TransitionRule(contents_anchor=(0.5, 0))]
    with context.transition(duration=1, curve="linear", rules=rules):
        node.frame = (0, 0, 40, 20)
        child.frame = (0, 0, 30, 10)
    frame(context, 1)
    frame(context, 1.5)
    assert node.presented.transform == Matrix(0.75, 0, 0, 1, 0, 0)
    assert child.presented.size == (20, 10) and child.presented.contents_anchor == (0.5, 0)


def test_a_callback_says_how(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, root = stage
    node = box(context, root, 0, 0)
    frame(context, 0.9)
    asked: List[lamina.TransitionChange] = []

    def choose(change: lamina.TransitionChange) -> Optional[TransitionRule]:
        asked.append(change)
        return TransitionRule(how={"duration": 2, "curve": "linear"}) if change.kind == TransitionChangeKind.MOVES else None

    context.set_transition_callback(choose)
    with context.transition(duration=1, curve="linear") as transition:
        node.opacity = 0.5
        node.frame = (100, 0, 20, 20)
    frame(context, 1)
    frame(context, 1.5)
    assert [(change.kind.name, change.node, change.transition) for change in asked] == [
        ("VALUES", node, transition.number), ("MOVES", node, transition.number)]  # fmt: skip
    assert asked[1].before == (0, 0, 20, 20) and asked[1].after == (100, 0, 20, 20)
    assert node.presented.opacity == 0.75 and node.presented.position.x == 10 + 25

    def fail(change: lamina.TransitionChange) -> Optional[TransitionRule]:
        raise ZeroDivisionError(change.kind)

    context.set_transition_callback(fail)
    with context.transition(duration=1):
        node.background = "blue"
    with pytest.raises(ZeroDivisionError):
        context.process()
    context.set_transition_callback(lambda change: 3)  # type: ignore[arg-type, return-value]
    with context.transition(duration=1):
        node.background = "lime"
    with pytest.raises(TypeError):
        context.process()
    context.set_transition_callback(None)
    with context.transition(duration=1):
        node.background = "red"
    context.process()
    with pytest.raises(TypeError):
        context.set_transition_callback(3)  # type: ignore[arg-type]


OVERLAY = Path(__file__).resolve().parents[3] / "Tests" / "Golden" / "overlay"


def moving(context: lamina.Context) -> lamina.Bitmap:
    """Movements in the middle of their ways, with the overlay that shows them."""
    context.set_time(0)
    root = Node(context, background="white")
    surface = Surface(context, (400, 200), root=root)
    card, photo = box(context, root, 20, 20), box(context, root, 200, 20)
    card.name, photo.name = "card", "photo"
    frame(context, 0.9)
    card.animate(position=(120, 60), transform=Matrix(2, 0, 0, 2, 0, 0), spring=Spring(0.5, 0.4))
    photo.animate(opacity=0.3, duration=0.8, curve="cubic-bezier(0.2, 0, 0, 1)")
    photo.animate(position=(10, 0), adds=True, duration=0.6, curve="steps(4)")
    context.animate_values([0, 0], [1, 2], lambda values: None, duration=0.5, curve=lambda time: time * time)
    surface.debug_overlay = lamina.DebugOverlay.MOTION
    frame(context, 1)
    frame(context, 1.2)
    screen = lamina.Bitmap(400, 200)
    surface.composite(screen)
    return screen


def test_the_overlay_of_motion(context: lamina.Context) -> None:
    Golden(OVERLAY, os.environ.get("LAMINA_GOLDEN") == "accept")(moving(context), "motion", tolerance=3)


def test_the_overlay_of_what_scrolls(context: lamina.Context) -> None:
    context.set_time(0)
    rows = [Node(context, size=(300, 20), background="#ccd" if number % 2 else "white") for number in range(200)]
    feed = Node(context, spec=lamina.column(*rows), scroll=lamina.ScrollOptions())
    feed.name = "feed"
    surface, screen = Surface(context, (400, 200), root=feed), lamina.Bitmap(400, 200)
    surface.debug_overlay = lamina.DebugOverlay.MOTION
    frame(context, 1)
    surface.composite(screen)
    surface.process_event("pointer_down", (50, 190), time=1)
    for step in range(1, 9):
        surface.process_event("pointer_move", (50, 190 - 10 * step), time=1 + 0.008 * step)
    surface.process_event("pointer_up", (50, 110), time=1.07)
    frame(context, 1.1)
    frame(context, 1.5)
    surface.composite(screen)
    Golden(OVERLAY, os.environ.get("LAMINA_GOLDEN") == "accept")(screen, "scrolling", tolerance=3)
    for step in range(10):
        frame(context, 3 + step)
    surface.composite(screen)
    assert screen.pixel(2, 198)[:3] in ((255, 255, 255), (204, 204, 221)) and not surface.has_damage


def test_the_overlay_goes_with_what_moves(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    surface, root = stage
    node, screen = box(context, root, 300, 0), lamina.Bitmap(400, 300)
    surface.debug_overlay = lamina.DebugOverlay.MOTION
    frame(context, 0.9)
    surface.composite(screen)
    node.animate(opacity=0.5, duration=1)
    frame(context, 1)
    surface.composite(screen)
    assert screen.pixel(2, 298)[:3] != (255, 255, 255) and screen.pixel(300, 0)[:3] == (255, 128, 0)
    context.animate_values([0], [1], lambda values: None, duration=2)
    frame(context, 2.5)
    assert surface.has_damage
    surface.composite(screen)
    assert screen.pixel(2, 298)[:3] != (255, 255, 255) and screen.pixel(300, 0)[:3] != (255, 128, 0)
    frame(context, 5)
    assert surface.has_damage
    surface.composite(screen)
    assert screen.pixel(2, 298)[:3] == (255, 255, 255)
    frame(context, 6)
    assert not surface.has_damage
