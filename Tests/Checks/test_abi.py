#!/usr/bin/env python3
"""Breaks copies of the header in ways that programs compiled before would notice, and demands that both judges see it:
our rules and abidiff. Ways in which the header may grow must pass both."""
import json
import pathlib
import shutil
import tempfile
import unittest

import abi_rules
import abi_stub
import api_model
import api_pages
import check_abi
import lamina_header

TEXT = lamina_header.flat()
OPACITY = "lamina_node_set_opacity(lamina_node *node, double opacity) LAMINA_ANY_THREAD"

# name: (what is replaced, by what, words of our sentence, whether abidiff can see it)
BREAKS = {
    "function gone": ("LAMINA_API uint32_t lamina_version(void) LAMINA_ANY_THREAD;", "", "lamina_version is gone", True),
    "parameter type": (OPACITY, OPACITY.replace("double", "float"), "lamina_node_set_opacity took", True),
    "parameter more": (OPACITY, OPACITY.replace("double opacity", "double opacity, bool now"), "and takes", True),
    "return type": ("LAMINA_API size_t lamina_text_get_length", "LAMINA_API int32_t lamina_text_get_length", "returned size_t", True),
    "thread": (OPACITY, OPACITY.replace("ANY", "OWNER"), "could be called on any thread", False),
    "null refused": ("lamina_node_set_style(\n    lamina_node *node, const lamina_style *LAMINA_NULLABLE style)",
                     "lamina_node_set_style(\n    lamina_node *node, const lamina_style *style)", "could be NULL", False),
    "enum value": ("LAMINA_ERROR_IO = 11", "LAMINA_ERROR_IO = 15", "LAMINA_ERROR_IO of lamina_status was 11", True),
    "enumerator gone": (",\n  LAMINA_HINTING_FULL = 3", "", "LAMINA_HINTING_FULL of lamina_hinting is gone", True),
    "frozen struct grows": ("struct lamina_point { double x, y; }", "struct lamina_point { double x, y, z; }", "frozen", True),
    "field in the middle": ("  double spacing_before; ", "  double more;\n  double spacing_before; ", "offset of field spacing_before", True),
    "field gone": ("  double line_spacing;    /* baseline distance as a factor of the font's line height, 0..100; 0 = the font's own */\n",
                   "", "field line_spacing of lamina_text_options is gone", True),
    "field in padding": ("  lamina_axis axis;\n", "  lamina_axis direction;\n  int32_t padding;\n",
                         "inside the", False),
    "field type": ("  uint32_t max_lines;", "  int32_t max_lines;", "type of field max_lines", False),
    "callback": ("(*lamina_destroy_fn)(void *LAMINA_NULLABLE user_data)", "(*lamina_destroy_fn)(void *LAMINA_NULLABLE user_data, int32_t n)",
                 "lamina_destroy_fn took", True),
    "callback thread": ("user_data) /* LAMINA_CALLING_THREAD */", "user_data) /* LAMINA_WORKER_THREAD */",
                        "lamina_destroy_fn ran on the calling thread", False),
    "soname": ("LAMINA_VERSION_MAJOR 0", "LAMINA_VERSION_MAJOR 1", "the soname was", True),
    "constant": ("LAMINA_THREADS_AUTO (-1)", "LAMINA_THREADS_AUTO (-2)", "LAMINA_THREADS_AUTO was (-1)", False),
    "handle gone": ("typedef struct lamina_layout lamina_layout;", "typedef struct lamina_layout { int a; } lamina_layout;",
                    "handle lamina_layout is gone", False),
}

GROWTH = {
    "function": ("/* The name of a status", "/* New. Since 0.2. */\nLAMINA_API int lamina_new_get(void) LAMINA_ANY_THREAD;\n\n/* The name of a status",
                 "new function lamina_new_get"),
    "enumerator": ("LAMINA_ERROR_UNSUPPORTED = 13", "LAMINA_ERROR_UNSUPPORTED = 13,\n  LAMINA_ERROR_NEW = 14", "new in lamina_status: LAMINA_ERROR_NEW"),
    "field at the end": ("inherited by the nodes and specs below */\n", "inherited by the nodes and specs below */\n  double more;\n",
                         "new in lamina_style: more"),
    "comment": ("Adds a reference and returns `node`", "Adds one more reference and returns `node`", None),
}


class Abi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.before = api_model.model()
        if shutil.which("abidiff"):
            cls.base = abi_stub.header_dump(lamina_header.HEADER, cls.folder / "base.abi")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def changed(self, old, new):
        if old not in TEXT:
            self.fail(f"the header has changed; give this test another place to break than '{old}'")
        path = self.folder / "lamina.h"
        path.write_text(TEXT.replace(old, new, 1))
        return path

    def test_breaks_are_seen_by_our_rules(self):
        for name, (old, new, words, _) in BREAKS.items():
            with self.subTest(name):
                found = abi_rules.breaks(self.before, api_model.model(self.changed(old, new)))
                self.assertTrue(any(words in sentence for sentence in found), f"nothing says '{words}' in {found}")

    @unittest.skipUnless(shutil.which("abidiff"), "abigail-tools is not installed")
    def test_breaks_are_seen_by_abidiff(self):
        for name, (old, new, _, seen) in BREAKS.items():
            if seen:
                with self.subTest(name):
                    self.assertTrue(list(check_abi.abidiff(self.changed(old, new), self.base)))

    def test_growth_passes_our_rules(self):
        for name, (old, new, words) in GROWTH.items():
            with self.subTest(name):
                after = api_model.model(self.changed(old, new))
                self.assertEqual(abi_rules.breaks(self.before, after), [])
                self.assertEqual(abi_rules.additions(self.before, after), [words] if words else [])

    @unittest.skipUnless(shutil.which("abidiff"), "abigail-tools is not installed")
    def test_growth_passes_abidiff(self):
        for name, (old, new, _) in GROWTH.items():
            with self.subTest(name):
                self.assertEqual(list(check_abi.abidiff(self.changed(old, new), self.base)), [])

    def test_moved_layout_does_not_compile(self):
        path = self.changed("  double spacing_before; ", "  double more;\n  double spacing_before; ")
        self.assertTrue(any("place of lamina_style.spacing_before" in p for p in check_abi.layouts(path)))

    def test_missing_export(self):
        library = self.folder / "stub.so"
        header = lamina_header.read(self.changed("LAMINA_API uint32_t lamina_version(void) LAMINA_ANY_THREAD;", ""))
        abi_stub.build(header, self.folder / "lamina.h", library)
        self.assertIn("lamina_version is not exported any more", list(check_abi.symbols(library)))

    def test_export_that_the_header_does_not_have(self):
        library = self.folder / "stub.so"
        more = "/* More. Since 0.2. */\nLAMINA_API int lamina_more_get(void) LAMINA_ANY_THREAD;\n\n/* The name of a status"
        header = lamina_header.read(self.changed("/* The name of a status", more))
        abi_stub.build(header, self.folder / "lamina.h", library)
        self.assertEqual([p for p in check_abi.symbols(library) if "lamina_more_get" in p],
                         ["lamina_more_get is exported and not in abi/lamina.symbols; run 'make generate'"])


class Model(unittest.TestCase):
    """The data and the pages that are generated say what the header says."""

    @classmethod
    def setUpClass(cls):
        cls.model = api_model.model()

    def row(self, key, name):
        return next(row for row in self.model[key] if row["name"] == name)

    def test_function(self):
        f = self.row("functions", "lamina_text_measure")
        self.assertEqual((f["section"], f["thread"], f["since"], f["returns"]), ("Text", "any", "0.1", "lamina_status"))
        self.assertEqual([(p["name"], p["nullable"], p["direction"]) for p in f["parameters"]],
                         [("text", False, "in"), ("options", True, "in"), ("max_width", False, "in"), ("out_metrics", False, "out")])

    def test_members_have_their_comments(self):
        values = self.row("enums", "lamina_status")["values"]
        self.assertIn("written", next(v for v in values if v["name"] == "LAMINA_ERROR_IO")["doc"])
        fields = self.row("structs", "lamina_context_options")["fields"]
        self.assertTrue(fields[1]["doc"].endswith("at most 64"), fields[1])
        self.assertEqual((fields[1]["offset"], fields[1]["size"]), (8, 4))

    def test_callback(self):
        c = self.row("callbacks", "lamina_node_draw_fn")
        self.assertEqual(c["thread"], "worker")
        self.assertEqual([p["name"] for p in c["parameters"]], ["canvas", "cairo", "size", "scale", "user_data"])

    def test_everything_stands_on_a_page(self):
        pages = api_pages.pages(self.model)
        text = "\n".join(pages.values())
        for key in ("functions", "enums", "structs", "callbacks", "handles", "aliases", "constants"):
            for row in self.model[key]:
                self.assertIn(f"\n### {row['name']}\n", text)
        for f in self.model["functions"]:
            self.assertIn(f["name"], pages["README.md"])

    def test_data_is_json(self):
        self.assertEqual(json.loads(json.dumps(self.model)), self.model)


if __name__ == "__main__":
    unittest.main()
