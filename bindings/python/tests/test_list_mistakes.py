"""What is said of arguments of lists that cannot be: the argument, and what would be right."""
from __future__ import annotations

import re
from typing import Any, Callable

import pytest

import lamina

FORM = lamina.Template({"root": {"kind": "text", "text": "{t}"}})
ROWS = [{"id": n, "t": "x"} for n in range(5)]
MISTAKES: "list[tuple[Callable[[Any], Any], type[Exception], str]]" = [
    (lambda it: it.set_table(separator_color="bluish"), lamina.InvalidArgumentError, "separator_color is 'bluish'; a colour"),
    (lambda it: it.snapshot(first=99, breadth=10), lamina.OutOfRangeError, "first is 99; the list has "),
    (lambda it: it.set_table(separator_insets=5), TypeError, "separator_insets is two numbers, (leading, trailing), not 5"),
    (lambda it: it.set_table(separator_insets=(1, "x")), TypeError, "separator_insets[1] is a number, not 'x'"),
    (lambda it: it.set_table(index={"a": "x"}), TypeError, "a row of index is a whole number, not 'a'"),
    (lambda it: it.set_table(index={1: None}), TypeError, "a title of index is a string, not None"),
    (lambda it: it.set_table(index=5), TypeError, "index has titles by rows, as {0: 'A', 14: 'B'}, or pairs of both, not 5"),
    (lambda it: it.set_table(index=["a"]), TypeError, "index has titles by rows"),
    (lambda it: it.set_table(index={9: "a"}), IndexError, "index names row 9; the list has 5 rows"),
    (lambda it: it.set_placeholder("red", kind="x"), lamina.InvalidArgumentError, "the list has one template, for all rows"),
    (lambda it: it.snapshot(each=5), TypeError, "each is a function, not 5"),
    (lambda it: it.snapshot(background="x"), lamina.InvalidArgumentError, "background is 'x'; a colour"),
    (lambda it: it.apply_changes(ROWS, ["x"]), TypeError, "a change has to be of the class ListChange, not 'x'"),
    (lambda it: it.apply_changes(ROWS, applied=5), TypeError, "applied is a function, not 5"),
    (lambda it: setattr(it.scroll, "offset", 5), TypeError, "offset is two numbers, (x, y), not 5"),
]


@pytest.mark.parametrize("call, kind, words", MISTAKES, ids=lambda value: value if isinstance(value, str) else "")
def test_mistakes(context: lamina.Context, call: "Callable[[Any], Any]", kind: "type[Exception]", words: str) -> None:
    entries = lamina.List(context, template=FORM, rows=ROWS)
    with pytest.raises(kind, match=re.escape(words)):
        call(entries)


def test_mistakes_in_the_making(context: lamina.Context) -> None:
    with pytest.raises(TypeError, match="the key of a row is a value that can be hashed, not "):
        lamina.List(context, template=FORM, rows=ROWS, key=lambda row: [])
    with pytest.raises(TypeError, match="kind is missing: what says of a row which of the templates it takes"):
        lamina.List(context, templates={"a": FORM}, rows=ROWS)
    with pytest.raises(lamina.InvalidArgumentError, match="kind is 'b'; the templates are for 'a'"):
        lamina.List(context, templates={"a": FORM}, kind=lambda row: "b", rows=ROWS)


def test_a_closed_list_takes_no_rows(context: lamina.Context) -> None:
    entries = lamina.List(context, template=FORM, rows=ROWS)
    entries.close()
    with pytest.raises(lamina.ClosedError):
        entries.rows = ROWS[1:]
    entries.rows.append(ROWS[0])  # these are the program's, and other lists may show them
    assert len(entries.rows) == 6


@pytest.mark.parametrize("count", [5, 6000])
def test_two_rows_of_one_key_are_refused_at_any_size(context: lamina.Context, count: int) -> None:
    rows = [{"id": n, "t": f"row {n}"} for n in range(count)]
    entries = lamina.List(context, template=FORM, rows=rows, key="id")
    with pytest.raises(lamina.InvalidArgumentError, match=f"key is 2 for rows 2 and {count}; each row needs its own"):
        entries.rows.update([*rows, {"id": 2, "t": "another"}])
    with pytest.raises(lamina.InvalidArgumentError, match=f"key is 'b' for rows 1 and {count - 1}; each"):
        entries.rows = [{"id": "b" if n in (1, count - 1) else n, "t": ""} for n in range(count)]
    assert list(entries.rows) == rows and entries.state.row_count == count
