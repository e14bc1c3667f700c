"""Specs that read like the layout: first the kind and its options, then the children in brackets.

    inset(16)[
        column(spacing=8)[
            title,
            row(spacing=4, align="center")[avatar, name],
        ]
    ]

Each function also takes its children directly, `column(title, body, spacing=8)`, and keywords for the fields of Style.
In brackets, lists are flattened and None is skipped: `column()[title, [row_of(x) for x in items], footer or None]`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Optional, Union, cast

from ._arguments import pair
from ._ffi import AbsoluteSizing, Align, CenterSizing, Centering, CornerLocation, Axis, Justify, Placement
from ._handle import ELEMENT, Handle, checked_context, handle_of
from .errors import InvalidArgumentError, InvalidStateError
from .geometry import PointLike
from .spec import Element, Spec, make as make_spec
from .style import Style, merged_style

if TYPE_CHECKING:
    from ._enum_names import (
        AbsoluteSizingLike,
        AlignLike,
        AxisLike,
        CenterSizingLike,
        CenteringLike,
        CornerLocationLike,
        JustifyLike,
        PlacementLike,
    )
    from .context import Context
    from typing_extensions import Unpack

    from ._keywords import RowKeywords, StackKeywords, StyleKeywords

Children = Union[Element, None, Iterable[Any]]


class UnmadeSpec(Spec):
    """A spec that does not exist in the library yet."""

    _handle = 0
    _is_open = False

    _name: str

    @property
    def context(self) -> "Context":
        self.handle
        raise AssertionError

    @property
    def closed(self) -> bool:
        return False

    def __eq__(self, other: Any) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class OpenSpec(UnmadeSpec):
    """A spec before its children, which follow in brackets. It may be used more than once."""

    def __init__(self, name: str, make: Callable[[List[Element]], Spec]) -> None:
        self._name, self._make = name, make

    def __getitem__(self, children: Children) -> Spec:
        return self._make(list(_flat(children)))

    @property
    def handle(self) -> int:
        raise InvalidStateError(f"{self._name}(...) has no children yet: put them in brackets, {self._name}(...)[a, b]")

    def __repr__(self) -> str:
        return f"<lamina.{self._name}(...) without children>"


class EmptySpec(UnmadeSpec):
    """An empty spec, such as `column()[rows]` before the first row: the element that takes it determines its
    context."""

    def __init__(self, name: str, make: "Callable[[Context], Spec]") -> None:
        self._name, self._make = name, make

    def within(self, context: "Context") -> Spec:
        """The spec, created in a context."""
        return self._make(context)

    @property
    def handle(self) -> int:
        raise InvalidStateError(
            f"{self._name}(...) is empty, and has no context until a node or another spec takes it; or pass context="
        )

    def __repr__(self) -> str:
        return f"<lamina.{self._name}(...) that holds nothing>"


Make = Callable[[List[Element], "Context"], Spec]


def _made(name: str, make: Make, elements: List[Element], context: "Optional[Context]" = None) -> Spec:
    """A spec of elements; with only empty ones, a spec that is created where it is used."""
    if any(isinstance(element, EmptySpec) for element in elements) or not elements:
        if context is None:
            context = next((element.context for element in elements if not isinstance(element, EmptySpec)), None)
        if context is None:
            return EmptySpec(name, lambda where: _made(name, make, elements, where))
        elements = [element.within(context) if isinstance(element, EmptySpec) else element for element in elements]
    return make(elements, context or elements[0].context)


def _flat(children: Children) -> Iterable[Element]:
    if children is None:
        return
    if isinstance(children, Handle):
        yield children
    elif isinstance(children, (str, bytes)) or not isinstance(children, Iterable):
        raise TypeError(f"a layout has nodes and specs as children, not {children!r}; ui.text(...) creates a node from a text")
    else:
        for child in children:
            yield from _flat(child)


def _one(name: str, make: Callable[..., Spec], child: Any, second: Optional[Element] = None) -> Spec:
    """For specs of one child: created now if it is given, otherwise when it follows in brackets. Some have a second
    element."""

    def finish(children: List[Element]) -> Spec:
        if len(children) != 1:
            raise InvalidArgumentError(f"{name}(...) takes one child, not {len(children)}: put them into a row() or column()")
        elements = children if second is None else [children[0], second]
        return _made(name, lambda elements, _: make(*elements), elements)

    return OpenSpec(name, finish) if child is None else finish(list(_flat(child)))


# ---- Rows and columns ----


_STACK_KEYWORDS = ("wrap", "line_spacing", "align_content", "horizontal_alignment", "vertical_alignment")


def stack(
    *children: Children,
    axis: AxisLike = Axis.HORIZONTAL,
    spacing: float = 0.0,
    justify: JustifyLike = Justify.START,
    align: AlignLike = Align.AUTO,
    style: Optional[Style] = None,
    context: "Optional[Context]" = None,
    name: str = "stack",
    **more: "Unpack[StackKeywords]",
) -> Spec:
    """Lays out elements in a line. `spacing` is between neighbours, in logical units, and may be negative.

    `justify` aligns them along the line: start, center, end, space_between, space_around; `align` across it: start,
    end, center, stretch, and in a row baseline_first, baseline_last. With `wrap` there are several lines, with
    `line_spacing` and `align_content`. A list of children may be empty. `name` is for messages.
    """
    rest = {key: more[key] for key in _STACK_KEYWORDS if key in more}  # type: ignore[literal-required]
    given = {key: value for key, value in more.items() if key not in rest}
    fields = merged_style(style, given, ("spacing", "justify", "align", *_STACK_KEYWORDS))

    def make(elements: List[Element], owner: "Context") -> Spec:
        return make_spec(
            "stack", elements, fields, owner, axis=axis, spacing=spacing, justify=justify, align=align, **rest
        )

    return _many(name, make, children, context)


def row(*children: Children, **options: "Unpack[RowKeywords]") -> Spec:
    """A horizontal stack, with the options of stack(): spacing, justify, align, and the fields of Style."""
    return stack(*children, axis=Axis.HORIZONTAL, name="row", **options)


def column(*children: Children, **options: "Unpack[RowKeywords]") -> Spec:
    """A vertical stack, with the options of stack(): spacing, justify, align, and the fields of Style."""
    return stack(*children, axis=Axis.VERTICAL, name="column", **options)


# ---- Around one element ----


def inset(
    *arguments: Any, style: Optional[Style] = None, **style_fields: "Unpack[StyleKeywords]"
) -> Spec:
    """A margin: `inset(16)[child]` or `inset(child, 16)`. One number for all sides, two for (top and bottom, left and
    right), or (top, left, bottom, right), in logical units; negative ones bleed, math.inf pushes the child away."""
    child, (insets,) = _split("inset", arguments, 1, (0.0,))
    fields = merged_style(style, style_fields)
    return _one("inset", lambda element: make_spec("inset", [element], fields, insets=insets), child)


def center(
    *arguments: Any, style: Optional[Style] = None, centering: Optional[CenteringLike] = None,
    sizing: Optional[CenterSizingLike] = None, **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Centres one element in the available space: `center()[child]`, `center("x")[child]` for one axis,
    `sizing="min_y"` to be no larger than the child."""
    child, (axes, takes) = _split("center", arguments, 2, (Centering.XY, CenterSizing.DEFAULT))
    axes, takes = axes if centering is None else centering, takes if sizing is None else sizing
    fields = merged_style(style, style_fields)
    return _one("center", lambda element: make_spec("center", [element], fields, centering=axes, sizing=takes), child)


def ratio(
    *arguments: Any, style: Optional[Style] = None, **style_fields: "Unpack[StyleKeywords]"
) -> Spec:
    """Gives one element a height that is a multiple of its width: `ratio(9 / 16)[photo]`."""
    child, (factor,) = _split("ratio", arguments, 1, (1.0,))
    fields = merged_style(style, style_fields)
    return _one("ratio", lambda element: make_spec("ratio", [element], fields, ratio=factor), child)


def overlay(
    child: Optional[Element] = None, over: Optional[Element] = None, *, style: Optional[Style] = None,
    **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Stretches an element over another, which determines the size: `overlay(badge)[photo]`,
    `overlay(over=badge)[photo]` or `overlay(photo, badge)`."""
    first, second = pair("overlay", "over", child, over)
    fields = merged_style(style, style_fields)
    return _one("overlay", lambda element, over: make_spec("overlay", [element, over], fields), first, _checked(second))


def background(
    child: Optional[Element] = None, behind: Optional[Element] = None, *, style: Optional[Style] = None,
    **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Stretches an element behind another, which determines the size: `background(panel)[content]`,
    `background(behind=panel)[content]` or `background(content, panel)`."""
    first, second = pair("background", "behind", child, behind)
    fields = merged_style(style, style_fields)
    return _one("background", lambda element, behind: make_spec("background", [element, behind], fields), first, _checked(second))


def wrapper(
    *children: Children, style: Optional[Style] = None, context: "Optional[Context]" = None,
    **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Elements on top of each other, each with all the available space; as large as the largest: `wrapper()[photo,
    words]`."""
    fields = merged_style(style, style_fields)
    return _many("wrapper", lambda elements, owner: make_spec("wrapper", elements, fields, owner), children, context)


def absolute(
    *children: Children, sizing: AbsoluteSizingLike = AbsoluteSizing.DEFAULT, style: Optional[Style] = None,
    context: "Optional[Context]" = None, **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Places elements at the `layout_position` of their styles, in logical units: `absolute()[a, b]`."""
    fields = merged_style(style, style_fields)
    return _many(
        "absolute", lambda elements, owner: make_spec("absolute", elements, fields, owner, sizing=sizing), children, context
    )


def relative(
    *arguments: Any, sizing: CenterSizingLike = CenterSizing.DEFAULT, style: Optional[Style] = None,
    horizontal: Optional[PlacementLike] = None, vertical: Optional[PlacementLike] = None,
    **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Places one element at an edge, in a corner or in the middle: `relative("end", "start")[badge]`."""
    child, (across, down) = _split("relative", arguments, 2, (Placement.NONE, Placement.NONE))
    across, down = across if horizontal is None else horizontal, down if vertical is None else vertical
    fields = merged_style(style, style_fields)
    return _one("relative", lambda element: make_spec("relative", [element], fields, horizontal=across, vertical=down, sizing=sizing), child)


def corner(
    child: Optional[Element] = None, badge: Optional[Element] = None, *, location: CornerLocationLike = CornerLocation.TOP_START,
    offset: PointLike = (0.0, 0.0), wraps: bool = False, style: Optional[Style] = None, **style_fields: "Unpack[StyleKeywords]",
) -> Spec:  # fmt: skip
    """Centres a badge on a corner: `corner(badge, location="top_end")[photo]`. Options: location, offset, wraps (the
    size includes the badge)."""
    first, second = pair("corner", "badge", child, badge)
    fields = merged_style(style, style_fields)

    def make(element: Element, badge: Element) -> Spec:
        return make_spec("corner", [element, badge], fields, location=location, offset=offset, wraps=wraps)

    return _one("corner", make, first, _checked(second))


def _many(name: str, make: Make, children: Iterable[Children], context: "Optional[Context]") -> Spec:
    """For specs of any number of children: created now if children, or a context, are given, otherwise when they follow
    in brackets."""
    if context is not None:
        checked_context(context)
    if children or context is not None:
        return _made(name, make, list(_flat(children)), context)
    return OpenSpec(name, lambda elements: _made(name, make, elements))


def _checked(second: Any) -> Element:
    """The second element of a spec, given in advance."""
    if not isinstance(second, EmptySpec):
        handle_of(second, "the second element", ELEMENT)
    return cast(Element, second)


def _split(name: str, arguments: Any, most: int, defaults: Any) -> Any:
    """The child, if the first argument is one, and the values after it."""
    child, values = (arguments[0], arguments[1:]) if arguments and isinstance(arguments[0], Handle) else (None, arguments)
    if len(values) > most:
        raise TypeError(f"{name}() takes {most} value{'s' if most > 1 else ''} besides its child, not {len(values)}")
    return child, (*values, *defaults[len(values) :])
