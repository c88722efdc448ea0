# SPDX-License-Identifier: MIT
"""colex.testing: what the strategies draw, and what a failing layout shrinks to."""
import os
import subprocess
import sys
import xml.etree.ElementTree

import pytest

import colex
from colex import Layout

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import find, given, settings  # noqa: E402

from colex import testing  # noqa: E402


@given(testing.admissible())
@settings(max_examples=300, deadline=None)
def test_admissible_layouts_have_a_complement(layout):
    assert colex.complement(layout)  # by default of the least M for which there is one
    assert layout.injective()


@given(testing.admissible(gap=1))
@settings(max_examples=100, deadline=None)
def test_without_gaps_a_layout_is_compact(layout):
    assert colex.complement(layout).size() == 1 and layout.cosize() == layout.size()


def share_without_complement(strategy):
    seen = [0, 0]

    @given(strategy)
    @settings(max_examples=300, deadline=None, database=None, derandomize=True)
    def count(layout):
        try:
            colex.complement(layout)
        except colex.Refused:
            seen[0] += 1
        seen[1] += 1

    count()
    return seen[0] / seen[1]


def test_nearly_admissible_and_arbitrary_layouts_often_have_none():
    assert share_without_complement(testing.nearly_admissible()) > 0.3
    assert share_without_complement(testing.arbitrary()) > 0.3
    assert share_without_complement(testing.admissible()) == 0


def repeats(layout):
    flat = colex.flatten(layout)
    return 0 in (flat.stride if flat.depth() else (flat.stride,))


def test_arbitrary_layouts_are_of_all_sorts():
    for wanted in (lambda l: l.depth() > 1, lambda l: l.rank() > 2, repeats, lambda l: not l.injective(), lambda l: l.shape == 8):
        find(testing.arbitrary(), wanted)
    assert find(testing.arbitrary(negative=True), lambda l: l.extent() == 1 and l.cosize() > 1)


def test_a_failing_layout_is_small_and_is_text():
    smallest = find(testing.arbitrary(), lambda l: not l.injective())
    assert smallest.size() == 2 and Layout(str(smallest)) == smallest
    assert str(find(testing.nearly_admissible(), lambda l: l.rank() == 2)) in ("(1,1):(1,0)", "(1,1):(0,1)", "(1,1):(2,1)", "(1,1):(1,2)")


QUESTIONS = """# what our kernels rely on
bijective((4,8):(8,1), 32) == yes
complement(4:3, 16) is refused: cotarget_divides   # and not otherwise
size(Sw<1,0,2> o 0 o (4,4):(4,1)) == 16
size(4:1) == 5
size(4:
complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64
"""


def test_pytest_collects_questions(tmp_path):
    """A test per line; a wrong answer and a line that cannot be read fail with their place; so do unknowns without the tool."""
    (tmp_path / "tiles.colex").write_text(QUESTIONS)
    bare = {**os.environ, "COLEX_PROGRAM": str(tmp_path / "absent")}
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "tiles.colex"], cwd=tmp_path, env=bare, capture_output=True, text=True, check=False)
    assert "3 failed, 3 passed" in ran.stdout and "skipped" not in ran.stdout, ran.stdout + ran.stderr
    assert "tiles.colex:5: expected 5, got 4" in ran.stdout and "tiles.colex:6: " in ran.stdout and "tiles.colex:7: not answered: " in ran.stdout
    assert [wrong for _, _, wrong in colex.check("size(4:1) == 4\nsize(4:1) == 5")] == ["", "expected 5, got 4"]


def test_a_line_that_nothing_answers_fails_unless_it_may_be_skipped(tmp_path):
    """The line is false: K/32 is not the number of repeats. Without a program that knows, it may not be green."""
    (tmp_path / "tiles.colex").write_text("complement(64:1, K) == K/32:64 if K % 64 == 0 && K >= 64\n")
    for options, status, result, said in (
        ([], 1, "failure", "1 failed"), (["--colex-allow-skip=unknowns"], 0, "skipped", "1 skipped"), (["--colex-allow-skip=all"], 4, None, "invalid choice"),
    ):  # fmt: skip
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml", "report.xml", *options, "tiles.colex"]
        ran = subprocess.run(command, cwd=tmp_path, env={**os.environ, "COLEX_PROGRAM": str(tmp_path / "absent")}, capture_output=True, text=True, check=False)
        assert ran.returncode == status and said in ran.stdout + ran.stderr, ran.stdout + ran.stderr
        if result is not None:
            (case,) = xml.etree.ElementTree.parse(tmp_path / "report.xml").iter("testcase")
            assert [child.tag for child in case] == [result]


def test_questions_with_unknowns(tmp_path, tool_of_unknowns):
    if tool_of_unknowns is None:
        pytest.skip("Z3 is not installed, and COLEX_TOOL names no tool")
    (tmp_path / "tiles.colex").write_text("complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64\ncomplement(64:1, K) == K/32:64 if K % 64 == 0 && K >= 64\n")
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tiles.colex"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in ran.stdout and "got K/64:64" in ran.stdout, ran.stdout + ran.stderr
