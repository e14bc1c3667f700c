"""Animations of what is presented."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Optional

from . import _ffi
from ._arguments import microseconds, number
from ._library import lib
from ._record import record
from .errors import check
from .geometry import PointLike, c_point

if TYPE_CHECKING:
    from .context import Context


@record(frozen=True)
class Spring:
    """A spring: by its period in seconds and its bounce (0: none, up to 0.99; below 0 it is slower), or by stiffness
    and damping, with a mass."""

    duration: float = 0.5
    bounce: float = 0.0
    stiffness: float = 0.0
    damping: float = 0.0
    mass: float = 1.0


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


class Animation:
    """An animation that has begun. It goes on by itself, whether or not this object is kept."""

    __slots__ = ("_context", "number", "finished", "_done", "__weakref__")

    def __init__(self, context: Context, done: Optional[Callable[[bool], Any]]) -> None:
        self._context = context
        #: Its number in the context, for logs.
        self.number = 0
        #: Whether it came to its end; None while it is under way.
        self.finished: Optional[bool] = None
        self._done = done

    def _end(self, finished: bool) -> None:
        self.finished = finished
        if self._done is not None:
            self._done(finished)

    def __repr__(self) -> str:
        return f"<Animation {self.number}{'' if self.finished is None else ', over'}>"

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

    def move(self, progress: float, *, velocity: Optional[float] = None, **how: Any) -> None:
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
