"""All of lamina.h as plain data: declarations with their sections, comments, values, and the layout of structs.

lamina_header.py reads what the checks need; this adds what documents and binding generators need on top. The result is
what is committed as abi/lamina.json and installed with the library.
"""
import pathlib
import re
import subprocess
import tempfile

import lamina_header

SECTION = re.compile(r"^/\* ==== (.*?) =+ \*/$")
DECLARATION = {
    "enum": r"^typedef enum LAMINA_\w+ (\w+) \{",
    "struct": r"^typedef struct (\w+) \{",
    "handle": r"^typedef struct (lamina_\w+) \1;",
    "callback": r"^typedef .*\(\*(\w+)\)\(",
    "alias": r"^typedef union (lamina_\w+) \{",
    "macro": r"^#define (LAMINA_\w+)",
    "function": r"^LAMINA_API .*?\b(lamina_\w+)\(",
}


def words(comment):
    """A comment's text without its marks, as one line."""
    text = re.sub(r"^/\*|\*/$", "", comment.strip())
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in text.splitlines()]
    return re.sub(r"\s+", " ", " ".join(lines)).strip()


def trailing_comment(lines, at):
    """The comment that begins on a line behind code, and may go on below; "" when there is none."""
    start = lines[at].find("/*")
    if start < 0:
        return ""
    text, n = lines[at][start:], at
    while "*/" not in text:
        n += 1
        text += "\n" + lines[n]
    return words(text[:text.index("*/") + 2])


def comment_above(lines, at):
    """The comment that ends on the line above and begins a line of its own."""
    return lamina_header.comment_before(lines, at + 1) if at and lines[at - 1].lstrip().startswith(("/*", "*")) else ""


def member_comment(lines, name, begin, end):
    """What is said about a field or an enumerator between two lines, beside it or above it."""
    for at in range(begin, end + 1):
        code = lines[at].split("/*")[0]
        if re.search(rf"\b{name}\b", code) and not lines[at].lstrip().startswith(("/*", "*")):
            return trailing_comment(lines, at) or comment_above(lines, at)
    return ""


def places(text):
    """{name: (kind, section, first line, last line)}, lines counted from 0."""
    lines, found, section = text.splitlines(), {}, ""
    for at, line in enumerate(lines):
        heading = SECTION.match(line)
        if heading:
            section = heading[1]
        for kind, pattern in DECLARATION.items():
            match = re.match(pattern, line)
            if match and match[1] not in found:
                end = at
                if kind in ("enum", "struct"):
                    while not re.search(rf"\}} {match[1]};", lines[end]):
                        end += 1
                found[match[1]] = (kind, section, at, end)
    return found


def section_texts(text):
    """[(title, what the comment right below the heading says)], in order."""
    lines, found = text.splitlines(), []
    for at, line in enumerate(lines):
        heading = SECTION.match(line)
        if heading:
            below = at + 1
            about = trailing_comment(lines, below) if lines[below].startswith("/*") else ""
            found.append({"title": heading[1], "text": about})
    return found


def layouts(header, path, compiler="gcc"):
    """{struct: (size, alignment, {field: (offset, size)})} of the machine that this runs on, asked of a compiler."""
    out = ['#include "lamina.h"', "#include <stdio.h>", "int main(void) {"]
    for s in header.structs.values():
        out.append(f'printf("{s.name} - %zu %zu\\n", sizeof({s.name}), _Alignof({s.name}));')
        out += [f'printf("{s.name} {f.name} %zu %zu\\n", offsetof({s.name}, {f.name}), sizeof((({s.name} *)0)->{f.name}));'
                for f in s.fields]
    out += ["return 0;", "}"]
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "layout.c"), pathlib.Path(folder, "layout")
        source.write_text("\n".join(out))
        subprocess.check_call([compiler, "-std=c11", f"-I{pathlib.Path(path).resolve().parent}", source, "-o", program])
        rows = subprocess.check_output([str(program)], text=True).splitlines()
    found = {}
    for row in rows:
        struct, field, a, b = row.split()
        if field == "-":
            found[struct] = (int(a), int(b), {})
        else:
            found[struct][2][field] = (int(a), int(b))
    return found


def typed(p):
    return {"name": p.name, "type": p.type, "nullable": p.nullable}


def callback_parameters(text, name):
    """[(name, type)] of a callback, whose names the compiler's tree leaves out."""
    flat = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    body = re.search(rf"\(\*{name}\)\((.*?)\)\s*;", flat, re.S)[1]
    rows = []
    for part in lamina_header.split_parameters(body):
        nullable = "LAMINA_NULLABLE" in part
        part = re.sub(r"\bLAMINA_\w+\b", " ", part)
        match = re.match(r"\s*(.*?)(\w+)\s*$", part, re.S)
        rows.append({"name": match[2], "type": lamina_header.plain(match[1])[0], "nullable": nullable})
    return rows


def macro_values(text):
    joined = text.replace("\\\n", " ")
    found = {}
    for name, value in re.findall(r"^#define (LAMINA_\w+)[ \t]+(.*)$", joined, re.M):
        value = re.sub(r"/\*.*?\*/", "", value)
        found.setdefault(name, re.sub(r"\s+", " ", value).strip())
    return found


def model(path=lamina_header.HEADER):
    path = pathlib.Path(path)
    header = lamina_header.read(path)
    text, lines = header.text, header.text.splitlines()
    where = places(text)
    missing = [n for n in [*header.functions, *header.enums, *header.structs, *header.callbacks, *header.handles]
               if n not in where]
    if missing:
        raise lamina_header.HeaderError(f"api_model.py does not see where {missing[0]} is declared in {path.name}; "
                                        "write it as the declarations around it, or teach DECLARATION its form")
    layout = layouts(header, path)
    values = macro_values(text)

    def about(name):
        _, section, begin, end = where[name]
        beside = trailing_comment(lines, begin) if end == begin else ""
        if where[name][0] == "alias":  # below what Swift and C++ see in its place
            while not lines[begin - 1].endswith("*/"):
                begin -= 1
        return {"name": name, "section": section, "doc": comment_above(lines, begin) or beside}

    version = [int(values[f"LAMINA_VERSION_{p}"]) for p in ("MAJOR", "MINOR", "PATCH")]
    result = {
        "schema": 1,
        "library": "liblamina",
        "soname": f"liblamina.so.{version[0]}",
        "version": ".".join(map(str, version)),
        "data_model": "LP64",
        "introduction": introduction(text),
        "sections": section_texts(text),
        "constants": [about(n) | {"value": values[n]} for n, w in where.items()
                      if w[0] == "macro" and w[1] and not n.endswith("_INIT") and not values.get(n, "{").startswith("{")],
        "handles": [{"name": n, "section": where[n][1]} for n in header.handles],
        "aliases": [about(n) | {"type": t} for n, t in header.aliases.items()],
        "enums": [], "structs": [], "callbacks": [], "functions": [],
    }
    for e in header.enums.values():
        _, _, begin, end = where[e.name]
        result["enums"].append(about(e.name) | {"flags": e.is_flags, "values": [
            {"name": n, "value": v, "doc": member_comment(lines, n, begin, end)} for n, v in e.values.items()]})
    for s in header.structs.values():
        _, _, begin, end = where[s.name]
        size, alignment, fields = layout[s.name]
        initial = s.name.upper() + "_INIT"
        result["structs"].append(about(s.name) | {
            "sized": s.is_sized, "size": size, "alignment": alignment,
            "initializer": initial if initial in header.macros else None,
            "fields": [typed(f) | {"offset": fields[f.name][0], "size": fields[f.name][1],
                                   "doc": member_comment(lines, f.name, begin, end)} for f in s.fields]})
    for c in header.callbacks.values():
        result["callbacks"].append(about(c.name) | {
            "thread": c.threads[0] if c.threads else None, "returns": c.returns, "parameters": callback_parameters(text, c.name)})
    for f in header.functions.values():
        since = re.search(r"Since (\d+\.\d+)\.$", f.comment)
        result["functions"].append({
            "name": f.name, "section": where[f.name][1], "doc": f.comment, "thread": f.threads[0] if f.threads else None,
            "since": since and since[1], "returns": f.returns, "returns_nullable": f.returns_nullable,
            "parameters": [typed(p) | {"direction": direction(p, header)} for p in f.parameters]})
    return result


def direction(p, header):
    """"out" for what the function writes."""
    if p.name.startswith("out_") or p.type == "char *":
        return "out"
    target = p.type.removesuffix("*").strip()
    return "out" if p.type.endswith("*") and target in header.structs else "in"


def introduction(text):
    """The comment at the top, its line breaks kept: it is set as a table."""
    comment = text[2:text.index("*/")]
    return "\n".join(re.sub(r"^ \* ?", "", line).rstrip() for line in comment.splitlines()).strip()
