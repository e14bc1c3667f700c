"""What is shown of nodes in place of what they have."""
from __future__ import annotations

from typing import Optional

from ._ffi import PresentedFields
from ._record import record
from .geometry import Color, Point, Size
from .looks import BoxShadow, CornerRadii, Gradient, Matrix


@record(frozen=True)
class PresentedValues:
    """What is shown of a node; `fields` are those that are presented in place of what it has."""

    fields: PresentedFields
    position: Point
    size: Size
    bounds_origin: Point
    opacity: float
    transform: Matrix
    corner_radii: CornerRadii
    background: Color
    border_color: Color
    shadow: Optional[BoxShadow]
    gradient: Optional[Gradient]
    z_position: float
    #: Of the size: where contents stay.
    contents_anchor: Point
