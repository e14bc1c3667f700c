"""Common to all objects of the library: a handle, its context, and one reference that is released once."""
from __future__ import annotations

import ctypes
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Optional, Tuple, Type, TypeVar, cast

from . import _lifetime
from ._library import lib
from .errors import ClosedError, InvalidHandleError, LaminaError, last_error

if TYPE_CHECKING:
    from .context import Context

Self = TypeVar("Self", bound="Handle")

#: What arguments are, for handle_of().
NODE, ELEMENT, CONTEXT = ("node",), ("node", "spec"), ("context",)


def handle_of(value: Any, name: str = "", kinds: "Tuple[str, ...]" = ()) -> int:
    """The C handle of an argument, of one of the `kinds` of objects; TypeError, which names it, for anything else."""
    if not isinstance(value, Handle) or kinds and value._kind not in kinds:
        start = f"{name} has to be" if name else "expected"
        needed = " or ".join(f"a {kind.capitalize()}" for kind in kinds) or "an object of lamina (a context, node, spec ...)"
        raise TypeError(f"{start} {needed}, not {_described(value)}")
    return value.handle


def checked_context(context: Any) -> "Context":
    """A context from a caller; TypeError for anything else."""
    if not isinstance(context, Handle) or context._kind != "context":
        raise TypeError(f"context has to be of the class Context, not {context!r}")
    return cast("Context", context)


def _described(value: Any) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else f"{type(value).__name__}"


class Handle:
    """Holds one reference to an object of the library, and releases it when it is closed or collected.

    Closing means that this Python object is done; what a node, a spec or a surface keeps stays alive.

    Classes with settable properties have empty `__slots__`, so that a misspelt one is an AttributeError; subclasses of
    yours may have any attributes.
    """

    __slots__ = ("_handle", "_is_open", "_context", "__weakref__")

    _kind: ClassVar[str] = ""  # as in lamina_<kind>_release
    _handle: int
    _is_open: bool
    _context: "Context"

    def _own(self, context: "Context", handle: Optional[int]) -> None:
        """Takes over a reference."""
        self._context = context
        self._handle = handle or 0
        self._is_open = True

    @classmethod
    def _adopt(cls: Type[Self], context: "Context", handle: Optional[int]) -> Self:
        self = cls.__new__(cls)
        self._own(context, handle)
        return self

    @property
    def handle(self) -> int:
        """The C handle. Raises ClosedError after close() and after the context is closed, and InvalidStateError in a
        process forked after the context was created."""
        if not self._is_open or not self._context._is_open:
            _lifetime.check_process(self._context)
            _lifetime.end_thread_of(self._context)
            what = "this" if not self._is_open else "the context of this"
            raise ClosedError(f"{what} {type(self).__name__} is closed")
        return self._handle

    @property
    def context(self) -> "Context":
        """The context of the object."""
        return self._context

    @property
    def closed(self) -> bool:
        """Whether the object, or its context, was closed."""
        return not self._is_open or not self._context._is_open

    def retain(self: Self) -> Self:
        """A second object for the same handle, with a reference of its own, for an owner that closes its objects."""
        handle = getattr(lib, f"lamina_{self._kind}_retain")(self.handle)
        if not handle:
            raise InvalidHandleError(last_error())
        return type(self)._adopt(self._context, handle)

    def close(self) -> None:
        """Releases the reference. Closing twice does nothing."""
        if self._is_open:
            self._is_open = False
            getattr(lib, f"lamina_{self._kind}_release")(self._handle)

    def _copy_text(self, copy: "Callable[[Any, int], int]") -> str:
        """The text from a function that takes a buffer and its capacity. It may grow between the two calls."""
        buffer, length = None, copy(None, 0)
        while length and (buffer is None or length >= len(buffer)):
            buffer = ctypes.create_string_buffer(length + 1)
            length = copy(buffer, length + 1)
        return buffer.raw[:length].decode("utf-8", "replace") if buffer is not None else ""

    def __enter__(self: Self) -> Self:
        self.handle  # raises for one that is closed
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter may be half gone
            pass

    def __reduce_ex__(self, protocol: Any) -> Any:
        # A copy would have the same reference, and give it back a second time.
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: it refers to an object of the library in this process")

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Handle) and self._kind == other._kind and self._handle == other._handle

    def __hash__(self) -> int:
        return hash((self._kind, self._handle))

    def _png_or_none(self) -> Optional[bytes]:
        """A picture for Jupyter; None where there is none, as on another thread than the context's, so that the words
        of repr() are shown."""
        try:
            return self._context.picture(cast(Any, self)).to_png()
        except Exception:
            return None

    def _summary(self) -> str:
        """A short description of an open object, for repr()."""
        return ""

    def __repr__(self) -> str:
        try:
            summary = "closed" if self.closed else self._summary()
        except LaminaError:  # the object belongs to another thread, or has just been closed
            summary = ""
        return f"<lamina.{type(self).__name__} {self._handle:#x}{summary and ' '}{summary}>"
