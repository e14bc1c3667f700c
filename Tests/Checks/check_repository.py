#!/usr/bin/env python3
"""Checks what is committed: no path of one person's machine, no trailing blanks, scripts that parse, links that lead
somewhere."""
import pathlib
import re
import subprocess
import sys

import lamina_header

# Written in pieces, so that this file does not report itself.
MACHINE_PATHS = re.compile("|".join([r"/home/(?!builder)\w", r"/Us" + r"ers/\w", r"/ro" + r"ot/", r"(?<![\w.])/wo" + r"rk/",
                                     r"/opt/sw" + r"ift"]))
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)")


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
            for target in LINK.findall(line):
                if not (file.parent / target).exists():
                    yield f"{file.relative_to(root)}:{n}: the link to {target} leads nowhere"


CHECKS = (machine_paths, blanks, scripts, links)


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
