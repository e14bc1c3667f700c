"""Scripts and examples say how they are used."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Dict

import pytest

ROOT = Path(__file__).resolve().parents[3]


def run(folder: Path, environment: Dict[str, str], *command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "scripts").glob("*.py")))
def test_help_of_scripts(script: str, tmp_path: Path, environment: Dict[str, str]) -> None:
    done = run(tmp_path, environment, str(ROOT / "scripts" / script), "--help")
    assert (done.returncode, done.stderr) == (0, "") and script in done.stdout
    assert not list(tmp_path.iterdir())  # as a folder of that name would be


@pytest.mark.parametrize("example", ["badges", "gallery", "feed"])
def test_examples_without_arguments(example: str, tmp_path: Path, environment: Dict[str, str]) -> None:
    done = run(tmp_path, environment, str(ROOT / "examples" / "python" / f"{example}.py"))
    assert done.returncode == 2 and f"usage: {example}" in done.stderr and "Traceback" not in done.stderr
