"""Templates with all that a node may look like, with pictures in them, and with flexbox."""
from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina import Style, Template, tree
from lamina.pytest_plugin import Golden


def packed(picture: lamina.PixelBuffer) -> bytes:
    return b"".join(bytes(picture.data[y * picture.stride : y * picture.stride + 4 * picture.width]) for y in range(picture.height))


def decorated(tint: Any, name: str, photo: tree.Item) -> tree.Item:
    """Everything that a node may look like, the picture as it is given."""
    card = tree.node(
        "card", tree.inset(tree.text(name, size=15), 8), background="white", corner_radii=(4, 12, 0, 20),
        border=lamina.Border(2, tint), shadow=lamina.BoxShadow("#00000080", 2, 4, 8, 1),
    )  # fmt: skip
    stripe = tree.node(
        "stripe", size=(120, 20), gradient=lamina.Gradient([(0, tint), (1, "#3366ff")], (0, 0), (1, 0)), corner_radius=6,
        transform=lamina.Matrix.rotation(-4), anchor=(0, 1),
    )  # fmt: skip
    flex = tree.node(
        "flex",
        tree.node("low", background="#ff8800", flex_style="width: 20px; height: 12px; margin-right: -12px", z_position=2),
        tree.text(f"flex {name}", "words", size=12, flex_style="flex-grow: 1", background="#ddffdd"),
        tree.node("end", background="#0088ff", style=Style(width=20, height=14)),
        flex_profile="css",
        flex_style="flex-direction: row; gap: 6px; padding: 4px; align-items: center; border-width: 1px",
        border=(1, "#888888"),
    )
    nine = tree.node(
        image=photograph(), image_options=lamina.ImageOptions(stretch=(2, 2, 2, 2)), size=(90, 24)
    )
    column = tree.column(card, stripe, tree.row(photo, nine, spacing=4), flex, spacing=12)
    return tree.node("root", tree.inset(column, 14), background="#f4f4f0")


def photograph() -> lamina.Bitmap:
    photo = lamina.Bitmap(6, 6)
    for place in range(36):
        photo[4 * place : 4 * place + 4] = bytes(((place * 37) % 256, (place * 91) % 256, (place * 13) % 256, 255))
    return photo


PART = lamina.ImageOptions("aspect_fit", source=(0, 0, 1, 0.5))


@pytest.mark.parametrize("scale", (1, 1.5, 2))
def test_looks_are_those_of_the_same_nodes(context: lamina.Context, scale: float) -> None:
    photo = photograph()
    form = decorated(tree.slot("tint"), "{name}", tree.image(tree.slot("photo"), options=PART, size=(40, 30)))
    names = ("Ada", "Emmy Noether, a much longer name than the one before, which wraps", "Ada", "志村")
    rows = [{"tint": f"#{number}0{number}0aa", "name": name, "photo": photo} for number, name in enumerate(names)]
    pictures = list(Template(form, width=220).render(rows, scale=scale, workers=2))
    assert len({picture.height for picture in pictures}) > 1
    for row, picture in zip(rows, pictures):
        item = decorated(row["tint"], str(row["name"]), tree.node(image=photo, image_options=PART, size=(40, 30)))
        root = tree.build(context, item).root
        assert isinstance(root, lamina.Node)
        assert packed(picture) == packed(context.picture(root, 220, picture.height / scale, scale=scale)), row["name"]


def test_the_decorated_template_looks_as_it_did(root: Path) -> None:
    form = decorated(tree.slot("tint"), "{name}", tree.image(photograph(), options=PART, size=(40, 30)))
    with lamina.Context(1, font_family="Noto Sans") as own:
        if not own.has_font_family("Noto Sans"):
            pytest.skip("Noto Sans is not installed")
        (picture,) = Template(form, width=220).render([{"tint": "#00aa44", "name": "Ada Lovelace"}], scale=2, context=own)
    golden = Golden(root / "Tests" / "Golden" / "template", os.environ.get("LAMINA_GOLDEN") == "accept")
    golden(picture, "looks", tolerance=2)


def test_pictures_in_the_template_and_in_rows(tmp_path: Path) -> None:
    photo = photograph()
    expected = [packed(photo)] * 3
    address = "data:image/png;base64," + base64.b64encode(photo.encode("png")).decode()
    photo.write_file(tmp_path / "a.webp", "webp", lossless=True)
    for source in (photo, photo.encode("png"), address):
        found = list(Template(tree.image(source, size=(6, 6))).render([{}, {}, {}]))
        assert [packed(picture) for picture in found] == expected
    rows = [{"photo": photo}, {"photo": address}, {"photo": photo}]
    found = list(Template(tree.image(tree.slot("photo"), size=(6, 6))).render(rows))
    assert [packed(picture) for picture in found] == expected
    found = list(Template(tree.image("a.webp", size=(6, 6))).render([{}, {}, {}], image_folder=tmp_path))
    assert [packed(picture) for picture in found] == expected
    with pytest.raises(lamina.InvalidArgumentError, match="base 64"):
        list(Template(tree.image(tree.slot("photo"))).render([{"photo": "data:,x"}]))


def test_pictures_take_tints_and_have_dark_ones() -> None:
    """Stencils in a colour of the row or in the context's tint; other pictures where its traits are dark."""
    red = lamina.Bitmap.from_rgba(bytes((255, 0, 0, 255)) * 16, 4, 4)
    blue = lamina.Bitmap.from_rgba(bytes((0, 0, 255, 255)) * 16, 4, 4)

    def form(**options: Any) -> Template:
        return Template({"width": 4, "height": 4, "root": {"kind": "image", "image": "{photo}", "options": options}})

    def colors(form: Template, rows: Any, context: Any = None) -> Any:
        return [picture.pixel(1, 1)[:3] for picture in form.render(rows, context=context)]

    rows = [{"photo": red, "color": "#00ff00"}, {"photo": blue, "color": "#ffff00"}]
    assert colors(form(tinted="{color}"), rows) == [(0, 255, 0), (255, 255, 0)]
    assert colors(form(tinted="#ff00ff"), [{"photo": red}]) == [(255, 0, 255)]
    assert colors(form(tinted=False), [{"photo": red}]) == [(255, 0, 0)]
    with lamina.Context(1) as context:
        context.set_traits(color_scheme="dark", tint="#0f0")
        assert colors(form(tinted=True), [{"photo": red}], context) == [(0, 255, 0)]
        rows = [{"photo": red, "night": blue}, {"photo": blue, "night": red}]
        assert colors(form(dark="{night}"), rows, context) == [(0, 0, 255), (255, 0, 0)]
        context.set_traits(color_scheme="light")
        assert colors(form(dark="{night}"), rows, context) == [(255, 0, 0), (0, 0, 255)]
    for options, words in (({"tinted": 3}, "a colour is needed"), ({"dark": 3}, "dark"), ({"dark": "data:,x"}, "base 64")):
        with pytest.raises(lamina.InvalidArgumentError, match=words):
            form(**options)
    item = tree.image(red, options=lamina.ImageOptions(tinted=True))
    assert '"tinted":true' in Template(item).json


def test_flex_properties_as_an_object() -> None:
    node = {"background": "#00ff00", "flex_style": {"flex_grow": 1, "margin": "2px 4px"}}
    form = {"width": 20, "height": 10, "root": {"flex_profile": "yoga", "children": [node]}}
    (picture,) = Template(form).render([{}])
    assert picture.pixel(3, 5)[3] == 0 and picture.pixel(4, 2) == (0, 255, 0, 255) and picture.pixel(4, 1)[3] == 0
    with pytest.raises(lamina.InvalidArgumentError, match=r"template.root.flex_style.wide"):
        Template({"root": {"flex_style": {"wide": 1}}})


def test_balanced_lines() -> None:
    items = [{"background": "#00ff00", "flex_style": {"width": 4, "height": 2}} for _ in range(4)]
    wrap = {"flex_wrap": "balance", "flex_line_count": 2}
    form = {"width": 20, "height": 4, "root": {"flex_profile": "css", "flex_style": wrap, "children": items}}
    (picture,) = Template(form).render([{}])
    assert picture.pixel(7, 3)[3] == 255 and picture.pixel(8, 0)[3] == 0
    with pytest.raises(lamina.InvalidArgumentError, match=r"template.root.flex_style.flex_line_count.*from 1 to 65,535"):
        Template({"root": {"flex_style": {"flex_line_count": 1.5}}})


def test_slots_are_checked_in_looks() -> None:
    form = tree.node(None, border=(2, tree.slot("line")), size=(8, 8))
    good, bad = Template(form).render([{"line": "#ff0000"}, {"line": "reddish"}], errors="return")
    assert good.pixel(0, 4) == (255, 0, 0, 255)
    assert isinstance(bad, lamina.InvalidArgumentError) and "line" in str(bad)
    with pytest.raises(TypeError, match="sparkle"):
        tree.node(None, sparkle=1)


def test_what_a_look_is_not_made_of() -> None:
    with pytest.raises(TypeError, match=r"a node's shadow is a BoxShadow"):
        tree.node(None, shadow=lamina.Shadow("red", 1, 2, 3))  # type: ignore[arg-type]
    gradient = {"stops": [{"offset": 0, "color": "{c}"}]}
    with pytest.raises(lamina.InvalidArgumentError, match="only the gradient of a node has slots"):
        Template({"kind": "text", "text": "x", "attributes": {"gradient": gradient}})


def test_letters_have_gradients() -> None:
    """In every row, as those of a text by itself."""
    gradient = lamina.Gradient([(0, "red"), (1, "blue")], (0, 0), (1, 0))
    looks: Any = {"family": "DejaVu Sans", "size": 30, "weight": 700, "gradient": gradient}
    form = Template(tree.text("{word}", **looks))
    with lamina.Context(0) as context:
        for word in ("HHHH", "LAMINA"):
            picture = form.render_one({"word": word})
            expected = context.picture(context.text(word, **looks))
            assert packed(picture) == packed(expected) and picture.width > 80
            reds = [x for x in range(picture.width) if picture.pixel(x, picture.height // 2)[3] == 255]
            first, last = (picture.pixel(x, picture.height // 2) for x in (reds[0], reds[-1]))
            assert first[0] > 180 > first[2] and last[2] > 180 > last[0]
