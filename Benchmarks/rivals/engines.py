#!/usr/bin/env python3
"""The standard card with what pip offers, each written as its own documents would have it; a process runs one of them.
usage: engines.py NAME FOLDER_OF_CARDS SECONDS pixels|png [PICTURE]

An engine is a function of the cards that returns a function from a number and a format to pixels or the bytes of a PNG.
What does not change from card to card (fonts, templates) is made once, as far as the engine can."""
from __future__ import annotations

import html
import io
import json
import pathlib
import resource
import sys
import time

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
BOLD = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
WIDTH, HEIGHT = 400, 392
NAMES = ("name", "time", "body", "first", "second", "third", "fourth")
LINE = 20  # three lines of body text, 60 units


def wrapped(text, measure, width, lines=3):
    """Lines of words that fit, the last one with an ellipsis when not all do."""
    words, found = text.split(), []
    while words and len(found) < lines:
        count = 1
        while count < len(words) and measure(" ".join(words[: count + 1])) <= width:
            count += 1
        line, words = words[:count], words[count:]
        if words and len(found) == lines - 1:
            while len(line) > 1 and measure(" ".join(line) + "…") > width:
                line.pop()
            line[-1] += "…"
        found.append(" ".join(line))
    return found


def lamina(cards, folder):
    import lamina as library

    form = library.Template(folder / "card.json")
    rows = [dict(zip(form.slots, card)) for card in cards]
    made = {}

    def render(number, format):
        # A generator for each format: rows are handed in ahead, as a program with many would.
        if format not in made:
            endless = (rows[i % len(rows)] for i in range(1 << 40))
            made[format] = form.render(endless, workers=1, format="png" if format == "png" else "bitmap")
        return next(made[format])

    return render


def skia(cards, folder):
    import skia as library

    regular, bold = library.Typeface.MakeFromFile(FONT), library.Typeface.MakeFromFile(BOLD)
    name, when, body, button = (library.Font(face, size) for face, size in ((bold, 15), (regular, 12), (regular, 14), (bold, 13)))
    paint = library.Paint(AntiAlias=True)

    def box(canvas, x, y, width, height, radius, color):
        paint.setColor(0xFF000000 | color)
        canvas.drawRoundRect(library.Rect.MakeXYWH(x, y, width, height), radius, radius, paint)

    def words(canvas, text, x, baseline, font, color):
        paint.setColor(0xFF000000 | color)
        canvas.drawString(text, x, baseline, font, paint)

    def render(number, format):
        card = cards[number % len(cards)]
        surface = library.Surface(WIDTH, HEIGHT)
        canvas = surface.getCanvas()
        box(canvas, 0, 0, 400, 392, 8, 0xDDDDDD)
        box(canvas, 1, 1, 398, 390, 7, 0xFFFFFF)
        box(canvas, 12, 12, 40, 40, 20, 0xCC8844)
        words(canvas, card[0], 60, 27, name, 0x111111)
        words(canvas, card[1], 60, 45, when, 0x777777)
        for i, line in enumerate(wrapped(card[2], body.measureText, 376)):
            words(canvas, line, 12, 74 + LINE * i, body, 0x222222)
        box(canvas, 12, 128, 376, 212, 8, 0x88AACC)
        for i, text in enumerate(card[3:]):
            box(canvas, 12 + 96 * i, 348, 88, 32, 6, 0xF0F2F5)
            words(canvas, text, 12 + 96 * i + (88 - button.measureText(text)) / 2, 369, button, 0x333333)
        image = surface.makeImageSnapshot()
        return bytes(image.encodeToData(library.kPNG, 100)) if format == "png" else image

    return render


def pillow(cards, folder):
    from PIL import Image, ImageDraw, ImageFont

    name, when, body, button = (
        ImageFont.truetype(face, size) for face, size in ((BOLD, 15), (FONT, 12), (FONT, 14), (BOLD, 13)))

    def render(number, format):
        card = cards[number % len(cards)]
        image = Image.new("RGBA", (WIDTH, HEIGHT))
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle((0, 0, 399, 391), 8, "#dddddd")
        draw.rounded_rectangle((1, 1, 398, 390), 7, "#ffffff")
        draw.ellipse((12, 12, 51, 51), "#cc8844")
        draw.text((60, 27), card[0], "#111111", name, "ls")
        draw.text((60, 45), card[1], "#777777", when, "ls")
        for i, line in enumerate(wrapped(card[2], body.getlength, 376)):
            draw.text((12, 74 + LINE * i), line, "#222222", body, "ls")
        draw.rounded_rectangle((12, 128, 387, 339), 8, "#88aacc")
        for i, text in enumerate(card[3:]):
            draw.rounded_rectangle((12 + 96 * i, 348, 99 + 96 * i, 379), 6, "#f0f2f5")
            draw.text((56 + 96 * i, 369), text, "#333333", button, "ms")
        if format != "png":
            return image
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

    return render


def cairocffi(cards, folder):
    """cairo's own toy texts, without shaping: the least that cairo from Python can do."""
    import math

    import cairocffi as library

    def box(cairo, x, y, width, height, radius, color):
        cairo.new_sub_path()
        cairo.arc(x + width - radius, y + radius, radius, -math.pi / 2, 0)
        cairo.arc(x + width - radius, y + height - radius, radius, 0, math.pi / 2)
        cairo.arc(x + radius, y + height - radius, radius, math.pi / 2, math.pi)
        cairo.arc(x + radius, y + radius, radius, math.pi, 1.5 * math.pi)
        cairo.close_path()
        cairo.set_source_rgb(*color)
        cairo.fill()

    def words(cairo, text, x, baseline, size, bold, color):
        cairo.select_font_face("DejaVu Sans", library.FONT_SLANT_NORMAL, library.FONT_WEIGHT_BOLD if bold else library.FONT_WEIGHT_NORMAL)
        cairo.set_font_size(size)
        cairo.set_source_rgb(*color)
        cairo.move_to(x, baseline)
        cairo.show_text(text)

    def shade(number):
        return (number >> 16) / 255, (number >> 8 & 255) / 255, (number & 255) / 255

    def render(number, format):
        card = cards[number % len(cards)]
        surface = library.ImageSurface(library.FORMAT_ARGB32, WIDTH, HEIGHT)
        cairo = library.Context(surface)
        box(cairo, 0, 0, 400, 392, 8, shade(0xDDDDDD))
        box(cairo, 1, 1, 398, 390, 7, shade(0xFFFFFF))
        box(cairo, 12, 12, 40, 40, 20, shade(0xCC8844))
        words(cairo, card[0], 60, 27, 15, True, shade(0x111111))
        words(cairo, card[1], 60, 45, 12, False, shade(0x777777))
        cairo.select_font_face("DejaVu Sans")
        cairo.set_font_size(14)
        for i, line in enumerate(wrapped(card[2], lambda text: cairo.text_extents(text)[4], 376)):
            words(cairo, line, 12, 74 + LINE * i, 14, False, shade(0x222222))
        box(cairo, 12, 128, 376, 212, 8, shade(0x88AACC))
        for i, text in enumerate(card[3:]):
            box(cairo, 12 + 96 * i, 348, 88, 32, 6, shade(0xF0F2F5))
            cairo.select_font_face("DejaVu Sans", library.FONT_SLANT_NORMAL, library.FONT_WEIGHT_BOLD)
            cairo.set_font_size(13)
            words(cairo, text, 12 + 96 * i + (88 - cairo.text_extents(text)[4]) / 2, 369, 13, True, shade(0x333333))
        surface.flush()
        return surface.write_to_png() if format == "png" else surface

    return render


def takumi(cards, folder):
    from takumi_py import FontResource, RenderOptions, Renderer

    renderer = Renderer()
    renderer.register_fonts([FontResource(pathlib.Path(path).read_bytes(), "DejaVu Sans") for path in (FONT, BOLD)])

    def box(*children, **style):
        return {"type": "container", "style": {"display": "flex", **style}, "children": list(children)}

    def text(string, **style):
        return {"type": "text", "text": string, "style": {"fontFamily": "DejaVu Sans", **style}}

    def render(number, format):
        card = cards[number % len(cards)]
        names = box(
            text(card[0], fontSize="15px", fontWeight=700, color="#111111"), text(card[1], fontSize="12px", color="#777777"),
            flexDirection="column", gap="2px")
        buttons = [
            box(text(each, fontSize="13px", fontWeight=700, color="#333333"), height="32px", flexGrow=1, flexBasis="0px",
                alignItems="center", justifyContent="center", backgroundColor="#f0f2f5", borderRadius="6px")
            for each in card[3:]]
        tree = box(
            box(box(width="40px", height="40px", borderRadius="20px", backgroundColor="#cc8844"), names, gap="8px"),
            text(card[2], fontSize="14px", lineHeight="20px", height="60px", color="#222222", lineClamp=3, textOverflow="ellipsis"),
            box(height="212px", borderRadius="8px", backgroundColor="#88aacc"),
            box(*buttons, gap="8px"),
            width="400px", height="392px", flexDirection="column", gap="8px", padding="11px", border="1px solid #dddddd",
            borderRadius="8px", backgroundColor="#ffffff")
        options = RenderOptions(width=WIDTH, height=HEIGHT, format="png" if format == "png" else "raw")
        return renderer.render_node(tree, options=options)

    return render


PAGE = """<style>
body {{ margin: 0; font-family: 'DejaVu Sans' }}
.card {{ width: 376px; height: 368px; padding: 11px; border: 1px solid #dddddd; border-radius: 8px; background: white; display: flex;
  flex-direction: column; gap: 8px }}
.head {{ display: flex; gap: 8px }}
.avatar {{ width: 40px; height: 40px; border-radius: 20px; background: #cc8844 }}
#name {{ font-size: 15px; font-weight: bold; color: #111111 }}
#time {{ font-size: 12px; color: #777777; margin-top: 2px }}
#body {{ font-size: 14px; line-height: 20px; height: 60px; color: #222222; overflow: hidden }}
.picture {{ height: 212px; border-radius: 8px; background: #88aacc }}
.buttons {{ display: flex; gap: 8px }}
.buttons div {{ flex: 1 1 0; height: 32px; line-height: 32px; text-align: center; border-radius: 6px; background: #f0f2f5;
  font-size: 13px; font-weight: bold; color: #333333 }}
</style><div class="card"><div class="head"><div class="avatar"></div><div><div id="name">{name}</div><div id="time">{time}</div></div></div>
<div id="body">{body}</div><div class="picture"></div><div class="buttons"><div id="first">{first}</div><div id="second">{second}</div>
<div id="third">{third}</div><div id="fourth">{fourth}</div></div></div>"""


def blitz(cards, folder):
    """Its template, whose texts change; it has no way to cut a text at three lines with an ellipsis in CSS."""
    import blitz_py

    def page(card):
        return PAGE.format(**{name: html.escape(value) for name, value in zip(NAMES, card)})

    form = blitz_py.Template(page(cards[0]), width=WIDTH, height=HEIGHT)

    def render(number, format):
        form.update(**dict(zip(NAMES, cards[number % len(cards)])))
        return form.render_png() if format == "png" else form.render_rgba()

    return render


def pictex(cards, folder):
    from pictex import Canvas, Column, Row, Text

    def words(text, face, size, color):
        return Text(text).font_family(face).font_size(size).color(color)

    def render(number, format):
        card = cards[number % len(cards)]
        head = Row(
            Row().size(40, 40).background_color("#cc8844").border_radius(20),
            Column(words(card[0], BOLD, 15, "#111111"), words(card[1], FONT, 12, "#777777")).gap(2)).gap(8)
        buttons = Row(*(
            Row(words(each, BOLD, 13, "#333333")).size(88, 32).background_color("#f0f2f5").border_radius(6)
            .justify_content("center").align_items("center") for each in card[3:])).gap(8)
        body = Row(words(card[2], FONT, 14, "#222222").line_height(20 / 14).size(width=376)).size(376, 60)
        column = Column(head, body, Row().size(376, 212).background_color("#88aacc").border_radius(8), buttons).gap(8)
        image = Canvas().size(WIDTH, HEIGHT).background_color("white").border(1, "#dddddd").border_radius(8).padding(11).render(column)
        if format != "png":
            return image
        file = io.BytesIO()
        image.to_pillow().save(file, "PNG")
        return file.getvalue()

    return render


ENGINES = {each.__name__: each for each in (lamina, skia, cairocffi, pillow, takumi, blitz, pictex)}


def memory():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def main():
    name, folder, seconds, format = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    lines = (folder / "cards.tsv").read_text(encoding="utf-8").splitlines()
    cards = [line.split("\t")[:7] for line in lines]
    render = ENGINES[name](cards, folder)
    picture = render(0, "png")
    if len(sys.argv) > 5:
        pathlib.Path(sys.argv[5]).write_bytes(picture)
    for number in range(3):
        render(number, format)
    count, before, begin, used = 0, memory(), time.perf_counter(), time.process_time()
    while count < 3 or time.perf_counter() - begin < seconds:
        render(count, format)
        count += 1
    wall, cpu = time.perf_counter() - begin, time.process_time() - used
    print(json.dumps({"cards": count, "cpu_ms": 1e3 * cpu / count, "wall_ms": 1e3 * wall / count, "growth_mb": memory() - before}))


if __name__ == "__main__":
    main()
