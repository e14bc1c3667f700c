from __future__ import annotations

import importlib.util
from array import array
from typing import Any

import pytest

import lamina
from lamina import Node, NodeGroup, Rect


def test_one_value_for_all_or_one_for_each(context: lamina.Context) -> None:
    nodes = [Node(context) for _ in range(5)]
    group = NodeGroup(nodes)
    assert len(group) == 5
    group.set(opacity=0.5, background="#ff0000", hidden=True, corner_radius=[1, 2, 3, 4, 5])
    assert [node.opacity for node in nodes] == [0.5] * 5 and all(node.hidden for node in nodes)
    assert [node.corner_radius for node in nodes] == [1, 2, 3, 4, 5] and nodes[4].background == (1, 0, 0, 1)
    group.set(opacity=array("d", [0, 0.25, 0.5, 0.75, 1]), background=["#000000"] * 4 + ["#00ff00"], hidden=[0, 1, 0, 1, 0])
    assert [node.opacity for node in nodes] == [0, 0.25, 0.5, 0.75, 1] and nodes[4].background == (0, 1, 0, 1)
    assert [node.hidden for node in nodes] == [False, True, False, True, False]
    group.set(frame=[(i, 2 * i, 10, 20) for i in range(5)], clips=True)
    assert nodes[3].frame == Rect(3, 6, 10, 20) and nodes[0].clips
    # What is not given stays.
    assert nodes[1].opacity == 0.25 and nodes[2].corner_radius == 3
    group.set()
    NodeGroup([]).set(opacity=1)


def test_all_or_nothing(context: lamina.Context) -> None:
    nodes = [Node(context) for _ in range(3)]
    group = NodeGroup(nodes)
    with pytest.raises(lamina.InvalidArgumentError, match=r"nodes\[2\]: opacity is 2"):
        group.set(opacity=[0.1, 0.2, 2.0])
    with pytest.raises(lamina.InvalidArgumentError, match="2 values are given for 3 nodes"):
        group.set(opacity=[0.1, 0.2])
    nodes[1].close()
    with pytest.raises(lamina.InvalidHandleError, match=r"nodes\[1\]"):
        group.set(opacity=0.5)
    assert nodes[0].opacity == 1 and nodes[2].opacity == 1
    with lamina.Context(0) as other:
        with pytest.raises(lamina.ForeignContextError):
            NodeGroup([nodes[0], Node(other)]).set(opacity=0.5)


def test_places(context: lamina.Context) -> None:
    nodes = [Node(context) for _ in range(2)]
    group = NodeGroup(nodes)
    group.set(frame=[(0, 0, 10, 20), (0, 0, 30, 40)], position=[(100, 50), (50, 100)], bounds_origin=[(0, 5), (0, 0)])
    assert [node.frame for node in nodes] == [(95, 40, 10, 20), (35, 80, 30, 40)]
    assert [node.bounds_origin for node in nodes] == [(0, 5), (0, 0)]
    with pytest.raises(lamina.InvalidArgumentError, match=r"nodes\[1\]: position"):
        group.set(position=[(0, 0), (-1e7, 0)])
    assert nodes[0].frame == (95, 40, 10, 20)


def test_looks(context: lamina.Context) -> None:
    nodes = [Node(context) for _ in range(3)]
    group = NodeGroup(nodes)
    gradient = lamina.Gradient([(0, "red"), (1, "blue")])
    group.set(border=(2, "red"), gradient=gradient, corner_radii=(1, 2, 3, 4), image=lamina.Bitmap(2, 2))
    assert all(node.border == (2, (1, 0, 0, 1)) and node.corner_radii == (1, 2, 3, 4) for node in nodes)
    assert all(node.transform == lamina.Matrix() and node.anchor == (0.5, 0.5) for node in nodes)
    turns = [lamina.Matrix.rotation(angle) for angle in (0, 30, 60)]
    group.set(transform=turns, z_position=[1, 2, 3], opacity=0.5, border=[None, (1, "blue"), (3, "red")])
    assert [node.transform for node in nodes] == turns and [node.z_position for node in nodes] == [1, 2, 3]
    assert nodes[0].border is None and nodes[1].border == (1, (0, 0, 1, 1)) and nodes[2].opacity == 0.5
    assert nodes[1].corner_radii == (1, 2, 3, 4)
    with pytest.raises(lamina.InvalidArgumentError, match=r"nodes\[0\]: shadow.blur is -1"):
        group.set(shadow=lamina.BoxShadow("black", blur=-1))
    with pytest.raises(lamina.InvalidArgumentError, match="2 values are given for 3 nodes"):
        group.set(z_position=[1, 2])
    with pytest.raises(TypeError, match="sparkle"):
        group.set(sparkle=1)


@pytest.mark.skipif(importlib.util.find_spec("numpy") is None, reason="numpy is not installed")
def test_numpy(context: lamina.Context) -> None:
    numpy: Any = importlib.import_module("numpy")
    nodes = [Node(context) for _ in range(100)]
    group = NodeGroup(nodes)
    frames = numpy.arange(400, dtype=float).reshape(100, 4)
    group.set(opacity=numpy.linspace(0, 1, 100), corner_radius=numpy.arange(100), frame=frames)
    assert nodes[99].opacity == 1 and nodes[50].corner_radius == 50 and nodes[1].frame == Rect(4, 5, 6, 7)
