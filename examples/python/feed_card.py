"""One entry as a card: nodes for the contents, specs for the layout, and the drawings of its pictures."""
from __future__ import annotations

import math
from typing import Any, Callable, List, Optional

import lamina
from lamina import Style, background, center, column, inset, overlay, ratio, row

from feed_entry import ACTION_COUNT, Entry

TURN = 2 * math.pi
WHITE, BORDER, BUTTON, SHADE = "#ffffff", "#dedede", "#f0f2f5", "#0000008c"
INK, BODY_INK, FAINT_INK = "#121212", "#212121", "#6b6b6b"
USUAL_ACTIONS = ["Like", "Reply", "Share", "Save"]

# ---- Drawings: on workers, with nothing but numbers that nobody changes ----


def seed_of(entry: Entry) -> int:
    """FNV-1a over the title: the same for the same entry wherever it is drawn."""
    value = 2166136261
    for byte in entry.title.encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


class Numbers:
    """Numbers from a seed, 0..1."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> float:
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 8) / 16777216


def color(hue: float, saturation: float, lightness: float) -> "tuple[float, float, float]":
    red, green, blue = (
        lightness + saturation * (0.5 + 0.5 * math.cos(TURN * (hue + offset)) - 0.5) for offset in (0, 2 / 3, 1 / 3)
    )
    return red, green, blue


def set_gradient(cairo: lamina.cairo.Context, height: float, top: Any, bottom: Any) -> None:
    gradient = lamina.cairo.LinearGradient(0, 0, 0, height)
    gradient.add_color_stop_rgb(0, *top)
    gradient.add_color_stop_rgb(1, *bottom)
    cairo.set_source(gradient)


def fill_disc(cairo: lamina.cairo.Context, x: float, y: float, radius: float) -> None:
    cairo.new_sub_path()
    cairo.arc(x, y, radius, 0, TURN)
    cairo.fill()


def avatar_drawer(seed: int) -> Callable[[lamina.Canvas], None]:
    """A coloured disc with a ring of petals."""

    def draw(canvas: lamina.Canvas) -> None:
        numbers, cairo = Numbers(seed), canvas.cairo
        radius, x, y = min(canvas.size) / 2, canvas.size.width / 2, canvas.size.height / 2
        hue = numbers.next()
        petals = 5 + int(5 * numbers.next())
        set_gradient(cairo, canvas.size.height, color(hue, 0.7, 0.62), color(hue + 0.12, 0.7, 0.42))
        fill_disc(cairo, x, y, radius)
        cairo.set_source_rgba(1, 1, 1, 0.75)
        for i in range(petals):
            angle = TURN * i / petals
            fill_disc(cairo, x + 0.48 * radius * math.cos(angle), y + 0.48 * radius * math.sin(angle), 0.2 * radius)
        cairo.set_source_rgb(*color(hue + 0.5, 0.8, 0.6))
        fill_disc(cairo, x, y, 0.22 * radius)

    return draw


def draw_ridge(cairo: lamina.cairo.Context, size: lamina.Size, base: float, roughness: float, numbers: Numbers) -> None:
    peaks = 7
    step, x, y = size.width / peaks, 0.0, base + roughness * (numbers.next() - 0.5)
    cairo.move_to(0, size.height)
    cairo.line_to(0, y)
    for _ in range(peaks):
        to = base + roughness * (numbers.next() - 0.5)
        cairo.curve_to(x + step / 2, y, x + step / 2, to, x + step, to)
        x, y = x + step, to
    cairo.line_to(size.width, size.height)
    cairo.close_path()
    cairo.fill()


def picture_drawer(seed: int) -> Callable[[lamina.Canvas], None]:
    """A sky, a sun and ridges that grow darker towards the viewer."""

    def draw(canvas: lamina.Canvas) -> None:
        numbers, cairo, size = Numbers(seed ^ 0x9E3779B9), canvas.cairo, canvas.size
        hue = numbers.next()
        set_gradient(cairo, size.height, color(hue, 0.5, 0.55), color(hue + 0.15, 0.35, 0.85))
        cairo.paint()
        cairo.set_source_rgba(1, 0.97, 0.85, 0.9)
        x, y = size.width * (0.15 + 0.7 * numbers.next()), size.height * (0.2 + 0.2 * numbers.next())
        fill_disc(cairo, x, y, size.height * 0.09)
        for ridge in range(4):
            if canvas.is_cancelled:
                return  # nobody will see it
            cairo.set_source_rgb(*color(hue + 0.04 * ridge, 0.45, 0.6 - 0.13 * ridge))
            draw_ridge(cairo, size, size.height * (0.5 + 0.13 * ridge), size.height * 0.28, numbers)

    return draw


# ---- The card ----


class CardMaker:
    """Makes cards, and counts what it makes. `will` and `did` observe the drawings of every node with contents to
    draw."""

    def __init__(self, context: lamina.Context, will: Callable[..., Any], did: Callable[..., Any]) -> None:
        self.context = context
        self.observer = (will, did)
        self.node_count = 0
        self.drawing_count = 0

    def box(self, color: Optional[str], radius: float = 0, **options: Any) -> lamina.Node:
        node = lamina.Node(self.context, background=color, corner_radius=radius, **options)
        self.node_count += 1
        return node

    def observe(self, node: lamina.Node) -> lamina.Node:
        node.add_display_observer(*self.observer)
        self.drawing_count += 1
        return node

    def label(self, string: str, size: float, weight: int, color: str, lines: int = 1) -> lamina.Node:
        spacing = 1.15 if lines > 1 else 0
        node = lamina.TextNode(
            self.context, string, size=size, weight=weight, color=color, max_lines=lines, line_spacing=spacing
        )
        self.node_count += 1
        return self.observe(node)

    def header(self, entry: Entry) -> lamina.Spec:
        """The disc, and beside it the title over author and time."""
        avatar = self.observe(self.box(None, size=(40, 40), draw=avatar_drawer(seed_of(entry))))
        texts = [self.label(entry.title, 15, 700, INK)]
        # U+2068 .. U+2069 isolate the time: the two are not mixed, whatever their directions.
        time = f"\u2068{entry.time}\u2069" if entry.author and entry.time else entry.time
        line = " · ".join(part for part in (entry.author, time) if part)
        if line:
            texts.append(self.label(line, 12, 400, FAINT_INK))
        grows = Style(flex_grow=1, flex_shrink=1)  # takes the room beside the disc, and gives way to it
        return row(avatar, column(*texts, spacing=2, style=grows), spacing=10, align="center")

    def picture(self, entry: Entry) -> lamina.Spec:
        """16:9, with the category on a dark chip over its lower right corner."""
        image = self.observe(self.box(None, 8, clips=True, draw=picture_drawer(seed_of(entry))))
        frame = ratio(image, 9 / 16)
        if not entry.category:
            return frame
        chip = background(inset(self.label(entry.category, 12, 700, WHITE), (3, 8, 3, 8)), self.box(SHADE, 6))
        return overlay(frame, inset(chip, (math.inf, math.inf, 8, 8)))  # infinite margins push the chip away

    def button(self, title: str) -> lamina.Spec:
        """A label centred on a rounded box."""
        share = Style(height=32, flex_basis=0, flex_grow=1)  # equal shares, whatever the labels
        return background(center(inset(self.label(title, 13, 700, BODY_INK), (0, 6, 0, 6))), self.box(BUTTON, 6), style=share)

    def card(self, entry: Entry) -> lamina.Node:
        """A one-unit border: a grey card with a white face inset by one."""
        card = self.box(BORDER, 8)
        parts: List[lamina.Element] = [self.header(entry)]
        if entry.summary:
            parts.append(self.label(entry.summary, 14, 400, BODY_INK, lines=3))
        parts.append(self.picture(entry))
        actions = entry.actions or USUAL_ACTIONS[:ACTION_COUNT]
        parts.append(row(*(self.button(title) for title in actions), spacing=8))
        content = inset(column(*parts, spacing=10), 11)
        card.set_spec(inset(background(content, self.box(WHITE, 7)), 1))
        card.displayed_together = True  # a card appears whole
        return card
