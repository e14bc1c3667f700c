"""Rows of several templates, and rows with roles, as they come and go."""
from __future__ import annotations

from typing import Any, Dict

import pytest

import lamina

FORM = lamina.Template({"root": {"background": "{color}", "style": {"height": 20}}})


def row(number: int) -> "Dict[str, Any]":
    return {"id": number, "color": "#123"}


@pytest.mark.parametrize("how", [{"kind": lambda row: "a", "templates": {"a": FORM}}, {"role": lambda row: None, "template": FORM}])
def test_more_rows_of_kinds_and_roles(how: Any) -> None:
    """Values of new rows may be asked for before the call that brings them returns."""
    context = lamina.Context(workers=1)
    feed = lamina.List(context, rows=[row(number) for number in range(3)], key="id", **how)
    surface = lamina.Surface(context, (50, 300), root=feed.node)
    feed.settle()
    feed.rows.append(row(3))
    feed.settle()
    feed.rows.extend([row(4), row(5)])
    feed.settle()
    feed.rows.insert(0, row(6))
    feed.settle()
    del feed.rows[1]
    feed.rows.update([row(number) for number in range(20)])
    feed.settle()
    feed.apply_changes([row(number) for number in range(25)])
    feed.settle()
    assert feed.state.row_count == 25 and feed.state.blank_count == 0
    surface.close()
    context.close()
