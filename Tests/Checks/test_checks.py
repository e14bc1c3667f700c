#!/usr/bin/env python3
"""Breaks copies of the header, the sources and the library, and demands that the checks notice. A check that cannot
fail guards nothing."""
import pathlib
import subprocess
import tempfile
import unittest
from importlib.util import find_spec

import check_header
import check_library
import check_repository
import check_sources
import generate_misuse
import lamina_header

TEXT = lamina_header.flat()


class Folder(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def header(self, old=None, new=None):
        """The header as it is, or with one change made."""
        text = TEXT
        if old is not None:
            self.assertIn(old, text, "the header has changed; give this test another place to break")
            text = text.replace(old, new, 1)
        path = self.folder / "lamina.h"
        path.write_text(text)
        return lamina_header.read(path)

    def assertNotices(self, problems, words):
        self.assertTrue(any(words in p for p in problems), f"no problem mentions '{words}' in {problems}")


class HeaderChecks(Folder):
    def test_the_header_itself_is_clean(self):
        self.assertEqual(check_header.problems(self.header()), [])

    def test_missing_thread_mark(self):
        header = self.header("uint32_t lamina_version(void) LAMINA_ANY_THREAD", "uint32_t lamina_version(void)")
        self.assertNotices(check_header.functions(header), "lamina_version carries no thread mark")

    def test_two_thread_marks(self):
        header = self.header("lamina_version(void) LAMINA_ANY_THREAD",
                             "lamina_version(void) LAMINA_ANY_THREAD LAMINA_OWNER_THREAD")
        self.assertNotices(check_header.functions(header), "lamina_version carries")

    def test_verb_that_does_not_follow_the_noun(self):
        for name in ("lamina_node_opacity_set", "lamina_node_opacity"):
            header = self.header("lamina_node_set_opacity(lamina_node", name + "(lamina_node")
            self.assertNotices(check_header.functions(header), f"{name} has no verb of the list after lamina_node")
        header = self.header("lamina_node_set_opacity(lamina_node", "lamina_set_node_opacity(lamina_node")
        self.assertNotices(check_header.functions(header), "begins with no handle or struct")

    def test_callback_without_thread_mark(self):
        mark = "(void *LAMINA_NULLABLE user_data) /* LAMINA_CALLING_THREAD */"
        header = self.header(mark, "(void *LAMINA_NULLABLE user_data)")
        self.assertNotices(check_header.callbacks(header), "lamina_destroy_fn carries no thread mark")
        header = self.header(mark, mark.replace("CALLING", "ANY"))
        self.assertNotices(check_header.callbacks(header), "lamina_destroy_fn carries ['any']")

    def test_comment_without_since(self):
        header = self.header("minor * 256 + patch. Since 0.1. */", "minor * 256 + patch. */")
        self.assertNotices(check_header.functions(header), "must end in 'Since")

    def test_no_comment(self):
        header = self.header("LAMINA_API uint32_t lamina_version", "\nLAMINA_API uint32_t lamina_version")
        self.assertNotices(check_header.functions(header), "has no comment")

    def test_repeated_and_implicit_enum_values(self):
        header = self.header("LAMINA_UNIT_POINTS = 1", "LAMINA_UNIT_POINTS = 0")
        self.assertNotices(check_header.enums(header), "are both 0")
        header = self.header("LAMINA_UNIT_POINTS = 1", "LAMINA_UNIT_POINTS")
        self.assertNotices(check_header.enums(header), "no written value")

    def test_flag_that_is_no_single_bit(self):
        header = self.header("FLAGS_NO_SYSTEM_FONTS = 1 << 1", "FLAGS_NO_SYSTEM_FONTS = 3")
        self.assertNotices(check_header.enums(header), "single bit")

    def test_value_from_the_owner_thread(self):
        header = self.header("bool lamina_context_is_owner_thread(lamina_context *context) LAMINA_ANY_THREAD",
                             "bool lamina_context_is_owner_thread(lamina_context *context) LAMINA_OWNER_THREAD")
        self.assertNotices(check_header.outputs(header), "cannot say that it was called on another")

    def test_outputs(self):
        header = self.header("lamina_surface *surface, bool *out_has_damage", "lamina_surface *surface, bool *has_damage")
        self.assertNotices(check_header.outputs(header), "outputs alone begin with out_")
        header = self.header("lamina_rect *LAMINA_NULLABLE out_rects, size_t capacity,\n    size_t *out_count",
                             "lamina_rect *LAMINA_NULLABLE out_rects, size_t capacity")
        self.assertNotices(check_header.outputs(header), "must return the whole length or take out_count")

    def test_verbs(self):
        header = self.header("lamina_node_read_name(", "lamina_node_copy_name(")
        self.assertNotices(check_header.verbs(header), "copy hands out a reference")
        header = self.header("lamina_node_copy_parent(", "lamina_node_read_parent(")
        self.assertNotices(check_header.verbs(header), "read fills a buffer")
        header = self.header("lamina_node_is_hidden(", "lamina_node_get_hidden(")
        self.assertNotices(check_header.verbs(header), "is and has are for booleans")
        header = self.header("lamina_status lamina_node_remove_display_observer(", "lamina_status lamina_node_remove_observer(")
        self.assertNotices(check_header.verbs(header), "removed by lamina_node_remove_display_observer()")

    def test_words(self):
        header = self.header("uint32_t max_lines;", "uint32_t maximum_lines;")
        self.assertNotices(check_header.words(header), "the word is max")
        header = self.header("LAMINA_AXIS_VERTICAL = 1", "LAMINA_VERTICAL = 1")
        self.assertNotices(check_header.words(header), "does not begin with LAMINA_AXIS_")
        header = self.header("LAMINA_API uint32_t lamina_version(void)",
                             "typedef void (*lamina_ready_fn)(void *user_data) /* LAMINA_CALLING_THREAD */;\nLAMINA_API uint32_t lamina_version(void)")
        self.assertNotices(check_header.words(header), "is not named lamina_<what calls it>")

    def test_struct_that_cannot_grow(self):
        header = self.header("typedef struct lamina_point", "typedef struct lamina_new { int32_t a; } lamina_new;\n"
                             "typedef struct lamina_point")
        self.assertNotices(check_header.structs(header), "lamina_new must begin with struct_size")
        self.assertNotices(check_header.structs(header), "LAMINA_NEW_INIT")

    def test_header_that_a_compiler_refuses(self):
        # Fine in C, refused by C++: a keyword as a name.
        header = self.header("lamina_rect frame) LAMINA_ANY_THREAD", "lamina_rect class) LAMINA_ANY_THREAD")
        self.assertNotices(check_header.compiles(header), "g++ c++17")

    @unittest.skipUnless(find_spec("cffi") or find_spec("pycparser"), "no C parser is installed")
    def test_header_that_a_parser_refuses(self):
        header = self.header("typedef struct lamina_point { double x, y; }",
                             "typedef struct lamina_point { __typeof__(1.0) x, y; }")
        self.assertNotices(check_header.parses(header), "lamina.h with")


class LibraryChecks(Folder):
    """Small C libraries stand in for broken builds."""

    def library(self, source="", script="LAMINA_0 { global: lamina_*; local: *; };", soname="liblamina.so.0",
                omit=(), flags=()):
        header = self.header()
        body = "".join(f"void {n}(void) {{}}\n" for n in header.functions if n not in ("lamina_version", *omit))
        body += "unsigned lamina_version(void) { return 256; }\n" if "lamina_version" not in omit else ""
        (self.folder / "stub.c").write_text(body + source)
        (self.folder / "map").write_text(script)
        path = self.folder / "liblamina.so"
        subprocess.check_call(["gcc", "-w", "-shared", "-fPIC", f"-Wl,--version-script={self.folder}/map",
                               "-Wl,-z,relro,-z,now", f"-Wl,-soname={soname}", "-o", path, self.folder / "stub.c", *flags])
        return path, header

    def test_sound_library(self):
        path, header = self.library()
        self.assertEqual(check_library.problems(path, header), [])

    def test_missing_export(self):
        self.assertNotices(check_library.problems(*self.library(omit=["lamina_node_create"])), "lamina_node_create is declared")

    def test_export_that_is_not_declared(self):
        path, header = self.library("void lamina_secret(void) {}")
        self.assertNotices(check_library.problems(path, header), "lamina_secret is exported")

    def test_everything_exported(self):
        path, header = self.library("void helper(void) {}", script="LAMINA_0 { global: *; };")
        self.assertNotices(check_library.problems(path, header), "helper is exported")

    def test_other_version_node(self):
        path, header = self.library(script="LAMINA_1 { global: lamina_*; local: *; };")
        self.assertNotices(check_library.problems(path, header), "not LAMINA_0")

    def test_other_soname(self):
        self.assertNotices(check_library.problems(*self.library(soname="liblamina.so")), "SONAME")

    def test_other_libraries(self):
        path, header = self.library("#include <math.h>\ndouble cbrt(double); double x(double v) { return cbrt(v); }",
                                    flags=["-Wl,--no-as-needed", "-lresolv"])
        self.assertNotices(check_library.problems(path, header), "libresolv")

    def test_place_of_the_building_machine(self):
        path, header = self.library(flags=["-Wl,-rpath,/home/builder/lib"])
        self.assertNotices(check_library.problems(path, header), "/home/builder/lib")

    def test_foundation(self):
        path, header = self.library('void f(void) __asm__("$s10Foundation4DataV"); void f(void) {}\n'
                                    'const char *lamina_text = "$s10Foundation4DataV";')
        self.assertNotices(check_library.problems(path, header), "Foundation")

    def test_regular_expressions(self):
        path, header = self.library('void f(void) __asm__("$s12_RegexParser3ASTO"); void f(void) {}\n'
                                    'const char *lamina_text = "$s12_RegexParser3ASTO";')
        self.assertNotices(check_library.problems(path, header), "regular expressions")

    def test_size(self):
        path, header = self.library("char big[15000000] = {1};")
        self.assertNotices(check_library.problems(path, header), "bytes; at most")

    def test_tables_that_stay_writable(self):
        self.assertNotices(check_library.problems(*self.library(flags=["-Wl,-z,norelro"])), "stay writable")
        self.assertNotices(check_library.problems(*self.library(flags=["-Wl,-z,lazy"])), "stay writable")

    def test_stack_that_can_be_run(self):
        self.assertNotices(check_library.problems(*self.library(flags=["-Wl,-z,execstack"])), "can be run")

    def test_slow_to_load(self):
        path, header = self.library("#include <time.h>\n__attribute__((constructor)) void slow(void) "
                                    "{ clock_t begin = clock(); while (clock() - begin < CLOCKS_PER_SEC / 20) {} }")
        self.assertNotices(check_library.problems(path, header), "loading takes")

    def test_other_version(self):
        path, header = self.library("unsigned lamina_version(void) { return 7; }", omit=["lamina_version"])
        self.assertNotices(check_library.problems(path, header), "lamina_version() answers 0x7")


class SourceChecks(Folder):
    def source(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return self.folder

    def test_foundation(self):
        root = self.source("Sources/LaminaText/A.swift", "import Foundation\n")
        self.assertNotices(check_sources.arrows(root, None), "A.swift:1: import Foundation")

    def test_arrow_upwards(self):
        root = self.source("Sources/LaminaNode/A.swift", "// a\npublic import LaminaDraw\n")
        self.assertNotices(check_sources.arrows(root, None), "A.swift:2: LaminaNode may not import LaminaDraw")

    def test_attributed_and_scoped_imports(self):
        root = self.source("Sources/LaminaLayout/A.swift", "@preconcurrency import Glibc\nimport struct LaminaDraw.Bitmap\n")
        found = list(check_sources.arrows(root, None))
        self.assertNotices(found, "import Glibc")
        self.assertNotices(found, "import LaminaDraw")

    def test_unknown_module(self):
        root = self.source("Sources/LaminaNew/A.swift", "")
        self.assertNotices(check_sources.arrows(root, None), "LaminaNew is not in the table")

    def test_long_file(self):
        root = self.source("Sources/LaminaNode/A.swift", "// a\n" * 401)
        self.assertNotices(check_sources.lengths(root, None), "401 lines")

    def test_unsafe_beyond_the_fence(self):
        self.source(check_sources.UNSAFE_FILES, "")
        root = self.source("Sources/LaminaNode/A.swift", "let place = 1  // nothing unsafe\n")
        self.assertEqual(list(check_sources.fence(root, None)), [])
        self.source("Sources/LaminaNode/A.swift", "let place = unsafe pointer.pointee\n")
        self.assertNotices(check_sources.fence(root, None), "A.swift says unsafe")
        self.source(check_sources.UNSAFE_FILES, "LaminaNode/A.swift\nLaminaNode/Gone.swift\n")
        found = list(check_sources.fence(root, None))
        self.assertEqual(len(found), 1)
        self.assertNotices(found, "Gone.swift, which does not say unsafe")

    def test_spec_known_elsewhere(self):
        self.source("Sources/LaminaLayout/Specs/ScratchSpec.swift", "public struct ScratchSpec: SpecRule {}\n")
        self.source("Sources/LaminaABI/Spec/SpecABI.swift", "let scratch = ScratchSpec()\n")
        root = self.source("Sources/LaminaNode/A.swift", "// ScratchSpec\nlet spec = ScratchSpec()\n")
        found = list(check_sources.spec_places(root, None))
        self.assertEqual(len(found), 1)
        self.assertNotices(found, "Sources/LaminaNode/A.swift:2: ScratchSpec is named outside")

    def test_place_of_the_sources(self):
        root = self.source("Sources/LaminaText/A.swift", "// withoutActuallyEscaping\nwithoutActuallyEscaping(body) { _ in }\n")
        self.assertNotices(check_sources.reproduction(root, None), "A.swift:2: withoutActuallyEscaping writes where")
        self.assertEqual(len(list(check_sources.reproduction(root, None))), 1)

    def test_implementations(self):
        root = self.source("Sources/LaminaABI/A.swift",
                           '@_cdecl("lamina_version")\n@implementation @_cdecl("lamina_nothing")\n'
                           '@implementation @_cdecl("lamina_last_error")\n@implementation @_cdecl("lamina_last_error")\n')
        found = list(check_sources.implementations(root, self.header()))
        self.assertNotices(found, "lamina_version is exported without @implementation")
        self.assertNotices(found, "lamina_nothing is not declared")
        self.assertNotices(found, "lamina_last_error is already implemented")
        self.assertNotices(found, "lamina_node_create has no @implementation")

    def test_places(self):
        root = self.source("Tests/CHost/a.c", "lamina_version();")
        self.source("bindings/python/lamina/_functions.py", '# Generated by a.py: do not edit.\n"lamina_version"\n')
        self.source("bindings/python/lamina/_handle.py", 'getattr(lib, f"lamina_{kind}_release")\n')
        self.source("bindings/python/lamina/node.py", "lib.lamina_node_create()\n")
        self.source("bindings/python/tests/test_node.py", "lib.lamina_node_create_text()\n")
        found = list(check_sources.places(root, self.header()))
        for name in ("lamina_version", "lamina_node_create_text", "lamina_node_retain"):
            self.assertNotices(found, f"{name} is not used in bindings/python")
        for name in ("lamina_node_create", "lamina_node_release", "lamina_text_builder_release",
                     "lamina_transaction_wait", "lamina_job_add_row_texts"):
            self.assertEqual([p for p in found if p.startswith(f"{name} is not used")],
                             [f"{name} is not used in bindings/python"] * (name == "lamina_transaction_wait"))
        self.assertNotices(found, "lamina_last_error has no test")
        self.assertFalse([p for p in found if p.startswith("lamina_version has no test")])


class RepositoryChecks(Folder):
    def problems(self, check, name, text):
        file = self.folder / name
        file.write_text(text)
        return list(check(self.folder, [file]))

    def test_machine_path(self):
        found = self.problems(check_repository.machine_paths, "a.md", "see /ho" + "me/someone/lamina\n")
        self.assertNotices(found, "a.md:1")

    def test_blanks(self):
        self.assertNotices(self.problems(check_repository.blanks, "a.c", "int a; \n"), "trailing")
        self.assertNotices(self.problems(check_repository.blanks, "a.c", "int a;"), "no newline")

    def test_columns(self):
        long = "word " * 30
        for name, text in (("a.c", f"int a; /* {long}*/\n"), ("a.h", f"/* one\n * {long}*/\n"), ("a.sh", f"true # {long}\n"),
                           ("a.py", f'def f():\n    """{long}"""\n'), ("a.py", f"a = 1  # {long}\n"),
                           ("a.swift", f"/// {long}\n")):
            self.assertNotices(self.problems(check_repository.columns, name, text), "beyond column 120")
        for name, text in (("a.c", f'char *a = "// {long}";\n'), ("a.py", f'a = """{long}"""\n'),
                           ("a.py", f'a = ("{long}")  # noqa\n'), ("a.sh", f'echo "# {long}"\n')):
            self.assertEqual(self.problems(check_repository.columns, name, text), [])

    def test_words(self):
        self.assertNotices(self.problems(check_repository.words, "a.md", "It is told.\n"), "a.md:1: 'told'")

    def test_path(self):
        found = self.problems(check_repository.paths, "ARCHITECTURE.md", "In `Sources/Nowhere` and `build/x` and `Sources/C...`\n")
        self.assertEqual(found, ["ARCHITECTURE.md:1: there is no Sources/Nowhere"])

    def test_scripts(self):
        found = self.problems(check_repository.scripts, "a.sh", "#!/bin/sh\nif\n")
        self.assertNotices(found, "syntax error")
        self.assertNotices(found, "not executable")

    def test_link(self):
        self.assertNotices(self.problems(check_repository.links, "a.md", "[x](nowhere.md)\n"), "nowhere.md")

    def test_anchor(self):
        found = self.problems(check_repository.links, "a.md", "# One thing, `said`\n[x](#one-thing-said) [y](#other)\n")
        self.assertEqual(len(found), 1)
        self.assertNotices(found, "no heading 'other'")

    def test_name(self):
        text = "`lamina_node_create` `lamina_node_` `lamina_nodes_create` LAMINA_OK LAMINA_GOOD\n"
        found = self.problems(check_repository.names, "a.md", text)
        self.assertEqual(len(found), 2)
        self.assertNotices(found, "lamina_nodes_create is not in lamina.h")

    def test_version(self):
        found = self.problems(check_repository.versions, "pyproject.toml", 'version = "9.9.9"\n')
        self.assertNotices(found, "9.9.9")
        self.assertNotices(self.problems(check_repository.versions, "CHANGELOG.md", "# none\n"), "no section")

    def test_generated_files_may_be_long(self):
        file = self.folder / "scripts" / "a.py"
        file.parent.mkdir()
        file.write_text("# Generated by b.py: do not edit.\n" + "a = 1\n" * 500)
        self.assertEqual(list(check_sources.lengths(self.folder, None)), [])


class MisuseGenerator(Folder):
    def test_unknown_parameter_type_is_refused(self):
        header = self.header("uint32_t lamina_version(void)", "uint32_t lamina_version(long double precision)")
        with self.assertRaisesRegex(lamina_header.HeaderError, "lamina_version.*long double"):
            generate_misuse.generate(header)

    def test_unknown_field_type_is_refused(self):
        header = self.header("uint32_t max_lines;", "short max_lines;")
        with self.assertRaisesRegex(lamina_header.HeaderError, "max_lines.*short"):
            generate_misuse.generate(header)

    def test_new_function_is_covered(self):
        header = self.header("lamina_node_set_clipping(lamina_node *node", "lamina_node_set_bends(lamina_node *node")
        self.assertIn("lamina_node_set_bends(", generate_misuse.generate(header))


if __name__ == "__main__":
    unittest.main()
