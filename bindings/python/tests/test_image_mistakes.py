"""What wrong calls of pictures say: which argument, and what would be right, in Python's own words."""
from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina import Bitmap, Image, ImageNode, ImageState, ImageStep

PNG = Bitmap.from_rgba(b"\xff\0\0\xff" * 64, 8, 8).encode("png")


def wrong(value: object) -> Any:
    return value


def test_sources(context: lamina.Context) -> None:
    cases: "dict[str, Any]" = {
        "source is a URL, the path of a file, its bytes, a Bitmap": 5,
        "source is empty; a URL or the path": "",
        "source has 0 URLs": [],
        "source has 17 URLs": ["a.png"] * 17,
        r"source\[1\] is a URL or the path of a file, not None": ["a.png", None],
        "source has a newline in it": "http://a/\nhttp://b",
        "source contains a NUL": "http://a/\0b",
        "source is .* half of a surrogate pair": "http://a/\udc80",
        "is no URL; one such as https://example.org/a.png": "http://a b",
        "these bytes are not a PNG": b"abc",
    }
    for words, source in cases.items():
        with pytest.raises((TypeError, lamina.LaminaError), match=words):
            ImageNode(context, source)
    node = ImageNode(context)
    with pytest.raises(TypeError, match="source is a URL"):
        node.set_source(5)
    with pytest.raises(TypeError, match="source is a URL"):
        Image(context, 5)
    with pytest.raises(TypeError, match="source is a URL, or the bytes"):
        Image.begin(context, wrong(5))
    for kind in (Image, ImageNode):
        with pytest.raises(TypeError, match="context has to be of the class Context"):
            kind(wrong("a.png"), PNG)


def test_keywords(context: lamina.Context) -> None:
    cases: "dict[str, dict[str, Any]]" = {
        "the width of decode_size is 0": {"decode_size": (0, 5)},
        "the height of decode_size is a whole number, not nan": {"decode_size": (5, math.nan)},
        "decode_size is a pair": {"decode_size": 5},
        "gravity is 'fit'; it must be one of resize, aspect_fit": {"gravity": "fit"},
        "gravity is 99; it must be one of resize, aspect_fit": {"gravity": 99},
        r"part is 2.0 x 2.0 at \(0.0, 0.0\)": {"part": (0, 0, 2, 2)},
        r"part is nan": {"part": (0, 0, math.nan, 1)},
        "scale is nan; it must be 0.1 to 16": {"scale": math.nan},
        "stretch.top is -1": {"stretch": (-1, 0, 0, 0)},
        "fallback is still loading": {"fallback": Image.begin(context, PNG)},
        "animated has to be": {"animated": 1},
        "changed is a function": {"changed": 5},
        r"steps is a list such as \[ImageStep": {"steps": ImageStep.blur(1)},
        r"steps\[1\] has to be of the class ImageStep": {"steps": [ImageStep.blur(1), 5]},
        "steps has 65 elements": {"steps": [ImageStep.blur(1)] * 65},
        "did you mean 'progressive'": {"progresive": True},
    }
    for words, given in cases.items():
        with pytest.raises((TypeError, lamina.LaminaError), match=words):
            ImageNode(context, "a.png", **given)
    for words, given in {
        "the height of size is -1": {"size": (5, -1)},
        "size is a pair": {"size": "large"},
        "fit is 'full'; it must be one of aspect_fit, aspect_fill": {"fit": "full"},
        "fit is 2; it must be one of aspect_fit, aspect_fill": {"fit": 2},
        "loaded is a function": {"loaded": 5},
        "priority is a whole number": {"priority": "high"},
    }.items():
        with pytest.raises((TypeError, lamina.LaminaError), match=words):
            Image.begin(context, PNG, **given)


def test_steps(context: lamina.Context) -> None:
    for words, make in {
        "source is 2.0 x 2.0": lambda: ImageStep.crop((0, 0, 2, 2)),
        "width is 0": lambda: ImageStep.resize(0, 1),
        "fit is 'full'": lambda: ImageStep.resize(1, 1, wrong("full")),
        "radius is -1": lambda: ImageStep.round(-1),
        "border is nan": lambda: ImageStep.round(1, border=math.nan),
        "a colour is written": lambda: ImageStep.tint("notacolor"),
        "deviation is 501": lambda: ImageStep.blur(501),
        "steps are missing": lambda: Image(context, PNG).begin_modified(),
    }.items():
        with pytest.raises(lamina.LaminaError, match=words):
            make()


def test_failures_say_why(context: lamina.Context, tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    seen = []
    for source, words in {
        str(tmp_path): "Is a directory",
        str(tmp_path / "none.png"): "No such file",
        str(tmp_path / "text.png"): "are not a PNG",
        "gopher://a/b": "nobody loads the scheme 'gopher'",
        "/dev/zero": "is not a regular file",
        "file://example.org/a.png": "only files of this one are read",
    }.items():
        node = ImageNode(context, source, size=(8, 8), eager=True, changed=lambda node, status: seen.append(status))
        context.wait_idle()
        for status in (node.image_status, seen[-1]):
            assert status.state == ImageState.FAILED
            assert status.failure is not None and words in str(status.failure)
    (tmp_path / "ok.png").write_bytes(PNG)
    node.set_source(tmp_path / "ok.png")
    context.wait_idle()
    assert (node.image_status.state, node.image_status.failure) == (ImageState.LOADED, None)
