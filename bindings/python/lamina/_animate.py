"""Methods of Node that animate what is shown of it, and transitions of a context."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import microseconds, number
from ._library import lib
from ._presented import _MISSING, c_field, c_presented
from .animation import Animation, Spring
from .errors import check
from .geometry import ColorLike, PointLike, SizeLike, c_point
from .looks import BoxShadow, CornerRadii, Matrix
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import TransitionEffectLike
    from .context import Context
    from .node import Node


def c_options(
    duration: float = 0.25,
    curve: str = "ease-in-out",
    spring: Optional[Spring] = None,
    decay: Optional[float] = None,
    velocity: Optional[PointLike] = None,
    delay: float = 0.0,
    runs: float = 1.0,
    autoreverses: bool = False,
    speed: float = 1.0,
) -> _ffi.lamina_animation_options:
    """How an animation moves, for C. The options hold what they point to."""
    options = _ffi.lamina_animation_options()
    options.timing = _ffi.AnimationTiming.CURVE
    options.duration_us = microseconds(duration)
    options.curve = curve.encode()
    options.mass, options.drag = 1.0, 0.135
    if spring is not None:
        options.timing = _ffi.AnimationTiming.SPRING
        options.duration_us = microseconds(spring.duration)
        for name in ("bounce", "stiffness", "damping", "mass"):
            setattr(options, name, number(name, getattr(spring, name)))
    elif decay is not None:
        options.timing, options.drag = _ffi.AnimationTiming.DECAY, number("decay", decay)
    options.delay_us, options.run_count = microseconds(delay), number("runs", runs)
    options.speed, options.autoreverses = number("speed", speed), bool(autoreverses)
    if velocity is not None:
        options.has_velocity, options.velocity = True, c_point(velocity)
    return options


def animate(
    node: Node,
    *,
    position: Optional[PointLike] = None,
    size: Optional[SizeLike] = None,
    bounds_origin: Optional[PointLike] = None,
    opacity: Optional[float] = None,
    transform: Union[Matrix, Sequence[float], None] = None,
    corner_radii: Union[CornerRadii, Sequence[float], None] = None,
    background: Optional[ColorLike] = None,
    border_color: Optional[ColorLike] = None,
    shadow: Optional[BoxShadow] = _MISSING,
    z_position: Optional[float] = None,
    done: Optional[Callable[[bool], Any]] = None,
    **how: Any,
) -> Animation:
    """Animates values from what is shown to what is given, which then stays presented, as with present(). What moves
    already goes on with its velocity. For the owner thread only.

    How: `duration` (0.25 s) and `curve` ("ease-in-out", or another easing function of CSS), or a `spring`, or a `decay`
    (the share of the velocity that is left after a second); `velocity` of position and bounds origin, `delay`, `runs`
    (float("inf"): for ever), `autoreverses` and `speed`. `done` receives whether it came to its end, once.
    """
    given = {
        "position": position, "size": size, "bounds_origin": bounds_origin, "opacity": opacity, "transform": transform,
        "corner_radii": corner_radii, "background": background, "border_color": border_color, "z_position": z_position,
    }  # fmt: skip
    named: "Dict[str, Any]" = {name: value for name, value in given.items() if value is not None}
    if shadow is not _MISSING:
        named["shadow"] = shadow
    return _begin(node, c_presented(named), c_options(**how), done)


def animate_to_model(node: Node, *names: str, done: Optional[Callable[[bool], Any]] = None, **how: Any) -> Animation:
    """Animates the named values ("position", "opacity" ...) from what is shown to what the node has, and follows it
    when that changes; then nothing is presented in their place. How: as for animate(). For the owner thread only."""
    values, options = _ffi.lamina_presented_values(), c_options(**how)
    for name in names:
        values.fields |= c_field(name)
    options.ends_at_model = True
    return _begin(node, values, options, done)


def animate_keyframes(
    node: Node,
    keyframes: "Sequence[Tuple[float, Dict[str, Any]]]",
    *,
    curve: str = "linear",
    done: Optional[Callable[[bool], Any]] = None,
    **how: Any,
) -> Animation:
    """Animates values from what is shown through those of keyframes, each with the share of the duration at which it
    has them: `node.animate_keyframes([(0.3, {"opacity": 1.0}), (1, {"opacity": 0.5})], duration=2)`. `curve` is that
    between two of them; a keyframe may have its own as "curve". All else is as for animate()."""
    array = (_ffi.lamina_keyframe * len(keyframes))(*(_ffi.lamina_keyframe() for _ in keyframes))
    for place, (at, values) in zip(array, keyframes):
        named = dict(values)
        place.at, place.curve = number("at", at), str(named.pop("curve", curve)).encode()
        place.values = ctypes.pointer(c_presented(named))
    return _started(
        node, done, lambda *rest: lib.lamina_node_add_keyframe_animation(
            node.handle, array, len(array), ctypes.byref(c_options(**how)), *rest))  # fmt: skip


def _begin(
    node: Node,
    values: _ffi.lamina_presented_values,
    options: _ffi.lamina_animation_options,
    done: Optional[Callable[[bool], Any]],
) -> Animation:
    return _started(
        node, done, lambda *rest: lib.lamina_node_add_animation(
            node.handle, ctypes.byref(values), ctypes.byref(options), *rest))  # fmt: skip


def _started(node: Node, done: Optional[Callable[[bool], Any]], begin: Callable[..., int]) -> Animation:
    found = ctypes.c_uint64()
    if done is not None and not callable(done):
        raise TypeError(f"a function is needed, not {done!r}")
    animation = Animation(node.context, done)
    key = _callbacks.keep(_callbacks.Entry(node.context, animation._end))
    check(begin(_callbacks.animation_done, key, _callbacks.destroy, ctypes.byref(found)))
    animation.number = found.value
    return animation


class Transition:
    """What changes within `with context.transition():` shows as a movement. It goes on by itself after the block."""

    __slots__ = ("_context", "_options", "_done", "finished", "__weakref__")

    def __init__(
        self, context: Context, appears: TransitionEffectLike, leaves: TransitionEffectLike,
        done: Optional[Callable[[bool], Any]], animation: _ffi.lamina_animation_options,
    ) -> None:  # fmt: skip
        if done is not None and not callable(done):
            raise TypeError(f"a function is needed, not {done!r}")
        self._context, self._done = context, done
        self._options = _ffi.lamina_transition_options()
        self._options.animation = ctypes.pointer(animation)
        self._options.appears = enum_value("appears", _ffi.TransitionEffect, appears)
        self._options.leaves = enum_value("leaves", _ffi.TransitionEffect, leaves)
        #: Whether all its movements came to their ends; None while they are under way.
        self.finished: Optional[bool] = None

    def __repr__(self) -> str:
        state = "under way" if self.finished is None else "finished" if self.finished else "interrupted"
        return f"<lamina.Transition {state}>"

    def __enter__(self) -> Transition:
        check(lib.lamina_context_begin_transition(self._context.handle, ctypes.byref(self._options)))
        return self

    def __exit__(self, *error: object) -> None:
        key = _callbacks.keep(_callbacks.Entry(self._context, self._end))
        check(lib.lamina_context_end_transition(self._context.handle, _callbacks.animation_done, key, _callbacks.destroy))

    def _end(self, finished: bool) -> None:
        self.finished = finished
        if self._done is not None:
            self._done(finished)
