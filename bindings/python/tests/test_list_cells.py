"""Lists with nodes for rows, with sections, layouts, selection, and what they tell."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

import pytest

import lamina

FORM = lamina.Template({"root": {"background": "{color}", "style": {"height": 20}}})
COLORS = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"]


def row(number: int, **more: Any) -> "Dict[str, Any]":
    return {"id": number, "color": COLORS[number % 5], **more}


class Stage:
    def __init__(self, rows: Any, template: Any = FORM, **options: Any) -> None:
        self.context = lamina.Context(2)
        self.list = lamina.List(self.context, template=template, rows=rows, key=lambda row: row["id"], **options)
        self.surface = lamina.Surface(self.context, (30, 100), background="white", root=self.list.node)
        self.pixels = lamina.Bitmap(30, 100)

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *problem: Any) -> None:
        self.context.close()

    def color(self, x: int, y: int) -> str:
        self.list.settle()
        self.context.process()
        self.surface.composite(self.pixels)
        place = y * self.pixels.stride + x * 4
        blue, green, red = self.pixels[place : place + 3]
        return f"#{red:02x}{green:02x}{blue:02x}"

    def colors(self) -> "List[str]":
        return [self.color(15, y) for y in range(5, 100, 20)]

    def tap(self, y: float) -> None:
        self.surface.pointer("down", (15, y))
        self.surface.pointer("up", (15, y))
        self.list.settle()
        self.context.process()


def test_nodes_for_rows() -> None:
    made: "List[lamina.Node]" = []
    reused = 0

    def cell(row: "Dict[str, Any]", old: Optional[lamina.Node], marks: int) -> lamina.Node:
        nonlocal reused
        reused += old is not None
        if old is None:
            old = lamina.Node(stage.context, style=lamina.Style(height=20))
            made.append(old)
        old.background = row["color"]
        return old

    rows = [row(number) for number in range(300)]
    stage = Stage([], template=cell)
    with stage:
        stage.list.rows = rows
        assert stage.colors() == COLORS
        for _ in range(20):
            stage.list.scroll.by(y=60)
            stage.list.settle()
        assert stage.colors() == COLORS
        assert reused > 20 and len(made) < 60
        rows = [dict(row, color="#000000") for row in rows]
        stage.list.rows = rows
        assert stage.colors() == ["#000000"] * 5


def test_an_exception_of_a_cell_comes_out_of_process() -> None:
    def cell(row: Any, old: Optional[lamina.Node], marks: int) -> None:
        raise KeyError("no")

    stage = Stage([], template=cell)
    stage.list.rows = [row(0)]
    with pytest.raises(KeyError):
        stage.list.settle()
    stage.context.close()


def test_sections() -> None:
    rows = [row(n, role="header" if n % 10 == 0 else None) for n in range(100)]
    with Stage(rows, role=lambda row: row["role"]) as stage:
        assert stage.list.row_path(0) == (0, None)
        assert stage.list.row_path(23) == (2, 2)
        assert stage.list.find_item(2, 2) == 23
        stage.list.scroll.to(y=65)
        assert stage.color(15, 2) == COLORS[0]  # its header
        assert stage.list.row_at(2) == 0
        with pytest.raises(lamina.OutOfRangeError):
            stage.list.find_item(2, 9)
    with pytest.raises(lamina.InvalidArgumentError, match="role is 'head'"):
        Stage(rows, role=lambda row: "head")


def test_changes() -> None:
    rows = [row(n) for n in range(20)]
    told: "List[Any]" = []
    with Stage(rows) as stage:
        stage.list.settle()
        changes = [lamina.ListChange("delete_item", 0, 0), lamina.ListChange("insert_item", 0, 19)]
        stage.list.apply_changes([*rows[1:], row(50)], changes, told.append)
        assert stage.colors() == COLORS[1:] + COLORS[:1]
        assert told == [None]
        stage.list.rows.move(0, 3)
        assert stage.colors() == [COLORS[2], COLORS[3], COLORS[4], COLORS[1], COLORS[0]]
        stage.list.rows.move(3, 0)
        with stage.list.collect_changes():
            stage.list.apply_changes(stage.list.rows[1:], changes[:1], told.append)
            assert told == [None]
        stage.list.settle()
        assert told == [None, None] and stage.list.state.row_count == 19
        stage.list.rows.insert(0, rows[1])
        with pytest.raises(lamina.InvalidArgumentError, match="section 0 has 20 items after the update, not 19"):
            stage.list.apply_changes(rows, changes[:1])
        assert stage.list.rows[0] == rows[1]
        with pytest.raises(lamina.InvalidArgumentError, match="kind is 'drop'"):
            stage.list.apply_changes(rows, [lamina.ListChange("drop")])


def test_layouts() -> None:
    with Stage([row(n) for n in range(20)]) as stage:
        stage.list.set_layout("grid", lanes=3, line_spacing=5)
        stage.list.settle()
        assert stage.color(15, 5) == COLORS[1]
        assert stage.color(25, 30) == COLORS[0]
        assert stage.list.row_place(4) == lamina.ListRowPlace(10, 25, 10, 20, True)
        assert stage.list.row_at(30, 25) == 5
        with pytest.raises(lamina.InvalidArgumentError, match="kind is 'gird'"):
            stage.list.set_layout("gird")
        stage.list.set_layout()
        assert stage.colors() == COLORS


def test_reversed() -> None:
    with Stage([row(n) for n in range(3)], reversed=True) as stage:
        assert stage.colors() == ["#ffffff", "#ffffff", *COLORS[2::-1]]


def test_selection_and_events() -> None:
    events: "List[lamina.ListEvent]" = []
    with Stage([row(n) for n in range(50)], template=FORM) as stage:
        number = stage.list.add_observer(events.append)
        stage.list.set_selection("multiple")
        stage.list.settle()
        stage.list.select(3)
        stage.list.move_selection(2, extends=True)
        assert stage.list.selected_rows() == [3, 4, 5]
        stage.list.select(4, False)
        assert stage.list.selected_rows() == [3, 5]
        stage.list.settle()
        stage.context.process()
        kinds = [event.kind for event in events]
        assert "enter_visible" in kinds and "selection_change" in kinds
        stage.list.set_fetch_state("tail", "idle")
        stage.list.scroll.to(y=1e9)
        stage.list.settle()
        stage.context.process()
        assert lamina.ListEvent("fetch_tail", None) in events
        assert stage.list.fetch_state("tail") == "loading"
        stage.list.remove_observer(number)
        with pytest.raises(lamina.InvalidArgumentError, match="mode is 'many'"):
            stage.list.set_selection("many")


def test_what_goes_is_an_event() -> None:
    events: "List[lamina.ListEvent]" = []
    with Stage([row(n) for n in range(50)], template=FORM) as stage:
        stage.list.add_observer(events.append)
        stage.list.set_selection("single")
        stage.list.select(2)
        stage.list.settle()
        stage.context.process()
        events.clear()
        del stage.list.rows[2]
        stage.context.process()
        assert [event.kind for event in events].count("selection_change") == 1
        stage.list.move_selection(1)
        assert stage.list.selected_rows() == [3]  # one on from what took the place
        for leave in (lambda: setattr(stage.surface, "root", None), stage.list.close):
            stage.list.settle()
            stage.context.process()
            events.clear()
            leave()
            stage.context.process()
            stage.context.process()
            assert [event.kind for event in events].count("exit_visible") == 5
            if not stage.list.closed:
                stage.surface.root = stage.list.node


def test_rows_know_that_they_are_selected() -> None:
    form = lamina.Template(
        {"root": {"kind": "text", "text": "{selected}", "background": "{color}"}}
    )
    with Stage([row(n) for n in range(50)], template=form) as stage:
        stage.list.set_selection("single")
        stage.list.settle()
        before = bytes(stage.pixels)
        stage.surface.composite(stage.pixels)
        stage.list.select(0)
        stage.list.settle()
        stage.surface.composite(stage.pixels)
        assert bytes(stage.pixels) != before


def test_ranges_of_a_list() -> None:
    made: "Dict[int, lamina.Node]" = {}

    def cell(row: "Dict[str, Any]", old: Optional[lamina.Node], marks: int) -> lamina.Node:
        made[row["id"]] = lamina.Node(stage.context, background=row["color"], style=lamina.Style(height=20))
        return made[row["id"]]

    def count(state: lamina.InterfaceState) -> int:
        stage.list.settle()
        stage.context.process()
        return sum(state in node.interface_state for node in made.values())

    display, preload = lamina.InterfaceState.DISPLAY, lamina.InterfaceState.PRELOAD
    stage = Stage([], template=cell)
    with stage:
        stage.list.rows = [row(number) for number in range(300)]
        assert stage.list.node.ranges is None
        assert (count(display), count(preload)) == (7, 8)
        stage.list.node.ranges = lamina.Ranges(display=(2, 0), preload=(3, 0), measured=(10, 0))
        assert (count(display), count(preload), len(made)) == (15, 20, 55)
        assert stage.list.node.ranges == lamina.Ranges((2, 0), (3, 0), (10, 0))
        stage.list.node.ranges = "visible_only"
        assert (count(display), count(preload)) == (5, 5)
        stage.list.node.ranges = None
        assert (count(display), count(preload)) == (7, 8)
        stage.list.scroll.by(y=200)
        assert count(display) == 5 + 5 + 3
        stage.context.trim_memory()
        assert count(display) == 5
        assert stage.colors() == COLORS
