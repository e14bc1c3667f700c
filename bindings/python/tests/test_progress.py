"""A program that changes something in every frame sees a whole arrangement in each."""
from __future__ import annotations

import time
from typing import List, Tuple

import pytest

import lamina
from lamina import Bitmap, Node, Surface, column

HEIGHT = 60
Pixel = Tuple[int, int, int, int]
WHITE = (255, 255, 255, 255)


def shown(surface: Surface) -> List[List[Pixel]]:
    """A new picture, as its left and its right half see it."""
    width = int(surface.size.width)
    bitmap = Bitmap(width, HEIGHT)
    surface.set_needs_composite()
    surface.composite(bitmap)
    return [[bitmap.pixel(x, y) for y in range(HEIGHT)] for x in (2, width - 1)]


@pytest.mark.parametrize("pause", [0.0, 0.009])
def test_everything_changes_in_every_frame(context: lamina.Context, pause: float) -> None:
    pauses = [0.0]

    def measure(sizes: lamina.SizeRange) -> lamina.Size:
        time.sleep(pauses[0])
        return lamina.Size(1, 0)

    root, slow = Node(context), Node(context)
    slow.set_measure_callback(measure)
    surface = Surface(context, (20, HEIGHT), root=root, background="white")
    frames: List[Tuple[int, List[Pixel]]] = []  # the width and the rows, as a column of pixels

    def change(number: int) -> None:
        width = 20 + number % 7
        surface.set_size((width, HEIGHT))
        rows, pixels = [], []
        for place in range(2 + number % 4):
            color: Pixel = (10 * place, number % 200, (number * 7 + place * 31) % 200, 255)
            height = 4 + (number + place) % 5
            background = lamina.Color(*(value / 255 for value in color))
            rows.append(Node(context, height=height, background=background))
            pixels += [color] * height
        root.set_spec(column(slow, *rows))
        slow.set_needs_layout()
        frames.append((width, pixels + [WHITE] * (HEIGHT - len(pixels))))

    def matches(frame: int, halves: List[List[Pixel]]) -> bool:
        width, pixels = frames[frame]
        right = pixels if surface.size.width <= width else [WHITE] * HEIGHT
        return halves == [pixels, right]

    change(0)
    context.wait_idle(10)
    assert matches(0, shown(surface))
    pauses[0] = pause
    last, newer = 0, 0
    while len(frames) < 40 or (newer < 5 and len(frames) < 1000):
        change(len(frames))
        context.set_time(0.016 * len(frames))
        context.process()
        halves = shown(surface)
        found = next((frame for frame in range(last, len(frames)) if matches(frame, halves)), None)
        assert found is not None, f"frame {len(frames) - 1} shows no arrangement since {last}"
        newer += found > last
        last = found
        time.sleep(0.002)
    assert newer >= 5
    context.wait_idle(10)
    assert matches(len(frames) - 1, shown(surface))


def test_another_root_in_every_frame(context: lamina.Context) -> None:
    surface = Surface(context, (20, HEIGHT), background="white")
    pause = [0.0]

    def show(number: int) -> None:
        def draw(canvas: lamina.Canvas, number: int = number) -> None:
            time.sleep(pause[0])
            canvas.cairo.set_source_rgb(0, number % 250 / 255, number // 250 / 255)
            canvas.cairo.paint()

        surface.root = Node(context, draw=draw)

    show(0)
    context.wait_idle(10)
    last, newer, number = 0, 0, 0
    pause[0] = 0.004
    while number < 40 or (newer < 5 and number < 1000):
        number += 1
        show(number)
        context.set_time(0.016 * number)
        context.process()
        left, right = shown(surface)
        assert left == right and len(set(left)) == 1, "a whole root or none"
        red, green, blue, _ = left[0]
        assert red == 0, "never nothing"
        assert last <= blue * 250 + green <= number
        newer += blue * 250 + green > last
        last = blue * 250 + green
        time.sleep(0.002)
    assert newer >= 5
    context.wait_idle(10)
    assert shown(surface)[0][0] == (0, number % 250, number // 250, 255)
