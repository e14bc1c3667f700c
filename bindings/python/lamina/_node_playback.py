"""Methods of Node about animations: pictures that were loaded with `animated`."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Optional

from . import _ffi
from ._arguments import integer, number
from ._library import lib
from ._record import record
from .errors import check

if TYPE_CHECKING:
    from .node import Node


@record(frozen=True)
class PlaybackState:
    """Where an animation stands."""

    #: The frame that is due, from 0, of so many.
    frame: int
    frame_count: int
    #: How often it has been played to its end; then its last frame stays.
    plays_done: int
    has_ended: bool


def set_playback(node: Node, *, paused: bool = False, speed: float = 1.0, plays: Optional[int] = None) -> None:
    """Sets how the node plays the animation that it shows. `speed` 1 is as the file says; `plays` is how often, 0 for
    ever, None as often as the file says. InvalidStateError for a node that shows no animation."""
    playback = _ffi.lamina_playback(
        struct_size=ctypes.sizeof(_ffi.lamina_playback), paused=bool(paused), speed=number("speed", speed),
        plays=-1 if plays is None else integer("plays", plays, 0, 2**31 - 1))  # fmt: skip
    check(lib.lamina_node_set_playback(node.handle, ctypes.byref(playback)))


def playback_state(node: Node) -> PlaybackState:
    """Where the animation of the node stands. InvalidStateError for a node that shows none."""
    found = _ffi.lamina_playback_state(struct_size=ctypes.sizeof(_ffi.lamina_playback_state))
    check(lib.lamina_node_get_playback_state(node.handle, ctypes.byref(found)))
    return PlaybackState(found.frame, found.frame_count, found.plays_done, found.has_ended)
