"""Rows of templates: which slot a value goes to, and what is said of one that does not fit."""
from __future__ import annotations

import datetime
import decimal
from typing import Any, List

import pytest

import lamina
from lamina import Template, tree


def test_members_without_a_slot_are_passed_over() -> None:
    """Whatever the values of the others are: a bitmap goes another way into C than a text."""
    template = Template(tree.node(None, tree.row(tree.image(tree.slot("photo"), size=(8, 8)), tree.text(None, "{name}"))))
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
    wrong = [float("nan"), "\ud800", datetime.date(2026, 1, 2), object()]
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
