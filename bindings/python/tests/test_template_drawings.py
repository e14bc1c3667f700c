"""Recorded drawings in templates: in the tree, in rows of JSON, and in rows that travel to other processes."""
from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
from typing import Any, Dict, List

import pytest

import lamina
from lamina import Drawing, Template, tree
from test_drawing import everything, photograph

SIZE = (240, 160)


def pixels(found: Any) -> bytes:
    return bytes(found)


@pytest.mark.parametrize("scale", (1, 1.5))
def test_a_drawing_in_the_tree_is_drawn_as_by_itself(context: lamina.Context, scale: float) -> None:
    drawing = everything(photograph())
    alone = bytes(drawing.picture(context, SIZE, scale))
    form = Template(tree.node(None, drawing=drawing, size=SIZE))
    assert form.slots == ()
    assert [pixels(picture) for picture in form.render([{}] * 3, scale=scale, workers=2)] == [alone] * 3
    (again,) = Template(form.json).render([{}], scale=scale)
    assert pixels(again) == alone


def test_steps_in_rows_and_defaults(context: lamina.Context) -> None:
    drawing, other = everything(photograph()), Drawing().circle(20, 20, 9).fill("teal").text("{no slot}", (4, 40), size=9)
    by_slot = Template(tree.node(None, drawing=tree.slot("chart"), size=SIZE), defaults={"chart": other.to_json()})
    rows: List[Any] = [{"chart": drawing.to_json()}, json.dumps({"chart": drawing.to_json()}), {}, {"chart": []}]
    first, second, default, empty = by_slot.render(rows)
    assert pixels(first) == pixels(second) == bytes(drawing.picture(context, SIZE))
    assert pixels(default) == bytes(other.picture(context, SIZE))
    assert not any(pixels(empty))


def test_rows_with_drawings_and_pictures_travel() -> None:
    form = Template(tree.node(None, tree.row(
        tree.node(None, drawing=tree.slot("chart"), size=(120, 80)), tree.image(tree.slot("photo"), size=(8, 8)),
        tree.text("{n}"))))  # fmt: skip
    photo = photograph()

    def row(n: int) -> Dict[str, Any]:
        return {"n": n, "photo": photo, "chart": Drawing().lines([(0, 0), (40, 9 * n), (100, 3)]).stroke("#2f7ed8", 3, dashes=(4, 2))}

    with lamina.Context(0) as ui:
        text = lamina.Text(ui, "x")
        rows = [row(n) for n in range(5)]
        stuck = {**rows[0], "chart": Drawing().text(text, (0, 0))}
        shared = {**rows[0], "photo": lamina.Image(ui, photo)}
        here = [pixels(picture) for picture in form.render(rows)]
        spawning = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=spawning) as executor:
            *there, refused, too = form.render([*rows, stuck, shared], executor=executor, chunk_size=2, errors="return")
        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            on_threads = [pixels(picture) for picture in form.render(rows, executor=threads, chunk_size=2)]
    assert [pixels(picture) for picture in there] == here == on_threads and len(set(here)) == 5
    assert isinstance(refused, lamina.InvalidArgumentError) and "belongs to its context" in str(refused) and refused.row == 5
    assert isinstance(too, lamina.InvalidArgumentError) and "photo is an Image" in str(too) and too.row == 6


WRONG = [
    ({"kind": "star"}, "drawing[0].kind"),
    ({"kind": "move"}, 'drawing[0] has no "point"'),
    ({"kind": "move", "point": [1]}, "drawing[0].point"),
    ({"kind": "move", "point": [0, 0], "radius": 1}, "drawing[0].radius: there is no such member"),
    ({"kind": "line", "points": [1, 2, 3]}, "alternating x and y"),
    ({"kind": "rect", "rect": [0, 0, -1, 1]}, "drawing[0].rect"),
    ({"kind": "arc", "point": [0, 0]}, 'no "radius"'),
    ({"kind": "fill", "color": "redd"}, "a colour is needed"),
    ({"kind": "fill", "gradient": {"stops": [{"offset": 0, "color": "{c}"}]}}, "only the gradient of a node has slots"),
    ({"kind": "stroke", "line_width": -1}, "drawing[0].line_width"),
    ({"kind": "stroke", "line_cap": "flat"}, "drawing[0].line_cap"),
    ({"kind": "image", "image": "a.png", "rect": [0, 0, 1, 1]}, "data:image/png;base64,... is needed"),
    ({"kind": "image", "image": "data:image/png;base64,AAAA", "rect": [0, 0, 1, 1]}, "drawing[0]:"),
    ({"kind": "text", "rect": [0, 0, 0, 0]}, "neither or both"),
    ({"kind": "restore"}, "drawing: steps[0]: "),
    ({"kind": "transform", "transform": [0, 0, 0, 0, 0, 0]}, "drawing: steps[0]: "),
    (5, "drawing[0] is 5"),
]


@pytest.mark.parametrize("step, words", WRONG)
def test_what_is_wrong_with_a_step_is_named(step: Any, words: str) -> None:
    with pytest.raises(lamina.LaminaError) as raised:
        Template({"drawing": [step]})
    assert str(raised.value).startswith("template.root.drawing") and words in str(raised.value)
    (found,) = Template({"drawing": "{drawing}"}, width=9, height=9).render([{"drawing": [step if step != 5 else {}]}], errors="return")
    assert isinstance(found, lamina.LaminaError) and "drawing" in str(found)


def test_what_is_no_drawing() -> None:
    with pytest.raises(lamina.InvalidArgumentError, match="an array of steps or a slot"):
        Template({"drawing": 5})
    (found,) = Template({"drawing": "{d}"}, width=9, height=9).render([{"d": [1, 0, 0]}], errors="return")
    assert "a drawing is needed" in str(found)
