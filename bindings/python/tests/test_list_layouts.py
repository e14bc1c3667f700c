"""Layouts of one's own, pictures of rows, and keys in lists."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

import pytest

import lamina

FORM = lamina.Template({"root": {"background": "{color}", "style": {"width": "{width}", "height": "{height}"}}})
COLORS = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"]


def rows(count: int) -> "List[Dict[str, Any]]":
    return [{"id": n, "color": COLORS[n % 5], "width": 10, "height": 20} for n in range(count)]


class Stage:
    def __init__(self, count: int, **options: Any) -> None:
        self.context = lamina.Context(2)
        self.list = lamina.List(self.context, template=FORM, rows=rows(count), key=lambda row: row["id"], **options)
        self.surface = lamina.Surface(self.context, (100, 100), background="white", root=self.list.node)

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *problem: Any) -> None:
        self.context.close()

    def place(self, row: int) -> "Tuple[float, float, float, float]":
        found = self.list.row_place(row)
        return found.left, found.top, found.width, found.height


def color(bitmap: lamina.Bitmap, x: int, y: int) -> str:
    place = y * bitmap.stride + x * 4
    blue, green, red = bitmap[place : place + 3]
    return f"#{red:02x}{green:02x}{blue:02x}"


def test_frames() -> None:
    with Stage(6) as stage:
        frames = [(10 * n, 15 * n, 20, 10) for n in range(6)]
        stage.list.set_layout("own", frames=frames, content_length=300)
        stage.list.settle()
        assert [stage.place(n) for n in range(6)] == [tuple(map(float, frame)) for frame in frames]
        assert stage.list.scroll.state.maximum.y == 200
        assert stage.list.row_at(17, 15) == 1
        stage.list.rows.append(rows(7)[6])
        assert stage.place(6)[2:] == (0, 0)
        for wrong, sentence in (
            (frames, "frames has 6; the list has 7 rows"),
            ([(0, 0, 1)] * 7, r"frames\[0\] is \(0, 0, 1\); left, top, width and height are needed"),
            ([(0, 0, 1, float("nan"))] * 7, r"frames\[0\] is \(0, 0, 1, nan\); numbers are needed, of which top, width"),
        ):
            with pytest.raises((lamina.InvalidArgumentError, TypeError), match=sentence):
                stage.list.set_layout("own", frames=wrong)
        with pytest.raises(lamina.InvalidArgumentError, match="neither `frames` nor `place` says"):
            stage.list.set_layout("own")
        with pytest.raises(lamina.InvalidArgumentError, match="one of them"):
            stage.list.set_layout("own", frames=frames, place=lambda asked: [])
        with pytest.raises(lamina.InvalidArgumentError, match='place goes with the layout "own"'):
            stage.list.set_layout("grid", place=lambda asked: [])
        with pytest.raises(lamina.InvalidArgumentError, match="needs the number of its lanes"):
            stage.list.set_layout("masonry")
        stage.list.set_layout()
        stage.list.settle()
        assert stage.place(1) == (0, 20, 100, 20)


def drained(stage: Stage, kind: type) -> str:
    """What settling raises, until it raises no more."""
    sentence = ""
    while True:
        try:
            stage.list.settle()
            return sentence
        except kind as error:
            sentence = str(error)


def test_place_on_workers(caplog: pytest.LogCaptureFixture) -> None:
    asked: "List[lamina.ListFrames]" = []

    def place(given: lamina.ListFrames) -> "List[Tuple[float, float, float, float]]":
        asked.append(given)
        half = given.view[0] / 2
        return [(n % 2 * half, n // 2 * 30, half, length) for n, length in enumerate(given.lengths)]

    with Stage(40) as stage:
        stage.list.set_layout("own", place=place, measures_rows=True)
        stage.list.settle()
        assert [stage.place(n) for n in (0, 1, 2)] == [(0, 0, 50, 20), (50, 0, 50, 20), (0, 30, 50, 20)]
        assert asked[-1].view == (100, 100) and len(asked[-1].kinds) == 40
        stage.list.rows.insert(0, {"id": 99, "color": "#123456", "width": 5, "height": 25})
        stage.list.settle()
        assert stage.place(0) == (0, 0, 50, 25) and stage.place(1) == (50, 0, 50, 20)
        stage.list.set_layout("own", place=lambda given: 1 / 0)  # type: ignore[arg-type, return-value]
        assert drained(stage, ZeroDivisionError)
        assert caplog.text == ""  # what is raised is not logged, too
        assert stage.place(1) == (50, 0, 50, 20)
        stage.list.set_layout("own", place=lambda given: [(0, 0, 1, 1)])
        assert drained(stage, lamina.InvalidArgumentError) == "frames has 1; the list has 41 rows, and each needs one"


def test_snapshot() -> None:
    with Stage(100) as stage:
        (page,) = stage.list.snapshot(breadth=50, scale=2, background="white")
        assert (page.bitmap.width, page.bitmap.height, page.rows) == (100, 4000, range(100))
        assert [color(page.bitmap, 5, 20 + 40 * n) for n in range(100)] == [COLORS[n % 5] for n in range(100)]
        pages = stage.list.snapshot(breadth=50, page_length=90)
        assert [page.rows for page in pages] == [range(n, n + 4) for n in range(0, 100, 4)]
        assert {(page.bitmap.width, page.bitmap.height, page.count) for page in pages} == {(50, 90, 25)}
        assert color(pages[3].bitmap, 5, 10) == COLORS[12 % 5]
        seen: "List[int]" = []

        def each(page: lamina.ListPage) -> bool:
            seen.append(page.index)
            return page.index < 2

        assert stage.list.snapshot(breadth=50, page_length=90, each=each) == [] and seen == [0, 1, 2]
        (page,) = stage.list.snapshot(first=7, count=2, breadth=30)
        assert page.rows == range(7, 9) and page.bitmap.height == 40
        with Stage(110) as large, pytest.raises(lamina.OutOfRangeError, match="set page_length"):
            large.list.snapshot(breadth=50, scale=16)
        with pytest.raises(lamina.OutOfRangeError, match="the list has 100 rows"):
            stage.list.snapshot(first=101, breadth=10)

        def fails(page: lamina.ListPage) -> None:
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            stage.list.snapshot(breadth=50, page_length=90, each=fails)
        stage.context.wait_idle()


def test_keys_select() -> None:
    with Stage(50) as stage:
        stage.list.set_selection("multiple")
        stage.list.settle()
        press = lambda key, **held: stage.surface.process_event("key_down", key=key, **held)
        assert press("down") and stage.list.selected_rows() == [0]
        assert press("down", shift=True) and press("down", shift=True) and stage.list.selected_rows() == [0, 1, 2]
        assert press("end") and stage.list.selected_rows() == [49]
        assert press("a", control=True) and len(stage.list.selected_rows()) == 50
        assert not press("a")
        stage.list.set_selection("none")
        with pytest.raises(lamina.InvalidStateError, match="cannot be selected"):
            stage.list.move_selection(1)


def test_one_exception_for_rows_that_fail_alike() -> None:
    class Broken(List[Any]):
        def __getitem__(self, place: Any) -> Any:
            raise ValueError("the source is closed")

    with Stage(5) as stage:
        stage.list.rows = lamina.Rows(Broken(range(30)))
        with pytest.raises(ValueError, match="the source is closed"):
            stage.list.settle()
        stage.list.settle()
        stage.context.process()


def test_many_other_rows_are_found_on_workers() -> None:
    with Stage(3000) as stage:
        stage.list.settle()
        stage.list.rows = rows(6000)[2500:]
        assert stage.list.state.row_count == 3500
        stage.list.settle()
        assert stage.list.row_at(5) == 0 and stage.list.rows[0]["id"] == 2500
