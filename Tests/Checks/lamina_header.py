"""What lamina.h and the headers that it includes declare, read with clang, for the checks and generators beside this
file.

The compiler's own syntax tree is the source, so that nothing here depends on how a line is written; only comments,
which the tree leaves out, are taken from the text.
"""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "lamina.h"


class HeaderError(Exception):
    """The header holds something that the checks do not understand; they must then fail, not pass by oversight."""


@dataclass
class Parameter:
    name: str
    type: str  # without nullability, such as "lamina_node *"
    nullable: bool  # a pointer that may be NULL


@dataclass
class Function:
    name: str
    returns: str
    parameters: list
    threads: list  # of "any", "owner"
    line: int
    comment: str
    returns_nullable: bool = False


@dataclass
class Enum:
    name: str
    values: dict = field(default_factory=dict)
    implicit: list = field(default_factory=list)  # enumerators without a written value
    is_flags: bool = False


@dataclass
class Struct:
    name: str
    fields: list  # of Parameter

    @property
    def is_sized(self):
        return bool(self.fields) and self.fields[0].name == "struct_size"


@dataclass
class Callback:
    name: str
    returns: str
    parameters: list  # of types without nullability
    threads: list  # of "owner", "calling", "worker"


@dataclass
class Header:
    functions: dict
    enums: dict
    structs: dict
    handles: list  # opaque struct names
    callbacks: dict
    aliases: dict  # other typedefs, such as lamina_element
    macros: set
    text: str


def flat(path=HEADER):
    """The text of a header with those of its own folder that it includes in their places: what lines are counted in."""
    path = pathlib.Path(path)
    seen = set()

    def expand(file):
        for line in file.read_text().splitlines():
            included = re.match(r'#include "([^"]+)"', line)
            if not included:
                yield line
                continue
            below = (file.parent / included[1]).resolve()
            if below not in seen:
                seen.add(below)
                yield from expand(below)

    return "\n".join(expand(path)) + "\n"


@functools.cache
def functions_by_header(folder):
    found = {}
    for file in pathlib.Path(folder).glob("*.h"):
        for name in re.findall(r"^LAMINA_API[^;]*?\b(lamina_\w+)\(", file.read_text(), re.M):
            found[name] = file.stem
    return found


def header_of(name, root=ROOT):
    """The header that declares a function, such as "node"; "" for one that is declared elsewhere."""
    return functions_by_header(pathlib.Path(root) / "include" / "lamina").get(name, "")


def headers(path=HEADER):
    """{section: file} of the headers beside `path`, in the order in which it includes them."""
    found = {}
    for name in re.findall(r'^#include "(lamina/[^"]+)"', pathlib.Path(path).read_text(), re.M):
        file = pathlib.Path(path).parent / name
        found[re.search(r"^/\* ==== (.*?) =+ \*/$", file.read_text(), re.M)[1]] = file
    return found


def find_clang(name="clang"):
    """clang from CLANG or PATH, or else the one beside the Swift compiler."""
    if name == "clang" and os.environ.get("CLANG"):
        return os.environ["CLANG"]
    found = shutil.which(name)
    if found:
        return found
    try:
        info = json.loads(subprocess.check_output(["swiftc", "-print-target-info"], text=True))
        beside = pathlib.Path(info["paths"]["runtimeResourcePath"]).parents[1] / "bin" / name
        if beside.exists():
            return str(beside)
    except (OSError, subprocess.CalledProcessError, KeyError, ValueError):
        pass
    raise HeaderError(f"no {name} on PATH and none beside swiftc")


def plain(type_):
    """A type without nullability and with single spaces: ("lamina_node *", is nullable)."""
    nullable = "_Nullable" in type_
    text = re.sub(r"\b_(Nullable|Nonnull|Null_unspecified)\b", "", type_)
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"\s*\*\s*", " *", text).replace("* *", "**")
    text = re.sub(r"\*const\b", "*const", text).strip()
    return text, nullable


def split_parameters(text):
    """Splits "a, b (*)(c, d)" at the commas that stand outside parentheses."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip() and p.strip() != "void"]


def outer_nullable(type_):
    """Whether the outermost pointer of a type may be NULL: the mark after the last star."""
    tail = type_[type_.rfind("*"):] if "*" in type_ else type_
    return "_Nullable" in tail


def may_be_null(parameter):
    """A lamina_element is no pointer to carry a mark: one that may be NULL is called `element`, not `child` and the
    like."""
    type_ = parameter["type"]["qualType"]
    return parameter.get("name") == "element" if type_ == "lamina_element" else outer_nullable(type_)


def comment_before(lines, line):
    """The comment that ends right above `line` (1-based), as one string; "" when there is none."""
    end = line - 2
    if end < 0 or not lines[end].rstrip().endswith("*/"):
        return ""
    start = end
    while start >= 0 and "/*" not in lines[start]:
        start -= 1
    text = "\n".join(lines[start:end + 1])
    text = text[text.index("/*") + 2:text.rindex("*/")]
    return " ".join(part.strip().lstrip("*").strip() for part in text.splitlines()).strip()


def callback_marks(text, name):
    """The thread marks of a callback type, which stand in a comment: a typedef takes no attribute."""
    statement = re.search(rf"\(\*{name}\)\(.*?;", text, re.S)[0]
    return re.findall(r"\bLAMINA_(ANY|OWNER|CALLING|WORKER)_THREAD\b", statement)


def constant(node):
    """The value of an enumerator's expression in the tree, or None when none is written."""
    for child in node.get("inner", []):
        if child.get("kind") == "ConstantExpr" and "value" in child:
            return int(child["value"])
        found = constant(child)
        if found is not None:
            return found
    return None


def read(path=HEADER):
    text = flat(path)
    lines = text.splitlines()
    clang = find_clang()
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder, "lamina.h")
        whole.write_text(text)
        tree = json.loads(subprocess.check_output(
            [clang, "-x", "c", "-std=c11", "-Xclang", "-ast-dump=json", "-fsyntax-only", str(whole)]))
        macros = subprocess.check_output([clang, "-x", "c", "-std=c11", "-dM", "-E", str(whole)], text=True)
    header = Header({}, {}, {}, [], {}, {}, set(re.findall(r"#define (LAMINA_\w+)", macros)), text)
    line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
    declaration_lines = {}
    for number, line in enumerate(lines, 1):
        if "LAMINA_API" in line:
            for name in re.findall(r"\b(lamina_\w+)\(", line):
                declaration_lines.setdefault(name, number)
    declared_structs = []
    for node in tree["inner"]:
        name = node.get("name", "")
        if not name.startswith("lamina_"):
            continue
        kind = node["kind"]
        if kind == "FunctionDecl":
            inner = node.get("inner", [])
            parameters = [p for p in inner if p["kind"] == "ParmVarDecl"]
            declaration_line = declaration_lines.get(name, 0)
            if not declaration_line:
                raise HeaderError(f"{name}: the declaration has to start on one line with LAMINA_API")
            begin = line_starts[declaration_line - 1]
            statement = text[begin:text.index(";", begin)]
            threads = [{"ANY": "any", "OWNER": "owner", "WORKER": "worker"}[m]
                       for m in re.findall(r"\bLAMINA_(ANY|OWNER|WORKER)_THREAD\b", statement)]
            attributes = [a for a in inner if a["kind"] == "AnnotateAttr"]
            # A mark written some other way shows up in the tree only.
            threads += ["?"] * (len(attributes) - len(threads))
            returns = node["type"]["qualType"].split("(")[0]
            header.functions[name] = Function(
                name, plain(returns)[0],
                [Parameter(p.get("name", ""), plain(p["type"]["qualType"])[0], may_be_null(p)) for p in parameters],
                threads, declaration_line, comment_before(lines, declaration_line), "_Nullable" in returns)
        elif kind == "EnumDecl":
            enum = Enum(name, is_flags=any(a["kind"] == "FlagEnumAttr" for a in node.get("inner", [])))
            following = 0
            for e in node.get("inner", []):
                if e["kind"] != "EnumConstantDecl":
                    continue
                value = constant(e)
                if value is None:
                    enum.implicit.append(e["name"])
                    value = following
                enum.values[e["name"]] = value
                following = value + 1
            header.enums[name] = enum
        elif kind == "RecordDecl" and node.get("tagUsed") == "union":
            continue  # lamina_element, an alias for readers
        elif kind == "RecordDecl":
            declared_structs.append(name)
            if node.get("completeDefinition"):
                header.structs[name] = Struct(name, [
                    Parameter(f["name"], plain(f["type"]["qualType"])[0], outer_nullable(f["type"]["qualType"]))
                    for f in node["inner"] if f["kind"] == "FieldDecl"])
        elif kind == "TypedefDecl":
            type_ = node["type"]["qualType"]
            pointer = re.match(r"(.*?)\(\*\)\((.*)\)$", type_)
            if pointer:
                header.callbacks[name] = Callback(
                    name, plain(pointer[1])[0], [plain(p)[0] for p in split_parameters(pointer[2])],
                    [mark.lower() for mark in callback_marks(text, name)])
            elif not re.match(rf"(struct|enum) {name}$|{name}$", type_):
                header.aliases[name] = plain(type_)[0]
    header.handles = [n for n in dict.fromkeys(declared_structs) if n not in header.structs]
    if not header.functions:
        raise HeaderError(f"{path} declares no function; is it the right file?")
    return header
