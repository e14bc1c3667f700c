"""Which template each row of a list takes, and what it is to its section."""
from __future__ import annotations

import array
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Union

from ._ffi import ListRowRole
from ._list_table import no_kind
from .errors import InvalidArgumentError

if TYPE_CHECKING:
    from .lists import List
    from .list_rows import Rows

_ROLES = {role.name.lower(): int(role) for role in ListRowRole}

#: The name of a member or a column, or a function of the row.
Of = Union[None, str, Callable[[Any], Any]]


def checked(name: str, of: Of) -> Of:
    """What is said to tell something of each row."""
    if of is not None and not isinstance(of, str) and not callable(of):
        raise TypeError(f"{name} is the name of a member or column, or a function of the row, not {of!r}")
    return of


def kinds_of(this: "List", start: int, stop: int) -> "Optional[array.array[int]]":
    """Which template rows take, and in the upper half what they are to their section."""
    if this._kind_of is None and this._role_of is None:
        return None
    kinds = _values("kind", this._kind_of, this._rows, start, stop)
    roles = _values("role", this._role_of, this._rows, start, stop)
    return array.array("Q", [_number(this, kind) | _role(role) << 32 for kind, role in zip(kinds, roles)])


def _values(name: str, of: Of, rows: "Rows", start: int, stop: int) -> "Iterable[Any]":
    source, is_all = rows.source, start == 0 and stop == len(rows)
    if of is None:
        return [None] * (stop - start)
    if isinstance(of, str) and is_all and hasattr(source, "column"):
        found: "Iterable[Any]" = source.column(of, name)
        return found
    those = iter(source) if is_all else (source[place] for place in range(start, stop))
    return map(of, those) if callable(of) else (_member(name, of, row) for row in those)


def _member(name: str, of: str, row: Any) -> Any:
    try:
        return row.get(of) if isinstance(row, Mapping) else row[of]
    except (KeyError, TypeError, IndexError):
        raise InvalidArgumentError(f"{name} is {of!r}, which a row does not have: {row!r:.100}") from None


def _role(role: Any) -> int:
    found = _ROLES.get(role or "item")
    if found is None:
        raise InvalidArgumentError(f"role is {role!r}; one of {', '.join(_ROLES)} is needed")
    return found


def _number(this: "List", name: Any) -> int:
    found = this._kinds.get(name)
    if found is None:
        raise no_kind(this, name)
    return found
