from __future__ import annotations

import gc
import math
import weakref

import pytest

import lamina
from lamina import Node, Rect, Style, _callbacks


def test_tree(context: lamina.Context) -> None:
    a, b, c, d = (Node(context, name=name) for name in "abcd")
    a.add_child(b)
    a.insert_child(c, 0)
    assert a.children == [c, b] and a.child(0) is c and b.parent is a and a.parent is None
    a.insert_child_above(d, c)
    assert [node.name for node in a.children] == ["c", "d", "b"]
    a.insert_child_below(b, c)
    assert [node.name for node in a.children] == ["b", "c", "d"]
    a.move_child(0, 2)
    assert [node.name for node in a.children] == ["c", "d", "b"]
    e = Node(context, name="e")
    a.replace_child(d, e)
    assert [node.name for node in a.children] == ["c", "e", "b"]
    assert a.child_index(e) == 1 and a.child_index(d) is None and a.child_count == 3
    e.remove_from_parent()
    a.remove_children()
    assert a.children == []


def test_refusals_leave_the_tree_alone(context: lamina.Context) -> None:
    a, b = Node(context), Node(context)
    a.add_child(b)
    with pytest.raises(lamina.CycleError):
        b.add_child(a)
    with pytest.raises(lamina.CycleError):
        a.add_child(a)
    for index in (5, -1):
        with pytest.raises(IndexError):
            a.insert_child(Node(context), index)
        with pytest.raises(lamina.OutOfRangeError):
            a.child(index)
    with pytest.raises(lamina.InvalidArgumentError):
        a.insert_child_above(Node(context), Node(context))
    with lamina.Context(workers=0) as other, pytest.raises(lamina.ForeignContextError):
        a.add_child(Node(other))
    assert a.children == [b]


def test_identity_survives_the_python_object(context: lamina.Context) -> None:
    root = Node(context)
    child = Node(context, name="kept")
    root.add_child(child)
    child.user_data = {"key": 1}
    handle, dead = child.handle, weakref.ref(child)
    del child
    gc.collect()
    assert dead() is None
    again = root.child(0)
    assert again.handle == handle and again.name == "kept" and again.user_data == {"key": 1}
    assert root.child(0) is again and hash(again) == hash(root.child(0))


def test_kinds(context: lamina.Context) -> None:
    root = Node(context)
    root.add_child(lamina.TextNode(context, "x"))
    gc.collect()
    assert isinstance(root.child(0), lamina.TextNode)
    assert root.kind == lamina.NodeKind.DISPLAY and root.child(0).kind == lamina.NodeKind.TEXT
    with pytest.raises(lamina.UnsupportedError):
        root.child(0).set_draw_callback(lambda canvas: None)


def test_properties(context: lamina.Context) -> None:
    node = Node(context)
    node.frame = (1, 2, 30, 40)
    assert node.frame == Rect(1, 2, 30, 40) and node.frame.size == (30, 40)
    node.background = "#ff000080"
    assert node.background == pytest.approx((1, 0, 0, 128 / 255))
    assert node.opacity == 1 and not node.hidden and not node.clips and node.corner_radius == 0
    node.opacity, node.hidden, node.clips, node.corner_radius = 0.5, True, True, 4
    assert (node.opacity, node.hidden, node.clips, node.corner_radius) == (0.5, True, True, 4)
    style = Style(width="50%", height=20, flex_grow=2, align_self="center", spacing_before=-3)
    node.style = style
    assert node.style == style
    node.set_preferred_size((7, 8))
    assert node.style.width == lamina.Dimension(lamina.Unit.POINTS, 7) and node.style.flex_grow == 2
    node.style = None
    assert node.style == Style()


@pytest.mark.parametrize("opacity", [math.nan, math.inf, -0.1, 1.1])
def test_bad_numbers_are_refused(context: lamina.Context, opacity: float) -> None:
    node = Node(context)
    with pytest.raises(ValueError):
        node.opacity = opacity
    assert node.opacity == 1


def test_bad_values_never_reach_c(context: lamina.Context) -> None:
    with pytest.raises(ValueError, match="#rrggbb"):
        Node(context, background="reddish")
    with pytest.raises(ValueError, match="percentage"):
        Style(width="50px")
    with pytest.raises(ValueError, match="stretch"):
        Style(align_self="middle")


def test_use_after_close(context: lamina.Context) -> None:
    node = Node(context)
    with node:
        pass
    with pytest.raises(lamina.ClosedError, match="this Node is closed"):
        node.name = "x"
    root = Node(context)
    with pytest.raises(lamina.InvalidHandleError):
        root.add_child(node)


def test_stale_handles_are_refused_by_the_library(context: lamina.Context) -> None:
    from lamina._library import lib

    node = Node(context)
    handle = node.handle
    node.close()
    assert lib.lamina_node_set_hidden(handle, True) == lamina.Status.ERROR_INVALID_HANDLE
    assert lamina.last_error() != ""
    assert lib.lamina_node_set_hidden(context.handle, True) == lamina.Status.ERROR_INVALID_HANDLE
    assert lib.lamina_node_set_hidden(None, True) == lamina.Status.ERROR_INVALID_HANDLE
    assert lib.lamina_node_set_hidden(0x1234, True) == lamina.Status.ERROR_INVALID_HANDLE


def test_user_data_is_let_go(context: lamina.Context) -> None:
    class Thing:
        pass

    node, thing = Node(context), Thing()
    dead = weakref.ref(thing)
    node.user_data = thing
    del thing
    assert node.user_data is dead()
    node.user_data = None
    gc.collect()
    context.process()
    assert dead() is None and node.user_data is None


def test_callbacks_are_let_go(context: lamina.Context) -> None:
    gc.collect()
    before = _callbacks.kept_count()
    node = Node(context, draw=lambda canvas: None)
    node.add_display_observer(lambda node: None, lambda node, finished: None)
    assert _callbacks.kept_count() == before + 2
    node.set_draw_callback(lambda canvas: None)
    context.process()
    assert _callbacks.kept_count() == before + 2
    node.close()
    context.process()
    assert _callbacks.kept_count() == before
    text = lamina.TextNode(context, "x")
    with pytest.raises(lamina.UnsupportedError):
        text.set_draw_callback(lambda canvas: None)
    context.process()
    assert _callbacks.kept_count() == before


def test_retain_makes_a_second_owner(context: lamina.Context) -> None:
    text = lamina.Text(context, "x")
    other = text.retain()
    text.close()
    assert other.string == "x" and other != text  # which has nothing left to compare
    node = Node(context)
    second = node.retain()
    node.close()
    second.name = "alive"
    assert second.name == "alive"


def test_names_are_unicode(context: lamina.Context) -> None:
    node = Node(context, name="žluťoučký 🐎")
    assert node.name == "žluťoučký 🐎"
    with pytest.raises(lamina.InvalidArgumentError, match="UTF-8"):
        node.name = "broken \udc80"
    assert node.name == "žluťoučký 🐎"


def test_nodes_are_found() -> None:
    with lamina.Context(workers=0) as context:
        root, left, right, leaf = (context.box() for _ in range(4))
        root.add_child(left)
        root.add_child(right)
        right.add_child(leaf)
        leaf.name = "größe"
        assert root.find("größe") is leaf and left.find("größe") is None and root.find("") is None
        assert leaf.common_ancestor(left) is root and leaf.common_ancestor(right) is right
        assert leaf.common_ancestor(context.box()) is None
        right.opacity = leaf.opacity = 0.5
        assert root.find(lambda node: node.opacity < 1) is right and left.find(lambda node: node.opacity < 1) is None
        with pytest.raises(ZeroDivisionError):
            root.find(lambda node: 1 // (node.child_count - 2) > 0)


def test_what_is_no_geometry_is_told_what_would_be_one(context: lamina.Context) -> None:
    node = context.box()
    wrongs = {
        "four numbers": lambda: setattr(node, "frame", (1, 2)),
        "frame is four numbers": lambda: setattr(node, "frame", None),
        "two numbers": lambda: context.box(size=5),  # type: ignore[arg-type]
        "size is two numbers": lambda: context.box(size=("50%", "x")),  # type: ignore[arg-type]
        "a colour": lambda: setattr(node, "background", (1, 2)),
        "such as": lambda: setattr(node, "background", 0xFF0000),
        "two sizes": lambda: node.apply_layout(7),  # type: ignore[arg-type]
        "did you mean 'background'": lambda: context.box(backgroud="red"),  # type: ignore[call-arg]
        "draw is a function": lambda: node.set_draw_callback(5),  # type: ignore[arg-type]
        "a Bitmap is needed": lambda: node.render(bytearray(16)),  # type: ignore[arg-type]
    }
    for words, wrong in wrongs.items():
        with pytest.raises((TypeError, ValueError), match=words):
            wrong()
