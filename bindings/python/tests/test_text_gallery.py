"""Every text feature looks as it did when somebody looked at it.

The pictures stand in Tests/Golden/text. LAMINA_GOLDEN=accept writes them anew; look at build/gallery/text.html first
(`make gallery`). A failure leaves what was drawn in build/gallery.
"""
from __future__ import annotations

import importlib.util
import os
import struct
import zlib
from pathlib import Path
from typing import Any, Tuple

import pytest

import lamina
from lamina import _png

GOLDEN = Path("Tests/Golden/text")


def load_gallery(root: Path) -> Any:
    specification = importlib.util.spec_from_file_location("text_gallery", root / "scripts" / "text_gallery.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def read_png(path: Path) -> Tuple[int, int, bytes]:
    """Width, height and RGB of one of our own PNG files, which are 8-bit RGB without interlacing."""
    data, at, pixels = path.read_bytes(), 8, b""
    width = height = channels = 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        chunk = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", chunk[:10])
            assert depth == 8
            channels = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            pixels += chunk
        at += 12 + length
    plain = _png._unfiltered(zlib.decompress(pixels), width * channels, height, channels)
    if channels == 4:
        del plain[3::4]
    return width, height, bytes(plain)


def test_gallery(root: Path, context: lamina.Context) -> None:
    gallery = load_gallery(root)
    accepts = os.environ.get("LAMINA_GOLDEN") == "accept"
    folder = root / "build" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    wrong = []
    with lamina.Context(font_family=gallery.FAMILY) as own:
        for name in gallery.SCENES:
            actual = folder / f"{name}.png"
            gallery.draw(own, name).write_png(actual)
            golden = root / GOLDEN / actual.name
            if accepts:
                golden.parent.mkdir(parents=True, exist_ok=True)
                golden.write_bytes(actual.read_bytes())
            if not golden.exists():
                wrong.append(f"{name}: there is no {golden.relative_to(root)}")
                continue
            (w, h, a), (v, k, b) = read_png(actual), read_png(golden)
            # Other versions of FreeType draw edges a little differently.
            if (w, h) != (v, k) or sum(abs(x - y) for x, y in zip(a, b)) > len(a) * 0.75:
                wrong.append(f"{name}: build/gallery/{name}.png is not {golden.relative_to(root)}")
    assert not wrong, "\n".join(wrong)


def test_a_difference_is_seen(root: Path, tmp_path: Path, context: lamina.Context) -> None:
    gallery = load_gallery(root)
    picture = gallery.draw(context, "spacing")
    picture.write_png(tmp_path / "a.png")
    for row in range(10, 20):
        for x in range(0, 200):
            picture[(row * picture.width + x) * 4] ^= 255
    picture.write_png(tmp_path / "b.png")
    (_, _, a), (_, _, b) = read_png(tmp_path / "a.png"), read_png(tmp_path / "b.png")
    assert sum(abs(x - y) for x, y in zip(a, b)) > len(a) * 0.75


if __name__ == "__main__":
    pytest.main([__file__])
