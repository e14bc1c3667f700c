"""Wrong order: calls from within callbacks, closing in races, cycles, depths."""
from __future__ import annotations

import asyncio
import gc
import inspect
import threading
from typing import Any, Callable, Dict, List

import lamina
from lamina import Bitmap, Context, Node, Surface, Transaction

from world import PLAIN, World, case


def _within(callback: str, action: Callable[[Context], Any]) -> Callable[[], Any]:
    """Does something inside a callback of a kind."""

    def run() -> None:
        context = Context(workers=1, log=lambda level, text: callback == "log" and action(context))
        acted = lambda *ignored: action(context)  # noqa: E731
        surface = Surface(context, (9, 9))
        node = Node(context, size=(9, 9), draw=acted if callback == "draw" else None, background="red")
        if callback == "log":
            node.set_draw_callback(lambda canvas: 1 / 0)
        if callback in ("will", "did"):
            node.set_draw_callback(lambda canvas: None)
            node.set_display_observer(acted if callback == "will" else None, acted if callback == "did" else None)
        surface.set_root(node)
        transaction = Transaction(context)
        transaction.add_operation(acted if callback == "execute" else None, acted if callback == "complete" else None)
        transaction.commit(acted if callback == "done" else None)
        if callback in ("pixels", "image"):
            (node.set_draw_pixels_callback if callback == "pixels" else node.set_draw_image_callback)(acted)
        if callback == "call":
            context.post(lambda: acted())
            context.post_delayed(0, lambda: acted())
        if callback in ("before", "after"):
            context.add_commit_observer(callback, lambda: acted())
        if callback == "picture":
            context.start_picture(Node(context), 4, 4).add_done_callback(acted)
        for _ in range(4):
            if context.closed:
                break
            try:
                context.wait_idle(5)
            except (*PLAIN, ZeroDivisionError):
                pass
        context.close()

    return run


def _spawn(action: Callable[[], Any]) -> None:
    thread = threading.Thread(target=action)
    thread.start()
    thread.join(5)


ACTIONS: Dict[str, Callable[[Context], Any]] = {
    "process": lambda context: context.process(),
    "wait": lambda context: context.wait_idle(1),
    "close the context": lambda context: context.close(),
    "close on another thread": lambda context: _spawn(context.close),
    "make and drop nodes": lambda context: [Node(context) for _ in range(50)] and gc.collect(),
    "picture": lambda context: context.picture(Node(context), 3, 3),
    "surface": lambda context: Surface(context, (3, 3)).composite(Bitmap(3, 3)),
    "open another context": lambda context: Context(workers=0).close(),
    "post": lambda context: context.post(lambda: None) or context.post_delayed(0, lambda: None),
    "set the time": lambda context: context.set_time(1),
    "raise": lambda context: [][0],
}
CALLBACKS = ["draw", "will", "did", "execute", "complete", "done", "log", "picture", "pixels", "image", "call", "before", "after"]


def add_order() -> None:
    for callback in CALLBACKS:
        for name, action in ACTIONS.items():
            case(f"{name} within {callback}", _within(callback, action))
    case("close in a random order", _random_closing)
    case("threads race to close", _racing_close)
    case("contexts left to the collector on another thread", _collected_elsewhere)
    case("a cycle through user data", _cycle)
    case("a deep tree", _deep)
    case("a deep spec", _deep_spec)
    case("a picture whose context closes", _closing_picture)
    case("a bitmap that shrinks while it is drawn", _shrinking)
    case("a picture of a class", lambda: Context(workers=0).picture(lamina.Node, 1, 1))  # type: ignore[arg-type]
    case("asyncio after close", _asyncio_after_close)
    case("asyncio on another thread", _asyncio_elsewhere)


def _random_closing() -> None:
    import random

    generator = random.Random(7)
    for _ in range(50):
        world = World()
        things = list(world.objects.values()) + [value for _, value in world.values]
        generator.shuffle(things)
        for thing in things:
            if hasattr(thing, "close") and not inspect.isclass(thing):
                thing.close()


def _racing_close() -> None:
    for _ in range(30):
        context = Context(workers=1)
        nodes = [Node(context) for _ in range(50)]
        threads = [threading.Thread(target=lambda: [node.close() for node in nodes]) for _ in range(3)]
        threads.append(threading.Thread(target=context.close))
        for thread in threads:
            thread.start()
        context.close()
        for thread in threads:
            thread.join()


def _collected_elsewhere() -> None:
    def work() -> None:
        for _ in range(20):
            context = Context(workers=1)
            context.start_picture(Node(context, draw=lambda canvas: canvas.cairo.paint()), 9, 9)
        del context

    _spawn(work)
    gc.collect()


def _cycle() -> None:
    for _ in range(20):
        context = Context(workers=0)
        node = Node(context)
        node.user_data = (context, node)
        node.set_draw_callback(lambda canvas, node=node: node.name)
        context.close()
    gc.collect()


def _deep() -> None:
    with Context(workers=1) as context:
        top = node = Node(context)
        for _ in range(30_000):
            child = Node(context)
            node.add_child(child)
            node = child
        context.picture(top, 5, 5)


def _deep_spec() -> None:
    with Context(workers=1) as context:
        element: Any = Node(context)
        for _ in range(5_000):
            element = lamina.inset(element, 0)
        context.picture(element, 5, 5)


def _closing_picture() -> None:
    context = Context(workers=1)
    pending = context.start_picture(Node(context, draw=lambda canvas: canvas.cairo.paint()), 50, 50)
    context.close()
    pending.result(5)


def _shrinking() -> None:
    with Context(workers=1) as context:
        bitmap = Bitmap(64, 64)
        Node(context).render(bitmap)
        try:
            bitmap.clear()
        finally:
            context.wait_idle(5)


def _asyncio_after_close() -> None:
    async def main() -> None:
        async with Context(workers=1) as context:
            node = Node(context)
        try:
            await node.displayed()
        except lamina.ClosedError:
            pass
        await context.start_picture(node, 1, 1)

    asyncio.run(main())


def _asyncio_elsewhere() -> None:
    with Context(workers=0) as context:
        errors: List[BaseException] = []

        async def main() -> None:
            try:
                context.attach()
            except lamina.WrongThreadError as error:
                errors.append(error)

        _spawn(lambda: asyncio.run(main()))
        if not errors:
            raise SystemError("accepted")
