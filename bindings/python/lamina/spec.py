"""Layout specs describe the layout of elements, which are nodes and other specs. A node can be in a spec only once, and
moves to the node whose spec was set last."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, Union

from . import _ffi
from ._arguments import number
from ._handle import ELEMENT, Handle, checked_context, handle_of
from ._library import lib
from ._specs import SPECS
from .errors import InvalidStateError, check
from .geometry import DirectionalInsetsLike, c_directional_insets, c_insets, c_point
from .style import Style, enum_value, style_reference

if TYPE_CHECKING:
    from .context import Context
    from .node import Node


class Spec(Handle):
    """Created by column(), row(), inset() and the other functions of this module."""

    _kind = "spec"
    _name = ""

    def _summary(self) -> str:
        return self._name

    def _repr_png_(self) -> Optional[bytes]:
        """Jupyter shows this."""
        return self._png_or_none()

    def __getitem__(self, children: Any) -> "Spec":
        """For `column(spacing=8)[a, b]`: see the module brackets. An existing spec never changes."""
        raise InvalidStateError("this spec has its children already")

    def description(self) -> str:
        """A drawing of the spec as nested boxes, for people."""
        handle = self.handle
        return self._copy_text(lambda buffer, capacity: lib.lamina_spec_read_description(handle, buffer, capacity))


Element = Union["Node", Spec]


#: What the library calls fields that have a shorter name here.
_LONG_NAMES = {"align": "align_items", "wraps": "wraps_corner"}
_SHORT_NAMES = {name: short for short, name in _LONG_NAMES.items()}
_CONVERSIONS: Dict[str, Callable[[str, Any], Any]] = {
    "double": number,
    "bool": lambda name, value: bool(value),
    "insets": lambda name, value: c_insets(value),
    "directional_insets": lambda name, value: c_directional_insets(value),
    "point": lambda name, value: c_point(value, name),
}


def c_settings(name: str, given: Dict[str, Any]) -> Dict[str, Any]:
    """The settings of a spec as C takes them, by the names of C."""
    values: Dict[str, Any] = {}
    fields = SPECS[name].fields
    for key, value in given.items():
        key = _LONG_NAMES.get(key, key)
        kind = next((kind for field, kind, _ in fields if field == key), None)
        if kind is None:
            raise TypeError(f"{name}() has no setting {key!r}")
        convert = _CONVERSIONS.get(kind)
        values[key] = enum_value(_SHORT_NAMES.get(key, key), getattr(_ffi, kind), value) if convert is None else convert(key, value)
    return values


def c_options(name: str, given: Dict[str, Any]) -> Any:
    """The struct of options of a spec that has one."""
    struct: Any = getattr(_ffi, str(SPECS[name].options))
    return struct(**c_settings(name, given))


def make(
    name: str, elements: "Sequence[Element]", style: Optional[Style], context: Optional[Context] = None, **settings: Any
) -> Spec:
    """Creates a spec by its name in SPECS; without elements it needs a context."""
    shape = SPECS[name]
    # Refuses what is no element, and what is closed.
    handles = [handle_of(element, "element", ELEMENT) for element in elements]
    owner = elements[0].context if context is None else context
    if shape.options is None:
        values = c_settings(name, settings)
        arguments = [values[field] for field, _, _ in shape.fields]
    else:
        arguments = [ctypes.byref(c_options(name, settings))]
    arguments.append(style_reference(style))
    if shape.elements is None:
        arguments += [(ctypes.c_void_p * len(handles))(*handles), len(handles)]
    else:
        arguments += handles
    return _made(name, owner, f"lamina_spec_create_{name}", *arguments)


def _made(name: str, owner: Context, function: str, *arguments: Any) -> Spec:
    """Creates a spec by a function of the library, which takes the arguments between the context and the output."""
    handle = ctypes.c_void_p()
    check(getattr(lib, function)(owner.handle, *arguments, ctypes.byref(handle)))
    spec = Spec._adopt(owner, handle.value)
    spec._name = name
    return spec


def spacer(context: Context, style: Optional[Style] = None) -> Spec:
    """Takes the remaining space in a stack, or what a style says. It may be used in several places."""
    return _made("spacer", checked_context(context), "lamina_spec_create_spacer", style_reference(style))


def directional_inset(child: Element, insets: DirectionalInsetsLike, *, style: Optional[Style] = None) -> Spec:
    """A margin whose sides swap in right-to-left layout: one number, (vertical, horizontal), or (top, start, bottom,
    end)."""
    return make("directional_inset", [child], style, insets=insets)


def padding(child: Element, horizontal: float = 0.0, vertical: float = 0.0) -> Spec:
    """A margin with one value for left and right and one for top and bottom."""
    across, down = number("horizontal", horizontal), number("vertical", vertical)
    handle = handle_of(child, "child", ELEMENT)
    return _made("padding", child.context, "lamina_spec_create_padding", across, down, handle)
