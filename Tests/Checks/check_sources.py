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
    "LaminaLock": PLATFORM,
    "LaminaLayout": {"LaminaGeometry"},
    "LaminaMotion": {"LaminaGeometry", "Glibc"},
    "LaminaText": {"LaminaGeometry", "LaminaLayout", "LaminaLock", "CPango", "CCairo"} | PLATFORM,
    "LaminaDraw": {"LaminaGeometry", "LaminaText", "LaminaLock", "CCairo", "CPango", "CPixman", "CIgzip",
                   "CShuffle", "CTurboJPEG", "CJPEG", "CWebP", "CSystem", "CCodecs", "CJansson"} | PLATFORM,
    "LaminaLoading": {"LaminaGeometry", "LaminaLock", "CSystem", "CCurl", "CSQLite"} | PLATFORM,
    "LaminaNode": {"LaminaGeometry", "LaminaMotion", "LaminaLayout", "LaminaLock"} | PLATFORM,
    "LaminaDisplay": {"LaminaGeometry", "LaminaLoading", "LaminaLayout", "LaminaText", "LaminaDraw", "LaminaNode", "LaminaLock", "CSystem"} | PLATFORM,
    "LaminaAnimation": {"LaminaGeometry", "LaminaMotion", "LaminaNode", "LaminaDisplay", "LaminaLock"} | PLATFORM,
    "LaminaList": {"LaminaGeometry"},
    "LaminaTemplate": {"LaminaGeometry", "LaminaLayout", "LaminaText", "LaminaDraw", "LaminaNode", "LaminaLock", "LaminaDisplay",
                       "LaminaLoading", "CJansson"} | PLATFORM,
    "LaminaScroll": {"LaminaGeometry", "LaminaList", "LaminaAnimation", "LaminaMotion", "LaminaTemplate", "LaminaDisplay", "LaminaNode", "LaminaDraw",
                     "LaminaLock"} | PLATFORM,
    "LaminaABI": {"LaminaScroll", "LaminaList", "LaminaTemplate", "LaminaAnimation", "LaminaMotion", "LaminaLoading", "LaminaGeometry", "LaminaLayout", "LaminaText", "LaminaDraw", "LaminaNode", "LaminaLock", "LaminaDisplay",
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
        text = file.read_text().splitlines()
        lines = len(text)
        if lines > MAXIMUM_LINES and not is_generated("\n".join(text[:3])):
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
                else:
                    # The folder says in which header to look, and the other way round.
                    folder = "".join(word.capitalize() for word in lamina_header.header_of(name, root).split("_"))
                    if folder and file.parent.name != folder:
                        yield f"{at}: {name} stands in {file.parent.name}; its header's folder is {folder}"
                places[name] = at
    for name in header.functions:
        if name not in places:
            yield f"{name} has no @implementation @_cdecl"


# Functions that the Python binding does without, and why.
UNBOUND = {
    "lamina_context_begin_scope": "objects of Python release what they hold by themselves",
    "lamina_context_end_scope": "objects of Python release what they hold by themselves",
    "lamina_node_create_label": "a text node of Python makes its text from more than a string",
    "lamina_job_remove_observer": "a job of Python has one observer as long as it lives",
    "lamina_list_set_values_texts": "values of rows are read as JSON: a row at a time costs Python the same",
    "lamina_picture_retain": "views of a picture's memory share one reference",
    "lamina_job_add_row_texts": "lamina_job_add_text_rows() takes any number of rows for one call, which costs Python more than a row",
}


def is_generated(text):
    return any("Generated by" in line for line in text.splitlines()[:3])


def binding_mentions(root):
    """Names in the package as written by hand, and {kind} in names that it forms as a pattern: the generated tables
    name every function."""
    texts = [f.read_text() for f in sorted((root / "bindings" / "python" / "lamina").rglob("*.py"))]
    text = "\n".join(t for t in texts if not is_generated(t))
    formed = [re.sub(r"\{[^}]*\}", r"\\w+", name) for name in re.findall(r'f"(lamina_(?:\{[^}]*\}_(?:retain|release)|spec_create_\{[^}]*\}))"', text)]
    return re.compile("|".join([*map(re.escape, sorted(set(re.findall(r"\blamina_\w+", text)))), *formed]) or "(?!)")


def mentions(root, folders, extensions):
    text = "\n".join(f.read_text(errors="replace") for folder in folders for ext in extensions
                     for f in sorted((root / folder).rglob(ext)) if "build" not in f.relative_to(root).parts)
    return set(re.findall(r"\blamina_\w+", text))


def places(root, header):
    """A function is complete when it also has a test and a binding."""
    tested = mentions(root, ["Tests/LaminaABITests", "Tests/CHost"], ["*.swift", "*.c"])
    bound = binding_mentions(root)
    for name in header.functions:
        if name not in tested:
            yield f"{name} has no test in Tests/LaminaABITests or Tests/CHost"
        if name not in UNBOUND and not bound.fullmatch(name):
            yield f"{name} is not used in bindings/python"


def spec_names(header):
    """The layout specs, in the order of lamina_tree_kind, where they stand behind the nodes."""
    kinds = [name.removeprefix("LAMINA_TREE_KIND_").lower() for name in header.enums["lamina_tree_kind"].values]
    return kinds[kinds.index("existing_node") + 1:]


def specs(root, header):
    """The list of specs in Spec.swift goes by lamina_tree_kind: its order gives the numbers."""
    folder = root / "Sources" / "LaminaLayout" / "Specs"
    names = {}
    for file in sorted(folder.glob("*.swift")):
        names |= dict(re.findall(r'struct (\w+): SpecRule \{[^}]*?static let name = "(\w+)"', file.read_text()))
    listed = re.findall(r"SpecDescriptor\((\w+)\.initial\)", (folder / "Spec.swift").read_text())
    found = [names.get(kind, kind) for kind in listed]
    if found != spec_names(header):
        yield f"Spec.descriptors lists {', '.join(found)}; lamina_tree_kind {', '.join(spec_names(header))}"
    for name in spec_names(header):
        if f"lamina_spec_create_{name}" not in header.functions:
            yield f"lamina_spec_create_{name}() is missing: lamina_tree_kind has such a spec"


def spec_places(root, header):
    """A spec is known to the files of its folder and to the boundary, which fills in its settings: one more spec is
    one more file, four lines in the list and an export. What has to know one elsewhere belongs to the spec's rule."""
    sources = root / "Sources"
    folder = sources / "LaminaLayout" / "Specs"
    names = {name for file in sorted(folder.glob("*.swift"))
             for name in re.findall(r"struct (\w+): SpecRule\b", file.read_text())}
    known = re.compile(r"\b(?:" + "|".join(sorted(names)) + r")\b") if names else re.compile("(?!)")
    for file in swift_files(root):
        if file.parent in (folder, sources / "LaminaABI" / "Spec"):
            continue
        for n, line in enumerate(file.read_text().splitlines(), 1):
            if match := known.search(line.split("//")[0]):
                yield (f"{file.relative_to(root)}:{n}: {match[0]} is named outside of LaminaLayout/Specs and "
                       f"LaminaABI/Spec: ask its SpecRule instead")


def reproduction(root, header):
    """The same sources give the same library wherever they lie (`make reproducible` builds it twice)."""
    for file in swift_files(root):
        for n, line in enumerate(file.read_text().splitlines(), 1):
            for name in ("withoutActuallyEscaping", "#filePath"):
                if name in line.split("//")[0]:
                    yield f"{file.relative_to(root)}:{n}: {name} writes where the sources lie into the library"


UNSAFE_FILES = "Tests/Checks/unsafe_files.txt"


def says_unsafe(text):
    """Whether Swift code, its comments left out, says `unsafe`."""
    return any(re.search(r"\bunsafe\b", line.split("//")[0]) for line in text.splitlines())


def fence(root, header):
    """The files that may say `unsafe` stand in a list, which only gets shorter."""
    fenced = set((root / UNSAFE_FILES).read_text().split())
    saying = {str(file.relative_to(root / "Sources")) for file in swift_files(root) if says_unsafe(file.read_text())}
    for name in sorted(saying - fenced):
        yield f"Sources/{name} says unsafe, and is not one of the files in {UNSAFE_FILES} that may: use what those offer"
    for name in sorted(fenced - saying):
        yield f"{UNSAFE_FILES} names {name}, which does not say unsafe (any more): take it off the list"


CHECKS = (arrows, lengths, implementations, places, specs, spec_places, reproduction, fence)


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
