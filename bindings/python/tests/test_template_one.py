"""One row, rows that come asynchronously, and rows of a table, which are all text."""
from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Dict, List

import pytest

import lamina
from lamina import Template, tree

FORM = Template(tree.text("{n}", size=20), width=40, background="white")


def test_one_row(context: lamina.Context) -> None:
    (wanted,) = FORM.render([{"n": "a"}], workers=0)
    found = FORM.render_one({"n": "a"})
    assert found == wanted == FORM.render_one({"n": "a"}, context=context) and isinstance(found, lamina.Picture)
    assert FORM.render_one({"n": "a"}, format="png", scale=2).width == 80
    file = FORM.render_one('{"n": "a"}', format="jpg", quality=50)
    assert isinstance(file, lamina.JpegPicture) and file._repr_jpeg_() == bytes(file)
    with pytest.raises(lamina.InvalidArgumentError, match='no value for the slot "n"') as raised:
        FORM.render_one({})
    assert raised.value.row == 0
    with pytest.raises(lamina.InvalidArgumentError, match="a row is a mapping, a sequence of values or JSON text, not int"):
        FORM.render_one(5)  # type: ignore[call-overload]


def test_rows_of_an_async_generator() -> None:
    closed: List[bool] = []

    async def rows(pause: float, end: int = 30) -> AsyncIterator[Dict[str, Any]]:
        try:
            for number in range(end):
                await asyncio.sleep(pause)
                yield {"n": str(number)}
        finally:
            closed.append(True)

    async def main() -> None:
        wanted = [bytes(picture) for picture in FORM.render([{"n": str(number)} for number in range(30)], workers=1)]
        assert [bytes(picture) async for picture in FORM.render_async(rows(0), workers=1)] == wanted
        # A picture does not wait for the rows after it.
        begin = time.monotonic()
        pictures = FORM.render_async(rows(0.2), workers=1)
        assert bytes(await pictures.__anext__()) == wanted[0] and time.monotonic() - begin < 2
        await pictures.aclose()  # type: ignore[attr-defined]
        assert len(closed) == 2

        async def failing() -> AsyncIterator[Dict[str, Any]]:
            yield {"n": "0"}
            yield {}
            raise OSError("no more")

        found = []
        with pytest.raises(OSError, match="no more"):
            async for picture in FORM.render_async(failing(), workers=1, errors="return"):
                found.append(picture)
        assert bytes(found[0]) == wanted[0] and isinstance(found[1], lamina.InvalidArgumentError) and len(found) == 2

    asyncio.run(asyncio.wait_for(main(), 60))


def test_texts_for_numbers_and_booleans() -> None:
    form = Template(
        tree.node(None, background="red", size=(4, 4), opacity=tree.slot("o"), hidden=tree.slot("h"), corner_radius=tree.slot("r")),
        defaults={"h": False},
    )
    wanted = form.render_one({"o": 0.5, "h": False, "r": 0})
    for row in ({"o": "0.5", "h": "false", "r": "0"}, {"o": " .5 ", "h": "no", "r": "0"}, {"o": "5e-1", "h": "", "r": 0}):
        assert form.render_one(row) == wanted
    assert next(form.render([{"o": "0.5", "h": "0", "r": "0"}] * 40, workers=1)) == wanted
    assert form.render_one({"o": "1", "h": "TRUE", "r": "0"}).pixel(2, 2) == (0, 0, 0, 0)
    for row, words in (({"o": "half", "h": "no", "r": "0"}, '"o" is "half"; a number'), ({"o": "nan", "h": "no", "r": "0"}, '"o" is "nan"')):
        with pytest.raises(lamina.InvalidArgumentError, match=words):
            form.render_one(row)
    both = Template(tree.node(None, tree.text("{o}"), opacity=tree.slot("o")))
    with pytest.raises(lamina.InvalidArgumentError, match='"o" is "0.50"; a number'):  # as a text it stays as it is
        both.render_one({"o": "0.50"})


def test_jupyter_shows_pictures(context: lamina.Context) -> None:
    label = context.text("Hello", size=30)
    shown = [label, lamina.row(label), label.text, tree.build(context, tree.text("x")), Template(tree.text("x")), context.picture(label)]
    for thing in shown:
        assert thing._repr_png_().startswith(b"\x89PNG"), thing  # type: ignore[union-attr]
    for thing in (context.box(), FORM, tree.build(context, tree.node())):
        assert thing._repr_png_() is None
    label.close()
    assert label._repr_png_() is None


def test_jpeg(context: lamina.Context) -> None:
    picture = context.picture(context.box(background="red"), 9, 9)
    assert picture.to_jpeg(quality=50) == picture.encode("jpeg", quality=50) != picture.to_jpeg()
