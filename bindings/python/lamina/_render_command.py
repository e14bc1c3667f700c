"""lamina render: pictures of the rows of a file.

Messages name file and line. The exit status is 0 when every row was drawn, 1 when some were not, 2 when nothing can be done.
"""
from __future__ import annotations

import argparse
import codecs
import collections
import contextlib
import importlib
import json
import os
import string
import sys
from pathlib import Path
from typing import Any, BinaryIO, Deque, Dict, Iterator, Mapping, Optional, Tuple

from ._formats import SUFFIXES
from .errors import InvalidArgumentError, LaminaError
from .template import Template


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("template", help="the template, a JSON file")
    parser.add_argument("data", help='the rows, a file with a JSON object in each line; "-" is the standard input')
    parser.add_argument("-o", "--output", default=".", metavar="FOLDER", help="where the pictures go; made if it is not there")
    parser.add_argument(
        "--name", metavar="PATTERN", help='names of the files, with members of the rows and {row}: "{id}.png", or .jpg, .webp, .qoi; '
        'in folders of their own with "{kind}/{id}.png"; {row}.png by default'
    )  # fmt: skip
    parser.add_argument("--quality", type=int, default=85, metavar="N", help="1..100, of JPEG and WebP (85)")
    parser.add_argument("--scale", type=float, default=1.0, help="pixels per logical unit (1)")
    parser.add_argument("--workers", type=int, metavar="N", help="threads that draw; one for each core by default")
    parser.add_argument("--background", metavar="COLOUR", help='in place of the template\'s: "#ffffff", "white"')
    parser.add_argument("--images", metavar="FOLDER", help="where pictures are read that rows name; none are read without it")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: argparse.Namespace) -> int:
    try:
        template = Template(Path(arguments.template))
    except OSError as error:
        return _fail(f"{arguments.template}: {error.strerror or error}")
    except LaminaError as error:
        return _fail(f"{arguments.template}: {error}")
    try:
        data = sys.stdin.buffer if arguments.data == "-" else open(arguments.data, "rb")
    except OSError as error:
        return _fail(f"{arguments.data}: {error.strerror}")
    with data:
        try:
            os.makedirs(arguments.output, exist_ok=True)
            drawn, failed = _render(template, data, arguments)
        except OSError as error:
            return _fail(f"{error.filename or arguments.output}: {error.strerror or error}")
        except LaminaError as error:
            return _fail(str(error))
    print(f"{drawn} pictures in {arguments.output}" + (f", {failed} rows not drawn" if failed else ""), file=sys.stderr)
    return 1 if failed else 0


def _fail(message: str) -> int:
    print(f"lamina render: {message}", file=sys.stderr)
    return 2


def _render(template: Template, data: BinaryIO, arguments: argparse.Namespace) -> "Tuple[int, int]":
    """Draws all rows; how many were drawn, and how many not."""
    source = "standard input" if arguments.data == "-" else arguments.data
    suffix = ".png" if arguments.name is None else "." + arguments.name.rpartition(".")[2].lower()
    if suffix not in SUFFIXES:
        raise InvalidArgumentError(f"{arguments.name!r} names no format: its end must be one of {', '.join(SUFFIXES)}")
    # Line and name of each row that is under way.
    under_way: Deque[Tuple[int, Any]] = collections.deque()
    pictures = template.render(
        _lines(data, arguments.name, under_way), workers=arguments.workers, format=SUFFIXES[suffix],
        quality=arguments.quality, scale=arguments.scale,
        background=arguments.background, image_folder=arguments.images, errors="return",
    )  # fmt: skip
    drawn = failed = 0
    written: Dict[str, int] = {}  # name -> line
    progress = _progress(arguments.quiet)
    for picture in pictures:
        line, name = under_way.popleft()
        error = picture if isinstance(picture, LaminaError) else name if isinstance(name, ValueError) else None
        if error is None and name in written:
            error = ValueError(f"{name!r} was already written for line {written[name]}")
        if error is not None:
            failed += 1
            _say(progress, f"{source}:{line}: {error}")
        else:
            drawn += 1
            _write(arguments.output, name, picture)
            if arguments.name is not None:  # numbers do not come twice, and there may be millions
                written[name] = line
        if progress is not None:
            progress.update()
    if progress is not None:
        progress.close()
    return drawn, failed


def _write(folder: str, name: str, picture: bytes) -> None:
    """A file appears whole or not at all, and one of before stays until then."""
    path = os.path.join(folder, name)
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    beside = os.path.join(folder, f".lamina-{os.getpid()}.tmp")
    try:
        try:
            with open(beside, "xb") as file:
                file.write(picture)
            os.replace(beside, path)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _lines(data: BinaryIO, pattern: Optional[str], under_way: "Deque[Tuple[int, Any]]") -> Iterator[bytes]:
    row = 0
    for line, text in enumerate(data, 1):
        if line == 1:
            text = text.removeprefix(codecs.BOM_UTF8)
        text = text.strip()
        if not text:
            continue
        under_way.append((line, _name(pattern, row, text)))
        row += 1
        yield text


def _name(pattern: Optional[str], row: int, text: bytes) -> Any:
    """The file of a row, or the ValueError that says why it has none."""
    if pattern is None:
        return f"{row:06}.png"
    try:
        values = json.loads(text)
        values = {"row": row, **values} if isinstance(values, Mapping) else {"row": row}
        # Folders are those of the pattern: a "/" that comes with a row makes none.
        parts = [string.Formatter().vformat(part, (), values) for part in pattern.split("/")]
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        what = f"the row has no {error}" if isinstance(error, KeyError) else str(error)
        return ValueError(f"no file can be named {pattern!r}: {what}")
    found = "/".join(parts)
    if any(part in ("", ".", "..") or "/" in part or "\0" in part for part in parts):
        return ValueError(f"{found!r} is no name for a file: it may not be empty nor lead out of the folder, and values have no '/'")
    if parts[-1].lower() in SUFFIXES:
        return ValueError(f"{found!r} is no name for a file: it is empty before its end")
    return found


def _progress(quiet: bool) -> Any:
    """A progress bar, when the package tqdm is there and somebody watches."""
    if quiet or not sys.stderr.isatty():
        return None
    try:
        return importlib.import_module("tqdm").tqdm(unit=" pictures")
    except ImportError:
        return None


def _say(progress: Any, message: str) -> None:
    if progress is not None:
        progress.write(message, file=sys.stderr)
    else:
        print(message, file=sys.stderr)
