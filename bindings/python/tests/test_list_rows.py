"""Rows: a list of Python's that lists show, over whatever rows come from."""
from __future__ import annotations

import csv
import io
import random
import sqlite3
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import pytest

import lamina

FORM = lamina.Template({"root": {"background": "{color}", "style": {"height": "{height}"}}})
COLORS = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"]


def row(number: int) -> "Dict[str, Any]":
    return {"id": number, "color": COLORS[number % 5], "height": 20}


class Stage:
    def __init__(self, rows: Any, form: lamina.Template = FORM, **options: Any) -> None:
        self.context = lamina.Context(1)
        self.list = lamina.List(self.context, template=form, rows=rows, **options)
        self.surface = lamina.Surface(self.context, (30, 100), background="white", root=self.list.node)
        self.pixels = lamina.Bitmap(30, 100)

    def colors(self) -> "List[str]":
        """What stands down the middle, by colours of 20 units each."""
        for _ in range(100):
            self.context.wait_idle(10)
            self.context.process()
            self.surface.composite(self.pixels)
            if self.list.state.is_settled and not self.context.timeout == 0:
                break
        found = []
        for y in range(10, 100, 20):
            blue, green, red = self.pixels[y * self.pixels.stride + 60 : y * self.pixels.stride + 63]
            found.append(f"#{red:02x}{green:02x}{blue:02x}")
        return found


@pytest.fixture
def stage() -> "Iterator[Callable[..., Stage]]":
    made: List[Stage] = []

    def make(*arguments: Any, **options: Any) -> Stage:
        made.append(Stage(*arguments, **options))
        return made[-1]

    yield make
    for each in made:
        each.context.close()


def wanted(rows: "List[Dict[str, Any]]") -> "List[str]":
    return ([each["color"] for each in rows] + ["#ffffff"] * 5)[:5]


def edit(rows: Any, numbers: random.Random, next_: int) -> None:
    """One edit of a list, by what a generator says."""
    count = len(rows)
    at, to = sorted((numbers.randrange(count + 1), numbers.randrange(count + 1)))
    new = [row(next_ + number) for number in range(numbers.randrange(4))]
    which = numbers.randrange(13) if count else 1
    if which == 0:
        rows[numbers.randrange(-count, count)] = row(next_)
    elif which == 1:
        rows.insert(at, row(next_))
    elif which == 2:
        rows.append(row(next_))
    elif which == 3:
        del rows[numbers.randrange(-count, count)]
    elif which == 4:
        rows[at:to] = new
    elif which == 5:
        del rows[at:to:2]
    elif which == 6:
        rows.sort(key=lambda each: (each["color"], each["id"]), reverse=bool(at % 2))
    elif which == 7:
        rows.extend(new)
    elif which == 8:
        rows.reverse()
    elif which == 9:
        rows[::2] = [row(next_ + number) for number in range((count + 1) // 2)]
    elif which == 10:
        rows.pop()
    elif which == 11:
        rows += new
    elif isinstance(rows, list):
        rows.insert(to % count, rows.pop(at % count))
    else:
        rows.move(at % count, to % count)


@pytest.mark.parametrize("key", [None, "id", lambda each: str(each["id"])])
def test_edits_are_those_of_a_list(stage: "Callable[..., Stage]", key: Any) -> None:
    plain = [row(number) for number in range(8)]
    shown = stage(lamina.Rows(plain, key=key))
    for seed in range(60):
        edit(plain, random.Random(seed), 100 * seed)
        edit(shown.list.rows, random.Random(seed), 100 * seed)
        assert list(shown.list.rows) == plain and shown.list.state.row_count == len(plain), seed
        shown.list.scroll.to(y=0)
        assert shown.colors() == wanted(plain), seed


def test_edits_keep_what_is_in_view(stage: "Callable[..., Stage]") -> None:
    shown = stage([row(number) for number in range(300)])
    shown.list.scroll_to_row(100)
    before = shown.colors()
    shown.list.rows[3:5] = [row(number) for number in range(1000, 1020)]
    shown.list.rows.insert(0, row(7))
    del shown.list.rows[9:11]
    assert shown.list.state.first_row == 117 and shown.colors() == before
    shown.list.rows.sort(key=lambda each: each["id"] % 3 > 0)  # a third of the rows goes to the top
    assert shown.colors() == [COLORS[number % 5] for number in (100, 101, 103, 104, 106)]


def test_lists_that_show_the_same_rows() -> None:
    context = lamina.Context(1)
    rows = lamina.Rows([row(number) for number in range(5)], key="id")
    lists = [lamina.List(context, template=FORM, rows=rows) for _ in range(3)]
    rows.append(row(5))
    assert [each.state.row_count for each in lists] == [6, 6, 6]
    picky = lamina.List(context, templates={True: FORM}, kind=lambda each: each["id"] < 100, rows=rows)
    with pytest.raises(lamina.InvalidArgumentError, match="kind is False"):
        rows.append(row(100))  # all show it, or none
    with pytest.raises(lamina.InvalidArgumentError, match="kind is False"):
        rows.update([row(100)])
    assert len(rows) == 6 and {each.state.row_count for each in (*lists, picky)} == {6}
    lists[0].rows = lamina.Rows([row(1)])
    rows.clear()
    assert [each.state.row_count for each in lists] == [1, 0, 0]
    with pytest.raises(TypeError, match="key belongs to the Rows"):
        lamina.List(context, template=FORM, rows=rows, key="id")
    context.close()
    rows.append(row(1))  # nobody shows it any more


def test_an_iterator_is_taken_piece_by_piece(stage: "Callable[..., Stage]") -> None:
    taken: List[int] = []

    def numbers() -> "Iterator[Dict[str, Any]]":
        for number in range(2000):
            taken.append(number)
            yield row(number)

    shown = stage(numbers())
    assert shown.colors() == COLORS
    assert len(taken) == 256 and shown.list.rows.has_more
    shown.list.scroll_to_row(-1, "end")
    assert shown.colors() == [COLORS[(251 + number) % 5] for number in range(5)]
    assert len(taken) == len(shown.list.rows) == 512
    shown.list.rows[0] = row(3)  # an edited list goes on growing
    for _ in range(12):
        shown.list.scroll_to_row(-1, "end")
        shown.colors()
    assert len(shown.list.rows) == 2000 and not shown.list.rows.has_more
    assert shown.list.rows.take() == 0


def test_an_iterator_that_fails_says_so(stage: "Callable[..., Stage]") -> None:
    def numbers() -> "Iterator[Dict[str, Any]]":
        yield from map(row, range(300))
        raise OSError("the disk is gone")

    shown = stage(numbers())
    shown.colors()
    with pytest.raises(OSError, match="the disk is gone"):
        shown.list.scroll_to_row(250)
        shown.colors()
    assert len(shown.list.rows) == 300 and not shown.list.rows.has_more
    assert shown.colors()[0] == COLORS[250 % 5]


def test_csv(stage: "Callable[..., Stage]") -> None:
    text = "color,height\n" + "".join(f"{COLORS[number % 5]},20\n" for number in range(600))
    assert stage(csv.DictReader(io.StringIO(text))).colors() == COLORS
    by_place = lamina.Template({"root": {"background": "{0}", "style": {"height": "{1}"}}})
    lines = csv.reader(io.StringIO(text))
    next(lines)
    assert stage(lines, by_place).colors() == COLORS


def table(count: int) -> "Dict[str, List[Any]]":
    return {"id": list(range(count)), "color": [COLORS[n % 5] for n in range(count)], "height": [20.0] * count}


def test_pandas(stage: "Callable[..., Stage]") -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table(1000))
    frame.loc[1, "color"] = None
    shown = stage(frame, key="id")
    assert shown.colors() == [COLORS[0], "#ffffff", *COLORS[2:]]
    assert shown.list.rows[-1]["id"] == 999 and set(shown.list.rows[4]) == {"id", "color", "height"}
    shown.list.scroll_to_row(500)
    before = shown.colors()
    changed = frame[frame["id"] % 2 == 0].copy()
    changed.loc[502, "color"] = "#000000"
    shown.list.rows.update(changed)
    assert shown.list.state.first_row == 250 and shown.colors() == [before[0], "#000000", before[4], *COLORS[1:4:2]]
    del shown.list.rows[:250]
    assert shown.list.state.first_row == 0 and len(shown.list.rows) == 250
    times = pandas.DataFrame({"when": [pandas.Timestamp("2026-03-01 12:30"), pandas.NaT], "many": pandas.array([1, None], dtype="Int64")})
    rows = lamina.Rows(times)
    assert dict(rows[0]) == {"when": pandas.Timestamp("2026-03-01 12:30"), "many": 1} and dict(rows[1]) == {"when": None, "many": None}
    with pytest.raises(lamina.InvalidArgumentError, match="key is 'nobody'; the columns are 'when', 'many'"):
        lamina.Rows(times, key="nobody")


def test_arrow(stage: "Callable[..., Stage]") -> None:
    arrow = pytest.importorskip("pyarrow")
    shown = stage(arrow.table(table(1000)), key="id")
    assert shown.colors() == COLORS
    shown.list.scroll_to_row(500)
    before = shown.colors()
    shown.list.rows.update(arrow.table(table(1000)).slice(400))
    assert shown.list.state.first_row == 100 and shown.colors() == before
    assert stage(arrow.table(table(10)).to_batches()[0]).colors() == COLORS


def test_polars(stage: "Callable[..., Stage]") -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(table(1000))
    shown = stage(frame, key="id")
    assert shown.colors() == COLORS
    shown.list.scroll_to_row(500)
    before = shown.colors()
    shown.list.rows.update(frame.slice(400))
    assert shown.list.state.first_row == 100 and shown.colors() == before


@pytest.fixture
def database() -> "Iterator[sqlite3.Connection]":
    made = sqlite3.connect(":memory:")
    made.execute('create table entries (id integer primary key, color text, height real, "a ""name" text, place real)')
    rows = [(number, COLORS[number % 5], 20, "x", number) for number in range(5000)]
    made.executemany("insert into entries values (?, ?, ?, ?, ?)", rows)
    yield made
    made.close()


def test_a_query(stage: "Callable[..., Stage]", database: sqlite3.Connection) -> None:
    asked: List[str] = []
    query = lamina.QueryRows(database, "select * from entries where height > ? order by place; ", (1,))
    shown = stage(query)
    database.set_trace_callback(asked.append)
    assert shown.colors() == COLORS
    assert sum("where" in each for each in asked) <= 2  # a page, and perhaps the next
    shown.list.scroll_to_row(4000)
    before = shown.colors()
    database.execute("delete from entries where id < 1000")
    database.execute("update entries set place = -1 where id = 4999")
    database.execute("update entries set color = '#000000' where id = 4001")
    shown.list.rows.update(query)
    assert shown.list.state.first_row == 3001 and shown.list.state.row_count == 4000
    assert shown.colors() == [before[0], "#000000", *before[2:]]
    database.execute("delete from entries where id = 4950")
    shown.list.scroll_to_row(3951)
    assert shown.colors()[0] == "#ffffff"  # gone, and not asked for again yet


def test_queries_with_names_versions_and_texts_for_keys(stage: "Callable[..., Stage]", database: sqlite3.Connection) -> None:
    sql = "select 'entry ' || id as who, color, height, place from entries where id < :end -- a comment"
    shown = stage(lamina.QueryRows(database, sql, {"end": 100}, version="place"))
    assert shown.colors() == COLORS and len(shown.list.rows) == 100
    assert shown.list.rows[7]["who"] == "entry 7" and [each["who"] for each in shown.list.rows[:2]] == ["entry 0", "entry 1"]
    query = lamina.QueryRows(database, "select * from entries", key='a "name')
    assert query.read_rows(["x"])["x"]["id"] == 4999
    with pytest.raises(lamina.InvalidArgumentError, match="key is 'nobody'; the columns are 'id', 'color'"):
        lamina.QueryRows(database, "select * from entries", key="nobody")
    with pytest.raises(sqlite3.OperationalError):
        lamina.QueryRows(database, "select * from nothing")
    assert stage(database.execute("select * from entries")).colors() == COLORS  # a cursor, piece by piece


def test_the_source_of_rows() -> None:
    numbers = range(7)
    rows = lamina.Rows(numbers)
    assert rows.source is numbers
    rows.append(7)
    assert rows.source == [*numbers, 7]


def test_what_is_no_rows() -> None:
    for wrong in ({"a": 1}, "rows", b"rows"):
        with pytest.raises(TypeError, match="rows are a sequence of rows, a table or an iterable, not "):
            lamina.Rows(wrong)
    with pytest.raises(TypeError):
        lamina.Rows(5)
    with pytest.raises(lamina.InvalidArgumentError, match="key is 'id', which a row does not have"):
        lamina.Rows([{"x": 1}], key="id")
    rows = lamina.Rows([row(1), row(2)], key="id")
    with pytest.raises(lamina.InvalidArgumentError, match="key is 'id'"):
        rows.append({})
    with pytest.raises(ValueError, match="a slice of 1 rows takes as many, not 2"):
        rows[::2] = [row(3), row(4)]
    with pytest.raises(IndexError):
        rows[2] = row(3)
    assert [each["id"] for each in rows] == [1, 2] and repr(rows) == "<lamina.Rows: 2 rows>"


def test_values_of_rows_as_json() -> None:
    from lamina._row_values import RowReader, row_json

    text = b'{"root": {"kind": "text", "text": "{a} {b}"}}'
    reader = RowReader(("a", "b"), text)
    for values in ({"a": 'x "\n', "b": 5}, {"a": "\u00e9\U0001f600"}, {"b": True}, {"a": 1.5, "b": None}, {}, {"a": 2**70}):
        assert reader.compact(values) == row_json(reader.read(values)[0])
    with pytest.raises(lamina.InvalidArgumentError, match="the slot 'a': it is text with a lone surrogate"):
        reader.compact({"a": "\ud800"})
    bitmap = lamina.Bitmap(1, 1)
    assert reader.compact({"a": bitmap, "b": 5}) == {"a": bitmap, "b": 5}


def test_rows_that_are_not_there_and_names_that_are_wrong(context: lamina.Context) -> None:
    feed = lamina.List(context, template=FORM, rows=({"title": str(number)} for number in range(1000)))
    for call in (
        lambda: feed.scroll_to_row(5000), lambda: feed.row_place(5000), lambda: feed.row_path(5000),
        lambda: feed.select(5000), lambda: feed.rows[5000], lambda: feed.rows.move(5000, 0),
    ):  # fmt: skip
        with pytest.raises(lamina.OutOfRangeError, match=r"is 5000; there are 256 rows; take\(\) reads more of them"):
            call()
    assert feed.rows[-1] == {"title": "255"}
    with pytest.raises(AttributeError):
        feed.row = []  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        feed.rows.key = "title"  # type: ignore[attr-defined]


@pytest.mark.parametrize("change", [
    lambda rows: rows.reverse(), lambda rows: rows.move(0, 2), lambda rows: rows.sort(key=lambda row: -row["id"]),
])  # fmt: skip
def test_rows_of_a_flow_that_move_keep_their_widths(change: "Callable[[lamina.Rows], None]") -> None:
    form = lamina.Template(lamina.tree.inset(4)[lamina.tree.text("{words}", family="DejaVu Sans")])
    stage = Stage([{"id": number, "words": "word " * (number + 1)} for number in range(4)], form, key="id")
    stage.surface.set_size((300, 100))
    stage.list.set_layout("flow")
    stage.list.settle()
    before = {row["id"]: stage.list.row_place(place).width for place, row in enumerate(stage.list.rows)}
    change(stage.list.rows)
    stage.list.settle()
    assert {row["id"]: stage.list.row_place(place).width for place, row in enumerate(stage.list.rows)} == before
    stage.context.close()


def test_a_list_of_ones_own_makes_its_rows(context: lamina.Context) -> None:
    class Squares(List[Any]):
        def __getitem__(self, place: Any) -> Any:
            return {"id": place, "color": COLORS[place % 5], "height": 20}

    stage = Stage(Squares(range(10)))
    assert stage.colors() == COLORS
    stage.context.close()


def test_what_is_no_rows_and_no_observer(context: lamina.Context) -> None:
    feed = lamina.List(context, template=FORM, rows=[row(1)])
    with pytest.raises(TypeError, match="rows are a sequence of rows, a table or an iterable, not 7"):
        feed.rows = 7  # type: ignore[assignment]
    with pytest.raises(TypeError, match="observer is a function, not None"):
        feed.add_observer(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no row is 'a'"):
        feed.rows.remove("a")
    feed.rows.remove(row(1))
    assert len(feed.rows) == 0


def test_pictures_of_rows_in_a_folder(context: lamina.Context, tmp_path: Path) -> None:
    red = lamina.Bitmap(4, 4)
    red[:] = bytes((0, 0, 255, 255)) * 16
    red.save(tmp_path / "red.png")
    form = lamina.Template({"root": {"kind": "image", "image": "{picture}", "style": {"width": 20, "height": 20}}})
    for folder, color in ((tmp_path, "#ff0000"), (None, "#ffffff")):
        stage = Stage([{"id": 1, "picture": "red.png"}], form, image_folder=folder)
        assert stage.colors()[0] == color
        stage.context.close()
