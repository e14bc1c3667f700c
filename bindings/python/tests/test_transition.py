"""Transitions with rules, under a finger, and animations of one's own numbers."""
from __future__ import annotations

from typing import List, Tuple

import pytest

import lamina
from lamina import Node, Spring, Surface, TransitionRule


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
