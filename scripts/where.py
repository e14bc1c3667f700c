#!/usr/bin/env python3
"""Prints the places of one function of lamina.h: declaration, export, tests, binding, and documents."""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests" / "Checks"))
import check_sources  # noqa: E402 (the path has to be set first)
import lamina_header  # noqa: E402

PLACES = [
    ("header", ["include"], ["*.h"]),
    ("export", ["Sources/LaminaABI"], ["*.swift"]),
    ("Swift tests", ["Tests/LaminaABITests"], ["*.swift"]),
    ("C tests", ["Tests/CHost"], ["*.c"]),
    ("binding", ["bindings/python/lamina"], ["*.py"]),
    ("examples", ["examples"], ["*.c", "*.cpp", "*.py"]),
    ("documents", ["docs", "."], ["*.md"]),
]


def hits(folders, patterns, name):
    for folder in folders:
        base = lamina_header.ROOT / folder
        for pattern in patterns:
            for file in sorted(base.glob(pattern) if folder == "." else base.rglob(pattern)):
                text = file.read_text(errors="replace")
                if folder.startswith("bindings") and check_sources.is_generated(text):
                    continue
                for n, line in enumerate(text.splitlines(), 1):
                    if re.search(rf"\b{name}\b", line):
                        yield f"{file.relative_to(lamina_header.ROOT)}:{n}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="", help="a function, such as lamina_node_insert_child")
    name = parser.parse_args().name
    known = lamina_header.read().functions
    if name not in known:
        near = [k for k in known if name and name.removeprefix("lamina_") in k]
        sys.exit(f"usage: make where F=lamina_x; '{name}' is not declared in lamina.h"
                 + (f"; did you mean {', '.join(near[:5])}?" if near else ""))
    missing = False
    for title, folders, patterns in PLACES:
        found = list(hits(folders, patterns, name))
        print(f"{title:12} {found[0] if found else '-'}" + (f"  (and {len(found) - 1} more)" if len(found) > 1 else ""))
        bound = name in check_sources.UNBOUND or check_sources.binding_mentions(lamina_header.ROOT).fullmatch(name)
        missing |= not found and (title in ("header", "export") or title == "binding" and not bound)
    tested = any(list(hits(f, p, name)) for t, f, p in PLACES if t.endswith("tests"))
    return missing or not tested


if __name__ == "__main__":
    sys.exit(main())
