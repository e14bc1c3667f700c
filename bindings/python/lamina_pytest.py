"""Golden pictures for pytest: the fixture `golden` compares a picture with the one that was accepted before.

    def test_card(golden):
        with lamina.Context() as ui:
            golden(ui.picture(make_card(ui), width=360), "card")

The pictures stand in a folder `golden` beside the test. One that is missing fails; `pytest --lamina-accept` (or
LAMINA_GOLDEN=accept in the environment) writes what was drawn. A picture that differs is left beside the golden one as
`card.actual.png`, with `card.difference.png`, in which what differs is red.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lamina.pytest_plugin import Golden

# pytest imports this in every run: lamina itself is imported where a test uses the fixture.


def pytest_addoption(parser: Any) -> None:
    parser.getgroup("lamina").addoption(
        "--lamina-accept", action="store_true", help="write the golden pictures of lamina anew"
    )


@pytest.fixture
def golden(request: Any) -> Golden:
    """Compares pictures with those in the folder `golden` beside the test."""
    from lamina.pytest_plugin import Golden

    accept = bool(request.config.getoption("--lamina-accept")) or os.environ.get("LAMINA_GOLDEN") == "accept"
    return Golden(Path(request.node.path).parent / "golden", accept)
