"""Methods of Node and Context that animate."""
from __future__ import annotations

import collections.abc
import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _callbacks, _ffi
from ._arguments import function, number, of_kind
from ._library import lib
from ._presented import _MISSING, CONVERTERS, c_field, c_given, c_presented
from .animation import Animation, Curve, Spring, c_curve, c_options, refuse_unknown
from .errors import InvalidArgumentError, check
from .geometry import ColorLike, PointLike, SizeLike
from .looks import BoxShadow, CornerRadii, Gradient, Matrix

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keywords import AnimateKeywords, HowKeywords, PaceKeywords
    from .context import Context
    from .node import Node


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
    gradient: Optional[Gradient] = _MISSING,
    z_position: Optional[float] = None,
    contents_anchor: Optional[PointLike] = None,
    done: Optional[Callable[[bool], Any]] = None,
    **how: "Unpack[AnimateKeywords]",
) -> Animation:
    """Animates values from what is shown to what is given, which then stays presented, as with present(). What moves
    already goes on with its velocity. For the owner thread only.

    How: `duration` (0.25 s) and `curve` ("ease-in-out", another easing function of CSS, or a function of your own that
    says which share of the way is over at a share of the time: it is called at once, 1,025 times, and an exception of
    it passes), or a `spring`, or a `decay` (the share of the velocity that is left after a second); `velocity` of
    position and bounds origin, `delay`, `runs` (float("inf"): for ever), `autoreverses` and `speed`. With `adds` the
    values are differences, which are added to what is shown otherwise and go to none: a push on top of a move (of
    position, bounds_origin, transform and z_position). What begins within context.transition() belongs to that. `done`
    receives whether it came to its end, once.
    """
    values = c_given(
        position=position, size=size, bounds_origin=bounds_origin, opacity=opacity, transform=transform,
        corner_radii=corner_radii, background=background, border_color=border_color, shadow=shadow,
        gradient=gradient, z_position=z_position, contents_anchor=contents_anchor)  # fmt: skip
    refuse_unknown(how, (*CONVERTERS, "contents_anchor", "done"))
    return _begin(node, values, c_options(**how), done)


def animate_to_model(node: Node, *names: str, done: Optional[Callable[[bool], Any]] = None, **how: "Unpack[AnimateKeywords]") -> Animation:
    """Animates the named values ("position", "opacity" ...) from what is shown to what the node has, and follows it
    when that changes; then nothing is presented in their place. How: as for animate(). For the owner thread only."""
    values, options = _ffi.lamina_presented_values(), c_options(**how)
    for name in names:
        values.fields |= c_field(name)
    if options.timing == _ffi.AnimationTiming.DECAY:
        raise InvalidArgumentError("decay does not lead to the model: it ends where the velocity leads")
    options.ends_at_model = True
    return _begin(node, values, options, done)


def animate_keyframes(
    node: Node,
    keyframes: "Sequence[Tuple[float, Dict[str, Any]]]",
    *,
    curve: Curve = "linear",
    done: Optional[Callable[[bool], Any]] = None,
    **how: "Unpack[PaceKeywords]",
) -> Animation:
    """Animates values from what is shown through those of keyframes, each with the share of the duration at which it
    has them: `node.animate_keyframes([(0.3, {"opacity": 1.0}), (1, {"opacity": 0.5})], duration=2)`. `curve` is that
    between two of them; a keyframe may have its own as "curve". With `adds` they are differences, from none, and none
    at the end: a shake on top of what moves. All else is as for animate()."""
    if isinstance(keyframes, (str, bytes)) or not isinstance(keyframes, collections.abc.Sequence):
        raise TypeError(f"keyframes is a list of pairs (share, values), not {keyframes!r}")
    if not keyframes:
        raise InvalidArgumentError("keyframes is empty; an animation passes at least one")
    array = (_ffi.lamina_keyframe * len(keyframes))(*(_ffi.lamina_keyframe() for _ in keyframes))
    for index, frame in enumerate(keyframes):
        if not isinstance(frame, tuple) or len(frame) != 2 or not isinstance(frame[1], dict):
            raise TypeError(
                f"keyframes[{index}] is {frame!r}; a pair (share, values) is needed, as (0.5, {{'opacity': 1}})")  # fmt: skip
        named = dict(frame[1])
        array[index].at = number(f"the share of keyframes[{index}]", frame[0])
        array[index].curve = c_curve(named.pop("curve", curve))
        try:
            array[index].values = ctypes.pointer(c_presented(named))
        except (TypeError, InvalidArgumentError) as error:
            raise type(error)(f"keyframes[{index}]: {error}") from None
    return _started(
        node.context, done, lambda *rest: lib.lamina_node_add_keyframe_animation(
            node.handle, array, len(array), ctypes.byref(c_options(**how)), *rest))  # fmt: skip


def _begin(
    node: Node,
    values: _ffi.lamina_presented_values,
    options: _ffi.lamina_animation_options,
    done: Optional[Callable[[bool], Any]],
) -> Animation:
    if not values.fields:
        raise InvalidArgumentError(f"no value is given; there are {', '.join(CONVERTERS)}")
    return _started(
        node.context, done, lambda *rest: lib.lamina_node_add_animation(
            node.handle, ctypes.byref(values), ctypes.byref(options), *rest))  # fmt: skip


def _started(
    context: Context, done: Optional[Callable[[bool], Any]], begin: Callable[..., int], *more: Any
) -> Animation:
    found = ctypes.c_uint64()
    if done is not None:
        function("done", done)
    animation = Animation(context, done)
    key = _callbacks.keep(_callbacks.Entry(context, animation._end, *more))
    check(begin(_callbacks.animation_done, key, _callbacks.destroy, ctypes.byref(found)))
    animation.number = found.value
    return animation


def set_default_animation(node: Node, *names: str, **how: "Unpack[AnimateKeywords]") -> None:
    """Has changes of the named values ("position", "opacity" ...) show as movements whenever somebody makes them, also
    outside of context.transition(). Replaces the ones set before; without names it ends that. How: as for animate().
    For the owner thread only."""
    fields = 0
    for name in names:
        fields |= c_field(name)
    check(lib.lamina_node_set_default_animation(node.handle, fields, ctypes.byref(c_options(**how))))


def animate_values(
    context: Context,
    start: Sequence[float],
    end: Sequence[float],
    move: Callable[[List[float]], Any],
    *,
    velocity: Optional[Sequence[float]] = None,
    replaces: Optional[Animation] = None,
    done: Optional[Callable[[bool], Any]] = None,
    **how: "Unpack[HowKeywords]",
) -> Animation:
    """Moves numbers of your own from `start` to `end`, up to 4,096: `move` gets a list of them in each frame, the last
    time at their end. `replaces`: an animation of as many numbers, which ends; the new one goes on from where it is, as
    fast, whatever `start` says. How: as for Node.animate(), with a `velocity` for each number, a second. For the owner
    thread only."""
    function("move", move)
    values = _ffi.lamina_value_animation()
    for name, given in (("start", start), ("end", end), ("velocity", velocity)):
        if given is not None and not hasattr(given, "__len__"):
            raise TypeError(f"{name} is a sequence of numbers, not {given!r}")
    for name, given in (("start", start), ("velocity", velocity)):
        if given is not None and len(given) != len(end):
            raise InvalidArgumentError(f"{name} has {len(given)} numbers and end {len(end)}; as many are needed")
    if not len(end):
        raise InvalidArgumentError("end is empty; 1 to 4,096 numbers are needed")
    doubles = ctypes.c_double * len(end)
    values.count, values.end = len(end), doubles(*(number("end", value) for value in end))
    values.start = doubles(*(number("start", value) for value in start))
    if velocity is not None:
        values.velocity = doubles(*(number("velocity", value) for value in velocity))
    if replaces is not None:
        values.replaces = of_kind("replaces", Animation, replaces).number
    return _started(
        context, done, lambda done_fn, *rest: lib.lamina_context_add_value_animation(
            context.handle, ctypes.byref(values), ctypes.byref(c_options(**how)), _callbacks.values_moved, done_fn, *rest),
        move)  # fmt: skip
