"""Borders, shadows, gradients, transforms and pictures of nodes; picture files.

The golden picture stands in Tests/Golden/looks; LAMINA_GOLDEN=accept writes it anew, to be looked at.
"""
from __future__ import annotations

import os
from pathlib import Path

import pytest

import lamina
from lamina import Bitmap, BoxShadow, Color, CornerRadii, Gradient, Gravity, ImageFormat, ImageStep, Matrix, Node
from lamina.pytest_plugin import Golden

WIDTH, HEIGHT = 420, 300


def picture() -> Bitmap:
    """A red frame around a ramp."""
    image = Bitmap(30, 20)
    for y in range(20):
        for x in range(30):
            inside = 4 <= x < 26 and 4 <= y < 16
            at = y * image.stride + x * 4
            image[at : at + 4] = bytes((250, x * 8, y * 12, 255) if inside else (30, 30, 200, 255))
    return image


def test_a_picture_that_nodes_share() -> None:
    with lamina.Context(workers=2) as context:
        image = lamina.Image(context, picture())
        shown = []
        for one in (image, picture(), image):
            node, target = context.box(), Bitmap(50, 40)
            node.frame = (0, 0, 50, 40)
            node.set_image(one, gravity="aspect_fit")
            node.render(target)
            context.wait_idle()
            shown.append(bytes(target))
        assert shown[0] == shown[1] == shown[2] != bytes(Bitmap(50, 40))
        with lamina.Context(workers=0) as other, pytest.raises(lamina.LaminaError, match="another context"):
            other.box().set_image(image)
        image.close()
        with pytest.raises(lamina.ClosedError):
            context.box().set_image(image)


def scene(context: lamina.Context) -> Node:
    def box(x: float, y: float, width: float, height: float, color: str = "white", parent: "Node | None" = None) -> Node:
        node = context.box(background=color)
        node.frame = (x, y, width, height)
        (parent or root).add_child(node)
        return node

    root = context.box(background="#edf0f5")
    card = box(20, 20, 100, 70)
    card.corner_radius, card.shadow = 12, BoxShadow("#0006", y=4, blur=14)
    leaf = box(150, 20, 100, 70)
    leaf.corner_radii, leaf.border, leaf.clips = CornerRadii(30, 4, 20, 0), (3, "#1a4dcc"), True
    box(-20, 30, 100, 60, "#ffcc66", leaf)
    button = box(280, 20, 110, 70)
    button.corner_radius = 16
    button.set_gradient(Gradient([(0, "#f34"), (0.4, "#a4a"), (1, "#34f")], (0, 0), (1, 1)))
    turned = box(40, 130, 100, 60, "#339966")
    turned.corner_radius, turned.transform, turned.shadow = 8, Matrix.rotation(20), BoxShadow("#0008", 3, 3, 8)
    box(10, 10, 40, 20, "#ffffffcc", turned).border = (1, "black")
    ring = box(180, 130, 80, 60)
    ring.corner_radius, ring.border, ring.opacity, ring.shadow = 30, (6, "#9908"), 0.7, BoxShadow("#0008", 0, 0, 20, 6)
    frame = box(290, 120, 110, 70)
    frame.set_image(picture(), stretch=(4, 4, 4, 4))
    frame.transform = Matrix(xy=-0.3)
    for index, gravity in enumerate((Gravity.ASPECT_FIT, Gravity.ASPECT_FILL, Gravity.CENTER, "top_left", "bottom_right")):
        shown = box(20 + index * 80, 220, 60, 60)
        shown.set_image(picture(), gravity=gravity)
        shown.border = (1, "black")
    front = box(350, 250, 60, 40, "#0a5c")
    front.z_position = -1
    return root


def test_the_scene_looks_as_it_did(root: Path, context: lamina.Context) -> None:
    node = scene(context)
    surface = lamina.Surface(context, (WIDTH, HEIGHT), 2.0)
    surface.set_root(node)
    context.wait_idle()
    shown = Bitmap(WIDTH * 2, HEIGHT * 2)
    surface.composite(shown)
    surface.set_root(None)
    context.wait_idle()
    rendered = Bitmap(WIDTH * 2, HEIGHT * 2)
    node.render(rendered, scale=2.0)
    context.wait_idle()
    assert bytes(shown) == bytes(rendered)
    golden = Golden(root / "Tests" / "Golden" / "looks", os.environ.get("LAMINA_GOLDEN") == "accept")
    # Another cairo may round corners by one.
    golden(shown, "looks", tolerance=2)


def test_properties_come_back(context: lamina.Context) -> None:
    node = context.box()
    assert node.border is None and node.shadow is None and node.transform == Matrix() and node.anchor == (0.5, 0.5)
    node.border, node.shadow = (2, "red"), BoxShadow("black", 1, 2, 3, 4)
    assert node.border is not None and node.border.width == 2 and node.border.color == Color(1, 0, 0)
    assert node.shadow == BoxShadow(Color(0, 0, 0), 1, 2, 3, 4)
    node.border = node.shadow = None
    assert node.border is None and node.shadow is None
    node.corner_radii = (1, 2, 3, 4)
    assert node.corner_radii == CornerRadii(1, 2, 3, 4) and node.corner_radius == 4
    node.transform, node.anchor, node.z_position = Matrix.scale(2), (0, 1), 3
    assert node.transform == (2, 0, 0, 2, 0, 0) and node.anchor == (0, 1) and node.z_position == 3
    assert Matrix.translation(4, 5) == (1, 0, 0, 1, 4, 5)
    with pytest.raises(lamina.InvalidArgumentError, match="border.width is -1"):
        node.border = (-1, "red")
    with pytest.raises(lamina.InvalidArgumentError):
        node.set_gradient(Gradient([]))
    node.set_gradient(None)
    node.set_image(None)


def test_points_follow_transforms(context: lamina.Context) -> None:
    root, child = context.box(), context.box()
    root.frame, child.frame = (0, 0, 100, 100), (10, 20, 40, 40)
    root.add_child(child)
    child.transform = Matrix.scale(2)
    assert child.convert_point((0, 0), root) == (-10, 0)
    hit = root.hit((60, 10))
    assert hit is not None and hit[0] is child and hit[1] == (35, 5)
    assert root.hit((200, 200)) is None
    assert child.hit_slop == lamina.Insets(0, 0, 0, 0)
    child.transform, child.hit_slop = Matrix(), -5
    hit = root.hit((6, 16))
    assert child.hit_slop == lamina.Insets(-5, -5, -5, -5) and hit is not None and hit[0] is child and hit[1] == (-4, -4)


def test_nodes_are_moved_by_their_anchor_and_scroll_what_is_in_them(context: lamina.Context) -> None:
    root, child = context.box(), context.box()
    root.frame, child.frame = (0, 0, 100, 100), (10, 20, 40, 30)
    root.add_child(child)
    assert child.position == (30, 35) and root.bounds_origin == (0, 0)
    child.position = (20, 15)
    assert child.frame == (0, 0, 40, 30)
    root.bounds_origin = (0, 12.5)
    assert root.bounds_origin == (0, 12.5) and "bounds from 0, 12.5" in root.description()
    assert child.convert_point((0, 0)) == (0, -12.5) and child.convert_point((0, 0), root) == (0, 0)
    with pytest.raises(lamina.InvalidArgumentError, match=r"origin\.y is nan"):
        root.bounds_origin = (0, float("nan"))


@pytest.mark.parametrize("format", [format for format in ImageFormat if format < ImageFormat.GIF])
def test_pictures_are_written_and_read(format: ImageFormat, tmp_path: Path) -> None:
    image = picture()
    data = image.encode(format, quality=95, lossless=True)
    image.write_file(tmp_path / "picture", format, quality=95, lossless=True)
    assert (tmp_path / "picture").read_bytes() == data
    if format == ImageFormat.RAW:
        assert data[:4] == bytes((200, 30, 30, 255)) and len(data) == 30 * 20 * 4
        return
    again = Bitmap.read(data)
    assert again.size == (30, 20)
    worst = max(abs(a - b) for a, b in zip(again, image))
    assert worst == 0 if format != ImageFormat.JPEG else worst < 60
    with pytest.raises(lamina.LaminaError):
        Bitmap.read(data[: len(data) // 2])


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(lamina.UnsupportedError, match="GIF files are read only"):
        picture().encode("gif")
    with pytest.raises(lamina.InvalidArgumentError, match="quality is 0"):
        picture().encode("jpeg", quality=0)
    with pytest.raises(lamina.LaminaError, match="not a PNG, JPEG, WebP, GIF, QOI, SVG, AVIF"):
        Bitmap.read(b"GIF90a")


def test_pictures_follow_their_surroundings(context: lamina.Context) -> None:
    light, dark = lamina.Image(context, picture()), lamina.Image(context, Bitmap(30, 20))
    box = context.box()
    box.frame = (0, 0, 30, 20)

    def corner() -> bytes:
        return bytes(context.picture(box))[:4]

    box.set_image(light, dark=dark)
    assert corner() == bytes((30, 30, 200, 255))
    box.set_traits(color_scheme="dark")
    assert corner() == bytes(4)
    box.set_image(light, tinted=True)
    box.set_traits(tint="lime")
    assert corner() == bytes((0, 255, 0, 255))


def test_pictures_are_made_of_others(context: lamina.Context) -> None:
    whole = lamina.Image(context, picture())
    heard = []
    steps = ImageStep.resize(15, 10), ImageStep.round(5, border=1, color="lime"), ImageStep.blur(0)
    made = whole.begin_modified(*steps, loaded=heard.append)
    box = context.box()
    box.frame = (0, 0, 15, 10)
    box.set_image(made)
    context.wait_idle()
    assert heard == [None] and made.size == (15, 10)
    seen = context.picture(box)
    assert bytes(seen)[:4] == bytes(4) and bytes(seen)[7 * 4 : 8 * 4] == bytes((0, 255, 0, 255))
    assert whole.begin_modified(ImageStep.crop((0, 0, 0.5, 1)), ImageStep.tint("red")) is not made
    with pytest.raises(lamina.InvalidArgumentError, match="deviation is 501"):
        whole.begin_modified(ImageStep.blur(501))
    with pytest.raises(TypeError, match="step"):
        whole.begin_modified("blur")  # type: ignore[arg-type]


def test_placeholders_stand_in_for_missing_contents(context: lamina.Context) -> None:
    root = context.box(background="white")
    box = context.box()
    box.frame = (0, 0, 8, 8)
    root.add_child(box)
    assert box.placeholder.color.alpha == 0
    box.set_placeholder("#00f", persists=True, fade=0.2)
    assert box.placeholder == lamina.Placeholder(Color(0, 0, 1), 0.2, True, lamina.Insets(1, 0, 1, 0))
    surface, target = lamina.Surface(context, (16, 8), root=root), Bitmap(16, 8)
    context.wait_idle()
    surface.composite(target)
    assert bytes(target[0:4]) == b"\xff\x00\x00\xff"
    box.set_placeholder("#00f", fade=0.2, curve="steps(2)", fades_changes=True)
    assert box.placeholder == lamina.Placeholder(Color(0, 0, 1), 0.2, False, lamina.Insets(1, 0, 1, 0), "steps(2)", True)
    box.set_placeholder(fade=1, curve=lambda time: time * time)
    assert (box.placeholder.curve or "").startswith("linear(")
    for curve in ("ease-", ""):
        with pytest.raises(lamina.InvalidArgumentError, match=f'curve: "{curve}" is not an easing function'):
            box.set_placeholder(curve=curve)
    box.set_placeholder(None)
    box.set_placeholder_draw_callback(lambda canvas: None)
    box.set_placeholder_draw_callback(None)
    context.wait_idle()
    surface.composite(target)
    assert bytes(target[0:4]) == b"\xff\xff\xff\xff"


def test_subtrees_become_pictures(context: lamina.Context) -> None:
    root = scene(context)
    surface, shown, snapshot = lamina.Surface(context, (WIDTH, HEIGHT), root=root), Bitmap(WIDTH, HEIGHT), Bitmap(WIDTH, HEIGHT)
    context.wait_idle()
    surface.composite(shown)
    root.render_snapshot(snapshot)
    context.wait_idle()
    assert bytes(shown) == bytes(snapshot)
    assert not root.rasterized
    root.rasterized = True
    assert root.rasterized
    context.wait_idle()
    surface.composite(snapshot)
    assert max(abs(a - b) for a, b in zip(bytes(shown), bytes(snapshot))) <= 2


def test_edges_that_keep_their_size_do_so_in_units(context: lamina.Context) -> None:
    """A picture that has as many pixels as its node is still stretched when the scales differ: its edges are as wide as
    at scale 1."""
    source = Bitmap(40, 40)
    for at in range(0, len(source), 4):
        source[at : at + 4] = bytes((0, 0, 255, 255) if at // 4 % 40 < 10 else (255, 0, 0, 255))  # blue, green, red
    node, rendered, shown = Node(context, size=(20, 20)), Bitmap(40, 40), Bitmap(40, 40)
    node.frame = (0, 0, 20, 20)
    node.set_image(source, stretch=(0, 10, 0, 10))
    node.render(rendered, scale=2)
    context.wait_idle()
    surface = lamina.Surface(context, (20, 20), 2)
    surface.set_root(node)
    context.wait_idle()
    surface.composite(shown)
    for target in (rendered, shown):
        # Half of the way along the edge of 10 units, which is beyond its 10 pixels.
        assert bytes(target[4 * (20 * 40 + 15) : 4 * (20 * 40 + 15) + 4]) == bytes((0, 0, 255, 255))
