#!/usr/bin/env python3
"""Reads a feed (RSS 2.0, Atom or the text format of docs/feed-format.md) and writes it as PNG pages of cards.

The same program as examples/c/feed.c, with the same messages and exit statuses. feed_entry reads, feed_card makes
cards; this file holds the options, the pages, and the loop that drives it all.
"""
from __future__ import annotations

import argparse
import contextlib
import math
import os
import select
import sys
import time
from typing import Callable, List, NoReturn, Optional

import lamina
from lamina import SizeRange, column, inset

from feed_card import CardMaker
from feed_entry import Entry, FeedError, read_feed

EXIT_INPUT, EXIT_USAGE, EXIT_OUTPUT = 1, 2, 3
MAXIMUM_PIXELS = 32767
STALL_SECONDS = 60
BUDGET_SECONDS = 0.004
USAGE = "usage: feed [-o OUTDIR] [-s SCALE] [-w WIDTH] [-n CARDS_PER_PAGE] [-t THREADS] FILE"


def fail(status: int, message: str) -> NoReturn:
    print(f"feed: {message}", file=sys.stderr)
    with contextlib.suppress(OSError):
        sys.stdout.close()  # what cannot be written is not tried again at the end, which would be another status
    sys.exit(status)


class Page:
    """One page of cards: measured on a worker, shown on a surface, written as a PNG file by a worker."""

    def __init__(self, context: lamina.Context, entries: List[Entry], width: float) -> None:
        self.context = context
        self.width, self.height = width, 0.0
        self.is_measured = self.is_written = False
        self.under_way = self.shown = 0
        self.bitmap: Optional[lamina.Bitmap] = None
        self.path = ""
        self.error: Optional[lamina.LaminaError] = None
        maker = CardMaker(context, self.will_display, self.did_display)
        cards = [maker.card(entry) for entry in entries]
        self.root: Optional[lamina.Node] = lamina.Node(context, background="#f5f5f7")
        self.root.set_spec(inset(column(*cards, spacing=12), 12))
        self.node_count, self.drawing_count = maker.node_count + 1, maker.drawing_count

    # A page is complete when every node that draws has finished once and no drawing is under way. A drawing may end
    # unfinished, because a newer one replaced it: the newer one reports too. user_data remembers that a node was
    # counted.

    def will_display(self, node: lamina.Node) -> None:
        self.under_way += 1

    def did_display(self, node: lamina.Node, finished: bool) -> None:
        self.under_way -= 1
        if finished and not node.user_data:
            node.user_data = "counted"
            self.shown += 1

    def is_complete(self) -> bool:
        return self.under_way == 0 and self.shown == self.drawing_count

    def has_size(self) -> bool:
        return self.is_measured

    def run_on_worker(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        def execute(operation: lamina.Operation) -> None:
            try:
                work()
            except lamina.LaminaError as error:
                self.error = error

        with self.context.transaction() as transaction:
            transaction.add_operation(execute, lambda cancelled: done())

    def measure(self) -> None:
        root = self.root
        assert root is not None

        def work() -> None:
            with lamina.Layout(root, SizeRange.with_width(self.width)) as layout:
                self.height = math.ceil(layout.size.height)

        self.run_on_worker(work, lambda: setattr(self, "is_measured", True))

    def write(self, path: str) -> None:
        self.path, bitmap = path, self.bitmap
        assert bitmap is not None
        self.run_on_worker(lambda: bitmap.write_png(path), lambda: setattr(self, "is_written", True))


class Program:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.is_terminal = sys.stderr.isatty()
        self.pages: List[Page] = []

    # ---- The loop ----

    def run_until(self, page: Page, is_done: Callable[[], bool]) -> None:
        """Sleeps on the context's descriptor and processes. A program with a window would poll its own
        descriptors in the same call."""
        poller = select.poll()
        poller.register(self.context, select.POLLIN)
        while not is_done():
            timeout = self.context.timeout
            wait = STALL_SECONDS if timeout is None else min(timeout, STALL_SECONDS)
            if not poller.poll(math.ceil(wait * 1000)) and timeout is None:
                self.clear_progress()
                fail(EXIT_OUTPUT, f"nothing has happened for {STALL_SECONDS} seconds")
            self.context.process(BUDGET_SECONDS)
            self.show_progress(page)

    def show_progress(self, page: Page) -> None:
        if self.is_terminal:
            number = self.pages.index(page) + 1
            text = f"page {number} of {len(self.pages)}: {page.shown} of {page.drawing_count} drawings"
            print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)

    def clear_progress(self) -> None:
        if self.is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    # ---- Pages ----

    def measure_pages(self) -> None:
        """All at once, so that every worker has something to do."""
        for page in self.pages:
            page.measure()
        for number, page in enumerate(self.pages, 1):
            self.run_until(page, page.has_size)
            self.clear_progress()
            if page.error:
                fail(EXIT_OUTPUT, f"page {number}: {page.error}")
            pixels = page.height * self.options.scale
            if pixels > MAXIMUM_PIXELS:
                fail(
                    EXIT_USAGE,
                    f"page {number} would be {pixels:.0f} pixels high, more than {MAXIMUM_PIXELS}: "
                    "put fewer cards on a page (-n)",
                )

    def show_page(self, page: Page) -> None:
        """Shows a page on a surface until every drawing is ready."""
        with lamina.Surface(self.context, (page.width, page.height), self.options.scale) as surface:
            bounds = surface.bounds_px
            page.bitmap = lamina.Bitmap(bounds.width, bounds.height)
            surface.set_root(page.root)
            self.run_until(page, page.is_complete)
            if surface.has_damage:  # a window would do this after every turn of the loop
                surface.composite(page.bitmap)
            surface.set_root(None)

    def finish_page(self, page: Page) -> None:
        self.run_until(page, lambda: page.is_written)
        self.clear_progress()
        if page.error:
            fail(EXIT_OUTPUT, str(page.error))
        assert page.bitmap is not None
        print(f"{page.path}: {page.bitmap.width} x {page.bitmap.height} pixels, {page.node_count} nodes")
        page.root = page.bitmap = None

    def render_pages(self) -> None:
        """While a worker encodes one page, the next is drawn."""
        for i, page in enumerate(self.pages):
            self.show_page(page)
            if i > 0:
                self.finish_page(self.pages[i - 1])
            page.write(f"{self.options.directory}/page-{i + 1:03}.png")
        self.finish_page(self.pages[-1])

    def run(self, entries: List[Entry]) -> None:
        options, start = self.options, time.monotonic()
        with lamina.Context(None if options.threads < 0 else options.threads) as self.context:
            step = options.cards_per_page
            for first in range(0, len(entries), step):
                self.pages.append(Page(self.context, entries[first : first + step], options.width))
            self.measure_pages()
            make_directory(options.directory)
            self.render_pages()
            counts, nodes = self.context.statistics, sum(page.node_count for page in self.pages)
            print(
                f"{len(entries)} entries, {nodes} nodes, {len(self.pages)} pages: "
                f"main thread {counts.owner_us / 1e3:.1f} ms, workers {counts.worker_us / 1e3:.1f} ms "
                f"({self.context.worker_count} threads), wall {(time.monotonic() - start) * 1e3:.1f} ms"
            )


# ---- Options ----


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"feed: {message}\n{USAGE}", file=sys.stderr)
        sys.exit(EXIT_USAGE)


def number(name: str, low: float, high: float, whole: bool = False) -> Callable[[str], float]:
    def parse(string: str) -> float:
        kind = "a whole number" if whole else "a number"
        try:
            value = float(string)
        except ValueError:
            value = math.nan
        if not low <= value <= high or (whole and value != int(value)):
            parser.error(f"{name} must be {kind} from {low:g} to {high:g}")
        return int(value) if whole else value

    return parse


parser = Parser(prog="feed", usage=USAGE[len("usage: ") :], add_help=False)
parser.add_argument("-h", action="store_true", dest="help")
parser.add_argument("-o", default=".", dest="directory")
parser.add_argument("-s", default=1.0, dest="scale", type=number("SCALE", 0.1, 16))
parser.add_argument("-w", default=420.0, dest="width", type=number("WIDTH", 240, 2000))
parser.add_argument("-n", default=4, dest="cards_per_page", type=number("CARDS_PER_PAGE", 1, 1000, whole=True))
parser.add_argument("-t", default=-1, dest="threads", type=number("THREADS", 0, 64, whole=True))
parser.add_argument("files", nargs="*")


def make_directory(path: str) -> None:
    try:
        os.mkdir(path)
    except FileExistsError:
        if not os.path.isdir(path):
            fail(EXIT_OUTPUT, f"{path}: {os.strerror(20)}")
    except OSError as error:
        fail(EXIT_OUTPUT, f"{path}: {os.strerror(error.errno or 0)}")


def main() -> None:
    options = parser.parse_args()
    if options.help:
        print(USAGE)
        return
    if len(options.files) != 1:
        parser.error("no FILE given" if not options.files else "more than one FILE given")
    if options.width * options.scale > MAXIMUM_PIXELS:
        parser.error("WIDTH times SCALE is more than 32767 pixels")
    try:
        entries = read_feed(options.files[0])  # all of it is read and checked before anything is drawn or written
    except FeedError as error:
        fail(EXIT_INPUT, str(error))
    try:
        Program(options).run(entries)
        sys.stdout.flush()
    except (lamina.LaminaError, OSError) as error:
        fail(EXIT_OUTPUT, str(error))


if __name__ == "__main__":
    main()
