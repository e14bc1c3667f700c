#!/usr/bin/env python3
"""Runs the benchmarks and keeps what they say.

    bench_report.py run [AREA]      runs scripts/bench.sh ROUNDS times (3) and writes build/bench/results.json and
    results.md bench_report.py compare OLD NEW says which figures moved by more than noise; exits with 1 when one became
    worse

A figure's noise is the spread of its rounds. It has moved when the rounds of the two runs do not overlap, and the
medians differ by more than 3 % and by more than both spreads.
"""
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEAST = 0.03


def output(*command):
    try:
        return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL, cwd=ROOT).strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def field(path, name):
    for line in Path(path).read_text().splitlines():
        if line.startswith(name):
            return line.split(":", 1)[1].strip()
    return ""


def machine():
    return {"processor": field("/proc/cpuinfo", "model name"), "cores": os.cpu_count(),
            "memory": field("/proc/meminfo", "MemTotal"), "kernel": platform.release(),
            "system": field_of_os_release("PRETTY_NAME")}


def field_of_os_release(name):
    lines = Path("/etc/os-release").read_text().splitlines() if Path("/etc/os-release").exists() else []
    return next((line.split("=", 1)[1].strip('"') for line in lines if line.startswith(name + "=")), "")


def versions():
    libraries = {name: output("pkg-config", "--modversion", package) for name, package in (
        ("cairo", "cairo"), ("pango", "pango"), ("harfbuzz", "harfbuzz"), ("fontconfig", "fontconfig"),
        ("freetype", "freetype2"), ("glib", "glib-2.0"), ("pixman", "pixman-1"), ("isa-l", "libisal"), ("jansson", "jansson"),
        ("libjpeg-turbo", "libturbojpeg"), ("libwebp", "libwebp"))}
    swift = output("swiftc", "--version").splitlines()
    return {"lamina": output("scripts/version.sh"), "commit": output("git", "describe", "--always", "--dirty"), **libraries,
            "swift": swift[0] if swift else "", "gcc": output("gcc", "-dumpfullversion"), "python": platform.python_version()}


def one_round(area):
    done = subprocess.run(["scripts/bench.sh", area], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"the benchmarks ended with {done.returncode}")
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {row["name"]: row for row in rows}


def run(area):
    rounds, before = [], os.getloadavg()
    for number in range(int(os.environ.get("ROUNDS", "3"))):
        print(f"round {number + 1}", file=sys.stderr)
        rounds.append(one_round(area))
    figures = []
    for name, row in rounds[0].items():
        samples = [r[name]["value"] for r in rounds if name in r]
        ratios = [r[name]["ratio"] for r in rounds if name in r and r[name]["ratio"] is not None]
        figures.append({"name": name, "unit": row["unit"], "less_is_better": row.get("less_is_better", "/s" not in row["unit"]),
                        "median": statistics.median(samples), "samples": samples,
                        "ratio": statistics.median(ratios) if ratios else None, "goal": row["goal"], "met": row["met"]})
    result = {"schema": 1, "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
              "machine": machine(), "versions": versions(),
              "load": {"before": round(before[0], 2), "after": round(os.getloadavg()[0], 2)}, "figures": figures}
    folder = ROOT / "build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(result, indent=1) + "\n")
    (folder / "results.md").write_text(table(result))
    print(table(result))
    print("kept in build/bench/results.json and build/bench/results.md", file=sys.stderr)


def spread(figure):
    """Half the range of the rounds, as a share of the median."""
    middle = abs(figure["median"]) or 1
    return (max(figure["samples"]) - min(figure["samples"])) / 2 / middle


def number(value):
    return "" if value is None else f"{value:.4g}"


def table(result):
    m, v, load = result["machine"], result["versions"], result["load"]
    lines = [f"# Benchmarks of {v['lamina']} ({v['commit']}), {result['time']}", "",
             f"{m['processor']}, {m['cores']} cores, {m['memory']}; {m['system']}, Linux {m['kernel']}. "
             f"Load {load['before']} before, {load['after']} after.", "",
             ", ".join(f"{name} {version}" for name, version in v.items() if version and name not in ("lamina", "commit")), "",
             "| figure | median | unit | ± | to its baseline | goal | met |", "|---|---:|---|---:|---:|---:|---|"]
    for f in result["figures"]:
        met = "" if f["met"] is None else "yes" if f["met"] else "no"
        lines.append(f"| {f['name']} | {number(f['median'])} | {f['unit']} | {spread(f):.1%} | {number(f['ratio'])} | "
                     f"{number(f['goal'])} | {met} |")
    if load["before"] > 0.5:
        lines += ["", f"The machine was busy: load {load['before']} at the start. Times may be too long."]
    return "\n".join(lines) + "\n"


def moved(old, new):
    """The relative change of the median, when it is more than noise; otherwise None."""
    change = (new["median"] - old["median"]) / (abs(old["median"]) or 1)
    apart = min(new["samples"]) > max(old["samples"]) or max(new["samples"]) < min(old["samples"])
    return change if apart and abs(change) > max(LEAST, spread(old), spread(new)) else None


def compare(old, new):
    before = {f["name"]: f for f in old["figures"]}
    after = {f["name"]: f for f in new["figures"]}
    lines, worse = [], 0
    if old["machine"] != new["machine"]:
        lines.append("These are two machines: only figures with a baseline can be compared.")
    for key, version in new["versions"].items():
        if version != old["versions"].get(key):
            lines.append(f"{key}: {old['versions'].get(key)} before, {version} now")
    for name, f in after.items():
        if name not in before:
            lines.append(f"new      {name}: {number(f['median'])} {f['unit']}")
            continue
        change = moved(before[name], f)
        if change is None:
            continue
        is_worse = (change > 0) == f["less_is_better"]
        worse += is_worse
        lines.append(f"{'worse ' if is_worse else 'better'}   {name}: {number(before[name]['median'])} -> {number(f['median'])} "
                     f"{f['unit']} ({change:+.1%}; noise {max(spread(before[name]), spread(f)):.1%})")
    lines += [f"gone     {name}" for name in before if name not in after]
    same = sum(name in before and moved(before[name], f) is None for name, f in after.items())
    lines.append(f"{same} figures did not move beyond noise, {worse} became worse")
    return lines, worse


def main():
    if sys.argv[1:2] == ["run"]:
        run(sys.argv[2] if len(sys.argv) > 2 else "")
    elif sys.argv[1:2] == ["compare"] and len(sys.argv) == 4:
        lines, worse = compare(*(json.loads(Path(p).read_text()) for p in sys.argv[2:]))
        print("\n".join(lines))
        sys.exit(worse > 0)
    elif sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
    else:
        print(__doc__, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
