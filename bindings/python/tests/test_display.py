"""Surfaces, drawing callbacks, renders, bitmaps."""
from __future__ import annotations

import array
import threading
from pathlib import Path

import pytest

import lamina
from lamina import Bitmap, BitmapView, Canvas, InterfaceEvent, InterfaceState, Node, RectPx, Surface
from drawers import fill


def test_a_drawing_reaches_the_pixels(context: lamina.Context) -> None:
    seen = []

    def draw(canvas: Canvas) -> None:
        seen.append((canvas.size, canvas.scale, threading.current_thread() is threading.main_thread(), canvas.is_cancelled))
        fill(1, 0, 0)(canvas)

    node = Node(context, draw=draw)
    surface = Surface(context, (10, 6), 2, root=node, background="#0000ff")
    assert surface.bounds_px == RectPx(0, 0, 20, 12)
    context.wait_idle(10)
    assert seen == [((10, 6), 2, False, False)]
    bitmap = Bitmap(20, 12)
    assert surface.has_damage
    assert surface.composite(bitmap) == [RectPx(0, 0, 20, 12)]
    assert not surface.has_damage and surface.composite(bitmap) == []
    assert bitmap.pixel(3, 3) == (255, 0, 0, 255)
    surface.set_root(None)
    context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(3, 3) == (0, 0, 255, 255)


def test_only_what_changed_is_redrawn(context: lamina.Context) -> None:
    child = Node(context, background="#00ff00")
    child.frame = (2, 3, 4, 5)
    root = Node(context, background="#ffffff")
    root.add_child(child)
    surface, bitmap = Surface(context, (20, 20), root=root), Bitmap(20, 20)
    context.wait_idle(10)
    surface.composite(bitmap)
    child.background = "#ff0000"
    context.wait_idle(10)
    assert surface.composite(bitmap) == [RectPx(2, 3, 4, 5)]
    assert bitmap.pixel(2, 3) == (255, 0, 0, 255) and bitmap.pixel(1, 3) == (255, 255, 255, 255)
    surface.set_needs_composite()
    assert surface.composite(bitmap) == [RectPx(0, 0, 20, 20)]


def test_observers_hear_of_each_drawing(context: lamina.Context) -> None:
    heard = []
    node = Node(context, draw=fill(0, 1, 0))
    node.set_display_observer(
        lambda node: heard.append(("will", node)), lambda node, finished: heard.append(("did", node, finished))
    )
    surface = Surface(context, (10, 10), root=node)
    context.wait_idle(10)
    assert heard == [("will", node), ("did", node, True)]
    node.set_needs_display()
    node.set_needs_display()
    context.wait_idle(10)
    assert len(heard) == 4
    node.set_display_observer()
    node.set_needs_display()
    context.wait_idle(10)
    assert len(heard) == 4 and surface


def test_exceptions_in_drawings_come_out_of_wait(context: lamina.Context) -> None:
    node = Node(context, draw=lambda canvas: 1 / 0)
    surface = Surface(context, (10, 10), root=node)
    with pytest.raises(ZeroDivisionError):
        context.wait_idle(10)
    context.wait_idle(10)
    node.set_draw_callback(fill(0, 0, 1))
    context.wait_idle(10)
    bitmap = Bitmap(10, 10)
    surface.composite(bitmap)
    assert bitmap.pixel(5, 5) == (0, 0, 255, 255)


def test_exceptions_in_observers_come_out_of_wait(context: lamina.Context) -> None:
    node = Node(context, draw=fill(0, 1, 0))
    node.set_display_observer(None, lambda node, finished: [][1])
    surface = Surface(context, (10, 10), root=node)
    with pytest.raises(IndexError):
        context.wait_idle(10)
    context.wait_idle(10)
    assert surface


def test_a_canvas_ends_with_its_drawing(context: lamina.Context) -> None:
    kept = []
    surface = Surface(context, (10, 10), root=Node(context, draw=kept.append))
    context.wait_idle(10)
    with pytest.raises(lamina.InvalidStateError, match="after its drawing"):
        kept[0].cairo.paint()
    assert kept[0].is_cancelled and surface


def test_calls_that_do_not_fit_a_callback(context: lamina.Context) -> None:
    node = Node(context, draw=fill(0, 1, 0))
    node.set_display_observer(None, lambda node, finished: context.process())
    surface = Surface(context, (10, 10), root=node)
    with pytest.raises(lamina.InvalidStateError):
        context.wait_idle(10)
    assert surface


def test_cairo_refuses_what_would_abort(context: lamina.Context) -> None:
    surface = Surface(context, (9, 9), root=Node(context, draw=lambda canvas: canvas.cairo.arc(float("nan"), 0, 1, 0, 1)))
    with pytest.raises(ValueError, match="finite"):
        context.wait_idle(10)
    assert surface


def test_every_call_of_the_small_cairo(context: lamina.Context) -> None:
    def draw(canvas: Canvas) -> None:
        c = canvas.cairo
        gradient = lamina.cairo.RadialGradient(5, 5, 0, 5, 5, 5)
        gradient.add_color_stop_rgba(0, 1, 0, 0, 0.5)
        with c.saved():
            c.translate(1, 1), c.scale(2, 2), c.rotate(0.1), c.set_operator(lamina.cairo.OPERATOR_SOURCE)
            c.set_source(gradient), c.paint(), c.paint_with_alpha(0.5)
        c.new_path(), c.move_to(0, 0), c.line_to(5, 5), c.curve_to(1, 2, 3, 4, 5, 6), c.close_path()
        c.set_line_width(1), c.set_line_cap(1), c.set_line_join(1), c.set_fill_rule(1)
        c.fill_preserve(), c.stroke_preserve(), c.clip(), c.reset_clip()
        c.new_sub_path(), c.arc(5, 5, 2, 0, 1), c.arc_negative(5, 5, 2, 0, 1), c.stroke()

    surface = Surface(context, (10, 10), root=Node(context, draw=draw))
    context.wait_idle(10)
    assert surface.has_damage


@pytest.mark.parametrize("package", ["cairo", "cairocffi"])
def test_other_cairo_packages(context: lamina.Context, package: str) -> None:
    pytest.importorskip(package)

    def draw(canvas: Canvas) -> None:
        drawing = canvas.to_pycairo() if package == "cairo" else canvas.to_cairocffi()
        drawing.set_source_rgb(1, 0, 1)
        drawing.paint()

    surface, bitmap = Surface(context, (10, 10), root=Node(context, draw=draw)), Bitmap(10, 10)
    context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(5, 5) == (255, 0, 255, 255)


def test_surface_refusals(context: lamina.Context) -> None:
    node = Node(context)
    surface = Surface(context, (10, 10), root=node)
    with pytest.raises(lamina.InvalidStateError):
        Surface(context, (10, 10), root=node)
    with pytest.raises(lamina.InvalidArgumentError):
        surface.composite(Bitmap(11, 10))
    for size, scale in (((0, 10), 1), ((10, 10), 17), ((40000, 10), 1), ((float("nan"), 1), 1)):
        with pytest.raises(lamina.InvalidArgumentError):
            Surface(context, size, scale)
    surface.set_size((20, 20), 1)
    assert surface.bounds_px == RectPx(0, 0, 20, 20)


def test_displays_together(context: lamina.Context) -> None:
    root = Node(context)
    root.displayed_together = True
    root.set_spec(lamina.row(*(Node(context, draw=fill(1, 1, 1), size=(5, 5)) for _ in range(4))))
    surface = Surface(context, (20, 5), root=root)
    context.wait_idle(10)
    bitmap = Bitmap(20, 5)
    surface.composite(bitmap)
    assert {bitmap.pixel(x, 2) for x in range(20)} == {(255, 255, 255, 255)}


def test_render_without_a_surface(context: lamina.Context) -> None:
    bitmaps, results = [Bitmap(20, 10) for _ in range(8)], []
    for index, bitmap in enumerate(bitmaps):
        node = Node(context, draw=fill(index / 7, 0, 0))
        node.render(bitmap, scale=2, background="#ffffff", done=results.append)
        node.close()  # it was captured
    context.wait_idle(10)
    assert results == [None] * 8
    assert [bitmap.pixel(1, 1)[0] for bitmap in bitmaps] == [pytest.approx(255 * i / 7, abs=1) for i in range(8)]


def test_render_refusals(context: lamina.Context) -> None:
    node = Node(context)
    with pytest.raises(lamina.InvalidArgumentError):
        node.render(Bitmap(10, 10), scale=0)
    surface = Surface(context, (10, 10), root=node)
    with pytest.raises(lamina.InvalidStateError):
        node.render(Bitmap(10, 10))
    assert surface


def test_bitmaps_are_buffers(tmp_path: Path) -> None:
    bitmap = Bitmap(3, 2)
    view = memoryview(bitmap)
    assert view.nbytes == 24 and not view.readonly and bitmap.data.nbytes == 24
    view[0:4] = (0xFF112233).to_bytes(4, "little")
    assert bitmap.pixel(0, 0) == (0x11, 0x22, 0x33, 0xFF)
    with pytest.raises(IndexError):
        bitmap.pixel(3, 0)
    with pytest.raises(lamina.InvalidArgumentError):
        Bitmap(0, 5)
    pixels = array.array("I", [0xFF0000FF] * 12)
    lamina.BitmapView(pixels, 3, 2, stride=24).write_png(tmp_path / "view.png")
    assert (tmp_path / "view.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(lamina.InvalidArgumentError):
        BitmapView(pixels, 3, 100).write_png(tmp_path / "no.png")
    with pytest.raises(lamina.InvalidArgumentError, match="read-only"):
        BitmapView(b"1234", 1, 1)


def test_png_failures_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(lamina.FileError, match="missing"):
        Bitmap(2, 2).write_png(tmp_path / "missing" / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_a_surface_in_16_bits(context: lamina.Context) -> None:
    surface = Surface(context, (4, 3), root=Node(context, background="#ff0000"))
    context.wait_idle(10)
    pixels = bytearray(4 * 3 * 2)
    view = BitmapView(pixels, 4, 3, format=lamina.PixelFormat.RGB565)
    assert view.stride == 8
    surface.composite(view)
    assert memoryview(pixels).cast("H").tolist() == [0xF800] * 12
    with pytest.raises(lamina.InvalidArgumentError):
        view.pixel(0, 0)


def test_waiting_for_a_node(context: lamina.Context) -> None:
    child = Node(context, draw=fill(0, 1, 0))
    child.frame = (0, 0, 5, 5)
    child.drawing_priority = 3
    assert child.drawing_priority == 3 and not child.displayed_together
    root = Node(context)
    root.add_child(child)
    surface, bitmap = Surface(context, (10, 10), root=root), Bitmap(10, 10)
    assert not surface.displayed_together
    surface.displayed_together = True
    assert surface.displayed_together
    assert surface.grouping_limit == 0.032
    surface.grouping_limit = 0.016
    assert surface.grouping_limit == 0.016
    with pytest.raises(lamina.InvalidArgumentError, match="grouping_limit"):
        surface.grouping_limit = -1
    child.wait_display(10)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == (0, 255, 0, 255)
    with pytest.raises(lamina.InvalidStateError):
        Node(context).wait_display(1)


def test_the_other_forms_of_drawings(context: lamina.Context) -> None:
    def write(canvas: lamina.PixelCanvas) -> None:
        pixels = canvas.pixels
        pixels.data[:] = b"\xff\x00\x00\xff" * (len(pixels.data) // 4)

    picture = Bitmap(1, 1)
    picture[:] = b"\x00\xff\x00\xff"
    left, right, root = Node(context), Node(context), Node(context)
    left.frame, right.frame = (0, 0, 5, 10), (5, 0, 5, 10)
    left.set_draw_pixels_callback(write)
    right.set_draw_image_callback(lambda canvas: picture)
    left.set_draws_text(True)
    root.add_child(left)
    root.add_child(right)
    surface, bitmap = Surface(context, (10, 10), root=root), Bitmap(10, 10)
    context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == (0, 0, 255, 255) and bitmap.pixel(7, 7) == (0, 255, 0, 255)
    def fails(canvas: lamina.ImageCanvas) -> "lamina.Bitmap":
        raise KeyError("image")

    left.set_draw_pixels_callback(lambda canvas: setattr(canvas, "pixels", Bitmap(1, 1)))
    with pytest.raises(lamina.InvalidArgumentError, match="pixels must stay 5 x 10"):
        context.wait_idle(10)
    right.set_draw_image_callback(fails)
    with pytest.raises(KeyError):
        context.wait_idle(10)
    right.set_draw_image_callback(lambda canvas: "text")  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError, match="not str"):
        context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(2, 2) == (0, 0, 255, 255) and bitmap.pixel(7, 7) == (0, 255, 0, 255)
    right.set_draw_image_callback(lambda canvas: None)
    context.wait_idle(10)
    surface.composite(bitmap)
    assert bitmap.pixel(7, 7) == (0, 0, 0, 0)


def test_a_drawn_picture_that_shrinks_is_averaged(context: lamina.Context) -> None:
    picture = Bitmap(40, 40)
    picture[:] = (b"\xff\xff\xff\xff" + 3 * b"\0\0\0\xff") * 400  # one column of four is white
    node = Node(context)
    node.frame = (0, 0, 10, 10)
    node.set_draw_image_callback(lambda canvas: picture)
    surface, bitmap = Surface(context, (10, 10), root=node), Bitmap(10, 10)
    context.wait_idle(10)
    surface.composite(bitmap)
    assert {bitmap.pixel(x, y) for x in range(10) for y in range(10)} == {(64, 64, 64, 255)}


def test_layers_for_a_compositor_of_ones_own(context: lamina.Context) -> None:
    child = Node(context, draw=fill(0, 1, 0), name="child")
    child.frame = (2, 3, 4, 5)
    root = Node(context, background="#ffffff")
    root.add_child(child)
    surface = Surface(context, (20, 20), root=root)
    context.wait_idle(10)
    layers = surface.layers()
    assert [layer.parent for layer in layers] == [0, layers[0].id] and layers[0].descendant_count == 1
    picture = layers[1].bitmap
    assert picture is not None and picture.pixel(0, 0) == (0, 255, 0, 255) and layers[1].is_opaque
    assert layers[1].bounds == RectPx(2, 3, 4, 5) and layers[1].matrix == (1, 0, 0, 1, 2, 3)
    assert not surface.has_damage
    assert all(layer.changes == lamina.LayerChanges.NONE for layer in surface.layers())
    assert layers[0].border is None and layers[0].gradient is None and layers[0].transform == lamina.Matrix()
    root.border, root.corner_radii = (1.5, "red"), (1, 2, 3, 4)
    root.shadow = lamina.BoxShadow("blue", 1, 2, 3, 4)
    root.transform = lamina.Matrix.scale(0.5)
    root.set_gradient(lamina.Gradient([(0, "red"), (1, "blue")], (0, 0), (1, 0.5)))
    context.wait_idle(10)
    look = surface.layers()[0]
    assert look.border == (1, (1, 0, 0, 1)) and look.corner_radii_px == (1, 2, 3, 4) and look.transform[:4] == (0.5, 0, 0, 0.5)
    assert look.shadow == ((0, 0, 1, 1), 1, 2, 3, 4)
    assert look.gradient is not None and look.gradient.end == (1, 0.5) and look.gradient.stops[1] == (1, (0, 0, 1, 1))
    child.remove_from_parent()
    context.wait_idle(10)
    assert [(layer.id, layer.changes) for layer in surface.layers()] == [
        (layers[1].id, lamina.LayerChanges.REMOVED), (layers[0].id, lamina.LayerChanges.NONE)]  # fmt: skip


def test_interface_states_are_told(context: lamina.Context) -> None:
    node, told = context.box(), []
    number = node.add_interface_observer(lambda *change: told.append(change))
    assert node.interface_state == InterfaceState.NONE
    surface = Surface(context, (8, 8), root=node)
    context.wait_idle()
    assert [event for _, event, _, _ in told] == [
        InterfaceEvent.ENTER_PRELOAD, InterfaceEvent.ENTER_DISPLAY, InterfaceEvent.ENTER_VISIBLE, InterfaceEvent.CHANGE]  # fmt: skip
    everything = InterfaceState.MEASURED | InterfaceState.PRELOAD | InterfaceState.DISPLAY | InterfaceState.VISIBLE
    assert told[-1] == (node, InterfaceEvent.CHANGE, everything, InterfaceState.NONE)
    node.hidden = True
    assert InterfaceState.VISIBLE not in node.interface_state
    node.remove_interface_observer(number)
    with pytest.raises(lamina.InvalidStateError):
        node.remove_interface_observer(number)
    context.wait_idle()
    assert len(told) == 4
    del surface


def test_traits_flow_down_to_what_asks(context: lamina.Context) -> None:
    root, asked = context.box(), []
    node = context.box()
    node.frame = (0, 0, 4, 4)
    node.set_draw_callback(lambda canvas: asked.append((canvas.is_dark, canvas.tint, canvas.text_size_factor)))
    root.add_child(node)
    root.set_dynamic_color("background", "white", "black")
    surface = Surface(context, (8, 8), 2, root=root)
    context.wait_idle()
    context.set_traits(color_scheme="dark")
    root.set_traits(tint="red", text_size_factor=1.5)
    context.wait_idle()
    assert asked[0][0] is False and asked[-1] == (True, lamina.Color(1, 0, 0), 1.5)
    assert root.background == lamina.Color(0, 0, 0)
    assert node.traits.color_scheme == lamina.ColorScheme.DARK and node.traits.scale == 2
    context.set_traits()
    root.set_traits()
    assert node.traits.text_size_factor == 1 and root.background == lamina.Color(1, 1, 1)
    del surface
