"""Functions of yours that take part in layouts, instead of a spec. They run on any thread: see Node.set_measurer()."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple, Union

from . import _callbacks
from ._arrangement import Arrangement
from ._handle import Handle
from ._library import lib
from .errors import check
from .geometry import SizeLike, SizeRange

if TYPE_CHECKING:
    from .spec import Spec

# A size, or (width, height, first baseline, last baseline), those from the top.
MeasurementLike = Union[SizeLike, Tuple[float, float, float, float]]


class Arranging(Handle):
    """The part of a node that says how it is laid out by functions of yours."""

    __slots__ = ()

    def set_measurer(self, measure: Optional[Callable[[SizeRange], MeasurementLike]]) -> None:
        """Sets a function that says how large the node is. None takes it away.

        Like all layout functions it may run on any thread, and its answer is kept: it must depend on its argument and on
        data that does not change without set_needs_layout().
        """
        if measure is None:
            check(lib.lamina_node_set_measurer(self.handle, _callbacks.NO_MEASURE, None, _callbacks.NO_DESTROY))
            return
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, measure))
        check(lib.lamina_node_set_measurer(handle, _callbacks.measure, key, _callbacks.destroy))

    def set_spec_maker(self, make_spec: Optional[Callable[[SizeRange], Optional["Spec"]]]) -> None:
        """Sets a function that returns the spec for a range of sizes. Its nodes become children when the layout is applied."""
        if make_spec is None:
            check(lib.lamina_node_set_spec_maker(self.handle, _callbacks.NO_MAKE_SPEC, None, _callbacks.NO_DESTROY))
            return
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, make_spec))
        check(lib.lamina_node_set_spec_maker(handle, _callbacks.make_spec, key, _callbacks.destroy))

    def set_arranger(self, arrange: Optional[Callable[[Arrangement, SizeRange], Any]]) -> None:
        """Sets a function that measures and places the children itself."""
        if arrange is None:
            check(lib.lamina_node_set_arranger(self.handle, _callbacks.NO_ARRANGE, None, _callbacks.NO_DESTROY))
            return
        handle, key = self.handle, _callbacks.keep(_callbacks.Entry(self._context, arrange))
        check(lib.lamina_node_set_arranger(handle, _callbacks.arrange, key, _callbacks.destroy))

    def set_needs_layout(self) -> None:
        """Forgets what is known of the node's layout: its function is asked again."""
        check(lib.lamina_node_set_needs_layout(self.handle))

    @property
    def concurrent(self) -> bool:
        """Whether the children are measured on all workers at once."""
        return lib.lamina_node_is_concurrent(self.handle)

    @concurrent.setter
    def concurrent(self, value: bool) -> None:
        check(lib.lamina_node_set_concurrent(self.handle, value))
