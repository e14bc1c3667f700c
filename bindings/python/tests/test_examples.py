"""Both feed programs on all example data: exit statuses, messages, files."""
from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

import pytest

from test_documents import compiler_flags

DATA = Path(__file__).resolve().parents[3] / "examples" / "data"
PROGRAMS = ["c", "python"]


@pytest.fixture(scope="session")
def feed_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root, folder = DATA.parents[1], tmp_path_factory.mktemp("feed")
    wanted = ["cairo", "libxml-2.0"]
    if not shutil.which("gcc") or subprocess.run(["pkg-config", "--exists", *wanted]).returncode != 0:
        pytest.skip("no gcc, or no headers of cairo and libxml2")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *wanted], capture_output=True, text=True).stdout.split()
    sources = [str(path) for path in (root / "examples" / "c").glob("feed*.c")]
    strict = ["-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(["gcc", *strict, *sources, "-o", str(folder / "feed"), *compiler_flags(root), *flags, "-lm"], check=True)
    return folder / "feed"


class Feed:
    """Runs one of the two programs in a folder of its own."""

    def __init__(self, command: List[str], environment: "dict[str, str]", folder: Path) -> None:
        self.command, self.environment, self.folder = command, environment, folder

    def __call__(self, *arguments: str) -> "Tuple[int, str, str]":
        result = subprocess.run(
            [*self.command, *arguments], env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=120
        )
        return result.returncode, result.stdout, result.stderr

    def files(self) -> List[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


@pytest.fixture(params=PROGRAMS)
def feed(request: pytest.FixtureRequest, environment: "dict[str, str]", tmp_path: Path) -> Feed:
    if request.param == "c":
        return Feed([str(request.getfixturevalue("feed_c"))], environment, tmp_path)
    return Feed([sys.executable, str(DATA.parent / "python" / "feed.py")], environment, tmp_path)


def png_size(path: Path) -> Tuple[int, int]:
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") and data.endswith(b"IEND\xaeB`\x82")
    return struct.unpack(">II", data[16:24])  # type: ignore[return-value]


@pytest.mark.parametrize("name, entries, pages", [("scripts.feed", 18, 5), ("blog.atom", 5, 2), ("news.rss", 5, 2)])
def test_good_feeds(feed: Feed, name: str, entries: int, pages: int) -> None:
    status, output, errors = feed("-o", "out", str(DATA / name))
    assert (status, errors) == (0, "")
    assert feed.files() == ["out", *(f"out/page-{page:03}.png" for page in range(1, pages + 1))]
    lines = output.splitlines()
    for line, file in zip(lines, feed.files()[1:]):
        width, height = png_size(feed.folder / file)
        assert re.fullmatch(rf"{file}: {width} x {height} pixels, \d+ nodes", line) and width == 420 and height > 300
    assert re.fullmatch(
        rf"{entries} entries, \d+ nodes, {pages} pages: main thread [\d.]+ ms, workers [\d.]+ ms \(\d+ threads\), "
        r"wall [\d.]+ ms",
        lines[-1],
    )


@pytest.mark.parametrize("name", ["scripts.feed", "blog.atom", "news.rss"])
def test_c_and_python_write_the_same_pictures(
    feed_c: Path, environment: "dict[str, str]", tmp_path: Path, name: str
) -> None:
    subprocess.run([str(feed_c), "-o", "c", str(DATA / name)], cwd=tmp_path, check=True, timeout=120)
    script = str(DATA.parent / "python" / "feed.py")
    subprocess.run(
        [sys.executable, script, "-o", "python", str(DATA / name)], cwd=tmp_path, env=environment, check=True, timeout=120
    )
    pages = sorted(path.name for path in (tmp_path / "c").iterdir())
    assert pages == sorted(path.name for path in (tmp_path / "python").iterdir())
    for page in pages:
        assert (tmp_path / "c" / page).read_bytes() == (tmp_path / "python" / page).read_bytes(), page


def test_options(feed: Feed) -> None:
    status, output, errors = feed("-s", "2", "-w", "300", "-n", "2", "-t", "0", str(DATA / "blog.atom"))
    assert (status, errors) == (0, "") and feed.files() == [f"page-00{page}.png" for page in (1, 2, 3)]
    assert png_size(feed.folder / "page-001.png")[0] == 600 and "(0 threads)" in output


def test_one_and_four_threads_draw_the_same(feed: Feed) -> None:
    for threads in ("1", "4"):
        assert feed("-o", threads, "-t", threads, str(DATA / "news.rss"))[0] == 0
    assert (feed.folder / "1" / "page-001.png").read_bytes() == (feed.folder / "4" / "page-001.png").read_bytes()


BAD = [
    ("malformed.xml", r":6: malformed XML: .+"),
    ("empty.feed", ": no entries"),
    ("invalid-utf8.feed", ":5: entry 2: invalid UTF-8 at byte offset 111"),
    ("no-title.feed", ":3: entry 2: no title"),
    ("doctype.rss", ": documents with a DOCTYPE are not accepted"),
    ("missing.feed", ": No such file or directory"),
]


@pytest.mark.parametrize("name, message", BAD)
def test_bad_feeds(feed: Feed, name: str, message: str) -> None:
    path = DATA / "bad" / name
    status, output, errors = feed("-o", "out", str(path))
    assert status == 1 and output == ""
    assert re.fullmatch(rf"feed: {re.escape(str(path))}{message}\n", errors), errors
    assert feed.files() == []


WRITTEN = [
    (b"title: a\nsummary\n", r':2: entry 1: expected "key: value"'),
    (b"title: a\ntitle: b\n", r':2: entry 1: "title" given twice'),
    (b"titel: a\n", r':1: entry 1: unknown key "titel"'),
    (b"  lost\n", r":1: a continuation line without a key before it"),
    (b"title: a\nactions: 1 | 2\n", r":1: entry 1: actions must be 4 labels separated by \|"),
    (b"title: a\0b\n", r":1: entry 1: invalid UTF-8 at byte offset 8"),
    (b"\xef\xbb\xbftitle: \xed\xa0\x80\n", r":1: entry 1: invalid UTF-8 at byte offset 10"),
    (b"", r": no entries"),
    (b"<html/>", r": neither RSS 2.0 nor Atom: the root element is <html>"),
    (b"<rss><channel/></rss>", r": no entries"),
    (b"<rss><channel><item/></channel></rss>", r": entry 1: neither title nor summary"),
    (b"<rss>\n<channel>\n", r":\d: malformed XML: .+"),
    (b"<rss><channel><item><title>\xff</title></item></channel></rss>", r":1: malformed XML: .+"),
]


@pytest.mark.parametrize("content, message", WRITTEN, ids=range(len(WRITTEN)))
def test_other_bad_feeds(feed: Feed, tmp_path_factory: pytest.TempPathFactory, content: bytes, message: str) -> None:
    path = tmp_path_factory.mktemp("input") / "some.feed"
    path.write_bytes(content)
    status, output, errors = feed("-o", "out", str(path))
    assert (status, output) == (1, "")
    assert re.fullmatch(rf"feed: {re.escape(str(path))}{message}\n", errors), errors
    assert feed.files() == []


ODD = [
    "title: a".encode(),
    "\ufefftitle:  a  \r\nsummary:\r\n  one\r\n\ttwo\r\n\r\n\r\n# end\r\n".encode(),
    "title: a\n\n\ntitle: \u202e\u2066\u200d\u0301\U0001f3fb\n".encode(),
    ("title: " + "long " * 20000 + "\nsummary: " + "word" * 20000).encode(),
    b"<?xml version='1.0' encoding='ISO-8859-1'?><rss><channel><item><title>caf\xe9</title></item></channel></rss>",
    "<rss><channel><item><title>utf-16</title></item></channel></rss>".encode("utf-16"),
]


@pytest.mark.parametrize("content", ODD, ids=["small", "crlf", "marks", "long", "latin1", "utf16"])
def test_odd_but_good_feeds(feed: Feed, tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("input") / "some.feed"
    path.write_bytes(content)
    status, output, errors = feed("-o", "out", str(path))
    assert (status, errors) == (0, "") and feed.files() == ["out", "out/page-001.png"]


USAGE = [
    ([], "no FILE given"),
    (["a", "b"], "more than one FILE given"),
    (["-s", "0", "a"], "SCALE must be a number from 0.1 to 16"),
    (["-s", "nan", "a"], "SCALE must be a number from 0.1 to 16"),
    (["-w", "x", "a"], "WIDTH must be a number from 240 to 2000"),
    (["-n", "1.5", "a"], "CARDS_PER_PAGE must be a whole number from 1 to 1000"),
    (["-t", "65", "a"], "THREADS must be a whole number from 0 to 64"),
    (["-x", "a"], ""),
]


@pytest.mark.parametrize("arguments, message", USAGE)
def test_usage(feed: Feed, arguments: List[str], message: str) -> None:
    status, output, errors = feed(*arguments)
    assert (status, output, feed.files()) == (2, "", [])
    first, second = errors.splitlines()
    assert first.startswith(f"feed: {message}") and second.startswith("usage: feed [-o OUTDIR]")


def test_a_page_that_would_be_too_high(feed: Feed) -> None:
    status, _, errors = feed("-o", "out", "-s", "8", "-n", "100", str(DATA / "scripts.feed"))
    assert status == 2 and re.fullmatch(r"feed: page 1 would be \d+ pixels high, more than 32767: .*\n", errors)
    assert feed.files() == []


def test_output_failures(feed: Feed) -> None:
    (feed.folder / "file").write_text("in the way")
    status, _, errors = feed("-o", "file", str(DATA / "blog.atom"))
    assert (status, errors) == (3, "feed: file: Not a directory\n")
    status, _, errors = feed("-o", "no/such/place", str(DATA / "blog.atom"))
    assert (status, errors) == (3, "feed: no/such/place: No such file or directory\n")
    (feed.folder / "out" / "page-001.png").mkdir(parents=True)
    status, _, errors = feed("-o", "out", str(DATA / "blog.atom"))
    assert status == 3 and "page-001.png" in errors and len(errors.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_standard_output(feed: Feed) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*feed.command, str(DATA / "blog.atom")], env=feed.environment, cwd=feed.folder, stdout=full,
            stderr=subprocess.PIPE, text=True, timeout=60,
        )  # fmt: skip
    assert result.returncode == 3 and result.stderr.startswith("feed: ")


def test_gallery(environment: "dict[str, str]", tmp_path: Path) -> None:
    script = str(DATA.parent / "python" / "gallery.py")
    command = [sys.executable, script, str(DATA / "scripts.feed"), "gallery.png", "3", "1", "6", "8"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, timeout=60)
    assert png_size(tmp_path / "gallery.png")[0] == 3 * 330 + 4 * 12


def test_reader(environment: "dict[str, str]", tmp_path: Path) -> None:
    """The list of 100,000 entries plays the same each time, and draws no blank row."""
    script = DATA.parent / "python" / "reader.py"
    said = []
    for number in range(2):
        picture = tmp_path / f"{number}.png"
        done = subprocess.run([sys.executable, str(script), "--play", str(picture)], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.splitlines()[:3])
        assert "100,000 rows" in done.stdout and " 0 blank" in done.stdout
    assert said[0] == said[1] and said[0][1] == "jumped to entry 90001, exactly"
    assert (tmp_path / "0.png").read_bytes() == (tmp_path / "1.png").read_bytes()
