#!/usr/bin/env python3
"""A reader of 100,000 entries: a list whose rows workers draw when they come into view. Scroll with the wheel, by
dragging (let go while you move) and with the keys; type to search; F5 reloads; Tab changes to a chat, where Return says
what was typed.

usage: reader.py [--entries N] [--play PICTURE] [--script "wheel:3 drag:700,200 type:rain" PICTURE]

With --play there is no window: it scrolls, searches and reloads by itself, says what it did, and writes the picture.
With --script there is one: each step is sent as a user's hand would, and what was composited is written in the end.
"""
import argparse
import sys
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

MESSAGE = lamina.Template({"background": "#e4e7eb", "root": {"children": [{"kind": "inset", "insets": [6, 14, 6, 80], "children": [
    {"kind": "background", "children": [
        {"kind": "inset", "insets": 10, "children": [{"kind": "text", "text": "{text}", "attributes": {"size": 15}}]},
        {"background": "#cfe8d5", "corner_radius": 10}]}]}]}})


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
        self.list = lamina.List(self.ui, template=FORM, rows=Entries(range(1, count + 1)))
        self.list.node.set_scroll(bouncing=True)
        self.chat = lamina.List(self.ui, template=MESSAGE, follows_end=True)
        self.surface = lamina.Surface(self.ui, (WIDTH, HEIGHT), root=self.list.node, background="#e4e7eb")
        self.is_chat = False
        self.pixels = lamina.Bitmap(WIDTH, HEIGHT)

    def search(self, text):
        """Shows the entries whose title has the text; the list finds out what that changes."""
        found = [place for place, title in enumerate(TITLES) if text.lower() in title.lower()]
        if len(found) == len(TITLES):
            self.list.rows = Entries(range(1, self.count + 1))
        else:
            self.list.rows = Entries([number for number in range(1, self.count + 1) if number % len(TITLES) in found])

    def reload(self):
        """As after a download: what shows stays until the new is drawn."""
        self.list.rows.update(Entries(self.list.rows.source.numbers))

    def change_mode(self):
        self.is_chat = not self.is_chat
        self.surface.set_root(self.chat.node if self.is_chat else self.list.node)

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


class Window:
    """Tk's window: what the user does goes to the surface, and what changes of it to a label."""

    KEYS = {"Up": "up", "Down": "down", "Prior": "page_up", "Next": "page_down", "Home": "home", "End": "end"}

    def __init__(self, reader, is_scripted):
        import tkinter

        self.reader, self.clock = reader, 1.0 if is_scripted else None
        self.window = tkinter.Tk()
        self.window.title("Reader")
        self.image = reader.pixels.to_tk(self.window)
        self.text = tkinter.StringVar(self.window)
        self.text.trace_add("write", self.typed)
        self.label = tkinter.Label(self.window, borderwidth=0, image=self.image)
        entry = tkinter.Entry(self.window, textvariable=self.text)
        entry.bind("<Return>", self.say)
        if is_scripted:  # what is compared is the label alone
            self.window.overrideredirect(True)
            self.window.geometry(f"{WIDTH}x{HEIGHT}+0+0")
        else:
            entry.pack(fill="x")
        self.label.pack()
        for name, kind in (("<Button-1>", "pointer_down"), ("<B1-Motion>", "pointer_move"), ("<ButtonRelease-1>", "pointer_up")):
            self.label.bind(name, self.sender(kind))
        self.label.bind("<Button-4>", self.sender("wheel", delta=(0, -60)))
        self.label.bind("<Button-5>", self.sender("wheel", delta=(0, 60)))
        for name, key in self.KEYS.items():
            self.label.bind(f"<{name}>", self.sender("key_down", key=key))
        self.window.bind("<F5>", lambda event: reader.reload())
        self.window.bind("<Tab>", self.change_mode)

    def sender(self, kind, **more):
        def send(event):
            time = event.time / 1000 if self.clock is None else self.clock
            self.reader.surface.process_event(kind, (event.x, event.y), time=time, **more)
            self.label.focus_set()

        return send

    def typed(self, *ignored):
        if not self.reader.is_chat:
            self.reader.search(self.text.get())

    def say(self, event=None):
        if self.reader.is_chat:
            self.reader.chat.rows.append({"text": self.text.get()})
            self.text.set("")

    def change_mode(self, event=None):
        self.reader.change_mode()
        self.text.set("")
        return "break"

    def frame(self):
        damage = self.reader.frame()[0]
        if damage:
            self.reader.pixels.to_tk(into=self.image, damage=damage)

    def run(self):
        self.frame()
        self.window.after(16, self.run)

    def play(self, script):
        """Steps of a script, by a clock of its own."""

        def frame():
            self.clock += 1 / 60
            self.reader.ui.begin_frame(self.clock)
            self.reader.ui.wait_idle(10)
            self.frame()
            self.window.update()

        def settle():
            for _ in range(900):
                frame()
                if (self.reader.chat if self.reader.is_chat else self.reader.list).state.is_settled:
                    return frame()

        self.label.focus_force()
        settle()
        for step in script.split():
            name, _, value = step.partition(":")
            if name == "wheel":
                self.label.event_generate("<Button-5>" if int(value) > 0 else "<Button-4>", x=200, y=400)
            elif name == "drag":
                start, end = map(int, value.split(","))
                for y in range(start, end, 40 if end > start else -40):
                    self.label.event_generate("<Button-1>" if y == start else "<B1-Motion>", x=200, y=y)
                    frame()
                self.label.event_generate("<ButtonRelease-1>", x=200, y=end)
            elif name == "key":
                self.label.event_generate(f"<{value}>")
            elif name == "type":
                for letter in value:
                    self.text.set(self.text.get() + letter.replace("_", " "))
                    frame()
            elif name == "row":
                self.reader.list.scroll_to_row(int(value))
            else:
                {"reload": self.reader.reload, "chat": self.change_mode, "say": self.say, "erase": lambda: self.text.set("")}[name]()
            settle()


def show(reader, script, picture):
    window = Window(reader, script is not None)
    if script is None:
        window.run()
        window.window.mainloop()
        return
    window.play(script)
    reader.pixels.write_png(picture)
    print("ready", flush=True)
    sys.stdin.readline()  # the window can be looked at meanwhile


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--play", metavar="PICTURE")
    parser.add_argument("--script", nargs=2, metavar=("STEPS", "PICTURE"))
    options = parser.parse_args()
    reader = Reader(options.entries)
    if options.play:
        play(reader, options.play)
    else:
        show(reader, *(options.script or (None, None)))
    reader.ui.close()


if __name__ == "__main__":
    main()
