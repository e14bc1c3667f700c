#!/usr/bin/env python3
"""Plays the same script of input in every host of examples/hosts, and compares what they show.

The GLib and libuv hosts write what they composited; the SDL and X11 hosts do so too, in windows on a virtual screen, of
which a picture is taken. All must be the same, byte for byte, however the events came and on whatever turn the drawings
were done.
"""
from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "hosts"
PATIENCE = 120
SCRIPTS = {
    "wheel": (320, 480, "wheel:-3 wheel:-20 wheel:2"),
    "drag": (320, 480, "drag:400,100 wait drag:100,133"),
    "keys": (320, 480, "key:pagedown key:down key:end key:pageup key:up"),
    "resize": (400, 300, "wheel:-7 resize:400x300 wheel:-1"),
    "scale": (320, 480, "wheel:-9 scale:1.5 drag:10,333 wheel:-4 scale:2"),
    "all": (300, 440, "wheel:-3 drag:400,100 key:end key:pageup resize:300x440 scale:1.5 wheel:2 drag:10,333"),
}
# Of examples/c/reader.c: flicks, jumps, searches and reloads a hundred thousand entries, and talks.
READER_SIZE = (480, 800)
READER_SCRIPTS = {
    "feed": "wheel:-3 drag:700,200 wheel:1 key:pagedown key:up",
    "search": "drag:700,100 row:90000 type:slugs key:end reload key:pageup",
    "erased": "type:asparagus erase row:50000 drag:200,600",
    "chat": "row:700 chat type:Is_anybody_there? say " + "type:Yes,_all_of_us_are,_and_have_been_for_a_while say " * 14 + "drag:300,500",
}
# Of examples/python/reader.py, in a window of Tk.
PYTHON_SCRIPT = "wheel:1 drag:700,300 key:Next row:70000 type:rain reload key:End erase row:900 chat type:Is_anybody_there? say type:Yes say"


def start_screen() -> "tuple[subprocess.Popen[bytes], str]":
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x900x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    if not number:
        sys.exit("Xvfb did not start")
    return server, f":{number}"


def play(host: str, script: str, folder: pathlib.Path) -> bytes:
    path = folder / f"{host}.png"
    subprocess.run([BUILD / host, path, script], check=True, timeout=PATIENCE)
    return path.read_bytes()


def play_in_window(
    host: str, script: str, size: "tuple[int, int]", folder: pathlib.Path, *feeds: str
) -> "tuple[bytes, bytes]":
    """What the host composited, and what the screen shows of it."""
    path, shot = folder / f"{host}.png", folder / f"{host}-screen.png"
    command = [BUILD / host, *(["-p"] if feeds else []), path, script, *feeds]
    if host == "reader.py":
        command = [sys.executable, ROOT / "examples" / "python" / host, "--script", script, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin and program.stdout
        if program.stdout.readline() != b"ready\n":
            sys.exit(f"{host} ended early")
        subprocess.run([BUILD / "shot", shot, str(size[0]), str(size[1])], check=True, timeout=PATIENCE)
        program.stdin.close()
        if program.wait(PATIENCE) != 0:
            sys.exit(f"{host} ended with {program.returncode}")
    return path.read_bytes(), shot.read_bytes()


def play_readers(folder: pathlib.Path) -> "dict[str, bool]":
    """Whether what each script composited is on the screen, and the same each time."""
    data = ROOT / "examples" / "data"
    feeds = [str(data / name) for name in ("blog.atom", "news.rss", "scripts.feed")]
    same = {}
    for name, script in READER_SCRIPTS.items():
        (folder / name).mkdir()
        composited, screen = play_in_window("reader", script, READER_SIZE, folder / name, *feeds)
        same[f"reader {name} on the screen"] = composited == screen
        same[f"reader {name} again"] = composited == play_in_window("reader", script, READER_SIZE, folder / name, *feeds)[0]
    if importlib.util.find_spec("tkinter") is not None:
        composited, screen = play_in_window("reader.py", PYTHON_SCRIPT, READER_SIZE, folder)
        same["reader.py on the screen"] = composited == screen
    return same


def main() -> int:
    passed = failed = 0
    server, os.environ["DISPLAY"] = start_screen()
    os.environ["SDL_VIDEODRIVER"] = "x11"
    kept = pathlib.Path(tempfile.mkdtemp(prefix="lamina-hosts-"))
    try:
        for name, (width, height, script) in SCRIPTS.items():
            folder = kept / name
            folder.mkdir()
            pictures = {"host_glib": play("host_glib", script, folder), "host_uv": play("host_uv", script, folder)}
            for host in ("host_sdl", "host_x11"):
                composited, screen = play_in_window(host, script, (width, height), folder)
                pictures[host], pictures[f"{host} on the screen"] = composited, screen
            wanted = pictures["host_glib"]
            different = [key for key, picture in pictures.items() if picture != wanted]
            passed += len(pictures) - len(different)
            failed += len(different)
            for key in different:
                print(f"FAILED: {name}: {key} differs from host_glib; see {folder}")
        for what, is_same in play_readers(kept).items():
            passed, failed = passed + is_same, failed + (not is_same)
            if not is_same:
                print(f"FAILED: {what}; see {kept}")
    finally:
        server.terminate()
        server.wait()
        if not failed:
            shutil.rmtree(kept)
    print(f"hosts: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
