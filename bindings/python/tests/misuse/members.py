"""Every member of every object, in every state, with every hostile value."""
from __future__ import annotations

import inspect
import threading
from typing import Any, Callable, List, Tuple

from lamina import Bitmap, BitmapView, Node

from world import PLAIN, World, case


SKIPPED = {
    "close",  # has cases of its own
    "to_pygame", "to_qimage", "to_pil", "to_tk", "to_rgba",  # other packages; their own tests
}  # fmt: skip


def members(value: Any) -> List[str]:
    kinds = [kind for kind in type(value).__mro__ if kind.__module__.startswith("lamina")]
    return sorted({name for kind in kinds for name in vars(kind) if not name.startswith("_")} - SKIPPED)


def touch(owner: Any, name: str, arguments: Tuple[Any, ...]) -> Any:
    found = getattr(owner, name)
    if not callable(found) or inspect.isclass(found):
        return found
    result = found(*arguments)
    if inspect.iscoroutine(result):
        result.close()
    return result


def required(owner: Any, name: str) -> Tuple[int, int]:
    """How many positional arguments a method must and may have."""
    parameters = inspect.signature(getattr(type(owner), name)).parameters.values()
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][1:]
    return sum(p.default is p.empty for p in positional), min(4, len(positional))


def is_method(owner: Any, name: str) -> bool:
    return inspect.isfunction(inspect.getattr_static(type(owner), name, None))


def is_settable(owner: Any, name: str) -> bool:
    found = inspect.getattr_static(type(owner), name, None)
    return not isinstance(found, classmethod) and (not isinstance(found, property) or found.fset is not None)


def add_matrix() -> None:
    model = World()
    for kind, owner in model.objects.items():
        for name in members(owner):
            case(f"{kind}.{name} read or called plainly", _on_fresh(kind, name, lambda world, owner, n: touch(owner, n, ())))
            case(f"{kind}.{name} of a closed object", _on_fresh(kind, name, _closed))
            case(f"{kind}.{name} of a closed context", _on_fresh(kind, name, _context_closed))
            case(f"{kind}.{name} on another thread", _on_fresh(kind, name, _elsewhere))
            case(f"{kind}.{name} with hostile values", _on_fresh(kind, name, _all_values))
    model.close()


def _on_fresh(kind: str, name: str, body: Callable[[World, Any, str], Any]) -> Callable[[], Any]:
    def run() -> Any:
        world = World()
        try:
            return body(world, world.objects[kind], name)
        finally:
            world.close()

    return run


def _closed(world: World, owner: Any, name: str) -> Any:
    if not hasattr(owner, "close"):
        return None
    owner.close()
    return _must_refuse(owner, name)


def _context_closed(world: World, owner: Any, name: str) -> Any:
    world.context.close()
    return _must_refuse(owner, name)


def _must_refuse(owner: Any, name: str) -> Any:
    least = required(owner, name)[0] if is_method(owner, name) else 0
    return touch(owner, name, (0,) * least)


def _elsewhere(world: World, owner: Any, name: str) -> None:
    caught: List[BaseException] = []

    def run() -> None:
        try:
            touch(owner, name, (0.05,) if name == "result" else ())
        except BaseException as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive(), "hangs"
    if caught:
        raise caught[0]


def _all_values(world: World, owner: Any, name: str) -> None:
    """Each value in each place; a case of its own for the count would be one process of thousands of lines."""
    for label, value in world.values:
        try:
            if is_method(owner, name):
                least, most = required(owner, name)
                for count in range(max(1, least), most + 1):
                    touch(owner, name, (value,) * count)
            elif is_settable(owner, name):
                setattr(owner, name, value)
        except PLAIN as error:
            assert str(error) or isinstance(error, (AssertionError, NotImplementedError, KeyError)), f"{label}: no message"
        except ZeroDivisionError:
            pass  # the hostile function was called
    if isinstance(owner, (Bitmap, BitmapView)):  # whatever its fields say by now, memory is safe
        Node(world.foreign).render(owner)
