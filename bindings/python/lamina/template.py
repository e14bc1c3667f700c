"""Pictures of many rows of data in one form, made on native threads from beginning to end.

    form = lamina.Template({"width": 320, "root": {"kind": "text", "text": "{name}: {price}"}})
    for picture in form.render(rows, workers=4):
        picture.save(...)
"""
from __future__ import annotations

import codecs
import os
from typing import TYPE_CHECKING, Any, AsyncIterable, AsyncIterator, Dict, Iterable, Iterator, Literal, Mapping, Optional, Tuple, Union, overload

from ._arguments import counted, file_bytes, integer, of_kind, truth
from ._ffi import ImageFormat, TreeKind
from ._keeper import KeptContext
from ._rows import JpegPicture, NativeTemplate, Picture, PictureFile, PngPicture, Row, RowOptions, job_pictures, wants_rows
from ._rows_async import job_pictures_async
from ._row_values import default_value, dumps, repeated_slots, slot_kinds
from ._rows_elsewhere import render_elsewhere
from ._template_json import item_json, read_template
from .context import Context, Limits
from .errors import InvalidArgumentError, LaminaError
from .geometry import ColorLike, c_color
from .threads import thread_context
from .tree import Item, node

if TYPE_CHECKING:
    import concurrent.futures

    from typing_extensions import Unpack

    from ._keywords import OneRenderKeywords, OtherAsyncRenderKeywords, OtherRenderKeywords

    _AsyncRows = Union[Iterable[Row], AsyncIterable[Row]]
    _Format = Union[str, ImageFormat]
    _Pixels = Literal["bitmap"]
    _Png = Literal["png", ImageFormat.PNG]
    _File = Literal["jpeg", "jpg", "webp", "qoi", "raw", ImageFormat.JPEG, ImageFormat.WEBP, ImageFormat.QOI, ImageFormat.RAW]

__all__ = ["JpegPicture", "Picture", "PictureFile", "PngPicture", "Template"]

_LONGEST = 16 << 20  # bytes of JSON that the library reads
_NICENESS = 10  # of workers that render() makes


class Template:
    """A tree with slots, read once.

    `tree` is a description from lamina.tree (a spec is wrapped in a node), a dict or JSON text of a node, the dict or
    JSON text of a whole template (with "root"), or the Path of a file; a byte order mark is skipped. `width` and
    `height` are in logical units; by default the content determines them. `defaults` are for slots without a value in a
    row; they add to those of a whole template, and override ones of the same name. Errors raise a LaminaError that
    names the member.

    Templates are values: they can be pickled and used from any thread.
    """

    def __init__(
        self,
        tree: "Union[Item, Mapping[str, Any], str, bytes, os.PathLike[str]]",
        *,
        width: Optional[float] = None,
        height: Optional[float] = None,
        background: Optional[ColorLike] = None,
        defaults: Optional[Mapping[str, Any]] = None,
    ) -> None:
        if isinstance(tree, os.PathLike):
            tree = file_bytes(tree, _LONGEST)
        elif isinstance(tree, str) and tree.endswith(".json"):  # no JSON ends like this
            raise InvalidArgumentError(f"the template {tree!r} is not JSON but the name of a file: pass pathlib.Path({tree!r})")
        if defaults is not None and not isinstance(defaults, Mapping):
            raise TypeError(f"defaults are a mapping from slots to values, not {defaults!r}")
        added: Dict[str, Any] = {"width": width, "height": height}
        if background is not None:
            color = c_color(background, "background")
            added["background"] = [color.red, color.green, color.blue, color.alpha]
        added = {name: value for name, value in added.items() if value is not None}
        text = None
        if isinstance(tree, Item) and tree.kind not in (TreeKind.NODE, TreeKind.TEXT, TreeKind.EXISTING_NODE):
            tree = node(None, tree)
        if isinstance(tree, (str, bytes)):
            text = tree if isinstance(tree, bytes) else tree.encode("utf-8", "surrogatepass")
            text = text.removeprefix(codecs.BOM_UTF8)
        given: Any = item_json(tree) if isinstance(tree, Item) else tree if text is None else read_template(text)
        if not isinstance(given, Mapping) or "root" not in given:
            given, text = {"root": given}, None
        if defaults is not None:
            known = given.get("defaults", {})
            if isinstance(known, Mapping):  # the library says what is wrong with another
                kinds, repeated = slot_kinds(given["root"]), repeated_slots(given["root"])

                def takes_files(slot: str) -> bool:
                    return kinds.get(slot) == "image"

                def default(slot: str) -> Any:
                    return defaults[slot] if slot in repeated else default_value(slot, defaults[slot], takes_files)

                added["defaults"] = {**known, **{slot: default(slot) for slot in defaults}}
        if text is None or added:  # otherwise as it is: the library names line and column
            try:
                text = dumps({**given, **added})
            except TypeError as error:
                raise InvalidArgumentError(f"the template is not JSON: {error}") from None
            except ValueError as error:
                raise InvalidArgumentError(f"the template is not JSON: {error} (an inset that pushes is \"auto\" there)") from None
        self._json = text
        # What is wrong with it shows here, and not at the first row.
        with Context(0) as context, NativeTemplate(context, text) as native:
            self.slots: Tuple[str, ...] = native.slots

    def __reduce__(self) -> Any:
        return Template, (self._json,)

    @property
    def json(self) -> str:
        """The template as JSON, from which an equal one can be created."""
        return self._json.decode("utf-8", "surrogatepass")

    # What comes out, by `format` and `errors`. The last two are for those that are known only when the program runs.

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _Pixels = ..., errors: Literal["raise"] = ..., **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[Picture]: ...

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _Pixels = ..., errors: Literal["return"], **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[Union[Picture, LaminaError]]: ...

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _Png, errors: Literal["raise"] = ..., **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[PngPicture]: ...

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _Png, errors: Literal["return"], **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[Union[PngPicture, LaminaError]]: ...

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _File, errors: Literal["raise"] = ..., **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[PictureFile]: ...

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _File, errors: Literal["return"], **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[Union[PictureFile, LaminaError]]: ...

    @overload
    def render(
        self, rows: Iterable[Row], *, format: _Format, errors: str = ..., **others: Unpack[OtherRenderKeywords]
    ) -> Iterator[Any]: ...

    @overload
    def render(self, rows: Iterable[Row], *, errors: str, **others: Unpack[OtherRenderKeywords]) -> Iterator[Any]: ...

    def render(
        self,
        rows: Iterable[Row],
        *,
        workers: Optional[int] = None,
        format: "_Format" = "bitmap",
        scale: float = 1.0,
        background: Optional[ColorLike] = None,
        look_ahead: int = 0,
        image_folder: "Union[str, os.PathLike[str], None]" = None,
        errors: str = "raise",
        quality: int = 85,
        lossless: bool = False,
        outside_images: bool = False,
        urls: bool = False,
        limits: Optional[Limits] = None,
        context: Optional[Context] = None,
        executor: "Optional[concurrent.futures.Executor]" = None,
        chunk_size: int = 64,
    ) -> "Iterator[Any]":
        """Yields the picture of each row, in order: a Picture, or the bytes of a file with format="png", "jpeg" or
        "jpg", "webp", "qoi" or "raw", or a member of ImageFormat; `quality` 1..100 is for JPEG and WebP, `lossless` for
        WebP.

        `rows` is any iterable, or what a List takes: a table of pandas, Arrow or polars, a cursor, QueryRows. A row is
        a mapping from slots to strings, numbers, booleans, dates and times, colours, lists of mappings for repeated
        elements and, for images, bitmaps, paths or the bytes of files (or, if many rows show one, an Image of
        `context`); a sequence, whose slots are {0}, {1} ...; or a JSON object as text. Rows are taken as
        pictures are requested, at most `look_ahead` ahead (0: 16 for each worker, at least 16). Each is copied before
        the next one is taken, so that one dict or bitmap may be reused for all. If `rows` raises, the pictures of the
        rows before come first. All work is done on native threads: other Python threads run meanwhile. Several threads
        may take the pictures, one at a time, as with asyncio.to_thread(next, pictures), and any of them may be the
        last, or close() the iterator.

        Pictures are read from `image_folder` only, whatever paths a row has, unless `outside_images` is true. With
        `urls` a row may name them by URLs such as "https://example.org/a.png", too, which are loaded before it is drawn
        (what loads are held to is set_loader_options() of `context`). `limits` say how much work a row may cause (None:
        those of the context).

        `workers` threads draw (None: one for each core), in a context of their own; or those of `context`. Threads of
        their own yield to the program's others (a niceness of 10), because a thread that has the interpreter lock and
        no core blocks all that need it. With an `executor` of concurrent.futures (threads, processes, or
        dask.distributed's get_executor()), its tasks draw `chunk_size` rows each instead, and rows are taken two tasks
        ahead for each of its workers. A row that cannot be drawn raises its error and ends the iteration; with
        errors="return", the exception takes the place of its picture, and the others continue.
        """
        rows = wants_rows(rows)
        options = checked_options(
            format, scale, background, look_ahead, image_folder, errors, quality, lossless, outside_images, urls, limits)  # fmt: skip
        if context is not None:
            of_kind("context", Context, context)
        if executor is not None:
            if not hasattr(executor, "submit"):
                raise TypeError(f"an executor of concurrent.futures is needed, not {executor!r}")
            size = integer("chunk_size", chunk_size, 1, 1_000_000)
            found = render_elsewhere(self._json, self.slots, rows, options, executor, size)
        else:
            _check_workers(workers, context)
            found = self._render(rows, options, workers, context)
        return _raising(found) if errors == "raise" else found

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _Pixels = ..., errors: Literal["raise"] = ..., **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[Picture]: ...

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _Pixels = ..., errors: Literal["return"], **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[Union[Picture, LaminaError]]: ...

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _Png, errors: Literal["raise"] = ..., **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[PngPicture]: ...

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _Png, errors: Literal["return"], **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[Union[PngPicture, LaminaError]]: ...

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _File, errors: Literal["raise"] = ..., **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[PictureFile]: ...

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _File, errors: Literal["return"], **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[Union[PictureFile, LaminaError]]: ...

    @overload
    def render_async(
        self, rows: _AsyncRows, *, format: _Format, errors: str = ..., **others: Unpack[OtherAsyncRenderKeywords]
    ) -> AsyncIterator[Any]: ...

    @overload
    def render_async(self, rows: _AsyncRows, *, errors: str, **others: Unpack[OtherAsyncRenderKeywords]) -> AsyncIterator[Any]: ...

    async def render_async(
        self,
        rows: _AsyncRows,
        *,
        format: "_Format" = "bitmap",
        scale: float = 1.0,
        background: Optional[ColorLike] = None,
        workers: Optional[int] = None,
        context: Optional[Context] = None,
        look_ahead: int = 0,
        image_folder: "Union[str, os.PathLike[str], None]" = None,
        errors: str = "raise",
        quality: int = 85,
        lossless: bool = False,
        outside_images: bool = False,
        urls: bool = False,
        limits: Optional[Limits] = None,
    ) -> "AsyncIterator[Any]":
        """The same for asyncio: `async for picture in form.render_async(rows, workers=2)`. The running loop drives the
        context, one of its own or `context`, and is notified when a picture is ready: no thread waits. `rows` may be
        asynchronous, too, such as an async generator. Rows are taken on the loop's thread."""
        rows = wants_rows(rows, hasattr(rows, "__aiter__"))
        options = checked_options(
            format, scale, background, look_ahead, image_folder, errors, quality, lossless, outside_images, urls, limits)  # fmt: skip
        if context is not None:
            of_kind("context", Context, context)
        _check_workers(workers, context)
        own = Context(workers, worker_niceness=_NICENESS) if context is None else None
        pictures: "Optional[AsyncIterator[Any]]" = None
        try:
            driven = own or context
            assert driven is not None
            driven.attach()
            limit = workers if own is None else None
            pictures = job_pictures_async(driven, self._json, rows, options, limit)
            async for picture in pictures:
                if errors == "raise" and isinstance(picture, LaminaError):
                    raise picture
                yield picture
        finally:
            if pictures is not None:
                await pictures.aclose()  # type: ignore[attr-defined]
            if own is not None:
                own.close()

    @overload
    def render_one(self, row: Row, *, format: _Pixels = ..., **others: Unpack[OneRenderKeywords]) -> Picture: ...

    @overload
    def render_one(self, row: Row, *, format: _Png, **others: Unpack[OneRenderKeywords]) -> PngPicture: ...

    @overload
    def render_one(self, row: Row, *, format: _File, **others: Unpack[OneRenderKeywords]) -> PictureFile: ...

    @overload
    def render_one(self, row: Row, *, format: _Format, **others: Unpack[OneRenderKeywords]) -> Any: ...

    def render_one(
        self,
        row: Row,
        *,
        format: "_Format" = "bitmap",
        scale: float = 1.0,
        background: Optional[ColorLike] = None,
        image_folder: "Union[str, os.PathLike[str], None]" = None,
        quality: int = 85,
        lossless: bool = False,
        outside_images: bool = False,
        urls: bool = False,
        limits: Optional[Limits] = None,
        context: Optional[Context] = None,
    ) -> Any:
        """The picture of one row, as by render(), for a server that draws one for each request. Draws with `context`,
        by default with thread_context(), that of the calling thread."""
        options = checked_options(
            format, scale, background, 0, image_folder, "raise", quality, lossless, outside_images, urls, limits)  # fmt: skip
        drawing = thread_context() if context is None else of_kind("context", Context, context)
        (picture,) = _raising(job_pictures(drawing, self._json, [row], options, None))
        return picture

    def _repr_png_(self) -> Optional[bytes]:
        """Jupyter shows this: the picture of a template without slots, or whose slots have defaults."""
        try:
            return bytes(self.render_one({}, format="png"))
        except LaminaError:
            return None

    def _render(
        self, rows: Iterable[Row], options: RowOptions, workers: Optional[int], context: Optional[Context]
    ) -> Iterator[Any]:
        if context is not None:
            yield from job_pictures(context, self._json, rows, options, workers)
            return
        with KeptContext(workers, worker_niceness=_NICENESS) as own:  # whichever thread takes the last picture
            yield from job_pictures(own, self._json, rows, options, None)

    def __repr__(self) -> str:
        return f"<lamina.Template with {counted(len(self.slots), 'slot')}>"


def _check_workers(workers: Optional[int], context: Optional[Context]) -> None:
    if workers is not None:
        integer("workers", workers, 0 if context is None else 1, 64)


def checked_options(
    format: "_Format", scale: float, background: Optional[ColorLike], look_ahead: int,
    image_folder: "Union[str, os.PathLike[str], None]", errors: str, quality: int, lossless: bool,
    outside_images: bool, urls: bool, limits: Optional[Limits],
) -> RowOptions:  # fmt: skip
    if errors not in ("raise", "return"):
        raise InvalidArgumentError(f'errors is {errors!r}; "raise" or "return" is needed')
    if limits is not None:
        of_kind("limits", Limits, limits)
    name = _format_name(format)
    return RowOptions(
        name, scale, background, look_ahead, image_folder, quality, truth(lossless, "lossless"),
        truth(outside_images, "outside_images"), truth(urls, "urls"), limits)  # fmt: skip


def _format_name(format: "_Format") -> str:
    """As RowOptions has it."""
    if isinstance(format, ImageFormat):
        return format.name.lower()
    name = {"jpg": "jpeg"}.get(format.lower(), format.lower()) if isinstance(format, str) else None
    if name not in ("bitmap", "png", "jpeg", "webp", "qoi", "raw"):
        raise InvalidArgumentError(f'format is {format!r}; "bitmap", "png", "jpeg", "webp", "qoi", "raw" or an ImageFormat is needed')
    return name


def _raising(found: Iterator[Any]) -> Iterator[Any]:
    try:
        for picture in found:
            if isinstance(picture, LaminaError):
                raise picture
            yield picture
    finally:
        close = getattr(found, "close", None)
        if close is not None:
            close()
