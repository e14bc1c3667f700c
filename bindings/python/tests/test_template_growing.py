"""Templates whose parts are repeated or left out, and values with formats."""
import json
from decimal import Decimal
from pathlib import Path

import pytest

import lamina
from lamina import Template, tree

DATA = Path(__file__).resolve().parents[3] / "examples" / "data"


def receipt():
    line = tree.row(tree.text("{lines.name}", style=lamina.Style(flex_grow=1)), tree.text("{lines.price:.2f}"))
    paid = tree.when("paid", tree.text("Thank you"))
    return Template(tree.column(tree.text("{shop}"), tree.repeat("lines", line), paid, tree.unless("paid", tree.text("To pay"))), width=200)


def by_hand(*lines):
    rows = [tree.row(tree.text(a, style=lamina.Style(flex_grow=1)), tree.text(b)) if b else tree.text(a) for a, b in lines]
    (found,) = Template(tree.column(*rows), width=200).render([{}])
    return found


def test_a_receipt():
    form = receipt()
    assert form.slots == ("shop", "lines", "paid")
    row = {"shop": "Bar", "lines": [{"name": "Tea", "price": 2.5}, {"name": "Cake", "price": Decimal("10.25")}], "paid": True}
    expected = by_hand(("Bar", ""), ("Tea", "2.50"), ("Cake", "10.25"), ("Thank you", ""))
    plain = {"shop": "Bar", "lines": [{"name": "Tea", "price": 2.5}, {"name": "Cake", "price": 10.25}], "paid": True}
    for given in (row, json.dumps(plain), json.dumps(plain).encode()):
        (found,) = form.render([given])
        assert found == expected
    (none,) = form.render([{"shop": "Bar", "lines": []}])
    assert none == by_hand(("Bar", ""), ("To pay", ""))
    with pytest.raises(lamina.InvalidArgumentError, match=r"lines\[1\]\.price"):
        list(form.render([{"shop": "Bar", "lines": [{"name": "a", "price": 1}, {"name": "b", "price": "c"}]}]))


def test_lists_of_values():
    form = Template(tree.column(tree.repeat("words", tree.text("{words}"))), width=200, defaults={"words": ["x", "y"]})
    assert next(form.render([{"words": ["a", 2]}])) == by_hand(("a", ""), ("2", ""))
    assert next(form.render([{"words": (0.5, 0.25, 1)}])) == by_hand(("0.5", ""), ("0.25", ""), ("1", ""))  # no colour
    assert next(form.render([{}])) == by_hand(("x", ""), ("y", ""))
    for wrong in ("a", 3, {"a": 1}):
        with pytest.raises((lamina.InvalidArgumentError, TypeError), match="words"):
            list(form.render([{"words": wrong}]))


def test_bitmaps_beside_lists():
    form = Template(tree.column(tree.image(tree.slot("p"), size=(4, 4)), tree.repeat("w", tree.text("{w}"))), width=50)
    red = lamina.Bitmap(2, 2)
    red[:] = b"\x00\x00\xff\xff" * 4
    (found,) = form.render([{"p": red, "w": ["a"]}])
    assert found.pixel(1, 1) == (255, 0, 0, 255)


def test_only_templates_repeat():
    with lamina.Context(0) as ui, pytest.raises(lamina.InvalidArgumentError, match="Template"):
        tree.build(ui, tree.column(tree.repeat("a", tree.text("b"))))
    with pytest.raises(TypeError, match="item"):
        tree.repeat("a", "b")


def test_the_receipts_of_the_examples(tmp_path):
    from lamina.__main__ import main

    status = main(["render", str(DATA / "receipt.json"), str(DATA / "receipts.jsonl"), "-o", str(tmp_path), "--quiet"])
    assert status == 0 and len(list(tmp_path.iterdir())) == 3
    sizes = [lamina.Bitmap.read(path).size for path in sorted(tmp_path.iterdir())]
    assert all(width == 384 for width, _ in sizes) and sizes[0][1] > sizes[1][1]


def test_what_is_left_out_of_a_spec_of_two_leaves_the_other():
    words = tree.text("Row", family="DejaVu Sans")
    look = tree.node(background="#cfe2ff")
    form = Template(tree.background(tree.when("selected", look))[tree.inset(4)[words]], width=60)
    plain, chosen = Template(tree.inset(4)[words], width=60), Template(tree.background(look)[tree.inset(4)[words]], width=60)
    (off,), (on,) = form.render([{"selected": False}]), form.render([{"selected": True}])
    assert off == next(plain.render([{}])) and on == next(chosen.render([{}])) and off != on
    for spec in (tree.overlay, tree.corner):
        form = Template(spec(tree.when("selected", look))[tree.inset(4)[words]], width=60)
        assert next(form.render([{}])) == off
    either = Template({"width": 60, "root": {"children": [{"kind": "inset", "insets": 4, "children": [
        {"kind": "text", "if": "{selected}", "text": "Yes"}, {"kind": "text", "if": "!{selected}", "text": "No"},
    ]}]}})  # fmt: skip
    yes, no = either.render([{"selected": True}, {}])
    assert yes != no and yes.height == no.height > 8
    (empty,) = Template(tree.inset(4)[tree.when("selected", words)], width=60).render([{}])
    assert empty.height == 8
