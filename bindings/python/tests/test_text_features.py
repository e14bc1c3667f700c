from __future__ import annotations

import math
import pathlib
from typing import Any, List

import pytest

import lamina
from lamina import Gradient, Paragraph, Shadow, Text, TextBuilder, TextLayout, TextNode, TextOptions


def test_markup(context: lamina.Context) -> None:
    text = Text.from_markup(context, "one <b>two</b> <a href='7'>three</a> &amp;")
    assert text.string == "one two three &"
    with pytest.raises(lamina.InvalidArgumentError, match="line 1, column 5"):
        Text.from_markup(context, "one <nope>")
    builder = TextBuilder(context).append("é").append_markup("<i>x</i>").append("!")
    assert builder.byte_length == 4
    assert builder.set_attributes(2, 3, weight=700).copy_text().string == "éx!"


def test_every_attribute(context: lamina.Context) -> None:
    text = Text(
        context, "Everything at once", family="DejaVu Sans", size=20, weight=700, slant="oblique", underline="wavy",
        color="#ff0000", size_factor=0.9, stretch=3, caps="small", features="tnum, liga=0", variations="wght=350",
        language="pt-BR", letter_spacing=1, word_spacing=2, rise=1, background="#ffff00", underline_color="#00ff00",
        strikethrough=True, strikethrough_color="#0000ff", overline=True, overline_color="#123456", link=3,
        shadows=[Shadow("#00000080", 1, 1, 3)], stroke_color="#ffffff", stroke_width=2,
        gradient=Gradient([(0, "#ff0000"), (1, "#0000ff")], (0, 0), (1, 0)),
    )
    bitmap = lamina.Bitmap(300, 60)
    text.draw(bitmap, (10, 10, 280, 40))
    assert any(bitmap)
    for look in ({"features": "x"}, {"variations": "wght"}, {"language": "!"}, {"stretch": 10}, {"size_factor": 0.001},
                 {"letter_spacing": 1e9}, {"rise": math.nan}, {"shadows": [Shadow("#000000", blur=-1)]},
                 {"gradient": Gradient([(2, "#ff0000")])}):
        with pytest.raises(lamina.InvalidArgumentError):
            Text(context, "x", **look)
    with pytest.raises(lamina.InvalidArgumentError, match="stops is empty"):
        Gradient([])


def test_options(context: lamina.Context) -> None:
    text = Text(context, "Several words that do not fit into one line of this width", size=14)
    more = Text(context, "more", color="#0000ff")
    for options in (
        TextOptions(max_lines=1, truncation="middle"),
        TextOptions(max_lines=1, truncates_at_words=True),
        TextOptions(max_lines=1, message=more, token=Text(context, " –")),
    ):
        cut = text.measure(150, options)
        assert cut.is_truncated and cut.line_count == 1 and cut.size.width <= 150
        assert cut.hidden_begin < cut.hidden_end <= text.byte_length
    plain = text.measure(150)
    assert text.measure(150, TextOptions(insets=5)).size.height > plain.size.height
    spaced = text.measure(150, TextOptions(paragraph=Paragraph(line_gap=10)))
    assert spaced.size.height == plain.size.height + 10 * (plain.line_count - 1)
    assert text.measure(60, TextOptions(scale_factors=[0.5])).scale_factor == 0.5 or text.content_widths()[0] <= 60
    least, most = text.content_widths()
    assert 0 < least < most and text.measure(most).line_count == 1
    with pytest.raises(lamina.InvalidArgumentError):
        text.measure(150, TextOptions(scale_factors=[2]))
    with pytest.raises(lamina.InvalidArgumentError, match=r"scale_factors\[1\] is 0.9"):
        text.measure(150, TextOptions(scale_factors=[0.5, 0.9]))
    assert text.measure(300, TextOptions(exclusions=[(0, 0, 150, 30)])).size.height > text.measure(300).size.height
    assert text.measure(math.inf).missing_glyphs == 0


def test_layouts_answer_where_things_are(context: lamina.Context) -> None:
    builder = TextBuilder(context, family="DejaVu Sans").append("see ").append("here", link=9).append(" and ")
    text = builder.append_attachment((20, 10), rise=-2).copy_text()
    layout = TextLayout(text, (200, 100), TextOptions(placement="bottom"))
    metrics = layout.metrics
    assert metrics.size == (200, 100) and metrics.line_count == 1
    line = layout.lines[0]
    assert line.rect.y > 50 and line.begin == 0 and line.end == text.byte_length and not line.is_right_to_left
    (rect,) = layout.rects(4, 8)
    hit = layout.hit((rect.x + 1, rect.y + 2))
    assert hit.begin == 4 and hit.is_inside and hit.link == 9 and (hit.link_begin, hit.link_end) == (4, 8)
    assert layout.caret(4).strong.x == rect.x and layout.move_caret(4, "right") == 5
    place, byte = layout.attachment(0)
    assert (place.width, place.height) == (20, 10) and byte == 13
    with pytest.raises(lamina.OutOfRangeError):
        layout.attachment(1)
    with pytest.raises(lamina.OutOfRangeError):
        layout.caret(100)
    bitmap = lamina.Bitmap(200, 100)
    layout.draw(bitmap)
    assert any(bitmap)
    node = TextNode(context, text)
    node.frame = (0, 0, 200, 100)
    assert node.text_layout().metrics.size == (200, 100)
    node.set_highlight(4, 8, "#0000001c")
    node.set_highlight()


def test_positions(context: lamina.Context) -> None:
    text = Text(context, "añ👩‍👩‍👧 two. Three")
    assert text.position(2) == 3 and text.position(3, "byte", "character") == 2
    assert text.boundary(0, "sentence") == text.string.encode().index(b"Three")
    with pytest.raises(lamina.OutOfRangeError):
        text.position(1000)
    same = Text(context, text.string)
    assert same == text and hash(same) == hash(text) and same != Text(context, "x")


def test_texts_are_equal_by_what_they_say(context: lamina.Context) -> None:
    one, same, other = Text(context, "a", size=20), Text(context, "a", size=20), Text(context, "a", size=21)
    assert one == same != other and len({one, same, other}) == 2 and one != "a" and one != context
    assert lamina.TextOptions(token=one) == lamina.TextOptions(token=same) != lamina.TextOptions(token=other)
    kept = {same: 1}
    second = same.retain()
    same.close()
    assert same == same and kept[same] == 1 and same != one and same != second and second == one
    never_asked = Text(context, "a")
    never_asked.close()
    assert {never_asked: 2}[never_asked] == 2


def test_a_builder_copies_its_text_only_when_positions_are_asked_for(context: lamina.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    copies: List[TextBuilder] = []
    copy_text = TextBuilder.copy_text
    monkeypatch.setattr(TextBuilder, "copy_text", lambda builder: (copies.append(builder), copy_text(builder))[1])
    builder = TextBuilder(context)
    for _ in range(50):
        builder.append("ä").append_markup("<b>é</b>").append_directed("x", "right_to_left").append_attachment((1, 1))
    assert copies == []
    second = builder.retain()
    second.append_markup("<i>end</i>")
    length = len(copy_text(builder).string)
    builder.set_attributes(length - 3, length, color="red").set_attributes(0, 1, color="blue")
    assert len(copies) == 1
    # one character too far: what the second object appended is known to the first
    with pytest.raises(lamina.LaminaError):
        builder.set_attributes(0, length + 1, color="red")
    assert len(copies) == 1


def test_hyphens_and_the_limit_of_justified_lines(context: lamina.Context) -> None:
    text = lamina.Text(context, "in\u00adcom\u00adpre\u00adhen\u00adsi\u00adble", family="DejaVu Sans", size=14)

    def first_line(**paragraph: Any) -> lamina.TextLine:
        return TextLayout(text, (70, math.inf), TextOptions(paragraph=Paragraph(**paragraph))).line(0)

    assert first_line() == first_line(hyphens="manual") != first_line(hyphens="none")
    words = lamina.Text(context, "some words and then a verylongwordindeed", family="DejaVu Sans", size=14)
    for limit, is_full in ((0, True), (1, False), (50, True)):
        paragraph = Paragraph(alignment="justify", justify_limit=limit)
        line = TextLayout(words, (150, math.inf), TextOptions(paragraph=paragraph)).line(0)
        assert (abs(line.rect.size.width - 150) < 0.01) is is_full
    with pytest.raises(lamina.InvalidArgumentError, match="justify_limit"):
        text.measure(70, TextOptions(paragraph=Paragraph(justify_limit=0.5)))
    with pytest.raises(lamina.InvalidArgumentError, match="hyphens is 'auto'"):
        text.measure(70, TextOptions(paragraph=Paragraph(hyphens="auto")))  # type: ignore[arg-type]


def test_heights_of_letters(context: lamina.Context) -> None:
    line = TextLayout(lamina.Text(context, "Hx", family="DejaVu Sans", size=20), (200, 50)).line(0)
    assert line.cap_height == pytest.approx(20 * 1493 / 2048, abs=0.1) and line.x_height == pytest.approx(20 * 1120 / 2048, abs=0.1)
    assert 0 < line.x_height < line.cap_height < line.ascent


def test_paragraphs(context: lamina.Context) -> None:
    builder = TextBuilder(context).append("één\ttwo\nthree")
    builder.set_paragraph(0, 3, Paragraph(alignment="center", tab_stops=[50, (80, "right")], direction="right_to_left"))
    assert TextLayout(builder.copy_text(), (200, 50)).line(0).is_right_to_left
    with pytest.raises(lamina.InvalidArgumentError):
        builder.set_paragraph(0, None, Paragraph(tab_stops=[50, 20]))


def test_decimal_points(context: lamina.Context) -> None:
    def right_of_comma(**paragraph: str) -> float:
        options = TextOptions(paragraph=Paragraph(tab_stops=[(80, "decimal")], **paragraph))
        layout = TextLayout(Text(context, "\t1.480,50"), options=options)
        return layout.rects(7, 8)[0].x

    assert abs(right_of_comma(decimal_point=",") - 80) < 4
    assert right_of_comma() > 95  # the point of the thousands stands there
    assert right_of_comma(decimal_point=".") == right_of_comma()
    with pytest.raises(lamina.InvalidArgumentError, match="one character"):
        Paragraph(decimal_point="").to_c()


def test_links_and_where_they_are(context: lamina.Context) -> None:
    text = Text.from_markup(context, "é <a href='7'>one <b>two</b></a> <a href='8'>three</a>")
    assert [tuple(link) for link in text.links] == [(7, 3, 10), (8, 11, 16)]
    layout = TextLayout(text)
    for link in text.links:
        (rect,) = layout.rects(link.begin, link.end)
        assert layout.hit((rect.x + 2, rect.y + 2)).link == link.link
    assert Text(context, "none").links == []


def test_misspelt_properties_are_refused(context: lamina.Context) -> None:
    for thing, name in ((TextNode(context, "a"), "colour"), (lamina.Node(context), "opcity"), (Text(context, "a"), "size")):
        with pytest.raises(AttributeError, match=name):
            setattr(thing, name, 1)

    class Card(lamina.Node):
        def __init__(self, context: lamina.Context) -> None:
            super().__init__(context)
            self.title = TextNode(context, "a")

    card = Card(context)
    card.add_child(card.title)
    assert card.child(0) is card.title


def test_sentences_name_what_was_wrong(context: lamina.Context) -> None:
    wrong = [
        ({"size": "12px"}, TypeError, "size is a number, not '12px'"),
        ({"link": "https://example.org"}, TypeError, "link is a whole number, not 'https://example.org'"),
        ({"link": 2**64}, lamina.InvalidArgumentError, "link is 18446744073709551616, which is more than"),
        ({"link": -1}, lamina.InvalidArgumentError, "link is -1, which is more than"),
        ({"max_lines": 1.5}, TypeError, "max_lines is a whole number"),
        ({"token": "more"}, TypeError, "token is a Text"),
        ({"color": "reddish"}, lamina.InvalidArgumentError, "color is 'reddish'; a colour is written #rgb, #rrggbb .* teal, aqua"),
        ({"alignment": "centre"}, lamina.InvalidArgumentError, "alignment is 'centre'; it must be one of natural, left, center"),
        ({"width": "12em"}, lamina.InvalidArgumentError, "a length is a number"),
        ({"width": "half%"}, lamina.InvalidArgumentError, "a length is a number, .* \"0%\" to \"100%\""),
    ]  # fmt: skip
    for keywords, kind, sentence in wrong:
        with pytest.raises(kind, match=sentence):
            context.text("a", **keywords)  # type: ignore[arg-type]
    box = context.box()
    for name, value, sentence in (
        ("border", (1, 2, 3), "border is a width and a colour"),
        ("border", (1, "reddish"), "a colour is written"),
        ("shadow", ("black", 1, 2, 3, 4, 5), "shadow is a BoxShadow"),
        ("transform", (1, 2), "transform is a Matrix"),
    ):
        with pytest.raises((TypeError, lamina.InvalidArgumentError), match=sentence):
            setattr(box, name, value)
    with pytest.raises(TypeError, match="spacing is a number, not '8'"):
        lamina.column(spacing="8")[box].handle  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="points are pairs"):
        lamina.Drawing().lines([1, 2])  # type: ignore[list-item]


def test_fonts(context: lamina.Context) -> None:
    families = context.font_families
    assert "DejaVu Sans" in families and families == sorted(families)
    assert context.has_font_family("dejavu sans") and not context.has_font_family("No Such Family")
    assert context.font_match("No Such Family, DejaVu Serif") == "DejaVu Serif"
    path = pathlib.Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
    with lamina.Context(0, flags=lamina.ContextFlags.NO_SYSTEM_FONTS) as bare:
        assert bare.font_families == [] and bare.font_match() == ""
        assert Text(bare, "boxes").measure().missing_glyphs == 5
        bare.add_font_data(path.read_bytes())
        assert bare.font_families == ["DejaVu Sans Mono"]
        assert Text(bare, "letters").measure().missing_glyphs == 0
        with pytest.raises(lamina.FileError):
            bare.add_font_data(b"this is not a font at all")


def test_cairo(context: lamina.Context) -> None:
    node = lamina.Node(context, size=(80, 30))

    def draw(canvas: lamina.Canvas) -> None:
        Text(context, "inside").draw_cairo(canvas, (5, 5, 70, 20), "#ff0000")

    node.set_draw_callback(draw)
    bitmap = lamina.Bitmap(80, 30)
    node.render(bitmap)
    context.wait_idle()
    assert any(bitmap)


def test_children_in_a_text(context: lamina.Context) -> None:
    builder = TextBuilder(context, size=16, family="DejaVu Sans").append("one ").append_child(weight=700)
    text = builder.append(" two").copy_text()
    assert text.string == "one \ufffc two"
    node, child = TextNode(context, text), lamina.Node(context, width=30, height=40)
    node.add_child(child)
    node.apply_layout(((0, 0), (200, math.inf)))
    rect, position = node.text_layout().attachment(0)
    assert child.frame == rect and (rect.width, rect.height) == (30, 40)
    assert node.frame.height >= 40 and position == 4
    with pytest.raises(lamina.InvalidArgumentError):
        builder.append_child(math.inf)


def test_directed_text(context: lamina.Context) -> None:
    builder = TextBuilder(context).append("a ").append_directed("bc", "right_to_left").append("é", weight=700)
    builder.append_directed("d", lamina.TextDirection.NATURAL).append("!")
    assert builder.copy_text().string == "a \u202ebc\u202cé\u2068d\u2069!"
    assert builder.set_attributes(6, 7, weight=400).copy_text().string.endswith("!")
    with pytest.raises(lamina.InvalidArgumentError):
        builder.append_directed("x", 9)
