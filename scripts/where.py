#!/usr/bin/env python3
"""Prints the places of one function of lamina.h, or of one layout spec: declaration, export, tests, binding, and
documents."""
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


def hits(folders, patterns, pattern):
    for folder in folders:
        base = lamina_header.ROOT / folder
        for glob in patterns:
            for file in sorted(base.glob(glob) if folder == "." else base.rglob(glob)):
                text = file.read_text(errors="replace")
                if folder.startswith("bindings") and check_sources.is_generated(text):
                    continue
                for n, line in enumerate(text.splitlines(), 1):
                    if re.search(pattern, line):
                        yield f"{file.relative_to(lamina_header.ROOT)}:{n}"


def show(title, found):
    print(f"{title:12} {found[0] if found else '-'}" + (f"  (and {len(found) - 1} more)" if len(found) > 1 else ""))


def show_function(name, known):
    """Whether a place is missing."""
    if name not in known:
        near = [k for k in known if name and name.removeprefix("lamina_") in k]
        sys.exit(f"usage: make where F=lamina_x, or S=ratio for a spec; '{name}' is not declared in lamina.h"
                 + (f"; did you mean {', '.join(near[:5])}?" if near else ""))
    missing = False
    for title, folders, patterns in PLACES:
        pattern = rf"\b{name}\b"
        if title == "binding" and name.startswith("lamina_spec_create_"):  # whose name is formed there
            pattern += rf"|^def {name.removeprefix('lamina_spec_create_')}\("
        found = list(hits(folders, patterns, pattern))
        show(title, found)
        bound = name in check_sources.UNBOUND or check_sources.binding_mentions(lamina_header.ROOT).fullmatch(name)
        missing |= not found and (title in ("header", "export") or title == "binding" and not bound)
    tested = any(list(hits(f, p, rf"\b{name}\b")) for t, f, p in PLACES if t.endswith("tests"))
    return missing or not tested


def show_spec(name, known):
    """The places of a spec in the order in which they are written. Whether one is missing."""
    specs = check_sources.spec_names(known)
    if name not in specs:
        sys.exit(f"usage: make where S=ratio; '{name}' is no spec: they are {', '.join(specs)}")
    kind, function, case = f"LAMINA_TREE_KIND_{name.upper()}", f"lamina_spec_create_{name}", "".join(
        word.capitalize() if n else word for n, word in enumerate(name.split("_")))
    places = [
        ("header", ["include"], ["*.h"], rf"\b({function}|{kind})\b"),
        ("its type", ["Sources/LaminaLayout/Specs"], ["*.swift"], rf'static let name = "{name}"'),
        ("list", ["Sources/LaminaLayout/Specs"], ["Spec.swift"], rf"(case \.?{case}\b|\b{case[0].upper()}{case[1:]}Spec\b)"),
        ("export", ["Sources/LaminaABI"], ["*.swift"], rf"\b{function}\b"),
        ("tests", ["Tests/LaminaABITests", "Tests/CHost"], ["*.swift", "*.c"], rf"\b({function}|{kind})\b"),
        ("binding", ["bindings/python/lamina"], ["*.py"], rf"^def {name}\("),
        ("examples", ["examples"], ["*.c", "*.cpp", "*.py"], rf"\b({function}|{kind}|{name}\()"),
        ("documents", ["docs"], ["*.md"], rf"\b({function}|{kind})\b"),
    ]
    missing = False
    for title, folders, patterns, pattern in places:
        found = list(hits(folders, patterns, pattern))
        show(title, found)
        missing |= not found and title not in ("examples", "documents")
    return missing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="", help="a function, such as lamina_node_insert_child")
    parser.add_argument("--spec", default="", help="a layout spec, such as ratio")
    given = parser.parse_args()
    known = lamina_header.read()
    return show_spec(given.spec, known) if given.spec else show_function(given.name, known.functions)


if __name__ == "__main__":
    sys.exit(main())
