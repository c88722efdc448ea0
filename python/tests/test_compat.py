# SPDX-License-Identifier: MIT
"""colex.compat.tensor_layouts: by values against the definitions, and tensor-layouts' own tests where a checkout is given.

COLEX_PEER_TENSOR_LAYOUTS names a checkout of tensor-layouts.
"""
import os
import pathlib
import random
import subprocess
import sys

import pytest

import colex
import colex.compat.tensor_layouts as t
from colex.compat.tensor_layouts import ComposedLayout, Layout, Swizzle, Tile


def value(layout, index):
    """By the definition: digits of the flat shape, the first running fastest; the last goes on. Then the swizzle."""
    shapes, strides, offset = t.flatten(layout.shape), t.flatten(layout.stride), 0
    for k, (s, d) in enumerate(zip(shapes, strides)):
        index, digit = divmod(index, s) if k + 1 < len(shapes) else (0, index)
        offset += digit * d
    return layout.swizzle(offset) if layout.swizzle else offset


def drawn(dice, most=3):
    shape = tuple(dice.choice([1, 2, 3, 4, (2, 2), (3, 1)]) for _ in range(dice.randint(1, most)))
    order = dice.sample(range(len(t.flatten(shape))), len(t.flatten(shape)))
    stride, reach = [0] * len(order), 1
    for k in order:
        stride[k] = reach
        reach *= t.flatten(shape)[k] * dice.choice([1, 1, 2])
    return Layout(shape, t.unflatten(tuple(stride), shape))


def test_values():
    dice = random.Random(1)
    for _ in range(300):
        a = drawn(dice)
        for layout in (a, t.compose(Swizzle(1, 0, 1), a)):
            offsets = [value(layout, i) for i in range(t.size(layout))]
            assert [layout(i) for i in range(len(layout))] == offsets == [layout(c) for c in layout]
            assert [t.crd2idx(c, layout.shape) for c in layout] == list(range(len(layout)))
            assert t.is_injective(layout) == (len(set(offsets)) == len(offsets))
            c = t.coalesce(layout)
            assert [c(i) for i in range(t.size(c))] == offsets and str(c).count("(") <= str(layout).count("(") + 2


def test_the_algebra_by_values():
    dice, answered = random.Random(2), 0
    for _ in range(400):
        a, b = drawn(dice), drawn(dice, 2)
        try:
            c = t.compose(a, b)
        except colex.Refused:
            continue
        answered += 1
        assert [c(i) for i in range(t.size(b))] == [value(a, value(b, i)) for i in range(t.size(b))]
        try:
            d = t.logical_divide(a, b)
        except colex.Refused:
            continue
        tile = [d(i) for i in range(t.size(b))]
        assert tile == [value(a, value(b, i)) for i in range(t.size(b))] and t.rank(d) == 2
    assert answered > 100


def test_calls_as_the_library_has_them():
    assert str(Layout((4, 8))) == "(4, 8) : (1, 4)" and repr(Layout(4)) == "Layout(4, 1)" and len(Layout((4, 8))) == 32
    assert Layout((4, 8))(2, 3) == 14 and Layout((4, 8))(None, 3) == Layout((4,), (1,)) and Layout(Layout(2), Layout(3, 2)) == Layout((2, 3), (1, 2))
    assert t.compose(Layout((12, (4, 8)), (59, (13, 1))), Tile(Layout(3, 4), Layout(8, 2))) == Layout((3, (2, 4)), (236, (26, 1)))
    assert t.logical_divide(Layout(16), 4) == Layout((4, 4), (1, 4)) and t.complement(Layout(4, 2), 16) == Layout((2, 2), (1, 8))
    swizzled = t.compose(Swizzle(3, 0, 3), Layout((8, 8), (8, 1)))
    assert swizzled.swizzle == Swizzle(3, 0, 3) and t.slice_and_offset((1, None), ComposedLayout(Swizzle(1, 0, 1), Layout((2, 2))))[0].preoffset == 1
    assert t.make_ordered_layout((2, 3, 4), (2, 0, 1)) == Layout((2, 3, 4), (4, 8, 1))
    assert t.idx2crd(5, (2, 4)) == (1, 2) and t.shape_div((4, 6), 8) == (1, 3) and t.shape_mod((4, 3), 2) == (2, 1)
    assert t.make_swizzle(0b11000, 0b11) == Swizzle(2, 0, 3)


WRONG_THERE = [
    (lambda: t.compose(Layout((4, 6, 8), (1, 10, 100)), Layout((3, 2), (8, 12))), "no_carry"),
    (lambda: t.complement(Layout((2, 2), (1, 1)), 1), "stride_divides"),
    (lambda: t.complement(Layout((2, 2), (2, 3)), 12), "stride_divides"),
]  # fmt: skip


@pytest.mark.parametrize("call, condition", WRONG_THERE)
def test_what_is_wrong_there_is_refused_here(call, condition):
    with pytest.raises(colex.Refused) as why:
        call()
    assert why.value.condition == condition


@pytest.mark.parametrize("call", [
    lambda: Layout((4, 8), (1, 2, 3)), lambda: Layout("4:1"), lambda: Layout(4, None), lambda: Layout(1, 2, 3), lambda: t.size("4"), lambda: t.mode(4, 1),
    lambda: t.group(Layout((2, 2)), 1, 1), lambda: t.compose(Layout(4), "4:1"), lambda: t.make_ordered_layout((2, 3), (0, 0)), lambda: t.shape_div(6, 4),
    lambda: t.crd2crd((1, 2), 8), lambda: Tile(4), lambda: ComposedLayout(4, Layout(4)), lambda: t.make_swizzle(0b101, 0b11), lambda: t.compose(Layout(4), Swizzle(1, 0, 1)),
])  # fmt: skip
def test_wrong_calls(call):
    with pytest.raises((ValueError, TypeError, IndexError)):
        call()


def test_all_names_are_there():
    assert sorted(t.__all__) == sorted(set(t.__all__)) and all(hasattr(t, name) for name in t.__all__)


@pytest.mark.skipif("COLEX_PEER_TENSOR_LAYOUTS" not in os.environ, reason="COLEX_PEER_TENSOR_LAYOUTS names no checkout of tensor-layouts")
def test_its_own_tests():
    script = pathlib.Path(__file__).resolve().parent / "run_tensor_layouts.py"
    ran = subprocess.run([sys.executable, script, os.environ["COLEX_PEER_TENSOR_LAYOUTS"]], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
