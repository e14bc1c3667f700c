#!/usr/bin/env python3
"""What Lamina costs through its Python package: a property, a node, and the standard card.
usage: bench_python.py [--leak] [FOLDER_OF_CARDS]   --leak: only what 100,000 cards leave behind"""
import gc
import json
import math
import os
import pathlib
import resource
import sys
import time

import lamina

ROUNDS, ROWS = 5, 5000
MAXIMUM_IN_FLIGHT = 8
WIDTH, HEIGHT = 400, 392


def show(name, value, unit, goal=None, less_is_better=True):
    """Prints a figure, in the form of bench.h; nothing here has a baseline."""
    met = None if goal is None else value <= goal if less_is_better else value >= goal
    figure = {"name": name, "value": float(f"{value:.4g}"), "unit": unit, "baseline": None, "ratio": None, "goal": goal,
              "met": met}
    print(json.dumps(figure, separators=(",", ":")), flush=True)


def best(count, operation):
    """Seconds for each of `count` turns of operation(count), the best of several rounds: noise only ever adds."""
    fastest = math.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        operation(count)
        fastest = min(fastest, (time.perf_counter() - start) / count)
    return fastest


def set_property(node):
    def turns(count):
        for i in range(count):
            node.opacity = 0.5

    return turns


def get_property(node):
    def turns(count):
        for i in range(count):
            node.opacity

    return turns


def create_nodes(context):
    def turns(count):
        for i in range(count):
            lamina.Node(context)  # dropped, and so released, at once

    return turns


# ---- The standard card: the tree of card/card_tree.c ----

GROWS = lamina.Style(flex_grow=1, flex_shrink=1)
BUTTON = lamina.Style(height=32, flex_grow=1, flex_basis=0)


def box(context, radius, color, size=None):
    return lamina.Node(context, background=color, corner_radius=radius, size=size)


def label(context, string, size, weight, color, style=None, **options):
    return lamina.TextNode(
        context, string, family="DejaVu Sans", size=size, weight=weight, color=color, style=style, **options)


def button(context, string):
    word = label(context, string, 13, 700, "#333333", max_lines=1)
    return lamina.background(lamina.center(word), box(context, 6, "#f0f2f5"), style=BUTTON)


def make_card(context, card):
    name, when, body, *buttons = card
    texts = lamina.column(
        label(context, name, 15, 700, "#111111", max_lines=1, style=lamina.Style(spacing_before=1)),
        label(context, when, 12, 400, "#777777", max_lines=1),
        spacing=2, style=GROWS)
    content = lamina.column(
        lamina.row(box(context, 20, "#cc8844", (40, 40)), texts, spacing=8),
        label(context, body, 14, 400, "#222222", max_lines=3, line_spacing=1.2, style=lamina.Style(height=60)),
        lamina.ratio(box(context, 8, "#88aacc"), 212 / 376),
        lamina.row(*(button(context, string) for string in buttons), spacing=8),
        spacing=8)
    sheet = lamina.background(lamina.inset(content, 11), box(context, 7, "#ffffff"))
    return lamina.Node(context, background="#dddddd", corner_radius=8, spec=lamina.inset(sheet, 1))


def build_cards(context, cards):
    def turns(count):
        for i in range(count):
            make_card(context, cards[i % len(cards)])

    return turns


def render_cards(context, cards):
    """Makes cards anew and renders them, a few at a time, as bench_card.c does."""
    free = [lamina.Bitmap(WIDTH, HEIGHT) for _ in range(MAXIMUM_IN_FLIGHT)]

    def render(card):
        bitmap = free.pop()

        def done(error):
            if error is not None:
                raise error
            free.append(bitmap)

        make_card(context, card).render(bitmap, done=done)

    def turns(count):
        for i in range(count):
            while not free:
                time.sleep(0.00005)
                context.process()
            render(cards[i % len(cards)])
        context.wait_idle()

    return turns


def render_rows(context, folder, cards, pause=0, **options):
    """The same cards as rows of a template. `pause`: seconds before the first is taken."""
    form = lamina.Template(folder / "card.json")
    rows = [dict(zip(form.slots, card)) for card in cards]

    def turns(count):
        pictures = form.render((rows[i % len(rows)] for i in range(count)), context=context, **options)
        next(pictures)
        time.sleep(pause)
        for _ in pictures:
            pass

    return turns


def show_two_workers(folder, cards):
    """Rows with one worker and with two, as pixels and as PNG. With two, this thread, which hands in rows and takes
    pictures, needs a third core: how many were busy shows beside it, since where there are only two it is they that set
    the limit."""
    cores = len(os.sched_getaffinity(0))
    for suffix, count, options in (("", ROWS, {}), ("_png", ROWS // 4, {"format": "png"})):
        one, two, busy = two_workers(folder, cards, count, options)
        show(f"python/card_template{suffix}_1_worker", 1 / one, "cards/s", less_is_better=False)
        show(f"python/card_template{suffix}_2_workers", 1 / two, "cards/s", less_is_better=False)
        show(f"python/card_template{suffix}_2_workers_by_1", one / two, "times", goal=1.9, less_is_better=False)
        show(f"python/card_template{suffix}_2_workers_busy_of_{cores}", busy, "cores")


def two_workers(folder, cards, count, options):
    """Seconds of a row with one worker and with two, in turns, since a machine's speed changes from one second to the
    next; and the cores that were busy with two."""
    best, busy = [math.inf, math.inf], 0
    with lamina.Context(workers=1) as one, lamina.Context(workers=2) as two:
        roads = [render_rows(context, folder, cards, **options) for context in (one, two)]
        for round in range(1 + ROUNDS):
            for i, turns in enumerate(roads):
                start, used = time.perf_counter(), time.process_time()
                turns(count)
                seconds, used = time.perf_counter() - start, time.process_time() - used
                if round > 0 and seconds / count < best[i]:  # the first one warms the fonts of each worker
                    best[i], busy = seconds / count, used / seconds
    return *best, busy


# ---- Memory ----


def memory():
    """Bytes that the process has in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def growth(turns, count, fill=None):
    """Megabytes that `count` cards, made, rendered and dropped, leave behind, after the first thousand and after
    `fill`, which has as many bitmaps in the works as there ever are."""
    turns(1000)
    if fill:
        fill(100)
    gc.collect()
    before = memory()
    turns(count)
    gc.collect()
    return (memory() - before) / 1e6


def show_growth(context, folder, cards):
    show("python/growth_100000_cards", growth(render_cards(context, cards), 100_000), "MB", goal=1)
    show("python/growth_100000_rows",
         growth(render_rows(context, folder, cards), 100_000, render_rows(context, folder, cards, pause=0.1)), "MB", goal=1)


def main():
    given = [argument for argument in sys.argv[1:] if argument != "--leak"]
    folder = pathlib.Path(given[0]) if given else pathlib.Path(__file__).parent / "card"
    lines = (folder / "cards.tsv").read_text(encoding="utf-8").splitlines()
    cards = [line.split("\t")[:7] for line in lines]
    with lamina.Context(workers=1) as context:
        node = lamina.Node(context)
        show_growth(context, folder, cards)
        if "--leak" in sys.argv:
            return
        show("python/property_set", best(200_000, set_property(node)) * 1e9, "ns")
        show("python/property_get", best(200_000, get_property(node)) * 1e9, "ns")
        show("python/node_create_release", best(20_000, create_nodes(context)) * 1e9, "ns")
        show("python/card_specs_build", best(500, build_cards(context, cards)) * 1e6, "us")
        seconds = best(500, render_cards(context, cards))
        show("python/card_specs_render_1_worker", 1 / seconds, "cards/s", less_is_better=False)
    show_two_workers(folder, cards)


if __name__ == "__main__":
    main()
