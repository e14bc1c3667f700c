"""The pytest plugin and the command line."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict

import pytest

import lamina
from lamina.pytest_plugin import Golden, compare

TEST = """
import lamina
def test_picture(golden):
    with lamina.Context(workers=1) as ui:
        golden(ui.picture(ui.box(background="COLOR"), 8, 4), "box", tolerance=TOLERANCE)
"""


def run(folder: Path, environment: Dict[str, str], color: str, *options: str, tolerance: int = 0) -> "subprocess.CompletedProcess[str]":
    (folder / "test_it.py").write_text(TEST.replace("COLOR", color).replace("TOLERANCE", str(tolerance)))
    has_entry_point = "lamina_pytest" in sys.modules and "lamina" in _entry_points()
    plugin = [] if has_entry_point else ["-p", "lamina_pytest"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin, *options, str(folder)]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=60)


def _entry_points() -> str:
    from importlib.metadata import distributions

    return " ".join(point.name for found in distributions() for point in found.entry_points if point.group == "pytest11")


def test_the_life_of_a_golden_picture(tmp_path: Path, environment: Dict[str, str]) -> None:
    environment.pop("LAMINA_GOLDEN", None)
    missing = run(tmp_path, environment, "red")
    assert missing.returncode == 1 and "there is no golden picture" in missing.stdout
    assert run(tmp_path, environment, "red", "--lamina-accept").returncode == 0
    assert sorted(path.name for path in (tmp_path / "golden").iterdir()) == ["box.png"]
    assert run(tmp_path, environment, "red").returncode == 0
    different = run(tmp_path, environment, "blue")
    assert different.returncode == 1 and "32 pixels differ, by up to 255" in different.stdout
    names = sorted(path.name for path in (tmp_path / "golden").iterdir())
    assert names == ["box.actual.png", "box.difference.png", "box.png"]
    assert run(tmp_path, environment, "#fe0000", tolerance=1).returncode == 0
    assert run(tmp_path, {**environment, "LAMINA_GOLDEN": "accept"}, "blue").returncode == 0
    assert run(tmp_path, environment, "blue").returncode == 0


def test_the_plugin_costs_nothing_until_it_is_used(environment: Dict[str, str]) -> None:
    code = "import sys, lamina_pytest; print([name for name in sys.modules if name.startswith('lamina.') or name == 'lamina'])"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n", done.stderr


def test_comparing(context: lamina.Context, tmp_path: Path) -> None:
    small, large = (context.picture(context.box(background="red"), side, side) for side in (4, 5))
    assert compare(small.to_png(), large.to_png(), 0)[0] == 25
    golden = Golden(tmp_path, accept=True)
    golden(small, "a")
    changed = lamina.Bitmap(4, 4)
    changed[:] = small
    changed[0:4] = b"\0\0\0\xff"
    Golden(tmp_path, accept=False)(changed, "a", pixels=1)
    with pytest.raises(pytest.fail.Exception, match="1 pixels differ"):
        Golden(tmp_path, accept=False)(changed, "a")
    with pytest.raises(ValueError, match="letters"):
        golden(small, "../a")


def test_another_size_is_named(context: lamina.Context, tmp_path: Path) -> None:
    wanted, drawn = (context.picture(context.box(background="red"), width, 10) for width in (20, 21))
    Golden(tmp_path, accept=True)(wanted, "a")
    # However many pixels may differ.
    with pytest.raises(pytest.fail.Exception, match=r"a\.png: is 21 x 10, the golden one 20 x 10; see .*a\.actual\.png"):
        Golden(tmp_path, accept=False)(drawn, "a", pixels=10_000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.actual.png", "a.png"]
    Golden(tmp_path, accept=False)(wanted, "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_what_is_no_picture(tmp_path: Path) -> None:
    for given in (None, "card.png", b"\x89PNG"):
        with pytest.raises(TypeError, match=r"with a Bitmap, .* or a PIL\.Image, not with .*; Bitmap\.read\(\) reads files"):
            Golden(tmp_path, accept=True)(given, "a")
    assert not list(tmp_path.iterdir())


def test_pillow_images(context: lamina.Context, tmp_path: Path) -> None:
    pytest.importorskip("PIL.Image")
    picture = context.picture(context.box(background="#ff000080"), 8, 4)
    Golden(tmp_path, accept=True)(picture, "a")
    Golden(tmp_path, accept=False)(picture.to_pil(), "a")
    with pytest.raises(pytest.fail.Exception, match="32 pixels differ"):
        Golden(tmp_path, accept=False)(picture.to_pil().convert("L"), "a")


@pytest.mark.parametrize("mode", ["L", "LA", "P", "1"])
def test_golden_pictures_that_were_made_smaller(context: lamina.Context, tmp_path: Path, mode: str) -> None:
    image = pytest.importorskip("PIL.Image")
    picture = context.picture(context.text("x", size=20), background="white")
    if mode in ("1", "P"):  # few colours, so that nothing is lost
        picture = context.picture(context.box(background="black"), 8, 4)
    path = tmp_path / "a.png"
    Golden(tmp_path, accept=True)(picture, "a")
    image.open(path).convert(mode).save(path)
    Golden(tmp_path, accept=False)(picture, "a")
    picture[0:4] = b"\x80\x80\x80\xff"
    with pytest.raises(pytest.fail.Exception, match="1 pixels differ"):
        Golden(tmp_path, accept=False)(picture, "a")


def test_golden_pictures_that_are_none(context: lamina.Context, tmp_path: Path) -> None:
    picture = context.picture(context.box(background="red"), 8, 4)
    for broken in (b"GIF89a", picture.to_png()[:-20], b""):
        (tmp_path / "a.png").write_bytes(broken)
        with pytest.raises(pytest.fail.Exception, match=r"the golden picture .*a\.png cannot be read: "):
            Golden(tmp_path, accept=False)(picture, "a")


def test_pictures_of_rows(context: lamina.Context, tmp_path: Path) -> None:
    form = lamina.Template(lamina.tree.node(size=(8, 4)), background="red")
    (png,), (pixels,) = form.render([{}], format="png"), form.render([{}])
    for picture in (png, pixels, context.picture(context.box(), 8, 4, background="red")):
        Golden(tmp_path, accept=not (tmp_path / "a.png").exists())(picture, "a")
    with pytest.raises(pytest.fail.Exception, match="32 pixels differ"):
        Golden(tmp_path, accept=False)(next(form.render([{}], format="png", background="blue")), "a")
    with pytest.raises(TypeError, match=r"Bitmap\.read\(\) reads files"):
        Golden(tmp_path, accept=False)(next(form.render([{}], format="jpeg")), "a")


def test_info(environment: Dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-m", "lamina", "info"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    facts = dict(re.split(r"  +", line, maxsplit=1) for line in done.stdout.splitlines())
    assert facts["package"].startswith(lamina.__version__) and facts["a text"].endswith("with marks")
    assert {"library", "cairo", "pango", "harfbuzz", "python", "system"} <= set(facts)


def test_info_without_the_library(environment: Dict[str, str]) -> None:
    environment["LAMINA_LIBRARY"] = "/nowhere/liblamina.so"
    done = subprocess.run([sys.executable, "-m", "lamina", "info"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "liblamina was not found" in done.stderr
