"""What the cases of misuse share: a list of them, objects to misuse, and hostile values."""
from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Tuple

import lamina
from lamina import Bitmap, BitmapView, Context, Layout, Node, SizeRange, Surface, Text, TextBuilder, TextNode, Transaction


PLAIN = (lamina.LaminaError, TypeError, ValueError, OverflowError, IndexError, KeyError, ImportError, OSError,
         BufferError, RuntimeError, NotImplementedError, AssertionError)  # fmt: skip

cases: List[Tuple[str, Callable[[], Any]]] = []


def case(name: str, body: Callable[[], Any]) -> None:
    cases.append((name, body))


def make_objects(context: Context) -> Dict[str, Any]:
    node = Node(context, size=(10, 10), name="a node")
    return {
        "context": context,
        "node": node,
        "text_node": TextNode(context, "text"),
        "spec": lamina.row(Node(context), Node(context)),
        "text": Text(context, "Ähre"),
        "text_layout": lamina.TextLayout(Text(context, "Ähre"), (100, 100)),
        "builder": TextBuilder(context).append("Ähre"),
        "layout": Layout(node, SizeRange.up_to(10, 10)),
        "surface": Surface(context, (10, 10), root=Node(context)),
        "transaction": Transaction(context),
        "picture": context.start_picture(node, 10, 10),
        "bitmap": Bitmap(4, 4),
        "view": BitmapView(bytearray(64), 4, 4),
    }


def hostile(context: Context, foreign: Context) -> List[Tuple[str, Any]]:
    closed = Node(context)
    closed.close()
    gone = Context(workers=0)
    orphan = Node(gone)
    gone.close()
    return [
        ("None", None), ("nan", math.nan), ("inf", math.inf), ("-inf", -math.inf), ("-1", -1), ("1e308", 1e308),
        ("2**31", 2**31), ("2**64", 2**64), ("-2**70", -(2**70)), ("empty string", ""), ("NUL", "a\0b"), ("surrogate", "\ud800"),
        ("long string", "x" * 2_000), ("bytes", b"\xff"), ("object", object()), ("empty list", []), ("nans", (math.nan,) * 4),
        ("huge numbers", (1e300,) * 4), ("pair of strings", ("a", "b")), ("closed node", closed), ("orphan", orphan),
        ("foreign node", Node(foreign)), ("foreign context", foreign), ("a class", Node), ("a function", lambda *a: 1 / 0),
        ("bitmap", Bitmap(1, 1)), ("itself nested", _nested()),
    ]  # fmt: skip


def _nested() -> List[Any]:
    nested: List[Any] = []
    nested.append(nested)
    return nested


class World:
    """Two contexts and what is made from them, anew for each group of cases."""

    def __init__(self) -> None:
        self.context, self.foreign = Context(workers=1, log=lambda level, text: None), Context(workers=0)
        self.objects = make_objects(self.context)
        self.values = hostile(self.context, self.foreign)

    def close(self) -> None:
        self.context.close()
        self.foreign.close()
