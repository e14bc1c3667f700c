"""What has changed shows, whatever Python's hashes say; and what could not be read is asked for again."""
from __future__ import annotations

import array
import datetime
import logging
import os
import signal
import sqlite3
import threading
import time
from typing import Any, Dict, Iterator, List

import pytest

import lamina
from lamina._row_versions import version_of, versions_of

FORM = lamina.Template({"root": {"kind": "text", "text": "{n}"}, "defaults": {"n": "none"}, "background": "white"})


class Stage:
    def __init__(self, context: lamina.Context, rows: Any, form: Any = FORM, **options: Any) -> None:
        self.list = lamina.List(context, template=form, rows=rows, **options)
        self.surface = lamina.Surface(context, (200, 60), root=self.list.node)
        self.pixels = lamina.Bitmap(200, 60)

    def shown(self) -> bytes:
        self.list.settle()
        self.surface.composite(self.pixels)
        return bytes(self.pixels)


class Thing:
    """Says nothing of itself."""


PAIRS = [
    ({"n": -1}, {"n": -2}), ({"n": 0}, {"n": 2**61 - 1}), ({"n": 1}, {"n": 1.0}), ({"n": "x"}, {"m": "x"}), ({"n": 1}, {"n": "1"}),
    ({"n": [0, 0, 1]}, {"n": [0, 0, 0.5]}), ({"n": lamina.Bitmap(4, 4)}, {"n": lamina.Bitmap(2, 8)}), ({"n": {"a": -1}}, {"n": {"a": -2}}),
    ({"n": [lamina.Bitmap(4, 4)]}, {"n": [lamina.Bitmap(2, 8)]}), ({"n": lamina.Drawing()}, {"n": lamina.Drawing()}),
    ((-1,), (-2,)), ("-1", "-2"), ({"n": datetime.date(2026, 1, 2)}, {"n": datetime.date(2026, 1, 3)}),
    ({"n": memoryview(b"a")}, {"n": memoryview(b"b")}), ({"n": array.array("b", [1])}, {"n": array.array("b", [2])}), ({"n": Thing()}, {"n": Thing()}),
]  # fmt: skip


@pytest.mark.parametrize("one, other", PAIRS)
def test_other_values_have_other_versions(one: Any, other: Any) -> None:
    assert version_of(one) != version_of(other)
    assert version_of(one) == version_of(one)
    assert versions_of([one, other])[0] != versions_of([one, other])[1]


def test_equal_values_have_the_same_version() -> None:
    def rows() -> "List[Dict[str, Any]]":
        return [{"a": float("nan"), "b": "text" * 3, "c": None, "d": 1}, {"a": 2.5, "b": "", "c": True, "d": [1, {"x": ()}]}]

    assert versions_of(rows()) == versions_of(rows()) and len(set(versions_of(rows()))) == 2
    drawing = lamina.Drawing().rect(0, 0, 5, 5)
    before = version_of({"n": drawing})
    assert version_of({"n": drawing}) == before
    drawing.fill("red")
    assert version_of({"n": drawing}) != before
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    version_of(nested)  # whatever it is


@pytest.mark.parametrize("how", ["item", "update", "slice"])
@pytest.mark.parametrize("one, other", [({"n": -1}, {"n": -2}), ({"n": "x"}, {"m": "x"}), ({"n": 0}, {"n": 2**61 - 1})])
def test_changes_show(context: lamina.Context, how: str, one: Any, other: Any) -> None:
    stage = Stage(context, [{"id": 1, **one}], key="id")
    before, new = stage.shown(), {"id": 1, **other}
    if how == "item":
        stage.list.rows[0] = new
    elif how == "slice":
        stage.list.rows[:] = [new]
    else:
        stage.list.rows.update([new])
    assert stage.shown() != before


@pytest.mark.parametrize("key", [None, "id", lambda row: row["id"]])
def test_what_is_assigned_is_read_anew(context: lamina.Context, key: Any) -> None:
    values = {"n": "one"}

    class Row(Dict[str, Any]):
        def get(self, name: str, default: Any = None) -> Any:
            return values.get(name, default)

    stage = Stage(context, [Row(id=1), Row(id=2)], key=key)
    seen = [stage.shown()]
    for text, change in (
        ("two", lambda rows: rows.__setitem__(0, rows[0])), ("three", lambda rows: rows.reload(1)), ("four", lambda rows: rows.reload()),
        ("five", lambda rows: rows.__setitem__(0, rows[0])), ("six", lambda rows: rows.reload(0)), ("seven", lambda rows: rows.__setitem__(0, rows[0])),
    ):  # fmt: skip
        values["n"] = text
        assert stage.shown() == seen[-1]
        change(stage.list.rows)
        assert stage.shown() not in seen, text
        seen.append(stage.shown())
    with pytest.raises(lamina.OutOfRangeError, match="index is 2; there are 2 rows"):
        stage.list.rows.reload(2)


def test_unchanged_rows_are_not_read_again(context: lamina.Context) -> None:
    read: List[int] = []
    whole = [{"id": number, "n": number - 3} for number in range(4)]

    def cell(row: Any, reused: Any, marks: Any) -> lamina.Node:
        read.append(row["id"])
        return context.text(str(row["n"]))

    stage = Stage(context, whole, cell, key="id")
    stage.shown()
    read.clear()
    stage.list.rows.update([dict(row) for row in whole])
    stage.shown()
    assert read == []
    stage.list.rows.update([{**row, "n": -1 if row["n"] == -2 else row["n"]} for row in whole])
    stage.shown()
    assert read == [1]


def test_tables_see_minus_one_become_minus_two(context: lamina.Context) -> None:
    pandas, arrow, polars = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "polars"))
    for make in (pandas.DataFrame, arrow.table, polars.DataFrame, lambda columns: pandas.DataFrame(columns).astype(object)):
        stage = Stage(context, make({"id": [1, 2], "n": [-1, 5]}), key="id")
        shown = [stage.shown()]
        for columns in ({"id": [1, 2], "n": [-2, 5]}, {"id": [1, 2], "m": [-2, 5]}):
            stage.list.rows.update(make(columns))
            shown.append(stage.shown())
        assert len(set(shown)) == 3, make
    pictures = [lamina.Bitmap(4, 4), lamina.Bitmap(4, 4)]
    pictures[1][:] = b"\xff" * 64
    frames = [lamina.Rows(pandas.DataFrame({"id": [1], "n": [picture]}), key="id")._state.versions for picture in pictures]
    assert frames[0] != frames[1]
    with pytest.raises(lamina.InvalidArgumentError, match="two columns are named 'a'"):
        lamina.Rows(pandas.DataFrame([[1, 2]], columns=["a", "a"]))


def test_keys_that_are_gone_are_forgotten(context: lamina.Context) -> None:
    feed = lamina.List(context, template=FORM, rows=[], key="id")
    for round_ in range(30):
        feed.rows.update([{"id": f"{round_}-{number}"} for number in range(200)])
    assert len(feed.rows._keys._numbers) <= 2 * 200 + 1200
    for number in range(3000):
        feed.rows.append({"id": f"x{number}"})
        del feed.rows[0]
    assert len(feed.rows._keys._numbers) <= 2 * 200 + 1001
    feed.rows.update(list(feed.rows))  # those of rows that are there are kept
    assert len(feed.rows) == 200


def test_two_rows_of_one_key_are_named(context: lamina.Context) -> None:
    feed = lamina.List(context, template=FORM, rows=[{"id": "a"}, {"id": "b"}], key="id")
    with pytest.raises(lamina.InvalidArgumentError, match="key is 'b' for rows 0 and 2; each row needs its own"):
        feed.rows.insert(0, {"id": "b"})
    assert [row["id"] for row in feed.rows] == ["a", "b"]


def test_an_interrupt_ends_settling(context: lamina.Context) -> None:
    release = threading.Event()
    feed = lamina.List(context, template=lambda row, reused, marks: context.box(draw=lambda canvas: release.wait(20), size=(9, 9)), rows=[1])
    surface = lamina.Surface(context, (50, 50), root=feed.node)

    def interrupt() -> None:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)
        release_later.start()

    release_later = threading.Timer(8, release.set)  # without slices it would take as long
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            feed.settle()
        assert not release.is_set()
        with pytest.raises(lamina.TimedOutError, match="within 0.01 seconds"):
            feed.settle(0.01)
    finally:
        thread.join()
        release_later.cancel()
        release.set()
        surface.close()


def test_rows_that_could_not_be_read_are_read_again(context: lamina.Context) -> None:
    class Flaky(List[Any]):
        fails = True

        def __getitem__(self, place: Any) -> Any:
            if self.fails and place == 1:
                raise sqlite3.OperationalError("database is locked")
            return {"n": f"row {place}"}

    rows = Flaky(range(3))
    stage = Stage(context, rows)
    with pytest.raises(sqlite3.OperationalError):
        stage.shown()
    before = stage.shown()
    Flaky.fails = False
    stage.list.rows.reload(1)
    assert stage.shown() != before and stage.list.state.blank_count == 0
    assert stage.list.rows.source is rows  # nothing was copied


@pytest.mark.parametrize("count", [1, 100, 300])
def test_the_rows_before_an_error_come_first(context: lamina.Context, count: int) -> None:
    def numbers() -> "Iterator[Dict[str, Any]]":
        for number in range(count):
            yield {"n": number}
        raise OSError("the disk is gone")

    rows = lamina.Rows(numbers())
    while True:
        try:
            if not rows.take():
                break
        except OSError:
            break
    else:
        raise AssertionError
    assert len(rows) == count and not rows.has_more
    with pytest.raises(OSError):
        lamina.Rows(number for number in [][1:] or numbers() if number["n"] > count)


TIMES = [
    (datetime.datetime(2026, 3, 1, 12, 30), "2026-03-01 12:30:00"), (datetime.date(2026, 3, 1), "2026-03-01"),
    (datetime.time(12, 30), "12:30:00"), (datetime.timedelta(seconds=90), "0:01:30"),
    (datetime.datetime(2026, 3, 1, 12, 30, tzinfo=datetime.timezone.utc), "2026-03-01 12:30:00+00:00"),
]  # fmt: skip


@pytest.mark.parametrize("value, text", TIMES)
def test_times_are_texts(context: lamina.Context, value: Any, text: str) -> None:
    assert Stage(context, [{"n": value}]).shown() == Stage(context, [{"n": text}]).shown() != Stage(context, [{}]).shown()
    form = lamina.Template({"root": {"kind": "text", "text": "{n}"}, "defaults": {"n": value}})
    assert bytes(form.render_one({})) == bytes(form.render_one({"n": text}))


def test_times_of_tables(context: lamina.Context) -> None:
    pandas, arrow, numpy = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "numpy"))
    form = lamina.Template({"root": {"kind": "text", "text": "{n:%d.%m.%Y}"}, "defaults": {"n": "1970-01-01"}})
    days = [datetime.datetime(2026, 3, 1, 12), datetime.datetime(2026, 3, 2)]
    frame = pandas.DataFrame({"n": days})
    dates = pandas.DataFrame({"n": [day.date() for day in days]})
    wanted = Stage(context, [{"n": "2026-03-01"}, {"n": "2026-03-02"}], form).shown()
    for rows in (frame, dates, arrow.Table.from_pandas(frame), frame.to_dict("records"), [{"n": value} for value in numpy.array(days, "M8[s]")]):
        assert Stage(context, rows, form).shown() == wanted, rows
    missing = Stage(context, [{"n": pandas.NaT}, {"n": numpy.datetime64("NaT")}], form).shown()
    assert missing == Stage(context, [{}, {}], form).shown()
    spans = pandas.DataFrame({"n": [pandas.Timedelta(90, "s")]})
    assert Stage(context, spans).shown() == Stage(context, [{"n": "0 days 00:01:30"}]).shown()


def test_messages_name_the_row(context: lamina.Context, caplog: pytest.LogCaptureFixture) -> None:
    feed = [{"id": f"n{number}", "n": object()} for number in range(9)]
    stage = Stage(context, feed, key="id")
    with pytest.raises(lamina.InvalidArgumentError, match=r"rows\[0\], key 'n0': the slot 'n': .* not object"):
        stage.shown()
    with caplog.at_level(logging.INFO, "lamina"):
        stage.shown()  # what the other rows said was the same
    context.wait_idle()
    assert "values callback" not in caplog.text and "its values could not be read" in caplog.text
    stage = Stage(context, [5])
    with pytest.raises(TypeError, match=r"rows\[0\]: a row is a mapping"):
        stage.shown()


FORMS = {None: FORM, "big": FORM}


@pytest.fixture
def database() -> "Iterator[sqlite3.Connection]":
    made = sqlite3.connect(":memory:")
    made.execute("create table entries (id integer primary key, n text, what text)")
    made.executemany("insert into entries values (?, ?, ?)", [(number, f"n{number}", "header" if number % 10 == 0 else None) for number in range(1000)])
    yield made
    made.close()


def test_roles_and_kinds_by_columns(context: lamina.Context, database: sqlite3.Connection) -> None:
    asked: List[str] = []
    query = lamina.QueryRows(database, "select * from entries order by id")
    plain = [{"id": number, "n": "x", **({"what": "header"} if number % 10 == 0 else {})} for number in range(1000)]
    for rows in (query, plain, lamina.Rows(query, key="id")):
        database.set_trace_callback(asked.append)
        feed = lamina.List(context, template=FORM, rows=rows, role="what", key=None if isinstance(rows, lamina.Rows) else "id")
        database.set_trace_callback(None)
        assert feed.row_path(15) == (1, 4) and feed.row_path(20) == (2, None)
    assert 0 < len(asked) <= 6 and not any("where" in each for each in asked)
    feed = lamina.List(context, templates={None: FORM, "header": FORM}, rows=query, kind="what")
    assert feed.state.row_count == 1000
    for how in ({"role": "nobody"}, {"kind": "nobody"}):
        with pytest.raises(lamina.InvalidArgumentError, match=f"{[*how][0]} is 'nobody'; the columns are 'id', 'n', 'what'"):
            lamina.List(context, template=FORM, rows=query, **how)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="role is the name of a member or column, or a function of the row, not 5"):
        lamina.List(context, template=FORM, rows=query, role=5)  # type: ignore[arg-type]
    with pytest.raises(lamina.InvalidArgumentError, match="role is 'n0'; one of item, header, footer, start is needed"):
        lamina.List(context, template=FORM, rows=query, role="n")


def test_a_query_that_becomes_a_list_is_run_once(context: lamina.Context, database: sqlite3.Connection) -> None:
    asked: List[str] = []
    feed = lamina.List(context, template=FORM, rows=lamina.QueryRows(database, "select * from entries order by id desc"))
    database.set_trace_callback(asked.append)
    feed.rows[3] = {"id": 996, "n": "x"}
    assert len(asked) == 1 and len(feed.rows) == 1000 and feed.rows[0]["id"] == 999 and feed.rows[3] == {"id": 996, "n": "x"}
    asked.clear()
    feed = lamina.List(context, template=FORM, rows=lamina.QueryRows(database, "select * from entries order by id"), role=lambda row: row["what"])
    assert len(asked) <= 4 and feed.row_path(15) == (1, 4)
    database.execute("delete from entries where id = 5")
    rows = list(feed.rows)  # what the query found, without what is gone
    assert len(rows) == 1000 and rows[4]["id"] == 4 and rows[5] == {} and rows[6]["id"] == 6


def test_frames_of_ones_own_that_cannot_be(context: lamina.Context) -> None:
    stage = Stage(context, [{"n": 1}, {"n": 2}])
    for wrong in (float("nan"), float("inf"), -1):
        stage.list.set_layout("own", place=lambda asked: [(0, 0, 10, 10), (0, 0, wrong, 10)])
        with pytest.raises(lamina.InvalidArgumentError, match=r"frames\[1\] is \(0, 0, .*, 10\); numbers are needed, of which top, width"):
            stage.shown()
    with pytest.raises(lamina.OutOfRangeError, match="index names row 9; the list has 2 rows"):
        stage.list.set_table(index={9: "A"})
    with pytest.raises(lamina.InvalidArgumentError, match="neither `frames` nor `place` says where rows stand"):
        lamina.List(context, template=FORM, rows=[{}]).set_layout("own")
    with pytest.raises(TypeError, match="reversed is True or False, not 'yes'"):
        lamina.List(context, template=FORM, rows=[], reversed="yes")  # type: ignore[arg-type]
