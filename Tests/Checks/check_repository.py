#!/usr/bin/env python3
"""Checks what is committed: no path of one person's machine, no trailing blanks, scripts that parse, links that lead
somewhere, one version."""
import functools
import pathlib
import re
import subprocess
import sys

import lamina_header

# Written in pieces, so that this file does not report itself.
MACHINE_PATHS = re.compile("|".join([r"/home/(?!builder)\w", r"/Us" + r"ers/\w", r"/ro" + r"ot/", r"(?<![\w.])/wo" + r"rk/",
                                     r"/opt/sw" + r"ift"]))
# Below this heading the CHANGELOG names what there was.
REMOVED = "### Changes of the API since the states before"
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)")
NAME = re.compile(r"(?<![\w./$-])(?:lamina|LAMINA)_[A-Za-z0-9_]+\b(?![.\w/-])")


def committed(root):
    names = subprocess.check_output(["git", "-C", str(root), "ls-files", "-z"], text=True).split("\0")
    return [root / n for n in names if n and (root / n).is_file() and not (root / n).is_symlink()]


def text_of(file):
    try:
        return file.read_text()
    except UnicodeDecodeError:
        return None


def machine_paths(root, files):
    for file in files:
        for n, line in enumerate((text_of(file) or "").splitlines(), 1):
            found = MACHINE_PATHS.search(line)
            if found:
                yield f"{file.relative_to(root)}:{n}: '{found[0]}' is a path of one machine"


def blanks(root, files):
    for file in files:
        if file.suffix in (".swift", ".c", ".h", ".py", ".sh", ".md", ".in"):
            text = text_of(file) or ""
            for n, line in enumerate(text.splitlines(), 1):
                if line != line.rstrip():
                    yield f"{file.relative_to(root)}:{n}: trailing blanks"
            if text and not text.endswith("\n"):
                yield f"{file.relative_to(root)}: no newline at the end"


def scripts(root, files):
    for file in files:
        text = text_of(file) or ""
        if text.startswith("#!") and "sh" in text.splitlines()[0]:
            done = subprocess.run(["bash", "-n", str(file)], capture_output=True, text=True)
            if done.returncode:
                yield f"{file.relative_to(root)}: {done.stderr.strip()}"
        if text.startswith("#!") and not file.stat().st_mode & 0o100:
            yield f"{file.relative_to(root)} begins with #! but is not executable"


def links(root, files):
    for file in files:
        if file.suffix != ".md":
            continue
        for n, line in enumerate((text_of(file) or "").splitlines(), 1):
            for target, anchor in LINK.findall(line):
                to = file.parent / target if target else file
                if not to.exists():
                    yield f"{file.relative_to(root)}:{n}: the link to {target} leads nowhere"
                elif anchor and to.suffix == ".md" and anchor not in anchors(to):
                    yield f"{file.relative_to(root)}:{n}: {target} has no heading '{anchor}'"


@functools.cache
def anchors(file):
    """The places in a Markdown file that a link can name, as GitHub and GitLab make them."""
    titles = re.findall(r"^#+ (.*)$", text_of(file) or "", re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", t).lower()).replace(" ", "-") for t in titles}


def names(root, files):
    """What documents call by name exists. A name that ends in _ stands for all that begin so; others may be host's own
    when the document defines them itself."""
    header = lamina_header.read()
    known = {*header.functions, *header.enums, *header.structs, *header.handles, *header.callbacks, *header.aliases,
             *header.macros, "lamina_element", "LAMINA_ERROR_UNKNOWN", "LAMINA_0",
             "LAMINA_LIBRARY", "LAMINA_INCLUDE", "LAMINA_GOLDEN", "LAMINA_SANITIZER", "LAMINA_TESTS", "LAMINA_FLAGS",
             "LAMINA_CFLAGS", "LAMINA_LIBS",
             "lamina_x",  # any function
             *(v for e in header.enums.values() for v in e.values)}
    for file in files:
        if file.suffix != ".md":
            continue
        text = text_of(file) or ""
        for n, line in enumerate(text.splitlines(), 1):
            if line == REMOVED:
                break
            for name in NAME.findall(LINK.sub("]", line)):
                if name in known or name.endswith("_") and any(k.startswith(name) for k in known):
                    continue
                if re.search(rf"(?:static|struct|GSource \*|define|typedef)[^\n]*\b{name}\b", text):
                    continue
                yield f"{file.relative_to(root)}:{n}: {name} is not in lamina.h"


def versions(root, files):
    """The header is the only source of the version; where a tool needs it written out, it has to be the same."""
    text = lamina_header.flat()
    want = ".".join(re.search(rf"LAMINA_VERSION_{p} (\d+)", text)[1] for p in ("MAJOR", "MINOR", "PATCH"))
    for file in files:
        if file.name == "pyproject.toml":
            found = re.search(r'^version\s*=\s*"(.*)"', text_of(file), re.M)
            if found and found[1] != want:
                yield f"{file.relative_to(root)} says version {found[1]}, lamina.h {want}"
        if file.name == "CHANGELOG.md" and f"## {want}" not in text_of(file):
            yield f"{file.relative_to(root)} has no section for {want}"


CHECKS = (machine_paths, blanks, scripts, links, names, versions)


def main():
    root = pathlib.Path(lamina_header.ROOT)
    files = committed(root)
    found = [problem for check in CHECKS for problem in check(root, files)]
    for problem in found:
        print(problem)
    print(f"repository: {len(files)} files; {len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
