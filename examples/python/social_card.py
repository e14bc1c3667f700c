#!/usr/bin/env python3
"""A picture for links in social networks, 1200 x 630: as a site creates them for each of its pages.

usage: social_card.py [OUT.png [TITLE [AUTHOR]]]
"""
import math
import sys

import lamina
from lamina import column, inset, overlay, row, span

TITLE = "Layout on worker threads, pixels in your own loop"
SIZE = (1200, 630)


def draw_sky(canvas):
    """A gradient and a few rings, in the corner where no text stands."""
    cairo, (width, height) = canvas.cairo, canvas.size
    sky = lamina.cairo.LinearGradient(0, 0, width, height)
    sky.add_color_stop_rgb(0, 0.06, 0.11, 0.24)
    sky.add_color_stop_rgb(1, 0.16, 0.36, 0.56)
    cairo.set_source(sky)
    cairo.paint()
    cairo.set_line_width(2)
    for ring in range(1, 9):
        cairo.set_source_rgba(1, 1, 1, 0.16 - 0.016 * ring)
        cairo.arc(width, 0, 55 * ring, 0, 2 * math.pi)
        cairo.stroke()


def initials(name):
    return "".join(word[0] for word in name.split()[:2]).upper()


def social_card(ui, title, author, site="lamina.example"):
    avatar = ui.box(background="#f2b84b", corner_radius=36, size=(72, 72))
    letters = ui.text(initials(author), size=28, weight="bold", color="#1b2a41", alignment="center")
    face = overlay(lamina.center()[letters])[avatar]
    byline = column(spacing=2)[
        ui.text(author, size=30, weight="bold", color="white"),
        ui.text(span(site, color="#f2b84b"), "  ·  4 min", size=24, color="#b8c7dd"),
    ]
    headline = ui.text(title, size=72, weight="bold", color="white", max_lines=4, line_spacing=1.05)
    return ui.box(draw=draw_sky)[
        inset((72, 80))[
            column(height="100%")[headline, ui.spacer(), row(spacing=20, align="center")[face, byline]],
        ]
    ]


def main():
    path, title, author = (sys.argv[1:] + ["social_card.png", TITLE, "Ada Lovelace"][len(sys.argv) - 1 :])[:3]
    with lamina.Context() as ui:
        ui.picture(social_card(ui, title, author), *SIZE).save(path)


if __name__ == "__main__":
    main()
