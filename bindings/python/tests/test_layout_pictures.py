"""The pictures of layouts in the guide are what the library draws: without text, they are the same everywhere.

scripts/layout_pictures.py draws them anew.
"""
from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import lamina


def test_the_guide_shows_what_the_library_draws(root: Path) -> None:
    specification = importlib.util.spec_from_file_location("layout_pictures", root / "scripts" / "layout_pictures.py")
    assert specification is not None and specification.loader is not None
    pictures = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(pictures)
    shown = re.findall(r"\(images/layout/(\w+)\.png\)", (root / "docs" / "guide.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(pictures.SCENES)
    assert sorted(path.stem for path in pictures.FOLDER.iterdir()) == sorted(pictures.SCENES)
    with lamina.Context(workers=1) as ui:
        for name in pictures.SCENES:
            drawn, committed = pictures.draw(ui, name), lamina.Bitmap.read(pictures.FOLDER / f"{name}.png")
            assert (drawn.width, drawn.height) == (committed.width, committed.height), name
            assert drawn.to_rgba() == committed.to_rgba(), f"{name}: run scripts/layout_pictures.py, and look at it"
