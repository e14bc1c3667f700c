"""Lists: rows of Python's on their way to a scrolling picture."""
from __future__ import annotations

import gc
import time
import weakref
from typing import Any, Dict, Iterator, List

import pytest

import lamina

FORM = lamina.Template({"root": {"background": "{color}", "style": {"height": "{height}"}}})
COLORS = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"]


def row(number: int, height: float = 20) -> "Dict[str, Any]":
    return {"id": number, "color": COLORS[number % 5], "height": height}


class Stage:
    def __init__(self, rows: Any, **options: Any) -> None:
        self.context = lamina.Context(2)
        self.list = lamina.List(self.context, template=FORM, rows=rows, **options)
        self.surface = lamina.Surface(self.context, (30, 100), background="white", root=self.list.node)
        self.pixels = lamina.Bitmap(30, 100)

    def settle(self) -> None:
        for _ in range(100):
            self.context.wait_idle(10)
            self.context.process()
            self.surface.composite(self.pixels)
            if self.list.state.is_settled and not self.context.timeout == 0:
                return

    def colors(self) -> "List[str]":
        """The colours down the middle, one for each 20 units."""
        self.settle()
        found = []
        for y in range(5, 100, 20):
            place = y * self.pixels.stride + 15 * 4
            blue, green, red = self.pixels[place : place + 3]
            found.append(f"#{red:02x}{green:02x}{blue:02x}")
        return found


@pytest.fixture
def stage() -> "Iterator[Stage]":
    made = Stage([row(number) for number in range(1000)], key=lambda row: row["id"])
    yield made
    made.context.close()


def test_shows_rows_that_are_in_view(stage: Stage) -> None:
    assert stage.colors() == COLORS
    state = stage.list.state
    assert (state.row_count, state.first_row, state.visible_count) == (1000, 0, 5)
    assert stage.list.scroll.offset == (0, 0)
    assert state.measured_count < 60
    assert stage.list.row_place(1) == lamina.ListRowPlace(0, 20, 30, 20, True)
    assert stage.list.row_at(30) == 1
    assert stage.list.row_at(-1) is None
    assert len(stage.list.rows) == 1000 and stage.list.rows[3]["id"] == 3


def test_jumps_and_scrolls(stage: Stage) -> None:
    stage.settle()
    stage.list.scroll_to_row(501)
    assert stage.list.row_place(501).top == 0
    assert stage.colors() == [COLORS[(501 + n) % 5] for n in range(5)]
    stage.list.scroll.by(y=20)
    assert stage.colors()[0] == COLORS[502 % 5]
    stage.list.scroll_to_row(-1, "end")
    assert stage.colors()[-1] == COLORS[999 % 5]
    stage.list.scroll.to(y=0)
    assert stage.surface.process_event("wheel", (10, 10), delta=(0, 40))
    assert stage.colors() == [COLORS[(2 + n) % 5] for n in range(5)]
    assert not stage.surface.process_event(lamina.EventKind.POINTER_MOVE, (10, 10))
    assert stage.surface.process_event("key_down", key="home")
    assert stage.colors() == COLORS


def test_changes_find_their_rows(stage: Stage) -> None:
    stage.settle()
    stage.list.scroll_to_row(100)
    before = stage.colors()
    stage.list.rows = [row(number) for number in range(2000, 2030)] + list(stage.list.rows)
    assert stage.colors() == before and stage.list.state.first_row == 130
    stage.list.rows.insert(0, row(5000))
    del stage.list.rows[3]
    del stage.list.rows[5:9]
    assert stage.colors() == before and stage.list.state.first_row == 126
    stage.list.rows[126] = row(7004)
    assert stage.colors() == [COLORS[4], *before[1:]]
    stage.list.rows.update(row(number) for number in range(7))
    assert stage.colors()[-1] == COLORS[1]
    stage.list.rows.append(row(7))
    stage.list.rows.move(0, 2)
    assert [each["id"] for each in stage.list.rows][:4] == [1, 2, 0, 3]
    assert len(stage.list.rows) == 8


def test_loading_piece_by_piece() -> None:
    stage = Stage([row(1)])
    stage.settle()
    pieces = 0
    while stage.list.wants_more():
        stage.list.rows = [row(number) for number in range(len(stage.list.rows) + 4)]
        stage.settle()
        pieces += 1
    assert len(stage.list.rows) == 17 and pieces == 4  # three views of 100 units
    assert not stage.list.wants_more(1) and not stage.list.wants_more(5, is_fetching=True)
    assert stage.list.wants_more(5)
    stage.context.close()


def test_rows_without_a_key_are_their_places() -> None:
    stage = Stage([row(number) for number in range(50)])
    assert stage.colors() == COLORS
    stage.list.rows[1] = row(3)
    assert stage.colors() == [COLORS[0], COLORS[3], *COLORS[2:]]
    stage.list.rows = [row(4)] * 50
    assert stage.colors() == [COLORS[4]] * 5
    stage.list.rows.insert(0, row(1))
    assert stage.colors() == [COLORS[1]] + [COLORS[4]] * 4
    del stage.list.rows[0]
    assert stage.colors() == [COLORS[4]] * 5
    stage.context.close()


def test_json_and_kinds() -> None:
    context = lamina.Context(1)
    other = lamina.Template({"root": {"background": "#000000", "style": {"height": 40}}})
    rows = [row(1), row(2), row(3)]
    listed = lamina.List(context, templates={"plain": FORM, "black": other}, rows=rows, kind=lambda row: "black" if row["id"] == 2 else "plain")
    surface = lamina.Surface(context, (30, 100), root=listed.node)
    context.wait_idle(10)
    assert surface.root is not None
    for _ in range(5):
        context.wait_idle(10)
        context.process()
    assert [listed.row_place(number).height for number in range(3)] == [20, 40, 20]
    with pytest.raises(lamina.InvalidArgumentError, match="kind is 'x'"):
        lamina.List(context, templates={"plain": FORM}, rows=rows, kind=lambda row: "x")
    text = lamina.List(context, template=FORM, rows=['{"color": "#ff0000", "height": 10}'])
    assert len(text.rows) == 1
    context.close()


def test_errors() -> None:
    context = lamina.Context(1)
    with pytest.raises(TypeError, match="template is missing"):
        lamina.List(context)
    with pytest.raises(lamina.InvalidArgumentError, match="estimated_height"):
        lamina.List(context, template=FORM, estimated_height=0)
    listed = lamina.List(context, template=FORM, rows=[row(1)])
    with pytest.raises(IndexError):
        listed.scroll_to_row(1)
    with pytest.raises(lamina.InvalidArgumentError, match="alignment is 'top'"):
        listed.scroll_to_row(0, "top")
    with pytest.raises(IndexError):
        del listed.rows[4]
    surface = lamina.Surface(context, (30, 100), root=listed.node)
    with pytest.raises(lamina.InvalidArgumentError, match="kind is 'tap'"):
        surface.process_event("tap")
    # What a row raises comes out of process().
    listed.rows = [5]
    with pytest.raises(TypeError, match="a row is a mapping"):
        for _ in range(10):
            context.wait_idle(10)
            context.process()
            listed.scroll.by(y=0)
    context.close()


def test_a_list_is_not_kept() -> None:
    stage = Stage([row(1)])
    stage.settle()
    kept = weakref.ref(stage.list)
    stage.surface.set_root(None)
    del stage.list
    gc.collect()
    assert kept() is None
    stage.context.process()
    stage.context.close()


def test_rows_move_in_a_transition(stage: Stage) -> None:
    ended: "list[bool]" = []
    stage.settle()
    with stage.context.transition(duration=0.16, curve="linear", done=ended.append):
        del stage.list.rows[1]
        stage.list.rows.insert(3, row(5000))
        stage.list.rows.move(0, 2)
    stage.settle()
    for _ in range(200):
        if ended:
            break
        stage.context.wait_idle(10)
        stage.context.process()
        time.sleep(0.005)
    assert ended == [True]
    assert [stage.list.rows[place]["id"] for place in range(4)] == [2, 3, 0, 5000]
    stage.settle()
    assert stage.colors()[:3] == [COLORS[2], COLORS[3], COLORS[0]]


def test_scrolls_to_a_row_in_time(stage: Stage) -> None:
    stage.settle()
    stage.list.scroll_to_row(300, "center", duration=0.05)
    assert stage.list.scroll.state.is_moving
    stage.list.settle()
    assert stage.list.row_place(300).top == 40
    stage.list.node.set_scroll(snap="mandatory")
    stage.list.scroll.by(y=7)
    with pytest.raises(lamina.InvalidArgumentError, match="easing"):
        stage.list.scroll_to_row(1, duration=0.1, curve="steep")
