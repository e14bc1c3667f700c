"""No Python program crashes the interpreter through this package: thousands of wrong calls, and ways to leave."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict

import pytest


def test_every_wrong_call_ends_in_a_plain_exception(environment: Dict[str, str]) -> None:
    script = str(Path(__file__).parent / "misuse" / "run.py")
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, timeout=600)
    tail = "\n".join([line for line in done.stdout.splitlines() if line.startswith("FAILED")] + done.stdout.splitlines()[-3:])
    assert done.returncode == 0, f"{tail}\n{done.stderr[-3000:]}"
    found = re.search(r"^(\d+) cases, 0 failed$", done.stdout, re.MULTILINE)
    assert found and int(found[1]) >= 500


LEAVING = """
import lamina, sys, threading, time
def draw(canvas):
    end = time.monotonic() + 0.3
    while time.monotonic() < end: sum(range(1000))
kept = []
def work(mode):
    context = lamina.Context(workers=3)
    nodes = [lamina.Node(context, draw=draw, size=(9, 9)) for _ in range(6)]
    surface = lamina.Surface(context, (100, 20), root=lamina.Node(context, spec=lamina.row(*nodes)))
    for _ in range(5): context.process(); time.sleep(0.01)
    if mode == "kept": kept.append((context, surface))
    if mode == "sleeping": time.sleep(100)
    if mode == "processing":
        while True: context.process(); [node.set_needs_display() for node in nodes]
thread = threading.Thread(target=work, args=sys.argv[1:], daemon=True)
thread.start()
time.sleep(0.2)
print("leaving")
"""


@pytest.mark.parametrize("mode", ["kept", "dropped", "sleeping", "processing"])
def test_leaving_while_a_daemon_thread_draws(environment: Dict[str, str], mode: str) -> None:
    command = [sys.executable, "-c", LEAVING, mode]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "leaving\n"), done.stderr


WORKING = """
import atexit, sys
made = []
def at_end():  # after the package's own, which is registered later
    try:
        made[0].process()
    except lamina.ClosedError as error:
        print(error)
atexit.register(at_end)
import lamina, threading, time
form = lamina.Template(lamina.tree.text("{a}"))
def work(mode):
    ui = lamina.Context(workers=1)
    made.append(ui)
    if mode == "mistaken": ui.close()
    while mode == "rendering":
        for picture in form.render({"a": i} for i in range(10**9)): pass
    while True: ui.picture(ui.text("a"))
threading.Thread(target=work, args=sys.argv[1:], daemon=True).start()
time.sleep(0.4)
print("leaving")
"""


@pytest.mark.parametrize("mode", ["rendering", "drawing", "mistaken"])
def test_daemon_threads_end_without_a_word(environment: Dict[str, str], mode: str) -> None:
    """What is taken from them at exit is no error of theirs; what they did wrong before is told, as is what others do
    then."""
    done = subprocess.run([sys.executable, "-c", WORKING, mode], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "leaving\nthis Context is closed\n"), done.stderr
    if mode == "mistaken":
        assert done.stderr.endswith("ClosedError: this Context is closed\n")
    else:
        assert done.stderr == ""


FORKING = """
import lamina, os, sys
context = lamina.Context(workers=2)
node = lamina.Node(context)
child = os.fork()
if child == 0:
    try:
        node.opacity = 0.5
    except lamina.InvalidStateError:
        with lamina.Context(workers=1) as own:  # a context of its own works
            own.picture(lamina.Node(own, draw=lambda canvas: canvas.cairo.paint()), 5, 5)
        sys.exit(7)
    sys.exit(1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_child_is_refused_and_leaves_quietly(environment: Dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKING], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (7, "")


ASKING = """
import lamina, os, sys
ui = lamina.Context(1)
node = ui.text("words", background="red", name="me", corner_radius=3)
node.hidden, node.opacity, node.user_data = True, 0.5, "mine"
surface = lamina.Surface(ui, (10, 10), root=node)
pending = ui.start_picture(ui.box(), 5, 5)
second = ui.retain()
if os.fork() == 0:
    objects = {"ui": ui, "second": second, "node": node, "surface": surface}
    names = [f"{name}.{member}" for name, thing in objects.items() for member in dir(type(thing)) if member not in ("closed", "context")
             and not member.startswith("_") and isinstance(getattr(type(thing), member), property)]
    for asked in (*names, "ui.fileno()", "ui.process()", "pending.result(5)", "ui.has_font_family('Sans')", "node.child(0)"):
        try:
            print(asked, "answers", repr(eval(asked)))
        except lamina.InvalidStateError as error:
            assert "belongs to the parent process" in str(error), error
    node.close(), surface.close(), ui.close(), second.close()
    print(len(names))
    sys.exit(0)
os.wait()
assert (node.opacity, surface.size, ui.worker_count) == (0.5, (10, 10), 1) and pending.result(30).size == (5, 5)
ui.close()
second.close()
"""


def test_what_a_forked_child_asks_is_refused(environment: Dict[str, str]) -> None:
    """The library's getters answer zeros there."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", ASKING], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().isdigit() and int(done.stdout) > 40, done.stdout
