"""Lists whose rows come from tables of other packages."""
from __future__ import annotations

import sqlite3
from typing import Any, Dict, List

import pytest

import lamina
from lamina import tree

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


def made(kind: str, columns: "Dict[str, List[Any]]") -> Any:
    if kind == "query":
        database = sqlite3.connect(":memory:")
        database.execute(f"create table t ({', '.join(columns)})")
        database.executemany(f"insert into t values ({', '.join('?' * len(columns))})", zip(*columns.values()))
        return lamina.QueryRows(database, "select * from t")
    module = pytest.importorskip(kind)
    return module.table(columns) if kind == "pyarrow" else module.DataFrame(columns)


@pytest.mark.parametrize("kind", ["pandas", "pyarrow", "polars", "query"])
def test_a_slot_without_a_column_is_named(context: lamina.Context, kind: str) -> None:
    form = lamina.Template(tree.column(
        tree.text("{title} {year}"), tree.when("note", tree.text("{note}")), tree.text("{count:.2f}")), defaults={"year": ""})  # fmt: skip
    named = r"no column is for the slot 'title'; the columns are 'id', 'count'"
    with pytest.raises(lamina.InvalidArgumentError, match=named):
        lamina.List(context, template=form, rows=made(kind, {"id": [1], "count": [1]}))
    shown = lamina.List(context, template=form, rows=made(kind, {"id": [1], "title": ["a"], "count": [1]}))
    with pytest.raises(lamina.InvalidArgumentError, match="'count'; the columns are 'id', 'title'"):
        shown.rows = made(kind, {"id": [1], "title": ["a"]})
    assert shown.rows[0]["count"] == 1  # as it was
    # A template that none of the rows takes needs no columns.
    forms = {"a": form, "b": FORM}
    lamina.List(context, templates=forms, kind=lambda row: "b", rows=made(kind, {"id": [1], "name": ["x"]}))


def test_missing_values_and_booleans(context: lamina.Context) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"name": ["a", "b"], "amount": [1.5, None], "paid": [True, False]})
    amount = tree.when("amount", tree.text("{amount:.2f}"))
    shown = lamina.List(context, template=lamina.Template(tree.row(tree.text("{name} {paid}"), amount)), rows=frame)
    surface = lamina.Surface(context, (200, 100), root=shown.node)
    context.wait_idle()
    assert shown.state.blank_count == 0
    surface.close()
    form = lamina.Template(tree.text("{paid}"))
    assert form.render_one({"paid": True}) == form.render_one({"paid": "True"})
    asked = lamina.Template(tree.column(tree.when("paid", tree.text("yes")), tree.text("always")))
    assert asked.render_one({"paid": False}) == asked.render_one({"paid": ""})
