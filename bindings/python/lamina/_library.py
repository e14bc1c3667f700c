"""Finds and loads liblamina, at the first call that needs it."""
from __future__ import annotations

import ctypes
import os
import threading
from typing import Any, List, Optional, Union

from . import _ffi, _functions

SONAME = "liblamina.so.0"


class FontsOfWheel:
    """A wheel that includes its libraries also includes fallback fonts, which fontconfig finds through its variable.

    `with lib.fonts:` goes around calls in which fontconfig reads its configuration. The variable is set for as long as
    that, and not in os.environ: child processes have a fontconfig of their own.
    """

    def __init__(self) -> None:
        self._file: Optional[bytes] = None
        self._lock = threading.Lock()
        self._users = 0

    def find(self, path: str) -> None:
        """Looks beside the library at `path`."""
        file = os.path.join(os.path.dirname(path), "fonts", "fonts.conf")
        self._file = os.fsencode(file) if os.path.exists(file) else None

    def _change(self, users: int) -> None:
        if self._file is None or {"FONTCONFIG_FILE", "FONTCONFIG_PATH"} & set(os.environ):
            return
        with self._lock:
            self._users += users
            libc = ctypes.CDLL(None)
            if self._users > 0:
                libc.setenv(b"FONTCONFIG_FILE", self._file, 1)
            else:
                self._users = 0
                libc.unsetenv(b"FONTCONFIG_FILE")

    def __enter__(self) -> None:
        self._change(1)

    def __exit__(self, *error: Any) -> None:
        self._change(-1)


class _Library(_functions.Functions):
    """The C functions as attributes, each bound at its first use. The first one loads the library."""

    _lock = threading.Lock()
    _path: Optional[str] = None
    _handle: Optional[ctypes.CDLL] = None

    def __init__(self) -> None:
        super().__init__()
        self.fonts = FontsOfWheel()

    @property
    def library(self) -> ctypes.CDLL:
        """The loaded library. Lookups include the libraries that it links to, and so its own copy of cairo."""
        if self._handle is None:
            _load_first_found()
        assert self._handle is not None
        return self._handle

    def __getattr__(self, name: str) -> Any:
        if name not in _functions.PROTOTYPES:
            raise AttributeError(name)
        try:
            return self.bind(self.library, name)
        except AttributeError as error:
            raise _misfit(self._path, error) from None

    def open(self, path: str) -> None:
        """Loads the library at `path`; OSError if that is impossible, ImportError if it is incompatible."""
        with self._lock:
            if self._path is not None:
                if self._path == path:
                    return
                raise ImportError(f"lamina has already loaded {self._path}; load() must be called before the first use")
            self.fonts.find(path)
            library = ctypes.CDLL(path)
            try:
                compatible = library.lamina_is_compatible
                compatible.restype, compatible.argtypes = ctypes.c_bool, [ctypes.c_uint32]
                if not compatible(_ffi.HEADER_VERSION):
                    library.lamina_version.restype = ctypes.c_uint32
                    found = library.lamina_version()
                    raise ImportError(
                        f"{path} is Lamina {found >> 16}.{found >> 8 & 255}.{found & 255}, which this package "
                        f"(made for {'.'.join(map(str, _ffi.VERSION))}) cannot use"
                    )
            except AttributeError as error:
                raise _misfit(path, error) from None
            self._path, self._handle = path, library


def _misfit(path: Optional[str], error: AttributeError) -> ImportError:
    return ImportError(f"{path} is not a Lamina library for this package: {error}")


lib = _Library()


def _candidates() -> List[str]:
    explicit = os.environ.get("LAMINA_LIBRARY")
    if explicit:
        return [explicit]
    folder = os.path.dirname(os.path.realpath(__file__))
    beside = [path for path in (os.path.join(folder, name) for name in (SONAME, "liblamina.so")) if os.path.exists(path)]
    return [*beside, SONAME]


def _load_first_found() -> None:
    tried = []
    for path in _candidates():
        try:
            lib.open(path)
            return
        except OSError as error:
            tried.append(f"{path} ({error})")
    raise ImportError(
        "liblamina was not found. Install it, or say where it is: set LAMINA_LIBRARY to the path of liblamina.so, or call "
        "lamina.load(path) before anything else. Tried: " + "; ".join(tried)
    )


def load(path: Union[str, "os.PathLike[str]"]) -> None:
    """Loads the library at `path`, without searching. Must be called before the first use of the package."""
    try:
        lib.open(os.fspath(path))
    except OSError as error:
        raise ImportError(f"liblamina could not be loaded from {os.fspath(path)}: {error}") from None


def library_path() -> Optional[str]:
    """The path of the loaded library; None before the first use."""
    return lib._path


def version() -> "tuple[int, int, int]":
    """The version of the library at run time: (major, minor, patch)."""
    number = lib.lamina_version()
    return number >> 16, number >> 8 & 255, number & 255


def is_compatible(major: int, minor: int, patch: int = 0) -> bool:
    """Whether the library supports programs made for this version."""
    return bool(lib.lamina_is_compatible(major << 16 | minor << 8 | patch))
