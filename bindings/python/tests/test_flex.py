"""Flex boxes through the Python names."""
from __future__ import annotations

import pytest

import lamina
from lamina import FlexDirection, FlexProfile, FlexUnit, FlexWrap, SizeRange


def test_a_row_that_grows(context: lamina.Context) -> None:
    root, fixed, grows = context.box(), context.box(), context.box()
    root.add_child(fixed)
    root.add_child(grows)
    root.flex_profile = FlexProfile.CSS
    root.set_flex_style("flex-direction: row; column-gap: 10px")
    fixed.set_flex_length("width", 25, "percent")
    grows.set_flex_number("grow", 1)
    root.apply_layout(SizeRange.exactly(200, 40))
    assert fixed.frame == (0, 0, 50, 40) and grows.frame == (60, 0, 140, 40)
    assert root.flex_profile == FlexProfile.CSS and fixed.flex_length("width") == (25, FlexUnit.PERCENT)
    assert grows.flex_number("grow") == 1 and root.flex_keyword("direction") == FlexDirection.ROW
    root.set_flex_keyword("direction", FlexDirection.COLUMN)
    root.apply_layout(SizeRange.exactly(200, 40))
    assert grows.frame.x == 0


def test_a_measured_leaf_beside_a_flexible_one(context: lamina.Context) -> None:
    root, leaf, rest = context.box(), context.box(), context.box()
    leaf.set_measure_callback(lambda sizes: (30.5, 10))
    root.add_child(leaf)
    root.add_child(rest)
    root.flex_profile = FlexProfile.CSS
    root.set_flex_style("padding: 2px; align-items: flex-start")
    rest.set_flex_style("flex: 1")
    root.apply_layout(SizeRange.exactly(100, 40))
    assert leaf.frame == (2, 2, 31, 10) and rest.frame == (33, 2, 65, 0)


def test_a_flex_layout_is_explained(context: lamina.Context) -> None:
    root, item = lamina.Node(context, name="row"), lamina.Node(context, name="item")
    root.flex_profile = FlexProfile.CSS
    item.set_flex_style("width: 50%; min-width: 70px; height: 4px")
    root.add_child(item)
    why = root.explain(SizeRange.with_width(100), item)
    assert why.startswith('node "item": 70 x 4 at (0, 0)\n')
    assert "limited: its base is raised to 70 before room is shared out\n" in why
    assert root.explain(SizeRange.with_width(100)).splitlines()[1] == '  node "item": 70 x 4 at (0, 0)'


def test_lines_are_balanced(context: lamina.Context) -> None:
    root = context.box()
    root.flex_profile = FlexProfile.CSS
    root.set_flex_style("flex-wrap: wrap balance; align-content: flex-start")
    assert root.flex_keyword("wrap") == FlexWrap.BALANCE
    items = [context.box() for _ in range(4)]
    for item, width in zip(items, (31, 32, 33, 34)):
        item.set_flex_style(f"width: {width}px; height: 10px; flex: none")
        root.add_child(item)
    root.apply_layout(SizeRange.exactly(100, 100))
    assert [item.frame.y for item in items] == [0, 0, 10, 10]
    root.set_flex_number("line_count", 4)
    root.apply_layout(SizeRange.exactly(100, 100))
    assert [item.frame.y for item in items] == [0, 10, 20, 30]
    assert root.flex_number("line_count") == 4
    assert "item: 2 of 4 in line 2 of 4, balanced, " in root.explain(SizeRange.exactly(100, 100), items[1])
    for wrong in (0, -2, 1.5, 65_536, float("inf")):
        with pytest.raises(lamina.InvalidArgumentError, match="a whole number from 1 to 65,535"):
            root.set_flex_number("line_count", wrong)
    with pytest.raises(lamina.InvalidArgumentError, match="'0' is not a whole number from 1 to 65,535"):
        root.set_flex_style("flex-line-count: 0")
