#!/usr/bin/env python3
"""Compares the header and the built library with what is committed in abi/. See abi/README.md."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import abi_rules
import abi_stub
import api_model
import check_header
import check_library
import lamina_header

ABI = lamina_header.ROOT / "abi"


def committed():
    return json.loads((ABI / "lamina.json").read_text())


def first_headers():
    """The headers of releases, whose programs must go on running; none before the first."""
    return sorted(ABI.glob("*/lamina.h"))


def rules(path=lamina_header.HEADER):
    """Against the committed model, which must be that of today, and against the header of each release."""
    now = api_model.model(path)
    for sentence in abi_rules.breaks(committed(), now) + abi_rules.additions(committed(), now):
        yield f"{sentence}: not in abi/lamina.json yet; run 'make generate', and tell users in the CHANGELOG"
    for old in first_headers():
        for sentence in abi_rules.breaks(api_model.model(old), now):
            yield f"{sentence} (since {old.parent.name})"


def abidiff(path=lamina_header.HEADER, base=ABI / "lamina.abi"):
    if not shutil.which("abidiff"):
        yield "there is no abidiff; install abigail-tools"
        return
    with tempfile.TemporaryDirectory() as folder:
        now = abi_stub.header_dump(path, pathlib.Path(folder, "now.abi"))
        done = subprocess.run(["abidiff", "--no-added-syms", "--suppressions", str(ABI / "growth.abignore"), str(base), str(now)],
                              capture_output=True, text=True)
    if done.returncode:
        yield f"abidiff answers {done.returncode}:\n{done.stdout}{done.stderr}"


def symbols(library):
    want = set((ABI / "lamina.symbols").read_text().split())
    have = set(check_library.exported(str(library)))
    for name in sorted(want - have):
        yield f"{name} is not exported any more"
    for name in sorted(have - want):
        yield f"{name} is exported and not in abi/lamina.symbols; run 'make generate'"


def layout_assertions(model):
    """A C and C++ program that compiles only where structs and enums are as committed."""
    out = ['#include "lamina.h"', "#ifdef __cplusplus", "#define DEMAND static_assert", "#else",
           "#define DEMAND _Static_assert", "#endif"]
    for s in model["structs"]:
        name = s["name"]
        size = f"sizeof({name}) {'>=' if s['sized'] else '=='} {s['size']}"
        out.append(f'DEMAND({size}, "size of {name}");')
        for f in s["fields"]:
            out.append(f'DEMAND(offsetof({name}, {f["name"]}) == {f["offset"]}, "place of {name}.{f["name"]}");')
            out.append(f'DEMAND(sizeof((({name} *)0)->{f["name"]}) == {f["size"]}, "size of {name}.{f["name"]}");')
    for e in model["enums"]:
        out.append(f'DEMAND(sizeof({e["name"]}) == 4, "size of {e["name"]}");')
        out += [f'DEMAND((int){v["name"]} == {v["value"]}, "{v["name"]}");' for v in e["values"]]
    return "\n".join(out) + "\n"


def layouts(path=lamina_header.HEADER):
    """Every compiler that the header promises lays out the structs as committed."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "layout.c")
        source.write_text(layout_assertions(committed()))
        for name, command in check_header.compilers():
            if name.endswith(("c99",)):
                continue  # it has no _Static_assert; c11 tells the same
            if not command:
                yield f"{name}: no such compiler"
                continue
            flags = [flag for flag in command if flag not in ("-Wpedantic", "-Wextra")]
            done = subprocess.run([*flags, f"-I{pathlib.Path(path).parent}", str(source)], capture_output=True, text=True)
            if done.returncode:
                lines = [line for line in done.stderr.splitlines() if "error" in line]
                yield f"layout with {name}: " + "\n".join(lines[:5])


def parses(path=lamina_header.HEADER):
    """With cffi, which has to be there: bindings of others begin with it."""
    try:
        import cffi  # noqa: F401
    except ImportError:
        return [f"{sys.executable} has no cffi; scripts/check-abi.sh makes an environment that has it"]
    return list(check_header.parses(lamina_header.read(path)))


def main():
    library = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else lamina_header.ROOT / "build" / "liblamina.so")
    if not library.exists():
        sys.exit(f"{library} does not exist; run make first")
    found = [problem for check in (rules(), abidiff(), symbols(library.resolve()), layouts(), parses()) for problem in check]
    for problem in found:
        print(problem)
    print(f"abi: {len(committed()['functions'])} functions, {len(first_headers())} released headers; {len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
