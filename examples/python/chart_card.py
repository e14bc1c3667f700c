#!/usr/bin/env python3
"""A chart as a card: the columns are a recorded drawing, the head is made of text nodes.

usage: chart_card.py [OUT.png]
"""
import sys

import lamina
from lamina import background, center, column, inset, row, span

VISITS = [("Mon", 340), ("Tue", 530), ("Wed", 488), ("Thu", 694), ("Fri", 731), ("Sat", 305), ("Sun", 268)]
INK, FAINT, BAR, BEST = "#1f2933", "#7b8794", "#9fb3c8", "#2f7ed8"
CHART = (392, 190)  # with the words above and below the columns


def chart(values, width, height):
    """The columns with labels and a line at the mean, recorded: workers draw it without Python."""
    most, best = max(value for _, value in values), max(values, key=lambda pair: pair[1])
    room, base = width / len(values), height - 26
    mean = base - (base - 22) * sum(value for _, value in values) / len(values) / most
    drawing = lamina.Drawing().lines([(0, mean), (width, mean)]).stroke("#c05621", 1.5, dashes=(5, 4), line_cap="round")
    for number, (label, value) in enumerate(values):
        left, top = number * room + 7, base - (base - 22) * value / most
        ink, weight = (INK, "bold") if value == best[1] else (FAINT, 400)
        paint = lamina.Gradient([(0, "#5fa8f5"), (1, BEST)]) if value == best[1] else BAR
        drawing.rect(left, top, room - 14, base - top, radius=(6, 6, 0, 0)).fill(paint)
        drawing.text(str(value), (left - 7, top - 18, room, 16), size=12, weight=weight, color=ink, alignment="center")
        drawing.text(label, (left - 7, base + 6, room, 18), size=13, color=FAINT, alignment="center")
    return drawing


def chart_card(ui, title, values):
    total = sum(value for _, value in values)
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
    bars = ui.box(size=CHART, drawing=chart(values, *CHART))
    return ui.box(background="white", corner_radius=14)[inset(24)[column(spacing=20)[head, bars]]]


def main():
    with lamina.Context() as ui:
        card = inset(20)[chart_card(ui, "This week", VISITS)]
        ui.picture(card, width=480, scale=2, background="#eef1f5").save(sys.argv[1] if len(sys.argv) > 1 else "chart_card.png")


if __name__ == "__main__":
    main()
