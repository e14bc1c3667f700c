from __future__ import annotations

import threading

import pytest

import lamina
from lamina import Layout, Rect, SizeRange, Style, tree


def card(title: str = "Hello") -> tree.Item:
    return tree.node(
        "card",
        tree.inset(
            tree.row(
                tree.node("avatar", size=(40, 40), background="#ff0000", corner_radius=20),
                tree.text(title, "title", size=18, max_lines=2, style=Style(flex_grow=1, flex_shrink=1)),
                spacing=10,
                align="center",
            ),
            8,
        ),
        background="#ffffff",
    )


def test_a_tree_in_one_call(context: lamina.Context) -> None:
    made = tree.build(context, card())
    assert isinstance(made.root, lamina.Node) and made["card"] is made.root
    assert made["avatar"].parent is made.root and made["avatar"].name == "avatar"
    assert made["avatar"].corner_radius == 20 and isinstance(made["title"], lamina.TextNode)
    layout = Layout(made.root, SizeRange.with_width(200))
    assert layout.frame(made["avatar"]) == Rect(8, 8, 40, 40)
    assert layout.frame(made["title"]).x == 58
    assert 'text "title"' in made.root.description() and '"Hello"' in made.root.description()
    assert set(made.nodes) == {"card", "avatar", "title"}


def test_it_is_the_same_as_one_by_one(context: lamina.Context) -> None:
    avatar = lamina.Node(context, size=(40, 40), background="#ff0000", corner_radius=20, name="avatar")
    title = lamina.TextNode(
        context, "Hello", size=18, max_lines=2, style=Style(flex_grow=1, flex_shrink=1), name="title"
    )
    spec = lamina.inset(lamina.row(avatar, title, spacing=10, align="center"), 8)
    by_hand = lamina.Node(context, background="#ffffff", name="card", spec=spec)
    made = tree.build(context, card()).root
    assert isinstance(made, lamina.Node)
    sizes = SizeRange.with_width(120)
    assert made.description() == by_hand.description() and made.explain(sizes) == by_hand.explain(sizes)


def test_a_description_is_a_value(context: lamina.Context) -> None:
    description = card()
    first, second = tree.build(context, description), tree.build(context, description)
    assert first.root != second.root and first["title"] != second["title"]
    made = []
    threads = [threading.Thread(target=lambda: made.append(tree.build(context, description))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({each.root for each in made}) == 4


def test_every_spec_has_a_place(context: lamina.Context) -> None:
    def box() -> tree.Item:
        return tree.node(size=(10, 10))

    everything = tree.column(
        tree.wrapper(box(), box()),
        tree.absolute(tree.node(style=Style(width=5, height=5, layout_position=(3, 4))), sizing="fit"),
        tree.inset(box(), (1, 2, 3, 4)),
        tree.directional_inset(box(), (1, 2, 3, 4)),
        tree.center(box(), "x", "min_y"),
        tree.relative(box(), "end", "start", "min_y"),
        tree.ratio(tree.node(), 0.5),
        tree.overlay(box(), tree.node()),
        tree.background(box(), tree.node()),
        tree.corner(box(), box(), location="bottom_end", offset=(1, 1), wraps=True),
        tree.stack(box(), box(), wrap=True, line_spacing=2),
        tree.spacer(),
    )
    root = tree.build(context, tree.node("root", everything)).root
    assert isinstance(root, lamina.Node)
    listing = root.explain(SizeRange.exactly(100, 300))
    for word in ("wrapper", "absolute, as its children reach", "inset (1, 2, 3, 4)", "directional inset (1, 2, 3, 4)",
                 "center, x only", "relative, end start", "ratio (0.5)", "overlay", "background",
                 "corner, bottom end, offset (1, 1), wraps", "row, wraps, line spacing 2", "spacer"):  # fmt: skip
        assert f"    {word}" in listing, word
    assert root.child_count == 16


def test_nodes_that_there_are_already(context: lamina.Context) -> None:
    kept = lamina.Node(context, size=(5, 5))
    old_home = lamina.Node(context, spec=lamina.row(kept))
    made = tree.build(context, tree.node("new", tree.column(kept, tree.node("other"))))
    assert kept.parent is made.root and old_home.child_count == 0
    spec = tree.build(context, tree.row(kept, tree.node("third"))).root
    assert isinstance(spec, lamina.Spec)
    old_home.set_spec(spec)
    assert kept.parent is old_home and [child.name for child in old_home.children] == ["", "third"]


def test_children_with_frames_of_their_own(context: lamina.Context) -> None:
    made = tree.build(context, tree.node(None, tree.node("a", frame=(1, 2, 3, 4), hidden=True, clips=True, opacity=0.5)))
    a = made["a"]
    assert a.frame == Rect(1, 2, 3, 4) and a.hidden and a.clips and a.opacity == 0.5


def test_all_or_nothing(context: lamina.Context) -> None:
    kept = lamina.Node(context)
    home = lamina.Node(context, spec=lamina.row(kept))
    before = context.statistics.node_count
    with pytest.raises(lamina.InvalidArgumentError, match=r"records\[3\]: node is already in records\[2\]"):
        tree.build(context, tree.node(None, tree.row(kept, kept)))
    with pytest.raises(lamina.InvalidArgumentError, match=r"records\[2\]: opacity is 3"):
        tree.build(context, tree.node(None, tree.row(tree.node(opacity=3))))
    with pytest.raises(lamina.InvalidArgumentError, match=r"records\[2\]: "):
        tree.build(context, tree.node(None, tree.row(tree.text("\ud800", "t"))))
    with pytest.raises(TypeError):
        tree.node(oppacity=1)
    assert context.statistics.node_count == before and kept.parent is home


def test_every_spec_takes_the_fields_of_style(context: lamina.Context) -> None:
    room = dict(spacing_before=40)
    specs = [
        tree.row(tree.node(), **room), tree.column(tree.node(), spacing=2, **room), tree.wrapper(tree.node(), **room),
        tree.absolute(tree.node(), **room), tree.inset(tree.node(), 1, **room), tree.center(tree.node(), **room),
        tree.directional_inset(tree.node(), (1, 1, 1, 1), **room), tree.relative(tree.node(), "end", **room),
        tree.ratio(tree.node(), 0.5, **room), tree.overlay(tree.node(), tree.node(), **room),
        tree.background(tree.node(), tree.node(), **room), tree.corner(tree.node(), tree.node(), location="top_end", **room),
        tree.node(None, **room), tree.text("x", **room),
    ]  # fmt: skip
    for item in specs:
        made = tree.build(context, tree.node(None, tree.column(tree.node(), item, align="start")))
        assert Layout(made.root, SizeRange.up_to(500, 80)).size.height >= 40, item.kind
    with pytest.raises(TypeError, match="flex_gorw.*flex_grow"):
        tree.inset(tree.node(), flex_gorw=1)


def test_single_parts_of_a_look_are_added_to_it(context: lamina.Context) -> None:
    look, setting = lamina.TextAttributes(size=40), lamina.TextOptions(max_lines=1)
    made = tree.build(context, tree.text("a b c", attributes=look, options=setting, color="red", wrap="character"))
    node = lamina.TextNode(context, "a b c", attributes=look, options=setting, color="red", wrap="character")
    for text in (made.root, node):
        size = Layout(text, SizeRange.with_width(30)).size
        assert 40 < size.height < 80


def test_the_background_of_a_text_is_its_nodes(context: lamina.Context) -> None:
    made = tree.build(context, tree.text("hi", background="red")).root
    assert made.background == lamina.TextNode(context, "hi", background="red").background == lamina.Color(1, 0, 0)
    form = lamina.Template(tree.text("hi", background=tree.slot("tint")), width=20, height=20)
    (picture,) = form.render([{"tint": "#ff0000"}], context=context)
    assert picture.pixel(19, 19) == (255, 0, 0, 255)


def test_lists_are_flattened_and_none_is_left_out(context: lamina.Context) -> None:
    items = [tree.text(str(number), str(number)) for number in range(3)]
    made = tree.build(context, tree.node(None, tree.column([items[0], None], (items[1], [items[2]]), None)))
    assert [str(child.text) for child in made.root.children] == ["0", "1", "2"]  # type: ignore[union-attr]
    assert tree.build(context, tree.node(None, tree.column([]))).root.child_count == 0  # type: ignore[union-attr]
    with pytest.raises(TypeError, match="'words'"):
        tree.column("words")  # type: ignore[arg-type]
