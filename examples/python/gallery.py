#!/usr/bin/env python3
"""Draws entries of a feed side by side into one picture, without a surface: the picture of the README.

usage: gallery.py FEED OUT.png [COLUMNS [ENTRY ...]]
"""
import math
import sys

import lamina
from lamina import Layout, SizeRange, Style, column, inset, row

from feed_card import CardMaker
from feed_entry import read_feed

GAP, CARD_WIDTH = 12, 330


def main() -> None:
    if len(sys.argv) < 3 or not all(number.isdigit() for number in sys.argv[3:]):
        print("usage: gallery.py FEED OUT.png [COLUMNS [ENTRY ...]]", file=sys.stderr)
        sys.exit(2)
    feed, path = sys.argv[1:3]
    columns = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    entries = read_feed(feed)
    entries = [entries[int(number) - 1] for number in sys.argv[4:]] or entries
    with lamina.Context() as context:
        maker = CardMaker(context, lambda node: None, lambda node, finished: None)
        piles = [[maker.card(entry) for entry in entries[start::columns]] for start in range(columns)]
        shares = [column(*pile, spacing=GAP, style=Style(width=CARD_WIDTH)) for pile in piles]
        root = lamina.Node(context, spec=inset(row(*shares, spacing=GAP, align="start"), GAP))
        with Layout(root, SizeRange.up_to()) as layout:
            size = layout.size
        bitmap = lamina.Bitmap(math.ceil(size.width), math.ceil(size.height))
        root.render(bitmap, background="#f5f5f7")
        context.wait_idle()
        bitmap.write_png(path)


if __name__ == "__main__":
    main()
