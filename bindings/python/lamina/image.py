"""Pictures that nodes show."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import c_path, c_text, function, integer, of_kind
from ._ffi import ImageFit, ImageState
from ._formats import checked_path
from ._handle import Handle, checked_context, handle_of
from ._image_step import ImageStep, step_array
from ._library import lib
from ._image_sources import as_pixels, is_url, load_flags, pixel_size, refused_source
from .bitmap import PixelBuffer, new_image, pixels_of
from .errors import InvalidArgumentError, LaminaError, check
from .style import enum_value

if TYPE_CHECKING:
    import asyncio

    from ._enum_names import ImageFitLike
    from .context import Context

ImageSource = Union[PixelBuffer, bytes, str, "os.PathLike[str]", Any]


class _Loading:
    """How the loading of a picture ended, and who waits for it."""

    def __init__(self) -> None:
        self.failure: Optional[LaminaError] = None
        self.waiting: "List[asyncio.Future[None]]" = []
        self.calls: "List[Callable[[], Any]]" = []  # of nodes that show it

    def end(self, failure: Optional[LaminaError]) -> None:
        self.failure = failure
        waiting, self.waiting[:] = list(self.waiting), []
        for future in waiting:
            if not future.done():
                future.set_result(None)
        calls, self.calls = self.calls, []
        for call in calls:
            call()


class Image(Handle):
    """`Image(context, source)`: a picture for any number of nodes, rows and drawings, set with `node.set_image(image)`.

    The source is a bitmap, a picture of PIL, an array of (rows, columns, 3 or 4), or the bytes or the path of a picture
    file (:class:`ImageFormat`). Of a URL, such as "https://example.org/a.png", it is loaded as by begin(). Its pixels
    exist once, and are scaled once for each size in which the picture is shown. Nodes keep their picture: close it when
    no other node needs it.
    """

    _kind = "image"
    _loading: Optional[_Loading] = None

    def __init__(self, context: Context, source: ImageSource) -> None:
        checked_context(context)
        handle = ctypes.c_void_p()
        if is_url(source):
            self._begin(context, source)
            return
        if isinstance(source, (bytes, bytearray)) and not isinstance(source, PixelBuffer):
            check(lib.lamina_image_create_data(handle_of(context), bytes(source), len(source), ctypes.byref(handle)))
        elif isinstance(source, (str, os.PathLike)):
            path = c_path(checked_path(source))
            check(lib.lamina_image_create_file(handle_of(context), path, len(path), ctypes.byref(handle)))
        else:
            pixels = as_pixels(source)
            if not isinstance(pixels, PixelBuffer):
                raise refused_source(source)
            handle.value = new_image(handle_of(context), pixels_of(pixels))
        self._own(context, handle.value)

    @classmethod
    def begin(
        cls,
        context: Context,
        source: "Union[bytes, str, os.PathLike[str]]",
        *,
        size: Optional[Tuple[int, int]] = None,
        fit: "ImageFitLike" = ImageFit.ASPECT_FIT,
        animated: bool = False,
        steps: Sequence[ImageStep] = (),
        priority: int = 0,
        loaded: Optional[Callable[[Optional[LaminaError]], Any]] = None,
        reload: bool = False,
        only_cached: bool = False,
        store: bool = True,
    ) -> "Image":
        """A picture that a worker loads, from a URL, or the bytes or the path of a file. It can be given to nodes at
        once, which show it when it is there, and until then what they show; `await image.loaded()` waits for it.

        `size` is the size in pixels in which it will be shown: it is decoded no larger. `fit` says how it becomes that
        size. `animated` keeps the file of an animation, whose frames nodes play. `steps` are what becomes of the
        decoded picture, and of each frame. `loaded` is called on the owner thread with None, or with what went wrong.

        A string with a scheme, such as "https://..." or "data:...", is a URL, which Context.load() fetches, and
        `reload`, `only_cached` and `store` are as there. Equal ones with equal steps are fetched and made once, and
        what is in memory is there at once. A path that looks so is given as "./a:b".
        """
        self = cls.__new__(cls)
        self._begin(context, source, size, fit, animated, priority, loaded, reload, only_cached, store, steps)
        return self

    def _begin(
        self, context: Context, source: Any, size: Optional[Tuple[int, int]] = None, fit: "ImageFitLike" = ImageFit.ASPECT_FIT,
        animated: bool = False, priority: int = 0, loaded: Optional[Callable[[Optional[LaminaError]], Any]] = None,
        reload: bool = False, only_cached: bool = False, store: bool = True, steps: Sequence[ImageStep] = (),
    ) -> None:  # fmt: skip
        loading, handle = _Loading(), ctypes.c_void_p()
        width, height = pixel_size("size", size)
        options = _ffi.lamina_image_load_options(
            struct_size=ctypes.sizeof(_ffi.lamina_image_load_options),
            width_px=width, height_px=height, fit=enum_value("fit", ImageFit, fit), animated=of_kind("animated", bool, animated),
            priority=integer("priority", priority, -(2**31), 2**31 - 1),
            load_flags=load_flags(reload, only_cached, store), steps=step_array(steps), step_count=len(steps))  # fmt: skip
        owner = checked_context(context).handle
        if isinstance(source, (bytes, bytearray)):
            begin, data = lib.lamina_image_begin_data, bytes(source)
        elif is_url(source):
            begin, data = lib.lamina_image_begin_url, c_text("source", source)
        elif isinstance(source, (str, os.PathLike)):
            begin, data = lib.lamina_image_begin_file, c_path(checked_path(source))
        else:
            raise TypeError(f"source is a URL, or the bytes or the path of a file, not {source!r:.100}; Image(...) takes pixels")
        loaded = loaded and function("loaded", loaded)
        key = _callbacks.keep(_callbacks.Entry(context, loaded, None, loading))
        check(begin(
            owner, data, len(data), ctypes.byref(options), _callbacks.image_loaded, key, _callbacks.destroy,
            ctypes.byref(handle)))  # fmt: skip
        self._own(context, handle.value)
        self._loading = loading

    def begin_modified(
        self,
        *steps: ImageStep,
        priority: int = 0,
        loaded: Optional[Callable[[Optional[LaminaError]], Any]] = None,
    ) -> "Image":
        """A picture that a worker makes of this one, once it is loaded, by steps that follow each other:

            small = ImageStep.resize(96, 96, "aspect_fill")
            portrait = photo.begin_modified(small, ImageStep.round(48, border=2, color="white"))

        It can be given to nodes at once. That of equal steps is the same, as long as anybody holds it. `priority` and
        `loaded` are as in :meth:`begin`.
        """
        made, loading, handle = Image.__new__(Image), _Loading(), ctypes.c_void_p()
        array = step_array(steps)
        if not steps:
            raise InvalidArgumentError("steps are missing; one such as ImageStep.blur(3) is needed at least")
        loaded = loaded and function("loaded", loaded)
        key = _callbacks.keep(_callbacks.Entry(self._context, loaded, None, loading))
        check(lib.lamina_image_begin_modified(
            self.handle, array, len(steps), integer("priority", priority, -(2**31), 2**31 - 1),
            _callbacks.image_loaded, key, _callbacks.destroy, ctypes.byref(handle)))  # fmt: skip
        made._own(self._context, handle.value)
        made._loading = loading
        return made

    @property
    def state(self) -> ImageState:
        """Whether there are pixels, or will be."""
        return ImageState(lib.lamina_image_get_state(self.handle))

    def cancel(self) -> None:
        """Ends loading; nodes that wait for it keep what they show. InvalidStateError when it is not loading."""
        check(lib.lamina_image_cancel(self.handle))

    async def loaded(self) -> "Image":
        """Waits, in an asyncio loop, until the picture is loaded, and returns it; raises what went wrong.

        Attaches the context to the running loop.
        """
        loading = self._loading
        if loading is not None:
            self._context.attach()
            while loading.failure is None and self.state == ImageState.LOADING:
                await self._context._wait_for(loading.waiting)
            if loading.failure is None and self.state != ImageState.LOADED:
                await self._context._wait_for(loading.waiting)  # cancelled: nobody was told yet
            if loading.failure is not None:
                raise loading.failure
        return self

    @property
    def size(self) -> "tuple[int, int]":
        """Width and height in pixels; (0, 0) as long as the picture is not loaded (see `loaded()` and `state`)."""
        size = lib.lamina_image_get_size(self.handle)
        return int(size.width), int(size.height)

    def _summary(self) -> str:
        return "{} x {}".format(*self.size)
