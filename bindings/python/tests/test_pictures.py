"""Pictures without a surface, and the formats in which they leave."""
from __future__ import annotations

import errno
import importlib.util
import io
import math
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, Dict

import pytest

import lamina
from lamina import Bitmap, BitmapView, Node
from lamina._png import read_png


def needs(package: str) -> Callable[..., object]:
    return pytest.mark.skipif(importlib.util.find_spec(package) is None, reason=f"{package} is not installed")


def test_size_is_asked_of_the_tree(context: lamina.Context) -> None:
    box = context.box(size=(30, 20), background="red")
    assert context.picture(box).size == (30, 20)
    assert context.picture(box, scale=2).size == (60, 40)
    assert context.picture(box, scale=0.1).size == (3, 2)
    assert context.picture(lamina.column()[context.text("Hello")], width=200).size[0] == 200
    assert context.picture(box, 50, 40, background="white").pixel(45, 5) == (255, 0, 0, 255)
    for wrong in (lambda: context.picture(context.box()), lambda: context.picture(box, 1e6), lambda: context.picture(box, scale=0)):
        with pytest.raises(lamina.InvalidArgumentError):
            wrong()


def test_frames_are_not_of_the_picture_until_they_are_applied(context: lamina.Context) -> None:
    label = context.text("Many words that take some lines", size=20)
    card = context.box()[lamina.inset(5)[label]]
    for width in (90, 300):
        before = label.frame
        picture = context.picture(card, width=width)
        assert label.frame == before
        card.apply_layout(((width, 0), (width, math.inf)))
        assert card.frame.size == picture.size and label.frame.width == width - 10
        assert label.text_layout().metrics.size.height == picture.height - 10


def test_a_picture_has_a_size(context: lamina.Context) -> None:
    photo = lamina.Bitmap(40, 20)
    node = context.box()
    node.set_image(photo)
    found = context.picture(node)
    assert (found.width, found.height) == (40, 20)
    narrow = context.picture(node, width=10)
    assert (narrow.width, narrow.height) == (10, 5)
    (drawn,) = lamina.Template(lamina.tree.image(photo)).render([{}])
    assert (drawn.width, drawn.height) == (40, 20)
    form = {"width": 30, "root": {"flex_profile": "css", "children": [{"kind": "image", "image": "{photo}"}]}}
    one, two = lamina.Template(form).render([{"photo": photo}, {"photo": lamina.Bitmap(10, 20)}])
    assert ((one.width, one.height), (two.width, two.height)) == ((30, 20), (30, 20))


def test_pending_pictures(context: lamina.Context) -> None:
    heard = []
    pictures = [context.start_picture(context.text(f"picture {i}"), width=80) for i in range(20)]
    pictures[0].add_done_callback(heard.append)
    assert all(picture.result(30).width == 80 for picture in pictures)
    assert heard == [pictures[0]] and pictures[0].done()
    pictures[0].add_done_callback(heard.append)
    assert len(heard) == 2


def test_a_future_for_another_thread(context: lamina.Context) -> None:
    future = context.start_picture(context.box(background="blue"), 4, 4).future
    sizes = []
    thread = threading.Thread(target=lambda: sizes.append(future.result(30).size))
    thread.start()
    context.wait_idle(30)
    thread.join()
    assert sizes == [(4, 4)]


def test_failures_reach_who_waits(context: lamina.Context) -> None:
    def draw(canvas: lamina.Canvas) -> None:
        raise KeyError("no such thing")

    with pytest.raises(KeyError, match="no such thing"):
        context.picture(context.box(draw=draw), 10, 10)
    bad, good = (context.start_picture(box, 10, 10) for box in (context.box(draw=draw), context.box()))
    later = good.future
    time.sleep(0.1)  # both are drawn, and neither has ended
    assert good.result(30).size == later.result(0).size == (10, 10)
    for _ in range(2):
        with pytest.raises(KeyError, match="no such thing"):
            bad.result(30)
    context.process()  # it was raised where it belongs
    stopped = lamina.Context(workers=1)
    pending = stopped.start_picture(Node(stopped), 5, 5)
    stopped.close()
    if not pending.done():
        pytest.fail("closing finishes pictures, drawn or cancelled")


def test_a_picture_does_not_keep_its_context(context: lamina.Context) -> None:
    other = lamina.Context(workers=1)
    pending = other.start_picture(Node(other), 5, 5)
    del other
    import gc

    gc.collect()
    try:
        pending.result(1)
    except lamina.CancelledError:
        pass
    assert pending.done()


def translucent(context: lamina.Context) -> Bitmap:
    return context.picture(context.box(background=(1, 0.5, 0, 0.5)), 3, 2)


EXPECTED = (255, 128, 0, 128)


def near(found: object, wanted: object) -> bool:
    return all(abs(int(a) - int(b)) <= 2 for a, b in zip(found, wanted))  # type: ignore[call-overload]


def test_png(context: lamina.Context, tmp_path: Path) -> None:
    picture = translucent(context)
    picture.save(tmp_path / "saved.png")
    data = picture.to_png()
    assert (tmp_path / "saved.png").read_bytes() == data == picture._repr_png_()
    width, height, rgba = read_png(data)
    assert (width, height) == picture.size and near(rgba[:4], EXPECTED) and near(picture.to_rgba()[:4], EXPECTED)
    opaque = context.picture(context.text("some text to filter", size=30), background="white")
    assert read_png(opaque.to_png())[2] == opaque.to_rgba()
    with pytest.raises(ValueError):
        read_png(b"GIF89a")
    with pytest.raises(ValueError):
        read_png(data[:30])


def test_buffer_protocol(context: lamina.Context) -> None:
    picture = translucent(context)
    assert len(bytes(picture)) == 24 and memoryview(picture).nbytes == 24
    memory = bytearray(40 * 4)
    view = BitmapView(memory, 4, 4, stride=40)
    Node(context, background="white").render(view)
    context.wait_idle()
    assert memory[16:40] == bytes(24) and memory[40:56] == b"\xff" * 16
    assert len(view.to_rgba()) == 64 and set(view.to_rgba()) == {255}
    with pytest.raises(lamina.InvalidArgumentError, match="read-only"):
        BitmapView(bytes(64), 4, 4)


@pytest.mark.parametrize("by", ["numpy", "hand"])
def test_pixels_of_others_become_a_bitmap(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if by == "hand":
        monkeypatch.setitem(sys.modules, "numpy", None)  # as if it were not installed
    elif importlib.util.find_spec("numpy") is None:
        pytest.skip("numpy is not installed")
    straight = bytes([255, 0, 10, 255, 200, 100, 0, 128, 9, 9, 9, 0])
    bitmap = Bitmap.from_rgba(straight, 3, 1)
    assert [bitmap.pixel(x, 0) for x in range(3)] == [(255, 0, 10, 255), (100, 50, 0, 128), (0, 0, 0, 0)]
    assert near(bitmap.to_rgba()[:8], straight[:8]) and bitmap.size == (3, 1)
    opaque = Bitmap.from_rgba(memoryview(bytes(range(12))).cast("B", (2, 2, 3)))
    assert opaque.size == (2, 2) and opaque.pixel(1, 1) == (9, 10, 11, 255)
    with pytest.raises(lamina.InvalidArgumentError, match="12 bytes, or without alpha 9, not 11"):
        Bitmap.from_rgba(bytes(11), 3, 1)
    with pytest.raises(lamina.InvalidArgumentError, match="without width and height"):
        Bitmap.from_rgba(bytes(12))


@needs("PIL")
def test_from_pil() -> None:
    import PIL.Image

    image = PIL.Image.new("P", (2, 1), 0)
    image.putpalette([10, 20, 30] * 256)
    assert Bitmap.from_pil(image).pixel(1, 0) == (10, 20, 30, 255)
    clear = PIL.Image.new("RGBA", (3, 2), (200, 100, 0, 128))
    bitmap = Bitmap.from_pil(clear)
    assert bitmap.size == (3, 2) and bitmap.pixel(2, 1) == (100, 50, 0, 128)
    assert near(bytes(bitmap.to_pil().tobytes())[:4], bytes((200, 100, 0, 128)))


@needs("numpy")
def test_numpy_shares_the_memory(context: lamina.Context) -> None:
    picture = translucent(context)
    array = picture.to_numpy()
    assert array.shape == (2, 3, 4) and array.dtype.name == "uint8"
    array[1, 2] = (1, 2, 3, 255)
    assert picture.pixel(2, 1) == (3, 2, 1, 255)
    import numpy

    canvas = numpy.zeros((6, 8, 4), "uint8")
    part = BitmapView(canvas, 3, 2, stride=32)
    part.to_numpy()[:] = 7
    assert canvas[:2, :3].min() == 7 and canvas.sum() == 7 * 24
    context.box().render(BitmapView(canvas, 8, 6))
    context.wait_idle()


@needs("PIL")
def test_pil(context: lamina.Context) -> None:
    bitmap = translucent(context)
    image = bitmap.to_pil()
    assert image.mode == "RGBA" and image.size == (3, 2) and near(image.getpixel((1, 1)), EXPECTED)
    assert image.tobytes() == bitmap.to_rgba() == bitmap.encode("raw")


@needs("pygame")
def test_pygame(context: lamina.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    picture = context.picture(context.box(background="#ff8000"), 3, 2)
    surface = picture.to_pygame()
    assert surface.get_size() == (3, 2) and tuple(surface.get_at((1, 1))) == (255, 128, 0, 255)


@pytest.mark.parametrize("binding", ["PySide6", "PyQt6", "PyQt5", "PySide2"])
def test_qimage(context: lamina.Context, binding: str) -> None:
    pytest.importorskip(f"{binding}.QtGui")
    image = translucent(context).to_qimage(binding)
    color = image.pixelColor(1, 1)
    assert (image.width(), image.height()) == (3, 2)
    assert near((color.red(), color.green(), color.blue(), color.alpha()), EXPECTED)


def test_qimage_binds_what_qt_takes(context: lamina.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no Qt is installed, at least the call is what Qt documents."""
    import sys
    import types

    class Image:
        class Format:
            Format_ARGB32_Premultiplied = 6

        def __init__(self, *arguments: object) -> None:
            self.arguments = arguments

    module = types.ModuleType("PyQt6.QtGui")
    module.QImage = Image  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "PyQt6", types.ModuleType("PyQt6"))
    monkeypatch.setitem(sys.modules, "PyQt6.QtGui", module)
    made = translucent(context).to_qimage("PyQt6")
    data, *rest = made.arguments
    assert rest == [3, 2, 12, 6] and isinstance(data, memoryview) and data.nbytes == 24


def test_tk(context: lamina.Context) -> None:
    tkinter = pytest.importorskip("tkinter")
    try:
        window = tkinter.Tk()
    except tkinter.TclError as error:
        pytest.skip(str(error))
    image = translucent(context).to_tk(window)
    assert (image.width(), image.height()) == (3, 2)
    before = lamina.Bitmap(40, 30)
    before[:] = b"\x00\x80\xff\xff" * 1200
    shown = before.to_tk(window)
    after = context.picture(context.box(background="teal"), 40, 30)
    assert after.to_tk(into=shown, damage=[lamina.RectPx(5, 6, 10, 4), lamina.RectPx(38, 28, 2, 2)]) is shown
    changed = {(x, y) for x in range(40) for y in range(30) if shown.get(x, y) == (0, 128, 128)}
    assert changed == {(x, y) for x in range(5, 15) for y in range(6, 10)} | {(38, 28), (39, 28), (38, 29), (39, 29)}
    assert shown.get(0, 0) == (255, 128, 0) and after.to_tk(into=shown).get(0, 0) == (0, 128, 128)
    lamina.Bitmap(40, 30).to_tk(into=shown, damage=[(0, 0, 2, 2)])
    assert shown.transparency_get(1, 1) and not shown.transparency_get(2, 2)
    for wrong, words in (([(39, 0, 2, 1)], "is not within 40 x 30 pixels"), ([(-1, 0, 2, 1)], "is not within")):
        with pytest.raises(lamina.InvalidArgumentError, match=words):
            after.to_tk(into=shown, damage=wrong)
    with pytest.raises(lamina.InvalidArgumentError, match="the image is 40 x 30 pixels, and the bitmap 3 x 2"):
        translucent(context).to_tk(into=shown)
    window.destroy()


def test_a_picture_of_many_cards_leaves_nothing(environment: Dict[str, str]) -> None:
    import subprocess
    import sys

    code = """
import gc, lamina
from lamina import column, inset, span
def memory(): return int(open("/proc/self/statm").read().split()[1]) * 4096
with lamina.Context(workers=2) as ui:
    def card(i):
        body = ui.text("Some ", span("words", color="teal"), " here", max_lines=2)
        card = ui.box(background="white")[inset(16)[column(spacing=6)[ui.text(f"Card {i % 50}", size=20), body]]]
        ui.picture(card, width=200, height=80)
    for i in range(500): card(i)
    gc.collect()
    before = memory()
    for i in range(5000): card(i)
    gc.collect()
    print(memory() - before, ui.statistics.node_count, ui.statistics.object_count)
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    growth, nodes, objects = map(int, done.stdout.split())
    assert growth <= 1_000_000 and (nodes, objects) == (0, 0)


def test_the_name_of_a_file_says_its_format(context: lamina.Context, tmp_path: Path) -> None:
    picture = context.picture(context.box(size=(6, 4), background="red"))
    beginnings = {"a.png": b"\x89PNG", "a.JPG": b"\xff\xd8\xff", "a.jpeg": b"\xff\xd8\xff", "a.webp": b"RIFF", "a.qoi": b"qoif"}
    for name, beginning in beginnings.items():
        picture.save(tmp_path / name, quality=90)
        assert (tmp_path / name).read_bytes().startswith(beginning)
        assert Bitmap.read(tmp_path / name).size == Bitmap.read(str(tmp_path / name)).size == (6, 4)
    for name in ("a.gif", "a", "webp"):
        with pytest.raises(lamina.InvalidArgumentError, match=r"\.png, \.jpg"):
            picture.save(tmp_path / name)
        assert not (tmp_path / name).exists()
    with pytest.raises(FileNotFoundError):
        Bitmap.read("not there.png")
    missing, folder = tmp_path / "none" / "a.png", str(tmp_path)
    ways: "list[tuple[Any, int, Any]]" = [
        (lambda: Bitmap.read(missing), errno.ENOENT, str(missing)),
        (lambda: Bitmap.read(folder), errno.EISDIR, folder),
        (lambda: picture.save(missing), errno.ENOENT, str(missing)),
        (lambda: picture.write_png(missing), errno.ENOENT, str(missing)),
        (lambda: context.add_font_file(missing), errno.ENOENT, str(missing)),
    ]
    for call, number, path in ways:
        with pytest.raises(lamina.LaminaError) as found:
            call()
        error: Any = found.value
        assert isinstance(error, lamina.FileError) and isinstance(error, OSError)
        assert (error.errno, error.filename, error.strerror) == (number, path, os.strerror(number))
        assert str(path) in str(error) and os.strerror(number) in str(error)
    with pytest.raises(lamina.FileError) as unreadable:
        Bitmap.read(b"GIF90a")
    assert unreadable.value.errno is None and str(unreadable.value) == "these bytes are not a PNG, JPEG, WebP, GIF, QOI, SVG, AVIF, HEIF, JPEG XL or Lottie picture"
    with pytest.raises(lamina.InvalidArgumentError, match="is not the path of a file"):
        Bitmap.read("a\0.png")
    with pytest.raises(TypeError, match="int"):
        Bitmap.read(5)  # type: ignore[arg-type]


def test_file_objects_are_told_what_to_do() -> None:
    bitmap, file = Bitmap(2, 2), io.BytesIO()
    for write in (bitmap.save, bitmap.write_file, bitmap.write_png):
        with pytest.raises(TypeError, match=r"not to BytesIO; into a file object write the bytes of to_png\(\) or encode"):
            write(file)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"not from BytesIO; of a file object give the bytes, file\.read\(\)"):
        Bitmap.read(io.BytesIO(bitmap.to_png()))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"not from NoneType$"):
        Bitmap.read(None)  # type: ignore[arg-type]


def test_a_picture_on_another_thread_is_refused_and_not_waited_for(context: lamina.Context) -> None:
    found: "list[BaseException]" = []

    def ask() -> None:
        try:
            context.picture(context.box(size=(5, 5)))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(30)
    assert [type(error) for error in found] == [lamina.WrongThreadError] and "start_picture" in str(found[0])


def test_a_file_that_is_not_whole_yet_is_incomplete(context: lamina.Context) -> None:
    """Whatever length of it has come: it is not a picture of a wrong size."""
    bitmap = context.picture(context.box(background="red"), 40, 20)
    for format in ("jpeg", "png", "qoi", "webp"):
        data = bitmap.encode(format)
        # Behind the pixels of a PNG only its end mark is missing.
        for length in range(1, min(len(data) - 12 if format == "png" else len(data), 200)):
            with pytest.raises(lamina.FileError):
                Bitmap.read(data[:length])
