"""What a drawing raises is raised for its own picture, or by process() for a node that is shown, and for nobody
else."""
from __future__ import annotations

import logging
import threading
import time
from typing import Any, Callable, List, Optional

import pytest

import lamina
from lamina import Bitmap, Context, Surface


def raising(name: str, after: Optional[threading.Event] = None, says: Optional[threading.Event] = None) -> Callable[[lamina.Canvas], Any]:
    def draw(canvas: lamina.Canvas) -> None:
        if says is not None:
            says.set()
        if after is not None:
            after.wait(30)
        raise ValueError(name)

    return draw


def raised_by(call: Callable[[], Any]) -> str:
    with pytest.raises(ValueError) as found:
        call()
    return str(found.value)


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_a_picture_raises_its_own_first_error_and_leaves_none(workers: int) -> None:
    with Context(workers) as ui:
        drawn = threading.Event()
        both = ui.start_picture(lamina.row()[ui.box(draw=raising("a"), size=(4, 4)), ui.box(draw=raising("b", says=drawn), size=(4, 4))])
        if workers:
            # both are drawn before the next begins; without workers they are drawn below, in their order
            assert drawn.wait(30)
        second = ui.start_picture(ui.box(draw=raising("second"), size=(4, 4)))
        third = ui.start_picture(ui.box(size=(4, 4)))
        assert third.result(30).size == (4, 4)
        assert raised_by(lambda: second.result(30)) == "second"
        assert raised_by(lambda: both.result(30)) == "a"
        ui.wait_idle(30)  # nothing is left over
        ui.process()
        assert len(ui._drawing_failures) == 0


def test_many_at_once(context: Context) -> None:
    for _ in range(20):
        pending = [context.start_picture(context.box(draw=raising(str(number)), size=(4, 4))) for number in range(8)]
        assert [raised_by(lambda: one.result(30)) for one in reversed(pending)] == [str(number) for number in reversed(range(8))]


def test_a_shown_node_beside_a_picture(context: Context, caplog: pytest.LogCaptureFixture) -> None:
    surface = Surface(context, (9, 9), root=context.box(draw=raising("shown"), name="card"))
    heard = threading.Event()
    pending = context.start_picture(context.box(draw=raising("picture", after=heard), size=(4, 4)))
    errors: List[str] = []
    with caplog.at_level(logging.WARNING, "lamina"):
        while not pending.done():
            try:
                context.process()
            except ValueError as error:
                errors.append(str(error))
                heard.set()
            time.sleep(0.01)
    assert errors == ["shown"] and raised_by(lambda: pending.result(30)) == "picture" and surface
    assert caplog.messages == ['drawing of node "card" failed: ValueError: shown']


def test_waiting_for_a_picture_raises_nothing_of_a_shown_node(context: Context) -> None:
    failing = threading.Event()
    surface = Surface(context, (9, 9), root=context.box(draw=raising("shown", says=failing)))
    assert context.picture(context.box(draw=lambda canvas: failing.wait(30)), 4, 4).size == (4, 4)
    assert raised_by(lambda: context.wait_idle(30)) == "shown"
    context.wait_idle(30)
    assert surface


@pytest.mark.parametrize("wait", ["node", "composite", "placeholder", "at once", "rasterized"])
def test_every_way_to_be_shown(context: Context, wait: str) -> None:
    node = context.box(draw=None if wait == "placeholder" else raising("shown"), size=(4, 4))
    root = context.box()[lamina.column()[node]]
    if wait == "placeholder":
        shown = threading.Event()
        node.set_draw_callback(lambda canvas: shown.wait(30))  # the placeholder is drawn before there are contents
        node.set_placeholder("red")
        node.set_placeholder_draw_callback(raising("shown", says=shown))
    if wait == "at once":
        node.displayed_asynchronously = False
    root.rasterized = wait == "rasterized"
    surface = Surface(context, (9, 9), root=root)
    if wait == "node":
        assert raised_by(lambda: node.wait_display(30)) == "shown"
    elif wait == "composite":

        def composite_on() -> None:
            for _ in range(3000):
                context.process()
                surface.composite(Bitmap(9, 9))
                time.sleep(0.01)

        assert raised_by(composite_on) == "shown"
    else:
        assert raised_by(lambda: context.wait_idle(30)) == "shown"
    context.wait_idle(30)


def test_a_rendering_of_ones_own(context: Context) -> None:
    heard: List[Any] = []
    context.box(draw=raising("mine")).render(Bitmap(4, 4), done=heard.append)
    assert raised_by(lambda: context.wait_idle(30)) == "mine"
    assert isinstance(heard[0], lamina.BackendError) and str(heard[0]) == "ValueError: mine"
    assert isinstance(heard[0].__cause__, ValueError)


def test_with_a_second_reference_to_the_context() -> None:
    first = Context(1)
    shared = first.retain()
    surface = Surface(shared, (9, 9), root=shared.box(draw=raising("shown")))
    first.close()
    del first
    assert raised_by(lambda: shared.wait_idle(30)) == "shown" and surface
    shared.close()
