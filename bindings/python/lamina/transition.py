"""Transitions: changes that show as movements."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, Union

from . import _callbacks, _ffi
from ._arguments import duration as duration_us, function, of_kind
from ._ffi import TransitionChangeKind
from ._library import lib
from ._presented import c_presented
from ._record import record
from .animation import Animation, c_options
from .errors import InvalidArgumentError, InvalidStateError, check
from .geometry import PointLike, Rect, c_point, from_c_rect
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import TransitionEffectLike
    from .context import Context
    from .node import Node


@record(frozen=True)
class TransitionRule:
    """How one node, or those of a name, show what changes of them in a transition."""

    #: A node, a name, or None for all nodes.
    target: Union[Node, str, None] = None
    appears: TransitionEffectLike = "fade"
    leaves: TransitionEffectLike = "fade"
    #: For the effect "own": the values from which it appears, and to which it leaves, as Node.present() takes them.
    values: Optional[Dict[str, Any]] = None
    #: Otherwise than the transition's: the arguments of Node.animate() that say how, as {"duration": 1, "delay": 0.2}.
    how: Optional[Dict[str, Any]] = None
    #: Another place, size or value is moved to; else it is there at once.
    moves: bool = True
    #: With another size, what was drawn for the old one fades out over the new contents.
    fades_contents: bool = True
    #: With a name, of which one node appears and another one leaves or stays: the one moves from the other's place.
    matches: bool = False
    #: With another size, it is there in the new one, with all below it, and scaled from the one before: for pictures.
    scales: bool = False
    #: Without `scales`: the point of the size, 0 to 1, at which contents stay while it moves; (1, 1): the lower right.
    contents_anchor: PointLike = (0.0, 0.0)

    def __post_init__(self) -> None:
        if self.target is not None and not isinstance(self.target, str) and getattr(self.target, "_kind", None) != "node":
            raise TypeError(f"target is a node, a name or None, not {self.target!r}")
        if self.matches and self.target is not None and not isinstance(self.target, str):
            raise InvalidArgumentError(f"matches goes with a name as target, which two nodes have, not with {self.target!r}")

    def _fill(self, rule: _ffi.lamina_transition_rule) -> None:
        if isinstance(self.target, str):
            rule.name = self.target.encode()
        elif self.target is not None:
            rule.node = self.target.handle
        rule.appears = enum_value("appears", _ffi.TransitionEffect, self.appears)
        rule.leaves = enum_value("leaves", _ffi.TransitionEffect, self.leaves)
        if self.values is not None:
            rule.values = ctypes.pointer(c_presented(self.values))
        if self.how is not None:
            rule.animation = ctypes.pointer(c_options(**self.how))
        rule.moves, rule.fades_contents, rule.matches = self.moves, self.fades_contents, self.matches
        rule.scales, rule.contents_anchor = self.scales, c_point(self.contents_anchor, "contents_anchor")


@record(frozen=True)
class TransitionChange:
    """What a node is about to show in a transition."""

    #: Its number.
    transition: int
    kind: TransitionChangeKind
    #: None: it left, and has ended.
    node: Optional[Node]
    #: Its frames before and after, in the space of its parent; the same for what appears or leaves.
    before: Rect
    after: Rect


def _choose(change: Any, rule: Any, user_data: int) -> None:
    entry = _callbacks.kept(user_data)
    context = None if entry is None else entry.context
    if context is None:
        return

    def choose() -> None:
        found = change.contents
        node = context._node_for(found.node) if found.node else None
        chosen = entry.first(TransitionChange(
            found.transition, TransitionChangeKind(found.kind), node, from_c_rect(found.before), from_c_rect(found.after)))  # fmt: skip
        if chosen is None:
            return
        # C reads what it points to when this has returned.
        entry.extra = made = _ffi.lamina_transition_rule()
        of_kind("a rule", TransitionRule, chosen)._fill(made)
        ctypes.memmove(rule, ctypes.byref(made), ctypes.sizeof(made))

    entry.call(choose)


_CHOOSE = _ffi.lamina_context_transition_fn(_choose)


def set_transition_callback(
    context: Context, choose: Optional[Callable[[TransitionChange], Optional[TransitionRule]]]
) -> None:
    """Has `choose` asked how nodes show what changes of them in transitions: those that no rule of the transition
    concerns, rows of lists aside. It gets a TransitionChange, and returns a TransitionRule (its target and `matches` do
    not count), or None for how it would be otherwise. It is asked before that moves, when a transition ends or in
    process(). None ends it. For the owner thread only."""
    if choose is None:
        check(lib.lamina_context_set_transition_callback(context.handle, _callbacks.null(_CHOOSE), None, _callbacks.null(_callbacks.destroy)))
        return
    key = _callbacks.keep(_callbacks.Entry(context, choose))
    check(lib.lamina_context_set_transition_callback(context.handle, _CHOOSE, key, _callbacks.destroy))


class Transition(Animation):
    """What changes within `with context.transition():` shows as a movement. It goes on by itself after the block, where
    it may be awaited; as an animation it may be paused, moved by a finger, reversed and let go.

    One that went back to its beginning, or was cancelled, leaves what it showed presented, while nodes have what was
    changed: to undo it, change them back and call node.clear_presented()."""

    __slots__ = ("_options", "_is_ended")

    def __init__(
        self, context: Context, appears: TransitionEffectLike, leaves: TransitionEffectLike,
        rules: Sequence[TransitionRule], stagger: float, done: Optional[Callable[[bool], Any]],
        animation: _ffi.lamina_animation_options,
    ) -> None:  # fmt: skip
        if done is not None:
            function("done", done)
        super().__init__(context, done)
        self._is_ended = False
        self._options = _ffi.lamina_transition_options()
        self._options.animation = ctypes.pointer(animation)
        self._options.appears = enum_value("appears", _ffi.TransitionEffect, appears)
        self._options.leaves = enum_value("leaves", _ffi.TransitionEffect, leaves)
        self._options.stagger_us = duration_us("stagger", stagger)
        if not isinstance(rules, (list, tuple)):
            raise TypeError(f"rules is a list of TransitionRule, not {rules!r}")
        array = (_ffi.lamina_transition_rule * len(rules))(*(_ffi.lamina_transition_rule() for _ in rules))
        for rule, place in zip(rules, array):
            of_kind("rule", TransitionRule, rule)._fill(place)
        self._options.rules, self._options.rule_count = array, len(rules)

    def __repr__(self) -> str:
        state = "under way" if self.finished is None else "finished" if self.finished else "interrupted"
        return f"<lamina.Transition {state}>"

    def __enter__(self) -> Transition:
        if self.number:
            raise InvalidStateError("a transition is entered once; context.transition() makes another one")
        number = ctypes.c_uint64()
        check(lib.lamina_context_begin_transition(
            self._context.handle, ctypes.byref(self._options), ctypes.byref(number)))  # fmt: skip
        self.number = number.value
        return self

    def _check_begun(self) -> None:
        if not self._is_ended:
            raise InvalidStateError("a transition is awaited behind its `with` block: within it nothing moves yet")

    def __exit__(self, *error: object) -> None:
        self._is_ended = True
        key = _callbacks.keep(_callbacks.Entry(self._context, self._end))
        check(lib.lamina_context_end_transition(self._context.handle, _callbacks.animation_done, key, _callbacks.destroy))
