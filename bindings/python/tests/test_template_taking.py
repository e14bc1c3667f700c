"""How rows are taken: each is read at once, so many ahead, and the pictures of those before an error come first."""
from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import functools
import multiprocessing
import types
from typing import Any, Callable, Dict, Iterator, List

import pytest

import lamina
from lamina import Template, tree

FORM = Template(tree.text("{n}", size=20), width=40, background="white")
Way = Callable[..., Iterator[Any]]


def here(form: Template, rows: Any, **options: Any) -> Iterator[Any]:
    return form.render(rows, workers=2, **options)


def in_a_loop(form: Template, rows: Any, **options: Any) -> Iterator[Any]:
    """The pictures of render_async(), and what ended it."""

    async def all_pictures() -> List[Any]:
        found: List[Any] = []
        try:
            async for picture in form.render_async(rows, workers=2, **options):
                found.append(picture)
        except Exception as error:
            found.append(error)
        return found

    for picture in asyncio.run(all_pictures()):
        if isinstance(picture, Exception) and not (isinstance(picture, lamina.LaminaError) and options.get("errors") == "return"):
            raise picture
        yield picture


def on_threads(form: Template, rows: Any, **options: Any) -> Iterator[Any]:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from form.render(rows, executor=pool, chunk_size=4, **options)


def in_processes(form: Template, rows: Any, **options: Any) -> Iterator[Any]:
    yield from form.render(rows, executor=processes(), chunk_size=4, **options)


@functools.lru_cache(maxsize=None)
def processes() -> concurrent.futures.Executor:
    pool = concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    atexit.register(pool.shutdown)
    return pool


WAYS: List[Any] = [here, in_a_loop, on_threads, in_processes]


def pixels(found: Any) -> Any:
    return bytes(found) if isinstance(found, lamina.Picture) else (type(found), str(found))


def drawing(n: int) -> lamina.Drawing:
    return lamina.Drawing().circle(9, 9, n).fill("red")


@pytest.mark.parametrize("way", WAYS)
def test_who_makes_rows_may_fill_one_again(way: Way) -> None:
    form = Template(tree.node(None, tree.row(
        tree.text("{n}", color="teal"), tree.image(tree.slot("photo"), size=(4, 4)),
        tree.node(None, background=tree.slot("color"), drawing=tree.slot("chart"), size=(20, 20)))),
        width=60, height=30, defaults={"photo": lamina.Bitmap(1, 1).to_png(), "color": "white", "chart": []},
    )  # fmt: skip

    def again(name: str) -> Iterator[Any]:
        """One row, bitmap, list, drawing or step, filled for each of ten."""
        photo, color, chart, steps = lamina.Bitmap(2, 2), [0.0, 0.0, 0.0], lamina.Drawing(), drawing(0).to_json()
        view = lamina.BitmapView(bytearray(40), 2, 2, 20, lamina.PixelFormat.RGB24)
        row: Dict[str, Any] = {"n": "0"}
        for n in range(10):
            photo[:] = bytes([20 * n, 0, 0, 255]) * 4
            view.data[:8] = view.data[20:28] = bytes([20 * n, 9, 9, 255]) * 2
            color[0] = n / 10
            chart.circle(9, 9, n).fill("red")
            steps[:] = drawing(n).to_json()
            if name == "n":
                row["n"] = str(n)
            elif name != "proxy":
                row[name.partition(" ")[0]] = {"photo": photo, "photo view": view, "color": color, "chart": chart, "chart steps": steps}[name]
            yield types.MappingProxyType(row) if name == "proxy" else row
            row["n"] = "0"

    for name in ("n", "photo", "photo view", "color", "chart", "chart steps", "proxy"):
        wanted = [pixels(next(form.render([{**row}]))) for row in again(name)]
        assert [pixels(picture) for picture in way(form, again(name))] == wanted, name
        assert len(set(wanted)) > 1 or name == "proxy"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("good", (0, 1, 8, 30, 100))
def test_pictures_come_before_what_ended_the_rows(way: Way, good: int) -> None:
    def rows() -> Iterator[Any]:
        for n in range(good):
            yield {"n": str(n)} if n % 3 else {"n": n}
        raise ConnectionError("the data base has gone away")

    pictures, found = way(FORM, rows()), []
    with pytest.raises(ConnectionError, match="gone away"):
        for picture in pictures:
            found.append(picture.row)
    assert found == list(range(good)) and list(pictures) == []


class Odd(str):
    """A text that cannot be pickled."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("not this one")


@pytest.mark.parametrize("way", WAYS)
def test_rows_come_out_alike_wherever_they_are_drawn(way: Way) -> None:
    form = Template(tree.node(None, tree.row(
        tree.text("{n}"), tree.image(tree.slot("photo"), size=(4, 4)), tree.node(None, drawing=tree.slot("chart"), size=(20, 20)))),
        width=60, height=30, defaults={"photo": lamina.Bitmap(1, 1).to_png(), "chart": []},
    )  # fmt: skip
    photo = lamina.Bitmap(2, 2)
    photo[:] = b"\x20\x40\x60\x80" * 4
    gray = lamina.BitmapView(bytearray(8), 2, 2, format=lamina.PixelFormat.RGB565)
    rgb = lamina.BitmapView(bytearray(b"\x20\x40\x60\x00" * 4), 2, 2, format=lamina.PixelFormat.RGB24)
    rows: List[Any] = [
        {"n": "a", "unused": lambda: 0}, {"n": lambda: 0}, types.MappingProxyType({"n": "a"}), {"n": photo}, {"n": drawing(4)}, {"n": Odd("a")},
        Odd('{"n": "a"}'), {Odd("n"): "a"}, 5, lambda: 0, {}, {"n": None}, {"n": "\ud800"}, {"n": "n\0l"}, {"n": float("nan")}, {"n": 2.5, "photo": photo},
        {"n": "a", "photo": rgb}, {"n": "a", "photo": gray}, {"n": "a", "photo": photo.to_png()}, {"n": "a", "photo": "a.png"}, {"n": "", "photo": photo},
        {"n": "a", "chart": drawing(4)}, {"n": "a", "chart": drawing(4), "photo": photo}, {"n": photo, "chart": drawing(4)},
        {"n": "a", "chart": tuple(types.MappingProxyType(step) for step in drawing(4).to_json())}, {"n": "a", "chart": [{"kind": Odd("star")}]},
        {"n": "a", "chart": [{"kind": object()}]}, "{", b'{"n": "a"}', {"n": "z"},
    ]  # fmt: skip
    wanted = [pixels(next(form.render([row], errors="return"))) for row in rows]
    found = list(way(form, rows, errors="return"))
    assert [picture.row for picture in found] == list(range(len(rows)))
    for row, picture, expected in zip(rows, found, wanted):
        assert pixels(picture) == expected, row


@pytest.mark.parametrize("way", WAYS)
def test_rows_that_cannot_be_read(way: Way) -> None:
    class Broken(Dict[str, Any]):
        def get(self, key: str, default: Any = None) -> Any:
            raise ConnectionError("the data base has gone away")

    found = []
    with pytest.raises(ConnectionError):
        for picture in way(FORM, [{"n": "a"}, {"n": 1}, Broken(), {"n": "b"}]):
            found.append(picture.row)
    assert found == [0, 1]


@pytest.mark.parametrize("threads", (0, 1, 3))
@pytest.mark.parametrize("look_ahead", (1, 2, 5, 50))
def test_look_ahead(look_ahead: int, threads: int) -> None:
    """So many rows more than pictures were asked for."""
    taken = 0

    def rows() -> Iterator[Any]:
        nonlocal taken
        while True:
            taken += 1
            yield {"n": "x"} if taken % 7 else {"n": taken}

    with lamina.Context(threads) as ui:
        pictures: Any = FORM.render(rows(), look_ahead=look_ahead, context=ui)
        most = 0
        for asked in range(1, 121):
            next(pictures)
            assert taken <= asked + look_ahead
            most = max(most, taken - asked)
        assert most == look_ahead
        pictures.close()


def test_enough_rows_are_taken_for_all_workers() -> None:
    taken = 0

    def rows() -> Iterator[Any]:
        nonlocal taken
        while True:
            taken += 1
            yield {"n": "x"}

    with lamina.Context(3) as ui:
        pictures: Any = FORM.render(rows(), context=ui)
        for asked in range(1, 121):
            next(pictures)
            assert asked + 8 * 3 <= taken <= asked + 2 * 8 * 3  # the library begins with 8 for each worker
        pictures.close()


def test_all_that_lists_take() -> None:
    """Tables, queries, cursors and rows of them; in an executor, too."""
    import collections
    import concurrent.futures
    import sqlite3

    form = lamina.Template({"root": {"kind": "text", "text": "{name} {0}"}, "defaults": {"name": "-", "0": "-"}})
    wanted = [bytes(each) for each in form.render([{"name": "Ada"}, {"name": "Alan"}])]
    database = sqlite3.connect(":memory:")
    database.execute("create table people (name text)")
    database.executemany("insert into people values (?)", [("Ada",), ("Alan",)])
    given = [database.execute("select name from people"), lamina.QueryRows(database, "select name from people"), lamina.Rows([{"name": "Ada"}, {"name": "Alan"}])]
    for package in ("pandas.DataFrame", "pyarrow.table", "polars.DataFrame"):
        module, _, maker = package.partition(".")
        try:
            given.append(getattr(__import__(module), maker)({"name": ["Ada", "Alan"]}))
        except ImportError:
            pass
    for rows in given:
        assert [bytes(each) for each in form.render(rows)] == wanted, rows
    numbered = [bytes(each) for each in form.render([{"0": "Ada"}])]
    assert [bytes(each) for each in form.render([("Ada",)])] == [bytes(each) for each in form.render([["Ada"]])] == numbered
    Person = collections.namedtuple("Person", "name")
    database.row_factory = sqlite3.Row
    both = [bytes(form.render_one({"name": "Ada", "0": "Ada"}))]
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for executor in (None, pool):
            assert [bytes(each) for each in form.render([Person("Ada")], executor=executor)] == both
            assert [bytes(each) for each in form.render(database.execute("select name from people").fetchmany(1), executor=executor)] == wanted[:1]
    for wrong in (5, {"name": "x"}, "name"):
        with pytest.raises(TypeError, match="rows are a list or another iterable of rows"):
            form.render(wrong)  # type: ignore[call-overload]
