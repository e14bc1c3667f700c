"""What animations and transitions refuse, in Python's words."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

import pytest

import lamina
from lamina import Node, Spring


@pytest.fixture
def box(context: lamina.Context) -> Node:
    return Node(context, background="red")


@pytest.mark.parametrize(
    "how, message",
    [
        ({"duration": -1}, "duration is -1 s"),
        ({"duration": float("inf")}, "duration is inf"),
        ({"delay": -3}, "delay is -3 s"),
        ({"spring": Spring(), "curve": "linear"}, "spring and curve do not go together"),
        ({"spring": Spring(), "duration": 1}, "spring and duration do not go together"),
        ({"spring": Spring(), "decay": 0.5}, "spring and decay do not go together"),
        ({"decay": 2}, "decay is 2; it must lie between 0 and 1"),
        ({"runs": 0}, "runs is 0"),
        ({"curve": ""}, 'curve: ""'),
        ({"curve": "bounce"}, "curve: "),
    ],
)
def test_what_does_not_say_how_is_named(
    context: lamina.Context, box: Node, how: "Dict[str, Any]", message: str
) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match=message):
        box.animate(opacity=0, **how)
    with pytest.raises(lamina.InvalidArgumentError, match=message):
        context.transition(**how).__enter__()


def test_arguments_of_other_kinds_are_named(context: lamina.Context, box: Node) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="matches goes with a name as target"):
        lamina.TransitionRule(box, matches=True)
    with pytest.raises(lamina.InvalidArgumentError, match="keyframes is empty"):
        box.animate_keyframes([])
    with pytest.raises(lamina.InvalidArgumentError, match="end is empty"):
        context.animate_values([], [], print)
    ends: Any = (0.5,)
    calls: "List[Tuple[Any, str]]" = [
        (lambda: box.animate(opacity=0, sprng=1), "'sprng' does not say what moves, or how; do you mean 'spring'"),  # type: ignore[call-arg]
        (lambda: box.animate(opacty=1), "'opacty' does not say what moves, or how; do you mean 'opacity'"),  # type: ignore[call-arg]
        (lambda: box.animate_to_model("opacity", durtion=1), "'durtion' does not say how something moves; do you mean 'duration'"),  # type: ignore[call-arg]
        (lambda: context.transition(xyz=1), "'xyz' does not say how something moves; there are appears, leaves, rules, stagger, done, duration"),  # type: ignore[call-arg]
        (lambda: context.transition(apears="none"), "'apears' does not say how something moves; do you mean 'appears'"),  # type: ignore[call-arg]
        (lambda: lamina.TransitionRule(3), "target is a node, a name or None, not 3"),  # type: ignore[arg-type]
        (lambda: box.animate(opacity=0, done=3), "done is a function, not 3"),  # type: ignore[arg-type]
        (lambda: context.transition(done=3), "done is a function, not 3"),  # type: ignore[arg-type]
        (lambda: context.animate_values([0.0], [1.0], 3), "move is a function, not 3"),  # type: ignore[arg-type]
        (lambda: box.animate_keyframes([(0.5, {"opacity": 1}), (1, {"opacty": 1})]), r"keyframes\[1\]: 'opacty' is no presented value"),
        (lambda: box.animate_keyframes([(0.5, {"opacity": "x"})]), r"keyframes\[0\]: opacity is a number, not 'x'"),
        (lambda: box.animate_keyframes([("x", {"opacity": 1})]), r"the share of keyframes\[0\] is a number"),  # type: ignore[list-item]
        (lambda: box.animate(opacity=0, spring=3), "spring has to be of the class Spring"),  # type: ignore[arg-type]
        (lambda: box.animate(opacity=0, curve=5), "curve is a string"),  # type: ignore[arg-type]
        (lambda: box.animate_keyframes(ends[0]), "keyframes is a list of pairs"),
        (lambda: box.animate_keyframes([{"opacity": 1}]), r"keyframes\[0\] is \{'opacity': 1\}; a pair \(share, values\) is needed"),  # type: ignore[list-item]
        (lambda: context.animate_values(ends[0], [1.0], print), "start is a sequence"),
        (lambda: context.animate_values([0.0], [1.0], print, replaces=5), "replaces has to be"),  # type: ignore[arg-type]
        (lambda: context.transition(rules=lamina.TransitionRule()), "rules is a list"),  # type: ignore[arg-type]
        (lambda: context.transition(rules=[lamina.TransitionRule(5)]), "target is a node"),  # type: ignore[arg-type]
    ]
    for call, message in calls:
        with pytest.raises(TypeError, match=message):
            call()
    refused: "List[Tuple[Any, str]]" = [
        (lambda: box.animate(), "no value is given; there are position"),
        (lambda: box.animate(opacity=0, adds=True), "adds does not go with opacity"),
        (lambda: box.animate_to_model("opacity", decay=0.5), "decay does not lead to the model"),
        (lambda: box.animate(opacity=0, spring=Spring(bounce=0.995)), "bounce is 0.995; it must lie above -1 and be at most 0.99"),
        (lambda: box.animate_keyframes([(0.5, {"opacity": 1}), (0.2, {"opacity": 0})]), r"keyframes\[1\].at is 0.2; more than 0.5"),
        (lambda: box.animate_keyframes([(0.5, {"opacity": 7})]), r"keyframes\[0\]"),
    ]
    for call, message in refused:
        with pytest.raises(lamina.InvalidArgumentError, match=message):
            call()
    with pytest.raises(lamina.InvalidArgumentError, match="stagger is -1 s"):
        context.transition(stagger=-1)
    with pytest.raises(lamina.InvalidArgumentError, match="time is -5 s"):
        context.begin_frame(-5)
