"""Single fields of a node's style: a lamina_style with a mask."""
from __future__ import annotations

import math
from typing import Any

from . import _ffi
from ._library import lib
from .errors import check
from .geometry import Dimension, c_dimension


def set_fields(handle: int, **fields: Any) -> None:
    """Sets these fields of the style, given as C has them, and leaves the others."""
    mask = 0
    for name in fields:
        mask |= _ffi.StyleFields[name.upper()]
    check(lib.lamina_node_set_style(handle, _ffi.lamina_style(fields=mask, **fields)))


def points(length: float) -> _ffi.lamina_dimension:
    """A length in points; infinity is no limit."""
    return c_dimension(None if length == math.inf else length)
