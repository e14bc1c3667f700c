"""What a layout callback raises is raised by the layout or the picture that asked it, or by process() for what is
shown, and for nobody else."""
from __future__ import annotations

import logging
from typing import Any, Callable, Dict

import pytest

import lamina
from lamina import Context, Surface

SIZES = ((0, 0), (50, 50))


def boom(*_: Any) -> Any:
    raise ZeroDivisionError("boom")


SETTERS: Dict[str, Callable[[lamina.Node], Any]] = {
    "measure": lambda box: box.set_measure_callback(boom),
    "spec": lambda box: box.set_layout_spec_callback(boom),
    "layout": lambda box: box.set_layout_callback(boom),
}


def raises(call: Callable[[], Any]) -> None:
    with pytest.raises(ZeroDivisionError, match="boom"):
        call()


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("kind", SETTERS)
def test_a_picture_raises_its_own(workers: int, kind: str) -> None:
    for size in ({}, {"width": 20, "height": 20}):
        with Context(workers) as ui:
            box = ui.box()
            SETTERS[kind](box)
            raises(lambda: ui.picture(lamina.inset(1)[box], **size))
            for _ in range(2):
                assert ui.picture(ui.text("fine")).width > 0
            ui.process()
            ui.wait_idle(30)
            assert len(ui._drawing_failures) == 0


@pytest.mark.parametrize("kind", SETTERS)
def test_layouts_on_this_thread_raise_at_once(context: Context, kind: str) -> None:
    box = context.box()
    SETTERS[kind](box)
    for _ in range(2):
        raises(lambda: box.apply_layout(SIZES))
        raises(lambda: lamina.Layout(box, SIZES))
        raises(lambda: box.measure(SIZES))
        context.process()


def test_of_many_pictures_one_fails(context: Context) -> None:
    bad = context.box()
    bad.set_measure_callback(boom)
    pictures = [context.start_picture(bad if number % 3 == 1 else context.box(), 5, 5) for number in range(12)]
    for number, picture in enumerate(pictures):
        if number % 3 == 1:
            raises(lambda: picture.result(30))
        else:
            assert picture.result(30).size == (5, 5)
    context.wait_idle(30)


def test_of_what_is_shown_process_raises_it(context: Context, caplog: pytest.LogCaptureFixture) -> None:
    box = context.box(name="card")
    box.set_measure_callback(boom)
    with caplog.at_level(logging.WARNING, "lamina"):
        surface = Surface(context, (20, 20), root=lamina.Node(context, spec=lamina.inset(1)[box]))
        raises(lambda: context.wait_idle(30))
    assert caplog.messages == ['the layout of node "card" failed: ZeroDivisionError: boom']
    context.wait_idle(30)
    assert surface
