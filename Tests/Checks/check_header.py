#!/usr/bin/env python3
"""Checks include/lamina.h itself: marks, comments, enum values, structs, and that every compiler takes it as it is."""
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import lamina_header

VERBS = {"create", "retain", "release", "get", "set", "copy", "read", "find", "hit", "insert", "add", "append", "remove", "replace",
         "move", "is", "has", "commit", "cancel", "wait", "apply", "draw", "composite", "export", "process", "measure", "render",
         "clear", "write", "load", "convert", "parse", "post", "trim", "begin", "end", "run", "adopt", "scroll"}
# Words for what has another one here.
OTHER_WORDS = {"maximum": "max", "minimum": "min", "colour": "color", "drawer": "draw_callback", "maker": "callback",
               "measurer": "measure_callback", "arranger": "layout_callback", "arrangement": "layout", "looks": "appearance",
               "question": "constraints", "answer": "measurement", "reserved": "nothing: structs grow at their end"}
# Functions about the library as a whole, which have no receiver and therefore no noun and verb.
WITHOUT_NOUN = {"lamina_version", "lamina_is_compatible", "lamina_status_name", "lamina_last_error"}
NOT_SIZED = {"lamina_point", "lamina_size", "lamina_rect", "lamina_rect_px", "lamina_insets", "lamina_directional_insets", "lamina_size_range",
             "lamina_color", "lamina_dimension", "lamina_matrix", "lamina_text_shadow",
             "lamina_corner_radii", "lamina_border", "lamina_shadow", "lamina_gradient_stop",
             "lamina_tab_stop", "lamina_text_polygon"}  # small geometry, passed by value and frozen


def functions(header):
    nouns = {*header.handles, *header.structs}
    for f in header.functions.values():
        at = f"lamina.h:{f.line}: {f.name}"
        if len(f.threads) != 1 or f.threads[0] not in ("any", "owner"):
            yield f"{at} carries {f.threads or 'no'} thread mark(s); it needs exactly one"
        if not f.comment:
            yield f"{at} has no comment above it"
        elif not re.search(r"Since \d+\.\d+\.$", f.comment):
            yield f"{at}: the comment must end in 'Since 0.x.'; it ends in '{f.comment[-20:]}'"
        noun = max((n for n in nouns if f.name.startswith(n + "_")), key=len, default=None)
        if f.name in WITHOUT_NOUN:
            pass
        elif not noun:
            yield f"{at} begins with no handle or struct of the header"
        elif f.name[len(noun) + 1:].split("_")[0] not in VERBS:
            yield f"{at} has no verb of the list after {noun}: {' '.join(sorted(VERBS))}"
        for p in f.parameters:
            if not p.name:
                yield f"{at} has a parameter without a name"
        names = [p.name for p in f.parameters]
        if "destroy" in names and (names.index("destroy") == 0 or names[names.index("destroy") - 1] != "user_data"):
            yield f"{at}: 'destroy' must come right after 'user_data'"


def outputs(header):
    """What a function fills is an out_ parameter and nothing else is. Owner-thread functions return a status."""
    for f in header.functions.values():
        at = f"lamina.h:{f.line}: {f.name}"
        if f.threads == ["owner"] and f.returns not in ("lamina_status", "void"):
            yield f"{at} belongs to the owner thread and returns {f.returns}, which cannot say that it was called on another"
        for p, after in zip(f.parameters, [*f.parameters[1:], None]):
            base, stars = p.type.replace("const ", "").rstrip("*").strip(), p.type.count("*")
            is_output = (stars == 2 or stars == 1 and base not in header.handles) and not p.type.startswith("const ") \
                and p.name != "user_data" and base != "struct _cairo"
            if is_output != p.name.startswith("out_"):
                yield f"{at}: parameter '{p.name}' of type '{p.type}' is {'an output' if is_output else 'none'}; outputs alone begin with out_"
            if after and after.name == "capacity" and not is_output:
                yield f"{at}: capacity follows '{p.name}', which is no output"
        names = [p.name for p in f.parameters]
        if "capacity" in names and f.returns != "size_t" and "out_count" not in names and "record_count" not in names:
            yield f"{at} fills a buffer; it must return the whole length or take out_count"


def verbs(header):
    """One verb, one meaning: `copy` hands out a reference, `read` fills a buffer, `is` and `has` are for booleans."""
    for f in header.functions.values():
        at = f"lamina.h:{f.line}: {f.name}"
        noun = max((n for n in (*header.handles, *header.structs) if f.name.startswith(n + "_")), key=len, default=None)
        verb = f.name[len(noun) + 1:].split("_")[0] if noun else ""
        outputs = [p for p in f.parameters if p.name.startswith("out_")]
        if verb == "copy" and not (len(outputs) == 1 and outputs[0].type.rstrip("*").strip() in header.handles):
            yield f"{at}: copy hands out a reference through one out_ parameter, and does nothing else"
        if verb == "read" and not ("capacity" in [p.name for p in f.parameters] or f.parameters[0].type == "const lamina_bitmap *"):
            yield f"{at}: read fills a buffer of the caller's"
        is_boolean = f.returns == "bool" or len(outputs) == 1 and outputs[0].type == "bool *"
        if is_boolean != (verb in ("is", "has")) and f.name not in WITHOUT_NOUN:
            yield f"{at}: is and has are for booleans, and booleans for is and has"
        if verb == "add" and f.name.endswith("_observer"):
            remove = f.name.replace("_add_", "_remove_")
            if remove not in header.functions or outputs[-1:] != f.parameters[-1:] or outputs[0].name != "out_observer":
                yield f"{at}: an observer is added with out_observer as its last parameter, and removed by {remove}()"


def words(header):
    """One word for one thing; enumerators and callbacks carry the name of what they belong to."""
    names = [*header.functions, *header.structs, *header.enums, *header.callbacks, *header.handles]
    names += [value for e in header.enums.values() for value in e.values]
    names += [f"{s.name}.{f.name}" for s in header.structs.values() for f in s.fields]
    names += [f"{f.name}({p.name})" for f in header.functions.values() for p in f.parameters]
    for name in names:
        for word in re.split(r"[_.()]+", name.lower()):
            if word in OTHER_WORDS:
                yield f"{name} says {word}; the word is {OTHER_WORDS[word]}"
    for e in header.enums.values():
        for name in e.values:
            if not name.startswith((e.name + "_").upper()) and not (e.name == "lamina_status" and name.startswith(("LAMINA_ERROR_", "LAMINA_OK"))):
                yield f"{e.name}: {name} does not begin with {e.name.upper()}_"
    for c in header.callbacks:
        if not c.startswith(tuple(h + "_" for h in (*header.handles, "lamina_bitmap", "lamina_destroy"))) or not c.endswith("_fn"):
            yield f"{c} is not named lamina_<what calls it>_<what happens>_fn"


def callbacks(header):
    for c in header.callbacks.values():
        if len(c.threads) != 1 or c.threads[0] not in ("owner", "calling", "worker"):
            yield (f"{c.name} carries {c.threads or 'no'} thread mark(s); a callback needs one: LAMINA_OWNER_THREAD, "
                   "LAMINA_CALLING_THREAD or LAMINA_WORKER_THREAD in a comment before its semicolon")


def enums(header):
    seen = {}
    for e in header.enums.values():
        for name in e.implicit:
            yield f"{e.name}: {name} has no written value"
        for name, value in e.values.items():
            other = next((n for n, v in e.values.items() if v == value and n != name), None)
            if other and name < other:
                yield f"{e.name}: {name} and {other} are both {value}"
            if e.is_flags and value & (value - 1):
                yield f"{e.name}: {name} = {value} is not a single bit"
            if name in seen:
                yield f"{name} stands in {seen[name]} and {e.name}"
            seen[name] = e.name
        if 0 not in e.values.values():
            yield f"{e.name} has no value 0, which must be the default"


def structs(header):
    for s in header.structs.values():
        if s.name in NOT_SIZED:
            continue
        if not s.is_sized:
            yield f"{s.name} must begin with struct_size, so that it can grow"
        macro = s.name.upper() + "_INIT"
        if macro not in header.macros:
            yield f"{s.name} has no {macro}"


def compilers():
    """(name, command) for every compiler and standard that the header promises; a missing compiler is a problem."""
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    for (c, cxx) in (("gcc", "g++"), ("clang", "clang++")):
        for language, compiler, standards in (("c", c, ["c99", "c11", "c17", "c2x"]),
                                              ("c++", cxx, ["c++11", "c++14", "c++17", "c++20"])):
            for standard in standards:
                path = lamina_header.find_clang(compiler) if "clang" in compiler else shutil.which(compiler)
                yield f"{compiler} {standard}", path and [path, "-x", language, f"-std={standard}", *strict]


def compiles(header):
    names = list(header.functions)
    inits = sorted(m for m in header.macros if m.endswith("_INIT"))
    program = '#include "lamina.h"\n' + "".join(
        f"void use_{i}(void); void use_{i}(void) {{ {m[:-5].lower()} value = {m}; (void)value; }}\n"
        for i, m in enumerate(inits))
    # Naming each function catches a declaration that a macro made disappear.
    program += "typedef void (*function)(void);\nfunction table[] = {" + ", ".join(f"(function){n}" for n in names) + "};\n"
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "lamina.h").write_text(header.text)
        source = pathlib.Path(folder, "use.c")
        source.write_text(program)
        for name, command in compilers():
            if not command:
                yield f"{name}: no such compiler"
                continue
            extra = [] if "++" in name else ["-Wno-cast-function-type"]
            done = subprocess.run([*command, *extra, str(source)], capture_output=True, text=True)
            if done.returncode:
                yield f"lamina.h with {name}:\n{done.stderr.strip()}"


def stands_alone(header):
    """Each header of an object compiles by itself in every standard, included as a program would."""
    if not lamina_header.headers():
        return
    for name, command in compilers():
        if not command:
            continue  # compiles() has said so
        for file in lamina_header.headers().values():
            done = subprocess.run([*command, f"-I{lamina_header.HEADER.parent}", "-"], text=True, capture_output=True,
                                  input=f"#include <lamina/{file.name}>\nint empty_units_are_not_c;\n")
            if done.returncode:
                yield f"lamina/{file.name} by itself with {name}:\n{done.stderr.strip()}"


def parses(header):
    """Bindings read the preprocessed header with cffi or pycparser; neither knows compiler extensions."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "lamina.h")
        path.write_text("\n".join(line for line in header.text.splitlines() if not line.startswith("#include <")))
        text = subprocess.check_output(["gcc", "-E", "-P", "-U__GNUC__", "-DSIZE_MAX=0", "-DNULL=0", str(path)], text=True)
    try:
        import cffi
    except ImportError:
        cffi = None
    try:
        if cffi:
            cffi.FFI().cdef(text)
        else:
            import pycparser
            types = "".join(f"typedef int {t};" for t in ("bool", "size_t", "int32_t", "int64_t", "uint32_t", "uint64_t"))
            pycparser.CParser().parse(types + text)
    except ImportError:
        print("note: neither cffi nor pycparser is installed; the header was not parsed with them")
    except Exception as error:  # each parser has exceptions of its own
        yield f"lamina.h with {'cffi' if cffi else 'pycparser'}: {error}"


CHECKS = (functions, outputs, verbs, words, callbacks, enums, structs, compiles, parses)
OF_THE_FILES = (stands_alone,)


def problems(header, checks=CHECKS):
    return list(itertools.chain.from_iterable(check(header) for check in checks))


def main():
    header = lamina_header.read(sys.argv[1] if len(sys.argv) > 1 else lamina_header.HEADER)
    found = problems(header, CHECKS + OF_THE_FILES)
    for problem in found:
        print(problem)
    print(f"header: {len(header.functions)} functions, {len(header.enums)} enums, {len(header.structs)} structs; "
          f"{len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
