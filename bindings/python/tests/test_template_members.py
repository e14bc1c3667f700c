"""Names with dots: members of members of a row; and messages that name the slots of a text."""
from __future__ import annotations

import json
from typing import Any, Dict, List

import pytest

import lamina
from lamina import Template, tree

FORM = {"width": 200, "root": {"kind": "text", "text": "{seller.name} {seller.place.town}", "name": "x"}}
GROWING = {"width": 200, "root": {"children": [{"kind": "column", "children": [
    {"kind": "text", "text": "{seller.name} {seller.place.town}"},
    {"kind": "text", "repeat": "{order.lines}", "text": "{order.lines.what.name} for {seller.name}"},
    {"kind": "text", "if": "{order.paid}", "text": "Paid"},
]}]}}  # fmt: skip
FLAT = {"width": 200, "root": {"kind": "text", "text": "{a} {b}"}}


def pixels(form: Dict[str, Any], row: Any) -> bytes:
    return bytes(Template(form).render_one(row))


def test_members_of_members() -> None:
    wanted = pixels(FLAT, {"a": "Ink & Co", "b": "Oslo"})
    nested = {"seller": {"name": "Ink & Co", "place": {"town": "Oslo"}}}
    rows: List[Any] = [
        nested,
        {"seller.name": "Ink & Co", "seller.place.town": "Oslo"},
        {"seller": {"name": "Ink & Co", "place.town": "Oslo"}},
        {"seller.name": "Ink & Co", "seller": {"name": "another", "place": {"town": "Oslo"}}},  # the literal one first
    ]
    for row in rows:
        assert pixels(FORM, row) == wanted
        assert pixels(FORM, json.dumps(row)) == wanted


def test_in_templates_that_grow() -> None:
    row = {
        "seller": {"name": "Ink & Co", "place": {"town": "Oslo"}},
        "order": {"paid": True, "lines": [{"what": {"name": "Pen"}}, {"what": {"name": "Pad"}}]},
    }
    texts = ["{seller.name} {seller.place.town}", "Pen for {seller.name}", "Pad for {seller.name}", "Paid"]
    plain = {"width": 200, "root": {"children": [{"kind": "column", "children": [{"kind": "text", "text": text} for text in texts]}]}}
    assert pixels(GROWING, row) == pixels(GROWING, json.dumps(row)) == pixels(plain, row)
    unpaid = {**row, "order": {"lines": []}}
    assert pixels(GROWING, unpaid) == pixels(GROWING, json.dumps(unpaid)) == pixels(FORM, row)


@pytest.mark.parametrize("form", [FORM, GROWING])
def test_what_is_missing_has_its_default_or_is_named(form: Dict[str, Any]) -> None:
    for row in ({"seller": {"name": "x"}}, {"seller": {"name": "x", "place": "Oslo"}}, {"seller": {"name": "x", "place": None}}):
        row = {**row, "order": {"lines": []}}
        for given in (row, json.dumps(row)):
            with pytest.raises(lamina.InvalidArgumentError, match=r'no value for the slot "seller.place.town"'):
                pixels(form, given)
            assert pixels({**form, "defaults": {"seller.place.town": "y"}}, given) == pixels(FLAT, {"a": "x", "b": "y"})


def test_a_mistake_in_markup_names_its_slots() -> None:
    label = tree.text("{title}", color=tree.slot("tint"))
    template = Template(label)
    with pytest.raises(lamina.InvalidArgumentError) as found:
        template.render_one({"title": "Hi", "tint": 5})
    assert '"tint" is' in str(found.value) and '"title" is' in str(found.value)
