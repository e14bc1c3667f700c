"""Nodes that load the picture that they show."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import c_text, function, of_kind
from ._ffi import Gravity, ImageState
from ._image_sources import as_pixels, pixel_size, refused_source, urls_of
from ._image_step import ImageStep, part_of_picture, step_array
from ._library import lib
from ._loaded import LoadedData
from ._record import record
from .bitmap import PixelBuffer
from .errors import InvalidStateError, LaminaError, check, error_for, last_error
from .geometry import Insets, InsetsLike, Rect, RectLike
from .image import Image
from .looks import ImageOptions
from .node import Node

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._enum_names import GravityLike
    from ._ffi import LoadSource
    from ._keywords import BoxKeywords
    from .context import Context
    from .geometry import SizeLike

#: A URL, several of one picture, the best first, or the path of a file; or what Image takes.
NodeImageSource = Union[str, "os.PathLike[str]", Sequence[str], Image, bytes, Any]


@record(frozen=True)
class ImageStatus:
    """What became of the picture of a node."""

    #: LOADED: the best that there is shows; not while a source that was set again is looked at, which is LOADING.
    #: WAITING: it goes on when the node is nearer to being seen.
    state: ImageState
    #: Which of the URLs shows, from 0; None: none.
    shown: Optional[int]
    #: It shows with less detail than it will, or as it was before its file changed or it was to be loaded once more.
    is_preview: bool
    #: 0 to 1 of the bytes of what is loaded, where that is known.
    progress: float
    #: Where what shows is from; None: nothing shows, or it was in memory.
    source: "Optional[LoadSource]"
    #: With FAILED: of the response to the best URL; 0: no server responded.
    http_status: int
    #: With FAILED: why the best URL failed.
    failure: Optional[LaminaError] = None


class _Watching:
    """Who waits for a node's picture, and why it failed."""

    def __init__(self, url: str = "") -> None:
        self.url = url
        self.failure: Optional[LaminaError] = None
        self.waiting: List[Any] = []

    def failure_of(self, status: Any) -> LaminaError:
        failure = error_for(status.failure, last_error())
        if status.http_status:
            failure.response = LoadedData(b"", self.url, "", status.http_status, _ffi.LoadSource.NETWORK, False)
        return failure

    def note(self, failure: Optional[LaminaError]) -> None:
        self.failure = failure
        waiting, self.waiting[:] = list(self.waiting), []
        for future in waiting:
            if not future.done():
                future.set_result(None)


def _status(found: Any, watching: "_Watching") -> ImageStatus:
    failure = (watching.failure or error_for(found.failure, "")) if found.state == ImageState.FAILED else None
    return ImageStatus(
        ImageState(found.state), None if found.shown < 0 else found.shown, bool(found.is_preview), found.progress,
        None if found.loaded_from < 0 else _ffi.LoadSource(found.loaded_from), found.http_status,
        failure)  # fmt: skip


def _status_of_picture(image: Image) -> ImageStatus:
    """That of a node that was given a picture, or pixels, or the bytes of a file."""
    failure = image._loading.failure if image._loading is not None else None
    # One that its owner closed is shown all the same.
    state = ImageState.LOADED if image.closed and failure is None else ImageState.FAILED if failure else image.state
    is_there = state == ImageState.LOADED
    return ImageStatus(state, 0 if is_there else None, False, 1.0 if is_there else 0.0, None, 0, failure)


def _changed(node: int, status: Any, user_data: int) -> None:
    entry = _callbacks.kept(user_data)
    if entry is None or entry.context is None:
        return
    found = status.contents
    entry.extra.note(entry.extra.failure_of(found) if found.state == ImageState.FAILED else None)
    if entry.first is not None:
        entry.call(lambda: entry.first(entry.context._node_for(node), _status(found, entry.extra)))


_CHANGED = _ffi.lamina_node_image_fn(_changed)


class ImageNode(Node):
    """`ImageNode(context, "https://example.org/a.png", size=(64, 64))`: a node that loads the picture that it shows.

    It is fetched when the node comes near to being seen, decoded in the node's size on a worker, and dropped when it is
    far again; `await node.loaded()` waits until it shows. See set_source(), whose keywords it takes; further ones are
    those of Node.
    """

    __slots__ = ("_how", "_picture", "_watching")

    def __init__(
        self,
        context: Context,
        source: Optional[NodeImageSource] = None,
        *,
        size: "Optional[SizeLike]" = None,
        gravity: "GravityLike" = Gravity.ASPECT_FILL,
        scale: float = 1.0,
        part: RectLike = Rect(0.0, 0.0, 1.0, 1.0),
        stretch: InsetsLike = Insets(0.0, 0.0, 0.0, 0.0),
        fallback: Optional[Image] = None,
        animated: bool = False,
        progressive: bool = False,
        worst_first: bool = False,
        eager: bool = False,
        steps: Sequence[ImageStep] = (),
        decode_size: Optional[Tuple[int, int]] = None,
        changed: "Optional[Callable[[ImageNode, ImageStatus], Any]]" = None,
        **look: "Unpack[BoxKeywords]",
    ) -> None:
        super().__init__(context, size=size, **look)
        self._watching = _Watching()
        self._picture: Optional[Image] = None  # what it shows that is neither URL nor path
        self._how: Dict[str, Any] = {
            "gravity": gravity, "scale": scale, "part": part, "stretch": stretch, "fallback": fallback, "animated": animated,
            "progressive": progressive, "worst_first": worst_first, "eager": eager, "steps": steps,
            "decode_size": decode_size, "changed": changed}  # fmt: skip
        if source is not None:
            self.set_source(source)

    def set_source(
        self,
        source: Optional[NodeImageSource],
        *,
        gravity: "Optional[GravityLike]" = None,
        scale: Optional[float] = None,
        part: Optional[RectLike] = None,
        stretch: Optional[InsetsLike] = None,
        fallback: Optional[Image] = None,
        animated: Optional[bool] = None,
        progressive: Optional[bool] = None,
        worst_first: Optional[bool] = None,
        eager: Optional[bool] = None,
        steps: Optional[Sequence[ImageStep]] = None,
        decode_size: Optional[Tuple[int, int]] = None,
        reload: bool = False,
        changed: "Optional[Callable[[ImageNode, ImageStatus], Any]]" = None,
    ) -> None:
        """Says what the node shows: a URL, the path of a file, several URLs of the same picture, the best first, or
        what Image takes: bytes, a bitmap, a picture of PIL, an array. None: nothing more is loaded, and what shows
        stays.

        What showed before stays until the picture is there, or `fallback` shows. A picture that is in memory shows at
        once. Of several URLs the best is loaded, and the next when it fails; with `worst_first` the worst one is loaded
        first, and then better ones. `progressive` shows a JPEG in more and more detail as it comes, `animated` plays an
        animation; `eager` loads wherever the node is, also without a surface. `gravity`, `scale`, `part` (in shares of
        the picture) and `stretch` are as for Node.set_image().

        `steps` are what becomes of the decoded picture (ImageStep): nodes with equal URLs and equal steps show one
        picture, which is made once and kept in memory so. `decode_size` is the size in pixels that it is decoded for,
        in place of the node's, so that nodes of several sizes share it. Both are for URLs and paths.

        `changed` is called with the node and its ImageStatus, on the owner thread. What failed is tried again when the
        node comes near again, and when the same source is set again; so is a file looked at, and shown as it is now if
        it was written anew or replaced. `reload` loads it this once whatever is in memory, and asks the server whether
        what is in the cache is current; what shows stays until then. What is None stays as it was given before.
        """
        given_anew = {
            "gravity": gravity, "scale": scale, "part": part, "stretch": stretch, "fallback": fallback, "animated": animated,
            "progressive": progressive, "worst_first": worst_first, "eager": eager, "steps": steps,
            "decode_size": decode_size, "changed": changed}  # fmt: skip
        how = {**self._how, **{name: value for name, value in given_anew.items() if value is not None}}
        options = ImageOptions(how["gravity"], how["scale"], part_of_picture("part", how["part"]), how["stretch"])
        if source is None:
            check(lib.lamina_node_set_image_source(self.handle, None, _callbacks.null(_CHANGED), None, _callbacks.null(_callbacks.destroy)))
            return
        for name in ("animated", "progressive", "worst_first", "eager"):
            of_kind(name, bool, how[name])
        if not isinstance(source, (str, os.PathLike, list, tuple)):
            changed = how["changed"] and function("changed", how["changed"])
            self._picture = self._set_picture(source, options, how["animated"])
            self._watch_picture(self._picture, changed)
            self._how = how
            return
        urls = urls_of(source)
        changed = how["changed"] and function("changed", how["changed"])
        flags = _ffi.ImageSourceFlags
        c_options, c_steps = options.to_c(), step_array(how["steps"])
        width, height = pixel_size("decode_size", how["decode_size"])
        given = _ffi.lamina_image_source(
            struct_size=ctypes.sizeof(_ffi.lamina_image_source), url=c_text("source", "\n".join(urls)),
            fallback=None if how["fallback"] is None else of_kind("fallback", Image, how["fallback"]).handle,
            flags=(flags.ANIMATED if how["animated"] else 0) | (flags.PROGRESSIVE if how["progressive"] else 0)
            | (flags.WORST_FIRST if how["worst_first"] else 0) | (flags.EAGER if how["eager"] else 0)
            | (flags.RELOAD if of_kind("reload", bool, reload) else 0),
            options=ctypes.pointer(c_options), steps=c_steps, step_count=len(c_steps),
            width_px=width, height_px=height)  # fmt: skip
        self._watching = watching = _Watching(urls[0])
        key = _callbacks.keep(_callbacks.Entry(self._context, changed, None, watching))
        check(lib.lamina_node_set_image_source(self.handle, ctypes.byref(given), _CHANGED, key, _callbacks.destroy))
        self._picture, self._how = None, how

    def _set_picture(self, source: Any, options: ImageOptions, animated: bool) -> Image:
        if isinstance(source, Image):
            self._show(source, options)
            return source
        is_file = isinstance(source, (bytes, bytearray)) and not hasattr(source, "to_c")
        if not is_file and not isinstance(as_pixels(source), PixelBuffer):
            raise refused_source(source)
        image = Image.begin(self._context, source, animated=animated) if is_file else Image(self._context, as_pixels(source))
        self._show(image, options)
        return image

    def _watch_picture(self, image: Image, changed: "Optional[Callable[[ImageNode, ImageStatus], Any]]") -> None:
        def tell() -> None:
            if changed is not None and self._picture is image and not self.closed:
                changed(self, self.image_status)

        loading = image._loading
        if loading is not None and loading.failure is None and image.state == ImageState.LOADING:
            loading.calls.append(tell)
        elif changed is not None:
            self._context.post(tell)

    def _show(self, image: Image, options: ImageOptions) -> None:
        self.set_image(image, gravity=options.gravity, scale=options.scale, source=options.source, stretch=options.stretch)

    @property
    def image_status(self) -> ImageStatus:
        """What became of the picture. InvalidStateError for a node without a source."""
        if self._picture is not None:
            return _status_of_picture(self._picture)
        found = _ffi.lamina_image_status(struct_size=ctypes.sizeof(_ffi.lamina_image_status))
        check(lib.lamina_node_get_image_status(self.handle, ctypes.byref(found)))
        return _status(found, self._watching)

    async def loaded(self) -> "ImageNode":
        """Waits, in an asyncio loop, until the best picture that there is shows, and returns the node; raises what went
        wrong, with the `response` of a server that refused (without its data). When the same source was set again, it
        waits until the file was looked at, or all was loaded once more. It waits for as long as the node is far
        from being seen, which it is while it is on no surface: `eager` loads it all the same. Attaches the context to
        the running loop. InvalidStateError for a node without a source."""
        if self._picture is not None:
            if not self._picture.closed:
                await self._picture.loaded()
            return self
        self._context.attach()
        while True:
            state = self.image_status.state
            if state == ImageState.LOADED:
                return self
            if state == ImageState.FAILED:
                raise self._watching.failure or InvalidStateError("the picture was not loaded")
            await self._context._wait_for(self._watching.waiting)
