"""The engine: workers, fonts, caches. The thread that creates a context owns it."""
from __future__ import annotations

import ctypes
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Optional, Sequence, Union, cast

from . import _ffi
from ._animate import animate_values
from ._arguments import c_path, c_string, c_text, counted, integer, of_kind
from ._engine import Engine
from ._ffi import Antialias, ColorScheme, ContextFlags, GlyphPositions, Hinting, LayoutDirection
from ._library import lib
from ._record import field_names, record
from .animation import c_options, refuse_unknown
from .errors import InvalidHandleError, WrongThreadError, check, last_error
from .geometry import CLEAR, ColorLike, SizeLike
from .loads import Loading
from .node import Node
from .pictures import start_picture
from .spec import make
from .style import Style, enum_value, flag_value
from .text_node import TextNode
from .traits import c_traits
from .transaction import Transaction
from .transition import Transition, set_transition_callback

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keywords import HowKeywords
    from ._enum_names import AntialiasLike, ColorSchemeLike, GlyphPositionsLike, HintingLike, LayoutDirectionLike, TransitionEffectLike
    from typing_extensions import Unpack

    from ._keywords import BoxKeywords, StyleKeywords, TextNodeKeywords
    from .bitmap import Bitmap
    from .canvas import Canvas
    from .pictures import PendingPicture
    from .spec import Spec
    from .text import TextPiece
    from .transition import TransitionRule


@record(frozen=True)
class Statistics:
    """Counters since the context was created, and the objects alive now."""

    owner_us: int
    worker_us: int
    layouts: int
    displays: int
    stale_displays: int
    node_count: int
    object_count: int
    bitmap_bytes: int
    composites: int
    painted_px: int
    copied_px: int
    longest_process_us: int
    evictions: int
    #: Parts of `owner_us`: posted calls, results of workers taken over, changed nodes taken over, and composites.
    calls_us: int = 0
    completions_us: int = 0
    changes_us: int = 0
    composite_us: int = 0
    #: Layouts, drawings and operations of transactions.
    operations_started: int = 0
    operations_finished: int = 0
    operations_cancelled: int = 0
    operations_waiting: int = 0


@record(frozen=True)
class Memory:
    """The memory of a context in bytes, without fonts and Pango's own caches."""

    bitmap_bytes: int
    pool_bytes: int
    node_bytes: int
    layer_bytes: int
    #: Of the bitmaps, what shared images keep in other sizes than their own.
    image_copy_bytes: int = 0
    #: Shaped words that the workers share.
    word_bytes: int = 0


@record(frozen=True)
class Limits:
    """How much work data may cause: for a context, or the rows of one render(). 0 stands for the default."""

    #: Characters and lines of one text of a row: 100,000 and 10,000.
    text_characters: int = 0
    text_lines: int = 0
    #: Pixels of a picture that is decoded, read from its header before: 67,108,864.
    picture_pixels: int = 0
    #: Elements of a template, and of a row when its parts have been repeated, and their levels: 100,000 and 1,000.
    elements: int = 0
    depth: int = 0
    #: Time of a row, from when a worker begins it: 30,000,000.
    row_time_us: int = 0
    #: Pixels of the file of a picture that is decoded smaller: 134,217,728. Frames of an animation: 10,000.
    picture_source_pixels: int = 0
    picture_frames: int = 0
    #: Time of decoding a picture: 10,000,000.
    picture_time_us: int = 0

    def to_c(self) -> _ffi.lamina_limits:
        """The struct for the library."""
        found = _ffi.lamina_limits()
        for name in field_names(Limits):
            setattr(found, name, integer(name, getattr(self, name), 0, 2**64 - 1))
        return found


class Context(Engine, Loading):
    """An engine. The thread that creates it owns it: only that thread calls process() and the waits, and uses surfaces.

    `workers` is the number of worker threads: None is one for each core, 0 does all work inside process(). `log`
    receives messages as (level, text); without it they go to the logger "lamina" of the logging module.
    `worker_niceness`, up to 19, makes workers yield to other threads, such as that of a user interface. `font_files`
    are paths of fonts in addition to the system's; `font_family` is for texts that name none. `glyph_positions` is
    "subpixel" for letters on quarters of a pixel, evenly spaced, or "whole_pixels" for letters that look the same
    everywhere.

    Close it, or use it in a `with` statement, on the thread that created it. `async with` also drives it from the
    running asyncio loop.
    """

    __slots__ = ()

    def __init__(
        self,
        workers: Optional[int] = None,
        *,
        flags: Union[ContextFlags, str] = ContextFlags.NONE,
        log: Optional[Callable[[int, str], Any]] = None,
        font_files: Iterable[Union[str, "os.PathLike[str]"]] = (),
        font_family: Optional[str] = None,
        language: Optional[str] = None,
        antialias: AntialiasLike = Antialias.GRAY,
        hinting: HintingLike = Hinting.SLIGHT,
        glyph_positions: GlyphPositionsLike = GlyphPositions.SUBPIXEL,
        worker_niceness: int = 0,
    ) -> None:
        options = _ffi.lamina_context_options()
        options.thread_count = _ffi.THREADS_AUTO if workers is None else integer("workers", workers, 0, 64)
        options.flags = flag_value("flags", ContextFlags, flags)
        if isinstance(font_files, (str, bytes, os.PathLike)) or not hasattr(font_files, "__iter__"):
            raise TypeError(f"font_files is a list of paths, not {font_files!r}")
        files = [c_path(path, "each of font_files") for path in font_files]
        paths = (ctypes.c_char_p * len(files))(*files)
        options.font_files = ctypes.cast(paths, ctypes.POINTER(ctypes.c_char_p)) if files else None
        options.font_file_count = len(files)
        options.font_family = None if font_family is None else c_string("font_family", font_family)
        options.language = None if language is None else c_string("language", language)
        options.antialias = enum_value("antialias", Antialias, antialias)
        options.hinting = enum_value("hinting", Hinting, hinting)
        options.glyph_positions = enum_value("glyph_positions", GlyphPositions, glyph_positions)
        options.worker_niceness = integer("worker_niceness", worker_niceness, 0, 19)
        self._start(options, log)

    def _summary(self) -> str:
        return f"with {counted(self.worker_count, 'worker')}"

    # ---- What it makes ----

    def text(self, *pieces: "TextPiece", markup: Optional[str] = None, **keywords: "Unpack[TextNodeKeywords]") -> "TextNode":
        """A text node: `ui.text("Total ", span("12.50", weight="bold"), size=18, max_lines=1, flex_grow=1)`, or
        `ui.text(markup="Read <b>this</b>")`.

        The pieces are strings, spans, or one Text. Keywords are attributes (family, size in logical units per em,
        weight, slant, underline, color), text options (max_lines, truncation, alignment, wrap, line_spacing), the
        fields of Style (width, height, flex_grow ...), and the appearance of the node (background, border, opacity
        ...) and its name.
        """
        content: Any = None if not pieces else pieces[0] if len(pieces) == 1 else pieces
        return TextNode(self, content, markup=markup, **cast(Any, keywords))

    def box(
        self,
        *,
        size: Optional[SizeLike] = None,
        draw: "Optional[Callable[[Canvas], Any]]" = None,
        **look: "Unpack[BoxKeywords]",
    ) -> "Node":
        """A display node: `ui.box(background="white", corner_radius=12, border=(1, "#ccc"))[inset(16)[...]]`.

        `size` is (width, height), in logical units; `draw` is a drawing callback (see Canvas); other keywords are the
        appearance (background, opacity, corner_radius, border, shadow, gradient, image, drawing ...: see Node), `name`
        and the fields of Style. The brackets contain its spec or node.
        """
        return Node(self, size=size, draw=draw, **look)

    def spacer(self, **style: "Unpack[StyleKeywords]") -> "Spec":
        """Takes the remaining space in a row or column; keywords change its Style."""
        fields: Any = {"flex_grow": 1.0, "flex_shrink": 1.0, **style}
        return make("stack", [], Style(**fields), self)

    # ---- Pictures ----

    def start_picture(
        self,
        root: "Union[Node, Spec]",
        width: Optional[float] = None,
        height: Optional[float] = None,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
    ) -> "PendingPicture":
        """Starts to draw a tree that is not on a surface, on a worker, and returns at once.

        `width` and `height` are in logical units; without them the tree determines them. `scale` is pixels per unit.
        The tree may be changed or closed as soon as the call returns. Await the result in asyncio, or call `result()`.
        """
        return start_picture(self, root, width, height, scale, background)

    def picture(
        self,
        root: "Union[Node, Spec]",
        width: Optional[float] = None,
        height: Optional[float] = None,
        *,
        scale: float = 1.0,
        background: ColorLike = CLEAR,
    ) -> "Bitmap":
        """A picture of a tree: start_picture() and its result. For the owner thread, which works until it is done.

        It does not set the frames of nodes: `frame` and text_layout() belong to the layout that was applied last. For
        those of a picture 300 wide, call `root.apply_layout(((300, 0), (300, math.inf)))`, or read them from a Layout
        without applying it.
        """
        if self._owner_thread != threading.get_ident():
            raise WrongThreadError(
                "picture() belongs to the thread that created the context; on another, ask start_picture(...).result(), "
                "which waits for that thread, or use lamina.thread_context()"
            )
        return self.start_picture(root, width, height, scale=scale, background=background).result()

    def transaction(self) -> Transaction:
        """A new transaction: `with context.transaction() as t:` commits it at the end."""
        return Transaction(self)

    def transition(
        self,
        *,
        appears: TransitionEffectLike = "fade",
        leaves: TransitionEffectLike = "fade",
        rules: Sequence[TransitionRule] = (),
        stagger: float = 0.0,
        done: Optional[Callable[[bool], Any]] = None,
        **how: "Unpack[HowKeywords]",
    ) -> Transition:
        """What changes within `with context.transition(duration=0.3):` shows as a movement: values go from what is
        shown to what nodes have then, and after the next layout each node moves from where it is shown to where that
        puts it; what is new appears, what is gone leaves. `rules` say so for single nodes and names; the first that
        concerns a node counts. `stagger`: seconds by which each further node begins later, leaving ones too, from
        the top to the bottom.
        How: as for Node.animate(); with speed=0 a finger moves it by `progress`, evenly. What
        animates within it belongs to it; default animations do not count in it. `done` receives, once, whether all
        movements came to their ends. For the owner thread only."""
        refuse_unknown(how, options=("appears", "leaves", "rules", "stagger", "done"))
        return Transition(self, appears, leaves, rules, stagger, done, c_options(**how))

    animate_values = animate_values
    set_transition_callback = set_transition_callback

    def _node_for(self, handle: Optional[int], owned: bool = False) -> Node:
        """The Python object of a node; each node has one. `owned`: the caller passes a reference."""
        handle = handle or 0
        node = self._nodes.get(handle)
        if node is not None and node._is_open:
            if owned:
                lib.lamina_node_release(handle)
            return node
        if not owned and not lib.lamina_node_retain(handle):
            raise InvalidHandleError(last_error())
        kind = TextNode if lib.lamina_node_get_kind(handle) == _ffi.NodeKind.TEXT else Node
        return kind._adopt(self, handle)

    # ---- Fonts and memory ----

    def add_font_file(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Adds the fonts in a file, for texts measured from now on. Slow: pass files to Context() if you can."""
        encoded = c_path(path)
        handle = self.handle
        with lib.fonts:
            check(lib.lamina_context_add_font_file(handle, encoded, len(encoded)))

    def add_font_data(self, data: bytes) -> None:
        """Adds the fonts in the bytes of a file, for texts measured from now on."""
        handle, given = self.handle, of_kind("data", bytes, data)
        with lib.fonts:
            check(lib.lamina_context_add_font_data(handle, given, len(given)))

    @property
    def font_families(self) -> List[str]:
        """The names of all font families, sorted."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_context_read_font_families(handle, buffer, capacity)).splitlines()

    def has_font_family(self, family: str) -> bool:
        """Whether there is a font family of this name."""
        name = c_text("family", family)
        return lib.lamina_context_has_font_family(self.handle, name, len(name))

    def font_match(self, family: str = "") -> str:
        """The family that is used for a list of families; "" without any font."""
        handle, name = self.handle, c_text("family", family)
        return self._copy_text(
            lambda buffer, capacity: lib.lamina_context_read_font_match(handle, name, len(name), buffer, capacity))  # fmt: skip

    @property
    def statistics(self) -> Statistics:
        """Counters since the context was created, and the objects alive now."""
        found = _ffi.lamina_statistics()
        check(lib.lamina_context_get_statistics(self.handle, ctypes.byref(found)))
        return Statistics(*(getattr(found, name) for name in field_names(Statistics)))

    @property
    def memory(self) -> Memory:
        """The memory of the context now."""
        found = _ffi.lamina_memory()
        check(lib.lamina_context_get_memory(self.handle, ctypes.byref(found)))
        return Memory(*(getattr(found, name) for name in field_names(Memory)))

    @property
    def limits(self) -> Limits:
        """How much work templates, rows and pictures may cause; for those that are created after a change."""
        found = _ffi.lamina_limits()
        check(lib.lamina_context_get_limits(self.handle, ctypes.byref(found)))
        return Limits(*(getattr(found, name) for name in field_names(Limits)))

    @limits.setter
    def limits(self, limits: Limits) -> None:
        given = of_kind("limits", Limits, limits).to_c()
        check(lib.lamina_context_set_limits(self.handle, ctypes.byref(given)))

    def set_bitmap_budget(self, size: Optional[int]) -> None:
        """Limits the memory of bitmaps to so many bytes; visible contents are always kept. None: no limit."""
        budget = _ffi.SIZE_MAX if size is None else integer("size", size, 0, _ffi.SIZE_MAX)
        check(lib.lamina_context_set_bitmap_budget(self.handle, budget))

    def trim_memory(self) -> None:
        """Frees everything that can be created again. Call under memory pressure, and again afterwards to retry failed
        fonts."""
        check(lib.lamina_context_trim_memory(self.handle))

    @property
    def worker_count(self) -> int:
        """The number of workers."""
        return lib.lamina_context_get_thread_count(self.handle)

    def set_active_worker_count(self, count: Optional[int]) -> None:
        """Limits the number of workers that take work; None: all of them."""
        number = _ffi.THREADS_AUTO if count is None else integer("count", count, 1, 2**31 - 1)
        check(lib.lamina_context_set_active_thread_count(self.handle, number))

    # ---- What holds where nodes say nothing ----

    @property
    def layout_direction(self) -> LayoutDirection:
        """The layout direction of nodes that neither have nor inherit one."""
        return LayoutDirection(lib.lamina_context_get_layout_direction(self.handle))

    @layout_direction.setter
    def layout_direction(self, direction: LayoutDirectionLike) -> None:
        check(lib.lamina_context_set_layout_direction(self.handle, enum_value("layout_direction", LayoutDirection, direction)))

    def set_traits(
        self,
        *,
        color_scheme: ColorSchemeLike = ColorScheme.INHERIT,
        text_size_factor: Optional[float] = None,
        tint: "Optional[ColorLike]" = None,
    ) -> None:
        """Sets the traits of nodes that neither have nor inherit any; traits not given return to their defaults."""
        given = c_traits(color_scheme, text_size_factor, tint)
        check(lib.lamina_context_set_traits(self.handle, ctypes.byref(given)))
