#!/usr/bin/env python3
"""A chart as a card: columns are drawn by a function, words and numbers are text nodes beside them.

usage: chart_card.py [OUT.png]
"""
import sys

import lamina
from lamina import background, center, column, inset, row, span

VISITS = [("Mon", 412), ("Tue", 530), ("Wed", 488), ("Thu", 694), ("Fri", 731), ("Sat", 305), ("Sun", 268)]
INK, FAINT, BAR, BEST = "#1f2933", "#7b8794", "#9fb3c8", "#2f7ed8"
CHART_HEIGHT = 190  # with the words above and below the columns; 48 are theirs


def bar(color):
    """A drawing function for one column; it is given its size by the layout."""
    red, green, blue, _ = lamina.Color.hex(color)

    def draw(canvas):
        cairo, (width, height) = canvas.cairo, canvas.size
        cairo.set_source_rgb(red, green, blue)
        cairo.move_to(0, height)
        cairo.line_to(0, min(6, height))
        cairo.curve_to(0, 0, 0, 0, 6, 0)
        cairo.line_to(width - 6, 0)
        cairo.curve_to(width, 0, width, 0, width, min(6, height))
        cairo.line_to(width, height)
        cairo.fill()

    return draw


def chart_card(ui, title, values):
    most, total = max(value for _, value in values), sum(value for _, value in values)

    def one(label, value):
        best = value == most
        return column(spacing=4, align="stretch", flex_grow=1, flex_basis=0)[
            ui.spacer(),
            ui.text(str(value), size=12, color=INK if best else FAINT, weight="bold" if best else 400, alignment="center"),
            ui.box(draw=bar(BEST if best else BAR), height=round((CHART_HEIGHT - 48) * value / most)),
            ui.text(label, size=13, color=FAINT, alignment="center"),
        ]

    change = center("y")[background(ui.box(background="#e3f9e5", corner_radius=10))[
        inset((3, 10))[ui.text("▲ 12 %", size=13, weight="bold", color="#207227")],
    ]]
    head = row(spacing=12, align="center")[
        column(spacing=2, flex_grow=1, flex_shrink=1)[
            ui.text(title, size=15, color=FAINT),
            ui.text(f"{total:,}", span("  visits", size=15, weight=400, color=FAINT), size=34, weight="bold", color=INK),
        ],
        change,
    ]
    bars = row(spacing=14, height=CHART_HEIGHT)[[one(label, value) for label, value in values]]
    return ui.box(background="white", corner_radius=14)[inset(24)[column(spacing=20)[head, bars]]]


def main():
    with lamina.Context() as ui:
        card = inset(20)[chart_card(ui, "This week", VISITS)]
        ui.picture(card, width=480, scale=2, background="#eef1f5").save(sys.argv[1] if len(sys.argv) > 1 else "chart_card.png")


if __name__ == "__main__":
    main()
