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


def test_units_are_said() -> None:
    for name in ("Node.frame", "Node.corner_radius", "Node.set_preferred_size", "Surface", "TextAttributes", "Style", "Canvas.size"):
        owner, _, member = name.partition(".")
        value = getattr(lamina, owner)
        said = (inspect.getsource(value) if member == "size" else inspect.getdoc(getattr(value, member) if member else value)) or ""
        assert "unit" in said or "points" in said, name
