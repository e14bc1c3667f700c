"""Exceptions: which there are, what they carry, and what is read out of the library's sentences."""
from __future__ import annotations

import errno
import inspect
import os
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina import errors


def test_every_exception_is_exported() -> None:
    kinds = {name for name, value in vars(errors).items() if inspect.isclass(value) and issubclass(value, lamina.LaminaError)}
    assert "MissingFileError" in kinds and kinds <= set(lamina.__all__)
    assert all(getattr(lamina, name) is getattr(errors, name) for name in kinds)


def test_only_what_a_status_stands_for_has_one() -> None:
    assert lamina.LaminaError("x").status is None and lamina.CycleError("x").status is lamina.Status.ERROR_CYCLE
    assert errors.error_for(lamina.Status.ERROR_TIMED_OUT).status is lamina.Status.ERROR_TIMED_OUT
    unknown = errors.error_for(4711, "a later library's")
    assert type(unknown) is lamina.LaminaError and unknown.status is None


def test_the_systems_error_is_read_out_of_both_sentences_of_the_library(context: lamina.Context, tmp_path: Path) -> None:
    """C has no call for it: when the library words them otherwise, errors.py has to follow."""
    picture, missing = lamina.Bitmap(2, 2), tmp_path / "none" / "a.png"
    sentences = {
        f"the file '{missing}' cannot be written: {{}}": lambda: picture.write_png(missing),
        f"the file '{tmp_path}' cannot be written: {{}}": lambda: picture.write_png(tmp_path),
        f'cannot read the font file "{missing}": {{}}': lambda: context.add_font_file(missing),
    }
    for sentence, call in sentences.items():
        number, path = (errno.EISDIR, tmp_path) if "none" not in sentence else (errno.ENOENT, missing)
        with pytest.raises(lamina.FileError) as found:
            call()
        error: Any = found.value
        assert str(error) == sentence.format(os.strerror(number))
        assert (error.errno, error.filename, error.strerror) == (number, str(path), os.strerror(number))
        assert isinstance(error, lamina.MissingFileError) == isinstance(error, FileNotFoundError) == (number == errno.ENOENT)


def test_a_sentence_about_no_file_is_a_plain_error() -> None:
    error: Any = errors.error_for(lamina.Status.ERROR_IO, "the PNG cannot be decoded: it is cut off")
    assert type(error) is lamina.FileError and (error.errno, error.filename) == (None, None)
    assert str(errors.error_for(lamina.Status.ERROR_IO)) == "LAMINA_ERROR_IO"
