"""What a template is made of: the ways in which JSON comes, and the keywords beside it."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest

import lamina
from lamina import InvalidArgumentError, Template, tree

NODE: Dict[str, Any] = {"kind": "text", "text": "{a}{b}"}
WHOLE: Dict[str, Any] = {"root": NODE, "defaults": {"a": "A", "b": "B"}}


def shown(template: Template, **row: Any) -> bytes:
    return bytes(next(template.render([row])))


@pytest.mark.parametrize("keywords", ({}, {"width": 60}, {"defaults": {"a": "x"}}))
@pytest.mark.parametrize("text", ['{"root": {"kind": "text", "text": "{a}",\n "text": "{b}"}}', '{"text": "{a}",\n "text": "{b}"}'])
def test_a_member_that_stands_twice_is_refused(text: str, keywords: Any, tmp_path: Path) -> None:
    """As the library alone refuses it; Python takes the last one."""
    (tmp_path / "form.json").write_text(text)
    for given in (text, text.encode(), tmp_path / "form.json"):
        with pytest.raises(lamina.InvalidArgumentError, match='line 2, column .* duplicate object key near \'"text"\''):
            Template(given, **keywords)


@pytest.mark.parametrize("keywords", ({}, {"width": 60}))
@pytest.mark.parametrize("text", (b'{"root": NaN}', b'{"width": Infinity, "root": {}}', b'{"root": {"name": "\xff"}}', b"", b"[" * 5000))
def test_what_is_not_json_is_refused_alike(text: bytes, keywords: Any) -> None:
    with pytest.raises(lamina.LaminaError) as raised:
        Template(text, **keywords)
    with pytest.raises(lamina.LaminaError) as alone:
        Template(text)
    assert str(raised.value) == str(alone.value)


def test_defaults_add_to_those_in_the_json(tmp_path: Path) -> None:
    wanted = shown(Template(NODE), a="x", b="B")
    (tmp_path / "form.json").write_text(json.dumps(WHOLE))
    for given in (WHOLE, json.dumps(WHOLE), json.dumps(WHOLE).encode(), tmp_path / "form.json"):
        assert shown(Template(given, defaults={"a": "x"})) == wanted
        assert shown(Template(given, defaults={"a": "x"}), b="B") == wanted
        assert shown(Template(given, defaults={})) == shown(Template(given)) == shown(Template(NODE), a="A", b="B")
        with pytest.raises(lamina.InvalidArgumentError, match='no value for the slot "a"'):
            shown(Template(given, defaults={"a": None}))
    with pytest.raises(lamina.InvalidArgumentError, match="template.defaults is 5"):
        Template({**WHOLE, "defaults": 5}, defaults={"a": "x"})
    with pytest.raises(TypeError, match="a mapping from slots"):
        Template(NODE, defaults=["a"])  # type: ignore[arg-type]


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    wanted = shown(Template(WHOLE))
    text = "\ufeff" + json.dumps(WHOLE)
    (tmp_path / "form.json").write_text(text, encoding="utf-8")
    for given in (text, text.encode(), tmp_path / "form.json"):
        for keywords in ({}, {"defaults": {"a": "A"}}):
            assert shown(Template(given, **keywords)) == wanted  # type: ignore[arg-type]


def test_a_text_without_words_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match=r"text\(name='title'\) is a node of that name: text\('title'\) shows the words"):
        Template(tree.text(None, "title", size=12))
    with pytest.raises(InvalidArgumentError, match="a text of a template has no string$"):
        Template(tree.column(tree.text()))
    assert Template(tree.text("", "empty"), width=9, height=9).slots == ()


def test_a_layout_at_the_root_is_that_of_a_node() -> None:
    layout = tree.inset(tree.text("{a}", family="DejaVu Sans"), 4)
    assert shown(Template(layout, background="white"), a="x") == shown(Template(tree.node(None, layout), background="white"), a="x")
