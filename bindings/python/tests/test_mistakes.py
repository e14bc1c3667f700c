"""What is easily got wrong ends at once, in an exception that says what would be right."""
from __future__ import annotations

import copy
import importlib.util
import math
import pickle
import re
from pathlib import Path
from typing import Any, Callable, Dict

import pytest

import lamina
from lamina import Bitmap, BitmapView, Drawing


def refused(kind: type, call: Callable[[], Any], words: str) -> None:
    with pytest.raises(kind, match=re.escape(words)):
        call()


def test_objects_are_not_copied(context: lamina.Context) -> None:
    """A copy would give the reference of the first one back a second time."""
    objects = [context, context.box(), context.text("a"), lamina.row(context.box()), lamina.Surface(context, (5, 5))]
    for thing in objects:
        for way in (copy.copy, copy.deepcopy, pickle.dumps):
            refused(TypeError, lambda: way(thing), "cannot be copied or pickled")
        assert not thing.closed
    assert context.picture(context.text("still there")).width > 10


def test_bitmaps_are_copied() -> None:
    bitmap = Bitmap(2, 1)
    bitmap[:] = b"\x01\x02\x03\xff" * 2
    for other in (bitmap.copy(), copy.copy(bitmap), copy.deepcopy(bitmap), pickle.loads(pickle.dumps(bitmap))):
        assert (type(other), other.size, bytes(other)) == (Bitmap, (2, 1), bytes(bitmap))
        other[0] = 9
        assert bitmap[0] == 1


def test_bitmaps_of_other_sizes_differ() -> None:
    assert Bitmap(2, 8) != Bitmap(4, 4) and not Bitmap(2, 8) == Bitmap(4, 4)
    assert Bitmap(4, 4) == Bitmap(4, 4) and not Bitmap(4, 4) != Bitmap(4, 4)
    other = Bitmap(4, 4)
    other[5] = 1
    assert other != Bitmap(4, 4) and other == bytes(other) == other and other != "text"
    assert Bitmap.__hash__ is None
    refused(TypeError, lambda: hash(other), "unhashable")


def test_a_picture_of_another_context(context: lamina.Context) -> None:
    with lamina.Context(workers=1) as other:
        foreign = other.box(background="red")
        refused(lamina.ForeignContextError, lambda: context.picture(foreign, 5, 5), "another context")
        refused(lamina.ForeignContextError, lambda: context.start_picture(lamina.row(foreign), 5, 5), "another context")
        assert other.picture(foreign, 5, 5).pixel(0, 0)[0] == 255
    shared = context.retain()
    assert shared.picture(context.box(background="red"), 5, 5).pixel(0, 0)[0] == 255
    shared.close()


def test_what_is_no_picture(context: lamina.Context) -> None:
    box: Any = context.box()
    wrong: Any = "100"
    refused(TypeError, lambda: context.picture(None, 5, 5), "a node or a spec")  # type: ignore[arg-type]
    refused(TypeError, lambda: context.picture("hello", 5, 5), "a node or a spec")  # type: ignore[arg-type]
    refused(TypeError, lambda: context.picture(box, wrong, 5), "width is a number, not '100'")
    refused(TypeError, lambda: context.picture(box, 5, 5, scale=wrong), "scale is a number, not '100'")
    refused(TypeError, lambda: setattr(box, "opacity", "0.5"), "opacity is a number, not '0.5'")
    refused(TypeError, lambda: setattr(box, "corner_radius", "5"), "corner_radius is a number, not '5'")
    refused(TypeError, lambda: setattr(box, "z_position", None), "z_position is a number, not None")


def test_what_a_callback_of_layout_raises_comes_first(context: lamina.Context) -> None:
    """Not that the tree is empty, which is what came of it."""
    box = context.box()
    box.set_measure_callback(lambda sizes: 1 / 0)  # type: ignore[arg-type,return-value]
    with pytest.raises(ZeroDivisionError):
        context.picture(lamina.row(box))
    for answer in (None, (1, 2, 3), "ab", (1, 2, 3, 4, 5)):
        box.set_measure_callback(lambda sizes, answer=answer: answer)  # type: ignore[arg-type,return-value,misc]
        refused(TypeError, lambda: context.picture(lamina.row(box)), "a measure callback returns a size, (width, height)")
    box.set_layout_spec_callback(lambda sizes: "words")  # type: ignore[arg-type,return-value]
    refused(TypeError, lambda: context.picture(box), "what a layout callback returns has to be a Node or a Spec, not ")
    context.wait_idle()


def test_texts_are_strings(context: lamina.Context) -> None:
    for wrong in (b"bytes", 12, ["a", 12]):
        refused(TypeError, lambda: context.text(wrong), "a text is made of strings and spans")  # type: ignore[arg-type]
    refused(TypeError, lambda: lamina.row("words"), "ui.text(...) creates a node from a text")  # type: ignore[arg-type]


def test_a_label_that_is_empty_at_first_keeps_its_look(context: lamina.Context) -> None:
    label = context.text(size=40)
    label.text = "Hi"  # type: ignore[assignment]
    assert context.picture(label).size == context.picture(context.text("Hi", size=40)).size


def test_keywords_that_are_something_else(context: lamina.Context) -> None:
    hints: Dict[str, Callable[[], Any]] = {
        "node.hit_slop = ... sets it": lambda: context.text("a", hit_slop=3),  # type: ignore[call-arg]
        "node.set_measure_callback(...) sets it": lambda: context.box(measure_callback=print),  # type: ignore[call-arg]
        "did you mean 'size'": lambda: context.text("a", font_size=12),  # type: ignore[call-arg]
        "did you mean 'alignment'": lambda: context.text("a", text_align="right"),  # type: ignore[call-arg]
        "inset(...) puts a margin around": lambda: context.box(padding=4),  # type: ignore[call-arg]
    }
    for hint, call in hints.items():
        refused(TypeError, call, hint)
    with pytest.raises(TypeError) as listed:
        context.text("a", nonsense=1)  # type: ignore[call-arg]
    names = str(listed.value).split("the keywords are ")[1].split(", ")
    assert len(names) == len(set(names)) > 40


def test_functions_and_drawings(context: lamina.Context) -> None:
    async def draw(canvas: lamina.Canvas) -> None:
        pass

    box: Any = context.box()
    refused(TypeError, lambda: context.box(draw=draw), "cannot be async")
    refused(TypeError, lambda: box.set_drawing(draw), "set_draw_callback() takes a function")
    refused(TypeError, lambda: lamina.Context(font_files="a.ttf"), "font_files is a list of paths")


def test_a_surface_keeps_its_scale(context: lamina.Context) -> None:
    surface = lamina.Surface(context, (10, 10), 2)
    surface.set_size((20, 5))
    assert surface.scale == 2 and surface.bounds_px[2:] == (40, 10)
    surface.set_size((20, 5), 1)
    assert surface.bounds_px[2:] == (20, 5)


@pytest.mark.skipif(importlib.util.find_spec("numpy") is None, reason="numpy is not installed")
def test_arrays_of_other_shapes() -> None:
    import numpy

    wrong: Any = lamina.InvalidArgumentError
    bytes_, words = numpy.zeros((4, 6, 4), "u1"), numpy.zeros((4, 6), "u4")
    for array in (bytes_, words):
        assert BitmapView(array, 6, 4).stride == 24
        assert BitmapView(array, 3, 2).stride == 24  # its upper left corner
        refused(wrong, lambda: BitmapView(array, 4, 6), "6 x 4 pixels")  # sides mixed up
        refused(wrong, lambda: BitmapView(array, 7, 4), "6 x 4 pixels")
    assert BitmapView(bytes_.reshape(-1), 6, 4).stride == 24
    refused(wrong, lambda: BitmapView(bytes_.reshape(-1), 6, 5), "6 x 5 pixels need 120 bytes, not 96")
    refused(wrong, lambda: BitmapView(numpy.zeros((4, 6, 3), "u1"), 6, 4), "4 bytes a pixel")
    refused(wrong, lambda: BitmapView(numpy.zeros((4, 6, 4), "f4"), 6, 4), "4 bytes a pixel")
    refused(wrong, lambda: BitmapView(numpy.zeros((4, 6), "i8"), 6, 4), "4 bytes a pixel")
    assert BitmapView(numpy.zeros((4, 6), "u2"), 6, 4, format=lamina.PixelFormat.RGB565).stride == 12
    assert BitmapView(numpy.zeros((480, 640, 4), "u1"), 64, 48, stride=640 * 4).stride == 2560

    def drawn(points: Any) -> bytes:
        with lamina.Context(workers=0) as ui:
            return bytes(Drawing().lines(points).stroke("red", 2).picture(ui, (9, 9)))

    points = [(1, 2), (8, 3), (4, 7)]
    for kind in ("f8", "f4", "i4", "u1", ">f8"):
        assert drawn(numpy.array(points, kind)) == drawn(points)
    assert drawn(numpy.array(points, "f8").T.copy().T) == drawn(points)
    refused(TypeError, lambda: Drawing().lines(numpy.array(points, complex)), "points are pairs")
    refused(TypeError, lambda: Drawing().lines([(1, 2), (3, "4")]), "not (3, '4')")  # type: ignore[list-item]
    refused(wrong, lambda: Drawing().lines([(1, 2), (3, 4, 5)]), "not (3, 4, 5)")  # type: ignore[list-item]


def test_words_and_lengths(context: lamina.Context) -> None:
    wrong: Dict[str, Callable[[], Any]] = {
        "name is a string, not 4": lambda: context.box(name=4),  # type: ignore[arg-type]
        "a span is of a string, not 5": lambda: context.text(lamina.span(5)),  # type: ignore[arg-type]
        "wanted is a string, not None": lambda: context.box().find(None),  # type: ignore[arg-type]
        "flex_grow is a number, not '1'": lambda: context.box(flex_grow="1"),  # type: ignore[arg-type]
        "there is no keyword 'max_lines'": lambda: lamina.span("a", max_lines=3),  # type: ignore[call-arg]
        "a Gradient is needed": lambda: context.box().set_gradient(["red", "blue"]),  # type: ignore[arg-type]
        "stops are pairs": lambda: context.box().set_gradient(lamina.Gradient(["red", "blue"])),  # type: ignore[list-item]
        "shadow is a BoxShadow": lambda: setattr(context.box(), "shadow", (0, 0, 4)),
        "each of the shadows has to be of the class Shadow": lambda: context.text("a", shadows=[lamina.BoxShadow("red")]),  # type: ignore[list-item]
        "shadows are a list": lambda: context.text("a", shadows=lamina.Shadow("red")),  # type: ignore[arg-type]
        "paragraph has to be of the class Paragraph": lambda: context.text("a", paragraph={"indent": 4}),  # type: ignore[arg-type]
        "gradient has to be of the class Gradient": lambda: context.text("a", gradient="red"),  # type: ignore[arg-type]
        "a tab stop is a number": lambda: context.text("a", paragraph=lamina.Paragraph(tab_stops=["4"])),  # type: ignore[list-item]
        "grow is a number": lambda: context.box().set_flex("1"),  # type: ignore[arg-type]
        "before is a number": lambda: context.box().set_spacing(None),  # type: ignore[arg-type]
        "budget is a number": lambda: context.process("4"),  # type: ignore[arg-type]
        "timeout is a number": lambda: context.wait_idle("4"),  # type: ignore[arg-type]
        "text_size_factor is a number": lambda: context.set_traits(text_size_factor="2"),  # type: ignore[arg-type]
        "item has to be of the class Item": lambda: lamina.tree.build(context, context.box()),  # type: ignore[arg-type]
        "did you mean 'color'": lambda: Drawing().text("a", (0, 0), colour="red"),
        "the place of a text": lambda: Drawing().text("a", 0),  # type: ignore[arg-type]
        "a Bitmap is needed": lambda: Drawing().image("a.png", (0, 0, 5, 5)),  # type: ignore[arg-type]
        "such as (4, 3)": lambda: Drawing().stroke(dashes=4),  # type: ignore[arg-type]
        "size is two numbers": lambda: Drawing().picture(context, 50),  # type: ignore[arg-type]
        "SizeRange.exactly(width, height)": lambda: context.box().apply_layout((100, 100)),  # type: ignore[arg-type]
        "[row] for one": lambda: lamina.Template(lamina.tree.text("{a}")).render({"a": "b"}),
    }
    for words, call in wrong.items():
        with pytest.raises((TypeError, ValueError), match=re.escape(words)):
            call()
    with pytest.raises(TypeError, match="^slant is True; it must be one of inherit, upright"):
        context.text("a", slant=True)  # type: ignore[arg-type]
    lines = [lamina.Text(context, "a", underline=kind) for kind in (True, "single", False, "none")]
    assert lines[0] == lines[1] and lines[2] == lines[3] and not lines[0] == lines[2]
    # As CSS writes them, and as C has them.
    lamina.column(justify="space-between")[context.text("a")]
    assert context.box(max_width=math.inf).style.max_width == lamina.Dimension()


def test_messages_name_the_argument(context: lamina.Context) -> None:
    """And not what Python has missed in it, such as a length or an attribute."""
    bitmap, anything = Bitmap(2, 2), "x"
    wrong: Dict[str, Callable[[], Any]] = {
        "flags is 'x'; it must be one of none, deterministic": lambda: lamina.Context(flags="x"),
        "flags is None; it must be one of none, deterministic": lambda: lamina.Context(flags=None),  # type: ignore[arg-type]
        "font_files is a list of paths, not None": lambda: lamina.Context(font_files=None),  # type: ignore[arg-type]
        "each of font_files is a path, not 5": lambda: lamina.Context(font_files=[5]),  # type: ignore[list-item]
        "image is a PIL.Image, not 'x'": lambda: Bitmap.from_pil(anything),
        "pixels is an array, bytes or another object with a buffer": lambda: Bitmap.from_rgba(anything),
        "width is a whole number, not 1.5": lambda: Bitmap(1.5, 2),  # type: ignore[arg-type]
        "buffer is an array, bytes": lambda: BitmapView(anything, 1, 1),
        "context has to be of the class Context, not 5": lambda: lamina.tree.build(5, lamina.tree.node()),  # type: ignore[arg-type]
        "image_folder is a path, not 5": lambda: list(lamina.Template({}).render([{}], image_folder=5)),  # type: ignore[call-overload]
        "rows are a list or another iterable": lambda: lamina.Template({}).render(5),  # type: ignore[call-overload]
        "justify is 'middle'; it must be one of start": lambda: lamina.row(context.box(), justify="middle"),
        "align is 'middle'; it must be one of auto": lambda: lamina.row(context.box(), align="middle"),
        "sizing is 'x'; it must be one of default": lambda: lamina.center(context.box(), sizing="x"),
        "gravity is 'x'; it must be one of resize": lambda: context.box().set_image(bitmap, gravity="x"),
        "format is 'x'; it must be one of png": lambda: bitmap.encode("x"),
        "hinting is True; it must be one of": lambda: lamina.Context(hinting=True),  # type: ignore[arg-type]
        "did you mean 'background'": lambda: lamina.tree.node(bakground="red"),  # type: ignore[call-arg]
    }
    for words, call in wrong.items():
        with pytest.raises((TypeError, lamina.InvalidArgumentError), match=re.escape(words)):
            call()
    with pytest.raises(KeyError, match="no node of the tree is called 'b'; there are 'a'"):
        lamina.tree.build(context, lamina.tree.node("a"))["b"]


def test_a_bitmap_keeps_its_size() -> None:
    changes: "list[Callable[[Bitmap], Any]]" = [
        lambda bitmap: bitmap.__delitem__(slice(50, None)), lambda bitmap: bitmap.append(1), lambda bitmap: bitmap.extend(b"x"),
        lambda bitmap: bitmap.insert(0, 1), lambda bitmap: bitmap.pop(), lambda bitmap: bitmap.remove(0),
        lambda bitmap: bitmap.clear(), lambda bitmap: bitmap.__iadd__(b"x"), lambda bitmap: bitmap.__imul__(2),
        lambda bitmap: bitmap.__setitem__(slice(0, 8), b"x"),
    ]  # fmt: skip
    for change in changes:
        bitmap = Bitmap(4, 4)
        with pytest.raises(lamina.LaminaError, match="64 bytes|8 bytes"):
            change(bitmap)
        assert len(bitmap) == 64 and bitmap.to_png()
    bitmap = Bitmap(4, 4)
    bitmap[:8] = b"12345678"
    bitmap[::4] = [9] * 16
    bitmap[63] = 7
    assert bytes(bitmap[:8]) == b"\t234\t678" and bitmap[63] == 7


def test_a_template_by_its_name() -> None:
    refused(lamina.InvalidArgumentError, lambda: lamina.Template("cards/card.json"), "pass pathlib.Path('cards/card.json')")
    with pytest.raises(lamina.LaminaError, match="No such file") as found:
        lamina.Template(Path("/nowhere/card.json"))
    assert isinstance(found.value, FileNotFoundError) and found.value.filename == "/nowhere/card.json"


def test_pixels_that_cairo_cannot_read(context: lamina.Context) -> None:
    """It would read 32 bits for each of their 16, beyond their memory."""

    def paint(view: BitmapView) -> Any:
        return context.picture(context.box(draw=lambda canvas: canvas.paint_pixels(view)), 4, 2).pixel(3, 1)

    invalid: Any = lamina.InvalidArgumentError
    small = BitmapView(bytearray(24), 4, 2, 16, lamina.PixelFormat.RGB565)
    refused(invalid, lambda: paint(small), "the pixels have 16 bits; ARGB32 or RGB24 is needed")
    unknown: Any = 5
    refused(invalid, lambda: paint(BitmapView(bytearray(64), 4, 2, 16, unknown)), "ARGB32 or RGB24 is needed")
    odd = BitmapView(bytearray(64), 4, 2, 18)
    refused(invalid, lambda: paint(odd), "the stride is 18 bytes; it must be a multiple of 4 and at least 16, the width in bytes")
    later = BitmapView(bytearray(32), 4, 2)
    later.stride = 20  # the last row would end beyond the memory
    refused(invalid, lambda: paint(later), "4 x 2 pixels need 36 bytes, not 32")
    blue = bytearray(b"\xff\x00\x00\x00" * 8)
    assert paint(BitmapView(blue, 4, 2)) == (0, 0, 255, 0)
    assert paint(BitmapView(blue, 4, 2, format=lamina.PixelFormat.RGB24)) == (0, 0, 255, 255)
    # As of a picture that is shown.
    refused(invalid, lambda: context.box().set_image(small), "the pixels have 16 bits; ARGB32 or RGB24 is needed")
    refused(invalid, lambda: context.box().set_image(odd), "stride is 18; a multiple of 4 and at least 16, the width in bytes, is needed")


def test_too_few_numbers(context: lamina.Context) -> None:
    """Those that are missing would be 0."""
    box, child = context.box(), context.box()
    invalid: Any = lamina.InvalidArgumentError
    wrong: Dict[str, Callable[[], Any]] = {
        "corner_radii are CornerRadii, or four numbers": lambda: setattr(box, "corner_radii", (8,)),
        "corner_radii are CornerRadii, or four numbers, ": lambda: lamina.tree.node(corner_radii=(8,)),
        "the radii are CornerRadii, or four numbers": lambda: Drawing().rect(0, 0, 9, 9, radius=(3,)),
        "insets are one number, two, (vertical, horizontal), or four, (top, left": lambda: box.set_placeholder("red", insets=(8, 4, 1)),  # type: ignore[arg-type]
        "insets are one number, two, (vertical, horizontal), or four, (top, start": lambda: lamina.directional_inset(child, (8,)),  # type: ignore[arg-type]
        "four, (top, start, bottom, end)": lambda: lamina.tree.directional_inset(lamina.tree.node(), (8, 4, 2)),  # type: ignore[arg-type]
        "stretch are one number, two": lambda: box.set_image(Bitmap(9, 9), stretch=(3,)),  # type: ignore[arg-type]
        "a transform is a Matrix, or its six numbers": lambda: lamina.tree.node(transform=(2,)),
        "its six numbers, not (1, 0, 0)": lambda: Drawing().transform((1, 0, 0)),
        "a border is a width and a colour": lambda: lamina.tree.node(border=(1,)),
        "offset is two numbers": lambda: lamina.corner(child, offset=(1,))[box],
        "layout_position is two numbers, (x, y)": lambda: context.box(layout_position=(1, 2, 3)),  # type: ignore[arg-type]
        "a rectangle is four numbers": lambda: context.picture(context.box(draw=lambda c: c.paint_pixels(b"1234", 1, 1, (1, 2))), 5, 5),  # type: ignore[arg-type]
    }
    for words, call in wrong.items():
        refused(invalid, call, words)
    refused(TypeError, lambda: setattr(box, "corner_radii", b"1234"), "corner_radii are")
    refused(TypeError, lambda: lamina.inset("1234")[child], "insets are one number")

    def placed(spec: lamina.Spec) -> Any:
        box.set_spec(spec)
        box.apply_layout(lamina.SizeRange.exactly(100, 50))
        return tuple(child.frame)

    assert placed(lamina.directional_inset(child, (8, 4))) == placed(lamina.inset((8, 4))[child]) == (4, 8, 92, 34)
    assert placed(lamina.directional_inset(child, 8)) == placed(lamina.inset(8)[child]) == (8, 8, 84, 34)
    built = lamina.tree.build(context, lamina.tree.node(None, lamina.tree.inset(lamina.tree.node("a"), (8, 4))))
    built.root.apply_layout(lamina.SizeRange.exactly(100, 50))
    assert built["a"].frame == (4, 8, 92, 34)
    box.set_placeholder("red", insets=(8, 4))
    assert box.placeholder.insets == (8, 4, 8, 4)


def test_numbers_that_c_would_cut(context: lamina.Context) -> None:
    box, text = context.box(), context.text("hello world")
    invalid: Any = lamina.InvalidArgumentError
    wrong: Dict[str, Callable[[], Any]] = {
        "family is '\\ud800'": lambda: context.has_font_family("\ud800"),
        "family is '\\ud800', ": lambda: context.font_match("\ud800"),
        "fade is nan": lambda: box.set_placeholder("red", fade=math.nan),
        "fade is inf": lambda: box.set_placeholder("red", fade=math.inf),
        "fade is -1": lambda: box.set_placeholder("red", fade=-1),
        "degrees is inf": lambda: Drawing().rotate(math.inf),
        "the width is nan": lambda: Drawing().picture(context, (math.nan, 3)),
        "position is two numbers": lambda: setattr(box, "position", (10**400, 0)),
        "opacity is a number of 1329 bits": lambda: setattr(box, "opacity", 10**400),
        "a point is two numbers, (x, y), not (1000": lambda: Drawing().move_to(10**400, 0),
        "flex_profile is 18446744073709551617; it must be one of none, css, yoga": lambda: setattr(box, "flex_profile", 2**64 + 1),
        "a length is larger than": lambda: box.set_size(10**400),
        "half of a surrogate pair": lambda: context.add_font_file("\ud800"),
        "rise is a number of 1329 bits": lambda: lamina.TextBuilder(context).append_child(10**400),
        "begin is 18446744073709551616": lambda: text.set_highlight(2**64, 2**64 + 5, "red"),
        "end is -1": lambda: text.set_highlight(0, -1, "red"),
    }
    for words, call in wrong.items():
        refused(invalid, call, words)
    mistakes: Dict[str, Callable[[], Any]] = {
        "begin is a whole number": lambda: text.set_highlight(None, 3, "red"),  # type: ignore[arg-type]
        "context has to be a Context, not str": lambda: lamina.Text.from_markup("x", "<b>x</b>"),  # type: ignore[arg-type]
        "to has to be a Node, not the class Node": lambda: box.convert_point((0, 0), lamina.Node),  # type: ignore[arg-type]
        "data has to be of the class bytes": lambda: context.add_font_data("x"),  # type: ignore[arg-type]
        "flex_profile is 2.5; it must be one of none, css, yoga": lambda: setattr(box, "flex_profile", 2.5),
        "flex_profile is inf; it must be one of": lambda: setattr(box, "flex_profile", math.inf),
    }
    for words, call in mistakes.items():
        refused(TypeError, call, words)
    context.cancel_call(context.post_delayed(-math.inf, lambda: None))  # as soon as can be


def test_what_objects_say_they_are(context: lamina.Context) -> None:
    box, label = context.box(name="card"), context.text("Hello " * 20)
    assert repr(box).endswith(" 'card'>") and "of 'Hello Hello" in repr(label) and len(repr(label)) < 90
    assert repr(context.box()).endswith(">") and "None" not in repr(context.text())
    label.close()
    assert repr(label).endswith(" closed>")


def test_a_misspelt_property_of_a_context_is_refused(context: lamina.Context) -> None:
    with pytest.raises(AttributeError, match="limit"):
        context.limit = lamina.Limits()  # type: ignore[attr-defined]


def test_times_and_truths_are_not_guessed(context: lamina.Context) -> None:
    for call in (lambda: context.set_time(-1), lambda: context.set_time(math.inf), lambda: context.begin_frame(math.nan)):
        with pytest.raises(lamina.InvalidArgumentError, match="a time from 0 is needed"):
            call()
    box = context.box()
    for wrong in (lambda: context.set_reduced_motion("no"), lambda: setattr(box, "hidden", "no")):
        with pytest.raises(TypeError, match="True or False.*, not 'no'"):
            wrong()
