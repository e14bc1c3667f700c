"""The types are true, and of use to a program that is checked with them."""
from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Dict

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
PACKAGE = Path(__file__).resolve().parents[1]

GOOD = """
import lamina
from lamina import BoxShadow, column, corner, inset, row, span, tree

def described(ui: lamina.Context) -> lamina.Node:
    card = tree.build(ui, tree.node("card", tree.row(tree.text("Hello", "title", size=18), spacing=10), background="#ffffff"))
    card["title"].set_text("Hello again")
    badge = tree.node(None, size=(tree.slot("w"), 10), border=(1, tree.slot("c")), shadow=BoxShadow("red"), opacity=tree.slot("o"), flex_grow=1)
    tree.column(tree.corner(badge, tree.image(tree.slot("photo"), size=(20, 20)), location="top_end"), align="center", flex_shrink=1)
    column(align="center", wrap=True, width="50%")[corner(ui.box(), location="top_end", offset=(1, 2), flex_grow=1)[ui.box()]]
    return card["title"]

def card(ui: lamina.Context, title: str) -> lamina.Node:
    row(justify="space-between", align=lamina.Align.END)[ui.text("x", alignment="right", wrap="none")]
    words = ui.text(title, span("!", weight="bold"), size=20, max_lines=2, flex_grow=1)
    return ui.box(background="white", width="50%")[inset((4, 8))[column(spacing=8)[words, row()[ui.box()]]]]

async def main() -> bytes:
    async with lamina.Context() as ui:
        picture = await ui.start_picture(card(ui, "x"), width=100)
        return picture.to_png()

def pictures(form: lamina.Template, format: str) -> None:
    for pixels in form.render([{}], scale=2):
        pixels.copy().save("x.png")
    for found in form.render([{}], format=lamina.ImageFormat.JPEG, errors="return"):
        print(found if isinstance(found, lamina.LaminaError) else len(found) + found.row)
    for unknown in form.render([{}], format=format):
        unknown.can_be_either()

async def files(form: lamina.Template) -> "list[bytes]":
    return [file._repr_png_() async for file in form.render_async([{}], format="png", workers=2)]
"""
BAD = """
import lamina; from lamina import column, corner, row, tree
with lamina.Context() as ui:
    ui.text("x", flex_gorw=1)
    ui.box(corner_radius="big")
    ui.picture("not a node")
    lamina.span("x", weight=None)
form = lamina.Template({})
next(form.render([{}])).startswith(b"x")
next(form.render([{}], format="jpg")).to_numpy()
next(form.render([{}], errors="return")).save("x.png")
form.render([{}], qualtiy=5)
form.render_async([{}], chunk_size=5)
a = ui.box()
row(spacng=3)[a]
row(spacing="3")[a]
column(alignn="center")[a]
corner(a, loction="top_end")[a]
tree.node(None, backgound="red")
tree.text("x", sise=3)
tree.row(spacng=3)
tree.inset(tree.node(), 4, widht=3)
row(align="centre")[a]
ui.text("x", alignment="middle")
a.set_size("5", colour=3)
surface = lamina.Surface(ui, (9, 9), root=a); surface.process_event("pointer_dwn")
a.scroll.by(y=3)
feed = lamina.List(ui, template=form, rows=[{}]); feed.rows = [{}]; feed.rows.sortt()
"""


def mypy(*arguments: str, folder: Path, tool: str = "mypy") -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "MYPYPATH": str(PACKAGE), "PYTHONPATH": str(PACKAGE)}
    command = [sys.executable, "-m", tool, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def test_the_package_is_strictly_typed(tmp_path: Path) -> None:
    done = mypy("--strict", "--cache-dir", str(tmp_path), str(PACKAGE / "lamina"), folder=tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(sys.version_info < (3, 10), reason="the last stubtest for 3.9 takes what is under TYPE_CHECKING for declared")
def test_what_is_declared_is_there(tmp_path: Path, environment: Dict[str, str]) -> None:
    # What functools.lru_cache wraps has no signature for mypy; a class of bytes with attributes is a base of its own
    # kind, which only typing_extensions can say. The signature of a record is for inspect. The overloads of render()
    # have keywords as a TypedDict, which it does not look into; test_template.py does.
    allowed = [r"lamina\._tree_fields\.c_.*", r"lamina\.geometry\._(components|parsed)", r"lamina\._row_values\._kinds_of", r"lamina\._rows\.(PictureFile|PngPicture|JpegPicture)", r"lamina\..*\.__signature__"]
    allowed += [r"lamina\.template\.Template\.render(_async|_one)?"]
    # Fields of C's structs, which ctypes makes.
    allowed += [r"lamina\.x11\._([A-Z]\w+\..*|libraries|ErrorHandler)"]
    (tmp_path / "allowed").write_text("".join(f"{each}\n" for each in allowed))
    done = mypy("lamina", "--allowlist", "allowed", "--ignore-unused-allowlist", folder=tmp_path, tool="mypy.stubtest")
    assert done.returncode == 0, done.stdout


def test_programs_are_checked(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mypy("--strict", "--cache-dir", str(tmp_path / "cache"), "good.py", "bad.py", folder=tmp_path)
    found = [line for line in done.stdout.splitlines() if "error:" in line]
    lines = {int(line.split(":")[1]) for line in found}
    assert lines == {4, 5, 6, 7, 9, 10, 11, 12, 13, *range(15, 29)} and not any("good.py" in line for line in found), done.stdout
