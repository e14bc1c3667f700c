"""Frames of movements side by side, against golden pictures and with any number of workers."""
from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Dict, List

import pytest

import lamina
from lamina import Bitmap, Matrix, Node, Spring, Surface
from lamina.pytest_plugin import Golden


def strip(frames: "List[Bitmap]") -> Bitmap:
    """Frames side by side."""
    width, height = frames[0].width, frames[0].height
    joined = Bitmap(width * len(frames), height)
    rows, row = memoryview(joined).cast("B"), width * 4
    for number, each in enumerate(frames):
        pixels = memoryview(each).cast("B")
        for y in range(height):
            at = y * joined.stride + number * row
            rows[at : at + row] = pixels[y * each.stride : y * each.stride + row]
    return joined


ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "Tests" / "Golden" / "motion"


def played(threads: int) -> "Dict[str, Bitmap]":
    """Twelve frames of each of some movements, 50 ms apart."""
    strips = {}
    with lamina.Context(workers=threads) as context:
        for number, name in enumerate(("values", "rows", "turns", "opens", "adds", "scales", "gradients")):
            context.set_time(number * 10)
            root = Node(context, background="white")
            surface, screen = Surface(context, (60, 70), root=root), Bitmap(60, 70)
            boxes = [context.box(size=(36, 14), background=color, corner_radius=3) for color in ("#c33", "#393", "#36c")]
            if name == "rows":
                root.set_spec(lamina.column(boxes[0], boxes[1], align="start", spacing=4))
            else:
                boxes[0].frame = (4, 4, 30, 20)
                if name == "gradients":
                    boxes[0].set_gradient(lamina.Gradient([(0, "#036"), (0.6, "#3cf")]))
                root.add_child(boxes[0])
            context.wait_idle(10)
            start = number * 10 + 1
            page = context.box(background="#eef")
            page.frame = (0, 0, 60, 70)
            photo = context.box(background="#36c", corner_radius=0)
            photo.frame = (0, 0, 60, 30)
            page.add_child(photo)
            photo.name = boxes[0].name = "photo"
            bitmaps = []
            for i in range(12):
                if i == 0 and name == "values":
                    boxes[0].animate(
                        position=(40, 50), opacity=0.6, background="#36c", corner_radii=(10, 10, 10, 10),
                        transform=Matrix(1.2, 0.6, -0.6, 1.2, 0, 0), duration=0.5, curve="ease-out")  # fmt: skip
                if name == "rows" and i in (0, 5):
                    with context.transition(spring=Spring(0.4, 0.2), appears="scale", leaves="right"):
                        shown = (boxes[2], boxes[1]) if i == 0 else (boxes[0], boxes[1])
                        root.set_spec(lamina.column(*shown, align="start", spacing=4))
                if name == "adds" and i == 0:
                    boxes[0].animate(position=(40, 50), duration=0.55, curve="linear")
                if name == "adds" and i in (0, 3, 6):
                    # A shake on the move, and others before it is over.
                    boxes[0].animate(position=(0, 0), adds=True, velocity=(300, 0), spring=Spring(0.15, 0.7))
                    boxes[0].animate(transform=Matrix(1.3, 0, 0, 1.3, 0, 0), adds=True, duration=0.2)
                if name == "gradients" and i in (0, 5):
                    # Stops move and turn over; then, before they are there, more of them come around a point.
                    lines = lamina.Gradient([(0.4, "#fc0"), (1, "#c33")], end=(1, 1))
                    rings = lamina.Gradient.radial([(0, "white"), (0.5, "#36c"), (0.8, "#36c"), (1, "#012")], (0.5, 0.5), 0.7)
                    boxes[0].animate(size=(52, 60), position=(30, 35), duration=0.5)
                    boxes[0].animate(gradient=lines if i == 0 else rings, spring=Spring(0.4, 0.1))
                if name in ("opens", "scales") and i in (0, 5):
                    rules = [lamina.TransitionRule("photo", matches=True, scales=name == "scales")]
                    with context.transition(spring=Spring(0.35, 0.1), rules=rules):
                        root.add_child(page) if i == 0 else page.remove_from_parent()
                if name == "turns" and i in (0, 4, 8):
                    goal = (4, 30, 12)[i // 4]
                    boxes[0].animate(position=(45 if i == 4 else 20, goal + 15), spring=Spring(0.5, 0.3))
                context.wait_idle(10)
                context.set_time(start + i * 0.05)
                context.process()
                context.wait_idle(10)
                surface.composite(screen)
                shown_now = Bitmap(60, 70)
                memoryview(shown_now).cast("B")[:] = memoryview(screen).cast("B")
                bitmaps.append(shown_now)
            strips[name] = strip(bitmaps)
            surface.close()
    return strips


@pytest.mark.parametrize("name", ["values", "rows", "turns", "opens", "adds", "scales", "gradients"])
def test_strips_of_frames(name: str) -> None:
    golden = Golden(GOLDEN, os.environ.get("LAMINA_GOLDEN") == "accept")
    golden(played(1)[name], name)


def test_the_card_of_the_example() -> None:
    """The picture of the guide: open_card.py, whose frames are the same with any number of workers."""
    specification = importlib.util.spec_from_file_location("open_card", ROOT / "examples" / "python" / "open_card.py")
    assert specification is not None and specification.loader is not None
    example = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(example)
    strips = []
    for workers in (1, 0, 2, 4):
        with lamina.Context(workers=workers, font_family="DejaVu Sans") as context:
            strips.append(example.play(context))
    assert all(bytes(each) == bytes(strips[0]) for each in strips)
    golden = Golden(GOLDEN, os.environ.get("LAMINA_GOLDEN") == "accept")
    # It has letters, of which other versions of FreeType draw the edges a little differently.
    golden(strips[0], "open_card", tolerance=40, pixels=600)


def test_frames_are_the_same_with_any_number_of_workers() -> None:
    one, four, none = played(1), played(4), played(0)
    for name in one:
        assert bytes(one[name]) == bytes(four[name]) == bytes(none[name]), name
