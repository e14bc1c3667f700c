"""Reads the PNG files that Lamina writes (8 bits, RGB or RGBA, not interlaced), to compare pictures without other
packages."""
from __future__ import annotations

import struct
import zlib
from typing import Iterator, Tuple

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def is_png(data: bytes) -> bool:
    """Whether bytes begin as a PNG file."""
    return data.startswith(_SIGNATURE)


def png_size(data: bytes) -> Tuple[int, int]:
    """Width and height. ValueError for what is no PNG file."""
    if not data.startswith(_SIGNATURE) or len(data) < 24:
        raise ValueError("not a PNG file")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def read_png(data: bytes) -> Tuple[int, int, bytes]:
    """Width, height, and straight RGBA bytes. ValueError for what is not such a file."""
    if not data.startswith(_SIGNATURE):
        raise ValueError("not a PNG file")
    header, packed = b"", []
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            packed.append(body)
    if len(header) != 13:
        raise ValueError("a PNG file without a header")
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or color not in (2, 6) or interlaced:
        raise ValueError(f"a PNG file of another kind: {depth} bits, colour type {color}, interlacing {interlaced}")
    channels = 3 if color == 2 else 4
    try:
        unpacked = zlib.decompress(b"".join(packed))
    except zlib.error as error:
        raise ValueError(f"a PNG file that is damaged: {error}") from None
    pixels = _unfiltered(unpacked, width * channels, height, channels)
    if channels == 4:
        return width, height, bytes(pixels)
    rgba = bytearray(b"\xff") * (4 * width * height)
    for channel in range(3):
        rgba[channel::4] = pixels[channel::3]
    return width, height, bytes(rgba)


def _chunks(data: bytes) -> Iterator[Tuple[bytes, bytes]]:
    offset = len(_SIGNATURE)
    while offset + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[offset : offset + 8])
        yield kind, data[offset + 8 : offset + 8 + length]
        offset += 12 + length


def _unfiltered(data: bytes, row: int, height: int, step: int) -> bytearray:
    """Undoes the filters of PNG 9.2."""
    if len(data) < height * (row + 1):
        raise ValueError("a truncated PNG file")
    pixels, above = bytearray(), bytes(row)
    for y in range(height):
        kind, line = data[y * (row + 1)], bytearray(data[y * (row + 1) + 1 : (y + 1) * (row + 1)])
        if kind == 1:
            for i in range(step, row):
                line[i] = (line[i] + line[i - step]) & 255
        elif kind == 2:
            line = bytearray((value + up) & 255 for value, up in zip(line, above))
        elif kind == 3:
            for i in range(row):
                line[i] = (line[i] + ((line[i - step] if i >= step else 0) + above[i]) // 2) & 255
        elif kind == 4:
            for i in range(row):
                left, corner = (line[i - step], above[i - step]) if i >= step else (0, 0)
                line[i] = (line[i] + _paeth(left, above[i], corner)) & 255
        elif kind != 0:
            raise ValueError(f"a PNG file with filter {kind}")
        pixels += line
        above = bytes(line)
    return pixels


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner
