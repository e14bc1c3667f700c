"""Rows that name pictures by URLs: drawn when these have come, and denied by default."""
from __future__ import annotations

import http.server
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Iterator, List

import pytest

import lamina
from lamina import Bitmap, Template

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)
FORM = {"width": 8, "root": {"kind": "image", "image": "{picture}", "style": {"width": 8, "height": 8}}}


def png(color: "tuple[int, int, int, int]") -> bytes:
    return Bitmap.from_rgba(bytes(color) * 16, 4, 4).encode("png")


class Handler(http.server.BaseHTTPRequestHandler):
    seen: List[str] = []

    def do_GET(self) -> None:
        Handler.seen.append(self.path)
        if self.path.startswith("/slow"):
            time.sleep(0.3)
        data = png(BLUE if self.path.endswith("blue") else RED)
        self.send_response(404 if self.path == "/none" else 200)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=60")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def base() -> Iterator[str]:
    Handler.seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("workers", [0, 2])
def test_rows(base: str, workers: int) -> None:
    rows = [{"picture": f"{base}/slow-red"}, {"picture": f"{base}/blue"}, {"picture": f"{base}/none"}, {"picture": f"{base}/blue"}]
    with lamina.Context(workers) as context:
        found = list(Template(FORM).render(rows, context=context, urls=True, errors="return"))
    colors = [tuple(each.data[:4]) if hasattr(each, "data") else each for each in found]
    assert colors[0] == (0, 0, 255, 255) and colors[1] == colors[3] == (255, 0, 0, 255)  # blue, green, red
    assert isinstance(found[2], lamina.LaminaError) and "/none" in str(found[2])
    assert Handler.seen.count("/blue") == 1


def test_denied(base: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(RED))
    with pytest.raises(lamina.InvalidArgumentError):
        list(Template(FORM).render([{"picture": f"{base}/red"}], workers=1))
    with pytest.raises(lamina.InvalidArgumentError, match="outside"):
        list(Template(FORM).render([{"picture": (tmp_path / "a.png").as_uri()}], workers=1, urls=True))
    (found,) = Template(FORM).render([{"picture": (tmp_path / "a.png").as_uri()}], workers=1, urls=True, outside_images=True)
    assert tuple(found.data[:4]) == (0, 0, 255, 255)
    assert Handler.seen == []
    with lamina.Context(1) as context:
        context.set_loader_options(private_addresses=False)
        with pytest.raises(lamina.LaminaError, match="private|address"):
            list(Template(FORM).render([{"picture": f"{base}/red"}], context=context, urls=True))


def test_cancelled(base: str) -> None:
    with lamina.Context(1) as context:
        pictures = Template(FORM).render([{"picture": f"{base}/slow-{index}"} for index in range(8)], context=context, urls=True)
        next(pictures)
        pictures.close()  # type: ignore[attr-defined]
        assert context.loader_statistics.started >= 1


def test_command(base: str, tmp_path: Path) -> None:
    (tmp_path / "form.json").write_text(json.dumps(FORM))
    (tmp_path / "rows.jsonl").write_text(json.dumps({"picture": f"{base}/blue"}) + "\n")
    command = [sys.executable, "-m", "lamina", "render", str(tmp_path / "form.json"), str(tmp_path / "rows.jsonl"), "-o", str(tmp_path / "out")]
    assert subprocess.run(command, capture_output=True).returncode == 1
    assert Handler.seen == []
    assert subprocess.run([*command, "--urls"], capture_output=True).returncode == 0
    (path,) = (tmp_path / "out").glob("*.png")
    assert Bitmap.read(path).to_rgba()[:4] == bytes(BLUE)


@pytest.mark.parametrize("workers", [0, 2])
def test_a_file_that_changes(tmp_path: Path, workers: int) -> None:
    path, rows = tmp_path / "a.png", [{"picture": (tmp_path / "a.png").as_uri()}]
    with lamina.Context(workers) as context:
        for color, expected in ((RED, (0, 0, 255, 255)), (RED, (0, 0, 255, 255)), (BLUE, (255, 0, 0, 255))):
            if expected != (0, 0, 255, 255) or not path.exists():
                (tmp_path / "new.png").write_bytes(png(color))
                (tmp_path / "new.png").rename(path)
            (found,) = Template(FORM).render(rows, context=context, urls=True, outside_images=True)
            assert tuple(found.data[:4]) == expected
        assert context.image_statistics.decoded == 2
