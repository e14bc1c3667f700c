#!/usr/bin/env python3
"""Checks the built library: what it exports, what it needs, its size, its SONAME and how long it takes to load."""
import pathlib
import re
import subprocess
import sys

import lamina_header

NODE = "LAMINA_0"
MAXIMUM_BYTES = 14_500_000
MAXIMUM_LOAD_MS = 20
# What a stock Debian has and the documents name; whatever these bring with them is theirs.
MAY_NEED = {"libcairo.so.2", "libpango-1.0.so.0", "libpangocairo-1.0.so.0", "libpangoft2-1.0.so.0", "libpixman-1.so.0",
            "libisal.so.2", "libjansson.so.4", "libturbojpeg.so.0", "libjpeg.so.62", "libwebp.so.7",
            "libgobject-2.0.so.0", "libglib-2.0.so.0", "libfontconfig.so.1", "libfreetype.so.6",
            "libharfbuzz.so.0", "libxml2.so.2", "libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1",
            "libpthread.so.0", "libdl.so.2", "libz.so.1", "libpng16.so.16", "libgio-2.0.so.0",
            "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def output(*command):
    return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL)


def exported(library):
    """{symbol: version node} of everything that the library offers."""
    found = {}
    for line in output("nm", "-D", "--defined-only", "--extern-only", "--with-symbol-versions", library).splitlines():
        kind, symbol = line.split()[-2:]
        name, _, node = symbol.partition("@")
        if kind != "A" or name != node.lstrip("@"):
            if name != NODE:
                found[name] = node.lstrip("@")
    return found


def exports(library, header):
    want, have = set(header.functions), exported(library)
    for name in sorted(want - set(have)):
        yield f"{name} is declared but not exported (no implementation, or one that is not public)"
    for name in sorted(set(have) - want):
        yield f"{name} is exported but not declared in lamina.h"
    for name, node in sorted(have.items()):
        if node != NODE:
            yield f"{name} carries the version node '{node}', not {NODE}"


def needs(library, header):
    dynamic = output("readelf", "-d", library)
    soname = re.search(r"SONAME.*\[(.*)\]", dynamic)
    major = re.search(r"LAMINA_VERSION_MAJOR (\d+)", header.text)[1]
    if not soname or soname[1] != f"liblamina.so.{major}":
        yield f"the SONAME is {soname and soname[1]}, not liblamina.so.{major}"
    for name in re.findall(r"NEEDED.*\[(.*)\]", dynamic):
        if name not in MAY_NEED:
            yield f"it needs {name}, which is not on the list of allowed libraries"
    if re.search(r"\((RPATH|RUNPATH)\)", dynamic):
        path = re.search(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic)[1]
        # SwiftPM always adds $ORIGIN; any other place would be one of the building machine.
        if path != "$ORIGIN":
            yield f"it looks for libraries in '{path}'"
    for line in output("ldd", library).splitlines():
        if "not found" in line:
            yield f"ldd: {line.strip()}"
        if re.search(r"libswift|libFoundation|lib_Foundation|libdispatch|libBlocksRuntime|/usr/lib/swift/", line):
            yield f"ldd shows a library of the Swift toolchain: {line.strip()}"


def foundation(library, header):
    debug = pathlib.Path(f"{library}.debug")
    names = output("nm", str(debug) if debug.exists() else library) if debug.exists() else output("strings", library)
    found = re.search(r"\S*\$s(?:10Foundation|20FoundationEssentials)\S*", names)
    if found:
        yield f"Foundation is linked in: {found[0]}"
    if "$s12_RegexParser" in names:
        yield "Swift's regular expressions are linked in (a megabyte): by contains(), split() or the like of a String with a String"


def size(library, header):
    n = pathlib.Path(library).stat().st_size
    if n > MAXIMUM_BYTES:
        yield f"it has {n:,} bytes; at most {MAXIMUM_BYTES:,} are allowed"


def hardened(library, header):
    """What the loader has resolved cannot be written any more, nor the stack be run."""
    segments = output("readelf", "-lW", library)
    if "GNU_RELRO" not in segments or not re.search(r"\bNOW\b", output("readelf", "-d", library)):
        yield "its tables of addresses stay writable: link with -z relro -z now"
    if re.search(r"GNU_STACK.* RWE ", segments):
        yield "it asks for a stack that can be run"


LOAD = """
import ctypes, sys, time
start = time.process_time()
library = ctypes.CDLL(sys.argv[1])
version = library.lamina_version()
print((time.process_time() - start) * 1000, version)
"""


def loads(library, header):
    parts = [int(re.search(rf"LAMINA_VERSION_{p} (\d+)", header.text)[1]) for p in ("MAJOR", "MINOR", "PATCH")]
    want = parts[0] << 16 | parts[1] << 8 | parts[2]
    times = []
    for _ in range(5):  # the best of five, of the processor's time: a busy machine must not fail the check
        done = subprocess.run([sys.executable, "-c", LOAD, library], capture_output=True, text=True)
        if done.returncode:
            yield f"it does not load: {done.stderr.strip().splitlines()[-1:]}"
            return
        ms, version = done.stdout.split()
        times.append(float(ms))
        if int(version) != want:
            yield f"lamina_version() answers {int(version):#x}, the header says {want:#x}"
            return
    if min(times) > MAXIMUM_LOAD_MS:
        yield f"loading takes {min(times):.1f} ms; at most {MAXIMUM_LOAD_MS} ms are allowed"
    else:
        print(f"loads in {min(times):.1f} ms, {pathlib.Path(library).stat().st_size / 1e6:.1f} MB")


CHECKS = (exports, needs, foundation, size, hardened, loads)


def problems(library, header, checks=CHECKS):
    return [problem for check in checks for problem in check(str(library), header)]


def main():
    header = lamina_header.read()
    library = sys.argv[1] if len(sys.argv) > 1 else str(lamina_header.ROOT / "build" / "liblamina.so")
    if not pathlib.Path(library).exists():
        sys.exit(f"{library} does not exist; run make first")
    found = problems(pathlib.Path(library).resolve(), header)
    for problem in found:
        print(problem)
    print(f"library: {len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
