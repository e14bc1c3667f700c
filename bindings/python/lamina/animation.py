"""Animations of what is presented."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterable, List, Optional, Sequence, Union, cast

from . import _ffi
from ._arguments import c_string, duration as duration_us, finite, number, of_kind
from ._library import lib
from ._record import record
from .errors import InvalidArgumentError, check
from .geometry import PointLike, c_point

if TYPE_CHECKING:
    import asyncio

    from typing_extensions import Unpack

    from ._asyncio import Driver
    from ._keywords import HowKeywords
    from .context import Context


@record(frozen=True)
class Spring:
    """A spring: by its period in seconds and its bounce (0: none, up to 0.99; below 0, above -1, it is slower), or by
    stiffness and damping, with a mass."""

    duration: float = 0.5
    bounce: float = 0.0
    stiffness: float = 0.0
    damping: float = 0.0
    mass: float = 1.0


#: An easing function of CSS, or a function that says which share of the way is over at a share of the time, 0 to 1.
Curve = Union[str, Callable[[float], float]]

#: At so many even places from 0 to 1 a function is asked.
_PLACES = 1025


def c_curve(curve: Curve) -> bytes:
    """A curve for C: a function is asked at once, and gives way to lines between its answers."""
    if not callable(curve):
        return c_string("curve", curve)
    answers = (finite("an answer of the curve", curve(place / (_PLACES - 1))) for place in range(_PLACES))
    # As text: an exception of the function passes, which it could not through C.
    return b"linear(" + ",".join(map(repr, answers)).encode() + b")"


#: What says how something moves.
_HOW = ("duration", "curve", "spring", "decay", "velocity", "delay", "runs", "autoreverses", "speed", "adds")


def refuse_unknown(names: Iterable[str], values: Sequence[str] = (), options: Sequence[str] = ()) -> None:
    """TypeError for names that do not say how something moves, with the one that may be meant, of `values` and
    `options`, too."""
    for name in names:
        if name in _HOW:
            continue
        from difflib import get_close_matches

        known = (*values, *options, *_HOW)
        meant = "".join(f"do you mean {close!r}? " for close in get_close_matches(name, known, 1))
        what = "what moves, or how" if values else "how something moves"
        raise TypeError(f"{name!r} does not say {what}; {meant}there are {', '.join(known)}")


def c_options(
    duration: Optional[float] = None,
    curve: Optional[Curve] = None,
    spring: Optional[Spring] = None,
    decay: Optional[float] = None,
    velocity: Optional[PointLike] = None,
    delay: float = 0.0,
    runs: float = 1.0,
    autoreverses: bool = False,
    speed: float = 1.0,
    adds: bool = False,
    **unknown: Any,
) -> _ffi.lamina_animation_options:
    """How an animation moves, for C. The options hold what they point to."""
    refuse_unknown(unknown)
    options = _ffi.lamina_animation_options()
    options.timing = _ffi.AnimationTiming.CURVE
    options.duration_us, options.mass, options.drag = 250_000, 1.0, 0.135
    given = [name for name, value in (("spring", spring), ("decay", decay)) if value is not None]
    given += [name for name, value in (("duration", duration), ("curve", curve)) if value is not None and given]
    if len(given) > 1:
        raise InvalidArgumentError(f"{given[0]} and {given[1]} do not go together: one of them says how it moves")
    if duration is not None:
        options.duration_us = duration_us("duration", duration)
    if curve is not None:
        options.curve = c_curve(curve)
    if spring is not None:
        _fill_spring(options, of_kind("spring", Spring, spring))
    elif decay is not None:
        options.timing, options.drag = _ffi.AnimationTiming.DECAY, number("decay", decay)
        if not 0 < options.drag < 1:
            raise InvalidArgumentError(f"decay is {decay}; it must lie between 0 and 1")
    options.delay_us, options.run_count = duration_us("delay", delay), number("runs", runs)
    if not options.run_count > 0:
        raise InvalidArgumentError(f'runs is {runs}; it must be above 0, up to float("inf")')
    options.speed, options.autoreverses = number("speed", speed), bool(autoreverses)
    options.adds = bool(adds)
    if velocity is not None:
        options.has_velocity, options.velocity = True, c_point(velocity, "velocity")
    return options


def _fill_spring(options: _ffi.lamina_animation_options, spring: Spring) -> None:
    options.timing = _ffi.AnimationTiming.SPRING
    options.duration_us = duration_us("the spring's duration", spring.duration)
    for name in ("bounce", "stiffness", "damping", "mass"):
        setattr(options, name, number(name, getattr(spring, name)))


class Animation:
    """An animation that has begun. It goes on by itself, whether or not this object is kept.

    `number` is its number in the context, for logs; `finished` says whether it came to its end, None while it is under
    way. All else is for one that is under way: InvalidStateError when it is over. `done` tells when that is, and
    `await animation` returns it, `finished`; nothing that waits for work to be done waits for what moves."""

    __slots__ = ("_context", "number", "finished", "_done", "_futures", "__weakref__")

    def __init__(self, context: Context, done: Optional[Callable[[bool], Any]]) -> None:
        self._context = context
        #: Its number in the context, for logs.
        self.number = 0
        #: Whether it came to its end; None while it is under way.
        self.finished: Optional[bool] = None
        self._done = done
        self._futures: "List[asyncio.Future[None]]" = []

    def _end(self, finished: bool) -> None:
        self.finished = finished
        for future in self._futures:
            if not future.done():
                future.set_result(None)
        if self._done is not None:
            self._done(finished)

    def __repr__(self) -> str:
        return f"<Animation {self.number}{'' if self.finished is None else ', over'}>"

    def __await__(self) -> Generator[Any, None, bool]:
        """Waits, in an asyncio loop, until it is over, and returns whether it came to its end. Attaches the context to
        the running loop. It goes on when the coroutine is cancelled; CancelledError when the context is closed, or
        detached from the loop. One that stands, or repeats for ever, is waited for as long."""
        if self.finished is None:
            self._check_begun()
            self._context.attach()
            driver = cast("Driver", self._context._driver)
            future = driver.loop.create_future()
            self._futures.append(future)
            try:
                yield from driver.wait(future).__await__()
            finally:
                self._futures.remove(future)
        return bool(self.finished)

    def _check_begun(self) -> None:
        pass

    def _state(self) -> _ffi.lamina_animation_state:
        state = _ffi.lamina_animation_state()
        check(lib.lamina_context_get_animation(self._context.handle, self.number, ctypes.byref(state)))
        return state

    def cancel(self) -> None:
        """Ends it where it is; what it shows stays presented. InvalidStateError when it is over."""
        check(lib.lamina_context_cancel_animation(self._context.handle, self.number))

    @property
    def speed(self) -> float:
        """1; 0 stands still, below 0 goes back to the beginning. InvalidStateError when it is over."""
        return float(self._state().speed)

    @speed.setter
    def speed(self, speed: float) -> None:
        check(lib.lamina_context_set_animation_speed(self._context.handle, self.number, number("speed", speed)))

    @property
    def progress(self) -> float:
        """The share that is over, 0 to 1; setting it moves the animation there. InvalidStateError when it is over."""
        return float(self._state().progress)

    @progress.setter
    def progress(self, progress: float) -> None:
        check(lib.lamina_context_set_animation_progress(self._context.handle, self.number, number("progress", progress)))

    @property
    def duration(self) -> float:
        """Seconds of all runs, without the delay; infinite for one that repeats for ever."""
        found = self._state().duration_us
        return float("inf") if found == _ffi.UINT64_MAX else found / 1e6

    def move(self, progress: float, *, velocity: Optional[float] = None, **how: "Unpack[HowKeywords]") -> None:
        """Lets go of an animation that a finger has moved: its progress moves on to `progress`, 0 or 1 as a rule, where
        it is over, with the velocity that it was moved with lately, or `velocity`, shares a second. How: as for
        Node.animate(), without a decay. InvalidStateError when it is over."""
        options = c_options(**how)
        if velocity is not None:
            options.has_velocity, options.velocity.x = True, number("velocity", velocity)
        check(lib.lamina_context_move_animation(
            self._context.handle, self.number, number("progress", progress), ctypes.byref(options)))  # fmt: skip

    def pause(self) -> None:
        """Stands still: progress moves it, resume() and reverse() let it go on."""
        self.speed = 0

    def resume(self) -> None:
        """Goes on forwards."""
        self.speed = 1

    def reverse(self) -> None:
        """Goes back to the beginning from where it is."""
        self.speed = -1
