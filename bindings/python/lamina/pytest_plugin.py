"""Comparing pictures with golden ones, for the fixture `golden` of lamina_pytest."""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, List, Tuple

import pytest

from ._png import is_png, png_size, read_png
from .bitmap import Bitmap, PixelBuffer
from .errors import LaminaError


def compare(golden: bytes, actual: bytes, tolerance: int) -> Tuple[int, int, "Bitmap | None"]:
    """The number of pixels that differ by more than `tolerance` in a channel, the greatest difference, and a picture of
    the differences.

    Pictures of different sizes differ in all pixels, and have no such picture.
    """
    (width, height, before), (other_width, other_height, after) = _decoded(golden, actual)
    if (width, height) != (other_width, other_height):
        return max(width * height, other_width * other_height), 255, None
    if before == after:
        return 0, 0, None
    differing, greatest, picture = 0, 0, Bitmap(width, height)
    for offset in range(0, len(before), 4):
        pixel, wanted = after[offset : offset + 4], before[offset : offset + 4]
        distance = max(abs(a - b) for a, b in zip(pixel, wanted)) if pixel != wanted else 0
        faint = 255 - (255 - sum(pixel[:3]) // 3) * pixel[3] // 1020
        color = (255 << 24) + (0xFF0000 if distance > tolerance else faint * 0x010101)
        picture[offset : offset + 4] = color.to_bytes(4, sys.byteorder)
        differing += distance > tolerance
        greatest = max(greatest, distance)
    return differing, greatest, picture


def _decoded(*files: bytes) -> "List[Tuple[int, int, bytes]]":
    """Width, height and RGBA of each."""
    try:
        return [read_png(file) for file in files]
    except ValueError:  # grey, with a palette, of 16 bits: tools that make files smaller write such ones
        pictures = [Bitmap.read(file) for file in files]
        return [(picture.width, picture.height, picture.to_rgba()) for picture in pictures]


def _png_of(picture: Any) -> bytes:
    if isinstance(picture, bytes) and is_png(picture):  # as Template.render(format="png") gives
        return bytes(picture)
    if isinstance(picture, PixelBuffer):
        return picture.to_png()
    # A program that has such an image has imported the package.
    pillow = sys.modules.get("PIL.Image")
    if pillow is not None and isinstance(picture, pillow.Image):
        return Bitmap.from_pil(picture).to_png()
    raise TypeError(f"a golden picture is compared with a Bitmap, another buffer of pixels, the bytes of a PNG or a PIL.Image, not with {picture!r:.80}; "
                    "Bitmap.read() reads files")  # fmt: skip


class Golden:
    """The value of the fixture: call it with a picture and a name."""

    def __init__(self, folder: Path, accept: bool) -> None:
        self.folder, self.accept = folder, accept

    def __call__(self, picture: Any, name: str, *, tolerance: int = 0, pixels: int = 0) -> None:
        """Fails if more than `pixels` pixels differ from the golden picture by more than `tolerance` of 255, or the
        size differs.

        `picture` is a Bitmap, a Picture, a PngPicture or other bytes of a PNG, a BitmapView or a PIL.Image.
        """
        __tracebackhide__ = True
        if not re.fullmatch(r"[\w.-]+", name):
            raise ValueError(f"the name of a golden picture is made of letters, digits, '_', '-' and '.', not {name!r}")
        path, actual = self.folder / f"{name}.png", _png_of(picture)
        leftovers = [path.with_suffix(f".{kind}.png") for kind in ("actual", "difference")]
        if self.accept:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(actual)
        golden = path.read_bytes() if path.exists() else None
        differing, greatest, difference, unreadable = 0, 0, None, ""
        try:
            is_same_size = golden is not None and png_size(golden) == png_size(actual)
            if golden is not None and is_same_size and golden != actual:
                differing, greatest, difference = compare(golden, actual, tolerance)
        except (LaminaError, ValueError) as error:
            unreadable = f"the golden picture {path} cannot be read: {error}"
        if unreadable:
            pytest.fail(unreadable)
        if is_same_size and differing <= pixels:
            for leftover in leftovers:
                leftover.unlink(missing_ok=True)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        leftovers[0].write_bytes(actual)
        if difference is not None:
            difference.save(leftovers[1])
        if golden is None:
            pytest.fail(f"there is no golden picture {path}; look at {leftovers[0].name}, then run with --lamina-accept")
        if not is_same_size:
            (width, height), (wanted_width, wanted_height) = png_size(actual), png_size(golden)
            pytest.fail(f"{path.name}: is {width} x {height}, the golden one {wanted_width} x {wanted_height}; see {leftovers[0]}")
        pytest.fail(f"{path.name}: {differing} pixels differ, by up to {greatest} of 255; see {leftovers[0]}")
