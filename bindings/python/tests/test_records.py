"""What lamina._record makes is a dataclass to all who ask."""
from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import pprint
import subprocess
import sys
from typing import Dict, List

import pytest

import lamina
from lamina._record import field_names

RECORDS = [lamina.Style, lamina.TextAttributes, lamina.TextOptions, lamina.Paragraph, lamina.Gradient, lamina.ImageOptions]


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: str(kind.__name__))
def test_a_record_is_a_dataclass(kind: type) -> None:
    assert dataclasses.is_dataclass(kind)
    assert tuple(field.name for field in dataclasses.fields(kind)) == field_names(kind) == tuple(kind.__annotations__)
    parameters = inspect.signature(kind).parameters
    assert tuple(parameters) == field_names(kind)
    for field in dataclasses.fields(kind):
        default = parameters[field.name].default
        assert default is (inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default)


def test_values_are_equal_hashed_copied_and_shown_by_their_fields() -> None:
    style = lamina.Style(width=10, align_self="center")
    assert style == lamina.Style(10, align_self=lamina.Align.CENTER) != lamina.Style(11) and style != (10,)
    assert hash(style) == hash(lamina.Style(width=10, align_self="center"))
    assert pickle.loads(pickle.dumps(style)) == copy.deepcopy(style) == copy.copy(style) == style
    assert repr(lamina.Shadow("#000000", 1.0)) == "Shadow(color='#000000', x=1.0, y=0.0, blur=0.0)" == pprint.pformat(lamina.Shadow("#000000", 1.0))
    wider = dataclasses.replace(style, width=20)
    assert wider.width == lamina.Dimension.of(20) and wider.align_self is lamina.Align.CENTER
    assert dataclasses.asdict(lamina.Shadow("#000000"))["blur"] == 0.0


def test_values_do_not_change() -> None:
    style = lamina.Style()
    with pytest.raises(dataclasses.FrozenInstanceError):
        style.flex_grow = 1.0  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del style.flex_grow  # type: ignore[misc]


def test_wrong_arguments_are_type_errors() -> None:
    with pytest.raises(TypeError, match="flex_gorw"):
        lamina.Style(flex_gorw=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="color"):
        lamina.Shadow()  # type: ignore[call-arg]


def test_the_first_instances_may_be_made_on_many_threads(environment: Dict[str, str]) -> None:
    # In a program of its own, where no instance has been made yet.
    program = """
import sys, threading
sys.setswitchinterval(1e-6)
import lamina
start, made = threading.Barrier(8), []
def make():
    start.wait()
    made.append(lamina.Style(width=3))
threads = [threading.Thread(target=make) for _ in range(8)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
assert len(made) == 8 and len(set(made)) == 1, made
"""
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=60)


def test_the_package_comes_up_without_what_it_can_do_without(environment: Dict[str, str]) -> None:
    """Each of these costs a fifth of the package's own time, or more."""
    program = "import sys; before = set(sys.modules); import lamina; print(*sorted(set(sys.modules) - before))"
    # Without site: an environment's own hooks may import anything.
    done = subprocess.run([sys.executable, "-S", "-c", program], env=environment, check=True, capture_output=True, text=True, timeout=60)
    come: List[str] = done.stdout.split()
    assert not {"dataclasses", "inspect", "asyncio", "json", "numpy", "lamina.tree", "lamina.template"} & set(come), come
