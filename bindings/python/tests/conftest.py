"""The tests need the library: LAMINA_LIBRARY says where it is, unless the dynamic linker finds it."""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterator

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import lamina  # noqa: E402


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def context() -> Iterator[lamina.Context]:
    with lamina.Context(workers=2) as context:
        yield context


@pytest.fixture
def environment() -> "dict[str, str]":
    """For programs that a test starts."""
    path = str(ROOT / "bindings" / "python")
    library = lamina.library_path() or lamina.version() and lamina.library_path()
    return {**os.environ, "PYTHONPATH": path, "LAMINA_LIBRARY": os.path.abspath(library) if "/" in library else library}
