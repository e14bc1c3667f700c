"""The library's messages with Python's names.

The library addresses C programs: options->align_items, lamina_node_create_text() and NULL. In Python these are `align`,
`TextNode()` and None.
"""
from __future__ import annotations

from typing import Any

from . import _ffi

# Names that are not the same in both languages.
_ARGUMENTS = {"align_items": "align", "thread_count": "workers", "wraps_corner": "wraps", "allows_urls": "urls",
              "allows_outside_images": "outside_images"}  # fmt: skip
_CALLS = {
    "lamina_list_begin_changes": "list.collect_changes()",
    "lamina_list_end_changes": "the end of list.collect_changes()",
    "lamina_layout_pass_measure_child": "LayoutPass.measure()",
    "lamina_node_create": "Node()",
    "lamina_node_set_image_source": "ImageNode.set_source()",
    "lamina_node_create_text": "TextNode()",
}
_CONSTANTS = {"LAMINA_THREADS_AUTO": "None"}

#: Sentences about what the package does, and a program does not see.
_SENTENCES = {
    "the values callback gave it no values": "its values could not be read",
    "frames is None and the list has no layout callback": "neither `frames` nor `place` says where rows stand",
    "estimated_row_height is": "estimated_height is",
    "the text is not UTF-8:": "the text is no text, as it has half of a surrogate pair:",
}
_SIGNS = ("->", "lamina_", "LAMINA_", "NULL", "changes[")
_NAMES = r"""(?x)
    (?<!\w) (?: '[^']*' | "[^"]*" )                                 # what the program itself said
  | \*? \b (?: [a-z_]+ -> )+ (?P<argument>[a-z_]+)              # a member of a struct
  | \b(?P<function>lamina_[a-z_]+) \( (?P<arguments>[^)]*) \)
  | \b(?P<type>lamina_[a-z_]+)
  | \b(?P<constant>LAMINA_[A-Z0-9_]+)
  | \b(?P<null>NULL)\b
  | \b(?P<group>changes) (?=\[)                                     # of a NodeGroup
"""


def in_python(sentence: str) -> str:
    """A message of the library with Python's names."""
    if any(sign in sentence for sign in _SIGNS):
        import re

        sentence = re.sub(_NAMES, _name, sentence)
    for said, meant in _SENTENCES.items():
        sentence = sentence.replace(said, meant)
    return sentence


def _name(found: Any) -> str:
    kind: str = found.lastgroup or ""
    if kind == "argument":
        member: str = found["argument"]
        return _ARGUMENTS.get(member, member)
    if kind == "arguments":
        return _CALLS.get(found["function"]) or _call(found["function"], found["arguments"])
    if kind == "type":
        return _class_name(found["type"])
    if kind == "constant":
        return _CONSTANTS.get(found["constant"]) or _member(found["constant"])
    return {"null": "None", "group": "nodes"}.get(kind) or str(found[0])


def _call(function: str, arguments: str) -> str:
    """lamina_surface_set_root(surface, NULL) is surface.set_root(None)."""
    receiver, method = function.split("_", 2)[1:]
    if method.startswith("get_"):
        return f"{receiver}.{method[4:]}"
    rest = [argument for argument in arguments.split(", ") if argument not in ("", receiver)]
    return f"{receiver}.{method}({', '.join(rest).replace('NULL', 'None')})"


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_")[1:])


def _member(constant: str) -> str:
    """LAMINA_PIXEL_FORMAT_ARGB32 is PixelFormat.ARGB32."""
    parts = constant.split("_")[1:]
    for count in range(len(parts) - 1, 0, -1):
        name = "".join(part.capitalize() for part in parts[:count])
        if name in _ffi._ENUMS:
            return f"{name}.{'_'.join(parts[count:])}"
    return f"Status.{'_'.join(parts)}" if parts[0] in ("OK", "ERROR") else constant
