"""Flexbox through the raw binding."""
from __future__ import annotations

import lamina
from lamina import _ffi
from lamina._library import lib
from lamina.errors import check


def _range(width: float, height: float) -> _ffi.lamina_size_range:
    size = _ffi.lamina_size(width, height)
    return _ffi.lamina_size_range(size, size)


def test_a_row_is_laid_out() -> None:
    with lamina.Context(threads=1) as context:
        root, leaf, rest = lamina.Node(context), lamina.Node(context), lamina.Node(context)
        leaf.set_measurer(lambda sizes: (30.5, 10))
        root.add_child(leaf)
        root.add_child(rest)
        check(lib.lamina_node_set_flex_profile(root.handle, 1))
        for node, style in ((root, b"padding: 2px; align-items: flex-start"), (rest, b"flex: 1")):
            check(lib.lamina_node_set_flex_style(node.handle, style, len(style)))
        check(lib.lamina_node_apply_layout(root.handle, _range(100, 40)))
        assert tuple(leaf.frame) == (2, 2, 31, 10)
        assert tuple(rest.frame) == (33, 2, 65, 0)
