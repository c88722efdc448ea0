# SPDX-License-Identifier: MIT
"""The command `colex` of the wheel, with PyPI's Z3 and without; and another `colex` in the same environment."""
import importlib.util
import os
import pathlib
import resource
import subprocess
import sys
import sysconfig
import venv
import zipfile

import pytest

import colex
import colex_layouts
from colex import _program, unknown

WHEEL = pytest.mark.skipif("COLEX_WHEEL" not in os.environ, reason="no wheel is given: COLEX_WHEEL")
HAS_Z3 = pytest.mark.skipif(importlib.util.find_spec("z3") is None, reason="the wheel z3-solver is not installed")
HAS_CVC5 = pytest.mark.skipif(importlib.util.find_spec("cvc5") is None, reason="the wheel cvc5 is not installed")
COMMAND = pathlib.Path(sysconfig.get_path("scripts")) / "colex"
PAIR = ("complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64\n", "complement(64:1, K) == K/32:64 if K % 64 == 0 && K >= 64\n")


def ran(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


def test_the_command():
    """By its name and by Python's -m: answers, refusals, pictures, its version; a subcommand that wheels lack is named."""
    for start in ([COMMAND], [sys.executable, "-m", "colex"]):
        for words, status, said in (
            (["complement", "4:3", "24"], 0, "(3,2):(1,12)\n"), (["bijective", "(4,8):(8,1)", "32"], 0, "yes\n"), (["--version"], 0, colex.__version__ + "\n"),
            (["complement", "4:3", "16"], 1, ""), (["no_such_operation"], 2, ""), (["certify"], 2, ""),
        ):  # fmt: skip
            got = ran(*start, *words)
            assert (got.returncode, got.stdout) == (status, said) and got.stderr.count("\n") == (status != 0), (words, got)
    assert ran(COMMAND, "draw", "(4,8):(8,1)").stdout.count("\n") > 4
    assert ran(COMMAND, "check", "-", input="size(4:1) == 4\n").stdout == "1 of 1 as expected\n"


@HAS_Z3
@HAS_CVC5
def test_the_command_with_z3():
    """A line of a file that is right, one that is wrong, the condition that is asked for."""
    for line, status in zip(PAIR, (0, 1)):
        got = ran(COMMAND, "check", "-", input=line)
        assert got.returncode == status and ("got K/64:64" in got.stdout) == status, got
    got = ran(COMMAND, "complement", "64:1", "K", "--for", "K")
    assert got.returncode == 0 and "K % 64 == 0" in got.stdout, got


@HAS_Z3
@HAS_CVC5
def test_the_package_asks_its_own_program(monkeypatch):
    """With PyPI's Z3 and cvc5, no other program being there."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("COLEX_PROGRAM", raising=False)
    assert _program.program() == colex_layouts.PROGRAM
    K = unknown("K")
    table = colex.ask("complement", "64:1", K)
    assert table.complete and table.disjoint and [case.known for case in table] == ["compared", "proved", "compared"]
    assert str(colex.prove("coalesce(coalesce(A)) == coalesce(A)", bound=1)) == "proved"
    assert colex.prove("composition(A, B) == composition(B, A)", bound=1).verdict == "refuted"


def test_without_z3(tmp_path):
    """The program runs, answers numbers, and says what is missing where it is asked about unknowns."""
    here = tmp_path / "colex/bin"
    here.mkdir(parents=True)
    for name in os.listdir(colex_layouts.BIN):
        (here / name).write_bytes((pathlib.Path(colex_layouts.BIN) / name).read_bytes())
        (here / name).chmod(0o755)
    assert ran(here / "colex", "complement", "4:3", "24").stdout == "(3,2):(1,12)\n"
    for words in (["complement", "64:1", "K"], ["complement", "64:1", "64", "--for", "K"], ["prove", "A == A"]):
        got = ran(here / "colex", *words)
        assert (got.returncode, got.stdout, got.stderr.count("\n")) == (2, "", 1) and "pip install 'colex-layouts[prove]'" in got.stderr, got
    got = ran(here / "colex", "check", "-", input=PAIR[0])
    assert got.returncode == 1 and got.stdout.endswith("0 of 1 as expected\n"), got
    assert ran(here / "colex", "check", "-", "--allow-skip", "unknowns", input=PAIR[0]).stdout == "0 of 1 as expected, 1 skipped\n"


def test_which_program_is_asked(monkeypatch, tmp_path):
    """The one that COLEX_PROGRAM names, else the package's, where Z3 is."""
    other = tmp_path / "other"
    monkeypatch.setenv("COLEX_PROGRAM", str(other))
    assert _program.program() is None
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    assert _program.program() == str(other)
    monkeypatch.delenv("COLEX_PROGRAM")
    for spec, found in ((None, None), (object(), colex_layouts.PROGRAM)):
        monkeypatch.setattr(importlib.util, "find_spec", lambda _, spec=spec: spec)
        assert _program.program() == found


def other_colex(folder):
    """A wheel of another distribution `colex`, as PyPI's library about colours is one."""
    wheel, about = folder / "colex-0.3.2-py3-none-any.whl", "colex-0.3.2.dist-info"
    files = {"colex/__init__.py": "RED = 1\n", f"{about}/METADATA": "Metadata-Version: 2.1\nName: colex\nVersion: 0.3.2\n",
             f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}  # fmt: skip
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {**files, f"{about}/RECORD": "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))}.items():
            archive.writestr(name, text)
    return wheel


@WHEEL
@pytest.mark.parametrize("ours_first", [True, False])
def test_another_colex_in_the_way(tmp_path, ours_first):
    """Whichever was installed last, importing, the command and python -m say so in a line; both removed, ours runs again."""
    venv.create(tmp_path / "v", symlinks=True, with_pip=False)
    python = tmp_path / "v/bin/python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    both = [os.environ["COLEX_WHEEL"], other_colex(tmp_path)]

    def install(wheel):
        got = ran(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel)
        assert got.returncode == 0, got.stderr

    first, second = both if ours_first else both[::-1]
    install(first)
    got = ran(python, "-c", "import colex; print(hasattr(colex, 'RED'), hasattr(colex, 'Layout'))")
    assert got.stdout == f"{not ours_first} {ours_first}\n", got.stderr
    install(second)
    for command, status in (([python, "-c", "import colex"], 1), ([tmp_path / "v/bin/colex", "--version"], 2), ([python, "-m", "colex", "--version"], 1)):
        got = ran(*command)
        assert got.returncode == status and "another `colex`, colex-0.3.2, is in the way of colex-layouts" in got.stderr.splitlines()[-1], got
        assert command[1] == "-c" or got.stderr.count("\n") == 1, got
    assert ran(*pip, "uninstall", "--quiet", "--yes", "colex", "colex-layouts").returncode == 0
    install(both[0])
    got = ran(tmp_path / "v/bin/colex", "size", "4:1")
    assert (got.returncode, got.stdout, got.stderr) == (0, "4\n", "")


@WHEEL
@HAS_Z3
@HAS_CVC5
def test_a_new_user_without_a_compiler(tmp_path):
    """An empty PATH and an environment of its own: install, ask, draw, check a file with unknowns, in a minute of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    venv.create(tmp_path / "v", symlinks=True, with_pip=False)
    python, bare = tmp_path / "v/bin/python", {"PATH": str(tmp_path / "none"), "HOME": str(tmp_path)}
    install = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "--quiet", "--no-index", "--no-deps"]
    assert ran(*install, os.environ["COLEX_WHEEL"]).returncode == 0
    there = pathlib.Path(ran(python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").stdout.strip())
    for name in ("z3", "cvc5", "cvc5.libs"):  # as the extra [prove] installs them; pip has no files of them here
        (there / name).symlink_to(pathlib.Path(sysconfig.get_path("platlib")) / name)
    (tmp_path / "tiles.colex").write_text(PAIR[0] + "bijective((4,8):(8,1), 32) == yes\n")
    for words, said in ((["complement", "4:3", "24"], "(3,2):(1,12)\n"), (["draw", "(4,8):(8,1)", "-o", "a.svg"], ""), (["check", "tiles.colex"], "2 of 2 as expected\n")):
        got = ran(tmp_path / "v/bin/colex", *words, cwd=tmp_path, env=bare)
        assert (got.returncode, got.stdout) == (0, said), got
    assert "<svg" in (tmp_path / "a.svg").read_text()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 60
