"""A window of X11, through libX11 and libXext: for programs that have neither tkinter nor pygame.

    import lamina
    from lamina.x11 import Window

    with lamina.Context() as ui, Window(ui, (320, 240), title="Hello", root=ui.text("Hello")) as window:
        window.run()

Pixels are in memory that the X server shares, where it does; only what changes is sent.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
import select
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from .bitmap import BitmapView
from .errors import BackendError, ClosedError, UnsupportedError, WrongThreadError
from .geometry import ColorLike, Point, RectPx, SizeLike
from .surface import Surface

if TYPE_CHECKING:
    from ._enum_names import EventKeyLike, EventKindLike
    from .context import Context
    from .node import Node

_KEY_PRESS, _PRESS, _RELEASE, _MOTION, _EXPOSE, _CONFIGURE, _CLIENT = 2, 4, 5, 6, 12, 22, 33
# Key and button presses, button releases, motion, exposure, and changes of the size.
_EVENTS = 1 << 0 | 1 << 2 | 1 << 3 | 1 << 6 | 1 << 15 | 1 << 17
_Z_PIXMAP, _TRUE_COLOR = 2, 4

_HEAD: "List[Tuple[str, Any]]" = [
    ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
]  # fmt: skip

_KEYS: "Dict[str, EventKeyLike]" = {
    "Up": "up", "Down": "down", "Prior": "page_up", "Next": "page_down", "Home": "home", "End": "end",
}
_WHEEL = {4: (0, -60), 5: (0, 60), 6: (-60, 0), 7: (60, 0)}  # buttons, and units
_POINTER: "Dict[str, EventKindLike]" = {"press": "pointer_down", "move": "pointer_move", "release": "pointer_up"}


class _Input(ctypes.Structure):
    """XKeyEvent, XButtonEvent, and the beginning of XMotionEvent."""

    _fields_ = [
        *_HEAD, ("window", ctypes.c_ulong), ("root", ctypes.c_ulong), ("below", ctypes.c_ulong), ("time", ctypes.c_ulong),
        ("x", ctypes.c_int), ("y", ctypes.c_int), ("x_root", ctypes.c_int), ("y_root", ctypes.c_int),
        ("state", ctypes.c_uint), ("detail", ctypes.c_uint), ("same_screen", ctypes.c_int),
    ]  # fmt: skip


class _Configure(ctypes.Structure):
    """The beginning of XConfigureEvent."""

    _fields_ = [
        *_HEAD, ("event", ctypes.c_ulong), ("window", ctypes.c_ulong), ("x", ctypes.c_int), ("y", ctypes.c_int),
        ("width", ctypes.c_int), ("height", ctypes.c_int),
    ]  # fmt: skip


class _Client(ctypes.Structure):
    """XClientMessageEvent."""

    _fields_ = [
        *_HEAD, ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
    ]  # fmt: skip


class _Event(ctypes.Union):
    _fields_ = [
        ("type", ctypes.c_int), ("input", _Input), ("configure", _Configure), ("client", _Client), ("room", ctypes.c_long * 24),
    ]  # fmt: skip


class _VisualInfo(ctypes.Structure):
    _fields_ = [
        ("visual", ctypes.c_void_p), ("id", ctypes.c_ulong), ("screen", ctypes.c_int), ("depth", ctypes.c_int),
        ("kind", ctypes.c_int), ("red", ctypes.c_ulong), ("green", ctypes.c_ulong), ("blue", ctypes.c_ulong),
        ("map_size", ctypes.c_int), ("bits", ctypes.c_int),
    ]  # fmt: skip


class _Segment(ctypes.Structure):
    """XShmSegmentInfo."""

    _fields_ = [("segment", ctypes.c_ulong), ("id", ctypes.c_int), ("address", ctypes.c_void_p), ("read_only", ctypes.c_int)]


class _XImage(ctypes.Structure):
    """The beginning of XImage."""

    _fields_ = [
        ("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
        ("data", ctypes.c_void_p),
    ]  # fmt: skip


_ErrorHandler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


@functools.lru_cache(maxsize=None)
def _libraries() -> "Tuple[Any, Any, Any]":
    """libX11, libXext and libc, with the types of what is no int."""
    try:
        x11, ext, libc = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXext.so.6"), ctypes.CDLL(None, use_errno=True)
    except OSError as error:
        raise UnsupportedError(f"windows need libX11.so.6 and libXext.so.6: {error}") from None
    pointer, number, small = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
    for library, name, result, arguments in (
        (x11, "XOpenDisplay", pointer, [ctypes.c_char_p]), (x11, "XDefaultVisual", pointer, [pointer, small]),
        (x11, "XDefaultRootWindow", number, [pointer]), (x11, "XInternAtom", number, [pointer, ctypes.c_char_p, small]),
        (x11, "XCreateSimpleWindow", number, [pointer, number, small, small, small, small, small, number, number]),
        (x11, "XCreateGC", pointer, [pointer, number, number, pointer]), (x11, "XSetErrorHandler", pointer, [pointer]),
        (x11, "XCreateImage", pointer, [pointer, pointer, small, small, small, pointer, small, small, small, small]),
        (x11, "XKeysymToString", ctypes.c_char_p, [number]), (libc, "shmat", pointer, [small, pointer, small]),
        (ext, "XShmCreateImage", pointer, [pointer, pointer, small, small, pointer, pointer, small, small]),
    ):  # fmt: skip
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    libc.shmget.argtypes, libc.shmdt.argtypes = [small, ctypes.c_size_t, small], [pointer]
    return x11, ext, libc


class WindowEvent(NamedTuple):
    """What the user did: `kind` is "press", "release", "move" or "key". `position` is in logical units; `button` is 1
    for the left one, 4 and 5 for the wheel; `key` is X11's name of a key, such as "a" or "Return"."""

    kind: str
    position: Point
    button: int = 0
    key: str = ""


class _Pixels:
    """Pixels that go to a window, shared with the X server where it can be done."""

    def __init__(self, window: "Window", width: int, height: int, shares: bool) -> None:
        self._x11, self._ext, self._libc = _libraries()
        self._display, size = window._display, 4 * width * height
        self._segment: Optional[_Segment] = self._shared(size) if shares else None
        visual, depth = ctypes.c_void_p(window._visual), window._depth
        if self._segment is not None:
            memory = (ctypes.c_char * size).from_address(self._segment.address)
            self._image = self._ext.XShmCreateImage(
                self._display, visual, depth, _Z_PIXMAP, self._segment.address, ctypes.byref(self._segment), width, height)  # fmt: skip
        else:
            memory = (ctypes.c_char * size)()
            self._image = self._x11.XCreateImage(
                self._display, visual, depth, _Z_PIXMAP, 0, ctypes.addressof(memory), width, height, 32, 4 * width)  # fmt: skip
        self._memory = memory
        self.bitmap = BitmapView(memory, width, height)

    def _shared(self, size: int) -> Optional[_Segment]:
        """Memory that the X server has taken; None where it cannot, as over a network."""
        if not self._ext.XShmQueryExtension(self._display):
            return None
        segment = _Segment(id=self._libc.shmget(0, size, 0o1600))
        if segment.id < 0:
            return None
        address = self._libc.shmat(segment.id, None, 0)
        refusals: List[int] = []
        if address not in (None, ctypes.c_void_p(-1).value):
            segment.address = address

            def refuse(display: Any, error: Any) -> int:
                refusals.append(1)
                return 0

            # Without a handler of ours, a refusal would end the program.
            handler = _ErrorHandler(refuse)
            self._x11.XSync(self._display, 0)
            before = self._x11.XSetErrorHandler(ctypes.cast(handler, ctypes.c_void_p))
            self._ext.XShmAttach(self._display, ctypes.byref(segment))
            self._x11.XSync(self._display, 0)
            self._x11.XSetErrorHandler(before)
            if refusals:
                self._libc.shmdt(address)
        # The memory stays as long as someone has it.
        self._libc.shmctl(segment.id, 0, None)
        return segment if segment.address and not refusals else None

    def put(self, drawable: ctypes.c_ulong, gc: Any, rects: List[RectPx]) -> None:
        """Sends parts of the pixels, and waits until the server has them."""
        for x, y, width, height in rects:
            if self._segment is not None:
                self._ext.XShmPutImage(self._display, drawable, gc, ctypes.c_void_p(self._image), x, y, x, y, width, height, 0)
            else:
                self._x11.XPutImage(self._display, drawable, gc, ctypes.c_void_p(self._image), x, y, x, y, width, height)
        self._x11.XSync(self._display, 0)

    def close(self) -> None:
        if self._segment is not None:
            self._ext.XShmDetach(self._display, ctypes.byref(self._segment))
            self._x11.XSync(self._display, 0)
        # The memory is not the image's to free.
        ctypes.cast(self._image, ctypes.POINTER(_XImage)).contents.data = None
        self._x11.XDestroyImage(ctypes.c_void_p(self._image))
        if self._segment is not None:
            self.bitmap.data.release()
            self._libc.shmdt(self._segment.address)


class Window:
    """A window that shows `root`, on the thread that owns the context.

    `size` is in logical units of `scale` pixels. Lists scroll by the wheel, by dragging and by keys. `on_event`, which
    may be set later, receives each WindowEvent. With `shares_memory` false, pixels are copied to the server, as over a
    network.
    """

    def __init__(
        self, context: Context, size: SizeLike, scale: float = 1.0, *, root: Optional[Node] = None, title: str = "",
        background: Optional[ColorLike] = "white", on_event: Optional[Callable[[WindowEvent], Any]] = None,
        display: Optional[str] = None, shares_memory: bool = True,
    ) -> None:  # fmt: skip
        self._x11, _, _ = _libraries()
        self._display: Any = None
        self._context, self.on_event, self._shares = context, on_event, shares_memory
        self.surface = Surface(context, size, scale, root=root, background=background)
        address = self._x11.XOpenDisplay(None if display is None else display.encode())
        if not address:
            self.surface.close()
            raise BackendError(f"there is no X server at {display or os.environ.get('DISPLAY', '')!r}")
        self._display = ctypes.c_void_p(address)
        try:
            self._open(title)
        except BaseException:
            self.close()
            raise

    def _open(self, title: str) -> None:
        x11, display, bounds = self._x11, self._display, self.surface.bounds_px
        screen = x11.XDefaultScreen(display)
        self._depth, self._visual = x11.XDefaultDepth(display, screen), x11.XDefaultVisual(display, screen)
        found = _VisualInfo()
        known = x11.XMatchVisualInfo(display, screen, self._depth, _TRUE_COLOR, ctypes.byref(found))
        if not known or self._depth not in (24, 32) or (found.red, found.green, found.blue) != (0xFF0000, 0xFF00, 0xFF):
            raise BackendError(f"the screen has {self._depth} bits a pixel; 24 are needed, in the order red, green, blue")
        #: The number of the window.
        self.id = x11.XCreateSimpleWindow(
            display, x11.XDefaultRootWindow(display), 0, 0, bounds.width, bounds.height, 0, 0, 0)  # fmt: skip
        self._window = ctypes.c_ulong(self.id)
        name, utf8 = title.encode(), ctypes.c_ulong(x11.XInternAtom(display, b"UTF8_STRING", 0))
        place = ctypes.c_ulong(x11.XInternAtom(display, b"_NET_WM_NAME", 0))
        x11.XChangeProperty(display, self._window, place, utf8, 8, 0, name, len(name))
        x11.XSelectInput(display, self._window, ctypes.c_long(_EVENTS))
        self._delete = ctypes.c_ulong(x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0))
        x11.XSetWMProtocols(display, self._window, ctypes.byref(self._delete), 1)
        self._gc = ctypes.c_void_p(x11.XCreateGC(display, self.id, 0, None))
        self._pixels = _Pixels(self, bounds.width, bounds.height, self._shares)
        self._is_open, self._is_exposed = True, False
        x11.XMapWindow(display, self._window)
        x11.XFlush(display)

    # ---- The loop ----

    def fileno(self) -> int:
        """A descriptor that is readable when the user did something. A loop watches it and the context."""
        if self._display is None:
            raise ClosedError("the window is closed")
        return int(self._x11.XConnectionNumber(self._display))

    def process(self, budget: float = 0.0) -> bool:
        """Calls `on_event` with what the user did, does the work of the context and shows what has changed. False when
        the user has closed the window."""
        if not self._context.is_owner_thread:
            raise WrongThreadError("only the thread that owns the context may use its windows; process() was called from another")
        event = _Event()
        while self._is_open and self._x11.XPending(self._display):
            self._x11.XNextEvent(self._display, ctypes.byref(event))
            self._take(event)
        if not self._is_open:
            return False
        self._context.process(budget)
        if self._display is None:  # closed by a callback
            return False
        bounds = self.surface.bounds_px
        rects = self.surface.composite(self._pixels.bitmap) if self.surface.has_damage else []
        if self._is_exposed:
            rects, self._is_exposed = [bounds], False
        if rects:
            self._pixels.put(self._window, self._gc, rects)
        return True

    def run(self) -> None:
        """Processes until the user closes the window, and closes it."""
        while self.process(0.004):
            timeout = 0.0 if self._x11.XPending(self._display) else self._context.timeout
            select.select([self.fileno(), self._context.fileno()], [], [], timeout)
        self.close()

    def _take(self, event: _Event) -> None:
        if event.type == _EXPOSE:
            self._is_exposed = True
        elif event.type == _CONFIGURE:
            self._resize(event.configure.width, event.configure.height)
        elif event.type == _CLIENT:
            self._is_open = event.client.data[0] != self._delete.value
        elif event.type in (_KEY_PRESS, _PRESS, _RELEASE, _MOTION):
            given, scale = event.input, self.surface.scale
            position = Point(given.x / scale, given.y / scale)
            if event.type == _KEY_PRESS:
                symbol = ctypes.c_ulong()
                self._x11.XLookupString(ctypes.byref(event), None, 0, ctypes.byref(symbol), None)
                name = self._x11.XKeysymToString(symbol) or b""
                found = WindowEvent("key", position, key=name.decode("ascii", "replace"))
            else:
                kind = {_PRESS: "press", _RELEASE: "release", _MOTION: "move"}[event.type]
                found = WindowEvent(kind, position, 0 if kind == "move" else given.detail)
            self._scroll(found, given.time / 1000)
            if self.on_event is not None:
                self.on_event(found)

    def _scroll(self, event: WindowEvent, time: float) -> None:
        """What lists and other content that scrolls make of it."""
        process = self.surface.process_event
        if event.kind == "key":
            if event.key in _KEYS:
                process("key_down", event.position, key=_KEYS[event.key], time=time)
        elif event.button in _WHEEL:
            if event.kind == "press":
                process("wheel", event.position, delta=_WHEEL[event.button], time=time)
        elif event.button == 1 or event.kind == "move":
            process(_POINTER[event.kind], event.position, time=time)

    def _resize(self, width: int, height: int) -> None:
        bounds = self.surface.bounds_px
        if (width, height) == (bounds.width, bounds.height):
            return
        self.surface.set_size((width / self.surface.scale, height / self.surface.scale))
        self._pixels.close()
        self._pixels = _Pixels(self, width, height, self._shares)
        self.surface.set_needs_composite()

    # ---- The end ----

    def close(self) -> None:
        """Closes the window and its surface. A second call does nothing."""
        if self._display is None:
            return
        self._is_open = False
        pixels = getattr(self, "_pixels", None)
        if pixels is not None:
            pixels.close()
        self._x11.XCloseDisplay(self._display)
        self._display = None
        self.surface.close()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
