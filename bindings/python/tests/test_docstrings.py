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


def test_docstrings() -> None:
    inherited = {"to_c", "from_c", "bytes_per_pixel", "handle", "context", "closed", "retain", "close", "data", "write_png", "status"}
    missing = [
        name for name, value in public()
        if not getattr(value, "__doc__", None) and name.rsplit(".", 1)[-1] not in inherited and not name.endswith("Error")
    ]  # fmt: skip
    assert missing == []


def test_units_are_said() -> None:
    for name in ("Node.frame", "Node.corner_radius", "Node.set_preferred_size", "Surface", "TextAttributes", "Style", "Canvas.size"):
        owner, _, member = name.partition(".")
        value = getattr(lamina, owner)
        said = (inspect.getsource(value) if member == "size" else inspect.getdoc(getattr(value, member) if member else value)) or ""
        assert "unit" in said or "points" in said, name
