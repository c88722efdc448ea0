# SPDX-License-Identifier: MIT
"""PyPI's wheel of cvc5 as the program that colex asks."""
import importlib.util
import pathlib
import subprocess
import sys

import pytest

import colex

pytestmark = pytest.mark.skipif(importlib.util.find_spec("cvc5") is None, reason="the wheel cvc5 is not installed")
PROGRAM = [sys.executable, pathlib.Path(colex.__file__).with_name("_cvc5.py"), "--quiet", "--lang=smt2"]  # as smt/sym/cvc5.cpp starts it
NONE = "(declare-const x Int)(assert (< 2 x 1))(check-sat)\n"
SOME = "(declare-const b (_ BitVec 8))(assert (bvult b #x02))(check-sat)\n"
LOGIC = "(set-logic ALL)\n"


def said(*words, text=""):
    return subprocess.run([*PROGRAM, *words], input=text, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, check=False).stdout


def test_it_answers_files(tmp_path):
    file = tmp_path / "script"
    for script, answer in ((NONE, "unsat\n"), (SOME, "sat\n"), ("(foo)\n", '(error "')):
        file.write_text(LOGIC + script)
        assert said(file).startswith(answer), script


def test_it_answers_script_after_script():
    scripts = "".join(f'{LOGIC}{script}\n(echo "end of {k}")\n(reset)\n' for k, script in enumerate((NONE, SOME)))
    assert said(text=scripts) == 'unsat\n"end of 0"\nsat\n"end of 1"\n'


def test_it_has_a_version():
    assert said("--version").startswith("This is cvc5 version 1.")
