"""A window on a virtual screen: what it shows, reads and survives."""
from __future__ import annotations

import ctypes
import os
import threading
import time
from typing import Any, Callable, Iterator, List

import pytest

import lamina
from lamina.x11 import Window, WindowEvent, _Client, _Event, _Input, _libraries

pytestmark = pytest.mark.skipif(not os.environ.get("DISPLAY"), reason="there is no X server")


class Screen:
    """Another client of the server, which looks at a window and acts on it."""

    def __init__(self) -> None:
        self.x11, _, _ = _libraries()
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.x11.XGetImage.restype = ctypes.c_void_p
        self.x11.XGetPixel.restype = ctypes.c_ulong

    def pixel(self, window: Window, x: int, y: int) -> int:
        """The colour of a pixel; -1 until the server has made the window visible."""
        image = self.x11.XGetImage(self.display, ctypes.c_ulong(window.id), x, y, 1, 1, ctypes.c_ulong(0xFFFFFF), 2)
        if not image:
            return -1
        found = self.x11.XGetPixel(ctypes.c_void_p(image), 0, 0) & 0xFFFFFF
        self.x11.XDestroyImage(ctypes.c_void_p(image))
        return int(found)

    def send(self, window: Window, kind: int, **fields: int) -> None:
        event = _Event(type=kind)
        target: Any = event.client if kind == 33 else event.input
        assert isinstance(target, (_Client, _Input))
        target.window = window.id
        for name, value in fields.items():
            setattr(target, name, value)
        self.x11.XSendEvent(self.display, ctypes.c_ulong(window.id), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x11.XFlush(self.display)

    def ask_to_close(self, window: Window) -> None:
        event = _Event(type=33)
        event.client.window, event.client.format, event.client.data[0] = window.id, 32, window._delete.value
        self.x11.XSendEvent(self.display, ctypes.c_ulong(window.id), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x11.XFlush(self.display)


_ErrorHandler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


@pytest.fixture
def screen() -> Iterator[Screen]:
    found = Screen()
    # Without a handler a look at a window that is not visible yet would end the process.
    ignore = _ErrorHandler(lambda display, error: 0)
    found.x11.XSetErrorHandler.restype = ctypes.c_void_p
    before = found.x11.XSetErrorHandler(ignore)
    yield found
    found.x11.XCloseDisplay(found.display)
    found.x11.XSetErrorHandler(ctypes.c_void_p(before))


def until(window: Window, holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert window.process() and time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("shares", [True, False])
def test_a_window_shows_what_changes(context: lamina.Context, screen: Screen, shares: bool) -> None:
    root = lamina.Node(context, background="#2040c0")
    box = lamina.Node(context, background="#ff0000")
    box.frame = (10, 10, 20, 20)
    root.add_child(box)
    with Window(context, (60, 40), 2.0, root=root, title="été", shares_memory=shares) as window:
        until(window, lambda: screen.pixel(window, 30, 30) == 0xFF0000)
        assert (window._pixels._segment is not None) == shares or not shares
        assert screen.pixel(window, 100, 60) == 0x2040C0
        box.background = "#00ff00"
        until(window, lambda: screen.pixel(window, 30, 30) == 0x00FF00)
        screen.x11.XResizeWindow(screen.display, ctypes.c_ulong(window.id), 200, 150)
        screen.x11.XFlush(screen.display)
        until(window, lambda: window.surface.size == (100, 75))
        until(window, lambda: screen.pixel(window, 190, 140) == 0x2040C0)
        assert screen.pixel(window, 30, 30) == 0x00FF00
    window.close()


def test_a_window_hears_the_user(context: lamina.Context, screen: Screen) -> None:
    heard: List[WindowEvent] = []
    with Window(context, (60, 40), 2.0, root=context.box(), on_event=heard.append) as window:
        screen.send(window, 4, x=20, y=30, detail=1)
        screen.send(window, 6, x=22, y=30)
        screen.send(window, 5, x=22, y=30, detail=1)
        screen.send(window, 2, x=1, y=1, detail=38)
        until(window, lambda: len(heard) == 4)
        assert heard[:3] == [
            WindowEvent("press", lamina.Point(10, 15), 1), WindowEvent("move", lamina.Point(11, 15)),
            WindowEvent("release", lamina.Point(11, 15), 1),
        ]  # fmt: skip
        assert (heard[3].kind, heard[3].key) == ("key", "a")


def test_a_window_scrolls_a_list(context: lamina.Context, screen: Screen) -> None:
    form = lamina.Template({"root": {"background": "{color}", "style": {"height": 20}}})
    rows = [{"color": f"#0000{number:02x}"} for number in range(256)]
    shown = lamina.List(context, template=form, rows=rows)
    with Window(context, (60, 40), 2.0, root=shown.node) as window:
        until(window, lambda: shown.state.is_settled and shown.state.visible_count == 2)
        screen.send(window, 4, x=20, y=30, detail=5)
        until(window, lambda: screen.pixel(window, 30, 10) == 0x000003)
        screen.send(window, 4, x=20, y=70, detail=1, time=1000)
        screen.send(window, 6, x=20, y=30, time=1100)
        screen.send(window, 6, x=20, y=10, time=1200)
        screen.send(window, 5, x=20, y=10, detail=1, time=2000)
        until(window, lambda: shown.scroll.offset.y == 60 + 30 - 18)  # what it took to be a drag is not scrolled
        screen.send(window, 2, x=1, y=1, detail=screen.x11.XKeysymToKeycode(screen.display, ctypes.c_ulong(0xFF57)))
        until(window, lambda: screen.pixel(window, 30, 70) == 0x0000FF)


def test_run_ends_when_the_user_closes_the_window(context: lamina.Context, screen: Screen) -> None:
    window = Window(context, (30, 30), root=context.box(background="red"))
    timer = threading.Timer(0.3, screen.ask_to_close, [window])
    timer.start()
    window.run()
    timer.join()
    assert window.surface.closed


def test_a_callback_may_close_the_window(context: lamina.Context) -> None:
    window = Window(context, (30, 30), root=context.box(background="red"))
    context.post(window.close)
    assert not window.process()
    assert not window.process()
    with pytest.raises(lamina.ClosedError):
        window.fileno()


def test_only_the_owner_uses_a_window(context: lamina.Context) -> None:
    raised: List[BaseException] = []

    def process() -> None:
        try:
            window.process()
        except lamina.WrongThreadError as error:
            raised.append(error)

    with Window(context, (30, 30)) as window:
        thread = threading.Thread(target=process)
        thread.start()
        thread.join()
    assert raised


def test_a_server_that_is_not_there(context: lamina.Context) -> None:
    with pytest.raises(lamina.BackendError, match="there is no X server at ':4711'"):
        Window(context, (30, 30), display=":4711")
