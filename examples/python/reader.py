#!/usr/bin/env python3
"""A reader of 100,000 entries: a list whose rows workers draw when they come into view. Scroll with the wheel, by
dragging (let go while you move) and with the keys; type to search.

usage: reader.py [--entries N] [--play PICTURE]

With --play there is no window: it scrolls, searches and reloads by itself, says what it did, and writes the picture.
"""
import argparse
import time

import lamina

WIDTH, HEIGHT = 480, 800
TITLES = ["A lighthouse changes hands", "Rain, mostly", "Καλημέρα from the islands", "الأخبار اليوم", "本日の天気",
          "What the river took", "Notes on a very long bridge that nobody had asked for"]
WORDS = ("the harbour was quiet and the boats lay close together while the tide went out and left its marks "
         "on stones that had seen a good many tides before").split()
FORM = lamina.Template({"background": "white", "root": {"children": [{"kind": "inset", "insets": 14, "children": [
    {"kind": "column", "spacing": 4, "align_items": "stretch", "children": [
        {"kind": "text", "text": "{title}", "attributes": {"size": 17, "weight": 700, "color": "#1f2933"}},
        {"kind": "text", "text": "{text}", "attributes": {"size": 14, "color": "#52606d"}},
        {"kind": "text", "text": "No. {number}", "attributes": {"size": 11, "color": "#9aa5b1"}}]}]}]}})


def entry(number):
    """One of as many as wanted, each with a length of its own."""
    words = [WORDS[(number * 7 + place) % len(WORDS)] for place in range(4 + number * 31 % 40)]
    return {"number": number, "title": TITLES[number % len(TITLES)], "text": " ".join(words) + "."}


class Entries:
    """A sequence that makes its entries when they are asked for."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __len__(self):
        return len(self.numbers)

    def __getitem__(self, place):
        return entry(self.numbers[place])


class Reader:
    def __init__(self, count):
        self.count = count
        self.ui = lamina.Context()
        self.list = lamina.List(self.ui, template=FORM, rows=Entries(range(1, count + 1)), bounces=True)
        self.surface = lamina.Surface(self.ui, (WIDTH, HEIGHT), root=self.list.node, background="#e4e7eb")
        self.pixels = lamina.Bitmap(WIDTH, HEIGHT)

    def search(self, text):
        """Shows the entries whose title has the text; the list finds out what that changes."""
        found = [place for place, title in enumerate(TITLES) if text.lower() in title.lower()]
        if len(found) == len(TITLES):
            self.list.rows = Entries(range(1, self.count + 1))
        else:
            self.list.rows = Entries([number for number in range(1, self.count + 1) if number % len(TITLES) in found])

    def frame(self):
        """What has changed since the last one; the seconds that it took here."""
        start = time.thread_time()
        self.ui.process(0.008)
        damage = self.surface.composite(self.pixels) if self.surface.has_damage else []
        return damage, time.thread_time() - start


def play(reader, picture):
    """Frames by a clock of its own, so that each run is the same."""
    clock, longest, frames = 1.0, 0.0, 0

    def run(seconds=10.0):
        nonlocal clock, longest, frames
        for _ in range(int(seconds * 60)):
            clock += 1 / 60
            reader.ui.begin_frame(clock)
            reader.ui.wait_idle(10)
            longest, frames = max(longest, reader.frame()[1]), frames + 1
            if reader.list.state.is_settled:
                break

    run()
    for y in range(700, 200, -50):  # a flick of a finger
        reader.surface.process_event("pointer_down" if y == 700 else "pointer_move", (200, y), time=clock)
        clock += 1 / 60
    reader.surface.process_event("pointer_up", (200, 250), time=clock)
    run()
    print(f"after a flick: entry {reader.list.rows[reader.list.state.first_row]['number']}")
    reader.list.scroll_to_row(reader.count * 9 // 10)
    place = reader.list.row_place(reader.count * 9 // 10)
    run()
    assert reader.list.row_place(reader.count * 9 // 10) == place, "a row that was jumped to stays"
    print(f"jumped to entry {reader.list.rows[reader.list.state.first_row]['number']}, exactly")
    reader.search("rain")
    run()
    print(f"found {len(reader.list.rows):,} entries")
    reader.search("")
    reader.list.scroll_to_row(0)
    run()
    state = reader.list.state
    print(f"{state.row_count:,} rows, {state.measured_count} measured, {state.blank_count} blank, {frames} frames")
    reader.pixels.write_png(picture)


def show(reader):
    import tkinter

    window = tkinter.Tk()
    window.title("Reader")
    image = reader.pixels.to_tk(window)
    text = tkinter.StringVar(window)
    text.trace_add("write", lambda *ignored: reader.search(text.get()))
    tkinter.Entry(window, textvariable=text).pack(fill="x")
    label = tkinter.Label(window, borderwidth=0, image=image)
    label.pack()

    def turn():
        damage = reader.frame()[0]
        if damage:
            reader.pixels.to_tk(into=image, damage=damage)
        window.after(16, turn)

    def send(kind, **more):
        def sender(event):
            reader.surface.process_event(kind, (event.x, event.y), time=event.time / 1000, **more)
            label.focus_set()

        return sender

    for name, kind in (("<Button-1>", "pointer_down"), ("<B1-Motion>", "pointer_move"), ("<ButtonRelease-1>", "pointer_up")):
        label.bind(name, send(kind))
    label.bind("<Button-4>", send("wheel", delta=(0, -60)))
    label.bind("<Button-5>", send("wheel", delta=(0, 60)))
    for name, key in (("Up", "up"), ("Down", "down"), ("Prior", "page_up"), ("Next", "page_down"), ("Home", "home"), ("End", "end")):
        label.bind(f"<{name}>", send("key_down", key=key))
    turn()
    window.mainloop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--play", metavar="PICTURE")
    options = parser.parse_args()
    reader = Reader(options.entries)
    if options.play:
        play(reader, options.play)
    else:
        show(reader)
    reader.ui.close()


if __name__ == "__main__":
    main()
