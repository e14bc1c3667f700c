#!/usr/bin/env python3
"""A receipt for a printer of 58 mm: as long as what was bought, in black and white.

usage: receipt.py [OUT.png]
"""
import sys
from decimal import Decimal

import lamina
from lamina import column, inset, row

GOODS = [
    ("Espresso", 2, "2.40"),
    ("Croissant with almonds, still warm", 1, "3.10"),
    ("Orange juice", 1, "4.20"),
    ("Newspaper", 1, "2.90"),
]
TAX_PERCENT = 7
WIDTH = 384  # dots of such a printer


def draw_dashes(canvas):
    cairo, (width, height) = canvas.cairo, canvas.size
    for x in range(0, int(width), 8):
        cairo.rectangle(x, 0, 4, height)
    cairo.fill()


def draw_bars(canvas):
    """Bars from a fixed number; a real receipt would encode its own."""
    cairo, number, x = canvas.cairo, 0x5A17C0DE2B, 0
    while x < canvas.size.width:
        thin = 2 + 2 * (number & 3)
        cairo.rectangle(x, 0, thin, canvas.size.height)
        number = (number >> 2) | ((number & 3) << 38)
        x += thin + 3
    cairo.fill()


def receipt(ui, shop, address, goods):
    def line(left, right, **attributes):
        """A name that wraps, and an amount at the right edge, both on the first line."""
        name = ui.text(left, flex_grow=1, flex_shrink=1, **attributes)
        return row(spacing=12, align="baseline_first")[name, ui.text(right, **attributes)]

    def dashes():
        return ui.box(draw=draw_dashes, height=2)

    total = sum((Decimal(price) * count for _, count, price in goods), Decimal(0))
    tax = (total * TAX_PERCENT / (100 + TAX_PERCENT)).quantize(Decimal("0.01"))
    rows = [line(f"{count} × {name}" if count > 1 else name, str(count * Decimal(price)), size=20) for name, count, price in goods]
    return column(spacing=14)[
        ui.text(shop, size=34, weight="bold", alignment="center"),
        ui.text(address, size=18, alignment="center"),
        dashes(),
        column(spacing=8)[rows],
        dashes(),
        line("Total", f"€ {total}", size=28, weight="bold"),
        line(f"of which {TAX_PERCENT} % tax", str(tax), size=18),
        dashes(),
        ui.text("Thank you, and see you tomorrow", size=18, slant="italic", alignment="center"),
        ui.box(draw=draw_bars, height=64),
    ]


def main():
    with lamina.Context(font_family="DejaVu Sans") as ui:
        paper = inset((24, 20))[receipt(ui, "Café Zentral", "Marktplatz 3\n28195 Bremen", GOODS)]
        ui.picture(paper, width=WIDTH, background="white").save(sys.argv[1] if len(sys.argv) > 1 else "receipt.png")


if __name__ == "__main__":
    main()
