#!/usr/bin/env python3
"""stamp_build_id.py STRIPPED OTHER...: gives files of one library the build id that is the hash of what STRIPPED holds.

The linker's own covers the debug information too, which names files of the compiler's cache by hashes of their place: the
same sources would have another id in another folder.
"""
import hashlib
import re
import subprocess
import sys

HEAD = 16  # of the note: sizes, type, "GNU"


def place(path):
    """Where the 20 bytes of the id stand in a file."""
    sections = subprocess.check_output(["readelf", "-SW", path], text=True)
    found = re.search(r"\.note\.gnu\.build-id\s+NOTE\s+\w+ (\w+) (\w+)", sections)
    if not found or int(found[2], 16) != HEAD + 20:
        sys.exit(f"{path} has no build id of 20 bytes")
    return int(found[1], 16) + HEAD


def write(path, identity):
    with open(path, "r+b") as file:
        file.seek(place(path))
        file.write(identity)


def main():
    stripped = sys.argv[1]
    write(stripped, bytes(20))
    with open(stripped, "rb") as file:
        identity = hashlib.sha1(file.read()).digest()
    for path in sys.argv[1:]:
        write(path, identity)


if __name__ == "__main__":
    main()
