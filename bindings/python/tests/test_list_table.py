"""Lines, the index, and placeholders of lists."""
from __future__ import annotations

from typing import Any

import pytest

import lamina

FORM = lamina.Template({"root": {"background": "#0000ff", "style": {"width": 100, "height": 20}}})


class Stage:
    def __init__(self, count: int = 60) -> None:
        self.context = lamina.Context(2)
        data = [{"id": n, "head": n % 10 == 0} for n in range(count)]
        self.list = lamina.List(
            self.context, template=FORM, rows=data, key="id", role=lambda row: "header" if row["head"] else None)
        self.surface = lamina.Surface(self.context, (100, 100), background="white", root=self.list.node)
        self.bitmap = lamina.Bitmap(100, 100)

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *problem: Any) -> None:
        self.context.close()

    def column(self, x: int) -> "list[str]":
        """The colours from top to bottom."""
        self.list.settle()
        bitmap = self.bitmap
        self.surface.composite(bitmap)
        places = [y * bitmap.stride + 4 * x for y in range(100)]
        return ["#" + bytes(reversed(bitmap[place : place + 3])).hex() for place in places]


def test_lines() -> None:
    with Stage() as stage:
        stage.list.set_table(separator_color="red", separator_thickness=2, separator_insets=(10, 20))
        found = stage.column(50)
        assert [y for y in range(100) if found[y] == "#ff0000"] == [38, 39, 58, 59, 78, 79, 98, 99]
        assert "#ff0000" not in stage.column(9) + stage.column(80)
        stage.list.set_table()
        assert "#ff0000" not in stage.column(50)
        with pytest.raises(lamina.InvalidArgumentError, match="separator_leading"):
            stage.list.set_table(separator_color="red", separator_insets=(-1, 0))


def test_index() -> None:
    with Stage() as stage:
        stage.list.set_table(index={n: str(n) for n in range(0, 60, 10)}, index_color="#ff0000", index_text_size=10)
        assert any(color not in ("#0000ff", "#ffffff") for x in range(80, 100) for color in stage.column(x))
        stage.surface.process_event("pointer_down", (90, 60), time=0)
        stage.surface.process_event("pointer_up", (90, 60), time=0.1)
        stage.list.settle()
        assert stage.list.state.first_row == 30
        with pytest.raises(IndexError, match="row 60"):
            stage.list.set_table(index=[(60, "none")])
        with pytest.raises(lamina.InvalidArgumentError, match="index_text_size"):
            stage.list.set_table(index_text_size=0)


def test_placeholders() -> None:
    with Stage() as stage:
        stage.list.set_placeholder("#cccccc")
        assert "#cccccc" not in stage.column(50)
        stage.list.set_placeholder(None)
        with pytest.raises(lamina.InvalidArgumentError, match="kind is 'none'"):
            stage.list.set_placeholder(kind="none")
        with pytest.raises(lamina.InvalidArgumentError, match="fade"):
            stage.list.set_placeholder(fade=-1)
