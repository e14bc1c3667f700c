"""What the library says to C programs is said with Python's names."""
from __future__ import annotations

import re
from pathlib import Path
from typing import List

import pytest

import lamina
from lamina import _ffi
from lamina._sentences import in_python

SAID = {
    "options->spacing is NaN; a finite number is needed": "spacing is NaN; a finite number is needed",
    "options->align_items is 99": "align is 99",
    "options->encoding->quality is 0": "quality is 0",
    "*options->tint is NULL": "tint is None",
    "changes[0]: look->shadow.blur is -1": "nodes[0]: shadow.blur is -1",
    "remove it with lamina_surface_set_root(surface, NULL)": "remove it with surface.set_root(None)",
    "only a node from lamina_node_create_text() has a text": "only a node from TextNode() has a text",
    "node's style: lamina_node_get_style() tells more": "node's style: node.style tells more",
    "parent is NULL; a lamina_node or lamina_spec is needed": "parent is None; a Node or Spec is needed",
    "only LAMINA_PIXEL_FORMAT_ARGB32 is taken": "only PixelFormat.ARGB32 is taken",
    "count is 0; at least 1, or LAMINA_THREADS_AUTO": "count is 0; at least 1, or None",
    "the slot 'x->y' is \"NULL\"": "the slot 'x->y' is \"NULL\"",
    "nothing of this kind": "nothing of this kind",
}


@pytest.mark.parametrize("sentence", SAID)
def test_names(sentence: str) -> None:
    assert in_python(sentence) == SAID[sentence]


def test_errors_speak_of_arguments(context: lamina.Context) -> None:
    box = context.box()
    with pytest.raises(lamina.InvalidArgumentError, match="^spacing is nan"):
        lamina.column(box, box, spacing=float("nan"), wrap=True)
    with pytest.raises(lamina.LaminaError, match=r"surface.set_root\(None\)"):
        with lamina.Surface(context, (4, 4), root=box):
            context.box().add_child(box)


def sentences(root: Path) -> List[str]:
    """The strings of the library's code that name a C function or constant among other words."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((root / "Sources").rglob("*.swift"))]
    found = [string for text in texts for string in re.findall(r'"([^"\n]*)"', text)]
    return [string for string in found if " " in string and re.search(r"\blamina_[a-z_]+\(|LAMINA_", string)]


def test_every_name_in_the_library_is_one_in_python(root: Path) -> None:
    written = [in_python(string) for string in sentences(root)]
    assert len(written) > 10
    calls = {found for sentence in written for found in re.findall(r"\b([a-z]+\.\w+)(?:\(| tells)|\b([A-Z]\w+)\(\)", sentence)}
    classes = {"arrangement": lamina.LayoutPass, "node": lamina.TextNode, "surface": lamina.Surface, "context": lamina.Context, "list": lamina.List}
    for call, made in calls:
        owner, _, member = call.partition(".")
        assert hasattr(lamina, made) if made else hasattr(classes[owner], member), (call, made)
    for enum, member in {found for sentence in written for found in re.findall(r"\b([A-Z]\w+)\.([A-Z_0-9]+)\b", sentence)}:
        assert hasattr(getattr(_ffi, enum), member), (enum, member)
    # What only a C program can do wrong.
    left = [sentence for sentence in written if re.search(r"LAMINA_(?!BITMAP_INIT|TREE_RECORD_INIT|NUL_TERMINATED)", sentence)]
    assert left == []
