"""How an element takes part in its parent's layout."""
from __future__ import annotations

import ctypes
import enum
import math
import operator
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Type, TypeVar, Union

from . import _ffi
from ._arguments import number
from ._record import field_names, record, replaced
from ._ffi import Align, LayoutDirection
from .errors import InvalidArgumentError
from .geometry import Dimension, DimensionLike, Point, PointLike, c_dimension, c_point, from_c_dimension, from_c_point

if TYPE_CHECKING:
    from ._enum_names import AlignLike, LayoutDirectionLike

E = TypeVar("E", bound=enum.IntEnum)
F = TypeVar("F", bound=enum.IntFlag)
R = TypeVar("R")

_DIMENSIONS = ("width", "height", "min_width", "max_width", "min_height", "max_height", "flex_basis")
_NUMBERS = ("flex_grow", "flex_shrink", "spacing_before", "spacing_after", "ascender", "descender")


def enum_value(name: str, kind: Type[E], value: Union[E, str, int]) -> int:
    """The value of an enum for the argument `name`, also from its name in any case, as here or in CSS: "space_between"
    or "space-between" for Justify.SPACE_BETWEEN."""
    if isinstance(value, str):
        try:
            return int(kind[value.upper().replace("-", "_")])
        except KeyError:
            raise InvalidArgumentError(_not_one_of(name, kind, value)) from None
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(_not_one_of(name, kind, value)) from None
    if isinstance(value, bool):  # a number to Python, but nobody has meant one
        raise TypeError(_not_one_of(name, kind, value))
    try:
        return int(kind(number))
    except ValueError:
        raise InvalidArgumentError(_not_one_of(name, kind, value)) from None


def _not_one_of(name: str, kind: Type[E], value: Any) -> str:
    return f"{name} is {value!r}; it must be one of {', '.join(member.name.lower() for member in kind)}"


@record(frozen=True)
class Style:
    """An element's part in its parent's layout: the keywords of nodes and specs.

    Lengths are numbers (points, that is logical units), percentages of the parent ("50%"), or None: the size of the
    content. `flex_grow` and `flex_shrink` are shares of the free and of the missing space in a row or column, both 0 by
    default; `flex_basis` is the length before that. `align_self` is "start", "end", "center" or "stretch", across the
    row. `spacing_before` and `spacing_after` add to the spacing of the row, and may be negative. `layout_position` is
    for absolute(), from its start and top. `ascender` and `descender` give baselines to an element without text; 0
    keeps the measured ones. `layout_direction` is "left_to_right" or "right_to_left", for the contents of the element.
    """

    width: DimensionLike = None
    height: DimensionLike = None
    min_width: DimensionLike = None
    max_width: DimensionLike = None
    min_height: DimensionLike = None
    max_height: DimensionLike = None
    flex_grow: float = 0.0
    flex_shrink: float = 0.0
    flex_basis: DimensionLike = None
    align_self: AlignLike = Align.AUTO
    spacing_before: float = 0.0
    spacing_after: float = 0.0
    ascender: float = 0.0
    descender: float = 0.0
    layout_position: PointLike = Point(0.0, 0.0)
    layout_direction: LayoutDirectionLike = LayoutDirection.INHERIT

    def __post_init__(self) -> None:
        for name in _DIMENSIONS:
            value = getattr(self, name)
            is_no_limit = value == math.inf and name in ("max_width", "max_height")
            object.__setattr__(self, name, Dimension() if is_no_limit else Dimension.of(value))
        object.__setattr__(self, "align_self", Align(enum_value("align_self", Align, self.align_self)))
        place = c_point(self.layout_position, "layout_position")
        object.__setattr__(self, "layout_position", from_c_point(place))
        direction = LayoutDirection(enum_value("layout_direction", LayoutDirection, self.layout_direction))
        object.__setattr__(self, "layout_direction", direction)

    def to_c(self) -> _ffi.lamina_style:
        """The C struct."""
        style = _ffi.lamina_style()
        for name in _DIMENSIONS:
            setattr(style, name, c_dimension(getattr(self, name)))
        for name in _NUMBERS:
            setattr(style, name, number(name, getattr(self, name)))
        style.align_self = int(self.align_self)
        style.layout_position = c_point(self.layout_position, "layout_position")
        style.layout_direction = int(self.layout_direction)
        return style

    @classmethod
    def from_c(cls, style: _ffi.lamina_style) -> "Style":
        """From the C struct."""
        fields: "dict[str, Any]" = {name: from_c_dimension(getattr(style, name)) for name in _DIMENSIONS}
        fields.update({name: getattr(style, name) for name in _NUMBERS})
        return cls(
            align_self=Align(style.align_self), layout_position=from_c_point(style.layout_position),
            layout_direction=LayoutDirection(style.layout_direction), **fields)  # fmt: skip


def flag_value(name: str, kind: Type[F], value: Union[F, str, int]) -> int:
    """The value of flags for the argument `name`: members joined with |, or the name of one."""
    members = kind.__members__
    if isinstance(value, str) and value.upper().replace("-", "_") in members:
        return int(members[value.upper().replace("-", "_")])
    if isinstance(value, (str, bool)) or not hasattr(value, "__index__"):
        raise (InvalidArgumentError if isinstance(value, str) else TypeError)(
            f"{name} is {value!r}; it must be one of {', '.join(member.lower() for member in members)}, or several members of "
            f"{kind.__name__} joined with |"
        )
    found = operator.index(value)
    if not 0 <= found < 2**32:
        raise InvalidArgumentError(f"{name} is {found}, which has bits that are not of {kind.__name__}")
    return found


def style_reference(style: Optional[Style]) -> Any:
    """The argument of a function with an optional style."""
    if style is not None and not isinstance(style, Style):
        raise TypeError(f"style must be a Style, not {type(style).__name__}")
    return None if style is None else ctypes.byref(style.to_c())


def merged(
    kind: Type[R], value: Optional[R], fields: "Mapping[str, Any]", others: Sequence[str] = (), node: Optional[type] = None
) -> Optional[R]:
    """A record (Style, TextAttributes ...), with single fields given as keywords. Refuses other keywords, and suggests
    what may have been meant: a field, one of `others`, or a property of the class `node`."""
    if value is not None and not isinstance(value, kind):
        raise TypeError(f"a {kind.__name__} is needed, not {value!r}")
    if not fields:
        return value
    for name in fields:
        if name not in field_names(kind):
            raise unknown_keyword(name, (*field_names(kind), *others), node)
    return kind(**fields) if value is None else replaced(value, **fields)


def merged_style(
    style: Optional[Style], fields: "Mapping[str, Any]", others: Sequence[str] = (), node: Optional[type] = None
) -> Optional[Style]:
    """A style, with single fields given as keywords."""
    return merged(Style, style, fields, others, node)


#: Names of other libraries.
_ELSEWHERE = {
    "font_size": "size", "font": "family", "font_family": "family", "font_weight": "weight", "text_align": "alignment",
    "max_lines": "max_lines", "gap": "spacing", "background_color": "background", "radius": "corner_radius",
}  # fmt: skip


def unknown_keyword(name: str, known: Sequence[str], node: Optional[type]) -> TypeError:
    """The error for a keyword that is not one of `known`. It suggests one of these, or a property of the class
    `node`."""
    import difflib
    import inspect

    if node is not None:
        own = inspect.signature(node.__init__).parameters.values()  # type: ignore[misc]
        known = (*known, *(each.name for each in own if each.kind == each.KEYWORD_ONLY))
    close = [_ELSEWHERE[name]] if _ELSEWHERE.get(name) in known else difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    if name in ("padding", "margin"):
        hint = "inset(...) puts a margin around something"
    elif isinstance(getattr(node, name, None), property):
        hint = f"node.{name} = ... sets it"
    elif hasattr(node, f"set_{name}"):
        hint = f"node.set_{name}(...) sets it"
    elif close:
        hint = f"did you mean {close[0]!r}?"
    else:
        hint = f"the keywords are {', '.join(sorted(set(known)))}"
    return TypeError(f"there is no keyword {name!r}; {hint}")
