#!/usr/bin/env python3
"""A card that opens to a page when it is tapped, and closes again; tapped in the middle, it turns back from where it
is.

usage: open_card.py            plays some taps, and writes frames side by side as open_card.png
       open_card.py --window   the same in a window, tapped with the mouse (needs pygame)
"""
import sys

import lamina
from lamina import Bitmap, Spring, center, column, inset

WIDTH, HEIGHT = 240, 320
SOFT = Spring(duration=0.45, bounce=0.15)


class Card:
    def __init__(self, ui: lamina.Context) -> None:
        self.ui, self.is_open = ui, False
        self.photo = ui.box(background="#3a6ea5", corner_radius=8)
        self.title = ui.text("A quiet bay", size=18, weight="bold")
        self.story = ui.text("Boats lie on the sand until the water comes back for them, twice a day.", size=14, color="#5b6472")
        self.card = ui.box(background="white", corner_radius=16)
        self.card.clips = True
        self.root = ui.box(background="#dfe5ec")
        self.arrange()

    def arrange(self) -> None:
        """The model: where everything is when nothing moves."""
        self.photo.set_preferred_size((WIDTH, 180) if self.is_open else (72, 72))
        rows = [self.photo, inset(12)[column(spacing=6)[self.title, self.story]]] if self.is_open else [self.photo, self.title]
        self.card.set_spec(column(*rows, spacing=4) if self.is_open else inset(12)[column(*rows, spacing=8)])
        self.card.set_preferred_size((WIDTH, HEIGHT) if self.is_open else (144, 128))
        self.card.corner_radius = 0 if self.is_open else 16
        self.root.set_spec(center()[self.card])

    def tap(self) -> None:
        self.is_open = not self.is_open
        with self.ui.transition(spring=SOFT):
            self.arrange()


def strip() -> None:
    """Twelve frames of a card that is tapped, and tapped again while it opens."""
    frames = []
    with lamina.Context() as ui:
        ui.set_time(0)
        card, screen = Card(ui), Bitmap(WIDTH, HEIGHT)
        surface = lamina.Surface(ui, (WIDTH, HEIGHT), root=card.root)
        ui.wait_idle()
        for i in range(12):
            if i in (1, 4, 6):
                card.tap()
            ui.wait_idle()
            ui.set_time(1 + i * 0.06)
            ui.process()
            surface.composite(screen)
            frames.append(bytes(screen))
    joined = Bitmap(WIDTH * len(frames), HEIGHT)
    pixels = memoryview(joined).cast("B")
    for number, frame in enumerate(frames):
        for y in range(HEIGHT):
            at = y * joined.stride + number * WIDTH * 4
            pixels[at : at + WIDTH * 4] = frame[y * screen.stride : y * screen.stride + WIDTH * 4]
    joined.save("open_card.png")


def window() -> None:
    import pygame

    pygame.init()
    display = pygame.display.set_mode((WIDTH, HEIGHT))
    with lamina.Context() as ui:
        card, screen, clock = Card(ui), Bitmap(WIDTH, HEIGHT), pygame.time.Clock()
        surface = lamina.Surface(ui, (WIDTH, HEIGHT), root=card.root)
        while not pygame.event.peek(pygame.QUIT):
            for _ in pygame.event.get(pygame.MOUSEBUTTONDOWN):
                card.tap()
            ui.process()
            surface.composite(screen)
            display.blit(pygame.image.frombuffer(screen.to_rgba(), (WIDTH, HEIGHT), "RGBA"), (0, 0))
            pygame.display.flip()
            clock.tick(60)


if __name__ == "__main__":
    window() if "--window" in sys.argv[1:] else strip()
