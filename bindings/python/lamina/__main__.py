"""python -m lamina: `render` draws the rows of a file, `cache` lists a loader's cache, `info` prints facts for a bug
report."""
from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import platform
import sys
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from . import __version__, _cache_command, _render_command, library_path, version
from ._ffi import HEADER_VERSION
from ._library import lib

_LIBRARIES = [
    ("cairo", "cairo_version_string", ctypes.c_char_p),
    ("pango", "pango_version_string", ctypes.c_char_p),
    ("harfbuzz", "hb_version_string", ctypes.c_char_p),
    ("pixman", "pixman_version_string", ctypes.c_char_p),
    ("fontconfig", "FcGetVersion", ctypes.c_int),
]


def linked_versions() -> Iterator[Tuple[str, str]]:
    """The versions of the libraries that liblamina uses, as they report them."""
    for name, function_name, result in _LIBRARIES:
        try:
            function = getattr(lib.library, function_name)
        except AttributeError:
            continue
        function.restype = result
        found = function()
        yield name, found.decode() if isinstance(found, bytes) else f"{found // 10000}.{found // 100 % 100}.{found % 100}"


def drawing_works() -> str:
    """Draws a text and reports the result."""
    from . import Context, LaminaError

    try:
        with Context(workers=2) as ui:
            picture = ui.picture(ui.text("Lamina", size=20), background="white")
            marked = any(picture.pixel(x, y) != (255, 255, 255, 255) for x in range(picture.width) for y in range(picture.height))
            return f"{picture.width} x {picture.height} pixels, {'with' if marked else 'WITHOUT'} marks"
    except LaminaError as error:
        return f"fails: {type(error).__name__}: {error}"


def facts() -> Iterator[Tuple[str, str]]:
    """Names and values; nothing about the user or the host."""
    yield "package", f"{__version__}, for the header of {HEADER_VERSION >> 16}.{HEADER_VERSION >> 8 & 255}.{HEADER_VERSION & 255}"
    yield "library", f"{'.'.join(map(str, version()))}, {library_path()}"
    path = library_path() or ""
    bundled = os.path.isdir(os.path.join(os.path.dirname(path), "libs"))
    yield "graphics libraries", "of the wheel" if bundled else "of the system"
    yield from linked_versions()
    yield "python", f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    yield "system", f"{platform.system()} {platform.release()}, {' '.join(platform.libc_ver())}, {os.cpu_count()} processors"
    for name in ("LAMINA_LIBRARY", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LD_LIBRARY_PATH"):
        if name in os.environ:
            yield name, os.environ[name]
    yield "a text", drawing_works()


class _Version(argparse.Action):
    """Loads the library only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *arguments: Any) -> None:
        try:
            print(f"lamina {__version__}, library {'.'.join(map(str, version()))}")
        except ImportError as error:
            parser.exit(1, f"lamina {__version__}: {error}\n")
        parser.exit()


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="lamina", description="Tools of the package lamina.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the versions of the package and of the library")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="print versions and where things are, for bug reports")
    render = commands.add_parser("render", help="draw a picture of each row of a file")
    _render_command.add_arguments(render)
    cache = commands.add_parser("cache", help="list what the cache of a loader holds, or make it smaller")
    _cache_command.add_arguments(cache)
    given = parser.parse_args(arguments)
    try:
        if given.command == "cache":
            return _cache_command.run(given)
        return _render_command.run(given) if given.command == "render" else info()
    except ImportError as error:  # the library, which is loaded when it is first needed
        print(f"lamina {given.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"lamina {given.command}: interrupted", file=sys.stderr)
        return 130  # as shells say it of what SIGINT ends
    except BrokenPipeError:
        # Who read is gone, and wants to hear no more; nor may the interpreter, which flushes when it ends.
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
                continue
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 141  # as of SIGPIPE


def info() -> int:
    """Prints the facts."""
    try:
        lines: List[Tuple[str, str]] = list(facts())
    except ImportError as error:
        print(f"lamina: {error}", file=sys.stderr)
        return 1
    width = max(len(name) for name, _ in lines)
    for name, value in lines:
        print(f"{name:<{width}}  {value}")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
