#!/usr/bin/env python3
"""The scripts where the path of the project has a blank in it, where CDPATH is exported, and where build/ holds what is
left of old tests or a library that is older than its sources."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        self.root, elsewhere = folder / "a blank", folder / "elsewhere"
        for name in ("scripts", "Tests/CHost"):
            shutil.copytree(ROOT / name, self.root / name)
        for name in ("include", "Sources/CPixman"):
            shutil.copytree(ROOT / name, self.root / name)
        shutil.copy2(ROOT / "Package.swift", self.root)
        for name in ("scripts", "build"):
            (elsewhere / name).mkdir(parents=True)
        (self.root / "build").mkdir()
        # Compilers that build nothing.
        tools = folder / "tools"
        tools.mkdir()
        for name in ("gcc", "g++", "clang", "clang++"):
            (tools / name).write_text("#!/bin/sh\nexit 1\n")
            (tools / name).chmod(0o755)
        ours = {name: value for name, value in os.environ.items() if name not in ("STEPS", "LANES", "DEBUG")}
        self.environment = {**ours, "CDPATH": str(elsewhere), "PATH": f"{tools}:{os.environ['PATH']}"}

    def run_here(self, *command):
        return subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=300)

    def old_test(self, name):
        old = self.root / "build" / "ctests" / "gcc-c99" / name
        old.parent.mkdir(parents=True, exist_ok=True)
        old.write_text("#!/bin/sh\nexit 0\n")
        old.chmod(0o755)
        os.utime(old, (0, 0))
        return old

    def library(self):
        return self.root / "build" / f"liblamina.so.{self.run_here('scripts/version.sh').stdout.strip()}"

    def need_library(self):
        """What need_library prints where building the library only says so."""
        script = self.root / "scripts" / "build-library.sh"
        modified = script.stat().st_mtime
        script.write_text("#!/bin/sh\necho builds\n")
        os.utime(script, (modified, modified))
        done = self.run_here("bash", "-euc", "source scripts/common.sh; need_library")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def test_an_old_library_is_built_anew(self):
        self.assertEqual(self.need_library(), ("builds\n", ""))
        self.library().touch()
        self.assertEqual(self.need_library(), ("", ""))
        source = self.root / "Sources" / "CPixman" / "shim.h"
        for changed in (source, self.root / "include" / "lamina" / "node.h", self.root / "Package.swift"):
            times = changed.stat()
            os.utime(changed, (2e9, 2e9))
            built, message = self.need_library()
            self.assertEqual(built, "builds\n")
            self.assertIn(f"{changed.relative_to(self.root)} is newer than build/liblamina.so", message)
            os.utime(changed, (times.st_atime, times.st_mtime))
        self.assertEqual(self.need_library(), ("", ""))
        os.utime(self.library(), (1e9, 1e9))
        os.utime(source, (1e8, 1e8))
        source.rename(source.with_name("other.h"))  # the folder is newer
        self.assertEqual(self.need_library()[0], "builds\n")

    def test_a_changed_header_is_seen(self):
        """SwiftPM does not look at the headers of C modules."""
        shutil.copytree(ROOT / "Sources" / "LaminaDraw", self.root / "Sources" / "LaminaDraw")
        modules = self.root / ".build" / "debug" / "Modules"
        modules.mkdir(parents=True)
        old, new = modules / "LaminaDraw.swiftmodule", modules / "LaminaText.swiftmodule"
        for changed, stays in ((1e9, False), (1.5e9, False), (2e9, True)):
            old.touch()
            new.touch()
            os.utime(self.root / "Sources" / "CPixman" / "shim.h", (1.8e9, 1.8e9))
            os.utime(self.root / "Sources" / "CPixman" / "module.modulemap", (1e9, 1e9))
            os.utime(old, (changed, changed))
            done = self.run_here("bash", "-euc", "source scripts/common.sh; forget_what_headers_changed .build/debug")
            self.assertEqual((done.returncode, old.exists(), new.exists()), (0, stays, True), done.stderr)

    def everything(self, failing=()):
        """What scripts/test.sh prints when each step only writes its name into a file, or fails; and the names, in
        their order."""
        for script in (self.root / "scripts").glob("*.sh"):
            if script.name not in ("common.sh", "test.sh", "version.sh"):
                script.write_text(f'#!/bin/sh\necho {script.stem} "$@" >>steps\nexit {int(script.stem in failing)}\n')
        checks = self.root / "Tests" / "Checks"
        checks.mkdir(parents=True)
        (checks / "test_install.sh").write_text("#!/bin/sh\n")
        (checks / "test_install.sh").chmod(0o755)
        for name in ("check_library.py", "run_documents.py"):
            (checks / name).touch()
        done = self.run_here("bash", "scripts/test.sh")
        return done, (self.root / "steps").read_text().splitlines()

    def test_all_steps_run_in_their_order(self):
        done, names = self.everything()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        count = done.stdout.count("\n==== ")
        self.assertGreater(count, 20)
        self.assertEqual(done.stdout.splitlines()[-1], f"{count} passed, 0 failed")
        self.assertEqual(names[0], "install-dependencies")
        for first, then in (("build-library", "test-c"), ("test-misuse", "test-misuse --self-test"), ("test-swift address", "fuzz 10 calls")):
            places = [next(i for i, name in enumerate(names) if name.startswith(start)) for start in (first, then)]
            self.assertLess(*places)

    def test_a_step_that_fails_does_not_stop_the_others(self):
        done, names = self.everything(failing=["test-c"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("stress 10", names)
        self.assertIn("failed steps: c\n", done.stdout)

    def test_nothing_runs_without_the_library(self):
        done, names = self.everything(failing=["build-library"])
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("test-c", names)
        self.assertIn("failed steps: library\n", done.stdout)

    def test_cdpath(self):
        script = self.root / "scripts" / "where.sh"
        script.write_text('source "$(dirname "$0")/common.sh"\necho "$root"\ncd build && pwd\n')
        done = self.run_here("bash", "scripts/where.sh")
        self.assertEqual((done.stdout, done.stderr), (f"{self.root}\n{self.root}/build\n", ""))

    def test_scripts_without_common(self):
        for name in (".ci/run", "examples/demo.sh", "Tests/Checks/test_install.sh"):
            lines = (ROOT / name).read_text().splitlines()
            changes = next(n for n, line in enumerate(lines) if "cd " in line and not line.startswith("#"))
            self.assertEqual(lines[changes - 1], "unset CDPATH", name)

    def test_preloaded_paths(self):
        """The loader splits LD_PRELOAD at blanks."""
        for script in (ROOT / "scripts").glob("*.sh"):
            self.assertNotRegex(script.read_text(), r"LD_PRELOAD=\"?\$(root|folder|PWD)", script.name)

    def test_targets_of_make(self):
        """make splits targets at blanks."""
        for name in ("examples/demo.sh", "scripts/test-hosts.sh"):
            self.assertNotRegex((ROOT / name).read_text(), r"OUT=\"?\$", name)

    def test_old_tests_do_not_pass(self):
        gone, unbuildable = self.old_test("test_gone"), self.old_test("test_base")
        self.library().touch()
        done = self.run_here("bash", "-c", "source scripts/common.sh; source scripts/c_tests.sh; c_test test_base")
        self.assertNotEqual(done.returncode, 0)
        self.assertFalse(unbuildable.exists())
        done = self.run_here("scripts/test-c.sh")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("C tests: 0 passed", done.stdout)
        self.assertFalse(gone.exists())


if __name__ == "__main__":
    unittest.main()
