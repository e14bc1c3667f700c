"""Random springs, curves, steps and lines, by their definitions in 50 digits, and in fractions: by nothing that the
library does. A spring is the exponential of its matrix, a curve the root of its cubic by halving, and steps and lines
are what css-easing-2 says.

Writes springs-random.json and beziers-random.json beside this file: `python3 random_motion.py [SEED]` (needs mpmath).
"""
import json
import random
import sys
from fractions import Fraction
from math import floor
from pathlib import Path

from mpmath import expm, matrix, mp, mpf

mp.dps = 50
HERE = Path(__file__).parent
SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 20261127
rolls = random.Random(SEED)


def spread(low, high):
    """A number whose logarithm is even, of few digits."""
    return float(f"{low * (high / low) ** rolls.random():.4g}")


def spring_case(number):
    # Under, near, at, and over the critical damping; at it exactly where the root is whole.
    kind = ("under", "near", "critical", "over")[number % 4]
    mass, root = spread(0.1, 10), spread(1, 60)
    stiffness = mass * root * root
    if kind == "critical":
        mass, root = float(rolls.randint(1, 8)), float(rolls.randint(1, 60))
        stiffness = mass * root * root
    ratio = {"under": spread(0.02, 0.98), "near": 1 + rolls.choice((-1, 1)) * spread(1e-10, 1e-4), "critical": 1.0,
             "over": spread(1.01, 12)}[kind]  # fmt: skip
    damping = 2 * mass * root * ratio
    start, end, velocity = (round(rolls.uniform(-500, 500), 3) for _ in range(3))
    velocity = rolls.choice((0.0, 10 * velocity))
    rates = matrix([[0, 1], [-mpf(stiffness) / mpf(mass), -mpf(damping) / mpf(mass)]])
    samples = []
    for time in sorted(spread(0.001, 8 / root if ratio < 3 else 40 / root) for _ in range(5)):
        found = expm(rates * mpf(time)) * matrix([mpf(start) - mpf(end), mpf(velocity)])
        size = abs(end - start) + abs(velocity) / root
        samples.append({"t": time, "x": float(found[0] + mpf(end)), "exact_v": float(found[1]), "tol": 1e-9 * size})
    return {"name": f"random-{kind}-{number}", "kind": "series", "src": "mpmath-expm", "samples": samples, "spring": {
        "mass": mass, "stiffness": stiffness, "damping": damping, "from": start, "to": end, "velocity": velocity}}  # fmt: skip


def cubic(p1, p2, t):
    return 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3


def curve_case(number):
    x1, x2 = (rolls.choice((0.0, 1.0, round(rolls.random(), 3), round(rolls.random(), 3))) for _ in range(2))
    y1, y2 = (round(rolls.uniform(-1.5, 2.5), 3) for _ in range(2))
    samples = []
    for x in sorted(round(rolls.random(), 4) for _ in range(8)):
        low, high = mpf(0), mpf(1)
        for _ in range(160):
            middle = (low + high) / 2
            low, high = (middle, high) if cubic(mpf(x1), mpf(x2), middle) < mpf(x) else (low, middle)
        samples.append({"x": x, "y": float(cubic(mpf(y1), mpf(y2), low))})
    # Where both middle points lie on one upright line, y moves by more than x tells.
    flat = x1 == 1.0 and x2 == 0.0
    return {"name": f"random-curve-{number}", "kind": "curve", "src": "mpmath-halving", "points": [x1, y1, x2, y2],
            "samples": samples, "tol": 1e-3 if flat else 1e-6}  # fmt: skip


def steps_case(number):
    jump = ("jump-start", "jump-end", "jump-none", "jump-both")[number % 4]
    steps = rolls.randint(2 if jump == "jump-none" else 1, 40)
    jumps = steps + {"jump-none": -1, "jump-both": 1}.get(jump, 0)
    samples = []
    for x in [0.0, 1.0, *sorted(round(rolls.uniform(-0.2, 1.2), 5) for _ in range(8))]:
        place = Fraction(x) * steps
        if x not in (0.0, 1.0) and abs(place - round(place)) < Fraction(1, 10**6):
            continue  # where doubles may round to either side
        step = floor(place) + (jump in ("jump-start", "jump-both"))
        step = max(step, 0) if x >= 0 else step
        step = min(step, jumps) if x <= 1 else step
        samples.append({"x": x, "y": float(Fraction(step, jumps))})
    return {"name": f"random-steps-{number}", "kind": "steps", "src": "css-easing-2", "steps": steps, "jump": jump,
            "samples": samples, "tol": 1e-12}  # fmt: skip


def line_case(number):
    stops = []
    for _ in range(rolls.randint(2, 9)):
        stop = {"y": round(rolls.uniform(-1, 2), 3)}
        if rolls.random() < 0.5:
            stop["x"] = round(rolls.uniform(-0.1, 1.1), 2)
            if rolls.random() < 0.3:
                stop["x_end"] = round(stop["x"] + rolls.uniform(-0.05, 0.3), 2)
        stops.append(stop)
    points = []  # [x or None, y], as CSS makes them
    for place, stop in enumerate(stops):
        given = Fraction(stop["x"]) if "x" in stop else None
        if given is None and place == 0:
            given = Fraction(0)
        if given is None and place == len(stops) - 1:
            given = max([Fraction(1), *(x for x, _ in points if x is not None)])
        for x in (given, Fraction(stop["x_end"])) if "x_end" in stop else (given,):
            before = [known for known, _ in points if known is not None]
            points.append([x if x is None else max([x, *before]), Fraction(stop["y"])])
    known = [place for place, (x, _) in enumerate(points) if x is not None]
    for left, right in zip(known, known[1:]):
        for place in range(left + 1, right):
            points[place][0] = points[left][0] + (points[right][0] - points[left][0]) * (place - left) / (right - left)
    samples = []
    for x in sorted(round(rolls.uniform(-0.3, 1.3), 4) for _ in range(9)):
        at = Fraction(x)
        if any(abs(at - p) < Fraction(1, 10**6) for p, _ in points):
            continue
        left = max([place for place, (p, _) in enumerate(points) if p <= at], default=0)
        left = min(left, len(points) - 2)
        (x1, y1), (x2, y2) = points[left], points[left + 1]
        y = (y1 if at < x1 else y2) if x1 == x2 else y1 + (y2 - y1) * (at - x1) / (x2 - x1)
        samples.append({"x": x, "y": float(y)})
    return {"name": f"random-line-{number}", "kind": "linear_stops", "src": "css-easing-2", "stops": stops,
            "samples": samples, "tol": 1e-9}  # fmt: skip


def write(file, fixture, cases):
    head = {"fixture": fixture, "source": f"random_motion.py {SEED}", "license": "numbers", "count": len(cases)}
    lines = ",\n".join(json.dumps(case) for case in cases)
    (HERE / file).write_text(json.dumps(head)[:-1] + ', "cases": [\n' + lines + "\n]}\n")


write("springs-random.json", "springs", [spring_case(number) for number in range(60)])
write("beziers-random.json", "beziers", [
    *(curve_case(number) for number in range(60)), *(steps_case(number) for number in range(40)),
    *(line_case(number) for number in range(60))])  # fmt: skip
