#!/usr/bin/env python3
"""What a program costs that imports lamina and draws one card, beside the bare interpreter and the same card in plain
C.

CPU time, of all threads, from the first instruction of the process to its end: that is what the package can do
something about, and what another program on the machine does not change. The least of many runs, each a process of its
own."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

RUNS = 25
FOLDER = pathlib.Path("build/bench")
BARE = "pass"
IMPORT = "import lamina"
FIRST_CARD = """
import lamina
from lamina import column, inset
with lamina.Context(workers=2) as ui:
    words = column(spacing=8)[ui.text("Title", size=28, weight="bold"), ui.text("A card.")]
    ui.picture(ui.box(background="white")[inset(24)[words]], width=360)
"""


def show(name, value, unit, baseline=None, goal=None):
    """Prints a figure, in the form of bench.h. `goal` is for the figure itself; `baseline` shows beside it."""
    ratio = None if baseline is None else float(f"{value / baseline:.3g}")
    figure = {"name": name, "value": float(f"{value:.4g}"), "unit": unit,
              "baseline": None if baseline is None else float(f"{baseline:.4g}"), "ratio": ratio, "goal": goal,
              "met": None if goal is None else value <= goal}
    print(json.dumps(figure, separators=(",", ":")), flush=True)


def run(command, environment):
    """Milliseconds of CPU time and megabytes at most of a program that must end well."""
    child = os.posix_spawn(command[0], command, environment)
    _, status, used = os.wait4(child, 0)
    if status:
        sys.exit(f"{command} ended with {status}")
    return 1e3 * (used.ru_utime + used.ru_stime), used.ru_maxrss / 1024


def least(command, environment):
    figures = [run(command, environment) for _ in range(RUNS + 1)][1:]  # the first one compiles what is imported
    return [min(each) for each in zip(*figures)]


def c_program():
    """The plain C program; None where it cannot be built."""
    if not (shutil.which("cc") and shutil.which("pkg-config")):
        return None
    FOLDER.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "pangocairo"], check=True, capture_output=True, text=True).stdout.split()
    program = FOLDER / "first_card_c"
    subprocess.run(["cc", "-O2", str(pathlib.Path(__file__).parent / "card" / "first_card.c"), "-o", str(program), *flags], check=True)
    return [str(program.resolve())]


def main():
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str((FOLDER / "pycache").resolve())}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # Without site: what an environment's own hooks import (certifi, setuptools) would come for free otherwise.
    for name, options in (("", ["-S"]), ("_with_site", [])):
        python = [sys.executable, *options, "-c"]
        bare, bare_size = least([*python, BARE], environment)
        imported, _ = least([*python, IMPORT], environment)
        card, size = least([*python, FIRST_CARD], environment)
        show(f"python/bare_interpreter{name}_cpu", bare, "ms")
        show(f"python/import{name}_cpu", imported - bare, "ms", baseline=bare)
        show(f"python/import_first_card{name}_cpu", card - bare, "ms", baseline=bare, goal=60)
        show(f"python/import_first_card{name}_whole_process_cpu", card, "ms", baseline=bare)
        show(f"python/import_first_card{name}_memory", size, "MB", baseline=bare_size, goal=40)
    program = c_program()
    if program:
        floor, size = least(program, environment)
        show("python/first_card_in_c_cpu", floor, "ms")
        show("python/first_card_in_c_memory", size, "MB")


if __name__ == "__main__":
    main()
