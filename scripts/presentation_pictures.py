#!/usr/bin/env python3
"""Draws the two pictures of docs/guide.md that say how a frame comes about, and what is presented, into
docs/images/presentation or a folder that is given. They have text in DejaVu Sans: look at them before you commit them.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, List, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import lamina  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "presentation"
FAMILY, INK, FAINT, LINE = "DejaVu Sans", "#1f2933", "#6b7785", "#9aa5b1"
BLUE, ORANGE, GREEN, PALE = "#c9dcf3", "#f8ddb5", "#cfe8d5", "#eef1f4"
SCALE = 2

LANES = ("any thread", "owner thread", "workers")
LANE, STEP, HEAD = 216, 46, 40
# What happens, in order: the lane, what it is, and the lane that it goes on in.
STEPS: List[Tuple[int, str, Optional[int]]] = [
    (0, "change nodes", 1),
    (1, "frame callbacks, animations", None),
    (1, "take over what changed", 2),
    (2, "lay out", 1),
    (1, "apply the layout, read layers", 2),
    (2, "draw what has no contents", 1),
    (1, "show drawings that are done", None),
    (1, "composite: copy what scrolled,\npaint what changed", 0),
    (0, "the window shows the pixels", None),
]


def label(ui: lamina.Context, text: str, size: float = 12, color: str = INK, **more: Any) -> lamina.Node:
    return ui.text(text, size=size, color=color, family=FAMILY, **more)


def put(parent: lamina.Node, child: lamina.Node, x: float, y: float, width: float, height: float) -> lamina.Node:
    child.frame = (x, y, width, height)
    parent.add_child(child)
    return child


def boxed(ui: lamina.Context, text: str, background: str) -> lamina.Node:
    node = ui.box(background=background, corner_radius=6)
    node.set_spec(lamina.center()[label(ui, text, alignment="center")])
    return node


def arrow(ui: lamina.Context, points: List[Tuple[float, float]], color: str = FAINT) -> lamina.Node:
    """Through the points, with its head at the last."""

    def draw(canvas: lamina.Canvas) -> None:
        cairo = canvas.cairo
        cairo.set_source_rgb(0.42, 0.47, 0.52)
        cairo.set_line_width(1.5)
        cairo.move_to(*points[0])
        for point in points[1:]:
            cairo.line_to(*point)
        cairo.stroke()
        (x0, y0), (x, y) = points[-2:]
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        dx, dy = 6 * (x - x0) / length, 6 * (y - y0) / length
        cairo.move_to(x, y)
        cairo.line_to(x - dx - dy * 0.6, y - dy + dx * 0.6)
        cairo.line_to(x - dx + dy * 0.6, y - dy - dx * 0.6)
        cairo.close_path()
        cairo.fill()

    return ui.box(draw=draw)


def frame(ui: lamina.Context) -> lamina.Bitmap:
    """How a frame comes about: each step a row, in the lane of the thread that does it."""
    width, height = LANE * 3, HEAD + STEP * len(STEPS) + 8
    sheet = ui.box(background="white")
    inner = LANE - 24
    for lane, name in enumerate(LANES):
        put(sheet, ui.box(background=PALE, corner_radius=8), lane * LANE + 4, 4, LANE - 8, height - 8)
        put(sheet, label(ui, name, weight="bold", alignment="center"), lane * LANE, 14, LANE, 20)
    for row, (lane, text, target) in enumerate(STEPS):
        top = HEAD + row * STEP
        put(sheet, boxed(ui, text, (GREEN, BLUE, ORANGE)[lane]), lane * LANE + 12, top, inner, 34)
        if target is None:
            if row + 1 < len(STEPS):
                x = lane * LANE + LANE / 2
                put(sheet, arrow(ui, [(x, top + 34), (x, top + STEP)]), 0, 0, width, height)
            continue
        # Along the row to the lane of the next step, and down to it.
        middle = top + 17
        start = (lane + (1 if target > lane else 0)) * LANE + (-12 if target > lane else 12)
        end = target * LANE + LANE / 2
        put(sheet, arrow(ui, [(start, middle), (end, middle), (end, top + STEP)]), 0, 0, width, height)
    return ui.picture(sheet, width, height, scale=SCALE)


def presented(ui: lamina.Context) -> lamina.Bitmap:
    """What is presented: the same card in its three states, an animation being half way."""
    panel, high, gap = 208, 132, 8
    sheet = ui.box(background="white")
    states = (
        ("model", "what you set, on any thread", 128, 0.0, 1.0),
        ("layer", "where the last layout put it,\nwith what was drawn last", 128, 0.0, 1.0),
        ("on screen", "the layer, with presented values\nin place of some of its own", 62, 0.18, 0.6),
    )
    for number, (name, words, x, turn, opacity) in enumerate(states):
        left = 4 + number * (panel + gap)
        stage = put(sheet, ui.box(background=PALE, corner_radius=8), left, 34, panel, high)
        put(sheet, label(ui, name, weight="bold", alignment="center"), left, 10, panel, 20)
        put(sheet, label(ui, words, 11, FAINT, alignment="center"), left, 42 + high, panel, 40)
        if number == 2:
            for ghost in (20, 128):
                put(stage, ui.box(border=(1, LINE), corner_radius=6), ghost, 44, 60, 44)
            put(stage, arrow(ui, [(50, 106), (158, 106)]), 0, 0, panel, high)
        card = put(stage, ui.box(background="#4c8bd6", corner_radius=6, opacity=opacity), x, 44, 60, 44)
        if turn:
            card.transform = lamina.Matrix.rotation(turn * 57.3)
        if number > 0:
            card.set_spec(lamina.center()[label(ui, "card", color="white")])
    return ui.picture(sheet, 3 * panel + 2 * gap + 8, high + 90, scale=SCALE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "folder", type=Path, nargs="?", default=FOLDER, help="where the pictures go (docs/images/presentation)")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with lamina.Context(workers=1) as ui:
        frame(ui).save(str(folder / "frame.png"))
        presented(ui).save(str(folder / "presented.png"))


if __name__ == "__main__":
    main()
