"""Frozen dataclasses that cost nothing until they are used.

`dataclasses` imports `inspect` and generates six methods for each class: more than a third of the package's import
time. A `record` is a dataclass for everything that inspects it (`dataclasses.replace()`, `fields()`, type checkers),
but its `__init__` is generated with the first instance, and its fields are described on demand.
"""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Callable, Tuple, TypeVar

__all__ = ["field_names", "record", "replaced"]
T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool) -> Callable[[type], type]:
        """As dataclasses.dataclass(frozen=True)."""
        assert frozen

        def decorate(kind: type) -> type:
            kind.__match_args__ = tuple(kind.__annotations__)
            kind.__init__ = _Later(kind, "__init__", _written_init)
            kind.__signature__ = _Later(kind, "__signature__", _signature)
            kind.__dataclass_fields__ = _Later(kind, "__dataclass_fields__", _described)
            kind.__dataclass_params__ = _Later(kind, "__dataclass_params__", _described)
            kind.__setattr__, kind.__delattr__ = _refuse_to_set, _refuse_to_delete
            kind.__eq__, kind.__hash__ = _eq, _hash
            if "__repr__" not in vars(kind):
                kind.__repr__ = _repr
            if sys.version_info >= (3, 13):
                kind.__replace__ = replaced
            return kind

        return decorate


def field_names(kind: type) -> Tuple[str, ...]:
    """The names of the fields of a record, in their order."""
    names: Tuple[str, ...] = getattr(kind, "__match_args__")
    return names


def replaced(value: T, /, **changes: Any) -> T:
    """A copy of a record with other values for these fields."""
    return type(value)(**{**_fields(value), **changes})


class _Later:
    """A class attribute that is created at its first access."""

    def __init__(self, kind: type, name: str, make: Callable[[type, str], Any]) -> None:
        self.kind, self.name, self.make = kind, name, make

    def __get__(self, instance: Any, owner: type) -> Any:
        # Two threads may both make it; one is as good as the other.
        setattr(self.kind, self.name, self.make(self.kind, self.name))
        return getattr(owner if instance is None else instance, self.name)


def _fields(value: Any) -> "dict[str, Any]":
    return {name: getattr(value, name) for name in field_names(type(value))}


def _written_init(kind: type, name: str) -> Any:
    """The method with one parameter for each field, as fast as one written by hand."""
    names, own = field_names(kind), vars(kind)
    parameters = ", ".join(f"{field}=_own[{field!r}]" if field in own else field for field in names)
    lines = [f"def __init__(self, {parameters}):", *(f" _set(self, {field!r}, {field})" for field in names)]
    if hasattr(kind, "__post_init__"):
        lines.append(" self.__post_init__()")
    scope: "dict[str, Any]" = {"_own": own, "_set": object.__setattr__}
    exec("\n".join(lines), scope)
    made = scope[name]
    made.__qualname__, made.__module__ = f"{kind.__qualname__}.{name}", kind.__module__
    made.__annotations__ = {**kind.__annotations__, "return": None}
    return made


def _signature(kind: type, name: str) -> Any:
    """From Python 3.13 on, inspect takes no signature from an `__init__` that is still to be made."""
    import inspect

    whole = inspect.signature(getattr(kind, "__init__"))
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def _described(kind: type, name: str) -> Any:
    import dataclasses

    own = vars(kind)
    fields = [(field, kind.__annotations__[field], dataclasses.field(default=own.get(field, dataclasses.MISSING)))
              for field in field_names(kind)]  # fmt: skip
    return getattr(dataclasses.make_dataclass(kind.__name__, fields, frozen=True), name)


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={value!r}" for name, value in _fields(self).items())
    return f"{type(self).__qualname__}({inside})"


def _eq(self: Any, other: object) -> Any:
    return _fields(self) == _fields(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(tuple(_fields(self).values()))


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")
