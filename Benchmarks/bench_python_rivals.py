#!/usr/bin/env python3
"""The standard card from Python beside what else pip offers for it, and beside plain C, in one run.
usage: bench_python_rivals.py [FOLDER_OF_CARDS]

Each engine (rivals/engines.py) draws in a process of its own, in turn with the others; the least time per card of all
rounds counts. Beside it stands the CPU time of that round, of all threads of the process: Lamina has a worker, and the
thread that hands it rows and takes pictures; the others have one thread. What pip cannot bring is named and left out.
The first pictures are in build/bench/rivals, for those who want to see that all draw the same."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROUNDS, SECONDS = 3, 1.5
HERE = pathlib.Path(__file__).resolve().parent
OUT = pathlib.Path("build/bench/rivals")
PYTHON = pathlib.Path("build/rivals/bin/python")
PACKAGES = {"skia": "skia-python", "cairocffi": "cairocffi", "pillow": "pillow", "takumi": "takumi-py", "blitz": "blitz-py",
            "pictex": "pictex"}
# How many times Lamina's time each is to take at least.
GOALS = {"card_c": 1 / 0.7, "skia": 2, "takumi": 10, "pillow": 13, "blitz": 20, "pictex": 400}
PNG_GOAL = 10


def install():
    """The rivals that are there, in an environment of their own."""
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", "build/rivals"], check=True)
    there = []
    for name, package in PACKAGES.items():
        quiet = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", package]
        if subprocess.run(quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
            there.append(name)
        else:
            print(f"{package} cannot be had here: left out", file=sys.stderr)
    return there


def c_program():
    """The floor; None where it cannot be built."""
    if not (shutil.which("cc") and shutil.which("pkg-config")):
        return None
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "pangocairo"], check=True, capture_output=True, text=True).stdout.split()
    program = OUT / "card_c"
    sources = [str(HERE / "rivals" / "card_c_main.c"), str(HERE / "card" / "card_c.c")]
    subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", *sources, "-o", str(program), *flags, "-lm"], check=True)
    return program.resolve()


def measure(name, folder, format, program):
    """What one process of an engine says of itself; None when it cannot do it."""
    if name == "card_c":
        command = [str(program), str(folder), str(SECONDS), format]
    else:
        command = [str(PYTHON), str(HERE / "rivals" / "engines.py"), name, str(folder), str(SECONDS), format, str(OUT / f"{name}.png")]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONWARNINGS": "ignore"})
    if done.returncode:
        print(f"{name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def show(figure, name, value, least, goal, **more):
    """In the form of bench.h; `baseline` is Lamina's time, and `ratio` how many times that the rival takes."""
    ratio = value / least
    line = {"name": f"python/rivals_{figure}_{name}", "value": float(f"{value:.4g}"), "unit": "ms", "less_is_better": True,
            "baseline": float(f"{least:.4g}"), "ratio": float(f"{ratio:.3g}"), "goal": goal and float(f"{goal:.3g}"),
            "met": None if goal is None else ratio >= goal, **more}
    print(json.dumps(line, separators=(",", ":")), flush=True)


def compare(figure, format, names, folder, program, goals):
    best = {}
    for _ in range(ROUNDS):
        for name in names:
            found = measure(name, folder, format, program)
            if found and (name not in best or found["wall_ms"] < best[name]["wall_ms"]):
                best[name] = found
    ours = best["lamina"]
    for name, found in best.items():
        show(figure, name, found["wall_ms"], ours["wall_ms"], goals.get(name), cpu_ms=float(f"{found['cpu_ms']:.4g}"),
             cpu_ratio=float(f"{found['cpu_ms'] / ours['cpu_ms']:.3g}"),
             growth_kb_per_card=round(1e3 * found["growth_mb"] / found["cards"], 1))


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "card"
    OUT.mkdir(parents=True, exist_ok=True)
    program = c_program()
    names = ["lamina", *(["card_c"] if program else []), *install()]
    compare("card", "pixels", names, folder, program, GOALS)
    compare("card_png", "png", names, folder, program, dict.fromkeys(names[1:], PNG_GOAL))


if __name__ == "__main__":
    main()
