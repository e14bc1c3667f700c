"""Whatever is given in the place of whichever argument: what is wrong is said in Python's or Lamina's words, never in
those of ctypes, and never as an attribute that something has not. The API is found by introspection, so that what is
new is tried as well."""
from __future__ import annotations

import asyncio
import contextlib
import inspect
import itertools
import math
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

import pytest

import lamina
from lamina import Bitmap, BitmapView, Context, Node, _callbacks
from lamina._text_look import Look
from lamina.looks import LOOK_FIELDS
from lamina.node import APPEARANCE

WRONG: List[Any] = [
    object(), "x", b"x", 1.5, -1, 10**400, 1j, math.nan, None, [], (1,), ("a", "b"), (None,) * 4, {}, Node, lambda *given: None,
]  # fmt: skip
REFUSALS = (TypeError, ValueError, lamina.LaminaError)

# Of other packages, which have words of their own; loading; what must not run in the middle of a test.
SKIPPED = {"to_pygame", "to_qimage", "to_pil", "to_tk", "to_numpy", "load", "to_pycairo", "to_cairocffi"}


def objects(context: Context) -> Dict[str, Callable[[], Any]]:
    """One of each class that has methods, made anew for each call that may end it."""
    text = lamina.Text(context, "one two")
    return {
        "Context": lambda: context,
        "Node": lambda: lamina.row(Node(context), Node(context)) and Node(context, size=(4, 4)),
        "TextNode": lambda: lamina.TextNode(context, "one two"),
        "Spec": lambda: lamina.row(Node(context)),
        "Text": lambda: lamina.Text(context, "one two"),
        "TextBuilder": lambda: lamina.TextBuilder(context).append("one two"),
        "TextLayout": lambda: lamina.TextLayout(text, (100, 100)),
        "Layout": lambda: lamina.Layout(Node(context, size=(4, 4)), lamina.SizeRange.up_to(9, 9)),
        "Surface": lambda: lamina.Surface(context, (4, 4), root=Node(context)),
        "Transaction": lambda: lamina.Transaction(context),
        "Image": lambda: lamina.Image(context, Bitmap(2, 2)),
        "PendingPicture": lambda: context.start_picture(Node(context), 4, 4),
        "Bitmap": lambda: Bitmap(4, 4),
        "BitmapView": lambda: BitmapView(bytearray(64), 4, 4),
        "Drawing": lambda: lamina.Drawing().rect(0, 0, 3, 3),
        "NodeGroup": lambda: lamina.NodeGroup([Node(context), Node(context)]),
        "Template": lambda: lamina.Template({"root": {"kind": "text", "text": "{a}"}}),
        "Gradient": lambda: lamina.Gradient([(0, "red"), (1, "blue")]),
    }


def samples(context: Context) -> Dict[str, Any]:
    """What is right for parameters, by their names."""
    node, numbers = Node(context, size=(2, 2)), dict.fromkeys((
        "x", "y", "x1", "y1", "x2", "y2", "width", "height", "radius", "scale", "start", "end", "opacity", "rise", "value", "offset", "delay", "timeout",
        "seconds", "budget", "grow", "shrink", "before", "after", "fade", "max_width", "degrees", "line_width", "top", "left", "bottom",
        "right", "spacing", "ratio", "start_angle", "end_angle", "basis", "xx", "yx", "xy", "yy", "x0", "y0", "blur", "spread", "red", "green", "blue", "alpha",
        "text_size_factor", "factor"), 1.0)  # fmt: skip
    return {
        **numbers, **dict.fromkeys(("index", "from_index", "to_index", "byte", "begin", "position", "priority", "count", "capacity", "number"), 0),
        "context": context, "node": node, "child": node, "spec": None, "root": node, "element": node, "sibling": node, "replacement": node,
        "size": (4.0, 4.0), "point": (1.0, 1.0), "place": (1.0, 1.0), "origin": (0.0, 0.0), "frame": (0, 0, 4, 4), "rect": (0, 0, 4, 4),
        "sizes": lamina.SizeRange.up_to(9, 9), "insets": 1.0, "color": "red", "background": "white", "light": "red", "dark": "blue", "paint": "red",
        "image": Bitmap(2, 2), "pixels": Bitmap(2, 2), "target": Bitmap(4, 4), "text": "one", "string": "one", "markup": "<b>x</b>",
        "name": "name", "family": "Sans", "path": "file.png", "source": "photo.png", "matrix": lamina.Matrix(), "points": [(0, 0), (1, 1)],
        "code": "red", "stops": [(0, "red"), (1, "blue")], "rows": [{"a": 1}], "tree": {"root": {}}, "nodes": [node], "data": b"x",
        "declarations": "gap: 1px", "unit": "word", "movement": "right", "direction": "natural", "length": "width",
        "keyword": "direction", "role": "background", "phase": "after", "align": "center", "paragraph": lamina.Paragraph(), "call": lambda: None,
        "observer": lambda *given: None, "callback": lambda *given: None, "draw": lambda canvas: None, "status": 0, "major": 0, "minor": 1, "memory": bytearray(64),
        "attributes": lamina.TextAttributes(), "options": lamina.TextOptions(), "bounds": (0, 0, 1, 1), "gradient": None, "drawing": None,
        "id": "a", "slot": "a",
    }  # fmt: skip


def method(make: Callable[[], Any], name: str) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        return getattr(make(), name)(*given, **named)

    call.__signature__ = inspect.signature(getattr(make(), name))  # type: ignore[attr-defined]
    return call


def setter(make: Callable[[], Any], name: str) -> Callable[[Any], None]:
    return lambda value: setattr(make(), name, value)


def keyword(call: Callable[..., Any], name: str, *given: Any) -> Callable[[Any], Any]:
    return lambda value: call(*given, **{name: value})


def public(owner: Any) -> Iterator[str]:
    kinds = [kind for kind in type(owner).__mro__ if kind.__module__.startswith("lamina")]
    yield from sorted({name for kind in kinds for name in vars(kind) if not name.startswith("_")} - SKIPPED)


def use(found: Any) -> None:
    """Goes on to where lazy ones look at what they were given."""
    if inspect.iscoroutine(found):
        found.close()
    elif inspect.isasyncgen(found):
        asyncio.run(found.aclose())
    elif inspect.isgenerator(found):
        with contextlib.closing(found):
            list(itertools.islice(found, 2))
    elif hasattr(found, "to_c"):
        found.to_c()
    elif isinstance(found, Context):
        found.close()


def attempts(call: Callable[..., Any], right: Dict[str, Any]) -> Iterator[Tuple[str, Callable[[], Any]]]:
    """Each wrong value in each place, with right ones in the others."""
    parameters = [p for p in inspect.signature(call).parameters.values() if p.kind != p.VAR_KEYWORD]
    for hostile in parameters:
        for value in WRONG:
            positional: List[Any] = []
            named: Dict[str, Any] = {}
            for parameter in parameters:
                if parameter is not hostile and (parameter.default is not parameter.empty or parameter.kind == parameter.VAR_POSITIONAL):
                    if not named and parameter.kind != parameter.KEYWORD_ONLY and parameters.index(parameter) < parameters.index(hostile) \
                            and parameter.kind != parameter.VAR_POSITIONAL and hostile.kind != parameter.KEYWORD_ONLY:  # fmt: skip
                        positional.append(parameter.default)
                    continue
                given = value if parameter is hostile else right.get(parameter.name)
                if parameter.kind == parameter.KEYWORD_ONLY:
                    named[parameter.name] = given
                else:
                    positional.append(given)
            shown = repr(value)[:40]
            yield f"{hostile.name}={shown}", lambda p=tuple(positional), n=named: call(*p, **n)


def failures(what: str, call: Callable[..., Any], right: Dict[str, Any]) -> Iterator[str]:
    try:
        tries = list(attempts(call, right))
    except ValueError:  # no signature
        return
    for told, attempt in tries:
        try:
            use(attempt())
        except REFUSALS as error:
            if not str(error):
                yield f"{what}({told}): {type(error).__name__} without a word"
        except BaseException as error:
            yield f"{what}({told}): {type(error).__name__}: {error}"


@pytest.fixture
def quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    monkeypatch.chdir(tmp_path)  # "x" is a path that can be written
    with Context(0, log=lambda level, text: None) as context:
        yield context


KINDS = ["Context", "Node", "TextNode", "Spec", "Text", "TextBuilder", "TextLayout", "Layout", "Surface", "Transaction", "Image",
         "PendingPicture", "Bitmap", "BitmapView", "Drawing", "NodeGroup", "Template", "Gradient"]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_members(quiet: Context, kind: str) -> None:
    make, right, found, tried = objects(quiet)[kind], samples(quiet), [], 0
    for name in public(make()):
        member = inspect.getattr_static(type(make()), name)
        if inspect.isfunction(member):
            if name in ("close", "retain", "wait_idle", "attach", "detach"):
                continue
            found += failures(f"{kind}.{name}", method(make, name), right)
            tried += 1
        elif isinstance(member, Look) or isinstance(member, property) and member.fset is not None:
            found += failures(f"{kind}.{name} = ", setter(make, name), right)
            tried += 1
        elif isinstance(member, classmethod):
            found += failures(f"{kind}.{name}", getattr(type(make()), name), right)
            tried += 1
    with contextlib.suppress(Exception):
        quiet.process()  # what hostile functions raise is theirs
    assert not found, "\n".join(found) and tried > 0


def test_constructors_and_functions(quiet: Context) -> None:
    right, found, tried = samples(quiet), [], 0
    for name in lamina.__all__:
        value = getattr(lamina, name)
        if name in SKIPPED or not callable(value) or getattr(value, "__module__", "") == "lamina._ffi":
            continue
        if inspect.isclass(value) and issubclass(value, BaseException):
            continue
        found += failures(name, value, right)
        tried += 1
    for name in (each for each in dir(lamina.tree) if not each.startswith("_")):
        value = getattr(lamina.tree, name)
        if inspect.isfunction(value) and value.__module__ == "lamina.tree":
            found += failures(f"tree.{name}", value, right)
            tried += 1
    assert not found, "\n".join(found) and tried > 50


def test_keywords(quiet: Context) -> None:
    """Those that stand in no signature."""
    found = []
    for kind in (lamina.Style, lamina.TextAttributes, lamina.TextOptions):
        for name in inspect.signature(kind).parameters:
            found += failures(f"text {name}", keyword(quiet.text, name, "x"), {})
            found += failures(f"tree.text {name}", keyword(lamina.tree.text, name, "x"), {})
    for name in APPEARANCE:
        found += failures(f"box {name}", keyword(quiet.box, name), {})
        found += failures(f"text {name}", keyword(quiet.text, name, "x"), {})
        found += failures(f"tree.node {name}", keyword(lamina.tree.node, name), {})
    for item in (lamina.tree.column(), lamina.tree.inset(3), lamina.tree.node(), lamina.tree.text("x"), lamina.tree.overlay(lamina.tree.node())):
        found += failures(f"{item}[]", item.__getitem__, {})
    for name in LOOK_FIELDS:
        found += failures(f"NodeGroup.set {name}", keyword(lamina.NodeGroup([Node(quiet)]).set, name), {})
    assert not found, "\n".join(found)


@pytest.mark.parametrize("observer", [None, 7, "print"])
def test_an_observer_cannot_be_left_out(context: lamina.Context, observer: Any) -> None:
    node = Node(context, size=(10, 10), scroll="vertical")
    surface = lamina.Surface(context, (10, 10))
    feed = lamina.List(context, template=lamina.Template({"width": 10, "root": {"kind": "node"}}), rows=[])
    kept = _callbacks.kept_count()
    for add in (
        node.add_layout_observer, node.add_interface_observer, node.add_subtree_observer, node.scroll.add_observer,
        surface.add_complete_observer, feed.add_observer,
    ):  # fmt: skip
        with pytest.raises(TypeError, match="observer is a function, not"):
            add(observer)
    assert _callbacks.kept_count() == kept


def test_messages_name_the_argument(context: lamina.Context) -> None:
    for call, sentence in (
        (lambda: lamina.TextNode("hi"), "context has to be a Context, not str"),
        (lambda: lamina.Surface(context, (9, 9), root="x"), "root has to be a Node, not str"),
        (lambda: lamina.Node(context).add_child(None), "child has to be a Node, not NoneType"),
        (lambda: lamina.Node(context).add_child(lamina.column()[context.box()]), "child has to be a Node, not Spec"),
        (lambda: lamina.Surface(context, (9, 9), root=lamina.column()[context.box()]), "root has to be a Node, not Spec"),
        (lambda: lamina.Surface(context, 9), r"^size is two numbers, \(width, height\), not 9"),
        (lambda: context.box(size=9), r"^size is two numbers"),
        (lambda: context.box().set_draw_callback(3), "draw is a function, not 3"),
        (lambda: lamina.NodeGroup([lamina.Node(context), 5]), r"nodes\[1\] has to be a Node, not int"),
        (lambda: lamina.Context(log=5), "log is a function, not 5"),
        (lambda: context.run(5), "work is a function, not 5"),
        (lambda: context.post(5), "call is a function, not 5"),
        (lambda: context.process("x"), "budget is a number, not 'x'"),
        (lambda: context.post_delayed("a", print), "delay is a number, not 'a'"),
        (lambda: context.set_reduced_motion("no"), "reduced is True or False, not 'no'"),
        (lambda: context.text("\ud800"), "the text is no text, as it has half of a surrogate pair"),
    ):
        with pytest.raises((TypeError, lamina.InvalidArgumentError), match=sentence):
            call()  # type: ignore[no-untyped-call]
