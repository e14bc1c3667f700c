#!/usr/bin/env python3
"""Checks the sources: which module may import which, lengths of files, and that each function stands in its places."""
import pathlib
import re
import sys

import lamina_header

MAXIMUM_LINES = 400

# The arrows of ARCHITECTURE.md. A module may import what stands beside it, and nothing else.
PLATFORM = {"Glibc", "Synchronization"}
ARROWS = {
    "LaminaGeometry": set(),
    "LaminaLayout": {"LaminaGeometry"},
    "LaminaText": {"LaminaGeometry", "LaminaLayout", "CPango", "CCairo"} | PLATFORM,
    "LaminaDraw": {"LaminaGeometry", "LaminaText", "CCairo", "CPango", "CPixman", "CDeflate"} | PLATFORM,
    "LaminaNode": {"LaminaGeometry", "LaminaLayout"} | PLATFORM,
    "LaminaDisplay": {"LaminaGeometry", "LaminaLayout", "LaminaText", "LaminaDraw", "LaminaNode", "CSystem"} | PLATFORM,
    "LaminaABI": {"LaminaGeometry", "LaminaLayout", "LaminaText", "LaminaDraw", "LaminaNode", "LaminaDisplay",
                  "CLamina"} | PLATFORM,
    "Lamina": {"LaminaABI"},
}
IMPORT = re.compile(r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:public |internal |package |fileprivate |private )?"
                    r"import\s+(?:(?:struct|class|enum|func|protocol|var|let|typealias)\s+)?(\w+)", re.M)


def swift_files(root):
    return sorted((root / "Sources").rglob("*.swift"))


def arrows(root, header):
    for file in swift_files(root):
        module = file.relative_to(root / "Sources").parts[0]
        if module not in ARROWS:
            yield f"{file.relative_to(root)}: module {module} is not in the table of check_sources.py"
            continue
        for match in IMPORT.finditer(file.read_text()):
            name = match[1]
            line = file.read_text()[:match.start()].count("\n") + 1
            if name.startswith("Foundation") or name == "Dispatch":
                yield f"{file.relative_to(root)}:{line}: import {name}; the library does without it"
            elif name not in ARROWS[module]:
                yield f"{file.relative_to(root)}:{line}: {module} may not import {name}"


def lengths(root, header):
    files = swift_files(root)
    for folder in ("bindings", "scripts"):
        files += [f for ext in ("*.py", "*.sh", "*.c", "*.h") for f in sorted((root / folder).rglob(ext))]
    for file in files:
        lines = len(file.read_text().splitlines())
        if lines > MAXIMUM_LINES:
            yield f"{file.relative_to(root)} has {lines} lines; at most {MAXIMUM_LINES} are allowed"


def implementations(root, header):
    """Each declared function is implemented once, in a way that lets the compiler compare it with the header."""
    places = {}
    for file in swift_files(root):
        for n, line in enumerate(file.read_text().splitlines(), 1):
            at = f"{file.relative_to(root)}:{n}"
            for match in re.finditer(r"@(_cdecl|c)\b(?:\(\s*\"?(\w+)\"?\s*\))?", line.split("//")[0]):
                name = match[2] or "?"
                if "@implementation" not in line:
                    yield f"{at}: {name} is exported without @implementation, so nothing compares it with lamina.h"
                elif name not in header.functions:
                    yield f"{at}: {name} is not declared in lamina.h"
                elif name in places:
                    yield f"{at}: {name} is already implemented in {places[name]}"
                places[name] = at
    for name in header.functions:
        if name not in places:
            yield f"{name} has no @implementation @_cdecl"


def mentions(root, folders, extensions):
    text = "\n".join(f.read_text(errors="replace") for folder in folders for ext in extensions
                     for f in sorted((root / folder).rglob(ext)) if "build" not in f.relative_to(root).parts)
    return set(re.findall(r"\blamina_\w+", text))


def places(root, header):
    """A function is complete when it also has a test and a binding."""
    tested = mentions(root, ["Tests/LaminaABITests", "Tests/CHost"], ["*.swift", "*.c"])
    bound = mentions(root, ["bindings/python"], ["*.py", "*.c", "*.pyx"])
    for name in header.functions:
        if name not in tested:
            yield f"{name} has no test in Tests/LaminaABITests or Tests/CHost"
        if name not in bound:
            yield f"{name} is not used in bindings/python"


CHECKS = (arrows, lengths, implementations, places)


def problems(root, header, checks=CHECKS):
    return [problem for check in checks for problem in check(pathlib.Path(root), header)]


def main():
    found = problems(lamina_header.ROOT, lamina_header.read())
    for problem in found:
        print(problem)
    print(f"sources: {len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
