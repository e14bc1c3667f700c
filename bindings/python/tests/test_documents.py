"""What README.md and docs/guide.md print is run as it is printed."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import pytest

import lamina


def blocks(path: Path, language: str) -> List[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def compiler_flags(root: Path) -> List[str]:
    """As pkg-config would give them: LAMINA_CFLAGS and LAMINA_LIBS, or from the header and the library in use."""
    if "LAMINA_CFLAGS" in os.environ:
        return os.environ["LAMINA_CFLAGS"].split() + os.environ["LAMINA_LIBS"].split()
    lamina.version()
    path = lamina.library_path() or ""
    if "/" not in path:
        return ["-llamina", f"-I{root / 'include'}"]
    folder = os.path.dirname(os.path.abspath(path))
    include = os.environ.get("LAMINA_INCLUDE", str(root / "include"))
    return [f"-I{include}", path, f"-Wl,-rpath,{folder}"]


def compile_c(root: Path, folder: Path, source: str, *more: str) -> Path:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    (folder / "program.c").write_text(source, encoding="utf-8")
    command = [compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "program.c", "-o", "program"]
    subprocess.run([*command, *compiler_flags(root), *more], cwd=folder, check=True)
    # Without a versioned name beside it, a library of a build folder is found by its plain name.
    return folder / "program"


def test_the_c_program_of_the_readme(root: Path, tmp_path: Path) -> None:
    (source,) = [block for block in blocks(root / "README.md", "c") if "int main" in block]
    assert source == (root / "examples" / "c" / "hello.c").read_text(encoding="utf-8")
    program = compile_c(root, tmp_path, source)
    result = subprocess.run([str(program)], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert (tmp_path / "hello.png").read_bytes().startswith(b"\x89PNG")


def test_the_python_script_of_the_readme(root: Path, tmp_path: Path, environment: "dict[str, str]") -> None:
    (source,) = blocks(root / "README.md", "python")
    assert source == (root / "examples" / "python" / "hello.py").read_text(encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-c", source], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert (tmp_path / "hello.png").read_bytes().startswith(b"\x89PNG")


def test_both_hellos_draw_the_same(root: Path, tmp_path: Path, environment: "dict[str, str]") -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "python").mkdir()
    program = compile_c(root, tmp_path, (root / "examples" / "c" / "hello.c").read_text(encoding="utf-8"))
    subprocess.run([str(program)], cwd=tmp_path / "c", check=True, timeout=60)
    script = str(root / "examples" / "python" / "hello.py")
    subprocess.run([sys.executable, script], cwd=tmp_path / "python", env=environment, check=True, timeout=60)
    assert (tmp_path / "c" / "hello.png").read_bytes() == (tmp_path / "python" / "hello.png").read_bytes()


MAIN = """
#include <stdint.h>
#include <stdio.h>
static lamina_surface *surface;
static uint32_t pixels[200 * 50];
static bool is_drawn(void) { /* composites, and looks whether the text has come */
  lamina_bitmap bitmap = {sizeof bitmap, pixels, 200, 50, 800, LAMINA_PIXEL_FORMAT_ARGB32};
  lamina_surface_composite(surface, &bitmap, NULL, 0, NULL);
  for (int i = 0; i < 200 * 50; i++) if (pixels[i] != 0xFFFFFFFF && pixels[i] != 0) return true;
  return false;
}
static lamina_context *start(void) {
  lamina_context *context; lamina_text *text; lamina_node *node; lamina_size size = {200, 50};
  lamina_color white = {1, 1, 1, 1};
  if (lamina_context_create(NULL, &context) || lamina_text_create(context, "loop", 4, NULL, &text) ||
      lamina_node_create_text(context, text, &node) || lamina_node_set_background(node, white) ||
      lamina_surface_create(context, size, 1, &surface) || lamina_surface_set_root(surface, node)) return NULL;
  return context;
}
"""


def guide_block(root: Path, word: str, language: str = "c") -> str:
    return next(block for block in blocks(root / "docs" / "guide.md", language) if word in block)


def test_the_poll_recipe(root: Path, tmp_path: Path) -> None:
    code = guide_block(root, "struct pollfd") + MAIN
    code += """
int main(void) {
  lamina_context *context = start();
  while (!turn(context, surface) || !is_drawn()) {}
  lamina_context_release(context);
  puts("ok");
  return 0;
}
"""
    program = compile_c(root, tmp_path, code)
    assert subprocess.run([str(program)], capture_output=True, text=True, timeout=20).stdout == "ok\n"


def test_the_glib_recipe(root: Path, tmp_path: Path) -> None:
    found = shutil.which("pkg-config") and subprocess.run(
        ["pkg-config", "--cflags", "--libs", "glib-2.0"], capture_output=True, text=True
    )
    if not found or found.returncode != 0:
        pytest.skip("no GLib headers")
    use = guide_block(root, "g_source_attach").replace("surface, NULL", "loop, NULL")
    code = guide_block(root, "LaminaSource") + MAIN + f"""
static gboolean composite_if_damaged(gpointer loop) {{
  bool has_damage = false;
  lamina_surface_has_damage(surface, &has_damage);
  if (has_damage && is_drawn()) g_main_loop_quit(loop);
  return G_SOURCE_CONTINUE;
}}
int main(void) {{
  lamina_context *context = start();
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  {use}
  g_main_loop_run(loop);
  g_source_destroy(source);
  g_source_unref(source);
  g_main_loop_unref(loop);
  lamina_context_release(context);
  puts("ok");
  return 0;
}}
"""
    program = compile_c(root, tmp_path, code, *found.stdout.split())
    assert subprocess.run([str(program)], capture_output=True, text=True, timeout=20).stdout == "ok\n"


def test_the_asyncio_recipe(root: Path) -> None:
    import asyncio

    scope: "dict[str, object]" = {}
    exec(guide_block(root, "class AsyncLoop", "python"), scope)

    async def run() -> None:
        with lamina.Context() as context:
            surface = lamina.Surface(context, (100, 40), root=lamina.TextNode(context, "asyncio", background="#ffffff"))
            bitmap, drawn = lamina.Bitmap(100, 40), asyncio.Event()

            def after() -> None:
                if surface.has_damage:
                    surface.composite(bitmap)
                    if any(bitmap.pixel(x, y)[0] < 128 for x in range(100) for y in range(40)):
                        drawn.set()

            driver = scope["AsyncLoop"](context, after)  # type: ignore[operator]
            await asyncio.wait_for(drawn.wait(), 20)
            driver.close()

    asyncio.run(run())


def test_the_layout_examples_in_python(root: Path) -> None:
    """Each runs by itself, as it is printed."""

    def run(word: str) -> "dict[str, Any]":
        scope: "dict[str, Any]" = {}
        exec(guide_block(root, word, "python"), scope)
        return scope

    found = run("set_layout_direction")
    layout = lamina.Layout(found["bar"], lamina.SizeRange.exactly(200, 40))
    assert layout.frame(found["close"]).x == 200 - 12 - 24
    card = run("tree.build")["card"]
    assert isinstance(card, lamina.tree.Tree) and card["title"].parent is card.root
    assert "Hello again" in card["title"].description()
    assert [round(node.opacity, 6) for node in run("NodeGroup")["bars"].nodes] == [0.2, 0.6, 1.0]


def test_the_layout_example_in_c(root: Path, tmp_path: Path) -> None:
    code = guide_block(root, "make_label") + """
#include <math.h>
#include <stdio.h>
int main(void) {
  lamina_context *context;
  lamina_size_range any = {{0, 0}, {INFINITY, INFINITY}};
  char why[4000];
  if (lamina_context_create(NULL, &context)) return 1;
  lamina_node *label = make_label(context, "label");
  if (label == NULL || make_label(context, "\\xff") != NULL) return 2;
  lamina_node_read_explanation(label, any, NULL, why, sizeof why);
  fputs(why, stdout);
  lamina_context_release(context);
  return 0;
}
"""
    program = compile_c(root, tmp_path, code)
    output = subprocess.run([str(program)], capture_output=True, text=True, timeout=20, check=True).stdout
    assert [line.split(":")[0].strip() for line in output.splitlines()] == ["node", "inset (8, 8, 8, 8)", "text"]

PIECES = """
#include <lamina.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
static int links;
struct feed { size_t count; } feed_of_one = {1}, *feed = &feed_of_one;
static const char *path = "%(picture)s";
static size_t entry(void *feed, size_t row) { return ((struct feed *)feed)->count + row; }
static void write_json(size_t entry, char *json, size_t size) { snprintf(json, size, "{\\"title\\": \\"%%zu\\"}", entry); }
static void loaded(lamina_image *image, lamina_status status, void *data) { (void)image, (void)status, (void)data; }
static void expand(lamina_node *node) { (void)node; }
static void open_link(uint64_t link) { links += link == 7; }
static lamina_status draw_outline(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)data;
  return LAMINA_OK;
}
#pragma GCC diagnostic ignored "-Wunused-parameter"
%(functions)s
int main(void) {
  lamina_context *context;
  lamina_image *image;
  lamina_list *list;
  lamina_template *form;
  lamina_node *card, *photo, *parent, *child, *button, *node = NULL;
  lamina_text *text;
  lamina_text_builder *builder;
  lamina_text_layout *layout;
  lamina_point point = {5, 5};
  lamina_size size = {200, 50};
  if (lamina_context_create(NULL, &context) || lamina_node_create(context, &card) || lamina_node_create(context, &photo) ||
      lamina_node_create(context, &parent) || lamina_node_create(context, &child) || lamina_node_create(context, &button) ||
      lamina_text_create_markup(context, "<a href='7'>that</a>", LAMINA_NUL_TERMINATED, NULL, &text) ||
      lamina_text_layout_create(text, NULL, size, &layout) || lamina_text_builder_create(context, NULL, &builder) ||
      lamina_template_create(context, "{\\"root\\": {\\"children\\": [{\\"kind\\": \\"text\\", \\"text\\": \\"{title}\\"}]}}", LAMINA_NUL_TERMINATED, &form)) return 1;
"""


def test_the_pieces_of_c_in_the_guide(root: Path, tmp_path: Path) -> None:
    pieces = [block for block in blocks(root / "docs" / "guide.md", "c") if "#include" not in block and "g_source" not in block]
    assert len(pieces) >= 8
    # What a piece begins with, up to an empty line, is a function where it says so.
    functions = [piece.partition("\n\n")[0] for piece in pieces if piece.startswith("static ")]
    pieces = [piece.partition("\n\n")[2] if piece.startswith("static ") else piece for piece in pieces]
    named = {"picture": root / "docs" / "images" / "feed.png", "functions": "\n".join(functions)}
    code = PIECES % named + "".join(f"  {{\n{piece}  }}\n" for piece in pieces) + """
  if (links != 1) puts("the link was not found");
  puts(lamina_last_error()); /* none of all these calls failed */
  lamina_context_release(context);
  return 0;
}
"""
    program = compile_c(root, tmp_path, code)
    assert subprocess.run([str(program)], capture_output=True, text=True, timeout=20, check=True).stdout == "\n"


def test_links_lead_somewhere(root: Path) -> None:
    for document in (root / "README.md", root / "docs" / "guide.md", root / "docs" / "feed-format.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_guide_names_what_exists(root: Path) -> None:
    from lamina import _functions

    header = "".join(file.read_text(encoding="utf-8") for file in sorted((root / "include").rglob("*.h")))
    for document in (root / "README.md", root / "docs" / "guide.md"):
        for name in set(re.findall(r"\b(?:lamina|LAMINA)_\w+", document.read_text(encoding="utf-8"))):
            if name not in ("LAMINA_LIBRARY", "lamina_source_new") and not name.startswith("lamina_source"):
                assert name in _functions.PROTOTYPES or re.search(rf"\b{name}\b", header), f"{document.name}: {name}"


def test_the_page_on_templates(root: Path, tmp_path: Path, environment: "dict[str, str]") -> None:
    page = root / "docs" / "templates.md"
    (tmp_path / "form.json").write_text(blocks(page, "json")[0], encoding="utf-8")
    (tmp_path / "data.jsonl").write_text(blocks(page, "jsonl")[0], encoding="utf-8")
    (command,) = blocks(page, "sh")
    subprocess.run(command.replace("python3", sys.executable), shell=True, cwd=tmp_path, env=environment, check=True)
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["Espresso.png", "Orange juice.png", "Water.png"]
    code, for_a_request = blocks(page, "python")
    subprocess.run([sys.executable, "-c", for_a_request], cwd=tmp_path, env=environment, check=True)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("Water is not drawn: the slot \"color\""), done.stderr
    assert (tmp_path / "Tea.png").exists() and not (tmp_path / "Water.png").exists()
    (code,) = blocks(page, "c")
    subprocess.run([str(compile_c(root, tmp_path, code))], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "greeting-2.png").read_bytes().startswith(b"\x89PNG")


def test_both_badge_programs_draw_the_same(root: Path, tmp_path: Path, environment: "dict[str, str]") -> None:
    data = [str(root / "examples" / "data" / name) for name in ("badge.json", "people.jsonl")]
    program = compile_c(root, tmp_path, (root / "examples" / "c" / "badges.c").read_text(encoding="utf-8"))
    script = [sys.executable, str(root / "examples" / "python" / "badges.py")]
    found = []
    for number, command in enumerate([[str(program)], script]):
        folder = tmp_path / str(number)
        folder.mkdir()
        subprocess.run([*command, *data], cwd=folder, env=environment, check=True)
        found.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert len(found[0]) == 4 and found[0] == found[1]


@pytest.mark.skipif(not os.environ.get("DISPLAY"), reason="there is no X server")
def test_the_feed_of_a_csv_file(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import csv
    import lamina.x11

    (source,) = [block for block in blocks(root / "docs" / "python.md", "python") if "feed.csv" in block]
    assert len(source.splitlines()) <= 15
    with open(tmp_path / "feed.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["title", "text"])
        rows.writerows((f"Entry {number}", "Some words. " * (number % 20)) for number in range(100_000))

    def run(window: lamina.x11.Window) -> None:
        feed = names["feed"]
        for turn in range(60):
            assert window.process()
            window.surface.process_event("wheel", (100, 100), delta=(0, 5000))
            window._context.wait_idle(10)
        seen.append((feed.rows[feed.state.first_row]["title"], len(feed.rows), feed.state.blank_count))
        window.close()

    seen: List[Any] = []
    names: "dict[str, Any]" = {}
    monkeypatch.setattr(lamina.x11.Window, "run", run)
    monkeypatch.chdir(tmp_path)
    exec(source, names)
    ((title, count, blank),) = seen
    assert int(title.split()[1]) > 1000 and 1000 < count < 100_000 and count % 256 == 0 and blank == 0


def test_the_rows_of_a_list(root: Path) -> None:
    (source,) = [block for block in blocks(root / "docs" / "python.md", "python") if "feed.rows.update" in block]
    exec(source, {})
