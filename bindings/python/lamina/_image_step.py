"""Steps from one picture to another."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Sequence

from . import _ffi
from ._arguments import integer, number, of_kind
from ._ffi import ImageFit, ImageStepKind
from ._record import record
from .errors import InvalidArgumentError
from .geometry import CLEAR, ColorLike, Rect, RectLike, c_color, c_rect
from .style import enum_value

if TYPE_CHECKING:
    from ._enum_names import ImageFitLike


@record(frozen=True)
class ImageStep:
    """A step from one picture to another, for :meth:`Image.begin`, :meth:`Image.begin_modified` and
    :class:`ImageNode`; made by its class methods."""

    kind: ImageStepKind
    source: RectLike = Rect(0.0, 0.0, 1.0, 1.0)
    width: int = 0
    height: int = 0
    fit: "ImageFitLike" = ImageFit.ASPECT_FIT
    radius: float = 0.0
    border: float = 0.0
    color: ColorLike = CLEAR

    @classmethod
    def crop(cls, source: RectLike) -> "ImageStep":
        """The part `(x, y, width, height)`, in fractions of the picture."""
        return cls(ImageStepKind.CROP, source=part_of_picture("source", source))

    @classmethod
    def resize(cls, width: int, height: int, fit: "ImageFitLike" = ImageFit.ASPECT_FIT) -> "ImageStep":
        """The picture in the size for so many pixels: "aspect_fit" fits all of it into them; "aspect_fill" makes it
        exactly this size, what is beyond on both sides being cut off. It is never enlarged: of a smaller picture
        "aspect_fill" is the largest part with these proportions."""
        integer("width", width, 1, 2**31 - 1)
        integer("height", height, 1, 2**31 - 1)
        enum_value("fit", ImageFit, fit)
        return cls(ImageStepKind.RESIZE, width=width, height=height, fit=fit)

    @classmethod
    def round(cls, radius: float, *, border: float = 0.0, color: ColorLike = CLEAR) -> "ImageStep":
        """Round corners of `radius` pixels, at most half of the shorter side (a circle of a square), and a border of so
        many pixels within the edges."""
        for name, value in (("radius", radius), ("border", border)):
            if not number(name, value) >= 0:
                raise InvalidArgumentError(f"{name} is {value}; it must be 0 or more pixels")
        c_color(color, "color")
        return cls(ImageStepKind.ROUND, radius=radius, border=border, color=color)

    @classmethod
    def tint(cls, color: ColorLike) -> "ImageStep":
        """A stencil: the colour where the picture is not clear."""
        c_color(color, "color")
        return cls(ImageStepKind.TINT, color=color)

    @classmethod
    def blur(cls, deviation: float) -> "ImageStep":
        """A Gaussian blur with this standard deviation in pixels, 0 to 500; edges go on as they are."""
        if not 0 <= number("deviation", deviation) <= 500:
            raise InvalidArgumentError(f"deviation is {deviation}; 0 to 500 is needed")
        return cls(ImageStepKind.BLUR, radius=deviation)

    def to_c(self) -> _ffi.lamina_image_step:
        """The C struct."""
        return _ffi.lamina_image_step(
            struct_size=ctypes.sizeof(_ffi.lamina_image_step), kind=enum_value("kind", ImageStepKind, self.kind),
            source=c_rect(self.source), width_px=integer("width", self.width, 0, 2**31 - 1),
            height_px=integer("height", self.height, 0, 2**31 - 1), fit=enum_value("fit", ImageFit, self.fit),
            radius=number("radius", self.radius), border=number("border", self.border), color=c_color(self.color, "color"))  # fmt: skip


def step_array(steps: Sequence[ImageStep]) -> Any:
    """An array of the C structs."""
    if isinstance(steps, ImageStep) or not isinstance(steps, (list, tuple)):
        raise TypeError(f"steps is a list such as [ImageStep.blur(3)], not {steps!r:.100}")
    if len(steps) > 64:
        raise InvalidArgumentError(f"steps has {len(steps)} elements; at most 64 are made")
    checked = [of_kind(f"steps[{place}]", ImageStep, step) for place, step in enumerate(steps)]
    return (_ffi.lamina_image_step * len(checked))(*[step.to_c() for step in checked])


def part_of_picture(name: str, part: RectLike) -> Rect:
    """A part of a picture in fractions of it, which is not empty."""
    rect = c_rect(part)
    x, y, width, height = rect.origin.x, rect.origin.y, rect.size.width, rect.size.height
    if not (x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= 1 + 2**-23 and y + height <= 1 + 2**-23):
        raise InvalidArgumentError(
            f"{name} is {width} x {height} at ({x}, {y}); a part (x, y, width, height) of (0, 0, 1, 1) is needed")
    return Rect(x, y, width, height)
