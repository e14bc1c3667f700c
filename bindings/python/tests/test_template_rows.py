"""Rows of templates: which slot a value goes to, and what is said of one that does not fit."""
from __future__ import annotations

import base64
import collections
import datetime
import decimal
import enum
import fractions
import types
import uuid
from pathlib import Path
from typing import Any, Dict, List

import pytest

import lamina
from lamina import Template, tree


def test_members_without_a_slot_are_passed_over() -> None:
    """Whatever the values of the others are: a bitmap goes another way into C than a text."""
    template = Template(tree.node(None, tree.row(tree.image(tree.slot("photo"), size=(8, 8)), tree.text("{name}"))))
    photo = lamina.Bitmap(2, 2)
    plain, full = template.render([{"photo": photo, "name": "9.50"}, {"id": 7, "photo": photo, "name": decimal.Decimal("9.50")}])
    assert bytes(plain) == bytes(full)


@pytest.mark.parametrize(
    "given",
    [
        {"root": {"hidden": "{a}", "opacity": "{b}", "background": "{c}"}},
        {"root": {"background": "{a}", "style": {"height": "{b}", "width": "{c}"}}},
        {"root": {"children": [{"kind": "text", "text": "{a} {b}"}], "background": "{c}"}},
        {"root": {"name": "{z}", "background": "{a}", "children": [{"kind": "text", "text": "{b} {a} {c}"}]}},
    ],
)
def test_slots_are_in_the_order_of_the_text(given: Any) -> None:
    """lamina_job_add_text_rows() counts them so, and JSON has its own order of members."""
    assert Template(given).slots == ("a", "b", "c")


def test_what_is_wrong_names_the_slot() -> None:
    template = Template({"kind": "text", "text": "{name}: {price}"})
    wrong = [float("nan"), "\ud800", object()]
    rows: List[Any] = [{"name": "a", "price": value} for value in wrong] + [{"name": lamina.Bitmap(1, 1), "price": object()}]
    found = list(template.render(rows, errors="return"))
    assert len(found) == len(rows)
    for error in found:
        assert isinstance(error, lamina.InvalidArgumentError) and "slot 'price'" in str(error), error


def test_rows_that_go_in_together_and_apart_come_out_alike() -> None:
    """Rows of texts alone go several at a time; one that is otherwise takes the others of its batch with it."""
    template = Template({"width": 90, "root": {"kind": "text", "text": "{a}{b}", "attributes": {"family": "DejaVu Sans"}}})
    odd: List[Any] = [{"a": 1, "b": "x"}, '{"a": "y", "b": "z"}', {"a": "n\0l", "b": ""}, {"a": "", "b": "", "c": "no slot"}]
    for count in (0, 1, 7, 8, 9, 40):
        plain: List[Any] = [{"a": f"row {n}", "b": "é" * (n % 3)} for n in range(count)]
        pictures = [bytes(picture) for picture in template.render(plain, workers=1)]
        assert len(pictures) == count
        mixed = [row for n, row in enumerate(plain) for row in ([odd[n % 4], row] if n % 5 == 2 else [row])]
        found = list(template.render(mixed, workers=2, look_ahead=3))
        assert [bytes(picture) for row, picture in zip(mixed, found) if row not in odd] == pictures
        assert [picture.row for picture in found] == list(range(len(mixed)))


def said(found: Any) -> Any:
    return str(found) if isinstance(found, lamina.LaminaError) else bytes(found.data)


@pytest.mark.parametrize("extra", (datetime.date(2026, 1, 1), uuid.UUID(int=1), b"\0", float("nan"), "\ud800", object(), lamina.Bitmap(1, 1)))
def test_members_without_a_slot_are_never_looked_at(extra: Any) -> None:
    """Whether the others are texts alone or not."""
    template = Template(tree.text("{name}: {price}"))
    rows = [{"name": "Ada", "price": price, "created": extra} for price in ("2.5", 2.5)]
    assert len(set(map(bytes, template.render(rows)))) == 1


class Word(str, enum.Enum):
    YES = "yes"


STEPS = lamina.Drawing().circle(4, 4, 3).fill("red").to_json()
VALUES: List[Any] = [
    {"chart": STEPS}, {"chart": tuple(types.MappingProxyType(step) for step in STEPS)}, {"chart": []}, {"chart": [{"kind": "star"}]}, {"chart": "x"},
    {"chart": lamina.Drawing().circle(4, 4, 3).fill("red")}, {"t": {"a": 1}}, {"t": [1, 0, 0]}, {"t": [1, 0]}, {"t": Word.YES}, {"t": 5},
    {"t": 2.5}, {"t": fractions.Fraction(1, 4)}, {"t": decimal.Decimal("9.50")}, {"t": True}, {"t": float("inf")}, {"t": 10**400}, {"t": "\ud800"},
    {"t": "n\0l"}, {"t": None}, {"t": b"x"}, {"t": Path("x")}, {"t": lamina.Bitmap(1, 1)}, {"t": lamina.Bitmap(1, 1), "chart": STEPS},
    {"c": (255, 0, 0)}, {"c": [1, 0, 0]}, {"c": lamina.Color(0, 0, 1, 0.5)}, {"c": "teal"}, {"c": [1, 0, float("nan")]}, {"c": []}, {"c": 1},
]  # fmt: skip


@pytest.mark.parametrize("row", VALUES, ids=str)
def test_values_are_read_alike_beside_whatever(row: Dict[str, Any]) -> None:
    """A picture as the text of a file, as pixels, and as a shared image take three ways into the library."""
    form = Template(tree.node(None, tree.row(
        tree.text("{t}"), tree.node(None, drawing=tree.slot("chart"), background=tree.slot("c"), size=(9, 9)),
        tree.image(tree.slot("photo"), size=(9, 9)),
    )), width=60, defaults={"t": "DEFAULT", "chart": [], "c": "white"})  # fmt: skip
    bitmap = lamina.Bitmap(2, 2)
    bitmap[:] = b"\x20\x40\x60\x80" * 2 + b"\x00\x00\xff\xff" * 2
    address = "data:image/png;base64," + base64.b64encode(bitmap.to_png()).decode()
    with lamina.Context(0) as ui, lamina.Image(ui, bitmap) as shared:
        # which JSON reads as no number by itself
        photos = (bitmap, shared) if row == {"t": 10**400} else (address, bitmap, shared)
        found = [said(next(form.render([{**row, "photo": photo}], errors="return", context=ui))) for photo in photos]
    assert len(set(found)) == 1, found


def test_numpy_values() -> None:
    numpy = pytest.importorskip("numpy")
    form = Template(tree.node(None, background="red", hidden=tree.slot("off"), opacity=tree.slot("o"), size=(9, 9)))
    rows = [{"off": numpy.bool_(off), "o": numpy.float32(0.5)} for off in (True, False)] + [{"off": off, "o": 0.5} for off in (True, False)]
    pictures = [bytes(picture) for picture in form.render(rows)]
    assert pictures[:2] == pictures[2:] and pictures[0] != pictures[1]
    photo = Template(tree.image(tree.slot("p"), size=(3, 3)))
    (found,) = photo.render([{"p": numpy.zeros((2, 2, 4), "uint8")}], errors="return")
    assert "slot 'p'" in str(found) and "from_rgba() creates a bitmap from an array" in str(found)


def test_files_in_slots_of_images(tmp_path: Path) -> None:
    """Paths and bytes, as tree.image() takes them; nowhere else, where they would be words."""
    bitmap = lamina.Bitmap(2, 2)
    bitmap[:] = b"\x00\x00\xff\xff" * 4
    png = bitmap.to_png()
    (tmp_path / "a.png").write_bytes(png)
    form = Template(tree.image(tree.slot("p"), size=(3, 3)))
    rows: List[Any] = [{"p": value} for value in (bitmap, png, bytearray(png), memoryview(png), tmp_path / "a.png", Path("a.png"))]
    assert len({bytes(picture) for picture in form.render(rows, image_folder=tmp_path, outside_images=True)}) == 1
    (default,) = Template(tree.image(tree.slot("p"), size=(3, 3)), defaults={"p": png}).render([{}])
    assert default.pixel(1, 1) == (255, 0, 0, 255)
    both = Template(tree.node(None, tree.row(tree.image(tree.slot("p"), size=(3, 3)), tree.text("{p}"))))
    for value in (png, tmp_path / "a.png"):
        (found,) = both.render([{"p": value}], errors="return", image_folder=tmp_path)
        assert "slot 'p'" in str(found) and "the whole value of an image" in str(found)


def test_sentences_about_values() -> None:
    form = Template(tree.node(None, tree.text("{n}"), background=tree.slot("c")))
    nan, red = form.render([{"n": float("nan"), "c": "red"}, {"n": 1, "c": [255, 0, 0]}], errors="return")
    assert str(nan) == "the slot 'n' is nan; a finite number is needed, or None for the default"
    assert "slot 'c'" in str(red) and "from 0 to 1" in str(red) and "not [255, 0, 0]" in str(red)
    for value, words in ((lamina.Bitmap(1, 1), "the bytes of one"), (lamina.Drawing(), r"its to_json\(\)"), ({1}, "not set")):
        with pytest.raises(lamina.InvalidArgumentError, match=f"'n'.*{words}"):
            Template(tree.text("{n}"), defaults={"n": value})
    with pytest.raises(lamina.InvalidArgumentError, match="JSON holds no Bitmap$"):
        Template({"kind": "image", "image": lamina.Bitmap(1, 1)})


def test_mappings_of_other_kinds() -> None:
    form = Template(tree.text("{n}"), defaults={"n": "d"})
    rows: List[Any] = [{"n": "a"}, types.MappingProxyType({"n": "a"}), collections.ChainMap({}, {"n": "a"}), collections.defaultdict(int, n="a")]
    assert len({bytes(picture) for picture in form.render(rows)}) == 1


def test_columns_without_names() -> None:
    form = Template(tree.node(None, tree.row(tree.text("{0} {1}"), tree.image(tree.slot("2"), size=(3, 3)))), defaults={"1": "b"})
    photo = lamina.Bitmap(1, 1)
    rows: List[Any] = [{"0": "a", "1": "b", "2": photo}, {0: "a", 1: "b", 2: photo}, {0: "a", "2": photo}, {0: "a", 2: photo.to_png(), 3: object()}]
    assert len({bytes(picture) for picture in form.render(rows)}) == 1


@pytest.mark.parametrize(
    "text",
    [
        {"text": "<{a}> {b}"},
        {"markup": "<b>{a}</b> {b}"},
        {"runs": [{"text": "{a}"}, {"text": "{b}", "attributes": {"color": "#cc0000", "size": 20}}]},
    ],
    ids=["text", "markup", "runs"],
)
@pytest.mark.parametrize("workers", [1, 3])
def test_what_rows_repeat_is_each_rows_own(text: Dict[str, Any], workers: int) -> None:
    """A text that the row before had as well is taken over; its picture is that of a row by itself all the same."""
    look = {"attributes": {"family": "DejaVu Sans", "size": 14}}
    form = Template({"width": 300, "height": 60, "root": {"kind": "text", **look, **text}})
    long = "seventy words " * 40
    said = [("Share", "1"), ("Share", "1"), ("Share", "2"), ("Share1", ""), ("", "Share1"), (long, "1"), (long, "1"), ("<i>", "&")]
    rows = [{"a": a, "b": b} for a, b in 3 * said]
    alone = {pair: bytes(next(form.render([{"a": pair[0], "b": pair[1]}]))) for pair in said}
    assert len(set(alone.values())) >= len(alone) - 1  # in one style, "Share1" looks the same in either part
    pictures = [bytes(picture) for picture in form.render(rows, workers=workers)]
    assert pictures == [alone[pair] for pair in 3 * said]
