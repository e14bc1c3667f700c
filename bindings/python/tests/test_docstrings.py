"""Everything public says what it does; lengths say their unit."""
from __future__ import annotations

import inspect
from typing import Iterator, Tuple

import lamina


def public() -> Iterator[Tuple[str, object]]:
    for name in lamina.__all__:
        value = getattr(lamina, name)
        if inspect.isfunction(value):
            yield name, value
        if inspect.isclass(value) and value.__module__ != "lamina._ffi":
            yield name, value
            for member, found in vars(value).items():
                if not member.startswith("_") and (inspect.isfunction(found) or isinstance(found, (property, classmethod))):
                    yield f"{name}.{member}", getattr(found, "__func__", found)


def said(name: str, value: object) -> str:
    """The docstring, unless Python wrote it by itself: "Point(x, y)"."""
    doc = inspect.getdoc(value) or ""
    return "" if doc.startswith(f"{name}(") else doc


def test_docstrings() -> None:
    silent = {"close", "retain", "status"}  # where a class does what all of them do
    missing = [name for name, value in public() if not said(name, value) and name.rsplit(".", 1)[-1] not in silent]
    assert missing == []


def test_enums_and_descriptions_have_docstrings() -> None:
    enums = [getattr(lamina, name) for name in lamina.__all__ if getattr(getattr(lamina, name), "__module__", "") == "lamina._ffi"]
    assert len(enums) > 40 and [kind for kind in enums if not said(kind.__name__, kind) or kind.__doc__ == kind.__mro__[1].__doc__] == []
    assert "AUTO: of a stack: stretch" in (lamina.Align.__doc__ or "")
    tree = lamina.tree
    functions = [name for name in tree.__all__ if inspect.isfunction(getattr(tree, name)) or inspect.isclass(getattr(tree, name))]
    assert len(functions) > 18 and [name for name in functions if not said(name, getattr(tree, name))] == []
    attributes = [name for name in vars(lamina.TextNode) if not name.startswith("_")]
    assert len(attributes) > 40 and [name for name in attributes if not inspect.getdoc(getattr(lamina.TextNode, name))] == []


def test_units_are_said() -> None:
    for name in ("Node.frame", "Node.corner_radius", "Node.set_preferred_size", "Surface", "TextAttributes", "Style", "Canvas.size"):
        owner, _, member = name.partition(".")
        value = getattr(lamina, owner)
        said = (inspect.getsource(value) if member == "size" else inspect.getdoc(getattr(value, member) if member else value)) or ""
        assert "unit" in said or "points" in said, name
