"""The generated layer: complete, up to date, and loaded from where it should be."""
from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lamina
from lamina import _ffi, _functions, _specs
from lamina._library import lib


def test_every_function_of_the_header_is_bound(root: Path) -> None:
    header = "".join(file.read_text(encoding="utf-8") for file in sorted((root / "include").rglob("*.h")))
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)  # comments name functions, too
    declared = set(re.findall(r"\b(lamina_\w+)\([^;]*?\)\s*LAMINA_(?:ANY|OWNER)_THREAD;", header))
    assert declared == set(_functions.PROTOTYPES)
    for name in declared:
        assert callable(getattr(lib, name))


def test_every_function_has_a_place_in_the_high_level(root: Path) -> None:
    package = root / "bindings" / "python" / "lamina"
    code = "".join(path.read_text(encoding="utf-8") for path in package.glob("*.py") if path.name != "_functions.py")
    kinds = re.findall(r'_kind = "(\w+)"', code)
    used = set(re.findall(r"lamina_\w+", code)) | {f"lamina_{kind}_{verb}" for kind in kinds for verb in ("retain", "release")}
    used |= {f"lamina_spec_create_{name}" for name in _specs.SPECS}  # called by their names in that table
    # From Python, rows of texts go several at a time, lamina_job_add_text_rows(), rows of lists as what they hold, and
    # rows and columns are stacks.
    assert set(_functions.PROTOTYPES) - used == {
        "lamina_job_add_row_texts", "lamina_list_set_values_texts", "lamina_job_remove_observer", "lamina_picture_retain",
        "lamina_context_begin_scope", "lamina_context_end_scope", "lamina_node_create_label",
        "lamina_spec_create_row", "lamina_spec_create_column"}  # as check_sources.py says


@pytest.mark.skipif(shutil.which("clang") is None, reason="the generator needs clang")
def test_the_generated_files_are_up_to_date(root: Path) -> None:
    script = root / "scripts" / "generate_python_ffi.py"
    result = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_struct_sizes_are_those_of_c(root: Path, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    names = [name for name in dir(_ffi) if name.startswith("lamina_") and issubclass_structure(getattr(_ffi, name))]
    lines = "".join(f'printf("{name} %zu\\n", sizeof({name}));' for name in names)
    (tmp_path / "sizes.c").write_text(f'#include <lamina.h>\n#include <stdio.h>\nint main(void) {{{lines}return 0;}}')
    subprocess.run([compiler, f"-I{root / 'include'}", "sizes.c", "-o", "sizes"], cwd=tmp_path, check=True)
    output = subprocess.run([str(tmp_path / "sizes")], capture_output=True, text=True, check=True).stdout
    sizes = dict(line.split() for line in output.splitlines())
    assert {name: int(sizes[name]) for name in names} == {name: ctypes.sizeof(getattr(_ffi, name)) for name in names}


def issubclass_structure(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, ctypes.Structure)


def test_version() -> None:
    assert lamina.version() >= _ffi.VERSION
    assert lamina.is_compatible(*_ffi.VERSION)
    assert not lamina.is_compatible(99, 0)


def run(code: str, environment: "dict[str, str]") -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)


def test_a_missing_library_is_explained(environment: "dict[str, str]") -> None:
    environment["LAMINA_LIBRARY"] = "/nowhere/liblamina.so"
    result = run("import lamina; lamina.Context()", environment)
    assert result.returncode == 1
    assert "ImportError: liblamina was not found" in result.stderr
    assert "/nowhere/liblamina.so" in result.stderr and "LAMINA_LIBRARY" in result.stderr


def test_load_takes_a_path(environment: "dict[str, str]") -> None:
    path = environment.pop("LAMINA_LIBRARY")
    result = run(f"import lamina; lamina.load({path!r}); print(lamina.library_path(), lamina.Context().worker_count > 0)", environment)
    assert result.stdout.split() == [path, "True"], result.stderr
    result = run("import lamina; lamina.load('libc.so.6')", environment)
    assert "ImportError: libc.so.6 is not a Lamina library" in result.stderr


def test_the_centre_has_one_name() -> None:
    for name in ("Align", "Justify", "AlignContent", "HorizontalAlignment", "VerticalAlignment", "Placement", "TextAlignment"):
        members = getattr(_ffi, name).__members__
        assert "CENTER" in members and not {"MIDDLE", "CENTRE"} & set(members), name


def test_every_enum_that_callers_meet_is_a_name_of_the_package() -> None:
    of_structs = {"LoadFlags", "LoaderFlags", "ImageSourceFlags", "StyleFields", "NodeFields", "TextRule", "DrawingKind", "TreeKind"}
    assert {name for name in _ffi._ENUMS if not hasattr(lamina, name)} == of_structs
