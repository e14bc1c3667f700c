"""Drawings that several tests use."""
from __future__ import annotations

from typing import Callable

from lamina import Canvas


def fill(red: float, green: float, blue: float) -> Callable[[Canvas], None]:
    """Paints all of the node."""

    def draw(canvas: Canvas) -> None:
        canvas.cairo.set_source_rgb(red, green, blue)
        canvas.cairo.rectangle(0, 0, canvas.size.width, canvas.size.height)
        canvas.cairo.fill()

    return draw
