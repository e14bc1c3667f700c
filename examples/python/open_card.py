#!/usr/bin/env python3
"""A card that opens to a page when it is tapped, and closes under a finger that drags it down; tapped or let go in the
middle, it goes on from where it is, as fast as it is.

usage: open_card.py            plays a tap and a drag, and writes frames side by side as open_card.png
       open_card.py --window   the same in a window, with the mouse (needs pygame)
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

    def toggle(self, **how: float) -> lamina.Transition:
        """To the other state. The model is there at once; what is shown moves."""
        self.is_open = not self.is_open
        with self.ui.transition(spring=SOFT, **how) as transition:
            self.arrange()
        return transition

    def tap(self) -> None:
        self.toggle()

    def grab(self) -> None:
        """Begins to close an open card, or to open a closed one, and stands still until drag()."""
        self.held = self.toggle(speed=0)

    def drag(self, distance: float) -> None:
        self.held.progress = min(max(distance / HEIGHT, 0), 1)

    def let_go(self, distance: float) -> None:
        """Far enough it goes on to the end; else back to where it was. Either way with the finger's velocity."""
        if distance > HEIGHT / 3:
            self.held.move(1, spring=SOFT)
        else:
            self.toggle()


def play(ui: lamina.Context) -> Bitmap:
    """Twelve frames side by side: a tap opens the card, and a finger drags it shut and lets go."""
    ui.set_time(0)
    card, screen, strip = Card(ui), Bitmap(WIDTH, HEIGHT), Bitmap(WIDTH * 12, HEIGHT)
    surface = lamina.Surface(ui, (WIDTH, HEIGHT), root=card.root)
    shown, pixels = memoryview(screen).cast("B"), memoryview(strip).cast("B")
    for i in range(12):
        ui.set_time(1 + i * 0.06)
        if i == 1:
            card.tap()
        if i == 6:
            card.grab()
        if 6 <= i <= 8:
            card.drag((i - 5) * 40)
        if i == 9:
            card.let_go(120)
        ui.wait_idle()  # all work of the frame is done before it is painted
        surface.composite(screen)
        for y in range(HEIGHT):
            at = y * strip.stride + i * WIDTH * 4
            pixels[at : at + WIDTH * 4] = shown[y * screen.stride : y * screen.stride + WIDTH * 4]
    return strip


def window() -> None:
    import pygame

    pygame.init()
    display = pygame.display.set_mode((WIDTH, HEIGHT))
    with lamina.Context() as ui:
        card, screen, clock = Card(ui), Bitmap(WIDTH, HEIGHT), pygame.time.Clock()
        surface = lamina.Surface(ui, (WIDTH, HEIGHT), root=card.root)
        pressed = None
        is_dragging = False
        while not pygame.event.peek(pygame.QUIT):
            for event in pygame.event.get((pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)):
                if event.type == pygame.MOUSEBUTTONDOWN:
                    pressed, is_dragging = event.pos[1], False
                elif pressed is None:
                    continue
                elif event.type == pygame.MOUSEMOTION:
                    if not is_dragging and abs(event.pos[1] - pressed) > 6:
                        is_dragging = True
                        card.grab()
                    if is_dragging:
                        card.drag(abs(event.pos[1] - pressed))
                else:
                    card.let_go(abs(event.pos[1] - pressed)) if is_dragging else card.tap()
                    pressed = None
            ui.process()
            surface.composite(screen)
            display.blit(pygame.image.frombuffer(screen.to_rgba(), (WIDTH, HEIGHT), "RGBA"), (0, 0))
            pygame.display.flip()
            clock.tick(60)


if __name__ == "__main__":
    if "--window" in sys.argv[1:]:
        window()
    else:
        with lamina.Context() as context:
            play(context).save("open_card.png")
