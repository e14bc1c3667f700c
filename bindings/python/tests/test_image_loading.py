"""Pictures that workers load, the nodes that wait for them, and animations on a scripted clock."""
from __future__ import annotations

import asyncio
import struct
from pathlib import Path
from typing import Any, List, Optional

import pytest

import lamina
from lamina import Bitmap, Image, ImageState, Surface

RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
COLORS = [RED, GREEN, BLUE]


def gif(frames: List[int], loops: Optional[int] = 0, side: int = 4) -> bytes:
    """Frames of one colour each, 100 ms long: codes of 3 bits, a clear code before each two pixels."""
    parts = [b"GIF89a", struct.pack("<HHBBB", side, side, 0x81, 0, 0), bytes(c for color in COLORS for c in color[:3]), bytes(3)]
    if loops is not None:
        parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", loops) + b"\0")
    for color in frames:
        codes = [code for _ in range(side * side // 2) for code in (4, color, color)] + [5]
        bits = sum(code << 3 * index for index, code in enumerate(codes))
        data = bits.to_bytes((3 * len(codes) + 7) // 8, "little")
        assert len(data) < 256
        parts.append(b"\x21\xf9\x04\x00\x0a\x00\x00\x00\x2c" + struct.pack("<HHHHB", 0, 0, side, side, 0))
        parts.append(b"\x02" + bytes([len(data)]) + data + b"\0")
    return b"".join(parts) + b";"


class Stage:
    """A surface and its pixels, of which each composite paints what has changed."""

    def __init__(self, context: lamina.Context, root: lamina.Node) -> None:
        self.surface, self.pixels = Surface(context, (4, 4), root=root), Bitmap(4, 4)

    def color(self) -> Any:
        self.surface.composite(self.pixels)
        return self.pixels.pixel(1, 1)


def test_a_node_waits_for_its_picture(context: lamina.Context, tmp_path: Path) -> None:
    path = tmp_path / "green.gif"
    path.write_bytes(gif([1], None))
    heard: List[Any] = []
    node = context.box(background="blue")
    stage = Stage(context, node)
    image = Image.begin(context, path, size=(2, 2), loaded=heard.append)
    node.set_image(image)
    context.wait_idle()
    assert heard == [None] and image.state == ImageState.LOADED and image.size == (2, 2)
    assert stage.color() == GREEN
    with pytest.raises(lamina.InvalidStateError):
        image.cancel()


def test_failures_are_heard(context: lamina.Context) -> None:
    heard: List[Any] = []
    image = Image.begin(context, gif([0])[:40], loaded=heard.append)
    context.wait_idle()
    assert isinstance(heard[0], lamina.FileError) or isinstance(heard[0], OSError)
    assert "incomplete" in str(heard[0]) and image.state == ImageState.FAILED and image.size == (0, 0)
    with pytest.raises(type(heard[0])):
        context.box().set_image(image)
    for wrong in (lambda: Image.begin(context, gif([0]), size=(3, 0)), lambda: Image.begin(context, gif([0]), size=(-1, -1))):
        with pytest.raises(lamina.InvalidArgumentError):
            wrong()
    with pytest.raises(TypeError):
        Image.begin(context, 3)  # type: ignore[arg-type]
    with pytest.raises((ValueError, lamina.LaminaError)):
        Image.begin(context, gif([0]), fit="sideways")  # type: ignore[arg-type]


def test_loaded_is_awaited(tmp_path: Path) -> None:
    path = tmp_path / "blue.gif"
    path.write_bytes(gif([2], None))

    async def main() -> None:
        async with lamina.Context(workers=2) as ui:
            images = [Image.begin(ui, path) for _ in range(20)]
            assert await asyncio.gather(*(image.loaded() for image in images)) == images
            assert {image.size for image in images} == {(4, 4)}
            assert (await images[0].loaded()) is images[0]
            assert await Image(ui, path).loaded()
            with pytest.raises(OSError):
                await Image.begin(ui, tmp_path / "missing.png").loaded()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_a_cancelled_one_is_awaited(tmp_path: Path) -> None:
    async def main() -> None:
        async with lamina.Context(workers=0) as ui:
            heard: List[Any] = []
            image = Image.begin(ui, gif([0]), loaded=heard.append)
            image.cancel()
            assert image.state == ImageState.CANCELLED
            with pytest.raises(lamina.CancelledError):
                await image.loaded()
            assert len(heard) == 1

    asyncio.run(asyncio.wait_for(main(), 60))


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_an_animation_follows_the_clock(workers: int) -> None:
    with lamina.Context(workers=workers) as context:
        node = context.box()
        stage = Stage(context, node)
        context.set_time(1)
        image = Image.begin(context, gif([0, 1, 2], 1), animated=True)
        node.set_image(image)
        context.wait_idle()
        seen = []
        for step in range(7):
            context.set_time(1 + step / 10 + 0.001)
            context.process()
            context.wait_idle()
            seen.append(stage.color())
        assert seen == [RED, GREEN, BLUE, RED, GREEN, BLUE, BLUE]
        state = node.playback_state()
        assert state.has_ended and state.plays_done == 2 and state.frame == 2 and state.frame_count == 3
        node.set_playback(plays=0, speed=2)
        context.process()
        context.wait_idle()
        assert stage.color() == RED
        context.set_time(1.601 + 0.051)
        context.process()
        context.wait_idle()
        assert stage.color() == GREEN
        with pytest.raises(lamina.InvalidArgumentError):
            node.set_playback(speed=-1)
        node.set_image(None)
        with pytest.raises(lamina.InvalidStateError):
            node.set_playback(paused=True)
        with pytest.raises(lamina.InvalidStateError):
            node.playback_state()


#: A red square of 10 x 10 that goes from the left to the right in four frames, ten a second.
LOTTIE = """{"v":"5.5.7","fr":10,"ip":0,"op":4,"w":40,"h":10,"layers":[{"ty":4,"ip":0,"op":4,"st":0,"ks":{"o":{"k":100},"r":{"k":0},
"p":{"a":1,"k":[{"t":0,"s":[5,5,0],"e":[35,5,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":3}]},"a":{"k":[0,0,0]},
"s":{"k":[100,100,100]}},"shapes":[{"ty":"gr","it":[{"ty":"rc","s":{"k":[10,10]},"p":{"k":[0,0]},"r":{"k":0}},
{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr","p":{"k":[0,0]},"a":{"k":[0,0]},"s":{"k":[100,100]},
"r":{"k":0},"o":{"k":100}}]}]}]}""".encode()


def test_lottie_plays(context: lamina.Context) -> None:
    try:
        assert Bitmap.read(LOTTIE).size == (40, 10)
    except lamina.UnsupportedError as error:
        assert "librlottie0-1" in str(error)
        pytest.skip(str(error))
    context.set_time(0)
    node = context.box(size=(40, 10), image=Image.begin(context, LOTTIE, animated=True))
    surface, screen = Surface(context, (40, 10), root=node), Bitmap(40, 10)
    context.wait_idle(10)
    for turn in range(2):
        for number in range(4):
            context.set_time(0.001 + turn * 0.4 + number * 0.1)
            context.process()
            context.wait_idle(10)
            context.process()
            context.wait_idle(10)
            surface.composite(screen)
            assert screen.pixel(5 + number * 10, 5) == (255, 0, 0, 255) and screen.pixel((25 + number * 10) % 40, 5)[3] == 0
    with pytest.raises(lamina.LaminaError, match="damaged"):
        Bitmap.read(LOTTIE[:-1])
