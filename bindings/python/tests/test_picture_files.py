"""Picture files that are not quite as they should be, and pictures that do not fit their nodes."""
from __future__ import annotations

import os
import random
import struct
import zlib
from pathlib import Path

import pytest

import lamina
from lamina import Bitmap, FileError


def noise(width: int, height: int, seed: int = 1) -> Bitmap:
    bitmap, numbers = Bitmap(width, height), random.Random(seed)
    bitmap[:] = numbers.randbytes(len(bitmap))
    bitmap[3::4] = b"\xff" * (width * height)
    return bitmap


def test_harmless_warnings_of_jpeg() -> None:
    """libjpeg warns of what changes no pixel, and other readers show such files."""
    jpeg = noise(20, 20).encode("jpeg")
    whole = Bitmap.read(jpeg)
    version, scan = jpeg.index(b"JFIF\0") + 5, jpeg.index(b"\xff\xda")
    future = jpeg[:version] + b"\x02\x01" + jpeg[version + 2 :]
    for odd in (future, jpeg[:-2] + b"\0\0" + jpeg[-2:], jpeg[:scan] + b"\0\0\0" + jpeg[scan:], future + b"behind its end"):
        assert Bitmap.read(odd) == whole
    for broken in (jpeg[:-2], jpeg[: len(jpeg) * 2 // 3], future[:-2], future[: len(future) * 2 // 3]):
        with pytest.raises(FileError):
            Bitmap.read(broken)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_what_is_wrong_with_a_png() -> None:
    start, header, end = b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", 20, 20, 8, 2, 0, 0, 0)), chunk(b"IEND", b"")
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 61 * 20))
    assert Bitmap.read(start + header + pixels + end).size == (20, 20)
    for damaged in (start + header + pixels[:-1] + b"?" + end, start + header + chunk(b"IDAT", zlib.compress(b"\x09" * 61 * 20)[:-4]) + end):
        with pytest.raises(FileError) as caught:
            Bitmap.read(damaged)
        assert "memory" not in str(caught.value)
    for read in (Bitmap.read, lambda data: list(lamina.Template({"kind": "image", "image": "{i}"}).render([{"i": data}]))):
        with pytest.raises(lamina.LaminaError, match="CgBI"):
            read(start + chunk(b"CgBI", b"\0\0\0\0") + header + pixels + end)


def test_pictures_are_read_from_files_with_an_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", pipe):
        with pytest.raises(FileError, match="is not a regular file"):
            Bitmap.read(path)
    with pytest.raises(FileError, match="Is a directory"):
        Bitmap.read(tmp_path)
    for path in (Path("/dev/zero"), pipe):
        with pytest.raises(FileError, match="is not a regular file"):
            lamina.Template(path)
    with pytest.raises(FileError, match="Is a directory"):
        lamina.Template(tmp_path)
    with lamina.Context(1) as context:
        for path in ("/dev/zero", pipe, tmp_path):
            with pytest.raises(FileError, match="is not a regular file"):
                context.add_font_file(path)
    with pytest.raises(FileError, match="is not a regular file"):
        lamina.Context(1, font_files=[pipe])


@pytest.mark.parametrize("size", [(4000, 10), (10, 4000), (32767, 1), (300, 3)])
def test_a_shared_picture_covers_as_one_of_a_node_does(size: "tuple[int, int]") -> None:
    photo = noise(*size)
    with lamina.Context(1) as context:
        pictures = []
        for image in (photo, lamina.Image(context, photo)):
            node = context.box()
            node.set_image(image, gravity="aspect_fill")
            pictures.append(bytes(context.picture(node, 100, 100)))
    assert pictures[0] == pictures[1]
    assert min(pictures[0][3::4]) == 255


def test_shared_pictures_are_scaled_as_those_of_nodes_are() -> None:
    numbers = random.Random(5)
    with lamina.Context(1) as context:
        for _ in range(300):
            photo = noise(numbers.randint(1, 12), numbers.randint(1, 12), numbers.randint(0, 99))
            gravity = numbers.choice(["aspect_fill", "center", "top_left", "bottom_right", "resize", "aspect_fit"])
            own_scale, scale = numbers.choice([0.5, 1, 1.5, 2, 3]), numbers.choice([1, 1.5, 2])
            size = numbers.randint(1, 30), numbers.randint(1, 30)
            pictures = []
            for image in (photo, lamina.Image(context, photo)):
                node = context.box()
                node.set_image(image, gravity=gravity, scale=own_scale)
                pictures.append(bytes(context.picture(node, *size, scale=scale)))
            assert pictures[0] == pictures[1], (photo.size, gravity, own_scale, scale, size)
