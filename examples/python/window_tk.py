#!/usr/bin/env python3
"""A window of tkinter that shows a surface of Lamina: only what changed is drawn and copied. Tk's own loop keeps
running; it watches the context's descriptor.

usage: window_tk.py [SECONDS]
"""
import sys
import time
import tkinter

import lamina
from lamina import column, inset

SIZE = (360, 140)


class Clock:
    def __init__(self, window):
        self.window = window
        self.ui = lamina.Context()
        self.text = self.ui.text("", size=44, weight="bold", color="#1f2933")
        words = self.ui.text("in tkinter, drawn on workers", size=16, color="#7b8794")
        root = self.ui.box(background="white")[inset(24)[column(spacing=6)[self.text, words]]]
        self.surface, self.pixels = lamina.Surface(self.ui, SIZE, root=root), lamina.Bitmap(*SIZE)
        self.image = self.pixels.to_tk(window)  # kept here: tkinter does not keep it
        tkinter.Label(window, borderwidth=0, image=self.image).pack()
        window.createfilehandler(self.ui.fileno(), tkinter.READABLE, lambda *ignored: self.turn())
        self.tick()

    def tick(self):
        self.text.text = time.strftime("%H:%M:%S")
        self.turn()
        self.window.after(250, self.tick)

    def turn(self):
        """Processes, and shows the result. Called when the descriptor is readable, and after the timeout."""
        self.ui.process(0.004)
        if self.surface.has_damage:
            self.pixels.to_tk(into=self.image, damage=self.surface.composite(self.pixels))
        if self.ui.timeout is not None:
            self.window.after(int(1000 * self.ui.timeout) + 1, self.turn)

    def close(self):
        self.window.deletefilehandler(self.ui.fileno())
        self.ui.close()
        self.window.destroy()


def main():
    window = tkinter.Tk()
    window.title("Lamina")
    clock = Clock(window)
    window.protocol("WM_DELETE_WINDOW", clock.close)
    if len(sys.argv) > 1:
        window.after(int(1000 * float(sys.argv[1])), clock.close)
    window.mainloop()


if __name__ == "__main__":
    main()
