"""lamina render: files, messages with their places, and exit statuses."""
from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Dict, Tuple

import pytest

import lamina
from lamina._png import read_png

TEMPLATE = {"width": 60, "height": 20, "root": {"kind": "text", "text": "{name}: {price}", "background": "#ffffff"}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "form.json").write_text(json.dumps(TEMPLATE))
    return tmp_path


def render(folder: Path, environment: "Dict[str, str]", *arguments: str, data: str = "") -> "Tuple[int, str]":
    done = subprocess.run(
        [sys.executable, "-m", "lamina", "render", *arguments], cwd=folder, env=environment, input=data, text=True,
        capture_output=True, timeout=120,
    )  # fmt: skip
    assert done.stdout == ""
    return done.returncode, done.stderr


def rows(folder: Path, *lines: str) -> None:
    (folder / "data.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_picture_for_each_row(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, '{"name": "é", "price": 1}', "", '{"name": "b", "price": 2.5, "more": [1]}')
    assert render(folder, environment, "form.json", "data.jsonl", "-o", "out", "--scale", "2") == (0, "2 pictures in out\n")
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["000000.png", "000001.png"]
    assert read_png((folder / "out" / "000001.png").read_bytes())[:2] == (120, 40)


def test_a_full_disk_leaves_whole_pictures_only(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, '{"name": "a", "price": 1}', '{"name": "b", "price": 2}')
    (folder / "out").mkdir()
    (folder / "out" / "000001.png").write_bytes(b"of before")
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); sys.argv[0] = 'lamina'; "
    limited += "runpy.run_module('lamina', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", limited, "render", "form.json", "data.jsonl", "-o", "out"], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "lamina render: out/000000.png: File too large\n")
    assert {path.name: path.read_bytes() for path in (folder / "out").iterdir()} == {"000001.png": b"of before"}


def test_names_from_rows_and_data_from_a_pipe(folder: Path, environment: "Dict[str, str]") -> None:
    data = '{"name": "a", "price": 1, "id": 7}\n{"name": "a", "price": 1}\n{"name": "a", "price": 1, "id": "../x"}\n'
    status, said = render(folder, environment, "form.json", "-", "-o", "o", "--name", "p-{id}-{row}.png", data=data)
    assert status == 1 and [path.name for path in (folder / "o").iterdir()] == ["p-7-0.png"]
    assert "standard input:2: no file can be named" in said and "the row has no 'id'" in said
    assert "standard input:3: 'p-../x-2.png' is not a file name" in said and said.endswith("1 picture in o, 2 rows not drawn\n")


def test_no_file_is_written_twice(folder: Path, environment: "Dict[str, str]") -> None:
    # The first row is not drawn: its name is free for the next.
    rows(folder, '{"name": "A"}', '{"name": "A", "price": 1}', '{"name": "A", "price": 2}', '{"name": "B", "price": 3}')
    for _ in range(2):  # files of before are replaced
        status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "o", "--name", "{name}.png")
        assert status == 1 and "data.jsonl:3: 'A.png' was already written for line 2\n" in said
        assert said.endswith("2 pictures in o, 2 rows not drawn\n") and len(list((folder / "o").iterdir())) == 2


def test_names_with_folders_stay_in_the_output(folder: Path, environment: "Dict[str, str]") -> None:
    data = '{"name": "a", "price": 1}\n{"name": "..", "price": 1}\n{"name": "b/c", "price": 1}\n{"name": "", "price": 1}\n'
    status, said = render(folder, environment, "form.json", "-", "-o", "o", "--name", "x/{name}/{row}.png", data=data)
    assert status == 1 and [path for path in (folder / "o").rglob("*.*")] == [folder / "o" / "x" / "a" / "0.png"]
    for line, name in ((2, "x/../1.png"), (3, "x/b/c/2.png"), (4, "x//3.png")):
        assert f"standard input:{line}: '{name}' is not a file name: it may not be empty nor lead out" in said


def test_names_of_an_end_alone_are_empty(folder: Path, environment: "Dict[str, str]") -> None:
    for pattern in ("{name}.png", "x/{name}.png"):
        status, said = render(folder, environment, "form.json", "-", "-o", "o", "--name", pattern, data='{"name": "", "price": 1}\n')
        assert status == 1 and ".png' is not a file name: it is empty" in said and not list((folder / "o").iterdir())


@pytest.mark.parametrize(
    "pattern, words",
    [
        ("/tmp/{name}.png", "files are named within"),
        ("../{name}.png", "files are named within"),
        ("a//{name}.png", "no name is empty"),
        (".png", "it is empty before its end"),
        ("{name.png", "a literal brace twice"),
        ("{}.png", "the name of a member of the row"),
        ("{0}.png", "the name of a member of the row"),
        ("{name!x}.png", "r, s or a"),
        ("y" * 256 + "{name}.png", "at most 255 bytes"),
    ],
)
def test_patterns_that_name_no_file(folder: Path, environment: "Dict[str, str]", pattern: str, words: str) -> None:
    rows(folder, *['{"name": "a", "price": 1}'] * 3)
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "o", "--name", pattern)
    assert status == 2 and words in said and said.count("\n") == 1 and not list((folder / "o").iterdir())


def test_names_that_the_system_refuses_are_of_their_row(folder: Path, environment: "Dict[str, str]") -> None:
    (folder / "o" / "d.png").mkdir(parents=True)
    (folder / "o" / "file").write_text("")
    long = "y" * 300
    rows(folder, *(json.dumps({"name": name, "price": 1, "in": where}) for name, where in
                   [("a", "x"), (long, "x"), ("b", long), ("c", "file"), ("\ud800", "x"), ("d", "x")]))  # fmt: skip
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "o", "--name", "{in}/{name}.png")
    lines = said.splitlines()
    assert status == 1 and [line.split(":")[1] for line in lines[:-1]] == ["2", "3", "4", "5"], said
    assert "is not a valid file name here: File name too long" in lines[0] and len(lines[0]) < 150
    assert lines[-1] == "2 pictures in o, 4 rows not drawn" and sorted(os.listdir(folder / "o" / "x")) == ["a.png", "d.png"]
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "o", "--name", "{name}.png")
    assert status == 1 and "data.jsonl:6: 'd.png' is not a valid file name here: Is a directory\n" in said


def test_ctrl_c(folder: Path, environment: "Dict[str, str]") -> None:
    command = [sys.executable, "-m", "lamina", "render", "form.json", "-", "-o", "out"]
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(b'{"name": "a", "price": 1}\n' * 100)
        process.stdin.flush()
        for _ in range(500):  # until it is at work
            if (folder / "out").exists():
                break
            time.sleep(0.02)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert (process.wait(60), process.stderr.read()) == (130, b"lamina render: interrupted\n")


def test_a_reader_that_leaves(environment: "Dict[str, str]") -> None:
    here, there = os.pipe()
    os.close(here)
    done = subprocess.run([sys.executable, "-m", "lamina", "info"], env=environment, stdout=there, stderr=subprocess.PIPE, timeout=60)
    os.close(there)
    assert (done.returncode, done.stderr) == (141, b"")


def test_data_with_a_byte_order_mark(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, '\ufeff{"name": "a", "price": 1}', '{"name": "b", "price": 2}')
    assert render(folder, environment, "form.json", "data.jsonl", "-o", "o", "--name", "{name}.png") == (0, "2 pictures in o\n")
    assert render(folder, environment, "form.json", "-", "-o", "p", data='\ufeff{"name": "a", "price": 1}') == (0, "1 picture in p\n")


def test_bad_rows_are_named_and_the_others_drawn(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, '{"name": "a", "price": 1}', '{"name": "a"}', "", "{", '{"name": "a", "price": true}', '{"name": "b", "price": 2}')
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "out")
    assert status == 1 and len(list((folder / "out").iterdir())) == 2
    lines = said.splitlines()
    assert lines[0].startswith('data.jsonl:2: the row has no value for the slot "price"')
    assert lines[1].startswith("data.jsonl:4: the row is not JSON: line 1, column") and lines[2].startswith("data.jsonl:5: ")
    assert lines[3] == "2 pictures in out, 3 rows not drawn"


def test_what_cannot_begin(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, "{}")
    (folder / "broken.json").write_text('{"root": {"kind": "box"}}')
    for arguments, words in [
        (["none.json", "data.jsonl"], "none.json: No such file"),
        (["form.json", "none.jsonl"], "none.jsonl: No such file"),
        (["broken.json", "data.jsonl"], "broken.json: template.root.kind"),
        (["form.json", "data.jsonl", "-o", "form.json"], "form.json: "),
        (["form.json", "data.jsonl", "--scale", "0"], "scale"),
    ]:
        status, said = render(folder, environment, *arguments)
        assert status == 2 and said.startswith("lamina render: ") and words in said and "Traceback" not in said


def on_a_terminal(folder: Path, environment: "Dict[str, str]", *arguments: str) -> "Tuple[int, str]":
    """The same with a terminal for the standard error, which is what a person sees."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "lamina", "render", *arguments]
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=there) as process:
        os.close(there)
        said = b""
        while True:
            try:
                some = os.read(here, 4096)
            except OSError:  # the other end is closed
                break
            if not some:
                break
            said += some
        process.wait(120)
    os.close(here)
    return process.returncode, said.decode()


@pytest.mark.skipif(importlib.util.find_spec("tqdm") is None, reason="tqdm is not installed")
def test_a_progress_bar_where_somebody_watches(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, *['{"name": "a", "price": 1}'] * 30, '{"name": "a"}')
    status, said = on_a_terminal(folder, environment, "form.json", "data.jsonl", "-o", "out")
    assert status == 1 and len(list((folder / "out").iterdir())) == 30
    assert "31 pictures [" in said and "pictures/s" in said
    # What is wrong with a row stands on a line of its own, above the bar.
    assert "data.jsonl:31: the row has no value" in said and "30 pictures in out, 1 row not drawn" in said
    status, said = on_a_terminal(folder, environment, "form.json", "data.jsonl", "-o", "out", "--quiet")
    assert status == 1 and "pictures [" not in said


def test_no_progress_bar_without_the_package(folder: Path, environment: "Dict[str, str]") -> None:
    (folder / "tqdm.py").write_text("raise ImportError('not here')")
    rows(folder, '{"name": "a", "price": 1}')
    status, said = on_a_terminal(folder, environment, "form.json", "data.jsonl", "-o", "out")
    assert (status, said) == (0, "1 picture in out\r\n")


def test_the_names_say_the_format(folder: Path, environment: Dict[str, str]) -> None:
    data = '{"name": "a", "price": 1}\n'
    code, said = render(folder, environment, "form.json", "-", "--name", "{name}.webp", "--quality", "50", data=data)
    assert code == 0 and (folder / "a.webp").read_bytes()[8:12] == b"WEBP", said
    lossy = (folder / "a.webp").read_bytes()
    code, said = render(folder, environment, "form.json", "-", "--name", "{name}.webp", "--lossless", data=data)
    assert code == 0 and (folder / "a.webp").read_bytes()[12:16] == b"VP8L" != lossy[12:16], said
    code, said = render(folder, environment, "form.json", "-", "--name", "{name}.gif", data=data)
    assert code == 2 and "'{name}.gif' has no known format" in said


def test_a_name_that_cannot_be_made_is_of_its_row(folder: Path, environment: "Dict[str, str]") -> None:
    deep = "[" * 100_000 + "]" * 100_000
    rows(folder, '{"name": "a", "price": 1}', '{"name": "b", "price": 1, "x": ' + deep + "}", '{"name": "c", "price": ' + "9" * 401 + "}",
         '{"name": "d", "price": 2}')  # fmt: skip
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "o", "--name", "{name}{price:.2f}.png")
    assert status == 1 and "Traceback" not in said and said.endswith("2 pictures in o, 2 rows not drawn\n")
    assert "data.jsonl:2: the row nests deeper than 200 levels" in said and "data.jsonl:3: no file can be named" in said
    assert sorted(path.name for path in (folder / "o").iterdir()) == ["a1.00.png", "d2.00.png"]


@pytest.mark.parametrize(
    "data, words",
    [
        ('{"name": "a", "price": 1}\n'.encode("utf-16"), "the rows are in UTF-16; a file of UTF-8 is needed"),
        (b'[{"name": "a"},\n {"name": "b"}]\n', "the rows begin with '[', as a JSON array does; a JSON object in each line is needed"),
        (b"\xef\xbb\xbf [\n", "the rows begin with '['"),
    ],
)
def test_data_of_another_kind(folder: Path, environment: "Dict[str, str]", data: bytes, words: str) -> None:
    """One sentence instead of one for each line."""
    (folder / "data.jsonl").write_bytes(data)
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "o")
    assert status == 2 and words in said and said.count("\n") == 1


TABLE = 'name,opacity,hidden\n"Ada, L.",0.5,false\nGrace,,yes\nSofia,1\n"two\nlines",0.25,0\n'
TYPED = {
    "kind": "node", "opacity": "{opacity}", "hidden": "{hidden}", "background": "red",
    "children": [{"kind": "row", "children": [{"kind": "text", "text": "{name}"}]}],
}  # fmt: skip


def test_tables(tmp_path: Path, environment: "Dict[str, str]") -> None:
    (tmp_path / "form.json").write_text(json.dumps({"root": TYPED, "defaults": {"opacity": 1}}))
    (tmp_path / "people.csv").write_text("\ufeff" + TABLE, encoding="utf-8")
    status, said = render(tmp_path, environment, "form.json", "people.csv", "-o", "o", "--name", "{row} {name}.png")
    assert (status, sorted(os.listdir(tmp_path / "o"))) == (1, ["0 Ada, L..png", "1 Grace.png", "3 two\nlines.png"])
    assert said == "people.csv:4: the line has 2 cells, and the table 3 columns\n3 pictures in o, 1 row not drawn\n"
    half, hidden = (lamina.Bitmap.read(tmp_path / "o" / name) for name in ("0 Ada, L..png", "1 Grace.png"))
    assert half.pixel(0, 0) == (128, 0, 0, 128) and hidden.pixel(0, 0) == (0, 0, 0, 0)
    tabs = TABLE.replace(",", "\t").replace("\t L", ", L").encode()
    assert render(tmp_path, environment, "form.json", "-", "--rows", "tsv", "-o", "t", data=tabs.decode())[0] == 1
    assert (tmp_path / "t" / "000000.png").read_bytes() == (tmp_path / "o" / "0 Ada, L..png").read_bytes()
    for name, data, words in (
        ("a.csv", b"name,name\n", "a.csv:1: the table has several columns that are called 'name'"),
        ("b.csv", b"name,opacity\n\xff,1\n", "the table is not UTF-8"),
        ("c.csv", b'name,opacity\n"x,1\n', "c.csv:2: unexpected end of data"),
        ("d.txt", b"name,opacity\n", "for a table, name the file .csv or .tsv, or give --rows csv"),
    ):
        (tmp_path / name).write_bytes(data)
        status, said = render(tmp_path, environment, "form.json", name, "-o", "w")
        assert status == 2 and words in said, said


def test_options_without_effect(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, '{"name": "a", "price": 1}')
    for options, words in (
        (["--quality", "50"], "--quality has no effect on PNG"),
        (["--name", "{row}.jpg", "--lossless"], "--lossless has no effect on JPEG"),
        (["--name", "{row}.webp", "--lossless", "--quality", "5"], "--quality has no effect with --lossless"),
    ):
        status, said = render(folder, environment, "form.json", "data.jsonl", *options)
        assert status == 2 and words in said, said


def test_version(environment: "Dict[str, str]") -> None:
    done = subprocess.run([sys.executable, "-m", "lamina", "--version"], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, f"lamina {lamina.__version__}, library {'.'.join(map(str, lamina.version()))}\n")


def test_messages_name_options(folder: Path, environment: "Dict[str, str]") -> None:
    form = {"width": 8, "height": 8, "root": {"kind": "image", "image": "{p}", "style": {"width": 8, "height": 8}}}
    (folder / "form.json").write_text(json.dumps(form))
    rows(folder, '{"p": "https://example.org/a.png"}', '{"p": "a.png"}')
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "out")
    assert status == 1 and said.splitlines() == [
        'data.jsonl:1: an image is named by a URL ("https://example.org/a.png"), but --urls is not given, so that none are loaded',
        'data.jsonl:2: an image is named by a path ("a.png"), but --images is not given, so that no files are read',
        "0 pictures in out, 2 rows not drawn",
    ]
    rows(folder, '{"p": "file:///a.png"}')
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "out", "--urls")
    assert status == 1 and "but --outside-images is not given" in said
    status, said = render(folder, environment, "form.json", "data.jsonl", "-o", "out", "--images", "none")
    assert status == 1 and "the folder of pictures 'none' cannot be opened" in said


def test_without_the_library(folder: Path, environment: "Dict[str, str]") -> None:
    rows(folder, '{"name": "a", "price": 1}')
    status, said = render(folder, {**environment, "LAMINA_LIBRARY": "/nowhere/liblamina.so"}, "form.json", "data.jsonl")
    assert status == 2 and said.startswith("lamina render: liblamina was not found") and len(said.splitlines()) == 1
