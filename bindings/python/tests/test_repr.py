"""repr() of every public object says, in one short line, what it is."""
from __future__ import annotations

import inspect
import pickle
import re
from typing import Any, Callable, Dict, List

import pytest

import lamina
from lamina import BitmapView, Context, Text, tree

MADE: Dict[str, Callable[[Context], Any]] = {
    r"<lamina.Context 0x\w+ with 2 workers>": lambda ui: ui,
    r"<lamina.Node 0x\w+ 'card'>": lambda ui: ui.box(name="card"),
    r"<lamina.Node 0x\w+>": lambda ui: ui.box(),
    r"<lamina.TextNode 0x\w+ 'title' of 'Hello'>": lambda ui: ui.text("Hello", name="title"),
    r"<lamina.TextNode 0x\w+ of ''>": lambda ui: ui.text(),
    r"<lamina.Text 'Hello' 5 characters>": lambda ui: Text(ui, "Hello"),
    r"<lamina.Text 'a' 1 character>": lambda ui: Text(ui, "a"),
    r"<lamina.Text 'x{39}…' 20,000 characters>": lambda ui: Text(ui, "x" * 20_000),
    r"<lamina.TextBuilder 0x\w+ of 4 bytes>": lambda ui: lamina.TextBuilder(ui).append("four"),
    r"<lamina.TextLayout 0x\w+ of 2 lines, [\d.]+ x [\d.]+>": lambda ui: lamina.TextLayout(Text(ui, "one\ntwo"), (100, 100)),
    r"<lamina.Layout 0x\w+ of 1 node, 4 x 4.5>": lambda ui: lamina.Layout(ui.box(size=(4, 4.5)), lamina.SizeRange.up_to()),
    r"<lamina.Spec 0x\w+ stack>": lambda ui: lamina.row(ui.box(), ui.box()),
    r"<lamina.Spec 0x\w+ inset>": lambda ui: lamina.inset(4)[ui.box()],
    r"<lamina.column\(...\) without children>": lambda ui: lamina.column(),
    r"<lamina.Surface 0x\w+ 40 x 30 at scale 1.5>": lambda ui: lamina.Surface(ui, (40, 30), 1.5),
    r"<lamina.Transaction 0x\w+ open>": lambda ui: ui.transaction(),
    r"<lamina.Image 0x\w+ 3 x 2>": lambda ui: lamina.Image(ui, lamina.Bitmap(3, 2)).retain(),
    r"<lamina.PendingPicture 6 x 4 under way>": lambda ui: ui.start_picture(ui.box(size=(6, 4))),
    r"<lamina.Bitmap 3 x 2>": lambda ui: lamina.Bitmap(3, 2),
    r"<lamina.BitmapView 3 x 2>": lambda ui: BitmapView(bytearray(24), 3, 2),
    r"<lamina.BitmapView 3 x 2 RGB565>": lambda ui: BitmapView(bytearray(12), 3, 2, format=lamina.PixelFormat.RGB565),
    r"<lamina.NodeGroup of 1 node>": lambda ui: lamina.NodeGroup([ui.box()]),
    r"<lamina.Drawing of 1 step>": lambda ui: lamina.Drawing().rect(0, 0, 1, 1),
    r"<lamina.Template with 1 slot>": lambda ui: lamina.Template(tree.text("{name}")),
    r"<lamina.tree.Item text 'title' of 'Hello'>": lambda ui: tree.text("Hello", "title"),
    r"<lamina.tree.Item stack with 2 elements>": lambda ui: tree.row(tree.spacer(), tree.node()),
    r"<lamina.tree.Tree of <lamina.Node 0x\w+ 'card'> with 1 named node>": lambda ui: tree.build(ui, tree.node("card")),
    r"<lamina.tree.Tree of <lamina.Spec 0x\w+ stack> with 0 named nodes>": lambda ui: tree.build(ui, tree.row(tree.node())),
}


@pytest.mark.parametrize("wanted", MADE)
def test_open_objects(context: Context, wanted: str) -> None:
    assert re.fullmatch(wanted, repr(MADE[wanted](context)))


def test_closed_objects(context: Context) -> None:
    for make in MADE.values():
        made = make(context)
        if made is not context and isinstance(made, lamina._handle.Handle) and not isinstance(made, lamina.brackets.OpenSpec):
            made.close()
            assert repr(made).endswith(" closed>"), made


def test_objects_of_a_closed_context() -> None:
    with Context(0) as context:
        box, text = context.box(name="card"), Text(context, "Hello")
    assert [repr(each).endswith(" closed>") for each in (context, box, text)] == [True] * 3


def test_pictures_that_are_done(context: Context) -> None:
    picture = context.start_picture(context.box(size=(6, 4)))
    picture.result()
    assert repr(picture) == "<lamina.PendingPicture 6 x 4 done>"


def test_pictures_of_rows() -> None:
    form = lamina.Template(tree.node(size=(6, 4)))
    (pixels,), (file,) = form.render([{}]), form.render([{}], format="png")
    assert repr(pixels) == "<lamina.Picture of row 0, 6 x 4>"
    assert re.fullmatch(r"<lamina.PngPicture of row 0, 6 x 4, \d+ bytes>", repr(file)) and str(file) == repr(file)
    assert repr(pickle.loads(pickle.dumps(file))) == repr(file)


def test_what_callbacks_are_given(context: Context) -> None:
    seen: List[str] = []
    kept: List[lamina.Canvas] = []
    node = context.box(size=(6, 4), draw=lambda canvas: (kept.append(canvas), seen.append(repr(canvas))))
    context.picture(node)
    node.set_layout_callback(lambda children, sizes: seen.append(repr(children)))
    node.apply_layout(lamina.SizeRange.exactly(6, 4))
    assert seen == ["<lamina.Canvas 6 x 4>", "<lamina.LayoutPass of 0 child nodes>"]
    assert repr(kept[0]) == "<lamina.Canvas 6 x 4 ended>"


def test_no_public_class_has_the_repr_of_object() -> None:
    classes = [getattr(lamina, name) for name in lamina.__all__] + [tree.Item, tree.Tree]
    assert [each.__name__ for each in classes if inspect.isclass(each) and each.__repr__ is object.__repr__] == []
