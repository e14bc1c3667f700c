"""Every example runs, and its picture in the documents is of the size that it makes."""
from __future__ import annotations

import importlib.util
import os
import re
import struct
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Dict, Iterator, Tuple

import pytest

from lamina._png import read_png

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"
PICTURES = ["card", "social_card", "chart_card", "receipt", "certificate"]


def png_size(data: bytes) -> Tuple[int, int]:
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.mark.parametrize("name", PICTURES)
def test_example(name: str, root: Path, environment: Dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    (made,) = tmp_path.glob("*.png")
    shown = root / "docs" / "images" / "python" / f"{name}.png"
    assert made.stem == name and shown.exists()
    (width, height), (shown_width, shown_height) = png_size(made.read_bytes()), png_size(shown.read_bytes())
    assert width == shown_width and abs(height - shown_height) <= 0.1 * height  # fonts differ between machines
    pixels = read_png(made.read_bytes())[2]
    assert len({pixels[offset : offset + 4] for offset in range(0, len(pixels), 4)}) > 20


def test_the_documents_show_every_example(root: Path) -> None:
    page = (root / "docs" / "python.md").read_text(encoding="utf-8")
    for name in PICTURES:
        assert f"images/python/{name}.png" in page and f"{name}.py" in page
    readme = (root / "bindings" / "python" / "README.md").read_text(encoding="utf-8")
    assert (EXAMPLES / "card.py").read_text(encoding="utf-8") in readme


def test_the_scripts_of_the_page_run(root: Path, environment: Dict[str, str], tmp_path: Path) -> None:
    page = (root / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    packages = {"numpy", "PIL", "pygame", "cairocffi"}
    assert len(blocks) >= 6
    for block in blocks:
        if "feed.csv" in block:  # opens a window: test_documents.py
            continue
        wanted = {name for name in packages if re.search(rf"\b(import {name}|to_{name.lower()})\b", block)}
        if any(importlib.util.find_spec(name) is None for name in wanted):
            continue
        done = subprocess.run([sys.executable, "-c", block], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{block}\n{done.stderr}"


def test_pygame_window(environment: Dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    environment["SDL_VIDEODRIVER"] = "dummy"
    command = [sys.executable, str(EXAMPLES / "window_pygame.py"), "0.3"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_tk_window(environment: Dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("tkinter")
    if "DISPLAY" not in os.environ:
        pytest.skip("no display")
    command = [sys.executable, str(EXAMPLES / "window_tk.py"), "0.5"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def server(environment: Dict[str, str]) -> Iterator[str]:
    command = [sys.executable, str(EXAMPLES / "server.py"), "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    assert found
    yield found[0]
    process.terminate()
    process.wait(30)
    process.stdout.close()


def test_server(server: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def get(path: str) -> Tuple[int, bytes]:
        try:
            with urllib.request.urlopen(server + path, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    titles = ["Hello", "Ahoj světe", "x" * 5000, "", "a\0b", "\ud83d"]
    paths = [f"/card?title={urllib.parse.quote(title, errors='surrogatepass')}" for title in titles]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(get, paths * 3))
    assert [status for status, _ in answers[:3]] == [200, 200, 200]
    assert all(status in (200, 400) for status, _ in answers)
    assert png_size(answers[0][1]) == (1200, 630)
    assert get("/elsewhere")[0] == 404


