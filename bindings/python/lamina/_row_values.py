"""The values of a template's rows for its slots, by one set of rules for all ways in which rows are passed."""
from __future__ import annotations

import base64
import ctypes
import functools
import json
import math
import numbers
import os
import re
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Set, Tuple, Union

from . import _ffi
from ._ffi import ValueKind
from .bitmap import PixelBuffer, new_image
from .context import Context
from .drawing import Drawing
from ._library import lib
from .errors import InvalidArgumentError
from .geometry import c_color
from .image import Image

_SLOT = re.compile(r"\{([^{}]+)\}")
_FILES = (bytes, bytearray, memoryview, os.PathLike)
_PLAIN = frozenset((str, int, bool))  # what JSON and the library take as it is
_EXACT = 2**53  # up to here each whole number is a double of C
NATIVE = (PixelBuffer, Image, Drawing)  # what JSON cannot say


def _is_decimal(value: Any) -> bool:
    return type(value).__module__ == "decimal"  # the import would take longer than the first row


def _time(value: Any) -> Optional[str]:
    """What a date or a time is in ISO 8601, and how long one takes as str() writes it; None for other values."""
    if hasattr(value, "total_seconds"):
        return str(value)
    if type(value).__module__ == "numpy" and type(value).__name__ == "datetime64":
        return str(value).replace("T", " ")
    if not hasattr(value, "isoformat"):
        return None
    return str(value.isoformat(" ") if hasattr(value, "hour") and hasattr(value, "year") else value.isoformat())


def _is_numpy_bool(value: Any) -> bool:
    return type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")  # no number, by its classes


def _plain(value: Any) -> Any:
    """Values that json does not know: numbers of other packages, colours."""
    if _is_numpy_bool(value):
        return bool(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, Mapping):
        return dict(value)
    if _is_decimal(value):
        return str(value)  # with the zeros that it was written with
    time = _time(value)
    if time is not None:
        return time
    raise TypeError(f"JSON holds no {type(value).__name__}")


# A text in quotes, by the C code that json has.
_encode_text: Callable[[str], str] = json.JSONEncoder(ensure_ascii=False).encode

# json.dumps() would make an encoder for each row.
_encode = json.JSONEncoder(default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def dumps(value: Any) -> bytes:
    return _encode(value).encode("utf-8", "surrogatepass")


def row_json(values: Dict[str, Any]) -> bytes:
    """Values that were read, none of them native, as JSON. Raises InvalidArgumentError that names the slot."""
    try:
        return _encode(values).encode()
    except (TypeError, ValueError) as error:
        for slot, value in values.items():
            try:
                _encode(value).encode()
            except UnicodeEncodeError:
                raise InvalidArgumentError(f"the slot {slot!r}: it is text with a lone surrogate") from None
            except (TypeError, ValueError) as found:
                raise InvalidArgumentError(f"the slot {slot!r}: {found}") from None
        raise InvalidArgumentError(str(error)) from None


#: The members of nodes that take a number or a boolean, which data from tables has as text.
_TYPED = {"opacity": "number", "corner_radius": "number", "hidden": "boolean"}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_INK = re.compile(r"""(?:foreground|background|color)=["']\{([^{}]+)\}["']""")
_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def slot_kinds(root: Any) -> "Dict[str, str]":
    """The slots of a node's JSON that are always the whole picture of an image, "image", a number, a boolean, or within
    a text, "text"; and those that are a colour in markup, "ink", whatever else they are."""
    uses: "Dict[str, Set[str]]" = {}
    inks: Set[str] = set()
    waiting = [root]
    while waiting:
        found = waiting.pop()
        if isinstance(found, (list, tuple)):
            waiting += found
        elif isinstance(found, Mapping):
            for name, value in found.items():
                if isinstance(value, str):
                    slots = _SLOT.findall(value.replace("{{", "").replace("}}", ""))
                    inks.update(_INK.findall(value) if name == "markup" else ())
                    kind = "image" if name == "image" and found.get("kind") == "image" else _TYPED.get(name, "")
                    for slot in slots if name != "name" else ():
                        is_text = name in ("text", "markup")
                        uses.setdefault(slot, set()).add("text" if is_text else kind if _SLOT.fullmatch(value) else "")
                elif name != "drawing":  # braces are no slots there
                    waiting.append(value)
    found_kinds = {slot: kinds.pop() for slot, kinds in uses.items() if len(kinds) == 1 and "" not in kinds}
    return {**found_kinds, **dict.fromkeys(inks, "ink")}


@functools.lru_cache(maxsize=16)
def _kinds_of(text: bytes) -> "Dict[str, str]":
    return slot_kinds(json.loads(text)["root"])


def _from_text(kind: str, value: str) -> Any:
    """A number or a boolean that a table has as text; None for an empty cell. What is neither stays, and is refused."""
    word = value.strip()
    if not word:
        return None
    if kind == "number":
        return float(word) if _NUMBER.fullmatch(word) else value
    return _BOOLEANS.get(word.lower(), value)


def needed_slots(text: bytes, slots: "Sequence[str]") -> "List[str]":
    """The slots of a template that a row has to fill: those without a default, of elements that no "if" leaves out and
    that do not repeat."""
    template = json.loads(text)
    waiting: "List[Any]" = [template["root"]]
    found: "Set[str]" = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, str):
            found.update(name.partition(":")[0] for name in _SLOT.findall(part.replace("{{", "").replace("}}", "")))
        elif isinstance(part, Mapping) and "if" not in part and "repeat" not in part:
            waiting += [member for name, member in part.items() if name not in ("name", "drawing")]
    return [slot for slot in slots if slot in found and slot not in template.get("defaults", {})]


def repeated_slots(root: Any) -> "FrozenSet[str]":
    """The slots of a node's JSON whose values are arrays, for "repeat"."""
    found: Set[str] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            name = node.get("repeat")
            if isinstance(name, str):
                found.update(_SLOT.findall(name))
            waiting += node.get("children") or ()
    return frozenset(found)


def is_steps(value: Any) -> bool:
    """Whether a list is a drawing. One of numbers is a colour."""
    return isinstance(value, (list, tuple)) and (not value or isinstance(value[0], Mapping))


def read_value(slot: str, value: Any, takes_files: "Callable[[str], bool]") -> Any:
    """A value that is not None as JSON or the library knows it: a string (also for a time), a number, a boolean, a
    colour as a list of numbers, a list of steps, or something native; None for pandas' NaT. Raises InvalidArgumentError
    that names the slot."""
    if isinstance(value, NATIVE):
        return value
    if isinstance(value, str):
        return str.__str__(value)  # of an enumeration what it stands for
    if isinstance(value, bool) or _is_numpy_bool(value):
        return bool(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return _finite(slot, value)
    if _is_decimal(value):
        return str(value)
    time = _time(value)
    if time is not None:
        return time if value == value else None  # of pandas and numpy: NaT
    if isinstance(value, (list, tuple)):
        return list(value) if is_steps(value) else _color(slot, value)
    what = (
        f"the slot {slot!r}: a slot takes a string, a number, a boolean, a date or time, a colour, a bitmap or a "
        f"drawing, not {type(value).__name__}"
    )
    if isinstance(value, _FILES):
        if not takes_files(slot):
            raise InvalidArgumentError(f"{what}; a Path, or the bytes of a file, may fill a slot that is the whole value of an image")
        if isinstance(value, os.PathLike):
            return os.fsdecode(value)
        return "data:;base64," + base64.b64encode(value).decode()
    if hasattr(value, "__array_interface__"):
        raise InvalidArgumentError(f"{what}; Bitmap.from_rgba() creates a bitmap from an array")
    raise InvalidArgumentError(f"{what}: str() converts it to text")


def _finite(slot: str, value: Any) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidArgumentError(f"the slot {slot!r} is {number}; a finite number is needed, or None for the default")
    return number


def _is_share(part: Any) -> bool:
    try:
        return isinstance(part, numbers.Real) and 0 <= float(part) <= 1
    except OverflowError:
        return False


def _color(slot: str, value: Sequence[Any]) -> List[float]:
    if len(value) in (3, 4) and all(map(_is_share, value)):
        return [float(part) for part in value]
    shown = repr(value) if len(value) <= 4 else f"one of {len(value)}"
    raise InvalidArgumentError(
        f"the slot {slot!r}: a list is a colour, [red, green, blue] or [red, green, blue, alpha] from 0 to 1, or the steps of a drawing, "
        f"not {shown}"
    )


def default_value(slot: str, value: Any, takes_files: "Callable[[str], bool]") -> Any:
    """A value of a template's defaults, which are JSON."""
    if isinstance(value, NATIVE):
        instead = "its to_json()" if isinstance(value, Drawing) else "the path of a file, or the bytes of one"
        raise InvalidArgumentError(
            f"defaults[{slot!r}] is a {type(value).__name__}, which JSON cannot hold, as a template does: give {instead}, or give it with "
            "each row"
        )
    return None if value is None else read_value(slot, value, takes_files)


def _member(row: "Mapping[str, Any]", name: str) -> Any:
    """The member with this name; where there is none, dots in the name lead to members of members."""
    if name in row:
        return row[name]
    outer, _, inner = name.partition(".")
    found = row.get(outer) if inner else None
    return _member(found, inner) if isinstance(found, Mapping) else None


def as_mapping(row: Any) -> Any:
    """A row by the names of its values, or their numbers: a list, a named tuple, a row of a cursor. Others stay."""
    if isinstance(row, (list, tuple)):
        return {**dict(enumerate(row)), **dict(zip(getattr(row, "_fields", ()), row))}
    if hasattr(row, "keys") and hasattr(row, "__getitem__") and not isinstance(row, Mapping):
        return {name: row[name] for name in row.keys()}
    return row


class RowReader:
    """Reads the rows of one template. Members that name no slot are ignored."""

    def __init__(self, slots: "Tuple[str, ...]", text: bytes) -> None:
        self.slots = slots
        kinds = _kinds_of(text)
        #: Of the slots, those that texts in rows are numbers or booleans for.
        self.typed = {slot: kind for slot, kind in kinds.items() if kind in _TYPED.values() and slot in slots}
        self._inks = frozenset(slot for slot, kind in kinds.items() if kind == "ink")
        self._images = frozenset(slot for slot, kind in kinds.items() if kind == "image")
        # Only few templates have any.
        self.repeated = repeated_slots(json.loads(text)["root"]) if b'"repeat"' in text else frozenset()
        #: Whether rows are to know if they are selected, or a pointer is down on them.
        self.marks = "selected" in slots or "highlighted" in slots
        self._texts = frozenset(slot for slot, kind in kinds.items() if kind == "text")
        self._text = text
        self._dotted = frozenset(slot for slot in slots if "." in slot)
        self._numbers = {slot: int(slot) for slot in slots if slot.isdecimal() and slot == str(int(slot))}
        # Slots that are read by their name, and in which text is text.
        is_plain = not (self._dotted or self._numbers or self.typed)
        self._plain = [(slot, _encode_text(slot) + ":") for slot in slots] if is_plain else []

    def compact(self, row: "Mapping[str, Any]") -> "Union[bytes, Dict[str, Any]]":
        """The values of a row as JSON, or as they are if some of them are native."""
        # Most rows hold texts and whole numbers: for those this takes a quarter of the time of what follows.
        parts: List[str] = []
        for slot, prefix in self._plain:
            value: Any = row.get(slot)
            kind = type(value)
            if kind is str:
                parts.append(prefix + _encode_text(value))
            elif kind is int:
                parts.append(prefix + str(value))
            elif value is not None:
                parts.clear()
                break
        if parts:
            try:
                return ("{" + ",".join(parts) + "}").encode()
            except ValueError:  # a lone surrogate
                pass
        values, is_native = self.read(row)
        return values if is_native else row_json(values)

    def check_columns(self, columns: "Sequence[Any]") -> None:
        """InvalidArgumentError for a slot that no row of a table with these columns fills."""
        known = {str(name) for name in columns}
        for slot in needed_slots(self._text, self.slots):
            is_there = slot in known or slot.partition(".")[0] in known
            if not is_there and not (self.marks and slot in ("selected", "highlighted")):
                raise InvalidArgumentError(f"no column is for the slot {slot!r}; the columns are {', '.join(map(repr, columns))}")

    def is_image(self, slot: str) -> bool:
        """Whether a slot is the picture of images, and nothing else."""
        return slot in self._images

    def read(self, row: "Mapping[str, Any]") -> "Tuple[Dict[str, Any], bool]":
        """The values of a row by their slots, without those that are missing or None, and whether some of them are
        native."""
        values: Dict[str, Any] = {}
        is_native = False
        for slot in self.slots:
            value = row.get(slot)
            if value is None and slot in self._dotted:
                value = _member(row, slot)
            if value is None and slot in self._numbers:  # columns without names, {0: "a"}, as JSON writes them
                value = row.get(self._numbers[slot])  # type: ignore[call-overload]
            if slot in self.repeated and isinstance(value, (list, tuple)):
                values[slot] = value
                continue
            if slot in self.typed and isinstance(value, str):
                value = _from_text(self.typed[slot], value)
            if type(value) in _PLAIN:
                values[slot] = value
            elif value is not None:
                value = read_value(slot, value, self.is_image)
                if value is None:
                    continue
                if slot in self._inks and isinstance(value, list) and not is_steps(value):
                    value = "#" + "".join(f"{round(255 * part):02x}" for part in value)  # as markup has colours
                values[slot] = value
                is_native = is_native or isinstance(value, NATIVE)
            if slot in self._texts and isinstance(values.get(slot), bool):
                values[slot] = str(values[slot])
        return values, is_native


def _digits(slot: str, value: int) -> Tuple[bytes, int]:
    try:
        text = str(value).encode()
    except ValueError as error:  # Python writes some thousands of digits
        raise InvalidArgumentError(f"the slot {slot!r}: {error}") from None
    return text, len(text)


def slot_value(slot: str, value: Any, context: Context) -> Any:
    """A value that was read, and is no list of steps, as the library takes it. The caller releases its image."""
    found = _ffi.lamina_slot_value()
    found.slot = slot.encode("utf-8", "surrogatepass")
    if isinstance(value, PixelBuffer):
        found.kind, found.image = ValueKind.IMAGE, new_image(context.handle, value.to_c())
    elif isinstance(value, Image):
        found.kind, found.image = ValueKind.IMAGE, lib.lamina_image_retain(value.handle)
    elif isinstance(value, Drawing):
        found.kind, found.drawing = ValueKind.DRAWING, value.for_context(context).handle
    elif isinstance(value, bool):
        found.kind, found.boolean = ValueKind.BOOLEAN, value
    elif isinstance(value, int) and abs(value) > _EXACT:
        found.kind, found.text, found.text_length = ValueKind.TEXT, *_digits(slot, value)  # as JSON has it
    elif isinstance(value, (int, float)):
        found.kind, found.number = ValueKind.NUMBER, _finite(slot, value)
    elif isinstance(value, str):
        try:
            text = value.encode()
        except UnicodeEncodeError:
            raise InvalidArgumentError(f"the slot {slot!r}: it is text with a lone surrogate") from None
        found.kind, found.text, found.text_length = ValueKind.TEXT, text, len(text)
    else:
        found.kind, found.color = ValueKind.COLOR, c_color(value)
    return found


def give_values(values: "Dict[str, Any]", context: Context, call: "Callable[[Any, int], int]") -> int:
    """Hands the values of a row to the library by `call`, which copies what it takes; returns the status."""
    given: List[Any] = []
    try:
        for slot, value in values.items():
            given.append(slot_value(slot, value, context))
        return int(call((_ffi.lamina_slot_value * len(given))(*given), len(given)))
    finally:
        for value in given:
            lib.lamina_image_release(value.image)
