#!/usr/bin/env python3
"""Compiles and runs the programs that docs/migrating and docs/recipes.md print, as they are printed: C with a main()
against the built library, Python that imports lamina. Each has to end well and to write the files that it names. Others
are code of other libraries; what includes GTK is compiled where there is GTK 4."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import lamina_header

ROOT = lamina_header.ROOT
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def flags(*packages):
    return subprocess.check_output(["pkg-config", "--cflags", "--libs", *packages], text=True).split()


def programs(page):
    """[(language, source)] of what can be run."""
    for language, source in BLOCK.findall(page.read_text()):
        if language == "c" and "int main(" in source or language == "python" and "import lamina" in source:
            yield language, source


def run(language, source, folder):
    """Problems of one program; its files are left in the folder."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "bindings" / "python"), "PYTHONDONTWRITEBYTECODE": "1",
                                "LAMINA_LIBRARY": str(ROOT / "build" / "liblamina.so")}
    command = [sys.executable, "program.py"]
    (folder / ("program.c" if language == "c" else "program.py")).write_text(source)
    if language == "c":
        command = ["./program"]
        build = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "program.c", "-o", "program", f"-I{ROOT}/include"]
        build += flags("pangocairo") if "pango/" in source else flags("cairo") if "cairo.h" in source else []
        done = subprocess.run([*build, f"-L{ROOT}/build", "-llamina", f"-Wl,-rpath,{ROOT}/build", "-lm"], cwd=folder,
                              capture_output=True, text=True)
        if done.returncode:
            yield f"does not compile:\n{done.stderr}"
            return
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode:
        yield f"ends with {done.returncode}:\n{done.stdout}{done.stderr}"
    for name in set(re.findall(r'"(\w+\.png)"', source)):
        if not (folder / name).exists() or not (folder / name).read_bytes().startswith(b"\x89PNG"):
            yield f"does not write {name}"


def fragments(page):
    """Parts of programs for GTK: nothing that could be run."""
    for language, source in BLOCK.findall(page.read_text()):
        if language == "c" and "<gtk/gtk.h>" in source and "int main(" not in source:
            yield source


def compile_for_gtk(source, folder):
    """Problems of a part of a program for GTK 4."""
    (folder / "part.c").write_text(source)
    # Functions that the page only shows are called by nobody.
    build = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-c", "part.c", f"-I{ROOT}/include"]
    done = subprocess.run([*build, *flags("gtk4")], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        yield f"does not compile:\n{done.stderr}"


COMPARE = r"""
#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  cairo_surface_t *s[2];
  int i, n = 0, x, y;
  for (i = 0; i < 2 && argc == 3; i++) s[i] = cairo_image_surface_create_from_png(argv[1 + i]);
  for (y = 0; y < cairo_image_surface_get_height(s[0]); y++)
    for (x = 0; x < cairo_image_surface_get_width(s[0]); x++)
      for (i = 0; i < 3; i++) {
        int at = y * cairo_image_surface_get_stride(s[0]) + 4 * x + i;
        n += cairo_image_surface_get_data(s[0])[at] != cairo_image_surface_get_data(s[1])[at];
      }
  printf("%d\n", n);
  return n > 0;
}
"""


def same_pixels(folder, one, two):
    (folder / "compare.c").write_text(COMPARE)
    subprocess.check_call(["gcc", "compare.c", "-o", "compare", *flags("cairo")], cwd=folder)
    done = subprocess.run(["./compare", one, two], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        yield f"{one} and {two} differ in {done.stdout.strip()} bytes"


def main():
    found, count = [], 0
    has_gtk = subprocess.run(["pkg-config", "--exists", "gtk4"]).returncode == 0
    for page in [ROOT / "docs" / "recipes.md", *sorted((ROOT / "docs" / "migrating").glob("*.md"))]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for language, source in programs(page):
                count += 1
                found += [f"{page.relative_to(ROOT)}: a program in {language} {p}" for p in run(language, source, folder)]
            for source in fragments(page) if has_gtk else []:
                found += [f"{page.relative_to(ROOT)}: a part for GTK {p}" for p in compile_for_gtk(source, folder)]
            if page.name == "pango.md" and not found:
                found += [f"{page.relative_to(ROOT)}: {p}" for p in same_pixels(folder, "pango.png", "lamina.png")]
    for problem in found:
        print(problem)
    print(f"documents: {count} programs run, {len(found)} problems")
    return bool(found) or count < 6


if __name__ == "__main__":
    sys.exit(main())
