"""Where the rows of lists come from: tables of other packages, queries and iterators, read a row at a time."""
from __future__ import annotations

import array
import collections
import itertools
import sys
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._arguments import of_kind
from ._ffi import UINT64_MAX
from ._row_versions import column_versions, version_of, versions_of
from .errors import InvalidArgumentError

__all__ = ["QueryRows", "TableRow"]

#: What pandas makes different numbers of, for different values.
_HASHED = frozenset((str, float, type(None)))

#: Of Arrow, what other texts are written of, for other values.
_WRITTEN = frozenset(("string", "bool", "float", "double", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))))

#: So many rows of an iterator are taken at a time.
PIECE = 256


class TableRow(Mapping[Any, Any]):
    """A row of a table: a view that reads a value when it is asked for, and copies nothing."""

    __slots__ = ("_table", "_place")

    def __init__(self, table: "Table", place: int) -> None:
        self._table, self._place = table, place

    def __getitem__(self, name: Any) -> Any:
        return self._table.value(name, self._place)

    def get(self, name: Any, default: Any = None) -> Any:
        return self._table.value(name, self._place) if name in self._table.columns else default

    def __iter__(self) -> Iterator[Any]:
        return iter(self._table.columns)

    def __len__(self) -> int:
        return len(self._table.columns)

    def __repr__(self) -> str:
        return f"<lamina.TableRow {dict(self)!r}>"


class Table(Sequence[Any]):
    """Rows of columns. A column is a function that reads the values from one place up to another. One whose pages were
    read as often as it has pages, and are read once more, is read as a whole."""

    PAGE, KEPT = 64, 256  # values are read so many at a time, which is many times faster than one by one

    def __init__(self, columns: "Mapping[Any, Callable[[int, int], List[Any]]]", count: int) -> None:
        self.columns, self._count = columns, count
        self._pages: "Dict[Any, List[Any]]" = {}
        self._reads: "collections.Counter[Any]" = collections.Counter()
        self._whole: "Dict[Any, List[Any]]" = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [TableRow(self, each) for each in range(self._count)[place]]
        return TableRow(self, range(self._count)[place])

    def value(self, name: Any, place: int) -> Any:
        whole = self._whole.get(name)
        if whole is not None:
            return whole[place]
        number, offset = divmod(place, self.PAGE)
        page = self._pages.get((name, number))
        if page is None:
            if len(self._pages) >= self.KEPT:
                self._pages.clear()
                # In the order of another column each value is on another page, as in rows that were sorted.
                if self._reads[name] * self.PAGE >= self._count:
                    return self._whole.setdefault(name, self.columns[name](0, self._count))[place]
            self._reads[name] += 1
            start = number * self.PAGE
            page = self._pages[name, number] = self.columns[name](start, min(start + self.PAGE, self._count))
        return page[offset]

    def column(self, name: Any, what: str = "key") -> "List[Any]":
        """All values of a column, `what` names the argument that says which."""
        if name not in self.columns:
            raise InvalidArgumentError(f"{what} is {name!r}; the columns are {', '.join(map(repr, self.columns))}")
        return self.columns[name](0, self._count)

    def versions(self) -> "array.array[int]":
        """Numbers that are others for other values."""
        columns = {name: self.column(name) for name in self.columns}
        return column_versions(columns) if columns else array.array("Q", bytes(8 * self._count))

    def _names_version(self) -> int:
        return version_of(tuple(self.columns)) >> 1

    def forget(self) -> None:
        """Reads values anew when they are asked for."""
        self._pages.clear()
        self._reads.clear()
        self._whole.clear()


def _by_name(columns: "Iterable[Tuple[Any, Any]]") -> "Dict[Any, Any]":
    found: "Dict[Any, Any]" = {}
    for name, reader in columns:
        if name in found:
            raise InvalidArgumentError(f"two columns are named {name!r}; slots take values by names")
        found[name] = reader
    return found


class _Frame(Table):
    """A pandas DataFrame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self._missing = sys.modules["pandas"].NA
        readers = ((name, self._reader(frame.iloc[:, place])) for place, name in enumerate(frame.columns))
        super().__init__(_by_name(readers), len(frame))

    def _reader(self, series: Any) -> "Callable[[int, int], List[Any]]":
        return lambda start, stop: list(map(self._value, series.iloc[start:stop].tolist()))

    def _value(self, value: Any) -> Any:
        return None if value is self._missing or value != value else value  # NaN and NaT

    def versions(self) -> "array.array[int]":
        objects = [place for place, kind in enumerate(self._frame.dtypes) if kind == object]
        if all(_HASHED.issuperset(map(type, self._frame.iloc[:, place])) for place in objects):
            hashes = sys.modules["pandas"].util.hash_pandas_object(self._frame, index=False)
            return array.array("Q", (hashes.to_numpy() ^ self._names_version()).tobytes())
        return super().versions()  # pictures, lists and such, which that knows by what str() writes


class _Polars(Table):
    """A polars DataFrame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        super().__init__({name: self._reader(frame.get_column(name)) for name in frame.columns}, frame.height)

    def _reader(self, series: Any) -> "Callable[[int, int], List[Any]]":
        return lambda start, stop: [*series.slice(start, stop - start).to_list()]

    def versions(self) -> "array.array[int]":
        return array.array("Q", (self._frame.hash_rows() ^ self._names_version()).to_list())


class _Arrow(Table):
    """A table or a batch of Arrow."""

    def __init__(self, table: Any) -> None:
        self._table = table
        names = enumerate(table.schema.names)
        super().__init__(_by_name((name, self._reader(table.column(place))) for place, name in names), table.num_rows)

    def _reader(self, column: Any) -> "Callable[[int, int], List[Any]]":
        return lambda start, stop: [*column.slice(start, stop - start).to_pylist()]

    def versions(self) -> "array.array[int]":
        types = [str(kind) for kind in self._table.schema.types]
        if not types or not _WRITTEN.issuperset(types):
            return super().versions()
        # Numbers as Arrow writes them: Python's hashes of -1 and -2 are equal, and those of texts are fast.
        texts = (self._table.column(place).cast("string").to_pylist() for place in range(len(types)))
        names = version_of((*self.columns, *types))
        return array.array("Q", [hash(row) & UINT64_MAX ^ names for row in zip(*texts)])


class QueryRows:
    """The rows of a query of SQLite, read page by page when they come into view:

        rows = lamina.QueryRows(database, "select id, title, text from entries order by time")

    What is kept of a row is its key, a value of the column `key` (the first one) that no other row has: a row that is
    inserted, deleted or moved in the database meanwhile moves no other. Lists take it for the identity of the row.
    `version` names a column that is another one when the row has changed, such as a time; without it all rows in view
    are read anew with each update. `list.rows.update(query)` shows what the query finds then.

    `parameters` is a sequence, or a mapping for named ones. For the thread of the connection.
    """

    def __init__(
        self,
        connection: Any,
        sql: str,
        parameters: "Union[Sequence[Any], Mapping[str, Any]]" = (),
        *,
        key: Optional[str] = None,
        version: Optional[str] = None,
    ) -> None:
        if not callable(getattr(connection, "execute", None)):
            raise TypeError(f"connection has to be one of sqlite3, not {connection!r}")
        self.connection, self.parameters = connection, parameters
        self.sql = of_kind("sql", str, sql).rstrip().rstrip(";")
        self.names: "Tuple[str, ...]" = tuple(each[0] for each in self._execute("*", "limit 0").description)
        self.key, self.version = self.names[0] if key is None else key, version
        for what, name in (("key", self.key), ("version", version)):
            if name is not None and name not in self.names:
                raise InvalidArgumentError(f"{what} is {name!r}; the columns are {', '.join(map(repr, self.names))}")

    def __repr__(self) -> str:
        return f"<lamina.QueryRows {self.sql!r}>"

    def _execute(self, what: str, rest: str = "", more: "Sequence[Any]" = ()) -> Any:
        parameters: Any = self.parameters
        if isinstance(parameters, Mapping):
            parameters = {**parameters, **{f"lamina{place}": value for place, value in enumerate(more)}}
            rest = rest.format(*(f":lamina{place}" for place in range(len(more))))
        else:
            parameters = (*parameters, *more)
            rest = rest.format(*"?" * len(more))
        cursor = self.connection.cursor()
        cursor.row_factory = None
        return cursor.execute(f"select {what} from ({self.sql}\n) {rest}", parameters)

    def read_column(self, name: str) -> "List[Any]":
        """All values of a column, in the order of the query."""
        return [value for value, in self._execute(quoted(name))]

    def read_all(self) -> "Iterator[Dict[str, Any]]":
        """All rows, in the order of the query."""
        return (dict(zip(self.names, row)) for row in self._execute("*"))

    def read_rows(self, keys: "Sequence[Any]") -> "Dict[Any, Dict[str, Any]]":
        """The rows of some keys."""
        marks = ", ".join("{}" for _ in keys)
        place = self.names.index(self.key)
        found = self._execute("*", f"where {quoted(self.key).replace('{', '{{').replace('}', '}}')} in ({marks})", keys)
        return {row[place]: dict(zip(self.names, row)) for row in found}


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class _Pages(Sequence[Any]):
    """What a query found: the keys of its rows, and the last pages that were read."""

    PAGE, KEPT = 64, 16

    def __init__(self, query: QueryRows) -> None:
        self._query = query
        self._keys: "Sequence[Any]" = query.read_column(query.key)
        try:
            self._keys = array.array("q", self._keys)  # eight bytes a row
        except (TypeError, OverflowError):
            pass
        self._pages: "collections.OrderedDict[int, Dict[Any, Dict[str, Any]]]" = collections.OrderedDict()

    @property
    def key(self) -> str:
        """The column that says who a row is."""
        return self._query.key

    @property
    def names(self) -> "Sequence[str]":
        return self._query.names

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        place = range(len(self))[place]
        number = place // self.PAGE
        page = self._pages.get(number)
        if page is None:
            page = self._query.read_rows(self._keys[number * self.PAGE : (number + 1) * self.PAGE])
            while len(self._pages) >= self.KEPT:
                self._pages.popitem(last=False)
        else:
            del self._pages[number]
        self._pages[number] = page
        return page.get(self._keys[place], {})  # nothing of a row that was deleted meanwhile

    def __iter__(self) -> "Iterator[Any]":
        """All rows, of one run of the query as far as that finds what was found before."""
        place = 0
        for row in self._query.read_all():
            if place == len(self) or row[self.key] != self._keys[place]:
                break
            yield row
            place += 1
        for left in range(place, len(self)):
            yield self[left]

    def forget(self) -> None:
        """Reads rows anew when they are asked for."""
        self._pages.clear()

    def column(self, name: str, what: str = "key") -> "List[Any]":
        if name not in self._query.names:
            raise InvalidArgumentError(f"{what} is {name!r}; the columns are {', '.join(map(repr, self._query.names))}")
        if name == self._query.key:
            return list(self._keys)
        found = self._query.read_column(name)
        if len(found) == len(self) and self._query.read_column(self._query.key) == list(self._keys):
            return found
        return [row.get(name) for row in self]  # the database has changed meanwhile

    def versions(self) -> "Optional[array.array[int]]":
        if self._query.version is None:
            return None
        return versions_of(self._query.read_column(self._query.version))


def read_source(rows: Any) -> "Tuple[Sequence[Any], Optional[Iterator[Any]]]":
    """Rows by their places; and of what can only be iterated the first, with the iterator for the others."""
    if type(rows).__module__.partition(".")[0] == "pandas" and hasattr(rows, "iloc") and not hasattr(rows, "columns"):
        return rows.array, None
    rows = named_rows(rows)
    if isinstance(rows, (Table, _Pages)):
        return rows, None
    if isinstance(rows, (Mapping, str, bytes)):
        raise TypeError(f"rows are a sequence of rows, a table or an iterable, not {type(rows).__name__}")
    if hasattr(rows, "__getitem__") and hasattr(rows, "__len__"):
        # A list of a class of one's own may make its rows when they are asked for.
        is_plain = getattr(type(rows), "__getitem__", None) in (list.__getitem__, tuple.__getitem__)
        return (list(rows) if is_plain else rows), None
    if not hasattr(rows, "__iter__"):
        raise TypeError(f"rows are a sequence of rows, a table or an iterable, not {rows!r}")
    more = iter(rows)
    first, failure = take_piece(more, PIECE)
    if failure is not None:
        if not first:
            raise failure
        return first, _failing(failure)
    return first, more if len(first) == PIECE else None


def take_piece(rows: "Iterator[Any]", count: int) -> "Tuple[List[Any], Optional[BaseException]]":
    """The next rows of an iterator, and what it raised behind them."""
    piece: "List[Any]" = []
    try:
        for row in itertools.islice(rows, count):
            piece.append(row)
    except BaseException as error:
        return piece, error
    return piece, None


def _failing(error: BaseException) -> "Iterator[Any]":
    raise error
    yield


def column_names(source: Any) -> "Optional[Sequence[Any]]":
    """The columns of a table or a query; None for other rows."""
    if isinstance(source, _Pages):
        return source.names
    return tuple(source.columns) if isinstance(source, Table) else None


def named_rows(rows: Any) -> Any:
    """Rows of tables, queries and cursors with the names of their columns; others as they are."""
    package = type(rows).__module__.partition(".")[0]
    if package == "pandas" and hasattr(rows, "columns"):
        return _Frame(rows)
    if package == "pyarrow" and hasattr(rows, "num_rows"):
        return _Arrow(rows)
    if package == "polars" and hasattr(rows, "get_column"):
        return _Polars(rows)
    if isinstance(rows, QueryRows):
        return _Pages(rows)
    if package == "sqlite3" and hasattr(rows, "description"):  # a cursor
        names = [each[0] for each in rows.description or ()]
        return (dict(zip(names, row)) for row in rows)
    return rows
