"""Templates: rows of data to pictures."""
from __future__ import annotations

import asyncio
import concurrent.futures
import copy
import gc
import importlib.util
import inspect
import json
import math
import multiprocessing
import pickle
import threading
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

import lamina
from lamina import Style, Template, _keywords, tree
from lamina._png import read_png

ROWS: List[Dict[str, Any]] = [
    {"name": f"Towers & <bread> {i}", "share": f"{i * 10}%", "tint": "#cc8844", "gone": i % 2 == 0} for i in range(8)
]


def form() -> tree.Item:
    return tree.node(
        None,
        tree.inset(
            tree.column(
                tree.text("{name}", "title", size=15, weight="bold", color="#224466", max_lines=1, alignment="center"),
                tree.node("bar", size=(tree.slot("share"), 6), background=tree.slot("tint"), hidden=tree.slot("gone")),
                tree.row(tree.text("left"), tree.spacer(), tree.text("right", size=11), spacing=3, align="end"),
                spacing=4,
                align="stretch",
            ),
            (6, 8, 6, 8),
        ),
        background="white",
        corner_radius=4,
    )


def by_nodes(ui: lamina.Context, row: "Dict[str, Any]") -> lamina.Bitmap:
    """The same tree, made for the row."""
    filled = tree.node(
        None,
        tree.inset(
            tree.column(
                tree.text(row["name"], "title", size=15, weight="bold", color="#224466", max_lines=1, alignment="center"),
                tree.node("bar", style=Style(width=row["share"], height=6), background=row["tint"], hidden=row["gone"]),
                tree.row(tree.text("left"), tree.spacer(), tree.text("right", size=11), spacing=3, align="end"),
                spacing=4,
                align="stretch",
            ),
            (6, 8, 6, 8),
        ),
        background="white",
        corner_radius=4,
    )
    root = tree.build(ui, filled).root
    assert isinstance(root, lamina.Node)
    return ui.picture(root, width=200, height=70)


def packed(picture: lamina.PixelBuffer) -> bytes:
    return b"".join(bytes(picture.data[y * picture.stride : y * picture.stride + 4 * picture.width]) for y in range(picture.height))


def test_pictures_are_those_of_the_same_nodes(context: lamina.Context) -> None:
    template = Template(form(), width=200, height=70)
    assert template.slots == ("name", "share", "tint", "gone")
    pictures = list(template.render(ROWS, workers=2))
    assert [picture.row for picture in pictures] == list(range(8))
    for row, picture in zip(ROWS, pictures):
        assert packed(picture) == packed(by_nodes(context, row)), row
    # As JSON text, as a dict, from a file and through pickle it is the same template.
    for same in (Template(template.json), Template(json.loads(template.json)), pickle.loads(pickle.dumps(template))):
        assert [packed(found) for found in same.render(ROWS, context=context)] == [packed(found) for found in pictures]


def test_sizes_follow_the_content() -> None:
    template = Template({"kind": "text", "text": "{words}", "style": {"max_width": 100}}, background="white")
    short, tall = template.render([{"words": "a"}, {"words": "many words " * 10}], scale=2)
    assert short.width < 60 and tall.width <= 200 and tall.height > 3 * short.height


def test_values() -> None:
    template = Template(
        {"width": 4, "height": 4, "root": {"background": "{color}", "opacity": "{fade}"}}, defaults={"fade": 1}
    )

    def pixel(**row: Any) -> "tuple[int, int, int, int]":
        (picture,) = template.render([row], workers=1)
        found: "tuple[int, int, int, int]" = picture.pixel(1, 1)
        return found

    assert pixel(color="#0f0") == (0, 255, 0, 255)
    assert pixel(color=lamina.Color(1, 0, 0)) == (255, 0, 0, 255)
    assert pixel(color=[0, 0, 1, 1], fade=None) == (0, 0, 255, 255)
    assert pixel(color="#ffffff", fade=0.5)[3] == 128
    assert pixel(color="White") == (255, 255, 255, 255) and pixel(color="transparent")[3] == 0 and pixel(color="#00f8")[3] == 136
    (first, second) = template.render(['{"color": "#ff0000"}', b'{"color": "#00ff00"}'])
    assert first.pixel(0, 0) == (255, 0, 0, 255) and second.pixel(0, 0) == (0, 255, 0, 255)


def test_images(tmp_path: Path) -> None:
    photo = lamina.Bitmap(2, 2)
    photo[:] = b"\x00\x00\xff\xff" * 4
    template = Template(tree.image(tree.slot("photo"), size=(8, 8)))
    (picture,) = template.render([{"photo": photo}])
    assert picture.size == (8, 8) and picture.pixel(4, 4) == (255, 0, 0, 255)
    with lamina.Context(workers=1) as context, lamina.Image(context, photo) as shared:
        (first, second) = template.render([{"photo": shared}] * 2, context=context)
        assert bytes(first.data) == bytes(second.data) == bytes(picture.data)
        with pytest.raises(lamina.LaminaError):
            list(template.render([{"photo": shared}]))  # its context is another
    photo.save(tmp_path / "a.png")
    (picture,) = template.render([{"photo": "a.png"}], image_folder=tmp_path)
    assert picture.pixel(4, 4) == (255, 0, 0, 255)
    with pytest.raises(lamina.InvalidArgumentError, match="image_folder"):
        list(template.render([{"photo": "a.png"}]))


def test_bad_rows_stand_in_their_places() -> None:
    template = Template({"kind": "text", "text": "{n}"}, width=20)
    rows: List[Any] = [{"n": 1}, {}, {"n": object()}, 5, {"n": float("nan")}, "{", {"n": "x"}]
    found = list(template.render(rows, errors="return", workers=1))
    assert [isinstance(picture, lamina.Picture) for picture in found] == [True, False, False, False, False, False, True]
    assert all(isinstance(error, lamina.InvalidArgumentError) and error.row == i for i, error in enumerate(found[1:6], 1))
    assert 'no value for the slot "n"' in str(found[1]) and "not object" in str(found[2])
    pictures = template.render(rows)
    assert next(pictures).row == 0
    with pytest.raises(lamina.InvalidArgumentError, match="no value"):
        next(pictures)
    assert list(pictures) == []


@pytest.mark.parametrize(
    "given, words",
    [
        ("{", "line 1, column"),
        ({"kind": "box"}, "template.root.kind"),
        ({"width": 5}, "template.root.width"),
        ({"root": {"style": {"width": "x"}}}, "template.root.style.width"),
        (5, "template.root is 5"),
        ({"kind": "text", "text": "a", "attributes": {"color": "{c}"}}, "a slot is not allowed here"),
        ({"kind": "text", "text": "a", "options": {"scale_factors": [0.5, 0.9]}}, "number 1 is 0.9"),
    ],
)
def test_what_is_wrong_with_a_template_is_named(given: Any, words: str) -> None:
    with pytest.raises(lamina.LaminaError, match=words.replace(".", r"\.")):
        Template(given)


def test_what_cannot_be_data_is_refused(context: lamina.Context) -> None:
    node = lamina.Node(context)
    with pytest.raises(lamina.InvalidArgumentError, match="no description"):
        Template(tree.node(None, node))
    with pytest.raises(lamina.InvalidArgumentError, match="only in a lamina.Template"):
        tree.build(context, form())
    for wrong in ({"format": "gif"}, {"errors": "no"}):
        with pytest.raises(lamina.InvalidArgumentError):
            Template({}).render([], **wrong)  # type: ignore[call-overload]


def test_the_keywords_that_type_checkers_see() -> None:
    for method, keywords in (
        (Template.render, _keywords.OtherRenderKeywords), (Template.render_async, _keywords.OtherAsyncRenderKeywords)
    ):  # fmt: skip
        names = set(inspect.signature(method).parameters)
        assert names - {"self", "rows", "format", "errors"} == set(keywords.__annotations__)


def test_png() -> None:
    template = Template(form(), width=200, height=70)
    bitmaps = list(template.render(ROWS[:3]))
    files = list(template.render(ROWS[:3], format="png"))
    for bitmap, file in zip(bitmaps, files):
        assert isinstance(file, bytes) and (file.width, file.height) == bitmap.size
        assert read_png(file)[2] == bitmap.to_rgba()


def test_files_of_other_formats(tmp_path: Path) -> None:
    template = Template(form(), width=200, height=70)
    bitmap = next(iter(template.render(ROWS[:1])))
    for format, quality in (("jpeg", 40), ("webp", 40), ("qoi", 85), ("raw", 85)):
        file = next(iter(template.render(ROWS[:1], format=format, quality=quality)))
        assert isinstance(file, bytes) and (file.width, file.height, file.row) == (*bitmap.size, 0)
        assert file == bitmap.encode(format, quality=quality)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for exact, executor in ((False, pool), (True, pool), (True, None)):
            assert next(template.render(ROWS[:1], format="webp", lossless=exact, executor=executor)) == bitmap.encode("webp", lossless=exact)
    for quality in (0, 101):
        with pytest.raises(lamina.InvalidArgumentError, match="^quality is"):
            next(iter(template.render(ROWS[:1], format="webp", quality=quality)))


def test_formats_by_other_names() -> None:
    template = Template({"background": "#ff0000"}, width=4, height=4)
    files = {format: next(template.render([{}], format=format)) for format in ("png", "jpeg", "webp", "qoi", "raw")}
    for name, file in files.items():
        for format in (lamina.ImageFormat[name.upper()], name.upper()):
            assert next(template.render([{}], format=format)) == file
            assert lamina.Bitmap.encode(next(template.render([{}])), format) == file
    for format in ("jpg", "JPG"):
        assert next(template.render([{}], format=format)) == next(template.render([{}])).encode(format) == files["jpeg"]
    with pytest.raises(lamina.InvalidArgumentError, match='"raw" or an ImageFormat is needed'):
        template.render([{}], format="tiff")


def test_rows_are_taken_as_they_are_needed() -> None:
    taken = 0

    def rows() -> Iterator[Dict[str, int]]:
        nonlocal taken
        while True:
            taken += 1
            yield {"n": taken}

    pictures = Template({"kind": "text", "text": "{n}"}, width=50).render(rows(), look_ahead=4, workers=2)
    for number in range(20):
        assert next(pictures).row == number
    assert taken <= 20 + 4
    pictures.close()  # type: ignore[attr-defined]


def test_pictures_outlive_everything() -> None:
    pictures = Template({"background": "#ff0000"}, width=300, height=300).render([{}] * 20, workers=2)
    first, *_, last = pictures
    view = first.data
    del first, pictures, _
    gc.collect()
    assert view[2] == 255 and view[-1] == 255 and last.pixel(299, 299) == (255, 0, 0, 255)


@pytest.mark.parametrize("width", [4, 33])  # rows without gaps, and with them
def test_pictures_are_used_like_bitmaps(width: int) -> None:
    colors = [{"color": color} for color in ("#ff0000", "#ff0000", "#0000ff")]
    red, same, blue = Template({"background": "{color}"}, width=width, height=3).render(colors, workers=1)
    assert (red.stride == 4 * width) == (width == 4)
    bitmap = red.copy()
    assert type(bitmap) is lamina.Bitmap and bitmap.size == red.size and bitmap.to_png() == red.to_png()
    assert len(red) == len(bitmap) and bytes(red) == bytes(bitmap)
    assert red == same == bitmap == red and not red != bitmap and red != blue and bitmap != blue and red != bytes(red)
    other = lamina.Bitmap(3, width)
    other[:] = bitmap
    assert red != other  # of another size
    with pytest.raises(TypeError, match="unhashable"):
        hash(red)
    for again in (pickle.loads(pickle.dumps(same)), copy.deepcopy(same), copy.copy(same)):
        assert type(again) is lamina.Picture and again == same and again.row == 1
        again.data[0] ^= 1  # its memory is its own
        assert again != same


def resident_bytes() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_memory_stays_flat() -> None:
    template = Template({"background": "#ffffff"}, width=500, height=500)
    rows: Iterator[Dict[str, int]] = ({} for _ in range(600))
    before = 0
    for picture in template.render(rows, workers=2):
        if picture.row == 100:
            before = resident_bytes()
    assert resident_bytes() - before < 30_000_000  # the pictures came to 500 MB


def test_other_threads_run_meanwhile() -> None:
    template = Template(form(), width=200, height=70)
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    assert sum(1 for _ in template.render(ROWS * 100, workers=2)) == 800
    done.set()
    ticker.join()
    assert ticks > 5


@pytest.mark.parametrize("format", ["bitmap", "png"])
def test_executors(format: str) -> None:
    template = Template(form(), width=200, height=70)
    rows: List[Any] = ROWS[:3] + [{}] + ROWS[3:]
    here = list(template.render(rows, format=format, errors="return"))
    spawning = multiprocessing.get_context("spawn")
    for executor in (
        concurrent.futures.ThreadPoolExecutor(2),
        concurrent.futures.ProcessPoolExecutor(2, mp_context=spawning),
    ):
        with executor:
            there = list(template.render(rows, format=format, errors="return", executor=executor, chunk_size=2))
        assert len(there) == len(rows) and [found.row for found in there] == list(range(len(rows)))
        for a, b in zip(here, there):
            if isinstance(a, lamina.LaminaError):
                assert str(a) == str(b) and type(a) is type(b)
            elif format == "png":
                assert a == b
            else:
                assert packed(a) == packed(b)


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask.distributed is not installed")
def test_dask() -> None:
    distributed: Any = importlib.import_module("distributed")
    template = Template(form(), width=200, height=70)
    with distributed.Client(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
        assert len(client.scheduler_info()["workers"]) == 2
        found = list(template.render(ROWS, format="png", executor=client.get_executor(), chunk_size=3))
    assert found == list(template.render(ROWS, format="png"))


def test_asyncio() -> None:
    template = Template(form(), width=200, height=70)

    async def all_pictures() -> List[bytes]:
        return [packed(picture) async for picture in template.render_async(ROWS, workers=2)]

    async def some_pictures() -> List[int]:
        found: List[int] = []
        async for picture in template.render_async(ROWS * 100, workers=1):
            found.append(picture.row)
            if len(found) == 3:
                break
        return found

    async def bad_rows() -> None:
        async for _ in template.render_async([{}], workers=1):
            pass

    assert asyncio.run(all_pictures()) == [packed(picture) for picture in template.render(ROWS)]
    assert asyncio.run(some_pictures()) == [0, 1, 2]
    with pytest.raises(lamina.InvalidArgumentError, match="no value"):
        asyncio.run(bad_rows())


def test_what_descriptions_say_is_kept(context: lamina.Context) -> None:
    """Everything that lamina.tree can say and a template can hold."""
    item = tree.node(
        "root",
        tree.wrapper(
            tree.relative(tree.node(size=(5, 5), background=(1, 0, 0, 0.5), opacity=0.5, clips=True), "end", "center"),
            tree.center(tree.ratio(tree.node(style=Style(width="20%", min_height=3)), 0.5), "y", "min_x"),
            tree.absolute(tree.node(style=Style(width=4, height=4, layout_position=(3, 9))), sizing="fit"),
            tree.overlay(tree.node(size=(9, 9)), tree.background(tree.node(size=(2, 2)), tree.node(background="blue"))),
            tree.corner(tree.node(size=(30, 30)), tree.node(size=(6, 6), background="red"), location="bottom_right", offset=(1, 2)),
            tree.directional_inset(
                tree.text("Words to set in some lines, with an end", size=12, slant="italic", underline="wavy", letter_spacing=0.5,
                    strikethrough=True, shadows=[lamina.Shadow("gray", 1, 1, 2)], max_lines=2, truncation="middle",
                    alignment="justify", wrap="word", line_spacing=1.3, insets=(1, 2, 3, 4), tint="green",
                    paragraph=lamina.Paragraph(first_line_indent=8, alignment="right"), scale_factors=[0.8],
                ),
                (1, 2, 3, 4),
            ),
            tree.row(
                tree.text("a", features="tnum", stroke_color="red", stroke_width=1), tree.spacer(), tree.text("b"),
                spacing=2, justify="space_between", align="baseline_first", wrap=True, line_spacing=3, align_content="end",
            ),
        ),
        background="#eeeeee",
    )  # fmt: skip
    (picture,) = Template(item, width=150, height=90).render([{}])
    root = tree.build(context, item).root
    assert isinstance(root, lamina.Node)
    assert packed(picture) == packed(context.picture(root, width=150, height=90))


def test_insets_that_push() -> None:
    """What math.inf is in a tree of nodes is "auto" in JSON."""
    dot = tree.node(width=10, height=10, background="red")
    pushed = Template(tree.node(None, tree.inset(dot, (0, math.inf, 0, 0)), width=40, height=10))
    written = {"style": {"width": 40, "height": 10}, "children": [
        {"kind": "inset", "insets": [0, "auto", 0, 0], "children": [
            {"style": {"width": 10, "height": 10}, "background": "red"}]}]}  # fmt: skip
    pictures = [next(template.render([{}])) for template in (pushed, Template(written))]
    assert pictures[0] == pictures[1]
    assert [pictures[0].pixel(x, 5) for x in (0, 39)] == [(0, 0, 0, 0), (255, 0, 0, 255)]
    with pytest.raises(lamina.InvalidArgumentError, match="auto"):
        Template({"children": [{"kind": "inset", "insets": math.inf, "children": [{}]}]})
    with pytest.raises(lamina.InvalidArgumentError, match='a number or "auto"'):
        Template({"children": [{"kind": "inset", "insets": ["auto", "wide", 0, 0], "children": [{}]}]})
