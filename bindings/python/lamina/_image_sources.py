"""From where pictures are: URLs, files, bytes, pixels."""
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, List, Tuple, Union

from . import _ffi
from ._arguments import integer
from .bitmap import Bitmap, PixelBuffer
from .errors import InvalidArgumentError

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def load_flags(reload: bool, only_cached: bool, store: bool) -> int:
    """Those of lamina_load_flags."""
    flags = _ffi.LoadFlags
    return int((flags.RELOAD if reload else 0) | (flags.ONLY_CACHED if only_cached else 0) | (0 if store else flags.NO_STORE))


def is_url(source: object) -> bool:
    """Whether it is a string with a scheme of at least two letters. A path that looks so is "./a:b", or a Path."""
    return isinstance(source, str) and _URL.match(source) is not None


def urls_of(source: Any) -> List[str]:
    """Those of one picture, of a URL or a path, or of several."""
    if not isinstance(source, (list, tuple)):
        return [_url_of("source", source)]
    if not 1 <= len(source) <= 16:
        raise InvalidArgumentError(f"source has {len(source)} URLs or paths of one picture; 1 to 16 are needed")
    return [_url_of(f"source[{place}]", each) for place, each in enumerate(source)]


def _url_of(name: str, source: Any) -> str:
    """A URL as it is, a path as that of its file."""
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"{name} is a URL or the path of a file, not {source!r}")
    path = os.fspath(source)
    if not path:
        raise InvalidArgumentError(f"{name} is empty; a URL or the path of a file is needed")
    if isinstance(source, str) and is_url(source):
        if "\0" in source:
            raise InvalidArgumentError(f"{name} contains a NUL character")
        if "\n" in source:
            raise InvalidArgumentError(f"{name} has a newline in it; several URLs of one picture are a list")
        return source
    return Path(os.path.abspath(os.fsdecode(path))).as_uri()


def refused_source(source: object) -> TypeError:
    """The error for what a picture cannot be made from."""
    return TypeError(
        "source is a URL, the path of a file, its bytes, a Bitmap, a picture of PIL or an array of (rows, columns, 3 or 4), "
        f"not {source!r:.100}"
    )


def pixel_size(name: str, size: Any) -> Tuple[int, int]:
    """A size in pixels; (0, 0) for None."""
    if size is None:
        return 0, 0
    try:
        width, height = size
    except (TypeError, ValueError):
        raise TypeError(f"{name} is a pair (width, height) in pixels, not {size!r}") from None
    return integer(f"the width of {name}", width, 1, 2**31 - 1), integer(f"the height of {name}", height, 1, 2**31 - 1)


def as_pixels(source: Any) -> PixelBuffer:
    """A bitmap as it is; pictures of PIL and arrays as one."""
    if isinstance(source, PixelBuffer):
        return source
    if hasattr(source, "getbands"):
        return Bitmap.from_pil(source)
    if hasattr(source, "__array_interface__"):
        return Bitmap.from_rgba(source)
    return source  # type: ignore[no-any-return] # refused by whoever takes pixels, with what would be right
