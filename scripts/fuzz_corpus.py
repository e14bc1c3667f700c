#!/usr/bin/env python3
"""fuzz_corpus.py unpack FILE FOLDER | pack FOLDER FILE: a corpus of the fuzzer, which is a folder of many tiny files,
as one text file with a line of base64 for each input."""
import argparse
import base64
import hashlib
from pathlib import Path


def unpack(file, folder):
    folder.mkdir(parents=True, exist_ok=True)
    lines = file.read_text().splitlines() if file.exists() else []
    for line in lines:
        content = base64.b64decode(line)
        (folder / hashlib.sha1(content).hexdigest()).write_bytes(content)


def pack(folder, file):
    contents = sorted({f.read_bytes() for f in folder.iterdir()}, key=lambda c: (len(c), c))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(base64.b64encode(c).decode() + "\n" for c in contents))
    print(f"{file.name}: {len(contents)} inputs, {sum(map(len, contents))} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["unpack", "pack"])
    parser.add_argument("source", type=Path, help="the file to unpack, or the folder to pack")
    parser.add_argument("target", type=Path)
    given = parser.parse_args()
    {"unpack": unpack, "pack": pack}[given.action](given.source, given.target)
