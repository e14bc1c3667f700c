"""Springs by mpmath's Taylor series of their differential equation, 30 digits, which knows nothing of closed forms.

Writes springs-series.json beside this file and Tests/CHost/spring_series.h: `python3 springs_series.py` (needs mpmath).
"""
import json
from pathlib import Path

from mpmath import mp, mpf, odefun

mp.dps = 30
HERE = Path(__file__).parent
# mass, stiffness, damping, from, to, velocity: under, nearly and wholly critical, over the critical damping.
SPRINGS = [
    (1, 100, 10, 0, 1, 0), (1, 200, 8, 7, 307, 0), (1, 200, 8, 7, 307, -2500), (2, 450, 12, 307, 7, 900),
    (1, 180, "26.832", 0, 300, 1200), (1, 100, 20, 7, 307, 0), (1, 100, 20, 7, 307, 3000), (1, 100, 60, 7, 307, -800),
    ("0.5", 300, 40, 307, 7, 0), (3, 60, 30, 0, 250, 400),
]  # fmt: skip
TIMES = ["0.008", "0.05", "0.125", "0.25", "0.4", "0.65", "1", "1.5"]


def series(spring):
    mass, stiffness, damping, start, end, velocity = map(mpf, spring)
    solve = odefun(lambda t, y: [y[1], (-stiffness * (y[0] - end) - damping * y[1]) / mass], 0, [start, velocity])
    return [(time, *solve(mpf(time))) for time in TIMES]


cases, lines = [], []
for number, spring in enumerate(SPRINGS):
    mass, stiffness, damping, start, end, velocity = map(float, spring)
    samples = series(spring)
    cases.append({
        "name": f"series-{number + 1}", "kind": "series", "src": "mpmath-odefun",
        "spring": {"mass": mass, "stiffness": stiffness, "damping": damping, "from": start, "to": end, "velocity": velocity},
        "samples": [{"t": float(t), "x": float(x), "exact_v": float(v), "tol": 1e-9} for t, x, v in samples],
    })  # fmt: skip
    places = ", ".join(f"{float(x):.9f}" for _, x, _ in samples)
    lines.append(f"  {{{mass:g}, {stiffness:g}, {damping:g}, {start:g}, {end:g}, {velocity:g}, {{{places}}}}},")

head = {"fixture": "springs", "source": "mpmath.odefun, see springs_series.py", "license": "numbers", "count": len(cases)}
(HERE / "springs-series.json").write_text(json.dumps({**head, "cases": cases}, indent=1) + "\n")
(HERE.parents[1] / "CHost" / "spring_series.h").write_text(
    "/* Written by Tests/LaminaMotionTests/Fixtures/springs_series.py: by mpmath's Taylor series, 30 digits. */\n"
    "static const double spring_times[] = {" + ", ".join(TIMES) + "};\n\n"
    "static const struct {\n  double mass, stiffness, damping, from, to, velocity, places[" + str(len(TIMES)) + "];\n"
    "} spring_series[] = {\n" + "\n".join(lines) + "\n};\n"
)
