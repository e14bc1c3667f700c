"""Python functions as C callbacks of layouts, which may run on any thread; see _callbacks."""
from __future__ import annotations

from typing import Any, Callable, List, Optional

from . import _ffi, _lifetime
from ._arrangement import LayoutPass
from ._callbacks import kept
from ._handle import ELEMENT, handle_of
from ._library import lib
from .geometry import SizeRange, from_c_size


def _sizes(sizes: _ffi.lamina_size_range) -> SizeRange:
    return SizeRange(from_c_size(sizes.min), from_c_size(sizes.max))


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """For callbacks that run on any thread: none begins while the interpreter exits."""

    def call(*arguments: Any) -> Any:
        if not _lifetime.enter():
            return None
        try:
            return function(*arguments)
        finally:
            _lifetime.leave()

    return call


def _measure(node: int, sizes: _ffi.lamina_size_range, measurement: Any, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None:
        entry.lay_out(node, lambda: _fill(measurement[0], entry.first(_sizes(sizes))))


def _fill(measurement: _ffi.lamina_measurement, result: Any) -> None:
    try:
        width, height, *baselines = map(float, result)
        if len(baselines) not in (0, 2):
            raise ValueError("too many baselines, or too few")
    except (TypeError, ValueError):
        raise TypeError(f"a measure callback returns a size, (width, height), optionally with two baselines, not {result!r}") from None
    measurement.size = _ffi.lamina_size(width, height)
    if baselines:
        measurement.first_baseline, measurement.last_baseline = baselines


def _make_spec(node: int, sizes: _ffi.lamina_size_range, user_data: int) -> Optional[int]:
    entry = kept(user_data)
    made: List[Optional[int]] = [None]

    def make() -> None:
        spec = entry.first(_sizes(sizes))
        if spec is not None:
            made[0] = lib.lamina_spec_retain(handle_of(spec, "what a layout callback returns", ELEMENT))

    if entry is not None:
        entry.lay_out(node, make)
    return made[0]


def _arrange(node: int, sizes: _ffi.lamina_size_range, arrangement: int, user_data: int) -> None:
    entry = kept(user_data)
    if entry is not None and entry.context is not None:
        children = LayoutPass(entry.context, arrangement)
        entry.lay_out(node, lambda: entry.first(children, _sizes(sizes)))
        children._end()


measure = _ffi.lamina_node_measure_fn(_counted(_measure))
make_spec = _ffi.lamina_node_layout_spec_fn(_counted(_make_spec))
arrange = _ffi.lamina_node_layout_fn(_counted(_arrange))
