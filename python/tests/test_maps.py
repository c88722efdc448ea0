# SPDX-License-Identifier: MIT
"""Index maps: traced functions, functions that need numbers, arrays, text; as operands."""
import itertools
import random

import numpy as np
import pytest

import colex


def swizzle(i, j):
    return i * 32 + (j ^ (i % 8))


def test_a_traced_function():
    m = colex.index_map(swizzle, (32, 8))
    assert (m.kind, str(m.layout), m.shape) == ("swizzled", "Sw<3,0,5> o 0 o (32,8):(32,1)", (32, 8))
    assert str(m) == "(i<32, j<8) -> ((i * 32) + (j ^ (i % 8)))"
    assert all(m(i, j) == swizzle(i, j) for i in range(32) for j in range(8))
    assert m.reasons == [("layout", "at i=1, j=1 a layout that agrees before gives 34, the map 32")]
    assert m.difference("Sw<3,0,5> o 0 o (32,8):(32,1)") is None
    assert m.difference("(32,8):(32,1)") == {"index": 1, "at": (1, 0), "value": 33, "meant": 32}
    assert m.difference(m) is None


def test_numbers_are_pythons():
    m = colex.index_map(lambda i: (i - 3) // 2 + (i - 3) % 4, (8,))
    assert [m(i) for i in range(8)] == [(i - 3) // 2 + (i - 3) % 4 for i in range(8)]


def test_what_cannot_be_traced_is_computed():
    layout = colex.Layout("(4,8):(8,1)")
    for f in (lambda i, j: max(i, j), lambda i, j: layout(i, j), lambda i, j: i if i > j else j, lambda i, j: [3, 1, 2, 0][i] + j):
        m = colex.index_map(f, (4, 8))
        assert all(m(i, j) == f(i, j) for i in range(4) for j in range(8))
        assert str(m) == "a table of 32 offsets"
    assert colex.index_map(lambda i, j: layout(i, j), (4, 8)).layout == layout


def test_where_and_its_like_are_traced():
    m = colex.index_map(lambda i, j: colex.where(i > j, i, j) + colex.minimum(i, 3) - colex.maximum(j, 2), (4, 8))
    assert str(m).startswith("(i<4, j<8) -> ")
    assert all(m(i, j) == max(i, j) + min(i, 3) - max(j, 2) for i in range(4) for j in range(8))
    assert (colex.where(True, 1, 2), colex.minimum(1, 2), colex.maximum(1, 2)) == (1, 1, 2)


def test_coordinates_as_results():
    m = colex.index_map(lambda i, j: (j, i), (4, 8))
    assert (m.kind, str(m.layout), m(1, 2)) == ("basis", "(4,8):(1@1,1@0)", (2, 1))
    assert colex.index_map(lambda i: (i * 2,), 4).kind == "basis"


def test_nested_shapes_and_names():
    m = colex.index_map(lambda o, X, w: o * 4 + X + 2 * w, (8, (2, 2)))
    assert str(m.layout) == "(8,(2,2)):(4,(1,2))"
    assert colex.index_map(lambda *at: at[0] + at[1], (2, 3)).kind == "layout"


def test_arrays_and_lists():
    table = np.arange(32).reshape(4, 8) ^ np.arange(4)[:, None]
    for given in (table, table.tolist()):
        m = colex.index_map(given)
        assert m.shape == (4, 8)
        assert all(m(i, j) == table[i, j] for i, j in itertools.product(range(4), range(8)))
    assert colex.index_map(np.arange(32).reshape(4, 8)).layout == colex.Layout("(4,8):(8,1)")
    assert str(colex.index_map([0, 1, 4, 5]).layout) == "((2,2)):((1,4))"


def test_operands():
    rotation = colex.index_map(lambda r, c: r * 8 + (c + r) % 8, (8, 8))
    assert (rotation.kind, rotation.layout) == ("none", None)
    assert [kind for kind, _ in rotation.reasons] == ["layout", "swizzled", "linear"]
    assert colex.bijective(rotation, 64)
    assert colex.equal(rotation, colex.Layout("(8,8):(8,1)")).witness == {"index": 1, "left": 9, "right": 8}
    with pytest.raises(colex.InputError, match="at r=7, c=1 a layout that agrees before gives 64, the map 56"):
        colex.coalesce(rotation)
    access = colex.index_map(lambda lane, step: lane * 64 + (step + lane) % 8 * 8, (32, 8))
    assert colex.banks(access, on="sm90", element=2, width=16)["degree"] == 1
    assert colex.composition(colex.index_map(lambda i, j: i * 8 + j, (4, 8)), colex.Layout("4:4")) == colex.Layout("4:1")
    assert isinstance(colex.expression("(r<8, c<8) -> r*8 + (c + r) % 8"), colex.IndexMap)
    assert "<svg" in colex.draw(rotation).svg()


def test_errors():
    with pytest.raises(colex.Refused, match="is no int32"):
        colex.index_map(lambda i: i * (1 << 30), (4,), width="int32")
    with pytest.raises(colex.InputError, match="i=0"):
        colex.index_map(lambda i: 8 // i, (4,))
    with pytest.raises(ZeroDivisionError):
        colex.index_map(lambda i: 8 // int(i), (4,))
    for wrong in (lambda: colex.index_map(lambda i: i), lambda: colex.index_map(np.arange(4), (4,)), lambda: colex.index_map("(i<4) -> i", 4),
                  lambda: colex.index_map(lambda i: i * 1.5, (4,))):  # fmt: skip
        with pytest.raises(TypeError):
            wrong()
    for wrong in (lambda: colex.index_map(lambda i: max(i, 1), (1 << 21,)), lambda: colex.index_map([[1], [1, 2]])):
        with pytest.raises(ValueError, match="index_map"):
            wrong()
    for wrong in (lambda: colex.IndexMap("(i<4"), lambda: colex.IndexMap.from_table((4,), [1]), lambda: colex.IndexMap.from_table((0,), []),
                  lambda: colex.IndexMap.from_table((1,), [1 << 61]), lambda: colex.IndexMap("(i<4) -> i", width="int3")):  # fmt: skip
        with pytest.raises(colex.InputError):
            wrong()


def test_random_functions_are_traced_right():
    dice = random.Random(431)
    for _ in range(300):
        a, b, c, d = (dice.choice([1, 2, 3, 4, 8, 16]) for _ in range(4))

        def f(i, j, a=a, b=b, c=c, d=d):
            return (i * a + (j ^ (i % b)) * c + ((i + j) // d << 1)) & 1023

        def plain(i, j):
            return f(i, j)

        m = colex.index_map(plain, (dice.choice([4, 6, 8]), dice.choice([3, 8])))
        rows, columns = m.shape
        assert all(m(i, j) == f(i, j) for i in range(rows) for j in range(columns))
        if m.layout is not None:
            assert all(m.layout(i + rows * j) == f(i, j) for i in range(rows) for j in range(columns))
