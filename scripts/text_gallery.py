#!/usr/bin/env python3
"""Draws one picture for each feature of text, and a page that shows them: build/gallery/text.html.

The pictures are also what bindings/python/tests/test_text_gallery.py compares with those in Tests/Golden/text.
"""
from __future__ import annotations

import argparse
import html
import math
import sys
from pathlib import Path
from typing import Callable, Dict, Tuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import lamina  # noqa: E402
from lamina import Gradient, Paragraph, Shadow, Text, TextBuilder, TextLayout, TextOptions  # noqa: E402

FAMILY = "DejaVu Sans"
PROSE = "The quick brown fox jumps over the lazy dog, and then it jumps back again because it likes to."
Scene = Callable[[lamina.Context, lamina.Bitmap], None]
SCENES: Dict[str, Tuple[str, int, int, Scene]] = {}


def scene(caption: str, width: int = 320, height: int = 90) -> Callable[[Scene], Scene]:
    def register(function: Scene) -> Scene:
        SCENES[function.__name__] = (caption, width, height, function)
        return function

    return register


def column(bitmap: lamina.Bitmap, *texts: Text, options: "TextOptions | None" = None, x: float = 8, y: float = 6) -> None:
    """Draws texts below one another."""
    for text in texts:
        layout = TextLayout(text, (bitmap.width - 2 * x, math.inf), options)
        layout.draw(bitmap, (x, y), scale=1)
        y += layout.metrics.size.height + 2


@scene("Family, size, weight, slant, width and small capitals", height=150)
def fonts(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    column(
        bitmap, Text(context, "DejaVu Sans 14", size=14), Text(context, "DejaVu Serif 18", family="DejaVu Serif", size=18),
        Text(context, "Bold", weight=700), Text(context, "Oblique", slant="oblique"),
        Text(context, "Condensed", stretch=3), Text(context, "Small Capitals", caps="small"),
        Text.from_markup(context, "H<sub>2</sub>O, E = mc<sup>2</sup>, <big>big</big> and <small>small</small>"),
    )


@scene("Borders around words, from line to line, and shadows within letters", height=150)
def borders(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    box = dict(border_color="#8080a0", border_width=1, border_radius=4, border_padding=(1, 3, 1, 3))
    with TextBuilder(context, lamina.TextAttributes(size=15)) as builder:
        builder.append("Call ").append("lamina_text", background="#e8e8f4", **box)
        builder.append("_create", weight=700, background="#e8e8f4", **box).append("() with some ")
        builder.append("words in a box that goes on in the next line", border_color="#c04000", border_width=2, border_padding=1)
        builder.append(" and ").append("filled", color="#ffffff", background="#306090", border_radius=9, border_padding=(0, 6, 0, 6))
        column(bitmap, builder.copy_text())
    carved = Text(
        context, "Carved", size=44, weight=700, color="#d0d8e0", inner_shadows=[Shadow("#000000c0", 2, 2, 3)]
    )
    column(bitmap, carved, y=84)


@scene("Around a circle and a star, with the last line cut beside it", height=190)
def shapes(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    def ring(count: int, x: float, y: float, *radii: float) -> "list[tuple[float, float]]":
        turns = [2 * math.pi * number / count for number in range(count)]
        return [
            (x + radii[number % len(radii)] * math.sin(turn), y - radii[number % len(radii)] * math.cos(turn))
            for number, turn in enumerate(turns)
        ]

    circle, star = ring(48, 0, 60, 52), ring(10, 304, 120, 90, 36)
    options = TextOptions(exclusion_polygons=[circle, star], max_lines=8)
    text = Text(context, " ".join([PROSE] * 3), size=13)
    TextLayout(text, (304, 180), options).draw(bitmap, (8, 6), scale=1)


@scene("Underlines, strikethrough and overline, in colours", height=160)
def lines(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    column(
        bitmap, *(Text(context, f"{kind} gypsy", underline=kind) for kind in ("single", "double", "low", "wavy")),
        Text(context, "spelling misteak", underline="wavy", underline_color="#ff0000"),
        Text(context, "struck", strikethrough=True, strikethrough_color="#0000ff"),
        Text(context, "overlined", overline=True, overline_color="#008000"),
    )


@scene("Colour, background, gradient, outline", height=130)
def colors(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    builder = TextBuilder(context, size=16).append("red ", color="#cc0000").append("half ", color=(0, 0, 0, 0.4))
    builder.append(" marked ", background="#ffee55")
    sunset = Gradient([(0, "#ff0080"), (0.5, "#ff8c00"), (1, "#40e0d0")], (0, 0), (1, 0))
    column(
        bitmap, builder.copy_text(), Text(context, "Gradient", size=34, weight=700, gradient=sunset, underline="single"),
        Text(context, "Outline", size=34, weight=700, color="#ffffff", stroke_color="#3050a0", stroke_width=3),
    )


@scene("Shadows", height=110)
def shadows(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    column(
        bitmap, Text(context, "Soft shadow", size=30, weight=700, shadows=[Shadow("#00000099", 2, 3, 4)]),
        Text(context, "Glow", size=30, weight=700, color="#ffffff",
             shadows=[Shadow("#0060ff", 0, 0, 3), Shadow("#ff00ff80", 6, 0, 10)]),
    )


@scene("Letter and word spacing, rise, features", height=120)
def spacing(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    builder = TextBuilder(context).append("up", rise=5).append(" and ").append("down", rise=-5)
    column(
        bitmap, Text(context, "letter spacing", letter_spacing=3), Text(context, "tighter letters", letter_spacing=-1),
        Text(context, "wide word spacing", word_spacing=15), builder.copy_text(),
        Text(context, "office waffle (no ligatures)", features="liga=0"),
    )


@scene("Alignment: left, centre, right, justified", width=340, height=330)
def alignment(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    text = Text(context, PROSE)
    for index, way in enumerate(("left", "center", "right", "justify")):
        text.draw(bitmap, (8, 6 + index * 80, 324, 80), options=TextOptions(alignment=way))


@scene("Indents, gaps and line heights", width=340, height=260)
def paragraphs(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    builder = TextBuilder(context).append(PROSE + "\n" + PROSE + "\n" + PROSE)
    end = len(PROSE)
    builder.set_paragraph(0, end, Paragraph(first_line_indent=24, space_after=8))
    builder.set_paragraph(end + 1, 2 * end, Paragraph(indent=24, line_height=22, space_after=8))
    builder.set_paragraph(2 * end + 2, None, Paragraph(indent=24, first_line_indent=24, tail_indent=60, line_gap=4))
    builder.copy_text().draw(bitmap, (8, 6, 324, 250))


@scene("Tab stops: left, right, decimal", height=80)
def tabs(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    text = Text(context, "Tea\t2\t3.50\nWheat bread\t12\t14.25\nMilk\t1\t0.9")
    stops = Paragraph(tab_stops=[(140, "right"), (220, "decimal")])
    column(bitmap, text, options=TextOptions(paragraph=stops))


@scene("Right to left, mixed, and scripts of the world", width=360, height=180)
def scripts(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    column(
        bitmap, Text(context, "שלום עולם, this is mixed (text)."), Text(context, "مرحبا بالعالم، نص عربي"),
        Text(context, "नमस्ते दुनिया · สวัสดีชาวโลก"), Text(context, "吾輩は猫である。名前はまだ無い。"),
        Text(context, "한국어 텍스트 · Ελληνικά · Кириллица"), Text(context, "Emoji 👩‍👩‍👧 🇩🇪 👍🏽 ❤️ 1️⃣"),
    )


@scene("Truncation: end, start, middle, words, clip", height=140)
def truncation(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    text = Text(context, "/usr/share/some/very/long/path/to/a/file.swift and more")
    for index, options in enumerate((
        TextOptions(max_lines=1), TextOptions(max_lines=1, truncation="start"),
        TextOptions(max_lines=1, truncation="middle"), TextOptions(max_lines=1, truncation="clip"),
    )):
        text.draw(bitmap, (8, 6 + 24 * index, 300, 20), options=options)
    Text(context, PROSE).draw(bitmap, (8, 102, 300, 30), options=TextOptions(max_lines=1, truncates_at_words=True))


@scene("Token and message", height=60)
def message(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    more = Text(context, "Read more", color="#0060df", underline="single")
    options = TextOptions(max_lines=2, message=more)
    Text(context, PROSE + " " + PROSE).draw(bitmap, (8, 6, 300, 50), options=options)


@scene("Greedy lines, and balanced ones", width=700, height=60)
def balance(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    text = Text(context, "A headline of some words that takes two lines", size=16)
    text.draw(bitmap, (8, 6, 330, 50))
    text.draw(bitmap, (360, 6, 330, 50), options=TextOptions(balances=True))


@scene("Exclusions", width=340, height=130)
def exclusions(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    options = TextOptions(exclusions=[(0, 0, 90, 52), (250, 60, 90, 40)])
    Text(context, PROSE + " " + PROSE).draw(bitmap, (8, 6, 324, 120), options=options)


@scene("Scaled to fit, placed in the middle and at the bottom", width=360, height=70)
def fitting(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    factors = TextOptions(scale_factors=[0.9, 0.8, 0.7, 0.6, 0.5], max_lines=1, placement="center")
    Text(context, "Incomprehensibilities", size=24).draw(bitmap, (8, 6, 160, 58), options=factors)
    Text(context, "bottom", size=24).draw(bitmap, (200, 6, 160, 58), options=TextOptions(placement="bottom"))


@scene("Links, highlight, caret and an attachment", height=70)
def places(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    builder = TextBuilder(context, size=16).append("See ").append("this link", link=1, color="#0060df")
    text = builder.append(" and ").append_attachment((24, 24), -6).append(" here").copy_text()
    node = lamina.TextNode(context, text, insets=4)
    node.frame = (0, 0, bitmap.width, bitmap.height)
    node.set_highlight(4, 13, (0, 0, 0, 0.11))
    layout = node.text_layout()
    node.render(bitmap, background="#ffffff")
    context.wait_idle()
    rect, _ = layout.attachment(0)
    strong = layout.caret(2).strong
    pixels = bitmap.data.cast("B").cast("I")
    for x, y, w, h, color in ((*rect, 0xFF40A040), (strong.x, strong.y, 1, strong.height, 0xFFFF0000)):
        for row in range(round(y), round(y + h)):
            for at in range(round(x), round(x + w)):
                pixels[row * bitmap.width + at] = color


@scene("Nodes in the lines of a text, and a stretch that runs against its letters", height=110)
def children(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    builder = TextBuilder(context, size=16).append("Press ").append_child(-6).append(" or ").append_child(-6)
    builder.append(" here, a longer line than fits, with ").append_child(0).append(" on the line, then read ")
    text = builder.append_directed("backwards", "right_to_left", color="#c03030").append(".").copy_text()
    node = lamina.TextNode(context, text, insets=4)
    for label, size, color in (("OK", 13, "#208050"), ("Cancel", 13, "#b03040"), ("tall", 24, "#4060c0")):
        button = lamina.TextNode(context, Text(context, label, size=size, color="#ffffff"), insets=(2, 8, 2, 8))
        button.background = color
        button.corner_radius = 6
        node.add_child(button)
    node.frame = (0, 0, bitmap.width, bitmap.height)
    node.render(bitmap, background="#ffffff")
    context.wait_idle()


@scene("Placeholder bars", height=70)
def placeholder(context: lamina.Context, bitmap: lamina.Bitmap) -> None:
    Text(context, PROSE).draw(bitmap, (8, 6, 300, 60), options=TextOptions(placeholder="#c8ccd4"))


def draw(context: lamina.Context, name: str) -> lamina.Bitmap:
    """One picture, black on white."""
    _, width, height, function = SCENES[name]
    bitmap = lamina.Bitmap(width, height)
    bitmap[:] = b"\xff" * len(bitmap)
    function(context, bitmap)
    return bitmap


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    folder = ROOT / "build" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    with lamina.Context(font_family=FAMILY) as context:
        for name, (caption, width, height, _) in SCENES.items():
            draw(context, name).write_png(folder / f"{name}.png")
            rows.append(f'<figure><img src="{name}.png" width="{width}" height="{height}" alt=""><figcaption>'
                        f"{html.escape(caption)}</figcaption></figure>")
    page = folder / "text.html"
    page.write_text('<!doctype html><meta charset="utf-8"><title>Text</title><style>body{font:14px sans-serif;'
                    "background:#eee}figure{display:inline-block;vertical-align:top}img{border:1px solid #bbb}</style>\n"
                    + "\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(rows)} pictures: {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
