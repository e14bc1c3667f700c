#!/usr/bin/env python3
"""Makes a wheel of bindings/python with the built library inside.

    scripts/build_python_wheel.py --library build/liblamina.so --out build/wheel [--form bundled|system]

bundled   carries the graphics libraries that liblamina needs, under names of their own, their licences, and fonts to
fall
          back on: it runs where neither Pango nor a font is installed.
system    carries liblamina alone and takes the libraries of the machine.

The same inputs give the same file. Needs objdump, and for the bundled form patchelf and dpkg-query.
"""
from __future__ import annotations

import argparse
import base64
import hashlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "bindings" / "python"
FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"]
FONT_FOLDER = Path("/usr/share/fonts/truetype/dejavu")
# What every Linux with the glibc of the tag has (PEP 600); everything else is bundled.
OF_THE_SYSTEM = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+))\.so")
LIMIT_BYTES = 15_000_000


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def project() -> dict[str, str]:
    """The fields of pyproject.toml that a wheel repeats."""
    text = (PACKAGE / "pyproject.toml").read_text(encoding="utf-8")
    fields = dict(re.findall(r'^(name|version|description|requires-python) = "(.*)"$', text, re.MULTILINE))
    # What pip puts into entry_points.txt: the section of the wheel, and that of pyproject.toml.
    for group, section in (("pytest11", r"project\.entry-points\.pytest11"), ("console_scripts", r"project\.scripts")):
        entry = re.search(rf"^\[{section}\]\n(.*)$", text, re.MULTILINE)
        fields[group] = entry.group(1).replace('"', "") if entry else ""
    author = re.search(r'^authors = \[\{ name = "(.*)" \}\]$', text, re.MULTILINE)
    fields["author"] = author.group(1) if author else ""
    fields["keywords"] = ",".join(re.findall(r'"(.*?)"', (re.search(r"^keywords = (.*)$", text, re.MULTILINE) or [""])[0]))
    fields["classifiers"] = "\n".join(re.findall(r'^  "(.* :: .*)",$', text, re.MULTILINE))
    return fields


# ---- The libraries ----


def needed(library: Path) -> list[str]:
    return re.findall(r"^\s+NEEDED\s+(\S+)", run("objdump", "-p", str(library)), re.MULTILINE)


def closure(library: Path) -> dict[str, Path]:
    """Every library that this one needs, directly or not, and that the wheel has to bring: soname -> file."""
    found = dict(re.findall(r"^\s+(\S+) => (/\S+)", run("ldd", str(library)), re.MULTILINE))
    return {name: Path(path).resolve() for name, path in sorted(found.items()) if not OF_THE_SYSTEM.match(name)}


def own_name(soname: str, file: Path) -> str:
    """A name that no other copy in the process has: the linker takes one that is loaded already for the same."""
    stem, _, rest = soname.partition(".so")
    return f"{stem}-{hashlib.sha256(file.read_bytes()).hexdigest()[:8]}.so{rest}"


def bundle(target: Path, libraries: dict[str, Path]) -> None:
    """Puts the libraries beside liblamina and makes all of them find each other."""
    folder = target.parent / "libs"
    folder.mkdir()
    names = {soname: own_name(soname, file) for soname, file in libraries.items()}
    for soname, file in libraries.items():
        copy = folder / names[soname]
        shutil.copyfile(file, copy)
        copy.chmod(0o755)
        align_to_pages(copy)
        run("patchelf", "--set-soname", names[soname], "--set-rpath", "$ORIGIN", *replacements(copy, names), str(copy))
    run("patchelf", "--set-rpath", "$ORIGIN/libs", *replacements(target, names), str(target))


def align_to_pages(library: Path) -> None:
    """Lowers the alignment of segments to that of pages.

    Older linkers aligned them to 2 MiB, and patchelf, which adds some, fills the gaps with zeros: 6 MB for 23 kB.
    """
    page = 0x10000 if platform.machine() == "aarch64" else 0x1000
    data = bytearray(library.read_bytes())
    if data[:5] != b"\x7fELF\x02":
        sys.exit(f"build_python_wheel: {library} is not a library of 64 bits")
    order = "<" if data[5] == 1 else ">"
    (headers,), (size, count) = struct.unpack_from(f"{order}Q", data, 32), struct.unpack_from(f"{order}HH", data, 54)
    for place in range(headers, headers + size * count, size):
        (kind,), (alignment,) = struct.unpack_from(f"{order}I", data, place), struct.unpack_from(f"{order}Q", data, place + 48)
        if kind == 1 and alignment > page:  # PT_LOAD
            struct.pack_into(f"{order}Q", data, place + 48, page)
    library.write_bytes(data)


def replacements(library: Path, names: dict[str, str]) -> list[str]:
    return [word for name in needed(library) if name in names for word in ("--replace-needed", name, names[name])]


def glibc_needed(files: list[Path]) -> tuple[int, int]:
    versions = [re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", str(file))) for file in files]
    return max((int(major), int(minor)) for found in versions for major, minor in found)


# ---- Licences ----


def debian_package(file: Path) -> str:
    candidates = [str(file), str(file).removeprefix("/usr")]
    for candidate in candidates:
        done = subprocess.run(["dpkg-query", "-S", candidate], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    sys.exit(f"build_python_wheel: no package owns {file}: its licence cannot be named")


def write_licences(folder: Path, files: dict[str, Path]) -> None:
    """The copyright file of each package, and a list of what came from where."""
    folder.mkdir(parents=True)
    lines = ["What this wheel carries beside Lamina, unchanged but for file names and search paths.", ""]
    for name, file in files.items():
        package = debian_package(file)
        version = run("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package)
        lines.append(f"{name}: Debian package {package}, source {version}; licence in {package}.txt")
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")
    lines += ["", "liblamina.so.0 contains the Swift runtime: Apache License 2.0 with Runtime Library Exception.", ""]
    (folder / "THIRD-PARTY.txt").write_text("\n".join(lines), encoding="utf-8")


# ---- The wheel ----


def metadata(fields: dict[str, str]) -> str:
    classifiers = "".join(f"Classifier: {line}\n" for line in fields["classifiers"].splitlines())
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    return (
        f"Metadata-Version: 2.1\nName: {fields['name']}\nVersion: {fields['version']}\nSummary: {fields['description']}\n"
        f"Requires-Python: {fields['requires-python']}\nAuthor: {fields['author']}\nKeywords: {fields['keywords']}\n"
        f"License: Apache-2.0\nLicense-File: LICENSE\n{classifiers}"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )


def pack(tree: Path, wheel: Path, info: str) -> None:
    """Writes the archive, with its RECORD last and every time the same."""
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in tree.rglob("*") if path.is_file()):
            name, data = path.relative_to(tree).as_posix(), path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
            write(archive, name, data)
        write(archive, f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]).encode())


def write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def build(library: Path, out: Path, form: str) -> Path:
    fields = project()
    info = f"{fields['name']}-{fields['version']}.dist-info"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        shutil.copyfile(PACKAGE / "lamina_pytest.py", tree / "lamina_pytest.py")
        shutil.copytree(PACKAGE / "lamina", tree / "lamina", ignore=shutil.ignore_patterns("__pycache__", "*.so*", "libs"))
        target = tree / "lamina" / "liblamina.so.0"
        shutil.copyfile(library.resolve(), target)
        licences = tree / info / "licenses"
        if form == "bundled":
            libraries = closure(library)
            bundle(target, libraries)
            for name, file in libraries.items():
                made = tree / "lamina" / "libs" / own_name(name, file)
                if made.stat().st_size > 1.25 * file.stat().st_size + 200_000:
                    sys.exit(f"build_python_wheel: {made.name} has {made.stat().st_size} bytes, and {file} {file.stat().st_size}")
            fonts = {name: FONT_FOLDER / name for name in FONTS}
            (tree / "lamina" / "fonts").mkdir()
            for name, file in fonts.items():
                shutil.copyfile(file, tree / "lamina" / "fonts" / name)
            shutil.copyfile(ROOT / "packaging" / "python" / "fonts.conf", tree / "lamina" / "fonts" / "fonts.conf")
            write_licences(licences, {**libraries, **fonts})
            major, minor = glibc_needed([target, *(tree / "lamina" / "libs").iterdir()])
            tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
        else:
            licences.mkdir(parents=True)
            tag = f"py3-none-linux_{platform.machine()}"
        shutil.copyfile(ROOT / "LICENSE", licences / "LICENSE")
        (tree / info / "METADATA").write_text(metadata(fields), encoding="utf-8")
        (tree / info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: lamina\nRoot-Is-Purelib: false\nTag: {tag}\n")
        entries = [f"[{group}]\n{fields[group]}\n" for group in ("console_scripts", "pytest11") if fields[group]]
        if entries:
            (tree / info / "entry_points.txt").write_text("\n".join(entries), encoding="utf-8")
        wheel = out / f"{fields['name']}-{fields['version']}-{tag}.whl"
        out.mkdir(parents=True, exist_ok=True)
        pack(tree, wheel, info)
    return wheel


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=Path, required=True, help="the liblamina.so to carry")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the wheel")
    parser.add_argument("--form", choices=["bundled", "system"], default="bundled")
    arguments = parser.parse_args()
    wheel = build(arguments.library, arguments.out, arguments.form)
    size = wheel.stat().st_size
    print(f"built {wheel} ({size / 1e6:.1f} MB)")
    if size > LIMIT_BYTES:
        print(f"that is more than {LIMIT_BYTES / 1e6:.0f} MB", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
