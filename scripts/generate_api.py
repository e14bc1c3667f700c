#!/usr/bin/env python3
"""Writes what is generated from include/lamina.h and the Python package for readers and other tools:

    abi/lamina.json      the header as data, installed with the library, for generators of bindings
    abi/lamina.symbols   the names that the library exports
    abi/lamina.abi       abigail's description of the types, from a C stub
    docs/api/*.md        the reference
    docs/api/python/*.md the reference of the Python package, from its docstrings

    scripts/generate_api.py            write them, and say what changed, for the CHANGELOG
    scripts/generate_api.py --check    exit with 1 when a file is not what would be written
"""
import argparse
import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "Checks"))
import abi_rules  # noqa: E402 (the path has to be set first)
import abi_stub  # noqa: E402
import api_model  # noqa: E402
import api_pages  # noqa: E402
import lamina_header  # noqa: E402
import python_pages  # noqa: E402


def files(model):
    """{path: text} of all but abigail's file, which is compared by meaning."""
    made = {ROOT / "abi" / "lamina.json": json.dumps(model, indent=1, ensure_ascii=False) + "\n",
            ROOT / "abi" / "lamina.symbols": "".join(f"{f['name']}\n" for f in sorted(
                model["functions"], key=lambda f: f["name"]))}
    for name, text in api_pages.pages(model).items():
        made[ROOT / "docs" / "api" / name] = text
    for name, text in python_pages.pages().items():
        made[ROOT / "docs" / "api" / "python" / name] = text
    return made


def stale(made):
    for path, text in made.items():
        if not path.exists() or path.read_text() != text:
            yield path
    for path in (ROOT / "docs" / "api").rglob("*.md"):
        if path not in made:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    given = parser.parse_args()
    model = api_model.model()
    made = files(model)
    if given.check:
        found = sorted(str(path.relative_to(ROOT)) for path in stale(made))
        if found:
            sys.exit(f"not what lamina.h and the docstrings say now: {', '.join(found)}; run 'make generate' and commit what it writes")
        print(f"generated: {len(made)} files are what lamina.h and the docstrings say")
        return
    committed = ROOT / "abi" / "lamina.json"
    if committed.exists():
        before = json.loads(committed.read_text())
        for sentence in abi_rules.breaks(before, model) + abi_rules.additions(before, model):
            print(f"changed: {sentence}")
    for path in list(stale(made)):
        if path in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[path])
        else:
            path.unlink()
        print(f"wrote {path.relative_to(ROOT)}" if path in made else f"removed {path.relative_to(ROOT)}")
    if shutil.which("abidw"):
        abi_stub.header_dump(lamina_header.HEADER, ROOT / "abi" / "lamina.abi")
    else:
        print("no abidw on PATH (abigail-tools): abi/lamina.abi was left as it is")


if __name__ == "__main__":
    main()
