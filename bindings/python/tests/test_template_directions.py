"""Rows that set the direction of a node: each picture is that of the same tree with that direction."""
import json
import re
from typing import Any, Dict, Optional

import lamina
import pytest
from lamina import Bitmap, Template, tree

SIZE = (160, 60)


def card(direction: Any) -> tree.Item:
    words = tree.text("one, שתיים, 3", size=14)
    bar = tree.node(background="red", size=(20, 10))
    inner = tree.node(background="#dddddd", layout_direction=direction)[tree.inset((4, 4, 4, 12))[tree.row(spacing=6)[bar, words]]]
    return tree.node(background="white", size=SIZE)[tree.inset(5)[inner]]


def drawn(context: lamina.Context, direction: str) -> bytes:
    picture = Bitmap(*SIZE)
    tree.build(context, card(direction)).root.render(picture)
    context.wait_idle()
    return bytes(picture)


def test_rows_set_the_direction(context: lamina.Context) -> None:
    template = Template(card(tree.slot("reading")), defaults={"reading": "inherit"})
    directions = ["right_to_left", "left_to_right", "right_to_left", "inherit"]
    rows: "list[Dict[str, Optional[str]]]" = [{"reading": direction} for direction in directions]
    pictures = [bytes(picture) for picture in template.render([*rows, {}, {"reading": None}], workers=2)]
    assert pictures[0] == drawn(context, "right_to_left") != drawn(context, "left_to_right")
    assert pictures == [pictures[0], pictures[1], pictures[0], pictures[1], pictures[1], pictures[1]]
    assert pictures[1] == drawn(context, "left_to_right")


def test_the_root_and_a_text_take_directions() -> None:
    style = {"width": 80, "height": 30, "layout_direction": "{d}"}
    template = Template(json.dumps({"root": {"kind": "text", "text": "1, 2", "style": style}}))
    left, right = (bytes(picture) for picture in template.render([{"d": "left_to_right"}, {"d": "right_to_left"}]))
    columns = [{place // 4 % 80 for place in range(0, len(bitmap), 4) if bitmap[place + 3]} for bitmap in (left, right)]
    assert max(columns[0]) < 40 < min(columns[1])


@pytest.mark.parametrize("wrong", ["rtl", 2, True, ""])
def test_a_wrong_direction_is_named(wrong: Any) -> None:
    template = Template(card(tree.slot("reading")))
    says = 'the slot "reading" is .*; one of "inherit", "left_to_right", "right_to_left" is needed'
    with pytest.raises(lamina.InvalidArgumentError, match=says):
        template.render_one({"reading": wrong})
    with pytest.raises(lamina.InvalidArgumentError, match="template.defaults: " + says):
        Template(card(tree.slot("reading")), defaults={"reading": wrong})


def test_specs_and_trees_take_no_slot(context: lamina.Context) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match=re.escape("layout_direction cannot be a slot, {d}")):
        tree.row(layout_direction=tree.slot("d"))[tree.node()]
    with pytest.raises(lamina.InvalidArgumentError, match="slot"):
        tree.build(context, card(tree.slot("d")))
