"""Nodes that load their pictures: from servers, files and programs; previews, memory, failures."""
from __future__ import annotations

import asyncio
import http.server
import threading
from pathlib import Path
from typing import Any, List, Tuple

import pytest

import lamina
from lamina import Bitmap, Image, ImageNode, ImageState, ImageStatus, ImageStep, InterfaceState, Node, Surface

RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
JPEGS = Path(__file__).parents[3] / "Tests" / "LaminaDrawTests" / "Fixtures" / "pictures" / "jpeg"


def png(color: Tuple[int, int, int, int], side: int = 16) -> bytes:
    return Bitmap.from_rgba(bytes(color) * (side * side), side, side).encode("png")


def color_at(surface: Surface, pixels: Bitmap, x: int = 3, y: int = 3) -> Any:
    surface.composite(pixels)
    return tuple(pixels.to_rgba()[4 * (y * pixels.width + x) :][:4])


def test_from_everything(context: lamina.Context, tmp_path: Path) -> None:
    path = tmp_path / "a b.png"
    path.write_bytes(png(RED))
    for source in (path, str(path), path.as_uri(), png(RED), Bitmap.from_rgba(bytes(RED) * 64, 8, 8), Image(context, png(RED))):
        node = ImageNode(context, source, size=(8, 8))
        surface, pixels = Surface(context, (8, 8), root=node), Bitmap(8, 8)
        context.wait_idle()
        assert color_at(surface, pixels) == RED, source
        surface.close()
    assert context.image_statistics.decoded >= 3
    with pytest.raises(TypeError):
        ImageNode(context, 5)
    with pytest.raises(lamina.InvalidArgumentError, match="URL"):
        ImageNode(context, "http://exa mple.org")


def test_pictures_without_a_surface(context: lamina.Context, tmp_path: Path) -> None:
    """What is drawn waits for the pictures that its nodes load."""
    path = tmp_path / "a.png"
    path.write_bytes(png(RED))
    for source in (path, path.as_uri(), png(RED), Bitmap.from_rgba(bytes(RED) * 64, 8, 8), Image.begin(context, png(RED))):
        picture = context.picture(ImageNode(context, source, size=(8, 8)))
        assert tuple(picture.to_rgba()[:4]) == RED, source
    card = context.box()[lamina.row()[ImageNode(context, path, size=(8, 8)), ImageNode(context, tmp_path / "no.png", size=(8, 8))]]
    with pytest.raises(lamina.FileError, match="no.png"):
        context.picture(card)
    fallback = Image(context, png(GREEN))
    picture = context.picture(ImageNode(context, tmp_path / "no.png", size=(8, 8), fallback=fallback))
    assert tuple(picture.to_rgba()[:4]) == GREEN


def test_status_of_every_source(context: lamina.Context) -> None:
    sources: "List[Any]" = [png(RED), Bitmap.from_rgba(bytes(RED) * 64, 8, 8), Image(context, png(RED)), Image.begin(context, png(RED))]
    for source in sources:
        seen: "List[ImageStatus]" = []
        node = ImageNode(context, source, size=(8, 8), changed=lambda node, status: seen.append(status))
        context.wait_idle()
        assert (node.image_status.state, node.image_status.shown) == (ImageState.LOADED, 0), source
        assert [status.state for status in seen] == [ImageState.LOADED], source
    seen = []
    node = ImageNode(context, png(RED)[:60], size=(8, 8), changed=lambda node, status: seen.append(status))
    assert node.image_status.state == ImageState.LOADING
    context.wait_idle()
    assert [status.state for status in seen] == [ImageState.FAILED]
    assert node.image_status.failure is not None
    with pytest.raises(lamina.LaminaError):
        asyncio.run(node.loaded())


@pytest.mark.parametrize("is_shown", [False, True])
def test_a_placeholder_that_persists_waits_for_the_picture(context: lamina.Context, tmp_path: Path, is_shown: bool) -> None:
    """Until there is one, and no longer, whichever way it comes."""
    path = tmp_path / "red.png"
    path.write_bytes(png(RED))
    nodes = [ImageNode(context, size=(8, 8)) for _ in range(6)]
    for node in nodes:
        node.set_placeholder("#0f0", persists=True)
    surface, pixels = Surface(context, (60, 8), root=context.box()[lamina.row(spacing=2)[nodes]]), Bitmap(60, 8)
    if is_shown:
        context.wait_idle()
        assert [color_at(surface, pixels, 3 + 10 * i) for i in range(6)] == [GREEN] * 6
    nodes[0].set_image(Bitmap.read(path))
    nodes[1].set_image(Image(context, path))
    nodes[2].set_image(Image.begin(context, path))
    nodes[3].set_source(path)
    nodes[4].set_source(tmp_path / "nothing.png")
    context.wait_idle()
    assert [color_at(surface, pixels, 3 + 10 * i) for i in range(6)] == [RED] * 4 + [GREEN] * 2
    surface.close()


def test_another_source_keeps_what_was_said(context: lamina.Context, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(png(RED))
    seen: List[ImageState] = []
    node = ImageNode(context, size=(8, 8), fallback=Image(context, png(BLUE)), changed=lambda node, status: seen.append(status.state))
    surface, pixels = Surface(context, (8, 8), root=node), Bitmap(8, 8)
    node.set_source(tmp_path / "nothing.png")
    context.wait_idle()
    assert color_at(surface, pixels) == BLUE
    node.set_source(tmp_path / "red.png")
    context.wait_idle()
    assert color_at(surface, pixels) == RED
    assert seen[-1] == ImageState.LOADED and ImageState.FAILED in seen
    surface.close()


def test_responses_of_servers_that_refuse(tmp_path: Path) -> None:
    class Refusing(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments: Any) -> None:
            pass

        def do_GET(self) -> None:
            self.send_error(404)

    server = http.server.HTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/a.png"

    async def main() -> None:
        async with lamina.Context(workers=1) as context:
            with pytest.raises(lamina.FileError) as caught:
                await ImageNode(context, url, eager=True).loaded()
            assert caught.value.response is not None
            assert (caught.value.response.http_status, caught.value.response.url) == (404, url)
            node = ImageNode(context, tmp_path / "nothing.png", eager=True)
            with pytest.raises(lamina.FileError) as caught:
                await node.loaded()
            assert caught.value.response is None and node.image_status.http_status == 0

    asyncio.run(main())
    server.shutdown()
    server.server_close()


def test_arguments(context: lamina.Context) -> None:
    with pytest.raises(TypeError, match="fallback"):
        ImageNode(context, "a.png", fallback="blue.png")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="eager"):
        ImageNode(context, "a.png", eager="yes")  # type: ignore[arg-type]
    with pytest.raises(lamina.InvalidArgumentError, match="source has 0 URLs"):
        ImageNode(context, [])
    with pytest.raises(TypeError, match="size"):
        Image.begin(context, "a.png", size=5)  # type: ignore[arg-type]
    with pytest.raises(lamina.InvalidArgumentError, match="deviation"):
        lamina.ImageStep.blur(-1)


def test_all_ways_turn_upright(context: lamina.Context) -> None:
    """As the Exif block of the file says."""
    turned = next(JPEGS.parent.rglob("*orientation*6*.jpg"))
    bitmap, image = Bitmap.read(turned), Image(context, turned)
    assert (bitmap.width, bitmap.height) == image.size
    view = context.box(size=image.size)
    view.set_image(image)
    shown = context.picture(view, *image.size)
    assert bitmap.to_rgba() == shown.to_rgba()


def test_status(context: lamina.Context) -> None:
    asked: List[int] = []
    context.set_loader("app", lambda request, url, priority: asked.append(request))
    seen: List[ImageStatus] = []
    node = ImageNode(context, ["app:best", "app:worst"], size=(8, 8), worst_first=True, changed=lambda node, status: seen.append(status))
    assert node.image_status.state == ImageState.WAITING and node.image_status.shown is None
    surface, pixels = Surface(context, (8, 8), root=node), Bitmap(8, 8)
    served = 0

    def serve(data: bytes) -> None:
        nonlocal served
        while len(asked) == served:
            context.process()
        context.append_load(asked[served], data, len(data))
        context.end_load(asked[served])
        served += 1

    serve(png(RED))
    while node.image_status.shown != 1:
        context.process()
    assert node.image_status.source == lamina.LoadSource.HOST
    serve(png(BLUE))
    context.wait_idle()
    assert color_at(surface, pixels) == BLUE
    assert [status.shown for status in seen if status.state == ImageState.LOADED] == [0]
    assert not any(status.is_preview for status in seen)
    surface.close()


def test_waiting(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png(GREEN))

    async def run() -> None:
        async with lamina.Context() as context:
            node = ImageNode(context, path, eager=True)
            assert await node.loaded() is node
            assert node.image_status.shown == 0
            missing = ImageNode(context, tmp_path / "none.png", eager=True)
            with pytest.raises(lamina.LaminaError, match="none.png"):
                await missing.loaded()
            image = Image(context, path.as_uri())
            assert (await image.loaded()).size == (16, 16)
            with pytest.raises(lamina.InvalidStateError):
                await ImageNode(context).loaded()

    asyncio.run(run())


def test_memory(context: lamina.Context) -> None:
    url = "data:image/png;base64,"
    import base64

    url += base64.b64encode(png(RED)).decode()
    for _ in range(2):
        with Image(context, url) as image:
            context.wait_idle()
            assert image.size == (16, 16)
    found = context.image_statistics
    assert (found.hits, found.misses, found.decoded, found.cached_images) == (1, 1, 1, 1)
    assert found.cached_bytes == 16 * 16 * 4
    assert context.image_cache()[0].size == 16 * 16 * 4 and context.image_cache()[0].url == url
    context.set_image_cache(0)
    assert context.image_cache() == []


def test_previews() -> None:
    """A progressive JPEG shows as it comes, in more and more detail; a preview is never kept. Without workers, whose
    pace would say how many previews there are."""
    context = lamina.Context(0)
    data = (JPEGS / "scene-large-progressive.jpg").read_bytes()
    asked: List[int] = []
    context.set_loader("app", lambda request, url, priority: asked.append(request))
    seen: List[ImageStatus] = []
    node = ImageNode(context, "app:jpeg", size=(64, 48), progressive=True, changed=lambda node, status: seen.append(status))
    surface, pixels = Surface(context, (64, 48), root=node), Bitmap(64, 48)
    while not asked:
        context.process()
    final = Bitmap(1, 1)
    shown: List[bytes] = []
    step = len(data) // 12 + 1
    for start in range(0, len(data), step):
        context.append_load(asked[0], data[start : start + step], len(data))
        for _ in range(200):
            context.process()
            surface.composite(pixels)
        if not shown or shown[-1] != bytes(pixels):
            shown.append(bytes(pixels))
        assert context.image_statistics.cached_images == 0
    context.end_load(asked[0])
    context.wait_idle()
    surface.composite(pixels)
    final = pixels
    assert node.image_status.state == ImageState.LOADED and not node.image_status.is_preview
    assert any(status.is_preview for status in seen)
    with lamina.Context() as other:
        whole = ImageNode(other, JPEGS / "scene-large-progressive.jpg", size=(64, 48))
        expected = Bitmap(64, 48)
        with Surface(other, (64, 48), root=whole) as second:
            other.wait_idle()
            second.composite(expected)
    assert bytes(final) == bytes(expected)
    # Each is nearer to the picture than the one before, and none is blank once one has shown.
    distances = [sum(abs(a - b) for a, b in zip(each, expected)) for each in shown if any(each)]
    assert len(distances) >= 3 and distances == sorted(distances, reverse=True)
    surface.close()
    context.close()


def test_no_previews_out_of_sight() -> None:
    """What is near but not visible is fetched without previews; they begin when it is seen."""
    with lamina.Context(0) as context:
        data = (JPEGS / "scene-large-progressive.jpg").read_bytes()
        asked: List[int] = []
        context.set_loader("app", lambda request, url, priority: asked.append(request))
        node = ImageNode(context, "app:jpeg", size=(64, 48), progressive=True)
        node.interface_state = InterfaceState.DISPLAY
        surface = Surface(context, (64, 48), root=node)
        while not asked:
            context.process()
        context.append_load(asked[0], data[: len(data) // 2], len(data))
        for _ in range(200):
            context.process()
        assert node.image_status.shown is None and node.image_status.progress > 0.4
        node.interface_state = InterfaceState.VISIBLE
        context.append_load(asked[0], data[len(data) // 2 : len(data) * 3 // 4], len(data))
        for _ in range(200):
            context.process()
        assert node.image_status.shown == 0 and node.image_status.is_preview
        surface.close()


def test_late_cards(context: lamina.Context) -> None:
    """Rows keep their places while pictures come, and no node is without what it showed."""
    asked: List[Tuple[int, str]] = []
    context.set_loader("app", lambda request, url, priority: asked.append((request, url)))
    nodes = [ImageNode(context, f"app:{index}", size=(8, 8), name=str(index)) for index in range(4)]
    root = Node(context, spec=lamina.row()[nodes[0], nodes[1], nodes[2], nodes[3]])
    surface, pixels = Surface(context, (32, 8), root=root), Bitmap(32, 8)
    while len(asked) < 4:
        context.process()
    for request, url in reversed(asked):
        data = png((RED, GREEN, BLUE, RED)[int(url[4:])])
        context.append_load(request, data)
        context.end_load(request)
    context.wait_idle()
    assert [color_at(surface, pixels, 8 * index + 3) for index in range(4)] == [RED, GREEN, BLUE, RED]
    surface.close()


def test_rows_of_lists(context: lamina.Context) -> None:
    """A row is drawn anew when its picture has come."""
    asked: List[Tuple[int, str]] = []
    context.set_loader("app", lambda request, url, priority: asked.append((request, url)))
    form = {"width": 16, "root": {"kind": "image", "image": "{picture}", "background": "white", "style": {"height": 8}}}
    rows = lamina.List(context, template=lamina.Template(form), rows=[{"id": index, "picture": f"app:{index}"} for index in range(2)])
    surface, pixels = Surface(context, (16, 16), root=rows.node), Bitmap(16, 16)
    while len(asked) < 2:
        context.process()
    for request, url in asked:
        data = png(RED if url == "app:0" else BLUE)
        context.append_load(request, data)
        context.end_load(request)
    for _ in range(200):
        context.wait_idle(10)
        context.process()
        surface.composite(pixels)
        if tuple(pixels.to_rgba()[:4]) == RED and color_at(surface, pixels, 3, 11) == BLUE:
            break
    assert color_at(surface, pixels, 3, 3) == RED and color_at(surface, pixels, 3, 11) == BLUE
    surface.close()


def test_steps_are_made_once_and_kept(context: lamina.Context, tmp_path: Path) -> None:
    path = tmp_path / "red.png"
    path.write_bytes(png(RED))
    green = [ImageStep.crop((0, 0, 0.5, 1)), ImageStep.tint("#0f0")]
    node = ImageNode(context, path, size=(8, 8), steps=green, decode_size=(4, 8))
    other = ImageNode(context, path, size=(4, 4), steps=green, decode_size=(4, 8))
    surface, pixels = Surface(context, (12, 8), root=context.box()[lamina.row()[node, other]]), Bitmap(12, 8)
    context.wait_idle()
    assert color_at(surface, pixels) == GREEN and color_at(surface, pixels, 9) == GREEN
    assert context.image_statistics.decoded == 1
    image = Image.begin(context, path.as_uri(), steps=[ImageStep.tint("#00f")])
    blue = image.begin_modified(ImageStep.resize(2, 2))
    node.set_image(blue)
    context.wait_idle()
    assert blue.size == (2, 2) and image.size == (16, 16)
    assert color_at(surface, pixels) == BLUE
    decoded = context.image_statistics.decoded
    again = Image.begin(context, path.as_uri(), steps=[ImageStep.tint("#00f")])
    context.wait_idle()
    assert again.state == ImageState.LOADED and context.image_statistics.decoded == decoded
    other.set_source(path, steps=[])
    context.wait_idle()
    assert color_at(surface, pixels, 9) == RED
    for wrong in (ImageStep.tint("red"), [1], "crop"):
        with pytest.raises(TypeError):
            ImageNode(context, path, steps=wrong)  # type: ignore[arg-type]
    for size in ((0, 1), (1, -1)):
        with pytest.raises(lamina.InvalidArgumentError):
            ImageNode(context, path, decode_size=size)
    with pytest.raises(TypeError, match="decode_size"):
        ImageNode(context, path, decode_size=(1, 2, 3))  # type: ignore[arg-type]


@pytest.mark.parametrize("fit", ["aspect_fill", "aspect_fit"])
@pytest.mark.parametrize("size", [(90, 70), (96, 96), (400, 300)])
def test_steps_that_leave_less_than_the_node_has_room_for(
    context: lamina.Context, tmp_path: Path, fit: Any, size: Tuple[int, int]
) -> None:
    path = tmp_path / "wide.png"
    path.write_bytes(Bitmap.from_rgba(bytes(RED) * (400 * 300), 400, 300).encode("png"))
    node = ImageNode(context, path, size=size, steps=[ImageStep.resize(90, 90, fit)])
    surface, pixels = Surface(context, size, root=node), Bitmap(*size)
    context.wait_idle()
    assert color_at(surface, pixels, size[0] // 2, size[1] // 2) == RED
