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
foreach(command IN ITEMS vcpkg_fixup_pkgconfig vcpkg_replace_string vcpkg_install_copyright @OF_PORTS@)
  cmake_language(EVAL CODE "function(${command})\\nendfunction()")
endforeach()
"""
OF_PORTS = {"vcpkg-tool-meson": "vcpkg_configure_meson vcpkg_install_meson", "vcpkg-cmake-config": "vcpkg_cmake_config_fixup"}  # which a port must ask for


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
    about = json.loads(path.with_name("vcpkg.json").read_text())
    assert set(about) >= {"name", "version"}
    of_ports = " ".join(OF_PORTS[port["name"]] for port in about.get("dependencies", []))
    (path.parent / "all.cmake").write_text(VCPKG.replace("@OF_PORTS@", of_ports) + path.read_text())
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
    assert all(re.fullmatch(r"cp3(\d\d-\*|\*-pyodide\*)", word) for word in given["build"].split())


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


# What the table says: the recipe, its file, its state, and what makes it so: a test as FILE or FILE:FUNCTION, of every run or of the
# nightly one; what reads it in this file; the day on which somebody ran it.
RELEASE, SUITE = "python/tests/test_release.py:", "python/tests/suite.py"
RECIPES = [
    ("wheel of Linux, x86-64", "pyproject.toml", "built", SUITE),
    ("wheel of Linux, aarch64", "tools/cross_wheel", "by hand", "2026-11-29"),
    ("wheels of musl, macOS, Windows, Pyodide", "pyproject.toml", "untried", None),
    ("tool without solvers and kernels, musl, Windows, macOS", "tools/cross_tool", "by hand", "2026-11-28"),
    ("configuration of cibuildwheel", "pyproject.toml", "linted", cibuildwheel),
    ("wheel of the kernels' library, of a platform's compiler", "python/colex/build_kernels.py", "built", "python/tests/test_package.py:test_a_wheel_of_the_kernels"),
    ("source archive", "tools/packages.py", "built", RELEASE + "test_the_source_archive_is_whole"),
    ("wheel of the source archive by a compiler alone", "tools/packages.py", "built", RELEASE + "test_a_wheel_of_the_source_archive_alone"),
    ("steps of a new user, and both `colex`", "tools/try_wheel", "run", RELEASE + "test_the_steps_of_a_new_user"),
    ("workflow of a release", ".github/workflows/release.yml", "linted", scripts),
    ("workflow of the page", ".github/workflows/pages.yml", "linted", scripts),
    ("action of GitHub", "action.yml", "run", "python/tests/test_action.py:test_the_action"),
    ("hook of pre-commit", "docs/install.md", "run", RELEASE + "test_the_hook_of_pre_commit"),
    ("container", "packaging/container/Containerfile", "by hand", "2026-11-29"),
    ("conda-forge", "packaging/conda-forge/recipe.yaml", "linted", conda),
    ("vcpkg", "packaging/vcpkg/portfile.cmake", "linted", vcpkg),
    ("Conan", "packaging/conan/conanfile.py", "built", RELEASE + "test_the_package_of_conan"),
    ("Spack", "packaging/spack/package.py", "linted", python),
    ("Nix", "packaging/nix/default.nix", "linted", by("nix-instantiate", "--parse")),
    ("Homebrew", "packaging/homebrew/colex.rb", "linted", by("ruby", "-c")),
]


def linked(path):
    return f"[{pathlib.Path(path).name}](../{path})"


def evidence(state, why):
    """The last column of a row. AssertionError where nothing of the kind is there."""
    if state == "untried":
        assert why is None
        return ""
    if callable(why):
        assert state == "linted"
        return "each run, " + linked("tests/install/packaging_test.py")
    if state == "by hand":
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", why)
        return f"{why}, below"
    assert state in ("built", "run")
    file, _, function = why.partition(":")
    text = (ROOT / file).read_text()
    found = re.search(rf"((?:^@.*\n(?:^ .*\n|^\)\n)*)*)^def {function}\(", text, re.M) if function else text
    assert found, why
    nightly = function and re.search("NIGHTLY", found[1])
    return f"{'nightly' if nightly else 'each run'}, {linked(file)}" + (f" `{function}`" if function else "")


def table(recipes):
    return [f"| {what} | {linked(file)} | {state} | {evidence(state, why)} |" for what, file, state, why in recipes]


class Packaging(unittest.TestCase):
    maxDiff = None

    def test_the_table_of_the_page(self):
        """It is this file's, every recipe is in it, and what was tried by hand stands below it with its day."""
        page = (ROOT / "docs/install.md").read_text()
        head, rows = page.split("| recipe | file | state | by |\n|---|---|---|---|\n")[0], page.split("|---|---|---|---|\n")[1].split("\n\n")[0]
        self.assertIn("## What has been tried", head)
        self.assertEqual(rows.splitlines(), table(RECIPES))
        files = {row[1] for row in RECIPES}
        there = {str(path.relative_to(ROOT)) for path in (ROOT / "packaging").glob("*/*") if path.name != "vcpkg.json"}
        self.assertEqual(there, {file for file in files if file.startswith("packaging/")})
        self.assertLessEqual({"action.yml", ".github/workflows/release.yml", ".github/workflows/pages.yml"}, files)
        by_hand = page.split("| day | where |")[1]
        for day in {why for _, _, state, why in RECIPES if state == "by hand"}:
            self.assertIn(f"| {day} |", by_hand)

    def test_the_platforms_are_in_the_table(self):
        """Whatever cibuildwheel is told to build has a row."""
        given = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
        said = " ".join(row[0] for row in RECIPES if row[0].startswith("wheel")).replace("x86-64", "x86_64")
        named = {"macos": "macOS", "windows": "Windows", "pyodide": "Pyodide"}
        for platform in (key for key in given if isinstance(given[key], dict)):
            for word in given["linux"]["archs"] + ["musl"] if platform == "linux" else [named[platform]]:
                self.assertIn(word, said)

    def test_a_false_row_is_noticed(self):
        for state, why in (("built", RELEASE + "test_no_such"), ("linted", None), ("by hand", "lately"), ("untried", python), ("built", "tools/no_such")):
            with self.assertRaises((AssertionError, OSError, AttributeError), msg=f"{state} {why}"):
                evidence(state, why)
        self.assertTrue(evidence("built", RELEASE + "test_the_package_of_conan").startswith("nightly"))
        self.assertTrue(evidence("run", "python/tests/test_action.py:test_the_action").startswith("each run"))

    def test_each_is_read(self):
        """Filled in, no name of a value is left, and its checker accepts it."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "colex_layouts-0.1.0.tar.gz").write_bytes(b"archive")
            packages.recipes(ROOT, folder / "colex_layouts-0.1.0.tar.gz", "0.1.0", folder / "packaging")
            for what, file, _, why in RECIPES:
                path = folder / file if file.startswith("packaging/") else ROOT / file
                self.assertTrue(path.exists(), file)
                if file.startswith("packaging/"):
                    for one in path.parent.iterdir():
                        self.assertNotRegex(one.read_text(), "@[A-Z0-9]+@", one.name)
                if callable(why):
                    with self.subTest(what):
                        why(path)
                elif file.endswith((".yml", ".py")):
                    with self.subTest(what):
                        (scripts if file.endswith(".yml") else python)(path)

    def test_a_broken_one_is_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for check, file, text in (
                (python, "a.py", "def f(:\n"), (conda, "a.yaml", "package: {}\n"), (scripts, "a.yml", "runs: {steps: [{run: 'if true; then'}]}\n"),
                (vcpkg, "portfile.cmake", "vcpkg_download_distfile(a URLS u SHA512 @SHA512@)\n"), (vcpkg, "portfile.cmake", "vcpkg_no_such_command()\n"), (vcpkg, "portfile.cmake", "vcpkg_install_meson()\n"),
            ):  # fmt: skip
                (folder / "vcpkg.json").write_text('{"name": "a", "version": "1"}')
                (folder / file).write_text(text)
                with self.assertRaises((AssertionError, SyntaxError), msg=text):
                    check(folder / file)


unittest.main(argv=sys.argv[:1], verbosity=2)
