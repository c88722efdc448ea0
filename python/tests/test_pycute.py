# SPDX-License-Identifier: MIT
"""colex.pycute and its lexicographic variant: by values against the definition, and pycute's own tests where a checkout is given.

COLEX_PEER_CUTLASS and COLEX_PEER_PYTORCH name checkouts of these projects.
"""
import itertools
import os
import pathlib
import random
import subprocess
import sys

import pytest

import colex
import colex.pycute
import colex.pycute_lexicographic

BOTH = pytest.mark.parametrize("p, lexicographic", [(colex.pycute, False), (colex.pycute_lexicographic, True)])


def value(p, layout, index, lexicographic):
    """The offset of an index by the definition: digits of the flat shape, the first or the last running fastest."""
    modes = list(zip(p.flatten(layout.shape), p.flatten(layout.stride)))
    offset = 0
    for shape, stride in reversed(modes) if lexicographic else modes:
        index, digit = divmod(index, shape)
        offset += digit * stride
    return offset


def layouts(p, seed, count=200):
    dice = random.Random(seed)
    for _ in range(count):
        shape = tuple(dice.choice([1, 2, 3, 4, (2, 2), (3, 1)]) for _ in range(dice.randint(1, 3)))
        order = dice.sample(range(len(p.flatten(shape))), len(p.flatten(shape)))
        stride, reach = [0] * len(order), 1
        for k in order:
            stride[k] = reach
            reach *= p.flatten(shape)[k] * dice.choice([1, 1, 2])
        leaves = iter(stride)
        nested = tuple(tuple(next(leaves) for _ in part) if isinstance(part, tuple) else next(leaves) for part in shape)
        yield p.Layout(shape, nested)


@BOTH
def test_values_and_compact_strides(p, lexicographic):
    assert p.Layout((2, 3)).stride == ((3, 1) if lexicographic else (1, 2))
    assert p.Layout((4, 1, 2)).stride == ((2, 2, 1) if lexicographic else (1, 4, 4))
    for layout in layouts(p, 1):
        for i in range(layout.size()):
            assert layout(i) == value(p, layout, i, lexicographic) == layout(p.idx2crd(i, layout.shape))
        assert p.coalesce(layout).size() == layout.size()
        assert all(p.coalesce(layout)(i) == layout(i) for i in range(layout.size()))


@BOTH
def test_composition_divide_and_product_have_the_right_values(p, lexicographic):
    answered = refused = 0
    for a, b in zip(layouts(p, 2), layouts(p, 3)):
        try:
            c = p.composition(a, b)
        except colex.Refused:
            refused += 1
            continue
        answered += 1
        for i in range(b.size()):
            if b(i) < a.size():
                assert c(i) == value(p, a, b(i), lexicographic)
    assert answered > 20 and refused > 20
    tile = p.Layout((3,), (2,))
    divided = p.logical_divide(p.Layout(24, 1), tile)
    assert len(divided) == 2 and sorted(divided(i) for i in range(24)) == list(range(24))
    assert [divided[0](i) for i in range(3)] == [0, 2, 4]
    product = p.logical_product(p.Layout(3, 2), p.Layout(4, 1))
    assert [product[0](i) for i in range(3)] == [0, 2, 4] and product[1].size() == 4
    assert p.zipped_divide(p.Layout((8, 6)), (p.Layout(2, 1), 3)).shape == ((2, 3), (4, 2))
    assert p.tiled_divide(p.Layout((8, 6)), (2, 3)).shape == ((2, 3), 4, 2)
    assert p.composition(p.Layout((8, 6)), (2, None)).shape == (2, 6)


@BOTH
def test_inverses_give_back(p, lexicographic):
    for layout in layouts(p, 4):
        right = p.right_inverse(layout)
        assert all(layout(right(i)) == i for i in range(right.size()))
        left = p.left_inverse(layout)
        assert all(left(layout(i)) == i for i in range(layout.size()))
        rest = p.complement(layout)
        assert not set(map(layout, range(1, layout.size()))) & set(map(rest, range(1, rest.size())))


@BOTH
def test_slices_and_tuples(p, lexicographic):
    layout = p.Layout((4, (2, 3)), (6, (1, 2)))
    assert layout(2, None) == p.Layout(((2, 3),), ((1, 2),)) and len(layout) == 2 and layout[1].shape == (2, 3)
    assert p.slice_and_offset((2, None), layout) == (layout(2, None), 12)
    assert p.slice_((None, (1, None)), (4, (2, 3))) == (4, 3) and p.has_none((1, (None,))) and not p.has_none((1, (2,)))
    assert (p.flatten((1, (2, (3,)))), p.signum(-4), p.tuple_max((1, (7, 2)))) == ((1, 2, 3), -1, 7)
    for i, j in itertools.product(range(4), range(6)):
        at = p.crd2idx((i, j), (4, (2, 3)))
        assert p.crd2crd(at, (4, (2, 3))) == p.idx2crd(at, (4, (2, 3))) and 0 <= at < 24
    assert (p.is_int(True), p.is_int(3), p.is_layout(layout), p.size((2, 3))) == (False, True, True, 6)
    swizzled = p.ComposedLayout(p.Swizzle(1, 0, 1), 0, p.Layout(4, 1))
    assert [swizzled(i) for i in range(4)] == [0, 1, 3, 2] and (swizzled.size(), swizzled.cosize()) == (4, 4)
    with pytest.raises(colex.Refused):
        p.crd2crd(4, 4)


def test_what_differs_from_pycute():
    """What docs/python.md says: wrong answers and refusals of pycute that are right answers or refusals here."""
    p = colex.pycute
    for kind in (colex.Refused, AssertionError):  # pycute refuses by assertions
        with pytest.raises(kind, match="at index 5 the modes add up to 70"):
            p.composition(p.Layout((4, 6, 8), (1, 10, 100)), p.Layout((3, 2), (8, 12)))
    with pytest.raises(colex.Refused, match="injective"):
        p.left_inverse(p.Layout((2, 2), (1, 1)))
    assert p.logical_product(p.Layout(4, 1), 2) == p.Layout((4, 2), (1, 4))
    with pytest.raises(colex.Refused):
        p.crd2idx(-1, (4, 8))


def test_cutlass_own_tests():
    folder = os.environ.get("COLEX_PEER_CUTLASS")
    if not folder:
        pytest.skip("COLEX_PEER_CUTLASS names no checkout of CUTLASS")
    own_tests(pathlib.Path(folder) / "test/python/pycute")


def test_pytorch_own_tests():
    folder = os.environ.get("COLEX_PEER_PYTORCH")
    if not folder:
        pytest.skip("COLEX_PEER_PYTORCH names no checkout of PyTorch")
    own_tests(pathlib.Path(folder) / "test/distributed/_pycute", "--lexicographic")


def own_tests(*arguments):
    ran = subprocess.run([sys.executable, pathlib.Path(__file__).with_name("run_pycute.py"), *map(str, arguments)],
                         capture_output=True, text=True, check=False)  # fmt: skip
    print(ran.stdout)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_own_tests_are_told_apart(tmp_path):
    """The runner calls a refusal a refusal, and fails on anything else and on no tests."""
    runner = [sys.executable, str(pathlib.Path(__file__).with_name("run_pycute.py")), str(tmp_path)]
    assert subprocess.run(runner, capture_output=True, check=False).returncode == 1
    head = "import unittest\nfrom pycute import *\nclass T(unittest.TestCase):\n  def test_it(self):\n    "
    (tmp_path / "test_a.py").write_text(head + "composition(Layout((4,6,8),(1,10,100)), Layout((3,2),(8,12)))\n")
    ran = subprocess.run(runner, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "refused: test_a.T.test_it" in ran.stdout and "1 end in a refusal" in ran.stdout
    (tmp_path / "test_b.py").write_text(head + "self.assertEqual(size(Layout(4)), 5)\n")
    ran = subprocess.run(runner, capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and "FAILED: test_b.T.test_it" in ran.stdout
