#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packaging/, the action and the workflow of a release: each is read by a checker of its form, and docs/install.md says which are."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import packages  # noqa: E402

# Of a portfile: what vcpkg gives it, as far as its arguments are names.
VCPKG = """
function(vcpkg_download_distfile name)
  cmake_parse_arguments(PARSE_ARGV 1 a "" "FILENAME;SHA512" "URLS")
  if(NOT a_SHA512 MATCHES "^[0-9a-f]+$" OR a_UNPARSED_ARGUMENTS OR NOT a_URLS)
    message(FATAL_ERROR "vcpkg_download_distfile")
  endif()
  set(${name} archive.tar.gz PARENT_SCOPE)
endfunction()
function(vcpkg_extract_source_archive name)
  set(${name} /source PARENT_SCOPE)
endfunction()
foreach(command IN ITEMS vcpkg_configure_meson vcpkg_install_meson vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_install_copyright)
  cmake_language(EVAL CODE "function(${command})\\nendfunction()")
endforeach()
"""


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **options)


def python(path):
    compile(path.read_text(), str(path), "exec")


def by(*command):
    """Accepted by a program, which may not be installed."""

    def check(path):
        if shutil.which(command[0]) is None:
            print(f"SKIP: {path.name}: {command[0]} is not installed", file=sys.stderr)
            return
        ran = run(*command, path)
        assert ran.returncode == 0, ran.stderr

    return check


def vcpkg(path):
    assert set(json.loads(path.with_name("vcpkg.json").read_text())) >= {"name", "version"}
    (path.parent / "all.cmake").write_text(VCPKG + path.read_text())
    ran = run("cmake", "-P", path.parent / "all.cmake")
    assert ran.returncode == 0, ran.stderr


def conda(path):
    recipe = yaml.safe_load(path.read_text())
    assert {"schema_version", "package", "source", "build", "requirements", "tests", "about"} == set(recipe)
    assert re.fullmatch("[0-9a-f]{64}", recipe["source"]["sha256"])


def cibuildwheel(path):
    """Its tables stand where it looks for them, and what is built is an identifier's beginning."""
    given = tomllib.loads(path.read_text())["tool"]["cibuildwheel"]
    assert set(given) == {"build", "skip", "build-frontend", "test-command", "linux", "macos", "windows", "pyodide", "overrides"}
    assert all(re.fullmatch(r"cp3\d\d-\*", word) for word in given["build"].split())


def scripts(path):
    """The steps of an action or a workflow: each uses one or runs a script that bash can read."""
    text = yaml.safe_load(path.read_text())
    steps = text["runs"]["steps"] if "runs" in text else [step for job in text["jobs"].values() for step in job["steps"]]
    assert steps
    for step in steps:
        assert ("uses" in step) != ("run" in step), step
        if "run" in step:
            ran = run("bash", "-n", "-c", re.sub(r"\$\{\{.*?\}\}", "x", step["run"]))
            assert ran.returncode == 0, ran.stderr


# What the table says: the recipe, its file, its state; and what makes a `linted` so.
RECIPES = [
    ("wheel of Linux, x86-64", "pyproject.toml", "built", None),
    ("source archive, by a compiler alone", "tools/packages.py", "built", None),
    ("wheels of Linux aarch64, musl, macOS, Windows, Pyodide", "pyproject.toml", "linted", cibuildwheel),
    ("workflow of a release", ".github/workflows/release.yml", "linted", scripts),
    ("workflow of the page", ".github/workflows/pages.yml", "linted", scripts),
    ("action of GitHub", "action.yml", "run", scripts),
    ("hook of pre-commit", "docs/install.md", "run", None),
    ("container", "packaging/container/Containerfile", "by hand", None),
    ("conda-forge", "packaging/conda-forge/recipe.yaml", "linted", conda),
    ("vcpkg", "packaging/vcpkg/portfile.cmake", "linted", vcpkg),
    ("Conan", "packaging/conan/conanfile.py", "built", python),
    ("Spack", "packaging/spack/package.py", "linted", python),
    ("Nix", "packaging/nix/default.nix", "linted", by("nix-instantiate", "--parse")),
    ("Homebrew", "packaging/homebrew/colex.rb", "linted", by("ruby", "-c")),
]


class Packaging(unittest.TestCase):
    def test_the_table_of_the_page(self):
        """It is this file's; every recipe of packaging/ is in it."""
        rows = re.findall(r"^\| (.+) \| \[.+\]\(\.\./(.+)\) \| (.+) \|$", (ROOT / "docs/install.md").read_text(), re.M)
        self.assertEqual(rows, [row[:3] for row in RECIPES])
        there = {path.parent.name for path in (ROOT / "packaging").glob("*/*")}
        self.assertEqual(there, {row[1].split("/")[1] for row in RECIPES if row[1].startswith("packaging/")})
        for _, _, state, check in RECIPES:
            self.assertTrue(check is not None or state != "linted")

    def test_each_is_read(self):
        """Filled in, no name of a value is left, and its checker accepts it."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "colex_layouts-0.1.0.tar.gz").write_bytes(b"archive")
            packages.recipes(ROOT, folder / "colex_layouts-0.1.0.tar.gz", "0.1.0", folder / "packaging")
            for what, file, _, check in RECIPES:
                path = folder / file if file.startswith("packaging/") else ROOT / file
                self.assertTrue(path.exists(), file)
                if file.startswith("packaging/"):
                    for one in path.parent.iterdir():
                        self.assertNotRegex(one.read_text(), "@[A-Z0-9]+@", one.name)
                if check is not None:
                    with self.subTest(what):
                        check(path)

    def test_a_broken_one_is_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for check, file, text in (
                (python, "a.py", "def f(:\n"), (conda, "a.yaml", "package: {}\n"), (scripts, "a.yml", "runs: {steps: [{run: 'if true; then'}]}\n"),
                (vcpkg, "portfile.cmake", "vcpkg_download_distfile(a URLS u SHA512 @SHA512@)\n"), (vcpkg, "portfile.cmake", "vcpkg_no_such_command()\n"),
            ):  # fmt: skip
                (folder / "vcpkg.json").write_text('{"name": "a", "version": "1"}')
                (folder / file).write_text(text)
                with self.assertRaises((AssertionError, SyntaxError), msg=text):
                    check(folder / file)


unittest.main(argv=sys.argv[:1], verbosity=2)
