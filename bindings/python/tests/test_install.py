"""The package installs into a fresh environment, and works there without a path of its own."""
from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tarfile
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


def test_the_source_distribution_is_whole(root: Path, tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    package = root / "bindings" / "python"
    assert (package / "LICENSE").read_bytes() == (root / "LICENSE").read_bytes()
    source = tmp_path / "source"
    shutil.copytree(package, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__", "*.so*"))
    done = subprocess.run(
        [sys.executable, "-c", "import setuptools; setuptools.setup()", "-q", "sdist"], cwd=source, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    with tarfile.open(next((source / "dist").iterdir())) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        about = archive.extractfile(f"lamina-{lamina.__version__}/PKG-INFO")
        assert about is not None
        said = about.read().decode()
    tests = {path.relative_to(package).as_posix() for path in (package / "tests").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert tests <= names and {"LICENSE", "lamina_pytest.py", "lamina/py.typed", "README.md"} <= names
    assert all(line in said for line in ("License: Apache-2.0", "Author: Lamina developers", "Keywords: layout")), said


def test_the_fonts_of_a_wheel_are_no_concern_of_child_processes(tmp_path: Path, environment: "dict[str, str]") -> None:
    """A library with fonts beside it, as in a wheel."""
    fonts = [path for path in Path("/usr/share/fonts/truetype").rglob("DejaVuSansMono.ttf")]
    if not fonts:
        pytest.skip("no DejaVu Sans Mono here")
    (tmp_path / "fonts").mkdir()
    shutil.copyfile(fonts[0], tmp_path / "fonts" / "mono.ttf")
    (tmp_path / "fonts" / "fonts.conf").write_text('<fontconfig><dir prefix="relative">.</dir></fontconfig>')
    (tmp_path / "liblamina.so.0").symlink_to(environment["LAMINA_LIBRARY"])
    code = (
        "import lamina, os, subprocess; ui = lamina.Context(0); print(ui.font_families); ui.add_font_data(open(ui_font, 'rb').read()); "
        "print(ui.font_families, os.environ.get('FONTCONFIG_FILE')); subprocess.run('echo file: $FONTCONFIG_FILE', shell=True)"
    ).replace("ui_font", repr(str(fonts[0])))
    environment = {**environment, "LAMINA_LIBRARY": str(tmp_path / "liblamina.so.0"), "PYTHONUNBUFFERED": "1"}
    environment.pop("FONTCONFIG_FILE", None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["['DejaVu Sans Mono']", "['DejaVu Sans Mono'] None", "file:"], (done.stdout, done.stderr)
    (tmp_path / "none.conf").write_text("<fontconfig></fontconfig>")
    theirs = {**environment, "FONTCONFIG_FILE": str(tmp_path / "none.conf")}
    done = subprocess.run([sys.executable, "-c", code.split(" ui.add")[0]], env=theirs, capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n", (done.stdout, done.stderr)


def test_segments_are_aligned_to_pages(root: Path, tmp_path: Path) -> None:
    """A library that an older linker made, which patchelf would fill with zeros."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    (tmp_path / "a.c").write_text("int number = 7; int answer(void) { return 6 * number; }")
    made = tmp_path / "liba.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-Wl,-z,max-page-size=0x200000", "-o", str(made), str(tmp_path / "a.c")], check=True)
    code = f"import sys; sys.path.insert(0, {str(root / 'scripts')!r}); import build_python_wheel as b, pathlib; b.align_to_pages(pathlib.Path({str(made)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True)
    shown = subprocess.run(["readelf", "-lW", str(made)], check=True, capture_output=True, text=True).stdout
    alignments = {line.split()[-1] for line in shown.splitlines() if line.split()[:1] == ["LOAD"]}
    assert alignments <= {"0x1000", "0x10000"} and ctypes.CDLL(str(made)).answer() == 42


def test_versions_agree(root: Path) -> None:
    project = (root / "bindings" / "python" / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{lamina.__version__}"' in project
    assert lamina.__version__ == ".".join(map(str, lamina._ffi.VERSION))
