"""Pictures that change, are loaded once more, or cannot be had."""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, List, Tuple

import pytest

import lamina
from lamina import Bitmap, ImageNode, ImageState, Surface

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)


def png(color: Tuple[int, int, int, int], side: int = 16) -> bytes:
    return Bitmap.from_rgba(bytes(color) * (side * side), side, side).encode("png")


def color_at(surface: Surface, pixels: Bitmap) -> Any:
    surface.composite(pixels)
    return tuple(pixels.to_rgba()[:4])


def test_a_file_that_changes(context: lamina.Context, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png(RED))
    node = ImageNode(context, path, size=(8, 8))
    surface, pixels = Surface(context, (8, 8), root=node), Bitmap(8, 8)
    context.wait_idle()
    assert color_at(surface, pixels) == RED
    (tmp_path / "b.png").write_bytes(png(BLUE))
    (tmp_path / "b.png").rename(path)
    node.set_source(path)
    context.wait_idle()
    assert color_at(surface, pixels) == BLUE
    assert node.image_status.state == ImageState.LOADED
    surface.close()


def test_reload(context: lamina.Context) -> None:
    asked: List[int] = []
    context.set_loader("app", lambda request, url, priority: asked.append(request))
    node = ImageNode(context, "app:a", size=(8, 8))
    surface, pixels = Surface(context, (8, 8), root=node), Bitmap(8, 8)
    for count, color in enumerate((RED, BLUE)):
        while len(asked) == count:
            context.process()
        context.append_load(asked[count], png(color))
        context.end_load(asked[count])
        context.wait_idle()
        assert color_at(surface, pixels) == color
        node.set_source("app:a", reload=count == 0)
    context.wait_idle()
    assert len(asked) == 2
    surface.close()


def test_a_loader_says_why_it_failed(context: lamina.Context) -> None:
    asked: List[int] = []
    context.set_loader("mem", lambda request, url, priority: asked.append(request))
    load = context.load("mem:7")
    node = lamina.ImageNode(context, "mem:7", eager=True)
    context.process()
    context.process()
    with pytest.raises(lamina.InvalidArgumentError, match="status"):
        context.end_load(asked[0], message="no photo has the number 7")
    context.end_load(asked[0], "error_io", message="no photo has the number 7", http_status=404)
    context.wait_idle()
    with pytest.raises(lamina.LaminaError, match="'mem:7': no photo has the number 7") as raised:
        load.result()
    assert raised.value.response is not None and raised.value.response.http_status == 404
    status = node.image_status
    assert status.http_status == 404 and str(status.failure) == str(raised.value)


def test_a_path_is_no_url(context: lamina.Context) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="'file:///srv/a%20b.png'"):
        context.load("/srv/a b.png")
    with pytest.raises(TypeError, match=r"as_uri\(\) is the URL of a file"):
        context.load(Path("a.png"))  # type: ignore[arg-type]


def test_loaded_waits_for_what_is_looked_at_or_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png(RED))
    heard: List[ImageState] = []

    async def main() -> None:
        async with lamina.Context(workers=1) as ui:
            node = ImageNode(ui, path, size=(8, 8), changed=lambda node, status: heard.append(status.state))
            surface, pixels = Surface(ui, (8, 8), root=node), Bitmap(8, 8)
            await node.loaded()
            for number, color in enumerate((BLUE, RED, BLUE, BLUE)):
                (tmp_path / "b.png").write_bytes(png(color, 16 + number))
                (tmp_path / "b.png").rename(path)
                node.set_source(path, reload=number % 2 == 1)
                assert node.image_status.state == ImageState.LOADING
                await node.loaded()
                assert color_at(surface, pixels) == color
            heard.clear()
            node.set_source(path)  # as it was
            await node.loaded()
            assert heard[-1] == ImageState.LOADED and color_at(surface, pixels) == BLUE
            surface.close()

    asyncio.run(asyncio.wait_for(main(), 60))
