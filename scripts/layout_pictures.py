#!/usr/bin/env python3
"""Draws the pictures of layouts that docs/guide.md shows, into docs/images/layout or a folder that is given.

There is no text in them, so that they are the same on every machine: bindings/python/tests/test_layout_pictures.py
compares.
"""
from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any, Callable, Dict

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import lamina  # noqa: E402
from lamina import absolute, background, center, column, corner, inset, overlay, ratio, relative, row, stack, wrapper  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "layout"
WIDTH, HEIGHT, SCALE = 132, 76, 2
BLUE, ORANGE, GREEN, PALE = "#4c8bd6", "#f2a13c", "#57a773", "#c9dcf3"
# What shows a layout is a node with a spec, or a spec, for all of a picture inside of its margin.
Scene = Callable[[lamina.Context], Any]
SCENES: Dict[str, Scene] = {}


def scene(function: Scene) -> Scene:
    SCENES[function.__name__] = function
    return function


def box(ui: lamina.Context, color: str, width: float = 24, height: float = 18, **style: Any) -> lamina.Node:
    return ui.box(background=color, corner_radius=4, width=width, height=height, **style)


@scene
def stack_grows(ui: lamina.Context) -> Any:
    """The one in the middle takes what is left."""
    middle = ui.box(background=ORANGE, corner_radius=4, height=40, flex_grow=1)
    return row(spacing=6, align="center")[box(ui, BLUE), middle, box(ui, GREEN, 24, 28)]


@scene
def stack_wraps(ui: lamina.Context) -> Any:
    """Five that do not fit into one line."""
    colors = (BLUE, ORANGE, GREEN, BLUE, ORANGE)
    return stack(wrap=True, spacing=6, line_spacing=6, align="start")[[box(ui, c, w) for c, w in zip(colors, (40, 30, 36, 52, 30))]]


@scene
def margin(ui: lamina.Context) -> Any:
    """inset((4, 12, 16, 30)) of a box that is stretched, and an infinite margin that pushes."""
    pushed = inset((math.inf, 4, 4, math.inf))[box(ui, GREEN, 16, 12)]
    return overlay(pushed)[inset((4, 12, 16, 30))[ui.box(background=BLUE, corner_radius=4, flex_grow=1)]]


@scene
def behind(ui: lamina.Context) -> Any:
    """A pale box behind a margin around two boxes, which decide its size."""
    return center()[background(ui.box(background=PALE, corner_radius=6))[inset(8)[row(spacing=6)[box(ui, BLUE), box(ui, ORANGE)]]]]


@scene
def in_the_middle(ui: lamina.Context) -> Any:
    return center()[box(ui, BLUE, 40, 24)]


@scene
def at_an_edge(ui: lamina.Context) -> Any:
    """relative("end", "end") over relative("center", "start")."""
    return overlay(relative("end", "end")[box(ui, ORANGE)])[relative("center", "start")[box(ui, BLUE)]]


@scene
def proportions(ui: lamina.Context) -> Any:
    """Half as high as wide, whatever the width is."""
    small = ratio(0.5, width=30)[ui.box(background=ORANGE, corner_radius=4)]
    large = ratio(0.5, width=78)[ui.box(background=BLUE, corner_radius=4)]
    return row(spacing=6, align="start")[large, small]


@scene
def by_hand(ui: lamina.Context) -> Any:
    places = ((0, 0, BLUE), (30, 14, ORANGE), (74, 36, GREEN))
    return absolute()[[box(ui, color, layout_position=(x, y)) for x, y, color in places]]


@scene
def badge(ui: lamina.Context) -> Any:
    return center()[corner(box(ui, ORANGE, 16, 16), location="top_end")[box(ui, BLUE, 56, 36)]]


@scene
def on_top(ui: lamina.Context) -> Any:
    return center()[wrapper()[box(ui, BLUE, 80, 30), box(ui, ORANGE, 40, 50)]]


@scene
def pushed_apart(ui: lamina.Context) -> Any:
    return row(spacing=6, align="center")[box(ui, BLUE), ui.spacer(), box(ui, ORANGE), box(ui, GREEN)]


def directions(ui: lamina.Context, direction: str) -> Any:
    bar = ui.box(flex_grow=1)[row(spacing=6, align="center")[box(ui, BLUE), box(ui, ORANGE, 40), ui.spacer(), box(ui, GREEN, 16)]]
    bar.set_layout_direction(direction)
    return bar


@scene
def left_to_right(ui: lamina.Context) -> Any:
    return directions(ui, "left_to_right")


@scene
def right_to_left(ui: lamina.Context) -> Any:
    return directions(ui, "right_to_left")


@scene
def flexbox(ui: lamina.Context) -> Any:
    """The row of the flexbox example: what grows, and a fixed button."""
    bar = ui.box(background=PALE, corner_radius=6)
    bar.flex_profile = "css"
    bar.set_flex_style("padding: 8px; gap: 8px; align-items: center; height: 48px")
    for color, style in ((BLUE, "flex: 1; height: 18px"), (ORANGE, "width: 34px; height: 26px")):
        child = ui.box(background=color, corner_radius=4)
        child.set_flex_style(style)
        bar.add_child(child)
    return column(bar)


def draw(ui: lamina.Context, name: str) -> lamina.Bitmap:
    sheet = ui.box(background="white")[inset(6)[SCENES[name](ui)]]
    framed = ui.box(background="#b8bec6")[inset(1)[sheet]]
    return ui.picture(framed, WIDTH, HEIGHT, scale=SCALE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="where the pictures go (docs/images/layout)")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with lamina.Context(workers=1) as ui:
        for name in SCENES:
            draw(ui, name).save(str(folder / f"{name}.png"))


if __name__ == "__main__":
    main()
