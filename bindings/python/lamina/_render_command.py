"""lamina render: pictures of the rows of a file.

Messages name file and line. The exit status is 0 if every row was drawn, 1 if some were not, 2 if nothing could be
drawn.
"""
from __future__ import annotations

import argparse
import codecs
import collections
import contextlib
import errno
import importlib
import json
import os
import string
import sys
from pathlib import Path
from typing import Any, BinaryIO, Deque, Dict, Iterator, Mapping, Optional, Tuple

from ._arguments import counted
from ._formats import SUFFIXES
from .errors import InvalidArgumentError, LaminaError
from .template import Template

# What the name of one file is to blame for; of others every row would fail.
_OF_NAMES = (errno.ENAMETOOLONG, errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.EILSEQ, errno.EINVAL, errno.ELOOP)
_LONGEST_NAME = 255  # bytes, on all usual file systems


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("template", help="the template, a JSON file")
    parser.add_argument(
        "data", help='the rows: a file with a JSON object in each line, or a table, .csv or .tsv, whose first line names the slots; '
        '"-" is the standard input'
    )  # fmt: skip
    parser.add_argument("--rows", choices=("jsonl", "csv", "tsv"), help="what the rows are; by default what the name of the file says, or jsonl")
    parser.add_argument("-o", "--output", default=".", metavar="FOLDER", help="where the pictures go; made if it is not there")
    parser.add_argument(
        "--name", metavar="PATTERN", help='names of the files, with members of the rows and {row}: "{id}.png", or .jpg, .webp, .qoi; '
        'in folders of their own with "{kind}/{id}.png"; {row}.png by default'
    )  # fmt: skip
    parser.add_argument("--quality", type=int, metavar="N", help="1..100, of JPEG and WebP (85)")
    parser.add_argument("--lossless", action="store_true", help="exactly these pixels, of WebP")
    parser.add_argument("--scale", type=float, default=1.0, help="pixels per logical unit (1)")
    parser.add_argument("--workers", type=int, metavar="N", help="threads that draw; one for each core by default")
    parser.add_argument("--background", metavar="COLOUR", help='in place of the template\'s: "#ffffff", "white"')
    parser.add_argument("--images", metavar="FOLDER", help="where pictures are read that rows name; none are read without it")
    parser.add_argument("--outside-images", action="store_true", help="rows may name pictures outside of that folder, too")
    parser.add_argument("--urls", action="store_true", help="rows may name pictures by URLs, which are loaded; file: only with --outside-images")
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
    print(f"{counted(drawn, 'picture')} in {arguments.output}" + (f", {counted(failed, 'row')} not drawn" if failed else ""), file=sys.stderr)
    return 1 if failed else 0


def _with_options(message: str) -> str:
    """A message about an argument as one about an option."""
    for said, meant in (
        ("image_folder is None", "--images is not given"), (" urls is not set", " --urls is not given"),
        ("outside_images is not set", "--outside-images is not given"),
    ):  # fmt: skip
        message = message.replace(said, meant)
    return message


def _fail(message: str) -> int:
    print(f"lamina render: {message}", file=sys.stderr)
    return 2


def _render(template: Template, data: BinaryIO, arguments: argparse.Namespace) -> "Tuple[int, int]":
    """Draws all rows; returns how many were drawn and how many were not."""
    source = "standard input" if arguments.data == "-" else arguments.data
    suffix = ".png" if arguments.name is None else "." + arguments.name.rpartition(".")[2].lower()
    if suffix not in SUFFIXES:
        raise InvalidArgumentError(f"{arguments.name!r} has no known format: its extension must be one of {', '.join(SUFFIXES)}")
    if arguments.name is not None:
        _check_pattern(arguments.name)
    _check_effect(arguments, SUFFIXES[suffix])
    kind = arguments.rows or {".csv": "csv", ".tsv": "tsv"}.get(os.path.splitext(source)[1].lower(), "jsonl")
    # Line and name of each row that is under way.
    under_way: Deque[Tuple[int, Any]] = collections.deque()
    rows = _lines(data, arguments.name, under_way) if kind == "jsonl" else _table(data, kind, source, arguments.name, under_way)
    pictures = template.render(
        rows, workers=arguments.workers, format=SUFFIXES[suffix],
        quality=85 if arguments.quality is None else arguments.quality, lossless=arguments.lossless, scale=arguments.scale,
        background=arguments.background, image_folder=arguments.images, errors="return",
        outside_images=arguments.outside_images, urls=arguments.urls,
    )  # fmt: skip
    drawn = failed = 0
    written: Dict[str, int] = {}  # name -> line
    progress = _progress(arguments.quiet)
    for picture in pictures:
        line, name = under_way.popleft()
        error: Optional[Exception] = None
        if isinstance(picture, LaminaError) or isinstance(name, ValueError):
            error = picture if isinstance(picture, LaminaError) else name
        elif name in written:
            error = ValueError(f"{name!r} was already written for line {written[name]}")
        else:
            error = _write(arguments.output, name, picture)
        if error is not None:
            failed += 1
            _say(progress, f"{source}:{line}: {_with_options(str(error))}")
        else:
            drawn += 1
            if arguments.name is not None:  # numbers do not come twice, and there may be millions
                written[name] = line
        if progress is not None:
            progress.update()
    if progress is not None:
        progress.close()
    return drawn, failed


def _write(folder: str, name: str, picture: bytes) -> Optional[Exception]:
    """Writes a file completely or not at all; an existing one stays until then. Returns what is wrong with the name."""
    path = os.path.join(folder, name)
    folder = os.path.dirname(path)
    beside = os.path.join(folder, f".lamina-{os.getpid()}.tmp")
    try:
        os.makedirs(folder, exist_ok=True)
        try:
            with open(beside, "xb") as file:
                file.write(picture)
            os.replace(beside, path)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
    except UnicodeEncodeError:
        return ValueError(f"{name!r} is not a file name: it is not text")
    except OSError as error:
        if error.errno in _OF_NAMES:
            shown = name if len(name) <= 60 else name[:40] + "…" + name[-19:]
            return ValueError(f"{shown!r} is not a valid file name here: {error.strerror}")
        raise OSError(error.errno, error.strerror, path) from None
    return None


def _check_effect(arguments: argparse.Namespace, format: str) -> None:
    """Refuses options that would change nothing."""
    if arguments.quality is not None and format not in ("jpeg", "webp"):
        raise InvalidArgumentError(f"--quality has no effect on {format.upper()}: name JPEG or WebP files, --name '{{row}}.jpg'")
    if arguments.lossless and format != "webp":
        raise InvalidArgumentError(f"--lossless has no effect on {format.upper()}: it is for WebP, --name '{{row}}.webp'")
    if arguments.lossless and arguments.quality is not None:
        raise InvalidArgumentError("--quality has no effect with --lossless: give one of them")


def _check_pattern(pattern: str) -> None:
    """Refuses a pattern that gives no file name, whatever a row contains."""
    parts = pattern.split("/")
    try:
        parsed = [list(string.Formatter().parse(part)) for part in parts]
    except ValueError as error:
        raise InvalidArgumentError(f"{pattern!r} is not a pattern for names: {error}; write a literal brace twice") from None
    for part, pieces in zip(parts, parsed):
        fields = [field for _, field, _, _ in pieces if field is not None]
        literal = "".join(text for text, _, _, _ in pieces)
        wrong = None
        if any(not field or field[0].isdigit() for field in fields):
            wrong = "between braces stands the name of a member of the row, or row"
        elif any(conversion not in (None, "r", "s", "a") for _, _, _, conversion in pieces):
            wrong = "behind ! stands r, s or a"
        elif len(os.fsencode(literal)) > _LONGEST_NAME:
            wrong = f"a name has at most {_LONGEST_NAME} bytes"
        elif not fields and literal in ("", ".", ".."):
            wrong = "files are named within the folder of --output, and no name is empty"
        elif not fields and part is parts[-1] and literal.lower() in SUFFIXES:
            wrong = "it is empty before its end"
        if wrong is not None:
            raise InvalidArgumentError(f"{pattern!r} is not a pattern for names: {wrong}")


def _lines(data: BinaryIO, pattern: Optional[str], under_way: "Deque[Tuple[int, Any]]") -> Iterator[bytes]:
    row = 0
    for line, text in enumerate(data, 1):
        if line == 1:
            _check_kind(text)
            text = text.removeprefix(codecs.BOM_UTF8)
        text = text.strip()
        if not text:
            continue
        under_way.append((line, _name(pattern, row, text)))
        row += 1
        yield text


def _table(
    data: BinaryIO, kind: str, source: str, pattern: Optional[str], under_way: "Deque[Tuple[int, Any]]"
) -> "Iterator[Any]":
    """The rows of a table; one with too many cells, or too few, is an error in its place."""
    import csv
    import io

    reader = csv.reader(io.TextIOWrapper(data, "utf-8-sig", newline=""), delimiter="," if kind == "csv" else "\t", strict=True)
    try:
        names = next(reader, [])
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InvalidArgumentError(f"{source}:1: the table has several columns that are called {', '.join(map(repr, twice))}")
        for row, cells in enumerate(cells for cells in reader if cells):
            values: Dict[str, str] = dict(zip(names, cells))
            under_way.append((reader.line_num, _formatted(pattern, row, {"row": row, **values})))
            if len(cells) == len(names):
                yield values
            else:
                yield InvalidArgumentError(f"the line has {len(cells)} cells, and the table {len(names)} columns")
    except UnicodeDecodeError:
        raise InvalidArgumentError(f"{source}: after line {reader.line_num}: the table is not UTF-8") from None
    except csv.Error as error:
        raise InvalidArgumentError(f"{source}:{reader.line_num}: {error}") from None


def _check_kind(text: bytes) -> None:
    """Refuses by its first line a file of another kind, of which each line would fail by itself."""
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InvalidArgumentError("the rows are in UTF-16; a file of UTF-8 is needed, with a JSON object in each line")
    if text.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"["):
        raise InvalidArgumentError(
            "the rows begin with '[', as a JSON array does; a JSON object in each line is needed: jq -c '.[]' makes them of an array")
    if not text.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{") and (b"," in text or b"\t" in text):
        raise InvalidArgumentError("the rows begin with a line that is no JSON object: for a table, name the file .csv or .tsv, or give --rows csv")


def _name(pattern: Optional[str], row: int, text: bytes) -> Any:
    """The file of a row, or the ValueError that says why it has none."""
    if pattern is None:
        return f"{row:06}.png"
    try:
        values = json.loads(text)
    except RecursionError:  # the picture fails too, with the library's words
        return ValueError(f"no file can be named {pattern!r}: the row is nested too deep")
    except (ValueError, MemoryError) as error:
        return ValueError(f"no file can be named {pattern!r}: {error or 'there is no memory for it'}")
    return _formatted(pattern, row, {"row": row, **values} if isinstance(values, Mapping) else {"row": row})


def _formatted(pattern: Optional[str], row: int, values: "Dict[str, Any]") -> Any:
    """The same by the values of the row."""
    if pattern is None:
        return f"{row:06}.png"
    try:
        # Folders are those of the pattern: a "/" that comes with a row makes none.
        parts = [string.Formatter().vformat(part, (), values) for part in pattern.split("/")]
    except (ValueError, KeyError, IndexError, AttributeError, TypeError, ArithmeticError, MemoryError) as error:
        what = f"the row has no {error}" if isinstance(error, KeyError) else str(error) or "there is no memory for it"
        return ValueError(f"no file can be named {pattern!r}: {what}")
    found = "/".join(parts)
    if any(part in ("", ".", "..") or "/" in part or "\0" in part for part in parts):
        return ValueError(f"{found!r} is not a file name: it may not be empty nor lead out of the folder, and values have no '/'")
    if parts[-1].lower() in SUFFIXES:
        return ValueError(f"{found!r} is not a file name: it is empty before its extension")
    return found


def _progress(quiet: bool) -> Any:
    """A progress bar, if the package tqdm is installed and the output is a terminal."""
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
