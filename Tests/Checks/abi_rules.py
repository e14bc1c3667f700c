"""What may change in the C API between two versions, told from two models of the header (see api_model.py).

May: functions, enums, enumerators, structs and callbacks that are new; fields at the end of a struct that begins with
struct_size; comments; names of parameters; a promise that grows (an owner-thread function that any thread may call, a
pointer that may be NULL where it might not). May not: anything that a program compiled before would notice.
"""


def by_name(rows):
    return {row["name"]: row for row in rows}


def gone(old, new, what):
    return [f"{what} {name} is gone" for name in old if name not in new]


def enums(old, new):
    for name, was in old.items():
        if name not in new:
            continue
        before, after = by_name(was["values"]), by_name(new[name]["values"])
        for value, row in before.items():
            if value not in after:
                yield f"{value} of {name} is gone"
            elif after[value]["value"] != row["value"]:
                yield f"{value} of {name} was {row['value']} and is {after[value]['value']}"
        if was["flags"] != new[name]["flags"]:
            yield f"{name} was {'flags' if was['flags'] else 'an enumeration'} and is not any more"


def structs(old, new):
    for name, was in old.items():
        if name not in new:
            continue
        now = new[name]
        if was["sized"] and not now["sized"]:
            yield f"{name} does not begin with struct_size any more"
        if not was["sized"] and (was["size"], len(was["fields"])) != (now["size"], len(now["fields"])):
            yield f"{name} is passed by value and frozen; it had {was['size']} bytes and has {now['size']}"
        if now["size"] < was["size"]:
            yield f"{name} had {was['size']} bytes and has {now['size']}"
        if now["alignment"] != was["alignment"]:
            yield f"{name} was aligned at {was['alignment']} bytes and is at {now['alignment']}"
        after = by_name(now["fields"])
        for field in was["fields"]:
            same = after.get(field["name"])
            if same is None:
                yield f"field {field['name']} of {name} is gone"
                continue
            for what in ("offset", "size", "type"):
                if same[what] != field[what]:
                    yield f"{what} of field {field['name']} of {name} was {field[what]} and is {same[what]}"
            if field["nullable"] and not same["nullable"]:
                yield f"field {field['name']} of {name} could be NULL and cannot any more"
        # Padding may hold anything in a program of before, so that a new field must not live there; `reserved` gives it
        # a name.
        known = {field["name"] for field in was["fields"]}
        for field in now["fields"]:
            if field["name"] not in known | {"reserved"} and field["offset"] < was["size"]:
                yield f"field {field['name']} of {name} stands at byte {field['offset']}, inside the {was['size']} of before"


def signature(name, was, now, takes_null):
    """`takes_null`: the caller of the function is the host, which may go on passing NULL."""
    if was["returns"] != now["returns"]:
        yield f"{name} returned {was['returns']} and returns {now['returns']}"
    types = [[p["type"] for p in row["parameters"]] for row in (was, now)]
    if types[0] != types[1]:
        yield f"{name} took ({', '.join(types[0])}) and takes ({', '.join(types[1])})"
        return
    for before, after in zip(was["parameters"], now["parameters"]):
        if takes_null and before["nullable"] and not after["nullable"]:
            yield f"{after['name']} of {name} could be NULL and cannot any more"
        if not takes_null and after["nullable"] and not before["nullable"]:
            yield f"{after['name']} of {name} was never NULL and can be now"


def functions(old, new):
    for name, was in old.items():
        if name not in new:
            continue
        now = new[name]
        yield from signature(name, was, now, True)
        if was["thread"] == "any" and now["thread"] != "any":
            yield f"{name} could be called on any thread and is for the {now['thread']} thread"
        if now["returns_nullable"] and not was["returns_nullable"]:
            yield f"{name} never returned NULL and can now"


def callbacks(old, new):
    for name, was in old.items():
        if name in new:
            yield from signature(name, was, new[name], False)
            # The first header marks only those that run on workers.
            if was["thread"] and was["thread"] != new[name]["thread"]:
                yield f"{name} ran on the {was['thread']} thread and runs on the {new[name]['thread']} thread"


def constants(old, new):
    for name, was in old.items():
        if name in new and new[name]["value"] != was["value"]:
            yield f"{name} was {was['value']} and is {new[name]['value']}"


KINDS = {"functions": ("function", functions), "enums": ("enum", enums), "structs": ("struct", structs),
         "callbacks": ("callback", callbacks), "handles": ("handle", None), "aliases": ("type", None),
         "constants": ("constant", constants)}


def breaks(old, new):
    """Sentences for all that a program compiled against `old` would notice."""
    found = []
    for key, (what, rule) in KINDS.items():
        before, after = by_name(old[key]), by_name(new[key])
        found += gone(before, after, what)
        found += rule(before, after) if rule else []
    if old["soname"] != new["soname"]:
        found.append(f"the soname was {old['soname']} and is {new['soname']}")
    return found


def additions(old, new):
    """What is new, as sentences."""
    found = []
    for key, (what, _) in KINDS.items():
        before = by_name(old[key])
        found += [f"new {what} {name}" for name in by_name(new[key]) if name not in before]
    for key, part in (("enums", "values"), ("structs", "fields")):
        before = by_name(old[key])
        for name, row in by_name(new[key]).items():
            if name in before:
                known = by_name(before[name][part])
                found += [f"new in {name}: {member}" for member in by_name(row[part]) if member not in known]
    return found
