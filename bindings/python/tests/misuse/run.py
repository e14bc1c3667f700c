"""Calls everything public in every wrong way, in a process of its own: test_misuse.py starts it and reads what it says.

    run.py [WORD]   runs the cases whose names contain the word

Prints a line for each case before it runs, so that the last line of a run that died names the culprit. A case fails
when it ends in something else than a result or a plain exception with a message. The order is fixed.
"""
from __future__ import annotations

import faulthandler
import sys
from typing import Iterator

import drawing
import making
import members
import order
from world import PLAIN, cases


def failures() -> Iterator[str]:
    for name, body in cases:
        print(f"case {name}", flush=True)
        try:
            body()
        except PLAIN as error:
            if not str(error) and not isinstance(error, (AssertionError, NotImplementedError)):
                yield f"{name}: {type(error).__name__} without a message"
        except ZeroDivisionError:
            pass  # the hostile function was called
        except BaseException as error:
            yield f"{name}: {type(error).__name__}: {error}"


def main() -> int:
    faulthandler.enable()
    members.add_matrix()
    making.add_constructors()
    drawing.add_drawing()
    order.add_order()
    only = sys.argv[1:]
    if only:
        cases[:] = [(name, body) for name, body in cases if only[0] in name]
    count = 0
    for failure in failures():
        count += 1
        print(f"FAILED {failure}", flush=True)
    print(f"{len(cases)} cases, {count} failed", flush=True)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
