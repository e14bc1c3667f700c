"""Pictures that several threads take by turns, and iterations that nobody ends."""
from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import threading
import time
from typing import Any, Callable, List, Optional

import pytest

import lamina
from lamina import Template, _lifetime, tree

FORM = Template(tree.text("{n}"))
ROWS = [{"n": str(n)} for n in range(40)]


def threads() -> int:
    return len(os.listdir("/proc/self/task"))


def on_a_thread(call: "Callable[[], Any]", hold: "Optional[threading.Event]" = None) -> threading.Thread:
    """Calls it on a thread, which stays until `hold` is set."""
    done = threading.Event()

    def run() -> None:
        call()
        done.set()
        if hold is not None:
            hold.wait()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert done.wait(30)
    if hold is None:
        thread.join()
    return thread


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("stays", (False, True))
@pytest.mark.parametrize("way", ("end", "close", "drop"))
def test_an_iteration_ends_on_any_thread(way: str, stays: bool) -> None:
    gc.collect()  # what other tests have left
    hold, before, live = threading.Event() if stays else None, threads(), set(_lifetime._live)
    begun: List[threading.Thread] = []
    for _ in range(4):
        pictures: Any = FORM.render(iter(ROWS), workers=2)
        begun.append(on_a_thread(lambda: next(pictures), hold))
        if way == "end":
            assert [picture.row for picture in pictures] == list(range(1, 40))
        elif way == "close":
            on_a_thread(pictures.close)
        del pictures
        gc.collect()
    assert set(_lifetime._live) <= live and not _lifetime.keepers
    end = time.monotonic() + 5  # the system counts a thread for a moment after it was joined
    while threads() > before + 4 * stays and time.monotonic() < end:
        time.sleep(0.01)
    assert threads() <= before + 4 * stays
    if hold is not None:
        hold.set()
    for thread in begun:
        thread.join()


def test_to_thread() -> None:
    before = set(_lifetime._live)

    async def main() -> List[int]:
        pictures = FORM.render(ROWS, workers=2)
        found: List[int] = []
        while True:
            picture = await asyncio.to_thread(next, pictures, None)
            if picture is None:
                return found
            found.append(picture.row)

    assert asyncio.run(main()) == list(range(40))
    assert set(_lifetime._live) <= before


def test_what_the_context_is_refused_for_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="workers is 65; it must be 0 to 64"):
        FORM.render(ROWS, workers=65)
    monkeypatch.setattr("lamina.template._NICENESS", 99)
    with pytest.raises(lamina.InvalidArgumentError, match="niceness"):
        next(FORM.render(ROWS, workers=1))
    assert not _lifetime.keepers


def test_without_a_thread_for_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    before = set(_lifetime._live)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert len(list(FORM.render(ROWS, workers=1))) == 40
    assert set(_lifetime._live) <= before


PROGRAM = """
import itertools, threading, time, lamina
form = lamina.Template(lamina.tree.text("{n}"))
rows = ({"n": str(n)} for n in itertools.count())
kept = [form.render(rows, workers=2) for _ in range(3)]
for pictures in kept:
    next(pictures)
def take():
    for picture in form.render(({"n": str(n)} for n in itertools.count()), workers=1):
        pass
threading.Thread(target=take, daemon=True).start()
time.sleep(0.1)
"""


def test_iterations_that_are_left_at_exit() -> None:
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], capture_output=True, text=True, timeout=60)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
