# SPDX-License-Identifier: MIT
"""The program that PyPI's wheels z3-solver and cvc5 answer through: its build, its cvc5, which program is asked."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import colex
from colex import _program, build_prove, unknown

HAS = {name: importlib.util.find_spec(name) is not None for name in ("z3", "cvc5")}


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """No program colex and no cvc5: PATH has what a compiler asks for, and the cache is empty. The folder on PATH."""
    folder, cxx = tmp_path / "bin", shutil.which("c++")
    folder.mkdir()
    for name in ("as", "ld", "ccache"):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    monkeypatch.setenv("CXX", f"ccache {cxx}" if (folder / "ccache").exists() else str(cxx))
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("COLEX_PROGRAM", raising=False)
    _program.place.cache_clear()
    yield folder
    _program.place.cache_clear()


@pytest.mark.skipif("COLEX_NIGHTLY" not in os.environ, reason="nightly: python: colex.build_prove; by day not: it compiles the program for a minute and a half")
@pytest.mark.skipif(not all(HAS.values()), reason="the wheels z3-solver and cvc5 are not installed")
@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_the_program_is_built_and_asked(bare):
    """A law that both solvers prove, a table of cases, a condition, a line of a file of questions."""
    with pytest.raises(colex.NoTool, match="build_prove"):
        colex.ask("complement", "64:1", unknown("K"))
    built = subprocess.run([sys.executable, "-m", "colex.build_prove", "--jobs", "2"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert built.stdout.splitlines()[-1] == str(_program.place() / "colex") == _program.program()
    assert sorted(os.listdir(_program.place())) == ["colex", "cvc5"], "and nothing else"
    assert str(colex.prove("coalesce(coalesce(A)) == coalesce(A)", bound=1)) == "proved"
    assert colex.prove("composition(A, B) == composition(B, A)", bound=1).verdict == "refuted"
    K = unknown("K")
    table = colex.ask("complement", "64:1", K)
    assert table.complete and table.disjoint and [case.known for case in table] == ["compared", "proved", "compared"]
    assert str(table.at(K=128)) == "2:64"
    with colex.assuming(K % 64 == 0, K >= 64):
        assert str(colex.ask("complement", "64:1", K).layout) == "K/64:64"
    condition = colex.for_which(K, "complement", "64:1", K)
    assert condition.sufficient and condition.necessary and condition.holds(K=128) and not condition.holds(K=96)
    for wrong in (["complement", "64:1", "K", "--cover"], ["prove", "A == A", "--bound", "5"], ["no_such_operation", "K"], ["check"], []):
        ran = _program.run(_program.program(), wrong)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1) and ran.stderr.startswith("colex: "), wrong
    for line, status in (("size((K,4):(4,1)) == 4K\n", 0), ("size((K,4):(4,1)) == 5K\n", 1)):
        assert _program.run(_program.program(), ["check", "-"], text=line).returncode == status, line


HARD = "(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (= (+ (* x x x) (* y y y) (* z z z)) 114))(check-sat)\n"
NONE = "(declare-const x Int)(assert (< 2 x 1))(check-sat)\n"
SOME = "(declare-const b (_ BitVec 8))(assert (bvult b #x02))(check-sat)\n"


@pytest.mark.skipif(not HAS["cvc5"], reason="the wheel cvc5 is not installed")
def test_cvc5_answers_as_the_program_does(tmp_path):
    """In words and within limits, from a file, and script after script from standard input."""
    program = [sys.executable, pathlib.Path(build_prove.__file__).with_name("_cvc5.py"), "--quiet", "--lang=smt2"]

    def said(*words, text=""):
        return subprocess.run([*program, *words], input=text, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, check=False).stdout

    logic, file = "(set-logic ALL)\n", tmp_path / "script"
    for script, answer in ((NONE, "unsat\n"), (SOME, "sat\n"), (HARD, "cvc5 interrupted by timeout.\n"), ("(foo)\n", '(error "')):
        file.write_text(logic + script)
        assert said("--tlimit=500", file).startswith(answer), script
    scripts = "".join(f'{logic}{script}\n(echo "end of {k}")\n(reset)\n' for k, script in enumerate((NONE, HARD, SOME)))
    assert said("--tlimit-per=500", text=scripts) == 'unsat\n"end of 0"\nunknown\n"end of 1"\nsat\n"end of 2"\n'


def test_which_program_is_asked(bare, tmp_path, monkeypatch):
    """COLEX_PROGRAM, else PATH, else what was built."""
    assert _program.program() is None
    for folder, name in ((_program.place(), "colex"), (bare, "colex"), (tmp_path, "other")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
        if name == "other":
            monkeypatch.setenv("COLEX_PROGRAM", str(folder / name))
        assert _program.program() == str(folder / name)
    monkeypatch.setenv("COLEX_PROGRAM", str(tmp_path / "absent"))
    assert _program.program() is None


def test_what_is_missing(bare, monkeypatch):
    """Is said in a line, with the command that installs it."""
    monkeypatch.setattr(build_prove, "wheel", lambda *_: None)
    with pytest.raises(SystemExit, match="^build_prove: .*pip install z3-solver cvc5$"):
        build_prove.solvers()
    with pytest.raises(SystemExit, match="^build_prove: the header fmt/format.h is missing; .*apt install libfmt-dev$"):
        build_prove.look_for_headers([sys.executable, "-c", "raise SystemExit(1)"])  # finds none
    monkeypatch.setenv("CXX", "")
    with pytest.raises(SystemExit, match="^build_prove: there is no C.. compiler"):
        build_prove.compiler()
