#!/usr/bin/env python3
"""stamp_build_id.py STRIPPED OTHER...: gives files of one library the build id that is the hash of what STRIPPED holds,
and blanks the compiler's notes for its next run in all of them.

The linker's own id covers the debug information too, which names files of the compiler's cache by hashes of their
place: the same sources would have another id in another folder. The notes are blanked, for where objcopy removes a
section that is loaded it drops the mark of what is to be read-only (GNU_RELRO).
"""
import argparse
import hashlib
import re
import subprocess
import sys

HEAD = 16  # of the note: sizes, type, "GNU"


def place(path, section):
    """Where the bytes of a section stand in a file, and how many there are; None when it has no such section."""
    sections = subprocess.check_output(["readelf", "-SW", path], text=True)
    found = re.search(rf" {re.escape(section)}\s+\w+\s+\w+ (\w+) (\w+)", sections)
    return found and (int(found[1], 16), int(found[2], 16))


def write(path, at, data):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def write_id(path, identity):
    found = place(path, ".note.gnu.build-id")
    if not found or found[1] != HEAD + 20:
        sys.exit(f"{path} has no build id of 20 bytes")
    write(path, found[0] + HEAD, identity)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stripped", metavar="STRIPPED")
    parser.add_argument("others", metavar="OTHER", nargs="*")
    given = parser.parse_args()
    stripped, paths = given.stripped, [given.stripped, *given.others]
    for path in paths:
        notes = place(path, ".swift_modhash")
        if notes:
            write(path, notes[0], bytes(notes[1]))
    write_id(stripped, bytes(20))
    with open(stripped, "rb") as file:
        identity = hashlib.sha1(file.read()).digest()
    for path in paths:
        write_id(path, identity)


if __name__ == "__main__":
    main()
