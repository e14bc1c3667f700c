#!/usr/bin/env python3
"""A window of pygame that shows a surface of Lamina: only what changed is drawn and copied. Any key ends it.

usage: window_pygame.py [SECONDS]
"""
import sys
import time

import lamina
import pygame
from lamina import column, inset

SIZE = (360, 140)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")
    pygame.display.init()
    window = pygame.display.set_mode(SIZE)
    with lamina.Context() as ui:
        clock = ui.text("", size=44, weight="bold", color="#1f2933")
        bar = ui.box(background="#2f7ed8", corner_radius=3, size=(1, 6))
        root = ui.box(background="white")[inset(24)[column(spacing=12, align="start")[clock, bar]]]
        surface, pixels = lamina.Surface(ui, SIZE, root=root), lamina.Bitmap(*SIZE)
        shown = pixels.to_pygame()  # the same memory: what composite() changes is there
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            if any(event.type in (pygame.QUIT, pygame.KEYDOWN) for event in pygame.event.get()):
                break
            now = time.time()
            clock.text = time.strftime("%H:%M:%S", time.localtime(now))
            bar.set_preferred_size((312 * (now % 1), 6))
            ui.process(0.004)
            if surface.has_damage:
                damage = [tuple(rect) for rect in surface.composite(pixels)]
                window.blits([(shown, rect, rect) for rect in damage])
                pygame.display.update(damage)
            pygame.time.wait(10)
    pygame.quit()


if __name__ == "__main__":
    main()
