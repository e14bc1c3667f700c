"""What values become in pictures: numbers as they were written, texts that are no markup, names by their bytes, and
defaults."""
from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Dict

import pytest

import lamina
from lamina import InvalidArgumentError, Template
from lamina._ffi import TreeKind

TEXT = {"kind": "text", "text": "{a}", "attributes": {"family": "DejaVu Sans"}}


def drawn(form: "Dict[str, Any]", row: Any, **keywords: Any) -> bytes:
    (picture,) = Template(form).render([row], workers=1, **keywords)
    return bytes(picture)


@pytest.mark.parametrize(
    "number",
    [10**15, 1234567890123456, 2**53, 2**53 + 1, -(2**53) - 1, 1234567890123456789, 2**63 - 1, -(2**63), 2**63, 2**64 - 1, 10**40 + 7],
)
def test_whole_numbers_are_drawn_digit_by_digit(number: int) -> None:
    expected = drawn({"root": TEXT}, {"a": str(number)})
    assert drawn({"root": TEXT}, {"a": number}) == expected
    assert drawn({"root": TEXT}, json.dumps({"a": number})) == expected
    assert drawn({"root": TEXT, "defaults": {"a": number}}, {}) == expected
    # Beside a bitmap the row goes into C as values.
    with_image = {"width": 400, "root": {"children": [{"kind": "row", "children": [TEXT, {"kind": "image", "image": "{i}"}]}]}}
    image = lamina.Bitmap(2, 2)
    assert drawn(with_image, {"a": number, "i": image}) == drawn(with_image, {"a": str(number), "i": image})


def test_long_numbers_do_not_stop_a_row_or_hide_mistakes() -> None:
    """Members that are for others, and strings, may hold them; jansson by itself refuses what has more than 64 bits."""
    row = '{"a": "x \\" 12345678901234567890", "id": 98765432109876543210, "n": [-98765432109876543210.5, 1e5]}'
    assert drawn({"root": TEXT}, row) == drawn({"root": TEXT}, {"a": 'x " 12345678901234567890'})
    for wrong in ("01234567890123456789012", "1e999", "98765432109876543210 98765432109876543210", "+98765432109876543210"):
        with pytest.raises(InvalidArgumentError, match="the row is not JSON: line 1"):
            drawn({"root": TEXT}, '{"a": 98765432109876543210, "b": ' + wrong + "}")
    with pytest.raises(InvalidArgumentError, match='the slot "o" is "18446744073709551615"; a number from 0 to 1 is needed'):
        drawn({"root": {**TEXT, "opacity": "{o}"}}, {"a": "", "o": 2**64 - 1})
    with pytest.raises(InvalidArgumentError, match="slot 'a'"):
        drawn({"root": TEXT}, {"a": 10**5000})


def test_values_in_markup_are_text() -> None:
    def markup(text: str) -> "Dict[str, Any]":
        return {"root": {"kind": "text", "markup": text, "attributes": {"family": "DejaVu Sans"}}}

    plain = drawn(markup("<span foreground=\"red\">word</span>"), {})
    for quote in "\"'":
        form = markup(f"<span foreground={quote}{{c}}{quote}>word</span>")
        assert drawn(form, {"c": "red"}) == plain
        with pytest.raises(InvalidArgumentError):
            drawn(form, {"c": f"red{quote} size={quote}40000"})
    for text in ("\"'<&>", "&amp;", "<!--"):
        assert drawn(markup("a {t}"), {"t": text}) == drawn({"root": {**TEXT, "text": "a {t}"}}, {"t": text})
    drawn(markup("<b>isn't {t}</b> > \" {t} <span color='red' size=\"12\">{t}</span>"), {"t": "x"})


@pytest.mark.parametrize("markup", ["<{t}>x</b>", "<b>x</{t}>", "<span {t}='red'>x</span>", "<span size={t}>x</span>",
                                    "<span color='red'{t}>x</span>", "<{{{t}"])  # fmt: skip
def test_markup_itself_takes_no_values(markup: str) -> None:
    with pytest.raises(InvalidArgumentError, match=r"template\.root\.markup: the slot \{t\} is inside <...>"):
        Template({"root": {"kind": "text", "markup": markup}})


def test_names_are_those_of_their_bytes() -> None:
    """In one way for rows of all kinds: JSON and Python tell two spellings of a letter apart."""
    composed, apart = "\u00e9", "e\u0301"
    assert Template({"root": {**TEXT, "text": f"{{{composed}}}{{{apart}}}"}}).slots == (composed, apart)
    form = Template({"root": {**TEXT, "text": f"{{{composed}}}"}})
    for row in ({apart: "x"}, json.dumps({apart: "x"})):
        (failure,) = form.render([row], workers=1, errors="return")
        assert isinstance(failure, InvalidArgumentError) and "has no value for the slot" in str(failure)
    with pytest.raises(InvalidArgumentError, match="the template has no such slot"):
        Template({"root": {**TEXT, "text": f"{{{composed}}}"}, "defaults": {apart: "x"}})


def picture(side: int, color: str) -> lamina.Bitmap:
    bitmap = lamina.Bitmap(side, side)
    (made,) = Template({"width": side, "height": side, "background": color, "root": {}}).render([{}])
    bitmap[:] = bytes(made)
    return bitmap


@pytest.mark.parametrize(
    "use, value, words",
    [
        ({"background": "{c}"}, {"x": 1}, 'template.defaults.c is an object; a string'),
        ({"background": "{c}"}, [256, 0, 0], "template.defaults.c is an array of 3; a string"),
        ({"background": "{c}"}, 5, 'template.defaults: the slot "c" is 5; a colour is needed'),
        ({"border": {"width": 1, "color": "{c}"}}, "nocolour", 'template.defaults: the slot "c" is "nocolour"; a colour'),
        ({"opacity": "{c}"}, 2, 'template.defaults: the slot "c" is 2; a number from 0 to 1'),
        ({"corner_radius": "{c}"}, "x", 'template.defaults: the slot "c" is "x"; a number'),
        ({"hidden": "{c}"}, "no", 'template.defaults: the slot "c" is "no"; true or false'),
        ({"style": {"width": "{c}"}}, "wide", 'template.defaults: the slot "c" is "wide"; a length is needed: 0 to 10,000,000'),
        ({"drawing": "{c}"}, "x", 'template.defaults: the slot "c" is "x"; a drawing is needed'),
        ({"kind": "text", "text": "{c}"}, True, 'template.defaults: the slot "c" is true; text or a number'),
        ({"kind": "image", "image": "{c}"}, True, 'template.defaults: the slot "c" is true; text or a number'),
        ({"kind": "image", "image": "{c}"}, "data:;base64,AAAA", "template.defaults: these bytes are not a PNG"),
    ],
)
def test_defaults_are_for_what_their_slots_do(use: "Dict[str, Any]", value: Any, words: str) -> None:
    with pytest.raises(lamina.LaminaError) as caught:
        Template({"root": use, "defaults": {"c": value}})
    assert str(caught.value).startswith(words)
    assert Template({"root": use, "defaults": {"c": None}}).slots == ("c",)


def test_a_part_of_a_file_may_be_a_slot() -> None:
    encoded = base64.b64encode(picture(2, "red").encode("png")).decode()
    form = {"root": {"kind": "image", "image": "data:image/png;base64,{b}"}}
    assert drawn(form, {"b": encoded}) == bytes(picture(2, "red"))
    with pytest.raises(InvalidArgumentError, match="is not data:image/png;base64"):
        drawn(form, {"b": "?"})


def test_a_default_picture_is_read_once(tmp_path: Path) -> None:
    """As one that stands in the template; a row with another shows that."""
    for name, color in (("a.png", "red"), ("b.png", "blue")):
        (tmp_path / name).write_bytes(picture(2, color).encode("png"))
    form = Template({"root": {"kind": "image", "image": "{folder}/{i}"}, "defaults": {"i": "a.png", "folder": "."}})
    pictures = form.render([{}, {"i": "b.png"}, {}, {"i": "a.png"}], workers=1, look_ahead=1, image_folder=tmp_path)
    assert bytes(next(pictures)) == bytes(picture(2, "red"))
    (tmp_path / "a.png").unlink()
    assert [bytes(found) for found in pictures] == [bytes(picture(2, color)) for color in ("blue", "red", "red")]


def test_pictures_of_a_template_are_those_of_nodes() -> None:
    """However a row comes by it, and scaled once or for itself."""
    photo = lamina.Bitmap(37, 23)
    photo[:] = bytes(range(1, 251)) * 13 + bytes(4 * 37 * 23 - 250 * 13)
    for at in range(3, len(photo), 4):
        photo[at] = 255
    data = "data:image/png;base64," + base64.b64encode(photo.encode("png")).decode()
    for gravity in ("aspect_fill", "resize", "center"):
        node = {"kind": "image", "style": {"width": 9, "height": 31}, "options": {"gravity": gravity}}
        with lamina.Context(1) as context:
            fixed = drawn({"root": {**node, "image": data}}, {})
            slot = {"root": {**node, "image": "{i}"}}
            assert drawn({**slot, "defaults": {"i": data}}, {}) == fixed
            assert drawn(slot, {"i": photo}) == fixed
            (shared,) = Template(slot).render([{"i": lamina.Image(context, photo)}], context=context)
            assert bytes(shared) == fixed


@pytest.mark.parametrize("scale", [1, 1.5, 2])
@pytest.mark.parametrize(
    "item",
    [lamina.tree.node(None, lamina.tree.column(lamina.tree.node(None, size=("100%", 3.7), background="blue")),
                      size=size, background="red") for size in ((10.4, 8.3), (10.5, 8.5), (10.6, 0.4), (24.49, 24.49), (12, 8))]
    + [lamina.tree.text("gypsy jpq_", family="DejaVu Sans", size=size, line_spacing=0.9) for size in (8, 11.33, 17.6)],
)  # fmt: skip
def test_pictures_as_large_as_their_content_are_cut_by_no_pixel(item: Any, scale: float) -> None:
    """They are those of picture(), which rounds up; with a width or height, too."""
    with lamina.Context(1) as context:
        root = lamina.tree.build(context, item).root
        for given in ({}, {"width": 30}, {"height": 20}, {"width": 30.3, "height": 20.2}):
            if item.kind == TreeKind.TEXT and scale != 1:  # which picture() measures for a scale of 1
                continue
            (found,) = Template(item, **given).render([{}], context=context, scale=scale)
            expected = context.picture(root, **given, scale=scale)
            assert found.size == expected.size and bytes(found) == bytes(expected), given
