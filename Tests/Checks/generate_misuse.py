#!/usr/bin/env python3
"""Writes the table that Tests/CHost/misuse.c works through: every function of lamina.h, with the role of each
parameter.

Only types and parameter names decide, so a function that is added later is covered without an edit here. A type that is
not understood stops the generator: a function that silently escaped the test would be worse than a failing build.
"""
import sys

import lamina_header
from lamina_header import HeaderError

SCALARS = {"double": "F64", "float": "F32", "bool": "BOOL", "int32_t": "I32", "int": "I32", "uint32_t": "U32",
           "int64_t": "I64", "uint64_t": "U64", "size_t": "SIZE"}
MEMBERS = {"F64": "f64", "F32": "f32", "BOOL": "boolean", "I32": "i32", "U32": "u32", "I64": "i64", "U64": "u64",
           "SIZE": "size", "TIMEOUT": "u64", "ENUM": "i32"}
# An untyped handle is only accepted where it is known what may stand for it.
ELEMENTS = {"lamina_element": {"lamina_node", "lamina_spec"}}


class Table:
    def __init__(self, header):
        self.header = header
        self.kinds = list(header.handles)
        self.structs = list(header.structs)
        self.enums = list(header.enums)
        self.callbacks = [c for c in header.callbacks if c != "lamina_destroy_fn"]

    def target(self, type_):
        """("lamina_x", stars) of a pointer type, without const."""
        name = type_.replace("const ", "").rstrip("*").strip()
        return name, len(type_) - len(type_.rstrip("*"))

    def parameter_roles(self, function):
        """[(role, type number)] for the parameters of a function."""
        roles, parameters, i = [], function.parameters, 0
        while i < len(parameters):
            p = parameters[i]
            after = parameters[i + 1] if i + 1 < len(parameters) else None
            takes_size = after is not None and after.type == "size_t"
            found = self.role(function, p, after, takes_size)
            roles.append(found)
            i += 1
            if found[0] in ("STRING", "PATH", "JSON", "BUFFER", "ELEMENT_ARRAY", "CSTRING_ARRAY", "OUT_ARRAY", "STRUCT_ARRAY",
                            "OUT_HANDLE_ARRAY"):
                roles.append(("FOLLOWER", 0))
                i += 1
        return roles

    def role(self, function, p, after, takes_size):
        name, stars = self.target(p.type)
        constant = p.type.startswith("const ")
        if p.type in SCALARS:
            role = SCALARS[p.type]
            return ("TIMEOUT" if p.name.startswith("timeout") else role), 0
        if p.type in self.header.enums:
            return "ENUM", self.enums.index(p.type)
        if p.type in self.header.structs:
            return "STRUCT_VALUE", self.structs.index(p.type)
        if p.type == "lamina_destroy_fn":
            return "DESTROY", 0
        if p.type in self.header.callbacks:
            return "FUNCTION", self.callbacks.index(p.type)
        if p.type == "struct _cairo *":
            return "CAIRO", 0
        if p.type == "void *" and p.name == "user_data":
            return "USER_DATA", 0
        if p.type == "const char *":
            if takes_size and after.name == "length":
                return {"path": "PATH", "json": "JSON"}.get(p.name, "STRING"), 0
            return "CSTRING", 0
        if p.type == "const char *const *" and takes_size:
            return "CSTRING_ARRAY", 0
        if p.type == "char *" and takes_size and after.name == "capacity":
            return "BUFFER", 0
        if p.type in ELEMENTS:
            return "ELEMENT", 0
        if name in ELEMENTS and constant and takes_size:
            return "ELEMENT_ARRAY", 0
        if stars == 1 and name in self.kinds and not constant:
            return "HANDLE", self.kinds.index(name)
        if stars == 2 and name in self.kinds and not constant and takes_size and after.name == "capacity":
            return "OUT_HANDLE_ARRAY", self.kinds.index(name)
        if stars == 2 and name in self.kinds and not constant and p.name.startswith("out_"):
            return "OUT_HANDLE", self.kinds.index(name)
        if stars == 1 and name in self.header.structs:
            if constant and not takes_size:
                return "STRUCT_IN", self.structs.index(name)
            if constant and after.name.endswith("count"):
                return "STRUCT_ARRAY", self.structs.index(name)
            if not constant and takes_size and after.name == "capacity":
                return "OUT_ARRAY", self.structs.index(name)
            if not constant:
                return "STRUCT_OUT", self.structs.index(name)
        if stars == 1 and name in SCALARS and not constant and p.name.startswith("out_"):
            return "OUT_SCALAR", {"double": 8, "float": 4, "bool": 1}.get(name, 8 if "64" in name or name == "size_t" else 4)
        if stars == 1 and name in self.header.enums and not constant and p.name.startswith("out_"):
            return "OUT_SCALAR", 4
        raise HeaderError(f"{function.name}: generate_misuse.py does not know what to do with parameter "
                          f"'{p.name}' of type '{p.type}'; teach it a role for that type")

    @staticmethod
    def is_counted(fields, i, several=False):
        """Whether the field is an array: its count follows, or one for several arrays of its type."""
        end = i + 1
        while several and end < len(fields) and fields[end].type == fields[i].type:
            end += 1
        return end < len(fields) and fields[end].type == "size_t" and fields[end].name.endswith(("_count", "count"))

    def field_roles(self, struct, path="", top=None):
        """The scalar fields of a struct, nested ones flattened: [(path, role, type number, nullable)]."""
        rows, top = [], top or struct
        fields = struct.fields
        for i, f in enumerate(fields):
            name = path + f.name
            target, stars = self.target(f.type)
            if f.name == "struct_size":
                row = ("STRUCT_SIZE", 0)
            elif i and f.type == "size_t" and (fields[i - 1].type == "const char *const *" or f.name.endswith("_count")):
                row = ("FOLLOWER", 0)
            elif f.type in SCALARS:
                row = (SCALARS[f.type], 0)
            elif f.type in self.header.enums:
                row = ("ENUM", self.enums.index(f.type))
            elif f.type in self.header.structs:
                rows += self.field_roles(self.header.structs[f.type], name + ".", top)
                continue
            elif f.type == "const char *":
                row = ("CSTRING", 0)
            elif f.type == "const char *const *" and i + 1 < len(fields) and fields[i + 1].type == "size_t":
                row = ("CSTRING_ARRAY", 0)
            elif f.type in self.header.callbacks:
                row = ("FUNCTION", self.callbacks.index(f.type))
            elif f.type == "void *" and f.name.endswith("user_data"):
                row = ("POINTER", 0)
            elif f.type == "void *" and f.name == "data":
                row = ("PIXELS", 0)
            elif stars == 1 and f.type.startswith("const ") and target in self.header.structs and self.is_counted(fields, i):
                row = ("STRUCT_ARRAY", self.structs.index(target))
            elif f.type == "const uint8_t *" and self.is_counted(fields, i):
                row = ("POINTER", 0)
            elif f.type == "const double *" and self.is_counted(fields, i, several=True):
                row = ("F64_ARRAY", 0)
            elif stars == 1 and not f.type.startswith("const ") and target in self.kinds:
                row = ("HANDLE", self.kinds.index(target))
            elif stars == 1 and f.type.startswith("const ") and target in self.header.structs:
                row = ("STRUCT_POINTER", self.structs.index(target))
            elif stars == 1 and target in self.header.structs:  # what a callback writes to
                row = ("POINTER", 0)
            else:
                raise HeaderError(f"{top.name}: generate_misuse.py does not know what to do with field "
                                  f"'{name}' of type '{f.type}'; teach it a role for that type")
            rows.append((name, *row, f.nullable))
        return rows


def row(name, role, type_, nullable, offset="0"):
    return f'{{"{name}", ROLE_{role}, {type_}, {str(nullable).lower()}, {offset}}}'


def trampoline(function, roles):
    arguments = []
    lines = [f"static void call_{function.name}(const value *v, value *result) {{"]
    for i, (p, (role, _)) in enumerate(zip(function.parameters, roles)):
        if role == "STRUCT_VALUE":
            lines.append(f"  {p.type} a{i};\n  memcpy(&a{i}, v[{i}].bytes, sizeof a{i});")
            arguments.append(f"a{i}")
        elif role == "ELEMENT":
            lines.append(f"  {p.type} a{i};\n  a{i}.node = v[{i}].pointer;")
            arguments.append(f"a{i}")
        elif role == "FOLLOWER":
            arguments.append(f"v[{i}].size")
        elif role in ("FUNCTION", "DESTROY"):
            arguments.append(f"({p.type})v[{i}].function")
        elif role in MEMBERS:
            arguments.append(f"({p.type})v[{i}].{MEMBERS[role]}")
        else:
            arguments.append(f"v[{i}].pointer")
    if not arguments:
        lines.append("  (void)v;")
    call = f"{function.name}({', '.join(arguments)})"
    if function.returns == "void":
        lines.append(f"  (void)result;\n  {call};\n}}")
    else:
        lines.append(f"  {function.returns} r = {call};\n  memcpy(result->bytes, &r, sizeof r);\n}}")
    return "\n".join(lines)


def callback(table, c):
    """A callback that reports the handles it is given and answers 0, which is LAMINA_OK."""
    parameters = ", ".join(f"{p} a{i}" for i, p in enumerate(c.parameters))
    lines = [f"static {c.returns} callback_{c.name}({parameters}) {{"]
    for i, p in enumerate(c.parameters):
        name, stars = table.target(p)
        if stars == 1 and name in table.kinds:
            lines.append(f"  misuse_saw_handle({table.kinds.index(name)}, a{i});")
        else:
            lines.append(f"  (void)a{i};")
    lines.append(f"  misuse_callback_ran({table.callbacks.index(c.name)});")
    if c.returns != "void":
        lines.append(f"  {c.returns} r;\n  memset(&r, 0, sizeof r);\n  return r;")
    return "\n".join(lines) + "\n}"


def generate(header):
    table = Table(header)
    functions = list(header.functions.values())
    roles = {f.name: table.parameter_roles(f) for f in functions}
    number = {f.name: i for i, f in enumerate(functions)}
    out = ["/* Written by Tests/Checks/generate_misuse.py from lamina.h; do not edit. */",
           "#include <stddef.h>\n#include <string.h>", '#include "misuse.h"']

    for e in table.enums:
        values = ", ".join(str(v) for v in header.enums[e].values.values())
        out.append(f"static const int32_t values_{e}[] = {{{values}}};")
    out.append("const enumeration enumerations[] = {")
    out += [f'  {{"{e}", {str(header.enums[e].is_flags).lower()}, {len(header.enums[e].values)}, values_{e}}},'
            for e in table.enums]
    out += ["};", f"const int status_enumeration = {table.enums.index('lamina_status')};"]

    for s in header.structs.values():
        rows = table.field_roles(s)
        body = ",\n  ".join(row(n, r, t, u, f"offsetof({s.name}, {n})") for n, r, t, u in rows)
        out.append(f"static const parameter fields_{s.name}[] = {{\n  {body}}};")
        if s.name.upper() + "_INIT" in header.macros:
            out.append(f"static const {s.name} initial_{s.name} = {s.name.upper()}_INIT;")
    out.append("const structure structures[] = {")
    for s in header.structs.values():
        initial = f"&initial_{s.name}" if s.name.upper() + "_INIT" in header.macros else "NULL"
        out.append(f'  {{"{s.name}", sizeof({s.name}), {str(s.is_sized).lower()}, {len(table.field_roles(s))}, '
                   f"fields_{s.name}, {initial}}},")
    out.append("};")

    out += [callback(table, header.callbacks[c]) for c in table.callbacks]
    out.append("void (*const callbacks[])(void) = {")
    out += [f"  (void (*)(void))callback_{c}," for c in table.callbacks] + ["};"]

    out.append("const char *const callback_names[] = {" + ", ".join(f'"{c}"' for c in table.callbacks) + "};")
    out.append(f"const int callback_count = {len(table.callbacks)};")
    out += [trampoline(f, roles[f.name]) for f in functions]
    out.append("const function_row functions[] = {")
    for f in functions:
        name, stars = table.target(f.returns)
        kind = table.kinds.index(name) if stars == 1 and name in table.kinds else -1
        returns = ("STATUS" if f.returns == "lamina_status" else "NOTHING" if f.returns == "void"
                   else "HANDLE" if kind >= 0 else "OTHER")
        if len(f.parameters) > 16:
            raise HeaderError(f"{f.name} has more parameters than misuse.h allows")
        body = ",\n    ".join(row(p.name, r, t, p.nullable) for p, (r, t) in zip(f.parameters, roles[f.name]))
        body = body or row("", "FOLLOWER", 0, False)
        out.append(f'  {{"{f.name}", call_{f.name}, RETURNS_{returns}, {kind}, {str(f.threads == ["owner"]).lower()}, '
                   f"{str(f.name.endswith('_release')).lower()}, {len(f.parameters)}, {{\n    {body}}}}},")
    out += ["};", f"const int function_count = {len(functions)};"]

    elements, counts = set().union(*ELEMENTS.values()), []
    for k, kind in enumerate(table.kinds):
        makers = [f for f in functions if f.returns == "lamina_status" and roles[f.name]
                  and roles[f.name][-1] == ("OUT_HANDLE", k) and "create" in f.name.split("_")
                  # The bytes and files of pictures are tested by test_images.c: no arguments made here are valid for
                  # these.
                  and not f.name.endswith(("_create_data", "_create_file"))
                  and not any(r in (("HANDLE", k), ("ELEMENT", 0)) for r in roles[f.name])]
        makers.sort(key=lambda f: len(f.parameters))
        # A constructor may not need an object of a kind that needs this one; the first two are enough variety.
        out.append(f"static const int constructors_{kind}[] = {{{', '.join(str(number[f.name]) for f in makers[:2]) or -1}}};")
        counts.append(len(makers[:2]))
    out.append("const kind_row kinds[] = {")
    for kind, count in zip(table.kinds, counts):
        out.append(f'  {{"{kind}", {number.get(kind + "_retain", -1)}, {number.get(kind + "_release", -1)}, {count}, '
                   f"constructors_{kind}, {str(kind in elements).lower()}}},")
    out += ["};", f"const int kind_count = {len(table.kinds)};",
            f"const int context_kind = {table.kinds.index('lamina_context')};",
            f"const int node_kind = {table.kinds.index('lamina_node')};"]
    return "\n".join(out) + "\n"


def main():
    try:
        text = generate(lamina_header.read(sys.argv[2] if len(sys.argv) > 2 else lamina_header.HEADER))
    except HeaderError as error:
        sys.exit(f"generate_misuse.py: {error}")
    with open(sys.argv[1], "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
