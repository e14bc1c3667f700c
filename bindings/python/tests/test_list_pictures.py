"""Pictures in the rows of lists: by URLs, from files, as bitmaps, and still loading."""
from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

import lamina
from lamina import Bitmap

FORM = {
    "root": {
        "background": "#ffff00",
        "style": {"width": 40, "height": 20},
        "children": [{"kind": "image", "image": "{picture}", "frame": [0, 0, 8, 8]}],
    }
}
RED, YELLOW = (255, 0, 0), (255, 255, 0)
Row = Dict[str, Any]


def square(side: int) -> Bitmap:
    return Bitmap.from_rgba(bytes((255, 0, 0, 255)) * side * side, side, side)


class Handler(BaseHTTPRequestHandler):
    gate: threading.Event

    def do_GET(self) -> None:
        assert Handler.gate.wait(30)
        data = square(200).encode("png")
        self.send_response(404 if self.path == "/none" else 200)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=60")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def base() -> Iterator[str]:
    Handler.gate = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    Handler.gate.set()
    server.shutdown()
    server.server_close()


class Stage:
    def __init__(self, context: lamina.Context, rows: List[Row], **options: Any) -> None:
        self.context = context
        self.list = lamina.List(context, template=lamina.Template(FORM), rows=rows, **options)
        self.surface = lamina.Surface(context, (40, 100), background="white", root=self.list.node)
        self.pixels = lamina.Bitmap(40, 100)

    def colors(self, x: int = 3) -> "List[tuple[int, ...]]":
        """What stands there in each row."""
        self.surface.composite(self.pixels)
        rgba = self.pixels.to_rgba()
        return [tuple(rgba[4 * (40 * y + x) : 4 * (40 * y + x) + 3]) for y in range(3, 100, 20)]

    def finish(self) -> None:
        for _ in range(4):
            self.context.wait_idle(30)


def test_urls_show_when_they_come(context: lamina.Context, base: str) -> None:
    context.limits = lamina.Limits(picture_pixels=1000)  # only at the size of its slot it may be decoded
    stage = Stage(context, [{"picture": f"{base}/a"}, {"picture": square(8)}, {"picture": f"{base}/none"}])
    for _ in range(20):
        context.process()
        assert stage.colors()[0] in (YELLOW, (255, 255, 255))
    Handler.gate.set()
    stage.finish()
    assert stage.colors()[:3] == [RED, RED, YELLOW]
    assert stage.colors(30)[:3] == [YELLOW] * 3
    (kept,) = [each for each in context.image_cache() if each.url.endswith("/a")]
    assert (kept.width, kept.height) == (8, 8)


def test_files_and_bitmaps(context: lamina.Context, tmp_path: Path) -> None:
    square(200).save(tmp_path / "a.png")
    context.limits = lamina.Limits(picture_pixels=1000)
    stage = Stage(context, [{"picture": "a.png"}, {"picture": lamina.Image(context, square(4))}], image_folder=tmp_path)
    stage.finish()
    assert stage.colors()[:2] == [RED, RED]


def test_pictures_that_are_loading(context: lamina.Context, base: str) -> None:
    images = [lamina.Image.begin(context, f"{base}/{name}") for name in ("a", "none")]
    stage = Stage(context, [{"picture": image} for image in images])
    for _ in range(20):
        context.process()
        stage.surface.composite(stage.pixels)
    Handler.gate.set()
    stage.finish()
    assert stage.colors()[:2] == [RED, YELLOW]


def test_steps_beside_pictures(context: lamina.Context) -> None:
    form = {"root": {"children": [{"kind": "image", "image": "{picture}"}, {"drawing": "{steps}"}]}}
    feed = lamina.List(context, template=lamina.Template(form), rows=[{"picture": square(2), "steps": [{"fill": [0, 0, 1, 1]}]}])
    surface = lamina.Surface(context, (40, 100), root=feed.node)
    with pytest.raises(lamina.InvalidArgumentError, match=r"rows\[0\]: it has a picture or a drawing beside steps"):
        context.wait_idle(30)
    surface.close()
