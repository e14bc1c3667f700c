"""Animations of what is presented."""
from __future__ import annotations

import asyncio
import threading
from typing import Any, Dict, List, Tuple

import pytest

import lamina
from lamina import Animation, Bitmap, BoxShadow, Color, CornerRadii, Matrix, Node, PresentedFields, Spring, Surface


@pytest.fixture
def stage(context: lamina.Context) -> "Tuple[Surface, Node]":
    context.set_time(0)
    root, box = Node(context, background="white"), Node(context, background="red")
    root.add_child(box)
    box.frame = (2, 2, 10, 10)
    surface = Surface(context, (400, 300), root=root)
    context.wait_idle(10)
    return surface, box


def frame(context: lamina.Context, time: float) -> None:
    context.set_time(time)
    context.process()


VALUES: "Dict[str, Any]" = {
    "position": (107.0, 57.0), "size": (30.0, 40.0), "bounds_origin": (50.0, 60.0), "opacity": 0.5,
    "transform": Matrix(2.0, 0.0, 0.0, 3.0, 1.0, 1.0), "corner_radii": CornerRadii(1.0, 2.0, 3.0, 4.0),
    "background": Color(0.0, 1.0, 0.0), "border_color": Color(0.0, 0.0, 1.0), "shadow": BoxShadow(Color(0.0, 0.0, 0.0), 1.0, 2.0, 3.0, 4.0),
    "z_position": 2.5,
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_each_value(context: lamina.Context, stage: "Tuple[Surface, Node]", name: str) -> None:
    _, box = stage
    ends: List[bool] = []
    before = getattr(box.presented, name)
    animation = box.animate(**{name: VALUES[name]}, duration=1, curve="linear", done=ends.append)
    frame(context, 1)
    # A shadow that appears stands at its place from the beginning.
    assert name == "shadow" or getattr(box.presented, name) == before
    frame(context, 1.5)
    assert getattr(box.presented, name) not in (before, VALUES[name])
    assert box.presented.fields == PresentedFields[name.upper()]
    assert ends == [] and animation.finished is None and animation.progress == pytest.approx(0.5)
    frame(context, 2)
    assert getattr(box.presented, name) == VALUES[name]
    assert ends == [True] and animation.finished is True
    with pytest.raises(lamina.InvalidStateError):
        animation.cancel()


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("to_model", [False, True])
def test_begins_at_what_is_shown(
    context: lamina.Context, stage: "Tuple[Surface, Node]", name: str, to_model: bool
) -> None:
    _, box = stage
    box.border = lamina.Border(1, "white")
    context.wait_idle(10)
    before = getattr(box.presented, name)
    if name == "size":
        box.frame = (2, 2, 30, 40)
    elif name == "border_color":
        box.border = lamina.Border(1, VALUES[name])
    else:
        setattr(box, name, VALUES[name])
    assert getattr(box.presented, name) == before
    if to_model:
        box.animate_to_model(name, duration=1, curve="linear")
    else:
        box.animate(**{name: VALUES[name]}, duration=1, curve="linear")
    frame(context, 1)
    assert name == "shadow" or getattr(box.presented, name) == before
    frame(context, 1.5)
    assert getattr(box.presented, name) not in (before, VALUES[name])
    frame(context, 2)
    assert getattr(box.presented, name) == VALUES[name]


def test_the_gradient_that_is_shown(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    assert box.presented.gradient is None
    box.animate(gradient=lamina.Gradient([(0, "red"), (0.5, "blue")]))
    frame(context, 1)
    frame(context, 2)
    shown = box.presented.gradient
    assert shown is not None and shown.stops[1] == (0.5, Color(0.0, 0.0, 1.0))
    box.clear_presented("gradient")
    assert box.presented.gradient is None


def test_turning_a_half_turn_keeps_the_size(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    box.animate(transform=Matrix(0.0, 1.0, -1.0, 0.0, 0.0, 0.0), duration=1, curve="linear")
    for time in (1.0, 1.25, 1.5, 1.75):
        frame(context, time)
        m = box.presented.transform
        assert m.xx * m.yy - m.xy * m.yx == pytest.approx(1)
        assert m.xx == pytest.approx(m.yy)


def test_colors_do_not_come_through_black(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    box.present(background=Color(0.0, 0.0, 0.0, 0.0))
    box.animate(background=Color(1.0, 0.0, 0.0), duration=1, curve="linear")
    frame(context, 1)
    frame(context, 1.5)
    shown = box.presented.background
    assert (shown.red, shown.alpha) == (1, 0.5)


def test_to_the_model(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    box.position = (207, 7)
    box.opacity = 0.5
    box.animate_to_model("position", "opacity", spring=Spring(duration=0.3, bounce=0.2))
    seen = []
    for i in range(120):
        frame(context, 1 + i / 60)
        seen.append(box.presented.position.x)
    assert seen[0] == 7 and max(seen) > 207 and seen[-1] == 207
    assert box.presented.fields == PresentedFields.NONE
    assert context.timeout is None


def test_a_finger_pauses_scrubs_and_lets_go(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    animation = box.animate(position=(107, 7), duration=1, curve="linear")
    frame(context, 1)
    animation.pause()
    for time, progress in ((2, 0.2), (3, 0.9), (4, 0.4)):
        animation.progress = progress
        frame(context, time)
        assert box.presented.position.x == pytest.approx(7 + 100 * progress)
    animation.reverse()
    frame(context, 10)
    frame(context, 10.1)
    assert box.presented.position.x == pytest.approx(37)
    assert animation.speed == -1 and animation.duration == 1
    assert "position" in context.animations
    animation.cancel()
    frame(context, 11)
    assert animation.finished is False and box.presented.position.x == pytest.approx(37)


def test_keyframes(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    box.animate_keyframes(
        [(0.25, {"position": (107, 7)}), (1, {"position": (57, 7), "opacity": 0.0, "curve": "steps(2)"})], duration=1)
    for time, x, opacity in ((1.0, 7, 1.0), (1.125, 57, 1.0), (1.7, 82, 0.5), (2.0, 57, 0.0)):
        frame(context, time)
        assert box.presented.position.x == pytest.approx(x) and box.presented.opacity == pytest.approx(opacity)
    for wrong in ([], [(0.5, {})], [(1.5, {"opacity": 0.0})], [(0.5, {"opacity": 0.0}), (0.5, {"opacity": 1.0})]):
        with pytest.raises(lamina.InvalidArgumentError):
            box.animate_keyframes(wrong)
    with pytest.raises(TypeError):
        box.animate_keyframes([(1, {"colour": 3})])


def test_reduced_motion(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    context.set_reduced_motion(True)
    box.animate(position=(107, 7), duration=1, curve="linear")
    frame(context, 1)
    frame(context, 1.5)
    assert box.presented.position == (107, 7) and box.presented.opacity == pytest.approx(0.5)


def test_an_exception_in_done_is_raised_by_process(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage

    def fail(finished: bool) -> None:
        raise ZeroDivisionError(finished)

    animation = box.animate(opacity=0, duration=0, done=fail)
    with pytest.raises(ZeroDivisionError):
        frame(context, 1)
    assert animation.finished is True


def test_a_curve_of_ones_own(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    asked: List[float] = []

    def curve(time: float) -> float:
        asked.append(time)
        return time * time * (3 * time - 2)

    box.animate(position=(107, 7), duration=1, curve=curve)
    assert len(asked) == 1025 and (asked[0], asked[512], asked[-1]) == (0, 0.5, 1)
    frame(context, 1)
    frame(context, 1.3)
    assert box.presented.position.x == pytest.approx(7 + 100 * 0.09 * (0.9 - 2), abs=0.01)
    frame(context, 2)
    assert box.presented.position.x == 107 and len(asked) == 1025
    box.animate_keyframes([(1, {"position": (7, 7), "curve": lambda time: time * time})], duration=1)
    frame(context, 3)
    frame(context, 3.5)
    assert box.presented.position.x == pytest.approx(107 - 25, abs=0.01)
    with context.transition(duration=1, curve=lambda time: 1 - time):
        box.background = "blue"
    with pytest.raises(ZeroDivisionError):
        box.animate(opacity=0, curve=lambda time: 1 / time)
    for wrong in (float("nan"), float("inf"), 1e7):
        with pytest.raises(lamina.InvalidArgumentError):
            box.animate(opacity=0, curve=lambda time: wrong)
    with pytest.raises(TypeError):
        box.animate(opacity=0, curve=lambda time: "far")  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError):
        box.animate(opacity=0, curve=3)  # type: ignore[arg-type]


def test_awaited() -> None:
    async def main() -> None:
        async with lamina.Context(workers=1) as ui:
            box, other = ui.box(background="red"), ui.box()
            root = ui.box()
            root.add_child(box)
            surface = Surface(ui, (40, 30), root=root)
            await ui.idle()
            ends: List[bool] = []
            animation = box.animate(opacity=0, duration=0.02, done=ends.append)
            assert await animation is True and ends == [True] and animation.finished is True
            assert await animation is True  # over, it is so at once
            first, second = box.animate(opacity=1, duration=60), other.animate(opacity=0, duration=0.02)
            asyncio.get_running_loop().call_later(0.01, first.cancel)
            assert await asyncio.gather(finished(first), finished(second)) == [False, True]
            with ui.transition(duration=0.02) as transition:
                box.background = "blue"
                with pytest.raises(lamina.InvalidStateError):
                    await transition
            assert await transition is True
            # A coroutine that gives up leaves it going.
            third = box.animate(opacity=0.5, duration=60)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(finished(third), 0.01)
            assert third.finished is None
            asyncio.get_running_loop().call_later(0.01, ui.detach)
            with pytest.raises(lamina.CancelledError):
                await third
            assert surface is not None

    async def finished(animation: Animation) -> bool:
        return await animation

    asyncio.run(asyncio.wait_for(main(), 60))


def test_refusals(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    for wrong in (
        {"curve": "bounce"}, {"duration": 1e9}, {"spring": Spring(stiffness=100.0)}, {"spring": Spring(duration=1.0, bounce=2.0)},
        {"decay": 1.0}, {"delay": 1e12}, {"runs": 0}, {"speed": float("nan")}, {"velocity": (float("inf"), 0)},
    ):  # fmt: skip
        with pytest.raises(lamina.InvalidArgumentError):
            box.animate(opacity=0, **wrong)
    with pytest.raises(lamina.InvalidArgumentError):
        box.animate()
    with pytest.raises(lamina.InvalidArgumentError):
        box.animate_to_model("colour")
    with pytest.raises(TypeError):
        box.animate(opacity=0, wobble=3)
    with pytest.raises(TypeError):
        box.animate(opacity=0, done=3)  # type: ignore[arg-type]
    failures: List[Exception] = []

    def elsewhere() -> None:
        try:
            box.animate(opacity=0)
        except lamina.WrongThreadError as error:
            failures.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert len(failures) == 1
    kept = lamina._callbacks.kept_count()
    with pytest.raises(lamina.InvalidArgumentError):
        box.animate(opacity=7)
    assert lamina._callbacks.kept_count() == kept
    assert isinstance(box.animate(opacity=0), Animation)


@pytest.fixture
def rows(context: lamina.Context) -> "Tuple[Surface, Node, List[Node]]":
    context.set_time(0)
    root = Node(context, background="white")
    nodes = [context.box(size=(40, 20), background=color) for color in ("red", "lime", "blue")]
    root.set_spec(lamina.column(nodes[0], nodes[1], align="start"))
    surface = Surface(context, (60, 80), root=root)
    context.wait_idle(10)
    return surface, root, nodes


def settled(context: lamina.Context, time: float) -> None:
    context.wait_idle(10)
    frame(context, time)


def test_a_transition_moves_shows_and_hides(context: lamina.Context, rows: "Tuple[Surface, Node, List[Node]]") -> None:
    surface, root, (red, green, blue) = rows
    ends: List[bool] = []
    with context.transition(duration=1, curve="linear", appears="scale", leaves="left", done=ends.append) as transition:
        root.set_spec(lamina.column(green, blue, align="start"))
        green.opacity = 0.5
    red.close()  # what was drawn of it goes on
    del red
    for time in (1.0, 1.016, 1.516):
        settled(context, time)
    assert green.presented.position.y == pytest.approx(20, abs=0.5)
    assert green.presented.opacity == pytest.approx(0.75, abs=0.02)
    assert blue.presented.opacity == pytest.approx(0.5, abs=0.02) and blue.presented.transform.xx == pytest.approx(0.9, abs=0.01)
    bitmap = Bitmap(60, 80)
    surface.composite(bitmap)
    assert bitmap.pixel(30, 5) == (255, 255, 255, 255) and 120 < bitmap.pixel(2, 5)[1] < 136  # half out, half gone
    settled(context, 2.1)
    assert ends == [True] and transition.finished is True
    assert green.presented.fields == PresentedFields.NONE
    assert context.timeout is None


def test_transitions_interrupt_each_other(context: lamina.Context, rows: "Tuple[Surface, Node, List[Node]]") -> None:
    _, root, (red, green, blue) = rows
    ends: List[bool] = []
    orders = ([green, red], [red, green], [blue, green, red], [red])
    last, time = red.presented.position.y, 1.0
    for i in range(200):
        if i % 8 == 0 and i < 160:
            with context.transition(spring=Spring(0.3, 0.1), done=ends.append):
                root.set_spec(lamina.column(*orders[i // 8 % 4], align="start"))
        time += 1 / 60
        settled(context, time)
        y = red.presented.position.y
        assert abs(y - last) < 12
        last = y
    assert len(ends) == 20 and ends[-1] is True
    assert red.presented.fields == PresentedFields.NONE


def test_a_transition_refuses_and_survives(context: lamina.Context, rows: "Tuple[Surface, Node, List[Node]]") -> None:
    _, root, (red, _, _) = rows
    for wrong in ({"appears": "explode"}, {"runs": float("inf")}, {"decay": 0.5}, {"curve": "x"}):
        with pytest.raises(lamina.InvalidArgumentError):
            with context.transition(**wrong):
                raise AssertionError("not reached")
    with pytest.raises(ZeroDivisionError):
        with context.transition(duration=1):
            red.opacity = 0.5
            with context.transition():  # within the other
                pass
            raise ZeroDivisionError
    settled(context, 1)
    settled(context, 1.5)
    assert 0.5 < red.presented.opacity < 1


def test_what_adds_runs_on_top(context: lamina.Context, stage: "Tuple[Surface, Node]") -> None:
    _, box = stage
    box.animate(position=(107, 7), duration=1, curve="linear")
    box.animate_keyframes([(0.5, {"position": (0, 20)}), (1, {"position": (0, 0)})], duration=1, adds=True)
    frame(context, 1)
    frame(context, 1.5)
    assert box.presented.position == (57, 27)
    frame(context, 2)
    assert box.presented.position == (107, 7)
    with pytest.raises(lamina.InvalidArgumentError, match="add up"):
        box.animate(opacity=0.5, adds=True)
