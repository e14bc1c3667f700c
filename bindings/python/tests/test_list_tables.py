"""Lists whose rows come from tables of other packages."""
from __future__ import annotations

from typing import Any, List

import pytest

import lamina

FORM = lamina.Template({"root": {"kind": "text", "text": "{name}"}})


def test_sorting_a_table_reads_each_value_few_times(context: lamina.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    from lamina.row_sources import _Frame

    read: List[Any] = []
    value = _Frame._value
    monkeypatch.setattr(_Frame, "_value", lambda self, found: read.append(found) or value(self, found))
    count = 20_000  # more than the pages that are kept
    numbers = [n * 7919 % count for n in range(count)]
    frame = pandas.DataFrame({"id": range(count), "name": numbers, "role": [""] * count})
    shown = lamina.List(context, template=FORM, rows=frame, key="id", role="role")
    read.clear()
    shown.rows.sort(key=lambda row: row["name"])
    shown.rows.sort(key=lambda row: row["id"] % 100)
    assert [row["id"] for row in shown.rows[:3]] == sorted((n for n in range(0, count, 100)), key=numbers.__getitem__)[:3]
    assert len(read) < 3 * 3 * count  # of each column once in pages and once as a whole
    shown.rows.sort(key=lambda row: row["id"])
    frame.loc[0, "name"] = 77
    shown.rows.reload()
    assert len(read) < 3 * 3 * count
