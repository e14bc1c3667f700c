"""Linear, radial and conic gradients wherever gradients are: they look as they did, and alike in C, Python and JSON.

The golden picture stands in Tests/Golden/looks; LAMINA_GOLDEN=accept writes it anew, to be looked at.
"""
import os
from pathlib import Path

import lamina
import pytest
from lamina import Bitmap, Drawing, Gradient, GradientKind, Node, Template, TextNode, tree
from lamina.pytest_plugin import Golden

WIDTH, HEIGHT = 400, 260
SUN = [(0, "#fff3b0"), (0.5, "#ff9f1c"), (1, "#9b2226")]
FADING = [(0, "#2f7ed8"), (1, "#2f7ed800")]
WHEEL = [(share / 6, color) for share, color in enumerate(("red", "yellow", "lime", "aqua", "blue", "fuchsia", "red"))]
SLICES = [(0, "#2f7ed8"), (0.45, "#2f7ed8"), (0.45, "#27ae60"), (0.7, "#27ae60"), (0.7, "#e67e22"), (1, "#e67e22")]


def scene(context: lamina.Context) -> Node:
    root = Node(context, background="#f4f4f0")
    root.frame = (0, 0, WIDTH, HEIGHT)

    def box(x: float, y: float, width: float, height: float, gradient: Gradient, **look: object) -> Node:
        node = Node(context, gradient=gradient, **look)  # type: ignore[arg-type]
        node.frame = (x, y, width, height)
        root.add_child(node)
        return node

    box(10, 10, 110, 70, Gradient.radial(SUN), corner_radius=12)
    box(130, 10, 110, 70, Gradient.radial(SUN, (0.2, 0.2), 0.6), corner_radius=12, border=(2, "#0006"))
    box(250, 10, 70, 70, Gradient.radial(FADING), background="#ffffff")
    box(330, 10, 60, 70, Gradient.radial(FADING), corner_radius=30)
    box(10, 90, 70, 70, Gradient.conic(WHEEL), corner_radius=35)
    box(90, 90, 110, 70, Gradient.conic(SUN, (0.3, 0.7), -45), corner_radius=12)
    box(210, 90, 70, 70, Gradient.conic(SLICES), corner_radius=35)
    box(290, 90, 100, 70, Gradient.conic(FADING, angle=90), corner_radius=12, transform=lamina.Matrix.rotation(8))
    for x, gradient in ((10, Gradient.radial(SUN[1:])), (140, Gradient.conic(WHEEL))):
        text = TextNode(context, "Lamina", size=30, weight="bold", gradient=gradient)
        text.frame = (x, 170, 130, 50)
        root.add_child(text)
    art = Drawing()
    art.circle(40, 40, 30).fill(Gradient.conic(WHEEL), keeps_path=True).stroke(Gradient.radial([(0.8, "white"), (1, "black")]), 4)
    with art.group(0.7):
        art.translate(95, 40).rotate(30).rect(-20, -15, 40, 30, radius=6).fill(Gradient.radial(SUN))
    node = Node(context, drawing=art)
    node.frame = (270, 165, 125, 85)
    root.add_child(node)
    return root


def test_gradients_look_as_they_did(root: Path, context: lamina.Context) -> None:
    if not context.has_font_family("Noto Sans"):
        pytest.skip("Noto Sans is not installed")
    with lamina.Context(2, font_family="Noto Sans") as own:
        node = scene(own)
        surface = lamina.Surface(own, (WIDTH, HEIGHT), 2.0)
        surface.set_root(node)
        own.wait_idle()
        shown = Bitmap(WIDTH * 2, HEIGHT * 2)
        surface.composite(shown)
        surface.set_root(None)
        own.wait_idle()
        rendered = Bitmap(WIDTH * 2, HEIGHT * 2)
        node.render(rendered, scale=2.0)
        own.wait_idle()
    assert bytes(shown) == bytes(rendered)
    golden = Golden(root / "Tests" / "Golden" / "looks", os.environ.get("LAMINA_GOLDEN") == "accept")
    # Another cairo may round corners by one.
    golden(shown, "gradients", tolerance=2)


@pytest.mark.parametrize(
    "gradient", [Gradient.radial(SUN, (0.2, 0.7), (0.5, 0.9)), Gradient.radial(SUN, radii=0.25), Gradient.conic(WHEEL, (0.4, 0.4), 30)]
)
def test_nodes_drawings_trees_and_templates_draw_the_same(context: lamina.Context, gradient: Gradient) -> None:
    size = (90, 60)

    def shown(node: Node) -> bytes:
        picture = Bitmap(*size)
        node.render(picture)
        context.wait_idle()
        return bytes(picture)

    plain = Node(context, gradient=gradient)
    plain.frame = (0, 0, *size)
    expected = shown(plain)
    assert len(set(expected)) > 20
    assert shown(tree.build(context, tree.node(frame=(0, 0, *size), gradient=gradient)).root) == expected
    template = Template(tree.node(size=size, gradient=gradient))
    assert bytes(next(iter(template.render([{}])))) == expected
    drawn = Drawing().rect(0, 0, *size).fill(gradient).picture(context, size)
    assert max(abs(a - b) for a, b in zip(bytes(drawn), expected)) <= 1


def test_layers_tell_the_kind(context: lamina.Context) -> None:
    conic = Gradient.conic(SUN, (0.25, 0.75), 45)
    surface = lamina.Surface(context, (40, 40), 1.0)
    surface.set_root(Node(context, gradient=conic))
    context.wait_idle()
    (layer,) = surface.layers()
    assert layer.gradient is not None and layer.gradient.kind == GradientKind.CONIC
    assert layer.gradient.center == (0.25, 0.75) and layer.gradient.angle == pytest.approx(45)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (Gradient(SUN, kind="square"), "kind"), (Gradient.radial(SUN, radii=(-1, 1)), "radii.width is -1.0"),
        (Gradient.radial(SUN, (2000, 0)), "center.x is 2000.0"), (Gradient.conic(SUN, angle=float("nan")), "angle is nan"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(context: lamina.Context, wrong: Gradient, says: str) -> None:
    with pytest.raises(lamina.InvalidArgumentError, match=says):
        Node(context, gradient=wrong)


@pytest.mark.parametrize(
    ("member", "says"),
    [
        ('"kind":"oval"', r'gradient.kind is "oval"; one of "linear", "radial", "conic" is needed'),
        ('"kind":"conic","radii":[1,1]', r"radii: there is no such member; it may be angle, center, kind, stops"),
        ('"kind":"radial","radii":[1,-1]', "radii"), ('"kind":"radial","start":[0,0]', "start: there is no such member"),
        ('"angle":1', "angle: there is no such member"),
    ],
)  # fmt: skip
def test_templates_name_what_is_wrong(member: str, says: str) -> None:
    json = '{"root":{"gradient":{%s,"stops":[{"offset":0,"color":"red"}]}}}' % member
    with pytest.raises(lamina.InvalidArgumentError, match=says):
        Template(json)
