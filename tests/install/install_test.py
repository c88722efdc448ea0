#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is installed can be used: install_test.py ROOT BUILD

BUILD is installed to a new place, and examples/ are built against that by Meson and by CMake, and run. The headers alone
are installed where no package is to be found. A copy of the sources elsewhere gives the same library, bit for bit.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PREFIX = "usr/local"
OPTIONS = ["-Dauto_features=disabled", "-Dwerror=true", f"--prefix=/{PREFIX}"]


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.image = self.folder / "image"  # the machine on which it is installed

    def run_it(self, *command, **environment):
        if shutil.which("ccache"):  # which finds what it kept of another run's folder
            environment = {"CCACHE_BASEDIR": str(self.folder), "CMAKE_CXX_COMPILER_LAUNCHER": "ccache", **environment}
        ran = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True, cwd=self.folder,
                             env={**os.environ, **environment})  # fmt: skip
        self.assertEqual(ran.returncode, 0, f"{command}\n{ran.stdout[-4000:]}{ran.stderr[-4000:]}")
        return ran.stdout

    def installed(self, build):
        self.run_it("meson", "install", "-C", build, "--no-rebuild", "--destdir", self.image)
        return {str(p.relative_to(self.image / PREFIX)) for p in self.image.rglob("*") if p.is_file()}

    def environment(self):
        (found,) = (self.image / PREFIX).rglob("pkgconfig")
        libraries = found.parent
        return {"PKG_CONFIG_PATH": str(found), "PKG_CONFIG_SYSROOT_DIR": str(self.image), "LD_LIBRARY_PATH": str(libraries),
                "CMAKE_PREFIX_PATH": str(self.image / PREFIX)}  # fmt: skip

    def by_meson(self, *tests):
        self.run_it("meson", "setup", "by_meson", ROOT / "examples", **self.environment())
        self.run_it("meson", "test", "-C", "by_meson", *tests, **self.environment())

    def by_cmake(self):
        self.run_it("cmake", "-G", "Ninja", "-S", ROOT / "examples", "-B", "by_cmake", **self.environment())
        self.run_it("cmake", "--build", "by_cmake", **self.environment())
        ran = self.run_it("ctest", "--test-dir", "by_cmake", **self.environment())
        self.assertIn("100% tests passed", ran)

    def built_examples(self, folder):
        return {p.name for p in (self.folder / folder).iterdir() if p.is_file() and os.access(p, os.X_OK)}

    def test_all_of_it(self):
        files = self.installed(BUILD)
        for wanted in ("bin/colex", "include/colex/colex.hpp", "include/colex/testing/layouts.hpp", "include/colex_kernels.h",
                       "share/cmake/colex/colexConfig.cmake", "share/man/man1/colex.1",
                       "share/bash-completion/completions/colex.bash", "share/zsh/site-functions/_colex",
                       "share/fish/vendor_completions.d/colex.fish"):  # fmt: skip
            self.assertIn(wanted, files)
        self.assertLessEqual({"colex.pc", "colex-testing.pc", "colex-kernels.pc", "libcolex_kernels.so", "libcolex_testing.a"},
                             {f.rsplit("/")[-1] for f in files})  # fmt: skip
        plug_ins = {f"libexec/colex/colex-{name}" for name in ("prove", "certify", "run", "unknowns")
                    + (("execute", "inspect") if (BUILD / "colex-execute").exists() else ())}  # fmt: skip
        self.assertLessEqual(plug_ins, files)
        self.assertIn("copy_identity_f32\n", self.run_it(self.image / PREFIX / "bin/colex", "certify"))
        everything = {"compile_time_tile", "run_time_query", "own_law", "unpad"}
        self.by_meson()
        self.assertEqual(self.built_examples("by_meson"), everything)
        self.by_cmake()
        self.assertEqual(self.built_examples("by_cmake"), everything)

    def test_nothing_installed_names_the_sources(self):
        self.installed(BUILD)
        for path in [p for p in self.image.rglob("*") if p.is_file()]:
            content = path.read_bytes()
            for folder in (ROOT, BUILD):
                self.assertNotIn(str(folder).encode(), content, path)

    def test_the_headers_need_a_compiler_and_meson(self):
        self.run_it("meson", "setup", "headers", ROOT, *OPTIONS, PKG_CONFIG_LIBDIR="/nonexistent", CMAKE_PREFIX_PATH="")
        files = self.installed("headers")
        self.assertIn("include/colex/colex.hpp", files)
        self.assertEqual({f.split("/")[0] for f in files}, {"include", "lib", "share"})
        self.assertEqual(list((self.folder / "headers").rglob("*.o")), [])
        self.by_cmake()
        self.assertEqual(self.built_examples("by_cmake"), {"compile_time_tile", "run_time_query"})

    def test_each_feature_can_be_left_out(self):
        for feature in ("tool", "proofs", "kernels", "properties", "tests", "docs"):
            self.run_it("meson", "setup", f"without_{feature}", ROOT, f"-D{feature}=disabled")

    def test_a_version_that_is_not_there(self):
        self.run_it("meson", "setup", "headers", ROOT, *OPTIONS)
        self.installed("headers")
        for asked, found in (("0.1", True), ("0.0", False), ("0.9", False), ("1.0", False), ("", True)):
            (self.folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.16)\nproject(asks NONE)\n"
                                                        f"find_package(colex {asked} REQUIRED)\n")  # fmt: skip
            ran = subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "asks"], check=False, capture_output=True,
                                 env={**os.environ, **self.environment()})  # fmt: skip
            self.assertEqual(ran.returncode == 0, found, asked)
        (self.folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.16)\nproject(asks NONE)\n"
                                                    "find_package(colex REQUIRED COMPONENTS kernels)\n")  # fmt: skip
        ran = subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "asks"], check=False, capture_output=True,
                             text=True, env={**os.environ, **self.environment()})  # fmt: skip
        self.assertIn("installed without `kernels`", ran.stderr)

    def test_a_subproject_is_the_headers(self):
        user = self.folder / "user"
        shutil.copytree(ROOT / "examples", user)
        (user / "subprojects").mkdir()
        (user / "subprojects/colex").symlink_to(ROOT)
        said = self.run_it("meson", "setup", "by_user", user, PKG_CONFIG_LIBDIR="/nonexistent", CMAKE_PREFIX_PATH="")
        self.assertIn("colex| Build targets in project: 0", said)
        self.run_it("meson", "test", "-C", "by_user", "compile_time_tile")

    def test_another_copy_gives_the_same_bits(self):
        copy = self.folder / "a_copy"
        for name in ("include", "props/gen", "cmake", "src/first"):
            shutil.copytree(ROOT / name, copy / name)
        (copy / "smt").mkdir()
        for name in ("meson.build", "meson_options.txt", "smt/laws.inc"):
            shutil.copy(ROOT / name, copy / name)
        self.run_it("meson", "setup", "a_build", copy, *OPTIONS, "-Dproperties=enabled", CCACHE_DISABLE="1")
        target = "props/gen/libcolex_testing.a"
        self.run_it("ninja", "-C", "a_build", target, CCACHE_DISABLE="1")
        self.assertEqual((self.folder / "a_build" / target).read_bytes(), (BUILD / target).read_bytes())


unittest.main(argv=sys.argv[:1], verbosity=2)
