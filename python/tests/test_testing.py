# SPDX-License-Identifier: MIT
"""colex.testing: what the strategies draw, and what a failing layout shrinks to."""
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
