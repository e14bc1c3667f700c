"""A C library with the types and functions of the header and no bodies.

A Swift library carries no C types in its debug information, so that abidiff has nothing to compare. This stub has them
all: compiled with -g, it is to abidiff what a C library of this header would be.
"""
import pathlib
import subprocess
import tempfile

import lamina_header


def source(header, path):
    out = [f'#include "{pathlib.Path(path).resolve()}"']
    for f in header.functions.values():
        takes = ", ".join(declared(p.type, p.name) for p in f.parameters) or "void"
        unused = "".join(f" (void){p.name};" for p in f.parameters)
        if f.returns == "void":
            body = unused
        else:
            body = f" {f.returns} r = {{0}};{unused} return r;"
        out.append(f"{f.returns} {f.name}({takes}) {{{body} }}")
    # Types that no function names would be left out. Pointers, for the size of a variable is part of its own ABI.
    for names in (header.structs, header.enums, header.callbacks):
        out += [f"extern {name} *type_{name}; {name} *type_{name};" for name in names]
    return "\n".join(out) + "\n"


def declared(type_, name):
    return f"{type_}{'' if type_.endswith('*') else ' '}{name}"


def build(header, path, library):
    """Compiles the stub of the header at `path` into `library`."""
    major = next(line.split()[2] for line in header.text.splitlines() if line.startswith("#define LAMINA_VERSION_MAJOR"))
    with tempfile.TemporaryDirectory() as folder:
        stub = pathlib.Path(folder, "lamina_stub.c")
        stub.write_text(source(header, path))
        subprocess.check_call(["gcc", "-std=c11", "-w", "-g", "-O0", "-fno-eliminate-unused-debug-types", "-shared", "-fPIC",
                               f"-Wl,-soname=liblamina.so.{major}", "-o", str(library), str(stub)])
    return library


def dump(library, target):
    """abigail's description of a library, without what depends on the place where it was built."""
    subprocess.check_call(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--short-locs",
                           "--out-file", str(target), str(library)])
    return target


def header_dump(path, target):
    with tempfile.TemporaryDirectory() as folder:
        library = build(lamina_header.read(path), path, pathlib.Path(folder, "liblamina.so"))
        return dump(library, target)
