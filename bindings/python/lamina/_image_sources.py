"""From where pictures are: URLs, files, bytes, pixels."""
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Union

from . import _ffi
from .bitmap import Bitmap, PixelBuffer

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def load_flags(reload: bool, only_cached: bool, store: bool) -> int:
    """Those of lamina_load_flags."""
    flags = _ffi.LoadFlags
    return int((flags.RELOAD if reload else 0) | (flags.ONLY_CACHED if only_cached else 0) | (0 if store else flags.NO_STORE))


def is_url(source: object) -> bool:
    """Whether it is a string with a scheme of at least two letters. A path that looks so is "./a:b", or a Path."""
    return isinstance(source, str) and _URL.match(source) is not None


def url_of(source: "Union[str, os.PathLike[str]]") -> str:
    """A URL as it is, a path as that of its file."""
    return source if isinstance(source, str) and is_url(source) else Path(os.path.abspath(os.fspath(source))).as_uri()


def as_pixels(source: Any) -> PixelBuffer:
    """A bitmap as it is; pictures of PIL and arrays as one."""
    if isinstance(source, PixelBuffer):
        return source
    if hasattr(source, "getbands"):
        return Bitmap.from_pil(source)
    if hasattr(source, "__array_interface__"):
        return Bitmap.from_rgba(source)
    return source  # type: ignore[no-any-return] # refused by whoever takes pixels, with what would be right
