"""What the log says of a program's mistakes is said in words of Python."""
from __future__ import annotations

import re
import time
from typing import Any, Callable, List

import pytest

import lamina

#: What only a C program knows.
FOREIGN = re.compile(r"lamina_|LAMINA_|NULL|->|handle|release|struct")


def sized(context: lamina.Context) -> lamina.Node:
    node = lamina.Node(context)
    node.set_measure_callback(lambda sizes: (float("inf"), 5))
    return context.box()[lamina.inset(1)[node]]


def foreign(context: lamina.Context) -> lamina.Node:
    node, other = lamina.Node(context), lamina.Context(workers=0)
    spec = lamina.inset(1)[other.box()]
    node.set_layout_spec_callback(lambda sizes: spec)
    return node


def doubled(context: lamina.Context) -> lamina.Node:
    node, child = lamina.Node(context), lamina.Node(context)
    node.set_layout_spec_callback(lambda sizes: lamina.row(lamina.inset(1)[child], child))
    return node


def restless(context: lamina.Context) -> lamina.Node:
    node, child = lamina.Node(context, name="ticker"), lamina.Node(context)

    def make_spec(sizes: lamina.SizeRange) -> lamina.Spec:
        node.set_needs_layout()
        return lamina.inset(1)[child]

    node.set_layout_spec_callback(make_spec)
    return node


def too_large(context: lamina.Context) -> lamina.Node:
    root, inner = lamina.Node(context), lamina.Node(context, name="wall", draw=lambda canvas: None)
    inner.frame = (0, 0, 40_000, 40_000)
    root.add_child(inner)
    return root


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (sized, r"the measure callback of a node without a name \(.*\) returned inf x 5\.0; 0 to 10,000,000 is needed: taken as 0 x 0"),
        (foreign, "the layout spec callback of .* returned what is no spec of its context; it is ignored"),
        (doubled, "the layout spec callback of .* returned a spec in which a node is twice; it is ignored"),
        (restless, r'the layout of node "ticker" does not come to rest: .* after 100 passes'),
        (too_large, r'drawing of node "wall" failed: .*40000 x 40000'),
    ],
)
def test_mistakes(make: Callable[[lamina.Context], lamina.Node], says: str) -> None:
    said: List[str] = []
    with lamina.Context(workers=1, log=lambda level, text: said.append(text)) as context:
        surface = lamina.Surface(context, (40, 40), root=make(context))
        try:
            context.wait_idle(20)
        except lamina.LaminaError as failure:
            said.append(str(failure))
        assert surface
    assert any(re.search(says, text) for text in said), said
    assert not [text for text in said if FOREIGN.search(text)]


def test_closing_while_a_drawing_goes_on() -> None:
    said: List[str] = []
    context = lamina.Context(workers=1, log=lambda level, text: said.append(text))
    begun: List[Any] = []
    context.start_picture(context.box(draw=lambda canvas: begun.append(1) or time.sleep(2.6), size=(5, 5)))
    while not begun:
        time.sleep(0.01)
    context.close()
    assert len(said) == 1 and re.match(r"the end of the context has waited \d s for", said[0])
    assert not FOREIGN.search(said[0])
