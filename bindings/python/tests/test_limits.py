"""What rows and pictures of others may cost."""
import os

import pytest

import lamina
from lamina import Limits, Template, tree


def test_limits_of_a_context():
    with lamina.Context(0) as context:
        assert context.limits == Limits(
            100_000, 10_000, 1 << 26, 100_000, 1000, 30_000_000, 1 << 27, 10_000, 10_000_000)  # fmt: skip
        context.limits = Limits(text_characters=3)
        assert context.limits.text_characters == 3 and context.limits.elements == 100_000
        form = Template(tree.text("{t}"))
        found, long = form.render([{"t": "abc"}, {"t": "abcd"}], context=context, errors="return")
        assert isinstance(long, lamina.OutOfRangeError) and "4 characters" in str(long)
        for wrong in (3, None):
            with pytest.raises(TypeError, match="limits"):
                context.limits = wrong
        with pytest.raises(lamina.InvalidArgumentError, match="depth"):
            context.limits = Limits(depth=-1)


def test_limits_of_rows():
    form = Template(tree.text("{t}", size=10), width=100)
    slow = "\n".join(f"word{n} and {n * 7919}" for n in range(300_000))
    limits = Limits(text_characters=2**64 - 1, text_lines=2**64 - 1, row_time_us=50_000)
    (found,) = form.render([{"t": slow}], limits=limits, errors="return")
    assert isinstance(found, lamina.TimedOutError) and "50000 us" in str(found)
    with pytest.raises(TypeError, match="limits"):
        form.render([], limits={"depth": 1})


def test_pictures_outside_of_the_folder(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    lamina.Bitmap(2, 2).save(tmp_path / "a.png")
    os.symlink(tmp_path / "a.png", inside / "link.png")
    form = Template(tree.image(tree.slot("p")))
    rows = [{"p": "../a.png"}, {"p": str(tmp_path / "a.png")}, {"p": "link.png"}]
    for found in form.render(rows, image_folder=inside, errors="return"):
        assert isinstance(found, lamina.InvalidArgumentError) and "out of the folder" in str(found)
    assert all(found.size == (2, 2) for found in form.render(rows, image_folder=inside, outside_images=True))


def test_pictures_outside_of_the_folder_of_the_command(tmp_path):
    from lamina.__main__ import main

    (tmp_path / "inside").mkdir()
    lamina.Bitmap(2, 2).save(tmp_path / "a.png")
    (tmp_path / "form.json").write_text('{"root": {"kind": "image", "image": "{p}"}}')
    (tmp_path / "rows.jsonl").write_text('{"p": "../a.png"}\n')
    given = [str(tmp_path / "form.json"), str(tmp_path / "rows.jsonl"), "-o", str(tmp_path / "out"), "--images", str(tmp_path / "inside")]
    assert main(["render", *given, "--quiet"]) == 1
    assert main(["render", *given, "--quiet", "--outside-images"]) == 0
