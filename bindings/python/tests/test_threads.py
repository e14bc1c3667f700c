"""Many threads at once. What these tests check is mostly that they end."""
from __future__ import annotations

import random
import threading

import lamina
from lamina import Bitmap, Node, Surface, TextNode


def run_all(*functions) -> None:  # type: ignore[no-untyped-def]
    failures = []

    def guard(function) -> None:  # type: ignore[no-untyped-def]
        try:
            function()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guard, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    if failures:
        raise failures[0]


def test_trees_are_built_on_any_thread(context: lamina.Context) -> None:
    built = []

    def build() -> None:
        for _ in range(50):
            labels = [TextNode(context, f"label {i}") for i in range(5)]
            built.append(Node(context, spec=lamina.column(*labels)))

    run_all(*[build] * 4)
    root = Node(context, spec=lamina.column(*built))
    surface = Surface(context, (200, 200), root=root)
    context.wait_idle(30)
    assert context.statistics.displays >= 1 and surface.has_damage


def test_properties_of_shown_nodes_from_any_thread(context: lamina.Context) -> None:
    nodes = [Node(context, size=(10, 10)) for _ in range(20)]
    surface = Surface(context, (200, 10), root=Node(context, spec=lamina.row(*nodes)))
    stop = threading.Event()

    def change() -> None:
        generator = random.Random(1)
        while not stop.is_set():
            node = generator.choice(nodes)
            node.background = (generator.random(), 0, 0)
            node.opacity = generator.random()
            node.set_needs_display()

    threads = [threading.Thread(target=change) for _ in range(3)]
    for thread in threads:
        thread.start()
    bitmap = Bitmap(200, 10)
    for _ in range(200):
        context.process(0.002)
        surface.composite(bitmap)
    stop.set()
    for thread in threads:
        thread.join()
    for node in nodes:
        node.background, node.opacity = "#00ff00", 1
    context.wait_idle(30)
    surface.composite(bitmap)
    assert {bitmap.pixel(x, 5) for x in range(200)} == {(0, 255, 0, 255)}


def test_hierarchy_of_shown_nodes_belongs_to_the_owner(context: lamina.Context) -> None:
    root = Node(context)
    surface = Surface(context, (10, 10), root=root)
    caught = []

    def add() -> None:
        try:
            root.add_child(Node(context))
        except lamina.WrongThreadError as error:
            caught.append(str(error))

    run_all(add)
    assert len(caught) == 1 and surface and root.child_count == 0


def test_one_context_for_each_thread() -> None:
    def serve() -> None:
        for _ in range(5):
            with lamina.Context(workers=1) as context:
                bitmap = Bitmap(120, 30)
                root = Node(context, background="#ffffff", spec=lamina.inset(TextNode(context, "hello"), 4))
                root.render(bitmap)
                context.wait_idle(30)
                assert any(bitmap.pixel(x, 12) != (255, 255, 255, 255) for x in range(120))

    run_all(*[serve] * 4)


def test_python_drawings_on_many_workers() -> None:
    with lamina.Context(workers=4) as context:
        count = []

        def draw(canvas: lamina.Canvas) -> None:
            canvas.cairo.paint()
            count.append(threading.get_ident())

        nodes = [Node(context, draw=draw, size=(4, 4)) for _ in range(100)]
        surface = Surface(context, (400, 4), root=Node(context, spec=lamina.row(*nodes)))
        context.wait_idle(30)
        assert len(count) == 100 and threading.get_ident() not in count and surface


def test_a_context_for_each_thread_of_a_pool() -> None:
    from concurrent.futures import ThreadPoolExecutor

    from lamina import _lifetime

    before = set(_lifetime._live)

    def draw(number: int) -> int:
        ui = lamina.thread_context()
        assert ui is lamina.thread_context()
        return ui.picture(ui.text(f"picture {number}"), width=60 + number % 3).width

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(draw, range(60))) == [60 + number % 3 for number in range(60)]
    assert set(_lifetime._live) == before  # the threads have closed theirs
