"""The package installs into a fresh environment, and works there without a path of its own."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lamina


def test_pip_install(root: Path, tmp_path: Path, environment: "dict[str, str]") -> None:
    source = tmp_path / "source"  # building writes beside the sources
    shutil.copytree(root / "bindings" / "python", source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    made = subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], capture_output=True, text=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    if made.returncode != 0 or subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode != 0:
        pytest.skip(f"no venv with pip: {made.stderr}")
    # Offline, the build uses the setuptools of this interpreter or of the new environment, whichever is there.
    environment.pop("PYTHONPATH")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet", "--disable-pip-version-check"]
    has_setuptools = subprocess.run([python, "-c", "import setuptools"], capture_output=True).returncode == 0
    if not has_setuptools:
        try:
            import setuptools

            environment["PYTHONPATH"] = str(Path(setuptools.__file__).parents[1])
        except ImportError:
            pass
    probe = "import setuptools\ntry: import setuptools.command.bdist_wheel\nexcept ImportError: import wheel"
    if subprocess.run([python, "-c", probe], env=environment, capture_output=True).returncode != 0:
        options = ["--no-deps", "--quiet", "--disable-pip-version-check"]  # pip fetches setuptools itself
    command = [python, "-m", "pip", "install", *options, str(source)]
    installed = subprocess.run(command, env=environment, capture_output=True, text=True)
    if installed.returncode != 0 and "--no-index" not in options:
        pytest.skip("no setuptools here, and no package index to fetch it from")
    assert installed.returncode == 0, installed.stderr

    environment.pop("PYTHONPATH", None)
    code = "import lamina; c = lamina.Context(workers=1); print(lamina.__file__, lamina.Node(c).kind.name)"
    result = subprocess.run([python, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    place, kind = result.stdout.split()
    assert place.startswith(str(tmp_path / "venv")) and kind == "DISPLAY"
    assert (Path(place).parent / "py.typed").exists()


def test_versions_agree(root: Path) -> None:
    project = (root / "bindings" / "python" / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{lamina.__version__}"' in project
    assert lamina.__version__ == ".".join(map(str, lamina._ffi.VERSION))
