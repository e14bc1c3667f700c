from __future__ import annotations

import pytest

import lamina
from lamina import Text, TextAttributes, TextBuilder, TextNode, TextOptions


def test_strings_come_back(context: lamina.Context) -> None:
    for string in ("", "plain", "žluťoučký", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "שלום", "a\nb", "x" * 10000):
        text = Text(context, string)
        assert text.string == str(text) == string
        assert text.byte_length == len(string.encode())


def test_broken_utf8_is_refused_with_its_place(context: lamina.Context) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="3"):
        Text(context, "abc\udc80")


def test_measure(context: lamina.Context) -> None:
    text = Text(context, "one two three four five", size=20)
    free = text.measure()
    assert free.line_count == 1 and not free.is_truncated and 0 < free.first_baseline < free.size.height
    narrow = text.measure(free.size.width / 2)
    assert narrow.line_count > 1 and narrow.size.width <= free.size.width / 2
    cut = text.measure(free.size.width / 2, TextOptions(max_lines=1))
    assert cut.line_count == 1 and cut.is_truncated
    assert Text(context, "one", TextAttributes(size=40)).measure().size.height > free.size.height


@pytest.mark.parametrize("look", [{"size": -1}, {"size": 3000}, {"weight": 5000}, {"size": float("nan")}])
def test_bad_looks(context: lamina.Context, look: "dict[str, float]") -> None:
    with pytest.raises(lamina.InvalidArgumentError):
        Text(context, "x", **look)


def test_builder_counts_characters(context: lamina.Context) -> None:
    builder = TextBuilder(context, size=12)
    builder.append("Příliš ").append("žluťoučký", weight=700).append(" kůň")
    text = builder.set_attributes(0, 6, color="#ff0000").set_attributes(7, None, underline="single").copy_text()
    assert text.string == "Příliš žluťoučký kůň"
    builder.append("!")
    assert builder.copy_text().string.endswith("!") and not text.string.endswith("!")
    with pytest.raises(lamina.OutOfRangeError):
        builder.set_attributes(0, 100, weight=700)
    with pytest.raises(lamina.OutOfRangeError):
        builder.set_attributes(-1, None, weight=700)


def test_text_nodes(context: lamina.Context) -> None:
    node = TextNode(context)
    node.set_text("hello", TextAttributes(size=30))
    node.set_text_options(TextOptions(max_lines=1, alignment="center"))
    height = lamina.Layout(node, lamina.SizeRange.up_to()).size.height
    assert height >= 30
    node.set_text(None)
    assert lamina.Layout(node, lamina.SizeRange.up_to()).size.width == 0
    shared = Text(context, "shared")
    node.set_text(shared)
    shared.close()
    assert lamina.Layout(node, lamina.SizeRange.up_to()).size.width > 0
    with pytest.raises(TypeError):
        TextNode(context, "x", colour="#000000")
    with pytest.raises(lamina.UnsupportedError):
        TextNode.set_text(lamina.Node(context), "x")  # type: ignore[arg-type]


def test_a_string_keeps_the_look_of_its_node(context: lamina.Context) -> None:
    node = context.text("0", lamina.span("%", color="red"), size=40, weight="bold")
    expected = Text(context, "12", size=40, weight="bold")
    node.set_text("12")
    assert node.text is not None and node.text == expected and str(node.text) == "12"
    node.text = "12"
    assert node.text == expected
    node.set_text("12", size=20)
    assert node.text == Text(context, "12", size=20, weight="bold")
    node.text = None
    assert node.text is None
    node.text = "x"
    assert node.text is not None and node.text == Text(context, "x")
    for wrong in (5, b"x", 0.5):
        with pytest.raises(TypeError, match="strings and spans"):
            node.text = wrong  # type: ignore[assignment]


def test_positions_count_from_0(context: lamina.Context) -> None:
    node = context.text("abc")
    layout = node.text_layout()
    for wrong in (
        lambda: layout.caret(-1), lambda: layout.move_caret(-1, "left"), lambda: layout.line(-1), lambda: layout.rects(-2),
        lambda: layout.attachment(-1), lambda: Text(context, "a").boundary(-1, "word"), lambda: Text(context, "a").position(-1),
        lambda: node.child(-1),
    ):  # fmt: skip
        with pytest.raises(lamina.OutOfRangeError, match="-[12]; positions count from 0"):
            wrong()


def test_replaced(context: lamina.Context) -> None:
    text = lamina.Text(context, "\n".join(f"line {number}" for number in range(100)), size=14)
    before = text.measure(300)
    changed = text.replaced(0, 4, "a much wider line, b\u00e9")
    assert changed.string.startswith("a much wider line, b\u00e9 0\nline 1\n")
    assert changed == lamina.Text(context, changed.string, size=14)
    assert changed.measure(300).size[0] > before.size[0]
    assert text.replaced(text.byte_length, None, "!", weight=700).string == text.string + "!"
    assert text.replaced(0, None, "").string == ""
    with pytest.raises(lamina.OutOfRangeError):
        text.replaced(0, text.byte_length + 1, "")
    with pytest.raises(lamina.InvalidArgumentError):
        changed.replaced(0, changed.string.encode().index(0xA9), "")
