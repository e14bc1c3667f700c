#!/usr/bin/env python3
"""How long a Python ticker on the main thread waits for its turn while two workers draw cards.
usage: bench_python_ticker.py [FOLDER_OF_CARDS]

The ticker sleeps for a fifth of a millisecond and notes how much later than that it goes on. It shares the interpreter
lock with the thread that hands in rows and takes pictures, and the cores with the workers. What the cores cost it shows
beside it: two threads that compute in C, as nice as the workers, and touch no Python meanwhile; and nothing at all."""
import hashlib
import json
import os
import pathlib
import sys
import threading
import time

import lamina

SECONDS, SLEEP = 4.0, 0.0002
LIMIT_MS = 2.0
BUCKETS_MS = (0.25, 0.5, 1, 2, 4, 8)


def show(name, value, unit, baseline=None, goal=None, **more):
    """Prints a figure, in the form of bench.h. `goal` is for the figure itself; `baseline` shows beside it."""
    figure = {"name": name, "value": float(f"{value:.4g}"), "unit": unit,
              "baseline": None if baseline is None else float(f"{baseline:.4g}"),
              "ratio": None if not baseline else float(f"{value / baseline:.3g}"), "goal": goal,
              "met": None if goal is None else value <= goal, **more}
    print(json.dumps(figure, separators=(",", ":")), flush=True)


def run_queue_wait():
    """A function that says how long this thread has waited for a core so far, in milliseconds: /proc/.../schedstat."""
    file = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
    return lambda: int(os.pread(file, 64, 0).split()[1]) / 1e6


def tick():
    """For each turn: milliseconds that it came late, and how much of that the kernel did not let a ready thread run."""
    turns, clock, sleep, waited = [], time.perf_counter, time.sleep, run_queue_wait()
    end = clock() + SECONDS
    before, waited_before = clock(), waited()
    while before < end:
        sleep(SLEEP)
        now, waited_now = clock(), waited()
        turns.append((1e3 * (now - before - SLEEP), waited_now - waited_before))
        before, waited_before = now, waited_now
    return turns


def with_two_threads_in_c(niceness):
    """Ticks beside two threads that hash a megabyte at a time, which gives the interpreter lock away."""
    stop = threading.Event()

    def compute():
        if niceness:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        block = bytes(1 << 20)
        while not stop.is_set():
            hashlib.sha256(block).digest()

    threads = [threading.Thread(target=compute) for _ in range(2)]
    [thread.start() for thread in threads]
    found = tick()
    stop.set()
    [thread.join() for thread in threads]
    return found


def with_two_workers(folder, niceness):
    """Ticks while another thread has two workers draw rows without end."""
    stop, drawn = threading.Event(), 0
    cards = [line.split("\t")[:7] for line in (folder / "cards.tsv").read_text(encoding="utf-8").splitlines()]
    form = lamina.Template(folder / "card.json")
    rows = [dict(zip(form.slots, card)) for card in cards]

    def endless():
        while not stop.is_set():
            yield from rows

    def take():
        nonlocal drawn
        with lamina.Context(workers=2, worker_niceness=niceness) as context:
            for _ in form.render(endless(), context=context):
                drawn += 1
                if stop.is_set():
                    break

    thread = threading.Thread(target=take)
    thread.start()
    while drawn < 100:  # fonts and words are warm
        time.sleep(0.01)
    before = drawn
    found = tick()
    drawn_meanwhile = drawn - before
    stop.set()
    thread.join()
    return found, drawn_meanwhile / SECONDS


def late_at(share, values):
    """How late the turn is that so many of all are not later than."""
    return sorted(values)[int(share * (len(values) - 1))]


def gaps(late):
    return sum(value > LIMIT_MS for value in late) / SECONDS


def report(name, turns, rate=0, floor=None):
    """`floor` is what the turns beside threads in C were like."""
    late, low = [turn[0] for turn in turns], float("-inf")
    beside = floor and [turn[0] for turn in floor]
    counts = {}
    for high in (*BUCKETS_MS, float("inf")):
        counts[f"<={high}ms"] = sum(low < value <= high for value in late)
        low = high
    for label, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)):
        show(f"python/ticker_{name}_late_{label}", late_at(share, late), "ms", beside and late_at(share, beside))
    show(f"python/ticker_{name}_late_most", max(late), "ms", beside and max(beside), None if floor is None else LIMIT_MS,
         turns=len(late), late=counts, cards_per_second=round(rate) or None)
    show(f"python/ticker_{name}_over_2_ms", gaps(late), "a second", beside and gaps(beside))
    # What is left when the kernel's share is taken away: the interpreter lock, and timers.
    rest = [max(0.0, value - kernel) for value, kernel in turns]
    show(f"python/ticker_{name}_late_without_run_queue_p99.9", late_at(0.999, rest), "ms", goal=None if floor is None else LIMIT_MS)
    show(f"python/ticker_{name}_late_without_run_queue_most", max(rest), "ms", goal=None if floor is None else LIMIT_MS,
         over_2_ms=sum(value > LIMIT_MS for value in rest))


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "card"
    report("idle", tick())
    for niceness in (0, 10, 19):  # 10 is what Template.render() gives workers of its own
        floor = with_two_threads_in_c(niceness)
        report(f"c_threads_nice_{niceness}", floor)
        report(f"workers_nice_{niceness}", *with_two_workers(folder, niceness), floor=floor)


if __name__ == "__main__":
    main()
